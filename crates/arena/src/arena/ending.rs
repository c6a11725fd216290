//! How a program is brought to its end, and what it did then.
//!
//! It is asked first: by the last words of its protocol and by the end of its input. Whoever stays
//! is sent SIGTERM, where there is such a thing, and only who stays even then is killed. So what a
//! program keeps for its end (a book that has learned, a log, a profile) is kept. Owns the order
//! and the patience; the process itself is a [`Body`].
//!
//! Invariant: nobody is waited for long in vain more than once. Who hangs has used its patience
//! already, and a command whose program had to be forced is known.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long is waited after SIGTERM, after SIGKILL, and for who is not expected to obey.
pub const MOMENT: Duration = Duration::from_secs(2);

/// A process at its end.
pub trait Body {
    /// This moment.
    fn now(&self) -> Instant;

    /// Lets some time pass.
    fn sleep(&mut self, time: Duration);

    /// How it ended, if it did.
    fn status(&mut self) -> Option<String>;

    /// Sends SIGTERM to it and all that it has started. Whether there is such a signal.
    fn terminate(&mut self) -> bool;

    /// Kills it and all that it has started.
    fn kill(&mut self);

    /// Whether something that it has started may still be there when it has ended itself.
    fn leaves_others(&mut self) -> bool;
}

/// What brought a program to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It had ended before it was asked to.
    Before,
    /// It was asked.
    Asked,
    /// SIGTERM.
    Terminated,
    /// SIGKILL, or what Windows has for it.
    Killed,
}

/// The end of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What brought it.
    pub how: How,
    /// Its status in the system's words, with the exit code or the signal; `None` if it is not
    /// known.
    pub status: Option<String>,
    /// From the question to the end.
    pub after: Duration,
}

impl End {
    /// Whether it stayed when it was asked to end.
    pub fn is_forced(&self) -> bool {
        matches!(self.how, How::Terminated | How::Killed)
    }
}

impl Display for End {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let seconds = self.after.as_secs_f64();
        match self.how {
            How::Before => write!(f, "it had ended before it was asked to")?,
            How::Asked => write!(f, "it ended {seconds:.1} s after it was asked to")?,
            How::Terminated => write!(f, "it ended by SIGTERM {seconds:.1} s after it was asked")?,
            How::Killed => write!(f, "it was killed {seconds:.1} s after it was asked to end")?,
        }
        match &self.status {
            Some(status) => write!(f, "; {status}"),
            None => write!(f, "; its status is not known"),
        }
    }
}

/// Waits for the end of a program that was `asked` to end, and forces it if it stays for longer
/// than `patience`.
pub fn wait(body: &mut impl Body, asked: Instant, patience: Duration) -> End {
    let end = |body: &mut dyn Body, how, status| End {
        how,
        status,
        after: body.now().saturating_duration_since(asked),
    };
    if let Some(status) = ended_by(body, asked + patience) {
        return end(body, How::Asked, Some(status));
    }
    if body.terminate() {
        let until = body.now() + MOMENT;
        if let Some(status) = ended_by(body, until) {
            return end(body, How::Terminated, Some(status));
        }
    }
    body.kill();
    let until = body.now() + MOMENT;
    let status = ended_by(body, until);
    end(body, How::Killed, status)
}

/// Its status once it has ended, if it does so until then.
fn ended_by(body: &mut impl Body, until: Instant) -> Option<String> {
    let mut status = None;
    passes(body, until, |body| {
        status = body.status();
        status.is_some()
    });
    status
}

/// Whether something comes to pass until then; it is looked for in short steps.
pub fn passes<B: Body>(
    body: &mut B,
    until: Instant,
    mut has_passed: impl FnMut(&mut B) -> bool,
) -> bool {
    const FIRST: Duration = Duration::from_millis(1);
    const LONGEST: Duration = Duration::from_millis(20);
    let mut step = FIRST;
    loop {
        if has_passed(body) {
            return true;
        }
        let left = until.saturating_duration_since(body.now());
        if left.is_zero() {
            return false;
        }
        body.sleep(step.min(left));
        step = (step * 2).min(LONGEST);
    }
}

/// Ends what a program has left behind that has ended itself.
pub fn sweep(body: &mut impl Body) {
    if !body.leaves_others() {
        return;
    }
    if body.terminate() {
        let until = body.now() + MOMENT;
        if passes(body, until, |body| !body.leaves_others()) {
            return;
        }
    }
    body.kill();
}

/// Commands whose programs stayed when they were asked to end.
static STAYED: Mutex<BTreeSet<Vec<String>>> = Mutex::new(BTreeSet::new());

/// How long the program of this command is waited for once it is asked to end, by one who has so
/// much patience. `hangs` says that it has not answered before.
pub fn patience(command: &[String], patience: Duration, hangs: bool) -> Duration {
    let stayed = STAYED.lock().unwrap_or_else(PoisonError::into_inner);
    if hangs || stayed.contains(command) {
        patience.min(MOMENT)
    } else {
        patience
    }
}

/// Keeps in mind that the program of this command stays when it is asked to end. Whether that is
/// news.
pub fn note_stay(command: &[String]) -> bool {
    let mut stayed = STAYED.lock().unwrap_or_else(PoisonError::into_inner);
    stayed.insert(command.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process with a clock of its own, which obeys what it is made to obey, each after so many
    /// milliseconds.
    struct Fake {
        began: Instant,
        now: Instant,
        /// When it ends by what has happened so far.
        ends: Option<Instant>,
        status: &'static str,
        obeys_term: Option<u64>,
        obeys_kill: Option<u64>,
        has_term: bool,
        /// Until when something that it has started is there.
        others: Option<Instant>,
        happened: Vec<(u128, &'static str)>,
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    impl Fake {
        fn new(obeys_question: Option<u64>) -> Fake {
            let now = Instant::now();
            Fake {
                began: now,
                now,
                ends: obeys_question.map(|after| now + MS(after)),
                status: "exit status: 0",
                obeys_term: None,
                obeys_kill: Some(0),
                has_term: true,
                others: None,
                happened: Vec::new(),
            }
        }

        fn obey(&mut self, what: &'static str, after: Option<u64>) {
            let time = (self.now - self.began).as_millis();
            self.happened.push((time, what));
            if let Some(after) = after {
                self.ends = Some(self.now + MS(after));
                self.status = what;
            }
        }

        fn end(&mut self, patience: u64) -> (How, Option<&'static str>, u128) {
            let end = wait(self, self.began, MS(patience));
            let known = end.status.as_ref().map(|_| self.status);
            assert_eq!(known.map(str::to_owned), end.status);
            (end.how, known, end.after.as_millis())
        }
    }

    impl Body for Fake {
        fn now(&self) -> Instant {
            self.now
        }

        fn sleep(&mut self, time: Duration) {
            assert!(time > Duration::ZERO && time <= MS(20), "{time:?}");
            self.now += time;
        }

        fn status(&mut self) -> Option<String> {
            let has_ended = self.ends.is_some_and(|ends| ends <= self.now);
            has_ended.then(|| self.status.to_owned())
        }

        fn terminate(&mut self) -> bool {
            if self.has_term {
                self.obey("term", self.obeys_term);
            }
            self.has_term
        }

        fn kill(&mut self) {
            self.obey("kill", self.obeys_kill);
        }

        fn leaves_others(&mut self) -> bool {
            self.others.is_some_and(|until| self.now < until)
        }
    }

    #[test]
    fn who_obeys_is_not_forced() {
        for after in [0, 1, 40, 9_999, 10_000] {
            let mut fake = Fake::new(Some(after));
            let (how, status, took) = fake.end(10_000);
            assert_eq!((how, status), (How::Asked, Some("exit status: 0")));
            assert!(
                (after.into()..=u128::from(after) + 20).contains(&took),
                "{took}"
            );
            assert_eq!(fake.happened, []);
        }
    }

    #[test]
    fn who_stays_is_asked_by_the_system_and_then_killed() {
        let mut fake = Fake::new(Some(10_001));
        fake.obeys_term = Some(0);
        assert_eq!(fake.end(10_000), (How::Terminated, Some("term"), 10_000));
        assert_eq!(fake.happened, [(10_000, "term")]);
        // As long as it needs for it.
        let mut fake = Fake::new(None);
        fake.obeys_term = Some(2000);
        assert_eq!(fake.end(500), (How::Terminated, Some("term"), 2500));
        let mut fake = Fake::new(None);
        fake.obeys_term = Some(2001);
        assert_eq!(fake.end(500), (How::Killed, Some("kill"), 2500));
        assert_eq!(fake.happened, [(500, "term"), (2500, "kill")]);
        // Even this takes its time, or does not help.
        let mut fake = Fake::new(None);
        fake.obeys_kill = Some(2000);
        assert_eq!(fake.end(0), (How::Killed, Some("kill"), 4000));
        let mut fake = Fake::new(None);
        fake.obeys_kill = None;
        assert_eq!(fake.end(0), (How::Killed, None, 4000));
    }

    #[test]
    fn where_there_is_no_such_signal_nobody_waits_for_it() {
        let mut fake = Fake::new(None);
        fake.has_term = false;
        assert_eq!(fake.end(700), (How::Killed, Some("kill"), 700));
        assert_eq!(fake.happened, [(700, "kill")]);
    }

    #[test]
    fn who_was_asked_earlier_has_had_that_time() {
        let mut fake = Fake::new(None);
        fake.obeys_term = Some(0);
        let asked = fake.now;
        fake.now += MS(900);
        let end = wait(&mut fake, asked, MS(1000));
        assert_eq!((end.how, end.after), (How::Terminated, MS(1000)));
        // Whoever has ended meanwhile is not forced, however late one looks.
        let mut fake = Fake::new(Some(10));
        let asked = fake.now;
        fake.now += MS(5000);
        assert_eq!(wait(&mut fake, asked, MS(1000)).how, How::Asked);
    }

    #[test]
    fn what_is_left_behind_is_ended_too() {
        for (stays, has_term, happened) in [
            (0, true, &[][..]),
            (1, true, &[(0, "term")]),
            (2000, true, &[(0, "term")]),
            (2001, true, &[(0, "term"), (2000, "kill")]),
            (1, false, &[(0, "kill")]),
        ] {
            let mut fake = Fake::new(Some(0));
            fake.has_term = has_term;
            fake.others = Some(fake.now + MS(stays));
            sweep(&mut fake);
            assert_eq!(fake.happened, happened, "{stays}");
        }
    }

    #[test]
    fn nobody_is_waited_for_long_in_vain_twice() {
        let command = ["ending", "test"].map(str::to_owned);
        let other = ["ending".to_owned()];
        assert_eq!(patience(&command, MS(10_000), false), MS(10_000));
        assert_eq!(patience(&command, MS(10_000), true), MOMENT);
        assert_eq!(patience(&command, MS(500), true), MS(500));
        assert!(note_stay(&command));
        assert!(!note_stay(&command));
        assert_eq!(patience(&command, MS(10_000), false), MOMENT);
        assert_eq!(patience(&other, MS(10_000), false), MS(10_000));
    }

    #[test]
    fn ends_are_told_with_their_status() {
        let told = |how, status: Option<&str>| {
            let end = End {
                how,
                status: status.map(str::to_owned),
                after: MS(1260),
            };
            (end.to_string(), end.is_forced())
        };
        for (how, status, text, is_forced) in [
            (
                How::Before,
                Some("exit status: 3"),
                "it had ended before it was asked to; exit status: 3",
                false,
            ),
            (
                How::Asked,
                Some("exit status: 0"),
                "it ended 1.3 s after it was asked to; exit status: 0",
                false,
            ),
            (
                How::Terminated,
                Some("signal: 15 (SIGTERM)"),
                "it ended by SIGTERM 1.3 s after it was asked; signal: 15 (SIGTERM)",
                true,
            ),
            (
                How::Killed,
                None,
                "it was killed 1.3 s after it was asked to end; its status is not known",
                true,
            ),
        ] {
            assert_eq!(told(how, status), (text.to_owned(), is_forced));
        }
    }
}
