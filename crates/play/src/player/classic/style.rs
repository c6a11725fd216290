//! Which classic players there are, which games each of them can play, and what it goes by.

use crate::game::GameKind;
use crate::games::Playable;

/// What there is to know of a classic player besides how it finds its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleInfo {
    /// Its name as an option's value.
    pub name: &'static str,
    /// The games that it can play.
    pub plays: Plays,
    /// How far it looks.
    pub lookahead: Lookahead,
}

/// The games that a player can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// All of them.
    Every,
    /// Those in which discs are turned over.
    Discs,
    /// Those that one person plays alone.
    Puzzles,
}

/// How far a player looks, and so which limits of a search mean anything to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// It only looks at its moves: no limit means anything.
    None,
    /// Always so many plies: time and positions may end it earlier.
    Fixed,
    /// As far as its name, its option `Depth` or the limits say.
    Plies,
    /// To the end of the game.
    End,
}

macro_rules! styles {
    ($($(#[$doc:meta])* $style:ident: $name:literal, $plays:ident, $lookahead:ident;)+) => {
        /// Who chooses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Style {
            $($(#[$doc])* $style,)+
        }

        impl Style {
            /// All of them.
            pub const ALL: &[Style] = &[$(Style::$style),+];

            /// What there is to know of it.
            pub const fn info(self) -> StyleInfo {
                match self {
                    $(Style::$style => StyleInfo {
                        name: $name,
                        plays: Plays::$plays,
                        lookahead: Lookahead::$lookahead,
                    },)+
                }
            }
        }
    };
}

styles! {
    /// Any legal move, each as likely as the others.
    Random: "random", Every, None;
    /// A corner if there is one, otherwise what turns over the most discs; ties are drawn. The
    /// player of chapter 15 of Sweigart's *Invent Your Own Computer Games with Python*.
    Greedy: "greedy", Discs, None;
    /// The player of the Othello paper, see the module `uc3m`.
    Uc3m: "uc3m", Discs, Fixed;
    /// The textbook's minimax.
    Minimax: "minimax", Every, Plies;
    /// The textbook's alpha-beta.
    AlphaBeta: "alphabeta", Every, Plies;
    /// The shortest way to a puzzle's goal.
    Shortest: "shortest", Puzzles, End;
}

impl Style {
    /// Its name as an option's value.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether its name may say how far it looks, as `minimax:4` does; its scores forecast a result
    /// then.
    pub const fn has_depth(self) -> bool {
        matches!(self.info().lookahead, Lookahead::Plies)
    }

    fn suits(self, game: GameKind) -> bool {
        match self.info().plays {
            Plays::Every => true,
            Plays::Discs => game.has_discs(),
            Plays::Puzzles => game.is_puzzle(),
        }
    }
}

/// Who can play `G`.
pub fn styles<G: Playable>() -> Vec<Style> {
    let all = Style::ALL.iter().copied();
    all.filter(|style| style.suits(G::KIND)).collect()
}

/// Who plays `G` best.
pub fn default_style<G: Playable>() -> Style {
    if G::KIND.is_puzzle() {
        Style::Shortest
    } else {
        Style::AlphaBeta
    }
}
