//! `explain`: what there is to say about the position, and why a move is good or bad.
//!
//! The reason comes from two lines, that of the move and that of the best one, which a short search
//! finds; it does not depend on the level, so that a weak opponent does not teach what it believes.

use std::io::{self, Write};

use super::searching::{Terms, lock};
use super::worker::Reporter;
use super::{Next, Session};
use crate::game::{Game, GameError};
use crate::othello::{Move, Position, Square};
use crate::protocol::{CommandError, Reply};
use crate::request::{Limits, Report, Request, StopFlag};
use crate::strategy::reason::why_worse;
use crate::strategy::words::{ReasonLanguage, Verdict};
use crate::strategy::{Finding, explain_move, explain_position};

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

impl<W: Write> Session<W> {
    /// What there is to say about the position.
    pub(super) fn explain_position(&self) -> Result<Reply, CommandError> {
        let game = self.othello("an explanation")?;
        Ok(in_lines(
            None,
            &explain_position(game.position(), game.to_move()),
        ))
    }

    /// What a move of the side to move does, and what speaks for or against it.
    pub(super) fn explain(
        &mut self,
        id: Option<&str>,
        word: &str,
        language: ReasonLanguage,
    ) -> io::Result<Next> {
        let square = match self.square_to_explain(word) {
            Ok(square) => square,
            Err(error) => return self.reply(id, Err(error)),
        };
        let verdict = self.verdict(id, square)?;
        let reply = verdict.and_then(|verdict| {
            let game = self.othello("an explanation")?;
            let findings = explain_move(game.position(), game.to_move(), square);
            Ok(in_lines(Some(&verdict.sentences(language)), &findings))
        });
        self.reply(id, reply)
    }

    /// The legal move that `word` names.
    fn square_to_explain(&self, word: &str) -> Result<Square, CommandError> {
        let game = self.othello("an explanation")?;
        let mv: Move = word
            .parse()
            .map_err(|_| GameError::NotAMove(word.to_owned()))?;
        let legal = game.position().moves();
        let illegal = || GameError::IllegalMove(format!("{mv} for {}", game.to_move()));
        let square = mv.square().filter(|&square| legal.contains(square));
        Ok(square.ok_or_else(illegal)?)
    }

    /// Compares a move with the best one, or the best one with the next.
    fn verdict(
        &mut self,
        id: Option<&str>,
        played: Square,
    ) -> io::Result<Result<Verdict, CommandError>> {
        let game = match self.othello("an explanation") {
            Ok(game) => game,
            Err(error) => return Ok(Err(error)),
        };
        let (position, mover) = (game.position(), game.to_move());
        let found = match self.study(id, self.game.clone_game(), position, BEST)? {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        let starts = |line: &Known, square: Square| line.moves.first() == Some(&square.into());
        let known = found.iter().position(|line| starts(line, played));
        let mut found = found.into_iter();
        let (best, next) = (found.next(), found.next());
        let (this, other) = match (best, next) {
            // A search that was stopped at once.
            (None, _) => (None, None),
            (Some(best), next) if starts(&best, played) => (Some(best), next),
            (Some(best), Some(next)) if known.is_some() => (Some(next), Some(best)),
            (Some(best), _) => match self.line_after(id, position, played)? {
                Ok(line) => (line, Some(best)),
                Err(error) => return Ok(Err(error)),
            },
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
                why_worse(position, &this.moves, &other.moves)
            }
            (Some(this), Some(other)) if loss < 0.0 => {
                why_worse(position, &other.moves, &this.moves)
            }
            _ => None,
        };
        let first = |line: &Known| line.moves.first().and_then(|mv| mv.square());
        Ok(Ok(Verdict {
            mover,
            played,
            other: other.as_ref().and_then(first),
            loss,
            reason,
        }))
    }

    /// What a move leads to.
    fn line_after(
        &mut self,
        id: Option<&str>,
        position: Position,
        played: Square,
    ) -> io::Result<Result<Option<Known>, CommandError>> {
        let child = position.play_unchecked(played);
        if child.is_over() {
            let discs = -f64::from(child.final_score());
            let moves = vec![played.into()];
            return Ok(Ok(Some(Known { moves, discs })));
        }
        let mut game = self.game.clone_game();
        if let Err(error) = game.play(None, &played.to_string()) {
            return Ok(Err(error.into()));
        }
        Ok(self.study(id, game, child, AFTER)?.map(|lines| {
            let line = lines.into_iter().next()?;
            let moves = [Move::Place(played)].into_iter().chain(line.moves);
            Some(Known {
                moves: moves.collect(),
                discs: -line.discs,
            })
        }))
    }

    /// The best lines of `game`, which is at `position`.
    fn study(
        &mut self,
        id: Option<&str>,
        game: Box<dyn Game>,
        position: Position,
        view: Foresight,
    ) -> io::Result<Result<Vec<Known>, CommandError>> {
        let depth = match position.empties() <= view.solved {
            true => position.empties().max(1),
            false => view.plies,
        };
        let request = Request {
            best: view.best.min(position.moves().count().max(1) as usize),
            limits: Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            ..Request::default()
        };
        let player = self.player.clone();
        let study = move |stop: &StopFlag, _: Reporter| lock(&player).study(&*game, &request, stop);
        Ok(match self.work(id, study, Terms::QUIET)? {
            Ok(lines) => {
                let lines = lines.map_err(CommandError::from);
                lines.map(|lines| lines.iter().map(known).collect())
            }
            Err(message) => {
                lock(&self.player).recover();
                Err(self.internal(message))
            }
        })
    }
}

fn known(line: &Report<String>) -> Known {
    let moves = line.pv.iter().map_while(|word| word.parse().ok());
    Known {
        moves: moves.collect(),
        discs: line.score.discs(),
    }
}

fn hundredths(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0 + 0.0
}

/// Findings, a line each, below the reason.
fn in_lines(reason: Option<&str>, findings: &[Finding]) -> Reply {
    let reason = reason.map(|reason| format!("reason: {reason}"));
    let findings = findings.iter().map(Finding::to_string);
    let lines: Vec<String> = reason.into_iter().chain(findings).collect();
    Reply::Drawing(lines.join("\n"))
}
