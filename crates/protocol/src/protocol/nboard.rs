//! The protocol of the board NBoard, versions 1 and 2.
//!
//! Specification: <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>. The
//! board sends many lines at once and counts only what follows the `pong` of its last `ping`; it
//! discards lines that begin with none of the protocol's words. Lines that cannot be understood
//! are ignored, as the specification demands; what is understood and cannot be done is reported in
//! a `status`, which answers nothing.

use std::time::Duration;

use nom::Parser;
use nom::bytes::complete::{take_till, take_till1};
use nom::character::complete::{char, space0};
use nom::combinator::{map, map_opt, opt, rest};
use nom::sequence::{preceded, terminated};

use super::words::{
    Misread, Parsed, at_least_one, clean, misread, number, optional, text, whole, word,
};
use super::{
    Choose, ClockUsed, Command, CommandError, ParsedLine, Reply, ReviewOrder, SearchEvent,
    SearchPurpose, Start,
};
use bianca_play::games::moves::GameMove;
use bianca_rules::othello::Move;
use bianca_search::request::{Limits, Purpose, Reach, Report, Request, Score};

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = clean(line);
    let (name, arguments) = line.split_once(' ').unwrap_or((&line, ""));
    let arguments = arguments.trim_start();
    let grammar = match name.to_ascii_lowercase().as_str() {
        "nboard" => version,
        "set" => return set(arguments),
        "move" => play,
        "hint" => hint,
        "go" => go,
        "ping" => ping,
        "learn" => learn,
        "analyze" => review,
        "new" => new_game,
        "quit" => quit,
        // Version 1 sends moves without `move`.
        _ if move_word(name).is_some() && arguments.is_empty() => return order(name, play),
        _ => return ParsedLine::Ignored,
    };
    order(arguments, grammar)
}

/// Whether `line` sets up a game.
pub fn replaces_game(line: &str) -> bool {
    let line = clean(line);
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let mut is_next = |name| {
        words
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    is_next("set") && is_next("game")
}

fn order(arguments: &str, grammar: super::words::Grammar) -> ParsedLine {
    ParsedLine::Command {
        id: None,
        command: whole(arguments, grammar).map_err(CommandError::Syntax),
    }
}

/// The text of a reply; most commands have none.
pub fn write_reply(reply: &Result<Reply, CommandError>) -> String {
    match reply {
        Ok(Reply::Name(name)) => format!("set myname {name}\n"),
        Ok(Reply::Pong(number)) => format!("pong {number}\n"),
        Ok(Reply::Learned) => "learned\n".to_owned(),
        Ok(Reply::Move { mv, found }) => {
            let mv = square(*mv);
            match found {
                None => format!("=== {mv}\n"),
                Some(report) => format!(
                    "=== {mv}/{}/{:.2}\n",
                    discs(report.score),
                    report.elapsed.as_secs_f64()
                ),
            }
        }
        Ok(_) => String::new(),
        Err(error) => status(error),
    }
}

/// The text of what happens during a search.
pub fn write_event(purpose: SearchPurpose, event: &SearchEvent) -> String {
    match event {
        SearchEvent::Began => match purpose {
            SearchPurpose::Move => "status Thinking\n".to_owned(),
            SearchPurpose::Learning => "status Learning\n".to_owned(),
            _ => "status Analyzing\n".to_owned(),
        },
        SearchEvent::Found(report) => search(report),
        SearchEvent::Judged(judged) => {
            let best = Score::from_fraction(judged.best_score);
            format!("analysis {} {}\n", judged.turn, discs(best))
        }
        SearchEvent::Scored(turn, score) => format!("analysis {turn} {}\n", discs(*score)),
        SearchEvent::Failed(error) => status(error),
        SearchEvent::Ended => "status\n".to_owned(),
        SearchEvent::Probed(..) => String::new(),
    }
}

fn status(error: &CommandError) -> String {
    format!("status {}\n", error.to_string().replace('\n', " "))
}

/// A line of a search, and after the best one how far it has come.
fn search(report: &Report<GameMove>) -> String {
    if report.pv.is_empty() {
        return String::new();
    }
    let pv: String = report.pv.iter().map(|mv| square(*mv)).collect();
    // What the book knows from a deeper search than this one.
    let known = (report.book).filter(|book| book.depth > report.depth);
    let mut text = match known.filter(|_| report.reach == Reach::Midgame) {
        Some(book) => format!(
            "book {pv} {} {} {}\n",
            discs(book.score),
            book.lines,
            book.depth
        ),
        None => format!("search {pv} {} 0 {}\n", discs(report.score), depth(report)),
    };
    if report.rank == 1 {
        text += &format!(
            "nodestats {} {:.2}\n",
            report.nodes,
            report.elapsed.as_secs_f64()
        );
    }
    text
}

/// The depth as the board reads it: any `%` is a search to the end of the game, `100%` a proven
/// one, `W` one for win, loss or draw only.
fn depth(report: &Report<GameMove>) -> String {
    let suffix = match report.reach {
        Reach::Midgame => return report.depth.to_string(),
        Reach::End => "%",
        Reach::WinLossDraw => "%W",
    };
    match report.confidence {
        100 => format!("100{suffix}"),
        percent => format!("{}@{percent}{suffix}", report.depth),
    }
}

/// A score in discs, without a sign that means nothing.
fn discs(score: Score) -> String {
    let text = format!("{:.2}", score.discs());
    match text.as_str() {
        "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}

/// A move in the board's two characters.
fn square(mv: GameMove) -> String {
    if mv.is_pass() {
        "PA".to_owned()
    } else {
        mv.to_string().to_uppercase()
    }
}

fn set(arguments: &str) -> ParsedLine {
    let (name, value) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let value = value.trim_start();
    match name.to_ascii_lowercase().as_str() {
        "depth" => order(value, set_depth),
        "game" => order(value, set_game),
        // `set contempt` is for books that know draws; the rest is unknown.
        _ => ParsedLine::Ignored,
    }
}

fn version(input: &str) -> Parsed<'_, Command> {
    map(rest, |_| Command::Name).parse_complete(input)
}

fn set_depth(input: &str) -> Parsed<'_, Command> {
    map(at_least_one("a depth from 1 up"), Command::SetDepth).parse_complete(input)
}

fn set_game(input: &str) -> Parsed<'_, Command> {
    map(text("a game"), Command::ReadGame).parse_complete(input)
}

fn ping(input: &str) -> Parsed<'_, Command> {
    let number = word("a number", |word: &str| word.parse().ok());
    map(number, Command::Ping).parse_complete(input)
}

fn hint(input: &str) -> Parsed<'_, Command> {
    let count = optional(number::<usize>("a number of moves"));
    map(count, |count| {
        Command::Analyze(Request {
            best: count.unwrap_or(1).max(1),
            ..Request::default()
        })
    })
    .parse_complete(input)
}

fn go(input: &str) -> Parsed<'_, Command> {
    // The depth that was set holds, clock or no clock.
    let order = Choose {
        clock: ClockUsed::Kept,
        purpose: Purpose::Move,
        limits: Limits {
            within_level: true,
            ..Limits::default()
        },
        ..Choose::default()
    };
    Ok((input, Command::Choose(Box::new(order))))
}

fn learn(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Learn))
}

fn review(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Review(ReviewOrder::default())))
}

fn new_game(input: &str) -> Parsed<'_, Command> {
    // What follows names the kind of board, of which there is one.
    map(rest, |_| Command::Start(Start::USUAL)).parse_complete(input)
}

fn quit(input: &str) -> Parsed<'_, Command> {
    Ok((input, Command::Quit))
}

/// One move, `MOVE/EVAL/TIME`, the last two of which may be empty or missing.
fn play(input: &str) -> Parsed<'_, Command> {
    let field = || opt(preceded(char('/'), take_till(|c| c == '/')));
    let word = terminated(take_till1(|c| c == '/' || c == ' '), space0);
    let (after, word) = map_opt(word, move_word)
        .parse_complete(input)
        .map_err(|_: nom::Err<Misread>| misread(input, "a move"))?;
    let (after, evaluation) = field().parse_complete(after)?;
    let (after, time) = field().parse_complete(after)?;
    if let Some(text) = evaluation.filter(|text| !is_evaluation(text)) {
        return Err(misread(text, "an evaluation in discs"));
    }
    let time = match time.unwrap_or_default() {
        "" => None,
        text => match text.parse().ok().map(Duration::try_from_secs_f64) {
            Some(Ok(time)) => Some(time),
            _ => return Err(misread(text, "a time in seconds")),
        },
    };
    let command = Command::Play {
        color: None,
        moves: word,
        time,
    };
    Ok((after, command))
}

/// One value, or a pair of them for draws that count as wins and as losses.
fn is_evaluation(text: &str) -> bool {
    let is_value = |part: &str| part.parse().is_ok_and(f64::is_finite);
    text.is_empty() || text.split(',').all(is_value)
}

/// A move in our words; `None` if it is none.
fn move_word(word: &str) -> Option<String> {
    let mv: Move = word.parse().ok()?;
    Some(mv.to_string())
}

#[cfg(test)]
mod tests;
