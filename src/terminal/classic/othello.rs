//! The book's game: choose X or O, who begins is drawn, moves are typed as column and row.
//!
//! What is added to the book: `e3` is read as well as `53`, a square that turns nothing is
//! explained, passes are said, and `explain` says what the position shows.

use std::time::Duration;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::super::console::{Ended, Terminal};
use super::super::words::is_typed;
use bianca_play::game::GameMove;
use bianca_play::player::Player;
use bianca_play::player::driver::{self, DrivenTurn};
use bianca_play::strategy::explain_position;
use bianca_play::strategy::words::title;
use bianca_rules::othello::{Bitboard, Color, OthelloGame, Position, Square};
use bianca_search::request::{Limits, StopFlag};

/// The book's start, seen from X, which is black: X on d4 and e5, O on e4 and d5.
const START: Position = Position {
    own: Bitboard(0x0000_0010_0800_0000),
    opp: Bitboard(0x0000_0008_1000_0000),
};

/// Plays games until the person has had enough.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails.
pub fn play(
    terminal: &mut Terminal,
    computer: &mut dyn Player,
    random: &mut StdRng,
) -> Result<(), Ended> {
    let words = terminal.words;
    terminal.say(words.welcome())?;
    let person = loop {
        match terminal.ask(words.choose_side())?.as_str() {
            "x" => break Color::Black,
            "o" | "0" => break Color::White,
            _ => {}
        }
    };
    loop {
        let first = if random.random() { person } else { !person };
        let (x, o) = play_one(terminal, computer, person, first)?;
        terminal.say(&words.final_points(x, o))?;
        let (own, other) = match person {
            Color::Black => (x, o),
            Color::White => (o, x),
        };
        terminal.say(&match own.cmp(&other) {
            std::cmp::Ordering::Greater => words.beat_computer(own - other),
            std::cmp::Ordering::Less => words.lost_by(other - own),
            std::cmp::Ordering::Equal => words.tie().to_owned(),
        })?;
        if !terminal.agrees(words.again())? {
            return Ok(());
        }
    }
}

/// One game; gives the discs of X and of O.
fn play_one(
    terminal: &mut Terminal,
    computer: &mut dyn Player,
    person: Color,
    first: Color,
) -> Result<(u32, u32), Ended> {
    let words = terminal.words;
    terminal.say(if first == person {
        words.you_begin()
    } else {
        words.computer_begins()
    })?;
    let start = match first {
        Color::Black => START,
        Color::White => START.passed(),
    };
    let mut game = OthelloGame::from_position(start, first);
    computer.new_game();
    // Whether the legal moves are marked.
    let mut hints = false;
    while !game.position().is_over() {
        let turn = match driver::forced_pass(&game) {
            Some(pass) => pass,
            None if game.to_move() == person => {
                let mv = ask_person(terminal, &game, &mut hints)?;
                DrivenTurn::new(person, mv, Duration::ZERO)
            }
            None => {
                show(terminal, &game, person, Bitboard::EMPTY)?;
                terminal.ask(words.press_enter())?;
                driver::choose(&game, computer, Limits::default(), &StopFlag::new())?
            }
        };
        turn.play(&mut game)?;
        if turn.is_pass() {
            terminal.say(if turn.color == person {
                words.you_pass()
            } else {
                words.computer_passes()
            })?;
        }
    }
    let x = game.position_for(Color::Black);
    terminal.draw(&draw(x, Bitboard::EMPTY))?;
    Ok((x.own.count(), x.opp.count()))
}

fn show(
    terminal: &mut Terminal,
    game: &OthelloGame,
    person: Color,
    marked: Bitboard,
) -> Result<(), Ended> {
    terminal.draw(&draw(game.position_for(Color::Black), marked))?;
    let seen = game.position_for(person);
    let points = terminal.words.points(seen.own.count(), seen.opp.count());
    terminal.say(&points)?;
    Ok(())
}

fn ask_person(
    terminal: &mut Terminal,
    game: &OthelloGame,
    hints: &mut bool,
) -> Result<GameMove, Ended> {
    let words = terminal.words;
    let moves = game.position().moves();
    let mut shown = false;
    loop {
        if !shown {
            let marked = if *hints { moves } else { Bitboard::EMPTY };
            show(terminal, game, game.to_move(), marked)?;
            shown = true;
        }
        let answer = terminal.ask(words.enter_move())?;
        if is_typed(&answer, |words| words.book("hints")) {
            *hints = !*hints;
            shown = false;
        } else if is_typed(&answer, |words| words.book("explain")) {
            explain(terminal, game)?;
        } else if let Some(square) = read_square(&answer) {
            if moves.contains(square) {
                return Ok(square.into());
            }
            terminal.say(words.turns_nothing())?;
        } else {
            terminal.say(words.not_a_move())?;
        }
    }
}

fn explain(terminal: &mut Terminal, game: &OthelloGame) -> Result<(), Ended> {
    for finding in explain_position(game.position(), game.to_move()) {
        let mut line = format!("{}:", title(finding.theme, terminal.words.language()));
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
        terminal.say(&line)?;
    }
    Ok(())
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
