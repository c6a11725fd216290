//! What GoGui asks of an engine that it takes the rules from, a function for each question.

use super::framing::green;
use crate::protocol::{CommandError, Reply};
use bianca_play::game::{Cell, Cells, Game, letter};
use bianca_rules::othello::Color;

type Answer = Result<Reply, CommandError>;

/// The board with its edge, if it is one that GoGui draws.
fn square(game: &dyn Game) -> Result<(Cells, usize), CommandError> {
    let cells = game.cells();
    let edge = cells.edge();
    let edge = edge.ok_or(CommandError::NotInThisGame("a square board of discs"))?;
    Ok((cells, edge))
}

/// The game's name.
pub fn game_name(game: &dyn Game) -> Answer {
    Ok(Reply::Text(game.name().to_owned()))
}

/// Squares along an edge of the board.
pub fn board_size(game: &dyn Game) -> Answer {
    let (_, edge) = square(game)?;
    Ok(Reply::Text(edge.to_string()))
}

/// The discs; GoGui draws rank 1 at the bottom.
pub fn board(game: &dyn Game) -> Answer {
    let (cells, _) = square(game)?;
    let row = |row: &[Cell]| row.iter().map(|cell| letter(cell.piece)).collect();
    let rows: Vec<String> = cells.rows().rev().map(row).collect();
    Ok(Reply::Text(rows.join("\n")))
}

/// The colours of the squares.
pub fn colors(game: &dyn Game) -> Answer {
    let (_, edge) = square(game)?;
    Ok(Reply::Text(green(edge)))
}

/// How many discs white and black have.
pub fn counts(game: &dyn Game) -> Answer {
    let (cells, _) = square(game)?;
    let [black, white] = [Color::Black, Color::White].map(|side| cells.count(side));
    Ok(Reply::Text(format!("{white} {black}")))
}

/// Whose turn it is.
pub fn side_to_move(game: &dyn Game) -> Answer {
    Ok(Reply::Text(game.to_move().to_string()))
}

/// The legal moves, none at the end.
pub fn legal_moves(game: &dyn Game) -> Answer {
    Ok(Reply::Points(game.legal(None)))
}

/// The result once the game is over.
pub fn final_result(game: &dyn Game) -> Answer {
    let black = game.final_score().ok_or(CommandError::NotOver)?;
    let points = black.unsigned_abs();
    Ok(Reply::Text(match black {
        0 => "Draw".to_owned(),
        1.. => format!("Black wins by {points}"),
        _ => format!("White wins by {points}"),
    }))
}
