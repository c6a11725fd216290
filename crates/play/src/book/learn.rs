//! Learning games: their positions get into the book, each with a search of its own and with what
//! there was instead of the move played (the book learning of M. Buro, *Toward Opening Book
//! Learning*, ICCA Journal 1999).

use super::entry::{Entry, MOST_LINES, Place};
use super::error::BookError;
use super::grow::set_leaf;
use super::moves::{Entries, Lookup};
use super::score::Scorer;
use super::store::Learner;
use bianca_rules::othello::Position;
use bianca_search::request::StopFlag;

/// Which positions of a game are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The most turns from the start of the game.
    pub turns: usize,
    /// The fewest empty squares: what is nearer to the end is solved in no time.
    pub least_empties: u32,
}

impl Default for Extent {
    fn default() -> Extent {
        Extent {
            turns: 60,
            least_empties: 24,
        }
    }
}

/// What a game has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taught {
    /// Positions that the book did not have.
    pub new: u64,
    /// Positions of the game in the book.
    pub positions: u64,
}

/// A book with entries that are not in it yet.
struct Draft<'a> {
    book: &'a dyn Lookup,
    changed: Entries,
}

impl Lookup for Draft<'_> {
    fn find(&self, position: &Position) -> Result<Option<Entry>, BookError> {
        match self.changed.get(position) {
            Some(entry) => Ok(Some(*entry)),
            None => self.book.find(position),
        }
    }
}

/// Learns the positions of a game, from its last to its first. All of them are kept, or none if
/// `stop` was raised: `None` then.
///
/// # Errors
/// If the book cannot be read or written; it is as it was then.
pub fn learn_game(
    learner: &mut Learner,
    scorer: &mut Scorer,
    positions: &[Position],
    extent: Extent,
    stop: &StopFlag,
) -> Result<Option<Taught>, BookError> {
    let found = lessons(learner.store(), scorer, positions, extent, stop)?;
    let Some((taught, changed)) = found else {
        return Ok(None);
    };
    learner.learn(&changed)?;
    Ok(Some(taught))
}

/// What a game changes in a book, from its last position to its first; `None` if `stop` was raised.
///
/// # Errors
/// If the book cannot be read.
pub fn lessons(
    book: &dyn Lookup,
    scorer: &mut Scorer,
    positions: &[Position],
    extent: Extent,
    stop: &StopFlag,
) -> Result<Option<(Taught, Vec<Entry>)>, BookError> {
    let mut draft = Draft {
        book,
        changed: Entries::new(),
    };
    let mut taught = Taught::default();
    let first = positions.iter().take(extent.turns.saturating_add(1));
    let in_reach = first.filter(|position| position.empties() >= extent.least_empties);
    // A pass leads to the same entry.
    let mut places: Vec<Position> = in_reach
        .filter_map(|one| Some(Place::of(*one)?.position))
        .collect();
    places.dedup();
    for position in places.into_iter().rev() {
        let (mut entry, is_new) = match draft.find(&position)? {
            Some(entry) => (entry, false),
            None => match scorer.score(position, stop) {
                Some(entry) => (entry, true),
                None => return Ok(None),
            },
        };
        let scan = scorer.scan(position, stop);
        if stop.is_raised() {
            return Ok(None);
        }
        set_leaf(&draft, &mut entry, &scan)?;
        entry.lines = (entry.lines + 1).min(MOST_LINES);
        taught.positions += 1;
        taught.new += u64::from(is_new);
        draft.changed.insert(position, entry);
    }
    Ok(Some((taught, draft.changed.into_values().collect())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::score::Scoring;

    #[test]
    fn no_more_of_a_game_is_learned_than_was_asked_for() {
        let mut positions = vec![Position::START];
        for word in ["f5", "d6", "c3", "d3"] {
            let before = positions[positions.len() - 1];
            positions.push(before.play_unchecked(word.parse().unwrap()));
        }
        let learned = |turns, least_empties| -> Vec<bool> {
            let folder = tempfile::tempdir().unwrap();
            let mut learner = Learner::open(&folder.path().join("book")).unwrap();
            let scoring = Scoring {
                depth: 2,
                scan_depth: 1,
                hash_mib: 1,
                ..Scoring::default()
            };
            let mut scorer = Scorer::new(scoring).unwrap();
            let extent = Extent {
                turns,
                least_empties,
            };
            let stop = StopFlag::new();
            learn_game(&mut learner, &mut scorer, &positions, extent, &stop).unwrap();
            let known = |position: &Position| learner.store().find_any(*position).unwrap();
            let known = positions.iter().map(|position| known(position).is_some());
            known.collect()
        };
        // The position after the last turn that counts is learned, too.
        assert_eq!(learned(0, 0), [true, false, false, false, false]);
        assert_eq!(learned(2, 0), [true, true, true, false, false]);
        assert_eq!(learned(60, 57), [true, true, true, true, false]);
        assert_eq!(learned(60, 0), [true; 5]);
    }
}
