//! Which games have a position: those in which it stood on the board with the same side to move,
//! in any of its eight images, between two passes, too.

use super::reference::{Board, Random, name};
use super::run;
use crate::support::Scratch;

/// A game: its moves, and every position of it.
struct Game {
    moves: String,
    positions: Vec<Board>,
}

fn game(random: &mut Random) -> Game {
    let (mut board, mut positions, mut moves) = (Board::start(), Vec::new(), String::new());
    loop {
        positions.push(board);
        if board.over() {
            return Game { moves, positions };
        }
        let legal = board.moves();
        if legal.is_empty() {
            board = board.after(None);
            continue;
        }
        let square = random.one_of(&legal);
        moves += &name(square);
        board = board.after(Some(square));
    }
}

/// The board turned over along the diagonal from a1 to h8.
fn transposed(board: Board) -> Board {
    let turn = |discs: u64| {
        let set = (0..64).filter(|square| discs >> square & 1 == 1);
        set.fold(0, |all, square| all | 1 << (square % 8 * 8 + square / 8))
    };
    Board {
        own: turn(board.own),
        other: turn(board.other),
        black: board.black,
    }
}

/// The eight images of a board.
fn images(board: Board) -> Vec<Board> {
    let (mut images, mut image) = (Vec::new(), board);
    for turn in 0..8 {
        images.push(image);
        image = match turn % 2 {
            0 => image.mirrored(),
            _ => transposed(image),
        };
    }
    images
}

#[test]
fn a_position_is_found_in_the_games_that_had_it() {
    let mut random = Random(5);
    let scratch = Scratch::new();
    let games: Vec<Game> = (0..150).map(|_| game(&mut random)).collect();
    let lines: Vec<&str> = games.iter().map(|game| game.moves.as_str()).collect();
    let file = scratch.write("games.txt", lines.join("\n") + "\n");
    let mut between_passes = 0;
    for turn in 0..60 {
        let Game { positions, .. } = &games[random.below(games.len())];
        // Every other one from the first plies, which games share, or with a pass.
        let passes = positions.iter().filter(|board| board.moves().is_empty());
        let passes: Vec<Board> = passes.copied().collect();
        let board = match turn % 3 {
            0 => positions[1 + random.below(5)],
            1 if !passes.is_empty() => random.one_of(&passes),
            _ => random.one_of(positions),
        };
        let mut sought = images(board)[random.below(8)];
        // The same discs, the other side to move.
        if random.below(3) == 0 {
            sought = sought.after(None);
        }
        between_passes += usize::from(sought.moves().is_empty());
        let all = images(sought);
        let has = |game: &&Game| game.positions.iter().any(|board| all.contains(board));
        let expected: Vec<&str> = games
            .iter()
            .filter(has)
            .map(|game| game.moves.as_str())
            .collect();
        let condition = format!("position={}", sought.text());
        let told = run(&[
            "convert", &file, "-o", "-", "--to", "txt", "--filter", &condition,
        ]);
        let told: Vec<String> = told.lines().map(|line| line.replace("pass", "")).collect();
        assert_eq!(told, expected, "{condition}");
    }
    assert!(between_passes >= 10, "{between_passes}");
}
