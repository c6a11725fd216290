//! Which puzzles are put into the executable.
//!
//! Puzzles are told apart by what there is to do ([`Task`]) and by the band of their rating.
//! Invariant: of each task and each band there are as many as of any other, as far as there are so
//! many to choose from; no two are alike.

use std::cmp::Reverse;
use std::collections::HashSet;

use bianca_play::puzzles::PuzzleKind;
use bianca_play::puzzles::builtin::{BuiltinPuzzle, MOST_EMPTIES};
use bianca_rules::othello::{Color, Symmetry};
use rand::prelude::*;
use rand::rngs::StdRng;

/// Where the bands of ratings begin, and where the last one ends.
pub const BANDS: [u16; 9] = [300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2701];

/// What there is to do: the kinds of puzzles, endings by how many empty squares they have.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    kind: PuzzleKind,
    empties: (u32, u32),
}

/// Squares that two puzzles differ in at least: those of one game have more in common.
const UNLIKE: u32 = 16;

/// Discs in a step of how far a puzzle is from even.
const STEP: u8 = 8;

/// What the order of puzzles that are as good is drawn with.
const SEED: u64 = 1;

/// All tasks and what they are called.
pub fn tasks() -> impl Iterator<Item = (Task, String)> {
    let endings = [(1, 6), (7, 8), (9, 10), (11, 12)];
    let endings = endings.map(|empties| {
        let kind = PuzzleKind::Ending;
        (
            Task { kind, empties },
            format!("{kind} {}-{}", empties.0, empties.1),
        )
    });
    let others = PuzzleKind::ALL
        .into_iter()
        .filter(|&kind| kind != PuzzleKind::Ending);
    let others = others.map(|kind| {
        let empties = (1, MOST_EMPTIES);
        (Task { kind, empties }, kind.to_string())
    });
    endings.into_iter().chain(others)
}

impl Task {
    /// Whether this is what there is to do.
    pub fn holds(&self, puzzle: &BuiltinPuzzle) -> bool {
        let (least, most) = self.empties;
        puzzle.kind == self.kind && (least..=most).contains(&puzzle.position.empties())
    }
}

/// The band of a puzzle's rating.
pub fn band_of(puzzle: &BuiltinPuzzle) -> usize {
    let begun = BANDS[1..].iter();
    begun
        .take_while(|&&end| puzzle.rating >= end)
        .count()
        .min(BANDS.len() - 2)
}

/// Puzzles of a task and a band.
struct Cell {
    task: usize,
    band: usize,
    /// Those that are left, the best last.
    left: Vec<BuiltinPuzzle>,
    taken: usize,
}

/// So many of these puzzles, or all that are fit, the easiest first.
pub fn chosen(all: &[BuiltinPuzzle], count: usize) -> Vec<BuiltinPuzzle> {
    let mut cells = cells(all);
    let tasks = tasks().count();
    let (mut of_task, mut of_band) = (vec![0; tasks], [0; BANDS.len() - 1]);
    let mut chosen: Vec<BuiltinPuzzle> = Vec::new();
    while chosen.len() < count {
        let open = cells.iter_mut().filter(|cell| !cell.left.is_empty());
        // In shares of what there is of everything when all is even.
        let filled = |cell: &&mut Cell| {
            let (task, band) = (of_task[cell.task], of_band[cell.band]);
            let bands = of_band.len();
            task * tasks + band * bands + cell.taken * tasks * bands
        };
        let Some(cell) = open.min_by_key(filled) else {
            break;
        };
        let Some(puzzle) = cell.left.pop() else {
            continue;
        };
        if chosen.iter().all(|other| differ(other, &puzzle) >= UNLIKE) {
            cell.taken += 1;
            of_task[cell.task] += 1;
            of_band[cell.band] += 1;
            chosen.push(puzzle);
        }
    }
    chosen.sort_by_key(|puzzle| (puzzle.rating, puzzle.position));
    chosen
}

/// All cells with their puzzles, no position twice.
fn cells(all: &[BuiltinPuzzle]) -> Vec<Cell> {
    let mut seen = HashSet::new();
    let is_new = |puzzle: &&BuiltinPuzzle| seen.insert(Symmetry::canonical(puzzle.position).0);
    let mut all: Vec<&BuiltinPuzzle> = all.iter().filter(is_new).collect();
    // Those that are as good come in any order, whoever played the games.
    all.shuffle(&mut StdRng::seed_from_u64(SEED));
    let mut cells = Vec::new();
    for (number, (task, _)) in tasks().enumerate() {
        for band in 0..BANDS.len() - 1 {
            let fit = all
                .iter()
                .filter(|puzzle| task.holds(puzzle) && band_of(puzzle) == band);
            let mut left: Vec<BuiltinPuzzle> = fit.map(|&&puzzle| puzzle).collect();
            left.sort_by_key(|puzzle| Reverse(worth(puzzle)));
            cells.push(Cell {
                task: number,
                band,
                left,
                taken: 0,
            });
        }
    }
    cells
}

/// How good a puzzle is, the best ones at 0: those whose key alone wins, then those that only it
/// draws, then those with the nearest result.
fn worth(puzzle: &BuiltinPuzzle) -> u8 {
    let (key, next) = (puzzle.key.score, puzzle.next.score);
    match (key.signum(), next.signum()) {
        (1, -1 | 0) => 0,
        (0, -1) => 1,
        _ => 2 + key.unsigned_abs() / STEP,
    }
}

/// In how many squares two puzzles differ.
fn differ(one: &BuiltinPuzzle, other: &BuiltinPuzzle) -> u32 {
    let sides = |puzzle: &BuiltinPuzzle| match puzzle.to_move {
        Color::Black => [puzzle.position.own, puzzle.position.opp],
        Color::White => [puzzle.position.opp, puzzle.position.own],
    };
    let ([black, white], [other_black, other_white]) = (sides(one), sides(other));
    ((black ^ other_black) | (white ^ other_white)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::puzzles::builtin::ScoredSquare;
    use bianca_rules::othello::{Bitboard, Position, Square};

    /// A position of random discs that has a random rating.
    fn puzzle(random: &mut StdRng, kind: PuzzleKind, empties: u32) -> BuiltinPuzzle {
        let mut squares: Vec<u32> = (0..64).collect();
        squares.shuffle(random);
        let of = |part: &[u32]| -> Bitboard {
            part.iter().copied().map(Square::from_low_bits).collect()
        };
        let (own, opp) = squares[empties as usize..].split_at(20);
        let scored = |score| ScoredSquare {
            square: Square::from_low_bits(squares[0]),
            score,
        };
        BuiltinPuzzle {
            position: Position {
                own: of(own),
                opp: of(opp),
            },
            to_move: Color::Black,
            last: None,
            kind,
            rating: random.random_range(300..=2700),
            key: scored(2),
            next: scored(-2),
            tempting: scored(-2),
        }
    }

    fn many(count: usize) -> Vec<BuiltinPuzzle> {
        let mut random = StdRng::seed_from_u64(1);
        let of_task = |(task, _): (Task, String)| (task.kind, task.empties.1);
        let of_tasks: Vec<(PuzzleKind, u32)> = tasks().map(of_task).collect();
        let tasks = of_tasks.iter().cycle().take(count);
        tasks
            .map(|&(kind, empties)| puzzle(&mut random, kind, empties))
            .collect()
    }

    fn is_in(puzzle: &BuiltinPuzzle, task: &Task, band: usize) -> bool {
        task.holds(puzzle) && band_of(puzzle) == band
    }

    #[test]
    fn each_task_and_band_has_as_many_as_any_other() {
        let all = many(1500);
        let taken = chosen(&all, 112);
        assert!(taken.is_sorted_by_key(|puzzle| puzzle.rating));
        for (task, name) in tasks() {
            for (band, from) in BANDS[..BANDS.len() - 1].iter().enumerate() {
                let count = taken.iter().filter(|puzzle| is_in(puzzle, &task, band));
                assert_eq!(count.count(), 2, "{name} {from}");
            }
        }
    }

    #[test]
    fn where_there_are_too_few_the_others_have_more() {
        let mut all = many(1500);
        let hardest = |puzzle: &BuiltinPuzzle| band_of(puzzle) == BANDS.len() - 2;
        let (task, _) = tasks().next().unwrap();
        all.retain(|puzzle| !(hardest(puzzle) && task.holds(puzzle)));
        let taken = chosen(&all, 112);
        assert_eq!(taken.len(), 112);
        for (task, name) in tasks() {
            let count = taken.iter().filter(|puzzle| task.holds(puzzle)).count();
            assert!((15..=17).contains(&count), "{name} {count}");
        }
        assert_eq!(chosen(&all[..50], 112).len(), 50);
    }

    #[test]
    fn what_is_alike_is_taken_once_and_the_nearest_results_first() {
        let all = many(7);
        assert_eq!(chosen(&[&all[..], &all].concat(), 14).len(), 7);
        let mut image = all[0];
        let turned = Symmetry::all().nth(3).unwrap();
        image.position = turned.position(image.position);
        assert_eq!(chosen(&[all[0], image], 2), [all[0]]);
        let mut near = all[0];
        let disc = near.position.own.into_iter().next().unwrap();
        near.position.own = near.position.own - disc.into();
        near.position.opp |= disc.into();
        assert_eq!(chosen(&[all[0], near], 2).len(), 1);
        let with = |key, next| {
            let mut puzzle = all[0];
            (puzzle.key.score, puzzle.next.score) = (key, next);
            worth(&puzzle)
        };
        let worths = [(20, 0), (0, -2), (4, 0 - 8), (6, 2), (-4, -12), (30, 20)];
        assert_eq!(
            worths.map(|(key, next)| with(key, next)),
            [0, 1, 0, 2, 2, 5]
        );
    }
}
