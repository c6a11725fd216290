//! The help of `bianca` itself: its commands in groups by what people come for.
//!
//! Invariant: every command that is shown stands in exactly one group, in the words in which it
//! describes itself.

use std::fmt::{self, Write};

use clap::Command;

/// What people come for, and the commands for that.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "train", "board"]),
    (
        "Protocols",
        &["gtp", "nboard", "ugi", "cassio", "xboard", "edax"],
    ),
    (
        "Analyse and solve",
        &["analyze", "rate", "puzzles", "solve", "prove", "move"],
    ),
    ("Books", &["book"]),
    ("Matches", &["match", "compare", "openings"]),
    ("Tools", &["convert", "positions", "perft", "bench", "help"]),
];

/// `command` with its sub-commands in groups; clap itself has one list.
pub fn grouped(command: Command) -> Command {
    let mut built = command.clone();
    // Only then it has `help`.
    built.build();
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    // Writing to a string cannot fail.
    let _ = write_groups(&mut template, &built);
    command.help_template(template)
}

fn write_groups(template: &mut String, command: &Command) -> fmt::Result {
    let (header, literal) = (
        command.get_styles().get_header(),
        command.get_styles().get_literal(),
    );
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or_default();
    for (title, names) in GROUPS {
        writeln!(template, "{header}{title}:{header:#}")?;
        for name in names {
            let about = command
                .find_subcommand(name)
                .and_then(|one| one.get_about());
            let about = about.map(ToString::to_string).unwrap_or_default();
            writeln!(template, "  {literal}{name:width$}{literal:#}  {about}")?;
        }
        template.push('\n');
    }
    write!(
        template,
        "{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::CommandLine;

    #[test]
    fn every_command_stands_in_exactly_one_group() {
        let mut command = CommandLine::command();
        command.build();
        let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, shown);
    }

    #[test]
    fn the_help_has_all_groups_and_the_options() {
        let help = grouped(CommandLine::command())
            .render_long_help()
            .to_string();
        for (title, names) in GROUPS {
            assert!(
                help.contains(&format!("\n{title}:\n  {}", names[0])),
                "{help}"
            );
        }
        assert!(help.contains("  solve      Solve endings"), "{help}");
        assert!(
            help.contains("\nOptions:\n") && help.contains("--threads"),
            "{help}"
        );
    }
}
