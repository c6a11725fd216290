//! The bias of parity: by how much searches find positions with an odd number of empty squares
//! worse for the side to move than those with an even number, and how to take it out.
//!
//! What the games of self-play led to has it. From an odd number of empty squares down to an even
//! one, from which games are solved, the side to move makes one move more than the other side, and
//! moves of shallow searches lose something. No search of the midgame sees it, because all of its
//! leaves have the same parity, or their scores change sign on the way up; what meets it is a
//! search to the end that compares it with results. So it is measured on exact labels. Only the
//! constants of the output layers are changed, all of one parity alike, so a search that does not
//! reach the end chooses as before, but where a side passes, and its score moves by that constant.

use bianca_search::eval::network::Network;
use bianca_search::search::Searcher;

use super::accuracy::LabelErrors;
use super::iterations::IterationErrors;
use super::samples::Sample;

/// What was measured of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParityBias {
    /// Half of what searches say more of even numbers of empty squares than of odd ones, in discs.
    pub discs: f64,
    /// Positions that were searched.
    pub positions: u64,
}

/// The bias of searches of `depth` plies and of one ply less on `samples`. `None` if none are left
/// of one parity: positions with no more than `depth` empty squares, or so few that a search solves
/// them at once, do not count.
pub fn measured(searcher: &mut Searcher, samples: &[Sample], depth: u32) -> Option<ParityBias> {
    let errors = IterationErrors::of(searcher, samples, depth);
    let last = [depth, depth.saturating_sub(1)].map(|depth| errors.by_parity(depth));
    let is_known = last.iter().flatten().all(|errors| errors.count() > 0);
    let half = |[even, odd]: [LabelErrors; 2]| (even.signed() - odd.signed()) / 2.0;
    is_known.then(|| ParityBias {
        discs: last.map(half).iter().sum::<f64>() / 2.0,
        positions: last[0].iter().map(LabelErrors::count).sum(),
    })
}

/// `network` without a bias of so many discs.
pub fn without(network: &Network, bias: f64, description: String) -> Network {
    let correction = |empties: u32| {
        if empties.is_multiple_of(2) {
            -bias
        } else {
            bias
        }
    };
    network.raised(correction, description)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::train::records::LabelBasis;
    use crate::train::searched::searched;
    use bianca_rules::othello::random::RandomGames;
    use bianca_search::eval::{Evaluation, weights};
    use bianca_search::request::StopFlag;
    use bianca_search::search::Settings;

    #[test]
    fn a_bias_is_found_by_searches_and_taken_out() {
        let network = weights::embedded();
        let searcher = |network: Network| {
            let evaluation = Evaluation::Other {
                weights: Arc::new(network.into()),
                file: PathBuf::new(),
            };
            let settings = Settings {
                hash_mib: 1,
                evaluation,
                ..Settings::default()
            };
            Searcher::new(settings).unwrap()
        };
        let unchanged = without(&network, 0.0, String::new());
        assert_eq!(unchanged.heads(), network.heads());
        assert!(unchanged.stages().eq(network.stages()));

        // Labels are what searches of four plies say, so the others have no bias but that of three
        // plies.
        let mut first = searcher(unchanged);
        let games = (30..40).flat_map(|empties| RandomGames::new(empties, 7).take(4));
        let positions = games.map(|game| game.position());
        let samples: Vec<Sample> = positions
            .filter(|position| position.moves().any())
            .map(|position| Sample {
                position,
                target: {
                    first.clear();
                    let line = searched(&mut first, position, 4, &StopFlag::new(), &mut |_| {});
                    line.score.discs() as f32
                },
                reach: LabelBasis::Depth(4),
                after_random: false,
            })
            .collect();
        let before = measured(&mut first, &samples, 4).unwrap().discs;
        let mut second = searcher(without(&network, before + 2.0, String::new()));
        let after = measured(&mut second, &samples, 4).unwrap().discs;
        // A pass on the way changes the parity, and a score within 1/256 disc other moves.
        assert!((after + 2.0).abs() < 0.2, "{before} {after}");

        let of_one_parity: Vec<Sample> = samples
            .into_iter()
            .filter(|sample| sample.position.empties().is_multiple_of(2))
            .collect();
        assert_eq!(measured(&mut first, &of_one_parity, 4), None);
    }
}
