//! English.

use super::Words;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::English,
    games: "Games",
    the_game: "The game",
    all_games: "All games",
    key: |key| {
        let parts = key.parts(
            ", the plies that were searched",
            ", the time in seconds",
            ", and in brackets by the better move with its score and what would have followed; ? is a \
             mistake, ?? a blunder",
        );
        format!("Each move is followed by its score in discs for black{parts}.")
    },
    pass: "pass",
    diagram: "the moves on the board",
    turn: |turn| format!("turn {turn}"),
    move_number: |number| format!("move {number}"),
};
