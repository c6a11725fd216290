//! The session as a WebAssembly module: a line in, lines out.
//!
//! Owns the places where the module meets its host: four exports (room for bytes, obey them as a
//! line, keep them as names of players or tournaments, read them as a file of games) and three
//! imports (output, the time, whether to stop).
//! Invariant: one thread; a line is obeyed before the next one comes. Knows nothing of commands.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use bianca_protocol::session::{Session, SessionSettings};
use bianca_records::record::pasted::Pasted;
use bianca_records::record::wthor::{List, Names};
use bianca_search::request::StopFlag;
use bianca_system::instant;

#[link(wasm_import_module = "bianca")]
unsafe extern "C" {
    /// Takes bytes of output.
    fn output(from: *const u8, length: usize);
    /// Milliseconds since some moment; never less than before.
    safe fn now() -> f64;
    /// Whether the line that is being obeyed should end; not 0 if so.
    safe fn stopped() -> i32;
}

/// The output of the session: the host.
struct Host;

impl Write for Host {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the host reads the bytes of this slice before it returns, and keeps nothing.
        unsafe { output(bytes.as_ptr(), bytes.len()) };
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NAMES: RefCell<Names> = RefCell::default();
    static SESSION: RefCell<Option<Session<Host>>> = const { RefCell::new(None) };
}

/// Time since some moment; nothing if the host says nonsense.
fn time() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Room for `length` bytes; gives where the host is to put them. It is good until the
/// next call.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_room(length: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.clear();
        line.resize(length, 0);
        line.as_mut_ptr()
    })
}

/// Obeys the line of `length` bytes that lies in the room; gives 0 once the session has ended or
/// if there can be none.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_line(length: usize) -> i32 {
    let line = LINE.with_borrow(|line| {
        let bytes = line.get(..length).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    });
    SESSION.with_borrow_mut(|session| {
        if session.is_none() {
            instant::set_source(time);
            *session = Session::in_process(Host, SessionSettings::default()).ok();
        }
        let stop = StopFlag::asking(|| stopped() != 0);
        let goes_on = session.as_mut().map(|session| session.send(&line, &stop));
        let goes_on = matches!(goes_on, Some(Ok(true)));
        if !goes_on {
            *session = None;
        }
        i32::from(goes_on)
    })
}

/// Keeps the `length` bytes that lie in the room as the names of a database that is read later: of
/// its players if `list` is 0, of its tournaments otherwise; gives 0 if they are no such list.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_names(length: usize, list: i32) -> i32 {
    let list = match list {
        0 => List::Players,
        _ => List::Tournaments,
    };
    let kept = LINE.with_borrow(|line| {
        let bytes = line.get(..length).unwrap_or_default();
        NAMES.with_borrow_mut(|names| names.take(list, bytes))
    });
    i32::from(kept.is_ok())
}

/// Reads the `length` bytes that lie in the room as games, at most `most` of them, and puts out the
/// lines that [`Pasted`] is written as, or `refused`, `encoding` or `other`, and why they cannot be
/// read, with tabs between.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_games(length: usize, most: usize) {
    let read = LINE.with_borrow(|line| {
        let bytes = line.get(..length).unwrap_or_default();
        NAMES.with_borrow(|names| Pasted::read_named(bytes, names, most))
    });
    let told = match read {
        Ok(pasted) => pasted.to_string(),
        Err(error) => {
            let kind = match error.kind() {
                io::ErrorKind::InvalidData => "encoding",
                _ => "other",
            };
            format!("refused\t{kind}\t{error}\n")
        }
    };
    // The host takes everything.
    let _ = Host.write_all(told.as_bytes());
}
