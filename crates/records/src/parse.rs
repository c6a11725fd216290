//! The error of every nom grammar, of the dialects and of the formats of files.
//!
//! It holds the text from where reading failed and what was expected there; what message that
//! makes is the business of whoever has the grammar.

use nom::IResult;
use nom::error::{ErrorKind, FromExternalError, ParseError};

/// Where reading failed and what was expected there.
pub struct Misread<'a> {
    /// The text from there on.
    pub at: &'a str,
    /// What should stand there.
    pub expected: &'static str,
}

impl<'a> ParseError<&'a str> for Misread<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Misread {
            at,
            expected: "another character",
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a, E> FromExternalError<&'a str, E> for Misread<'a> {
    fn from_external_error(at: &'a str, kind: ErrorKind, _: E) -> Self {
        Misread::from_error_kind(at, kind)
    }
}

/// What a parser gives.
pub type Parsed<'a, T> = IResult<&'a str, T, Misread<'a>>;

/// What a grammar read and the text behind it.
///
/// # Errors
/// Where it failed.
pub fn finish<'a, T>(parsed: Parsed<'a, T>) -> Result<(&'a str, T), Misread<'a>> {
    parsed.map_err(|error| match error {
        nom::Err::Error(misread) | nom::Err::Failure(misread) => misread,
        // Only streaming parsers ask for more, and none is used.
        nom::Err::Incomplete(_) => Misread {
            at: "",
            expected: "more",
        },
    })
}
