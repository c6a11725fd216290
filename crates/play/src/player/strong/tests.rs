use super::*;
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
