//! Chinese.

use super::Words;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Chinese,
    games: "对局",
    the_game: "这局棋",
    all_games: "全部对局",
    key: |key| {
        let parts = key.parts(
            "、搜索深度",
            "、用时（秒）",
            "，括号内是更好的着法及其评分和后续；? 为失误，?? 为大失误",
        );
        format!("每手之后是黑方的子数差{parts}。")
    },
    pass: "停一手",
    diagram: "棋盘上的着法",
    turn: |turn| format!("第 {turn} 步"),
    move_number: |number| format!("第 {number} 手"),
};
