//! Weights whose stages are unpacked when somebody asks for them, each once.
//!
//! Whoever has time calls [`Weights::unpack`]; whoever may be stopped, or has a clock, lets another
//! thread do it and [waits](Weights::wait_for). What the bytes mean is `weights`' business.

use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::{EMBEDDED, File, WeightsError};
use crate::eval::network::{Network, stage_of};
use bianca_rules::cpu::kernels::memory::is_room_for;

/// How often who waits looks whether he still wants to.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Bytes with which a thread that unpacks beside all else is no risk.
const AMPLE_MEMORY: usize = 384 << 20;

/// A network, and the file that has what is missing of it.
pub struct Weights {
    network: Arc<Network>,
    /// `None` if nothing was packed.
    file: Option<Mutex<File<'static>>>,
    beside: Mutex<Beside>,
    /// Wakes who waits for the thread beside all else, when it has ended.
    ended: Condvar,
}

/// What the one thread does that unpacks beside all else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// There is none now.
    Idle,
    Unpacking,
    /// It has panicked, so that there will be none.
    Failed,
}

/// The thread beside all else: it has ended when this is dropped.
struct Ending<'a>(&'a Weights);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *lock(&self.0.beside) = if thread::panicking() {
            Beside::Failed
        } else {
            Beside::Idle
        };
        self.0.ended.notify_all();
    }
}

/// Whoever panicked with a lock, for want of memory, had not begun to change what it guards.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Weights {
    /// Those that are part of the program.
    pub fn embedded() -> &'static Arc<Weights> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            Arc::new(Weights::packed(EMBEDDED).expect("the embedded weights are whole"))
        })
    }

    /// Those of a file of this content, of which nothing is unpacked.
    ///
    /// # Errors
    /// If it is no weights file for this program. That the packed bytes are right is not looked at.
    pub fn packed(bytes: &'static [u8]) -> Result<Weights, WeightsError> {
        let (network, file) = File::new(bytes)?;
        Ok(Weights::new(network, Some(file)))
    }

    fn new(network: Network, file: Option<File<'static>>) -> Weights {
        Weights {
            network: Arc::new(network),
            file: file.map(Mutex::new),
            beside: Mutex::new(Beside::Idle),
            ended: Condvar::new(),
        }
    }

    /// The network, as much of it as is unpacked.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Unpacks what is missing for positions that have from `most` down to `least` empty squares.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn unpack(&self, most: u32, least: u32) {
        let Some(file) = &self.file else { return };
        for stage in self.stages(most, least) {
            if self.network.stage(stage).is_none() {
                let unpacked = lock(file).unpack(stage, &self.network);
                unpacked.expect("there is memory for the weights");
            }
        }
    }

    /// Whether nothing is missing for positions that have from `most` down to `least` empty
    /// squares.
    pub fn has(&self, most: u32, least: u32) -> bool {
        let mut stages = self.stages(most, least);
        stages.all(|stage| self.network.stage(stage).is_some())
    }

    /// Lets another thread [`unpack`](Weights::unpack), and waits for it until it has, or until
    /// `gives_up` says so, which is asked every millisecond. Gives whether all is there. Where
    /// there is no further thread, this one unpacks.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn wait_for(
        self: &Arc<Weights>,
        most: u32,
        least: u32,
        mut gives_up: impl FnMut() -> bool,
    ) -> bool {
        while !self.has(most, least) {
            if !self.begin(most, least) {
                self.unpack(most, least);
            } else if self.is_still_beside() && gives_up() {
                return self.has(most, least);
            }
        }
        true
    }

    /// Begins to [`unpack`](Weights::unpack) on a thread of its own, which nobody has to wait for,
    /// unless that thread is at work already, whatever it unpacks. Gives whether there is such a
    /// thread: there is none if memory or threads are short, or if it has panicked.
    pub fn begin(self: &Arc<Weights>, most: u32, least: u32) -> bool {
        let mut beside = lock(&self.beside);
        // A module in a browser has no threads, and keeps the memory that it once asked for.
        if *beside == Beside::Idle && !cfg!(target_family = "wasm") && is_room_for(AMPLE_MEMORY) {
            let weights = Arc::clone(self);
            let unpack = move || {
                let _ending = Ending(&weights);
                weights.unpack(most, least);
            };
            if thread::Builder::new().spawn(unpack).is_ok() {
                *beside = Beside::Unpacking;
            }
        }
        *beside == Beside::Unpacking
    }

    /// Waits a while for the thread beside all else to end; whether it is still at work.
    fn is_still_beside(&self) -> bool {
        let beside = lock(&self.beside);
        let is_unpacking = |beside: &mut Beside| *beside == Beside::Unpacking;
        let ended = &self.ended;
        let (_beside, waited) = ended
            .wait_timeout_while(beside, LOOK_EVERY, is_unpacking)
            .unwrap_or_else(PoisonError::into_inner);
        waited.timed_out()
    }

    /// Keeps everybody from unpacking until it is dropped.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Drop {
        let file = self.file.as_ref().expect("there is something to unpack");
        lock(file)
    }

    fn stages(&self, most: u32, least: u32) -> RangeInclusive<usize> {
        let stage = |empties| stage_of(empties, self.network.stage_count());
        stage(most)..=stage(least)
    }
}

impl From<Network> for Weights {
    /// Those of a network that has all of its rows.
    fn from(network: Network) -> Weights {
        Weights::new(network, None)
    }
}
