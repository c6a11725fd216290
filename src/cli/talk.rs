//! `bianca`, `bianca gtp`, `bianca nboard` and `bianca ugi`: a session on standard input and
//! output.

use std::io::{self, IsTerminal};

use clap::Args;

use super::Failure;
use crate::protocol::Dialect;
use crate::session::{self, SessionSettings};

/// How to start a session. The numbers are options of the protocol, too.
#[derive(Args)]
pub struct Arguments {
    /// Let `quit` and the end of the input wait for the searches before them, so that a script
    /// gets full answers, the same each time.
    #[arg(long)]
    batch: bool,
    /// Write the dialogue and other news to a file.
    #[arg(long, value_name = "FILE")]
    log_file: Option<String>,
    /// Threads that search together.
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Size of the hash table in MiB.
    #[arg(long, value_name = "MIB")]
    hash: Option<String>,
    /// Strength when there is neither a clock nor a limit.
    #[arg(long, value_name = "N")]
    level: Option<String>,
    /// Set any other option of the protocol, for example MoveOverhead=50.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
}

/// Talks until the client quits, in this dialect or in the one that its first line shows.
pub fn run(arguments: Arguments, dialect: Option<Dialect>) -> Result<(), Failure> {
    let named = [
        ("LogFile", arguments.log_file),
        ("Threads", arguments.threads),
        ("Hash", arguments.hash),
        ("Level", arguments.level),
    ];
    let named = named
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    if io::stdin().is_terminal() {
        eprintln!(
            "Bianca {}, an Othello engine. Type help for the commands, genmove for a move, quit \
             to end.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let settings = SessionSettings {
        batch: arguments.batch,
        dialect,
        options: named.chain(arguments.options).collect(),
    };
    session::run(io::stdin(), io::stdout(), io::stderr(), settings)?;
    Ok(())
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("NAME=VALUE expected".to_owned()),
    }
}
