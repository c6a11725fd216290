//! All that is said of moves, in every language, as `tests/data/verdicts.txt` has it word for word.

use super::*;
use crate::strategy::reason::ReasonKind;
use crate::strategy::reason::tests::{made, told};
use bianca_records::sentences::{self, Entry};
use bianca_rules::othello::{Bitboard, Move};

/// What was said when it was last read through: blocks of a name and a line for each language.
const SAID: &str = include_str!("../../../../../tests/data/verdicts.txt");

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Bitboard {
    names.split(' ').map(square).collect()
}

fn line(words: &str) -> Vec<Move> {
    let words = words.split(' ');
    words.map(|word| word.parse().unwrap()).collect()
}

/// A reason of each kind, and each way in which it is put, with another value in each field.
fn reasons() -> Vec<Reason> {
    let corner = square("h1");
    let lost =
        |instead: Option<&str>| made::corner_lost(corner, line("f5 d6 h1"), instead.map(square));
    let few = |names, plies| made::few_moves(squares(names), plies, 9);
    let many = |names, plies| made::many_moves(squares(names), plies, 2);
    let (discs, edge, wedge) = (squares("a2 a3"), squares("c1 d1 e1 f1"), square("h4"));
    let x_square = square("g2");
    vec![
        lost(None),
        lost(Some("h1")),
        lost(Some("a8")),
        made::corner_lost(corner, line("h1"), None),
        made::corner_missed(corner, line("d3 c5 h1")),
        made::must_pass(line("f5 d6")),
        made::pass_missed(line("d3 c5 b6")),
        made::last_in_region(squares("a1 b1 b2"), square("b1")),
        made::wedge(wedge, line("f5 h4")),
        made::wedge_missed(wedge, line("d3 a4 h4")),
        made::unbalanced_edge(edge),
        made::corner_opened(corner),
        few("a1", 1),
        few("a1 b2 c3", 4),
        few("a1 b2 c3 d4", 5),
        many("a1 b2 c3 d4", 1),
        many("a1 b2 c3 d4 e5", 3),
        made::tempo_missed(),
        made::stable_given(discs, 4, 1),
        made::stable_given(discs, 5, 8),
        made::stable_missed(discs, 6, 7),
        made::last_of_game(),
        made::frontier(11, 7),
        made::beside_corner(corner),
        made::choice((61, 72), (83, 54)),
        made::choice((61, 72), (61, 44)),
        made::x_square(x_square, corner, line("f5 d6 g2")),
        made::x_square_missed(x_square, corner, line("d3 g2")),
        made::edge_given(edge),
        made::edge_missed(edge),
        made::square_left(line("f5 d3")),
        made::both_squares(line("d3 c4 f5")),
        made::exposed((61, 72), (43, 84)),
        made::exposed((61, 72), (61, 94)),
        made::turned(8, 3),
        made::discs((20, 44), (30, 34)),
    ]
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
            said += &format!("{} {}\n", language.code(), verdict.sentences(language));
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
        for value in &values {
            let mut named = reason.named().iter();
            let is_known = of_all.contains(value) || named.any(|(name, _)| name == value);
            assert!(is_known, "{} names {value}", kind.name());
        }
        for (name, _) in reason.named() {
            assert!(values.contains(name), "{} leaves out {name}", kind.name());
        }
        said.push(Entry {
            key: REASON,
            kinds: vec![kind.name()],
            values: values.into_iter().collect(),
            may_say: of_all.to_vec(),
        });
    }
    for language in Language::ALL {
        assert_eq!(Words::of(language).0.faults(&said), Vec::<String>::new());
    }
    assert_eq!(Marks::faults(), Vec::<String>::new());
}
