//! What a match prescribes: limits, times, openings, and that the games are those of the schedule.

use std::time::Duration;

use super::*;
use crate::arena::adjudication::Adjudication;
use crate::arena::builtin::{BuiltIn, OTHELLO};
use crate::arena::judge::{Ending, JudgedGame, Seat, play};
use crate::arena::limit::{Limit, LimitError};
use crate::arena::opening::{
    Balance, Opening, OpeningError, balanced_openings, parse_openings, random_openings,
};
use crate::arena::runner::{Board, Match};
use crate::arena::schedule::{Pairing, Schedule, Tournament};
use crate::arena::small::SmallGame;
use crate::arena::spec::EngineSpec;
use crate::arena::timekeeper::{Strictness, Timekeeper};
use bianca_play::game::{Game, GameMove};
use bianca_play::player::{Player, PlayerError};
use bianca_records::clock::TimeControl;
use bianca_records::record::transcript::replay;
use bianca_rules::othello::{Color, Move, OthelloGame, Symmetry};
use bianca_search::request::{Limits, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings};
use bianca_system::jobs::Next;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

#[test]
fn limits_are_what_their_words_say() {
    let game = |main, increment| TimeControl::game(seconds(main), seconds(increment));
    let periods = |main, time, moves| TimeControl::periods(seconds(main), seconds(time), moves);
    for (text, limit) in [
        ("level", Limit::Level),
        ("st=0.25", Limit::MoveTime(seconds(0.25))),
        ("st=86400", Limit::MoveTime(seconds(86_400.0))),
        ("tc=90", Limit::Clock(game(90.0, 0.0))),
        ("tc=90+1.5", Limit::Clock(game(90.0, 1.5))),
        ("tc=90+12.5/7", Limit::Clock(periods(90.0, 12.5, 7))),
        ("tc=12/7", Limit::Clock(periods(0.0, 12.0, 7))),
        ("depth=11", Limit::Depth(11)),
        ("nodes=5000000000", Limit::Nodes(5_000_000_000)),
    ] {
        assert_eq!(text.parse(), Ok(limit), "{text}");
    }
    let error = |text: &str| text.parse::<Limit>().unwrap_err();
    assert_eq!(error("tc=0+1"), LimitError::NoTime("0+1".into()));
    assert_eq!(error("st=86401"), LimitError::BadTime("86401".into()));
    assert_eq!(error("nodes=0"), LimitError::BadNumber("0".into()));
    assert_eq!(error("depth=-3"), LimitError::BadNumber("-3".into()));
    assert_eq!(
        error("movetime=3"),
        LimitError::NotALimit("movetime=3".into())
    );
}

#[test]
fn a_keeper_gives_what_the_limit_leaves_and_waits_no_longer() {
    let strictness = Strictness {
        margin: seconds(0.5),
        patience: seconds(30.0),
        farewell: Duration::from_secs(5),
    };
    let keeper = |limit: &str| Timekeeper::new(limit.parse().unwrap(), strictness);
    let limits = |limit: &str| keeper(limit).limits();
    assert_eq!(limits("level"), Limits::default());
    assert_eq!(limits("depth=7"), Limits::to_depth(7));
    let nodes = Limits {
        nodes: Some(70),
        ..Limits::default()
    };
    assert_eq!(limits("nodes=70"), nodes);
    let timed = Limits {
        move_time: Some(seconds(3.0)),
        ..Limits::default()
    };
    assert_eq!(limits("st=3"), timed);
    let mut of_clock = keeper("tc=20+2");
    of_clock.charge(seconds(5.0)).unwrap();
    let reading = of_clock.limits().clock.unwrap();
    assert_eq!(
        (reading.remaining, reading.increment),
        (seconds(17.0), seconds(2.0))
    );
    // What is forgiven is forgiven to the letter, and still counts as the worst.
    of_clock.charge(seconds(17.5)).unwrap();
    assert_eq!(of_clock.overshoot(), seconds(0.5));
    of_clock.charge(seconds(1.0)).unwrap();
    assert_eq!(of_clock.overshoot(), seconds(0.5));
    let error = of_clock.charge(seconds(3.6)).unwrap_err();
    assert_eq!(error, PlayerError::OutOfTime { over: seconds(0.6) });
    assert_eq!(of_clock.overshoot(), seconds(0.6));
    let wait = strictness.search_wait(&timed);
    assert_eq!((wait.expected, wait.longest), (seconds(3.0), seconds(5.5)));
    let wait = strictness.search_wait(&Limits::default());
    assert_eq!(
        (wait.expected, wait.longest),
        (seconds(10.0), seconds(30.5))
    );
    let hasty = Strictness {
        patience: seconds(1.0),
        ..strictness
    };
    assert_eq!(hasty.search_wait(&timed).longest, seconds(4.5));
    assert_eq!(hasty.setup_wait().expected, Duration::ZERO);
}

#[test]
fn pairs_have_one_opening_and_rounds_take_them_in_turn() {
    for (tournament, engines) in [(Tournament::RoundRobin, 4), (Tournament::Gauntlet, 4)] {
        let schedule = Schedule::new(tournament, engines, 3, 2);
        let mut expected = Vec::new();
        for opening in [0, 1, 0] {
            for first in 0..engines {
                for second in first + 1..engines {
                    if tournament == Tournament::Gauntlet && first > 0 {
                        continue;
                    }
                    for (black, white) in [(first, second), (second, first)] {
                        expected.push(Pairing {
                            black,
                            white,
                            opening,
                        });
                    }
                }
            }
        }
        let games: Vec<Pairing> = (0..schedule.games())
            .map(|game| schedule.game(game))
            .collect();
        assert_eq!(games, expected);
    }
}

const STRICTNESS: Strictness = Strictness {
    margin: Duration::ZERO,
    patience: Duration::from_secs(60),
    farewell: Duration::from_secs(5),
};

fn seat(spec: &str) -> Seat {
    Seat::new(&spec.parse().unwrap(), OTHELLO, Limit::Level, STRICTNESS)
}

/// A game of two built-in players, each of which draws by a seed of its own.
fn played(names: [&str; 2], mut game: OthelloGame, seeds: [u64; 2]) -> (Vec<String>, i32) {
    let mut players: Vec<Box<dyn Player>> = names
        .iter()
        .zip(seeds)
        .map(|(name, seed)| {
            let name: BuiltIn = name.parse().unwrap();
            let mut player = name.player(OTHELLO).unwrap();
            name.draw_by(&mut *player, seed).unwrap();
            player.new_game();
            player
        })
        .collect();
    let mut moves = Vec::new();
    while !game.is_over() {
        let mv = if game.position().must_pass() {
            GameMove::PASS
        } else {
            let player = &mut players[game.to_move() as usize];
            player.prepare(&game).unwrap();
            let request = Request::for_move(Limits::default());
            let lines = player.search(&game, &request, &StopFlag::new(), &mut |_| {});
            lines.unwrap()[0].pv[0]
        };
        moves.push(mv.to_string());
        game.make(mv).unwrap();
    }
    let discs = game.final_score_for_black();
    (moves, discs)
}

#[test]
fn a_judged_game_is_played_by_both_as_they_draw() {
    for (seed, names) in [
        (4, ["random", "greedy"]),
        (9, ["random", "random"]),
        (5, ["first", "random"]),
    ] {
        let opening = &parse_openings("f5d6c3").unwrap()[0].game;
        let [black, white] = names.map(|name| format!("cmd=player:{name}"));
        let (mut black, mut white) = (seat(&black), seat(&white));
        let game: Box<dyn Game> = Box::new(opening.clone());
        let judged = play(
            [&mut black, &mut white],
            game,
            seed,
            Adjudication::default(),
        );
        let (moves, discs) = played(names, opening.clone(), [seed, seed + 1]);
        let turns: Vec<String> = judged
            .turns
            .iter()
            .map(|turn| turn.mv.to_string())
            .collect();
        assert_eq!(turns, moves);
        assert_eq!(judged.ending, Ending::Counted(discs));
        let mut color = Color::White;
        for turn in &judged.turns {
            assert_eq!(turn.color, color);
            color = !color;
        }
    }
}

/// A program that makes this answer to `genmove`.
#[cfg(unix)]
fn answering(answer: &str) -> Seat {
    let script = format!(
        "while read -r line; do case $line in genmove*) {answer};; *) printf \"=\\n\\n\";; esac; done"
    );
    seat(&format!("name=it cmd=sh -c '{script}'"))
}

/// Who fails has lost, whichever colour it has; what was played before stays.
#[cfg(unix)]
#[test]
fn who_fails_forfeits_and_begins_afresh() {
    let resigns = "printf \"= resign\\n\\n\"";
    let illegal = "printf \"= a1\\n\\n\"";
    let ends = "exit 3";
    let passes = "printf \"= pass\\n\\n\"";
    for (answer, fault) in [
        (resigns, "resigned"),
        (illegal, "illegal move a1"),
        (passes, "illegal move pass"),
        (ends, "crashed"),
    ] {
        for loser in [Color::Black, Color::White] {
            let mut failing = answering(answer);
            let mut other = seat("cmd=player:first");
            // The seat is used again, with what sits there then.
            for _ in 0..2 {
                let seats = match loser {
                    Color::Black => [&mut failing, &mut other],
                    Color::White => [&mut other, &mut failing],
                };
                let game: Box<dyn Game> = Box::new(OthelloGame::new());
                let judged = play(seats, game, 1, Adjudication::default());
                let Ending::Forfeit(forfeit) = &judged.ending else {
                    panic!("{judged:?}");
                };
                assert_eq!(forfeit.loser, loser);
                let error = forfeit.error.to_string();
                assert!(error.starts_with(fault), "{error}");
                assert_eq!(judged.turns.len(), loser.select(0, 1));
                let entry = FinishedGame::new(
                    0,
                    Pairing {
                        black: 0,
                        white: 1,
                        opening: 0,
                    },
                    &judged,
                );
                assert_eq!(entry.black_points(), loser.select(0, 2));
                assert_eq!(entry.discs, None);
            }
        }
    }
}

#[test]
fn an_engine_that_cannot_start_has_lost() {
    for loser in [Color::Black, Color::White] {
        let mut gone = seat("name=gone cmd=/nonexistent/engine");
        let mut first = seat("cmd=player:first");
        let seats = match loser {
            Color::Black => [&mut gone, &mut first],
            Color::White => [&mut first, &mut gone],
        };
        let JudgedGame { turns, ending, .. } = play(
            seats,
            Box::new(OthelloGame::new()),
            1,
            Adjudication::default(),
        );
        assert!(turns.is_empty());
        assert!(matches!(ending, Ending::Forfeit(forfeit) if forfeit.loser == loser));
    }
}

/// The worst of both sides is told, whichever it is of.
#[test]
fn a_game_tells_the_worst_that_any_move_took_too_long() {
    let lenient = Strictness {
        margin: Duration::from_secs(86_400),
        ..STRICTNESS
    };
    let overshoot = |limits: [&str; 2]| {
        let seat = |limit: &str| {
            let spec = "cmd=player:random".parse().unwrap();
            Seat::new(&spec, OTHELLO, limit.parse().unwrap(), lenient)
        };
        let [mut black, mut white] = limits.map(seat);
        let game: Box<dyn Game> = Box::new(OthelloGame::new());
        play([&mut black, &mut white], game, 1, Adjudication::default()).overshoot
    };
    assert_eq!(overshoot(["st=86400", "st=86400"]), Duration::ZERO);
    assert!(overshoot(["st=1e-9", "st=86400"]) > Duration::ZERO);
    assert!(overshoot(["st=86400", "st=1e-9"]) > Duration::ZERO);
}

fn a_match(concurrency: usize) -> Match {
    let engines = ["cmd=player:first", "cmd=player:random", "cmd=player:greedy"];
    Match {
        engines: engines
            .map(|spec| spec.parse::<EngineSpec>().unwrap())
            .to_vec(),
        limit: Limit::Level,
        adjudication: Adjudication::default(),
        strictness: STRICTNESS,
        logs: None,
        board: Board::Othello(parse_openings("f5d6\nf5f6e6\nf5f4").unwrap()),
        schedule: Schedule::new(Tournament::RoundRobin, 3, 3, 3),
        seed: 77,
        concurrency,
        stop: StopFlag::new(),
    }
}

/// The finished games in the order of their numbers, without the times that they took.
fn games_of(a_match: &Match, done: &[usize]) -> Vec<FinishedGame> {
    let mut games = Vec::new();
    a_match.run(
        |game| done.contains(&game),
        |mut game| {
            game.overshoot_ms = 0.0;
            game.moves.iter_mut().for_each(|played| played.ms = 0.0);
            games.push(game);
            Next::Continue
        },
    );
    games.sort_by_key(|game| game.game);
    games
}

#[test]
fn the_games_of_a_match_are_those_of_its_schedule() {
    let a_match_alone = a_match(1);
    let games = games_of(&a_match_alone, &[]);
    let Board::Othello(openings) = &a_match_alone.board else {
        unreachable!();
    };
    assert_eq!(games.len(), 18);
    for (number, game) in games.iter().enumerate() {
        let pairing = a_match_alone.schedule.game(number);
        assert_eq!(game.game, number);
        assert_eq!((game.black, game.white), (pairing.black, pairing.white));
        assert_eq!(game.opening, pairing.opening);
        let mut replayed = openings[game.opening].game.clone();
        replay(&mut replayed, &game.played()).unwrap();
        assert!(replayed.is_over());
        assert_eq!(game.discs, Some(replayed.final_score_for_black()));
        assert!(game.forfeit.is_none() && game.adjudged.is_none());
    }
    // `random` draws something else in each game.
    assert_ne!(games[0].moves, games[6].moves);
    // What was done before and how many are played at once changes no game.
    assert_eq!(games_of(&a_match(3), &[]), games);
    let rest = games_of(&a_match(2), &[0, 1, 2, 5, 9, 17]);
    let numbers: Vec<usize> = rest.iter().map(|game| game.game).collect();
    assert_eq!(numbers, [3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16]);
    for game in rest {
        assert_eq!(game, games[game.game]);
    }
    let other_seed = Match {
        seed: 78,
        ..a_match(1)
    };
    assert_ne!(games_of(&other_seed, &[]), games);
}

#[test]
fn a_match_of_small_games_has_their_openings_and_results() {
    let small = SmallGame::new("tictactoe").unwrap();
    let small = small
        .with_lines("# won by who goes on\n11 12 22 13 # one\n11 22")
        .unwrap();
    assert_eq!(small.openings(), ["11 12 22 13", "11 22"]);
    assert_eq!(small.name(), "TicTacToe");
    let a_match = Match {
        engines: ["cmd=player:alphabeta", "cmd=player:minimax"]
            .map(|spec| spec.parse().unwrap())
            .to_vec(),
        board: Board::Small(small.clone()),
        schedule: Schedule::new(Tournament::RoundRobin, 2, 2, 2),
        ..a_match(1)
    };
    assert_eq!(a_match.board.game(), "TicTacToe");
    assert_eq!(a_match.board.lines(), small.openings());
    let games = games_of(&a_match, &[]);
    let points: Vec<_> = games.iter().map(|game| (game.black, game.discs)).collect();
    assert_eq!(
        points,
        [(0, Some(1)), (1, Some(1)), (0, Some(0)), (1, Some(0))]
    );
    let resumed = small.clone().resumed(vec!["22".to_owned()]);
    assert_eq!(
        (resumed.openings(), resumed.name()),
        (&["22".to_owned()][..], "TicTacToe")
    );
}

#[test]
fn a_match_whose_engine_cannot_start_says_which() {
    assert_eq!(a_match(1).check_engines(), Ok(()));
    let mut failing = a_match(1);
    failing.engines[2] = "cmd=player:shortest".parse().unwrap();
    let (number, error) = failing.check_engines().unwrap_err();
    assert_eq!(number, 2);
    assert_eq!(
        error,
        PlayerError::Unable("shortest does not play Othello".to_owned())
    );
}

/// The openings drawn with a balance are those drawn without one that a search of their own finds
/// as even as was asked for.
#[test]
fn balanced_openings_are_the_even_ones_of_all() {
    let settings = Settings {
        hash_mib: 1,
        ..Settings::default()
    };
    let mut searcher = Searcher::new(settings).unwrap();
    let all = random_openings(9, 40, 12, None, &mut |_| {}).unwrap();
    let mut scores = Vec::new();
    for opening in &all {
        searcher.clear();
        let request = Request {
            limits: Limits::to_depth(3),
            ..Request::default()
        };
        let lines = searcher.search(
            opening.game.position(),
            &request,
            &StopFlag::new(),
            &mut |_| {},
        );
        scores.push(lines[0].score);
    }
    // As even as one of them is, to the letter.
    let mut sizes: Vec<i32> = scores.iter().map(|score| score.0.abs()).collect();
    sizes.sort_unstable();
    let within = Score(sizes[15]);
    let even: Vec<&Opening> = all
        .iter()
        .zip(&scores)
        .filter(|(_, score)| (-within.0..=within.0).contains(&score.0))
        .map(|(opening, _)| opening)
        .collect();
    assert!(scores.iter().any(|score| score.0 < -within.0));
    let mut drawn = Vec::new();
    let balance = Balance {
        searcher: &mut searcher,
        depth: 3,
        within,
    };
    let balanced = random_openings(9, even.len(), 12, Some(balance), &mut |opening| {
        drawn.push(opening.clone());
    });
    let balanced = balanced.unwrap();
    assert_eq!(balanced.iter().collect::<Vec<_>>(), even);
    assert_eq!(drawn, balanced);
    let none = Balance {
        searcher: &mut searcher,
        depth: 1,
        within: Score(-1),
    };
    let error = random_openings(1, 1, 1, Some(none), &mut |_| {}).unwrap_err();
    let (found, plies, balanced) = (0, 1, true);
    assert_eq!(
        error,
        OpeningError::TooFew {
            found,
            plies,
            balanced
        }
    );
    assert_eq!(
        error.to_string(),
        "found only 0 different openings of 1 plies within the balance"
    );
}

#[test]
fn openings_are_written_in_as_few_words_as_say_them() {
    let text = "f5d6\n---------------------------OX------XO--------------------------- O";
    let openings = parse_openings(text).unwrap();
    assert_eq!(openings[0].text, "f5d6");
    assert_eq!(openings[1].text, text.lines().nth(1).unwrap());
    assert_eq!(openings[1].game.to_move(), Color::White);
    let start = Opening::start();
    assert_eq!(parse_openings(&start.text).unwrap(), [start]);
    assert_eq!(balanced_openings(0, 3).len(), 1);
    for opening in random_openings(11, 50, 4, None, &mut |_| {}).unwrap() {
        assert_eq!(opening.game.turns().len(), 11);
        let moves: Vec<Move> = opening.game.turns().iter().map(|&(_, mv)| mv).collect();
        let mut replayed = OthelloGame::new();
        replay(&mut replayed, &moves).unwrap();
        assert_eq!(replayed, opening.game);
    }
    // All that there are after three plies, the first of which is the same for all by symmetry.
    let mut after_three = std::collections::HashSet::new();
    let mut position = bianca_rules::othello::Position::START;
    position = position.play("f5".parse().unwrap()).unwrap();
    for second in position.moves() {
        let next = position.play_unchecked(second);
        for third in next.moves() {
            after_three.insert(Symmetry::canonical(next.play_unchecked(third)).0);
        }
    }
    let error = random_openings(3, 99, 2, None, &mut |_| {}).unwrap_err();
    assert!(
        matches!(error, OpeningError::TooFew { found, plies: 3, balanced: false } if found == after_three.len()),
        "{error}"
    );
}
