use super::*;
use crate::game::History;
use crate::games::Playable;
use crate::games::search::{Method, Search};
use bianca_search::request::{ClockReading, Goal, Limits};

/// A random game's position with so many empty squares at most.
fn position(seed: u64, empties: u32) -> Reversi {
    let mut random = StdRng::seed_from_u64(seed);
    loop {
        let mut game = Reversi::START;
        while game.outcome().is_none() && game.position().empties() > empties {
            game.play(*game.legal_moves().choose(&mut random).unwrap());
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn search(player: &mut ReversiPlayer, game: Reversi, request: &Request) -> Vec<Report<Move>> {
    player.lines(game, request, &StopFlag::new(), &mut |_| {})
}

fn exact() -> Request {
    Request {
        goal: Goal::Exact,
        ..Request::default()
    }
}

/// The same discs with so many in black's and white's hands.
fn with_hands(game: Reversi, [black, white]: [u8; 2]) -> Reversi {
    let text = game.write().unwrap();
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.truncate(2);
    let text = format!("{} {black} {white}", words.join(" "));
    game.read(&text).unwrap().unwrap()
}

#[test]
fn results_are_those_of_plain_alpha_beta_with_the_hands() {
    let mut player = ReversiPlayer::default();
    let mut decided_by_hands = 0;
    for seed in 0..60 {
        let game = position(seed, 7 + (seed % 4) as u32);
        let [black, white] = game.hands();
        let all = black + white;
        // As the game went, and as if one side had passed more often.
        for hands in [[black, white], [1.min(all), all - 1.min(all)], [all, 0]] {
            let game = with_hands(game, hands);
            let stop = StopFlag::new();
            let plain = Search::new(Method::AlphaBeta, &stop)
                .value(&game, 60)
                .unwrap();
            let found = search(&mut player, game, &exact());
            assert_eq!(found[0].score, Score::from_discs(plain), "{seed} {hands:?}");
            if game.outcome().is_none() {
                assert_eq!(found[0].bounds, Bounds::exact(plain));
                let usual = with_hands(game, [black, white]);
                let other = search(&mut player, usual, &exact())[0].score;
                decided_by_hands += u32::from(other != found[0].score);
            }
        }
    }
    assert!(decided_by_hands > 20, "{decided_by_hands}");
}

#[test]
fn a_line_can_be_played_and_leads_to_its_score() {
    let mut player = ReversiPlayer::default();
    for seed in 0..10 {
        let start = position(seed, 14);
        let request = Request { best: 3, ..exact() };
        let lines = search(&mut player, start, &request);
        let most = start.legal_moves().len().min(3);
        let passes = start.legal_moves() == [Move::Pass];
        assert_eq!(lines.len(), if passes { 1 } else { most }, "{seed}");
        assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        for line in lines {
            let mut game = start;
            for &mv in &line.pv {
                assert!(game.legal_moves().contains(&mv), "{seed}: {mv}");
                game.play(mv);
            }
            // What is left is worth what the line says.
            let rest = search(&mut player, game, &exact())[0].score;
            let rest = if game.mover() == start.mover() {
                rest
            } else {
                -rest
            };
            assert_eq!(rest, line.score, "{seed}: {:?}", line.pv);
        }
    }
}

#[test]
fn it_answers_from_the_empty_board_to_the_end_within_its_limits() {
    let mut player = ReversiPlayer::default();
    let mut random = StdRng::seed_from_u64(4);
    let limits = [
        Limits::to_depth(3),
        Limits {
            nodes: Some(500),
            ..Limits::default()
        },
        Limits {
            move_time: Some(Duration::from_millis(25)),
            ..Limits::default()
        },
        Limits {
            clock: Some(ClockReading {
                remaining: Duration::from_millis(400),
                ..ClockReading::default()
            }),
            ..Limits::default()
        },
    ];
    for number in 0..8 {
        let mut game = Reversi::START;
        while game.outcome().is_none() {
            let limits = limits[number % 4];
            let request = Request {
                limits,
                ..Request::default()
            };
            let found = search(&mut player, game, &request);
            let best = &found[0];
            assert!(game.legal_moves().contains(&best.pv[0]), "{}", game.draw());
            if let Some(nodes) = limits.nodes {
                assert!(best.nodes <= nodes + 100, "{}", best.nodes);
            }
            if limits.depth.is_some() {
                assert!(best.depth <= 3);
            }
            // Every other move is drawn, so that all kinds of positions come.
            let drawn = *game.legal_moves().choose(&mut random).unwrap();
            game.play(if game.mover() as usize == number % 2 {
                best.pv[0]
            } else {
                drawn
            });
        }
        let end = search(&mut player, game, &Request::default());
        assert_eq!((end.len(), end[0].pv.len()), (1, 0));
        assert_eq!(end[0].score, Score::from_discs(game.outcome().unwrap()));
    }
}

#[test]
fn a_search_that_is_stopped_at_once_gives_a_legal_move() {
    let mut player = ReversiPlayer::default();
    let game = position(3, 40);
    let stop = StopFlag::new();
    stop.raise();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let request = Request {
        limits,
        ..Request::default()
    };
    let game = History::new(game);
    let found = player.search(&game, &request, &stop, &mut |_| {}).unwrap();
    assert!(game.legal(None).contains(&found[0].pv[0]));
}

#[test]
fn it_evaluates_and_has_the_options_of_othello_that_it_knows() {
    let mut player = ReversiPlayer::default();
    let names: Vec<&str> = player.options().iter().map(|option| option.name).collect();
    assert_eq!(names, ["Level", "MoveOverhead", "Seed"]);
    player.set_option("level", "3").unwrap();
    assert_eq!(player.options()[0].value, "3");
    assert!(player.set_option("Level", "0").is_err());
    let unknown = OptionError::Unknown("Hash".to_owned());
    assert_eq!(player.set_option("Hash", "1"), Err(unknown));

    let of = |game: Reversi| player.evaluate(&History::new(game)).unwrap();
    assert_eq!(of(Reversi::START), Score(0));
    let corner = position(1, 30);
    assert_eq!(
        of(corner),
        Score(player.network.estimate(&corner.position()))
    );
    let full = Reversi::START.read(&format!("{} X 0 0", "X".repeat(64)));
    assert_eq!(of(full.unwrap().unwrap()), Score::from_discs(64));
}
