//! Cassio's protocol, by which Cassio and other programs drive Edax.
//!
//! Specification: <http://cassio.free.fr/engine-protocol.htm>. A line is `ENGINE-PROTOCOL`, a
//! command in any case and its arguments; everything but `feed-hash` is answered, and an answer
//! ends with `ready.`. A search is asked for with its whole position and its window, so there is no
//! game here.

mod feeding;
mod probing;

use nom::Parser;
use nom::combinator::map;

use super::words::{
    Misread, Parsed, clean, first_word, misread, number, optional, text, whole, word,
};
use super::{Command, CommandError, Fed, NAME, ParsedLine, Probe, Reply, SearchEvent, Start};
use bianca_play::games::moves::GameMove;
use bianca_rules::othello::Color;
use bianca_search::request::{LearntScore, Report, Score};
use bianca_system::foreign::excerpt;

pub use probing::Probing;

/// What every line begins with.
pub const FIRST_WORD: &str = "ENGINE-PROTOCOL";
/// Squares of a board.
const SQUARES: usize = 64;
/// The depth of a search that names none.
const DEEPEST: u32 = 60;

/// What an answer ends with.
const READY: &str = "ready.\n";

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = clean(line);
    let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
    let (name, arguments) = rest
        .trim_start()
        .split_once(' ')
        .unwrap_or((rest.trim_start(), ""));
    let arguments = arguments.trim_start();
    let command = match (first, name.to_ascii_lowercase().as_str()) {
        ("", _) => Ok(Command::IsBusy),
        (first, _) if !first.eq_ignore_ascii_case(FIRST_WORD) => {
            Err(CommandError::UnknownProtocol(excerpt(&line)))
        }
        (_, name) => match name {
            "init" => Ok(Command::Name),
            "get-version" => Ok(Command::Version),
            "new-position" | "empty-hash" => Ok(Command::Start(Start::USUAL)),
            "midgame-search" => read(arguments, midgame),
            "endgame-search" => read(arguments, endgame),
            "get-search-infos" => Ok(Command::Progress),
            "stop" => Ok(Command::Abort),
            "feed-hash" => {
                whole(arguments, feed).map_err(|error| CommandError::NotFed(error.to_string()))
            }
            "quit" => Ok(Command::Quit),
            "" => Err(CommandError::Syntax("a command is missing".to_owned())),
            other => Err(CommandError::UnknownCommand(first_word(other))),
        },
    };
    ParsedLine::Command { id: None, command }
}

fn read(arguments: &str, grammar: super::words::Grammar) -> Result<Command, CommandError> {
    whole(arguments, grammar).map_err(CommandError::Syntax)
}

/// The text of a reply.
pub fn write_reply(reply: &Result<Reply, CommandError>) -> String {
    match reply {
        Ok(Reply::Text(version)) => format!("version: {NAME} {version}\n{READY}"),
        Ok(Reply::Busy) => "ok.\n".to_owned(),
        Ok(Reply::Progress { nodes, elapsed, .. }) => {
            format!("node {nodes}, time {:.3}\n", elapsed.as_secs_f64())
        }
        Ok(Reply::Learned) => String::new(),
        Ok(Reply::Bye) => "bye bye.\n".to_owned(),
        Ok(_) => READY.to_owned(),
        Err(CommandError::UnknownProtocol(line)) => {
            format!("ERROR: Unknown protocol \"{line}\"\n")
        }
        Err(error @ CommandError::NotFed(_)) => format!("ERROR: {}\n", error.on_one_line()),
        Err(error) => format!("ERROR: {}\n{READY}", error.on_one_line()),
    }
}

/// The text of what happens during a search.
pub fn write_event(event: &SearchEvent) -> String {
    match event {
        SearchEvent::Probed(position, probe, report) => result(position, probe, report),
        SearchEvent::Failed(error) => format!("ERROR: {}\n", error.on_one_line()),
        _ => String::new(),
    }
}

/// A line of a search. `position` is the board and the side, 65 characters.
fn result(position: &str, probe: &Probe, report: &Report<GameMove>) -> String {
    let mover = if position.ends_with('O') {
        Color::White
    } else {
        Color::Black
    };
    let side = mover.select('B', 'W');
    let (low, high) = bounds(probe.window, report.score);
    let mut pv = String::new();
    let mut color = mover;
    for mv in &report.pv {
        pv += &square(*mv, color);
        color = !color;
    }
    let best = report
        .pv
        .first()
        .map_or("--".to_owned(), |mv| square(*mv, mover));
    format!(
        "{position}, move {best}, depth {}, @{}%, {side}{low} <= v <= {side}{high}, {}, node {}, \
         time {:.3}\n",
        report.depth,
        report.confidence,
        if pv.is_empty() { "--" } else { &pv },
        report.nodes,
        report.elapsed.as_secs_f64()
    )
}

/// What a score says of the value: all of it within the window, on one side of it only the half
/// (which is all of it again where the window ends with the board).
fn bounds((alpha, beta): (Score, Score), score: Score) -> (Score, Score) {
    if score <= alpha {
        (Score::MIN, score)
    } else if score >= beta {
        (score, Score::MAX)
    } else {
        (score, score)
    }
}

/// A move as Edax writes it: capitals for black.
fn square(mv: GameMove, color: Color) -> String {
    let word = if mv.is_pass() {
        "ps".to_owned()
    } else {
        mv.to_string()
    };
    color.select(word.to_uppercase(), word)
}

/// 64 squares and a side, with or without blanks between them.
fn board(input: &str) -> Parsed<'_, String> {
    const EXPECTED: &str = "a position (64 squares X, O or - and the side to move, X or O)";
    let mut squares = String::new();
    for (at, c) in input.char_indices() {
        let known = match squares.len() {
            SQUARES => matches!(c, 'X' | 'x' | 'O' | 'o' | '*' | ' '),
            _ => matches!(c, 'X' | 'x' | 'O' | 'o' | '*' | '-' | '.' | ' '),
        };
        if !known {
            return Err(misread(input, EXPECTED));
        }
        match c {
            ' ' => {}
            '*' => squares.push('X'),
            '.' => squares.push('-'),
            c => squares.push(c.to_ascii_uppercase()),
        }
        if squares.len() > SQUARES {
            let rest = &input[at + c.len_utf8()..];
            if !(rest.is_empty() || rest.starts_with(' ')) {
                return Err(misread(input, EXPECTED));
            }
            squares.insert(SQUARES, ' ');
            return Ok((rest.trim_start(), squares));
        }
    }
    Err(misread(
        if squares.is_empty() { "" } else { input },
        EXPECTED,
    ))
}

/// A number of discs; what is beyond the board is its end.
fn discs<'a>(expected: &'static str) -> impl Parser<&'a str, Output = Score, Error = Misread<'a>> {
    word(expected, |word: &str| {
        let discs: f64 = word.parse().ok()?;
        let known = !discs.is_nan();
        known.then(|| Score::from_fraction(discs.clamp(-64.0, 64.0)))
    })
}

fn percent<'a>() -> impl Parser<&'a str, Output = u8, Error = Misread<'a>> {
    word("a precision from 0 to 100", |word: &str| {
        word.parse().ok().filter(|&percent| percent <= 100)
    })
}

/// `ALPHA BETA`, of which the second is larger; equal ones are taken a disc apart, as Edax does.
fn window(input: &str) -> Parsed<'_, (Score, Score)> {
    let (after, alpha) = discs("alpha in discs").parse_complete(input)?;
    let (rest, beta) = discs("beta in discs").parse_complete(after)?;
    if alpha > beta {
        return Err(misread(after, "a beta from alpha up"));
    }
    let alpha = alpha.min(Score(Score::MAX.0 - Score::DISC));
    let beta = beta.max(Score(alpha.0 + if alpha >= beta { Score::DISC } else { 0 }));
    Ok((rest, (alpha, beta)))
}

fn midgame(input: &str) -> Parsed<'_, Command> {
    let depth = number_or("a depth in plies", DEEPEST);
    map(
        (board, window, depth, precision(), rest_of_line),
        |(board, window, depth, confidence, ())| {
            let empties = board.matches('-').count() as u32;
            Command::Probe(Box::new(Probe {
                board,
                window,
                // A ply is the least that finds a move.
                depth: Some(depth.clamp(1, empties.max(1))),
                confidence,
            }))
        },
    )
    .parse_complete(input)
}

fn endgame(input: &str) -> Parsed<'_, Command> {
    map(
        (board, window, precision(), rest_of_line),
        |(board, window, confidence, ())| {
            Command::Probe(Box::new(Probe {
                board,
                window,
                depth: None,
                confidence,
            }))
        },
    )
    .parse_complete(input)
}

/// A number that is `missing` at the end of the line.
fn number_or<'a>(
    expected: &'static str,
    missing: u32,
) -> impl Parser<&'a str, Output = u32, Error = Misread<'a>> {
    map(optional(number(expected)), move |read| {
        read.unwrap_or(missing)
    })
}

/// A precision, 100 if it is missing.
fn precision<'a>() -> impl Parser<&'a str, Output = u8, Error = Misread<'a>> {
    map(optional(percent()), |read| read.unwrap_or(100))
}

/// Whatever is left, which Edax reads over, and so drivers send it.
fn rest_of_line(input: &str) -> Parsed<'_, ()> {
    Ok((&input[input.len()..], ()))
}

fn feed(input: &str) -> Parsed<'_, Command> {
    let depth = word("a depth", |word: &str| word.parse().ok());
    let line = optional(text("moves"));
    map(
        (
            board,
            discs("a lower bound"),
            discs("an upper bound"),
            depth,
            percent(),
            line,
        ),
        |(board, lower, upper, depth, confidence, line)| {
            Command::Learned(Box::new(Fed {
                board,
                bounds: LearntScore {
                    lower,
                    upper,
                    depth,
                    confidence,
                },
                line: line.unwrap_or_default(),
            }))
        },
    )
    .parse_complete(input)
}

#[cfg(test)]
mod tests;
