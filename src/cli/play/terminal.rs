//! Lines from and to a person.

use std::io::{self, BufRead, Write};

use anstyle::{AnsiColor, Style};
use thiserror::Error;

use super::words::{Words, is_typed, is_yes};
use crate::foreign::next_line;
use crate::game::GameError;
use crate::player::PlayerError;

/// Bytes of a line that are read; nobody types more, and a file could hold anything.
const LONGEST_LINE: usize = 4096;

/// Why a conversation is over before its end.
#[derive(Debug, Error)]
pub enum Ended {
    /// The person has left, by word or by closing the input.
    #[error("the input has ended")]
    Left,
    /// The terminal failed.
    #[error(transparent)]
    Broken(#[from] io::Error),
    /// A player failed.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The game refuses what a player chose.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A person who reads and types lines.
pub struct Terminal<I, O> {
    input: I,
    output: O,
    /// What is said, in the person's language.
    pub words: &'static Words,
}

impl<I: BufRead, O: Write> Terminal<I, O> {
    /// A terminal; `output` strips colours if it does not understand them.
    pub fn new(input: I, output: O, words: &'static Words) -> Terminal<I, O> {
        Terminal {
            input,
            output,
            words,
        }
    }

    /// Writes lines.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a part of a line.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        write!(self.output, "{text}")?;
        self.output.flush()
    }

    /// The next line without blanks around it, in lower case.
    ///
    /// # Errors
    /// [`Ended::Left`] at the end of the input and when the line says so.
    pub fn listen(&mut self) -> Result<String, Ended> {
        let line = next_line(&mut self.input, LONGEST_LINE)?.ok_or(Ended::Left)?;
        let line = String::from_utf8_lossy(&line.bytes).trim().to_lowercase();
        if is_typed(&line, |words| words.quit) {
            return Err(Ended::Left);
        }
        Ok(line)
    }

    /// Says something and hears the answer.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn ask(&mut self, question: &str) -> Result<String, Ended> {
        self.say(question)?;
        self.listen()
    }

    /// Asks a question whose answer is yes or something else.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn agrees(&mut self, question: &str) -> Result<bool, Ended> {
        let answer = self.ask(question)?;
        Ok(is_yes(&answer))
    }

    /// Writes a board, its `X` and `O` in colours and its hints faint.
    pub fn draw(&mut self, board: &str) -> io::Result<()> {
        let mut painted = String::new();
        for c in board.chars() {
            let style = match c {
                'X' => AnsiColor::Cyan.on_default().bold(),
                'O' => AnsiColor::Yellow.on_default().bold(),
                '.' | '+' => Style::new().dimmed(),
                _ => Style::new(),
            };
            painted += &format!("{style}{c}{style:#}");
        }
        self.say(&painted)
    }
}
