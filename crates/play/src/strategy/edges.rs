//! Edges as wholes: secured ones and unbalanced ones.

use bianca_rules::othello::{Bitboard, Position, Square};

/// The squares of the four edges from corner to corner.
pub fn all() -> [[Square; 8]; 4] {
    let along = |square: fn(u8) -> Square| std::array::from_fn(|place| square(place as u8));
    [
        along(|place| Square::at(place, 0)),
        along(|place| Square::at(place, 7)),
        along(|place| Square::at(0, place)),
        along(|place| Square::at(7, place)),
    ]
}

fn set(squares: &[Square]) -> Bitboard {
    squares.iter().copied().collect()
}

/// The own discs of each edge that is secured: the middle four are own, and at each end either
/// the corner is own or corner and C square are empty.
pub fn secured(position: Position) -> Vec<Bitboard> {
    let is_safe = |corner: Square, c_square: Square| {
        let end = Bitboard::from(corner) | c_square.into();
        position.own.contains(corner) || (end - position.empty()).is_empty()
    };
    let edges = all().into_iter().filter(|edge| {
        (set(&edge[2..6]) - position.own).is_empty()
            && is_safe(edge[0], edge[1])
            && is_safe(edge[7], edge[6])
    });
    edges.map(|edge| set(&edge) & position.own).collect()
}

/// The own discs of each edge that is unbalanced: five in a row, one of them on a C square, and
/// nothing else on the edge.
pub fn unbalanced(position: Position) -> Vec<Bitboard> {
    let empty = position.empty();
    let edges = all().into_iter().filter_map(|edge| {
        let whole = set(&edge);
        let discs = [set(&edge[1..6]), set(&edge[2..7])];
        discs
            .into_iter()
            .find(|&discs| whole & position.own == discs && whole - discs == whole & empty)
    });
    edges.collect()
}
