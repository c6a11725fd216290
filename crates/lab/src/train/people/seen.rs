//! What searches say of games, in a file, so that another fit need not search again.
//!
//! After the first line come the games in their order: for each the number of its choices, for each
//! of these what the best move is worth and how many moves there are, for each move its square and
//! its losses; all numbers have four bytes, the lowest first. A file is read for the games that it
//! was made of, and refused otherwise.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::games::PeopleGame;
use bianca_play::people::sight::{DEPTHS, Seen, SeenMove};
use bianca_play::people::turns::turns;
use bianca_rules::othello::Square;
use bianca_system::files;

/// The first line; the number is that of the layout.
const FIRST_LINE: &[u8] = b"bianca seen 1\n";

/// A larger file was made by nobody.
const LARGEST: u64 = 1 << 34;

/// Why a file is not used.
#[derive(Debug, Error)]
pub enum SeenError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It holds something else.
    #[error("{}: not what searches say of games", .0.display())]
    OtherKind(PathBuf),
    /// It holds what searches say of other games.
    #[error("{}: made of other games, or with another seed", .0.display())]
    OtherGames(PathBuf),
}

/// Writes what was seen in some games.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, seen: &[Vec<Seen>]) -> Result<(), SeenError> {
    let mut bytes = FIRST_LINE.to_vec();
    let mut put = |number: [u8; 4]| bytes.extend(number);
    for game in seen {
        put((game.len() as u32).to_le_bytes());
        for seen in game {
            put(seen.best.to_le_bytes());
            put((seen.moves.len() as u32).to_le_bytes());
            for mv in &seen.moves {
                put((mv.square.index() as u32).to_le_bytes());
                for loss in mv.losses {
                    put(loss.to_le_bytes());
                }
            }
        }
    }
    files::save(path, &bytes).map_err(|error| SeenError::File {
        path: path.to_owned(),
        error,
    })
}

/// Reads what [`write()`] wrote of these games.
///
/// # Errors
/// If the file cannot be read, or was not made of them.
pub fn read(path: &Path, games: &[&PeopleGame]) -> Result<Vec<Vec<Seen>>, SeenError> {
    let bytes = files::read(path, LARGEST).map_err(|error| SeenError::File {
        path: path.to_owned(),
        error,
    })?;
    let Some(numbers) = bytes.strip_prefix(FIRST_LINE) else {
        return Err(SeenError::OtherKind(path.to_owned()));
    };
    let (numbers, rest) = numbers.as_chunks();
    let mut numbers = numbers.iter().copied();
    let seen: Option<Vec<_>> = games
        .iter()
        .map(|game| game_of(&mut numbers, game))
        .collect();
    let is_whole = rest.is_empty() && numbers.next().is_none();
    seen.filter(|_| is_whole)
        .ok_or_else(|| SeenError::OtherGames(path.to_owned()))
}

/// What is told of a game; `None` if it is told of another one.
fn game_of(numbers: &mut impl Iterator<Item = [u8; 4]>, game: &PeopleGame) -> Option<Vec<Seen>> {
    let turns: Vec<_> = turns(&game.game).collect();
    if u32::from_le_bytes(numbers.next()?) as usize != turns.len() {
        return None;
    }
    let mut all = Vec::new();
    for turn in turns {
        let best = f32::from_le_bytes(numbers.next()?);
        let squares: Vec<Square> = turn.place.position.moves().into_iter().collect();
        if u32::from_le_bytes(numbers.next()?) as usize != squares.len() {
            return None;
        }
        let mut moves = Vec::new();
        for square in squares {
            if u32::from_le_bytes(numbers.next()?) as usize != square.index() {
                return None;
            }
            let mut losses = [0.0; DEPTHS];
            for loss in &mut losses {
                *loss = f32::from_le_bytes(numbers.next()?);
            }
            moves.push(SeenMove { square, losses });
        }
        all.push(Seen { moves, best });
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::OthelloGame;

    fn game(moves: &[&str]) -> PeopleGame {
        let mut game = OthelloGame::new();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        PeopleGame {
            year: 2000,
            players: [0, 1],
            points: 0.5,
            game,
        }
    }

    #[test]
    fn what_was_written_is_read_for_its_games_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seen");
        let (one, other) = (game(&["f5", "d6", "c3"]), game(&["f5", "f6", "e6"]));
        let of = |game: &PeopleGame| -> Vec<Seen> {
            let turns = turns(&game.game).map(|turn| Seen {
                moves: turn
                    .place
                    .position
                    .moves()
                    .into_iter()
                    .map(|square| SeenMove {
                        square,
                        losses: [0.25; DEPTHS],
                    })
                    .collect(),
                best: -1.5,
            });
            turns.collect()
        };
        let seen = vec![of(&one), of(&other)];
        write(&path, &seen).unwrap();
        assert_eq!(read(&path, &[&one, &other]).unwrap(), seen);
        for games in [&[&other, &one][..], &[&one], &[&one, &other, &one]] {
            let refusal = read(&path, games).unwrap_err().to_string();
            assert!(refusal.ends_with("made of other games, or with another seed"));
        }
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(read(&path, &[&one, &other]).is_err());
        std::fs::write(&path, "something else").unwrap();
        let refusal = read(&path, &[&one, &other]).unwrap_err().to_string();
        assert!(refusal.ends_with("not what searches say of games"));
    }
}
