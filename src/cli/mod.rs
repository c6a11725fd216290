//! The command line: what a person or a script types after `bianca`.
//!
//! One file for each sub-command with its arguments and its `run`. None means a session on
//! standard input and output.

mod analyze;
mod bench;
mod board;
mod book;
mod choose_move;
mod convert;
mod datagen;
mod label;
pub mod lines;
mod numbers;
mod openings;
mod outputs;
mod perft;
mod play;
mod play_match;
mod positions;
mod progress;
mod records;
pub mod solve;
mod talk;
mod train;
mod tune;

use std::error::Error;
use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::arena::guard;
use crate::cpu::{self, Instructions};
use crate::foreign::shown_lines;
use crate::logs;
use crate::protocol::Dialect;

/// An Othello engine. Without a command it speaks GTP, NBoard or UGI on standard input and output,
/// whichever the first line is in.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: talk::Arguments,
}

#[derive(Subcommand)]
enum Command {
    /// Speak GTP on standard input and output.
    Gtp(talk::Arguments),
    /// Speak the protocol of NBoard on standard input and output.
    Nboard(talk::Arguments),
    /// Speak UGI on standard input and output.
    Ugi(talk::Arguments),
    /// Play a game at the terminal, in English, Spanish or Chinese.
    Play(play::Arguments),
    /// Let engines play each other and judge the result.
    Match(Box<play_match::Arguments>),
    /// Print one move for one position.
    Move(choose_move::Arguments),
    /// List openings for matches.
    Openings(openings::Arguments),
    /// Count the move paths from a position, to prove and time the move generator.
    Perft(perft::Arguments),
    /// Draw positions of random games.
    Positions(positions::Arguments),
    /// Search fixed positions, to time the engine and to see whether it has changed.
    Bench(bench::Arguments),
    /// Write the board for a browser, with the games of a file, and open it.
    Board(board::Arguments),
    /// Make opening books, look into them, exchange them with other programs.
    Book(book::Arguments),
    /// Solve endings: boards, problems or games, a line each.
    Solve(solve::Arguments),
    /// Find what each move of a game was worth, and which would have been better.
    Analyze(analyze::Arguments),
    /// Turn games of one format into another, all of them or some.
    Convert(convert::Arguments),
    /// Play games against itself and record them, to train on.
    Datagen(datagen::Arguments),
    /// Label positions one by one by deep searches, to train on or to measure with.
    Label(label::Arguments),
    /// Look into files of game records.
    Records(records::Arguments),
    /// Make the weights of the evaluation from game records.
    Train(train::Arguments),
    /// Measure what the search's selectivity rests on.
    Tune(tune::Arguments),
    /// End the engines of a match that is gone; a match starts this itself.
    #[command(name = guard::COMMAND, hide = true)]
    EngineGuard,
}

/// Exit code when the executable cannot be used in this way.
const UNUSABLE: u8 = 2;

/// Bytes that unpacking the weights takes, roughly. Who allocates more looks whether it is there.
const NEEDED_MEMORY: usize = 16 << 20;

/// Starts logging and obeys the process's command line.
pub fn main() -> ExitCode {
    logs::init();
    if let Err(error) = cpu::forced() {
        eprintln!("bianca: {error}");
        return ExitCode::from(UNUSABLE);
    }
    log::debug!("instructions: {}", Instructions::chosen());
    ignore_size_signal();
    if Vec::<u8>::new().try_reserve_exact(NEEDED_MEMORY).is_err() {
        eprintln!(
            "bianca: not enough memory: {} MiB are needed",
            NEEDED_MEMORY >> 20
        );
        return ExitCode::FAILURE;
    }
    match run() {
        Ok(code) => code,
        // Who closes the pipe (`bianca openings | head`) has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bianca: {}", shown_lines(&message));
            ExitCode::FAILURE
        }
    }
}

/// Lets a file that grows beyond the limit of the process be an error as any other, not the end.
#[cfg(unix)]
fn ignore_size_signal() {
    let seen = std::sync::Arc::default();
    // Where that fails the process ends instead, as it would have anyway.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, seen);
}

#[cfg(not(unix))]
fn ignore_size_signal() {}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Why a sub-command failed, in words for the user.
type CliError = Box<dyn Error>;

/// Obeys the process's command line and gives the exit code; ends the process if the command
/// line is wrong or asks for help.
///
/// # Errors
/// If what it asks for failed; the message is for the user.
fn run() -> Result<ExitCode, CliError> {
    let arguments = CommandLine::parse();
    match arguments.command {
        None => talk::run(arguments.session, None),
        Some(Command::Gtp(arguments)) => talk::run(arguments, Some(Dialect::Gtp)),
        Some(Command::Nboard(arguments)) => talk::run(arguments, Some(Dialect::NBoard)),
        Some(Command::Ugi(arguments)) => talk::run(arguments, Some(Dialect::Ugi)),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Match(arguments)) => play_match::run(*arguments),
        Some(Command::Move(arguments)) => choose_move::run(arguments),
        Some(Command::Openings(arguments)) => openings::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Label(arguments)) => label::run(arguments),
        Some(Command::Records(arguments)) => records::run(arguments),
        Some(Command::Train(arguments)) => train::run(arguments),
        Some(Command::Tune(arguments)) => tune::run(arguments),
        Some(Command::EngineGuard) => guard::run(std::io::stdin().lock()).map_err(CliError::from),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Board(arguments)) => board::run(arguments),
        Some(Command::Book(arguments)) => book::run(arguments),
        Some(Command::Positions(arguments)) => positions::run(arguments),
        // These have more to say than that it worked.
        Some(Command::Datagen(arguments)) => return datagen::run(arguments),
        Some(Command::Solve(arguments)) => return solve::run(arguments),
        Some(Command::Analyze(arguments)) => return analyze::run(arguments),
        Some(Command::Convert(arguments)) => return convert::run(arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_session_is_what_happens_without_a_command() {
        let bare = CommandLine::try_parse_from(["bianca", "--batch"]).unwrap();
        assert!(bare.command.is_none());
        let named = CommandLine::try_parse_from(["bianca", "gtp", "--level", "3"]).unwrap();
        assert!(matches!(named.command, Some(Command::Gtp(_))));
        assert!(CommandLine::try_parse_from(["bianca", "fly"]).is_err());
    }
}
