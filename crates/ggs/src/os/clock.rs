//! Clocks as the server writes them: what a game is played with, and what is left.
//!
//! A setting is `15:00/00:10/02:00`: main time, increment, extension, each perhaps with `,N`
//! (another way of counting) and a number of moves. A running clock has two numbers there,
//! `00:56,1:0//02:00,1:0`: moves made, and those that the time is for. Who has used up the main
//! time is given the extension, once, and has lost all the same; the clock goes up then.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, u32 as number};
use nom::combinator::{all_consuming, map, map_opt, opt};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use bianca_records::clock::TimeControl;
use bianca_rules::reading::ClockReading;
use bianca_system::foreign::excerpt;

/// Seconds of the longest time that is believed: ten days.
const LONGEST: i64 = 864_000;

/// What was to be a clock and is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no clock, such as 15:00 or 05:00/00:10/02:00")]
pub struct NotAClock(pub String);

/// A part of a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Part {
    /// Seconds; below zero once a clock was overrun.
    seconds: i64,
    /// Whether `N` stands there: it is counted in another way than usual.
    is_other: bool,
    /// Moves that were made in it.
    made: u32,
    /// Moves that it is for, if that is said.
    moves: Option<u32>,
}

/// `[-][days.][hours:]minutes:seconds`, or seconds alone.
fn seconds(input: &str) -> IResult<&str, i64> {
    let word = take_while1(|c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '-'));
    map_opt(word, read_seconds).parse(input)
}

fn read_seconds(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (days, text) = match text.split_once('.') {
        Some((days, rest)) => (days.parse::<u32>().ok()?, rest),
        None => (0, text),
    };
    let mut total = 0_i64;
    let mut parts = 0;
    for part in text.split(':') {
        let is_number =
            !part.is_empty() && part.len() <= 6 && part.bytes().all(|b| b.is_ascii_digit());
        let part: i64 = is_number.then(|| part.parse().ok())??;
        total = total * 60 + part;
        parts += 1;
    }
    let total = i64::from(days) * 86_400 + total;
    (parts <= 3 && total <= LONGEST).then_some(sign * total)
}

fn part(input: &str) -> IResult<&str, Part> {
    let counted = (
        opt(char('N')),
        opt(number),
        opt(preceded(char(':'), number)),
    );
    let part = (opt(seconds), opt(preceded(char(','), counted)));
    map(part, |(time, counted)| {
        let (other, first, second) = counted.unwrap_or_default();
        let (made, moves) = match second {
            Some(of) => (first.unwrap_or(0), Some(of)),
            None => (0, first),
        };
        Part {
            seconds: time.unwrap_or(0),
            is_other: other.is_some(),
            made,
            moves,
        }
    })
    .parse(input)
}

/// Main time, increment, extension.
fn parts(text: &str) -> Option<[Part; 3]> {
    let next = || opt(preceded(tag("/"), part));
    let mut grammar = all_consuming((part, next(), next()));
    let read: IResult<&str, _> = grammar.parse(text);
    let (_, (main, increment, extension)) = read.ok()?;
    (!text.is_empty()).then(|| {
        [
            main,
            increment.unwrap_or_default(),
            extension.unwrap_or_default(),
        ]
    })
}

fn time(seconds: i64) -> Duration {
    Duration::from_secs(u64::try_from(seconds).unwrap_or(0))
}

/// What a game is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    text: String,
    main: Part,
    increment: Part,
    extension: Part,
}

impl FromStr for Setting {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Setting, NotAClock> {
        let parts = parts(text).filter(|parts| parts.iter().all(|part| part.seconds >= 0));
        let [main, increment, extension] = parts.ok_or_else(|| NotAClock(excerpt(text)))?;
        Ok(Setting {
            text: text.to_owned(),
            main,
            increment,
            extension,
        })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Setting {
    /// Main time.
    pub fn main(&self) -> Duration {
        time(self.main.seconds)
    }

    /// Added after each move.
    pub fn increment(&self) -> Duration {
        time(self.increment.seconds)
    }

    /// Given once when the main time is over.
    pub fn extension(&self) -> Duration {
        time(self.extension.seconds)
    }

    /// Whether moves are counted in it, or its times in another way than usual.
    pub fn is_odd(&self) -> bool {
        let parts = [self.main, self.increment, self.extension];
        let usual = [0, 1, 0];
        parts
            .iter()
            .zip(usual)
            .any(|(part, moves)| part.is_other || part.moves.is_some_and(|given| given != moves))
    }

    /// As files of games have it.
    pub fn control(&self) -> TimeControl {
        TimeControl {
            main: self.main(),
            increment: self.increment(),
            extension: self.extension(),
            period: None,
        }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    main: Part,
    increment: Part,
    extension: Part,
}

impl FromStr for Running {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Running, NotAClock> {
        let [main, increment, extension] = parts(text).ok_or_else(|| NotAClock(excerpt(text)))?;
        Ok(Running {
            main,
            increment,
            extension,
        })
    }
}

impl Running {
    /// Seconds that it shows; below zero when it was overrun.
    pub fn seconds(&self) -> i64 {
        self.main.seconds
    }

    /// What is left, in whole seconds, as the server rounds it.
    pub fn left(&self) -> Duration {
        time(self.main.seconds)
    }

    /// What a game is played with of which nothing was used yet.
    pub fn setting(&self) -> Setting {
        let control = TimeControl {
            main: self.left(),
            increment: time(self.increment.seconds),
            extension: time(self.extension.seconds),
            period: None,
        };
        let unused = |part: Part| Part { made: 0, ..part };
        Setting {
            text: control.to_string(),
            main: unused(self.main),
            increment: unused(self.increment),
            extension: unused(self.extension),
        }
    }

    /// Added after each move. An increment that gives back only what was used, or is for several
    /// moves, is not counted on.
    pub fn increment(&self) -> Duration {
        let each_move = self.increment.moves.is_none_or(|moves| moves <= 1);
        if each_move && !self.increment.is_other {
            time(self.increment.seconds)
        } else {
            Duration::ZERO
        }
    }

    /// What a search is told, with `left` to use.
    pub fn reading(&self, left: Duration) -> ClockReading {
        let moves = self.main.moves.filter(|&moves| moves > 0);
        let to_go = moves.map(|moves| moves.saturating_sub(self.main.made).max(1));
        ClockReading {
            remaining: left,
            moves_to_go: to_go,
            increment: self.increment(),
            ..ClockReading::default()
        }
    }

    /// Whether it shows that the main time was overrun, where it showed `before` ahead of the
    /// move: it went up by more than an increment.
    pub fn was_overrun(&self, before: &Running) -> bool {
        let most = before.seconds() + time(self.increment.seconds).as_secs() as i64;
        self.seconds() < 0
            || (self.seconds() > most && self.main.moves.is_none_or(|moves| moves == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(text: &str) -> Setting {
        text.parse().unwrap()
    }

    fn running(text: &str) -> Running {
        text.parse().unwrap()
    }

    #[test]
    fn settings_have_three_parts_of_which_most_are_left_out() {
        let seconds = Duration::from_secs;
        for (text, main, increment, extension) in [
            ("15:00", 900, 0, 0),
            ("01:00//02:00", 60, 0, 120),
            ("05:00/00:12/02:00", 300, 12, 120),
            ("01:30:00", 5400, 0, 0),
            ("1.00:00:01", 86_401, 0, 0),
        ] {
            let setting = setting(text);
            let parts = [setting.main(), setting.increment(), setting.extension()];
            assert_eq!(parts, [main, increment, extension].map(seconds), "{text}");
            assert!(!setting.is_odd(), "{text}");
        }
        for text in [
            "05:00,10",
            "05:00,N",
            "05:00/00:10,N",
            "05:00/00:10,5",
            "05:00//02:00,25",
        ] {
            assert!(setting(text).is_odd(), "{text}");
        }
        for text in [
            "",
            "x",
            "1:2:3:4",
            "05:00/x",
            "05:00/1/2/3",
            "-05:00",
            "99.00:00:00",
            ":",
            "05:00 ",
        ] {
            assert!(text.parse::<Setting>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_running_clock_says_what_is_left() {
        let clock = running("00:56,1:0//02:00,1:0");
        assert_eq!(clock.left(), Duration::from_secs(56));
        assert_eq!(clock.reading(clock.left()).moves_to_go, None);
        let counted = running("00:02,25:40/00:05,25:1/00:00,25:0");
        assert_eq!(counted.reading(counted.left()).moves_to_go, Some(15));
        assert_eq!(counted.increment(), Duration::from_secs(5));
        assert_eq!(running("01:00,0:0/00:05,N0:1/").increment(), Duration::ZERO);
        let overrun = running("-00:05,N1:0//02:00,0:0");
        assert_eq!((overrun.seconds(), overrun.left()), (-5, Duration::ZERO));
    }

    #[test]
    fn a_clock_that_goes_up_was_overrun() {
        let before = running("00:03,5:0//02:00,5:0");
        assert!(running("01:58,5:0//02:00,5:0").was_overrun(&before));
        assert!(running("-00:01,5:0//02:00,5:0").was_overrun(&before));
        assert!(!running("00:01,6:0//02:00,6:0").was_overrun(&before));
        let before = running("00:03,5:0/00:10,5:1/02:00,5:0");
        assert!(!running("00:12,6:0/00:10,6:1/02:00,6:0").was_overrun(&before));
        assert!(running("02:05,6:0/00:10,6:1/02:00,6:0").was_overrun(&before));
    }
}
