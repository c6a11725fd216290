//! The formats of games: what they hold survives, and nothing harms their readers.

mod foreign;
mod games;
mod hostile;
mod round_trip;
mod texts;
