//! Sentences with places for values, as they stand in the files of the languages.
//!
//! `{name}` is a value. `{name, plural, one {…} other {…}}` has a case for each number: that of the
//! number itself (`=1`), else that of its category in the language, else `other`. `{name, select,
//! …}` has a case for each word that the value may be, else `other`. Cases are templates. It is the
//! part of ICU's MessageFormat that is needed here; there is no `#` and no quoting. Invariant: a
//! template that cannot be read is said as it stands. What is said it does not know.

use std::collections::BTreeSet;
use std::fmt::Display;

use bianca_system::language::Language;

/// A value with its name.
pub type Value<'a> = (&'a str, &'a dyn Display);

/// A part of a template.
enum Part<'a> {
    Text(&'a str),
    Value(&'a str),
    Choice {
        value: &'a str,
        is_number: bool,
        cases: Vec<(&'a str, Vec<Part<'a>>)>,
    },
}

/// Fills the values in.
pub fn fill(template: &str, language: Language, values: &[Value]) -> String {
    let mut said = String::with_capacity(template.len());
    match parse(template) {
        Some(parts) => write(&parts, language, values, &mut said),
        None => said.push_str(template),
    }
    said
}

/// The names of the values in a template; `None` if it cannot be read, or has a choice without
/// `other`.
pub fn names(template: &str) -> Option<BTreeSet<&str>> {
    let mut names = BTreeSet::new();
    gather(&parse(template)?, &mut names)?;
    Some(names)
}

fn gather<'a>(parts: &[Part<'a>], names: &mut BTreeSet<&'a str>) -> Option<()> {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Value(name) => _ = names.insert(*name),
            Part::Choice { value, cases, .. } => {
                names.insert(*value);
                cases.iter().find(|(case, _)| *case == "other")?;
                cases
                    .iter()
                    .try_for_each(|(_, parts)| gather(parts, names))?;
            }
        }
    }
    Some(())
}

fn write(parts: &[Part], language: Language, values: &[Value], said: &mut String) {
    let value = |name: &str| {
        let found = values.iter().find(|(known, _)| *known == name);
        found.map_or_else(String::new, |(_, value)| value.to_string())
    };
    for part in parts {
        match part {
            Part::Text(text) => said.push_str(text),
            Part::Value(name) => said.push_str(&value(name)),
            Part::Choice {
                value: name,
                is_number,
                cases,
            } => {
                let value = value(name);
                let (own, category) = if *is_number {
                    (format!("={value}"), plural(language, &value))
                } else {
                    (value, "other")
                };
                let of = |name: &str| cases.iter().find(|(case, _)| *case == name);
                let case = of(&own).or_else(|| of(category)).or_else(|| of("other"));
                if let Some((_, parts)) = case {
                    write(parts, language, values, said);
                }
            }
        }
    }
}

/// The category of Unicode's plural rules that a number is of, as it is written.
fn plural(language: Language, number: &str) -> &'static str {
    match (language, number) {
        (Language::English | Language::Spanish | Language::French, "1")
        | (Language::French, "0") => "one",
        _ => "other",
    }
}

fn parse(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        if at > 0 {
            parts.push(Part::Text(&rest[..at]));
        }
        let (inside, after) = braced(&rest[at..])?;
        parts.push(value_or_choice(inside)?);
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Some(parts)
}

/// What stands between the brace that the text begins with and its other one, and what follows.
fn braced(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return text
                .starts_with('{')
                .then(|| (&text[1..at], &text[at + 1..]));
        }
    }
    None
}

fn value_or_choice(inside: &str) -> Option<Part<'_>> {
    let is_name = |name: &&str| {
        !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
    };
    let Some((value, choice)) = inside.split_once(',') else {
        return Some(Part::Value(inside)).filter(|_| is_name(&inside));
    };
    let (kind, mut rest) = choice.split_once(',')?;
    let is_number = match kind.trim() {
        "plural" => true,
        "select" => false,
        _ => return None,
    };
    let mut cases = Vec::new();
    while !rest.trim_start().is_empty() {
        let at = rest.find('{')?;
        let (text, after) = braced(&rest[at..])?;
        let case = Some(rest[..at].trim()).filter(|case| !case.is_empty() && !case.contains('}'));
        cases.push((case?, parse(text)?));
        rest = after;
    }
    let value = Some(value.trim()).filter(is_name)?;
    Some(Part::Choice {
        value,
        is_number,
        cases,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(template: &str, language: Language, n: u32) -> String {
        fill(template, language, &[("n", &n), ("who", &"X")])
    }

    #[test]
    fn values_are_filled_in_where_they_stand() {
        assert_eq!(said("{who}: {n}{n}", Language::English, 7), "X: 77");
        assert_eq!(said("no {value}!", Language::English, 7), "no !");
        assert_eq!(said("", Language::English, 7), "");
    }

    #[test]
    fn a_number_has_the_case_of_itself_or_of_its_category() {
        let moves = "{who} has {n, plural, =0 {none} one {{n} move} other {{n} moves of {who}}}.";
        for (language, n, expected) in [
            (Language::English, 0, "X has none."),
            (Language::English, 1, "X has 1 move."),
            (Language::English, 2, "X has 2 moves of X."),
            (Language::French, 1, "X has 1 move."),
            (Language::Japanese, 1, "X has 1 moves of X."),
        ] {
            assert_eq!(said(moves, language, n), expected);
        }
        let many = "{n, plural, one {s} other {p}}";
        let of = |language| [0, 1, 2, 10].map(|n| said(many, language, n)).concat();
        assert_eq!(of(Language::English), "pspp");
        assert_eq!(of(Language::Spanish), "pspp");
        assert_eq!(of(Language::French), "sspp");
        assert_eq!(of(Language::Chinese), "pppp");
        assert_eq!(of(Language::Japanese), "pppp");
    }

    #[test]
    fn a_word_has_its_own_case_or_the_other_one() {
        let which = "{who, select, O {white} X {black {n}} other {nobody}}";
        assert_eq!(said(which, Language::English, 3), "black 3");
        let other = fill(which, Language::English, &[("who", &"Y")]);
        assert_eq!(other, "nobody");
    }

    #[test]
    fn the_names_of_values_are_those_of_all_cases() {
        let template = "{a} {b, plural, one {{c}} other {{d, select, x {{e}} other {}}}}";
        let expected = BTreeSet::from(["a", "b", "c", "d", "e"]);
        assert_eq!(names(template), Some(expected));
    }

    #[test]
    fn what_cannot_be_read_is_said_as_it_stands() {
        for template in [
            "{",
            "}",
            "a } b",
            "{n",
            "{}",
            "{n m}",
            "{n,}",
            "{n, many, other {}}",
            "{n, plural, {}}",
            "{n, plural, one}",
            "{n, plural, one {}",
            "{n, plural, one {{}}}",
        ] {
            assert_eq!(names(template), None, "{template}");
            assert_eq!(said(template, Language::English, 1), template);
        }
        assert_eq!(names("{n, plural, one {}}"), None, "no other");
    }
}
