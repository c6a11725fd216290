//! Which dialect a client speaks, and what every dialect translates.

use super::words::clean;
use super::{Command, CommandError, Probe, Reply, cassio, gtp, nboard, ugi, xboard};
use crate::request::{Report, Score};

/// A way of putting commands and replies into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The native one, [`gtp`].
    Gtp,
    /// That of the board NBoard, [`nboard`].
    NBoard,
    /// The Universal Game Interface, [`ugi`].
    Ugi,
    /// That of Cassio, [`cassio`].
    Cassio,
    /// That of XBoard, [`xboard`].
    XBoard,
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum ParsedLine {
    /// There is nothing to answer.
    Nothing,
    /// A line that the dialect wants to be treated as if it had not come.
    Ignored,
    /// The comment `# interrupt`, by which GoGui ends the running command.
    Interrupt,
    /// Something to obey, or to refuse if it could not be understood.
    Command {
        /// The number that the reply must carry, as it was written.
        id: Option<String>,
        /// The command.
        command: Result<Command, CommandError>,
    },
}

/// What a search that is reported while it runs is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// The lines of a [`Reply::Analysis`].
    Lines,
    /// A [`Reply::Move`].
    Move,
    /// Nothing but the news of it: there is no reply.
    Analysis,
    /// Nothing but the news of it, one for each position of the game.
    Review,
    /// A game that is learned.
    Learning,
}

/// What happens while a search runs.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent<'a> {
    /// It begins.
    Began,
    /// It has found a line.
    Found(&'a Report<String>),
    /// A search of this position, 64 squares and the side, has found a line.
    Probed(&'a str, &'a Probe, &'a Report<String>),
    /// The position after so many turns of the game has this score for its side to move.
    Scored(usize, Score),
    /// It broke down.
    Failed(&'a CommandError),
    /// It is over, and there will be no reply.
    Ended,
}

impl Dialect {
    /// The dialect that a session's first line is in; `None` if the line could be of any.
    pub fn chosen_by(line: &str) -> Option<Dialect> {
        match gtp::parse_line(line) {
            ParsedLine::Nothing | ParsedLine::Ignored | ParsedLine::Interrupt => None,
            ParsedLine::Command { .. } => Some(match clean(line).split(' ').next() {
                Some("nboard") => Dialect::NBoard,
                Some("xboard" | "protover") => Dialect::XBoard,
                Some(word) if word.eq_ignore_ascii_case("ugi") => Dialect::Ugi,
                Some(word) if word.eq_ignore_ascii_case(cassio::FIRST_WORD) => Dialect::Cassio,
                _ => Dialect::Gtp,
            }),
        }
    }

    /// Reads one line, without its line break.
    pub fn parse_line(self, text: &str) -> ParsedLine {
        match self {
            Dialect::Gtp => gtp::parse_line(text),
            Dialect::NBoard => nboard::parse_line(text),
            Dialect::Ugi => ugi::parse_line(text),
            Dialect::Cassio => cassio::parse_line(text),
            Dialect::XBoard => xboard::parse_line(text),
        }
    }

    /// Whether `text` sets up a game that the client relies on from then on without waiting to hear
    /// whether it was refused.
    pub fn replaces_game(self, text: &str) -> bool {
        match self {
            Dialect::Gtp | Dialect::Cassio => false,
            Dialect::NBoard => nboard::replaces_game(text),
            Dialect::Ugi => ugi::replaces_game(text),
            Dialect::XBoard => xboard::replaces_game(text),
        }
    }

    /// The whole text of a reply, which may be empty.
    pub fn write_reply(self, id: Option<&str>, reply: &Result<Reply, CommandError>) -> String {
        match self {
            Dialect::Gtp => gtp::write_reply(id, reply),
            Dialect::NBoard => nboard::write_reply(reply),
            Dialect::Ugi => ugi::write_reply(reply),
            Dialect::Cassio => cassio::write_reply(reply),
            Dialect::XBoard => xboard::write_reply(reply),
        }
    }

    /// Whether [`SearchEvent::Found`] has a text during a search for `purpose`.
    pub fn reports_lines(self, purpose: SearchPurpose) -> bool {
        self != Dialect::Gtp || purpose == SearchPurpose::Analysis
    }

    /// The text, which may be empty, of what happens during a search for `purpose`.
    pub fn write_event(
        self,
        id: Option<&str>,
        purpose: SearchPurpose,
        event: &SearchEvent,
    ) -> String {
        match self {
            Dialect::Gtp => gtp::write_event(id, purpose, event),
            Dialect::NBoard => nboard::write_event(purpose, event),
            Dialect::Ugi => ugi::write_event(event),
            Dialect::Cassio => cassio::write_event(event),
            Dialect::XBoard => xboard::write_event(purpose, event),
        }
    }
}
