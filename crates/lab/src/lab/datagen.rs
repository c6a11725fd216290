//! `bianca-lab datagen`: plays games against itself and records them, in a file or line by line.

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use clap::Args;

use crate::train::datagen::{
    self, Generator, SelfPlayOptions, SelfPlayProgress, SelfPlaySettings, Start,
};
use bianca_search::request::StopFlag;
use bianca_system::foreign::shown;

use super::complain;
use bianca::command_line::aside::say;
use bianca::command_line::{CliError, MALFORMED, wrong_arguments};
use bianca_protocol::solving::lines::{next_line, parse_line};

/// How often the progress is printed.
const EVERY: Duration = Duration::from_secs(10);

/// Play games against itself and record them, to train on.
///
/// The run may be killed at any time and started again: it goes on until the file holds as many
/// games as asked for.
///
/// With - instead of --output it is a filter. Each line of the standard input is where a game
/// starts: a number, which draws the game's random moves; or a board or a transcript, from which
/// both sides play on. Each game is a line of text on the standard output, which depends on its
/// line and the options alone; 'bianca-lab records pack' makes a file of such lines.
#[derive(Args, Debug)]
pub struct Arguments {
    /// - to read starts from the standard input and write games to the standard output
    #[arg(value_name = "-", value_parser = standard_input, required_unless_present = "output")]
    input: Option<String>,
    /// File of records to append to
    #[arg(long, short, value_name = "FILE", conflicts_with = "input")]
    output: Option<PathBuf>,
    /// Games that the file shall hold [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Plies of the midgame search
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Solve exactly from this many empty squares
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    exact: u32,
    /// Most random moves that open a game; few are drawn more often than many
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u32).range(4..=58))]
    opening: u32,
    /// Prefer openings that leave the sides within so many discs of even; others are taken with the
    /// square of this by their distance as the chance
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(1..=64))]
    even: Option<u32>,
    /// Games played at the same time [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seed of all that is drawn at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the sub-command.
///
/// # Errors
/// If the records cannot be written or memory is short.
pub fn run(args: Arguments) -> Result<ExitCode, CliError> {
    let settings = SelfPlaySettings {
        depth: args.depth,
        exact: args.exact,
        opening: args.opening,
        seed: args.seed,
        even: args.even,
    };
    let Some(path) = args.output else {
        for (given, option) in [
            (args.games.is_some(), "--games"),
            (args.threads.is_some(), "--threads"),
        ] {
            if given {
                let reason = format!("{option} is for a file: each line is a game");
                return Err(wrong_arguments(reason));
            }
        }
        return filter(settings, io::stdin().lock(), io::stdout().lock());
    };
    let options = SelfPlayOptions {
        path,
        games: args.games.unwrap_or(1_000_000),
        threads: args.threads.unwrap_or(1).into(),
        settings,
    };
    let started = Instant::now();
    let printed = Mutex::new(None);
    let report = |progress: SelfPlayProgress| {
        let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last) = *printed.get_or_insert((progress.games.saturating_sub(1), started));
        if last.elapsed() >= EVERY {
            let seconds = started.elapsed().as_secs_f64();
            say(format_args!(
                "{} of {} games, {:.1} games and {:.0} positions a second",
                progress.games,
                options.games,
                (progress.games - first) as f64 / seconds,
                progress.labels as f64 / seconds
            ));
            *printed = Some((first, Instant::now()));
        }
    };
    let end = datagen::run(&options, &StopFlag::new(), &report)?;
    say(format_args!(
        "{} holds {} games; {} positions labelled",
        shown(&options.path.to_string_lossy()),
        end.games,
        end.labels
    ));
    Ok(ExitCode::SUCCESS)
}

fn standard_input(text: &str) -> Result<String, String> {
    match text {
        "-" => Ok(text.to_owned()),
        _ => Err("only - is read; a file of records to append to is given by --output".to_owned()),
    }
}

/// Plays a game for each line; a line that is no start is reported, and has a comment in its place.
fn filter(
    settings: SelfPlaySettings,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<ExitCode, CliError> {
    let mut generator = Generator::new(settings)?;
    let mut code = ExitCode::SUCCESS;
    let mut number = 0u64;
    while let Some(line) = next_line(&mut input)? {
        number += 1;
        let text = match line.map_err(|error| error.to_string()).and_then(start_of) {
            Ok(None) => continue,
            Ok(Some(start)) => generator.game(start).to_string(),
            Err(reason) => {
                complain(&format_args!("line {number}"), &reason);
                code = ExitCode::from(MALFORMED);
                format!("# {}", shown(&reason))
            }
        };
        match writeln!(output, "{text}").and_then(|()| output.flush()) {
            // Nobody reads any more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(code)
}

/// Where a line says that a game starts; `None` if it is blank or a comment.
fn start_of(line: String) -> Result<Option<Start>, String> {
    let line = line.trim();
    if let Ok(number) = line.parse() {
        return Ok(Some(Start::Number(number)));
    }
    let Some(problem) = parse_line(line).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let mut position = problem.position;
    if position.must_pass() {
        position = position.passed();
    }
    if position.is_over() {
        Err("the game is over".to_owned())
    } else {
        Ok(Some(Start::Position(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::records::GameRecord;

    fn filtered(input: &str) -> Vec<String> {
        let settings = SelfPlaySettings {
            depth: 1,
            exact: 6,
            opening: 30,
            seed: 1,
            even: None,
        };
        let mut output = Vec::new();
        let _ = filter(settings, input.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn each_line_is_a_game_of_its_own() {
        let lines = ["7", "f5d6c3", "8", "f5x9", "7"];
        let together = filtered(&format!("# five starts\n{}\n", lines.join("\n\n")));
        let alone = lines.map(|line| filtered(line).concat());
        assert_eq!(together, alone);
        assert_ne!(together[0], together[2]);
        assert!(together[3].starts_with("# 'x9' is not a move"));
        for line in [&together[0], &together[1]] {
            let record: GameRecord = line.parse().unwrap();
            assert!(record.positions().unwrap().last().unwrap().is_over());
            assert_eq!(record.to_string(), *line);
        }
    }

    #[test]
    fn a_game_that_is_over_is_no_start() {
        let board = format!("{} X", "X".repeat(64));
        assert_eq!(filtered(&board), ["# the game is over"]);
    }
}
