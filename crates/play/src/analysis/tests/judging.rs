//! The limits at which a judgement changes, and what is said and written of it, value by value.

use super::*;
use crate::strategy::reason::ReasonKind;
use crate::strategy::{Finding, explain_move, explain_position};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

/// A move in a position with so many empty squares, and another move there.
fn two_moves(empties: u32) -> (Placed, Square) {
    let mut games = RandomGames::new(empties, 5);
    let game = games.find(|game| game.position().moves().count() > 1);
    let before = game.unwrap().position();
    let mut squares = before.moves().into_iter();
    let placed = Placed {
        turn: 0,
        color: Color::Black,
        square: squares.next().unwrap(),
        place: Place::alone(before),
    };
    (placed, squares.next().unwrap())
}

#[test]
fn what_a_loss_is_called_goes_by_the_discs_that_are_shown() {
    let analyst = analyst(depth(1), false);
    let (placed, other) = two_moves(40);
    // In 1/256 disc; a mistake loses 2.00, a blunder here 6.00.
    for (loss, grade) in [
        (0, Grade::Good),
        (510, Grade::Good),
        (511, Grade::Mistake),
        (512, Grade::Mistake),
        (1534, Grade::Mistake),
        (1535, Grade::Blunder),
        (1536, Grade::Blunder),
        (9000, Grade::Blunder),
    ] {
        for score in [0, -2560] {
            let (score, best) = (Score(score), Score(score + loss));
            assert_eq!(analyst.grade(&placed, other, score, best), grade, "{loss}");
            let of_best = analyst.grade(&placed, placed.square, score, best);
            assert_eq!(of_best, Grade::Best);
        }
    }
    assert_eq!(
        (MISTAKE, BLUNDER, AnalysisPlan::default().blunder),
        (2.0, 5.0, 5.0)
    );
    assert_eq!(AnalysisPlan::default().settle, 30);
    for (units, discs) in [
        (1, 0.0),
        (-1, 0.0),
        (2, 0.01),
        (-2, -0.01),
        (128, 0.5),
        (-129, -0.5),
        (-130, -0.51),
        (16_384, 64.0),
    ] {
        let shown = rounded(Score(units));
        assert_eq!(shown.to_bits(), f64::to_bits(discs), "{units}: {shown}");
    }
}

#[test]
fn what_a_level_would_mark_is_settled_as_far_as_it_can_be() {
    let settling = |limits: Limits, settle: u32, empties: u32, loss: i32, proven: bool| {
        let mut analyst = analyst(limits, false);
        analyst.plan.settle = settle;
        let (placed, other) = two_moves(empties);
        let found = Comparison {
            line: Report::of_moves(vec![other.into()]),
            best: other,
            best_score: Score(loss - 700),
            score: Score(-700),
            proven,
            follows: Vec::new(),
        };
        let found_best = Comparison {
            line: Report::of_moves(vec![placed.square.into()]),
            best: placed.square,
            follows: Vec::new(),
            ..found
        };
        assert!(analyst.settling(&placed, &found_best).is_none());
        let settling = analyst.settling(&placed, &found);
        settling.map(|settling| settling.confidence)
    };
    let level = Limits::default();
    for (empties, settle, confidence) in [
        (12, 30, Some(100)),
        (24, 30, Some(100)),
        (25, 30, Some(73)),
        (30, 30, Some(73)),
        (31, 30, None),
        (31, 31, Some(73)),
        (20, 19, None),
        (12, 0, None),
    ] {
        let found = settling(level, settle, empties, 600, false);
        assert_eq!(found, confidence, "{empties} {settle}");
        assert_eq!(settling(level, settle, empties, 600, true), None);
    }
    // From a mistake to six discs and no further.
    for (loss, is_settled) in [(510, false), (512, true), (1536, true), (1537, false)] {
        let found = settling(level, 30, 20, loss, false);
        assert_eq!(found.is_some(), is_settled, "{loss}");
    }
    for limits in [
        Limits::to_depth(5),
        Limits {
            nodes: Some(5),
            ..level
        },
        Limits {
            move_time: Some(std::time::Duration::from_secs(5)),
            ..level
        },
    ] {
        assert_eq!(settling(limits, 30, 20, 600, false), None, "{limits:?}");
    }
}

/// A judged move with another value in each field.
fn judged(grade: Grade, explanation: Option<Explanation>) -> MoveAnalysis {
    MoveAnalysis {
        turn: 11,
        number: 10,
        color: Color::White,
        played: square("a4"),
        score: -3.25,
        best: square("h5"),
        best_score: 4.5,
        loss: 7.75,
        grade,
        proven: true,
        depth: 21,
        confidence: 73,
        to_end: false,
        variation: moves("h5 pass b6"),
        explanation,
        people: None,
    }
}

/// Another value in each field.
fn beside() -> PeopleBeside {
    PeopleBeside {
        rating: 1700,
        chance: 12.5,
        favourite: square("g8"),
        favourite_chance: 62.5,
    }
}

fn explained() -> Explanation {
    let finding = |text: &str| text.parse::<Finding>().unwrap();
    Explanation {
        reason: Some(ReasonGiven {
            kind: ReasonKind::FewerMoves,
            squares: vec![square("c1"), square("d2")],
            words: "Why it is so.".to_owned(),
            counts: Some("So many.".to_owned()),
            played: moves("a4 g7 pass"),
        }),
        played: vec![
            finding("mobility: black 1: e3"),
            finding("edge discs: white 2: a1 a2"),
        ],
        best: vec![finding("frontier discs: white 1: f4")],
        position: vec![finding("free corners: 2: a1 h8")],
    }
}

#[test]
fn a_judged_move_is_written_word_by_word() {
    let bare = "{\"number\":10,\"turn\":11,\"side\":\"white\",\"move\":\"a4\",\"score\":-3.25,\
                \"best\":\"h5\",\"best_score\":4.5,\"loss\":7.75,\"grade\":\"GRADE\",\"proven\":true,\
                \"depth\":21,\"confidence\":73,\"to_end\":false,\"variation\":[\"h5\",\"pass\",\"b6\"]}";
    for (grade, name) in [
        (Grade::Best, "best"),
        (Grade::Good, "good"),
        (Grade::Mistake, "mistake"),
        (Grade::Blunder, "blunder"),
    ] {
        let expected = bare.replace("GRADE", name);
        assert_eq!(json::line(&judged(grade, None)), expected);
    }
    let why = ",\"explanation\":{\"reason\":{\"name\":\"fewer moves\",\"squares\":[\"c1\",\"d2\"],\
               \"text\":\"Why it is so.\",\"counts\":\"So many.\",\"variation\":[\"a4\",\"g7\",\"pass\"]},\
               \"played\":[\"mobility: black 1: e3\",\"edge discs: white 2: a1 a2\"],\
               \"best\":[\"frontier discs: white 1: f4\"],\"position\":[\"free corners: 2: a1 h8\"]}}";
    let whole = bare.replace("GRADE", "blunder").replace("]}", "]") + why;
    assert_eq!(
        json::line(&judged(Grade::Blunder, Some(explained()))),
        whole
    );
    let people = ",\"people\":{\"rating\":1700,\"chance\":12.5,\"favourite\":\"g8\",\"favourite_chance\":62.5}}";
    let told = MoveAnalysis {
        people: Some(beside()),
        ..judged(Grade::Best, None)
    };
    let expected = bare.replace("GRADE", "best").replace("]}", "]") + people;
    assert_eq!(json::line(&told), expected);
    let without = Explanation {
        reason: None,
        ..explained()
    };
    let start = whole.find("\"reason\"").unwrap();
    let end = whole.find("\"played\":[").unwrap();
    let expected = whole[..start].to_owned() + &whole[end..];
    assert_eq!(json::line(&judged(Grade::Blunder, Some(without))), expected);
}

/// A row with another value in each field.
fn row() -> json::AnalysisRow {
    let black = MoveAnalysis {
        color: Color::Black,
        loss: 0.125,
        grade: Grade::Best,
        people: Some(beside()),
        ..judged(Grade::Best, None)
    };
    let analysis = Analysis {
        moves: vec![judged(Grade::Blunder, Some(explained())), black],
    };
    let text = |text: &str| text.to_owned();
    json::AnalysisRow {
        game: Some(3),
        black: text("A"),
        white: text("B"),
        event: text("C"),
        round: text("D"),
        place: text("E"),
        date: text("F"),
        start: Some(text("G")),
        transcript: text("H"),
        opening: Some(text("I")),
        result: Some(-4.0),
        moves: json::moves(&analysis),
        black_summary: analysis.summary(Color::Black).into(),
        white_summary: analysis.summary(Color::White).into(),
    }
}

#[test]
fn a_game_is_written_under_the_names_that_are_documented() {
    let mut row = row();
    let value = serde_json::to_value(&row).unwrap();
    let mut expected = serde_json::json!({
        "game": 3, "black": "A", "white": "B", "event": "C", "round": "D", "place": "E",
        "date": "F", "start": "G", "transcript": "H", "opening": "I", "result": -4.0,
        "black_summary": {
            "moves": 1, "best": 1, "mistakes": 0, "blunders": 0, "loss": 0.13, "accuracy": null
        },
        "white_summary": {
            "moves": 1, "best": 0, "mistakes": 0, "blunders": 1, "loss": 7.75, "accuracy": null
        },
    });
    expected["moves"] = value["moves"].clone();
    assert_eq!(value, expected);
    assert_eq!(value["moves"].as_array().unwrap().len(), 2);
    let again: json::AnalysisRow = serde_json::from_value(value).unwrap();
    assert_eq!(again, row);
    // What is not known is not written, but for the result.
    for text in [
        &mut row.black,
        &mut row.white,
        &mut row.event,
        &mut row.round,
        &mut row.place,
        &mut row.date,
    ] {
        text.clear();
    }
    (row.game, row.start, row.opening, row.result) = (None, None, None, None);
    row.moves.clear();
    row.black_summary = Summary::default().into();
    row.white_summary = Summary::default().into();
    let none =
        "{\"moves\":0,\"best\":0,\"mistakes\":0,\"blunders\":0,\"loss\":0.0,\"accuracy\":null}";
    assert_eq!(
        serde_json::to_string(&row).unwrap(),
        format!(
            "{{\"transcript\":\"H\",\"result\":null,\"moves\":[],\"black_summary\":{none},\
             \"white_summary\":{none}}}"
        )
    );
}

#[test]
fn a_line_with_a_wrong_word_is_no_analysis() {
    let value = serde_json::to_value(row()).unwrap();
    let read = |value: &serde_json::Value| {
        let row: json::AnalysisRow = serde_json::from_value(value.clone()).unwrap();
        row.analysis()
    };
    let analysis = read(&value).unwrap();
    assert_eq!(analysis.moves[0], judged(Grade::Blunder, Some(explained())));
    assert_eq!(analysis.moves[1].color, Color::Black);
    assert_eq!(analysis.moves[1].people, Some(beside()));
    let wrong = serde_json::json!("i9");
    for path in [
        "/side",
        "/move",
        "/best",
        "/grade",
        "/variation/1",
        "/explanation/reason/name",
        "/explanation/reason/squares/0",
        "/explanation/reason/variation/2",
        "/explanation/played/1",
        "/explanation/best/0",
        "/explanation/position/0",
    ] {
        let mut value = value.clone();
        let word = value.pointer_mut(&format!("/moves/0{path}")).unwrap();
        *word = wrong.clone();
        assert_eq!(read(&value), None, "{path}");
    }
}

#[test]
fn remarks_say_what_was_lost_and_why() {
    let remark = |grade, proven, explanation| {
        let judged = MoveAnalysis {
            proven,
            ..judged(grade, explanation)
        };
        [false, true].map(|counts| judged.remark(counts))
    };
    let same = |text: &str| [text, text].map(str::to_owned);
    assert_eq!(
        remark(Grade::Good, false, None),
        same("good: a4 loses 7.75, h5 leads to +4.50")
    );
    assert_eq!(
        remark(Grade::Mistake, true, None),
        same("mistake: a4 loses 7.75, exact, h5 leads to +4.50")
    );
    assert_eq!(
        remark(Grade::Mistake, true, Some(explained())),
        [
            "mistake: a4 loses 7.75, exact, h5 leads to +4.50; Why it is so.",
            "mistake: a4 loses 7.75, exact, h5 leads to +4.50; Why it is so.; So many.; \
             a4: mobility: black 1: e3; a4: edge discs: white 2: a1 a2; h5: frontier discs: white 1: f4"
        ]
    );
    // To the end of the game, but with cuts.
    let with_cuts = MoveAnalysis {
        proven: false,
        to_end: true,
        ..judged(Grade::Mistake, None)
    };
    assert_eq!(
        with_cuts.remark(true),
        "mistake: a4 loses 7.75, h5 leads to +4.50"
    );
    let without = Explanation {
        reason: None,
        played: Vec::new(),
        ..explained()
    };
    assert_eq!(
        remark(Grade::Blunder, false, Some(without)),
        [
            "blunder: a4 loses 7.75, h5 leads to +4.50",
            "blunder: a4 loses 7.75, h5 leads to +4.50; h5: frontier discs: white 1: f4"
        ]
    );
}

#[test]
fn notes_take_the_place_of_what_players_thought_and_of_nothing_else() {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript("f5d6c3").unwrap()).unwrap();
    let note = |comment: &str| Note {
        score: Some(Score(77)),
        depth: Some(3),
        time: Some(std::time::Duration::from_secs(9)),
        comment: comment.to_owned(),
        glyphs: vec![2],
        ..Note::default()
    };
    let annotated = AnnotatedGame {
        game,
        black: "Ann".to_owned(),
        notes: vec![note("one"), note("two")],
        ..AnnotatedGame::default()
    };
    let of = |turn, grade| MoveAnalysis {
        turn,
        ..judged(grade, None)
    };
    let analysis = Analysis {
        moves: vec![
            of(1, Grade::Mistake),
            of(2, Grade::Best),
            of(7, Grade::Good),
        ],
    };
    let told = annotate(&annotated, &analysis, true);
    let (score, depth) = (Some(Score(-832)), Some(21));
    let comment = "mistake: a4 loses 7.75, exact, h5 leads to +4.50".to_owned();
    let expected = AnnotatedGame {
        notes: vec![
            note("one"),
            Note {
                score,
                depth,
                comment,
                ..note("")
            },
            Note {
                score,
                depth,
                ..Note::default()
            },
        ],
        ..annotated.clone()
    };
    assert_eq!(told, expected);
    // A comment on a best move stays.
    let best = Analysis {
        moves: vec![of(0, Grade::Best)],
    };
    assert_eq!(annotate(&annotated, &best, false).notes[0].comment, "one");
}

#[test]
fn a_side_s_moves_are_summed_up_by_their_grades() {
    let of = |color, grade, loss| MoveAnalysis {
        color,
        loss,
        ..judged(grade, None)
    };
    let (black, white) = (Color::Black, Color::White);
    let analysis = Analysis {
        moves: vec![
            of(black, Grade::Best, 0.0),
            of(white, Grade::Blunder, 8.0),
            of(black, Grade::Good, 1.0),
            of(black, Grade::Mistake, 4.0),
            of(black, Grade::Mistake, 4.0),
            of(white, Grade::Best, 0.0),
            of(black, Grade::Blunder, 12.0),
            of(black, Grade::Blunder, 12.0),
            of(black, Grade::Blunder, 12.0),
        ],
    };
    let good = 100.0 * 0.5_f64.powf(0.25);
    let expected = Summary {
        moves: 7,
        best: 1,
        mistakes: 2,
        blunders: 3,
        loss: 45.0,
        accuracies: 100.0 + good + 50.0 + 50.0 + 3.0 * 12.5,
    };
    let found = analysis.summary(black);
    assert!((found.accuracies - expected.accuracies).abs() < 1e-9);
    let accuracies = found.accuracies;
    assert_eq!(
        found,
        Summary {
            accuracies,
            ..expected
        }
    );
    assert_eq!(found.mean_loss(), 45.0 / 7.0);
    assert_eq!(found.accuracy(), None, "too few");
    let of_moves = |moves| Summary { moves, ..found }.accuracy();
    assert_eq!(of_moves(14), None);
    assert_eq!(of_moves(15), Some(accuracies / 15.0));
    let other = analysis.summary(white);
    assert_eq!((other.moves, other.best, other.blunders), (2, 1, 1));
    let both = found.plus(other);
    let counts = [both.moves, both.best, both.mistakes, both.blunders];
    assert_eq!((counts, both.loss), ([9, 2, 2, 4], 53.0));
    assert_eq!(both.accuracies, accuracies + 125.0);
    let none = Summary::default();
    assert_eq!((none.mean_loss(), none.accuracy()), (0.0, None));
}

/// Discs in the end for the side to move at `before`, after a line that may leave passes out.
fn end_of(before: Position, line: &[Move]) -> i32 {
    let (mut position, mut sign) = (before, 1);
    for &mv in line {
        if position.must_pass() && mv != Move::Pass {
            (position, sign) = (position.passed(), -sign);
        }
        (position, sign) = (position.play(mv).unwrap(), -sign);
    }
    assert!(position.is_over());
    sign * position.final_score()
}

#[test]
fn what_is_marked_is_explained_by_what_the_two_moves_do() {
    let (mut reasons, mut only, mut brief) = (0, 0, 0);
    for seed in 0..25 {
        let game = ending(10, seed);
        let positions: Vec<Position> = game.positions().collect();
        let analysis = analyst(depth(60), true).analyze(&game, &mut |_, _| {});
        for mv in &analysis.moves {
            let before = positions[mv.turn];
            assert_eq!(mv.variation.first(), Some(&Move::Place(mv.best)));
            assert_eq!(f64::from(end_of(before, &mv.variation)), mv.best_score);
            assert_eq!(mv.explanation.is_some(), mv.grade.is_marked());
            let Some(explanation) = &mv.explanation else {
                continue;
            };
            {
                let reason = explanation.reason.as_ref().unwrap();
                assert_eq!(reason.played.first(), Some(&Move::Place(mv.played)));
                assert_eq!(f64::from(end_of(before, &reason.played)), mv.score);
                let found =
                    crate::strategy::reason::why_worse(before, &reason.played, &mv.variation);
                let found = found.unwrap();
                assert_eq!(
                    (reason.kind, &reason.squares[..]),
                    (found.kind(), found.squares())
                );
                let verdict = Verdict {
                    mover: mv.color,
                    played: mv.played,
                    other: Some(mv.best),
                    loss: mv.loss,
                    reason: Some(found),
                };
                assert_eq!(reason.words, verdict.sentences(Language::English));
                assert_eq!(reason.counts, verdict.counts(Language::English));
                reasons += 1;
            }
            // What one move does and the other does not, whatever squares show it.
            let key = |finding: &Finding| (finding.theme, finding.color, finding.number);
            let of = |square| explain_move(before, mv.color, square);
            let (played, best) = (of(mv.played), of(mv.best));
            let mut shorten = |findings: Vec<Finding>, other: &[Finding]| -> Vec<Finding> {
                let keys: Vec<_> = other.iter().map(key).collect();
                let mut kept = findings;
                kept.retain(|finding| !keys.contains(&key(finding)));
                for finding in &mut kept {
                    if finding.squares.len() >= 13 {
                        finding.squares = Vec::new();
                        brief += 1;
                    }
                }
                kept
            };
            assert_eq!(explanation.played, shorten(played.clone(), &best));
            assert_eq!(explanation.best, shorten(best, &played));
            only += explanation.played.len();
            let position = explain_position(before, mv.color);
            assert_eq!(explanation.position, shorten(position, &[]));
        }
    }
    assert!(
        reasons > 20 && only > 50 && brief > 20,
        "{reasons} {only} {brief}"
    );
}
