//! One position as a small board.
//!
//! The discs of a side are one path of dots with round ends, so that a page can hold the boards
//! of many games.

use std::fmt::Write;

use maud::{Markup, html};

use crate::othello::{Bitboard, Color, Position, Square};

/// What is pointed out on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The move that led here: a dot on its disc.
    pub last: Option<Square>,
    /// The move that is about to be made: a cross.
    pub next: Option<Square>,
    /// The move that would have been better: a ring.
    pub better: Option<Square>,
}

/// Whether a board has letters and digits around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// It has.
    Labelled,
    /// It is too small for them.
    Plain,
}

/// The board of `position`, in which `to_move` is to move, as inline SVG.
pub fn board(position: Position, to_move: Color, marks: Marks, rim: Rim) -> Markup {
    let (black, white) = match to_move {
        Color::Black => (position.own, position.opp),
        Color::White => (position.opp, position.own),
    };
    let said = format!(
        "black {}, white {}, {to_move} to move",
        black.count(),
        white.count()
    );
    let view = match rim {
        Rim::Labelled => "-.6 -.6 8.7 8.7",
        Rim::Plain => "-.1 -.1 8.2 8.2",
    };
    html! {
        svg.board viewBox=(view) role="img" aria-label=(said) {
            (field())
            @if rim == Rim::Labelled { (labels()) }
            @for (color, discs) in [(Color::Black, black), (Color::White, white)] {
                path class={ "discs " (color) } d=(dots(discs)) {}
            }
            @if let Some(square) = marks.last {
                path.last d=(dots(square.into())) {}
            }
            @if let Some((x, y)) = marks.next.map(centre) {
                path.next d={ "M" (x - 0.25) " " (y - 0.25) "l.5 .5m0 -.5l-.5 .5" } {}
            }
            @if let Some((x, y)) = marks.better.map(centre) {
                circle.better cx=(x) cy=(y) r=".33" {}
            }
        }
    }
}

/// The empty squares of a board of eight units.
pub fn field() -> Markup {
    html! {
        rect.field width="8" height="8" {}
        path.lines d="M0 0H8M0 1H8M0 2H8M0 3H8M0 4H8M0 5H8M0 6H8M0 7H8M0 8H8M0 0V8M1 0V8M2 0V8M3 0V8M4 0V8M5 0V8M6 0V8M7 0V8M8 0V8" {}
    }
}

/// The letters and digits around a board of eight units.
pub fn labels() -> Markup {
    html! {
        @for line in 0..8u8 {
            @let middle = f64::from(line) + 0.5;
            text.edge x=(middle) y="-0.18" { (char::from(b'a' + line)) }
            text.edge x="-0.3" y=(format_args!("{:.2}", middle + 0.15)) { (line + 1) }
        }
    }
}

fn dots(squares: Bitboard) -> String {
    let mut path = String::new();
    for square in squares {
        let (x, y) = centre(square);
        let _ = write!(path, "M{x} {y}h0");
    }
    path
}

/// Where the middle of a square is on a board of eight units.
pub fn centre(square: Square) -> (f64, f64) {
    (
        f64::from(square.file()) + 0.5,
        f64::from(square.rank()) + 0.5,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disc_is_a_dot_of_its_colour() {
        let after = Position::START.play("f5".parse().unwrap()).unwrap();
        let marks = Marks {
            last: "f5".parse().ok(),
            next: "h8".parse().ok(),
            better: "a1".parse().ok(),
        };
        let svg = board(after, Color::White, marks, Rim::Labelled).into_string();
        let path = |class: &str| {
            let start = svg.find(class).unwrap();
            let end = svg[start..].find('>').unwrap();
            svg[start..][..end].matches("h0").count()
        };
        assert_eq!((path("discs black"), path("discs white")), (4, 1));
        assert!(svg.contains(r#"class="last" d="M5.5 4.5h0""#), "{svg}");
        assert!(svg.contains(r#"cx="0.5" cy="0.5""#), "{svg}");
        assert!(svg.contains(r#"class="next" d="M7.25 7.25l"#), "{svg}");
        assert_eq!(svg.matches("<text").count(), 16);
        let said = r#"aria-label="black 4, white 1, white to move""#;
        assert!(svg.contains(said), "{svg}");
    }
}
