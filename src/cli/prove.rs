//! `bianca prove`: the proof of a position's score, by this process or by many.
//!
//! The arguments, what is printed, and the exit code. Which positions are needed is decided by
//! [`bianca_arena::prove`]; answers come from searches of this process or from lines that
//! `bianca solve --json` wrote anywhere.

mod answers;
mod workers;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::command_line::aside::say;
use crate::command_line::input::open;
use crate::command_line::progress::bar;
use crate::command_line::threads::AllProcessors;
use crate::command_line::{CliError, wrong_arguments};
use bianca_arena::prove::knowledge::Knowledge;
use bianca_arena::prove::{OpenLeaf, Proof, Question};
use bianca_protocol::solving::lines::parse_line;
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Color, Move, Position};
use bianca_search::request::{Limits, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings};

/// The question has no answer yet.
const OPEN: u8 = 5;

/// Plies above the frontier of the longest proof that is begun: the trees grow eightfold with every
/// other ply and are held in memory.
const MOST_PLIES: u32 = 16;

/// Of the hash table of shallow searches, and of each worker's.
const HASH_MIB: usize = 64;

/// Prove the score of a position with many empty squares, by any number of processes.
///
/// The position is searched down to its frontier, positions with so few empty squares that each can
/// be solved by itself; the cheapest set of them that would prove the score is chosen by shallow
/// searches. Each answer is kept in a file of knowledge at once, so that the proof goes on where it
/// was, however it ended.
///
/// Without --open and --answers this process solves them itself, each thread positions of its own.
/// With --answers it reads what `bianca solve - --independent --json` has written, in any order,
/// lines twice or torn; with --open it then writes what is needed next, a line each, for such
/// processes.
///
/// Exit code: 0 answered, 1 failure, 2 wrong arguments, 5 still open.
#[derive(Args)]
pub struct Arguments {
    /// A board with its side to move, or the moves of a game from the start.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// The file where answers are kept; it may hold those of other proofs, too.
    #[arg(long, value_name = "FILE")]
    knowledge: PathBuf,
    /// Solve positions with at most this many empty squares; at most 16 fewer than the position
    /// has.
    #[arg(long, value_name = "EMPTIES", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    frontier: u32,
    /// Prove only whether the side to move has at least so many discs more at the end.
    #[arg(long, value_name = "DISCS", allow_negative_numbers = true, conflicts_with = "at_most",
          value_parser = clap::value_parser!(i32).range(-63..=64))]
    at_least: Option<i32>,
    /// Prove only whether it has at most so many.
    #[arg(long, value_name = "DISCS", allow_negative_numbers = true,
          value_parser = clap::value_parser!(i32).range(-64..=63))]
    at_most: Option<i32>,
    /// Write the positions that are needed next, for `bianca solve - --independent --json`, and
    /// end.
    #[arg(long, conflicts_with = "threads")]
    open: bool,
    /// How many of them at most, the most urgent first.
    #[arg(long, value_name = "N", requires = "open", value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
    /// Read answers from FILE, - for standard input, and end.
    #[arg(long, value_name = "FILE", conflicts_with = "threads")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    threads: AllProcessors,
    /// Plies of the shallow searches that choose.
    #[arg(long, value_name = "PLIES", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

/// Proves, or goes on with it, and prints where it stands.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let problem = parse_line(&arguments.position).map_err(wrong_arguments)?;
    let problem = problem.ok_or_else(|| wrong_arguments("a position expected, not a comment"))?;
    let root = problem.position;
    let (empties, frontier) = (root.empties(), arguments.frontier);
    if empties > frontier + MOST_PLIES {
        let least = empties - MOST_PLIES;
        return Err(wrong_arguments(format!(
            "{empties} empty squares are too many above a frontier of {frontier}: --frontier {least} \
             at least"
        )));
    }
    let question = arguments.question();
    let mut knowledge = Knowledge::open(&arguments.knowledge)?;
    if let Some(path) = &arguments.answers {
        let read = answers::read(open(path)?, &mut knowledge)?;
        say(read);
    }
    let mut searcher = Searcher::new(Settings {
        hash_mib: HASH_MIB,
        ..Settings::default()
    })?;
    let mut estimate =
        |position: &Position| shallow_score(&mut searcher, position, arguments.depth);
    let mut proof = Proof::new(root, question, arguments.frontier, estimate(&root));
    let bar = bar(None, "positions known");
    let is_local = !arguments.open && arguments.answers.is_none();
    let open = loop {
        let open = proof.open(&knowledge, &mut estimate)?;
        if open.is_empty() || !is_local {
            break open;
        }
        let bounds = proof.bounds(&knowledge);
        bar.set_message(format!("{} to solve, score {bounds}", open.len()));
        workers::solve(&open, arguments.threads.count(), &mut |leaf, answer| {
            knowledge.learn(&leaf.position, answer.bounds, answer.nodes)?;
            proof.update(&leaf.position, &knowledge);
            bar.set_position(knowledge.positions() as u64);
            // Another answer than expected makes other positions needed.
            Ok(leaf.is_as_expected(answer.bounds))
        })?;
    };
    bar.finish_and_clear();
    let state = state(&proof, &knowledge, open.len());
    if arguments.open {
        let batch = arguments.batch.map_or(usize::MAX, |batch| batch as usize);
        // What other processes read stands alone on the standard output.
        say(state.trim_end());
        io::stdout().write_all(lines(&open[..open.len().min(batch)]).as_bytes())?;
    } else {
        io::stdout().write_all(state.as_bytes())?;
    }
    Ok(if open.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(OPEN)
    })
}

impl Arguments {
    fn question(&self) -> Question {
        match (self.at_least, self.at_most) {
            (Some(discs), _) => Question::AtLeast(discs),
            (None, Some(discs)) => Question::AtMost(discs),
            (None, None) => Question::Score,
        }
    }
}

/// Where the proof stands, as lines of a name and what it has.
fn state(proof: &Proof, knowledge: &Knowledge, open: usize) -> String {
    let size = proof.size(knowledge);
    let mut text = format!("score {}\n", proof.bounds(knowledge));
    if open > 0 {
        text += &format!("open {open}\n");
    }
    text += &format!("known {}\n", knowledge.positions());
    if open == 0 {
        text += &format!(
            "leaves {}\ninner {}\nnodes {}\n",
            size.leaves, size.inner, size.nodes
        );
    }
    if open == 0 && !size.line.is_empty() {
        let line: Vec<String> = size.line.iter().map(Move::to_string).collect();
        text += &format!("line {}\n", line.join(" "));
    }
    text
}

fn shallow_score(searcher: &mut Searcher, position: &Position, depth: u32) -> f64 {
    let request = Request {
        limits: Limits::to_depth(depth),
        ..Request::default()
    };
    let lines = searcher.search(*position, &request, &StopFlag::new(), &mut |_| {});
    lines
        .first()
        .map_or(Score::default(), |best| best.score)
        .discs()
}

/// A line for each position, its window before it, the side to move in black's place.
fn lines(open: &[OpenLeaf]) -> String {
    let line = |leaf: &OpenLeaf| {
        let (low, high) = (leaf.window.low(), leaf.window.high());
        let board = write_board(leaf.position, Color::Black);
        format!("[{low:+},{high:+}] {board}\n")
    };
    open.iter().map(line).collect()
}
