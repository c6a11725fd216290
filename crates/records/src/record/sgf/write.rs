//! Writing: one game, one line (but for line breaks in comments).

use std::fmt::Write;

use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Mark, Note, Shape};
use crate::record::format::FileFormat;
use crate::record::syntax::{write_discs, write_seconds};
use crate::record::tree::{GameTree, NodeId};
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};
use bianca_rules::score::Score;
use bianca_system::foreign::{plain, plain_lines};

/// Writes a game on one line.
pub fn write_sgf(game: &OthelloGame) -> String {
    write_annotated_sgf(&game.clone().into())
}

/// Writes a game with its players and its notes.
pub fn write_annotated_sgf(annotated: &AnnotatedGame) -> String {
    write_as(annotated, Form::Othello)
}

/// Writes a game as GoGui does: ranks counted from the bottom, and no kind of game, because GoGui
/// reads nothing that says it is not Go.
pub fn write_gogui_sgf(annotated: &AnnotatedGame) -> String {
    write_as(annotated, Form::GoGui)
}

/// Who is to read it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Othello,
    GoGui,
}

fn write_as(annotated: &AnnotatedGame, form: Form) -> String {
    let kind = match form {
        Form::Othello => "GM[2]",
        Form::GoGui => "",
    };
    let mut text = format!(
        "(;FF[4]{kind}CA[UTF-8]AP[Bianca:{}]SZ[8]",
        env!("CARGO_PKG_VERSION")
    );
    for (name, value) in [
        ("PB", &annotated.black),
        ("PW", &annotated.white),
        ("PC", &annotated.place),
        ("EV", &annotated.event),
        ("RO", &annotated.round),
        ("DT", &annotated.date),
        ("RU", &annotated.variant),
    ] {
        let value = simple(value);
        if !value.is_empty() {
            add(&mut text, format_args!("{name}[{value}]"));
        }
    }
    for (name, number) in [
        ("BR", annotated.black_rating),
        ("WR", annotated.white_rating),
        ("KM", annotated.komi),
    ] {
        if let Some(number) = number {
            add(&mut text, format_args!("{name}[{number}]"));
        }
    }
    add_clock(&mut text, annotated);
    for property in &annotated.other {
        if property.format == FileFormat::Sgf {
            text += &property.name;
            for value in &property.values {
                add(&mut text, format_args!("[{}]", escaped(value)));
            }
        }
    }
    add_start(&mut text, &annotated.game, form);
    add_result(&mut text, annotated);
    if let Some(theory) = annotated.theory {
        add(
            &mut text,
            format_args!("TH[{}:{}]", theory.score, theory.empties),
        );
    }
    let reason = annotated.forfeit.as_ref().map(|forfeit| {
        let loser = forfeit.loser;
        match &*plain(&forfeit.reason) {
            "" => String::new(),
            reason => format!("{loser} forfeits: {reason}"),
        }
    });
    add_comment(&mut text, reason.unwrap_or_default(), &annotated.comment);
    add_tree(&mut text, &annotated.tree(), form);
    text + ")"
}

/// Adds the moves: one behind the other, and in brackets where there are several.
fn add_tree(text: &mut String, tree: &GameTree, form: Form) {
    // What is still to be written; `None` closes a bracket.
    let mut open: Vec<Option<NodeId>> = vec![Some(tree.root())];
    while let Some(next) = open.pop() {
        let Some(node) = next else {
            text.push(')');
            continue;
        };
        let siblings = tree
            .parent(node)
            .map_or(1, |parent| tree.children(parent).len());
        if siblings > 1 {
            text.push('(');
            open.push(None);
        }
        if let Some((color, mv)) = tree.turn(node) {
            add_turn(text, color, mv, tree.note(node), form);
        }
        open.extend(tree.children(node).iter().rev().copied().map(Some));
    }
}

/// The time, if both players have the same.
fn add_clock(text: &mut String, annotated: &AnnotatedGame) {
    let Some(clock) = annotated
        .black_clock
        .filter(|_| annotated.black_clock == annotated.white_clock)
    else {
        return;
    };
    add(text, format_args!("TM[{}]", write_seconds(clock.main)));
    let overtime = TimeControl {
        main: std::time::Duration::ZERO,
        ..clock
    };
    if overtime != TimeControl::default() {
        add(text, format_args!("OT[{overtime}]"));
    }
}

/// Adds the start if it is not the standard one.
fn add_start(text: &mut String, game: &OthelloGame, form: Form) {
    let (start, to_move) = game.start();
    if (start, to_move) == (Position::START, Color::Black) {
        return;
    }
    let (black, white) = match to_move {
        Color::Black => (start.own, start.opp),
        Color::White => (start.opp, start.own),
    };
    for (name, discs) in [("AB", black), ("AW", white)] {
        if discs.any() {
            *text += name;
        }
        for square in discs {
            add(text, format_args!("[{}]", letters(square, form)));
        }
    }
    if !(black | white).any() {
        // Without any disc there would be no sign of a board that was set up.
        *text += "AE[aa:hh]";
    }
    add(text, format_args!("PL[{}]", initial(to_move)));
}

fn add_result(text: &mut String, annotated: &AnnotatedGame) {
    if let Some(forfeit) = &annotated.forfeit {
        let why = match forfeit.cause {
            Cause::Time => 'T',
            Cause::Resignation => 'R',
            Cause::Fault => 'F',
        };
        let winner = initial(!forfeit.loser);
        return add(text, format_args!("RE[{winner}+{why}]"));
    }
    let discs = |score: Score| match score.0 % Score::DISC {
        0 => score.whole_discs().to_string(),
        _ => write_discs(score),
    };
    match annotated.result_for_black() {
        None => {}
        Some(Score(0)) => *text += "RE[0]",
        Some(score) if score.0 > 0 => add(text, format_args!("RE[B+{}]", discs(score))),
        Some(score) => add(text, format_args!("RE[W+{}]", discs(-score))),
    }
}

fn add_turn(text: &mut String, color: Color, mv: Move, note: &Note, form: Form) {
    let square = mv.square().map(|square| letters(square, form));
    let square = square.unwrap_or_default();
    add(text, format_args!(";{}[{square}]", initial(color)));
    if let Some(score) = note.score {
        let for_black = match color {
            Color::Black => score,
            Color::White => -score,
        };
        add(text, format_args!("V[{}]", write_discs(for_black)));
    }
    for glyph in &note.glyphs {
        let property = match glyph {
            1 => "TE[1]",
            2 => "BM[1]",
            3 => "TE[2]",
            4 => "BM[2]",
            5 => "IT[]",
            6 => "DO[]",
            // SGF has no place for others.
            _ => continue,
        };
        *text += property;
    }
    add_marks(text, &note.marks, form);
    let depth = note.depth.map(|depth| format!("depth {depth}"));
    let time = note.time.map(|time| format!("{} s", write_seconds(time)));
    let facts: Vec<String> = depth.into_iter().chain(time).collect();
    let looks_like_facts = |c: char| c.is_ascii_digit() || ".d\n".contains(c);
    if facts.is_empty() && note.comment.starts_with(looks_like_facts) {
        // An empty first line shows that the second is none of ours.
        return add(text, format_args!("C[\n{}]", escaped(&note.comment)));
    }
    add_comment(text, facts.join(", "), &note.comment);
}

/// Adds the marks, those of a shape together.
fn add_marks(text: &mut String, marks: &[Mark], form: Form) {
    let mut last = "";
    let mut sorted: Vec<&Mark> = marks.iter().collect();
    sorted.sort_by_key(|mark| property_of(&mark.shape).0);
    for mark in sorted {
        let name = property_of(&mark.shape).1;
        if name != last {
            *text += name;
            last = name;
        }
        let square = letters(mark.square, form);
        match &mark.shape {
            Shape::Label(label) => add(text, format_args!("[{square}:{}]", escaped(&plain(label)))),
            _ => add(text, format_args!("[{square}]")),
        }
    }
}

/// The property of a shape, and where it stands among the others.
fn property_of(shape: &Shape) -> (u8, &'static str) {
    match shape {
        Shape::Triangle => (0, "TR"),
        Shape::Square => (1, "SQ"),
        Shape::Circle => (2, "CR"),
        Shape::Cross => (3, "MA"),
        Shape::Label(_) => (4, "LB"),
    }
}

/// Adds a comment whose first line is ours, if there is anything to say.
fn add_comment(text: &mut String, first: String, rest: &str) {
    let comment = match (first.as_str(), rest) {
        ("", "") => return,
        ("", rest) => rest.to_owned(),
        (_, "") => first,
        (_, rest) => format!("{first}\n{rest}"),
    };
    add(text, format_args!("C[{}]", escaped(&comment)));
}

/// Text as a value of one line, without the blanks around it.
fn simple(text: &str) -> String {
    escaped(plain(text).trim())
}

/// Text as a value: what would end it, or look like the beginning of another game, is escaped.
fn escaped(text: &str) -> String {
    let has_parenthesis = text.contains('(');
    let mut value = String::new();
    for character in plain_lines(text).chars() {
        if matches!(character, ']' | '\\') || (character == '[' && has_parenthesis) {
            value.push('\\');
        }
        value.push(character);
    }
    value
}

fn add(text: &mut String, what: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(what);
}

fn initial(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn letters(square: Square, form: Form) -> String {
    let rank = match form {
        Form::Othello => square.rank(),
        Form::GoGui => 7 - square.rank(),
    };
    [square.file(), rank]
        .map(|line| (b'a' + line) as char)
        .iter()
        .collect()
}
