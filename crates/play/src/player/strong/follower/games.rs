//! Whole games by chance: what is judged of them, and how often each counts.

use super::*;
use crate::game::Game;
use crate::people::choice::ChoiceModel;
use crate::people::openings::Openings;
use crate::people::sight::{PLIES, Sight};
use crate::people::strength::{Evidence, Trust};
use crate::people::turns::turns;
use bianca_search::request::Limits;
use rand::prelude::*;
use rand::rngs::StdRng;

fn follower() -> Follower {
    Follower::new(None, (560, 2730), &Settings::default()).unwrap()
}

/// The first turns of a game, and then moves by chance to its end.
fn ended(turns: &[(Color, Move)], random: &mut StdRng) -> OthelloGame {
    let mut game = OthelloGame::new();
    for (_, mv) in turns {
        Game::play(&mut game, None, &mv.to_string()).unwrap();
    }
    while !game.is_over() {
        let mv = game.legal(None).choose(random).unwrap().to_string();
        Game::play(&mut game, None, &mv).unwrap();
    }
    game
}

/// The follower chooses the moves of a side from this turn on.
fn plays(follower: &mut Follower, game: &OthelloGame, own: Color, from: usize) {
    let (mut position, _) = game.start();
    for (number, &(side, mv)) in game.turns().iter().enumerate() {
        if side == own && number >= from && mv != Move::Pass {
            follower.choose(position);
        }
        position = position.make_unchecked(mv);
    }
}

/// What the moves of a side tell from this turn on.
fn told_by(game: &OthelloGame, side: Color, from: usize) -> f64 {
    let mut sight = Sight::new(&Settings::default()).unwrap();
    let (start, _) = game.start();
    let (limits, stop) = (Limits::default(), StopFlag::new());
    let mut evidence = Evidence::default();
    for turn in turns(game).filter(|turn| turn.side == side) {
        let position = turn.place.position;
        // Each move before puts a disc; a pass puts none.
        let discs = (start.empties() - position.empties()) as usize;
        let before = game.turns()[..from].iter();
        if discs < before.filter(|(_, mv)| *mv != Move::Pass).count() {
            continue;
        }
        let seen = sight.look(position, &PLIES, &limits, &stop).seen;
        let chosen = seen.moves.iter().position(|mv| mv.square == turn.square);
        let counts = Openings::embedded().counts(position);
        let moment = turn.place.moment(&seen, &counts, 0.0);
        evidence.add(ChoiceModel::embedded(), &moment, chosen.unwrap());
    }
    evidence.estimate(Trust::MEASURED).0
}

#[test]
fn the_persons_moves_are_judged_from_the_one_that_was_answered_first() {
    let mut random = StdRng::seed_from_u64(7);
    for (own, from) in [
        (Color::White, 0),
        (Color::Black, 0),
        (Color::White, 9),
        (Color::Black, 8),
    ] {
        let game = ended(&[], &mut random);
        let mut follower = follower();
        plays(&mut follower, &game, own, from);
        assert!(follower.see(&game, End::Counted));
        let first = (from..).find(|&turn| game.turns()[turn].0 == own).unwrap();
        let told = told_by(&game, !own, first.saturating_sub(1));
        let known = follower.known().by_moves.unwrap();
        assert!(
            (known - told).abs() < 1e-6,
            "{own} from {from}: {known} {told}"
        );
        // The other side, and all moves or one less, tell something else.
        let mut others = vec![told_by(&game, own, 0)];
        if from > 0 {
            others.extend([0, first + 1].map(|from| told_by(&game, !own, from)));
        }
        let differs = |other: &f64| (other - told).abs() > 1.0;
        assert!(others.iter().all(differs), "{others:?} {told}");
    }
}

#[test]
fn each_of_several_games_counts_once_however_often_its_end_is_played() {
    let mut random = StdRng::seed_from_u64(8);
    let mut follower = follower();
    for (number, own) in (1..).zip([Color::White, Color::Black, Color::White, Color::White]) {
        let mut game = ended(&[], &mut random);
        follower.begin();
        plays(&mut follower, &game, own, 0);
        assert!(follower.see(&game, End::Counted), "{number}");
        for back in [4, 9] {
            let kept = game.turns().len() - back;
            let turns = game.turns()[..kept].to_vec();
            game = ended(&turns, &mut random);
            plays(&mut follower, &game, own, kept);
            assert!(
                !follower.see(&game, End::Counted),
                "{number}, {back} moves back"
            );
            assert_eq!(follower.known().results.iter().sum::<u32>(), number);
        }
    }
}

/// Some clients take moves back after a game, play on with the other side, and begin no new game.
#[test]
fn what_was_chosen_in_a_game_that_counted_tells_nothing_of_the_next() {
    let mut random = StdRng::seed_from_u64(9);
    for (first, second) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
        for shared in [16, 28] {
            let mut follower = follower();
            let game = ended(&[], &mut random);
            plays(&mut follower, &game, first, 0);
            assert!(follower.see(&game, End::Decided(Some(first))));
            let next = ended(&game.turns()[..shared], &mut random);
            plays(&mut follower, &next, second, shared);
            let counts = follower.see(&next, End::Decided(Some(first)));
            assert!(counts, "{second} from {shared}");
            // Whoever won the second game won it against the side that was played here.
            assert_eq!(follower.known().results, [1, 0, 1]);
        }
    }
}
