//! A classic player's options with their names, ranges and words.

use thiserror::Error;

use super::Classic;
use super::style::{Style, default_style, styles};
use crate::games::Playable;
use crate::player::{OptionError, OptionInfo, OptionKind};
use bianca_system::foreign::excerpt;

/// Plies of the deepest search that can be asked for.
const DEEPEST: i64 = 60;

impl<G: Playable> Classic<G> {
    pub(super) fn all_options(&self) -> Vec<OptionInfo> {
        vec![
            OptionInfo {
                name: "Player",
                kind: OptionKind::Choice {
                    default: default_style::<G>().name(),
                    values: styles::<G>().iter().map(|style| style.name()).collect(),
                },
                value: self.style.name().to_owned(),
                drawn: None,
                help: "who finds the moves; minimax:4 and alphabeta:4 set the depth, too",
            },
            self.depth_option(),
            OptionInfo {
                name: "Seed",
                kind: OptionKind::Number {
                    default: 0,
                    min: 0,
                    max: i64::MAX,
                },
                value: self.given.to_string(),
                drawn: (self.given == 0).then_some(self.seed),
                help: "seed of what is drawn at random; 0 leaves it to chance",
            },
        ]
    }

    /// How far minimax and alpha-beta look.
    pub fn depth_option(&self) -> OptionInfo {
        OptionInfo {
            name: "Depth",
            kind: OptionKind::Number {
                default: 0,
                min: 0,
                max: DEEPEST,
            },
            value: self.depth.to_string(),
            drawn: None,
            help: "plies that minimax and alphabeta look ahead; 0 for as many as a second allows",
        }
    }

    pub(super) fn change_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "player" => {
                let styles = styles::<G>();
                let chosen = style_and_depth(value).ok();
                let (style, depth) = chosen
                    .filter(|(style, _)| styles.contains(style))
                    .ok_or_else(|| {
                        let names: Vec<&str> = styles.iter().map(|style| style.name()).collect();
                        bad("Player", value, format!("one of {}", names.join(", ")))
                    })?;
                self.style = style;
                self.depth = depth.unwrap_or(self.depth);
            }
            "depth" => self.depth = number("Depth", value, DEEPEST)? as u32,
            "seed" => self.set_seed(number("Seed", value, i64::MAX)? as u64),
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }
}

/// A word that names no classic player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no player")]
pub struct UnknownStyle(pub String);

/// Reads `greedy`, `minimax:4` and so on; a depth only for those who look ahead.
///
/// # Errors
/// [`UnknownStyle`] with the whole word.
pub fn style_and_depth(word: &str) -> Result<(Style, Option<u32>), UnknownStyle> {
    let unknown = || UnknownStyle(excerpt(word));
    let (name, depth) = match word.split_once(':') {
        Some((name, depth)) => (name, Some(depth)),
        None => (word, None),
    };
    let mut all = Style::ALL.iter().copied();
    let style = all.find(|style| style.name().eq_ignore_ascii_case(name));
    let style = style.ok_or_else(unknown)?;
    let depth = match depth {
        None => None,
        Some(_) if !style.has_depth() => return Err(unknown()),
        Some(depth) => Some(depth.parse().ok().filter(|d| (1..=DEEPEST).contains(d))),
    };
    match depth {
        Some(None) => Err(unknown()),
        Some(Some(depth)) => Ok((style, Some(depth as u32))),
        None => Ok((style, None)),
    }
}

fn number(name: &'static str, value: &str, max: i64) -> Result<i64, OptionError> {
    let number = value.parse().ok();
    number
        .filter(|number| (0..=max).contains(number))
        .ok_or_else(|| bad(name, value, format!("a whole number from 0 to {max}")))
}

fn bad(name: &'static str, value: &str, expected: String) -> OptionError {
    OptionError::BadValue {
        name,
        value: value.to_owned(),
        expected,
    }
}
