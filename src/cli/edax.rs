//! Edax's command line, put into our own words.
//!
//! Programs that drive Edax start it with words of one dash that stand in any order. Such a line is
//! told from one of ours by a word that only Edax has, or by the name of the executable; it becomes
//! a command line of ours, of which the parser then makes sense. Invariant: any other line stays as
//! it is. What the options mean stands in [`bianca_protocol::protocol::edax`].

use std::ffi::OsString;
use std::path::Path;

use thiserror::Error;

use bianca_play::book::store::Store;
use bianca_protocol::protocol::edax::elsewhere::instead;
use bianca_protocol::protocol::edax::options::{
    EdaxOptionError, EdaxOptions, Meaning, Setting, USUAL_LEVEL, in_lines, meaning,
};
use bianca_search::search::LEVEL_MAX;
use bianca_system::foreign::excerpt;

/// Words for what to be, and our command for it.
const MODES: [(&str, &str); 5] = [
    ("gtp", "gtp"),
    ("nboard", "nboard"),
    ("cassio", "cassio"),
    ("xboard", "xboard"),
    ("ugi", "ugi"),
];

/// The word before a file of problems.
const SOLVE: &str = "solve";

/// Long words of ours, each with a value, that a line of Edax's may hold as well.
const OURS: [&str; 4] = ["--log-file", "--option", "--threads", "--hash"];

/// The file of options that Edax reads where it is started.
const INITIAL: &str = "edax.ini";

/// Words of Edax for things that Bianca does by commands of its own.
const ELSEWHERE: [&str; 4] = ["ggs", "wtest", "bench", "count"];

/// Why a command line of Edax's is refused.
#[derive(Debug, Error)]
pub enum EdaxLineError {
    /// An option that is none, or has a wrong value.
    #[error(transparent)]
    Option(#[from] EdaxOptionError),
    /// A word that is no option.
    #[error("'{0}' is neither a word of Edax's command line nor of Bianca's")]
    Word(String),
    /// What Edax does and Bianca does otherwise, or not.
    #[error("-{word}: {instead}")]
    Elsewhere {
        /// Edax's word.
        word: String,
        /// What there is instead.
        instead: &'static str,
    },
    /// A file of options cannot be read.
    #[error("{file}: {reason}")]
    OptionFile {
        /// The file.
        file: String,
        /// What the system said.
        reason: std::io::Error,
    },
}

/// The words of the command line, the executable's name first, as ours if they are Edax's.
///
/// # Errors
/// See [`EdaxLineError`].
pub fn as_ours(words: Vec<OsString>) -> Result<Vec<OsString>, EdaxLineError> {
    match words.split_first() {
        Some((program, rest)) if is_edaxs(program, rest) => {
            let mut line = Line::default();
            line.read_initial(Path::new(INITIAL));
            line.read(rest)?;
            Ok([vec![program.clone()], line.in_our_words()].concat())
        }
        _ => Ok(words),
    }
}

/// Whether a line is written for Edax.
fn is_edaxs(program: &OsString, words: &[OsString]) -> bool {
    let stem = Path::new(program).file_stem().unwrap_or_default();
    if stem.to_string_lossy().to_ascii_lowercase().contains("edax") {
        return true;
    }
    // What follows a command of ours is in our words.
    let is_ours = |word: &OsString| !word.to_string_lossy().starts_with('-');
    !words.first().is_some_and(is_ours) && words.iter().any(is_only_edaxs)
}

/// Whether a word of one dash is Edax's and could not be a group of our letters with a value.
fn is_only_edaxs(word: &OsString) -> bool {
    let text = word.to_string_lossy();
    let Some(name) = text.strip_prefix('-').filter(|name| !name.starts_with('-')) else {
        return false;
    };
    let is_mode = MODES.iter().any(|(word, _)| *word == name);
    let is_option = name.len() > 1 && meaning(name).is_some();
    let is_other = ["edax", SOLVE, "q", "option-file", "version"].contains(&name);
    is_mode || is_option || is_other || elsewhere(name).is_some()
}

/// What there is instead of a word of Edax's.
fn elsewhere(name: &str) -> Option<&'static str> {
    instead(name).filter(|_| ELSEWHERE.contains(&name))
}

/// What an Edax's line asks for.
#[derive(Default)]
struct Line {
    mode: Option<&'static str>,
    problems: Option<OsString>,
    /// Our word for the version or the help, if it asks for that.
    asks: Option<&'static str>,
    options: EdaxOptions,
    settings: Vec<Setting>,
    /// What is ours on it.
    ours: Vec<OsString>,
}

impl Line {
    fn read(&mut self, words: &[OsString]) -> Result<(), EdaxLineError> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let name = text.trim_start_matches('-');
            let mut value = || words.next().ok_or(EdaxOptionError::NoValue(excerpt(&text)));
            if !text.starts_with('-') {
                return Err(EdaxLineError::Word(excerpt(&text)));
            } else if let Some((_, mode)) = MODES.iter().find(|(word, _)| *word == name) {
                self.mode = Some(mode);
            } else if name == "edax" {
                self.mode = None;
            } else if name == SOLVE {
                self.problems = Some(value()?.clone());
            } else if let Some(instead) = elsewhere(name) {
                let word = name.to_owned();
                return Err(EdaxLineError::Elsewhere { word, instead });
            } else if ["o", "option-file"].contains(&name) {
                let file = value()?;
                self.read_file(file)?;
            } else if OURS.contains(&&*text) {
                self.ours.extend([word.clone(), value()?.clone()]);
            } else if ["version", "?", "help"].contains(&name) {
                self.asks = Some(if name == "version" {
                    "--version"
                } else {
                    "--help"
                });
            } else {
                let takes_value = meaning(name).is_some_and(Meaning::takes_value);
                let value = if takes_value {
                    value()?.to_string_lossy().into_owned()
                } else {
                    String::new()
                };
                self.settings.extend(self.options.set(name, &value)?);
            }
        }
        Ok(())
    }

    /// Reads the options of a file. What is wrong in it is an error.
    fn read_file(&mut self, file: &OsString) -> Result<(), EdaxLineError> {
        let text = std::fs::read_to_string(file).map_err(|reason| EdaxLineError::OptionFile {
            file: file.to_string_lossy().into_owned(),
            reason,
        })?;
        for (name, value) in in_lines(&text) {
            self.settings.extend(self.options.set(name, value)?);
        }
        Ok(())
    }

    /// Reads the options of the file that Edax reads without being asked, if there is one. What is
    /// wrong in it is named in a warning, and passed over.
    fn read_initial(&mut self, file: &Path) {
        // A pipe or a device has no end.
        if !file.is_file() {
            return;
        }
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(reason) => {
                log::warn!("{}: {reason}", file.display());
                return;
            }
        };
        for (name, value) in in_lines(&text) {
            match self.options.set(name, value) {
                Ok(setting) => self.settings.extend(setting),
                Err(error) => log::warn!("{}: {error}", file.display()),
            }
        }
    }

    /// The same for our own parser, without the executable's name.
    fn in_our_words(self) -> Vec<OsString> {
        let Line {
            mode,
            problems,
            asks,
            options,
            settings,
            ours,
        } = self;
        if let Some(asks) = asks {
            return vec![asks.into()];
        }
        let settings = settings.into_iter().filter(is_possible);
        let Some(problems) = problems else {
            let mut words = vec![mode.unwrap_or("edax").into(), "--in-edaxs-place".into()];
            for option in in_console(&options) {
                words.extend(["--edax".into(), option.into()]);
            }
            words.extend(settings.flat_map(|(name, value)| {
                [OsString::from("--option"), format!("{name}={value}").into()]
            }));
            words.extend(ours);
            return words;
        };
        let mut words = vec![SOLVE.into(), format!("--edax={}", options.verbosity).into()];
        let (mut level, mut time) = (None, None);
        for (name, value) in settings {
            match name {
                "Threads" => words.extend(["--threads".into(), value.into()]),
                "Hash" => words.extend(["--hash".into(), value.into()]),
                "Level" => level = Some(value),
                "MoveTime" | "GameTime" => time = Some(value),
                _ => {}
            }
        }
        // Edax searches by its level if nobody says how long it may take. Nobody would see the end
        // of an exact search of many empty squares.
        if level.is_none() && time.is_none() {
            level = Some(USUAL_LEVEL.to_string());
        }
        // Problems are solved exactly by the highest level.
        if let Some(level) = level.filter(|level| *level != LEVEL_MAX.to_string()) {
            words.extend(["--level".into(), level.into()]);
        }
        if let Some(time) = time {
            words.extend(["--time".into(), time.into()]);
        }
        words.extend(ours);
        words.extend([OsString::from("--"), problems]);
        words
    }
}

/// What the options say of the console, as far as it is not usual.
fn in_console(options: &EdaxOptions) -> Vec<String> {
    let usual = EdaxOptions::default();
    [
        (
            "verbose",
            u32::from(options.verbosity),
            options.verbosity != usual.verbosity,
        ),
        ("mode", options.mode.number(), options.mode != usual.mode),
        ("width", options.width as u32, options.width != usual.width),
        ("noise", options.noise, options.noise != usual.noise),
    ]
    .into_iter()
    .filter(|(_, _, differs)| *differs)
    .map(|(name, value, _)| format!("{name}={value}"))
    .collect()
}

/// Whether a session can begin with a setting. Edax goes on without a book that it cannot read, and
/// so do we: the file may well be a book of Edax's.
fn is_possible((name, value): &Setting) -> bool {
    let is_file = *name == "Book" && !["off", "builtin"].contains(&value.as_str());
    if !is_file {
        return true;
    }
    let opened = Store::open(Path::new(value));
    if let Err(error) = &opened {
        log::warn!("{error}; the built-in book is used instead");
    }
    opened.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(line: &str) -> Result<String, String> {
        let words = line.split_whitespace().map(OsString::from).collect();
        let words = as_ours(words).map_err(|error| error.to_string())?;
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn lines_of_programs_that_drive_edax_are_read() {
        for (line, expected) in [
            ("edax -cassio", "edax cassio --in-edaxs-place"),
            (
                "bianca -cassio -n-tasks 2",
                "bianca cassio --in-edaxs-place --option Threads=2",
            ),
            (
                "/x/wEdax-x64.exe -xboard -n 1",
                "/x/wEdax-x64.exe xboard --in-edaxs-place --option Threads=1",
            ),
            (
                "edax -gtp -eval-file F -level 21 -book-usage off -n 1 -q",
                "edax gtp --in-edaxs-place --edax verbose=0 --option Level=21 --option Book=off --option Threads=1",
            ),
            (
                "bianca -nboard -q -book-usage off -ponder off -eval-file F -n 2 -l 60",
                "bianca nboard --in-edaxs-place --edax verbose=0 --option Book=off --option Ponder=false --option Threads=2 --option Level=60",
            ),
            (
                "bianca -cassio -h 20",
                "bianca cassio --in-edaxs-place --option Hash=48",
            ),
            (
                "edax -q -book-usage off -eval-file F -level 10",
                "edax edax --in-edaxs-place --edax verbose=0 --option Book=off --option Level=10",
            ),
            (
                "bianca -solve P.obf -l 60 -eval-file F -book-usage off -vv -n 2",
                "bianca solve --edax=2 --threads 2 -- P.obf",
            ),
            (
                "edax -solve P.obf -l 12",
                "edax solve --edax=1 --level 12 -- P.obf",
            ),
            ("edax", "edax edax --in-edaxs-place"),
            (
                "bianca -mode 1 -l 20 -game-file G -search-log-file S",
                "bianca edax --in-edaxs-place --edax mode=1 --option Level=20",
            ),
            (
                "edax -verbose 3 -width 100 -noise 5 -mode 2",
                "edax edax --in-edaxs-place --edax verbose=3 --edax mode=2 --edax width=100 --edax noise=5",
            ),
            ("edax -verbose 1 -mode 3", "edax edax --in-edaxs-place"),
            (
                "edax -solve P -verbose 3",
                "edax solve --edax=3 --level 21 -- P",
            ),
            (
                "edax -solve P -move-time 2 -book-usage off",
                "edax solve --edax=1 --time 2 -- P",
            ),
            (
                "edax -solve P -level 60 -t 0:30",
                "edax solve --edax=1 --time 30 -- P",
            ),
            (
                "edax -solve P -q -l 9 -move-time 2",
                "edax solve --edax=0 --level 9 --time 2 -- P",
            ),
            (
                "edax --cassio --log-file f",
                "edax cassio --in-edaxs-place --log-file f",
            ),
            ("edax -version", "edax --version"),
        ] {
            assert_eq!(ours(line), Ok(expected.to_owned()), "{line}");
        }
    }

    #[test]
    fn lines_of_ours_stay_as_they_are() {
        for line in [
            "bianca",
            "bianca -n 2 -l 5",
            "bianca -n2",
            "bianca --level 60 --hash 512",
            "bianca gtp -l 30",
            "bianca solve -q",
            "bianca -h",
        ] {
            assert_eq!(ours(line), Ok(line.to_owned()));
        }
    }

    #[test]
    fn what_neither_knows_is_refused_by_name() {
        let refused = |line: &str| ours(line).unwrap_err();
        assert!(refused("bianca -cassio -fly").contains("'fly'"));
        assert!(refused("edax cassio").contains("'cassio'"));
        assert!(refused("bianca -cassio -n").contains("after '-n'"));
        for (word, instead) in [
            ("ggs", "GGS"),
            ("wtest", "bianca analyze"),
            ("bench", "bianca bench"),
            ("count", "bianca perft"),
        ] {
            let said = refused(&format!("bianca -{word}"));
            assert!(
                said.starts_with(&format!("-{word}: ")) && said.contains(instead),
                "{said}"
            );
        }
        assert_eq!(ours("bianca -version").unwrap(), "bianca --version");
        assert!(refused("bianca -nboard -n two").contains("'two'"));
        assert!(refused("edax -ggs").contains("GGS"));
        assert!(refused("edax -o /no/such/file").contains("/no/such/file"));
    }

    #[test]
    fn a_file_of_options_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("edax.ini");
        std::fs::write(
            &file,
            "# mine\nlevel 12\nset n-tasks = 2\nset book-usage=off\n",
        )
        .unwrap();
        let line = format!("edax -cassio -option-file {}", file.display());
        let expected = "edax cassio --in-edaxs-place --option Level=12 --option Threads=2 \
                        --option Book=off";
        assert_eq!(ours(&line), Ok(expected.to_owned()));
    }

    #[test]
    fn edaxs_own_file_of_options_is_read_as_far_as_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("edax.ini");
        let text = "% mine\n-level 12\nfly high\nset n-tasks = many\n\tverbose\t0\nset mode 1\n";
        std::fs::write(&file, text).unwrap();
        let mut line = Line::default();
        line.read_initial(&file);
        line.read_initial(folder.path());
        line.read_initial(&folder.path().join("none"));
        let words = line.in_our_words();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        assert_eq!(
            words.join(" "),
            "edax --in-edaxs-place --edax verbose=0 --edax mode=1 --option Level=12"
        );
    }

    #[test]
    fn a_book_that_cannot_be_read_is_no_reason_not_to_begin() {
        let line = "edax -gtp -book-file /no/such/book.dat";
        assert_eq!(ours(line), Ok("edax gtp --in-edaxs-place".to_owned()));
    }
}
