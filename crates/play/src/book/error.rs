//! Why a book cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a file is no book that can be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is something else.
    #[error("{} is not a book of Bianca's (bianca book import reads those of others)", .0.display())]
    NotABook(PathBuf),
    /// It is one, but not whole or changed.
    #[error("{}: the book is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// What was learned cannot be read or kept.
    #[error(transparent)]
    Log(#[from] bianca_records::log::LogError),
}
