//! The two colours.

use std::fmt;
use std::ops::Not;

/// A player's colour. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Dark discs, written `X` or `*`.
    Black,
    /// Light discs, written `O`.
    White,
}

impl Color {
    /// `black` or `white`, whichever is this colour's.
    pub fn select<T>(self, black: T, white: T) -> T {
        match self {
            Color::Black => black,
            Color::White => white,
        }
    }

    /// `score`, which is from this colour, as black sees it.
    pub fn for_black(self, score: i32) -> i32 {
        self.select(score, -score)
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}
