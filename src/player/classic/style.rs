//! Which classic players there are, and which games each of them can play.

use crate::games::Playable;

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move, each as likely as the others.
    Random,
    /// A corner if there is one, otherwise what turns over the most discs; ties are drawn. The
    /// player of chapter 15 of Sweigart's *Invent Your Own Computer Games with Python*.
    Greedy,
    /// The player of the Othello paper, see the module `uc3m`.
    Uc3m,
    /// The textbook's minimax.
    Minimax,
    /// The textbook's alpha-beta.
    AlphaBeta,
    /// The shortest way to a puzzle's goal.
    Shortest,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 6] = [
        Style::Random,
        Style::Greedy,
        Style::Uc3m,
        Style::Minimax,
        Style::AlphaBeta,
        Style::Shortest,
    ];

    /// Its name as an option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Random => "random",
            Style::Greedy => "greedy",
            Style::Uc3m => "uc3m",
            Style::Minimax => "minimax",
            Style::AlphaBeta => "alphabeta",
            Style::Shortest => "shortest",
        }
    }

    fn suits<G: Playable>(self) -> bool {
        match self {
            Style::Random | Style::Minimax | Style::AlphaBeta => true,
            Style::Greedy | Style::Uc3m => G::KIND.has_discs(),
            Style::Shortest => G::KIND.is_puzzle(),
        }
    }
}

/// Who can play `G`.
pub fn styles<G: Playable>() -> Vec<Style> {
    let mut styles = Style::ALL.to_vec();
    styles.retain(|style| style.suits::<G>());
    styles
}

/// Who plays `G` best.
pub fn default_style<G: Playable>() -> Style {
    if G::KIND.is_puzzle() {
        Style::Shortest
    } else {
        Style::AlphaBeta
    }
}
