//! Which games there are, and what every part of the program wants to know of each.

/// A game as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name, which may be written in any case.
    pub name: &'static str,
    /// What may follow the name.
    pub arguments: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How many play it.
    pub players: u8,
    /// What stands on its board.
    pub pieces: Pieces,
}

/// What stands on the board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Discs that are turned over and counted at the end; squares have a letter and a number.
    Discs,
    /// Marks that stay where they are, in cells that a row and a column name.
    Marks,
    /// Frogs in a row: the first player's go right, the second's left.
    Frogs,
    /// Nothing: a position has only a name.
    None,
}

macro_rules! games {
    ($($(#[$doc:meta])* $kind:ident: $info:expr;)+) => {
        /// One of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameKind {
            $($(#[$doc])* $kind,)+
        }

        impl GameKind {
            /// All games.
            pub const ALL: &[GameKind] = &[$(GameKind::$kind),+];

            /// What there is to know of it.
            pub const fn info(self) -> GameInfo {
                match self {
                    $(GameKind::$kind => $info,)+
                }
            }
        }
    };
}

games! {
    /// The game of today.
    Othello: GameInfo {
        name: "Othello",
        arguments: "",
        about: "the game of today",
        players: 2,
        pieces: Pieces::Discs,
    };
    /// Reversi as it was played from the 1880s on.
    Reversi: GameInfo {
        name: "Reversi-1880",
        arguments: "",
        about: "the game of the 1880s: an empty board and 32 discs each",
        players: 2,
        pieces: Pieces::Discs,
    };
    /// Tic-tac-toe on a board of any size.
    TicTacToe: GameInfo {
        name: "TicTacToe",
        arguments: "[H V K]",
        about: "H rows, V columns, K in a row; 3 3 3 without numbers",
        players: 2,
        pieces: Pieces::Marks,
    };
    /// The frogs puzzle.
    Frogs: GameInfo {
        name: "Frogs",
        arguments: "[N]",
        about: "a puzzle: N frogs on each side change places; 3 without a number",
        players: 1,
        pieces: Pieces::Frogs,
    };
    /// A tree with given values at its leaves.
    Tree: GameInfo {
        name: "Tree",
        arguments: "[VALUES]",
        about: "a complete tree with these leaves; the textbook's Figure 5.2 without any",
        players: 2,
        pieces: Pieces::None,
    };
}

impl GameKind {
    /// The name by which the game is chosen.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether one person plays alone towards a goal.
    pub const fn is_puzzle(self) -> bool {
        self.info().players == 1
    }

    /// Whether discs are put on squares, turned over, and counted at the end.
    pub const fn has_discs(self) -> bool {
        matches!(self.info().pieces, Pieces::Discs)
    }

    /// The game that `text` names, whatever follows the name.
    ///
    /// ```
    /// use bianca_play::games::kind::GameKind;
    ///
    /// assert_eq!(GameKind::named("tictactoe 4 4 4"), Some(GameKind::TicTacToe));
    /// // In all clients Reversi is the game of today.
    /// assert_eq!(GameKind::named("Reversi"), Some(GameKind::Othello));
    /// assert_eq!(GameKind::named("chess"), None);
    /// ```
    pub fn named(text: &str) -> Option<GameKind> {
        let name = text.split_whitespace().next()?;
        if name.eq_ignore_ascii_case("reversi") {
            return Some(GameKind::Othello);
        }
        let mut kinds = GameKind::ALL.iter().copied();
        kinds.find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}
