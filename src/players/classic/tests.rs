use super::*;
use crate::engine::{Goal, Limits, Reach};
use crate::games::frogs::Frogs;
use crate::games::othello::Othello;
use crate::games::reversi::Reversi;
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::Tree;
use crate::othello::{Bitboard, Move, Position, Square};

fn search<G: Playable>(player: &mut GamePlayer<G>, request: Request) -> Vec<Report<String>> {
    player.search(&request, &StopFlag::new(), &mut |_| {})
}

fn best(count: usize) -> Request {
    Request {
        best: count,
        ..Request::default()
    }
}

#[test]
fn a_transcript_is_played_whole_or_not_at_all() {
    let mut player = GamePlayer::new(TicTacToe::new(3, 3, 3).unwrap());
    player.play(None, "(2, 2)").unwrap();
    player.play(None, "11 1,2 (1,3)").unwrap();
    assert_eq!(player.history().len(), 4);
    let refusal = player.play(None, "31 22").unwrap_err();
    assert_eq!(refusal.to_string(), "illegal move: (2,2) for white");
    let refusal = player.play(None, "31 44").unwrap_err();
    assert_eq!(refusal.to_string(), "'44' is not a move");
    let refusal = player.play(Some(Color::White), "31").unwrap_err();
    assert_eq!(refusal.to_string(), "illegal move: (3,1) for white");
    assert_eq!(player.history().len(), 4);
    player.undo().unwrap();
    assert!(player.play(None, "22").is_err());
    player.redo().unwrap();
    assert_eq!(player.redo(), Err(Refusal::NothingToRedo));
    assert_eq!(player.legal(Some(Color::White)), Vec::<String>::new());
}

#[test]
fn a_silent_pass_is_played_and_a_spoken_one_too() {
    // Four in the middle, and then white is out of moves after black has wiped it out.
    let opening = "d4e4d5e5";
    let mut player = GamePlayer::new(Reversi::START);
    player.play(None, opening).unwrap();
    assert_eq!(player.legal(None), ["f3", "f4", "f5", "f6"]);
    // Random games until one of them has a pass.
    let (silent, spoken) = (1..)
        .find_map(|seed: u64| {
            let mut player = GamePlayer::new(Reversi::START);
            player.set_option("Player", "random").unwrap();
            player.set_option("Seed", &seed.to_string()).unwrap();
            while !player.is_over() && player.forced_pass().is_none() {
                let mv = search(&mut player, best(1))[0].pv[0].clone();
                player.play(None, &mv).unwrap();
            }
            let moves: String = player.history().into_iter().map(|(_, mv)| mv).collect();
            let both = (player, moves);
            (!both.0.is_over()).then_some(both)
        })
        .map(|(player, moves)| {
            let passer = player.to_move();
            let mut spoken = GamePlayer::new(Reversi::START);
            spoken.play(None, &moves).unwrap();
            spoken.play(Some(passer), "pass").unwrap();
            spoken.play(Some(passer), "pass").unwrap();
            let reply = spoken.legal(None)[0].clone();
            spoken.play(None, &reply).unwrap();
            let mut silent = player;
            silent.play(None, &reply).unwrap();
            (silent, spoken)
        })
        .unwrap();
    assert_eq!(silent.history(), spoken.history());
}

#[test]
fn hints_are_ranked_and_exact_where_the_end_is_reached() {
    let mut player = GamePlayer::new(TicTacToe::new(3, 3, 3).unwrap());
    player.set_board("XOXO.OX.. X").unwrap();
    for style in ["minimax", "alphabeta"] {
        player.set_option("Player", style).unwrap();
        let lines = search(&mut player, best(5));
        assert_eq!(lines.len(), 3);
        assert_eq!(
            (lines[0].pv[0].as_str(), lines[0].score.whole_discs()),
            ("(2,2)", 1)
        );
        assert!(lines.iter().all(Report::is_proven));
        assert!(lines.iter().map(|line| line.rank).eq(1..=3));
    }
}

#[test]
fn the_variation_is_the_play_of_both_sides() {
    let mut player = GamePlayer::new(Tree::figure_5_2());
    let lines = search(&mut player, best(3));
    let found: Vec<(String, i32)> = lines
        .iter()
        .map(|line| (line.pv.join(" "), line.score.whole_discs()))
        .collect();
    let expected = [("a1 b1", 3), ("a2 c1", 2), ("a3 d3", 2)];
    assert_eq!(found, expected.map(|(pv, score)| (pv.to_owned(), score)));
}

#[test]
fn depths_and_nodes_limit_a_search() {
    let mut player = GamePlayer::new(TicTacToe::new(8, 8, 5).unwrap());
    let limited = |limits| Request {
        limits,
        ..Request::default()
    };
    let lines = search(
        &mut player,
        limited(Limits {
            depth: Some(2),
            ..Limits::default()
        }),
    );
    assert_eq!((lines[0].depth, lines[0].reach), (2, Reach::Midgame));
    let lines = search(
        &mut player,
        limited(Limits {
            nodes: Some(100),
            ..Limits::default()
        }),
    );
    assert!(lines[0].nodes <= 100 && lines[0].pv.len() == 1);
    player.set_option("Player", "minimax:1").unwrap();
    assert_eq!(search(&mut player, best(1))[0].depth, 1);
    let time = Some(std::time::Duration::ZERO);
    let lines = search(
        &mut player,
        limited(Limits {
            move_time: time,
            ..Limits::default()
        }),
    );
    assert_eq!(lines[0].pv.len(), 1);
    let stopped = StopFlag::new();
    stopped.raise();
    for style in ["minimax", "alphabeta", "random"] {
        player.set_option("Player", style).unwrap();
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        let lines = player.search(&request, &stopped, &mut |_| {});
        assert!(player.legal(None).contains(&lines[0].pv[0]));
    }
}

#[test]
fn frogs_are_led_to_the_goal_or_told_that_there_is_no_way() {
    let mut player = GamePlayer::new(Frogs::new(3).unwrap());
    let lines = search(&mut player, best(1));
    assert_eq!(lines[0].pv.len(), 15);
    assert!(lines[0].is_proven());
    for mv in &lines[0].pv {
        player.play(None, mv).unwrap();
    }
    assert_eq!(player.final_score(), Ok(1));
    player.new_game();
    player.play(None, "2 1").unwrap();
    assert_eq!(player.final_score(), Err(Refusal::NotOver));
    assert!(search(&mut player, best(1))[0].pv.is_empty());
    assert_eq!(
        player.why_no_move().to_string(),
        "no move leads to the goal any more"
    );
    let refusal = player.play(None, "1").unwrap_err();
    assert_eq!(refusal.to_string(), "illegal move: 1");
    let refusal = player.set_board("1 1 0").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "setting up a board is not possible in this game"
    );
}

fn othello(own: &str, opp: &str) -> Othello {
    let set = |squares: &str| -> Bitboard {
        let squares = squares.split(' ');
        squares.map(|s| s.parse::<Square>().unwrap()).collect()
    };
    let position = Position::new(set(own), set(opp)).unwrap();
    Othello::new(position, Color::Black)
}

#[test]
fn greedy_takes_a_corner_before_discs_and_draws_between_equals() {
    // a1 turns one disc, h4 five.
    let game = othello("c1 b4", "b1 c4 d4 e4 f4 g4");
    let mut greedy = Thinker::new(Style::Greedy);
    let mut choose = |game: &Othello, stop: &StopFlag| -> String {
        let found = greedy.search(game, &Request::default(), stop, &mut |_| {});
        found.0[0].pv[0].clone()
    };
    let stop = StopFlag::new();
    assert_eq!(choose(&game, &stop), "a1");
    let game = othello("b4", "c4 d4 e4 f4 g4 c3");
    assert_eq!(choose(&game, &stop), "h4");
    // At the start all four moves turn one disc.
    let mut seen: Vec<String> = (0..200).map(|_| choose(&Othello::START, &stop)).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["c4", "d3", "e6", "f5"]);
}

#[test]
fn random_draws_every_move_and_a_seed_repeats_it() {
    let stop = StopFlag::new();
    let mut random = Thinker::new(Style::Random);
    let mut draws = |seed: u64| -> Vec<String> {
        random.set_seed(seed);
        let mut draw = || random.search(&Othello::START, &Request::default(), &stop, &mut |_| {});
        (0..100).map(|_| draw().0[0].pv[0].clone()).collect()
    };
    assert_eq!(draws(5), draws(5));
    let mut seen = draws(5);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[test]
fn the_paper_s_player_opens_with_the_first_of_equal_moves() {
    // By symmetry the four first moves have the same balance.
    let stop = StopFlag::new();
    let mut player = Thinker::new(Style::Uc3m);
    let (lines, _) = player.search(&Othello::START, &Request::default(), &stop, &mut |_| {});
    assert_eq!(
        lines[0].pv,
        [Move::Place("d3".parse().unwrap()).to_string()]
    );
    assert_eq!(lines[0].depth, 6);
}

#[test]
fn options_are_listed_and_refused_by_name() {
    let mut player = GamePlayer::new(Frogs::new(2).unwrap());
    let names: Vec<&str> = player.options().iter().map(|option| option.name).collect();
    assert_eq!(names, ["Player", "Depth", "Seed"]);
    let error = |player: &mut GamePlayer<Frogs>, name: &str, value: &str| {
        player.set_option(name, value).unwrap_err().to_string()
    };
    assert_eq!(
        error(&mut player, "Player", "greedy"),
        "option Player: 'greedy' is not one of random, minimax, alphabeta, shortest"
    );
    assert_eq!(
        error(&mut player, "depth", "61"),
        "option Depth: '61' is not a whole number from 0 to 60"
    );
    assert_eq!(error(&mut player, "Hash", "1"), "unknown option 'Hash'");
    player.set_option("player", "minimax:3").unwrap();
    let values: Vec<String> = player.options().into_iter().map(|o| o.value).collect();
    assert_eq!(values, ["minimax", "3", "0"]);
}

#[test]
fn paths_are_counted() {
    let stop = StopFlag::new();
    let player = GamePlayer::new(TicTacToe::new(3, 3, 3).unwrap());
    assert_eq!(player.perft(9, &stop), Ok(Some(255_168)));
    stop.raise();
    assert_eq!(player.perft(9, &stop), Ok(None));
}
