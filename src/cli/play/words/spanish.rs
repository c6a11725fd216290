//! Spanish; what is said in the book's game is its Spanish edition's.

use super::Words;
use crate::strategy::Theme;

pub const WORDS: Words = Words {
    code: "es",
    quit: &["salir"],
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
    theme: |theme| match theme {
        Theme::Corners => "esquinas",
        Theme::FreeCorners => "esquinas libres",
        Theme::OpenCorners => "esquinas al alcance",
        Theme::Edges => "fichas en los laterales",
        Theme::StableDiscs => "fichas estables",
        Theme::XSquares => "casillas X junto a una esquina libre",
        Theme::CSquares => "casillas C junto a una esquina libre",
        Theme::Mobility => "movilidad",
        Theme::PotentialMobility => "movilidad potencial",
        Theme::Parity => "paridad, última jugada si nadie pasa",
        Theme::OddRegion => "región impar",
        Theme::EvenRegion => "región par",
        Theme::Empathy => "lo que quiere el oponente, respuestas que deja",
        Theme::Frontier => "fichas en la frontera",
        Theme::Tempo => "jugadas que ganan tempo",
        Theme::SecuredEdge => "borde asegurado",
        Theme::UnbalancedEdge => "lateral desequilibrado",
        Theme::StonerTrap => {
            "trampa de Stoner (casilla X, ataque, esquina ganada, esquina ofrecida)"
        }
        Theme::StonerThreat => {
            "amenaza de Stoner (casilla X, ataque, esquina ganada, esquina ofrecida)"
        }
        Theme::Turned => "fichas volteadas",
        Theme::GivenCorners => "esquinas entregadas",
        Theme::NewStableDiscs => "fichas que quedan estables",
    },
    welcome_to: |game| format!("¡Bienvenida a {game}!"),
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
};
