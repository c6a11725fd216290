//! What a sub-command is about to write, checked before its work begins.
//!
//! An output must not be an input, nor the other output; it can be written; and what stands in
//! its place is of the same kind, or the user has said that it may go (`--force`).

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use thiserror::Error;

use bianca_play::book::builtin;
use bianca_play::book::exchange::Format;
use bianca_play::page;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::{FileEntry, GameReader};
use bianca_search::eval::weights;
use bianca_system::files::{self, Replacement, are_one, is_device};

/// Leave to replace what is found in the place of an output.
#[derive(Args, Clone, Copy)]
pub struct Force {
    /// Replace files whatever they hold; without this an output must be new, empty or of its kind.
    #[arg(long)]
    pub force: bool,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// The weights of an evaluation.
    Weights,
    /// A page for a browser, as Bianca makes it.
    Page,
    /// Games of a format.
    Games(FileFormat),
    /// Another program's book, or a list of scored positions.
    Book(Format),
    /// A book as the executable has it inside.
    PackedBook,
    /// What looks at what it finds itself: a log, a checkpoint, records that are appended to.
    Own,
}

/// Bytes that are enough to see the first line of a list.
const HEAD: usize = 1 << 12;

/// Why an output is refused.
#[derive(Debug, Error)]
pub enum OutputError {
    /// It would replace what is to be read.
    #[error("{} is read, too: name another output", .0.display())]
    Input(PathBuf),
    /// Two outputs would replace each other.
    #[error("{} is named as an output twice", .0.display())]
    Twice(PathBuf),
    /// Something else stands there.
    #[error("{} exists and holds no {kind}: name another output, or give --force", path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it should hold.
        kind: &'static str,
    },
    /// It cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl OutputError {
    /// Whether the arguments alone show it, whatever is on the disk.
    pub fn is_wrong_argument(&self) -> bool {
        matches!(self, OutputError::Input(_) | OutputError::Twice(_))
    }
}

impl OutputKind {
    fn name(self) -> &'static str {
        match self {
            OutputKind::Weights => "weights",
            OutputKind::Page => "page of Bianca's",
            OutputKind::Games(format) => format.name(),
            OutputKind::Book(Format::Text) => "list of scored positions",
            OutputKind::Book(format) => format.name(),
            OutputKind::PackedBook => "packed book",
            OutputKind::Own => "log",
        }
    }

    /// Whether a file that is not empty is of this kind.
    fn is_kind_of(self, path: &Path) -> io::Result<bool> {
        let head = |length: usize| {
            let mut head = Vec::new();
            let file = files::open(path, u64::MAX)?;
            file.take(length as u64).read_to_end(&mut head)?;
            io::Result::Ok(head)
        };
        match self {
            OutputKind::Own => Ok(true),
            OutputKind::Weights => Ok(head(weights::MAGIC.len())? == weights::MAGIC),
            OutputKind::Page => Ok(page::is_begun_by(&head(HEAD)?)),
            OutputKind::PackedBook => {
                let packed = files::read(path, builtin::MOST_BYTES);
                Ok(packed.is_ok_and(|packed| builtin::unpack(&packed).is_ok()))
            }
            OutputKind::Book(format) => Ok(format.is_begun_by(&head(HEAD)?)),
            OutputKind::Games(format) => {
                let input = io::BufReader::new(files::open(path, u64::MAX)?);
                let mut games = GameReader::new(input, None)?;
                let found = games.format();
                let same = found == format || found.is_of_lines() && format.is_of_lines();
                let is_game =
                    |entry: io::Result<_>| entry.is_ok_and(|entry: FileEntry| entry.game.is_ok());
                Ok(same && games.next().is_some_and(is_game))
            }
        }
    }
}

/// Looks at outputs one by one.
pub struct OutputCheck<'a> {
    inputs: Vec<&'a Path>,
    named: Vec<&'a Path>,
    force: bool,
}

impl<'a> OutputCheck<'a> {
    /// For a command that reads `inputs`; with `force`, files of another kind are replaced.
    pub fn new(inputs: impl IntoIterator<Item = &'a Path>, force: bool) -> OutputCheck<'a> {
        OutputCheck {
            inputs: inputs.into_iter().collect(),
            named: Vec::new(),
            force,
        }
    }

    /// Checks that `path`, if there is one, can be given new content of a kind. Nothing is
    /// changed.
    ///
    /// # Errors
    /// If it cannot, or must not.
    pub fn check(&mut self, path: Option<&'a Path>, kind: OutputKind) -> Result<(), OutputError> {
        let Some(path) = path else { return Ok(()) };
        let same = |other: &&Path| *other == path || are_one(other, path);
        if self.inputs.iter().any(same) && !is_device(path) {
            return Err(OutputError::Input(path.to_owned()));
        }
        if self.named.iter().any(same) && !is_device(path) {
            return Err(OutputError::Twice(path.to_owned()));
        }
        self.named.push(path);
        let failed = |error| OutputError::File {
            path: path.to_owned(),
            error,
        };
        if let Ok(about) = fs::metadata(path) {
            if about.is_dir() {
                return Err(failed(ErrorKind::IsADirectory.into()));
            }
            if !about.is_file() {
                return Ok(());
            }
            let may_go = self.force || about.len() == 0 || kind.is_kind_of(path).map_err(failed)?;
            if !may_go {
                let (path, kind) = (path.to_owned(), kind.name());
                return Err(OutputError::OtherKind { path, kind });
            }
        }
        if kind != OutputKind::Own {
            // It goes away again at once, and has shown that there is a place for the file.
            drop(Replacement::begin(path).map_err(failed)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::book::store::Store;

    #[test]
    fn inputs_and_other_outputs_are_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("a.ggf"), "(;GM[Othello]B[f5];)\n").unwrap();
        let (input, same, new) = (place("a.ggf"), place("./a.ggf"), place("new"));
        let kind = OutputKind::Games(FileFormat::Ggf);
        for force in [false, true] {
            let mut outputs = OutputCheck::new([input.as_path()], force);
            let refused = outputs.check(Some(&same), kind);
            assert!(matches!(refused, Err(OutputError::Input(_))), "{refused:?}");
            outputs.check(Some(&new), kind).unwrap();
            let refused = outputs.check(Some(&new), kind);
            assert!(matches!(refused, Err(OutputError::Twice(_))), "{refused:?}");
            outputs.check(None, kind).unwrap();
        }
        assert!(!new.exists());
        let mut outputs = OutputCheck::new([], false);
        outputs.check(Some(&input), kind).unwrap();
    }

    #[test]
    fn what_is_of_another_kind_is_replaced_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let packed = builtin::pack(&Store::built_in()).unwrap();
        let kinds = [
            (OutputKind::Weights, &weights::MAGIC[..]),
            (
                OutputKind::Page,
                &b"<!DOCTYPE html>\n<meta name=\"generator\" content=\"Bianca\">"[..],
            ),
            (OutputKind::PackedBook, &packed),
            (OutputKind::Games(FileFormat::Ggf), b"(;GM[Othello]B[f5];)"),
            (OutputKind::Games(FileFormat::Sgf), b"(;GM[2];B[fe])"),
            (
                OutputKind::Games(FileFormat::Pgn),
                b"[Event \"x\"]\n\n1. f5 *\n",
            ),
            (OutputKind::Games(FileFormat::Transcript), b"f5d6"),
            (OutputKind::Book(Format::Edax), b"XADEKOOB"),
            (OutputKind::Book(Format::Text), b"# ours\nf5d6;+0.50;22\n"),
        ];
        let path = folder.path().join("file");
        let check = |kind, force| OutputCheck::new([], force).check(Some(&path), kind);
        for (kind, _) in kinds {
            for (number, (other, content)) in kinds.iter().enumerate() {
                fs::write(&path, content).unwrap();
                assert_eq!(
                    check(kind, false).is_ok(),
                    kind == *other,
                    "{kind:?} {number}"
                );
                check(kind, true).unwrap();
            }
            for other in ["Dear Sir,\n", "<!DOCTYPE html><html>My page</html>\n"] {
                fs::write(&path, other).unwrap();
                assert!(check(kind, false).is_err(), "{kind:?} {other}");
            }
            fs::write(&path, "").unwrap();
            check(kind, false).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut outputs = OutputCheck::new([], true);
        let kind = OutputKind::Page;
        assert!(outputs.check(Some(folder.path()), kind).is_err());
        let nowhere = folder.path().join("no/file");
        assert!(outputs.check(Some(&nowhere), kind).is_err());
        let nothing = Path::new(if cfg!(windows) { "nul" } else { "/dev/null" });
        outputs.check(Some(nothing), kind).unwrap();
        outputs.check(Some(nothing), kind).unwrap();
    }
}
