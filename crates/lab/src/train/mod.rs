//! How the evaluation is made: games played against itself, and a trainer that learns from them.
//!
//! [`datagen`] plays games and appends them to a file of [`records`], or writes them as
//! [`text`]; [`label`] searches single positions, of games or below them; [`samples`] turns
//! records into labelled positions; [`trainer`] fits a [`model`] to them and rounds it to the
//! integers of `eval::network`; [`parity`] takes out a bias that such labels have in common.
//! [`probcut`] and [`tuning`] measure and tune what the search is steered by. [`people`] fits
//! how people choose their moves, [`puzzles`] chooses those of the executable. Nothing here
//! prints; progress is reported through callbacks.

pub mod accuracy;
pub mod checkpoint;
pub mod datagen;
pub mod iterations;
pub mod kernels;
pub mod label;
pub mod model;
pub mod parity;
pub mod people;
pub mod probcut;
pub mod puzzles;
pub mod records;
pub mod samples;
mod searched;
pub mod text;
pub mod trainer;
pub mod tuning;
mod workers;
