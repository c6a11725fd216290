//! How the model of people's moves is fitted to games of tournaments.
//!
//! [`games`] reads and divides them, [`ratings`] finds how strong their players are from their
//! results, [`samples`] makes of their moves what the model sees, [`seen`] keeps that in a
//! file, [`fit`] fits it and [`examine`] says how well it foretells moves that it has not seen.
//! [`agreement`] says how often it names the move that was played, beside plain levels.
//! [`strengths`] examines how well the strength of people is told from their moves. Nothing here
//! prints.

pub mod agreement;
pub mod examine;
pub mod fit;
pub mod games;
pub mod ratings;
pub mod samples;
pub mod seen;
pub mod strengths;
