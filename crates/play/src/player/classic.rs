//! The players of the source texts: random, greedy, the Othello paper's, minimax, alpha-beta, and
//! the solver of puzzles, each for every game that suits it.

mod budget;
mod finding;
mod options;
mod style;
mod uc3m;

use std::marker::PhantomData;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;

pub use options::{UnknownStyle, style_and_depth};
pub use style::{Lookahead, Plays, Style, StyleInfo, default_style, styles};

use super::chance::seed_by_chance;
use super::{OptionError, OptionInfo, Player, PlayerError, SearchSummary};
use crate::game::{Game, state_of};
use crate::games::Playable;
use crate::games::moves::GameMove;
use bianca_search::request::{Report, Request, StopFlag};
use finding::Chooser;

/// A player of `G` that chooses by a [`Style`].
pub struct Classic<G> {
    style: Style,
    /// Plies that minimax and alpha-beta look ahead; 0 for as many as the budget allows.
    depth: u32,
    /// The seed that was given; 0 leaves it to chance.
    given: u64,
    /// The seed in use.
    seed: u64,
    random: StdRng,
    game: PhantomData<fn(&G)>,
}

impl<G: Playable> Classic<G> {
    /// A player of this style without a depth, its draws not foreseeable.
    pub fn new(style: Style) -> Classic<G> {
        let seed = seed_by_chance();
        Classic {
            style,
            depth: 0,
            given: 0,
            seed,
            random: StdRng::seed_from_u64(seed),
            game: PhantomData,
        }
    }

    /// How it chooses.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Makes the draws repeatable, unless `seed` is 0.
    pub fn set_seed(&mut self, seed: u64) {
        self.given = seed;
        self.seed = match seed {
            0 => seed_by_chance(),
            seed => seed,
        };
        self.random = StdRng::seed_from_u64(self.seed);
    }
}

impl<G: Playable> Player for Classic<G> {
    fn options(&self) -> Vec<OptionInfo> {
        self.all_options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.change_option(name, value)
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let state: G = state_of(game).ok_or_else(|| PlayerError::OtherGame {
            player: self.style.name().to_owned(),
            game: game.name(),
        })?;
        let chooser = Chooser {
            style: self.style,
            depth: self.depth,
            random: &mut self.random,
        };
        finding::find(&state, chooser, request, stop, report)
    }

    /// Only minimax and alpha-beta forecast a result in their scores.
    fn summary(&self, best: &Report<GameMove>, elapsed: Duration) -> SearchSummary {
        let forecasts = self.style.has_depth();
        SearchSummary {
            elapsed,
            score: forecasts.then_some(best.score),
            depth: forecasts.then_some(best.depth),
            nodes: forecasts.then_some(best.nodes),
        }
    }
}

#[cfg(test)]
mod tests;
