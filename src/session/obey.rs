//! The commands that are answered at once.

use std::io::Write;

use super::{Session, records};
use crate::engine::{Engine, OptionInfo, OptionKind, Refusal};
use crate::logs;
use crate::players::lobby;
use crate::protocol::gtp;
use crate::protocol::{Command, Fault, NAME, Reply, RulesQuery, VERSION};
use crate::record::format::FileFormat;
use crate::record::ggf::read_ggf;

impl<W: Write> Session<W> {
    /// Does what a command asks that takes no time. What fails changes nothing.
    pub(super) fn answer(
        &mut self,
        engine: &mut dyn Engine,
        command: Command,
    ) -> Result<Reply, Fault> {
        match command {
            Command::ProtocolVersion => Ok(Reply::Text("2".to_owned())),
            Command::Name => Ok(Reply::Name(NAME.to_owned())),
            Command::Version => Ok(Reply::Text(VERSION.to_owned())),
            Command::KnownCommand(name) => Ok(Reply::Truth(gtp::find(&name).is_some())),
            Command::ListCommands => {
                let names: Vec<&str> = gtp::COMMANDS.iter().map(|info| info.name).collect();
                Ok(Reply::Text(names.join("\n")))
            }
            Command::Help(None) => {
                let offers = |feature| engine.offers(feature);
                Ok(Reply::Text(gtp::help_for_all(offers)))
            }
            Command::Help(Some(name)) => gtp::help_for(&name).map(Reply::Text),
            Command::BoardSize(8) | Command::Komi(_) | Command::Stop => Ok(Reply::Done),
            Command::BoardSize(size) => Err(Fault::UnacceptableSize(size)),
            Command::NewGame => {
                engine.new_game();
                self.clocks.restart();
                Ok(Reply::Done)
            }
            Command::ListGames => {
                let names: Vec<&str> = lobby::GAMES.iter().map(|game| game.name).collect();
                Ok(Reply::Text(names.join("\n")))
            }
            Command::SetBoard(text) => {
                engine.set_board(&text)?;
                self.clocks.restart();
                Ok(Reply::Done)
            }
            Command::Play { color, moves, time } => {
                engine.play(color, &moves)?;
                if let Some(time) = time {
                    let mover = engine.history().last().map(|&(color, _)| color);
                    mover.inspect(|&mover| self.clocks.spend(mover, time));
                }
                Ok(Reply::Done)
            }
            Command::PlaySequence(turns) => {
                engine.play_sequence(&turns)?;
                Ok(Reply::Done)
            }
            Command::SetPosition { board, moves } => {
                engine.set_position(board.as_deref(), &moves)?;
                Ok(Reply::Done)
            }
            Command::ReadGame(text) => {
                let game = read_ggf(&text).map_err(|error| Fault::Syntax(error.to_string()))?;
                records::adopt(engine, &game.game)?;
                self.clocks.follow(&game);
                Ok(Reply::Done)
            }
            Command::Undo(count) => undo(engine, count),
            Command::Redo(count) => redo(engine, count),
            Command::TimeSettings(settings) => {
                self.clocks.configure(settings);
                Ok(Reply::Done)
            }
            Command::TimeLeft(told) => {
                self.clocks.set_left(told);
                Ok(Reply::Done)
            }
            Command::ShowBoard => Ok(Reply::Drawing(engine.show_board())),
            Command::FinalScore => Ok(Reply::Result(engine.final_score()?)),
            Command::LoadGame { path, number } => {
                records::load(engine, path, number)?;
                self.clocks.restart();
                Ok(Reply::Done)
            }
            Command::SaveGame(path) => records::save(engine, path),
            Command::LoadSgf { path, moves } => {
                records::load_sgf(engine, path, moves)?;
                self.clocks.restart();
                Ok(Reply::Done)
            }
            Command::PrintSgf(None) => records::sgf(engine).map(Reply::Text),
            Command::PrintSgf(Some(path)) => records::save_as(engine, path, FileFormat::Sgf),
            Command::Legal(color) => Ok(Reply::Moves(engine.legal(color))),
            Command::Rules(query) => rules(engine, query),
            Command::Eval => {
                let (score, parts) = engine.evaluate()?;
                Ok(Reply::Evaluation(score, parts))
            }
            Command::Explain(mv) => Ok(Reply::Drawing(engine.explain(mv.as_deref())?)),
            Command::Tree(method, format) => Ok(Reply::Drawing(engine.tree(method, format)?)),
            Command::History => {
                let moves = engine.history().into_iter().map(|(_, mv)| mv);
                Ok(Reply::Moves(moves.collect()))
            }
            Command::Options => Ok(Reply::Options(self.options(engine))),
            Command::Parameters => Ok(Reply::Parameters(self.options(engine))),
            Command::AnalyzeCommands => Ok(Reply::Text(gtp::ANALYZE_COMMANDS.to_owned())),
            Command::Ping(number) => Ok(Reply::Pong(number)),
            Command::Sync => Ok(Reply::Synced),
            Command::SetDepth(plies) => {
                let level = set_depth(engine, plies)?;
                Ok(Reply::Name(format!("{NAME}{level}")))
            }
            // There is no book to take it into.
            Command::Learn => Ok(Reply::Learned),
            Command::IsOver => Ok(Reply::Truth(engine.is_over())),
            Command::IsTurnOf(color) => Ok(Reply::Truth(engine.to_move() == color)),
            Command::Outcome => Ok(Reply::Outcome(engine.final_score().ok())),
            Command::ShowOption(name) => {
                let mut options = self.options(engine).into_iter();
                let found = options.find(|option| option.name.eq_ignore_ascii_case(&name));
                let option = found.ok_or(Refusal::UnknownOption(name))?;
                Ok(Reply::Text(option.value))
            }
            Command::SetOption { name, value } => self.set_option(engine, &name, &value),
            Command::Quit
            | Command::SetGame(_)
            | Command::Choose(_)
            | Command::Go(_)
            | Command::Analyze(_)
            | Command::Review
            | Command::Show(_)
            | Command::Perft(_) => Err(Fault::Internal(
                "this command needs the whole session".to_owned(),
            )),
        }
    }

    /// The engine's options and the session's own.
    fn options(&self, engine: &dyn Engine) -> Vec<OptionInfo> {
        let mut options = engine.options();
        options.push(OptionInfo {
            name: "Ponder",
            kind: OptionKind::Switch { default: false },
            value: self.ponder.to_string(),
            help: "think on in the opponent's time, after genmove until the next line",
        });
        options.push(OptionInfo {
            name: "LiveGraphics",
            kind: OptionKind::Switch { default: false },
            value: self.live_graphics.to_string(),
            help: "let GoGui draw on standard error what a running search expects",
        });
        options.push(OptionInfo {
            name: "LogFile",
            kind: OptionKind::Text {
                default: String::new(),
            },
            value: self.log_file.clone(),
            help: "file for the log of this session; - for none",
        });
        options
    }

    pub(super) fn set_option(
        &mut self,
        engine: &mut dyn Engine,
        name: &str,
        value: &str,
    ) -> Result<Reply, Fault> {
        if name.eq_ignore_ascii_case("Ponder") {
            self.ponder = switch("Ponder", value)?;
        } else if name.eq_ignore_ascii_case("LiveGraphics") {
            self.live_graphics = switch("LiveGraphics", value)?;
        } else if name.eq_ignore_ascii_case("LogFile") {
            let path = if value == "-" { "" } else { value };
            let file = (!path.is_empty()).then_some(path);
            logs::write_to(file).map_err(|error| Fault::CannotSave {
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
            path.clone_into(&mut self.log_file);
        } else {
            engine.set_option(name, value)?;
        }
        Ok(Reply::Done)
    }
}

/// Reads the value of a switch. GoGui's dialog sends 1 and 0.
fn switch(name: &'static str, value: &str) -> Result<bool, Refusal> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Refusal::BadValue {
            name,
            value: value.to_owned(),
            expected: "true or false".to_owned(),
        }),
    }
}

/// Sets the level that searches `plies` in the midgame, or the nearest there is, and gives it.
fn set_depth(engine: &mut dyn Engine, plies: u32) -> Result<i64, Refusal> {
    const NAME: &str = "Level";
    let options = engine.options();
    let kind = options.iter().find(|option| option.name == NAME);
    let Some(OptionKind::Number { min, max, .. }) = kind.map(|option| &option.kind) else {
        return Err(Refusal::UnknownOption(NAME.to_owned()));
    };
    let level = i64::from(plies).clamp(*min, *max);
    engine.set_option(NAME, &level.to_string())?;
    Ok(level)
}

/// What GoGui wants to know of the game. It draws rank 1 at the bottom.
fn rules(engine: &dyn Engine, query: RulesQuery) -> Result<Reply, Fault> {
    let squares = engine.board_text().replace('-', ".");
    let squares = squares.split(' ').next().unwrap_or_default();
    let size = squares.len().isqrt().max(1);
    Ok(match query {
        RulesQuery::GameName => Reply::Text(engine.game_name().to_owned()),
        RulesQuery::BoardSize => Reply::Text(size.to_string()),
        RulesQuery::Board => {
            let rows = squares.as_bytes().chunks(size).rev();
            let rows = rows.map(|row| String::from_utf8_lossy(row).into_owned());
            Reply::Text(rows.collect::<Vec<_>>().join("\n"))
        }
        RulesQuery::SideToMove => Reply::Text(engine.to_move().to_string()),
        RulesQuery::LegalMoves => Reply::Points(engine.legal(None)),
        RulesQuery::FinalResult => {
            let black = engine.final_score()?;
            let points = black.unsigned_abs();
            Reply::Text(match black {
                0 => "Draw".to_owned(),
                1.. => format!("Black wins by {points}"),
                _ => format!("White wins by {points}"),
            })
        }
    })
}

fn undo(engine: &mut dyn Engine, count: u32) -> Result<Reply, Fault> {
    if engine.history().len() < count as usize {
        return Err(Refusal::NothingToUndo.into());
    }
    for _ in 0..count {
        engine.undo()?;
    }
    Ok(Reply::Done)
}

fn redo(engine: &mut dyn Engine, count: u32) -> Result<Reply, Fault> {
    for done in 0..count {
        if let Err(refusal) = engine.redo() {
            for _ in 0..done {
                // Cannot fail: these moves were played just now.
                let _ = engine.undo();
            }
            return Err(refusal.into());
        }
    }
    Ok(Reply::Done)
}
