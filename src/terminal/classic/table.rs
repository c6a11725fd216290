//! What the two sides of a game at the terminal share: the terminal, the computer, and why the
//! game ended before its end.
//!
//! A person and the computer are players to the [`driver`], which can only be
//! told that one of them is gone; the reason waits here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::console::{Ended, Terminal};
use crate::game::Game;
use crate::othello::Color;
use crate::player::driver::{self, Supervisor};
use crate::player::{OptionError, OptionInfo, Player, PlayerError};
use crate::request::{Report, Request, StopFlag};

/// A terminal with a computer to play against.
pub struct TerminalGame<'a> {
    terminal: Mutex<&'a mut Terminal>,
    computer: Mutex<&'a mut dyn Player>,
    ended: Mutex<Option<Ended>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> TerminalGame<'a> {
    /// A table for a game against `computer`.
    pub fn new(terminal: &'a mut Terminal, computer: &'a mut dyn Player) -> TerminalGame<'a> {
        TerminalGame {
            terminal: Mutex::new(terminal),
            computer: Mutex::new(computer),
            ended: Mutex::new(None),
        }
    }

    /// Plays `game` to its end, `person` by `ask` and the other side by the computer once `watch`
    /// has shown what it likes; `played` sees each turn. Gives black's points.
    ///
    /// # Errors
    /// [`Ended`], when the person leaves in the middle or something fails.
    pub fn play(
        &self,
        game: &mut dyn Game,
        person: Color,
        ask: impl FnMut(&Self, &dyn Game) -> Result<String, Ended> + Send,
        watch: impl FnMut(&Self, &dyn Game) -> Result<(), Ended> + Send,
        supervisor: &mut dyn Supervisor,
    ) -> Result<i32, Ended> {
        let mut person_player = Person { table: self, ask };
        let mut computer = Watched { table: self, watch };
        let players: [&mut dyn Player; 2] = match person {
            Color::Black => [&mut person_player, &mut computer],
            Color::White => [&mut computer, &mut person_player],
        };
        let played = driver::play(game, players, supervisor);
        played.map_err(|forfeit| {
            let ended = lock(&self.ended).take();
            ended.unwrap_or(Ended::Player(forfeit.error))
        })
    }

    /// The terminal.
    pub fn terminal(&self) -> MutexGuard<'_, &'a mut Terminal> {
        lock(&self.terminal)
    }

    /// The computer.
    pub fn computer(&self) -> MutexGuard<'_, &'a mut dyn Player> {
        lock(&self.computer)
    }

    /// Keeps why the game cannot go on.
    pub fn leave(&self, ended: Ended) -> PlayerError {
        *lock(&self.ended) = Some(ended);
        PlayerError::Left
    }
}

/// Whoever types the moves.
struct Person<'t, 'a, A> {
    table: &'t TerminalGame<'a>,
    ask: A,
}

/// The computer, whose turns are shown before it thinks.
struct Watched<'t, 'a, W> {
    table: &'t TerminalGame<'a>,
    watch: W,
}

impl<'a, A> Player for Person<'_, 'a, A>
where
    A: FnMut(&TerminalGame<'a>, &dyn Game) -> Result<String, Ended> + Send,
{
    fn search(
        &mut self,
        game: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<String>),
    ) -> Result<Vec<Report<String>>, PlayerError> {
        let asked = (self.ask)(self.table, game);
        let mv = asked.map_err(|ended| self.table.leave(ended))?;
        Ok(vec![Report::of_moves(vec![mv])])
    }
}

impl<'a, W> Player for Watched<'_, 'a, W>
where
    W: FnMut(&TerminalGame<'a>, &dyn Game) -> Result<(), Ended> + Send,
{
    fn options(&self) -> Vec<OptionInfo> {
        self.table.computer().options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.table.computer().set_option(name, value)
    }

    fn new_game(&mut self) {
        self.table.computer().new_game();
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Vec<Report<String>>, PlayerError> {
        let watched = (self.watch)(self.table, game);
        watched.map_err(|ended| self.table.leave(ended))?;
        self.table.computer().search(game, request, stop, report)
    }
}
