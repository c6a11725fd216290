//! The boards that Edax draws: the large one of its console, with the record of the moves beside
//! it, and the small one of `-gtp` and of the problems of `-solve -vv`.
//!
//! Programs read both by the places of their columns. Invariant: every row of the large board is as
//! wide as in Edax, whatever stands in its middle.

use std::fmt::Write;
use std::time::Duration;

use super::table::time;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};

/// The files above and below a board.
const FILES: &str = "  A B C D E F G H";
/// Those of the record.
const RECORD_FILES: &str = "  A  B  C  D  E  F  G  H";
/// Columns between the board and the record.
const MIDDLE: usize = 24;

/// The large board: at its left `*` black, `O` white, `.` a legal move; in its middle what black
/// and white have thought (`spent`) and their counts; at its right how the game began, and the
/// number of the move that took each square.
pub fn large(game: &OthelloGame, spent: [Duration; 2]) -> String {
    let view = View { game, spent };
    let frame = |side| format!("{FILES}            {side}          {RECORD_FILES}\n");
    let mut text = frame("BLACK");
    for rank in 0..8 {
        let (squares, number) = (row(game.position(), game.to_move(), rank), rank + 1);
        let middle = view.middle(rank);
        let _ = writeln!(
            text,
            "{number} {squares}{number}{middle:MIDDLE$}{number} {}| {number}",
            view.record(rank)
        );
    }
    text + &frame("WHITE")
}

/// The small board of a position: who is to move, the counts and the empty squares stand beside it.
pub fn small(position: Position, to_move: Color) -> String {
    let letter = |color: Color| color.select('*', 'O');
    let counts = |color, position: Position| {
        let (discs, moves) = (position.own.count(), position.moves().count());
        let letter = letter(color);
        format!(" {letter}: discs = {discs:2}    moves = {moves:2}")
    };
    let mut text = format!("{FILES}\n");
    for rank in 0..8 {
        let empties = position.empties();
        let beside = match rank {
            1 => format!(" {} to move", letter(to_move)),
            3 => counts(to_move, position),
            4 => counts(!to_move, position.passed()),
            // The first move from the start is the first.
            5 => {
                let ply = 61 - i64::from(empties);
                format!("  empties = {empties:2}      ply = {ply:2}")
            }
            _ => String::new(),
        };
        let (squares, number) = (row(position, to_move, rank), rank + 1);
        let _ = writeln!(text, "{number} {squares}{number}{beside}");
    }
    text + FILES + "\n"
}

/// The squares of a row, a blank after each.
fn row(position: Position, to_move: Color, rank: u8) -> String {
    let Position { own, opp } = position;
    let (mine, theirs) = to_move.select(('*', 'O'), ('O', '*'));
    let moves = position.moves();
    let mut text = String::new();
    for square in squares(rank) {
        text.push(match () {
            () if own.contains(square) => mine,
            () if opp.contains(square) => theirs,
            () if moves.contains(square) => '.',
            () => '-',
        });
        text.push(' ');
    }
    text
}

fn squares(rank: u8) -> impl Iterator<Item = Square> {
    (0..8).map(move |file| Square::new(rank * 8 + file))
}

/// What the large board is drawn of.
struct View<'a> {
    game: &'a OthelloGame,
    spent: [Duration; 2],
}

impl View<'_> {
    /// What stands between the board and the record.
    fn middle(&self, rank: u8) -> String {
        let [black, white] = self.spent;
        let is_over = self.game.is_over();
        match rank {
            0 => clock(black),
            1 => self.counts(Color::Black),
            3 if is_over => "       Game over".to_owned(),
            3 => format!(
                "  ply {:2} ({:2} empties)",
                self.game.turns().len() + 1,
                self.game.position().empties()
            ),
            4 if is_over => self.result().to_owned(),
            4 => {
                let turn = ("    Black's turn (*)", "    White's turn (O)");
                self.game.to_move().select(turn.0, turn.1).to_owned()
            }
            6 => self.counts(Color::White),
            7 => clock(white),
            _ => String::new(),
        }
    }

    fn counts(&self, color: Color) -> String {
        let position = self.game.position_for(color);
        let (discs, moves) = (position.own.count(), position.moves().count());
        format!("   {discs:2} discs  {moves:2} moves")
    }

    /// Who has won, by the discs on the board.
    fn result(&self) -> &'static str {
        let Position { own, opp } = self.game.position_for(Color::Black);
        match own.count().cmp(&opp.count()) {
            std::cmp::Ordering::Greater => "       Black won",
            std::cmp::Ordering::Less => "       White won",
            std::cmp::Ordering::Equal => "          draw",
        }
    }

    /// A row of the record: the discs of the start, and the moves by their numbers.
    fn record(&self, rank: u8) -> String {
        let (start, first) = self.game.start();
        let (black, white) = first.select((start.own, start.opp), (start.opp, start.own));
        let placed: Vec<Square> = (self.game.turns().iter())
            .filter_map(|(_, mv)| match mv {
                Move::Place(square) => Some(*square),
                Move::Pass => None,
            })
            .collect();
        let mut text = String::new();
        for square in squares(rank) {
            let number = placed.iter().position(|placed| *placed == square);
            let _ = match number {
                Some(index) => write!(text, "|{:2}", index + 1),
                None if black.contains(square) => write!(text, "|##"),
                None if white.contains(square) => write!(text, "|()"),
                None => write!(text, "|  "),
            };
        }
        text
    }
}

fn clock(spent: Duration) -> String {
    format!("{:>17}", time(spent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Bitboard;

    fn after(moves: &str) -> OthelloGame {
        let mut game = OthelloGame::new();
        for word in moves.split(' ') {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    fn from(board: &str, color: Color) -> OthelloGame {
        let bits = |letter| {
            let found = board.match_indices(letter);
            found.fold(0u64, |bits, (at, _)| bits | 1 << at)
        };
        let (black, white) = (Bitboard(bits('*')), Bitboard(bits('O')));
        let (own, opp) = color.select((black, white), (white, black));
        OthelloGame::from_position(Position { own, opp }, color)
    }

    /// As it stands in the answers that a public program has noted down.
    #[test]
    fn the_large_board_is_edaxs() {
        let spent = [Duration::from_millis(3958), Duration::ZERO];
        let drawn = "  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:03.958       1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    4 discs   3 moves   2 |  |  |  |  |  |  |  |  | 2
3 - - . * . - - - 3                        3 |  |  |  | 1|  |  |  |  | 3
4 - - - * * - - - 4  ply  2 (59 empties)   4 |  |  |  |()|##|  |  |  | 4
5 - - . * O - - - 5    White's turn (O)    5 |  |  |  |##|()|  |  |  | 5
6 - - - - - - - - 6                        6 |  |  |  |  |  |  |  |  | 6
7 - - - - - - - - 7    1 discs   3 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
";
        assert_eq!(large(&after("d3"), spent), drawn);
    }

    #[test]
    fn the_record_has_the_start_the_moves_and_no_passes() {
        let game = after("c4 c3 f5 b4 a4 a5 c2 a3 pass d2");
        let rows: Vec<String> = (0..8)
            .map(|rank| {
                View {
                    game: &game,
                    spent: [Duration::ZERO; 2],
                }
                .record(rank)
            })
            .collect();
        assert_eq!(
            rows[1..6],
            [
                "|  |  | 7| 9|  |  |  |  ",
                "| 8|  | 2|  |  |  |  |  ",
                "| 5| 4| 1|()|##|  |  |  ",
                "| 6|  |  |##|()| 3|  |  ",
                "|  |  |  |  |  |  |  |  ",
            ]
        );
        // A pass is a ply.
        assert!(large(&game, [Duration::ZERO; 2]).contains("ply 11 (51 empties)"));
        // Whoever begins, black is black.
        let board = "*O".to_owned() + &"-".repeat(62);
        let white = from(&board, Color::White);
        let text = large(&white, [Duration::ZERO; 2]);
        assert!(text.contains("\n1 * O - - - - - - 1"), "{text}");
        assert!(text.contains(" 1 |##|()|  |"), "{text}");
    }

    #[test]
    fn the_end_and_who_has_won_stand_in_the_middle() {
        for (discs, expected) in [
            (
                "*".repeat(33) + &"O".repeat(31),
                "       Black won        5 |",
            ),
            (
                "*".repeat(31) + &"O".repeat(33),
                "       White won        5 |",
            ),
            (
                "*".repeat(32) + &"O".repeat(32),
                "          draw          5 |",
            ),
        ] {
            for color in [Color::Black, Color::White] {
                let text = large(&from(&discs, color), [Duration::ZERO; 2]);
                let rows: Vec<&str> = text.lines().collect();
                assert_eq!(rows[4][19..46], *"       Game over        4 |");
                assert_eq!(rows[5][19..46], *expected, "{text}");
            }
        }
    }

    #[test]
    fn times_and_counts_have_their_places() {
        let spent = [Duration::from_secs(5), Duration::from_secs(3_661)];
        let text = large(&after("f5 d6"), spent);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1][18..45], *"1         0:05.000       1 ");
        assert_eq!(rows[8][18..45], *"8      1:01:01.000       8 ");
        assert_eq!(rows[2][18..45], *"2    3 discs   5 moves   2 ");
        assert_eq!(rows[7][18..45], *"7    3 discs   4 moves   7 ");
        assert_eq!(rows[4][18..45], *"4  ply  3 (58 empties)   4 ");
        assert!(
            rows.iter()
                .all(|row| row.len() == rows[1].len() || row.starts_with("  A"))
        );
    }

    #[test]
    fn the_small_board_has_the_counts_of_who_moves_first() {
        let game = after("d3");
        let expected = "  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2 O to move
3 - - . * . - - - 3
4 - - - * * - - - 4 O: discs =  1    moves =  3
5 - - . * O - - - 5 *: discs =  4    moves =  3
6 - - - - - - - - 6  empties = 59      ply =  2
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
";
        let drawn = small(game.position(), game.to_move());
        assert_eq!(drawn, expected);
        let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO---O*O*----****O----*OOO--------";
        let game = from(board, Color::Black);
        let drawn = small(game.position(), Color::Black);
        for line in [
            "\n2 O O O O O O O O 2 * to move\n",
            "\n4 O O O O O O O O 4 *: discs =  7    moves =  5\n",
            "\n5 - - . O * O * - 5 O: discs = 38    moves =  6\n",
            "\n6 - - - * * * * O 6  empties = 19      ply = 42\n",
        ] {
            assert!(drawn.contains(line), "{drawn}");
        }
    }
}
