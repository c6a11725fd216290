//! Writing: one game, one line.

use std::fmt::Write;

use super::facts::{self, plain};
use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Note, OtherProperty};
use crate::record::board::write_board;
use crate::record::format::FileFormat;
use crate::record::kind;
use crate::record::syntax::{write_discs, write_seconds};
use bianca_rules::othello::{Color, Move, Position};
use bianca_rules::score::Score;
use bianca_system::foreign;

/// Writes a game on one line.
pub fn write_ggf(annotated: &AnnotatedGame) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, annotated);
    text
}

fn write_all(text: &mut String, annotated: &AnnotatedGame) -> std::fmt::Result {
    // NBoard keeps the tournament of a game there, too.
    let place = match plain(&annotated.event) {
        event if event.is_empty() => plain(&annotated.place),
        event => event,
    };
    write!(text, "(;GM[Othello]PC[{place}]")?;
    let date = plain(&annotated.date);
    if !date.is_empty() {
        write!(text, "DT[{date}]")?;
    }
    let (black, white) = (plain(&annotated.black), plain(&annotated.white));
    write!(text, "PB[{black}]PW[{white}]")?;
    for (name, rating) in [
        ("RB", annotated.black_rating),
        ("RW", annotated.white_rating),
    ] {
        if let Some(rating) = rating {
            write!(text, "{name}[{rating}]")?;
        }
    }
    write_clocks(text, annotated.black_clock, annotated.white_clock)?;
    let kind = kind::board_type(&annotated.variant).unwrap_or_else(|| "8".to_owned());
    write!(text, "TY[{kind}]RE[{}]", result(annotated))?;
    let (start, to_move) = annotated.game.start();
    write!(text, "BO[8 {}]", board(start, to_move))?;
    write_remarks(text, annotated)?;
    for (color, mv, note) in annotated.turns() {
        text.push(match color {
            Color::Black => 'B',
            Color::White => 'W',
        });
        match mv {
            Move::Place(square) => write!(text, "[{square}")?,
            Move::Pass => write!(text, "[PA")?,
        }
        write_note(text, &note)?;
    }
    text.write_str(";)")
}

/// Adds what is said of the whole game: facts, properties of its own that others do not know, and
/// the comment.
fn write_remarks(text: &mut String, annotated: &AnnotatedGame) -> std::fmt::Result {
    for (name, value) in facts::facts(annotated) {
        write!(text, "CO[{name}: {value}]")?;
    }
    let is_own = |property: &&OtherProperty| {
        property.format == FileFormat::Ggf && !facts::is_opening(property)
    };
    let mut lines: Vec<String> = Vec::new();
    for property in annotated.other.iter().filter(is_own) {
        for value in &property.values {
            lines.push(plain(&format!("{}: {value}", property.name)));
        }
    }
    lines.extend(comment_lines(&annotated.comment));
    if lines
        .first()
        .is_some_and(|line| facts::looks_like_fact(line))
    {
        text.push_str("CO[]");
    }
    write_lines(text, lines)
}

/// NBoard wants a time, in whole seconds; 0 means that there was no clock.
fn write_clocks(
    text: &mut String,
    black: Option<TimeControl>,
    white: Option<TimeControl>,
) -> std::fmt::Result {
    let [black, white] = [black, white].map(|clock| match clock {
        Some(clock) => facts::in_seconds(clock).to_string(),
        None => "0".to_owned(),
    });
    if black == white {
        write!(text, "TI[{black}]")
    } else {
        write!(text, "TB[{black}]TW[{white}]")
    }
}

fn board(start: Position, to_move: Color) -> String {
    write_board(start, to_move).replace('X', "*")
}

/// Adds what follows a move in its brackets, and a comment after them.
fn write_note(text: &mut String, note: &Note) -> std::fmt::Result {
    let score = note.score.map(write_discs);
    match (score, note.time.map(write_seconds)) {
        (None, None) => {}
        (Some(score), None) => write!(text, "/{score}")?,
        (None, Some(time)) => write!(text, "//{time}")?,
        (Some(score), Some(time)) => write!(text, "/{score}/{time}")?,
    }
    text.push(']');
    write_lines(text, comment_lines(&note.comment))
}

/// The lines of a comment that say something, as values.
fn comment_lines(comment: &str) -> Vec<String> {
    let lines = foreign::plain_lines(comment);
    let lines = lines.lines().map(plain);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Adds a comment for each line.
fn write_lines(text: &mut String, lines: Vec<String>) -> std::fmt::Result {
    lines
        .into_iter()
        .try_for_each(|line| write!(text, "CO[{line}]"))
}

/// Black's result; a game that was given up says so, `t` for time and `r` for anything else. GGS
/// has `s` for a result that was agreed, but others refuse it.
fn result(annotated: &AnnotatedGame) -> String {
    let Some(result) = annotated.result_for_black() else {
        return "?".to_owned();
    };
    let forfeit = annotated.forfeit.as_ref();
    let flag = match forfeit.map(|forfeit| forfeit.cause) {
        Some(Cause::Time) => ":t",
        Some(Cause::Resignation | Cause::Fault) => ":r",
        None => "",
    };
    format!("{:+.3}{flag}", at_least_won(result, annotated).discs())
}

/// The flag does not show who lost, only the sign does.
fn at_least_won(result: Score, annotated: &AnnotatedGame) -> Score {
    match &annotated.forfeit {
        Some(forfeit) if forfeit.loser == Color::Black && result.0 >= 0 => Score::MIN,
        Some(forfeit) if forfeit.loser == Color::White && result.0 <= 0 => Score::MAX,
        _ => result,
    }
}
