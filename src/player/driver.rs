//! A game between two players, to its end.
//!
//! The driver alone plays the moves: it asks only a side that has a move to choose, passes for
//! one that has none, and knows from the game when it is over. What a move may cost, and what is
//! done with it, a [`Supervisor`] says: a match that keeps clocks, a terminal that shows boards.

use std::time::Duration;

use super::{Player, PlayerError, SearchSummary, lines_of_move};
use crate::game::{Game, PASS};
use crate::instant::Instant;
use crate::othello::Color;
use crate::request::{Limits, Request, StopFlag};

/// A turn of a driven game.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenTurn {
    /// Who made it.
    pub color: Color,
    /// The move; [`PASS`] was played by the driver if the side had no other.
    pub mv: String,
    /// What it took and what the player thought of it; nothing for a pass of the driver's.
    pub summary: SearchSummary,
}

/// Who looks after a game.
pub trait Supervisor {
    /// The limits of the next move, which is `color`'s.
    fn limits(&mut self, _color: Color) -> Limits {
        Limits::default()
    }

    /// Takes the time of a move that was chosen, before it is played.
    ///
    /// # Errors
    /// If it came too late: the game ends there.
    fn charge(&mut self, _color: Color, _elapsed: Duration) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Sees a turn that was played; `game` stands behind it.
    ///
    /// # Errors
    /// If the game cannot go on: a person has left, a terminal is gone.
    fn played(&mut self, _game: &dyn Game, _turn: DrivenTurn) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Black's points in a game that need not be played to its end; asked after each turn.
    fn decided(&mut self) -> Option<i32> {
        None
    }
}

/// Nobody looks after the game.
impl Supervisor for () {}

/// A game that ended before its end, because one side could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerForfeit {
    /// The side that failed.
    pub loser: Color,
    /// What it did.
    pub error: PlayerError,
}

/// Plays `game` on to its end and gives black's (the first player's) points. `players` are black
/// and white.
///
/// # Errors
/// [`PlayerForfeit`], at the first move that does not come, comes too late or is none; `game` then
/// stands where it was to be played.
pub fn play(
    game: &mut dyn Game,
    players: [&mut dyn Player; 2],
    supervisor: &mut dyn Supervisor,
) -> Result<i32, PlayerForfeit> {
    let [black, white] = players;
    loop {
        if let Some(points) = game.final_score() {
            return Ok(points);
        }
        let color = game.to_move();
        let player = match color {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        let turn = turn(game, player, color, supervisor).map_err(|error| PlayerForfeit {
            loser: color,
            error,
        })?;
        black.heard(&turn);
        white.heard(&turn);
        if let Some(points) = supervisor.decided() {
            return Ok(points);
        }
    }
}

fn turn(
    game: &mut dyn Game,
    player: &mut dyn Player,
    color: Color,
    supervisor: &mut dyn Supervisor,
) -> Result<DrivenTurn, PlayerError> {
    let turn = match game.legal(None)[..] {
        [ref only] if only == PASS => DrivenTurn {
            color,
            mv: PASS.to_owned(),
            summary: SearchSummary::default(),
        },
        _ => {
            player.prepare(game)?;
            let turn = choose(game, player, color, supervisor.limits(color))?;
            supervisor.charge(color, turn.summary.elapsed)?;
            turn
        }
    };
    let played = game.play(Some(color), &turn.mv);
    played.map_err(|_| PlayerError::IllegalMove(turn.mv.clone()))?;
    supervisor.played(game, turn.clone())?;
    Ok(turn)
}

fn choose(
    game: &dyn Game,
    player: &mut dyn Player,
    color: Color,
    limits: Limits,
) -> Result<DrivenTurn, PlayerError> {
    let request = Request {
        limits,
        ..Request::default()
    };
    let start = Instant::now();
    let lines = lines_of_move(player, game, &request, &StopFlag::new())?;
    let elapsed = start.elapsed();
    let best = lines.first().filter(|line| !line.pv.is_empty());
    let best = best.ok_or_else(|| PlayerError::NoMove("no move came of the search".to_owned()))?;
    Ok(DrivenTurn {
        color,
        mv: best.pv[0].clone(),
        summary: player.summary(best, elapsed),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::catalogue::{by_name, game};

    fn result(name: &str, first: &str, second: &str) -> Result<i32, PlayerForfeit> {
        let [mut first, mut second] = [first, second].map(|player| by_name(player, name).unwrap());
        let players: [&mut dyn Player; 2] = [&mut *first, &mut *second];
        play(&mut *game(name).unwrap(), players, &mut ())
    }

    #[test]
    fn games_have_the_textbook_s_results() {
        assert_eq!(result("tree", "alphabeta", "alphabeta"), Ok(3));
        assert_eq!(result("tree", "minimax", "alphabeta"), Ok(3));
        let random = result("tree", "alphabeta", "random").unwrap();
        assert!([3, 12, 8].contains(&random));
        assert_eq!(result("tictactoe", "alphabeta", "alphabeta"), Ok(0));
        assert_eq!(result("tictactoe 2 2 2", "random", "random"), Ok(1));
        assert_eq!(result("frogs 4", "shortest", "shortest"), Ok(1));
        result("reversi-1880", "greedy", "uc3m").unwrap();
        result("reversi-1880", "minimax:2", "alphabeta:3").unwrap();
        result("othello", "minimax:2", "uc3m").unwrap();
    }

    #[test]
    fn who_has_no_answer_forfeits() {
        let mut game = game("tictactoe").unwrap();
        let [mut right, mut wrong] =
            ["tictactoe", "othello"].map(|game| by_name("random", game).unwrap());
        let played = play(&mut *game, [&mut *right, &mut *wrong], &mut ());
        let forfeit = played.unwrap_err();
        assert_eq!(forfeit.loser, Color::White);
        assert_eq!(forfeit.error.to_string(), "random does not play TicTacToe");
        assert_eq!(game.turns(), 1);
    }
}
