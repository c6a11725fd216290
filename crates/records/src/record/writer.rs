//! Writing games one after the other in any format that can be written.

use std::io::{self, Write};

use thiserror::Error;

use super::annotated::AnnotatedGame;
use super::error::Unwritable;
use super::format::FileFormat;
use super::sgf::write_gogui_sgf;

/// A game as a file holds it, with the line break at its end.
///
/// ```
/// use bianca_records::record::format::FileFormat;
/// use bianca_records::record::sgf::read_annotated_sgf;
/// use bianca_records::record::writer::write_game;
///
/// let game = read_annotated_sgf("(;GM[2];B[f5](;W[d6])(;W[f4]))")?;
/// assert_eq!(write_game(&game, FileFormat::Transcript)?, "f5d6\n");
/// assert!(write_game(&game, FileFormat::Pgn)?.ends_with("1. f5 d6 (1... f4) *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format has no place for such a game.
pub fn write_game(game: &AnnotatedGame, format: FileFormat) -> Result<String, Unwritable> {
    let write = format.description().write;
    let mut text = write.ok_or(Unwritable::ReadOnly(format))?(game)?;
    text.push('\n');
    Ok(text)
}

/// Writes games of one format.
pub struct GameWriter<W> {
    output: W,
    format: FileFormat,
    for_gogui: bool,
}

/// Why a game was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format has no place for it; the output is as it was.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The output refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<W: Write> GameWriter<W> {
    /// Writes to `output`.
    ///
    /// # Errors
    /// If the format is only read.
    pub fn new(output: W, format: FileFormat) -> Result<GameWriter<W>, Unwritable> {
        if format.is_writable() {
            Ok(GameWriter {
                output,
                format,
                for_gogui: false,
            })
        } else {
            Err(Unwritable::ReadOnly(format))
        }
    }

    /// The same writer, but of SGF as GoGui writes and reads it.
    pub fn for_gogui(self) -> GameWriter<W> {
        GameWriter {
            for_gogui: true,
            ..self
        }
    }

    /// Writes the next game.
    ///
    /// # Errors
    /// If the format has no place for it, or the output refuses.
    pub fn write(&mut self, game: &AnnotatedGame) -> Result<(), WriteError> {
        let text = if self.for_gogui && self.format == FileFormat::Sgf {
            write_gogui_sgf(game) + "\n"
        } else {
            write_game(game, self.format)?
        };
        self.output.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Sends on what was written so far.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
