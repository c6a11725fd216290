//! What a trainer makes of lines, whatever their order, and what it asks when.

mod learner;
mod looking;

use std::collections::BTreeSet;

use super::item::{Deck, Item, ItemId, ItemKind, Worth};
use super::line::{Answered, Event, HEADER, Line, LineError};
use super::queue::NEW_A_DAY;
use super::rows::{date, day};
use super::schedule::DAY;
use super::{Taken, Trainer, file, openings};
use crate::puzzles::PuzzleKind;
use crate::strategy::reason::ReasonKind;
use bianca_rules::othello::{Color, OthelloGame};
use rand::prelude::*;
use rand::rngs::StdRng;

/// A day of November 2025.
const TODAY: i64 = 20_400 * DAY;

/// Exercises in different positions of chance games, of a kind.
fn items(kind: ItemKind, count: usize, seed: u64) -> Vec<Item> {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut items: Vec<Item> = Vec::new();
    while items.len() < count {
        let mut game = OthelloGame::new();
        let plies = chance.random_range(10..40);
        while game.turns().len() < plies && !game.is_over() {
            let moves: Vec<_> = game.position().moves().into_iter().collect();
            let mv = moves.choose(&mut chance).map(|&square| square.into());
            game.play(mv.unwrap_or(bianca_rules::othello::Move::Pass))
                .unwrap();
        }
        let mut moves = game.position().moves().into_iter();
        let (Some(right), Some(wrong)) = (moves.next(), moves.next()) else {
            continue;
        };
        let worth = |square, score| Worth { square, score };
        let played = game.turns().iter().filter_map(|(_, mv)| mv.square());
        let rating = chance.random_range(300..2700);
        let right = vec![worth(right, 4.25)];
        let item = Item {
            moves: played.collect(),
            wrong: Some(worth(wrong, -2.0)),
            played: Some(wrong),
            theme: ReasonKind::ALL.choose(&mut chance).copied(),
            rating: matches!(kind, ItemKind::Puzzle(_)).then_some(rating),
            source: "Ann - Bo, \"2026\"".to_owned(),
            ..Item::new(kind, game.position(), game.to_move(), right)
        };
        if items.iter().all(|other| other.id() != item.id()) {
            items.push(item);
        }
    }
    items
}

fn taken(item: &Item, at: i64) -> Line {
    Line {
        at,
        event: Event::Taken(Box::new(item.clone())),
    }
}

fn answer(id: ItemId, right: bool, at: i64) -> Line {
    Line {
        at,
        event: Event::Answered(Answered {
            id,
            moves: Vec::new(),
            right,
            hint: false,
        }),
    }
}

/// The lines of somebody who has trained for some days.
fn some_lines() -> Vec<String> {
    let mut trainer = Trainer::default();
    let mut chance = StdRng::seed_from_u64(11);
    let kinds = [
        ItemKind::Mistake,
        ItemKind::Sound,
        ItemKind::Puzzle(PuzzleKind::Trap),
        ItemKind::Opening,
    ];
    let mut lines = Vec::new();
    for (seed, kind) in kinds.into_iter().enumerate() {
        for item in items(kind, 6, seed as u64) {
            lines.push(trainer.note(taken(&item, TODAY)));
        }
    }
    for number in 0..60 {
        let at = TODAY + number * DAY / 6;
        let deck = *Deck::ALL.choose(&mut chance).unwrap();
        if let Some(id) = trainer.next(Some(deck), at) {
            lines.push(trainer.note(answer(id, chance.random_bool(0.6), at)));
        }
    }
    let id = trainer.next(None, TODAY + 20 * DAY).unwrap();
    let event = Event::Dropped(id);
    lines.push(trainer.note(Line {
        at: TODAY + 20 * DAY,
        event,
    }));
    lines
}

/// Everything that can be asked of a trainer.
fn all_of(trainer: &Trainer) -> String {
    let at = TODAY + 21 * DAY;
    let next = [
        None,
        Some(Deck::Mistakes),
        Some(Deck::Puzzles),
        Some(Deck::Openings),
    ];
    let next = next.map(|deck| (trainer.next(deck, at), trainer.waiting(deck, at)));
    format!(
        "{next:?} {:?} {:?}",
        trainer.progress(at),
        trainer.exercises
    )
}

fn trained(lines: &[String]) -> Trainer {
    let mut trainer = Trainer::default();
    for line in lines {
        assert_eq!(trainer.take(line).unwrap(), Taken::New);
    }
    trainer
}

#[test]
fn lines_read_back_as_they_were_written() {
    for text in some_lines() {
        let line = Line::parse(&text).unwrap();
        assert_eq!(line.text(), text);
        assert!(!text.contains(['#', '\n']));
    }
}

#[test]
fn a_line_that_was_changed_is_refused_and_changes_nothing() {
    let lines = some_lines();
    let mut trainer = trained(&lines);
    let before = all_of(&trainer);
    let text = &lines[30];
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else {
            continue;
        };
        assert!(trainer.take(&changed).is_err(), "{changed}");
    }
    assert_eq!(all_of(&trainer), before);
}

#[test]
fn each_fault_of_a_line_is_named() {
    #[derive(serde::Serialize)]
    struct Raw(serde_json::Value);
    let refused = |value: serde_json::Value| {
        let bytes = bianca_records::log::checksum::write_line(&Raw(value)).unwrap();
        Line::parse(str::from_utf8(&bytes).unwrap()).unwrap_err()
    };
    let id = "m00000000000000000000000000000000";
    let row = |key: &str, value: serde_json::Value| {
        let mut row = serde_json::json!({
            "kind": "mistake", "exact": true, "right": [["f5", 0.0]],
            "position": "---------------------------OX------XO--------------------------- X",
        });
        row[key] = value;
        serde_json::json!({ "at": 5, "exercise": row })
    };
    assert!(matches!(
        refused(serde_json::json!({ "at": -1, "drop": id })),
        LineError::Time(-1)
    ));
    let messages = [
        (
            serde_json::json!({ "at": 5, "drop": "m12" }),
            "'m12' is no exercise's id",
        ),
        (
            row("kind", "muddle".into()),
            "'muddle' is no kind of exercise",
        ),
        (
            row("right", serde_json::json!([["a1", 1]])),
            "'a1' is no move here",
        ),
        (
            row("right", serde_json::json!([["f5", 65]])),
            "a score is beyond 64 discs",
        ),
        (row("right", serde_json::json!([])), "no move is right"),
        (row("played", "i9".into()), "'i9' is no move here"),
        (row("theme", "none".into()), "'none' is no theme"),
        (row("moves", "f5d".into()), "'f5d' is no move here"),
    ];
    for (value, message) in messages {
        assert_eq!(refused(value).to_string(), message);
    }
    let good = row("source", "x".into());
    let bytes = bianca_records::log::checksum::write_line(&Raw(good)).unwrap();
    assert!(Line::parse(str::from_utf8(&bytes).unwrap()).is_ok());
}

#[test]
fn the_order_of_the_lines_does_not_matter_and_none_counts_twice() {
    let mut lines = some_lines();
    let expected = all_of(&trained(&lines));
    let mut chance = StdRng::seed_from_u64(2);
    for _ in 0..12 {
        lines.shuffle(&mut chance);
        let mut trainer = trained(&lines);
        for line in &lines {
            assert_eq!(trainer.take(line).unwrap(), Taken::Known);
        }
        assert_eq!(all_of(&trainer), expected);
        let mut at_once = Trainer::default();
        let taken = at_once.take_each(lines.iter().map(String::as_str));
        assert!(taken.iter().all(|taken| matches!(taken, Ok(Taken::New))));
        assert_eq!(all_of(&at_once), expected);
        let kept: BTreeSet<&str> = trainer.lines().collect();
        assert_eq!(kept, lines.iter().map(String::as_str).collect());
    }
}

#[test]
fn a_mistake_takes_the_place_of_a_sound_move_and_not_the_other_way_round() {
    let sound = items(ItemKind::Sound, 1, 8).remove(0);
    let mistake = Item {
        kind: ItemKind::Mistake,
        ..sound.clone()
    };
    let mut trainer = Trainer::default();
    trainer.note(taken(&sound, TODAY));
    assert!(trainer.knows(&sound) && !trainer.knows(&mistake));
    trainer.note(taken(&mistake, TODAY + 1));
    assert!(trainer.knows(&sound) && trainer.knows(&mistake));
    assert_eq!(trainer.exercise(sound.id()).unwrap().item, mistake);
}

#[test]
fn ids_are_those_of_positions_up_to_symmetries() {
    use bianca_rules::othello::{Position, Symmetry};
    for item in items(ItemKind::Mistake, 5, 4) {
        let id = item.id();
        assert_eq!(id.to_string().parse::<ItemId>().unwrap(), id);
        for symmetry in Symmetry::all() {
            let turned = Position {
                own: symmetry.bitboard(item.position.own),
                opp: symmetry.bitboard(item.position.opp),
            };
            assert_eq!(ItemId::of(Deck::Mistakes, turned), id);
        }
        assert_ne!(ItemId::of(Deck::Puzzles, item.position), id);
    }
    for wrong in [
        "",
        "m",
        "x00",
        "m0",
        &"m".repeat(33),
        &format!("m{}", "f".repeat(32)),
    ] {
        assert!(wrong.parse::<ItemId>().is_err(), "{wrong}");
    }
}

#[test]
fn a_puzzle_that_is_solved_at_once_is_done_with() {
    let puzzles = items(ItemKind::Puzzle(PuzzleKind::Only), 2, 6);
    let mut trainer = Trainer::new(puzzles.clone());
    let [solved, failed] = [puzzles[0].id(), puzzles[1].id()];
    trainer.note(answer(solved, true, TODAY));
    trainer.note(answer(failed, false, TODAY));
    assert!(trainer.exercise(solved).unwrap().is_mastered());
    assert_eq!(trainer.next(Some(Deck::Puzzles), TODAY), None);
    let later = TODAY + 2 * DAY;
    assert_eq!(trainer.next(Some(Deck::Puzzles), later), Some(failed));
    // It comes back although it was solved the second time.
    trainer.note(answer(failed, true, later));
    assert!(!trainer.exercise(failed).unwrap().is_mastered());
    // Only first answers count for the rating.
    let rating = trainer.strength();
    trainer.note(answer(failed, true, later + 9 * DAY));
    assert_eq!(trainer.strength(), rating);
}

#[test]
fn every_trainer_has_the_puzzles_of_the_executable() {
    use crate::puzzles::builtin;
    let trainer = Trainer::built_in();
    let waiting = trainer.waiting(Some(Deck::Puzzles), TODAY);
    assert_eq!(waiting.new, builtin::puzzles().len());
    assert_eq!(trainer.waiting(None, TODAY).due, 0);
    for puzzle in builtin::puzzles() {
        let item = Item::from(puzzle);
        let read = Line::parse(&taken(&item, 5).text()).unwrap();
        assert_eq!(read, taken(&item, 5));
        assert!(
            item.wrong
                .is_some_and(|wrong| wrong.score < item.right[0].score)
        );
    }
    let days: BTreeSet<_> = (0..30).map(Trainer::of_day).collect();
    assert_eq!(days.len(), 30);
    assert!(days.iter().all(|id| trainer.exercise(*id).is_some()));
    // They belong to the program, not to the log.
    assert_eq!(trainer.lines().count(), 0);
}

#[test]
fn days_begin_at_the_reader_s_midnight() {
    let mut trainer = Trainer::default();
    let items = items(ItemKind::Mistake, NEW_A_DAY + 1, 9);
    for item in &items {
        trainer.note(taken(item, TODAY));
    }
    let evening = TODAY + 23 * 3600;
    for item in &items[1..] {
        trainer.note(answer(item.id(), true, evening));
    }
    let new = |trainer: &Trainer, at| trainer.waiting(Some(Deck::Mistakes), at).new;
    for (hours, today, [now, in_an_hour, in_a_day]) in [
        (0, 20_400, [0, 1, 1]),
        (-1, 20_400, [0, 0, 1]),
        (1, 20_401, [0, 0, 1]),
    ] {
        trainer.set_zone(hours * 3600);
        let days = trainer.progress(evening).days;
        assert_eq!(days.len(), 1);
        assert_eq!((days[0].0, days[0].1.share.asked), (today, 10));
        assert_eq!(new(&trainer, evening), now);
        assert_eq!(new(&trainer, evening + 3600), in_an_hour, "{hours}");
        assert_eq!(new(&trainer, evening + DAY), in_a_day);
    }
}

#[test]
fn openings_are_asked_move_by_move() {
    let items = openings::exercises(Color::White, "Tiger").unwrap();
    let line = bianca_records::opening::line_named("tiger").unwrap();
    assert!(items.len() > 4, "{}", items.len());
    for (number, item) in items.iter().enumerate() {
        assert_eq!(item.kind, ItemKind::Opening);
        assert_eq!(item.to_move, Color::White);
        let mut game = OthelloGame::new();
        for square in &item.moves {
            game.play((*square).into()).unwrap();
        }
        assert_eq!(game.position(), item.position);
        let moves: String = item.moves.iter().map(|square| square.to_string()).collect();
        if number < 2 {
            let next = &line[moves.len()..moves.len() + 2];
            assert_eq!(item.right[0].square.to_string(), next);
        } else {
            assert!(moves.starts_with(line), "{moves}");
        }
        assert!(item.right.iter().all(|worth| worth.score.abs() < 8.0));
    }
    // A line of moves is asked as it is, for the side that is trained.
    let items = openings::exercises(Color::Black, "f5d6c3d3c4").unwrap();
    let asked = items.iter().map(|item| item.right[0].square.to_string());
    assert_eq!(asked.collect::<String>(), "f5c3c4");
    for wrong in ["", "nonsense", "f5f5", "a1"] {
        let error = openings::exercises(Color::Black, wrong).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with(&format!("'{wrong}' is neither")),
            "{error}"
        );
    }
    let error = openings::exercises(Color::White, "f5").unwrap_err();
    assert_eq!(error.to_string(), "white has no move in 'f5'");
}

#[test]
fn moves_of_two_lines_are_both_right() {
    let mut trainer = Trainer::default();
    // The second is the first as the other diagonal shows it, with another end.
    for line in ["f5d6c3", "e6f4d3", "f5d6c4", "f5d6c3"] {
        for item in openings::exercises(Color::Black, line).unwrap() {
            if !trainer.knows(&item) {
                trainer.note(taken(&item, TODAY));
            }
        }
    }
    let mut third = trainer
        .exercises
        .values()
        .filter(|exercise| exercise.item.moves.len() == 2);
    let item = &third.next().unwrap().item;
    assert!(third.all(|other| other.item.moves != item.moves));
    let right: Vec<String> = item
        .right
        .iter()
        .map(|worth| worth.square.to_string())
        .collect();
    let is_first = item.moves[0].to_string() == "f5";
    let expected = if is_first { ["c3", "c4"] } else { ["c3", "d3"] };
    let right: BTreeSet<&str> = right.iter().map(String::as_str).collect();
    assert_eq!(right, BTreeSet::from(expected));
    // The start, whose moves are mirror images of each other, and a third move for each.
    assert_eq!(trainer.lines().count(), 3);
}

#[test]
fn a_file_that_is_cut_anywhere_has_all_lines_before() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("training.jsonl");
    let lines = &some_lines()[..30];
    let mut trainer = Trainer::default();
    let (mut log, contents) = file::TrainingFile::open(&path, &mut trainer).unwrap();
    assert_eq!(contents, file::Contents::default());
    for line in lines {
        log.append(line).unwrap();
    }
    let mut other = Trainer::default();
    assert!(
        file::TrainingFile::open(&path, &mut other).is_err(),
        "it is locked"
    );
    drop(log);
    let bytes = std::fs::read(&path).unwrap();
    let whole = std::str::from_utf8(&bytes).unwrap();
    assert_eq!(whole, format!("{HEADER}\n{}\n", lines.join("\n")));
    for cut in (0..bytes.len())
        .step_by(37)
        .chain(bytes.len() - 3..bytes.len())
    {
        std::fs::write(&path, &bytes[..cut]).unwrap();
        let mut trainer = Trainer::default();
        let (mut log, contents) = file::TrainingFile::open(&path, &mut trainer).unwrap();
        let before = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(
            (contents.taken, contents.refused),
            (before.saturating_sub(1), 0)
        );
        log.append(&lines[29]).unwrap();
        drop(log);
        let mut trainer = Trainer::default();
        let (_, contents) = file::TrainingFile::open(&path, &mut trainer).unwrap();
        assert_eq!(
            (contents.taken, contents.refused),
            (before.saturating_sub(1) + 1, 0)
        );
    }
}

#[test]
fn a_damaged_line_costs_itself_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("training.jsonl");
    let mut lines = some_lines();
    lines[3] = lines[3].replace("\"at\":", "\"at\":1");
    let text = format!("{HEADER}\n{}\n", lines.join("\n"));
    std::fs::write(&path, &text).unwrap();
    let mut trainer = Trainer::default();
    let (_, contents) = file::TrainingFile::open(&path, &mut trainer).unwrap();
    assert_eq!((contents.taken, contents.refused), (lines.len() - 1, 1));
    // It is left where it is.
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn what_is_something_else_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.txt");
    for content in ["f5d6c3d3c4\n", "{\"bianca_training\":2}\n{}\n", "x"] {
        std::fs::write(&path, content).unwrap();
        let error = file::TrainingFile::open(&path, &mut Trainer::default()).unwrap_err();
        assert!(error.to_string().contains("is left as it is"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn days_are_dates() {
    for (number, text) in [
        (0, "1970-01-01"),
        (20_786, "2026-11-29"),
        (11_016, "2000-02-29"),
    ] {
        assert_eq!(date(number), text);
        assert_eq!(day(text), Some(number));
    }
    for wrong in [
        "",
        "2026-11-31",
        "2026-1-1",
        "29.11.2026",
        "2026-11-29x",
        "+2026-11-29",
    ] {
        assert_eq!(day(wrong), None, "{wrong}");
    }
}
