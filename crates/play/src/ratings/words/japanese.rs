//! Japanese.

use super::{Labels, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Japanese,
    columns: [
        "対局者",
        "局数",
        "手数",
        "棋力",
        "95 %",
        "目安",
        "正確さ",
        "一手の石損",
    ],
    range: |low, high| format!("{low:.0}〜{high:.0}"),
    games_of: |games, moves| format!("{games} 局、選択のあった手は {moves} 手"),
    about: |who| format!("{who}くらい"),
    discs_lost: "石損",
    part: |from, to| format!("{from}-{to} 手"),
    all: "全体",
    a_move: "一手平均",
    with_black: "黒番",
    with_white: "白番",
    people_of: |rating| format!("{rating:.0} の人"),
    labels: Labels {
        player: "対局者",
        games: "対局",
        strength: "棋力",
        level: "水準",
        accuracy: "正確さ",
    },
    strength_of: |strength, skill| {
        format!(
            "{:.0}、100 回中 95 回は {:.0}〜{:.0}。Bianca の強さ {skill} くらい",
            strength.rating, strength.low, strength.high
        )
    },
    title: "対局者の棋力",
    scale: "棋力は大会の打ち手を基準とし、その平均を 1500 とします。石損は浅い読みによる値です。正確さは全ての手の\
            平均で、損のない手を 100 %、4 石損の手を 50 % と数えます。",
    interval: |(low, weakest), (high, strongest)| {
        format!(
            "100 回中 95 回は、棋力が {low:.0}（{weakest}）から {high:.0}（{strongest}）の間にあります。"
        )
    },
    unsure: "手数が少ないため、あまり確かではありません。対局が増えれば確かになります。",
    nearest: |skill| format!("Bianca の強さでは {skill} が最も近くなります。"),
    quality: |accuracy, lost| format!("正確さ {accuracy:.1} %、石損は一手平均 {lost}。"),
    by_part: "局面の進み方ごとの一手平均の石損",
    in_same_positions: |rating| format!("同じ局面での {rating:.0} の人"),
    in_own_games: |skill| format!("自分の対局での Bianca の強さ {skill}"),
    by_year: "年ごとの一手平均の石損",
    by_game: |games| match games {
        1 => "対局ごとの一手平均の石損".to_owned(),
        _ => format!("続けて打った {games} 局ごとの一手平均の石損"),
    },
    by_colour: "手番別",
    by_opening: "定石別",
    kinds: ["局数", "正確さ", "一手の石損"],
    skill: |skill| format!("Bianca の強さ {skill}"),
    figures: "全ての数値",
    left_out: |players| format!("局数の多い {players} 人だけを詳しく示します。"),
};
