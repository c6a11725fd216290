//! Lists of scored positions: a line each, `f5d6c3;+0.50;22;73;d3`.
//!
//! The fields are a transcript (its last position is meant) or a board with the side to move; the
//! score in discs for that side; and, as far as they are known, the plies of the search, its
//! confidence in percent and the best move. Lines may come in any order.

use std::collections::HashSet;
use std::io::{BufRead, Write};

use super::{ExchangeError, Report, Take};
use crate::book::entry::{Entry, Leaf, Place};
use crate::book::moves::Lookup;
use crate::book::store::Store;
use bianca_records::record::board::write_board;
use bianca_records::record::line::read_line;
use bianca_rules::othello::{Color, Move, Position, Square};
use bianca_search::request::Score;
use bianca_system::foreign::next_line;

/// Bytes of the longest line that is read.
const LONGEST_LINE: usize = 4096;

/// Reads a list.
///
/// # Errors
/// If it cannot be read, or has lines and none of them is a scored position.
pub fn read(input: &mut dyn BufRead, take: Take) -> Result<Report, ExchangeError> {
    let mut input = input;
    let mut report = Report::default();
    let mut unread = 0;
    while let Some(line) = next_line(&mut input, LONGEST_LINE).map_err(ExchangeError::Read)? {
        let text = if line.is_too_long() {
            None
        } else {
            String::from_utf8(line.bytes).ok()
        };
        if text.as_deref().is_some_and(is_comment) {
            continue;
        }
        match text.as_deref().and_then(parse_line) {
            Some(entry) => {
                take(&entry)?;
                report.positions += 1;
            }
            None => {
                unread += 1;
                report.leave_out("lines that cannot be read");
            }
        }
    }
    // Any file at all is a list of lines, but not of positions.
    if report.positions == 0 && unread > 0 {
        let message = format!(
            "it is no book that is known, and none of its {unread} lines a scored position"
        );
        return Err(ExchangeError::Other(message));
    }
    Ok(report)
}

/// Whether what a file begins with is a list of scored positions, as its first line with a position
/// says.
pub fn begins_a_list(content: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content);
    let first = text.lines().find(|line| !is_comment(line));
    first.is_some_and(|line| parse_line(line).is_some())
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(['#', '%'])
}

/// The entry of a line; `None` if it says none.
fn parse_line(line: &str) -> Option<Entry> {
    let mut fields = line.split(';').map(str::trim);
    let game = read_line(fields.next()?).ok()??.game;
    let position = game.position();
    let place = Place::of(position)?;
    let discs: f64 = fields.next()?.parse().ok()?;
    let score = Some(Score::from_fraction(discs)).filter(|_| discs.abs() <= 64.0)?;
    let mut entry = Entry {
        score: place.score(score),
        ..Entry::unknown(place.position)
    };
    let mut number = |most: u32| match fields.next() {
        None | Some("") => Some(0),
        Some(word) => word.parse().ok().filter(|number| *number <= most),
    };
    entry.depth = number(60)? as u8;
    entry.confidence = number(100)? as u8;
    let best = match fields.next() {
        None | Some("") => None,
        Some(word) => word.parse::<Move>().ok()?.square(),
    };
    if let Some(square) = best {
        let square = place.symmetry.square(square);
        if !place.position.moves().contains(square) {
            return None;
        }
        let score = entry.score;
        entry.best = Some(square);
        entry.leaf = Some(Leaf { square, score });
    }
    let solved = u32::from(entry.depth) >= position.empties() && entry.confidence == 100;
    if solved && entry.score.0 % Score::DISC == 0 {
        (entry.lower, entry.upper) = (entry.score, entry.score);
    }
    Some(entry)
}

/// Writes a list: what can be reached from the start by its moves, all else by its board.
pub fn write(store: &Store, output: &mut dyn Write) -> Result<Report, ExchangeError> {
    let mut report = Report::default();
    let mut seen: HashSet<Position> = HashSet::new();
    let mut stack = vec![(Position::START, String::new())];
    while let Some((position, moves)) = stack.pop() {
        let Some((place, entry)) = store.find_any(position)? else {
            continue;
        };
        if !seen.insert(place.position) {
            continue;
        }
        // A transcript tells a pass by the move behind it; at its end it must be written.
        let moves = if place.passed { moves + "pass" } else { moves };
        let here = if place.passed {
            position.passed()
        } else {
            position
        };
        // The start itself has no moves.
        let text = match moves.as_str() {
            "" => write_board(here, Color::Black),
            _ => moves.clone(),
        };
        let best = entry.best.map(|best| place.symmetry.inverse().square(best));
        write_line(output, &text, &entry, best)?;
        report.positions += 1;
        for square in here.moves() {
            stack.push((here.play_unchecked(square), format!("{moves}{square}")));
        }
    }
    for entry in store.entries() {
        let entry = entry?;
        if !seen.contains(&entry.position) {
            let board = write_board(entry.position, Color::Black);
            write_line(output, &board, &entry, entry.best)?;
            report.positions += 1;
        }
    }
    output.flush().map_err(ExchangeError::Write)?;
    Ok(report)
}

fn write_line(
    output: &mut dyn Write,
    position: &str,
    entry: &Entry,
    best: Option<Square>,
) -> Result<(), ExchangeError> {
    let best = best.map_or(String::new(), |best| best.to_string());
    let (score, depth, confidence) = (entry.score, entry.depth, entry.confidence);
    let written = writeln!(output, "{position};{score};{depth};{confidence};{best}");
    written.map_err(ExchangeError::Write)
}
