//! What is told of players, word by word, and in which order.

use serde_json::{Value, json};

use super::comparison::SKILLS;
use super::json::PlayerRow;
use super::players::Ratings;
use super::players::tests::game;
use super::text::{list, tell};
use super::words::with_side;
use super::*;
use crate::people::class::who;
use crate::people::judgement::{OTHERS, PHASES, PhaseLoss};
use bianca_records::record::annotated::Note;
use bianca_search::search::Settings;
use bianca_system::language::Language;

/// Twenty moves, bad ones among them.
const GAME: &str = "f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7";

fn ratings() -> Ratings {
    Ratings::new(None, &Settings::default()).unwrap()
}

fn strength(rating: f64, low: f64, high: f64) -> Strength {
    Strength { rating, low, high }
}

/// A player of whose games, played to their end, nothing was judged.
fn unjudged(name: &str, games: u32, strength: Strength) -> Rated {
    Rated {
        name: name.to_owned(),
        sides: Default::default(),
        whole: Judgement {
            games,
            finished: games,
            ..Judgement::default()
        },
        strength,
        games: Vec::new(),
        openings: Vec::new(),
        left_out: LeftOut::default(),
    }
}

#[test]
fn players_stand_in_columns_words_left_and_numbers_right() {
    let mut players = [
        unjudged("Ann", 12, strength(1560.4, 1400.6, 1712.7)),
        // Wider than 500 points.
        unjudged("山田", 3, strength(690.0, 450.0, 950.6)),
        unjudged("Cy", 1, strength(1560.0, 1400.0, 1700.0)),
    ];
    players[2].whole.finished = 0;
    let left_out = LeftOut {
        doubles: 2,
        handicaps: 1,
    };
    let mut text = Vec::new();
    list(&mut text, &players, left_out, Language::English).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "player  games  moves  strength  95 %          about  accuracy  lost a move",
            "Ann        12      0      1560  1401 to 1713  club      0.0 %            -",
            "山田        3      0         -  450 to 951    -         0.0 %            -",
            "Cy          1      0         -  -             -             -            -",
            "2 games are there again and were left out.",
            "1 game began with discs in corners and was left out.",
        ]
    );
}

#[test]
fn what_may_be_said_follows_from_games_moves_and_the_width() {
    let mut player = unjudged("Ann", 1, strength(1500.0, 1250.0, 1750.0));
    assert_eq!(player.verdict(), Verdict::Rank);
    player.strength.high = 1750.1;
    assert_eq!(player.verdict(), Verdict::Range);
    player.strength.high = 1750.0;
    player.strength.low = 1249.9;
    assert_eq!(player.verdict(), Verdict::Range);
    // At the end of the scale, where half of it is missing.
    player.strength = strength(500.0, 450.0, 749.0);
    assert_eq!(player.verdict(), Verdict::Rank);
    player.strength.high = 751.0;
    assert_eq!(player.verdict(), Verdict::Range);
    player.whole.finished = 0;
    assert_eq!(player.verdict(), Verdict::Nothing(15));
    let mut ratings = ratings();
    ratings.add(&game(["Ann", "Bob"], "", &GAME[..28]));
    assert_eq!(ratings.players(1)[0].verdict(), Verdict::Nothing(8));
    // In three moves of which none loses anything, too.
    let mut ratings = self::ratings();
    ratings.add(&game(["Ann", ""], "", "f5d6c3d3c4"));
    let mut players = ratings.players(1);
    let place = players.iter().position(|player| player.name == "Ann");
    let ann = players.remove(place.unwrap());
    assert_eq!(ann.verdict(), Verdict::Nothing(12));
    let mut text = Vec::new();
    tell(&mut text, &ann, Language::English).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "player    Ann\n\
         games     1 game, with 3 moves where there was a choice\n\
         strength  A strength needs a game played to its end, or 15 moves with a choice. \
         So far there are 3.\n\n"
    );
    let row: Value = serde_json::from_str(&PlayerRow::of(&ann).line()).unwrap();
    assert_eq!(
        (&row["told"], &row["missing"]),
        (&json!("nothing"), &json!(12))
    );
    for key in ["rating", "low", "high", "skill", "peers", "accuracy"] {
        assert_eq!(row[key], Value::Null, "{key}");
    }
    assert_eq!(row["lapses"], json!({"4": null, "10": null}));
    for key in ["loss", "black", "after_opening"] {
        assert_eq!(
            (&row[key]["mean"], &row[key]["error"]),
            (&Value::Null, &Value::Null)
        );
    }
    let first = &row["phases"][0];
    assert_eq!((&first["moves"], &first["mean"]), (&json!(3), &Value::Null));
    assert_eq!(
        (&first["peers"], &first["others"]["1500"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_wide_interval_is_told_as_a_range() {
    let player = unjudged("Ann", 1, strength(1100.0, 700.0, 1500.0));
    for language in Language::ALL {
        let mut text = Vec::new();
        tell(&mut text, &player, language).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (told, _) = text.split_once("\n\n").unwrap();
        for part in [who(700.0, language), who(1500.0, language), "700", "1500"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(
            !told.contains("1100") && !told.contains("learner"),
            "{told}"
        );
        assert!(!told.contains(who(1100.0, language)), "{told}");
    }
    let row: Value = serde_json::from_str(&PlayerRow::of(&player).line()).unwrap();
    assert_eq!(
        (&row["told"], &row["rating"]),
        (&json!("range"), &json!(1100))
    );
    assert_eq!(
        (&row["skill"], &row["phases"][0]["skill"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_player_is_told_of_part_by_part() {
    let mut text = Vec::new();
    let mut player = unjudged("Ann", 1, strength(1560.4, 1400.6, 1712.7));
    player.whole.lapses = [3, 2];
    player.left_out.doubles = 1;
    tell(&mut text, &player, Language::English).unwrap();
    let who = who(1560.4, Language::English);
    let cells = |cells: [&str; 6]| cells.map(|cell| format!("{cell:>13}")).concat();
    let parts = cells([
        "moves 1-12",
        "moves 13-24",
        "moves 25-36",
        "moves 37-48",
        "moves 49-60",
        "all",
    ]);
    let none = cells(["-"; 6]);
    let mut expected = format!(
        "player            Ann\n\
         games             1 game, with 0 moves where there was a choice\n\
         strength          1560, in 95 of 100 cases 1401 to 1713; about Bianca's skill club\n\
         level             about {who}\n\
         accuracy          0.0 %\n\
         4 discs or more   3.0 moves a game\n\
         10 discs or more  2.0 moves a game\n\
         1 game is there again and was left out.\n\n\
         discs lost    {parts}\n"
    );
    let others = OTHERS.map(|rating| format!("people of {rating}"));
    let names = ["a move", "with black", "with white"].map(str::to_owned);
    for name in names.iter().chain(&others) {
        expected += &format!("{name:<14}{none}\n");
    }
    assert_eq!(String::from_utf8(text).unwrap(), expected + "\n");
}

fn hundredths(number: Option<f64>) -> Value {
    number.map_or(Value::Null, |number| {
        json!((number * 100.0).round() / 100.0)
    })
}

fn loss(mean: &Mean) -> Value {
    let (mean, side, count) = (mean.mean(), mean.side(), mean.count());
    json!({"moves": count, "mean": hundredths(mean), "error": hundredths(side)})
}

#[test]
fn a_line_has_what_is_known_of_a_player_under_its_documented_names() {
    let mut ratings = ratings();
    ratings.add(&game(["Ann", "Bob"], "2001", GAME));
    ratings.add(&game(["Bob", "Ann"], "2002", &GAME[..12]));
    ratings.add(&game(["Ann", "Cy"], "2003", &GAME[..8]));
    ratings.add(&game(["ANN", "Cy"], "2003", &GAME[..8]));
    let mut players = ratings.players(1);
    let place = players.iter().position(|player| player.name == "Ann");
    let mut ann = players.remove(place.unwrap());
    ann.strength = strength(1560.4, 1400.6, 1712.7);
    let [black, white] = [0, 1].map(|side| ann.sides[side].whole().lost);
    // Ten and two moves with black, three with white; there was a choice each time.
    assert_eq!((black.count(), white.count()), (12, 3));
    assert_ne!(black.mean(), white.mean());
    let [four, ten] = ann.whole.lapses.map(|moves| f64::from(moves) / 3.0);
    assert!(four > ten && ten > 0.0, "{four} {ten}");
    let of_skill = SKILLS.iter().find(|(name, _)| *name == "club").unwrap().1;
    let phases = PHASES.iter().enumerate().map(|(place, (from, to))| {
        let phase: &PhaseLoss = &ann.whole.phases[place];
        let mut row = loss(&phase.lost);
        row["from"] = json!(from);
        row["to"] = json!(to);
        row["others"] = json!({});
        for (rating, mean) in OTHERS.iter().zip(&phase.others) {
            row["others"][rating.to_string()] = hundredths(mean.mean());
        }
        // 1560.4 lies between 1500 and 1700.
        let [low, high] = [2, 3].map(|place: usize| phase.others[place].mean());
        let share = 60.4 / 200.0;
        let between = low.zip(high).map(|(low, high)| low + (high - low) * share);
        row["peers"] = hundredths(between);
        row["skill"] = json!(of_skill[place]);
        row
    });
    let expected = json!({
        "player": "Ann",
        "games": 3,
        "moves": 15,
        "doubles": 1,
        "handicaps": 0,
        "told": "rank",
        "missing": 0,
        "rating": 1560,
        "low": 1401,
        "high": 1713,
        "skill": "club",
        "peers": 1560,
        "accuracy": hundredths(ann.whole.accuracy.mean()),
        "lapses": {"4": hundredths(Some(four)), "10": hundredths(Some(ten))},
        "loss": loss(&ann.whole.whole().lost),
        "after_opening": loss(&ann.whole.after_opening),
        "black": loss(&black),
        "white": loss(&white),
        "phases": phases.collect::<Vec<Value>>(),
    });
    let line = PlayerRow::of(&ann).line();
    assert!(!line.contains('\n'));
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), expected);
    // In the text the same numbers stand at their places.
    let mut text = Vec::new();
    tell(&mut text, &ann, Language::English).unwrap();
    let text = String::from_utf8(text).unwrap();
    let row = |name: &str| {
        let mut rows = text.lines().filter(|line| line.starts_with(name));
        let cells = rows.next().unwrap()[14..].trim().to_owned();
        cells
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let told = |judgement: &Judgement| -> Vec<String> {
        let phases = judgement.phases.iter().map(|phase| with_side(&phase.lost));
        phases.chain([with_side(&judgement.whole().lost)]).collect()
    };
    let rows: [Vec<String>; 3] = ["a move", "with black", "with white"].map(row);
    assert_eq!(
        rows,
        [told(&ann.whole), told(&ann.sides[0]), told(&ann.sides[1])]
    );
}

#[test]
fn a_mean_is_told_with_its_interval_as_far_as_it_has_one() {
    let mut ratings = ratings();
    ratings.add(&game(["Ann", "Bob"], "", "f5f4"));
    ratings.add(&game(["Cy", "Bob"], "", "f5f6e6"));
    let players = ratings.players(1);
    let lost = |name: &str| {
        let player = players.iter().find(|player| player.name == name);
        player.unwrap().whole.whole().lost
    };
    assert_eq!(with_side(&Mean::default()), "-");
    let one = lost("Ann");
    assert_eq!((one.count(), one.side()), (1, None));
    assert_eq!(with_side(&one), format!("{:.2}", one.mean().unwrap()));
    let two = lost("Bob");
    let (mean, side) = (two.mean().unwrap(), two.side().unwrap());
    assert_eq!(with_side(&two), format!("{mean:.2} ±{side:.2}"));
}

#[test]
fn the_strongest_come_first_and_who_played_too_few_games_is_left_out() {
    let names = |players: Vec<Rated>| -> Vec<(String, u32)> {
        let told = players
            .into_iter()
            .map(|player| (player.name, player.whole.games));
        told.collect()
    };
    let ratings = |least| {
        let mut again = self::ratings();
        again.add(&game(["Ann", "Bob"], "", GAME));
        again.add(&game(["Ann", "Cy"], "", "f5f4"));
        again.add(&game(["Bob", "Ann"], "", ""));
        again.players(least)
    };
    let all = ratings(0);
    assert!(all.is_sorted_by(|a, b| a.strength.rating >= b.strength.rating));
    assert_eq!(all.len(), 3);
    assert_eq!(names(ratings(2)), [("Ann".to_owned(), 2)]);
    assert!(ratings(3).is_empty());
}

#[test]
fn openings_with_the_most_games_come_first() {
    let mut ratings = ratings();
    let [tiger, cat, diagonal] = ["f5d6c3d3c4f4", "f5d6c4d3c3f4f6b4", "f5f6e6f4"];
    let all = [cat, tiger, diagonal, tiger, diagonal, tiger];
    for (place, moves) in all.iter().enumerate() {
        // Each against somebody else.
        ratings.add(&game(["Ann", &place.to_string()], "", moves));
    }
    let mut players = ratings.players(1).into_iter();
    let player = players.find(|player| player.name == "Ann").unwrap();
    let named = |moves: &str| {
        let game = game(["", ""], "", moves);
        Named::of_game(&game.game).unwrap()
    };
    let told: Vec<(Named, u32, u32)> = player
        .openings
        .iter()
        .map(|one| (one.named, one.games, one.lost.count()))
        .collect();
    assert_eq!(
        told,
        [
            (named(tiger), 3, 9),
            (named(diagonal), 2, 4),
            (named(cat), 1, 4),
        ]
    );
    for one in &player.openings {
        assert_eq!(one.accuracy.count(), one.lost.count());
    }
    let counts: Vec<u32> = player.games.iter().map(|game| game.lost.count()).collect();
    assert_eq!(counts, [4, 3, 2, 3, 2, 3]);
}

#[test]
fn ratings_beyond_those_of_people_have_the_nearest_skill() {
    for (rating, peers, skill) in [
        (-50.0, 1100.0, "first-game"),
        (1100.0, 1100.0, "learner"),
        (2100.0, 2100.0, ""),
        (9000.0, 2100.0, "full"),
    ] {
        let player = unjudged("", 1, strength(rating, 0.0, 0.0));
        assert_eq!(player.peers(), peers);
        if !skill.is_empty() {
            assert_eq!(player.skill().name(), skill, "{rating}");
        }
    }
}

#[test]
fn moves_of_a_drawn_opening_are_nobody_s() {
    let counts = |timed_from: usize| -> Vec<(String, u32, u32)> {
        let mut one = game(["Ann", "Bob"], "", "f5d6c3d3c4f4f6b4");
        let time = |turn| (turn >= timed_from).then_some(std::time::Duration::from_secs(1));
        one.notes = (0..8)
            .map(|turn| Note {
                time: time(turn),
                ..Note::default()
            })
            .collect();
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        ratings.add(&one);
        let mut told: Vec<_> = ratings
            .players(1)
            .into_iter()
            .map(|player| {
                (
                    player.name.clone(),
                    player.whole.games,
                    player.whole.whole().lost.count(),
                )
            })
            .collect();
        told.sort();
        told
    };
    let told = |ann, bob| vec![("Ann".to_owned(), 1, ann), ("Bob".to_owned(), 1, bob)];
    // Without any time all were chosen.
    assert_eq!(counts(8), told(4, 4));
    assert_eq!(counts(0), told(4, 4));
    assert_eq!(counts(5), told(1, 2));
    // Who chose nothing is not there.
    assert_eq!(counts(7), [("Bob".to_owned(), 1, 1)]);
}

#[test]
fn whom_a_player_is_compared_with_is_told_beyond_the_ratings_of_people_too() {
    let mut ratings = ratings();
    ratings.add(&game(["Ann", ""], "", GAME));
    let players = ratings.players(1);
    let mut ann = players
        .into_iter()
        .find(|player| player.name == "Ann")
        .unwrap();
    ann.whole.finished = 1;
    let [weakest, .., strongest] = OTHERS;
    for (rating, peers) in [
        (520.0, weakest),
        (1080.0, weakest),
        (1100.0, weakest),
        (1500.0, 1500),
        (1900.0, 1900),
        (2100.0, strongest),
        (2310.0, strongest),
        (2480.0, strongest),
    ] {
        ann.strength = strength(rating, rating - 60.0, rating + 60.0);
        let line = PlayerRow::of(&ann).line();
        let row: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(row["rating"], json!(rating as i64));
        assert_eq!(row["peers"], json!(peers), "{rating}");
        // What such people lose stands under their own rating as well.
        for phase in row["phases"].as_array().unwrap() {
            assert_eq!(
                phase["peers"],
                phase["others"][peers.to_string()],
                "{rating}"
            );
        }
    }
}
