//! What a client speaks, and what it has said that its dialect must remember.
//!
//! What each dialect remembers is defined beside its words. Knows neither the game nor its clocks.

use super::Dialect;
use super::edax::ConsoleMemory;
use super::gtp::GoGuiMemory;
use super::xboard::XBoardMemory;

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
    /// What is spoken, which a first line has chosen before anything is said in it.
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Gtp)
    }
}
