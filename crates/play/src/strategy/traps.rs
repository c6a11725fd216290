//! Stoner traps: exchanges of corners that cannot be declined.
//!
//! The attacker holds the X square beside a free corner, or may take it. On an edge that starts
//! at this corner the opponent has a disc on the C square at the far end. An attack on the edge
//! then threatens the far corner. It is a trap only if the threat survives every reply: this is
//! tried out, not guessed.

use super::edges;
use bianca_rules::othello::{Position, Square};

/// A trap, from its attacker's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The attacker's disc, or move, beside the corner that is offered.
    x_square: Square,
    /// The move on the edge that threatens the far corner.
    attack: Square,
    /// The corner that the attack wins.
    won: Square,
    /// The corner that the opponent may have instead.
    offered: Square,
}

impl Trap {
    /// X square, attack, corner won, corner offered.
    pub fn squares(&self) -> [Square; 4] {
        [self.x_square, self.attack, self.won, self.offered]
    }
}

/// The traps that the side to move could spring now.
pub fn standing(position: Position) -> Vec<Trap> {
    let mut traps = Vec::new();
    for (edge, x_square) in approaches() {
        if position.own.contains(x_square)
            && let Some(trap) = trap_on(position, edge, x_square)
        {
            traps.push(trap);
        }
    }
    traps
}

/// The traps that would stand once the side to move has taken an X square.
pub fn threatening(position: Position) -> Vec<Trap> {
    let mut traps = Vec::new();
    for (edge, x_square) in approaches() {
        if position.moves().contains(x_square) {
            let taken = position.play_unchecked(x_square).passed();
            traps.extend(trap_on(taken, edge, x_square));
        }
    }
    traps
}

/// Each edge in both directions, with the X square beside its first corner.
fn approaches() -> impl Iterator<Item = ([Square; 8], Square)> {
    let both_ways = edges::all().into_iter().flat_map(|edge| {
        let mut back = edge;
        back.reverse();
        [edge, back]
    });
    both_ways.map(|edge| {
        let inwards = |place: u8| place.clamp(1, 6);
        let corner = edge[0];
        (
            edge,
            Square::at(inwards(corner.file()), inwards(corner.rank())),
        )
    })
}

fn trap_on(position: Position, edge: [Square; 8], x_square: Square) -> Option<Trap> {
    let (offered, won, c_square) = (edge[0], edge[7], edge[6]);
    let empty = position.empty();
    if !empty.contains(offered) || !empty.contains(won) || !position.opp.contains(c_square) {
        return None;
    }
    let moves = position.moves();
    // A corner that can be taken at once needs no trap.
    if moves.contains(won) {
        return None;
    }
    let mut attacks = edge[1..6].iter().copied();
    let attack = attacks.find(|&attack| {
        moves.contains(attack) && wins_against_all(position.play_unchecked(attack), won)
    })?;
    Some(Trap {
        x_square,
        attack,
        won,
        offered,
    })
}

/// Whether the opponent of the side to move can take `corner` after each of its replies.
fn wins_against_all(position: Position, corner: Square) -> bool {
    let replies = position.moves();
    if replies.is_empty() {
        return position.passed().moves().contains(corner);
    }
    replies
        .into_iter()
        .all(|reply| position.play_unchecked(reply).moves().contains(corner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Bitboard;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn a_corner_is_won_if_it_can_be_taken_whatever_comes_between() {
        let (mut won, mut lost, mut won_behind_a_pass) = (0, 0, 0);
        // Whoever moves next may have to pass.
        let attacked = [5, 9, 13].into_iter().flat_map(|empties| {
            let positions = RandomGames::new(empties, 5).map(|game| game.position());
            positions.take(500).flat_map(|position| {
                let attacks = position.moves().into_iter();
                attacks.map(move |attack| position.play_unchecked(attack))
            })
        });
        for position in attacked {
            for corner in Bitboard::CORNERS {
                let replies = position.moves();
                let mut after: Vec<Position> = replies
                    .into_iter()
                    .map(|reply| position.play_unchecked(reply))
                    .collect();
                if after.is_empty() {
                    after.push(position.passed());
                }
                let takes =
                    |next: &&Position| next.empty().contains(corner) && next.flips(corner).any();
                let is_won = after.iter().filter(takes).count() == after.len();
                assert_eq!(wins_against_all(position, corner), is_won, "{position:?}");
                won += usize::from(is_won);
                lost += usize::from(!is_won);
                won_behind_a_pass += usize::from(is_won && replies.is_empty());
            }
        }
        let counts = [won, lost, won_behind_a_pass];
        assert!(counts.into_iter().all(|count| count > 20), "{counts:?}");
    }
}
