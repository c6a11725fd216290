//! What a rating is, in words: a club player, one of the best in the world.
//!
//! The one place that says it is the section `people` of the languages' files, each by the rating
//! from which on it is so: the terminal and reports have it from here, and the page from the same
//! files. Invariant: a higher rating never has the words of a lower class. Where a rating comes
//! from it does not know.

use bianca_system::language::Language;

bianca_records::sentences! {
    /// What people are.
    Words = "people" {
        /// Who is of each class, as a part of a sentence.
        who[CLASSES.map(|(_, name)| name)];
    }
}

/// Where each class begins, on the scale of the players of tournaments, whose mean is 1500, and its
/// name in the files. Those that the model knows lie between 900 and 2300.
const CLASSES: [(f64, &str); 11] = [
    (f64::NEG_INFINITY, "0"),
    (650.0, "650"),
    (900.0, "900"),
    (1100.0, "1100"),
    (1300.0, "1300"),
    (1450.0, "1450"),
    (1650.0, "1650"),
    (1850.0, "1850"),
    (2050.0, "2050"),
    (2250.0, "2250"),
    (2450.0, "2450"),
];

/// Who is as strong as this rating, as a part of a sentence.
///
/// ```
/// use bianca_system::language::Language;
/// use bianca_play::people::class::who;
///
/// assert_eq!(who(1740.0, Language::English), "a strong club player");
/// ```
pub fn who(rating: f64, language: Language) -> &'static str {
    let class = CLASSES.partition_point(|&(from, _)| from <= rating).max(1);
    Words::of(language).who(CLASSES[class - 1].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken;

    #[test]
    fn each_class_has_words_of_its_own_in_every_language() {
        let (first, others) = CLASSES.split_first().unwrap();
        assert_eq!(first.1, "0");
        assert!(others.iter().all(|(from, name)| from.to_string() == *name));
        assert!(CLASSES.is_sorted_by(|a, b| a.0 < b.0));
        let ratings = || others.iter().flat_map(|(at, _)| [at - 1.0, *at]);
        for language in Language::ALL {
            let mut words: Vec<&str> = ratings().map(|rating| who(rating, language)).collect();
            words.dedup();
            assert_eq!(words.len(), CLASSES.len(), "{language}: {words:?}");
            let told = CLASSES.map(|(_, name)| Words::of(language).who(name));
            assert_eq!(words, told);
        }
        assert_eq!(Words::faults(), Vec::<String>::new());
        assert_eq!(
            who(f64::NAN, Language::English),
            who(0.0, Language::English)
        );
        spoken::check(
            |language| Words::of(language).0.said(&Words::entries()),
            |_| &[],
        );
    }

    #[test]
    fn the_documents_have_the_same_classes() {
        let (_, table) = include_str!("../../../../docs/rate.md")
            .split_once("| from | who is as strong |\n|---|---|\n")
            .unwrap();
        let rows: Vec<&str> = table.lines().take(CLASSES.len()).collect();
        let words = Words::of(Language::English);
        let told = CLASSES.map(|(_, name)| match name {
            "0" => format!("| | {} |", words.who(name)),
            name => format!("| {name} | {} |", words.who(name)),
        });
        assert_eq!(rows, told);
    }
}
