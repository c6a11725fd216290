//! Lines that came while a search ran: each is answered in its turn, but some of them bear on the
//! search at once.

use std::collections::VecDeque;

use super::input::Input;
use crate::protocol::edax::order::ConsoleOrder;
use crate::protocol::{Command, Dialect, ParsedLine};

/// How a line bears on a search that runs when it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The search is to answer now.
    Stop,
    /// The search is to answer now, because the session ends.
    Quit,
    /// The search is to end, and nobody wants its answer.
    Cancel,
    /// Not at all, and it can be answered at once.
    Aside,
    /// Not at all; it asks about the search and is answered at once, before others that wait.
    Now,
    /// The search is to answer now, and what waits is dropped.
    Abort,
    /// Not at all.
    None,
    /// Not at all, as if it had not come.
    Ignored,
}

/// The lines, first come first.
#[derive(Debug, Default)]
pub struct Waiting {
    lines: VecDeque<(Input, Urgency)>,
    stops: usize,
    quits: usize,
    cancels: usize,
}

impl Waiting {
    /// Lets a line wait.
    pub fn push(&mut self, line: Input, urgency: Urgency) {
        if let Some(count) = self.count(urgency) {
            *count += 1;
        }
        self.lines.push_back((line, urgency));
    }

    /// The line whose turn it is.
    pub fn pop(&mut self) -> Option<Input> {
        let (line, urgency) = self.lines.pop_front()?;
        if let Some(count) = self.count(urgency) {
            *count -= 1;
        }
        Some(line)
    }

    /// Whether no line waits.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a line wants the running search to answer.
    pub fn stops(&self) -> bool {
        self.stops > 0
    }

    /// Whether a line ends the session.
    pub fn quits(&self) -> bool {
        self.quits > 0
    }

    /// Whether a line ends the running search and makes its answer stale.
    pub fn cancels(&self) -> bool {
        self.cancels > 0
    }

    fn count(&mut self, urgency: Urgency) -> Option<&mut usize> {
        match urgency {
            Urgency::Stop => Some(&mut self.stops),
            Urgency::Quit => Some(&mut self.quits),
            Urgency::Cancel => Some(&mut self.cancels),
            Urgency::Aside | Urgency::Now | Urgency::Abort | Urgency::None | Urgency::Ignored => {
                None
            }
        }
    }
}

/// How `line` bears on a running search.
pub fn urgency(dialect: Dialect, line: &Input) -> Urgency {
    match dialect.parse_line(&line.text) {
        ParsedLine::Interrupt => Urgency::Stop,
        ParsedLine::Ignored => Urgency::Ignored,
        ParsedLine::Command {
            command: Ok(command),
            ..
        } if !line.too_long => match command {
            Command::Stop => Urgency::Stop,
            Command::Quit => Urgency::Quit,
            Command::Ping(_) => Urgency::Cancel,
            Command::Sync => Urgency::Aside,
            Command::IsBusy | Command::Progress => Urgency::Now,
            Command::Abort => Urgency::Abort,
            Command::XBoard(order) if order.ends_thinking() => Urgency::Cancel,
            Command::Console(ConsoleOrder::Stop) => Urgency::Stop,
            _ => Urgency::None,
        },
        ParsedLine::Command { .. } | ParsedLine::Nothing => Urgency::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_and_count_as_long_as_they_wait() {
        let mut waiting = Waiting::default();
        assert!(waiting.is_empty() && waiting.pop().is_none());
        let line = |text: &str| Input {
            text: text.to_owned(),
            too_long: false,
        };
        let all = [
            ("name", Urgency::None),
            ("stop", Urgency::Stop),
            ("ping 1", Urgency::Cancel),
            ("stop", Urgency::Stop),
            ("quit", Urgency::Quit),
        ];
        for (text, urgency) in all {
            waiting.push(line(text), urgency);
        }
        assert!(!waiting.is_empty());
        // What still waits when each of them is taken.
        for ((text, _), expected) in all.into_iter().zip([
            [true, true, true],
            [true, true, true],
            [true, true, false],
            [false, true, false],
            [false, false, false],
        ]) {
            assert_eq!(waiting.pop().unwrap().text, text);
            let counted = [waiting.stops(), waiting.quits(), waiting.cancels()];
            assert_eq!(counted, expected, "{text}");
        }
        assert!(waiting.is_empty());
    }

    #[test]
    fn every_dialect_has_its_words_for_a_search_that_runs() {
        let of = |dialect, text: &str, too_long| {
            let line = Input {
                text: text.to_owned(),
                too_long,
            };
            urgency(dialect, &line)
        };
        for (dialect, text, expected) in [
            (Dialect::Gtp, "stop", Urgency::Stop),
            (Dialect::Gtp, "# interrupt", Urgency::Stop),
            (Dialect::Gtp, "quit", Urgency::Quit),
            (Dialect::Gtp, "name", Urgency::None),
            (Dialect::Gtp, "stop now", Urgency::None),
            (Dialect::Gtp, "", Urgency::None),
            (Dialect::NBoard, "ping 3", Urgency::Cancel),
            (Dialect::NBoard, "unknown", Urgency::Ignored),
            (Dialect::Ugi, "isready", Urgency::Aside),
            (Dialect::Ugi, "stop", Urgency::Stop),
            (
                Dialect::Cassio,
                "ENGINE-PROTOCOL get-search-infos",
                Urgency::Now,
            ),
            (Dialect::Cassio, "ENGINE-PROTOCOL stop", Urgency::Abort),
            (Dialect::XBoard, ".", Urgency::Now),
            (Dialect::XBoard, "force", Urgency::Cancel),
            (Dialect::Edax, "stop", Urgency::Stop),
            (Dialect::Edax, "quit", Urgency::Quit),
            (Dialect::Edax, "go", Urgency::None),
            (Dialect::XBoard, "time 100", Urgency::None),
        ] {
            assert_eq!(of(dialect, text, false), expected, "{text}");
        }
        assert_eq!(of(Dialect::Gtp, "quit", true), Urgency::None);
    }
}
