//! Names on the server: of people, of matches and of the games in them, of records.

use std::fmt;
use std::str::FromStr;

use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::one_of;
use nom::combinator::{eof, map, map_opt, opt};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use bianca_system::foreign::{excerpt, is_unsafe};

/// Letters of the longest name that an account may have.
pub const LONGEST_NAME: usize = 8;

/// A name that no account can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is no name of an account: 2 to 8 letters, none of them ',' or '\\', and no '.' or '_' at the beginning"
)]
pub struct NotAName(pub String);

/// The name of an account.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Name, NotAName> {
        let is_letter = |c: char| !c.is_whitespace() && !is_unsafe(c) && !matches!(c, ',' | '\\');
        let letters = text.chars().count();
        if (2..=LONGEST_NAME).contains(&letters)
            && !text.starts_with(['.', '_', '*', '/', ':'])
            && text.chars().all(is_letter)
        {
            Ok(Name(text.to_owned()))
        } else {
            Err(NotAName(excerpt(text)))
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What was to be the name of a match, a request or a record and is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no number of the server, such as .12")]
pub struct NotANumber(pub String);

/// A match, a request, or a record that the server keeps: `.12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u32);

/// A game of a match: the only one, or the first or second of a synchro match (`.12.0`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The match.
    pub game_of: Number,
    /// Which of two games, if there are two.
    pub half: Option<u8>,
}

impl GameId {
    /// The place of the game among those of its match.
    pub fn place(self) -> usize {
        usize::from(self.half.unwrap_or(0))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}", self.0)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.half {
            None => self.game_of.fmt(f),
            Some(half) => write!(f, "{}.{half}", self.game_of),
        }
    }
}

fn number(input: &str) -> IResult<&str, Number> {
    let digits = take_while_m_n(1, 9, |c: char| c.is_ascii_digit());
    let number = map_opt(digits, |digits: &str| digits.parse().ok());
    preceded(tag("."), map(number, Number)).parse(input)
}

fn game(input: &str) -> IResult<&str, GameId> {
    let half = map_opt(preceded(tag("."), one_of("01")), |c| c.to_digit(2));
    map((number, opt(half)), |(game_of, half)| GameId {
        game_of,
        half: half.map(|half| half as u8),
    })
    .parse(input)
}

impl FromStr for Number {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Number, NotANumber> {
        match terminated(number, eof).parse(text) {
            Ok((_, number)) => Ok(number),
            Err(_) => Err(NotANumber(excerpt(text))),
        }
    }
}

impl FromStr for GameId {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<GameId, NotANumber> {
        match terminated(game, eof).parse(text) {
            Ok((_, id)) => Ok(id),
            Err(_) => Err(NotANumber(excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_accounts() {
        for text in ["ab", "bianca", "Élan", "8bot", "a.b_c"] {
            assert_eq!(text.parse::<Name>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "a",
            "ninelette",
            ".ab",
            "_ab",
            "a b",
            "a,b",
            "a\\b",
            "/os",
            "*",
            "a\x1bb",
            ":x",
        ] {
            assert!(text.parse::<Name>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_and_games_read_back_as_they_are_written() {
        for text in [".0", ".7", ".83353", ".999999999"] {
            assert_eq!(text.parse::<Number>().unwrap().to_string(), text);
            assert_eq!(text.parse::<GameId>().unwrap().half, None);
        }
        for text in [".7.0", ".7.1"] {
            assert_eq!(text.parse::<GameId>().unwrap().to_string(), text);
            assert!(text.parse::<Number>().is_err());
        }
        for text in [
            "",
            ".",
            "7",
            ".7.2",
            ".7.",
            ".x",
            ".1234567890",
            ".7 ",
            ".7.0.1",
        ] {
            assert!(text.parse::<GameId>().is_err(), "{text:?}");
        }
    }
}
