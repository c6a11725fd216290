//! A turn of a game: asking the side to move, and playing what it has chosen.
//!
//! Whoever lets players play a game (a match that keeps clocks, a terminal that shows boards) owns
//! the loop over its turns, and returns its own errors from it. Invariant: only a side that has a
//! move to choose is asked; a pass is the turn of one that has none, and takes no time.

use std::time::Duration;

use super::{Player, PlayerError, SearchSummary};
use crate::game::Game;
use crate::games::moves::GameMove;
use bianca_rules::othello::Color;
use bianca_search::request::{Limits, Request, StopFlag};
use bianca_system::instant::Instant;

/// A turn of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenTurn {
    /// Whose it is.
    pub color: Color,
    /// The move; a pass if it has no other.
    pub mv: GameMove,
    /// What it took and what the player thought of it; nothing for a pass.
    pub summary: SearchSummary,
}

impl DrivenTurn {
    /// A move of `color` of which no more is known than the time that it took.
    pub fn new(color: Color, mv: GameMove, elapsed: Duration) -> DrivenTurn {
        let summary = SearchSummary {
            elapsed,
            ..SearchSummary::default()
        };
        DrivenTurn { color, mv, summary }
    }

    /// Whether the side has no move and was not asked.
    pub fn is_pass(&self) -> bool {
        self.mv.is_pass()
    }

    /// Plays it in `game`, where it must be this side's turn.
    ///
    /// # Errors
    /// [`PlayerError::IllegalMove`]; the game is as it was.
    pub fn play(&self, game: &mut dyn Game) -> Result<(), PlayerError> {
        let played = game.make(self.mv);
        played.map_err(|_| PlayerError::IllegalMove(self.mv.to_string()))
    }
}

/// A game that ended before its end, because one side could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerForfeit {
    /// The side that failed.
    pub loser: Color,
    /// What it did.
    pub error: PlayerError,
}

/// Plays `game` on to its end and gives black's (the first player's) points. `players` are black
/// and white; nobody keeps time.
///
/// # Errors
/// [`PlayerForfeit`], at the first move that does not come or is none; `game` then stands where it
/// was to be played.
pub fn play(
    game: &mut dyn Game,
    [black, white]: [&mut dyn Player; 2],
) -> Result<i32, PlayerForfeit> {
    loop {
        if let Some(points) = game.final_score() {
            return Ok(points);
        }
        let loser = game.to_move();
        let player = loser.select(&mut *black, &mut *white);
        let played = turn(game, player, Limits::default());
        played.map_err(|error| PlayerForfeit { loser, error })?;
    }
}

/// The pass of a side that has no other move.
///
/// ```
/// use bianca_play::player::{catalogue, driver};
///
/// let mut game = catalogue::game("tree")?;
/// assert!(driver::forced_pass(&*game).is_none());
/// let mut max = catalogue::by_name("minimax", "tree")?;
/// let mut min = catalogue::by_name("alphabeta", "tree")?;
/// // The value of the textbook's Figure 5.2.
/// assert_eq!(driver::play(&mut *game, [&mut *max, &mut *min]), Ok(3));
/// # Ok::<(), bianca_play::player::catalogue::CatalogueError>(())
/// ```
pub fn forced_pass(game: &dyn Game) -> Option<DrivenTurn> {
    let passes = matches!(&game.legal(None)[..], [only] if only.is_pass());
    passes.then(|| DrivenTurn::new(game.to_move(), GameMove::PASS, Duration::ZERO))
}

/// Asks `player`, whose turn it is in `game`, for its move within `limits`; it is not played yet.
/// Nobody is asked for a pass. The game must not be over.
///
/// # Errors
/// If the player finds no move, or cannot go on.
pub fn choose(
    game: &dyn Game,
    player: &mut dyn Player,
    limits: Limits,
    stop: &StopFlag,
) -> Result<DrivenTurn, PlayerError> {
    if let Some(pass) = forced_pass(game) {
        return Ok(pass);
    }
    player.prepare(game)?;
    let request = Request::for_move(limits);
    let start = Instant::now();
    let lines = player.search(game, &request, stop, &mut |_| {})?;
    let elapsed = start.elapsed();
    let best = lines.first().filter(|line| !line.pv.is_empty());
    let best = best.ok_or_else(|| PlayerError::NoMove("no move came of the search".to_owned()))?;
    Ok(DrivenTurn {
        color: game.to_move(),
        mv: best.pv[0],
        summary: player.summary(best, elapsed),
    })
}

/// Lets `player`, whose turn it is, make its move in `game`, or passes for it.
///
/// # Errors
/// As those of [`choose`] and [`DrivenTurn::play`]; `game` is as it was.
pub fn turn(
    game: &mut dyn Game,
    player: &mut dyn Player,
    limits: Limits,
) -> Result<DrivenTurn, PlayerError> {
    let turn = choose(game, player, limits, &StopFlag::new())?;
    turn.play(game)?;
    Ok(turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::catalogue::{by_name, game};

    fn result(name: &str, first: &str, second: &str) -> Result<i32, PlayerForfeit> {
        let [mut first, mut second] = [first, second].map(|player| by_name(player, name).unwrap());
        let players: [&mut dyn Player; 2] = [&mut *first, &mut *second];
        play(&mut *game(name).unwrap(), players)
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
        let played = play(&mut *game, [&mut *right, &mut *wrong]);
        let forfeit = played.unwrap_err();
        assert_eq!(forfeit.loser, Color::White);
        assert_eq!(forfeit.error.to_string(), "random does not play TicTacToe");
        assert_eq!(game.turns(), 1);
    }
}
