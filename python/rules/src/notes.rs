//! What is noted of a turn, as plain values: Python's `Node` has the same under these names.
//!
//! Invariant: a note that is taken is one that the formats can write; others are a ValueError.

use std::fmt::Display;
use std::time::Duration;

use bianca_records::record::annotated::{Mark, Note, Shape};
use bianca_search::request::Score;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A mark: its square, the name of its shape, and its text if it has one.
type Marked = (String, String, String);

/// Comment, score in discs, depth, seconds, judgements by their numbers, marks.
pub type Said = (
    String,
    Option<f64>,
    Option<u32>,
    Option<f64>,
    Vec<u32>,
    Vec<Marked>,
);

/// What a note says.
pub fn said(note: &Note) -> Said {
    (
        note.comment.clone(),
        note.score.map(Score::discs),
        note.depth,
        note.time.map(|time| time.as_secs_f64()),
        note.glyphs.iter().copied().map(u32::from).collect(),
        note.marks.iter().map(marked).collect(),
    )
}

fn marked(mark: &Mark) -> Marked {
    let (shape, text) = match &mark.shape {
        Shape::Triangle => ("triangle", ""),
        Shape::Square => ("square", ""),
        Shape::Circle => ("circle", ""),
        Shape::Cross => ("cross", ""),
        Shape::Label(text) => ("label", text.as_str()),
    };
    (mark.square.to_string(), shape.to_owned(), text.to_owned())
}

/// The note that says this.
pub fn note(said: Said) -> PyResult<Note> {
    let (comment, score, depth, seconds, glyphs, marks) = said;
    let is_score = |discs: &f64| discs.abs() <= 64.0;
    if let Some(discs) = score.filter(|discs| !is_score(discs)) {
        return Err(refused(format!("no score in discs: {discs}")));
    }
    let glyph =
        |number| u8::try_from(number).map_err(|_| refused(format!("no judgement: {number}")));
    Ok(Note {
        comment,
        score: score.map(Score::from_fraction),
        depth,
        time: seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(refused)?,
        glyphs: glyphs.into_iter().map(glyph).collect::<PyResult<_>>()?,
        marks: marks.into_iter().map(mark).collect::<PyResult<_>>()?,
    })
}

fn mark((square, shape, text): Marked) -> PyResult<Mark> {
    let shape = match shape.as_str() {
        "triangle" => Shape::Triangle,
        "square" => Shape::Square,
        "circle" => Shape::Circle,
        "cross" => Shape::Cross,
        "label" => Shape::Label(text),
        _ => return Err(refused(format!("no shape of a mark: {shape}"))),
    };
    let square = square.parse().map_err(refused)?;
    Ok(Mark { square, shape })
}

/// What Python is told of an error.
pub fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
