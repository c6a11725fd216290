//! For the tests of those who speak to people: that every language says all of it.

use super::Language;

/// Something that is said, with the name of the field that it is of.
pub type Said = (String, String);

/// Adds to what is said some of these words by their names: fixed ones, or ones made with values.
#[macro_export]
macro_rules! say {
    ($said:ident, $words:ident: $($key:ident $(($($value:expr),+))?),+) => {
        $said.extend([$((stringify!($key).to_owned(), $words.$key($($($value),+)?).to_string())),+]);
    };
}
pub use say;

/// Checks what is said in all languages, made with the same values, in the same order: no text is
/// as in English but those of the fields that may be alike, and all values stand in it, which are
/// numbers or marked by `§`.
///
/// # Panics
/// If a language leaves something in English, or a value out.
pub fn check(
    said: impl Fn(Language) -> Vec<Said>,
    may_be_alike: impl Fn(Language) -> &'static [&'static str],
) {
    let english = said(Language::English);
    assert!(english.iter().any(|(_, text)| has_words(text)));
    for language in Language::ALL {
        let here = said(language);
        assert_eq!(here.len(), english.len(), "{language}");
        let mut alike = Vec::new();
        for ((name, here), (_, there)) in here.iter().zip(&english) {
            assert_eq!(values(here), values(there), "{language} {name}: {here}");
            if here == there && has_words(here) {
                alike.push(name.as_str());
            }
        }
        if language != Language::English {
            assert_eq!(alike, may_be_alike(language), "{language}");
        }
    }
}

/// Checks what is said in all languages against what was said when it was last read through: a line
/// for each, of the language, the field and the text.
///
/// # Panics
/// If anything is another. The message is the new text, to be read through.
pub fn compare(said: impl Fn(Language) -> Vec<Said>, text: &str) {
    let mut told = String::new();
    for language in Language::ALL {
        for (name, said) in said(language) {
            told += &format!("{language} {name}: {said}\n");
        }
    }
    assert!(told == text, "{told}");
}

/// Whether there is a word in it; the sides are X and O everywhere.
fn has_words(text: &str) -> bool {
    text.chars()
        .any(|c| c.is_alphabetic() && c != 'X' && c != 'O')
}

/// Numbers, and marks of values, in their alphabetical order: languages put them in other places.
fn values(text: &str) -> Vec<&str> {
    let numbers = text
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|number| number.trim_matches('.'))
        .filter(|number| !number.is_empty());
    let mut values: Vec<&str> = numbers.chain(text.matches('§')).collect();
    values.sort_unstable();
    values
}

#[test]
#[should_panic(expected = "es")]
fn what_is_left_in_english_is_seen() {
    check(|_| vec![("undo".to_owned(), "Undo".to_owned())], |_| &[]);
}

#[test]
#[should_panic(expected = "fr count")]
fn a_value_that_is_left_out_is_seen() {
    let said = |language: Language| match language {
        Language::French => "sept".to_owned(),
        _ => format!("{} 7", language.code()),
    };
    check(
        |language| vec![("count".to_owned(), said(language))],
        |_| &[],
    );
}
