//! The journal of a match: an append-only file of JSON lines from which it can go on.
//!
//! The first line says what the match is, every further one is a finished game. Each is on the
//! disk before the next game counts, so a match that is killed at any moment loses only games
//! that were not finished. A last line that was cut short is dropped when the match goes on. Each
//! line is [`sealed`](crate::sealed): one that was changed since is refused.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::builtin::OTHELLO;
use super::judge::{Ending, JudgedGame};
use super::schedule::Pairing;
use crate::files;
use crate::othello::{Color, Move};
use crate::player::{PlayerError, driver};
use crate::sealed::{seal, unseal};

/// What a match is; the first line of its journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub bianca_match: u32,
    /// The game with its arguments, as the lobby takes it.
    #[serde(default = "othello")]
    pub game: String,
    /// Names of the engines, in their order.
    pub engines: Vec<String>,
    /// The engines as they were asked for, with the limit of each.
    pub commands: Vec<String>,
    /// `round-robin` or `gauntlet`.
    pub tournament: String,
    /// The openings, all of them.
    pub openings: Vec<String>,
    /// Where the openings are from: a file, or `random:PLIES`.
    pub source: String,
    /// The seed that drew them.
    pub seed: u64,
}

/// The game of a journal that does not name one.
fn othello() -> String {
    OTHELLO.to_owned()
}

/// The version of the format that is written.
pub const FORMAT: u32 = 2;

/// Bytes of the largest journal that is read; a game has some 5,000.
const LARGEST: u64 = 1 << 32;

/// A finished game; a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// Number of the engine with the black discs.
    pub black: usize,
    /// Number of the engine with the white discs.
    pub white: usize,
    /// Number of the opening.
    pub opening: usize,
    /// Black's result in discs, or in the points of another game, if the game was played to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
    /// Who lost by a fault, and by which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The most that a move took beyond what was allowed, in milliseconds.
    #[serde(default)]
    pub overshoot_ms: f64,
    /// The moves after the opening.
    pub moves: Vec<EntryMove>,
}

/// A game lost by a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Whether it was black's fault; otherwise it was white's.
    pub by_black: bool,
    /// Whether the clock was the reason.
    #[serde(default)]
    pub on_time: bool,
    /// What happened.
    pub reason: String,
}

/// A move of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryMove {
    /// `f5` or `pass`; in another game as that writes it.
    pub mv: String,
    /// Time used in milliseconds.
    pub ms: f64,
    /// What the engine thought of it, in discs from its own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Plies that it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions that it visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Entry {
    /// The entry of a judged game.
    pub fn new(game: usize, pairing: Pairing, judged: &JudgedGame) -> Entry {
        let (discs, forfeit) = match &judged.ending {
            Ending::Counted(discs) => (Some(*discs), None),
            Ending::Forfeit(driver::Forfeit { loser, error }) => (
                None,
                Some(Forfeit {
                    by_black: *loser == Color::Black,
                    on_time: matches!(error, PlayerError::OutOfTime { .. }),
                    reason: error.to_string(),
                }),
            ),
        };
        // To the microsecond: further digits are noise that fills the disk.
        let milliseconds = |time: std::time::Duration| time.as_micros() as f64 / 1000.0;
        let moves = judged.turns.iter().map(|turn| EntryMove {
            mv: turn.mv.clone(),
            ms: milliseconds(turn.summary.elapsed),
            score: turn.summary.score.map(|score| score.discs()),
            depth: turn.summary.depth,
            nodes: turn.summary.nodes,
        });
        Entry {
            game,
            black: pairing.black,
            white: pairing.white,
            opening: pairing.opening,
            discs,
            forfeit,
            overshoot_ms: milliseconds(judged.overshoot),
            moves: moves.collect(),
        }
    }

    /// Black's points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn black_points(&self) -> usize {
        match (&self.forfeit, self.discs) {
            (Some(forfeit), _) => {
                if forfeit.by_black {
                    0
                } else {
                    2
                }
            }
            (None, discs) => (discs.unwrap_or(0).signum() + 1) as usize,
        }
    }

    /// The moves as Othello's rules know them; empty if the journal was tampered with.
    pub fn played(&self) -> Vec<Move> {
        let moves = self.moves.iter().map(|entry| entry.mv.parse());
        moves.collect::<Result<_, _>>().unwrap_or_default()
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A new match would overwrite an old one.
    #[error("{} exists: go on with it by --resume, or remove it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A line that is no line of a journal, other than the last.
    #[error("{} line {line}: {reason}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The journal is that of another match.
    #[error("{} is the journal of another match: its {field} differ", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
    },
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins the journal of a new match.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Journal, JournalError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|source| match source.kind() {
            std::io::ErrorKind::AlreadyExists => JournalError::Exists {
                path: path.to_owned(),
            },
            _ => JournalError::Io {
                path: path.to_owned(),
                source,
            },
        })?;
        let mut journal = Journal {
            path: path.to_owned(),
            file,
        };
        journal.append(header)?;
        Ok(journal)
    }

    /// Reads what a match is and the games that it has finished.
    ///
    /// # Errors
    /// If the file cannot be read or holds something else. `Ok(None)` if it ends within its
    /// first line: the match had not begun.
    pub fn read(path: &Path) -> Result<Option<(Header, Vec<Entry>)>, JournalError> {
        Ok(read_whole_lines(path)?.map(|lines| (lines.header, lines.entries)))
    }

    /// Opens the journal of a match to go on with it, behind its last whole line.
    ///
    /// # Errors
    /// If it cannot be read or written, or holds something else.
    pub fn reopen(path: &Path) -> Result<Journal, JournalError> {
        let length = read_whole_lines(path)?.map_or(0, |lines| lines.length);
        let io = |source| JournalError::Io {
            path: path.to_owned(),
            source,
        };
        let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() > length {
            log::warn!("{}: the last line is cut off and left out", path.display());
        }
        file.set_len(length).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Journal {
            path: path.to_owned(),
            file,
        })
    }

    /// Writes a finished game; when this returns, it is on the disk.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn record(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.append(entry)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let written = seal(line).map_err(std::io::Error::from).and_then(|bytes| {
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(|source| JournalError::Io {
            path: self.path.clone(),
            source,
        })
    }
}

impl Header {
    /// Whether `self` and `other` are the same match, but for its length.
    ///
    /// # Errors
    /// The name of what differs.
    pub fn same_match(&self, other: &Header) -> Result<(), &'static str> {
        for (same, field) in [
            (self.bianca_match == other.bianca_match, "formats"),
            (self.game == other.game, "games"),
            (self.engines == other.engines, "engines"),
            (self.commands == other.commands, "engines' settings"),
            (self.tournament == other.tournament, "pairings"),
            (self.source == other.source, "openings"),
        ] {
            if !same {
                return Err(field);
            }
        }
        Ok(())
    }
}

struct WholeLines {
    header: Header,
    entries: Vec<Entry>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

fn read_whole_lines(path: &Path) -> Result<Option<WholeLines>, JournalError> {
    let bytes = files::read(path, LARGEST).map_err(|source| JournalError::Io {
        path: path.to_owned(),
        source,
    })?;
    let length = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let mut lines = bytes[..length].split(|&byte| byte == b'\n').enumerate();
    let bad_line = |line: usize, reason: String| JournalError::BadLine {
        path: path.to_owned(),
        line: line + 1,
        reason,
    };
    let header: Header = match lines.next() {
        Some((number, line)) if !line.is_empty() => {
            unseal(line).map_err(|error| bad_line(number, error.to_string()))?
        }
        _ => return Ok(None),
    };
    let mut entries = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let entry: Entry = unseal(line).map_err(|error| bad_line(number, error.to_string()))?;
        let engines = header.engines.len();
        if entry.black >= engines
            || entry.white >= engines
            || entry.opening >= header.openings.len()
        {
            return Err(bad_line(number, "no such engine or opening".to_owned()));
        }
        if !seen.insert(entry.game) {
            return Err(bad_line(number, format!("game {} twice", entry.game)));
        }
        entries.push(entry);
    }
    Ok(Some(WholeLines {
        header,
        entries,
        length: length as u64,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            bianca_match: FORMAT,
            game: othello(),
            engines: vec!["A".into(), "B".into()],
            commands: vec!["cmd=a level".into(), "cmd=b level".into()],
            tournament: "round-robin".into(),
            openings: vec!["f5".into(), "f5d6".into()],
            source: "random:2".into(),
            seed: 7,
        }
    }

    fn entry(game: usize, discs: i32) -> Entry {
        Entry {
            game,
            black: game % 2,
            white: 1 - game % 2,
            opening: 0,
            discs: Some(discs),
            forfeit: None,
            overshoot_ms: 0.0,
            moves: vec![EntryMove {
                mv: "d6".into(),
                ms: 1.5,
                score: Some(-0.25),
                depth: None,
                nodes: None,
            }],
        }
    }

    /// A file of this test's own that is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("bianca-journal-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_its_whole_lines_and_goes_on() {
        let scratch = Scratch::new("cut");
        let path = &scratch.0;
        let mut journal = Journal::create(path, &header()).unwrap();
        let first_line = std::fs::metadata(path).unwrap().len() as usize;
        for game in 0..3 {
            journal.record(&entry(game, game as i32 - 1)).unwrap();
        }
        let bytes = std::fs::read(path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(path, &bytes[..cut]).unwrap();
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let read = Journal::read(path).unwrap();
            if cut < first_line {
                assert!(read.is_none());
                continue;
            }
            let (read_header, entries) = read.unwrap();
            assert_eq!(read_header, header());
            assert_eq!(entries.len(), whole - 1);
            let mut journal = Journal::reopen(path).unwrap();
            journal.record(&entry(9, 0)).unwrap();
            let (_, entries) = Journal::read(path).unwrap().unwrap();
            assert_eq!(entries.len(), whole);
            assert_eq!(entries.last(), Some(&entry(9, 0)));
        }
    }

    #[test]
    fn a_journal_of_which_a_bit_flipped_is_refused_by_its_line() {
        let scratch = Scratch::new("flipped");
        let path = &scratch.0;
        let mut journal = Journal::create(path, &header()).unwrap();
        for game in 0..2 {
            journal.record(&entry(game, 2)).unwrap();
        }
        let whole = std::fs::read(path).unwrap();
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(path, &bytes).unwrap();
            match Journal::read(path) {
                Err(JournalError::BadLine { line, .. }) => {
                    let before = whole[..bit / 8]
                        .iter()
                        .filter(|&&byte| byte == b'\n')
                        .count();
                    assert_eq!(line, before + 1, "bit {bit}");
                }
                // Without its line break the last line counts as cut off.
                Ok(Some((_, entries))) if bit / 8 == whole.len() - 1 => {
                    assert_eq!(entries, [entry(0, 2)]);
                }
                other => panic!("bit {bit}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let scratch = Scratch::new("bad");
        let path = &scratch.0;
        let mut journal = Journal::create(path, &header()).unwrap();
        assert!(matches!(
            Journal::create(path, &header()),
            Err(JournalError::Exists { .. })
        ));
        journal.record(&entry(4, 2)).unwrap();
        journal.record(&entry(4, 2)).unwrap();
        let error = Journal::read(path).unwrap_err().to_string();
        assert!(error.ends_with("line 3: game 4 twice"), "{error}");
        std::fs::write(path, "hello\n").unwrap();
        assert!(matches!(
            Journal::read(path),
            Err(JournalError::BadLine { line: 1, .. })
        ));
    }

    #[test]
    fn points_follow_discs_and_forfeits() {
        assert_eq!(entry(0, 12).black_points(), 2);
        assert_eq!(entry(0, 0).black_points(), 1);
        assert_eq!(entry(0, -2).black_points(), 0);
        let mut lost = entry(0, 12);
        lost.forfeit = Some(Forfeit {
            by_black: true,
            on_time: false,
            reason: "crashed".into(),
        });
        assert_eq!(lost.black_points(), 0);
    }
}
