//! The players of some games by their names.
//!
//! Invariant: players without a name are one, and so are all whose name has the text that was asked
//! for.

use std::collections::BTreeMap;

use super::{NAMELESS, Player, Rated};
use crate::people::judgement::Judge;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;
use bianca_search::search::{Settings, TableTooLarge};

/// The players of games, as far as they were judged.
pub struct Ratings {
    judge: Judge,
    /// Whose moves count, in small letters, and what they are called together; everybody's, if
    /// nothing is said.
    wanted: Option<(String, String)>,
    players: BTreeMap<String, Player>,
}

impl Ratings {
    /// Judges all players, or with `wanted` those whose name has this text in it, all together, by
    /// these settings' evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for searches.
    pub fn new(wanted: Option<&str>, settings: &Settings) -> Result<Ratings, TableTooLarge> {
        Ok(Ratings {
            judge: Judge::new(settings)?,
            wanted: wanted.map(|name| (name.to_lowercase(), name.to_owned())),
            players: BTreeMap::new(),
        })
    }

    /// Judges a game.
    pub fn add(&mut self, game: &AnnotatedGame) {
        let mut colors: BTreeMap<String, Vec<Color>> = BTreeMap::new();
        for (color, name) in [(Color::Black, &game.black), (Color::White, &game.white)] {
            if let Some(name) = self.called(name) {
                colors.entry(name).or_default().push(color);
            }
        }
        let stop = StopFlag::new();
        for (name, colors) in colors {
            let player = self.players.entry(name).or_default();
            // Nobody stops it.
            let _ = player.judge(&mut self.judge, game, &colors, &stop);
        }
    }

    /// What somebody of this name is called here; `None` if the moves do not count.
    fn called(&self, name: &str) -> Option<String> {
        Some(match &self.wanted {
            Some((wanted, _)) if !name.to_lowercase().contains(wanted) => return None,
            Some((_, together)) => together.clone(),
            None if name.is_empty() => NAMELESS.to_owned(),
            None => name.to_owned(),
        })
    }

    /// All players with so many games or more, the strongest first.
    pub fn players(self, least: u32) -> Vec<Rated> {
        let players = self.players.into_iter();
        let players = players.map(|(name, player)| player.rated(name));
        let mut players: Vec<Rated> = players
            .filter(|player| player.whole.games >= least.max(1))
            .collect();
        players.sort_by(|a, b| b.strength.rating.total_cmp(&a.strength.rating));
        players
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bianca_records::record::transcript::{parse_transcript, replay};

    /// A game of a few moves.
    pub(in crate::ratings) fn game(names: [&str; 2], date: &str, moves: &str) -> AnnotatedGame {
        let mut game = AnnotatedGame {
            black: names[0].to_owned(),
            white: names[1].to_owned(),
            date: date.to_owned(),
            ..AnnotatedGame::default()
        };
        replay(&mut game.game, &parse_transcript(moves).unwrap()).unwrap();
        game
    }

    #[test]
    fn games_and_openings_are_kept_by_player() {
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        let tiger = "f5d6c3d3c4f4";
        ratings.add(&game(["Ann", "Bob"], "2001-05-03", tiger));
        ratings.add(&game(["Bob", "Ann"], "", tiger));
        ratings.add(&game(["Ann", ""], "1999", "f5f6"));
        ratings.add(&game(["Cy", "Ann"], "", ""));
        let players = ratings.players(1);
        assert_eq!(players.len(), 3, "who did not move is not there");
        let named = |name| players.iter().find(|player| player.name == name).unwrap();
        let ann = named("Ann");
        assert_eq!((ann.whole.games, ann.games.len()), (3, 3));
        let years: Vec<_> = ann.games.iter().map(|game| game.year).collect();
        assert_eq!(years, [Some(2001), None, Some(1999)]);
        let first = &ann.openings[0];
        assert_eq!(
            (first.named.to_string(), first.games),
            ("Tiger (虎定石, Tigre)".into(), 2)
        );
        assert_eq!(first.lost.count(), 6);
        assert_eq!(named(NAMELESS).whole.games, 1);
    }

    #[test]
    fn a_game_counts_once_for_who_played_both_sides() {
        let once = |names, wanted| {
            let mut ratings = Ratings::new(wanted, &Settings::default()).unwrap();
            ratings.add(&game(names, "1999", "f5d6c3d3c4f4"));
            let mut players = ratings.players(1);
            assert_eq!(players.len(), 1);
            players.remove(0)
        };
        for (names, wanted) in [
            (["", ""], None),
            (["Ann", "Ann"], None),
            (["Ann", "Jan"], Some("an")),
        ] {
            let both = once(names, wanted);
            let games = [&both.sides[0], &both.sides[1], &both.whole].map(|side| side.games);
            assert_eq!((games, both.games.len()), ([1, 1, 1], 1), "{names:?}");
            assert_eq!(both.openings[0].games, 1);
            assert_eq!(both.games[0].lost.count(), 6);
            assert_eq!(both.openings[0].lost.count(), 6);
        }
    }

    #[test]
    fn one_text_stands_for_all_names_that_have_it() {
        let mut ratings = Ratings::new(Some("AN"), &Settings::default()).unwrap();
        ratings.add(&game(["Ann", "Bob"], "", "f5d6"));
        ratings.add(&game(["Bob", "Jan"], "", "f5d6"));
        let players = ratings.players(1);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["AN"]);
        assert_eq!(players[0].whole.games, 2);
    }
}
