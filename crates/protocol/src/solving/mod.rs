//! Exact results of endings in batches, line by line: what `bianca solve` does.
//!
//! A line gives a position ([`lines`]), a search its score, and the row that is written ([`row`])
//! says whether the two agree ([`check`]). Invariant: no line, however wrong, spoils another. Knows
//! no command line, and not what a person sees meanwhile.

pub mod check;
pub mod edax;
pub mod lines;
pub mod row;
pub mod stream;

#[cfg(test)]
mod tests;
