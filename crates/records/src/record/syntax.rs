//! What the grammars of the formats share: errors with their place, and how numbers are written.
//!
//! A grammar here is made of nom parsers whose error holds where the text broke and what was
//! expected there; [`finish`] turns it into a [`ReadError`] with the line.

use std::time::Duration;

use nom::Parser;
use nom::character::complete::multispace0;
use nom::sequence::delimited;

use super::error::ReadError;
pub use crate::parse::Parsed;
use crate::parse::{self, Misread};
use bianca_rules::score::Score;

/// Scores beyond this many discs are not believed to be scores.
const LARGEST_SCORE: f64 = 100_000.0;

/// Times beyond this many seconds, thirty years, are not believed to be times.
const LONGEST_TIME: f64 = 1e9;

/// Names what was expected where `parser` does not even begin.
pub fn expected<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Misread<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Misread<'a>> {
    move |input: &'a str| {
        parser.parse_complete(input).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Error(Misread {
                at: input.trim_start(),
                expected: what,
            }),
            other => other,
        })
    }
}

/// `parser` with blanks and line breaks around it.
pub fn blanks<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Misread<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Misread<'a>> {
    delimited(multispace0, parser, multispace0)
}

/// What `parsed` gives, or where in the whole `text` it broke.
pub fn finish<'a, T>(text: &'a str, parsed: Parsed<'a, T>) -> Result<T, ReadError> {
    let broken = match parse::finish(parsed) {
        Ok((_, value)) => return Ok(value),
        Err(misread) => misread,
    };
    let done = &text[..text.len() - broken.at.len()];
    Err(ReadError::Syntax {
        line: 1 + done.matches('\n').count(),
        expected: broken.expected,
        found: match broken.at.chars().next() {
            Some(character) => format!("'{}'", character.escape_default()),
            None => "the end".to_owned(),
        },
    })
}

/// A decimal number without exponent.
pub fn decimal(text: &str) -> Option<f64> {
    let is_decimal = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    let text = text.trim();
    let number: f64 = text.parse().ok()?;
    // Hundreds of digits are infinite, and infinity would be written as a word.
    (number.is_finite() && text.chars().all(is_decimal)).then_some(number)
}

/// A score in discs.
pub fn discs(text: &str) -> Option<Score> {
    let discs = decimal(text).filter(|discs: &f64| discs.abs() <= LARGEST_SCORE)?;
    Some(Score::from_fraction(discs))
}

/// A score in discs with two decimals, or with three if [`discs`] needs them.
pub fn write_discs(score: Score) -> String {
    let text = format!("{:.2}", score.discs());
    if discs(&text) == Some(score) {
        return text;
    }
    format!("{:.3}", score.discs())
}

/// A time in seconds, to the millisecond.
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds = decimal(text).filter(|seconds| (0.0..=LONGEST_TIME).contains(seconds))?;
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// A time in seconds with two decimals, or with three if it has milliseconds.
pub fn write_seconds(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let decimals = if milliseconds.is_multiple_of(10) {
        2
    } else {
        3
    };
    format!("{:.decimals$}", milliseconds as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_and_time_reads_back() {
        for score in (-20_000..20_000).map(Score) {
            assert_eq!(discs(&write_discs(score)), Some(score));
        }
        for time in (0..200_000).step_by(7).map(Duration::from_millis) {
            assert_eq!(seconds(&write_seconds(time)), Some(time));
        }
        assert_eq!(write_discs(Score(-128)), "-0.50");
        assert_eq!(write_seconds(Duration::from_millis(1250)), "1.25");
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "+", "1e5", "inf", "nan", "1 2", "999999999999"] {
            assert_eq!(discs(text), None, "{text}");
            assert_eq!(seconds(text), None, "{text}");
        }
        assert_eq!(seconds("-1"), None);
        assert_eq!(decimal(&"9".repeat(400)), None);
        assert_eq!(decimal(&"9".repeat(300)).map(f64::is_finite), Some(true));
    }
}
