//! What a session on one thread answers, in every dialect, with Othello and its usual player.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::idle::{Running, Talk};
use super::{answers, native, othello, speaking};
use crate::protocol::Dialect;
use crate::session::input::Backlog;
use crate::session::{Input, Session, SessionSettings, input};
use bianca_play::game::{Game, GameMove, discs};
use bianca_play::player::{Contestant, Player, PlayerError};
use bianca_play::tabletop::SharedPlayer;
use bianca_rules::othello::Color;
use bianca_search::request::{Report, Request, StopFlag};

/// Eight moves after which black must pass.
const BLACK_PASSES: &str = "c4 c3 f5 b4 a4 a5 c2 a3";

/// A line that was read ahead.
fn line(text: &str) -> Input {
    Input {
        text: text.to_owned(),
        too_long: false,
    }
}

/// What is answered to a line while a search runs.
fn aside(session: &mut Session<Vec<u8>>, text: &str) -> String {
    session.output().clear();
    session
        .dialogue
        .wait(line(text), &*session.table.game)
        .unwrap();
    String::from_utf8(session.output().clone()).unwrap()
}

#[test]
fn the_first_line_chooses_the_dialect() {
    for (first, expected) in [("ugi", "ugiok\n"), ("name", "= Bianca\n\n")] {
        let answer = answers(&mut native(), &[first]);
        assert!(answer.ends_with(expected), "{first}: {answer}");
    }
}

#[test]
fn a_line_goes_on_until_quit_and_may_be_as_long_as_is_said() {
    let mut session = native();
    let stop = StopFlag::new();
    let longest = format!("name{}", " ".repeat(input::LONGEST_LINE - 4));
    assert!(session.send(&longest, &stop).unwrap());
    assert_eq!(session.output().split_off(0), b"= Bianca\n\n");
    assert!(session.send(&(longest + " "), &stop).unwrap());
    assert!(session.output().starts_with(b"? syntax error: the line is"));
    let blanks = " ".repeat(input::LONGEST_LINE + 1);
    for (line, answer) in [
        (blanks.clone(), "? syntax error: the line is"),
        (blanks.replace(' ', "\t"), "? syntax error: the line is"),
        (blanks[1..].to_owned(), ""),
        ("# ".to_owned() + &blanks, ""),
    ] {
        let said = answers(&mut session, &[&line]);
        assert_eq!(said.is_empty(), answer.is_empty(), "{said}");
        assert!(said.starts_with(answer), "{said}");
    }
    assert!(!session.send("quit", &stop).unwrap());
}

#[test]
fn blanks_that_may_hide_a_command_are_refused_in_every_dialect() {
    let blanks = " ".repeat(input::LONGEST_LINE + 1);
    for dialect in [
        Dialect::Gtp,
        Dialect::NBoard,
        Dialect::Ugi,
        Dialect::Cassio,
        Dialect::XBoard,
    ] {
        let said = answers(&mut speaking(dialect), &[&blanks]);
        assert!(
            said.contains("the line is longer than"),
            "{dialect:?}: {said}"
        );
        let said = answers(&mut speaking(dialect), &[&blanks[1..]]);
        assert!(!said.contains("longer"), "{dialect:?}: {said}");
    }
}

#[test]
fn nothing_is_thought_about_after_the_answer() {
    let talk = || answers(&mut native(), &["option Ponder 1", "play f5", "genmove w"]);
    let said = Running::start(talk).end();
    assert!(said.starts_with("=\n\n=\n\n= "), "{said}");
}

#[test]
fn a_refused_position_is_none_until_there_is_another() {
    let mut session = speaking(Dialect::Ugi);
    let said = answers(&mut session, &["position here", "go depth 1"]);
    assert!(
        said.ends_with("there is no position: the last one was refused\n"),
        "{said}"
    );
    let said = answers(&mut session, &["position startpos", "query p1turn"]);
    assert_eq!(said, "response true\n");
    let said = answers(
        &mut session,
        &["position startpos moves f5", "query p1turn"],
    );
    assert_eq!(said, "response false\n");
}

#[test]
fn some_lines_are_answered_during_a_search_unless_others_wait() {
    let mut session = speaking(Dialect::Ugi);
    assert_eq!(aside(&mut session, "isready"), "readyok\n");
    assert_eq!(aside(&mut session, "go depth 1"), "");
    assert_eq!(aside(&mut session, "isready"), "");
    let mut session = speaking(Dialect::XBoard);
    let said = aside(&mut session, ".");
    assert!(
        said.starts_with("stat01: ") && said.ends_with(" 0 0 0 4\n"),
        "{said}"
    );
    let mut session = speaking(Dialect::Cassio);
    let said = aside(&mut session, "ENGINE-PROTOCOL get-search-infos");
    assert!(said.starts_with("node 0, time "), "{said}");
}

/// The pass that a client does not mention belongs to the move behind it.
#[test]
fn an_unmentioned_pass_is_taken_back_with_its_move() {
    let mut session = native();
    let start = format!("play {BLACK_PASSES}");
    let said = answers(&mut session, &[&start, "reg_genmove white"]);
    let mv = said.trim_end().rsplit(' ').next().unwrap().to_owned();
    let before = format!("= {BLACK_PASSES}\n\n");
    let after = format!("= {BLACK_PASSES} pass {mv}\n\n");
    let play = format!("play {mv}");
    assert_eq!(
        answers(&mut session, &[&play, "history", "undo", "history"]),
        format!("=\n\n{after}=\n\n{before}")
    );
    // It is still known after another move, and when all came in one line.
    let whole = format!("play {BLACK_PASSES} {mv}");
    for lines in [
        &[play.as_str(), "genmove b", "gg-undo 2", "history"][..],
        &["clear_board", &whole, "undo", "history"],
    ] {
        let said = answers(&mut session, lines);
        assert!(said.ends_with(&before), "{lines:?}: {said}");
    }
    // One that was said is a move of its own.
    for pass in ["pass", "--", "PA"] {
        let play = format!("play {pass} {mv}");
        let said = answers(&mut session, &[&play, "undo", "history", "undo", "history"]);
        let alone = format!("= {BLACK_PASSES} pass\n\n");
        assert_eq!(said, format!("=\n\n=\n\n{alone}=\n\n{before}"), "{pass}");
    }
    let first = answers(&mut native(), &["play f5", "undo", "undo", "history"]);
    assert_eq!(first, "=\n\n=\n\n? cannot undo\n\n=\n\n");
}

#[test]
fn a_pass_that_a_file_leaves_out_is_taken_back_with_its_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let before = "(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[c2];W[a3]";
    let silent = file("silent.sgf", &format!("{before};W[d2])"));
    let spoken = file("spoken.sgf", &format!("{before};B[];W[d2])"));
    let transcript = file("silent.txt", &format!("{BLACK_PASSES} d2"));
    let none = format!("= {BLACK_PASSES}\n\n");
    let passed = format!("= {BLACK_PASSES} pass\n\n");
    let all = format!("= {BLACK_PASSES} pass d2\n\n");
    for (load, undone) in [
        (format!("loadsgf {silent}"), &none),
        (format!("loadgame {silent}"), &none),
        (format!("loadgame {transcript}"), &none),
        (format!("loadsgf {spoken}"), &passed),
        (format!("loadgame {spoken}"), &passed),
    ] {
        let lines = [&load, "history", "undo", "history", "redo", "history"];
        let said = answers(&mut native(), &lines);
        let expected = format!("=\n\n{all}=\n\n{undone}=\n\n{all}");
        assert_eq!(said, expected, "{load}");
    }
    // Moves are counted as the file has them.
    for (path, number, history) in [
        (&silent, 9, &none),
        (&silent, 10, &all),
        (&spoken, 10, &passed),
    ] {
        let load = format!("loadsgf {path} {number}");
        let said = answers(&mut native(), &[&load, "history"]);
        assert_eq!(said, format!("=\n\n{history}"), "{load}");
    }
    let wrong_later = file("wrong.sgf", "(;GM[2];B[f5];W[zz])");
    let said = answers(
        &mut native(),
        &[&format!("loadsgf {wrong_later} 1"), "history"],
    );
    assert!(
        said.starts_with("? cannot load file") && said.ends_with("=\n\n"),
        "{said}"
    );
    // It is no longer known in the next game.
    let load = format!("loadgame {transcript}");
    let other = format!("play {BLACK_PASSES} pass d2");
    let said = answers(
        &mut native(),
        &[&load, "newgame", &other, "undo", "history"],
    );
    assert!(said.ends_with(&passed), "{said}");
}

#[test]
fn discs_are_set_up_one_by_one_and_the_side_to_move_after_them() {
    let mut session = native();
    let said = answers(
        &mut session,
        &["gogui-setup b d4 b e4 w d5 b e4", "showboard"],
    );
    assert!(
        said.ends_with("black to move; black X 2, white O 1\n\n"),
        "{said}"
    );
    let said = answers(&mut session, &["gogui-setup_player w", "showboard"]);
    assert!(said.contains("4 . . . X X . . . 4"), "{said}");
    assert!(
        said.ends_with("white to move; black X 2, white O 1\n\n"),
        "{said}"
    );
    let same = answers(&mut session, &["gogui-setup_player w", "showboard"]);
    assert_eq!(same, said);
}

#[test]
fn a_transcript_without_a_move_is_refused() {
    let missing = "? syntax error: a move is missing\n\n";
    for words in [
        "play 1.",
        "play ,",
        "play black ;",
        "gogui-play_sequence b ,",
    ] {
        assert_eq!(answers(&mut native(), &[words]), missing, "{words}");
    }
    let set = ["position startpos moves", "query fen"];
    let start = "response 8/8/8/3ox3/3xo3/8/8/8 x\n";
    assert_eq!(answers(&mut speaking(Dialect::Ugi), &set), start);
}

#[test]
fn a_result_is_for_whom_it_is_asked() {
    let board = format!("setboard {}{} X", "X".repeat(40), "O".repeat(24));
    let said = answers(
        &mut native(),
        &[&board, "final_score", "final_score b", "final_score w"],
    );
    assert_eq!(said, "=\n\n= B+16\n\n= 16\n\n= -16\n\n");
    for (black, result) in [
        (40, "Black wins by 16"),
        (32, "Draw"),
        (24, "White wins by 16"),
    ] {
        let board = format!("setboard {}{} X", "X".repeat(black), "O".repeat(64 - black));
        let said = answers(&mut native(), &[&board, "gogui-rules_final_result"]);
        assert_eq!(said, format!("=\n\n= {result}\n\n"));
    }
}

#[test]
fn help_lists_what_the_game_can_do() {
    let mut session = native();
    let commands = [
        "setboard", "loadgame", "printsgf", "opening", "eval", "name",
    ];
    let listed = |help: &str| {
        commands.map(|name| {
            help.lines()
                .any(|line| line.split(' ').next() == Some(name))
        })
    };
    let help = answers(&mut session, &["help"]);
    assert_eq!(listed(&help), [true; 6]);
    assert!(
        help.contains("\nplay [COLOUR] MOVES              Play a move"),
        "{help}"
    );
    let help = answers(&mut session, &["newgame tictactoe", "help"]);
    assert_eq!(listed(&help)[1..], [false, false, false, false, true]);
    let talk = Talk::start();
    talk.say("help");
    assert_eq!(
        listed(&talk.end()),
        [false, false, false, false, false, true]
    );
}

#[test]
fn openings_have_their_names_in_each_language_once() {
    let said = answers(&mut native(), &["play f5d6c3d3c4", "opening"]);
    assert_eq!(
        said,
        "=\n\n= Tiger\nmoves 5\njapanese 虎定石\nspanish Tigre\n\n"
    );
}

#[test]
fn games_are_saved_in_the_form_that_the_client_reads_and_counted_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (ours, mirrored, ggf) = (path("a.sgf"), path("b.sgf"), path("c.ggf"));
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let mut session = native();
    let save = |path: &str| format!("savegame {path}");
    let said = answers(
        &mut session,
        &[
            "play f5d6",
            &save(&ours),
            "gogui-rules_game_id",
            &save(&mirrored),
            &save(&ggf),
        ],
    );
    assert_eq!(said, "=\n\n=\n\n= Othello\n\n=\n\n=\n\n");
    assert!(read(&ours).contains("GM[2]") && !read(&mirrored).contains("GM[2]"));
    assert!(read(&ggf).starts_with("(;GM[Othello]"));
    let two = format!("{}{}", read(&ggf), read(&ggf).replace("W[d6", "W[f6"));
    std::fs::write(path("two.ggf"), two).unwrap();
    let load = |number| format!("loadgame {} {number}", path("two.ggf"));
    let said = answers(
        &mut session,
        &[&load(1), "history", &load(2), "history", &load(3)],
    );
    assert!(
        said.starts_with("=\n\n= f5 d6\n\n=\n\n= f5 f6\n\n? "),
        "{said}"
    );
    assert!(
        said.ends_with("there is no game 3 in it, only 2\n\n"),
        "{said}"
    );
}

#[test]
fn the_book_answers_in_games_alone() {
    let mut session = native();
    let last = ["genmove", "last_search"];
    let said = answers(&mut session, &last);
    assert!(said.contains(" nodes 0 "), "{said}");
    let said = answers(&mut session, &["reg_genmove", "last_search"]);
    assert!(!said.contains(" nodes 0 "), "{said}");
    let said = answers(&mut session, &["hint 1"]);
    assert!(said.contains(" book "), "{said}");
    let said = answers(&mut session, &["book"]);
    assert!(said.contains(" proven no leaf "), "{said}");
    let said = answers(&mut session, &["book add", "book store"]);
    let refused = "? the book has no file: make one by bianca book grow and name it by option Book";
    assert_eq!(said, format!("{refused}\n\n{refused}\n\n"));
    let said = answers(&mut speaking(Dialect::NBoard), &["learn"]);
    assert_eq!(said, "learned\n");
}

#[test]
fn a_game_that_is_over_is_analysed_for_those_who_end_it_themselves() {
    let board = format!("{}{}", "X".repeat(40), "O".repeat(24));
    let analysis = |dialect, lines: &[&str]| {
        let mut session = speaking(dialect);
        let stop = StopFlag::new();
        stop.raise();
        for line in lines {
            session.output().clear();
            session.send(line, &stop).unwrap();
        }
        String::from_utf8(session.output().clone()).unwrap()
    };
    let set = format!("setboard {board} X");
    let said = analysis(Dialect::Gtp, &[&set, "analyze"]);
    assert!(said.starts_with("=\n"), "{said}");
    let over = format!("set game (;GM[Othello]BO[8 {board} *];)");
    let over = over.replace('X', "*");
    assert_eq!(analysis(Dialect::NBoard, &[&over, "hint 1"]), "status\n");
    let said = analysis(Dialect::NBoard, &["hint 1"]);
    assert!(
        said.starts_with("status Analyzing\n") && said.ends_with("status\n"),
        "{said}"
    );
}

/// On one thread nobody could end what goes on for ever.
#[test]
fn what_has_no_end_of_its_own_ends_where_nothing_is_left_to_find() {
    let ending = format!("{}X-", "O".repeat(62));
    let fen = "OOOOOOOO/".repeat(7) + "OOOOOOX1";
    let ggf = format!(
        "set game (;GM[Othello]BO[8 {} O];)",
        ending.replace('X', "*")
    );
    let (set, position) = (
        format!("setboard {ending} O"),
        format!("position fen {fen} o"),
    );
    for (dialect, line, asked, end) in [
        (Dialect::Gtp, &set, "go infinite", " proven exact "),
        (Dialect::Gtp, &set, "analyze 2", " proven exact "),
        (Dialect::Gtp, &set, "go infinite depth 1", " proven exact "),
        (Dialect::Ugi, &position, "go infinite", "bestmove h8\n"),
        (Dialect::NBoard, &ggf, "hint 1", "status\n"),
    ] {
        let lines = [line.clone(), asked.to_owned()];
        let said = Running::start(move || {
            let mut session = speaking(dialect);
            answers(&mut session, &lines.each_ref().map(String::as_str))
        });
        let said = said.end();
        assert!(said.contains(end), "{dialect:?} {asked}: {said}");
    }
    // Another limit ends it, too.
    let said = Running::start(|| answers(&mut native(), &["go infinite depth 3"]));
    assert!(said.end().contains(" depth 3 "));
}

#[test]
fn each_line_has_what_the_book_says_of_its_own_move() {
    let mut session = native();
    let known = answers(&mut session, &["play f5", "book"]);
    let known: Vec<[&str; 4]> = known
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.trim_start_matches("= ").split(' ').collect();
            (words.len() > 7).then(|| [words[1], words[3], words[5], words[7]])
        })
        .collect();
    assert!(known.len() > 1 && known[0][1] != known[1][1], "{known:?}");
    let hints = answers(&mut session, &["hint 3"]);
    for [mv, score, depth, confidence] in known {
        let mut hints = hints.lines();
        let hint = hints.find(|line| line.contains(&format!(" move {mv} ")));
        let book = format!(" book {score} {depth} {confidence} ");
        assert!(hint.unwrap().contains(&book), "{mv}{book}: {hint:?}");
    }
}

#[test]
fn a_forced_pass_is_not_searched_for() {
    let mut session = native();
    let start = format!("play {BLACK_PASSES}");
    let said = answers(&mut session, &[&start, "genmove", "last_search"]);
    assert!(said.starts_with("=\n\n= pass\n\n? "), "{said}");
}

#[test]
fn a_forced_pass_is_explained_and_no_other() {
    let mut session = native();
    let start = format!("play {BLACK_PASSES}");
    answers(&mut session, &[&start]);
    let said = answers(&mut session, &["explain pass"]);
    let reason = "= \nreason: Black has no move and must pass.\n";
    assert!(said.starts_with(reason), "{said}");
    assert!(said.contains("\nparity"), "{said}");
    let spanish = answers(&mut session, &["explain PA es"]);
    assert!(spanish.contains("reason: Las negras"), "{spanish}");
    let illegal = "? illegal move: pass for white\n\n";
    assert_eq!(answers(&mut session, &["play pass"]), "=\n\n");
    assert_eq!(answers(&mut session, &["explain pass"]), illegal);
    let over = ["play d2", "setboard 8/8/8/8/8/8/8/XXXXXXXX O"];
    answers(&mut session, &over);
    assert_eq!(answers(&mut session, &["explain pass"]), illegal);
}

#[test]
fn a_search_that_is_cancelled_takes_back_its_own_move_alone() {
    for (dialect, lines, ending) in [
        (Dialect::NBoard, &["move F5", "go"][..], "ping 1"),
        (Dialect::XBoard, &["new", "force", "f5", "go"], "force"),
    ] {
        let mut session = speaking(dialect);
        let (go, before) = lines.split_last().unwrap();
        answers(&mut session, before);
        session
            .dialogue
            .wait(line(ending), &*session.table.game)
            .unwrap();
        answers(&mut session, &[go]);
        let history = session.table.game.history();
        assert_eq!(history, [(Color::Black, discs("f5")[0])], "{dialect:?}");
    }
}

#[test]
fn a_board_hears_of_a_search_what_it_wants_to() {
    let mut session = speaking(Dialect::XBoard);
    session.options().set("Book", "off").unwrap();
    let start = ["new", "force", "f5", "d6", "nopost", "go"];
    let quiet = answers(&mut session, &start);
    assert!(
        quiet.starts_with("move ") && quiet.lines().count() == 1,
        "{quiet}"
    );
    let told = answers(&mut session, &["post", "undo", "go"]);
    assert!(
        told.lines().count() > 1 && told.lines().last().unwrap().starts_with("move "),
        "{told}"
    );
    // What is said of the search is said of its best line.
    let said = aside(&mut session, ".");
    let nodes = said.split(' ').nth(2).unwrap();
    assert!(nodes.parse::<u64>().unwrap() > 0, "{said}");
}

#[test]
fn a_clock_is_for_the_side_that_is_asked() {
    let mut session = native();
    answers(&mut session, &["time_settings 10 0 0", "time_left w 3 0"]);
    let left = |color| session.table.clocks.clock(color).unwrap().remaining;
    assert_eq!(left(Color::White), Duration::from_secs(3));
    assert_eq!(left(Color::Black), Duration::from_secs(10));
}

/// A player that counts how often it was told to get ready.
struct Ready(Arc<AtomicUsize>);

impl Player for Ready {
    fn prepare(&mut self, _: &dyn Game) -> Result<(), PlayerError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
    fn search(
        &mut self,
        _: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        Ok(Vec::new())
    }
}

/// The first move of a game is on the clock, and getting ready is not to be.
#[test]
fn a_player_is_ready_before_its_clock_runs() {
    for (dialect, line, is_ready) in [
        (Dialect::Gtp, "clear_board", true),
        (Dialect::Gtp, "newgame", true),
        (Dialect::Gtp, "play f5", false),
        (Dialect::Ugi, "uginewgame", true),
        (Dialect::Ugi, "isready", true),
        (Dialect::NBoard, "ping 3", true),
        (Dialect::XBoard, "new", true),
        (Dialect::XBoard, "ping 3", true),
        (Dialect::Cassio, "ENGINE-PROTOCOL new-position", true),
    ] {
        let count = Arc::new(AtomicUsize::new(0));
        let mut session = speaking(dialect);
        session.table.player = SharedPlayer::new(Contestant::new(Box::new(Ready(count.clone()))));
        answers(&mut session, &[line]);
        assert_eq!(count.load(Ordering::Relaxed) > 0, is_ready, "{line}");
    }
}

#[test]
fn lines_that_are_ignored_during_a_search_take_no_room() {
    let ugi = SessionSettings {
        dialect: Some(Dialect::Ugi),
        ..SessionSettings::default()
    };
    let mut session = othello(ugi);
    for _ in 0..=Backlog::LIMIT / 64 {
        let line = line("");
        session.dialogue.queue.backlog.add(&line);
        session.dialogue.wait(line, &*session.table.game).unwrap();
    }
    assert!(!session.dialogue.queue.backlog.is_full());
}
