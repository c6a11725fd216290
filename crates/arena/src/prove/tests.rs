//! Proofs of positions whose scores are known by the solver.

mod claims;

use super::*;
use bianca_records::record::obf::parse_obf_line;
use bianca_search::request::{Goal, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings};

/// Endings of random games.
const ENDINGS: [&str; 3] = [
    "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X",
    "XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
];

fn searcher() -> Searcher {
    Searcher::new(Settings {
        hash_mib: 4,
        ..Settings::default()
    })
    .unwrap()
}

fn solve(searcher: &mut Searcher, position: &Position, window: (Score, Score)) -> (Bounds, u64) {
    let request = Request {
        goal: Goal::Exact,
        window,
        ..Request::default()
    };
    let lines = searcher.search(*position, &request, &StopFlag::new(), &mut |_| {});
    (lines[0].bounds, lines[0].nodes)
}

/// Answers all that is asked until nothing is; `guess` may be far off. Gives how often it asked.
fn prove(
    root: Position,
    question: Question,
    guess: f64,
    knowledge: &mut Knowledge,
) -> (Bounds, usize) {
    let mut searcher = searcher();
    let mut proof = Proof::new(root, question, 11, guess);
    // A bad judge of positions, which must do no harm but cost time.
    let mut estimate = |position: &Position| f64::from(position.disc_difference());
    let mut asked = 0;
    loop {
        let open = proof.open(knowledge, &mut estimate).unwrap();
        if open.is_empty() {
            let size = proof.size(knowledge);
            assert!(size.leaves > 0 && !size.line.is_empty(), "{size:?}");
            return (proof.bounds(knowledge), asked);
        }
        for leaf in &open {
            assert!(leaf.position.empties() <= 11);
            let (bounds, nodes) = solve(&mut searcher, &leaf.position, leaf.window.scores());
            knowledge.learn(&leaf.position, bounds, nodes).unwrap();
            proof.update(&leaf.position, knowledge);
            asked += 1;
            if !leaf.is_as_expected(bounds) {
                break;
            }
        }
    }
}

#[test]
fn a_proof_finds_the_score_from_any_guess() {
    for ending in ENDINGS {
        let root = parse_obf_line(ending).unwrap().unwrap().position;
        let (score, _) = solve(&mut searcher(), &root, (Score::MIN, Score::MAX));
        for guess in [-30.0, 17.3, 64.0] {
            let folder = tempfile::tempdir().unwrap();
            let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
            let (bounds, asked) = prove(root, Question::Score, guess, &mut knowledge);
            assert_eq!(bounds, score, "{ending} from {guess}");
            // Begun again, it may choose other moves here and there, but most is known.
            let (again, more) = prove(root, Question::Score, guess, &mut knowledge);
            assert_eq!(again, score);
            assert!(more * 4 < asked, "{more} of {asked} asked again");
        }
    }
}

#[test]
fn a_claim_is_proven_or_refuted_and_no_more() {
    let root = parse_obf_line(ENDINGS[0]).unwrap().unwrap().position;
    // +18.
    for (question, holds) in [
        (Question::AtLeast(18), true),
        (Question::AtLeast(20), false),
        (Question::AtMost(18), true),
        (Question::AtMost(16), false),
        (Question::AtLeast(-40), true),
        (Question::AtMost(-40), false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
        let (bounds, _) = prove(root, question, 10.0, &mut knowledge);
        assert!(bounds.contain(18), "{question:?}: {bounds}");
        let answer = match question {
            Question::AtLeast(discs) => bounds.lower >= discs,
            Question::AtMost(discs) => bounds.upper <= discs,
            Question::Score => unreachable!(),
        };
        assert_eq!(answer, holds, "{question:?}: {bounds}");
    }
}
