//! The formats of games, and how to tell them apart.

use std::path::Path;

use thiserror::Error;

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Generic Game Format, of GGS and NBoard.
    Ggf,
    /// Smart Game Format.
    Sgf,
    /// Portable Game Notation, borrowed from chess.
    Pgn,
    /// The moves of a game on each line.
    Transcript,
    /// A board and the side to move on each line.
    Board,
    /// A problem on each line: a board, the side to move, scores of moves.
    Obf,
    /// The database of the French federation. Read only.
    Wthor,
}

/// A word or an extension that stands for no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a format (ggf, sgf, pgn, txt, board, obf or wtb)")]
pub struct UnknownFormat(pub String);

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] = [
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Wthor,
    ];

    /// Its name, which is the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Transcript => "txt",
            Format::Board => "board",
            Format::Obf => "obf",
            Format::Wthor => "wtb",
        }
    }

    /// The format that a file's extension stands for, in any case.
    pub fn of_path(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The format of a file that begins with `content`, as far as that can be told. The three
    /// formats with a game on each line are read alike, and found as [`Format::Transcript`].
    pub fn of_content(content: &[u8]) -> Option<Format> {
        // No text has such bytes; every WTHOR header has some.
        if content.iter().take(16).any(|&byte| byte < b'\t') {
            return Some(Format::Wthor);
        }
        let text = String::from_utf8_lossy(content);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        // Lines of GGF archives begin with the number of their games.
        let counted = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if counted.trim_start().starts_with('(') {
            let game = text.split_once("GM").map_or("", |(_, after)| after);
            let game = game.trim_start().trim_start_matches('[').trim_start();
            let is_ggf = game
                .get(..7)
                .is_some_and(|name| name.eq_ignore_ascii_case("othello"));
            return Some(if is_ggf { Format::Ggf } else { Format::Sgf });
        }
        match text.chars().next()? {
            '[' | '{' => Some(Format::Pgn),
            _ => Some(Format::Transcript),
        }
    }
}

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    /// Reads a name or an extension in any case.
    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        match word.to_ascii_lowercase().as_str() {
            "ggf" | "ggs" => Ok(Format::Ggf),
            "sgf" => Ok(Format::Sgf),
            "pgn" => Ok(Format::Pgn),
            "txt" | "transcript" | "xot" => Ok(Format::Transcript),
            "board" | "brd" | "pos" => Ok(Format::Board),
            "obf" => Ok(Format::Obf),
            "wtb" | "wthor" => Ok(Format::Wthor),
            _ => Err(UnknownFormat(word.to_owned())),
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            let path = format!("some/games.{}", format.name().to_uppercase());
            assert_eq!(Format::of_path(Path::new(&path)), Some(format));
        }
        assert_eq!(Format::of_path(Path::new("games")), None);
        assert!("exe".parse::<Format>().is_err());
    }

    #[test]
    fn content_tells_the_format() {
        for (content, format) in [
            ("(;GM[Othello]PC[x]", Format::Ggf),
            ("2 (;GM[othello]", Format::Ggf),
            ("\u{feff}\n (;FF[4]GM[2]", Format::Sgf),
            ("(\n;B[f5]", Format::Sgf),
            ("[Event \"?\"]", Format::Pgn),
            ("1. f5 d6", Format::Transcript),
            ("F5D6", Format::Transcript),
            ("--------", Format::Transcript),
            ("% a suite", Format::Transcript),
            ("\x14\x01\x02\x03\0\0", Format::Wthor),
        ] {
            assert_eq!(
                Format::of_content(content.as_bytes()),
                Some(format),
                "{content}"
            );
        }
        assert_eq!(Format::of_content(b" \n"), None);
    }
}
