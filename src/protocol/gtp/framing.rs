//! Replies as GTP frames them.

use std::fmt::Write;

use crate::engine::{OptionInfo, OptionKind, Reach, Report};
use crate::protocol::{Fault, News, Reply, Thought};

/// The whole text of a reply, its empty line included.
pub fn write_reply(id: Option<&str>, reply: &Result<Reply, Fault>) -> String {
    let (sign, body) = match reply {
        Ok(reply) => ('=', body(reply)),
        Err(fault) => ('?', fault.to_string()),
    };
    let mut text = refer_to(sign, id);
    // Whatever a file's name or a message has in it, no line of a reply is empty.
    let mut lines = body.lines().filter(|line| !line.trim().is_empty());
    if !matches!(reply, Ok(Reply::Drawing(_)))
        && let Some(first) = lines.next()
    {
        text += " ";
        text += first;
    }
    for line in lines {
        text += "\n";
        text += line;
    }
    text + "\n\n"
}

/// What an analysis tells while it runs; all other searches tell what they found in their reply.
pub fn write_news(id: Option<&str>, thought: Thought, news: &News) -> String {
    if thought != Thought::Analysis {
        return String::new();
    }
    match news {
        News::Begun => refer_to('=', id) + "\n",
        News::Found(report) => info_line(report) + "\n",
        News::Failed(fault) => format!("error {fault}\n"),
        News::Ended => "\n".to_owned(),
    }
}

/// `=` or `?` with the id of the command that is answered.
fn refer_to(sign: char, id: Option<&str>) -> String {
    format!("{sign}{}", id.unwrap_or_default())
}

/// One line of a search, without its line break.
pub fn info_line(report: &Report<String>) -> String {
    let mv = report.pv.first().map_or("none", String::as_str);
    let proven = match (report.is_proven(), report.reach) {
        (false, _) | (true, Reach::Midgame) => "no",
        (true, Reach::End) => "exact",
        (true, Reach::WinLossDraw) => "wld",
    };
    let mut line = format!(
        "info rank {} move {mv} score {} proven {proven} depth {} confidence {} nodes {} time {:.3}",
        report.rank,
        report.score,
        report.depth,
        report.confidence,
        report.nodes,
        report.elapsed.as_secs_f64(),
    );
    if !report.pv.is_empty() {
        line += " pv ";
        line += &report.pv.join(" ");
    }
    line
}

fn body(reply: &Reply) -> String {
    match reply {
        Reply::Done => String::new(),
        Reply::Text(text) | Reply::Drawing(text) | Reply::Move { mv: text, .. } => text.clone(),
        Reply::Truth(truth) => truth.to_string(),
        Reply::Moves(moves) => moves.join(" "),
        Reply::Points(moves) => {
            let points = moves.iter().map(|mv| match mv.as_str() {
                "pass" => mv.clone(),
                square => square.to_uppercase(),
            });
            points.collect::<Vec<_>>().join(" ")
        }
        Reply::Result(0) => "0".to_owned(),
        Reply::Result(black) if *black > 0 => format!("B+{black}"),
        Reply::Result(black) => format!("W+{}", black.unsigned_abs()),
        Reply::Count(count) => count.to_string(),
        Reply::Analysis(reports) => {
            let lines: Vec<String> = reports.iter().map(info_line).collect();
            lines.join("\n")
        }
        Reply::Evaluation(score, parts) => {
            let mut text = score.to_string();
            for part in parts {
                text += "\n";
                text += part;
            }
            text
        }
        Reply::Options(options) => {
            let lines: Vec<String> = options.iter().map(option_line).collect();
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
    let _ = write!(line, " help {}", option.help);
    line
}

/// A value as a word; nothing is shown as `-`.
fn shown(value: &str) -> &str {
    if value.is_empty() { "-" } else { value }
}
