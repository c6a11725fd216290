//! Verdicts on moves as sentences, in a file for each language and one table that lists them.
//!
//! A [`Verdict`] knows what was found; what it is called is the business of the languages alone.
//! Sentences hold no line break and no `: `, so that they can stand in a line of findings.

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use super::reason::Reason;
use crate::language::Language;
use crate::othello::{Bitboard, Color, Move, Square};

/// What is thought of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Who moves.
    pub mover: Color,
    /// The move that is judged.
    pub played: Square,
    /// The best move; for a best move the next one, if there is another.
    pub other: Option<Square>,
    /// What the move judged loses against the other in discs; below zero for the best one.
    pub loss: f64,
    /// What happens after the worse of the two, if the lines show it.
    pub reason: Option<Reason>,
}

impl Verdict {
    /// A sentence or two.
    pub fn sentences(&self, language: Language) -> String {
        let say = says(language);
        let sentence = |worse, best, reason: &Option<Reason>| {
            let (mover, opponent) = (self.mover, !self.mover);
            reason.as_ref().map(|reason| {
                say(&Saying::Why(&About {
                    mover,
                    opponent,
                    worse,
                    best,
                    reason,
                }))
            })
        };
        match self.other {
            None => say(&Saying::Only(self.played)),
            Some(other) if self.loss > 0.0 => sentence(self.played, other, &self.reason)
                .unwrap_or_else(|| say(&Saying::Loses(self.played, other, self.loss))),
            Some(other) if self.loss == 0.0 => say(&Saying::Equal(self.played, other)),
            Some(other) => {
                let best = say(&Saying::Best(self.played));
                match sentence(other, self.played, &self.reason) {
                    Some(why) => format!("{best}{}{why}", between_sentences(language)),
                    None => best,
                }
            }
        }
    }
}

/// A sentence about a pass of `mover` that is its only move.
pub fn forced_pass(mover: Color, language: Language) -> String {
    says(language)(&Saying::Pass(mover))
}

const fn says(language: Language) -> fn(&Saying) -> String {
    match language {
        Language::English => english::say,
        Language::Spanish => spanish::say,
        Language::Chinese => chinese::say,
        Language::Japanese => japanese::say,
        Language::French => french::say,
    }
}

const fn between_sentences(language: Language) -> &'static str {
    match language {
        Language::English | Language::Spanish | Language::French => " ",
        Language::Chinese | Language::Japanese => "",
    }
}

/// What can be said.
enum Saying<'a> {
    /// There is no other move.
    Only(Square),
    /// There is no move but to pass.
    Pass(Color),
    /// No move is better.
    Best(Square),
    /// The first is as good as the other.
    Equal(Square, Square),
    /// The first loses so many discs against the other, for no single reason.
    Loses(Square, Square, f64),
    /// A reason.
    Why(&'a About<'a>),
}

/// A reason with what is to be named in it.
struct About<'a> {
    mover: Color,
    opponent: Color,
    worse: Square,
    best: Square,
    reason: &'a Reason,
}

/// A list of moves or squares, parted by blanks.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}

/// Squares in brackets, with a blank before it; nothing if they are too many to look at.
fn few(squares: Bitboard) -> String {
    match squares.count() {
        1..=3 => format!(" ({})", list(squares)),
        _ => String::new(),
    }
}

/// A number of tenths.
fn tenths(number: u32) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// A line for brackets; nothing if it is only the move that it is about.
fn rest(line: &[Move]) -> String {
    match line {
        [_, _, ..] => list(line),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_named_by_their_codes() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        assert_eq!("zh-CN".parse(), Ok(Language::Chinese));
        assert_eq!("ES_mx".parse(), Ok(Language::Spanish));
        let error = "xx".parse::<Language>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "'xx' is not a language (en, es, fr, ja or zh)"
        );
    }

    #[test]
    fn every_verdict_has_a_sentence_in_every_language() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let verdict = |other: Option<&str>, loss| Verdict {
            mover: Color::Black,
            played: square("f5"),
            other: other.map(square),
            loss,
            reason: None,
        };
        let english = |verdict: Verdict| verdict.sentences(Language::English);
        assert_eq!(english(verdict(None, 0.0)), "f5 is the only move.");
        assert_eq!(english(verdict(Some("d3"), 0.0)), "f5 is as good as d3.");
        assert_eq!(english(verdict(Some("d3"), -1.0)), "f5 is the best move.");
        assert_eq!(
            english(verdict(Some("d3"), 2.5)),
            "f5 loses 2.5 discs against d3; their lines show no single reason."
        );
        for language in Language::ALL {
            for verdict in [
                verdict(None, 0.0),
                verdict(Some("d3"), 0.0),
                verdict(Some("d3"), -1.0),
                verdict(Some("d3"), 2.5),
            ] {
                let text = verdict.sentences(language);
                assert!(text.contains("f5") && !text.contains(": "), "{text}");
            }
            let passes = [Color::Black, Color::White].map(|mover| forced_pass(mover, language));
            assert!(passes[0] != passes[1] && !passes[0].contains(": "));
        }
    }
}
