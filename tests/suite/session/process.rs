//! The executable as a child process, with a deadline on everything that is awaited from it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a machine that does much else.
const DEADLINE: Duration = Duration::from_secs(120);

/// A running engine; it is killed when it is dropped.
pub struct Bianca {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Bianca {
    /// Starts the executable in `directory`.
    pub fn start(arguments: &[&str], directory: &Path) -> Bianca {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
        command.args(arguments).current_dir(directory);
        Bianca::spawn(command)
    }

    /// Starts the executable with its standard error in its standard output.
    pub fn merged(arguments: &[&str]) -> Bianca {
        let (output, both) = std::io::pipe().expect("a pipe");
        let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
        command
            .args(arguments)
            .current_dir(std::env::temp_dir())
            .stderr(both.try_clone().expect("the same pipe"));
        Bianca::spawn_into(command, Stdio::from(both), |_| output)
    }

    fn spawn(command: Command) -> Bianca {
        Bianca::spawn_into(command, Stdio::piped(), |child| {
            child.stdout.take().unwrap()
        })
    }

    /// Starts a command that writes to `to`, which is read from what `reader` gives.
    fn spawn_into<R: Read + Send + 'static>(
        mut command: Command,
        to: Stdio,
        reader: impl FnOnce(&mut Child) -> R,
    ) -> Bianca {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(to)
            .spawn()
            .expect("the executable starts");
        // It holds an end of the pipe, too.
        drop(command);
        let output = BufReader::new(reader(&mut child));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("the output is UTF-8")).is_err() {
                    return;
                }
            }
        });
        Bianca {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends `script` to the executable while nobody reads its output; waits for it to end, as it
    /// must, in success. Gives what it said on standard error.
    pub fn said_to_nobody(script: &str) -> String {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let _ = input.write_all(script.as_bytes());
        let status = child.wait().unwrap();
        let mut said = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        assert!(status.success(), "{script}: {status} {said}");
        said
    }

    /// Starts the executable where no file matters.
    pub fn anywhere(arguments: &[&str]) -> Bianca {
        Bianca::start(arguments, &std::env::temp_dir())
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are. An engine that has quit already is no failure here.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes.as_ref());
        let _ = input.flush();
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of output; `None` at its end.
    pub fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {DEADLINE:?}"),
        }
    }

    /// The next reply without its empty line.
    pub fn reply(&mut self) -> String {
        let mut reply = Vec::new();
        loop {
            match self.line().expect("a reply") {
                line if line.is_empty() => return reply.join("\n"),
                line => reply.push(line),
            }
        }
    }

    /// Sends one line and gives its reply.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.reply()
    }

    /// Closes the input and waits for the process to end; gives what it still said.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        self.close_input();
        let rest: Vec<String> = std::iter::from_fn(|| self.line()).collect();
        (rest, self.wait())
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < DEADLINE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Bianca {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
