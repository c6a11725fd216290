//! Where log lines go: to stderr as `RUST_LOG` asks (warnings by default), and with more detail
//! to a file if the user names one.
//!
//! Stdout belongs to the protocol and is never written here.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

use crate::files;

/// What the file gets: the whole dialogue is logged at this level.
const FILE_LEVEL: LevelFilter = LevelFilter::Debug;

struct Logs {
    stderr: env_logger::Logger,
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

fn logs() -> &'static Logs {
    LOGS.get_or_init(|| Logs {
        stderr: env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
            .build(),
        file: Mutex::new(None),
        start: Instant::now(),
    })
}

impl Logs {
    fn set_max_level(&self) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let for_file = if file.is_some() {
            FILE_LEVEL
        } else {
            LevelFilter::Off
        };
        log::set_max_level(self.stderr.filter().max(for_file));
    }
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record) {
        if self.stderr.matches(record) {
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
