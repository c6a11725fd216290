//! What is told of training to programs: objects of JSON, a line each.
//!
//! Invariant: whether a position of the reader's games was a mistake is told only after the answer.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::examine::Judged;
use super::item::{Deck, Item, ItemId, ItemKind, rounded};
use super::progress::{DeckProgress, Progress, Share};
use super::queue::Waiting;
use super::strength::Strength;
use super::{Exercise, Trainer};
use crate::puzzles::{Answer, PuzzleKind};
use crate::strategy::words::title;
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Move, Square};
use bianca_system::foreign::shown_json;
use bianca_system::language::Language;

/// An exercise as it is asked.
#[derive(Clone, Debug, Serialize)]
pub struct ExerciseRow {
    id: String,
    deck: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    position: String,
    empties: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    #[serde(skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    /// Moves that are right.
    right: usize,
    seen: u32,
}

/// What there is to do.
#[derive(Clone, Debug, Serialize)]
pub struct NextRow {
    exercise: Option<ExerciseRow>,
    due: usize,
    new: usize,
    later: Option<i64>,
}

/// A move with what follows.
#[derive(Clone, Debug, Serialize)]
struct AnswerRow {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    variation: Vec<String>,
}

/// What is said of an answer.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedRow {
    id: String,
    #[serde(rename = "move")]
    square: String,
    right: bool,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    exact: bool,
    score: f64,
    best: Vec<AnswerRow>,
    variation: Vec<String>,
    sentence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(flatten)]
    kept: Option<KeptRow>,
}

/// What an answer has changed.
#[derive(Clone, Debug, Serialize)]
struct KeptRow {
    due: i64,
    interval: u32,
    mastered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingChange>,
    line: String,
}

#[derive(Clone, Debug, Serialize)]
struct RatingChange {
    before: f64,
    after: f64,
    deviation: f64,
}

impl ExerciseRow {
    /// An exercise of a trainer.
    pub fn of(exercise: &Exercise) -> ExerciseRow {
        let item = &exercise.item;
        let kind = match item.kind {
            ItemKind::Puzzle(kind) => Some(kind.name()),
            _ => None,
        };
        ExerciseRow {
            id: item.id().to_string(),
            deck: item.kind.deck().name(),
            kind,
            position: write_board(item.position, item.to_move),
            empties: item.position.empties(),
            moves: item.moves.iter().map(Square::to_string).collect(),
            last: item.last.map(|square| square.to_string()),
            choices: choices(item),
            rating: item.rating,
            source: item.source.clone(),
            name: item.name.clone(),
            right: item.right.len(),
            seen: exercise.asked(),
        }
    }
}

/// The two moves of a puzzle that asks which of them, in the order of the squares.
fn choices(item: &Item) -> Vec<String> {
    let (ItemKind::Puzzle(PuzzleKind::Two), Some(right), Some(wrong)) =
        (item.kind, item.right.first(), item.wrong)
    else {
        return Vec::new();
    };
    let mut squares = [right.square, wrong.square];
    squares.sort_by_key(|square| square.index());
    squares.map(|square| square.to_string()).to_vec()
}

impl NextRow {
    /// An exercise, if there is one, with how much there is to do.
    pub fn of(exercise: Option<&Exercise>, waiting: Waiting) -> NextRow {
        NextRow {
            exercise: exercise.map(ExerciseRow::of),
            due: waiting.due,
            new: waiting.new,
            later: waiting.later,
        }
    }

    /// The row as a line, without its line break.
    pub fn line(&self) -> String {
        line(self)
    }
}

impl JudgedRow {
    /// What was found of an answer, in a language.
    pub fn of(item: &Item, judged: &Judged, language: Language) -> JudgedRow {
        let answer = |answer: &Answer| AnswerRow {
            square: answer.square.to_string(),
            score: rounded(answer.score),
            variation: answer.line.iter().map(Move::to_string).collect(),
        };
        let theme = judged.theme().or(item.theme);
        JudgedRow {
            id: item.id().to_string(),
            square: judged.square.to_string(),
            right: judged.right,
            over: judged.over,
            reply: judged.reply.map(|reply| reply.to_string()),
            exact: judged.exact,
            score: rounded(judged.score),
            best: judged.best.iter().map(answer).collect(),
            variation: judged.line.iter().map(Move::to_string).collect(),
            sentence: judged.told(language),
            theme: theme.map(|theme| theme.name()),
            title: theme.and_then(|theme| Some(title(theme.theme()?, language))),
            kind: item.kind.name(),
            played: item.played.map(|square| square.to_string()),
            kept: None,
        }
    }

    /// The same with what the answer has changed: the rating before it, the trainer after it, and
    /// the line to keep.
    pub fn with_change(
        mut self,
        before: Strength,
        trainer: &Trainer,
        id: ItemId,
        kept: String,
    ) -> JudgedRow {
        let exercise = trainer.exercise(id);
        let memory = exercise.and_then(|exercise| exercise.memory());
        let after = trainer.strength();
        let rating = (before != after).then(|| RatingChange {
            before: before.rating().round(),
            after: after.rating().round(),
            deviation: after.deviation().round(),
        });
        self.kept = Some(KeptRow {
            due: memory.map_or(0, |memory| memory.due()),
            interval: memory.map_or(0, |memory| memory.interval()),
            mastered: exercise.is_some_and(Exercise::is_mastered),
            rating,
            line: kept,
        });
        self
    }

    /// The row as a line, without its line break.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// An exercise that was made of a move, which lost so many discs, and the line to keep.
pub fn added(item: &Item, loss: f64, kept: &str) -> String {
    line(&json!({
        "added": true,
        "id": item.id().to_string(),
        "kind": item.kind.name(),
        "loss": rounded(loss),
        "line": kept,
    }))
}

/// Why nothing was made of a move, in a word.
pub fn not_added(why: &str) -> String {
    line(&json!({ "added": false, "why": why }))
}

/// How many lines were new and known, and which, from 0, were no lines of a log.
pub fn taken(taken: usize, known: usize, bad: &[usize]) -> String {
    line(&json!({ "taken": taken, "known": known, "refused": bad.len(), "bad": bad }))
}

/// Openings by their names, with their moves.
pub fn openings(names: &[(&str, &str)]) -> String {
    let rows = names.iter();
    let rows = rows.map(|(name, moves)| json!({ "name": name, "moves": moves }));
    line(&json!({ "openings": rows.collect::<Vec<_>>() }))
}

/// What came of an opening with so many exercises: the lines of those that are new.
pub fn opening(all: usize, lines: Vec<String>) -> String {
    let known = all - lines.len();
    line(&json!({ "added": lines.len(), "known": known, "lines": lines }))
}

/// The line to keep of an exercise that is asked no more.
pub fn dropped(kept: String) -> String {
    line(&json!({ "line": kept }))
}

/// How a reader stands.
pub fn progress(progress: &Progress, language: Language) -> String {
    let of_decks = |figure: fn(&DeckProgress) -> usize| {
        let decks = Deck::ALL.iter().zip(&progress.decks);
        let figures = decks.map(|(deck, of_deck)| (deck.name().to_owned(), figure(of_deck).into()));
        Value::Object(figures.collect::<Map<_, _>>())
    };
    let rating = |strength: Strength| json!({ "value": strength.rating().round(), "deviation": strength.deviation().round() });
    let phases = progress.phases.iter();
    let phases = phases.map(|(phase, share)| named(phase.name(), share));
    let themes = progress.themes.iter().map(|(theme, share)| {
        let mut row = named(theme.title(), share);
        row["title"] = title(*theme, language).into();
        row
    });
    let days = progress.days.iter().map(|(day, of_day)| {
        json!({
            "day": date(*day),
            "asked": of_day.share.asked,
            "right": of_day.share.right,
            "rating": of_day.rating.map(|strength| strength.rating().round()),
            "deviation": of_day.rating.map(|strength| strength.deviation().round()),
        })
    });
    line(&json!({
        "due": of_decks(|deck| deck.waiting.due),
        "new": of_decks(|deck| deck.waiting.new),
        "items": of_decks(|deck| deck.items),
        "mastered": of_decks(|deck| deck.mastered),
        "answers": progress.all.asked,
        "right": progress.all.right,
        "rating": progress.rating.map(rating),
        "phases": phases.collect::<Vec<_>>(),
        "themes": themes.collect::<Vec<_>>(),
        "days": days.collect::<Vec<_>>(),
    }))
}

fn named(name: &str, share: &Share) -> Value {
    json!({ "name": name, "asked": share.asked, "right": share.right })
}

/// A day as `2026-11-29`; days are counted from 1970-01-01.
pub fn date(day: i64) -> String {
    let since = chrono::TimeDelta::try_days(day);
    let date = since.and_then(|since| NaiveDate::default().checked_add_signed(since));
    date.unwrap_or_default().to_string()
}

/// The day of a date that is written so, in days since 1970-01-01; `None` if there is none.
pub fn day(words: &str) -> Option<i64> {
    let date: NaiveDate = words.parse().ok()?;
    let is_plain = date.to_string() == words;
    is_plain.then(|| (date - NaiveDate::default()).num_days())
}

fn line(row: &impl Serialize) -> String {
    // Texts, numbers and lists of them are always JSON.
    let text = serde_json::to_string(row).unwrap_or_default();
    shown_json(&text).into_owned()
}
