//! A reader with known chances to be right, over sixty days by a clock of its own.

use super::*;
use rs_fsrs::{Card, FSRS, Parameters, Rating};
use std::collections::BTreeMap;

/// The published scheme's own account of when each exercise is due.
#[derive(Default)]
struct Scheme {
    cards: BTreeMap<ItemId, Card>,
}

impl Scheme {
    fn answer(&mut self, id: ItemId, right: bool, at: i64) {
        let scheme = FSRS::new(Parameters {
            enable_short_term: false,
            ..Parameters::default()
        });
        let moment = chrono::DateTime::from_timestamp(at, 0).unwrap();
        let card = self.cards.remove(&id).unwrap_or(Card {
            due: moment,
            last_review: moment,
            ..Card::default()
        });
        let rating = if right { Rating::Good } else { Rating::Again };
        let card = scheme.next(card, moment, rating).card;
        self.cards.insert(id, card);
    }

    /// What is to be asked again by now.
    fn due(&self, now: i64) -> BTreeSet<ItemId> {
        let cards = self.cards.iter();
        let due = cards.filter(|(_, card)| {
            card.due.timestamp() <= now
                && card.scheduled_days < i64::from(super::super::schedule::MASTERED)
        });
        due.map(|(id, _)| *id).collect()
    }
}

/// The exercises that a trainer would ask again by now.
fn due(trainer: &Trainer, now: i64) -> BTreeSet<ItemId> {
    let exercises = trainer.exercises.iter();
    let due = exercises.filter(|(_, exercise)| exercise.is_due(now));
    due.map(|(id, _)| *id).collect()
}

#[test]
fn sixty_days_of_somebody_who_learns() {
    for (seed, chance_of_right) in [(1, 0.55), (2, 0.75), (3, 0.95)] {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut trainer = Trainer::default();
        let mut scheme = Scheme::default();
        let kinds = [(ItemKind::Mistake, 40), (ItemKind::Sound, 40)];
        for (place, (kind, count)) in kinds.into_iter().enumerate() {
            for item in items(kind, count, 100 + 2 * seed + place as u64) {
                trainer.note(taken(&item, TODAY - 1));
            }
        }
        let (mut asked, mut sound) = (0, 0);
        let mut places = Vec::new();
        for number in 0..60 {
            // Always at the same hour.
            let now = TODAY + number * DAY;
            assert_eq!(due(&trainer, now), scheme.due(now), "day {number}");
            let mut today = 0;
            while let Some(id) = trainer.next(Some(Deck::Mistakes), now) {
                let kind = trainer.exercise(id).unwrap().item.kind;
                if kind == ItemKind::Sound {
                    sound += 1;
                    places.push(asked % 3);
                }
                asked += 1;
                today += 1;
                assert!(today < 80, "no end on day {number}");
                let right = chance.random_bool(chance_of_right);
                trainer.note(answer(id, right, now));
                scheme.answer(id, right, now);
            }
            let waiting = trainer.waiting(Some(Deck::Mistakes), now);
            assert_eq!(waiting.due, 0);
            assert!(waiting.later.is_some_and(|later| later > now) || waiting.new == 0);
        }
        let share = f64::from(sound) / f64::from(asked);
        assert!((share - 1.0 / 3.0).abs() < 0.04, "{share} of {asked}");
        // Nobody can tell from the place.
        for place in 0..3 {
            let count = places.iter().filter(|&&other| other == place).count();
            assert!(
                5 * count > places.len(),
                "{place}: {count} of {}",
                places.len()
            );
        }
        let progress = trainer.progress(TODAY + 60 * DAY);
        assert_eq!(progress.all.asked, asked as u32);
        assert!((f64::from(progress.all.right) / f64::from(asked) - chance_of_right).abs() < 0.06);
        let days: u32 = progress.days.iter().map(|(_, day)| day.share.asked).sum();
        assert_eq!(days, asked as u32);
        let mastered = progress.decks[0].mastered;
        if chance_of_right > 0.9 {
            assert!(mastered > 5, "{mastered}");
        }
        for exercise in trainer
            .exercises
            .values()
            .filter(|exercise| exercise.is_mastered())
        {
            assert!(
                !exercise.is_due(TODAY + 10_000 * DAY),
                "what is mastered is asked no more"
            );
        }
    }
}

#[test]
fn ten_new_ones_a_day_are_enough() {
    let mut trainer = Trainer::default();
    for item in items(ItemKind::Mistake, 25, 9) {
        trainer.note(taken(&item, TODAY - 1));
    }
    for (number, expected) in [10, 10, 5, 0].into_iter().enumerate() {
        let now = TODAY + number as i64 * DAY;
        assert_eq!(trainer.waiting(Some(Deck::Mistakes), now).new, expected);
        let mut new = 0;
        while let Some(id) = trainer.next(Some(Deck::Mistakes), now) {
            new += usize::from(trainer.exercise(id).unwrap().asked() == 0);
            trainer.note(answer(id, true, now));
        }
        assert_eq!(new, expected);
    }
}

#[test]
fn puzzles_come_near_what_is_solved_in_two_of_three_tries() {
    let puzzles = items(ItemKind::Puzzle(PuzzleKind::Only), 500, 21);
    for truth in [800.0, 1500.0, 2200.0] {
        let mut trainer = Trainer::new(puzzles.clone());
        let mut chance = StdRng::seed_from_u64(7);
        let (mut solved, mut asked) = (0, 0);
        for number in 0..160 {
            let at = TODAY + number;
            let id = trainer.next(Some(Deck::Puzzles), at).unwrap();
            let exercise = trainer.exercise(id).unwrap();
            assert_eq!(exercise.asked(), 0);
            let rating = f64::from(exercise.item.rating.unwrap());
            let right = chance.random_bool(1.0 / (1.0 + 10_f64.powf((rating - truth) / 400.0)));
            if number >= 30 {
                asked += 1;
                solved += u32::from(right);
            }
            trainer.note(answer(id, right, at));
        }
        let share = f64::from(solved) / f64::from(asked);
        assert!((0.52..0.8).contains(&share), "{truth}: {share}");
        let rating = trainer.strength().rating();
        assert!((rating - truth).abs() < 200.0, "{truth}: {rating}");
    }
}
