//! `bianca` alone and with the name of a protocol (`bianca gtp` and so on): a session on standard
//! input and output.

#[cfg(unix)]
mod typed;

use std::io::{self, IsTerminal, Read};
use std::time::Duration;

use clap::Args;

use crate::command_line::aside::say;
use crate::command_line::numbers::level;
use crate::command_line::{CliError, wrong_arguments};
use bianca_play::book::builtin;
use bianca_play::player::OptionError;
use bianca_protocol::protocol::edax::options::EdaxOptions;
use bianca_protocol::protocol::{CommandError, Dialect};
use bianca_protocol::session::{self, SessionError, SessionSettings, Streams};
use bianca_search::eval::weights::Weights;

/// How to start a session. The numbers are options of the protocol, too.
#[derive(Args)]
pub struct Arguments {
    /// Write the dialogue and other news to a file.
    #[arg(long, value_name = "FILE")]
    log_file: Option<String>,
    /// Threads that search together.
    #[arg(short = 'n', long, value_name = "N")]
    threads: Option<String>,
    /// Size of the hash table in MiB.
    #[arg(long, value_name = "MIB")]
    hash: Option<String>,
    /// Strength when there is neither a clock nor a limit.
    #[arg(short, long, value_name = "N", value_parser = level)]
    level: Option<u32>,
    /// Set any other option of the protocol, for example MoveOverhead=50.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// Draw no boards in Edax's console.
    #[arg(short, long, hide = true)]
    quiet: bool,
    /// Set one of the options of Edax's console.
    #[arg(long = "edax", value_name = "NAME=VALUE", hide = true, value_parser = name_and_value)]
    console: Vec<(String, String)>,
    /// Say what programs wait for that drive Edax by the other protocols.
    #[arg(long, hide = true)]
    in_edaxs_place: bool,
}

/// Talks until the client quits, in this dialect or in the one that its first line shows.
pub fn run(arguments: Arguments, dialect: Option<Dialect>) -> Result<(), CliError> {
    let named = [
        ("LogFile", arguments.log_file),
        ("Threads", arguments.threads),
        ("Hash", arguments.hash),
        ("Level", arguments.level.map(|level| level.to_string())),
    ];
    let named = named
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let mut console = EdaxOptions::default();
    if arguments.quiet {
        console.verbosity = 0;
    }
    for (name, value) in &arguments.console {
        console.set(name, value).map_err(wrong_arguments)?;
    }
    if io::stdin().is_terminal() {
        say(greeting(dialect));
    }
    let settings = SessionSettings {
        interactive: io::stdin().is_terminal(),
        dialect,
        options: named.chain(arguments.options).collect(),
        console,
        in_edaxs_place: arguments.in_edaxs_place,
    };
    // A first search on a short clock finds what it needs at the beginning of a game; who ends
    // before does not wait for it. Where memory or threads are short, that search unpacks it.
    Weights::embedded().begin(60, 60);
    builtin::begin();
    let (input, _terminal) = lines();
    let streams = Streams {
        input,
        output: io::stdout(),
        aside: io::stderr(),
        is_abandoned,
        cpu_time,
    };
    session::run(streams, settings).map_err(|error| match error {
        SessionError::Option(CommandError::Option(
            OptionError::Unknown(_) | OptionError::Misspelt { .. } | OptionError::BadValue { .. },
        )) => wrong_arguments(error),
        error => error.into(),
    })
}

/// What a person at a terminal is told, who may have come to play: first where that is done.
fn greeting(dialect: Option<Dialect>) -> String {
    let play = match dialect {
        None => {
            " bianca play is a game at this terminal, bianca board one in a browser.\n\
             What you type here are commands of GTP."
        }
        Some(_) => "",
    };
    format!(
        "Bianca {}, an Othello engine.{play} Type help for the commands, genmove for a move, quit \
         to end.",
        env!("CARGO_PKG_VERSION")
    )
}

/// The lines of the session: those of the standard input, or what is typed at a terminal with an
/// editor and a history. The second value leaves the terminal as it was.
#[cfg(unix)]
fn lines() -> (Box<dyn Read + Send>, Option<typed::Terminal>) {
    let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let terminal = typed::Terminal::now().filter(|_| is_typed);
    match terminal.and_then(|terminal| Some((typed::Lines::begin().ok()?, terminal))) {
        Some((lines, terminal)) => (Box::new(lines), Some(terminal)),
        None => (Box::new(io::stdin()), None),
    }
}

/// Elsewhere consoles edit their lines themselves.
#[cfg(not(unix))]
fn lines() -> (Box<dyn Read + Send>, ()) {
    (Box::new(io::stdin()), ())
}

/// Whether whoever read our standard output is gone, which a pipe or a socket shows without being
/// written to. Quarry just closes both pipes.
#[cfg(unix)]
fn is_abandoned() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let stdout = io::stdout();
    let mut output = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
    let asked = poll(&mut output, PollTimeout::ZERO);
    asked.is_ok() && output[0].any() == Some(true)
}

/// Elsewhere only writing shows it.
#[cfg(not(unix))]
fn is_abandoned() -> bool {
    false
}

/// What the system has counted of its processors' work for this process.
fn cpu_time() -> Option<Duration> {
    let time = cpu_time::ProcessTime::try_now().ok()?;
    Some(time.as_duration())
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("NAME=VALUE expected".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_starts_it_without_a_word_is_told_where_to_play() {
        let told = greeting(None);
        let place = |words: &str| told.find(words).unwrap_or(usize::MAX);
        assert!(place("bianca play") < place("Type help"), "{told}");
        assert!(place("bianca board") < place("Type help"), "{told}");
        assert!(told.lines().all(|line| line.len() <= 120), "{told}");
        let named = greeting(Some(Dialect::Gtp));
        assert!(
            !named.contains("bianca play") && named.contains("Type help"),
            "{named}"
        );
    }
}
