//! The table: a game between two seats, a person or a player in each, with moves that can be taken
//! back.
//!
//! The table plays turn by turn: it asks a person itself, and a computer by way of the [`driver`].
//! Invariant: the clocks and the mark of the last move are always those of the game as it stands.
//! Works for any game, for one person, two or none.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::board::Board;
use super::console::{Ended, Terminal, View};
use super::helper::Helper;
use super::standing::{Standing, counts_discs, in_hand};
use bianca_play::game::Game;
use bianca_play::games::moves::{GameMove, in_words};
use bianca_play::people::following::Followed;
use bianca_play::player::driver::{self, DrivenTurn};
use bianca_play::player::{End, Player};
use bianca_play::tabletop::Clocks;
use bianca_records::clock::TimeControl;
use bianca_rules::othello::Color;
use bianca_search::request::{Limits, StopFlag};

/// How long each move of a game between two computers stays on a screen.
const GLANCE: Duration = Duration::from_millis(600);

/// Who sits at one side of the table.
pub struct Seat {
    /// As it is called in the language of the table.
    pub name: String,
    /// The player, or a person if there is none.
    pub player: Option<Box<dyn Player>>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with these points for the first player.
    Points(i32),
    /// This side gave up.
    Resigned(Color),
    /// This side's time was over.
    OutOfTime(Color),
}

/// Why a turn was not played.
pub enum Why {
    /// Something ended the conversation.
    Ended(Ended),
    /// The person's last move is to be taken back.
    Undo,
    /// The side has lost otherwise than by the rules.
    Lost(Ending),
}

impl<E: Into<Ended>> From<E> for Why {
    fn from(error: E) -> Why {
        Why::Ended(error.into())
    }
}

/// What both sides see.
pub struct Desk {
    /// Where everything is said.
    pub terminal: Terminal,
    /// The names of the seats.
    pub names: [String; 2],
    /// Which seats are persons'.
    pub persons: [bool; 2],
    /// Who knows the best moves.
    pub helper: Helper,
    /// Whether the best moves are shown at every turn.
    pub scores: bool,
    /// Whether a game is looked through when it is over.
    pub reviews: bool,
    /// Whether the game is over and the person is yet to say whether it is kept in a file.
    pub unkept: bool,
    /// What was said since the board was last shown.
    pub news: Vec<String>,
    /// The move that is marked.
    last: Option<GameMove>,
    /// Where the cursor was left.
    pub cursor: Option<GameMove>,
    clocks: Clocks,
    /// The clocks before each turn of this game.
    earlier: Vec<Clocks>,
    /// When the side to move began to think.
    pub began: Instant,
    /// Time that each turn took.
    times: Vec<Duration>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// The clocks of every game here, if there are any.
    pub control: Option<TimeControl>,
    /// What the player who follows the person knows, if one does.
    pub followed: Option<Followed>,
    /// Files that were written here.
    pub saved: Vec<PathBuf>,
}

/// A table with its seats.
pub struct Table {
    /// What both sides see.
    pub desk: Desk,
    players: [Option<Box<dyn Player>>; 2],
}

impl Table {
    /// A table; black, who is X, has the first seat.
    pub fn new(
        terminal: Terminal,
        seats: [Seat; 2],
        helper: Helper,
        scores: bool,
        control: Option<TimeControl>,
    ) -> Table {
        let names = seats.each_ref().map(|seat| seat.name.clone());
        let persons = seats.each_ref().map(|seat| seat.player.is_none());
        let players = seats.map(|seat| seat.player);
        let desk = Desk {
            terminal,
            names,
            persons,
            helper,
            scores,
            reviews: true,
            unkept: false,
            news: Vec::new(),
            last: None,
            cursor: None,
            clocks: control.map(Clocks::by).unwrap_or_default(),
            earlier: Vec::new(),
            began: Instant::now(),
            times: Vec::new(),
            ending: None,
            control,
            followed: None,
            saved: Vec::new(),
        };
        let mut table = Table { desk, players };
        table.desk.followed = table.followed();
        table
    }

    fn followed(&self) -> Option<Followed> {
        let [black, white] = &self.desk.persons;
        let players = self.players.iter().flatten();
        // Between two computers nobody is there to be followed.
        players
            .filter(|_| *black || *white)
            .find_map(|player| player.follows())
    }

    /// Shows the players how a game has ended.
    fn show(&mut self, game: &dyn Game, end: End) {
        for player in self.players.iter_mut().flatten() {
            player.see(game, end);
        }
        self.desk.followed = self.followed();
    }

    /// Begins a new game.
    pub fn begin(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.new_game();
        }
        let desk = &mut self.desk;
        desk.clocks.restart();
        desk.ending = None;
        desk.earlier.clear();
        desk.times.clear();
        desk.last = None;
        desk.cursor = None;
        desk.news.clear();
    }

    /// Plays `game` on to its end.
    ///
    /// # Errors
    /// [`Ended`], when the person leaves or something fails; the game stands where it was then.
    pub fn play(&mut self, game: &mut dyn Game) -> Result<Ending, Ended> {
        loop {
            if let Some(points) = game.final_score() {
                self.show(game, End::Counted);
                return Ok(Ending::Points(points));
            }
            match self.turn(game) {
                Ok(()) => {}
                Err(Why::Undo) => self.take_back(game)?,
                Err(Why::Lost(ending)) => {
                    if let Ending::Resigned(loser) | Ending::OutOfTime(loser) = ending {
                        self.show(game, End::Decided(Some(!loser)));
                    }
                    return Ok(ending);
                }
                Err(Why::Ended(ended)) => return Err(ended),
            }
        }
    }

    /// Plays the turn of the side to move, if it comes in time.
    fn turn(&mut self, game: &mut dyn Game) -> Result<(), Why> {
        let [black, white] = &mut self.players;
        let desk = &mut self.desk;
        let turn = match (
            driver::forced_pass(game),
            game.to_move().select(black, white),
        ) {
            (Some(pass), _) => pass,
            (None, Some(player)) => desk.watch(game, &mut **player)?,
            (None, None) => desk.ask(game)?,
        };
        desk.charge(&turn)?;
        turn.play(game)?;
        desk.played(game, &turn);
        Ok(())
    }

    /// Takes back the last move that a person chose, and all after it.
    ///
    /// # Errors
    /// If the terminal fails.
    pub fn take_back(&mut self, game: &mut dyn Game) -> Result<(), Ended> {
        let desk = &mut self.desk;
        let history = game.history();
        let chosen = |(color, mv): &(Color, GameMove)| desk.is_person(*color) && !mv.is_pass();
        let Some(turn) = history.iter().rposition(chosen) else {
            let nothing = desk.terminal.words.nothing_to_undo();
            desk.news = vec![nothing.to_owned()];
            return Ok(());
        };
        for _ in turn..history.len() {
            game.undo()?;
        }
        let taken: Vec<GameMove> = history[turn..].iter().map(|(_, mv)| *mv).collect();
        let message = desk.terminal.words.taken_back(in_words(&taken));
        desk.news.clear();
        desk.news.push(message);
        desk.last = history[..turn].last().map(|(_, mv)| *mv);
        desk.cursor = taken.first().copied();
        desk.clocks = desk.earlier.get(turn).copied().unwrap_or(desk.clocks);
        desk.earlier.truncate(turn);
        desk.times.truncate(turn);
        desk.ending = None;
        Ok(())
    }
}

impl Desk {
    /// Whether this side's moves are a person's.
    pub fn is_person(&self, color: Color) -> bool {
        let [black, white] = self.persons;
        color.select(black, white)
    }

    /// Whether one person plays against a computer.
    pub fn only_person(&self) -> Option<Color> {
        match self.persons {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// What this side is called where two are told apart.
    pub fn name(&self, color: Color) -> String {
        let [black, white] = &self.names;
        let (side, name) = color.select(("X", black), ("O", white));
        match self.persons {
            [true, true] => side.to_owned(),
            _ => format!("{side} ({name})"),
        }
    }

    /// What the turns of this game took.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// The time that the side to move has left, where there is a clock.
    pub fn allowed(&self, color: Color) -> Option<Duration> {
        Some(self.clocks.clock(color)?.allowed())
    }

    /// How the game stands.
    pub fn standing(&self, game: &dyn Game, board: &Board) -> Standing {
        Standing {
            words: self.terminal.words,
            names: self.names.clone(),
            persons: self.persons,
            discs: counts_discs(game).then(|| board.discs()),
            colored: self.terminal.has_colors(),
            in_hand: in_hand(game),
            clocks: (self.allowed(Color::Black).zip(self.allowed(Color::White)))
                .map(|(black, white)| [black, white]),
            runs: (!game.is_over()).then(|| (game.to_move(), self.began)),
        }
    }

    /// The board with how the game stands and what was said below it.
    pub fn view(&self, game: &dyn Game, board: &Board) -> View {
        let mut text = self.standing(game, board).lines();
        text.extend(self.news.iter().cloned());
        View {
            board: board.drawn(self.last, None),
            area: board.area(),
            text,
            prompt: String::new(),
        }
    }

    /// The move that is marked.
    pub fn last(&self) -> Option<GameMove> {
        self.last
    }

    /// Asks the person whose turn it is.
    fn ask(&mut self, game: &dyn Game) -> Result<DrivenTurn, Why> {
        let color = game.to_move();
        self.began = Instant::now();
        let mv = self.ask_person(game, color)?;
        Ok(DrivenTurn::new(color, mv, self.began.elapsed()))
    }

    /// Lets a computer think.
    fn watch(&mut self, game: &dyn Game, player: &mut dyn Player) -> Result<DrivenTurn, Why> {
        let nobody_plays = self.persons == [false, false];
        self.began = Instant::now();
        if self.terminal.has_keys() {
            let board = Board::of(game);
            let view = self.view(game, &board);
            self.terminal.show_over(&view)?;
        }
        let (here, limits, stop) = (
            game.clone_game(),
            self.limits(game.to_move()),
            &StopFlag::new(),
        );
        let chosen = self
            .terminal
            .while_waiting(stop, move || driver::choose(&*here, player, limits, stop))?;
        if nobody_plays {
            let glance = GLANCE.saturating_sub(self.began.elapsed());
            self.terminal.glance(glance)?;
        }
        Ok(chosen?)
    }

    /// The limits of a computer's move.
    fn limits(&self, color: Color) -> Limits {
        let clock = self.clocks.clock(color);
        Limits {
            clock,
            // Who is named by his level does not become stronger by a clock.
            within_level: clock.is_some(),
            ..Limits::default()
        }
    }

    /// Takes the time of a turn off the clock of its side, and remembers what the clocks showed.
    ///
    /// # Errors
    /// If it came too late.
    fn charge(&mut self, turn: &DrivenTurn) -> Result<(), Why> {
        let before = self.clocks;
        let elapsed = turn.summary.elapsed;
        if !turn.is_pass() {
            if (self.allowed(turn.color)).is_some_and(|allowed| elapsed > allowed) {
                return Err(Why::Lost(Ending::OutOfTime(turn.color)));
            }
            self.clocks.spend(turn.color, elapsed);
        }
        self.earlier.push(before);
        self.times.push(elapsed);
        Ok(())
    }

    /// Says a turn that was played, and marks it.
    fn played(&mut self, game: &dyn Game, turn: &DrivenTurn) {
        let words = self.terminal.words;
        let is_pass = turn.mv.is_pass();
        let by_person = self.is_person(turn.color);
        // What stood there was of the turn before the person's.
        if !is_pass && by_person {
            self.news.clear();
        }
        let name = self.name(turn.color);
        if is_pass {
            self.news
                .push(if by_person && self.only_person().is_some() {
                    words.you_pass().to_owned()
                } else {
                    words.passes(&name)
                });
        } else if !by_person {
            if self.persons == [false, false] {
                self.news.clear();
            }
            let turned = turned(game, turn.color);
            self.news.push(match turned {
                Some(turned) => words.plays_and_turns(&name, turn.mv, turned),
                None => words.plays(&name, turn.mv),
            });
        }
        if !is_pass {
            self.last = Some(turn.mv);
        }
    }
}

/// How many discs the last move of `color` turned over, where discs are turned.
fn turned(game: &dyn Game, color: Color) -> Option<usize> {
    let discs = |game: &dyn Game| {
        let [black, white] = Board::of(game).discs();
        color.select(black, white)
    };
    let mut before = game.clone_game();
    before.undo().ok().filter(|()| counts_discs(game))?;
    discs(game).checked_sub(discs(&*before) + 1)
}
