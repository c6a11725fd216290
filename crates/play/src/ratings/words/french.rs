//! French.

use super::{Labels, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::French,
    columns: [
        "joueur",
        "parties",
        "coups",
        "force",
        "95 %",
        "à peu près",
        "précision",
        "perdus par coup",
    ],
    range: |low, high| format!("de {low:.0} à {high:.0}"),
    games_of: |games, moves| {
        format!(
            "{}, avec {} où il y avait le choix",
            counted(games, "partie"),
            counted(moves, "coup")
        )
    },
    about: |who| format!("à peu près {who}"),
    discs_lost: "pions perdus",
    part: |from, to| format!("coups {from}-{to}"),
    all: "tous",
    a_move: "par coup",
    with_black: "avec Noir",
    with_white: "avec Blanc",
    people_of: |rating| format!("gens de {rating:.0}"),
    labels: Labels {
        player: "joueur",
        games: "parties",
        strength: "force",
        level: "niveau",
        accuracy: "précision",
    },
    strength_of: |strength, skill| {
        format!(
            "{:.0}, dans 95 cas sur 100 de {:.0} à {:.0}\u{a0}; à peu près le niveau {skill} de Bianca",
            strength.rating, strength.low, strength.high
        )
    },
    title: "La force des joueurs",
    scale: "La force est sur l’échelle des joueurs de tournois, dont la moyenne est 1500. Ce que perd un \
            coup est dit par une courte recherche. La précision est la moyenne de tous les coups\u{a0}: \
            celui qui ne perd rien compte 100 %, celui qui perd 4 pions 50 %.",
    interval: |(low, weakest), (high, strongest)| {
        format!(
            "Dans 95 cas sur 100, la force est entre {low:.0} ({weakest}) et {high:.0} ({strongest})."
        )
    },
    unsure: "Si peu de coups disent peu. Avec plus de parties, ce sera plus sûr.",
    nearest: |skill| format!("Le niveau de Bianca le plus proche est {skill}."),
    quality: |accuracy, lost| format!("Précision {accuracy:.1} %, {lost} pions perdus par coup."),
    by_part: "pions perdus par coup, selon la partie du jeu",
    in_same_positions: |rating| format!("gens de {rating:.0} dans les mêmes positions"),
    in_own_games: |skill| format!("le niveau {skill} de Bianca dans ses propres parties"),
    by_year: "pions perdus par coup, selon l’année",
    by_game: |games| match games {
        1 => "pions perdus par coup, partie après partie".to_owned(),
        _ => format!("pions perdus par coup, par groupes de {games} parties de suite"),
    },
    by_colour: "Par couleur",
    by_opening: "Par ouverture",
    kinds: ["parties", "précision", "perdus par coup"],
    skill: |skill| format!("niveau {skill} de Bianca"),
    figures: "tous les chiffres",
    left_out: |players| {
        format!("Les {players} joueurs qui ont le plus de parties sont présentés en entier.")
    },
};

fn counted(number: u32, what: &str) -> String {
    let ending = if number < 2 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
