//! The words of players with what they mean and a picture each, in the section `glossary` of the
//! languages' files.
//!
//! One source for the executable, the page and `docs/glossary.md`. Invariant: each word has a
//! picture of eight rows that shows it by the rules, which tests look at. Where the words stand in
//! sentences, `forms` says; who links them is the business of the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bianca_system::language::Language;

bianca_records::sentences! {
    /// The words and what they mean.
    Words = "glossary" {
        /// What all of them are called.
        title;
        term[TERMS];
        meaning[TERMS];
        /// How a word is written in sentences, with commas between them.
        forms[TERMS];
    }
}

/// The keys of all words, in the order in which they are told.
pub const TERMS: [&str; 17] = [
    "corner",
    "x_square",
    "c_square",
    "edge",
    "unbalanced_edge",
    "wedge",
    "stable_disc",
    "mobility",
    "frontier",
    "wall",
    "quiet_move",
    "region",
    "parity",
    "last_move",
    "tempo",
    "sacrifice",
    "swindle",
];

/// Rows of `X` and `O`, in small letters where a disc is meant, `-` for empty squares, and `*` for
/// those that are meant.
const PICTURES: &str = include_str!("glossary.json");

/// A word of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called.
    pub term: &'static str,
    /// A sentence or two.
    pub meaning: &'static str,
    /// Eight rows: `X` and `O`, small where a disc is meant, `-` empty, `*` an empty square that is
    /// meant.
    pub picture: Vec<String>,
}

/// All words in a language.
pub fn entries(language: Language) -> Vec<Entry> {
    let words = Words::of(language);
    let mut pictures: BTreeMap<String, Vec<String>> =
        serde_json::from_str(PICTURES).unwrap_or_default();
    let entry = |term| Entry {
        term: words.term(term),
        meaning: words.meaning(term),
        picture: pictures.remove(term).unwrap_or_default(),
    };
    TERMS.into_iter().map(entry).collect()
}

/// All words as text: each with its meaning below it, and then the picture with its coordinates.
pub fn text(language: Language) -> String {
    let mut text = format!("{}\n", Words::of(language).title());
    for entry in entries(language) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}\n  {}\n\n", entry.term, entry.meaning);
        for line in diagram(&entry.picture) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

/// The rows of a picture with the names of files and ranks.
fn diagram(picture: &[String]) -> Vec<String> {
    let row = |(rank, row): (usize, &String)| {
        let cells: Vec<String> = row.chars().map(|cell| cell.to_string()).collect();
        format!("{} {}", rank + 1, cells.join(" ").replace('-', "."))
    };
    let head = ["  a b c d e f g h".to_owned()].into_iter();
    head.chain(picture.iter().enumerate().map(row)).collect()
}

#[cfg(test)]
mod tests;
