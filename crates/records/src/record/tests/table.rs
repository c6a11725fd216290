//! Tables: every name of a column, what parts them, and what discs say of a result.

use super::moves_of;
use crate::record::annotated::AnnotatedGame;
use crate::record::csv::Columns;
use crate::record::error::ReadError;
use bianca_rules::score::Score;

/// The game of a table of one line; its moves are in the first column.
fn row(names: &[&str], fields: &[&str]) -> Result<AnnotatedGame, ReadError> {
    let head = ["moves"].iter().chain(names);
    let head: Vec<&str> = head.copied().collect();
    let line: Vec<&str> = ["f5d6c3"].iter().chain(fields).copied().collect();
    let columns = Columns::read(&head.join(",")).unwrap();
    columns.game(&line.join(","))
}

/// Names of a text, and where it is in a game.
type Text = (&'static [&'static str], fn(&AnnotatedGame) -> &str);

/// The names of each text.
const TEXTS: [Text; 6] = [
    (
        &[
            "black",
            "blackPlayer",
            "black_name",
            "Black player name",
            "Noir",
            "Joueur noir",
            "黒",
            "黒番",
        ],
        |game| &game.black,
    ),
    (
        &[
            "white",
            "whitePlayer",
            "white_name",
            "White player name",
            "Blanc",
            "Joueur blanc",
            "白",
            "白番",
        ],
        |game| &game.white,
    ),
    (
        &[
            "event",
            "Tournament",
            "tournament-name",
            "Tournoi",
            "大会名",
        ],
        |game| &game.event,
    ),
    (&["round", "Ronde"], |game| &game.round),
    (&["place", "Site", "LOCATION"], |game| &game.place),
    (
        &["date", "Year", "Annee", "Année", "ANNÉE", "年"],
        |game| &game.date,
    ),
];

#[test]
fn every_name_of_a_column_is_known() {
    for (names, field) in TEXTS {
        for name in names {
            let game = row(&[name, "other"], &[" so ", "no"]).unwrap();
            let told = TEXTS.map(|(_, field)| field(&game).to_owned());
            let others = told.iter().filter(|text| text.is_empty()).count();
            assert_eq!((field(&game), others), ("so", TEXTS.len() - 1), "{name}");
        }
    }
    for name in [
        "transcript",
        "Moves",
        "game_moves",
        "Move list",
        "kifu",
        "Coups",
        "Partie",
        "棋譜",
    ] {
        let columns = Columns::read(&format!("black,{name}")).unwrap();
        let game = columns.game("A,f5d6").unwrap();
        assert_eq!((moves_of(&game).as_str(), &*game.black), ("f5d6", "A"));
    }
    for line in [
        "a,b",
        "black,white",
        "moves",
        "",
        "transcript moves",
        "gamesmoves,black",
    ] {
        assert_eq!(Columns::read(line), None, "{line}");
    }
    assert!(Columns::read("\u{feff}moves,black\r\n").is_some());
}

#[test]
fn what_parts_the_columns_is_what_stands_there_most_often() {
    for (head, line) in [
        ("black,moves,white", "A,f5d6,B"),
        ("black;moves;white", "A;f5d6;B"),
        ("black\tmoves\twhite", "A\tf5d6\tB"),
        ("black;moves;white;a,b", "A;f5 d6;B;x,y"),
        ("black\tmoves\twhite\ta;b\tc,d", "A\tf5,d6\tB\tx;y\t"),
        ("\"black\",\"moves\" , \"white\"", "\"A\" ,\"f5,d6\", \"B\""),
    ] {
        let columns = Columns::read(head).unwrap();
        let game = columns.game(line).unwrap();
        assert_eq!(moves_of(&game), "f5d6", "{head}");
        assert_eq!((&*game.black, &*game.white), ("A", "B"), "{head}");
    }
}

#[test]
fn quotes_hold_what_parts_and_quotes() {
    for (field, text) in [
        ("a", "a"),
        ("\"a,b\"", "a,b"),
        (" \"a,b\" ", "a,b"),
        ("\"a \"\"b\"\"\"", "a \"b\""),
        ("a \"b\"", "a \"b\""),
        ("\"\"", ""),
        ("\"a\"b", "ab"),
    ] {
        let game = row(&["black", "white"], &[field, "W"]).unwrap();
        assert_eq!((&*game.black, &*game.white), (text, "W"), "{field}");
    }
    // An open quote takes the rest; a field that is missing says nothing, one too many neither.
    let game = row(&["black", "white"], &["\"a", "W"]).unwrap();
    assert_eq!((&*game.black, &*game.white), ("a,W", ""));
    let game = row(&["black", "white"], &["a"]).unwrap();
    assert_eq!((&*game.black, &*game.white), ("a", ""));
    let game = row(&["black", "white"], &["a", "b", "c"]).unwrap();
    assert_eq!((&*game.black, &*game.white), ("a", "b"));
}

/// All pairs of discs against what they say: of a side alone the other has the rest of the 64.
#[test]
fn discs_say_the_result_from_black_s_side() {
    let blacks = ["blackScore", "Black discs", "Score noir", "黒石数"];
    let whites = ["whiteScore", "White discs", "Score blanc", "白石数"];
    let counts = [
        None,
        Some(0),
        Some(1),
        Some(20),
        Some(31),
        Some(33),
        Some(64),
    ];
    for (black_name, white_name) in blacks.into_iter().zip(whites) {
        for black in counts {
            for white in counts {
                let text = |discs: Option<i32>| discs.map_or(String::new(), |it| it.to_string());
                let (one, two) = (text(black), text(white));
                let expected = match (black, white) {
                    (None, None) => None,
                    (Some(black), None) => Some(black - (64 - black)),
                    (None, Some(white)) => Some((64 - white) - white),
                    (Some(black), Some(white)) => Some(black - white),
                };
                let expected = expected.map(Score::from_discs);
                let game = row(&[black_name, white_name], &[&one, &two]).unwrap();
                assert_eq!(game.result, expected, "{black:?} {white:?}");
                let game = row(&[white_name, black_name], &[&two, &one]).unwrap();
                assert_eq!(game.result, expected, "{black:?} {white:?}");
            }
            let one = black.map_or(String::new(), |it| it.to_string());
            let alone = row(&[black_name], &[&one]).unwrap().result;
            assert_eq!(alone, black.map(|it| Score::from_discs(2 * it - 64)));
            let alone = row(&[white_name], &[&one]).unwrap().result;
            assert_eq!(alone, black.map(|it| Score::from_discs(64 - 2 * it)));
        }
    }
    for wrong in ["-1", "65", "32.5", "x"] {
        for (name, side) in [("blackScore", "black"), ("whiteScore", "white")] {
            let error = row(&[name], &[wrong]).unwrap_err().to_string();
            let expected = format!("discs of {side}[{wrong}] is not a number from 0 to 64");
            assert_eq!(error, expected);
        }
    }
}

#[test]
fn a_line_without_moves_is_no_game() {
    let columns = Columns::read("black,moves,white").unwrap();
    for (line, error) in [
        ("A,,B", "'A,,B' is no game"),
        ("A, ,B", "'A, ,B' is no game"),
        ("A", "'A' is no game"),
        ("A,f9,B", "'f9' is not a move (a1 to h8, or pass)"),
        ("A,f5a1,B", "move 2: illegal move: a1 for white"),
    ] {
        assert_eq!(columns.game(line).unwrap_err().to_string(), error);
    }
    let over = Columns::read("moves,blackScore").unwrap();
    let line = format!("{},0", super::WIPE_OUT);
    let game = over.game(&line).unwrap();
    assert_eq!(game.contradiction.as_deref(), Some("-64.00"));
}
