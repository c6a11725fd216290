//! All that is said of moves, in every language, as `tests/data/verdicts.txt` has it word for word.

use std::collections::BTreeSet;

use super::*;
use crate::strategy::reason::ReasonKind;
use crate::strategy::reason::tests::{made, told};
use bianca_records::sentences::{self, Entry};
use bianca_rules::othello::Bitboard;

/// What was said when it was last read through: blocks of a name and a line for each language.
const SAID: &str = include_str!("../../../../../tests/data/verdicts.txt");

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Bitboard {
    names.split(' ').map(square).collect()
}

/// A reason of each kind, and each way in which it is put, with another value in each field.
fn reasons() -> Vec<Reason> {
    let corner = square("h1");
    let lost = |moves, instead: Option<&str>| made::corner_lost(corner, moves, instead.map(square));
    let (one, two, three) = (squares("a1"), squares("a1 b2"), squares("a1 b2 c3"));
    let (four, five) = (squares("a1 b2 c3 d4"), squares("a1 b2 c3 d4 e5"));
    let few = |left, plies| made::few_moves(left, three, plies, 9);
    let many = |moves, plies| made::many_moves(moves, two, plies, 2);
    let (discs, edge, wedge) = (squares("a2 a3"), squares("c1 d1 e1 f1"), square("h4"));
    let (x_square, on_edge) = (square("g2"), "a1\u{2013}h1");
    let mut reasons = vec![
        lost(1, None),
        lost(2, Some("h1")),
        lost(3, Some("a8")),
        lost(4, None),
    ];
    reasons.extend((0..=4).map(|moves| made::corner_missed(corner, moves)));
    reasons.extend([
        made::must_pass(),
        made::pass_missed(),
        made::last_in_region(one, square("a1")),
        made::last_in_region(three, square("b2")),
        made::last_in_region(five, square("b2")),
        made::wedge(wedge),
        made::wedge_missed(wedge),
        made::unbalanced_edge(edge, square("b1"), square("f1")),
        made::corner_opened(corner),
        few(one, 1),
        few(two, 3),
        few(three, 4),
        few(four, 5),
        many(four, 1),
        many(five, 3),
        made::tempo_missed(),
        made::stable_given(discs, discs, 4, 1),
        made::stable_given(discs, three, 5, 8),
        made::stable_missed(discs, one, 6, 7),
        made::last_of_game(),
        made::frontier(11, 7),
        made::beside_corner(corner, true),
        made::beside_corner(corner, false),
        made::choice((61, 72), (83, 54), three),
        made::choice((61, 72), (83, 54), Bitboard::EMPTY),
        made::choice((61, 72), (61, 44), two),
        made::choice((61, 72), (61, 44), Bitboard::EMPTY),
        made::x_square(x_square, corner),
        made::x_square_missed(x_square, corner),
        made::edge_given(edge, on_edge),
        made::edge_missed(edge, on_edge),
        made::square_left(),
        made::both_squares(),
        made::exposed((61, 72), (43, 84)),
        made::exposed((61, 72), (61, 94)),
        made::turned(8, 3),
        made::discs((20, 44), (30, 34)),
        made::answer("d6", "c4"),
        made::answer("d6", "d6"),
        made::answer("d6", "pass"),
        made::answer("d6", "over"),
        made::answer("d6", "none"),
        made::answer("pass", "c4"),
        made::answer("over", "c4"),
        made::answer("none", "none"),
    ]);
    reasons
}

#[test]
fn everything_is_said_in_every_language_word_for_word() {
    let verdict = |mover, other: Option<&str>, loss, reason| Verdict {
        mover,
        played: square("f5"),
        other: other.map(square),
        loss,
        reason,
    };
    let (black, white) = (Color::Black, Color::White);
    let mut verdicts = vec![
        ("only".to_owned(), verdict(black, None, 0.0, None)),
        ("equal".to_owned(), verdict(black, Some("d3"), 0.0, None)),
        ("best".to_owned(), verdict(black, Some("d3"), -2.0, None)),
        ("loses".to_owned(), verdict(black, Some("d3"), 2.5, None)),
    ];
    for (place, reason) in reasons().into_iter().enumerate() {
        let mover = if place % 2 == 0 { black } else { white };
        let name = reason.kind().name().to_owned();
        verdicts.push((name, verdict(mover, Some("d3"), 6.0, Some(reason))));
    }
    // Of the best move it is said what would have been wrong with the other one.
    let turned = Some(made::turned(8, 3));
    verdicts.push((
        "best and why".to_owned(),
        verdict(white, Some("d3"), -2.0, turned),
    ));
    let mut said = String::new();
    for (name, verdict) in &verdicts {
        said += &format!("{name}\n");
        for language in Language::ALL {
            let code = language.code();
            said += &format!("{code} {}\n", verdict.sentences(language));
            if let Some(counts) = verdict.counts(language) {
                said += &format!("{code}   {counts}\n");
            }
        }
    }
    for color in [black, white] {
        said += "pass\n";
        for language in Language::ALL {
            said += &format!("{} {}\n", language.code(), forced_pass(color, language));
        }
    }
    // Where it is to be another, this is the new file, to be read through.
    assert!(said == SAID, "{said}");
}

/// A sentence is short, and says in words of the board what happens: the only numbers are those of
/// squares.
#[test]
fn reasons_are_short_and_count_nothing() {
    for reason in reasons() {
        let counts = COUNTED.contains(&reason.kind());
        let verdict = Verdict {
            mover: Color::White,
            played: square("f5"),
            other: Some(square("d3")),
            loss: 6.0,
            reason: Some(reason),
        };
        for language in Language::ALL {
            let said = verdict.sentences(language);
            let letters = said.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
            let (words, letters) = (said.split_whitespace().count(), letters.count());
            let is_short = match language {
                Language::English | Language::Spanish | Language::French => words <= 20,
                Language::Japanese | Language::Chinese => letters <= 60,
            };
            assert!(is_short, "{words} {said}");
            let mut before = ' ';
            for digit in said.chars() {
                let is_counted = digit.is_ascii_digit() && !before.is_ascii_lowercase();
                assert!(!is_counted, "{said}");
                before = digit;
            }
            assert_eq!(verdict.counts(language).is_some(), counts, "{said}");
        }
    }
}

#[test]
fn every_language_says_all_of_it_with_the_values_that_there_are() {
    let of_all = ["mover", "opponent", "worse", "best"];
    let english = Words::of(Language::English);
    let (told, mut said) = (told(), Words::entries());
    for kind in ReasonKind::ALL {
        let sentence = english.0.kind(REASON, kind.name());
        let values = sentences::names(sentence).unwrap();
        let reason = told.iter().find(|reason| reason.kind() == kind);
        let reason = reason.unwrap_or_else(|| panic!("{}", kind.name()));
        let counts = COUNTED.contains(&kind);
        let counts = counts.then(|| english.0.kind(COUNTS, kind.name()));
        let counted = counts.map_or_else(Default::default, |text| sentences::names(text).unwrap());
        for value in values.iter().chain(&counted) {
            let mut named = reason.named().iter();
            let is_known = of_all.contains(value) || named.any(|(name, _)| name == value);
            assert!(is_known, "{} names {value}", kind.name());
        }
        for (name, _) in reason.named() {
            let is_said = values.contains(name) || counted.contains(name);
            assert!(is_said, "{} leaves out {name}", kind.name());
        }
        let mut say = |key, values: BTreeSet<&'static str>| {
            said.push(Entry {
                key,
                kinds: vec![kind.name()],
                values: values.into_iter().collect(),
                may_say: of_all.to_vec(),
            });
        };
        say(REASON, values);
        if counts.is_some() {
            say(COUNTS, counted);
        }
    }
    for language in Language::ALL {
        assert_eq!(Words::of(language).0.faults(&said), Vec::<String>::new());
    }
    assert_eq!(Marks::faults(), Vec::<String>::new());
}
