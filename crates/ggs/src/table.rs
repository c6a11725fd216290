//! A match as it is known: its games with their moves, values, times and clocks.
//!
//! The server's boards decide. A [`Board`] follows them move by move, and says when it cannot, so
//! that the whole game is asked for. Who plays, and what is done about a turn, is not known here.

use std::time::Duration;

use crate::os::board::{Made, Placed, Shown};
use crate::os::clock::{Running, Setting};
use crate::os::event::{Outcome, Pairing, Stake};
use crate::os::name::{GameId, Number};
use bianca_records::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use bianca_rules::othello::{Color, OthelloGame};
use bianca_rules::score::Score;

/// A game of a match.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Where it stands; nothing before it was shown.
    pub game: OthelloGame,
    /// Moves that were made before those of `game`, where it does not begin at the beginning.
    before: usize,
    /// What is known of each turn.
    notes: Vec<Note>,
    /// Black and white with their ratings in hundredths.
    players: Option<[(String, i64); 2]>,
    /// What black and white began with.
    settings: [Option<Setting>; 2],
    /// What the clocks of black and white show.
    clocks: [Option<Running>; 2],
    /// Whose main time was overrun.
    overrun: [bool; 2],
    /// Whose time was over for good.
    expired: [bool; 2],
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What is wrong with its record.
    remark: &'static str,
}

/// What became of what the server showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The game is told from its beginning.
    Whole,
    /// So is this one, but its moves do not lead to its board, from which it goes on.
    Strange,
    /// A move goes on with it.
    Followed,
    /// Nothing is new.
    Known,
    /// It does not go on with what is known, and the board is as it was.
    Lost,
}

/// Whether a game stands as it is shown. At its end nobody has the turn.
fn stands_at(game: &OthelloGame, (position, color): Placed) -> bool {
    let same_turn = color == game.to_move() || game.is_over();
    let shown = match color {
        Color::Black => position,
        Color::White => position.passed(),
    };
    same_turn && game.position_for(Color::Black) == shown
}

/// The game that moves lead to.
fn played((position, color): Placed, moves: &[Made]) -> Option<OthelloGame> {
    let mut game = OthelloGame::from_position(position, color);
    let all = moves.iter().all(|made| game.play(made.mv).is_ok());
    all.then_some(game)
}

impl Board {
    /// Whether it was shown at all.
    pub fn is_known(&self) -> bool {
        self.players.is_some()
    }

    /// Takes what the server shows.
    pub fn take(&mut self, shown: &Shown) -> Taken {
        let taken = self.follow(shown);
        if taken != Taken::Lost {
            self.take_clocks(shown, taken);
        }
        taken
    }

    fn follow(&mut self, shown: &Shown) -> Taken {
        if shown.is_whole {
            let start = match (shown.start, shown.moves.is_empty()) {
                (None, true) => Some(shown.now),
                (start, _) => start,
            };
            let game = start.and_then(|start| played(start, &shown.moves));
            let game = game.filter(|game| stands_at(game, shown.now));
            let Some(game) = game else {
                self.begin_at(shown);
                self.remark = "the moves told before this board do not lead to it";
                return Taken::Strange;
            };
            self.game = game;
            self.before = 0;
            self.notes = shown.moves.iter().map(Made::note).collect();
            self.remark = "";
            return Taken::Whole;
        }
        let turns = self.game.turns().len();
        let Some(made) = shown.moves.first().filter(|_| self.is_known()) else {
            return Taken::Lost;
        };
        let number = made.number as usize;
        if number == self.before + turns && stands_at(&self.game, shown.now) {
            return Taken::Known;
        }
        let mut next = self.game.clone();
        let follows = number == self.before + turns + 1 && next.play(made.mv).is_ok();
        if !follows || !stands_at(&next, shown.now) {
            return Taken::Lost;
        }
        self.game = next;
        self.notes.resize(turns, Note::default());
        self.notes.push(made.note());
        Taken::Followed
    }

    /// Goes on from a board of which no more is known.
    pub fn adopt(&mut self, shown: &Shown) {
        self.begin_at(shown);
        self.remark = "what was played before this board is not known";
        self.take_clocks(shown, Taken::Strange);
    }

    fn begin_at(&mut self, shown: &Shown) {
        let (position, color) = shown.now;
        self.before = shown.moves.last().map_or(0, |made| made.number as usize);
        self.game = OthelloGame::from_position(position, color);
        self.notes.clear();
    }

    fn take_clocks(&mut self, shown: &Shown, taken: Taken) {
        let player = |color| {
            let player = shown.player(color);
            (player.name.clone(), player.rating)
        };
        self.players = Some([Color::Black, Color::White].map(player));
        for (color, setting) in &shown.settings {
            self.settings[*color as usize].get_or_insert(setting.clone());
        }
        for color in [Color::Black, Color::White] {
            let place = color as usize;
            let Some(clock) = shown.clock(color) else {
                continue;
            };
            if shown.is_whole && shown.moves.is_empty() {
                self.settings[place].get_or_insert(clock.setting());
            }
            let before = self.clocks[place].replace(clock);
            let goes_on = taken == Taken::Followed;
            if goes_on && before.is_some_and(|before| clock.was_overrun(&before)) {
                self.overrun[place] = true;
            }
        }
    }

    /// Notes what a game is played with, where the server has said it before.
    pub fn set_clock(&mut self, setting: &Setting) {
        self.settings = [Some(setting.clone()), Some(setting.clone())];
    }

    /// Notes that a clock was overrun.
    pub fn overrun(&mut self, color: Color, is_fatal: bool) {
        self.overrun[color as usize] = true;
        self.expired[color as usize] |= is_fatal;
    }

    /// Whether a side has overrun its main time.
    pub fn is_overrun(&self, color: Color) -> bool {
        self.overrun[color as usize]
    }

    /// What a side's clock shows.
    pub fn clock(&self, color: Color) -> Option<Running> {
        self.clocks[color as usize]
    }

    /// What a side began with, if that was told.
    pub fn setting(&self, color: Color) -> Option<&Setting> {
        self.settings[color as usize].as_ref()
    }

    /// The colour that somebody has in it.
    pub fn color_of(&self, name: &str) -> Option<Color> {
        let [black, white] = self.players.as_ref()?;
        if black.0 == name {
            Some(Color::Black)
        } else if white.0 == name {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The time that a side's moves took, as the server counts it.
    pub fn used(&self, color: Color) -> Duration {
        let turns = self.game.turns().iter().zip(&self.notes);
        let own = turns.filter(|((of, _), _)| *of == color);
        own.filter_map(|(_, note)| note.time).sum()
    }

    /// What the last move is worth to who made it, with a blank before it; nothing if not said.
    pub fn last_score(&self) -> String {
        let score = self.notes.last().and_then(|note| note.score);
        score
            .map(|score| format!(" {:+.2}", score.discs()))
            .unwrap_or_default()
    }

    /// Its result for black by `outcome`, which is told for `first`.
    fn black_result(&self, outcome: &Outcome, first: &str) -> Option<Score> {
        let Outcome::Score(discs) = outcome else {
            return None;
        };
        let score = Score::from_fraction(discs.clamp(-64.0, 64.0));
        match self.color_of(first)? {
            Color::Black => Some(score),
            Color::White => Some(Score(-score.0)),
        }
    }

    /// As files of games have it; `outcome` is that of its match.
    fn record(&self, pairing: &Pairing, outcome: Option<&Outcome>, date: &str) -> AnnotatedGame {
        let [black, white] = self.players.clone().unwrap_or_default();
        let control = |color: Color| self.setting(color).map(Setting::control);
        let first = &pairing.players[0].0;
        let outcome = self.outcome.as_ref().or(outcome);
        let result = outcome.and_then(|outcome| self.black_result(outcome, first));
        let on_board = self
            .game
            .is_over()
            .then(|| self.game.final_score_for_black());
        let shows = on_board.map(Score::from_discs) == result;
        let result = result.filter(|_| !shows);
        let forfeit = result.and_then(|result| self.forfeit(result));
        AnnotatedGame {
            game: self.game.clone(),
            black: black.0,
            white: white.0,
            black_rating: Some(black.1 as f64 / 100.0),
            white_rating: Some(white.1 as f64 / 100.0),
            place: "GGS/os".to_owned(),
            date: date.to_owned(),
            black_clock: control(Color::Black),
            white_clock: control(Color::White),
            variant: pairing.kind.to_string(),
            agreed: result.is_some() && forfeit.is_none(),
            result,
            forfeit,
            comment: self.remark.to_owned(),
            notes: self.notes.clone(),
            ..AnnotatedGame::default()
        }
    }

    /// How a game was lost whose board does not show its result.
    fn forfeit(&self, result: Score) -> Option<Forfeit> {
        let loser = if result.0 < 0 {
            Color::Black
        } else {
            Color::White
        };
        let late = [self.overrun, self.expired]
            .iter()
            .any(|late| late[loser as usize]);
        let cause = if late {
            Cause::Time
        } else if !self.game.is_over() && result.0.abs() == Score::MAX.0 {
            Cause::Resignation
        } else {
            return None;
        };
        Some(Forfeit {
            loser,
            cause,
            reason: String::new(),
        })
    }
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who plays what.
    pub pairing: Pairing,
    /// Its games, one or two.
    pub boards: Vec<Board>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it began, as files of games have it.
    pub date: String,
    /// Whether it had begun before it was first seen.
    pub is_resumed: bool,
}

impl Match {
    /// One that begins.
    pub fn new(pairing: Pairing, date: String) -> Match {
        let games = if pairing.kind.is_synchro() { 2 } else { 1 };
        Match {
            is_resumed: pairing.stake == Stake::Stored,
            boards: vec![Board::default(); games],
            outcome: None,
            pairing,
            date,
        }
    }

    /// Its number.
    pub fn id(&self) -> Number {
        self.pairing.id
    }

    /// The board of a game, if there is one so.
    pub fn board(&mut self, id: GameId) -> Option<&mut Board> {
        let fits = id.half.is_some() == (self.boards.len() == 2);
        self.boards.get_mut(id.place()).filter(|_| fits)
    }

    /// The games with their names.
    pub fn games(&self) -> impl Iterator<Item = (GameId, &Board)> {
        let is_pair = self.boards.len() == 2;
        self.boards.iter().enumerate().map(move |(place, board)| {
            let id = GameId {
                game_of: self.pairing.id,
                half: is_pair.then_some(place as u8),
            };
            (id, board)
        })
    }

    /// Whether somebody is one of the two.
    pub fn has(&self, name: &str) -> bool {
        self.pairing
            .players
            .iter()
            .any(|(player, _)| player == name)
    }

    /// The other one.
    pub fn opponent(&self, name: &str) -> &str {
        let [one, other] = &self.pairing.players;
        if one.0 == name { &other.0 } else { &one.0 }
    }

    /// Its result for somebody, in discs; the mean of two games.
    pub fn result_for(&self, name: &str) -> Option<f64> {
        match self.outcome {
            Some(Outcome::Score(discs)) if self.pairing.players[0].0 == name => Some(discs),
            Some(Outcome::Score(discs)) => Some(-discs),
            _ => None,
        }
    }

    /// Its games as files of games have them: those that were shown.
    pub fn records(&self) -> Vec<AnnotatedGame> {
        let known = self.boards.iter().filter(|board| board.is_known());
        // The result of a match of two games is the mean of theirs.
        let outcome = self.outcome.as_ref().filter(|_| self.boards.len() == 1);
        known
            .map(|board| board.record(&self.pairing, outcome, &self.date))
            .collect()
    }
}

#[cfg(test)]
mod tests;
