//! The log of `docs/records.md`: texts that players, servers and programs produce, each read the
//! same way from a file, from bytes and as the page reads them, or refused by name.

use std::process::Command;

use bianca::record::annotated::AnnotatedGame;
use bianca::record::board::write_board;
use bianca::record::pasted::Pasted;
use bianca::record::reader::GameReader;
use bianca::record::transcript::write_transcript;

use crate::support::{Scratch, stderr, stdout};

/// What is expected of a text: its games, or words of the reason.
enum Outcome {
    /// Games, each as its moves from the usual start.
    Moves(&'static [&'static str]),
    /// One game that starts from another board.
    Start(&'static str),
    /// None.
    Refused(&'static str),
}

use Outcome::{Moves, Refused, Start};

const START: &str = "---------------------------OX------XO--------------------------- X";
const START_WHITE: &str = "---------------------------OX------XO--------------------------- O";

/// A name with an extension, the text, and what becomes of it.
const TEXTS: &[(&str, &str, Outcome)] = &[
    (
        "quote.pgn",
        include_str!("../../data/texts/pgn-quote-in-tag.pgn"),
        Moves(&["f5d6c3d3"]),
    ),
    (
        "anti.ggf",
        include_str!("../../data/texts/ggf-anti-othello.ggf"),
        Refused("anti-Othello"),
    ),
    (
        "quest.json",
        include_str!("../../data/texts/othello-quest.json"),
        Moves(&["f5d6c3"]),
    ),
    (
        "chess.txt",
        include_str!("../../data/texts/moves-of-chess-programs.txt"),
        Moves(&["f5d6c3d3"]),
    ),
    (
        "ggs.txt",
        include_str!("../../data/texts/board-of-ggs.txt"),
        Start(START),
    ),
    (
        "named.txt",
        include_str!("../../data/texts/named-line.txt"),
        Moves(&["f5d6c3d3"]),
    ),
    (
        "contradicts.ggf",
        include_str!("../../data/texts/result-against-moves.ggf"),
        Moves(&["e6f4e3f6g5d6e7f5c5"]),
    ),
    (
        "ggs-brackets.txt",
        "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- O]\n",
        Start(START_WHITE),
    ),
    (
        "side.txt",
        "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nside=W\n",
        Start(START_WHITE),
    ),
    (
        "no-side.txt",
        "---------------------------OX------XO---------------------------\n",
        Start(START),
    ),
    (
        "digits.txt",
        "...........................10......01........................... 1\n",
        Start(START_WHITE),
    ),
    (
        "bits.txt",
        "0000000000000000000000000001100000011000000000000000000000000000\n",
        Refused("not a"),
    ),
    (
        "discs.txt",
        "・・・・・・・・\n・・・・・・・・\n・・・・・・・・\n・・・○●・・・\n・・・●○・・・\n・・・・・・・・\n・・・・・・・・\n・・・・・・・・\n白番\n",
        Start(START_WHITE),
    ),
    ("rows.txt", "8/8/8/3ox3/3xo3/8/8/8 x\n", Start(START)),
    ("wrong-way.txt", "5f6d\n", Refused("the letter comes first")),
    ("wide.txt", "Ｆ５Ｄ６Ｃ３\n", Moves(&["f5d6c3"])),
    ("wrapped.txt", "f5d6c3\nd3c4f4\n", Moves(&["f5d6c3d3c4f4"])),
    (
        "playok.txt",
        "1. c4 c3 2. d3 c5 3. d6 e3\n4. f4 f5 30-34\n",
        Moves(&["c4c3d3c5d6e3f4f5"]),
    ),
    (
        "playok.pgn",
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Result \"30-34\"]\n\n1. c4 c3 2. d3 c5 3. d6 e3\n4. f4 f5 30-34\n",
        Moves(&["c4c3d3c5d6e3f4f5"]),
    ),
    ("each.txt", "1.f5 2.d6 3.c3\n", Moves(&["f5d6c3"])),
    ("column.txt", "f5\nd6\nc3\n", Moves(&["f5d6c3"])),
    ("tabs.txt", "f5\td6\tc3\n", Moves(&["f5d6c3"])),
    ("hyphens.txt", "1. f5-d6 2. c3-d3\n", Moves(&["f5d6c3d3"])),
    (
        "quoted.txt",
        "\"f5d6c3\",\n\"f5f6\",\n",
        Moves(&["f5d6c3", "f5f6"]),
    ),
    ("mac.txt", "f5d6c3\rd3c4\r", Moves(&["f5d6c3d3c4"])),
    ("discs-behind.txt", "F5D6C3 33-31\n", Moves(&["f5d6c3"])),
    (
        "lines.jsonl",
        "{\"transcript\":\"f5d6c3\"}\n{\"g\":\"f5f6\",\"w\":-1}\n",
        Moves(&["f5d6c3", "f5f6"]),
    ),
    (
        "edax.txt",
        "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 O to move\n3 - - - - - - - - 3\n4 - - - O * - - - 4\n5 - - - * O - - - 5\n6 - - - - - - - - 6\n7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n",
        Start(START_WHITE),
    ),
    (
        "scored.txt",
        "---------------------------OX------XO--------------------------- O -4\n",
        Start(START_WHITE),
    ),
    (
        "anti.sgf",
        "(;GM[2]FF[4]RU[anti];B[fe])\n",
        Refused("anti-Othello"),
    ),
    (
        "ten.ggf",
        "(;GM[Othello]TY[10]BO[10 ---]B[f5];)\n",
        Refused("size 10"),
    ),
    (
        "numbers.txt",
        "56 64 33\n",
        Refused("a square is a letter and a digit"),
    ),
    (
        "points.json",
        "{\"moves\":[{\"x\":5,\"y\":4}]}\n",
        Refused("no moves that are known"),
    ),
    (
        "board.json",
        "{\"board\":[[0,1]],\"turn\":1}\n",
        Refused("only board, turn"),
    ),
    (
        "shown.json",
        include_str!("../../data/texts/json-position-and-moves.json"),
        Refused("illegal move: c4 for black, on the board that stands at position"),
    ),
    (
        "beside.json",
        include_str!("../../data/texts/json-board-beside-moves.json"),
        Refused("illegal move: f5 for white, on the board that stands at board"),
    ),
    (
        "around.json",
        "{\"fen\":\"8/8/8/3ox3/3xo3/8/8/8 o\",\"games\":[{\"moves\":\"d3\"}]}\n",
        Refused("illegal move: d3 for white, on the board that stands at fen"),
    ),
    (
        "boards.csv",
        "fen,moves\n8/8/8/3ox3/3xo3/8/8/8 o,d3\n",
        Refused("illegal move: d3 for white, on the board that stands at column fen"),
    ),
    (
        "ten-rows.txt",
        "10/10/10/10/4pP4/4Pp4/10/10/10/10 w 0 1\n",
        Refused("a board has 8 rows, this one has 10"),
    ),
    (
        "zeros.txt",
        include_str!("../../data/texts/zero-is-white.txt"),
        Start("-XO-------XXO----XXXOO---XOXOOX--XXOOOX---XOOOO---X-OO------O--- X"),
    ),
    (
        "ten.pgn",
        include_str!("../../data/texts/pgn-ten-by-ten.pgn"),
        Refused("size 10x10"),
    ),
    (
        "columns.txt",
        include_str!("../../data/texts/two-columns-with-colons.txt"),
        Moves(&["d3c5d6e3f5f4e2d2"]),
    ),
    (
        "bars.txt",
        include_str!("../../data/texts/name-bar-moves.txt"),
        Moves(&["f5d6c3d3c4", "c4c3"]),
    ),
    (
        "fairy.txt",
        include_str!("../../data/texts/fairy-fen.txt"),
        Start(START),
    ),
    (
        "flippy.txt",
        "BOARD Black 32 -34\n",
        Refused("'BOARD Black 32 -34'"),
    ),
    (
        "headed.txt",
        "BOARD White 32 -34\n--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n",
        Start(START_WHITE),
    ),
    (
        "passes.txt",
        "c4c3f5b4a4a5c2a3 PP d2\n",
        Moves(&["c4c3f5b4a4a5c2a3passd2"]),
    ),
    (
        "labels.txt",
        "Tiger: f5d6c3\nf5f6 | Diagonal\nRose\tf5d6c3d3\n",
        Moves(&["f5d6c3", "f5f6", "f5d6c3d3"]),
    ),
    (
        "name-behind-tab.txt",
        "f5d6c3\tRose 1\n\tf5f6\t\n",
        Moves(&["f5d6c3", "f5f6"]),
    ),
    (
        "table.tsv",
        "black\tmoves\twhite\nA B\tf5d6c3\tC\n",
        Moves(&["f5d6c3"]),
    ),
    (
        "wrong-label.txt",
        "Tiger: f5x9\n",
        Refused("'x9' is not a move"),
    ),
    (
        "bullets.txt",
        "- f5d6c3\n* f5f6\n• f5f4\n",
        Moves(&["f5d6c3", "f5f6", "f5f4"]),
    ),
    (
        "diagram.txt",
        "  a b c d e f g h\n1 . . . . . . . .\n2 . . . . . . . .\n3 . . 3 . . . . .\n4 . . . O X . . .\n5 . . . X O 1 . .\n6 . . . 2 . . . .\n7 . . . . . . . .\n8 . . . . . . . .\n",
        Moves(&["f5d6c3"]),
    ),
    (
        "numbers-on-board.txt",
        "  a b c d e f g h\n1 . . . . . . . .\n2 . . . . . . . .\n3 . . 3 X . . . .\n4 . . . O X . . .\n5 . . . X O 1 . .\n6 . . . 2 . . . .\n7 . . . . . . . .\n8 . . . . . . . .\n",
        Refused("'3' at c3 is no disc"),
    ),
    (
        "other.json",
        "{\"gtype\":\"go9\",\"position\":{\"moves\":[{\"m\":\"c3\"}]}}\n",
        Refused("another game"),
    ),
];

/// Files that hold no games, and words of what is said of them.
const ALIENS: &[(&str, &[u8], &str)] = &[
    ("sheet.csv", b"PK\x03\x04....", "ZIP"),
    ("games.txt", b"\x1f\x8b\x08..", "gunzip"),
    ("games.pdf", b"%PDF-1.4\n", "PDF"),
    ("games.pgn", b"{\\rtf1 f5d6}", "RTF"),
    ("board.png", b"\x89PNG\r\n", "picture"),
    (
        "kifu.html",
        b"<PARAM name=\"Line1\" value=\"46 35 32\">\n",
        "HTML",
    ),
    ("book.dat", b"XADEKOOB\x04\0\0\0", "bianca book import"),
    ("book.egbk3", b"DICUORAGE\x03", "bianca book import"),
    (
        "game.trl",
        b"game=/lud/board/space/line/Reversi.lud\n",
        "Ludii",
    ),
    ("wide.txt", b"\xff\xfef\x005\x00", "UTF-16"),
];

/// The games of a text as moves or boards, and why something in it is none.
fn described(games: &[Result<AnnotatedGame, String>]) -> Vec<String> {
    let describe = |game: &Result<AnnotatedGame, String>| match game {
        Ok(game) if game.game.turns().is_empty() => {
            let (start, side) = game.game.start();
            write_board(start, side)
        }
        Ok(game) => write_transcript(game.game.turns().iter().map(|&(_, mv)| mv)),
        Err(reason) => format!("refused: {reason}"),
    };
    games.iter().map(describe).collect()
}

#[test]
fn every_text_of_the_log_is_read_rightly_or_refused_by_name() {
    let scratch = Scratch::new();
    for (name, text, outcome) in TEXTS {
        let path = scratch.write(name, text);
        let entries = GameReader::open(path.as_ref(), None)
            .unwrap()
            .map(Result::unwrap);
        let games: Vec<_> = entries
            .map(|entry| entry.game.map_err(|error| error.to_string()))
            .collect();
        let from_file = described(&games);
        match outcome {
            Moves(moves) => assert_eq!(&from_file[..], *moves, "{name}"),
            Start(board) => assert_eq!(from_file, [*board], "{name}"),
            Refused(words) => {
                assert!(!from_file.is_empty(), "{name}");
                for told in &from_file {
                    assert!(
                        told.starts_with("refused: ") && told.contains(words),
                        "{name}: {told}"
                    );
                }
            }
        }
        // The page sees the same.
        let pasted = Pasted::read(text.as_bytes(), 100).unwrap();
        let faults = pasted
            .faults
            .into_iter()
            .map(|(_, error)| Err(error.to_string()));
        let games: Vec<_> = pasted.games.into_iter().map(Ok).chain(faults).collect();
        assert_eq!(described(&games), from_file, "{name}");
    }
}

#[test]
fn what_holds_no_games_is_named_with_what_to_do() {
    let scratch = Scratch::new();
    for (name, bytes, words) in ALIENS {
        let path = scratch.write(name, bytes);
        let error = GameReader::open(path.as_ref(), None)
            .unwrap()
            .next()
            .unwrap()
            .unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
        let error = Pasted::read(bytes, 100).unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
}

#[test]
fn tasks_of_the_solution_of_othello_are_solved_within_their_windows() {
    let board = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";
    let scratch = Scratch::new();
    let tasks = format!("obf,count,score,alpha,beta\n{board};,7,18,-64,64\n{board};,7,0,-3,3\n");
    let path = scratch.write("tasks.csv", tasks);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let output = command.args(["solve", &path]).output().unwrap();
    let rows = stdout(&output);
    let rows: Vec<&str> = rows.lines().filter(|row| !row.starts_with('#')).collect();
    assert!(
        rows[0].contains("+18") && rows[0].contains(" ok "),
        "{rows:?}"
    );
    assert!(
        rows[1].contains(">=+4") && rows[1].contains("WRONG(+0)"),
        "{rows:?}"
    );
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}

#[test]
fn a_result_against_the_moves_is_told() {
    let scratch = Scratch::new();
    let path = scratch.write(
        "game.ggf",
        include_str!("../../data/texts/result-against-moves.ggf"),
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let output = command
        .args(["convert", &path, "-o", "-", "--to", "pgn"])
        .output()
        .unwrap();
    let (told, games) = (stderr(&output), stdout(&output));
    assert!(
        told.contains("the moves give +64 for black, the file says -10.00"),
        "{told}"
    );
    assert!(
        games.contains("[Score \"+64\"]") || games.contains("[Score \"64\"]"),
        "{games}"
    );
    assert!(
        games.contains("the source states another result: -10.00"),
        "{games}"
    );
    assert!(output.status.success());
}
