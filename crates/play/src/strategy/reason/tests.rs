pub mod made;
mod plain;

use super::line::Line;
use super::*;
use crate::strategy::words::Verdict;
use bianca_records::record::transcript::{parse_transcript, replay};
use bianca_rules::othello::OthelloGame;
use bianca_rules::othello::random::random_move;
use bianca_system::language::Language;
use rand::prelude::*;
use std::collections::BTreeSet;

/// Mistakes in games of tournaments, three for each kind of reason. Six lines each: which game it
/// is, the moves before, the line of the move played, that of the best one (both as a search found
/// them), the reason's name and its sentence.
const POSITIONS: &str = include_str!("../../../../../tests/data/reasons.txt");

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// The game up to the mistake of a block, and its two lines.
fn example(block: &str) -> (OthelloGame, Vec<Move>, Vec<Move>) {
    let mut lines = block.lines().skip(1);
    let mut next = || lines.next().unwrap();
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript(next()).unwrap()).unwrap();
    let (played, best) = (moves(next()), moves(next()));
    (game, played, best)
}

/// The reasons of all blocks, in which every kind is.
pub fn told() -> Vec<Reason> {
    let told = POSITIONS.trim().split("\n\n").map(|block| {
        let (game, played, best) = example(block);
        why_worse(game.position(), &played, &best).unwrap()
    });
    told.collect()
}

#[test]
fn every_kind_of_reason_is_told_of_three_games_of_tournaments() {
    let mut games = std::collections::BTreeMap::new();
    for block in POSITIONS.trim().split("\n\n") {
        let lines: Vec<&str> = block.lines().collect();
        let [which, _, _, _, name, english] = lines[..] else {
            panic!("six lines: {block}");
        };
        let (game, played, best) = example(block);
        let reason = why_worse(game.position(), &played, &best).unwrap();
        assert_eq!(reason.kind().name(), name, "{block}");
        let read = plain::read(game.position(), &played, &best);
        assert_eq!(read, Some(reason.clone()), "{block}");
        let of_kind: &mut BTreeSet<_> = games.entry(name).or_default();
        of_kind.insert(which.split(',').next().unwrap());
        let verdict = Verdict {
            mover: game.to_move(),
            played: played[0].square().unwrap(),
            other: best[0].square(),
            loss: 6.0,
            reason: Some(reason),
        };
        assert_eq!(verdict.sentences(Language::English), english, "{block}");
        for language in Language::ALL {
            let said = verdict.sentences(language);
            assert!(!said.contains(": ") && !said.contains('\n'), "{said}");
            let is_english = said == english;
            assert_eq!(is_english, language == Language::English, "{said}");
            assert_eq!(named(&said), named(english), "{said}");
        }
    }
    assert_eq!(games.len(), ReasonKind::ALL.len(), "every kind of reason");
    assert!(games.values().all(|games| games.len() >= 3), "{games:?}");
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
    match reason.kind() {
        ReasonKind::CornerLost | ReasonKind::CornerMissed => "corners",
        ReasonKind::MustPass | ReasonKind::PassMissed => "passes",
        ReasonKind::Wedge | ReasonKind::WedgeMissed => "wedges",
        ReasonKind::XSquare | ReasonKind::XSquareMissed => "x squares",
        ReasonKind::EdgeGiven | ReasonKind::EdgeMissed => "edges",
        ReasonKind::MovesRunOut | ReasonKind::FewerMoves | ReasonKind::MoreMovesForOpponent => {
            "moves"
        }
        ReasonKind::StableGiven | ReasonKind::StableMissed => "stable discs",
        other => other.name(),
    }
}

/// What a reason calls by this name.
fn part<'a>(reason: &'a Reason, name: &str) -> &'a Named {
    let mut named = reason.named().iter();
    named
        .find(|(known, _)| *known == name)
        .map(|(_, named)| named)
        .unwrap()
}

fn number(reason: &Reason, name: &str) -> u32 {
    match part(reason, name) {
        Named::Number(number) => *number,
        other => panic!("{name} is {other:?}"),
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
fn lines_that_say_nothing_else_say_what_is_answered() {
    let start = Position::START;
    let (f5, d6) = (moves("f5"), moves("f5 d6"));
    assert_eq!(why_worse(start, &[], &f5), None);
    assert_eq!(why_worse(start, &f5, &d6), None, "the same move");
    assert_eq!(why_worse(start, &moves("a1"), &f5), None, "no legal move");
    // Mirror images: there is nothing but what is answered.
    let (one, other) = (moves("f5 d6 c3"), moves("d3 c5 f6"));
    let answer = |answer, instead| Some(made::answer(answer, instead));
    assert_eq!(why_worse(start, &one, &other), answer("d6", "c5"));
    assert_eq!(why_worse(start, &one, &moves("d3")), answer("d6", "none"));
    // What is not legal ends a line.
    let (one, other) = (moves("f5 a1 d6"), moves("d3 h8"));
    assert_eq!(why_worse(start, &one, &other), answer("none", "none"));
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

/// Random lines from random positions, two from each.
fn pairs_of_lines(seed: u64, most_empties: u32, plies: usize) -> Vec<(Position, [Vec<Move>; 2])> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut pairs = Vec::new();
    for _ in 0..1_500 {
        let mut position = Position::START;
        while position.empties() > random.random_range(2..most_empties) && !position.is_over() {
            position = position.play(random_move(position, &mut random)).unwrap();
        }
        if position.moves().count() > 1 {
            let lines = [(); 2].map(|()| random_line(position, plies, &mut random));
            pairs.push((position, lines));
        }
    }
    pairs
}

#[test]
fn a_count_at_the_end_gives_the_empty_squares_to_the_winner() {
    let (mut told, mut with_empty) = (0, 0);
    for (position, [played, best]) in pairs_of_lines(7, 12, 60) {
        let Some(lines) = Lines::replay(position, &played, &best) else {
            continue;
        };
        let mut counted = |line: &[Move]| {
            let mut end = position;
            let mut mine = true;
            for &mv in line {
                end = end.play(mv).unwrap();
                mine = !mine;
            }
            assert!(end.is_over());
            let [one, other] = [end.own.count(), end.opp.count()];
            let [own, opp] = if mine { [one, other] } else { [other, one] };
            let empty = 64 - own - opp;
            with_empty += usize::from(empty > 0);
            match own.cmp(&opp) {
                std::cmp::Ordering::Less => (own, opp + empty),
                std::cmp::Ordering::Equal => (32, 32),
                std::cmp::Ordering::Greater => (own + empty, opp),
            }
        };
        let (played, best) = (counted(&played), counted(&best));
        let expected = (played.0 < best.0).then_some(made::discs(played, best));
        assert_eq!(discs::count(&lines), expected, "{position:?}");
        told += usize::from(expected.is_some());
    }
    assert!(told > 100 && with_empty > 10, "{told}, {with_empty}");
}

/// Who has two moves left has next to none, who has three has few.
#[test]
fn moves_run_out_at_two() {
    let square = |name: &&str| name.parse::<Square>().unwrap();
    let kinds = [&["a1"][..], &["a1", "b2"], &["a1", "b2", "c3"]]
        .map(|left| moves::kind_of_few(left.iter().map(square).collect()));
    let (out, fewer) = (ReasonKind::MovesRunOut, ReasonKind::FewerMoves);
    assert_eq!(kinds, [out, out, fewer]);
}

/// Of several regions in which the opponent makes the last move the smallest is told.
#[test]
fn the_smallest_region_is_told() {
    let mut several = 0;
    for (position, [played, best]) in pairs_of_lines(8, 20, 60) {
        let Some(lines) = Lines::replay(position, &played, &best) else {
            continue;
        };
        let told = parity::last_in_region(&lines);
        let lost = |region: &Bitboard| {
            let mine = |line: &Line| line.closed(*region, lines.whole).map(|(mine, _)| mine);
            (mine(&lines.played), mine(&lines.best)) == (Some(false), Some(true))
        };
        let lost: Vec<Bitboard> = super::super::regions(position.empty())
            .into_iter()
            .filter(lost)
            .collect();
        let least = lost.iter().map(|region| region.count()).min();
        if let Some(told) = told {
            let Named::Few(region) = *part(&told, "region") else {
                panic!("{told:?}");
            };
            let last = region.into_iter().map(Named::from);
            assert!(
                last.into_iter().any(|at| at == *part(&told, "last")),
                "{position:?}"
            );
            // The first of those that are as small.
            let first = lost.iter().find(|lost| Some(lost.count()) == least);
            assert_eq!(Some(&region), first, "{position:?}");
            several += usize::from(lost.len() > 1);
        }
    }
    assert!(several > 20, "{several}");
}

/// Of the squares that are here and not there, three at most.
fn three_of(here: Bitboard, there: Bitboard) -> Bitboard {
    let only = Square::all().filter(|&at| here.contains(at) && !there.contains(at));
    only.take(3).collect()
}

/// Of the moves that there are here and not there, three at most: on squares that are empty there,
/// if there are any.
fn only_here(here: Bitboard, there: Bitboard, board_there: Position) -> Bitboard {
    match three_of(here & board_there.empty(), there) {
        Bitboard::EMPTY => three_of(here, there),
        open => open,
    }
}

/// Of several turns at which the mobility differs, the one is told at which it differs most; of
/// equals the first.
#[test]
fn the_turn_at_which_mobility_differs_most_is_told() {
    let (mut told, mut run_out, mut equals) = (0, 0, 0);
    for (position, [played, best]) in pairs_of_lines(9, 56, 12) {
        let Some(lines) = Lines::replay(position, &played, &best) else {
            continue;
        };
        let Some(reason) = moves::mobility(&lines) else {
            continue;
        };
        let own = reason.kind() != ReasonKind::MoreMovesForOpponent;
        let left = number(&reason, if own { "left" } else { "moves" });
        let plies_told = number(&reason, "plies") as usize;
        let instead = number(&reason, "instead");
        let turns = |line: &Line| line.choices(own, lines.plies);
        let (here, there) = (turns(&lines.played), turns(&lines.best));
        let differences: Vec<u32> = here
            .iter()
            .zip(&there)
            .map(|(here, there)| here.1.count().abs_diff(there.1.count()))
            .collect();
        let turn = here.iter().position(|&(plies, _)| plies == plies_told);
        let turn = turn.unwrap();
        assert_eq!(left, here[turn].1.count());
        assert_eq!(instead, there[turn].1.count());
        let (moves, moves_there) = (here[turn].1, there[turn].1);
        let expected = if own {
            let missed = only_here(moves_there, moves, lines.played.at(plies_told));
            made::few_moves(moves, missed, plies_told, instead)
        } else {
            let new = only_here(moves, moves_there, lines.best.at(there[turn].0));
            made::many_moves(moves, new, plies_told, instead)
        };
        assert_eq!(reason, expected, "{position:?}");
        run_out += usize::from(reason.kind() == ReasonKind::MovesRunOut);
        assert!(instead.abs_diff(left) >= 3, "{position:?}");
        // What differs more does not differ by a third.
        let clear = |turn: usize| {
            let pair = [here[turn].1.count(), there[turn].1.count()];
            let (few, many) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            many - few >= 3 && 3 * few <= 2 * many
        };
        let clear: Vec<usize> = (0..differences.len()).filter(|&turn| clear(turn)).collect();
        let most = clear.iter().map(|&turn| differences[turn]).max().unwrap();
        let first = clear.iter().find(|&&turn| differences[turn] == most);
        assert_eq!(Some(&turn), first, "{position:?}");
        told += 1;
        equals += usize::from(
            clear
                .iter()
                .filter(|&&turn| differences[turn] == most)
                .count()
                > 1,
        );
    }
    assert!(
        told > 100 && run_out > 0 && equals > 20,
        "{told}, {run_out}, {equals}"
    );
}

/// A pass is a reason where all passes of both sides together are worse.
#[test]
fn a_pass_is_told_if_all_passes_together_are_worse() {
    let (mut told, mut outweighed) = ([0; 2], 0);
    for (position, [played, best]) in pairs_of_lines(10, 14, 30) {
        let Some(lines) = Lines::replay(position, &played, &best) else {
            continue;
        };
        let passes_to = |most: usize, line: &[Move], mine: bool| -> Vec<usize> {
            let near = line.iter().take(most).enumerate();
            let passes = near.filter(|&(ply, &mv)| mv == Move::Pass && (ply % 2 == 0) == mine);
            passes.map(|(ply, _)| ply).collect()
        };
        let passes = |line: &[Move], mine| passes_to(lines.plies, line, mine);
        let balance =
            |line: &[Move]| passes(line, true).len() as i32 - passes(line, false).len() as i32;
        let worse = balance(&played) > balance(&best);
        let mine = passes(&played, true).first().copied();
        let mine = mine.filter(|_| passes_to(60, &best, true).is_empty());
        let others = passes(&best, false).first().copied();
        let others = others.filter(|_| passes_to(60, &played, false).is_empty());
        outweighed += usize::from(!worse && (mine.is_some() || others.is_some()));
        let must_pass = mine.filter(|_| worse).map(|_| made::must_pass());
        let missed = others.filter(|_| worse).map(|_| made::pass_missed());
        told[0] += usize::from(must_pass.is_some());
        told[1] += usize::from(missed.is_some());
        assert_eq!(moves::must_pass(&lines), must_pass, "{position:?}");
        assert_eq!(moves::pass_missed(&lines), missed, "{position:?}");
    }
    let enough = told.iter().all(|&told| told > 20) && outweighed > 0;
    assert!(enough, "{told:?}, {outweighed}");
}
