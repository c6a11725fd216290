//! Text that strangers wrote: lines of bounded length, and words that are safe to show.
//!
//! Names of players, replies of engines, bad lines and names of files may hold what moves a
//! terminal's cursor, rings its bell or turns the direction of writing. [`shown`] is the one way
//! by which such text reaches a message, a table or a log, [`shown_json`] that into JSON, [`plain`]
//! that into files of games; [`excerpt`] is as much of it as an error holds. [`next_line`] is the
//! one way by which lines of unknown length are read: no line, however long, fills the memory.
//! [`meant`] guesses which of some words a misspelt one stands for.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, ErrorKind};

use strsim::osa_distance;

/// Characters of the longest [`excerpt`]: enough to recognise a word, or an engine's reply.
pub const LONGEST_EXCERPT: usize = 60;

/// The beginning of `text`, at most [`LONGEST_EXCERPT`] characters of it, for an error that holds
/// what is wrong.
pub fn excerpt(text: &str) -> String {
    text.chars().take(LONGEST_EXCERPT).collect()
}

/// The one of the known words that a misspelt one may mean; case does not matter.
pub fn meant(word: &str, known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let word = excerpt(word).to_ascii_lowercase();
    let slips = |known: &&str| osa_distance(&word, &known.to_ascii_lowercase());
    let nearest = known.into_iter().min_by_key(slips);
    // One slip in three letters is as good as another word.
    nearest.filter(|known| 3 * slips(known) < word.len())
}

/// Whether a character changes how others are shown, or does something to a terminal: the
/// control characters C0 and C1, line and paragraph separators, and the marks that turn the
/// direction of writing.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `text` with each unsafe character written as an escape, such as `\u{1b}`; see [`is_unsafe`].
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_unsafe(character) {
            safe.extend(character.escape_default())
        } else {
            safe.push(character)
        }
    }
    Cow::Owned(safe)
}

/// As [`shown`], of whatever can be written; line breaks stay, for messages of several lines.
pub fn shown_lines(text: &dyn fmt::Display) -> String {
    let text = text.to_string();
    let lines: Vec<_> = text.split('\n').map(shown).collect();
    lines.join("\n")
}

/// A JSON text with each unsafe character written as JSON escapes it, which changes nothing of
/// what it says. (In JSON such characters can only stand in strings; serde escapes just those
/// that it must.)
pub fn shown_json(text: &str) -> Cow<'_, str> {
    let is_left = |character| is_unsafe(character) && character != '\n';
    if !text.contains(is_left) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_left(character) {
            safe.push_str(&format!("\\u{:04x}", u32::from(character)))
        } else {
            safe.push(character)
        }
    }
    Cow::Owned(safe)
}

/// `text` on one line and without control characters, for files of games: line breaks and tabs
/// become blanks, all others go.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) {
        Cow::Owned(plain_lines(text).replace('\n', " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// As [`plain`], but line breaks stay, each as one line feed.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let kept = text.chars().filter_map(|character| match character {
        '\n' | '\r' => Some('\n'),
        '\t' => Some(' '),
        other => (!other.is_control()).then_some(other),
    });
    Cow::Owned(kept.collect())
}

/// A line of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedLine {
    /// Its bytes without the line break, as many as may be kept.
    pub bytes: Vec<u8>,
    /// All bytes that it has in the input, the line break among them.
    pub length: u64,
    /// Whether a line break ends it, and not the end of the input.
    pub is_ended: bool,
}

impl BoundedLine {
    /// Whether it has more bytes than were kept.
    pub fn is_too_long(&self) -> bool {
        self.bytes.len() as u64 + u64::from(self.is_ended) < self.length
    }
}

/// The next line of `input`, of which at most `most` bytes are kept; `None` at the end.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<BoundedLine>> {
    let mut line = BoundedLine {
        bytes: Vec::new(),
        length: 0,
        is_ended: false,
    };
    while !line.is_ended {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let content = &chunk[..end.unwrap_or(chunk.len())];
        let room = most - line.bytes.len();
        line.bytes
            .extend_from_slice(&content[..room.min(content.len())]);
        line.is_ended = end.is_some();
        let used = content.len() + usize::from(line.is_ended);
        line.length += used as u64;
        input.consume(used);
    }
    Ok((line.length > 0).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn nothing_that_moves_a_cursor_or_turns_the_writing_is_shown() {
        assert_eq!(shown("Müller 黒 😀"), "Müller 黒 😀");
        for (text, safe) in [
            ("\x1b[2Jx", "\\u{1b}[2Jx"),
            ("a\x07b", "a\\u{7}b"),
            ("a\u{9b}1mb", "a\\u{9b}1mb"),
            ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
            ("\u{202e}eman", "\\u{202e}eman"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ] {
            assert_eq!(shown(text), safe);
        }
        assert_eq!(shown_lines(&"one\x07\ntwo"), "one\\u{7}\ntwo");
    }

    #[test]
    fn an_excerpt_is_cut_between_characters() {
        assert_eq!(excerpt("Müller"), "Müller");
        let long = "é".repeat(LONGEST_EXCERPT + 1);
        assert_eq!(excerpt(&long), long[..2 * LONGEST_EXCERPT]);
    }

    #[test]
    fn a_misspelt_word_means_the_nearest_unless_it_is_far() {
        let known = ["Level", "Threads", "Book"];
        for (word, meaning) in [
            ("Levle", Some("Level")),
            ("THREAD", Some("Threads")),
            ("bok", None),
            ("Luck", None),
            ("", None),
        ] {
            assert_eq!(meant(word, known), meaning, "{word}");
        }
        assert_eq!(meant("Level", []), None);
    }

    #[test]
    fn plain_text_has_blanks_for_breaks_and_nothing_for_other_controls() {
        assert_eq!(plain("a\x1b[1mb\r\nc\td\u{9b}"), "a[1mb c d");
        assert_eq!(plain_lines("a\x07\r\nb\rc\td"), "a\nb\nc d");
        for text in ["Müller", "\u{202e}x"] {
            assert_eq!((&*plain(text), &*plain_lines(text)), (text, text));
        }
    }

    #[test]
    fn json_says_the_same_without_what_is_unsafe() {
        let value = serde_json::json!({ "name": "\x1b\x07\u{9b}1m \u{202e}\\ é" });
        let text = format!("{value}\n");
        let safe = shown_json(&text);
        assert!(!safe.trim_end().contains(is_unsafe), "{safe}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&safe).unwrap(),
            value
        );
        assert!(matches!(shown_json("{\"a\":1}\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn every_unsafe_character_is_caught_and_no_letter() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let safe = shown(&text);
            assert!(!safe.contains(is_unsafe), "{character:?}");
            assert_eq!(safe == text, !is_unsafe(character));
            assert!(!(character.is_alphanumeric() && is_unsafe(character)));
        }
    }

    #[test]
    fn lines_are_cut_at_breaks_and_kept_up_to_their_limit() {
        // The buffer is smaller than a line.
        let mut input = BufReader::with_capacity(3, &b"one\n\nseven77\neight888\nlast"[..]);
        let mut next = || next_line(&mut input, 7).unwrap();
        let line = |text: &str, length, is_ended| BoundedLine {
            bytes: text.into(),
            length,
            is_ended,
        };
        assert_eq!(next(), Some(line("one", 4, true)));
        assert_eq!(next(), Some(line("", 1, true)));
        let longest = next().unwrap();
        assert!(!longest.is_too_long());
        assert_eq!(longest, line("seven77", 8, true));
        let longer = next().unwrap();
        assert!(longer.is_too_long());
        assert_eq!(longer, line("eight88", 9, true));
        let last = next().unwrap();
        assert!(!last.is_too_long());
        assert_eq!(last, line("last", 4, false));
        assert_eq!((next(), next()), (None, None));
    }
}
