//! What each command does.
//!
//! Commands about the game ask the game alone; only searches, evaluations and options ask the
//! player.

use std::io::{self, Write};

use super::{Next, Session, gogui};
use crate::game::{GameError, GameKind};
use crate::othello::Color;
use crate::player::Player;
use crate::protocol::gtp;
use crate::protocol::{Command, CommandError, Dialect, NAME, Reply, SearchPurpose, VERSION};
use crate::record::format::FileFormat;
use crate::record::ggf::read_ggf;
use crate::record::rows::write_rows;

impl<W: Write> Session<W> {
    /// Does what a command asks, and answers it. What fails changes nothing.
    pub(super) fn execute(&mut self, id: Option<&str>, command: Command) -> io::Result<Next> {
        if self.client.astray && command.is_about_the_position() {
            return self.reply(id, Err(CommandError::NoPosition));
        }
        let reply = match command {
            Command::Quit => {
                self.reply(id, Ok(Reply::Bye))?;
                return Ok(Next::Quit);
            }
            Command::Choose(order) => return self.choose(id, *order),
            Command::Go(request) => {
                let lines = self.search(id, request, SearchPurpose::Lines)?;
                lines.map(Reply::Analysis)
            }
            Command::Analyze(request) => return self.analyze(id, request),
            Command::Review(order) => return self.review(id, order),
            Command::Show(view) => return self.show(id, view),
            Command::Perft(depth) => return self.count(id, depth),
            Command::Probe(probe) => return self.probe(id, *probe),
            Command::XBoard(order) => return self.at_board(id, order),
            Command::Console(order) => return self.console(order),

            Command::ProtocolVersion => Ok(Reply::Text("2".to_owned())),
            Command::Name => Ok(Reply::Name(NAME.to_owned())),
            Command::Version => Ok(Reply::Text(VERSION.to_owned())),
            Command::KnownCommand(name) => Ok(Reply::Truth(gtp::find(&name).is_some())),
            Command::ListCommands => Ok(list(gtp::COMMANDS.iter().map(|info| info.name))),
            Command::Help(None) => Ok(Reply::Text(gtp::help_for_all(|name| self.obeys(name)))),
            Command::Help(Some(name)) => gtp::help_for(&name).map(Reply::Text),
            Command::AnalyzeCommands => Ok(Reply::Text(gtp::ANALYZE_COMMANDS.to_owned())),
            Command::Ping(number) | Command::Pong(number) => {
                self.table.get_ready();
                Ok(Reply::Pong(number))
            }
            Command::Sync => {
                self.table.get_ready();
                Ok(Reply::Synced)
            }
            // While a search runs, these do not wait for their turn.
            Command::IsBusy | Command::Progress | Command::Abort => Ok(Reply::Done),
            Command::LastSearch => match &self.table.last_search {
                Some(found) => Ok(Reply::Analysis(vec![found.clone()])),
                None => Err(CommandError::NoSearch),
            },
            Command::Komi(_) | Command::Stop => Ok(Reply::Done),
            Command::Learned {
                board,
                bounds,
                line,
            } => self.remember(&board, bounds, &line),
            Command::Learn => return self.learn(id),
            Command::Book => self.book_moves(),
            Command::BookAdd => return self.add_to_book(id),
            Command::BookStore => self.store_book(),

            Command::ListGames => Ok(list(GameKind::ALL.iter().map(|kind| kind.name()))),
            Command::SetGame(text) => {
                let changed = self.table.change_game(&text);
                self.begun(changed)
            }
            Command::Ask(question) => (question.answer)(&*self.table.game),
            Command::Start(start) => {
                let begun = self.table.begin(start.set_up);
                self.begun(begun)
            }
            Command::BoardSize(size) => match self.table.game.cells().edge() {
                Some(of_game) if of_game == size as usize => Ok(Reply::Done),
                of_game => Err(CommandError::UnacceptableSize {
                    size,
                    game: self.table.game.name(),
                    of_game,
                }),
            },
            Command::SetBoard(text) => {
                let begun = self.table.begin(|game| game.set_board(&text));
                self.begun(begun)
            }
            Command::LoadGame { path, number } => self.load_game(path, number),
            Command::LoadSgf { path, moves } => self.load_sgf(path, moves),
            Command::SaveGame(path) => self.save_game(path),
            Command::PrintSgf(None) => self.sgf(),
            Command::PrintSgf(Some(path)) => self.save_game_as(path, FileFormat::Sgf),
            Command::ReadGame(text) => self.read_game(&text),

            Command::Play { color, moves, time } => done(self.table.play(color, &moves, time)),
            Command::PlaySequence(moves) => done(self.table.play_sequence(&moves)),
            Command::SetPosition { board, moves } => {
                let set = self.table.set_position(board.as_deref(), &moves);
                self.begun(set)
            }
            Command::Undo(count) => done(self.table.undo(count as usize)),
            Command::Redo(count) => done(self.table.redo(count)),

            Command::SetUp(discs) => {
                let begun = self.table.set_up(&discs);
                self.begun(begun)
            }
            Command::SetUpPlayer(color) => {
                let begun = self.table.set_up_player(color);
                self.begun(begun)
            }
            Command::CpuTime => match (self.surroundings.cpu_time)() {
                Some(time) => Ok(Reply::Text(format!("{:.3}", time.as_secs_f64()))),
                None => Err(CommandError::NoCpuTime),
            },

            Command::Legal(color) => Ok(Reply::Moves(self.table.game.legal(color))),
            Command::FinalScore(side) => self.final_score(side),
            Command::IsOver => Ok(Reply::Truth(self.table.game.is_over())),
            Command::IsTurnOf(color) => Ok(Reply::Truth(self.table.game.to_move() == color)),
            Command::Outcome => Ok(Reply::Outcome(self.table.game.final_score())),
            Command::Rows => Ok(Reply::Rows(self.rows())),
            Command::Rules(query) => {
                self.client.gogui.takes_rules = true;
                gogui::rules(&*self.table.game, query)
            }
            Command::Tree(method, format) => {
                let tree = self.table.game.tree(method, format);
                tree.map(Reply::Drawing).map_err(CommandError::from)
            }
            Command::Explain(None, _) => self.explain_position(),
            Command::Explain(Some(mv), language) => return self.explain(id, &mv, language),
            Command::Eval => {
                let evaluation = self.table.player.lock().evaluate(&*self.table.game);
                evaluation.map(Reply::Evaluation).ok_or(NO_EVALUATION)
            }

            Command::TimeSettings(settings) => {
                self.table.clocks.configure(settings);
                Ok(Reply::Done)
            }
            Command::TimeLeft(left) => {
                self.table.clocks.set_left(left);
                Ok(Reply::Done)
            }
            Command::Options => Ok(Reply::Options(self.options())),
            Command::Parameters => Ok(Reply::Parameters(self.options())),
            Command::ShowOption(name) => self.show_option(name),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::SetDepth(plies) => self.set_depth(plies),
        };
        self.reply(id, reply)
    }

    /// What a person means who types moves without a command; `None` if that was not it.
    pub(super) fn bare_moves(&self, line: &str, error: &CommandError) -> Option<Command> {
        let unknown = matches!(
            error,
            CommandError::UnknownCommand(_)
                | CommandError::Misspelt { .. }
                | CommandError::NumberAlone
        );
        if !unknown || !self.client.interactive || self.client.dialect() != Dialect::Gtp {
            return None;
        }
        let tried = self.table.game.clone_game().play(None, line);
        let moves = !matches!(tried, Err(GameError::NotAMove(_) | GameError::NoMove));
        moves.then(|| Command::Play {
            color: None,
            moves: line.to_owned(),
            time: None,
        })
    }

    /// The result; for one side, its utility as textbooks have it.
    fn final_score(&self, side: Option<Color>) -> Result<Reply, CommandError> {
        let black = self.table.game.final_score().ok_or(CommandError::NotOver)?;
        Ok(match side {
            None => Reply::Result(black),
            Some(side) => Reply::Text(side.select(black, -black).to_string()),
        })
    }

    /// The position, row by row.
    fn rows(&self) -> String {
        match self.table.game.othello() {
            Some(game) => write_rows(game.position(), game.to_move()),
            None => self.table.game.board(),
        }
    }

    /// Whether the command of this name makes sense for the game that is played.
    fn obeys(&self, command: &str) -> bool {
        match command {
            "setboard" => self.table.game.has_boards(),
            "loadgame" | "savegame" | "loadsgf" | "printsgf" | "explain" | "review" | "opening"
            | "book" | "gogui-setup" | "gogui-setup_player" => self.table.game.othello().is_some(),
            "eval" => self
                .table
                .player
                .lock()
                .evaluate(&*self.table.game)
                .is_some(),
            _ => true,
        }
    }

    /// Goes to the end of a game in GGF, with its clocks.
    fn read_game(&mut self, text: &str) -> Result<Reply, CommandError> {
        let read = read_ggf(text).map_err(|error| CommandError::Syntax(error.to_string()))?;
        self.table.take_over(read.game.clone())?;
        self.table.clocks.follow(&read);
        self.client.astray = false;
        Ok(Reply::Done)
    }
}

/// Names, one a line.
fn list(names: impl Iterator<Item = &'static str>) -> Reply {
    Reply::Text(names.collect::<Vec<_>>().join("\n"))
}

const NO_EVALUATION: CommandError = CommandError::NotInThisGame("a static evaluation");

/// The answer to what changed the game.
pub(super) fn done(result: Result<(), GameError>) -> Result<Reply, CommandError> {
    result.map(|()| Reply::Done).map_err(CommandError::from)
}
