//! A game with its variations as a tree: each node a turn, the first children the main line.
//!
//! Every node was played by the rules from its parent. A node stays where its [`NodeId`] says as
//! long as the tree lives; what was deleted can no longer be reached from the root. No walk
//! recurses, so that no depth of a tree hurts. How a file writes a tree is none of this module's
//! business.

use super::annotated::{AnnotatedGame, Note, Variation};
use super::error::ReadError;
use super::transcript::play_next;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, TurnError};

/// Turns in the variations of a game of a file; more are left out.
pub const MOST_TURNS: usize = 1 << 16;

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// The turns that were played from a position, and those that might have been.
///
/// ```
/// use bianca_rules::othello::{Color, Position};
/// use bianca_records::record::tree::GameTree;
///
/// let mut tree = GameTree::new(Position::START, Color::Black);
/// let f5 = tree.add(tree.root(), "f5".parse()?)?;
/// let d6 = tree.add(f5, "d6".parse()?)?;
/// let f4 = tree.add(f5, "f4".parse()?)?;
/// assert_eq!(tree.main_line(), [f5, d6]);
/// tree.promote(f4);
/// assert_eq!(tree.main_line(), [f5, f4]);
/// tree.delete(d6);
/// assert_eq!(tree.children(f5), [f4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    turn: Option<(Color, Move)>,
    /// After the turn.
    position: (Position, Color),
    note: Note,
    /// Whether it is a pass that the source leaves out.
    is_silent: bool,
}

impl GameTree {
    /// A tree without a turn, at a position from its side to move.
    pub fn new(position: Position, to_move: Color) -> GameTree {
        GameTree {
            nodes: vec![Node {
                parent: None,
                children: Vec::new(),
                turn: None,
                position: (position, to_move),
                note: Note::default(),
                is_silent: false,
            }],
        }
    }

    /// Where the game starts.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The turn that leads to a node; `None` for the root.
    pub fn turn(&self, node: NodeId) -> Option<(Color, Move)> {
        self.nodes[node.0].turn
    }

    /// The position at a node from its side to move, and that side.
    pub fn position(&self, node: NodeId) -> (Position, Color) {
        self.nodes[node.0].position
    }

    /// What is said of a node's turn. What is said of the whole game stands in [`AnnotatedGame`].
    pub fn note(&self, node: NodeId) -> &Note {
        &self.nodes[node.0].note
    }

    /// The same, to be changed.
    pub fn note_mut(&mut self, node: NodeId) -> &mut Note {
        &mut self.nodes[node.0].note
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0].parent
    }

    /// The nodes after, the one of the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(self.root())
    }

    /// A node's first child, the first child of that, and so on.
    fn line_from(&self, node: NodeId) -> Vec<NodeId> {
        let first = |node: &NodeId| self.children(*node).first().copied();
        std::iter::successors(first(&node), first).collect()
    }

    /// All nodes, each before its children, a variation with all that follows before the next.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        let mut open = vec![self.root()];
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(self.children(next).iter().rev());
            Some(next)
        })
    }

    /// Plays `mv` at a node: its child with this move, which is new, and the last, if there was
    /// none.
    ///
    /// # Errors
    /// If the rules do not allow the move there; the tree is unchanged then.
    pub fn add(&mut self, node: NodeId, mv: Move) -> Result<NodeId, TurnError> {
        let is_it = |child: &&NodeId| self.turn(**child).is_some_and(|(_, known)| known == mv);
        if let Some(&child) = self.children(node).iter().find(is_it) {
            return Ok(child);
        }
        let (position, color) = self.position(node);
        let next = position.play(mv);
        let next = next.map_err(|_| TurnError::Illegal { mv, color })?;
        Ok(self.push(node, (color, mv), next))
    }

    /// Puts the variation that `node` is in before the others at the place where it branches off;
    /// asked often enough, `node` is in the main line. Nothing happens if it is there already.
    pub fn promote(&mut self, node: NodeId) {
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            let siblings = &mut self.nodes[parent.0].children;
            if let Some(place) = siblings.iter().position(|&child| child == at)
                && place > 0
            {
                siblings[..=place].rotate_right(1);
                return;
            }
            at = parent;
        }
    }

    /// Takes a node away with all that follows. The root stays.
    pub fn delete(&mut self, node: NodeId) {
        if let Some(parent) = self.parent(node) {
            self.nodes[parent.0].children.retain(|&child| child != node);
        }
    }

    fn push(&mut self, parent: NodeId, turn: (Color, Move), position: Position) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(parent),
            children: Vec::new(),
            turn: Some(turn),
            position: (position, !turn.0),
            note: Note::default(),
            is_silent: false,
        });
        self.nodes[parent.0].children.push(id);
        id
    }

    /// Plays a turn of a source as a child of its own, for a side or for the side to move, with
    /// passes written or left out. A pass that has happened already is no turn.
    fn play(&mut self, at: NodeId, color: Option<Color>, mv: Move) -> Result<NodeId, TurnError> {
        let (position, to_move) = self.position(at);
        let just_passed = |color| self.turn(at) == Some((color, Move::Pass));
        if mv == Move::Pass && color.is_some_and(|color| color != to_move && just_passed(color)) {
            return Ok(at);
        }
        let mut game = OthelloGame::from_position(position, to_move);
        match color {
            Some(color) => game.play_as(color, mv)?,
            None => play_next(&mut game, mv)?,
        }
        let mut at = at;
        let positions = game.positions().skip(1);
        for (number, (&turn, position)) in game.turns().iter().zip(positions).enumerate() {
            let is_silent = number + 1 < game.turns().len();
            // Where a side must pass, all variations begin with the same pass.
            let passed = self.children(at).first().copied();
            at = match passed.filter(|_| is_silent) {
                Some(passed) => passed,
                None => self.push(at, turn, position),
            };
            self.nodes[at.0].is_silent |= is_silent;
        }
        Ok(at)
    }
}

/// A turn as a source has it, before it is known where the game starts.
pub(super) struct SourceTurn {
    /// The turn before it; none for the first.
    pub parent: Option<usize>,
    /// Whether it is one of the main line.
    pub is_main: bool,
    /// Whose it is, if that is said.
    pub color: Option<Color>,
    /// The move.
    pub mv: Move,
    /// What is said of it.
    pub note: Note,
}

impl AnnotatedGame {
    /// The game with its variations.
    ///
    /// ```
    /// use bianca_records::record::sgf::read_annotated_sgf;
    ///
    /// let game = read_annotated_sgf("(;GM[2];B[f5](;W[d6];B[c3])(;W[f4]C[or so]))")?;
    /// let tree = game.tree();
    /// let f5 = tree.main_line()[0];
    /// let [_, f4] = tree.children(f5)[..] else { panic!() };
    /// assert_eq!(tree.note(f4).comment, "or so");
    /// # Ok::<(), bianca_records::record::error::ReadError>(())
    /// ```
    pub fn tree(&self) -> GameTree {
        let (position, to_move) = self.game.start();
        let mut tree = GameTree::new(position, to_move);
        let mut line = vec![tree.root()];
        let positions = self.game.positions().skip(1);
        for ((color, mv, note), position) in self.turns().zip(positions) {
            let last = line[line.len() - 1];
            let node = tree.push(last, (color, mv), position);
            *tree.note_mut(node) = note;
            line.push(node);
        }
        for &pass in &self.silent_passes {
            if let Some(node) = line.get(pass + 1) {
                tree.nodes[node.0].is_silent = true;
            }
        }
        // After how many turns each line begins, and its nodes from there on.
        let mut lines = vec![(0, line)];
        for variation in &self.variations {
            let (begin, parent) =
                &lines[variation.of.map_or(0, |of| (of + 1).min(lines.len() - 1))];
            let place = variation.after.checked_sub(*begin);
            let mut line = Vec::new();
            if let Some(&node) = place.and_then(|place| parent.get(place)) {
                line.push(node);
                for (mv, note) in &variation.turns {
                    let (position, color) = tree.position(line[line.len() - 1]);
                    let Ok(next) = position.play(*mv) else { break };
                    let node = tree.push(line[line.len() - 1], (color, *mv), next);
                    tree.note_mut(node).clone_from(note);
                    line.push(node);
                }
            }
            lines.push((variation.after, line));
        }
        tree
    }

    /// Replaces moves, notes and variations by those of a tree.
    ///
    /// What is said of the end of the game, such as its result, is left as it is.
    pub fn set_tree(&mut self, tree: &GameTree) {
        let (position, to_move) = tree.position(tree.root());
        self.game = OthelloGame::from_position(position, to_move);
        self.silent_passes.clear();
        self.notes.clear();
        self.variations.clear();
        let main = tree.main_line();
        for (turn, &node) in main.iter().enumerate() {
            if let Some((_, mv)) = tree.turn(node) {
                // Cannot fail: every node was played by the rules.
                let _ = self.game.play(mv);
            }
            if tree.nodes[node.0].is_silent {
                self.silent_passes.push(turn);
            }
            if *tree.note(node) != Note::default() {
                self.notes.resize(turn, Note::default());
                self.notes.push(tree.note(node).clone());
            }
        }
        let mut lines = vec![(0, tree.root())];
        let mut done = 0;
        while let Some(&(after, first)) = lines.get(done) {
            let of = done.checked_sub(1);
            done += 1;
            // The nodes of the line at which others may begin: not before its own first turn.
            let nodes = [first].into_iter().chain(tree.line_from(first));
            let begin = after + usize::from(of.is_some());
            for (after, node) in (begin..).zip(nodes) {
                for &child in tree.children(node).iter().skip(1) {
                    let line = [child].into_iter().chain(tree.line_from(child));
                    let turns = line.filter_map(|node| {
                        let (_, mv) = tree.turn(node)?;
                        Some((mv, tree.note(node).clone()))
                    });
                    self.variations.push(Variation {
                        of,
                        after,
                        turns: turns.collect(),
                    });
                    lines.push((after, child));
                }
            }
        }
    }

    /// Plays the turns of a source, each after its parent. A variation ends before what the rules
    /// do not allow, which is its fault.
    ///
    /// # Errors
    /// At the first move of the main line that the rules do not allow.
    pub(super) fn play_tree(&mut self, turns: Vec<SourceTurn>) -> Result<(), ReadError> {
        let (position, to_move) = self.game.start();
        let mut tree = GameTree::new(position, to_move);
        // Where each turn leads to and its number; nothing behind a fault.
        let mut places: Vec<Option<(NodeId, usize)>> = Vec::with_capacity(turns.len());
        let mut branched = 0;
        for turn in turns {
            let before = match turn.parent {
                Some(parent) => places[parent],
                None => Some((tree.root(), 0)),
            };
            branched += usize::from(!turn.is_main);
            if branched > MOST_TURNS {
                self.fault(ReadError::TooManyTurns(MOST_TURNS));
                break;
            }
            let Some((at, number)) = before else {
                places.push(None);
                continue;
            };
            let number = number + 1;
            match tree.play(at, turn.color, turn.mv) {
                Ok(node) => {
                    if node != at {
                        *tree.note_mut(node) = turn.note;
                    }
                    places.push(Some((node, number)));
                }
                Err(error) if turn.is_main => return Err(ReadError::Illegal { number, error }),
                Err(error) => {
                    self.fault(ReadError::Illegal { number, error });
                    places.push(None);
                }
            }
        }
        self.set_tree(&tree);
        Ok(())
    }

    /// Remembers why a variation ends early, if it is the first that does.
    pub(super) fn fault(&mut self, error: ReadError) {
        self.fault.get_or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::random::random_game;
    use rand::prelude::*;

    fn names(tree: &GameTree, nodes: &[NodeId]) -> String {
        let names = nodes.iter().filter_map(|&node| tree.turn(node));
        let names: Vec<String> = names.map(|(_, mv)| mv.to_string()).collect();
        names.join(" ")
    }

    /// A tree of random lines, some of which are added behind others.
    fn random_tree(random: &mut StdRng) -> GameTree {
        let game = AnnotatedGame::from(random_game(random));
        let mut tree = game.tree();
        for number in 0..20 {
            let nodes: Vec<NodeId> = tree.walk().collect();
            let mut at = *nodes.choose(random).unwrap();
            for _ in 0..random.random_range(1..6) {
                let position = tree.position(at).0;
                let moves: Vec<_> = position.moves().into_iter().collect();
                let mv = moves
                    .choose(random)
                    .map_or(Move::Pass, |&square| square.into());
                let Ok(node) = tree.add(at, mv) else { break };
                tree.note_mut(node).comment = format!("{number}");
                at = node;
            }
        }
        tree
    }

    #[test]
    fn a_game_holds_its_tree() {
        let mut random = StdRng::seed_from_u64(4);
        for _ in 0..50 {
            let tree = random_tree(&mut random);
            let mut game = AnnotatedGame::default();
            game.set_tree(&tree);
            let again = game.tree();
            let line = |tree: &GameTree| -> Vec<_> {
                let nodes: Vec<NodeId> = tree.walk().collect();
                let about = |node: &NodeId| {
                    let children = names(tree, tree.children(*node));
                    (tree.position(*node), tree.note(*node).clone(), children)
                };
                nodes.iter().map(about).collect()
            };
            assert_eq!(line(&again), line(&tree));
            let mut same = game.clone();
            same.set_tree(&again);
            assert_eq!(same, game);
        }
    }

    #[test]
    fn variations_are_promoted_place_by_place() {
        let mut tree = GameTree::new(Position::START, Color::Black);
        let mut line = |moves: &str| {
            let moves = moves.split(' ').map(|mv| mv.parse().unwrap());
            let root = tree.root();
            moves.fold(root, |at, mv| tree.add(at, mv).unwrap())
        };
        let [_, end, _] = ["f5 d6 c3", "f5 f4 e3 d6", "d3 c3"].map(&mut line);
        let d3 = line("d3");
        assert_eq!(names(&tree, &tree.main_line()), "f5 d6 c3");
        let all: Vec<NodeId> = tree.walk().collect();
        assert_eq!(names(&tree, &all), "f5 d6 c3 f4 e3 d6 d3 c3");
        tree.promote(d3);
        assert_eq!(names(&tree, &tree.main_line()), "d3 c3");
        tree.promote(end);
        assert_eq!(names(&tree, &tree.main_line()), "d3 c3");
        tree.promote(end);
        assert_eq!(names(&tree, &tree.main_line()), "f5 f4 e3 d6");
        let before = tree.clone();
        tree.promote(end);
        tree.delete(tree.root());
        assert_eq!(tree, before);
        tree.delete(d3);
        assert_eq!(tree.children(tree.root()).len(), 1);
        let illegal = tree.add(end, "a1".parse().unwrap()).unwrap_err();
        assert_eq!(illegal.to_string(), "illegal move: a1 for black");
    }

    #[test]
    fn a_game_that_is_cut_keeps_the_variations_before() {
        let mut game = AnnotatedGame::default();
        let mut tree = game.tree();
        for moves in ["f5 d6 c3 d3", "d3 c3", "f5 d6 c4 d3", "d3 c5 b6", "f5 f4"] {
            let moves = moves.split(' ').map(|mv| mv.parse().unwrap());
            moves.fold(tree.root(), |at, mv| tree.add(at, mv).unwrap());
        }
        game.set_tree(&tree);
        assert_eq!(game.variations.len(), 4);
        let cut = game.cut_to_moves(2);
        let tree = cut.tree();
        let all: Vec<NodeId> = tree.walk().collect();
        assert_eq!(names(&tree, &all), "f5 d6 f4 d3 c3 c5 b6");
    }
}
