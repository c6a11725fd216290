//! What sub-commands that search ask alike: threads, hash table, evaluation.

use clap::Args;

use bianca_search::eval::Evaluation;
use bianca_search::eval::weights::WeightsError;
use bianca_search::search::Settings;

/// How a searcher is set up.
#[derive(Args)]
pub struct SearchArguments {
    /// Threads that search together.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// The evaluation: embedded, or a file of weights.
    #[arg(long, value_name = "NAME", default_value_t = Evaluation::EMBEDDED.to_owned())]
    pub evaluation: String,
}

impl SearchArguments {
    /// The settings of a searcher, the others as by default.
    ///
    /// # Errors
    /// If the evaluation cannot be read.
    pub fn settings(&self) -> Result<Settings, WeightsError> {
        Ok(Settings {
            threads: usize::from(self.threads),
            hash_mib: self.hash as usize,
            evaluation: Evaluation::named(&self.evaluation)?,
            ..Settings::default()
        })
    }
}
