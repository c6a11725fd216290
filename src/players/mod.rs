//! Those who answer: engines behind the waist, each built over what it thinks with.

pub mod othello;
