//! The automatic player of *Juego de Inteligencia Artificial: Othello* (D. Morillo Arroyo and
//! C. Busquiel Sanz, Universidad Carlos III de Madrid, 2008), sections 4.2 and 4.3.
//!
//! Six turns are looked through: the move, the opponent's three and two more of its own. Each
//! turn counts the discs that it turns over, changed by where its disc lies; own turns count for
//! it, the opponent's against it, a pass 0. The first move with the best balance is played.
//!
//! The text leaves choices open, which are made here as follows. It keeps "the greatest balance
//! checked so far" but says that MIN chooses what is best for MIN, so that the balance of a move
//! is its minimax value. Squares are checked row by row from a1. The opponent's discs get the
//! same bonuses. When a game ends within the six turns, the balance up to there counts.

use super::budget::NodeBudget;
use crate::games::Playable;
use crate::games::search::{INFINITY, Interrupted};
use bianca_rules::othello::{Bitboard, Square};

/// Turns that are looked through.
pub const TURNS: u32 = 6;

/// What the square of a disc adds to the discs that it turns over.
fn bonus(square: Square) -> i32 {
    // Distance from the nearer end, along both axes: the corner is (0, 0).
    let fold = |place: u8| place.min(7 - place);
    let (file, rank) = (fold(square.file()), fold(square.rank()));
    match (file.min(rank), file.max(rank)) {
        (0, 0) => 50,
        (1, 1) => -5,
        (0, 1) => -1,
        (0, 2) => 5,
        (0, 3) => 2,
        _ => 0,
    }
}

/// What a turn is worth to who makes it.
fn gain<G: Playable>(game: &G, mv: G::Move) -> i32 {
    let count = |turned: Bitboard| turned.count() as i32;
    game.placement(mv)
        .map_or(0, |disc| count(disc.turned) + bonus(disc.square))
}

/// The balance of a move over [`TURNS`] turns, if it is above `alpha`; otherwise some number not
/// above `alpha`.
///
/// # Errors
/// [`Interrupted`], when the budget is spent.
pub fn balance<G: Playable>(
    game: &G,
    mv: G::Move,
    alpha: i32,
    budget: &mut NodeBudget,
) -> Result<i32, Interrupted> {
    after(game, mv, TURNS, alpha, INFINITY, budget)
}

/// The balance of `turns` turns that begin with `mv`. Cuts change no value within the window.
fn after<G: Playable>(
    game: &G,
    mv: G::Move,
    turns: u32,
    alpha: i32,
    beta: i32,
    budget: &mut NodeBudget,
) -> Result<i32, Interrupted> {
    budget.visit()?;
    let gain = gain(game, mv);
    let next = game.after(mv);
    let turns = turns - 1;
    if turns == 0 || next.outcome().is_some() {
        return Ok(gain);
    }
    // The window of what follows, seen from the opponent.
    let (mut alpha, beta) = (gain - beta, gain - alpha);
    let mut best = -INFINITY;
    let mut moves = next.legal_moves();
    // What turns most is often best, and the order changes no value.
    moves.sort_by_cached_key(|&mv| -self::gain(&next, mv));
    for mv in moves {
        best = best.max(after(&next, mv, turns, alpha, beta, budget)?);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    Ok(gain - best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameState;
    use crate::games::othello::Othello;
    use bianca_rules::othello::Position;
    use bianca_search::request::StopFlag;
    use rand::prelude::*;

    #[test]
    fn squares_have_the_bonuses_of_the_text() {
        let of = |square: &str| bonus(square.parse().unwrap());
        assert_eq!(["a1", "h1", "a8", "h8"].map(of), [50; 4]);
        assert_eq!(["b2", "g2", "b7", "g7"].map(of), [-5; 4]);
        assert_eq!(["a2", "b1", "g1", "h7"].map(of), [-1; 4]);
        assert_eq!(["c1", "f1", "a3", "h6"].map(of), [5; 4]);
        assert_eq!(["d1", "e1", "a4", "h5"].map(of), [2; 4]);
        assert_eq!(["c3", "b3", "d4", "d2"].map(of), [0; 4]);
    }

    /// The definition: every line of six turns.
    fn plain(game: &Othello, turns: u32) -> i32 {
        if turns == 0 || game.outcome().is_some() {
            return 0;
        }
        let moves = game.legal_moves().into_iter();
        let values = moves.map(|mv| gain(game, mv) - plain(&game.after(mv), turns - 1));
        values.max().unwrap()
    }

    #[test]
    fn cuts_change_no_balance() {
        let mut random = StdRng::seed_from_u64(43);
        let stop = StopFlag::new();
        for _ in 0..6 {
            let mut game = Othello::START;
            for _ in 0..random.random_range(0..58) {
                let moves = game.legal_moves();
                let Some(&mv) = moves.choose(&mut random) else {
                    break;
                };
                game.play(mv);
            }
            for mv in game.legal_moves() {
                let expected = gain(&game, mv) - plain(&game.after(mv), TURNS - 1);
                let mut budget = NodeBudget::unlimited(&stop);
                let found = balance(&game, mv, -INFINITY, &mut budget);
                assert_eq!(found, Ok(expected));
            }
        }
    }

    #[test]
    fn a_corner_is_taken() {
        let board = Position::new(
            "b1 c3"
                .split(' ')
                .map(|s| s.parse::<Square>().unwrap())
                .collect(),
            "b2 d4"
                .split(' ')
                .map(|s| s.parse::<Square>().unwrap())
                .collect(),
        );
        let game = Othello::new(board.unwrap(), bianca_rules::othello::Color::Black);
        let stop = StopFlag::new();
        let value = |mv| balance(&game, mv, -INFINITY, &mut NodeBudget::unlimited(&stop)).unwrap();
        let best = game.legal_moves().into_iter().max_by_key(|&mv| value(mv));
        assert_eq!(best.unwrap().to_string(), "a1");
    }
}
