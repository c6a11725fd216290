//! `review`: which moves are judged, by which search, and what a pass is worth.

use rand::prelude::*;

use super::{answers, native, speaking};
use crate::protocol::Dialect;
use crate::session::Session;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::StopFlag;

/// The result with best play, by looking at all of it.
fn exact(position: Position) -> i32 {
    if position.is_over() {
        return position.final_score();
    }
    if position.must_pass() {
        return -exact(position.passed());
    }
    let moves = position.moves().into_iter();
    let values = moves.map(|square| -exact(position.make_unchecked(Move::Place(square))));
    values.max().unwrap()
}

/// A random game from one of its last positions on, in which a pass comes first.
fn ending_with_a_pass(random: &mut StdRng) -> OthelloGame {
    loop {
        let mut game = OthelloGame::new();
        while !game.position().is_over() && game.position().empties() > 8 {
            play_randomly(&mut game, random);
        }
        if !game.position().must_pass() {
            continue;
        }
        let mut ending = OthelloGame::from_position(game.position(), Color::Black);
        while !ending.position().is_over() {
            play_randomly(&mut ending, random);
        }
        return ending;
    }
}

fn play_randomly(game: &mut OthelloGame, random: &mut StdRng) {
    let mv = match game.position().moves().into_iter().choose(random) {
        Some(square) => Move::Place(square),
        None => Move::Pass,
    };
    game.play(mv).unwrap();
}

/// The numbers and scores of NBoard's lines.
fn scores(said: &str) -> Vec<(usize, f64)> {
    let lines = said
        .lines()
        .filter_map(|line| line.strip_prefix("analysis "));
    let numbers = lines.map(|line| {
        let (turn, score) = line.split_once(' ').unwrap();
        (turn.parse().unwrap(), score.parse().unwrap())
    });
    numbers.collect()
}

/// What stands under a key in each line of JSON.
fn told(said: &str, key: &str) -> Vec<u64> {
    let rows = said.lines().filter(|line| line.starts_with('{'));
    let values = rows.map(|row| {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        row[key].as_u64().unwrap()
    });
    values.collect()
}

#[test]
fn each_position_of_a_game_has_its_score_after_a_pass_as_well() {
    let mut random = StdRng::seed_from_u64(75);
    let mut passes = 0;
    for _ in 0..20 {
        let game = ending_with_a_pass(&mut random);
        let mut session = speaking(Dialect::NBoard);
        // To the end of each.
        answers(&mut session, &["set depth 20"]);
        session.table.begin_at(game.clone()).unwrap();
        let said = answers(&mut session, &["analyze"]);
        let mut position = game.start().0;
        let mut expected = vec![(0, f64::from(exact(position)))];
        for (turn, &(_, mv)) in (1..).zip(game.turns()) {
            passes += usize::from(mv == Move::Pass);
            position = position.make_unchecked(mv);
            expected.push((turn, f64::from(exact(position))));
        }
        expected.reverse();
        assert_eq!(scores(&said), expected, "{said}");
        assert!(said.starts_with("status Analyzing\n") && said.ends_with("\nstatus\n"));
    }
    assert!(passes > 20, "{passes}");
}

#[test]
fn moves_are_judged_by_the_player_s_settings_or_by_those_of_the_order() {
    let mut session = native();
    let said = answers(&mut session, &["option Level 3", "play f5d6c3", "review"]);
    assert_eq!(told(&said, "number"), [3, 2, 1]);
    assert_eq!(told(&said, "turn"), [2, 1, 0]);
    assert_eq!(told(&said, "depth"), [3; 3]);
    let said = answers(&mut session, &["review level 2"]);
    assert_eq!(told(&said, "depth"), [2; 3]);
    let said = answers(&mut session, &["review depth 4"]);
    assert_eq!(told(&said, "depth"), [4; 3]);
    // Another player is not asked.
    let said = answers(&mut session, &["option Player greedy", "review depth 2"]);
    assert_eq!(told(&said, "depth"), [2; 3]);
}

#[test]
fn there_is_something_to_review_or_it_is_refused() {
    let refused = "? there is nothing to review: no move was played\n\n";
    let mut session = native();
    assert_eq!(answers(&mut session, &["review"]), refused);
    // A pass is no move to judge.
    let game = ending_with_a_pass(&mut StdRng::seed_from_u64(1));
    let start = OthelloGame::from_position(game.start().0, Color::Black);
    session.table.begin_at(start).unwrap();
    assert_eq!(answers(&mut session, &["play pass"]), "=\n\n");
    assert_eq!(answers(&mut session, &["review"]), refused);
    let said = answers(&mut session, &["newgame frogs", "review"]);
    assert!(
        said.ends_with("? a review is not possible in this game\n\n"),
        "{said}"
    );
    // NBoard hears of the position that stands there, played or not.
    let mut board = speaking(Dialect::NBoard);
    let said = answers(&mut board, &["analyze"]);
    let scores = scores(&said);
    assert_eq!((scores.len(), scores[0].0), (1, 0), "{said}");
}

#[test]
fn a_review_that_is_stopped_tells_no_more() {
    let stopped = |session: &mut Session<Vec<u8>>, line: &str| {
        session.output().clear();
        let stop = StopFlag::new();
        stop.raise();
        assert!(session.send(line, &stop).unwrap());
        String::from_utf8(session.output().split_off(0)).unwrap()
    };
    let mut session = native();
    answers(&mut session, &["play f5d6c3"]);
    let history = answers(&mut session, &["history"]);
    assert_eq!(stopped(&mut session, "4 review level 60"), "=4\n\n");
    assert_eq!(answers(&mut session, &["history"]), history);
    // And the next one tells all.
    let said = answers(&mut session, &["review level 1"]);
    assert_eq!(told(&said, "number"), [3, 2, 1]);
}
