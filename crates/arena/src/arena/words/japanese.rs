//! Japanese.

use super::{Hypothesis, Words};
use bianca_rules::othello::Color;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Japanese,
    games: |games| format!("{games} 局"),
    openings: "開局",
    seed: |seed| format!("乱数の種 {seed}"),
    columns: [
        "エンジン",
        "対局数",
        "勝ち",
        "引き分け",
        "負け",
        "得点率",
        "石差",
        "Elo",
        "95 %",
        "優位の確率",
        "反則負け",
    ],
    range: |low, high| format!("{low} ～ {high}"),
    test: |(elo0, elo1), ratio, (low, high)| {
        format!(
            "逐次検定（{elo0} 対 {elo1} Elo）：対数尤度比 {ratio:.2}、範囲は {low:.2} から {high:.2}"
        )
    },
    undecided: "未決",
    accepted: |hypothesis, elo| match hypothesis {
        Hypothesis::H0 => format!("H0 を採択：{elo:+} Elo 以下"),
        Hypothesis::H1 => format!("H1 を採択：{elo:+} Elo 以上"),
    },
    against: "対",
    results: |won, drawn, lost| format!("{won} 勝 {drawn} 分 {lost} 敗"),
    pairs: |[none, half, one, more, two]| {
        format!("二局一組の得点 0、½、1、1½、2 の組数：{none}、{half}、{one}、{more}、{two}")
    },
    unit: "組",
    elo_over_time: "Elo の推移",
    elo_caption: "Elo と 95 % 区間（二局一組ごと）",
    disc_differences: "石差",
    discs_caption: "石差ごとの対局数",
    from_side: ["（", " から見て）"],
    forfeits: |side| match side {
        Color::Black => "黒の反則負け",
        Color::White => "白の反則負け",
    },
    opening: |name, moves| format!("定石：{name}、{moves} 手"),
    scores_for_black: "黒から見た評価値（石）",
    scores_of_both: "黒から見た石差、双方の読み：",
};
