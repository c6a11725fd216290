//! The game on the table as one line of JSON, for programs that draw it, click on it or reckon with
//! it.
//!
//! Invariant: whatever a game says of itself (its name, its board, its moves) has no character that
//! JSON would have to escape. What the names mean is said in `protocol.md` and, exactly, in
//! `docs/json.schema.json`.

use std::fmt::Display;

use bianca_play::game::{Cell, Game, GameMove, Pieces};
use bianca_play::people::following::Followed;
use bianca_rules::othello::Color;

/// The state of a game in one line.
pub fn write_state(game: &dyn Game) -> String {
    let (kind, cells) = (game.kind(), game.cells());
    let history: Vec<GameMove> = game.history().iter().map(|(_, mv)| *mv).collect();
    let members = [
        ("game", quoted(kind.name())),
        ("pieces", quoted(pieces(kind.info().pieces))),
        ("board", quoted(game.board())),
        ("to_move", quoted(game.to_move())),
        ("legal", list(game.legal(None).iter().map(quoted))),
        ("history", list(history.iter().map(quoted))),
        ("last", or_null(history.last().map(quoted))),
        ("over", game.is_over().to_string()),
        ("score", or_null(game.final_score())),
        ("in_hand", or_null(game.state().in_hand().map(list))),
        (
            "cells",
            list(cells.rows().map(|row| list(row.iter().map(cell)))),
        ),
    ];
    object(&members)
}

/// What stands on the board, in one word.
fn pieces(pieces: Pieces) -> &'static str {
    match pieces {
        Pieces::Discs => "discs",
        Pieces::Marks => "marks",
        Pieces::Frogs => "frogs",
        Pieces::None => "none",
    }
}

fn cell(cell: &Cell) -> String {
    let piece = cell.piece.map(|side: Color| quoted(side));
    object(&[("move", quoted(cell.mv)), ("piece", or_null(piece))])
}

/// Whom the player follows, in one line.
pub fn write_followed(followed: &Followed) -> String {
    let [wins, draws, losses] = followed.results.map(|count| count.to_string());
    object(&[
        ("elo", followed.elo.to_string()),
        ("last_elo", or_null(followed.before)),
        ("wins", wins),
        ("draws", draws),
        ("losses", losses),
        ("by_moves", or_null(followed.by_moves.map(f64::round))),
    ])
}

fn object(members: &[(&str, String)]) -> String {
    let members = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn list(values: impl IntoIterator<Item = impl Display>) -> String {
    let values = values.into_iter().map(|value| value.to_string());
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn quoted(text: impl Display) -> String {
    let text = text.to_string();
    debug_assert!(!text.contains(['"', '\\']) && !text.contains(char::is_control));
    format!("\"{text}\"")
}

fn or_null(value: Option<impl Display>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}
