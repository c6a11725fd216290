//! What can be asked of Bianca, whatever the dialect.

use std::time::Duration;

use super::edax::order::ConsoleOrder;
use super::question::{Question, Start};
use super::xboard::XBoardOrder;
use crate::analysis::AnalysisPlan;
use crate::games::drawing::TreeFormat;
use crate::games::search::Method;
use crate::language::Language;
use crate::othello::Color;
use crate::request::{ClockReading, LearntScore, Limits, Purpose, Request, Score};
use crate::tabletop::{TimeLeft, TimeSettings};

/// A command with its arguments. Moves and boards are still words: only the game that is being
/// played can read them.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The version of the protocol.
    ProtocolVersion,
    /// The program's name.
    Name,
    /// The program's version.
    Version,
    /// Whether a command of this name exists.
    KnownCommand(String),
    /// The names of all commands.
    ListCommands,
    /// What the commands do, or one of them in full.
    Help(Option<String>),
    /// The end of the session.
    Quit,
    /// Squares along an edge of the board.
    BoardSize(u32),
    /// Something that the game alone answers.
    Ask(Question),
    /// A game that starts anew.
    Start(Start),
    /// Compensation for white, which Othello does not have.
    Komi(Komi),
    /// A board and the side to move.
    SetBoard(String),
    /// One move or a whole transcript, for a side or for the side to move.
    Play {
        /// Whose (first) move it is.
        color: Option<Color>,
        /// The moves.
        moves: String,
        /// How long the (last) move took, if the client says so.
        time: Option<Duration>,
    },
    /// Several moves, each with its side: all of them or none.
    PlaySequence(Vec<(Color, String)>),
    /// The game that starts at this board, or as it always does, and has these moves.
    SetPosition {
        /// Where it starts.
        board: Option<String>,
        /// What was played since.
        moves: String,
    },
    /// Find a move.
    Choose(Box<Choose>),
    /// Take back so many moves.
    Undo(u32),
    /// Play again so many moves that were taken back.
    Redo(u32),
    /// How much time a game has.
    TimeSettings(TimeSettings),
    /// How much time a side has left.
    TimeLeft(TimeLeft),
    /// Start the game of this name, which may have arguments.
    SetGame(String),
    /// The names of the games.
    ListGames,
    /// The result of a game that is over.
    FinalScore(Option<Color>),
    /// Replace the game by one from a file of any format.
    LoadGame {
        /// Where the file is.
        path: String,
        /// Which of its games, from 1.
        number: usize,
    },
    /// Write the game to a file, in the format of its name.
    SaveGame(String),
    /// Replace the game by one from a file, up to `moves` moves.
    LoadSgf {
        /// Where the file is.
        path: String,
        /// How many of its moves to play; all if `None`.
        moves: Option<usize>,
    },
    /// The game as SGF, or a file of it.
    PrintSgf(Option<String>),
    /// The legal moves of a side, or of the side to move.
    Legal(Option<Color>),
    /// Search the position and play nothing.
    Go(Request),
    /// Search and report what is found while it is found, until the next line.
    Analyze(Request),
    /// Judge every move of the game, the last one first, and tell each as soon as it is judged.
    Review(ReviewOrder),
    /// What the last search for a move has found.
    LastSearch,
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
    Learned {
        /// The position.
        board: String,
        /// What its score is between.
        bounds: LearntScore,
        /// What is played there, as far as the client knows.
        line: String,
    },
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
    /// What the book knows of the position.
    Book,
    /// Take the game into the book, and say what that has brought.
    BookAdd,
    /// Write the book's file anew with all that was learned.
    BookStore,
    /// Whether the game is over.
    IsOver,
    /// Whether it is this side's turn.
    IsTurnOf(Color),
    /// Who has won.
    Outcome,
    /// The position, row by row.
    Rows,
    /// What GoGui can show on its board and in its menus.
    AnalyzeCommands,
    /// Something that GoGui shows on its board.
    Show(BoardView),
    /// All options, as GoGui's dialog wants them.
    Parameters,
    /// Something that a board without rules of its own asks of them.
    Rules(RulesQuery),
    /// The static evaluation.
    Eval,
    /// Explain the position, or a move of the side to move with the reason in a language.
    Explain(Option<String>, Language),
    /// Draw the tree of a search to the end of the game.
    Tree(Method, TreeFormat),
    /// Count the paths of so many plies.
    Perft(u32),
    /// How long the processors have worked for us.
    CpuTime,
    /// A game that starts from these discs, each with its side.
    SetUp(Vec<(Color, String)>),
    /// The same board as the game's start, with this side to move.
    SetUpPlayer(Color),
    /// All options.
    Options,
    /// One option's value.
    ShowOption(String),
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
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
                | Command::Learn
                | Command::Play { .. }
                | Command::IsOver
                | Command::IsTurnOf(_)
                | Command::Outcome
                | Command::Rows
        )
    }
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

/// What GoGui asks an engine that it takes the rules from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesQuery {
    /// The game's name.
    GameName,
    /// Squares along an edge of the board.
    BoardSize,
    /// The discs.
    Board,
    /// The colours of the squares.
    Colors,
    /// How many discs each side has.
    Counts,
    /// The side to move.
    SideToMove,
    /// Its legal moves.
    LegalMoves,
    /// The result, once the game is over.
    FinalResult,
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

/// A komi, kept only as proof that it was a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Komi(pub f64);
