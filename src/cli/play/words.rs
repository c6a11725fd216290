//! What is said and what may be typed, in a file for each language and one table that lists them.
//!
//! The sentences of the book's game are the book's own where the language has an edition that is a
//! source of this project (English, Spanish).

mod chinese;
mod english;
mod spanish;

use crate::strategy::Theme;

/// Every language. The first is spoken where the system's is none of them.
pub const LANGUAGES: [&Words; 3] = [&english::WORDS, &spanish::WORDS, &chinese::WORDS];

/// Words that mean the same.
pub type Typed = &'static [&'static str];

/// The words of one language. Numbers and moves are put in by functions, because languages order
/// them differently.
pub struct Words {
    /// The language's code of ISO 639.
    pub code: &'static str,

    // What may be typed, in every language at any time; see [`is_typed`].
    /// Leaves.
    pub quit: Typed,
    /// Switches hints on and off, or asks for one.
    pub hints: Typed,
    /// Explains the position.
    pub explain: Typed,
    /// Prints the whole way to the goal.
    pub solve: Typed,
    /// Takes a move back.
    pub undo: Typed,
    /// How a yes begins.
    pub yes: Typed,

    // The book's game.
    pub welcome: &'static str,
    pub choose_side: &'static str,
    pub you_begin: &'static str,
    pub computer_begins: &'static str,
    /// The person's points and the computer's.
    pub points: fn(u32, u32) -> String,
    pub enter_move: &'static str,
    pub not_a_move: &'static str,
    pub turns_nothing: &'static str,
    pub press_enter: &'static str,
    pub you_pass: &'static str,
    pub computer_passes: &'static str,
    /// The points of X and of O.
    pub final_points: fn(u32, u32) -> String,
    pub beat_computer: fn(u32) -> String,
    pub lost_by: fn(u32) -> String,
    pub tie: &'static str,
    pub again: &'static str,
    pub thanks: &'static str,
    /// The title of a finding.
    pub theme: fn(Theme) -> &'static str,

    // The other games.
    pub welcome_to: fn(&str) -> String,
    pub begin: &'static str,
    pub available: fn(&str) -> String,
    pub your_move: &'static str,
    pub not_available: &'static str,
    pub computer_moves: fn(&str) -> String,
    /// The person's points.
    pub your_points: fn(i32) -> String,
    pub you_win: &'static str,
    pub you_lose: &'static str,
    pub enter_for_step: &'static str,
    pub tree_too_large: &'static str,

    // The frogs.
    pub select_frog: &'static str,
    pub not_a_position: &'static str,
    pub frog_cannot_move: &'static str,
    pub nothing_to_undo: &'static str,
    pub no_way: &'static str,
    pub success: &'static str,
    pub failure: &'static str,
}

/// Whether `word` is one of these words in any language.
pub fn is_typed(word: &str, meant: fn(&Words) -> Typed) -> bool {
    LANGUAGES
        .iter()
        .any(|language| meant(language).contains(&word))
}

/// Whether `answer` begins as a yes does in any language.
pub fn is_yes(answer: &str) -> bool {
    let mut begins = LANGUAGES.iter().flat_map(|language| language.yes);
    begins.any(|yes| answer.starts_with(yes))
}
