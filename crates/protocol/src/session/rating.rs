//! `rate`: how strong somebody is, by the moves of the game, and with those of games before.
//!
//! What was judged is remembered from one `rate` to the next, whatever game is on the table then.
//! Invariant: a game that is refused or stopped adds nothing, and the game, the player and what it
//! has searched stay as they are. No option counts, so that all ratings are on one scale.

use std::io::{self, Write};

use super::searching::Terms;
use super::worker::Reporter;
use super::{Next, Session};
use crate::protocol::{CommandError, RateOrder, Reply};
use bianca_play::people::judgement::Judge;
use bianca_play::people::turns::turns;
use bianca_play::ratings::json::PlayerRow;
use bianca_play::ratings::{NAMELESS, Player};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;

/// What `rate` has judged.
#[derive(Default)]
pub(super) struct Rating {
    /// Made for the first game, and there for the next.
    judge: Option<Judge>,
    player: Player,
}

impl<W: Write> Session<W> {
    /// Judges the game on the table, and says what is known of the player then.
    pub(super) fn rate(&mut self, id: Option<&str>, order: RateOrder) -> io::Result<Next> {
        let colors = order
            .color
            .map_or(vec![Color::Black, Color::White], |color| vec![color]);
        let (game, mut judge) = match self.begin_rating(&colors) {
            Ok(begun) => begun,
            Err(error) => return self.reply(id, Err(error)),
        };
        let mut player = if order.adds {
            self.rating.player.clone()
        } else {
            Player::default()
        };
        let job = move |stop: &StopFlag, _: Reporter| {
            let judged = player.judge(&mut judge, &game, &colors, stop);
            (judge, judged.map(|()| player))
        };
        let reply = match self.work(id, job, Terms::QUIET)? {
            Ok((judge, judged)) => {
                self.rating.judge = Some(judge);
                self.rated(judged)
            }
            Err(message) => Err(self.internal(message)),
        };
        self.reply(id, reply)
    }

    /// The game on the table and who judges it, if these sides had a choice.
    fn begin_rating(&mut self, colors: &[Color]) -> Result<(AnnotatedGame, Judge), CommandError> {
        let game = self.table.othello("a rating")?.clone();
        if !turns(&game).any(|turn| colors.contains(&turn.side)) {
            return Err(CommandError::NothingToRate);
        }
        let judge = match self.rating.judge.take() {
            Some(judge) => judge,
            None => Judge::new(&Settings::default())?,
        };
        let game = AnnotatedGame {
            game,
            ..AnnotatedGame::default()
        };
        Ok((game, judge))
    }

    /// Keeps what is judged now, unless the game was stopped.
    fn rated(&mut self, judged: Option<Player>) -> Result<Reply, CommandError> {
        let player = judged.ok_or(CommandError::Stopped("the game was rated"))?;
        self.rating.player = player.clone();
        let rated = player.rated(NAMELESS.to_owned());
        Ok(Reply::Text(PlayerRow::of(&rated).line()))
    }
}
