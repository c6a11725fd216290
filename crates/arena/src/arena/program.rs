//! A program at the board: an engine process with the client that speaks its protocol.
//!
//! Invariant: whatever it does wrong, the error also says what is known of the reason: the end of
//! its standard error, that it may speak another protocol, or how a well-known engine wants to be
//! started.

use std::time::Duration;

use super::cassio::{self, CassioEngine};
use super::client::{Channel, Client};
use super::engine_log::EngineLog;
use super::error_output::ErrorOutput;
use super::gtp::{self, GtpEngine};
use super::limit::Limit;
use super::nboard::{self, NBoardEngine};
use super::outcome::Ending;
use super::process::{Launch, Process};
use super::spec::{Program, Protocol};
use super::timekeeper::Strictness;
use super::ugi::{self, UgiEngine};
use super::xboard::{self, XBoardEngine};
use bianca_play::game::{Game, GameMove};
use bianca_play::player::driver::DrivenTurn;
use bianca_play::player::{OptionError, Player, PlayerError, SearchSummary};
use bianca_rules::othello::OthelloGame;
use bianca_search::request::{Report, Request, StopFlag};

/// A program that was started.
pub struct ProgramPlayer {
    client: Box<dyn Client>,
    reasons: Reasons,
    /// Of the last search.
    summary: SearchSummary,
}

impl ProgramPlayer {
    /// Starts `program`, which is called `name`, sets its options and says how long it may think.
    /// It is not waited for any more once `stop` is raised.
    ///
    /// # Errors
    /// If it does not start or answer, refuses an option, or its protocol has no words for its
    /// options or its limit.
    pub fn start(
        name: &str,
        program: &Program,
        limit: Limit,
        strictness: Strictness,
        log: Option<EngineLog>,
        stop: &StopFlag,
    ) -> Result<ProgramPlayer, PlayerError> {
        let process = Process::start(Launch {
            name,
            command: &program.command,
            directory: program.directory.as_deref(),
            log,
            farewell: match program.protocol {
                Protocol::Gtp => gtp::FAREWELL,
                Protocol::NBoard => nboard::FAREWELL,
                Protocol::Ugi => ugi::FAREWELL,
                Protocol::Cassio => cassio::FAREWELL,
                Protocol::XBoard => xboard::FAREWELL,
            },
            patience: strictness.farewell,
            stop: stop.clone(),
        })?;
        let reasons = Reasons {
            errors: process.errors(),
            hint: hint(program, limit),
        };
        let channel = Channel::new(process, limit, strictness);
        let begun: Result<Box<dyn Client>, PlayerError> = match program.protocol {
            Protocol::Gtp => boxed(GtpEngine::begin(channel, program)),
            Protocol::NBoard => boxed(NBoardEngine::begin(channel, program)),
            Protocol::Ugi => boxed(UgiEngine::begin(channel, program)),
            Protocol::Cassio => boxed(CassioEngine::begin(channel, program)),
            Protocol::XBoard => boxed(XBoardEngine::begin(channel, program)),
        };
        let client = begun.map_err(|fault| reasons.at_start(fault, program.protocol))?;
        Ok(ProgramPlayer {
            client,
            reasons,
            summary: SearchSummary::default(),
        })
    }

    /// Gives it another limit of the same kind, and other waits, from its next game on.
    pub fn allow(&mut self, limit: Limit, strictness: Strictness) {
        let channel = self.client.channel();
        channel.limit = limit;
        channel.strictness = strictness;
    }

    /// Tells of a turn that was played, of either side.
    pub fn note(&mut self, turn: &DrivenTurn) {
        self.client.note(turn);
    }

    /// Tells how the game ended.
    pub fn finish(&mut self, ending: &Ending) {
        self.client.finish(ending);
    }

    /// Asks it to end and does not wait for that.
    pub fn bid_farewell(&mut self) {
        self.client.process().bid_farewell();
    }
}

fn boxed<C: Client + 'static>(
    begun: Result<C, PlayerError>,
) -> Result<Box<dyn Client>, PlayerError> {
    begun.map(|client| Box::new(client) as Box<dyn Client>)
}

/// What may say why a program failed.
struct Reasons {
    errors: ErrorOutput,
    hint: Option<&'static str>,
}

impl Reasons {
    /// A failure before the first game.
    fn at_start(&self, fault: PlayerError, protocol: Protocol) -> PlayerError {
        let is_silent = matches!(
            fault,
            PlayerError::Hangs { .. } | PlayerError::Rubbish { .. } | PlayerError::Refused { .. }
        );
        let other = format!(
            "is it {} that it speaks? proto= is one of {}",
            protocol.name(),
            Protocol::names()
        );
        let explained = self.explained(fault);
        match (is_silent, &explained) {
            (true, PlayerError::Remarked { .. }) | (false, _) => explained,
            (true, _) => remarked(explained, other),
        }
    }

    fn explained(&self, fault: PlayerError) -> PlayerError {
        let hint = self.hint.map(str::to_owned);
        let remark = match &fault {
            PlayerError::Crashed(_) => self.errors.at_end().map(quoted),
            PlayerError::Hangs { .. } => hint.or_else(|| self.errors.since_command().map(quoted)),
            PlayerError::Rubbish { .. } | PlayerError::Refused { .. } => {
                self.errors.since_command().map(quoted)
            }
            _ => None,
        };
        match remark {
            Some(remark) => remarked(fault, remark),
            None => fault,
        }
    }
}

fn quoted(lines: String) -> String {
    format!("its standard error says: {lines}")
}

fn remarked(fault: PlayerError, remark: String) -> PlayerError {
    PlayerError::Remarked {
        fault: Box::new(fault),
        remark,
    }
}

/// What to tell of a well-known engine that does not answer.
fn hint(program: &Program, limit: Limit) -> Option<&'static str> {
    let mut words = program.command.iter().map(|word| word.to_lowercase());
    let is_ntest = words.any(|word| {
        let file = word.rsplit(['/', '\\']).next().unwrap_or_default();
        file == "ntest" || file == "ntest.exe"
    });
    let has_clock = matches!(limit, Limit::Clock(_));
    // What follows the name are the kind of its evaluation and its mode.
    let keeps_clock = words.any(|word| word.starts_with('m'));
    (is_ntest && has_clock && !keeps_clock)
        .then_some("NTest keeps a clock only when it is started as 'ntest x m1'")
}

impl Player for ProgramPlayer {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.client.set_option(name, value)
    }

    fn new_game(&mut self) {
        self.client.new_game();
    }

    fn prepare(&mut self, game: &dyn Game) -> Result<(), PlayerError> {
        let prepared = self.client.prepare(othello(game)?);
        prepared.map_err(|fault| self.reasons.explained(fault))
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        _: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let chosen = self.client.choose(othello(game)?, &request.limits);
        let (mv, summary) = chosen.map_err(|fault| self.reasons.explained(fault))?;
        self.summary = summary;
        let line = Report::of_moves(vec![mv.into()]);
        report(&line);
        Ok(vec![line])
    }

    fn summary(&self, _: &Report<GameMove>, _: Duration) -> SearchSummary {
        self.summary
    }
}

/// The record of a game that a program is to play.
fn othello(game: &dyn Game) -> Result<&OthelloGame, PlayerError> {
    game.othello().ok_or_else(|| PlayerError::OtherGame {
        player: "a program".to_owned(),
        game: game.name(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::spec::{EngineKind, EngineSpec};

    fn hint_for(text: &str) -> Option<&'static str> {
        let spec: EngineSpec = text.parse().unwrap();
        let EngineKind::Program(program) = spec.kind else {
            panic!("{text}");
        };
        hint(&program, spec.limit.unwrap_or_default())
    }

    #[test]
    fn ntest_without_its_mode_is_known() {
        for text in ["cmd=./ntest proto=nboard tc=60", "cmd=/opt/ntest x tc=60"] {
            assert!(hint_for(text).is_some(), "{text}");
        }
        for text in [
            "cmd=./ntest x m1 tc=60",
            "cmd=./ntest x depth=5",
            "cmd=./contest tc=60",
        ] {
            assert_eq!(hint_for(text), None, "{text}");
        }
    }
}
