//! The drawing of a board for people, made of its cells: its lines, and where each cell stands in
//! them.
//!
//! How boards look is known only here; what the last line of a whole drawing says, the game knows.

use super::cells::{Cells, letter};
use super::kind::Pieces;
use super::moves::GameMove;
use bianca_rules::othello::Color;

/// Where a cell stands in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its line, from 0.
    pub line: usize,
    /// Its first column, in characters from 0.
    pub first: usize,
    /// Its last column.
    pub last: usize,
}

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// From the top.
    pub lines: Vec<String>,
    /// Where the cells stand, row by row.
    pub places: Vec<Place>,
}

impl Layout {
    /// The drawing of these cells, the squares of `legal` discs marked; of a position without cells
    /// its name.
    pub fn new(pieces: Pieces, cells: &Cells, legal: &[GameMove], name: &str) -> Layout {
        match pieces {
            Pieces::Discs => framed(cells, legal),
            Pieces::Marks => rows(cells),
            Pieces::Frogs => row(cells),
            Pieces::None => Layout {
                lines: vec![name.to_owned()],
                places: Vec::new(),
            },
        }
    }
}

/// Rows between numbers, and letters above and below them.
fn framed(cells: &Cells, legal: &[GameMove]) -> Layout {
    let letters = ('a'..='z').take(cells.columns());
    let letters = letters.fold(" ".to_owned(), |line, letter| format!("{line} {letter}"));
    let mut lines = vec![letters.clone()];
    for (row, number) in cells.rows().zip(1..) {
        let mut line = format!("{number}");
        for cell in row {
            line.push(' ');
            line.push(match cell.piece {
                None if legal.contains(&cell.mv) => '+',
                piece => letter(piece),
            });
        }
        lines.push(format!("{line} {number}"));
    }
    lines.push(letters);
    Layout {
        lines,
        places: places(cells, 1, 2),
    }
}

/// Rows with blanks between the cells.
fn rows(cells: &Cells) -> Layout {
    let line = |row: &[super::cells::Cell]| {
        let letters: Vec<String> = row.iter().map(|cell| letter(cell.piece).into()).collect();
        letters.join(" ")
    };
    Layout {
        lines: cells.rows().map(line).collect(),
        places: places(cells, 0, 0),
    }
}

/// The places of cells of one character with blanks between, from this line and column on.
fn places(cells: &Cells, line: usize, column: usize) -> Vec<Place> {
    let place = |at: usize| {
        let column = column + 2 * (at % cells.columns());
        Place {
            line: line + at / cells.columns(),
            first: column,
            last: column,
        }
    };
    (0..cells.all().len()).map(place).collect()
}

/// The row as the frogs' text prints it, and the positions below it, which are the cells' places.
fn row(cells: &Cells) -> Layout {
    let frog = |piece| match piece {
        Some(Color::Black) => "1",
        Some(Color::White) => "-1",
        None => "0",
    };
    let frogs: Vec<&str> = cells.all().iter().map(|cell| frog(cell.piece)).collect();
    let mut positions = String::from(" ");
    let mut places = Vec::new();
    for (cell, frog) in cells.all().iter().zip(&frogs) {
        if !places.is_empty() {
            positions += "  ";
        }
        let number = cell.mv.to_string();
        let width = frog.len().max(number.len());
        positions += &format!("{number:>width$}");
        places.push(Place {
            line: 1,
            first: positions.len() - number.len(),
            last: positions.len() - 1,
        });
    }
    Layout {
        lines: vec![format!("[{}]", frogs.join(", ")), positions],
        places,
    }
}
