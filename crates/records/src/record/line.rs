//! Games and positions of one line: transcripts, boards, problems, and any other format whose
//! game fits on one.
//!
//! Each line is told apart on its own, so a file may mix them. A board or a problem is a game
//! that starts there; `%` and `#` begin comments.

use super::annotated::{AnnotatedGame, Note};
use super::board::{BoardError, board_squares, write_board};
use super::error::{ReadError, Unwritable, as_typed, short};
use super::format::{Description, FileFormat, Layout};
use super::json;
use super::obf::{ObfError, Problem, parse_obf_line};
use super::placed::{Placed, placed};
use super::transcript::{first_moves, parse_transcript, write_transcript};
use bianca_rules::othello::words::narrow;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, first_move};
use bianca_rules::score::Score;
use bianca_system::foreign::{excerpt, plain};

pub(super) const TRANSCRIPT: Description = Description {
    name: "txt",
    aliases: &["transcript", "xot"],
    is_begun_by: |_| false,
    keeps_moves: true,
    layout: Layout::Lines,
    opening: None,
    write: Some(|game| {
        if !has_standard_start(&game.game) {
            return Err(Unwritable::OtherStart);
        }
        if game.game.turns().is_empty() {
            Err(Unwritable::NoMove)
        } else {
            Ok(write_line(game))
        }
    }),
};

pub(super) const BOARD: Description = Description {
    name: "board",
    aliases: &["brd", "pos"],
    is_begun_by: |_| false,
    keeps_moves: false,
    layout: Layout::Lines,
    opening: None,
    write: Some(|game| Ok(write_board(game.game.position(), game.game.to_move()))),
};

pub(super) const PROBLEM: Description = Description {
    name: "obf",
    aliases: &[],
    is_begun_by: |_| false,
    keeps_moves: false,
    layout: Layout::Lines,
    opening: None,
    write: Some(|game| Ok(Problem::from(game).to_string())),
};

/// Reads a line of any kind; `None` if it is blank or a comment.
///
/// # Errors
/// If it is neither a game according to the rules nor a problem.
pub fn read_line(line: &str) -> Result<Option<AnnotatedGame>, ReadError> {
    let line = unquoted(line.trim_start_matches('\u{feff}').trim());
    // A disc may be a sign that begins a comment; GTP's answer to what has none is nothing.
    let is_comment =
        line.starts_with('%') || line.starts_with('#') && board_squares(line, 64).is_none();
    if matches!(line, "" | "=") || is_comment {
        return Ok(None);
    }
    let format = FileFormat::of_content(line.as_bytes());
    match format.map(|format| format.description().layout) {
        Some(Layout::Trees(read, _)) => return read(line).map(Some),
        Some(Layout::Values) => return json::read_one(line).map(Some),
        _ => {}
    }
    if let Some(placed) = placed(line)? {
        return with_board(&placed).map(Some);
    }
    let line = without_bullet(line);
    if is_transcript(line) || labelled(line).is_some() {
        return transcript(line).map(Some);
    }
    let problem = parse_problem(&plain(line)).map_err(|error| match error {
        // What has not even a row of squares is no board that is damaged.
        ReadError::Problem(ObfError::Board(BoardError::BadSquare { square, .. }))
            if square.index() < 8 =>
        {
            ReadError::NoLine(short(line))
        }
        error => error,
    })?;
    Ok(problem.map(AnnotatedGame::from))
}

/// The game that starts at a board, with what stands behind it: moves, a score in discs as
/// Egaroucid's training data has it, or what OBF has; and a comment.
fn with_board(placed: &Placed) -> Result<AnnotatedGame, ReadError> {
    let (behind, comment) = match placed.rest.find(['%', '#']) {
        Some(at) => (placed.rest[..at].trim(), placed.rest[at + 1..].trim()),
        None => (placed.rest, ""),
    };
    let (start, side) = placed.start();
    let mut problem = Problem {
        position: start,
        to_move: side,
        moves: Vec::new(),
        score: None,
        comment: Some(plain(comment).into_owned()),
    };
    if behind.starts_with(';') {
        let scored = parse_problem(&format!("{}{behind}", write_board(start, side)))?;
        if let Some(scored) = scored {
            (problem.moves, problem.score) = (scored.moves, scored.score);
        }
        return Ok(problem.into());
    }
    let score = behind.parse().ok();
    if let Some(score) = score.filter(|score| (-64..=64).contains(score)) {
        problem.score = Some(score);
        return Ok(problem.into());
    }
    let (_, left) = first_moves(behind);
    let has_moves = left.len() < behind.len();
    if !left.is_empty() && !has_moves {
        let word = excerpt(left.split_whitespace().next().unwrap_or_default());
        return Err(match placed.side {
            Some(_) => BoardError::TooLong(word).into(),
            None => BoardError::BadSide(word).into(),
        });
    }
    let mut game = AnnotatedGame::from(problem);
    play_moves(&mut game, behind)?;
    Ok(game)
}

/// Plays the moves of a text.
fn play_moves(game: &mut AnnotatedGame, text: &str) -> Result<(), ReadError> {
    let moves = parse_transcript(text)?.into_iter();
    let played = game.play(moves.map(|mv| (None, mv, Note::default())));
    played.map_err(|error| as_typed(error, text))
}

/// A line without the mark that lists have before each of their items.
fn without_bullet(line: &str) -> &str {
    let Some(item) = line.strip_prefix(['-', '*', '+', '>', '•', '‣', '–']) else {
        return line;
    };
    let rest = item.trim_start();
    let is_move = first_moves(rest)
        .0
        .first()
        .is_some_and(|mv| mv.square().is_some());
    let is_item = rest.len() < item.len() || line.starts_with('•');
    if is_item && (is_move || labelled(rest).is_some()) {
        rest
    } else {
        line
    }
}

/// What stands in quotes if all of the line does, as spreadsheets and programs write it, perhaps
/// with a comma behind.
fn unquoted(line: &str) -> &str {
    let bare = line.trim_end_matches([',', ';']).trim_end();
    let inside = |quote: char| {
        let text = bare.strip_prefix(quote)?.strip_suffix(quote)?;
        (!text.contains(quote)).then_some(text.trim())
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(line)
}

/// Reads a line that holds a board or a problem; `None` if it is blank or a comment.
///
/// # Errors
/// If it is anything else, or scores a move that cannot be made.
pub fn parse_problem(line: &str) -> Result<Option<Problem>, ReadError> {
    let Some(problem) = parse_obf_line(line)? else {
        return Ok(None);
    };
    for &(mv, _) in &problem.moves {
        if problem.position.play(mv).is_err() {
            return Err(ReadError::IllegalScored(mv));
        }
    }
    Ok(Some(problem))
}

/// Writes a game as a transcript, without the passes that follow from the rules.
pub fn write_line(annotated: &AnnotatedGame) -> String {
    let turns = annotated.game.turns();
    let last = turns.len().saturating_sub(1);
    let needed = turns.iter().enumerate().filter(|&(index, &(_, mv))| {
        // A pass at the end is not shown by a move that follows.
        mv != Move::Pass || index == last
    });
    let text = write_transcript(needed.map(|(_, &(_, mv))| mv));
    with_comment(text, &annotated.comment)
}

/// Whether a transcript can show where the game starts.
pub fn has_standard_start(game: &OthelloGame) -> bool {
    game.start() == (Position::START, Color::Black)
}

/// Whether a line begins with a move or with a move's number. No board begins with a digit, or has
/// one after its first letter; one may begin with hyphens, which at the start are no pass.
fn is_transcript(line: &str) -> bool {
    let mut letters = line.chars().map(narrow);
    match (letters.next(), letters.next()) {
        (Some('-'), _) => false,
        (Some(first), _) if first.is_ascii_digit() => true,
        (Some(first), Some(second)) if second.is_ascii_digit() => first.is_ascii_alphabetic(),
        _ => first_move(line).is_some(),
    }
}

fn transcript(line: &str) -> Result<AnnotatedGame, ReadError> {
    let (moves, comment) = match line.find(['%', '#']) {
        Some(at) => (line[..at].trim_end(), line[at + 1..].trim()),
        None => (line, ""),
    };
    let (moves, name) = labelled(moves)
        .or_else(|| named(moves))
        .unwrap_or((moves, ""));
    let (moves, result) = without_result(moves);
    let parts = [name, comment].map(str::trim).into_iter();
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let mut game = AnnotatedGame {
        comment: plain(&parts.join("; ")).into_owned(),
        ..AnnotatedGame::default()
    };
    play_moves(&mut game, moves)?;
    game.state_result(result);
    Ok(game)
}

/// Moves without the discs of both sides behind them, `51-13`, as PlayOK writes them; and what they
/// say of the result.
fn without_result(line: &str) -> (&str, Option<Score>) {
    let line = line.trim_end();
    let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let number = |word: &str| {
        word.parse()
            .ok()
            .filter(|discs: &i32| (0..=64).contains(discs))
    };
    let read = || {
        let (black, white) = line.get(start..)?.split_once('-')?;
        let (black, white) = (number(black)?, number(white)?);
        (black + white <= 64).then(|| Score::from_discs(black - white))
    };
    match read() {
        Some(result) if start > 0 => (&line[..start], Some(result)),
        _ => (line, None),
    }
}

/// What sets a name off from moves, besides several blanks.
const NAME_MARKS: [char; 4] = ['\t', ':', '|', '='];

/// Places of a line at which a name may be set off that are looked at.
const MOST_MARKS: usize = 128;

/// The moves of a line and the name before them, as lists of openings have it. A word that begins
/// as a move does is no name: it may be one that is written wrong.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let is_name = |text: &str| {
        let is_move = |word: &str| {
            let (moves, rest) = first_moves(word);
            moves
                .first()
                .is_some_and(|mv| mv.square().is_some() || rest.is_empty())
        };
        text.starts_with(char::is_alphabetic) && !text.split_whitespace().any(is_move)
    };
    gaps(line).find_map(|(name, moves)| {
        let begins = first_moves(moves)
            .0
            .first()
            .is_some_and(|mv| mv.square().is_some());
        (begins && is_name(name)).then_some((moves, name))
    })
}

/// The moves of a line and the name behind them. A word with a digit is no name: it may be a move
/// that is written wrong.
fn named(line: &str) -> Option<(&str, &str)> {
    let is_name = |text: &str| {
        let first = text.split_whitespace().next().unwrap_or_default();
        first.starts_with(char::is_alphabetic)
            && !first.contains(char::is_numeric)
            && parse_transcript(first).is_err()
    };
    let (moves, name) = gaps(line).find(|(_, behind)| is_name(behind))?;
    parse_transcript(moves).is_ok().then_some((moves, name))
}

/// The places at which a line may be parted into moves and a name, with what stands on either side.
fn gaps(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let marks = line.char_indices().filter_map(move |(at, c)| {
        let (before, behind) = (&line[..at], &line[at + c.len_utf8()..]);
        // Of several blanks the first.
        let is_blank = c == ' ' && behind.starts_with(' ') && !before.ends_with(' ');
        let is_gap = is_blank || NAME_MARKS.contains(&narrow(c));
        is_gap.then(|| (before.trim(), behind.trim()))
    });
    let places = marks.take(MOST_MARKS);
    places.filter(|(before, behind)| !before.is_empty() && !behind.is_empty())
}

fn with_comment(text: String, comment: &str) -> String {
    match plain(comment).trim() {
        "" => text,
        comment => format!("{text} % {comment}"),
    }
}

/// The game that starts at the problem's position.
impl From<Problem> for AnnotatedGame {
    fn from(problem: Problem) -> AnnotatedGame {
        AnnotatedGame {
            candidates: problem.moves,
            candidate_score: problem.score,
            comment: problem.comment.unwrap_or_default(),
            ..OthelloGame::from_position(problem.position, problem.to_move).into()
        }
    }
}

/// The last position with what is known of its moves.
impl From<&AnnotatedGame> for Problem {
    fn from(annotated: &AnnotatedGame) -> Problem {
        let comment = plain(&annotated.comment).trim().to_owned();
        Problem {
            position: annotated.game.position(),
            to_move: annotated.game.to_move(),
            moves: annotated.candidates.clone(),
            score: annotated.candidate_score,
            comment: Some(comment).filter(|comment| !comment.is_empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn read(line: &str) -> AnnotatedGame {
        read_line(line).unwrap().unwrap()
    }

    #[test]
    fn the_kind_of_a_line_is_seen() {
        assert_eq!(read(START).game, OthelloGame::new());
        assert_eq!(read(&format!("{START}; f5:+0;")).candidates.len(), 1);
        let mut after = OthelloGame::new();
        after.play("f5".parse().unwrap()).unwrap();
        let ggf = "1 (;GM[Othello]B[f5];)";
        for line in [
            "f5",
            " F5 ",
            "1. f5",
            "f5 % one move",
            "f5\r",
            ggf,
            "(;GM[2];B[fe])",
        ] {
            assert_eq!(read(line).game, after, "{line}");
        }
        assert_eq!(read("f5 % one move").comment, "one move");
        // In some alphabets b is a black disc, and so is the file of a transcript's move.
        let all_black = START.replace(['X', 'x'], "b");
        assert_eq!(read(&all_black).game.position().empties(), 60);
        let disc_first = format!("b{}", &START[1..]);
        assert_eq!(read(&disc_first).game.position().empties(), 59);
        for line in ["", "   ", "% f5", "# f5", "\r"] {
            assert_eq!(read_line(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn moves_may_have_a_name_behind_them() {
        for (line, name) in [
            ("F5d6C3d3    Some opening", "Some opening"),
            (
                "1. P@f5 P@d6 2. P@c3 P@d3\tNo-Cat (one of its names)",
                "No-Cat (one of its names)",
            ),
            ("f5d6c3d3  虎", "虎"),
            ("f5d6 c3d3   Parallel  2", "Parallel  2"),
        ] {
            let named = read(line);
            assert_eq!(
                (named.game.turns().len(), &*named.comment),
                (4, name),
                "{line}"
            );
            let written = write_line(&named);
            assert_eq!(written, format!("f5d6c3d3 % {name}"));
            assert_eq!(read(&written), named);
        }
        for line in [
            "f5d6  x9",
            "f5d6 name",
            "f5d6name",
            "f5d6  d9 is wrong",
            "f5  9x",
            "f5  -x",
        ] {
            let error = read_line(line).unwrap_err().to_string();
            assert!(
                error.ends_with("is not a move (a1 to h8, or pass)"),
                "{line}: {error}"
            );
        }
    }

    #[test]
    fn egaroucids_lines_are_problems() {
        let line = "-XO-OOXOOXX-OXOO-XXOXXOOX-OXOOXOOXOOOXXXO-XOOOXXO-O-OO---OOOX-O- 4";
        let game = read(line);
        assert_eq!(
            (game.candidate_score, game.game.to_move()),
            (Some(4), Color::Black)
        );
        assert_eq!(game.game.position().empties(), 13);
        assert_eq!(read(&line.replace(" 4", " -12")).candidate_score, Some(-12));
        // Written as a problem it says the same.
        let problem = Problem::from(&game).to_string();
        assert_eq!(problem, line.replace(" 4", " X; +4;"));
        for wrong in [" 65", " four"] {
            assert!(read_line(&line.replace(" 4", wrong)).is_err(), "{wrong}");
        }
        assert!(read_line(&line[1..]).is_err());
    }

    #[test]
    fn boards_are_read_as_people_and_servers_write_them() {
        let squares = &START[..64];
        let white = OthelloGame::from_position(Position::START.passed(), Color::White);
        let rows: Vec<String> = (0..8)
            .map(|row| squares[8 * row..8 * row + 8].into())
            .collect();
        let ggs = format!("8 {}", rows.join(" "));
        for line in [
            squares.to_owned(),
            format!("{ggs} *"),
            format!("[{ggs} *]"),
            format!("{squares} black"),
            format!("{squares} side=B"),
            format!("{squares} X to move"),
            format!("{squares} # a comment"),
            squares
                .replace('X', "0")
                .replace('O', "1")
                .replace('-', ".")
                + " 0",
            squares
                .replace('X', "●")
                .replace('O', "○")
                .replace('-', "・"),
            squares
                .replace('X', "⚫\u{fe0f}")
                .replace('O', "⚪\u{fe0f}")
                + " ⚫",
            squares
                .replace('X', "Ｘ")
                .replace('O', "Ｏ")
                .replace('-', "．")
                + "　黒番",
            "8/8/8/3ox3/3xo3/8/8/8".to_owned(),
            "8/8/8/3OX3/3XO3/8/8/8 X - - 0 1".to_owned(),
        ] {
            assert_eq!(read(&line).game, OthelloGame::new(), "{line}");
        }
        for side in ["O", "white", "w", "side=W", "○", "白", "White to play"] {
            assert_eq!(read(&format!("{squares} {side}")).game, white, "{side}");
            assert_eq!(read(&format!("{ggs} {side}")).game, white, "{side}");
        }
        let played = read(&format!("{squares} X f5 d6 c3"));
        assert_eq!(played.game, read("f5d6c3").game);
        assert_eq!(read(&format!("{squares} f5d6c3")).game, read("f5d6c3").game);
        assert_eq!(read(&format!("{squares} O f4")).game.turns().len(), 1);
        let scored = read(&format!("{squares} O -4"));
        assert_eq!((scored.candidate_score, scored.game), (Some(-4), white));
        assert_eq!(read(&format!("{squares}; f5:+0;")).candidates.len(), 1);
    }

    #[test]
    fn boards_that_may_mean_something_else_are_refused() {
        let squares = &START[..64];
        let message = |line: &str| read_line(line).unwrap_err().to_string();
        assert_eq!(
            message(&format!("10 {} *", "---------- ".repeat(10))),
            "a board of size 10, not 8"
        );
        assert!(message(&format!("{squares} X a1")).contains("illegal move: a1"));
        assert!(message(&format!("{squares} X nonsense")).contains("too much after the side"));
        assert!(message(&format!("{squares} nonsense")).contains("is not a side to move"));
        // Bits, and digits of which one is nobody's.
        assert!(message(&"01".repeat(32)).contains("not a move"));
        let digits = squares
            .replace('-', "0")
            .replace('X', "1")
            .replace('O', "2");
        assert!(read_line(&digits).is_err());
        assert!(message("8/8/8/3ox3/3xo3/8/8/7 x").contains("row 8"));
    }

    #[test]
    fn discs_behind_moves_are_a_result() {
        let game = read("1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 13-0");
        assert_eq!(
            (game.contradiction.as_deref(), game.game.turns().len()),
            (None, 9)
        );
        let broken = read("f5d6 33-31");
        assert_eq!(broken.result, Some(Score::from_discs(2)));
        assert!(
            read("1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 0-13")
                .contradiction
                .is_some()
        );
        assert!(read_line("f5d6 40-40").is_err());
    }

    #[test]
    fn squares_the_wrong_way_round_get_a_hint() {
        let message = |line: &str| read_line(line).unwrap_err().to_string();
        for line in ["5f6d", "５ｆ６ｄ", "1. 5f"] {
            assert!(
                message(line).ends_with("the letter comes first: f5, not 5f"),
                "{line}"
            );
        }
        assert!(message("56 64").contains("a letter and a digit"));
    }

    #[test]
    fn errors_tell_what_is_wrong() {
        let message = |line: &str| read_line(line).unwrap_err().to_string();
        assert_eq!(message("f5f6f5"), "move 3: illegal move: f5 for black");
        assert_eq!(message("f5x9"), "'x9' is not a move (a1 to h8, or pass)");
        assert_eq!(message("f9"), "'f9' is not a move (a1 to h8, or pass)");
        assert_eq!(
            message(&format!("{START}; a1:+2;")),
            "a1 is scored, but is not legal here"
        );
        assert!(message("hello").starts_with("'hello' is no game: a line is moves"));
    }

    #[test]
    fn quotes_around_a_line_say_nothing() {
        for line in ["\"f5d6\"", "'f5d6'", "\"f5d6\",", "' f5d6 ';", "\"f5d6\" ;"] {
            assert_eq!(read(line).game, read("f5d6").game, "{line}");
        }
        let board = read(&format!("\"{START}\""));
        assert_eq!(board.game, OthelloGame::new());
        // Quotes that do not hold the whole line are no quotes of it.
        for line in ["\"f5\" \"d6\"", "\"f5d6", "f5d6'", "\"f5d6'"] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
