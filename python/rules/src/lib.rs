//! The rules for Python: the module `bianca._rules`, without a process.
//!
//! It translates: what a game is and how files are read is the library's. Invariant: nothing here
//! is remembered between calls but what a `Board` holds.

mod board;
mod input;
mod moves;
mod notes;
mod picture;
mod records;

use bianca_records::record::tree::MOST_TURNS;
use pyo3::prelude::*;

/// Bianca's rules of Othello, its files of games and its exact solver.
#[pymodule]
fn _rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<board::Solution>()?;
    module.add_class::<records::GameFile>()?;
    module.add("MOST_TURNS", MOST_TURNS)?;
    module.add_function(wrap_pyfunction!(records::format_game, module)?)
}
