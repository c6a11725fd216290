//! English.

use super::{Hypothesis, Words};
use bianca_rules::othello::Color;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::English,
    games: |games| format!("{games} games"),
    openings: "openings",
    seed: |seed| format!("seed {seed}"),
    columns: [
        "engine", "games", "won", "drawn", "lost", "score", "discs", "Elo", "95 %", "superior",
        "forfeits",
    ],
    range: |low, high| format!("{low} to {high}"),
    test: |(elo0, elo1), ratio, (low, high)| {
        format!(
            "Sequential test of {elo0} against {elo1} Elo: log-likelihood ratio {ratio:.2} between \
             {low:.2} and {high:.2}"
        )
    },
    undecided: "undecided",
    accepted: |hypothesis, elo| match hypothesis {
        Hypothesis::H0 => format!("H0 accepted: {elo:+} Elo or less"),
        Hypothesis::H1 => format!("H1 accepted: {elo:+} Elo or more"),
    },
    against: "against",
    results: |won, drawn, lost| format!("{won} won, {drawn} drawn, {lost} lost"),
    pairs: |[none, half, one, more, two]| {
        format!("pairs of games with 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}")
    },
    unit: "pairs",
    elo_over_time: "Elo over time",
    elo_caption: "Elo with its 95 % interval, by pairs of games",
    disc_differences: "disc differences",
    discs_caption: "games by disc difference",
    from_side: [", from ", "'s side"],
    forfeits: |side| match side {
        Color::Black => "black forfeits",
        Color::White => "white forfeits",
    },
    opening: |name, moves| format!("Opening: {name}, {moves} moves"),
    scores_for_black: "scores in discs for black",
    scores_of_both: "discs for black, as each side saw it:",
};
