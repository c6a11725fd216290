//! `bianca analyze`: what each move of a game was worth, game by game.
//!
//! The arguments, the loop over the games and the exit code; what is done with a game is
//! the business of [`analysis`](bianca_play::analysis).

mod output;
mod progress;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};

use super::games::{count, games};
use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::game_files::GameOutputs;
use crate::command_line::input::name;
use crate::command_line::locale;
use crate::command_line::numbers::{counted, level, people, seconds};
use crate::command_line::searching::SearchArguments;
use crate::command_line::{CliError, MALFORMED, is_broken_pipe, print};
use bianca_play::analysis::json::AnalysisRow;
use bianca_play::analysis::log::{AnalysisHeader, AnalysisLog};
use bianca_play::analysis::page::{self, Chapter};
use bianca_play::analysis::words::Words;
use bianca_play::analysis::{Analysis, AnalysisPlan, Analyst, BLUNDER, MoveAnalysis};
use bianca_play::people::crowd::Crowd;
use bianca_play::strategy::glossary;
use bianca_records::log::{Existing, LogError};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::filter::Condition;
use bianca_search::eval::Evaluation;
use bianca_search::request::Limits;
use bianca_search::search::{Searcher, Settings};
use bianca_system::language::Language;
use output::{OutputFormat, OutputStyle, Outputs, row};
use progress::AnalysisProgress;

/// Find what each move of a game was worth, and which would have been better.
///
/// For each move of each game: its score, the best move and its score, and the discs lost, exact
/// from where the solver reaches. Games are read and written one by one in the order of the
/// input, so that the command can stand in a pipe; each is analysed by itself, from its last move
/// to its first. Results have no times in them: with one thread, and unless --time is given, the
/// same games give the same bytes.
///
/// Exit code: 0 everything analysed, 1 failure, 2 wrong arguments, 4 a game could not be read.
#[derive(Args)]
#[command(group(ArgGroup::new("limit").multiple(false)))]
pub struct Arguments {
    /// Where the games are, one file or several; - is the standard input.
    #[arg(value_name = "FILE", required_unless_present = "glossary")]
    files: Vec<PathBuf>,
    /// Analyse only games for which this holds: year=, player=, black=, white=, result= or
    /// position=, as for bianca convert. All that are given must hold.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// What to write to the standard output.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Strength of the search: the higher, the deeper it looks and the sooner it is exact.
    #[arg(long, value_name = "N", default_value_t = 12, group = "limit", value_parser = level)]
    level: u32,
    /// Plies to search for each move; exact where that is the end of the game.
    #[arg(long, value_name = "PLIES", group = "limit",
          value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Seconds for each position that is searched.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = seconds)]
    time: Option<Duration>,
    /// Positions to visit for each position that is searched.
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    search: SearchArguments,
    /// Discs that a move must lose to be a blunder.
    #[arg(long, value_name = "DISCS", default_value_t = BLUNDER, value_parser = discs)]
    blunder: f64,
    /// Explain mistakes and blunders: in a sentence or two, what happens after the move played and
    /// not after the best one. A report always has them.
    #[arg(long)]
    explain: bool,
    /// Explain them, and tell what was counted: how many moves, edge discs, stable discs and so on
    /// both moves leave.
    #[arg(long)]
    counts: bool,
    /// Say of each move how likely people of a rating from 900 to 2300 were to play it, and what
    /// they play most often; without a number, people of 1500.
    #[arg(long, value_name = "RATING", num_args = 0..=1, default_missing_value = "1500",
          value_parser = people)]
    people: Option<u16>,
    /// The language of the table, of reasons and of the report: en, es, fr, ja or zh. Without it
    /// that of the locale, or English where the output is for programs.
    #[arg(long = "lang", value_name = "LANG")]
    language: Option<Language>,
    /// Print what the words in reasons mean, each with a picture, and do nothing else.
    #[arg(long, conflicts_with_all = ["files", "log", "json", "report", "ggf", "sgf"])]
    glossary: bool,
    /// Leave out the number of the game, so that each result depends on its game alone and the
    /// work can be spread over many processes; with JSON, a game that cannot be read has a line,
    /// too.
    #[arg(long)]
    independent: bool,
    /// Keep each game as a line of JSON in this file as soon as it is analysed.
    #[arg(long, value_name = "FILE", conflicts_with = "independent")]
    log: Option<PathBuf>,
    /// Go on with the log file, if it exists: what it holds is written again, not analysed again.
    #[arg(long, requires = "log")]
    resume: bool,
    #[command(flatten)]
    outputs: GameOutputs,
}

/// Analyses game by game.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    if arguments.glossary {
        print(&glossary::text(arguments.language()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    arguments.outputs.check(inputs, arguments.log.as_deref())?;
    let plan = arguments.plan();
    let mut work = Work::new(&arguments, plan)?;
    for path in &arguments.files {
        match work.analyze_all(path) {
            Err(error) if is_broken_pipe(&*error) => break,
            analysed => analysed?,
        }
    }
    work.progress.finish();
    arguments.outputs.write_report(|| {
        let language = arguments.language();
        let (title, plan) = (arguments.title(&work.chapters), arguments.in_words());
        page::html(language, &title, &plan, arguments.blunder, &work.chapters)
    })?;
    let totals = &work.totals;
    let filtered = if arguments.filters.is_empty() {
        String::new()
    } else {
        format!("{} filtered out, ", totals.filtered)
    };
    say(format_args!(
        "{}, {}, {filtered}{}; {:.1} M nodes in {:.1} s",
        counted(totals.games, "game", "games"),
        counted(totals.moves, "move", "moves"),
        counted(totals.malformed, "malformed game", "malformed games"),
        work.analyst.nodes() as f64 / 1e6,
        started.elapsed().as_secs_f64(),
    ));
    Ok(match totals.malformed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

/// What was done.
#[derive(Default)]
struct Totals {
    games: u64,
    moves: u64,
    malformed: u64,
    filtered: u64,
}

/// The games that are analysed, and where that goes.
struct Work<'a> {
    arguments: &'a Arguments,
    analyst: Analyst,
    log: Option<AnalysisLog>,
    /// What the log has of games that are still to come, by their numbers.
    kept: HashMap<u64, AnalysisRow>,
    outputs: Outputs,
    progress: AnalysisProgress,
    totals: Totals,
    /// The games of the report, if there is to be one.
    chapters: Vec<Chapter>,
    /// Of the last game, from 1, over all inputs.
    number: u64,
}

impl<'a> Work<'a> {
    fn new(arguments: &'a Arguments, plan: AnalysisPlan) -> Result<Work<'a>, CliError> {
        let mut analyst = Analyst::new(arguments.searcher()?, plan);
        if let Some(rating) = arguments.people {
            analyst = analyst.beside_people(Crowd::new(&Settings::default())?, rating);
        }
        let count = count(&arguments.files, arguments.independent)?;
        let (log, kept) = arguments.log()?;
        let style = OutputStyle {
            format: arguments.format(),
            language: arguments.language(),
            reasons: arguments.explain || arguments.counts,
            counts: arguments.counts,
            independent: arguments.independent,
        };
        // An analysis that goes on writes them anew from its log.
        let files = arguments.outputs.open(arguments.resume)?;
        let outputs = Outputs::new(style, files);
        Ok(Work {
            arguments,
            analyst,
            log,
            kept,
            outputs,
            progress: AnalysisProgress::new(count),
            totals: Totals::default(),
            chapters: Vec::new(),
            number: 0,
        })
    }

    /// Analyses the games of an input.
    ///
    /// # Errors
    /// If it cannot be read or a result cannot be written; a game that cannot be read is only
    /// reported.
    fn analyze_all(&mut self, path: &Path) -> Result<(), CliError> {
        let mut complaints = Complaints::about(path, None);
        for item in games(path, self.arguments.independent)? {
            self.number += 1;
            let item = item.map_err(|error| format!("cannot read {}: {error}", name(path)))?;
            match item.game {
                Ok(game) => {
                    complaints.good();
                    if let Some(message) = complaints.contradiction(&item.place, &game) {
                        self.progress.complain(&message);
                    }
                    self.analyze(game)?;
                }
                Err(reason) => {
                    self.totals.malformed += 1;
                    if let Some(message) = complaints.bad(&item.place, &reason) {
                        self.progress.complain(&message);
                    }
                    let outputs = &mut self.outputs;
                    self.progress
                        .suspend(|| outputs.refuse(&reason.to_string()))?;
                }
            }
        }
        if let Some(message) = complaints.end() {
            self.progress.complain(&message);
        }
        Ok(())
    }

    fn analyze(&mut self, game: AnnotatedGame) -> Result<(), CliError> {
        if !self
            .arguments
            .filters
            .iter()
            .all(|filter| filter.holds(&game))
        {
            self.totals.filtered += 1;
            return Ok(());
        }
        let number = self.number;
        let old = self.kept.remove(&number);
        let analysis = match &old {
            Some(row) => self.arguments.known(row, &game, number)?,
            None => {
                let progress = &self.progress;
                let mut report = |judged: &MoveAnalysis, all| {
                    progress.moves(number, all - judged.number + 1, all);
                };
                self.analyst.analyze(&game.game, &mut report)
            }
        };
        let chapter = Chapter {
            number,
            game,
            analysis,
        };
        if let (Some(log), None) = (&mut self.log, old) {
            log.append(&row(&chapter, false))?;
        }
        self.totals.games += 1;
        self.totals.moves += chapter.analysis.moves.len() as u64;
        self.progress.games(number);
        let outputs = &mut self.outputs;
        self.progress.suspend(|| outputs.write(&chapter))?;
        if self.arguments.outputs.draws() {
            self.chapters.push(chapter);
        }
        Ok(())
    }
}

impl Arguments {
    fn format(&self) -> OutputFormat {
        if self.json {
            OutputFormat::Json
        } else {
            self.format
        }
    }

    /// The language that people are spoken to in. What programs read must not depend on the
    /// environment.
    fn language(&self) -> Language {
        self.language.unwrap_or_else(|| match self.format() {
            OutputFormat::Text => locale::language(),
            OutputFormat::Json | OutputFormat::Ggf | OutputFormat::Sgf => Language::English,
        })
    }

    /// Whether mistakes and blunders are explained.
    fn explains(&self) -> bool {
        self.explain || self.counts || self.outputs.draws()
    }

    fn plan(&self) -> AnalysisPlan {
        AnalysisPlan {
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: self.time,
                ..Limits::default()
            },
            blunder: self.blunder,
            explain: self.explains().then(|| self.language()),
            ..AnalysisPlan::default()
        }
    }

    fn searcher(&self) -> Result<Searcher, CliError> {
        Ok(Searcher::new(Settings {
            level: self.level,
            move_overhead: Duration::ZERO,
            ..self.search.settings()?
        })?)
    }

    /// How games are analysed, for people.
    fn in_words(&self) -> String {
        let words = Words::of(self.language());
        let limit = match (self.depth, self.time, self.nodes) {
            (Some(plies), ..) => words.plies(plies),
            (_, Some(time), _) => words.seconds(time.as_secs_f64()),
            (.., Some(nodes)) => words.nodes(nodes),
            _ => words.level(self.level),
        };
        let evaluation = match self.search.evaluation.as_str() {
            Evaluation::EMBEDDED => String::new(),
            name => format!(", {}", words.evaluation(name)),
        };
        format!("Bianca {}, {limit}{evaluation}", env!("CARGO_PKG_VERSION"))
    }

    /// How games are analysed; a log is of use only for the same.
    fn describe(&self) -> String {
        let limit = match (self.depth, self.time, self.nodes) {
            (Some(plies), ..) => format!("depth {plies}"),
            (_, Some(time), _) => format!("{} s a position", time.as_secs_f64()),
            (.., Some(nodes)) => format!("{nodes} nodes a position"),
            _ => format!("level {}", self.level),
        };
        let evaluation = match self.search.evaluation.as_str() {
            Evaluation::EMBEDDED => String::new(),
            name => format!(", evaluation {name}"),
        };
        format!("Bianca {}, {limit}{evaluation}", env!("CARGO_PKG_VERSION"))
    }

    /// The log, if there is to be one, and the games that it has, by their numbers.
    fn log(&self) -> Result<(Option<AnalysisLog>, HashMap<u64, AnalysisRow>), LogError> {
        let Some(path) = &self.log else {
            return Ok((None, HashMap::new()));
        };
        let explain = if self.explains() {
            format!(", mistakes explained in {}", self.language().code())
        } else {
            String::new()
        };
        let people = self.people.map(|rating| format!(", people of {rating}"));
        let people = people.unwrap_or_default();
        let plan = format!(
            "{}, blunders from {}{explain}{people}",
            self.describe(),
            self.blunder
        );
        let existing = if self.resume {
            Existing::Resume
        } else {
            Existing::Refuse
        };
        let open = AnalysisLog::open(path, existing)?;
        let (log, rows) = open.begin(&AnalysisHeader { plan })?;
        let rows = rows.into_iter().filter_map(|row| Some((row.game?, row)));
        Ok((Some(log), rows.collect()))
    }

    /// The analysis that the log has of a game.
    fn known(
        &self,
        row: &AnalysisRow,
        game: &AnnotatedGame,
        number: u64,
    ) -> Result<Analysis, CliError> {
        let same = output::identity(game) == (row.start.clone(), row.transcript.clone());
        let analysis = row.analysis().filter(|_| same);
        analysis.ok_or_else(|| {
            let path = self.log.as_deref().unwrap_or(Path::new("-"));
            format!("{}: game {number} is another game", path.display()).into()
        })
    }

    fn title(&self, chapters: &[Chapter]) -> String {
        let words = Words::of(self.language());
        let source = match &self.files[..] {
            [file] if file.as_os_str() != "-" => file.file_name(),
            _ => None,
        };
        let source = match source {
            Some(name) => name.to_string_lossy().into_owned(),
            None => words.analysis().to_owned(),
        };
        match chapters.len() {
            1 => source,
            games => words.many(&source, games),
        }
    }
}

fn discs(text: &str) -> Result<f64, String> {
    let discs: Option<f64> = text.parse().ok();
    let discs = discs.filter(|discs| (0.0..=64.0).contains(discs) && *discs > 0.0);
    discs.ok_or_else(|| "a number of discs expected, more than 0 and up to 64".to_owned())
}
