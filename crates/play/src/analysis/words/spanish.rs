//! Spanish.

use super::{Columns, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Spanish,
    game: |number| match number {
        Some(number) => format!("partida {number}"),
        None => "partida".to_owned(),
    },
    not_finished: "sin terminar",
    for_black: |discs| format!("{discs} para las negras"),
    round: |round| format!("ronda {round}"),
    opening: |name, moves| format!("Apertura: {name}, {}", counted(moves, "jugada", "jugadas")),
    columns: Columns {
        side: "bando",
        played: "jugada",
        score: "valor",
        best: "mejor",
        loss: "pérdida",
        depth: "profundidad",
    },
    exact: "exacto",
    to_end: |confidence| format!("final@{confidence}%"),
    mistake: "error",
    blunder: "error grave",
    before: "antes",
    totals: |summary| {
        format!(
            "{} de {} la mejor jugada, {}, {}; {:.2} fichas perdidas, {:.2} por jugada{}",
            counted(summary.best, "vez", "veces"),
            summary.moves,
            counted(summary.mistakes, "error", "errores"),
            counted(summary.blunders, "error grave", "errores graves"),
            summary.loss,
            summary.mean_loss(),
            summary.accuracy().map_or(String::new(), |percent| format!(
                "; precisión del {percent:.0} %"
            )),
        )
    },
    analysis: "Análisis",
    many: |name, games| format!("{name}: {}", counted(games, "partida", "partidas")),
    level: |level| format!("nivel {level}"),
    plies: |plies| format!("profundidad {plies}"),
    seconds: |seconds| format!("{seconds} s por posición"),
    nodes: |nodes| format!("{nodes} nodos por posición"),
    evaluation: |name| format!("evaluación {name}"),
    marks: |mistake, blunder| {
        format!(
            "Un error pierde {mistake} fichas o más; un error grave, {blunder}. Los valores son fichas \
             al final con el mejor juego."
        )
    },
    evidence_left_out: "Con tantas partidas se omite lo que dicen las estrategias de cada error grave; \
                        está en el JSON y en el SGF del análisis.",
    players: [
        "jugador",
        "jugadas",
        "mejores",
        "errores",
        "errores graves",
        "fichas perdidas",
        "por jugada",
        "precisión",
    ],
    score_for_black: "valor en fichas para las negras",
    curve: |shaded| {
        let exact = if shaded { "; sombreado: exacto" } else { "" };
        format!("fichas para las negras tras cada jugada, con errores y errores graves{exact}")
    },
    strategies: "lo que dicen las estrategias",
    move_played: "la jugada hecha",
    best_move: "la mejor jugada",
    board_before: "el tablero antes de ella",
};

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
