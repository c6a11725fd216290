//! The language that the environment asks for.

use bianca_system::language::Language;

/// The variables that name a locale, in the order in which POSIX looks. An empty one is none.
const NAMES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of the locale, or English where that is none of Bianca's.
pub fn language() -> Language {
    let mut values = NAMES
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let locale = values.find(|value| !value.is_empty()).unwrap_or_default();
    locale.parse().unwrap_or_default()
}
