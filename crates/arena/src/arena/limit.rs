//! How long an engine may think: what a match prescribes for each move or game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use bianca_records::clock::TimeControl;

/// The longest time that can be asked for, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// The prescription for one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// Nothing is said to the engine; it goes by its own level.
    #[default]
    Level,
    /// This long for each move.
    MoveTime(Duration),
    /// A clock for the whole game.
    Clock(TimeControl),
    /// Plies to search.
    Depth(u32),
    /// Positions to visit.
    Nodes(u64),
}

/// A limit that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// Not a limit at all.
    #[error(
        "'{0}' is not a limit (st=SECONDS, tc=MAIN, tc=MAIN+INCREMENT, tc=MAIN+PERIOD/MOVES, depth=N, nodes=N, or level)"
    )]
    NotALimit(String),
    /// A time that is not a number of seconds from 0 to a day.
    #[error("'{0}' is not a time in seconds")]
    BadTime(String),
    /// A number that is not a whole positive one.
    #[error("'{0}' is not a positive whole number")]
    BadNumber(String),
    /// A clock that never gives any time.
    #[error("'{0}' leaves no time to think")]
    NoTime(String),
}

impl FromStr for Limit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Limit, LimitError> {
        if text == "level" {
            return Ok(Limit::Level);
        }
        match text.split_once('=') {
            Some(("st", value)) => match seconds(value)? {
                Duration::ZERO => Err(LimitError::NoTime(text.to_owned())),
                time => Ok(Limit::MoveTime(time)),
            },
            Some(("tc", value)) => time_control(value).map(Limit::Clock),
            Some(("depth", value)) => positive(value).map(Limit::Depth),
            Some(("nodes", value)) => positive(value).map(Limit::Nodes),
            _ => Err(LimitError::NotALimit(text.to_owned())),
        }
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Level => f.write_str("level"),
            Limit::MoveTime(time) => write!(f, "st={}", time.as_secs_f64()),
            Limit::Depth(plies) => write!(f, "depth={plies}"),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Clock(control) => {
                write!(f, "tc={}", control.main.as_secs_f64())?;
                if let Some((time, moves)) = control.period {
                    write!(f, "+{}/{moves}", time.as_secs_f64())?;
                } else if !control.increment.is_zero() {
                    write!(f, "+{}", control.increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

fn time_control(text: &str) -> Result<TimeControl, LimitError> {
    let (main, extra) = match text.split_once('+') {
        Some((main, extra)) => (main, Some(extra)),
        // `30/5` alone is a period without main time.
        None if text.contains('/') => ("0", Some(text)),
        None => (text, None),
    };
    let (increment, period) = match extra.map(|extra| (extra, extra.split_once('/'))) {
        None => (Duration::ZERO, None),
        Some((_, Some((time, moves)))) => {
            (Duration::ZERO, Some((seconds(time)?, positive(moves)?)))
        }
        Some((increment, None)) => (seconds(increment)?, None),
    };
    let main = seconds(main)?;
    let period_is_empty = period.is_some_and(|(time, _)| time.is_zero());
    if period_is_empty || (main.is_zero() && period.is_none()) {
        return Err(LimitError::NoTime(text.to_owned()));
    }
    Ok(TimeControl {
        main,
        increment,
        period,
        ..TimeControl::default()
    })
}

fn seconds(text: &str) -> Result<Duration, LimitError> {
    match text.parse::<f64>() {
        // The comparison also refuses what is not a number.
        Ok(value) if (0.0..=LONGEST).contains(&value) => Ok(Duration::from_secs_f64(value)),
        _ => Err(LimitError::BadTime(text.to_owned())),
    }
}

fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, LimitError> {
    match text.parse::<T>() {
        Ok(value) if value != T::default() => Ok(value),
        _ => Err(LimitError::BadNumber(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_read_back_as_they_are_written() {
        for text in [
            "level",
            "st=0.2",
            "st=3",
            "tc=300",
            "tc=5+0.05",
            "tc=60+120/5",
            "tc=0+30/1",
            "depth=8",
            "nodes=100000",
        ] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        assert_eq!("tc=30/5".parse::<Limit>(), "tc=0+30/5".parse());
    }

    #[test]
    fn the_error_holds_the_word() {
        let error = |text: &str| text.parse::<Limit>().unwrap_err();
        assert_eq!(error("fast"), LimitError::NotALimit("fast".into()));
        assert_eq!(error("st=x"), LimitError::BadTime("x".into()));
        assert_eq!(error("st=nan"), LimitError::BadTime("nan".into()));
        assert_eq!(error("st=-1"), LimitError::BadTime("-1".into()));
        assert_eq!(error("st=1e99"), LimitError::BadTime("1e99".into()));
        assert_eq!(error("st=0"), LimitError::NoTime("st=0".into()));
        assert_eq!(error("tc=0"), LimitError::NoTime("0".into()));
        assert_eq!(error("tc=0+0/5"), LimitError::NoTime("0+0/5".into()));
        assert_eq!(error("tc=5+3/0"), LimitError::BadNumber("0".into()));
        assert_eq!(error("depth=0"), LimitError::BadNumber("0".into()));
    }
}
