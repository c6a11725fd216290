//! The parts of the engine, timed one by one: rules, evaluation, exact endings.
//!
//! All positions come from games of random moves, drawn with fixed seeds. `bianca bench` times
//! the whole. What is said to be plain is what callers outside of a search use.

use std::hint::black_box;

use bianca_rules::cpu::Instructions;
use bianca_search::eval::patterns::Views;
use bianca_search::eval::weights;
use bianca_rules::othello::flips::count_last_flips;
use bianca_rules::othello::perft::{PassRule, perft_with};
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Position, Square};
use bianca_search::search::endgame::Solver;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn positions(empties: u32, count: usize) -> Vec<Position> {
    let games = RandomGames::new(empties, 1);
    games.take(count).map(|game| game.position()).collect()
}

/// A hundred positions of every phase from 50 empty squares to 10.
fn all_phases() -> Vec<Position> {
    (10..=50)
        .step_by(5)
        .flat_map(|empties| positions(empties, 100))
        .collect()
}

fn rules(criterion: &mut Criterion) {
    let positions = all_phases();
    let moves: Vec<(Position, Square)> = positions
        .iter()
        .flat_map(|&position| position.moves().into_iter().map(move |mv| (position, mv)))
        .collect();
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("plain flips", |bencher| {
        bencher.iter(|| {
            let flipped = |&(position, square): &(Position, Square)| position.flips(square).0;
            moves.iter().map(flipped).fold(0, |all, some| all ^ some)
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("plain legal moves", |bencher| {
        bencher.iter(|| {
            let legal = |position: &Position| position.moves().0;
            positions.iter().map(legal).fold(0, |all, some| all ^ some)
        });
    });
    group.bench_function("stable discs", |bencher| {
        bencher.iter(|| {
            let stable = |position: &Position| stable_discs(position.own, position.opp).count();
            positions.iter().map(stable).sum::<u32>()
        });
    });
    let last: Vec<(Position, Square)> = self::positions(1, 1000)
        .into_iter()
        .filter_map(|position| Some((position, position.empty().first()?)))
        .collect();
    group.throughput(Throughput::Elements(last.len() as u64));
    group.bench_function("plain last flips", |bencher| {
        bencher.iter(|| {
            let count =
                |&(position, square): &(Position, Square)| count_last_flips(position.own, square);
            last.iter().map(count).sum::<u32>()
        });
    });
    group.throughput(Throughput::Elements(390_216));
    for set in Instructions::available() {
        group.bench_function(BenchmarkId::new("perft 8", set), |bencher| {
            bencher.iter(|| perft_with(set, black_box(Position::START), 8, PassRule::OnePly));
        });
    }
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let network = weights::embedded();
    let positions = all_phases();
    let states: Vec<_> = positions
        .iter()
        .map(Views::new)
        .collect();
    let moves: Vec<(usize, Square)> = positions
        .iter()
        .enumerate()
        .flat_map(|(index, position)| position.moves().into_iter().map(move |mv| (index, mv)))
        .collect();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("state from nothing", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(Views::new(position));
            }
        });
    });
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            let pairs = positions.iter().zip(&states);
            let values = pairs.map(|(position, state)| network.evaluate(position, state));
            values.map(i64::from).sum::<i64>()
        });
    });
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("state after a move", |bencher| {
        bencher.iter(|| {
            for &(index, square) in &moves {
                let flipped = positions[index].flips(square);
                black_box(states[index].after_move(square, flipped));
            }
        });
    });
    group.finish();
}

fn endings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact");
    group.sample_size(10);
    for (empties, count) in [(10, 200), (12, 100), (14, 30), (16, 10)] {
        let positions = positions(empties, count);
        group.throughput(Throughput::Elements(count as u64));
        for set in Instructions::available() {
            let mut solver = Solver::with(set);
            let name = format!("{empties} empties");
            group.bench_function(BenchmarkId::new(name, set), |bencher| {
                bencher.iter(|| {
                    // What one round remembers would make the next one faster.
                    solver.clear();
                    let solved = positions
                        .iter()
                        .map(|&position| solver.solve(position, -64, 64));
                    solved.sum::<i32>()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(parts, rules, evaluation, endings);
criterion_main!(parts);
