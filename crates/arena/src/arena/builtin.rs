//! Players inside this process: anchors for a table, and partners for tests.

use std::str::FromStr;

use super::limit::Limit;
use bianca_play::game::{Game, GameKind, GameMove};
use bianca_play::player::catalogue::{self, CatalogueError, PlayerName};
use bianca_play::player::classic::Lookahead;
use bianca_play::player::{OptionError, Player, PlayerError, SearchSummary};
use bianca_search::request::{Report, Request, StopFlag};

/// The game that programs play, too, as the catalogue names it.
pub const OTHELLO: &str = GameKind::Othello.name();

/// A built-in player by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// The first legal move, in Othello from a1 to h8.
    First,
    /// A player of the catalogue.
    Player(PlayerName),
}

impl BuiltIn {
    /// Whether its name says how deep it looks, so that a match's limit is not meant for it.
    pub fn has_strength(self) -> bool {
        matches!(self, BuiltIn::Player(name) if name.has_strength())
    }

    /// Whether it goes by `limit`: who never searches by none, and the Othello paper's player not
    /// by plies.
    pub fn heeds(self, limit: Limit) -> bool {
        let lookahead = match self {
            BuiltIn::First => Lookahead::None,
            BuiltIn::Player(PlayerName::Classic(style, _)) => style.info().lookahead,
            BuiltIn::Player(PlayerName::Bianca(_)) => Lookahead::Plies,
        };
        match lookahead {
            Lookahead::None => limit == Limit::Level,
            Lookahead::Fixed => !matches!(limit, Limit::Depth(_)),
            Lookahead::Plies | Lookahead::End => true,
        }
    }

    /// The player, for the game that `game` names in the catalogue.
    ///
    /// # Errors
    /// If it does not play that game, or memory is short.
    pub fn player(self, game: &str) -> Result<Box<dyn Player>, PlayerError> {
        let player = match self {
            BuiltIn::First => return Ok(Box::new(FirstMove)),
            BuiltIn::Player(name) => catalogue::player(name, game),
        };
        player.map_err(|error| PlayerError::Unable(error.to_string()))
    }

    /// Lets `seed` decide what the player draws, if it draws anything: the strong player draws
    /// among moves of its opening book, so that games from one start differ.
    ///
    /// # Errors
    /// If the player refuses.
    pub fn draw_by(self, player: &mut dyn Player, seed: u64) -> Result<(), PlayerError> {
        if self == BuiltIn::First {
            return Ok(());
        }
        let unable = |error: OptionError| PlayerError::Unable(error.to_string());
        // For these players 0 is no seed, and options are signed.
        let seed = (seed % i64::MAX as u64).max(1).to_string();
        player.set_option("Seed", &seed).map_err(unable)
    }
}

impl FromStr for BuiltIn {
    type Err = CatalogueError;

    fn from_str(text: &str) -> Result<BuiltIn, CatalogueError> {
        match text {
            "first" => Ok(BuiltIn::First),
            _ => text.parse().map(BuiltIn::Player),
        }
    }
}

/// Plays the first legal move and says nothing of it.
struct FirstMove;

impl Player for FirstMove {
    fn search(
        &mut self,
        game: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        Ok(vec![Report::of_moves(
            game.legal(None).into_iter().take(1).collect(),
        )])
    }

    fn summary(&self, _: &Report<GameMove>, elapsed: std::time::Duration) -> SearchSummary {
        SearchSummary {
            elapsed,
            ..SearchSummary::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::{OthelloGame, Square};
    use bianca_search::request::Limits;
    use std::time::Duration;

    fn game() -> OthelloGame {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5d6c5f4").unwrap();
        game
    }

    fn choice(name: &str, limits: Limits, seed: u64) -> (GameMove, SearchSummary) {
        let name: BuiltIn = name.parse().unwrap();
        let mut player = name.player(OTHELLO).unwrap();
        name.draw_by(&mut *player, seed).unwrap();
        let request = Request {
            limits,
            ..Request::default()
        };
        let lines = player.search(&game(), &request, &StopFlag::new(), &mut |_| {});
        let best = lines.unwrap().remove(0);
        let summary = player.summary(&best, Duration::ZERO);
        (best.pv[0], summary)
    }

    #[test]
    fn each_player_picks_what_it_says() {
        let position = game().position();
        let pick = |name: &str| -> Square {
            let (mv, _) = choice(name, Limits::default(), 0);
            mv.square().unwrap()
        };
        assert_eq!(Some(pick("first")), position.moves().first());
        let turned = |square| position.flips(square).count();
        let most = position.moves().into_iter().map(turned).max();
        assert_eq!(Some(turned(pick("greedy"))), most);
        for name in ["random", "uc3m", "minimax:2", "alphabeta:3", "bianca:2"] {
            assert!(position.moves().contains(pick(name)), "{name}");
        }
        for name in ["god", "greedy:2", "bianca:0", ""] {
            let error = CatalogueError::Player(name.to_owned());
            assert_eq!(name.parse::<BuiltIn>(), Err(error));
        }
        let shortest: BuiltIn = "shortest".parse().unwrap();
        let unable = PlayerError::Unable("shortest does not play Othello".to_owned());
        assert_eq!(shortest.player(OTHELLO).err(), Some(unable));
    }

    #[test]
    fn a_seed_draws_the_same_and_another_something_else() {
        let drawn = |seed| choice("random", Limits::default(), seed).0;
        assert_eq!(drawn(7), drawn(7));
        assert!((0..50).any(|seed| drawn(seed) != drawn(7)));
    }

    #[test]
    fn the_strong_player_obeys_the_limit_and_says_what_it_thinks() {
        let limits = Limits::to_depth(3);
        let summary = choice("bianca", limits, 1).1;
        assert_eq!(summary.depth, Some(3));
        assert!(summary.score.is_some() && summary.nodes > Some(0));
        assert_eq!(choice("random", limits, 1).1, SearchSummary::default());
    }
}
