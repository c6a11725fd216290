//! What each command does.
//!
//! Commands about the game ask the game alone; only searches, evaluations and options ask the
//! player.

use std::io::{self, Write};

use super::{Next, Session};
use crate::protocol::{BookOrder, Command, CommandError, Dialect, NAME, Order, Reply, VERSION};
use bianca_play::game::GameError;
use bianca_records::record::ggf::read_ggf;

impl<W: Write> Session<W> {
    /// Does what a command asks, and answers it. What fails changes nothing.
    pub(super) fn execute(&mut self, id: Option<&str>, command: Command) -> io::Result<Next> {
        if self.client.astray && command.is_about_the_position() {
            return self.reply(id, Err(CommandError::NoPosition));
        }
        let reply = match command {
            Command::Quit => return self.quit(id),
            Command::Choose(order) => return self.choose(id, *order),
            Command::Go(request) => return self.search_lines(id, request),
            Command::Analyze(request) => return self.analyze(id, request),
            Command::Review(order) => return self.review(id, order),
            Command::Rate(order) => return self.rate(id, order),
            Command::Show(view) => return self.show(id, view),
            Command::Perft(depth) => return self.count(id, depth),
            Command::Probe(probe) => return self.probe(id, *probe),
            Command::Explain(Some(mv), language) => return self.explain(id, &mv, language),
            Command::Learn => return self.learn(id),
            Command::Book(BookOrder::Add) => return self.add_to_book(id),
            Command::XBoard(order) => return self.at_board(id, order),
            Command::Console(order) => return self.console(order),

            Command::Obey(order) => order.obey(&mut self.table),
            Command::Start(start) => self.client.begun(self.table.begin(start.set_up)),
            Command::Play { color, moves, time } => done(self.table.play(color, &moves, time)),
            Command::SetPosition { board, moves } => self.set_position(board.as_deref(), &moves),
            Command::ReadGame(text) => self.read_game(&text),
            Command::File(order) => self.at_files(order),
            Command::Book(BookOrder::Moves) => self.book_moves(),
            Command::Book(BookOrder::Store) => self.store_book(),
            Command::Explain(None, _) => self.explain_position(),
            Command::Rules(question) => self.rule(&question),
            Command::Learned(fed) => self.remember(&fed),
            Command::Option(order) => self.at_options(order),
            Command::SetDepth(plies) => self.set_depth(plies),

            Command::Name => Ok(Reply::Name(NAME.to_owned())),
            Command::Version => Ok(Reply::Text(VERSION.to_owned())),
            Command::CpuTime => self.cpu_time(),
            Command::Ping(number) | Command::Pong(number) => self.ready(Reply::Pong(number)),
            Command::Sync => self.ready(Reply::Synced),
            // While a search runs, these do not wait for their turn.
            Command::IsBusy | Command::Progress | Command::Abort | Command::Stop => Ok(Reply::Done),
        };
        self.reply(id, reply)
    }

    /// Takes leave.
    fn quit(&mut self, id: Option<&str>) -> io::Result<Next> {
        self.reply(id, Ok(Reply::Bye))?;
        Ok(Next::Quit)
    }

    /// Says that all before is done, and gets ready for what comes.
    fn ready(&self, reply: Reply) -> Result<Reply, CommandError> {
        self.table.get_ready();
        Ok(reply)
    }

    /// How long the processors have worked for us.
    fn cpu_time(&self) -> Result<Reply, CommandError> {
        let time = (self.surroundings.cpu_time)();
        let time = time.ok_or(CommandError::NoCpuTime)?;
        Ok(Reply::Text(format!("{:.3}", time.as_secs_f64())))
    }

    /// Answers GoGui, which takes the rules from us from now on.
    fn rule(&mut self, question: &Order) -> Result<Reply, CommandError> {
        self.client.gogui.takes_rules = true;
        question.obey(&mut self.table)
    }

    /// Goes to a position; until it is reached, no other will do.
    fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<Reply, CommandError> {
        self.client.begun(self.table.set_position(board, moves))
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

    /// Goes to the end of a game in GGF, with its clocks.
    fn read_game(&mut self, text: &str) -> Result<Reply, CommandError> {
        let read = read_ggf(text).map_err(|error| CommandError::Syntax(error.to_string()))?;
        let taken = self.client.begun(self.table.take_over(read.game.clone()))?;
        self.table.clocks.follow(&read);
        Ok(taken)
    }
}

/// The answer to what changed the game.
pub(super) fn done(result: Result<(), GameError>) -> Result<Reply, CommandError> {
    result.map(|()| Reply::Done).map_err(CommandError::from)
}
