//! Where log lines go: to stderr as `RUST_LOG` asks (warnings by default), and with more detail
//! to a file if the user names one.
//!
//! Stdout belongs to the protocol and is never written here.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

use crate::files;

/// What the file gets: the whole dialogue is logged at this level.
const FILE_LEVEL: LevelFilter = LevelFilter::Debug;

struct Logs {
    stderr: env_logger::Logger,
    /// Whether nothing goes to standard error.
    silent: AtomicBool,
    file: Mutex<Option<File>>,
    start: Instant,
}

static LOGS: OnceLock<Logs> = OnceLock::new();

/// Starts logging. Only the first call has an effect.
pub fn init() {
    // An error means that somebody else logs already, which is as good.
    let _ = log::set_logger(logs());
    logs().set_max_level();
}

/// Logs to a new file at `path` from now on, or to none.
///
/// # Errors
/// If the file cannot be made; logging goes on as before then.
pub fn write_to(path: Option<&str>) -> io::Result<()> {
    let file = path
        .map(|path| files::create(Path::new(path)))
        .transpose()?;
    *logs().file.lock().unwrap_or_else(PoisonError::into_inner) = file;
    logs().set_max_level();
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
        stderr: env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
            .build(),
        silent: AtomicBool::new(false),
        file: Mutex::new(None),
        start: Instant::now(),
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
        let for_stderr = match self.is_silent() {
            true => LevelFilter::Off,
            false => self.stderr.filter(),
        };
        log::set_max_level(for_stderr.max(for_file));
    }
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record) {
        if !self.is_silent() && self.stderr.matches(record) {
            self.stderr.log(record);
        }
        if record.level() > FILE_LEVEL {
            return;
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.start.elapsed().as_secs_f64();
        let (level, text) = (record.level(), record.args());
        let written = file
            .as_mut()
            .map(|file| writeln!(file, "{seconds:10.3} {level:5} {text}"));
        // A full disk must not stop the game, nor be told more than once.
        if let Some(Err(error)) = written {
            *file = None;
            let told = format_args!("the log file ends here: {error}");
            let warning = Record::builder().level(log::Level::Warn).args(told).build();
            self.stderr.log(&warning);
        }
    }

    fn flush(&self) {
        self.stderr.flush();
    }
}
