//! What the root tells of its moves: their variations, scores and what is proven of them.
//!
//! It says no more than the finished steps have shown. Which step comes next is not its business.

use crate::eval::kernels::Kernels;
use crate::request::{Bounds, Reach, Report, Score};
use crate::search::levels::Step;
use crate::search::node::Candidate;
use crate::search::probcut::{CONFIDENCE, EXACT};
use crate::search::proven::is_settled;
use crate::search::tree::DISC;
use bianca_rules::othello::{Move, Position};

use super::{Root, RootMove};

impl<K: Kernels> Root<'_, '_, K> {
    /// The variation that begins with `mv`, from the hash table; and the position from which
    /// solving has to find the rest, if the search went to the end.
    pub(super) fn line(&self, mv: &Candidate, step: Step) -> (Vec<Move>, Option<Position>) {
        let mut line = vec![Move::Place(mv.square)];
        let mut position = mv.child;
        let to_end = step.depth == self.empties;
        // A pass is no ply of the search.
        while self.empties - position.empties() < step.depth {
            if to_end && position.empties() <= self.worker.solver_max() {
                // What the table knows of it comes from searches that did not reach the end.
                return (line, Some(position));
            }
            let moves = position.moves();
            if moves.is_empty() {
                if position.opponent_moves().is_empty() {
                    break;
                }
                line.push(Move::Pass);
                position = position.passed();
                continue;
            }
            let entry = self.worker.shared.table.get(&position);
            let known = entry.and_then(|entry| entry.moves[0]);
            let Some(square) = known.filter(|&square| moves.contains(square)) else {
                break;
            };
            line.push(Move::Place(square));
            position = position.play_unchecked(square);
        }
        (line, None)
    }

    /// Solves what the variations of the best moves lack: once for each that is told, because it
    /// takes longer than many a search.
    pub(super) fn finish_lines(&mut self) {
        for index in 0..self.told() {
            let Some(position) = self.moves[index].unsolved.take() else {
                continue;
            };
            let root_move = &self.moves[index];
            let is_proven = root_move.step.selectivity == EXACT && self.is_proven(root_move);
            let score = root_move.score.div_euclid(DISC);
            let ours = root_move.line.len().is_multiple_of(2);
            let guess = if ours { score } else { -score };
            let rest = self.worker.best_line(position, guess, is_proven);
            self.moves[index].line.extend(rest);
        }
    }

    /// How many moves are told of.
    fn told(&self) -> usize {
        self.request.best.clamp(1, self.moves.len())
    }

    /// Whether what was asked for is proven of a move whose last step was to the end without cuts.
    fn is_proven(&self, root_move: &RootMove) -> bool {
        is_settled(self.window(root_move.step), self.bounds_of(root_move))
    }

    /// What is proven of a move; where no other is told of, of the position.
    fn bounds_of(&self, root_move: &RootMove) -> Bounds {
        match self.told() {
            1 => self.bounds(),
            _ => root_move.bounds,
        }
    }

    /// What is proven of the position: as much as of its best move.
    fn bounds(&self) -> Bounds {
        let all = || self.moves.iter().map(|root_move| root_move.bounds);
        Bounds {
            lower: all().map(|bounds| bounds.lower).max().unwrap_or(-64),
            upper: all().map(|bounds| bounds.upper).max().unwrap_or(64),
        }
    }

    pub(super) fn reports(&self) -> Vec<Report<Move>> {
        let to_report = |(index, root_move): (usize, &RootMove)| {
            let to_end = root_move.step.depth == self.empties;
            let reach = match root_move.step.sign_only {
                _ if !to_end => Reach::Midgame,
                true => Reach::WinLossDraw,
                false => Reach::End,
            };
            let bounds = self.bounds_of(root_move);
            let score = root_move.score - self.bonus(root_move, root_move.step);
            let score = match reach {
                Reach::WinLossDraw => score.signum() * DISC,
                // Earlier steps may have proven more than the window asks for.
                Reach::End if root_move.step.selectivity == EXACT => {
                    score.clamp(bounds.lower * DISC, bounds.upper * DISC)
                }
                _ => score,
            };
            Report {
                rank: index + 1,
                pv: root_move.line.clone(),
                score: Score(score),
                depth: root_move.step.depth,
                confidence: match root_move.step.selectivity {
                    // Stopped half-way: other moves may be better.
                    EXACT if to_end && !self.is_proven(root_move) => {
                        CONFIDENCE[usize::from(EXACT) - 1]
                    }
                    selectivity => CONFIDENCE[usize::from(selectivity)],
                },
                reach,
                bounds,
                nodes: root_move.nodes,
                elapsed: root_move.elapsed,
                book: None,
                chances: Vec::new(),
            }
        };
        self.moves
            .iter()
            .take(self.told())
            .enumerate()
            .map(to_report)
            .collect()
    }

    pub(super) fn report_lines(&mut self) {
        self.finish_lines();
        for line in self.reports() {
            (self.report)(&line);
        }
    }
}
