//! The conversation about the other games: the state, the moves, a question.

use std::time::Duration;

use super::super::console::{Ended, Terminal};
use super::super::words::is_typed;
use bianca_play::game::{Game, GameError};
use bianca_play::games::drawing::TreeFormat;
use bianca_play::games::moves::{GameMove, in_words};
use bianca_play::games::search::Method;
use bianca_play::player::driver::{self, DrivenTurn};
use bianca_play::player::{Player, choose};
use bianca_rules::othello::Color;
use bianca_search::request::{Goal, Limits, Request, StopFlag};

/// Plays games until the person has had enough.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails.
pub fn play(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    computer: &mut dyn Player,
) -> Result<(), Ended> {
    let words = terminal.words;
    terminal.say(words.welcome_to(game.kind().name()))?;
    let alone = game.kind().is_puzzle();
    loop {
        game.restart();
        computer.new_game();
        if alone {
            puzzle(terminal, game, computer)?;
        } else {
            duel(terminal, game, computer)?;
        }
        if !terminal.agrees(words.again())? {
            return Ok(());
        }
    }
}

/// The board without the last line, which is in English.
fn show(terminal: &mut Terminal, game: &dyn Game) -> Result<(), Ended> {
    let board = game.draw();
    let (board, _) = board.rsplit_once('\n').unwrap_or((&board, ""));
    Ok(terminal.draw(board)?)
}

fn puzzle(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    solver: &mut dyn Player,
) -> Result<(), Ended> {
    let words = terminal.words;
    while !game.is_over() {
        show(terminal, game)?;
        let answer = terminal.ask(words.select_frog())?;
        match answer.as_str() {
            word if is_typed(word, |words| words.book("hints")) => {
                say_way(terminal, game, solver, 1)?
            }
            word if is_typed(word, |words| words.book("solve")) => {
                say_way(terminal, game, solver, usize::MAX)?
            }
            word if is_typed(word, |words| words.book("undo")) => {
                if game.undo().is_err() {
                    terminal.say(words.nothing_to_undo())?;
                }
            }
            word => match game.play(None, word) {
                Ok(()) | Err(GameError::NoMove) => {}
                Err(GameError::NotAMove(_)) => terminal.say(words.not_a_position())?,
                Err(_) => terminal.say(words.frog_cannot_move())?,
            },
        }
    }
    show(terminal, game)?;
    let success = game.final_score().is_some_and(|points| points > 0);
    terminal.say(if success {
        words.success()
    } else {
        words.failure()
    })?;
    Ok(())
}

/// Says the first `count` moves of the way to the goal, or that there is none.
fn say_way(
    terminal: &mut Terminal,
    game: &dyn Game,
    solver: &mut dyn Player,
    count: usize,
) -> Result<(), Ended> {
    let request = Request {
        goal: Goal::Exact,
        ..Request::default()
    };
    let lines = solver.search(game, &request, &StopFlag::new(), &mut |_| {});
    let way = lines.ok().and_then(|lines| lines.into_iter().next());
    match way.map(|line| line.pv) {
        Some(way) if !way.is_empty() => {
            let way: Vec<GameMove> = way.into_iter().take(count).collect();
            terminal.say(&in_words(&way))?;
        }
        _ => terminal.say(terminal.words.no_way())?,
    }
    Ok(())
}

fn duel(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    computer: &mut dyn Player,
) -> Result<(), Ended> {
    let words = terminal.words;
    let person = if terminal.agrees(words.begin())? {
        Color::Black
    } else {
        Color::White
    };
    let points = loop {
        if let Some(points) = game.final_score() {
            break points;
        }
        let turn = match driver::forced_pass(game) {
            Some(pass) => pass,
            None if game.to_move() == person => {
                let mv = ask_person(terminal, game, computer)?;
                DrivenTurn::new(person, mv, Duration::ZERO)
            }
            None => {
                show(terminal, game)?;
                terminal.ask(words.press_enter())?;
                driver::choose(game, computer, Limits::default(), &StopFlag::new())?
            }
        };
        turn.play(game)?;
        if turn.color != person {
            terminal.say(&words.computer_moves(turn.mv.to_string()))?;
        } else if turn.is_pass() {
            terminal.say(words.you_pass())?;
        }
    };
    show(terminal, game)?;
    let points = match person {
        Color::Black => points,
        Color::White => -points,
    };
    terminal.say(&words.your_points(points))?;
    terminal.say(match points.signum() {
        1 => words.you_win(),
        0 => words.tie(),
        _ => words.you_lose(),
    })?;
    Ok(())
}

/// Asks until a legal move is typed.
fn ask_person(
    terminal: &mut Terminal,
    game: &dyn Game,
    computer: &mut dyn Player,
) -> Result<GameMove, Ended> {
    let words = terminal.words;
    show(terminal, game)?;
    let moves = game.legal(None);
    loop {
        terminal.say(&words.available(in_words(&moves)))?;
        let answer = terminal.ask(words.your_move())?;
        match answer.as_str() {
            word if is_typed(word, |words| words.book("hints")) => {
                let hint = choose(computer, game)?;
                terminal.say(&hint.to_string())?;
            }
            "minimax" => steps(terminal, game, Method::Minimax)?,
            "alphabeta" => steps(terminal, game, Method::AlphaBeta)?,
            // One move at a time: a transcript would move for the computer.
            word => match moves.iter().find(|mv| same_move(&mv.to_string(), word)) {
                Some(mv) => return Ok(*mv),
                None => terminal.say(words.not_available())?,
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
fn steps(terminal: &mut Terminal, game: &dyn Game, method: Method) -> Result<(), Ended> {
    match game.tree(method, TreeFormat::Steps) {
        Ok(steps) => {
            terminal.say(terminal.words.enter_for_step())?;
            for step in steps.lines() {
                terminal.say(step)?;
                terminal.listen()?;
            }
        }
        Err(_) => terminal.say(terminal.words.tree_too_large())?,
    }
    Ok(())
}
