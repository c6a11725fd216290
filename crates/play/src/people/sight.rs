//! What searches of a few plies say of every move of a position.
//!
//! Each depth is searched for itself, the shallowest first, with a hash table that is empty before
//! the first of them, so that what is seen follows from the position alone. Near the end of the
//! game a search of so many plies sees it, as a person who reads so far does; nothing is solved
//! beyond that.

use std::time::Duration;

use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{ClockReading, Limits, Report, Request, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};
use bianca_system::instant::Instant;

/// How many depths are looked at.
pub const DEPTHS: usize = 5;

/// The depths that people's choices were fitted with, in plies.
pub const PLIES: [u32; DEPTHS] = [1, 2, 4, 6, 8];

/// A move and what it loses at each depth against the best one of that depth, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenMove {
    /// Where the disc is put.
    pub square: Square,
    /// The loss at each depth, 0 for the best move of a depth.
    pub losses: [f32; DEPTHS],
}

/// All moves of a position as they are seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// In the order of the squares.
    pub moves: Vec<SeenMove>,
    /// What the best move of the deepest search is worth, in discs.
    pub best: f32,
}

/// What a look at a position finds.
#[derive(Clone, Debug)]
pub struct Look {
    /// What all depths say.
    pub seen: Seen,
    /// The lines of the deepest search, best first.
    pub lines: Vec<Report<Move>>,
}

/// A search that looks at positions.
pub struct Sight(Searcher);

impl Sight {
    /// One that searches with this evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for its hash table of 1 MiB.
    pub fn new(settings: &Settings) -> Result<Sight, TableTooLarge> {
        Searcher::new(Settings {
            hash_mib: 1,
            threads: 1,
            ..settings.clone()
        })
        .map(Sight)
    }

    /// Looks at all moves of a position as deep as each of `plies`, which grow or stay, within
    /// `limits`, of which a depth ends all deeper searches. A search that is stopped says what it
    /// has found. A position without a move has nothing to look at.
    pub fn look(
        &mut self,
        position: Position,
        plies: &[u32; DEPTHS],
        limits: &Limits,
        stop: &StopFlag,
    ) -> Look {
        let unseen = |square| SeenMove {
            square,
            losses: [0.0; DEPTHS],
        };
        let mut seen = Seen {
            moves: position.moves().into_iter().map(unseen).collect(),
            best: 0.0,
        };
        let mut lines = Vec::new();
        if seen.moves.is_empty() {
            return Look { seen, lines };
        }
        let (begun, mut nodes) = (Instant::now(), 0);
        let most = limits.depth.unwrap_or(u32::MAX).min(position.empties());
        let mut searched = 0;
        self.0.clear();
        for (place, &plies) in plies.iter().enumerate() {
            let depth = plies.min(most);
            if place > 0 {
                for seen in &mut seen.moves {
                    seen.losses[place] = seen.losses[place - 1];
                }
            }
            if depth <= searched {
                continue;
            }
            searched = depth;
            let request = Request {
                best: seen.moves.len(),
                limits: left(limits, depth, nodes, begun.elapsed()),
                ..Request::default()
            };
            let before = (nodes, begun.elapsed());
            lines = self.0.search(position, &request, stop, &mut |_| {});
            for line in &mut lines {
                line.nodes += before.0;
                line.elapsed += before.1;
                nodes = nodes.max(line.nodes);
            }
            let highest = lines.iter().map(|line| line.score).max();
            seen.best = highest.unwrap_or_default().discs() as f32;
            for line in &lines {
                let Some(&Move::Place(square)) = line.pv.first() else {
                    continue;
                };
                let found = seen.moves.iter_mut().find(|seen| seen.square == square);
                if let Some(found) = found {
                    found.losses[place] = seen.best - line.score.discs() as f32;
                }
            }
        }
        Look { seen, lines }
    }
}

/// What `limits` leave of themselves for a search of so many plies.
fn left(limits: &Limits, depth: u32, nodes: u64, time: Duration) -> Limits {
    Limits {
        depth: Some(depth),
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes).max(1)),
        move_time: limits.move_time.map(|most| most.saturating_sub(time)),
        clock: limits.clock.map(|clock| ClockReading {
            remaining: clock.remaining.saturating_sub(time),
            ..clock
        }),
        // What it sees is said by the plies, not by the level.
        within_level: false,
        ..*limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight() -> Sight {
        Sight::new(&Settings::default()).unwrap()
    }

    fn look(sight: &mut Sight, position: Position, plies: [u32; DEPTHS]) -> Seen {
        let found = sight.look(position, &plies, &Limits::default(), &StopFlag::new());
        assert_eq!(found.lines.len(), found.seen.moves.len());
        found.seen
    }

    #[test]
    fn every_depth_has_a_best_move_and_the_end_is_seen_no_sooner_than_by_its_plies() {
        let mut sight = sight();
        let play = |position: Position, mv: &str| position.play_unchecked(mv.parse().unwrap());
        let position = ["f5", "f6", "e6", "f4"]
            .into_iter()
            .fold(Position::START, play);
        let seen = look(&mut sight, position, PLIES);
        assert_eq!(seen.moves.len(), position.moves().count() as usize);
        for place in 0..DEPTHS {
            let losses = seen.moves.iter().map(|seen| seen.losses[place]);
            assert_eq!(losses.fold(f32::INFINITY, f32::min), 0.0);
        }
        let shallow = look(&mut sight, position, [1, 2, 2, 2, 2]);
        for (deep, shallow) in seen.moves.iter().zip(&shallow.moves) {
            assert_eq!(deep.losses[..2], shallow.losses[..2]);
            assert_eq!(shallow.losses[4], shallow.losses[1]);
        }
        let limits = Limits::to_depth(2);
        let limited = sight.look(position, &PLIES, &limits, &StopFlag::new());
        assert_eq!(limited.seen, shallow);
        assert!(limited.lines.iter().all(|line| line.depth == 2));
    }

    #[test]
    fn what_is_seen_does_not_depend_on_what_was_looked_at_before() {
        let mut sight = sight();
        let first = look(&mut sight, Position::START, PLIES);
        let after = Position::START.play_unchecked("f5".parse().unwrap());
        look(&mut sight, after, PLIES);
        assert_eq!(look(&mut sight, Position::START, PLIES), first);
    }

    #[test]
    fn a_look_keeps_to_its_limits_as_a_whole() {
        let mut sight = sight();
        let after = Position::START.play_unchecked("f5".parse().unwrap());
        let mut nodes = |most| {
            let limits = Limits {
                nodes: most,
                ..Limits::default()
            };
            let plies = [1, 2, 4, 8, 14];
            let found = sight.look(after, &plies, &limits, &StopFlag::new());
            assert_eq!(found.lines.len(), 3);
            found.lines.iter().map(|line| line.nodes).max().unwrap()
        };
        let free = nodes(None);
        assert!(free > 5_000, "{free}");
        let limited = nodes(Some(2_000));
        assert!(limited < 2_500, "{limited}");
        let stop = StopFlag::new();
        stop.raise();
        let found = sight.look(after, &PLIES, &Limits::default(), &stop);
        assert_eq!(found.seen.moves.len(), 3);
        assert!(!found.lines.is_empty());
    }
}
