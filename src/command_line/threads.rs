//! How many threads a command uses if nothing is said.

use std::thread::available_parallelism;

use clap::Args;

/// `--threads` of what computes for long and whose results do not depend on it.
#[derive(Args, Clone, Copy)]
pub struct AllProcessors {
    /// Threads that work together; without it as many as there are processors for this process.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl AllProcessors {
    /// How many were asked for, or how many processors this process may use.
    pub fn count(self) -> usize {
        self.asked().unwrap_or_else(|| {
            let processors = available_parallelism();
            processors.map_or(1, |processors| processors.get().min(256))
        })
    }

    /// How many were asked for.
    pub fn asked(self) -> Option<usize> {
        self.threads.map(usize::from)
    }
}
