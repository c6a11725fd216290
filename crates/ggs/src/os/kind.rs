//! Kinds of games: `8`, `8r20`, `s8r20`, and those that are refused by name.

use std::fmt;
use std::str::FromStr;

use nom::branch::alt;
use nom::character::complete::{char, one_of, u8 as number};
use nom::combinator::{all_consuming, map, opt};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use bianca_system::foreign::excerpt;

/// A kind of game in the server's words: a size, and letters behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As it is written, in small letters.
    text: String,
    is_synchro: bool,
    size: u8,
    letters: Vec<Letter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    /// Both players bid for their colours.
    Komi,
    /// Fewer discs win.
    Anti,
    /// Who asks has black.
    Black,
    /// Who asks has white.
    White,
    /// So many discs are drawn by lot.
    Random(u8),
}

/// What was to be a kind of game and is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no kind of game, such as 8, 8r20 or s8r20")]
pub struct NotAKind(pub String);

/// Why a kind of game is not played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// Another board.
    #[error("the board is not 8 by 8")]
    Size,
    /// Komi.
    #[error("games with a komi (k) are not played")]
    Komi,
    /// Anti-Othello.
    #[error("anti-Othello (a) is not played")]
    Anti,
    /// The colours are not drawn.
    #[error("games with chosen colours (b, w) are not accepted")]
    Colors,
}

fn letter(input: &str) -> IResult<&str, Letter> {
    let plain = map(one_of("kabw"), |letter| match letter {
        'k' => Letter::Komi,
        'a' => Letter::Anti,
        'b' => Letter::Black,
        _ => Letter::White,
    });
    alt((plain, map(preceded(char('r'), number), Letter::Random))).parse(input)
}

/// Whether there are two games, the size, and the letters behind it.
fn parts(input: &str) -> IResult<&str, (Option<char>, u8, Vec<Letter>)> {
    all_consuming((opt(char('s')), number, many0(letter))).parse(input)
}

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Kind, NotAKind> {
        let small = text.to_ascii_lowercase();
        let Ok((_, (synchro, size, letters))) = parts(&small) else {
            return Err(NotAKind(excerpt(text)));
        };
        // More letters than there are say something twice.
        if letters.len() > 4 {
            return Err(NotAKind(excerpt(text)));
        }
        Ok(Kind {
            is_synchro: synchro.is_some(),
            size,
            letters,
            text: small,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Kind {
    /// Whether two games are played at once.
    pub fn is_synchro(&self) -> bool {
        self.is_synchro
    }

    /// How many discs are drawn by lot at the beginning, if any are.
    pub fn random_discs(&self) -> Option<u8> {
        self.letters.iter().find_map(|letter| match letter {
            Letter::Random(discs) => Some(*discs),
            _ => None,
        })
    }

    /// Whether its moves are those of Othello on 8 by 8 squares, so that one that has begun can be
    /// played.
    ///
    /// # Errors
    /// Why not.
    pub fn check_rules(&self) -> Result<(), Unplayed> {
        if self.size != 8 {
            return Err(Unplayed::Size);
        }
        if self.letters.contains(&Letter::Komi) {
            return Err(Unplayed::Komi);
        }
        if self.letters.contains(&Letter::Anti) {
            return Err(Unplayed::Anti);
        }
        Ok(())
    }

    /// Whether a game of this kind may be accepted at all.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), Unplayed> {
        self.check_rules()?;
        let chosen = |letter: &Letter| matches!(letter, Letter::Black | Letter::White);
        if self.letters.iter().any(chosen) {
            return Err(Unplayed::Colors);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_whole() {
        for (text, synchro, random) in [
            ("8", false, None),
            ("8r20", false, Some(20)),
            ("s8r20", true, Some(20)),
            ("S8R14", true, Some(14)),
            ("s8", true, None),
        ] {
            let kind: Kind = text.parse().unwrap();
            assert_eq!((kind.is_synchro(), kind.random_discs()), (synchro, random));
            assert_eq!(kind.to_string(), text.to_ascii_lowercase());
            assert_eq!(kind.check(), Ok(()));
        }
        for text in [
            "", "s", "r20", "8r", "8x", "8r300", "8 ", "88888", "8kkkkk", "é",
        ] {
            assert!(text.parse::<Kind>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_is_not_played_is_named() {
        for (text, reason) in [
            ("10", Unplayed::Size),
            ("6r8", Unplayed::Size),
            ("8k", Unplayed::Komi),
            ("8a", Unplayed::Anti),
            ("s8kr20", Unplayed::Komi),
            ("8b", Unplayed::Colors),
            ("8w", Unplayed::Colors),
        ] {
            let kind: Kind = text.parse().unwrap();
            assert_eq!(kind.check(), Err(reason), "{text}");
        }
        // One that was asked for by hand can be played all the same.
        assert_eq!("8B".parse::<Kind>().unwrap().check_rules(), Ok(()));
    }
}
