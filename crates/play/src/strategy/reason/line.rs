//! Lines of play, replayed from the mover's side.
//!
//! Ply 1 is the move that a line is about. Every board has the mover's discs as its own, whoever
//! is to move.

use bianca_rules::othello::{Bitboard, Move, Position, Square};

/// What is looked at of a line: the move and eight more. People do not look further, and the end
/// of a line is what a search knows least of.
const NEAR: usize = 9;

/// Two lines from the same position.
pub struct Lines {
    /// The position, for the mover.
    pub start: Position,
    /// After the move played.
    pub played: Line,
    /// After the better one.
    pub best: Line,
    /// How many plies of them are compared.
    pub plies: usize,
    /// How many plies both have; a line that reaches the end of the game has as many as one likes.
    pub whole: usize,
}

/// A line of play.
pub struct Line {
    start: Position,
    steps: Vec<Step>,
    over: bool,
}

/// A ply.
#[derive(Clone, Copy)]
struct Step {
    /// Whether the mover made it.
    mine: bool,
    mv: Move,
    after: Position,
}

impl Lines {
    /// `None` if one of them has no move, or both begin with the same.
    pub fn replay(start: Position, played: &[Move], best: &[Move]) -> Option<Lines> {
        let (played, best) = (Line::replay(start, played), Line::replay(start, best));
        let (one, other) = (played.steps.first()?.mv, best.steps.first()?.mv);
        if one == other || one.square().is_none() || other.square().is_none() {
            return None;
        }
        let whole = played.plies().min(best.plies());
        Some(Lines {
            start,
            played,
            best,
            plies: whole.min(NEAR),
            whole,
        })
    }

    /// The first moves of both.
    pub fn first(&self) -> (Square, Square) {
        let first = |line: &Line| line.steps[0].mv.square();
        match (first(&self.played), first(&self.best)) {
            (Some(played), Some(best)) => (played, best),
            _ => unreachable!("lines begin with a disc"),
        }
    }

    /// The boards of both after the plies that are compared.
    pub fn ends(&self) -> (Position, Position) {
        (self.played.at(self.plies), self.best.at(self.plies))
    }
}

impl Line {
    /// Plays `moves` as far as the rules allow, with the passes that are left out.
    fn replay(start: Position, moves: &[Move]) -> Line {
        let mut line = Line {
            start,
            steps: Vec::new(),
            over: false,
        };
        let (mut position, mut mine) = (start, true);
        let mut moves = moves.iter().copied().peekable();
        while let Some(&next) = moves.peek() {
            let mv = match next {
                Move::Place(square) if position.moves().contains(square) => next,
                _ if position.must_pass() => Move::Pass,
                _ => break,
            };
            if mv == next {
                moves.next();
            }
            position = position.make_unchecked(mv);
            let after = if mine { position.passed() } else { position };
            line.steps.push(Step { mine, mv, after });
            mine = !mine;
        }
        line.over = position.is_over();
        line
    }

    fn plies(&self) -> usize {
        if self.over {
            usize::MAX
        } else {
            self.steps.len()
        }
    }

    /// Whether the game is over at its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The board after so many plies, or the last one.
    pub fn at(&self, ply: usize) -> Position {
        match ply.min(self.steps.len()) {
            0 => self.start,
            ply => self.steps[ply - 1].after,
        }
    }

    /// The boards after each ply.
    pub fn boards(&self) -> impl Iterator<Item = Position> {
        self.steps.iter().map(|step| step.after)
    }

    /// The last board.
    pub fn end(&self) -> Position {
        self.at(usize::MAX)
    }

    /// Whether nobody puts a disc on a square that is empty at its end any more.
    pub fn is_settled(&self, square: Square) -> bool {
        self.over || !self.end().empty().contains(square)
    }

    /// What follows the first move.
    pub fn answer(&self) -> Option<Move> {
        self.steps.get(1).map(|step| step.mv)
    }

    /// The plies of a side with their numbers.
    fn of(&self, mine: bool, plies: usize) -> impl Iterator<Item = (usize, Step)> {
        let steps = (1..).zip(self.steps.iter().copied().take(plies));
        steps.filter(move |(_, step)| step.mine == mine)
    }

    /// The discs that a side puts on the board, with their plies.
    pub fn placed(&self, mine: bool, plies: usize) -> impl Iterator<Item = (usize, Square)> {
        self.of(mine, plies)
            .filter_map(|(ply, step)| Some((ply, step.mv.square()?)))
    }

    /// The plies at which a side passes.
    pub fn passes(&self, mine: bool, plies: usize) -> impl Iterator<Item = usize> {
        self.of(mine, plies)
            .filter(|(_, step)| step.mv == Move::Pass)
            .map(|(ply, _)| ply)
    }

    /// The moves that a side has at each of its turns after the first move, with the number of
    /// plies before. Turns without a move are not among them.
    pub fn choices(&self, mine: bool, plies: usize) -> Vec<(usize, Bitboard)> {
        let after = (1..=plies.min(self.steps.len())).filter(|&ply| {
            let mover_is_next = !self.steps[ply - 1].mine;
            mover_is_next == mine
        });
        after
            .map(|ply| {
                let board = self.at(ply);
                let seen = if mine { board } else { board.passed() };
                (ply, seen.moves())
            })
            .filter(|(_, moves)| moves.any())
            .collect()
    }

    /// Who makes the last move in a region that is filled within so many plies, and where.
    pub fn closed(&self, region: Bitboard, plies: usize) -> Option<(bool, Square)> {
        let steps = self.steps.iter().take(plies);
        let mut last = None;
        for step in steps {
            if let Some(square) = step.mv.square().filter(|&square| region.contains(square)) {
                last = Some((step.mine, square));
            }
            if (step.after.empty() & region).is_empty() {
                return last;
            }
        }
        None
    }

    /// Whether the mover put the last disc on the board.
    pub fn last_is_mine(&self) -> Option<bool> {
        let mut steps = self.steps.iter().rev();
        steps
            .find(|step| step.mv != Move::Pass)
            .map(|step| step.mine)
    }

    /// The discs that a side sets between two of the other's on an edge within so many plies and
    /// that stay until the end of the line.
    pub fn wedges(&self, mine: bool, plies: usize) -> impl Iterator<Item = (usize, Square)> {
        let end = self.end();
        let stays = if mine { end.own } else { end.opp };
        self.placed(mine, plies).filter(move |&(ply, square)| {
            let before = self.at(ply - 1);
            let others = if mine { before.opp } else { before.own };
            let beside = beside_on_edge(square);
            beside.count() == 2 && (beside - others).is_empty() && stays.contains(square)
        })
    }
}

/// The two squares beside a square of an edge, on the edge; none for corners and other squares.
fn beside_on_edge(square: Square) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let outer = |place: u8| place == 0 || place == 7;
    match (outer(file), outer(rank)) {
        (true, false) => {
            Bitboard::from(Square::at(file, rank - 1)) | Square::at(file, rank + 1).into()
        }
        (false, true) => {
            Bitboard::from(Square::at(file - 1, rank)) | Square::at(file + 1, rank).into()
        }
        _ => Bitboard::EMPTY,
    }
}
