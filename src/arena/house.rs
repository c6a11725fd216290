//! Players inside this process: anchors for a table, and partners for tests.
//!
//! A [`HousePlayer`] is an [`Engine`] of the lobby with the judge's view of it: it obeys the
//! match's limits, draws what the game's seed says, and follows the game that is judged.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use super::contestant::{Choice, Contestant, Fault, Thought, Turn};
use super::limit::Limit;
use crate::engine::{Engine, Limits, Refusal, Report, Request, StopFlag};
use crate::othello::{Game, Move};
use crate::players::classic::Style;
use crate::players::lobby::{self, LobbyError, PlayerName};
use crate::record::board::write_board;

/// The game that programs play, too, as the lobby names it.
pub const OTHELLO: &str = "Othello";

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// The first legal move, in Othello from a1 to h8.
    First,
    /// A player of the lobby.
    Player(PlayerName),
}

impl House {
    /// Whether its name says how deep it looks, so that a match's limit is not meant for it.
    pub fn has_strength(self) -> bool {
        matches!(self, House::Player(name) if name.has_strength())
    }
}

impl FromStr for House {
    type Err = LobbyError;

    fn from_str(text: &str) -> Result<House, LobbyError> {
        match text {
            "first" => Ok(House::First),
            _ => text.parse().map(House::Player),
        }
    }
}

/// A player that is a [`House`].
pub struct HousePlayer {
    house: House,
    engine: Box<dyn Engine>,
}

impl fmt::Debug for HousePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.house.fmt(f)
    }
}

impl HousePlayer {
    /// A player of the game that `game` names for the lobby.
    ///
    /// # Errors
    /// If it does not play that game, or memory is short.
    pub fn new(house: &House, game: &str) -> Result<HousePlayer, Fault> {
        let engine = match house {
            House::First => lobby::by_name("random", game),
            House::Player(name) => lobby::player(*name, game),
        };
        Ok(HousePlayer {
            house: *house,
            engine: engine.map_err(|error| Fault::Unable(error.to_string()))?,
        })
    }

    /// The game as this player knows it.
    pub fn engine(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// Starts a game in which `seed` decides what is drawn.
    ///
    /// # Errors
    /// If the player refuses.
    pub fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game();
        if let House::Player(PlayerName::Classic(..)) = self.house {
            // For these players 0 is no seed, and options are signed.
            let seed = (seed % i64::MAX as u64).max(1).to_string();
            let set = self.engine.set_option("Seed", &seed);
            set.map_err(|refusal| refused("option Seed", &refusal))?;
        }
        Ok(())
    }

    /// The move of the side to move, as the game writes it; there must be one.
    ///
    /// # Errors
    /// If the player finds none.
    pub fn pick(&mut self, turn: &Turn) -> Result<(String, Thought), Fault> {
        if self.house == House::First {
            let first = self.engine.legal(None).into_iter().next();
            let none = || refused("genmove", &Refusal::NotOver);
            return Ok((first.ok_or_else(none)?, Thought::default()));
        }
        let request = Request {
            limits: limits(turn),
            ..Request::default()
        };
        let lines = self.engine.search(&request, &StopFlag::new(), &mut |_| {});
        let best = lines.into_iter().next();
        let thought = match (self.house, &best) {
            (House::Player(name), Some(line)) if thinks_in_points(name) => thought(line),
            _ => Thought::default(),
        };
        let mv = best.and_then(|line| line.pv.into_iter().next());
        let mv = mv.ok_or_else(|| refused("genmove", &self.engine.why_no_move()))?;
        Ok((mv, thought))
    }
}

impl Contestant for HousePlayer {
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), Fault> {
        self.begin(seed)?;
        let (position, to_move) = game.start();
        let board = write_board(position, to_move);
        let set = self.engine.set_board(&board);
        set.map_err(|refusal| refused("setboard", &refusal))
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Fault> {
        for &(color, mv) in &game.turns()[self.engine.history().len()..] {
            let played = self.engine.play(Some(color), &mv.to_string());
            played.map_err(|refusal| refused("play", &refusal))?;
        }
        let start = Instant::now();
        let (word, thought) = self.pick(turn)?;
        let elapsed = start.elapsed();
        let mv: Move = word.parse().map_err(|_| Fault::Rubbish {
            command: "genmove".to_owned(),
            line: word,
        })?;
        Ok(Choice {
            mv,
            elapsed,
            thought,
        })
    }
}

/// What a match prescribes, as an engine is asked.
fn limits(turn: &Turn) -> Limits {
    let mut limits = Limits {
        clock: turn.clock,
        ..Limits::default()
    };
    match turn.limit {
        Limit::Level | Limit::Clock(_) => {}
        Limit::MoveTime(time) => limits.move_time = Some(time),
        Limit::Depth(plies) => limits.depth = Some(plies),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
    }
    limits
}

/// Whether what a player makes of a position is a forecast of the result.
fn thinks_in_points(player: PlayerName) -> bool {
    matches!(
        player,
        PlayerName::Bianca(_) | PlayerName::Classic(Style::Minimax | Style::AlphaBeta, _)
    )
}

fn thought(line: &Report<String>) -> Thought {
    Thought {
        score: Some(line.score),
        depth: Some(line.depth),
        nodes: Some(line.nodes),
    }
}

/// A refusal of `command` as a fault.
pub fn refused(command: &str, refusal: &Refusal) -> Fault {
    Fault::Refused {
        command: command.to_owned(),
        message: refusal.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn game() -> Game {
        let mut game = Game::new();
        for mv in ["f5", "d6", "c5", "f4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn choice(name: &str, limit: &str, seed: u64) -> Choice {
        let mut player = HousePlayer::new(&name.parse().unwrap(), OTHELLO).unwrap();
        let turn = Turn {
            limit: limit.parse().unwrap(),
            clock: None,
            patience: Duration::ZERO,
        };
        player.new_game(&game(), seed).unwrap();
        player.choose(&game(), &turn).unwrap()
    }

    #[test]
    fn each_player_picks_what_it_says() {
        let position = game().position();
        let pick = |name: &str| choice(name, "level", 0).mv.square().unwrap();
        assert_eq!(Some(pick("first")), position.moves().first());
        let turned = |square| position.flips(square).count();
        let most = position.moves().into_iter().map(turned).max();
        assert_eq!(Some(turned(pick("greedy"))), most);
        for name in ["random", "uc3m", "minimax:2", "alphabeta:3", "bianca:2"] {
            assert!(position.moves().contains(pick(name)), "{name}");
        }
        for name in ["god", "greedy:2", "bianca:0", ""] {
            let error = LobbyError::Player(name.to_owned());
            assert_eq!(name.parse::<House>(), Err(error));
        }
        let shortest = HousePlayer::new(&"shortest".parse().unwrap(), OTHELLO);
        let told = Fault::Unable("shortest does not play Othello".to_owned());
        assert_eq!(shortest.unwrap_err(), told);
    }

    #[test]
    fn a_seed_draws_the_same_and_another_something_else() {
        let drawn = |seed| choice("random", "level", seed).mv;
        assert_eq!(drawn(7), drawn(7));
        assert!((0..50).any(|seed| drawn(seed) != drawn(7)));
    }

    #[test]
    fn the_strong_player_obeys_the_limit_and_tells_what_it_thinks() {
        let thought = choice("bianca", "depth=3", 1).thought;
        assert_eq!(thought.depth, Some(3));
        assert!(thought.score.is_some() && thought.nodes > Some(0));
        assert_eq!(choice("random", "depth=3", 1).thought, Thought::default());
    }
}
