//! Messages: a head, and the lines behind it that begin with `|`.
//!
//! Invariant: a message holds no more than [`MOST_LINES`] lines and [`MOST_BYTES`] bytes, however
//! much comes; what is beyond that goes, and [`Message::is_cut`] tells it.

/// Lines of the longest message. The longest that is of use, the start of a game that has gone on,
/// has under a hundred.
pub const MOST_LINES: usize = 2_000;

/// Bytes of the longest message.
pub const MOST_BYTES: usize = 256 << 10;

/// What the server says at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Its first line.
    pub head: String,
    /// The others, without `|`.
    pub body: Vec<String>,
    /// Whether there was more than is kept.
    pub is_cut: bool,
}

/// Puts lines together.
#[derive(Debug, Default)]
pub struct Framer {
    open: Option<Message>,
    bytes: usize,
}

impl Framer {
    /// Takes a line, without its end; gives the message that it ends.
    pub fn take(&mut self, line: &str) -> Option<Message> {
        if let Some(rest) = line.strip_prefix('|') {
            self.add(rest);
            return None;
        }
        let ended = self.end();
        let text = line.trim();
        // What the server says when it waits for a command.
        if !matches!(text, "" | "READY" | "ALERT") {
            self.bytes = text.len();
            self.open = Some(Message {
                head: text.to_owned(),
                ..Message::default()
            });
        }
        ended
    }

    /// The message that is open, if nothing more belongs to it.
    pub fn end(&mut self) -> Option<Message> {
        self.open.take()
    }

    /// A line that goes on with the message. One that follows nothing is let go.
    fn add(&mut self, rest: &str) {
        let Some(open) = &mut self.open else { return };
        let bytes = self.bytes + rest.len();
        if open.body.len() >= MOST_LINES || bytes > MOST_BYTES {
            open.is_cut = true;
            return;
        }
        self.bytes = bytes;
        open.body.push(rest.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(lines: &[&str]) -> Vec<Message> {
        let mut framer = Framer::default();
        let mut found: Vec<Message> = lines.iter().filter_map(|line| framer.take(line)).collect();
        found.extend(framer.end());
        found
    }

    #[test]
    fn what_begins_with_a_bar_goes_on() {
        let found = messages(&[
            "",
            "/os: look",
            "|one",
            "| two",
            "READY",
            "READY",
            "x",
            "/y",
            "|z",
        ]);
        let found: Vec<_> = found
            .iter()
            .map(|m| (m.head.as_str(), m.body.len()))
            .collect();
        assert_eq!(found, [("/os: look", 2), ("x", 0), ("/y", 1)]);
        assert!(messages(&["|alone", "READY"]).is_empty());
    }

    #[test]
    fn a_flood_is_cut() {
        let mut framer = Framer::default();
        framer.take("/os: look");
        for _ in 0..10 * MOST_LINES {
            framer.take("|x");
        }
        let message = framer.take("READY").unwrap();
        assert!(message.is_cut && message.body.len() == MOST_LINES);
        framer.take("/os: look");
        for _ in 0..1000 {
            framer.take(&format!("|{}", "x".repeat(8000)));
        }
        let message = framer.take("READY").unwrap();
        let bytes: usize = message.body.iter().map(String::len).sum();
        assert!(message.is_cut && bytes <= MOST_BYTES);
    }
}
