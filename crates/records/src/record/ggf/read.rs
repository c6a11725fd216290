//! Reading: one game, whatever its writer's habits.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{alphanumeric1, char, digit0, multispace0};
use nom::combinator::{cut, eof, opt};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};

use super::facts;
use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use crate::record::board::parse_board;
use crate::record::error::{ReadError, short};
use crate::record::format::FileFormat;
use crate::record::json;
use crate::record::syntax::{self, Parsed, blanks, expected, finish};
use bianca_rules::othello::{Color, Move, OthelloGame};
use bianca_rules::score::Score;

/// Reads one game. The number that lines of archives begin with may stand before it.
///
/// What is not understood of the game's properties is kept, see
/// [`other`](AnnotatedGame::other); what is not understood of an evaluation or a time becomes
/// the comment of its move. A board and moves have to be right.
///
/// # Errors
/// If the text is not GGF, not Othello on 8 by 8 squares, or not according to the rules.
pub fn read_ggf(text: &str) -> Result<AnnotatedGame, ReadError> {
    json::refuse(text)?;
    let properties = finish(text, game(text))?;
    let mut reader = Reader {
        annotated: AnnotatedGame::default(),
        takes_facts: true,
        turns: Vec::new(),
        has_board: false,
        result: None,
    };
    for (name, value) in properties {
        reader.take(&name.to_ascii_uppercase(), value)?;
    }
    reader.finish()
}

type Property<'a> = (&'a str, &'a str);

fn game(input: &str) -> Parsed<'_, Vec<Property<'_>>> {
    let count = (opt(char('\u{feff}')), multispace0, digit0);
    let open = expected("'(;'", blanks(tag("(;")));
    let close = cut(expected(
        "a property or ';)'",
        blanks(alt((tag(";)"), tag(")")))),
    ));
    let end = cut(expected("the end", preceded(multispace0, eof)));
    delimited((count, open), many0(property), (close, end)).parse_complete(input)
}

fn property(input: &str) -> Parsed<'_, Property<'_>> {
    let open = cut(expected("'['", char('[')));
    let close = cut(expected("']'", char(']')));
    let value = delimited(open, take_till(|c| c == ']'), close);
    let name = terminated(alphanumeric1, multispace0);
    terminated((name, value), multispace0).parse_complete(input)
}

/// What has been understood of a game so far.
struct Reader {
    annotated: AnnotatedGame,
    /// Whether a comment may be a fact: only the first of them are.
    takes_facts: bool,
    turns: Vec<(Option<Color>, Move, Note)>,
    has_board: bool,
    /// Black's result, and the flag after it.
    result: Option<(Score, String)>,
}

impl Reader {
    fn take(&mut self, name: &str, value: &str) -> Result<(), ReadError> {
        let game = &mut self.annotated;
        let text = value.trim();
        match name {
            "GM" if !text.eq_ignore_ascii_case("othello") => {
                return Err(ReadError::OtherGame(short(text)));
            }
            "GM" => {}
            "PC" => game.place = text.to_owned(),
            "EV" => game.event = text.to_owned(),
            "RO" => game.round = text.to_owned(),
            "DT" => game.date = text.to_owned(),
            "PB" => game.black = text.to_owned(),
            "PW" => game.white = text.to_owned(),
            "RB" | "RW" | "KM" => match syntax::decimal(text) {
                Some(number) if name == "RB" => game.black_rating = Some(number),
                Some(number) if name == "RW" => game.white_rating = Some(number),
                Some(number) => game.komi = Some(number),
                None => game.keep(FileFormat::Ggf, name, text),
            },
            "TI" | "TB" | "TW" => match text.parse::<TimeControl>() {
                Ok(clock) => {
                    let clock = Some(clock).filter(|clock| *clock != TimeControl::default());
                    if name != "TW" {
                        game.black_clock = clock;
                    }
                    if name != "TB" {
                        game.white_clock = clock;
                    }
                }
                Err(_) => game.keep(FileFormat::Ggf, name, text),
            },
            "TY" if matches!(text, "8" | "0") => game.variant.clear(),
            "TY" => game.variant = text.to_owned(),
            "RE" => match result(text) {
                Some(result) => self.result = Some(result),
                None if matches!(text, "?" | "") => {}
                None => game.keep(FileFormat::Ggf, name, text),
            },
            "BO" => {
                game.game = start(text)?;
                self.has_board = true;
            }
            "B" => self.turns.push(turn(name, Color::Black, text)?),
            "W" => self.turns.push(turn(name, Color::White, text)?),
            "CO" if self.takes_facts && self.turns.is_empty() => {
                self.takes_facts = facts::take(game, text);
                if !self.takes_facts {
                    add_comment(&mut game.comment, text);
                }
            }
            "C" | "CO" => {
                let comment = match self.turns.last_mut() {
                    Some((_, _, note)) => &mut note.comment,
                    None => &mut game.comment,
                };
                add_comment(comment, text);
            }
            _ => game.keep(FileFormat::Ggf, name, text),
        }
        Ok(())
    }

    fn finish(self) -> Result<AnnotatedGame, ReadError> {
        let mut game = self.annotated;
        game.check_rules()?;
        check_size(&game.variant, self.has_board)?;
        game.play(self.turns)?;
        let Some((result, flag)) = self.result else {
            return Ok(game);
        };
        let loser = match result.0.signum() {
            1 => Some(Color::White),
            -1 => Some(Color::Black),
            _ => None,
        };
        let cause = match flag.as_str() {
            "t" | "l" => Some(Cause::Time),
            "r" => Some(Cause::Resignation),
            _ => None,
        };
        match (loser, cause) {
            (Some(loser), Some(cause)) => {
                game.forfeit = Some(Forfeit {
                    loser,
                    cause,
                    reason: String::new(),
                });
            }
            _ if flag == "s" => game.agreed = true,
            _ => {}
        }
        game.state_result(Some(result));
        Ok(game)
    }
}

/// Refuses a kind of game of another size, `10r20`, unless a board of 8 by 8 squares says
/// otherwise.
fn check_size(kind: &str, has_board: bool) -> Result<(), ReadError> {
    let size = kind.trim_start_matches('s');
    let end = size
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(size.len());
    match &size[..end] {
        "" | "0" | "8" => Ok(()),
        _ if has_board => Ok(()),
        size => Err(ReadError::OtherSize(short(size))),
    }
}

/// The start of a game: size, squares, side to move.
fn start(text: &str) -> Result<OthelloGame, ReadError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = text.split_at(digits);
    if size != "8" {
        return Err(ReadError::OtherSize(short(
            text.split(' ').next().unwrap_or_default(),
        )));
    }
    let (position, to_move) = parse_board(squares)?;
    Ok(OthelloGame::from_position(position, to_move))
}

/// A turn: its move, and perhaps evaluation and time after slashes.
fn turn(name: &str, color: Color, text: &str) -> Result<(Option<Color>, Move, Note), ReadError> {
    let (word, rest) = text.split_once('/').unwrap_or((text, ""));
    let word = word.trim();
    let mv = word.parse().map_err(|_| ReadError::BadValue {
        property: name.to_owned(),
        value: short(word),
        expected: "a move (a1 to h8, or PA)",
    })?;
    let (score, time) = rest.split_once('/').unwrap_or((rest, ""));
    let mut note = Note {
        score: syntax::discs(score),
        time: syntax::seconds(time),
        ..Note::default()
    };
    let is_read = |known: bool, text: &str| known || text.trim().is_empty();
    if !is_read(note.score.is_some(), score) || !is_read(note.time.is_some(), time) {
        rest.clone_into(&mut note.comment);
    }
    Ok((Some(color), mv, note))
}

/// Black's result and the flag after its colon. `W+10` is what SGF would have.
fn result(text: &str) -> Option<(Score, String)> {
    let (score, flag) = text.split_once(':').unwrap_or((text, ""));
    let is_count = |discs: &str| discs.starts_with(|c: char| c.is_ascii_digit());
    let score = match score.trim().split_once('+') {
        Some(("B" | "b", discs)) if is_count(discs) => syntax::discs(discs)?,
        Some(("W" | "w", discs)) if is_count(discs) => -syntax::discs(discs)?,
        _ => syntax::discs(score)?,
    };
    Some((score, flag.trim().to_ascii_lowercase()))
}

fn add_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}
