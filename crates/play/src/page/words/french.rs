//! French.

use super::Words;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::French,
    games: "Parties",
    the_game: "La partie",
    all_games: "Toutes les parties",
    key: |key| {
        let parts = key.parts(
            ", la profondeur de la recherche",
            ", le temps en secondes",
            " et, entre parenthèses, le meilleur coup avec sa valeur et sa suite\u{a0}; ? est une \
             erreur, ?? une gaffe",
        );
        format!("Après chaque coup se trouve sa valeur en pions pour Noir{parts}.")
    },
    pass: "passe",
    diagram: "les coups sur l’othellier",
    turn: |turn| format!("tour {turn}"),
    move_number: |number| format!("coup {number}"),
};
