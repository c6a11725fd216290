//! `bianca-lab records`: what is in files of game records.

use std::io::{self, BufRead, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::train::accuracy::Accuracy;
use crate::train::iterations::IterationErrors;
use crate::train::records::{GameRecord, LabelBasis, RecordReader, RecordWriter, RecordsError};
use crate::train::samples::{self, Sample};
use bianca_records::record::board::write_board;
use bianca_rules::othello::Color;
use bianca_search::eval::Evaluation;
use bianca_search::search::{Searcher, Settings};
use bianca_system::foreign::{next_line, shown};

use super::complain;
use super::numbers::{discs, share};
use bianca::command_line::aside::say;
use bianca::command_line::input::open;
use bianca::command_line::outputs::{OutputCheck, OutputKind};
use bianca::command_line::{CliError, MALFORMED, wrong_arguments};
use bianca_protocol::solving::lines::{LONGEST_LINE, text_of};

/// Look into files of game records.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Count games and labelled positions by stage and by what the labels rest on
    Stat {
        /// Files of records
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write each game as a line of text
    Text {
        /// Files of records
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write each labelled position as a board with its side to move, one a line, and after % what
    /// its label says in discs and rests on
    Positions {
        /// Files of records
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only positions whose labels are within so many discs of even
        #[arg(long, value_name = "DISCS", default_value_t = 64,
              value_parser = clap::value_parser!(u32).range(0..=64))]
        even: u32,
        /// Fewest empty squares
        #[arg(long, value_name = "N", default_value_t = 1,
              value_parser = clap::value_parser!(u32).range(1..=60))]
        empties_from: u32,
        /// Most empty squares
        #[arg(long, value_name = "N", default_value_t = 60,
              value_parser = clap::value_parser!(u32).range(1..=60))]
        empties_to: u32,
    },
    /// Make a file of the lines that 'records text' and 'datagen -' write
    ///
    /// A last line that may be cut off is named and left out, and the exit code is 4. That is one
    /// without a line break, unless its game is over and its last label is exact, or it has no
    /// labels. If another line is no game, nothing is written and the exit code is 1.
    Pack {
        /// Lines of text; - is the standard input
        input: PathBuf,
        /// File of records to append to
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Print how far an evaluation is from the labels, by stage: mean error with its sign, mean
    /// absolute error and mean squared error in discs
    Error {
        /// Files of records
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// What to measure: embedded, or a file of weights
        #[arg(long, value_name = "NAME",
              default_value_t = Evaluation::EMBEDDED.to_owned())]
        evaluation: String,
        /// Share of a label that comes from what the game led to
        #[arg(long, value_name = "SHARE", default_value_t = samples::SampleOptions::default().lambda, value_parser = share)]
        lambda: f32,
        /// Only positions whose labels are within so many discs of even
        #[arg(long, value_name = "DISCS", value_parser = discs)]
        even: Option<f32>,
        /// A line for each number of empty squares instead of every four
        #[arg(long)]
        by_ply: bool,
        /// Search positions with more empty squares so many plies deep, and print the errors of
        /// each iteration and by how much it changes the score of the one before
        #[arg(long, value_name = "PLIES", conflicts_with = "by_ply",
              value_parser = clap::value_parser!(u32).range(1..=40))]
        depth: Option<u32>,
    },
}

/// Empty squares in one line of the table.
const STAGE: u32 = 4;

/// Labels of one stage.
#[derive(Clone, Copy, Default)]
struct Stage {
    exact: u64,
    searched: u64,
    plies: u64,
    /// Sum of the labels' sizes in discs.
    size: u64,
    random: u64,
}

/// Runs the sub-command.
///
/// # Errors
/// If a file cannot be read or is damaged, or holds nothing that is asked for; a game cut off at
/// the end is only reported.
pub fn run(args: Arguments) -> Result<ExitCode, CliError> {
    match args.what {
        What::Pack { input, output } => {
            OutputCheck::new([input.as_path()], false).check(Some(&output), OutputKind::Own)?;
            return pack(open(&input)?, &output);
        }
        What::Stat { files } => stat(&files)?,
        What::Text { files } => text(&files)?,
        What::Positions {
            files,
            even,
            empties_from,
            empties_to,
        } => {
            if empties_from > empties_to {
                return Err(wrong_arguments(
                    "there is no number of empty squares in that range",
                ));
            }
            positions(&files, even, &(empties_from..=empties_to))?;
        }
        What::Error {
            files,
            evaluation,
            lambda,
            even,
            by_ply,
            depth,
        } => {
            let options = samples::SampleOptions {
                lambda,
                ..samples::SampleOptions::default()
            };
            let files: Vec<_> = files.into_iter().map(|path| (path, options)).collect();
            let data = samples::read(&files)?;
            let mut all: Vec<Sample> = [data.train, data.test].concat();
            all.retain(|sample| even.is_none_or(|even| sample.target.abs() <= even));
            if all.is_empty() {
                return Err("the records hold no such labelled positions".into());
            }
            let evaluation = Evaluation::named(&evaluation)?;
            if let Some(depth) = depth {
                let mut searcher = Searcher::new(Settings {
                    evaluation,
                    ..Settings::default()
                })?;
                let errors = IterationErrors::of(&mut searcher, &all, depth);
                write!(io::stdout(), "{errors}")?;
                return Ok(ExitCode::SUCCESS);
            }
            let accuracy = Accuracy::of(&evaluation.network(), &all);
            if by_ply {
                write!(io::stdout(), "{}", accuracy.by_ply())?;
            } else {
                write!(io::stdout(), "{accuracy}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn text(files: &[PathBuf]) -> Result<(), CliError> {
    let mut output = BufWriter::new(io::stdout().lock());
    for_each_game(files, |game| Ok(writeln!(output, "{game}")?))?;
    Ok(output.flush()?)
}

/// Shows `each` game of all files; what is cut off at the end of one is only reported.
fn for_each_game(
    files: &[PathBuf],
    mut each: impl FnMut(GameRecord) -> Result<(), CliError>,
) -> Result<(), CliError> {
    for path in files {
        for game in RecordReader::open(path)? {
            match game {
                Ok(game) => each(game)?,
                Err(error @ RecordsError::CutOff { .. }) => {
                    log::warn!("{error}");
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}

fn positions(files: &[PathBuf], even: u32, empties: &RangeInclusive<u32>) -> Result<(), CliError> {
    let mut output = BufWriter::new(io::stdout().lock());
    for_each_game(files, |game| {
        // The checksum is right, so a game against the rules is a fault of its writer; it has no
        // positions.
        let positions = game.positions().unwrap_or_default();
        for (position, turn) in positions.into_iter().zip(&game.turns) {
            let Some(label) = turn.label else { continue };
            let is_even = u32::from(label.score.unsigned_abs()) <= even;
            if !is_even || !empties.contains(&position.empties()) {
                continue;
            }
            let board = write_board(position, Color::Black);
            let score = label.score;
            match label.reach {
                LabelBasis::Exact => writeln!(output, "{board}; % {score:+} exact")?,
                LabelBasis::Depth(plies) => {
                    writeln!(output, "{board}; % {score:+} by {plies} plies")?
                }
            }
        }
        Ok(())
    })?;
    Ok(output.flush()?)
}

/// What is said of a last line that may not be whole.
const CUT_OFF: &str = "cut off and left out: no line break ends it, and it may go on";

fn pack(mut input: impl BufRead, output: &Path) -> Result<ExitCode, CliError> {
    let mut records: Vec<GameRecord> = Vec::new();
    let mut number = 0;
    let mut code = ExitCode::SUCCESS;
    while let Some(line) = next_line(&mut input, LONGEST_LINE)? {
        number += 1;
        let is_ended = line.is_ended;
        let line = text_of(line);
        // What a filter could not read is a comment.
        let is_comment = |line: &String| line.trim().is_empty() || line.starts_with('#');
        if line.as_ref().is_ok_and(is_comment) {
            continue;
        }
        let record = line.map_err(|error| error.to_string()).and_then(|line| {
            let record = line.parse::<GameRecord>();
            record.map_err(|error| error.to_string())
        });
        // Who wrote it may have been killed in the middle of it.
        if !is_ended && !record.as_ref().is_ok_and(GameRecord::ends_its_line) {
            complain(&format_args!("line {number}"), &CUT_OFF);
            code = ExitCode::from(MALFORMED);
            break;
        }
        records.push(record.map_err(|error| format!("line {number}: {error}"))?);
    }
    let mut writer = RecordWriter::append(output)?;
    for record in &records {
        writer.write(record)?;
    }
    say(format_args!(
        "{} holds {} games, {} of them new",
        shown(&output.to_string_lossy()),
        writer.games(),
        records.len()
    ));
    Ok(code)
}

fn stat(files: &[PathBuf]) -> Result<(), CliError> {
    let mut stages = [Stage::default(); (64 / STAGE) as usize];
    let (mut games, mut turns) = (0u64, 0u64);
    for_each_game(files, |game| {
        games += 1;
        turns += game.turns.len() as u64;
        let start = game.start.empties();
        for (turn, empties) in game.turns.iter().zip((1..=start).rev()) {
            let stage = &mut stages[((empties - 1) / STAGE) as usize];
            stage.random += u64::from(turn.random);
            let Some(label) = turn.label else { continue };
            stage.size += u64::from(label.score.unsigned_abs());
            match label.reach {
                LabelBasis::Exact => stage.exact += 1,
                LabelBasis::Depth(depth) => {
                    stage.searched += 1;
                    stage.plies += u64::from(depth);
                }
            }
        }
        Ok(())
    })?;
    let mut output = io::stdout().lock();
    writeln!(output, "{games} games, {turns} moves")?;
    writeln!(
        output,
        "empties      exact   searched  mean depth  mean |score|  random moves"
    )?;
    let ratio = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let mut total = (0, 0);
    for (number, stage) in stages.iter().enumerate().rev() {
        let labels = stage.exact + stage.searched;
        if labels + stage.random == 0 {
            continue;
        }
        total = (total.0 + stage.exact, total.1 + stage.searched);
        writeln!(
            output,
            "{:>3}-{:<3} {:>10} {:>10} {:>11.1} {:>13.1} {:>13}",
            number as u32 * STAGE + 1,
            (number as u32 + 1) * STAGE,
            stage.exact,
            stage.searched,
            ratio(stage.plies, stage.searched),
            ratio(stage.size, labels),
            stage.random
        )?;
    }
    writeln!(output, "all     {:>10} {:>10}", total.0, total.1)?;
    Ok(())
}
