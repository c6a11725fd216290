//! How strong the players of some games are: what was judged, put together by player, and how it is
//! told, as [`json`] to programs and to people as text and as a page.
//!
//! What a move tells is said in [`people`](crate::people). Invariant: the same games in the same
//! order give the same ratings, and a game counts once for a player, also for one who played both
//! sides, and however often it is there (`identity`). A game that began with discs in corners
//! does not count: there they are worth something else. Where games come from it does not know.

pub mod comparison;
mod identity;
pub mod json;
pub mod page;
pub mod players;
pub mod text;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use identity::Identity;
pub use identity::has_handicap;

use crate::people::judgement::{Judge, Judgement, Mean};
use crate::people::strength::{Strength, Trust};
use crate::player::strong::Skill;
use bianca_records::opening::Named;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;

/// What players are called of whom no name is known.
pub const NAMELESS: &str = "?";

/// An interval of more points is told as it is, and nobody is given a rank. Where the scale ends it
/// counts as if it went on.
pub const WIDEST: f64 = 500.0;

/// What may be said of how strong somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing: so many moves with a choice are missing, or a game played to its end.
    Nothing(u32),
    /// Between whom and whom.
    Range,
    /// As strong as who.
    Rank,
}

impl Verdict {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Nothing(_) => "nothing",
            Verdict::Range => "range",
            Verdict::Rank => "rank",
        }
    }
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was judged.
    Judged,
    /// The player had no choice in it.
    NoChoice,
    /// It was judged before.
    Double,
    /// It began with discs in corners.
    Handicap,
}

/// How many games were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// That were judged before.
    pub doubles: u32,
    /// That began with discs in corners.
    pub handicaps: u32,
}

impl LeftOut {
    fn note(&mut self, fate: Fate) {
        match fate {
            Fate::Double => self.doubles += 1,
            Fate::Handicap => self.handicaps += 1,
            Fate::Judged | Fate::NoChoice => {}
        }
    }
}

/// What was judged of a player.
#[derive(Clone, Default)]
pub struct Player {
    sides: [Judgement; 2],
    judged: BTreeSet<Identity>,
    left_out: LeftOut,
    games: Vec<GameLoss>,
    openings: BTreeMap<Named, OpeningLoss>,
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
    /// What they are called.
    pub named: Named,
    /// How many there are.
    pub games: u32,
    /// Discs lost a move.
    pub lost: Mean,
    /// In percent a move.
    pub accuracy: Mean,
}

impl OpeningLoss {
    /// Adds the games of another, which the reader calls the same.
    fn join(&mut self, other: &OpeningLoss) {
        self.games += other.games;
        self.lost.join(&other.lost);
        self.accuracy.join(&other.accuracy);
    }
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
    /// Games that are not among these.
    pub left_out: LeftOut,
}

impl Player {
    /// Judges the moves that the player made with these colours in a game, but for its first
    /// `given` turns, which nobody chose. A game without a choice for them does not count, nor does
    /// one that was judged before or has a handicap. `None` if it is stopped before it is done;
    /// then nothing is added.
    pub fn judge(
        &mut self,
        judge: &mut Judge,
        game: &AnnotatedGame,
        colors: &[Color],
        given: usize,
        stop: &StopFlag,
    ) -> Option<Fate> {
        let identity = Identity::of(game, colors);
        let fate = if has_handicap(&game.game) {
            Fate::Handicap
        } else if self.judged.contains(&identity) {
            Fate::Double
        } else {
            let judged = colors.iter().map(|&color| {
                let judged = judge.judge_after(given, &game.game, color, stop)?;
                Some((color, judged))
            });
            let judged: Vec<(Color, Judgement)> = judged.collect::<Option<_>>()?;
            if self.add(game, &judged) {
                self.judged.insert(identity);
                Fate::Judged
            } else {
                Fate::NoChoice
            }
        };
        self.left_out.note(fate);
        Some(fate)
    }

    /// Adds what was judged of a game; `false` if there was no choice in it.
    fn add(&mut self, game: &AnnotatedGame, judged: &[(Color, Judgement)]) -> bool {
        let mut whole = Judgement::default();
        for (color, judgement) in judged {
            if judgement.evidence.moves() > 0 {
                self.sides[*color as usize].join(judgement);
                whole.join(judgement);
            }
        }
        if whole.games == 0 {
            return false;
        }
        let lost = whole.whole().lost;
        self.games.push(GameLoss {
            date: game.date.clone(),
            year: game.year(),
            lost,
        });
        if let Some(named) = Named::of_game(&game.game) {
            let known = self.openings.entry(named).or_insert(OpeningLoss {
                named,
                games: 0,
                lost: Mean::default(),
                accuracy: Mean::default(),
            });
            known.games += 1;
            known.lost.join(&lost);
            known.accuracy.join(&whole.accuracy);
        }
        true
    }

    /// What is known of the player after all games.
    pub fn rated(self, name: String) -> Rated {
        let mut whole = self.sides[0].clone();
        whole.join(&self.sides[1]);
        // Who played both sides played one game.
        whole.games = self.games.len() as u32;
        let mut openings: Vec<OpeningLoss> = self.openings.into_values().collect();
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
        Rated {
            name,
            strength: whole.evidence.strength(Trust::MEASURED),
            whole,
            sides: self.sides,
            games: self.games,
            openings,
            left_out: self.left_out,
        }
    }
}

impl Rated {
    /// What may be said of the strength.
    pub fn verdict(&self) -> Verdict {
        let Strength { rating, low, high } = self.strength;
        let side = (rating - low).max(high - rating);
        match self.whole.missing() {
            0 if 2.0 * side > WIDEST => Verdict::Range,
            0 => Verdict::Rank,
            missing => Verdict::Nothing(missing),
        }
    }

    /// The skill of Bianca that is worth about as much.
    pub fn skill(&self) -> Skill {
        // Ratings are of four digits at most.
        Skill::nearest(self.strength.rating.max(0.0) as u16)
    }
}

#[cfg(test)]
mod tests;
