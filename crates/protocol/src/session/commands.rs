//! What each command does.
//!
//! Commands about the game ask the game alone; only searches, evaluations and options ask the
//! player. What takes more than a line is a part of its own and handed what it uses.

use std::io::Write;

use super::dialogue::Dialogue;
use super::explaining::Explanation;
use super::files::Files;
use super::options::Options;
use super::review::Review;
use super::{Answer, Session, book, cassio, searching};
use crate::protocol::{BookOrder, Client, Command, CommandError, Dialect, NAME, Reply, VERSION};
use bianca_play::game::{Game, GameError};
use bianca_records::record::ggf::read_ggf;

impl<W: Write> Session<W> {
    /// Does what a line asks for, whose text is `line`.
    pub(super) fn execute_line(
        &mut self,
        line: &str,
        command: Result<Command, CommandError>,
    ) -> Answer {
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                let meant = bare_moves(line, &error, &self.dialogue.client, &*self.table.game);
                let play = meant.ok_or(error)?;
                // A number before them is one of them.
                self.dialogue.id = None;
                play
            }
        };
        self.execute(command)
    }

    /// Does what a command asks. What fails changes nothing.
    pub(super) fn execute(&mut self, command: Command) -> Answer {
        let Session {
            dialogue, table, ..
        } = self;
        if dialogue.client.astray && command.is_about_the_position() {
            return Err(CommandError::NoPosition.into());
        }
        let reply = match command {
            Command::Choose(order) => return self.choose(*order),
            Command::Analyze(request) => return searching::analyze(dialogue, table, request),
            Command::Review(order) => {
                return Review::begin(order, table, &dialogue.client)?.tell(dialogue, table);
            }
            Command::XBoard(order) => return self.at_board(order),
            Command::Console(order) => return self.console(order),

            Command::Go(request) => searching::lines(dialogue, table, request)?,
            Command::Rate(order) => self.rating.rate(order, dialogue, table)?,
            Command::People(order) => self.people.say(order, dialogue, table)?,
            Command::Train(order) => self.training.obey(*order, dialogue, table)?,
            Command::Show(view) => searching::show(dialogue, table, view)?,
            Command::Perft(depth) => searching::count(dialogue, table, depth)?,
            Command::Probe(probe) => cassio::probe(dialogue, table, *probe)?,
            Command::Explain(Some(mv), language) => {
                Explanation::of(table)?.of_move(&mv, language, dialogue)?
            }
            Command::Learn => book::learn(dialogue, table)?,
            Command::Book(BookOrder::Add) => book::add(dialogue, table)?,

            Command::Obey(order) => match order.obey(table)? {
                Reply::Board(drawn) => {
                    let expected = dialogue.client.draws(&*table.game);
                    expected.unwrap_or(Reply::Board(drawn))
                }
                reply => reply,
            },
            Command::Start(start) => dialogue.client.begun(table.begin(start.set_up))?,
            Command::Play { color, moves, time } => {
                table.play(color, &moves, time)?;
                Reply::Done
            }
            Command::SetPosition { board, moves } => {
                // Until it is reached, no other will do.
                let set = table.set_position(board.as_deref(), &moves);
                dialogue.client.begun(set)?
            }
            Command::ReadGame(text) => self.read_game(&text)?,
            Command::File(order) => Files::new(table, &mut dialogue.client).obey(order)?,
            Command::Book(BookOrder::Moves) => book::moves(table)?,
            Command::Book(BookOrder::Store) => book::store(table)?,
            Command::Explain(None, _) => Explanation::of(table)?.of_position(),
            Command::Rules(question) => {
                // GoGui takes the rules from us from now on.
                dialogue.client.gogui.takes_rules = true;
                question.obey(table)?
            }
            Command::Learned(fed) => fed.teach(table)?,
            Command::Option(order) => self.options().obey(order)?,
            Command::SetDepth(plies) => self.options().set_depth(plies)?,

            Command::Quit => Reply::Bye,
            Command::Name => Reply::Name(NAME.to_owned()),
            Command::Version => Reply::Text(VERSION.to_owned()),
            Command::CpuTime => cpu_time(dialogue)?,
            Command::Ping(number) | Command::Pong(number) => {
                table.get_ready();
                Reply::Pong(number)
            }
            Command::Sync => {
                table.get_ready();
                Reply::Synced
            }
            // While a search runs, these do not wait for their turn.
            Command::IsBusy | Command::Progress | Command::Abort | Command::Stop => Reply::Done,
        };
        Ok(Some(reply))
    }

    /// The options, the player's and the session's own.
    pub(super) fn options(&mut self) -> Options<'_> {
        Options {
            own: &mut self.options,
            table: &mut self.table,
            client: &mut self.dialogue.client,
        }
    }

    /// Goes to the end of a game in GGF, with its clocks.
    fn read_game(&mut self, text: &str) -> Result<Reply, CommandError> {
        let read = read_ggf(text).map_err(|error| CommandError::Syntax(error.to_string()))?;
        let taken = self.table.take_over(read.game.clone());
        let reply = self.dialogue.client.begun(taken)?;
        self.table.clocks.follow(&read);
        Ok(reply)
    }
}

/// How long the processors have worked for us.
fn cpu_time<W>(dialogue: &Dialogue<W>) -> Result<Reply, CommandError> {
    let time = (dialogue.surroundings.cpu_time)();
    let time = time.ok_or(CommandError::NoCpuTime)?;
    Ok(Reply::Text(format!("{:.3}", time.as_secs_f64())))
}

/// What a person means who types moves without a command; `None` if that was not it.
fn bare_moves(
    line: &str,
    error: &CommandError,
    client: &Client,
    game: &dyn Game,
) -> Option<Command> {
    let unknown = matches!(
        error,
        CommandError::UnknownCommand(_) | CommandError::Misspelt { .. } | CommandError::NumberAlone
    );
    if !unknown || !client.interactive || client.dialect() != Dialect::Gtp {
        return None;
    }
    let tried = game.clone_game().play(None, line);
    let moves = !matches!(tried, Err(GameError::NotAMove(_) | GameError::NoMove));
    moves.then(|| Command::Play {
        color: None,
        moves: line.to_owned(),
        time: None,
    })
}
