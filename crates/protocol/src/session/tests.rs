//! What a session does with its lines, whatever the game and the player are.

mod choosing;
mod commands;
mod console;
mod drawing;
mod files;
mod following;
mod gogui;
pub mod idle;
mod in_process;
mod learning;
mod options;
mod people;
mod rating;
mod review;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::*;
use bianca_play::player::Contestant;
use bianca_rules::othello::Color;
use bianca_system::instant::Instant;
use idle::{PATIENCE, Page, Running, Talk, run_idle};

const INFO: &str =
    "info rank 1 move 1 score +2.00 proven no depth 3 confidence 100 nodes 4 time 0.000 pv 1";

#[test]
fn stop_ends_a_search_and_both_are_answered_in_order() {
    let talk = Talk::start();
    talk.say("1 go infinite");
    talk.searches();
    talk.say("2 history");
    talk.say("3 stop");
    talk.say("4 name");
    let expected = format!("=1 {INFO}\n\n=2\n\n=3\n\n=4 Bianca\n\n");
    assert_eq!(talk.end(), expected);
}

#[test]
fn what_ends_a_search_at_once_depends_on_who_speaks() {
    let person = SessionSettings {
        interactive: true,
        ..SessionSettings::default()
    };
    for (settings, last) in [
        (SessionSettings::default(), "# interrupt"),
        (person.clone(), "quit"),
        (person, ""),
    ] {
        let talk = Talk::with(settings);
        talk.say("1 go depth 60");
        talk.searches();
        if !last.is_empty() {
            talk.say(last);
        }
        let expected = if last == "quit" { "=\n\n" } else { "" };
        assert_eq!(talk.end(), format!("=1 {INFO}\n\n{expected}"));
    }
}

#[test]
fn nothing_after_quit_is_answered() {
    let talk = Talk::start();
    talk.say("1 quit");
    talk.say("2 name");
    assert_eq!(talk.end(), "=1\n\n");
}

#[test]
fn other_lines_do_not_end_a_search() {
    let talk = Talk::start();
    talk.say("go infinite");
    talk.searches();
    for line in ["name", "", "# comment", "what", "genmove b", "quit now"] {
        talk.say(line);
    }
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(talk.page.text(), "", "the search must still run");
    talk.say("stop");
    let text = talk.end();
    assert!(text.starts_with(&format!(
        "= {INFO}\n\n= Bianca\n\n? unknown command: what\n\n= 1"
    )));
    assert!(text.ends_with("? syntax error: 'now' is one word too many\n\n=\n\n"));
}

#[test]
fn a_script_s_quit_waits_for_its_turn() {
    let talk = Talk::start();
    talk.say("1 go depth 60");
    talk.searches();
    talk.say("2 quit");
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(talk.page.text(), "", "the search must still run");
    talk.say("3 stop");
    assert_eq!(talk.end(), format!("=1 {INFO}\n\n=2\n\n"));
    // But what would never end by itself is ended.
    let talk = Talk::start();
    talk.say("1 go infinite");
    talk.say("2 quit");
    assert_eq!(talk.end(), format!("=1 {INFO}\n\n=2\n\n"));
}

#[test]
fn analysis_streams_until_the_next_line() {
    let talk = Talk::start();
    talk.say("7 analyze 3");
    let request = talk.searches();
    assert!(request.limits.infinite && request.best == 3);
    talk.say("8 name");
    assert_eq!(talk.end(), format!("=7\n{INFO}\n\n=8 Bianca\n\n"));
}

#[test]
fn an_endless_search_answers_only_when_it_is_ended() {
    let talk = Talk::start();
    talk.say("go infinite nodes 7");
    talk.searches();
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(
        talk.page.text(),
        "",
        "the engine has come back, but nobody ended the search"
    );
    talk.say("stop");
    assert_eq!(talk.end(), format!("= {INFO}\n\n=\n\n"));
}

fn xboard() -> SessionSettings {
    SessionSettings {
        dialect: Some(Dialect::XBoard),
        ..SessionSettings::default()
    }
}

#[test]
fn an_analysis_does_not_go_on_while_lines_wait_or_after_the_last() {
    let idle = |closed: bool| {
        let (search, searching) = channel();
        let (game, player) = idle::pair(search);
        let (sender, events) = channel();
        let worker = JobThread::spawn(sender).unwrap();
        let workplace = Workplace::Threads { worker, events };
        let table = Tabletop::new(Box::new(game), Contestant::new(Box::new(player)));
        let mut session = Session::begin(table, Vec::new(), workplace, xboard()).unwrap();
        let line = |text: &str| Input {
            text: text.to_owned(),
            too_long: false,
        };
        session.line(&line("analyze")).unwrap();
        session.dialogue.queue.closed = closed;
        if !closed {
            session
                .dialogue
                .wait(line("hard"), &*session.table.game)
                .unwrap();
        }
        session.go_on_analyzing().unwrap();
        searching.try_recv().is_err()
    };
    assert!(idle(true) && idle(false));
}

#[test]
fn an_analysis_goes_on_after_each_line() {
    let talk = Talk::with(xboard());
    for line in ["analyze", "post", "nopost"] {
        talk.say(line);
        assert!(talk.searches().limits.infinite, "{line}");
    }
    talk.say("exit");
    talk.end();
}

#[test]
fn a_board_s_clock_and_times_reach_the_search() {
    let talk = Talk::with(xboard());
    talk.say("new");
    talk.say("level 0 5 0");
    talk.say("force");
    talk.say("time 1000");
    talk.say("go");
    let clock = talk.searches().limits.clock;
    assert_eq!(clock.unwrap().remaining, Duration::from_secs(10));
    talk.say("force");
    for (time, longest) in [("st 1", 1000), ("st 0.05", 50), ("st 7", 1000)] {
        talk.say(time);
        talk.say("hint");
        let limits = talk.searches().limits;
        assert_eq!(
            limits.move_time,
            Some(Duration::from_millis(longest)),
            "{time}"
        );
        assert!(limits.within_level);
    }
    talk.end();
}

#[test]
fn a_session_whose_answers_nobody_reads_ends_with_its_search() {
    let talk = Talk::watched(SessionSettings::default(), || true);
    talk.say("go infinite");
    assert_eq!(talk.ends(), format!("= {INFO}\n\n"));
}

#[test]
fn cassio_hears_that_the_session_has_ended() {
    let cassio = || SessionSettings {
        dialect: Some(Dialect::Cassio),
        ..SessionSettings::default()
    };
    assert_eq!(Talk::with(cassio()).end(), "bye bye.\n");
    assert_eq!(Talk::start().end(), "");
}

#[test]
fn a_panic_in_a_search_is_an_error_and_the_session_goes_on() {
    let talk = Talk::start();
    talk.say("play 1");
    talk.say("5 go depth 13");
    talk.say("6 history");
    talk.say("7 final_score");
    talk.say("8 genmove b");
    let text = talk.end();
    let mut replies = text.split("\n\n");
    assert_eq!(replies.next(), Some("="));
    let error = replies.next().unwrap();
    assert!(error.starts_with("?5 internal error: "), "{error}");
    assert!(error.contains("depth 13 is unlucky") && error.ends_with("the game is unchanged"));
    assert_eq!(replies.next(), Some("=6 1"));
    assert_eq!(
        replies.next(),
        Some("=7 B+1"),
        "the player was not recovered"
    );
    assert_eq!(replies.next(), Some("=8 1"));
}

#[test]
fn a_panic_outside_a_search_is_an_error_too() {
    let talk = Talk::start();
    talk.say("1 showboard");
    talk.say("2 final_score");
    let error = "internal error: nobody can draw this; the game is unchanged";
    assert_eq!(talk.end(), format!("?1 {error}\n\n=2 B+1\n\n"));
}

/// An input that never ends: a first line, then comments as long as a line may be.
struct Flood {
    first: Option<&'static [u8]>,
    read: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(first) = self.first.take() {
            buffer[..first.len()].copy_from_slice(first);
            return Ok(first.len());
        }
        if self.over.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let count = buffer.len().min(60_000);
        buffer[..count].fill(b'#');
        buffer[count - 1] = b'\n';
        self.read.fetch_add(count, Ordering::Relaxed);
        Ok(count)
    }
}

/// An output that takes nothing until somebody reads.
struct Stuck(Receiver<()>);

impl Write for Stuck {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        let _ = self.0.recv();
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_client_that_only_sends_does_not_fill_the_memory() {
    let (searching, _kept) = channel();
    let (read, over) = (Arc::new(AtomicUsize::new(0)), Arc::default());
    let input = Flood {
        first: Some(b"name\n"),
        read: Arc::clone(&read),
        over: Arc::clone(&over),
    };
    let (reader, nobody) = channel();
    let settings = SessionSettings::default();
    let session = Running::start(|| run_idle(searching, input, Stuck(nobody), settings));
    // As much as may wait is read, and then no more.
    let (mut last, start) = (usize::MAX, Instant::now());
    while read.load(Ordering::Relaxed) != last || last == 0 {
        last = read.load(Ordering::Relaxed);
        assert!(last < 2 * input::Backlog::LIMIT, "{last} bytes were read");
        assert!(start.elapsed() < PATIENCE, "after {last} bytes it reads on");
        std::thread::sleep(Duration::from_millis(200));
    }
    over.store(true, Ordering::Relaxed);
    drop(reader);
    assert!(session.end().is_ok());
}

#[test]
fn an_endless_search_ends_when_nothing_that_could_end_it_can_be_read() {
    let (search, searching) = channel();
    let over = Arc::new(AtomicBool::new(false));
    let input = Flood {
        first: Some(b"go infinite\n"),
        read: Arc::default(),
        over: Arc::clone(&over),
    };
    let page = Page::default();
    let output = page.clone();
    let settings = SessionSettings::default();
    let session = Running::start(|| run_idle(search, input, output, settings));
    searching.recv_timeout(PATIENCE).unwrap();
    let answered = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        page.text() == format!("= {INFO}\n\n")
    });
    over.store(true, Ordering::Relaxed);
    assert!(session.end().is_ok());
    assert!(answered, "nothing was answered before the end of the input");
}

#[test]
fn a_stopped_count_is_no_count() {
    let talk = Talk::start();
    talk.say("perft 1");
    talk.say("perft 9");
    talk.say("stop");
    let stopped = "? stopped before the count was done";
    assert_eq!(talk.end(), format!("= 1\n\n{stopped}\n\n=\n\n"));
}

/// An output that nobody reads any more.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_is_closed_ends_the_session_quietly() {
    let (searching, _kept) = channel();
    let settings = SessionSettings::default();
    let ended = run_idle(searching, io::Cursor::new("name\n"), Closed, settings);
    assert!(ended.is_ok());
}

#[test]
fn an_output_that_is_closed_ends_an_analysis_before_another_line_comes() {
    let (searching, _kept) = channel();
    let (lines, script) = channel();
    for line in ["post", "analyze"] {
        lines.send(line).unwrap();
    }
    let input = idle::Lines::new(script);
    let session = Running::start(|| run_idle(searching, input, Closed, xboard()));
    assert!(session.end().is_ok());
    drop(lines);
}

#[test]
fn a_clock_reaches_the_search() {
    let talk = Talk::start();
    talk.say("time_settings 60 0 0");
    talk.say("time_left b 20 0");
    talk.say("genmove b");
    let clock = talk.searches().limits.clock.unwrap();
    assert_eq!(clock.remaining, Duration::from_secs(20));
    talk.say("reg_genmove b");
    assert_eq!(talk.searches().limits.clock, None);
    talk.say("genmove w");
    let clock = talk.searches().limits.clock.unwrap();
    assert_eq!(clock.remaining, Duration::from_secs(60));
    talk.end();
}

/// A session on this thread with Othello's usual player, as weak as can be.
fn othello(settings: SessionSettings) -> Session<Vec<u8>> {
    let small = [("Hash", "1"), ("Level", "1")];
    let options = small.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let settings = SessionSettings {
        options: options.into(),
        ..settings
    };
    Session::in_process(Vec::new(), settings).unwrap()
}

fn native() -> Session<Vec<u8>> {
    othello(SessionSettings::default())
}

fn speaking(dialect: Dialect) -> Session<Vec<u8>> {
    let mut session = native();
    // Not by the settings: those for NBoard would silence the messages of all tests.
    session.dialogue.client.dialect = Some(dialect);
    session
}

/// What the session answers to lines, one after the other.
fn answers(session: &mut Session<Vec<u8>>, lines: &[&str]) -> String {
    session.output().clear();
    for line in lines {
        session.send(line, &StopFlag::new()).unwrap();
    }
    String::from_utf8(session.output().clone()).unwrap()
}

/// What black's clock shows.
fn black_clock(session: &Session<Vec<u8>>) -> Duration {
    session.table.clocks.clock(Color::Black).unwrap().remaining
}

#[test]
fn the_clock_of_the_side_that_moves_runs() {
    let mut session = othello(SessionSettings::default());
    let whole = Duration::from_secs(100);
    answers(&mut session, &["time_settings 100 0 0"]);
    assert_eq!(black_clock(&session), whole);
    answers(&mut session, &["genmove black"]);
    assert!(black_clock(&session) < whole);
    let white = session.table.clocks.clock(Color::White).unwrap();
    assert_eq!(white.remaining, whole);
}

#[test]
fn a_new_board_starts_the_clocks_anew() {
    const START: &str = "setboard 8/8/8/3OX3/3XO3/8/8/8 X";
    for restart in [START, "newgame", "clear_board"] {
        let mut session = othello(SessionSettings::default());
        answers(&mut session, &["time_settings 100 0 0", "time_left b 5 0"]);
        assert_eq!(black_clock(&session), Duration::from_secs(5));
        answers(&mut session, &[restart]);
        assert_eq!(black_clock(&session), Duration::from_secs(100), "{restart}");
    }
}

#[test]
fn a_move_that_is_only_asked_for_leaves_no_pass_behind() {
    const BLACK_PASSES: &str = "c4 c3 f5 b4 a4 a5 c2 a3";
    let mut session = othello(SessionSettings::default());
    answers(&mut session, &[&format!("play {BLACK_PASSES}")]);
    let answer = answers(&mut session, &["reg_genmove white"]);
    assert!(answer.starts_with("= ") && answer != "= pass\n\n");
    let history = answers(&mut session, &["history"]);
    assert_eq!(history, format!("= {BLACK_PASSES}\n\n"));
    // One that is played takes the pass along, there and back.
    let whole = answers(&mut session, &["genmove white", "history"]);
    assert!(whole.contains(" a3 pass "), "{whole}");
    let back = answers(
        &mut session,
        &["undo", "history", "redo", "undo", "history"],
    );
    let same = format!("= {BLACK_PASSES}\n\n");
    assert_eq!(back, format!("=\n\n{same}=\n\n=\n\n{same}"));
    // A pass that was said is a move.
    let said = answers(
        &mut session,
        &["play pass", "genmove white", "undo", "history"],
    );
    assert!(said.ends_with(" a3 pass\n\n"), "{said}");
}

#[test]
fn reasons_are_the_strong_players_whoever_plays() {
    const BEFORE: &str = "play c4c5b6d3e6d6c6f6f5b5b3b4c3d7e7a6a4c2a5a3e3f8f7f2e2g8c8e8c7";
    let mut session = othello(SessionSettings::default());
    answers(&mut session, &[BEFORE, "option Player greedy"]);
    let said = answers(&mut session, &["explain b7"]);
    let reason = "reason: After b7, Black takes the corner a8 at once; after ";
    assert!(said.starts_with(&format!("= \n{reason}")), "{said}");
    // The move was tried, and is not part of the game.
    let history = answers(&mut session, &["history"]);
    assert!(history.ends_with(" c7\n\n"), "{history}");
    let said = answers(&mut session, &["explain b7 zh"]);
    assert!(said.contains("走 b7 之后，黑方马上占到角 a8"), "{said}");
}

#[test]
fn a_person_may_type_moves_alone() {
    let person = SessionSettings {
        interactive: true,
        ..SessionSettings::default()
    };
    let lines = ["f5", "D6 c3", "a1", "z9", "history"];
    assert_eq!(
        answers(&mut othello(person.clone()), &lines),
        "=\n\n=\n\n? illegal move: a1 for white\n\n? unknown command: z9\n\n= f5 d6 c3\n\n"
    );
    let script = answers(&mut othello(SessionSettings::default()), &["f5", "history"]);
    assert_eq!(script, "? unknown command: f5\n\n=\n\n");
    // Where moves are numbers, a person means no number of a command.
    let lines = ["newgame tictactoe", "22", "11 33", "5", "7 name", "history"];
    let missing = "a command is missing after its number";
    assert_eq!(
        answers(&mut othello(person), &lines),
        format!(
            "=\n\n=\n\n=\n\n?5 syntax error: {missing}\n\n=7 Bianca\n\n\
             = (2,2) (1,1) (3,3)\n\n"
        )
    );
    let mut script = othello(SessionSettings::default());
    let refused = answers(&mut script, &["newgame tictactoe", "22", "history"]);
    assert_eq!(
        refused,
        format!("=\n\n?22 syntax error: {missing}\n\n=\n\n")
    );
}

#[test]
fn a_game_that_was_refused_is_not_learned() {
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut said = |line: &str| {
        session.output().clear();
        assert!(session.send(line, &StopFlag::new()).unwrap());
        String::from_utf8(session.output().clone()).unwrap()
    };
    said("nboard 2");
    assert!(said("learn").ends_with("learned\n"));
    said("set game (;GM[Othello]BO[8 nothing *];)");
    let refused = said("learn");
    assert!(
        refused.starts_with("status ") && !refused.contains("learned"),
        "{refused}"
    );
}

#[test]
fn a_small_hash_table_needs_no_room_for_the_usual_one() {
    let begun_with = |values: &[&str]| {
        let given = |value: &&str| ("hash".to_owned(), (*value).to_owned());
        let options: Vec<_> = values.iter().map(given).collect();
        let table = beginning(&options).unwrap();
        let options = table.player.lock().options();
        let hash = options.into_iter().find(|option| option.name == "Hash");
        hash.unwrap().value
    };
    assert_eq!(begun_with(&[]), "64");
    assert_eq!(begun_with(&["1"]), "1");
    assert_eq!(begun_with(&["64", "2"]), "2");
    // What is larger is made when the option is set, and what is none refused then.
    for value in ["128", "0", "one"] {
        assert_ne!(begun_with(&[value]), value);
    }
}
