//! What is asked: a position, the moves that are right in it, and what it is about.
//!
//! Invariant: every move of an exercise is legal in its position, and at least one is right. Its
//! [id](ItemId) is the position itself, up to the symmetries of the board, so that the same mistake
//! made again is the same exercise. When it is asked, nothing here knows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::analysis::same_by_symmetry;
use crate::puzzles::PuzzleKind;
use crate::strategy::reason::ReasonKind;
use bianca_records::record::board::{BoardError, parse_board, write_board};
use bianca_rules::othello::{Bitboard, Color, Position, Square, Symmetry};
use bianca_system::foreign::{excerpt, is_unsafe};

/// Bytes of a text beside an exercise, such as where it is from.
const LONGEST_TEXT: usize = 200;

/// What an exercise is among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deck {
    /// The reader's own mistakes, and hard moves that were right.
    Mistakes,
    /// Puzzles.
    Puzzles,
    /// Openings to know by heart.
    Openings,
}

/// What an exercise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A mistake of the reader's.
    Mistake,
    /// A position in which the reader found a hard move.
    Sound,
    /// A puzzle.
    Puzzle(PuzzleKind),
    /// A move of an opening.
    Opening,
}

/// Which exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId {
    /// Where it belongs.
    pub deck: Deck,
    own: u64,
    opp: u64,
}

/// A move and what it is worth to the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Where the disc is put.
    pub square: Square,
    /// In discs.
    pub score: f64,
}

/// An exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is about.
    pub kind: ItemKind,
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
    /// How the position was reached from the usual start without the passes, if that is known.
    pub moves: Vec<Square>,
    /// Where the last disc was put, if that is known.
    pub last: Option<Square>,
    /// The moves that are right, best first.
    pub right: Vec<Worth>,
    /// The wrong move that it is about: the mistake, or the one that people play most.
    pub wrong: Option<Worth>,
    /// The move that the reader played.
    pub played: Option<Square>,
    /// Whether the scores are exact.
    pub exact: bool,
    /// Why the wrong move is wrong.
    pub theme: Option<ReasonKind>,
    /// How hard a puzzle is.
    pub rating: Option<u16>,
    /// Where it is from; may be empty.
    pub source: String,
    /// The opening's name; may be empty.
    pub name: String,
}

/// Why something is no exercise.
#[derive(Debug, Error)]
pub enum ItemError {
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A word that is to be a move is none, or none here.
    #[error("'{0}' is no move here")]
    Move(String),
    /// No kind of exercise.
    #[error("'{0}' is no kind of exercise")]
    Kind(String),
    /// No kind of reason.
    #[error("'{0}' is no theme")]
    Theme(String),
    /// No id.
    #[error("'{0}' is no exercise's id")]
    Id(String),
    /// No move is right.
    #[error("no move is right")]
    NothingRight,
    /// A score that is no number of discs.
    #[error("a score is beyond 64 discs")]
    Score,
}

impl Deck {
    /// All of them.
    pub const ALL: [Deck; 3] = [Deck::Mistakes, Deck::Puzzles, Deck::Openings];

    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Deck::Mistakes => "mistakes",
            Deck::Puzzles => "puzzles",
            Deck::Openings => "openings",
        }
    }

    /// The deck of this name.
    pub fn named(name: &str) -> Option<Deck> {
        Deck::ALL.into_iter().find(|deck| deck.name() == name)
    }

    /// What its exercises' ids begin with.
    const fn letter(self) -> char {
        match self {
            Deck::Mistakes => 'm',
            Deck::Puzzles => 'p',
            Deck::Openings => 'o',
        }
    }
}

impl ItemKind {
    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            ItemKind::Mistake => "mistake",
            ItemKind::Sound => "sound",
            ItemKind::Puzzle(kind) => kind.name(),
            ItemKind::Opening => "opening",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<ItemKind> {
        let others = [ItemKind::Mistake, ItemKind::Sound, ItemKind::Opening];
        let found = others.into_iter().find(|kind| kind.name() == name);
        found.or_else(|| PuzzleKind::named(name).map(ItemKind::Puzzle))
    }

    /// What it is among.
    pub const fn deck(self) -> Deck {
        match self {
            ItemKind::Mistake | ItemKind::Sound => Deck::Mistakes,
            ItemKind::Puzzle(_) => Deck::Puzzles,
            ItemKind::Opening => Deck::Openings,
        }
    }
}

impl ItemId {
    /// That of a position in a deck.
    pub fn of(deck: Deck, position: Position) -> ItemId {
        let (least, _) = Symmetry::canonical(position);
        ItemId {
            deck,
            own: least.own.0,
            opp: least.opp.0,
        }
    }

    /// Not behind any of a deck.
    pub(super) fn first(deck: Deck) -> ItemId {
        ItemId {
            deck,
            own: 0,
            opp: 0,
        }
    }

    /// The position that it is about, up to symmetries.
    pub fn position(self) -> Option<Position> {
        Position::new(Bitboard(self.own), Bitboard(self.opp))
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.deck.letter();
        write!(f, "{letter}{:016x}{:016x}", self.own, self.opp)
    }
}

impl FromStr for ItemId {
    type Err = ItemError;

    fn from_str(text: &str) -> Result<ItemId, ItemError> {
        let read = || {
            let deck = Deck::ALL.into_iter();
            let (deck, digits) = deck
                .filter_map(|deck| Some((deck, text.strip_prefix(deck.letter())?)))
                .next()?;
            let is_plain =
                digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let (own, opp) = digits.split_at_checked(16).filter(|_| is_plain)?;
            let number = |digits| u64::from_str_radix(digits, 16).ok();
            let position = Position::new(Bitboard(number(own)?), Bitboard(number(opp)?))?;
            Some(ItemId::of(deck, position))
        };
        read().ok_or_else(|| ItemError::Id(excerpt(text)))
    }
}

impl Item {
    /// One about a position, of which nothing else is known.
    pub fn new(kind: ItemKind, position: Position, to_move: Color, right: Vec<Worth>) -> Item {
        Item {
            kind,
            position,
            to_move,
            moves: Vec::new(),
            last: None,
            right,
            wrong: None,
            played: None,
            exact: false,
            theme: None,
            rating: None,
            source: String::new(),
            name: String::new(),
        }
    }

    /// Its id.
    pub fn id(&self) -> ItemId {
        ItemId::of(self.kind.deck(), self.position)
    }

    /// Whether a move is among those that are right, or the mirror image of one.
    pub fn is_right(&self, square: Square) -> bool {
        let mut right = self.right.iter();
        right.any(|right| same_by_symmetry(self.position, right.square, square))
    }

    /// Takes over what another exercise about the same position adds: who errs where he was right
    /// before has a mistake to learn from, and further moves of openings are right as well.
    pub(super) fn learn(&mut self, other: &Item) {
        match (self.kind, other.kind) {
            (ItemKind::Sound, ItemKind::Mistake) => *self = other.clone(),
            (ItemKind::Opening, ItemKind::Opening) => {
                let [(_, own), (_, theirs)] =
                    [self, other].map(|item| Symmetry::canonical(item.position));
                for worth in &other.right {
                    let square = own.inverse().square(theirs.square(worth.square));
                    if !self.is_right(square) {
                        self.right.push(Worth { square, ..*worth });
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether it is played on until the game is over.
    pub fn is_played_out(&self) -> bool {
        self.kind == ItemKind::Puzzle(PuzzleKind::Ending)
    }
}

/// An exercise as a line of the log has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemRow {
    kind: String,
    /// The board and the side to move.
    position: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    right: Vec<(String, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wrong: Option<(String, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    exact: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
}

/// Hundredths of a disc are as fine as a score is kept.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0 + 0.0
}

/// A text beside an exercise: one line, not too long.
pub(super) fn kept_text(text: &str) -> String {
    // What begins a comment would cut a line of the protocol short.
    let kept = text.chars().filter(|c| !is_unsafe(*c) && *c != '#');
    let mut kept: String = kept.collect();
    kept.truncate(kept.floor_char_boundary(LONGEST_TEXT));
    kept.trim().to_owned()
}

impl From<&Item> for ItemRow {
    fn from(item: &Item) -> ItemRow {
        let worth = |worth: &Worth| (worth.square.to_string(), rounded(worth.score));
        ItemRow {
            kind: item.kind.name().to_owned(),
            position: write_board(item.position, item.to_move),
            moves: item.moves.iter().map(Square::to_string).collect(),
            last: item.last.map(|square| square.to_string()),
            right: item.right.iter().map(worth).collect(),
            wrong: item.wrong.as_ref().map(worth),
            played: item.played.map(|square| square.to_string()),
            exact: item.exact,
            theme: item.theme.map(|theme| theme.name().to_owned()),
            rating: item.rating,
            source: kept_text(&item.source),
            name: kept_text(&item.name),
        }
    }
}

impl TryFrom<&ItemRow> for Item {
    type Error = ItemError;

    fn try_from(row: &ItemRow) -> Result<Item, ItemError> {
        let (position, to_move) = parse_board(&row.position)?;
        let no_move = |word: &str| ItemError::Move(excerpt(word));
        let any = |word: &String| word.parse::<Square>().map_err(|_| no_move(word));
        let legal = |word: &String| {
            let square = any(word)?;
            let is_legal = position.moves().contains(square);
            is_legal.then_some(square).ok_or_else(|| no_move(word))
        };
        let worth = |(word, score): &(String, f64)| {
            let square = legal(word)?;
            let is_score = score.abs() <= 64.0;
            let worth = Worth {
                square,
                score: *score,
            };
            is_score.then_some(worth).ok_or(ItemError::Score)
        };
        let theme = row
            .theme
            .as_ref()
            .map(|name| ReasonKind::named(name).ok_or_else(|| ItemError::Theme(excerpt(name))));
        let kind = ItemKind::named(&row.kind);
        let right = row.right.iter().map(worth);
        let right = right.collect::<Result<Vec<_>, _>>()?;
        if right.is_empty() {
            return Err(ItemError::NothingRight);
        }
        let moves = squares_of(&row.moves).ok_or_else(|| no_move(&row.moves))?;
        Ok(Item {
            kind: kind.ok_or_else(|| ItemError::Kind(excerpt(&row.kind)))?,
            position,
            to_move,
            moves,
            last: row.last.as_ref().map(any).transpose()?,
            right,
            wrong: row.wrong.as_ref().map(worth).transpose()?,
            played: row.played.as_ref().map(legal).transpose()?,
            exact: row.exact,
            theme: theme.transpose()?,
            rating: row.rating,
            source: kept_text(&row.source),
            name: kept_text(&row.name),
        })
    }
}

/// The squares that a word is made of, two letters each; `None` if it is not.
pub fn squares_of(word: &str) -> Option<Vec<Square>> {
    let bytes = word.as_bytes();
    let pairs = bytes.chunks(2);
    let moves = pairs.map(|pair| str::from_utf8(pair).ok()?.parse().ok());
    moves.collect()
}
