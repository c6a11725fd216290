//! A whole game on one board: each square has the number of the move that took it, in the
//! colour that moved there, as Othello players print their games.

use std::fmt::Write;

use super::board::labels;
use crate::othello::{Color, Move, OthelloGame, Square};

/// The diagram of `game` as inline SVG. Squares that were taken at the start have no number;
/// passes have none either, as is the custom.
pub fn diagram(game: &OthelloGame) -> String {
    let mut svg = String::from(
        r#"<svg class="board" viewBox="-0.6 -0.6 8.7 8.7" role="img" aria-label="the moves on the board"><rect class="field" width="8" height="8"/>"#,
    );
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, game);
    svg + "</svg>"
}

fn draw(svg: &mut String, game: &OthelloGame) -> std::fmt::Result {
    for line in 0..=8 {
        write!(svg, r#"<path class="lines" d="M{line} 0V8M0 {line}H8"/>"#)?;
    }
    *svg += &labels();
    let (start, to_move) = game.start();
    for (discs, color) in [(start.own, to_move), (start.opp, !to_move)] {
        for square in discs {
            disc(svg, square, color, None)?;
        }
    }
    let placed = game.turns().iter().filter_map(|&(color, mv)| match mv {
        Move::Place(square) => Some((square, color)),
        Move::Pass => None,
    });
    for (index, (square, color)) in placed.enumerate() {
        disc(svg, square, color, Some(index + 1))?;
    }
    Ok(())
}

fn disc(svg: &mut String, square: Square, color: Color, number: Option<usize>) -> std::fmt::Result {
    let (x, y) = (
        f64::from(square.file()) + 0.5,
        f64::from(square.rank()) + 0.5,
    );
    write!(
        svg,
        r#"<circle class="disc {color}" cx="{x}" cy="{y}" r="0.42"/>"#
    )?;
    if let Some(number) = number {
        write!(
            svg,
            r#"<text class="on-{color}" x="{x}" y="{:.2}">{number}</text>"#,
            y + 0.15
        )?;
    }
    Ok(())
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
        let svg = diagram(&game);
        assert_eq!(svg.matches("<circle").count(), 7);
        assert!(
            svg.contains(r#"<text class="on-white" x="3.5" y="5.65">2</text>"#),
            "{svg}"
        );
    }
}
