//! A complete tree with given values at its leaves: the textbook's Figure 5.2 and its like.
//!
//! MAX ([`Color::Black`]) moves at the root, MIN below it, and so on. States are named as in the
//! figure: inner nodes `A`, `B`, … level by level, a node's leaves `B1`, `B2`, …, and the moves of
//! `B` `b1`, `b2`, ….

use std::sync::Arc;

use thiserror::Error;

use super::kind::GameKind;
pub use super::moves::Branch;
use super::moves::node_name as name;
use super::{GameState, Playable};
use bianca_rules::othello::Color;
use bianca_system::foreign::excerpt;

/// The leaves of Figure 5.2.
pub const FIGURE_5_2: [i32; 9] = [3, 12, 8, 2, 4, 6, 14, 5, 2];

/// Leaves of the largest tree.
pub const MOST_LEAVES: usize = 4096;

/// Values are at most this far from 0, so that they are scores with room to spare.
pub const LARGEST_VALUE: i32 = 1_000_000;

/// A node of a tree, which is the position of its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    leaves: Arc<[i32]>,
    branching: u32,
    /// Nodes that are no leaves.
    inner: u32,
    /// Number of the node, level by level from the root, 0.
    node: u32,
}

/// Why there is no tree with these leaves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// Too few or too many.
    #[error("{0} values: a tree has 2 to {MOST_LEAVES} leaves")]
    Count(usize),
    /// A word that is no value.
    #[error("'{0}' is not a whole number from -{LARGEST_VALUE} to {LARGEST_VALUE}")]
    Value(String),
}

impl Tree {
    /// Figure 5.2 at its root.
    pub fn figure_5_2() -> Tree {
        Tree::complete(&FIGURE_5_2)
    }

    /// The root of the complete tree whose leaves have the values that `words` say.
    ///
    /// Three branches at each node if the count is a power of three; otherwise as few as fit the
    /// count, which for a prime number of leaves are all of them.
    ///
    /// # Errors
    /// [`TreeError`], with the word or the count.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Tree, TreeError> {
        let read = |word: &str| {
            let value = word.parse().ok();
            value
                .filter(|value| (-LARGEST_VALUE..=LARGEST_VALUE).contains(value))
                .ok_or_else(|| TreeError::Value(word.to_owned()))
        };
        let leaves = words
            .into_iter()
            .map(read)
            .collect::<Result<Vec<i32>, _>>()?;
        if !(2..=MOST_LEAVES).contains(&leaves.len()) {
            return Err(TreeError::Count(leaves.len()));
        }
        Ok(Tree::complete(&leaves))
    }

    /// See [`Tree::parse`]; there are 2 to [`MOST_LEAVES`] leaves.
    fn complete(leaves: &[i32]) -> Tree {
        let count = leaves.len() as u32;
        let fits = |&branching: &u32| {
            let mut nodes = 1;
            while nodes < count {
                nodes *= branching;
            }
            nodes == count
        };
        let branching = std::iter::once(3).chain(2..=count).find(fits);
        let branching = branching.unwrap_or(count);
        Tree {
            leaves: leaves.into(),
            branching,
            inner: (count - 1) / (branching - 1),
            node: 0,
        }
    }

    fn is_leaf(&self) -> bool {
        self.node >= self.inner
    }

    fn level(&self) -> u32 {
        let (mut node, mut level) = (self.node, 0);
        while node > 0 {
            node = (node - 1) / self.branching;
            level += 1;
        }
        level
    }
}

impl GameState for Tree {
    type Move = Branch;

    fn mover(&self) -> Color {
        if self.level().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    fn outcome(&self) -> Option<i32> {
        let leaf = self.node.checked_sub(self.inner)?;
        let value = self.leaves.get(leaf as usize)?;
        Some(self.mover().for_black(*value))
    }

    fn moves(&self, out: &mut Vec<Branch>) {
        if !self.is_leaf() {
            let node = self.node;
            out.extend((1..=self.branching).map(|number| Branch { node, number }));
        }
    }

    fn play(&mut self, branch: Branch) {
        self.node = branch.node * self.branching + branch.number;
    }
}

impl Playable for Tree {
    const KIND: GameKind = GameKind::Tree;

    fn read_move(&self, word: &str) -> Option<Branch> {
        let digits = word.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = word.split_at(digits);
        let number = number.parse().ok()?;
        // Only moves of nodes that exist are moves; most words name no node.
        let node = (0..self.inner).find(|&node| name(node).eq_ignore_ascii_case(letters))?;
        (1..=self.branching)
            .contains(&number)
            .then_some(Branch { node, number })
    }

    fn state_name(&self) -> Option<String> {
        Some(if !self.is_leaf() {
            name(self.node)
        } else {
            let (parent, child) = (
                (self.node - 1) / self.branching,
                (self.node - 1) % self.branching,
            );
            format!("{}{}", name(parent), child + 1)
        })
    }

    fn status(&self) -> String {
        if let Some(outcome) = self.outcome() {
            let value = self.mover().for_black(outcome);
            return format!("game over: MAX gets {value}");
        }
        let player = match self.mover() {
            Color::Black => "MAX",
            Color::White => "MIN",
        };
        let words: Vec<String> = self.legal_moves().iter().map(Branch::to_string).collect();
        format!("{player} to move: {}", words.join(" "))
    }

    /// The state's name.
    fn write(&self) -> Option<String> {
        self.state_name()
    }

    fn read(&self, text: &str) -> Option<Result<Tree, String>> {
        let wanted = text.trim();
        let nodes = self.inner + self.leaves.len() as u32;
        let at = |node| Tree {
            node,
            ..self.clone()
        };
        let named = (0..nodes).map(at).find(|tree| {
            tree.state_name()
                .is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        });
        Some(named.ok_or_else(|| format!("'{}' is no state of this tree", excerpt(wanted))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_and_moves_have_the_names_of_the_figure() {
        let a = Tree::figure_5_2();
        assert_eq!(a.draw(), "A\nMAX to move: a1 a2 a3");
        let b = a.after(a.read_move("a1").unwrap());
        assert_eq!(b.draw(), "B\nMIN to move: b1 b2 b3");
        let b1 = b.after(b.read_move("b1").unwrap());
        assert_eq!(b1.draw(), "B1\ngame over: MAX gets 3");
        let c3 = a.read("c3").unwrap().unwrap();
        assert_eq!(c3.draw(), "C3\ngame over: MAX gets 6");
        assert!(a.read("E").unwrap().is_err());
        assert_eq!(a.read_move("e1"), None);
        assert_eq!(a.read_move("a4"), None);
    }

    #[test]
    fn any_number_of_leaves_makes_a_complete_tree() {
        let shape = |count: usize| {
            let words: Vec<String> = (0..count).map(|value| value.to_string()).collect();
            let tree = Tree::parse(words.iter().map(String::as_str)).unwrap();
            (tree.branching, tree.inner)
        };
        assert_eq!(shape(27), (3, 13));
        assert_eq!(shape(9), (3, 4));
        assert_eq!(shape(16), (2, 15));
        assert_eq!(shape(25), (5, 6));
        assert_eq!(shape(7), (7, 1));
        assert_eq!(shape(2), (2, 1));
        assert_eq!(shape(4096), (2, 4095));
    }

    #[test]
    fn wrong_values_are_named() {
        let error = |text: &str| Tree::parse(text.split(' ')).unwrap_err();
        assert_eq!(error("1 2 x"), TreeError::Value("x".to_owned()));
        assert_eq!(error("1 1000001"), TreeError::Value("1000001".to_owned()));
        assert_eq!(error("1"), TreeError::Count(1));
        assert_eq!(name(25), "Z");
        assert_eq!(name(26), "AA");
        assert_eq!(name(26 + 26 * 26), "AAA");
    }
}
