mod judging;

use rand::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use bianca_records::record::transcript::{parse_transcript, replay};
use bianca_rules::othello::Bitboard;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::{RandomGames, play_random};
use bianca_search::request::Limits;
use bianca_search::search::{Settings, level};

fn analyst(limits: Limits, explain: bool) -> Analyst {
    let settings = Settings {
        hash_mib: 1,
        level: 5,
        ..Settings::default()
    };
    let plan = AnalysisPlan {
        limits,
        blunder: 6.0,
        explain: explain.then_some(Language::English),
        ..AnalysisPlan::default()
    };
    Analyst::new(Searcher::new(settings).unwrap(), plan)
}

fn depth(plies: u32) -> Limits {
    Limits::to_depth(plies)
}

/// A game of random moves from `empties` empty squares to the end.
fn ending(empties: u32, seed: u64) -> OthelloGame {
    let mut opening = RandomGames::new(empties, seed);
    let before = opening.next().unwrap();
    let mut game = OthelloGame::from_position(before.position(), before.to_move());
    while !game.is_over() {
        let mv = game
            .position()
            .moves()
            .first()
            .map_or(Move::Pass, Into::into);
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn endings_are_judged_as_trying_everything_judges_them() {
    let mut blunders = 0;
    let mut passes = 0;
    for seed in 0..40 {
        let game = ending(8, seed);
        passes += game.turns().len();
        let analysis = analyst(depth(60), true).analyze(&game, &mut |_, _| {});
        passes -= analysis.moves.len();
        let positions: Vec<Position> = game.positions().collect();
        for mv in &analysis.moves {
            let before = positions[mv.turn];
            let best = f64::from(exact(before));
            let score = f64::from(-exact(before.play_unchecked(mv.played)));
            let best_move = f64::from(-exact(before.play_unchecked(mv.best)));
            assert_eq!(
                (mv.score, mv.best_score),
                (score, best),
                "seed {seed}: {mv:?}"
            );
            assert_eq!(best_move, best, "seed {seed}: {mv:?}");
            let end = (mv.variation.iter()).try_fold(before, |here, &step| here.play(step));
            assert!(end.unwrap().is_over(), "seed {seed}: {mv:?}");
            assert_eq!(mv.loss, best - score);
            assert!(mv.proven && mv.to_end);
            assert_eq!(mv.grade == Grade::Best, mv.loss == 0.0);
            assert_eq!(mv.grade == Grade::Blunder, mv.loss >= 6.0);
            assert_eq!(mv.explanation.is_some(), mv.grade.is_marked());
            blunders += usize::from(mv.grade == Grade::Blunder);
        }
        assert!(game.is_over());
    }
    assert!(
        blunders > 20 && passes > 5,
        "{blunders} blunders, {passes} passes"
    );
}

#[test]
fn what_a_level_marks_in_doubt_near_its_reach_is_exact() {
    let mut solver = analyst(depth(60), false);
    let (mut marked, mut estimates) = (0, 0);
    for seed in 0..16 {
        let game = ending(18, seed);
        let analysis = analyst(Limits::default(), false).analyze(&game, &mut |_, _| {});
        let truth = solver.analyze(&game, &mut |_, _| {});
        for (mv, truth) in analysis.moves.iter().zip(&truth.moves) {
            assert!(truth.proven);
            estimates += usize::from(!mv.proven);
            if matches!(mv.grade, Grade::Mistake | Grade::Blunder) && mv.loss <= BEYOND_DOUBT {
                assert_eq!(
                    (mv.loss, mv.grade),
                    (truth.loss, truth.grade),
                    "seed {seed}"
                );
                assert!(mv.proven);
                marked += 1;
            }
        }
    }
    assert!(marked > 30 && estimates > 10, "{marked}, {estimates}");
    // Limits that are given are kept to.
    let analysis = analyst(depth(1), false).analyze(&ending(18, 1), &mut |_, _| {});
    assert_eq!(analysis.moves[0].depth, 1);
}

#[test]
fn the_score_of_each_move_leads_to_the_next() {
    // Once everything is exact, what a move leads to is what the next one begins with.
    let game = ending(12, 3);
    let analysis = analyst(depth(60), false).analyze(&game, &mut |_, _| {});
    for pair in analysis.moves.windows(2) {
        let sign = if pair[0].color == pair[1].color {
            1.0
        } else {
            -1.0
        };
        assert_eq!(pair[0].score, sign * pair[1].best_score);
    }
    let last = analysis.moves.last().unwrap();
    let sign = if last.color == Color::Black {
        1.0
    } else {
        -1.0
    };
    assert_eq!(last.score, sign * f64::from(game.final_score_for_black()));
}

#[test]
fn a_game_does_not_depend_on_the_one_before() {
    let mut game = OthelloGame::new();
    replay(
        &mut game,
        &parse_transcript("f5d6c3d3c4f4f6f3e6e7").unwrap(),
    )
    .unwrap();
    let mut analyst = analyst(depth(5), true);
    let first = analyst.analyze(&game, &mut |_, _| {});
    let mut reported = Vec::new();
    analyst.analyze(&ending(10, 1), &mut |mv, all| {
        reported.push((mv.number, all))
    });
    assert_eq!(reported.last(), Some(&(1, reported.len())));
    assert_eq!(reported.first(), Some(&(reported.len(), reported.len())));
    assert_eq!(analyst.analyze(&game, &mut |_, _| {}), first);
    assert!(first.moves.iter().all(|mv| mv.loss >= 0.0 && !mv.proven));
    let total = first
        .summary(Color::Black)
        .plus(first.summary(Color::White));
    assert_eq!(total.moves, 10);
}

/// A whole game with two passes.
const GAME: &str = "f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8\
                    b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2passe8passh6g6h5h4g2h2c1b1h1b2a1";

fn beginning(turns: usize) -> OthelloGame {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript(GAME).unwrap()[..turns]).unwrap();
    game
}

#[test]
fn a_review_goes_on_as_that_of_a_shorter_game() {
    let mut analyst = analyst(Limits::default(), true);
    let whole = analyst.analyze(&beginning(62), &mut |_, _| {}).moves;
    let mut estimates = whole.iter().filter(|mv| !mv.proven).rev();
    let (last, other) = (estimates.next().unwrap(), estimates.nth(9).unwrap());
    assert!(last.turn > 40);
    for earliest in [last, other] {
        let rest = analyst
            .analyze(&beginning(earliest.turn), &mut |_, _| {})
            .moves;
        assert_eq!(rest, whole[..earliest.number - 1]);
    }
}

#[test]
fn a_review_that_is_stopped_is_over() {
    let mut analyst = analyst(Limits::default(), false);
    let mut review = analyst.begin(&beginning(62));
    let stop = StopFlag::new();
    assert_eq!(analyst.judge_next(&mut review, &stop).unwrap().number, 60);
    assert_eq!(analyst.judge_next(&mut review, &stop).unwrap().number, 59);
    stop.raise();
    assert!(analyst.judge_next(&mut review, &stop).is_none());
    assert!(analyst.judge_next(&mut review, &StopFlag::new()).is_none());
}

#[test]
fn a_line_reads_back_as_the_same_analysis() {
    let game = ending(10, 2);
    let crowd = Crowd::new(&Settings::default()).unwrap();
    let mut analyst = analyst(depth(60), true).beside_people(crowd, 1700);
    let analysis = analyst.analyze(&game, &mut |_, _| {});
    assert!(analysis.moves.iter().any(|mv| mv.explanation.is_some()));
    assert!(analysis.moves.iter().all(|mv| mv.people.is_some()));
    let row = json::AnalysisRow {
        game: Some(3),
        black: "A \"b\"".into(),
        white: String::new(),
        event: String::new(),
        round: String::new(),
        place: String::new(),
        date: String::new(),
        start: None,
        transcript: "f5".into(),
        opening: Some("Tiger (虎定石)".into()),
        result: Some(-4.0),
        moves: json::moves(&analysis),
        black_summary: analysis.summary(Color::Black).into(),
        white_summary: analysis.summary(Color::White).into(),
    };
    let line = serde_json::to_string(&row).unwrap();
    assert!(!line.contains('\n'));
    let again: json::AnalysisRow = serde_json::from_str(&line).unwrap();
    assert_eq!(again, row);
    assert_eq!(again.analysis(), Some(analysis));
}

/// By the crowd asked about each turn of the game, which [`Place::of`] finds by taking moves back.
#[test]
fn people_beside_a_move_are_those_of_the_place_where_it_was_played() {
    let mut crowd = Crowd::new(&Settings::default()).unwrap();
    let mut game = OthelloGame::new();
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c6d8c7";
    replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
    let mut analyst =
        analyst(depth(2), false).beside_people(Crowd::new(&Settings::default()).unwrap(), 1300);
    let analysis = analyst.analyze(&game, &mut |_, _| {});
    for judged in analysis.moves.iter().rev() {
        game.undo().unwrap();
        let found = crowd
            .moves(Place::of(&game), 1300, &StopFlag::new())
            .unwrap();
        let people = judged.people.unwrap();
        let (first, last) = (&analysis.moves[0], analysis.moves.len());
        assert_eq!(people.rating, 1300);
        if judged.number == first.number {
            // All four first moves are one.
            assert_eq!((people.chance, people.favourite), (100.0, judged.played));
            continue;
        }
        let percent = |chance: f32| (f64::from(chance) * 1000.0).round() / 10.0;
        assert_eq!(
            Move::from(people.favourite),
            found[0].mv,
            "{} of {last}",
            judged.number
        );
        assert_eq!(people.favourite_chance, percent(found[0].chance));
        let played = found.iter().find(|taken| taken.mv == judged.played.into());
        assert_eq!(people.chance, percent(played.unwrap().chance));
    }
    let plain = self::analyst(depth(2), false).analyze(&game, &mut |_, _| {});
    assert!(plain.moves.iter().all(|mv| mv.people.is_none()));
}

#[test]
fn all_images_of_the_best_move_are_best() {
    for plies in 1..=9 {
        let judged = ["f5", "d3", "c4", "e6"].map(|first| {
            let mut game = OthelloGame::new();
            game.play(first.parse::<Square>().unwrap().into()).unwrap();
            let analysis = analyst(depth(plies), false).analyze(&game, &mut |_, _| {});
            let mv = &analysis.moves[0];
            assert_eq!(
                (mv.grade, mv.best, mv.loss),
                (Grade::Best, mv.played, 0.0),
                "{plies}"
            );
            mv.score
        });
        assert!(
            judged.iter().all(|&score| score == judged[0]),
            "{plies}: {judged:?}"
        );
    }
}

/// Judges the last move that is left of a game; tells how many positions were visited for it, too.
fn judge_last(analyst: &mut Analyst, review: &mut Review) -> (MoveAnalysis, u64) {
    let before = analyst.nodes();
    let judged = analyst.judge_next(review, &StopFlag::new()).unwrap();
    (judged, analyst.nodes() - before)
}

#[test]
fn an_estimate_is_that_of_the_game_that_ends_with_it() {
    // Up to here results are exact, and what follows is known.
    let reach = level(5).exact;
    let (mut settled, mut estimates) = (0, 0);
    let mut analyst = analyst(Limits::default(), false);
    for seed in 0..8 {
        let game = ending(18, seed);
        let positions: Vec<Position> = game.positions().collect();
        let mut review = analyst.begin(&game);
        let whole = (0..review.left.len()).map(|_| judge_last(&mut analyst, &mut review));
        let whole: Vec<(MoveAnalysis, u64)> = whole.collect();
        for (mv, nodes) in &whole {
            if positions[mv.turn].empties() <= reach + 1 {
                continue;
            }
            let (start, color) = game.start();
            let mut shorter = OthelloGame::from_position(start, color);
            for &(_, turn) in &game.turns()[..=mv.turn] {
                shorter.play(turn).unwrap();
            }
            let mut review = analyst.begin(&shorter);
            // The same number of positions: no search has found anything in its table.
            let alone = judge_last(&mut analyst, &mut review);
            assert_eq!((&alone.0, alone.1), (mv, *nodes), "seed {seed}");
            settled += usize::from(mv.proven);
            estimates += usize::from(!mv.proven);
        }
    }
    assert!(settled > 5 && estimates > 20, "{settled}, {estimates}");
}

#[test]
fn what_few_positions_prove_is_true_and_nothing_is_better_than_the_best() {
    let (mut proven, mut best_alone) = (0, 0);
    for seed in 0..120 {
        let game = ending(8, seed);
        let positions: Vec<Position> = game.positions().collect();
        for nodes in [5, 20, 60] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let analysis = analyst(limits, false).analyze(&game, &mut |_, _| {});
            for mv in &analysis.moves {
                let told = format!("seed {seed}, {nodes} positions: {mv:?}");
                assert!(mv.score <= mv.best_score, "{told}");
                assert_eq!(mv.grade == Grade::Best, mv.best == mv.played, "{told}");
                let before = positions[mv.turn];
                let best = f64::from(exact(before));
                if mv.proven {
                    let score = f64::from(-exact(before.play_unchecked(mv.played)));
                    assert_eq!((mv.score, mv.best_score), (score, best), "{told}");
                    proven += 1;
                } else {
                    // The position is solved and the move is not: the two must be told apart.
                    best_alone += usize::from(mv.to_end && mv.best_score == best);
                }
            }
        }
    }
    assert!(
        proven > 500 && best_alone > 20,
        "{proven} proven, {best_alone} with the best move alone"
    );
}

#[test]
fn a_move_that_ends_the_game_is_worth_what_the_game_ends_with() {
    // Black, to move, has two squares left. The one in column b ends the game; after the other
    // White must pass, so that Black gets both.
    const BLACK: [&str; 5] = ["a2", "a4", "b1", "d1", "b5"];
    const EMPTY: [&str; 2] = ["b3", "c2"];
    let squares = |names: &[&str]| -> Bitboard {
        let square = |name: &&str| name.parse::<Square>().unwrap();
        names.iter().map(square).collect()
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut ended, mut tried) = (0, 0);
    while ended < 20 {
        tried += 1;
        assert!(tried < 10_000, "{ended}");
        // Some more black discs, anywhere but between those.
        let more: [u64; 4] = random.random();
        let more = Bitboard(more.into_iter().fold(!0, |both, one| both & one));
        let more = more - squares(&["b2", "b4"]);
        let black = (squares(&BLACK) | more) - squares(&EMPTY);
        let white = !(black | squares(&EMPTY));
        let before = Position::new(black, white).unwrap();
        let ends = squares(&EMPTY).into_iter().find(|&square| {
            before.moves().contains(square) && {
                let after = before.play_unchecked(square);
                after.is_over() && -after.final_score() != exact(before)
            }
        });
        let Some(square) = ends else {
            continue;
        };
        ended += 1;
        let mut game = OthelloGame::from_position(before, Color::Black);
        game.play(square.into()).unwrap();
        let analysis = analyst(depth(60), false).analyze(&game, &mut |_, _| {});
        let mv = &analysis.moves[0];
        assert_eq!(mv.score, f64::from(game.final_score_for_black()), "{mv:?}");
        assert_eq!(mv.best_score, f64::from(exact(before)), "{mv:?}");
        assert!(mv.proven && mv.loss > 0.0 && mv.grade != Grade::Best);
    }
}

#[test]
fn a_move_is_worth_what_a_search_one_ply_shallower_says_of_its_reply() {
    let mut others = 0;
    for seed in 0..12 {
        let mut game = OthelloGame::new();
        play_random(&mut game, 14, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let positions: Vec<Position> = game.positions().collect();
        for plies in 2..=3 {
            let analysis = analyst(depth(plies), false).analyze(&game, &mut |_, _| {});
            for mv in &analysis.moves {
                if mv.best == mv.played {
                    continue;
                }
                let child = positions[mv.turn].play_unchecked(mv.played);
                let mut fresh = analyst(depth(plies - 1), false);
                let reply = fresh.search(child, depth(plies - 1), None, &StopFlag::new());
                let score = rounded(-reply.score).min(mv.best_score);
                assert_eq!(mv.score, score, "seed {seed}, {plies} plies: {mv:?}");
                others += 1;
            }
        }
    }
    assert!(others > 100, "{others}");
}

/// As many plies as there are empty squares are a search to the end, with cuts or without.
#[test]
fn what_a_search_to_the_end_says_is_told_from_estimates() {
    // From 19 and 18 empty squares it goes to the end with cuts.
    let settings = Settings {
        hash_mib: 1,
        level: 9,
        ..Settings::default()
    };
    let plan = AnalysisPlan {
        settle: 0,
        ..AnalysisPlan::default()
    };
    let mut analyst = Analyst::new(Searcher::new(settings).unwrap(), plan);
    let (mut unsure, mut estimates) = (0, 0);
    for seed in 0..4 {
        let game = ending(21, seed);
        let positions: Vec<Position> = game.positions().collect();
        let analysis = analyst.analyze(&game, &mut |_, _| {});
        for mv in &analysis.moves {
            let empties = positions[mv.turn].empties();
            assert_eq!(mv.to_end, mv.depth == empties, "seed {seed}: {mv:?}");
            unsure += usize::from(mv.to_end && mv.confidence < 100);
            estimates += usize::from(!mv.to_end);
        }
    }
    assert!(unsure > 3 && estimates > 3, "{unsure}, {estimates}");
}

#[test]
fn notes_say_of_each_move_what_it_leads_to() {
    let game = ending(10, 3);
    let analysis = analyst(depth(60), false).analyze(&game, &mut |_, _| {});
    let annotated = annotate(&game.into(), &analysis, false);
    assert!(analysis.moves.iter().any(|mv| mv.loss > 0.0));
    for mv in &analysis.moves {
        let note = &annotated.notes[mv.turn];
        assert_eq!(note.score, Some(Score::from_fraction(mv.score)), "{mv:?}");
        assert_eq!(note.depth, Some(mv.depth));
        let told = note.comment.contains(&mv.best.to_string());
        assert_eq!(told, mv.grade != Grade::Best, "{mv:?}");
    }
}

#[test]
fn both_sides_together_are_the_mean_of_all_moves() {
    let game = ending(12, 5);
    let analysis = analyst(depth(60), false).analyze(&game, &mut |_, _| {});
    let sides = [Color::Black, Color::White].map(|color| analysis.summary(color));
    let whole = sides[0].plus(sides[1]);
    let count = |grade| analysis.moves.iter().filter(|mv| mv.grade == grade).count();
    assert_eq!(whole.moves, analysis.moves.len());
    let grades = [whole.best, whole.mistakes, whole.blunders];
    let counted = [Grade::Best, Grade::Mistake, Grade::Blunder].map(count);
    assert_eq!(grades, counted);
    let all = || analysis.moves.iter();
    let mean = |sum: f64| sum / whole.moves as f64;
    let right = all().map(|mv| 100.0 * (-mv.loss / 4.0).exp2()).sum();
    let lost = all().map(|mv| mv.loss).sum();
    assert!((mean(whole.accuracies) - mean(right)).abs() < 1e-9);
    assert!((whole.mean_loss() - mean(lost)).abs() < 1e-9);
}
