//! `train`: positions to find a move in, asked again at growing intervals.
//!
//! The trainer is there for the whole session, whatever game is on the table, and is empty at its
//! beginning: who drives the session keeps the lines of the log and hands them in. Invariant: what
//! is refused or stopped changes nothing, and the game and its player stay as they are.

use std::io::Write;

use serde::de::IgnoredAny;

use super::Failure;
use super::dialogue::{Dialogue, Terms};
use super::worker::Reporter;
use crate::protocol::{CommandError, Reply, TrainOrder, TrainTask};
use bianca_play::people::turns::turns;
use bianca_play::tabletop::Tabletop;
use bianca_play::training::examine::{Examined, Examiner, Judged};
use bianca_play::training::item::{Deck, Item, ItemId};
use bianca_play::training::line::{Answered, Event, Line};
use bianca_play::training::rows::{self, JudgedRow, NextRow};
use bianca_play::training::{Exercise, Taken, Trainer, openings};
use bianca_records::opening::names_for;
use bianca_rules::othello::{Color, Move, OthelloGame, Square};
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;

/// MiB of the hash table that looks at answers.
const HASH_MIB: usize = 16;

/// Who trains the reader of a session.
#[derive(Default)]
pub struct Training {
    /// Made for the first order.
    trainer: Option<Trainer>,
    /// Made for the first move that is looked at, and there for the next.
    examiner: Option<Examiner>,
}

impl Training {
    /// Does what an order asks.
    ///
    /// # Errors
    /// If there is no such exercise, or moves cannot be made in it; if memory is short, or it was
    /// stopped.
    pub fn obey<W: Write>(
        &mut self,
        order: TrainOrder,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<Reply, Failure> {
        let now = match order.at {
            Some(at) => Ok(at),
            None => clock(),
        };
        let trainer = self.trainer();
        trainer.set_zone(60 * order.zone);
        let told = match order.task {
            TrainTask::Take(lines) => take(trainer, &lines),
            TrainTask::Next(deck) => {
                let now = now?;
                let next = trainer.next(deck, now);
                let next = next.and_then(|id| trainer.exercise(id));
                NextRow::of(next, trainer.waiting(deck, now)).line()
            }
            TrainTask::Daily(day) => {
                let exercise = trainer.exercise(Trainer::of_day(day));
                NextRow::of(exercise, trainer.waiting(Some(Deck::Puzzles), now?)).line()
            }
            TrainTask::Show(id) => {
                let exercise = known(trainer, id)?;
                NextRow::of(Some(exercise), trainer.waiting(Some(id.deck), now?)).line()
            }
            TrainTask::Try(id, moves) => {
                let item = known(trainer, id)?.item.clone();
                let judged = self.judge(&item, &moves, dialogue, table)?;
                JudgedRow::of(&item, &judged, order.language).line()
            }
            TrainTask::Answer(id, moves) => {
                let (at, item) = (now?, known(trainer, id)?.item.clone());
                let judged = self.judge(&item, &moves, dialogue, table)?;
                let row = JudgedRow::of(&item, &judged, order.language);
                let answered = Answered {
                    id,
                    moves,
                    right: judged.right,
                    hint: order.hint,
                };
                self.keep(row, answered, at)
            }
            TrainTask::Add(square, source) => self.add(square, source, now?, dialogue, table)?,
            TrainTask::Opening(side, words) => opening(trainer, side, &words, now?)?,
            TrainTask::Openings => rows::openings(&names_for(order.language)),
            TrainTask::Drop(id) => {
                let at = now?;
                known(trainer, id)?;
                let event = Event::Dropped(id);
                rows::dropped(trainer.note(Line { at, event }))
            }
            TrainTask::Progress => rows::progress(&trainer.progress(now?), order.language),
            TrainTask::Lines => trainer.lines().collect::<Vec<_>>().join("\n"),
        };
        Ok(Reply::Text(told))
    }

    fn trainer(&mut self) -> &mut Trainer {
        self.trainer.get_or_insert_with(Trainer::built_in)
    }

    /// Looks at an answer.
    fn judge<W: Write>(
        &mut self,
        item: &Item,
        moves: &[Square],
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<Judged, Failure> {
        let (item, moves) = (item.clone(), moves.to_vec());
        let judged = self.look(dialogue, table, move |examiner, stop| {
            examiner.judge(&item, &moves, stop)
        })?;
        let judged = judged.map_err(|error| CommandError::Syntax(error.to_string()))?;
        Ok(judged.ok_or(CommandError::Stopped("the answer was judged"))?)
    }

    /// Lets the examiner look at something.
    fn look<T: Send + 'static, W: Write>(
        &mut self,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
        task: impl FnOnce(&mut Examiner, &StopFlag) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let settings = Settings {
            hash_mib: HASH_MIB,
            ..Settings::default()
        };
        let mut examiner = match self.examiner.take() {
            Some(examiner) => examiner,
            None => Examiner::new(settings).map_err(CommandError::from)?,
        };
        let job = move |stop: &StopFlag, _: Reporter| {
            let found = task(&mut examiner, stop);
            (examiner, found)
        };
        let (examiner, found) = dialogue.work(&*table.game, job, Terms::QUIET)?;
        self.examiner = Some(examiner);
        Ok(found)
    }

    /// Counts an answer, and says what it has changed.
    fn keep(&mut self, row: JudgedRow, answered: Answered, at: i64) -> String {
        let trainer = self.trainer();
        let (id, before) = (answered.id, trainer.strength());
        let event = Event::Answered(answered);
        let line = trainer.note(Line { at, event });
        row.with_change(before, trainer, id, line).line()
    }

    /// Makes an exercise of a move in the position on the table, if there is something to learn.
    fn add<W: Write>(
        &mut self,
        square: Square,
        source: String,
        at: i64,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<String, Failure> {
        let game = table.othello("training")?;
        let before = squares(game);
        let mut played = game.clone();
        let word = square.to_string();
        played
            .play(square.into())
            .map_err(|_| CommandError::MoveRefused(word))?;
        let is_chosen = game.position().moves().count() > 1;
        let Some(turn) = turns(&played).last().filter(|_| is_chosen) else {
            return Ok(rows::not_added("only"));
        };
        let examined = self.look(dialogue, table, move |examiner, stop| {
            examiner.examine(&turn, &before, stop)
        })?;
        let examined = examined.ok_or(CommandError::Stopped("the move was looked at"))?;
        let trainer = self.trainer();
        Ok(match examined {
            Examined::Small => rows::not_added("small"),
            Examined::Easy => rows::not_added("easy"),
            Examined::Exercise(item, _) if trainer.knows(&item) => rows::not_added("known"),
            Examined::Exercise(mut item, loss) => {
                item.source = source;
                let event = Event::Taken(item.clone());
                let kept = trainer.note(Line { at, event });
                rows::added(&item, loss, &kept)
            }
        })
    }
}

/// What time it is, where there is a clock.
fn clock() -> Result<i64, CommandError> {
    if cfg!(target_family = "wasm") {
        return Err(CommandError::NoTime);
    }
    let seconds = bianca_system::instant::time_of_day().as_secs();
    i64::try_from(seconds).map_err(|_| CommandError::NoTime)
}

fn known(trainer: &Trainer, id: ItemId) -> Result<&Exercise, CommandError> {
    let unknown = || CommandError::Training(format!("there is no exercise {id}"));
    trainer.exercise(id).ok_or_else(unknown)
}

/// How the position of a game was reached from the usual start, if it was.
fn squares(game: &OthelloGame) -> Vec<Square> {
    if game.start() != OthelloGame::new().start() {
        return Vec::new();
    }
    let moves = game.turns().iter();
    moves
        .filter_map(|(_, mv): &(Color, Move)| mv.square())
        .collect()
}

/// Takes in objects of JSON that stand one behind the other.
fn take(trainer: &mut Trainer, lines: &str) -> String {
    let mut objects = serde_json::Deserializer::from_str(lines).into_iter::<IgnoredAny>();
    let (mut parts, mut begin) = (Vec::new(), 0);
    while let Some(object) = objects.next() {
        // What is no JSON is no line either, and ends them.
        let end = object.map_or(lines.len(), |_| objects.byte_offset());
        parts.push(lines[begin..end].trim());
        begin = end;
    }
    let (mut taken, mut known, mut bad) = (0, 0, Vec::new());
    for (number, came) in trainer.take_each(parts).into_iter().enumerate() {
        match came {
            Ok(Taken::New) => taken += 1,
            Ok(Taken::Known) => known += 1,
            Err(_) => bad.push(number),
        }
    }
    rows::taken(taken, known, &bad)
}

/// Makes exercises of an opening, and says what is new.
fn opening(
    trainer: &mut Trainer,
    side: Color,
    words: &str,
    at: i64,
) -> Result<String, CommandError> {
    let items = openings::exercises(side, words);
    let items = items.map_err(|error| CommandError::Training(error.to_string()))?;
    let all = items.len();
    let mut lines = Vec::new();
    for item in items {
        if !trainer.knows(&item) {
            let event = Event::Taken(Box::new(item));
            lines.push(trainer.note(Line { at, event }));
        }
    }
    Ok(rows::opening(all, lines))
}
