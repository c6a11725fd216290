//! How games end: adjudged, forfeited or by the rules, and with which result.

use std::time::Duration;

use super::*;
use crate::arena::adjudication::{Adjudication, Counter, DrawRule, ResignRule};
use bianca_play::game::{GameMove, discs};
use bianca_play::player::driver::DrivenTurn;
use bianca_rules::othello::Color;
use bianca_search::request::Score;

/// A turn of which its player says `score`, in discs from its own side; `None` inside says nothing.
fn turn(color: Color, mv: GameMove, score: Option<f64>) -> DrivenTurn {
    let mut turn = DrivenTurn::new(color, mv, Duration::ZERO);
    turn.summary.score = score.map(Score::from_fraction);
    turn
}

/// The last scores of a side, as long as `holds` holds of them; a pass is as if it had not been.
fn row(turns: &[DrivenTurn], side: Option<Color>, holds: impl Fn(f64) -> bool) -> u32 {
    let own = turns
        .iter()
        .rev()
        .filter(|turn| !turn.is_pass() && side.is_none_or(|side| turn.color == side));
    let row = own.take_while(|turn| turn.summary.score.is_some_and(|score| holds(score.discs())));
    row.count() as u32
}

/// Whether a game ends behind these turns, and with which points for black.
fn adjudged(rules: Adjudication, turns: &[DrivenTurn]) -> Option<i32> {
    let last = turns.last()?;
    if last.is_pass() {
        return None;
    }
    if let Some(rule) = rules.draw {
        let even = row(turns, None, |score| {
            -rule.score <= score && score <= rule.score
        });
        if even >= rule.move_count * 2 && turns.len() as u32 >= rule.move_number {
            return Some(0);
        }
    }
    let rule = rules.resign?;
    for (loser, winner, sign) in [
        (Color::Black, Color::White, -1),
        (Color::White, Color::Black, 1),
    ] {
        let lost = row(turns, Some(loser), |score| score <= -rule.score);
        let won = row(turns, Some(winner), |score| score >= rule.score);
        if lost >= rule.move_count && (!rule.two_sided || won >= rule.move_count) {
            // An even number of discs, as results of full boards are, and never a draw.
            let said = last.summary.score.unwrap().discs().abs();
            let discs = match (said / 2.0).round() as i32 {
                0 => 2,
                half => 2 * half,
            };
            return Some(sign * discs);
        }
    }
    None
}

#[test]
fn adjudication_is_a_plain_loop_over_what_was_said() {
    let mut random = StdRng::seed_from_u64(31);
    let (mut drawn, mut resigned, mut open) = (0, 0, 0);
    for _ in 0..4000 {
        let rules = Adjudication {
            draw: random.random_bool(0.6).then(|| DrawRule {
                move_number: random.random_range(0..12),
                move_count: random.random_range(1..4),
                score: f64::from(random.random_range(0..5)),
            }),
            resign: random.random_bool(0.6).then(|| ResignRule {
                move_count: random.random_range(1..4),
                score: f64::from(random.random_range(0..9)),
                two_sided: random.random_bool(0.5),
            }),
        };
        let mut counter = Counter::new(rules);
        let mut turns: Vec<DrivenTurn> = Vec::new();
        let mut color = *[Color::Black, Color::White].choose(&mut random).unwrap();
        // What black thinks, and white of the same with its sign.
        let mut belief: f64 = random.random_range(-12.0..12.0);
        let mut ended = None;
        for number in 1..=30 {
            belief += random.random_range(-2.0..2.0);
            let said = (color.select(belief, -belief) * 2.0).round() / 2.0;
            turns.push(match random.random_range(0..12) {
                0 => turn(color, GameMove::PASS, None),
                1 => turn(color, discs("f5")[0], None),
                2 => turn(color, discs("f5")[0], Some(-said)),
                _ => turn(color, discs("f5")[0], Some(said)),
            });
            let found = counter.count(turns.last().unwrap(), number);
            let expected = adjudged(rules, &turns);
            let points = found.map(|adjudged| adjudged.points);
            assert_eq!(points, expected, "{rules:?} {turns:?}");
            color = !color;
            if let Some(adjudged) = found {
                let reason = match adjudged.points {
                    0 => "draw, as both sides think",
                    _ => "resigned, as its scores say",
                };
                assert_eq!(adjudged.reason, reason);
                ended = Some(adjudged.points);
                break;
            }
        }
        match ended {
            None => open += 1,
            Some(0) => drawn += 1,
            Some(_) => resigned += 1,
        }
    }
    assert!(
        drawn > 400 && resigned > 400 && open > 400,
        "{drawn} {resigned} {open}"
    );
}

#[test]
fn who_resigns_with_a_score_near_zero_has_lost() {
    let resign = |text: &str| Adjudication {
        draw: None,
        resign: Some(text.parse().unwrap()),
    };
    let mv = discs("f5")[0];
    for (said, discs) in [
        (-0.1, 2),
        (-0.9, 2),
        (-2.9, 2),
        (-3.0, 4),
        (-4.9, 4),
        (-6.0, 6),
        (-63.9, 64),
    ] {
        let lost = |color| {
            let mut counter = Counter::new(resign("movecount=1 score=0.1"));
            let adjudged = counter.count(&turn(color, mv, Some(said)), 1).unwrap();
            adjudged.points
        };
        assert_eq!((lost(Color::Black), lost(Color::White)), (-discs, discs));
    }
    // The other side says that it has won, and by how many.
    let mut counter = Counter::new(resign("movecount=1 score=0.1 twosided=true"));
    assert_eq!(counter.count(&turn(Color::White, mv, Some(-9.0)), 1), None);
    let adjudged = counter
        .count(&turn(Color::Black, mv, Some(0.3)), 2)
        .unwrap();
    assert_eq!(adjudged.points, 2);
}

#[test]
fn rules_are_read_field_by_field() {
    let draw = DrawRule {
        move_number: 34,
        move_count: 8,
        score: 1.5,
    };
    assert_eq!("score=1.5 movenumber=34 movecount=8".parse(), Ok(draw));
    let early = DrawRule {
        move_number: 0,
        ..draw
    };
    assert_eq!("movecount=8 score=1.5".parse(), Ok(early));
    let resign = ResignRule {
        move_count: 3,
        score: 64.0,
        two_sided: true,
    };
    assert_eq!("twosided=true score=64 movecount=3".parse(), Ok(resign));
    let one_sided = ResignRule {
        two_sided: false,
        score: 0.0,
        ..resign
    };
    assert_eq!("score=0 movecount=3 twosided=false".parse(), Ok(one_sided));
    assert_eq!("score=0 movecount=3".parse(), Ok(one_sided));
    assert!("score=64.1 movecount=3".parse::<ResignRule>().is_err());
    let error = "movenumber=1 movecount=3 score=1".parse::<ResignRule>();
    assert_eq!(
        error.unwrap_err().to_string(),
        "'movenumber=1' is not one of movecount=MOVES score=DISCS twosided=true or false"
    );
    let error = "twosided=true".parse::<DrawRule>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "'twosided=true' is not one of movenumber=MOVE movecount=MOVES score=DISCS"
    );
}
