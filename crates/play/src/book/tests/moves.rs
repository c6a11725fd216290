//! What a book says of moves, against a second and plain account of it.

use std::fs;

use super::*;
use crate::book::moves::back_up;
use crate::book::{BookMove, choose};
use bianca_search::request::MoveDraw;

/// The entry of a position on any of its eight sides, and that side.
fn look(entries: &Entries, position: Position) -> Option<(Symmetry, Entry)> {
    let found = |side: Symmetry| Some((side, *entries.get(&side.position(position))?));
    Symmetry::all().find_map(found)
}

/// What a move leads to, for the side that makes it: its score and bounds, and what is told of the
/// search. `None` if the book does not have it.
fn leads_to(entries: &Entries, after: Position) -> Option<([Score; 3], (u8, u8, u32))> {
    if after.is_over() {
        return Some(([Score(-256 * after.final_score()); 3], (0, 100, 0)));
    }
    let again = after.must_pass();
    let next = if again { after.passed() } else { after };
    let (_, entry) = look(entries, next)?;
    let told = (entry.depth, entry.confidence, entry.lines);
    if again {
        Some(([entry.score, entry.lower, entry.upper], told))
    } else {
        Some(([-entry.score, -entry.upper, -entry.lower], told))
    }
}

/// The moves of a position as a book has them, best first.
fn told(entries: &Entries, position: Position) -> Vec<BookMove> {
    let mut told = Vec::new();
    for square in position.moves() {
        let Some((scores, search)) = leads_to(entries, position.play_unchecked(square)) else {
            continue;
        };
        told.push(BookMove {
            square,
            score: scores[0],
            depth: search.0,
            confidence: search.1,
            proven: scores[1] == scores[2],
            is_leaf: false,
            lines: search.2,
        });
    }
    let leaf = look(entries, position).filter(|_| !position.moves().is_empty());
    if let Some((side, entry)) = leaf
        && let Some(leaf) = entry.leaf
    {
        let back = |square: &Square| side.square(*square) == leaf.square;
        let square = Square::all().find(back).unwrap();
        if told.iter().all(|one| one.square != square) {
            let of_its_search =
                !entry.expanded && (entry.best, entry.score) == (Some(leaf.square), leaf.score);
            let (depth, confidence) = if of_its_search {
                (entry.depth.max(1) - 1, entry.confidence)
            } else {
                (0, 0)
            };
            told.push(BookMove {
                square,
                score: leaf.score,
                depth,
                confidence,
                proven: entry.lower == entry.upper && entry.score == leaf.score,
                is_leaf: true,
                lines: 0,
            });
        }
    }
    told.sort_by(|one, other| {
        let by_score = other.score.cmp(&one.score);
        by_score.then(one.square.index().cmp(&other.square.index()))
    });
    told
}

/// An entry with any value in each field; scores are few, so that many are equal.
fn any_entry(position: Position, random: &mut impl Rng) -> Entry {
    let score = Score(100 * random.random_range(-3..=3));
    let squares: Vec<Square> = position.moves().into_iter().collect();
    let mut wider = || *[0, 100, 16_384].choose(random).unwrap();
    let lower = Score(score.0 - wider()).max(Score::MIN);
    let upper = Score(score.0 + wider()).min(Score::MAX);
    let best = Some(*squares.choose(random).unwrap()).filter(|_| random.random_bool(0.8));
    let leaf = Leaf {
        square: match best {
            Some(best) if random.random() => best,
            _ => *squares.choose(random).unwrap(),
        },
        score: if random.random() {
            score
        } else {
            Score(100 * random.random_range(-4..=4))
        },
    };
    Entry {
        position,
        score,
        lower,
        upper,
        depth: random.random_range(0..4),
        confidence: random.random_range(0..=100),
        best,
        leaf: Some(leaf).filter(|_| random.random_bool(0.7)),
        expanded: random.random(),
        lines: random.random_range(0..1000),
    }
}

/// A book of most of the positions to which an ending leads, and all of these positions.
pub fn any_book(seed: u64, random: &mut impl Rng) -> (Entries, Vec<Position>) {
    let end = RandomGames::new(4, seed).next().unwrap().position();
    let (mut entries, mut positions) = (Entries::new(), vec![end]);
    let mut next = 0;
    while let Some(&position) = positions.get(next) {
        next += 1;
        if let Some(place) = Place::of(position)
            && random.random_bool(0.7)
        {
            let entry = any_entry(place.position, random);
            entries.insert(place.position, entry);
        }
        if position.must_pass() && !position.is_over() {
            positions.push(position.passed());
        }
        let squares = position.moves().into_iter();
        positions.extend(squares.map(|square| position.play_unchecked(square)));
    }
    (entries, positions)
}

/// Whether a position is like none of its mirror images.
fn has_one_side(position: Position) -> bool {
    let images: HashSet<Position> = Symmetry::all()
        .map(|side| side.position(position))
        .collect();
    images.len() == 8
}

#[test]
fn moves_are_told_as_a_plain_account_of_the_book_tells_them() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut leaves, mut passes, mut ends, mut sure) = (0, 0, 0, 0);
    for seed in 0..60 {
        let (entries, positions) = any_book(seed, &mut random);
        for position in positions.into_iter().filter(|one| has_one_side(*one)) {
            let side = Symmetry::all().choose(&mut random).unwrap();
            let position = side.position(position);
            let known = moves_of(&entries, position).unwrap();
            assert_eq!(known, told(&entries, position), "{position:?}");
            passes +=
                usize::from(position.must_pass() && look(&entries, position.passed()).is_some());
            let count = |is: fn(&&BookMove) -> bool| known.iter().filter(is).count();
            leaves += count(|one| one.is_leaf);
            sure += count(|one| one.is_leaf && one.confidence > 0);
            ends += count(|one| !one.is_leaf && one.depth == 0 && one.confidence == 100);
        }
    }
    assert!(
        leaves > 50 && sure > 10 && passes > 20 && ends > 100,
        "{leaves} leaves, {sure} of a search, {passes} passes, {ends} ends"
    );
}

/// What an entry is once it agrees with its moves and its leaf, by a plain account.
fn agreed(entries: &Entries, old: Entry) -> Entry {
    let mut new = old;
    let squares: Vec<Square> = old.position.moves().into_iter().collect();
    let known: Vec<(Square, [Score; 3])> = squares
        .iter()
        .filter_map(|&square| {
            let (scores, _) = leads_to(entries, old.position.play_unchecked(square))?;
            Some((square, scores))
        })
        .collect();
    let is_known = |square: Square| known.iter().any(|(one, _)| *one == square);
    new.leaf = old.leaf.filter(|leaf| !is_known(leaf.square));
    let mut options: Vec<(Score, Square)> = known
        .iter()
        .map(|(square, scores)| (scores[0], *square))
        .collect();
    // The leaf stands behind those that are as good.
    options.extend(new.leaf.map(|leaf| (leaf.score, leaf.square)));
    let most = options.iter().map(|(score, _)| *score).max();
    if let Some((score, square)) = options.iter().find(|(score, _)| Some(*score) == most) {
        (new.score, new.best) = (*score, Some(*square));
    }
    let least = known.iter().map(|(_, scores)| scores[1]).max();
    let most = known.iter().map(|(_, scores)| scores[2]).max();
    let most = most.filter(|_| known.len() == squares.len());
    let [least, most] = [
        least.unwrap_or(Score(-16_384)),
        most.unwrap_or(Score(16_384)),
    ];
    new.lower = old.lower.max(least);
    new.upper = old.upper.min(most);
    // Proofs that exclude each other: those of the moves count.
    if new.lower > new.upper {
        (new.lower, new.upper) = (least, most);
    }
    new.score = new.score.max(new.lower).min(new.upper);
    new
}

#[test]
fn scores_and_best_moves_are_backed_up_as_a_plain_account_has_them() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut by_leaf, mut as_good, mut alone, mut against) = (0, 0, 0, 0);
    for seed in 0..150 {
        let (entries, _) = any_book(seed, &mut random);
        for old in entries.values() {
            let mut entry = *old;
            back_up(&entries, &mut entry).unwrap();
            let expected = agreed(&entries, *old);
            assert_eq!(entry, expected, "{old:?}");
            let known = told(&entries, old.position);
            by_leaf += usize::from(
                entry
                    .leaf
                    .is_some_and(|leaf| entry.best == Some(leaf.square)),
            );
            against += usize::from(old.lower > expected.upper || old.upper < expected.lower);
            as_good += usize::from(known.len() > 1 && known[0].score == known[1].score);
            alone += usize::from(known.is_empty());
        }
    }
    assert!(
        by_leaf > 100 && as_good > 100 && alone > 10 && against > 10,
        "{by_leaf} by the leaf, {as_good} as good as others, {alone} without a move, {against} \
         with proofs against each other"
    );
}

#[test]
fn checking_repairs_as_backing_up_does_and_counts_what_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    for seed in 0..10 {
        let (entries, _) = any_book(seed, &mut random);
        let path = folder.path().join(seed.to_string());
        let mut learner = Learner::open(&path).unwrap();
        let learned: Vec<Entry> = entries.values().copied().collect();
        learner.learn(&learned).unwrap();
        // From the fewest empty squares on, each by those that agree already.
        let mut agreeing = entries.clone();
        let mut ordered: Vec<Position> = entries.keys().copied().collect();
        ordered.sort_by_key(Position::empties);
        for position in ordered {
            let new = agreed(&agreeing, agreeing[&position]);
            agreeing.insert(position, new);
        }
        let changed = entries.iter().filter(|(at, old)| agreeing[at] != **old);
        let changed = changed.count() as u64;
        let mut in_memory = entries.clone();
        assert_eq!(back_up_all(&mut in_memory).unwrap(), changed);
        assert_eq!(in_memory, agreeing);
        let report = repair(&mut learner).unwrap();
        assert_eq!(
            (report.positions, report.inconsistent, report.damaged),
            (entries.len() as u64, changed, 0)
        );
        assert_eq!(report.is_sound(), changed == 0);
        let stored = super::super::store::load(learner.store()).unwrap();
        assert_eq!(stored, agreeing);
        assert_eq!(learner.store().counts(), (entries.len() as u64, 0));
        // What agrees is not written again.
        let modified = || fs::metadata(&path).unwrap().modified().unwrap();
        let before = modified();
        let report = repair(&mut learner).unwrap();
        assert_eq!((report.is_sound(), modified()), (true, before));
    }
}

#[test]
fn moves_are_drawn_in_proportion_to_how_good_they_are() {
    let known = |name: &str, score, depth, proven| BookMove {
        square: name.parse().unwrap(),
        score: Score(score),
        depth,
        confidence: 73,
        proven,
        is_leaf: false,
        lines: 0,
    };
    let moves = [
        known("d3", 100, 9, false),
        known("c4", 90, 0, true),
        known("f5", 85, 0, false),
        known("e6", 70, 1, false),
        known("a1", 69, 9, true),
    ];
    let count = |variety, made: &[(&str, u8)], numbers: u32| {
        let mut counts = [0; 5];
        for number in 0..numbers {
            let mut draw = MoveDraw::new(number);
            for (name, times) in made {
                let square: Square = name.parse().unwrap();
                draw = draw.after(square.index() as u8, *times);
            }
            let chosen = choose(&moves, Score(variety), Some(draw)).unwrap();
            let at = moves.iter().position(|one| one == chosen).unwrap();
            counts[at] += 1;
        }
        counts
    };
    // With a variety of 30 a move that loses so much is drawn half as often as the best, and one
    // that was only glanced at, or loses more, never.
    assert_eq!(count(30, &[], 143), [61, 51, 0, 31, 0]);
    assert_eq!(count(31, &[], 63 + 53 + 33 + 32), [63, 53, 0, 33, 32]);
    assert_eq!(count(0, &[], 50), [50, 0, 0, 0, 0]);
    // For each time that another move was made, sixteen times as often again.
    let made = [("d3", 1), ("e6", 2)];
    let shares = [61 * 33, 51 * 49, 0, 31 * 17, 0];
    assert_eq!(count(30, &made, shares.iter().sum()), shares);
    // The lowest numbers draw the best.
    let drawn = |number| choose(&moves, Score(30), Some(MoveDraw::new(number))).unwrap();
    let drawn = [0, 60, 61, 111, 112, 142, 143].map(|number| drawn(number).score.0);
    assert_eq!(drawn, [100, 100, 90, 90, 70, 70, 100]);
    // Equals are drawn without a variety, and nothing is drawn where nobody asks for it.
    let equals = [known("d3", 5, 3, false), known("c4", 5, 3, false)];
    let chosen = |number| {
        choose(&equals, Score(0), Some(MoveDraw::new(number)))
            .unwrap()
            .square
    };
    let chosen = [0, 1, 2, 3].map(chosen);
    assert_eq!(chosen, [0, 1, 0, 1].map(|at| equals[at].square));
    for variety in [0, 30, 1000] {
        assert_eq!(choose(&moves, Score(variety), None), Some(&moves[0]));
        assert_eq!(choose(&moves[1..], Score(variety), None), Some(&moves[1]));
        assert_eq!(choose(&moves[2..], Score(variety), None), None);
    }
}
