//! The log of a reader's training, line by line.
//!
//! Each line is a JSON object with a [checksum](bianca_records::log::checksum): an exercise that
//! was taken in, an answer, an exercise that is to be asked no more, or a game that was looked at.
//! A file of them begins with [`HEADER`], as an export of the page does. Invariant: a line reads
//! back as what it was written from; two lines of the same text are one.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::item::{Item, ItemError, ItemId, ItemRow, squares_of};
use super::schedule::Grade;
use bianca_records::log::checksum::{ChecksumError, read_line, write_line};
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Color, OthelloGame, Square};
use bianca_system::foreign::excerpt;

/// The first line of a file, without its line break.
pub const HEADER: &str = "{\"bianca_training\":1}";

/// Seconds since 1970 beyond which no moment is: the end of the year 9999.
pub const LATEST: i64 = 253_402_300_799;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// When, in seconds since 1970.
    pub at: i64,
    /// What.
    pub event: Event,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An exercise was taken in.
    Taken(Box<Item>),
    /// An exercise was answered.
    Answered(Answered),
    /// An exercise is to be asked no more.
    Dropped(ItemId),
    /// All moves of a side in a game were looked at.
    Looked(Looked),
}

/// Whose moves of which game were looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Looked {
    /// The game, as [`Looked::of`] writes it.
    game: String,
    side: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// To which exercise.
    pub id: ItemId,
    /// The moves that were made from its position on, the opponent's among them.
    pub moves: Vec<Square>,
    /// Whether it was right.
    pub right: bool,
    /// Whether there was a hint before it.
    pub hint: bool,
}

impl Looked {
    /// A side's moves in a game.
    pub fn of(game: &OthelloGame, side: Color) -> Looked {
        let (position, to_move) = game.start();
        let moves = game.turns().iter().filter_map(|(_, mv)| mv.square());
        let moves: String = moves.map(|square| square.to_string()).collect();
        let is_usual = (position, to_move) == OthelloGame::new().start();
        let game = if is_usual {
            moves
        } else {
            format!("{} {moves}", write_board(position, to_move))
        };
        let side = side.to_string();
        Looked { game, side }
    }
}

impl Answered {
    /// How well the exercise was remembered.
    pub fn grade(&self) -> Grade {
        match (self.right, self.hint) {
            (false, _) => Grade::Again,
            (true, true) => Grade::Hard,
            (true, false) => Grade::Good,
        }
    }
}

/// Why a line is none of a log.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is not as it was written.
    #[error(transparent)]
    Checksum(#[from] ChecksumError),
    /// Its exercise is none.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// Its moves are none.
    #[error("'{0}' are no moves")]
    Moves(String),
    /// Its time is none.
    #[error("{0} is no time in seconds since 1970")]
    Time(i64),
}

/// A line as it is written.
#[derive(Serialize, Deserialize)]
struct Row {
    at: i64,
    #[serde(flatten)]
    event: EventRow,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EventRow {
    Exercise(ItemRow),
    Answer(AnswerRow),
    Drop(String),
    Looked(Looked),
}

#[derive(Serialize, Deserialize)]
struct AnswerRow {
    id: String,
    moves: String,
    right: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    hint: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Line {
    /// The line as text, without its line break.
    pub fn text(&self) -> String {
        let event = match &self.event {
            Event::Taken(item) => EventRow::Exercise(ItemRow::from(&**item)),
            Event::Answered(answered) => EventRow::Answer(AnswerRow {
                id: answered.id.to_string(),
                moves: answered.moves.iter().map(Square::to_string).collect(),
                right: answered.right,
                hint: answered.hint,
            }),
            Event::Dropped(id) => EventRow::Drop(id.to_string()),
            Event::Looked(looked) => EventRow::Looked(looked.clone()),
        };
        let row = Row { at: self.at, event };
        // Texts, numbers and lists of them are always JSON.
        let bytes = write_line(&row).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it was changed since it was written, or says something else.
    pub fn parse(text: &str) -> Result<Line, LineError> {
        let row: Row = read_line(text.trim().as_bytes())?;
        if !(0..=LATEST).contains(&row.at) {
            return Err(LineError::Time(row.at));
        }
        let event = match row.event {
            EventRow::Exercise(item) => Event::Taken(Box::new(Item::try_from(&item)?)),
            EventRow::Answer(answer) => Event::Answered(Answered {
                id: answer.id.parse()?,
                moves: squares_of(&answer.moves)
                    .ok_or_else(|| LineError::Moves(excerpt(&answer.moves)))?,
                right: answer.right,
                hint: answer.hint,
            }),
            EventRow::Drop(id) => Event::Dropped(id.parse()?),
            EventRow::Looked(looked) => Event::Looked(looked),
        };
        Ok(Line { at: row.at, event })
    }
}
