//! What a person at the table types or presses when it is his turn, until it is a move.

use super::board::{Board, Direction};
use super::console::{Chosen, View};
use super::keys::Key;
use super::paint::{TIED, columns};
use super::saving;
use super::table::{Desk, Ending, Why};
use super::words::{Command, command};
use bianca_play::game::Game;
use bianca_play::game::{GameKind, Pieces};
use bianca_play::games::drawing::TreeFormat;
use bianca_play::games::moves::{GameMove, in_words};
use bianca_play::games::search::Method;
use bianca_play::strategy::words::title;
use bianca_play::strategy::{explain_move, explain_position};
use bianca_records::record::transcript::parse_transcript;
use bianca_rules::othello::{Color, Move, Square};

/// Squares of a finding that are named; a list of more is only looked at on the board.
const MOST_SQUARES: usize = 12;

/// Where the cursor is.
#[derive(Clone, Copy)]
struct Cursor {
    cell: usize,
    /// Whether Enter plays there.
    is_possible: bool,
}

/// What came of something typed or pressed.
enum Done {
    /// This move is played.
    Move(GameMove),
    /// The board is to be shown again.
    Again,
    /// Only the question is to be asked again.
    Ask,
}

impl Desk {
    /// Asks until a legal move is chosen.
    ///
    /// # Errors
    /// If the person wants something else than a move.
    pub fn ask_person(&mut self, game: &dyn Game, color: Color) -> Result<GameMove, Why> {
        let board = Board::of(game);
        let moves = game.legal(None);
        let mut cell = self.first_cell(&board, &moves);
        let mut again = true;
        loop {
            let scores = if self.scores {
                self.best_moves(game)?
            } else {
                None
            };
            let is_possible = moves.iter().any(|mv| board.cell(*mv) == Some(cell));
            let cursor = Cursor { cell, is_possible };
            let chosen = self.choose(game, &board, scores, cursor, again, color)?;
            let done = match chosen {
                // The clock says the rest.
                Chosen::TooLate => Done::Move(moves.first().copied().unwrap_or(GameMove::PASS)),
                Chosen::Key(key) => self.press(key, game, &board, &moves, &mut cell)?,
                Chosen::Line(line) => self.typed(&line, game, &board, &moves, color)?,
            };
            match done {
                Done::Move(mv) => {
                    self.cursor = Some(mv);
                    return Ok(mv);
                }
                Done::Again => again = true,
                Done::Ask => again = self.terminal.has_keys(),
            }
        }
    }

    /// Where the cursor is at the beginning of a turn: at the possible move nearest to where it
    /// was.
    fn first_cell(&self, board: &Board, moves: &[GameMove]) -> usize {
        let before = self.cursor.and_then(|mv| board.cell(mv));
        let possible = moves.iter().filter_map(|mv| board.cell(*mv));
        let nearest =
            possible.min_by_key(|cell| before.map(|before| board.distance(before, *cell)));
        nearest.or(before).unwrap_or(0)
    }

    fn choose(
        &mut self,
        game: &dyn Game,
        board: &Board,
        scores: Option<String>,
        cursor: Cursor,
        again: bool,
        color: Color,
    ) -> Result<Chosen, Why> {
        let words = self.terminal.words;
        let asked = match (self.persons, color) {
            _ if game.kind().is_puzzle() => words.your_turn().to_owned(),
            ([true, true], Color::Black) => words.move_of('X'),
            ([true, true], Color::White) => words.move_of('O'),
            _ => words.your_turn().to_owned(),
        };
        let has_keys = self.terminal.has_keys();
        let prompt = if has_keys {
            let key = if cursor.is_possible {
                "enter"
            } else {
                "arrows"
            };
            words.with_keys(&asked, board.word(cursor.cell), key)
        } else {
            asked
        };
        let standing = self.standing(game, board);
        let drawn = board.drawn(self.last(), has_keys.then_some(cursor.cell));
        let mut messages = self.news.clone();
        if game.kind().info().pieces == Pieces::None {
            // Nothing on the board shows where one can go.
            let moves: Vec<String> = board.moves().map(|mv| mv.to_string()).collect();
            messages.push(words.available(moves.join(" ")));
        }
        messages.extend(scores.map(|scores| words.best_moves(&scores)));
        let mut view = || View {
            board: if again { drawn.clone() } else { String::new() },
            area: board.area(),
            text: if again {
                standing
                    .lines()
                    .into_iter()
                    .chain(messages.clone())
                    .collect()
            } else {
                Vec::new()
            },
            prompt: prompt.clone(),
        };
        let deadline = self.allowed(color).map(|allowed| self.began + allowed);
        // Whatever can begin a move or a word, in any language.
        let begins_line = |c: char| match c {
            '：' | '？' => false,
            _ => !c.is_ascii() || c.is_ascii_alphanumeric() || c == '(',
        };
        let chosen = self.terminal.choose(&mut view, begins_line, deadline)?;
        if has_keys {
            // What was said has been read.
            if !matches!(
                chosen,
                Chosen::Key(Key::Up | Key::Down | Key::Left | Key::Right)
            ) {
                self.news.clear();
            }
        }
        Ok(chosen)
    }

    fn press(
        &mut self,
        key: Key,
        game: &dyn Game,
        board: &Board,
        moves: &[GameMove],
        cell: &mut usize,
    ) -> Result<Done, Why> {
        let direction = match key {
            Key::Up => Some(Direction::Up),
            Key::Down => Some(Direction::Down),
            Key::Left => Some(Direction::Left),
            Key::Right => Some(Direction::Right),
            _ => None,
        };
        if let Some(direction) = direction {
            *cell = board.beside(*cell, direction);
            return Ok(Done::Again);
        }
        let asked = match key {
            Key::Tab | Key::BackTab => {
                *cell = next_possible(board, moves, *cell, key == Key::Tab);
                return Ok(Done::Again);
            }
            Key::Enter | Key::Char(' ') => {
                let word = board.word(*cell);
                return self.play_word(&word, game, board, moves);
            }
            Key::Backspace => Command::Undo,
            Key::Char('?' | '？') => Command::Help,
            _ => return Ok(Done::Again),
        };
        self.obey(asked, "", game, moves, game.to_move())
    }

    fn typed(
        &mut self,
        line: &str,
        game: &dyn Game,
        board: &Board,
        moves: &[GameMove],
        color: Color,
    ) -> Result<Done, Why> {
        if line.is_empty() {
            return Ok(Done::Ask);
        }
        let lower = line.to_lowercase();
        let (first, rest) = match line.split_once(char::is_whitespace) {
            Some((first, rest)) => (first.to_lowercase(), rest.trim()),
            None => (lower.clone(), ""),
        };
        if let Some(asked) = command(&lower) {
            return self.obey(asked, "", game, moves, color);
        }
        if let Some(asked) = command(&first) {
            return self.obey(asked, rest, game, moves, color);
        }
        self.play_word(&lower, game, board, moves)
    }

    /// Plays what was typed if it is a legal move, or says why it is not.
    fn play_word(
        &mut self,
        word: &str,
        game: &dyn Game,
        board: &Board,
        moves: &[GameMove],
    ) -> Result<Done, Why> {
        let disc = word.parse::<Move>().map(|mv| mv.to_string());
        let meant = |text: &str| {
            bare(text) == bare(word)
                || disc.as_ref().is_ok_and(|disc| disc == text)
                || digits(text).is_some_and(|d| d == word)
        };
        if let Some(mv) = moves.iter().find(|mv| meant(&mv.to_string())) {
            return Ok(Done::Move(*mv));
        }
        let words = self.terminal.words;
        let on_board = board.moves().map(|mv| mv.to_string());
        let mut on_board = on_board.filter(|cell| meant(cell));
        let message = match on_board.next() {
            Some(cell) if super::standing::counts_discs(game) => words.not_possible(&cell),
            Some(_) if game.kind().is_puzzle() => words.frog_cannot_move().to_owned(),
            Some(_) => words.not_available().to_owned(),
            None => words.not_understood(word),
        };
        self.tell(message)
    }

    /// Says something short: in the view where that is drawn over, else at once.
    fn tell(&mut self, text: String) -> Result<Done, Why> {
        if self.terminal.has_keys() {
            self.news = vec![text]
        } else {
            self.terminal.say(&text)?
        }
        Ok(Done::Ask)
    }

    fn obey(
        &mut self,
        asked: Command,
        rest: &str,
        game: &dyn Game,
        moves: &[GameMove],
        color: Color,
    ) -> Result<Done, Why> {
        let words = self.terminal.words;
        match asked {
            Command::Quit => return Err(super::console::Ended::Left.into()),
            Command::Undo => return Err(Why::Undo),
            Command::Resign if !game.kind().is_puzzle() => {
                return Err(Why::Lost(Ending::Resigned(color)));
            }
            Command::Rules => self.terminal.say(words.rules(game.kind().name()))?,
            Command::Help if command(&rest.to_lowercase()) == Some(Command::Rules) => {
                self.terminal.say(words.rules(game.kind().name()))?;
            }
            Command::Help => {
                let help = self.help(game, moves);
                self.terminal.say(&help)?;
            }
            Command::Hint => {
                let best = self.best_moves(game)?;
                let best = best.map(|best| words.best_moves(&best));
                return self.tell(best.unwrap_or_else(|| words.no_hint().to_owned()));
            }
            Command::Scores => {
                self.scores = !self.scores;
                if !self.scores {
                    return self.tell(words.scores_off().to_owned());
                }
                return Ok(Done::Again);
            }
            Command::Solve if game.kind().is_puzzle() => {
                let way = self.helper.way(&mut self.terminal, game)?;
                let message = if way.is_empty() {
                    words.no_way().to_owned()
                } else {
                    in_words(&way)
                };
                return self.tell(message);
            }
            Command::Explain if game.kind() == GameKind::Othello => {
                match self.explained(game, rest) {
                    Ok(found) => self.terminal.say(&found)?,
                    Err(refused) => return self.tell(refused),
                }
            }
            Command::Minimax => self.steps(game, Method::Minimax)?,
            Command::AlphaBeta => self.steps(game, Method::AlphaBeta)?,
            Command::Moves => {
                let message = moves_so_far(words, game);
                self.terminal.say(&message)?;
            }
            Command::Save => {
                let message = saving::save(self, game, rest);
                return self.tell(message);
            }
            Command::Solve | Command::Explain | Command::Resign => {
                return self.tell(words.not_understood(words.word(asked)));
            }
        }
        Ok(if self.terminal.has_keys() {
            Done::Again
        } else {
            Done::Ask
        })
    }

    fn best_moves(&mut self, game: &dyn Game) -> Result<Option<String>, Why> {
        Ok(self.helper.best(&mut self.terminal, game)?)
    }

    /// The words that mean something in this game, each with what it does.
    fn help(&self, game: &dyn Game, moves: &[GameMove]) -> String {
        let words = self.terminal.words;
        let means_something = |asked: Command| match asked {
            Command::Explain | Command::Save => game.kind() == GameKind::Othello,
            Command::Solve => game.kind().is_puzzle(),
            Command::Minimax | Command::AlphaBeta => {
                matches!(game.kind(), GameKind::Tree | GameKind::TicTacToe)
            }
            Command::Resign => !game.kind().is_puzzle(),
            _ => true,
        };
        let example = moves
            .iter()
            .find(|mv| !mv.is_pass())
            .map_or_else(String::new, GameMove::to_string);
        let mut lines = vec![words.how_to_move(&example)];
        for asked in Command::ALL
            .into_iter()
            .filter(|asked| means_something(*asked))
        {
            let word = words.word(asked);
            let gap = " ".repeat(12_usize.saturating_sub(columns(word)).max(1));
            lines.push(format!("  {word}{gap}{}", words.does(asked.name())));
        }
        if self.terminal.has_keys() {
            lines.push(words.keys().to_owned());
        }
        lines.join("\n")
    }

    /// What the position shows, or what a move that is named does, a line for each finding.
    ///
    /// # Errors
    /// What is to be said of a word that is no possible move.
    fn explained(&self, game: &dyn Game, word: &str) -> Result<String, String> {
        let Some(game) = game.othello() else {
            return Ok(String::new());
        };
        let words = self.terminal.words;
        let (position, mover) = (game.position(), game.to_move());
        let findings = if word.is_empty() {
            explain_position(position, mover)
        } else {
            let square: Square = word.parse().map_err(|_| words.not_understood(word))?;
            if !position.moves().contains(square) {
                return Err(words.not_possible(square.to_string()));
            }
            explain_move(position, mover, square)
        };
        let lines = findings.iter().map(|finding| {
            let side = match finding.color {
                Some(Color::Black) => format!(" X{TIED}"),
                Some(Color::White) => format!(" O{TIED}"),
                None => TIED.to_string(),
            };
            let number = finding.number;
            let mut line = format!("{}:{side}{number}", title(finding.theme, words.language()));
            if (1..=MOST_SQUARES).contains(&finding.squares.len()) {
                let squares: Vec<String> = finding.squares.iter().map(|s| s.to_string()).collect();
                line += &format!(": {}", squares.join(" "));
            }
            line
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Shows what a search does, a step for each Enter.
    fn steps(&mut self, game: &dyn Game, method: Method) -> Result<(), Why> {
        match game.tree(method, TreeFormat::Steps) {
            Ok(steps) => {
                self.terminal.say(self.terminal.words.enter_for_step())?;
                for step in steps.lines() {
                    self.terminal.say(step)?;
                    self.terminal.listen()?;
                }
            }
            Err(_) => self.terminal.say(self.terminal.words.tree_too_large())?,
        }
        Ok(())
    }
}

/// The moves played, in Othello as a transcript that every program reads.
pub fn moves_so_far(words: super::words::Words, game: &dyn Game) -> String {
    let moves: Vec<GameMove> = game.history().iter().map(|(_, mv)| *mv).collect();
    if moves.is_empty() {
        return words.no_moves_yet().to_owned();
    }
    let moves = match game.othello() {
        // A pass follows from the rules; a transcript has none.
        Some(_) => {
            let discs = moves.iter().filter(|mv| !mv.is_pass());
            let line: String = discs.map(GameMove::to_string).collect();
            debug_assert!(parse_transcript(&line).is_ok());
            line
        }
        None => in_words(&moves),
    };
    words.moves_so_far(&moves)
}

/// The cell of the next possible move behind `cell`, or of the one before it.
fn next_possible(board: &Board, moves: &[GameMove], cell: usize, forward: bool) -> usize {
    let mut cells: Vec<usize> = moves.iter().filter_map(|mv| board.cell(*mv)).collect();
    cells.sort_unstable();
    let found = if forward {
        cells.iter().find(|next| **next > cell).or(cells.first())
    } else {
        cells
            .iter()
            .rev()
            .find(|next| **next < cell)
            .or(cells.last())
    };
    found.copied().unwrap_or(cell)
}

/// A move without its brackets.
fn bare(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.collect()
}

/// A square as the book types it, column and row: `53` for `e3`.
fn digits(square: &str) -> Option<String> {
    match *square.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(format!("{}{}", file - b'a' + 1, char::from(rank)))
        }
        _ => None,
    }
}
