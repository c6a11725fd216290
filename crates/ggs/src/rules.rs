//! The file of rules: whom the bridge plays, what, with which clocks, and when it gives up.
//!
//! A line is `key = value`; `#` begins a comment. The whole file is read before anything is done,
//! and every fault names its line. What is not said is as in [`Rules::default`].

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, space0, space1, u32 as number};
use nom::combinator::{all_consuming, map, map_opt, opt, rest, verify};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};
use thiserror::Error;

use crate::os::clock::Setting;
use crate::os::event::{Request, Stake};
use crate::os::kind::{Kind, Unplayed};
use crate::os::name::Name;
use bianca_system::foreign::{excerpt, meant};

/// Bytes of the longest file of rules.
pub const MOST_BYTES: u64 = 1 << 20;

/// All keys.
const KEYS: [&str; 14] = [
    "adjourned",
    "ask",
    "clock",
    "everybody",
    "extension",
    "games",
    "increment",
    "never",
    "pause",
    "players",
    "rated",
    "rating",
    "resign",
    "types",
];

/// Which games count for the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// Only those.
    Yes,
    /// Only others.
    No,
    /// All.
    Any,
}

/// When a game is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Discs by which the engine must think that it loses, or more.
    pub discs: u32,
    /// For so many of its moves in a row.
    pub moves: u32,
}

/// A kind of game that is played: one, or with any number of random discs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Kind(Kind),
    /// `8r` or `s8r`.
    Random {
        is_synchro: bool,
    },
}

/// A game to ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What.
    pub kind: Kind,
    /// With which clock.
    pub clock: Setting,
    /// Whom; everybody if nobody is named.
    pub whom: Option<Name>,
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.clock)?;
        match &self.whom {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

/// What is accepted and done.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Who may play; all if nobody is named.
    players: Vec<Name>,
    /// Who may not.
    never: Vec<Name>,
    types: Vec<Wanted>,
    /// Which games count.
    pub rated: Rated,
    rating: RangeInclusive<u32>,
    clock: RangeInclusive<Duration>,
    increment: RangeInclusive<Duration>,
    extension: RangeInclusive<Duration>,
    /// Whether offers to everybody are taken up.
    pub everybody: bool,
    /// Whether games that were broken off are gone on with.
    pub adjourned: bool,
    /// When a game is given up; never if not said.
    pub resign: Option<Resign>,
    /// What is asked for, one after the other, when there is no game.
    pub asks: Vec<Ask>,
    /// Between two of these, and after a game.
    pub pause: Duration,
    /// After so many matches it ends; never if not said.
    pub games: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        let seconds = Duration::from_secs;
        let kind = |text: &str| text.parse().ok().map(Wanted::Kind);
        Rules {
            players: Vec::new(),
            never: Vec::new(),
            types: kind("8")
                .into_iter()
                .chain(random(false))
                .chain(random(true))
                .collect(),
            rated: Rated::Any,
            rating: 0..=9999,
            clock: seconds(60)..=seconds(3600),
            increment: seconds(0)..=seconds(60),
            extension: seconds(0)..=seconds(600),
            everybody: false,
            adjourned: true,
            resign: None,
            asks: Vec::new(),
            pause: seconds(30),
            games: None,
        }
    }
}

fn random(is_synchro: bool) -> Option<Wanted> {
    Some(Wanted::Random { is_synchro })
}

/// Why an offer is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The rules of the game.
    #[error("{0}: {1}")]
    Unplayed(Kind, Unplayed),
    /// The kind is not among those that are wanted.
    #[error("{0} is not played here")]
    Kind(Kind),
    /// The player.
    #[error("not with this player")]
    Player,
    /// The ratings.
    #[error("only {} games", if *.0 == Rated::Yes { "rated" } else { "unrated" })]
    Rated(Rated),
    /// The opponent's rating.
    #[error("only with ratings from {0} to {1}")]
    Rating(u32, u32),
    /// A part of the clock.
    #[error("only with {part} from {} to {}", minutes(*.low), minutes(*.high))]
    Clock {
        /// `main time`, `increment` or `extension`.
        part: &'static str,
        /// The least.
        low: Duration,
        /// The most.
        high: Duration,
    },
    /// Moves are counted in it.
    #[error("only clocks of main time, increment and extension")]
    OddClock,
    /// Somebody would have another clock.
    #[error("only with equal clocks")]
    UnequalClocks,
    /// A game that was broken off.
    #[error("games are not gone on with here")]
    Adjourned,
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Rules {
    /// Whether an offer is taken up; `None` for one that is not for `me`.
    pub fn judge(&self, request: &Request, me: &Name) -> Option<Result<(), Refusal>> {
        let me = me.to_string();
        let (from, rating) = &request.from;
        let is_mine = match &request.to {
            Some((to, _)) => *to == me,
            None => self.everybody,
        };
        (is_mine && *from != me).then(|| self.check(request, from, *rating))
    }

    /// Whether two games may be played at once.
    pub fn has_pairs(&self) -> bool {
        let asks = self.asks.iter().any(|ask| ask.kind.is_synchro());
        asks || self.types.iter().any(|wanted| match wanted {
            Wanted::Kind(kind) => kind.is_synchro(),
            Wanted::Random { is_synchro } => *is_synchro,
        })
    }

    fn check(&self, request: &Request, from: &str, rating: f64) -> Result<(), Refusal> {
        let kind = &request.kind;
        kind.check()
            .map_err(|why| Refusal::Unplayed(kind.clone(), why))?;
        let is = |name: &Name| name.to_string() == from;
        if self.never.iter().any(is) || !(self.players.is_empty() || self.players.iter().any(is)) {
            return Err(Refusal::Player);
        }
        if request.stake == Stake::Stored {
            // It was accepted once.
            return if self.adjourned {
                Ok(())
            } else {
                Err(Refusal::Adjourned)
            };
        }
        if !self.types.iter().any(|wanted| wanted.is(kind)) {
            return Err(Refusal::Kind(kind.clone()));
        }
        let is_rated = request.stake != Stake::Unrated;
        match self.rated {
            Rated::Yes if !is_rated => return Err(Refusal::Rated(self.rated)),
            Rated::No if is_rated => return Err(Refusal::Rated(self.rated)),
            _ => {}
        }
        let (low, high) = (*self.rating.start(), *self.rating.end());
        if rating < f64::from(low) || rating > f64::from(high) {
            return Err(Refusal::Rating(low, high));
        }
        if request.other_clock.is_some() {
            return Err(Refusal::UnequalClocks);
        }
        self.check_clock(&request.clock)
    }

    fn check_clock(&self, clock: &Setting) -> Result<(), Refusal> {
        if clock.is_odd() {
            return Err(Refusal::OddClock);
        }
        for (part, time, range) in [
            ("main time", clock.main(), &self.clock),
            ("increment", clock.increment(), &self.increment),
            ("extension", clock.extension(), &self.extension),
        ] {
            if !range.contains(&time) {
                let (low, high) = (*range.start(), *range.end());
                return Err(Refusal::Clock { part, low, high });
            }
        }
        Ok(())
    }
}

impl Wanted {
    fn is(&self, kind: &Kind) -> bool {
        match self {
            Wanted::Kind(wanted) => wanted == kind,
            Wanted::Random { is_synchro } => {
                kind.random_discs().is_some() && kind.is_synchro() == *is_synchro
            }
        }
    }
}

/// What is wrong with a file of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct RulesError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no `=`.
    #[error("'{0}' is not KEY = VALUE")]
    NoPair(String),
    /// A key that nothing goes by.
    #[error("'{0}' is not a key{hint}", hint = hint(.0))]
    Key(String),
    /// A key stands twice, and is not `ask`.
    #[error("'{0}' stands twice")]
    Twice(String),
    /// A value that says nothing.
    #[error("{key}: '{value}' is not {expected}")]
    Value {
        /// The key.
        key: String,
        /// What stands there.
        value: String,
        /// What should.
        expected: &'static str,
    },
    /// A kind of game that is not played.
    #[error("{key}: {kind}: {why}")]
    Unplayed {
        /// The key.
        key: String,
        /// The kind.
        kind: String,
        /// Why not.
        why: Unplayed,
    },
}

fn hint(word: &str) -> String {
    match meant(word, KEYS) {
        Some(key) => format!(" ({key}?)"),
        None => format!(" ({})", KEYS.join(", ")),
    }
}

type Read<'a, T> = IResult<&'a str, T>;

/// A word without blanks and commas.
fn word(input: &str) -> Read<'_, &str> {
    take_while1(|c: char| !c.is_whitespace() && c != ',').parse(input)
}

fn list<'a, T>(item: impl Fn(&'a str) -> Option<T>) -> impl FnMut(&'a str) -> Read<'a, Vec<T>> {
    move |input| {
        let comma = delimited(space0, char(','), space0);
        separated_list1(comma, map_opt(word, &item)).parse(input)
    }
}

fn names(input: &str) -> Read<'_, Vec<Name>> {
    let all = map(all_consuming(char('*')), |_| Vec::new());
    nom::branch::alt((all, list(|word| word.parse().ok()))).parse(input)
}

/// `M:SS` or `H:MM:SS`.
fn time(input: &str) -> Read<'_, Duration> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == ':');
    map_opt(digits, |text: &str| {
        let mut parts = text.split(':');
        let setting: Setting = text.parse().ok()?;
        let is_time = parts.clone().count() >= 2 && parts.skip(1).all(|part| part.len() == 2);
        parts = text.split(':');
        (is_time && parts.all(|part| !part.is_empty())).then(|| setting.main())
    })
    .parse(input)
}

fn range<'a, T: PartialOrd + Copy>(
    bound: impl Fn(&'a str) -> Read<'a, T> + Copy,
) -> impl FnMut(&'a str) -> Read<'a, RangeInclusive<T>> {
    move |input| {
        let dash = delimited(space0, char('-'), space0);
        let pair = separated_pair(bound, dash, bound);
        let in_order = verify(pair, |(low, high)| low <= high);
        map(in_order, |(low, high)| low..=high).parse(input)
    }
}

fn yes(input: &str) -> Read<'_, bool> {
    map_opt(word, |word| match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
    .parse(input)
}

fn rated(input: &str) -> Read<'_, Rated> {
    map_opt(word, |word| match word {
        "yes" => Some(Rated::Yes),
        "no" => Some(Rated::No),
        "any" => Some(Rated::Any),
        _ => None,
    })
    .parse(input)
}

/// `never`, or `-40 for 3 moves`
fn resign(input: &str) -> Read<'_, Option<Resign>> {
    let discs = verify(preceded(char('-'), number), |discs| {
        (1..=64).contains(discs)
    });
    let moves = verify(number, |moves| (1..=30).contains(moves));
    let moves = delimited((space1, tag("for"), space1), moves, (space1, tag("moves")));
    let when = map((discs, moves), |(discs, moves)| {
        Some(Resign { discs, moves })
    });
    nom::branch::alt((map(tag("never"), |_| None), when)).parse(input)
}

/// A kind, perhaps with any number of discs.
fn wanted(word: &str) -> Result<Wanted, Option<Unplayed>> {
    match word.to_ascii_lowercase().as_str() {
        "8r" => Ok(Wanted::Random { is_synchro: false }),
        "s8r" => Ok(Wanted::Random { is_synchro: true }),
        text => {
            let kind: Kind = text.parse().map_err(|_| None)?;
            kind.check().map_err(Some)?;
            Ok(Wanted::Kind(kind))
        }
    }
}

impl Rules {
    /// Reads a file of rules.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &str) -> Result<Rules, RulesError> {
        let mut rules = Rules::default();
        let mut seen: Vec<&str> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let wrong = |fault| RulesError { line, fault };
            let pair = text.split_once('=');
            let (key, value) = pair.ok_or_else(|| wrong(Fault::NoPair(excerpt(text))))?;
            let key = key.trim();
            if key != "ask" && seen.contains(&key) {
                return Err(wrong(Fault::Twice(excerpt(key))));
            }
            rules.take(key, value.trim()).map_err(wrong)?;
            seen.push(key);
        }
        Ok(rules)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let field = Field { key, value };
        match key {
            "players" => self.players = field.read(names, "a list of names, or *")?,
            "never" => {
                self.never = field.read(list(|word| word.parse().ok()), "a list of names")?
            }
            "types" => self.types = field.kinds()?,
            "rated" => self.rated = field.read(rated, "yes, no or any")?,
            "rating" => self.rating = field.read(range(number), "LOW-HIGH, such as 1500-2700")?,
            "clock" => self.clock = field.times()?,
            "increment" => self.increment = field.times()?,
            "extension" => self.extension = field.times()?,
            "everybody" => self.everybody = field.read(yes, "yes or no")?,
            "adjourned" => self.adjourned = field.read(yes, "yes or no")?,
            "resign" => self.resign = field.read(resign, "never, or -DISCS for N moves")?,
            "ask" => self.asks.push(field.ask()?),
            "pause" => self.pause = field.read(time, "a time, such as 0:30")?,
            "games" => {
                let games = verify(number, |games| *games > 0);
                self.games = Some(field.read(games, "a number of matches")?);
            }
            _ => return Err(Fault::Key(excerpt(key))),
        }
        Ok(())
    }
}

/// A line.
#[derive(Clone, Copy)]
struct Field<'a> {
    key: &'a str,
    value: &'a str,
}

impl<'a> Field<'a> {
    fn wrong(self, value: &str, expected: &'static str) -> Fault {
        Fault::Value {
            key: self.key.to_owned(),
            value: excerpt(value),
            expected,
        }
    }

    fn read<T>(
        self,
        grammar: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
        expected: &'static str,
    ) -> Result<T, Fault> {
        let read = all_consuming(grammar).parse(self.value);
        read.map(|(_, value)| value)
            .map_err(|_| self.wrong(self.value, expected))
    }

    fn times(self) -> Result<RangeInclusive<Duration>, Fault> {
        self.read(range(time), "LOW-HIGH, such as 1:00-15:00")
    }

    fn unplayed(self, kind: &str, why: Unplayed) -> Fault {
        Fault::Unplayed {
            key: self.key.to_owned(),
            kind: excerpt(kind),
            why,
        }
    }

    fn kinds(self) -> Result<Vec<Wanted>, Fault> {
        let expected = "a list of types, such as 8, 8r20, s8r20";
        let words = self.read(list(Some), expected)?;
        let kinds = words.into_iter().map(|word| {
            wanted(word).map_err(|why| match why {
                Some(why) => self.unplayed(word, why),
                None => self.wrong(word, expected),
            })
        });
        kinds.collect()
    }

    fn ask(self) -> Result<Ask, Fault> {
        let expected = "TYPE CLOCK NAME, such as s8r20 05:00//02:00 timo";
        let words = (word, preceded(space1, word), opt(preceded(space1, rest)));
        let (kind, clock, whom) = self.read(words, expected)?;
        let wrong = |part: &str| self.wrong(part, expected);
        let kind: Kind = kind.parse().map_err(|_| wrong(kind))?;
        kind.check()
            .map_err(|why| self.unplayed(&kind.to_string(), why))?;
        let clock: Setting = clock.parse().map_err(|_| wrong(clock))?;
        if clock.main().is_zero() {
            return Err(wrong(self.value));
        }
        let whom = whom.map(|name: &str| name.trim().parse().map_err(|_| wrong(name)));
        Ok(Ask {
            kind,
            clock,
            whom: whom.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests;
