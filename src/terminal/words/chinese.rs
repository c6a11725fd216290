//! Chinese.

use super::super::paint::TIED;
use super::{Command, Typed, Words};
use bianca_play::game::GameKind;
use bianca_system::language::Language;

const QUIT: Typed = &["退出", "离开", "再见", "结束"];

pub const WORDS: Words = Words {
    language: Language::Chinese,
    quit: QUIT,
    hints: &["提示"],
    explain: &["讲解"],
    solve: &["解答"],
    undo: &["悔棋"],
    yes: &["是"],
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
    welcome_to: |game| format!("欢迎来到 {}！", game.name()),
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
    commands: &[
        (Command::Help, &["帮助", "？"]),
        (Command::Rules, &["规则"]),
        (Command::Undo, &["悔棋", "撤销"]),
        (Command::Hint, &["提示"]),
        (Command::Scores, &["评分"]),
        (Command::Explain, &["讲解"]),
        (Command::Solve, &["解答"]),
        (Command::Minimax, &["minimax"]),
        (Command::AlphaBeta, &["alphabeta"]),
        (Command::Save, &["保存"]),
        (Command::Moves, &["棋谱"]),
        (Command::Resign, &["认输"]),
        (Command::Quit, QUIT),
    ],
    does: |command| match command {
        Command::Help => "显示这些词",
        Command::Rules => "说明游戏规则",
        Command::Undo => "收回你的上一步",
        Command::Hint => "给出最好的走法",
        Command::Scores => "每一步都给出，或不再给出",
        Command::Explain => "讲解局面",
        Command::Solve => "给出到目标的全部走法",
        Command::Minimax => "逐步演示这种搜索",
        Command::AlphaBeta => "逐步演示这种搜索",
        Command::Save => "文件名：把棋局存入文件",
        Command::Moves => "显示已走的棋",
        Command::Resign => "认输",
        Command::Quit => "离开",
    },
    game: |kind| match kind {
        GameKind::Othello => "黑白棋",
        GameKind::Reversi => "1880 年代的反转棋",
        GameKind::TicTacToe => "井字棋",
        GameKind::Frogs => "青蛙",
        GameKind::Tree => "博弈树",
    },
    rules: |kind| match kind {
        GameKind::Othello => {
            "把棋子放在空格上，在直线上夹住对方的棋子：横、竖、斜，各个方向同时计算。被夹住的棋子全部翻转。夹不住任何棋子的一方停一手。双方都不能下时，棋子多的一方获胜，空格算给胜方。角上的棋子永远不会被翻转，不要把角送给对方。"
        }
        GameKind::Reversi => {
            "规则与黑白棋相同，但有两点区别。棋盘开始为空，前四子下在中央四格，不翻子。每方 32 子，手中无子者不能下。"
        }
        GameKind::TicTacToe => {
            "双方轮流在空格上画自己的记号，X 先下。横、竖、斜先连成一线者胜：三个，除非另选了数目。棋盘画满而无人连成即为平局。"
        }
        GameKind::Frogs => {
            "两边的青蛙要互换位置。青蛙可前进一格到空位，或跳过一只对方的青蛙到空位，不能后退。输入要移动的青蛙的位置，即该行下面的数字。"
        }
        GameKind::Tree => {
            "MAX 是 X，MIN 是 O，轮流沿树向下走，直到叶结点。叶的值是 MAX 所得、MIN 所失：MAX 要它大，MIN 要它小。输入一个分支，例如 a1。"
        }
    },
    greeting: |game| format!("欢迎来到{game}。输入“帮助”查看可以输入的词。"),
    which_side: "X 先走。你想执 X 还是 O？（回车：X）",
    seats: |x, o| format!("X：{x}。O：{o}。"),
    you: "你",
    person: "玩家",
    move_of: |side| format!("{side}，你的走法？"),
    your_turn: "你的走法？",
    with_keys: |asked, mv, is_possible| {
        let how = if is_possible {
            "回车落子"
        } else {
            "方向键或 Tab 选择"
        };
        format!("{asked} {mv}（{how}，? 帮助）")
    },
    keys: "按键：方向键选择，回车落子，Tab 到下一个可下的位置，退格键悔棋，? 帮助。走法和词也可以输入：d3、提示、保存 \
           game.ggf、退出。",
    how_to_move: |mv| format!("请输入走法，例如 {mv}，或："),
    plays: |who, mv, turned| match turned {
        None => format!("{who} 走 {mv}。"),
        Some(turned) => format!("{who} 走 {mv}，翻转 {turned} 子。"),
    },
    passes: |who| format!("{who} 无棋可下，跳过。"),
    not_understood: |word| format!("“{word}”既不是走法，也不是可用的词。输入“帮助”查看。"),
    not_possible: |mv| format!("这里不能走 {mv}。+ 标出可以下的位置。"),
    taken_back: |moves| format!("已收回：{moves}。"),
    best_moves: |moves| format!("最好的走法：{moves}。"),
    no_hint: "这里找不到走法。",
    scores_off: "不再显示评分。",
    thinking: "正在思考…（Ctrl-C 离开）",
    saved: |path| format!("已保存为 {path}。"),
    saved_position: |path| {
        format!("已保存为 {path}：只有最后的局面。用 .ggf 作后缀可同时保存棋谱。")
    },
    not_saved: |path, reason| format!("没有写入 {path}：{reason}。"),
    save_how: |formats| format!("请同时输入文件名：保存 game.ggf。后缀决定格式：{formats}。"),
    save_othello_only: "只能保存黑白棋的棋局；“棋谱”显示已走的棋。",
    save_as: |path| format!("保存棋局吗？回车存为 {path}，也可输入别的文件名，“否”则不保存。"),
    moves_so_far: |moves| format!("已走的棋：{moves}"),
    no_moves_yet: "还没有走棋。",
    gives_up: |who| format!("{who} 认输。"),
    out_of_time: |who| format!("{who} 超时。"),
    wins: |who, points| format!("{who} 获胜{points}。"),
    you_win_by: |points| format!("你赢了{points}。恭喜！"),
    you_lose_by: |points| format!("你输了{points}。"),
    draw: "平局。",
    in_hand: |x, o| format!("手中：X {x}，O {o}。"),
    once_more: "再玩一次吗？（是、否，或“悔棋”从你的上一步继续）",
    no: &["否", "不"],
    exists_already: "已经有这个文件",
    go_on_with: |commands| format!("复盘：\n  {}\n  {}", commands[0], commands[1]),
    looking_through: "正在复盘…（Ctrl-C 离开）",
    signs: "X 是黑方，O 是白方。",
    moves_judged: |who, moves, best, mistakes, accuracy| {
        format!(
            "{who}：{moves} 步，其中最佳 {best} 步，失误 {mistakes} 步；准确率 {accuracy:.0}%。"
        )
    },
    mistake: |mv, score, best, best_score| {
        format!("{mv}{TIED}得{TIED}{score}；{best}{TIED}得{TIED}{best_score}。")
    },
    turning_point: |who, mv, from, to| {
        format!("转折点：{who} 的 {mv}，从{TIED}{from}{TIED}到{TIED}{to}。")
    },
    look_at: |themes| format!("值得注意：{themes}。"),
};
