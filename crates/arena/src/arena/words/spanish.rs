//! Spanish.

use super::{Hypothesis, Words};
use bianca_rules::othello::Color;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Spanish,
    games: |games| format!("{games} partidas"),
    openings: "aperturas",
    seed: |seed| format!("semilla {seed}"),
    columns: [
        "motor",
        "partidas",
        "ganadas",
        "empates",
        "perdidas",
        "puntos",
        "fichas",
        "Elo",
        "95 %",
        "superior a",
        "descalificado",
    ],
    range: |low, high| format!("de {low} a {high}"),
    test: |(elo0, elo1), ratio, (low, high)| {
        format!(
            "Prueba secuencial de {elo0} contra {elo1} Elo: logaritmo de la razón de verosimilitudes \
             {ratio:.2}, entre {low:.2} y {high:.2}"
        )
    },
    undecided: "sin decidir",
    accepted: |hypothesis, elo| match hypothesis {
        Hypothesis::H0 => format!("se acepta H0: {elo:+} Elo o menos"),
        Hypothesis::H1 => format!("se acepta H1: {elo:+} Elo o más"),
    },
    against: "contra",
    results: |won, drawn, lost| format!("{won} ganadas, {drawn} empates, {lost} perdidas"),
    pairs: |[none, half, one, more, two]| {
        format!(
            "parejas de partidas con 0, ½, 1, 1½, 2 puntos: {none}, {half}, {one}, {more}, {two}"
        )
    },
    unit: "parejas",
    elo_over_time: "Elo a lo largo del encuentro",
    elo_caption: "Elo con su intervalo del 95 %, por parejas de partidas",
    disc_differences: "diferencias de fichas",
    discs_caption: "partidas por diferencia de fichas",
    from_side: [", desde el lado de ", ""],
    forfeits: |side| match side {
        Color::Black => "negras, descalificadas",
        Color::White => "blancas, descalificadas",
    },
    opening: |name, moves| format!("Apertura: {name}, {moves} jugadas"),
    scores_for_black: "valores en fichas para las negras",
    scores_of_both: "fichas para las negras, como las vio cada bando:",
};
