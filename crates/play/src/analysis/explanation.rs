//! What there is to say about a mistake or a blunder: the reason from its line and the best one's,
//! and what was counted: by the reason, and the findings of both moves.

use crate::strategy::reason::{ReasonKind, why_worse};
use crate::strategy::words::Verdict;
use crate::strategy::{Finding, explain_move, explain_position};
use bianca_rules::othello::{Move, Position, Square};
use bianca_system::language::Language;

/// The longest list of squares in an explanation.
const MOST_SQUARES: usize = 12;

/// What there is to say about a mistake or a blunder, by the paper's strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What happens after it and not after the best move. There is always one, if not in old files.
    pub reason: Option<ReasonGiven>,
    /// What the move did that the best one would not have done.
    pub played: Vec<Finding>,
    /// What only the best one would have done.
    pub best: Vec<Finding>,
    /// What was to be seen on the board before it.
    pub position: Vec<Finding>,
}

/// The reason why a move is a mistake or a blunder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonGiven {
    /// What kind of reason it is.
    pub kind: ReasonKind,
    /// The squares that show it.
    pub squares: Vec<Square>,
    /// A sentence or two.
    pub words: String,
    /// What it counted, if it counted anything.
    pub counts: Option<String>,
    /// What follows the move played, itself included.
    pub played: Vec<Move>,
}

/// Compares the lines after the move played and after the best one.
pub fn explain(
    before: Position,
    verdict: Verdict,
    line: Vec<Move>,
    variation: &[Move],
    language: Language,
) -> Explanation {
    let reason = why_worse(before, &line, variation).map(|reason| {
        let (kind, squares) = (reason.kind(), reason.squares().to_vec());
        let verdict = Verdict {
            reason: Some(reason),
            ..verdict.clone()
        };
        ReasonGiven {
            kind,
            squares,
            words: verdict.sentences(language),
            counts: verdict.counts(language),
            played: line,
        }
    });
    let found = |square| explain_move(before, verdict.mover, square);
    let best = verdict.other.unwrap_or(verdict.played);
    let (played, best) = (found(verdict.played), found(best));
    // What both moves do does not tell them apart.
    let only = |these: &[Finding], those: &[Finding]| {
        let differs = |finding: &&Finding| {
            let same = |other: &Finding| {
                (other.theme, other.color, other.number)
                    == (finding.theme, finding.color, finding.number)
            };
            !those.iter().any(same)
        };
        these.iter().filter(differs).map(brief).collect()
    };
    let position = explain_position(before, verdict.mover);
    Explanation {
        reason,
        played: only(&played, &best),
        best: only(&best, &played),
        position: position.iter().map(brief).collect(),
    }
}

impl Explanation {
    /// What was counted, each with `; ` before it.
    pub(super) fn counted(&self, played: Square, best: Square) -> String {
        let counts = self
            .reason
            .as_ref()
            .and_then(|reason| reason.counts.as_ref());
        let mut text = counts.map_or_else(String::new, |counts| format!("; {counts}"));
        for (square, findings) in [(played, &self.played), (best, &self.best)] {
            for finding in findings {
                text += &format!("; {square}: {finding}");
            }
        }
        text
    }
}

/// A finding without its squares if they are too many to be looked at.
fn brief(finding: &Finding) -> Finding {
    let mut brief = finding.clone();
    if brief.squares.len() > MOST_SQUARES {
        brief.squares.clear();
    }
    brief
}
