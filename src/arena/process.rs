//! A program that is spoken to line by line over its standard input and output.
//!
//! A thread reads the output and stamps each line with the time of its arrival, so that a reply
//! is timed even if nobody waits for it at that moment. The process stands in a group (on Windows
//! a job) of its own, and the whole group is killed when the [`Process`] is dropped; the [`guard`]
//! does it if nothing is dropped any more. What the lines mean is not known here.

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

use super::guard;
use crate::foreign::next_line;
use crate::player::PlayerError;

/// More bytes than this between two commands are a flood. The longest honest output, a deep
/// search that reports every step, stays far below.
const FLOOD: usize = 4 << 20;

/// A wait is done in slices of this length, so that a pause of this process is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// A slice that is longer than it should be by this much was a pause of this process (a stopped
/// job, a machine that slept), in which no engine is to blame for anything.
const PAUSE: Duration = Duration::from_millis(250);

/// Says that this process was paused: to everybody once, since on a busy machine there may be hundreds of pauses, of
/// which one says what the others say; the others to those who ask for more news.
fn say_pause(pause: Duration) {
    static SAID: AtomicBool = AtomicBool::new(false);
    let level = match SAID.swap(true, Ordering::Relaxed) {
        false => log::Level::Warn,
        true => log::Level::Info,
    };
    log::log!(
        level,
        "this process was paused for {:.1} s",
        pause.as_secs_f64()
    );
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
    child: Box<dyn ChildWrapper>,
    stdin: ChildStdin,
    lines: Receiver<Output>,
    /// Bytes read since the last command.
    pending: Arc<AtomicUsize>,
    asked: Asked,
}

/// The command that is being answered.
struct Asked {
    command: String,
    flushed: Instant,
    /// Pauses of this process since then.
    paused: Duration,
}

impl Process {
    /// Starts `command`, whose first word is searched on the PATH, in `directory`.
    ///
    /// # Errors
    /// [`PlayerError::CannotStart`].
    pub fn start(command: &[String], directory: Option<&Path>) -> Result<Process, PlayerError> {
        let name = command.first().cloned().unwrap_or_default();
        let cannot_start = |reason: String| PlayerError::CannotStart {
            command: name.clone(),
            reason,
        };
        if let Some(directory) = directory {
            // The system would say of the command that there is no such file.
            let about = std::fs::metadata(directory);
            about.map_err(|error| cannot_start(format!("{}: {error}", directory.display())))?;
        }
        let mut builder = CommandWrap::with_new(&name, |builder| {
            builder
                .args(command.iter().skip(1))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null());
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
        let (Some(stdin), Some(stdout)) = (child.stdin().take(), child.stdout().take()) else {
            return Err(cannot_start("it has no pipes".to_owned()));
        };
        let pending = Arc::new(AtomicUsize::new(0));
        let (sender, lines) = channel();
        let counter = Arc::clone(&pending);
        std::thread::Builder::new()
            .name(format!("output of {name}"))
            .spawn(move || read_lines(stdout, &sender, &counter))
            .map_err(|error| cannot_start(error.to_string()))?;
        Ok(Process {
            child,
            stdin,
            lines,
            pending,
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
        let sent = writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush());
        self.asked = Asked {
            command: command.to_owned(),
            flushed: Instant::now(),
            paused: Duration::ZERO,
        };
        log::debug!("> {command}");
        sent.map_err(|_| self.crashed())
    }

    /// The next line of output, for which it is waited until `patience` has passed since the
    /// last command.
    ///
    /// # Errors
    /// [`PlayerError::Hangs`], [`PlayerError::Crashed`], [`PlayerError::Flood`].
    pub fn read(&mut self, patience: Duration) -> Result<TimedLine, PlayerError> {
        loop {
            let before = Instant::now();
            let received = self.lines.recv_timeout(SLICE);
            let slice = before.elapsed();
            if slice > SLICE + PAUSE {
                say_pause(slice);
                self.asked.paused += slice;
            }
            let hangs = |waited: Duration| {
                (waited.saturating_sub(self.asked.paused) >= patience).then(|| PlayerError::Hangs {
                    command: self.asked.command.clone(),
                    waited: patience,
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
                    return Ok(TimedLine { line, elapsed });
                }
                Ok(Output::Flood) => return Err(PlayerError::Flood),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(fault) = hangs(self.asked.flushed.elapsed()) {
                        return Err(fault);
                    }
                }
            }
        }
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
fn read_lines(stdout: ChildStdout, sender: &Sender<Output>, pending: &AtomicUsize) {
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
        Process::start(&command, None).unwrap()
    }

    const LONG: Duration = Duration::from_secs(600);

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
        assert_eq!(process.read(patience), Err(expected));
    }

    #[test]
    fn talk_without_an_answer_is_a_hang() {
        let mut process = shell("while echo thinking; do sleep 0.01; done");
        process.send("go").unwrap();
        let patience = Duration::from_millis(200);
        let started = Instant::now();
        let fault = loop {
            match process.read(patience) {
                Ok(line) => assert_eq!(line.line, "thinking"),
                Err(fault) => break fault,
            }
            assert!(started.elapsed() < LONG);
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
        let error = Process::start(&command, None).err().unwrap().to_string();
        assert!(
            error.starts_with("cannot start '/no/such/engine': "),
            "{error}"
        );
        let command = ["cat".to_owned()];
        let nowhere = Path::new("/no/such/folder");
        let error = Process::start(&command, Some(nowhere)).err().unwrap();
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
