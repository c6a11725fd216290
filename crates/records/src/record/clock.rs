//! The notation of a [`TimeControl`] that GGS and GGF have: `15:00/00:05/02:00`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::syntax;
use crate::clock::TimeControl;
use bianca_system::foreign::excerpt;

/// A word that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a time (15:00, or 15:00/00:05/02:00)")]
pub struct NotATime(pub String);

impl FromStr for TimeControl {
    type Err = NotATime;

    /// Reads main time, increment and extension parted by `/`, each `hours:minutes:seconds`,
    /// `minutes:seconds`, `seconds` or nothing.
    fn from_str(text: &str) -> Result<TimeControl, NotATime> {
        let mut parts = text.split('/').map(duration);
        let mut next = || parts.next().unwrap_or(Some(Duration::ZERO));
        let read = (next(), next(), next());
        match (read, parts.next()) {
            ((Some(main), Some(increment), Some(extension)), None) => Ok(TimeControl {
                main,
                increment,
                extension,
                period: None,
            }),
            _ => Err(NotATime(excerpt(text))),
        }
    }
}

impl fmt::Display for TimeControl {
    /// Leaves out what is zero at the end; periods have no place in this notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_duration(f, self.main)?;
        if !self.increment.is_zero() || !self.extension.is_zero() {
            f.write_str("/")?;
        }
        if !self.increment.is_zero() {
            write_duration(f, self.increment)?;
        }
        if !self.extension.is_zero() {
            f.write_str("/")?;
            write_duration(f, self.extension)?;
        }
        Ok(())
    }
}

fn duration(text: &str) -> Option<Duration> {
    if text.trim().is_empty() {
        return Some(Duration::ZERO);
    }
    let mut sum = Duration::ZERO;
    for (place, part) in text.split(':').enumerate() {
        if place == 3 {
            return None;
        }
        sum = sum.checked_mul(60)?.checked_add(syntax::seconds(part)?)?;
    }
    Some(sum)
}

fn write_duration(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    write!(f, "{minutes:02}:{seconds:02}")?;
    match time.subsec_millis() {
        0 => Ok(()),
        milliseconds => write!(f, ".{milliseconds:03}"),
    }
}

/// A clock of so many milliseconds.
#[cfg(test)]
pub(super) fn control(main: u64, increment: u64, extension: u64) -> TimeControl {
    let [main, increment, extension] = [main, increment, extension].map(Duration::from_millis);
    TimeControl {
        main,
        increment,
        extension,
        period: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for (text, expected) in [
            ("15:00", control(900_000, 0, 0)),
            ("05:00//02:00", control(300_000, 0, 120_000)),
            ("1:00:00/00:05", control(3_600_000, 5_000, 0)),
            ("300", control(300_000, 0, 0)),
            ("0//2:00", control(0, 0, 120_000)),
            ("1:02.50", control(62_500, 0, 0)),
            ("", control(0, 0, 0)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
            assert_eq!(expected.to_string().parse(), Ok(expected), "{expected}");
        }
        for text in ["1:2:3:4", "a", "1/2/3/4", "-1", "1::x"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert_eq!(control(300_000, 0, 120_000).to_string(), "05:00//02:00");
        assert_eq!(control(300_000, 2_000, 0).to_string(), "05:00/00:02");
    }
}
