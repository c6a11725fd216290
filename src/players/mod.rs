//! Those who answer: engines behind the waist, each built over what it thinks with.

pub mod classic;
pub mod lobby;
pub mod othello;
