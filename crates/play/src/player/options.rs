//! Options as players list and take them.

use thiserror::Error;

use bianca_system::foreign::meant;

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
    /// There is none, but one of nearly this name.
    #[error("unknown option '{word}' (did you mean {meant}?)")]
    Misspelt {
        /// The word.
        word: String,
        /// The option.
        meant: &'static str,
    },
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

impl OptionError {
    /// The same, with the one of these options that an unknown name may mean.
    pub fn with_guess(self, options: &[OptionInfo]) -> OptionError {
        let OptionError::Unknown(word) = self else {
            return self;
        };
        match meant(&word, options.iter().map(|option| option.name)) {
            Some(meant) => OptionError::Misspelt { word, meant },
            None => OptionError::Unknown(word),
        }
    }
}

/// Reads the value of a switch. GoGui's dialog sends 1 and 0.
///
/// # Errors
/// If it is neither.
pub fn switch(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(OptionError::BadValue {
            name,
            value: value.to_owned(),
            expected: "true or false".to_owned(),
        }),
    }
}
