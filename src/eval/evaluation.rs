//! Which evaluation a player uses.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::network::Network;
use super::weights::{self, WeightsError};

/// The evaluation that a search is built over.
#[derive(Clone)]
pub enum Evaluation {
    /// The one written by hand.
    Handwritten,
    /// A trained network.
    Network {
        /// Its weights.
        network: Arc<Network>,
        /// The file that they were read from; `None` for those in the executable.
        file: Option<PathBuf>,
    },
}

impl Evaluation {
    /// What [`named`](Evaluation::named) calls the network in the executable.
    pub const EMBEDDED: &'static str = "embedded";
    /// What [`named`](Evaluation::named) calls the evaluation written by hand.
    pub const HANDWRITTEN: &'static str = "handwritten";

    /// The network in the executable.
    pub fn embedded() -> Evaluation {
        Evaluation::Network {
            network: weights::embedded(),
            file: None,
        }
    }

    /// `embedded`, `handwritten`, or the network in the file of that name.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole weights file for this program.
    pub fn named(name: &str) -> Result<Evaluation, WeightsError> {
        match name {
            Evaluation::EMBEDDED => Ok(Evaluation::embedded()),
            Evaluation::HANDWRITTEN => Ok(Evaluation::Handwritten),
            path => Ok(Evaluation::Network {
                network: Arc::new(weights::read(Path::new(path))?),
                file: Some(PathBuf::from(path)),
            }),
        }
    }
}

/// The name by which [`Evaluation::named`] finds it again.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Handwritten => f.write_str(Evaluation::HANDWRITTEN),
            Evaluation::Network { file: None, .. } => f.write_str(Evaluation::EMBEDDED),
            Evaluation::Network {
                file: Some(path), ..
            } => path.display().fmt(f),
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
            (Evaluation::Handwritten, Evaluation::Handwritten) => true,
            (
                Evaluation::Network { network: one, .. },
                Evaluation::Network { network: two, .. },
            ) => Arc::ptr_eq(one, two),
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
        assert_eq!(embedded, Evaluation::embedded());
        assert_ne!(embedded, Evaluation::Handwritten);
    }
}
