//! All that is said of moves, in every language, as `tests/data/verdicts.txt` has it word for word.

use super::*;

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
    let lost = |instead: Option<&str>| Reason::CornerLost {
        corner,
        line: line("f5 d6 h1"),
        instead: instead.map(square),
    };
    let few = |names, plies| Reason::FewMoves {
        left: squares(names),
        plies,
        instead: 9,
    };
    let many = |names, plies| Reason::ManyMoves {
        moves: squares(names),
        plies,
        instead: 2,
    };
    let (discs, edge, wedge) = (squares("a2 a3"), squares("c1 d1 e1 f1"), square("h4"));
    let x_square = square("g2");
    vec![
        lost(None),
        lost(Some("h1")),
        lost(Some("a8")),
        Reason::CornerLost {
            corner,
            line: line("h1"),
            instead: None,
        },
        Reason::CornerMissed {
            corner,
            line: line("d3 c5 h1"),
        },
        Reason::MustPass {
            line: line("f5 d6"),
        },
        Reason::PassMissed {
            line: line("d3 c5 b6"),
        },
        Reason::LastInRegion {
            region: squares("a1 b1 b2"),
            last: square("b1"),
        },
        Reason::Wedge {
            wedge,
            line: line("f5 h4"),
        },
        Reason::WedgeMissed {
            wedge,
            line: line("d3 a4 h4"),
        },
        Reason::UnbalancedEdge { edge },
        Reason::CornerOpened { corner },
        few("a1", 1),
        few("a1 b2 c3", 4),
        few("a1 b2 c3 d4", 5),
        many("a1 b2 c3 d4", 1),
        many("a1 b2 c3 d4 e5", 3),
        Reason::TempoMissed,
        Reason::StableGiven {
            discs,
            more: 4,
            plies: 1,
        },
        Reason::StableGiven {
            discs,
            more: 5,
            plies: 8,
        },
        Reason::StableMissed {
            discs,
            more: 6,
            plies: 7,
        },
        Reason::LastOfGame,
        Reason::Frontier {
            played: 11,
            best: 7,
        },
        Reason::BesideCorner { corner },
        Reason::Choice {
            played: (61, 72),
            best: (83, 54),
        },
        Reason::Choice {
            played: (61, 72),
            best: (61, 44),
        },
        Reason::XSquare {
            square: x_square,
            corner,
            line: line("f5 d6 g2"),
        },
        Reason::XSquareMissed {
            square: x_square,
            corner,
            line: line("d3 g2"),
        },
        Reason::EdgeGiven { edge },
        Reason::EdgeMissed { edge },
        Reason::SquareLeft {
            line: line("f5 d3"),
        },
        Reason::BothSquares {
            line: line("d3 c4 f5"),
        },
        Reason::Exposed {
            played: (61, 72),
            best: (43, 84),
        },
        Reason::Exposed {
            played: (61, 72),
            best: (61, 94),
        },
        Reason::Turned { played: 8, best: 3 },
        Reason::Discs {
            played: (20, 44),
            best: (30, 34),
        },
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
    let turned = Some(Reason::Turned { played: 8, best: 3 });
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
