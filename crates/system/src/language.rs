//! The languages that Bianca speaks to people: one list, with their codes.
//!
//! What is said in each is the business of whoever speaks: `strategy` has the sentences about
//! moves, the terminal its words. Openings have names in other languages, too.

#[doc(hidden)]
pub mod spoken;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A language that people are spoken to in.
///
/// ```
/// use bianca_system::language::Language;
///
/// assert_eq!("zh-CN".parse(), Ok(Language::Chinese));
/// assert_eq!("es_MX.UTF-8".parse(), Ok(Language::Spanish));
/// assert!("C".parse::<Language>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Chinese.
    Chinese,
    /// Japanese.
    Japanese,
    /// French.
    French,
}

/// A word that is no language here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a language (en, es, fr, ja or zh)")]
pub struct UnknownLanguage(pub String);

impl Language {
    /// All of them. The first is spoken where the system's is none of them.
    pub const ALL: [Language; 5] = [
        Language::English,
        Language::Spanish,
        Language::Chinese,
        Language::Japanese,
        Language::French,
    ];

    /// Its code of ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
            Language::Chinese => "zh",
            Language::Japanese => "ja",
            Language::French => "fr",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Reads a code in any case, also as a part of a locale: `es`, `zh-CN`, `en_GB.UTF-8`.
    fn from_str(word: &str) -> Result<Language, UnknownLanguage> {
        let code = word.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.code().eq_ignore_ascii_case(code))
            .ok_or_else(|| UnknownLanguage(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads_back_and_is_named_in_the_error() {
        let error = "xx".parse::<Language>().unwrap_err().to_string();
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
            assert_eq!(language.code().to_uppercase().parse(), Ok(language));
            assert!(error.contains(language.code()), "{error}");
        }
        assert_eq!(Language::ALL[0], Language::default());
        assert!("".parse::<Language>().is_err());
    }
}
