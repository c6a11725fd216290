//! The players of some games by their names.
//!
//! Invariant: players without a name are one, and so are names that differ in capitals and blanks
//! alone. Of a name that was asked for no other one counts.

use std::collections::BTreeMap;

use super::identity::plain;
use super::{Fate, LeftOut, NAMELESS, Player, Rated};
use crate::people::judgement::Judge;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;
use bianca_search::search::{Settings, TableTooLarge};

/// The players of games, as far as they were judged.
pub struct Ratings {
    judge: Judge,
    /// Whose moves count, as names are compared; everybody's, if nothing is said.
    wanted: Option<String>,
    /// Each as the first game has the name.
    players: BTreeMap<String, (String, Player)>,
    /// Whose names have what was asked for as a part of them, and how many games each has.
    similar: BTreeMap<String, (String, u32)>,
    left_out: LeftOut,
}

impl Ratings {
    /// Judges all players, or the one who is called `wanted`, by these settings' evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for searches.
    pub fn new(wanted: Option<&str>, settings: &Settings) -> Result<Ratings, TableTooLarge> {
        Ok(Ratings {
            judge: Judge::new(settings)?,
            wanted: wanted.map(plain),
            players: BTreeMap::new(),
            similar: BTreeMap::new(),
            left_out: LeftOut::default(),
        })
    }

    /// Judges a game.
    pub fn add(&mut self, game: &AnnotatedGame) {
        let mut players: BTreeMap<String, (&str, Vec<Color>)> = BTreeMap::new();
        for (color, name) in [(Color::Black, &game.black), (Color::White, &game.white)] {
            let name = if plain(name).is_empty() {
                NAMELESS
            } else {
                name.trim()
            };
            let (_, colors) = players.entry(plain(name)).or_insert((name, Vec::new()));
            colors.push(color);
        }
        let stop = StopFlag::new();
        let given = game.given_turns();
        let mut fates = Vec::new();
        for (key, (name, colors)) in players {
            if let Some(wanted) = self.wanted.as_ref().filter(|wanted| **wanted != key) {
                if key.contains(wanted) {
                    let similar = self.similar.entry(key);
                    similar.or_insert((name.to_owned(), 0)).1 += 1;
                }
                continue;
            }
            let (_, player) = self
                .players
                .entry(key)
                .or_insert((name.to_owned(), Player::default()));
            // Nobody stops it.
            fates.extend(player.judge(&mut self.judge, game, &colors, given, &stop));
        }
        // It is the same for both players, but for who had no choice.
        let fate = fates.into_iter().find(|fate| *fate != Fate::NoChoice);
        fate.into_iter().for_each(|fate| self.left_out.note(fate));
    }

    /// Games that were left out so far.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Other players whose names have the one that was asked for as a part, with their games.
    pub fn similar(&self) -> impl Iterator<Item = (&str, u32)> {
        self.similar
            .values()
            .map(|(name, games)| (name.as_str(), *games))
    }

    /// All players with so many games or more, the strongest first.
    pub fn players(self, least: u32) -> Vec<Rated> {
        let players = self.players.into_iter();
        let players = players.map(|(_, (name, player))| player.rated(name));
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
    use bianca_rules::othello::{Bitboard, OthelloGame, Position};

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
            (["Ann", "ANN"], Some("ann")),
        ] {
            let both = once(names, wanted);
            let games = [&both.sides[0], &both.sides[1], &both.whole].map(|side| side.games);
            assert_eq!((games, both.games.len()), ([1, 1, 1], 1), "{names:?}");
            assert_eq!(both.openings[0].games, 1);
            assert_eq!(both.games[0].lost.count(), 6);
            // One game is all that is known of its opening.
            let (whole, opening) = (&both.whole, &both.openings[0]);
            assert_eq!(opening.lost.count(), 6);
            assert_eq!(opening.lost, whole.whole().lost);
            assert_eq!(opening.accuracy, whole.accuracy);
        }
    }

    #[test]
    fn one_name_is_one_player_and_no_other_counts_for_it() {
        let rated = |wanted| {
            let mut ratings = Ratings::new(wanted, &Settings::default()).unwrap();
            ratings.add(&game(["Ann", "Bob"], "", "f5d6"));
            ratings.add(&game(["Bob", "ann"], "", "f5d6"));
            ratings.add(&game(["Ann  B", "Joann"], "", "f5d6"));
            ratings.add(&game(["Joann", "Bob"], "", "f5d6"));
            let similar: Vec<(String, u32)> = ratings
                .similar()
                .map(|(name, games)| (name.to_owned(), games))
                .collect();
            let players = ratings.players(1).into_iter();
            let players = players.map(|player| (player.name, player.whole.games));
            let mut players: Vec<(String, u32)> = players.collect();
            players.sort();
            (players, similar)
        };
        let named = |names: &[(&str, u32)]| -> Vec<(String, u32)> {
            let names = names.iter();
            names
                .map(|(name, games)| ((*name).to_owned(), *games))
                .collect()
        };
        let all = named(&[("Ann", 2), ("Ann  B", 1), ("Bob", 3), ("Joann", 2)]);
        assert_eq!(rated(None), (all, Vec::new()));
        let similar = named(&[("Ann  B", 1), ("Joann", 2)]);
        assert_eq!(rated(Some(" ANN")), (named(&[("Ann", 2)]), similar.clone()));
        assert_eq!(rated(Some("ann b")).0, named(&[("Ann  B", 1)]));
        let (nobody, found) = rated(Some("an"));
        assert!(nobody.is_empty());
        assert_eq!(found, [named(&[("Ann", 2)]), similar].concat());
    }

    #[test]
    fn what_is_there_again_or_has_a_handicap_is_left_out_and_counted() {
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        let tiger = "f5d6c3d3c4f4";
        for _ in 0..4 {
            ratings.add(&game(["Ann", "Bob"], "", tiger));
        }
        ratings.add(&game(["Bob", "Ann"], "", tiger));
        ratings.add(&game(["", ""], "", tiger));
        ratings.add(&game(["", ""], "", tiger));
        let mut handicap = game(["Ann", "Cy"], "", "");
        let corner = Position::new(Position::START.own, Position::START.opp | Bitboard(1));
        handicap.game = OthelloGame::from_position(corner.unwrap(), Color::White);
        replay(&mut handicap.game, &parse_transcript("f5d6").unwrap()).unwrap();
        ratings.add(&handicap);
        let left_out = |doubles, handicaps| LeftOut { doubles, handicaps };
        assert_eq!(ratings.left_out(), left_out(4, 1));
        let players = ratings.players(1);
        let named = |name| players.iter().find(|player| player.name == name);
        let ann = named("Ann").unwrap();
        assert_eq!((ann.whole.games, ann.left_out), (2, left_out(3, 1)));
        assert_eq!(ann.whole.evidence.moves(), 6);
        let nameless = named(NAMELESS).unwrap();
        assert_eq!(
            (nameless.whole.games, nameless.left_out),
            (1, left_out(1, 0))
        );
        assert!(named("Cy").is_none());
    }

    #[test]
    fn a_game_in_which_one_of_both_had_no_choice_is_left_out_as_any_other() {
        // Whichever name comes first.
        for names in [["Ann", "Bob"], ["Bob", "Ann"]] {
            let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
            for doubles in 0..3 {
                ratings.add(&game(names, "", "f5"));
                assert_eq!(ratings.left_out().doubles, doubles, "{names:?}");
                // Nobody had a choice.
                ratings.add(&game(names, "", ""));
            }
            let players = ratings.players(1);
            assert_eq!(players.len(), 1);
            assert_eq!(players[0].name, names[0]);
            assert_eq!(players[0].left_out.doubles, 2);
        }
    }
}
