//! French.

use super::{Columns, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::French,
    game: |number| match number {
        Some(number) => format!("partie {number}"),
        None => "partie".to_owned(),
    },
    not_finished: "non terminée",
    for_black: |discs| format!("{discs} pour Noir"),
    round: |round| format!("ronde {round}"),
    opening: |name, moves| format!("Ouverture\u{a0}: {name}, {}", counted(moves, "coup")),
    columns: Columns {
        side: "camp",
        played: "coup",
        score: "valeur",
        best: "meilleur",
        loss: "perte",
        depth: "profondeur",
    },
    exact: "exacte",
    to_end: |confidence| format!("fin@{confidence}%"),
    mistake: "erreur",
    blunder: "gaffe",
    before: "avant",
    totals: |summary| {
        format!(
            "{} fois sur {} le meilleur coup, {}, {}\u{a0}; {:.2} pions perdus, {:.2} par coup{}",
            summary.best,
            summary.moves,
            counted(summary.mistakes, "erreur"),
            counted(summary.blunders, "gaffe"),
            summary.loss,
            summary.mean_loss(),
            summary.accuracy().map_or(String::new(), |percent| format!(
                "\u{a0}; précision de {percent:.0}\u{a0}%"
            )),
        )
    },
    analysis: "Analyse",
    many: |name, games| format!("{name}\u{a0}: {}", counted(games, "partie")),
    level: |level| format!("niveau {level}"),
    plies: |plies| format!("profondeur {plies}"),
    seconds: |seconds| format!("{seconds} s par position"),
    nodes: |nodes| format!("{nodes} nœuds par position"),
    evaluation: |name| format!("évaluation {name}"),
    marks: |mistake, blunder| {
        format!(
            "Une erreur perd {mistake} pions ou plus, une gaffe {blunder}. Les valeurs sont des pions à \
             la fin avec le meilleur jeu."
        )
    },
    evidence_left_out: "Avec autant de parties, ce que les stratégies disent de chaque gaffe est omis\u{a0}; \
                        le JSON et le SGF de l’analyse l’ont.",
    players: [
        "joueur",
        "coups",
        "meilleurs",
        "erreurs",
        "gaffes",
        "pions perdus",
        "par coup",
        "précision",
    ],
    score_for_black: "valeur en pions pour Noir",
    curve: |shaded| {
        let exact = if shaded {
            "\u{a0}; ombré\u{a0}: exact"
        } else {
            ""
        };
        format!("pions pour Noir après chaque coup, avec erreurs et gaffes{exact}")
    },
    strategies: "ce que disent les stratégies",
    move_played: "le coup joué",
    best_move: "le meilleur coup",
    board_before: "l’othellier avant lui",
};

/// Nought takes the singular in French.
fn counted(number: usize, what: &str) -> String {
    let ending = if number > 1 { "s" } else { "" };
    format!("{number} {what}{ending}")
}
