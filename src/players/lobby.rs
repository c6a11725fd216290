//! Games and players by their names, and a game between two of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::classic::{GamePlayer, Style, style_and_depth};
use super::othello::OthelloPlayer;
use crate::engine::{Engine, Refusal, Request, StopFlag};
use crate::games::frogs::{Frogs, MOST_FROGS};
use crate::games::reversi::Reversi;
use crate::games::tictactoe::{LONGEST_SIDE, TicTacToe};
use crate::games::tree::{Tree, TreeError};
use crate::othello::Color;
use crate::search::{LEVEL_MAX, Settings};

/// A game as [`game`] knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name, which may be written in any case.
    pub name: &'static str,
    /// What may follow the name.
    pub arguments: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How many play it.
    pub players: u8,
}

/// All games.
pub const GAMES: [GameInfo; 5] = [
    GameInfo {
        name: "Othello",
        arguments: "",
        about: "the game of today",
        players: 2,
    },
    GameInfo {
        name: "Reversi",
        arguments: "",
        about: "the game of the 1880s: an empty board and 32 discs each",
        players: 2,
    },
    GameInfo {
        name: "TicTacToe",
        arguments: "[H V K]",
        about: "H rows, V columns, K in a row; 3 3 3 without numbers",
        players: 2,
    },
    GameInfo {
        name: "Frogs",
        arguments: "[N]",
        about: "a puzzle: N frogs on each side change places; 3 without a number",
        players: 1,
    },
    GameInfo {
        name: "Tree",
        arguments: "[VALUES]",
        about: "a complete tree with these leaves; the textbook's Figure 5.2 without any",
        players: 2,
    },
];

/// The strong player's name.
const BIANCA: &str = "bianca";

/// Hash table of an Othello game that a classic player plays, in MiB: it is never used.
const SMALLEST_HASH: usize = 1;

/// Why there is no such game or player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LobbyError {
    /// There is no game of this name.
    #[error("unknown game: {0}")]
    Game(String),
    /// The game does not take these arguments.
    #[error("{game}: {reason}")]
    Arguments {
        /// The game.
        game: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// There is no player of this name.
    #[error(
        "unknown player: {0} (random, greedy, uc3m, minimax[:DEPTH], alphabeta[:DEPTH], \
         shortest, bianca[:LEVEL])"
    )]
    Player(String),
    /// This player does not play this game.
    #[error("{player} does not play {game}")]
    Unsuited {
        /// The player.
        player: String,
        /// The game.
        game: &'static str,
    },
    /// The machine refused.
    #[error(transparent)]
    Failed(#[from] Refusal),
}

impl GameInfo {
    /// The game that `text` names, whatever follows the name.
    pub fn named(text: &str) -> Option<GameInfo> {
        let name = text.split_whitespace().next()?;
        let mut games = GAMES.into_iter();
        games.find(|game| game.name.eq_ignore_ascii_case(name))
    }
}

/// The game that `text` names, with its arguments, and the player that suits it best. Othello is
/// played by the strong player with its usual settings.
///
/// # Errors
/// [`LobbyError`], with the wrong word.
pub fn game(text: &str) -> Result<Box<dyn Engine>, LobbyError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let none = |game: &'static str| match arguments.first() {
        None => Ok(()),
        Some(word) => Err(LobbyError::Arguments {
            game,
            reason: format!("'{}' is one word too many", cut(word)),
        }),
    };
    match name.to_ascii_lowercase().as_str() {
        "othello" => {
            none("Othello")?;
            Ok(Box::new(OthelloPlayer::new(Settings::default())?))
        }
        "reversi" => {
            none("Reversi")?;
            Ok(Box::new(GamePlayer::new(Reversi::START)))
        }
        "tictactoe" => Ok(Box::new(GamePlayer::new(tictactoe(&arguments)?))),
        "frogs" => Ok(Box::new(GamePlayer::new(frogs(&arguments)?))),
        "tree" => Ok(Box::new(GamePlayer::new(tree(&arguments)?))),
        _ => Err(LobbyError::Game(cut(name))),
    }
}

/// A player as users name it; whether it plays a game shows only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// The strong player, `bianca` or `bianca:LEVEL`.
    Bianca(Option<u32>),
    /// A classic player, and how deep it looks if the name says so: `greedy`, `minimax:4`.
    Classic(Style, Option<u32>),
}

impl PlayerName {
    /// Whether the name says how deep the player looks.
    pub fn has_strength(self) -> bool {
        matches!(
            self,
            PlayerName::Bianca(Some(_)) | PlayerName::Classic(_, Some(_))
        )
    }
}

impl FromStr for PlayerName {
    type Err = LobbyError;

    fn from_str(text: &str) -> Result<PlayerName, LobbyError> {
        let unknown = || LobbyError::Player(cut(text));
        let (name, level) = match text.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (text, None),
        };
        if !name.eq_ignore_ascii_case(BIANCA) {
            let (style, depth) = style_and_depth(text).map_err(|_| unknown())?;
            return Ok(PlayerName::Classic(style, depth));
        }
        let Some(level) = level else {
            return Ok(PlayerName::Bianca(None));
        };
        let level = level.parse().ok();
        let level = level.filter(|level| (1..=LEVEL_MAX).contains(level));
        level
            .map(|level| PlayerName::Bianca(Some(level)))
            .ok_or_else(unknown)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, strength) = match *self {
            PlayerName::Bianca(level) => (BIANCA, level),
            PlayerName::Classic(style, depth) => (style.name(), depth),
        };
        f.write_str(name)?;
        strength.map_or(Ok(()), |strength| write!(f, ":{strength}"))
    }
}

/// A player by name, at the start of the game that `text` names.
///
/// # Errors
/// [`LobbyError`], with the wrong word.
pub fn by_name(player: &str, text: &str) -> Result<Box<dyn Engine>, LobbyError> {
    self::player(player.parse()?, text)
}

/// A player at the start of the game that `text` names.
///
/// # Errors
/// [`LobbyError`], with the wrong word.
pub fn player(player: PlayerName, text: &str) -> Result<Box<dyn Engine>, LobbyError> {
    let mut settings = Settings::default();
    match player {
        PlayerName::Bianca(level) => settings.level = level.unwrap_or(settings.level),
        PlayerName::Classic(..) => settings.hash_mib = SMALLEST_HASH,
    }
    let is_othello = text.trim().eq_ignore_ascii_case("othello");
    let mut engine: Box<dyn Engine> = match is_othello {
        true => Box::new(OthelloPlayer::new(settings)?),
        false => game(text)?,
    };
    if is_othello && matches!(player, PlayerName::Bianca(_)) {
        return Ok(engine);
    }
    match engine.set_option("Player", &player.to_string()) {
        Err(Refusal::BadValue { .. }) => Err(LobbyError::Unsuited {
            player: player.to_string(),
            game: engine.game_name(),
        }),
        other => {
            other?;
            Ok(engine)
        }
    }
}

/// Plays the game that both engines stand at to its end and gives the first player's points.
/// `black` moves for the first player, `white` for the second; each by its own level.
///
/// # Errors
/// If one refuses the other's move, or finds none: the two do not stand at the same position, or
/// a puzzle cannot be solved.
pub fn play_game(black: &mut dyn Engine, white: &mut dyn Engine) -> Result<i32, Refusal> {
    while !black.is_over() {
        let color = black.to_move();
        let mv = match color {
            Color::Black => choose(black)?,
            Color::White => choose(white)?,
        };
        black.play(Some(color), &mv)?;
        white.play(Some(color), &mv)?;
    }
    black.final_score()
}

/// The move that an engine chooses by its level.
///
/// # Errors
/// If it finds none: the game is over, or a puzzle cannot be solved.
pub fn choose(engine: &mut dyn Engine) -> Result<String, Refusal> {
    let stop = StopFlag::new();
    let lines = engine.search(&Request::default(), &stop, &mut |_| {});
    let best = lines.into_iter().next();
    let chosen = best.and_then(|line| line.pv.into_iter().next());
    chosen.ok_or_else(|| engine.why_no_move())
}

fn tictactoe(arguments: &[&str]) -> Result<TicTacToe, LobbyError> {
    let wrong = |reason: String| LobbyError::Arguments {
        game: "TicTacToe",
        reason,
    };
    let mut numbers = [3; 3];
    if !arguments.is_empty() {
        if arguments.len() != numbers.len() {
            let count = arguments.len();
            return Err(wrong(format!("{count} numbers instead of three, H V K")));
        }
        for (number, word) in numbers.iter_mut().zip(arguments) {
            *number = word
                .parse()
                .map_err(|_| wrong(format!("'{}' is not a number", cut(word))))?;
        }
    }
    let [rows, columns, in_a_row] = numbers;
    TicTacToe::new(rows, columns, in_a_row).ok_or_else(|| {
        wrong(format!(
            "{rows} rows, {columns} columns and {in_a_row} in a row are not possible: sides are 1 \
             to {LONGEST_SIDE}, and the row must fit"
        ))
    })
}

fn frogs(arguments: &[&str]) -> Result<Frogs, LobbyError> {
    let wrong = |reason: String| LobbyError::Arguments {
        game: "Frogs",
        reason,
    };
    let word = match *arguments {
        [] => "3",
        [word] => word,
        [_, word, ..] => return Err(wrong(format!("'{}' is one word too many", cut(word)))),
    };
    let each = word.parse().ok().and_then(Frogs::new);
    each.ok_or_else(|| {
        let word = cut(word);
        wrong(format!(
            "'{word}' is not a number of frogs from 1 to {MOST_FROGS}"
        ))
    })
}

fn tree(arguments: &[&str]) -> Result<Tree, LobbyError> {
    if arguments.is_empty() {
        return Ok(Tree::figure_5_2());
    }
    let words = arguments.iter().copied();
    Tree::parse(words).map_err(|error: TreeError| LobbyError::Arguments {
        game: "Tree",
        reason: error.to_string(),
    })
}

/// A word at a length that fits into a message.
fn cut(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
