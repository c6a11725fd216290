//! Conditions against a plain account of the same: ranges, names, results, positions across passes;
//! and what games do in a position.

use super::{BLACK_PASSES, game_of};
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit};
use crate::record::explored::Explored;
use crate::record::filter::{Condition, NotACondition, Seen, Sought};
use crate::record::rows::write_rows;
use bianca_rules::othello::{Color, Move};
use bianca_rules::score::Score;

fn condition(text: &str) -> Condition {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn both_ends_of_a_range_belong_to_it() {
    for from in [None, Some(-3), Some(0), Some(2)] {
        for to in [None, Some(-3), Some(0), Some(2)] {
            let text = |end: Option<i32>| end.map_or(String::new(), |it| it.to_string());
            let range = format!("result={}..{}", text(from), text(to));
            let is_range = (from, to) != (None, None)
                && from.is_none_or(|from| to.is_none_or(|to| from <= to));
            let read: Result<Condition, _> = range.parse();
            let Ok(read) = read else {
                assert!(!is_range, "{range}");
                continue;
            };
            assert!(is_range, "{range}");
            for halves in -9..=9 {
                let game = AnnotatedGame {
                    result: Some(Score(halves * 128)),
                    ..AnnotatedGame::default()
                };
                let is_inside = from.is_none_or(|from| 2 * from <= halves)
                    && to.is_none_or(|to| halves <= 2 * to);
                assert_eq!(read.holds(&game), is_inside, "{range} {halves}");
            }
        }
    }
    for (date, year) in [("1999", 1999), ("1.1.2000", 2000), ("0000", 0)] {
        let game = AnnotatedGame {
            date: date.to_owned(),
            ..AnnotatedGame::default()
        };
        for (text, first, last) in [
            ("year=1999", 1999, 1999),
            ("year= 1999 .. 2000 ", 1999, 2000),
            (" year =2000..", 2000, 9999),
            ("year=..1998", 0, 1998),
        ] {
            let is_inside = (first..=last).contains(&year);
            assert_eq!(condition(text).holds(&game), is_inside, "{text} {date}");
        }
    }
}

#[test]
fn a_name_is_that_of_the_side_that_is_asked_for() {
    for (black, white) in [
        ("Ann ÉMILE", "bob"),
        ("bob", "Ann ÉMILE"),
        ("", "bob"),
        ("bob", ""),
    ] {
        let game = AnnotatedGame {
            black: black.to_owned(),
            white: white.to_owned(),
            ..AnnotatedGame::default()
        };
        for part in ["ann", "N É", "émile", "BOB", "o", "x"] {
            let small = part.to_lowercase();
            let is_black = black.to_lowercase().contains(&small);
            let is_white = white.to_lowercase().contains(&small);
            for (subject, expected) in [
                ("black", is_black),
                ("white", is_white),
                ("player", is_black || is_white),
            ] {
                let text = format!("{subject}= {part} ");
                assert_eq!(condition(&text).holds(&game), expected, "{text}: {black}");
            }
        }
    }
    for subject in ["black", "white", "player"] {
        let error = format!("{subject}=").parse::<Condition>();
        assert_eq!(error, Err(NotACondition::NoName(subject.to_owned())));
    }
    let unknown = "Black=a".parse::<Condition>().unwrap_err().to_string();
    assert_eq!(
        unknown,
        "'Black=a' asks for nothing that is known: year=, player=, black=, white=, result= or \
         position="
    );
}

#[test]
fn who_won_is_told_by_the_sign_of_the_result() {
    let forfeit = |loser| {
        Some(Forfeit {
            loser,
            cause: Cause::Time,
            reason: String::new(),
        })
    };
    for (result, forfeit, word) in [
        (Some(1), None, "black"),
        (Some(-1), None, "white"),
        (Some(0), None, "draw"),
        (None, None, "none"),
        (None, forfeit(Color::Black), "white"),
        (None, forfeit(Color::White), "black"),
        // What the source states goes before what a forfeit counts.
        (Some(512), forfeit(Color::Black), "black"),
    ] {
        let game = AnnotatedGame {
            result: result.map(Score),
            forfeit,
            ..AnnotatedGame::default()
        };
        for asked in ["black", "white", "draw", "none"] {
            let holds = condition(&format!("result={asked}")).holds(&game);
            assert_eq!(holds, asked == word, "{asked} {result:?}");
        }
    }
}

fn sought(text: &str) -> Sought {
    match condition(&format!("position={text}")) {
        Condition::Position(sought) => sought,
        other => panic!("{other:?}"),
    }
}

/// Each position of a game with passes is found in it with the turn that follows, whether it is
/// given by moves or by a board; a pass makes another position of the same board.
#[test]
fn positions_are_found_across_passes() {
    let moves = format!("{BLACK_PASSES}passd2");
    let game = game_of(&moves);
    let turns: Vec<Move> = game.turns().iter().map(|&(_, mv)| mv).collect();
    assert_eq!(turns[8], Move::Pass);
    for number in 0..=turns.len() {
        let mut there = game_of("");
        for &mv in &turns[..number] {
            there.play(mv).unwrap();
        }
        let board = write_rows(there.position(), there.to_move());
        let found = sought(&board).played_in(&game);
        assert_eq!(found, Some(turns.get(number).copied()), "{board}");
        if number > 0 {
            let words: Vec<String> = turns[..number].iter().map(Move::to_string).collect();
            assert_eq!(sought(&words.concat()), sought(&board), "{words:?}");
        }
        // A shorter game does not come to it.
        for shorter in 0..number {
            let mut other = game_of("");
            for &mv in &turns[..shorter] {
                other.play(mv).unwrap();
            }
            assert_eq!(sought(&board).played_in(&other), None, "{number} {shorter}");
        }
        let other_side = write_rows(there.position().passed(), !there.to_move());
        let is_other = sought(&other_side).played_in(&game).is_none();
        assert_eq!(is_other, !(8..=9).contains(&number), "{number}");
        // The same board with the colours exchanged is another.
        let exchanged = write_rows(there.position(), !there.to_move());
        assert_eq!(sought(&exchanged).played_in(&game), None, "{number}");
    }
}

#[test]
fn what_is_played_is_turned_as_the_position_is() {
    // The eight images of one game; the seeker's way up decides what the move is called.
    let images = [
        ("f5d6c3", "g5"),
        ("e6f4c3", "e7"),
        ("c4e3f6", "b4"),
        ("d3c5f6", "d2"),
    ];
    for (seeker, played) in images {
        let sought = sought(seeker);
        for (moves, next) in images {
            let game = game_of(&format!("{moves}{next}"));
            let expected = played.parse().unwrap();
            assert_eq!(
                sought.played_in(&game),
                Some(Some(expected)),
                "{seeker} {moves}"
            );
        }
    }
}

#[test]
fn results_in_a_position_are_counted_by_who_won() {
    let mut explored = Explored::new(sought("f5"));
    let mut add = |moves: &str, result: Option<i32>, times: usize| {
        for _ in 0..times {
            explored.add(&AnnotatedGame {
                result: result.map(Score),
                ..game_of(moves).into()
            });
        }
    };
    add("f5d6", Some(1), 1);
    add("f5f6", Some(0), 2);
    add("f5f4", Some(-1), 3);
    add("f5d6c3", None, 4);
    add("f5", Some(300), 2);
    add("", Some(300), 9);
    assert_eq!(
        explored.summary(),
        "position: 12 games, black won 3, 2 drawn, white won 3, 4 without a result; next: d6 5 \
         (41.7 %), f4 3 (25.0 %), end 2 (16.7 %), f6 2 (16.7 %)"
    );
    let none = Explored::new(sought("f5")).summary();
    assert_eq!(
        none,
        "position: 0 games, black won 0, 0 drawn, white won 0, 0 without a result"
    );
}

#[test]
fn a_game_is_seen_again_only_if_it_starts_and_goes_the_same() {
    let mut seen = Seen::default();
    for (moves, is_first) in [
        ("", true),
        ("f5", true),
        ("f5d6", true),
        ("f5", false),
        // The same position, and its mirror image, by other moves.
        ("f5d6c3d3c4f4", true),
        ("f5f4c3d6", true),
        ("d3", true),
        ("d3", false),
        ("", false),
    ] {
        assert_eq!(seen.is_first(&game_of(moves)), is_first, "{moves}");
    }
}
