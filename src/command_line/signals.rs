//! Signals that end a program which has started others: those end first.
//!
//! The first signal only raises a flag, by which whoever works comes to an end and lets go of what
//! it has started; then the program ends by the signal as it would have without this. A second
//! one ends it at once, if it does not belong to the first: `timeout` sends each one twice, and a
//! session that ends one of each kind. A signal that the program was started to ignore is ignored.
//! Where there are no such signals, nothing is raised.

use bianca_search::request::StopFlag;

/// The flag that a signal raises.
pub struct Signals {
    stop: StopFlag,
    came: system::Came,
}

impl Signals {
    /// From now on the first signal raises the flag. It says so in these words.
    pub fn heard(words: &'static str) -> Signals {
        let stop = StopFlag::new();
        Signals {
            came: system::hear(&stop, words),
            stop,
        }
    }

    /// The flag.
    pub fn stop(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Ends the program if a signal came.
    pub fn obey(&self) {
        self.came.obey();
    }
}

#[cfg(unix)]
mod system {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use libc::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::command_line::aside::say;
    use bianca_search::request::StopFlag;

    /// Signals that come so soon after the first are the same wish.
    const TOGETHER: Duration = Duration::from_millis(500);

    /// The number of the signal that came; 0 before.
    pub struct Came(Arc<AtomicI32>);

    impl Came {
        /// Ends the program by the signal, if one came.
        pub fn obey(&self) {
            let signal = self.0.load(Ordering::SeqCst);
            if signal != 0 {
                let _ = emulate_default_handler(signal);
            }
        }
    }

    /// Waits for signals on a thread of its own, so that they are heard whatever the others do.
    pub fn hear(stop: &StopFlag, words: &'static str) -> Came {
        let came = Arc::new(AtomicI32::new(0));
        let ignored = ignored();
        let is_heard = |signal: &i32| ignored & (1 << (signal - 1)) == 0;
        let heard: Vec<i32> = [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(is_heard)
            .collect();
        let (seen, stop) = (Arc::clone(&came), stop.clone());
        let begun = Signals::new(heard).and_then(|mut signals| {
            thread::Builder::new()
                .name("signals".to_owned())
                .spawn(move || {
                    let mut first: Option<Instant> = None;
                    for signal in &mut signals {
                        match first {
                            None => {
                                first = Some(Instant::now());
                                seen.store(signal, Ordering::SeqCst);
                                stop.raise();
                                say(words);
                            }
                            Some(first) if first.elapsed() < TOGETHER => {}
                            Some(_) => {
                                let _ = emulate_default_handler(signal);
                            }
                        }
                    }
                })
        });
        if let Err(error) = begun {
            log::warn!("signals end this process at once: {error}");
        }
        Came(came)
    }

    /// The signals that this process was started to ignore (as `nohup` does, and a shell in the
    /// background), one a bit from the lowest. Where the system does not tell it, SIGHUP is left
    /// alone.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.unwrap_or(1 << (SIGHUP - 1))
    }
}

#[cfg(not(unix))]
mod system {
    use bianca_search::request::StopFlag;

    /// Nothing comes.
    pub struct Came;

    impl Came {
        /// Nothing came that would have to be obeyed.
        pub fn obey(&self) {}
    }

    /// Nothing is heard.
    pub fn hear(_: &StopFlag, _: &'static str) -> Came {
        Came
    }
}
