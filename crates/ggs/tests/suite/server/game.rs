//! A match on the server, and what is sent of it.

use bianca_records::record::annotated::{AnnotatedGame, Note};
use bianca_rules::othello::random::play_random;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};
use bianca_rules::score::Score;
use rand::prelude::*;

use super::clock::Clock;

/// One game of a match.
#[derive(Clone)]
pub struct Game {
    pub game: OthelloGame,
    pub notes: Vec<Note>,
    /// The place of black among the match's players.
    pub black: usize,
    /// By the players' places.
    pub clocks: [Clock; 2],
    /// Whether a move was made that the other does not know yet.
    pub is_ahead: bool,
    /// Who has resigned.
    pub resigned: Option<usize>,
}

#[derive(Clone)]
pub struct Match {
    pub id: u32,
    pub kind: String,
    pub is_rated: bool,
    pub players: [String; 2],
    pub games: Vec<Game>,
    /// The record that it goes on from.
    pub record: Option<u32>,
}

pub const RATING: f64 = 1720.0;

/// A board as it is drawn.
pub fn drawn(position: Position, to_move: Color) -> String {
    let black = to_move.select(position.own, position.opp);
    let white = to_move.select(position.opp, position.own);
    let mut text = String::from("|   A B C D E F G H\r\n");
    for rank in 0..8 {
        text += &format!("| {}", rank + 1);
        for file in 0..8 {
            let square = Square::at(file, rank);
            text += if black.contains(square) {
                " *"
            } else if white.contains(square) {
                " O"
            } else {
                " -"
            };
        }
        text += &format!(" {} \r\n", rank + 1);
    }
    text += "|   A B C D E F G H\r\n|\r\n";
    text + &format!("|{} to move\r\n", to_move.select('*', 'O'))
}

/// A move as it is told.
fn told(mv: Move, note: &Note) -> String {
    let word = match mv {
        Move::Pass => "PA".to_owned(),
        mv => mv.to_string(),
    };
    let score = note
        .score
        .filter(|score| score.0 != 0)
        .map(|score| format!("{:.2}", score.discs()));
    let time = note.time.map(|time| format!("{:.2}", time.as_secs_f64()));
    match (score, time) {
        (None, None) => word,
        (score, None) => format!("{word}/{}", score.unwrap_or_default()),
        (score, Some(time)) => format!("{word}/{}/{time}", score.unwrap_or_default()),
    }
}

/// The start of a game of so many discs.
fn start(discs: Option<u32>, random: &mut StdRng) -> OthelloGame {
    let Some(discs) = discs else {
        return OthelloGame::new();
    };
    loop {
        let mut game = OthelloGame::new();
        while !game.is_over() && game.position().empties() > 64 - discs {
            play_random(&mut game, 1, random);
        }
        if !game.is_over() && !game.position().must_pass() {
            return OthelloGame::from_position(game.position(), game.to_move());
        }
    }
}

impl Game {
    pub fn to_move(&self) -> usize {
        self.place(self.game.to_move())
    }

    pub fn place(&self, color: Color) -> usize {
        color.select(self.black, 1 - self.black)
    }

    pub fn color(&self, place: usize) -> Color {
        if place == self.black {
            Color::Black
        } else {
            Color::White
        }
    }

    pub fn is_finished(&self) -> bool {
        self.game.is_over()
            || self.resigned.is_some()
            || self.clocks.iter().any(|clock| clock.is_over)
    }

    /// The result for the first player.
    pub fn result(&self) -> f64 {
        let for_first = |loser: usize| if loser == 0 { -64.0 } else { 64.0 };
        if let Some(loser) = self.clocks.iter().position(|clock| clock.is_over) {
            return for_first(loser);
        }
        if let Some(loser) = self.resigned {
            return for_first(loser);
        }
        let black = f64::from(self.game.final_score_for_black());
        let result = if self.black == 0 { black } else { -black };
        match self.clocks.iter().position(|clock| clock.is_overrun) {
            // Who was late does not win.
            Some(0) => result.min(-2.0),
            Some(_) => result.max(2.0),
            None => result,
        }
    }

    fn clock_lines(&self, players: &[String; 2], setting: bool) -> String {
        let line = |color: Color| {
            let place = self.place(color);
            let clock = &self.clocks[place];
            let clock = if setting {
                clock.setting()
            } else {
                clock.shown()
            };
            let mark = color.select('*', 'O');
            format!("|{:<8} ({RATING:>6.1} {mark}) {clock}\r\n", players[place])
        };
        format!("{}{}|\r\n", line(Color::Black), line(Color::White))
    }

    fn last(&self) -> String {
        match (self.game.turns().last(), self.notes.last()) {
            (Some((_, mv)), Some(note)) => told(*mv, note),
            _ => "PASS".to_owned(),
        }
    }
}

impl Match {
    pub fn new(
        id: u32,
        kind: &str,
        is_rated: bool,
        players: [String; 2],
        clock: &Clock,
        random: &mut StdRng,
    ) -> Match {
        let (is_pair, tail) = match kind.strip_prefix('s') {
            Some(tail) => (true, tail),
            None => (false, kind),
        };
        let discs = tail
            .split_once('r')
            .and_then(|(_, discs)| discs.parse().ok());
        let game = start(discs, random);
        let first = match kind {
            "8b" => 0,
            "8w" => 1,
            _ if is_pair => 0,
            _ => random.random_range(0..2),
        };
        let one = |black| Game {
            game: game.clone(),
            notes: Vec::new(),
            black,
            clocks: [clock.clone(), clock.clone()],
            is_ahead: false,
            resigned: None,
        };
        let games = if is_pair {
            vec![one(0), one(1)]
        } else {
            vec![one(first)]
        };
        let mut new = Match {
            id,
            kind: kind.to_owned(),
            is_rated,
            players,
            games,
            record: None,
        };
        new.start_clocks();
        new
    }

    pub fn start_clocks(&mut self) {
        for game in &mut self.games {
            let place = game.to_move();
            if !game.is_finished() {
                game.clocks[place].start();
            }
        }
    }

    pub fn is_pair(&self) -> bool {
        self.games.len() == 2
    }

    pub fn name(&self, place: usize) -> String {
        if self.is_pair() {
            format!(".{}.{place}", self.id)
        } else {
            format!(".{}", self.id)
        }
    }

    /// `.9 1720 alice 1720 bob s8r20 R`
    pub fn line(&self) -> String {
        let [one, other] = &self.players;
        let stake = if self.is_rated { 'R' } else { 'U' };
        format!(
            ".{} {RATING:.0} {one} {RATING:.0} {other} {} {stake}",
            self.id, self.kind
        )
    }

    pub fn joined(&self, place: usize, hides_last: bool) -> String {
        let mut game = self.games[place].clone();
        if hides_last {
            let _ = game.game.undo();
            game.notes.pop();
        }
        let moves = game.game.turns().len();
        let mut text = format!(
            "/os: join {} {} K?\r\n|{moves} move(s)\r\n",
            self.name(place),
            self.kind
        );
        if moves > 0 {
            let (position, color) = game.game.start();
            text += &game.clock_lines(&self.players, true);
            text += &drawn(position, color);
            let turns = (1..moves).zip(game.game.turns()).zip(&game.notes);
            for ((number, (_, mv)), note) in turns {
                text += &format!("|{number:>3}: {}\r\n", told(*mv, note));
            }
        }
        text + &self.standing(&game)
    }

    pub fn updated(&self, place: usize) -> String {
        let game = &self.games[place];
        format!(
            "/os: update {} {} K?\r\n{}",
            self.name(place),
            self.kind,
            self.standing(game)
        )
    }

    fn standing(&self, game: &Game) -> String {
        let moves = game.game.turns().len();
        let clocks = game.clock_lines(&self.players, false);
        let board = drawn(game.game.position(), game.game.to_move());
        format!("|{moves:>3}: {}\r\n{clocks}{board}", game.last())
    }

    pub fn game_ended(&self, place: usize, how: &str) -> String {
        let [one, other] = &self.players;
        format!(
            "/os: end {} ( {one} vs. {other} ) {how}\r\n",
            self.name(place)
        )
    }

    /// The result for the first player, the mean of two.
    pub fn result(&self) -> f64 {
        self.games.iter().map(Game::result).sum::<f64>() / self.games.len() as f64
    }

    /// The record as archives have it.
    pub fn record(&self) -> Vec<AnnotatedGame> {
        let record = |game: &Game| {
            let black = Score::from_fraction(if game.black == 0 {
                game.result()
            } else {
                -game.result()
            });
            let shown = game.game.is_over()
                && Score::from_discs(game.game.final_score_for_black()) == black;
            let setting = |color| game.clocks[game.place(color)].setting().parse().ok();
            AnnotatedGame {
                game: game.game.clone(),
                notes: game.notes.clone(),
                black: self.players[game.black].clone(),
                white: self.players[1 - game.black].clone(),
                black_rating: Some(RATING),
                white_rating: Some(RATING),
                place: "GGS/os".to_owned(),
                date: "2026.11.29_16:00:00.UTC".to_owned(),
                black_clock: setting(Color::Black),
                white_clock: setting(Color::White),
                variant: self.kind.clone(),
                result: (game.is_finished() && !shown).then_some(black),
                ..AnnotatedGame::default()
            }
        };
        self.games.iter().map(record).collect()
    }
}
