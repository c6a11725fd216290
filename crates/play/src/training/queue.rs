//! What is asked next.
//!
//! What was forgotten most comes first, then what is new, at most [`NEW_A_DAY`] of a deck on a day.
//! Among the reader's mistakes every third exercise is one where he was right, at a place among
//! three that nobody can foresee; a puzzle is one of those whose rating is nearest to what the
//! reader solves in two of three tries. Invariant: what is next follows from the trainer and the
//! time.

use super::item::{Deck, ItemId, ItemKind};
use super::schedule::DAY;
use super::{Exercise, Trainer};
use crate::player::chance::mixed;

/// New exercises of a deck on one day; of puzzles there may be any number.
pub const NEW_A_DAY: usize = 10;

/// Among how many puzzles of nearly the same rating the next one is drawn.
const NEAREST: usize = 12;

/// How much there is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// What is to be asked again by now; of the mistakes those alone that are ones.
    pub due: usize,
    /// What may be asked for the first time today.
    pub new: usize,
    /// When the first of the others is due, in seconds since 1970.
    pub later: Option<i64>,
}

impl Trainer {
    /// The exercise that is asked next, of a deck or of all; of all, new puzzles are none.
    pub fn next(&self, deck: Option<Deck>, now: i64) -> Option<ItemId> {
        match deck {
            Some(Deck::Mistakes) => self.next_mistake(now),
            Some(Deck::Puzzles) => self
                .most_forgotten(now, |kind| kind.deck() == Deck::Puzzles)
                .or_else(|| self.new_puzzle()),
            Some(Deck::Openings) => self.next_of(now, ItemKind::Opening),
            None => self
                .next_mistake(now)
                .or_else(|| self.next_of(now, ItemKind::Opening))
                .or_else(|| self.most_forgotten(now, |kind| kind.deck() == Deck::Puzzles)),
        }
    }

    /// How much there is to do of a deck, or of all.
    pub fn waiting(&self, deck: Option<Deck>, now: i64) -> Waiting {
        let decks = Deck::ALL.into_iter();
        let decks = decks.filter(|&one| deck.is_none_or(|deck| deck == one));
        let mut waiting = Waiting::default();
        for deck in decks {
            let of_deck = self.exercises.values();
            let of_deck = of_deck.filter(|exercise| {
                let kind = exercise.item.kind;
                kind.deck() == deck && kind != ItemKind::Sound
            });
            let mut new = 0;
            for exercise in of_deck.filter(|exercise| exercise.is_open()) {
                match exercise.memory() {
                    None => new += 1,
                    Some(memory) if memory.is_due(now) => waiting.due += 1,
                    Some(memory) => {
                        let sooner = waiting.later.map_or(i64::MAX, |later| later);
                        waiting.later = Some(sooner.min(memory.due() - DAY / 2));
                    }
                }
            }
            waiting.new += match deck {
                Deck::Puzzles => new,
                _ => new.min(self.new_left(deck, now)),
            };
        }
        waiting
    }

    fn next_mistake(&self, now: i64) -> Option<ItemId> {
        let mistake = self.next_of(now, ItemKind::Mistake)?;
        let asked: u32 = self.of_deck(Deck::Mistakes).map(Exercise::asked).sum();
        let three = u64::from(asked / 3);
        let is_sound = mixed(three) % 3 == u64::from(asked % 3);
        let sound = is_sound.then(|| self.next_sound(now)).flatten();
        Some(sound.unwrap_or(mistake))
    }

    /// The exercise of a kind that was forgotten most, or a new one.
    fn next_of(&self, now: i64, kind: ItemKind) -> Option<ItemId> {
        let again = self.most_forgotten(now, |other| other == kind);
        again.or_else(|| {
            (self.new_left(kind.deck(), now) > 0)
                .then(|| self.newest(kind))
                .flatten()
        })
    }

    fn most_forgotten(&self, now: i64, is_asked: impl Fn(ItemKind) -> bool) -> Option<ItemId> {
        let due = self.exercises.iter();
        let due = due.filter(|(_, exercise)| is_asked(exercise.item.kind) && exercise.is_due(now));
        let chance = |exercise: &Exercise| {
            let memory = exercise.memory();
            memory.map_or(1.0, |memory| memory.chance(now))
        };
        let least = due.min_by(|(_, one), (_, other)| chance(one).total_cmp(&chance(other)));
        least.map(|(id, _)| *id)
    }

    /// A new exercise of a kind: the last that was taken in, of openings the one that comes first
    /// in a game.
    fn newest(&self, kind: ItemKind) -> Option<ItemId> {
        let new = self.exercises.iter();
        let new = new.filter(|(_, exercise)| exercise.item.kind == kind && exercise.is_new());
        let place = |exercise: &Exercise| {
            let plies = match kind {
                ItemKind::Opening => exercise.item.moves.len(),
                _ => 0,
            };
            (plies, -exercise.added)
        };
        new.min_by_key(|(_, exercise)| place(exercise))
            .map(|(id, _)| *id)
    }

    /// A position where the reader was right: one that is due, a new one, or the one that was
    /// forgotten most of those that were not asked just before.
    fn next_sound(&self, now: i64) -> Option<ItemId> {
        let again = self.most_forgotten(now, |kind| kind == ItemKind::Sound);
        again.or_else(|| self.newest(ItemKind::Sound)).or_else(|| {
            let others = self.exercises.iter().filter_map(|(id, exercise)| {
                let memory = exercise.memory().filter(|_| exercise.is_open())?;
                let is_rested = memory.last() < now - DAY / 2;
                let is_sound = exercise.item.kind == ItemKind::Sound && is_rested;
                is_sound.then(|| (*id, memory.chance(now)))
            });
            let least = others.min_by(|(_, one), (_, other)| one.total_cmp(other));
            least.map(|(id, _)| id)
        })
    }

    /// A puzzle that was not asked yet, near what the reader solves in two of three tries.
    fn new_puzzle(&self) -> Option<ItemId> {
        let wanted = self.strength.offered();
        let of_deck = self.of_deck(Deck::Puzzles);
        let asked: u32 = of_deck.map(Exercise::asked).sum();
        let new = self
            .exercises
            .iter()
            .filter(|(id, exercise)| id.deck == Deck::Puzzles && exercise.is_new());
        let mut near: Vec<(f64, ItemId)> = new
            .map(|(id, exercise)| {
                let rating = exercise.item.rating.map_or(wanted, f64::from);
                ((rating - wanted).abs(), *id)
            })
            .collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        near.truncate(NEAREST);
        let place = mixed(u64::from(asked)) as usize % near.len().max(1);
        near.get(place).map(|(_, id)| *id)
    }

    /// How many of a deck may still be asked for the first time today.
    fn new_left(&self, deck: Deck, now: i64) -> usize {
        let today = self.day(now);
        let of_deck = self.of_deck(deck);
        let first_today =
            of_deck.filter(|exercise| exercise.first.map(|at| self.day(at)) == Some(today));
        NEW_A_DAY.saturating_sub(first_today.count())
    }

    fn of_deck(&self, deck: Deck) -> impl Iterator<Item = &Exercise> {
        let exercises = self.exercises.range(ItemId::first(deck)..);
        let of_deck = exercises.take_while(move |(id, _)| id.deck == deck);
        of_deck.map(|(_, exercise)| exercise)
    }
}
