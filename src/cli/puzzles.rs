//! `bianca puzzles`: puzzles out of games.
//!
//! The arguments and the loop over the games; what a puzzle is and how one is found stands in
//! [`bianca_play::puzzles`].

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{ArgPredicate, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::games::{count, games};
use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::input::name;
use crate::command_line::numbers::{counted, level, positive};
use crate::command_line::progress;
use crate::command_line::searching::SearchArguments;
use crate::command_line::{CliError, MALFORMED, print};
use bianca_play::people::turns::Turn;
use bianca_play::puzzles::builtin::{self, BuiltinPuzzle, MOST_EMPTIES};
use bianca_play::puzzles::line::Source;
use bianca_play::puzzles::scorer::Scorer;
use bianca_play::puzzles::seek::Seeker;
use bianca_play::puzzles::{Puzzle, PuzzleKind};
use bianca_play::strategy::reason::ReasonKind;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::filter::Condition;
use bianca_rules::othello::{Position, Symmetry};
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;
use bianca_system::foreign::{shown, shown_json};
use bianca_system::language::Language;

/// Draw puzzles from games: positions where one move is clearly best and hard to see.
///
/// The move to find is at least 4 discs better than every other, or the only one that wins or
/// draws. A search of one ply does not find it, nor does turning the most discs. With up to 24
/// empty squares all scores are exact. Each puzzle has a rating: players of that strength find
/// the move in half of the cases. The same games and the same seed give the same puzzles. With
/// --builtin it writes the thousand puzzles that are in the executable.
///
/// Exit code: 0 all games looked at, 1 failure, 2 wrong arguments, 4 a game could not be read.
#[derive(Args)]
pub struct Arguments {
    /// Where the games are, one file or several; - is the standard input.
    #[arg(value_name = "FILE", required_unless_present = "builtin")]
    files: Vec<PathBuf>,
    /// Write those of the thousand puzzles in the executable that are asked for.
    #[arg(long, conflicts_with_all = OF_GAMES)]
    builtin: bool,
    /// Look only at games for which this holds: year=, player=, black=, white=, result= or
    /// position=, as for bianca convert. All that are given must hold.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// Stop after so many puzzles.
    #[arg(long, value_name = "N", conflicts_with = "independent", value_parser = positive())]
    count: Option<usize>,
    /// How many of one game at most.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive())]
    per_game: usize,
    /// What the moves of a game are drawn with.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Empty squares of a puzzle; with --builtin any, if nothing is said.
    #[arg(long, value_name = "FROM-TO", default_value = "6-40", value_parser = range,
          default_value_if("builtin", ArgPredicate::IsPresent, "1-60"))]
    empties: (u16, u16),
    /// The rating of a puzzle, from 300 to 2700.
    #[arg(long, value_name = "FROM-TO", default_value = "300-2700", value_parser = range)]
    rating: (u16, u16),
    /// Only puzzles of this kind.
    #[arg(long, value_parser = kinds())]
    kind: Option<PuzzleKind>,
    /// Only puzzles whose wrong move is wrong for this reason.
    #[arg(long, value_name = "NAME", value_parser = themes())]
    theme: Option<ReasonKind>,
    /// How a puzzle is written.
    #[arg(long, value_enum, default_value_t = OutputFormat::Obf)]
    format: OutputFormat,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The language of the reasons in JSON: en, es, fr, ja or zh.
    #[arg(long = "lang", value_name = "LANG", default_value = "en")]
    language: Language,
    /// How deep positions with more than 24 empty squares are searched.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = level)]
    level: u32,
    #[command(flatten)]
    search: SearchArguments,
    /// Each line is a game of its own, whose puzzles do not depend on other lines: so the work can
    /// be spread over many processes. Numbers of games are left out, and positions that come twice
    /// are not.
    #[arg(long)]
    independent: bool,
}

/// What says which games are drawn from, and how.
const OF_GAMES: [&str; 6] = [
    "files",
    "filters",
    "per_game",
    "seed",
    "level",
    "independent",
];

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A line of a problem file: the board, moves with their scores, kind, rating and theme.
    Obf,
    /// A JSON object a line, with lines of play, the reason and the game.
    Json,
}

fn kinds() -> impl TypedValueParser<Value = PuzzleKind> {
    let value = |kind: PuzzleKind| PossibleValue::new(kind.name()).help(kind.task());
    PossibleValuesParser::new(PuzzleKind::ALL.map(value))
        .try_map(|name| PuzzleKind::named(&name).ok_or("no kind"))
}

fn themes() -> impl TypedValueParser<Value = ReasonKind> {
    PossibleValuesParser::new(ReasonKind::ALL.map(ReasonKind::name))
        .try_map(|name| ReasonKind::named(&name).ok_or("no theme"))
}

fn range(text: &str) -> Result<(u16, u16), String> {
    let ends = text.split_once('-').unwrap_or((text, text));
    let ends = (ends.0.trim().parse(), ends.1.trim().parse());
    match ends {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("a number, or two with - between them, the lower one first".to_owned()),
    }
}

/// Draws puzzles from all games, or writes the built-in ones.
///
/// # Errors
/// If a file cannot be read, or there is not enough memory.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    if arguments.builtin {
        return write_builtin(&arguments);
    }
    let seeker = Seeker::new(Settings {
        level: arguments.level,
        ..arguments.search.settings()?
    })?;
    let mut work = Work {
        bar: progress::bar(count(&arguments.files, arguments.independent)?, "games"),
        arguments: &arguments,
        seeker,
        seen: HashSet::new(),
        number: 0,
        malformed: 0,
        found: 0,
    };
    for path in &arguments.files {
        work.draw_all(path)?;
    }
    work.bar.finish_and_clear();
    say(format_args!(
        "{}, {}, {}",
        counted(work.number, "game", "games"),
        counted(work.found as u64, "puzzle", "puzzles"),
        counted(work.malformed, "malformed game", "malformed games"),
    ));
    Ok(match work.malformed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

/// Writes the built-in puzzles that are asked for, the easiest first.
fn write_builtin(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut scorer = Scorer::new(arguments.search.settings()?, MOST_EMPTIES)?;
    let all = builtin::puzzles().iter();
    let (least, most) = arguments.empties;
    let chosen: Vec<&BuiltinPuzzle> = all
        .filter(|puzzle| arguments.wants(puzzle.kind, puzzle.rating))
        .filter(|puzzle| (least..=most).contains(&(puzzle.position.empties() as u16)))
        .collect();
    let bar = progress::bar(Some(chosen.len() as u64), "puzzles");
    let mut found = 0;
    for puzzle in chosen {
        if arguments.count == Some(found) {
            break;
        }
        let solved = puzzle.solved(&mut scorer, &StopFlag::new());
        if let Some(puzzle) = solved.filter(|puzzle| arguments.is_of_theme(puzzle)) {
            found += 1;
            let line = arguments.line(&puzzle, Source::default())?;
            bar.suspend(|| print(&line))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    say(counted(found as u64, "puzzle", "puzzles"));
    Ok(ExitCode::SUCCESS)
}

/// The games that puzzles are drawn from.
struct Work<'a> {
    arguments: &'a Arguments,
    seeker: Seeker,
    bar: ProgressBar,
    /// The positions of all puzzles so far, up to symmetries.
    seen: HashSet<Position>,
    /// Of the last game, from 1, over all inputs.
    number: u64,
    malformed: u64,
    found: usize,
}

impl Work<'_> {
    /// Draws puzzles from the games of an input.
    fn draw_all(&mut self, path: &Path) -> Result<(), CliError> {
        let mut complaints = Complaints::about(path, None);
        for item in games(path, self.arguments.independent)? {
            if self.is_enough() {
                break;
            }
            self.number += 1;
            let item = item.map_err(|error| format!("cannot read {}: {error}", name(path)))?;
            self.bar.inc(1);
            match item.game {
                Ok(game) => {
                    complaints.good();
                    self.draw(&game)?;
                }
                Err(reason) => {
                    self.malformed += 1;
                    if let Some(message) = complaints.bad(&item.place, &reason) {
                        self.bar.suspend(|| say(shown(&message)));
                    }
                }
            }
        }
        if let Some(message) = complaints.end() {
            self.bar.suspend(|| say(shown(&message)));
        }
        Ok(())
    }

    /// Draws puzzles from a game.
    fn draw(&mut self, game: &AnnotatedGame) -> Result<(), CliError> {
        let arguments = self.arguments;
        if !arguments.filters.iter().all(|filter| filter.holds(game)) {
            return Ok(());
        }
        let mut drawn = 0;
        for turn in Seeker::shuffled(&game.game, arguments.seed) {
            if drawn == arguments.per_game || self.is_enough() {
                break;
            }
            if let Some(puzzle) = self.puzzle(&turn) {
                drawn += 1;
                self.found += 1;
                let number = (!arguments.independent).then_some(self.number);
                let line = arguments.line(&puzzle, Source::of(number, game, turn.square))?;
                self.bar.suspend(|| print(&line))?;
            }
        }
        Ok(())
    }

    /// The puzzle at a move, if it is one that is asked for and new.
    fn puzzle(&mut self, turn: &Turn) -> Option<Puzzle> {
        let arguments = self.arguments;
        let (least, most) = arguments.empties;
        let empties = turn.place.position.empties();
        let (position, _) = Symmetry::canonical(turn.place.position);
        let is_old = !arguments.independent && self.seen.contains(&position);
        if is_old || !(u32::from(least)..=u32::from(most)).contains(&empties) {
            return None;
        }
        let puzzle = self.seeker.seek(turn, &StopFlag::new())?;
        let is_wanted =
            arguments.wants(puzzle.kind, puzzle.rating) && arguments.is_of_theme(&puzzle);
        if is_wanted && !arguments.independent {
            self.seen.insert(position);
        }
        is_wanted.then_some(puzzle)
    }

    fn is_enough(&self) -> bool {
        let most = self.arguments.count;
        most.is_some_and(|most| self.found >= most)
    }
}

impl Arguments {
    fn wants(&self, kind: PuzzleKind, rating: u16) -> bool {
        let (least, most) = self.rating;
        (least..=most).contains(&rating) && self.kind.is_none_or(|wanted| wanted == kind)
    }

    fn is_of_theme(&self, puzzle: &Puzzle) -> bool {
        (self.theme).is_none_or(|theme| theme == puzzle.reason.kind())
    }

    /// The line for a puzzle.
    fn line(&self, puzzle: &Puzzle, source: Source) -> Result<String, CliError> {
        Ok(match self.format {
            OutputFormat::Obf if !self.json => format!("{}\n", puzzle.problem()),
            _ => {
                let text = serde_json::to_string(&puzzle.row(source, self.language))?;
                shown_json(&text).into_owned() + "\n"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::puzzles::difficulty::{LEAST, MOST};

    #[test]
    fn a_range_is_one_number_or_two() {
        assert_eq!(range("6-12"), Ok((6, 12)));
        assert_eq!(range("8"), Ok((8, 8)));
        assert_eq!(range(" 6 - 12 "), Ok((6, 12)));
        for wrong in ["", "-", "12-6", "a-b", "6-", "1-2-3", "-4"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_ends_of_the_ratings_are_those_of_the_model() {
        assert_eq!(range("300-2700"), Ok((LEAST, MOST)));
    }
}
