//! The formats of games, each with its reader and its writer, and how to tell them apart.
//!
//! All that is known of a format stands in its own file, as a `Description`; the one table that
//! lists them is that of `record`.

use std::path::Path;

use thiserror::Error;

pub use super::FileFormat;
use super::annotated::AnnotatedGame;
use super::error::{ReadError, Unwritable};

/// What there is to know of a format.
pub(super) struct Description {
    /// Its name, which is the extension of its files.
    pub name: &'static str,
    /// Other words and extensions that stand for it, in lower case.
    pub aliases: &'static [&'static str],
    /// Whether a file that begins so is of this format; not asked of those whose games are lines.
    pub is_begun_by: fn(&Beginning) -> bool,
    /// Whether a game has its moves there, and not only its last position.
    pub keeps_moves: bool,
    /// Where games begin and end in its files.
    pub layout: Layout,
    /// Under which name it keeps that of a game's opening, if it does.
    pub opening: Option<&'static str>,
    /// How a game is written, without the line break at its end; `None` if it is only read.
    pub write: Option<WriteGame>,
}

/// The first bytes of a file.
pub(super) struct Beginning<'a> {
    /// As they are.
    pub bytes: &'a [u8],
    /// As text, without a byte order mark and blanks before it.
    pub text: &'a str,
}

/// Reads the text of a game.
pub(super) type ReadGame = fn(&str) -> Result<AnnotatedGame, ReadError>;

/// Writes a game as text.
pub(super) type WriteGame = fn(&AnnotatedGame) -> Result<String, Unwritable>;

/// Where games begin and end in a file, and who reads them.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// A game is a tree in brackets.
    Trees(ReadGame, Brackets),
    /// A game is some tags and then its moves.
    Tags(ReadGame),
    /// A game is a line; what it holds is found out line by line.
    Lines,
    /// A line that names the columns, and then a game on each line.
    Table,
    /// Values of JSON, with a game or several in each.
    Values,
    /// A header and records of one length, as WTHOR has them.
    Records,
}

/// How a tree in brackets shows where it begins and ends.
#[derive(Clone, Copy)]
pub(super) struct Brackets {
    /// Whether a backslash in a value escapes the bracket behind it. Values can hold anything
    /// then, also the beginning of a game, so that one in the middle of another must begin a line.
    pub has_escapes: bool,
    /// Whether anything may stand before the first game.
    pub has_preface: bool,
    /// Whether a number may stand before a game.
    pub has_counts: bool,
    /// The properties with which a game begins, and nothing else does.
    pub first: &'static [&'static str],
}

/// Makes the type of the formats from their table, which stands beside the modules' names.
macro_rules! formats {
    ($($(#[doc = $about:literal])+ $format:ident: $description:path,)+) => {
        /// A format of games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FileFormat {
            $($(#[doc = $about])+ $format,)+
        }

        impl FileFormat {
            /// Every format.
            pub const ALL: &[FileFormat] = &[$(FileFormat::$format),+];

            /// What it is, in a sentence or two.
            pub fn about(self) -> &'static str {
                match self {
                    $(FileFormat::$format => concat!($($about),+).trim_ascii(),)+
                }
            }

            fn description(self) -> &'static format::Description {
                match self {
                    $(FileFormat::$format => &$description,)+
                }
            }
        }
    };
}

/// A word or an extension that stands for no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a format ({list})", list = names("", |_| true))]
pub struct UnknownFormat(pub String);

impl FileFormat {
    /// Its name, which is the extension of its files.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Whether games can be written in it.
    pub fn is_writable(self) -> bool {
        self.description().write.is_some()
    }

    /// Whether a game has its moves there, and not only its last position.
    pub fn keeps_moves(self) -> bool {
        self.description().keeps_moves
    }

    /// Whether its games are lines. All such formats are read alike.
    pub fn is_of_lines(self) -> bool {
        matches!(self.description().layout, Layout::Lines)
    }

    /// The names of the formats that can be written, as a sentence lists them.
    pub fn writable_names() -> String {
        names("", FileFormat::is_writable)
    }

    /// The extensions of the formats that can be written, as a sentence lists them.
    pub fn writable_extensions() -> String {
        names(".", FileFormat::is_writable)
    }

    /// The name of the property in which it keeps the name of a game's opening, if it does.
    pub fn opening_property(self) -> Option<&'static str> {
        self.description().opening
    }

    /// The format that a file's extension stands for, in any case.
    pub fn of_path(path: &Path) -> Option<FileFormat> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The format of a file that begins with `content`, as far as that can be seen. The three
    /// formats with a game on each line are read alike, and found as [`FileFormat::Transcript`].
    pub fn of_content(content: &[u8]) -> Option<FileFormat> {
        let text = String::from_utf8_lossy(content);
        let beginning = Beginning {
            bytes: content,
            text: text.trim_start_matches('\u{feff}').trim_start(),
        };
        let begins = |format: &&FileFormat| (format.description().is_begun_by)(&beginning);
        let found = FileFormat::ALL.iter().find(begins).copied();
        found.or_else(|| (!beginning.text.is_empty()).then_some(FileFormat::Transcript))
    }
}

/// The names of some formats, with `mark` before each: `ggf, sgf or pgn`.
fn names(mark: &str, is_listed: fn(FileFormat) -> bool) -> String {
    let all = FileFormat::ALL.iter().filter(|format| is_listed(**format));
    let all: Vec<String> = all.map(|format| format!("{mark}{format}")).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

impl std::str::FromStr for FileFormat {
    type Err = UnknownFormat;

    /// Reads a name or an extension in any case.
    fn from_str(word: &str) -> Result<FileFormat, UnknownFormat> {
        let lower = word.to_ascii_lowercase();
        let is_meant = |format: &&FileFormat| {
            let description = format.description();
            description.name == lower || description.aliases.contains(&lower.as_str())
        };
        let found = FileFormat::ALL.iter().find(is_meant).copied();
        found.ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}

impl std::fmt::Display for FileFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_are_read_back() {
        for &format in FileFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            let path = format!("some/games.{}", format.name().to_uppercase());
            assert_eq!(FileFormat::of_path(Path::new(&path)), Some(format));
        }
        assert_eq!(FileFormat::of_path(Path::new("games")), None);
        let unknown = "exe".parse::<FileFormat>().unwrap_err().to_string();
        assert!(unknown.starts_with("'exe' is not a format (ggf, sgf, pgn, txt, "));
        let written = FileFormat::writable_extensions();
        assert!(written.starts_with(".ggf, .sgf, ") && !written.contains("wtb"));
    }

    #[test]
    fn each_format_is_described_in_sentences() {
        for format in FileFormat::ALL {
            let about = format.about();
            assert!(about.ends_with('.') && about.len() < 120, "{about}");
        }
    }

    #[test]
    fn no_two_formats_have_a_word_in_common() {
        let mut words: Vec<&str> = Vec::new();
        for format in FileFormat::ALL {
            let description = format.description();
            words.push(description.name);
            words.extend(description.aliases);
        }
        let distinct: std::collections::HashSet<_> = words.iter().collect();
        assert_eq!(distinct.len(), words.len());
    }

    #[test]
    fn content_tells_the_format() {
        for (content, format) in [
            ("(;GM[Othello]PC[x]", FileFormat::Ggf),
            ("2 (;GM[othello]", FileFormat::Ggf),
            ("\u{feff}\n (;FF[4]GM[2]", FileFormat::Sgf),
            ("(\n;B[f5]", FileFormat::Sgf),
            ("[Event \"?\"]", FileFormat::Pgn),
            ("1. f5 d6", FileFormat::Transcript),
            ("F5D6", FileFormat::Transcript),
            ("--------", FileFormat::Transcript),
            ("% a suite", FileFormat::Transcript),
            ("Black,White,Transcript\n", FileFormat::Csv),
            ("\x14\x01\x02\x03\0\0", FileFormat::Wthor),
        ] {
            assert_eq!(
                FileFormat::of_content(content.as_bytes()),
                Some(format),
                "{content}"
            );
        }
        assert_eq!(FileFormat::of_content(b" \n"), None);
    }
}
