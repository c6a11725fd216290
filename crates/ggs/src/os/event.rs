//! What a message means.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{multispace0 as blanks, multispace1 as gap, one_of};
use nom::combinator::{map, map_opt, opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::board::{self, Shown};
use super::clock::Setting;
use super::kind::Kind;
use super::message::Message;
use super::name::{GameId, Number};
use bianca_rules::othello::Color;

/// How a game or match counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// For the ratings.
    Rated,
    /// For nothing.
    Unrated,
    /// For a tournament.
    Tournament,
    /// A game that was broken off goes on.
    Stored,
}

/// An offer of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Its number.
    pub id: Number,
    /// Who offers it, and his rating.
    pub from: (String, f64),
    /// His clock.
    pub clock: Setting,
    /// The kind of game.
    pub kind: Kind,
    /// What it is for.
    pub stake: Stake,
    /// To whom, and his rating; to everybody if not said.
    pub to: Option<(String, f64)>,
    /// The other's clock, if it differs.
    pub other_clock: Option<Setting>,
    /// The record of a game that is to go on.
    pub record: Option<Number>,
}

/// A match in one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Its number.
    pub id: Number,
    /// The two with their ratings; the first is whose result is told.
    pub players: [(String, f64); 2],
    /// The kind of game.
    pub kind: Kind,
    /// What it is for.
    pub stake: Stake,
}

/// How a game or match ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// With this difference of discs for the first of the two.
    Score(f64),
    /// One of them is gone; the match may go on another time.
    Left(String),
    /// Both wanted no more of it.
    Aborted,
}

/// What the server says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It asks for the name.
    AsksName,
    /// It asks for the password.
    AsksPassword,
    /// Othello's service has come or gone.
    Service(bool),
    /// A game is offered.
    Offered(Request),
    /// An offer has gone, perhaps because its match begins.
    Withdrawn(Number),
    /// A match begins.
    Began(Pairing),
    /// A match has ended; the record can be had under a number.
    Ended(Pairing, Outcome, Option<Number>),
    /// A game shows where it stands.
    Shown(Box<Shown>),
    /// One game of two has ended.
    GameEnded(GameId, Outcome),
    /// A main time was overrun; the game is lost but goes on, or has ended, too.
    Overrun {
        /// The game.
        id: GameId,
        /// Whose clock.
        color: Color,
        /// Whether the extension is over as well.
        is_fatal: bool,
    },
    /// Somebody says something about a match.
    Said {
        /// The match or game.
        id: GameId,
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// The other player asks for an end, a step back or a result.
    Wants {
        /// `undo`, `abort` or `score`.
        what: &'static str,
        /// The game.
        id: GameId,
        /// Who asks.
        from: String,
    },
    /// A move was refused.
    Refused(GameId, String),
    /// A command was refused.
    Error(String),
    /// A record, a line each.
    Record(Vec<String>),
    /// Games that were broken off: their numbers and what else stands there.
    Stored(Vec<(Number, String)>),
    /// Matches that go on.
    Matches(Vec<Pairing>),
    /// All else.
    Other,
}

type Read<'a, T> = IResult<&'a str, T>;

fn word(input: &str) -> Read<'_, &str> {
    preceded(blanks, take_till1(char::is_whitespace)).parse(input)
}

fn parsed<T: std::str::FromStr>(input: &str) -> Read<'_, T> {
    map_opt(word, |word: &str| word.parse().ok()).parse(input)
}

fn finite(input: &str) -> Read<'_, f64> {
    map_opt(parsed::<f64>, |number| number.is_finite().then_some(number)).parse(input)
}

fn stake(input: &str) -> Read<'_, Stake> {
    let letter = preceded(
        blanks,
        terminated(one_of("RUTS"), alt((gap, nom::combinator::eof))),
    );
    map(letter, |letter| match letter {
        'R' => Stake::Rated,
        'U' => Stake::Unrated,
        'T' => Stake::Tournament,
        _ => Stake::Stored,
    })
    .parse(input)
}

/// `1720.0 alice`
fn rated_name(input: &str) -> Read<'_, (String, f64)> {
    map((finite, word), |(rating, name)| (name.to_owned(), rating)).parse(input)
}

/// `.8 1720.0 alice 01:00//02:00 s8r20 R 1690.0 bob`, or `* *` for everybody
fn request(input: &str) -> Read<'_, Request> {
    let everybody = value(None, (blanks, tag("*"), blanks, tag("*")));
    let to = alt((map(rated_name, Some), everybody));
    let head = (parsed, rated_name, parsed, parsed, stake, to);
    let tail = (opt(parsed::<Setting>), opt(parsed));
    map(
        (head, tail),
        |((id, from, clock, kind, stake, to), (other_clock, record))| Request {
            id,
            from,
            clock,
            kind,
            stake,
            to,
            other_clock,
            record,
        },
    )
    .parse(input)
}

/// `.9 2544 lynx 2505 kitty s8r20 R`
fn pairing(input: &str) -> Read<'_, Pairing> {
    let grammar = (parsed, rated_name, rated_name, parsed, stake);
    map(grammar, |(id, one, other, kind, stake)| Pairing {
        id,
        players: [one, other],
        kind,
        stake,
    })
    .parse(input)
}

/// `+30.00`, `aborted`, `alice left`, `player alice left`
fn outcome(input: &str) -> Read<'_, Outcome> {
    let left = delimited(
        opt((blanks, tag("player"), gap)),
        word,
        (blanks, tag("left")),
    );
    alt((
        map(finite, Outcome::Score),
        value(Outcome::Aborted, preceded(blanks, tag("aborted"))),
        map(left, |name: &str| Outcome::Left(name.to_owned())),
    ))
    .parse(input)
}

fn ended(input: &str) -> Read<'_, Event> {
    map(
        (pairing, outcome, opt(parsed)),
        |(pairing, outcome, record)| Event::Ended(pairing, outcome, record),
    )
    .parse(input)
}

/// `.31.1 ( alice vs. bob ) +2.00`
fn game_ended(input: &str) -> Read<'_, Event> {
    let players = (
        blanks,
        tag("("),
        nom::bytes::complete::take_until(")"),
        tag(")"),
    );
    map(
        (parsed, preceded(opt(players), outcome)),
        |(id, outcome)| Event::GameEnded(id, outcome),
    )
    .parse(input)
}

/// `.5 alice (*)`
fn overrun(is_fatal: bool) -> impl Fn(&str) -> Read<'_, Event> {
    move |input| {
        let color = delimited((blanks, tag("(")), one_of("*O"), tag(")"));
        map((parsed, preceded(word, color)), |(id, color)| {
            Event::Overrun {
                id,
                color: if color == '*' {
                    Color::Black
                } else {
                    Color::White
                },
                is_fatal,
            }
        })
        .parse(input)
    }
}

/// `.5 alice is asking`
fn wants(what: &'static str) -> impl Fn(&str) -> Read<'_, Event> {
    move |input| {
        let asks = (
            blanks,
            tag("is"),
            gap,
            alt((tag("asking"), tag("offering"))),
        );
        map((parsed, terminated(word, asks)), |(id, from)| {
            Event::Wants {
                what,
                id,
                from: from.to_owned(),
            }
        })
        .parse(input)
    }
}

/// `.5 A 1720 bob: good game`
fn said(input: &str) -> Read<'_, Event> {
    let head = (parsed, preceded(blanks, one_of("AOP")), finite, word);
    map_opt((head, rest), |((id, _, _, from), text)| {
        Some(Event::Said {
            id,
            from: from.strip_suffix(':')?.to_owned(),
            text: text.trim().to_owned(),
        })
    })
    .parse(input)
}

fn refused(input: &str) -> Read<'_, Event> {
    map((parsed, rest), |(id, text): (_, &str)| {
        Event::Refused(id, text.trim().to_owned())
    })
    .parse(input)
}

/// A line of the service whose first word is known.
fn spoken(input: &str) -> Read<'_, Event> {
    alt((
        preceded(tag("+ match"), map(pairing, Event::Began)),
        preceded(tag("- match"), ended),
        preceded(tag("+"), map(request, Event::Offered)),
        preceded(tag("-"), map(parsed, Event::Withdrawn)),
        preceded(tag("end"), game_ended),
        preceded(tag("timeout"), overrun(false)),
        preceded(tag("fatal-timeout"), overrun(true)),
        preceded(tag("undo"), wants("undo")),
        preceded(tag("abort"), wants("abort")),
        preceded(tag("score"), wants("score")),
        preceded(tag("error"), refused),
        said,
    ))
    .parse(input)
}

/// What a message of the service means.
fn of_service(text: &str, message: &Message) -> Event {
    let (first, tail) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let shown = match first {
        "join" => board::read(true, tail, message),
        "update" => board::read(false, tail, message),
        _ => None,
    };
    if let Some(shown) = shown {
        return Event::Shown(Box::new(shown));
    }
    if let Ok((_, event)) = spoken(text) {
        return event;
    }
    if text.split_whitespace().any(|word| word == "ERR") {
        return Event::Error(text.to_owned());
    }
    match first {
        "look" => Event::Record(message.body.clone()),
        "stored" => Event::Stored(
            message
                .body
                .iter()
                .filter_map(|line| stored(line))
                .collect(),
        ),
        "match" => Event::Matches(
            message
                .body
                .iter()
                .filter_map(|line| listed(line))
                .collect(),
        ),
        _ => Event::Other,
    }
}

/// `.82726   30 Jul 2026 12:31:02 alice  bob  s8r16:l`
fn stored(line: &str) -> Option<(Number, String)> {
    let (rest, number) = parsed(line).ok()?;
    Some((number, rest.trim().to_owned()))
}

fn listed(line: &str) -> Option<Pairing> {
    pairing(line).ok().map(|(_, pairing)| pairing)
}

/// What a message means.
pub fn read(message: &Message) -> Event {
    let head = message.head.as_str();
    if let Some(text) = head.strip_prefix("/os:") {
        return of_service(text.trim(), message);
    }
    let Some(text) = head.strip_prefix(':') else {
        return Event::Other;
    };
    let text = text.trim();
    if text.starts_with("Enter login") {
        Event::AsksName
    } else if text.starts_with("Enter your password") {
        Event::AsksPassword
    } else if text.starts_with("+ /os") {
        Event::Service(true)
    } else if text.starts_with("- /os") {
        Event::Service(false)
    } else if text.starts_with("ERR") {
        Event::Error(text.to_owned())
    } else {
        Event::Other
    }
}

#[cfg(test)]
mod tests;
