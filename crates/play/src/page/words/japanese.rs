//! Japanese.

use super::Words;
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Japanese,
    games: "対局一覧",
    the_game: "この対局",
    all_games: "すべての対局",
    key: |key| {
        let parts = key.parts(
            "、読みの深さ",
            "、秒数",
            "です。括弧内は、より良い手とその評価値と続きです。? は悪手、?? は大悪手",
        );
        format!("各手の後の数字は、黒から見た石差{parts}です。")
    },
    pass: "パス",
    diagram: "盤上の手順",
    turn: |turn| format!("{turn} 番目"),
    move_number: |number| format!("{number} 手目"),
};
