//! Writing: one game, one line (but for line breaks in comments).

use std::fmt::Write;

use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Mark, Note, Shape, with_remarks};
use crate::record::date::{self, Date};
use crate::record::format::FileFormat;
use crate::record::kind;
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
    let facts = facts(annotated);
    let start = start(&annotated.game, form);
    let result = result(annotated);
    // A property stands once in a node; what another program said of it goes into the comment.
    let mut taken: Vec<&str> = WRITTEN.to_vec();
    taken.extend(
        facts
            .iter()
            .chain(&start)
            .chain(&result)
            .map(|(name, _)| *name),
    );
    let own = annotated.other.iter();
    let own = own.filter(|property| property.format == FileFormat::Sgf);
    let (left, kept): (Vec<_>, Vec<_>) =
        own.partition(|property| taken.contains(&property.name.as_str()));
    let mut names: Vec<&str> = kept.iter().map(|property| property.name.as_str()).collect();
    names.dedup();
    for (name, values) in &facts {
        add(&mut text, format_args!("{name}{values}"));
    }
    for (place, name) in names.iter().enumerate() {
        if names[..place].contains(name) {
            continue;
        }
        text += name;
        let same = kept.iter().filter(|property| property.name == *name);
        for value in same.flat_map(|property| &property.values) {
            add(&mut text, format_args!("[{}]", escaped(value)));
        }
    }
    for (name, values) in start.iter().chain(&result) {
        add(&mut text, format_args!("{name}{values}"));
    }
    let reason = annotated.forfeit.as_ref().map(|forfeit| {
        let loser = forfeit.loser;
        match &*plain(&forfeit.reason) {
            "" => String::new(),
            reason => format!("{loser} forfeits: {reason}"),
        }
    });
    let left = left.into_iter().flat_map(|property| {
        let values = property.values.iter();
        values.map(|value| (&*property.name, &**value))
    });
    let left: Vec<(&str, &str)> = left.collect();
    let comment = with_remarks(&left, &annotated.comment);
    add_comment(&mut text, reason.unwrap_or_default(), &comment);
    add_tree(&mut text, &annotated.tree(), form);
    text + ")"
}

/// Properties of the root that are always written.
const WRITTEN: [&str; 7] = ["FF", "GM", "CA", "AP", "SZ", "C", "GC"];

/// A property's name and its values in their brackets.
pub(in crate::record) type Property = (&'static str, String);

/// Who played, when, where and by what clock.
fn facts(annotated: &AnnotatedGame) -> Vec<Property> {
    let date = date::dated(&annotated.date);
    let day = date.date.map(Date::sgf).unwrap_or_default();
    let said = if date.says_more { &annotated.date } else { "" };
    let kind = kind::board_type(&annotated.variant).filter(|kind| kind != "8");
    let rules = match kind {
        None if !kind::is_plain(&annotated.variant) => &annotated.variant,
        _ => "",
    };
    let texts = [
        ("PB", &*annotated.black),
        ("PW", &*annotated.white),
        ("PC", &*annotated.place),
        ("EV", &*annotated.event),
        ("RO", &*annotated.round),
        ("DT", &*day),
        ("WHEN", said),
        ("RU", rules),
        ("KIND", kind.as_deref().unwrap_or_default()),
    ];
    let texts = texts.map(|(name, text)| (name, simple(text)));
    let texts = texts.into_iter().filter(|(_, value)| !value.is_empty());
    let mut facts: Vec<Property> = texts
        .map(|(name, value)| (name, format!("[{value}]")))
        .collect();
    for (name, number) in [
        ("BR", annotated.black_rating),
        ("WR", annotated.white_rating),
        ("KM", annotated.komi),
    ] {
        if let Some(number) = number {
            facts.push((name, format!("[{number}]")));
        }
    }
    facts.extend(clock(annotated));
    facts
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
fn clock(annotated: &AnnotatedGame) -> Vec<Property> {
    let clock = annotated.black_clock;
    let Some(clock) = clock.filter(|_| annotated.black_clock == annotated.white_clock) else {
        return Vec::new();
    };
    let mut times = vec![("TM", format!("[{}]", write_seconds(clock.main)))];
    let overtime = TimeControl {
        main: std::time::Duration::ZERO,
        ..clock
    };
    if overtime != TimeControl::default() {
        times.push(("OT", format!("[{overtime}]")));
    }
    times
}

/// The start if it is not the standard one.
fn start(game: &OthelloGame, form: Form) -> Vec<Property> {
    let (start, to_move) = game.start();
    if (start, to_move) == (Position::START, Color::Black) {
        return Vec::new();
    }
    let (black, white) = match to_move {
        Color::Black => (start.own, start.opp),
        Color::White => (start.opp, start.own),
    };
    let mut set_up = Vec::new();
    for (name, discs) in [("AB", black), ("AW", white)] {
        if discs.any() {
            let squares = discs.into_iter();
            let squares = squares.map(|square| format!("[{}]", letters(square, form)));
            set_up.push((name, squares.collect()));
        }
    }
    if set_up.is_empty() {
        // Without any disc there would be no sign of a board that was set up.
        set_up.push(("AE", "[aa:hh]".to_owned()));
    }
    set_up.push(("PL", format!("[{}]", initial(to_move))));
    set_up
}

/// How it ended and how it would have, by the names of SGF's properties and with their brackets.
pub(in crate::record) fn result(annotated: &AnnotatedGame) -> Vec<Property> {
    let discs = |score: Score| match score.0 % Score::DISC {
        0 => score.whole_discs().to_string(),
        _ => write_discs(score),
    };
    let forfeit = annotated.forfeit.as_ref().map(|forfeit| {
        let why = match forfeit.cause {
            Cause::Time => 'T',
            Cause::Resignation => 'R',
            Cause::Fault => 'F',
        };
        format!("[{}+{why}]", initial(!forfeit.loser))
    });
    let counted = || {
        let score = annotated.result_for_black()?;
        Some(match score.0 {
            0 => "[0]".to_owned(),
            1.. => format!("[B+{}]", discs(score)),
            _ => format!("[W+{}]", discs(-score)),
        })
    };
    let result = forfeit.or_else(counted).map(|result| ("RE", result));
    let theory = annotated.theory;
    let theory = theory.map(|theory| ("TH", format!("[{}:{}]", theory.score, theory.empties)));
    result.into_iter().chain(theory).collect()
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
    add_glyphs(text, &note.glyphs);
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

/// Adds the judgement, of which a node has one. Where there are others, too, or one that SGF does
/// not know, a property of our own has them all.
fn add_glyphs(text: &mut String, glyphs: &[u8]) {
    let property = |glyph: &u8| {
        Some(match glyph {
            1 => "TE[1]",
            2 => "BM[1]",
            3 => "TE[2]",
            4 => "BM[2]",
            5 => "IT[]",
            6 => "DO[]",
            _ => return None,
        })
    };
    let judged = glyphs.iter().find_map(property);
    *text += judged.unwrap_or_default();
    if glyphs.len() > usize::from(judged.is_some()) {
        *text += "NAG";
        for glyph in glyphs {
            add(text, format_args!("[{glyph}]"));
        }
    }
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
