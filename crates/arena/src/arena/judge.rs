//! One game between two engines, from its opening to its result.
//!
//! The judge keeps the only game that counts and the clocks, and plays it turn by turn. An engine
//! that fails loses the game and is dismissed; its successor starts afresh.

use std::time::Duration;

use super::adjudication::{Adjudication, Counter};
use super::engine_log::EngineLogs;
use super::limit::Limit;
pub use super::outcome::Ending;
use super::program::ProgramPlayer;
use super::spec::{EngineKind, EngineSpec};
use super::timekeeper::{Strictness, Timekeeper};
use bianca_play::game::{Game, GameKind};
use bianca_play::player::driver::{self, DrivenTurn, PlayerForfeit};
use bianca_play::player::{End, Player, PlayerError};
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;

/// A place at the board, with the engine that sits there once it was needed.
pub struct Seat {
    spec: EngineSpec,
    limit: Limit,
    strictness: Strictness,
    logs: Option<EngineLogs>,
    stop: StopFlag,
    /// The game that is played here, as the catalogue names it.
    game: String,
    player: Option<Seated>,
}

/// Who sits at the board.
enum Seated {
    /// A process, which may count its time by what every turn has taken.
    Program(Box<ProgramPlayer>),
    /// A player inside this process.
    BuiltIn(Box<dyn Player>),
}

impl Seated {
    fn player(&mut self) -> &mut dyn Player {
        match self {
            Seated::Program(program) => &mut **program,
            Seated::BuiltIn(player) => &mut **player,
        }
    }

    /// Tells of a turn that was played, of either side.
    fn note(&mut self, turn: &DrivenTurn) {
        if let Seated::Program(program) = self {
            program.note(turn);
        }
    }

    /// Tells how the game ended.
    fn finish(&mut self, ending: &Ending) {
        if let Seated::Program(program) = self {
            program.finish(ending);
        }
    }
}

impl Seat {
    /// A place for an engine at the game that `game` names, which goes by its own limit, or by
    /// `limit` if it has none.
    pub fn new(spec: &EngineSpec, game: &str, limit: Limit, strictness: Strictness) -> Seat {
        Seat {
            spec: spec.clone(),
            limit: spec.limit(limit),
            strictness,
            logs: None,
            stop: StopFlag::new(),
            game: game.to_owned(),
            player: None,
        }
    }

    /// The same, whose program has what it says kept in `logs`.
    pub fn with_logs(self, logs: Option<EngineLogs>) -> Seat {
        Seat { logs, ..self }
    }

    /// The same; once `stop` is raised its engine fails with [`PlayerError::Interrupted`].
    pub fn until(self, stop: &StopFlag) -> Seat {
        let stop = stop.clone();
        Seat { stop, ..self }
    }

    /// Asks its program to end and does not wait for that; whoever drops the seat does.
    pub fn bid_farewell(&mut self) {
        if let Some(Seated::Program(program)) = &mut self.player {
            program.bid_farewell();
        }
    }

    fn finish(&mut self, ending: &Ending) {
        if let Some(seated) = &mut self.player {
            seated.finish(ending);
        }
    }

    /// Makes the engine ready for a game that has come as far as `game`, started if it does not
    /// run. `seed` decides what a built-in player draws in it; programs have their own.
    ///
    /// # Errors
    /// If it does not start, or fails or refuses.
    pub fn prepare(&mut self, game: &dyn Game, seed: u64) -> Result<&mut dyn Player, PlayerError> {
        self.seated(game, seed).map(Seated::player)
    }

    /// The engine that sits here, once it was [prepared](Self::prepare), for another move of its
    /// game.
    pub fn player(&mut self) -> Option<&mut dyn Player> {
        self.player.as_mut().map(Seated::player)
    }

    /// Gives the engine another limit of the same kind, and other waits, from its next game on.
    pub fn allow(&mut self, limit: Limit, strictness: Strictness) {
        self.limit = self.spec.limit(limit);
        self.strictness = strictness;
        if let Some(Seated::Program(program)) = &mut self.player {
            program.allow(self.limit, strictness);
        }
    }

    fn seated(&mut self, game: &dyn Game, seed: u64) -> Result<&mut Seated, PlayerError> {
        let seated = match self.player.take() {
            Some(seated) => seated,
            None => self.start()?,
        };
        let seated = self.player.insert(seated);
        let player = seated.player();
        if let EngineKind::BuiltIn(name) = &self.spec.kind {
            name.draw_by(player, seed)?;
        }
        player.new_game();
        player.prepare(game)?;
        Ok(seated)
    }

    fn start(&self) -> Result<Seated, PlayerError> {
        let program = match &self.spec.kind {
            EngineKind::BuiltIn(name) => return Ok(Seated::BuiltIn(name.player(&self.game)?)),
            EngineKind::Program(_) if GameKind::named(&self.game) != Some(GameKind::Othello) => {
                return Err(PlayerError::Unable(format!(
                    "programs play only Othello; {} is for cmd=player:…",
                    self.game
                )));
            }
            EngineKind::Program(program) => program,
        };
        let log = self.logs.as_ref().map(|logs| logs.begin(&self.spec.name));
        let log = log.transpose().map_err(|error| {
            PlayerError::Unable(format!("its file of --engine-log cannot be made: {error}"))
        })?;
        let player = ProgramPlayer::start(
            &self.spec.name,
            program,
            self.limit,
            self.strictness,
            log,
            &self.stop,
        )?;
        Ok(Seated::Program(Box::new(player)))
    }
}

/// A judged game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedGame {
    /// The turns after the opening.
    pub turns: Vec<DrivenTurn>,
    /// How it ended.
    pub ending: Ending,
    /// The most that any move took beyond what was allowed, margin not counted.
    pub overshoot: Duration,
}

/// Plays `game` on to its end between `seats`, black's and white's; `seed` decides what they
/// draw. A game of which the seats were told to stop has no result.
pub fn play(
    seats: [&mut Seat; 2],
    mut game: Box<dyn Game>,
    seed: u64,
    adjudication: Adjudication,
) -> JudgedGame {
    let [black, white] = seats;
    let mut judge = Judge {
        keepers: [&*black, &*white].map(|seat| Timekeeper::new(seat.limit, seat.strictness)),
        stop: black.stop.clone(),
        turns: Vec::new(),
        counter: Counter::new(adjudication),
    };
    let ending = judge.play(&mut *game, [&mut *black, &mut *white], seed);
    let ending = ending.unwrap_or_else(Ending::Forfeit);
    let is_interrupted = judge.stop.is_raised();
    if !is_interrupted {
        black.finish(&ending);
        white.finish(&ending);
    }
    if let Ending::Forfeit(forfeit) = &ending
        && !is_interrupted
    {
        forfeit.loser.select(black, white).player = None;
    }
    let overshoots = judge.keepers.iter().map(Timekeeper::overshoot);
    JudgedGame {
        ending,
        overshoot: overshoots.max().unwrap_or_default(),
        turns: judge.turns,
    }
}

/// Keeps the clocks and the record of a game.
struct Judge {
    keepers: [Timekeeper; 2],
    stop: StopFlag,
    turns: Vec<DrivenTurn>,
    counter: Counter,
}

impl Judge {
    /// Plays the game until it is over, or decided.
    fn play(
        &mut self,
        game: &mut dyn Game,
        [black, white]: [&mut Seat; 2],
        seed: u64,
    ) -> Result<Ending, PlayerForfeit> {
        let forfeit = |loser| move |error| PlayerForfeit { loser, error };
        // The two must not draw the same.
        let black = black.seated(game, seed).map_err(forfeit(Color::Black))?;
        let white = white.seated(game, seed.wrapping_add(1));
        let white = white.map_err(forfeit(Color::White))?;
        loop {
            if let Some(points) = game.final_score() {
                black.player().see(game, End::Counted);
                white.player().see(game, End::Counted);
                return Ok(Ending::Counted(points));
            }
            let color = game.to_move();
            let player = color.select(&mut *black, &mut *white).player();
            let turn = self.turn(game, player).map_err(forfeit(color))?;
            black.note(&turn);
            white.note(&turn);
            let adjudged = if game.is_over() {
                None
            } else {
                self.counter.count(&turn, game.turns() as u32)
            };
            self.turns.push(turn);
            if let Some(adjudged) = adjudged {
                return Ok(Ending::Adjudged(adjudged));
            }
        }
    }

    /// A turn by the clock of its side; one that comes too late is not played.
    fn turn(
        &mut self,
        game: &mut dyn Game,
        player: &mut dyn Player,
    ) -> Result<DrivenTurn, PlayerError> {
        let keeper = &mut self.keepers[game.to_move() as usize];
        let turn = driver::choose(game, player, keeper.limits(), &self.stop)?;
        if self.stop.is_raised() {
            // A search that was cut short is no one's choice.
            return Err(PlayerError::Interrupted);
        }
        if !turn.is_pass() {
            keeper.charge(turn.summary.elapsed)?;
        }
        turn.play(game)?;
        Ok(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::adjudication::Adjudged;
    use bianca_play::player::catalogue;

    fn ending(
        name: &str,
        opening: &str,
        [black, white]: [&str; 2],
        adjudication: Adjudication,
    ) -> Ending {
        let strictness = Strictness {
            margin: Duration::ZERO,
            patience: Duration::ZERO,
            farewell: Duration::from_secs(5),
        };
        let [mut black, mut white] = [black, white].map(|player| {
            let spec = format!("cmd=player:{player}").parse().unwrap();
            Seat::new(&spec, name, Limit::Level, strictness)
        });
        let mut game = catalogue::game(name).unwrap();
        if !opening.is_empty() {
            game.play(None, opening).unwrap();
        }
        play([&mut black, &mut white], game, 3, adjudication).ending
    }

    fn points(name: &str, opening: &str, black: &str, white: &str) -> i32 {
        match ending(name, opening, [black, white], Adjudication::default()) {
            Ending::Counted(points) => points,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn games_end_as_their_texts_say() {
        assert_eq!(points("tree", "", "alphabeta", "minimax"), 3);
        assert_eq!(points("tree", "a2", "alphabeta", "minimax"), 2);
        assert_eq!(points("tictactoe", "", "alphabeta", "alphabeta"), 0);
        assert_eq!(points("tictactoe", "11 12 22 13", "minimax", "random"), 1);
        points("reversi-1880", "d4 e4", "greedy", "uc3m");
        points("reversi-1880", "", "first", "random");
    }

    #[test]
    fn a_game_that_is_over_is_counted_whatever_both_sides_think() {
        let ended = |rule: &str| {
            let draw = Some(rule.parse().unwrap());
            let rules = Adjudication { draw, resign: None };
            ending("tictactoe", "", ["alphabeta"; 2], rules)
        };
        assert!(matches!(
            ended("movenumber=8 movecount=1 score=0"),
            Ending::Adjudged(Adjudged { points: 0, .. })
        ));
        let at_the_end = ended("movenumber=9 movecount=1 score=0");
        assert_eq!(at_the_end, Ending::Counted(0));
    }
}
