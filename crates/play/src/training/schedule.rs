//! When something that was learned is asked again: FSRS, version 5, in days.
//!
//! The formulas and the weights are those that the Free Spaced Repetition Scheduler
//! [publishes](https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm), as its
//! scheduler for intervals of whole days uses them; a test holds them against its own
//! implementation, `rs-fsrs`, which takes its clock from the browser's scripts and so cannot be in
//! the page's module. Invariant: an interval is at least a day. What is learned, nothing here
//! knows.

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// Days from which on something counts as mastered.
pub const MASTERED: u32 = 60;

/// The longest interval, in days.
const LONGEST: f64 = 36_500.0;

/// The weights that the scheduler has for everybody.
const WEIGHTS: [f64; 19] = [
    0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813,
    0.0953, 0.2975, 2.2042, 0.2407, 2.9466, 0.5034, 0.6567,
];

/// How the chance to remember falls: to nine tenths when as many days have gone by as the
/// stability says, which is when it is asked again.
const FACTOR: f64 = 19.0 / 81.0;

/// How something was remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Not at all.
    Again = 1,
    /// With help.
    Hard = 2,
    /// Without.
    Good = 3,
}

/// What is known of how well something is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Days until the chance to remember it has fallen to nine tenths.
    stability: f64,
    /// From 1 to 10.
    difficulty: f64,
    /// When it was last asked, in seconds since 1970.
    last: i64,
    /// Days from then until it is asked again.
    interval: u32,
}

impl Memory {
    /// After the first answer.
    pub fn first(grade: Grade, at: i64) -> Memory {
        let stabilities = GRADES.map(|grade| WEIGHTS[grade as usize - 1]);
        Memory {
            stability: stabilities[place(grade)],
            difficulty: first_difficulty(f64::from(grade as u8)),
            last: at,
            interval: intervals(stabilities)[place(grade)],
        }
    }

    /// After a further answer.
    pub fn after(&self, grade: Grade, at: i64) -> Memory {
        let days = self.days_since(at);
        let stabilities = GRADES.map(|grade| self.stability_after(grade, days));
        let eased = self.difficulty - WEIGHTS[6] * (f64::from(grade as u8) - 3.0);
        let easiest = first_difficulty(4.0);
        Memory {
            stability: stabilities[place(grade)],
            difficulty: (WEIGHTS[7] * easiest + (1.0 - WEIGHTS[7]) * eased).clamp(1.0, 10.0),
            last: at.max(self.last),
            interval: intervals(stabilities)[place(grade)],
        }
    }

    /// When it was last asked, in seconds since 1970.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// When it is to be asked again, in seconds since 1970.
    pub fn due(&self) -> i64 {
        self.last.saturating_add(i64::from(self.interval) * DAY)
    }

    /// Whether it is to be asked on the day of `now`: half a day early counts, or who trains at
    /// the same hour each day would be asked a day late.
    pub fn is_due(&self, now: i64) -> bool {
        self.due().saturating_sub(DAY / 2) <= now
    }

    /// Days between the last answer and the next.
    pub fn interval(&self) -> u32 {
        self.interval
    }

    /// Whether it need not be asked any more.
    pub fn is_mastered(&self) -> bool {
        self.interval >= MASTERED
    }

    /// The chance that it is remembered.
    pub fn chance(&self, now: i64) -> f64 {
        retained(self.days_since(now), self.stability)
    }

    /// Whole days since the last answer, the nearest number.
    fn days_since(&self, now: i64) -> f64 {
        let seconds = now.saturating_sub(self.last).max(0);
        (seconds as f64 / DAY as f64).round()
    }

    fn stability_after(&self, grade: Grade, days: f64) -> f64 {
        let w = &WEIGHTS;
        let (stability, difficulty) = (self.stability, self.difficulty);
        let forgotten = 1.0 - retained(days, stability);
        if grade == Grade::Again {
            let kept = (stability + 1.0).powf(w[13]) - 1.0;
            return w[11] * difficulty.powf(-w[12]) * kept * (forgotten * w[14]).exp();
        }
        let effort = if grade == Grade::Hard { w[15] } else { 1.0 };
        let growth = w[8].exp() * (11.0 - difficulty) * stability.powf(-w[9]);
        stability * (1.0 + growth * (forgotten * w[10]).exp_m1() * effort)
    }
}

const GRADES: [Grade; 3] = [Grade::Again, Grade::Hard, Grade::Good];

fn place(grade: Grade) -> usize {
    grade as usize - 1
}

/// The chance to remember something of this stability after so many days.
fn retained(days: f64, stability: f64) -> f64 {
    (1.0 + FACTOR * days / stability).powf(-0.5)
}

/// The difficulty after a first answer of this grade, where 4 is the easiest.
fn first_difficulty(grade: f64) -> f64 {
    (WEIGHTS[4] - (WEIGHTS[5] * (grade - 1.0)).exp() + 1.0).clamp(1.0, 10.0)
}

/// The intervals in days after each grade, of which a better one has the longer.
fn intervals(stabilities: [f64; 3]) -> [u32; 3] {
    let [again, hard, good] = stabilities.map(|stability| stability.round().clamp(1.0, LONGEST));
    let again = again.min(hard);
    let hard = hard.max(again + 1.0);
    [again, hard, good.max(hard + 1.0)].map(|days| days as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use rand::prelude::*;
    use rand::rngs::StdRng;
    use rs_fsrs::{Card, FSRS, Parameters, Rating};

    /// Answers on chance days, beside the scheme's own implementation.
    #[test]
    fn intervals_are_those_of_the_published_scheme() {
        let scheme = FSRS::new(Parameters {
            enable_short_term: false,
            ..Parameters::default()
        });
        let mut chance = StdRng::seed_from_u64(77);
        let mut longest = 0;
        for _ in 0..400 {
            let mut at = 1_764_000_000;
            let mut memory: Option<Memory> = None;
            let moment = |at| DateTime::from_timestamp(at, 0).unwrap();
            let mut card = Card {
                due: moment(at),
                last_review: moment(at),
                ..Card::default()
            };
            for _ in 0..12 {
                let (grade, theirs) = *[
                    (Grade::Again, Rating::Again),
                    (Grade::Hard, Rating::Hard),
                    (Grade::Good, Rating::Good),
                    (Grade::Good, Rating::Good),
                ]
                .choose(&mut chance)
                .unwrap();
                let ours = memory.map_or_else(
                    || Memory::first(grade, at),
                    |memory| memory.after(grade, at),
                );
                card = scheme.next(card, moment(at), theirs).card;
                assert_eq!(ours.due(), card.due.timestamp());
                assert_eq!(i64::from(ours.interval()), card.scheduled_days);
                assert!((ours.stability - card.stability).abs() < 1e-6 * card.stability);
                assert!((ours.difficulty - card.difficulty).abs() < 1e-9);
                longest = longest.max(ours.interval());
                memory = Some(ours);
                let late = chance.random_range(0..4);
                at += i64::from(ours.interval()).min(20_000) * DAY + late * DAY;
                let theirs = card.get_retrievability(moment(at));
                assert!((ours.chance(at) - theirs).abs() < 1e-9);
            }
        }
        assert!(longest > 1_000, "{longest}");
    }

    #[test]
    fn who_trains_an_hour_early_is_asked() {
        let memory = Memory::first(Grade::Again, 0);
        assert_eq!((memory.interval(), memory.due()), (1, DAY));
        assert!(!memory.is_due(DAY / 2 - 1));
        assert!(memory.is_due(DAY / 2));
        assert!(memory.is_due(DAY - 3600));
        // It counts as a day.
        let [early, late] = [DAY - 3600, DAY].map(|at| memory.after(Grade::Good, at));
        assert_eq!(early.interval(), late.interval());
    }

    #[test]
    fn a_clock_that_goes_back_does_no_harm() {
        let memory = Memory::first(Grade::Good, 1_000_000);
        let after = memory.after(Grade::Good, 0);
        assert_eq!(after.last, 1_000_000);
        assert!(after.interval() >= memory.interval());
        assert!(memory.after(Grade::Good, i64::MAX).due() > 0);
    }

    #[test]
    fn what_is_remembered_for_two_months_is_mastered() {
        let mut memory = Memory::first(Grade::Good, 0);
        let mut answers = 1;
        while !memory.is_mastered() {
            assert!(memory.interval() < MASTERED);
            memory = memory.after(Grade::Good, memory.due());
            answers += 1;
        }
        assert_eq!((answers, memory.interval()), (4, 105));
    }
}
