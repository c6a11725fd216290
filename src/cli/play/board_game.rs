//! The conversation about the other games: the state, the moves, a question.

use std::io::{BufRead, Write};

use super::terminal::{Ended, Terminal};
use super::words;
use crate::engine::{Engine, Goal, Refusal, Request, StopFlag, TreeFormat, TreeMethod};
use crate::othello::Color;
use crate::players::lobby::choose;

/// Plays games until the person has had enough.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails.
pub fn play<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &mut dyn Engine,
) -> Result<(), Ended> {
    let words = terminal.words;
    terminal.say(&(words.welcome_to)(engine.game_name()))?;
    let alone = engine.game_name() == "Frogs";
    loop {
        engine.new_game();
        if alone {
            puzzle(terminal, engine)?;
        } else {
            duel(terminal, engine)?;
        }
        if !terminal.agrees(words.again)? {
            return Ok(());
        }
    }
}

/// The board without the last line, which is in English.
fn show<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &dyn Engine,
) -> Result<(), Ended> {
    let board = engine.show_board();
    let (board, _) = board.rsplit_once('\n').unwrap_or((&board, ""));
    Ok(terminal.draw(board)?)
}

fn puzzle<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &mut dyn Engine,
) -> Result<(), Ended> {
    let words = terminal.words;
    while !engine.is_over() {
        show(terminal, engine)?;
        let answer = terminal.ask(words.select_frog)?;
        match answer.as_str() {
            word if words::HINTS.contains(&word) => tell_way(terminal, engine, 1)?,
            word if words::SOLVE.contains(&word) => tell_way(terminal, engine, usize::MAX)?,
            word if words::UNDO.contains(&word) => {
                if engine.undo().is_err() {
                    terminal.say(words.nothing_to_undo)?;
                }
            }
            word => match engine.play(None, word) {
                Ok(()) => {}
                Err(Refusal::NotAMove(_)) => terminal.say(words.not_a_position)?,
                Err(_) => terminal.say(words.frog_cannot_move)?,
            },
        }
    }
    show(terminal, engine)?;
    let success = engine.final_score()? > 0;
    terminal.say(if success {
        words.success
    } else {
        words.failure
    })?;
    Ok(())
}

/// Says the first `count` moves of the way to the goal, or that there is none.
fn tell_way<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &mut dyn Engine,
    count: usize,
) -> Result<(), Ended> {
    let request = Request {
        goal: Goal::Exact,
        ..Request::default()
    };
    let lines = engine.search(&request, &StopFlag::new(), &mut |_| {});
    let way = lines.into_iter().next().map(|line| line.pv);
    match way {
        Some(way) if !way.is_empty() => {
            let way: Vec<String> = way.into_iter().take(count).collect();
            terminal.say(&way.join(" "))?;
        }
        _ => terminal.say(terminal.words.no_way)?,
    }
    Ok(())
}

fn duel<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &mut dyn Engine,
) -> Result<(), Ended> {
    let words = terminal.words;
    let person = match terminal.agrees(words.begin)? {
        true => Color::Black,
        false => Color::White,
    };
    while !engine.is_over() {
        let color = engine.to_move();
        show(terminal, engine)?;
        if color == person {
            ask_person(terminal, engine)?;
        } else {
            terminal.ask(words.press_enter)?;
            let mv = choose(engine)?;
            terminal.say(&(words.computer_moves)(&mv))?;
            engine.play(Some(color), &mv)?;
        }
    }
    show(terminal, engine)?;
    let points = match person {
        Color::Black => engine.final_score()?,
        Color::White => -engine.final_score()?,
    };
    terminal.say(&(words.your_points)(points))?;
    terminal.say(match points.signum() {
        1 => words.you_win,
        0 => words.tie,
        _ => words.you_lose,
    })?;
    Ok(())
}

/// Asks until a legal move is made.
fn ask_person<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &mut dyn Engine,
) -> Result<(), Ended> {
    let words = terminal.words;
    loop {
        let moves = engine.legal(None);
        if moves == ["pass"] {
            terminal.say(words.you_pass)?;
            return Ok(engine.play(None, "pass")?);
        }
        terminal.say(&(words.available)(&moves.join(" ")))?;
        let answer = terminal.ask(words.your_move)?;
        match answer.as_str() {
            word if words::HINTS.contains(&word) => terminal.say(&choose(engine)?)?,
            "minimax" => steps(terminal, engine, TreeMethod::Minimax)?,
            "alphabeta" => steps(terminal, engine, TreeMethod::AlphaBeta)?,
            // One move at a time: a transcript would move for the computer.
            word => match moves.iter().find(|mv| same_move(mv, word)) {
                Some(mv) => return Ok(engine.play(None, mv)?),
                None => terminal.say(words.not_available)?,
            },
        }
    }
}

/// Whether `word` means `mv`, however it is bracketed.
fn same_move(mv: &str, word: &str) -> bool {
    let bare = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.collect()
    };
    bare(mv) == bare(word)
}

/// Shows what a search does, a step for each Enter.
fn steps<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
    engine: &dyn Engine,
    method: TreeMethod,
) -> Result<(), Ended> {
    match engine.tree(method, TreeFormat::Steps) {
        Ok(steps) => {
            terminal.say(terminal.words.enter_for_step)?;
            for step in steps.lines() {
                terminal.say(step)?;
                terminal.listen()?;
            }
        }
        Err(_) => terminal.say(terminal.words.tree_too_large)?,
    }
    Ok(())
}
