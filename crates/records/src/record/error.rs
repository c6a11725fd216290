//! Why a text is not a game, and why a game has no place in a format.

use thiserror::Error;

use super::FileFormat;
use super::board::BoardError;
use super::obf::ObfError;
use super::transcript::{NotAMove, as_written};
use bianca_rules::othello::{Color, Move, Square, TurnError, first_move};
use bianca_system::foreign::is_unsafe;

/// Why a text is not a game of Othello in its format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text breaks the format.
    #[error("line {line}: {expected} expected, found {found}")]
    Syntax {
        /// Counted from 1, within the game.
        line: usize,
        /// What the format asks for.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A game of something else.
    #[error("GM[{0}] is another game than Othello")]
    OtherGame(String),
    /// Othello by other rules.
    #[error("[{0}] is anti-Othello, which the side with fewer discs wins; Bianca does not play it")]
    OtherRules(String),
    /// A board of another size.
    #[error("a board of size {0}, not 8")]
    OtherSize(String),
    /// A value that is no square, move or colour.
    #[error("{property}[{value}] is not {expected}")]
    BadValue {
        /// The property's name.
        property: String,
        /// Its value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The board is set up anew in the middle of the game.
    #[error("{0} sets up the board in the middle of the game")]
    LateSetup(String),
    /// The start of the game cannot be read.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The line is no problem.
    #[error(transparent)]
    Problem(#[from] ObfError),
    /// A word is no move.
    #[error(transparent)]
    Transcript(#[from] NotAMove),
    /// The rules do not allow a move.
    #[error("move {number}: {error}")]
    Illegal {
        /// Counted from 1, passes included if they are written.
        number: usize,
        /// The move and whose it is.
        error: TurnError,
    },
    /// A word that is read as a pass, where the side to move need not pass.
    #[error("move {number}: illegal move: {word} for {color} (a square twice is a pass)")]
    IllegalWord {
        /// Counted from 1.
        number: usize,
        /// As it is written.
        word: String,
        /// Whose move it would be.
        color: Color,
    },
    /// A number in a database that is no move.
    #[error("move {number}: {code} is not a square (11 to 88)")]
    BadCode {
        /// Counted from 1.
        number: usize,
        /// The number.
        code: u8,
    },
    /// The text or the database ends within a game.
    #[error("the file ends within the game")]
    Truncated,
    /// The database has not as many games as it says.
    #[error("the file ends after {found} of {expected} games")]
    Missing {
        /// How many games it says it has.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// The first line of a table names no column with moves.
    #[error("the first line names no column with the moves (transcript, moves or game_moves)")]
    NoMoves,
    /// A value of JSON that is broken.
    #[error("this JSON is broken: {0}")]
    BrokenJson(String),
    /// An object of JSON has a name twice, with different values.
    #[error("this JSON has {0} twice, with different values")]
    TwiceInJson(String),
    /// A value of JSON in which no moves are found.
    #[error(
        "this JSON has no moves that are known as such (transcript, moves, game_moves, kifu), only {0}"
    )]
    NoMovesInJson(String),
    /// Two boards beside the moves of one game.
    #[error("the game has two starts: {one} is {board}, {two} is {other}")]
    TwoStarts {
        /// The name of the one.
        one: String,
        /// Its squares.
        board: String,
        /// The name of the other.
        two: String,
        /// Its squares.
        other: String,
    },
    /// What is wrong with moves that start from a board which stands beside them.
    #[error("{error}, on the board that stands at {name}")]
    FromStart {
        /// The name of the board.
        name: String,
        /// What is wrong.
        error: Box<ReadError>,
    },
    /// A number or another word says whose turn it is, and the moves do not tell what it means.
    #[error(
        "whose turn it is at {0} is not clear (black, white, X or O), and either side could make the \
         moves"
    )]
    UnclearSide(String),
    /// JSON where another format was to be read.
    #[error("this is JSON; open it as a file (bianca convert reads the games of servers in JSON)")]
    Json,
    /// Several games where one was to be read.
    #[error("{0} games, where one is meant")]
    SeveralGames(usize),
    /// The boards in a file are not those that its moves lead to.
    #[error("move {0}: the board after it is not the one that the file shows")]
    OtherBoard(usize),
    /// A line that is nothing known.
    #[error(
        "'{0}' is no game: a line is moves (f5d6c3), a board (64 squares, then X or O), or a game \
         of GGF or SGF"
    )]
    NoLine(String),
    /// Something stands where no game is.
    #[error("'{0}' is no game")]
    NoGame(String),
    /// The number of a move on a square of a board that is drawn.
    #[error(
        "'{word}' at {square} is no disc; the numbers of moves are read from a drawing of the usual \
         start with every number from 1 up, and nothing else"
    )]
    NumberOnBoard {
        /// What stands there.
        word: String,
        /// The square.
        square: Square,
    },
    /// Bytes that hold no games at all.
    #[error("{0}")]
    Unreadable(String),
    /// A game is longer than any game can be.
    #[error("longer than {0} bytes")]
    TooLong(usize),
    /// The variations of a game have more turns than are kept.
    #[error("more than {0} turns in variations")]
    TooManyTurns(usize),
    /// A variation stands where there is no move that it is another for.
    #[error("a variation without a move before it")]
    NoMoveBefore,
    /// A problem scores a move that cannot be made.
    #[error("{0} is scored, but is not legal here")]
    IllegalScored(Move),
}

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The format is only read.
    #[error("{0} is only read, not written")]
    ReadOnly(FileFormat),
    /// Transcripts do not say where a game starts.
    #[error("a transcript cannot hold a start that is not the standard one")]
    OtherStart,
    /// A transcript without a move is an empty line, which is no game.
    #[error("a transcript needs a move")]
    NoMove,
}

/// An error of moves with the word that was written, where that is not seen from the move.
pub(super) fn as_typed(error: ReadError, text: &str) -> ReadError {
    let ReadError::Illegal {
        number,
        error: TurnError::Illegal {
            mv: Move::Pass,
            color,
        },
    } = error
    else {
        return error;
    };
    match as_written(text, number) {
        Some(word) if first_move(word).is_some_and(|(mv, _)| mv != Move::Pass) => {
            let word = word.to_owned();
            ReadError::IllegalWord {
                number,
                word,
                color,
            }
        }
        _ => error,
    }
}

/// Enough of a value for a message, on one line.
pub(super) fn short(value: &str) -> String {
    value.chars().filter(|c| !is_unsafe(*c)).take(20).collect()
}
