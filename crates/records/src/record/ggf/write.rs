//! Writing: one game, one line.

use std::fmt::Write;

use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Note};
use crate::record::board::write_board;
use crate::record::format::FileFormat;
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
    write!(text, "(;GM[Othello]PC[{}]", plain(&annotated.place))?;
    // GGF has no names of its own for the tournament; these are SGF's.
    for (name, value) in [
        ("EV", &annotated.event),
        ("RO", &annotated.round),
        ("DT", &annotated.date),
    ] {
        let value = plain(value);
        if !value.is_empty() {
            write!(text, "{name}[{value}]")?;
        }
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
    if let Some(komi) = annotated.komi {
        write!(text, "KM[{komi}]")?;
    }
    let variant = plain(&annotated.variant);
    let variant = match variant.as_str() {
        "" | "0" => "8",
        variant => variant,
    };
    write!(text, "TY[{variant}]RE[{}]", result(annotated))?;
    let (start, to_move) = annotated.game.start();
    write!(text, "BO[8 {}]", board(start, to_move))?;
    for property in &annotated.other {
        if property.format == FileFormat::Ggf {
            for value in &property.values {
                write!(text, "{}[{}]", property.name, plain(value))?;
            }
        }
    }
    write_comment(text, &annotated.comment)?;
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

/// NBoard wants a time; 0 means that there was no clock.
fn write_clocks(
    text: &mut String,
    black: Option<TimeControl>,
    white: Option<TimeControl>,
) -> std::fmt::Result {
    match (black, white) {
        (None, None) => write!(text, "TI[0]"),
        (Some(black), Some(white)) if black == white => write!(text, "TI[{black}]"),
        (black, white) => {
            let [black, white] = [black, white].map(|clock| match clock {
                Some(clock) => clock.to_string(),
                None => "0".to_owned(),
            });
            write!(text, "TB[{black}]TW[{white}]")
        }
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
    write_comment(text, &note.comment)
}

/// Adds a comment if it says anything.
fn write_comment(text: &mut String, comment: &str) -> std::fmt::Result {
    match plain(comment).as_str() {
        "" => Ok(()),
        comment => write!(text, "C[{comment}]"),
    }
}

/// Black's result; a game that was given up says so, `t` for time and `r` for anything else.
fn result(annotated: &AnnotatedGame) -> String {
    let Some(result) = annotated.result_for_black() else {
        return "?".to_owned();
    };
    let forfeit = annotated.forfeit.as_ref();
    let flag = match forfeit.map(|forfeit| forfeit.cause) {
        Some(Cause::Time) => ":t",
        Some(Cause::Resignation | Cause::Fault) => ":r",
        None if annotated.agreed => ":s",
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

/// Text as a value, without the blanks around it, which the format does not keep.
fn plain(text: &str) -> String {
    let lines = foreign::plain_lines(text);
    lines.trim().replace(['[', ']', '\n'], "_")
}
