//! The formats of games, and how to tell them apart.

use std::path::Path;

use thiserror::Error;

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
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

impl FileFormat {
    /// Every format.
    pub const ALL: [FileFormat; 7] = [
        FileFormat::Ggf,
        FileFormat::Sgf,
        FileFormat::Pgn,
        FileFormat::Transcript,
        FileFormat::Board,
        FileFormat::Obf,
        FileFormat::Wthor,
    ];

    /// Its name, which is the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            FileFormat::Ggf => "ggf",
            FileFormat::Sgf => "sgf",
            FileFormat::Pgn => "pgn",
            FileFormat::Transcript => "txt",
            FileFormat::Board => "board",
            FileFormat::Obf => "obf",
            FileFormat::Wthor => "wtb",
        }
    }

    /// The format that a file's extension stands for, in any case.
    pub fn of_path(path: &Path) -> Option<FileFormat> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The format of a file that begins with `content`, as far as that can be told. The three
    /// formats with a game on each line are read alike, and found as [`FileFormat::Transcript`].
    pub fn of_content(content: &[u8]) -> Option<FileFormat> {
        // No text has such bytes; every WTHOR header has some.
        if content.iter().take(16).any(|&byte| byte < b'\t') {
            return Some(FileFormat::Wthor);
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
            return Some(if is_ggf {
                FileFormat::Ggf
            } else {
                FileFormat::Sgf
            });
        }
        match text.chars().next()? {
            '[' | '{' => Some(FileFormat::Pgn),
            _ => Some(FileFormat::Transcript),
        }
    }
}

impl std::str::FromStr for FileFormat {
    type Err = UnknownFormat;

    /// Reads a name or an extension in any case.
    fn from_str(word: &str) -> Result<FileFormat, UnknownFormat> {
        match word.to_ascii_lowercase().as_str() {
            "ggf" | "ggs" => Ok(FileFormat::Ggf),
            "sgf" => Ok(FileFormat::Sgf),
            "pgn" => Ok(FileFormat::Pgn),
            "txt" | "transcript" | "xot" => Ok(FileFormat::Transcript),
            "board" | "brd" | "pos" => Ok(FileFormat::Board),
            "obf" => Ok(FileFormat::Obf),
            "wtb" | "wthor" => Ok(FileFormat::Wthor),
            _ => Err(UnknownFormat(word.to_owned())),
        }
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
        for format in FileFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            let path = format!("some/games.{}", format.name().to_uppercase());
            assert_eq!(FileFormat::of_path(Path::new(&path)), Some(format));
        }
        assert_eq!(FileFormat::of_path(Path::new("games")), None);
        assert!("exe".parse::<FileFormat>().is_err());
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
