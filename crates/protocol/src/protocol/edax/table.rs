//! Edax's table of results: its columns, which programs take apart by their places or their blanks.
//!
//! A row is depth, bound sign and score, time, positions, positions a second and the moves
//! expected; black's moves are in small letters, white's in capitals, a pass is `ps`.

use std::time::Duration;

use bianca_play::game::{GameMove, PASS};
use bianca_rules::othello::Color;
use bianca_search::request::{Report, Score};

/// The names of the columns.
pub const HEADER: &str =
    " depth|score|       time   |  nodes (N)  |   N/s    | principal variation";
/// What stands below them, and below the last row.
pub const RULE: &str =
    "------+-----+--------------+-------------+----------+----------------------";
/// What a row takes before its moves.
pub const BEFORE_MOVES: usize = 53;
/// How wide a row is unless a program says otherwise.
pub const WIDTH: usize = 80;

/// A result as a row of the table, with as many moves as have room in `width` columns, or blanks in
/// their places. `mover` is the side to move; a score at one end of `window` is a bound.
pub fn row(report: &Report<String>, mover: Color, window: (Score, Score), width: usize) -> String {
    format!(
        "{} {}{:+03} {:>15} {:>13} {:>10} {}",
        depth(report),
        bound_sign(report.score, window),
        report.score.whole_discs(),
        time(report.elapsed),
        report.nodes,
        speed(report.nodes, report.elapsed),
        moves(&report.pv, mover, places(width))
    )
}

/// A move of the book as a row: its score and the line that it leads to.
pub fn book_row(score: Score, line: &[String], mover: Color, width: usize) -> String {
    format!(
        "{:<8}{:+03}{:42}{}",
        "book",
        score.whole_discs(),
        "",
        moves(line, mover, places(width))
    )
}

/// The moves that have room in `width` columns.
fn places(width: usize) -> usize {
    width.saturating_sub(BEFORE_MOVES + 1) / 3
}

/// The depth with the precision of the cuts, if there were any.
fn depth(report: &Report<String>) -> String {
    match report.confidence {
        100 => format!("   {:2} ", report.depth),
        precision => format!("{:2}@{precision}%", report.depth),
    }
}

/// The row of what `mover` is found to have, by a search or by the book.
pub fn found_row(found: &Report<GameMove>, mover: Color, width: usize) -> String {
    let found = found.clone().map(|mv| mv.to_string());
    match found.nodes {
        // The book answered.
        0 => book_row(found.score, &found.pv, mover, width),
        _ => row(&found, mover, (Score::MIN, Score::MAX), width),
    }
}

/// `<` for a score that is at most this, `>` for one that is at least this.
fn bound_sign(score: Score, (alpha, beta): (Score, Score)) -> char {
    let is_ending = |end: Score| end == Score::MIN || end == Score::MAX;
    match score {
        _ if score <= alpha && !is_ending(alpha) => '<',
        _ if score >= beta && !is_ending(beta) => '>',
        _ => ' ',
    }
}

/// Minutes and seconds, with hours and days before them where there are some.
pub fn time(elapsed: Duration) -> String {
    let millis = elapsed.as_millis();
    let (seconds, minutes) = (millis / 1000 % 60, millis / 60_000);
    let tail = format!("{seconds:02}.{:03}", millis % 1000);
    match (minutes / 60 / 24, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes}:{tail}"),
        (0, hours, minutes) => format!("{hours}:{minutes:02}:{tail}"),
        (days, hours, minutes) => format!("{days}:{hours:02}:{minutes:02}:{tail}"),
    }
}

/// Positions a second; nothing if it took less than can be seen.
fn speed(nodes: u64, elapsed: Duration) -> String {
    match u64::try_from(elapsed.as_millis()) {
        Ok(millis @ 1..) => (nodes.saturating_mul(1000) / millis).to_string(),
        _ => String::new(),
    }
}

/// So many moves at most, or blanks in their places.
fn moves(line: &[String], mover: Color, most: usize) -> String {
    let mut color = mover;
    let mut words = Vec::new();
    for mv in line.iter().take(most) {
        words.push(word(mv, color));
        color = !color;
    }
    words.resize(most, "  ".to_owned());
    words.join(" ")
}

/// A move in a table: small letters for black.
fn word(mv: &str, color: Color) -> String {
    let mv = if mv == PASS { "ps" } else { mv };
    color.select(mv.to_lowercase(), mv.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: (Score, Score) = (Score::MIN, Score::MAX);

    fn report(depth: u32, confidence: u8, discs: i32, millis: u64) -> Report<String> {
        let line = ["g2", "b8", "b7", "pass", "a5", "b2", "g3", "h1", "h2"];
        Report {
            score: Score::from_discs(discs),
            depth,
            confidence,
            nodes: 9_940_593,
            elapsed: Duration::from_millis(millis),
            ..Report::of_moves(line.map(str::to_owned).to_vec())
        }
    }

    #[test]
    fn rows_have_edaxs_columns() {
        let white = row(&report(25, 98, 3, 94), Color::White, WHOLE, 76);
        assert_eq!(
            white,
            "25@98%  +03        0:00.094       9940593  105750989 G2 b8 B7 ps A5 b2 G3"
        );
        let black = row(&report(24, 100, -8, 0), Color::Black, WHOLE, 62);
        assert_eq!(
            black,
            "   24   -08        0:00.000       9940593            g2 B8"
        );
        assert_eq!(white.find("G2"), Some(BEFORE_MOVES));
        let head: Vec<usize> = HEADER.match_indices('|').map(|(at, _)| at).collect();
        let rule: Vec<usize> = RULE.match_indices('+').map(|(at, _)| at).collect();
        assert_eq!(head, rule);
        for at in &head {
            assert_eq!(white.as_bytes()[*at], b' ', "{at}");
        }
    }

    #[test]
    fn every_row_of_a_width_is_as_long() {
        let short = Report {
            pv: vec!["g2".to_owned()],
            ..report(25, 98, 3, 94)
        };
        for width in [80, 76, 3] {
            let length = |report| row(&report, Color::Black, WHOLE, width).len();
            assert_eq!(
                length(short.clone()),
                length(report(1, 100, -64, 1)),
                "{width}"
            );
            let book = book_row(short.score, &short.pv, Color::Black, width);
            assert_eq!(book.len(), length(short.clone()), "{width}");
        }
        let book = book_row(Score::from_discs(2), &short.pv, Color::White, 80);
        assert_eq!(book.trim_end().len(), BEFORE_MOVES + 2);
        assert!(
            book.starts_with("book    +02 ") && book.contains(" G2 "),
            "{book}"
        );
    }

    #[test]
    fn bounds_have_their_signs_unless_the_board_ends_there() {
        let discs = Score::from_discs;
        let sign = |score, low, high| bound_sign(discs(score), (discs(low), discs(high)));
        assert_eq!(sign(3, 3, 9), '<');
        assert_eq!(sign(9, 3, 9), '>');
        assert_eq!(sign(5, 3, 9), ' ');
        assert_eq!(sign(64, -64, 64), ' ');
        assert_eq!(sign(-64, -64, 64), ' ');
    }

    #[test]
    fn a_speed_is_told_of_what_took_time() {
        let text = |nodes, millis| speed(nodes, Duration::from_millis(millis));
        assert_eq!(text(7, 0), "");
        assert_eq!([text(7, 1), text(7, 2000)], ["7000", "3"]);
        assert_eq!(text(u64::MAX, 1), u64::MAX.to_string());
    }

    #[test]
    fn times_grow_to_the_left() {
        let text = |seconds: f64| time(Duration::from_secs_f64(seconds));
        assert_eq!(text(0.031), "0:00.031");
        assert_eq!(text(61.5), "1:01.500");
        assert_eq!(text(3723.0), "1:02:03.000");
        assert_eq!(text(86_399.0), "23:59:59.000");
        assert_eq!(text(86_400.0), "1:00:00:00.000");
        assert_eq!(text(90_061.0), "1:01:01:01.000");
    }
}
