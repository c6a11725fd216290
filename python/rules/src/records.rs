//! Files of games: each as plain values, from which Python makes its own.

use std::path::PathBuf;

use bianca::othello::Move;
use bianca::record::annotated::AnnotatedGame;
use bianca::record::board::write_board;
use bianca::record::format::FileFormat;
use bianca::record::line::read_line;
use bianca::record::reader::GameReader;
use bianca::record::tree::GameTree;
use bianca::record::writer::write_game;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A turn: that before it (0 is the start, 1 the first turn), the move, and what is said of it.
type Turn = (usize, String, String);

/// Texts about a game by their names, and the turns of its tree.
type Told<'py> = (Bound<'py, PyDict>, Vec<Turn>);

/// All games of a file; ValueError with its place at the first that cannot be read.
#[pyfunction]
pub fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Told<'_>>> {
    let reader = GameReader::open(&path, None).map_err(|e| PyOSError::new_err(e.to_string()))?;
    let mut games = Vec::new();
    for entry in reader {
        py.check_signals()?;
        let entry = entry?;
        let game = entry.game.map_err(|error| {
            PyValueError::new_err(format!("{}: {}: {error}", path.display(), entry.place))
        })?;
        games.push(told(py, &game)?);
    }
    Ok(games)
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
            turns.push((parent, mv.to_string(), tree.note(node).comment.clone()));
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
    for (parent, mv, comment) in turns {
        let parent = nodes.get(parent).copied();
        let parent = parent.ok_or_else(|| PyValueError::new_err("a turn before its parent"))?;
        let mv: Move = mv.parse().map_err(|error| refused(&error))?;
        let node = tree.add(parent, mv).map_err(|error| refused(&error))?;
        tree.note_mut(node).comment = comment;
        nodes.push(node);
    }
    game.set_tree(&tree);
    write_game(&game, format).map_err(|error| refused(&error))
}
