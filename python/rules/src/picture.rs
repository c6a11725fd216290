//! A board as a picture (SVG) that notebooks show.

use std::fmt::Write;

use bianca_rules::othello::{Color, Move, OthelloGame, Square};

/// The board with a mark on the last move and points on the legal ones.
pub fn picture(game: &OthelloGame, size: u32) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" \
         viewBox=\"-0.6 -0.6 8.8 8.8\" role=\"img\" aria-label=\"Othello board\">\
         <rect width=\"8\" height=\"8\" fill=\"#1d8348\"/>"
    );
    for line in 0..=8 {
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<path d=\"M0 {line}H8M{line} 0V8\" stroke=\"#145a32\" stroke-width=\"0.03\"/>"
        );
    }
    for line in 0..8u8 {
        let middle = f64::from(line) + 0.5;
        let file = char::from(b'a' + line);
        let style =
            "font-size=\"0.35\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"gray\"";
        let _ = write!(
            svg,
            "<text x=\"{middle}\" y=\"-0.15\" {style}>{file}</text>"
        );
        let rank = line + 1;
        let _ = write!(
            svg,
            "<text x=\"-0.3\" y=\"{:.2}\" {style}>{rank}</text>",
            middle + 0.13
        );
    }
    let legal = game.position().moves();
    for square in Square::all() {
        let (x, y) = (
            f64::from(square.file()) + 0.5,
            f64::from(square.rank()) + 0.5,
        );
        let has = |color| game.position_for(color).own.contains(square);
        let (radius, fill) = if has(Color::Black) {
            (0.42, "#111")
        } else if has(Color::White) {
            (0.42, "#f5f5f5")
        } else if legal.contains(square) {
            (0.08, "#145a32")
        } else {
            continue;
        };
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"
        );
        if game.turns().last().map(|&(_, mv)| mv) == Some(Move::Place(square)) {
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"0.1\" fill=\"#c0392b\"/>"
            );
        }
    }
    svg.push_str("</svg>");
    svg
}
