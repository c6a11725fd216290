//! A player as a JSON object on one line: `bianca rate --json`, and the session's `rate`.
//!
//! docs/rate.md says what the names mean. Invariant: a line follows from the player alone, and of a
//! player of whom nothing may be said yet it says how much is missing, and nothing else.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Rated, Verdict};
use crate::people::judgement::{LAPSES, Mean, OTHERS, PHASES};

/// A player as a line of JSON has it.
#[derive(Serialize)]
pub struct PlayerRow<'a> {
    player: &'a str,
    games: u32,
    moves: u32,
    /// Games that are not among these.
    doubles: u32,
    handicaps: u32,
    /// What may be said.
    told: &'static str,
    /// Moves with a choice before anything may be said.
    missing: u32,
    rating: Option<i64>,
    low: Option<i64>,
    high: Option<i64>,
    /// The nearest skill of who has a rank.
    skill: Option<&'static str>,
    /// The rating of the people that the phases have under this name.
    peers: Option<i64>,
    accuracy: Option<f64>,
    /// Moves a game that lose so many discs or more.
    lapses: BTreeMap<u32, Option<f64>>,
    loss: LossRow,
    black: LossRow,
    white: LossRow,
    after_opening: LossRow,
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
            whole,
            strength,
            left_out,
            ..
        } = player;
        let verdict = player.verdict();
        // Of what is known, what may be said.
        let is_said = !matches!(verdict, Verdict::Nothing(_));
        let said = |number: Option<f64>| number.filter(|_| is_said).map(rounded);
        let whole_number = |number: f64| is_said.then(|| number.round() as i64);
        let loss_row = |mean: &Mean| LossRow {
            moves: mean.count(),
            mean: said(mean.mean()),
            error: said(mean.side()),
        };
        let has_rank = verdict == Verdict::Rank;
        let of_skill = player.loss_of_skill().filter(|_| has_rank);
        let phases = PHASES.iter().zip(&whole.phases).enumerate();
        let phases = phases.map(|(place, (&(from, to), phase))| {
            let others = OTHERS.into_iter().zip(&phase.others);
            PhaseRow {
                from,
                to,
                loss: loss_row(&phase.lost),
                others: others
                    .map(|(rating, mean)| (rating, said(mean.mean())))
                    .collect(),
                peers: said(player.loss_of_peers(phase)),
                skill: of_skill.map(|losses| losses[place]),
            }
        });
        let lapses = whole.lapses_a_game();
        let lapses = LAPSES.into_iter().enumerate().map(|(place, least)| {
            let moves = lapses.map(|lapses| lapses[place]);
            (least as u32, said(moves))
        });
        let [black, white] = [0, 1].map(|side| loss_row(&player.sides[side].whole().lost));
        PlayerRow {
            player: &player.name,
            games: whole.games,
            moves: whole.evidence.moves(),
            doubles: left_out.doubles,
            handicaps: left_out.handicaps,
            told: verdict.name(),
            missing: whole.missing(),
            rating: whole_number(strength.rating),
            low: whole_number(strength.low),
            high: whole_number(strength.high),
            skill: has_rank.then(|| player.skill().name()),
            peers: whole_number(player.peers()),
            accuracy: said(whole.accuracy.mean()),
            lapses: lapses.collect(),
            loss: loss_row(&whole.whole().lost),
            black,
            white,
            after_opening: loss_row(&whole.after_opening),
            phases: phases.collect(),
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

/// To two decimals.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
