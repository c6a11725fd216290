//! Spanish; what is said in the book's game is its Spanish edition's.

use super::super::paint::TIED;
use super::{Command, Typed, Words};
use bianca_play::game::GameKind;
use bianca_system::language::Language;

const QUIT: Typed = &["salir", "fin", "adiós", "adios", "terminar"];

pub const WORDS: Words = Words {
    language: Language::Spanish,
    quit: QUIT,
    hints: &["pistas", "pista"],
    explain: &["explicar"],
    solve: &["resolver"],
    undo: &["deshacer"],
    yes: &["s"],
    welcome: "¡Bienvenida a Reversi!",
    choose_side: "¿Desea ser las fichas X o O?",
    you_begin: "Las fichas de la jugadora comenzarán.",
    computer_begins: "Las fichas de la computadora comenzarán.",
    points: |you, computer| format!("Usted: {you} puntos. Computadora: {computer} puntos."),
    enter_move: "Ingrese su jugada, \"salir\" para finalizar el juego, o \"pistas\" para \
                 activar/desactivar las pistas.",
    not_a_move: "Esa no es una jugada válida. Ingrese la columna (1-8) y luego la fila (1-8).\n\
                 Por ejemplo, 81 corresponde a la esquina superior derecha.",
    turns_nothing: "Una ficha allí no voltea ninguna. \"pistas\" muestra dónde puede jugar, \
                    \"explicar\" cómo es la posición.",
    press_enter: "Presione ENTER para ver la jugada de la computadora.",
    you_pass: "Usted no puede jugar y debe pasar.",
    computer_passes: "La computadora no puede jugar y debe pasar.",
    final_points: |x, o| format!("X obtuvo {x} puntos. O obtuvo {o} puntos."),
    beat_computer: |by| format!("¡Usted venció la computadora por {by} puntos! ¡Felicidades!"),
    lost_by: |by| format!("Usted perdió. La computadora la venció por {by} puntos."),
    tie: "¡El juego finalizó empatado!",
    again: "¿Quiere jugar de nuevo? (si o no)",
    thanks: "¡Gracias por jugar!",
    welcome_to: |game| format!("¡Le damos la bienvenida! Esto es {}.", game_of(game)),
    begin: "¿Desea comenzar? (si o no)",
    available: |moves| format!("Jugadas posibles: {moves}"),
    your_move: "¿Su jugada? (\"pista\" para ver una, \"minimax\" o \"alphabeta\" para la búsqueda, \
                \"salir\")",
    not_available: "Esa no es una de las jugadas posibles.",
    computer_moves: |mv| format!("La computadora juega: {mv}"),
    your_points: |points| format!("Sus puntos: {points}"),
    you_win: "¡Usted ganó! ¡Felicidades!",
    you_lose: "Usted perdió.",
    enter_for_step: "Presione ENTER para cada paso.",
    tree_too_large: "El árbol desde aquí es demasiado grande para mostrarlo.",
    select_frog: "Selecciona una ficha para mover (por su posición), o \"pista\", \"resolver\", \
                  \"deshacer\", \"salir\":",
    not_a_position: "Esa no es una posición del tablero.",
    frog_cannot_move: "¡La ficha no se puede mover!",
    nothing_to_undo: "No hay nada que deshacer.",
    no_way: "Ya ninguna jugada lleva al objetivo, o ninguna que quepa en la memoria.",
    success: "¡FELICIDADES!",
    failure: "¡FRACASO!",
    commands: &[
        (Command::Help, &["ayuda", "palabras"]),
        (Command::Rules, &["reglas"]),
        (Command::Undo, &["deshacer", "atrás", "atras", "volver"]),
        (Command::Hint, &["pista", "consejo"]),
        (Command::Scores, &["pistas", "valores"]),
        (Command::Explain, &["explicar", "explica"]),
        (Command::Solve, &["resolver"]),
        (Command::Minimax, &["minimax"]),
        (Command::AlphaBeta, &["alphabeta", "alfabeta"]),
        (Command::Save, &["guardar", "guarda"]),
        (Command::Moves, &["jugadas"]),
        (Command::Resign, &["abandonar", "rendirse"]),
        (Command::Quit, QUIT),
    ],
    does: |command| match command {
        Command::Help => "muestra estas palabras",
        Command::Rules => "dice las reglas del juego",
        Command::Undo => "deshace su última jugada",
        Command::Hint => "muestra las mejores jugadas",
        Command::Scores => "las muestra en cada jugada, o ya no",
        Command::Explain => "dice qué se ve en la posición",
        Command::Solve => "muestra todo el camino al objetivo",
        Command::Minimax => "muestra esta búsqueda paso a paso",
        Command::AlphaBeta => "muestra esta búsqueda paso a paso",
        Command::Save => "ARCHIVO: guarda la partida en un archivo",
        Command::Moves => "muestra las jugadas hechas",
        Command::Resign => "abandona la partida",
        Command::Quit => "sale",
    },
    game: game_of,
    rules: |kind| match kind {
        GameKind::Othello => {
            "Ponga una ficha en una casilla vacía de modo que encierre fichas del otro bando en línea recta: en horizontal, vertical o diagonal, en todas las direcciones a la vez. Todas las fichas encerradas se voltean. Quien no puede encerrar nada, pasa. Cuando nadie puede jugar, gana quien tiene más fichas; las casillas vacías cuentan para el ganador. Una ficha en una esquina nunca se voltea: no regale esquinas."
        }
        GameKind::Reversi => {
            "Las reglas son las de Othello, con dos diferencias. El tablero empieza vacío; las cuatro primeras fichas van a las cuatro casillas del centro y no voltean nada. Cada bando tiene 32 fichas, y quien no tiene ninguna en la mano no puede jugar."
        }
        GameKind::TicTacToe => {
            "Ponga por turnos su marca en una casilla vacía; empieza X. Gana quien primero tiene en raya, en horizontal, vertical o diagonal, las marcas que se piden: tres, si no se eligió otro número. Un tablero lleno sin raya es un empate."
        }
        GameKind::Frogs => {
            "Las ranas de los dos lados deben cambiar de sitio. Una rana avanza al hueco que tiene delante, o salta a él sobre una rana de la otra clase; ninguna retrocede. Escriba la posición de la rana que se mueve: los números bajo la fila."
        }
        GameKind::Tree => {
            "MAX, que es X, y MIN, que es O, bajan por turnos por el árbol hasta una hoja. Su valor es lo que gana MAX y pierde MIN: MAX lo quiere alto y MIN bajo. Escriba una rama, como a1."
        }
    },
    greeting: |game| format!("Esto es {game}. «ayuda» muestra lo que se puede escribir."),
    which_side: "X juega primero. ¿Quiere ser X u O? (Enter: X)",
    seats: |x, o| format!("X: {x}. O: {o}."),
    you: "usted",
    person: "persona",
    move_of: |side| format!("{side}, ¿su jugada?"),
    your_turn: "¿Su jugada?",
    with_keys: |asked, mv, is_possible| {
        let how = if is_possible {
            "Enter la juega"
        } else {
            "flechas o Tab eligen"
        };
        format!("{asked} {mv} ({how}, ? ayuda)")
    },
    keys: "Teclas: las flechas eligen, Enter juega, Tab va a la siguiente jugada posible, Retroceso \
           deshace, ? ayuda. Las jugadas y las palabras también se escriben: d3, pista, guardar \
           partida.ggf, salir.",
    how_to_move: |mv| format!("Escriba una jugada, por ejemplo {mv}, o:"),
    plays: |who, mv, turned| match turned {
        None => format!("{who} juega {mv}."),
        Some(1) => format!("{who} juega {mv} y voltea 1 ficha."),
        Some(turned) => format!("{who} juega {mv} y voltea {turned} fichas."),
    },
    passes: |who| format!("{who} no puede jugar y pasa."),
    not_understood: |word| {
        format!("«{word}» no es una jugada ni una palabra conocida. «ayuda» muestra las palabras.")
    },
    not_possible: |mv| format!("{mv} no es posible aquí. Un + marca cada casilla posible."),
    taken_back: |moves| format!("Deshecho: {moves}."),
    best_moves: |moves| format!("Lo mejor para usted: {moves}."),
    no_hint: "Aquí no se encuentra nada.",
    scores_off: "Los valores ya no se muestran.",
    thinking: "Pensando… (Ctrl-C sale)",
    saved: |path| format!("Guardado como {path}."),
    saved_position: |path| {
        format!(
            "Guardado como {path}: solo la última posición. Un nombre con .ggf guarda también las jugadas."
        )
    },
    not_saved: |path, reason| format!("No se escribió {path}: {reason}."),
    save_how: |formats| {
        format!(
            "Escriba también un nombre: guardar partida.ggf. Su final dice el formato: {formats}."
        )
    },
    save_othello_only: "Solo se guardan partidas de Othello; «jugadas» muestra las jugadas.",
    save_as: |path| {
        format!(
            "¿Guardar la partida? Enter la guarda como {path}, otro nombre como tal, «no» no la guarda."
        )
    },
    moves_so_far: |moves| format!("Jugadas hasta ahora: {moves}"),
    no_moves_yet: "Aún no se ha jugado.",
    gives_up: |who| format!("Abandona: {who}."),
    out_of_time: |who| format!("Se acabó el tiempo: {who}."),
    wins: |who, points| format!("Gana {who}{points}."),
    you_win_by: |points| format!("¡Usted gana{points}! ¡Felicidades!"),
    you_lose_by: |points| format!("Usted pierde{points}."),
    draw: "Empate.",
    in_hand: |x, o| format!("En mano: X {x}, O {o}."),
    once_more: "¿Jugar de nuevo? (sí, no, o deshacer para seguir desde su última jugada)",
    no: &["no"],
    exists_already: "ya hay un archivo con ese nombre",
    go_on_with: |commands| {
        format!(
            "Para repasar la partida:\n  {}\n  {}",
            commands[0], commands[1]
        )
    },
    looking_through: "Repasando la partida… (Ctrl-C sale)",
    signs: "X son las negras, O las blancas.",
    moves_judged: |who, moves, best, mistakes, accuracy| {
        format!(
            "{who}: {moves} jugadas, {best} de ellas las mejores, {mistakes} errores; precisión del {accuracy:.0} %."
        )
    },
    mistake: |mv, score, best, best_score| {
        format!("{mv} lleva a{TIED}{score}; {best}{TIED}a{TIED}{best_score}.")
    },
    turning_point: |who, mv, from, to| {
        format!("El momento decisivo: {mv} de {who}, de{TIED}{from} a{TIED}{to}.")
    },
    look_at: |themes| format!("En qué fijarse: {themes}."),
};

/// A game's name with its article, which says its gender.
fn game_of(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Reversi => "el Reversi de 1880",
        GameKind::TicTacToe => "el tres en raya",
        GameKind::Frogs => "el juego de las ranas",
        GameKind::Tree => "el árbol de juego",
        GameKind::Othello => kind.name(),
    }
}
