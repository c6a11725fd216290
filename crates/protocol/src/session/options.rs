//! The player's options together with the session's own.

use std::time::Duration;

use super::log_file;
use crate::protocol::{Client, CommandError, NAME, OptionOrder, Reply};
use bianca_play::player::{OptionError, OptionInfo, OptionKind, Player, switch};
use bianca_play::tabletop::Tabletop;

const MOVE_TIME: &str = "MoveTime";
const MOVE_NODES: &str = "MoveNodes";
const GAME_TIME: &str = "GameTime";

/// Seconds that these two can be at most.
const LONGEST: f64 = 1e6;
/// Positions of a move at most: more than a year's work, and clients count with signed numbers.
const MOST_NODES: u64 = 1 << 53;

/// The options that are the session's own.
#[derive(Default)]
pub struct SessionOptions {
    /// Whether the player thinks on in the opponent's time.
    pub ponder: bool,
    log_file: String,
}

/// All options, with whom or what they are about.
pub struct Options<'a> {
    /// The session's own.
    pub own: &'a mut SessionOptions,
    /// The player and the clocks.
    pub table: &'a mut Tabletop,
    /// Who may be GoGui.
    pub client: &'a mut Client,
}

impl Options<'_> {
    /// Does what is asked with options.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn obey(&mut self, order: OptionOrder) -> Result<Reply, CommandError> {
        match order {
            OptionOrder::All => Ok(Reply::Options(self.list())),
            OptionOrder::Dialog => Ok(Reply::Parameters(self.list())),
            OptionOrder::Show(name) => self.show(name),
            OptionOrder::Set { name, value } => self.set(&name, &value),
        }
    }

    /// The player's options and the session's own.
    fn list(&self) -> Vec<OptionInfo> {
        let mut options = self.table.player.lock().options();
        options.push(OptionInfo {
            name: "Ponder",
            kind: OptionKind::Switch { default: false },
            value: self.own.ponder.to_string(),
            drawn: None,
            help: "think on in the opponent's time, after genmove until the next line",
        });
        options.push(time_option(
            MOVE_TIME,
            self.table.clocks.move_time,
            "seconds for each move without a clock or a limit of its own; 0 for the level",
        ));
        options.push(OptionInfo {
            name: MOVE_NODES,
            kind: OptionKind::Number {
                default: 0,
                min: 0,
                max: MOST_NODES as i64,
            },
            value: self.table.clocks.move_nodes.unwrap_or(0).to_string(),
            drawn: None,
            help: "positions to visit for each move without a clock or a limit of its own; 0 for the level",
        });
        options.push(time_option(
            GAME_TIME,
            self.table.clocks.game_time,
            "seconds for each side's game until the client sets a clock; 0 for none",
        ));
        options.push(OptionInfo {
            name: "LiveGraphics",
            kind: OptionKind::Switch { default: false },
            value: self.client.gogui.draws.to_string(),
            drawn: None,
            help: "let GoGui draw on standard error what a running search expects",
        });
        options.push(OptionInfo {
            name: "LogFile",
            kind: OptionKind::Text {
                default: String::new(),
            },
            value: self.own.log_file.clone(),
            drawn: None,
            help: "file for the log of this session; - for none",
        });
        options
    }

    /// Changes an option.
    ///
    /// # Errors
    /// If there is none of this name, or it does not take the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Reply, CommandError> {
        if name.eq_ignore_ascii_case("Ponder") {
            self.own.ponder = switch("Ponder", value)?;
        } else if name.eq_ignore_ascii_case(MOVE_TIME) {
            self.table.clocks.move_time = time(MOVE_TIME, value)?;
        } else if name.eq_ignore_ascii_case(MOVE_NODES) {
            self.table.clocks.move_nodes = nodes(value)?;
        } else if name.eq_ignore_ascii_case(GAME_TIME) {
            let time = time(GAME_TIME, value)?;
            self.table.clocks.usually(time);
        } else if name.eq_ignore_ascii_case("LiveGraphics") {
            self.client.gogui.draws = switch("LiveGraphics", value)?;
        } else if name.eq_ignore_ascii_case("LogFile") {
            let path = if value == "-" { "" } else { value };
            let file = (!path.is_empty()).then_some(path);
            log_file::write_to(file).map_err(|error| CommandError::CannotSave {
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
            path.clone_into(&mut self.own.log_file);
        } else {
            let set = self.table.player.lock().set_option(name, value);
            set.map_err(|error| error.with_guess(&self.list()))?;
        }
        Ok(Reply::Done)
    }

    fn show(&self, name: String) -> Result<Reply, CommandError> {
        let options = self.list();
        let found = (options.iter()).find(|option| option.name.eq_ignore_ascii_case(&name));
        let option = found.ok_or_else(|| OptionError::Unknown(name).with_guess(&options))?;
        Ok(Reply::Text(option.value.clone()))
    }

    /// Sets the level that searches `plies` in the midgame, or the nearest there is, and gives
    /// the name that says so.
    ///
    /// # Errors
    /// If the player has no levels.
    pub fn set_depth(&mut self, plies: u32) -> Result<Reply, CommandError> {
        const LEVEL: &str = "Level";
        let mut player = self.table.player.lock();
        let options = player.options();
        let kind = options.iter().find(|option| option.name == LEVEL);
        let Some(OptionKind::Number { min, max, .. }) = kind.map(|option| &option.kind) else {
            return Err(OptionError::Unknown(LEVEL.to_owned()).into());
        };
        let level = i64::from(plies).clamp(*min, *max);
        player.set_option(LEVEL, &level.to_string())?;
        Ok(Reply::Name(format!("{NAME}{level}")))
    }
}

fn time_option(name: &'static str, value: Option<Duration>, help: &'static str) -> OptionInfo {
    OptionInfo {
        name,
        kind: OptionKind::Text {
            default: "0".to_owned(),
        },
        value: value.unwrap_or_default().as_secs_f64().to_string(),
        drawn: None,
        help,
    }
}

/// A number of seconds; none if it is 0.
fn time(name: &'static str, value: &str) -> Result<Option<Duration>, OptionError> {
    let seconds = value.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds));
    let time = seconds.map(Duration::from_secs_f64);
    let time = time.ok_or_else(|| OptionError::BadValue {
        name,
        value: value.to_owned(),
        expected: "a number of seconds from 0 to a million".to_owned(),
    })?;
    Ok((!time.is_zero()).then_some(time))
}

/// A number of positions; none if it is 0.
fn nodes(value: &str) -> Result<Option<u64>, OptionError> {
    let nodes = value.parse().ok().filter(|nodes| *nodes <= MOST_NODES);
    let nodes = nodes.ok_or_else(|| OptionError::BadValue {
        name: MOVE_NODES,
        value: value.to_owned(),
        expected: format!("a whole number from 0 to {MOST_NODES}"),
    })?;
    Ok((nodes > 0).then_some(nodes))
}
