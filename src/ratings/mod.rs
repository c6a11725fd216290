//! How strong the players of some games are: what was judged, put together by player, and how it is
//! told to people, as [`text`] and as a [`page`].
//!
//! What a move tells is said in [`people`](crate::people). Invariant: the same games in the same
//! order give the same ratings. Where games come from it does not know.

pub mod page;
pub mod text;
mod words;

use std::collections::BTreeMap;

use crate::opening::Opening;
use crate::othello::Color;
use crate::people::judgement::{Judge, Judgement, Mean, OTHERS};
use crate::people::strength::{Strength, Trust};
use crate::player::strong::Skill;
use crate::record::annotated::AnnotatedGame;
use crate::search::{Settings, TableTooLarge};

/// What players are called of whom no name is known.
const NAMELESS: &str = "?";

/// The players of games, as far as they were judged.
pub struct Ratings {
    judge: Judge,
    /// Whose moves count, in small letters, and what they are called together; everybody's, if
    /// nothing is said.
    wanted: Option<(String, String)>,
    players: BTreeMap<String, Player>,
}

/// What was judged of a player.
#[derive(Default)]
struct Player {
    sides: [Judgement; 2],
    games: Vec<GameLoss>,
    openings: BTreeMap<&'static str, OpeningLoss>,
}

/// A player's game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLoss {
    /// When it was played, as its source says it.
    pub date: String,
    /// The year of that.
    pub year: Option<u32>,
    /// Discs lost a move.
    pub lost: Mean,
}

/// A player's games with an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningLoss {
    /// The last opening with a name that they went through.
    pub opening: Opening,
    /// How many there are.
    pub games: u32,
    /// Discs lost a move.
    pub lost: Mean,
    /// In percent a move.
    pub accuracy: Mean,
}

/// What is known of a player.
pub struct Rated {
    /// What the games call the player, or [`NAMELESS`].
    pub name: String,
    /// Moves with black and with white.
    pub sides: [Judgement; 2],
    /// Both together.
    pub whole: Judgement,
    /// How strong the player is.
    pub strength: Strength,
    /// Games, in the order in which they came.
    pub games: Vec<GameLoss>,
    /// Openings, the one with the most games first.
    pub openings: Vec<OpeningLoss>,
}

impl Ratings {
    /// Judges all players, or with `wanted` those whose name has this text in it, all together.
    ///
    /// # Errors
    /// If there is not enough memory for searches.
    pub fn new(wanted: Option<&str>) -> Result<Ratings, TableTooLarge> {
        Ok(Ratings {
            judge: Judge::new(&Settings::default())?,
            wanted: wanted.map(|name| (name.to_lowercase(), name.to_owned())),
            players: BTreeMap::new(),
        })
    }

    /// Judges a game.
    pub fn add(&mut self, game: &AnnotatedGame) {
        for (side, name) in [(Color::Black, &game.black), (Color::White, &game.white)] {
            let name = match &self.wanted {
                Some((wanted, _)) if !name.to_lowercase().contains(wanted) => continue,
                Some((_, together)) => together.clone(),
                None if name.is_empty() => NAMELESS.to_owned(),
                None => name.clone(),
            };
            let judgement = self.judge.judge(&game.game, side);
            if judgement.evidence.moves() > 0 {
                let player = self.players.entry(name).or_default();
                player.add(game, side, &judgement);
            }
        }
    }

    /// All players with so many games or more, the strongest first.
    pub fn players(self, least: u32) -> Vec<Rated> {
        let players = self.players.into_iter();
        let players = players.map(|(name, player)| Rated::new(name, player));
        let mut players: Vec<Rated> = players
            .filter(|player| player.whole.games >= least.max(1))
            .collect();
        players.sort_by(|a, b| b.strength.rating.total_cmp(&a.strength.rating));
        players
    }
}

impl Player {
    fn add(&mut self, game: &AnnotatedGame, side: Color, judgement: &Judgement) {
        self.sides[side as usize].join(judgement);
        let lost = judgement.whole().lost;
        self.games.push(GameLoss {
            date: game.date.clone(),
            year: game.year(),
            lost,
        });
        if let Some((opening, _)) = Opening::of_game(&game.game) {
            let known = self.openings.entry(opening.name()).or_insert(OpeningLoss {
                opening,
                games: 0,
                lost: Mean::default(),
                accuracy: Mean::default(),
            });
            known.games += 1;
            known.lost.join(&lost);
            known.accuracy.join(&judgement.accuracy);
        }
    }
}

impl Rated {
    fn new(name: String, player: Player) -> Rated {
        let mut whole = player.sides[0].clone();
        whole.join(&player.sides[1]);
        let mut openings: Vec<OpeningLoss> = player.openings.into_values().collect();
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
        Rated {
            name,
            strength: whole.evidence.strength(Trust::MEASURED),
            whole,
            sides: player.sides,
            games: player.games,
            openings,
        }
    }

    /// The skill of Bianca that is worth about as much.
    pub fn skill(&self) -> Skill {
        // Ratings are of four digits at most.
        Skill::nearest(self.strength.rating.max(0.0) as u16)
    }

    /// The rating of people to compare with: the player's own, as far as there are such people.
    pub fn peers(&self) -> f64 {
        let [first, .., last] = OTHERS.map(f64::from);
        self.strength.rating.clamp(first, last)
    }
}

/// Of what people of [`OTHERS`] would lose, what people of a rating between them would.
fn between(others: &[Mean; OTHERS.len()], rating: f64) -> Option<f64> {
    let after = OTHERS.partition_point(|&other| f64::from(other) < rating);
    let after = after.clamp(1, OTHERS.len() - 1);
    let [low, high] = [after - 1, after].map(|place| f64::from(OTHERS[place]));
    let share = ((rating - low) / (high - low)).clamp(0.0, 1.0);
    Some(others[after - 1].mean()? * (1.0 - share) + others[after].mean()? * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript::{parse_transcript, replay};

    /// A game of a few moves.
    pub(super) fn game(names: [&str; 2], date: &str, moves: &str) -> AnnotatedGame {
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
        let mut ratings = Ratings::new(None).unwrap();
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
        assert_eq!((first.opening.name(), first.games), ("Tiger", 2));
        assert_eq!(first.lost.count(), 6);
        assert_eq!(named(NAMELESS).whole.games, 1);
    }

    #[test]
    fn one_text_stands_for_all_names_that_have_it() {
        let mut ratings = Ratings::new(Some("AN")).unwrap();
        ratings.add(&game(["Ann", "Bob"], "", "f5d6"));
        ratings.add(&game(["Bob", "Jan"], "", "f5d6"));
        let players = ratings.players(1);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["AN"]);
        assert_eq!(players[0].whole.games, 2);
    }

    #[test]
    fn what_people_between_two_ratings_lose_lies_between() {
        let mut judgement = Ratings::new(None).unwrap();
        judgement.add(&game(["Ann", ""], "", "f5d6c3d3c4f4f6f3e6e7"));
        let whole = judgement.players(1)[0].whole.whole();
        let at = |rating| between(&whole.others, rating).unwrap();
        assert_eq!(at(1100.0), whole.others[0].mean().unwrap());
        assert_eq!(at(2100.0), whole.others[5].mean().unwrap());
        assert_eq!(at(300.0), at(1100.0));
        assert!(at(1500.0) > at(1600.0) && at(1600.0) > at(1700.0));
        assert_eq!(between(&[Mean::default(); OTHERS.len()], 1500.0), None);
    }
}
