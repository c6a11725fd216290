//! The strong Othello player: a game's record and a searcher.
//!
//! Invariant: what it refuses changes nothing. It knows no protocol; the options it lists are
//! the searcher's settings.

mod guest;
mod options;

use std::fmt::Write;

use super::classic::{Thinker, draw_tree};
use crate::engine::{
    Engine, Feature, OptionInfo, Refusal, Report, Request, Score, StopFlag, TreeFormat, TreeMethod,
};
use crate::eval::Evaluate;
use crate::eval::Evaluation;
use crate::eval::handwritten::Handwritten;
use crate::games::othello::Othello;
use crate::othello::perft::{PassRule, perft};
use crate::othello::{Color, Game, GameError, Move, Position, Square};
use crate::record::board::{parse_board, write_board};
use crate::record::transcript::{parse_transcript, play_next};
use crate::search::{Searcher, Settings};
use crate::strategy::{Finding, explain_move, explain_position};

/// Path counts ask the stop flag once for each subtree of this depth, a few milliseconds.
const PERFT_UNINTERRUPTED: u32 = 7;

/// The strong player.
pub struct OthelloPlayer {
    game: Game,
    searcher: Searcher,
    /// Whether the searcher has something to forget. Some clients start a game anew for every
    /// move that they check, and a large table is slow to clear.
    searched: bool,
    /// Who plays instead of the searcher, if somebody does.
    guest: Option<Thinker>,
}

impl OthelloPlayer {
    /// A player at the start of a game.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<OthelloPlayer, Refusal> {
        let searcher = Searcher::new(settings).map_err(|e| Refusal::Failed(e.to_string()))?;
        Ok(OthelloPlayer {
            game: Game::new(),
            searcher,
            searched: false,
            guest: None,
        })
    }

    fn start(&mut self, game: Game) {
        self.game = game;
        if self.searched {
            self.searcher.clear();
            self.searched = false;
        }
    }
}

/// A game that starts at the board that `text` describes.
fn game_at(text: &str) -> Result<Game, Refusal> {
    let (position, color) =
        parse_board(text).map_err(|error| Refusal::BadBoard(error.to_string()))?;
    Ok(Game::from_position(position, color))
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        match error {
            GameError::Illegal { mv, color } => Refusal::IllegalMove(format!("{mv} for {color}")),
            GameError::NothingToUndo => Refusal::NothingToUndo,
            GameError::NothingToRedo => Refusal::NothingToRedo,
        }
    }
}

impl Engine for OthelloPlayer {
    fn game_name(&self) -> &'static str {
        "Othello"
    }

    fn new_game(&mut self) {
        self.start(Game::new());
    }

    fn set_board(&mut self, text: &str) -> Result<(), Refusal> {
        self.start(game_at(text)?);
        Ok(())
    }

    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), Refusal> {
        let moves = parse_transcript(moves).map_err(|error| Refusal::NotAMove(error.word))?;
        let play_first = |game: &mut Game, mv| match color {
            Some(color) => game.play_as(color, mv),
            None => play_next(game, mv),
        };
        match moves[..] {
            [] => {}
            // One move either happens or not, so it needs no copy of the game.
            [mv] => play_first(&mut self.game, mv)?,
            [first, ref others @ ..] => {
                let mut game = self.game.clone();
                play_first(&mut game, first)?;
                for &mv in others {
                    play_next(&mut game, mv)?;
                }
                self.game = game;
            }
        }
        Ok(())
    }

    fn play_sequence(&mut self, turns: &[(Color, String)]) -> Result<(), Refusal> {
        let mut game = self.game.clone();
        for (color, word) in turns {
            let not_a_move = |_| Refusal::NotAMove(word.chars().take(20).collect());
            game.play_as(*color, word.parse().map_err(not_a_move)?)?;
        }
        self.game = game;
        Ok(())
    }

    fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<(), Refusal> {
        let mut game = board.map_or_else(|| Ok(Game::new()), game_at)?;
        let moves = parse_transcript(moves).map_err(|error| Refusal::NotAMove(error.word))?;
        for mv in moves {
            play_next(&mut game, mv)?;
        }
        self.game = game;
        Ok(())
    }

    fn give_turn_to(&mut self, color: Color) -> Result<(), Refusal> {
        let refused = |_| Refusal::IllegalMove(format!("{color} is not to move"));
        self.game.give_turn_to(color).map_err(refused)
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        self.game.undo()?;
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        self.game.redo()?;
        Ok(())
    }

    fn to_move(&self) -> Color {
        self.game.to_move()
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn legal(&self, color: Option<Color>) -> Vec<String> {
        let position = self.game.position_for(color.unwrap_or(self.game.to_move()));
        if position.must_pass() {
            return vec![Move::Pass.to_string()];
        }
        let squares = position.moves().into_iter();
        squares.map(|square| square.to_string()).collect()
    }

    fn history(&self) -> Vec<(Color, String)> {
        let turns = self.game.turns().iter();
        turns.map(|(color, mv)| (*color, mv.to_string())).collect()
    }

    fn final_score(&self) -> Result<i32, Refusal> {
        if !self.game.is_over() {
            return Err(Refusal::NotOver);
        }
        Ok(self.game.final_score_for_black())
    }

    fn show_board(&self) -> String {
        draw(&self.game)
    }

    fn board_text(&self) -> String {
        write_board(self.game.position(), self.game.to_move())
    }

    fn start_text(&self) -> Result<String, Refusal> {
        let (position, to_move) = self.game.start();
        Ok(write_board(position, to_move))
    }

    fn evaluate(&self) -> Result<(Score, Vec<String>), Refusal> {
        let position = self.game.position();
        if position.is_over() {
            return Ok((Score::from_discs(position.final_score()), Vec::new()));
        }
        let estimate = match &self.searcher.settings().evaluation {
            Evaluation::Handwritten => Handwritten.evaluate(&position, &()),
            Evaluation::Network { network, .. } => network.estimate(&position),
        };
        let line = |(name, value)| format!("term {} {name}", Score(value));
        let terms = Handwritten.terms(&position).map(line);
        Ok((Score(estimate), terms.to_vec()))
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Result<Option<u64>, Refusal> {
        Ok(stoppable_perft(self.game.position(), depth, stop))
    }

    fn options(&self) -> Vec<OptionInfo> {
        let mut options = options::list(self.searcher.settings());
        options.extend(guest::list(self.guest.as_ref()));
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let seed = self.searcher.settings().seed;
        if guest::set(&mut self.guest, seed, name, value)? {
            return Ok(());
        }
        let settings = options::set(self.searcher.settings(), name, value)?;
        if let Some(guest) = &mut self.guest
            && name.eq_ignore_ascii_case("Seed")
        {
            guest.set_seed(settings.seed);
        }
        self.searcher
            .configure(settings)
            .map_err(|error| Refusal::Failed(error.to_string()))
    }

    fn search(
        &mut self,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Vec<Report<String>> {
        if let Some(guest) = &mut self.guest {
            let game = Othello::new(self.game.position(), self.game.to_move());
            return guest.search(&game, request, stop, report).0;
        }
        self.searched = true;
        let in_words = |found: Report<Move>| found.map(|mv| mv.to_string());
        let lines = self.searcher.search(
            self.game.position(),
            request,
            stop,
            &mut |found: &Report<Move>| report(&in_words(found.clone())),
        );
        lines.into_iter().map(in_words).collect()
    }

    fn offers(&self, _: Feature) -> bool {
        true
    }

    fn explain(&self, mv: Option<&str>) -> Result<String, Refusal> {
        let (position, mover) = (self.game.position(), self.game.to_move());
        let findings = match mv {
            None => explain_position(position, mover),
            Some(word) => {
                let mv: Move = word
                    .parse()
                    .map_err(|_| Refusal::NotAMove(word.to_owned()))?;
                let square = mv
                    .square()
                    .filter(|&square| position.moves().contains(square))
                    .ok_or_else(|| Refusal::IllegalMove(format!("{mv} for {mover}")))?;
                explain_move(position, mover, square)
            }
        };
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        Ok(lines.join("\n"))
    }

    fn tree(&self, method: TreeMethod, format: TreeFormat) -> Result<String, Refusal> {
        let game = Othello::new(self.game.position(), self.game.to_move());
        draw_tree(&game, method, format)
    }

    fn recover(&mut self) {
        match Searcher::new(self.searcher.settings().clone()) {
            Ok(searcher) => self.searcher = searcher,
            // No room for a second table beside the first: what is in the first must do, empty.
            Err(_) => self.searcher.clear(),
        }
    }
}

/// [`perft`] with a pass as one ply, or `None` if `stop` was raised before it was done.
fn stoppable_perft(position: Position, depth: u32, stop: &StopFlag) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    if depth <= PERFT_UNINTERRUPTED || position.is_over() {
        return Some(perft(position, depth, PassRule::OnePly));
    }
    if position.must_pass() {
        return stoppable_perft(position.passed(), depth - 1, stop);
    }
    let moves = position.moves().into_iter();
    moves
        .map(|square| stoppable_perft(position.play_unchecked(square), depth - 1, stop))
        .sum()
}

/// The board for people: black `X`, white `O`, the squares that the side to move may move to
/// `+`, then whose turn it is and the discs.
fn draw(game: &Game) -> String {
    let position = game.position_for(Color::Black);
    let moves = game.position().moves();
    let mut text = String::from("  a b c d e f g h\n");
    for rank in 0..8 {
        let mut row = format!("{}", rank + 1);
        for file in 0..8 {
            let square = Square::at(file, rank);
            row += match square {
                _ if position.own.contains(square) => " X",
                _ if position.opp.contains(square) => " O",
                _ if moves.contains(square) => " +",
                _ => " .",
            };
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row} {}", rank + 1);
    }
    text += "  a b c d e f g h\n";
    let (black, white) = (position.own.count(), position.opp.count());
    let turn = match () {
        () if game.is_over() => "game over".to_owned(),
        () if game.position().must_pass() => format!("{} to move, must pass", game.to_move()),
        () => format!("{} to move", game.to_move()),
    };
    let _ = write!(text, "{turn}; black X {black}, white O {white}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK_PASSES: &str = "c4c3f5b4a4a5c2a3";

    fn player() -> OthelloPlayer {
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        OthelloPlayer::new(settings).unwrap()
    }

    #[test]
    fn a_transcript_is_played_whole_or_not_at_all() {
        let mut player = player();
        player.play(None, "f5d6c3").unwrap();
        let refusal = player.play(None, "d3c4a1").unwrap_err();
        assert_eq!(refusal, Refusal::IllegalMove("a1 for white".to_owned()));
        let refusal = player.play(None, "d3 c4 x1").unwrap_err();
        assert_eq!(refusal, Refusal::NotAMove("x1".to_owned()));
        assert_eq!(player.history().len(), 3);
        player.play(Some(Color::White), "d3c4").unwrap();
        assert_eq!(player.history().len(), 5);
    }

    #[test]
    fn passes_may_be_silent_or_spoken() {
        for moves in [BLACK_PASSES.to_owned(), format!("{BLACK_PASSES}pass")] {
            let mut player = player();
            player.play(None, &moves).unwrap();
            player.give_turn_to(Color::White).unwrap();
            let white = player.legal(None);
            assert!(!white.is_empty());
            assert_eq!(player.legal(Some(Color::Black)), ["pass"]);
            player.play(Some(Color::White), &white[0]).unwrap();
            assert_eq!(player.history().len(), 10);
            let refusal = player.give_turn_to(Color::White).unwrap_err();
            assert_eq!(refusal.to_string(), "illegal move: white is not to move");
        }
    }

    #[test]
    fn a_path_count_that_is_split_is_the_same() {
        let stop = StopFlag::new();
        let player = player();
        assert_eq!(player.perft(9, &stop), Ok(Some(3_005_288)));
        stop.raise();
        assert_eq!(player.perft(20, &stop), Ok(None));
    }

    #[test]
    fn the_board_is_drawn_with_the_moves() {
        let board = player().show_board();
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows[3], "3 . . . + . . . . 3");
        assert_eq!(rows[4], "4 . . + O X . . . 4");
        assert_eq!(rows[10], "black to move; black X 2, white O 2");
    }

    #[test]
    fn a_search_gives_a_legal_move() {
        let mut player = player();
        player.play(None, "f5").unwrap();
        let stop = StopFlag::new();
        stop.raise();
        let found = player.search(&Request::default(), &stop, &mut |_| {});
        assert!(player.legal(None).contains(&found[0].pv[0]));
        player.recover();
        assert_eq!(player.history().len(), 1);
    }
}
