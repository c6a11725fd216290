//! French.

use super::super::paint::TIED;
use super::{Command, Typed, Words};
use bianca_play::game::GameKind;
use bianca_system::language::Language;

const QUIT: Typed = &["quitter", "sortir", "terminer", "au revoir"];

pub const WORDS: Words = Words {
    language: Language::French,
    quit: QUIT,
    hints: &["conseils", "conseil"],
    explain: &["expliquer"],
    solve: &["résoudre", "resoudre"],
    undo: &["annuler"],
    yes: &["oui"],
    welcome: "Bienvenue au Reversi\u{a0}!",
    choose_side: "Voulez-vous jouer X ou O\u{a0}?",
    you_begin: "Vous commencez.",
    computer_begins: "L’ordinateur commence.",
    points: |you, computer| {
        format!("Vous{TIED}: {you} points. Ordinateur{TIED}: {computer} points.")
    },
    enter_move: "Entrez votre coup, \"quitter\" pour finir, ou \"conseils\" pour les montrer ou non.",
    not_a_move: "Ce n’est pas un coup valable. Entrez la colonne (1-8), puis la ligne (1-8).\n\
                 Par exemple, 81 désigne le coin en haut à droite.",
    turns_nothing: "Un pion posé là ne retourne rien. \"conseils\" montre où vous pouvez jouer, \
                    \"expliquer\" décrit la position.",
    press_enter: "Appuyez sur Entrée pour voir le coup de l’ordinateur.",
    you_pass: "Vous ne pouvez pas jouer et devez passer.",
    computer_passes: "L’ordinateur ne peut pas jouer et doit passer.",
    final_points: |x, o| format!("X a {x} points. O a {o} points."),
    beat_computer: |by| format!("Vous battez l’ordinateur de {by} points. Félicitations{TIED}!"),
    lost_by: |by| format!("Vous avez perdu. L’ordinateur vous bat de {by} points."),
    tie: "Partie nulle\u{a0}!",
    again: "Voulez-vous rejouer\u{a0}? (oui ou non)",
    thanks: "Merci d’avoir joué\u{a0}!",
    welcome_to: |game| format!("Bienvenue{TIED}! Voici {}.", game_of(game)),
    begin: "Voulez-vous commencer\u{a0}? (oui ou non)",
    available: |moves| format!("Coups possibles{TIED}: {moves}"),
    your_move: "Votre coup\u{a0}? (\"conseil\" en donne un, \"minimax\" ou \"alphabeta\" montre la \
                recherche, \"quitter\")",
    not_available: "Ce n’est pas un des coups possibles.",
    computer_moves: |mv| format!("L’ordinateur joue{TIED}: {mv}"),
    your_points: |points| format!("Vos points{TIED}: {points}"),
    you_win: "Vous avez gagné. Félicitations\u{a0}!",
    you_lose: "Vous avez perdu.",
    enter_for_step: "Appuyez sur Entrée pour chaque étape.",
    tree_too_large: "L’arbre est trop grand pour être montré d’ici.",
    select_frog: "Choisissez une grenouille (par sa position), ou \"conseil\", \"résoudre\", \
                  \"annuler\", \"quitter\"\u{a0}:",
    not_a_position: "Ce n’est pas une position de cette rangée.",
    frog_cannot_move: "Cette grenouille ne peut pas bouger\u{a0}!",
    nothing_to_undo: "Il n’y a rien à annuler.",
    no_way: "Aucun coup ne mène plus au but, ou aucun que la mémoire puisse contenir.",
    success: "BRAVO\u{a0}!",
    failure: "ÉCHEC\u{a0}!",
    commands: &[
        (Command::Help, &["aide", "mots"]),
        (Command::Rules, &["règles", "regles"]),
        (Command::Undo, &["annuler", "reprendre", "retour"]),
        (Command::Hint, &["conseil", "indice"]),
        (Command::Scores, &["conseils", "valeurs"]),
        (Command::Explain, &["expliquer", "pourquoi"]),
        (Command::Solve, &["résoudre", "resoudre"]),
        (Command::Minimax, &["minimax"]),
        (Command::AlphaBeta, &["alphabeta", "alphabêta"]),
        (Command::Save, &["enregistrer", "sauver"]),
        (Command::Moves, &["coups"]),
        (Command::Resign, &["abandonner", "abandon"]),
        (Command::Quit, QUIT),
    ],
    does: |command| match command {
        Command::Help => "montre ces mots",
        Command::Rules => "dit les règles du jeu",
        Command::Undo => "reprend votre dernier coup",
        Command::Hint => "montre les meilleurs coups",
        Command::Scores => "les montre à chaque coup, ou plus",
        Command::Explain => "dit ce que montre la position",
        Command::Solve => "montre tout le chemin vers le but",
        Command::Minimax => "montre cette recherche pas à pas",
        Command::AlphaBeta => "montre cette recherche pas à pas",
        Command::Save => "FICHIER\u{a0}: enregistre la partie dans un fichier",
        Command::Moves => "montre les coups joués",
        Command::Resign => "abandonne la partie",
        Command::Quit => "quitte",
    },
    game: game_of,
    rules: |kind| match kind {
        GameKind::Othello => {
            "Posez un pion sur une case vide de façon à encadrer des pions de l’autre camp en ligne droite : à l’horizontale, à la verticale ou en diagonale, dans toutes les directions à la fois. Tous les pions encadrés se retournent. Qui ne peut rien encadrer passe. Quand plus personne ne peut jouer, qui a le plus de pions gagne ; les cases vides comptent pour le gagnant. Un pion dans un coin n’est jamais retourné : ne donnez pas les coins."
        }
        GameKind::Reversi => {
            "Les règles sont celles d’Othello, à deux différences près. Au début, l’othellier est vide ; les quatre premiers pions vont aux quatre cases du centre et ne retournent rien. Chaque camp a 32 pions, et qui n’en a plus en main ne peut pas jouer."
        }
        GameKind::TicTacToe => {
            "Posez à tour de rôle votre signe sur une case vide ; X commence. Qui aligne le premier ses signes, en ligne, en colonne ou en diagonale, gagne : trois, sauf si un autre nombre a été choisi. Une grille pleine sans tel alignement est une partie nulle."
        }
        GameKind::Frogs => {
            "Les grenouilles des deux côtés doivent échanger leurs places. Une grenouille avance sur la place vide devant elle, ou y saute par-dessus une seule grenouille de l’autre sorte ; aucune ne recule. Tapez la position de la grenouille à bouger : les nombres sous la rangée."
        }
        GameKind::Tree => {
            "MAX, qui est X, et MIN, qui est O, descendent l’arbre à tour de rôle jusqu’à une feuille. Sa valeur est ce que MAX gagne et que MIN perd : MAX la veut haute, MIN basse. Tapez une branche, comme a1."
        }
    },
    greeting: |game| format!("Voici {game}. \"aide\" montre ce que vous pouvez taper."),
    which_side: "X commence. Voulez-vous X ou O\u{a0}? (Entrée\u{a0}: X)",
    seats: |x, o| format!("X{TIED}: {x}. O{TIED}: {o}."),
    you: "vous",
    person: "joueur",
    move_of: |side| format!("{side}, votre coup{TIED}?"),
    your_turn: "Votre coup\u{a0}?",
    with_keys: |asked, mv, is_possible| {
        let how = if is_possible {
            "Entrée le joue"
        } else {
            "flèches ou Tab pour choisir"
        };
        format!("{asked} {mv} ({how}, ? aide)")
    },
    keys: "Touches\u{a0}: les flèches choisissent, Entrée joue, Tab va au coup possible suivant, Retour \
           arrière reprend un coup, ? aide. Les coups et les mots peuvent aussi être tapés\u{a0}: d3, \
           conseil, enregistrer partie.ggf, quitter.",
    how_to_move: |mv| format!("Tapez un coup, par exemple {mv}, ou{TIED}:"),
    plays: |who, mv, turned| match turned {
        None => format!("{who} joue {mv}."),
        Some(1) => format!("{who} joue {mv} et retourne 1 pion."),
        Some(turned) => format!("{who} joue {mv} et retourne {turned} pions."),
    },
    passes: |who| format!("{who} ne peut pas jouer et passe."),
    not_understood: |word| {
        format!("\"{word}\" n’est ni un coup ni un mot connu. \"aide\" montre les mots.")
    },
    not_possible: |mv| {
        format!("{mv} n’est pas possible ici. Un{TIED}+ marque chaque case possible.")
    },
    taken_back: |moves| format!("Repris{TIED}: {moves}."),
    best_moves: |moves| format!("Le mieux pour vous{TIED}: {moves}."),
    no_hint: "Rien n’est trouvé ici.",
    scores_off: "Les valeurs ne sont plus montrées.",
    thinking: "Réflexion… (Ctrl-C quitte)",
    saved: |path| format!("Enregistré sous {path}."),
    saved_position: |path| {
        format!(
            "Enregistré sous {path}{TIED}: seulement la dernière position. Un nom en .ggf garde aussi \
             les coups."
        )
    },
    not_saved: |path, reason| format!("{path} n’a pas été écrit{TIED}: {reason}."),
    save_how: |formats| {
        format!(
            "Tapez aussi un nom de fichier{TIED}: enregistrer partie.ggf. Sa fin dit le format{TIED}: \
             {formats}."
        )
    },
    save_othello_only: "Seules les parties d’Othello s’enregistrent\u{a0}; \"coups\" montre les coups.",
    save_as: |path| {
        format!(
            "Enregistrer la partie{TIED}? Entrée l’enregistre sous {path}, un autre nom sous ce nom, \
             \"non\" pas du tout."
        )
    },
    moves_so_far: |moves| format!("Coups joués{TIED}: {moves}"),
    no_moves_yet: "Aucun coup n’a encore été joué.",
    gives_up: |who| format!("Abandon{TIED}: {who}."),
    out_of_time: |who| format!("Temps écoulé{TIED}: {who}."),
    wins: |who, points| format!("{who} gagne{points}."),
    you_win_by: |points| format!("Vous gagnez{points}. Félicitations{TIED}!"),
    you_lose_by: |points| format!("Vous perdez{points}."),
    draw: "Partie nulle.",
    in_hand: |x, o| format!("En réserve{TIED}: X {x}, O {o}."),
    once_more: "Rejouer\u{a0}? (oui, non, ou annuler pour reprendre à votre dernier coup)",
    no: &["non"],
    exists_already: "il y a déjà un fichier de ce nom",
    go_on_with: |commands| {
        format!(
            "Pour parcourir la partie{TIED}:\n  {}\n  {}",
            commands[0], commands[1]
        )
    },
    looking_through: "Relecture de la partie… (Ctrl-C quitte)",
    signs: "X est Noir, O est Blanc.",
    moves_judged: |who, moves, best, mistakes, accuracy| {
        format!(
            "{who}{TIED}: {moves} coups, dont {best} les meilleurs, {mistakes} erreurs{TIED}; précision de {accuracy:.0}{TIED}%."
        )
    },
    mistake: |mv, score, best, best_score| {
        format!("{mv} mène à{TIED}{score}{TIED}; {best}{TIED}à{TIED}{best_score}.")
    },
    turning_point: |who, mv, from, to| {
        format!("Le tournant{TIED}: {mv} ({who}), de{TIED}{from} à{TIED}{to}.")
    },
    look_at: |themes| format!("À regarder{TIED}: {themes}."),
};

/// A game's name with its article.
fn game_of(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Reversi => "le Reversi de 1880",
        GameKind::TicTacToe => "le morpion",
        GameKind::Frogs => "le jeu des grenouilles",
        GameKind::Tree => "l’arbre de jeu",
        GameKind::Othello => kind.name(),
    }
}
