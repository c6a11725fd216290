use super::*;
use crate::language::Language;
use crate::othello::OthelloGame;
use crate::othello::random::random_move;
use crate::record::transcript::{parse_transcript, replay};
use crate::strategy::words::Verdict;
use rand::prelude::*;
use std::collections::BTreeSet;

/// Blunders of games between programs, one for each kind of reason. Seven lines each: the moves
/// before, the line of the move played, that of the best one (both as a search found them), the
/// reason's name, its sentences in English, Spanish and Chinese.
const POSITIONS: &str = include_str!("../../../tests/data/reasons.txt");

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn every_kind_of_reason_has_a_position_with_its_sentences() {
    let mut names = Vec::new();
    for block in POSITIONS.trim().split("\n\n") {
        let lines: Vec<&str> = block.lines().collect();
        let [before, played, best, name, english, spanish, chinese] = lines[..] else {
            panic!("seven lines: {block}");
        };
        let mut game = OthelloGame::new();
        replay(&mut game, &parse_transcript(before).unwrap()).unwrap();
        let (played, best) = (moves(played), moves(best));
        let reason = why_worse(game.position(), &played, &best);
        assert_eq!(
            reason.as_ref().map(|found| found.kind().name()),
            Some(name),
            "{block}"
        );
        names.push(name);
        let verdict = Verdict {
            mover: game.to_move(),
            played: played[0].square().unwrap(),
            other: best[0].square(),
            loss: 6.0,
            reason,
        };
        for (language, expected) in Language::ALL.into_iter().zip([english, spanish, chinese]) {
            let said = verdict.sentences(language);
            assert_eq!(said, expected, "{block}");
        }
        for language in Language::ALL {
            let said = verdict.sentences(language);
            assert!(!said.contains(": ") && !said.contains('\n'), "{said}");
            let is_english = said == english;
            assert_eq!(is_english, language == Language::English, "{said}");
            assert_eq!(named(&said), named(english), "{said}");
        }
    }
    assert!(names.len() >= 29, "{} positions", names.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(
        names.len(),
        ReasonKind::ALL.len(),
        "every kind of reason: {names:?}"
    );
}

/// The squares and numbers that a sentence names, each once: languages say some of them twice.
fn named(sentence: &str) -> BTreeSet<String> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let words = words.map(|word| word.trim_matches('.'));
    let named = words.filter(|word| word.ends_with(|c: char| c.is_ascii_digit()));
    named.map(str::to_owned).collect()
}

/// What a reason counts: two reasons of one kind compare the same two numbers.
fn counted(reason: &Reason) -> &'static str {
    match reason {
        Reason::CornerLost { .. } | Reason::CornerMissed { .. } => "corners",
        Reason::MustPass { .. } | Reason::PassMissed { .. } => "passes",
        Reason::Wedge { .. } | Reason::WedgeMissed { .. } => "wedges",
        Reason::XSquare { .. } | Reason::XSquareMissed { .. } => "x squares",
        Reason::EdgeGiven { .. } | Reason::EdgeMissed { .. } => "edges",
        Reason::FewMoves { .. } | Reason::ManyMoves { .. } => "moves",
        Reason::StableGiven { .. } | Reason::StableMissed { .. } => "stable discs",
        other => other.kind().name(),
    }
}

fn random_line(start: Position, plies: usize, random: &mut StdRng) -> Vec<Move> {
    let mut position = start;
    let mut line = Vec::new();
    while line.len() < plies && !position.is_over() {
        let mv = random_move(position, random);
        line.push(mv);
        position = position.play(mv).unwrap();
    }
    line
}

#[test]
fn no_finder_speaks_for_both_moves() {
    let mut random = StdRng::seed_from_u64(22);
    let mut found = std::collections::BTreeMap::new();
    for _ in 0..600 {
        let mut position = Position::START;
        while !position.is_over() {
            if position.moves().count() > 1 && random.random_ratio(1, 4) {
                let lines = [(); 2].map(|()| random_line(position, 12, &mut random));
                let [one, other] = lines.each_ref().map(Vec::as_slice);
                for find in FINDERS {
                    let says = |played, best| {
                        Lines::replay(position, played, best).and_then(|lines| find(&lines))
                    };
                    let (for_other, for_one) = (says(one, other), says(other, one));
                    if let (Some(one), Some(other)) = (&for_other, &for_one) {
                        panic!("{position:?} {lines:?}: {one:?} and {other:?}");
                    }
                    for reason in for_other.into_iter().chain(for_one) {
                        *found.entry(counted(&reason)).or_insert(0) += 1;
                    }
                }
            }
            position = position.play(random_move(position, &mut random)).unwrap();
        }
    }
    assert_eq!(found.len(), 20, "{found:?}");
    assert!(found.values().all(|&count| count > 20), "{found:?}");
}

#[test]
fn lines_that_say_nothing_have_no_reason() {
    let start = Position::START;
    let (f5, d6) = (moves("f5"), moves("f5 d6"));
    assert_eq!(why_worse(start, &[], &f5), None);
    assert_eq!(why_worse(start, &f5, &d6), None, "the same move");
    assert_eq!(why_worse(start, &moves("a1"), &f5), None, "no legal move");
    // Mirror images.
    let (one, other) = (moves("f5 d6 c3"), moves("d3 f4 c6"));
    assert_eq!(why_worse(start, &one, &other), None);
    // What is not legal ends a line.
    assert_eq!(why_worse(start, &moves("f5 a1 d6"), &moves("d3 h8")), None);
}

#[test]
fn passes_that_a_line_leaves_out_are_put_in() {
    let mut random = StdRng::seed_from_u64(4);
    let (mut passes, mut reasons) = (0, 0);
    for _ in 0..200 {
        let mut position = Position::START;
        while position.empties() > 14 && !position.is_over() {
            position = position.play(random_move(position, &mut random)).unwrap();
        }
        let whole = [(); 2].map(|()| random_line(position, 60, &mut random));
        let silent = whole.each_ref().map(|line| {
            let placed = line.iter().copied().filter(|&mv| mv != Move::Pass);
            placed.collect::<Vec<_>>()
        });
        passes += whole.concat().len() - silent.concat().len();
        let reason = why_worse(position, &whole[0], &whole[1]);
        assert_eq!(reason, why_worse(position, &silent[0], &silent[1]));
        reasons += usize::from(reason.is_some());
    }
    assert!(passes > 100 && reasons > 50, "{passes}, {reasons}");
}

#[test]
fn every_kind_is_found_by_its_name() {
    for kind in ReasonKind::ALL {
        assert_eq!(ReasonKind::named(kind.name()), Some(kind));
    }
    assert_eq!(ReasonKind::named("bad luck"), None);
}
