//! Any small game behind the waist, played by a classic player.
//!
//! [`GamePlayer`] keeps the record of a game of [`crate::games`]; a [`Thinker`] chooses moves.
//! Invariant: what it refuses changes nothing. It knows no protocol.

mod options;
mod thinker;
mod uc3m;

use std::time::Duration;

pub use options::{UnknownStyle, depth as depth_option, set as set_option, style_and_depth};
pub use thinker::{Style, Thinker, styles};

use crate::engine::{
    Engine, Feature, OptionInfo, Refusal, Report, Request, Score, StopFlag, TreeFormat, TreeMethod,
};
use crate::games::drawing::{self, MOST_NODES};
use crate::games::othello::color;
use crate::games::search::Method;
use crate::games::{Game, Playable};
use crate::othello::Color;

/// A game with its history and who thinks about it.
pub struct GamePlayer<G: Playable> {
    /// Where `new_game` starts.
    start: G,
    now: G,
    turns: Vec<(Color, G::Move)>,
    /// The position before each turn.
    before: Vec<G>,
    undone: Vec<G::Move>,
    thinker: Thinker,
    /// Why the last search of a puzzle found no move.
    excuse: Option<Refusal>,
}

impl<G: Playable> GamePlayer<G> {
    /// A game that starts at `start`, with the player that suits it best.
    pub fn new(start: G) -> GamePlayer<G> {
        GamePlayer {
            now: start.clone(),
            start,
            turns: Vec::new(),
            before: Vec::new(),
            undone: Vec::new(),
            thinker: Thinker::new(thinker::default_style::<G>()),
            excuse: None,
        }
    }

    fn begin(&mut self, at: G) {
        self.now = at;
        self.turns.clear();
        self.before.clear();
        self.undone.clear();
    }

    fn color(&self) -> Color {
        color(self.now.mover())
    }

    /// The pass that is the only legal move, in games that have passes.
    fn forced_pass(&self) -> Option<G::Move> {
        let pass = self.now.read_move("pass")?;
        (self.now.legal_moves() == [pass]).then_some(pass)
    }

    fn turn(&mut self, mv: G::Move) {
        self.turns.push((self.color(), mv));
        let next = self.now.after(mv);
        self.before.push(std::mem::replace(&mut self.now, next));
    }

    /// Plays one move, and a silent pass before it if one is due.
    fn play_one(&mut self, color: Option<Color>, mv: G::Move) -> Result<(), Refusal> {
        let color = color.unwrap_or(match self.now.legal_moves().contains(&mv) {
            // After a pass that nobody spoke it is the other side's move.
            false if self.forced_pass().is_some() => !self.color(),
            _ => self.color(),
        });
        let is_pass = self.now.read_move("pass") == Some(mv);
        let passed_already = color != self.color() && self.turns.last() == Some(&(color, mv));
        if is_pass && (self.is_over() || passed_already) {
            return Ok(());
        }
        let turns = self.turns.len();
        if color != self.color()
            && let Some(pass) = self.forced_pass()
        {
            self.turn(pass);
        }
        if color == self.color() && self.now.legal_moves().contains(&mv) {
            self.turn(mv);
            self.undone.clear();
            return Ok(());
        }
        while self.turns.len() > turns {
            self.take_back();
        }
        Err(Refusal::IllegalMove(match G::PUZZLE {
            true => mv.to_string(),
            false => format!("{mv} for {color}"),
        }))
    }

    /// Does `change`; if that is refused, all is as it was.
    fn whole_or_not(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let before = (
            self.now.clone(),
            self.turns.clone(),
            self.before.clone(),
            self.undone.clone(),
        );
        let changed = change(self);
        if changed.is_err() {
            (self.now, self.turns, self.before, self.undone) = before;
        }
        changed
    }

    fn take_back(&mut self) -> Option<G::Move> {
        let (_, mv) = self.turns.pop()?;
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
        Some(mv)
    }
}

impl<G: Playable> Engine for GamePlayer<G> {
    fn game_name(&self) -> &'static str {
        self.now.name()
    }

    fn new_game(&mut self) {
        self.begin(self.start.clone());
    }

    fn set_board(&mut self, text: &str) -> Result<(), Refusal> {
        match self.start.read(text) {
            Some(Ok(game)) => {
                self.begin(game);
                Ok(())
            }
            Some(Err(reason)) => Err(Refusal::BadBoard(reason)),
            None => Err(Refusal::Unsupported(Feature::Board.name())),
        }
    }

    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), Refusal> {
        let game = &self.now;
        let read = |word: &str| {
            let shown = || word.chars().take(20).collect();
            game.read_move(word)
                .ok_or_else(|| Refusal::NotAMove(shown()))
        };
        // Some games' moves have blanks in them, so that one move is tried before several.
        let moves = match read(moves) {
            Ok(mv) => vec![mv],
            Err(_) => {
                let words = game.split_moves(moves).into_iter();
                words.map(read).collect::<Result<Vec<_>, _>>()?
            }
        };
        let (turns, undone) = (self.turns.len(), self.undone.clone());
        let mut color = color;
        for mv in moves {
            if let Err(refusal) = self.play_one(color, mv) {
                while self.turns.len() > turns {
                    self.take_back();
                }
                self.undone = undone;
                return Err(refusal);
            }
            color = None;
        }
        Ok(())
    }

    fn play_sequence(&mut self, turns: &[(Color, String)]) -> Result<(), Refusal> {
        self.whole_or_not(|player| {
            for (color, word) in turns {
                player.play(Some(*color), word)?;
            }
            Ok(())
        })
    }

    fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<(), Refusal> {
        self.whole_or_not(|player| {
            match board {
                Some(text) => player.set_board(text)?,
                None => player.new_game(),
            }
            player.play(None, moves)
        })
    }

    fn give_turn_to(&mut self, color: Color) -> Result<(), Refusal> {
        if color == self.color() || self.is_over() {
            return Ok(());
        }
        let refused = || Refusal::IllegalMove(format!("{color} is not to move"));
        let pass = self.forced_pass().ok_or_else(refused)?;
        self.turn(pass);
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let mv = self.take_back().ok_or(Refusal::NothingToUndo)?;
        self.undone.push(mv);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let mv = self.undone.pop().ok_or(Refusal::NothingToRedo)?;
        self.turn(mv);
        Ok(())
    }

    fn to_move(&self) -> Color {
        self.color()
    }

    fn is_over(&self) -> bool {
        self.now.outcome().is_some()
    }

    fn legal(&self, color: Option<Color>) -> Vec<String> {
        if color.is_some_and(|color| color != self.color()) {
            return Vec::new();
        }
        let moves = self.now.legal_moves().into_iter();
        moves.map(|mv| mv.to_string()).collect()
    }

    fn history(&self) -> Vec<(Color, String)> {
        let turns = self.turns.iter();
        turns.map(|(color, mv)| (*color, mv.to_string())).collect()
    }

    fn final_score(&self) -> Result<i32, Refusal> {
        let outcome = self.now.outcome().ok_or(Refusal::NotOver)?;
        Ok(self.now.mover().for_first(outcome))
    }

    fn show_board(&self) -> String {
        self.now.draw()
    }

    fn board_text(&self) -> String {
        self.now.write().unwrap_or_else(|| {
            let drawing = self.now.draw();
            drawing.lines().next().unwrap_or_default().to_owned()
        })
    }

    fn evaluate(&self) -> Result<(Score, Vec<String>), Refusal> {
        Err(Refusal::Unsupported(Feature::Evaluation.name()))
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Result<Option<u64>, Refusal> {
        Ok(paths(&self.now, depth, stop))
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::list::<G>(&self.thinker)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        options::set::<G>(&mut self.thinker, name, value)
    }

    fn search(
        &mut self,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Vec<Report<String>> {
        let (lines, excuse) = self.thinker.search(&self.now, request, stop, report);
        self.excuse = excuse;
        lines
    }

    fn why_no_move(&self) -> Refusal {
        let unknown = || Refusal::Failed("no move was found".to_owned());
        self.excuse.clone().unwrap_or_else(unknown)
    }

    fn offers(&self, feature: Feature) -> bool {
        match feature {
            Feature::Board => self.now.write().is_some(),
            Feature::Tree => true,
            Feature::Record | Feature::Evaluation | Feature::Explanation => false,
        }
    }

    fn tree(&self, method: TreeMethod, format: TreeFormat) -> Result<String, Refusal> {
        draw_tree(&self.now, method, format)
    }

    /// A search of these players leaves nothing behind.
    fn recover(&mut self) {}
}

/// The search tree of a game in the format asked for.
///
/// # Errors
/// [`Refusal::Failed`] if the tree is too large to draw.
pub fn draw_tree<G: Playable>(
    game: &G,
    method: TreeMethod,
    format: TreeFormat,
) -> Result<String, Refusal> {
    let method = match method {
        TreeMethod::Minimax => Method::Minimax,
        TreeMethod::AlphaBeta => Method::AlphaBeta,
    };
    let drawing = drawing::draw(game, method).map_err(|_| {
        Refusal::Failed(format!(
            "the tree from here has more than {MOST_NODES} nodes, too many to draw"
        ))
    })?;
    Ok(match format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Steps => drawing.steps().join("\n"),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Svg => drawing.svg(),
    })
}

/// How many paths of `depth` moves start at `game`, or `None` if `stop` was raised.
fn paths<G: Game>(game: &G, depth: u32, stop: &StopFlag) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    if depth == 0 || game.outcome().is_some() {
        return Some(1);
    }
    let moves = game.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    moves
        .into_iter()
        .map(|mv| paths(&game.after(mv), depth - 1, stop))
        .sum()
}

/// How long an idle thinker sleeps between two looks at the stop flag.
const NAP: Duration = Duration::from_millis(2);

#[cfg(test)]
mod tests;
