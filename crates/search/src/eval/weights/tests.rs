use super::*;
use crate::eval::network::random_network;
use crate::eval::patterns::shared_rows;
use bianca_rules::othello::{Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn shared_network(stages: usize) -> Network {
    let random = random_network(11, stages, 700);
    let shared = shared_rows();
    let mut rows: Vec<Row> = random.stages().flatten().copied().collect();
    let (first, _) = rows.split_at(EXTRA_ROWS);
    let extra = first.to_vec();
    for rows in rows.chunks_exact_mut(ROWS) {
        rows[..EXTRA_ROWS].copy_from_slice(&extra);
        for (row, &least) in shared.iter().enumerate() {
            rows[EXTRA_ROWS + row] = rows[EXTRA_ROWS + least as usize];
        }
    }
    let heads = Box::new(random.heads().clone());
    Network::new(rows, heads, "made by a test\n".to_owned())
}

#[test]
fn a_network_reads_back_as_it_was_written() {
    for stages in [1, 3] {
        let network = shared_network(stages);
        let copy = from_bytes(&to_bytes(&network)).unwrap();
        assert!(copy.stages().eq(network.stages()), "{stages} stages");
        assert_eq!(copy.stages().len(), stages);
        assert_eq!(copy.heads(), network.heads());
        assert_eq!(copy.description(), network.description());
    }
}

/// A file of random weights for good.
fn leaked(stages: usize) -> &'static [u8] {
    to_bytes(&shared_network(stages)).leak()
}

#[test]
fn a_file_of_the_format_before_is_read() {
    let network = shared_network(3);
    let bytes = to_bytes(&network);
    let packed: Vec<&[Row]> = network.stages().collect();
    let packed = packing::pack(&packed.into_iter().rev().collect::<Vec<_>>());
    let unpacked = bytes.len()
        - chains(VERSION, 3)
            .into_iter()
            .map(|chain| {
                let rows: Vec<&[Row]> = chain
                    .iter()
                    .map(|&stage| network.stage(stage).unwrap())
                    .collect();
                4 + packing::pack(&rows).len()
            })
            .sum::<usize>();
    let mut before = [&bytes[..unpacked], &packed].concat();
    before[8..10].copy_from_slice(&ONE_CHAIN.to_le_bytes());
    let weights = before.len() - HEADER - network.description().len();
    before[22..26].copy_from_slice(&(weights as u32).to_le_bytes());
    let checksum = crc32fast::hash(&before[HEADER..]);
    before[26..HEADER].copy_from_slice(&checksum.to_le_bytes());
    let copy = from_bytes(&before).unwrap();
    assert!(copy.stages().eq(network.stages()));
}

#[test]
fn only_the_stages_that_are_asked_for_are_unpacked_and_each_once() {
    let bytes = leaked(4);
    let whole = from_bytes(bytes).unwrap();
    for (most, least, there) in [
        (60, 60, [0].as_slice()),
        (60, 41, &[0]),
        (60, 40, &[0, 1]),
        (40, 31, &[0, 1]),
        (30, 30, &[2, 3]),
        (12, 0, &[3]),
        (33, 8, &[0, 1, 2, 3]),
    ] {
        let weights = Weights::packed(bytes).unwrap();
        assert!(!weights.has(most, least));
        weights.unpack(most, least);
        assert!(weights.has(most, least));
        let stage = |stage| weights.network().stage(stage);
        for number in 0..4 {
            assert_eq!(
                stage(number).is_some(),
                there.contains(&number),
                "{most} to {least}"
            );
        }
        let before: Vec<_> = (0..4)
            .map(|number| stage(number).map(<[Row]>::as_ptr))
            .collect();
        weights.unpack(60, 0);
        assert!(weights.network().stages().eq(whole.stages()));
        for (number, before) in before.into_iter().enumerate() {
            let now = stage(number).map(<[Row]>::as_ptr);
            assert!(
                before.is_none() || before == now,
                "stage {number} was unpacked again"
            );
        }
    }
}

#[test]
fn threads_that_ask_at_once_get_the_same_rows() {
    let bytes = leaked(2);
    let whole = from_bytes(bytes).unwrap();
    let weights = Weights::packed(bytes).unwrap();
    std::thread::scope(|scope| {
        for empties in [60, 0, 60, 0] {
            let weights = &weights;
            scope.spawn(move || weights.unpack(60, empties));
        }
    });
    assert!(weights.network().stages().eq(whole.stages()));
}

#[test]
fn who_waits_gives_up_when_he_wants_and_finds_the_rows_later() {
    let weights = Arc::new(Weights::packed(leaked(2)).unwrap());
    let held = weights.hold();
    let mut looks = 0;
    assert!(!weights.wait_for(60, 0, || {
        looks += 1;
        looks == 3
    }));
    assert_eq!(looks, 3);
    drop(held);
    assert!(weights.wait_for(60, 0, || false));
    let mut looked = false;
    assert!(weights.wait_for(60, 0, || {
        looked = true;
        true
    }));
    assert!(!looked, "nothing is missing");
}

/// Who gives up again and again leaves one thread behind, and who waits for other stages than those
/// that it unpacks waits for a further one.
#[test]
fn one_thread_unpacks_whoever_waits() {
    let weights = Arc::new(Weights::packed(leaked(4)).unwrap());
    let held = weights.hold();
    for empties in [60, 0, 30, 60, 0] {
        assert!(!weights.wait_for(empties, empties, || true));
    }
    assert_eq!(Arc::strong_count(&weights), 2, "one thread has them");
    drop(held);
    assert!(weights.wait_for(60, 0, || false));
    while Arc::strong_count(&weights) > 1 {
        std::thread::yield_now();
    }
}

/// Where the thread beside all else has panicked, who waits meets the same, and is not left
/// waiting.
#[test]
fn damage_is_met_by_who_waits_for_the_rows() {
    let network = shared_network(1);
    let mut bytes = to_bytes(&network);
    let packed = packing::pack(&network.stages().collect::<Vec<_>>()).len();
    let frequencies = bytes.len() - packed;
    bytes[frequencies..][..64].fill(0xff);
    let checksum = crc32fast::hash(&bytes[HEADER..]);
    bytes[26..HEADER].copy_from_slice(&checksum.to_le_bytes());
    let weights = Arc::new(Weights::packed(bytes.leak()).unwrap());
    for _ in 0..2 {
        let waits = AssertUnwindSafe(|| weights.wait_for(60, 0, || false));
        assert!(catch_unwind(waits).is_err());
    }
    assert!(!weights.begin(60, 0));
}

#[test]
fn a_part_of_the_embedded_weights_is_enough_for_a_position() {
    let mut position = Position::START;
    let whole = embedded();
    let weights = Weights::packed(EMBEDDED).unwrap();
    while !position.is_over() {
        let empties = position.empties();
        weights.unpack(empties, empties);
        let part = weights.network();
        assert_eq!(part.estimate(&position), whole.estimate(&position));
        let first = position.moves().into_iter().next();
        position = position.make_unchecked(first.map_or(Move::Pass, Move::Place));
    }
}

#[test]
fn the_embedded_weights_can_be_used() {
    assert!(!embedded().description().is_empty());
    let of_the_page = from_bytes(OF_THE_PAGE).unwrap();
    assert_eq!(of_the_page.stages().len(), 1);
}

#[test]
fn a_file_says_its_checksum() {
    let bytes = to_bytes(&shared_network(2));
    assert_eq!(checksum(&bytes), Some(crc32fast::hash(&bytes[HEADER..])));
    assert_eq!(checksum(&bytes[..HEADER - 1]), None);
}

#[test]
fn a_wrong_file_is_refused_with_its_reason() {
    let bytes = to_bytes(&shared_network(2));
    let reason = |bytes: &[u8]| from_bytes(bytes).err().map(|error| error.to_string());
    assert_eq!(
        reason(b"GIF89a..."),
        Some("not a weights file of Bianca".to_owned())
    );
    let mut changed = bytes.clone();
    changed[8] = 9;
    assert_eq!(
        reason(&changed),
        Some("weights file of format 9, this program reads format 8".to_owned())
    );
    let mut changed = bytes.clone();
    changed[10] = 32;
    assert!(
        reason(&changed)
            .unwrap()
            .starts_with("weights for rows of 32")
    );
    let mut changed = bytes.clone();
    changed[14] = 15;
    assert!(reason(&changed).unwrap().contains(" 15 output layers"));
    let mut changed = bytes.clone();
    changed[16] = 61;
    assert!(reason(&changed).unwrap().contains(" 61 stages"));
    let cut_off = Some("the weights file is cut off".to_owned());
    for length in [8, HEADER - 1, HEADER + 3, HEADER + 15, bytes.len() - 1] {
        assert_eq!(reason(&bytes[..length]), cut_off, "{length} bytes");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert_eq!(
        reason(&longer),
        Some("the weights file is too long".to_owned())
    );
    let mut changed = bytes.clone();
    changed[HEADER] ^= 1;
    assert_eq!(
        reason(&changed),
        Some("the weights file is damaged".to_owned())
    );
}

#[test]
fn no_damage_goes_unseen_or_kills() {
    let bytes = to_bytes(&shared_network(2));
    for place in (0..bytes.len()).step_by(bytes.len() / 60) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert!(from_bytes(&changed).is_err(), "byte {place} changed");
    }
}

#[test]
fn the_weights_of_the_page_say_what_they_said_when_they_were_made() {
    let network = from_bytes(OF_THE_PAGE).unwrap();
    // What `eval` printed with the file as an option, in a program of before.
    for (moves, expected) in [
        ("", 2.83),
        ("f5d6c3", -0.45),
        (
            "c4e3f2e2f4c5b6g2f6e6f7e7d8b5a6g8d6c6e1a5b4c3b7c7g1d7a4",
            2.43,
        ),
        (
            "e6f4g3g4g5c6c5c4b3h4c7g6g7e7e3e2f3h6f2f1d6f5f6f8g2d2d8",
            9.57,
        ),
        (
            "f5d6c5b4c7f6a3d7e3b7f7f3f4d3b8f8d2b6e2c2c3c1a7a5b2d1g6c4e6h7c8e7g7c6g4h4e1g5g3a6\
             b3a2a4b5a1a8",
            -12.61,
        ),
    ] {
        let mut position = Position::START;
        for mv in moves.as_bytes().chunks(2) {
            if position.moves().is_empty() {
                position = position.play(Move::Pass).unwrap();
            }
            let mv = str::from_utf8(mv).unwrap().parse::<Move>().unwrap();
            position = position.play(mv).unwrap();
        }
        let discs = f64::from(network.estimate(&position)) / 256.0;
        assert!((discs - expected).abs() < 0.006, "{moves}: {discs}");
    }
}
