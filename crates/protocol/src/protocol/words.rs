//! Words of a line and what they mean: the small parsers that every dialect's grammar is made of.
//!
//! Each parser here takes one argument with the blanks after it. What it cannot read becomes a
//! [`Misread`] that holds the place and what was expected there; [`whole`] makes the message.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::space0;
use nom::combinator::{eof, map_opt, value};
use nom::sequence::terminated;

use super::Command;
use bianca_records::parse::finish;
pub use bianca_records::parse::{Misread, Parsed};
use bianca_rules::othello::Color;
use bianca_system::foreign::excerpt;

/// `text` with blanks for tabs, and without control characters and blanks around it.
pub fn clean(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    clean.trim().to_owned()
}

/// The grammar of one command's arguments.
pub type Grammar = fn(&str) -> Parsed<'_, Command>;

/// Applies `grammar` to all of `text`.
///
/// # Errors
/// A message that names the first wrong word, or what is missing.
pub fn whole(text: &str, grammar: Grammar) -> Result<Command, String> {
    let Misread { at, expected } = match finish(grammar(text)) {
        Ok(("", command)) => return Ok(command),
        Ok((rest, _)) => return Err(format!("'{}' is one word too many", first_word(rest))),
        Err(misread) => misread,
    };
    Err(if at.is_empty() {
        format!("{expected} is missing")
    } else {
        format!("'{}' is not {expected}", first_word(at))
    })
}

/// As much of the first word of `text` as an error holds.
pub fn first_word(text: &str) -> String {
    excerpt(text.split(' ').next().unwrap_or_default())
}

/// One word, of which `read` makes a value; `expected` names what it should have been.
pub fn word<'a, T>(
    expected: &'static str,
    mut read: impl FnMut(&'a str) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = Misread<'a>> {
    move |input: &'a str| {
        let one = terminated(take_till1(|c| c == ' '), space0);
        map_opt(one, &mut read)
            .parse_complete(input)
            .map_err(|_: nom::Err<Misread>| {
                nom::Err::Error(Misread {
                    at: input,
                    expected,
                })
            })
    }
}

/// A time in seconds, which may have a fraction.
pub fn seconds<'a>() -> impl Parser<&'a str, Output = Duration, Error = Misread<'a>> {
    word("a time in seconds", |word: &str| {
        let seconds: f64 = word.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    })
}

/// The error of a parser that leaves no other choice.
pub fn misread<'a>(at: &'a str, expected: &'static str) -> nom::Err<Misread<'a>> {
    nom::Err::Failure(Misread { at, expected })
}

/// `parser`, or nothing at the end of the line.
pub fn optional<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Misread<'a>>,
) -> impl Parser<&'a str, Output = Option<T>, Error = Misread<'a>> {
    alt((value((), eof).map(|()| None), parser.map(Some)))
}

pub fn any_word<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = String, Error = Misread<'a>> {
    word(expected, |word: &str| Some(word.to_owned()))
}

/// All that is left of the line, if there is any.
pub fn text<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = String, Error = Misread<'a>> {
    move |input: &'a str| {
        if input.is_empty() {
            return Err(nom::Err::Error(Misread {
                at: input,
                expected,
            }));
        }
        Ok(("", input.to_owned()))
    }
}

/// The colour that a word names.
pub fn color_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

pub fn color<'a>() -> impl Parser<&'a str, Output = Color, Error = Misread<'a>> {
    word("a colour (black or white)", color_of)
}

pub fn number<'a, T: std::str::FromStr>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = T, Error = Misread<'a>> {
    // `+5` would parse but is no number of anything here.
    word(expected, |word: &str| {
        let plain = word.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| word.parse().ok()).flatten()
    })
}

pub fn at_least_one<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = u32, Error = Misread<'a>> {
    word(expected, |word: &str| {
        word.parse().ok().filter(|&number| number >= 1)
    })
}
