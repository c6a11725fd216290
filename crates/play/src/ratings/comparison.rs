//! Whom a player is compared with: people of the same rating, and the skill of Bianca that is worth
//! about as much.
//!
//! Invariant: what people would lose lies between what the measured ratings of [`OTHERS`] would.

use super::Rated;
use crate::people::judgement::{Mean, OTHERS, PHASES, PhaseLoss};

/// What skills lose by the part of the game, in discs a move: a hundred games or more of each
/// against itself, as docs/skill.md has it.
pub const SKILLS: [(&str, [f64; PHASES.len()]); 9] = [
    ("first-game", [5.85, 9.50, 9.67, 10.70, 7.25]),
    ("beginner", [4.54, 7.82, 9.05, 8.43, 5.49]),
    ("learner", [3.74, 6.89, 7.39, 7.17, 3.43]),
    ("casual", [2.62, 4.17, 4.66, 4.90, 2.60]),
    ("club", [0.97, 2.37, 2.83, 2.83, 1.62]),
    ("strong", [0.61, 1.54, 1.83, 2.04, 1.11]),
    ("expert", [0.34, 0.61, 0.80, 0.79, 0.29]),
    ("master", [0.23, 0.26, 0.32, 0.28, 0.11]),
    ("champion", [0.21, 0.26, 0.32, 0.53, 0.16]),
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
