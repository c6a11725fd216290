//! What each command does.
//!
//! Commands about the game ask the game alone; only searches, evaluations and options ask the
//! player.

use std::io::{self, Write};
use std::time::Duration;

use super::searching::lock;
use super::{Next, Session, gogui};
use crate::game::{Game, GameError, GameKind};
use crate::othello::{Bitboard, Color, Move, OthelloGame, Position, Square};
use crate::player::Player;
use crate::protocol::gtp;
use crate::protocol::{Command, CommandError, Dialect, NAME, Reply, SearchPurpose, VERSION};
use crate::record::format::FileFormat;
use crate::record::ggf::read_ggf;
use crate::record::rows::write_rows;
use crate::record::transcript::first_moves;

impl<W: Write> Session<W> {
    /// Does what a command asks, and answers it. What fails changes nothing.
    pub(super) fn execute(&mut self, id: Option<&str>, command: Command) -> io::Result<Next> {
        if self.astray && command.is_about_the_position() {
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
                self.get_ready();
                Ok(Reply::Pong(number))
            }
            Command::Sync => {
                self.get_ready();
                Ok(Reply::Synced)
            }
            // While a search runs, these do not wait for their turn.
            Command::IsBusy | Command::Progress | Command::Abort => Ok(Reply::Done),
            Command::LastSearch => match &self.last_search {
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
            Command::SetGame(text) => self.change_game(&text),
            Command::Ask(question) => (question.answer)(&*self.game),
            Command::Start(start) => match (start.set_up)(&mut *self.game) {
                Ok(()) => self.new_game(),
                Err(error) => Err(error.into()),
            },
            Command::BoardSize(size) => match self.game.cells().edge() {
                Some(of_game) if of_game == size as usize => Ok(Reply::Done),
                of_game => Err(CommandError::UnacceptableSize {
                    size,
                    game: self.game.name(),
                    of_game,
                }),
            },
            Command::SetBoard(text) => match self.game.set_board(&text) {
                Ok(()) => self.new_game(),
                Err(error) => Err(error.into()),
            },
            Command::LoadGame { path, number } => self.load_game(path, number),
            Command::LoadSgf { path, moves } => self.load_sgf(path, moves),
            Command::SaveGame(path) => self.save_game(path),
            Command::PrintSgf(None) => self.sgf(),
            Command::PrintSgf(Some(path)) => self.save_game_as(path, FileFormat::Sgf),
            Command::ReadGame(text) => self.read_game(&text),

            Command::Play { color, moves, time } => self.play(color, &moves, time),
            Command::PlaySequence(moves) => self.play_sequence(&moves),
            Command::SetPosition { board, moves } => self.set_position(board.as_deref(), &moves),
            Command::Undo(count) => self.undo(count as usize),
            Command::Redo(count) => self.redo(count),

            Command::SetUp(discs) => self.set_up(&discs),
            Command::SetUpPlayer(color) => self.set_up_player(color),
            Command::CpuTime => match (self.cpu_time)() {
                Some(time) => Ok(Reply::Text(format!("{:.3}", time.as_secs_f64()))),
                None => Err(CommandError::NoCpuTime),
            },

            Command::Legal(color) => Ok(Reply::Moves(self.game.legal(color))),
            Command::FinalScore(side) => self.final_score(side),
            Command::IsOver => Ok(Reply::Truth(self.game.is_over())),
            Command::IsTurnOf(color) => Ok(Reply::Truth(self.game.to_move() == color)),
            Command::Outcome => Ok(Reply::Outcome(self.game.final_score())),
            Command::Rows => Ok(Reply::Rows(self.rows())),
            Command::Rules(query) => {
                self.gogui.takes_rules = true;
                gogui::rules(&*self.game, query)
            }
            Command::Tree(method, format) => {
                let tree = self.game.tree(method, format);
                tree.map(Reply::Drawing).map_err(CommandError::from)
            }
            Command::Explain(None, _) => self.explain_position(),
            Command::Explain(Some(mv), language) => return self.explain(id, &mv, language),
            Command::Eval => {
                let evaluation = lock(&self.player).evaluate(&*self.game);
                evaluation.map(Reply::Evaluation).ok_or(NO_EVALUATION)
            }

            Command::TimeSettings(settings) => {
                self.clocks.configure(settings);
                Ok(Reply::Done)
            }
            Command::TimeLeft(left) => {
                self.clocks.set_left(left);
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

    /// Plays moves, which took `time` on the clock of who made the last.
    pub(super) fn play(
        &mut self,
        color: Option<Color>,
        moves: &str,
        time: Option<Duration>,
    ) -> Result<Reply, CommandError> {
        let turns = self.game.turns();
        let played = self.game.play(color, moves);
        self.passes.note(&*self.game, turns, !mentions_pass(moves));
        if let (Ok(()), Some(time)) = (&played, time) {
            let last = self.game.history().pop();
            last.inspect(|&(mover, _)| self.clocks.spend(mover, time));
        }
        done(played)
    }

    /// What a person means who types moves without a command; `None` if that was not it.
    pub(super) fn bare_moves(&self, line: &str, error: &CommandError) -> Option<Command> {
        let unknown = matches!(
            error,
            CommandError::UnknownCommand(_)
                | CommandError::Misspelt { .. }
                | CommandError::NumberAlone
        );
        if !unknown || !self.interactive || self.dialect() != Dialect::Gtp {
            return None;
        }
        let tried = self.game.clone_game().play(None, line);
        let moves = !matches!(tried, Err(GameError::NotAMove(_) | GameError::NoMove));
        moves.then(|| Command::Play {
            color: None,
            moves: line.to_owned(),
            time: None,
        })
    }

    /// Plays moves of sides that need not take turns; all of them or none.
    fn play_sequence(&mut self, moves: &[(Color, String)]) -> Result<Reply, CommandError> {
        let turns = self.game.turns();
        let played = self.replace_game(|game| {
            let mut moves = moves.iter();
            moves.try_for_each(|(color, word)| game.play(Some(*color), word))
        });
        let silent = !moves.iter().any(|(_, word)| mentions_pass(word));
        self.passes.note(&*self.game, turns, silent);
        played
    }

    /// Goes to the position after `moves` from a board, or from the start. Without it no other position will do.
    fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<Reply, CommandError> {
        let set = self.replace_game(|game| {
            match board {
                Some(board) => game.set_board(board)?,
                None => game.restart(),
            }
            if moves.is_empty() {
                return Ok(());
            }
            game.play(None, moves)
        });
        if set.is_ok() {
            self.passes.clear();
        }
        self.astray = set.is_err();
        set
    }

    /// The result; for one side, its utility as textbooks have it.
    fn final_score(&self, side: Option<Color>) -> Result<Reply, CommandError> {
        let black = self.game.final_score().ok_or(CommandError::NotOver)?;
        Ok(match side {
            None => Reply::Result(black),
            Some(side) => Reply::Text(side.select(black, -black).to_string()),
        })
    }

    /// The position, row by row.
    fn rows(&self) -> String {
        match self.game.othello() {
            Some(game) => write_rows(game.position(), game.to_move()),
            None => self.game.board(),
        }
    }

    /// Whether the command of this name makes sense for the game that is played.
    fn obeys(&self, command: &str) -> bool {
        match command {
            "setboard" => self.game.has_boards(),
            "loadgame" | "savegame" | "loadsgf" | "printsgf" | "explain" | "review" | "opening"
            | "book" | "gogui-setup" | "gogui-setup_player" => self.game.othello().is_some(),
            "eval" => lock(&self.player).evaluate(&*self.game).is_some(),
            _ => true,
        }
    }

    /// Changes the game by several steps, of which all succeed or none is taken.
    fn replace_game(
        &mut self,
        change: impl FnOnce(&mut dyn Game) -> Result<(), GameError>,
    ) -> Result<Reply, CommandError> {
        let mut game = self.game.clone_game();
        change(&mut *game)?;
        self.game = game;
        Ok(Reply::Done)
    }

    /// Takes back so many moves, each with the pass before it that the client did not mention.
    pub(super) fn undo(&mut self, count: usize) -> Result<Reply, CommandError> {
        done(self.passes.undo(&mut *self.game, count))
    }

    /// Plays so many moves again, each with the pass before it that the client did not mention.
    pub(super) fn redo(&mut self, count: u32) -> Result<Reply, CommandError> {
        let passes = self.passes.clone();
        self.replace_game(|game| passes.redo(game, count))
    }

    /// Starts a game from these discs, black to move.
    fn set_up(&mut self, discs: &[(Color, String)]) -> Result<Reply, CommandError> {
        self.othello("setting up discs")?;
        let (mut own, mut opp) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (color, word) in discs {
            let square: Square = word
                .parse()
                .map_err(|_| CommandError::Syntax(format!("'{word}' is not a square")))?;
            let square = Bitboard::from(square);
            (own, opp) = (own - square, opp - square);
            match color {
                Color::Black => own |= square,
                Color::White => opp |= square,
            }
        }
        let position = Position { own, opp };
        self.begin_at(OthelloGame::from_position(position, Color::Black))
    }

    /// Starts the game anew from its first board, with this side to move.
    fn set_up_player(&mut self, color: Color) -> Result<Reply, CommandError> {
        let (position, first) = self.othello("setting up the side to move")?.start();
        let position = if first == color {
            position
        } else {
            position.passed()
        };
        self.begin_at(OthelloGame::from_position(position, color))
    }

    /// The record of the game, if it is Othello.
    pub(super) fn othello(&self, what: &'static str) -> Result<&OthelloGame, CommandError> {
        let not_here = CommandError::NotInThisGame(what);
        self.game.othello().ok_or(not_here)
    }

    /// Goes to the end of a game in GGF, with its clocks.
    fn read_game(&mut self, text: &str) -> Result<Reply, CommandError> {
        let read = read_ggf(text).map_err(|error| CommandError::Syntax(error.to_string()))?;
        let taken = self.take_over(read.game.clone());
        self.astray = taken.is_err();
        if taken.is_ok() {
            self.clocks.follow(&read);
        }
        taken
    }
}

/// Names, one a line.
fn list(names: impl Iterator<Item = &'static str>) -> Reply {
    Reply::Text(names.collect::<Vec<_>>().join("\n"))
}

/// Whether a pass is among the words of a transcript.
fn mentions_pass(moves: &str) -> bool {
    first_moves(moves).0.contains(&Move::Pass)
}

const NO_EVALUATION: CommandError = CommandError::NotInThisGame("a static evaluation");

fn done(result: Result<(), GameError>) -> Result<Reply, CommandError> {
    result.map(|()| Reply::Done).map_err(CommandError::from)
}
