//! The game that libedax plays, and what a program may do with it while the engine thinks.
//!
//! Invariant: nothing here searches, so that nothing waits. A move that was found for a game is
//! played only if it is still the same.

use std::time::Duration;

use super::layout::EdaxMove;
use super::options::Options;
use bianca_protocol::protocol::edax::board::large;
use bianca_protocol::protocol::edax::forced::{Forced, turned};
use bianca_records::opening::{Language, Named, line_named};
use bianca_records::record::position::parse_position;
use bianca_records::record::transcript::{as_written, first_moves, play_next};
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Symmetry, first_move};
use bianca_search::request::Limits;
use bianca_search::search::Settings;

/// The move that Edax makes first.
const FIRST: &str = "f5";

/// What is to be searched.
pub struct Task {
    /// The game that it is about.
    pub game: OthelloGame,
    /// By which settings.
    pub settings: Settings,
    /// How far.
    pub limits: Limits,
}

/// The moves for which hints are asked one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Where.
    pub position: Position,
    /// Whose moves they are.
    pub color: Color,
    /// Those that were not given yet.
    pub left: Bitboard,
}

/// A game with the options of the engine.
pub struct Table {
    game: OthelloGame,
    /// What was thought of each turn, in discs for who made it; of a turn that a person made 0.
    scores: Vec<i32>,
    /// A line that the engine plays wherever the game meets it.
    forced: Forced,
    /// The moves for which hints are asked.
    pub hints: Option<Hints>,
    /// The options.
    pub options: Options,
    is_fresh: bool,
    /// What black and white have thought.
    spent: [Duration; 2],
}

impl Table {
    /// A game at the start.
    pub fn new(options: Options) -> Table {
        let mut table = Table {
            game: OthelloGame::new(),
            scores: Vec::new(),
            forced: Forced::default(),
            hints: None,
            options,
            is_fresh: false,
            spent: [Duration::ZERO; 2],
        };
        table.init();
        table
    }

    /// The game.
    pub fn game(&self) -> &OthelloGame {
        &self.game
    }

    /// A game from the start, in which the engine would begin with f5.
    pub fn init(&mut self) {
        self.begin(OthelloGame::new());
        self.force(FIRST);
    }

    /// A game from where this one began.
    pub fn again(&mut self) {
        let (position, color) = self.game.start();
        self.begin(OthelloGame::from_position(position, color));
    }

    /// Another game.
    pub fn begin(&mut self, game: OthelloGame) {
        self.game = game;
        self.scores.clear();
        self.options.begin();
        self.is_fresh = true;
        self.spent = [Duration::ZERO; 2];
    }

    /// A game from a board with its side to move; whether it could be read.
    pub fn set_board(&mut self, text: &str) -> bool {
        let read = read_board(text);
        if let Some((position, color)) = read {
            self.forced = Forced::default();
            self.begin(OthelloGame::from_position(position, color));
        }
        read.is_some()
    }

    /// A game from black's and white's discs and the side to move: 0 black, 1 white, otherwise
    /// whose turn it is by the number of discs.
    pub fn set_discs(&mut self, discs: Position, turn: i32) {
        self.forced = Forced::default();
        let (position, color) = seen_by_mover(discs, color_of(turn));
        self.begin(OthelloGame::from_position(position, color));
    }

    /// Takes back a turn, or two if the engine plays one side.
    pub fn undo(&mut self) {
        for _ in 0..self.options.mode.turns_at_once() {
            // There need not be any.
            let _ = self.game.undo();
        }
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) {
        for _ in 0..self.options.mode.turns_at_once() {
            let _ = self.game.redo();
        }
    }

    /// Turns the board with all that was played; with `swaps` the sides change, too.
    pub fn turn_board(&mut self, by: Symmetry, swaps: bool) {
        let mut whole = self.game.clone();
        let mut undone = 0;
        while whole.redo().is_ok() {
            undone += 1;
        }
        let mut game = turned(&whole, by, swaps);
        for _ in 0..undone {
            let _ = game.undo();
        }
        self.game = game;
    }

    /// Plays moves, or the line of an opening's name, as far as they can be played; the word that
    /// cannot.
    pub fn play<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let before = self.game.turns().len();
        let refused = play_moves(&mut self.game, text);
        self.scores.resize(before, 0);
        self.scores.resize(self.game.turns().len(), 0);
        refused
    }

    /// Plays a move of a person's; whether that is legal.
    pub fn play_one(&mut self, text: &str) -> bool {
        let read = first_move(text.trim());
        let is_played = read.is_some_and(|(mv, _)| self.game.play(mv).is_ok());
        if is_played {
            self.keep_score(0);
        }
        is_played
    }

    fn keep_score(&mut self, score: i32) {
        let turn = self.game.turns().len() - 1;
        self.scores.resize(turn, 0);
        self.scores.push(score);
    }

    /// Lets the engine play a line from where the game began, wherever the game meets it.
    pub fn force(&mut self, text: &str) {
        let (position, color) = self.game.start();
        let mut line = OthelloGame::from_position(position, color);
        play_moves(&mut line, text);
        self.forced = Forced::of_line(&line);
    }

    /// The move that the line has here, whatever way the board is turned.
    pub fn forced_move(&self) -> Option<Move> {
        self.forced.move_in(self.game.position())
    }

    /// What the engine is to search for the side to move; `None` if the game is over.
    pub fn task(&self) -> Option<Task> {
        (!self.game.is_over()).then(|| Task {
            game: self.game.clone(),
            settings: self.options.settings.clone(),
            limits: self.options.limits(self.game.to_move()),
        })
    }

    /// Whether what was found before is to be forgotten before `game` is searched: it has begun
    /// since the last search. That is answered once.
    pub fn take_fresh(&mut self, game: &OthelloGame) -> bool {
        self.game == *game && std::mem::take(&mut self.is_fresh)
    }

    /// Plays what was found for a game in so much time, if it is still the same; whether it is.
    pub fn play_found(
        &mut self,
        found_for: &OthelloGame,
        (mv, score): (Move, i32),
        time: Duration,
    ) -> bool {
        let side = found_for.to_move();
        let is_played = self.game == *found_for && self.game.play(mv).is_ok();
        if is_played {
            self.keep_score(score);
            self.options.spend(side, time);
            self.spent[side.select(0, 1)] += time;
        }
        is_played
    }

    /// The board as Edax draws it, with the record of the game.
    pub fn drawing(&self) -> String {
        large(&self.game, self.spent)
    }

    /// Whether the engine is to play by itself.
    pub fn is_engines_turn(&self) -> bool {
        !self.game.is_over() && self.options.mode.plays(self.game.to_move())
    }

    /// The turns that were played, black's in capitals as if black had begun; 80 at most.
    pub fn moves(&self) -> String {
        let turns = self.game.turns().iter().take(80).enumerate();
        let words = turns.map(|(turn, (_, mv))| {
            let word = match mv {
                Move::Pass => "pa".to_owned(),
                Move::Place(square) => square.to_string(),
            };
            match turn % 2 {
                0 => word.to_uppercase(),
                _ => word,
            }
        });
        words.collect()
    }

    /// The last turn.
    pub fn last_move(&self) -> EdaxMove {
        let mut game = self.game.clone();
        let Ok(mv) = game.undo() else {
            return EdaxMove::NONE;
        };
        let score = self.scores.get(game.turns().len()).copied();
        EdaxMove::new(game.position(), mv, score.unwrap_or(0))
    }

    /// The position for a side: 0 black; whatever else, white.
    pub fn position_for(&self, side: i32) -> Position {
        self.game
            .position_for(color_of(side).unwrap_or(Color::White))
    }

    /// The name of the opening in English, the first one of several.
    pub fn opening(&self) -> Option<&'static str> {
        let named = Named::of_game(&self.game)?;
        let (name, _) = named.name_in(Language::English)?;
        name.split('/').next()
    }

    /// The moves for which hints can be given, but for those of some squares; none if the game is
    /// over or the side to move must pass.
    pub fn hints_but(&self, excluded: &[i32]) -> Hints {
        let position = self.game.position();
        let left = position
            .moves()
            .into_iter()
            .filter(|square| !excluded.contains(&(square.index() as i32)))
            .collect::<Bitboard>();
        Hints {
            position,
            color: self.game.to_move(),
            left,
        }
    }
}

/// The side of a number.
fn color_of(side: i32) -> Option<Color> {
    match side {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}

/// A position seen by its side to move, from black's and white's discs.
fn seen_by_mover(discs: Position, color: Option<Color>) -> (Position, Color) {
    let by_discs = match discs.empties() % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    match color.unwrap_or(by_discs) {
        Color::Black => (discs, Color::Black),
        Color::White => (discs.passed(), Color::White),
    }
}

/// A board as Edax reads it: a sign for each square, other signs between them skipped, and the side
/// to move; or in any other way that Bianca reads.
fn read_board(text: &str) -> Option<(Position, Color)> {
    let mut discs = Position {
        own: Bitboard(0),
        opp: Bitboard(0),
    };
    let mut squares = 0;
    let side = |sign: char| match sign {
        'b' | 'B' | 'x' | 'X' | '*' => Some(Some(Color::Black)),
        'w' | 'W' | 'o' | 'O' => Some(Some(Color::White)),
        '-' | '.' => Some(None),
        _ => None,
    };
    let mut signs = text.chars().filter_map(side);
    for square in signs.by_ref().take(64) {
        match square {
            Some(Color::Black) => discs.own.0 |= 1 << squares,
            Some(Color::White) => discs.opp.0 |= 1 << squares,
            None => {}
        }
        squares += 1;
    }
    if squares < 64 {
        let game = parse_position(text).ok()?;
        return (!text.trim().is_empty()).then(|| (game.position(), game.to_move()));
    }
    Some(seen_by_mover(discs, signs.next().flatten()))
}

/// Plays moves, or the line of an opening's name, as far as they can be played; the word that
/// cannot.
pub fn play_moves<'a>(game: &mut OthelloGame, text: &'a str) -> Option<&'a str> {
    if let Some(line) = line_named(text) {
        return play_moves(game, line).map(|_| text);
    }
    let (moves, rest) = first_moves(text);
    let refused = moves.iter().position(|&mv| play_next(game, mv).is_err());
    match refused {
        Some(index) => as_written(text, index + 1),
        None => rest.split_whitespace().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_protocol::protocol::edax::order::Mode;

    fn table(moves: &str) -> Table {
        let mut table = Table::new(Options::default());
        assert_eq!(table.play(moves), None);
        table
    }

    #[test]
    fn moves_are_played_as_far_as_they_can_be() {
        assert_eq!(table("F5d6C5f4d3").moves(), "F5d6C5f4D3");
        assert_eq!(table("f5 d6 c3").moves(), "F5d6C3");
        let mut table = table("f5");
        assert_eq!(table.play("d6a1c3"), Some("a1"));
        assert_eq!(table.moves(), "F5d6");
        assert_eq!(table.play("c3 x y"), Some("x"));
        assert_eq!(table.play(""), None);
        table.init();
        assert_eq!(table.play("tiger"), None);
        assert_eq!(table.opening(), Some("Tiger"));
        assert_eq!(table.game().turns().len(), 5);
    }

    #[test]
    fn a_pass_is_a_move_of_its_own_and_may_be_left_out() {
        let black_passes = "c4c3f5b4a4a5c2a3";
        let mut silent = table(black_passes);
        assert!(silent.game().position().must_pass());
        let white = silent.game().position().passed().moves().first().unwrap();
        assert!(!silent.play_one(&white.to_string()));
        let mut said = table(black_passes);
        assert!(said.play_one("PA") && said.play_one(&white.to_string()));
        assert!(said.moves().contains("PA"));
        assert_eq!(silent.play(&white.to_string()), None);
        assert_eq!(silent.moves(), said.moves());
        assert_eq!(said.last_move().x, white.index() as i32);
        said.undo();
        assert_eq!((said.last_move().x, said.last_move().flipped), (64, 0));
    }

    #[test]
    fn a_person_who_plays_the_engine_takes_back_two_turns() {
        let mut table = table("f5d6c5");
        table.undo();
        assert_eq!(table.moves(), "F5d6");
        table.redo();
        table.options.mode = Mode::White;
        table.undo();
        assert_eq!(table.moves(), "F5");
        table.redo();
        assert_eq!(table.moves(), "F5d6C5");
        table.options.mode = Mode::Both;
        table.undo();
        table.undo();
        table.undo();
        table.undo();
        assert_eq!((table.moves(), table.last_move().x), (String::new(), 65));
    }

    #[test]
    fn boards_are_read_as_edax_reads_them() {
        let mut table = table("f5");
        let board = "-W----W--------------------WB------WBB-----W--------------------B";
        assert!(table.set_board(board));
        let counts = |table: &Table| [0, 1].map(|side| table.position_for(side).own.count());
        assert_eq!(
            (counts(&table), table.game().to_move()),
            ([3, 5], Color::Black)
        );
        let rows =
            "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n-------- O";
        assert!(table.set_board(rows));
        assert_eq!(table.game().to_move(), Color::White);
        table.again();
        assert_eq!(table.game().to_move(), Color::White);
        for bad in ["", "nothing", "---"] {
            assert!(!table.set_board(bad), "{bad}");
        }
        assert_eq!(counts(&table), [2, 2]);
        // Without a side it is the one whose turn it is by the number of discs.
        assert!(table.set_board(&board[..64]));
        assert_eq!(table.game().to_move(), Color::Black);
        table.set_discs(Position::START, 1);
        assert_eq!(table.game().position(), Position::START.passed());
        table.set_discs(Position::START, 7);
        assert_eq!(table.game().to_move(), Color::Black);
    }

    #[test]
    fn a_board_that_is_turned_is_the_same_game() {
        for symmetry in Symmetry::all() {
            let mut table = table("f5d6c3d3c4");
            table.undo();
            table.turn_board(symmetry, false);
            table.redo();
            assert_eq!(table.opening(), Some("Tiger"));
            table.turn_board(symmetry.inverse(), false);
            assert_eq!(table.moves(), "F5d6C3d3C4");
            table.turn_board(symmetry, true);
            assert_eq!(table.game().to_move(), Color::Black);
        }
    }

    #[test]
    fn a_forced_line_is_met_on_whatever_side_of_the_board() {
        let mut table = table("");
        assert_eq!(table.forced_move().unwrap().to_string(), "f5");
        table.force("F5f6e6");
        table.play("c4");
        assert_eq!(table.forced_move().unwrap().to_string(), "c3");
        table.play("e3");
        assert_eq!(table.forced_move(), None);
        table.again();
        assert!(table.forced_move().is_some());
        table.set_discs(Position::START, 0);
        assert_eq!(table.forced_move(), None);
    }

    #[test]
    fn a_move_that_was_found_for_another_game_is_not_played() {
        let mut table = table("f5");
        let task = table.task().unwrap();
        let found = ("d6".parse().unwrap(), 4);
        table.undo();
        assert!(!table.play_found(&task.game, found, Duration::from_secs(9)));
        table.play("f5");
        assert!(table.play_found(&task.game, found, Duration::from_secs(3)));
        assert_eq!((table.last_move().x, table.last_move().score), (43, 4));
        assert!(table.drawing().contains("0:03.000"), "{}", table.drawing());
        table.play("c3");
        assert_eq!(table.last_move().score, 0);
        table.undo();
        assert_eq!(table.last_move().score, 4);
    }

    #[test]
    fn a_new_game_is_fresh_until_it_is_searched() {
        let mut table = table("f5");
        let before = table.game().clone();
        assert!(table.take_fresh(&before) && !table.take_fresh(&before));
        table.init();
        // What is searched for another game leaves it so, and so do moves without a search.
        assert!(!table.take_fresh(&before));
        table.play("f5d6");
        let task = table.task().unwrap();
        assert!(table.play_found(&task.game, ("c3".parse().unwrap(), 0), Duration::ZERO));
        let here = table.game().clone();
        assert!(table.take_fresh(&here) && !table.take_fresh(&here));
    }

    #[test]
    fn hints_are_for_the_moves_that_are_not_excluded() {
        let table = table("f5");
        let hints = table.hints_but(&[43, 45, -1, 99]);
        assert_eq!((hints.left.0, hints.color), (1 << 29, Color::White));
    }
}
