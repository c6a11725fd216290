//! Boards in the way of chess's FEN.

use bianca_rules::othello::{Bitboard, Color, Position, Square};

/// The board on one line, with the side to move.
pub fn write_fen(position: Position, to_move: Color) -> String {
    let (black, white) = match to_move {
        Color::Black => (position.own, position.opp),
        Color::White => (position.opp, position.own),
    };
    let mut text = String::new();
    for rank in 0..8 {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for square in (0..8).map(|file| Square::at(file, rank)) {
            let disc = match square {
                _ if black.contains(square) => 'p',
                _ if white.contains(square) => 'P',
                _ => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(disc);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
    }
    let side = match to_move {
        Color::Black => 'b',
        Color::White => 'w',
    };
    format!("{text} {side} - - 0 1")
}

/// The board of such a line, if it is one. What follows the side to move does not matter.
pub fn read_fen(text: &str) -> Option<(Position, Color)> {
    let mut words = text.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut ranks = 0;
    for (rank, row) in (0u8..).zip(board.split('/')) {
        let mut file = 0;
        for character in row.chars() {
            // An empty run may have led beyond the edge.
            if rank >= 8 || file >= 8 {
                return None;
            }
            match character {
                '1'..='8' => file += character.to_digit(10)? as u8,
                'p' | 'P' => {
                    let square = Bitboard::from(Square::at(file, rank));
                    *if character == 'p' {
                        &mut black
                    } else {
                        &mut white
                    } |= square;
                    file += 1;
                }
                _ => return None,
            }
        }
        if file != 8 {
            return None;
        }
        ranks += 1;
    }
    let (own, opp, to_move) = match side {
        "b" => (black, white, Color::Black),
        "w" => (white, black, Color::White),
        _ => return None,
    };
    (ranks == 8).then_some((Position { own, opp }, to_move))
}
