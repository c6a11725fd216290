//! The strong player's search: midgame, endgame, hash table, time.
//!
//! It takes a position, limits, a stop flag and a reporter; it knows nothing of colours, games'
//! histories or text.

mod abreast;
mod apart;
mod control;
pub mod endgame;
mod hash;
mod last_plies;
mod levels;
mod local;
mod node;
mod parallel;
mod params;
mod probcut;
mod proven;
mod root;
mod table;
mod time;
mod tree;

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::eval::Evaluation;
use crate::eval::kernels::Kernels;
use crate::eval::network::Network;
use crate::request::{Bounds, LearntScore, Reach, Report, Request, Score, StopFlag};
use bianca_rules::cpu::kernels::memory::is_room_for;
use bianca_rules::cpu::{Instructions, for_instructions};
use bianca_rules::othello::{Move, Position};

use abreast::Marks;
use control::Control;
use local::Local;
use parallel::Pool;
use root::Root;
use table::{Found, Table};
use time::Lag;
use tree::{INFINITY, Shared, Worker};

pub use levels::{LEVEL_MAX, Level, level, skips_the_ply_before};
pub use node::SQUARE_VALUE;
pub use params::{ParameterRange, Parameters};
pub use probcut::{CONFIDENCE, Margins, ProbCutModel, selectivity_reached};
pub use table::TableTooLarge;
pub use time::{Budget, Speed, budget};

/// What a user may set.
///
/// ```
/// use bianca_search::search::Settings;
///
/// let settings = Settings { threads: 2, hash_mib: 256, level: 20, ..Settings::default() };
/// assert_eq!(settings.evaluation.to_string(), "embedded");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// Size of the hash table in MiB.
    pub hash_mib: usize,
    /// Strength when no limit is given, 1 to [`LEVEL_MAX`].
    pub level: u32,
    /// Kept back from every time limit for what lies between the engine and the clock.
    pub move_overhead: Duration,
    /// What the search is built over.
    pub evaluation: Evaluation,
    /// The instructions that are used: they change the speed and nothing else.
    pub instructions: Instructions,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 64,
            level: 16,
            move_overhead: Duration::from_millis(20),
            evaluation: Evaluation::Embedded,
            instructions: Instructions::chosen(),
        }
    }
}

/// A searcher with its hash table and threads, used for one search at a time.
///
/// ```
/// use bianca_rules::othello::Position;
/// use bianca_search::request::{Limits, Request, StopFlag};
/// use bianca_search::search::{Searcher, Settings};
///
/// let mut searcher = Searcher::new(Settings { hash_mib: 1, ..Settings::default() })?;
/// // The two best moves, looking three plies ahead.
/// let request = Request { limits: Limits::to_depth(3), best: 2, ..Request::default() };
/// let lines = searcher.search(Position::START, &request, &StopFlag::new(), &mut |_| {});
/// assert_eq!(lines.len(), 2);
/// assert!(lines[0].score >= lines[1].score);
/// # Ok::<(), bianca_search::search::TableTooLarge>(())
/// ```
pub struct Searcher {
    settings: Settings,
    table: Table,
    parameters: Parameters,
    margins: Margins,
    /// One for each thread.
    locals: Vec<Local>,
    /// How late searches end.
    lag: Lag,
    /// What the clock says that moves cost beyond their searches.
    unseen: Lag,
    speed: Speed,
}

/// `compiled_for!(settings, kernels, eval => expression)`: the expression with the network and the
/// kernels of the instructions that the settings name, compiled once for each set.
macro_rules! compiled_for {
    ($settings:expr, $kernels:ident, $eval:ident => $body:expr) => {{
        let network = Arc::clone($settings.evaluation.weights().network());
        let $eval = &*network;
        for_instructions!($settings.instructions, $kernels => $body)
    }};
}

impl Searcher {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<Searcher, TableTooLarge> {
        Searcher::with_parameters(settings, Parameters::default())
    }

    /// A searcher with these settings that is steered by other numbers than the program's.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn with_parameters(
        settings: Settings,
        parameters: Parameters,
    ) -> Result<Searcher, TableTooLarge> {
        let table = Table::new(settings.hash_mib)?;
        let locals = locals(&settings);
        Ok(Searcher {
            settings,
            table,
            margins: Margins::new(&parameters),
            parameters,
            locals,
            lag: Lag::default(),
            unseen: Lag::default(),
            speed: Speed::default(),
        })
    }

    /// The settings in use.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; a hash table of another size is made, and starts empty.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table; nothing is changed then.
    pub fn configure(&mut self, settings: Settings) -> Result<(), TableTooLarge> {
        if settings.hash_mib != self.settings.hash_mib {
            self.table = Table::new(settings.hash_mib)?;
        }
        if settings.evaluation != self.settings.evaluation {
            // What another evaluation said of a position is worth nothing.
            self.clear();
        }
        if settings.threads != self.settings.threads
            || settings.instructions != self.settings.instructions
        {
            self.locals = locals(&settings);
        }
        self.settings = settings;
        Ok(())
    }

    /// Forgets all that was searched, so that the next search does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.table.clear();
        self.locals.iter_mut().for_each(Local::clear);
    }

    /// Remembers what somebody else knows of `position`, whose best move may be `best`, as if it
    /// had been searched. A pass or the end of the game has nothing to remember.
    pub fn learn(&mut self, position: Position, bounds: &LearntScore, best: Option<Move>) {
        let (lower, upper) = (bounds.lower.0, bounds.upper.0);
        if position.moves().is_empty() || lower > upper {
            return;
        }
        let best = best
            .and_then(Move::square)
            .filter(|&square| position.moves().contains(square));
        let found = |alpha, beta, score| Found {
            alpha,
            beta,
            score,
            depth: bounds.depth.min(position.empties()),
            selectivity: selectivity_reached(bounds.confidence),
            best,
        };
        if lower > Score::MIN.0 {
            self.table.put(&position, &found(lower - 1, lower, lower));
        }
        if upper < Score::MAX.0 || lower == Score::MIN.0 {
            self.table.put(&position, &found(upper, upper + 1, upper));
        }
    }

    /// Searches `position`; see `Player::search` for the
    /// contract.
    ///
    /// ```
    /// use bianca_rules::othello::Position;
    /// use bianca_search::request::{Limits, Request, StopFlag};
    /// use bianca_search::search::{Searcher, Settings};
    ///
    /// let mut searcher = Searcher::new(Settings { hash_mib: 1, ..Settings::default() })?;
    /// let request = Request { limits: Limits::to_depth(5), ..Request::default() };
    /// let mut depths = Vec::new();
    /// searcher.search(Position::START, &request, &StopFlag::new(), &mut |line| {
    ///     depths.push(line.depth);
    /// });
    /// assert_eq!(depths.last(), Some(&5));
    /// assert!(depths.is_sorted());
    /// # Ok::<(), bianca_search::search::TableTooLarge>(())
    /// ```
    pub fn search(
        &mut self,
        position: Position,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Vec<Report<Move>> {
        if position.is_over() {
            let end = Report {
                rank: 1,
                pv: Vec::new(),
                score: Score::from_discs(position.final_score()),
                depth: 0,
                confidence: 100,
                reach: Reach::End,
                bounds: Bounds::exact(position.final_score()),
                nodes: 1,
                elapsed: Duration::ZERO,
                book: None,
                chances: Vec::new(),
            };
            report(&end);
            return vec![end];
        }
        if position.must_pass() {
            let before_pass = |line: Report<Move>| line.before_pass(Move::Pass);
            let request = Request {
                best: 1,
                window: (-request.window.1, -request.window.0),
                ..*request
            };
            let mut report = |line: &Report<Move>| report(&before_pass(line.clone()));
            let lines = self.search(position.passed(), &request, stop, &mut report);
            return lines.into_iter().map(before_pass).collect();
        }
        let control = Control::new(stop, request.limits.nodes);
        compiled_for!(self.settings, kernels, eval => {
            self.run(kernels, eval, position, request, control, report)
        })
    }

    /// The scores of searches without cuts to 0, 1, 2 plies and so on up to `deepest` or the end
    /// of the game, in 1/256 disc.
    ///
    /// ```
    /// use bianca_rules::othello::Position;
    /// use bianca_search::search::{Searcher, Settings};
    ///
    /// let mut searcher = Searcher::new(Settings { hash_mib: 1, ..Settings::default() })?;
    /// assert_eq!(searcher.scores_by_depth(Position::START, 4).len(), 5);
    /// # Ok::<(), bianca_search::search::TableTooLarge>(())
    /// ```
    pub fn scores_by_depth(&mut self, position: Position, deepest: u32) -> Vec<i32> {
        let empties = position.empties();
        let least = empties.saturating_sub(deepest);
        self.settings.evaluation.network_for(empties, least);
        compiled_for!(self.settings, kernels, eval => {
            self.scores_by(kernels, eval, position, deepest)
        })
    }

    fn scores_by<K: Kernels>(
        &mut self,
        kernels: K,
        eval: &Network,
        position: Position,
        deepest: u32,
    ) -> Vec<i32> {
        self.table.new_search();
        let stop = StopFlag::new();
        let shared = Shared {
            kernels,
            eval,
            table: &self.table,
            parameters: &self.parameters,
            margins: &self.margins,
            control: Control::new(&stop, None),
            pool: Pool::default(),
            marks: Marks::new(1),
        };
        let Some(local) = self.locals.first_mut() else {
            return Vec::new();
        };
        let mut worker = Worker::new(&shared, local);
        let node = worker.node(position);
        (0..=deepest.min(position.empties()))
            .filter_map(|depth| {
                worker
                    .search::<true>(&node, -INFINITY, INFINITY, depth)
                    .ok()
            })
            .collect()
    }

    fn run<K: Kernels>(
        &mut self,
        kernels: K,
        eval: &Network,
        position: Position,
        request: &Request,
        control: Control<'_>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Vec<Report<Move>> {
        self.table.new_search();
        let shared = Shared {
            kernels,
            eval,
            table: &self.table,
            parameters: &self.parameters,
            margins: &self.margins,
            control,
            pool: Pool::default(),
            marks: Marks::new(self.settings.threads),
        };
        let shared = &shared;
        let (settings, speed) = (&self.settings, &mut self.speed);
        if let Some(clock) = request.limits.clock {
            self.unseen.enter(clock.lag);
        }
        let lag = self.lag.expected() + self.unseen.expected();
        let Some((first, others)) = self.locals.split_first_mut() else {
            unreachable!("there is always a thread");
        };
        let mut lines = thread::scope(|scope| {
            // Dropped last, also by a panic, or the scope would wait for its threads forever.
            let _finish = FinishOnDrop(shared);
            // Nothing that the solver does is shared, and a thread takes longer to start than it.
            let shares = position.empties() > params::SOLVER_MAX;
            for local in others.iter_mut().filter(|_| shares) {
                let help = move || Worker::new(shared, local).help();
                let spawned = room_for_a_thread()
                    .and_then(|()| thread::Builder::new().spawn_scoped(scope, help));
                if let Err(error) = spawned {
                    log::warn!("searching with fewer threads than asked for: {error}");
                    break;
                }
            }
            let mut worker = Worker::new(shared, first);
            Root::new(&mut worker, position, request, settings, lag, speed, report).run()
        });
        if let Some(late) = shared.control.late() {
            self.lag.enter(late);
        }
        // What the other moves and the other threads took after the last line was found counts.
        for line in &mut lines {
            line.nodes = shared.control.nodes();
            line.elapsed = shared.control.elapsed();
        }
        lines
    }
}

/// Looks whether there is memory for a thread and for what those before it are about to ask for: a
/// thread that gets its stack, but nothing more, ends the process.
fn room_for_a_thread() -> io::Result<()> {
    const ROOM: usize = 64 << 20;
    let room = is_room_for(ROOM).then_some(());
    room.ok_or(io::ErrorKind::OutOfMemory.into())
}

struct FinishOnDrop<'a, K: Kernels>(&'a Shared<'a, K>);

impl<K: Kernels> Drop for FinishOnDrop<'_, K> {
    fn drop(&mut self) {
        if thread::panicking() {
            // What the helpers are about to find, nobody will ask for.
            self.0.control.halt();
        }
        self.0.pool.finish();
    }
}

fn locals(settings: &Settings) -> Vec<Local> {
    let new = |_| Local::new(settings.instructions);
    (0..settings.threads.max(1)).map(new).collect()
}

#[cfg(test)]
mod tests;
