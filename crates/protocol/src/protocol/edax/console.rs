//! The words of Edax's console, and the board that it draws.
//!
//! A line is a command with its arguments, an option with its value, or moves. What obeys them, and
//! when, is not known here.

use std::fmt::Write;
use std::time::Duration;

use super::options::{Meaning, meaning};
use super::order::{ConsoleOrder, Mode};
use super::table::time;
use crate::protocol::words::clean;
use crate::protocol::{Command, ParsedLine};
use bianca_rules::othello::{Color, Move, Position, Square};

/// What is written where a line is expected.
pub const PROMPT: &str = ">";

/// What `help` says.
pub const HELP: &str = "\
init, new, setboard BOARD     begin a game
play MOVES, F5, ps            play moves, a move, a pass
undo, redo                    take a move back, play it again
go, hint [N], stop            choose a move, score N moves, stop playing
mode 0-3                      play white, black, both sides, neither
open FILE, save FILE          read and write games
solve FILE                    solve problems
perft N, opening              count paths, name the opening
book [show|on|off|add|store]  look into the book, use it, teach it
verbose N, level N, ...       set options
version, help, quit
";

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = clean(line);
    let command = match order(&line) {
        None => Command::Quit,
        Some(order) => Command::Console(order),
    };
    ParsedLine::Command {
        id: None,
        command: Ok(command),
    }
}

/// What the line asks for; `None` for the end.
fn order(line: &str) -> Option<ConsoleOrder> {
    let line = line.strip_prefix("set ").unwrap_or(line);
    let (word, rest) = line
        .split_once([' ', '='])
        .map_or((line, ""), |(word, rest)| (word, rest));
    let rest = rest.trim_start_matches([' ', '=']);
    let whole = || rest.to_owned();
    let number = |missing: u32| match rest {
        "" => Some(missing),
        rest => rest.parse().ok(),
    };
    let unknown = || ConsoleOrder::Unknown(line.to_owned());
    Some(match word.to_ascii_lowercase().as_str() {
        "" => ConsoleOrder::Nothing,
        "quit" | "q" | "exit" | "eof" => return None,
        "init" | "i" => ConsoleOrder::Init,
        "new" | "n" if rest.is_empty() => ConsoleOrder::New,
        "setboard" => ConsoleOrder::SetBoard(whole()),
        "play" | "force" => ConsoleOrder::Play(whole()),
        "undo" | "u" => ConsoleOrder::Undo,
        "redo" | "r" => ConsoleOrder::Redo,
        "go" | "g" => ConsoleOrder::Go,
        "hint" => number(1).map_or_else(unknown, ConsoleOrder::Hint),
        "stop" => ConsoleOrder::Stop,
        "mode" | "m" => mode(rest).map_or_else(unknown, ConsoleOrder::Mode),
        "open" | "load" | "o" => ConsoleOrder::Open(whole()),
        "save" | "s" => ConsoleOrder::Save(whole()),
        "solve" => ConsoleOrder::Solve(whole()),
        "perft" => number(0).map_or_else(unknown, ConsoleOrder::Perft),
        "opening" | "ouverture" => ConsoleOrder::Opening,
        "book" | "b" => book(rest).unwrap_or_else(unknown),
        "verbose" => {
            let verbosity = rest.parse().ok();
            verbosity.map_or_else(unknown, ConsoleOrder::Verbose)
        }
        "version" | "v" => ConsoleOrder::Version,
        "help" | "?" => ConsoleOrder::Help,
        word if word.parse::<Move>().is_ok() && rest.is_empty() => {
            ConsoleOrder::Move(word.to_owned())
        }
        word if meaning(word).is_some_and(Meaning::takes_value) && !rest.is_empty() => {
            ConsoleOrder::Option {
                name: word.to_owned(),
                value: whole(),
            }
        }
        _ => unknown(),
    })
}

fn mode(word: &str) -> Option<Mode> {
    Some(match word {
        "0" => Mode::White,
        "1" => Mode::Black,
        "2" => Mode::Both,
        "3" => Mode::Neither,
        _ => return None,
    })
}

fn book(rest: &str) -> Option<ConsoleOrder> {
    let usage = |value: &str| ConsoleOrder::Option {
        name: "book-usage".to_owned(),
        value: value.to_owned(),
    };
    Some(match rest.split(' ').next().unwrap_or_default() {
        "" | "show" | "info" => ConsoleOrder::Book,
        word @ ("on" | "off") => usage(word),
        "add" | "deviate" => ConsoleOrder::BookAdd,
        "store" | "save" => ConsoleOrder::BookStore,
        _ => return None,
    })
}

/// A move as answers to `go` have it: capitals, a pass `PS`.
pub fn capital(mv: &str) -> String {
    match mv {
        bianca_play::game::PASS => "PS".to_owned(),
        square => square.to_uppercase(),
    }
}

/// What is drawn of a position.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
    /// Moves played so far, passes not counted.
    pub ply: usize,
    /// What black and white have thought.
    pub spent: [Duration; 2],
}

impl View {
    /// The board: `*` black, `O` white, `.` a legal move; at its right the clocks and the counts.
    pub fn draw(&self) -> String {
        let frame = "  A B C D E F G H  ";
        let mut text = format!("{frame}          BLACK\n");
        for rank in 0..8 {
            let mut line = format!("{} ", rank + 1);
            for file in 0..8 {
                line.push(self.square(Square::new(rank * 8 + file)));
                line.push(' ');
            }
            let _ = writeln!(text, "{line}{}{}", rank + 1, self.beside(rank));
        }
        let end = if self.position.is_over() {
            "\n*** Game Over ***\n"
        } else {
            ""
        };
        text + frame + "          WHITE\n" + end
    }

    fn square(&self, square: Square) -> char {
        let Position { own, opp } = self.position;
        let (mine, theirs) = self.to_move.select(('*', 'O'), ('O', '*'));
        match () {
            () if own.contains(square) => mine,
            () if opp.contains(square) => theirs,
            () if self.position.moves().contains(square) => '.',
            () => '-',
        }
    }

    /// What stands at the right of a row.
    fn beside(&self, rank: u8) -> String {
        let clock = |color: Color| {
            let spent = color.select(self.spent[0], self.spent[1]);
            format!("{:>17}", time(spent))
        };
        let counts = |color: Color| {
            let position = if color == self.to_move {
                self.position
            } else {
                self.position.passed()
            };
            let (discs, moves) = (position.own.count(), position.moves().count());
            format!("{discs:>5} discs {moves:>3} moves")
        };
        match rank {
            0 => clock(Color::Black),
            1 => counts(Color::Black),
            3 => format!(
                "  ply {:>2} ({} empties)",
                self.ply + 1,
                self.position.empties()
            ),
            4 if self.position.is_over() => String::new(),
            4 => self
                .to_move
                .select("    Black's turn (*)", "    White's turn (O)")
                .to_owned(),
            6 => counts(Color::White),
            7 => clock(Color::White),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> ConsoleOrder {
        order(line).unwrap()
    }

    #[test]
    fn words_are_read_in_every_spelling() {
        for (line, expected) in [
            ("", ConsoleOrder::Nothing),
            ("F5", ConsoleOrder::Move("f5".to_owned())),
            ("ps", ConsoleOrder::Move("ps".to_owned())),
            ("play f5d6", ConsoleOrder::Play("f5d6".to_owned())),
            ("hint 3", ConsoleOrder::Hint(3)),
            ("hint", ConsoleOrder::Hint(1)),
            ("mode 2", ConsoleOrder::Mode(Mode::Both)),
            ("m 3", ConsoleOrder::Mode(Mode::Neither)),
            ("verbose 0", ConsoleOrder::Verbose(0)),
            ("set verbose = 1", ConsoleOrder::Verbose(1)),
            ("u", ConsoleOrder::Undo),
            ("book show", ConsoleOrder::Book),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
        let option = |name: &str, value: &str| ConsoleOrder::Option {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(read("level 10"), option("level", "10"));
        assert_eq!(read("set level = 10"), option("level", "10"));
        assert_eq!(read("move-time 1"), option("move-time", "1"));
        assert_eq!(read("book off"), option("book-usage", "off"));
        for line in ["quit", "q", "exit"] {
            assert_eq!(order(line), None);
        }
    }

    #[test]
    fn what_is_unknown_is_kept_for_the_message() {
        for line in ["fly", "hint many", "mode 4", "level", "book fly", "i9"] {
            assert_eq!(read(line), ConsoleOrder::Unknown(line.to_owned()));
        }
    }

    #[test]
    fn the_board_is_drawn_with_moves_and_counts() {
        let view = View {
            position: Position::START,
            to_move: Color::Black,
            ply: 0,
            spent: [Duration::from_millis(3958), Duration::ZERO],
        };
        let text = view.draw();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 10);
        assert_eq!(rows[0], "  A B C D E F G H            BLACK");
        assert_eq!(rows[1], "1 - - - - - - - - 1         0:03.958");
        assert_eq!(rows[2], "2 - - - - - - - - 2    2 discs   4 moves");
        assert_eq!(rows[4], "4 - - . O * - - - 4  ply  1 (60 empties)");
        assert_eq!(rows[5], "5 - - - * O . - - 5    Black's turn (*)");
        assert_eq!(rows[9], "  A B C D E F G H            WHITE");
        let over = View {
            position: Position {
                own: bianca_rules::othello::Bitboard(!0),
                opp: bianca_rules::othello::Bitboard::EMPTY,
            },
            ..view
        };
        assert!(over.draw().ends_with("WHITE\n\n*** Game Over ***\n"));
    }
}
