//! `bianca train`: a reader's own mistakes, puzzles and openings at the terminal.
//!
//! The arguments, what is taken in before anything is asked, and where the log is; the conversation
//! is [`crate::terminal::training`].

use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use etcetera::BaseStrategy;

use super::games::{count, games};
use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::input::name;
use crate::command_line::numbers::{counted, positive};
use crate::command_line::{CliError, MALFORMED, locale, print, progress, wrong_arguments};
use crate::terminal::console::{Ended, Terminal};
use crate::terminal::keys;
use crate::terminal::training::Training;
use crate::terminal::words::Words;
use bianca_play::people::turns::turns_after;
use bianca_play::puzzles::line::PuzzleRow;
use bianca_play::training::examine::{Examined, Examiner};
use bianca_play::training::file::{TrainingFile, take_all};
use bianca_play::training::item::{Deck, Item};
use bianca_play::training::line::{Event, Line, Looked};
use bianca_play::training::{Trainer, openings, rows};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::filter::Condition;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;
use bianca_system::files;
use bianca_system::foreign::shown;
use bianca_system::instant::time_of_day;
use bianca_system::language::Language;

/// The largest file of lines that is taken in.
const LARGEST: u64 = 1 << 28;

/// Train: your own mistakes, puzzles and openings, asked again at growing intervals.
///
/// With FILE and --player your mistakes in these games are taken in first. What you have learned is
/// kept in a file; the page of bianca board gives and takes the same.
///
/// Exit code: 0 all went well, 1 failure, 2 wrong arguments, 4 a game could not be read.
#[derive(Args)]
pub struct Arguments {
    /// Games to learn from, one file or several; - is the standard input.
    #[arg(value_name = "FILE", requires = "player")]
    files: Vec<PathBuf>,
    /// Whose mistakes: a player's name in these games. Case does not matter.
    #[arg(long, value_name = "NAME", requires = "files")]
    player: Option<String>,
    /// Look only at games for which this holds: year=, player=, black=, white=, result= or
    /// position=, as for bianca convert. All that are given must hold.
    #[arg(long = "filter", value_name = "CONDITION", requires = "files")]
    filters: Vec<Condition>,
    /// An opening to know by heart, for a side: black:Tiger, or white:f5d6c3.
    #[arg(long = "opening", value_name = "COLOUR:OPENING", value_parser = opening)]
    openings: Vec<(Color, String)>,
    /// A repertoire to know by heart, for a side: games with variations, such as black:my.sgf.
    #[arg(long = "repertoire", value_name = "COLOUR:FILE", value_parser = opening)]
    repertoires: Vec<(Color, String)>,
    /// Take in the lines of such a file, such as one that the page has given.
    #[arg(long, value_name = "FILE")]
    import: Vec<PathBuf>,
    /// Ask only these; without it what is due of all, and no new puzzles.
    #[arg(long, value_parser = decks())]
    deck: Option<Deck>,
    /// Ask the puzzle of today, which is the same for everybody.
    #[arg(long, conflicts_with_all = ["deck", "count", "progress"])]
    daily: bool,
    /// Puzzles to ask beside those in the program: lines of bianca puzzles --json.
    #[arg(long, value_name = "FILE")]
    puzzles: Vec<PathBuf>,
    /// Ask at most so many exercises; 0 takes in and asks nothing.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    count: usize,
    /// Say how you stand, as a line of JSON, and ask nothing.
    #[arg(long, conflicts_with_all = ["deck", "count"])]
    progress: bool,
    /// Where all that you have learned is kept; without it a file in your folder for data.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The language: en, es, fr, ja or zh; without it that of the locale.
    #[arg(long = "lang", value_name = "LANG")]
    language: Option<Language>,
    /// Threads that search together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive())]
    threads: usize,
}

fn decks() -> impl TypedValueParser<Value = Deck> {
    PossibleValuesParser::new(Deck::ALL.map(Deck::name))
        .try_map(|name| Deck::named(&name).ok_or("no deck"))
}

/// A side and what is behind the colon.
fn opening(text: &str) -> Result<(Color, String), String> {
    let side = |word: &str| match word.trim().to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    };
    let parts = text.split_once(':');
    let read = parts.and_then(|(word, rest)| Some((side(word)?, rest.trim().to_owned())));
    let expected = || "black: or white:, and then the opening".to_owned();
    read.filter(|(_, rest)| !rest.is_empty())
        .ok_or_else(expected)
}

/// Takes in what is to be learned, and asks.
///
/// # Errors
/// If a file cannot be read or the log cannot be written, or there is not enough memory.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let language = arguments.language.unwrap_or_else(locale::language);
    let path = match &arguments.log {
        Some(path) => path.clone(),
        None => usual_log()?,
    };
    let mut trainer = Trainer::built_in();
    trainer.set_zone(chrono::Local::now().offset().local_minus_utc().into());
    let (log, contents) = TrainingFile::open(&path, &mut trainer)?;
    if contents.refused > 0 {
        let lines = counted(contents.refused as u64, "line", "lines");
        say(format_args!("{}: {lines} cannot be read", path.display()));
    }
    let settings = Settings {
        threads: arguments.threads,
        ..Settings::default()
    };
    let mut work = Work {
        arguments: &arguments,
        examiner: Examiner::new(settings)?,
        trainer,
        log,
        malformed: 0,
    };
    work.import()?;
    work.learn_puzzles()?;
    work.learn_openings()?;
    work.learn_repertoires()?;
    work.learn_games()?;
    let malformed = work.malformed;
    if arguments.progress {
        let told = rows::progress(&work.trainer.progress(now()), language);
        print(&format!("{told}\n"))?;
    } else if arguments.count > 0 {
        work.train(language)?;
    }
    Ok(match malformed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

/// Seconds since 1970.
fn now() -> i64 {
    time_of_day().as_secs().try_into().unwrap_or(i64::MAX)
}

/// The log of somebody who names none; its folder is made.
fn usual_log() -> Result<PathBuf, CliError> {
    let none = |error| format!("there is no folder for data ({error}): name a file by --log");
    let folder = etcetera::choose_base_strategy().map_err(none)?.data_dir();
    let folder = folder.join("bianca");
    let made = std::fs::create_dir_all(&folder);
    made.map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join("training.jsonl"))
}

/// What takes in exercises and asks them.
struct Work<'a> {
    arguments: &'a Arguments,
    examiner: Examiner,
    trainer: Trainer,
    log: TrainingFile,
    /// Games that could not be read.
    malformed: u64,
}

impl Work<'_> {
    fn keep(&mut self, event: Event) -> Result<(), CliError> {
        let line = self.trainer.note(Line { at: now(), event });
        Ok(self.log.append(&line)?)
    }

    /// Takes in the lines of other logs.
    fn import(&mut self) -> Result<(), CliError> {
        for path in &self.arguments.import {
            let bytes = files::read(path, LARGEST);
            let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            let (contents, new) = take_all(&mut self.trainer, &text);
            if contents.taken == 0 && contents.known == 0 {
                let reason = format!("{}: no line of training in it", path.display());
                return Err(reason.into());
            }
            self.log.append_all(new)?;
            say(format_args!(
                "{}: {} new, {} known, {} that cannot be read",
                path.display(),
                contents.taken,
                contents.known,
                contents.refused
            ));
        }
        Ok(())
    }

    /// Takes in the puzzles of files.
    fn learn_puzzles(&mut self) -> Result<(), CliError> {
        let arguments = self.arguments;
        for path in &arguments.puzzles {
            let bytes = files::read(path, LARGEST);
            let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            let mut items = Vec::new();
            for (number, line) in (1..).zip(text.lines()) {
                let row = PuzzleRow::parse(line);
                let (puzzle, _) =
                    row.map_err(|error| format!("{} line {number}: {error}", path.display()))?;
                items.push(Item::from(&puzzle));
            }
            let added = self.take(items)?;
            let added = counted(added, "new exercise", "new exercises");
            say(format_args!("{}: {added}", path.display()));
        }
        Ok(())
    }

    fn learn_openings(&mut self) -> Result<(), CliError> {
        let arguments = self.arguments;
        for (side, words) in &arguments.openings {
            let items = openings::exercises(*side, words).map_err(wrong_arguments)?;
            let added = self.take(items)?;
            say(format_args!(
                "{words}: {}",
                counted(added, "new exercise", "new exercises")
            ));
        }
        Ok(())
    }

    /// Takes in every line of the games of a repertoire.
    fn learn_repertoires(&mut self) -> Result<(), CliError> {
        let arguments = self.arguments;
        for (side, path) in &arguments.repertoires {
            let mut added = 0;
            for item in games(Path::new(path), false)? {
                let item = item.map_err(|error| format!("cannot read {path}: {error}"))?;
                let game = item.game.map_err(|reason| format!("{path}: {reason}"))?;
                for line in lines_of(&game) {
                    let items = openings::exercises(*side, &line);
                    let items = items.map_err(|error| format!("{path}: {error}"))?;
                    added += self.take(items)?;
                }
            }
            say(format_args!(
                "{path}: {}",
                counted(added, "new exercise", "new exercises")
            ));
        }
        Ok(())
    }

    /// Takes in exercises that are new, and says how many were.
    fn take(&mut self, items: Vec<Item>) -> Result<u64, CliError> {
        let mut added = 0;
        for item in items {
            if !self.trainer.knows(&item) {
                self.keep(Event::Taken(Box::new(item)))?;
                added += 1;
            }
        }
        Ok(added)
    }

    /// Looks at the player's moves in all games that were not looked at before.
    fn learn_games(&mut self) -> Result<(), CliError> {
        let arguments = self.arguments;
        let Some(player) = &arguments.player else {
            return Ok(());
        };
        let bar = progress::bar(count(&arguments.files, false)?, "games");
        let (mut found, mut added) = (0_u64, 0_u64);
        for path in &arguments.files {
            let mut complaints = Complaints::about(path, None);
            for item in games(path, false)? {
                let item = item.map_err(|error| format!("cannot read {}: {error}", name(path)))?;
                bar.inc(1);
                match item.game {
                    Ok(game) => {
                        complaints.good();
                        if !arguments.filters.iter().all(|filter| filter.holds(&game)) {
                            continue;
                        }
                        for side in sides_of(&game, player) {
                            found += 1;
                            added += self.learn(&game, side)?;
                        }
                    }
                    Err(reason) => {
                        self.malformed += 1;
                        if let Some(message) = complaints.bad(&item.place, &reason) {
                            bar.suspend(|| say(shown(&message)));
                        }
                    }
                }
            }
            if let Some(message) = complaints.end() {
                bar.suspend(|| say(shown(&message)));
            }
        }
        bar.finish_and_clear();
        if found == 0 {
            return Err(format!("no game of '{}'", shown(player)).into());
        }
        say(format_args!(
            "{}, {}",
            counted(found, "game", "games"),
            counted(added, "new exercise", "new exercises")
        ));
        Ok(())
    }

    /// Takes in what there is to learn from a side's moves in a game.
    fn learn(&mut self, game: &AnnotatedGame, side: Color) -> Result<u64, CliError> {
        let looked = Looked::of(&game.game, side);
        if self.trainer.has_looked(&looked) {
            return Ok(0);
        }
        let is_usual = game.game.start() == OthelloGame::new().start();
        let mut added = 0;
        for turn in turns_after(&game.game, game.given_turns()).filter(|turn| turn.side == side) {
            let before = if is_usual {
                before(&game.game, turn.place.position)
            } else {
                Vec::new()
            };
            let examined = self.examiner.examine(&turn, &before, &StopFlag::new());
            if let Some(Examined::Exercise(mut item, _)) = examined {
                item.source = source(game);
                added += self.take(vec![*item])?;
            }
        }
        self.keep(Event::Looked(looked))?;
        Ok(added)
    }

    /// Asks at the terminal.
    fn train(&mut self, language: Language) -> Result<(), CliError> {
        let stdout = io::stdout();
        let is_terminal = io::stdin().is_terminal() && stdout.is_terminal();
        let columns = crossterm::terminal::size().ok().filter(|_| is_terminal);
        let columns = columns.map(|(columns, _)| usize::from(columns));
        let columns = columns.filter(|columns| *columns > 0);
        let colors = AutoStream::choice(&stdout) != ColorChoice::Never;
        let input = BufReader::new(io::stdin());
        let terminal = Terminal::with_lines(input, stdout, columns, Words::of(language));
        let mut terminal = terminal.colored(colors);
        let mut training = Training {
            terminal: &mut terminal,
            trainer: &mut self.trainer,
            log: &mut self.log,
            examiner: &mut self.examiner,
            clock: now,
        };
        let ended = if self.arguments.daily {
            training.daily()
        } else {
            training.train(self.arguments.deck, self.arguments.count)
        };
        match ended {
            Ok(()) | Err(Ended::Left) => Ok(()),
            Err(Ended::Interrupted) => {
                keys::interrupt();
                Ok(())
            }
            Err(Ended::Broken(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The sides that a player of this name had in a game.
fn sides_of(game: &AnnotatedGame, player: &str) -> Vec<Color> {
    let player = player.trim().to_lowercase();
    let names = [(Color::Black, &game.black), (Color::White, &game.white)];
    let of_player = names
        .into_iter()
        .filter(|(_, name)| name.trim().to_lowercase() == player);
    of_player.map(|(side, _)| side).collect()
}

/// The squares that were played before a position came about in a game.
fn before(game: &OthelloGame, position: Position) -> Vec<Square> {
    let turns = game.turns().iter().zip(game.positions());
    let before = turns.take_while(|(_, other)| *other != position);
    before.filter_map(|((_, mv), _)| mv.square()).collect()
}

/// The players and the day of a game.
fn source(game: &AnnotatedGame) -> String {
    let players = format!("{} - {}", game.black, game.white);
    if game.date.is_empty() {
        return players;
    }
    format!("{players}, {}", game.date)
}

/// Every line of a game and its variations from the start to an end, as moves.
fn lines_of(game: &AnnotatedGame) -> Vec<String> {
    let tree = game.tree();
    let mut lines = Vec::new();
    let mut open = vec![(tree.root(), String::new())];
    while let Some((node, line)) = open.pop() {
        let children = tree.children(node);
        if children.is_empty() && !line.is_empty() {
            lines.push(line.clone());
        }
        for &child in children {
            let mut longer = line.clone();
            if let Some((_, Move::Place(square))) = tree.turn(child) {
                longer += &square.to_string();
            }
            open.push((child, longer));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_stands_before_an_opening() {
        assert_eq!(
            opening("black:Tiger"),
            Ok((Color::Black, "Tiger".to_owned()))
        );
        assert_eq!(opening("W: f5d6"), Ok((Color::White, "f5d6".to_owned())));
        for wrong in ["Tiger", "red:Tiger", "black:", ":x", ""] {
            assert!(opening(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_player_is_found_by_the_whole_name() {
        let game = AnnotatedGame {
            black: "Ann".to_owned(),
            white: "Ann B".to_owned(),
            ..AnnotatedGame::default()
        };
        assert_eq!(sides_of(&game, "ann"), [Color::Black]);
        assert_eq!(sides_of(&game, " ANN B"), [Color::White]);
        assert!(sides_of(&game, "An").is_empty());
    }
}
