//! `bianca completions` and `bianca man`: what shells and `man` know of the command line.
//!
//! Both are made from the description that parses the command line, so that they cannot say
//! anything else. Hidden commands have no page.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use thiserror::Error;

use crate::command_line::CliError;
use crate::command_line::outputs::{Force, OutputCheck, OutputKind};
use bianca_system::files;

/// Print what completes the command line in a shell.
///
/// For bash, for example: bianca completions bash >
/// ~/.local/share/bash-completion/completions/bianca
#[derive(Args)]
pub struct CompletionArguments {
    /// The shell that is to complete what is typed.
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the manual pages.
///
/// Writes bianca.1 and a page for each command; man -l bianca.1 shows it, and in
/// /usr/local/share/man/man1 man finds them. Pages of the same names are replaced if they are
/// Bianca's.
#[derive(Args)]
pub struct ManArguments {
    /// A directory, made if there is none.
    directory: PathBuf,
    #[command(flatten)]
    replacing: Force,
}

/// A page could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {error}", path.display())]
struct PageError {
    path: PathBuf,
    error: io::Error,
}

impl PageError {
    fn of(path: &Path) -> impl Fn(io::Error) -> PageError {
        |error| PageError {
            path: path.to_owned(),
            error,
        }
    }
}

/// Prints the completions of `command` for a shell.
///
/// # Errors
/// If the standard output refuses them.
pub fn completions(arguments: &CompletionArguments, mut command: Command) -> Result<(), CliError> {
    let name = command.get_name().to_owned();
    // The crate panics if what it writes to fails, and memory does not.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

/// Writes the manual pages of `command` and of all its sub-commands.
///
/// # Errors
/// If a page cannot be written, or one would replace a file that is no page of ours; nothing is
/// changed then.
pub fn man(arguments: &ManArguments, command: Command) -> Result<(), CliError> {
    let directory = &arguments.directory;
    fs::create_dir_all(directory).map_err(PageError::of(directory))?;
    let pages = pages(command)?;
    let pages = pages.into_iter();
    let pages: Vec<_> = pages
        .map(|(name, page)| (directory.join(name), page))
        .collect();
    let mut outputs = OutputCheck::new([], arguments.replacing.force);
    for (path, _) in &pages {
        outputs.check(Some(path), OutputKind::ManualPage)?;
    }
    for (path, page) in pages {
        files::replace(&path, &page).map_err(PageError::of(&path))?;
    }
    Ok(())
}

/// The pages with the names of their files.
fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    let mut open = vec![&command];
    while let Some(command) = open.pop() {
        let man = Man::new(command.clone());
        let mut page = Vec::new();
        man.render(&mut page)?;
        pages.push((man.get_filename(), page));
        open.extend(command.get_subcommands().filter(|one| !one.is_hide_set()));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::CommandLine;

    #[test]
    fn every_command_that_is_shown_has_a_page_with_its_options() {
        let pages = pages(CommandLine::command()).unwrap();
        let page = |wanted: &str| {
            let found = pages.iter().find(|(name, _)| name == wanted);
            let (_, page) = found.unwrap_or_else(|| panic!("{wanted} is not among the pages"));
            String::from_utf8(page.clone()).unwrap()
        };
        assert!(page("bianca.1").contains("bianca\\-solve(1)"));
        assert!(page("bianca-solve.1").contains("\\-\\-threads"));
        assert!(page("bianca-book-grow.1").contains("DISCS"));
        assert!(!pages.iter().any(|(name, _)| name.contains("guard")));
        let shown = CommandLine::command();
        for command in shown.get_subcommands().filter(|one| !one.is_hide_set()) {
            page(&format!("bianca-{}.1", command.get_name()));
        }
    }

    #[test]
    fn only_pages_of_ours_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let write = |force| {
            let directory = folder.path().to_owned();
            let replacing = Force { force };
            man(
                &ManArguments {
                    directory,
                    replacing,
                },
                CommandLine::command(),
            )
        };
        write(false).unwrap();
        let page = folder.path().join("bianca-solve.1");
        let ours = fs::read(&page).unwrap();
        fs::write(folder.path().join("bianca.1"), "").unwrap();
        write(false).unwrap();
        assert_ne!(fs::read(folder.path().join("bianca.1")).unwrap(), b"");
        for other in ["Dear Sir,\n", ".TH othello 6\n"] {
            fs::write(&page, other).unwrap();
            fs::remove_file(folder.path().join("bianca-match.1")).unwrap();
            let refused = write(false).unwrap_err().to_string();
            assert!(
                refused.contains("bianca-solve.1 exists and holds no page"),
                "{refused}"
            );
            assert_eq!(fs::read(&page).unwrap(), other.as_bytes());
            // All or nothing.
            assert!(!folder.path().join("bianca-match.1").exists());
            write(true).unwrap();
            assert_eq!(fs::read(&page).unwrap(), ours);
        }
    }
}
