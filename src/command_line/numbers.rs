//! Numbers that several commands ask for, with their bounds.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use bianca_play::people::crowd::RATINGS;
use bianca_search::search::LEVEL_MAX;

/// How many of something there are to be: 1 or more.
pub fn positive() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// So many of something, which has a word of its own for one: `1 game`, `2 games`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A level. Edax's lowest is 0, ours 1.
pub fn level(text: &str) -> Result<u32, String> {
    let level = text.parse().ok().filter(|level| *level <= LEVEL_MAX);
    let level: u32 = level.ok_or_else(|| format!("a level from 1 to {LEVEL_MAX} expected"))?;
    Ok(level.max(1))
}

/// The rating of people whose moves are asked for.
pub fn people(text: &str) -> Result<u16, String> {
    let rating = text.parse().ok().filter(|rating| RATINGS.contains(rating));
    let (least, most) = (RATINGS.start(), RATINGS.end());
    rating.ok_or_else(|| {
        format!("a rating from {least} to {most} expected; a file stands before the option, or after a rating")
    })
}

/// A time of more than 0 seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds expected")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        Err(_) if seconds > 0.0 => Err("fewer seconds expected".to_owned()),
        _ => Err("more than 0 seconds expected".to_owned()),
    }
}
