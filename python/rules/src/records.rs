//! Files of games: each as plain values, from which Python makes its own.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::board::write_board;
use bianca_records::record::format::FileFormat;
use bianca_records::record::line::read_line;
use bianca_records::record::reader::GameReader;
use bianca_records::record::tree::GameTree;
use bianca_records::record::writer::write_game;
use bianca_rules::othello::Move;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::notes::{Said, note, said};

/// A turn: that before it (0 is the start, 1 the first turn), the move, and what is noted of it.
type Turn = (usize, String, Said);

/// Texts about a game by their names, and the turns of its tree.
type Told<'py> = (Bound<'py, PyDict>, Vec<Turn>);

/// The games of a file, one after the other, in memory that does not grow with the file.
///
/// What is no game is a ValueError with its place; the next call goes on behind it.
#[pyclass(module = "bianca._rules", frozen)]
pub struct GameFile {
    path: PathBuf,
    reader: Mutex<GameReader<BufReader<File>>>,
}

#[pymethods]
impl GameFile {
    #[new]
    fn new(path: PathBuf) -> PyResult<GameFile> {
        let reader =
            GameReader::open(&path, None).map_err(|e| PyOSError::new_err(e.to_string()))?;
        let reader = Mutex::new(reader);
        Ok(GameFile { path, reader })
    }

    fn __iter__(this: Py<GameFile>) -> Py<GameFile> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Told<'py>>> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = reader.next() else {
            return Ok(None);
        };
        let entry = entry?;
        let game = entry.game.map_err(|error| {
            PyValueError::new_err(format!("{}: {}: {error}", self.path.display(), entry.place))
        })?;
        told(py, &game).map(Some)
    }
}

fn told<'py>(py: Python<'py>, game: &AnnotatedGame) -> PyResult<Told<'py>> {
    let tree = game.tree();
    let about = PyDict::new(py);
    let (position, to_move) = game.game.start();
    about.set_item("start", write_board(position, to_move))?;
    for (name, text) in texts(game) {
        about.set_item(name, text)?;
    }
    about.set_item("result", game.result_for_black().map(|score| score.discs()))?;
    let mut turns = Vec::new();
    let mut places = vec![(tree.root(), 0)];
    for node in tree.walk().skip(1) {
        let place =
            |(known, number): &(_, usize)| (Some(*known) == tree.parent(node)).then_some(*number);
        // The parent was met before its children, and mostly just before.
        let parent = places.iter().rev().find_map(place).unwrap_or_default();
        if let Some((_, mv)) = tree.turn(node) {
            turns.push((parent, mv.to_string(), said(tree.note(node))));
            places.push((node, turns.len()));
        }
    }
    Ok((about, turns))
}

fn texts(game: &AnnotatedGame) -> [(&'static str, &String); 7] {
    [
        ("black", &game.black),
        ("white", &game.white),
        ("event", &game.event),
        ("place", &game.place),
        ("round", &game.round),
        ("date", &game.date),
        ("comment", &game.comment),
    ]
}

/// A game as text in a format, which has a name or the extension of a file.
#[pyfunction]
pub fn format_game(about: &Bound<'_, PyDict>, turns: Vec<Turn>, format: &str) -> PyResult<String> {
    let refused = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let text = |name: &str| -> PyResult<String> {
        let value = about.get_item(name)?;
        value.map_or(Ok(String::new()), |value| value.extract())
    };
    let format: FileFormat = format.parse().map_err(|error| refused(&error))?;
    let start = read_line(&text("start")?).map_err(|error| refused(&error))?;
    let mut game = AnnotatedGame {
        black: text("black")?,
        white: text("white")?,
        event: text("event")?,
        place: text("place")?,
        round: text("round")?,
        date: text("date")?,
        comment: text("comment")?,
        ..start.unwrap_or_default()
    };
    let (position, to_move) = game.game.start();
    let mut tree = GameTree::new(position, to_move);
    let mut nodes = vec![tree.root()];
    for (parent, mv, said) in turns {
        let parent = nodes.get(parent).copied();
        let parent = parent.ok_or_else(|| PyValueError::new_err("a turn before its parent"))?;
        let mv: Move = mv.parse().map_err(|error| refused(&error))?;
        let node = tree.add(parent, mv).map_err(|error| refused(&error))?;
        *tree.note_mut(node) = note(said)?;
        nodes.push(node);
    }
    game.set_tree(&tree);
    write_game(&game, format).map_err(|error| refused(&error))
}
