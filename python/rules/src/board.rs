//! A game of Othello as Python's programs hold it.
//!
//! Invariant: nothing of Python runs while a board is locked, so that whatever Python calls
//! meanwhile, on this thread or another, finds the board as it was or as it will be.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bianca_records::record::board::write_board;
use bianca_records::record::position::parse_position;
use bianca_records::record::rows::write_rows;
use bianca_records::record::transcript::{parse_transcript, refusal, replay, write_transcript};
use bianca_rules::othello::perft::{PassRule, perft};
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square, Symmetry};
use bianca_search::search::endgame::Solver;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::moves::{any_move, color, name, named, number, numbered, one_square};
use crate::picture::picture;

/// Empty squares up to which the solver is asked: most take hundredths of a second.
const SOLVABLE: u32 = 16;

/// Plies up to which paths are counted in one go, in a tenth of a second at most.
const COUNTED: u32 = 9;

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

    /// The number of that move: 0 to 63, or 64 for a pass.
    #[getter]
    fn square(&self) -> Option<usize> {
        self.pv.first().and_then(|mv| mv.parse().ok()).map(number)
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
/// transcript, in any form that files have; a sequence of moves is a game, and of a board it is a
/// copy. Boards are equal if the same side is to move in the same position. Squares have numbers: 0
/// is a1, 1 is b1, 63 is h8, and 64 is a pass. They may stand wherever a move may, and are the bits
/// of numbers that are sets.
///
/// >>> from bianca import Board
/// >>> board = Board("f5d6")
/// >>> board.play("c3")
/// >>> board.history, board.to_move, board.count("black")
/// (['f5', 'd6', 'c3'], 'white', 5)
/// >>> board.legal()[:2], board.result()
/// (['d3', 'f3'], None)
/// >>> board.play(19)
/// >>> board.history[-1], board[19], board.legal_squares()[:3]
/// ('d3', 'white', [10, 20, 26])
#[pyclass(module = "bianca", name = "Board", frozen)]
pub struct Board {
    game: Mutex<OthelloGame>,
}

impl Board {
    fn new(game: OthelloGame) -> Board {
        let game = Mutex::new(game);
        Board { game }
    }

    /// The game, for whoever calls nothing of Python as long as he holds it.
    fn game(&self) -> MutexGuard<'_, OthelloGame> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position and the side to move.
    fn now(&self) -> (Position, Color) {
        let game = self.game();
        (game.position(), game.to_move())
    }

    fn position(&self) -> Position {
        self.game().position()
    }

    fn of_black(&self) -> Position {
        self.game().position_for(Color::Black)
    }

    fn moves(&self) -> Vec<Move> {
        self.game().turns().iter().map(|&(_, mv)| mv).collect()
    }

    fn key(&self) -> (Position, bool) {
        let (position, to_move) = self.now();
        (position, to_move == Color::Black)
    }

    fn at(position: Position, color: Color) -> Board {
        Board::new(OthelloGame::from_position(position, color))
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let game = self.game().clone();
        Board::new(game)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None))]
    fn begin(text: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let Some(text) = text else {
            return Ok(Board::new(OthelloGame::new()));
        };
        if let Ok(other) = text.cast::<Board>() {
            return Ok(other.get().clone());
        }
        match text.cast::<PyString>() {
            Ok(text) => Board::of_text(text.to_cow()?.as_ref()),
            Err(_) if numbered(text).is_ok_and(|number| number.is_none()) => {
                let board = Board::new(OthelloGame::new());
                board.play(text)?;
                Ok(board)
            }
            Err(_) => Err(PyTypeError::new_err("a number is no board, but a move")),
        }
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
        self.of_black().own.0
    }

    /// White's discs as bits.
    #[getter]
    fn white(&self) -> u64 {
        self.of_black().opp.0
    }

    /// The empty squares as bits.
    #[getter]
    fn empty(&self) -> u64 {
        self.position().empty().0
    }

    /// How many squares are empty.
    #[getter]
    fn empties(&self) -> u32 {
        self.position().empties()
    }

    /// Whose turn it is, "black" or "white"; after the end, whose it would be.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.now().1.select("black", "white")
    }

    /// The moves that were played, passes included.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.moves().into_iter().map(|mv| name(py, mv)))
    }

    /// Their numbers, 64 for a pass.
    fn history_squares(&self) -> Vec<usize> {
        self.moves().into_iter().map(number).collect()
    }

    /// The legal moves: "pass" if that is the only one, none after the end.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for mv in legal(self.position()) {
            list.append(name(py, mv))?;
        }
        Ok(list)
    }

    /// Their numbers, in rising order: `[64]` if there is only a pass, none after the end.
    fn legal_squares(&self) -> Vec<usize> {
        legal(self.position()).map(number).collect()
    }

    /// The squares that the side to move may take, as bits.
    #[getter]
    fn legal_bits(&self) -> u64 {
        self.position().moves().0
    }

    /// Three planes of 64 bytes, 1 or 0 for each square from a1: the discs of the side to move,
    /// those of the other side, and where the side to move may put one.
    ///
    /// >>> from bianca import Board
    /// >>> planes = Board().planes()
    /// >>> len(planes), [at for at in range(64) if planes[128 + at]]
    /// (192, [19, 26, 37, 44])
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let position = self.position();
        let mut planes = [0; 3 * 64];
        let sets = [position.own, position.opp, position.moves()];
        for (plane, set) in planes.chunks_exact_mut(64).zip(sets) {
            for square in set {
                plane[square.index()] = 1;
            }
        }
        PyBytes::new(py, &planes)
    }

    /// Whether a move, or "pass", is legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = any_move(r#move)?;
        Ok(self.position().play(mv).is_ok())
    }

    /// The discs that a legal move turns, as bits; 0 if it turns none.
    fn flips(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u64> {
        let square = one_square(r#move)?;
        let position = self.position();
        let is_empty = position.empty().contains(square);
        Ok(if is_empty {
            position.flips(square).0
        } else {
            0
        })
    }

    /// Plays a move or a pass by its name or number, a transcript, or a sequence of moves; passes
    /// may be left out. ValueError if one is illegal; then none is played.
    fn play(&self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = moves.cast::<PyString>() {
            return self.play_text(text.to_cow()?.as_ref());
        }
        if let Some(mv) = numbered(moves)? {
            return self.play_moves(&[mv], "");
        }
        let none = || PyTypeError::new_err("moves are texts or numbers");
        let (mut all, mut words) = (Vec::new(), Vec::new());
        for mv in moves.try_iter().map_err(|_| none())? {
            let mv = mv?;
            match mv.cast::<PyString>() {
                Ok(word) => words.push(word.to_cow()?.into_owned()),
                Err(_) => {
                    let mv = numbered(&mv)?.ok_or_else(none)?;
                    all.push(mv);
                    words.push(mv.to_string());
                }
            }
        }
        if all.len() == words.len() {
            return self.play_moves(&all, "");
        }
        self.play_text(&words.join(" "))
    }

    /// Takes moves back. ValueError if there are not so many; then none is.
    #[pyo3(signature = (moves=1))]
    fn undo(&self, moves: i64) -> PyResult<()> {
        let mut game = self.game();
        let played = game.turns().len();
        if !usize::try_from(moves).is_ok_and(|moves| moves <= played) {
            let error = format!("cannot undo {moves} of {played} moves");
            return Err(PyValueError::new_err(error));
        }
        for _ in 0..moves {
            let undone = game.undo();
            undone.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(())
    }

    /// Whether the side to move has to pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.position().must_pass()
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    /// Black's result, empty squares to the winner; None while the game goes on.
    fn result(&self) -> Option<i32> {
        let game = self.game();
        game.is_over().then(|| game.final_score_for_black())
    }

    /// How many discs a side has.
    fn count(&self, side: &str) -> PyResult<u32> {
        let color = color(side)?;
        Ok(self.game().position_for(color).own.count())
    }

    /// What stands on a square, by its name or its number: "black", "white" or None.
    fn __getitem__(&self, at: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let is_number = !at.is_instance_of::<PyString>();
        let square = one_square(at).map_err(|error| {
            if is_number && error.is_instance_of::<PyValueError>(at.py()) {
                // By which Python knows the end of a sequence.
                PyIndexError::new_err(format!("{at} is no square: 0 to 63"))
            } else {
                error
            }
        })?;
        let black = self.of_black();
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
        let (position, color) = self.game().start();
        Board::at(position, color)
    }

    /// The position in its eight symmetries, as it is first, without a history.
    fn symmetries(&self) -> Vec<Board> {
        let (position, color) = self.now();
        let images = Symmetry::all().map(|symmetry| symmetry.position(position));
        images.map(|image| Board::at(image, color)).collect()
    }

    /// The one of the eight that stands for all, the same for each of them.
    fn canonical(&self) -> Board {
        let (position, color) = self.now();
        let (position, _) = Symmetry::canonical(position);
        Board::at(position, color)
    }

    /// The moves as one word, passes included: "f5d6c3".
    fn transcript(&self) -> String {
        write_transcript(self.moves())
    }

    /// 64 squares from a1 to h8 and the side to move, as `Engine.set_board` takes them.
    #[getter]
    fn text(&self) -> String {
        let (position, color) = self.now();
        write_board(position, color)
    }

    /// Rows from the top with numbers of empty squares, and the side to move, as chess has them.
    fn fen(&self) -> String {
        let (position, color) = self.now();
        write_rows(position, color)
    }

    /// How many paths of so many moves there are, a pass being a move. Other threads go on, and
    /// Ctrl-C ends it.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        paths(py, self.position(), depth)
    }

    /// The exact result, with up to 16 empty squares; ValueError with more. Other threads go on.
    fn solve(&self, py: Python<'_>) -> PyResult<Solution> {
        let position = self.position();
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
            Ok(other) => (self.key() == other.get().key()).into_py_any(py),
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
        let (position, color) = self.now();
        let black = color.select(position, position.passed());
        for square in Square::all() {
            if square.file() == 0 {
                drawn += &(square.rank() + 1).to_string();
            }
            drawn += match () {
                () if black.own.contains(square) => " X",
                () if black.opp.contains(square) => " O",
                () if position.moves().contains(square) => " +",
                () => " .",
            };
            if square.file() == 7 {
                drawn.push('\n');
            }
        }
        drawn + color.select("black", "white") + " to move"
    }

    /// Pickles keep the history.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let restore = slf.get_type().getattr("_of")?;
        let this = slf.get().clone();
        Ok((restore, (this.root().text(), this.transcript())))
    }

    /// A position and the moves from there on.
    #[staticmethod]
    fn _of(start: &str, moves: &str) -> PyResult<Board> {
        let board = Board::of_text(start)?;
        board.play_text(moves)?;
        Ok(board)
    }

    /// The board as a picture of so many pixels, with the legal moves and the last one marked.
    #[pyo3(signature = (size=320))]
    fn svg(&self, size: u32) -> String {
        picture(&self.game(), size)
    }

    fn _repr_svg_(&self) -> String {
        picture(&self.game(), 320)
    }
}

impl Board {
    fn of_text(text: &str) -> PyResult<Board> {
        let game = parse_position(text);
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Board::new(game))
    }

    fn play_text(&self, text: &str) -> PyResult<()> {
        if let Some(square) = named(text) {
            return self.play_moves(&[Move::Place(square)], text);
        }
        let moves = parse_transcript(text);
        let moves = moves.map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.play_moves(&moves, text)
    }

    /// Plays all of the moves or none; `text` is what was typed.
    fn play_moves(&self, moves: &[Move], text: &str) -> PyResult<()> {
        let played = match moves {
            &[mv] if self.game().play(mv).is_ok() => return Ok(()),
            _ => replay(&mut self.game(), moves),
        };
        played.map_err(|error| PyValueError::new_err(refusal(&error, text)))
    }
}

/// The moves of a position: a pass if that is the only one, none after the end.
fn legal(position: Position) -> impl Iterator<Item = Move> {
    let moves = position.moves();
    let pass = (moves.is_empty() && position.must_pass()).then_some(Move::Pass);
    moves.into_iter().map(Move::Place).chain(pass)
}

/// How many paths there are, counted in parts between which Ctrl-C is heard.
fn paths(py: Python<'_>, position: Position, depth: u32) -> PyResult<u64> {
    if depth <= COUNTED || position.is_over() {
        return Ok(py.detach(|| perft(position, depth, PassRule::OnePly)));
    }
    py.check_signals()?;
    let mut count: u64 = 0;
    for mv in legal(position) {
        let next = position.play(mv);
        let next = next.map_err(|error| PyValueError::new_err(error.to_string()))?;
        count = count.wrapping_add(paths(py, next, depth - 1)?);
    }
    Ok(count)
}
