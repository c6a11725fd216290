//! Moves as Python says them: names of squares or their numbers, 0 is a1, 63 is h8, 64 is a pass.

use bianca_rules::othello::{Color, Move, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// The number of a pass.
const PASS: usize = 64;

/// The names of the squares and `pass`, made once.
static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();

fn names(py: Python<'_>) -> &'static [Py<PyString>] {
    NAMES.get_or_init(py, || {
        let squares = Square::all().map(|square| square.to_string());
        let all = squares.chain(["pass".to_owned()]);
        all.map(|name| PyString::intern(py, &name).unbind())
            .collect()
    })
}

/// The name of a move, which is made once.
pub fn name<'py>(py: Python<'py>, mv: Move) -> Bound<'py, PyString> {
    names(py)[number(mv)].bind(py).clone()
}

/// The number of a move.
pub fn number(mv: Move) -> usize {
    mv.square().map_or(PASS, Square::index)
}

/// Two letters as a square, the way that needs no reader.
pub fn named(text: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    Some(Square::at(file - b'a', rank - b'1'))
}

/// The move of a number, of whatever kind; `None` if the value is none.
///
/// # Errors
/// ValueError if it is the number of no move.
pub fn numbered(value: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
    let none = || PyValueError::new_err(format!("{value} is no square: 0 to 63, or 64 for a pass"));
    match value.extract::<i64>() {
        Ok(64) => Ok(Some(Move::Pass)),
        Ok(number @ 0..64) => Ok(Some(Move::Place(Square::from_low_bits(number as u32)))),
        Ok(_) => Err(none()),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        Err(_) => Err(none()),
    }
}

/// A move by its name or its number.
///
/// # Errors
/// TypeError if it is neither a text nor a number, ValueError if it is no move.
pub fn any_move(value: &Bound<'_, PyAny>) -> PyResult<Move> {
    let Ok(text) = value.cast::<PyString>() else {
        let mv = numbered(value)?;
        return mv.ok_or_else(|| PyTypeError::new_err("a move is a text or a number"));
    };
    let text = text.to_cow()?;
    let mv = named(&text).map(Move::Place);
    let mv = mv.map_or_else(|| text.parse(), Ok);
    mv.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A square by its name or its number.
///
/// # Errors
/// Those of [`any_move`], and ValueError if it is a pass.
pub fn one_square(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    let mv = any_move(value)?;
    mv.square()
        .ok_or_else(|| PyValueError::new_err("a pass is no square"))
}

/// A side by its name.
///
/// # Errors
/// ValueError if it is none.
pub fn color(side: &str) -> PyResult<Color> {
    match side {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(PyValueError::new_err(format!(
            "'{side}' is not black or white"
        ))),
    }
}
