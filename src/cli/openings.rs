//! `bianca openings`: a list of openings, and the arguments by which any command asks for one.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use rand::RngExt;

use crate::command_line::numbers::positive;
use crate::command_line::{CliError, wrong_arguments};
use bianca_arena::arena::opening::{
    Balance, Opening, balanced_openings, parse_openings, random_openings,
};
use bianca_arena::arena::small::SmallGame;
use bianca_search::request::Score;
use bianca_search::search::{Searcher, Settings};

/// The start of the game as the one opening.
const START: &str = "start";

/// The list of openings within 1.5 discs of even in the program: those of a match at Othello if
/// nothing is said.
const BALANCED: &str = "balanced";

/// The openings of a list, and of a match that asks for a balance of its own.
const RANDOM: &str = "random:8";

/// What stands before the number of random plies.
const RANDOM_PLIES: &str = "random:";

/// List openings for matches.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    openings: OpeningArguments,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive())]
    count: usize,
}

/// Which openings.
#[derive(Args)]
pub struct OpeningArguments {
    /// A file with a transcript or a board on each line; balanced, a list of 8 random moves within
    /// 1.5 discs of even by a search of 14 plies; random:PLIES; or start, the start of the game.
    /// If nothing is said, a match is played from balanced, and a list is of random:8.
    #[arg(long, value_name = "FILE|balanced|random:PLIES|start")]
    openings: Option<String>,
    /// Keep only random openings that Bianca finds within this many discs of even.
    #[arg(long, value_name = "DISCS")]
    balance: Option<f64>,
    /// How many plies deep it looks for that.
    #[arg(long, value_name = "PLIES", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=40))]
    balance_depth: u32,
    /// Draws the same openings, and the same games of random players, again.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Where openings come from.
enum Source<'a> {
    /// The start of the game.
    Start,
    /// The list in the program.
    Balanced,
    /// Random moves; how many plies is what follows [`RANDOM_PLIES`].
    Random(&'a str),
    /// A file.
    File(&'a str),
}

impl Source<'_> {
    /// What a word on the command line means.
    fn named(wanted: &str) -> Source<'_> {
        match (wanted, wanted.strip_prefix(RANDOM_PLIES)) {
            (START, _) => Source::Start,
            (BALANCED, _) => Source::Balanced,
            (_, Some(plies)) => Source::Random(plies),
            (_, None) => Source::File(wanted),
        }
    }
}

impl OpeningArguments {
    /// The openings of a match at Othello, `count` of them unless they are those of a file, and
    /// the seed that drew them.
    pub fn openings(&self, count: usize) -> Result<(Vec<Opening>, u64), CliError> {
        self.openings_or(self.match_default(), count)
    }

    fn match_default(&self) -> &'static str {
        if self.balance.is_some() {
            RANDOM
        } else {
            BALANCED
        }
    }

    fn openings_or(&self, default: &str, count: usize) -> Result<(Vec<Opening>, u64), CliError> {
        let seed = self.seed();
        let source = self.wanted(default);
        if self.balance.is_some() && !matches!(source, Source::Random(_)) {
            return Err(wrong_arguments("--balance is for random openings"));
        }
        let plies = match source {
            Source::Start => return Ok((vec![Opening::start()], seed)),
            Source::Balanced => return Ok((balanced_openings(count, seed), seed)),
            Source::Random(plies) => random_plies(plies)?,
            Source::File(path) => {
                let openings = parse_openings(&read(path)?);
                return Ok((openings.map_err(|error| format!("{path}: {error}"))?, seed));
            }
        };
        let mut searcher;
        let balance = match self.balance {
            None => None,
            Some(discs) if (0.0..=64.0).contains(&discs) => {
                searcher = Searcher::new(Settings::default())?;
                Some(Balance {
                    searcher: &mut searcher,
                    depth: self.balance_depth,
                    within: Score::from_fraction(discs),
                })
            }
            Some(discs) => {
                let reason = format!("--balance {discs}: give 0 to 64 discs");
                return Err(wrong_arguments(reason));
            }
        };
        let openings = random_openings(plies, count, seed, balance, &mut |_| {})?;
        Ok((openings, seed))
    }

    /// `game` from the openings asked for, `count` of them if they are random, and the seed that
    /// drew them. Without a wish it begins at its start.
    pub fn of_small_game(
        &self,
        game: SmallGame,
        count: usize,
    ) -> Result<(SmallGame, u64), CliError> {
        if self.balance.is_some() {
            return Err(wrong_arguments("--balance is for Othello"));
        }
        let seed = self.seed();
        let game = match self.wanted(START) {
            Source::Start => game,
            Source::Balanced => {
                return Err(wrong_arguments("--openings balanced is for Othello"));
            }
            Source::Random(plies) => game.with_random(random_plies(plies)?, count, seed)?,
            Source::File(path) => {
                let game = game.with_lines(&read(path)?);
                game.map_err(|error| format!("{path}: {error}"))?
            }
        };
        Ok((game, seed))
    }

    /// The seed that was asked for.
    pub fn given_seed(&self) -> Option<u64> {
        self.seed
    }

    /// The file that openings are read from, if they are.
    pub fn file(&self) -> Option<&Path> {
        match Source::named(self.openings.as_deref()?) {
            Source::File(path) => Some(Path::new(path)),
            Source::Start | Source::Balanced | Source::Random(_) => None,
        }
    }

    fn seed(&self) -> u64 {
        // Short enough to be typed again.
        let drawn = || rand::rng().random_range(0..1_000_000);
        self.seed.unwrap_or_else(drawn)
    }

    fn wanted<'a>(&'a self, default: &'a str) -> Source<'a> {
        Source::named(self.openings.as_deref().unwrap_or(default))
    }

    /// Where the openings are from, for a record.
    pub fn source(&self, is_othello: bool) -> String {
        let default = if is_othello {
            self.match_default()
        } else {
            START
        };
        self.source_or(default)
    }

    fn source_or(&self, default: &str) -> String {
        let wanted = self.openings.as_deref().unwrap_or(default);
        match self.balance {
            Some(discs) => format!("{wanted} within {discs}"),
            None => wanted.to_owned(),
        }
    }
}

fn random_plies(text: &str) -> Result<u32, CliError> {
    let plies = text.parse().ok().filter(|plies| *plies <= 50);
    plies.ok_or_else(|| {
        wrong_arguments(format!(
            "--openings {RANDOM_PLIES}{text}: a number of plies up to 50 must follow {RANDOM_PLIES}"
        ))
    })
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// Prints the openings, one a line, under a comment that says how to get them again.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let wanted = &arguments.openings;
    let (openings, seed) = wanted.openings_or(RANDOM, arguments.count)?;
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# {} openings, {}, seed {seed}",
        openings.len(),
        wanted.source_or(RANDOM)
    )?;
    for opening in openings {
        writeln!(output, "{}", opening.text)?;
    }
    Ok(())
}
