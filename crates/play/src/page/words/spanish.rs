//! Spanish.

use super::Words;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Spanish,
    games: "Partidas",
    the_game: "La partida",
    all_games: "Todas las partidas",
    key: |key| {
        let parts = key.parts(
            ", los turnos que se han buscado",
            ", el tiempo en segundos",
            " y, entre paréntesis, la jugada mejor con su valor y lo que habría seguido; ? es un error, \
             ?? un error grave",
        );
        format!("Tras cada jugada está su valor en fichas para las negras{parts}.")
    },
    pass: "pasa",
    diagram: "las jugadas en el tablero",
    turn: |turn| format!("turno {turn}"),
    move_number: |number| format!("jugada {number}"),
};
