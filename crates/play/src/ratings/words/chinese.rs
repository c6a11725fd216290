//! Chinese.

use super::{Labels, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Chinese,
    columns: [
        "棋手",
        "对局",
        "着数",
        "棋力",
        "95 %",
        "相当于",
        "准确率",
        "每手损失",
    ],
    range: |low, high| format!("{low:.0} 至 {high:.0}"),
    games_of: |games, moves| format!("{games} 局，其中 {moves} 手有选择"),
    about: |who| format!("相当于{who}"),
    discs_lost: "损失子数",
    part: |from, to| format!("{from}-{to} 手"),
    all: "全部",
    a_move: "每手",
    with_black: "执黑",
    with_white: "执白",
    people_of: |rating| format!("{rating:.0} 分的人"),
    labels: Labels {
        player: "棋手",
        games: "对局",
        strength: "棋力",
        level: "水平",
        accuracy: "准确率",
    },
    strength_of: |strength, skill| {
        format!(
            "{:.0}，100 次中有 95 次在 {:.0} 至 {:.0} 之间；相当于 Bianca 的 {skill} 级",
            strength.rating, strength.low, strength.high
        )
    },
    title: "棋手的棋力",
    scale: "棋力以比赛棋手为标准，其平均值为 1500。每手损失由短搜索得出。准确率是所有着法的平均：没有损失的一手\
            计 100 %，损失 4 子的一手计 50 %。",
    interval: |(low, weakest), (high, strongest)| {
        format!("100 次中有 95 次，棋力在 {low:.0}（{weakest}）与 {high:.0}（{strongest}）之间。")
    },
    unsure: "着法太少，结果不太可靠；对局越多越可靠。",
    nearest: |skill| format!("Bianca 最接近的等级是 {skill}。"),
    quality: |accuracy, lost| format!("准确率 {accuracy:.1} %，每手损失 {lost} 子。"),
    by_part: "各阶段每手损失的子数",
    in_same_positions: |rating| format!("{rating:.0} 分的人在相同局面中"),
    in_own_games: |skill| format!("Bianca 的 {skill} 级在自己的对局中"),
    by_year: "各年每手损失的子数",
    by_game: |games| match games {
        1 => "各局每手损失的子数".to_owned(),
        _ => format!("每手损失的子数，每 {games} 局一组"),
    },
    by_colour: "按颜色",
    by_opening: "按开局",
    kinds: ["对局", "准确率", "每手损失"],
    skill: |skill| format!("Bianca 的 {skill} 级"),
    figures: "全部数据",
    left_out: |players| format!("只详细列出对局最多的 {players} 位棋手。"),
};
