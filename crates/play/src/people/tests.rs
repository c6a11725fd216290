//! A second account of what the model of people is shown, as plain as a board of 64 squares: no
//! sets of squares, no tables, nothing of the code that it is compared with.

mod plain;

use std::collections::{HashMap, HashSet};

use rand::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;

use super::choice::{ChoiceModel, FIRST, SECOND, shares};
use super::moment::INPUTS;
use super::openings::{MOVES, Openings};
use super::sight::{DEPTHS, PLIES, Seen, SeenMove, Sight};
use super::turns::{Place, Turn, turns, turns_after};
use crate::game::Game;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::random_move;
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square, Symmetry};
use bianca_search::request::{Limits, Request, StopFlag};
use bianca_search::search::{Searcher, Settings};
use plain::{Board, Edges, Shown, board_of, moves, numbers};

/// Games of players of four kinds, with passes and with boards that end early; some from a start
/// where black has a corner.
fn games() -> Vec<OthelloGame> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let game = |number: usize| {
        let mut start = Position::START;
        if number % 8 == 7 {
            start.own |= Bitboard::from(Square::at(0, 0));
        }
        let mut game = OthelloGame::from_position(start, Color::Black);
        while !game.is_over() {
            let position = game.position();
            let squares = || position.moves().into_iter();
            let replies = |square: &Square| position.play_unchecked(*square).moves().count();
            let turned = |square: &Square| position.flips(*square).count();
            let chosen = match number % 4 {
                _ if random.random_bool(0.3) => None,
                0 => None,
                1 => squares().min_by_key(replies),
                2 => squares().max_by_key(turned),
                _ => squares().min_by_key(|square| (turned(square), replies(square))),
            };
            let chosen = chosen.map(Move::from);
            game.play(chosen.unwrap_or_else(|| random_move(position, &mut random)))
                .unwrap();
        }
        game
    };
    (0..48).map(game).collect()
}

/// Losses that are not those of any search.
fn made_up(position: Position, random: &mut impl Rng) -> Seen {
    let seen = |square| SeenMove {
        square,
        losses: std::array::from_fn(|_| random.random_range(0..80) as f32 / 2.0),
    };
    let moves = position.moves().into_iter().map(seen).collect();
    let best = random.random_range(-50..50) as f32;
    Seen { moves, best }
}

#[test]
fn what_is_shown_of_each_move_is_what_a_plain_account_says() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut edges = Edges(HashMap::new());
    let (mut positions, mut met) = (0, vec![0; INPUTS]);
    for game in games() {
        for turn in turns(&game) {
            let seen = made_up(turn.place.position, &mut random);
            let counts: Vec<f32> = match positions % 3 {
                0 => Vec::new(),
                1 => Openings::embedded().counts(turn.place.position),
                _ => seen
                    .moves
                    .iter()
                    .map(|_| random.random_range(0..40) as f32)
                    .collect(),
            };
            let rating = random.random_range(300..2700) as f32;
            let place = Place {
                position: turn.place.position,
                lasts: turn.place.lasts,
            };
            let shown = Shown {
                board: board_of(turn.place.position),
                lasts: turn.place.lasts.map(|last| last.map(Square::index)),
                counts: &counts,
                rating,
            };
            let found = place.moment(&seen, &counts, rating).inputs();
            let expected = numbers(&shown, &seen, &mut edges);
            assert_eq!(found.len(), expected.len());
            for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(expected.len(), INPUTS);
                for (input, (one, other)) in found.iter().zip(expected).enumerate() {
                    let square = seen.moves[row].square;
                    let place = turn.place.position;
                    assert!(
                        (one - other).abs() < 1e-5,
                        "{input} of {square}: {one}, not {other}; {place:?}"
                    );
                    met[input] += usize::from(*one != 0.0);
                }
            }
            positions += 1;
        }
    }
    assert!(positions > 2_000, "{positions}");
    let unmet: Vec<usize> = (0..INPUTS).filter(|&input| met[input] < 20).collect();
    assert!(unmet.is_empty(), "hardly ever shown: {unmet:?}");
}

#[test]
fn the_last_discs_are_those_that_a_plain_replay_finds() {
    let mut passes = 0;
    for game in games() {
        let mut replay = OthelloGame::from_position(game.start().0, game.start().1);
        let mut lasts: HashMap<Color, usize> = HashMap::new();
        let mut told = turns(&game);
        for &(side, mv) in game.turns() {
            assert_eq!(replay.to_move(), side);
            let known = |side| lasts.get(&side).copied();
            let expected = [known(!side), known(side)];
            let place = Place::of(&replay);
            let index = |lasts: [Option<Square>; 2]| lasts.map(|last| last.map(Square::index));
            assert_eq!(place.position, replay.position());
            assert_eq!(index(place.lasts), expected);
            let before = board_of(replay.position_for(side));
            replay.play(mv).unwrap();
            let after = board_of(replay.position_for(side));
            let put = (0..64).find(|&square| before[square] == 0 && after[square] != 0);
            if let Some(put) = put {
                lasts.insert(side, put);
            } else {
                passes += 1;
            }
            if moves(&before, 1).len() > 1 {
                let turn = told.next().unwrap();
                assert_eq!((turn.side, Some(turn.square.index())), (side, put));
                assert_eq!(board_of(turn.place.position), before);
                assert_eq!(index(turn.place.lasts), expected);
            }
        }
        assert!(told.next().is_none());
        // What is taken back was not played.
        replay.undo().unwrap();
        replay.undo().unwrap();
        let place = Place::of(&replay);
        let [last, own] = place.lasts;
        replay.redo().unwrap();
        assert_eq!(Place::of(&replay).lasts[1], last);
        let put = replay.turns().last().unwrap().1.square();
        assert_eq!(Place::of(&replay).lasts[0], put.or(own));
    }
    assert!(passes > 20, "{passes}");
}

/// The turns that follow are those that are not in the game when it is taken back so far.
#[test]
fn turns_that_nobody_chose_are_all_that_were_played_so_far_passes_too() {
    let mut after_a_pass = 0;
    for game in &games() {
        let told = |turn: Turn| (turn.side, turn.place, turn.square);
        let whole: Vec<_> = turns(game).map(told).collect();
        let mut begun = game.clone();
        for given in (0..=game.turns().len()).rev() {
            let before = turns(&begun).count();
            let left: Vec<_> = turns_after(game, given).map(told).collect();
            assert_eq!(left, whole[before..], "{given}");
            let is_pass = |&(_, mv): &(Color, Move)| mv == Move::Pass;
            after_a_pass += usize::from(begun.turns().iter().any(is_pass) && !left.is_empty());
            assert_eq!(begun.undo().is_ok(), given > 0);
        }
        assert_eq!(turns_after(game, 1000).count(), 0);
    }
    assert!(after_a_pass > 20, "{after_a_pass}");
}

#[test]
fn what_is_seen_is_what_searches_of_so_many_plies_say() {
    let settings = Settings {
        hash_mib: 1,
        ..Settings::default()
    };
    let mut sight = Sight::new(&settings).unwrap();
    let (limits, stop) = (Limits::default(), StopFlag::new());
    let mut endings = 0;
    let all: Vec<Position> = games().iter().flat_map(OthelloGame::positions).collect();
    let few = all
        .iter()
        .filter(|position| position.moves().any())
        .step_by(29);
    for &position in few {
        let found = sight.look(position, &PLIES, &limits, &stop).seen;
        let mut searcher = Searcher::new(settings.clone()).unwrap();
        for (depth, plies) in PLIES.into_iter().enumerate() {
            let request = Request {
                best: found.moves.len(),
                limits: Limits::to_depth(plies.min(position.empties())),
                ..Request::default()
            };
            let lines = searcher.search(position, &request, &stop, &mut |_| {});
            let discs = |mv: Move| {
                let line = lines.iter().find(|line| line.pv[0] == mv).unwrap();
                line.score.discs() as f32
            };
            let scores: Vec<f32> = found
                .moves
                .iter()
                .map(|seen| discs(seen.square.into()))
                .collect();
            let best = scores.iter().copied().fold(f32::MIN, f32::max);
            for (seen, score) in found.moves.iter().zip(&scores) {
                assert_eq!(seen.losses[depth], best - score, "{plies} {position:?}");
            }
            if depth == DEPTHS - 1 {
                assert_eq!(found.best, best);
            }
        }
        if position.empties() > 8 {
            continue;
        }
        endings += 1;
        let score = |square| -exact(position.play_unchecked(square)) as f32;
        let best = exact(position) as f32;
        assert_eq!(found.best, best);
        for seen in &found.moves {
            let plies = PLIES.iter().position(|plies| *plies >= position.empties());
            for depth in plies.unwrap()..DEPTHS {
                assert_eq!(seen.losses[depth], best - score(seen.square));
            }
        }
    }
    assert!(endings > 5, "{endings}");
}

/// A square turned about the middle of the board so many quarters, and mirrored before.
fn image(square: usize, quarters: usize, is_mirrored: bool) -> usize {
    let (mut file, mut rank) = (square % 8, square / 8);
    if is_mirrored {
        file = 7 - file;
    }
    for _ in 0..quarters {
        (file, rank) = (7 - rank, file);
    }
    8 * rank + file
}

#[test]
fn openings_are_counted_as_a_list_of_all_moves_counts_them() {
    let mut openings = Openings::default();
    let mut played: Vec<(Board, usize)> = Vec::new();
    let mut asked: Vec<Position> = Vec::new();
    for game in games().iter().take(20) {
        for turn in turns(game).filter(|turn| turn.place.position.empties() + MOVES > 60) {
            openings.add(turn.place.position, turn.square);
            played.push((board_of(turn.place.position), turn.square.index()));
            asked.push(turn.place.position);
        }
    }
    for position in asked {
        let board = board_of(position);
        let mut counts = [0.0f32; 64];
        for (before, square) in &played {
            let mut images = Vec::new();
            for (quarters, is_mirrored) in (0..4).flat_map(|turn| [(turn, false), (turn, true)]) {
                let fits = |at: usize| board[image(at, quarters, is_mirrored)] == before[at];
                if (0..64).all(fits) {
                    images.push(image(*square, quarters, is_mirrored));
                }
            }
            for image in &images {
                counts[*image] += 1.0 / images.len() as f32;
            }
        }
        let expected: Vec<f32> = moves(&board, 1)
            .into_iter()
            .map(|square| counts[square])
            .collect();
        let found = openings.counts(position);
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(&expected) {
            assert!((one - other).abs() < 1e-3, "{found:?} {expected:?}");
        }
    }
}

/// How often each move was played; 0 if it and its images together were played less than `least`
/// times.
fn often(openings: &Openings, position: Position, least: f32) -> Vec<f32> {
    let counts = openings.counts(position);
    let played = position.moves().into_iter().zip(counts);
    played
        .map(|(square, count)| {
            let same = Symmetry::all().filter(|image| image.position(position) == position);
            let images: HashSet<Square> = same.map(|image| image.square(square)).collect();
            let is_often = count * images.len() as f32 >= least;
            f32::from(is_often) * count
        })
        .collect()
}

/// Where moves that were played so often lead through positions that were met so often, counted
/// by these moves alone.
fn walk(openings: &Openings, met: f32, played: f32) -> HashSet<Position> {
    let mut known = HashSet::new();
    let mut open = vec![Position::START];
    while let Some(position) = open.pop() {
        let counts = often(openings, position, played);
        let is_known = 60 - position.empties() < MOVES && counts.iter().sum::<f32>() >= met;
        if !is_known || !known.insert(Symmetry::canonical(position).0) {
            continue;
        }
        for (square, count) in position.moves().into_iter().zip(counts) {
            if count > 0.0 {
                let next = position.play_unchecked(square);
                open.push(if next.must_pass() {
                    next.passed()
                } else {
                    next
                });
            }
        }
    }
    known
}

#[test]
fn what_is_rare_is_forgotten_with_all_to_which_it_alone_leads() {
    let mut openings = Openings::default();
    let mut asked: HashSet<Position> = HashSet::new();
    // One line has a pass and one goes on for longer than moves are counted.
    let lines = ["c4c3f5b4a4a5c2a3passd2", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7"];
    let lines = lines.map(|line| {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, line).unwrap();
        game
    });
    let often_played = std::iter::repeat_n(lines, 9).flatten();
    for game in games().into_iter().chain(often_played) {
        let positions: Vec<Position> = game.positions().collect();
        for (&position, (_, mv)) in positions.iter().zip(game.turns()).take(20) {
            if let Some(square) = mv.square() {
                openings.add(position, square);
                asked.insert(position);
            }
        }
    }
    let (mut kept, mut too_rare, mut not_reached) = (0, 0, 0);
    for (met, played) in [
        (1.0, 1.0),
        (2.0, 1.0),
        (2.0, 2.0),
        (4.0, 2.0),
        (5.0, 3.0),
        (9.0, 9.0),
    ] {
        let known = walk(&openings, met, played);
        let mut left = openings.clone();
        left.retain(met, played);
        assert_eq!(left.size().0, known.len());
        for &position in &asked {
            let found = left.counts(position);
            let expected = often(&openings, position, played);
            if !known.contains(&Symmetry::canonical(position).0) {
                assert!(found.is_empty(), "{met} {played} {position:?} {found:?}");
                let rest: f32 = expected.iter().sum();
                let all: f32 = openings.counts(position).iter().sum();
                too_rare += usize::from(rest > 0.0 && rest < met && all >= met);
                not_reached += usize::from(rest >= met);
                continue;
            }
            kept += 1;
            assert_eq!(found.len(), expected.len());
            // Times are kept in steps of an eighth of a doubling.
            for (one, other) in found.iter().zip(&expected) {
                let apart = (one - other).abs();
                assert!(
                    apart <= 0.045 * other,
                    "{met} {played} {found:?} {expected:?}"
                );
            }
        }
    }
    assert!(
        kept > 200 && too_rare > 5 && not_reached > 50,
        "{kept} {too_rare} {not_reached}"
    );
}

/// The network as its file has it: a row for each input with what it gives each of 32 units, their
/// own numbers, 16 of each unit for those of the second layer, and so on.
#[test]
fn the_appeal_is_what_the_rows_of_the_file_say() {
    let text = include_str!("choice.txt");
    let words = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace);
    let mut words = words.map(|word| word.parse::<f64>().unwrap());
    let mut take = |count: usize| -> Vec<f64> { (&mut words).take(count).collect() };
    let to_first: Vec<Vec<f64>> = (0..INPUTS).map(|_| take(FIRST)).collect();
    let first_bias = take(FIRST);
    let to_second: Vec<Vec<f64>> = (0..FIRST).map(|_| take(SECOND)).collect();
    let second_bias = take(SECOND);
    let to_appeal = take(SECOND);
    let direct = take(INPUTS);
    assert_eq!(words.next(), None);
    let bent = |sum: f64| if sum > 0.0 { sum } else { sum / 20.0 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut looked_at = 0;
    for game in games().iter().take(6) {
        for turn in turns(game) {
            let seen = made_up(turn.place.position, &mut random);
            let moment = turn.moment(&seen, &[]);
            let mut expected = Vec::new();
            for row in moment.inputs() {
                let row = row.map(f64::from);
                let sum = |unit: usize| -> f64 {
                    (0..INPUTS).map(|at| row[at] * to_first[at][unit]).sum()
                };
                let first: Vec<f64> = (0..FIRST)
                    .map(|unit| bent(first_bias[unit] + sum(unit)))
                    .collect();
                let sum = |unit: usize| -> f64 {
                    (0..FIRST).map(|at| first[at] * to_second[at][unit]).sum()
                };
                let second: Vec<f64> = (0..SECOND)
                    .map(|unit| bent(second_bias[unit] + sum(unit)))
                    .collect();
                let of_units: f64 = (0..SECOND).map(|unit| second[unit] * to_appeal[unit]).sum();
                let of_inputs: f64 = (0..INPUTS).map(|at| row[at] * direct[at]).sum();
                expected.push(of_units + of_inputs);
            }
            let found = ChoiceModel::embedded().appeals(&moment);
            for (one, other) in found.iter().zip(&expected) {
                let error = (f64::from(*one) - other).abs();
                assert!(error < 1e-3 * other.abs().max(1.0), "{one} {other}");
            }
            let total: f64 = expected.iter().map(|appeal| (appeal / 1.5).exp()).sum();
            for (share, appeal) in shares(&found, 1.5).iter().zip(&expected) {
                assert!((f64::from(*share) - (appeal / 1.5).exp() / total).abs() < 1e-3);
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 250, "{looked_at}");
}
