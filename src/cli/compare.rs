//! `bianca compare`: two engines choose moves in the same positions, and a search says whose are
//! better.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::engines::{ENDING, EngineLogArgument, LimitArguments, PatienceArgument, engines};
use crate::command_line::input::{name, open};
use crate::command_line::progress::bar;
use crate::command_line::signals::Signals;
use crate::command_line::{CliError, wrong_arguments};
use bianca_arena::arena::compare::{Choice, Comparison, ComparisonResult, Mean, MoveScore};
use bianca_arena::arena::guard;
use bianca_arena::arena::timekeeper::Strictness;
use bianca_protocol::solving::lines::{next_line, parse_line};
use bianca_records::record::board::write_board;
use bianca_records::record::obf::Problem;
use bianca_rules::othello::Move;
use bianca_search::search::Settings;
use bianca_system::foreign::{shown, shown_json};
use bianca_system::jobs::Next;

/// Compare the moves that two engines choose in the same positions.
///
/// Each line of the input is a board with its side to move, a problem in OBF or a game, as 'bianca
/// solve' reads them. Each position is new to the engines. Where their moves differ, Bianca
/// searches on after both, unless the line has their scores. Such a position is written as a line
/// that can be read again: the board, then, after %, each engine's move with its score, and whether
/// both scores are exact. In the end come lines that begin with % as well: how often each engine's
/// move was better by more than a quarter of a disc, and by how much on average over all positions,
/// with standard errors.
#[derive(Args)]
pub struct Arguments {
    /// Where the positions are; - is the standard input.
    file: PathBuf,
    /// An engine; give two, as for 'bianca match'. A clock, of --tc or tc=, stands at its full time
    /// in each position.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    #[command(flatten)]
    limit: LimitArguments,
    /// Positions that Bianca visits to find out what a move is worth.
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    #[command(flatten)]
    patience: PatienceArgument,
    #[command(flatten)]
    engine_log: EngineLogArgument,
    /// Positions at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Decides what Bianca's random players draw.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Asks, and prints what it showed.
///
/// # Errors
/// If the input holds a line that is no position, an engine cannot be understood or fails, or
/// memory is short.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let engines: [_; 2] = (engines(&arguments.engines)?.try_into())
        .map_err(|_| wrong_arguments("two engines are compared: give --engine twice"))?;
    let limit = arguments.limit.limit(&engines)?;
    let names = engines
        .each_ref()
        .map(|spec| shown(&spec.name).into_owned());
    let problems = problems(open(&arguments.file)?);
    let problems = problems.map_err(|error| format!("{}: {error}", name(&arguments.file)))?;
    if let Ok(executable) = std::env::current_exe() {
        guard::enable(executable, arguments.patience.for_end());
    }
    let signals = Signals::heard(ENDING);
    let patience = arguments.patience.for_reply();
    let comparison = Comparison {
        engines,
        limit,
        strictness: Strictness {
            // Nobody loses here, however late.
            margin: patience,
            patience,
            farewell: arguments.patience.for_end(),
        },
        logs: arguments.engine_log.logs()?,
        problems,
        judge: Settings::default(),
        judge_nodes: arguments.judge_nodes,
        seed: arguments.seed,
        concurrency: arguments.concurrency.into(),
        stop: signals.stop(),
    };
    let mut output = io::stdout().lock();
    let bar = bar(Some(comparison.problems.len() as u64), "positions");
    let mut result = ComparisonResult::default();
    let mut differences = Vec::new();
    let mut written = Ok(());
    let compared = comparison.run(|number, choice| {
        bar.inc(1);
        result.add(choice);
        let Some(scores) = choice.scores else {
            return Next::Continue;
        };
        let difference = Difference {
            number: number + 1,
            problem: &comparison.problems[number],
            choice,
            scores,
        };
        if arguments.json {
            differences.push(difference.json());
        } else {
            written = writeln!(output, "{}", difference.line(&names)).and_then(|()| output.flush());
        }
        match written {
            Ok(()) => Next::Continue,
            Err(_) => Next::Stop,
        }
    });
    bar.finish_and_clear();
    signals.obey();
    compared?;
    written?;
    if arguments.json {
        let text = json_of(&result, &names, differences).to_string();
        writeln!(output, "{}", shown_json(&text))?;
    } else {
        write!(output, "{}", summary(&result, &names))?;
    }
    Ok(())
}

/// The positions of all lines.
fn problems(mut input: impl BufRead) -> Result<Vec<Problem>, CliError> {
    let mut problems = Vec::new();
    let mut number = 0;
    while let Some(line) = next_line(&mut input)? {
        number += 1;
        let problem = line.and_then(|line| parse_line(&line));
        let problem = problem.map_err(|error| format!("line {number}: {error}"))?;
        let Some(problem) = problem else { continue };
        if problem.position.is_over() {
            return Err(format!("line {number}: the game is over").into());
        }
        problems.push(problem);
    }
    if problems.is_empty() {
        Err("there is no position in it".into())
    } else {
        Ok(problems)
    }
}

/// A position in which the moves differ.
struct Difference<'a> {
    number: usize,
    problem: &'a Problem,
    choice: &'a Choice,
    scores: [MoveScore; 2],
}

impl Difference<'_> {
    fn is_exact(&self) -> bool {
        self.scores.iter().all(|score| score.is_exact)
    }

    fn board(&self) -> String {
        write_board(self.problem.position, self.problem.to_move)
    }

    fn line(&self, names: &[String; 2]) -> String {
        let of = |engine: usize| {
            let discs = self.scores[engine].score.discs();
            format!(
                "{} {} {discs:+.2}",
                names[engine], self.choice.moves[engine]
            )
        };
        let reach = if self.is_exact() { "exact" } else { "searched" };
        format!("{}; % {}; {}; {reach}", self.board(), of(0), of(1))
    }

    fn json(&self) -> Value {
        json!({
            "number": self.number,
            "board": self.board(),
            "moves": self.choice.moves.map(|mv: Move| mv.to_string()),
            "scores": self.scores.map(|score| score.score.discs()),
            "proven": self.is_exact(),
        })
    }
}

fn summary(result: &ComparisonResult, names: &[String; 2]) -> String {
    let ComparisonResult {
        positions,
        same,
        better: [first, second],
        exact,
        ..
    } = *result;
    let (discs, percent) = (result.discs(), result.percent());
    format!(
        "% {positions} positions: {same} with the same move, {first} with a better one of {}, {second} of {}, {} alike; \
         {exact} of those with different moves are exact\n\
         % {}: {:+.3} ± {:.3} discs a position, better in {:+.2} ± {:.2} of a hundred more\n",
        names[0],
        names[1],
        result.alike(),
        names[0],
        discs.mean,
        discs.error,
        percent.mean,
        percent.error,
    )
}

fn json_of(result: &ComparisonResult, names: &[String; 2], differences: Vec<Value>) -> Value {
    let mean = |mean: Mean| json!({ "mean": mean.mean, "error": mean.error });
    json!({
        "engines": names,
        "positions": result.positions,
        "same": result.same,
        "better": result.better,
        "alike": result.alike(),
        "proven": result.exact,
        "discs": mean(result.discs()),
        "percent": mean(result.percent()),
        "differences": differences,
    })
}
