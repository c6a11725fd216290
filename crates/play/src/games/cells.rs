//! What stands on the board of a game, cell by cell, for whoever draws it or lets people click on
//! it.

use super::moves::GameMove;
use bianca_rules::othello::Color;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whose disc or mark stands there; of frogs, whether it goes right (black) or left.
    pub piece: Option<Color>,
    /// The move that somebody means who points here. It need not be legal.
    pub mv: GameMove,
}

/// The cells of a board, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    columns: usize,
    cells: Vec<Cell>,
}

impl Cells {
    /// Rows of so many columns; without columns there are no cells.
    pub fn new(columns: usize, cells: impl IntoIterator<Item = Cell>) -> Cells {
        let cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert!(cells.len().is_multiple_of(columns.max(1)));
        Cells { columns, cells }
    }

    /// How many cells stand beside each other.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.max(1))
    }

    /// Squares along an edge of the board, if it is a square one.
    pub fn edge(&self) -> Option<usize> {
        let rows = self.cells.len().checked_div(self.columns)?;
        (rows == self.columns).then_some(rows)
    }

    /// How many pieces of this side are on the board.
    pub fn count(&self, side: Color) -> usize {
        let pieces = self.cells.iter().filter(|cell| cell.piece == Some(side));
        pieces.count()
    }

    /// The cell of a move, counted row by row.
    pub fn place_of(&self, mv: GameMove) -> Option<usize> {
        self.cells.iter().position(|cell| cell.mv == mv)
    }

    /// All cells, row by row.
    pub fn all(&self) -> &[Cell] {
        &self.cells
    }
}

/// How a piece is written: `X` for black and the first player, `O` for white and the second, a dot
/// for none.
pub fn letter(piece: Option<Color>) -> char {
    match piece {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::discs;

    #[test]
    fn cells_are_counted_and_found() {
        let pieces = [
            Some(Color::Black),
            None,
            Some(Color::Black),
            Some(Color::White),
        ];
        let cell = |(mv, piece)| Cell { piece, mv };
        let moves = discs("a1 b1 a2 b2");
        let cells = Cells::new(2, moves.iter().copied().zip(pieces).map(cell));
        assert_eq!(
            [Color::Black, Color::White].map(|side| cells.count(side)),
            [2, 1]
        );
        assert_eq!(cells.place_of(moves[2]), Some(2));
        assert_eq!(cells.place_of(GameMove::PASS), None);
        assert_eq!(cells.edge(), Some(2));
        assert_eq!(Cells::new(4, cells.all().iter().copied()).edge(), None);
        assert_eq!(Cells::default().edge(), None);
        assert_eq!(Cells::default().rows().count(), 0);
    }
}
