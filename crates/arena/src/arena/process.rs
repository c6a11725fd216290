//! A program that is spoken to line by line over its standard input and output.
//!
//! A thread reads the output and stamps each line with the time of its arrival, so that a reply
//! is timed even if nobody waits for it at that moment; another one keeps the end of the standard
//! error ([`ErrorOutput`]). The process stands in a group (on Windows a job) of its own. A
//! [`Process`] that is dropped is brought to its [end](super::ending), and so is the whole group;
//! the [`guard`] does it if nothing is dropped any more. What the lines mean is not known here.

use std::io::Write;
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::ending::{self, Body, End, How, MOMENT};
use super::engine_log::{EngineLog, Voice};
use super::error_output::ErrorOutput;
use super::output::read_lines;
use super::spec::SECRET_VARIABLE;
use super::waiting::{Asked, Lateness, NoAnswer, Output, TimedLine, Wait};
use super::{group, guard};
use bianca_play::player::PlayerError;
use bianca_search::request::StopFlag;

/// What a program is started with.
pub struct Launch<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its words; the first is searched on the PATH.
    pub command: &'a [String],
    /// Where it is started.
    pub directory: Option<&'a Path>,
    /// Where all that is said is kept, and how it ends.
    pub log: Option<EngineLog>,
    /// The last words of its protocol.
    pub farewell: &'a [&'a str],
    /// How long it may take to end once it is asked to.
    pub patience: Duration,
    /// Nobody waits for an answer any more once it is raised.
    pub stop: StopFlag,
}

/// A running program.
pub struct Process {
    /// What it is called.
    name: String,
    command: Vec<String>,
    child: Box<dyn ChildWrapper>,
    /// `None` once it was asked to end.
    stdin: Option<ChildStdin>,
    lines: Receiver<Output>,
    /// Bytes read since the last command.
    pending: Arc<AtomicUsize>,
    errors: ErrorOutput,
    /// The threads that read what it writes.
    readers: [JoinHandle<()>; 2],
    log: Option<EngineLog>,
    asked: Asked,
    lateness: Lateness,
    stop: StopFlag,
    /// What it is told last.
    farewell: Vec<String>,
    patience: Duration,
    /// Whether it has not answered when it should have.
    hangs: bool,
    /// When it was asked to end; whether it had ended before.
    farewell_at: Option<(Instant, bool)>,
    /// How it ended.
    end: Option<End>,
}

impl Process {
    /// Starts it.
    ///
    /// # Errors
    /// [`PlayerError::CannotStart`].
    pub fn start(launch: Launch) -> Result<Process, PlayerError> {
        let Launch {
            name,
            command,
            directory,
            log,
            farewell,
            patience,
            stop,
        } = launch;
        let executable = command.first().cloned().unwrap_or_default();
        let cannot_start = |reason: String| PlayerError::CannotStart {
            command: executable.clone(),
            reason,
        };
        if let Some(directory) = directory {
            // The system would say of the command that there is no such file.
            let about = std::fs::metadata(directory);
            about.map_err(|error| cannot_start(format!("{}: {error}", directory.display())))?;
        }
        let mut builder = CommandWrap::with_new(&executable, |builder| {
            builder
                .args(command.iter().skip(1))
                .env_remove(SECRET_VARIABLE)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(directory) = directory {
                builder.current_dir(directory);
            }
        });
        #[cfg(unix)]
        builder.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        builder.wrap(JobObject);
        let mut child = builder
            .spawn()
            .map_err(|error| cannot_start(error.to_string()))?;
        guard::watch(child.id());
        let pipes = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(cannot_start("it has no pipes".to_owned()));
        };
        let pending = Arc::new(AtomicUsize::new(0));
        let (sender, lines) = channel();
        let counter = Arc::clone(&pending);
        let errors = ErrorOutput::default();
        let (of_output, of_errors) = (log.clone(), log.clone());
        let reader = std::thread::Builder::new()
            .name(format!("output of {name}"))
            .spawn(move || read_lines(stdout, &sender, &counter, of_output.as_ref()));
        let kept = errors.clone();
        let readers = reader.and_then(|reader| {
            let other = std::thread::Builder::new()
                .name(format!("errors of {name}"))
                .spawn(move || kept.read(stderr, of_errors.as_ref()))?;
            Ok([reader, other])
        });
        let readers = readers.map_err(|error| cannot_start(error.to_string()))?;
        Ok(Process {
            name: name.to_owned(),
            command: command.to_vec(),
            child,
            stdin: Some(stdin),
            lines,
            pending,
            errors,
            readers,
            log,
            asked: Asked::at("start", Instant::now()),
            lateness: Lateness::of(name),
            stop,
            farewell: farewell.iter().map(|&word| word.to_owned()).collect(),
            patience,
            hangs: false,
            farewell_at: None,
            end: None,
        })
    }

    /// Sends one line and starts the clock at its flush.
    ///
    /// # Errors
    /// [`PlayerError::Crashed`] if the process takes no more input.
    pub fn send(&mut self, command: &str) -> Result<(), PlayerError> {
        self.pending.store(0, Ordering::Relaxed);
        self.errors.begin_command();
        let sent = self.write(command);
        self.asked = Asked::at(command, Instant::now());
        sent
    }

    /// Sends one line that belongs to the last command: the clock goes on.
    ///
    /// # Errors
    /// [`PlayerError::Crashed`] if the process takes no more input.
    pub fn add(&mut self, line: &str) -> Result<(), PlayerError> {
        self.write(line)
    }

    fn write(&mut self, line: &str) -> Result<(), PlayerError> {
        self.note(Voice::Match, line);
        let Some(stdin) = &mut self.stdin else {
            return Err(self.crashed());
        };
        let sent = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        log::debug!("> {line}");
        sent.map_err(|_| self.crashed())
    }

    /// The next line of output within the time since the last command that `wait` allows.
    ///
    /// # Errors
    /// [`PlayerError::Hangs`], [`PlayerError::Crashed`], [`PlayerError::Flood`].
    pub fn read(&mut self, wait: Wait) -> Result<TimedLine, PlayerError> {
        loop {
            if let Some(line) = self.read_until(wait, None)? {
                return Ok(line);
            }
        }
    }

    /// As [`read`](Self::read), but `None` once `until` has passed since the last command.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn read_until(
        &mut self,
        wait: Wait,
        until: Option<Duration>,
    ) -> Result<Option<TimedLine>, PlayerError> {
        let next = self
            .asked
            .next(&mut self.lines, wait, until, &self.stop, &mut self.lateness);
        next.map_err(|reason| match reason {
            NoAnswer::Gone => self.crashed(),
            NoAnswer::Fault(fault) => {
                self.hangs |= matches!(fault, PlayerError::Hangs { .. } | PlayerError::Flood);
                fault
            }
        })
    }

    /// Whether it has not answered when it should have.
    pub fn hangs(&self) -> bool {
        self.hangs
    }

    /// What it is told last, from now on.
    pub fn set_farewell(&mut self, words: &[&str]) {
        self.farewell = words.iter().map(|&word| word.to_owned()).collect();
    }

    /// Asks it to end and does not wait for that. Nothing can be sent to it any more.
    pub fn bid_farewell(&mut self) {
        let Some(mut stdin) = self.stdin.take() else {
            return;
        };
        let had_ended = self.status().is_some();
        self.farewell_at = Some((Instant::now(), had_ended));
        if had_ended {
            return;
        }
        for words in &self.farewell {
            self.note(Voice::Match, words);
            log::debug!("> {words}");
        }
        self.note(Voice::End, "end of input");
        let lines = self.farewell.iter().map(|words| format!("{words}\n"));
        let text: String = lines.collect();
        // Who reads nothing any more must not keep the match; with its end this ends as well.
        let _ = std::thread::Builder::new()
            .name(format!("farewell to {}", self.name))
            .spawn(move || stdin.write_all(text.as_bytes()));
    }

    /// Waits until it has ended, or ends it by force.
    fn end(&mut self) -> End {
        if let Some(end) = &self.end {
            return end.clone();
        }
        self.bid_farewell();
        let (asked, had_ended) = self.farewell_at.unwrap_or((Instant::now(), false));
        let patience = ending::patience(&self.command, self.patience, self.hangs);
        let mut end = ending::wait(self, asked, patience);
        if had_ended {
            end.how = How::Before;
        }
        ending::sweep(self);
        // Its log tells first what it has written.
        let until = self.now() + MOMENT;
        ending::passes(self, until, |it| {
            it.readers.iter().all(JoinHandle::is_finished)
        });
        self.end = Some(end.clone());
        end
    }

    /// Tells of its end: everybody, if it is the first time that this engine was forced to end by
    /// no fault that was told already.
    fn tell(&self, end: &End) {
        self.note(Voice::End, &end.to_string());
        let is_news = end.is_forced() && !self.hangs && ending::note_stay(&self.command);
        let level = if is_news {
            log::Level::Warn
        } else {
            log::Level::Info
        };
        log::log!(level, "'{}': {end}", self.name);
    }

    fn note(&self, voice: Voice, line: &str) {
        if let Some(log) = &self.log {
            log.add(voice, line);
        }
    }

    /// What its standard error said.
    pub fn errors(&self) -> ErrorOutput {
        self.errors.clone()
    }

    /// The command that was sent last.
    pub fn last_command(&self) -> &str {
        self.asked.command()
    }

    /// How the process ended, if it does so within a moment.
    fn crashed(&mut self) -> PlayerError {
        for _ in 0..50 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return PlayerError::Crashed(status.to_string());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        PlayerError::Crashed("it closed its output".to_owned())
    }
}

impl Body for Process {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }

    fn status(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten();
        status.map(|status| status.to_string())
    }

    fn terminate(&mut self) -> bool {
        group::terminate(self.child.id() as i32)
    }

    fn kill(&mut self) {
        let _ = self.child.start_kill();
    }

    fn leaves_others(&mut self) -> bool {
        // Nobody can ask a job of Windows.
        cfg!(windows) || group::is_there(self.child.id() as i32)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let end = self.end();
        guard::forget(self.child.id());
        self.tell(&end);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::arena::engine_log::EngineLogs;

    const SHORT: Duration = Duration::from_millis(300);

    fn started(script: &str, patience: Duration, log: Option<EngineLog>) -> Process {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::start(Launch {
            name: "sh",
            command: &command,
            directory: None,
            log,
            farewell: &["bye", "quit"],
            patience,
            stop: StopFlag::new(),
        })
        .unwrap()
    }

    fn shell(script: &str) -> Process {
        started(script, SHORT, None)
    }
    const LONG: Wait = Wait {
        expected: Duration::from_secs(600),
        longest: Duration::from_secs(600),
    };

    #[test]
    fn lines_come_back_without_their_ends() {
        let mut process = shell("while read -r line; do printf '%s!\\r\\n' \"$line\"; done");
        for word in ["one", "two"] {
            process.send(word).unwrap();
            assert_eq!(process.read(LONG).unwrap().line, format!("{word}!"));
            assert_eq!(process.last_command(), word);
        }
    }

    #[test]
    fn an_end_names_its_status() {
        let mut process = shell("read -r line; exit 7");
        process.send("x").unwrap();
        assert_eq!(
            process.read(LONG),
            Err(PlayerError::Crashed("exit status: 7".into()))
        );
        // The pipe may still take a line or two; sooner or later it breaks.
        assert!((0..1000).any(|_| process.send("y").is_err()));
    }

    #[test]
    fn silence_is_a_hang() {
        let mut process = shell("sleep 1000");
        process.send("genmove b").unwrap();
        let patience = Duration::from_millis(100);
        let expected = PlayerError::Hangs {
            command: "genmove b".into(),
            waited: patience,
        };
        assert_eq!(process.read(Wait::at_most(patience)), Err(expected));
    }

    #[test]
    fn talk_without_an_answer_is_a_hang() {
        let mut process = shell("while echo thinking; do sleep 0.01; done");
        process.send("go").unwrap();
        let patience = Duration::from_millis(200);
        let started = Instant::now();
        let fault = loop {
            match process.read(Wait::at_most(patience)) {
                Ok(line) => assert_eq!(line.line, "thinking"),
                Err(fault) => break fault,
            }
            assert!(started.elapsed() < LONG.longest);
        };
        let expected = PlayerError::Hangs {
            command: "go".into(),
            waited: patience,
        };
        assert_eq!(fault, expected);
    }

    #[test]
    fn floods_are_cut_off() {
        for script in ["yes", "tr '\\0' 'x' < /dev/zero"] {
            let mut process = shell(script);
            let fault = loop {
                match process.read(LONG) {
                    Ok(_) => {}
                    Err(fault) => break fault,
                }
            };
            assert_eq!(fault, PlayerError::Flood, "{script}");
        }
    }

    #[test]
    fn what_was_said_to_an_earlier_command_is_no_flood() {
        let script = "while read -r line; do head -c 3000000 /dev/zero | tr '\\0' x; echo; done";
        let mut process = shell(script);
        for word in ["one", "two", "three"] {
            process.send(word).unwrap();
            assert_eq!(process.read(LONG).unwrap().line.len(), 3_000_000, "{word}");
        }
    }

    #[test]
    fn what_cannot_start_says_so() {
        let nowhere = Path::new("/no/such/folder");
        for (command, directory, reason) in [
            ("/no/such/engine", None, "cannot start '/no/such/engine': "),
            (
                "cat",
                Some(nowhere),
                "cannot start 'cat': /no/such/folder: ",
            ),
        ] {
            let started = Process::start(Launch {
                name: "x",
                command: &[command.to_owned()],
                directory,
                log: None,
                farewell: &[],
                patience: SHORT,
                stop: StopFlag::new(),
            });
            let error = started.err().unwrap().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    /// What a program's log has of its end, and how that came about.
    fn ended(script: &str, patience: Duration, before: impl Fn(&mut Process)) -> (End, String) {
        let folder = tempfile::tempdir().unwrap();
        let log = EngineLogs::new(folder.path()).unwrap().begin("it").unwrap();
        let mut process = started(script, patience, Some(log));
        process.read(LONG).unwrap();
        before(&mut process);
        let end = process.end();
        drop(process);
        let text = std::fs::read_to_string(folder.path().join("it-1.log")).unwrap();
        (end, text)
    }

    #[test]
    fn a_program_is_asked_before_it_is_forced() {
        let minute = Duration::from_secs(60);
        let nothing = |_: &mut Process| {};
        // It answers its last words, and what it does at its end is waited for.
        let (end, log) = ended(
            "echo up; while read -r l; do echo \"$l!\"; done; sleep 0.1; echo end; exit 5",
            minute,
            nothing,
        );
        assert_eq!(
            (end.how, end.status.as_deref()),
            (How::Asked, Some("exit status: 5"))
        );
        let order = [" > bye\n", " > quit\n", " # end of input\n", " < end\n"];
        let places = order.map(|words| log.find(words).unwrap_or_else(|| panic!("{log}")));
        assert!(places.is_sorted(), "{log}");
        assert!(log.trim_end().ends_with("exit status: 5"), "{log}");
        // Not even a full pipe keeps those who ask it.
        let term = "trap 'exit 6' TERM; echo up; while :; do sleep 0.01; done";
        let (end, _) = ended(term, SHORT, |process| {
            // As much as a pipe takes.
            process.set_farewell(&[&"x".repeat(1 << 20)]);
        });
        assert_eq!(
            (end.how, end.status.as_deref()),
            (How::Terminated, Some("exit status: 6"))
        );
        let kill = "trap '' TERM; echo up; while :; do sleep 0.01; done";
        let (end, log) = ended(kill, SHORT, nothing);
        assert_eq!(end.how, How::Killed);
        assert!(
            log.contains(" # it was killed ") && log.contains("SIGKILL"),
            "{log}"
        );
        let (end, log) = ended("echo up; exit 4", minute, |process| {
            let _ = process.read(LONG);
        });
        assert_eq!(
            (end.how, end.status.as_deref()),
            (How::Before, Some("exit status: 4"))
        );
        assert!(!log.contains("quit"), "{log}");
    }

    #[test]
    fn who_hangs_has_used_its_patience() {
        let began = Instant::now();
        let (end, _) = ended("echo up; exec sleep 1000", Duration::from_secs(600), |it| {
            it.send("go").unwrap();
            let _ = it.read(Wait::at_most(Duration::from_millis(50)));
        });
        assert_eq!(end.how, How::Terminated);
        assert!(began.elapsed() < Duration::from_secs(300));
    }

    #[test]
    fn one_that_was_asked_is_told_no_more() {
        let mut process = shell("while read -r line; do :; done");
        process.bid_farewell();
        process.bid_farewell();
        assert!(matches!(process.send("x"), Err(PlayerError::Crashed(_))));
    }

    #[test]
    fn children_of_the_child_die_with_it() {
        // It ends when it is asked to, and its child does not.
        let mut process = shell("sleep 1000 & echo $!; read -r line");
        let pid: i32 = process.read(LONG).unwrap().line.parse().unwrap();
        let path = format!("/proc/{pid}/stat");
        // A killed child stays as a zombie until someone collects it.
        let runs = || std::fs::read_to_string(&path).is_ok_and(|stat| !stat.contains(") Z"));
        assert!(runs());
        drop(process);
        let gone = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !runs()
        });
        assert!(gone, "process {pid} still runs");
    }
}
