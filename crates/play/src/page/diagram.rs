//! A whole game on one board: each square has the number of the move that took it, in the
//! colour that moved there, as Othello players print their games.

use maud::{Markup, html};

use super::words::Words;
use bianca_rules::othello::{Color, Move, OthelloGame, Square};

/// The diagram of `game` as inline SVG. Squares that were taken at the start have no number;
/// passes have none either, as is the custom.
pub fn diagram(game: &OthelloGame, words: Words) -> Markup {
    let (start, to_move) = game.start();
    let placed = game.turns().iter().filter_map(|&(color, mv)| match mv {
        Move::Place(square) => Some((square, color)),
        Move::Pass => None,
    });
    html! {
        svg.diagram viewBox="-0.6 -0.6 8.7 8.7" role="img" aria-label=(words.diagram()) {
            (field())
            (labels())
            @for (discs, color) in [(start.own, to_move), (start.opp, !to_move)] {
                @for square in discs { (disc(square, color)) }
            }
            @for (index, (square, color)) in placed.enumerate() {
                @let (x, y) = centre(square);
                (disc(square, color))
                text class={ "on-" (color) } x=(x) y=(format_args!("{:.2}", y + 0.15)) {
                    (index + 1)
                }
            }
        }
    }
}

/// The empty squares of a board of eight units.
fn field() -> Markup {
    html! {
        rect.field width="8" height="8" {}
        path.lines d="M0 0H8M0 1H8M0 2H8M0 3H8M0 4H8M0 5H8M0 6H8M0 7H8M0 8H8M0 0V8M1 0V8M2 0V8M3 0V8M4 0V8M5 0V8M6 0V8M7 0V8M8 0V8" {}
    }
}

/// The letters and digits around it.
fn labels() -> Markup {
    html! {
        @for line in 0..8u8 {
            @let middle = f64::from(line) + 0.5;
            text.edge x=(middle) y="-0.18" { (char::from(b'a' + line)) }
            text.edge x="-0.3" y=(format_args!("{:.2}", middle + 0.15)) { (line + 1) }
        }
    }
}

/// Where the middle of a square is.
fn centre(square: Square) -> (f64, f64) {
    (
        f64::from(square.file()) + 0.5,
        f64::from(square.rank()) + 0.5,
    )
}

fn disc(square: Square, color: Color) -> Markup {
    let (x, y) = centre(square);
    html! { circle class={ "disc " (color) } cx=(x) cy=(y) r="0.42" {} }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::Language;

    #[test]
    fn every_move_has_its_number() {
        let mut game = OthelloGame::new();
        for mv in ["f5", "d6", "c3"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let svg = diagram(&game, Words::of(Language::English)).into_string();
        assert_eq!(svg.matches("<circle").count(), 7);
        assert!(
            svg.contains(r#"<text class="on-white" x="3.5" y="5.65">2</text>"#),
            "{svg}"
        );
    }
}
