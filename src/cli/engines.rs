//! What sub-commands that start engines ask alike: who they are, and how long they may think.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::command_line::{CliError, wrong_arguments};
use bianca_arena::arena::engine_log::EngineLogs;
use bianca_arena::arena::limit::Limit;
use bianca_arena::arena::spec::EngineSpec;

/// The limit of engines that have none of their own.
#[derive(Args)]
#[group(multiple = false)]
pub struct LimitArguments {
    /// Seconds for each move.
    #[arg(long = "time", visible_alias = "st", value_name = "SECONDS")]
    st: Option<String>,
    /// A clock in seconds: MAIN, MAIN+INCREMENT, or MAIN+PERIOD/MOVES (Canadian byo-yomi).
    #[arg(long, value_name = "CLOCK")]
    tc: Option<String>,
    /// Plies to search for each move.
    #[arg(long, value_name = "PLIES")]
    depth: Option<String>,
    /// Positions to visit for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
}

impl LimitArguments {
    /// The limit that was asked for of `engines`; an engine's own level if none was.
    ///
    /// # Errors
    /// If it cannot be read or none of them goes by it.
    pub fn limit(&self, engines: &[EngineSpec]) -> Result<Limit, CliError> {
        let given = [
            ("st", &self.st),
            ("tc", &self.tc),
            ("depth", &self.depth),
            ("nodes", &self.nodes),
        ];
        let given = given
            .iter()
            .find_map(|(key, value)| Some((key, value.as_ref()?)));
        let Some((key, value)) = given else {
            return Ok(Limit::Level);
        };
        let limit = format!("{key}={value}").parse().map_err(wrong_arguments)?;
        if engines.iter().any(|engine| engine.heeds(limit)) {
            return Ok(limit);
        }
        Err(wrong_arguments(format!(
            "no engine goes by '{limit}': each never searches so, or has a strength or limit of its own"
        )))
    }
}

/// How long engines are waited for.
#[derive(Args)]
pub struct PatienceArgument {
    /// Seconds without a reply after which an engine is taken to hang, 60 if nothing is said. It
    /// has as long to end once it is told to, but 10 seconds if nothing is said. Once its clock has
    /// run out the game is lost, and it is not waited for any longer than two seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    patience: Option<u64>,
}

impl PatienceArgument {
    /// For a reply.
    pub fn for_reply(&self) -> Duration {
        Duration::from_secs(self.patience.unwrap_or(60))
    }

    /// For an engine's end.
    pub fn for_end(&self) -> Duration {
        Duration::from_secs(self.patience.unwrap_or(10))
    }
}

/// What is said when a signal comes.
pub const ENDING: &str = "engines are asked to end; another signal ends this at once";

/// Where what programs say is kept.
#[derive(Args)]
pub struct EngineLogArgument {
    /// Keep all that is said to engines, their answers and their standard error in this folder: a
    /// file NAME-N.log for each start of an engine. No file that is there is replaced.
    #[arg(long, value_name = "FOLDER")]
    engine_log: Option<PathBuf>,
}

impl EngineLogArgument {
    /// The folder, if one was asked for.
    ///
    /// # Errors
    /// If it cannot be made or written to.
    pub fn logs(&self) -> Result<Option<EngineLogs>, CliError> {
        let Some(folder) = &self.engine_log else {
            return Ok(None);
        };
        let logs = EngineLogs::new(folder);
        let logs = logs.map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Some(logs))
    }
}

/// The engines that are written so, each with a name of its own.
///
/// # Errors
/// If one cannot be understood or two have the same name.
pub fn engines(texts: &[String]) -> Result<Vec<EngineSpec>, CliError> {
    let mut engines: Vec<EngineSpec> = Vec::new();
    for text in texts {
        let spec: EngineSpec = text.parse().map_err(wrong_arguments)?;
        if engines.iter().any(|other| other.name == spec.name) {
            let name = spec.name;
            let reason = format!("two engines are called '{name}': give name=");
            return Err(wrong_arguments(reason));
        }
        engines.push(spec);
    }
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_the_documents_show_can_be_typed() {
        let documents = concat!(
            include_str!("../../README.md"),
            include_str!("../../docs/match.md")
        );
        let documents = documents.replace("\\\n", " ");
        let lines = documents.lines().filter(|line| line.starts_with("bianca "));
        let mut checked = 0;
        for line in lines {
            let words = shlex::split(line).unwrap();
            let given = words.windows(2).filter(|pair| pair[0] == "--engine");
            let given: Vec<String> = given.map(|pair| pair[1].clone()).collect();
            assert!(engines(&given).is_ok(), "{line}");
            checked += given.len();
        }
        assert!(checked >= 8, "{checked}");
    }
}
