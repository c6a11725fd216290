//! The book of Edax, `.dat`: positions with links to their moves.
//!
//! Little-endian. 42 bytes: `EDAX` and `BOOK` as numbers of four bytes, version 4, release, the
//! date (a year of two bytes, month, day, hour, minute, second, one byte nothing), then level,
//! empties, two errors, verbosity and the number of positions, four bytes each. A position: own and
//! opponent's discs (8 + 8), wins, draws, losses, lines (4 each), score, lower and upper bound in
//! discs (2 each), number of links, level (1 each), the links and the leaf, each a score and a
//! square (1 each; 64 is a pass, 65 no move).

use std::collections::HashSet;
use std::io::{BufRead, Write};

use super::{ExchangeError, Report, Take, array, cut_off, fill, leaf, linked, positions, score};
use crate::book::entry::{Entry, MOST_LINES, Place};
use crate::book::store::Store;
use crate::othello::{Bitboard, Position, Square, Symmetry};
use crate::request::Score;

/// How a file begins.
pub const MAGIC: &[u8] = b"XADEKOOB";

const HEAD_BYTES: usize = 42;
const VERSION: u8 = 4;
const POSITION_BYTES: usize = 40;
const PASS: u8 = 64;
const NO_MOVE: u8 = 65;

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
    let mut best: Option<(i32, u8)> = None;
    for link in moves.chunks_exact(2) {
        let (value, at) = (i32::from(link[0] as i8), link[1]);
        if at < PASS && best.is_none_or(|(best, _)| value > best) {
            best = Some((value, at));
        }
    }
    if let [value, at] = moves[moves.len() - 2..] {
        entry.leaf = leaf(place, position, at.into(), (value as i8).into());
        if entry.leaf.is_none() && at < PASS {
            report.leave_out("leaves that are no moves");
        }
    }
    let best = best.and_then(|(_, at)| leaf(place, position, at.into(), 0));
    entry.best = best.map(|best| best.square);
    Some(entry)
}

/// Writes a book: once to count, once to write.
pub fn write(store: &Store, output: &mut dyn Write) -> Result<Report, ExchangeError> {
    let (count, ..) = write_positions(store, &mut std::io::sink())?;
    let (level, empties) = header(store)?;
    let mut head = Vec::with_capacity(HEAD_BYTES);
    head.extend(MAGIC);
    head.extend([VERSION, 0]);
    head.extend([0; 8]);
    for number in [
        level,
        empties,
        0,
        0,
        0,
        i32::try_from(count).unwrap_or(i32::MAX),
    ] {
        head.extend(number.to_le_bytes());
    }
    output.write_all(&head).map_err(ExchangeError::Write)?;
    let (_, report) = write_positions(store, output)?;
    output.flush().map_err(ExchangeError::Write)?;
    Ok(report)
}

/// The greatest depth and the fewest empty squares.
fn header(store: &Store) -> Result<(i32, i32), ExchangeError> {
    let (mut level, mut empties) = (1, 60);
    for entry in store.entries() {
        let entry = entry?;
        level = level.max(entry.depth.into());
        empties = empties.min(entry.position.empties() as i32);
    }
    Ok((level, empties))
}

fn write_positions(store: &Store, output: &mut dyn Write) -> Result<(u64, Report), ExchangeError> {
    let mut report = Report::default();
    let mut written = 0;
    // Those of one number of empty squares at a time.
    let mut passes: HashSet<Position> = HashSet::new();
    let mut empties = 0;
    for linked in linked(store) {
        let linked = linked?;
        let entry = linked.entry;
        if entry.position.empties() != empties {
            empties = entry.position.empties();
            passes.clear();
        }
        for after in linked.passes {
            let (position, _) = Symmetry::canonical(after);
            if passes.insert(position) {
                // What the pass leads to has the same score with the other sign.
                let pass = Entry::unknown(position);
                write_position(output, &pass, &[(PASS, Score(0))], None)?;
                written += 1;
            }
        }
        if entry.score.0 % Score::DISC != 0 {
            report.leave_out("fractions of discs");
        }
        let links: Vec<(u8, Score)> = linked
            .links
            .iter()
            .map(|&(square, score)| (square.index() as u8, score))
            .collect();
        let leaf = entry.leaf.map(|leaf| (leaf.square, leaf.score));
        write_position(output, &entry, &links, leaf)?;
        report.positions += 1;
        written += 1;
    }
    Ok((written, report))
}

fn write_position(
    output: &mut dyn Write,
    entry: &Entry,
    links: &[(u8, Score)],
    leaf: Option<(Square, Score)>,
) -> Result<(), ExchangeError> {
    let mut bytes = Vec::with_capacity(POSITION_BYTES + 2 * links.len() + 2);
    bytes.extend(entry.position.own.0.to_le_bytes());
    bytes.extend(entry.position.opp.0.to_le_bytes());
    bytes.extend([0; 12]);
    bytes.extend(entry.lines.to_le_bytes());
    // Bounds are rounded away from the score.
    let lower = entry.lower.0.div_euclid(Score::DISC);
    let upper = -(-entry.upper.0).div_euclid(Score::DISC);
    for discs in [entry.score.whole_discs(), lower, upper] {
        bytes.extend((discs as i16).to_le_bytes());
    }
    let level = entry.depth.max(1);
    bytes.extend([links.len() as u8, level]);
    for &(at, score) in links {
        bytes.extend([score.whole_discs() as i8 as u8, at]);
    }
    bytes.extend(match leaf {
        Some((square, score)) => [score.whole_discs() as i8 as u8, square.index() as u8],
        None => [0, NO_MOVE],
    });
    output.write_all(&bytes).map_err(ExchangeError::Write)
}
