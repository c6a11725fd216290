//! Conditions that choose games: `year=1990..1999`, `player=tastet`, `result=black`,
//! `position=f5d6c3`.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use thiserror::Error;

use super::annotated::AnnotatedGame;
use super::position::parse_position;
use bianca_rules::othello::symmetry::Symmetry;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_rules::score::Score;

/// What a game must be like to be chosen. What a game does not say, it does not fulfil.
///
/// ```
/// use bianca_records::record::filter::Condition;
/// use bianca_records::record::line::read_line;
///
/// let game = read_line("f5d6c3")?.unwrap();
/// let condition: Condition = "position=c4e3f6".parse()?;
/// assert!(condition.holds(&game));
/// assert!(!"year=1990..".parse::<Condition>()?.holds(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Played in one of these years.
    Year(Range),
    /// Played by someone whose name has this text in it, upper and lower case being the same.
    Player {
        /// With these discs; either if `None`.
        color: Option<Color>,
        /// The text, in lower case.
        name: String,
    },
    /// Won by this side, or a draw if `None`.
    Winner(Option<Color>),
    /// Black's result in discs is one of these.
    Discs(Range),
    /// Without a result.
    NoResult,
    /// Comes through this position, turned or mirrored in any way.
    Position(Sought),
}

/// A position that is looked for in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sought {
    to_move: Color,
    empties: u32,
    /// The least of its images, and how to come to it.
    least: Position,
    symmetry: Symmetry,
}

impl Sought {
    fn new(position: Position, to_move: Color) -> Sought {
        let (least, symmetry) = Symmetry::canonical(position);
        Sought {
            to_move,
            empties: position.empties(),
            least,
            symmetry,
        }
    }

    /// What `game` plays in this position, as if it had come to it the same way up: a move, or
    /// nothing if it ends there. `None` if it does not come to it.
    pub fn played_in(&self, game: &OthelloGame) -> Option<Option<Move>> {
        let (start, first) = game.start();
        let mut passed = OthelloGame::from_position(start, first);
        let turns = game.turns().iter().map(|&(_, mv)| Some(mv)).chain([None]);
        for mv in turns {
            let position = passed.position();
            if position.empties() == self.empties && passed.to_move() == self.to_move {
                let (least, symmetry) = Symmetry::canonical(position);
                if least == self.least {
                    return Some(mv.map(|mv| self.turned(mv, symmetry)));
                }
            }
            match mv {
                Some(mv) if position.empties() >= self.empties => passed.play(mv).ok()?,
                _ => return None,
            }
        }
        None
    }

    /// A move of a position that `symmetry` brings to the least image.
    fn turned(&self, mv: Move, symmetry: Symmetry) -> Move {
        let back = self.symmetry.inverse();
        match mv {
            Move::Place(square) => Move::Place(back.square(symmetry.square(square))),
            Move::Pass => Move::Pass,
        }
    }
}

/// Games that were seen, each by a number of 128 bits drawn from how it starts and goes: two
/// different games hardly ever share one.
#[derive(Clone, Debug, Default)]
pub struct Seen(HashSet<[u64; 2]>);

impl Seen {
    /// Whether no game that starts and goes as this one was seen before; it is from now on.
    pub fn is_first(&mut self, game: &OthelloGame) -> bool {
        let (start, to_move) = game.start();
        let fingerprint = [0u64, 1].map(|seed| {
            let mut hasher = DefaultHasher::new();
            (seed, start, to_move, game.turns()).hash(&mut hasher);
            hasher.finish()
        });
        self.0.insert(fingerprint)
    }
}

/// A board with the side to move, or the moves that lead to a position.
fn sought(text: &str) -> Option<Sought> {
    let game = parse_position(text).ok()?;
    let is_given = !text.trim().is_empty();
    is_given.then(|| Sought::new(game.position(), game.to_move()))
}

/// Whole numbers from one to another, both included; without an end where there is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    from: Option<i32>,
    to: Option<i32>,
}

/// A text that is no condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotACondition {
    /// It does not begin with something that can be asked for.
    #[error("'{0}' asks for nothing that is known: {list}", list = subjects())]
    Subject(String),
    /// A year is expected after the equals sign.
    #[error("'{0}' is neither a year nor a range of years (1990, 1990..1999, 1990.., ..1999)")]
    Year(String),
    /// A name is expected after the equals sign.
    #[error("a part of a name is missing after '{0}='")]
    NoName(String),
    /// A result is expected after the equals sign.
    #[error(
        "'{0}' is no result (black, white, draw, none, or black's discs less white's: 12, -4..4, 20..)"
    )]
    Result(String),
    /// A position is expected after the equals sign.
    #[error("'{0}' is neither moves that can be played (f5d6c3) nor a board with the side to move")]
    Position(String),
}

impl Condition {
    /// Whether `game` is so.
    pub fn holds(&self, game: &AnnotatedGame) -> bool {
        let result = || game.result_for_black();
        match self {
            Condition::Year(years) => game
                .year()
                .is_some_and(|year| years.contains(f64::from(year))),
            Condition::Player { color, name } => {
                let has_name = |player: &str| player.to_lowercase().contains(name);
                let is_asked_for = |side| color.is_none_or(|color| color == side);
                (is_asked_for(Color::Black) && has_name(&game.black))
                    || (is_asked_for(Color::White) && has_name(&game.white))
            }
            Condition::Winner(winner) => result().map(winner_of) == Some(*winner),
            Condition::Discs(discs) => result().is_some_and(|score| discs.contains(score.discs())),
            Condition::NoResult => result().is_none(),
            Condition::Position(sought) => sought.played_in(&game.game).is_some(),
        }
    }
}

fn winner_of(result: Score) -> Option<Color> {
    match result.0.signum() {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    }
}

/// Reads the value behind the equals sign.
type ReadValue = fn(&str) -> Result<Condition, NotACondition>;

/// What can be asked for.
const SUBJECTS: [(&str, ReadValue); 6] = [
    ("year", year),
    ("player", |value| player("player", None, value)),
    ("black", |value| player("black", Some(Color::Black), value)),
    ("white", |value| player("white", Some(Color::White), value)),
    ("result", result),
    ("position", |value| {
        let sought = sought(value).map(Condition::Position);
        sought.ok_or_else(|| NotACondition::Position(value.to_owned()))
    }),
];

/// What can be asked for, as a sentence lists it.
fn subjects() -> String {
    let words = SUBJECTS.map(|(subject, _)| format!("{subject}="));
    let [rest @ .., last] = &words;
    format!("{} or {last}", rest.join(", "))
}

fn year(value: &str) -> Result<Condition, NotACondition> {
    let years = Range::read(value).map(Condition::Year);
    years.ok_or_else(|| NotACondition::Year(value.to_owned()))
}

fn player(subject: &str, color: Option<Color>, name: &str) -> Result<Condition, NotACondition> {
    match name {
        "" => Err(NotACondition::NoName(subject.to_owned())),
        name => Ok(Condition::Player {
            color,
            name: name.to_lowercase(),
        }),
    }
}

fn result(value: &str) -> Result<Condition, NotACondition> {
    match value {
        "black" => Ok(Condition::Winner(Some(Color::Black))),
        "white" => Ok(Condition::Winner(Some(Color::White))),
        "draw" => Ok(Condition::Winner(None)),
        "none" => Ok(Condition::NoResult),
        discs => Range::read(discs)
            .map(Condition::Discs)
            .ok_or_else(|| NotACondition::Result(value.to_owned())),
    }
}

impl FromStr for Condition {
    type Err = NotACondition;

    fn from_str(text: &str) -> Result<Condition, NotACondition> {
        let unknown = || NotACondition::Subject(text.to_owned());
        let (subject, value) = text.split_once('=').ok_or_else(unknown)?;
        let is_meant = |(known, _): &&(&str, _)| *known == subject.trim();
        let (_, read) = SUBJECTS.iter().find(is_meant).ok_or_else(unknown)?;
        read(value.trim())
    }
}

impl Range {
    fn contains(self, number: f64) -> bool {
        self.from.is_none_or(|from| f64::from(from) <= number)
            && self.to.is_none_or(|to| number <= f64::from(to))
    }

    /// Reads a number, or two with `..` between them of which one may be missing.
    fn read(text: &str) -> Option<Range> {
        let Some((from, to)) = text.split_once("..") else {
            let only = Some(text.parse().ok()?);
            return Some(Range {
                from: only,
                to: only,
            });
        };
        let bound = |text: &str| match text.trim() {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let (from, to) = (bound(from)?, bound(to)?);
        let is_empty = matches!((from, to), (Some(from), Some(to)) if from > to);
        let range = Range { from, to };
        (!is_empty && (from, to) != (None, None)).then_some(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::rows::write_rows;
    use crate::record::transcript::{parse_transcript, replay};

    fn chosen(condition: &str, game: &AnnotatedGame) -> bool {
        condition.parse::<Condition>().unwrap().holds(game)
    }

    #[test]
    fn games_are_chosen_by_year_player_and_result() {
        let game = AnnotatedGame {
            black: "Tastet Marc".into(),
            white: "ANDRÉ".into(),
            date: "12/3/1995".into(),
            result: Some(Score::from_discs(-6)),
            ..AnnotatedGame::default()
        };
        for condition in [
            "year=1995",
            "year=1990..1999",
            "year=1995..",
            "year= ..1995",
            "player=tastet",
            "player=Marc",
            "player=andré",
            "black=tet m",
            "white=André",
            "result=white",
            "result=-6",
            "result=-6..6",
            "result=..-6",
        ] {
            assert!(chosen(condition, &game), "{condition}");
        }
        for condition in [
            "year=1996",
            "year=1996..",
            "year=..1994",
            "player=andre",
            "black=andré",
            "white=marc",
            "result=black",
            "result=draw",
            "result=none",
            "result=-5..",
        ] {
            assert!(!chosen(condition, &game), "{condition}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_chosen() {
        let game = AnnotatedGame::default();
        for condition in ["year=..3000", "player=a", "result=-64..64", "result=draw"] {
            assert!(!chosen(condition, &game), "{condition}");
        }
        assert!(chosen("result=none", &game));
        let draw = AnnotatedGame {
            result: Some(Score(0)),
            ..game
        };
        assert!(chosen("result=draw", &draw) && chosen("result=0", &draw));
    }

    #[test]
    fn errors_name_the_word() {
        for (text, word) in [
            ("1995", "'1995'"),
            ("elo=2000", "'elo=2000'"),
            ("year=", "''"),
            ("year=95-99", "'95-99'"),
            ("year=1999..1990", "'1999..1990'"),
            ("year=..", "'..'"),
            ("player= ", "'player='"),
            ("result=lost", "'lost'"),
            ("result=1.5", "'1.5'"),
        ] {
            let error = text.parse::<Condition>().unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn a_position_is_found_however_the_board_is_turned() {
        let game = |moves: &str| {
            let mut game = OthelloGame::new();
            replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
            AnnotatedGame::from(game)
        };
        let Ok(Condition::Position(sought)) = "position=f5d6c3".parse() else {
            panic!("not a position");
        };
        let played = |moves: &str| sought.played_in(&game(moves).game);
        let mv = |text: &str| text.parse::<Move>().unwrap();
        assert_eq!(played("f5d6c3d3"), Some(Some(mv("d3"))));
        // The same moves on the board turned by 180 degrees, and mirrored.
        assert_eq!(played("c4e3f6e6"), Some(Some(mv("d3"))));
        assert_eq!(played("e6f4c3c4"), Some(Some(mv("d3"))));
        assert_eq!(played("f5d6c3"), Some(None));
        assert_eq!(played("f5d6c4d3"), None);
        assert_eq!(played("f5"), None);
        let there = game("f5d6c3").game;
        let board = write_rows(there.position(), there.to_move());
        assert_eq!(
            format!("position={board}").parse(),
            Ok(Condition::Position(sought))
        );
        for wrong in ["position=", "position=a1", "position=XO", "position=f5x"] {
            assert!(
                matches!(wrong.parse::<Condition>(), Err(NotACondition::Position(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn games_that_start_elsewhere_are_other_games() {
        let board = |text: &str| {
            let (position, to_move) = crate::record::board::parse_board(text).unwrap();
            OthelloGame::from_position(position, to_move)
        };
        let empty = "-".repeat(61);
        let [one, other] = ["XO-", "-XO"].map(|discs| board(&format!("{discs}{empty} X")));
        let white = OthelloGame::from_position(one.position(), Color::White);
        let mut seen = Seen::default();
        for game in [&one, &other, &white] {
            assert!(seen.is_first(game), "{game:?}");
        }
        for game in [&one, &other, &white] {
            assert!(!seen.is_first(game), "{game:?}");
        }
    }
}
