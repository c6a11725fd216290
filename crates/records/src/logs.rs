//! Where log lines go: to stderr as `RUST_LOG` asks (warnings by default), and with more detail
//! to a file if the user names one.
//!
//! The file is appended to, because several processes of one command may share it (Quarry starts
//! two, GoGui four): each line has the time and the process id, and is written at once. What a
//! session reads is logged behind `>`, what it answers behind `<`. Stdout belongs to the protocol
//! and is never written here. Who must not wait for the disk, or for who reads stderr, lets a
//! [thread of its own](write_behind) write.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use env_logger::Builder;
use env_logger::fmt::Formatter;
use env_logger::fmt::style::AnsiColor;
use humantime::{format_rfc3339_millis, format_rfc3339_seconds};
use log::{Level, LevelFilter, Log, Metadata, Record};

use bianca_system::behind::Behind;
use bianca_system::files;
use bianca_system::foreign::shown;

/// What the file gets: the whole dialogue is logged at this level.
const FILE_LEVEL: LevelFilter = LevelFilter::Debug;

/// Bytes that wait for a thread that writes, at most.
const MOST_WAITING: usize = 4 << 20;

struct Logs {
    stderr: env_logger::Logger,
    /// Whether nothing goes to standard error.
    silent: AtomicBool,
    file: Mutex<Option<File>>,
    /// The thread that writes, if one does.
    behind: OnceLock<Behind<Entry>>,
}

/// A message, as it is kept until it is written.
struct Entry {
    level: Level,
    target: String,
    module_path: Option<String>,
    text: String,
    /// When it was logged.
    time: SystemTime,
}

static LOGS: OnceLock<Logs> = OnceLock::new();

/// Starts logging. Only the first call has an effect.
pub fn init() {
    // An error means that somebody else logs already, which is as good.
    let _ = log::set_logger(logs());
    logs().set_max_level();
}

/// Logs to the end of the file at `path` from now on, or to none.
///
/// # Errors
/// If the file cannot be written; logging goes on as before then.
pub fn write_to(path: Option<&str>) -> io::Result<()> {
    let file = path
        .map(|path| files::append(Path::new(path)))
        .transpose()?;
    *logs().file.lock().unwrap_or_else(PoisonError::into_inner) = file;
    logs().set_max_level();
    Ok(())
}

/// Lets a thread of its own write from now on, so that nobody who logs waits for the disk or for
/// who reads standard error. Very much that waits is left out, which is logged. `log::logger()`'s
/// `flush` waits until all is written; what ends the process calls it before.
///
/// # Errors
/// If there is no thread to be had; logging goes on as before then.
pub fn write_behind() -> io::Result<()> {
    let missing = |count| Entry {
        level: Level::Warn,
        target: module_path!().to_owned(),
        module_path: Some(module_path!().to_owned()),
        text: format!("{count} messages are left out: they could not be written in time"),
        time: SystemTime::now(),
    };
    let write = |entry: Entry| logs().write(&entry);
    let behind = Behind::begin("logs", MOST_WAITING, missing, write)?;
    // A second one would write nothing, and ends.
    let _ = logs().behind.set(behind);
    Ok(())
}

/// Keeps standard error silent from now on, panics included, unless the user has asked for logs
/// by `RUST_LOG`: some clients read it as if it were standard output.
pub fn silence_stderr() {
    if std::env::var_os(env_logger::DEFAULT_FILTER_ENV).is_some() {
        return;
    }
    logs().silent.store(true, Ordering::Relaxed);
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    logs().set_max_level();
}

fn logs() -> &'static Logs {
    LOGS.get_or_init(|| Logs {
        stderr: stderr().build(),
        silent: AtomicBool::new(false),
        file: Mutex::new(None),
        behind: OnceLock::new(),
    })
}

impl Logs {
    fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Relaxed)
    }

    fn set_max_level(&self) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let for_file = if file.is_some() {
            FILE_LEVEL
        } else {
            LevelFilter::Off
        };
        let for_stderr = if self.is_silent() {
            LevelFilter::Off
        } else {
            self.stderr.filter()
        };
        log::set_max_level(for_stderr.max(for_file));
    }
}

impl Logs {
    fn write(&self, entry: &Entry) {
        if !self.is_silent() {
            let safe: Vec<_> = entry.text.lines().map(shown).collect();
            let safe = safe.join("\n");
            self.stderr.log(
                &Record::builder()
                    .level(entry.level)
                    .target(&entry.target)
                    .module_path(entry.module_path.as_deref())
                    .args(format_args!("{safe}"))
                    .build(),
            );
        }
        if entry.level > FILE_LEVEL {
            return;
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file
            .as_mut()
            .map(|file| file.write_all(file_lines(entry).as_bytes()));
        // A full disk must not stop the game, nor be reported more than once.
        if let Some(Err(error)) = written {
            *file = None;
            let end = format_args!("the log file ends here: {error}");
            let warning = Record::builder().level(Level::Warn).args(end).build();
            self.stderr.log(&warning);
        }
    }
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record) {
        let entry = Entry {
            level: record.level(),
            target: record.target().to_owned(),
            module_path: record.module_path().map(str::to_owned),
            text: record.args().to_string(),
            time: SystemTime::now(),
        };
        match self.behind.get() {
            Some(behind) => {
                let bytes = entry.text.len() + size_of::<Entry>();
                behind.add(entry, bytes);
            }
            None => self.write(&entry),
        }
    }

    fn flush(&self) {
        if let Some(behind) = self.behind.get() {
            behind.flush();
        }
        self.stderr.flush();
    }
}

fn stderr() -> Builder {
    let mut builder = Builder::from_env(env_logger::Env::default().default_filter_or("warn"));
    builder.format(stderr_line);
    builder
}

/// A message on standard error, with the time, the level and where it comes from; further lines
/// are set in.
fn stderr_line(line: &mut Formatter, record: &Record) -> io::Result<()> {
    let time = format_rfc3339_seconds(SystemTime::now());
    let level = record.level();
    let (bracket, color) = (
        AnsiColor::BrightBlack.on_default(),
        line.default_level_style(level),
    );
    let text = record.args().to_string().replace('\n', "\n    ");
    let target = record.target();
    writeln!(
        line,
        "{bracket}[{bracket:#}{time} {color}{level:5}{color:#} {target}{bracket}]{bracket:#} {text}"
    )
}

/// The lines of a message, each with its time, process id and level. They are written by one
/// call, so that no other process writes between them.
fn file_lines(entry: &Entry) -> String {
    let head = format!(
        "{} {:>7} {:5}",
        format_rfc3339_millis(entry.time),
        std::process::id(),
        entry.level
    );
    entry
        .text
        .lines()
        .map(|line| format!("{head} {}\n", shown(line)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use env_logger::Target;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn messages_on_stderr_have_their_time_level_and_source() {
        let kept = Kept::default();
        let logger = stderr()
            .target(Target::Pipe(Box::new(kept.clone())))
            .build();
        let record = Record::builder()
            .level(log::Level::Warn)
            .target("bianca::book")
            .args(format_args!("the book ends\nearly"))
            .build();
        logger.log(&record);
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let (time, rest) = text.split_once(' ').unwrap();
        assert!(humantime::parse_rfc3339(&time[1..]).is_ok(), "{text}");
        assert_eq!(time.len(), "[2026-11-22T01:02:03Z".len());
        assert_eq!(rest, "WARN  bianca::book] the book ends\n    early\n");
    }

    #[test]
    fn each_line_of_a_file_has_its_time_its_process_and_nothing_unsafe() {
        let lines = file_lines(&Entry {
            level: Level::Debug,
            target: String::new(),
            module_path: None,
            text: "< =\n< \x1b[2J".to_owned(),
            time: SystemTime::now(),
        });
        let [first, second] = lines.lines().collect::<Vec<_>>()[..] else {
            panic!("{lines}");
        };
        let words: Vec<&str> = first.split_whitespace().collect();
        assert!(humantime::parse_rfc3339(words[0]).is_ok(), "{first}");
        assert_eq!(words[0].len(), "2026-11-22T01:02:03.456Z".len());
        assert_eq!(words[1], std::process::id().to_string());
        assert_eq!(words[2..], ["DEBUG", "<", "="]);
        assert!(second.ends_with("DEBUG < \\u{1b}[2J"), "{second}");
    }
}
