//! Reading: one game, whatever its writer's habits.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take, take_till, take_while1};
use nom::character::complete::{char, digit1, multispace0, multispace1, one_of};
use nom::combinator::{cut, eof, map, map_opt, opt, recognize, value, verify};
use nom::multi::{many0, many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::fen::read_fen;
use super::is_unknown;
use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit, Note, Theory};
use crate::record::error::{ReadError, short};
use crate::record::format::FileFormat;
use crate::record::json;
use crate::record::rows::parse_any_board;
use crate::record::syntax::{self, Parsed, expected, finish};
use crate::record::tree::SourceTurn;
use bianca_rules::othello::words::narrow;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_rules::score::Score;

/// Reads one game with its variations. Tags that are not understood are kept, see
/// [`other`](AnnotatedGame::other). What is wrong in a variation ends it, see
/// `AnnotatedGame::fault`.
///
/// # Errors
/// If the text is not PGN, or the main line not according to the rules.
pub fn read_pgn(text: &str) -> Result<AnnotatedGame, ReadError> {
    json::refuse(text)?;
    let (tags, tokens) = finish(text, game(text))?;
    let mut reader = Reader::default();
    for (name, value) in tags {
        reader.take_tag(name, value)?;
    }
    reader.take_moves(tokens)?;
    reader.finish()
}

type Tag<'a> = (&'a str, String);

/// What the moves are made of.
enum Token<'a> {
    /// A word that is a move.
    Word(&'a str),
    /// A comment without its braces.
    Comment(&'a str),
    /// A judgement by its number.
    Glyph(u8),
    Open,
    Close,
    /// The result, or how many discs each side has.
    Result(&'a str),
}

fn game(input: &str) -> Parsed<'_, (Vec<Tag<'_>>, Vec<Token<'_>>)> {
    let mark = (opt(char('\u{feff}')), blank);
    let tokens = many0(preceded(blank, token));
    let end = cut(expected(
        "a move, a comment or the end",
        preceded(blank, eof),
    ));
    delimited(mark, (many0(terminated(one_tag, blank)), tokens), end).parse_complete(input)
}

/// Blanks and lines that begin with `%`, which are for other programs.
fn blank(input: &str) -> Parsed<'_, ()> {
    let escape = (char('%'), take_till(|c| c == '\n'));
    map(
        many0_count(alt((value((), multispace1), value((), escape)))),
        |_| (),
    )
    .parse_complete(input)
}

fn one_tag(input: &str) -> Parsed<'_, Tag<'_>> {
    let name = cut(expected(
        "a tag's name",
        take_while1(|c: char| c.is_alphanumeric() || c == '_'),
    ));
    let open = expected("'\"'", char('"'));
    let begin = (char('['), multispace0);
    let (rest, name) = delimited(begin, name, multispace0).parse_complete(input)?;
    let (rest, _) = cut(open).parse_complete(rest)?;
    let (rest, raw) = cut(alt((quoted, with_quotes_inside))).parse_complete(rest)?;
    Ok((rest, (name, without_escapes(raw))))
}

/// The value of a tag whose quotes inside are escaped, and the end of the tag.
fn quoted(input: &str) -> Parsed<'_, &str> {
    let content = recognize(many0_count(alt((
        value((), is_not("\\\"")),
        value((), (char('\\'), take(1usize))),
    ))));
    let close = expected("'\"'", char('"'));
    let end = expected("']'", preceded(multispace0, char(']')));
    terminated(content, (close, end)).parse_complete(input)
}

/// The value of a tag with quotes inside that nothing escapes, as converters of WTHOR write it:
/// it ends at the quote before a `]` that stands before another tag, or else at the end of its
/// line.
fn with_quotes_inside(input: &str) -> Parsed<'_, &str> {
    let line = input.split('\n').next().unwrap_or_default();
    let mut ends = line.match_indices('"').filter_map(|(at, _)| {
        let after = line[at + 1..].trim_start().strip_prefix(']')?.trim();
        (after.is_empty() || after.starts_with('[')).then_some(at)
    });
    match ends.next() {
        Some(at) => {
            let (raw, rest) = input.split_at(at);
            let close = (char('"'), multispace0, char(']'));
            map(close, |_| raw).parse_complete(rest)
        }
        None => quoted(input),
    }
}

fn token(input: &str) -> Parsed<'_, Token<'_>> {
    let close = cut(expected("'}'", char('}')));
    let braces = delimited(char('{'), take_till(|c| c == '}'), close);
    let to_line_end = preceded(char(';'), take_till(|c| c == '\n'));
    // A number, `12.` or `12...`, says nothing; nor does a judgement that nobody knows.
    let number = (digit1, many1_count(char('.')));
    let judgement = || {
        alt((
            preceded(char('$'), digit1),
            recognize(many1_count(one_of("!?"))),
        ))
    };
    let nothing = alt((
        value((), number),
        value((), verify(judgement(), |text: &str| glyph(text).is_none())),
    ));
    let of_word = |c: char| narrow(c) == '@' || narrow(c).is_ascii_alphanumeric();
    let word = alt((tag("--"), take_while1(of_word)));
    let found = alt((
        map(braces, Token::Comment),
        map(to_line_end, Token::Comment),
        map(map_opt(judgement(), glyph), Token::Glyph),
        map(char('('), |_| Token::Open),
        map(char(')'), |_| Token::Close),
        map(result, Token::Result),
        map(word, Token::Word),
    ));
    preceded(many0_count((nothing, blank)), found).parse_complete(input)
}

/// The number of a judgement.
fn glyph(text: &str) -> Option<u8> {
    let signs = ["!", "?", "!!", "??", "!?", "?!"];
    match signs.iter().position(|sign| *sign == text) {
        Some(place) => Some(place as u8 + 1),
        None => text.parse().ok().filter(|&number| number > 0),
    }
}

fn result(input: &str) -> Parsed<'_, &str> {
    let score = recognize((digit1, char('-'), digit1));
    alt((tag("1/2-1/2"), score, tag("*"))).parse_complete(input)
}

fn without_escapes(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    text
}

/// What has been understood of a game so far.
#[derive(Default)]
struct Reader {
    annotated: AnnotatedGame,
    turns: Vec<SourceTurn>,
    /// Black's result in discs.
    score: Option<Score>,
    /// Who won, in the words of the result, or nothing.
    winner: String,
    /// The reason of a forfeit, or of something else.
    reason: Option<String>,
}

impl Reader {
    fn take_tag(&mut self, name: &str, value: String) -> Result<(), ReadError> {
        let game = &mut self.annotated;
        let value = if is_unknown(&value) {
            String::new()
        } else {
            value
        };
        let understood = match name {
            "Event" => set(&mut game.event, value),
            "Site" => set(&mut game.place, value),
            // Question marks are the parts that are not known.
            "Date" => set(&mut game.date, value.trim_end_matches(".??").to_owned()),
            "When" => set(&mut game.date, value),
            "Round" => set(&mut game.round, value),
            "Black" => set(&mut game.black, value),
            "White" => set(&mut game.white, value),
            "Variant" => set(&mut game.variant, value),
            "Result" => self.take_result(&value),
            "FEN" => {
                let standard = || (value == "startpos").then_some((Position::START, Color::Black));
                let start = parse_any_board(&value).ok().or_else(|| read_fen(&value));
                let start = start.or_else(standard);
                let (position, to_move) = start.ok_or_else(|| ReadError::BadValue {
                    property: name.to_owned(),
                    value: short(&value),
                    expected: "a board",
                })?;
                game.game = OthelloGame::from_position(position, to_move);
                Ok(())
            }
            "BlackElo" => number(&mut game.black_rating, value),
            "WhiteElo" => number(&mut game.white_rating, value),
            "Komi" => number(&mut game.komi, value),
            "Score" => match syntax::discs(&value) {
                Some(score) => {
                    self.score = Some(score);
                    Ok(())
                }
                None => Err(value),
            },
            "Theory" => match theory(&value) {
                Some(theory) => {
                    game.theory = Some(theory);
                    Ok(())
                }
                None => Err(value),
            },
            "TimeControl" | "BlackTimeControl" | "WhiteTimeControl" => match time_control(&value) {
                Some(clock) => {
                    if name != "WhiteTimeControl" {
                        game.black_clock = Some(clock);
                    }
                    if name != "BlackTimeControl" {
                        game.white_clock = Some(clock);
                    }
                    Ok(())
                }
                None => Err(value),
            },
            "Termination" => match termination(&value) {
                Some((cause, loser)) => {
                    self.forfeit(loser).cause = cause;
                    Ok(())
                }
                None if value == "agreement" => {
                    game.agreed = true;
                    Ok(())
                }
                None => Err(value),
            },
            "Reason" => {
                self.reason = Some(value);
                Ok(())
            }
            _ => Err(value),
        };
        if let Err(value) = understood {
            self.annotated.keep(FileFormat::Pgn, name, &value);
        }
        Ok(())
    }

    fn forfeit(&mut self, loser: Color) -> &mut Forfeit {
        self.annotated.forfeit.insert(Forfeit {
            loser,
            cause: Cause::Fault,
            reason: String::new(),
        })
    }

    /// Takes a result as the tag or the end of the moves says it.
    fn take_result(&mut self, value: &str) -> Result<(), String> {
        if matches!(value, "1-0" | "0-1" | "1/2-1/2") {
            value.clone_into(&mut self.winner);
        } else if self.score.is_none() {
            self.score = discs_of(value);
        }
        Ok(())
    }

    fn take_moves(&mut self, tokens: Vec<Token>) -> Result<(), ReadError> {
        let mut place = Place::default();
        for token in tokens {
            match token {
                Token::Open => {
                    if !place.open(&self.turns) {
                        self.annotated.fault(ReadError::NoMoveBefore);
                    }
                }
                Token::Close => place.close(),
                _ if place.skipped > 0 => {}
                Token::Comment(text) if place.is_fresh => add(&mut place.comment, text.trim()),
                Token::Comment(text) => match place.last {
                    Some(last) => annotate(&mut self.turns[last].note, text),
                    None => add(&mut self.annotated.comment, text.trim()),
                },
                Token::Glyph(glyph) => {
                    if let Some(last) = place.last.filter(|_| !place.is_fresh) {
                        self.turns[last].note.glyphs.push(glyph);
                    }
                }
                Token::Result(_) if !place.is_main() => {}
                Token::Result(text) => {
                    let _ = self.take_result(text);
                }
                Token::Word(word) => match one_move(word) {
                    Ok(mv) => self.add_turn(&mut place, mv),
                    Err(error) if place.is_main() => return Err(error),
                    Err(error) => {
                        self.annotated.fault(error);
                        place.skipped = 1;
                    }
                },
            }
        }
        Ok(())
    }

    fn add_turn(&mut self, place: &mut Place, mv: Move) {
        self.turns.push(SourceTurn {
            parent: place.last,
            is_main: place.is_main(),
            color: None,
            mv,
            note: Note {
                comment: std::mem::take(&mut place.comment),
                ..Note::default()
            },
        });
        place.last = Some(self.turns.len() - 1);
        place.is_fresh = false;
    }

    fn finish(self) -> Result<AnnotatedGame, ReadError> {
        let mut game = self.annotated;
        game.check_rules()?;
        game.play_tree(self.turns)?;
        match (&mut game.forfeit, self.reason) {
            (Some(forfeit), Some(reason)) => forfeit.reason = reason,
            (None, Some(reason)) => game.keep(FileFormat::Pgn, "Reason", &reason),
            (_, None) => {}
        }
        game.state_result(self.score);
        let winner = match self.winner.as_str() {
            "" => return Ok(game),
            "1-0" => Some(Color::Black),
            "0-1" => Some(Color::White),
            _ => None,
        };
        if game.result_for_black().is_none() {
            game.keep(FileFormat::Pgn, "Result", &self.winner);
        } else {
            game.state_winner(&self.winner, winner);
        }
        Ok(game)
    }
}

/// Where in the tree of moves the next one stands.
#[derive(Default)]
struct Place {
    /// The move before it.
    last: Option<usize>,
    /// The moves before the variations that are open.
    open: Vec<Option<usize>>,
    /// Whether the variation has no move yet.
    is_fresh: bool,
    /// What is said before its first move.
    comment: String,
    /// How many of the parentheses that are open are skipped.
    skipped: usize,
}

impl Place {
    fn is_main(&self) -> bool {
        self.open.is_empty()
    }

    /// Begins a variation, another for the last move; whether there is one.
    fn open(&mut self, turns: &[SourceTurn]) -> bool {
        if self.skipped > 0 {
            self.skipped += 1;
            return true;
        }
        self.open.push(self.last);
        let varied = self.last.filter(|_| !self.is_fresh);
        match varied {
            Some(varied) => self.last = turns[varied].parent,
            None => self.skipped = 1,
        }
        self.is_fresh = true;
        varied.is_some()
    }

    fn close(&mut self) {
        self.skipped = self.skipped.saturating_sub(1);
        if self.skipped > 0 {
            return;
        }
        if let Some(last) = self.open.pop() {
            self.last = last;
            self.is_fresh = false;
            self.comment.clear();
        }
    }
}

fn one_move(word: &str) -> Result<Move, ReadError> {
    word.parse().map_err(|_| ReadError::BadValue {
        property: "move".to_owned(),
        value: short(word),
        expected: "a move (a1 to h8, or pass)",
    })
}

fn set(place: &mut String, value: String) -> Result<(), String> {
    *place = value;
    Ok(())
}

fn number(place: &mut Option<f64>, value: String) -> Result<(), String> {
    match syntax::decimal(&value) {
        Some(number) => {
            *place = Some(number);
            Ok(())
        }
        None => Err(value),
    }
}

/// Black's final disc difference, if a result like `39-25` has it.
fn discs_of(result: &str) -> Option<Score> {
    let (black, white) = result.split_once('-')?;
    let (black, white): (i32, i32) = (black.parse().ok()?, white.parse().ok()?);
    let is_count = (2..=64).contains(&(black + white)) && (black, white) != (1, 1);
    is_count.then(|| Score::from_discs(black - white))
}

fn theory(value: &str) -> Option<Theory> {
    let (score, empties) = value.split_once(':')?;
    Some(Theory {
        score: score.parse().ok()?,
        empties: empties.parse().ok()?,
    })
}

fn time_control(value: &str) -> Option<TimeControl> {
    let (times, extension) = value.split_once(':').unwrap_or((value, "0"));
    let (main, increment) = times.split_once('+').unwrap_or((times, "0"));
    Some(TimeControl {
        main: syntax::seconds(main)?,
        increment: syntax::seconds(increment)?,
        extension: syntax::seconds(extension)?,
        ..TimeControl::default()
    })
}

fn termination(value: &str) -> Option<(Cause, Color)> {
    let (cause, loser) = value.split_once(" by ")?;
    let cause = match cause {
        "time forfeit" => Cause::Time,
        "resignation" => Cause::Resignation,
        "rules infraction" => Cause::Fault,
        _ => return None,
    };
    match loser {
        "black" => Some((cause, Color::Black)),
        "white" => Some((cause, Color::White)),
        _ => None,
    }
}

/// Adds to a note what the comment behind its move says.
fn annotate(note: &mut Note, text: &str) {
    let (rest, (score, depth, time)) = facts(text).unwrap_or((text, (None, None, None)));
    note.score = note.score.or(score);
    note.depth = note.depth.or(depth);
    note.time = note.time.or(time);
    add(&mut note.comment, rest.trim());
}

fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

type Facts = (Option<Score>, Option<u32>, Option<std::time::Duration>);

/// The beginning of a comment if it is like `+0.50/12 0.25s`, each part of which may be missing.
fn facts(input: &str) -> IResult<&str, Facts> {
    let end = |input| alt((value((), char(' ')), value((), eof))).parse_complete(input);
    let score = verify(
        take_while1(|c: char| c.is_ascii_digit() || "+-.".contains(c)),
        |s: &str| s.starts_with(['+', '-']),
    );
    let score = nom::combinator::map_opt(score, syntax::discs);
    let depth = || preceded(char('/'), nom::character::complete::u32);
    let thought = alt((
        (map(score, Some), opt(depth())),
        map(preceded(char('?'), depth()), |depth| (None, Some(depth))),
    ));
    let seconds = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    let time = nom::combinator::map_opt(terminated(seconds, char('s')), syntax::seconds);
    let (rest, thought) = opt(terminated(thought, end)).parse_complete(input)?;
    let (rest, time) = opt(terminated(time, end)).parse_complete(rest)?;
    let (score, depth) = thought.unwrap_or_default();
    Ok((rest, (score, depth, time)))
}
