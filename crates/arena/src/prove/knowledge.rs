//! What is known of positions, kept in a file: bounds of their scores, each proven by a search.
//!
//! The file is a [log](bianca_records::log); a line adds what an answer said beyond what was
//! known, so a process that is killed at any moment loses nothing that was kept. Knowledge belongs
//! to no proof: what one proof has found another may use. Positions are kept up to symmetry.
//! Where the answers come from is not known here.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use bianca_records::log::{Existing, LogError, LogFile, LogHeader};
use bianca_records::record::board::{BoardError, parse_board, write_board};
use bianca_rules::othello::Color;
use bianca_rules::othello::{Position, Symmetry};
use bianca_search::request::Bounds;

/// The first line of a file of knowledge, which says nothing more than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnowledgeHeader {}

/// What an answer added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// 0 for the first line, then 1, 2 and so on.
    number: u64,
    /// The position up to symmetry, the side to move in black's place.
    board: String,
    /// In discs for the side to move.
    lower: i32,
    upper: i32,
    /// Positions that were visited for it.
    nodes: u64,
}

impl LogHeader for KnowledgeHeader {
    const KIND: &'static str = "bianca_knowledge";
    const VERSION: u32 = 1;
    const ITEM: &'static str = "fact";
    type Line = Fact;

    fn number(&self, fact: &Fact) -> Result<u64, String> {
        Ok(fact.number)
    }

    fn resumes(&self, _: &KnowledgeHeader) -> Result<(), String> {
        Ok(())
    }
}

/// Why knowledge cannot be read, or an answer not be believed.
#[derive(Debug, Error)]
pub enum KnowledgeError {
    /// The file.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A line of the file has no position.
    #[error("fact {number}: {error}")]
    Board {
        /// Which.
        number: u64,
        /// What is wrong with it.
        error: BoardError,
    },
    /// An answer and what was known exclude each other: one of them is wrong.
    #[error("{board}: an answer says {answer}, but {known} is known: one of them is wrong")]
    Contradiction {
        /// The position, the side to move in black's place.
        board: String,
        /// What the answer says.
        answer: Bounds,
        /// What is known.
        known: Bounds,
    },
}

/// What is known of a position and what follows from what is known of others exclude each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "what is known contradicts itself, so that an answer is wrong: {board} has {known} by itself, {follows} by its moves"
)]
pub struct Contradiction {
    /// The position, the side to move in black's place.
    pub board: String,
    /// What is known of it.
    pub known: Bounds,
    /// What follows from other positions.
    pub follows: Bounds,
}

impl Contradiction {
    /// What both say of the score of `position`.
    ///
    /// # Errors
    /// If they exclude each other.
    pub fn or_both(
        position: Position,
        known: Bounds,
        follows: Bounds,
    ) -> Result<Bounds, Contradiction> {
        let both = known.and(follows);
        if both.lower <= both.upper {
            return Ok(both);
        }
        Err(Contradiction {
            board: write_board(position, Color::Black),
            known,
            follows,
        })
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Of its score.
    pub bounds: Bounds,
    /// Positions that were visited to prove them.
    pub nodes: u64,
}

/// Bounds of scores, by position.
#[derive(Debug)]
pub struct Knowledge {
    known: HashMap<Position, Known>,
    log: LogFile<KnowledgeHeader>,
    facts: u64,
}

impl Knowledge {
    /// Reads the file at `path` and keeps it for this process alone, or begins it.
    ///
    /// # Errors
    /// If another process has it, it is something else, or contradicts itself.
    pub fn open(path: &Path) -> Result<Knowledge, KnowledgeError> {
        let (log, facts) = LogFile::open(path, Existing::Resume)?.begin(&KnowledgeHeader {})?;
        let mut knowledge = Knowledge {
            known: HashMap::new(),
            log,
            facts: 0,
        };
        for fact in facts {
            let (position, _) =
                parse_board(&fact.board).map_err(|error| KnowledgeError::Board {
                    number: fact.number,
                    error,
                })?;
            let bounds = Bounds {
                lower: fact.lower,
                upper: fact.upper,
            };
            let known = knowledge.with(position, bounds, fact.nodes)?;
            knowledge.known.insert(position, known);
            knowledge.facts = fact.number + 1;
        }
        Ok(knowledge)
    }

    /// How many positions something is known of.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// What is known of a position; the end of a game is always known.
    pub fn of(&self, position: &Position) -> Known {
        if position.is_over() {
            return Known {
                bounds: Bounds::exact(position.final_score()),
                nodes: 0,
            };
        }
        let (position, _) = Symmetry::canonical(*position);
        let unknown = Known {
            bounds: Bounds::UNKNOWN,
            nodes: 0,
        };
        self.known.get(&position).copied().unwrap_or(unknown)
    }

    /// Takes in an answer, which took `nodes` visited positions; tells whether it said anything
    /// new. When this returns, it is on the disk.
    ///
    /// # Errors
    /// If it contradicts what is known, or the file system refuses; nothing is changed then.
    pub fn learn(
        &mut self,
        position: &Position,
        bounds: Bounds,
        nodes: u64,
    ) -> Result<bool, KnowledgeError> {
        let (position, _) = Symmetry::canonical(*position);
        let known = self.with(position, bounds, nodes)?;
        if known.bounds == self.of(&position).bounds {
            return Ok(false);
        }
        self.log.append(&Fact {
            number: self.facts,
            board: write_board(position, Color::Black),
            lower: bounds.lower,
            upper: bounds.upper,
            nodes,
        })?;
        self.facts += 1;
        self.known.insert(position, known);
        Ok(true)
    }

    /// What would be known of a position in its canonical form.
    fn with(
        &self,
        position: Position,
        answer: Bounds,
        nodes: u64,
    ) -> Result<Known, KnowledgeError> {
        let known = self.of(&position);
        // All scores are even: the empty squares go to the winner.
        let even = Bounds {
            lower: answer.lower + answer.lower.rem_euclid(2),
            upper: answer.upper - answer.upper.rem_euclid(2),
        };
        let bounds = known.bounds.and(even);
        if bounds.lower > bounds.upper {
            return Err(KnowledgeError::Contradiction {
                board: write_board(position, Color::Black),
                answer,
                known: known.bounds,
            });
        }
        Ok(Known {
            bounds,
            nodes: known.nodes + nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learnt_is_known_again_from_all_sides() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("knowledge");
        let position = Position::START.play_unchecked("f5".parse().unwrap());
        let at_least = |lower| Bounds {
            lower,
            ..Bounds::UNKNOWN
        };
        {
            let mut knowledge = Knowledge::open(&path).unwrap();
            assert_eq!(knowledge.of(&position).bounds, Bounds::UNKNOWN);
            assert!(knowledge.learn(&position, at_least(-3), 10).unwrap());
            assert!(!knowledge.learn(&position, at_least(-4), 10).unwrap());
            assert!(Knowledge::open(&path).is_err(), "one process at a time");
        }
        let mut knowledge = Knowledge::open(&path).unwrap();
        for symmetry in Symmetry::all() {
            let known = knowledge.of(&symmetry.position(position));
            assert_eq!((known.bounds, known.nodes), (at_least(-2), 10));
        }
        let upper = Bounds {
            upper: -4,
            ..Bounds::UNKNOWN
        };
        let error = knowledge.learn(&position, upper, 1).unwrap_err();
        assert!(
            matches!(error, KnowledgeError::Contradiction { .. }),
            "{error}"
        );
        assert_eq!(knowledge.positions(), 1);
        // What a proof has cost is the work of all answers that it rests on.
        assert!(knowledge.learn(&position, at_least(0), 7).unwrap());
        assert_eq!(knowledge.of(&position).nodes, 17);
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("knowledge");
        let mut knowledge = Knowledge::open(&path).unwrap();
        let first = Position::START.play_unchecked("f5".parse().unwrap());
        let after = |square: &str| first.play_unchecked(square.parse().unwrap());
        let positions = [first, after("d6"), after("f6")];
        for position in &positions {
            knowledge.learn(position, Bounds::exact(0), 1).unwrap();
        }
        drop(knowledge);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let mut knowledge = Knowledge::open(&path).unwrap();
        assert_eq!(knowledge.positions(), 2);
        assert!(knowledge.learn(&positions[2], Bounds::exact(0), 1).unwrap());
        drop(knowledge);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let spoilt = String::from_utf8(whole)
            .unwrap()
            .replacen("\"nodes\":1", "\"nodes\":2", 1);
        std::fs::write(&path, spoilt).unwrap();
        assert!(matches!(
            Knowledge::open(&path),
            Err(KnowledgeError::Log(_))
        ));
    }
}
