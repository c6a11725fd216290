//! Chinese.

use super::{Columns, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Chinese,
    game: |number| match number {
        Some(number) => format!("第 {number} 局"),
        None => "对局".to_owned(),
    },
    not_finished: "未下完",
    for_black: |discs| format!("黑方 {discs}"),
    round: |round| format!("第 {round} 轮"),
    opening: |name, moves| format!("开局：{name}，{moves} 手"),
    columns: Columns {
        side: "方",
        played: "着法",
        score: "评分",
        best: "最佳",
        loss: "损失",
        depth: "深度",
    },
    exact: "精确",
    to_end: |confidence| format!("终局@{confidence}%"),
    mistake: "失误",
    blunder: "大失误",
    before: "之前",
    totals: |summary| {
        format!(
            "{} 手中 {} 手最佳，失误 {}，大失误 {}；共损失 {:.2} 子，平均每手 {:.2} 子{}",
            summary.moves,
            summary.best,
            summary.mistakes,
            summary.blunders,
            summary.loss,
            summary.mean_loss(),
            summary
                .accuracy()
                .map_or(String::new(), |percent| format!("；准确率 {percent:.0}%")),
        )
    },
    analysis: "分析",
    many: |name, games| format!("{name}：{games} 局"),
    level: |level| format!("{level} 级"),
    plies: |plies| format!("深度 {plies}"),
    seconds: |seconds| format!("每个局面 {seconds} 秒"),
    nodes: |nodes| format!("每个局面 {nodes} 个结点"),
    evaluation: |name| format!("评估 {name}"),
    marks: |mistake, blunder| {
        format!(
            "损失 {mistake} 子以上为失误，{blunder} 子以上为大失误。评分是双方最佳着法下终局时的子数差。"
        )
    },
    evidence_left_out: "对局很多时不列出各策略对每个大失误的说明；分析的 JSON 和 SGF 中有。",
    players: [
        "棋手",
        "着数",
        "最佳",
        "失误",
        "大失误",
        "损失子数",
        "每手",
        "准确率",
    ],
    score_for_black: "黑方的子数差",
    curve: |shaded| {
        let exact = if shaded {
            "；阴影部分为精确值"
        } else {
            ""
        };
        format!("每手之后黑方的子数差，并标出失误与大失误{exact}")
    },
    strategies: "各策略的说明",
    move_played: "实际下的着法",
    best_move: "最佳着法",
    board_before: "下之前的棋盘",
};
