//! What a book knows of one position, and its record of 32 bytes.
//!
//! A record is about a canonical position whose side to move has a move: the least of its eight
//! images; a position in which a side must pass is known by the one after the pass. Every record
//! that is read is checked, so that no file can bring about an entry that the rules do not allow.

use std::cmp::Ordering;

use bianca_rules::othello::{Bitboard, Position, Square, Symmetry};
use bianca_search::request::Score;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// A record as it stands in a file.
pub type Record = [u8; RECORD_BYTES];

/// Most lines that an entry counts.
pub const MOST_LINES: u32 = (1 << 24) - 1;

/// Empty squares at the start of a game.
const MOST_EMPTIES: u32 = 60;

/// Written where there is no move.
const NO_MOVE: u8 = 0xff;

/// The bit of a record's flags for a position whose moves were looked at.
const EXPANDED: u8 = 1;

/// What the side to move would play outside the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The move.
    pub square: Square,
    /// What it leads to, for the side to move.
    pub score: Score,
}

/// What a book knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position: canonical, and its side to move has a move.
    pub position: Position,
    /// What it is worth to the side to move, as far as is known.
    pub score: Score,
    /// It is proven to be worth at least this.
    pub lower: Score,
    /// It is proven to be worth at most this.
    pub upper: Score,
    /// Plies of the search that it was scored by; the number of empty squares for one to the end.
    pub depth: u8,
    /// The confidence of that search in percent; 100 if it made no selective cuts.
    pub confidence: u8,
    /// The best move, if one is known.
    pub best: Option<Square>,
    /// The best of the moves that lead out of the book.
    pub leaf: Option<Leaf>,
    /// Whether its moves were looked at, so that those which matter are in the book.
    pub expanded: bool,
    /// Lines or games that were learned through it.
    pub lines: u32,
}

/// The order of records in a file: by empty squares, then by the discs.
pub fn order(one: &Position, other: &Position) -> Ordering {
    let key = |position: &Position| (position.empties(), position.own, position.opp);
    key(one).cmp(&key(other))
}

/// A position as a book knows it, seen by a side that may have to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The canonical position.
    pub position: Position,
    /// The symmetry that made it canonical.
    pub symmetry: Symmetry,
    /// Whether the other side is to move in it: scores change their sign.
    pub passed: bool,
}

impl Place {
    /// Where `position` is in a book; `None` if the game is over there, or has fewer discs than
    /// any game begins with.
    pub fn of(position: Position) -> Option<Place> {
        let passed = position.moves().is_empty();
        let position = if passed { position.passed() } else { position };
        if position.moves().is_empty() || position.empties() > MOST_EMPTIES {
            return None;
        }
        let (position, symmetry) = Symmetry::canonical(position);
        Some(Place {
            position,
            symmetry,
            passed,
        })
    }

    /// A score of the book's side to move, for the side that asked.
    pub fn score(self, score: Score) -> Score {
        if self.passed { -score } else { score }
    }
}

impl Entry {
    /// An entry that knows nothing but where it is.
    pub fn unknown(position: Position) -> Entry {
        Entry {
            position,
            score: Score::default(),
            lower: Score::MIN,
            upper: Score::MAX,
            depth: 0,
            confidence: 0,
            best: None,
            leaf: None,
            expanded: false,
            lines: 0,
        }
    }

    /// Whether nothing can change the score any more.
    pub fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// The record of it.
    pub fn record(&self) -> Record {
        let mut record = [0; RECORD_BYTES];
        let square = |square: Option<Square>| square.map_or(NO_MOVE, |at| at.index() as u8);
        // Scores are within 64 discs of 256.
        let short = |score: Score| (score.0.clamp(Score::MIN.0, Score::MAX.0) as i16).to_le_bytes();
        record[..8].copy_from_slice(&self.position.own.0.to_le_bytes());
        record[8..16].copy_from_slice(&self.position.opp.0.to_le_bytes());
        record[16..18].copy_from_slice(&short(self.score));
        record[18..20].copy_from_slice(&short(self.lower));
        record[20..22].copy_from_slice(&short(self.upper));
        record[22..24].copy_from_slice(&short(self.leaf.map_or(Score(0), |leaf| leaf.score)));
        record[24] = self.depth;
        record[25] = self.confidence;
        record[26] = square(self.best);
        record[27] = square(self.leaf.map(|leaf| leaf.square));
        record[28] = if self.expanded { EXPANDED } else { 0 };
        record[29..].copy_from_slice(&self.lines.min(MOST_LINES).to_le_bytes()[..3]);
        record
    }

    /// The position of a record, as it stands there.
    pub fn position_of(record: &Record) -> Position {
        Position {
            own: Bitboard(u64::from_le_bytes(array(record, 0))),
            opp: Bitboard(u64::from_le_bytes(array(record, 8))),
        }
    }

    /// The entry of a record; `None` if there is none that the rules allow.
    pub fn read(record: &Record) -> Option<Entry> {
        let at = Entry::position_of(record);
        let position = Position::new(at.own, at.opp)?;
        let moves = position.moves();
        if moves.is_empty() || Symmetry::canonical(position).0 != position {
            return None;
        }
        let score = |start| Score(i16::from_le_bytes(array(record, start)).into());
        let square = |byte: u8| match byte {
            NO_MOVE => Some(None),
            0..64 => {
                Some(Some(Square::new(byte))).filter(|at| at.is_none_or(|at| moves.contains(at)))
            }
            _ => None,
        };
        let entry = Entry {
            position,
            score: score(16),
            lower: score(18),
            upper: score(20),
            depth: record[24],
            confidence: record[25],
            best: square(record[26])?,
            leaf: square(record[27])?.map(|square| Leaf {
                square,
                score: score(22),
            }),
            expanded: record[28] & EXPANDED != 0,
            lines: u32::from_le_bytes([record[29], record[30], record[31], 0]),
        };
        entry.is_sound().then_some(entry)
    }

    fn is_sound(&self) -> bool {
        let range = Score::MIN..=Score::MAX;
        let scores = [self.lower, self.score, self.upper];
        let leaf = self.leaf.map_or(Score(0), |leaf| leaf.score);
        scores.is_sorted()
            && scores
                .iter()
                .chain([&leaf])
                .all(|score| range.contains(score))
            && self.position.empties() <= MOST_EMPTIES
            && u32::from(self.depth) <= MOST_EMPTIES
            && self.confidence <= 100
    }
}

fn array<const N: usize>(record: &Record, start: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&record[start..start + N]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let (position, _) = Symmetry::canonical(Position::START);
        let square = position.moves().first();
        Entry {
            score: Score(-3),
            lower: Score::from_discs(-10),
            upper: Score(77),
            depth: 24,
            confidence: 73,
            best: square,
            leaf: square.map(|square| Leaf {
                square,
                score: Score(-40),
            }),
            expanded: true,
            lines: 70_000,
            ..Entry::unknown(position)
        }
    }

    #[test]
    fn a_record_reads_back() {
        let bare = Entry::unknown(entry().position);
        for entry in [entry(), bare] {
            assert_eq!(Entry::read(&entry.record()), Some(entry));
        }
        let many = Entry {
            lines: u32::MAX,
            ..entry()
        };
        assert_eq!(Entry::read(&many.record()).unwrap().lines, MOST_LINES);
    }

    #[test]
    fn what_the_rules_do_not_allow_is_no_entry() {
        let good = entry().record();
        let mut changed = 0;
        for byte in 0..RECORD_BYTES {
            for value in [0, 1, 0x40, 0x7f, 0x80, 0xff] {
                let mut record = good;
                record[byte] = value;
                match Entry::read(&record) {
                    Some(read) => assert!(read.is_sound()),
                    None => changed += 1,
                }
            }
        }
        assert!(changed > 60, "{changed}");
        // Another image of the same position is not canonical.
        for symmetry in Symmetry::all() {
            let position = symmetry.position(entry().position);
            let image = Entry {
                position,
                best: None,
                leaf: None,
                ..entry()
            };
            assert_eq!(
                Entry::read(&image.record()).is_some(),
                position == entry().position
            );
        }
    }

    #[test]
    fn a_position_with_a_pass_is_known_by_the_one_behind_it() {
        let mut position = Position::START;
        for square in ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"] {
            position = position.play(square.parse().unwrap()).unwrap();
        }
        let place = Place::of(position).unwrap();
        assert!(place.passed);
        assert_eq!(place.position, Symmetry::canonical(position.passed()).0);
        assert_eq!(place.score(Score(5)), Score(-5));
        assert_eq!(
            Place::of(Position {
                own: Bitboard(1),
                opp: Bitboard::EMPTY
            }),
            None
        );
    }
}
