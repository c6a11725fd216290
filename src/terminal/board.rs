//! The board of any game as a person at the table sees it: its cells, which the cursor goes through,
//! and marks around them.
//!
//! Invariant: what is drawn is the game's own drawing without its last line, which is in English;
//! marks only take the place of blanks.

use crate::game::Game;
use crate::games::moves::GameMove;

/// A board and where its cells are in the drawing.
#[derive(Clone, Debug)]
pub struct Board {
    lines: Vec<Vec<char>>,
    cells: Vec<Cell>,
    columns: usize,
}

/// A place for a move.
#[derive(Clone, Debug)]
struct Cell {
    word: String,
    /// Its line and its first and last column in the drawing, if it is there.
    place: Option<(usize, usize, usize)>,
}

/// A direction in which the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the cell before.
    Left,
    /// To the cell behind.
    Right,
}

impl Board {
    /// The board of a game as it stands.
    pub fn of(game: &dyn Game) -> Board {
        let drawing = game.draw();
        let (drawing, _) = drawing.rsplit_once('\n').unwrap_or((&drawing, ""));
        // A mark before the first column needs a place.
        let lines: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| format!(" {line} ").chars().collect())
            .collect();
        let (columns, cells) = match game.name() {
            "Othello" | "Reversi-1880" => (8, squares()),
            "TicTacToe" => grid(&lines),
            "Frogs" => row(&lines),
            _ => list(game),
        };
        Board {
            lines,
            cells,
            columns,
        }
    }

    /// The drawing, with brackets around the cell that is chosen and around the last move.
    pub fn drawn(&self, last: Option<GameMove>, chosen: Option<usize>) -> String {
        let mut lines = self.lines.clone();
        let mut mark = |cell: Option<&Cell>, marks: [char; 2]| {
            if let Some((line, first, end)) = cell.and_then(|cell| cell.place) {
                lines[line][first - 1] = marks[0];
                lines[line][end + 1] = marks[1];
            }
        };
        let last = last.and_then(|last| self.cells.get(self.cell(last)?));
        mark(last, ['(', ')']);
        mark(chosen.and_then(|chosen| self.cells.get(chosen)), ['[', ']']);
        let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    /// The move of a cell.
    pub fn word(&self, cell: usize) -> &str {
        self.cells.get(cell).map_or("", |cell| &cell.word)
    }

    /// The cell of a move.
    pub fn cell(&self, mv: GameMove) -> Option<usize> {
        let word = mv.to_string();
        self.cells.iter().position(|cell| cell.word == word)
    }

    /// The cell beside `cell`; the same at the rim.
    pub fn beside(&self, cell: usize, direction: Direction) -> usize {
        let column = cell % self.columns.max(1);
        let beside = match direction {
            Direction::Up => cell.checked_sub(self.columns),
            Direction::Down => Some(cell + self.columns),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < self.columns).then_some(cell + 1),
        };
        beside
            .filter(|cell| *cell < self.cells.len())
            .unwrap_or(cell)
    }

    /// How many `X` and `O` are on the board.
    pub fn discs(&self) -> [usize; 2] {
        let places = self.cells.iter().filter_map(|cell| cell.place);
        let signs: Vec<char> = places
            .map(|(line, first, _)| self.lines[line][first])
            .collect();
        ['X', 'O'].map(|disc| signs.iter().filter(|sign| **sign == disc).count())
    }
}

/// The squares of a board of eight rows with letters and numbers around it.
fn squares() -> Vec<Cell> {
    let cell = |place: usize| {
        let (rank, file) = (place / 8, place % 8);
        let column = 3 + 2 * file;
        Cell {
            word: format!("{}{}", char::from(b'a' + file as u8), rank + 1),
            place: Some((rank + 1, column, column)),
        }
    };
    (0..64).map(cell).collect()
}

/// The cells of rows of signs with blanks between.
fn grid(lines: &[Vec<char>]) -> (usize, Vec<Cell>) {
    let columns = lines.first().map_or(0, |line| line.len() / 2);
    let cells = (0..lines.len()).flat_map(|line| {
        (0..columns).map(move |column| Cell {
            word: format!("({},{})", line + 1, column + 1),
            place: Some((line, 1 + 2 * column, 1 + 2 * column)),
        })
    });
    (columns, cells.collect())
}

/// The numbers below a row of frogs.
fn row(lines: &[Vec<char>]) -> (usize, Vec<Cell>) {
    let mut cells: Vec<Cell> = Vec::new();
    let numbers = lines.len().saturating_sub(1);
    for (column, sign) in lines.get(numbers).into_iter().flatten().enumerate() {
        if !sign.is_ascii_digit() {
            continue;
        }
        match cells.last_mut() {
            Some(Cell {
                word,
                place: Some((_, _, end)),
            }) if *end + 1 == column => {
                word.push(*sign);
                *end = column;
            }
            _ => cells.push(Cell {
                word: sign.to_string(),
                place: Some((numbers, column, column)),
            }),
        }
    }
    (cells.len(), cells)
}

/// The moves of a game whose board has no places for them.
fn list(game: &dyn Game) -> (usize, Vec<Cell>) {
    let moves = game.legal(None).into_iter().filter(|mv| !mv.is_pass());
    let cell = |mv: GameMove| Cell {
        word: mv.to_string(),
        place: None,
    };
    let cells: Vec<Cell> = moves.map(cell).collect();
    (cells.len(), cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::discs;
    use crate::games::tictactoe::Cell as Mark;
    use crate::player::catalogue;

    fn board(name: &str, moves: &str) -> Board {
        let mut game = catalogue::game(name).unwrap();
        for mv in moves.split_whitespace() {
            game.play(None, mv).unwrap();
        }
        Board::of(&*game)
    }

    /// The cell that a person types.
    fn cell(board: &Board, word: &str) -> Option<usize> {
        board.cells.iter().position(|cell| cell.word == word)
    }

    #[test]
    fn moves_and_choices_are_marked_where_they_are() {
        let othello = board("othello", "d3");
        let d3 = discs("d3")[0];
        let drawn = othello.drawn(Some(d3), cell(&othello, "c3"));
        assert_eq!(drawn.lines().nth(3), Some(" 3 . .[+]X)+ . . . 3"));
        let drawn = othello.drawn(Some(d3), cell(&othello, "a1"));
        assert_eq!(drawn.lines().nth(1), Some(" 1[.]. . . . . . . 1"));
        assert_eq!(drawn.lines().nth(3), Some(" 3 . . +(X)+ . . . 3"));
        assert_eq!(othello.discs(), [4, 1]);
        let tictactoe = board("tictactoe", "(1,1)");
        let corner = Mark { row: 1, column: 1 }.into();
        let drawn = tictactoe.drawn(Some(corner), cell(&tictactoe, "(3,3)"));
        assert_eq!(drawn, "(X). .\n . . .\n . .[.]");
        let frogs = board("frogs 6", "");
        let drawn = frogs.drawn(None, cell(&frogs, "12"));
        assert!(drawn.ends_with("[12]"), "{drawn}");
        let tree = board("tree", "");
        assert_eq!(tree.drawn(None, cell(&tree, "a2")), " A");
    }

    /// Every move of every game has its cell, and the cell of every place says what is there.
    #[test]
    fn every_move_has_its_cell() {
        for name in [
            "othello",
            "reversi-1880",
            "tictactoe 4 5 3",
            "frogs 7",
            "tree",
        ] {
            let mut game = catalogue::game(name).unwrap();
            while !game.is_over() {
                let board = Board::of(&*game);
                let moves = game.legal(None);
                for mv in moves.iter().filter(|mv| !mv.is_pass()) {
                    let cell = board.cell(*mv);
                    assert_eq!(
                        cell.map(|cell| board.word(cell)),
                        Some(mv.to_string().as_str()),
                        "{name}"
                    );
                    if let (Some(cell), "Othello") = (cell, game.name()) {
                        assert!(board.drawn(None, Some(cell)).contains("[+]"), "{mv}");
                    }
                }
                game.make(moves[moves.len() / 2]).unwrap();
            }
        }
    }

    #[test]
    fn the_cursor_stays_on_the_board() {
        let board = board("tictactoe 2 3 2", "");
        let corner = cell(&board, "(1,1)").unwrap();
        assert_eq!(board.beside(corner, Direction::Up), corner);
        assert_eq!(board.beside(corner, Direction::Left), corner);
        assert_eq!(board.word(board.beside(corner, Direction::Down)), "(2,1)");
        let end = cell(&board, "(2,3)").unwrap();
        assert_eq!(board.beside(end, Direction::Right), end);
        assert_eq!(board.beside(end, Direction::Down), end);
        assert_eq!(board.word(board.beside(end, Direction::Left)), "(2,2)");
    }
}
