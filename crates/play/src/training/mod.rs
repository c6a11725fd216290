//! Training: positions to find a move in, asked again at growing intervals.
//!
//! A [`Trainer`] is the replay of a [log](mod@line): what was taken in, what was answered, and
//! when. The terminal keeps the log in a [file](mod@file), a page in its browser; the lines of two
//! places can be put together in any order. [`examine`] makes exercises of a reader's moves and
//! judges answers by a search, [`openings`] makes them of lines of play, [`schedule`] says when
//! something is asked again and [`strength`] how strong the reader is at puzzles. Invariant: a
//! trainer follows from its lines and its puzzles alone; who asks says what time it is.

pub mod examine;
pub mod file;
pub mod item;
pub mod line;
pub mod openings;
pub mod progress;
mod puzzles;
mod queue;
pub mod rows;
pub mod schedule;
pub mod strength;

use std::collections::{BTreeMap, BTreeSet};

use item::{Deck, Item, ItemId};
use line::{Answered, Event, Line, LineError, Looked};
use progress::Answers;
use schedule::{DAY, Memory};
use strength::Strength;

/// Who knows what a reader has learned.
#[derive(Clone, Debug, Default)]
pub struct Trainer {
    /// The log, by time and text; a line that comes twice is one.
    lines: BTreeMap<(i64, String), Event>,
    exercises: BTreeMap<ItemId, Exercise>,
    strength: Strength,
    answers: Answers,
    /// Seconds by which the reader's clock is before UTC.
    zone: i64,
    looked: BTreeSet<Looked>,
    /// Exercises that were answered or dropped before they were taken in.
    orphans: BTreeSet<ItemId>,
    /// Whether lines came that change what follows from others.
    is_stale: bool,
}

/// An exercise and what was answered.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// What is asked.
    pub item: Item,
    /// When it was taken in, in seconds since 1970; before all time for what was always there.
    added: i64,
    memory: Option<Memory>,
    first: Option<i64>,
    asked: u32,
    right: u32,
    /// Whether it is a puzzle that was solved at once.
    solved: bool,
    /// Whether the reader wants to see it no more.
    dropped: bool,
}

/// What came of a line that was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is new.
    New,
    /// It was there.
    Known,
}

impl Exercise {
    fn new(item: Item, added: i64) -> Exercise {
        Exercise {
            item,
            added,
            memory: None,
            first: None,
            asked: 0,
            right: 0,
            solved: false,
            dropped: false,
        }
    }

    /// How often it was answered.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// What is known of how well it is remembered, once it was answered.
    pub fn memory(&self) -> Option<&Memory> {
        self.memory.as_ref()
    }

    /// Whether it is remembered so well that it is asked no more.
    pub fn is_mastered(&self) -> bool {
        self.solved || self.memory.is_some_and(|memory| memory.is_mastered())
    }

    /// Whether it may still be asked.
    fn is_open(&self) -> bool {
        !self.dropped && !self.is_mastered()
    }

    /// Whether it was answered before and is to be asked again by now.
    fn is_due(&self, now: i64) -> bool {
        self.is_open() && self.memory.is_some_and(|memory| memory.is_due(now))
    }

    fn is_new(&self) -> bool {
        self.is_open() && self.memory.is_none()
    }

    /// An answer at this time. A puzzle that is solved at once is done with.
    fn answer(&mut self, answered: &Answered, at: i64) {
        let grade = answered.grade();
        let is_first = self.memory.is_none();
        self.memory = Some(match &self.memory {
            None => Memory::first(grade, at),
            Some(memory) => memory.after(grade, at),
        });
        self.first.get_or_insert(at);
        self.asked += 1;
        self.right += u32::from(answered.right);
        self.solved |= is_first && answered.right && self.item.kind.deck() == Deck::Puzzles;
    }
}

impl Trainer {
    /// One who has these puzzles beside what the lines bring.
    pub fn new(puzzles: impl IntoIterator<Item = Item>) -> Trainer {
        let puzzles = puzzles.into_iter();
        let exercises = puzzles.map(|item| (item.id(), Exercise::new(item, i64::MIN)));
        Trainer {
            exercises: exercises.collect(),
            ..Trainer::default()
        }
    }

    /// Takes in a line of a log.
    ///
    /// # Errors
    /// If it is none; nothing changes then.
    pub fn take(&mut self, text: &str) -> Result<Taken, LineError> {
        let mut taken = self.take_each([text]);
        taken.remove(0)
    }

    /// Takes in lines of a log, and says what came of each. However they are ordered, what follows
    /// from all of them is found out once.
    pub fn take_each<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Result<Taken, LineError>> {
        let texts = texts.into_iter();
        let taken = texts.map(|text| {
            let line = Line::parse(text)?;
            Ok(self.put(line, text.trim().to_owned()))
        });
        let taken = taken.collect();
        self.settle();
        taken
    }

    /// Takes in what has just happened, and gives the line to keep of it.
    pub fn note(&mut self, line: Line) -> String {
        let text = line.text();
        self.put(line, text.clone());
        self.settle();
        text
    }

    /// Finds out anew what follows from all lines, if it must be.
    fn settle(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.replay();
        }
    }

    fn put(&mut self, line: Line, text: String) -> Taken {
        let key = (line.at, text);
        if self.lines.contains_key(&key) {
            return Taken::Known;
        }
        let is_last = self
            .lines
            .last_key_value()
            .is_none_or(|(last, _)| *last < key);
        self.lines.insert(key, line.event.clone());
        // What happened before something that is known already may change what follows from it.
        match line.event {
            Event::Looked(looked) => {
                self.looked.insert(looked);
            }
            Event::Answered(_) | Event::Dropped(_) if is_last => self.happen(line.at, &line.event),
            Event::Taken(item) if self.is_unheard_of(item.id()) => {
                self.exercises
                    .insert(item.id(), Exercise::new(*item, line.at));
            }
            _ => self.is_stale = true,
        }
        Taken::New
    }

    /// Whether no line is about an exercise.
    fn is_unheard_of(&self, id: ItemId) -> bool {
        !self.exercises.contains_key(&id) && !self.orphans.contains(&id)
    }

    /// Finds out anew what follows from all lines.
    fn replay(&mut self) {
        let puzzles = std::mem::take(&mut self.exercises).into_values();
        let always = puzzles.filter(|exercise| exercise.added == i64::MIN);
        let fresh = always.map(|exercise| Exercise::new(exercise.item, i64::MIN));
        self.exercises = fresh
            .map(|exercise| (exercise.item.id(), exercise))
            .collect();
        self.strength = Strength::default();
        self.answers = Answers::default();
        self.orphans.clear();
        let lines = std::mem::take(&mut self.lines);
        for ((at, _), event) in &lines {
            if let Event::Taken(item) = event {
                let exercise = self.exercises.entry(item.id());
                let exercise = exercise.or_insert_with(|| Exercise::new((**item).clone(), *at));
                exercise.item.learn(item);
            }
        }
        for ((at, _), event) in &lines {
            self.happen(*at, event);
        }
        self.lines = lines;
    }

    /// An answer or the end of an exercise, later than all before.
    fn happen(&mut self, at: i64, event: &Event) {
        match event {
            Event::Taken(_) | Event::Looked(_) => {}
            Event::Dropped(id) => match self.exercises.get_mut(id) {
                Some(exercise) => exercise.dropped = true,
                None => drop(self.orphans.insert(*id)),
            },
            Event::Answered(answered) => {
                let Some(exercise) = self.exercises.get_mut(&answered.id) else {
                    self.orphans.insert(answered.id);
                    return;
                };
                let is_first = exercise.memory.is_none();
                exercise.answer(answered, at);
                if let Some(rating) = exercise.item.rating.filter(|_| is_first) {
                    self.strength = self.strength.after(rating, answered.right);
                }
                let rated = self.is_rated().then_some(self.strength);
                self.answers.push(at, answered.right, rated);
            }
        }
    }

    /// Sets by how many seconds the reader's clock is before UTC: his days begin at his midnight.
    pub fn set_zone(&mut self, seconds: i64) {
        self.zone = seconds;
    }

    /// The reader's day of a time in seconds since 1970, in days since then.
    pub fn day(&self, at: i64) -> i64 {
        at.saturating_add(self.zone).div_euclid(DAY)
    }

    /// The exercise of this id, if there is one.
    pub fn exercise(&self, id: ItemId) -> Option<&Exercise> {
        self.exercises.get(&id)
    }

    /// Whether an exercise would bring nothing new.
    pub fn knows(&self, item: &Item) -> bool {
        let known = self.exercises.get(&item.id());
        known.is_some_and(|known| {
            let mut taught = known.item.clone();
            taught.learn(item);
            taught == known.item
        })
    }

    /// Whether a side's moves in a game were looked at.
    pub fn has_looked(&self, looked: &Looked) -> bool {
        self.looked.contains(looked)
    }

    /// How strong the reader is at puzzles.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// All lines, the earliest first.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.keys().map(|(_, text)| text.as_str())
    }
}

#[cfg(test)]
mod tests;
