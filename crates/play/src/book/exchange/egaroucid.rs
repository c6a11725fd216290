//! The book of Egaroucid, `.egbk3`: positions of one length.
//!
//! Little-endian. 14 bytes: `DICUORAGE`, version 3, the number of positions (4). A position is 25
//! bytes: own and opponent's discs (8 + 8), value in discs, level (1 each), lines (4), and of the
//! leaf value, square and level (1 each, signed; -126 and -1 stand for none).

use std::io::{BufRead, Write};

use super::{ExchangeError, Report, Take, array, cut_off, fill, leaf, positions, score};
use crate::book::entry::{Entry, MOST_LINES, Place};
use crate::book::store::Store;
use bianca_rules::othello::{Bitboard, Position};
use bianca_search::request::Score;

/// How a file begins.
pub const MAGIC: &[u8] = b"DICUORAGE";

const HEAD_BYTES: usize = 14;
const VERSION: u8 = 3;
const POSITION_BYTES: usize = 25;
const NO_SCORE: i8 = -126;
const NO_MOVE: i8 = -1;

/// Reads a book.
pub fn read(input: &mut dyn BufRead, take: Take) -> Result<Report, ExchangeError> {
    let mut head = [0; HEAD_BYTES];
    if !fill(input, &mut head)? {
        return Err(cut_off());
    }
    if !head.starts_with(MAGIC) || head[9] != VERSION {
        let what = "it is no book of Egaroucid in its third form, .egbk3";
        return Err(ExchangeError::Other(what.to_owned()));
    }
    let count = positions(&head, 10)?;
    let mut report = Report::default();
    for _ in 0..count {
        let mut bytes = [0; POSITION_BYTES];
        if !fill(input, &mut bytes)? {
            return Err(cut_off());
        }
        if let Some(entry) = entry(&bytes, &mut report) {
            take(&entry)?;
            report.positions += 1;
        }
    }
    Ok(report)
}

fn entry(bytes: &[u8; POSITION_BYTES], report: &mut Report) -> Option<Entry> {
    let discs = |start| Bitboard(u64::from_le_bytes(array(bytes, start)));
    let signed = |at: usize| i32::from(bytes[at] as i8);
    let position = Position::new(discs(0), discs(8));
    let place = position.and_then(Place::of);
    let (Some(position), Some(place), Some(value)) = (position, place, score(signed(16))) else {
        report.leave_out("records that are no positions of a game that goes on");
        return None;
    };
    if place.passed {
        report.leave_out("positions in which a side must pass: they follow from those behind");
        return None;
    }
    let leaf = leaf(place, position, signed(23), signed(22));
    if leaf.is_none() && signed(23) >= 0 {
        report.leave_out("leaves that are no moves");
    }
    if leaf.is_some() && bytes[24] != bytes[17] {
        report.leave_out("levels of leaves");
    }
    Some(Entry {
        score: value,
        depth: signed(17).clamp(0, position.empties() as i32) as u8,
        best: leaf
            .filter(|leaf| leaf.score == value)
            .map(|leaf| leaf.square),
        leaf,
        lines: u32::from_le_bytes(array(bytes, 18)).min(MOST_LINES),
        ..Entry::unknown(place.position)
    })
}

/// Writes a book.
pub fn write(store: &Store, output: &mut dyn Write) -> Result<Report, ExchangeError> {
    let mut count = 0_i32;
    for entry in store.entries() {
        entry?;
        count = count.saturating_add(1);
    }
    let mut head = MAGIC.to_vec();
    head.push(VERSION);
    head.extend(count.to_le_bytes());
    output.write_all(&head).map_err(ExchangeError::Write)?;
    let mut report = Report::default();
    for entry in store.entries() {
        let entry = entry?;
        if entry.score.0 % Score::DISC != 0 {
            report.leave_out("fractions of discs");
        }
        if entry.is_proven() {
            report.leave_out("proofs of scores");
        }
        output
            .write_all(&record(&entry))
            .map_err(ExchangeError::Write)?;
        report.positions += 1;
    }
    output.flush().map_err(ExchangeError::Write)?;
    Ok(report)
}

fn record(entry: &Entry) -> Vec<u8> {
    let discs = |score: Score| score.whole_discs() as i8;
    let level = entry.depth as i8;
    let mut bytes = Vec::with_capacity(POSITION_BYTES);
    bytes.extend(entry.position.own.0.to_le_bytes());
    bytes.extend(entry.position.opp.0.to_le_bytes());
    bytes.extend([discs(entry.score) as u8, level as u8]);
    bytes.extend(entry.lines.to_le_bytes());
    let leaf = entry
        .leaf
        .map(|leaf| (discs(leaf.score), leaf.square.index() as i8, level));
    let (score, at, level) = leaf.unwrap_or((NO_SCORE, NO_MOVE, NO_MOVE));
    bytes.extend([score, at, level].map(|byte| byte as u8));
    bytes
}
