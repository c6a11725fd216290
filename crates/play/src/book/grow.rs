//! Growing a book: which positions it lacks, and how they get into it.
//!
//! The book is for a player who plays its best moves, or moves hardly worse, against one who plays
//! anything within some loss. A position matters the more, the fewer moves it is away from the
//! start and the less was lost on the way: that is the drop-out expansion of T. R. Lincke,
//! *Strategies for the Automatic Construction of Opening Books* (Computers and Games 2000), where a
//! ply and a loss are weighed against each other. Expanding a position means to search all of its
//! moves that are near the best, each deeply and on its own; the best of the others becomes its
//! leaf.
//!
//! [`plan`] says what comes next and knows no thread, no file and no clock; [`grow`] lets threads
//! search and keeps each score as it comes, so that it can be killed at any time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::entry::{Entry, Leaf, Place};
use super::error::BookError;
use super::moves::{Child, Entries, Lookup, back_up, child};
use super::score::{Scorer, Scoring};
use super::store::{Learner, back_up_all, load, sorted, write};
use bianca_rules::othello::{Position, Square};
use bianca_search::request::{Score, StopFlag};
use bianca_search::search::TableTooLarge;

/// Added to the room of a move that a shallow search scored, because that may be wrong.
const MARGIN: Score = Score(Score::DISC);

/// Share of the known positions for which what comes next is found out at once.
const BATCH_SHARE: usize = 50;

/// Least number of positions for which that is done.
const BATCH: usize = 16;

/// What is worth to be in a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Most that the opponent's moves may lose on the way to a position.
    pub error: Score,
    /// Most that the book's own moves may lose on the way to it.
    pub variety: Score,
    /// A loss of one disc counts as much as so many plies.
    pub plies_per_disc: f64,
    /// Fewest empty squares of a position that is expanded.
    pub least_empties: u32,
}

impl Default for Aim {
    fn default() -> Aim {
        Aim {
            error: Score::from_discs(4),
            variety: Score::from_discs(1),
            plies_per_disc: 2.0,
            least_empties: 30,
        }
    }
}

/// A position to expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position.
    pub position: Position,
    /// How much a move may be worse than the best one and still matter.
    pub room: Score,
}

/// A way to a position, as the walk from the start has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// In 1/256 ply, so that it can be compared.
    cost: i64,
    position: Position,
    /// Lost by the book's side and by the other one.
    lost: [i32; 2],
    /// Whether it is the book's turn.
    own_turn: bool,
    plies: u32,
}

/// The positions that matter most and are not expanded, `most` of them, the first first.
///
/// # Errors
/// If the book cannot be read.
pub fn plan(entries: &Entries, aim: &Aim, most: usize) -> Result<Vec<Task>, BookError> {
    let Some(start) = Place::of(Position::START) else {
        return Ok(Vec::new());
    };
    let mut ways = BinaryHeap::new();
    // The book may have either colour.
    for own_turn in [true, false] {
        ways.push(Reverse(Way {
            cost: 0,
            position: start.position,
            lost: [0, 0],
            own_turn,
            plies: 0,
        }));
    }
    let mut seen: HashSet<(Position, bool)> = HashSet::new();
    let mut rooms: HashMap<Position, Score> = HashMap::new();
    let mut tasks: Vec<Position> = Vec::new();
    while let Some(Reverse(way)) = ways.pop() {
        if !seen.insert((way.position, way.own_turn)) {
            continue;
        }
        if tasks.len() >= most && !rooms.contains_key(&way.position) {
            break;
        }
        let Some(entry) = entries.get(&way.position) else {
            continue;
        };
        let side = usize::from(!way.own_turn);
        let room = Score([aim.variety, aim.error][side].0 - way.lost[side]);
        let is_open = !entry.expanded
            || entry
                .leaf
                .is_some_and(|leaf| entry.score.0 - leaf.score.0 <= room.0);
        if is_open && entry.position.empties() >= aim.least_empties && !entry.is_proven() {
            let known = rooms.entry(way.position).or_insert_with(|| {
                tasks.push(way.position);
                room
            });
            *known = room.max(*known);
        }
        for square in entry.position.moves() {
            let after = child(entries, entry.position.play_unchecked(square))?;
            let Some(Child::Entry(place, _)) = after else {
                continue;
            };
            let [score, ..] = after.map_or([entry.score; 3], Child::scores);
            let loss = (entry.score.0 - score.0).max(0);
            if loss > room.0 {
                continue;
            }
            let mut lost = way.lost;
            lost[side] += loss;
            let plies = way.plies + 1;
            let all_lost = f64::from(lost[0] + lost[1]);
            ways.push(Reverse(Way {
                cost: i64::from(plies) * 256 + (all_lost * aim.plies_per_disc) as i64,
                position: place.position,
                lost,
                own_turn: way.own_turn == place.passed,
                plies,
            }));
        }
    }
    let room_of = |position| rooms.get(position).copied().unwrap_or_default();
    let tasks = tasks.iter().map(|position| Task {
        position: *position,
        room: room_of(position),
    });
    Ok(tasks.collect())
}

/// Moves of a position and their scores by a shallow search, best first.
type Scan = [(Square, Score)];

/// The positions behind those moves of a position that are near enough to the best to be searched,
/// and are not in the book.
///
/// # Errors
/// If the book cannot be read.
pub fn wanted(book: &impl Lookup, task: &Task, scan: &Scan) -> Result<Vec<Position>, BookError> {
    let (Some(entry), Some(&(_, best))) = (book.find(&task.position)?, scan.first()) else {
        return Ok(Vec::new());
    };
    let least = best.0 - task.room.0 - MARGIN.0;
    let near = scan.iter().enumerate().filter(|&(rank, &(square, score))| {
        // What the position's own search chose is looked at in any case.
        rank == 0 || score.0 >= least || entry.leaf.is_some_and(|leaf| leaf.square == square)
    });
    let mut wanted = Vec::new();
    for (_, &(square, _)) in near {
        let after = entry.position.play_unchecked(square);
        if let Some(place) = Place::of(after)
            && !wanted.contains(&place.position)
            && book.find(&place.position)?.is_none()
        {
            wanted.push(place.position);
        }
    }
    Ok(wanted)
}

/// Gives `entry` the leaf that it has once moves of its position are in the book: the best of the
/// others; and the score that follows.
///
/// # Errors
/// If the book cannot be read.
pub fn set_leaf(book: &impl Lookup, entry: &mut Entry, scan: &Scan) -> Result<(), BookError> {
    entry.leaf = None;
    let mut shift = None;
    for &(square, shallow) in scan {
        match child(book, entry.position.play_unchecked(square))? {
            // The shallow scores are set right by how wrong the best of them was.
            Some(child) if shift.is_none() => shift = Some(child.scores()[0].0 - shallow.0),
            None if entry.leaf.is_none() => {
                let score = shallow.0 + shift.unwrap_or(0);
                entry.leaf = Some(Leaf {
                    square,
                    score: Score(score.clamp(Score::MIN.0, Score::MAX.0)),
                });
            }
            _ => {}
        }
    }
    back_up(book, entry)
}

/// How a book is grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// What is worth to be in it.
    pub aim: Aim,
    /// How positions are scored.
    pub scoring: Scoring,
    /// When to end; each search that has begun is done first.
    pub time: Option<Duration>,
    /// How many positions to add at most.
    pub positions: Option<u64>,
    /// Threads, each of which searches positions of its own.
    pub threads: usize,
}

/// Why a book does not grow.
#[derive(Debug, Error)]
pub enum GrowError {
    /// The book cannot be read or written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// There is not enough memory for the hash tables.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
}

/// What growing has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Positions that were added.
    pub added: u64,
    /// Positions that were expanded.
    pub expanded: u64,
    /// Whether nothing within the aim is left to do.
    pub complete: bool,
}

/// What the threads share.
struct Work {
    learner: Learner,
    entries: Entries,
    /// What comes next.
    tasks: VecDeque<Task>,
    /// What some thread is at.
    busy: HashSet<Position>,
    grown: Grown,
    failure: Option<BookError>,
}

/// Grows the book at `path` until the time is over or nothing is left to do. `tell` hears how far
/// it is after each position. The scores of all positions agree at the end, and the book is
/// compact.
///
/// # Errors
/// If it cannot be read or written, or memory is short; what was kept before stays.
pub fn grow(
    path: &Path,
    growth: &Growth,
    stop: &StopFlag,
    tell: &(dyn Fn(&Grown) + Sync),
) -> Result<Grown, GrowError> {
    let learner = Learner::open(path)?;
    let entries = load(learner.store())?;
    let work = Mutex::new(Work {
        learner,
        entries,
        tasks: VecDeque::new(),
        busy: HashSet::new(),
        grown: Grown::default(),
        failure: None,
    });
    let deadline = growth.time.map(|time| Instant::now() + time);
    let is_over = || {
        let work = lock(&work);
        let enough = growth
            .positions
            .is_some_and(|most| work.grown.added >= most);
        let late = deadline.is_some_and(|end| Instant::now() >= end);
        stop.is_raised() || enough || late || work.failure.is_some() || work.grown.complete
    };
    let scorers = (0..growth.threads.max(1)).map(|_| Scorer::new(growth.scoring));
    let scorers = scorers.collect::<Result<Vec<Scorer>, _>>()?;
    thread::scope(|scope| {
        for mut scorer in scorers {
            let (work, is_over) = (&work, &is_over);
            scope.spawn(move || {
                while !is_over() {
                    match next(work, &growth.aim) {
                        Ok(Some(task)) => {
                            let done = expand(work, &task, &mut scorer, stop, is_over, tell);
                            let mut work = lock(work);
                            work.busy.remove(&task.position);
                            work.failure = done.err().or(work.failure.take());
                        }
                        Ok(None) => thread::sleep(Duration::from_millis(20)),
                        Err(error) => lock(work).failure = Some(error),
                    }
                }
            });
        }
    });
    let mut work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = work.failure {
        return Err(error.into());
    }
    back_up_all(&mut work.entries)?;
    let written = write(path, sorted(&work.entries).into_iter().map(Ok))?;
    work.learner.replace(written)?;
    Ok(work.grown)
}

/// The positions to search next for a book that others' searches are brought into, at most `most`.
/// Positions whose moves are all there count as expanded from then on.
///
/// # Errors
/// If it cannot be read or written, or memory is short.
pub fn list_wanted(path: &Path, growth: &Growth, most: usize) -> Result<Vec<Position>, GrowError> {
    let mut learner = Learner::open(path)?;
    let mut entries = load(learner.store())?;
    let mut scorer = Scorer::new(growth.scoring)?;
    let start = Place::of(Position::START).map(|place| place.position);
    if let Some(start) = start.filter(|start| !entries.contains_key(start)) {
        return Ok(vec![start]);
    }
    let mut list: Vec<Position> = Vec::new();
    let mut waiting: HashSet<Position> = HashSet::new();
    loop {
        back_up_all(&mut entries)?;
        let tasks = plan(&entries, &growth.aim, most.max(BATCH) + waiting.len())?;
        let mut is_new = false;
        for task in tasks {
            if list.len() >= most {
                return Ok(list);
            }
            if waiting.contains(&task.position) {
                continue;
            }
            is_new = true;
            let scan = scorer.scan(task.position, &StopFlag::new());
            let missing = wanted(&entries, &task, &scan)?;
            if !missing.is_empty() {
                waiting.insert(task.position);
                let room = most - list.len();
                let others = missing.into_iter().filter(|one| !list.contains(one));
                let others: Vec<Position> = others.take(room).collect();
                list.extend(others);
            } else if let Some(mut entry) = entries.get(&task.position).copied() {
                set_leaf(&entries, &mut entry, &scan)?;
                entry.expanded = true;
                learner.learn(&[entry])?;
                entries.insert(entry.position, entry);
            }
        }
        if !is_new {
            return Ok(list);
        }
    }
}

fn lock<T>(work: &Mutex<T>) -> MutexGuard<'_, T> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What to expand next; `None` while others are at what is left.
fn next(work: &Mutex<Work>, aim: &Aim) -> Result<Option<Task>, BookError> {
    let mut work = lock(work);
    if work.tasks.is_empty() {
        let start = Place::of(Position::START).map(|place| place.position);
        let missing = start.filter(|start| !work.entries.contains_key(start));
        let tasks = match missing {
            Some(position) => vec![Task {
                position,
                room: Score(0),
            }],
            None => {
                back_up_all(&mut work.entries)?;
                let most = (work.entries.len() / BATCH_SHARE).max(BATCH);
                plan(&work.entries, aim, most)?
            }
        };
        let busy = std::mem::take(&mut work.busy);
        work.tasks = tasks
            .into_iter()
            .filter(|task| !busy.contains(&task.position))
            .collect();
        work.grown.complete = work.tasks.is_empty() && busy.is_empty();
        work.busy = busy;
    }
    let task = work.tasks.pop_front();
    if let Some(task) = &task {
        work.busy.insert(task.position);
    }
    Ok(task)
}

/// Expands a position: searches what is wanted of its moves, and keeps each score.
fn expand(
    work: &Mutex<Work>,
    task: &Task,
    scorer: &mut Scorer,
    stop: &StopFlag,
    is_over: &impl Fn() -> bool,
    tell: &(dyn Fn(&Grown) + Sync),
) -> Result<(), BookError> {
    if !lock(work).entries.contains_key(&task.position) {
        return add(work, scorer.score(task.position, stop), tell);
    }
    let scan = scorer.scan(task.position, stop);
    let wanted = wanted(&lock(work).entries, task, &scan)?;
    for position in wanted {
        if is_over() {
            return Ok(());
        }
        // Another thread may have come to it by another way.
        if !lock(work).busy.insert(position) {
            continue;
        }
        let known = lock(work).entries.contains_key(&position);
        let scored = if known {
            None
        } else {
            scorer.score(position, stop)
        };
        let added = add(work, scored, tell);
        lock(work).busy.remove(&position);
        added?;
    }
    let mut work = lock(work);
    if let Some(mut entry) = work.entries.get(&task.position).copied() {
        set_leaf(&work.entries, &mut entry, &scan)?;
        entry.expanded = true;
        work.learner.learn(&[entry])?;
        work.entries.insert(entry.position, entry);
        work.grown.expanded += 1;
    }
    Ok(())
}

/// Keeps a position that was searched.
fn add(
    work: &Mutex<Work>,
    entry: Option<Entry>,
    tell: &(dyn Fn(&Grown) + Sync),
) -> Result<(), BookError> {
    let Some(entry) = entry else {
        return Ok(());
    };
    let mut work = lock(work);
    work.learner.learn(&[entry])?;
    work.entries.insert(entry.position, entry);
    work.grown.added += 1;
    tell(&work.grown);
    Ok(())
}
