//! What a board that speaks XBoard's protocol leaves to the engine to remember: the side that it
//! plays, how long it may think, whether it tells its thoughts, what colours mean.
//!
//! Knows neither the game nor its clocks.

use std::time::Duration;

use bianca_rules::othello::Color;
use bianca_search::request::Limits;

/// What the engine does at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It only follows the game.
    Watches,
    /// It plays a side.
    Plays(Color),
    /// It searches every position until the board says `exit`.
    Analyzes,
}

/// What the board has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XBoardMemory {
    /// What the engine does.
    pub role: Role,
    /// Whether the board wants to hear what is thought.
    pub posts: bool,
    /// Whether the board calls the side that moves first white.
    pub first_is_white: bool,
    /// How long each move may take, if the board counts by moves.
    pub move_time: Option<Duration>,
    /// How many plies are searched at most.
    pub depth: Option<u32>,
}

/// A board at which nobody has said anything.
impl Default for XBoardMemory {
    fn default() -> XBoardMemory {
        XBoardMemory {
            role: Role::Watches,
            posts: false,
            first_is_white: true,
            move_time: None,
            depth: None,
        }
    }
}

impl XBoardMemory {
    /// A new game begins, in which the engine plays the side that moves second; an analysis goes on
    /// until `exit`.
    pub fn new_game(&mut self) {
        if self.role != Role::Analyzes {
            self.role = Role::Plays(Color::White);
        }
        (self.first_is_white, self.depth) = (true, None);
    }

    /// The engine plays for neither side any more.
    pub fn force(&mut self) {
        if let Role::Plays(_) = self.role {
            self.role = Role::Watches;
        }
    }

    /// Ends an analysis; `false` if there is none.
    pub fn exit(&mut self) -> bool {
        let analyzes = self.role == Role::Analyzes;
        if analyzes {
            self.role = Role::Watches;
        }
        analyzes
    }

    /// The side whose clock the board calls the engine's, while it is `to_move`'s turn.
    pub fn engines_side(&self, to_move: Color) -> Color {
        match self.role {
            Role::Plays(side) => side,
            Role::Watches | Role::Analyzes => to_move,
        }
    }

    /// What the board has said of the limits of a move, besides its clock.
    pub fn limits(&self) -> Limits {
        Limits {
            move_time: self.move_time,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_game_is_the_boards_first_and_goes_on_with_an_analysis() {
        let before = XBoardMemory {
            role: Role::Analyzes,
            posts: true,
            first_is_white: false,
            depth: Some(3),
            ..XBoardMemory::default()
        };
        let mut memory = before;
        memory.new_game();
        let expected = XBoardMemory {
            first_is_white: true,
            depth: None,
            ..before
        };
        assert_eq!(memory, expected, "it plays no move into an analysis");
        for role in [Role::Watches, Role::Plays(Color::Black)] {
            let mut memory = XBoardMemory { role, ..before };
            memory.new_game();
            assert_eq!(memory.role, Role::Plays(Color::White));
        }
    }

    #[test]
    fn what_ends_a_role_ends_no_other() {
        let after = |role, change: fn(&mut XBoardMemory)| {
            let mut memory = XBoardMemory {
                role,
                ..XBoardMemory::default()
            };
            change(&mut memory);
            memory.role
        };
        let plays = Role::Plays(Color::Black);
        assert_eq!(after(plays, XBoardMemory::force), Role::Watches);
        assert_eq!(after(Role::Analyzes, XBoardMemory::force), Role::Analyzes);
        assert_eq!(after(plays, |memory| assert!(!memory.exit())), plays);
        let exited = after(Role::Analyzes, |memory| assert!(memory.exit()));
        assert_eq!(exited, Role::Watches);
    }
}
