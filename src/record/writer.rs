//! Writing games one after the other in any format that can be written.

use std::io::{self, Write};

use thiserror::Error;

use super::annotated::AnnotatedGame;
use super::format::FileFormat;

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The format is only read.
    #[error("{0} is only read, not written")]
    ReadOnly(FileFormat),
    /// Transcripts do not say where a game starts.
    #[error("a transcript cannot hold a start that is not the standard one")]
    OtherStart,
    /// A transcript without a move is an empty line, which is no game.
    #[error("a transcript needs a move")]
    NoMove,
}

/// A game as a file holds it, with the line break at its end.
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
        match format.is_writable() {
            true => Ok(GameWriter { output, format }),
            false => Err(Unwritable::ReadOnly(format)),
        }
    }

    /// Writes the next game.
    ///
    /// # Errors
    /// If the format has no place for it, or the output refuses.
    pub fn write(&mut self, game: &AnnotatedGame) -> Result<(), WriteError> {
        let text = write_game(game, self.format)?;
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
