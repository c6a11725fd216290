//! A person's terminal: what is said to it and what is typed.
//!
//! Lines of a pipe or a file, or the keys of a real terminal ([`super::keys`]). In raw mode a line
//! feed moves the cursor down only, so every text passes [`Terminal::put`], which knows. Where
//! there are keys, a [`View`] is drawn over the one before it. Knows no game.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::queue;
use thiserror::Error;

use super::keys::{Key, Keyboard};
use super::paint::{Area, columns, painted, pictured, tail, with_discs, wrapped};
use super::words::{Command, Words, is_typed, is_yes};
use bianca_play::game::GameError;
use bianca_play::player::PlayerError;
use bianca_search::request::StopFlag;
use bianca_system::foreign::{is_unsafe, next_line};

/// Bytes of a line that are read; nobody types more, and a file could hold anything.
const LONGEST_LINE: usize = 4096;
/// How long a search may take before the person is told that it runs.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a key is looked for while a search runs.
const LOOK: Duration = Duration::from_millis(50);
/// How often a view that changes by itself, because of a clock, is drawn anew.
const TICK: Duration = Duration::from_millis(250);
/// What stands before a line that is typed where there are keys.
const PROMPT: &str = "> ";

/// Why a conversation is over before its end.
#[derive(Debug, Error)]
pub enum Ended {
    /// The person has left, by word or by closing the input.
    #[error("the input has ended")]
    Left,
    /// The person has left by Ctrl-C where that is a key.
    #[error("interrupted")]
    Interrupted,
    /// The terminal failed.
    #[error(transparent)]
    Broken(#[from] io::Error),
    /// A player failed.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The game refuses what a player chose.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game was to be saved and is not; why.
    #[error("{0}")]
    Unsaved(String),
}

/// What is typed on.
enum Input {
    Lines(Box<dyn BufRead + Send>),
    Keys(Box<dyn Keyboard>),
}

/// A board with what stands below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Lines that are never broken, their discs in colours.
    pub board: String,
    /// Where its squares are, if it is a board of discs.
    pub area: Option<Area>,
    /// Paragraphs, broken where the terminal is narrow.
    pub text: Vec<String>,
    /// The last paragraph: what is waited for.
    pub prompt: String,
}

/// What somebody who was shown a view did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Typed a line.
    Line(String),
    /// Pressed a key that moves the choice, or chooses.
    Key(Key),
    /// Nothing until the time was over.
    TooLate,
}

/// A person who reads and types.
pub struct Terminal {
    input: Input,
    output: Box<dyn Write + Send>,
    colors: bool,
    /// Columns of a terminal that lines are typed on; `None` if lines are never broken.
    columns: Option<usize>,
    /// After how long a search is said to run; `None` if nobody waits.
    patience: Option<Duration>,
    /// How many lines above the cursor the view begins that may be drawn over.
    live: Option<usize>,
    /// What is said, in the person's language.
    pub words: Words,
}

impl Terminal {
    /// A terminal, pipe or file on which lines are typed. `columns` are those of a real one.
    pub fn with_lines(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        columns: Option<usize>,
        words: Words,
    ) -> Terminal {
        Terminal {
            input: Input::Lines(Box::new(input)),
            output: Box::new(output),
            colors: false,
            columns,
            patience: columns.map(|_| PATIENCE),
            live: None,
            words,
        }
    }

    /// A terminal with keys.
    pub fn with_keys(
        keyboard: impl Keyboard + 'static,
        output: impl Write + Send + 'static,
        words: Words,
    ) -> Terminal {
        Terminal {
            input: Input::Keys(Box::new(keyboard)),
            output: Box::new(output),
            colors: false,
            columns: None,
            patience: Some(PATIENCE),
            live: None,
            words,
        }
    }

    /// The same, with colours or without.
    pub fn colored(self, colors: bool) -> Terminal {
        Terminal { colors, ..self }
    }

    /// Whether single keys can be pressed.
    pub fn has_keys(&self) -> bool {
        matches!(self.input, Input::Keys(_))
    }

    /// Writes lines; a text that is wider than the terminal is broken between words.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.clear_view()?;
        for line in text.split('\n') {
            for row in wrapped(line, self.width()) {
                self.put(&(with_discs(&row, self.colors) + "\n"))?;
            }
        }
        self.output.flush()
    }

    /// Writes a part of a line.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.put(text)?;
        self.output.flush()
    }

    /// Shows how far something is, over what was shown of it before; nothing where nobody waits.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn progress(&mut self, done: usize, all: usize) -> io::Result<()> {
        if self.patience.is_none() {
            return Ok(());
        }
        let end = if done == all { "\r\x1b[K" } else { "" };
        self.write(&format!("\r{done}/{all}{end}"))
    }

    /// The next line without blanks around it, in lower case.
    ///
    /// # Errors
    /// [`Ended::Left`] at the end of the input and when the line says so.
    pub fn listen(&mut self) -> Result<String, Ended> {
        Ok(self.hear()?.to_lowercase())
    }

    /// The next line as it was typed, without blanks around it.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn hear(&mut self) -> Result<String, Ended> {
        let line = match &mut self.input {
            Input::Keys(_) => self.edit(PROMPT, String::new(), None)?.unwrap_or_default(),
            Input::Lines(input) => {
                let line = next_line(input, LONGEST_LINE)?.ok_or(Ended::Left)?;
                String::from_utf8_lossy(&line.bytes).into_owned()
            }
        };
        understood(&line)
    }

    /// Says something and hears the answer.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn ask(&mut self, question: &str) -> Result<String, Ended> {
        self.say(question)?;
        self.listen()
    }

    /// Asks a question whose answer is yes or something else.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn agrees(&mut self, question: &str) -> Result<bool, Ended> {
        let answer = self.ask(question)?;
        Ok(is_yes(&answer))
    }

    /// Writes a board, its `X` and `O` in colours and its hints faint.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn draw(&mut self, board: &str) -> io::Result<()> {
        self.clear_view()?;
        let board = painted(board, self.colors);
        self.put(&(board + "\n"))?;
        self.output.flush()
    }

    /// A view's board as it is shown here.
    fn looks(&self, view: &View) -> String {
        match &view.area {
            Some(area) if self.colors => pictured(&view.board, area),
            _ => painted(&view.board, self.colors),
        }
    }

    /// Whether boards of discs are shown in colours.
    pub fn has_colors(&self) -> bool {
        self.colors
    }

    /// Draws a view that stays.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn show(&mut self, view: &View) -> io::Result<()> {
        if !view.board.is_empty() {
            self.clear_view()?;
            self.put(&(self.looks(view) + "\n"))?;
            self.output.flush()?;
        }
        for text in view.text.iter().chain([&view.prompt]) {
            if !text.is_empty() {
                self.say(text)?;
            }
        }
        Ok(())
    }

    /// Draws a view over the one before it, where there are keys.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn show_over(&mut self, view: &View) -> io::Result<()> {
        if !self.has_keys() {
            return self.show(view);
        }
        self.clear_view()?;
        let width = self.width();
        let text = view.text.iter().chain([&view.prompt]);
        let text: Vec<String> = text.flat_map(|text| wrapped(text, width)).collect();
        let board = view.board.lines().map(columns);
        let board: usize = board.map(|line| line.div_ceil(width).max(1)).sum();
        self.put(&self.looks(view))?;
        for line in &text {
            self.put(&format!("\n{}", with_discs(line, self.colors)))?;
        }
        let above = board + text.len() - 1;
        // What has left the screen at its top cannot be drawn over.
        self.live = (above < self.height()).then_some(above);
        self.output.flush()
    }

    /// What the person does about `view`: a line where lines are typed, else a key, or a line that
    /// begins with a colon or with a character that `begins_line`. `view` is drawn anew while
    /// nothing is done, for the clocks; after `deadline` it is too late, where there are keys.
    ///
    /// # Errors
    /// As [`Terminal::listen`].
    pub fn choose(
        &mut self,
        view: &mut dyn FnMut() -> View,
        begins_line: fn(char) -> bool,
        deadline: Option<Instant>,
    ) -> Result<Chosen, Ended> {
        let mut shown = view();
        self.show_over(&shown)?;
        if !self.has_keys() {
            return Ok(Chosen::Line(self.hear()?));
        }
        loop {
            match self.key(TICK)? {
                None if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    return Ok(Chosen::TooLate);
                }
                None => {
                    let now = view();
                    if now != shown {
                        self.show_over(&now)?;
                        shown = now;
                    }
                }
                // The terminal's lines may be broken elsewhere now: what was drawn is lost.
                Some(Key::Redraw) => {
                    self.live = None;
                    self.put("\n")?;
                    self.show_over(&view())?;
                }
                Some(Key::Interrupt) => return Err(Ended::Interrupted),
                Some(Key::End) => return Err(Ended::Left),
                Some(Key::Char(c)) if matches!(c, ':' | '：') || begins_line(c) => {
                    let begun = if begins_line(c) {
                        c.to_string()
                    } else {
                        String::new()
                    };
                    let line = self.edit(PROMPT, begun, deadline)?;
                    match line {
                        Some(line) if !line.trim().is_empty() => {
                            return Ok(Chosen::Line(understood(&line)?));
                        }
                        Some(_) => self.show_over(&view())?,
                        None => return Ok(Chosen::TooLate),
                    }
                }
                Some(key) => return Ok(Chosen::Key(key)),
            }
        }
    }

    /// Waits for a key, where there are keys.
    fn key(&mut self, patience: Duration) -> io::Result<Option<Key>> {
        match &mut self.input {
            Input::Keys(keyboard) => keyboard.next(patience),
            Input::Lines(_) => Ok(None),
        }
    }

    /// Reads a line key by key on the cursor's line; `None` once it is too late.
    fn edit(
        &mut self,
        prompt: &str,
        begun: String,
        deadline: Option<Instant>,
    ) -> Result<Option<String>, Ended> {
        let mut line = begun;
        loop {
            let room = self.width().saturating_sub(columns(prompt) + 1);
            self.clear_line()?;
            self.put(&format!("{prompt}{}", tail(&line, room)))?;
            self.output.flush()?;
            match self.key(TICK)? {
                None if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    return Ok(None);
                }
                Some(Key::Char(c)) if !is_unsafe(c) && line.len() < LONGEST_LINE => line.push(c),
                Some(Key::Backspace) => drop(line.pop()),
                Some(Key::EraseLine) => line.clear(),
                Some(Key::Escape) => return Ok(Some(String::new())),
                Some(Key::Interrupt) => return Err(Ended::Interrupted),
                Some(Key::End) => return Err(Ended::Left),
                Some(Key::Enter) => {
                    // In a view the cursor stays where it is, and the view is drawn over.
                    if self.live.is_none() {
                        self.put("\n")?;
                    }
                    return Ok(Some(line));
                }
                _ => {}
            }
        }
    }

    /// Does some work that may take long. The person is told after a second, and can stop it by
    /// Ctrl-C; `work` must then come back soon, because `stop` is raised.
    ///
    /// # Errors
    /// [`Ended::Interrupted`]; if the terminal fails.
    pub fn while_waiting<T: Send>(
        &mut self,
        stop: &StopFlag,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Ended> {
        let Some(patience) = self.patience else {
            return Ok(work());
        };
        thread::scope(|scope| {
            let (sender, done) = channel();
            let began = Instant::now();
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // Nobody listens any more if the terminal has failed.
                let _ = sender.send(work());
            })?;
            let mut is_announced = false;
            let watched = loop {
                let wait = if self.has_keys() { LOOK } else { patience };
                match done.recv_timeout(wait) {
                    Ok(result) => break Ok(result),
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => std::panic::resume_unwind(panic),
                        Ok(()) => unreachable!("the work sends what it found"),
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if !is_announced && began.elapsed() >= patience {
                    is_announced = true;
                    if let Err(error) = self.say_thinking() {
                        break Err(error.into());
                    }
                }
                if let Err(ended) = self.look_for_interrupt() {
                    break Err(ended);
                }
            };
            if watched.is_err() {
                stop.raise();
            }
            watched
        })
    }

    fn say_thinking(&mut self) -> io::Result<()> {
        let thinking = self.words.thinking();
        if !self.has_keys() {
            return self.say(thinking);
        }
        self.clear_line()?;
        self.put(thinking)?;
        self.output.flush()
    }

    /// Leaves what is shown for so long, or until a key is pressed.
    ///
    /// # Errors
    /// [`Ended::Left`] and [`Ended::Interrupted`], if the key says so.
    pub fn glance(&mut self, time: Duration) -> Result<(), Ended> {
        match self.key(time)? {
            Some(Key::Interrupt) => Err(Ended::Interrupted),
            Some(Key::End | Key::Char('q')) => Err(Ended::Left),
            _ => Ok(()),
        }
    }

    /// Keeps what is typed ahead, and hears Ctrl-C.
    fn look_for_interrupt(&mut self) -> Result<(), Ended> {
        let Input::Keys(keyboard) = &mut self.input else {
            return Ok(());
        };
        let mut kept = Vec::new();
        while let Some(key) = keyboard.next(Duration::ZERO)? {
            match key {
                Key::Interrupt => return Err(Ended::Interrupted),
                key => kept.push(key),
            }
            if kept.len() == LONGEST_LINE {
                break;
            }
        }
        for key in kept {
            keyboard.put_back(key);
        }
        Ok(())
    }

    /// Does some work during which Ctrl-C ends the program.
    ///
    /// # Errors
    /// If the terminal fails.
    pub fn while_released<T>(&mut self, work: impl FnOnce(&mut Terminal) -> T) -> io::Result<T> {
        self.leave_view()?;
        if let Input::Keys(keyboard) = &mut self.input {
            keyboard.release();
        }
        let done = work(self);
        if let Input::Keys(keyboard) = &mut self.input {
            keyboard.take()?;
        }
        Ok(done)
    }

    /// Puts the cursor below the view, which stays.
    ///
    /// # Errors
    /// If the output refuses.
    pub fn leave_view(&mut self) -> io::Result<()> {
        if self.live.take().is_some() {
            self.put("\n")?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Takes the view away that may be drawn over.
    fn clear_view(&mut self) -> io::Result<()> {
        use crossterm::cursor::MoveUp;
        use crossterm::terminal::{Clear, ClearType};

        if let Some(above) = self.live.take() {
            self.put("\r")?;
            // Nothing goes one line up where a terminal is asked to go no line up.
            if let Some(above) = u16::try_from(above).ok().filter(|above| *above > 0) {
                queue!(self.output, MoveUp(above))?;
            }
            queue!(self.output, Clear(ClearType::FromCursorDown))?;
        }
        Ok(())
    }

    fn clear_line(&mut self) -> io::Result<()> {
        use crossterm::terminal::{Clear, ClearType};

        self.put("\r")?;
        queue!(self.output, Clear(ClearType::UntilNewLine))
    }

    /// Writes a text as the terminal needs it in its mode.
    fn put(&mut self, text: &str) -> io::Result<()> {
        if self.has_keys() {
            write!(self.output, "{}", text.replace('\n', "\r\n"))
        } else {
            write!(self.output, "{text}")
        }
    }

    /// Columns that a line may take.
    fn width(&self) -> usize {
        match &self.input {
            // A character in the last column makes some terminals go to the next line.
            Input::Keys(keyboard) => keyboard.size().0.saturating_sub(1).max(1),
            Input::Lines(_) => self.columns.unwrap_or(usize::MAX).max(1),
        }
    }

    fn height(&self) -> usize {
        match &self.input {
            Input::Keys(keyboard) => keyboard.size().1,
            Input::Lines(_) => usize::MAX,
        }
    }
}

/// A line as it is meant: without blanks around it, and what is typed full width as plain ASCII.
///
/// # Errors
/// [`Ended::Left`], if it says so.
fn understood(line: &str) -> Result<String, Ended> {
    let plain = line.chars().map(|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        other => other,
    });
    let line = plain.collect::<String>().trim().to_owned();
    if is_typed(&line.to_lowercase(), |words| {
        words.typed(Command::Quit.name())
    }) {
        Err(Ended::Left)
    } else {
        Ok(line)
    }
}

#[cfg(test)]
mod tests;
