//! How well choices are foretold, by the model and by plain searches.

use super::samples::Choice;
use bianca_play::people::choice::{ChoiceModel, shares};
use bianca_play::people::sight::DEPTHS;

/// The phases that are told apart: the disc that is put, from and to.
pub const PHASES: [(u32, u32); 6] = [(1, 6), (7, 12), (13, 24), (25, 36), (37, 48), (49, 60)];

/// How well some choices are foretold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Choices.
    pub choices: u32,
    /// How many of the chosen moves were thought the likeliest; of equally likely ones each counts
    /// its share.
    pub agreed: f64,
    /// Minus the logarithms of how likely the chosen moves were thought, in nats.
    pub surprise: f64,
}

impl Score {
    fn add(&mut self, appeals: &[f32], chosen: usize, temperature: f32) {
        let highest = appeals.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let best = appeals.iter().filter(|&&appeal| appeal >= highest).count();
        self.choices += 1;
        if appeals[chosen] >= highest {
            self.agreed += 1.0 / best as f64;
        }
        self.surprise -= f64::from(shares(appeals, temperature)[chosen].max(1e-9)).ln();
    }

    /// Percent of choices that were foretold.
    pub fn agreement(&self) -> f64 {
        100.0 * self.agreed / f64::from(self.choices.max(1))
    }

    /// Cross-entropy in nats a choice.
    pub fn entropy(&self) -> f64 {
        self.surprise / f64::from(self.choices.max(1))
    }
}

/// Which phase a choice belongs to.
pub fn phase_of(choice: &Choice) -> usize {
    let number = 61 - choice.position.empties();
    PHASES
        .iter()
        .position(|&(_, last)| number <= last)
        .unwrap_or(PHASES.len() - 1)
}

/// Scores of the model by phase.
pub fn by_model(model: &ChoiceModel, choices: &[&Choice]) -> [Score; PHASES.len()] {
    let mut scores = [Score::default(); PHASES.len()];
    for choice in choices {
        let appeals = model.appeals(&choice.moment());
        scores[phase_of(choice)].add(&appeals, choice.chosen, 1.0);
    }
    scores
}

/// Scores of a search of so many plies, blurred in each phase as suits the choices best: a move is
/// as likely as the exponential of what it loses, divided by a number of discs. Of many such
/// numbers that one is taken for which the choices are the likeliest, so that no blur is better.
pub fn by_search(depth: usize, choices: &[&Choice]) -> [Score; PHASES.len()] {
    let mut best = [Score::default(); PHASES.len()];
    for step in 0..24 {
        let discs = 0.3 * 1.2f32.powi(step);
        let mut scores = [Score::default(); PHASES.len()];
        for choice in choices {
            let losses = choice.seen.moves.iter();
            let appeals: Vec<f32> = losses.map(|seen| -seen.losses[depth].min(24.0)).collect();
            scores[phase_of(choice)].add(&appeals, choice.chosen, discs);
        }
        for (best, score) in best.iter_mut().zip(scores) {
            if best.choices == 0 || score.surprise < best.surprise {
                *best = score;
            }
        }
    }
    best
}

/// What choices lose on average in each phase by the deepest search, in discs, and what the model
/// expects them to.
pub fn losses(model: &ChoiceModel, choices: &[&Choice]) -> [(f64, f64); PHASES.len()] {
    let mut sums = [(0.0, 0.0, 0u32); PHASES.len()];
    for choice in choices {
        let sum = &mut sums[phase_of(choice)];
        let loss = |place: usize| f64::from(choice.seen.moves[place].losses[DEPTHS - 1]);
        let shares = shares(&model.appeals(&choice.moment()), 1.0);
        sum.0 += loss(choice.chosen);
        sum.1 += shares
            .iter()
            .enumerate()
            .map(|(place, &share)| f64::from(share) * loss(place))
            .sum::<f64>();
        sum.2 += 1;
    }
    sums.map(|(played, expected, count)| {
        let count = f64::from(count.max(1));
        (played / count, expected / count)
    })
}

/// All phases together.
pub fn total(scores: &[Score]) -> Score {
    let mut total = Score::default();
    for score in scores {
        total.choices += score.choices;
        total.agreed += score.agreed;
        total.surprise += score.surprise;
    }
    total
}
