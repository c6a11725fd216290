//! What can be asked of Bianca, whatever the dialect.

use std::time::Duration;

use super::edax::order::ConsoleOrder;
use super::order::{Order, Start};
use super::xboard::XBoardOrder;
use bianca_play::analysis::AnalysisPlan;
use bianca_play::training::item::{Deck, ItemId};
use bianca_rules::othello::{Color, Square};
use bianca_search::request::{ClockReading, LearntScore, Limits, Purpose, Request, Score};
use bianca_system::language::Language;

/// A command with its arguments. Moves and boards are still words: only the game that is being
/// played can read them.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The program's name.
    Name,
    /// The program's version.
    Version,
    /// The end of the session.
    Quit,
    /// Something that what is on the table obeys at once.
    Obey(Order),
    /// A game that starts anew.
    Start(Start),
    /// One move or a whole transcript, for a side or for the side to move.
    Play {
        /// Whose (first) move it is.
        color: Option<Color>,
        /// The moves.
        moves: String,
        /// How long the (last) move took, if the client says so.
        time: Option<Duration>,
    },
    /// The game that starts at this board, or as it always does, and has these moves.
    SetPosition {
        /// Where it starts.
        board: Option<String>,
        /// What was played since.
        moves: String,
    },
    /// Find a move.
    Choose(Box<Choose>),
    /// Something with a file of games.
    File(FileOrder),
    /// Search the position and play nothing.
    Go(Request),
    /// Search and report what is found while it is found, until the next line.
    Analyze(Request),
    /// Judge every move of the game, the last one first, and tell each as soon as it is judged.
    Review(ReviewOrder),
    /// Judge the moves of one side or of both, and say how strong who made them is.
    Rate(RateOrder),
    /// Say what people would play in the position.
    People(PeopleOrder),
    /// Something with training.
    Train(Box<TrainOrder>),
    /// End a running search.
    Stop,
    /// End a running search, forget its answer, and give this number back.
    Ping(i64),
    /// Give this number back once all that was asked before is done.
    Pong(i64),
    /// Say when all that was asked before is done; a search that runs does not count.
    Sync,
    /// Say whether a search runs.
    IsBusy,
    /// Say how far the running search has come.
    Progress,
    /// End the running search and forget what was asked after it.
    Abort,
    /// Search a position that belongs to no game, within a window.
    Probe(Box<Probe>),
    /// Remember what the client knows of a position.
    Learned(Box<Fed>),
    /// Something that only XBoard's protocol has.
    XBoard(XBoardOrder),
    /// A line of Edax's console.
    Console(ConsoleOrder),
    /// Go to the end of a game that is written in GGF; its clocks are those of this one.
    ReadGame(String),
    /// How many plies to search in the midgame, as far as there are levels.
    SetDepth(u32),
    /// Take the game into the book, which is told before and after it.
    Learn,
    /// Something with the opening book.
    Book(BookOrder),
    /// Something that GoGui shows on its board.
    Show(BoardView),
    /// Something that a board without rules of its own asks of them.
    Rules(Order),
    /// Explain the position, or a move of the side to move with the reason in a language.
    Explain(Option<String>, Language),
    /// Count the paths of so many plies.
    Perft(u32),
    /// How long the processors have worked for us.
    CpuTime,
    /// Something with the options.
    Option(OptionOrder),
}

impl Command {
    /// Whether it is about the position that the client means, so that no other may do.
    pub fn is_about_the_position(&self) -> bool {
        matches!(
            self,
            Command::Choose(_)
                | Command::Go(_)
                | Command::Analyze(_)
                | Command::Review(_)
                | Command::Rate(_)
                | Command::People(_)
                | Command::Learn
                | Command::Play { .. }
                | Command::Obey(_)
        )
    }
}

/// What is done with files of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOrder {
    /// Replace the game by one from a file of any format.
    Load {
        /// Where the file is.
        path: String,
        /// Which of its games, from 1.
        number: usize,
    },
    /// Replace the game by one from a file of SGF, up to `moves` moves.
    LoadSgf {
        /// Where the file is.
        path: String,
        /// How many of its moves to play; all if `None`.
        moves: Option<usize>,
    },
    /// Write the game to a file, in the format of its name.
    Save(String),
    /// The game as SGF, or a file of it.
    Sgf(Option<String>),
}

/// What is done with the opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookOrder {
    /// Say what it knows of the position.
    Moves,
    /// Take the game into it, and say what that has brought.
    Add,
    /// Write its file anew with all that was learned.
    Store,
}

/// What is done with options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionOrder {
    /// List all.
    All,
    /// List all, as GoGui's dialog wants them.
    Dialog,
    /// Say one option's value.
    Show(String),
    /// Change an option.
    Set {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
}

/// A search of a position that belongs to no game.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The position: 64 squares, a blank, the side to move.
    pub board: String,
    /// The scores that are told apart; see [`Request`].
    pub window: (Score, Score),
    /// Plies to search; to the end of the game if `None`.
    pub depth: Option<u32>,
    /// How sure the search must be, in percent of its cuts.
    pub confidence: u8,
}

/// How the moves of a game are to be judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReviewOrder {
    /// The level of the searches; that of the player if `None`.
    pub level: Option<u32>,
    /// What else there is to know.
    pub plan: AnalysisPlan,
}

/// Whose moves of a game are to be judged for a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateOrder {
    /// The side; both if `None`.
    pub color: Option<Color>,
    /// Whether the game is put to those that were judged before.
    pub adds: bool,
    /// How many turns from the start nobody chose; as many as its file shows if `None`.
    pub given: Option<usize>,
}

/// Which people are asked about, and how that is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeopleOrder {
    /// Their rating, one of [`RATINGS`](bianca_play::people::crowd::RATINGS).
    pub rating: u16,
    /// Whether the answer is a line of JSON.
    pub as_json: bool,
}

/// Something with training, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainOrder {
    /// What is to be done.
    pub task: TrainTask,
    /// In seconds since 1970; the system's clock if `None`.
    pub at: Option<i64>,
    /// Minutes by which the clock of who trains is before UTC.
    pub zone: i64,
    /// The language of who trains.
    pub language: Language,
    /// Whether the answer was given after a hint.
    pub hint: bool,
}

/// What is done with training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainTask {
    /// Take in lines of a log, one behind the other.
    Take(String),
    /// Say what is asked next, of a deck or of all.
    Next(Option<Deck>),
    /// Say the puzzle of a day, which is counted from 1970-01-01.
    Daily(i64),
    /// Say an exercise.
    Show(ItemId),
    /// Judge the last of these moves.
    Try(ItemId, Vec<Square>),
    /// Judge it, and count it as the answer.
    Answer(ItemId, Vec<Square>),
    /// Make an exercise of a move in the position on the table, which is from a source.
    Add(Square, String),
    /// Make exercises of an opening for a side.
    Opening(Color, String),
    /// Say which openings have names.
    Openings,
    /// Ask an exercise no more.
    Drop(ItemId),
    /// Say how the reader stands.
    Progress,
    /// Say all lines of the log.
    Lines,
}

/// What a client knows of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Fed {
    /// The position.
    pub board: String,
    /// What its score is between.
    pub bounds: LearntScore,
    /// What is played there, as far as the client knows.
    pub line: String,
}

/// How a move is to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Choose {
    /// For which side; for the side to move if `None`.
    pub color: Option<Color>,
    /// Whether the move is to be played.
    pub plays: bool,
    /// What ends the search besides the clock.
    pub limits: Limits,
    /// Which clock it goes by.
    pub clock: ClockUsed,
    /// Whether it is a move of a game, for which the opening book may answer and the player's skill
    /// counts.
    pub purpose: Purpose,
}

/// The clock that a move is found by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ClockUsed {
    /// None.
    #[default]
    None,
    /// The one that the session keeps.
    Kept,
    /// The one of these that belongs to the side to move.
    Given {
        /// Black's.
        black: Option<ClockReading>,
        /// White's.
        white: Option<ClockReading>,
    },
}

/// What a search finds, as GoGui shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardView {
    /// Every move's score on its square.
    Evaluations,
    /// The expected moves.
    BestLine,
    /// The score of the position.
    Score,
}
