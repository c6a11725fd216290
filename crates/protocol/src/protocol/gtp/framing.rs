//! Replies as GTP frames them.

use std::fmt::Write;

use super::people::percent;
use crate::protocol::{CommandError, Reply, SearchEvent, SearchPurpose};
use bianca_play::analysis::json;
use bianca_play::games::moves::{GameMove, in_words};
use bianca_play::player::{OptionInfo, OptionKind};
use bianca_rules::othello::Color;
use bianca_search::request::Report;

/// The whole text of a reply, its empty line included.
pub fn write_reply(id: Option<&str>, reply: &Result<Reply, CommandError>) -> String {
    let (sign, body) = match reply {
        Ok(reply) => ('=', body(reply)),
        Err(error) => ('?', error.to_string()),
    };
    let mut text = refer_to(sign, id);
    // Whatever a file's name or a message has in it, no line of a reply is empty.
    let mut lines = body.lines().filter(|line| !line.trim().is_empty());
    if matches!(reply, Ok(Reply::Drawing(_) | Reply::Board(_))) {
        // Without it GoGui takes the first word away.
        text += " ";
    } else if let Some(first) = lines.next() {
        text += " ";
        text += first;
    }
    for line in lines {
        text += "\n";
        text += line;
    }
    text + "\n\n"
}

/// What an analysis or a review reports while it runs; all other searches report in their reply.
pub fn write_event(id: Option<&str>, purpose: SearchPurpose, event: &SearchEvent) -> String {
    if !matches!(purpose, SearchPurpose::Analysis | SearchPurpose::Review) {
        return String::new();
    }
    match event {
        SearchEvent::Began => refer_to('=', id) + "\n",
        SearchEvent::Found(report) => info_line(report) + "\n",
        SearchEvent::Judged(judged) => json::line(judged) + "\n",
        SearchEvent::Failed(error) => format!("error {error}\n"),
        SearchEvent::Ended => "\n".to_owned(),
        SearchEvent::Scored(..) | SearchEvent::Probed(..) => String::new(),
    }
}

/// `=` or `?` with the id of the command that is answered.
fn refer_to(sign: char, id: Option<&str>) -> String {
    format!("{sign}{}", id.unwrap_or_default())
}

/// One line of a search, without its line break.
pub fn info_line(report: &Report<GameMove>) -> String {
    let mv = report.pv.first().map(GameMove::to_string);
    let mv = mv.as_deref().unwrap_or("none");
    let proven = report.proof().word();
    let mut line = format!(
        "info rank {} move {mv} score {} proven {proven} depth {} confidence {} nodes {} time {:.3}",
        report.rank,
        report.score,
        report.depth,
        report.confidence,
        report.nodes,
        report.elapsed.as_secs_f64(),
    );
    if let Some(book) = report.book {
        line += &format!(" book {} {} {}", book.score, book.depth, book.confidence);
    }
    if !report.chances.is_empty() {
        line += " chances ";
        line += &chances(report);
    }
    if !report.pv.is_empty() {
        line += " pv ";
        line += &in_words(&report.pv);
    }
    line
}

/// From what a move was drawn, in one word.
pub fn chances(report: &Report<GameMove>) -> String {
    let chances = report.chances.iter();
    let words = chances.map(|(mv, chance)| format!("{mv}={:.1}", percent(*chance)));
    words.collect::<Vec<_>>().join(",")
}

/// The green of a board.
const FELT: &str = "#1d8348";

/// What makes GoGui's board of so many rows green; it is of wood otherwise.
pub fn green(edge: usize) -> String {
    let names = (0..edge * edge).map(|index| {
        let file = char::from(b'A' + (index % edge) as u8);
        format!(" {file}{}", index / edge + 1)
    });
    format!("COLOR {FELT}{}", names.collect::<String>())
}

/// What GoGui draws on its board of so many rows, if it has any, of the `lines` that a running
/// search for `mover` has found, best first, in the block that it reads from standard error. Each
/// block replaces the one before, with its colours; without lines nothing but those is left.
pub fn live_graphics(edge: Option<usize>, mover: Color, lines: &[Report<GameMove>]) -> String {
    let mut text = "gogui-gfx:\n".to_owned();
    if let Some(edge) = edge {
        text += &green(edge);
        text.push('\n');
    }
    let best = lines.iter().find(|report| report.rank == 1);
    for report in lines {
        let Some(mv) = report.pv.first() else {
            continue;
        };
        if report.rank > 1 {
            // A score there would hide the number of the best line's move.
            if !best.is_some_and(|best| best.pv.contains(mv)) {
                text += &format!("LABEL {} {}\n", point(*mv), label(report));
            }
            continue;
        }
        text += "VAR";
        let mut side = mover;
        for mv in &report.pv {
            text += match side {
                Color::Black => " b ",
                Color::White => " w ",
            };
            text += &point(*mv);
            side = !side;
        }
        text += &format!(
            "\nTEXT {mover} {} depth {} nodes {}\n",
            report.score, report.depth, report.nodes
        );
    }
    text + "\n"
}

/// A move as GoGui writes it: squares in capitals, `pass` not.
fn point(mv: GameMove) -> String {
    if mv.is_pass() {
        mv.to_string()
    } else {
        mv.to_string().to_uppercase()
    }
}

/// A score that fits on a square.
fn label(report: &Report<GameMove>) -> String {
    format!("{:+}", report.score.whole_discs())
}

fn body(reply: &Reply) -> String {
    match reply {
        // Most of these answer what only another dialect can ask.
        Reply::Done
        | Reply::Synced
        | Reply::Learned
        | Reply::Bye
        | Reply::Busy
        | Reply::Features => String::new(),
        Reply::Progress { nodes, .. } => format!("nodes {nodes}"),
        Reply::Ended { black, .. } => result(*black),
        Reply::Name(name) => name.clone(),
        Reply::Hint(mv) | Reply::Move { mv, .. } => mv.to_string(),
        Reply::Pong(number) => number.to_string(),
        Reply::Outcome(None) => "none".to_owned(),
        Reply::Outcome(Some(black)) => result(*black),
        Reply::Text(text) | Reply::Drawing(text) | Reply::Board(text) | Reply::Rows(text) => {
            text.clone()
        }
        Reply::Truth(truth) => truth.to_string(),
        Reply::Moves(moves) => in_words(moves),
        Reply::Points(moves) => {
            let points: Vec<String> = moves.iter().map(|&mv| point(mv)).collect();
            points.join(" ")
        }
        Reply::Result(black) => result(*black),
        Reply::Count(count) => count.to_string(),
        Reply::Analysis(reports) => {
            let lines: Vec<String> = reports.iter().map(info_line).collect();
            lines.join("\n")
        }
        Reply::Labels(reports) => {
            let labels = reports.iter().filter_map(|report| {
                let mv = report.pv.first()?;
                Some(format!("{} {}", point(*mv), label(report)))
            });
            labels.collect::<Vec<_>>().join("\n")
        }
        Reply::Estimate(side, report) => {
            let proven = if report.is_proven() { ", proven" } else { "" };
            format!("{side} {}, depth {}{proven}", report.score, report.depth)
        }
        Reply::Evaluation(score) => score.to_string(),
        Reply::Options(options) => {
            let lines: Vec<String> = options.iter().map(option_line).collect();
            lines.join("\n")
        }
        Reply::Parameters(options) => {
            let lines: Vec<String> = options.iter().map(parameter_line).collect();
            lines.join("\n")
        }
    }
}

fn option_line(option: &OptionInfo) -> String {
    let mut line = format!("option {} value {}", option.name, shown(&option.value));
    // Writing to a string cannot fail.
    let _ = match &option.kind {
        OptionKind::Switch { default } => write!(line, " type switch default {default}"),
        OptionKind::Number { default, min, max } => {
            write!(line, " type number default {default} min {min} max {max}")
        }
        OptionKind::Choice { default, values } => {
            write!(
                line,
                " type choice default {default} values {}",
                values.join(" ")
            )
        }
        OptionKind::Text { default } => write!(line, " type text default {}", shown(default)),
    };
    if let Some(drawn) = option.drawn {
        let _ = write!(line, " drawn {drawn}");
    }
    let _ = write!(line, " help {}", option.help);
    line
}

/// Black's result in points.
fn result(black: i32) -> String {
    match black {
        0 => "0".to_owned(),
        1.. => format!("B+{black}"),
        _ => format!("W+{}", black.unsigned_abs()),
    }
}

/// An option as GoGui's dialog reads it, where a switch is 1 or 0.
fn parameter_line(option: &OptionInfo) -> String {
    let OptionInfo {
        name, kind, value, ..
    } = option;
    match kind {
        OptionKind::Switch { .. } => format!("[bool] {name} {}", i32::from(value == "true")),
        OptionKind::Choice { values, .. } => format!("[list/{}] {name} {value}", values.join("/")),
        OptionKind::Number { .. } | OptionKind::Text { .. } => {
            format!("[string] {name} {}", shown(value))
        }
    }
}

/// A value as a word; nothing is shown as `-`.
fn shown(value: &str) -> &str {
    if value.is_empty() { "-" } else { value }
}
