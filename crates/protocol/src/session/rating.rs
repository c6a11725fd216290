//! `rate`: how strong somebody is, by the moves of the game, and with those of games before.
//!
//! What was judged is remembered from one `rate` to the next, whatever game is on the table then.
//! Invariant: a game that is refused or stopped adds nothing, and the game, the player and what it
//! has searched stay as they are. No option counts, so that all ratings are on one scale.

use std::io::Write;

use super::Failure;
use super::dialogue::{Dialogue, Terms};
use super::worker::Reporter;
use crate::protocol::{CommandError, RateOrder, Reply};
use bianca_play::people::judgement::Judge;
use bianca_play::people::turns::turns_after;
use bianca_play::ratings::json::PlayerRow;
use bianca_play::ratings::{NAMELESS, Player, has_handicap};
use bianca_play::tabletop::Tabletop;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;

/// What `rate` has judged.
#[derive(Default)]
pub struct Rating {
    /// Made for the first game, and there for the next.
    judge: Option<Judge>,
    player: Player,
}

impl Rating {
    /// Judges the game on the table, and says what is known of the player then.
    ///
    /// # Errors
    /// If no side had a choice, or discs in corners; if memory is short, or it was stopped.
    pub fn rate<W: Write>(
        &mut self,
        order: RateOrder,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<Reply, Failure> {
        let colors = order
            .color
            .map_or(vec![Color::Black, Color::White], |color| vec![color]);
        let given = order.given.unwrap_or(table.given);
        let (game, mut judge) = self.begin(table, &colors, given)?;
        let mut player = if order.adds {
            self.player.clone()
        } else {
            Player::default()
        };
        let job = move |stop: &StopFlag, _: Reporter| {
            let judged = player.judge(&mut judge, &game, &colors, given, stop);
            (judge, judged.map(|_| player))
        };
        let (judge, judged) = dialogue.work(&*table.game, job, Terms::QUIET)?;
        self.judge = Some(judge);
        // A game that was stopped adds nothing.
        let player = judged.ok_or(CommandError::Stopped("the game was rated"))?;
        self.player = player.clone();
        let rated = player.rated(NAMELESS.to_owned());
        Ok(Reply::Text(PlayerRow::of(&rated).line()))
    }

    /// The game on the table and who judges it, if these sides had a choice.
    fn begin(
        &mut self,
        table: &Tabletop,
        colors: &[Color],
        given: usize,
    ) -> Result<(AnnotatedGame, Judge), CommandError> {
        let game = table.othello("a rating")?.clone();
        if has_handicap(&game) {
            return Err(CommandError::HandicapNotRated);
        }
        if !turns_after(&game, given).any(|turn| colors.contains(&turn.side)) {
            return Err(CommandError::NothingToRate);
        }
        let judge = match self.judge.take() {
            Some(judge) => judge,
            None => Judge::new(&Settings::default())?,
        };
        let game = AnnotatedGame {
            game,
            ..AnnotatedGame::default()
        };
        Ok((game, judge))
    }
}

#[cfg(test)]
mod tests {
    use crate::session::{Session, SessionSettings};
    use bianca_search::request::StopFlag;

    #[test]
    fn who_has_judged_is_kept_for_the_next_game() {
        let settings = SessionSettings {
            options: vec![("Hash".to_owned(), "1".to_owned())],
            ..SessionSettings::default()
        };
        let mut session = Session::in_process(Vec::new(), settings).unwrap();
        let stop = StopFlag::new();
        session.send("play f5d6c3", &stop).unwrap();
        assert!(session.rating.judge.is_none());
        stop.raise();
        session.send("rate both", &stop).unwrap();
        assert!(session.rating.judge.is_some());
    }
}
