//! The command line of `bianca-ggs`.

// It panics where nobody reads; see `command_line::aside`.
#![deny(clippy::print_stderr)]

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::bridge::{self, Setup};
use crate::engines::Stable;
use crate::login::Login;
use crate::os::name::Name;
use crate::rules::{self, Rules};
use crate::session::{Role, USUAL};
use bianca::command_line::signals::Signals;
use bianca::command_line::{self, CliError, wrong_arguments};
use bianca_arena::arena::engine_log::EngineLogs;
use bianca_arena::arena::guard;
use bianca_arena::arena::spec::EngineSpec;
use bianca_arena::arena::timekeeper::Strictness;
use bianca_records::clock::TimeControl;
use bianca_records::logs;
use bianca_system::behind::Behind;
use bianca_system::files;
use bianca_system::foreign::shown;

/// The executable, as its messages call it.
const NAME: &str = "bianca-ggs";

/// What is said when a signal comes.
const ENDING: &str =
    "no more games; the one that goes on is played to its end; another signal ends this at once";

/// Bytes that wait for who reads what is printed, at most: some thousand lines.
const MOST_WAITING: usize = 1 << 20;

/// A bridge to the Generic Game Server for any Othello engine.
///
/// Name and password are taken from BIANCA_GGS_USER and BIANCA_GGS_PASSWORD, or from a file.
#[derive(Parser)]
#[command(name = NAME, version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games by the rules of a file.
    Play(Box<PlayArguments>),
    /// Only watch games, and keep those that were seen to their end.
    Watch(WatchArguments),
    /// End the engines of a bridge that is gone; a bridge starts this itself.
    #[command(name = guard::COMMAND, hide = true)]
    EngineGuard {
        /// Seconds that they may take for it.
        patience: u64,
    },
}

/// Where the server is and who logs in.
#[derive(Args)]
struct ServerArguments {
    /// The server.
    #[arg(long, value_name = "NAME", default_value = "skatgame.net")]
    host: String,
    /// Its port.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    port: u16,
    /// A file that only its owner can read, with the lines 'user = NAME' and 'password = WORDS'.
    #[arg(long, value_name = "FILE")]
    login: Option<PathBuf>,
    /// The folder in which games are kept.
    #[arg(long, value_name = "FOLDER", default_value = "ggs-games")]
    games: PathBuf,
    /// Add what is said to and by the server to this file; the password is not written.
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

#[derive(Args)]
struct PlayArguments {
    /// The engine as matches take it: name=A cmd=/path/engine ARGUMENTS proto=gtp option.X=Y.
    #[arg(long, value_name = "ENGINE")]
    engine: String,
    /// The file of rules.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Seconds within which the engine starts and answers what needs no search.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// Keep all that is said to engines and by them in this folder.
    #[arg(long, value_name = "FOLDER")]
    engine_log: Option<PathBuf>,
    #[command(flatten)]
    server: ServerArguments,
}

#[derive(Args)]
struct WatchArguments {
    /// Whose games; those of all if nobody is named.
    #[arg(value_name = "NAME")]
    names: Vec<Name>,
    #[command(flatten)]
    server: ServerArguments,
}

/// Starts logging and obeys the process's command line.
pub fn main() -> ExitCode {
    command_line::obey(NAME, run)
}

fn run() -> Result<ExitCode, CliError> {
    let line: CommandLine = match command_line::parse(CommandLine::command(), std::env::args_os())?
    {
        ControlFlow::Continue(line) => line,
        ControlFlow::Break(code) => return Ok(code),
    };
    match line.command {
        Command::Play(arguments) => play(*arguments),
        Command::Watch(arguments) => {
            let role = Role::Watches(arguments.names);
            bridge(arguments.server, Rules::default(), role, None)
        }
        Command::EngineGuard { patience } => {
            let patience = Duration::from_secs(patience);
            guard::run(io::stdin().lock(), patience).map_err(CliError::from)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn play(arguments: PlayArguments) -> Result<(), CliError> {
    let spec: EngineSpec = arguments.engine.parse().map_err(wrong_arguments)?;
    let rules = match &arguments.rules {
        Some(path) => {
            let wrong = |error: &dyn std::fmt::Display| {
                wrong_arguments(format!("{}: {error}", path.display()))
            };
            let bytes = files::read(path, rules::MOST_BYTES).map_err(|error| wrong(&error))?;
            let text = String::from_utf8(bytes).map_err(|_| wrong(&"it is not UTF-8"))?;
            Rules::read(&text).map_err(|error| wrong(&error))?
        }
        None => Rules::default(),
    };
    let folder = arguments.engine_log.as_deref();
    let engine_logs = folder.map(|folder| {
        let logs = EngineLogs::new(folder).and_then(EngineLogs::written_behind);
        logs.map_err(|error| format!("{}: {error}", folder.display()))
    });
    let patience = Duration::from_secs(arguments.patience);
    let stable = Stable {
        spec,
        strictness: Strictness {
            margin: Duration::ZERO,
            patience,
            farewell: patience.min(Duration::from_secs(10)),
        },
        logs: engine_logs.transpose()?,
    };
    guard::enable(std::env::current_exe()?, stable.strictness.farewell);
    let control = TimeControl::game(USUAL, Duration::ZERO);
    let checked = stable.check(control);
    checked.map_err(|error| wrong_arguments(format!("{}: {error}", stable.spec.name)))?;
    bridge(arguments.server, rules, Role::Plays, Some(stable))
}

fn bridge(
    server: ServerArguments,
    rules: Rules,
    role: Role,
    stable: Option<Stable>,
) -> Result<(), CliError> {
    let login = Login::find(server.login.as_deref()).map_err(wrong_arguments)?;
    if let Some(path) = &server.log {
        logs::write_to(Some(path)).map_err(|error| format!("{path}: {error}"))?;
    }
    let setup = Setup {
        host: server.host,
        port: server.port,
        games: server.games,
        login,
        rules,
        role,
        stable,
    };
    let signals = Signals::heard(ENDING);
    logs::write_behind()?;
    let printed = printed()?;
    let mut say = |text: &str| {
        let line = line(text);
        let bytes = line.len();
        printed.add(line, bytes);
        log::info!("{text}");
    };
    let ended = bridge::run(&setup, &signals.stop(), &mut say);
    printed.flush();
    log::logger().flush();
    ended?;
    signals.obey();
    Ok(())
}

/// Prints lines on a thread of its own: nothing waits or ends because nobody reads them.
fn printed() -> io::Result<Behind<String>> {
    let missing = |count| line(&format!("{count} lines are left out, which nobody read"));
    Behind::begin("printed", MOST_WAITING, missing, |line| {
        let mut output = io::stdout().lock();
        let _ = output
            .write_all(line.as_bytes())
            .and_then(|()| output.flush());
    })
}

/// A line as it is printed, with the time before it.
fn line(text: &str) -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let time = now.get(11..19).unwrap_or_default();
    format!("{time} {}\n", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    /// Whoever lists processes sees every argument.
    #[test]
    fn no_argument_takes_a_password() {
        let line = CommandLine::command();
        for command in line.get_subcommands() {
            for argument in command.get_arguments() {
                assert!(!argument.get_id().as_str().contains("password"));
            }
        }
    }
}
