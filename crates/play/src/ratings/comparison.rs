//! Whom a player is compared with: people of the same rating, and the skill of Bianca that is worth
//! about as much.
//!
//! Invariant: what people would lose lies between what the measured ratings of [`OTHERS`] would.

use super::Rated;
use crate::people::judgement::{Mean, OTHERS, PHASES, PhaseLoss};

/// What skills lose by the part of the game, in discs a move: two hundred games of each
/// against itself, as docs/skill.md has it.
pub const SKILLS: [(&str, [f64; PHASES.len()]); 9] = [
    ("first-game", [5.56, 10.03, 11.26, 10.96, 8.20]),
    ("beginner", [4.35, 7.59, 9.27, 8.45, 5.41]),
    ("learner", [3.74, 6.89, 7.43, 7.20, 3.33]),
    ("casual", [2.49, 4.27, 4.55, 4.94, 2.53]),
    ("club", [0.89, 2.44, 2.86, 2.94, 1.45]),
    ("strong", [0.58, 1.52, 1.92, 2.14, 0.93]),
    ("expert", [0.34, 0.61, 0.81, 0.86, 0.27]),
    ("master", [0.23, 0.26, 0.33, 0.38, 0.09]),
    ("champion", [0.21, 0.25, 0.37, 0.61, 0.13]),
];

impl Rated {
    /// The rating of people to compare with: the player's own, as far as there are such people.
    pub fn peers(&self) -> f64 {
        let [first, .., last] = OTHERS.map(f64::from);
        self.strength.rating.clamp(first, last)
    }

    /// What people of [that rating](Rated::peers) would lose in the positions of a phase, in discs
    /// a move; `None` without a move.
    pub fn loss_of_peers(&self, phase: &PhaseLoss) -> Option<f64> {
        between(&phase.others, self.peers())
    }

    /// What the [nearest skill](Rated::skill) loses in each phase of games of its own, in discs a
    /// move; `None` of the full one, which was not measured.
    pub fn loss_of_skill(&self) -> Option<[f64; PHASES.len()]> {
        let nearest = self.skill().name();
        let skill = SKILLS.iter().find(|(name, _)| *name == nearest);
        skill.map(|(_, losses)| *losses)
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
    use super::super::players::Ratings;
    use super::super::players::tests::game;
    use super::*;
    use bianca_search::search::Settings;

    #[test]
    fn what_people_between_two_ratings_lose_lies_between() {
        let mut judgement = Ratings::new(None, &Settings::default()).unwrap();
        judgement.add(&game(["Ann", ""], "", "f5d6c3d3c4f4f6f3e6e7"));
        let whole = judgement.players(1)[0].whole.whole();
        let at = |rating| between(&whole.others, rating).unwrap();
        assert_eq!(at(1100.0), whole.others[0].mean().unwrap());
        assert_eq!(at(2100.0), whole.others[5].mean().unwrap());
        assert_eq!(at(300.0), at(1100.0));
        assert!(at(1500.0) > at(1600.0) && at(1600.0) > at(1700.0));
        assert_eq!(between(&[Mean::default(); OTHERS.len()], 1500.0), None);
    }

    #[test]
    fn whoever_is_compared_with_is_about_as_strong() {
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        ratings.add(&game(["Ann", ""], "", "f5d6c3d3c4f4f6f3e6e7"));
        let mut player = ratings.players(1).remove(0);
        for (rating, peers, skill) in [
            (300.0, 1100.0, Some("first-game")),
            (1560.0, 1560.0, Some("club")),
            (2700.0, 2100.0, Some("champion")),
            (2800.0, 2100.0, None),
        ] {
            player.strength.rating = rating;
            assert_eq!(player.peers(), peers);
            let losses =
                skill.map(|skill| SKILLS.iter().find(|(name, _)| *name == skill).unwrap().1);
            assert_eq!(player.loss_of_skill(), losses, "{rating}");
        }
        let unplayed = PhaseLoss::default();
        assert_eq!(player.loss_of_peers(&unplayed), None);
        assert!(player.loss_of_peers(&player.whole.whole()).is_some());
    }

    #[test]
    fn the_losses_of_skills_are_those_of_the_documents() {
        let text = include_str!("../../../../docs/skill.md");
        for (name, losses) in SKILLS {
            let begin = format!("| `{name}` |");
            let mut rows = text.lines().filter(|line| line.starts_with(&begin));
            let row = rows.next_back().unwrap();
            let cells = row.split('|').skip(2).take(PHASES.len());
            let told: Vec<f64> = cells
                .map(|cell| cell.split('±').next().unwrap().trim().parse().unwrap())
                .collect();
            assert_eq!(told, losses, "{name}");
        }
    }
}
