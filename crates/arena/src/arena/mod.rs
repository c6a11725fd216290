//! Matches of engine against engine.
//!
//! A match is a [`runner::Match`]: engines ([`spec`]), limits ([`limit`]), openings
//! ([`opening`]) and a [`schedule`]. The [`judge`] plays one game between two
//! players (a process, of which a `client` speaks the protocol, or a [`builtin`] one) under the
//! eyes of a [`timekeeper`], and believes nobody, unless an [`adjudication`] is asked for; at
//! [`small`] games built-in players sit alone. Engines are asked to end and only then forced (an
//! `ending`); a [`guard`] sees to it that none outlives its match. A [`journal`] makes the match
//! survive its own death, an [`archive`] shows its games to other programs; [`standings`], [`elo`]
//! and [`sprt`] say what it showed, a [`report`] draws it.
//! [`compare`] asks two engines about single positions instead. How any of this looks on a screen
//! is the command line's business.

pub mod adjudication;
pub mod archive;
pub mod builtin;
mod cassio;
mod client;
pub mod compare;
pub mod elo;
mod ending;
pub mod engine_log;
mod error_output;
mod group;
mod gtp;
pub mod guard;
pub mod journal;
pub mod judge;
pub mod limit;
mod nboard;
pub mod opening;
mod outcome;
mod output;
mod process;
mod program;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod small;
pub mod spec;
pub mod sprt;
pub mod standings;
#[cfg(test)]
mod tests;
pub mod timekeeper;
mod ugi;
mod waiting;
pub mod words;
mod xboard;
