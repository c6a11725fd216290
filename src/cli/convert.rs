//! `bianca convert`: the games of one format as games of another.
//!
//! Games are read, chosen and written one by one, so that memory does not grow with the files.

use std::error::Error;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use thiserror::Error;

use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::input::{is_standard, name};
use crate::command_line::numbers::counted;
use crate::command_line::outputs::{OutputCheck, OutputKind};
use crate::command_line::{CliError, MALFORMED, UNUSABLE};
use bianca_records::opening::Named;
use bianca_records::record::annotated::{AnnotatedGame, OtherProperty};
use bianca_records::record::explored::Explored;
use bianca_records::record::filter::{Condition, Seen};
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::{FileEntry, GameReader, OpenError, Place};
use bianca_records::record::writer::{GameWriter, WriteError};
use bianca_system::files::Replacement;
use bianca_system::foreign::shown;

/// Bytes that are written to a file at a time.
const BUFFER: usize = 1 << 16;

/// Turn games of one format into another, all of them or some.
///
/// If formats are not named, the extension of a file names its format, or else the content of IN
/// does. docs/records.md has what each can hold.
///
/// A game that cannot be read, or that the new format has no place for, is named on stderr and
/// skipped; the counts stand there at the end. The output is replaced when all of it is written,
/// not before.
///
/// Exit code: 0 everything converted, 1 failure, 2 wrong arguments, 4 a game was skipped.
#[derive(Args)]
#[command(after_long_help = formats())]
pub struct Arguments {
    /// Where the games are, one file or several; - is the standard input.
    #[arg(value_name = "IN", required = true, num_args = 1..)]
    inputs: Vec<PathBuf>,
    /// Where they go; - is the standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format of IN.
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// The format of the output.
    #[arg(long, value_name = "FORMAT")]
    to: Option<FileFormat>,
    /// Keep only games for which this holds: year=1990..1999, player=NAME, black=NAME, white=NAME
    /// (a part of a name, in any case), result=black, white, draw or none, result=20..64 (black's
    /// discs less white's), position=f5d6c3 or a board with the side to move (turned in any way;
    /// how these games ended and went on is told at the end). All that are given must hold. Ranges
    /// may be a single number, or open at an end.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// Leave out games that start and go as one before.
    #[arg(long)]
    unique: bool,
    /// Write SGF as GoGui reads it: no kind of game, ranks counted from the bottom. (GoGui opens
    /// files with one game only.)
    #[arg(long)]
    gogui: bool,
    /// Leave out the variations of games; SGF and PGN would keep them.
    #[arg(long)]
    main_line: bool,
    /// Write the name of each game's opening, if it has one: as Opening in PGN, as ON in SGF and
    /// GGF.
    #[arg(long)]
    opening: bool,
    /// Replace the output whatever it holds, and even if it is IN; without this it must be new,
    /// empty or of the same format, and not IN.
    #[arg(long)]
    force: bool,
}

/// What became of the games.
#[derive(Default)]
struct Totals {
    read: u64,
    written: u64,
    filtered: u64,
    duplicates: u64,
    malformed: u64,
    unwritable: u64,
}

/// Why the games could not be converted.
#[derive(Debug, Error)]
enum ConvertError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("cannot read {}: {error}", path.display())]
    Input { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Output { path: PathBuf, error: io::Error },
}

/// The formats, as the help lists them.
fn formats() -> String {
    let list = FileFormat::ALL.iter().map(|format| {
        let name = format.name();
        format!("\n  {name:<6} {}", format.about())
    });
    format!("Formats:{}", list.collect::<String>())
}

/// Converts game by game.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let to = match arguments.target() {
        Ok(to) => to,
        Err(reason) => {
            report(&format!("bianca: {reason}"));
            return Ok(ExitCode::from(UNUSABLE));
        }
    };
    if !is_standard(&arguments.output) {
        let inputs = arguments.inputs.iter().map(PathBuf::as_path);
        let inputs = inputs.filter(|_| !arguments.force);
        OutputCheck::new(inputs, arguments.force)
            .check(Some(&arguments.output), OutputKind::Games(to))?;
    }
    let conversion = match arguments.convert(to) {
        // Whoever read our output has seen enough.
        Err(ConvertError::Output { error, .. }) if error.kind() == ErrorKind::BrokenPipe => {
            return Ok(ExitCode::SUCCESS);
        }
        conversion => conversion?,
    };
    conversion.summary(to).lines().for_each(report);
    let totals = &conversion.totals;
    Ok(match totals.malformed + totals.unwritable {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

impl Arguments {
    /// The format to write, or why there is none.
    fn target(&self) -> Result<FileFormat, String> {
        let to = self.to.or_else(|| FileFormat::of_path(&self.output));
        let to = to.ok_or_else(|| {
            format!(
                "'{}' does not name a format; say --to {}",
                self.output.display(),
                FileFormat::writable_names()
            )
        })?;
        match GameWriter::new(io::sink(), to) {
            Ok(_) if self.gogui && to != FileFormat::Sgf => {
                Err(format!("--gogui is for sgf, not for {to}"))
            }
            Ok(_) => Ok(to),
            Err(unwritable) => Err(unwritable.to_string()),
        }
    }

    fn convert(&self, to: FileFormat) -> Result<Conversion<'_>, ConvertError> {
        if is_standard(&self.output) {
            // Each game goes out at once: somebody may be waiting for it.
            return self.write(to, io::stdout().lock());
        }
        let file = Replacement::begin(&self.output).map_err(|error| self.output_failed(error))?;
        let mut output = BufWriter::with_capacity(BUFFER, file);
        let conversion = self.write(to, &mut output)?;
        let committed = match output.into_inner() {
            Ok(file) => file.commit(),
            Err(error) => Err(error.into_error()),
        };
        committed.map_err(|error| self.output_failed(error))?;
        Ok(conversion)
    }

    /// Writes the games of all inputs, one after the other.
    fn write(&self, to: FileFormat, output: impl Write) -> Result<Conversion<'_>, ConvertError> {
        let writer = GameWriter::new(output, to);
        let mut writer = writer.map_err(|error| self.output_failed(io::Error::other(error)))?;
        if self.gogui {
            writer = writer.for_gogui();
        }
        let mut conversion = Conversion::new(self);
        for input in &self.inputs {
            if is_standard(input) {
                let games = GameReader::new(io::stdin().lock(), self.from);
                let games = games.map_err(|error| input_failed(input, error))?;
                conversion.write_each(input, games, &mut writer)?;
            } else {
                let games = GameReader::open(input, self.from)?;
                conversion.write_each(input, games, &mut writer)?;
            }
        }
        writer.flush().map_err(|error| self.output_failed(error))?;
        Ok(conversion)
    }

    fn output_failed(&self, error: io::Error) -> ConvertError {
        let path = self.output.clone();
        ConvertError::Output { path, error }
    }
}

fn input_failed(path: &Path, error: io::Error) -> ConvertError {
    let path = path.to_owned();
    ConvertError::Input { path, error }
}

/// The work, and what has become of the games so far.
struct Conversion<'a> {
    arguments: &'a Arguments,
    totals: Totals,
    /// The games that were written, if none may be written twice.
    seen: Seen,
    /// What the games do in the position that is looked for.
    explored: Option<Explored>,
}

impl<'a> Conversion<'a> {
    fn new(arguments: &'a Arguments) -> Conversion<'a> {
        let sought = arguments.filters.iter().find_map(|filter| match filter {
            Condition::Position(sought) => Some(Explored::new(*sought)),
            _ => None,
        });
        Conversion {
            arguments,
            totals: Totals::default(),
            seen: Seen::default(),
            explored: sought,
        }
    }

    fn write_each(
        &mut self,
        input: &Path,
        games: impl Iterator<Item = io::Result<FileEntry>>,
        writer: &mut GameWriter<impl Write>,
    ) -> Result<(), ConvertError> {
        let mut complaints = Complaints::about(input, Some("--from"));
        for entry in games {
            let FileEntry { place, game } = entry.map_err(|error| input_failed(input, error))?;
            self.totals.read += 1;
            let game = match game {
                Ok(game) => self.as_asked(input, &place, game),
                Err(error) => {
                    self.totals.malformed += 1;
                    complaints
                        .bad(&place, &error)
                        .inspect(|message| report(message));
                    continue;
                }
            };
            complaints.good();
            if !self.is_wanted(&game) {
                continue;
            }
            complaints
                .contradiction(&place, &game)
                .inspect(|message| report(message));
            match writer.write(&game) {
                Ok(()) => self.totals.written += 1,
                Err(WriteError::Unwritable(error)) => {
                    self.totals.unwritable += 1;
                    skip(input, &place, &error);
                }
                Err(WriteError::Io(error)) => return Err(self.arguments.output_failed(error)),
            }
        }
        complaints.end().inspect(|message| report(message));
        Ok(())
    }

    /// The game with what the arguments add or leave out. A variation that ends early is told.
    fn as_asked(&self, input: &Path, place: &Place, game: AnnotatedGame) -> AnnotatedGame {
        let game = if self.arguments.main_line {
            game.main_line()
        } else {
            game
        };
        if let Some(fault) = &game.fault {
            let name = name(input);
            report(&format!(
                "bianca: {name}, {place}: a variation is cut short: {fault}"
            ));
        }
        if self.arguments.opening {
            with_opening(game)
        } else {
            game
        }
    }

    /// Whether a game is to be written, by the filters and by what was written before.
    fn is_wanted(&mut self, game: &AnnotatedGame) -> bool {
        if !(self.arguments.filters.iter()).all(|filter| filter.holds(game)) {
            self.totals.filtered += 1;
            return false;
        }
        if self.arguments.unique && !self.seen.is_first(&game.game) {
            self.totals.duplicates += 1;
            return false;
        }
        if let Some(explored) = &mut self.explored {
            explored.add(game);
        }
        true
    }

    fn summary(&self, to: FileFormat) -> String {
        let totals = &self.totals;
        let duplicates = if self.arguments.unique {
            format!("{} duplicates, ", totals.duplicates)
        } else {
            String::new()
        };
        let mut text = format!(
            "{}: {} written, {} filtered out, {duplicates}{} malformed, {} without a place in {to}",
            counted(totals.read, "game", "games"),
            totals.written,
            totals.filtered,
            totals.malformed,
            totals.unwritable
        );
        if self.arguments.gogui && to == FileFormat::Sgf && totals.written > 1 {
            text += "\nbianca: GoGui opens files with one game only";
        }
        if let Some(explored) = &self.explored {
            text += "\n";
            text += &explored.summary();
        }
        text
    }
}

/// Tells that a game is left out.
fn skip(input: &Path, place: &Place, reason: &dyn Error) {
    report(&format!("bianca: {}, {place}: {reason}", name(input)));
}

/// A game with the name of its opening where a format has a place for it.
fn with_opening(mut game: AnnotatedGame) -> AnnotatedGame {
    let Some(named) = Named::of_game(&game.game) else {
        return game;
    };
    for &format in FileFormat::ALL {
        let Some(name) = format.opening_property() else {
            continue;
        };
        let is_it = |known: &OtherProperty| known.format == format && known.name == name;
        game.other.retain(|known| !is_it(known));
        game.other.push(OtherProperty {
            format,
            name: name.to_owned(),
            values: vec![named.to_string()],
        });
    }
    game
}

/// Says something on stderr; if nobody can hear it, the games are converted all the same.
fn report(text: &str) {
    say(shown(text));
}
