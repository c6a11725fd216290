//! A position as anybody gives it, in whatever form files have it: the one vocabulary of the
//! command line, the protocols, Python and the page.
//!
//! A line is read by [`line`](super::line), several of them by the reader of files; here is only
//! what makes one position of them.

use super::error::{ReadError, short};
use super::line::read_line;
use super::reader::GameReader;
use bianca_rules::othello::OthelloGame;

/// The game that leads to a position, from the start if its moves are given, else from its board.
///
/// Every form of a game is read that a file may have, on one line or on several: moves, a board
/// square by square, row by row or as a drawing, with the side to move and moves behind it, a game
/// of GGF, SGF, PGN or JSON. Nothing but blanks is the start.
///
/// ```
/// use bianca_records::record::position::parse_position;
///
/// assert_eq!(parse_position("f5d6c3")?.turns().len(), 3);
/// let board = "8/8/8/3ox3/3xo3/8/8/8 x";
/// assert_eq!(parse_position(board)?.position(), parse_position("")?.position());
/// # Ok::<(), bianca_records::record::error::ReadError>(())
/// ```
///
/// # Errors
/// If it is none of these, if there are several games, or if the rules do not allow a move.
pub fn parse_position(text: &str) -> Result<OthelloGame, ReadError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(OthelloGame::new());
    }
    if !text.contains(['\n', '\r']) {
        let read = read_line(text)?.ok_or_else(|| ReadError::NoGame(short(text)))?;
        return Ok(read.game);
    }
    let reader = GameReader::of_bytes(text.as_bytes(), None);
    let entries: Result<Vec<_>, _> = reader.and_then(Iterator::collect);
    let entries = entries.map_err(|error| ReadError::Unreadable(error.to_string()))?;
    let count = entries.len();
    let mut games = entries.into_iter().map(|entry| entry.game);
    match (games.next(), count) {
        (Some(game), 1) => Ok(game?.game),
        (Some(Err(error)), _) => Err(error),
        (None, _) => Err(ReadError::NoGame(short(
            text.lines().next().unwrap_or(text),
        ))),
        (Some(Ok(_)), _) => match games.find_map(Result::err) {
            Some(error) => Err(error),
            None => Err(ReadError::SeveralGames(count)),
        },
    }
}

#[cfg(test)]
mod tests;
