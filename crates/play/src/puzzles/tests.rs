use super::line::{PuzzleRow, Source};
use super::seek::Seeker;
use super::*;
use crate::people::turns::turns;
use bianca_records::record::obf::parse_obf_line;
use bianca_records::record::transcript::{parse_transcript, replay};
use bianca_rules::othello::{OthelloGame, Symmetry};
use bianca_search::request::{Goal, Request, StopFlag};
use bianca_search::search::{Searcher, Settings};
use bianca_system::language::Language;

/// A game of two players of a few plies.
const GAME: &str = "f5d6c7g5f4g4h5h6h7f6e3g6h4f3f7g3e6e7c6f8d8d7c3b6c5c4d3b4b3c2h3e2a6a4\
    d2e1a3a2e8f2a5b5a1b2g8b7f1g2c1b8a8a7d1b1h2h1g1h8c8g7";

fn settings() -> Settings {
    Settings {
        hash_mib: 16,
        ..Settings::default()
    }
}

fn game() -> OthelloGame {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript(GAME).unwrap()).unwrap();
    game
}

/// What is found at the moves of the game that are solved quickly.
fn found() -> Vec<Puzzle> {
    let mut seeker = Seeker::new(settings()).unwrap();
    let game = game();
    let turns = turns(&game);
    let turns = turns.filter(|turn| turn.place.position.empties() <= 16);
    let stop = StopFlag::new();
    turns.filter_map(|turn| seeker.seek(&turn, &stop)).collect()
}

/// Every move of every puzzle, by a search of its own for each.
#[test]
fn the_key_stands_out_among_all_moves_and_is_not_seen_at_once() {
    let puzzles = found();
    assert!(!puzzles.is_empty());
    let mut searcher = Searcher::new(settings()).unwrap();
    let request = Request {
        goal: Goal::Exact,
        ..Request::default()
    };
    for puzzle in puzzles {
        let position = puzzle.position;
        let mut worth = |square: Square| {
            let child = position.play_unchecked(square);
            searcher.clear();
            let lines = searcher.search(child, &request, &StopFlag::new(), &mut |_| {});
            -lines[0].score.discs()
        };
        for answer in &puzzle.answers {
            assert_eq!(worth(answer.square), answer.score, "{puzzle:?}");
            assert_eq!(answer.line[0], answer.square.into());
        }
        let key = puzzle.key();
        let others = position.moves().into_iter().filter(|&mv| mv != key.square);
        let next = others.map(&mut worth).fold(f64::MIN, f64::max);
        assert_eq!(puzzle.answers[1].score, next);
        let is_only = next < 0.0 && key.score >= 0.0 || next <= 0.0 && key.score > 0.0;
        assert!(key.score - next >= 4.0 || is_only, "{puzzle:?}");
        assert!(puzzle.exact && puzzle.tempting != key.square);
        let turned = |square| position.flips(square).count();
        let most = position.moves().into_iter().map(turned).max();
        assert!(most > Some(turned(key.square)), "{puzzle:?}");
    }
}

#[test]
fn what_stands_out_is_four_discs_better_or_the_only_one() {
    let cases = [
        ((6.0, 2.0), true, true),
        ((6.0, 4.0), true, false),
        ((2.0, 0.0), true, true),
        ((0.0, -2.0), true, true),
        ((-2.0, -4.0), true, false),
        ((2.0, -1.0), false, false),
        ((2.0, -2.0), false, true),
    ];
    for ((best, next), exact, expected) in cases {
        assert_eq!(
            stands_out(best, next, exact),
            expected,
            "{best} {next} {exact}"
        );
    }
}

#[test]
fn a_kind_says_what_there_is_to_do() {
    let turns = turns(&game()).collect::<Vec<_>>();
    let with = |empties| {
        let mut turns = turns.iter().map(|turn| turn.place.position);
        turns
            .find(|position| position.empties() == empties)
            .unwrap()
    };
    let (late, early) = (with(12), with(13));
    let of = PuzzleKind::of;
    assert_eq!(of(late, true, 2.0, [0.1, 0.9]), PuzzleKind::Ending);
    assert_eq!(of(late, true, 0.0, [0.4, 0.5]), PuzzleKind::Trap);
    assert_eq!(of(late, false, 2.0, [0.3, 0.4]), PuzzleKind::Only);
    assert_eq!(of(early, true, 2.0, [0.5, 0.5]), PuzzleKind::Trap);
    assert_eq!(of(early, true, 2.0, [0.25, 0.49]), PuzzleKind::Only);
    assert_eq!(of(early, true, 2.0, [0.5, 0.375]), PuzzleKind::Two);
    assert_eq!(of(early, false, 2.0, [0.4375, 0.375]), PuzzleKind::Two);
    assert_eq!(of(early, true, 2.0, [0.4, 0.375]), PuzzleKind::Only);
}

#[test]
fn a_puzzle_follows_from_its_position_and_looks_the_same_from_all_sides() {
    let mut seeker = Seeker::new(settings()).unwrap();
    let turns = turns(&game()).collect::<Vec<_>>();
    let stop = StopFlag::new();
    let (turn, puzzle) = turns
        .iter()
        .filter(|turn| turn.place.position.empties() <= 14)
        .find_map(|turn| Some((turn, seeker.seek(turn, &stop)?)))
        .unwrap();
    assert_eq!(seeker.seek(turn, &stop).as_ref(), Some(&puzzle));
    for symmetry in Symmetry::all() {
        let mut image = *turn;
        image.place.position = symmetry.position(turn.place.position);
        let lasts = turn.place.lasts;
        image.place.lasts = lasts.map(|last| last.map(|last| symmetry.square(last)));
        let seen = seeker.seek(&image, &stop).unwrap();
        assert_eq!(seen.key().square, symmetry.square(puzzle.key().square));
        assert_eq!((seen.kind, seen.rating), (puzzle.kind, puzzle.rating));
    }
    stop.raise();
    assert_eq!(seeker.seek(turn, &stop), None);
}

/// By estimates, too, no wrong answer comes near the key, and they are in order.
#[test]
fn estimated_answers_are_in_order() {
    let mut seeker = Seeker::new(Settings {
        level: 6,
        ..settings()
    })
    .unwrap();
    let stop = StopFlag::new();
    let game = game();
    let turns = turns(&game).filter(|turn| (25..50).contains(&turn.place.position.empties()));
    let puzzles: Vec<Puzzle> = turns.filter_map(|turn| seeker.seek(&turn, &stop)).collect();
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        let scores: Vec<f64> = puzzle.answers.iter().map(|answer| answer.score).collect();
        assert!(
            !puzzle.exact && scores.is_sorted_by(|a, b| a >= b),
            "{scores:?}"
        );
        assert!(scores[0] - scores[1] >= CLEARLY, "{scores:?}");
        assert!(puzzle.problem().to_string().ends_with(", estimated"));
    }
}

#[test]
fn the_order_follows_from_the_game_and_the_seed() {
    let squares = |game: &OthelloGame, seed| -> Vec<Square> {
        let turns = Seeker::shuffled(game, seed).into_iter();
        turns.map(|turn| turn.square).collect()
    };
    let game = game();
    let first = squares(&game, 1);
    assert_eq!(squares(&game, 1), first);
    assert_ne!(squares(&game, 2), first);
    let mut sorted = first.clone();
    let mut all: Vec<Square> = turns(&game).map(|turn| turn.square).collect();
    sorted.sort();
    all.sort();
    assert_eq!(sorted, all);
}

#[test]
fn what_is_written_reads_back() {
    for puzzle in found() {
        assert!(puzzle.last.is_some());
        let source = Source {
            game: Some(7),
            black: "Ann".to_owned(),
            played: "d8".to_owned(),
            ..Source::default()
        };
        let row = puzzle.row(source.clone(), Language::English);
        let line = serde_json::to_string(&row).unwrap();
        assert_eq!(PuzzleRow::parse(&line).unwrap(), (puzzle.clone(), source));
        let problem = puzzle.problem();
        let read = parse_obf_line(&problem.to_string()).unwrap().unwrap();
        assert_eq!(read, problem);
        assert_eq!(read.best_score(), Some(puzzle.key().score as i32));
        let comment = read.comment.unwrap();
        assert!(comment.starts_with(puzzle.kind.name()), "{comment}");
    }
}

#[test]
fn what_is_no_puzzle_is_refused_by_what_is_wrong() {
    let puzzle = &found()[0];
    let row = puzzle.row(Source::default(), Language::English);
    let line = serde_json::to_string(&row).unwrap();
    let (key, tempting) = (puzzle.key().square, puzzle.tempting);
    let wrong = |from: &str, to: &str| {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line, "{from}");
        PuzzleRow::parse(&changed).unwrap_err().to_string()
    };
    let kind = format!("\"kind\":\"{}\"", puzzle.kind);
    assert_eq!(
        wrong(&kind, "\"kind\":\"easy\""),
        "'easy' is no kind of puzzle"
    );
    assert_eq!(
        wrong(&format!("\"move\":\"{key}\""), "\"move\":\"e4\""),
        "'e4' is no move here"
    );
    let last = format!("\"last\":\"{}\"", puzzle.last.unwrap());
    assert_eq!(
        wrong(&last, &format!("\"last\":\"{key}\"")),
        format!("'{key}' is no move here")
    );
    let tempts = format!("\"tempting\":\"{tempting}\"");
    let itself = format!("\"tempting\":\"{key}\"");
    assert_eq!(
        wrong(&tempts, &itself),
        format!("{key} does not stand out among the answers")
    );
    let score = format!("\"score\":{:?}", puzzle.key().score);
    assert!(wrong(&score, "\"score\":-64.0").ends_with("among the answers"));
    assert!(wrong("position", "board").starts_with("no puzzle: missing field `position`"));
    assert!(PuzzleRow::parse("").is_err());
}
