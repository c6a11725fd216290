//! Writes the manual pages of `bianca` and its completions for shells into a new folder.
//!
//! Both are made from the description that parses the command line, so that they cannot say
//! anything else. Hidden commands have no page. It is no part of `bianca`, because whoever builds
//! that would compile two libraries more, for files that a release has.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// Shells, and what their files are called.
const SHELLS: [(Shell, &str); 4] = [
    (Shell::Bash, "bianca.bash"),
    (Shell::Zsh, "_bianca"),
    (Shell::Fish, "bianca.fish"),
    (Shell::PowerShell, "_bianca.ps1"),
];

fn main() -> ExitCode {
    let folder: Vec<_> = env::args_os().skip(1).collect();
    let [folder] = &folder[..] else {
        eprintln!("usage: bianca-manual FOLDER (a new one)");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    match write(&folder, &bianca::cli::description()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bianca-manual: {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

/// Writes `man` and `completions` into a folder, which may be there without them.
///
/// # Errors
/// If one of them is there, so that nothing is replaced, or cannot be written.
fn write(folder: &Path, command: &Command) -> io::Result<()> {
    let [man, completions] = ["man", "completions"].map(|name| folder.join(name));
    fs::create_dir_all(folder)?;
    fs::create_dir(&man)?;
    for (name, page) in pages(command.clone())? {
        fs::write(man.join(name), page)?;
    }
    fs::create_dir(&completions)?;
    for (shell, name) in SHELLS {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command.clone(), command.get_name(), &mut script);
        fs::write(completions.join(name), script)?;
    }
    Ok(())
}

/// The pages of a command and of all its sub-commands, with the names of their files.
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
    use super::*;

    #[test]
    fn every_command_that_is_shown_has_a_page_with_its_options() {
        let pages = pages(bianca::cli::description()).unwrap();
        let page = |wanted: &str| {
            let found = pages.iter().find(|(name, _)| name == wanted);
            let (_, page) = found.unwrap_or_else(|| panic!("{wanted} is not among the pages"));
            String::from_utf8(page.clone()).unwrap()
        };
        assert!(page("bianca.1").contains("bianca\\-solve(1)"));
        assert!(page("bianca-solve.1").contains("\\-\\-threads"));
        assert!(page("bianca-book-grow.1").contains("DISCS"));
        assert!(!pages.iter().any(|(name, _)| name.contains("guard")));
        let shown = bianca::cli::description();
        for command in shown.get_subcommands().filter(|one| !one.is_hide_set()) {
            page(&format!("bianca-{}.1", command.get_name()));
        }
    }

    #[test]
    fn pages_and_completions_are_written_and_nothing_is_replaced() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("new");
        write(&folder, &bianca::cli::description()).unwrap();
        assert!(folder.join("man/bianca-solve.1").is_file());
        for (_, name) in SHELLS {
            let script = fs::read_to_string(folder.join("completions").join(name)).unwrap();
            assert!(script.contains("--threads"), "{name}");
        }
        let refused = write(&folder, &bianca::cli::description()).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
    }
}
