//! What is written, read as the programs of others read it: strict readers of what NBoard and NTest
//! take of GGF, of what Edax takes of problems, and the rules of SGF and PGN for what stands once.
//!
//! They follow the public sources and descriptions of those programs in words of their own, and use
//! nothing of Bianca's readers. What packages for Python read is in `python/tests/test_foreign.py`.

use std::collections::BTreeMap;
use std::process::Command;

use bianca::record::annotated::AnnotatedGame;
use bianca::record::format::FileFormat;
use bianca::record::writer::write_game;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::records::games::annotated;
use crate::support::{Scratch, stdout};

/// A board of 8 by 8 squares by its cells, and whose turn it is.
struct Board {
    cells: Vec<char>,
    is_black: bool,
}

impl Board {
    /// A board as GGF has it: its size, 64 cells and the side to move.
    fn of_ggf(text: &str) -> Result<Board, String> {
        let rest = text.strip_prefix("8 ").ok_or("no size of the board")?;
        let mut cells: Vec<char> = rest.chars().filter(|c| !c.is_whitespace()).collect();
        let side = cells.pop().ok_or("an empty board")?;
        if cells.len() != 64 || cells.iter().any(|c| !"*O-".contains(*c)) {
            return Err(format!("not 64 cells of *, O and -: {text}"));
        }
        let is_black = match side {
            '*' => true,
            'O' => false,
            _ => return Err(format!("no side to move: {side}")),
        };
        Ok(Board { cells, is_black })
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        let is_on = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on.then(|| self.cells[(8 * rank + file) as usize])
    }

    /// Places a disc that has to turn others.
    fn place(&mut self, file: i32, rank: i32) -> Result<(), String> {
        let (own, other) = if self.is_black {
            ('*', 'O')
        } else {
            ('O', '*')
        };
        if self.at(file, rank) != Some('-') {
            return Err(format!("a move to {file},{rank}"));
        }
        let mut turned = vec![];
        for (x, y) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
            let run = (1..).take_while(|n| self.at(file + n * x, rank + n * y) == Some(other));
            let run: Vec<(i32, i32)> = run.map(|n| (file + n * x, rank + n * y)).collect();
            let n = run.len() as i32 + 1;
            if self.at(file + n * x, rank + n * y) == Some(own) {
                turned.extend(run);
            }
        }
        if turned.is_empty() {
            return Err(format!("a move to {file},{rank} that turns nothing"));
        }
        for (file, rank) in turned.into_iter().chain([(file, rank)]) {
            self.cells[(8 * rank + file) as usize] = own;
        }
        Ok(())
    }
}

/// A number without an exponent, as both programs read them.
fn number(text: &str) -> Result<f64, String> {
    let is_plain = text
        .chars()
        .all(|c| c.is_ascii_digit() || "+-.".contains(c));
    let number = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    is_plain
        .then_some(number)
        .ok_or(format!("'{text}' is no number"))
}

/// A clock: up to three times after slashes, each of whole numbers after colons.
fn clock(text: &str) -> Result<(), String> {
    let times: Vec<&str> = text.split('/').collect();
    for (place, time) in times.iter().enumerate() {
        let is_left_out = place == 1 && time.is_empty() && times.len() == 3;
        let mut parts = time.split(':');
        let is_time = parts.all(|part| part.parse::<i32>().is_ok() && !part.starts_with('-'));
        if !(is_left_out || is_time && time.split(':').count() <= 3) || place > 2 {
            return Err(format!("'{text}' is no clock"));
        }
    }
    Ok(())
}

/// A type of match: one size, `r` with a number, and at most one of the letters for colours. A komi
/// needs bids, which are not written.
fn kind(text: &str) -> Result<(), String> {
    let wrong = || format!("'{text}' is no type of a board");
    let mut rest = text;
    let (mut sizes, mut colors) = (0, 0);
    while let Some(first) = rest.chars().next() {
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let taken = match first {
            '0'..='9' => {
                sizes += 1;
                let size = digits(rest);
                if &rest[..size] != "8" {
                    return Err(wrong());
                }
                size
            }
            'r' if digits(&rest[1..]) > 0 => 1 + digits(&rest[1..]),
            's' | 'b' | 'w' => {
                colors += 1;
                1
            }
            _ => return Err(wrong()),
        };
        rest = &rest[taken..];
    }
    if sizes == 1 && colors < 2 {
        Ok(())
    } else {
        Err(wrong())
    }
}

/// How a game ended: `?`, or a number with how it was given up.
fn result(text: &str) -> Result<(), String> {
    if text == "?" {
        return Ok(());
    }
    let (discs, flag) = text.split_once(':').unwrap_or((text, "r"));
    number(discs)?;
    let is_known = matches!(flag, "r" | "t" | "l");
    is_known
        .then_some(())
        .ok_or(format!("'{text}' is no result"))
}

/// A move with what its player thought and how long.
fn play(board: &mut Board, text: &str) -> Result<(), String> {
    let mut parts = text.split('/');
    let word = parts.next().unwrap_or_default().to_ascii_uppercase();
    let eval = parts.next().unwrap_or_default();
    if !eval.is_empty() {
        number(eval)?;
    }
    if let Some(time) = parts.next() {
        number(time)?;
    }
    let left = parts.next();
    if left.is_some() {
        return Err(format!("'{text}' has too many parts"));
    }
    match word.as_bytes() {
        b"PA" => {}
        [file @ b'A'..=b'H', rank @ b'1'..=b'8'] => {
            board.place(i32::from(file - b'A'), i32::from(rank - b'1'))?;
        }
        _ => return Err(format!("'{word}' is no move")),
    }
    board.is_black = !board.is_black;
    Ok(())
}

/// A game as NBoard and NTest read it: its properties but for moves and comments.
///
/// The file is cut at each `;)`. Tokens are known or refused; comments are passed over. Nothing
/// stands between tokens. The moves follow the board, each turning discs, passes written.
fn read_as_nboard(text: &str) -> Result<BTreeMap<String, String>, String> {
    let end = text.find(";)").ok_or("no end")?;
    if text[end + 2..].trim() != "" {
        return Err(format!("the game ends too early: {}", &text[..end + 2]));
    }
    let mut rest = text.strip_prefix("(;").ok_or("no beginning")?;
    let mut facts = BTreeMap::new();
    let mut moves = vec![];
    while !rest.starts_with(';') {
        let (token, after) = rest.split_once('[').ok_or("no value")?;
        let (value, after) = after.split_once(']').ok_or("no end of a value")?;
        rest = after;
        match token {
            "GM" if value == "Othello" => {}
            "PC" | "DT" | "PB" | "PW" => {}
            "RB" | "RW" => number(value).map(|_| ())?,
            "TI" | "TB" | "TW" => clock(value)?,
            "TY" => kind(value)?,
            "RE" => result(value)?,
            "BO" => {}
            "B" | "W" => {
                moves.push(value);
                continue;
            }
            "CO" => continue,
            _ => return Err(format!("Unknown token: {token}")),
        }
        if facts.insert(token.to_owned(), value.to_owned()).is_some() {
            return Err(format!("{token} stands twice"));
        }
    }
    for needed in ["GM", "PB", "PW", "TY", "RE", "BO"] {
        facts.get(needed).ok_or(format!("no {needed}"))?;
    }
    let mut board = Board::of_ggf(&facts["BO"])?;
    moves.into_iter().try_for_each(|mv| play(&mut board, mv))?;
    Ok(facts)
}

/// The properties of the first node of SGF, none of which stands twice in any node.
fn root_of_sgf(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut nodes: Vec<BTreeMap<String, Vec<String>>> = vec![];
    let mut characters = text.trim_end().chars().peekable();
    let mut name = String::new();
    while let Some(character) = characters.next() {
        match character {
            ';' => nodes.push(BTreeMap::new()),
            '(' | ')' => {}
            '[' => {
                let mut value = String::new();
                while let Some(character) = characters.next().filter(|&c| c != ']') {
                    let escaped = (character == '\\').then(|| characters.next().unwrap());
                    value.push(escaped.unwrap_or(character));
                }
                let node = nodes.last_mut().unwrap();
                if characters.peek() == Some(&'[') {
                    node.entry(name.clone()).or_default().push(value);
                    continue;
                }
                node.entry(name.clone()).or_default().push(value);
                name.clear();
            }
            upper => {
                assert!(upper.is_ascii_uppercase(), "{upper} in {text}");
                name.push(upper);
                if characters.peek() == Some(&'[') {
                    let node = nodes.last().unwrap();
                    assert!(!node.contains_key(&name), "{name} twice in {text}");
                }
            }
        }
    }
    for node in &nodes {
        let judged = ["TE", "BM", "IT", "DO"].iter();
        assert!(
            judged.filter(|name| node.contains_key(**name)).count() < 2,
            "{text}"
        );
    }
    nodes.swap_remove(0)
}

/// Whether a text has the form of another, in which `9` is any digit.
fn is_like(text: &str, form: &str) -> bool {
    let alike = |(a, b): (char, char)| if b == '9' { a.is_ascii_digit() } else { a == b };
    text.chars().count() == form.len() && text.chars().zip(form.chars()).all(alike)
}

/// Checks that a game of SGF keeps to the fourth version of the format.
fn check_sgf(text: &str) {
    let root = root_of_sgf(text);
    let one = |name: &str| match root.get(name).map(Vec::as_slice) {
        Some([value]) => value.as_str(),
        None => "",
        Some(values) => panic!("{name} has {} values", values.len()),
    };
    let is_date = ["", "9999", "9999-99", "9999-99-99"];
    assert!(
        is_date.iter().any(|form| is_like(one("DT"), form)),
        "{text}"
    );
    let result = one("RE");
    let is_result = match result.split_once('+') {
        Some(("B" | "W", "R" | "T" | "F")) => true,
        Some(("B" | "W", discs)) => discs.parse::<f64>().is_ok(),
        _ => matches!(result, "" | "0" | "?" | "Void"),
    };
    assert!(is_result, "{text}");
    assert_eq!((one("FF"), one("GM"), one("SZ")), ("4", "2", "8"));
    for name in ["BR", "WR", "KM", "TM"] {
        assert!(
            one(name).is_empty() || one(name).parse::<f64>().is_ok(),
            "{text}"
        );
    }
}

/// Checks that the tags of PGN stand once, and that its date has the form of one.
fn check_pgn(text: &str) {
    let head = text.split("\n\n").next().unwrap();
    let mut tags = BTreeMap::new();
    for line in head.lines() {
        let tag = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix("\"]"));
        let (name, value) = tag.unwrap().split_once(" \"").unwrap();
        assert_eq!(tags.insert(name, value), None, "{name} twice in {text}");
    }
    let date = tags["Date"].replace('?', "9");
    assert!(is_like(&date, "9999.99.99"), "{text}");
    assert!(
        ["1-0", "0-1", "1/2-1/2", "*"].contains(&tags["Result"]),
        "{text}"
    );
    assert!(text.trim_end().ends_with(tags["Result"]), "{text}");
}

/// Checks a problem as Edax reads it: 64 cells and the side to move, then `move:score` or a score
/// parted by semicolons, and a comment behind a per cent sign.
fn check_obf(text: &str) {
    let line = text.strip_suffix('\n').unwrap();
    assert!(!line.contains('\n'), "{text}");
    let said = line.split('%').next().unwrap();
    let (board, moves) = said.split_once(';').unwrap_or((said, ""));
    let (cells, side) = board.trim().split_once(' ').unwrap();
    let is_of = |text: &str, letters: &str| text.chars().all(|c| letters.contains(c));
    assert!(cells.len() == 64 && is_of(cells, "XO-"), "{text}");
    assert!(side.len() == 1 && is_of(side, "XO"), "{text}");
    for part in moves
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (mv, score) = part.split_once(':').unwrap_or(("a1", part));
        let is_move = matches!(mv.as_bytes(), [b'a'..=b'h', b'1'..=b'8']) || mv == "pass";
        assert!(
            is_move && score.trim().parse::<i32>().is_ok(),
            "{part} in {text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        rng_seed: RngSeed::Fixed(74),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is known of a game, other programs read it.
    #[test]
    fn whatever_is_known_of_a_game_others_read_it(game in annotated()) {
        let write = |format| write_game(&game, format).unwrap();
        let ggf = write(FileFormat::Ggf);
        if let Err(error) = read_as_nboard(&ggf) {
            panic!("{error}\n{ggf}");
        }
        check_sgf(&write(FileFormat::Sgf));
        check_pgn(&write(FileFormat::Pgn));
        check_obf(&write(FileFormat::Obf));
    }
}

#[test]
fn a_reader_of_others_refuses_what_was_written_before() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = |facts: &str, moves: &str| format!("(;GM[Othello]PB[]PW[]{facts}{board}{moves};)\n");
    assert!(read_as_nboard(&game("TI[0]TY[s8r18]RE[?]", "B[f5//1.2]CO[x]W[d6/-1]")).is_ok());
    for (facts, moves, reason) in [
        ("EV[x]TY[8]RE[?]", "", "Unknown token: EV"),
        ("TY[8]RE[?]", "B[f5]C[x]", "Unknown token: C"),
        ("KM[2]TY[8]RE[?]", "", "Unknown token: KM"),
        ("TY[reversi1]RE[?]", "", "'reversi1' is no type"),
        ("TY[8]RE[?]RE[B+10]", "", "'B+10' is no number"),
        ("TY[8]RE[+2:s]", "", "'+2:s' is no result"),
        ("TY[8]RE[?]TI[00:00.500]", "", "is no clock"),
        ("PC[;)]TY[8]RE[?]", "", "ends too early"),
        ("TY[8]RE[?]", "B[f5]W[a1]", "turns nothing"),
        ("TY[8]", "", "no RE"),
    ] {
        let error = read_as_nboard(&game(facts, moves)).unwrap_err();
        assert!(error.contains(reason), "{facts} {moves}: {error}");
    }
}

/// What `bianca convert` makes of a text.
fn converted(name: &str, text: &str, format: &str) -> String {
    let scratch = Scratch::new();
    let path = scratch.path(name);
    std::fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let output = command
        .args(["convert", &path, "-o", "-", "--to", format])
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

#[test]
fn a_game_of_a_server_is_of_the_plain_type_and_has_a_date() {
    let quest = include_str!("../../data/texts/othello-quest.json");
    let ggf = converted("quest.json", quest, "ggf");
    assert_eq!(read_as_nboard(&ggf).unwrap()["TY"], "8", "{ggf}");
    let variant = "[Variant \"othello\"]\n[Date \"2026-01-01T00:00:00Z\"]\n\n1. f5 d6 *\n";
    let ggf = converted("variant.pgn", variant, "ggf");
    assert_eq!(read_as_nboard(&ggf).unwrap()["TY"], "8", "{ggf}");
    for text in [
        converted("quest.json", quest, "pgn"),
        converted("variant.pgn", variant, "pgn"),
    ] {
        assert!(text.contains("[Date \"2026.01.01\"]\n"), "{text}");
        assert!(text.contains("[When \"2026-01-01T00:00:00"), "{text}");
    }
    let sgf = converted("quest.json", quest, "sgf");
    assert!(
        sgf.contains("DT[2026-01-01]WHEN[2026-01-01T00:00:00.000Z]"),
        "{sgf}"
    );
    assert!(!sgf.contains("RU["), "{sgf}");
    // A type of a board stays one, and what is neither is told.
    let games = "[Variant \"s8r18\"]\n\n1. f5 *\n\n[Variant \"by night\"]\n\n1. f5 *\n";
    let ggf = converted("kinds.pgn", games, "ggf");
    let types: Vec<String> = ggf
        .lines()
        .map(|line| read_as_nboard(line).unwrap()["TY"].clone())
        .collect();
    assert_eq!(types, ["s8r18", "8"]);
    assert!(ggf.contains("CO[Variant: by night]"), "{ggf}");
    let sgf = converted("kinds.pgn", games, "sgf");
    assert!(
        sgf.contains("KIND[s8r18]") && sgf.contains("RU[by night]"),
        "{sgf}"
    );
}

#[test]
fn a_result_is_written_once() {
    let text = include_str!("../../data/texts/result-in-words-of-sgf.ggf");
    let ggf = converted("two.ggf", text, "ggf");
    assert_eq!(read_as_nboard(&ggf).unwrap()["RE"], "+10.000", "{ggf}");
    let odd = converted("odd.ggf", &text.replace("B+10", "won"), "ggf");
    assert_eq!(read_as_nboard(&odd).unwrap()["RE"], "?", "{odd}");
    assert!(odd.contains("CO[RE: won]"), "{odd}");
    check_sgf(&converted("two.ggf", text, "sgf"));
    let sgf = "(;GM[2]RE[B+]RE[Void]DT[then];B[fe];W[ff])";
    let again = converted("odd.sgf", sgf, "sgf");
    assert_eq!(again.matches("RE[").count(), 1, "{again}");
}

#[test]
fn a_tournament_stands_where_others_look_for_it() {
    let text = include_str!("../../data/texts/tournament.pgn");
    let ggf = converted("cup.pgn", text, "ggf");
    assert_eq!(read_as_nboard(&ggf).unwrap()["PC"], "Own cup", "{ggf}");
    // Read back, it is the tournament again.
    let pgn = converted("cup.ggf", &ggf, "pgn");
    assert!(pgn.contains("[Event \"Own cup\"]\n[Site \"?\"]\n"), "{pgn}");
    let placed = text.replace("[Black", "[Site \"Rome\"]\n[Round \"2\"]\n[Black");
    let ggf = converted("cup.pgn", &placed, "ggf");
    assert_eq!(read_as_nboard(&ggf).unwrap()["PC"], "Own cup", "{ggf}");
    let pgn = converted("cup.ggf", &ggf, "pgn");
    assert!(
        pgn.contains("[Event \"Own cup\"]\n[Site \"Rome\"]\n"),
        "{pgn}"
    );
    assert!(pgn.contains("[Round \"2\"]\n"), "{pgn}");
}

#[test]
fn an_analysis_in_ggf_is_read_by_others() {
    let scratch = Scratch::new();
    let (game, out) = (scratch.path("game.pgn"), scratch.path("out.ggf"));
    let text = include_str!("../../data/texts/tournament.pgn");
    std::fs::write(&game, text.replace("f5 d6 *", "f5 {a} f6 {;)} 2. e6 f4 *")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let arguments = ["analyze", &game, "--depth", "2", "--ggf", &out];
    assert!(command.args(arguments).output().unwrap().status.success());
    let ggf = std::fs::read_to_string(&out).unwrap();
    assert_eq!(read_as_nboard(&ggf).unwrap()["PC"], "Own cup", "{ggf}");
}

/// The same as NBoard would be told by a match, which writes games without more.
#[test]
fn a_game_of_which_nothing_is_known_is_read_by_others() {
    let game = AnnotatedGame::default();
    assert!(read_as_nboard(&write_game(&game, FileFormat::Ggf).unwrap()).is_ok());
}
