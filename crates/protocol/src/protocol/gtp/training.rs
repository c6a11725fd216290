//! The grammar of `train`.

use nom::Parser;
use nom::combinator::map;

use super::arguments::language;
use crate::protocol::words::{Misread, Parsed, any_word, color, misread, text, word};
use crate::protocol::{Command, TrainOrder, TrainTask};
use bianca_play::training::item::{Deck, ItemId, squares_of};
use bianca_play::training::line::LATEST;
use bianca_play::training::rows::day;
use bianca_rules::othello::Square;

const TASK: &str =
    "take, next, daily, show, try, answer, add, opening, openings, drop, progress or lines";

/// `train` with what it is to do.
pub fn train(input: &str) -> Parsed<'_, Command> {
    let (after, name) = word(TASK, Some).parse_complete(input)?;
    let (after, task) =
        match name {
            "take" => map(text("a line of a log"), TrainTask::Take).parse_complete(after)?,
            "next" => map(deck(), TrainTask::Next).parse_complete(after)?,
            "daily" => map(word("a date such as 2026-11-29", day), TrainTask::Daily)
                .parse_complete(after)?,
            "show" => map(id(), TrainTask::Show).parse_complete(after)?,
            "try" => map((id(), squares()), |(id, moves)| TrainTask::Try(id, moves))
                .parse_complete(after)?,
            "answer" => map((id(), squares()), |(id, moves)| {
                TrainTask::Answer(id, moves)
            })
            .parse_complete(after)?,
            "add" => map(square(), |square| TrainTask::Add(square, String::new()))
                .parse_complete(after)?,
            "opening" => map(color(), |color| TrainTask::Opening(color, String::new()))
                .parse_complete(after)?,
            "openings" => (after, TrainTask::Openings),
            "drop" => map(id(), TrainTask::Drop).parse_complete(after)?,
            "progress" => (after, TrainTask::Progress),
            "lines" => (after, TrainTask::Lines),
            _ => {
                return Err(nom::Err::Error(Misread {
                    at: input,
                    expected: TASK,
                }));
            }
        };
    let mut order = TrainOrder {
        task,
        at: None,
        zone: 0,
        language: Default::default(),
        hint: false,
    };
    let mut left = options(after, &mut order)?;
    if let TrainTask::Add(_, words) | TrainTask::Opening(_, words) = &mut order.task {
        *words = std::mem::take(&mut left).to_owned();
    }
    if let TrainTask::Opening(_, words) = &order.task
        && words.is_empty()
    {
        return Err(misread(left, "an opening's name or moves"));
    }
    Ok((left, Command::Train(Box::new(order))))
}

/// The options in front of what is left.
fn options<'a>(
    mut left: &'a str,
    order: &mut TrainOrder,
) -> Result<&'a str, nom::Err<Misread<'a>>> {
    while !left.is_empty() {
        let (after, name) = any_word("an option").parse_complete(left)?;
        match (name.as_str(), &order.task) {
            ("at", _) => {
                let (after, time) = time().parse_complete(after)?;
                (left, order.at) = (after, Some(time));
            }
            ("zone", _) => (left, order.zone) = zone().parse_complete(after)?,
            ("lang", _) => (left, order.language) = language().parse_complete(after)?,
            ("hint", TrainTask::Answer(..)) => (left, order.hint) = (after, true),
            _ => break,
        }
    }
    Ok(left)
}

fn time<'a>() -> impl Parser<&'a str, Output = i64, Error = Misread<'a>> {
    word("a time in seconds since 1970", |word: &str| {
        word.parse().ok().filter(|time| (0..=LATEST).contains(time))
    })
}

fn zone<'a>() -> impl Parser<&'a str, Output = i64, Error = Misread<'a>> {
    word("minutes before UTC, from -1440 to 1440", |word: &str| {
        let minutes = word.parse().ok();
        minutes.filter(|minutes| (-1440..=1440).contains(minutes))
    })
}

/// A deck, or `None` for all.
fn deck<'a>() -> impl Parser<&'a str, Output = Option<Deck>, Error = Misread<'a>> {
    word(
        "mistakes, puzzles, openings or all",
        |word: &str| match word {
            "all" => Some(None),
            word => Deck::named(word).map(Some),
        },
    )
}

fn id<'a>() -> impl Parser<&'a str, Output = ItemId, Error = Misread<'a>> {
    word("an exercise's id", |word: &str| word.parse().ok())
}

fn square<'a>() -> impl Parser<&'a str, Output = Square, Error = Misread<'a>> {
    word("a square", |word: &str| word.parse().ok())
}

/// Squares without blanks between.
fn squares<'a>() -> impl Parser<&'a str, Output = Vec<Square>, Error = Misread<'a>> {
    word("squares such as c3d2e1", squares_of)
}
