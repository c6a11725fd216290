//! Edax's options, and the options of ours that they become.
//!
//! Programs give them on Edax's command line and in its option files. Invariant: every option that
//! Edax 4.6 has is known here, so that a program that drives Edax can start Bianca; what has no
//! meaning here is read and changes nothing. Where the words stand, and what obeys them, this
//! module does not know.

use thiserror::Error;

use super::order::Mode;
use super::table::WIDTH;
use bianca_search::search::LEVEL_MAX;
use bianca_system::foreign::{excerpt, meant};

/// What one of Edax's options means here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A number for our option of this name, which takes these at least and at most.
    Number(&'static str, u32, u32),
    /// A level, or a depth in plies; ours end at [`LEVEL_MAX`], and 0 is the lowest.
    Level,
    /// The size of the hash table: the binary logarithm of its entries.
    HashBits,
    /// `on` or `off` for our option of this name.
    Switch(&'static str),
    /// Whether the opening book is used.
    BookUsage,
    /// The file of the opening book.
    BookFile,
    /// A time in seconds or as `M:SS`, for our option of this name.
    Time(&'static str),
    /// How much the console and the table of problems tell: so much, without a value.
    Tells(u8),
    /// The same, as the value has it; 4 at most.
    Verbosity,
    /// Which sides the console plays.
    Mode,
    /// The columns of a row of results, from 3 to 250.
    Width,
    /// The depth in plies from which on the results of a running search are told.
    Noise,
    /// Nothing, and a value follows.
    Ignored,
    /// Nothing, and no value follows.
    IgnoredAlone,
}

impl Meaning {
    /// Whether the next word is its value.
    pub fn takes_value(self) -> bool {
        !matches!(self, Meaning::IgnoredAlone | Meaning::Tells(_))
    }
}

/// The level of an Edax to which nobody has said any.
pub const USUAL_LEVEL: u32 = 21;

/// All options of Edax, with what they mean here.
const OPTIONS: &[(&str, Meaning)] = &[
    ("n", Meaning::Number("Threads", 1, 256)),
    ("n-tasks", Meaning::Number("Threads", 1, 256)),
    ("l", Meaning::Level),
    ("level", Meaning::Level),
    ("d", Meaning::Level),
    ("depth", Meaning::Level),
    ("h", Meaning::HashBits),
    ("hash-table-size", Meaning::HashBits),
    ("ponder", Meaning::Switch("Ponder")),
    ("book-usage", Meaning::BookUsage),
    ("book-file", Meaning::BookFile),
    ("book-randomness", Meaning::Number("BookVariety", 0, 64)),
    ("move-time", Meaning::Time("MoveTime")),
    ("t", Meaning::Time("GameTime")),
    ("game-time", Meaning::Time("GameTime")),
    ("q", Meaning::Tells(0)),
    ("v", Meaning::IgnoredAlone),
    ("vv", Meaning::Tells(2)),
    ("info", Meaning::IgnoredAlone),
    ("cpu", Meaning::IgnoredAlone),
    ("debug-cassio", Meaning::IgnoredAlone),
    ("follow-cassio", Meaning::IgnoredAlone),
    ("verbose", Meaning::Verbosity),
    ("noise", Meaning::Noise),
    ("width", Meaning::Width),
    ("selectivity", Meaning::Ignored),
    ("alpha", Meaning::Ignored),
    ("beta", Meaning::Ignored),
    ("all-best", Meaning::Ignored),
    ("eval-file", Meaning::Ignored),
    ("game-file", Meaning::Ignored),
    ("search-log-file", Meaning::Ignored),
    ("ui-log-file", Meaning::Ignored),
    ("ggs-log-file", Meaning::Ignored),
    ("ggs-host", Meaning::Ignored),
    ("ggs-port", Meaning::Ignored),
    ("ggs-login", Meaning::Ignored),
    ("ggs-password", Meaning::Ignored),
    ("ggs-open", Meaning::Ignored),
    ("mode", Meaning::Mode),
    ("name", Meaning::Ignored),
    ("echo", Meaning::Ignored),
    ("auto-start", Meaning::Ignored),
    ("auto-store", Meaning::Ignored),
    ("auto-swap", Meaning::Ignored),
    ("auto-quit", Meaning::Ignored),
    ("repeat", Meaning::Ignored),
    ("speed", Meaning::Ignored),
    ("nps", Meaning::Ignored),
    ("probcut-d", Meaning::Ignored),
    ("pv-debug", Meaning::Ignored),
    ("pv-check", Meaning::Ignored),
    ("pv-guess", Meaning::Ignored),
    ("inc-pvnode-sort-depth", Meaning::Ignored),
    ("inc-cutnode-sort-depth", Meaning::Ignored),
    ("inc-allnode-sort-depth", Meaning::Ignored),
];

/// What the option of this name, without its dashes, means; `None` if Edax has none such.
pub fn meaning(name: &str) -> Option<Meaning> {
    let mut known = OPTIONS.iter();
    known
        .find(|(known, _)| *known == name)
        .map(|&(_, meaning)| meaning)
}

/// Why an option of Edax's is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdaxOptionError {
    /// Edax has no such option either.
    #[error("neither Edax nor Bianca has an option '{0}'")]
    Unknown(String),
    /// Nor has it, but one of nearly this name.
    #[error("neither Edax nor Bianca has an option '{word}' (did you mean {meant}?)")]
    Misspelt {
        /// The word.
        word: String,
        /// The option.
        meant: &'static str,
    },
    /// The value is missing.
    #[error("a value is missing after '{0}'")]
    NoValue(String),
    /// The value is none of this option.
    #[error("option '{name}': '{value}' is not {expected}")]
    BadValue {
        /// The option, as it was written.
        name: String,
        /// What was given.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
}

/// One of our options with its value.
pub type Setting = (&'static str, String);

/// What Edax's options have said so far, as far as it is not one of our options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdaxOptions {
    /// How much is told: 0 for answers alone, 1 for a result and the board, from 2 on for all that
    /// a search finds.
    pub verbosity: u8,
    /// Which sides the engine plays in the console.
    pub mode: Mode,
    /// Columns of a row of results.
    pub width: usize,
    /// Plies from which on what a running search finds is told.
    pub noise: u32,
    book_is_off: bool,
    book_file: Option<String>,
}

/// Those of an Edax to which nobody has said anything.
impl Default for EdaxOptions {
    fn default() -> EdaxOptions {
        EdaxOptions {
            verbosity: 1,
            mode: Mode::default(),
            width: WIDTH,
            noise: 0,
            book_is_off: false,
            book_file: None,
        }
    }
}

impl EdaxOptions {
    /// What an option and its value become, which may be nothing. `value` is of no interest where
    /// the option takes none.
    ///
    /// # Errors
    /// [`EdaxOptionError`]; then nothing has changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<Setting>, EdaxOptionError> {
        let unknown = || match meant(name, OPTIONS.iter().map(|(known, _)| *known)) {
            Some(meant) => EdaxOptionError::Misspelt {
                word: excerpt(name),
                meant,
            },
            None => EdaxOptionError::Unknown(excerpt(name)),
        };
        let bad = |expected| EdaxOptionError::BadValue {
            name: excerpt(name),
            value: excerpt(value),
            expected,
        };
        let number = |expected| value.parse::<u32>().map_err(|_| bad(expected));
        Ok(match meaning(name).ok_or_else(unknown)? {
            Meaning::Ignored | Meaning::IgnoredAlone => None,
            Meaning::Tells(verbosity) => {
                self.verbosity = verbosity;
                None
            }
            Meaning::Verbosity => {
                self.verbosity = number("a number from 0 to 4")?.min(4) as u8;
                None
            }
            Meaning::Mode => {
                self.mode = Mode::named(value).ok_or_else(|| bad("0, 1, 2 or 3"))?;
                None
            }
            Meaning::Width => {
                self.width = number("a number of columns")?.clamp(3, 250) as usize;
                None
            }
            Meaning::Noise => {
                self.noise = number("a number of plies")?;
                None
            }
            Meaning::Number(ours, least, most) => {
                let number = number("a whole number")?.clamp(least, most);
                Some((ours, number.to_string()))
            }
            Meaning::Level => {
                let level = number("a number of plies")?.clamp(1, LEVEL_MAX);
                Some(("Level", level.to_string()))
            }
            Meaning::HashBits => {
                let bits = number("a number of bits from 10 to 32")?;
                if !(10..=32).contains(&bits) {
                    return Err(bad("a number of bits from 10 to 32"));
                }
                Some(("Hash", mebibytes(bits).to_string()))
            }
            Meaning::Switch(ours) => {
                let on = switch(value).ok_or_else(|| bad("on or off"))?;
                Some((ours, on.to_string()))
            }
            Meaning::Time(ours) => {
                let seconds = seconds(value).ok_or_else(|| bad("a time (seconds, or M:SS)"))?;
                Some((ours, seconds.to_string()))
            }
            Meaning::BookUsage => {
                self.book_is_off = !switch(value).ok_or_else(|| bad("on or off"))?;
                Some(self.book())
            }
            Meaning::BookFile => {
                self.book_file = Some(value.to_owned());
                Some(self.book())
            }
        })
    }

    /// Whether the book is used.
    pub fn book_is_on(&self) -> bool {
        !self.book_is_off
    }

    /// The book that is used, as our option says it.
    fn book(&self) -> Setting {
        let book = match &self.book_file {
            _ if self.book_is_off => "off",
            Some(file) => file,
            None => "builtin",
        };
        ("Book", book.to_owned())
    }
}

/// The options of a file with their values: `option value` or `set option = value` on each line.
///
/// ```
/// use bianca_protocol::protocol::edax::options::in_lines;
///
/// let options: Vec<_> = in_lines("# mine\nset level = 12\n-n-tasks 2\n").collect();
/// assert_eq!(options, [("level", "12"), ("n-tasks", "2")]);
/// ```
pub fn in_lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    lines.map(|line| {
        let line = line.strip_prefix("set ").unwrap_or(line).trim_start();
        let (name, value) = line
            .split_once(['=', ' ', '\t'])
            .map_or((line, ""), |(name, value)| (name.trim(), value.trim()));
        let name = name.trim_start_matches('-');
        (name, value.trim_start_matches('=').trim())
    })
}

/// The size of our hash table that is as large as Edax's with so many bits: 2^20 of its entries
/// take 48 MiB.
fn mebibytes(bits: u32) -> u64 {
    ((48u64 << bits) >> 20).max(1)
}

fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Seconds, from `S`, `M:SS`, `H:MM:SS` or `D:HH:MM:SS`, each with a fraction of a second.
fn seconds(value: &str) -> Option<f64> {
    const UNITS: [f64; 3] = [60.0, 3_600.0, 86_400.0];
    let mut parts = value.rsplit(':');
    let mut total: f64 = parts.next()?.parse().ok()?;
    for (index, part) in parts.enumerate() {
        total += f64::from(part.parse::<u32>().ok()?) * UNITS.get(index)?;
    }
    (0.0..=1e6).contains(&total).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: &str) -> Option<Setting> {
        EdaxOptions::default().set(name, value).unwrap()
    }

    fn ours(name: &'static str, value: &str) -> Option<Setting> {
        Some((name, value.to_owned()))
    }

    #[test]
    fn options_become_ours() {
        assert_eq!(set("n", "2"), ours("Threads", "2"));
        for name in ["n", "n-tasks"] {
            assert_eq!(set(name, "0"), ours("Threads", "1"));
        }
        assert_eq!(set("l", "21"), ours("Level", "21"));
        assert_eq!(set("level", "61"), ours("Level", "60"));
        assert_eq!(set("l", "0"), ours("Level", "1"));
        assert_eq!(USUAL_LEVEL, 21, "that of Edax");
        assert_eq!(set("h", "20"), ours("Hash", "48"));
        assert_eq!(set("hash-table-size", "10"), ours("Hash", "1"));
        assert_eq!(set("h", "25"), ours("Hash", "1536"));
        assert_eq!(set("ponder", "off"), ours("Ponder", "false"));
        assert_eq!(set("move-time", "0:01.5"), ours("MoveTime", "1.5"));
        assert_eq!(set("game-time", "1:02:03"), ours("GameTime", "3723"));
        assert_eq!(set("eval-file", "data/eval.dat"), None);
        for name in ["n", "n-tasks"] {
            assert_eq!(set(name, "1000"), ours("Threads", "256"));
        }
        for (value, taken) in [("0", "0"), ("1", "1"), ("64", "64"), ("65", "64")] {
            assert_eq!(set("book-randomness", value), ours("BookVariety", taken));
        }
        assert_eq!(set("ponder", "on"), ours("Ponder", "true"));
        assert_eq!(set("t", "60"), ours("GameTime", "60"));
    }

    #[test]
    fn what_the_console_is_told_stands_with_it() {
        let after = |said: &[(&str, &str)]| {
            let mut options = EdaxOptions::default();
            for (name, value) in said {
                assert_eq!(options.set(name, value), Ok(None), "{name}");
            }
            (
                options.verbosity,
                options.mode,
                options.width,
                options.noise,
            )
        };
        assert_eq!(after(&[]), (1, Mode::Neither, 80, 0));
        assert_eq!(after(&[("q", "")]).0, 0);
        assert_eq!(after(&[("vv", "")]).0, 2);
        for (value, verbosity) in [("0", 0), ("2", 2), ("3", 3), ("9", 4)] {
            assert_eq!(after(&[("vv", ""), ("verbose", value)]).0, verbosity);
        }
        for (value, mode) in [("0", Mode::White), ("1", Mode::Black), ("2", Mode::Both)] {
            assert_eq!(after(&[("mode", value)]).1, mode);
        }
        assert_eq!(after(&[("mode", "2"), ("mode", "3")]).1, Mode::Neither);
        for (value, width) in [("2", 3), ("76", 76), ("251", 250)] {
            assert_eq!(after(&[("width", value)]).2, width);
        }
        assert_eq!(after(&[("noise", "5")]).3, 5);
        // What is refused changes nothing.
        let mut options = EdaxOptions::default();
        for (name, value) in [
            ("mode", "4"),
            ("verbose", "much"),
            ("width", ""),
            ("noise", "-1"),
        ] {
            assert!(options.set(name, value).is_err(), "{name}");
        }
        assert_eq!(options, EdaxOptions::default());
    }

    #[test]
    fn a_value_is_expected_where_edax_expects_one() {
        for name in [
            "q",
            "v",
            "vv",
            "info",
            "cpu",
            "debug-cassio",
            "follow-cassio",
        ] {
            assert!(!meaning(name).unwrap().takes_value(), "{name}");
        }
        let taking = OPTIONS.iter().filter(|(_, meaning)| meaning.takes_value());
        assert_eq!(taking.count(), OPTIONS.len() - 7);
        assert_eq!(meaning("fly"), None);
    }

    #[test]
    fn switches_have_edaxs_words() {
        for value in ["on", "true", "yes", "1", "ON"] {
            assert_eq!(set("ponder", value), ours("Ponder", "true"), "{value}");
        }
        for value in ["off", "false", "no", "0"] {
            assert_eq!(set("ponder", value), ours("Ponder", "false"), "{value}");
        }
    }

    #[test]
    fn times_have_units_and_ends() {
        for (text, expected) in [
            ("90", Some(90.0)),
            ("1:30.5", Some(90.5)),
            ("1:00:00:01", Some(86_401.0)),
            ("1:0:0:0:0", None),
            ("1000000", Some(1e6)),
            ("1000001", None),
            ("0", Some(0.0)),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn a_book_is_used_unless_it_is_off() {
        let mut options = EdaxOptions::default();
        let mut book = |name: &str, value: &str| options.set(name, value).unwrap().unwrap().1;
        assert_eq!(book("book-file", "my.book"), "my.book");
        assert_eq!(book("book-usage", "off"), "off");
        assert_eq!(book("book-file", "other.book"), "off");
        assert_eq!(book("book-usage", "on"), "other.book");
        assert_eq!(set("book-usage", "on"), ours("Book", "builtin"));
        assert!(options.book_is_on());
        options.set("book-usage", "no").unwrap();
        assert!(!options.book_is_on());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |name: &str, value: &str| {
            let refused = EdaxOptions::default().set(name, value);
            refused.unwrap_err().to_string()
        };
        let unknown = "neither Edax nor Bianca has an option 'fly'";
        assert_eq!(refused("fly", "1"), unknown);
        let misspelt = "neither Edax nor Bianca has an option 'levle' (did you mean level?)";
        assert_eq!(refused("levle", "1"), misspelt);
        assert!(refused("mode", "4").contains("0, 1, 2 or 3"));
        assert!(refused("verbose", "all").contains("from 0 to 4"));
        assert_eq!(
            refused("n", "two"),
            "option 'n': 'two' is not a whole number"
        );
        for (name, value) in [("h", "9"), ("h", "33"), ("book-usage", "maybe")] {
            assert!(refused(name, value).contains(value), "{name}");
        }
        for bits in ["9", "33", "many"] {
            assert!(refused("h", bits).ends_with("bits from 10 to 32"), "{bits}");
        }
        for time in ["", "-1", "1:x", "nan", "inf", ":", "1e99"] {
            assert!(refused("move-time", time).contains("M:SS"), "{time}");
        }
    }

    #[test]
    fn a_file_has_options_blank_lines_and_comments() {
        let text = "\n# mine\n% too\nset level = 12\n -n-tasks\t2\nq\nbook-file a b.book\n  \n";
        let expected = [
            ("level", "12"),
            ("n-tasks", "2"),
            ("q", ""),
            ("book-file", "a b.book"),
        ];
        assert!(in_lines(text).eq(expected));
    }

    #[test]
    fn every_option_stands_once() {
        for (index, (name, _)) in OPTIONS.iter().enumerate() {
            assert_eq!(
                OPTIONS.iter().position(|(other, _)| other == name),
                Some(index)
            );
        }
    }
}
