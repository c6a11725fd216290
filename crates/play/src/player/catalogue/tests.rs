//! Names, and the matches of the source texts.

use std::thread;

use super::*;
use crate::player::driver::{DrivenTurn, play, turn};
use crate::player::strong::gives_corner;
use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{Limits, Report, Request, StopFlag};
use bianca_search::search::Searcher;

/// Won, drawn and lost games of `player` against random, who is black in every other game.
fn against_random(player: &str, games: u64) -> [u64; 3] {
    let matches = |numbers: std::ops::Range<u64>| {
        let mut result = [0; 3];
        let mut player = by_name(player, "othello").unwrap();
        let mut random = by_name("random", "othello").unwrap();
        for number in numbers {
            for (player, seed) in [(&mut player, 2 * number + 1), (&mut random, 2 * number + 2)] {
                player.set_option("Seed", &seed.to_string()).unwrap();
            }
            let mut game = OthelloGame::new();
            let points = match number % 2 {
                0 => play(&mut game, [&mut *player, &mut *random]).unwrap(),
                _ => -play(&mut game, [&mut *random, &mut *player]).unwrap(),
            };
            result[(1 - points.signum()) as usize] += 1;
        }
        result
    };
    let [first, second] = thread::scope(|scope| {
        let halves = [0..games / 2, games / 2..games];
        halves
            .map(|half| scope.spawn(move || matches(half)))
            .map(|half| half.join().unwrap())
    });
    std::array::from_fn(|outcome| first[outcome] + second[outcome])
}

fn percentages(player: &str, games: u64) -> f64 {
    let [won, drawn, lost] = against_random(player, games);
    let percent = |count: u64| 100.0 * count as f64 / games as f64;
    println!(
        "{player} against random, {games} games: {:.1} % won, {:.1} % drawn, {:.1} % lost",
        percent(won),
        percent(drawn),
        percent(lost)
    );
    percent(won)
}

#[test]
fn greedy_beats_random_in_most_of_a_thousand_games() {
    assert!(percentages("greedy", 1000) > 70.0);
}

#[test]
fn the_paper_s_player_beats_random_in_nearly_all_games() {
    assert!(percentages("uc3m", 60) > 90.0);
}

#[test]
#[ignore = "a thousand games take about a minute"]
fn the_paper_s_player_beats_random_in_a_thousand_games() {
    assert!(percentages("uc3m", 1000) > 90.0);
}

/// Looks in the games of people's skills for corners that were given away though there was another
/// move.
struct Corners {
    searcher: Searcher,
    before: Position,
    moves: usize,
    /// What each of them lost against the best move that gives none, in discs.
    losses: Vec<f64>,
}

impl Corners {
    /// By how much a move that gives no corner is better than this one, by a search deeper than
    /// those of the players, to the end from 20 empty squares on; `None` if there is no such move.
    fn loss(&mut self, given_by: Square) -> Option<f64> {
        let depth = match self.before.empties() {
            empties @ ..=20 => empties,
            _ => 16,
        };
        let request = Request {
            best: self.before.moves().count() as usize,
            limits: Limits::to_depth(depth),
            ..Request::default()
        };
        let position = self.before;
        let lines = self
            .searcher
            .search(position, &request, &StopFlag::new(), &mut |_| {});
        let square = |line: &Report<Move>| line.pv[0].square().unwrap();
        let score = |wanted: &dyn Fn(Square) -> bool| {
            let line = lines.iter().find(|line| wanted(square(line)));
            line.map(|line| line.score.discs())
        };
        let safe = score(&|square| !gives_corner(position, square))?;
        Some(safe - score(&|square| square == given_by)?)
    }

    /// Looks at a turn of `game`, which stands behind it.
    fn look(&mut self, game: &OthelloGame, turn: &DrivenTurn) {
        if let Some(square) = turn.mv.square() {
            self.moves += 1;
            if gives_corner(self.before, square) {
                let loss = self.loss(square);
                self.losses.extend(loss);
            }
        }
        self.before = game.position();
    }
}

/// People of every strength give 3.0 of 100 moves so; docs/skill.md has how it was measured.
#[test]
fn corners_are_given_as_often_as_by_people_and_not_for_nothing() {
    let mut corners = Corners {
        searcher: Searcher::new(Settings::default()).unwrap(),
        before: Position::START,
        moves: 0,
        losses: Vec::new(),
    };
    let names: Vec<&str> = Skill::names().collect();
    for number in 0..20 {
        // learner and casual, casual and club and so on, each the black side by turns.
        let lower = 2 + number / 2 % 6;
        let pair = [lower + number % 2, lower + (number + 1) % 2];
        let [mut black, mut white] = [0, 1].map(|side| {
            let name = format!("bianca:{}", names[pair[side]]);
            let mut player = by_name(&name, "othello").unwrap();
            let seed = (2 * number + side + 1).to_string();
            player.set_option("Seed", &seed).unwrap();
            player
        });
        let mut game = OthelloGame::new();
        corners.before = game.position();
        while !game.position().is_over() {
            let player = game.to_move().select(&mut black, &mut white);
            let turn = turn(&mut game, &mut **player, Limits::default());
            corners.look(&game, &turn.unwrap());
        }
    }
    let given = corners.losses.len() as f64;
    let percent = 100.0 * given / corners.moves as f64;
    let mean = corners.losses.iter().sum::<f64>() / given;
    let most = corners.losses.iter().copied().fold(f64::MIN, f64::max);
    let told = format!("{percent:.1} %, {mean:.1} discs, {most:.1} at most");
    println!("{told}");
    assert!((2.0..4.0).contains(&percent), "{told}");
    assert!(mean < 3.0 && most < 20.0, "{told}");
}

#[test]
fn the_book_answers_in_a_game_and_not_where_a_depth_or_a_skill_is_asked_for() {
    let game = OthelloGame::new();
    let depth_of = |name: &str, depth| {
        let mut player = by_name(name, "othello").unwrap();
        let request = Request::for_move(Limits {
            depth,
            ..Limits::default()
        });
        let lines = player.search(&game, &request, &StopFlag::new(), &mut |_| {});
        lines.unwrap()[0].depth
    };
    assert!(depth_of("bianca:1", None) > 20);
    assert_eq!(depth_of("bianca:1", Some(3)), 3);
    assert_eq!(depth_of("bianca:first-game", None), 1);
    assert_eq!(depth_of("bianca:1500", None), 8);
}

#[test]
fn wrong_names_and_arguments_are_told() {
    let game = |text: &str| super::game(text).err().unwrap().to_string();
    let known = "(othello, reversi-1880, tictactoe [H V K], frogs [N], tree [VALUES])";
    assert_eq!(game("chess"), format!("unknown game: chess {known}"));
    assert_eq!(game(""), format!("unknown game:  {known}"));
    assert_eq!(game("othello 8"), "Othello: '8' is one word too many");
    assert_eq!(
        game("frogs 40"),
        "Frogs: '40' is not a number of frogs from 1 to 31"
    );
    assert_eq!(game("frogs 3 4"), "Frogs: '4' is one word too many");
    assert_eq!(
        game("tictactoe 3 3"),
        "TicTacToe: 2 numbers instead of three, H V K"
    );
    assert_eq!(game("tictactoe 3 x 3"), "TicTacToe: 'x' is not a number");
    assert!(game("tictactoe 3 3 4").contains("4 in a row are not possible"));
    assert_eq!(
        game("tree 1"),
        "Tree: 1 values: a tree has 2 to 4096 leaves"
    );
    assert!(game("tree 1 y").starts_with("Tree: 'y' is not a whole number"));

    let player = |name: &str, game: &str| by_name(name, game).err().unwrap().to_string();
    for name in [
        "god",
        "greedy:4",
        "minimax:0",
        "minimax:x",
        "bianca:0",
        "bianca:99",
        "bianca:grandmother",
        "greedy:beginner",
        "",
    ] {
        let error = player(name, "othello");
        assert!(
            error.starts_with(&format!("unknown player: {name} (")),
            "{error}"
        );
    }
    assert!(by_name("bianca", "reversi-1880").is_ok());
    let level = by_name("bianca:3", "Reversi-1880").unwrap().options();
    assert!(
        level
            .iter()
            .any(|option| option.name == "Level" && option.value == "3")
    );
    assert_eq!(player("bianca", "frogs"), "bianca does not play Frogs");
    assert_eq!(
        player("Bianca:casual", "reversi-1880"),
        "bianca:casual does not play Reversi-1880"
    );
    assert_eq!(
        player("bianca:Beginner", "frogs"),
        "bianca:beginner does not play Frogs"
    );
    assert_eq!(player("uc3m", "frogs"), "uc3m does not play Frogs");
    assert_eq!(
        player("shortest", "othello"),
        "shortest does not play Othello"
    );
    assert!(player("random", "go").starts_with("unknown game: go ("));
    assert!(
        player("bianca:99", "othello")
            .contains("bianca[:LEVEL, 1 to 60, a rating, 560 to 2730, or a skill")
    );
    // Only who plays the game is offered.
    for (game, known) in [
        ("tictactoe", "random, minimax[:DEPTH], alphabeta[:DEPTH]"),
        (
            "frogs",
            "random, minimax[:DEPTH], alphabeta[:DEPTH], shortest",
        ),
        (
            "reversi-1880",
            "random, greedy, uc3m, minimax[:DEPTH], alphabeta[:DEPTH], bianca[:LEVEL, 1 to 60]",
        ),
    ] {
        assert_eq!(
            player("foo", game),
            format!("unknown player: foo ({known})")
        );
    }
    assert!(player("foo", "go").starts_with("unknown player: foo (first, random, "));
}
