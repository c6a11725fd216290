//! Which dialect a client speaks.

use super::words::clean;
use super::{
    CommandError, ParsedLine, Reply, SearchEvent, SearchPurpose, cassio, edax, gtp, nboard, ugi,
    xboard,
};

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
    /// Edax's console, [`edax`].
    Edax,
}

impl Dialect {
    /// The dialect that a session's first line is in; `None` if the line could be of any.
    pub fn chosen_by(line: &str) -> Option<Dialect> {
        match gtp::parse_line(line) {
            ParsedLine::Nothing | ParsedLine::Ignored | ParsedLine::Interrupt => None,
            ParsedLine::Command { .. } => {
                let line = clean(line);
                let first = line.split(' ').next().unwrap_or_default();
                let dialects = [
                    ("nboard", Dialect::NBoard),
                    ("xboard", Dialect::XBoard),
                    ("protover", Dialect::XBoard),
                    ("ugi", Dialect::Ugi),
                    (cassio::FIRST_WORD, Dialect::Cassio),
                ];
                let mut dialects = dialects.into_iter();
                let chosen = dialects.find(|(word, _)| first.eq_ignore_ascii_case(word));
                Some(match chosen {
                    Some((_, dialect)) => dialect,
                    None if edax::console::begins(&line) => Dialect::Edax,
                    None => Dialect::Gtp,
                })
            }
        }
    }

    /// The dialect that a line of Edax's console changes to, for good.
    pub fn changed_to_by(line: &str) -> Option<Dialect> {
        let line = clean(line).to_ascii_lowercase();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        Some(match (word, rest.trim_start()) {
            ("nboard", "1" | "2") => Dialect::NBoard,
            ("xboard", _) => Dialect::XBoard,
            ("protocol_version", "") => Dialect::Gtp,
            ("engine-protocol", "init") => Dialect::Cassio,
            _ => return None,
        })
    }

    /// Reads one line, without its line break.
    pub fn parse_line(self, text: &str) -> ParsedLine {
        match self {
            Dialect::Gtp => gtp::parse_line(text),
            Dialect::NBoard => nboard::parse_line(text),
            Dialect::Ugi => ugi::parse_line(text),
            Dialect::Cassio => cassio::parse_line(text),
            Dialect::XBoard => xboard::parse_line(text),
            Dialect::Edax => edax::console::parse_line(text),
        }
    }

    /// Whether `text` sets up a game that the client relies on from then on without waiting to hear
    /// whether it was refused.
    pub fn replaces_game(self, text: &str) -> bool {
        match self {
            Dialect::Gtp | Dialect::Cassio | Dialect::Edax => false,
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
            Dialect::Edax => edax::write_reply(reply),
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
            Dialect::Edax => String::new(),
        }
    }
}
