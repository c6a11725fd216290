//! What a rating is, in words: a club player, one of the best in the world.
//!
//! The one place that says it, in every language, is the table in `classes.json`: the terminal and
//! reports have it from here, and the page from the same table. Invariant: a higher rating never
//! has the words of a lower class. Where a rating comes from it does not know.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

use bianca_system::language::Language;

/// The table.
#[derive(Deserialize)]
struct Classes {
    /// Where each class but the first begins, on the scale of the players of tournaments, whose
    /// mean is 1500. Those that the model knows lie between 900 and 2300.
    from: Vec<f64>,
    /// Who is of each class, from the weakest on, as a part of a sentence; by languages.
    who: HashMap<String, Vec<String>>,
}

fn classes() -> &'static Classes {
    static CLASSES: OnceLock<Classes> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let Ok(classes) = serde_json::from_str(include_str!("classes.json")) else {
            unreachable!("a test reads the table");
        };
        classes
    })
}

/// Who is as strong as this rating, as a part of a sentence.
///
/// ```
/// use bianca_system::language::Language;
/// use bianca_play::people::class::who;
///
/// assert_eq!(who(1740.0, Language::English), "a strong club player");
/// ```
pub fn who(rating: f64, language: Language) -> &'static str {
    let Classes { from, who } = classes();
    &who[language.code()][from.partition_point(|&from| from <= rating)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken;

    #[test]
    fn each_class_has_words_of_its_own_in_every_language() {
        let from = &classes().from;
        assert!(from.is_sorted_by(|a, b| a < b));
        let ratings = || from.iter().flat_map(|at| [at - 1.0, *at]);
        for language in Language::ALL {
            let mut words: Vec<&str> = ratings().map(|rating| who(rating, language)).collect();
            words.dedup();
            assert_eq!(words.len(), from.len() + 1, "{language}: {words:?}");
            assert_eq!(classes().who[language.code()], words);
        }
        let said = |language| {
            let words = ratings().map(|rating| ("who".into(), who(rating, language).into()));
            words.collect()
        };
        spoken::check(said, |_| &[]);
    }

    #[test]
    fn the_documents_have_the_same_classes() {
        let (_, table) = include_str!("../../../../docs/rate.md")
            .split_once("| from | who is as strong |\n|---|---|\n")
            .unwrap();
        let Classes { from, who } = classes();
        let rows: Vec<&str> = table.lines().take(from.len() + 1).collect();
        let from = from.iter().map(|at| format!("{at} "));
        let told = [String::new()].into_iter().chain(from).zip(&who["en"]);
        let told: Vec<String> = told.map(|(at, who)| format!("| {at}| {who} |")).collect();
        assert_eq!(rows, told);
    }
}
