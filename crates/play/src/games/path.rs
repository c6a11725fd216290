//! The shortest way to a goal, for puzzles.

use std::collections::HashMap;

use super::GameState;
use bianca_search::request::StopFlag;

/// How often the stop flag is asked, in positions.
const ASK_EVERY: usize = 1024;

/// Why no way is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPath {
    /// There is none: all positions that can be reached were seen.
    Unreachable,
    /// There may be one, but memory ended first: that which may be taken, or that of the system.
    TooMany,
    /// The search was stopped.
    Stopped,
}

/// The fewest moves from `start` to a position that is over with a result above 0, and how many
/// positions were seen, found breadth first with at most `most` positions in memory.
///
/// # Errors
/// [`NoPath`], which says why.
pub fn shortest<G: GameState>(
    start: &G,
    most: usize,
    stop: &StopFlag,
) -> (Result<Vec<G::Move>, NoPath>, usize) {
    let mut came_by: HashMap<G, Option<G::Move>> = HashMap::from([(start.clone(), None)]);
    let mut parents: Vec<(G, usize)> = vec![(start.clone(), 0)];
    let mut moves = Vec::new();
    let mut next = 0;
    while next < parents.len() {
        if next % ASK_EVERY == 0 && stop.is_raised() {
            return (Err(NoPath::Stopped), parents.len());
        }
        let game = parents[next].0.clone();
        match game.outcome() {
            Some(points) if points > 0 => {
                return (Ok(walk_back(&parents, &came_by, next)), parents.len());
            }
            Some(_) => {}
            None => {
                moves.clear();
                game.moves(&mut moves);
                for &mv in &moves {
                    let after = game.after(mv);
                    if came_by.contains_key(&after) {
                        continue;
                    }
                    let is_room = parents.len() < most
                        && came_by.try_reserve(1).is_ok()
                        && parents.try_reserve(1).is_ok();
                    if !is_room {
                        return (Err(NoPath::TooMany), parents.len());
                    }
                    came_by.insert(after.clone(), Some(mv));
                    parents.push((after, next));
                }
            }
        }
        next += 1;
    }
    (Err(NoPath::Unreachable), parents.len())
}

fn walk_back<G: GameState>(
    parents: &[(G, usize)],
    came_by: &HashMap<G, Option<G::Move>>,
    goal: usize,
) -> Vec<G::Move> {
    let mut path = Vec::new();
    let mut here = goal;
    while let Some(&Some(mv)) = came_by.get(&parents[here].0) {
        path.push(mv);
        here = parents[here].1;
    }
    path.reverse();
    path
}
