//! Writing: tags, an empty line, the moves in lines of at most 79 characters.

use std::fmt::Write;

use super::fen::write_fen;
use super::is_unknown;
use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Note, OtherProperty, with_remarks};
use crate::record::date::{self, Date};
use crate::record::format::FileFormat;
use crate::record::syntax::{write_discs, write_seconds};
use crate::record::tree::{GameTree, NodeId};
use bianca_rules::othello::{Color, Position};
use bianca_rules::score::Score;
use bianca_system::foreign::{plain, plain_lines};

/// The longest line that the format allows.
const LINE: usize = 79;

/// Writes a game, ending in a line break.
pub fn write_pgn(annotated: &AnnotatedGame) -> String {
    let mut text = String::new();
    let result = result(annotated);
    let (tags, comment) = tags(annotated, result);
    for (name, value) in tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(&value));
    }
    text.push('\n');
    let mut line = 0;
    for word in words(annotated, &comment, result) {
        // Only before the first word of all is there neither a blank nor a break.
        if line + 1 + word.chars().count() > LINE {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        line += word.chars().count();
        text += &word;
    }
    text.push('\n');
    text
}

/// The seven tags that every game has, those that have something to say, and the comment on the
/// game. A tag stands once; what is left goes into the comment.
fn tags(annotated: &AnnotatedGame, result: &str) -> (Vec<(String, String)>, String) {
    let mut tags = Vec::new();
    let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
    let date = date::dated(&plain(&annotated.date));
    let day = date.date.map_or("????.??.??".to_owned(), Date::pgn);
    for (name, value) in [
        ("Event", known(&annotated.event)),
        ("Site", known(&annotated.place)),
        ("Date", Some(day)),
        ("Round", known(&annotated.round)),
        ("Black", known(&annotated.black)),
        ("White", known(&annotated.white)),
    ] {
        add(name, value.unwrap_or_else(|| "?".to_owned()));
    }
    add("Result", result.to_owned());
    if let Some(said) = known(&annotated.date).filter(|_| date.says_more) {
        add("When", said);
    }
    for (name, number) in [
        ("BlackElo", annotated.black_rating),
        ("WhiteElo", annotated.white_rating),
        ("Komi", annotated.komi),
    ] {
        if let Some(number) = number {
            add(name, number.to_string());
        }
    }
    match (annotated.black_clock, annotated.white_clock) {
        (Some(black), Some(white)) if black == white => add("TimeControl", time_control(black)),
        (black, white) => {
            for (name, clock) in [("BlackTimeControl", black), ("WhiteTimeControl", white)] {
                if let Some(clock) = clock {
                    add(name, time_control(clock));
                }
            }
        }
    }
    if let Some(variant) = known(&annotated.variant) {
        add("Variant", variant);
    }
    if let Some(score) = annotated.result_for_black() {
        add("Score", whole(write_discs(score)));
    }
    if let Some(theory) = annotated.theory {
        add("Theory", format!("{}:{}", theory.score, theory.empties));
    }
    if let Some(forfeit) = &annotated.forfeit {
        let cause = match forfeit.cause {
            Cause::Time => "time forfeit",
            Cause::Resignation => "resignation",
            Cause::Fault => "rules infraction",
        };
        add("Termination", format!("{} by {}", cause, forfeit.loser));
        if let Some(reason) = known(&forfeit.reason) {
            add("Reason", reason);
        }
    } else if annotated.agreed {
        add("Termination", "agreement".to_owned());
    }
    let (start, to_move) = annotated.game.start();
    if (start, to_move) != (Position::START, Color::Black) {
        add("FEN", write_fen(start, to_move));
    }
    let mut left = Vec::new();
    for property in &annotated.other {
        if property.format != FileFormat::Pgn || property.name == "Result" {
            continue;
        }
        for value in &property.values {
            if tags.iter().all(|(name, _)| *name != property.name) {
                tags.push((property.name.clone(), value.clone()));
            } else {
                left.push((&*property.name, &**value));
            }
        }
    }
    (tags, with_remarks(&left, &annotated.comment))
}

/// Text as the value of a tag; `None` if it says nothing, or looks as if.
fn known(text: &str) -> Option<String> {
    let text = plain(text);
    (!text.is_empty() && !is_unknown(&text)).then(|| text.into_owned())
}

/// Seconds for the game, `+` and what each move adds, `:` and what comes after all that.
fn time_control(clock: TimeControl) -> String {
    let seconds = |time| whole(write_seconds(time));
    let mut text = seconds(clock.main);
    if !clock.increment.is_zero() {
        text += &format!("+{}", seconds(clock.increment));
    }
    if !clock.extension.is_zero() {
        text += &format!(":{}", seconds(clock.extension));
    }
    text
}

/// A number without decimals if they are zero.
fn whole(mut number: String) -> String {
    if let Some(whole) = number.strip_suffix(".00") {
        number.truncate(whole.len());
    }
    number
}

/// Numbers, moves, comments and the result; what must not be broken is one word.
fn words(annotated: &AnnotatedGame, about: &str, result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let about_game = comment(about);
    if !about_game.is_empty() {
        words.push(braces(&about_game));
    }
    add_tree(&mut words, &annotated.tree());
    words.push(result.to_owned());
    words
}

/// What of the tree is still to be written.
enum Part {
    /// A node and what follows, after so many turns.
    Line(NodeId, usize),
    /// The same in parentheses.
    Variation(NodeId, usize),
    /// The parenthesis at the end.
    Close,
}

/// Adds the moves, those that might have been played behind the one that was.
fn add_tree(words: &mut Vec<String>, tree: &GameTree) {
    let first = tree.children(tree.root()).first();
    let mut parts: Vec<Part> = first
        .map(|&first| Part::Line(first, 0))
        .into_iter()
        .collect();
    let mut interrupted = true;
    while let Some(part) = parts.pop() {
        let (node, turns, mark) = match part {
            Part::Line(node, turns) => (node, turns, ""),
            Part::Variation(node, turns) => {
                parts.push(Part::Close);
                interrupted = true;
                (node, turns, "(")
            }
            Part::Close => {
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
                interrupted = true;
                continue;
            }
        };
        let number = turns / 2 + 1;
        match (turns % 2 == 0, interrupted) {
            (true, _) => words.push(format!("{mark}{number}.")),
            (false, true) => words.push(format!("{mark}{number}...")),
            (false, false) => {}
        }
        words.extend(tree.turn(node).map(|(_, mv)| mv.to_string()));
        words.extend(
            tree.note(node)
                .glyphs
                .iter()
                .map(|glyph| format!("${glyph}")),
        );
        let about = about(tree.note(node));
        interrupted = !about.is_empty();
        if interrupted {
            words.push(braces(&about));
        }
        if let Some(&next) = tree.children(node).first() {
            parts.push(Part::Line(next, turns + 1));
        }
        let siblings = tree
            .parent(node)
            .map_or(&[][..], |parent| tree.children(parent));
        // Only the first of them is written behind its parent; it is followed by the others.
        if let [first, others @ ..] = siblings
            && *first == node
        {
            let others = others.iter().rev();
            parts.extend(others.map(|&other| Part::Variation(other, turns)));
        }
    }
}

/// What a note says: `+0.50/12 0.25s`, `?/12` without a score, and the comment after it.
fn about(note: &Note) -> String {
    let mut parts = Vec::new();
    let score = note.score.map(|score| {
        let text = write_discs(score);
        if text.starts_with('-') {
            text
        } else {
            format!("+{text}")
        }
    });
    match (score, note.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score}/{depth}")),
        (Some(score), None) => parts.push(score),
        (None, Some(depth)) => parts.push(format!("?/{depth}")),
        (None, None) => {}
    }
    if let Some(time) = note.time {
        parts.push(format!("{}s", write_seconds(time)));
    }
    let comment = comment(&note.comment);
    if comment.starts_with(|c: char| c.is_ascii_digit() || "+-?.".contains(c)) {
        // A blank shows that it is no score and no time, whatever it looks like.
        parts.push(format!(" {comment}"));
    } else if !comment.is_empty() {
        parts.push(comment);
    }
    parts.join(" ")
}

fn result(annotated: &AnnotatedGame) -> &str {
    match annotated.result_for_black() {
        None => {
            // A file may say who won, and not by how much.
            let is_result = |property: &&OtherProperty| {
                property.format == FileFormat::Pgn && property.name == "Result"
            };
            let stated = annotated.other.iter().find(is_result);
            stated
                .and_then(|property| property.values.first())
                .map_or("*", String::as_str)
        }
        Some(Score(0)) => "1/2-1/2",
        Some(score) if score.0 > 0 => "1-0",
        Some(_) => "0-1",
    }
}

/// Text as a comment, without the blanks around it, which many programs put inside of the braces.
/// No line of it may look like the beginning of another game.
fn comment(text: &str) -> String {
    let lines = plain_lines(text);
    let text = lines.trim().replace('}', ")");
    text.replace("\n[Event ", "\n [Event ")
}

fn braces(comment: &str) -> String {
    format!("{{{comment}}}")
}

/// Text as the value of a tag, on one line.
fn escaped(text: &str) -> String {
    plain(text).replace('\\', "\\\\").replace('"', "\\\"")
}
