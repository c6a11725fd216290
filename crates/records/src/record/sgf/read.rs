//! Reading: what the nodes of one game say, its variations among them.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, i32 as whole, line_ending, u32 as count};
use nom::combinator::{all_consuming, eof, map_opt, opt, value};
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::clock::TimeControl;
use crate::record::annotated::{
    AnnotatedGame, Cause, Forfeit, Mark, Note, OtherProperty, Shape, Theory,
};
use crate::record::error::{ReadError, short};
use crate::record::format::FileFormat;
use crate::record::json;
use crate::record::sgf::nodes::{Property, nodes};
use crate::record::syntax;
use crate::record::tree::SourceTurn;
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square};
use bianca_rules::score::Score;

/// Reads the first game with its players, notes and variations. Properties of the root that are not
/// understood are kept, see [`other`](AnnotatedGame::other). What is wrong in a variation ends it,
/// see `AnnotatedGame::fault`.
///
/// # Errors
/// If the text is not SGF, not Othello, or its main line not according to the rules.
pub fn read_annotated_sgf(text: &str) -> Result<AnnotatedGame, ReadError> {
    json::refuse(text)?;
    let (nodes, main, fault) = nodes(text)?;
    let mut reader = Reader::default();
    if let Some(error) = fault {
        reader.annotated.fault(error);
    }
    // The last turn at each node; nothing behind a fault.
    let mut turns: Vec<Option<Option<usize>>> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.into_iter().enumerate() {
        let before = node.parent.map_or(Some(None), |parent| turns[parent]);
        let last = match before {
            None => None,
            Some(_) if number < main => {
                reader.take(node.properties)?;
                Some(reader.turns.len().checked_sub(1))
            }
            Some(before) => match reader.branch(before, node.properties) {
                Ok(last) => Some(last),
                Err(error) => {
                    reader.annotated.fault(error);
                    None
                }
            },
        };
        turns.push(last);
    }
    reader.finish()
}

/// What has been understood of a game so far.
#[derive(Default)]
struct Reader {
    annotated: AnnotatedGame,
    set_up: Option<[Option<Color>; 64]>,
    to_move: Option<Color>,
    turns: Vec<SourceTurn>,
    result: Option<Score>,
    /// Which game the file says it holds, whether it says for what size, and who wrote it.
    kind: Option<String>,
    has_size: bool,
    writer: String,
}

impl Reader {
    /// Takes a node. Its properties stand in any order, and what is said in a node with a move is
    /// said of the move.
    fn take(&mut self, node: Vec<Property>) -> Result<(), ReadError> {
        let before = self.turns.len();
        for property in &node {
            self.play_or_set_up(property)?;
        }
        let has_move = self.turns.len() > before;
        for property in node {
            match self.turns.last_mut() {
                Some(turn) if has_move && is_about_turn(&property) => annotate(turn, &property),
                // Some programs write their first moves into the root.
                _ if before == 0 => self.take_fact(property),
                _ => {}
            }
        }
        Ok(())
    }

    fn play_or_set_up(&mut self, property: &Property) -> Result<(), ReadError> {
        let text = property.text();
        match property.name.as_str() {
            // A game of Go on 8 by 8 may be one of Othello that GoGui wrote.
            "GM" if ["1", "2", ""].contains(&text) => self.kind = Some(text.to_owned()),
            "GM" => return Err(ReadError::OtherGame(short(text))),
            "AP" => text.clone_into(&mut self.writer),
            "SZ" if text != "8" && text != "8:8" => {
                return Err(ReadError::OtherSize(short(text)));
            }
            "SZ" => self.has_size = true,
            "AB" => self.set_up(property, Some(Color::Black))?,
            "AW" => self.set_up(property, Some(Color::White))?,
            "AE" => self.set_up(property, None)?,
            "PL" => self.to_move = Some(color(property, text)?),
            "B" | "W" => {
                let last = self.turns.len().checked_sub(1);
                self.turns.push(turn(last, true, property)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes a node of a variation behind the turn `before`; its last turn.
    fn branch(
        &mut self,
        before: Option<usize>,
        node: Vec<Property>,
    ) -> Result<Option<usize>, ReadError> {
        let mut last = before;
        for property in &node {
            match property.name.as_str() {
                "B" | "W" => {
                    self.turns.push(turn(last, false, property)?);
                    last = Some(self.turns.len() - 1);
                }
                "AB" | "AW" | "AE" => return Err(ReadError::LateSetup(property.name.clone())),
                _ => {}
            }
        }
        if last != before
            && let Some(turn) = self.turns.last_mut()
        {
            let about = node.iter().filter(|property| is_about_turn(property));
            about.for_each(|property| annotate(turn, property));
        }
        Ok(last)
    }

    /// Takes what the root says of the whole game.
    fn take_fact(&mut self, property: Property) {
        let text = property.text().to_owned();
        let game = &mut self.annotated;
        match property.name.as_str() {
            "GM" | "FF" | "CA" | "AP" | "SZ" | "ST" | "AB" | "AW" | "AE" | "PL" | "B" | "W" => {}
            // Without a capital there is no name; written again, its values would be those of the
            // property before it.
            "" => {}
            "PB" => game.black = text,
            "PW" => game.white = text,
            "PC" => game.place = text,
            "EV" => game.event = text,
            "RO" => game.round = text,
            "DT" | "WHEN" => game.date = text,
            "RU" | "KIND" => game.variant = text,
            "C" | "GC" => {
                if !game.comment.is_empty() {
                    game.comment.push('\n');
                }
                game.comment += property.values.first().map_or("", String::as_str);
            }
            name => {
                let understood =
                    take_number(game, name, &text) || (name == "RE" && self.take_result(&text));
                if !understood {
                    self.annotated.other.push(OtherProperty {
                        format: FileFormat::Sgf,
                        name: property.name,
                        values: property.values,
                    });
                }
            }
        }
    }

    /// Whether `text` is a result that is understood.
    fn take_result(&mut self, text: &str) -> bool {
        let upper = text.to_ascii_uppercase();
        let (winner, what) = match upper.split_once('+') {
            Some(("B", what)) => (Color::Black, what.trim()),
            Some(("W", what)) => (Color::White, what.trim()),
            _ => {
                if matches!(upper.as_str(), "0" | "DRAW") {
                    self.result = Some(Score(0));
                }
                return matches!(upper.as_str(), "0" | "DRAW" | "?" | "");
            }
        };
        let cause = match what {
            "T" | "TIME" => Cause::Time,
            "R" | "RESIGN" => Cause::Resignation,
            "F" | "FORFEIT" => Cause::Fault,
            number => {
                let sign = if winner == Color::Black { 1 } else { -1 };
                let result = syntax::discs(number).map(|score| Score(sign * score.0));
                return set_if_known(&mut self.result, result);
            }
        };
        self.annotated.forfeit = Some(Forfeit {
            loser: !winner,
            cause,
            reason: String::new(),
        });
        true
    }

    fn set_up(&mut self, property: &Property, disc: Option<Color>) -> Result<(), ReadError> {
        if !self.turns.is_empty() {
            return Err(ReadError::LateSetup(property.name.clone()));
        }
        let board = self.set_up.get_or_insert([None; 64]);
        for value in &property.values {
            let squares = rectangle(value).ok_or_else(|| property.bad_value(value, "a square"))?;
            for square in squares {
                board[square.index()] = disc;
            }
        }
        Ok(())
    }

    /// Where the game starts.
    fn start(&self) -> OthelloGame {
        let Some(board) = self.set_up else {
            let to_move = self.to_move.unwrap_or(Color::Black);
            let start = match to_move {
                Color::Black => Position::START,
                Color::White => Position::START.passed(),
            };
            return OthelloGame::from_position(start, to_move);
        };
        let first_mover = self.turns.first().and_then(|turn| turn.color);
        let to_move = self.to_move.or(first_mover).unwrap_or(Color::Black);
        let discs = |color| -> Bitboard {
            let of_color = |square: &Square| board[square.index()] == Some(color);
            Square::all().filter(of_color).collect()
        };
        let position = Position {
            own: discs(to_move),
            opp: discs(!to_move),
        };
        OthelloGame::from_position(position, to_move)
    }

    /// Whether ranks are counted from the bottom, as GoGui does: from the standard start the first
    /// move shows it, because no move is legal both ways; of another start only who wrote it.
    fn is_mirrored(&self) -> bool {
        if self.set_up.is_some() {
            let writers = ["GoGui", "gogui", "Bianca"];
            let is_unnamed = self.kind.as_deref() != Some("2");
            return is_unnamed && writers.iter().any(|name| self.writer.starts_with(name));
        }
        let main = self.turns.iter().filter(|turn| turn.is_main);
        let squares = main.filter_map(|turn| turn.mv.square());
        let first = squares.take(1).next();
        first.is_some_and(|square| {
            let moves = self.start().position().moves();
            !moves.contains(square) && moves.contains(upside_down(square))
        })
    }

    /// Counts ranks from the other end.
    fn mirror(&mut self) {
        for turn in &mut self.turns {
            if let Move::Place(square) = &mut turn.mv {
                *square = upside_down(*square);
            }
            for mark in &mut turn.note.marks {
                mark.square = upside_down(mark.square);
            }
        }
        if let Some(board) = &mut self.set_up {
            let old = *board;
            for square in Square::all() {
                board[square.index()] = old[upside_down(square).index()];
            }
        }
    }

    fn finish(mut self) -> Result<AnnotatedGame, ReadError> {
        if self.is_mirrored() {
            self.mirror();
        }
        let is_go = self.kind.as_deref() == Some("1");
        let other = || ReadError::OtherGame("1".to_owned());
        if is_go && !self.has_size {
            return Err(other());
        }
        let start = self.start();
        let mut game = self.annotated;
        game.check_rules()?;
        game.game = start;
        let played = game.play_tree(self.turns);
        played.map_err(|error| if is_go { other() } else { error })?;
        game.state_result(self.result);
        if let Some(forfeit) = &mut game.forfeit {
            let (first, rest) = game.comment.split_once('\n').unwrap_or((&game.comment, ""));
            let intro = format!("{} forfeits: ", forfeit.loser);
            if let Some(reason) = first.strip_prefix(&intro) {
                reason.clone_into(&mut forfeit.reason);
                game.comment = rest.to_owned();
            }
        }
        Ok(game)
    }
}

/// Whether a property of the root holds numbers and they are understood.
fn take_number(game: &mut AnnotatedGame, name: &str, text: &str) -> bool {
    match name {
        "BR" | "WR" | "KM" => {
            let number = syntax::decimal(text);
            let place = match name {
                "BR" => &mut game.black_rating,
                "WR" => &mut game.white_rating,
                _ => &mut game.komi,
            };
            set_if_known(place, number)
        }
        "TM" => {
            let main = syntax::seconds(text);
            change_clocks(
                game,
                main.map(|main| move |clock: &mut TimeControl| clock.main = main),
            )
        }
        "OT" => {
            let overtime = text.parse::<TimeControl>().ok();
            let overtime = overtime.filter(|overtime| overtime.main.is_zero());
            change_clocks(
                game,
                overtime.map(|overtime| {
                    move |clock: &mut TimeControl| {
                        clock.increment = overtime.increment;
                        clock.extension = overtime.extension;
                    }
                }),
            )
        }
        "TH" => {
            let parsed: IResult<&str, (i32, u32)> =
                all_consuming(separated_pair(whole, char(':'), count)).parse_complete(text);
            let theory = parsed
                .ok()
                .map(|(_, (score, empties))| Theory { score, empties });
            set_if_known(&mut game.theory, theory)
        }
        _ => false,
    }
}

/// Sets `place` to what was understood, if anything was; a property that stands twice may be
/// understood once only.
fn set_if_known<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let known = value.is_some();
    if known {
        *place = value;
    }
    known
}

/// Changes the clock of both players; whether there is a change.
fn change_clocks(game: &mut AnnotatedGame, change: Option<impl Fn(&mut TimeControl)>) -> bool {
    let Some(change) = change else { return false };
    for clock in [&mut game.black_clock, &mut game.white_clock] {
        change(clock.get_or_insert_default());
    }
    true
}

/// The turn of a `B` or `W`.
fn turn(
    parent: Option<usize>,
    is_main: bool,
    property: &Property,
) -> Result<SourceTurn, ReadError> {
    let is_black = property.name == "B";
    Ok(SourceTurn {
        parent,
        is_main,
        color: Some(if is_black { Color::Black } else { Color::White }),
        mv: one_move(property, property.text())?,
        note: Note::default(),
    })
}

/// Whether a property in the node of a turn is one of those that [`annotate`] takes.
fn is_about_turn(property: &Property) -> bool {
    let name = property.name.as_str();
    matches!(name, "C" | "V" | "LB" | "NAG") || glyph(property).is_some() || shape(name).is_some()
}

/// Adds to the note of a turn what its node says.
fn annotate(turn: &mut SourceTurn, property: &Property) {
    let note = &mut turn.note;
    match property.name.as_str() {
        "V" => {
            let for_black = syntax::discs(property.text());
            note.score = match turn.color {
                Some(Color::White) => for_black.map(|score| -score),
                _ => for_black,
            };
        }
        "C" => comment(note, property),
        "NAG" => {
            let numbers = property.values.iter();
            note.glyphs = numbers
                .filter_map(|value| value.trim().parse().ok())
                .filter(|&number| number > 0)
                .collect();
        }
        "LB" => note
            .marks
            .extend(property.values.iter().filter_map(|value| {
                let (square, text) = value.split_once(':')?;
                Some(Mark {
                    square: one_square(square.trim())?,
                    shape: Shape::Label(text.to_owned()),
                })
            })),
        name => {
            note.glyphs.extend(glyph(property));
            if let Some(shape) = shape(name) {
                let squares = property.values.iter().filter_map(|value| rectangle(value));
                note.marks.extend(squares.flatten().map(|square| Mark {
                    square,
                    shape: shape.clone(),
                }));
            }
        }
    }
}

fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "TR" => Shape::Triangle,
        "SQ" => Shape::Square,
        "CR" => Shape::Circle,
        "MA" => Shape::Cross,
        _ => return None,
    })
}

/// The judgement of a move, which is twice as strong with a 2.
fn glyph(property: &Property) -> Option<u8> {
    let is_strong = property.text() == "2";
    Some(match (property.name.as_str(), is_strong) {
        ("TE", false) => 1,
        ("BM", false) => 2,
        ("TE", true) => 3,
        ("BM", true) => 4,
        ("IT", _) => 5,
        ("DO", _) => 6,
        _ => return None,
    })
}

fn comment(note: &mut Note, property: &Property) {
    let comment = property.values.first().map_or("", String::as_str);
    match facts(comment) {
        Ok((rest, (depth, time))) => {
            note.depth = depth;
            note.time = time;
            rest.clone_into(&mut note.comment);
        }
        Err(_) => {
            // An empty line in the place of ours.
            let comment = comment.strip_prefix('\n').unwrap_or(comment);
            comment.clone_into(&mut note.comment);
        }
    }
}

/// The first line of a comment if it is `depth 12, 0.25 s` or one of both.
fn facts(input: &str) -> IResult<&str, (Option<u32>, Option<std::time::Duration>)> {
    let seconds = |input| {
        let number = take_while1(|c: char| c.is_ascii_digit() || c == '.');
        map_opt(terminated(number, tag(" s")), syntax::seconds).parse_complete(input)
    };
    let depth = preceded(tag("depth "), count);
    let facts = alt((
        (depth.map(Some), opt(preceded(tag(", "), seconds))),
        seconds.map(|time| (None, Some(time))),
    ));
    terminated(facts, alt((value((), line_ending), value((), eof)))).parse_complete(input)
}

fn color(property: &Property, value: &str) -> Result<Color, ReadError> {
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(property.bad_value(value, "a colour (B or W)")),
    }
}

fn one_move(property: &Property, value: &str) -> Result<Move, ReadError> {
    if value.is_empty() {
        return Ok(Move::Pass);
    }
    let square = one_square(value).map(Move::Place);
    square
        .or_else(|| value.parse().ok())
        .ok_or_else(|| property.bad_value(value, "a move"))
}

fn upside_down(square: Square) -> Square {
    Square::at(square.file(), 7 - square.rank())
}

/// The squares of a value: one, or all between two corners, `[aa:cb]`.
fn rectangle(value: &str) -> Option<impl Iterator<Item = Square>> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (one_square(from.trim())?, one_square(to.trim())?);
    let is_inside = move |square: &Square| {
        (from.file()..=to.file()).contains(&square.file())
            && (from.rank()..=to.rank()).contains(&square.rank())
    };
    Some(Square::all().filter(is_inside))
}

fn one_square(value: &str) -> Option<Square> {
    match *value.to_ascii_lowercase().as_bytes() {
        [file @ b'a'..=b'h', rank @ b'a'..=b'h'] => Some(Square::at(file - b'a', rank - b'a')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
        _ => None,
    }
}
