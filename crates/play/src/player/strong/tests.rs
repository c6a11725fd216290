use super::*;
use std::time::Duration;

use bianca_rules::othello::Color;
use bianca_search::eval::weights;
use bianca_search::request::Limits;

#[test]
fn a_search_that_is_stopped_at_once_gives_a_legal_move() {
    let mut player = StrongPlayer::new(Settings {
        hash_mib: 1,
        ..Settings::default()
    })
    .unwrap();
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5").unwrap();
    let stop = StopFlag::new();
    stop.raise();
    let found = player.search(&game, &Request::default(), &stop, &mut |_| {});
    assert!(game.legal(None).contains(&found.unwrap()[0].pv[0]));
    player.recover();
    player.new_game();
}

#[test]
fn a_skill_is_set_by_number_or_name_and_the_full_one_searches() {
    let mut player = StrongPlayer::new(Settings {
        hash_mib: 1,
        level: 4,
        ..Settings::default()
    })
    .unwrap();
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5f6e6f4g5").unwrap();
    let moves = |player: &mut StrongPlayer, value: &str| {
        player.set_option("skill", value).unwrap();
        player.new_game();
        let (request, stop) = (Request::for_move(Limits::default()), StopFlag::new());
        let mut told = Vec::new();
        let chosen = player
            .search(&game, &request, &stop, &mut |line| told.push(line.clone()))
            .unwrap();
        player.new_game();
        let searched = player.search(&game, &Request::default(), &stop, &mut |_| {});
        assert_eq!(told.last().unwrap().pv[0], chosen[0].pv[0]);
        (chosen[0].pv[0], searched.unwrap()[0].pv[0])
    };
    let (chosen, searched) = moves(&mut player, "full");
    assert_eq!(chosen, searched);
    let mut seen: Vec<String> = Vec::new();
    for seed in 1..30 {
        player.set_option("Seed", &seed.to_string()).unwrap();
        seen.push(moves(&mut player, "1").0.to_string());
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 2, "{seen:?}");
    let option = |player: &StrongPlayer| player.options().into_iter().find(|o| o.name == SKILL);
    assert_eq!(option(&player).unwrap().value, "1");
    for bad in ["0", "11", "grandmother", ""] {
        let refusal = player.set_option(SKILL, bad).unwrap_err().to_string();
        assert!(refusal.contains("a number from 1 to 10 or one of first-game, beginner"));
    }
    player.set_option(SKILL, "First Game").unwrap();
    assert_eq!(option(&player).unwrap().value, "1");
}

#[test]
fn a_rating_is_the_same_as_the_skill_that_is_worth_it() {
    let mut player = StrongPlayer::new(Settings {
        hash_mib: 1,
        ..Settings::default()
    })
    .unwrap();
    let value = |player: &StrongPlayer, name: &str| {
        let mut options = player.options().into_iter();
        options.find(|option| option.name == name).unwrap().value
    };
    let most = Skill::FULL.elo().to_string();
    assert_eq!(value(&player, ELO), most);
    player.set_option("skill", "club").unwrap();
    let club = Skill::named("club").unwrap();
    assert_eq!(value(&player, ELO), club.elo().to_string());
    player.set_option("elo", "1500").unwrap();
    assert_eq!(value(&player, ELO), "1500");
    assert_eq!(value(&player, SKILL), club.number().to_string());
    for bad in ["0", "9999", "-1", "strong", ""] {
        let refusal = player.set_option(ELO, bad).unwrap_err().to_string();
        assert!(refusal.ends_with(&format!("to {most}")), "{refusal}");
    }
    assert_eq!(value(&player, ELO), "1500");
    player.set_option("Hash", "2").unwrap();
    assert_eq!(value(&player, ELO), "1500");
    player.set_option("Elo", &most).unwrap();
    assert_eq!(value(&player, SKILL), "10");
}
/// Whether the book answers after f5; the lines that were reported are those that are answered.
fn book_answers(player: &mut StrongPlayer, request: Request) -> bool {
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5").unwrap();
    let mut told = Vec::new();
    let mut tell = |line: &Report<GameMove>| told.push(line.clone());
    let lines = player.search(&game, &request, &StopFlag::new(), &mut tell);
    let lines = lines.unwrap();
    // Nothing was searched.
    let by_book = lines[0].nodes == 0;
    assert!(!by_book || told == lines);
    by_book
}

fn with_book() -> StrongPlayer {
    let settings = Settings {
        hash_mib: 1,
        level: 2,
        ..Settings::default()
    };
    StrongPlayer::new(settings).unwrap().with_book()
}

#[test]
fn the_book_answers_for_a_move_of_a_game_alone() {
    let mut player = with_book();
    let game = Request::for_move(Limits::default());
    assert!(book_answers(&mut player, game));
    assert!(!book_answers(&mut player, Request::default()));
    let limited = Request::for_move(Limits::to_depth(5));
    assert!(!book_answers(&mut player, limited));
    player.set_option("book", "off").unwrap();
    assert!(!book_answers(&mut player, game));
}

#[test]
fn between_the_last_skill_and_the_full_one_some_moves_are_searched() {
    let settings = Settings {
        hash_mib: 1,
        level: 3,
        ..Settings::default()
    };
    let mut player = StrongPlayer::new(settings).unwrap().with_book();
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5").unwrap();
    let mut searched = |elo: u16| {
        player.set_option(ELO, &elo.to_string()).unwrap();
        player.set_option("Seed", "7").unwrap();
        let (request, stop) = (Request::for_move(Limits::default()), StopFlag::new());
        let mut depths = (0..40).map(|_| {
            let lines = player.search(&game, &request, &stop, &mut |_| {}).unwrap();
            lines[0].depth
        });
        // The last skill sees twelve plies; the level sees three.
        depths.by_ref().filter(|&depth| depth == 3).count()
    };
    let found = [2470, 2530, 2600, 2670].map(&mut searched);
    assert_eq!(found[0], 0);
    assert!(
        found.is_sorted_by(|a, b| a < b) && found[3] < 40,
        "{found:?}"
    );
}

#[test]
fn no_book_answers_for_who_plays_less_well() {
    let mut player = with_book();
    player.set_option("Skill", "club").unwrap();
    let game = Request::for_move(Limits::default());
    assert!(!book_answers(&mut player, game));
    // It is known all the same.
    assert!(!player.book_moves(&OthelloGame::new()).unwrap().is_empty());
    player.set_option("Skill", "full").unwrap();
    assert!(book_answers(&mut player, game));
}

/// A player who searches little, and quickly.
fn quick() -> StrongPlayer {
    let settings = Settings {
        hash_mib: 1,
        level: 2,
        ..Settings::default()
    };
    StrongPlayer::new(settings).unwrap()
}

#[test]
fn a_look_in_between_changes_nothing_of_what_is_drawn() {
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5d6").unwrap();
    let stopped = StopFlag::new();
    stopped.raise();
    let pondering = Request::for_move(Limits {
        infinite: true,
        ..Limits::default()
    });
    let drawn = |set: [&str; 2], looks: usize| {
        let mut player = quick().with_book();
        player.set_option("Seed", "5").unwrap();
        player.set_option(set[0], set[1]).unwrap();
        let moves = (0..24).map(|_| {
            for _ in 0..looks {
                for (request, stop) in [
                    (Request::default(), &StopFlag::new()),
                    (pondering, &stopped),
                ] {
                    player.search(&game, &request, stop, &mut |_| {}).unwrap();
                }
            }
            // What was searched is a reason to answer otherwise.
            player.new_game();
            let request = Request::for_move(Limits::default());
            let lines = player.search(&game, &request, &StopFlag::new(), &mut |_| {});
            lines.unwrap()[0].pv[0].to_string()
        });
        moves.collect::<Vec<String>>()
    };
    for set in [["Book", "off"], ["Book", "builtin"], ["Skill", "club"]] {
        let usual = drawn(set, 0);
        assert!(usual.iter().any(|mv| *mv != usual[0]), "{set:?}: {usual:?}");
        for looks in [1, 3] {
            assert_eq!(drawn(set, looks), usual, "{set:?}");
        }
    }
}

#[test]
fn a_persons_time_is_never_longer_than_what_has_passed() {
    let mut player = quick();
    player.set_option(SKILL, "club").unwrap();
    player.set_option(PERSON_TIME, "true").unwrap();
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5").unwrap();
    let mut told = |limits: Limits, stop: &StopFlag| {
        let begun = Instant::now();
        let request = Request::for_move(limits);
        let lines = player.search(&game, &request, stop, &mut |_| {}).unwrap();
        (lines[0].elapsed, begun.elapsed())
    };
    // Half of a short time is less than what any choice takes.
    let limits = Limits {
        move_time: Some(Duration::from_millis(120)),
        ..Limits::default()
    };
    let (told_time, passed) = told(limits, &StopFlag::new());
    assert!(told_time >= Duration::from_millis(60) && told_time <= passed);
    // Stopped before it begins, and while it waits.
    let stop = StopFlag::new();
    stop.raise();
    let (told_time, passed) = told(Limits::default(), &stop);
    assert!(told_time <= passed, "{told_time:?} {passed:?}");
    let stop = StopFlag::new();
    let (told_time, passed) = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.raise();
        });
        told(Limits::default(), &stop)
    });
    assert!(told_time <= passed, "{told_time:?} {passed:?}");
}

#[test]
fn a_person_looks_no_further_than_a_limit_allows() {
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5d6c3d3c4").unwrap();
    // The plies of the last look, by docs/skill.md.
    for (skill, plies) in [
        ("first-game", 1),
        ("learner", 4),
        ("club", 8),
        ("champion", 12),
    ] {
        let mut player = quick();
        player.set_option(SKILL, skill).unwrap();
        // How many plies and how many positions were looked at for a move.
        let mut looked = |limits: Limits| {
            let (request, stop) = (Request::for_move(limits), StopFlag::new());
            let lines = player.search(&game, &request, &stop, &mut |_| {}).unwrap();
            assert!(!lines[0].chances.is_empty(), "{skill} {limits:?}");
            (lines[0].depth, lines[0].nodes)
        };
        let (depth, free) = looked(Limits::default());
        assert_eq!(depth, plies, "{skill}");
        for most in [1, 2, 3, 5, 9, 20] {
            let (depth, nodes) = looked(Limits::to_depth(most));
            assert_eq!(depth, plies.min(most), "{skill} {most}");
            assert!(nodes <= free, "{skill} {most}: {nodes} of {free}");
        }
        for most in [200, 1_000, 4_000] {
            let limits = Limits {
                nodes: Some(most),
                ..Limits::default()
            };
            let (_, nodes) = looked(limits);
            // The least that each of its looks needs comes on top.
            assert!(nodes < most + 500, "{skill} {most}: {nodes} of {free}");
        }
    }
}

#[test]
fn a_new_game_knows_nothing_of_what_was_learnt_or_searched() {
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5d6c3d3c4").unwrap();
    let search = |player: &mut StrongPlayer| {
        let request = Request {
            limits: Limits::to_depth(6),
            ..Request::default()
        };
        let lines = player.search(&game, &request, &StopFlag::new(), &mut |_| {});
        let line = lines.unwrap().remove(0);
        (line.score, line.pv, line.nodes)
    };
    let learn = |player: &mut StrongPlayer| {
        let score = Score::from_discs(30);
        let bounds = LearntScore {
            lower: score,
            upper: score,
            depth: 40,
            confidence: 100,
        };
        // The best move of a player who knows nothing leads there.
        let mut after = game.clone();
        Game::play(&mut after, None, "f4").unwrap();
        player.learn(&after, &bounds, None);
    };
    let fresh = search(&mut quick());
    let mut taught = quick();
    learn(&mut taught);
    assert_ne!(search(&mut taught), fresh);
    let does: [&dyn Fn(&mut StrongPlayer); 2] = [&learn, &|player| {
        search(player);
    }];
    // In whatever order, and in the first game as in the third.
    for orders in [&[0][..], &[1], &[0, 1], &[1, 0]] {
        let mut player = quick();
        for round in 1..=3 {
            orders.iter().for_each(|&order| does[order](&mut player));
            player.new_game();
            if round % 2 == 1 {
                assert_eq!(search(&mut player), fresh, "{orders:?} {round}");
                player.new_game();
            }
        }
    }
}

/// The player makes the moves of a side in a game that is broken off then.
fn plays(player: &mut StrongPlayer, side: Color, moves: &str) -> OthelloGame {
    let mut game = OthelloGame::new();
    for mv in moves.as_bytes().chunks(2) {
        if game.to_move() == side {
            let request = Request::for_move(Limits::default());
            let stop = StopFlag::new();
            player.search(&game, &request, &stop, &mut |_| {}).unwrap();
        }
        Game::play(&mut game, None, std::str::from_utf8(mv).unwrap()).unwrap();
    }
    game
}

#[test]
fn a_game_that_was_broken_off_tells_nothing_of_who_plays_the_next() {
    for (first, second) in [(Color::Black, Color::White), (Color::White, Color::Black)] {
        let mut player = quick();
        player.set_option(ELO, "1500").unwrap();
        player.set_option(FOLLOW, "true").unwrap();
        for (games, own) in (1..).zip([first, second, second, first]) {
            player.new_game();
            plays(&mut player, !own, "f5d6c3d3c4f4f6f3");
            player.new_game();
            // The other moves make it another game than the one before.
            let moves = ["f5d6c3d3c4f4e3f6", "f5d6c3d3c4f4f6b4"][games as usize % 2];
            let game = plays(&mut player, own, moves);
            player.see(&game, End::Decided(Some(!own)));
            assert_eq!(player.follows().unwrap().results, [games, 0, 0], "{own}");
        }
    }
}

#[test]
fn whoever_plays_is_seen_and_judged_by_the_evaluation_that_is_set() {
    let network = Settings::default().evaluation.network();
    let raised = network.raised(|_| 12.0, "twelve discs more".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    weights::write(&raised, &file).unwrap();
    let file = file.to_str().unwrap();
    // What the moves of a person tell, and from what the player draws, when these are set.
    let found = |options: &[[&str; 2]]| {
        let mut player = quick();
        for [name, value] in options {
            player.set_option(name, value).unwrap();
        }
        let game = plays(&mut player, Color::White, "f5d6c3d3c4f4e3f6");
        let (request, stop) = (Request::for_move(Limits::default()), StopFlag::new());
        let lines = player.search(&game, &request, &stop, &mut |_| {}).unwrap();
        player.see(&game, End::Decided(None));
        let by_moves = player.follows().unwrap().by_moves.unwrap();
        (by_moves, lines[0].chances.clone())
    };
    let [elo, follow, other] = [[ELO, "1500"], [FOLLOW, "true"], ["EvalFile", file]];
    let usual = found(&[elo, follow]);
    let set = found(&[other, elo, follow]);
    assert_ne!(usual.0, set.0);
    assert_ne!(usual.1, set.1);
    for order in [[elo, other, follow], [elo, follow, other]] {
        assert_eq!(found(&order), set, "{order:?}");
    }
    let embedded = ["EvalFile", "embedded"];
    assert_eq!(found(&[elo, follow, other, embedded]), usual);
}

/// What is listed of an option but for its value.
fn terms(player: &StrongPlayer) -> Vec<(&'static str, OptionKind, &'static str)> {
    let options = player.options().into_iter();
    let terms = options.map(|option| (option.name, option.kind, option.help));
    terms.collect()
}

#[test]
fn what_is_set_changes_values_alone_and_no_default() {
    let mut player = with_book();
    let listed = terms(&player);
    for (name, kind, _) in &listed {
        let values = match kind {
            OptionKind::Number { default, min, .. } => {
                [default + 1, *min].iter().map(i64::to_string).collect()
            }
            OptionKind::Switch { default } => vec![(!default).to_string()],
            OptionKind::Choice { .. } | OptionKind::Text { .. } => Vec::new(),
        };
        for value in values {
            // Where the default is the greatest, none is above it.
            if player.set_option(name, &value).is_ok() {
                assert_eq!(terms(&player), listed, "{name} {value}");
            }
        }
    }
}
