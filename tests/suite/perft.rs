//! Path counts equal the published ones, in both pass conventions.

use std::fs;
use std::path::Path;

use bianca::othello::Position;
use bianca::othello::perft::{PassRule, perft};
use bianca::record::board::parse_board;

/// Plies, leaves if a pass is one ply, leaves if a pass is none. A finished game is one leaf.
const START: [(u32, u64, u64); 11] = [
    (1, 4, 4),
    (2, 12, 12),
    (3, 56, 56),
    (4, 244, 244),
    (5, 1396, 1396),
    (6, 8200, 8200),
    (7, 55_092, 55_092),
    (8, 390_216, 390_216),
    (9, 3_005_288, 3_005_320),
    (10, 24_571_284, 24_571_420),
    (11, 212_258_800, 212_260_880),
];

#[test]
fn the_start_with_a_pass_as_one_ply() {
    for (depth, expected, _) in START {
        let found = perft(Position::START, depth, PassRule::OnePly);
        assert_eq!(found, expected, "depth {depth}");
    }
}

#[test]
fn the_start_with_a_pass_as_no_ply() {
    for (depth, _, expected) in START {
        let found = perft(Position::START, depth, PassRule::NoPly);
        assert_eq!(found, expected, "depth {depth}");
    }
}

/// Checks each line of a file `BOARD SIDE counts ; counts`: depth 1, 2 and so on, with a pass as
/// one ply, then as none.
fn check_file(text: &str) -> usize {
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (one_ply, no_ply) = line.split_once(';').expect("two lists of counts");
        let mut words = one_ply.splitn(3, ' ');
        let board = format!("{} {}", words.next().unwrap(), words.next().unwrap());
        let (position, _) = parse_board(&board).unwrap();
        let lists = [
            (PassRule::OnePly, words.next().unwrap()),
            (PassRule::NoPly, no_ply),
        ];
        for (rule, counts) in lists {
            for (depth, expected) in (1..).zip(counts.split_whitespace()) {
                let found = perft(position, depth, rule);
                assert_eq!(
                    found.to_string(),
                    expected,
                    "{board}, {rule:?}, depth {depth}"
                );
            }
        }
        count += 1;
    }
    count
}

#[test]
fn positions_where_hardly_anything_can_be_played() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft_edge_cases.txt");
    assert_eq!(check_file(&fs::read_to_string(path).unwrap()), 8);
}

#[test]
fn the_ffo_positions_if_they_are_at_hand() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/perft/perft_positions.txt");
    match fs::read_to_string(&path) {
        Ok(text) => assert!(check_file(&text) >= 87),
        Err(_) => println!("skipped: there is no {}", path.display()),
    }
}
