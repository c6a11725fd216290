//! `explain`: what there is to say about the position, and why a move is good or bad.
//!
//! The reason comes from two lines, that of the move and that of the best one, which a short search
//! finds; it does not depend on the level, so that a weak opponent does not teach what it believes.

use std::io::Write;

use super::Failure;
use super::dialogue::{Dialogue, Terms};
use crate::protocol::{CommandError, Reply};
use bianca_play::game::{Game, GameError, GameMove};
use bianca_play::strategy::reason::why_worse;
use bianca_play::strategy::words::{Verdict, forced_pass};
use bianca_play::strategy::{Finding, explain_move, explain_pass, explain_position};
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::{Color, Move, Position, Square};
use bianca_search::request::{Limits, Purpose, Report, Request};
use bianca_system::language::Language;

/// What is looked at to compare two moves.
#[derive(Clone, Copy)]
struct Foresight {
    /// How many lines.
    best: usize,
    /// How many plies.
    plies: u32,
    /// With so many empty squares to the end.
    solved: u32,
}

/// At the position itself.
const BEST: Foresight = Foresight {
    best: 2,
    plies: 10,
    solved: 16,
};
/// After a move: a ply less, so that both see as far.
const AFTER: Foresight = Foresight {
    best: 1,
    plies: BEST.plies - 1,
    solved: BEST.solved - 1,
};

/// A line with its score for the side that makes its first move.
struct Known {
    moves: Vec<Move>,
    discs: f64,
}

/// An explanation of the position that the game on the table stands at.
pub struct Explanation<'a> {
    table: &'a Tabletop,
    position: Position,
    mover: Color,
}

impl<'a> Explanation<'a> {
    /// Of the game on the table.
    ///
    /// # Errors
    /// If that is not Othello.
    pub fn of(table: &'a Tabletop) -> Result<Explanation<'a>, CommandError> {
        let game = table.othello("an explanation")?;
        Ok(Explanation {
            table,
            position: game.position(),
            mover: game.to_move(),
        })
    }

    /// What there is to say about the position.
    pub fn of_position(&self) -> Reply {
        in_lines(None, &explain_position(self.position, self.mover))
    }

    /// What a move of the side to move does, and what speaks for or against it.
    ///
    /// # Errors
    /// If `word` is no legal move, or nothing is found.
    pub fn of_move<W: Write>(
        &self,
        word: &str,
        language: Language,
        dialogue: &mut Dialogue<W>,
    ) -> Result<Reply, Failure> {
        let (reason, findings) = match self.legal_move(word)? {
            Move::Place(square) => (
                self.verdict(square, dialogue)?.sentences(language),
                explain_move(self.position, self.mover, square),
            ),
            // Nothing is searched for: it has no other to be compared with.
            Move::Pass => (
                forced_pass(self.mover, language),
                explain_pass(self.position, self.mover),
            ),
        };
        Ok(in_lines(Some(&reason), &findings))
    }

    /// The legal move that `word` names.
    fn legal_move(&self, word: &str) -> Result<Move, GameError> {
        let not_a_move = |_| GameError::NotAMove(word.to_owned());
        let mv: Move = word.parse().map_err(not_a_move)?;
        let illegal = |_| GameError::IllegalMove(format!("{mv} for {}", self.mover));
        self.position.play(mv).map_err(illegal)?;
        Ok(mv)
    }

    /// Compares a move with the best one, or the best one with the next.
    fn verdict<W: Write>(
        &self,
        played: Square,
        dialogue: &mut Dialogue<W>,
    ) -> Result<Verdict, Failure> {
        let found = self.study(&*self.table.game, self.position, BEST, dialogue)?;
        let starts = |line: &Known, square: Square| line.moves.first() == Some(&square.into());
        let known = found.iter().position(|line| starts(line, played));
        let mut found = found.into_iter();
        let (best, next) = (found.next(), found.next());
        let (this, other) = match (best, next) {
            // A search that was stopped at once.
            (None, _) => (None, None),
            (Some(best), next) if starts(&best, played) => (Some(best), next),
            (Some(best), Some(next)) if known.is_some() => (Some(next), Some(best)),
            (Some(best), _) => (self.line_after(played, dialogue)?, Some(best)),
        };
        let loss = match (&this, &other) {
            (Some(this), Some(other)) => hundredths(other.discs - this.discs),
            _ => 0.0,
        };
        // The move that the search prefers is not worse, even if a second look says so.
        let loss = if known == Some(0) {
            loss.min(0.0)
        } else {
            loss.max(0.0)
        };
        let reason = match (&this, &other) {
            (Some(this), Some(other)) if loss > 0.0 => {
                why_worse(self.position, &this.moves, &other.moves)
            }
            (Some(this), Some(other)) if loss < 0.0 => {
                why_worse(self.position, &other.moves, &this.moves)
            }
            _ => None,
        };
        let first = |line: &Known| line.moves.first().and_then(|mv| mv.square());
        Ok(Verdict {
            mover: self.mover,
            played,
            other: other.as_ref().and_then(first),
            loss,
            reason,
        })
    }

    /// What a move leads to.
    fn line_after<W: Write>(
        &self,
        played: Square,
        dialogue: &mut Dialogue<W>,
    ) -> Result<Option<Known>, Failure> {
        let child = self.position.play_unchecked(played);
        if child.is_over() {
            let discs = -f64::from(child.final_score());
            let moves = vec![played.into()];
            return Ok(Some(Known { moves, discs }));
        }
        let mut game = self.table.game.clone_game();
        game.make(played.into())?;
        let mut lines = self.study(&*game, child, AFTER, dialogue)?.into_iter();
        Ok(lines.next().map(|line| Known {
            moves: [played.into()].into_iter().chain(line.moves).collect(),
            discs: -line.discs,
        }))
    }

    /// The best lines of `game`, which is at `position`.
    fn study<W: Write>(
        &self,
        game: &dyn Game,
        position: Position,
        view: Foresight,
        dialogue: &mut Dialogue<W>,
    ) -> Result<Vec<Known>, Failure> {
        let depth = if position.empties() <= view.solved {
            position.empties().max(1)
        } else {
            view.plies
        };
        let request = Request {
            best: view.best.min(position.moves().count().max(1) as usize),
            limits: Limits::to_depth(depth),
            purpose: Purpose::Explanation,
            ..Request::default()
        };
        let lines = dialogue.search(game, &self.table.player, request, Terms::QUIET)?;
        Ok(lines.iter().map(known).collect())
    }
}

fn known(line: &Report<GameMove>) -> Known {
    let moves = line.pv.iter().map_while(|&mv| mv.try_into().ok());
    Known {
        moves: moves.collect(),
        discs: line.score.discs(),
    }
}

fn hundredths(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0
}

/// Findings, a line each, below the reason.
fn in_lines(reason: Option<&str>, findings: &[Finding]) -> Reply {
    let reason = reason.map(|reason| format!("reason: {reason}"));
    let findings = findings.iter().map(Finding::to_string);
    let lines: Vec<String> = reason.into_iter().chain(findings).collect();
    Reply::Drawing(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::session::{Session, SessionSettings};
    use bianca_play::player::{Contestant, Player, PlayerError};
    use bianca_play::strategy::reason::ReasonKind;
    use bianca_play::tabletop::SharedPlayer;
    use bianca_search::request::{Score, StopFlag};

    /// Moves and a score in 1/256 disc.
    type Line = (&'static str, i32);

    /// A player that answers each study with the next of these lists.
    struct Scripted {
        answers: VecDeque<Vec<Line>>,
        asked: Arc<Mutex<Vec<Request>>>,
    }

    impl Player for Scripted {
        fn search(
            &mut self,
            _: &dyn Game,
            request: &Request,
            _: &StopFlag,
            _: &mut dyn FnMut(&Report<GameMove>),
        ) -> Result<Vec<Report<GameMove>>, PlayerError> {
            self.asked.lock().unwrap().push(*request);
            let lines = self.answers.pop_front().expect("no further study");
            let report = |(moves, score): Line| Report {
                score: Score(score),
                ..Report::of_moves(moves.split(' ').map(move_of).collect())
            };
            Ok(lines.into_iter().map(report).collect())
        }
    }

    fn move_of(word: &str) -> GameMove {
        word.parse::<Move>().unwrap().into()
    }

    /// What is said of a move, and how many lines and plies each study was asked for.
    fn verdict(board: &str, played: &str, answers: &[&[Line]]) -> (Verdict, Vec<(usize, u32)>) {
        let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
        session.table.game.set_board(board).unwrap();
        let asked = Arc::default();
        session.table.player = SharedPlayer::new(Contestant::new(Box::new(Scripted {
            answers: answers.iter().map(|lines| lines.to_vec()).collect(),
            asked: Arc::clone(&asked),
        })));
        let Session {
            dialogue, table, ..
        } = &mut session;
        let explanation = Explanation::of(table).unwrap();
        let verdict = explanation.verdict(played.parse().unwrap(), dialogue);
        let asked = asked.lock().unwrap();
        let terms = |request: &Request| (request.best, request.limits.depth.unwrap());
        (verdict.unwrap(), asked.iter().map(terms).collect())
    }

    /// After b7 white takes the corner a8, after f3 it does not.
    const TWO_MOVES: &str = "8/8/8/4O3/3X4/2O5/8/8 X";
    const AS_FAR: [(usize, u32); 1] = [(2, 10)];

    /// The loss and the other move of a verdict, and whether it has the reason that b7 is worse.
    fn outcome(verdict: &Verdict) -> (f64, Option<String>, bool) {
        let other = verdict.other.map(|square| square.to_string());
        if let Some(reason) = &verdict.reason {
            assert_eq!(reason.kind(), ReasonKind::CornerLost);
        }
        (verdict.loss, other, verdict.reason.is_some())
    }

    #[test]
    fn two_moves_are_compared_by_their_lines() {
        let (b7, f3) = (|score| ("b7 a8", score), |score| ("f3 g2", score));
        for (played, lines, loss, other, reason) in [
            ("b7", [f3(512), b7(-256)], 3.0, "f3", true),
            ("f3", [f3(512), b7(-256)], -3.0, "b7", true),
            // As good as the other, whichever stands first.
            ("b7", [b7(0), f3(0)], 0.0, "f3", false),
            ("f3", [f3(0), b7(0)], 0.0, "b7", false),
            ("b7", [f3(0), b7(0)], 0.0, "f3", false),
            // In hundredths.
            ("b7", [f3(513), b7(0)], 2.0, "f3", true),
            ("b7", [f3(128), b7(0)], 0.5, "f3", true),
            ("b7", [f3(3), b7(0)], 0.01, "f3", true),
            // The first is not worse, whatever the second look says.
            ("b7", [b7(0), f3(256)], 0.0, "f3", false),
            ("f3", [f3(515), b7(0)], -2.01, "b7", true),
        ] {
            let (verdict, asked) = verdict(TWO_MOVES, played, &[&lines]);
            let expected = (loss, Some(other.to_owned()), reason);
            assert_eq!(outcome(&verdict), expected, "{played} {lines:?}");
            assert_eq!(asked, AS_FAR);
        }
    }

    #[test]
    fn a_move_that_is_none_of_the_best_is_looked_at_by_itself() {
        let best = [("f3 g2", 512)];
        let (bad, asked) = verdict(TWO_MOVES, "b7", &[&best, &[("a8", 256)]]);
        assert_eq!(outcome(&bad), (3.0, Some("f3".to_owned()), true));
        assert_eq!(asked, [AS_FAR[0], (1, 9)]);
        // It cannot be better than the best one.
        let (good, _) = verdict(TWO_MOVES, "b7", &[&best, &[("a8", -1024)]]);
        assert_eq!(outcome(&good), (0.0, Some("f3".to_owned()), false));
        // Here c1 takes the last disc of white: nothing is left to be searched.
        let wins = "XO6/8/8/8/8/8/8/8 X";
        let (best, asked) = verdict(wins, "c1", &[&[("h8", 64 * 256)]]);
        assert_eq!(outcome(&best), (0.0, Some("h8".to_owned()), false));
        assert_eq!(asked, [(1, 10)]);
    }

    #[test]
    fn near_the_end_lines_go_to_the_end() {
        for (empties, depth) in [(1, 1), (15, 15), (16, 16), (17, 10)] {
            let board = format!(
                "-O{}{} X",
                "X".repeat(63 - empties),
                "-".repeat(empties - 1)
            );
            let (only, asked) = verdict(&board, "a1", &[&[("a1", 0)]]);
            assert_eq!(outcome(&only), (0.0, None, false));
            assert_eq!(asked, [(1, depth)]);
        }
    }
}
