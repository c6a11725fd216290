//! Games and players by their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::classic::{Classic, Style, default_style, style_and_depth, styles};
use super::reversi::ReversiPlayer;
use super::strong::{BIANCA, Skill, StrongPlayer};
use super::{Contestant, OptionError, Player};
use crate::game::{Game, History};
use crate::games::Playable;
use crate::games::frogs::{Frogs, MOST_FROGS};
use crate::games::kind::GameKind;
use crate::games::othello::Othello;
use crate::games::reversi::Reversi;
use crate::games::tictactoe::{LONGEST_SIDE, TicTacToe};
use crate::games::tree::Tree;
use bianca_rules::othello::OthelloGame;
use bianca_search::search::{LEVEL_MAX, Settings, TableTooLarge};
use bianca_system::foreign::excerpt;

/// Why there is no such game or player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CatalogueError {
    /// There is no game of this name.
    #[error("unknown game: {0} ({known})", known = games_as_typed())]
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
    #[error("unknown player: {0} (first, {known})", known = players_as_typed(Style::ALL, Some(Strong::Othello)))]
    Player(String),
    /// There is no player of this name, and these play the game.
    #[error("unknown player: {player} ({known})")]
    Opponent {
        /// The name.
        player: String,
        /// Who plays the game, as they are asked for.
        known: String,
    },
    /// This player does not play this game.
    #[error("{player} does not play {game}")]
    Unsuited {
        /// The player.
        player: String,
        /// The game.
        game: &'static str,
    },
    /// Not enough memory for the strong player.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
    /// The player does not take its own name; the text says why.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// The games as they are asked for: `othello, reversi-1880, tictactoe [H V K]`.
fn games_as_typed() -> String {
    let typed = GameKind::ALL.iter().map(|kind| {
        let info = kind.info();
        let typed = format!("{} {}", info.name.to_lowercase(), info.arguments);
        typed.trim_end().to_owned()
    });
    typed.collect::<Vec<_>>().join(", ")
}

/// Players as they are asked for: `random, minimax[:DEPTH], bianca[:LEVEL, 1 to 60]`.
fn players_as_typed(styles: &[Style], strong: Option<Strong>) -> String {
    let classic = styles.iter().map(|style| {
        if style.has_depth() {
            format!("{}[:DEPTH]", style.name())
        } else {
            style.name().to_owned()
        }
    });
    let strong = strong.map(|strong| match strong {
        Strong::Othello => format!(
            "{BIANCA}[:LEVEL, 1 to {LEVEL_MAX}, a rating, {} to {}, or a skill such as beginner or {FOLLOW}]",
            Skill::LEAST.elo(),
            Skill::FULL.elo()
        ),
        Strong::Reversi => format!("{BIANCA}[:LEVEL, 1 to {LEVEL_MAX}]"),
    });
    classic.chain(strong).collect::<Vec<_>>().join(", ")
}

/// A game at its start, and how its classic players are made.
struct Opened {
    game: Box<dyn Game>,
    classic: fn(Style) -> Box<dyn Player>,
    /// The classic players that play it.
    styles: Vec<Style>,
    /// The classic player that suits the game best.
    best: Style,
    strong: Option<Strong>,
}

/// Who plays a game better than the classic players.
#[derive(Clone, Copy)]
enum Strong {
    Othello,
    Reversi,
}

impl Opened {
    fn new<G: Playable>(game: impl Game + 'static) -> Opened {
        Opened {
            game: Box::new(game),
            classic: |style| Box::new(Classic::<G>::new(style)),
            styles: styles::<G>(),
            best: default_style::<G>(),
            strong: None,
        }
    }

    fn at<G: Playable>(start: G) -> Opened {
        Opened::new::<G>(History::new(start))
    }

    fn with(self, strong: Strong) -> Opened {
        let strong = Some(strong);
        Opened { strong, ..self }
    }
}

fn open(text: &str) -> Result<Opened, CatalogueError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let kind = GameKind::named(name).ok_or_else(|| CatalogueError::Game(excerpt(name)))?;
    if let (Some(word), "") = (arguments.first(), kind.info().arguments) {
        return Err(CatalogueError::Arguments {
            game: kind.name(),
            reason: format!("'{}' is one word too many", excerpt(word)),
        });
    }
    Ok(match kind {
        GameKind::Othello => Opened::new::<Othello>(OthelloGame::new()).with(Strong::Othello),
        GameKind::Reversi => Opened::at(Reversi::START).with(Strong::Reversi),
        GameKind::TicTacToe => Opened::at(tictactoe(&arguments)?),
        GameKind::Frogs => Opened::at(frogs(&arguments)?),
        GameKind::Tree => Opened::at(tree(&arguments)?),
    })
}

/// The game that `text` names, with its arguments, at its start.
///
/// # Errors
/// [`CatalogueError`], with the wrong word.
pub fn game(text: &str) -> Result<Box<dyn Game>, CatalogueError> {
    Ok(open(text)?.game)
}

/// The player that a session gives the game that `text` names: in Othello the strong one with
/// these settings and in historic Reversi its own strong one, which their option `Player` replaces
/// by any other; in the other games the one that suits them best. Its games differ.
///
/// # Errors
/// [`CatalogueError`], with the wrong word.
pub fn usual_player(text: &str, settings: Settings) -> Result<Contestant, CatalogueError> {
    let opened = open(text)?;
    let strong = match opened.strong {
        Some(Strong::Othello) => {
            Contestant::new(Box::new(StrongPlayer::new(settings)?.drawing().with_book()))
        }
        Some(Strong::Reversi) => Contestant::new(Box::new(ReversiPlayer::default().drawing())),
        None => return Ok(Contestant::new((opened.classic)(opened.best))),
    };
    Ok(strong.replaced_by(opened.styles, opened.classic))
}

/// The strength of who follows, as it is typed.
const FOLLOW: &str = "follow";

/// How well the strong player plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// As its settings say.
    #[default]
    Usual,
    /// As deep as a level looks.
    Level(u32),
    /// As well as people of some skill.
    Skill(Skill),
    /// As well as people of some rating.
    Elo(u16),
    /// As well as who plays against it.
    Following,
}

/// A player as users name it; whether it plays a game shows only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// The strong player, `bianca`, `bianca:LEVEL`, `bianca:ELO`, `bianca:SKILL` or
    /// `bianca:follow`.
    Bianca(Strength),
    /// A classic player, and how deep it looks if the name says so: `greedy`, `minimax:4`.
    Classic(Style, Option<u32>),
}

impl PlayerName {
    /// Whether the name says how deep the player looks, or how well it plays.
    pub fn has_strength(self) -> bool {
        match self {
            PlayerName::Bianca(strength) => strength != Strength::Usual,
            PlayerName::Classic(_, depth) => depth.is_some(),
        }
    }
}

impl FromStr for PlayerName {
    type Err = CatalogueError;

    fn from_str(text: &str) -> Result<PlayerName, CatalogueError> {
        let unknown = || CatalogueError::Player(excerpt(text));
        let (name, level) = match text.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (text, None),
        };
        if !name.eq_ignore_ascii_case(BIANCA) {
            let (style, depth) = style_and_depth(text).map_err(|_| unknown())?;
            return Ok(PlayerName::Classic(style, depth));
        }
        let Some(strength) = level else {
            return Ok(PlayerName::Bianca(Strength::Usual));
        };
        let level = strength.parse().ok();
        let level = level.filter(|level| (1..=LEVEL_MAX).contains(level));
        let elo = strength.parse().ok();
        let elo = elo.filter(|elo| (Skill::LEAST.elo()..=Skill::FULL.elo()).contains(elo));
        let skill = || Skill::named(strength).map(Strength::Skill);
        let follows = || strength.eq_ignore_ascii_case(FOLLOW);
        let strength = level
            .map(Strength::Level)
            .or(elo.map(Strength::Elo))
            .or_else(skill)
            .or_else(|| follows().then_some(Strength::Following));
        strength.map(PlayerName::Bianca).ok_or_else(unknown)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlayerName::Bianca(Strength::Usual) => f.write_str(BIANCA),
            PlayerName::Bianca(Strength::Level(level)) => write!(f, "{BIANCA}:{level}"),
            PlayerName::Bianca(Strength::Skill(skill)) => write!(f, "{BIANCA}:{skill}"),
            PlayerName::Bianca(Strength::Elo(elo)) => write!(f, "{BIANCA}:{elo}"),
            PlayerName::Bianca(Strength::Following) => write!(f, "{BIANCA}:{FOLLOW}"),
            PlayerName::Classic(style, None) => f.write_str(style.name()),
            PlayerName::Classic(style, Some(depth)) => write!(f, "{}:{depth}", style.name()),
        }
    }
}

/// A player by name, for the game that `text` names.
///
/// ```
/// use bianca_play::player::catalogue::by_name;
///
/// assert!(by_name("minimax:4", "tictactoe 4 4 3").is_ok());
/// let refusal = by_name("greedy", "tictactoe").err().unwrap();
/// assert_eq!(refusal.to_string(), "greedy does not play TicTacToe");
/// # Ok::<(), bianca_play::player::catalogue::CatalogueError>(())
/// ```
///
/// # Errors
/// [`CatalogueError`], with the wrong word.
pub fn by_name(player: &str, text: &str) -> Result<Box<dyn Player>, CatalogueError> {
    let name = player.parse().map_err(|error| match (error, open(text)) {
        (CatalogueError::Player(player), Ok(opened)) => CatalogueError::Opponent {
            player,
            known: players_as_typed(&opened.styles, opened.strong),
        },
        (error, _) => error,
    })?;
    self::player(name, text)
}

/// A player of the game that `text` names.
///
/// # Errors
/// [`CatalogueError`], with the wrong word.
pub fn player(player: PlayerName, text: &str) -> Result<Box<dyn Player>, CatalogueError> {
    let opened = open(text)?;
    let unsuited = || CatalogueError::Unsuited {
        player: player.to_string(),
        game: opened.game.name(),
    };
    match (player, opened.strong) {
        (PlayerName::Bianca(strength), Some(Strong::Othello)) => {
            let mut settings = Settings::default();
            if let Strength::Level(level) = strength {
                settings.level = level;
            }
            let mut player = StrongPlayer::new(settings)?.with_book();
            match strength {
                Strength::Skill(skill) => player.set_skill(skill)?,
                Strength::Elo(elo) => player.set_elo(elo)?,
                Strength::Following => player.follow()?,
                Strength::Usual | Strength::Level(_) => {}
            }
            Ok(Box::new(player))
        }
        (PlayerName::Bianca(strength), Some(Strong::Reversi)) => {
            let mut player = ReversiPlayer::default();
            match strength {
                Strength::Usual => {}
                Strength::Level(level) => player.set_option("Level", &level.to_string())?,
                Strength::Skill(_) | Strength::Elo(_) | Strength::Following => {
                    return Err(unsuited());
                }
            }
            Ok(Box::new(player))
        }
        (PlayerName::Bianca(_), None) => Err(unsuited()),
        (PlayerName::Classic(style, _), _) => {
            let mut classic = (opened.classic)(style);
            match classic.set_option("Player", &player.to_string()) {
                Err(OptionError::BadValue { .. }) => Err(unsuited()),
                other => {
                    other?;
                    Ok(classic)
                }
            }
        }
    }
}

fn tictactoe(arguments: &[&str]) -> Result<TicTacToe, CatalogueError> {
    let wrong = |reason: String| CatalogueError::Arguments {
        game: GameKind::TicTacToe.name(),
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
                .map_err(|_| wrong(format!("'{}' is not a number", excerpt(word))))?;
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

fn frogs(arguments: &[&str]) -> Result<Frogs, CatalogueError> {
    let wrong = |reason: String| CatalogueError::Arguments {
        game: GameKind::Frogs.name(),
        reason,
    };
    let word = match *arguments {
        [] => "3",
        [word] => word,
        [_, word, ..] => return Err(wrong(format!("'{}' is one word too many", excerpt(word)))),
    };
    let each = word.parse().ok().and_then(Frogs::new);
    each.ok_or_else(|| {
        let word = excerpt(word);
        wrong(format!(
            "'{word}' is not a number of frogs from 1 to {MOST_FROGS}"
        ))
    })
}

fn tree(arguments: &[&str]) -> Result<Tree, CatalogueError> {
    if arguments.is_empty() {
        return Ok(Tree::figure_5_2());
    }
    let words = arguments.iter().copied();
    Tree::parse(words).map_err(|error| CatalogueError::Arguments {
        game: GameKind::Tree.name(),
        reason: error.to_string(),
    })
}

#[cfg(test)]
mod tests;
