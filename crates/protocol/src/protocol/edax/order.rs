//! What a line of Edax's console asks for, as a value.

use bianca_rules::othello::Color;

/// Who plays which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The engine plays white.
    White,
    /// The engine plays black.
    Black,
    /// The engine plays both sides.
    Both,
    /// The engine moves when it is told to.
    #[default]
    Neither,
}

impl Mode {
    /// The mode of this number.
    pub fn named(number: &str) -> Option<Mode> {
        Some(match number {
            "0" => Mode::White,
            "1" => Mode::Black,
            "2" => Mode::Both,
            "3" => Mode::Neither,
            _ => return None,
        })
    }

    /// Its number.
    pub fn number(self) -> u32 {
        match self {
            Mode::White => 0,
            Mode::Black => 1,
            Mode::Both => 2,
            Mode::Neither => 3,
        }
    }

    /// Whether the engine plays `side` by itself.
    pub fn plays(self, side: Color) -> bool {
        match self {
            Mode::White => side == Color::White,
            Mode::Black => side == Color::Black,
            Mode::Both => true,
            Mode::Neither => false,
        }
    }

    /// Whether a person moves at all while the engine plays.
    pub fn takes_turns(self) -> bool {
        matches!(self, Mode::White | Mode::Black)
    }

    /// How many turns go back together: where the engine answers, its own as well.
    pub fn turns_at_once(self) -> usize {
        if self.takes_turns() { 2 } else { 1 }
    }
}

/// What a line of the console asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum ConsoleOrder {
    /// Nothing.
    Nothing,
    /// The start of the game, whatever was set up.
    Init,
    /// The position that was set up last.
    New,
    /// The position of this board.
    SetBoard(String),
    /// Play these moves.
    Play(String),
    /// Let the engine play these moves from where the game began.
    Force(String),
    /// Play this move, of a person.
    Move(String),
    /// Take back a move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Choose a move and play it.
    Go,
    /// Score so many of the best moves.
    Hint(u32),
    /// Let the engine play neither side any more.
    Stop,
    /// Who plays which side from now on.
    Mode(Mode),
    /// Replace the game by one from a file.
    Open(String),
    /// Write the game to a file.
    Save(String),
    /// Solve the problems of a file.
    Solve(String),
    /// Count the paths of so many plies.
    Perft(u32),
    /// Turn the game by the symmetry of this number.
    Turn(u8),
    /// Judge the last so many moves of the game, or all.
    Analyze(Option<usize>),
    /// Name the opening.
    Opening,
    /// The moves of the book.
    Book,
    /// Take the game into the book.
    BookAdd,
    /// Write the book's file.
    BookStore,
    /// The options with their values.
    Options,
    /// One of Edax's options.
    Option {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The version.
    Version,
    /// What the words are.
    Help,
    /// What is done elsewhere, and where.
    Elsewhere(String),
    /// What cannot be read after a word, and why.
    Misused(String),
    /// Nothing that is known.
    Unknown(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_plays_the_sides_of_its_mode() {
        let plays = |mode: Mode| [Color::Black, Color::White].map(|side| mode.plays(side));
        assert_eq!(plays(Mode::White), [false, true]);
        assert_eq!(plays(Mode::Black), [true, false]);
        assert_eq!(plays(Mode::Both), [true, true]);
        assert_eq!(plays(Mode::Neither), [false, false]);
    }

    #[test]
    fn a_person_plays_against_one_side() {
        let numbers = ["0", "1", "2", "3", "4", ""];
        let modes = numbers.map(Mode::named);
        let all = [Mode::White, Mode::Black, Mode::Both, Mode::Neither].map(Some);
        assert_eq!(modes[..4], all);
        assert_eq!(modes[4..], [None, None]);
        let takes_turns = all.map(|mode| mode.unwrap().takes_turns());
        assert_eq!(takes_turns, [true, true, false, false]);
        let at_once = all.map(|mode| mode.unwrap().turns_at_once());
        assert_eq!(at_once, [2, 2, 1, 1]);
    }
}
