//! The grammar of the arguments that take more than a line of nom; the others stand in the table
//! of commands.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{eof, map, opt, peek, rest, verify};
use nom::multi::many0;
use nom::sequence::{delimited, pair, preceded, terminated};

use super::orders;
use crate::protocol::words::{
    Misread, Parsed, any_word, at_least_one, color, color_of, misread, number, optional, seconds,
    text, word,
};
use crate::protocol::{
    BookOrder, Choose, ClockUsed, Command, FileOrder, OptionOrder, Order, PeopleOrder, RateOrder,
    ReviewOrder, Start,
};
use bianca_play::analysis::AnalysisPlan;
use bianca_play::games::drawing::TreeFormat;
use bianca_play::games::search::Method;
use bianca_play::people::crowd::{RATINGS, USUAL_RATING};
use bianca_play::tabletop::{TimeLeft, TimeSettings};
use bianca_rules::othello::Color;
use bianca_search::request::{Goal, Limits, Purpose, Request, Window};
use bianca_search::search::LEVEL_MAX;
use bianca_system::language::Language;

/// Splits a line into its id, if it has one, and the rest.
pub fn id(line: &str) -> (Option<&str>, &str) {
    let number = terminated(digit1::<_, Misread>, alt((eof, tag(" "))));
    match terminated(number, space0).parse_complete(line) {
        Ok((rest, id)) => (Some(id), rest),
        Err(_) => (None, line),
    }
}

/// A file's name: in double quotes, or all that is left.
pub fn path<'a>() -> impl Parser<&'a str, Output = String, Error = Misread<'a>> {
    const EXPECTED: &str = "a file's name";
    // What begins with a quote has to end with one.
    |input: &'a str| {
        if !input.starts_with('"') {
            text(EXPECTED).parse_complete(input)
        } else {
            delimited(char('"'), take_till1(|c| c == '"'), pair(char('"'), space0))
                .map(str::to_owned)
                .parse_complete(input)
                .map_err(|_: nom::Err<Misread>| misread(input, EXPECTED))
        }
    }
}

pub fn komi(input: &str) -> Parsed<'_, f64> {
    word("a number", |word: &str| {
        word.parse().ok().filter(|komi: &f64| komi.is_finite())
    })
    .parse_complete(input)
}

pub fn play(input: &str) -> Parsed<'_, Command> {
    let color = opt(color());
    map(pair(color, text("a move")), |(color, moves)| {
        Command::Play {
            color,
            moves,
            time: None,
        }
    })
    .parse_complete(input)
}

pub fn genmove(input: &str) -> Parsed<'_, Command> {
    let choose = |color| {
        Command::Choose(Box::new(Choose {
            color,
            plays: true,
            clock: ClockUsed::Kept,
            purpose: Purpose::Move,
            ..Choose::default()
        }))
    };
    map(optional(color()), choose).parse_complete(input)
}

pub fn book(input: &str) -> Parsed<'_, Command> {
    let order = word("add or store", |word: &str| match word {
        "add" => Some(Command::Book(BookOrder::Add)),
        "store" => Some(Command::Book(BookOrder::Store)),
        _ => None,
    });
    map(optional(order), |order| {
        order.unwrap_or(Command::Book(BookOrder::Moves))
    })
    .parse_complete(input)
}

pub fn reg_genmove(input: &str) -> Parsed<'_, Command> {
    let choose = |color| {
        Command::Choose(Box::new(Choose {
            color,
            ..Choose::default()
        }))
    };
    map(optional(color()), choose).parse_complete(input)
}

const LANGUAGE: &str = "a language (en, es, fr, ja or zh)";
const HOW_MANY_MOVES: &str = "a number of moves from 1 up";

/// How many moves.
pub fn moves<'a>() -> impl Parser<&'a str, Output = u32, Error = Misread<'a>> {
    at_least_one(HOW_MANY_MOVES)
}

pub fn time_settings(input: &str) -> Parsed<'_, TimeSettings> {
    map(
        (seconds(), seconds(), number("a number of moves")),
        |(main, period, stones)| TimeSettings {
            main,
            period,
            stones,
        },
    )
    .parse_complete(input)
}

pub fn time_left(input: &str) -> Parsed<'_, TimeLeft> {
    let stones = optional(number("a number of moves"));
    map((color(), seconds(), stones), |(color, time, stones)| {
        TimeLeft {
            color,
            time,
            stones: stones.unwrap_or(0),
        }
    })
    .parse_complete(input)
}

pub fn new_game(input: &str) -> Parsed<'_, Command> {
    let game = optional(text("a game's name"));
    map(game, |game| match game {
        Some(game) => Command::Obey(Order::new("set_game", game, orders::set_game)),
        None => Command::Start(Start::USUAL),
    })
    .parse_complete(input)
}

/// A file's name, and perhaps a number that is what `expected` says. The name may have blanks, so
/// the number counts only at the end.
fn path_and_number<'a>(
    input: &'a str,
    expected: &'static str,
) -> Parsed<'a, (String, Option<usize>)> {
    let (after, path) = path().parse_complete(input)?;
    if !after.is_empty() {
        return map(number(expected), |number| (path.clone(), Some(number))).parse_complete(after);
    }
    let numbered = path.trim_end().rsplit_once(' ').and_then(|(name, last)| {
        let number = last.parse().ok()?;
        (!input.starts_with('"')).then(|| (name.trim_end().to_owned(), Some(number)))
    });
    Ok((after, numbered.unwrap_or((path, None))))
}

pub fn load_game(input: &str) -> Parsed<'_, Command> {
    let (after, (path, number)) = path_and_number(input, "a game's number")?;
    let number = number.unwrap_or(1);
    Ok((after, Command::File(FileOrder::Load { path, number })))
}

pub fn load_sgf(input: &str) -> Parsed<'_, Command> {
    let (after, (path, number)) = path_and_number(input, "a move's number")?;
    // GTP: the position *before* that move.
    let moves = number.map(|number| number.saturating_sub(1));
    Ok((after, Command::File(FileOrder::LoadSgf { path, moves })))
}

pub fn tree(input: &str) -> Parsed<'_, (Method, Option<TreeFormat>)> {
    let method = word("minimax or alphabeta", |word: &str| match word {
        "minimax" => Some(Method::Minimax),
        "alphabeta" => Some(Method::AlphaBeta),
        _ => None,
    });
    let format = word("text, steps, dot or svg", |word: &str| match word {
        "text" => Some(TreeFormat::Text),
        "steps" => Some(TreeFormat::Steps),
        "dot" => Some(TreeFormat::Dot),
        "svg" => Some(TreeFormat::Svg),
        _ => None,
    });
    (method, optional(format)).parse_complete(input)
}

/// The language of a reader.
pub fn language<'a>() -> impl Parser<&'a str, Output = Language, Error = Misread<'a>> {
    word(LANGUAGE, |word: &str| word.parse().ok())
}

pub fn explain(input: &str) -> Parsed<'_, Command> {
    let asked = pair(any_word("a move"), optional(language()));
    map(optional(asked), |asked| match asked {
        Some((mv, language)) => Command::Explain(Some(mv), language.unwrap_or_default()),
        None => Command::Explain(None, Language::default()),
    })
    .parse_complete(input)
}

pub fn perft(input: &str) -> Parsed<'_, Command> {
    let depth = word("a depth from 0 to 60", |word: &str| {
        word.parse().ok().filter(|depth| (0..=60).contains(depth))
    });
    map(depth, Command::Perft).parse_complete(input)
}

/// Pairs of a side and a word, which is what `expected` says.
fn pairs<'a>(input: &'a str, expected: &'static str) -> Parsed<'a, Vec<(Color, String)>> {
    let mut turns = many0((color(), any_word(expected)));
    let (after, turns) = turns.parse_complete(input)?;
    match after {
        "" => Ok((after, turns)),
        // To say what is wrong with the pair that could not be read.
        _ => (color(), any_word(expected))
            .parse_complete(after)
            .map(|(after, _)| (after, turns)),
    }
}

pub fn turns(input: &str) -> Parsed<'_, Vec<(Color, String)>> {
    pairs(input, "a move")
}

pub fn discs(input: &str) -> Parsed<'_, Vec<(Color, String)>> {
    pairs(input, "a square")
}

/// An option's name and value as GoGui's dialog sends them, or nothing for all options. A field
/// that was emptied comes as a name alone.
pub fn parameters(input: &str) -> Parsed<'_, Command> {
    let set = map((any_word("an option's name"), rest), |(name, value)| {
        let value = if value.is_empty() { "-" } else { value };
        Command::Option(OptionOrder::Set {
            name,
            value: value.to_owned(),
        })
    });
    map(optional(set), |set| {
        set.unwrap_or(Command::Option(OptionOrder::Dialog))
    })
    .parse_complete(input)
}

pub fn option(input: &str) -> Parsed<'_, Command> {
    let value = opt(preceded(peek(verify(rest, |s: &str| !s.is_empty())), rest));
    map(
        (any_word("an option's name"), value),
        |(name, value)| match value {
            Some(value) => Command::Option(OptionOrder::Set {
                name,
                value: value.to_owned(),
            }),
            None => Command::Option(OptionOrder::Show(name)),
        },
    )
    .parse_complete(input)
}

pub fn hint(input: &str) -> Parsed<'_, Command> {
    let of_people = word("people", |word: &str| (word == "people").then_some(()));
    if let Ok((left, ())) = { of_people }.parse_complete(input) {
        return people(left);
    }
    const LIMITS: [&str; 3] = ["depth", "movetime", "nodes"];
    let is_limit = |text: &str| {
        let first = text.split_whitespace().next();
        first.is_some_and(|word| LIMITS.contains(&word))
    };
    let (left, count) = if is_limit(input) {
        (input, None)
    } else {
        optional(moves()).parse_complete(input)?
    };
    let request = Request {
        best: count.unwrap_or(1) as usize,
        ..Request::default()
    };
    let (left, request) = limited(left, request, |left| {
        if is_limit(left) {
            return limit(left);
        }
        Err(nom::Err::Error(Misread {
            at: left,
            expected: "a limit (depth N, movetime MS, nodes N)",
        }))
    })?;
    Ok((left, Command::Go(request)))
}

/// What follows `hint people`.
fn people(input: &str) -> Parsed<'_, Command> {
    let rating = word("a rating from 900 to 2300, or json", rating_of);
    let (left, rating) = match json().parse_complete(input) {
        Ok(_) => (input, None),
        Err(_) => optional(rating).parse_complete(input)?,
    };
    map(optional(json()), |as_json| {
        Command::People(PeopleOrder {
            rating: rating.unwrap_or(USUAL_RATING),
            as_json: as_json.is_some(),
        })
    })
    .parse_complete(left)
}

fn json<'a>() -> impl Parser<&'a str, Output = (), Error = Misread<'a>> {
    word("json", |word: &str| (word == "json").then_some(()))
}

/// The rating that a word is, of those that people may have.
fn rating_of(word: &str) -> Option<u16> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let rating = word.parse().ok().filter(|_| is_plain);
    rating.filter(|rating| RATINGS.contains(rating))
}

pub fn analyze(input: &str) -> Parsed<'_, Command> {
    let count = optional(moves());
    map(count, |count| {
        Command::Analyze(Request {
            best: count.unwrap_or(1) as usize,
            limits: Limits {
                infinite: true,
                ..Limits::default()
            },
            ..Request::default()
        })
    })
    .parse_complete(input)
}

pub fn solve(input: &str) -> Parsed<'_, Command> {
    let goal = word("exact or wld", |word: &str| match word {
        "exact" => Some(Goal::Exact),
        "wld" => Some(Goal::WinLossDraw),
        _ => None,
    });
    map(optional(goal), |goal| {
        Command::Go(Request {
            goal: goal.unwrap_or(Goal::Exact),
            ..Request::default()
        })
    })
    .parse_complete(input)
}

/// What one word of `go` (with its number) sets.
enum Limit {
    Depth(u32),
    MoveTime(u64),
    Nodes(u64),
    Goal(Goal),
    Window(Window),
    Infinite,
}

pub fn go(input: &str) -> Parsed<'_, Command> {
    map(
        |input| limited(input, Request::default(), limit),
        Command::Go,
    )
    .parse_complete(input)
}

/// A request with limits, each of them at most once, as `limit` reads them.
fn limited<'a>(
    mut left: &'a str,
    mut request: Request,
    limit: impl Fn(&'a str) -> Parsed<'a, Limit>,
) -> Parsed<'a, Request> {
    while !left.is_empty() {
        let (after, limit) = limit(left)?;
        let limits = &mut request.limits;
        let fresh = match limit {
            Limit::Depth(plies) => limits.depth.replace(plies).is_none(),
            Limit::MoveTime(milliseconds) => limits
                .move_time
                .replace(Duration::from_millis(milliseconds))
                .is_none(),
            Limit::Nodes(nodes) => limits.nodes.replace(nodes).is_none(),
            Limit::Goal(goal) => std::mem::replace(&mut request.goal, goal) == Goal::Best,
            Limit::Window(window) => {
                request.window = window.scores();
                std::mem::replace(&mut request.goal, Goal::Exact) == Goal::Best
            }
            Limit::Infinite => !std::mem::replace(&mut limits.infinite, true),
        };
        if !fresh {
            return Err(nom::Err::Failure(Misread {
                at: left,
                expected: "needed: it is set already",
            }));
        }
        left = after;
    }
    Ok((left, request))
}

/// Two numbers of discs.
fn window(input: &str) -> Parsed<'_, Window> {
    const LOW: &str = "a number of discs from -64 to 63";
    const HIGH: &str = "a greater number of discs, up to 64";
    let low = word(LOW, |word: &str| {
        word.parse().ok().filter(|low| (-64..64).contains(low))
    });
    let (after, low) = { low }.parse_complete(input)?;
    word(HIGH, |word: &str| Window::new(low, word.parse().ok()?)).parse_complete(after)
}

fn over_zero<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = u64, Error = Misread<'a>> {
    word(expected, |word: &str| {
        word.parse().ok().filter(|&number| number > 0)
    })
}

fn limit(input: &str) -> Parsed<'_, Limit> {
    const EXPECTED: &str =
        "a limit (depth N, movetime MS, nodes N, exact, wld, window LOW HIGH, infinite)";
    let (after, name) = word(EXPECTED, Some).parse_complete(input)?;
    match name {
        "depth" => map(at_least_one("a depth from 1 up"), Limit::Depth).parse_complete(after),
        "movetime" => map(
            over_zero("a time in milliseconds from 1 up"),
            Limit::MoveTime,
        )
        .parse_complete(after),
        "nodes" => {
            map(over_zero("a number of nodes from 1 up"), Limit::Nodes).parse_complete(after)
        }
        "exact" => Ok((after, Limit::Goal(Goal::Exact))),
        "wld" => Ok((after, Limit::Goal(Goal::WinLossDraw))),
        "window" => map(window, Limit::Window).parse_complete(after),
        "infinite" => Ok((after, Limit::Infinite)),
        _ => Err(nom::Err::Error(Misread {
            at: input,
            expected: EXPECTED,
        })),
    }
}

/// What one word of `review` and the one after it set.
enum ReviewTerm {
    Level(u32),
    Limits(Limits),
    Blunder(f64),
    Explain(Language),
}

pub fn review(input: &str) -> Parsed<'_, Command> {
    let (mut limit, mut blunder, mut explain) = (None, None, None);
    let mut left = input;
    while !left.is_empty() {
        let (after, term) = review_term(left)?;
        let fresh = match term {
            ReviewTerm::Level(level) => limit.replace((Some(level), Limits::default())).is_none(),
            ReviewTerm::Limits(limits) => limit.replace((None, limits)).is_none(),
            ReviewTerm::Blunder(discs) => blunder.replace(discs).is_none(),
            ReviewTerm::Explain(language) => explain.replace(language).is_none(),
        };
        if !fresh {
            return Err(nom::Err::Failure(Misread {
                at: left,
                expected: "needed: it or another limit is set already",
            }));
        }
        left = after;
    }
    let usual = AnalysisPlan::default();
    let (level, limits) = limit.unwrap_or_default();
    let plan = AnalysisPlan {
        limits,
        blunder: blunder.unwrap_or(usual.blunder),
        explain,
        ..usual
    };
    Ok((left, Command::Review(ReviewOrder { level, plan })))
}

pub fn rate(input: &str) -> Parsed<'_, Command> {
    let mut sides = word("a colour (black or white) or both", |word: &str| {
        let both = word.eq_ignore_ascii_case("both").then_some(None);
        both.or_else(|| color_of(word).map(Some))
    });
    let (left, color) = sides.parse_complete(input)?;
    let key =
        |key: &'static str, expected| word(expected, move |word: &str| (word == key).then_some(()));
    let (left, given) = match key("after", "after").parse_complete(left) {
        Ok((left, ())) => map(number("a number of moves"), Some).parse_complete(left)?,
        Err(_) => (left, None),
    };
    map(optional(key("add", "after N or add")), |add| {
        Command::Rate(RateOrder {
            color,
            adds: add.is_some(),
            given: given.map(|given: u32| given as usize),
        })
    })
    .parse_complete(left)
}

/// Who has won a game that ended before its end; `None` if neither has.
pub fn winner(input: &str) -> Parsed<'_, Option<Color>> {
    let mut winner = word("black, white or draw", |word: &str| {
        let draw = word.eq_ignore_ascii_case("draw").then_some(None);
        draw.or_else(|| color_of(word).map(Some))
    });
    winner.parse_complete(input)
}

fn review_term(input: &str) -> Parsed<'_, ReviewTerm> {
    const EXPECTED: &str =
        "one of level N, depth N, movetime MS, nodes N, blunder DISCS, explain LANGUAGE";
    let level = word("a level from 1 to 60", |word: &str| {
        let levels = 1..=LEVEL_MAX;
        word.parse().ok().filter(|level| levels.contains(level))
    });
    let discs = word(
        "a number of discs, more than 0 and up to 64",
        |word: &str| {
            let discs: f64 = word.parse().ok()?;
            (discs > 0.0 && discs <= 64.0).then_some(discs)
        },
    );
    let language = word(LANGUAGE, |word: &str| word.parse().ok());
    let (after, name) = word(EXPECTED, Some).parse_complete(input)?;
    match name {
        "level" => map(level, ReviewTerm::Level).parse_complete(after),
        "depth" | "movetime" | "nodes" => map(limit, |limit| {
            let mut limits = Limits::default();
            match limit {
                Limit::Depth(plies) => limits.depth = Some(plies),
                Limit::MoveTime(ms) => limits.move_time = Some(Duration::from_millis(ms)),
                Limit::Nodes(nodes) => limits.nodes = Some(nodes),
                Limit::Goal(_) | Limit::Window(_) | Limit::Infinite => {}
            }
            ReviewTerm::Limits(limits)
        })
        .parse_complete(input),
        "blunder" => map(discs, ReviewTerm::Blunder).parse_complete(after),
        "explain" => map(language, ReviewTerm::Explain).parse_complete(after),
        _ => Err(nom::Err::Error(Misread {
            at: input,
            expected: EXPECTED,
        })),
    }
}
