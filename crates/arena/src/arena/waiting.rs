//! How long an answer was in coming, and when it is no more waited for.
//!
//! Owns the clock of a command that is being answered: what it took, less the time that this
//! process was paused, and whether it is late or will never come. Where lines come from, and what
//! time it is, a [`Source`] says; what they mean is not known here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bianca_play::player::PlayerError;
use bianca_search::request::StopFlag;
use bianca_system::foreign::excerpt;

/// A wait is done in slices of this length, so that a pause of this process is noticed.
pub const SLICE: Duration = Duration::from_millis(20);

/// A slice that is longer than it should be by this much was a pause of this process (a stopped
/// job, a machine that slept), in which no engine is to blame for anything.
pub const PAUSE: Duration = Duration::from_millis(250);

/// A reply that is late by so much is worth a word, so that whoever looks on knows what is waited
/// for.
pub const LATE: Duration = Duration::from_secs(5);

/// How long a reply may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// It should have come by then.
    pub expected: Duration,
    /// After this the process is taken to hang.
    pub longest: Duration,
}

impl Wait {
    /// For what is answered at once, or not at all.
    pub fn at_most(longest: Duration) -> Wait {
        Wait {
            expected: Duration::ZERO,
            longest,
        }
    }
}

/// What comes from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line, and when it came.
    Line(Instant, String),
    /// Too much.
    Flood,
}

/// A line and how long it was in coming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedLine {
    /// The line without its end.
    pub line: String,
    /// From the flush of the last command, less the pauses of this process.
    pub elapsed: Duration,
}

/// Where output comes from, and what time it is there.
pub trait Source {
    /// This moment.
    fn now(&self) -> Instant;

    /// The next output, waited for so long at most.
    ///
    /// # Errors
    /// If nothing came, or nothing will come any more.
    fn receive(&mut self, longest: Duration) -> Result<Output, RecvTimeoutError>;
}

/// The real one.
impl Source for Receiver<Output> {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn receive(&mut self, longest: Duration) -> Result<Output, RecvTimeoutError> {
        self.recv_timeout(longest)
    }
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// By a fault of the program.
    Fault(PlayerError),
    /// Its output has ended.
    Gone,
}

/// The command that is being answered.
pub struct Asked {
    command: String,
    flushed: Instant,
    /// Pauses of this process since then.
    paused: Duration,
}

impl Asked {
    /// A command that was sent at this moment.
    pub fn at(command: &str, flushed: Instant) -> Asked {
        Asked {
            command: command.to_owned(),
            flushed,
            paused: Duration::ZERO,
        }
    }

    /// Its words.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// What it has taken until `moment`, pauses of this process not counted.
    fn waited(&self, moment: Instant) -> Duration {
        let waited = moment.saturating_duration_since(self.flushed);
        waited.saturating_sub(self.paused)
    }

    /// Why it is not waited for any longer.
    fn fault(&self, waited: Duration, wait: Wait) -> Option<NoAnswer> {
        (waited >= wait.longest).then(|| {
            NoAnswer::Fault(PlayerError::Hangs {
                command: self.command.clone(),
                waited: wait.longest,
            })
        })
    }

    /// The next line that `source` has within the time since the command that `wait` allows; `None`
    /// once `until` has passed since then.
    ///
    /// # Errors
    /// Why none comes: also if `stop` is raised.
    pub fn next(
        &mut self,
        source: &mut impl Source,
        wait: Wait,
        until: Option<Duration>,
        stop: &StopFlag,
        lateness: &mut Lateness,
    ) -> Result<Option<TimedLine>, NoAnswer> {
        loop {
            if stop.is_raised() {
                return Err(NoAnswer::Fault(PlayerError::Interrupted));
            }
            let before = source.now();
            let waited = self.waited(before);
            let left = match until {
                Some(until) if waited >= until => return Ok(None),
                Some(until) => until - waited,
                None => SLICE,
            };
            let received = source.receive(SLICE.min(left));
            let after = source.now();
            let slice = after.saturating_duration_since(before);
            if slice > SLICE + PAUSE {
                say_pause(slice);
                self.paused += slice;
            }
            match received {
                Ok(Output::Line(arrived, line)) => {
                    log::debug!("< {line}");
                    let elapsed = self.waited(arrived);
                    // Whoever goes on talking may never come to the answer either.
                    return match self.fault(elapsed, wait) {
                        Some(fault) => Err(fault),
                        None => Ok(Some(TimedLine { line, elapsed })),
                    };
                }
                Ok(Output::Flood) => return Err(NoAnswer::Fault(PlayerError::Flood)),
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Gone),
                Err(RecvTimeoutError::Timeout) => {
                    let waited = self.waited(after);
                    if let Some(fault) = self.fault(waited, wait) {
                        return Err(fault);
                    }
                    lateness.notice(self, waited, wait);
                }
            }
        }
    }
}

/// Whether it was told of a program that it keeps others waiting: once is enough.
pub struct Lateness {
    /// What the program is called.
    name: String,
    /// How late it was then.
    said: Option<Duration>,
}

impl Lateness {
    /// Of a program of which nothing was told yet.
    pub fn of(name: &str) -> Lateness {
        Lateness {
            name: name.to_owned(),
            said: None,
        }
    }

    /// Tells of a reply that is late, if it is and nothing was told before.
    fn notice(&mut self, asked: &Asked, waited: Duration, wait: Wait) {
        if self.said.is_some() || waited < wait.expected.saturating_add(LATE) {
            return;
        }
        self.said = Some(waited);
        log::warn!(
            "'{}' has not answered '{}' for {:.0} s; it is waited for until {:.0} s are over",
            self.name,
            excerpt(&asked.command),
            waited.as_secs_f64(),
            wait.longest.as_secs_f64()
        );
    }
}

/// Says that this process was paused: to everybody once, since on a busy machine there may be
/// hundreds of pauses, of which one says what the others say; the others to those who ask for more
/// news.
fn say_pause(pause: Duration) {
    static SAID: AtomicBool = AtomicBool::new(false);
    let level = if !SAID.swap(true, Ordering::Relaxed) {
        log::Level::Warn
    } else {
        log::Level::Info
    };
    log::log!(
        level,
        "this process was paused for {:.1} s",
        pause.as_secs_f64()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// What happens to whoever waits.
    #[derive(Clone, Copy)]
    enum Event {
        /// A line comes so many milliseconds after the one before, and is taken at once.
        Line(u64, &'static str),
        /// Nothing comes for so long.
        Silence(u64),
        /// The process stands still for so long; a line that came before is found after it.
        Pause(u64, Option<&'static str>),
        Flood,
        End,
    }
    use Event::{End, Flood, Line, Pause, Silence};

    /// A program whose clock goes only while it is waited for.
    struct Fake {
        began: Instant,
        now: Instant,
        events: VecDeque<Event>,
        /// What each receipt was ready to wait, in milliseconds.
        asked: Vec<u64>,
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    impl Fake {
        fn new(events: &[Event]) -> Fake {
            let now = Instant::now();
            Fake {
                began: now,
                now,
                events: events.iter().copied().collect(),
                asked: Vec::new(),
            }
        }

        /// Milliseconds since it began.
        fn time(&self) -> u128 {
            (self.now - self.began).as_millis()
        }
    }

    impl Source for Fake {
        fn now(&self) -> Instant {
            self.now
        }

        fn receive(&mut self, longest: Duration) -> Result<Output, RecvTimeoutError> {
            self.asked.push(longest.as_millis() as u64);
            let slice = longest.as_millis() as u64;
            match self.events.pop_front() {
                Some(Line(after, line)) if after <= slice => {
                    self.now += MS(after);
                    Ok(Output::Line(self.now, line.to_owned()))
                }
                Some(Line(after, line)) => {
                    self.now += longest;
                    self.events.push_front(Line(after - slice, line));
                    Err(RecvTimeoutError::Timeout)
                }
                Some(Silence(time)) => {
                    self.now += longest;
                    if time > slice {
                        self.events.push_front(Silence(time - slice));
                    }
                    Err(RecvTimeoutError::Timeout)
                }
                Some(Pause(time, line)) => {
                    let arrived = self.now;
                    self.now += MS(time);
                    match line {
                        Some(line) => Ok(Output::Line(arrived, line.to_owned())),
                        None => Err(RecvTimeoutError::Timeout),
                    }
                }
                Some(Flood) => Ok(Output::Flood),
                Some(End) => Err(RecvTimeoutError::Disconnected),
                None => panic!("nothing is left to happen"),
            }
        }
    }

    fn wait(expected: u64, longest: u64) -> Wait {
        Wait {
            expected: MS(expected),
            longest: MS(longest),
        }
    }

    /// What comes of waiting: the answers, and after how many milliseconds one was told as late.
    struct Waited {
        answers: Vec<Result<Option<TimedLine>, NoAnswer>>,
        late: Option<u128>,
        fake: Fake,
    }

    /// Waits until something else than a line comes.
    fn waited(events: &[Event], wait: Wait, until: Option<u64>) -> Waited {
        let mut fake = Fake::new(events);
        let mut asked = Asked::at("genmove b", fake.now);
        let (mut lateness, mut answers) = (Lateness::of("it"), Vec::new());
        loop {
            let stop = StopFlag::new();
            let next = asked.next(&mut fake, wait, until.map(MS), &stop, &mut lateness);
            let goes_on = matches!(next, Ok(Some(_)));
            answers.push(next);
            if !goes_on || fake.events.is_empty() {
                break;
            }
        }
        Waited {
            answers,
            late: lateness.said.map(|said| said.as_millis()),
            fake,
        }
    }

    fn line(line: &str, elapsed: u64) -> Result<Option<TimedLine>, NoAnswer> {
        Ok(Some(TimedLine {
            line: line.to_owned(),
            elapsed: MS(elapsed),
        }))
    }

    fn hangs(waited: u64) -> Result<Option<TimedLine>, NoAnswer> {
        Err(NoAnswer::Fault(PlayerError::Hangs {
            command: "genmove b".to_owned(),
            waited: MS(waited),
        }))
    }

    #[test]
    fn a_line_has_taken_the_time_since_the_command() {
        let waited = waited(&[Line(7, "a"), Line(130, "b")], wait(0, 10_000), None);
        assert_eq!(waited.answers, [line("a", 7), line("b", 137)]);
        // Never more than a slice, so that a pause is noticed.
        assert_eq!(waited.fake.asked, [20; 8]);
        assert_eq!(waited.late, None);
    }

    #[test]
    fn silence_hangs_at_the_end_of_the_patience_and_not_before() {
        let silent = waited(&[Silence(60_000)], wait(0, 1000), None);
        assert_eq!(silent.answers, [hangs(1000)]);
        assert_eq!(silent.fake.time(), 1000);
        let in_time = waited(&[Line(999, "x")], wait(0, 1000), None);
        assert_eq!(in_time.answers, [line("x", 999)]);
        // A line that comes when the patience is over is none, even if it is the answer.
        let late = waited(
            &[Line(500, "thinking"), Line(500, "x")],
            wait(0, 1000),
            None,
        );
        assert_eq!(late.answers, [line("thinking", 500), hangs(1000)]);
    }

    #[test]
    fn time_that_was_paused_is_nobody_s() {
        // A pause counts whole, with the slice in which it fell.
        let paused = waited(
            &[Line(10, "a"), Pause(5000, None), Line(10, "b")],
            wait(0, 1000),
            None,
        );
        assert_eq!(paused.answers, [line("a", 10), line("b", 20)]);
        // Two of them add up.
        let twice = waited(
            &[Pause(700, None), Pause(800, None), Silence(10_000)],
            wait(0, 1000),
            None,
        );
        assert_eq!(twice.answers, [hangs(1000)]);
        assert_eq!(twice.fake.time(), 2500);
        // What came before a pause and was found after it took no time below zero.
        let found = waited(&[Pause(5000, Some("x"))], wait(0, 1000), None);
        assert_eq!(found.answers, [line("x", 0)]);
        // Of one that was found late it counts when it came.
        let late = waited(&[Line(10, "a"), Pause(100, Some("x"))], wait(0, 1000), None);
        assert_eq!(late.answers, [line("a", 10), line("x", 10)]);
        // A busy machine is no pause: up to this it counts.
        let busy = [Pause(270, None), Line(5, "x")];
        assert_eq!(waited(&busy, wait(0, 1000), None).answers, [line("x", 275)]);
        let longer = [Pause(271, None), Line(5, "x")];
        assert_eq!(waited(&longer, wait(0, 1000), None).answers, [line("x", 5)]);
    }

    #[test]
    fn a_command_begins_its_own_time() {
        let mut fake = Fake::new(&[Pause(5000, None), Line(10, "a"), Line(30, "b")]);
        let mut asked = Asked::at("one", fake.now);
        let mut lateness = Lateness::of("it");
        let mut next = |asked: &mut Asked, fake: &mut Fake| {
            asked.next(fake, wait(0, 1000), None, &StopFlag::new(), &mut lateness)
        };
        assert_eq!(next(&mut asked, &mut fake), line("a", 10));
        // Neither the time before it nor a pause before it is its own.
        let mut asked = Asked::at("two", fake.now);
        assert_eq!(asked.command(), "two");
        assert_eq!(next(&mut asked, &mut fake), line("b", 30));
    }

    #[test]
    fn a_reply_is_told_as_late_five_seconds_after_it_was_expected_and_once() {
        let silent = [Silence(60_000)];
        let late = |expected, longest| waited(&silent, wait(expected, longest), None).late;
        assert_eq!(late(1000, 60_000), Some(6000));
        assert_eq!(late(0, 60_000), Some(5000));
        // Who is given up is not told as late.
        assert_eq!(late(1000, 6000), None);
        // Of time that was paused nobody is late.
        let paused = [Pause(9000, None), Silence(60_000)];
        let paused = waited(&paused, wait(0, 5020), None);
        assert_eq!((paused.late, paused.fake.time()), (Some(5000), 14_020));
        let mut lateness = Lateness::of("it");
        let asked = Asked::at("go", Instant::now());
        lateness.notice(&asked, MS(4999), wait(0, 60_000));
        assert_eq!(lateness.said, None);
        lateness.notice(&asked, MS(5001), wait(0, 60_000));
        lateness.notice(&asked, MS(9000), wait(0, 60_000));
        assert_eq!(lateness.said, Some(MS(5001)));
    }

    #[test]
    fn who_waits_until_a_moment_waits_no_longer() {
        let patient = wait(0, 10_000);
        let nothing = waited(&[Silence(60_000)], patient, Some(50));
        assert_eq!(nothing.answers, [Ok(None)]);
        assert_eq!(nothing.fake.asked, [20, 20, 10]);
        assert_eq!(nothing.fake.time(), 50);
        let paused = waited(&[Pause(400, None), Silence(60_000)], patient, Some(30));
        assert_eq!(paused.answers, [Ok(None)]);
        assert_eq!(paused.fake.time(), 430);
        let passed = waited(&[Line(10, "x"), End], patient, Some(10));
        assert_eq!(passed.answers, [line("x", 10), Ok(None)]);
        // A program hangs all the same.
        let hanging = waited(&[Silence(60_000)], wait(0, 40), Some(50));
        assert_eq!(hanging.answers, [hangs(40)]);
    }

    #[test]
    fn floods_and_ends_are_told_at_once() {
        let flood = waited(&[Flood], wait(0, 1000), None);
        assert_eq!(flood.answers, [Err(NoAnswer::Fault(PlayerError::Flood))]);
        let gone = waited(&[Line(10, "bye"), End], wait(0, 1000), None);
        assert_eq!(gone.answers, [line("bye", 10), Err(NoAnswer::Gone)]);
    }

    #[test]
    fn a_match_that_is_interrupted_waits_for_nobody() {
        let mut fake = Fake::new(&[Line(0, "x")]);
        let stop = StopFlag::new();
        stop.raise();
        let mut asked = Asked::at("go", fake.now);
        let mut lateness = Lateness::of("it");
        let next = asked.next(&mut fake, wait(0, 1000), None, &stop, &mut lateness);
        assert_eq!(next, Err(NoAnswer::Fault(PlayerError::Interrupted)));
        assert_eq!(fake.events.len(), 1);
    }
}
