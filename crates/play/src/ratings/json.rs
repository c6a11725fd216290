//! A player as a JSON object on one line: `bianca rate --json`, and the session's `rate`.
//!
//! docs/rate.md says what the names mean. Invariant: a line follows from the player alone.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Rated;
use crate::people::judgement::{Mean, OTHERS, PHASES};

/// A player as a line of JSON has it.
#[derive(Serialize)]
pub struct PlayerRow<'a> {
    player: &'a str,
    games: u32,
    moves: u32,
    rating: i64,
    low: i64,
    high: i64,
    skill: &'static str,
    /// The rating of the people that the phases have under this name.
    peers: i64,
    accuracy: Option<f64>,
    loss: LossRow,
    black: LossRow,
    white: LossRow,
    phases: Vec<PhaseRow>,
}

/// Discs lost a move.
#[derive(Serialize)]
struct LossRow {
    moves: u32,
    mean: Option<f64>,
    error: Option<f64>,
}

/// What is lost from one disc to another.
#[derive(Serialize)]
struct PhaseRow {
    from: u32,
    to: u32,
    #[serde(flatten)]
    loss: LossRow,
    others: BTreeMap<u16, Option<f64>>,
    /// What people of the same rating would lose in the same positions.
    peers: Option<f64>,
    /// What the skill loses in games of its own.
    skill: Option<f64>,
}

impl PlayerRow<'_> {
    /// What is said of a player.
    pub fn of(player: &Rated) -> PlayerRow<'_> {
        let Rated {
            whole, strength, ..
        } = player;
        let phases = PHASES.iter().zip(&whole.phases).enumerate();
        let of_skill = player.loss_of_skill();
        let [black, white] = [0, 1].map(|side| loss_row(&player.sides[side].whole().lost));
        PlayerRow {
            player: &player.name,
            games: whole.games,
            moves: whole.evidence.moves(),
            rating: strength.rating.round() as i64,
            low: strength.low.round() as i64,
            high: strength.high.round() as i64,
            skill: player.skill().name(),
            peers: player.peers().round() as i64,
            accuracy: whole.accuracy.mean().map(rounded),
            loss: loss_row(&whole.whole().lost),
            black,
            white,
            phases: phases
                .map(|(place, (&(from, to), phase))| PhaseRow {
                    from,
                    to,
                    loss: loss_row(&phase.lost),
                    others: OTHERS
                        .into_iter()
                        .zip(&phase.others)
                        .map(|(rating, mean)| (rating, mean.mean().map(rounded)))
                        .collect(),
                    peers: player.loss_of_peers(phase).map(rounded),
                    skill: of_skill.map(|losses| losses[place]),
                })
                .collect(),
        }
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        let Ok(line) = serde_json::to_string(self) else {
            unreachable!("keys are texts or numbers");
        };
        line
    }
}

fn loss_row(mean: &Mean) -> LossRow {
    LossRow {
        moves: mean.count(),
        mean: mean.mean().map(rounded),
        error: mean.side().map(rounded),
    }
}

/// To two decimals.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
