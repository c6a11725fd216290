//! The packed form of a book.

use std::io::Read;

use super::*;
use crate::book::moves::back_up;
use crate::book::store::sorted;

/// A book as it looks behind the packing: positions in the order of the walk, each with what the
/// columns say of it.
fn unpacked(packed: &[u8]) -> Vec<Vec<u8>> {
    let mut whole = Vec::new();
    flate2::read::DeflateDecoder::new(packed)
        .read_to_end(&mut whole)
        .unwrap();
    // Short columns: each length is a byte.
    let (lengths, mut rest) = whole.split_at(7);
    let mut columns = Vec::new();
    for &length in lengths {
        let (column, others) = rest.split_at(length.into());
        columns.push(column.to_vec());
        rest = others;
    }
    assert!(rest.is_empty());
    columns
}

#[test]
fn the_columns_of_the_packed_form_are_as_described() {
    let place = |moves: &str| Place::of(after(moves)).unwrap();
    // The start leads to one position by all four moves, that one by its second move to the last.
    let second = place("f5").position.moves().into_iter().nth(1).unwrap();
    let last = Place::of(place("f5").position.play_unchecked(second)).unwrap();
    let third = last.position.moves().into_iter().nth(2).unwrap();
    let leaf = |square, score| {
        let score = Score(score);
        Some(Leaf { square, score })
    };
    let first = place("f5").position.moves().first().unwrap();
    let entries = [
        Entry {
            depth: 7,
            confidence: 100,
            expanded: true,
            ..Entry::unknown(place("").position)
        },
        Entry {
            depth: 60,
            confidence: 73,
            leaf: leaf(first, -1028),
            ..Entry::unknown(place("f5").position)
        },
        Entry {
            depth: 5,
            confidence: 9,
            leaf: leaf(third, 508),
            score: Score(-13),
            ..Entry::unknown(last.position)
        },
        // Nothing leads to it.
        Entry::unknown(place("f5f6e6f4g5").position),
    ];
    let entries: Entries = entries.iter().map(|one| (one.position, *one)).collect();
    let packed = builtin::pack(&entries).unwrap();
    let columns: [&[u8]; 7] = [
        &[0b1111, 0b10, 0],
        &[7, 60, 5],
        &[100, 73, 9],
        &[1, 0, 0],
        &[0, 1, 3],
        // -1028 is -128.5 of 8, which is -128: 255, in two bytes of seven bits; 508 is 63.5: 64.
        &[0xff, 1, 0x80, 1],
        // -13 is -1.6 of 8: -2.
        &[3],
    ];
    assert_eq!(unpacked(&packed), columns);
    let back = builtin::unpack(&packed).unwrap();
    assert_eq!(back.len(), 3);
    let found = back[&last.position];
    assert_eq!(
        (found.depth, found.confidence, found.expanded),
        (5, 9, false)
    );
    // The leaf is better than its own search.
    assert_eq!((found.score, found.best), (Score(512), Some(third)));
    let found = back[&place("f5").position];
    assert_eq!(found.leaf, leaf(first, -1024));
    assert_eq!((found.score, found.best), (Score(-512), Some(second)));
    assert_eq!(back[&place("").position].score, Score(512));
    assert!(
        builtin::unpack(&builtin::pack(&Entries::new()).unwrap())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_packed_book_comes_back_with_all_that_it_keeps() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut leaves = 0;
    for _ in 0..60 {
        let mut tree = random_tree(&mut random);
        let mut order: Vec<Position> = tree.keys().copied().collect();
        order.sort();
        for position in order {
            let entry = tree.get_mut(&position).unwrap();
            let square = position.moves().into_iter().choose(&mut random).unwrap();
            // In the units that are kept, from the least to the greatest.
            let mut score = || Score(8 * random.random_range(-2048..=2048));
            entry.score = score();
            let score = score();
            entry.leaf = random.random_bool(0.5).then_some(Leaf { square, score });
            entry.best = entry.leaf.map(|leaf| leaf.square);
            entry.depth = random.random_range(0..=60);
            entry.confidence = random.random_range(0..=100);
            entry.expanded = random.random();
            leaves += usize::from(entry.leaf.is_some());
        }
        // What can be reached, with scores that agree.
        let mut reached = Entries::new();
        let mut waiting = vec![Position::START];
        while let Some(position) = waiting.pop() {
            let Some(place) = Place::of(position) else {
                continue;
            };
            let Some(entry) = tree.get(&place.position) else {
                continue;
            };
            if reached.insert(place.position, *entry).is_none() {
                let squares = place.position.moves().into_iter();
                waiting.extend(squares.map(|square| place.position.play_unchecked(square)));
            }
        }
        for entry in sorted(&reached) {
            let mut entry = entry;
            back_up(&reached, &mut entry).unwrap();
            reached.insert(entry.position, entry);
        }
        let packed = builtin::pack(&reached).unwrap();
        let mut back = builtin::unpack(&packed).unwrap();
        assert_eq!(builtin::pack(&back).unwrap(), packed);
        for (position, entry) in &reached {
            let back = back.remove(position).unwrap();
            assert_eq!(back, *entry);
        }
        assert!(back.is_empty());
    }
    assert!(leaves > 100, "{leaves}");
}
