//! What a search answers: lines of moves with their scores, and what these rest on.
//!
//! Moves are of whatever type the search has. Nothing here knows how a line was found.

use std::time::Duration;

use bianca_rules::score::{Bounds, Score};

/// What a score rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A search that stops short of the end and estimates.
    Midgame,
    /// A search to the end of the game: the score is in whole discs.
    End,
    /// A search to the end for its sign only: the score is -1, 0 or +1 disc.
    WinLossDraw,
}

/// What an opening book says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookScore {
    /// What it is worth to the side to move.
    pub score: Score,
    /// Plies that the score was searched by.
    pub depth: u32,
    /// The confidence of that search in percent.
    pub confidence: u8,
    /// Games and lines that were learned through it.
    pub lines: u32,
}

/// What the score of a [`Report`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// An estimate.
    None,
    /// The result.
    Exact,
    /// The sign of the result.
    Sign,
    /// A bound: the result is as good or better. Of a window, its upper end is reached.
    AtLeast,
    /// A bound: the result is as bad or worse. Of a window, its lower end is not passed; the move
    /// says nothing then.
    AtMost,
}

impl Proof {
    /// In one word, as the protocols have it: `no`, `exact`, `wld`, `atleast`, `atmost`.
    pub fn word(self) -> &'static str {
        match self {
            Proof::None => "no",
            Proof::Exact => "exact",
            Proof::Sign => "wld",
            Proof::AtLeast => "atleast",
            Proof::AtMost => "atmost",
        }
    }
}

/// One line of a search: a move, its score, and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// 1 for the best move, 2 for the second best, and so on.
    pub rank: usize,
    /// The variation, its first move being the move that is scored. Empty only when the game
    /// is over.
    pub pv: Vec<M>,
    /// From the side to move.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// The probability in percent that selective cuts left the score right; 100 if none were
    /// made.
    pub confidence: u8,
    /// How far the search looked.
    pub reach: Reach,
    /// What is proven of the result after this move, whatever the score; where only the best move
    /// was asked for, of the result of the position.
    pub bounds: Bounds,
    /// Positions visited by the whole search so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// What the opening book says of the move, if it was asked and knows it.
    pub book: Option<BookScore>,
    /// From what the move was drawn, if it was: moves, and how likely each was, the likeliest
    /// first. Together they are 1.
    pub chances: Vec<(M, f32)>,
}

impl<M> Report<M> {
    /// A line that says nothing but its moves: of a player who does not search.
    pub fn of_moves(pv: Vec<M>) -> Report<M> {
        Report {
            rank: 1,
            pv,
            score: Score::default(),
            depth: 0,
            confidence: 100,
            reach: Reach::Midgame,
            bounds: Bounds::UNKNOWN,
            nodes: 0,
            elapsed: Duration::ZERO,
            book: None,
            chances: Vec::new(),
        }
    }

    /// The line of a side that has to pass, if `self` is the other side's after the pass.
    pub fn before_pass(mut self, pass: M) -> Report<M> {
        self.pv.insert(0, pass);
        self.score = -self.score;
        self.bounds = -self.bounds;
        self
    }

    /// Whether what was asked for is settled.
    pub fn is_proven(&self) -> bool {
        self.proof() != Proof::None
    }

    /// What the score is.
    pub fn proof(&self) -> Proof {
        match self.reach {
            _ if self.confidence < 100 => Proof::None,
            Reach::Midgame => Proof::None,
            Reach::WinLossDraw => Proof::Sign,
            Reach::End if self.bounds.is_exact() => Proof::Exact,
            Reach::End if Score::from_discs(self.bounds.lower) >= self.score => Proof::AtLeast,
            Reach::End => Proof::AtMost,
        }
    }

    /// The same report with the moves turned into something else.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> Report<N> {
        let chances = self.chances.into_iter();
        Report {
            rank: self.rank,
            pv: self.pv.into_iter().map(&mut f).collect(),
            score: self.score,
            depth: self.depth,
            confidence: self.confidence,
            reach: self.reach,
            bounds: self.bounds,
            nodes: self.nodes,
            elapsed: self.elapsed,
            book: self.book,
            chances: chances.map(|(mv, chance)| (f(mv), chance)).collect(),
        }
    }
}

/// What somebody else knows of a position, to be remembered as if it had been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearntScore {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Plies searched.
    pub depth: u32,
    /// The probability in percent that selective cuts left the bounds right.
    pub confidence: u8,
}
