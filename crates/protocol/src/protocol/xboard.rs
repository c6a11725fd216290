//! The Chess Engine Communication Protocol, version 2, as Edax speaks it for Othello.
//!
//! Specification: <https://www.gnu.org/software/xboard/engine-intf.html>; the game is XBoard's
//! variant `reversi`, in which a move is `P@f5` and a pass `@@@@`. XBoard's colours are letters of
//! a position only: whoever moves first is black here. Who plays which side, what is posted and
//! what a position's letters mean is the session's to remember.

mod memory;
mod order;
mod orders;

use std::time::Duration;

pub use memory::{Role, XBoardMemory};
use nom::Parser;
use nom::combinator::map;
pub use order::XBoardOrder;
pub use orders::{Step, ended};

use super::words::{
    Misread, Parsed, any_word, at_least_one, clean, first_word, number, seconds, text, whole, word,
};
use super::{
    Command, CommandError, NAME, OptionOrder, ParsedLine, Reply, SearchEvent, SearchPurpose,
    VERSION,
};
use bianca_play::games::moves::GameMove;
use bianca_rules::othello::Move;
use bianca_search::request::Report;
use bianca_system::foreign::excerpt;

/// How a pass is written.
const PASS: &str = "@@@@";
/// What a disc that is put on a square is written with.
const DISC: &str = "P@";

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = clean(line);
    if line.is_empty() {
        return ParsedLine::Ignored;
    }
    let (name, arguments) = line.split_once(' ').unwrap_or((&line, ""));
    let plain = |order| Ok(Command::XBoard(order));
    let read = |grammar: super::words::Grammar| {
        whole(arguments.trim_start(), grammar).map_err(CommandError::Syntax)
    };
    let command = match name {
        "protover" => plain(XBoardOrder::Features),
        "new" => plain(XBoardOrder::New),
        "variant" => read(variant),
        "setboard" => read(set_board),
        "usermove" => read(user_move),
        "force" => plain(XBoardOrder::Force),
        "go" => plain(XBoardOrder::Go),
        "playother" => plain(XBoardOrder::PlayOther),
        "?" => Ok(Command::Stop),
        "undo" => plain(XBoardOrder::TakeBack(1)),
        "remove" => plain(XBoardOrder::TakeBack(2)),
        "st" => read(move_time),
        "sd" => read(depth),
        "level" => read(level),
        "time" => read(time),
        "otim" => read(opponent_time),
        "hint" => plain(XBoardOrder::Hint),
        "bk" => plain(XBoardOrder::Book),
        "post" => plain(XBoardOrder::Post(true)),
        "nopost" => plain(XBoardOrder::Post(false)),
        "hard" => Ok(option("Ponder", "true".to_owned())),
        "easy" => Ok(option("Ponder", "false".to_owned())),
        "ping" => read(ping),
        "analyze" => plain(XBoardOrder::Analyze),
        "exit" => plain(XBoardOrder::Exit),
        "." => Ok(Command::Progress),
        "memory" => read(memory),
        "cores" => read(cores),
        "result" => plain(XBoardOrder::Result),
        "quit" => Ok(Command::Quit),
        "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
        | "draw" | "nps" => plain(XBoardOrder::Nothing),
        bare if bare.parse::<Move>().is_ok() && arguments.is_empty() => {
            whole(bare, user_move).map_err(CommandError::Syntax)
        }
        other => Err(CommandError::UnknownCommand(excerpt(other))),
    };
    ParsedLine::Command { id: None, command }
}

/// Whether `line` sets up a position.
pub fn replaces_game(line: &str) -> bool {
    clean(line).split(' ').next() == Some("setboard")
}

/// The text of a reply; most commands have none.
pub fn write_reply(reply: &Result<Reply, CommandError>) -> String {
    match reply {
        Ok(Reply::Features) => format!(
            "feature setboard=1 playother=1 ping=1 draw=0 sigint=0 sigterm=0 analyze=1 \
             myname=\"{NAME} {VERSION}\" variants=\"reversi\" colors=0 nps=0 memory=1 smp=1 done=1\n"
        ),
        Ok(Reply::Move { mv, .. }) if mv.is_pass() => format!("move {PASS}\n"),
        Ok(Reply::Move { mv, .. }) => format!("move {DISC}{mv}\n"),
        Ok(Reply::Hint(mv)) => format!("Hint: {}\n", written(*mv)),
        Ok(Reply::Pong(number)) => format!("pong {number}\n"),
        // What the book says of the moves: lines that begin with a blank, then an empty one.
        Ok(Reply::Text(text)) if text.is_empty() => " The book has no move here.\n\n".to_owned(),
        Ok(Reply::Text(text)) => {
            let lines = text.lines().map(|line| format!(" {line}\n"));
            lines.chain(["\n".to_owned()]).collect()
        }
        Ok(Reply::Progress {
            nodes,
            elapsed,
            depth,
            moves,
        }) => format!(
            "stat01: {} {nodes} {depth} 0 {moves}\n",
            elapsed.as_millis() / 10
        ),
        Ok(Reply::Ended {
            black,
            first_is_white,
        }) => result_line(*black, *first_is_white),
        Ok(_) => String::new(),
        Err(error) => match error {
            CommandError::UnknownCommand(word) => format!("Error (unknown command): {word}\n"),
            CommandError::Syntax(text) => format!("Error (malformed command): {text}\n"),
            CommandError::NotNow(word) => format!("Error (command not legal now): {word}\n"),
            CommandError::MoveRefused(word) => format!("Illegal move: {word}\n"),
            CommandError::IllegalPosition => "tellusererror Illegal position\n".to_owned(),
            other => format!("Error (refused): {}\n", other.on_one_line()),
        },
    }
}

/// The text of what happens during a search.
pub fn write_event(purpose: SearchPurpose, event: &SearchEvent) -> String {
    match event {
        SearchEvent::Found(report) if report.rank == 1 && purpose != SearchPurpose::Lines => {
            thinking(report)
        }
        SearchEvent::Failed(error) => format!("telluser {}\n", error.on_one_line()),
        _ => String::new(),
    }
}

/// How the game has ended, in XBoard's colours. `black` is our black's result.
fn result_line(black: i32, first_is_white: bool) -> String {
    let white = if first_is_white { black } else { -black };
    let (more, less) = ((64 + white.abs()) / 2, (64 - white.abs()) / 2);
    match white {
        0 => format!("1/2-1/2 {{Draw {more}-{less}}}\n"),
        1.. => format!("1-0 {{White wins {more}-{less}}}\n"),
        _ => format!("0-1 {{Black wins {more}-{less}}}\n"),
    }
}

/// A line of a search: plies, hundredths of a disc, hundredths of a second, positions, moves.
fn thinking(report: &Report<GameMove>) -> String {
    let pv: Vec<String> = report.pv.iter().map(|mv| written(*mv)).collect();
    format!(
        "{} {:.0} {} {} {}\n",
        report.depth,
        report.score.discs() * 100.0,
        report.elapsed.as_millis() / 10,
        report.nodes,
        pv.join(" ")
    )
}

/// A move as people read it.
fn written(mv: GameMove) -> String {
    if mv.is_pass() {
        PASS.to_owned()
    } else {
        mv.to_string()
    }
}

fn order<'a>(
    parser: impl Parser<&'a str, Output = XBoardOrder, Error = Misread<'a>>,
    input: &'a str,
) -> Parsed<'a, Command> {
    map(parser, Command::XBoard).parse_complete(input)
}

fn option(name: &str, value: String) -> Command {
    Command::Option(OptionOrder::Set {
        name: name.to_owned(),
        value,
    })
}

fn variant(input: &str) -> Parsed<'_, Command> {
    order(text("a game's name").map(XBoardOrder::Variant), input)
}

fn set_board(input: &str) -> Parsed<'_, Command> {
    // A position that is missing is refused like a wrong one.
    Ok(("", Command::XBoard(XBoardOrder::SetBoard(input.to_owned()))))
}

fn user_move(input: &str) -> Parsed<'_, Command> {
    order(any_word("a move").map(XBoardOrder::Move), input)
}

/// A number of hundredths of a second; a clock that has run out shows less than none.
fn hundredths<'a>() -> impl Parser<&'a str, Output = Duration, Error = Misread<'a>> {
    word("a time in hundredths of a second", |word: &str| {
        let hundredths: i64 = word.parse().ok()?;
        let milliseconds = hundredths.max(0).unsigned_abs().saturating_mul(10);
        Some(Duration::from_millis(milliseconds))
    })
}

fn move_time(input: &str) -> Parsed<'_, Command> {
    let time = word("a time in seconds, more than none", |word: &str| {
        let seconds: f64 = word.parse().ok()?;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        (!time.is_zero()).then_some(time)
    });
    order(time.map(XBoardOrder::MoveTime), input)
}

fn depth(input: &str) -> Parsed<'_, Command> {
    order(
        at_least_one("a depth from 1 up").map(XBoardOrder::Depth),
        input,
    )
}

/// `MOVES BASE INCREMENT`, the base in minutes or as minutes and seconds.
fn level(input: &str) -> Parsed<'_, Command> {
    let base = word("a time in minutes or M:SS", |word: &str| {
        let (minutes, seconds) = word.split_once(':').unwrap_or((word, "0"));
        let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
        Some(Duration::from_secs(
            minutes.checked_mul(60)?.checked_add(seconds)?,
        ))
    });
    let level = (number("a number of moves"), base, seconds());
    order(
        level.map(|(moves, base, increment)| XBoardOrder::Level {
            moves,
            base,
            increment,
        }),
        input,
    )
}

fn time(input: &str) -> Parsed<'_, Command> {
    order(hundredths().map(XBoardOrder::Time), input)
}

fn opponent_time(input: &str) -> Parsed<'_, Command> {
    order(hundredths().map(XBoardOrder::OpponentTime), input)
}

fn ping(input: &str) -> Parsed<'_, Command> {
    let number = word("a number", |word: &str| word.parse().ok());
    map(number, Command::Pong).parse_complete(input)
}

fn memory(input: &str) -> Parsed<'_, Command> {
    let megabytes = at_least_one("a number of megabytes from 1 up");
    map(megabytes, |megabytes| option("Hash", megabytes.to_string())).parse_complete(input)
}

fn cores(input: &str) -> Parsed<'_, Command> {
    let cores = at_least_one("a number of cores from 1 up");
    map(cores, |cores| option("Threads", cores.to_string())).parse_complete(input)
}

/// The word that a client has sent for a move, cut to a length that fits into a message.
pub fn sent(mv: &str) -> String {
    first_word(mv)
}

#[cfg(test)]
mod tests;
