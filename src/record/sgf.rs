//! Smart Game Format (FF\[4\], GM\[2\] = Othello) in its simple form: one game, its main line.
//!
//! Squares are read as letter pairs (`[fe]` is file f, row e, so f5; Quarry writes these) and as
//! plain squares (`[f5]`; Edax writes these); `[]`, `[PA]` and `[pass]` are passes. Set-up
//! properties (`AB AW AE PL`) make another start. Variations, comments and everything else are
//! skipped. What is written uses letter pairs.

use std::fmt::Write;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_not, take};
use nom::character::complete::{char, multispace0, satisfy};
use nom::combinator::{cut, recognize, value};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use super::annotated::{AnnotatedGame, Cause};
use super::error::{ReadError, short};
use super::syntax::{Parsed, blanks, expected, finish};
use crate::othello::{Bitboard, Color, Game, Move, Position, Square};

/// Reads the main line of the first game, up to `limit` moves if that is given.
///
/// # Errors
/// If the text is not SGF, not Othello, or not according to the rules.
pub fn read_sgf(text: &str, limit: Option<usize>) -> Result<Game, ReadError> {
    let mut reader = Reader::new();
    for property in main_line(text)? {
        reader.take(&property)?;
    }
    reader.finish(limit)
}

/// Writes a game on one line.
pub fn write_sgf(game: &Game) -> String {
    let mut text = head();
    add_start(&mut text, game);
    if game.is_over() {
        add_result(&mut text, game.final_score_for_black());
    }
    for &(color, mv) in game.turns() {
        add_move(&mut text, color, mv);
    }
    text + ")"
}

/// Writes a game on one line with its players and its notes: `V` has the evaluation in discs
/// from black's side, as SGF wants it, `C` has depth and time.
pub fn write_annotated_sgf(annotated: &AnnotatedGame) -> String {
    let mut text = head();
    for (name, value) in [
        ("PB", &annotated.black),
        ("PW", &annotated.white),
        ("PC", &annotated.place),
    ] {
        add(&mut text, format_args!("{name}[{}]", escaped(value)));
    }
    add_start(&mut text, &annotated.game);
    if let Some(forfeit) = &annotated.forfeit {
        let why = match forfeit.cause {
            Cause::Time => 'T',
            Cause::Resignation => 'R',
            Cause::Fault => 'F',
        };
        let (winner, reason) = (initial(!forfeit.loser), escaped(&forfeit.reason));
        let loser = forfeit.loser;
        add(
            &mut text,
            format_args!("RE[{winner}+{why}]C[{loser} forfeits: {reason}]"),
        );
    } else if annotated.game.is_over() {
        add_result(&mut text, annotated.game.final_score_for_black());
    }
    for (color, mv, note) in annotated.turns() {
        add_move(&mut text, color, mv);
        if let Some(score) = note.score {
            let for_black = match color {
                Color::Black => score,
                Color::White => -score,
            };
            add(&mut text, format_args!("V[{:.2}]", for_black.discs()));
        }
        let depth = note.depth.map(|depth| format!("depth {depth}"));
        let time = note.time.map(|time| format!("{:.3} s", time.as_secs_f64()));
        let said = Some(escaped(&note.comment)).filter(|said| !said.is_empty());
        let comment: Vec<String> = depth.into_iter().chain(time).chain(said).collect();
        if !comment.is_empty() {
            add(&mut text, format_args!("C[{}]", comment.join(", ")));
        }
    }
    text + ")"
}

fn head() -> String {
    format!(
        "(;FF[4]GM[2]CA[UTF-8]AP[Bianca:{}]SZ[8]",
        env!("CARGO_PKG_VERSION")
    )
}

/// Adds the start if it is not the standard one.
fn add_start(text: &mut String, game: &Game) {
    let (start, to_move) = game.start();
    if (start, to_move) == (Position::START, Color::Black) {
        return;
    }
    let (black, white) = match to_move {
        Color::Black => (start.own, start.opp),
        Color::White => (start.opp, start.own),
    };
    for (name, discs) in [("AB", black), ("AW", white)] {
        if discs.any() {
            *text += name;
        }
        for square in discs {
            add(text, format_args!("[{}]", letters(square)));
        }
    }
    add(text, format_args!("PL[{}]", initial(to_move)));
}

fn add_result(text: &mut String, score_for_black: i32) {
    match score_for_black {
        0 => *text += "RE[0]",
        score if score > 0 => add(text, format_args!("RE[B+{score}]")),
        score => add(text, format_args!("RE[W+{}]", -score)),
    }
}

fn add_move(text: &mut String, color: Color, mv: Move) {
    let square = mv.square().map(letters).unwrap_or_default();
    add(text, format_args!(";{}[{square}]", initial(color)));
}

/// Text as a value: what would end it is escaped, line breaks are blanks.
fn escaped(text: &str) -> String {
    let mut value = String::new();
    for character in text.chars() {
        match character {
            ']' | '\\' => value.extend(['\\', character]),
            '\n' | '\r' => value.push(' '),
            other => value.push(other),
        }
    }
    value
}

fn add(text: &mut String, what: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(what);
}

fn initial(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn letters(square: Square) -> String {
    [square.file(), square.rank()]
        .map(|line| (b'a' + line) as char)
        .iter()
        .collect()
}

/// A property with its values as they stand in the file, escapes resolved.
struct Property {
    name: String,
    values: Vec<String>,
}

/// What has been understood of a game so far.
struct Reader {
    set_up: Option<[Option<Color>; 64]>,
    to_move: Option<Color>,
    moves: Vec<(Color, Move)>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            set_up: None,
            to_move: None,
            moves: Vec::new(),
        }
    }

    fn take(&mut self, property: &Property) -> Result<(), ReadError> {
        let first = property.values.first().map_or("", |value| value.trim());
        match property.name.as_str() {
            "GM" if first != "2" => return Err(ReadError::OtherGame(short(first))),
            "SZ" if first != "8" && first != "8:8" => {
                return Err(ReadError::OtherSize(short(first)));
            }
            "AB" => self.set_up(property, Some(Color::Black))?,
            "AW" => self.set_up(property, Some(Color::White))?,
            "AE" => self.set_up(property, None)?,
            "PL" => self.to_move = Some(color(property, first)?),
            "B" => self.moves.push((Color::Black, one_move(property, first)?)),
            "W" => self.moves.push((Color::White, one_move(property, first)?)),
            _ => {}
        }
        Ok(())
    }

    fn set_up(&mut self, property: &Property, disc: Option<Color>) -> Result<(), ReadError> {
        if !self.moves.is_empty() {
            return Err(ReadError::LateSetup(property.name.clone()));
        }
        let board = self.set_up.get_or_insert([None; 64]);
        for value in &property.values {
            // `[aa:cb]` is the rectangle between two corners.
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let corners = (one_square(from.trim()), one_square(to.trim()));
            let (Some(from), Some(to)) = corners else {
                return Err(bad_value(property, value, "a square"));
            };
            for square in Square::all() {
                if (from.file()..=to.file()).contains(&square.file())
                    && (from.rank()..=to.rank()).contains(&square.rank())
                {
                    board[square.index()] = disc;
                }
            }
        }
        Ok(())
    }

    fn finish(self, limit: Option<usize>) -> Result<Game, ReadError> {
        let first_mover = self.moves.first().map(|&(color, _)| color);
        let mut game = match self.set_up {
            None => Game::from_position(
                match self.to_move {
                    Some(Color::White) => Position::START.passed(),
                    _ => Position::START,
                },
                self.to_move.unwrap_or(Color::Black),
            ),
            Some(board) => {
                let to_move = self.to_move.or(first_mover).unwrap_or(Color::Black);
                let discs = |color| -> Bitboard {
                    Square::all()
                        .filter(|square| board[square.index()] == Some(color))
                        .collect()
                };
                let position = Position {
                    own: discs(to_move),
                    opp: discs(!to_move),
                };
                Game::from_position(position, to_move)
            }
        };
        let limit = limit.unwrap_or(self.moves.len());
        for (number, &(color, mv)) in (1..).zip(self.moves.iter().take(limit)) {
            game.play_as(color, mv)
                .map_err(|error| ReadError::Illegal { number, error })?;
        }
        Ok(game)
    }
}

fn color(property: &Property, value: &str) -> Result<Color, ReadError> {
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(bad_value(property, value, "a colour (B or W)")),
    }
}

fn one_move(property: &Property, value: &str) -> Result<Move, ReadError> {
    if value.is_empty() {
        return Ok(Move::Pass);
    }
    let square = one_square(value).map(Move::Place);
    square
        .or_else(|| value.parse().ok())
        .ok_or_else(|| bad_value(property, value, "a move"))
}

fn one_square(value: &str) -> Option<Square> {
    match *value.to_ascii_lowercase().as_bytes() {
        [file @ b'a'..=b'h', rank @ b'a'..=b'h'] => Some(Square::at(file - b'a', rank - b'a')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
        _ => None,
    }
}

fn bad_value(property: &Property, value: &str, expected: &'static str) -> ReadError {
    ReadError::BadValue {
        property: property.name.clone(),
        value: short(value),
        expected,
    }
}

/// The properties of the first game's main line. A tree's main line goes down into its first
/// subtree, so it ends at the first closing parenthesis, and no recursion is needed.
fn main_line(text: &str) -> Result<Vec<Property>, ReadError> {
    let open = expected("'('", blanks(char('(')));
    let line = many1(preceded(open, many1(expected("';'", node))));
    let end = expected("';', a property or ')'", blanks(char(')')));
    let start = text.find('(').unwrap_or(text.len());
    let parsed = terminated(line, cut(end)).parse_complete(&text[start..]);
    let subtrees = finish(text, parsed)?;
    Ok(subtrees.into_iter().flatten().flatten().collect())
}

fn node(input: &str) -> Parsed<'_, Vec<Property>> {
    preceded(blanks(char(';')), nom::multi::many0(property)).parse_complete(input)
}

fn property(input: &str) -> Parsed<'_, Property> {
    // Old files write names such as `BlacK`; only their capitals count.
    let (input, name) =
        terminated(nom::character::complete::alpha1, multispace0).parse_complete(input)?;
    let (input, values) =
        cut(many1(expected("'['", terminated(one_value, multispace0)))).parse_complete(input)?;
    let name = name.chars().filter(char::is_ascii_uppercase).collect();
    Ok((input, Property { name, values }))
}

fn one_value(input: &str) -> Parsed<'_, String> {
    let escaped = (char('\\'), take(1usize));
    let content = recognize(many0_count(alt((
        value((), is_not("\\]")),
        value((), escaped),
    ))));
    let close = cut(expected("']'", satisfy(|c| c == ']')));
    let (input, raw) = delimited(char('['), content, close).parse_complete(input)?;
    Ok((input, without_escapes(raw)))
}

fn without_escapes(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            // An escaped line break is none.
            '\\' => text.extend(characters.next().filter(|&c| c != '\n')),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Score;
    use crate::record::annotated::{Forfeit, Note};
    use crate::record::transcript::{parse_transcript, replay, write_transcript};
    use rand::prelude::*;
    use std::time::Duration;

    fn moves_of(text: &str) -> String {
        let game = read_sgf(text, None).unwrap();
        write_transcript(game.turns().iter().map(|&(_, mv)| mv))
    }

    #[test]
    fn both_ways_of_writing_squares_are_read() {
        assert_eq!(moves_of("(;GM[2];B[fe];W[df];B[cd])"), "f5d6c4");
        assert_eq!(moves_of("(;GM[2];B[f5];W[D6];B[c4])"), "f5d6c4");
        assert_eq!(
            moves_of(" noise (\n;FF[4] GM [2]\n;B [f5]\n; W[d6] )"),
            "f5d6"
        );
    }

    #[test]
    fn notes_are_written_and_do_not_disturb_the_game() {
        let mut game = Game::new();
        replay(&mut game, &parse_transcript("f5d6c3").unwrap()).unwrap();
        let note = Note {
            score: Some(Score(384)),
            depth: Some(12),
            time: Some(Duration::from_millis(250)),
            ..Note::default()
        };
        let annotated = AnnotatedGame {
            game: game.clone(),
            black: r"a]b\c".into(),
            white: "W".into(),
            place: "here".into(),
            forfeit: Some(Forfeit {
                loser: Color::White,
                cause: Cause::Fault,
                reason: "rubbish: ']'".into(),
            }),
            notes: vec![note.clone(), note],
            ..AnnotatedGame::default()
        };
        let text = write_annotated_sgf(&annotated);
        assert_eq!(read_sgf(&text, None).as_ref(), Ok(&game), "{text}");
        assert!(text.contains(r"PB[a\]b\\c]"), "{text}");
        assert!(
            text.contains(r"RE[B+F]C[white forfeits: rubbish: '\]']"),
            "{text}"
        );
        assert!(
            text.contains(";B[fe]V[1.50]C[depth 12, 0.250 s];W[df]V[-1.50]"),
            "{text}"
        );
        assert!(text.ends_with(";B[cc])"), "{text}");
    }

    #[test]
    fn only_the_main_line_is_read() {
        let text = r"(;GM[2]C[a \] b \\ ; B[a1\]];B[f5](;W[d6](;B[c4])(;B[c3]))(;W[f4]))(;GM[1])";
        assert_eq!(moves_of(text), "f5d6c4");
    }

    #[test]
    fn a_limit_ends_the_game_early() {
        let game = read_sgf("(;GM[2];B[fe];W[df];B[zz])", Some(1));
        assert!(game.is_err(), "the whole file is read first");
        let game = read_sgf("(;GM[2];B[fe];W[df];B[cd])", Some(1)).unwrap();
        assert_eq!(game.turns().len(), 1);
    }

    #[test]
    fn whole_games_read_back_as_they_are_written() {
        let mut random = StdRng::seed_from_u64(3);
        for number in 0..300 {
            let mut start = Game::new();
            for _ in 0..random.random_range(0..20) {
                let moves: Vec<Square> = start.position().moves().into_iter().collect();
                let mv = moves.choose(&mut random).map_or(Move::Pass, |&s| s.into());
                let _ = start.play(mv);
            }
            let mut game = if number % 2 == 0 {
                Game::new()
            } else {
                Game::from_position(start.position(), start.to_move())
            };
            while !game.is_over() {
                let moves: Vec<Square> = game.position().moves().into_iter().collect();
                let mv = moves.choose(&mut random).map_or(Move::Pass, |&s| s.into());
                game.play(mv).unwrap();
            }
            let text = write_sgf(&game);
            assert_eq!(read_sgf(&text, None).as_ref(), Ok(&game), "{text}");
        }
    }

    #[test]
    fn set_up_makes_another_start() {
        let text = "(;GM[2]AB[d5][e4]AW[dd][e5]PL[B];B[f5])";
        let game = read_sgf(text, None).unwrap();
        assert_eq!(game.start(), (Position::START, Color::Black));
        let game = read_sgf("(;GM[2]AB[aa:ca]AE[ba]AW[ba];W[ea])", None);
        assert!(matches!(game, Err(ReadError::Illegal { number: 1, .. })));
        let game = read_sgf("(;GM[2]AB[aa]AW[ba];B[ca])", None).unwrap();
        assert!(game.is_over());
        let error = read_sgf("(;GM[2];B[f5];AB[a1])", None).unwrap_err();
        assert_eq!(error, ReadError::LateSetup("AB".to_owned()));
    }

    #[test]
    fn passes_may_be_written_or_left_out() {
        let mut game = Game::new();
        replay(&mut game, &parse_transcript("c4c3f5b4a4a5c2a3").unwrap()).unwrap();
        assert!(game.position().must_pass());
        let square = game.position().opponent_moves().first().unwrap();
        game.play(Move::Pass).unwrap();
        game.play(square.into()).unwrap();
        let written = write_sgf(&game);
        assert!(written.contains(";B[];W["), "{written}");
        for pass in [";B[PA]", ";B[pass]", ""] {
            let other = written.replace(";B[]", pass);
            assert_eq!(read_sgf(&other, None).as_ref(), Ok(&game), "{other}");
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let message = |text: &str| read_sgf(text, None).unwrap_err().to_string();
        assert_eq!(message(""), "line 1: '(' expected, found the end");
        assert_eq!(message("(B[f5])"), "line 1: ';' expected, found 'B'");
        assert_eq!(
            message("(;GM[2]\n;B f5)"),
            "line 2: '[' expected, found 'f'"
        );
        assert_eq!(
            message("(;GM[2];B[f5"),
            "line 1: ']' expected, found the end"
        );
        assert!(message("(;GM[2];B[f5]").ends_with("found the end"));
        assert!(message("(;GM[1];B[aa])").starts_with("GM[1] is another game"));
        assert!(message("(;GM[2]SZ[10])").starts_with("a board of size 10"));
        assert_eq!(message("(;GM[2];B[z9])"), "B[z9] is not a move");
        assert_eq!(
            message("(;B[f5];W[a1])"),
            "move 2: illegal move: a1 for white"
        );
        // Neither depth nor length may hurt.
        let deep = "(;".repeat(200_000);
        assert!(message(&deep).ends_with("found the end"));
    }
}
