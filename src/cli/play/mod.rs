//! `bianca play`: a game at the terminal, in English, Spanish or Chinese.
//!
//! The conversation about Othello is that of chapter 15 of Al Sweigart's *Invent Your Own
//! Computer Games with Python*, the others are those of the texts that the games come from. They
//! run on any reader and writer, so that tests can hold them; the session's protocol has no part
//! in this.

mod board_game;
mod othello;
mod table;
mod terminal;
mod watch;
mod words;

use std::io::{self, BufRead, BufReader};

use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::CliError;
use crate::player::catalogue;
use terminal::{Ended, Terminal};
use words::{LANGUAGES, Words};

/// Play a game at the terminal, in English, Spanish or Chinese.
#[derive(Args)]
pub struct Arguments {
    /// othello, reversi, tictactoe [H V K], frogs [N] or tree [VALUES].
    #[arg(
        value_name = "GAME",
        default_value = "othello",
        allow_negative_numbers = true
    )]
    game: Vec<String>,
    /// Who plays against you: random, greedy, uc3m, minimax:DEPTH, alphabeta:DEPTH or
    /// bianca:LEVEL (1 for beginners, up to 30). Without it greedy, the book's, in games where
    /// discs are turned, and alphabeta in the others.
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Only look on: this player, X, plays against the opponent, bianca:12 if none is named.
    #[arg(long, value_name = "PLAYER")]
    watch: Option<String>,
    /// The language; without it that of the locale.
    #[arg(long, value_parser = PossibleValuesParser::new(LANGUAGES.map(|words| words.code)))]
    lang: Option<String>,
    /// Colours on the board.
    #[arg(long, value_enum, default_value_t = Colors::Auto)]
    color: Colors,
    /// Makes what is drawn at random repeatable.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colors {
    /// If the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Even if it is not.
    Always,
    /// Letters only.
    Never,
}

/// Plays until the person has had enough.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    converse(arguments, BufReader::new(io::stdin()), io::stdout())
}

fn converse(
    arguments: Arguments,
    input: impl BufRead + Send,
    output: impl RawStream + AsLockedWrite + Send,
) -> Result<(), CliError> {
    let asked = arguments.lang.as_deref().and_then(language);
    let words = asked.unwrap_or_else(language_of_locale);
    let colors = match arguments.color {
        Colors::Always => ColorChoice::Always,
        Colors::Never => ColorChoice::Never,
        Colors::Auto => ColorChoice::Auto,
    };
    let name = arguments.game.join(" ");
    let kind = arguments.game.first().map(|name| name.to_ascii_lowercase());
    let is_othello = matches!(kind.as_deref(), Some("othello" | "reversi"));
    let usual = match kind.as_deref() {
        Some("othello" | "reversi" | "reversi-1880") => "greedy",
        Some("frogs") => "shortest",
        _ => "alphabeta",
    };
    let mut game = catalogue::game(&name)?;
    let usual = match arguments.watch {
        Some(_) if is_othello => "bianca:12",
        _ => usual,
    };
    let opponent_name = arguments.opponent.as_deref().unwrap_or(usual);
    let mut opponent = catalogue::by_name(opponent_name, &name)?;
    let mut random = match arguments.seed {
        Some(seed) => {
            opponent.set_option("Seed", &seed.min(i64::MAX as u64).to_string())?;
            StdRng::seed_from_u64(seed)
        }
        None => rand::make_rng(),
    };
    let mut terminal = Terminal::new(input, AutoStream::new(output, colors), words);
    let ended = if let Some(watched) = &arguments.watch {
        let mut player = catalogue::by_name(watched, &name)?;
        if let Some(seed) = arguments.seed {
            player.set_option("Seed", &seed.min(i64::MAX as u64).to_string())?;
        }
        let players = [&mut *player as _, &mut *opponent as _];
        watch::watch(&mut terminal, &mut *game, players, [watched, opponent_name])
    } else if is_othello {
        othello::play(&mut terminal, &mut *opponent, &mut random)
    } else {
        board_game::play(&mut terminal, &mut *game, &mut *opponent)
    };
    match ended {
        Ok(()) => Ok(()),
        Err(Ended::Left) => Ok(terminal.say(words.thanks)?),
        // The reader of our output has gone; there is nobody to read more.
        Err(Ended::Broken(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(Ended::Broken(error)) => Err(error.into()),
        Err(Ended::Player(error)) => Err(error.into()),
        Err(Ended::Game(error)) => Err(error.into()),
    }
}

/// The language of this code.
fn language(code: &str) -> Option<&'static Words> {
    LANGUAGES
        .into_iter()
        .find(|language| language.code.eq_ignore_ascii_case(code))
}

/// The language that the environment asks for, in the order in which POSIX looks.
fn language_of_locale() -> &'static Words {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let mut values = names
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let locale = values.find(|value| !value.is_empty()).unwrap_or_default();
    locale.get(..2).and_then(language).unwrap_or(LANGUAGES[0])
}

#[cfg(test)]
mod tests;
