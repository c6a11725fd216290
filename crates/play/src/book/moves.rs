//! What a book says of the moves of a position, and which of them is played.
//!
//! A move that leads to a position of the book is worth what that position is worth to the other
//! side; the one move that leads out of the book and was scored is the leaf. Nothing here knows
//! where entries are kept.

use std::collections::HashMap;

use super::entry::{Entry, Leaf, Place};
use super::error::BookError;
use bianca_rules::othello::{Position, Square};
use bianca_search::request::{MoveDraw, Score};

/// How much more often a move is drawn for each time that another one was made.
const AGAIN: u64 = 16;

/// Where entries are found.
pub trait Lookup {
    /// The entry of a canonical position.
    ///
    /// # Errors
    /// If it cannot be read.
    fn find(&self, position: &Position) -> Result<Option<Entry>, BookError>;

    /// The entry of any position, and where it is.
    ///
    /// # Errors
    /// If it cannot be read.
    fn find_any(&self, position: Position) -> Result<Option<(Place, Entry)>, BookError> {
        let Some(place) = Place::of(position) else {
            return Ok(None);
        };
        let entry = self.find(&place.position)?;
        Ok(entry.map(|entry| (place, entry)))
    }
}

/// Entries in memory.
pub type Entries = HashMap<Position, Entry>;

impl Lookup for Entries {
    fn find(&self, position: &Position) -> Result<Option<Entry>, BookError> {
        Ok(self.get(position).copied())
    }
}

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub square: Square,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Plies that the score was searched by, from behind the move; 0 if it was only glanced at, to
    /// see what the other moves are compared with.
    pub depth: u8,
    /// The confidence of that search in percent.
    pub confidence: u8,
    /// Whether the score is proven.
    pub proven: bool,
    /// Whether it leads out of the book.
    pub is_leaf: bool,
    /// Lines or games that were learned through it.
    pub lines: u32,
}

/// What a move leads to, for the side that makes it.
pub fn child(lookup: &(impl Lookup + ?Sized), after: Position) -> Result<Option<Child>, BookError> {
    if after.is_over() {
        let score = Score::from_discs(-after.final_score());
        return Ok(Some(Child::Over(score)));
    }
    let found = lookup.find_any(after)?;
    Ok(found.map(|(place, entry)| Child::Entry(place, entry)))
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// The end of the game, worth this to the side that made the move.
    Over(Score),
    /// A position of the book.
    Entry(Place, Entry),
}

impl Child {
    /// What it is worth to the side that made the move, and what it is proven to be worth at
    /// least and at most.
    pub fn scores(self) -> [Score; 3] {
        match self {
            Child::Over(score) => [score; 3],
            // A pass gives the turn back to the side that made the move.
            Child::Entry(place, entry) if place.passed => [entry.score, entry.lower, entry.upper],
            Child::Entry(_, entry) => [-entry.score, -entry.upper, -entry.lower],
        }
    }
}

/// The moves of a position that the book knows, best first.
///
/// # Errors
/// If the book cannot be read.
pub fn moves_of(
    lookup: &(impl Lookup + ?Sized),
    position: Position,
) -> Result<Vec<BookMove>, BookError> {
    let mut moves = Vec::new();
    for square in position.moves() {
        let Some(child) = child(lookup, position.play_unchecked(square))? else {
            continue;
        };
        let [score, lower, upper] = child.scores();
        let (depth, confidence, lines) = match child {
            Child::Over(_) => (0, 100, 0),
            Child::Entry(_, entry) => (entry.depth, entry.confidence, entry.lines),
        };
        moves.push(BookMove {
            square,
            score,
            depth,
            confidence,
            proven: lower == upper,
            is_leaf: false,
            lines,
        });
    }
    // The leaf of a position with symmetries of its own may be any of several squares, one of
    // which may lead into the book meanwhile.
    if let Some((place, entry)) = lookup.find_any(position)?
        && !place.passed
        && let Some(Leaf { square, score }) = entry.leaf
    {
        // Its own search's move, or one that was only glanced at.
        let own = !entry.expanded && entry.best == Some(square) && entry.score == score;
        let square = place.symmetry.inverse().square(square);
        if moves.iter().all(|known| known.square != square) {
            moves.push(BookMove {
                square,
                score,
                depth: if own {
                    entry.depth.saturating_sub(1)
                } else {
                    0
                },
                confidence: if own { entry.confidence } else { 0 },
                proven: entry.is_proven() && entry.score == score,
                is_leaf: true,
                lines: 0,
            });
        }
    }
    moves.sort_by_key(|known| (-known.score, known.square));
    Ok(moves)
}

/// The move to play: one of those that are at most `variety` worse than the best, as `draw` says;
/// without it the best. The better a move is, the more numbers draw it, the best twice as many as
/// one that is just good enough; and the less often it was made before. `None` if the book knows no
/// move, or the best one was only glanced at.
pub fn choose(moves: &[BookMove], variety: Score, draw: Option<MoveDraw>) -> Option<&BookMove> {
    let best = moves.first().filter(|best| best.depth > 0 || best.proven)?;
    let share = |known: &BookMove| -> u64 {
        let loss = best.score.0 - known.score.0;
        if loss > variety.0 || known.depth == 0 && !known.proven {
            return 0;
        }
        // Without a variety equals are drawn.
        let share = u64::from((2 * variety.0 - loss + 1).unsigned_abs());
        let others = draw.map_or(0, |draw| draw.others(known.square.index() as u8).0);
        share * (1 + AGAIN * u64::from(others))
    };
    let shares: u64 = moves.iter().map(share).sum();
    let mut number = draw.map_or(0, |draw| u64::from(draw.number) % shares.max(1));
    moves.iter().find(|known| {
        let share = share(known);
        let is_drawn = number < share;
        number = number.saturating_sub(share);
        is_drawn
    })
}

/// Takes over into `entry` what its children and its leaf say. Its own search counts as long as
/// there is neither.
///
/// # Errors
/// If the book cannot be read.
pub fn back_up(lookup: &(impl Lookup + ?Sized), entry: &mut Entry) -> Result<(), BookError> {
    let mut best: Option<(Score, Option<Square>)> = None;
    let (mut lower, mut upper) = (Score::MIN, Score::MIN);
    let mut is_whole = true;
    for square in entry.position.moves() {
        match child(lookup, entry.position.play_unchecked(square))? {
            None => is_whole = false,
            Some(child) => {
                let [score, least, most] = child.scores();
                if best.is_none_or(|(best, _)| score > best) {
                    best = Some((score, Some(square)));
                }
                lower = lower.max(least);
                upper = upper.max(most);
                if entry.leaf.is_some_and(|leaf| leaf.square == square) {
                    entry.leaf = None;
                }
            }
        }
    }
    if let Some(leaf) = entry.leaf
        && best.is_none_or(|(score, _)| leaf.score > score)
    {
        best = Some((leaf.score, Some(leaf.square)));
    }
    let upper = if is_whole {
        upper.max(lower)
    } else {
        Score::MAX
    };
    // What was proven before stays proven, unless the moves prove otherwise: then one of the proofs
    // is wrong, and a position is worth what its moves are.
    let both = (entry.lower.max(lower), entry.upper.min(upper));
    (entry.lower, entry.upper) = if both.0 <= both.1 {
        both
    } else {
        (lower, upper)
    };
    if let Some((score, square)) = best {
        entry.score = score;
        entry.best = square;
    }
    entry.score = entry.score.clamp(entry.lower, entry.upper);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Symmetry;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn put(book: &mut Entries, moves: &str, score: i32) -> Position {
        let mut position = Position::START;
        for mv in moves.as_bytes().chunks(2) {
            position = position.play_unchecked(square(std::str::from_utf8(mv).unwrap()));
        }
        let place = Place::of(position).unwrap();
        let entry = Entry {
            score: Score(score),
            depth: 20,
            confidence: 73,
            ..Entry::unknown(place.position)
        };
        book.insert(place.position, entry);
        position
    }

    #[test]
    fn all_images_of_a_move_are_known_and_the_best_comes_first() {
        let mut book = Entries::new();
        put(&mut book, "f5", 30);
        let start = moves_of(&book, Position::START).unwrap();
        let squares: Vec<String> = start.iter().map(|known| known.square.to_string()).collect();
        assert_eq!(squares, ["d3", "c4", "f5", "e6"]);
        assert!(start.iter().all(|known| known.score == Score(-30)));

        let after = put(&mut book, "f5", 30);
        put(&mut book, "f5d6", 10);
        put(&mut book, "f5f6", -20);
        let known = moves_of(&book, after).unwrap();
        assert_eq!(known[0].square, square("f6"));
        assert_eq!(known[1].score, Score(-10));
        // The third move is the leaf, on whatever image of the position.
        let place = Place::of(after).unwrap();
        let leaf = Leaf {
            square: place.symmetry.square(square("f4")),
            score: Score(99),
        };
        book.get_mut(&place.position).unwrap().leaf = Some(leaf);
        let known = moves_of(&book, after).unwrap();
        assert_eq!((known[0].square, known[0].is_leaf), (square("f4"), true));
        // Only glanced at, it keeps the book from playing anything.
        assert_eq!(choose(&known, Score(0), None), None);
        let known = &known[1..];
        assert_eq!(choose(known, Score(80), None), Some(&known[0]));
        // One is 30/256 of a disc worse: how many of 132 numbers draw it.
        let drawn = |variety, times| {
            let drawn = |number| {
                let draw = MoveDraw::new(number).after(square("f6").index() as u8, times);
                choose(known, Score(variety), Some(draw)).unwrap().square
            };
            let numbers = 0..132;
            numbers
                .filter(|&number| drawn(number) == square("d6"))
                .count()
        };
        let counts = [29, 30, 40].map(|variety| drawn(variety, 0));
        assert_eq!(counts, [0, 31, 51]);
        // The better one was made before, and now the worse one is drawn nearly always.
        assert_eq!(drawn(40, 1), 51);
        assert_eq!(choose(&[], Score(80), None), None);
    }

    #[test]
    fn scores_are_backed_up_with_their_bounds() {
        let mut book = Entries::new();
        let after = put(&mut book, "f5", 30);
        put(&mut book, "f5d6", 10);
        let place = Place::of(after).unwrap();
        let mut entry = book[&place.position];
        back_up(&book, &mut entry).unwrap();
        assert_eq!(entry.score, Score(-10));
        assert_eq!(
            entry.best.map(|at| place.symmetry.inverse().square(at)),
            Some(square("d6"))
        );
        assert_eq!((entry.lower, entry.upper), (Score::MIN, Score::MAX));
        // One proven move proves a bound, all of them the score.
        let proven = |book: &mut Entries, moves: &str, score: i32| {
            let position = Place::of(put(book, moves, score)).unwrap().position;
            let entry = book.get_mut(&position).unwrap();
            (entry.lower, entry.upper) = (Score(score), Score(score));
        };
        proven(&mut book, "f5d6", 10);
        back_up(&book, &mut entry).unwrap();
        assert_eq!((entry.lower, entry.upper), (Score(-10), Score::MAX));
        // What has no bounds of its own is not proven.
        put(&mut book, "f5f4", 40);
        let known = moves_of(&book, after).unwrap();
        let known: Vec<(String, bool)> = known
            .iter()
            .map(|known| (known.square.to_string(), known.proven))
            .collect();
        assert_eq!(known, [("d6".into(), true), ("f4".into(), false)]);
        proven(&mut book, "f5f6", 20);
        proven(&mut book, "f5f4", 40);
        back_up(&book, &mut entry).unwrap();
        assert_eq!(
            (entry.lower, entry.score, entry.upper),
            (Score(-10), Score(-10), Score(-10))
        );
    }

    #[test]
    fn a_leaf_is_the_same_move_in_every_image() {
        let mut book = Entries::new();
        let position = put(&mut book, "f5d6c3d3c4", 50);
        let place = Place::of(position).unwrap();
        let after = |square: Square| Place::of(place.position.play_unchecked(square));
        for leaf in place.position.moves() {
            book.get_mut(&place.position).unwrap().leaf = Some(Leaf {
                square: leaf,
                score: Score(50),
            });
            for symmetry in Symmetry::all() {
                let image = symmetry.position(position);
                let known = moves_of(&book, image).unwrap();
                assert_eq!(known.len(), 1);
                assert!(image.moves().contains(known[0].square), "{symmetry:?}");
                let played = Place::of(image.play_unchecked(known[0].square)).unwrap();
                assert_eq!(played.position, after(leaf).unwrap().position, "{leaf}");
            }
        }
    }

    #[test]
    fn a_leaf_says_what_it_rests_on() {
        let mut book = Entries::new();
        let position = put(&mut book, "f5d6c3d3c4", 50);
        let place = Place::of(position).unwrap();
        let mut squares = place.position.moves().into_iter();
        let (first, second) = (squares.next().unwrap(), squares.next().unwrap());
        let leaf = |square: Square, score: i32| {
            let score = Score(score);
            Some(Leaf { square, score })
        };
        let of_search = Entry {
            best: Some(first),
            leaf: leaf(first, 50),
            ..book[&place.position]
        };
        let mut told = |entry: Entry| {
            book.insert(place.position, entry);
            let known = moves_of(&book, position).unwrap()[0];
            (known.depth, known.confidence, known.proven)
        };
        // A search of 20 plies saw it 19 plies deep.
        assert_eq!(told(of_search), (19, 73, false));
        let proven = Entry {
            lower: Score(50),
            upper: Score(50),
            confidence: 100,
            ..of_search
        };
        assert_eq!(told(proven), (19, 100, true));
        // What comes from the look at all moves was only glanced at, and another score than the
        // one that is proven is an estimate.
        let expanded = true;
        let glanced = (0, 0, false);
        let cases = [
            Entry {
                expanded,
                ..of_search
            },
            Entry {
                leaf: leaf(second, 50),
                ..of_search
            },
            Entry {
                leaf: leaf(first, 40),
                ..of_search
            },
            Entry {
                leaf: leaf(second, 40),
                expanded,
                ..proven
            },
        ];
        for entry in cases {
            assert_eq!(told(entry), glanced, "{entry:?}");
        }
    }

    #[test]
    fn what_was_only_glanced_at_is_never_played() {
        let known = |name: &str, depth, proven| BookMove {
            square: square(name),
            score: Score(10),
            depth,
            confidence: 73,
            proven,
            is_leaf: depth == 0,
            lines: 0,
        };
        let drawn = |moves: &[BookMove]| -> Vec<Square> {
            let draw = |number| choose(moves, Score(80), Some(MoveDraw::new(number)));
            let mut drawn: Vec<Square> = (0..400)
                .filter_map(draw)
                .map(|known| known.square)
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            drawn
        };
        let searched = known("d3", 9, false);
        let moves = [searched, known("f5", 0, false)];
        assert_eq!(drawn(&moves), [square("d3")]);
        let moves = [searched, known("f5", 0, true)];
        assert_eq!(drawn(&moves), [square("d3"), square("f5")]);
    }

    #[test]
    fn the_better_of_the_leaf_and_the_moves_counts() {
        let mut book = Entries::new();
        let after = put(&mut book, "f5", 30);
        put(&mut book, "f5d6", 10);
        let place = Place::of(after).unwrap();
        let [d6, f6] = ["d6", "f6"].map(|name| place.symmetry.square(square(name)));
        let backed_up = |at: Square, score: i32| {
            let mut entry = book[&place.position];
            let score = Score(score);
            entry.leaf = Some(Leaf { square: at, score });
            back_up(&book, &mut entry).unwrap();
            (entry.score.0, entry.best, entry.leaf.is_some())
        };
        assert_eq!(backed_up(f6, 5), (5, Some(f6), true));
        assert_eq!(backed_up(f6, -15), (-10, Some(d6), true));
        // A leaf whose move is in the book is none.
        assert_eq!(backed_up(d6, 5), (-10, Some(d6), false));
    }

    #[test]
    fn behind_a_pass_scores_and_bounds_are_those_of_the_same_side() {
        let place = Place::of(Position::START).unwrap();
        let entry = Entry {
            score: Score(5),
            lower: Score(3),
            upper: Score(9),
            ..Entry::unknown(place.position)
        };
        let scores = |passed| Child::Entry(Place { passed, ..place }, entry).scores();
        assert_eq!(scores(false), [-5, -9, -3].map(Score));
        assert_eq!(scores(true), [5, 3, 9].map(Score));
    }
}
