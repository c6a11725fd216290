//! WTHOR, the database of the Fédération Française d'Othello: reading its games.
//!
//! A `.wtb` file is a header of 16 bytes and a record of 68 bytes for each game, with numbers that
//! point into two lists of names, `.jou` for the players and `.trn` for the tournaments. Numbers
//! are little-endian, names Latin-1. Passes are not stored. Black's discs include the empty
//! squares if black wins; the theoretical discs are those of perfect play from a number of empty
//! squares on that the header names, usually 22.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nom::bytes::complete::take;
use nom::number::complete::{le_u8, le_u16, le_u32};
use nom::{IResult, Parser};
use thiserror::Error;

use super::annotated::{AnnotatedGame, Note, Theory};
use super::error::ReadError;
use super::format::{Description, Layout};
use bianca_rules::othello::{Move, Square};
use bianca_rules::score::Score;
use bianca_system::files;
use bianca_system::foreign::plain;

pub(super) const DESCRIPTION: Description = Description {
    name: "wtb",
    aliases: &["wthor"],
    is_begun_by: |beginning| !is_text(beginning.bytes) && is_header(beginning.bytes),
    keeps_moves: true,
    layout: Layout::Records,
    opening: None,
    write: None,
};

/// Bytes of a header.
pub const HEADER: usize = 16;
/// Bytes of a game.
pub const RECORD: usize = 68;
/// Bytes of a player's name.
const PLAYER: usize = 20;
/// Bytes of a tournament's name.
const TOURNAMENT: usize = 26;
/// From how many empty squares on the theoretical result is that of perfect play if a header
/// does not say.
const USUAL_EMPTIES: u32 = 22;
/// Bytes of the largest list of names that is read, far beyond what 16-bit numbers can point to.
const LARGEST_LIST: u64 = 1 << 22;

/// Why a file is not what it should be.
#[derive(Debug, Error)]
pub enum WthorError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no list of names.
    #[error("{0}: not a list of names")]
    NotNames(PathBuf),
}

/// The header of any of the three kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Games in a `.wtb` file.
    pub games: u32,
    /// Names in a `.jou` or `.trn` file.
    pub names: u16,
    /// The year of the games.
    pub year: u16,
    /// Squares on a side.
    pub size: u8,
    /// From how many empty squares on the theoretical result is that of perfect play.
    pub theory_empties: u32,
}

/// Names of players and tournaments. A number without a name is written as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

/// The lists of names that belong to a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `.jou`.
    Players,
    /// `.trn`.
    Tournaments,
}

/// Bytes are no list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a list of names")]
pub struct NotNames;

/// Reads a header; `None` if `bytes` are too few.
pub fn read_header(bytes: &[u8]) -> Option<Header> {
    fn header(input: &[u8]) -> IResult<&[u8], Header> {
        let (rest, (_date, games, names, year, size, _kind, empties, _reserved)) = (
            take(4usize),
            le_u32,
            le_u16,
            le_u16,
            le_u8,
            le_u8,
            le_u8,
            le_u8,
        )
            .parse_complete(input)?;
        let header = Header {
            games,
            names,
            year,
            // Older files have no size.
            size: if size == 0 { 8 } else { size },
            theory_empties: match empties {
                0 => USUAL_EMPTIES,
                empties => u32::from(empties),
            },
        };
        Ok((rest, header))
    }
    header(bytes).ok().map(|(_, header)| header)
}

/// Whether bytes begin as text does: every header has some that no text has.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().take(HEADER).all(|&byte| byte >= b'\t')
}

/// Whether a file that begins so can be a database: a day of this or the last century on which it
/// was made, or none, and a year, a size, a kind and a number of empty squares that there are.
fn is_header(bytes: &[u8]) -> bool {
    let (Some(header), &[century, year, month, day, ..]) = (read_header(bytes), bytes) else {
        // Too few bytes to say.
        return true;
    };
    let is_day = (18..=21).contains(&century) && year < 100 && month <= 12 && day <= 31;
    (is_day || [century, year, month, day] == [0; 4])
        && (header.year == 0 || (1800..2200).contains(&header.year))
        && matches!(header.size, 8 | 10)
        && bytes[13] <= 1
        && header.theory_empties <= 60
}

/// Reads the record of a game.
///
/// # Errors
/// If it is too short, has something that is no square, or a move that the rules do not allow.
pub fn read_record(
    header: &Header,
    names: &Names,
    record: &[u8],
) -> Result<AnnotatedGame, ReadError> {
    type Record<'a> = (u16, u16, u16, u8, u8, &'a [u8]);
    let parsed: IResult<&[u8], Record> =
        (le_u16, le_u16, le_u16, le_u8, le_u8, take(60usize)).parse_complete(record);
    let (tournament, black, white, discs, theoretical, codes) = match parsed {
        Ok((_, fields)) => fields,
        Err(_) => return Err(ReadError::Truncated),
    };
    let mut game = AnnotatedGame {
        black: name(&names.players, black, "player"),
        white: name(&names.players, white, "player"),
        event: name(&names.tournaments, tournament, "tournament"),
        theory: Some(Theory {
            score: 2 * i32::from(theoretical) - 64,
            empties: header.theory_empties,
        }),
        ..AnnotatedGame::default()
    };
    if header.year != 0 {
        game.date = header.year.to_string();
    }
    let end = codes
        .iter()
        .rposition(|&code| code != 0)
        .map_or(0, |last| last + 1);
    let moves = codes[..end].iter().zip(1..).map(|(&code, number)| {
        let (rank, file) = (code / 10, code % 10);
        if !(1..=8).contains(&rank) || !(1..=8).contains(&file) {
            return Err(ReadError::BadCode { number, code });
        }
        let mv = Move::Place(Square::at(file - 1, rank - 1));
        Ok((None, mv, Note::default()))
    });
    game.play(moves.collect::<Result<Vec<_>, _>>()?)?;
    game.state_result(Some(Score::from_discs(2 * i32::from(discs) - 64)));
    Ok(game)
}

fn name(names: &[String], number: u16, what: &str) -> String {
    match names.get(usize::from(number)) {
        Some(name) => name.clone(),
        None => format!("{what} {number}"),
    }
}

impl Names {
    /// Takes over the names of a list, a `.jou` or a `.trn` file.
    ///
    /// # Errors
    /// If the bytes are no such list; the names are as they were then.
    pub fn take(&mut self, list: List, bytes: &[u8]) -> Result<(), NotNames> {
        let (names, length) = match list {
            List::Players => (&mut self.players, PLAYER),
            List::Tournaments => (&mut self.tournaments, TOURNAMENT),
        };
        *names = names_of(bytes, length).ok_or(NotNames)?;
        Ok(())
    }

    /// Reads the lists of names that stand beside `games`, a `.wtb` file: with its own name, with
    /// the name `WTHOR`, or alone of their kind in its folder; in any case. A list that is not
    /// there is empty.
    ///
    /// # Errors
    /// If a list is there and cannot be read.
    pub fn beside(games: &Path) -> Result<Names, WthorError> {
        let read = |extension, length| match list_beside(games, extension) {
            Some(path) => read_names(&path, length),
            None => Ok(Vec::new()),
        };
        Ok(Names {
            players: read("jou", PLAYER)?,
            tournaments: read("trn", TOURNAMENT)?,
        })
    }
}

/// The list of names that belongs to a file of games.
fn list_beside(games: &Path, extension: &str) -> Option<PathBuf> {
    let folder = games
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let is_list = |path: &PathBuf| {
        path.extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(extension))
    };
    let mut lists: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_list)
        .collect();
    lists.sort();
    let own = games.file_stem().unwrap_or_default();
    let named = |name: &std::ffi::OsStr| {
        let is_named = |path: &&PathBuf| {
            path.file_stem()
                .is_some_and(|stem| stem.eq_ignore_ascii_case(name))
        };
        lists.iter().find(is_named).cloned()
    };
    named(own)
        .or_else(|| named("wthor".as_ref()))
        .or_else(|| match &lists[..] {
            [only] => Some(only.clone()),
            _ => None,
        })
}

fn read_names(path: &Path, length: usize) -> Result<Vec<String>, WthorError> {
    let failed = |error| WthorError::File {
        path: path.to_owned(),
        error,
    };
    let bytes = files::read(path, LARGEST_LIST).map_err(failed)?;
    names_of(&bytes, length).ok_or_else(|| WthorError::NotNames(path.to_owned()))
}

/// The names of a list, each of `length` bytes; `None` if it is none, or not whole.
fn names_of(bytes: &[u8], length: usize) -> Option<Vec<String>> {
    let header = read_header(bytes)?;
    let names = bytes[HEADER..].chunks_exact(length).map(|name| {
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        let name: String = name.iter().map(|&byte| char::from(byte)).collect();
        plain(&name).trim().to_owned()
    });
    let names: Vec<String> = names.take(usize::from(header.names)).collect();
    (names.len() >= usize::from(header.names)).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::FileFormat;
    use crate::record::reader::GameReader;

    /// Bytes laid out by the database's description, not by this module's reader.
    fn header(games: u32, names: u16, year: u16) -> Vec<u8> {
        let mut bytes = vec![20, 26, 11, 21];
        bytes.extend(games.to_le_bytes());
        bytes.extend(names.to_le_bytes());
        bytes.extend(year.to_le_bytes());
        bytes.extend([8, 0, 22, 0]);
        bytes
    }

    fn record(black: u16, white: u16, discs: u8, theory: u8, moves: &[u8]) -> Vec<u8> {
        let mut bytes = 0u16.to_le_bytes().to_vec();
        bytes.extend(black.to_le_bytes());
        bytes.extend(white.to_le_bytes());
        bytes.extend([discs, theory]);
        bytes.extend(moves);
        bytes.resize(RECORD, 0);
        bytes
    }

    fn list(names: &[&[u8]], length: usize) -> Vec<u8> {
        let mut bytes = header(0, names.len() as u16, 0);
        for name in names {
            let mut field = name.to_vec();
            field.resize(length, 0);
            bytes.extend(field);
        }
        bytes
    }

    /// The shortest game there is, in nine moves: f5 d6 c5 f4 e7 f6 g5 e6 e3.
    const WIPE_OUT: [u8; 9] = [56, 64, 53, 46, 75, 66, 57, 65, 35];

    #[test]
    fn a_database_gives_names_results_and_the_theoretical_score() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let games = folder.join("WTH_2011.wtb");
        let mut bytes = header(3, 0, 2011);
        bytes.extend(record(1, 0, 64, 33, &WIPE_OUT));
        bytes.extend(record(0, 1, 32, 32, &[56, 99]));
        bytes.extend(record(7, 1, 32, 30, &[56, 66]));
        fs::write(&games, bytes).unwrap();
        fs::write(
            folder.join("WTHOR.JOU"),
            list(&[b"Tastet Marc", b"An\x1bdr\xe9"], PLAYER),
        )
        .unwrap();
        fs::write(folder.join("wthor.trn"), list(&[b"Paris"], TOURNAMENT)).unwrap();

        let reader = GameReader::open(&games, None).unwrap();
        assert_eq!(reader.format(), FileFormat::Wthor);
        let read: Vec<_> = reader.map(Result::unwrap).collect();
        assert_eq!(read.len(), 3);

        let first = read[0].game.as_ref().unwrap();
        assert_eq!((&*first.black, &*first.white), ("André", "Tastet Marc"));
        assert_eq!((&*first.event, first.year()), ("Paris", Some(2011)));
        assert_eq!(
            first.theory,
            Some(Theory {
                score: 2,
                empties: 22
            })
        );
        assert_eq!(first.game.turns().len(), 9);
        assert_eq!(first.result_for_black(), Some(Score::from_discs(64)));

        let error = read[1].game.as_ref().unwrap_err().to_string();
        assert!(error.contains("99"), "{error}");
        assert_eq!(
            (read[1].place.game, read[1].place.byte),
            (2, (HEADER + RECORD) as u64)
        );

        let last = read[2].game.as_ref().unwrap();
        assert_eq!((&*last.black, &*last.white), ("player 7", "André"));
    }

    #[test]
    fn a_cut_list_of_names_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut names = list(&[b"Paris", b"Rome"], TOURNAMENT);
        names.pop();
        fs::write(folder.join("wthor.trn"), names).unwrap();
        let refused = Names::beside(&folder.join("wthor.wtb"));
        assert!(matches!(refused, Err(WthorError::NotNames(_))));
    }

    #[test]
    fn a_short_record_is_an_error() {
        let head = read_header(&header(1, 0, 2011)).unwrap();
        let whole = record(0, 0, 32, 32, &WIPE_OUT);
        let refused = read_record(&head, &Names::default(), &whole[..RECORD - 1]);
        assert_eq!(refused, Err(ReadError::Truncated));
        assert_eq!(read_header(&[0; HEADER - 1]), None);
        // A game ends with its last move, not with the first that is missing.
        let holed = record(0, 0, 32, 32, &[56, 0, 64]);
        let refused = read_record(&head, &Names::default(), &holed);
        assert_eq!(refused, Err(ReadError::BadCode { number: 2, code: 0 }));
    }
}
