//! Which positions suffice to decide a claim: an AND/OR graph from the root down to the frontier.
//!
//! A claim is "the side to move scores at least so many discs". It is proven by one move after
//! which the opponent's claim is refuted, and refuted if after every move the opponent's claim is
//! proven. Positions with few enough empty squares are the frontier: they are to be solved by
//! somebody else. Each node has the expected cost of a proof and of a refutation; what is not
//! looked into yet has a guess from a shallow search. The cheapest tree of the graph is looked into
//! until it ends at the frontier everywhere, which is the algorithm AO* (Nilsson, 1980) with costs
//! as in proof-number search (Allis, 1994); Takizawa ("Othello is Solved", 2023) chose the
//! positions of his proof by static evaluation in this way. Nothing here solves or keeps anything.

use std::collections::{HashMap, HashSet};

use super::knowledge::{Contradiction, Knowledge};
use bianca_rules::othello::{Move, Position};
use bianca_search::request::Bounds;

/// How likely a shallow search is right: the discs by which its score must clear the claim for
/// odds of e to 1.
const SCALE: f64 = 2.5;

/// How the cost of solving a position within a window grows with its empty squares, as a logarithm:
/// between what `search::params` has for searches with cuts and for exact ones.
const SOLVING_GROWTH: f64 = 0.6;

/// How the cost of a proof above the frontier grows with each ply: every other ply all of some
/// eight moves have to be answered.
const PROOF_GROWTH: f64 = 1.0;

/// A position of the graph with the claim that its side to move scores at least `target` discs.
#[derive(Debug)]
struct Node {
    position: Position,
    target: i32,
    /// The score by a shallow search, in discs.
    estimate: f64,
    /// The nodes after each move, once they are looked into.
    children: Option<Vec<(Move, usize)>>,
    /// The nodes that have this one as a child.
    parents: Vec<usize>,
    /// What is proven of the score, by what is known of the position and of those below.
    bounds: Bounds,
    /// Expected cost of a proof; 0 if it is proven.
    prove: f64,
    /// Expected cost of a refutation; 0 if it is refuted.
    refute: f64,
}

/// A position that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// With no more empty squares than the frontier.
    pub position: Position,
    /// Whether its side to move scores at least so many discs.
    pub target: i32,
    /// Whether the tree needs this to be so, or not to be so.
    pub expected: bool,
    /// Expected cost for each chance that the answer changes the tree.
    pub priority: f64,
}

/// What has to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// The claim is proven (true) or refuted.
    Settled(bool),
    /// These answers are needed, and suffice if all are as expected; the most urgent first.
    Open(Vec<Leaf>),
}

/// What a settled claim rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofSize {
    /// Whether the claim is proven, not refuted.
    pub proves: bool,
    /// Positions whose bounds were given by searches.
    pub leaves: usize,
    /// Positions above them.
    pub inner: usize,
    /// Positions that the searches of the leaves visited.
    pub nodes: u64,
    /// From the root: the moves that prove and the replies that are hardest to answer.
    pub line: Vec<Move>,
}

/// The graph of one claim.
#[derive(Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    index: HashMap<(Position, i32), usize>,
    /// Of the root.
    target: i32,
    frontier: u32,
    /// Found where what is known of a position does not go with what follows from its moves.
    contradiction: Option<Contradiction>,
}

impl Graph {
    /// The claim that the side to move of `root` scores at least `target` discs, to be decided by
    /// positions with at most `frontier` empty squares.
    pub fn new(
        root: Position,
        target: i32,
        frontier: u32,
        estimate: f64,
        knowledge: &Knowledge,
    ) -> Graph {
        let mut graph = Graph {
            nodes: Vec::new(),
            index: HashMap::new(),
            target,
            frontier,
            contradiction: None,
        };
        graph.enter(root, target, knowledge, &mut |_| estimate);
        graph
    }

    /// Looks into the cheapest tree until it ends at the frontier. `estimate` is a shallow
    /// search's score in discs for the side to move.
    pub fn plan(
        &mut self,
        knowledge: &Knowledge,
        estimate: &mut dyn FnMut(&Position) -> f64,
    ) -> Plan {
        loop {
            let root = &self.nodes[0];
            if root.prove == 0.0 || root.refute == 0.0 {
                return Plan::Settled(root.prove == 0.0);
            }
            let mut tree = Tree::default();
            self.collect(0, root.prove <= root.refute, &mut tree);
            if tree.unknown.is_empty() {
                tree.leaves
                    .sort_by(|one, other| one.priority.total_cmp(&other.priority));
                return Plan::Open(tree.leaves);
            }
            for node in tree.unknown {
                self.look_into(node, knowledge, estimate);
            }
        }
    }

    /// Takes note of what `knowledge` has come to say of a position.
    pub fn update(&mut self, position: &Position, knowledge: &Knowledge) {
        // A claim of the one side or of the other.
        for target in [self.target, 1 - self.target] {
            if let Some(&index) = self.index.get(&(*position, target)) {
                self.value(index, knowledge);
            }
        }
    }

    /// What is proven of the root's score by all that is known.
    pub fn bounds(&self) -> Bounds {
        self.nodes[0].bounds
    }

    /// Why nothing that is proven can be believed.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    /// The size of the tree that settles the claim; empty if it is not settled.
    pub fn proof_size(&self, knowledge: &Knowledge) -> ProofSize {
        let root = &self.nodes[0];
        let mut size = ProofSize {
            proves: root.prove == 0.0,
            ..ProofSize::default()
        };
        if root.prove > 0.0 && root.refute > 0.0 {
            return size;
        }
        let mut seen = HashSet::new();
        let mut open = vec![(0, root.prove == 0.0)];
        while let Some((index, proven)) = open.pop() {
            if !seen.insert(index) {
                continue;
            }
            let node = &self.nodes[index];
            if self.is_settled(index, knowledge) {
                size.leaves += usize::from(!node.position.is_over());
                size.nodes += knowledge.of(&node.position).nodes;
                continue;
            }
            size.inner += 1;
            let children = node.children.iter().flatten().map(|&(_, child)| child);
            if proven {
                let by =
                    children.min_by(|&a, &b| self.nodes[a].refute.total_cmp(&self.nodes[b].refute));
                open.extend(by.map(|child| (child, false)));
            } else {
                open.extend(children.map(|child| (child, true)));
            }
        }
        size.line = self.line(root.prove == 0.0, knowledge);
        size
    }

    /// The moves of a settled tree down to the frontier.
    fn line(&self, mut proven: bool, knowledge: &Knowledge) -> Vec<Move> {
        let mut line = Vec::new();
        let mut index = 0;
        while !self.is_settled(index, knowledge) {
            let children = self.nodes[index].children.iter().flatten();
            let next = if proven {
                children.min_by(|a, b| self.nodes[a.1].refute.total_cmp(&self.nodes[b.1].refute))
            } else {
                // What is best by a shallow search is hardest to answer.
                children.min_by(|a, b| {
                    self.nodes[a.1]
                        .estimate
                        .total_cmp(&self.nodes[b.1].estimate)
                })
            };
            let Some(&(mv, child)) = next else { break };
            line.push(mv);
            (index, proven) = (child, !proven);
        }
        line
    }

    /// Whether what is known of the position itself decides the claim.
    fn is_settled(&self, index: usize, knowledge: &Knowledge) -> bool {
        let node = &self.nodes[index];
        let bounds = knowledge.of(&node.position).bounds;
        bounds.lower >= node.target || bounds.upper < node.target
    }

    fn enter(
        &mut self,
        position: Position,
        target: i32,
        knowledge: &Knowledge,
        estimate: &mut dyn FnMut(&Position) -> f64,
    ) -> usize {
        if let Some(&index) = self.index.get(&(position, target)) {
            return index;
        }
        let index = self.nodes.len();
        self.nodes.push(Node {
            position,
            target,
            estimate: estimate(&position),
            children: None,
            parents: Vec::new(),
            bounds: Bounds::UNKNOWN,
            prove: 0.0,
            refute: 0.0,
        });
        self.index.insert((position, target), index);
        self.value(index, knowledge);
        index
    }

    fn look_into(
        &mut self,
        index: usize,
        knowledge: &Knowledge,
        estimate: &mut dyn FnMut(&Position) -> f64,
    ) {
        let Node {
            position, target, ..
        } = self.nodes[index];
        let moves: Vec<(Move, Position)> = if position.must_pass() {
            vec![(Move::Pass, position.passed())]
        } else {
            position
                .moves()
                .into_iter()
                .map(|square| (Move::Place(square), position.play_unchecked(square)))
                .collect()
        };
        let mut children = Vec::with_capacity(moves.len());
        for (mv, child) in moves {
            let child = self.enter(child, 1 - target, knowledge, estimate);
            self.nodes[child].parents.push(index);
            children.push((mv, child));
        }
        self.nodes[index].children = Some(children);
        self.value(index, knowledge);
    }

    /// The costs and bounds of a node, and of those above whose own they change.
    fn value(&mut self, index: usize, knowledge: &Knowledge) {
        let mut changed = vec![index];
        while let Some(index) = changed.pop() {
            let bounds = self.bounds_of(index, knowledge).unwrap_or_else(|found| {
                let known = found.known;
                self.contradiction.get_or_insert(found);
                known
            });
            let (prove, refute) = self.costs(index, bounds);
            let node = &mut self.nodes[index];
            if (node.bounds, node.prove, node.refute) != (bounds, prove, refute) {
                (node.bounds, node.prove, node.refute) = (bounds, prove, refute);
                changed.extend(&node.parents);
            }
        }
    }

    fn bounds_of(&self, index: usize, knowledge: &Knowledge) -> Result<Bounds, Contradiction> {
        let node = &self.nodes[index];
        let own = knowledge.of(&node.position).bounds;
        let children = node.children.iter().flatten();
        let best = children
            .map(|&(_, child)| -self.nodes[child].bounds)
            .reduce(|one, other| Bounds {
                lower: one.lower.max(other.lower),
                upper: one.upper.max(other.upper),
            });
        match best {
            Some(best) => Contradiction::or_both(node.position, own, best),
            None => Ok(own),
        }
    }

    fn costs(&self, index: usize, bounds: Bounds) -> (f64, f64) {
        let node = &self.nodes[index];
        if bounds.lower >= node.target {
            return (0.0, f64::INFINITY);
        }
        if bounds.upper < node.target {
            return (f64::INFINITY, 0.0);
        }
        match &node.children {
            Some(children) => children
                .iter()
                .map(|&(_, child)| &self.nodes[child])
                .fold((f64::INFINITY, 0.0), |(prove, refute), child| {
                    (prove.min(child.refute), refute + child.prove)
                }),
            None => {
                let cost = self.cost(node);
                let chance = node.chance();
                (cost / chance, cost / (1.0 - chance))
            }
        }
    }

    /// What it is expected to cost to decide the claim of a node that was not looked into.
    fn cost(&self, node: &Node) -> f64 {
        let empties = f64::from(node.position.empties());
        let frontier = f64::from(self.frontier);
        let solving = (SOLVING_GROWTH * (empties.min(frontier) - frontier)).exp();
        solving * (PROOF_GROWTH * (empties - frontier).max(0.0)).exp()
    }

    fn collect(&self, index: usize, prove: bool, tree: &mut Tree) {
        let node = &self.nodes[index];
        let cost = if prove { node.prove } else { node.refute };
        if cost == 0.0 || !tree.seen.insert((index, prove)) {
            return;
        }
        let Some(children) = &node.children else {
            if node.position.empties() > self.frontier {
                tree.unknown.push(index);
                return;
            }
            let chance = if prove {
                node.chance()
            } else {
                1.0 - node.chance()
            };
            tree.leaves.push(Leaf {
                position: node.position,
                target: node.target,
                expected: prove,
                priority: self.cost(node) / (1.0 - chance),
            });
            return;
        };
        let children = children.iter().map(|&(_, child)| child);
        if prove {
            let cheapest =
                children.min_by(|&a, &b| self.nodes[a].refute.total_cmp(&self.nodes[b].refute));
            if let Some(child) = cheapest {
                self.collect(child, false, tree);
            }
        } else {
            children.for_each(|child| self.collect(child, true, tree));
        }
    }
}

impl Node {
    /// How likely the claim is to be true.
    fn chance(&self) -> f64 {
        let ahead = self.estimate - f64::from(self.target) + 0.5;
        (1.0 / (1.0 + (-ahead / SCALE).exp())).clamp(0.001, 0.999)
    }
}

/// The cheapest tree.
#[derive(Default)]
struct Tree {
    seen: HashSet<(usize, bool)>,
    /// Nodes above the frontier that were not looked into.
    unknown: Vec<usize>,
    leaves: Vec<Leaf>,
}
