//! What the report of a match says, in a file for each language and one table that lists them.
//!
//! What all reports share is said by [`page`](bianca_play::page::words). Why a game was forfeited
//! or adjudged is the journal's text and stays as it is.
// The names of fields say what they are.
#![allow(missing_docs)]

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use bianca_rules::othello::Color;
use bianca_system::language::{Language, words_in};

/// The words of one language.
pub struct Words {
    /// Which it is.
    pub language: Language,
    /// How many games.
    pub games: fn(usize) -> String,
    /// Before where the openings come from.
    pub openings: &'static str,
    /// The seed of the match.
    pub seed: fn(u64) -> String,
    /// The columns of the table of results.
    pub columns: [&'static str; 11],
    /// From one Elo to another.
    pub range: fn(&str, &str) -> String,
    /// The sequential test: both hypotheses, the ratio and its bounds.
    pub test: fn((f64, f64), f64, (f64, f64)) -> String,
    pub undecided: &'static str,
    /// That a hypothesis is accepted: its number, and its Elo.
    pub accepted: fn(Hypothesis, f64) -> String,
    /// Between the names of two engines.
    pub against: &'static str,
    /// Games won, drawn and lost.
    pub results: fn(u64, u64, u64) -> String,
    /// How many pairs of games had 0, ½, 1, 1½ and 2 points.
    pub pairs: fn([u64; 5]) -> String,
    /// The unit in which a match is told.
    pub unit: &'static str,
    pub elo_over_time: &'static str,
    pub elo_caption: &'static str,
    pub disc_differences: &'static str,
    pub discs_caption: &'static str,
    /// Before and after the name of the engine from whose side a chart is seen.
    pub from_side: [&'static str; 2],
    pub forfeits: fn(Color) -> &'static str,
    /// The name of an opening and how many moves it has.
    pub opening: fn(&str, usize) -> String,
    pub scores_for_black: &'static str,
    /// Before the names of both sides.
    pub scores_of_both: &'static str,
}

/// What a sequential test weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// That the difference is this or less.
    H0,
    /// That it is this or more.
    H1,
}

impl Words {
    /// The words of a language.
    pub const fn of(language: Language) -> &'static Words {
        words_in!(language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken::{self, Said, say};

    /// Everything that is said in a language. No field is left out: the pattern has them all.
    fn said(words: &Words) -> Vec<Said> {
        let Words {
            language: _,
            games,
            openings,
            seed,
            columns,
            range,
            test,
            undecided,
            accepted,
            against,
            results,
            pairs,
            unit,
            elo_over_time,
            elo_caption,
            disc_differences,
            discs_caption,
            from_side,
            forfeits,
            opening,
            scores_for_black,
            scores_of_both,
        } = words;
        let mut said = Vec::new();
        say!(
            said: openings,
            undecided,
            against,
            unit,
            elo_over_time,
            elo_caption,
            disc_differences,
            discs_caption,
            scores_for_black,
            scores_of_both
        );
        say!(
            said: games(71),
            seed(72),
            range("73", "74"),
            test((75.0, 76.0), 77.0, (78.0, 79.0)),
            accepted(Hypothesis::H0, 81.0),
            accepted(Hypothesis::H1, 82.0),
            results(83, 84, 85),
            pairs([86, 87, 88, 89, 91]),
            opening("92", 93),
            forfeits(Color::Black),
            forfeits(Color::White)
        );
        said.push(("from_side".to_owned(), from_side.concat()));
        said.extend(columns.map(|column| (column.to_owned(), column.to_owned())));
        said
    }

    #[test]
    fn no_language_leaves_anything_in_english_or_out() {
        // The rating's name is the same everywhere.
        spoken::check(|language| said(Words::of(language)), |_| &["Elo"]);
    }
}
