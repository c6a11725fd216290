//! A whole game on one board: each square has the number of the move that took it, in the
//! colour that moved there, as Othello players print their games.

use maud::{Markup, html};

use super::board::{centre, field, labels};
use crate::othello::{Color, Move, OthelloGame, Square};

/// The diagram of `game` as inline SVG. Squares that were taken at the start have no number;
/// passes have none either, as is the custom.
pub fn diagram(game: &OthelloGame) -> Markup {
    let (start, to_move) = game.start();
    let placed = game.turns().iter().filter_map(|&(color, mv)| match mv {
        Move::Place(square) => Some((square, color)),
        Move::Pass => None,
    });
    html! {
        svg.board viewBox="-0.6 -0.6 8.7 8.7" role="img" aria-label="the moves on the board" {
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

fn disc(square: Square, color: Color) -> Markup {
    let (x, y) = centre(square);
    html! { circle class={ "disc " (color) } cx=(x) cy=(y) r="0.42" {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_number() {
        let mut game = OthelloGame::new();
        for mv in ["f5", "d6", "c3"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let svg = diagram(&game).into_string();
        assert_eq!(svg.matches("<circle").count(), 7);
        assert!(
            svg.contains(r#"<text class="on-white" x="3.5" y="5.65">2</text>"#),
            "{svg}"
        );
    }
}
