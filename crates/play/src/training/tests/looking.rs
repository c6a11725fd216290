//! Exercises out of moves and judgements of answers, beside a plain count to the end.

use super::super::examine::{AnswerError, Examined, Examiner};
use super::*;
use crate::people::turns::{Place, Turn};
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::{Move, Position, Square, random::RandomGames};
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;
use bianca_system::language::Language;

fn examiner() -> Examiner {
    Examiner::new(Settings {
        hash_mib: 1,
        ..Settings::default()
    })
    .unwrap()
}

/// What each move is worth, counted to the end.
fn scores(position: Position) -> Vec<(Square, i32)> {
    let moves = position.moves().into_iter();
    moves
        .map(|square| (square, -exact(position.play_unchecked(square))))
        .collect()
}

fn turn(position: Position, square: Square) -> Turn {
    Turn {
        side: Color::White,
        place: Place::alone(position),
        square,
    }
}

/// Positions with a choice and so many empty squares.
fn positions(empties: u32, seed: u64) -> impl Iterator<Item = Position> {
    let games = RandomGames::new(empties, seed);
    let positions = games.map(|game| game.position());
    positions.filter(|position| position.moves().count() > 1)
}

#[test]
fn mistakes_are_those_that_a_plain_count_finds() {
    let mut examiner = examiner();
    let stop = StopFlag::new();
    let mut counts = [0; 4];
    for position in positions(8, 5).take(24) {
        let scores = scores(position);
        let best = scores.iter().map(|(_, score)| *score).max().unwrap();
        for &(square, score) in &scores {
            let found = examiner
                .examine(&turn(position, square), &[], &stop)
                .unwrap();
            let loss = f64::from(best - score);
            match found {
                Examined::Exercise(item, lost) => {
                    let is_mistake = item.kind == ItemKind::Mistake;
                    counts[usize::from(is_mistake)] += 1;
                    assert_eq!(is_mistake, loss >= 2.0);
                    assert_eq!(lost, loss);
                    assert!(item.exact && item.played == Some(square));
                    let right: BTreeSet<_> = item
                        .right
                        .iter()
                        .map(|right| right.square.index())
                        .collect();
                    let expected = scores.iter().filter(|(_, score)| *score == best);
                    assert_eq!(right, expected.map(|(square, _)| square.index()).collect());
                    let wrong = item.wrong.unwrap();
                    let (_, worth) = scores.iter().find(|(one, _)| *one == wrong.square).unwrap();
                    assert_eq!(wrong.score, f64::from(*worth));
                    assert!(wrong.score <= f64::from(best) - 2.0);
                    let read = Line::parse(&taken(&item, 5).text()).unwrap();
                    assert_eq!(read, taken(&item, 5));
                }
                Examined::Small => {
                    counts[2] += 1;
                    assert!((0.5..2.0).contains(&loss), "{loss}");
                }
                Examined::Easy => {
                    counts[3] += 1;
                    assert_eq!(loss, 0.0);
                }
            }
        }
    }
    let [sound, mistakes, _, easy] = counts;
    assert!(sound > 0 && mistakes > 40 && easy > 5, "{counts:?}");
}

#[test]
fn answers_are_judged_as_a_plain_count_does() {
    let mut examiner = examiner();
    let stop = StopFlag::new();
    let (mut right, mut wrong) = (0, 0);
    for position in positions(9, 6).take(12) {
        let scores = scores(position);
        let best = scores.iter().map(|(_, score)| *score).max().unwrap();
        let Some(&(played, _)) = scores.iter().find(|(_, score)| best - score >= 2) else {
            continue;
        };
        let examined = examiner
            .examine(&turn(position, played), &[], &stop)
            .unwrap();
        let Examined::Exercise(item, _) = examined else {
            panic!("{examined:?}");
        };
        for &(square, score) in &scores {
            let judged = examiner.judge(&item, &[square], &stop).unwrap().unwrap();
            assert_eq!(judged.right, score == best);
            assert_eq!((judged.score, judged.exact), (f64::from(score), true));
            assert!(judged.over);
            assert_eq!(judged.line[0], Move::Place(square));
            for language in Language::ALL {
                assert!(judged.told(language).contains(&square.to_string()));
            }
            for answer in &judged.best {
                assert_eq!(answer.score, f64::from(best));
                assert_eq!(answer.line[0], Move::Place(answer.square));
            }
            let counts = if judged.right { &mut right } else { &mut wrong };
            *counts += 1;
        }
    }
    assert!(right > 8 && wrong > 20, "{right} {wrong}");
}

/// An ending that is won by one move alone.
fn ending(seed: u64) -> Item {
    for position in positions(8, seed) {
        let scores = scores(position);
        let mut winning = scores.iter().filter(|(_, score)| *score > 0);
        let (Some(&(key, best)), None) = (winning.next(), winning.next()) else {
            continue;
        };
        let &(wrong, worth) = scores
            .iter()
            .find(|(_, score)| *score < 0)
            .unwrap_or(&scores[0]);
        if wrong == key {
            continue;
        }
        let worth_of = |square, score: i32| Worth {
            square,
            score: f64::from(score),
        };
        let kind = ItemKind::Puzzle(PuzzleKind::Ending);
        return Item {
            wrong: Some(worth_of(wrong, worth)),
            exact: true,
            rating: Some(1500),
            ..Item::new(kind, position, Color::Black, vec![worth_of(key, best)])
        };
    }
    unreachable!("there are more positions than anybody looks at")
}

#[test]
fn endings_are_played_out() {
    let mut examiner = examiner();
    let stop = StopFlag::new();
    let mut lost = 0;
    for seed in 1..8 {
        let item = ending(seed);
        let mut moves = vec![item.right[0].square];
        let mut position = item.position.play_unchecked(moves[0]);
        loop {
            let judged = examiner.judge(&item, &moves, &stop).unwrap().unwrap();
            assert!(judged.right);
            if let Some(reply) = judged.reply {
                let score = exact(position);
                position = position.play(reply).unwrap();
                assert_eq!(-exact(position), score, "the best defence");
                moves.extend(reply.square());
            }
            assert_eq!(judged.over, position.moves().is_empty());
            if judged.over {
                break;
            }
            let scores = scores(position);
            if let Some((bad, _)) = scores.iter().find(|(_, score)| *score <= 0) {
                let wrong = [moves.as_slice(), &[*bad]].concat();
                let judged = examiner.judge(&item, &wrong, &stop).unwrap().unwrap();
                assert!(!judged.right && judged.over);
                lost += 1;
            }
            let (good, _) = scores.iter().max_by_key(|(_, score)| *score).unwrap();
            moves.push(*good);
            position = position.play_unchecked(*good);
        }
        let wrong = item.wrong.unwrap().square;
        let judged = examiner.judge(&item, &[wrong], &stop).unwrap().unwrap();
        assert!(!judged.right && judged.over && judged.score <= 0.0);
    }
    assert!(lost > 3, "{lost}");
}

#[test]
fn what_is_no_answer_is_named() {
    let mut examiner = examiner();
    let stop = StopFlag::new();
    let item = ending(3);
    let free: Vec<Square> = (!(item.position.own | item.position.opp))
        .into_iter()
        .collect();
    let illegal = free
        .iter()
        .find(|square| !item.position.moves().contains(**square));
    let mut refused = |moves: &[Square]| examiner.judge(&item, moves, &stop).unwrap_err();
    assert!(matches!(refused(&[]), AnswerError::NotTheReaders));
    if let Some(&square) = illegal {
        let error = refused(&[square]);
        assert_eq!(
            error.to_string(),
            format!("'{square}' is no legal move there")
        );
    }
    let key = item.right[0].square;
    let reply = item
        .position
        .play_unchecked(key)
        .moves()
        .into_iter()
        .next()
        .unwrap();
    assert!(matches!(refused(&[key, reply]), AnswerError::NotTheReaders));
    let only = Item {
        kind: ItemKind::Mistake,
        ..item.clone()
    };
    let moves = [key, reply, reply];
    let error = examiner.judge(&only, &moves, &stop).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the exercise is over before '{reply}'")
    );
}

#[test]
fn what_is_stopped_has_no_answer() {
    let mut examiner = examiner();
    let stop = StopFlag::new();
    stop.raise();
    let item = ending(4);
    assert_eq!(
        examiner
            .judge(&item, &[item.right[0].square], &stop)
            .unwrap(),
        None
    );
    let turn = turn(item.position, item.right[0].square);
    assert_eq!(examiner.examine(&turn, &[], &stop), None);
}
