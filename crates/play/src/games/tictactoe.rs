//! Tic-tac-toe on a board of `h` rows and `v` columns, `k` in a row to win, as the textbook
//! generalises it.

use super::cells::{Cell, Cells, letter};
use super::kind::GameKind;
pub use super::moves::Mark;
use super::{GameState, Playable};
use bianca_rules::othello::Color;

/// Rows or columns of the largest board.
pub const LONGEST_SIDE: u8 = 8;

/// A row or a column left of the board's first: bits that a step to the right has wrapped to.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// A position; `X` begins and is [`Color::Black`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// Marks of the mover and of the other, bit `8 * row + column`.
    own: u64,
    opp: u64,
    mover: Color,
    rows: u8,
    columns: u8,
    in_a_row: u8,
}

/// The bit of a cell.
fn bit(mark: Mark) -> u64 {
    1 << (8 * (mark.row - 1) + mark.column - 1)
}

impl TicTacToe {
    /// The empty board of `rows` times `columns`, `in_a_row` to win; `None` unless both sides
    /// are 1 to [`LONGEST_SIDE`] and so many in a row fit.
    pub fn new(rows: u8, columns: u8, in_a_row: u8) -> Option<TicTacToe> {
        let sides = 1..=LONGEST_SIDE;
        let possible = sides.contains(&rows)
            && sides.contains(&columns)
            && (1..=rows.max(columns)).contains(&in_a_row);
        possible.then_some(TicTacToe {
            own: 0,
            opp: 0,
            mover: Color::Black,
            rows,
            columns,
            in_a_row,
        })
    }

    fn marks(&self) -> impl Iterator<Item = Mark> + use<> {
        let columns = self.columns;
        let row = move |row| (1..=columns).map(move |column| Mark { row, column });
        (1..=self.rows).flat_map(row)
    }

    fn has_won(&self, marks: u64) -> bool {
        let right = |set: u64| set << 1 & !FIRST_COLUMN;
        let left = |set: u64| set >> 1 & !LAST_COLUMN;
        let steps: [&dyn Fn(u64) -> u64; 4] =
            [&right, &|set| set << 8, &|set| right(set << 8), &|set| {
                left(set << 8)
            }];
        steps.iter().any(|step| {
            let ends = (1..self.in_a_row).fold(marks, |ends, _| step(ends) & marks);
            ends != 0
        })
    }

    /// Whose mark stands in a cell.
    fn owner(&self, cell: Mark) -> Option<Color> {
        match bit(cell) {
            cell if self.own & cell != 0 => Some(self.mover),
            cell if self.opp & cell != 0 => Some(!self.mover),
            _ => None,
        }
    }
}

/// The mark of a player.
fn mark_of(side: Color) -> char {
    match side {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

impl GameState for TicTacToe {
    type Move = Mark;

    fn mover(&self) -> Color {
        self.mover
    }

    fn outcome(&self) -> Option<i32> {
        if self.has_won(self.opp) {
            Some(-1)
        } else if self.has_won(self.own) {
            Some(1)
        } else {
            let taken = (self.own | self.opp).count_ones();
            (taken == u32::from(self.rows) * u32::from(self.columns)).then_some(0)
        }
    }

    fn moves(&self, out: &mut Vec<Mark>) {
        if self.outcome().is_none() {
            let taken = self.own | self.opp;
            out.extend(self.marks().filter(|cell| taken & bit(*cell) == 0));
        }
    }

    fn play(&mut self, cell: Mark) {
        *self = TicTacToe {
            own: self.opp,
            opp: self.own | bit(cell),
            mover: !self.mover,
            ..*self
        };
    }
}

impl Playable for TicTacToe {
    const KIND: GameKind = GameKind::TicTacToe;

    /// Reads row and column: `(2, 3)`, `2,3` or `23`.
    fn read_move(&self, word: &str) -> Option<Mark> {
        let word = word.trim();
        let inner = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'))
            .unwrap_or(word);
        let (row, column) = match inner.split_once(',') {
            Some((row, column)) => (row.trim(), column.trim()),
            None => inner.split_at_checked(1)?,
        };
        let on_board = |text: &str, side: u8| {
            let number = text.parse().ok()?;
            (1..=side).contains(&number).then_some(number)
        };
        Some(Mark {
            row: on_board(row, self.rows)?,
            column: on_board(column, self.columns)?,
        })
    }

    fn cells(&self) -> Cells {
        let cell = |mark| Cell {
            piece: self.owner(mark),
            mv: mark.into(),
        };
        Cells::new(self.columns.into(), self.marks().map(cell))
    }

    fn status(&self) -> String {
        match self.outcome() {
            None => format!("{} to move", mark_of(self.mover)),
            Some(0) => "game over: a draw".to_owned(),
            Some(points) if points > 0 => format!("game over: {} wins", mark_of(self.mover)),
            Some(_) => format!("game over: {} wins", mark_of(!self.mover)),
        }
    }

    /// The cells row by row and the side to move: `XOXO.OX.. X`.
    fn write(&self) -> Option<String> {
        let cells: String = self.marks().map(|cell| letter(self.owner(cell))).collect();
        Some(format!("{cells} {}", mark_of(self.mover)))
    }

    fn read(&self, text: &str) -> Option<Result<TicTacToe, String>> {
        Some(read(self, text))
    }
}

fn read(game: &TicTacToe, text: &str) -> Result<TicTacToe, String> {
    let mut letters = text.chars().filter(|c| !c.is_whitespace());
    let (mut x, mut o) = (0, 0);
    for cell in game.marks() {
        match letters.next() {
            Some('X' | 'x') => x |= bit(cell),
            Some('O' | 'o') => o |= bit(cell),
            Some('.' | '-') => {}
            Some(other) => return Err(format!("'{other}' on {cell} is not X, O or .")),
            None => return Err(format!("the cells end before {cell}")),
        }
    }
    let (own, opp, mover) = match letters.next() {
        Some('X' | 'x') => (x, o, Color::Black),
        Some('O' | 'o') => (o, x, Color::White),
        Some(other) => return Err(format!("'{other}' is not X or O, the side to move")),
        None => return Err("the side to move, X or O, is missing".to_owned()),
    };
    if let Some(extra) = letters.next() {
        return Err(format!("'{extra}' after the side to move is too much"));
    }
    Ok(TicTacToe {
        own,
        opp,
        mover,
        ..*game
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(size: (u8, u8, u8), text: &str) -> TicTacToe {
        let empty = TicTacToe::new(size.0, size.1, size.2).unwrap();
        empty.read(text).unwrap().unwrap()
    }

    #[test]
    fn the_textbook_state_is_drawn_as_in_the_textbook() {
        let game = board((3, 3, 3), "XOXO.OX.. X");
        assert_eq!(game.draw(), "X O X\nO . O\nX . .\nX to move");
        let moves: Vec<String> = game.legal_moves().iter().map(Mark::to_string).collect();
        assert_eq!(moves, ["(2,2)", "(3,2)", "(3,3)"]);
        assert_eq!(game.write().unwrap(), "XOXO.OX.. X");
    }

    #[test]
    fn lines_count_in_all_directions_and_do_not_wrap() {
        let over = |size, text: &str| board(size, text).outcome();
        assert_eq!(over((3, 3, 3), "XXXOO.... O"), Some(-1));
        assert_eq!(over((3, 3, 3), "X.OX.OX.. O"), Some(-1));
        assert_eq!(over((3, 3, 3), "X.OOX...X O"), Some(-1));
        assert_eq!(over((3, 3, 3), "X.O.O.O.X X"), Some(-1));
        assert_eq!(over((3, 3, 3), "X.OXXOOOX O"), Some(-1));
        assert_eq!(over((3, 3, 3), "XOXXOOOXX O"), Some(0));
        assert_eq!(over((2, 8, 3), "......XXX....... O"), None);
        assert_eq!(over((8, 2, 4), "X.X.X.X......... O"), Some(-1));
        assert_eq!(over((1, 4, 2), "XO.. X"), None);
        assert_eq!(over((1, 4, 2), "XOX. X"), None);
        assert_eq!(over((1, 4, 2), "OXX. O"), Some(-1));
    }

    #[test]
    fn moves_are_read_in_three_ways() {
        let game = TicTacToe::new(3, 4, 3).unwrap();
        for word in ["(2, 4)", "(2,4)", "2,4", "24", " 2 , 4 "] {
            assert_eq!(game.read_move(word), Some(Mark { row: 2, column: 4 }));
        }
        for word in ["", "2", "(4,2)", "(0,1)", "2,5", "a,b", "(2,4", "224", "é1"] {
            assert_eq!(game.read_move(word), None, "{word}");
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert!(TicTacToe::new(0, 3, 3).is_none());
        assert!(TicTacToe::new(3, 9, 3).is_none());
        assert!(TicTacToe::new(3, 3, 4).is_none());
        assert!(TicTacToe::new(3, 3, 0).is_none());
        let empty = TicTacToe::new(3, 3, 3).unwrap();
        for (text, error) in [
            ("XO", "the cells end before (1,3)"),
            ("XO?...... X", "'?' on (1,3) is not X, O or ."),
            (".........", "the side to move, X or O, is missing"),
            ("......... XX", "'X' after the side to move is too much"),
        ] {
            assert_eq!(empty.read(text).unwrap().unwrap_err(), error);
        }
    }
}
