//! A program that is spoken to line by line over its standard input and output.
//!
//! A thread reads the output and stamps each line with the time of its arrival, so that a reply
//! is timed even if nobody waits for it at that moment; another one keeps the end of the standard
//! error ([`ErrorOutput`]). The process stands in a group (on Windows a job) of its own, and the
//! whole group is killed when the [`Process`] is dropped; the [`guard`] does it if nothing is
//! dropped any more. What the lines mean is not known here.

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::engine_log::{EngineLog, Voice};
use super::error_output::ErrorOutput;
use super::guard;
use bianca_play::player::PlayerError;
use bianca_system::foreign::{excerpt, next_line};

/// More bytes than this between two commands are a flood. The longest honest output, a deep
/// search that reports every step, stays far below.
const FLOOD: usize = 4 << 20;

/// A wait is done in slices of this length, so that a pause of this process is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// A slice that is longer than it should be by this much was a pause of this process (a stopped
/// job, a machine that slept), in which no engine is to blame for anything.
const PAUSE: Duration = Duration::from_millis(250);

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

/// A reply that is late by so much is worth a word, so that whoever looks on knows what is waited
/// for.
const LATE: Duration = Duration::from_secs(5);

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

/// What the reading thread passes on.
enum Output {
    Line(Instant, String),
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

/// A running program.
pub struct Process {
    /// What it is called.
    name: String,
    child: Box<dyn ChildWrapper>,
    stdin: ChildStdin,
    lines: Receiver<Output>,
    /// Bytes read since the last command.
    pending: Arc<AtomicUsize>,
    errors: ErrorOutput,
    log: Option<EngineLog>,
    asked: Asked,
    /// Whether it was told that this process keeps others waiting.
    is_late: bool,
}

/// The command that is being answered.
struct Asked {
    command: String,
    flushed: Instant,
    /// Pauses of this process since then.
    paused: Duration,
}

impl Process {
    /// Starts `command`, whose first word is searched on the PATH, in `directory`. It is called
    /// `name`; all that is said goes to `log`, too.
    ///
    /// # Errors
    /// [`PlayerError::CannotStart`].
    pub fn start(
        name: &str,
        command: &[String],
        directory: Option<&Path>,
        log: Option<EngineLog>,
    ) -> Result<Process, PlayerError> {
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
        let spawned = std::thread::Builder::new()
            .name(format!("output of {name}"))
            .spawn(move || read_lines(stdout, &sender, &counter, of_output.as_ref()));
        let kept = errors.clone();
        let spawned = spawned.and_then(|_| {
            std::thread::Builder::new()
                .name(format!("errors of {name}"))
                .spawn(move || kept.read(stderr, of_errors.as_ref()))
        });
        spawned.map_err(|error| cannot_start(error.to_string()))?;
        Ok(Process {
            name: name.to_owned(),
            child,
            stdin,
            lines,
            pending,
            errors,
            log,
            is_late: false,
            asked: Asked {
                command: "start".to_owned(),
                flushed: Instant::now(),
                paused: Duration::ZERO,
            },
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
        self.asked = Asked {
            command: command.to_owned(),
            flushed: Instant::now(),
            paused: Duration::ZERO,
        };
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
        if let Some(log) = &self.log {
            log.add(Voice::Match, line);
        }
        let sent = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
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
        loop {
            if until.is_some_and(|until| self.waited() >= until) {
                return Ok(None);
            }
            let before = Instant::now();
            let left = until.map_or(SLICE, |until| until.saturating_sub(self.waited()));
            let received = self.lines.recv_timeout(SLICE.min(left));
            let slice = before.elapsed();
            if slice > SLICE + PAUSE {
                say_pause(slice);
                self.asked.paused += slice;
            }
            let hangs = |waited: Duration| {
                (waited.saturating_sub(self.asked.paused) >= wait.longest).then(|| {
                    PlayerError::Hangs {
                        command: self.asked.command.clone(),
                        waited: wait.longest,
                    }
                })
            };
            match received {
                Ok(Output::Line(arrived, line)) => {
                    log::debug!("< {line}");
                    let waited = arrived.saturating_duration_since(self.asked.flushed);
                    // Whoever goes on talking may never come to the answer either.
                    if let Some(fault) = hangs(waited) {
                        return Err(fault);
                    }
                    let elapsed = waited.saturating_sub(self.asked.paused);
                    return Ok(Some(TimedLine { line, elapsed }));
                }
                Ok(Output::Flood) => return Err(PlayerError::Flood),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(fault) = hangs(self.asked.flushed.elapsed()) {
                        return Err(fault);
                    }
                    self.tell_late(wait);
                }
            }
        }
    }

    /// How long it is since the last command, pauses of this process not counted.
    fn waited(&self) -> Duration {
        let waited = self.asked.flushed.elapsed();
        waited.saturating_sub(self.asked.paused)
    }

    /// Tells once that a reply is late.
    fn tell_late(&mut self, wait: Wait) {
        let waited = self.waited();
        if !self.is_late && waited >= wait.expected.saturating_add(LATE) {
            self.is_late = true;
            log::warn!(
                "'{}' has not answered '{}' for {:.0} s; it is waited for until {:.0} s are over",
                self.name,
                excerpt(&self.asked.command),
                waited.as_secs_f64(),
                wait.longest.as_secs_f64()
            );
        }
    }

    /// What its standard error said.
    pub fn errors(&self) -> ErrorOutput {
        self.errors.clone()
    }

    /// The command that was sent last.
    pub fn last_command(&self) -> &str {
        &self.asked.command
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

impl Drop for Process {
    fn drop(&mut self) {
        // Most engines end by themselves when asked; this one may be beyond asking.
        let _ = self.child.start_kill();
        // As long as nobody has waited for it, its number is no other process's.
        guard::forget(self.child.id());
        let _ = self.child.wait();
    }
}

/// Passes on lines until the output ends, nobody listens any more, or too much comes.
fn read_lines(
    stdout: ChildStdout,
    sender: &Sender<Output>,
    pending: &AtomicUsize,
    log: Option<&EngineLog>,
) {
    let mut reader = BufReader::new(stdout);
    loop {
        // A line without an end must not be waited for for ever.
        let line = next_line(&mut reader.by_ref().take(FLOOD as u64), FLOOD);
        let Ok(Some(line)) = line else {
            return;
        };
        let (arrived, bytes) = (Instant::now(), line.length as usize);
        if pending.fetch_add(bytes, Ordering::Relaxed) + bytes >= FLOOD {
            let _ = sender.send(Output::Flood);
            return;
        }
        let text = String::from_utf8_lossy(&line.bytes);
        let text = text.trim_end_matches('\r').to_owned();
        if let Some(log) = log {
            log.add(Voice::Engine, &text);
        }
        if sender.send(Output::Line(arrived, text)).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::start("sh", &command, None, None).unwrap()
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
    fn what_cannot_start_says_so() {
        let command = ["/no/such/engine".to_owned()];
        let error = Process::start("x", &command, None, None)
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.starts_with("cannot start '/no/such/engine': "),
            "{error}"
        );
        let command = ["cat".to_owned()];
        let nowhere = Path::new("/no/such/folder");
        let error = Process::start("x", &command, Some(nowhere), None)
            .err()
            .unwrap();
        let error = error.to_string();
        assert!(
            error.starts_with("cannot start 'cat': /no/such/folder: "),
            "{error}"
        );
    }

    #[test]
    fn children_of_the_child_die_with_it() {
        let mut process = shell("sleep 1000 & echo $!; wait");
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
