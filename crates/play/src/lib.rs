//! What people play with: games as values, players, books, and what can be said of a game.
//!
//! Owns the games, the players and their names, opening books, the model of people, reasons in
//! words, analyses and ratings, and the pages that show them. Knows nothing of protocols and
//! processes.
//!
//! ```
//! use bianca_play::player::{catalogue, choose};
//!
//! let mut game = catalogue::game("othello")?;
//! game.play(None, "f5d6")?;
//! let mut player = catalogue::by_name("bianca:4", "othello")?;
//! let mv = choose(&mut *player, &*game)?;
//! game.make(mv)?;
//! assert_eq!(game.history().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod book;
pub mod game;
pub mod games;
pub mod page;
pub mod people;
pub mod player;
pub mod puzzles;
pub mod ratings;
pub mod strategy;
pub mod tabletop;
pub mod training;
