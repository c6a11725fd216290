//! What Bianca answers, whatever the dialect.

use std::time::Duration;

use thiserror::Error;

use bianca_play::game::GameError;
use bianca_play::games::drawing::TooLarge;
use bianca_play::games::moves::GameMove;
use bianca_play::player::catalogue::CatalogueError;
use bianca_play::player::{OptionError, OptionInfo, PlayerError};
use bianca_rules::othello::Color;
use bianca_search::request::{Report, Score};
use bianca_search::search::TableTooLarge;
use bianca_system::foreign::excerpt;

/// The answer to a command that was obeyed.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing to say.
    Done,
    /// Text for people or a single word; lines are parted by `\n`, none is empty.
    Text(String),
    /// Text that is drawn and must start on a line of its own.
    Drawing(String),
    /// The board of the game, drawn as well.
    Board(String),
    /// The engine's name, perhaps with its strength: one word.
    Name(String),
    /// All before is done; the number is that of the [`Ping`](super::Command::Ping).
    Pong(i64),
    /// All before is done.
    Synced,
    /// The session ends.
    Bye,
    /// A search runs.
    Busy,
    /// How far the running search had come when it was last heard of, and for how long it runs.
    Progress {
        /// Positions visited.
        nodes: u64,
        /// Since it began.
        elapsed: Duration,
        /// Plies.
        depth: u32,
        /// Moves to choose from.
        moves: usize,
    },
    /// What the engine can do, as XBoard wants to know it.
    Features,
    /// What might be played.
    Hint(GameMove),
    /// The game is over, told to a client whose colours are letters.
    Ended {
        /// Black's result in points.
        black: i32,
        /// Whether the client calls our black white.
        first_is_white: bool,
    },
    /// The game was taken for learning.
    Learned,
    /// Black's result in points, or `None` while the game is not over.
    Outcome(Option<i32>),
    /// Yes or no.
    Truth(bool),
    /// The move that was chosen.
    Move {
        /// The move.
        mv: GameMove,
        /// What the search thought of it; `None` if there was nothing to search.
        found: Option<Report<GameMove>>,
    },
    /// The position, row by row.
    Rows(String),
    /// Moves, of which there may be none.
    Moves(Vec<GameMove>),
    /// Moves as GoGui compares them: squares in capitals, `pass` not.
    Points(Vec<GameMove>),
    /// Black's result in points.
    Result(i32),
    /// A count of paths.
    Count(u64),
    /// What a search found, best line first.
    Analysis(Vec<Report<GameMove>>),
    /// What a search found, to be shown as scores on squares.
    Labels(Vec<Report<GameMove>>),
    /// What a search found, to be shown as a score for this side.
    Estimate(Color, Report<GameMove>),
    /// A static evaluation.
    Evaluation(Score),
    /// Options with their values.
    Options(Vec<OptionInfo>),
    /// Options with their values, to be shown in a dialog.
    Parameters(Vec<OptionInfo>),
}

/// Why a command was not obeyed. Each message starts with GTP's standard words where it has any
/// and names what was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// There is no such command.
    #[error("unknown command: {0}")]
    UnknownCommand(String),
    /// There is no such command, but one that is written nearly so.
    #[error("unknown command: {word} (did you mean {meant}?)")]
    Misspelt {
        /// What was written.
        word: String,
        /// The command's name.
        meant: &'static str,
    },
    /// What another program does here and Bianca elsewhere: the command and what to do instead.
    #[error("{0}")]
    Elsewhere(String),
    /// The first word of a client that speaks something else.
    #[error(
        "unknown command: {0} (not spoken here: GTP is, NBoard after 'nboard 2', UGI after 'ugi', \
         XBoard after 'xboard', Cassio after 'ENGINE-PROTOCOL init', Edax by 'bianca -edax')"
    )]
    OtherProtocol(String),
    /// A line that is not of the protocol that is spoken.
    #[error("unknown protocol: {0}")]
    UnknownProtocol(String),
    /// What a client knows of a position cannot be read.
    #[error("feed-hash: {0}")]
    NotFed(String),
    /// A position that cannot be read, of a client that wants no reason.
    #[error("illegal position")]
    IllegalPosition,
    /// A move that is none or against the rules, of a client that wants no reason.
    #[error("illegal move: {0}")]
    MoveRefused(String),
    /// A command that makes no sense now.
    #[error("not possible now: {0}")]
    NotNow(String),
    /// The line breaks the command's grammar; the text names the word.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// The line is a number, which is that of a command in GTP.
    #[error("syntax error: a command is missing after its number")]
    NumberAlone,
    /// The game's board has another size, or none.
    #[error("unacceptable size: {size} ({game} {})", match of_game {
        Some(size) => format!("is played on {size}"),
        None => "has no square board".to_owned(),
    })]
    UnacceptableSize {
        /// What was asked for.
        size: u32,
        /// The game.
        game: &'static str,
        /// Squares along an edge of its board.
        of_game: Option<usize>,
    },
    /// There is no such game here.
    #[error("unknown game: {0}")]
    UnknownGame(String),
    /// The game refuses.
    #[error(transparent)]
    Game(GameError),
    /// The option keeps its value.
    #[error(transparent)]
    Option(OptionError),
    /// The player finds no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The client has set up something that was refused, and means no other position.
    #[error("there is no position: the last one was refused")]
    NoPosition,
    /// There was no search whose result could be told.
    #[error("the last move of this game was not searched for")]
    NoSearch,
    /// The game has no move that could be judged.
    #[error("there is nothing to review: no move was played")]
    NothingToReview,
    /// The sides that are to be rated had no choice yet.
    #[error("there is nothing to rate: no move was chosen among several")]
    NothingToRate,
    /// The game that is to be rated began with discs in corners.
    #[error("there is nothing to rate: the game began with discs in corners, a handicap")]
    HandicapNotRated,
    /// Nobody is followed.
    #[error("nobody is followed: see the option Follow")]
    NotFollowing,
    /// Memory is short.
    #[error(transparent)]
    TableTooLarge(#[from] TableTooLarge),
    /// The system does not say it.
    #[error("this system does not report the time of its processors")]
    NoCpuTime,
    /// The game is not over.
    #[error("cannot score: the game is not over")]
    NotOver,
    /// This game or player has no such thing.
    #[error("{0} is not possible in this game")]
    NotInThisGame(&'static str),
    /// The tree of a search is too large to draw.
    #[error(transparent)]
    Tree(#[from] TooLarge),
    /// A file cannot be read.
    #[error("cannot load file: {path}: {reason}")]
    CannotLoad {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// There is no file that could learn.
    #[error("the book has no file: make one by bianca book grow and name it by option Book")]
    NoBookFile,
    /// The book cannot be read or written.
    #[error("{0}")]
    Book(String),
    /// It cannot be trained with.
    #[error("{0}")]
    Training(String),
    /// Nobody says what time it is.
    #[error("there is no clock here: say the time as at SECONDS")]
    NoTime,
    /// A file cannot be written.
    #[error("cannot save file: {path}: {reason}")]
    CannotSave {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// It was stopped before what this says, and without that there is no answer.
    #[error("stopped before {0}")]
    Stopped(&'static str),
    /// A bug of ours; the game is as it was.
    #[error("internal error: {0}; the game is unchanged")]
    Internal(String),
}

impl CommandError {
    /// The message for a protocol whose errors are one line.
    pub fn on_one_line(&self) -> String {
        self.to_string().replace('\n', " ")
    }
}

impl From<GameError> for CommandError {
    fn from(error: GameError) -> CommandError {
        match error {
            // Words that are no moves and boards that are none are errors of syntax that only
            // the game could find.
            GameError::NotAMove(_) | GameError::NoMove | GameError::BadBoard(_) => {
                CommandError::Syntax(error.to_string())
            }
            GameError::NotInThisGame(what) => CommandError::NotInThisGame(what),
            other => CommandError::Game(other),
        }
    }
}

impl From<CatalogueError> for CommandError {
    fn from(error: CatalogueError) -> CommandError {
        match error {
            CatalogueError::Game(name) => CommandError::UnknownGame(name),
            other => CommandError::Syntax(other.to_string()),
        }
    }
}

impl From<OptionError> for CommandError {
    fn from(error: OptionError) -> CommandError {
        // Options are any text, as long as a line can be.
        CommandError::Option(match error {
            OptionError::Unknown(name) => OptionError::Unknown(excerpt(&name)),
            OptionError::Misspelt { word, meant } => OptionError::Misspelt {
                word: excerpt(&word),
                meant,
            },
            OptionError::BadValue {
                name,
                value,
                expected,
            } => OptionError::BadValue {
                name,
                value: excerpt(&value),
                expected,
            },
            failed => failed,
        })
    }
}
