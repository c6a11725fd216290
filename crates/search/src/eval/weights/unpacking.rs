//! Weights whose stages are unpacked when somebody asks for them, each once.
//!
//! Whoever has time calls [`Weights::unpack`]; whoever may be stopped, or has a clock, lets another
//! thread do it and [waits](Weights::wait_for). What the bytes mean is `weights`' business.

use std::ops::RangeInclusive;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
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
        Ok(Weights {
            network: Arc::new(network),
            file: Some(Mutex::new(file)),
        })
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
                // Whoever panicked for want of memory had not begun yet.
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let unpacked = file.unpack(stage, &self.network);
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
        if self.has(most, least) {
            return true;
        }
        if let Some(unpacked) = self.begin(most, least) {
            while unpacked.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if gives_up() {
                    return self.has(most, least);
                }
            }
        }
        self.unpack(most, least);
        true
    }

    /// Begins to [`unpack`](Weights::unpack) on a thread of its own, which nobody has to wait for;
    /// the end of what it gives says that it has. `None` if memory or threads are short.
    pub fn begin(self: &Arc<Weights>, most: u32, least: u32) -> Option<mpsc::Receiver<()>> {
        // A module in a browser has no threads, and keeps the memory that it once asked for.
        if cfg!(target_family = "wasm") || !is_room_for(AMPLE_MEMORY) {
            return None;
        }
        let (unpacking, unpacked) = mpsc::channel();
        let weights = Arc::clone(self);
        let unpack = move || {
            let _unpacking = unpacking;
            weights.unpack(most, least);
        };
        thread::Builder::new().spawn(unpack).ok()?;
        Some(unpacked)
    }

    /// Keeps everybody from unpacking until it is dropped.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Drop {
        let file = self.file.as_ref().expect("there is something to unpack");
        file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stages(&self, most: u32, least: u32) -> RangeInclusive<usize> {
        let stage = |empties| stage_of(empties, self.network.stage_count());
        stage(most)..=stage(least)
    }
}

impl From<Network> for Weights {
    /// Those of a network that has all of its rows.
    fn from(network: Network) -> Weights {
        Weights {
            network: Arc::new(network),
            file: None,
        }
    }
}
