//! The table: a game between two seats, a person or a player in each, with moves that can be taken
//! back.
//!
//! A person and a computer are players to the [`driver`], which plays a game on from where it stands.
//! Who takes a move back ends its run; the table takes the turns back and lets it play on. Invariant:
//! the clocks and the mark of the last move are always those of the game as it stands. Works for
//! any game, for one person, two or none.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::board::Board;
use super::console::{Ended, Terminal, View};
use super::helper::Helper;
use super::standing::{Standing, counts_discs, in_hand};
use crate::clock::{Clock, TimeControl};
use crate::game::{Game, PASS};
use crate::othello::Color;
use crate::player::driver::{self, DrivenTurn, Supervisor};
use crate::player::{Player, PlayerError, lines_of_move};
use crate::request::{Limits, Report, Request, StopFlag};

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

/// Why a run of the driver ended before the game's end.
pub enum Why {
    /// Something ended the conversation.
    Ended(Ended),
    /// The person's last move is to be taken back.
    Undo,
    /// The side gave up.
    Resigned(Color),
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
    last: Option<String>,
    /// Where the cursor was left.
    pub cursor: Option<String>,
    clocks: Option<[Clock; 2]>,
    /// The clocks before each turn of this game.
    earlier: Vec<Option<[Clock; 2]>>,
    /// When the side to move began to think.
    pub began: Instant,
    /// How long the move of a computer was only shown, which is on nobody's clock.
    shown: Duration,
    /// Time that each turn took.
    times: Vec<Duration>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// The clocks of every game here, if there are any.
    pub control: Option<TimeControl>,
    /// Files that were written here.
    pub saved: Vec<PathBuf>,
    why: Option<Why>,
}

/// A table with its seats.
pub struct Table {
    desk: Mutex<Desk>,
    players: [Option<Box<dyn Player>>; 2],
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
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
        let desk = Mutex::new(Desk {
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
            clocks: None,
            earlier: Vec::new(),
            began: Instant::now(),
            shown: Duration::ZERO,
            times: Vec::new(),
            ending: None,
            control,
            saved: Vec::new(),
            why: None,
        });
        Table { desk, players }
    }

    /// What both sides see.
    pub fn desk(&mut self) -> &mut Desk {
        self.desk.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new game.
    pub fn begin(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.new_game();
        }
        let desk = self.desk();
        desk.clocks = desk.control.map(|control| [Clock::new(control); 2]);
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
            let [black, white] = &mut self.players;
            let mut black = Sitting::new(&self.desk, Color::Black, black);
            let mut white = Sitting::new(&self.desk, Color::White, white);
            let driven = driver::play(game, [&mut black, &mut white], &mut Watch(&self.desk));
            let why = self.desk().why.take();
            match (driven, why) {
                (Ok(points), _) => return Ok(Ending::Points(points)),
                (_, Some(Why::Ended(ended))) => return Err(ended),
                (_, Some(Why::Resigned(color))) => return Ok(Ending::Resigned(color)),
                (_, Some(Why::Undo)) => self.take_back(game)?,
                (Err(forfeit), None) => match forfeit.error {
                    PlayerError::OutOfTime { .. } => return Ok(Ending::OutOfTime(forfeit.loser)),
                    error => return Err(error.into()),
                },
            }
        }
    }

    /// Takes back the last move that a person chose, and all after it.
    ///
    /// # Errors
    /// If the terminal fails.
    pub fn take_back(&mut self, game: &mut dyn Game) -> Result<(), Ended> {
        let desk = self.desk();
        let history = game.history();
        let chosen = |(color, mv): &(Color, String)| desk.is_person(*color) && mv != PASS;
        let Some(turn) = history.iter().rposition(chosen) else {
            let nothing = desk.terminal.words.nothing_to_undo;
            desk.news = vec![nothing.to_owned()];
            return Ok(());
        };
        for _ in turn..history.len() {
            game.undo()?;
        }
        let taken: Vec<&str> = history[turn..].iter().map(|(_, mv)| mv.as_str()).collect();
        let said = (desk.terminal.words.taken_back)(&taken.join(" "));
        desk.news.clear();
        desk.news.push(said);
        desk.last = history[..turn].last().map(|(_, mv)| mv.clone());
        desk.cursor = taken.first().map(|mv| (*mv).to_owned());
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
        let [black, white] = self.clocks.as_ref()?;
        Some(color.select(black, white).reading().allowed())
    }

    /// How the game stands.
    pub fn standing(&self, game: &dyn Game, board: &Board) -> Standing {
        Standing {
            words: self.terminal.words,
            names: self.names.clone(),
            persons: self.persons,
            discs: counts_discs(game).then(|| board.discs()),
            in_hand: in_hand(game),
            clocks: self
                .clocks
                .map(|clocks| clocks.map(|clock| clock.reading().allowed())),
            runs: (!game.is_over()).then(|| (game.to_move(), self.began)),
        }
    }

    /// The board with how the game stands and what was said below it.
    pub fn view(&self, game: &dyn Game, board: &Board) -> View {
        let mut text = self.standing(game, board).lines();
        text.extend(self.news.iter().cloned());
        View {
            board: board.drawn(self.last.as_deref(), None),
            text,
            prompt: String::new(),
        }
    }

    /// The move that is marked.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Lets a computer think.
    fn watch(
        &mut self,
        game: &dyn Game,
        player: &mut dyn Player,
        request: &Request,
        stop: &StopFlag,
    ) -> Result<Vec<Report<String>>, Why> {
        let nobody_plays = self.persons == [false, false];
        if self.terminal.has_keys() {
            let board = Board::of(game);
            let view = self.view(game, &board);
            self.terminal.show_over(&view)?;
        }
        let here = game.clone_game();
        let found = self
            .terminal
            .while_waiting(stop, move || lines_of_move(player, &*here, request, stop))?;
        if nobody_plays {
            let found = Instant::now();
            let glance = GLANCE.saturating_sub(self.began.elapsed());
            self.terminal.glance(glance)?;
            self.shown = found.elapsed();
        }
        Ok(found.map_err(Ended::from)?)
    }

    /// Says a turn that was played, and marks it.
    fn played(&mut self, game: &dyn Game, turn: &DrivenTurn) {
        let words = self.terminal.words;
        let is_pass = turn.mv == PASS;
        let by_person = self.is_person(turn.color);
        // What stood there was of the turn before the person's.
        if !is_pass && by_person {
            self.news.clear();
        }
        let name = self.name(turn.color);
        if is_pass {
            self.news
                .push(match by_person && self.only_person().is_some() {
                    true => words.you_pass.to_owned(),
                    false => (words.passes)(&name),
                });
        } else if !by_person {
            if self.persons == [false, false] {
                self.news.clear();
            }
            let turned = turned(game, turn.color);
            self.news.push((words.plays)(&name, &turn.mv, turned));
        }
        if !is_pass {
            self.last = Some(turn.mv.clone());
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

/// Whoever sits at a side, as the driver sees it.
struct Sitting<'t> {
    desk: &'t Mutex<Desk>,
    color: Color,
    player: Option<&'t mut Box<dyn Player>>,
}

impl<'t> Sitting<'t> {
    fn new(
        desk: &'t Mutex<Desk>,
        color: Color,
        player: &'t mut Option<Box<dyn Player>>,
    ) -> Sitting<'t> {
        Sitting {
            desk,
            color,
            player: player.as_mut(),
        }
    }
}

impl Player for Sitting<'_> {
    fn prepare(&mut self, game: &dyn Game) -> Result<(), PlayerError> {
        match &mut self.player {
            Some(player) => player.prepare(game),
            None => Ok(()),
        }
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        _: &mut dyn FnMut(&Report<String>),
    ) -> Result<Vec<Report<String>>, PlayerError> {
        let mut desk = lock(self.desk);
        desk.began = Instant::now();
        let found = match &mut self.player {
            Some(player) => desk.watch(game, &mut ***player, request, stop),
            None => desk
                .ask_person(game, self.color)
                .map(|mv| vec![Report::of_moves(vec![mv])]),
        };
        found.map_err(|why| {
            desk.why = Some(why);
            PlayerError::Left
        })
    }
}

/// Keeps the clocks and says what is played.
struct Watch<'t>(&'t Mutex<Desk>);

impl Supervisor for Watch<'_> {
    fn limits(&mut self, color: Color) -> Limits {
        let desk = lock(self.0);
        let clock = desk
            .clocks
            .as_ref()
            .map(|[black, white]| color.select(black, white).reading());
        Limits {
            clock,
            // Who is named by his level does not become stronger by a clock.
            within_level: clock.is_some(),
            ..Limits::default()
        }
    }

    fn charge(&mut self, color: Color, elapsed: Duration) -> Result<(), PlayerError> {
        let mut desk = lock(self.0);
        let elapsed = elapsed.saturating_sub(std::mem::take(&mut desk.shown));
        let before = desk.clocks;
        if let Some([black, white]) = &mut desk.clocks {
            let clock = color.select(black, white);
            let allowed = clock.reading().allowed();
            if elapsed > allowed {
                let over = elapsed - allowed;
                return Err(PlayerError::OutOfTime { over });
            }
            clock.spend(elapsed);
        }
        desk.earlier.push(before);
        desk.times.push(elapsed);
        Ok(())
    }

    fn played(&mut self, game: &dyn Game, turn: DrivenTurn) -> Result<(), PlayerError> {
        let mut desk = lock(self.0);
        // A pass that the driver made was charged to nobody.
        if desk.earlier.len() < game.turns() {
            let clocks = desk.clocks;
            desk.earlier.push(clocks);
            desk.times.push(Duration::ZERO);
        }
        desk.played(game, &turn);
        Ok(())
    }
}
