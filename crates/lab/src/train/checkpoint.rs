//! The file from which a training that was stopped goes on.
//!
//! A file is the eight bytes `BIANCACP`, the format's version, a checksum of the options and one
//! of the data (4 bytes each), what [`Trainer::state`] gives, and a CRC-32 of all before it. It is
//! replaced as a whole after every epoch, and one process at a time has it. What training is, is
//! not known here.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::samples::Sample;
use super::trainer::{Trainer, TrainingOptions};
use bianca_search::eval::network::Network;
use bianca_search::eval::weights;
use bianca_system::files::LockedFile;

const MAGIC: [u8; 8] = *b"BIANCACP";
/// Changes with the patterns' tables, too, as that of the weights file does.
const VERSION: u32 = 2;
/// Bytes before the state.
const HEADER: usize = 8 + 3 * 4;

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file system refuses, or another process has the file.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is something else, and is left as it is.
    #[error("{}: not a checkpoint of this program", .0.display())]
    NotACheckpoint(PathBuf),
    /// It was changed since it was written, or is cut off.
    #[error("{}: the checkpoint is damaged", .0.display())]
    Damaged(PathBuf),
    /// It belongs to another training.
    #[error("{}: the checkpoint belongs to other {what}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// In what the trainings differ.
        what: &'static str,
    },
}

/// What a training must have in common with the one that it takes up: all that its weights
/// depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    options: u32,
    data: u32,
}

impl Identity {
    /// Of a training with these options on these samples, in the order in which they are first
    /// given to the trainer.
    pub fn of(options: &TrainingOptions, samples: &[Sample]) -> Identity {
        let mut data = crc32fast::Hasher::new();
        for sample in samples {
            let (own, opp) = (sample.position.own.0, sample.position.opp.0);
            data.update(&own.to_le_bytes());
            data.update(&opp.to_le_bytes());
            data.update(&sample.target.to_le_bytes());
        }
        Identity {
            options: options.checksum(),
            data: data.finalize(),
        }
    }

    /// The same, but beginning with these weights if there are any.
    #[must_use]
    pub fn beginning_with(mut self, network: Option<&Network>) -> Identity {
        if let Some(network) = network {
            let mut all = crc32fast::Hasher::new_with_initial(self.options);
            all.update(&weights::to_bytes(network));
            self.options = all.finalize();
        }
        self
    }
}

/// The checkpoint of a running training.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: LockedFile,
    identity: Identity,
}

impl Checkpoint {
    /// Takes the file for the training of this identity; what it holds stays until it is saved.
    ///
    /// # Errors
    /// If another process has it, or it holds something else than a checkpoint.
    pub fn open(path: &Path, identity: Identity) -> Result<Checkpoint, CheckpointError> {
        let failed = |error| CheckpointError::File {
            path: path.to_owned(),
            error,
        };
        let file = LockedFile::open(path).map_err(failed)?;
        let checkpoint = Checkpoint {
            path: path.to_owned(),
            file,
            identity,
        };
        let content = checkpoint.content()?;
        if content.is_empty() || content.starts_with(&MAGIC) {
            Ok(checkpoint)
        } else {
            Err(CheckpointError::NotACheckpoint(path.to_owned()))
        }
    }

    /// Goes on where [`save`](Checkpoint::save) left off; `None` if nothing was saved yet.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to other options or data.
    pub fn resume(&self, options: TrainingOptions) -> Result<Option<Trainer>, CheckpointError> {
        let bytes = self.content()?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let damaged = || CheckpointError::Damaged(self.path.clone());
        let content = bytes
            .split_last_chunk()
            .filter(|(content, checksum)| crc32fast::hash(content).to_le_bytes() == **checksum)
            .map(|(content, _)| content);
        let (header, state) = content
            .and_then(|content| content.split_at_checked(HEADER))
            .ok_or_else(damaged)?;
        let (words, _) = header[MAGIC.len()..].as_chunks();
        let [version, options_then, data_then] = [0, 1, 2].map(|n| u32::from_le_bytes(words[n]));
        for (same, what) in [
            (version == VERSION, "versions of this program"),
            (options_then == self.identity.options, "options"),
            (data_then == self.identity.data, "data"),
        ] {
            if !same {
                let path = self.path.clone();
                return Err(CheckpointError::Other { path, what });
            }
        }
        let trainer = Trainer::from_state(options, state);
        trainer.map(Some).ok_or_else(damaged)
    }

    /// Keeps all that training needs to go on; the file has it whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&mut self, trainer: &Trainer) -> Result<(), CheckpointError> {
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.identity.options, self.identity.data] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(trainer.state());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let saved = self.file.replace(&bytes);
        saved.map_err(|error| self.failed(error))
    }

    fn content(&self) -> Result<Vec<u8>, CheckpointError> {
        let content = self.file.read(u64::MAX);
        content.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> CheckpointError {
        CheckpointError::File {
            path: self.path.clone(),
            error,
        }
    }
}

impl Drop for Checkpoint {
    fn drop(&mut self) {
        self.file.discard_if_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::records::LabelBasis;
    use bianca_rules::othello::Position;
    use std::fs;

    fn options() -> TrainingOptions {
        TrainingOptions {
            epochs: 2,
            threads: 1,
            ..TrainingOptions::default()
        }
    }

    fn samples() -> Vec<Sample> {
        vec![Sample {
            position: Position::START,
            target: 2.0,
            reach: LabelBasis::Exact,
            after_random: false,
        }]
    }

    #[test]
    fn a_training_goes_on_only_with_its_own_options_and_data() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.checkpoint");
        let identity = Identity::of(&options(), &samples());
        let mut trainer = Trainer::new(options());
        let mut checkpoint = Checkpoint::open(&path, identity).unwrap();
        assert!(checkpoint.resume(options()).unwrap().is_none());
        trainer.epoch(&mut samples());
        checkpoint.save(&trainer).unwrap();
        let busy = Checkpoint::open(&path, identity).unwrap_err().to_string();
        assert!(busy.contains("another process"), "{busy}");
        drop(checkpoint);

        let resume = |options: TrainingOptions, samples: &[Sample]| {
            let identity = Identity::of(&options, samples);
            Checkpoint::open(&path, identity)?.resume(options)
        };
        let resumed = resume(options(), &samples()).unwrap().unwrap();
        assert_eq!(resumed.epochs_done(), 1);
        assert_eq!(resumed.state(), trainer.state());
        let resume_beginning_with_the_embedded = || {
            let identity = identity.beginning_with(Some(&weights::embedded()));
            Checkpoint::open(&path, identity)?.resume(options())
        };
        let other = TrainingOptions {
            seed: 2,
            ..options()
        };
        let mut others = samples();
        others[0].target = 3.0;
        for (resumed, what) in [
            (resume(other, &samples()), "options"),
            (resume(options(), &others), "data"),
            (resume(options(), &[]), "data"),
            (resume_beginning_with_the_embedded(), "options"),
        ] {
            let error = resumed.map(|_| ()).unwrap_err().to_string();
            assert!(
                error.ends_with(&format!("belongs to other {what}")),
                "{error}"
            );
        }
    }

    #[test]
    fn what_is_damaged_or_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.checkpoint");
        let identity = Identity::of(&options(), &samples());
        let open = || Checkpoint::open(&path, identity);
        open().unwrap().save(&Trainer::new(options())).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in [8, 20, 24, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let error = open().unwrap().resume(options()).map(|_| ()).unwrap_err();
            assert!(matches!(error, CheckpointError::Damaged(_)), "{error}");
        }
        let mut changed = whole.clone();
        changed[1000] ^= 1;
        fs::write(&path, &changed).unwrap();
        let error = open().unwrap().resume(options()).map(|_| ()).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged(_)), "{error}");
        fs::write(&path, "a letter").unwrap();
        assert!(matches!(open(), Err(CheckpointError::NotACheckpoint(_))));
        assert_eq!(fs::read(&path).unwrap(), b"a letter");
        // Whole, but its rows may stand for other contents.
        let mut earlier = whole[..whole.len() - 4].to_vec();
        earlier[MAGIC.len()] -= 1;
        earlier.extend(crc32fast::hash(&earlier).to_le_bytes());
        fs::write(&path, &earlier).unwrap();
        let error = open().unwrap().resume(options()).map(|_| ()).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("belongs to other versions of this program")
        );
        // A run that ends before its first epoch leaves nothing.
        fs::remove_file(&path).unwrap();
        drop(open().unwrap());
        assert!(!path.exists());
    }
}
