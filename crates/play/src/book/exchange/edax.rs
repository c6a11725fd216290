//! The book of Edax, `.dat`: positions with links to their moves.
//!
//! Little-endian. 42 bytes: `EDAX` and `BOOK` as numbers of four bytes, version 4, release, the
//! date (a year of two bytes, month, day, hour, minute, second, one byte nothing), then level,
//! empties, two errors, verbosity and the number of positions, four bytes each. A position: own and
//! opponent's discs (8 + 8), wins, draws, losses, lines (4 each), score, lower and upper bound in
//! discs (2 each), number of links, level (1 each), the links and the leaf, each a score and a
//! square (1 each; 64 is a pass, 65 no move).

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Write};

use super::{ExchangeError, Report, Take, array, cut_off, fill, leaf, positions, score};
use crate::book::entry::{Entry, Leaf, MOST_LINES, Place};
use crate::book::store::Store;
use bianca_rules::othello::{Bitboard, Position, Symmetry};
use bianca_search::request::Score;

/// How a file begins.
pub const MAGIC: &[u8] = b"XADEKOOB";

const HEAD_BYTES: usize = 42;
const VERSION: u8 = 4;
const POSITION_BYTES: usize = 40;
const PASS: u8 = 64;
const NO_MOVE: u8 = 65;
/// The score of a leaf that is none, less than any.
const NO_SCORE: i8 = -127;
/// The confidence of Edax's searches that are not to the end, in percent.
const MIDGAME: u8 = 73;
/// That of its searches to the end which make cuts.
const SELECTIVE: u8 = 98;
/// The most empty squares from which a level of as many plies solves without cuts.
const SOLVED: u32 = 27;

/// Reads a book.
pub fn read(input: &mut dyn BufRead, take: Take) -> Result<Report, ExchangeError> {
    let mut head = [0; HEAD_BYTES];
    if !fill(input, &mut head)? {
        return Err(cut_off());
    }
    if !head.starts_with(MAGIC) || head[8] != VERSION {
        let what = "it is no book of Edax 4";
        return Err(ExchangeError::Other(what.to_owned()));
    }
    let count = positions(&head, 38)?;
    let mut report = Report::default();
    for _ in 0..count {
        let mut fixed = [0; POSITION_BYTES];
        let mut moves = [0; 2 * 256];
        if !fill(input, &mut fixed)? {
            return Err(cut_off());
        }
        let moves = &mut moves[..2 * (usize::from(fixed[38]) + 1)];
        if !fill(input, moves)? {
            return Err(cut_off());
        }
        if let Some(entry) = entry(&fixed, moves, &mut report) {
            take(&entry)?;
            report.positions += 1;
        }
    }
    Ok(report)
}

fn entry(fixed: &[u8; POSITION_BYTES], moves: &[u8], report: &mut Report) -> Option<Entry> {
    let discs = |start| Bitboard(u64::from_le_bytes(array(fixed, start)));
    let short = |start| i32::from(i16::from_le_bytes(array(fixed, start)));
    let position = Position::new(discs(0), discs(8));
    let place = position.and_then(Place::of);
    let (Some(position), Some(place), Some(value)) = (position, place, score(short(32))) else {
        report.leave_out("records that are no positions of a game that goes on");
        return None;
    };
    if place.passed {
        report.leave_out("positions in which a side must pass: they follow from those behind");
        return None;
    }
    let wins_and_lines = (16..32).step_by(4);
    let lines = wins_and_lines.map(|at| u64::from(u32::from_le_bytes(array(fixed, at))));
    if lines.clone().take(3).any(|games| games > 0) {
        report.leave_out("counts of won, drawn and lost games: only their sum is kept");
    }
    let level = fixed[39];
    let empties = position.empties();
    let mut entry = Entry {
        score: value,
        depth: u32::from(level).min(empties) as u8,
        confidence: match u32::from(level) {
            0 => 0,
            plies if plies < empties => MIDGAME,
            _ if empties <= SOLVED => 100,
            _ => SELECTIVE,
        },
        expanded: moves.len() > 2,
        lines: lines.sum::<u64>().min(MOST_LINES.into()) as u32,
        ..Entry::unknown(place.position)
    };
    let (lower, upper) = (score(short(34)), score(short(36)));
    if lower == Some(value) && upper == Some(value) && u32::from(level) >= empties {
        (entry.lower, entry.upper, entry.confidence) = (value, value, 100);
    } else if (lower, upper) != (Some(Score::MIN), Some(Score::MAX)) {
        report.leave_out("bounds that are not proven");
    }
    let (links, last) = moves.split_at(moves.len() - 2);
    let mut best: Option<(i32, u8)> = None;
    for link in links.chunks_exact(2) {
        let (value, at) = (i32::from(link[0] as i8), link[1]);
        if at < PASS && best.is_none_or(|(best, _)| value > best) {
            best = Some((value, at));
        }
    }
    if let [value, at] = *last {
        entry.leaf = leaf(place, position, at.into(), (value as i8).into());
        if entry.leaf.is_none() && at < PASS {
            report.leave_out("leaves that are no moves");
        }
    }
    let link = best.and_then(|(_, at)| leaf(place, position, at.into(), 0));
    entry.best = link.map(|link| link.square);
    let is_best = |found: &Leaf| best.is_none_or(|(best, _)| Score::from_discs(best) < found.score);
    if let Some(found) = entry.leaf.filter(is_best) {
        entry.best = Some(found.square);
        // Worth what the position is, it is what Edax's own search found, and is played.
        entry.expanded &= found.score != value;
    }
    Some(entry)
}

/// Writes a book: once to count, once to write.
///
/// Edax asks of each position that its level is that of the book, that its score is the greatest of
/// its links and its leaf, and that it has a leaf unless all its moves are links; what it finds
/// otherwise it searches anew.
pub fn write(store: &Store, output: &mut dyn Write) -> Result<Report, ExchangeError> {
    let (level, empties) = header(store)?;
    let (count, ..) = write_positions(store, level, &mut std::io::sink())?;
    let mut head = Vec::with_capacity(HEAD_BYTES);
    head.extend(MAGIC);
    head.extend([VERSION, 0]);
    head.extend([0; 8]);
    for number in [
        level.into(),
        empties,
        0,
        0,
        0,
        i32::try_from(count).unwrap_or(i32::MAX),
    ] {
        head.extend(number.to_le_bytes());
    }
    output.write_all(&head).map_err(ExchangeError::Write)?;
    let (_, report) = write_positions(store, level, output)?;
    output.flush().map_err(ExchangeError::Write)?;
    Ok(report)
}

/// The depth that most searches have which are not to the end, the smaller one of two; and the
/// fewest empty squares.
fn header(store: &Store) -> Result<(u8, i32), ExchangeError> {
    let (mut counts, mut deepest, mut empties) = ([0u64; 256], 1, 60);
    for entry in store.entries() {
        let entry = entry?;
        if u32::from(entry.depth) < entry.position.empties() {
            counts[usize::from(entry.depth)] += 1;
        }
        deepest = entry.depth.max(deepest);
        empties = empties.min(entry.position.empties() as i32);
    }
    // What was only glanced at has no level.
    let usual = (1..=60u8)
        .rev()
        .max_by_key(|depth| counts[usize::from(*depth)]);
    let usual = usual.filter(|depth| counts[usize::from(*depth)] > 0);
    Ok((usual.unwrap_or(deepest), empties))
}

/// What a position is worth in the other book, in discs for its side to move.
#[derive(Clone, Copy)]
struct Shown {
    score: i32,
    /// Whether it is in that book: one without a move that is known is not, and becomes the leaf
    /// of those before it.
    is_written: bool,
}

/// The moves of a position in the other book.
#[derive(Default)]
struct Moves {
    links: Vec<(u8, i32)>,
    /// Positions behind links in which the other side must pass, and what that is worth to it.
    passes: Vec<(Position, i32)>,
    leaf: Option<(u8, i32)>,
}

impl Moves {
    fn of(entry: &Entry, below: &HashMap<Position, Shown>) -> Moves {
        let mut found = Moves::default();
        let mut passes = Vec::new();
        let mut leaves: Vec<(u8, i32)> = Vec::new();
        for square in entry.position.moves() {
            let at = square.index() as u8;
            let after = entry.position.play_unchecked(square);
            if after.is_over() {
                leaves.push((at, -after.final_score()));
                continue;
            }
            let place = Place::of(after);
            let shown = place.and_then(|place| Some((place, below.get(&place.position)?)));
            match shown {
                None => {}
                Some((place, shown)) => {
                    // A pass gives the turn back to the side that made the move.
                    let value = if place.passed {
                        shown.score
                    } else {
                        -shown.score
                    };
                    if shown.is_written {
                        found.links.push((at, value));
                        passes.extend(place.passed.then_some((at, after, -value)));
                    } else {
                        leaves.push((at, value));
                    }
                }
            }
        }
        let is_known = |links: &[(u8, i32)], at: u8| links.iter().any(|&(known, _)| known == at);
        let own = entry.leaf.map(|leaf| (leaf.square, leaf.score));
        let own = own.or_else(|| Some((entry.best?, entry.score)));
        if let Some((square, score)) = own {
            let at = square.index() as u8;
            if !is_known(&found.links, at) && !is_known(&leaves, at) {
                leaves.push((at, score.whole_discs()));
            }
        }
        found.leaf = leaves
            .into_iter()
            .max_by_key(|&(at, value)| (value, Reverse(at)));
        // A move that is no link must be the leaf. If none of these is known, the worst link is.
        let is_whole = found.links.len() as u32 == entry.position.moves().count();
        if found.leaf.is_none()
            && !is_whole
            && let Some(worst) = (0..found.links.len()).min_by_key(|&at| found.links[at].1)
        {
            found.leaf = Some(found.links.remove(worst));
        }
        let kept = passes
            .into_iter()
            .filter(|(at, ..)| is_known(&found.links, *at));
        found.passes = kept.map(|(_, after, value)| (after, value)).collect();
        found
    }

    /// The greatest of the links and the leaf.
    fn score(&self) -> Option<i32> {
        let all = self.links.iter().chain(&self.leaf);
        all.map(|&(_, value)| value).max()
    }
}

fn write_positions(
    store: &Store,
    level: u8,
    output: &mut dyn Write,
) -> Result<(u64, Report), ExchangeError> {
    let mut report = Report::default();
    let mut written = 0;
    let (mut below, mut layer): (HashMap<_, _>, HashMap<_, _>) = Default::default();
    // Those of one number of empty squares at a time.
    let mut passes: HashSet<Position> = HashSet::new();
    let mut empties = u32::MAX;
    for entry in store.entries() {
        let entry = entry?;
        if entry.position.empties() != empties {
            let is_next = empties.wrapping_add(1) == entry.position.empties();
            below = std::mem::take(&mut layer);
            if !is_next {
                below.clear();
            }
            empties = entry.position.empties();
            passes.clear();
        }
        let moves = Moves::of(&entry, &below);
        let Some(score) = moves.score() else {
            report.leave_out("positions without a move that is known");
            let score = entry.score.whole_discs();
            layer.insert(
                entry.position,
                Shown {
                    score,
                    is_written: false,
                },
            );
            continue;
        };
        layer.insert(
            entry.position,
            Shown {
                score,
                is_written: true,
            },
        );
        for &(after, value) in &moves.passes {
            let (position, _) = Symmetry::canonical(after);
            if passes.insert(position) {
                let pass = Moves {
                    links: vec![(PASS, value)],
                    ..Moves::default()
                };
                write_position(output, &Entry::unknown(position), &pass, value, level)?;
                written += 1;
            }
        }
        if entry.score.0 % Score::DISC != 0 {
            report.leave_out("fractions of discs");
        }
        if u32::from(entry.depth) < empties && entry.depth != level {
            report.leave_out("depths other than the level of the book");
        }
        write_position(output, &entry, &moves, score, level)?;
        report.positions += 1;
        written += 1;
    }
    Ok((written, report))
}

fn write_position(
    output: &mut dyn Write,
    entry: &Entry,
    moves: &Moves,
    score: i32,
    level: u8,
) -> Result<(), ExchangeError> {
    let mut bytes = Vec::with_capacity(POSITION_BYTES + 2 * moves.links.len() + 2);
    bytes.extend(entry.position.own.0.to_le_bytes());
    bytes.extend(entry.position.opp.0.to_le_bytes());
    bytes.extend([0; 12]);
    bytes.extend(entry.lines.to_le_bytes());
    // Bounds are rounded away from the score.
    let lower = entry.lower.0.div_euclid(Score::DISC).min(score);
    let upper = (-(-entry.upper.0).div_euclid(Score::DISC)).max(score);
    for discs in [score, lower, upper] {
        bytes.extend((discs as i16).to_le_bytes());
    }
    bytes.extend([moves.links.len() as u8, level]);
    for &(at, value) in moves.links.iter().chain(&moves.leaf) {
        bytes.extend([value as i8 as u8, at]);
    }
    if moves.leaf.is_none() {
        bytes.extend([NO_SCORE as u8, NO_MOVE]);
    }
    output.write_all(&bytes).map_err(ExchangeError::Write)
}
