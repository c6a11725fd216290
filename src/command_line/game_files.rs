//! The files that games are written to beside the standard output, and the page that draws them.
//!
//! Invariant: an old file of games, which may hold the work of hours, loses it only by `--force`,
//! or where a log has it all and its games are written again.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::CliError;
use super::outputs::{OutputCheck, OutputError, OutputKind};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::format::FileFormat;
use bianca_records::record::writer::write_game;
use bianca_system::files;

/// Where games go.
#[derive(Args)]
pub struct GameOutputs {
    /// Write each game to this file as it ends, in Generic Game Format, one a line.
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Write each game to this file as it ends, in Smart Game Format, one a line.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// At the end, draw all games as a page for a browser: one HTML file that needs no network.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace the files of --ggf, --sgf and --report whatever they hold.
    #[arg(long)]
    force: bool,
}

impl GameOutputs {
    /// An option that was given, if one was.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            (&self.ggf, "--ggf"),
            (&self.sgf, "--sgf"),
            (&self.report, "--report"),
        ];
        let mut given = options.into_iter().filter(|(path, _)| path.is_some());
        given.next().map(|(_, option)| option)
    }

    /// Checks these outputs and a log for a command that reads `inputs`. Nothing is changed.
    ///
    /// # Errors
    /// If one would replace what it should not.
    pub fn check<'a>(
        &'a self,
        inputs: impl IntoIterator<Item = &'a Path>,
        log: Option<&'a Path>,
    ) -> Result<(), OutputError> {
        let mut outputs = OutputCheck::new(inputs, self.force);
        outputs.check(log, OutputKind::Own)?;
        for (path, format) in self.files() {
            outputs.check(Some(path), OutputKind::Games(format))?;
        }
        outputs.check(self.report.as_deref(), OutputKind::Page)
    }

    /// Makes the files of games, empty; with `resumes` a log has what older ones hold.
    ///
    /// # Errors
    /// If one cannot be made, or exists and is not to be replaced.
    pub fn open(&self, resumes: bool) -> Result<GameFiles, CliError> {
        let mut files = GameFiles(Vec::new());
        for (path, format) in self.files() {
            let file = files::create(path, resumes || self.force);
            let file = file.map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => {
                    format!("{} exists: give --force to replace it", path.display())
                }
                _ => format!("{}: {error}", path.display()),
            })?;
            files.0.push(GameFile {
                path: path.to_owned(),
                format,
                file,
            });
        }
        Ok(files)
    }

    /// Whether a page is to be drawn.
    pub fn draws(&self) -> bool {
        self.report.is_some()
    }

    /// Writes the page that `draw` draws, if one is wanted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_report(&self, draw: impl FnOnce() -> String) -> Result<(), CliError> {
        let Some(path) = &self.report else {
            return Ok(());
        };
        let written = files::replace(path, draw().as_bytes());
        Ok(written.map_err(|error| format!("{}: {error}", path.display()))?)
    }

    fn files(&self) -> impl Iterator<Item = (&Path, FileFormat)> {
        let wanted = [(&self.ggf, FileFormat::Ggf), (&self.sgf, FileFormat::Sgf)];
        let wanted = wanted.into_iter();
        wanted.filter_map(|(path, format)| Some((path.as_deref()?, format)))
    }
}

/// Files to which games are added.
#[derive(Debug)]
pub struct GameFiles(Vec<GameFile>);

#[derive(Debug)]
struct GameFile {
    path: PathBuf,
    format: FileFormat,
    file: File,
}

impl GameFiles {
    /// Adds the game that `game` makes to each file; where there is none, none is made.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn add(&mut self, game: impl Fn() -> AnnotatedGame) -> Result<(), CliError> {
        for one in &mut self.0 {
            let text = write_game(&game(), one.format)?;
            let written = one.file.write_all(text.as_bytes());
            written.map_err(|error| format!("{}: {error}", one.path.display()))?;
        }
        Ok(())
    }
}
