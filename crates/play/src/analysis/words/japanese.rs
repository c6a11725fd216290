//! Japanese.

use super::{Columns, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Japanese,
    game: |number| match number {
        Some(number) => format!("第 {number} 局"),
        None => "対局".to_owned(),
    },
    not_finished: "未終局",
    for_black: |discs| format!("黒 {discs}"),
    round: |round| format!("{round} 回戦"),
    opening: |name, moves| format!("定石名：{name}（{moves} 手）"),
    columns: Columns {
        side: "手番",
        played: "手",
        score: "評価値",
        best: "最善",
        loss: "石損",
        depth: "深さ",
    },
    exact: "確定",
    to_end: |confidence| format!("終局@{confidence}%"),
    mistake: "悪手",
    blunder: "大悪手",
    before: "打つ前",
    totals: |summary| {
        format!(
            "{} 手のうち最善手 {}、悪手 {}、大悪手 {}。石損は計 {:.2}、一手平均 {:.2}{}",
            summary.moves,
            summary.best,
            summary.mistakes,
            summary.blunders,
            summary.loss,
            summary.mean_loss(),
            summary
                .accuracy()
                .map_or(String::new(), |percent| format!("、正確さ {percent:.0}%")),
        )
    },
    analysis: "解析",
    many: |name, games| format!("{name}：{games} 局"),
    level: |level| format!("レベル {level}"),
    plies: |plies| format!("{plies} 手読み"),
    seconds: |seconds| format!("一局面 {seconds} 秒"),
    nodes: |nodes| format!("一局面 {nodes} ノード"),
    evaluation: |name| format!("評価関数 {name}"),
    marks: |mistake, blunder| {
        format!(
            "{mistake} 石損以上を悪手、{blunder} 石損以上を大悪手とします。評価値は、最善を尽くしたときの\
             終局の石差です。"
        )
    },
    evidence_left_out: "局数が多いため、大悪手ごとの戦略の説明は省いています。解析の JSON と SGF にはあります。",
    players: [
        "対局者",
        "手数",
        "最善手",
        "悪手",
        "大悪手",
        "石損",
        "一手平均",
        "正確さ",
    ],
    score_for_black: "黒から見た石差",
    curve: |shaded| {
        let exact = if shaded {
            "。網掛けは確定値"
        } else {
            ""
        };
        format!("各手のあとの黒から見た石差と、悪手・大悪手{exact}")
    },
    strategies: "戦略から見ると",
    move_played: "打った手",
    best_move: "最善手",
    board_before: "打つ前の盤面",
};
