//! Which evaluation a player uses.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::network::Network;
use super::weights::{self, Weights, WeightsError};
use bianca_rules::othello::Position;
use bianca_rules::score::Score;

/// The network that a search evaluates by.
#[derive(Clone, Default)]
pub enum Evaluation {
    /// The one in the executable, unpacked when it is first needed.
    #[default]
    Embedded,
    /// Another.
    Other {
        /// Its weights.
        weights: Arc<Weights>,
        /// The file that it was read from.
        file: PathBuf,
    },
}

impl Evaluation {
    /// What [`named`](Evaluation::named) calls the network in the executable.
    pub const EMBEDDED: &'static str = "embedded";

    /// `embedded`, or the network in the file of that name.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole weights file for this program.
    pub fn named(name: &str) -> Result<Evaluation, WeightsError> {
        if name == Evaluation::EMBEDDED {
            return Ok(Evaluation::Embedded);
        }
        Ok(Evaluation::Other {
            weights: Arc::new(weights::read(Path::new(name))?.into()),
            file: PathBuf::from(name),
        })
    }

    /// Its weights, which may still be packed.
    pub fn weights(&self) -> &Arc<Weights> {
        match self {
            Evaluation::Embedded => Weights::embedded(),
            Evaluation::Other { weights, .. } => weights,
        }
    }

    /// The network, with all that is part of it.
    ///
    /// # Panics
    /// If there is not enough memory for what is still packed of it.
    pub fn network(&self) -> Arc<Network> {
        self.network_for(60, 0)
    }

    /// The network with what positions need that have from `most` down to `least` empty squares,
    /// which may take less time to unpack.
    ///
    /// # Panics
    /// As [`network`](Evaluation::network).
    pub fn network_for(&self, most: u32, least: u32) -> Arc<Network> {
        let weights = self.weights();
        weights.unpack(most, least);
        Arc::clone(weights.network())
    }

    /// What the evaluation says of `position`, for the side to move.
    ///
    /// # Panics
    /// As [`network`](Evaluation::network).
    pub fn estimate(&self, position: &Position) -> Score {
        let empties = position.empties();
        Score(self.network_for(empties, empties).estimate(position))
    }
}

/// The name by which [`Evaluation::named`] finds it again.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Embedded => f.write_str(Evaluation::EMBEDDED),
            Evaluation::Other { file, .. } => file.display().fmt(f),
        }
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({self})")
    }
}

/// Networks are equal if they are one: a file that was read twice may have changed in between.
impl PartialEq for Evaluation {
    fn eq(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::Embedded, Evaluation::Embedded) => true,
            (Evaluation::Other { weights: one, .. }, Evaluation::Other { weights: two, .. }) => {
                Arc::ptr_eq(one, two)
            }
            _ => false,
        }
    }
}

impl Eq for Evaluation {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_again_may_be_another_evaluation() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        weights::write(&weights::embedded(), &path).unwrap();
        let read = || Evaluation::named(path.to_str().unwrap()).unwrap();
        let first = read();
        assert_eq!(first, first.clone());
        assert_ne!(first, read());
        let embedded = Evaluation::named(Evaluation::EMBEDDED).unwrap();
        assert_eq!(embedded, Evaluation::Embedded);
        assert_ne!(embedded, first);
    }
}
