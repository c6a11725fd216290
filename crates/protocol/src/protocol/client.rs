//! What a client speaks, and what it has said that its dialect must remember.
//!
//! What each dialect remembers is defined beside its words. Knows neither the game nor its clocks.

use super::edax::ConsoleMemory;
use super::gtp::GoGuiMemory;
use super::xboard::XBoardMemory;
use super::{CommandError, Dialect, Reply};

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
}

impl Client {
    /// Hears a line, which may set up a game; until that is done, another is meant than ours.
    pub fn hear(&mut self, line: &str) {
        self.astray |= self.dialect().replaces_game(line);
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
