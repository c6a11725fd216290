//! Chinese.

use super::{Hypothesis, Words};
use bianca_rules::othello::Color;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Chinese,
    games: |games| format!("{games} 局"),
    openings: "开局",
    seed: |seed| format!("随机种子 {seed}"),
    columns: [
        "引擎",
        "局数",
        "胜",
        "平",
        "负",
        "得分率",
        "子差",
        "Elo",
        "95 %",
        "占优概率",
        "判负",
    ],
    range: |low, high| format!("{low} 至 {high}"),
    test: |(elo0, elo1), ratio, (low, high)| {
        format!(
            "序贯检验（{elo0} 对 {elo1} Elo）：对数似然比 {ratio:.2}，界限 {low:.2} 与 {high:.2}"
        )
    },
    undecided: "尚无定论",
    accepted: |hypothesis, elo| match hypothesis {
        Hypothesis::H0 => format!("接受 H0：{elo:+} Elo 或更低"),
        Hypothesis::H1 => format!("接受 H1：{elo:+} Elo 或更高"),
    },
    against: "对",
    results: |won, drawn, lost| format!("{won} 胜 {drawn} 平 {lost} 负"),
    pairs: |[none, half, one, more, two]| {
        format!("得 0、½、1、1½、2 分的对局对数：{none}、{half}、{one}、{more}、{two}")
    },
    unit: "对",
    elo_over_time: "Elo 的变化",
    elo_caption: "Elo 及其 95 % 区间，按对局对",
    disc_differences: "子差分布",
    discs_caption: "各子差的局数",
    from_side: ["，从 ", " 一方看"],
    forfeits: |side| match side {
        Color::Black => "黑方判负",
        Color::White => "白方判负",
    },
    opening: |name, moves| format!("开局：{name}，{moves} 手"),
    scores_for_black: "黑方的评估（子）",
    scores_of_both: "黑方领先的子数，双方各自的估计：",
};
