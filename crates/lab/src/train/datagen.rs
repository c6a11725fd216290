//! Games that the engine plays against itself, with what it thought.
//!
//! A game opens with random moves, from a handful to most of the game, so that odd and lopsided
//! positions are met as a search meets them. Then both sides play the search's choice, with a
//! random move now and then. From a given number of empty squares every position is solved
//! exactly; a variation that was solved to the end labels all its positions at once. Which games
//! are played follows from the seed and from how many games the file holds.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::prelude::*;
use thiserror::Error;

use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{Report, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};

use super::records::{GameRecord, Label, LabelBasis, RecordTurn, RecordWriter, RecordsError};
use super::searched::{labelled, searched};
use super::workers::on_threads;

/// How to play.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Plies of the search that chooses moves and labels positions in the midgame.
    pub depth: u32,
    /// Most empty squares from which positions are solved exactly.
    pub exact: u32,
    /// Most random moves that open a game.
    pub opening: u32,
    /// Of everything that is drawn at random.
    pub seed: u64,
    /// Openings that leave the sides further apart than so many discs are taken with the square of
    /// this by their distance as the chance; all are taken if there is no number.
    pub even: Option<u32>,
}

/// What to play.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    /// File that the games are appended to.
    pub path: PathBuf,
    /// Games that the file shall hold in the end.
    pub games: u64,
    /// Threads, each of which plays games of its own.
    pub threads: usize,
    /// How.
    pub settings: SelfPlaySettings,
}

/// Where a game of its own begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the start of the game, with random moves that this number draws.
    Number(u64),
    /// Here, without random moves at the beginning.
    Position(Position),
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfPlayProgress {
    /// Games in the file.
    pub games: u64,
    /// Labelled positions added by this run.
    pub labels: u64,
}

/// Why no games can be made.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file of records.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// Not enough memory to search.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
}

/// Size of a thread's hash table in MiB: the searches are small and the cache is shared.
const HASH_MIB: usize = 2;

/// The fewest random moves that open a game.
const OPENING_MIN: u32 = 4;

/// Plies of the search that makes the sensible ones among the opening moves.
const OPENING_DEPTH: u32 = 2;

/// Plays until the file holds as many games as were asked for, or `stop` is raised; a game that
/// is being played then is dropped. `report` is called after every game.
///
/// # Errors
/// If the file cannot be written or memory is short.
pub fn run(
    options: &SelfPlayOptions,
    stop: &StopFlag,
    report: &(dyn Fn(SelfPlayProgress) + Sync),
) -> Result<SelfPlayProgress, DatagenError> {
    let writer = RecordWriter::append(&options.path)?;
    let held = writer.games();
    let next = AtomicU64::new(held);
    let labels = AtomicU64::new(0);
    let writer = Mutex::new(writer);
    let work = |failed: &StopFlag| -> Result<(), DatagenError> {
        let mut searcher = Searcher::new(Settings {
            hash_mib: HASH_MIB,
            ..Settings::default()
        })?;
        while !stop.is_raised() && !failed.is_raised() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.games {
                break;
            }
            // A run that takes up a file does not know which numbers another run lost, so what
            // it found there is part of the seed.
            let mut player = Player {
                searcher: &mut searcher,
                random: &mut random_of([options.settings.seed, held, number]),
                stop,
                settings: &options.settings,
            };
            let rates = player.rates();
            let game = player.game(Position::START, &rates);
            if stop.is_raised() {
                break;
            }
            let labelled = game.turns.iter().filter(|turn| turn.label.is_some());
            let labels = &labels;
            let count = labelled.count() as u64;
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.write(&game)?;
            report(SelfPlayProgress {
                games: writer.games(),
                labels: labels.fetch_add(count, Ordering::Relaxed) + count,
            });
        }
        Ok(())
    };
    on_threads(options.threads, work)?;
    let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(SelfPlayProgress {
        games: writer.games(),
        labels: labels.into_inner(),
    })
}

/// Plays games one by one, each of which depends on its start and the settings alone.
pub struct Generator {
    searcher: Searcher,
    settings: SelfPlaySettings,
}

impl Generator {
    /// A generator of games with these settings.
    ///
    /// # Errors
    /// If memory is short.
    pub fn new(settings: SelfPlaySettings) -> Result<Generator, DatagenError> {
        let searcher = Searcher::new(Settings {
            hash_mib: HASH_MIB,
            ..Settings::default()
        })?;
        Ok(Generator { searcher, settings })
    }

    /// The game that starts there.
    pub fn game(&mut self, start: Start) -> GameRecord {
        self.searcher.clear();
        let parts = match start {
            Start::Number(number) => [self.settings.seed, 0, number],
            Start::Position(Position { own, opp }) => [self.settings.seed, own.0, opp.0],
        };
        let mut player = Player {
            searcher: &mut self.searcher,
            random: &mut random_of(parts),
            stop: &StopFlag::new(),
            settings: &self.settings,
        };
        let mut rates = player.rates();
        let position = match start {
            Start::Number(_) => Position::START,
            Start::Position(position) => {
                rates.opening = 0;
                rates.even = None;
                position
            }
        };
        player.game(position, &rates)
    }
}

/// Chance that follows from these numbers.
pub(super) fn random_of(parts: [u64; 3]) -> StdRng {
    let mut seed = [0; 32];
    for (place, part) in seed.chunks_exact_mut(8).zip(parts) {
        place.copy_from_slice(&part.to_le_bytes());
    }
    StdRng::from_seed(seed)
}

struct Player<'a> {
    searcher: &'a mut Searcher,
    random: &'a mut StdRng,
    stop: &'a StopFlag,
    settings: &'a SelfPlaySettings,
}

/// How often chance moves in a game.
struct RandomMoveRates {
    /// Random moves at the beginning; not all of them need be random.
    opening: u32,
    /// Of a move of the opening.
    in_opening: f64,
    /// Of a later move that is not solved.
    in_midgame: f64,
    /// Of a move of the solved part, where it costs no label its truth.
    in_endgame: f64,
    /// See [`SelfPlaySettings::even`].
    even: Option<u32>,
}

impl Player<'_> {
    fn rates(&mut self) -> RandomMoveRates {
        let most = self.settings.opening.max(OPENING_MIN);
        let mut draw = || self.random.random_range(OPENING_MIN..=most);
        // The lesser of two draws: short openings are the more common ones.
        let opening = draw().min(draw());
        RandomMoveRates {
            opening,
            in_opening: if self.random.random_bool(0.5) {
                1.0
            } else {
                self.random.random_range(0.2..1.0)
            },
            in_midgame: if self.random.random_bool(0.5) {
                0.0
            } else {
                0.06
            },
            in_endgame: 0.12,
            even: self.settings.even,
        }
    }

    /// A game from `start` to its end, or up to where `stop` was raised.
    fn game(&mut self, start: Position, rates: &RandomMoveRates) -> GameRecord {
        let mut position = start;
        let mut turns = Vec::with_capacity(60);
        // The rest of a variation that was solved, and its score for the side to move.
        let mut solved: Vec<Move> = Vec::new();
        let mut solved_score = 0;
        let mut taken = false;
        while !position.is_over() && !self.stop.is_raised() {
            if position.must_pass() {
                position = position.passed();
                solved_score = -solved_score;
                if solved.last() == Some(&Move::Pass) {
                    solved.pop();
                }
                continue;
            }
            let ply = turns.len() as u32;
            let empties = position.empties();
            let exact = empties <= self.settings.exact;
            let turn = if ply < rates.opening && !exact {
                self.opening_turn(position, rates.in_opening)
            } else {
                let (label, best, chance) = if exact {
                    if solved.is_empty() {
                        let line = self.search(position, empties);
                        solved_score = line.score.whole_discs();
                        solved = line.pv;
                        solved.reverse();
                    }
                    let label = Label {
                        score: solved_score as i8,
                        reach: LabelBasis::Exact,
                    };
                    let best = solved.pop().and_then(Move::square);
                    (label, best, rates.in_endgame)
                } else {
                    let (line, label) =
                        labelled(self.searcher, position, self.settings.depth, self.stop);
                    let best = line.pv.first().copied().and_then(Move::square);
                    (label, best, rates.in_midgame)
                };
                taken = taken || self.takes(label.score, rates.even);
                if !taken {
                    position = start;
                    turns.clear();
                    solved.clear();
                    continue;
                }
                let turn = self.turn(position, best, label, chance);
                if Some(turn.square) != best {
                    solved.clear();
                }
                solved_score = -solved_score;
                turn
            };
            position = position.play_unchecked(turn.square);
            turns.push(turn);
        }
        GameRecord { start, turns }
    }

    /// Whether a game goes on from an opening that is worth so many discs.
    fn takes(&mut self, score: i8, even: Option<u32>) -> bool {
        let Some(even) = even else { return true };
        let share = f64::from(even) / f64::from(score.unsigned_abs()).max(1.0);
        self.random.random_bool((share * share).min(1.0))
    }

    fn opening_turn(&mut self, position: Position, chance: f64) -> RecordTurn {
        let square = if self.random.random_bool(chance) {
            None
        } else {
            let line = self.search(position, OPENING_DEPTH);
            line.pv.first().copied().and_then(Move::square)
        };
        RecordTurn {
            square: square.unwrap_or_else(|| self.random_move(position)),
            random: true,
            label: None,
        }
    }

    fn turn(
        &mut self,
        position: Position,
        best: Option<Square>,
        label: Label,
        chance: f64,
    ) -> RecordTurn {
        let played = best.filter(|_| !self.random.random_bool(chance));
        RecordTurn {
            square: played.unwrap_or_else(|| self.random_move(position)),
            random: played.is_none(),
            label: Some(label),
        }
    }

    /// A legal move; there must be one.
    fn random_move(&mut self, position: Position) -> Square {
        let moves = position.moves().into_iter();
        moves.choose(self.random).expect("a side that can move")
    }

    fn search(&mut self, position: Position, depth: u32) -> Report<Move> {
        searched(self.searcher, position, depth, self.stop, &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::records::RecordReader;
    use bianca_rules::othello::exhaustive::exact;

    fn settings() -> SelfPlaySettings {
        SelfPlaySettings {
            depth: 2,
            exact: 8,
            opening: 40,
            seed: 5,
            even: None,
        }
    }

    fn options(folder: &tempfile::TempDir, games: u64) -> SelfPlayOptions {
        SelfPlayOptions {
            path: folder.path().join("games"),
            games,
            threads: 2,
            settings: settings(),
        }
    }

    #[test]
    fn games_are_legal_complete_and_truly_labelled() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(&folder, 12);
        let progress = run(&options, &StopFlag::new(), &|_| {}).unwrap();
        let games: Result<Vec<GameRecord>, _> =
            RecordReader::open(&options.path).unwrap().collect();
        let games = games.unwrap();
        assert_eq!((games.len(), progress.games), (12, 12));
        let mut labels = 0;
        for game in &games {
            let positions = game.positions().unwrap();
            assert!(positions.last().unwrap().is_over());
            for (turn, position) in game.turns.iter().zip(&positions) {
                let Some(label) = turn.label else { continue };
                labels += 1;
                let is_exact = label.reach == LabelBasis::Exact;
                assert_eq!(is_exact, position.empties() <= 8);
                if position.empties() <= 7 {
                    assert_eq!(i32::from(label.score), exact(*position));
                }
            }
        }
        assert_eq!(progress.labels, labels);
    }

    #[test]
    fn a_run_goes_on_with_other_games() {
        let folder = tempfile::tempdir().unwrap();
        let first = options(&folder, 2);
        run(&first, &StopFlag::new(), &|_| {}).unwrap();
        let more = SelfPlayOptions {
            games: 4,
            ..first.clone()
        };
        run(&more, &StopFlag::new(), &|_| {}).unwrap();
        // Nothing is left to do.
        let done = run(&more, &StopFlag::new(), &|_| {}).unwrap();
        assert_eq!(
            done,
            SelfPlayProgress {
                games: 4,
                labels: 0
            }
        );
        let games: Vec<GameRecord> = RecordReader::open(&first.path)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        for (number, game) in games.iter().enumerate() {
            assert!(!games[..number].contains(game));
        }
    }

    #[test]
    fn a_game_of_its_own_depends_on_its_start_alone() {
        let mut generator = Generator::new(settings()).unwrap();
        let midgame = generator.game(Start::Number(1)).positions().unwrap()[20];
        let starts = [Start::Number(1), Start::Position(midgame), Start::Number(2)];
        let games = starts.map(|start| generator.game(start));
        for (start, game) in starts.iter().zip(&games).rev() {
            let mut generator = Generator::new(settings()).unwrap();
            assert_eq!(generator.game(*start), *game);
        }
        assert_ne!(games[0], games[2]);
        assert_eq!(games[1].start, midgame);
        assert!(games[1].turns.iter().all(|turn| turn.label.is_some()));
    }

    #[test]
    fn openings_about_even_can_be_preferred() {
        let mean_size = |even| {
            let mut generator = Generator::new(SelfPlaySettings { even, ..settings() }).unwrap();
            // A game may be over before anything is searched.
            let first_label = |number| {
                let game = generator.game(Start::Number(number));
                game.turns.iter().find_map(|turn| turn.label)
            };
            let labels: Vec<Label> = (0..60).filter_map(first_label).collect();
            let sizes = labels.iter().map(|one| f64::from(one.score.unsigned_abs()));
            sizes.sum::<f64>() / labels.len() as f64
        };
        let (all, preferred) = (mean_size(None), mean_size(Some(3)));
        assert!(preferred < all / 2.0, "{preferred} {all}");

        // Where a game begins with a position there is no opening to choose.
        let settings = SelfPlaySettings {
            even: Some(1),
            ..settings()
        };
        let mut lost = Position::START;
        lost.own |= bianca_rules::othello::Bitboard(0xffff);
        let game = Generator::new(settings)
            .unwrap()
            .game(Start::Position(lost));
        assert_eq!(game.start, lost);
        assert!(game.turns[0].label.unwrap().score.abs() > 20);
    }
}
