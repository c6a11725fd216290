//! Verdicts on moves as sentences and findings as words, in the section `strategy` of the
//! languages' files.
//!
//! A [`Verdict`] knows what was found; what it is called is the business of the files alone.
//! Sentences hold no line break and no `: `, so that they can stand in a line of findings. They
//! speak of the board: what was counted is said by itself, to who asks for it.

use std::fmt::Display;

use super::reason::{Named, Reason, ReasonKind};
use super::{Finding, Theme};
use bianca_rules::othello::{Color, Square};
use bianca_system::language::Language;

bianca_records::sentences! {
    /// What is said of moves. What each kind of reason says is not in this list.
    Words = "strategy" {
        /// There is no other move.
        only(played);
        /// There is no move but to pass.
        pass(side);
        /// No move is better.
        best(played);
        /// The first is as good as the other.
        equal(played, other);
        /// The first loses so many discs against the other.
        loses(played, best, loss);
        /// What stands between two sentences.
        between;
        /// What stands between two squares.
        comma;
        /// Squares in brackets, with what stands before a bracket.
        squares(squares);
        theme[Theme::ALL.map(Theme::title)];
        /// A side in a sentence, and by itself.
        side[SIDES];
        colour[SIDES];
    }
}

bianca_records::sentences! {
    /// What all who speak use.
    Marks = "marks" {
        /// What stands between a name and what is said of it.
        colon;
    }
}

/// The names of the sides in the files.
const SIDES: [&str; 2] = [name(Color::Black), name(Color::White)];

const fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

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
        let words = Words::of(language);
        let played = self.played;
        let why = |worse, best| self.said_of_reason(words, REASON, [worse, best]);
        match self.other {
            None => words.only(played),
            Some(other) if self.loss > 0.0 => {
                why(played, other).unwrap_or_else(|| words.loses(played, other, self.loss))
            }
            Some(other) if self.loss == 0.0 => words.equal(played, other),
            Some(other) => match why(other, played) {
                Some(why) => words.best(played) + words.between() + &why,
                None => words.best(played),
            },
        }
    }

    /// What the reason counted, if it counted anything.
    pub fn counts(&self, language: Language) -> Option<String> {
        let other = self.other?;
        let kind = self.reason.as_ref()?.kind();
        let pair = if self.loss < 0.0 {
            [other, self.played]
        } else {
            [self.played, other]
        };
        let counts = self.said_of_reason(Words::of(language), COUNTS, pair);
        counts.filter(|_| COUNTED.contains(&kind))
    }

    /// What one of the files' lists says of the reason, and so of two moves.
    fn said_of_reason(
        &self,
        words: Words,
        list: &str,
        [worse, best]: [Square; 2],
    ) -> Option<String> {
        let reason = self.reason.as_ref()?;
        let [mover, opponent] = [self.mover, !self.mover].map(|side| words.side(name(side)));
        let named = reason.named().iter();
        let named: Vec<_> = named
            .map(|(key, named)| (*key, said(words, named)))
            .collect();
        let mut values: Vec<(&str, &dyn Display)> = vec![
            ("mover", &mover),
            ("opponent", &opponent),
            ("worse", &worse),
            ("best", &best),
        ];
        values.extend(named.iter().map(|(key, said)| (*key, said as &dyn Display)));
        let template = words.0.kind(list, reason.kind().name());
        Some(words.0.fill(template, &values))
    }
}

/// The keys of what each kind of reason says, and of what some of them have counted.
const REASON: &str = "reason";
const COUNTS: &str = "counts";
/// The kinds that count.
const COUNTED: [ReasonKind; 10] = [
    ReasonKind::MovesRunOut,
    ReasonKind::FewerMoves,
    ReasonKind::MoreMovesForOpponent,
    ReasonKind::StableGiven,
    ReasonKind::StableMissed,
    ReasonKind::Frontier,
    ReasonKind::Choice,
    ReasonKind::Exposed,
    ReasonKind::Turned,
    ReasonKind::Count,
];
/// Squares in brackets are no more than these.
const FEW: u32 = 3;

/// What a sentence names, as it stands there.
fn said(words: Words, named: &Named) -> String {
    match named {
        Named::Word(word) => word.clone(),
        Named::Number(number) => number.to_string(),
        Named::Tenths(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
        Named::Squares(squares) => list(*squares, words.comma()),
        Named::Few(squares) => match squares.count() {
            2..=FEW => words.squares(list(*squares, words.comma())),
            _ => String::new(),
        },
    }
}

/// A list of squares.
fn list(squares: impl IntoIterator<Item = Square>, between: &str) -> String {
    let squares: Vec<String> = squares.into_iter().map(|at| at.to_string()).collect();
    squares.join(between)
}

/// A sentence about a pass of `mover` that is its only move.
pub fn forced_pass(mover: Color, language: Language) -> String {
    Words::of(language).pass(name(mover))
}

/// What a finding is about, in a few words.
pub fn title(theme: Theme, language: Language) -> &'static str {
    Words::of(language).theme(theme.title())
}

/// The name of a side where it stands by itself.
pub fn colour(color: Color, language: Language) -> &'static str {
    Words::of(language).colour(name(color))
}

/// What stands between a name and what is said of it.
pub fn colon(language: Language) -> &'static str {
    Marks::of(language).colon()
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
        text += &list(squares.iter().copied(), " ");
    }
    text
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
            "f5 loses 2.5 discs against d3."
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
