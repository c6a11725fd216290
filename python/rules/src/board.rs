//! A game of Othello as Python's programs hold it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bianca_records::record::board::write_board;
use bianca_records::record::position::parse_position;
use bianca_records::record::rows::write_rows;
use bianca_records::record::transcript::{parse_transcript, refusal, replay, write_transcript};
use bianca_rules::othello::perft::{PassRule, perft};
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square, Symmetry};
use bianca_search::search::endgame::Solver;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::picture::picture;

/// Empty squares up to which the solver is asked: most take hundredths of a second.
const SOLVABLE: u32 = 16;

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

fn name<'py>(py: Python<'py>, mv: Move) -> Bound<'py, PyString> {
    let at = mv.square().map_or(64, Square::index);
    names(py)[at].bind(py).clone()
}

/// Two letters as a square, the way that needs no reader.
fn square(text: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    Some(Square::at(file - b'a', rank - b'1'))
}

fn one_square(text: &str) -> PyResult<Square> {
    let mv = square(text).map(Move::Place);
    let mv = mv.map_or_else(|| text.parse(), Ok);
    let mv = mv.map_err(|error| PyValueError::new_err(error.to_string()))?;
    mv.square()
        .ok_or_else(|| PyValueError::new_err("a pass is no square"))
}

fn color(side: &str) -> PyResult<Color> {
    match side {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(PyValueError::new_err(format!(
            "'{side}' is not black or white"
        ))),
    }
}

/// The exact result of a position, by `Board.solve`.
///
/// >>> import bianca
/// >>> board = bianca.Board("XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X")
/// >>> board.solve().move, board.solve().score
/// ('a4', 10)
#[pyclass(module = "bianca", frozen, get_all)]
pub struct Solution {
    /// Discs for the side to move, empty squares to the winner.
    score: i32,
    /// Best moves to the end of the game.
    pv: Vec<String>,
    /// Positions visited.
    nodes: u64,
}

#[pymethods]
impl Solution {
    /// The best move; None after the end of the game.
    #[getter]
    fn r#move(&self) -> Option<&String> {
        self.pv.first()
    }

    fn __repr__(&self) -> String {
        let pv = self.pv.join(" ");
        format!(
            "Solution(score={}, pv='{pv}', nodes={})",
            self.score, self.nodes
        )
    }
}

/// A game of Othello with its rules, without a process: a position and the moves that led to it.
///
/// `Board()` is the start of the game, and so is an empty text. A text is a position or a
/// transcript, in any form that files have; a sequence of moves is a game. Boards are equal if the
/// same side is to move in the same position. Bits of numbers are squares: 0 is a1, 1 is b1, 63 is
/// h8.
///
/// >>> from bianca import Board
/// >>> board = Board("f5d6")
/// >>> board.play("c3")
/// >>> board.history, board.to_move, board.count("black")
/// (['f5', 'd6', 'c3'], 'white', 5)
/// >>> board.legal()[:2], board.result()
/// (['d3', 'f3'], None)
#[pyclass(module = "bianca", name = "Board")]
#[derive(Clone)]
pub struct Board {
    game: OthelloGame,
}

impl Board {
    fn key(&self) -> (Position, bool) {
        (self.game.position(), self.game.to_move() == Color::Black)
    }

    fn of_text(text: &str) -> PyResult<Board> {
        let game = parse_position(text);
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Board { game })
    }

    fn at(position: Position, color: Color) -> Board {
        Board {
            game: OthelloGame::from_position(position, color),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let mut board = Board {
            game: OthelloGame::new(),
        };
        match text {
            None => {}
            Some(text) => match text.cast::<PyString>() {
                Ok(text) => board = Board::of_text(text.to_cow()?.as_ref())?,
                Err(_) => board.play(text)?,
            },
        }
        Ok(board)
    }

    /// A position by its discs and the side to move.
    #[staticmethod]
    #[pyo3(signature = (black, white, to_move="black"))]
    fn of_bits(black: u64, white: u64, to_move: &str) -> PyResult<Board> {
        let color = color(to_move)?;
        let (own, opp) = color.select((black, white), (white, black));
        let position = Position::new(Bitboard(own), Bitboard(opp));
        let position = position.ok_or_else(|| PyValueError::new_err("a square has two discs"))?;
        Ok(Board::at(position, color))
    }

    /// Black's discs as bits.
    #[getter]
    fn black(&self) -> u64 {
        self.game.position_for(Color::Black).own.0
    }

    /// White's discs as bits.
    #[getter]
    fn white(&self) -> u64 {
        self.game.position_for(Color::White).own.0
    }

    /// The empty squares as bits.
    #[getter]
    fn empty(&self) -> u64 {
        self.game.position().empty().0
    }

    /// How many squares are empty.
    #[getter]
    fn empties(&self) -> u32 {
        self.game.position().empties()
    }

    /// Whose turn it is, "black" or "white"; after the end, whose it would be.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.game.to_move().select("black", "white")
    }

    /// The moves that were played, passes included.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.game.turns().iter().map(|&(_, mv)| name(py, mv)))
    }

    /// The legal moves: "pass" if that is the only one, none after the end.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let position = self.game.position();
        let moves = position.moves();
        if moves.is_empty() && position.must_pass() {
            return PyList::new(py, [name(py, Move::Pass)]);
        }
        let list = PyList::empty(py);
        for square in moves {
            list.append(name(py, Move::Place(square)))?;
        }
        Ok(list)
    }

    /// The squares that the side to move may take, as bits.
    #[getter]
    fn legal_bits(&self) -> u64 {
        self.game.position().moves().0
    }

    /// Whether a move, or "pass", is legal.
    fn is_legal(&self, r#move: &str) -> PyResult<bool> {
        let mv = square(r#move).map(Move::Place);
        let mv: Move = mv
            .map_or_else(|| r#move.parse(), Ok)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(self.game.position().play(mv).is_ok())
    }

    /// The discs that a legal move turns, as bits; 0 if it turns none.
    fn flips(&self, r#move: &str) -> PyResult<u64> {
        let square = one_square(r#move)?;
        let position = self.game.position();
        let is_empty = position.empty().contains(square);
        Ok(if is_empty {
            position.flips(square).0
        } else {
            0
        })
    }

    /// Plays a move, a pass, a transcript or a sequence of moves; passes may be left out. ValueError
    /// if one is illegal; then none is played.
    fn play(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = moves.cast::<PyString>() {
            return self.play_text(text.to_cow()?.as_ref());
        }
        let mut all = Vec::new();
        for mv in moves
            .try_iter()
            .map_err(|_| PyTypeError::new_err("moves are texts"))?
        {
            all.push(mv?.extract::<String>()?);
        }
        self.play_text(&all.join(" "))
    }

    /// Takes moves back. ValueError if there are not so many; then none is.
    #[pyo3(signature = (moves=1))]
    fn undo(&mut self, moves: i64) -> PyResult<()> {
        let played = self.game.turns().len();
        if !usize::try_from(moves).is_ok_and(|moves| moves <= played) {
            let error = format!("cannot undo {moves} of {played} moves");
            return Err(PyValueError::new_err(error));
        }
        for _ in 0..moves {
            let undone = self.game.undo();
            undone.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(())
    }

    /// Whether the side to move has to pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.game.position().must_pass()
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Black's result, empty squares to the winner; None while the game goes on.
    fn result(&self) -> Option<i32> {
        self.game
            .is_over()
            .then(|| self.game.final_score_for_black())
    }

    /// How many discs a side has.
    fn count(&self, side: &str) -> PyResult<u32> {
        Ok(self.game.position_for(color(side)?).own.count())
    }

    /// What stands on a square: "black", "white" or None.
    fn __getitem__(&self, at: &str) -> PyResult<Option<&'static str>> {
        let square = one_square(at)?;
        let black = self.game.position_for(Color::Black);
        Ok(match () {
            () if black.own.contains(square) => Some("black"),
            () if black.opp.contains(square) => Some("white"),
            () => None,
        })
    }

    /// The same game, which goes its own way.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// The position in which the history begins.
    fn root(&self) -> Board {
        let (position, color) = self.game.start();
        Board::at(position, color)
    }

    /// The position in its eight symmetries, as it is first, without a history.
    fn symmetries(&self) -> Vec<Board> {
        let (position, color) = (self.game.position(), self.game.to_move());
        let images = Symmetry::all().map(|symmetry| symmetry.position(position));
        images.map(|image| Board::at(image, color)).collect()
    }

    /// The one of the eight that stands for all, the same for each of them.
    fn canonical(&self) -> Board {
        let (position, _) = Symmetry::canonical(self.game.position());
        Board::at(position, self.game.to_move())
    }

    /// The moves as one word, passes included: "f5d6c3".
    fn transcript(&self) -> String {
        write_transcript(self.game.turns().iter().map(|&(_, mv)| mv))
    }

    /// 64 squares from a1 to h8 and the side to move, as `Engine.set_board` takes them.
    #[getter]
    fn text(&self) -> String {
        write_board(self.game.position(), self.game.to_move())
    }

    /// Rows from the top with numbers of empty squares, and the side to move, as chess has them.
    fn fen(&self) -> String {
        write_rows(self.game.position(), self.game.to_move())
    }

    /// How many paths of so many moves there are, a pass being a move.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        let position = self.game.position();
        py.detach(|| perft(position, depth, PassRule::OnePly))
    }

    /// The exact result, with up to 16 empty squares; ValueError with more. Other threads go on.
    fn solve(&self, py: Python<'_>) -> PyResult<Solution> {
        let position = self.game.position();
        if position.empties() > SOLVABLE {
            let error = format!(
                "{} squares are empty, more than {SOLVABLE}",
                position.empties()
            );
            return Err(PyValueError::new_err(error));
        }
        Ok(py.detach(|| {
            let mut solver = Solver::new();
            let score = solver.solve(position, -64, 64);
            let line = solver.best_line(position, score);
            Solution {
                score,
                pv: line.iter().map(Move::to_string).collect(),
                nodes: solver.nodes,
            }
        }))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast::<Board>() {
            Ok(other) => (self.key() == other.borrow().key()).into_py_any(py),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    /// Of the position now: a board that is a key must not be played on.
    fn __hash__(&self) -> u64 {
        // Without a seed, so that it is the same in each run.
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.fen())
    }

    fn __str__(&self) -> String {
        let mut drawn = String::from("  a b c d e f g h\n");
        let black = self.game.position_for(Color::Black);
        for square in Square::all() {
            if square.file() == 0 {
                drawn += &(square.rank() + 1).to_string();
            }
            drawn += match () {
                () if black.own.contains(square) => " X",
                () if black.opp.contains(square) => " O",
                () if self.game.position().moves().contains(square) => " +",
                () => " .",
            };
            if square.file() == 7 {
                drawn.push('\n');
            }
        }
        drawn + self.to_move() + " to move"
    }

    /// Pickles keep the history.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let this = slf.borrow();
        let restore = slf.get_type().getattr("_of")?;
        Ok((restore, (this.root().text(), this.transcript())))
    }

    /// A position and the moves from there on.
    #[staticmethod]
    fn _of(start: &str, moves: &str) -> PyResult<Board> {
        let mut board = Board::of_text(start)?;
        board.play_text(moves)?;
        Ok(board)
    }

    /// The board as a picture of so many pixels, with the legal moves and the last one marked.
    #[pyo3(signature = (size=320))]
    fn svg(&self, size: u32) -> String {
        picture(&self.game, size)
    }

    fn _repr_svg_(&self) -> String {
        picture(&self.game, 320)
    }
}

impl Board {
    fn play_text(&mut self, text: &str) -> PyResult<()> {
        let played = match square(text) {
            Some(square) if self.game.play(Move::Place(square)).is_ok() => return Ok(()),
            Some(square) => replay(&mut self.game, &[Move::Place(square)]),
            None => {
                let moves = parse_transcript(text);
                let moves = moves.map_err(|error| PyValueError::new_err(error.to_string()))?;
                replay(&mut self.game, &moves)
            }
        };
        played.map_err(|error| PyValueError::new_err(refusal(&error, text)))
    }
}
