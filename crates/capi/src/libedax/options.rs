//! What a program has set by Edax's options.
//!
//! Invariant: what is refused changes nothing. Files are others' business, but for the lines that
//! they have.

use std::time::Duration;

use bianca_protocol::protocol::edax::options::{
    EdaxOptionError, EdaxOptions, USUAL_LEVEL, in_lines, meaning,
};
use bianca_protocol::protocol::edax::order::Mode;
use bianca_rules::othello::Color;
use bianca_rules::reading::ClockReading;
use bianca_rules::score::Score;
use bianca_search::request::Limits;
use bianca_search::search::Settings;

/// Where Edax has its book.
const BOOK: &str = "data/book.dat";
/// What stands before the name of a file with options.
const FILES: [&str; 2] = ["o", "option-file"];

/// Time that is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Time {
    /// None: the level says how far to search.
    #[default]
    Level,
    Move(Duration),
    /// What either side has left.
    Game(Duration),
}

/// The options of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Those of the search.
    pub settings: Settings,
    /// Which sides the engine plays by itself.
    pub mode: Mode,
    /// Whether the book is asked.
    pub book_is_on: bool,
    /// The file of the book.
    pub book_file: String,
    /// How much worse than the best a move of the book may be.
    pub variety: Score,
    time: Time,
    /// What black and white have left of a game's time.
    left: [Duration; 2],
    words: EdaxOptions,
}

impl Default for Options {
    fn default() -> Options {
        let processors = std::thread::available_parallelism();
        let settings = Settings {
            threads: processors.map_or(1, |number| number.get().min(256)),
            level: USUAL_LEVEL,
            ..Settings::default()
        };
        Options {
            settings,
            mode: Mode::Neither,
            book_is_on: true,
            book_file: BOOK.to_owned(),
            variety: Score::default(),
            time: Time::Level,
            left: [Duration::ZERO; 2],
            words: EdaxOptions::default(),
        }
    }
}

/// A name without the dashes that may stand before it.
fn bare(name: &str) -> &str {
    name.trim().trim_start_matches('-')
}

impl Options {
    /// Sets an option by its name, with or without dashes.
    ///
    /// # Errors
    /// If Edax has none such, or the value is none of it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EdaxOptionError> {
        let (name, value) = (bare(name), value.trim());
        let ours = self.words.set(name, value)?;
        if name == "mode" {
            self.mode = self.words.mode;
        }
        let Some((ours, meant)) = ours else {
            return Ok(());
        };
        let number = || meant.parse().unwrap_or(0);
        let time = || {
            let seconds = meant.parse().unwrap_or(0.0);
            Duration::try_from_secs_f64(seconds).unwrap_or_default()
        };
        match ours {
            "Threads" => self.settings.threads = number(),
            "Hash" => self.settings.hash_mib = number(),
            "Level" => {
                self.settings.level = number() as u32;
                self.time = Time::Level;
            }
            "MoveTime" => self.time = Time::Move(time()),
            "GameTime" => {
                self.time = Time::Game(time());
                self.begin();
            }
            "BookVariety" => self.variety = Score::from_discs(number() as i32),
            "Book" => {
                self.book_is_on = self.words.book_is_on();
                if name == "book-file" {
                    self.book_file = value.to_owned();
                }
            }
            // It does not think while others do.
            _ => {}
        }
        Ok(())
    }

    /// Sets what the words of a command line say, the first of which is the program's name. What
    /// is refused is given to `refuse`, and the rest is set; `read` gives the text of a file.
    pub fn set_words(
        &mut self,
        words: &[String],
        read: &dyn Fn(&str) -> Option<String>,
        refuse: &mut dyn FnMut(EdaxOptionError),
    ) {
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            let name = bare(word);
            let names_file = FILES.contains(&name);
            let takes_value = meaning(name).is_some_and(|meaning| meaning.takes_value());
            let value = if takes_value || names_file {
                words.next()
            } else {
                None
            };
            match value {
                Some(file) if names_file => {
                    let text = read(file).unwrap_or_default();
                    self.set_lines(&text, refuse);
                }
                None if takes_value || names_file => refuse(EdaxOptionError::NoValue(word.clone())),
                value => {
                    let set = self.set(word, value.map_or("", |value| value));
                    set.unwrap_or_else(&mut *refuse);
                }
            }
        }
    }

    /// Sets what the lines of an option file say.
    pub fn set_lines(&mut self, text: &str, refuse: &mut dyn FnMut(EdaxOptionError)) {
        for (name, value) in in_lines(text) {
            self.set(name, value).unwrap_or_else(&mut *refuse);
        }
    }

    /// A game begins: both sides have all their time.
    pub fn begin(&mut self) {
        if let Time::Game(time) = self.time {
            self.left = [time; 2];
        }
    }

    /// A move of `side` has taken so long.
    pub fn spend(&mut self, side: Color, time: Duration) {
        let left = &mut self.left[side.select(0, 1)];
        *left = left.saturating_sub(time);
    }

    /// How far `side` may search.
    pub fn limits(&self, side: Color) -> Limits {
        let (move_time, clock) = match self.time {
            Time::Level => (None, None),
            Time::Move(time) => (Some(time), None),
            Time::Game(_) => {
                let remaining = self.left[side.select(0, 1)];
                let reading = ClockReading {
                    remaining,
                    ..ClockReading::default()
                };
                (None, Some(reading))
            }
        };
        Limits {
            move_time,
            clock,
            ..Limits::default()
        }
    }
}

impl std::fmt::Display for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Settings {
            threads,
            hash_mib,
            level,
            ..
        } = &self.settings;
        writeln!(f, "n-tasks {threads}")?;
        writeln!(f, "hash table: {hash_mib} MiB")?;
        writeln!(f, "level {level}")?;
        writeln!(f, "mode {}", self.mode as u8)?;
        writeln!(
            f,
            "book-usage {}",
            if self.book_is_on { "on" } else { "off" }
        )?;
        writeln!(f, "book-file {}", self.book_file)?;
        writeln!(f, "book-randomness {}", self.variety.whole_discs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> (Options, Vec<String>) {
        let mut options = Options::default();
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let mut refused = Vec::new();
        let read = |name: &str| (name == "mine").then(|| "level 3".to_owned());
        options.set_words(&words, &read, &mut |error| refused.push(error.to_string()));
        (options, refused)
    }

    #[test]
    fn a_command_line_is_read_as_edax_s() {
        let (options, refused) =
            words("x -eval-file data/eval.dat -book-file my.dat -level 12 -n-tasks 2 -q -h 20");
        assert_eq!(refused, [""; 0]);
        assert_eq!((options.settings.level, options.settings.threads), (12, 2));
        assert_eq!(
            (&*options.book_file, options.settings.hash_mib),
            ("my.dat", 48)
        );
        assert!(options.book_is_on && options.mode == Mode::Neither);
        let (options, _) = words("x -book-file off");
        assert!(options.book_is_on && options.book_file == "off");
        let (options, refused) = words("x -book-usage off -mode 1 --book-randomness 3");
        assert_eq!(refused, [""; 0]);
        assert!(!options.book_is_on && options.mode == Mode::Black);
        assert_eq!(options.variety, Score::from_discs(3));
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_is_set() {
        let (options, refused) = words("x -fly -mode 7 -level high -n-tasks 3 -level");
        assert_eq!(refused.len(), 4, "{refused:?}");
        for (refused, word) in refused.iter().zip(["fly", "7", "high", "-level"]) {
            assert!(refused.contains(word), "{refused}");
        }
        assert_eq!(options.settings.threads, 3);
        assert_eq!(words("").1, [""; 0]);
        assert_eq!(words("x -o mine").0.settings.level, 3);
        assert_eq!(words("x -o none -level 4").0.settings.level, 4);
        assert!(words("x -option-file").1[0].contains("-option-file"));
    }

    #[test]
    fn a_file_has_an_option_a_line() {
        let mut options = Options::default();
        let mut refused = 0;
        let text = "# mine\nset level = 9\n-n-tasks 2\n\nmode=0\nnonsense 3\nset\n";
        options.set_lines(text, &mut |_| refused += 1);
        assert_eq!((options.settings.level, options.settings.threads), (9, 2));
        assert_eq!((options.mode, refused), (Mode::White, 2));
    }

    #[test]
    fn time_goes_before_the_level_until_a_level_is_set() {
        let mut options = Options::default();
        options.set("move-time", "0.5").unwrap();
        let half = Duration::from_millis(500);
        assert_eq!(options.limits(Color::Black).move_time, Some(half));
        options.set("game-time", "2").unwrap();
        options.spend(Color::White, half);
        let left = |options: &Options, side| options.limits(side).clock.unwrap().remaining;
        assert_eq!(left(&options, Color::White), Duration::from_millis(1500));
        assert_eq!(left(&options, Color::Black), Duration::from_secs(2));
        options.begin();
        assert_eq!(left(&options, Color::White), Duration::from_secs(2));
        options.set("-level", "5").unwrap();
        assert_eq!(options.limits(Color::White), Limits::default());
    }
}
