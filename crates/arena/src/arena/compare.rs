//! Two engines choose a move in each of some positions; where they differ, a third search says
//! whose is better.
//!
//! Games tell two engines apart slowly: most of their moves are the same, and a game has one
//! result. Here each position is one result, and none but those with different moves need be looked
//! at closely. What it shows is only as true as that search, which says of each score whether it is
//! exact, and as the positions are those that matter.
//!
//! It owns the questions and the count. Where positions come from and what is shown, the caller
//! knows.

use std::collections::BTreeMap;
use std::iter::repeat_with;

use thiserror::Error;

use super::builtin::OTHELLO;
use super::engine_log::EngineLogs;
use super::judge::Seat;
use super::limit::Limit;
use super::spec::EngineSpec;
use super::timekeeper::{Strictness, Timekeeper};
use bianca_play::player::{Player, PlayerError};
use bianca_records::record::obf::Problem;
use bianca_rules::othello::{Move, OthelloGame, Position};
use bianca_search::request::{Limits, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};
use bianca_system::jobs::{Next, share_out};

/// A move is better than another one by more than this: what is less may be the error of a search.
pub const CLEARLY: Score = Score(Score::DISC / 4);

/// Two engines and what they are asked.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The engines.
    pub engines: [EngineSpec; 2],
    /// The limit of an engine that has none of its own. A clock is a fresh one in each position.
    pub limit: Limit,
    /// How long an engine may be silent. Whether it kept its time does not matter here.
    pub strictness: Strictness,
    /// Where what programs say is kept, if anywhere.
    pub logs: Option<EngineLogs>,
    /// The positions, and what scores of their moves are known.
    pub problems: Vec<Problem>,
    /// How to search for the scores that are not known.
    pub judge: Settings,
    /// Positions that the search of a move visits.
    pub judge_nodes: u64,
    /// Decides what built-in players draw.
    pub seed: u64,
    /// Positions that are asked about at the same time.
    pub concurrency: usize,
    /// Once it is raised no engine is waited for any more but for its end.
    pub stop: StopFlag,
}

/// What two engines chose in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Their moves.
    pub moves: [Move; 2],
    /// What the moves are worth, if they differ.
    pub scores: Option<[MoveScore; 2]>,
}

/// What a move is worth for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The score.
    pub score: Score,
    /// Whether that is known to the end of the game.
    pub is_exact: bool,
}

/// Why a comparison ended before its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompareError {
    /// An engine does not start or does not answer as it should.
    #[error("engine '{engine}', position {number}: {error}")]
    Engine {
        /// Its name.
        engine: String,
        /// Number of the position, from 1.
        number: usize,
        /// What it did.
        error: PlayerError,
    },
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// There is no memory for the search that judges.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
}

/// What a thread keeps from one position to the next.
#[derive(Default)]
struct Worker {
    seats: Option<[Seat; 2]>,
    searcher: Option<Searcher>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One after the other would be waited for otherwise.
        self.seats.iter_mut().flatten().for_each(Seat::bid_farewell);
    }
}

impl Comparison {
    /// Asks about all positions and gives each choice with the number of its position to
    /// `finished`, in their order.
    ///
    /// # Errors
    /// The first [`CompareError`]. No further position is begun then; choices that come after a
    /// missing one are lost.
    pub fn run(
        &self,
        mut finished: impl FnMut(usize, &Choice) -> Next,
    ) -> Result<(), CompareError> {
        let jobs: Vec<usize> = (0..self.problems.len()).collect();
        let mut waiting = BTreeMap::new();
        let mut following = 0;
        let mut failure = None;
        let workers =
            repeat_with(Worker::default).take(self.concurrency.clamp(1, jobs.len().max(1)));
        let work = |&number: &usize, worker: &mut Worker| (number, self.choice(number, worker));
        share_out(&jobs, workers, work, |(number, choice)| {
            match choice {
                Ok(choice) => waiting.insert(number, choice),
                Err(error) => {
                    failure.get_or_insert(error);
                    return Next::Stop;
                }
            };
            while let Some(choice) = waiting.remove(&following) {
                let number = following;
                following += 1;
                if finished(number, &choice) == Next::Stop {
                    return Next::Stop;
                }
            }
            Next::Continue
        });
        failure.map_or(Ok(()), Err)
    }

    fn choice(&self, number: usize, worker: &mut Worker) -> Result<Choice, CompareError> {
        let problem = &self.problems[number];
        let position = problem.position;
        let mut moves = [Move::Pass; 2];
        if let Some(only) = only_move(position) {
            moves = [only; 2];
        } else {
            let new_seat = |spec| {
                let seat = Seat::new(spec, OTHELLO, self.limit, self.strictness);
                seat.with_logs(self.logs.clone()).until(&self.stop)
            };
            let seats = worker
                .seats
                .get_or_insert_with(|| self.engines.each_ref().map(new_seat));
            for ((mv, seat), spec) in moves.iter_mut().zip(seats).zip(&self.engines) {
                let game = OthelloGame::from_position(position, problem.to_move);
                let asked = self.ask(seat, spec, &game, self.seed ^ number as u64);
                *mv = asked.map_err(|error| CompareError::Engine {
                    engine: spec.name.clone(),
                    number: number + 1,
                    error,
                })?;
            }
        }
        let scores = if moves[0] == moves[1] {
            None
        } else {
            Some(self.scores(problem, moves, &mut worker.searcher)?)
        };
        if self.stop.is_raised() {
            return Err(CompareError::Interrupted);
        }
        Ok(Choice { moves, scores })
    }

    fn ask(
        &self,
        seat: &mut Seat,
        spec: &EngineSpec,
        game: &OthelloGame,
        seed: u64,
    ) -> Result<Move, PlayerError> {
        let keeper = Timekeeper::new(spec.limit(self.limit), self.strictness);
        let request = Request::for_move(keeper.limits());
        let player: &mut dyn Player = seat.prepare(game, seed)?;
        let lines = player.search(game, &request, &self.stop, &mut |_| {})?;
        if self.stop.is_raised() {
            return Err(PlayerError::Interrupted);
        }
        let found = lines.first().and_then(|line| line.pv.first().copied());
        let found =
            found.ok_or_else(|| PlayerError::NoMove("no move came of the search".into()))?;
        let square = found.square();
        let square = square.filter(|&square| game.position().moves().contains(square));
        let mv = square.map(Move::Place);
        mv.ok_or_else(|| PlayerError::IllegalMove(found.to_string()))
    }

    /// What the line of the problem says the moves are worth, or a search if it does not say it of
    /// both.
    fn scores(
        &self,
        problem: &Problem,
        moves: [Move; 2],
        searcher: &mut Option<Searcher>,
    ) -> Result<[MoveScore; 2], CompareError> {
        if let [Some(first), Some(second)] = moves.map(|mv| problem.score_of(mv)) {
            return Ok([first, second].map(|discs| MoveScore {
                score: Score::from_discs(discs),
                is_exact: true,
            }));
        }
        let searcher = match searcher {
            Some(searcher) => searcher,
            None => searcher.insert(Searcher::new(self.judge.clone())?),
        };
        // What a search before has found must not decide; what is found of one move helps with the
        // other.
        searcher.clear();
        let request = Request {
            limits: Limits {
                nodes: Some(self.judge_nodes),
                ..Limits::default()
            },
            ..Request::default()
        };
        Ok(moves.map(|mv| {
            let after = problem
                .position
                .play(mv)
                .expect("moves were looked at when they came");
            let line = searcher
                .search(after, &request, &self.stop, &mut |_| {})
                .swap_remove(0);
            MoveScore {
                score: -line.score,
                is_exact: line.bounds.is_exact(),
            }
        }))
    }
}

/// The move of a side that has no choice.
fn only_move(position: Position) -> Option<Move> {
    let mut moves = position.moves().into_iter();
    match (moves.next(), moves.next()) {
        (None, _) => Some(Move::Pass),
        (Some(square), None) => Some(Move::Place(square)),
        _ => None,
    }
}

/// How the choices of two engines compare.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComparisonResult {
    /// Positions.
    pub positions: u64,
    /// In which both chose the same move.
    pub same: u64,
    /// In which the move of the first, or of the second, was better by more than [`CLEARLY`].
    pub better: [u64; 2],
    /// Of the positions with different moves, those with two exact scores.
    pub exact: u64,
    /// Sums over all positions of what the first gains over the second, in discs, and of its
    /// square.
    sum: f64,
    squares: f64,
}

/// A mean over positions with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl ComparisonResult {
    /// Counts a choice.
    pub fn add(&mut self, choice: &Choice) {
        self.positions += 1;
        let Some([first, second]) = choice.scores else {
            self.same += 1;
            return;
        };
        self.exact += u64::from(first.is_exact && second.is_exact);
        let gain = Score(first.score.0 - second.score.0);
        self.better[0] += u64::from(gain > CLEARLY);
        self.better[1] += u64::from(-gain > CLEARLY);
        self.sum += gain.discs();
        self.squares += gain.discs().powi(2);
    }

    /// Positions in which the moves differ, but neither is clearly better.
    pub fn alike(&self) -> u64 {
        self.positions - self.same - self.better[0] - self.better[1]
    }

    /// What the first gains over the second, in discs a position.
    pub fn discs(&self) -> Mean {
        self.mean(self.sum, self.squares)
    }

    /// In how many more of a hundred positions the first has the better move.
    pub fn percent(&self) -> Mean {
        let [first, second] = self.better.map(|count| count as f64);
        self.mean(100.0 * (first - second), 1e4 * (first + second))
    }

    fn mean(&self, sum: f64, squares: f64) -> Mean {
        let count = self.positions.max(1) as f64;
        let mean = sum / count;
        Mean {
            mean,
            error: ((squares / count - mean * mean).max(0.0) / count).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::record::obf::parse_obf_line;
    use std::time::Duration;

    /// A solver and a greedy player on endings, with the scores of all their moves or without.
    fn comparison(has_scores: bool) -> Comparison {
        let lines = include_str!("../../../../tests/data/random_exact_0_14.obf").lines();
        let problems = lines.filter_map(|line| parse_obf_line(line).unwrap());
        let mut problems: Vec<Problem> = problems
            .filter(|problem| problem.moves.len() > 2 && problem.position.empties() == 8)
            .take(60)
            .collect();
        if !has_scores {
            problems
                .iter_mut()
                .for_each(|problem| problem.moves.clear());
        }
        Comparison {
            engines: ["cmd=player:bianca depth=8", "cmd=player:greedy"]
                .map(|spec| spec.parse().unwrap()),
            limit: Limit::Level,
            logs: None,
            strictness: Strictness {
                margin: Duration::ZERO,
                patience: Duration::ZERO,
                farewell: Duration::from_secs(5),
            },
            problems,
            judge: Settings {
                hash_mib: 1,
                ..Settings::default()
            },
            judge_nodes: 1_000_000,
            seed: 5,
            concurrency: 1,
            stop: StopFlag::new(),
        }
    }

    fn choices(comparison: &Comparison) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut keep = |number, choice: &Choice| {
            assert_eq!(number, choices.len());
            choices.push(*choice);
            Next::Continue
        };
        comparison.run(&mut keep).unwrap();
        assert_eq!(choices.len(), comparison.problems.len());
        choices
    }

    #[test]
    fn known_scores_are_those_of_searches_and_nobody_beats_a_solver() {
        let known = choices(&comparison(true));
        let searched = comparison(false);
        assert_eq!(choices(&searched), known);
        let together = Comparison {
            concurrency: 3,
            ..searched
        };
        assert_eq!(choices(&together), known);
        let mut count = ComparisonResult::default();
        known.iter().for_each(|choice| count.add(choice));
        assert_eq!(count.better[1], 0);
        assert!(count.better[0] > 10 && count.same > 5, "{count:?}");
        assert_eq!(count.exact, count.positions - count.same);
    }

    #[test]
    fn means_are_over_all_positions() {
        let differ = |first, second| {
            let [first, second] = [first, second].map(|discs| MoveScore {
                score: Score::from_fraction(discs),
                is_exact: false,
            });
            Choice {
                moves: ["f5", "d3"].map(|mv| mv.parse().unwrap()),
                scores: Some([first, second]),
            }
        };
        let same = Choice {
            moves: [Move::Pass; 2],
            scores: None,
        };
        let mut count = ComparisonResult::default();
        for choice in [differ(3.0, 1.0), differ(0.0, 0.25), differ(-1.0, 0.0), same] {
            count.add(&choice);
        }
        assert_eq!(
            (count.positions, count.same, count.better, count.alike()),
            (4, 1, [1, 1], 1)
        );
        // 2, -0.25, -1 and 0 discs.
        let discs = count.discs();
        assert!((discs.mean - 0.1875).abs() < 1e-9, "{discs:?}");
        assert!((discs.error - (5.0625f64 / 4.0 - 0.1875f64.powi(2)).sqrt() / 2.0).abs() < 1e-9);
        let percent = count.percent();
        assert!(percent.mean == 0.0 && (percent.error - 50.0 * 0.5f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_fault_names_the_engine_and_the_position() {
        let mut failing = comparison(true);
        failing.engines[1] = "name=gone cmd=/nonexistent/engine".parse().unwrap();
        let error = failing.run(|_, _| Next::Continue).unwrap_err().to_string();
        // An emulator starts what is not there, and that ends.
        let said = error.strip_prefix("engine 'gone', position 1: ");
        assert!(
            said.is_some_and(|why| why.starts_with("cannot start") || why.starts_with("crashed")),
            "{error}"
        );
    }
}
