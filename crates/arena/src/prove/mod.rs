//! Proofs of scores that many processes share.
//!
//! A [`Proof`] knows its position, its question and its frontier; it says which positions with few
//! enough empty squares have to be solved, against which window, and when what is
//! [known](knowledge) suffices. Who solves them, and where, is not known here.

pub mod graph;
pub mod knowledge;

use std::collections::{BTreeMap, HashMap};

use bianca_rules::othello::Position;
use bianca_search::request::{Bounds, Window};
use graph::{Graph, Leaf, Plan, ProofSize};
use knowledge::{Contradiction, Knowledge};

/// What is to be proven of the score of the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What it is.
    Score,
    /// Whether it is so much or more.
    AtLeast(i32),
    /// Whether it is so much or less.
    AtMost(i32),
}

impl Question {
    /// Whether bounds answer it.
    pub fn is_answered_by(self, bounds: Bounds) -> bool {
        match self {
            Question::Score => bounds.is_exact(),
            Question::AtLeast(discs) => bounds.lower >= discs || bounds.upper < discs,
            Question::AtMost(discs) => bounds.upper <= discs || bounds.lower > discs,
        }
    }
}

/// A position to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenLeaf {
    /// From its side to move.
    pub position: Position,
    /// The proof needs to know whether its score is at least the upper end or at most the lower.
    pub window: Window,
    /// What the proof expects.
    expected: Expected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    /// The score is at least this, if anything.
    lower: i32,
    /// And at most that.
    upper: i32,
}

impl OpenLeaf {
    /// Whether an answer is what the proof expects, so that nothing has to be planned anew.
    pub fn is_as_expected(&self, bounds: Bounds) -> bool {
        bounds.lower >= self.expected.lower && bounds.upper <= self.expected.upper
    }
}

/// A proof in progress.
#[derive(Debug)]
pub struct Proof {
    root: Position,
    question: Question,
    frontier: u32,
    /// A shallow search's score of the root, in discs.
    guess: f64,
    /// By claim: at least so many discs.
    graphs: BTreeMap<i32, Graph>,
}

impl Proof {
    /// Nothing of it is done yet. `guess` is a search's score of `root` in discs.
    pub fn new(root: Position, question: Question, frontier: u32, guess: f64) -> Proof {
        Proof {
            root,
            question,
            frontier,
            guess,
            graphs: BTreeMap::new(),
        }
    }

    /// What is proven of the score.
    pub fn bounds(&self, knowledge: &Knowledge) -> Bounds {
        let own = knowledge.of(&self.root).bounds;
        self.graphs
            .values()
            .fold(own, |bounds, graph| bounds.and(graph.bounds()))
    }

    /// Takes note of what `knowledge` has come to say of a position.
    pub fn update(&mut self, position: &Position, knowledge: &Knowledge) {
        for graph in self.graphs.values_mut() {
            graph.update(position, knowledge);
        }
    }

    /// The positions that have to be solved next, the most urgent first; none if the question is
    /// answered. `estimate` is a shallow search's score in discs.
    ///
    /// # Errors
    /// If what is known contradicts itself; nothing is proven then.
    pub fn open(
        &mut self,
        knowledge: &Knowledge,
        estimate: &mut dyn FnMut(&Position) -> f64,
    ) -> Result<Vec<OpenLeaf>, Contradiction> {
        loop {
            let bounds = self.consistent_bounds(knowledge)?;
            if self.question.is_answered_by(bounds) {
                return Ok(Vec::new());
            }
            let mut leaves: Vec<Leaf> = Vec::new();
            let mut is_settled = false;
            for target in self.targets(bounds) {
                let graph = self.graphs.entry(target).or_insert_with(|| {
                    Graph::new(self.root, target, self.frontier, self.guess, knowledge)
                });
                match graph.plan(knowledge, estimate) {
                    Plan::Settled(_) => is_settled = true,
                    Plan::Open(open) => leaves.extend(open),
                }
            }
            // A settled claim has changed the bounds, and with them the claims.
            if !is_settled {
                leaves.sort_by(|one, other| one.priority.total_cmp(&other.priority));
                return Ok(merged(&leaves));
            }
        }
    }

    fn consistent_bounds(&self, knowledge: &Knowledge) -> Result<Bounds, Contradiction> {
        let known = knowledge.of(&self.root).bounds;
        self.graphs.values().try_fold(known, |bounds, graph| {
            if let Some(found) = graph.contradiction() {
                return Err(found.clone());
            }
            Contradiction::or_both(self.root, bounds, graph.bounds())
        })
    }

    /// What the answer rests on: the tree that proves the lower bound and the one that proves the
    /// upper, as far as they were asked for.
    pub fn size(&self, knowledge: &Knowledge) -> ProofSize {
        let bounds = self.bounds(knowledge);
        let of_graph = |graph: &Graph| (graph.bounds(), graph.proof_size(knowledge));
        let sizes: Vec<_> = self.graphs.values().map(of_graph).collect();
        let settled = || sizes.iter().filter(|(_, size)| size.leaves > 0);
        let lower = settled().find(|(found, size)| size.proves && found.lower == bounds.lower);
        let upper = settled().find(|(found, size)| !size.proves && found.upper == bounds.upper);
        let mut sum = ProofSize::default();
        for (_, size) in lower.into_iter().chain(upper) {
            sum.leaves += size.leaves;
            sum.inner += size.inner;
            sum.nodes += size.nodes;
            if sum.line.is_empty() {
                sum.line = size.line.clone();
            }
        }
        sum
    }

    /// The claims, at least so many discs, that are to be settled while `bounds` are known.
    fn targets(&self, bounds: Bounds) -> Vec<i32> {
        match self.question {
            Question::AtLeast(discs) => vec![discs],
            Question::AtMost(discs) => vec![discs + 1],
            Question::Score => {
                let guess = 2 * (self.guess / 2.0).round() as i32;
                let guess = guess.clamp(bounds.lower, bounds.upper);
                let mut targets = Vec::new();
                if bounds.lower < guess {
                    targets.push(guess);
                }
                if bounds.upper > guess {
                    targets.push(guess + 1);
                }
                targets
            }
        }
    }
}

/// One window for each position, in the order of the first leaf of each.
fn merged(leaves: &[Leaf]) -> Vec<OpenLeaf> {
    let mut places: HashMap<Position, usize> = HashMap::new();
    let mut merged: Vec<OpenLeaf> = Vec::new();
    for leaf in leaves {
        let (low, high) = (leaf.target - 1, leaf.target);
        let expected = if leaf.expected {
            Expected {
                lower: high,
                upper: Bounds::UNKNOWN.upper,
            }
        } else {
            Expected {
                lower: Bounds::UNKNOWN.lower,
                upper: low,
            }
        };
        match places.get(&leaf.position) {
            None => {
                // A claim beyond -64 and 64 discs is settled without a search.
                let Some(window) = Window::new(low, high) else {
                    continue;
                };
                places.insert(leaf.position, merged.len());
                merged.push(OpenLeaf {
                    position: leaf.position,
                    window,
                    expected,
                });
            }
            Some(&place) => {
                let other = &mut merged[place];
                let (low, high) = (low.min(other.window.low()), high.max(other.window.high()));
                other.window = Window::new(low, high).unwrap_or(other.window);
                other.expected.lower = other.expected.lower.max(expected.lower);
                other.expected.upper = other.expected.upper.min(expected.upper);
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests;
