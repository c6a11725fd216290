//! French.

use super::{Hypothesis, Words};
use bianca_rules::othello::Color;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::French,
    games: |games| format!("{games} parties"),
    openings: "ouvertures",
    seed: |seed| format!("graine {seed}"),
    columns: [
        "moteur",
        "parties",
        "gagnées",
        "nulles",
        "perdues",
        "points",
        "pions",
        "Elo",
        "95 %",
        "supérieur",
        "forfaits",
    ],
    range: |low, high| format!("de {low} à {high}"),
    test: |(elo0, elo1), ratio, (low, high)| {
        format!(
            "Test séquentiel de {elo0} contre {elo1} Elo\u{a0}: log-rapport de vraisemblance \
             {ratio:.2}, entre {low:.2} et {high:.2}"
        )
    },
    undecided: "indécis",
    accepted: |hypothesis, elo| match hypothesis {
        Hypothesis::H0 => format!("H0 acceptée\u{a0}: {elo:+} Elo ou moins"),
        Hypothesis::H1 => format!("H1 acceptée\u{a0}: {elo:+} Elo ou plus"),
    },
    against: "contre",
    results: |won, drawn, lost| format!("{won} gagnées, {drawn} nulles, {lost} perdues"),
    pairs: |[none, half, one, more, two]| {
        format!(
            "paires de parties avec 0, ½, 1, 1½, 2 points\u{a0}: {none}, {half}, {one}, {more}, {two}"
        )
    },
    unit: "paires",
    elo_over_time: "Elo au fil du match",
    elo_caption: "Elo avec son intervalle à 95 %, par paires de parties",
    disc_differences: "écarts de pions",
    discs_caption: "parties par écart de pions",
    from_side: [", du côté de ", ""],
    forfeits: |side| match side {
        Color::Black => "Noir est forfait",
        Color::White => "Blanc est forfait",
    },
    opening: |name, moves| format!("Ouverture\u{a0}: {name}, {moves} coups"),
    scores_for_black: "valeurs en pions pour Noir",
    scores_of_both: "pions pour Noir, vus par chaque camp\u{a0}:",
};
