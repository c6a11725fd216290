//! `hint people`: what people of some rating would play in the position on the table.
//!
//! Invariant: the game, the player and what it has searched stay as they are, and no option counts,
//! so that the same position has the same answer.

use std::io::Write;

use super::Failure;
use super::dialogue::{Dialogue, Terms};
use super::worker::Reporter;
use crate::protocol::gtp::people::PeopleAnswer;
use crate::protocol::{CommandError, PeopleOrder, Reply};
use bianca_play::people::crowd::Crowd;
use bianca_play::people::turns::Place;
use bianca_play::tabletop::Tabletop;
use bianca_records::record::board::write_board;
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;

/// Who says what people would play.
#[derive(Default)]
pub struct People {
    /// Made for the first question, and there for the next.
    crowd: Option<Crowd>,
}

impl People {
    /// Whether somebody is there for the next question.
    #[cfg(test)]
    pub fn is_ready(&self) -> bool {
        self.crowd.is_some()
    }

    /// Says it of the position on the table. What is stopped once that is known says no trap.
    ///
    /// # Errors
    /// If the game is not Othello, memory is short, or it was stopped before.
    pub fn say<W: Write>(
        &mut self,
        order: PeopleOrder,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<Reply, Failure> {
        let game = table.othello("a hint of what people would play")?;
        let place = Place::of(game);
        let board = write_board(place.position, game.to_move());
        let mut crowd = match self.crowd.take() {
            Some(crowd) => crowd,
            None => Crowd::new(&Settings::default()).map_err(CommandError::from)?,
        };
        let rating = order.rating;
        let job = move |stop: &StopFlag, _: Reporter| {
            let moves = crowd.moves(place, rating, stop);
            let moves = moves.map(|moves| {
                let trap = crowd.trap(place, &moves, rating, stop);
                (moves, trap)
            });
            (crowd, moves)
        };
        let (crowd, found) = dialogue.work(&*table.game, job, Terms::QUIET)?;
        self.crowd = Some(crowd);
        let (moves, trap) = found.ok_or(CommandError::Stopped("the moves were looked at"))?;
        let answer = PeopleAnswer {
            rating,
            board,
            moves,
            trap,
        };
        Ok(Reply::Text(if order.as_json {
            answer.json()
        } else {
            answer.text()
        }))
    }
}
