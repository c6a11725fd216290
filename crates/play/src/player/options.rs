//! Options as players list and take them.

use thiserror::Error;

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Switch {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Number {
        /// Value at the start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// Value at the start.
        default: &'static str,
        /// All values.
        values: Vec<&'static str>,
    },
    /// Any text, which may be empty.
    Text {
        /// Value at the start.
        default: String,
    },
}

/// An option as `options` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name; case does not matter when it is set.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// Its value now.
    pub value: String,
    /// What was drawn where its value leaves it to chance.
    pub drawn: Option<u64>,
    /// What it does, in one line.
    pub help: &'static str,
}

/// Why an option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("unknown option '{0}'")]
    Unknown(String),
    /// It does not take this value.
    #[error("option {name}: '{value}' is not {expected}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value asked for.
        value: String,
        /// What it takes instead.
        expected: String,
    },
    /// The machine refused, for example memory for the hash table; the text names the option.
    #[error("{0}")]
    Failed(String),
}
