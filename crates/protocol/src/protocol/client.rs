//! What a client speaks, and what it has said that its dialect must remember.
//!
//! What each dialect remembers is defined beside its words. Knows neither the game nor its clocks.

use super::edax::{ConsoleMemory, place};
use super::gtp::GoGuiMemory;
use super::xboard::XBoardMemory;
use super::{CommandError, Dialect, Reply, SearchEvent, SearchPurpose};
use bianca_play::game::Game;

/// A client, as far as it has shown itself.
#[derive(Debug, Default)]
pub struct Client {
    /// What it speaks; `None` until its first line has shown it.
    pub dialect: Option<Dialect>,
    /// Whether a person types the lines.
    pub interactive: bool,
    /// Whether it means another game than ours, because we refused to set it up. Only clients of
    /// NBoard, UGI and XBoard go on without hearing so; see [`Dialect::replaces_game`].
    pub astray: bool,
    /// What GoGui has said.
    pub gogui: GoGuiMemory,
    /// What XBoard has said.
    pub xboard: XBoardMemory,
    /// What Edax's console remembers.
    pub console: ConsoleMemory,
    /// Whether it has started us as it starts Edax.
    pub means_edax: bool,
    /// Whether it speaks the first version of NBoard's protocol, which is Edax's.
    speaks_nboard_1: bool,
}

impl Client {
    /// Hears a line, which may set up a game; until that is done, another is meant than ours.
    pub fn hear(&mut self, line: &str) {
        self.astray |= self.dialect().replaces_game(line);
        let words = line.split_whitespace().take(3).map(str::to_ascii_lowercase);
        self.speaks_nboard_1 |= words.eq(["nboard", "1"]);
    }

    /// The whole text of a reply, which may be empty.
    pub fn write_reply(&self, id: Option<&str>, reply: &Result<Reply, CommandError>) -> String {
        match self.dialect() {
            Dialect::NBoard if self.means_edaxs_nboard() => place::nboard_reply(reply),
            dialect => dialect.write_reply(id, reply),
        }
    }

    /// The text, which may be empty, of what happens during a search for `purpose`.
    pub fn write_event(
        &mut self,
        id: Option<&str>,
        purpose: SearchPurpose,
        event: &SearchEvent,
    ) -> String {
        match self.dialect() {
            Dialect::NBoard if self.means_edaxs_nboard() => place::nboard_event(purpose, event),
            Dialect::Edax => self.console.write_event(purpose, event),
            dialect => dialect.write_event(id, purpose, event),
        }
    }

    /// A drawing of the game as the client expects it; `None` if it has no wish.
    pub fn draws(&self, game: &dyn Game) -> Option<Reply> {
        let expects = self.means_edax && self.dialect() == Dialect::Gtp;
        expects.then(|| place::board(game)).flatten()
    }

    fn means_edaxs_nboard(&self) -> bool {
        self.means_edax && self.speaks_nboard_1
    }

    /// Answers whoever begins a game: the client means that from now on.
    ///
    /// # Errors
    /// Why the game did not begin.
    pub fn begun<E: Into<CommandError>>(
        &mut self,
        begun: Result<(), E>,
    ) -> Result<Reply, CommandError> {
        begun.map_err(Into::into)?;
        self.astray = false;
        Ok(Reply::Done)
    }

    /// Whether it wants to hear what is thought about a move.
    pub fn hears_thoughts(&self) -> bool {
        self.dialect() != Dialect::XBoard || self.xboard.posts
    }

    /// What is spoken, which a first line has chosen before anything is said in it.
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Gtp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::GameError;

    #[test]
    fn in_edaxs_place_others_protocols_have_its_words() {
        let waits = |lines: &[&str], means_edax| {
            let mut client = Client {
                dialect: Some(Dialect::NBoard),
                means_edax,
                ..Client::default()
            };
            lines.iter().for_each(|line| client.hear(line));
            client.write_event(None, SearchPurpose::Analysis, &SearchEvent::Ended)
        };
        let edaxs = "status Edax is waiting\n";
        assert_eq!(waits(&["NBoard  1", "ping 1"], true), edaxs);
        assert_eq!(waits(&["nboard 1"], false), "status\n");
        assert_eq!(waits(&["nboard 2"], true), "status\n");
        assert_eq!(waits(&["nboard 1 2"], true), "status\n");
        let draws = |dialect, means_edax| {
            let client = Client {
                dialect: Some(dialect),
                means_edax,
                ..Client::default()
            };
            client
                .draws(&bianca_rules::othello::OthelloGame::new())
                .is_some()
        };
        assert!(draws(Dialect::Gtp, true));
        assert!(!draws(Dialect::Gtp, false) && !draws(Dialect::Ugi, true));
    }

    #[test]
    fn a_game_that_was_refused_is_meant_until_another_begins() {
        let mut client = Client {
            dialect: Some(Dialect::Ugi),
            ..Client::default()
        };
        client.hear("query fen");
        assert!(!client.astray);
        client.hear("position fen nothing");
        let refused = client.begun(Err(GameError::BadBoard("no board".to_owned())));
        let error = CommandError::Syntax("no board".to_owned());
        assert_eq!((refused, client.astray), (Err(error), true));
        let begun = client.begun::<GameError>(Ok(()));
        assert_eq!((begun, client.astray), (Ok(Reply::Done), false));
    }
}
