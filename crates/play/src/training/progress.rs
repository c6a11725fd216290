//! What a reader has done so far, in figures.
//!
//! Invariant: every answer counts once, on the reader's day on which it was given. Days on which
//! nothing was done are not told.

use std::collections::BTreeMap;

use super::item::Deck;
use super::queue::Waiting;
use super::strength::Strength;
use super::{Exercise, Trainer};
use crate::strategy::Theme;

/// How often something was asked, and answered right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Answers.
    pub asked: u32,
    /// Those that were right.
    pub right: u32,
}

/// A day's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Day {
    /// All of the day.
    pub share: Share,
    /// The rating after the last of them, if there was a puzzle by then.
    pub rating: Option<Strength>,
}

/// All answers in their order: when, whether it was right, and the rating after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers(Vec<(i64, bool, Option<Strength>)>);

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// With more than 40 empty squares.
    Opening,
    /// With more than 20.
    Midgame,
    /// With 20 or fewer.
    Ending,
}

/// How a deck stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeckProgress {
    /// What there is to do now.
    pub waiting: Waiting,
    /// Exercises that were answered or are still asked.
    pub items: usize,
    /// Those that need not be asked any more.
    pub mastered: usize,
}

/// Everything that is told of a reader's progress.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Each deck, in the order of [`Deck::ALL`].
    pub decks: [DeckProgress; 3],
    /// All answers.
    pub all: Share,
    /// The rating, once a puzzle was answered.
    pub rating: Option<Strength>,
    /// Each part of a game, in its order.
    pub phases: [(Phase, Share); 3],
    /// Each theme of which something was asked, most often asked first.
    pub themes: Vec<(Theme, Share)>,
    /// Each day with answers, in days since 1970.
    pub days: Vec<(i64, Day)>,
}

impl Share {
    fn add(&mut self, exercise: &Exercise) {
        self.asked += exercise.asked;
        self.right += exercise.right;
    }
}

impl Answers {
    /// Notes an answer, after which the reader's rating is this.
    pub(super) fn push(&mut self, at: i64, right: bool, rating: Option<Strength>) {
        self.0.push((at, right, rating));
    }

    /// The days with answers, by what day a time is of.
    fn days(&self, day_of: impl Fn(i64) -> i64) -> Vec<(i64, Day)> {
        let mut days: BTreeMap<i64, Day> = BTreeMap::new();
        for &(at, right, rating) in &self.0 {
            let day = days.entry(day_of(at)).or_default();
            day.share.asked += 1;
            day.share.right += u32::from(right);
            day.rating = rating;
        }
        days.into_iter().collect()
    }
}

impl Phase {
    const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Ending];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Ending => "ending",
        }
    }

    /// That of a position with so many empty squares.
    pub const fn of(empties: u32) -> Phase {
        match empties {
            41.. => Phase::Opening,
            21..41 => Phase::Midgame,
            _ => Phase::Ending,
        }
    }
}

impl Trainer {
    /// How the reader stands now.
    pub fn progress(&self, now: i64) -> Progress {
        let mut phases = Phase::ALL.map(|phase| (phase, Share::default()));
        let mut themes: Vec<(Theme, Share)> = Vec::new();
        let mut all = Share::default();
        let asked = self
            .exercises
            .values()
            .filter(|exercise| exercise.asked > 0);
        for exercise in asked {
            let item = &exercise.item;
            all.add(exercise);
            let phase = Phase::of(item.position.empties());
            phases[phase as usize].1.add(exercise);
            let theme = item.theme.and_then(|theme| theme.theme());
            let Some(theme) = theme else { continue };
            match themes.iter_mut().find(|(known, _)| *known == theme) {
                Some((_, share)) => share.add(exercise),
                None => {
                    let mut share = Share::default();
                    share.add(exercise);
                    themes.push((theme, share));
                }
            }
        }
        themes.sort_by_key(|(theme, share)| (u32::MAX - share.asked, theme.title()));
        Progress {
            decks: Deck::ALL.map(|deck| self.deck_progress(deck, now)),
            all,
            rating: self.is_rated().then_some(self.strength),
            phases,
            themes,
            days: self.answers.days(|at| self.day(at)),
        }
    }

    fn deck_progress(&self, deck: Deck, now: i64) -> DeckProgress {
        let of_deck = self.exercises.values();
        let of_deck = of_deck.filter(|exercise| exercise.item.kind.deck() == deck);
        let (mut items, mut mastered) = (0, 0);
        for exercise in of_deck {
            items += usize::from(exercise.asked > 0 || !exercise.dropped);
            mastered += usize::from(exercise.is_mastered());
        }
        DeckProgress {
            waiting: self.waiting(Some(deck), now),
            items,
            mastered,
        }
    }

    pub(super) fn is_rated(&self) -> bool {
        self.strength != Strength::default()
    }
}
