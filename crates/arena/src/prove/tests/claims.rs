//! Claims decided by trying everything, and each number of a plan.

use std::collections::HashSet;
use std::fs;

use super::*;
use crate::prove::knowledge::KnowledgeError;
use bianca_records::record::board::write_board;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Color, Move, Symmetry};

fn endings(empties: u32, seed: u64) -> impl Iterator<Item = Position> {
    RandomGames::new(empties, seed).map(|game| game.position())
}

fn bounds(lower: i32, upper: i32) -> Bounds {
    Bounds { lower, upper }
}

/// What a search within a window finds.
fn answer(position: Position, window: Window) -> Bounds {
    match exact(position) {
        score if score >= window.high() => bounds(window.high(), 64),
        score if score <= window.low() => bounds(-64, window.low()),
        score => Bounds::exact(score),
    }
}

#[test]
fn every_question_is_answered_as_trying_everything_answers_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut asked, mut unexpected, mut passes) = (0, 0, 0);
    for (number, root) in endings(7, 61).take(9).enumerate() {
        let score = exact(root);
        let mut questions = vec![Question::Score];
        for discs in [score - 1, score, score + 1, score + 2] {
            questions.extend([Question::AtLeast(discs), Question::AtMost(discs)]);
        }
        for (other, question) in questions.into_iter().enumerate() {
            let path = folder.path().join(format!("{number} {other}"));
            let mut knowledge = Knowledge::open(&path).unwrap();
            let guess = [-21.0, 0.0, 13.0][number % 3];
            let mut proof = Proof::new(root, question, 3, guess);
            let mut estimate = |position: &Position| f64::from(position.disc_difference());
            let mut nodes = 0;
            loop {
                let open = proof.open(&knowledge, &mut estimate).unwrap();
                if open.is_empty() {
                    break;
                }
                let positions: HashSet<Position> = open.iter().map(|leaf| leaf.position).collect();
                assert_eq!(positions.len(), open.len());
                for leaf in open {
                    let position = leaf.position;
                    assert!(
                        position.empties() <= 3 && !position.is_over(),
                        "{position:?}"
                    );
                    passes += usize::from(position.must_pass());
                    let found = answer(position, leaf.window);
                    nodes += u64::from(knowledge.learn(&position, found, 1).unwrap());
                    proof.update(&position, &knowledge);
                    asked += 1;
                    if !leaf.is_as_expected(found) {
                        unexpected += 1;
                        break;
                    }
                }
            }
            let proven = proof.bounds(&knowledge);
            assert!(proven.contain(score), "{question:?}: {proven}, not {score}");
            match question {
                Question::Score => assert_eq!(proven, Bounds::exact(score)),
                Question::AtLeast(discs) => {
                    assert_eq!(proven.lower >= discs, score >= discs);
                    assert_eq!(proven.upper < discs, score < discs);
                }
                Question::AtMost(discs) => {
                    assert_eq!(proven.upper <= discs, score <= discs);
                    assert_eq!(proven.lower > discs, score > discs);
                }
            }
            // What is proven rests on no more than was asked.
            let size = proof.size(&knowledge);
            assert!(size.leaves > 0 && size.inner > 0, "{size:?}");
            if question != Question::Score {
                assert!(size.nodes <= nodes, "{size:?}, {nodes}");
            }
            let mut position = root;
            for &mv in &size.line {
                position = position.play(mv).unwrap();
            }
            assert!(position.empties() <= 3 || position.is_over(), "{size:?}");
        }
    }
    assert!(
        asked > 500 && unexpected > 10 && passes > 2,
        "{asked} {unexpected} {passes}"
    );
}

#[test]
fn a_question_is_answered_by_the_bounds_that_decide_it() {
    let (score, least, most) = (Question::Score, Question::AtLeast(4), Question::AtMost(4));
    for (lower, upper, answered) in [
        (-64, 64, [false, false, false]),
        (4, 4, [true, true, true]),
        (2, 2, [true, true, true]),
        (4, 64, [false, true, false]),
        (3, 64, [false, false, false]),
        (5, 64, [false, true, true]),
        (-64, 4, [false, false, true]),
        (-64, 5, [false, false, false]),
        (-64, 3, [false, true, true]),
    ] {
        let found = [score, least, most].map(|one| one.is_answered_by(bounds(lower, upper)));
        assert_eq!(found, answered, "{lower} {upper}");
    }
}

#[test]
fn the_claims_of_a_score_are_those_around_the_guess() {
    let targets = |question, guess, lower, upper| {
        let proof = Proof::new(Position::START, question, 10, guess);
        proof.targets(bounds(lower, upper))
    };
    for (guess, lower, upper, expected) in [
        (17.3, -64, 64, vec![18, 19]),
        (16.9, -64, 64, vec![16, 17]),
        (-0.4, -64, 64, vec![0, 1]),
        (-3.2, -64, 64, vec![-4, -3]),
        (64.0, -64, 64, vec![64]),
        (-64.0, -64, 64, vec![-63]),
        (17.3, 18, 64, vec![19]),
        (17.3, -64, 18, vec![18]),
        (17.3, 24, 64, vec![25]),
        (17.3, -64, 4, vec![4]),
        (17.3, 18, 18, vec![]),
    ] {
        let found = targets(Question::Score, guess, lower, upper);
        assert_eq!(found, expected, "{guess} {lower} {upper}");
    }
    assert_eq!(targets(Question::AtLeast(7), 17.3, -64, 64), [7]);
    assert_eq!(targets(Question::AtMost(7), 17.3, -64, 64), [8]);
}

#[test]
fn leaves_of_several_claims_are_one_window_each() {
    let positions: Vec<Position> = endings(9, 62).take(4).collect();
    let leaf = |at: usize, target, expected| Leaf {
        position: positions[at],
        target,
        expected,
        priority: 1.0,
    };
    let told = merged(&[
        leaf(0, 5, true),
        leaf(1, -63, false),
        leaf(0, 8, false),
        // Settled without a search.
        leaf(2, -64, true),
        leaf(3, 65, false),
        leaf(1, -63, true),
        leaf(2, 64, true),
    ]);
    let expected = |at: usize, low, high, lower, upper| OpenLeaf {
        position: positions[at],
        window: Window::new(low, high).unwrap(),
        expected: Expected { lower, upper },
    };
    assert_eq!(
        told,
        [
            expected(0, 4, 8, 5, 7),
            expected(1, -64, -63, -63, -64),
            expected(2, 63, 64, 64, 64),
        ]
    );
    for (lower, upper, is_so) in [
        (5, 7, true),
        (6, 6, true),
        (4, 7, false),
        (5, 8, false),
        (8, 64, false),
        (-64, 4, false),
    ] {
        assert_eq!(
            told[0].is_as_expected(bounds(lower, upper)),
            is_so,
            "{lower} {upper}"
        );
    }
}

/// How likely a claim is by an estimate, as the graph has it.
fn chance(estimate: f64, target: i32) -> f64 {
    let odds = ((estimate - f64::from(target) + 0.5) / 2.5).exp();
    (odds / (1.0 + odds)).clamp(0.001, 0.999)
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

#[test]
fn a_position_at_the_frontier_waits_with_the_cost_of_its_search() {
    let folder = tempfile::tempdir().unwrap();
    let knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
    let root = endings(12, 63).next().unwrap();
    for (frontier, cost) in [(12, 1.0), (13, (-0.6_f64).exp()), (17, (-3.0_f64).exp())] {
        for (target, guess, expected) in [
            (4, 9.0, true),
            (4, 3.5, true),
            (4, 3.4, false),
            (4, -80.0, false),
            (-3, 80.0, true),
        ] {
            let mut graph = Graph::new(root, target, frontier, guess, &knowledge);
            let plan = graph.plan(&knowledge, &mut |_| panic!("nothing is looked into"));
            let Plan::Open(leaves) = plan else {
                panic!("{plan:?}");
            };
            let [leaf] = leaves[..] else {
                panic!("{leaves:?}");
            };
            assert_eq!(
                (leaf.position, leaf.target, leaf.expected),
                (root, target, expected)
            );
            let chance = chance(guess, target);
            let fails = if expected { 1.0 - chance } else { chance };
            assert!(
                close(leaf.priority, cost / fails),
                "{leaf:?} {cost} {chance}"
            );
        }
    }
}

#[test]
fn the_cheapest_tree_of_one_ply_is_asked_the_most_urgent_first() {
    let folder = tempfile::tempdir().unwrap();
    let knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
    let (mut proofs, mut refutations) = (0, 0);
    for root in endings(11, 64).take(30) {
        let score = |position: &Position| {
            // Any number of discs, the same each time.
            f64::from((position.own.0 % 23) as u32) - 11.0
        };
        for target in [-4, 3, 14] {
            let mut graph = Graph::new(root, target, 10, 0.0, &knowledge);
            let plan = graph.plan(&knowledge, &mut |position| score(position));
            let children: Vec<Position> = root
                .moves()
                .into_iter()
                .map(|square| root.play_unchecked(square))
                .filter(|child| !child.is_over())
                .collect();
            // All of them have ten empty squares: each search costs the same.
            let claim = 1 - target;
            let of = |child: &Position| chance(score(child), claim);
            let refute = |child: &Position| 1.0 / (1.0 - of(child));
            let prove = |child: &Position| 1.0 / of(child);
            let least = children.iter().map(refute).fold(f64::INFINITY, f64::min);
            let sum: f64 = children.iter().map(prove).sum();
            let Plan::Open(leaves) = plan else {
                panic!("{plan:?}");
            };
            assert!(leaves.iter().all(|leaf| leaf.target == claim));
            if least <= sum {
                assert_eq!(leaves.len(), 1);
                assert!(!leaves[0].expected && close(refute(&leaves[0].position), least));
                assert!(close(leaves[0].priority, prove(&leaves[0].position)));
                proofs += 1;
            } else {
                assert_eq!(leaves.len(), children.len());
                assert!(leaves.iter().all(|leaf| leaf.expected));
                assert!(leaves.is_sorted_by(|one, other| one.priority <= other.priority));
                for leaf in &leaves {
                    assert!(close(leaf.priority, refute(&leaf.position)));
                }
                refutations += 1;
            }
        }
    }
    assert!(proofs > 5 && refutations > 5, "{proofs} {refutations}");
}

#[test]
fn a_settled_claim_tells_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
    let root = endings(9, 65)
        .find(|root| root.moves().count() > 2)
        .unwrap();
    let children: Vec<(Move, Position)> = root
        .moves()
        .into_iter()
        .map(|square| (Move::Place(square), root.play_unchecked(square)))
        .collect();
    let score = exact(root);
    for (nodes, (_, child)) in (1..).zip(&children) {
        let exact = Bounds::exact(exact(*child));
        knowledge.learn(child, exact, 10_u64.pow(nodes)).unwrap();
    }
    // Refuted by all moves: what looks worst to the opponent is hardest to answer.
    let mut graph = Graph::new(root, score + 1, 8, 0.0, &knowledge);
    let hardest = children[1].1;
    let mut estimate = |position: &Position| if *position == hardest { -5.0 } else { 5.0 };
    assert_eq!(graph.plan(&knowledge, &mut estimate), Plan::Settled(false));
    let size = graph.proof_size(&knowledge);
    let distinct: HashSet<Position> = children.iter().map(|one| one.1).collect();
    assert_eq!(distinct.len(), children.len());
    assert_eq!(
        (size.proves, size.leaves, size.inner),
        (false, children.len(), 1)
    );
    let sum = (1..=children.len() as u32)
        .map(|nodes| 10_u64.pow(nodes))
        .sum();
    assert_eq!((size.nodes, size.line), (sum, vec![children[1].0]));
    assert_eq!(graph.bounds(), Bounds::exact(score));
    // Proven by one.
    let mut graph = Graph::new(root, score, 8, 0.0, &knowledge);
    assert_eq!(graph.plan(&knowledge, &mut estimate), Plan::Settled(true));
    let size = graph.proof_size(&knowledge);
    let proves = |child: &Position| -exact(*child) >= score;
    let place = children
        .iter()
        .position(|(_, child)| proves(child))
        .unwrap();
    assert_eq!((size.proves, size.leaves, size.inner), (true, 1, 1));
    assert_eq!(size.nodes, 10_u64.pow(place as u32 + 1));
    assert_eq!(size.line, [children[place].0]);
    // What is not settled rests on nothing.
    let unknown = Knowledge::open(&folder.path().join("none")).unwrap();
    let graph = Graph::new(root, score, 8, 0.0, &unknown);
    assert_eq!(graph.proof_size(&unknown), ProofSize::default());
}

#[test]
fn a_score_rests_on_the_trees_of_both_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
    let root = endings(9, 66)
        .find(|root| root.moves().count() == 3)
        .unwrap();
    let children = root.moves().into_iter();
    let children: Vec<Position> = children.map(|square| root.play_unchecked(square)).collect();
    let score = exact(root);
    for (nodes, child) in (0..).zip(&children) {
        let known = Bounds::exact(exact(*child));
        knowledge.learn(child, known, 10_u64.pow(nodes)).unwrap();
    }
    let mut estimate = |_: &Position| 0.0;
    let mut size = |question| {
        let mut proof = Proof::new(root, question, 8, f64::from(score));
        assert_eq!(proof.open(&knowledge, &mut estimate).unwrap(), []);
        let size = proof.size(&knowledge);
        (size.leaves, size.inner, size.nodes)
    };
    let best = children.iter().position(|child| -exact(*child) == score);
    let of_best = 10_u64.pow(best.unwrap() as u32);
    // One move is as good, and none is better.
    assert_eq!(size(Question::AtLeast(score)), (1, 1, of_best));
    assert_eq!(size(Question::AtMost(score)), (3, 1, 111));
    assert_eq!(size(Question::Score), (4, 2, 111 + of_best));
}

#[test]
fn what_excludes_what_is_known_is_told_and_nothing_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
    let root = endings(9, 66).next().unwrap();
    knowledge.learn(&root, bounds(10, 64), 1).unwrap();
    let mut proof = Proof::new(root, Question::AtLeast(20), 8, 15.0);
    let open = proof.open(&knowledge, &mut |_| 0.0).unwrap();
    for leaf in &open {
        assert_eq!(leaf.window, Window::new(-20, -19).unwrap());
    }
    let children: Vec<Position> = root
        .moves()
        .into_iter()
        .map(|square| root.play_unchecked(square))
        .collect();
    for child in &children {
        // At most four discs by each move.
        knowledge.learn(child, bounds(-4, 64), 1).unwrap();
    }
    let mut proof = Proof::new(root, Question::AtLeast(20), 8, 15.0);
    let mut told = proof.open(&knowledge, &mut |_| 0.0);
    for child in &children {
        proof.update(child, &knowledge);
        told = told.and_then(|_| proof.open(&knowledge, &mut |_| 0.0));
    }
    let board = write_board(root, Color::Black);
    assert_eq!(
        told.unwrap_err().to_string(),
        format!(
            "what is known contradicts itself, so that an answer is wrong: {board} has +10.. by \
             itself, ..+4 by its moves"
        )
    );
    let touching = Contradiction::or_both(root, bounds(4, 64), bounds(-64, 4));
    assert_eq!(touching, Ok(Bounds::exact(4)));
    assert!(Contradiction::or_both(root, bounds(6, 64), bounds(-64, 4)).is_err());
}

#[test]
fn each_fact_is_a_line_and_what_is_nothing_new_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k");
    let mut positions = endings(9, 67).map(|position| Symmetry::canonical(position).0);
    let [one, two] = [positions.next().unwrap(), positions.next().unwrap()];
    let board = |position| write_board(position, Color::Black);
    let mut knowledge = Knowledge::open(&path).unwrap();
    let image = Symmetry::all().last().unwrap().position(one);
    // Scores are even, so that 3 is 4 and 9 is 8.
    for (position, lower, upper, nodes, is_new) in [
        (&image, 3, 64, 5, true),
        (&one, 4, 64, 7, false),
        (&two, -64, 9, 11, true),
        (&one, -64, 20, 13, true),
        (&two, 8, 64, 17, true),
        (&two, 8, 8, 19, false),
    ] {
        let learned = knowledge.learn(position, bounds(lower, upper), nodes);
        assert_eq!(learned.unwrap(), is_new, "{lower} {upper}");
    }
    drop(knowledge);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split(",\"crc\":").next().unwrap())
        .collect();
    let fact = |number: u64, position, lower: i32, upper: i32, nodes: u64| {
        format!(
            "{{\"number\":{number},\"board\":\"{}\",\"lower\":{lower},\"upper\":{upper},\
             \"nodes\":{nodes}",
            board(position)
        )
    };
    assert_eq!(
        lines,
        [
            "{\"bianca_knowledge\":1".to_owned(),
            fact(0, one, 3, 64, 5),
            fact(1, two, -64, 9, 11),
            fact(2, one, -64, 20, 13),
            fact(3, two, 8, 64, 17),
        ]
    );
    let mut knowledge = Knowledge::open(&path).unwrap();
    assert_eq!(knowledge.positions(), 2);
    let known = |knowledge: &Knowledge, position: &Position| {
        let known = knowledge.of(position);
        (known.bounds, known.nodes)
    };
    assert_eq!(known(&knowledge, &image), (bounds(4, 20), 18));
    assert_eq!(known(&knowledge, &two), (Bounds::exact(8), 28));
    let error = knowledge.learn(&one, bounds(-64, 3), 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: an answer says ..+3, but +4..+20 is known: one of them is wrong",
            board(one)
        )
    );
    assert_eq!(known(&knowledge, &one), (bounds(4, 20), 18));
    // Numbers go on, and the end of a game needs no fact.
    knowledge.learn(&one, Bounds::exact(6), 1).unwrap();
    let over = Position::new(
        bianca_rules::othello::Bitboard(7),
        bianca_rules::othello::Bitboard::EMPTY,
    )
    .unwrap();
    assert_eq!(known(&knowledge, &over), (Bounds::exact(64), 0));
    assert_eq!(known(&knowledge, &over.passed()), (Bounds::exact(-64), 0));
    drop(knowledge);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.lines().last().unwrap().starts_with("{\"number\":4,"));
    let no_board = text.replacen(&board(one), "x", 1);
    let facts: Vec<u8> = no_board
        .lines()
        .flat_map(|line| {
            let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
            value.as_object_mut().unwrap().remove("crc");
            bianca_records::log::checksum::write_line(&value).unwrap()
        })
        .collect();
    fs::write(&path, facts).unwrap();
    let error = Knowledge::open(&path).unwrap_err();
    assert!(
        matches!(error, KnowledgeError::Board { number: 0, .. }),
        "{error}"
    );
}
