use super::*;
use crate::game::History;
use crate::games::GameState;
use crate::games::frogs::Frogs;
use crate::games::moves::{discs, in_words};
use crate::games::othello::Othello;
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::Tree;
use bianca_rules::othello::{Bitboard, Color, OthelloGame, Position, Square};
use bianca_search::request::{Goal, Limits, Reach};

/// A game and the classic player of it.
struct Table<G: Playable> {
    game: History<G>,
    player: Classic<G>,
}

impl<G: Playable> Table<G> {
    fn new(start: G) -> Table<G> {
        Table {
            game: History::new(start),
            player: Classic::new(default_style::<G>()),
        }
    }

    fn find(&mut self, request: Request) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.player
            .search(&self.game, &request, &StopFlag::new(), &mut |_| {})
    }

    fn search(&mut self, request: Request) -> Vec<Report<GameMove>> {
        self.find(request).unwrap()
    }
}

fn best(count: usize) -> Request {
    Request {
        best: count,
        ..Request::default()
    }
}

#[test]
fn hints_are_ranked_and_exact_where_the_end_is_reached() {
    let mut player = Table::new(TicTacToe::new(3, 3, 3).unwrap());
    player.game.set_board("XOXO.OX.. X").unwrap();
    for style in ["minimax", "alphabeta"] {
        player.player.set_option("Player", style).unwrap();
        let lines = player.search(best(5));
        assert_eq!(lines.len(), 3);
        assert_eq!(
            (
                lines[0].pv[0].to_string().as_str(),
                lines[0].score.whole_discs()
            ),
            ("(2,2)", 1)
        );
        assert!(lines.iter().all(Report::is_proven));
        assert!(lines.iter().map(|line| line.rank).eq(1..=3));
    }
}

#[test]
fn the_variation_is_the_play_of_both_sides() {
    let mut player = Table::new(Tree::figure_5_2());
    let lines = player.search(best(3));
    let found: Vec<(String, i32)> = lines
        .iter()
        .map(|line| (in_words(&line.pv), line.score.whole_discs()))
        .collect();
    let expected = [("a1 b1", 3), ("a2 c1", 2), ("a3 d3", 2)];
    assert_eq!(found, expected.map(|(pv, score)| (pv.to_owned(), score)));
}

#[test]
fn depths_and_nodes_limit_a_search() {
    let mut player = Table::new(TicTacToe::new(8, 8, 5).unwrap());
    let limited = |limits| Request {
        limits,
        ..Request::default()
    };
    let lines = player.search(limited(Limits::to_depth(2)));
    assert_eq!((lines[0].depth, lines[0].reach), (2, Reach::Midgame));
    let lines = player.search(limited(Limits {
        nodes: Some(100),
        ..Limits::default()
    }));
    assert!(lines[0].nodes <= 100 && lines[0].pv.len() == 1);
    player.player.set_option("Player", "minimax:1").unwrap();
    assert_eq!(player.search(best(1))[0].depth, 1);
    let time = Some(std::time::Duration::ZERO);
    let lines = player.search(limited(Limits {
        move_time: time,
        ..Limits::default()
    }));
    assert_eq!(lines[0].pv.len(), 1);
    let stopped = StopFlag::new();
    stopped.raise();
    for style in ["minimax", "alphabeta", "random"] {
        player.player.set_option("Player", style).unwrap();
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        let lines = player
            .player
            .search(&player.game, &request, &stopped, &mut |_| {})
            .unwrap();
        assert!(player.game.legal(None).contains(&lines[0].pv[0]));
    }
}

#[test]
fn frogs_are_led_to_the_goal_or_told_that_there_is_no_way() {
    let mut player = Table::new(Frogs::new(3).unwrap());
    let lines = player.search(best(1));
    assert_eq!(lines[0].pv.len(), 15);
    assert!(lines[0].is_proven());
    for &mv in &lines[0].pv {
        player.game.make(mv).unwrap();
    }
    assert_eq!(player.game.final_score(), Some(1));
    player.game.restart();
    player.game.play(None, "2 1").unwrap();
    assert_eq!(player.game.final_score(), None);
    let error = player.find(best(1)).unwrap_err().to_string();
    assert_eq!(error, "no move leads to the goal any more");
    let refusal = player.game.play(None, "1").unwrap_err();
    assert_eq!(refusal.to_string(), "illegal move: 1");
    let refusal = player.game.set_board("1 1 0").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "setting up a board is not possible in this game"
    );
}

/// A game that stands at `state`.
fn record(state: &Othello) -> OthelloGame {
    OthelloGame::from_position(state.position(), state.mover())
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
    let mut greedy = Classic::<Othello>::new(Style::Greedy);
    let mut choose = |game: &Othello, stop: &StopFlag| -> String {
        let game = record(game);
        let found = greedy.search(&game, &Request::default(), stop, &mut |_| {});
        found.unwrap()[0].pv[0].to_string()
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
    let mut random = Classic::<Othello>::new(Style::Random);
    let mut draws = |seed: u64| -> Vec<String> {
        random.set_seed(seed);
        let start = OthelloGame::new();
        let mut draw = || random.search(&start, &Request::default(), &stop, &mut |_| {});
        (0..100)
            .map(|_| draw().unwrap()[0].pv[0].to_string())
            .collect()
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
    let mut player = Classic::<Othello>::new(Style::Uc3m);
    let start = OthelloGame::new();
    let lines = player.search(&start, &Request::default(), &stop, &mut |_| {});
    let lines = lines.unwrap();
    assert_eq!(lines[0].pv, discs("d3"));
    assert_eq!(lines[0].depth, 6);
}

#[test]
fn options_are_listed_and_refused_by_name() {
    let mut player = Table::new(Frogs::new(2).unwrap());
    let names: Vec<&str> = player
        .player
        .options()
        .iter()
        .map(|option| option.name)
        .collect();
    assert_eq!(names, ["Player", "Depth", "Seed"]);
    let error = |player: &mut Table<Frogs>, name: &str, value: &str| {
        player
            .player
            .set_option(name, value)
            .unwrap_err()
            .to_string()
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
    player.player.set_option("player", "minimax:3").unwrap();
    let values: Vec<String> = player
        .player
        .options()
        .into_iter()
        .map(|o| o.value)
        .collect();
    assert_eq!(values, ["minimax", "3", "0"]);
}
