//! Exercises out of openings: in each position of a line the move that goes on with it.
//!
//! A line is a name that openings have, or moves from the usual start. Behind a name's moves it
//! goes on by the built-in book on the reader's side, and by what people play there on the other.
//! Invariant: what is made follows from the line and the side alone.

use std::collections::HashSet;

use thiserror::Error;

use super::item::{Item, ItemKind, Worth, rounded};
use crate::book::error::BookError;
use crate::book::moves::moves_of;
use crate::book::store::Store;
use crate::people::openings::Openings;
use bianca_records::opening::line_named;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};
use bianca_system::foreign::excerpt;

/// Plies behind a name's moves.
const BEHIND: usize = 8;

/// The share of people who answer so, from which on an answer is asked about.
const SHARE: f32 = 0.15;

/// The most exercises of one name.
const MOST: usize = 60;

/// Discs by which a book's move may be worse than its best one and is right as well.
const AS_GOOD: f64 = 0.5;

/// Why something is no opening.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// Neither a name nor moves.
    #[error("'{0}' is neither an opening's name nor moves from the start")]
    Unknown(String),
    /// The side never moves in it.
    #[error("{0} has no move in '{1}'")]
    NoMove(Color, String),
    /// The book is broken.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// A position on the way, and how it was reached.
struct Place {
    position: Position,
    side: Color,
    moves: Vec<Square>,
}

/// The exercises of an opening for a side, those first that come first in a game.
///
/// # Errors
/// If it is none, or the side has no move in it.
pub fn exercises(side: Color, words: &str) -> Result<Vec<Item>, OpeningError> {
    let unknown = || OpeningError::Unknown(excerpt(words));
    let (line, name) = match line_named(words) {
        Some(line) => (line, words.trim().to_owned()),
        None => (words, String::new()),
    };
    let mut game = OthelloGame::new();
    crate::game::Game::play(&mut game, None, line).map_err(|_| unknown())?;
    if game.turns().is_empty() {
        return Err(unknown());
    }
    let mut place = Place::start();
    let mut items = Vec::new();
    for (_, mv) in game.turns() {
        let Some(square) = mv.square() else {
            place = place.passed();
            continue;
        };
        if place.side == side {
            let right = vec![Worth { square, score: 0.0 }];
            items.push(place.item(right, &name));
        }
        place = place.after(square);
    }
    if !name.is_empty() {
        grow(place, side, &name, &mut items)?;
    }
    if items.is_empty() {
        return Err(OpeningError::NoMove(side, excerpt(words)));
    }
    scored(&mut items)?;
    Ok(items)
}

/// Goes on behind the moves of a name, ply by ply.
fn grow(start: Place, side: Color, name: &str, items: &mut Vec<Item>) -> Result<(), OpeningError> {
    let book = Store::built_in();
    let last = start.moves.len() + BEHIND;
    let mut seen = HashSet::new();
    let mut places = vec![start];
    while let Some(place) = (!places.is_empty()).then(|| places.remove(0)) {
        if place.moves.len() >= last || items.len() >= MOST || !seen.insert(place.position) {
            continue;
        }
        if place.position.must_pass() {
            places.push(place.passed());
            continue;
        }
        if place.side != side {
            places.extend(answers(place.position).map(|square| place.after(square)));
            continue;
        }
        let known = moves_of(&book, place.position)?;
        let scored = known.iter().filter(|mv| !mv.is_leaf);
        let best = scored.clone().map(|mv| mv.score.discs()).reduce(f64::max);
        let Some(best) = best else { continue };
        let right = scored.filter(|mv| best - mv.score.discs() <= AS_GOOD);
        let right: Vec<Worth> = right
            .map(|mv| Worth {
                square: mv.square,
                score: rounded(mv.score.discs()),
            })
            .collect();
        places.extend(right.first().map(|first| place.after(first.square)));
        items.push(place.item(right, name));
    }
    Ok(())
}

/// What people answer often enough.
fn answers(position: Position) -> impl Iterator<Item = Square> {
    let counts = Openings::embedded().counts(position);
    let all: f32 = counts.iter().sum();
    let moves = position.moves().into_iter().zip(counts);
    moves.filter_map(move |(square, count)| (count > 0.0 && count >= SHARE * all).then_some(square))
}

/// Gives moves of a line the scores that the built-in book has for them.
fn scored(items: &mut [Item]) -> Result<(), OpeningError> {
    let book = Store::built_in();
    for item in items {
        let known = moves_of(&book, item.position)?;
        for right in &mut item.right {
            let found = known.iter().find(|mv| mv.square == right.square);
            if let Some(found) = found {
                right.score = rounded(found.score.discs());
            }
        }
    }
    Ok(())
}

impl Place {
    fn start() -> Place {
        let game = OthelloGame::new();
        Place {
            position: game.position(),
            side: game.to_move(),
            moves: Vec::new(),
        }
    }

    fn after(&self, square: Square) -> Place {
        let mut moves = self.moves.clone();
        moves.push(square);
        Place {
            position: self.position.play_unchecked(square),
            side: !self.side,
            moves,
        }
    }

    fn passed(&self) -> Place {
        Place {
            position: self.position.make_unchecked(Move::Pass),
            side: !self.side,
            moves: self.moves.clone(),
        }
    }

    fn item(&self, right: Vec<Worth>, name: &str) -> Item {
        Item {
            moves: self.moves.clone(),
            last: self.moves.last().copied(),
            name: name.to_owned(),
            ..Item::new(ItemKind::Opening, self.position, self.side, right)
        }
    }
}
