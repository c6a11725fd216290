//! The Universal Game Interface, which is UCI for any game: `go` is answered by exactly
//! `bestmove MOVE`, and `query` asks the engine for turn, end and result.
//!
//! Specification: <https://github.com/kz04px/cutegames/blob/master/ugi.md>. The first player is
//! black. A pass is written `0000`, as other programs do. A board after `fen` is that of
//! [`setboard`](super::gtp). What cannot be done is reported in an `info string`.

use std::fmt::Write;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_until;
use nom::combinator::{eof, map, rest};
use nom::sequence::preceded;

use super::gtp::chances;
use super::words::{
    Misread, Parsed, any_word, at_least_one, first_word, number, text, whole, word,
};
use super::{
    Choose, ClockUsed, Command, CommandError, NAME, OptionOrder, Order, ParsedLine, Reply,
    SearchEvent, Start, VERSION,
};
use bianca_play::game::Game;
use bianca_play::games::moves::GameMove;
use bianca_play::player::{OptionInfo, OptionKind};
use bianca_records::record::rows::write_rows;
use bianca_rules::othello::Color;
use bianca_search::request::{ClockReading, Purpose, Report};

/// How an empty text is written.
const EMPTY: &str = "<empty>";
/// How a pass is written.
const PASS: &str = "0000";

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = super::words::clean(line);
    if line.is_empty() {
        return ParsedLine::Ignored;
    }
    let (name, arguments) = line.split_once(' ').unwrap_or((&line, ""));
    let grammar = match name.to_ascii_lowercase().as_str() {
        "ugi" => ugi,
        "isready" => is_ready,
        "uginewgame" => new_game,
        "setoption" => set_option,
        "position" => position,
        "go" => go,
        "stop" => stop,
        "query" => query,
        "quit" => quit,
        _ => {
            return ParsedLine::Command {
                id: None,
                command: Err(CommandError::UnknownCommand(first_word(name))),
            };
        }
    };
    ParsedLine::Command {
        id: None,
        command: whole(arguments.trim_start(), grammar).map_err(CommandError::Syntax),
    }
}

/// Whether `line` sets up a position.
pub fn replaces_game(line: &str) -> bool {
    let line = super::words::clean(line);
    let name = line.split(' ').next().unwrap_or_default();
    name.eq_ignore_ascii_case("position")
}

/// The text of a reply; most commands have none.
pub fn write_reply(reply: &Result<Reply, CommandError>) -> String {
    match reply {
        Ok(Reply::Options(options)) => {
            let mut text = format!("id name {NAME} {VERSION}\nid author the authors of {NAME}\n");
            for option in options {
                // Writing to a string cannot fail.
                let _ = write_option(&mut text, option);
            }
            text + "ugiok\n"
        }
        Ok(Reply::Synced) => "readyok\n".to_owned(),
        Ok(Reply::Move { mv, .. }) => format!("bestmove {}\n", written(*mv)),
        Ok(Reply::Rows(rows)) => format!("response {rows}\n"),
        Ok(Reply::Truth(truth)) => format!("response {truth}\n"),
        Ok(Reply::Outcome(outcome)) => {
            let result = match outcome {
                None => "none",
                Some(0) => "draw",
                Some(1..) => "p1win",
                Some(_) => "p2win",
            };
            format!("response {result}\n")
        }
        Ok(_) => String::new(),
        Err(error) => format!("info string {}\n", error.on_one_line()),
    }
}

/// The text of what happens during a search.
pub fn write_event(event: &SearchEvent) -> String {
    match event {
        SearchEvent::Found(report) => info(report),
        SearchEvent::Failed(error) => format!("info string {}\n", error.on_one_line()),
        SearchEvent::Began
        | SearchEvent::Probed(..)
        | SearchEvent::Judged(_)
        | SearchEvent::Scored(..)
        | SearchEvent::Ended => String::new(),
    }
}

/// A move as UGI programs write it.
fn written(mv: GameMove) -> String {
    if mv.is_pass() {
        PASS.to_owned()
    } else {
        mv.to_string()
    }
}

/// A line of a search. UCI's centipawn is a hundredth of a disc.
fn info(report: &Report<GameMove>) -> String {
    let milliseconds = report.elapsed.as_millis();
    let mut text = format!(
        "info depth {} score cp {:.0} time {milliseconds} nodes {}",
        report.depth,
        report.score.discs() * 100.0,
        report.nodes,
    );
    if let Some(nps) = (u128::from(report.nodes) * 1000).checked_div(milliseconds) {
        text += &format!(" nps {nps}");
    }
    if !report.pv.is_empty() {
        text += " pv ";
        let pv: Vec<String> = report.pv.iter().map(|mv| written(*mv)).collect();
        text += &pv.join(" ");
    }
    if !report.chances.is_empty() {
        text += "\ninfo string chances ";
        text += &chances(report);
    }
    text + "\n"
}

fn write_option(text: &mut String, option: &OptionInfo) -> std::fmt::Result {
    write!(text, "option name {} type ", option.name)?;
    match &option.kind {
        OptionKind::Switch { default } => write!(text, "check default {default}")?,
        OptionKind::Number { default, min, max } => {
            write!(text, "spin default {default} min {min} max {max}")?;
        }
        OptionKind::Choice { default, values } => {
            write!(text, "combo default {default}")?;
            for value in values {
                write!(text, " var {value}")?;
            }
        }
        OptionKind::Text { default } if default.is_empty() => {
            write!(text, "string default {EMPTY}")?;
        }
        OptionKind::Text { default } => write!(text, "string default {default}")?,
    }
    writeln!(text)
}

fn ugi(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Option(OptionOrder::All)))
}

fn is_ready(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Sync))
}

fn new_game(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Start(Start::USUAL)))
}

fn stop(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Stop))
}

fn quit(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Quit))
}

/// Exactly `expected`.
fn keyword<'a>(expected: &'static str) -> impl Parser<&'a str, Output = (), Error = Misread<'a>> {
    word(expected, move |word: &str| (word == expected).then_some(()))
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let name = (keyword("name"), any_word("an option's name"));
    let value = (keyword("value"), text("a value"));
    map((name, value), |((_, name), (_, value))| {
        let empty = value == EMPTY;
        Command::Option(OptionOrder::Set {
            name,
            value: if empty { "-".to_owned() } else { value },
        })
    })
    .parse_complete(input)
}

fn position(input: &str) -> Parsed<'_, Command> {
    let (after, starts) = word("startpos or fen", |word: &str| match word {
        "startpos" => Some(true),
        "fen" => Some(false),
        _ => None,
    })
    .parse_complete(input)?;
    let (after, board) = if starts {
        (after, None)
    } else {
        let mut fen = alt((take_until("moves"), rest));
        let (behind, fen) = fen.parse_complete(after)?;
        let (_, fen) = text("a board").parse_complete(fen.trim())?;
        (behind, Some(fen))
    };
    let moves = preceded(keyword("moves"), rest);
    let (after, moves) = alt((eof, moves)).parse_complete(after)?;
    let moves = moves.to_owned();
    Ok((after, Command::SetPosition { board, moves }))
}

fn query(input: &str) -> Parsed<'_, Command> {
    let query = word("gameover, p1turn, result or fen", |word: &str| match word {
        "gameover" => Some(Order::question("gameover", |game| {
            Ok(Reply::Truth(game.is_over()))
        })),
        "p1turn" => Some(Order::question("p1turn", |game| {
            Ok(Reply::Truth(game.to_move() == Color::Black))
        })),
        "result" => Some(Order::question("result", |game| {
            Ok(Reply::Outcome(game.final_score()))
        })),
        "fen" => Some(Order::question("fen", rows)),
        _ => None,
    });
    map(query, Command::Obey).parse_complete(input)
}

/// The position, row by row.
fn rows(game: &dyn Game) -> Result<Reply, CommandError> {
    Ok(Reply::Rows(match game.othello() {
        Some(game) => write_rows(game.position(), game.to_move()),
        None => game.board(),
    }))
}

/// A time in milliseconds. Clients send a negative one for a flag that has fallen.
fn milliseconds(input: &str) -> Parsed<'_, Duration> {
    let number = word("a time in milliseconds", |word: &str| {
        let milliseconds: i64 = word.parse().ok()?;
        Some(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
    });
    map(number, |time| time).parse_complete(input)
}

fn go(input: &str) -> Parsed<'_, Command> {
    const EXPECTED: &str =
        "a limit (p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite)";
    let mut order = Choose {
        purpose: Purpose::Move,
        ..Choose::default()
    };
    let (mut black, mut white) = ((None, Duration::ZERO), (None, Duration::ZERO));
    let mut left = input;
    while !left.is_empty() {
        let limits = &mut order.limits;
        let (after, name) = word(EXPECTED, Some).parse_complete(left)?;
        let time = |value: &mut Duration| {
            milliseconds(after).map(|(after, time)| {
                *value = time;
                after
            })
        };
        left = match name {
            "p1time" => time(black.0.insert(Duration::ZERO))?,
            "p2time" => time(white.0.insert(Duration::ZERO))?,
            "p1inc" => time(&mut black.1)?,
            "p2inc" => time(&mut white.1)?,
            "movetime" => time(limits.move_time.insert(Duration::ZERO))?,
            "depth" => {
                let (after, depth) = at_least_one("a depth from 1 up").parse_complete(after)?;
                limits.depth = Some(depth);
                after
            }
            "nodes" => {
                let (after, nodes) = number("a number of nodes").parse_complete(after)?;
                limits.nodes = Some(nodes);
                after
            }
            "infinite" => {
                limits.infinite = true;
                after
            }
            _ => {
                return Err(nom::Err::Error(Misread {
                    at: left,
                    expected: EXPECTED,
                }));
            }
        };
    }
    let clock = |(remaining, increment): (Option<Duration>, Duration)| {
        remaining.map(|remaining| ClockReading {
            remaining,
            increment,
            ..ClockReading::default()
        })
    };
    order.clock = ClockUsed::Given {
        black: clock(black),
        white: clock(white),
    };
    Ok((left, Command::Choose(Box::new(order))))
}

#[cfg(test)]
mod tests;
