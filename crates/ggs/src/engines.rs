//! The engines that think: one for each game of a match, each on a thread of its own.
//!
//! They are driven by the clients that matches use. Invariant: whatever an engine does, a task that
//! is still wanted gets a move. One that crashes, hangs or plays what the rules forbid is started
//! anew and asked again with what is left of its time; after that a [stand-in](stand_in) chooses.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::os::name::GameId;
use bianca_arena::arena::engine_log::EngineLogs;
use bianca_arena::arena::judge::Seat;
use bianca_arena::arena::limit::Limit;
use bianca_arena::arena::spec::{EngineKind, EngineSpec, Protocol};
use bianca_arena::arena::timekeeper::Strictness;
use bianca_play::player::PlayerError;
use bianca_play::player::driver::{self, DrivenTurn};
use bianca_records::clock::TimeControl;
use bianca_rules::othello::{Move, OthelloGame};
use bianca_rules::reading::ClockReading;
use bianca_rules::score::Score;
use bianca_search::request::{Limits, StopFlag};

/// How often an engine is asked for a move.
const ATTEMPTS: usize = 2;

/// The least that an engine is given.
const LEAST: Duration = Duration::from_millis(10);

/// An engine that takes more than this share of its time for one move is taken to hang.
const MOST_OF_CLOCK: f64 = 0.6;

/// With less time than this left an engine that has failed is not asked again.
const TOO_LITTLE: Duration = Duration::from_millis(500);

/// What needs no search may take so long at least.
const SHORTEST_PATIENCE: Duration = Duration::from_secs(2);

/// A position to find a move in.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub id: GameId,
    /// A number of its own.
    pub serial: u64,
    /// The game so far; its side to move has a move.
    pub game: OthelloGame,
    /// The clock as it stood at `since`, less what is kept back.
    pub reading: ClockReading,
    /// What the game is played with.
    pub control: TimeControl,
    /// When the clock began to run.
    pub since: Instant,
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The game.
    pub id: GameId,
    /// The number of the task.
    pub serial: u64,
    /// What to play; `None` if the engine resigns.
    pub mv: Option<Move>,
    /// What it is worth, from the side to move.
    pub score: Option<Score>,
    /// What it took, from the beginning of the clock on.
    pub elapsed: Duration,
    /// What went wrong with the engine, in words.
    pub faults: Vec<String>,
}

/// What the two threads share with their owner.
#[derive(Default)]
struct Shared {
    /// The serial number of the task that is wanted; 0 for none.
    wanted: AtomicU64,
    is_thinking: AtomicBool,
    /// Ends what is being thought.
    stop: Mutex<StopFlag>,
}

enum Order {
    /// A game with such a clock is about to begin; who waits for that is told.
    Ready(TimeControl, Option<Sender<()>>),
    Think(Box<Task>),
}

/// How engines are started.
#[derive(Clone)]
pub struct Stable {
    /// Who thinks.
    pub spec: EngineSpec,
    /// How long engines are waited for.
    pub strictness: Strictness,
    /// Where what they say is kept.
    pub logs: Option<EngineLogs>,
}

impl Stable {
    /// Starts the engine for a game with such a clock and lets it end, so that what is wrong with
    /// it shows before a game.
    ///
    /// # Errors
    /// If it does not start or answer, or its protocol has no words for its options or a clock.
    pub fn check(&self, control: TimeControl) -> Result<(), PlayerError> {
        let (limit, strictness) = self.limit(control);
        let mut seat = Seat::new(&self.spec, "othello", limit, strictness);
        seat.prepare(&OthelloGame::new(), 0).map(drop)
    }

    /// The clock that an engine is told a game begins with, and how long it is waited for: what
    /// needs no search may take an eighth of it.
    fn limit(&self, control: TimeControl) -> (Limit, Strictness) {
        let patience = (control.main / 8).max(SHORTEST_PATIENCE);
        let strictness = Strictness {
            patience: self.strictness.patience.min(patience),
            ..self.strictness
        };
        let control = match &self.spec.kind {
            // What is left is told with each move, and not worked out from what moves took, if it
            // does not begin in whole seconds.
            EngineKind::Program(program) if program.protocol == Protocol::NBoard => TimeControl {
                main: control.main + Duration::from_millis(1),
                ..control
            },
            _ => control,
        };
        // None of them knows of an extension, and in it a game is lost.
        let extension = Duration::ZERO;
        let limit = self.spec.limit(Limit::Clock(TimeControl {
            extension,
            ..control
        }));
        (limit, strictness)
    }
}

/// The two engines.
pub struct Engines {
    places: [Place; 2],
}

struct Place {
    orders: Option<Sender<Order>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Engines {
    /// Engines that are started when they are needed. `report` gets each thought.
    pub fn new(stable: &Stable, report: impl Fn(Thought) + Clone + Send + 'static) -> Engines {
        let place = |number: usize| {
            let (orders, inbox) = channel();
            let shared: Arc<Shared> = Arc::default();
            let thinker = Thinker {
                stable: stable.clone(),
                shared: Arc::clone(&shared),
                seat: None,
                known: None,
            };
            let report = report.clone();
            let thread = thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || thinker.work(&inbox, report));
            let thread =
                thread.inspect_err(|error| log::error!("no thread for an engine: {error}"));
            Place {
                orders: Some(orders),
                shared,
                thread: thread.ok(),
            }
        };
        Engines {
            places: [place(0), place(1)],
        }
    }

    /// Starts as many engines as a match needs.
    pub fn ready(&self, games: usize, control: TimeControl) {
        for place in self.places.iter().take(games) {
            place.send(Order::Ready(control, None));
        }
    }

    /// Starts as many engines as a match may need, and waits until they are ready or have failed,
    /// so that no game begins with their start.
    pub fn warm_up(&self, games: usize, control: TimeControl) {
        let (ready, waits) = channel();
        for place in self.places.iter().take(games) {
            place.send(Order::Ready(control, Some(ready.clone())));
        }
        drop(ready);
        waits.iter().for_each(drop);
    }

    /// Lets the engine of a game find a move.
    pub fn think(&self, task: Task) {
        let place = &self.places[task.id.place()];
        place.interrupt();
        place.shared.wanted.store(task.serial, Ordering::SeqCst);
        place.send(Order::Think(Box::new(task)));
    }

    /// What the engine of a game thinks about is wanted no more.
    pub fn stop(&self, id: GameId) {
        self.places[id.place()].interrupt();
    }
}

impl Place {
    fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that is gone has said so.
            let _ = orders.send(order);
        }
    }

    fn interrupt(&self) {
        self.shared.wanted.store(0, Ordering::SeqCst);
        if self.shared.is_thinking.load(Ordering::SeqCst) {
            self.shared.flag().raise();
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        for place in &mut self.places {
            place.interrupt();
            place.orders = None;
        }
        for place in &mut self.places {
            if let Some(thread) = place.thread.take() {
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn flag(&self) -> StopFlag {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// A flag that is down.
    fn renew(&self) -> StopFlag {
        let flag = StopFlag::new();
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = flag.clone();
        flag
    }
}

/// One engine and the thread that speaks to it.
struct Thinker {
    stable: Stable,
    shared: Arc<Shared>,
    /// With the clock of its game.
    seat: Option<(TimeControl, Seat)>,
    /// The game that the engine knows.
    known: Option<OthelloGame>,
}

impl Thinker {
    fn work(mut self, inbox: &Receiver<Order>, report: impl Fn(Thought)) {
        for order in inbox {
            match order {
                Order::Ready(control, waits) => {
                    if let Err(error) = self.prepare(control) {
                        log::warn!("{}: {error}", self.stable.spec.name);
                        self.dismiss();
                    }
                    // Who does not wait any more needs no answer.
                    let _ = waits.map(|waits| waits.send(()));
                }
                Order::Think(task) => {
                    if let Some(thought) = self.think(&task) {
                        report(thought);
                    }
                }
            }
        }
        self.dismiss();
    }

    /// The place of the engine, for a game with such a clock.
    fn seat(&mut self, control: TimeControl) -> &mut Seat {
        let (limit, strictness) = self.stable.limit(control);
        let Stable { spec, logs, .. } = &self.stable;
        let shared = &self.shared;
        let (of, seat) = self.seat.get_or_insert_with(|| {
            let seat = Seat::new(spec, "othello", limit, strictness);
            (control, seat.with_logs(logs.clone()).until(&shared.renew()))
        });
        if *of != control {
            *of = control;
            seat.allow(limit, strictness);
            self.known = None;
        }
        seat
    }

    fn dismiss(&mut self) {
        if let Some((_, mut seat)) = self.seat.take() {
            seat.bid_farewell();
            // It may take its time, which is nobody's.
            let _ = thread::Builder::new().spawn(move || drop(seat));
        }
        self.known = None;
    }

    /// Starts the engine, if it does not run.
    fn prepare(&mut self, control: TimeControl) -> Result<(), PlayerError> {
        self.known = None;
        let game = OthelloGame::new();
        self.seat(control).prepare(&game, rand::random()).map(drop)
    }

    /// Finds a move for a task; `None` if it is wanted no more.
    fn think(&mut self, task: &Task) -> Option<Thought> {
        let is_wanted = |shared: &Shared| shared.wanted.load(Ordering::SeqCst) == task.serial;
        let mut thought = Thought {
            id: task.id,
            serial: task.serial,
            mv: None,
            score: None,
            elapsed: Duration::ZERO,
            faults: Vec::new(),
        };
        let left = || task.reading.remaining.saturating_sub(task.since.elapsed());
        let may_try = |faults: usize| faults == 0 || (faults < ATTEMPTS && left() > TOO_LITTLE);
        while may_try(thought.faults.len()) && is_wanted(&self.shared) {
            self.shared.is_thinking.store(true, Ordering::SeqCst);
            let chosen = self.choose(task);
            self.shared.is_thinking.store(false, Ordering::SeqCst);
            thought.elapsed = task.since.elapsed();
            match chosen {
                Ok(turn) => {
                    thought.mv = Move::try_from(turn.mv).ok();
                    thought.score = turn.summary.score;
                    return is_wanted(&self.shared).then_some(thought);
                }
                Err(PlayerError::Resigned) => return Some(thought),
                Err(PlayerError::Interrupted) => self.dismiss(),
                Err(error) => {
                    thought.faults.push(error.to_string());
                    self.dismiss();
                }
            }
        }
        thought.mv = Some(stand_in(&task.game));
        is_wanted(&self.shared).then_some(thought)
    }

    /// Asks the engine once.
    fn choose(&mut self, task: &Task) -> Result<DrivenTurn, PlayerError> {
        let same_clock = self
            .seat
            .as_ref()
            .is_some_and(|(of, _)| *of == task.control);
        let is_known = self.known.take().is_some_and(|known| {
            let same_start = known.start() == task.game.start();
            same_clock && same_start && task.game.turns().starts_with(known.turns())
        });
        let (limit, _) = self.stable.limit(task.control);
        let seat = self.seat(task.control);
        if !is_known || seat.player().is_none() {
            seat.prepare(&task.game, rand::random())?;
        }
        let flag = self.shared.flag();
        let left = task
            .reading
            .remaining
            .saturating_sub(task.since.elapsed())
            .max(LEAST);
        let limits = limits(limit, task.reading, left);
        let Some(player) = self.seat(task.control).player() else {
            return Err(PlayerError::Unable("the engine is gone".to_owned()));
        };
        let turn = driver::choose(&task.game, player, limits, &flag)?;
        if flag.is_raised() {
            return Err(PlayerError::Interrupted);
        }
        let mut game = task.game.clone();
        turn.play(&mut game)?;
        self.known = Some(game);
        Ok(turn)
    }
}

/// What a search may take, with so much left.
fn limits(limit: Limit, reading: ClockReading, left: Duration) -> Limits {
    let most = left.mul_f64(MOST_OF_CLOCK);
    let limits = Limits {
        move_time: Some(most),
        ..Limits::default()
    };
    match limit {
        Limit::Clock(_) => Limits {
            clock: Some(ClockReading {
                remaining: left,
                ..reading
            }),
            ..limits
        },
        Limit::MoveTime(time) => Limits {
            move_time: Some(time.min(most)),
            ..limits
        },
        Limit::Depth(plies) => Limits {
            depth: Some(plies),
            ..limits
        },
        Limit::Nodes(nodes) => Limits {
            nodes: Some(nodes),
            ..limits
        },
        Limit::Level => limits,
    }
}

/// A move for an engine that has none: the one that leaves the other side the fewest.
pub fn stand_in(game: &OthelloGame) -> Move {
    let position = game.position();
    let moves = position.moves().into_iter();
    let fewest = moves.min_by_key(|&square| {
        let next = position.play(Move::Place(square));
        next.map_or(u32::MAX, |next| next.moves().count())
    });
    fewest.map_or(Move::Pass, Move::Place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn engines(spec: &str) -> (Engines, Receiver<Thought>) {
        let stable = Stable {
            spec: spec.parse().unwrap(),
            strictness: Strictness {
                margin: Duration::ZERO,
                patience: Duration::from_secs(5),
                farewell: Duration::from_millis(100),
            },
            logs: None,
        };
        let (sender, receiver) = mpsc::channel();
        let report = move |thought| {
            let _ = sender.send(thought);
        };
        (Engines::new(&stable, report), receiver)
    }

    fn task(serial: u64, half: u8, seconds: u64) -> Task {
        let time = Duration::from_secs(seconds);
        Task {
            id: format!(".7.{half}").parse().unwrap(),
            serial,
            game: OthelloGame::new(),
            reading: ClockReading {
                remaining: time,
                ..ClockReading::default()
            },
            control: TimeControl::game(time, Duration::ZERO),
            since: Instant::now(),
        }
    }

    fn next(thoughts: &Receiver<Thought>) -> Thought {
        thoughts.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    #[test]
    fn both_games_are_thought_about_at_once() {
        let (engines, thoughts) = engines("cmd=player:greedy");
        engines.ready(
            2,
            TimeControl::game(Duration::from_secs(60), Duration::ZERO),
        );
        engines.think(task(1, 0, 60));
        engines.think(task(2, 1, 60));
        let mut serials = [next(&thoughts), next(&thoughts)].map(|thought| {
            assert!(
                thought.faults.is_empty() && thought.mv.is_some(),
                "{thought:?}"
            );
            thought.serial
        });
        serials.sort_unstable();
        assert_eq!(serials, [1, 2]);
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_fails_is_stood_in_for() {
        for spec in [
            "cmd=/no/such/engine",
            "cmd='sh -c exit'",
            "cmd=false",
            "cmd=cat",
        ] {
            let (engines, thoughts) = engines(spec);
            engines.think(task(5, 0, 60));
            let thought = next(&thoughts);
            assert_eq!(
                (thought.faults.len(), thought.serial),
                (ATTEMPTS, 5),
                "{spec}"
            );
            assert!(OthelloGame::new().play(thought.mv.unwrap()).is_ok());
        }
    }

    #[cfg(unix)]
    #[test]
    fn one_engine_plays_by_the_clock_of_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let said = folder.path().join("said");
        let script = folder.path().join("engine");
        let text = "while read -r line; do echo \"$line\" >> \"$1\"; case \"$line\" in \
                    genmove*) printf '= f5\n\n';; *) printf '= \n\n';; esac; done";
        std::fs::write(&script, text).unwrap();
        let spec = format!("cmd=sh '{}' '{}'", script.display(), said.display());
        let (engines, thoughts) = engines(&spec);
        let usual = TimeControl::game(Duration::from_secs(300), Duration::ZERO);
        engines.warm_up(1, usual);
        assert!(said.exists());
        engines.think(task(1, 0, 60));
        assert!(next(&thoughts).faults.is_empty());
        engines.think(task(2, 0, 90));
        assert!(next(&thoughts).faults.is_empty());
        let said = std::fs::read_to_string(said).unwrap();
        let settings = said
            .lines()
            .filter(|line| line.starts_with("time_settings"));
        let expected = [300, 60, 90].map(|seconds| format!("time_settings {seconds} 0 0"));
        assert!(settings.eq(expected.iter().map(String::as_str)), "{said}");
        assert_eq!(said.matches("list_commands").count(), 1, "{said}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_wanted_no_more_is_not_answered() {
        let (engines, thoughts) = engines("cmd=sleep 1000");
        engines.think(task(1, 0, 600));
        thread::sleep(Duration::from_millis(200));
        engines.stop(".7.0".parse().unwrap());
        assert!(thoughts.recv_timeout(Duration::from_millis(500)).is_err());
    }

    #[test]
    fn a_stand_in_keeps_to_the_rules() {
        let mut game = OthelloGame::new();
        while !game.is_over() {
            let mv = stand_in(&game);
            game.play(mv).unwrap();
        }
        assert!(game.turns().len() > 40);
    }

    #[test]
    fn no_single_move_may_take_nearly_all_of_the_time() {
        let reading = ClockReading::default();
        let clock = Limit::Clock(TimeControl::default());
        let allowed = |seconds| limits(clock, reading, Duration::from_secs(seconds)).allowed();
        assert_eq!(allowed(100), Some(Duration::from_secs(60)));
        assert_eq!(allowed(5), Some(Duration::from_secs(3)));
    }
}
