//! The board of any game as a person at the table sees it: its cells, which the cursor goes
//! through, and marks around them.
//!
//! Invariant: what is drawn is the game's own drawing without its status, which is in English;
//! marks only take the place of blanks.

use super::paint::Area;
use bianca_play::game::{Cell, Cells, Game, GameMove, Pieces, Place};
use bianca_rules::othello::Color;

/// A board and where its cells are in the drawing.
#[derive(Clone, Debug)]
pub struct Board {
    lines: Vec<Vec<char>>,
    cells: Cells,
    /// Those of the cells; none where the drawing has no cells.
    places: Vec<Place>,
    /// Whether discs stand on them.
    has_discs: bool,
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
        let layout = game.state().layout();
        // A mark before the first column needs a place.
        let line = |line: &String| format!(" {line} ").chars().collect();
        Board {
            lines: layout.lines.iter().map(line).collect(),
            cells: match game.kind().info().pieces {
                Pieces::None => list(game),
                _ => game.cells(),
            },
            places: layout.places,
            has_discs: game.kind().has_discs(),
        }
    }

    /// The drawing, with brackets around the cell that is chosen and around the last move.
    pub fn drawn(&self, last: Option<GameMove>, chosen: Option<usize>) -> String {
        let mut lines = self.lines.clone();
        let mut mark = |cell: Option<usize>, marks: [char; 2]| {
            if let Some(place) = cell.and_then(|cell| self.places.get(cell)) {
                lines[place.line][place.first] = marks[0];
                lines[place.line][place.last + 2] = marks[1];
            }
        };
        mark(last.and_then(|last| self.cell(last)), ['(', ')']);
        mark(chosen, ['[', ']']);
        let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    /// Where the squares are, on a board of discs.
    pub fn area(&self) -> Option<Area> {
        let (first, last) = (self.places.first()?, self.places.last()?);
        self.has_discs.then(|| Area {
            lines: first.line..last.line + 1,
            columns: first.first..last.last + 3,
        })
    }

    /// The moves of the cells.
    pub fn moves(&self) -> impl Iterator<Item = GameMove> {
        self.cells.all().iter().map(|cell| cell.mv)
    }

    /// The move of a cell, as it is typed.
    pub fn word(&self, cell: usize) -> String {
        let cell = self.cells.all().get(cell);
        cell.map_or_else(String::new, |cell| cell.mv.to_string())
    }

    /// The cell of a move.
    pub fn cell(&self, mv: GameMove) -> Option<usize> {
        self.cells.place_of(mv)
    }

    /// The cell beside `cell`; the same at the rim.
    pub fn beside(&self, cell: usize, direction: Direction) -> usize {
        let columns = self.cells.columns();
        let column = cell % columns.max(1);
        let beside = match direction {
            Direction::Up => cell.checked_sub(columns),
            Direction::Down => Some(cell + columns),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < columns).then_some(cell + 1),
        };
        beside
            .filter(|cell| *cell < self.cells.all().len())
            .unwrap_or(cell)
    }

    /// How many rows and columns there are between two cells.
    pub fn distance(&self, one: usize, other: usize) -> usize {
        let columns = self.cells.columns().max(1);
        let rows = (one / columns).abs_diff(other / columns);
        rows + (one % columns).abs_diff(other % columns)
    }

    /// How many `X` and `O` are on the board.
    pub fn discs(&self) -> [usize; 2] {
        [Color::Black, Color::White].map(|side| self.cells.count(side))
    }
}

/// The moves of a game whose board has no places for them.
fn list(game: &dyn Game) -> Cells {
    let moves = game.legal(None).into_iter().filter(|mv| !mv.is_pass());
    let cells: Vec<Cell> = moves.map(|mv| Cell { piece: None, mv }).collect();
    Cells::new(cells.len(), cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::{GameKind, discs};
    use bianca_play::games::tictactoe::Mark;
    use bianca_play::player::catalogue;

    fn board(name: &str, moves: &str) -> Board {
        let mut game = catalogue::game(name).unwrap();
        for mv in moves.split_whitespace() {
            game.play(None, mv).unwrap();
        }
        Board::of(&*game)
    }

    /// The cell that a person types.
    fn cell(board: &Board, word: &str) -> Option<usize> {
        board.moves().position(|mv| mv.to_string() == word)
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
                        Some(mv.to_string()),
                        "{name}"
                    );
                    if let (Some(cell), GameKind::Othello) = (cell, game.kind()) {
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
