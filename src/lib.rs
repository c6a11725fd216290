//! Bianca, an Othello engine.
//!
//! A [`game`] is what is played; a [`player`] is who thinks about it. The way of a command: a
//! dialect turns a line into a `Command`, the [`session`] asks the game, or lets the player search
//! it, and replies travel back the same way. The strong player's parts are [`othello`] (rules),
//! [`eval`] (what a position is worth) and [`search`]. Arrows between modules go one way;
//! `CONTRIBUTING.md` has the map.

pub mod analysis;
pub mod arena;
pub mod cli;
pub mod clock;
pub mod cpu;
pub mod eval;
pub mod files;
pub mod game;
pub mod games;
pub mod instant;
pub mod logs;
pub mod othello;
pub mod page;
pub mod player;
pub mod protocol;
pub mod record;
pub mod request;
pub mod sealed;
pub mod search;
pub mod session;
pub mod strategy;
pub mod train;
