//! A program that speaks UGI as Nothello does (<https://github.com/folkertvanheusden/nothello>): it
//! has a board of its own, writes a pass as `0000` and reads anything else as a square.

use rand::prelude::*;

use crate::session::process::Bianca;

/// 1 for a black disc, -1 for a white one, 0 for none; rows from the top.
#[derive(Clone, Copy)]
struct Board([[i8; 8]; 8]);

impl Board {
    fn start() -> Board {
        let mut board = Board([[0; 8]; 8]);
        for (column, row, disc) in [(3, 3, -1), (4, 4, -1), (4, 3, 1), (3, 4, 1)] {
            board.0[row][column] = disc;
        }
        board
    }

    /// The squares that a disc of `side` on this one would turn.
    fn turned(&self, column: i32, row: i32, side: i8) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if self.0[row as usize][column as usize] != 0 {
            return all;
        }
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let mut line = Vec::new();
            let (mut x, mut y) = (column + dx, row + dy);
            while (dx, dy) != (0, 0) && (0..8).contains(&x) && (0..8).contains(&y) {
                match self.0[y as usize][x as usize] {
                    0 => break,
                    disc if disc == side => {
                        all.append(&mut line);
                        break;
                    }
                    _ => line.push((x as usize, y as usize)),
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        all
    }

    fn moves(&self, side: i8) -> Vec<(i32, i32)> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
        squares
            .filter(|&(column, row)| !self.turned(column, row, side).is_empty())
            .collect()
    }

    /// Puts a disc on a square, which is all that this program can make of a move's two letters.
    fn put(&mut self, mv: &str, side: i8) {
        let &[file, rank] = mv.as_bytes() else {
            panic!("'{mv}' is no square");
        };
        let (column, row) = (i32::from(file) - 97, i32::from(rank) - 49);
        assert!((0..8).contains(&column) && (0..8).contains(&row), "{mv}");
        let turned = self.turned(column, row, side);
        assert!(!turned.is_empty(), "{mv} turns nothing");
        for (x, y) in turned {
            self.0[y][x] = side;
        }
        self.0[row as usize][column as usize] = side;
    }

    fn rows(&self, side: i8) -> String {
        let rows = self.0.iter().map(|row| {
            let mut text = String::new();
            for same in row.chunk_by(|a, b| a == b) {
                match same[0] {
                    0 => text += &same.len().to_string(),
                    1 => text += &"x".repeat(same.len()),
                    _ => text += &"o".repeat(same.len()),
                }
            }
            text
        });
        let rows: Vec<String> = rows.collect();
        format!("{} {}", rows.join("/"), if side == 1 { 'x' } else { 'o' })
    }
}

struct Client {
    engine: Bianca,
}

impl Client {
    /// What the engine answers to a question, which begins with `expected`.
    fn ask(&mut self, question: &str, expected: &str) -> String {
        self.engine.send(format!("{question}\n"));
        loop {
            let line = self.engine.line().expect("a line");
            if let Some(answer) = line.strip_prefix(expected) {
                return answer.trim_start().to_owned();
            }
            let others = ["info ", "id ", "option "];
            assert!(others.iter().any(|word| line.starts_with(word)), "{line}");
        }
    }
}

#[test]
fn whole_games_are_played_with_passes_in_four_zeros() {
    let mut random = StdRng::seed_from_u64(3);
    let mut client = Client {
        engine: Bianca::merged(&[]),
    };
    // As PowerShell starts it, and another program.
    client.ask("\u{feff}UGI", "ugiok");
    let mut passes = 0;
    // Black passes after the second of these.
    for opening in ["", "c4 c3 f5 b4 a4 a5 c2 a3"] {
        client.ask("isready", "readyok");
        client.engine.send("uginewgame\n");
        let (mut board, mut side) = (Board::start(), 1);
        let mut moves: Vec<String> = Vec::new();
        for mv in opening.split_whitespace() {
            board.put(mv, side);
            moves.push(mv.to_owned());
            side = -side;
        }
        let (start, first) = (board.rows(side), moves.len());
        loop {
            // Both ways to say where the game is, of which the second has no passes before.
            let position = match moves.len() % 2 {
                0 => format!("position startpos moves {}", moves.join(" ")),
                _ => format!("position fen {start} moves {}", moves[first..].join(" ")),
            };
            client.engine.send(format!("{position}\n"));
            assert_eq!(client.ask("query fen", "response"), board.rows(side));
            let over = board.moves(1).is_empty() && board.moves(-1).is_empty();
            assert_eq!(
                client.ask("query gameover", "response"),
                over.to_string(),
                "{position}"
            );
            assert_eq!(
                client.ask("query p1turn", "response"),
                (side == 1).to_string()
            );
            if over {
                break;
            }
            let found = client.ask("go movetime 3", "bestmove");
            let own = board.moves(side);
            // It plays every other move itself.
            let mv = match own.choose(&mut random) {
                Some((column, row)) if moves.len().is_multiple_of(3) => {
                    let letter = |base, index: i32| char::from(base + index as u8);
                    [letter(b'a', *column), letter(b'1', *row)].iter().collect()
                }
                _ => found,
            };
            if mv == "0000" {
                assert!(own.is_empty(), "{position}");
                passes += 1;
            } else {
                board.put(&mv, side);
            }
            moves.push(mv);
            side = -side;
        }
    }
    assert!(passes > 0);
}
