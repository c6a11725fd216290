//! How a game stands, in a line or two below its board: discs, clocks, discs in hand.

use std::time::{Duration, Instant};

use super::paint::{BLACK_DISC, TIED, WHITE_DISC};
use super::words::Words;
use bianca_play::game::Game;
use bianca_rules::othello::Color;

/// How a game stands.
#[derive(Clone)]
pub struct Standing {
    /// The language.
    pub words: Words,
    /// Who has X and who has O.
    pub names: [String; 2],
    /// Which of them are persons.
    pub persons: [bool; 2],
    /// Discs on the board, where they count.
    pub discs: Option<[usize; 2]>,
    /// Whether the board shows discs in colours and not letters.
    pub colored: bool,
    /// Discs in hand, where they are counted.
    pub in_hand: Option<[u8; 2]>,
    /// What the clocks showed when the turn began.
    pub clocks: Option<[Duration; 2]>,
    /// Whose clock runs, and since when.
    pub runs: Option<(Color, Instant)>,
}

impl Standing {
    /// As it is now.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.discs.is_some() || self.clocks.is_some() {
            lines.push(format!(
                "{} – {}",
                self.side(Color::Black),
                self.side(Color::White)
            ));
        }
        if let Some([x, o]) = self.in_hand {
            lines.push(self.words.in_hand(x, o));
        }
        lines
    }

    /// `X you 12 (4:59)`.
    fn side(&self, color: Color) -> String {
        let [black, white] = &self.names;
        let (side, name) = color.select(("X", black), ("O", white));
        let disc = color.select(BLACK_DISC, WHITE_DISC);
        let side = match self.discs {
            Some(_) if self.colored => format!("{disc}{TIED}{side}"),
            _ => side.to_owned(),
        };
        let mut text = match self.persons {
            [true, true] => side,
            _ => format!("{side}{TIED}{name}"),
        };
        if let Some([black, white]) = self.discs {
            text += &format!("{TIED}{}", color.select(black, white));
        }
        if let Some([black, white]) = self.clocks {
            let gone = match self.runs {
                Some((running, since)) if running == color => since.elapsed(),
                _ => Duration::ZERO,
            };
            let left = color.select(black, white).saturating_sub(gone);
            let seconds = left.as_secs_f64().ceil() as u64;
            text += &format!(" ({}:{:02})", seconds / 60, seconds % 60);
        }
        text
    }
}

/// Whether discs count in this game.
pub fn counts_discs(game: &dyn Game) -> bool {
    game.kind().has_discs()
}

/// What each side has at the end of a game with discs, black's first. In Othello the empty squares
/// go to the winner, as everywhere where its result is told.
pub fn final_discs(game: &dyn Game) -> [usize; 2] {
    match game.othello().and_then(|_| game.final_score()) {
        Some(score) => [64 + score, 64 - score].map(|twice| (twice / 2) as usize),
        None => super::board::Board::of(game).discs(),
    }
}

/// The discs that both sides have in hand, in the game of the 1880s.
pub fn in_hand(game: &dyn Game) -> Option<[u8; 2]> {
    game.state().in_hand()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_squares_go_to_the_winner_in_othello() {
        let played = |name: &str, moves: &str| {
            let mut game = bianca_play::player::catalogue::game(name).unwrap();
            for mv in moves.split_whitespace() {
                game.play(None, mv).unwrap();
            }
            final_discs(&*game)
        };
        let wipe_out = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
        assert_eq!(played("othello", wipe_out), [64, 0]);
        // Before the end what is on the board counts.
        assert_eq!(played("othello", "f5"), [4, 1]);
    }
}
