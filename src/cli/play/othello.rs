//! The book's game: choose X or O, who begins is drawn, moves are typed as column and row.
//!
//! What is added to the book: `e3` is read as well as `53`, a square that turns nothing is
//! explained, passes are told, and `explain` tells what the position shows.

use std::io::{BufRead, Write};

use rand::prelude::*;
use rand::rngs::StdRng;

use super::terminal::{Ended, Terminal};
use super::words;
use crate::engine::Engine;
use crate::othello::{Bitboard, Color, Game, Move, Position, Square};
use crate::players::lobby::choose;
use crate::record::board::write_board;
use crate::strategy::explain_position;

/// The book's start, seen from X, which is black: X on d4 and e5, O on e4 and d5.
const START: Position = Position {
    own: Bitboard(0x0000_0010_0800_0000),
    opp: Bitboard(0x0000_0008_1000_0000),
};

/// Plays games until the person has had enough.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails.
pub fn play<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    opponent: &mut dyn Engine,
    random: &mut StdRng,
) -> Result<(), Ended> {
    let words = terminal.words;
    terminal.say(words.welcome)?;
    let person = loop {
        match terminal.ask(words.choose_side)?.as_str() {
            "x" => break Color::Black,
            "o" | "0" => break Color::White,
            _ => {}
        }
    };
    loop {
        let first = if random.random() { person } else { !person };
        let game = Table {
            terminal,
            opponent,
            game: Game::from_position(seen_by(first), first),
            person,
            hints: false,
        }
        .play()?;
        let x = game.position_for(Color::Black);
        terminal.draw(&draw(x, Bitboard::EMPTY))?;
        let (x, o) = (x.own.count(), x.opp.count());
        terminal.say(&(words.final_points)(x, o))?;
        let (own, other) = match person {
            Color::Black => (x, o),
            Color::White => (o, x),
        };
        terminal.say(&match own.cmp(&other) {
            std::cmp::Ordering::Greater => (words.beat_computer)(own - other),
            std::cmp::Ordering::Less => (words.lost_by)(other - own),
            std::cmp::Ordering::Equal => words.tie.to_owned(),
        })?;
        if !terminal.agrees(words.again)? {
            return Ok(());
        }
    }
}

fn seen_by(color: Color) -> Position {
    match color {
        Color::Black => START,
        Color::White => START.passed(),
    }
}

/// One game.
struct Table<'a, I, O> {
    terminal: &'a mut Terminal<I, O>,
    opponent: &'a mut dyn Engine,
    game: Game,
    person: Color,
    /// Whether the legal moves are marked.
    hints: bool,
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn play(mut self) -> Result<Game, Ended> {
        let words = self.terminal.words;
        let first = self.game.to_move();
        let begins = match first == self.person {
            true => words.you_begin,
            false => words.computer_begins,
        };
        self.terminal.say(begins)?;
        self.opponent
            .set_board(&write_board(self.game.position(), first))?;
        while !self.game.is_over() {
            let persons_turn = self.game.to_move() == self.person;
            if self.game.position().must_pass() {
                let passes = match persons_turn {
                    true => words.you_pass,
                    false => words.computer_passes,
                };
                self.terminal.say(passes)?;
                self.make(Move::Pass)?;
                continue;
            }
            let mv = match persons_turn {
                true => self.ask_person()?,
                false => self.ask_computer()?,
            };
            self.make(mv)?;
        }
        Ok(self.game)
    }

    fn make(&mut self, mv: Move) -> Result<(), Ended> {
        let color = self.game.to_move();
        self.opponent.play(Some(color), &mv.to_string())?;
        // The opponent has found it legal, and it was at the same position.
        self.game
            .play(mv)
            .map_err(|error| Ended::Refused(error.into()))
    }

    fn show(&mut self, marked: Bitboard) -> Result<(), Ended> {
        let x = self.game.position_for(Color::Black);
        self.terminal.draw(&draw(x, marked))?;
        let seen = self.game.position_for(self.person);
        let points = self.terminal.words.points;
        self.terminal
            .say(&points(seen.own.count(), seen.opp.count()))?;
        Ok(())
    }

    fn ask_computer(&mut self) -> Result<Move, Ended> {
        self.show(Bitboard::EMPTY)?;
        self.terminal.ask(self.terminal.words.press_enter)?;
        let word = choose(self.opponent)?;
        let mv = word.parse();
        mv.map_err(|_| Ended::Refused(crate::engine::Refusal::NotAMove(word)))
    }

    fn ask_person(&mut self) -> Result<Move, Ended> {
        let words = self.terminal.words;
        let moves = self.game.position().moves();
        let mut shown = false;
        loop {
            if !shown {
                self.show(if self.hints { moves } else { Bitboard::EMPTY })?;
                shown = true;
            }
            let answer = self.terminal.ask(words.enter_move)?;
            if words::HINTS.contains(&answer.as_str()) {
                self.hints = !self.hints;
                shown = false;
            } else if words::EXPLAIN.contains(&answer.as_str()) {
                self.explain()?;
            } else if let Some(square) = read_square(&answer) {
                if moves.contains(square) {
                    return Ok(Move::Place(square));
                }
                self.terminal.say(words.turns_nothing)?;
            } else {
                self.terminal.say(words.not_a_move)?;
            }
        }
    }

    fn explain(&mut self) -> Result<(), Ended> {
        let findings = explain_position(self.game.position(), self.game.to_move());
        for finding in findings {
            let mut line = format!("{}:", (self.terminal.words.theme)(finding.theme));
            line += match finding.color {
                Some(Color::Black) => " X",
                Some(Color::White) => " O",
                None => "",
            };
            line += &format!(" {}", finding.number);
            let squares: Vec<String> = finding.squares.iter().map(|&s| digits(s)).collect();
            if !squares.is_empty() {
                line += &format!(": {}", squares.join(" "));
            }
            self.terminal.say(&line)?;
        }
        Ok(())
    }
}

/// Column and row as two digits.
fn digits(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

/// Reads `53` or `e3`.
fn read_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file @ b'1'..=b'8', rank @ b'1'..=b'8'] => Some(Square::at(file - b'1', rank - b'1')),
        _ => text.parse().ok(),
    }
}

/// The board as the book draws it, from X's discs; `marked` squares are dots.
fn draw(x: Position, marked: Bitboard) -> String {
    let mut board = String::from("  12345678\n +--------+\n");
    for rank in 0..8 {
        let row: String = (0..8)
            .map(|file| match Square::at(file, rank) {
                square if x.own.contains(square) => 'X',
                square if x.opp.contains(square) => 'O',
                square if marked.contains(square) => '.',
                _ => ' ',
            })
            .collect();
        let number = rank + 1;
        board += &format!("{number}|{row}|{number}\n");
    }
    board + " +--------+\n  12345678"
}
