//! Games as JSON: what Othello Quest sends, what Egaroucid saves, what eOthello gives, and any
//! object with its moves under a usual name. Read only.
//!
//! There is no standard. An object is a game if it has moves under a name that is known; lists, and
//! what servers wrap games in, are looked through. A value with nothing that is known is refused,
//! never read in part: it may be a game of something else.

pub(super) mod starts;
mod value;

use serde_json::{Map, Value};

use super::annotated::AnnotatedGame;
use super::error::{ReadError, short};
use super::format::{Description, Layout};
use super::transcript::{first_moves, parse_transcript};
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position, Square};
use bianca_rules::score::Score;
use bianca_system::foreign::plain;
use starts::{Boards, play_from_start};

pub(super) const DESCRIPTION: Description = Description {
    name: "json",
    aliases: &["jsonl"],
    is_begun_by: |beginning| is_json(beginning.text),
    keeps_moves: true,
    layout: Layout::Values,
    opening: None,
    write: None,
};

/// Names under which an object may have its moves.
const MOVES: [&str; 10] = [
    "transcript",
    "moves",
    "game_moves",
    "gameMoves",
    "kifu",
    "record",
    "movelist",
    "move_list",
    "g",
    "棋譜",
];

/// Names under which an object may have games.
const GAMES: [&str; 8] = [
    "args", "games", "records", "kifus", "items", "data", "results", "game",
];

/// Names of the board at the start.
const STARTS: [&str; 5] = [
    "start",
    "initial_board",
    "initialBoard",
    "fen",
    "start_position",
];

/// How deep games may lie in lists and wrappings.
const DEEPEST: usize = 6;

/// Keys of a value that are told when it is refused.
const TOLD_KEYS: usize = 6;

/// Whether a text begins as a value of JSON does that can hold games, perhaps behind the mark of a
/// message, `5:::`.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    let inside = |open: char| text.strip_prefix(open).map(str::trim_start);
    // A comment of PGN may begin with a quote, but not with a name and a colon.
    let is_name = |rest: &str| {
        let name = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        name.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
    };
    inside('{').is_some_and(is_name)
        || inside('[').is_some_and(|rest| rest.starts_with(['{', '"', '[']))
}

/// The games of a value, each or why it is none; at least one.
pub(super) fn read_all(text: &str) -> Vec<Result<AnnotatedGame, ReadError>> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    match value::parse(text) {
        Ok(value) => {
            let mut games = Vec::new();
            collect(&value, 0, &Boards::default(), &mut games);
            if games.is_empty() {
                games.push(Err(ReadError::NoMovesInJson("an empty list".to_owned())));
            }
            games
        }
        Err(error) => vec![Err(ReadError::BrokenJson(error.to_string()))],
    }
}

/// The one game of a value.
///
/// # Errors
/// If it is none, or several.
pub(super) fn read_one(text: &str) -> Result<AnnotatedGame, ReadError> {
    let mut games = read_all(text);
    match games.len() {
        1 => games.remove(0),
        count => Err(ReadError::SeveralGames(count)),
    }
}

/// Refuses JSON where something else was to be read.
///
/// # Errors
/// If it is JSON.
pub(super) fn refuse(text: &str) -> Result<(), ReadError> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if is_json(text) {
        Err(ReadError::Json)
    } else {
        Ok(())
    }
}

/// The games of a value, with the boards of what is around it.
fn collect(
    value: &Value,
    depth: usize,
    around: &Boards,
    games: &mut Vec<Result<AnnotatedGame, ReadError>>,
) {
    match value {
        _ if depth > DEEPEST => games.push(Err(refused(value))),
        Value::Array(list) if is_list_of_moves(list) => games.push(of_moves(value, around)),
        Value::Array(list) => list
            .iter()
            .for_each(|value| collect(value, depth + 1, around, games)),
        Value::String(_) => games.push(of_moves(value, around)),
        Value::Object(object) => {
            if has_moves(object) {
                games.push(match value::twice(value) {
                    Some(name) => Err(ReadError::TwiceInJson(short(name))),
                    None => of_object(object, around),
                });
                return;
            }
            if let Some(name) = value::own_twice(object) {
                games.push(Err(ReadError::TwiceInJson(short(name))));
                return;
            }
            let wrapped = GAMES.iter().filter_map(|name| object.get(*name));
            let mut wrapped = wrapped.filter(|value| value.is_array() || value.is_object());
            match wrapped.next() {
                Some(value) => match around.with(object, Some(value)) {
                    Ok(around) => collect(value, depth + 1, &around, games),
                    Err(error) => games.push(Err(error)),
                },
                None => games.push(Err(refused(value))),
            }
        }
        _ => games.push(Err(refused(value))),
    }
}

/// Whether a list is one game: each of its words is one move.
fn is_list_of_moves(list: &[Value]) -> bool {
    let is_move = |value: &Value| {
        let word = value.as_str().map(str::trim);
        word.is_some_and(|word| word.is_empty() || one_move(word).is_ok())
    };
    !list.is_empty() && list.iter().all(is_move)
}

fn has_moves(object: &Map<String, Value>) -> bool {
    position(object).is_some() || nodes(object).next().is_some() || moves(object).is_some()
}

/// The moves of an object, under any of their names.
fn moves(object: &Map<String, Value>) -> Option<&Value> {
    let found = MOVES.iter().filter_map(|name| object.get(*name));
    found
        .into_iter()
        .find(|value| value.is_string() || value.is_array())
}

/// What Othello Quest has its moves in.
fn position(object: &Map<String, Value>) -> Option<&Map<String, Value>> {
    let position = object.get("position")?.as_object()?;
    moves(position).map(|_| position)
}

fn of_object(object: &Map<String, Value>, around: &Boards) -> Result<AnnotatedGame, ReadError> {
    let mut game = AnnotatedGame {
        variant: text(object, &["variant", "rule", "rules", "gtype"]),
        ..AnnotatedGame::default()
    };
    check_size(object)?;
    game.check_rules()?;
    let saved: Vec<(u32, &Map<String, Value>)> = nodes(object).collect();
    if saved.is_empty() {
        let holder = position(object).unwrap_or(object);
        let moves = moves(holder).map_or(Ok(Vec::new()), moves_of)?;
        play_from_start(object, around, &moves, &mut game)?;
    } else {
        game.game = replayed(&saved)?;
    }
    take_facts(object, &mut game);
    Ok(game)
}

fn of_moves(value: &Value, around: &Boards) -> Result<AnnotatedGame, ReadError> {
    let mut game = AnnotatedGame::default();
    play_from_start(&Map::new(), around, &moves_of(value)?, &mut game)?;
    Ok(game)
}

/// Refuses games on other boards.
fn check_size(object: &Map<String, Value>) -> Result<(), ReadError> {
    let size = ["size", "board_size", "boardSize"]
        .iter()
        .find_map(|name| object.get(*name));
    match size.map(ToString::to_string) {
        Some(size) if !matches!(size.trim_matches('"'), "8" | "8x8") => {
            Err(ReadError::OtherSize(short(&size)))
        }
        _ => Ok(()),
    }
}

/// The moves of a text, or of a list of words or of objects that have them as `m`, `move` or
/// `square`. An empty word and a hyphen are a pass.
fn moves_of(value: &Value) -> Result<Vec<Move>, ReadError> {
    let list = match value {
        Value::String(text) => return Ok(parse_transcript(text)?),
        Value::Array(list) => list,
        _ => return Err(refused(value)),
    };
    let word = |value: &Value| match value {
        Value::String(word) => one_move(word.trim()),
        Value::Null => Ok(Move::Pass),
        Value::Object(object) => {
            let word = text(object, &["m", "move", "square", "coord"]);
            if word.is_empty() {
                Err(refused(value))
            } else {
                one_move(&word)
            }
        }
        _ => Err(refused(value)),
    };
    list.iter().map(word).collect()
}

fn one_move(word: &str) -> Result<Move, ReadError> {
    if matches!(word, "" | "-") {
        return Ok(Move::Pass);
    }
    match first_moves(word) {
        (moves, "") if moves.len() == 1 => Ok(moves[0]),
        _ => word.parse().map_err(|_| ReadError::BadValue {
            property: "move".to_owned(),
            value: short(word),
            expected: "a move (a1 to h8, or pass)",
        }),
    }
}

/// What Egaroucid saves of each position, in the order of their discs.
fn nodes(object: &Map<String, Value>) -> impl Iterator<Item = (u32, &Map<String, Value>)> {
    (4..=64).filter_map(|discs| {
        let node = object.get(&discs.to_string())?.as_object()?;
        is_saved(node).then_some((discs, node))
    })
}

/// Whether an object is a position as Egaroucid saves it.
fn is_saved(node: &Map<String, Value>) -> bool {
    node.contains_key("board_player")
}

/// The game that leads through positions as Egaroucid saves them: discs as bits from h8 to a1, the
/// side to move, and as `policy` the square of the move before it, counted the same way.
fn replayed(nodes: &[(u32, &Map<String, Value>)]) -> Result<OthelloGame, ReadError> {
    let &(_, first) = nodes.first().ok_or(ReadError::Truncated)?;
    let (start, to_move) = saved_position(first)?;
    let mut game = OthelloGame::from_position(start, to_move);
    for (number, &(_, node)) in (1..).zip(&nodes[1..]) {
        let square = node.get("policy").and_then(Value::as_u64);
        let square = square.filter(|&square| square < 64);
        let square = square.ok_or_else(|| ReadError::BadValue {
            property: "policy".to_owned(),
            value: short(&node.get("policy").unwrap_or(&Value::Null).to_string()),
            expected: "a square (0 to 63)",
        })?;
        let mv = Move::Place(Square::from_low_bits(63 - square as u32));
        super::transcript::play_next(&mut game, mv)
            .map_err(|error| ReadError::Illegal { number, error })?;
        let (shown, side) = saved_position(node)?;
        if game.position_for(side) != shown {
            return Err(ReadError::OtherBoard(number));
        }
    }
    Ok(game)
}

fn saved_position(node: &Map<String, Value>) -> Result<(Position, Color), ReadError> {
    let number = |name: &str| {
        let value = node.get(name).and_then(Value::as_u64);
        value.ok_or_else(|| ReadError::BadValue {
            property: name.to_owned(),
            value: short(&node.get(name).unwrap_or(&Value::Null).to_string()),
            expected: "a number",
        })
    };
    let discs = |name: &str| Ok::<_, ReadError>(Bitboard(number(name)?.reverse_bits()));
    let side = if number("player")? == 0 {
        Color::Black
    } else {
        Color::White
    };
    let (own, opp) = (discs("board_player")?, discs("board_opponent")?);
    let position = Position::new(own, opp).ok_or_else(|| ReadError::BadValue {
        property: "board_player".to_owned(),
        value: format!("{:#x}", own.0),
        expected: "apart from the other side's discs",
    })?;
    Ok((position, side))
}

/// Players, date, comment and result, under any of their names.
fn take_facts(object: &Map<String, Value>, game: &mut AnnotatedGame) {
    let players = object.get("players").and_then(Value::as_array);
    let player = |index: usize| players.and_then(|players| players.get(index));
    game.black = named(
        object,
        player(0),
        &[
            "black",
            "black_player",
            "blackPlayer",
            "black_name",
            "blackName",
        ],
    );
    game.white = named(
        object,
        player(1),
        &[
            "white",
            "white_player",
            "whitePlayer",
            "white_name",
            "whiteName",
        ],
    );
    let rating = |index| player(index)?.get("oldR")?.as_f64();
    (game.black_rating, game.white_rating) = (rating(0), rating(1));
    game.event = text(object, &["event", "tournament"]);
    game.round = text(object, &["round"]);
    game.place = text(object, &["place", "site"]);
    game.date = text(object, &["date", "created", "createdAt", "year"]);
    game.comment = text(object, &["memo", "comment"]);
    let discs = |names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(*name))?;
        found.as_i64().filter(|discs| (0..=64).contains(discs))
    };
    let black = discs(&["black_discs", "black_score", "blackScore"]);
    let white = discs(&["white_discs", "white_score", "whiteScore"]);
    if let (Some(black), Some(white)) = (black, white) {
        game.state_result(Some(Score::from_discs((black - white) as i32)));
    }
}

/// A name under one of these keys, itself or within an object; else that of a player of a list.
fn named(object: &Map<String, Value>, player: Option<&Value>, names: &[&str]) -> String {
    let keyed = names.iter().find_map(|name| object.get(*name));
    match keyed.or(player) {
        Some(Value::String(name)) => plain(name).trim().to_owned(),
        Some(Value::Object(player)) => text(player, &["name", "username", "id"]),
        _ => String::new(),
    }
}

/// The first text or number under one of these keys, or nothing.
fn text(object: &Map<String, Value>, names: &[&str]) -> String {
    let found = names.iter().find_map(|name| match object.get(*name)? {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// Why a value is no game, with what it has.
fn refused(value: &Value) -> ReadError {
    let has = match value {
        Value::Object(object) => {
            let keys: Vec<String> = object
                .keys()
                .take(TOLD_KEYS)
                .map(|key| short(key))
                .collect();
            keys.join(", ")
        }
        Value::Array(_) => "a list in lists".to_owned(),
        other => short(&other.to_string()),
    };
    ReadError::NoMovesInJson(if has.is_empty() {
        "nothing".to_owned()
    } else {
        has
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript::write_transcript;

    fn transcript(text: &str) -> String {
        let game = read_one(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        write_transcript(game.game.turns().iter().map(|&(_, mv)| mv))
    }

    #[test]
    fn a_game_of_othello_quest_is_read_with_its_players() {
        let text = include_str!("../../../../tests/data/texts/othello-quest.json");
        assert_eq!(transcript(text), "f5d6c3");
        assert_eq!(transcript(&format!("5:::{}", text.trim())), "f5d6c3");
        let game = read_one(text).unwrap();
        assert_eq!(
            (&*game.black, &*game.white, game.year()),
            ("A", "B", Some(2026))
        );
        let rated = text.replacen("1500.0", "1432.5", 1);
        let game = read_one(&rated).unwrap();
        let ratings = (game.black_rating, game.white_rating);
        assert_eq!(ratings, (Some(1432.5), Some(1500.0)));
        // Eight moves after which black must pass, which a hyphen says.
        let moves = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3", "-", "d2"];
        let moves = moves
            .map(|mv| format!("{{\"t\":1,\"m\":\"{mv}\"}}"))
            .join(",");
        let text = format!("{{\"gtype\":\"reversi\",\"position\":{{\"moves\":[{moves}]}}}}");
        assert_eq!(transcript(&text), "c4c3f5b4a4a5c2a3passd2");
        let other = read_one(&text.replace("reversi", "go9")).unwrap_err();
        assert_eq!(other, ReadError::OtherGame("go9".into()));
    }

    /// Nodes as Egaroucid saves them after these moves.
    fn saved(moves: &str, facts: &str) -> String {
        let mut game = OthelloGame::new();
        let mut nodes = Vec::new();
        let mut policy = -1;
        for (number, mv) in [None]
            .into_iter()
            .chain(parse_transcript(moves).unwrap().into_iter().map(Some))
            .enumerate()
        {
            if let Some(mv) = mv {
                super::super::transcript::play_next(&mut game, mv).unwrap();
                policy = 63 - mv.square().unwrap().index() as i32;
            }
            let (own, opp) = (
                game.position().own.0.reverse_bits(),
                game.position().opp.0.reverse_bits(),
            );
            let player = i32::from(game.to_move() == Color::White);
            nodes.push(format!(
                "\"{}\":{{\"board_player\":{own},\"board_opponent\":{opp},\"player\":{player},\
                 \"policy\":{policy},\"next_policy\":-1,\"value\":0,\"level\":-1}}",
                number + 4
            ));
        }
        format!("{{{facts}{}}}", nodes.join(","))
    }

    #[test]
    fn a_game_that_egaroucid_saved_is_replayed() {
        let facts =
            "\"black_player\":\"A\",\"white_player\":\"B\",\"memo\":\"why\",\"black_discs\":-1,";
        let text = saved("f5d6c3d3c4", facts);
        assert_eq!(transcript(&text), "f5d6c3d3c4");
        let game = read_one(&text).unwrap();
        assert_eq!(
            (&*game.black, &*game.white, &*game.comment),
            ("A", "B", "why")
        );
        let passed = saved("c4c3f5b4a4a5c2a3d2", "");
        assert_eq!(transcript(&passed), "c4c3f5b4a4a5c2a3passd2");
        // A board that does not follow is not passed over.
        let wrong = text.replace("\"policy\":26", "\"policy\":44");
        assert!(read_one(&wrong).is_err());
        let other =
            saved("f5d6", "").replace("\"player\":0,\"policy\":20", "\"player\":1,\"policy\":20");
        assert_eq!(read_one(&other), Err(ReadError::OtherBoard(2)));
    }

    #[test]
    fn moves_are_found_under_usual_names() {
        for text in [
            r#"{"transcript": "f5d6c3", "black": "A", "white": {"name": "B"}}"#,
            r#"{"g": "f5d6c3", "w": 1}"#,
            r#"{"game_moves": ["F5", "D6", "C3"]}"#,
            r#"{"moves": [{"move": "f5"}, {"move": "d6"}, {"move": "c3"}]}"#,
            r#"["f5", "d6", "c3"]"#,
            r#"{"games": [{"kifu": "f5 d6 c3"}]}"#,
            r#"{"transcript": "f5d6c3", "size": 8, "start": null}"#,
        ] {
            assert_eq!(transcript(text), "f5d6c3", "{text}");
        }
        assert_eq!(read_all(r#"["f5d6c3", "f5f6"]"#).len(), 2);
        assert_eq!(
            read_one(r#"["f5d6c3", "f5f6"]"#),
            Err(ReadError::SeveralGames(2))
        );
        let placed = r#"{"start": "8/8/8/3ox3/3xo3/8/8/8 o", "moves": "f4"}"#;
        assert_eq!(read_one(placed).unwrap().game.start().1, Color::White);
    }

    #[test]
    fn what_is_no_game_of_othello_is_refused_by_name() {
        let message = |text: &str| read_one(text).unwrap_err().to_string();
        assert!(
            message(r#"{"a": 1, "b": []}"#).contains("only a, b"),
            "{}",
            message(r#"{"a": 1, "b": []}"#)
        );
        assert!(message(r#"{"moves": "f5", "size": 6}"#).contains("size 6"));
        assert!(message(r#"{"moves": "f5", "variant": "anti-othello"}"#).contains("anti-Othello"));
        assert!(message(r#"{"moves": [19, 26]}"#).contains("no moves"));
        assert!(message(r#"{"moves": "f5a1"}"#).contains("illegal move: a1"));
        assert!(message(r#"{"moves": "f5""#).contains("broken"));
        assert!(message("[]").contains("empty list"));
        for read in [
            crate::record::sgf::read_annotated_sgf,
            crate::record::ggf::read_ggf,
            crate::record::pgn::read_pgn,
        ] {
            assert_eq!(read(r#" {"moves": "f5"}"#), Err(ReadError::Json));
        }
    }

    #[test]
    fn json_is_told_from_comments_of_pgn_and_boards_of_ggs() {
        for text in [
            r#"{"a":1}"#,
            r#"{ "a" : 1}"#,
            r#"[{"a":1}]"#,
            r#"5:::{"a":1}"#,
            r#"["f5"]"#,
        ] {
            assert!(is_json(text), "{text}");
        }
        for text in [
            "{a comment}",
            r#"{"so" he said} 1. f5"#,
            r#"[Event "x"]"#,
            "[8 ----",
            "f5",
            "",
        ] {
            assert!(!is_json(text), "{text}");
        }
    }
}
