//! Verdicts on moves as sentences and findings as words, in a file for each language and one table
//! that lists them.
//!
//! A [`Verdict`] knows what was found; what it is called is the business of the languages alone.
//! Sentences hold no line break and no `: `, so that they can stand in a line of findings.

mod chinese;
mod english;
mod french;
mod japanese;
mod spanish;

use super::reason::Reason;
use super::{Finding, Theme};
use bianca_rules::othello::{Bitboard, Color, Move, Square};
use bianca_system::language::Language;

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

/// What a finding is about, in a few words.
pub const fn title(theme: Theme, language: Language) -> &'static str {
    match language {
        Language::English => english::title(theme),
        Language::Spanish => spanish::title(theme),
        Language::Chinese => chinese::title(theme),
        Language::Japanese => japanese::title(theme),
        Language::French => french::title(theme),
    }
}

/// The name of a side where it stands by itself.
pub const fn colour(color: Color, language: Language) -> &'static str {
    match language {
        Language::English => english::colour(color),
        Language::Spanish => spanish::colour(color),
        Language::Chinese => chinese::colour(color),
        Language::Japanese => japanese::colour(color),
        Language::French => french::colour(color),
    }
}

/// What stands between a name and what is said of it.
pub const fn colon(language: Language) -> &'static str {
    match language {
        Language::English | Language::Spanish => ": ",
        Language::Chinese | Language::Japanese => "：",
        Language::French => "\u{a0}: ",
    }
}

/// A finding: in English as it displays itself, for programs as well.
pub fn found(finding: &Finding, language: Language) -> String {
    let colon = colon(language);
    let mut text = format!("{}{colon}", title(finding.theme, language));
    if let Some(color) = finding.color {
        text += colour(color, language);
        text.push(' ');
    }
    text += &finding.number.to_string();
    let squares = finding.named_squares();
    if !squares.is_empty() {
        text += colon;
        text += &list(squares);
    }
    text
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
mod sentences;
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
    fn findings_are_said_in_every_language_and_in_english_as_they_display_themselves() {
        let finding = |color, squares: &[&str]| Finding {
            theme: Theme::Mobility,
            color,
            number: squares.len() as u32,
            squares: squares.iter().map(|word| word.parse().unwrap()).collect(),
        };
        let some = finding(Some(Color::White), &["d3", "c4"]);
        for (language, text) in [
            (Language::English, "mobility: white 2: d3 c4"),
            (Language::Spanish, "movilidad: blancas 2: d3 c4"),
            (Language::Chinese, "行动力：白方 2：d3 c4"),
            (Language::Japanese, "着手可能数：白 2：d3 c4"),
            (Language::French, "mobilité\u{a0}: Blanc 2\u{a0}: d3 c4"),
        ] {
            assert_eq!(found(&some, language), text);
        }
        for finding in [some, finding(None, &[]), finding(None, &["a1"; 25])] {
            assert_eq!(found(&finding, Language::English), finding.to_string());
        }
    }

    #[test]
    fn no_language_leaves_a_theme_in_english() {
        for language in Language::ALL {
            for theme in Theme::ALL {
                let is_alike = title(theme, language) == theme.title();
                assert_eq!(is_alike, language == Language::English, "{theme:?}");
            }
            let sides = [Color::Black, Color::White].map(|color| colour(color, language));
            assert_ne!(sides[0], sides[1]);
        }
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
