//! What the source texts state, and that the plain searches agree with the strong solver.

use std::collections::HashMap;

use rand::prelude::*;

use super::drawing::draw;
use super::othello::Othello;
use super::reversi::Reversi;
use super::search::{INFINITY, Method, Search};
use super::tictactoe::TicTacToe;
use super::tree::Tree;
use super::*;
use bianca_rules::othello::{Color, Position};
use bianca_search::request::StopFlag;
use bianca_search::search::endgame::Solver;

fn value<G: GameState>(game: &G, method: Method) -> i32 {
    let stop = StopFlag::new();
    Search::new(method, &stop).value(game, u32::MAX).unwrap()
}

/// The first of the best moves, as the textbook's functions return it.
fn decision<G: GameState>(game: &G, method: Method) -> G::Move {
    let stop = StopFlag::new();
    let mut search = Search::new(method, &stop);
    let mut best: Option<(i32, G::Move)> = None;
    for mv in game.legal_moves() {
        let alpha = best.map_or(-INFINITY, |(value, _)| value);
        let value = search
            .value_of_move(game, mv, u32::MAX, alpha, INFINITY)
            .unwrap();
        if value > alpha {
            best = Some((value, mv));
        }
    }
    best.unwrap().1
}

#[test]
fn figure_5_2_has_the_values_and_moves_of_the_textbook() {
    let a = Tree::figure_5_2();
    for method in [Method::Minimax, Method::AlphaBeta] {
        for (state, mv, for_max) in [
            ("A", "a1", 3),
            ("B", "b1", 3),
            ("C", "c1", 2),
            ("D", "d3", 2),
        ] {
            let state = a.read(state).unwrap().unwrap();
            assert_eq!(decision(&state, method).to_string(), mv);
            assert_eq!(state.mover().for_black(value(&state, method)), for_max);
        }
    }
}

#[test]
fn alpha_beta_cuts_the_leaves_that_the_textbook_cuts() {
    let all = draw(&Tree::figure_5_2(), Method::Minimax).unwrap();
    assert_eq!((all.value(), all.visited()), (3, 13));
    assert!(all.cut().is_empty());
    let pruned = draw(&Tree::figure_5_2(), Method::AlphaBeta).unwrap();
    assert_eq!((pruned.value(), pruned.visited()), (3, 11));
    assert_eq!(pruned.cut(), ["c2", "c3"]);
    assert_eq!(
        pruned.text(),
        "1. A MAX = 3 (alpha -inf beta +inf)
  2. a1 B MIN = 3 (alpha -inf beta +inf)
    3. b1 B1 = 3
    4. b2 B2 = 12
    5. b3 B3 = 8
  6. a2 C MIN = 2 (alpha 3 beta +inf)
    7. c1 C1 = 2
    cut: c2 c3
  8. a3 D MIN = 2 (alpha 3 beta +inf)
    9. d1 D1 = 14
    10. d2 D2 = 5
    11. d3 D3 = 2
alphabeta: value 3, 11 nodes visited, 2 branches cut"
    );
    let steps = pruned.steps();
    assert_eq!(steps[0], "> A MAX (alpha -inf beta +inf)");
    assert_eq!(steps[12], "  < a2 C MIN = 2, cut: c2 c3");
}

#[test]
fn the_drawings_are_well_formed() {
    let drawing = draw(&Tree::figure_5_2(), Method::AlphaBeta).unwrap();
    let dot = drawing.dot();
    assert_eq!(dot.matches(" -> ").count(), 12);
    assert_eq!(dot.matches("dashed").count(), 2);
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    let svg = drawing.svg();
    assert_eq!(svg.matches("<polygon").count(), 11);
    assert_eq!(svg.matches("<line").count(), 12);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
    assert!(draw(&TicTacToe::new(3, 3, 3).unwrap(), Method::AlphaBeta).is_err());
}

#[test]
fn random_trees_have_one_value_and_it_is_never_dearer_with_cuts() {
    let mut random = StdRng::seed_from_u64(52);
    for _ in 0..200 {
        let count = [4, 7, 8, 27, 64, 81][random.random_range(0..6)];
        let words: Vec<String> = (0..count)
            .map(|_| random.random_range(1..=50).to_string())
            .collect();
        let tree = Tree::parse(words.iter().map(String::as_str)).unwrap();
        let [all, pruned] = [Method::Minimax, Method::AlphaBeta].map(|m| draw(&tree, m).unwrap());
        assert_eq!(all.value(), pruned.value(), "{words:?}");
        assert!(pruned.visited() <= all.visited());
    }
}

#[test]
fn perfect_tic_tac_toe_is_a_draw() {
    let empty = TicTacToe::new(3, 3, 3).unwrap();
    let stop = StopFlag::new();
    let mut minimax = Search::new(Method::Minimax, &stop);
    assert_eq!(minimax.value(&empty, u32::MAX), Ok(0));
    // Every way to play the game, positions counted once for each way: a well-known number.
    assert_eq!(minimax.nodes, 549_946);
    let mut game = empty;
    while game.outcome().is_none() {
        game.play(decision(&game, Method::AlphaBeta));
    }
    assert_eq!(game.outcome(), Some(0));
}

#[test]
fn the_textbook_state_is_won_in_the_middle() {
    let empty = TicTacToe::new(3, 3, 3).unwrap();
    let state = empty.read("XOXO.OX.. X").unwrap().unwrap();
    for method in [Method::Minimax, Method::AlphaBeta] {
        assert_eq!(decision(&state, method).to_string(), "(2,2)");
    }
}

#[test]
fn the_random_player_never_beats_alpha_beta() {
    let mut random = StdRng::seed_from_u64(3);
    let mut known = HashMap::new();
    let (mut won, mut drawn) = (0, 0);
    for number in 0..10_000 {
        let perfect = [Color::Black, Color::White][number % 2];
        let mut game = TicTacToe::new(3, 3, 3).unwrap();
        while game.outcome().is_none() {
            let mv = if game.mover() == perfect {
                // It always plays the same in the same position.
                *known
                    .entry(game)
                    .or_insert_with(|| decision(&game, Method::AlphaBeta))
            } else {
                *game.legal_moves().choose(&mut random).unwrap()
            };
            game.play(mv);
        }
        let points = game.mover().for_black(game.outcome().unwrap());
        match perfect.for_black(points) {
            1 => won += 1,
            0 => drawn += 1,
            _ => panic!("random won game {number}:\n{}", game.draw()),
        }
    }
    assert!(won > 8000 && drawn > 0, "{won} won, {drawn} drawn");
}

/// A position with `empties` empty squares from a random game.
fn late_position(random: &mut StdRng, empties: u32) -> Option<Position> {
    let mut position = Position::START;
    while position.empties() > empties {
        let moves: Vec<Square> = position.moves().into_iter().collect();
        position = match moves.choose(random) {
            Some(&square) => position.play_unchecked(square),
            None if position.is_over() => return None,
            None => position.passed(),
        };
    }
    Some(position)
}

#[test]
fn the_plain_searches_agree_with_the_strong_solver() {
    let mut random = StdRng::seed_from_u64(8);
    let mut solver = Solver::new();
    let mut seen = 0;
    for (empties, count, method) in [
        (6, 100, Method::Minimax),
        (6, 100, Method::AlphaBeta),
        (8, 60, Method::AlphaBeta),
    ] {
        for _ in 0..count {
            let Some(position) = late_position(&mut random, empties) else {
                continue;
            };
            let game = Othello::new(position, Color::White);
            let strong = solver.solve(position, -64, 64);
            assert_eq!(value(&game, method), strong, "{position:?}");
            seen += 1;
        }
    }
    assert!(seen > 200);
}

#[test]
fn reversi_and_othello_part_ways_only_by_their_two_rules() {
    // From the diagonal set-up on, and while discs last, the games are the same.
    let mut random = StdRng::seed_from_u64(4);
    for _ in 0..100 {
        let mut old = Reversi::START;
        for word in ["e4", "d4", "d5", "e5"] {
            old.play(old.read_move(word).unwrap());
        }
        let mut new = Othello::START;
        for _ in 0..40 {
            let moves = new.legal_moves();
            let Some(&mv) = moves.choose(&mut random) else {
                break;
            };
            assert_eq!(old.legal_moves(), moves);
            old.play(mv);
            new.play(mv);
            assert_eq!(old.estimate(), new.estimate());
        }
    }
}
