//! `bianca board`: the board for a browser, a page with everything in it, with games on it.
//!
//! Every build has the page inside. Knows nothing of what the page does.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, ExitCode, Stdio};

use clap::Args;
use thiserror::Error;

use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::outputs::{Force, OutputCheck, OutputKind};
use crate::command_line::{CliError, MALFORMED};
use bianca_play::page::board::{PageError, kept, with_games};
use bianca_records::record::ggf::write_ggf;
use bianca_records::record::reader::{GameReader, OpenError};
use bianca_system::files;
use bianca_system::foreign::shown;

/// As many games as the page lists.
const MOST_GAMES: usize = 2000;
/// What opens a file in the browser.
const OPENERS: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["explorer"]
} else {
    &["xdg-open", "sensible-browser"]
};

/// Write the board for a browser, with the games of a file, and open it.
///
/// Writes one page that holds the engine, works without a network and can be sent to anybody, and
/// opens it in the browser. The GAMES, in any format, are on its list; the first is on the
/// board.
#[derive(Args)]
pub struct Arguments {
    /// Games to look at.
    #[arg(value_name = "GAMES")]
    games: Option<PathBuf>,
    /// The page to write; without it, a new file in the system's folder for such.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only write the page.
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    replacing: Force,
}

/// Why there is no board.
#[derive(Debug, Error)]
enum BoardError {
    #[error(transparent)]
    Page(#[from] PageError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("cannot read {}: {error}", path.display())]
    Input { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Output { path: PathBuf, error: io::Error },
}

/// Writes the page and opens it.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    if let Some(output) = &arguments.output {
        OutputCheck::new(arguments.games.as_deref(), arguments.replacing.force)
            .check(Some(output), OutputKind::Page)?;
    }
    let (games, code) = match &arguments.games {
        Some(path) => games(path)?,
        None => (String::new(), ExitCode::SUCCESS),
    };
    let page = kept().and_then(|page| with_games(&page, &games).ok_or(PageError::Damaged));
    let page = page.map_err(BoardError::from)?;
    let output = match arguments.output {
        Some(path) => match files::replace(&path, page.as_bytes()) {
            Ok(()) => path,
            Err(error) => return Err(BoardError::Output { path, error }.into()),
        },
        None => {
            let folder = env::temp_dir();
            written_in(&folder, &page).map_err(|error| BoardError::Output {
                path: folder,
                error,
            })?
        }
    };
    writeln!(io::stdout(), "{}", output.display())?;
    if !arguments.no_open && !opened(&output) {
        say("bianca: no browser could be started; open the page yourself");
    }
    Ok(code)
}

/// Writes the page under a name that nobody can know before: in a folder that all users share, a
/// link could wait under any other and lead to a file of ours.
fn written_in(folder: &Path, page: &str) -> io::Result<PathBuf> {
    let mut name = tempfile::Builder::new();
    name.prefix("bianca-board-").suffix(".html");
    let mut file = name.tempfile_in(folder)?;
    file.write_all(page.as_bytes())?;
    let (_, path) = file.keep()?;
    Ok(path)
}

/// The games of a file as GGF, a line each, and the exit code: what cannot be read is named and
/// skipped.
fn games(path: &Path) -> Result<(String, ExitCode), BoardError> {
    let (mut text, mut code) = (String::new(), ExitCode::SUCCESS);
    let mut count = 0;
    let mut complaints = Complaints::about(path, None);
    for entry in GameReader::open(path, None)? {
        let entry = entry.map_err(|error| BoardError::Input {
            path: path.to_owned(),
            error,
        })?;
        match entry.game {
            Ok(game) if count < MOST_GAMES => {
                complaints.good();
                if let Some(message) = complaints.contradiction(&entry.place, &game) {
                    say(shown(&message));
                }
                text += write_ggf(&game).trim_end();
                text.push('\n');
                count += 1;
            }
            Ok(_) => {
                say(format_args!(
                    "bianca: only the first {MOST_GAMES} games are taken"
                ));
                break;
            }
            Err(error) => {
                code = ExitCode::from(MALFORMED);
                if let Some(message) = complaints.bad(&entry.place, &error) {
                    say(shown(&message));
                }
            }
        }
    }
    if let Some(message) = complaints.end() {
        say(shown(&message));
    }
    Ok((text, code))
}

/// Opens a page in the browser; whether something was found that does.
fn opened(page: &Path) -> bool {
    // Windows' explorer opens no path with slashes, and other programs take a hyphen for an option.
    let page = absolute(page).unwrap_or_else(|_| page.to_owned());
    OPENERS.iter().any(|opener| {
        let mut command = Command::new(opener);
        command.arg(&page);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_page_for_now_is_a_new_file_that_others_cannot_read() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|page| {
            let path = written_in(folder.path(), page).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), page);
            assert_eq!(path.extension().unwrap(), "html");
            path
        });
        assert_ne!(one, other);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&one).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
    }
}
