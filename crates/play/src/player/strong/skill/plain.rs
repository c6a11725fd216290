//! A second account of what a skill draws from: the rules and the table of docs/skill.md, in
//! positions whose scores are drawn, since those of a search hardly ever touch the bounds.

use super::*;
use crate::game::Game;
use bianca_rules::othello::OthelloGame;

/// A row of the table.
struct Row {
    number: u8,
    rating: f32,
    temperature: f64,
    closing: f64,
    allowance: f32,
    plies: Vec<u32>,
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [
        _,
        number,
        _,
        rating,
        temperature,
        closing,
        allowance,
        plies,
        _,
    ] = cells[..]
    else {
        return None;
    };
    Some(Row {
        number: number.parse().ok()?,
        rating: rating.parse().ok()?,
        temperature: temperature.parse().ok()?,
        closing: closing.parse().ok()?,
        allowance: allowance.parse().ok()?,
        plies: plies.split(", ").map(|ply| ply.parse().unwrap()).collect(),
    })
}

fn table() -> Vec<Row> {
    let page = include_str!("../../../../../../docs/skill.md");
    page.lines().filter_map(row).collect()
}

/// How often each rule decided something.
#[derive(Debug, Default)]
struct Met {
    gifts_refused: u32,
    /// Gifts that are as good as the best keeper allows, though not as the best of all moves would.
    gifts_by_keepers: u32,
    lost_refused: u32,
    /// Moves that lose all where no other is left.
    lost_all: u32,
}

/// Rules 4 and 5: the moves that are made, of which there is always one.
fn made(row: &Row, position: Position, seen: &Seen, met: &mut Met) -> Vec<bool> {
    let corners = ["a1", "h1", "a8", "h8"].map(|name| name.parse::<Square>().unwrap());
    let takes = |position: Position| corners.map(|corner| position.moves().contains(corner));
    let before = takes(position.passed());
    let gives: Vec<bool> = (seen.moves.iter())
        .map(|mv| {
            let after = takes(position.play_unchecked(mv.square));
            (0..4).any(|corner| after[corner] && !before[corner])
        })
        .collect();
    let losses: Vec<f32> = seen.moves.iter().map(|mv| mv.losses[DEPTHS - 1]).collect();
    let keepers = losses.iter().zip(&gives).filter(|(_, gives)| !**gives);
    let safest = keepers.map(|(loss, _)| *loss).reduce(f32::min);
    let best = losses.iter().copied().reduce(f32::min).unwrap();
    let is_lost: Vec<bool> = (losses.iter())
        .map(|loss| seen.best - loss == -64.0)
        .collect();
    let lives = !is_lost.iter().all(|lost| *lost);
    let mut made = Vec::new();
    for ((&loss, &gives), &is_lost) in losses.iter().zip(&gives).zip(&is_lost) {
        let is_refused = gives && safest.is_some_and(|safest| loss > safest + row.allowance);
        met.gifts_refused += u32::from(is_refused);
        met.gifts_by_keepers += u32::from(gives && !is_refused && loss > best + row.allowance);
        let is_careful = row.number >= 3 && is_lost;
        met.lost_refused += u32::from(is_careful && lives && !is_refused);
        met.lost_all += u32::from(is_careful && !lives);
        made.push(!(is_refused || is_careful && lives));
    }
    assert!(made.contains(&true), "{position:?} {seen:?}");
    made
}

/// A game of moves by chance, which stands where there is a choice.
fn drawn_game(random: &mut StdRng) -> OthelloGame {
    let mut game = OthelloGame::new();
    // Often about where the last part of a game begins.
    let plies = if random.random() {
        random.random_range(46..50)
    } else {
        random.random_range(6..56)
    };
    loop {
        let moves = game.legal(None);
        if game.is_over() {
            return drawn_game(random);
        }
        if game.turns().len() >= plies && moves.len() > 1 {
            return game;
        }
        let mv = moves.choose(random).unwrap().to_string();
        Game::play(&mut game, None, &mv).unwrap();
    }
}

/// Scores by chance: near to one another, or near to a lost board; at each depth others.
fn drawn_scores(position: Position, random: &mut StdRng) -> Seen {
    let best = 2 * if random.random() {
        random.random_range(-32..0)
    } else {
        random.random_range(-16..=32)
    };
    let width = *[4, 12, 64].choose(random).unwrap();
    let squares: Vec<Square> = position.moves().into_iter().collect();
    let first = random.random_range(0..squares.len());
    let moves = squares.into_iter().enumerate().map(|(place, square)| {
        let mut loss = || 2 * random.random_range(0..=width.min(best + 64) / 2);
        let mut losses = [0.0; DEPTHS].map(|_: f32| loss() as f32);
        if place == first {
            losses[DEPTHS - 1] = 0.0;
        }
        SeenMove { square, losses }
    });
    Seen {
        moves: moves.collect(),
        best: best as f32,
    }
}

#[test]
fn a_skill_draws_from_what_its_page_says() {
    let table = table();
    assert_eq!(table.len(), PROFILES.len());
    let (mut random, mut met) = (StdRng::seed_from_u64(11), Met::default());
    let mut at_twelve = 0;
    for _ in 0..1_500 {
        let game = drawn_game(&mut random);
        let position = game.position();
        let seen = drawn_scores(position, &mut random);
        let empties = position.empties();
        at_twelve += u32::from(empties == 12);
        for row in &table {
            let manner = Skill::new(row.number).unwrap().manner().unwrap();
            let scene = Scene {
                place: Place::of(&game),
                counts: &[],
                seed: random.random(),
            };
            let moment = scene.place.moment(&seen, &[], row.rating);
            let appeals = ChoiceModel::embedded().appeals(&moment);
            let made = made(row, position, &seen, &mut met);
            let temperature = if empties > 12 {
                row.temperature
            } else {
                row.closing
            };
            let highest = appeals.iter().copied().fold(f32::MIN, f32::max);
            let weights = appeals.iter().zip(&made).map(|(appeal, made)| {
                let weight = (f64::from(appeal - highest) / temperature).exp();
                if *made { weight } else { 0.0 }
            });
            let weights: Vec<f64> = weights.collect();
            let total: f64 = weights.iter().sum();
            let choices = Choices::new(&manner, scene, &seen);
            let told = choices.chances();
            let place = format!("{} after {:?}: {seen:?} {made:?}", row.number, game.turns());
            assert_eq!(told.len(), seen.moves.len(), "{place}");
            for ((mv, weight), made) in seen.moves.iter().zip(&weights).zip(&made) {
                let (_, chance) = told
                    .iter()
                    .find(|(square, _)| *square == mv.square)
                    .unwrap();
                let error = (f64::from(*chance) - weight / total).abs();
                assert!(error < 1e-3, "{}: {chance} {place}", mv.square);
                assert!(*made || *chance == 0.0, "{}: {chance} {place}", mv.square);
            }
            let drawn = choices.draw(scene).unwrap();
            let drawn = seen.moves.iter().position(|mv| mv.square == drawn).unwrap();
            assert!(made[drawn], "{place}");
        }
    }
    assert!(at_twelve > 50, "{at_twelve}");
    let Met {
        gifts_refused,
        gifts_by_keepers,
        lost_refused,
        lost_all,
    } = met;
    let least = [gifts_refused, gifts_by_keepers, lost_refused, lost_all];
    assert!(least.iter().all(|count| *count > 20), "{met:?}");
}

#[test]
fn a_skill_sees_the_plies_that_its_page_says() {
    for row in table() {
        let manner = Skill::new(row.number).unwrap().manner().unwrap();
        // The last number stands for the depths after it.
        let last = *row.plies.last().unwrap();
        let mut plies = [last; DEPTHS];
        plies[..row.plies.len()].copy_from_slice(&row.plies);
        assert_eq!(manner.plies(), &plies, "{}", row.number);
    }
}

#[test]
fn who_is_worth_a_share_of_the_way_to_the_next_skill_is_as_far_in_every_number() {
    for pair in table().windows(2) {
        let [low, high] = pair else { unreachable!() };
        let elo = |row: &Row| Skill::new(row.number).unwrap().elo();
        let (from, to) = (elo(low), elo(high));
        for worth in from..=to {
            let manner = Manner::of_elo(worth).unwrap();
            let share = f64::from(worth - from) / f64::from(to - from);
            let told = [
                (manner.rating, f64::from(low.rating), f64::from(high.rating)),
                (manner.temperature, low.temperature, high.temperature),
                (manner.closing, low.closing, high.closing),
                (
                    manner.allowance,
                    low.allowance.into(),
                    high.allowance.into(),
                ),
            ];
            for (place, (number, low, high)) in told.into_iter().enumerate() {
                let expected = low * (1.0 - share) + high * share;
                let error = (f64::from(number) - expected).abs();
                assert!(
                    error < 1e-4 * expected.max(1.0),
                    "{worth} {place}: {number} {expected}"
                );
            }
        }
    }
}

#[test]
fn whether_a_move_is_searched_tells_nothing_of_what_is_drawn_otherwise() {
    let mut game = OthelloGame::new();
    Game::play(&mut game, None, "f5f6e6f4g5").unwrap();
    let position = game.position();
    let unseen = |square| SeenMove {
        square,
        losses: [0.0; DEPTHS],
    };
    let seen = Seen {
        moves: position.moves().into_iter().map(unseen).collect(),
        best: 0.0,
    };
    // Chance alone, so that each move is drawn often.
    let manner = Manner {
        temperature: 100.0,
        ..Manner::of_elo(2600).unwrap()
    };
    let number = seen.moves.len();
    let mut drawn = [vec![0.0; number], vec![0.0; number]];
    for seed in 0..8_000 {
        let scene = Scene {
            place: Place::of(&game),
            counts: &[],
            seed,
        };
        let square = Choices::new(&manner, scene, &seen).draw(scene).unwrap();
        let place = seen.moves.iter().position(|mv| mv.square == square);
        drawn[usize::from(searches(2600, &scene))][place.unwrap()] += 1.0;
    }
    let [others, searched] = drawn.map(|counts: Vec<f64>| {
        let total: f64 = counts.iter().sum();
        assert!(total > 2_000.0);
        counts
            .into_iter()
            .map(move |count| count / total)
            .collect::<Vec<f64>>()
    });
    for ((mv, one), other) in seen.moves.iter().zip(others).zip(searched) {
        assert!((one - other).abs() < 0.04, "{}: {one} {other}", mv.square);
    }
}
