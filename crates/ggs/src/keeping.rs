//! The files of what was played: one that holds every match that ended, and one for each that goes
//! on, so that no end of this process loses a move.
//!
//! In the folder are `games.ggf`, a match a line as the server's archives have them (`2
//! (;…;)(;…;)`), and `open/`, where each match that has not ended has a file which is whole at any
//! moment. Invariant: a match leaves `open/` only after its line is in `games.ggf` on the disk; so
//! after any end each match is in one of them, and [`Keeper::new`] takes out what is in both.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::ggf::{read_ggf, write_ggf};
use bianca_system::files::{self, LockedFile};

/// The file of what has ended.
pub const ARCHIVE: &str = "games.ggf";

/// The folder of what goes on.
pub const OPEN: &str = "open";

/// Bytes at the end of the archive in which a match that is also open is looked for.
const TAIL: u64 = 1 << 20;

/// Bytes of the longest file of a match: both games of a synchro match have some 5,000.
const MOST_BYTES: u64 = 1 << 20;

/// Files of matches that are kept open at most.
const MOST_OPEN: usize = 4096;

/// A match in a file of its own.
#[derive(Clone, Debug)]
struct Open {
    /// The name of its file, without the ending.
    name: String,
    games: Vec<AnnotatedGame>,
}

/// Keeps what is played.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    archive: LockedFile,
    /// Matches that were open when a process or a connection ended.
    left: Vec<Open>,
}

/// A match on one line: the number of its games, and they.
pub fn line(games: &[AnnotatedGame]) -> String {
    let games: Vec<String> = games.iter().map(write_ggf).collect();
    format!("{} {}\n", games.len(), games.concat())
}

/// The games of a line; those that can be read.
pub fn read_line(text: &str) -> Vec<AnnotatedGame> {
    let (_, games) = text.split_once('(').unwrap_or_default();
    let parts = games
        .split("(;")
        .map(|part| format!("(;{}", part.trim_start_matches(';')));
    parts.filter_map(|part| read_ggf(&part).ok()).collect()
}

/// Whether one match goes on where another stood: the same players and beginnings, and all moves of
/// the other.
pub fn goes_on(new: &[AnnotatedGame], old: &[AnnotatedGame]) -> bool {
    new.len() == old.len()
        && new.iter().zip(old).all(|(new, old)| {
            new.black == old.black
                && new.white == old.white
                && new.game.start() == old.game.start()
                && new.game.turns().starts_with(old.game.turns())
        })
}

impl Keeper {
    /// The files in a folder, which is made if it is not there. No other process may have them.
    ///
    /// # Errors
    /// If another process has them, or they cannot be read and written.
    pub fn new(folder: &Path) -> io::Result<Keeper> {
        fs::create_dir_all(folder.join(OPEN))?;
        let mut keeper = Keeper {
            archive: LockedFile::open(&folder.join(ARCHIVE))?,
            folder: folder.to_owned(),
            left: Vec::new(),
        };
        keeper.recover()?;
        Ok(keeper)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(OPEN).join(format!("{name}.ggf"))
    }

    /// Reads what earlier processes have left.
    fn recover(&mut self) -> io::Result<()> {
        let tail = self.tail()?;
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(self.folder.join(OPEN))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if files::is_unfinished(&name) {
                // Its process is gone: nobody else may write here.
                fs::remove_file(entry.path())?;
            } else if let Some(stem) = name.strip_suffix(".ggf") {
                names.push(stem.to_owned());
            }
        }
        names.sort_unstable();
        names.truncate(MOST_OPEN);
        for name in names {
            let path = self.path(&name);
            let text = String::from_utf8_lossy(&files::read(&path, MOST_BYTES)?).into_owned();
            let games = read_line(&text);
            if games.is_empty() {
                log::warn!("{}: holds no game and is left alone", path.display());
            } else if tail.lines().any(|kept| kept == text.trim_end()) {
                fs::remove_file(&path)?;
            } else {
                self.left.push(Open { name, games });
            }
        }
        Ok(())
    }

    /// The end of the archive. One that does not end with a line is given its end.
    fn tail(&mut self) -> io::Result<String> {
        let file = self.archive.file();
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut tail = Vec::new();
        file.take(TAIL).read_to_end(&mut tail)?;
        let torn = tail
            .rsplit(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        if !torn.is_empty() {
            // A line that was cut off by the end of a process is still in a file of its own.
            let start = length - torn.len() as u64;
            if self.is_beginning(torn)? {
                self.archive.file().set_len(start)?;
            } else {
                self.archive.file().write_all(b"\n")?;
            }
            self.archive.file().sync_all()?;
        }
        Ok(String::from_utf8_lossy(&tail).into_owned())
    }

    /// Whether bytes are how the content of an open file begins.
    fn is_beginning(&self, torn: &[u8]) -> io::Result<bool> {
        for entry in fs::read_dir(self.folder.join(OPEN))? {
            let content = files::read(&entry?.path(), MOST_BYTES).unwrap_or_default();
            if content.starts_with(torn) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps a match that goes on under a name. One that has `is_resumed` takes the place of what
    /// was left of it.
    ///
    /// # Errors
    /// If it cannot be written; what was kept before stays.
    pub fn keep(
        &mut self,
        name: &str,
        games: &[AnnotatedGame],
        is_resumed: bool,
    ) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        files::replace(&self.path(name), line(games).as_bytes())?;
        if is_resumed {
            self.supersede(name, games)?;
        }
        Ok(())
    }

    /// Removes what was left of a match that another file now has.
    fn supersede(&mut self, name: &str, games: &[AnnotatedGame]) -> io::Result<()> {
        let is_old = |open: &Open| open.name != name && goes_on(games, &open.games);
        let (old, left) = std::mem::take(&mut self.left).into_iter().partition(is_old);
        self.left = left;
        let old: Vec<Open> = old;
        for open in old {
            fs::remove_file(self.path(&open.name))?;
        }
        Ok(())
    }

    /// Takes a match that has ended, or will not go on, into the archive.
    ///
    /// # Errors
    /// If it cannot be written; it is open then, if it was.
    pub fn finish(&mut self, name: &str, games: &[AnnotatedGame]) -> io::Result<()> {
        let path = self.path(name);
        if !games.is_empty() {
            let line = line(games);
            files::replace(&path, line.as_bytes())?;
            let file = self.archive.file();
            let end = file.seek(SeekFrom::End(0))?;
            let written = file
                .write_all(line.as_bytes())
                .and_then(|()| file.sync_all());
            if let Err(error) = written {
                // Half a line would spoil the next one.
                let _ = file.set_len(end);
                return Err(error);
            }
        }
        self.left.retain(|open| open.name != name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Leaves a match open that does not go on now; it may another time.
    pub fn leave(&mut self, name: &str, games: &[AnnotatedGame]) {
        if !games.is_empty() && self.path(name).exists() {
            self.left.push(Open {
                name: name.to_owned(),
                games: games.to_vec(),
            });
        }
    }

    /// Takes the server's record of a match that was left; says whether there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn merge(&mut self, games: &[AnnotatedGame]) -> io::Result<bool> {
        let found = self
            .left
            .iter()
            .position(|open| goes_on(games, &open.games));
        let Some(found) = found else { return Ok(false) };
        let name = self.left[found].name.clone();
        files::replace(&self.path(&name), line(games).as_bytes())?;
        self.left[found].games = games.to_vec();
        Ok(true)
    }

    /// Takes into the archive what was left and is not among `stored`, the records of games that
    /// may go on. Gives how many matches these are.
    ///
    /// # Errors
    /// If one cannot be written; it stays open.
    pub fn settle(&mut self, stored: &[Vec<AnnotatedGame>]) -> io::Result<usize> {
        let goes_on_there = |open: &&Open| stored.iter().any(|games| goes_on(games, &open.games));
        let ended = self
            .left
            .iter()
            .filter(|open| !goes_on_there(open))
            .cloned();
        let ended: Vec<Open> = ended.collect();
        for open in &ended {
            self.finish(&open.name, &open.games)?;
        }
        Ok(ended.len())
    }

    /// How many matches were left open.
    pub fn left(&self) -> usize {
        self.left.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::OthelloGame;

    fn game(black: &str, moves: &str) -> AnnotatedGame {
        let mut game = OthelloGame::new();
        for word in moves.split_whitespace() {
            game.play(word.parse().unwrap()).unwrap();
        }
        AnnotatedGame {
            black: black.to_owned(),
            white: "timo".to_owned(),
            place: "GGS/os".to_owned(),
            ..AnnotatedGame::from(game)
        }
    }

    fn archive(folder: &Path) -> String {
        fs::read_to_string(folder.join(ARCHIVE)).unwrap()
    }

    fn files_open(folder: &Path) -> usize {
        fs::read_dir(folder.join(OPEN)).unwrap().count()
    }

    #[test]
    fn a_match_is_open_until_it_is_in_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut keeper = Keeper::new(folder).unwrap();
        assert!(Keeper::new(folder).is_err(), "two have the same files");
        keeper.keep("1", &[game("mona", "f5")], false).unwrap();
        keeper.keep("1", &[game("mona", "f5 d6")], false).unwrap();
        assert_eq!((files_open(folder), archive(folder)), (1, String::new()));
        keeper.finish("1", &[game("mona", "f5 d6 c3")]).unwrap();
        keeper
            .finish("2", &[game("mona", ""), game("rosa", "f5")])
            .unwrap();
        assert_eq!(files_open(folder), 0);
        let lines: Vec<Vec<AnnotatedGame>> = archive(folder).lines().map(read_line).collect();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(lines[0][0].game.turns().len(), 3);
    }

    #[test]
    fn what_a_killed_process_leaves_is_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut keeper = Keeper::new(folder).unwrap();
        keeper.keep("1", &[game("mona", "f5 d6")], false).unwrap();
        keeper.keep("2", &[game("rosa", "f5")], false).unwrap();
        drop(keeper);
        fs::write(
            folder.join(OPEN).join(".bianca-3.ggf-abcdef.part"),
            "1 (;GM",
        )
        .unwrap();
        // Killed within the writing of a line.
        let whole = line(&[game("rosa", "f5")]);
        fs::write(folder.join(ARCHIVE), &whole[..whole.len() / 2]).unwrap();
        let keeper = Keeper::new(folder).unwrap();
        assert_eq!((keeper.left(), archive(folder)), (2, String::new()));
        drop(keeper);
        // Killed after it, ahead of the removal.
        fs::write(folder.join(ARCHIVE), &whole).unwrap();
        let mut keeper = Keeper::new(folder).unwrap();
        assert_eq!((keeper.left(), files_open(folder)), (1, 1));
        assert_eq!(keeper.settle(&[]).unwrap(), 1);
        assert_eq!(archive(folder).lines().count(), 2);
        drop(keeper);
        // What somebody else has written there stays.
        fs::write(folder.join(ARCHIVE), "(;GM[Othello]").unwrap();
        drop(Keeper::new(folder).unwrap());
        assert_eq!(archive(folder), "(;GM[Othello]\n");
    }

    #[test]
    fn a_match_that_goes_on_takes_the_place_of_what_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut keeper = Keeper::new(folder).unwrap();
        let old = [game("mona", "f5 d6")];
        keeper.keep("1", &old, false).unwrap();
        keeper.leave("1", &old);
        // Another match of the same two, that begins alike.
        keeper
            .keep("2", &[game("mona", "f5 d6 c3")], false)
            .unwrap();
        assert_eq!(files_open(folder), 2);
        keeper.finish("2", &[game("mona", "f5 d6 c3")]).unwrap();
        // The server's record is longer than ours.
        assert!(keeper.merge(&[game("mona", "f5 d6 c4")]).unwrap());
        assert!(!keeper.merge(&[game("rosa", "f5 d6 c4")]).unwrap());
        // It is stored, and may go on.
        assert_eq!(keeper.settle(&[vec![game("mona", "f5 d6 c4")]]).unwrap(), 0);
        keeper
            .keep("3", &[game("mona", "f5 d6 c4 d3")], true)
            .unwrap();
        assert_eq!((keeper.left(), files_open(folder)), (0, 1));
        keeper.finish("3", &[game("mona", "f5 d6 c4 d3")]).unwrap();
        assert_eq!(archive(folder).lines().count(), 2);
    }
}
