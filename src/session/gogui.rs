//! What GoGui asks of an engine that it takes the rules from.

use crate::game::{Cell, Game, letter};
use crate::othello::Color;
use crate::protocol::gtp::green;
use crate::protocol::{CommandError, Reply, RulesQuery};

/// What GoGui wants to know of the game. It draws rank 1 at the bottom.
pub fn rules(game: &dyn Game, query: RulesQuery) -> Result<Reply, CommandError> {
    let is_drawn = matches!(
        query,
        RulesQuery::BoardSize | RulesQuery::Board | RulesQuery::Colors | RulesQuery::Counts
    );
    let cells = game.cells();
    let edge = cells.edge();
    if is_drawn && edge.is_none() {
        return Err(CommandError::NotInThisGame("a square board of discs"));
    }
    let size = edge.unwrap_or_default();
    Ok(match query {
        RulesQuery::GameName => Reply::Text(game.name().to_owned()),
        RulesQuery::BoardSize => Reply::Text(size.to_string()),
        RulesQuery::Board => {
            let row = |row: &[Cell]| row.iter().map(|cell| letter(cell.piece)).collect();
            let rows: Vec<String> = cells.rows().rev().map(row).collect();
            Reply::Text(rows.join("\n"))
        }
        RulesQuery::Colors => Reply::Text(green(size)),
        RulesQuery::Counts => {
            let [black, white] = [Color::Black, Color::White].map(|side| cells.count(side));
            Reply::Text(format!("{white} {black}"))
        }
        RulesQuery::SideToMove => Reply::Text(game.to_move().to_string()),
        RulesQuery::LegalMoves => Reply::Points(game.legal(None)),
        RulesQuery::FinalResult => {
            let black = game.final_score().ok_or(CommandError::NotOver)?;
            let points = black.unsigned_abs();
            Reply::Text(match black {
                0 => "Draw".to_owned(),
                1.. => format!("Black wins by {points}"),
                _ => format!("White wins by {points}"),
            })
        }
    })
}
