//! What GoGui is shown of a game and of a search.

use super::idle::Page;
use super::{answers, native, speaking};
use crate::protocol::Dialect;

#[test]
fn gogui_draws_one_block_at_a_time_and_a_green_board_at_the_end() {
    let page = Page::default();
    let mut session = native();
    session.dialogue.surroundings.aside = Box::new(page.clone());
    answers(
        &mut session,
        &["option Book off", "option Level 6", "hint 3"],
    );
    assert_eq!(page.text(), "");
    answers(&mut session, &["option LiveGraphics true", "hint 3"]);
    let drawn = page.text();
    let mut blocks: Vec<&str> = drawn.split("gogui-gfx:\n").skip(1).collect();
    let green = blocks.pop().unwrap();
    assert!(
        green.starts_with("COLOR #1d8348 A1 B1") && green.ends_with(" H8\n\n"),
        "{drawn}"
    );
    assert!(blocks.len() > 3, "{drawn}");
    for block in &blocks {
        let count = |word: &str| {
            let lines = block.lines();
            lines.filter(|line| line.starts_with(word)).count()
        };
        assert!(count("VAR") <= 1 && count("LABEL") <= 2, "{block}");
    }
    let last = blocks[blocks.len() - 1];
    assert!(last.contains("VAR b ") && last.contains("LABEL "), "{last}");
    // Boards of other dialects take standard error for our output.
    let page = Page::default();
    let mut session = speaking(Dialect::Ugi);
    session.dialogue.surroundings.aside = Box::new(page.clone());
    answers(
        &mut session,
        &["setoption name LiveGraphics value true", "go depth 2"],
    );
    assert_eq!(page.text(), "");
}

#[test]
fn only_a_square_board_is_shown_to_gogui() {
    let drawn = ["board_size", "board", "board_gfx", "captured_count"];
    for game in ["frogs", "tree", "tictactoe 2 3 2", "tictactoe 2 8 2"] {
        let mut session = native();
        answers(&mut session, &[&format!("newgame {game}")]);
        for rule in drawn {
            let said = answers(&mut session, &[&format!("gogui-rules_{rule}")]);
            assert!(
                said.starts_with("? a square board"),
                "{game}, {rule}: {said}"
            );
        }
        let said = answers(&mut session, &["gogui-rules_side_to_move"]);
        assert_eq!(said, "= black\n\n", "{game}");
    }
    let square = ["newgame tictactoe", "play 11", "gogui-rules_board"];
    let said = answers(&mut native(), &square);
    assert!(said.ends_with("= ...\n...\nX..\n\n"), "{said}");
}

#[test]
fn gogui_shows_a_line_a_score_or_each_move() {
    let mut session = native();
    let is_point = |word: &str| matches!(word.as_bytes(), [b'A'..=b'H', b'1'..=b'8']);
    let said = answers(&mut session, &["play f5", "gogui-best_line"]);
    let line = said.strip_prefix("=\n\n= ").unwrap().trim_end();
    assert!(line.split(' ').all(is_point), "{said}");
    let said = answers(&mut session, &["gogui-score"]);
    assert!(
        said.starts_with("= white ") && said.contains(", depth "),
        "{said}"
    );
    let said = answers(&mut session, &["gogui-evaluations"]);
    let labels = said.strip_prefix("= ").unwrap().trim_end().lines();
    let points: Vec<&str> = labels.map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(points.len(), 3, "{said}");
    assert!(points.into_iter().all(is_point), "{said}");
}
