//! What is on the table: a game, who thinks about it, its clocks and what can be taken back.
//!
//! Invariant: what fails changes nothing; the clocks, the silent passes and the last search are
//! always those of the game that stands there. Knows no words of a protocol, and neither starts a
//! search nor waits for one.

mod clocks;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::book::{BookError, BookMove};
use crate::game::{Game, GameError, GameKind, GameMove, SilentPasses};
use crate::player::catalogue::{self, CatalogueError};
use crate::player::{Contestant, End, Player};
use bianca_records::record::transcript::first_moves;
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square};
use bianca_search::request::Report;
use bianca_search::search::Settings;
pub use clocks::{Clocks, TimeLeft, TimeSettings};

/// Who thinks: shared with the thread that searches, which holds it during a search.
#[derive(Clone)]
pub struct SharedPlayer(Arc<Mutex<Contestant>>);

impl SharedPlayer {
    /// A player that can be shared.
    pub fn new(player: Contestant) -> SharedPlayer {
        SharedPlayer(Arc::new(Mutex::new(player)))
    }

    /// The player, whom nobody else holds for longer than a search. One that panicked is recovered
    /// before it is asked again.
    pub fn lock(&self) -> MutexGuard<'_, Contestant> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game that is being played, with all that belongs to it.
pub struct Tabletop {
    /// The game.
    pub game: Box<dyn Game>,
    /// Who thinks about it, with the opening book.
    pub player: SharedPlayer,
    /// Both sides' clocks.
    pub clocks: Clocks,
    /// Which passes go back with the move after them.
    pub passes: SilentPasses,
    /// How many turns of the game from its start nobody chose, as far as its file shows it.
    pub given: usize,
    /// What the last search for a move of this game has found.
    pub last_search: Option<Report<GameMove>>,
    /// The player that was here first, and its game; kept while another is played.
    first: (GameKind, SharedPlayer),
}

impl Tabletop {
    /// A game and its player, without limits of time.
    pub fn new(game: Box<dyn Game>, player: Contestant) -> Tabletop {
        let player = SharedPlayer::new(player);
        Tabletop {
            first: (game.kind(), player.clone()),
            game,
            player,
            clocks: Clocks::default(),
            passes: SilentPasses::default(),
            given: 0,
            last_search: None,
        }
    }

    /// Othello and its usual player, which has these settings.
    ///
    /// # Errors
    /// If memory is short.
    pub fn usual(settings: Settings) -> Result<Tabletop, CatalogueError> {
        let game = OthelloGame::new();
        let player = catalogue::usual_player(Game::name(&game), settings)?;
        Ok(Tabletop::new(Box::new(game), player))
    }

    /// Starts the game that `text` names. The player that was here first is kept when another
    /// game is played, with its options; those of small games are made anew each time.
    ///
    /// # Errors
    /// If there is no such game, or memory is short.
    pub fn change_game(&mut self, text: &str) -> Result<(), CatalogueError> {
        let (first, player) = &self.first;
        let named = GameKind::named(text).filter(|_| text.split_whitespace().count() == 1);
        let player = if named == Some(*first) {
            player.clone()
        } else {
            SharedPlayer::new(catalogue::usual_player(text, Settings::default())?)
        };
        let game = catalogue::game(text)?;
        self.show_end(End::Counted);
        self.game = game;
        self.player = player;
        self.new_game();
        Ok(())
    }

    /// Forgets what was searched and starts the clocks anew, for a game that begins.
    pub fn new_game(&mut self) {
        self.player.lock().new_game();
        self.clocks.restart();
        self.passes.clear();
        self.given = 0;
        self.last_search = None;
        self.get_ready();
    }

    /// Shows the player how the game has ended, so that one that follows people may learn from it.
    pub fn show_end(&self, end: End) {
        // Who searches is asked before the next game.
        if let Ok(mut player) = self.player.0.try_lock() {
            player.see(&*self.game, end);
        }
    }

    /// Lets the player get ready to search where no clock runs: before a game begins, or when
    /// somebody asks whether all is done.
    pub fn get_ready(&self) {
        // Who searches is ready.
        if let Ok(mut player) = self.player.0.try_lock() {
            // What it cannot do is said by the search.
            let _ = player.prepare(&*self.game);
        }
    }

    /// The moves that the book knows in the position, best first.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn book_moves(&self) -> Result<Vec<BookMove>, BookError> {
        self.player.lock().book_moves(&*self.game)
    }

    /// The record of the game, if it is Othello.
    ///
    /// # Errors
    /// [`GameError::NotInThisGame`], which says `what` is not possible.
    pub fn othello(&self, what: &'static str) -> Result<&OthelloGame, GameError> {
        let record = self.game.othello();
        record.ok_or(GameError::NotInThisGame(what))
    }

    /// Plays moves, which took `time` on the clock of who made the last.
    ///
    /// # Errors
    /// As [`Game::play`] has them.
    pub fn play(
        &mut self,
        color: Option<Color>,
        moves: &str,
        time: Option<Duration>,
    ) -> Result<(), GameError> {
        let turns = self.game.turns();
        self.game.play(color, moves)?;
        let silent = !mentions_pass(moves);
        self.passes.note(&*self.game, turns, silent);
        if let Some(time) = time {
            let last = self.game.history().pop();
            last.inspect(|&(mover, _)| self.clocks.spend(mover, time));
        }
        Ok(())
    }

    /// Plays moves of sides that need not take turns; all of them or none.
    ///
    /// # Errors
    /// That of the first move that cannot be played.
    pub fn play_sequence(&mut self, moves: &[(Color, String)]) -> Result<(), GameError> {
        let turns = self.game.turns();
        self.replace_game(|game| {
            let mut moves = moves.iter();
            moves.try_for_each(|(color, word)| game.play(Some(*color), word))
        })?;
        let silent = !moves.iter().any(|(_, word)| mentions_pass(word));
        self.passes.note(&*self.game, turns, silent);
        Ok(())
    }

    /// Takes back so many moves, each with the pass before it that nobody mentioned.
    ///
    /// # Errors
    /// [`GameError::NothingToUndo`] if there are fewer.
    pub fn undo(&mut self, count: usize) -> Result<(), GameError> {
        self.passes.undo(&mut *self.game, count)?;
        // What is played in the place of turns that were given is chosen.
        self.given = self.given.min(self.game.turns());
        Ok(())
    }

    /// Plays so many moves again, each with the pass before it that nobody mentioned.
    ///
    /// # Errors
    /// [`GameError::NothingToRedo`] if there are fewer.
    pub fn redo(&mut self, count: u32) -> Result<(), GameError> {
        let passes = self.passes.clone();
        self.replace_game(|game| passes.redo(game, count))
    }

    /// Starts the game anew, as `set_up` has it.
    ///
    /// # Errors
    /// Those of `set_up`, which must leave the game alone then.
    pub fn begin(
        &mut self,
        set_up: impl FnOnce(&mut dyn Game) -> Result<(), GameError>,
    ) -> Result<(), GameError> {
        self.show_end(End::Counted);
        set_up(&mut *self.game)?;
        self.new_game();
        Ok(())
    }

    /// Starts `record`.
    ///
    /// # Errors
    /// If the game is not Othello.
    pub fn begin_at(&mut self, record: OthelloGame) -> Result<(), GameError> {
        self.take_over(record)?;
        self.new_game();
        Ok(())
    }

    /// Replaces the game by `record` and keeps what was searched: it may well be the same game
    /// with a move more.
    ///
    /// # Errors
    /// If the game is not Othello.
    pub fn take_over(&mut self, record: OthelloGame) -> Result<(), GameError> {
        self.show_end(End::Counted);
        let game = self.game.othello_mut();
        *game.ok_or(GameError::NotInThisGame("a file of games"))? = record;
        self.passes.clear();
        self.given = 0;
        Ok(())
    }

    /// Goes to the position after `moves` from a board, or from the start; keeps what was searched.
    ///
    /// # Errors
    /// If the board or a move is refused.
    pub fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<(), GameError> {
        self.replace_game(|game| {
            match board {
                Some(board) => game.set_board(board)?,
                None => game.restart(),
            }
            if moves.is_empty() {
                return Ok(());
            }
            game.play(None, moves)
        })?;
        self.passes.clear();
        self.given = 0;
        Ok(())
    }

    /// Starts a game from these discs, each with its side; black is to move.
    ///
    /// # Errors
    /// If a word is no square, or the game is not Othello.
    pub fn set_up(&mut self, discs: &[(Color, String)]) -> Result<(), GameError> {
        self.othello("setting up discs")?;
        let (mut own, mut opp) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (color, word) in discs {
            let square: Square = word
                .parse()
                .map_err(|_| GameError::BadBoard(format!("'{word}' is not a square")))?;
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
    ///
    /// # Errors
    /// If the game is not Othello.
    pub fn set_up_player(&mut self, color: Color) -> Result<(), GameError> {
        let (position, first) = self.othello("setting up the side to move")?.start();
        let position = if first == color {
            position
        } else {
            position.passed()
        };
        self.begin_at(OthelloGame::from_position(position, color))
    }

    /// Changes the game by several steps, of which all succeed or none is taken.
    fn replace_game(
        &mut self,
        change: impl FnOnce(&mut dyn Game) -> Result<(), GameError>,
    ) -> Result<(), GameError> {
        let mut game = self.game.clone_game();
        change(&mut *game)?;
        self.game = game;
        Ok(())
    }
}

/// Whether a pass is among the words of a transcript.
fn mentions_pass(moves: &str) -> bool {
    first_moves(moves).0.contains(&Move::Pass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::record::board::write_board;

    /// A table after these moves, with a clock of a minute.
    fn after(moves: &str) -> Tabletop {
        let mut table = Tabletop::usual(Settings::default()).unwrap();
        table.clocks.configure(TimeSettings {
            main: Duration::from_secs(60),
            period: Duration::ZERO,
            stones: 0,
        });
        table
            .play(None, moves, Some(Duration::from_secs(7)))
            .unwrap();
        table
    }

    fn black_left(table: &Tabletop) -> u64 {
        table
            .clocks
            .clock(Color::Black)
            .unwrap()
            .remaining
            .as_secs()
    }

    #[test]
    fn what_fails_changes_nothing() {
        let turn = |word: &str| (Color::Black, word.to_owned());
        type Change = fn(&mut Tabletop) -> Result<(), GameError>;
        let changes: [Change; 5] = [
            |table| table.play(None, "d6 a1", Some(Duration::from_secs(1))),
            |table| table.set_position(Some("no board"), ""),
            |table| table.set_position(None, "a1"),
            |table| table.undo(2),
            |table| table.begin(|game| game.set_board("no board")),
        ];
        let mut table = after("f5");
        for (number, change) in changes.into_iter().enumerate() {
            assert!(change(&mut table).is_err(), "{number}");
            assert_eq!(
                (table.game.turns(), black_left(&table)),
                (1, 53),
                "{number}"
            );
        }
        assert!(table.play_sequence(&[turn("d3"), turn("a1")]).is_err());
        assert!(table.set_up(&[turn("d3"), turn("z9")]).is_err());
        assert_eq!(table.game.turns(), 1);
    }

    #[test]
    fn a_game_that_begins_has_new_clocks_and_one_that_is_taken_over_keeps_them() {
        let mut table = after("f5");
        let record = table.othello("a test").unwrap().clone();
        table.take_over(record.clone()).unwrap();
        assert_eq!(black_left(&table), 53);
        table.begin_at(record).unwrap();
        assert_eq!((black_left(&table), table.game.turns()), (60, 1));
        table.set_up_player(Color::White).unwrap();
        assert_eq!(
            (table.game.to_move(), table.game.turns()),
            (Color::White, 0)
        );
    }

    #[test]
    fn the_first_player_is_kept_while_another_game_is_played() {
        let mut table = after("f5");
        table.player.lock().set_option("Level", "3").unwrap();
        let level = |table: &Tabletop| {
            let options = table.player.lock().options();
            let level = options.into_iter().find(|option| option.name == "Level");
            level.map(|option| option.value)
        };
        table.change_game("tictactoe").unwrap();
        assert_eq!(level(&table), None);
        assert!(table.othello("a test").is_err());
        assert!(table.change_game("chess").is_err());
        assert_eq!(table.game.name(), "TicTacToe");
        table.change_game("othello").unwrap();
        assert_eq!(level(&table).as_deref(), Some("3"));
        let record = table.othello("a test").unwrap();
        let start = write_board(Position::START, Color::Black);
        assert_eq!(write_board(record.position(), record.to_move()), start);
    }
}
