//! What is said, in three languages. The sentences of the book's game are the book's own where
//! the language has an edition that is a source of this project (English, Spanish).

use crate::strategy::Theme;

/// The words of one language. Numbers and moves are put in by functions, because languages order
/// them differently.
pub struct Words {
    // The book's game.
    pub welcome: &'static str,
    pub choose_side: &'static str,
    pub you_begin: &'static str,
    pub computer_begins: &'static str,
    /// The person's points and the computer's.
    pub points: fn(u32, u32) -> String,
    pub enter_move: &'static str,
    pub not_a_move: &'static str,
    pub turns_nothing: &'static str,
    pub press_enter: &'static str,
    pub you_pass: &'static str,
    pub computer_passes: &'static str,
    /// The points of X and of O.
    pub final_points: fn(u32, u32) -> String,
    pub beat_computer: fn(u32) -> String,
    pub lost_by: fn(u32) -> String,
    pub tie: &'static str,
    pub again: &'static str,
    pub thanks: &'static str,
    /// The title of a finding.
    pub theme: fn(Theme) -> &'static str,

    // The other games.
    pub welcome_to: fn(&str) -> String,
    pub begin: &'static str,
    pub available: fn(&str) -> String,
    pub your_move: &'static str,
    pub not_available: &'static str,
    pub computer_moves: fn(&str) -> String,
    /// The person's points.
    pub your_points: fn(i32) -> String,
    pub you_win: &'static str,
    pub you_lose: &'static str,
    pub enter_for_step: &'static str,
    pub tree_too_large: &'static str,

    // The frogs.
    pub select_frog: &'static str,
    pub not_a_position: &'static str,
    pub frog_cannot_move: &'static str,
    pub nothing_to_undo: &'static str,
    pub no_way: &'static str,
    pub success: &'static str,
    pub failure: &'static str,
}

// What may be typed, in every language at any time.

/// Leaves.
pub const QUIT: [&str; 3] = ["quit", "salir", "退出"];
/// Switches hints on and off, or asks for one.
pub const HINTS: [&str; 6] = ["hints", "hint", "pistas", "pista", "提示", "h"];
/// Explains the position.
pub const EXPLAIN: [&str; 3] = ["explain", "explicar", "讲解"];
/// Prints the whole way to the goal.
pub const SOLVE: [&str; 3] = ["solve", "resolver", "解答"];
/// Takes a move back.
pub const UNDO: [&str; 3] = ["undo", "deshacer", "悔棋"];
/// How a yes begins.
pub const YES: [&str; 3] = ["y", "s", "是"];

pub const ENGLISH: Words = Words {
    welcome: "Welcome to Reversegam!",
    choose_side: "Do you want to be X or O?",
    you_begin: "The player will go first.",
    computer_begins: "The computer will go first.",
    points: |you, computer| format!("You: {you} points. Computer: {computer} points."),
    enter_move: "Enter your move, \"quit\" to end the game, or \"hints\" to toggle hints.",
    not_a_move: "That is not a valid move. Enter the column (1-8) and then the row (1-8).\n\
                 For example, 81 will move on the top-right corner.",
    turns_nothing: "A disc there turns nothing over. \"hints\" shows where you can move, \
                    \"explain\" what the position is like.",
    press_enter: "Press Enter to see the computer's move.",
    you_pass: "You cannot move and must pass.",
    computer_passes: "The computer cannot move and must pass.",
    final_points: |x, o| format!("X scored {x} points. O scored {o} points."),
    beat_computer: |by| format!("You beat the computer by {by} points! Congratulations!"),
    lost_by: |by| format!("You lost. The computer beat you by {by} points."),
    tie: "The game was a tie!",
    again: "Do you want to play again? (yes or no)",
    thanks: "Thanks for playing!",
    theme: Theme::title,
    welcome_to: |game| format!("Welcome to {game}!"),
    begin: "Do you want to begin? (yes or no)",
    available: |moves| format!("Available moves: {moves}"),
    your_move: "Your move? (\"hint\" for one, \"minimax\" or \"alphabeta\" for the search, \"quit\")",
    not_available: "That is not one of the available moves.",
    computer_moves: |mv| format!("The computer moves: {mv}"),
    your_points: |points| format!("Your points: {points}"),
    you_win: "You won! Congratulations!",
    you_lose: "You lost.",
    enter_for_step: "Press Enter for each step.",
    tree_too_large: "The tree from here is too large to show.",
    select_frog: "Select a frog to move (by its position), or \"hint\", \"solve\", \"undo\", \"quit\":",
    not_a_position: "That is not a position of this row.",
    frog_cannot_move: "The token cannot move!",
    nothing_to_undo: "There is nothing to take back.",
    no_way: "No move leads to the goal any more, or none that memory can hold.",
    success: "CONGRATULATIONS!",
    failure: "FAILURE!",
};

pub const SPANISH: Words = Words {
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

pub const CHINESE: Words = Words {
    welcome: "欢迎来到反转棋！",
    choose_side: "你想执 X 还是 O？",
    you_begin: "玩家先走。",
    computer_begins: "电脑先走。",
    points: |you, computer| format!("你：{you} 分。电脑：{computer} 分。"),
    enter_move: "请输入你的走法，输入“退出”结束游戏，输入“提示”开启或关闭提示。",
    not_a_move: "这不是有效的走法。请先输入列（1-8），再输入行（1-8）。\n例如，81 表示右上角。",
    turns_nothing: "下在那里翻不了任何棋子。输入“提示”看哪里可以下，输入“讲解”看局面分析。",
    press_enter: "按回车键查看电脑的走法。",
    you_pass: "你无棋可下，只能跳过。",
    computer_passes: "电脑无棋可下，只能跳过。",
    final_points: |x, o| format!("X 得了 {x} 分。O 得了 {o} 分。"),
    beat_computer: |by| format!("你赢了电脑 {by} 分！恭喜！"),
    lost_by: |by| format!("你输了。电脑赢了你 {by} 分。"),
    tie: "平局！",
    again: "想再玩一次吗？（是或否）",
    thanks: "谢谢参与！",
    theme: |theme| match theme {
        Theme::Corners => "角",
        Theme::FreeCorners => "空角",
        Theme::OpenCorners => "可以占的角",
        Theme::Edges => "边上的棋子",
        Theme::StableDiscs => "稳定子",
        Theme::XSquares => "空角旁的 X 位",
        Theme::CSquares => "空角旁的 C 位",
        Theme::Mobility => "行动力",
        Theme::PotentialMobility => "潜在行动力",
        Theme::Parity => "奇偶性（无人跳过时谁下最后一手）",
        Theme::OddRegion => "奇数空区",
        Theme::EvenRegion => "偶数空区",
        Theme::Frontier => "前沿子",
        Theme::Tempo => "余裕手",
        Theme::SecuredEdge => "稳固的边",
        Theme::UnbalancedEdge => "不平衡边",
        Theme::StonerTrap => "斯托纳陷阱（X 位、攻击、赢得的角、让出的角）",
        Theme::StonerThreat => "斯托纳威胁（X 位、攻击、赢得的角、让出的角）",
        Theme::Turned => "翻转的棋子",
        Theme::GivenCorners => "送出的角",
        Theme::NewStableDiscs => "新的稳定子",
    },
    welcome_to: |game| format!("欢迎来到 {game}！"),
    begin: "你想先走吗？（是或否）",
    available: |moves| format!("可选的走法：{moves}"),
    your_move: "你的走法？（“提示”给出一步，minimax 或 alphabeta 演示搜索，“退出”）",
    not_available: "这不是可选的走法。",
    computer_moves: |mv| format!("电脑走：{mv}"),
    your_points: |points| format!("你的得分：{points}"),
    you_win: "你赢了！恭喜！",
    you_lose: "你输了。",
    enter_for_step: "每按一次回车键走一步。",
    tree_too_large: "从这里开始的树太大，无法显示。",
    select_frog: "请选择要移动的青蛙（输入位置），或“提示”、“解答”、“悔棋”、“退出”：",
    not_a_position: "这不是棋盘上的位置。",
    frog_cannot_move: "这只青蛙不能移动！",
    nothing_to_undo: "没有可以悔的棋。",
    no_way: "已经没有通向目标的走法，或内存不足以找到。",
    success: "恭喜！",
    failure: "失败！",
};
