//! What is said when a game at the table is over, and what comes then.

use std::path::{Path, PathBuf};

use super::console::Ended;
use super::saving;
use super::standing::{counts_discs, final_discs};
use super::table::{Desk, Ending, Table};
use super::words::{Command, Words, command, is_yes};
use bianca_play::game::Game;
use bianca_play::game::GameKind;
use bianca_records::record::format::FileFormat;
use bianca_rules::othello::Color;

/// What comes after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another game.
    Again,
    /// The same, from the person's last move.
    Undo,
    /// Nothing.
    Leave,
}

/// Plays games until the person has had enough. A game's file is `file` if it is to have one
/// without a question.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails; `game` stands where it was
/// then.
pub fn play(table: &mut Table, game: &mut dyn Game, file: Option<PathBuf>) -> Result<(), Ended> {
    let words = table.desk.terminal.words;
    let welcome = words.greeting(words.game(game.kind().name()));
    table.desk.terminal.say(&welcome)?;
    if let Some(followed) = table.desk.followed {
        table.desk.terminal.say(&words.follows_from(followed.elo))?;
    }
    // Discs explain themselves when they turn; these games do not.
    if !counts_discs(game) {
        table.desk.terminal.say(words.rules(game.kind().name()))?;
    }
    loop {
        game.restart();
        table.begin();
        if !game.kind().is_puzzle() && !counts_discs(game) {
            let [x, o] = &table.desk.names.clone();
            table.desk.news.push(words.seats(x, o));
        }
        loop {
            let ending = table.play(game)?;
            match table.desk.finish(game, ending, file.as_deref())? {
                Next::Leave => return Ok(()),
                Next::Again => break,
                Next::Undo => table.take_back(game)?,
            }
        }
    }
}

impl Desk {
    /// Says how the game ended, and asks what comes then.
    fn finish(
        &mut self,
        game: &dyn Game,
        ending: Ending,
        file: Option<&Path>,
    ) -> Result<Next, Ended> {
        self.ending = Some(ending);
        let board = super::board::Board::of(game);
        let view = self.view(game, &board);
        self.terminal.show_over(&view)?;
        self.terminal.leave_view()?;
        self.news.clear();
        let message = self.result(game, ending);
        self.terminal.say(&message)?;
        if let Some(followed) = self.followed
            && let Some(before) = followed.before
        {
            let words = self.terminal.words;
            self.terminal
                .say(&words.follows_with(before, followed.elo))?;
        }
        let saved = match game.othello() {
            // Saved first: what is left in the middle of a review is not lost.
            Some(_) if game.turns() > 0 => {
                self.unkept = true;
                let saved = self.offer_file(game, file)?;
                self.unkept = false;
                saved
            }
            _ => None,
        };
        if self.reviews {
            self.review(game)?;
        }
        if let Some(path) = saved {
            self.say_how_to_go_on(&path)?;
        }
        if self.persons == [false, false] {
            return Ok(Next::Leave);
        }
        loop {
            let answer = self.terminal.ask(self.terminal.words.once_more())?;
            match command(&answer) {
                Some(Command::Undo) => return Ok(Next::Undo),
                _ if is_plain_yes(&answer) => return Ok(Next::Again),
                _ if answer.is_empty() || is_no(&answer) => return Ok(Next::Leave),
                // A move, perhaps, that came too late.
                _ => {}
            }
        }
    }

    /// Who has won, and by how much.
    fn result(&self, game: &dyn Game, ending: Ending) -> String {
        let words = self.terminal.words;
        let name = |color| self.name(color);
        let (winner, points, why) = match ending {
            Ending::Resigned(loser) => (Some(!loser), None, Some(words.gives_up(name(loser)))),
            Ending::OutOfTime(loser) => (Some(!loser), None, Some(words.out_of_time(name(loser)))),
            Ending::Points(points) if game.kind().is_puzzle() => {
                let message = if points > 0 {
                    words.success()
                } else {
                    words.failure()
                };
                return message.to_owned();
            }
            Ending::Points(points) => {
                let winner = match points.signum() {
                    1 => Some(Color::Black),
                    -1 => Some(Color::White),
                    _ => None,
                };
                (winner, Some(points), None)
            }
        };
        let points = points.map_or_else(String::new, |points| score(game, points));
        let message = match (winner, self.only_person()) {
            (None, _) => words.draw().to_owned(),
            (Some(winner), Some(person)) if winner == person => words.you_win_by(&points),
            (Some(_), Some(_)) => words.you_lose_by(&points),
            (Some(winner), None) => words.wins(name(winner), &points),
        };
        match why {
            // Chinese has no blank between sentences.
            Some(why) if why.ends_with('。') => why + &message,
            Some(why) => format!("{why} {message}"),
            None => message,
        }
    }

    /// Saves the game in `file`, or asks for a name; gives where it was saved, if it was.
    fn offer_file(
        &mut self,
        game: &dyn Game,
        file: Option<&Path>,
    ) -> Result<Option<PathBuf>, Ended> {
        let words = self.terminal.words;
        if file.is_none() && self.persons == [false, false] {
            return Ok(None);
        }
        let mut named = file.map(|file| file.display().to_string());
        // Who named a file wants his games beside it.
        let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
        loop {
            let name = match named.take() {
                Some(name) => name,
                None => match self.ask_for_name(words, folder)? {
                    Some(name) => name,
                    None => return Ok(None),
                },
            };
            let saved = saving::try_to_save(self, game, &name);
            let (Ok(message) | Err(message)) = &saved;
            self.terminal.say(message)?;
            if saved.is_ok() {
                return Ok(Some(saving::named(&name)));
            }
            // Nobody is there who could name another.
            if self.persons == [false, false] {
                return Ok(None);
            }
        }
    }

    /// Asks for the name of a file, and proposes a new one in `folder`; none if the game is not to
    /// be saved.
    fn ask_for_name(&mut self, words: Words, folder: &Path) -> Result<Option<String>, Ended> {
        let proposed = saving::free_name(folder);
        self.terminal.say(&words.save_as(&proposed))?;
        let answer = self.terminal.hear()?;
        let lower = answer.to_lowercase();
        Ok(match lower.as_str() {
            no if is_no(no) => None,
            yes if yes.is_empty() || is_plain_yes(yes) => Some(proposed),
            // As it is said during the game: save FILE.
            _ => match answer.split_once(' ') {
                Some((word, name)) if command(&word.to_lowercase()) == Some(Command::Save) => {
                    Some(name.trim().to_owned())
                }
                _ => Some(answer),
            },
        })
    }

    /// Says what can be done with a game that was saved, if its moves were.
    fn say_how_to_go_on(&mut self, path: &Path) -> Result<(), Ended> {
        if !FileFormat::of_path(path).is_some_and(FileFormat::keeps_moves) {
            return Ok(());
        }
        let name = quoted(&path.to_string_lossy());
        let analyze = format!("bianca analyze {name} --explain");
        let board = format!("bianca board {name}");
        let message = self.terminal.words.go_on_with(analyze, board);
        Ok(self.terminal.say(&message)?)
    }
}

/// The name of a file as it is typed in a shell of this system.
fn quoted(name: &str) -> String {
    // Single quotes protect nothing in Windows' command line; double ones do there and in
    // PowerShell, and no file's name has any.
    let is_plain = |character: char| character.is_alphanumeric() || r"\/:.-_~".contains(character);
    if cfg!(windows) {
        return if name.chars().all(is_plain) {
            name.to_owned()
        } else {
            format!("\"{name}\"")
        };
    }
    shlex::try_quote(name).map_or_else(|_| name.to_owned(), |name| name.into_owned())
}

/// The result for the winner: the discs of both, or the points of a game that has them.
pub fn score(game: &dyn Game, points: i32) -> String {
    if counts_discs(game) {
        let [x, o] = final_discs(game);
        return format!(" {}–{}", x.max(o), x.min(o));
    }
    match game.kind() {
        GameKind::Tree => format!(" ({points:+})"),
        _ => String::new(),
    }
}

/// Whether this is a no in any language.
fn is_no(answer: &str) -> bool {
    super::words::is_typed(answer, Words::no)
}

/// Whether this is a yes and not another word or a file's name that begins like one.
fn is_plain_yes(answer: &str) -> bool {
    answer.chars().count() <= 3 && is_yes(answer) && !answer.contains('.')
}

#[cfg(test)]
mod tests;
