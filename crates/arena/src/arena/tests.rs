//! What a match says of its results, compared with plain second accounts of them.

mod asked;
#[cfg(unix)]
mod clients;
mod comparing;
mod counts;
mod endings;
#[cfg(unix)]
mod farewells;
mod told;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::journal::{FinishedGame, ForfeitEntry};

/// A game with this result for black, of which nothing else is known.
pub(super) fn finished(game: usize, [black, white]: [usize; 2], discs: i32) -> FinishedGame {
    FinishedGame {
        game,
        black,
        white,
        opening: 0,
        discs: Some(discs),
        adjudged: None,
        forfeit: None,
        overshoot_ms: 0.0,
        moves: Vec::new(),
    }
}

/// The same game lost by a fault of one side.
fn forfeited(game: FinishedGame, by_black: bool) -> FinishedGame {
    FinishedGame {
        discs: None,
        forfeit: Some(ForfeitEntry {
            by_black,
            on_time: false,
            reason: "crashed".to_owned(),
        }),
        ..game
    }
}

/// A random result: mostly discs, sometimes a draw, sometimes a fault of one of them.
fn random_result(random: &mut StdRng, game: usize, engines: [usize; 2]) -> FinishedGame {
    let overshoot_ms = f64::from(random.random_range(0..90));
    let discs = match random.random_range(0..10) {
        0 | 1 => 0,
        _ => random.random_range(-32..=32) * 2,
    };
    let played = FinishedGame {
        overshoot_ms,
        ..finished(game, engines, discs)
    };
    match random.random_range(0..8) {
        0 => forfeited(played, true),
        1 => forfeited(played, false),
        _ => played,
    }
}
