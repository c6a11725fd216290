//! Files of games: each as plain values, from which Python makes its own.

use std::collections::HashMap;
use std::io::BufReader;
use std::mem::replace;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::board::write_board;
use bianca_records::record::format::FileFormat;
use bianca_records::record::line::read_line;
use bianca_records::record::reader::{FileEntry, GameReader, OpenError};
use bianca_records::record::tree::GameTree;
use bianca_records::record::writer::write_game;
use bianca_rules::othello::Move;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::input::Input;
use crate::notes::{Said, note, refused, said};

/// A turn: that before it (0 is the start, 1 the first turn), the move, and what is noted of it.
type Turn = (usize, String, Said);

/// Texts about a game by their names, and the turns of its tree.
type Told<'py> = (Bound<'py, PyDict>, Vec<Turn>);

/// How often a thread looks whether it is its turn, and whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(2);

/// The games of a file, one after the other, in memory that does not grow with the file.
///
/// What is no game is a ValueError with its place; the next call goes on behind it.
#[pyclass(module = "bianca._rules", frozen)]
pub struct GameFile {
    path: PathBuf,
    reader: Mutex<Turns>,
}

type Reader = GameReader<BufReader<Input>>;

/// Whose turn it is to read. Nobody holds the lock while Python runs or the file is read.
enum Turns {
    /// Nobody reads.
    Free(Box<Reader>),
    /// This thread does.
    Read(ThreadId),
    /// There is nothing left.
    Over,
}

#[pymethods]
impl GameFile {
    /// Reads `file`, which was opened by `path` for bytes without a buffer; it has `length` bytes
    /// if it lies on a disk.
    #[new]
    #[pyo3(signature = (path, file, length=None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        file: Py<PyAny>,
        length: Option<u64>,
    ) -> PyResult<GameFile> {
        let input = Input::new(file);
        let reader = py.detach(|| GameReader::of_file(&path, input, length, None));
        let reader = reader.map_err(|error| match error {
            OpenError::File { error, .. } => PyErr::from(error),
            OpenError::Names(error) => PyOSError::new_err(error.to_string()),
        })?;
        let reader = Mutex::new(Turns::Free(Box::new(reader)));
        Ok(GameFile { path, reader })
    }

    fn __iter__(this: Py<GameFile>) -> Py<GameFile> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Told<'py>>> {
        let Some(entry) = self.entry(py)? else {
            return Ok(None);
        };
        let game = entry.game.map_err(|error| {
            PyValueError::new_err(format!("{}: {}: {error}", self.path.display(), entry.place))
        })?;
        told(py, &game).map(Some)
    }
}

impl GameFile {
    /// Reads on, after other threads that do so.
    fn entry(&self, py: Python<'_>) -> PyResult<Option<FileEntry>> {
        let here = thread::current().id();
        let mut reader = loop {
            let mut turns = self.turns();
            match replace(&mut *turns, Turns::Read(here)) {
                Turns::Free(reader) => break reader,
                other => *turns = other,
            }
            match &*turns {
                Turns::Over => return Ok(None),
                Turns::Read(user) if *user == here => {
                    return Err(PyValueError::new_err("this thread reads the file already"));
                }
                _ => {}
            }
            drop(turns);
            py.check_signals()?;
            py.detach(|| thread::sleep(GLANCE));
        };
        // Should reading panic, others are not kept waiting.
        let back = Back(self);
        let (entry, reader) = py.detach(move || (reader.next().transpose(), reader));
        // An input that failed has nothing more, and what is at its end is closed.
        if matches!(entry, Ok(Some(_))) {
            back.give(reader);
        }
        Ok(entry?)
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader that was taken and is to come back; without it there is nothing left.
struct Back<'a>(&'a GameFile);

impl Back<'_> {
    fn give(self, reader: Box<Reader>) {
        *self.0.turns() = Turns::Free(reader);
    }
}

impl Drop for Back<'_> {
    fn drop(&mut self) {
        let mut turns = self.0.turns();
        if matches!(&*turns, Turns::Read(_)) {
            *turns = Turns::Over;
        }
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
    let mut places = HashMap::from([(tree.root(), 0)]);
    for node in tree.walk().skip(1) {
        // The parent was met before its children.
        let parent = tree.parent(node).and_then(|parent| places.get(&parent));
        let parent = parent.copied().unwrap_or_default();
        if let Some((_, mv)) = tree.turn(node) {
            turns.push((parent, mv.to_string(), said(tree.note(node))));
            places.insert(node, turns.len());
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

/// A game as text in a format, which has a name or the extension of a file. Other threads go on.
#[pyfunction]
pub fn format_game(about: &Bound<'_, PyDict>, turns: Vec<Turn>, format: &str) -> PyResult<String> {
    let text = |name: &str| -> PyResult<String> {
        let value = about.get_item(name)?;
        value.map_or(Ok(String::new()), |value| value.extract())
    };
    let format: FileFormat = format.parse().map_err(refused)?;
    let start = read_line(&text("start")?).map_err(refused)?;
    let game = AnnotatedGame {
        black: text("black")?,
        white: text("white")?,
        event: text("event")?,
        place: text("place")?,
        round: text("round")?,
        date: text("date")?,
        comment: text("comment")?,
        ..start.unwrap_or_default()
    };
    about.py().detach(move || written(game, turns, format))
}

fn written(mut game: AnnotatedGame, turns: Vec<Turn>, format: FileFormat) -> PyResult<String> {
    let (position, to_move) = game.game.start();
    let mut tree = GameTree::new(position, to_move);
    let mut nodes = vec![tree.root()];
    for (parent, mv, said) in turns {
        let parent = nodes.get(parent).copied();
        let parent = parent.ok_or_else(|| PyValueError::new_err("a turn before its parent"))?;
        let mv: Move = mv.parse().map_err(refused)?;
        let node = tree.add(parent, mv).map_err(refused)?;
        *tree.note_mut(node) = note(said)?;
        nodes.push(node);
    }
    game.set_tree(&tree);
    write_game(&game, format).map_err(refused)
}
