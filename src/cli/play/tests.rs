//! Games at the table in lines, through pipes: the same code as at a terminal, without one.

use std::io::Cursor;

use clap::Parser;

mod classic;
mod pressed;

use super::*;
use crate::terminal::heard::Heard;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

/// What is said when a person types `lines` and then closes the input.
pub fn talk(arguments: &[&str], lines: &str) -> (String, Option<String>) {
    talk_in(None, arguments, lines)
}

/// The same on a terminal of so many columns.
fn talk_in(columns: Option<usize>, arguments: &[&str], lines: &str) -> (String, Option<String>) {
    let line = Line::parse_from(["play"].iter().chain(arguments));
    let heard = Heard::default();
    let input = Cursor::new(lines.to_owned().into_bytes());
    let colors = matches!(line.arguments.color, Colors::Always);
    let words = line.arguments.words();
    let terminal = Terminal::with_lines(input, heard.clone(), columns, words).colored(colors);
    let ended = converse(line.arguments, terminal);
    let said = heard.0.lock().unwrap().clone();
    (
        String::from_utf8(said).unwrap(),
        ended.err().map(|error| error.to_string()),
    )
}

/// Types every square at each question, until the game is over.
fn squares() -> String {
    let squares = (1..=8).flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}\n")));
    squares.collect::<String>().repeat(40)
}

/// The last board that is shown.
fn last_board(said: &str) -> &str {
    let begin = said.rfind("   a b c d e f g h\n 1").unwrap();
    &said[begin..begin + 200]
}

#[test]
fn a_game_is_begun_shown_and_explained() {
    let typed = "x\nd3\nhelp\nundo\nexplain\nmoves\nzz\na1\nq\n";
    let (said, error) = talk(&["--lang", "en", "--opponent", "bianca:1"], typed);
    assert_eq!(error, None);
    assert!(said.starts_with("X moves first. Do you want to be X or O?"));
    let start = "
 3 . . . + . . . . 3
 4 . . + O X . . . 4
 5 . . . X O + . . 5
 6 . . . . + . . . 6
";
    assert_eq!(said.matches(start).count(), 2, "{said}");
    for text in [
        "Welcome to Othello.",
        "X you 2 – O bianca:1 2\nYour move?",
        "O (bianca:1) plays ",
        " and turns 1 disc.\nYour move?",
        "  undo        takes your last move back\n",
        "Taken back: d3 ",
        "mobility: X 4: d3 c4 f5 e6",
        "No move was made yet.",
        "\"zz\" is no move here and no word.",
        "a1 is not possible here.",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(said.ends_with("Thanks for playing!\n"));
}

#[test]
fn the_rules_are_told_before_a_side_is_chosen() {
    for (lang, typed) in [
        ("en", "rules"),
        ("en", "help rules"),
        ("en", "help"),
        ("ja", "ルール"),
    ] {
        let typed = format!("{typed}\n\nq\n");
        let (said, error) = talk(&["--lang", lang, "--opponent", "greedy"], &typed);
        assert_eq!(error, None);
        let lines: Vec<&str> = said.lines().collect();
        let words = Words::of(lang.parse().unwrap());
        assert_eq!(lines[0], words.which_side(), "{said}");
        let rules = words.rules(GameKind::Othello.name());
        assert_eq!(lines[1], rules, "{said}");
        assert_eq!(lines[2], words.which_side(), "{said}");
    }
}

#[test]
fn words_are_understood_in_every_language() {
    for (help, undo, hint, moves, quit, thanks) in [
        ("help", "u", "hint", "moves", "exit", "Thanks for playing!"),
        (
            "ayuda",
            "deshacer",
            "pista",
            "jugadas",
            "fin",
            "¡Gracias por jugar!",
        ),
        ("帮助", "悔棋", "提示", "棋谱", "再见", "谢谢参与！"),
        (
            "ヘルプ",
            "待った",
            "ヒント",
            "棋譜",
            "終了",
            "ありがとうございました！",
        ),
        (
            "aide",
            "annuler",
            "conseil",
            "coups",
            "quitter",
            "Merci d’avoir joué !",
        ),
        ("？", "ｕ", "ｈｉｎｔ", "ＭＯＶＥＳ", "ｑ", "谢谢参与！"),
    ] {
        let lang = match thanks {
            "Thanks for playing!" => "en",
            "谢谢参与！" => "zh",
            "ありがとうございました！" => "ja",
            "Merci d’avoir joué !" => "fr",
            _ => "es",
        };
        let words = Words::of(lang.parse().unwrap());
        let typed = format!("ｄ３\n{moves}\n{help}\n{undo}\n{hint}\n{quit}\n");
        let arguments = ["--lang", lang, "--side", "x", "--seed", "1"];
        let (said, error) = talk(&arguments, &typed);
        assert_eq!(error, None);
        let taken_back = words.taken_back("d3 ");
        let (taken_back, _) = taken_back.split_once("d3").unwrap();
        for text in [
            words.greeting(words.game(bianca_play::game::GameKind::Othello.name())),
            words.moves_so_far("d3"),
            format!("  {}", words.word(crate::terminal::words::Command::Help)),
            taken_back.to_owned(),
            words
                .best_moves("")
                .trim_end_matches(['.', '。'])
                .to_owned(),
            format!("{thanks}\n"),
        ] {
            // Blanks that tie words are plain ones on a terminal.
            let text = text.replace('\u{a0}', " ");
            assert!(said.contains(&text), "{text} in {said}");
        }
    }
}

#[test]
fn a_move_is_taken_back_with_the_reply_and_after_the_end_too() {
    let arguments = ["--lang", "en", "--side", "x", "--seed", "5"];
    let (said, _) = talk(&arguments, "undo\nd3\nundo\nc4\nmoves\nq\n");
    assert!(said.contains("There is nothing to take back."));
    assert!(said.contains("Moves so far: c4"));
    let (said, error) = talk(
        &["--lang", "en", "tictactoe", "--side", "o"],
        "22\nundo\n13\nq\n",
    );
    assert_eq!(error, None);
    assert!(said.contains("Taken back: (2,2) "), "{said}");
    // The puzzle is lost, and still goes on.
    let (said, _) = talk(&["--lang", "en", "frogs"], "2\n1\n0\nundo\nq\n");
    assert!(said.contains("FAILURE!"), "{said}");
    let end = "Taken back: 0.\nYour move?\nMoves so far: 2 1\nThanks for playing!\n";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn the_best_moves_are_shown_with_scores() {
    let arguments = ["--lang", "en", "--side", "x", "--hints", "--seed", "1"];
    let (said, _) = talk(&arguments, "hints\nhint\nq\n");
    assert_eq!(said.matches("Best for you: ").count(), 2);
    assert!(said.contains("Scores are no longer shown."));
    let (said, _) = talk(&["--lang", "en", "tictactoe", "--side", "x"], "hint\nq\n");
    assert!(said.contains("Best for you: (1,1) 0, "), "{said}");
    let (said, _) = talk(&["--lang", "en", "frogs", "1"], "solve\nhint\nq\n");
    assert!(said.contains("\n0 2 1\n"), "{said}");
}

#[test]
fn games_are_saved_in_every_format_and_nothing_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(place("mine.ggf"), "precious").unwrap();
    let mut typed = String::from("d3\n");
    for name in [
        "a.ggf",
        "A Game.sgf",
        "a.pgn",
        "a.txt",
        "a.board",
        "a.obf",
        "mine.ggf",
        "a.exe",
    ] {
        typed += &format!("save {}\n", place(name));
    }
    typed += &format!(
        "save {}\nguardar {}\nsave\n",
        place("none/a.ggf"),
        place("a.ggf")
    );
    let arguments = ["--lang", "en", "--side", "x", "--seed", "1"];
    let (said, error) = talk(&arguments, &typed);
    assert_eq!(error, None);
    assert_eq!(said.matches("Saved as ").count(), 7, "{said}");
    for name in ["a.board", "a.obf"] {
        let path = place(name);
        assert!(
            said.contains(&format!("Saved as {path}: only the last position.")),
            "{said}"
        );
    }
    assert_eq!(said.matches("only the last position").count(), 2, "{said}");
    assert_eq!(said.matches("was not written: ").count(), 2, "{said}");
    assert_eq!(said.matches("Type a file's name, too").count(), 2, "{said}");
    assert_eq!(
        std::fs::read_to_string(place("mine.ggf")).unwrap(),
        "precious"
    );
    let moves = said.split("Moves so far: ").nth(1).unwrap();
    for name in ["a.ggf", "A Game.sgf", "a.pgn", "a.txt"] {
        let path = folder.path().join(name);
        let mut games = bianca_records::record::reader::GameReader::open(&path, None).unwrap();
        let game = games.next().unwrap().unwrap().game.unwrap();
        let played = bianca_records::record::transcript::write_transcript(
            game.game.turns().iter().map(|turn| turn.1),
        );
        assert!(moves.starts_with(&played), "{name}: {played} in {moves}");
        if name != "a.txt" {
            assert_eq!(
                (game.black.as_str(), game.white.as_str()),
                ("person", "greedy"),
                "{name}"
            );
        }
    }
    let (said, _) = talk(
        &["--lang", "en", "tictactoe", "--side", "x"],
        "save a.ggf\nq\n",
    );
    assert!(said.contains("Only games of Othello can be saved"));
    for (game, file, reason) in [
        ("tictactoe", "a.ggf", "TicTacToe has no files of games"),
        ("othello", "/no/where/a.ggf", "/no/where/a.ggf: "),
    ] {
        for watch in [&[][..], &["--watch", "random"]] {
            let arguments = [&[game, "--lang", "en", "--save", file], watch].concat();
            let (said, error) = talk(&arguments, "");
            assert_eq!(said, "", "before the game");
            assert!(error.is_some_and(|error| error.contains(reason)), "{file}");
        }
    }
    for option in [["--opponent", "greedy"], ["--side", "o"]] {
        let (_, error) = talk(&[&["frogs", "--lang", "en"], &option[..]].concat(), "q\n");
        let error = error.unwrap();
        assert_eq!(error, format!("{}: Frogs is played alone", option[0]));
    }
}

#[test]
fn games_reach_their_end_in_every_language_and_are_played_again() {
    let folder = tempfile::tempdir().unwrap();
    for (lang, won, lost, tie, once_more) in [
        ("en", "You win ", "You lose ", "A draw.", "Play again?"),
        (
            "es",
            "¡Usted gana ",
            "Usted pierde ",
            "Empate.",
            "¿Jugar de nuevo?",
        ),
        ("zh", "你赢了 ", "你输了 ", "平局。", "再玩一次吗？"),
        (
            "ja",
            "あなたの勝ちです ",
            "あなたの負けです ",
            "引き分けです。",
            "もう一度対局しますか？",
        ),
        (
            "fr",
            "Vous gagnez ",
            "Vous perdez ",
            "Partie nulle.",
            "Rejouer ?",
        ),
    ] {
        for side in ["x", "o"] {
            let file = folder.path().join(format!("{lang}{side}.ggf"));
            let file = file.to_str().unwrap();
            let mut arguments = vec![
                "--lang", lang, "--side", side, "--seed", "7", "--save", file,
            ];
            // Looking through a game takes a second of an idle machine.
            arguments.extend((side == "o").then_some("--no-review"));
            let (said, error) = talk(&arguments, &squares());
            assert_eq!(error, None);
            assert!(
                [won, lost, tie].iter().any(|text| said.contains(text)),
                "{said}"
            );
            assert!(said.contains(once_more));
            let board = last_board(&said);
            assert!(!board.contains('+'), "{board}");
            let game = std::fs::read_to_string(file).unwrap();
            assert!(game.starts_with("(;GM[Othello]"), "{game}");
            let words = Words::of(lang.parse().unwrap());
            for text in [words.looking_through(), words.signs()] {
                assert_eq!(said.contains(text), side == "x", "{text} in {said}");
            }
            assert!(said.contains(&format!("bianca board {file}")), "{said}");
        }
    }
}

#[test]
fn a_finished_game_is_saved_under_the_name_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.sgf");
    let file = file.to_str().unwrap();
    let typed = format!("resign\nfolder/\n{file}\nno\n");
    let arguments = ["--lang", "en", "--side", "o", "--seed", "1"];
    let (said, error) = talk(&arguments, &typed);
    assert_eq!(error, None);
    assert!(said.contains("O (you) resigns. You lose."), "{said}");
    assert!(said.contains("Enter saves it as othello-"), "{said}");
    assert!(said.contains("Type a file's name, too"), "{said}");
    let quote = if cfg!(windows) { '"' } else { '\'' };
    let next = format!("bianca analyze {quote}{file}{quote} --explain\n");
    assert!(said.contains(&next), "{said}");
    assert!(std::fs::read_to_string(file).unwrap().contains("RE[B+R"));
    // A name in quotes is advised without them; of a position there is no game to go through.
    let typed = format!("resign\n\"{file}.ggf\"\nno\n");
    let (said, _) = talk(&arguments, &typed);
    assert!(
        said.contains(&format!("bianca board {quote}{file}.ggf{quote}\n")),
        "{said}"
    );
    let (said, _) = talk(&arguments, &format!("resign\n{file}.obf\nno\n"));
    assert!(
        said.contains("only the last position") && !said.contains("bianca "),
        "{said}"
    );
    let (said, error) = talk(&arguments, "resign\nno\nyes\nquit\n");
    assert_eq!(error, None);
    assert!(said.ends_with("Thanks for playing!\n"));
    // Who is gone before the question is answered has the moves; who said no has had them.
    let moves = "Moves so far: ";
    for typed in ["resign\n", "resign\nquit\n"] {
        let (said, error) = talk(&arguments, typed);
        assert_eq!(error, None);
        assert!(
            said.contains("Enter saves it as") && said.contains(moves),
            "{said}"
        );
    }
    let (said, _) = talk(&arguments, "resign\nno\nno\n");
    assert!(!said.contains(moves), "{said}");
}

#[test]
fn two_people_play_at_one_terminal() {
    let arguments = ["--lang", "en", "--opponent", "person"];
    let (said, error) = talk(&arguments, "d3\nc3\nundo\ne3\nresign\nno\nno\n");
    assert_eq!(error, None);
    for text in [
        "X 2 – O 2\nX, your move?",
        "X 4 – O 1\nO, your move?",
        "Taken back: c3.\nO, your move?",
        "X resigns. O wins.",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    for game in ["reversi-1880", "tictactoe", "tree"] {
        let (said, error) = talk(
            &[game, "--lang", "en", "--opponent", "person"],
            "hint\nhelp\nq\n",
        );
        assert_eq!(error, None);
        assert!(said.contains("X, your move?"), "{said}");
    }
}

#[test]
fn the_small_games_are_played_at_the_table() {
    for (name, moves, end) in [
        (
            "tictactoe",
            "11\n22\n33\n12\n32\n13\n31\n21\n23\n",
            "Play again?",
        ),
        ("tree", "a3\n", "(+2)"),
        ("frogs 1", "0\n2\n1\n", "CONGRATULATIONS!"),
    ] {
        let mut arguments: Vec<&str> = name.split(' ').collect();
        arguments.extend(["--lang", "en", "--seed", "1"]);
        if !name.starts_with("frogs") {
            arguments.extend(["--side", "x"]);
        }
        let (said, error) = talk(&arguments, &(moves.to_owned() + "n\n"));
        assert_eq!(error, None);
        assert!(said.contains(end), "{said}");
    }
    let (said, _) = talk(
        &["reversi-1880", "--lang", "en", "--side", "x"],
        "a1\nd4\nq\n",
    );
    assert!(said.contains("a1 is not possible here"));
    assert!(said.contains("In hand: X 31, O 31."), "{said}");
    let (said, _) = talk(&["tree", "--lang", "en", "--side", "x"], "minimax\n\n\nq\n");
    assert!(said.contains("Press Enter for each step."));
}

#[test]
fn a_clock_is_shown_kept_and_over() {
    let arguments = ["--lang", "en", "--side", "x", "--tc", "300+5"];
    let (said, error) = talk(&arguments, "d3\nundo\nq\n");
    assert_eq!(error, None);
    // The machine may be busy: only the clock that does not run is sure.
    assert_eq!(said.matches(") – O greedy 2 (5:00)").count(), 2, "{said}");
    assert!(
        said.contains("X you 3 (5:0") || said.contains("X you 3 (4:"),
        "{said}"
    );
    // A clock gives time and no strength: the computer plays as without one.
    let reply = |clock: &[&str]| {
        let mut arguments = vec!["--lang", "en", "--side", "x", "--opponent", "bianca:1"];
        arguments.extend(clock);
        let (said, _) = talk(&arguments, "d3\nmoves\nq\n");
        said.split("Moves so far: ").nth(1).unwrap()[..4].to_owned()
    };
    let began = std::time::Instant::now();
    assert_eq!(reply(&["--tc", "80000"]), reply(&[]));
    assert!(began.elapsed() < std::time::Duration::from_secs(60));
    let arguments = ["--lang", "en", "--side", "x", "--tc", "0.000001"];
    let (said, error) = talk(&arguments, "d3\nno\nno\n");
    assert_eq!(error, None);
    assert!(
        said.contains("The time is over for X (you). You lose."),
        "{said}"
    );
    let line = Line::try_parse_from(["play", "--save", "game.doc"]);
    assert!(line.is_err_and(|error| error.to_string().contains("ggf, sgf, pgn")));
    let line = Line::try_parse_from(["play", "--tc", "soon"]);
    assert!(line.is_err_and(|error| error.to_string().contains("not a time in seconds")));
}

#[test]
fn nothing_is_wider_than_a_narrow_terminal() {
    for lang in ["en", "es", "zh", "ja", "fr"] {
        let typed = format!("help\n{}", squares());
        let arguments = [
            "--lang", lang, "--side", "o", "--hints", "--tc", "600", "--seed", "2",
        ];
        let (said, error) = talk_in(Some(30), &arguments, &typed);
        assert_eq!(error, None);
        for line in said.lines() {
            // A file's name is one word, and may be longer than a line.
            assert!(crate::terminal::paint::columns(line) <= 30, "{line}");
            let without_its_move = line.trim_start().starts_with(['+', '-']);
            assert!(!without_its_move, "a score alone: {line}\n{said}");
        }
    }
}

#[test]
fn the_end_of_the_input_ends_every_question_at_the_table() {
    let whole = "x\nd3\nhelp\nhints\nexplain\nresign\n\u{7}\nno\nyes\nd3\n";
    for (end, _) in whole.char_indices() {
        let (said, error) = talk(&["--lang", "en", "--seed", "3"], &whole[..end]);
        assert_eq!(error, None);
        assert!(said.ends_with("Thanks for playing!\n"), "{end}: {said}");
    }
    for game in ["frogs", "tictactoe", "tree", "reversi-1880"] {
        let (said, error) = talk(&[game, "--lang", "en"], &"x".repeat(100_000));
        assert_eq!(error, None);
        assert!(said.ends_with("Thanks for playing!\n"));
    }
}

#[test]
fn no_colour_is_shown_where_none_is_wanted() {
    let (said, _) = talk(&["--side", "x", "--color", "always"], "d3\nq\n");
    assert!(said.contains("● \x1b[0mX you 2"), "{said}");
    let (said, _) = talk(&["--side", "x", "--color", "never"], "d3\nq\n");
    assert!(!said.contains('\x1b'));
}

#[test]
fn an_empty_line_asks_again() {
    let (said, error) = talk(&["--lang", "en", "--side", "x"], "\n  \nd3\nq\n");
    assert_eq!(error, None);
    assert!(!said.contains("\"\""), "{said}");
    assert_eq!(said.matches("Your move?").count(), 4, "{said}");
    assert!(said.contains("Moves so far: d3"), "{said}");
}

#[test]
fn an_opponent_takes_a_person_s_time_where_it_plays_as_people_do() {
    let of = |arguments: &[&str]| {
        let line = Line::parse_from(["play"].iter().chain(arguments));
        let player = line.arguments.player("bianca:club", "othello").unwrap();
        let options = player.options();
        let option = options.into_iter().find(|one| one.name == "PersonTime");
        option.unwrap().value
    };
    assert_eq!(of(&["--person-time"]), "true");
    assert_eq!(of(&[]), "false");
    // On this clock half a second is a fortieth, and the first move, one of four, a hard choice.
    let begun = std::time::Instant::now();
    let arguments = [
        "--opponent",
        "bianca:club",
        "--person-time",
        "--side",
        "o",
        "--tc",
        "20",
    ];
    let (said, error) = talk(&arguments, "");
    assert!(
        begun.elapsed() >= std::time::Duration::from_millis(500),
        "{said}"
    );
    assert_eq!(error, None);
    for other in ["greedy", "bianca:12", "bianca:full", "person"] {
        let (_, error) = talk(&["--person-time", "--side", "x", "--opponent", other], "");
        let error = error.unwrap();
        let expected = format!("--person-time: {other} does not play as people do; ");
        assert!(error.starts_with(&expected), "{error}");
    }
    let (_, error) = talk(&["frogs", "--person-time"], "");
    assert!(error.unwrap().starts_with("--person-time: shortest "));
    let refused = Line::try_parse_from(["play", "--person-time", "--watch", "bianca:club"]);
    assert!(refused.is_err());
}
