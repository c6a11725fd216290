//! Which games are one and the same, and which are not played from the same chances.
//!
//! Invariant: a game is the same after it was turned or mirrored, and however the names of its
//! players are written in capitals. When it was played does not count: files say it in many ways,
//! and who plays a game again from memory shows nothing new.

use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::{Bitboard, Color, OthelloGame, Position, Symmetry};

/// What makes a game another one for a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// Black's player and white's.
    names: [String; 2],
    /// Whether the player had black, and white.
    sides: [bool; 2],
    /// Whose turn it was at first.
    begins: bool,
    start: Position,
    /// The squares in their order, without passes.
    squares: Vec<u8>,
}

impl Identity {
    /// Of a game in which the player had these colours.
    pub fn of(game: &AnnotatedGame, colors: &[Color]) -> Identity {
        let (start, begins) = game.game.start();
        let turns = || game.game.turns().iter();
        let images = Symmetry::all().map(|symmetry| {
            let squares = turns().filter_map(|(_, mv)| mv.square());
            let squares = squares.map(|square| symmetry.square(square).index() as u8);
            (symmetry.position(start), squares.collect::<Vec<u8>>())
        });
        let (start, squares) = images.min().unwrap_or((start, Vec::new()));
        Identity {
            names: [&game.black, &game.white].map(|name| plain(name)),
            sides: [Color::Black, Color::White].map(|side| colors.contains(&side)),
            begins: begins == Color::Black,
            start,
            squares,
        }
    }
}

/// A name as it is compared: in small letters, with single blanks.
pub fn plain(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Whether a game began with discs in corners, beside four others at most: a handicap.
pub fn has_handicap(game: &OthelloGame) -> bool {
    let (start, _) = game.start();
    let discs = start.own | start.opp;
    (discs & Bitboard::CORNERS).any() && (discs - Bitboard::CORNERS).count() <= 4
}

#[cfg(test)]
mod tests {
    use super::super::players::tests::game;
    use super::*;

    #[test]
    fn a_game_is_the_same_turned_mirrored_and_in_capitals() {
        let tiger = "f5d6c3d3c4f4";
        let first = Identity::of(&game(["Ann", "Bob"], "2001", tiger), &[Color::Black]);
        for (names, moves) in [
            (["ANN ", "bob"], tiger),
            (["ann", "Bob"], "e6f4c3c4d3d6"),
            (["ann", "Bob"], "d3c5f6f5e6e3"),
        ] {
            let same = Identity::of(&game(names, "", moves), &[Color::Black]);
            assert_eq!(same, first, "{moves}");
        }
        let others = [
            Identity::of(&game(["Ann", "Cy"], "2001", tiger), &[Color::Black]),
            Identity::of(&game(["Bob", "Ann"], "2001", tiger), &[Color::Black]),
            Identity::of(&game(["Ann", "Bob"], "2001", tiger), &[Color::White]),
            Identity::of(&game(["Ann", "Bob"], "2001", "f5d6c3d3c4"), &[Color::Black]),
            Identity::of(
                &game(["Ann", "Bob"], "2001", "f5d6c3d3c4f3"),
                &[Color::Black],
            ),
        ];
        assert!(others.iter().all(|other| *other != first));
    }

    #[test]
    fn discs_in_corners_at_the_start_are_a_handicap() {
        let start = Position::START;
        let with = |own: u64, opp: u64| {
            let discs = |more: u64, discs: Bitboard| discs | Bitboard(more);
            let (own, opp) = (discs(own, start.own), discs(opp, start.opp));
            let position = Position::new(own, opp).unwrap();
            has_handicap(&OthelloGame::from_position(position, Color::White))
        };
        assert!(!with(0, 0));
        assert!(with(0, 1) && with(0, 1 | 1 << 63) && with(1 << 7, 0));
        // No corner, and a corner in a position of the middle of a game.
        assert!(!with(0, 1 << 1));
        assert!(!with(0, 1 | 1 << 1));
    }

    #[test]
    fn a_name_is_the_same_in_capitals_of_any_language_and_with_other_blanks() {
        for (one, other) in [
            ("Ann Lee", " ANN \t lee\n"),
            ("Øyvind Åse", "øYVIND\u{a0}åSE"),
            ("Émile", "éMILE"),
            ("Ольга", "ОЛЬГА"),
            ("Λυδία", "ΛΥΔΊΑ"),
            ("山田\u{3000}太郎", "山田 太郎"),
        ] {
            assert_eq!(plain(one), plain(other));
        }
        for (one, other) in [("Ann Lee", "AnnLee"), ("Émile", "Emile"), ("Ann", "An")] {
            assert_ne!(plain(one), plain(other));
        }
    }
}
