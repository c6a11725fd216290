//! Sessions in memory, with an engine that can be told to misbehave.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::engine::{OptionInfo, Reach, Refusal, Request, Score, StopFlag};
use crate::othello::Color;

/// An input that gives one line of a script at a time and waits for the next.
struct Lines {
    script: Receiver<&'static str>,
    left: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            let Ok(line) = self.script.recv() else {
                return Ok(0);
            };
            self.left = line.bytes().chain([b'\n']).collect();
        }
        let count = self.left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.left[..count]);
        self.left.drain(..count);
        Ok(count)
    }
}

/// An output that can be read while it is written.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Counts moves instead of playing them. A search reports once, tells the test that it runs, and
/// ends when it is stopped, or at once if it has no reason to go on.
struct Counter {
    played: Vec<String>,
    searching: Sender<Request>,
    recovered: usize,
}

impl Engine for Counter {
    fn game_name(&self) -> &'static str {
        "Counting"
    }
    fn new_game(&mut self) {
        self.played.clear();
    }
    fn set_board(&mut self, _: &str) -> Result<(), Refusal> {
        Err(Refusal::Unsupported("a board"))
    }
    fn play(&mut self, _: Option<Color>, moves: &str) -> Result<(), Refusal> {
        self.played.push(moves.to_owned());
        Ok(())
    }
    fn play_sequence(&mut self, turns: &[(Color, String)]) -> Result<(), Refusal> {
        let moves = turns.iter().map(|(_, mv)| mv.clone());
        self.played.extend(moves);
        Ok(())
    }
    fn set_position(&mut self, _: Option<&str>, moves: &str) -> Result<(), Refusal> {
        self.played = moves.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }
    fn give_turn_to(&mut self, _: Color) -> Result<(), Refusal> {
        Ok(())
    }
    fn undo(&mut self) -> Result<(), Refusal> {
        self.played.pop().map(drop).ok_or(Refusal::NothingToUndo)
    }
    fn redo(&mut self) -> Result<(), Refusal> {
        Err(Refusal::NothingToRedo)
    }
    fn to_move(&self) -> Color {
        Color::Black
    }
    fn is_over(&self) -> bool {
        false
    }
    fn legal(&self, _: Option<Color>) -> Vec<String> {
        vec!["one".to_owned()]
    }
    fn history(&self) -> Vec<(Color, String)> {
        let moves = self.played.iter();
        moves.map(|mv| (Color::Black, mv.clone())).collect()
    }
    fn final_score(&self) -> Result<i32, Refusal> {
        Ok(self.recovered as i32)
    }
    fn show_board(&self) -> String {
        "nothing to see".to_owned()
    }
    fn board_text(&self) -> String {
        String::new()
    }
    fn evaluate(&self) -> Result<(Score, Vec<String>), Refusal> {
        Ok((Score::from_discs(1), vec!["part 1".to_owned()]))
    }
    fn perft(&self, depth: u32, stop: &StopFlag) -> Result<Option<u64>, Refusal> {
        while depth > 1 && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok((depth <= 1).then_some(1))
    }
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }
    fn set_option(&mut self, name: &str, _: &str) -> Result<(), Refusal> {
        Err(Refusal::UnknownOption(name.to_owned()))
    }
    fn search(
        &mut self,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Vec<Report<String>> {
        self.searching.send(*request).unwrap();
        assert_ne!(request.limits.depth, Some(13), "depth 13 is unlucky");
        let found = Report {
            rank: 1,
            pv: vec!["one".to_owned()],
            score: Score::from_discs(2),
            depth: 3,
            confidence: 100,
            reach: Reach::Midgame,
            nodes: 4,
            elapsed: Duration::ZERO,
        };
        report(&found);
        let solved = request.limits.nodes == Some(7);
        let goes_on = request.limits.depth == Some(60) || request.limits.infinite && !solved;
        while goes_on && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        vec![found]
    }
    fn explain(&self, _: Option<&str>) -> Result<String, Refusal> {
        panic!("nobody can explain this");
    }
    fn recover(&mut self) {
        self.recovered += 1;
    }
}

/// A session under way.
struct Talk {
    lines: Option<Sender<&'static str>>,
    page: Page,
    searching: Receiver<Request>,
    ended: std::thread::JoinHandle<Result<(), Failure>>,
}

impl Talk {
    fn start(batch: bool) -> Talk {
        let (lines, script) = channel();
        let (search, searching) = channel();
        let page = Page::default();
        let output = page.clone();
        let ended = std::thread::spawn(move || {
            let engine = Counter {
                played: Vec::new(),
                searching: search,
                recovered: 0,
            };
            let input = Lines {
                script,
                left: Vec::new(),
            };
            let conduct = Conduct {
                batch,
                ..Conduct::default()
            };
            run(Box::new(engine), input, output, io::sink(), conduct)
        });
        Talk {
            lines: Some(lines),
            page,
            searching,
            ended,
        }
    }

    fn say(&self, line: &'static str) {
        self.lines.as_ref().unwrap().send(line).unwrap();
    }

    /// Waits until a search runs.
    fn searches(&self) -> Request {
        self.searching
            .recv_timeout(Duration::from_secs(100))
            .expect("no search runs")
    }

    /// Ends the input and gives all that was answered.
    fn end(mut self) -> String {
        self.lines = None;
        self.ended.join().unwrap().unwrap();
        self.page.text()
    }
}

const INFO: &str =
    "info rank 1 move one score +2.00 proven no depth 3 confidence 100 nodes 4 time 0.000 pv one";

#[test]
fn stop_ends_a_search_and_both_are_answered_in_order() {
    let talk = Talk::start(false);
    talk.say("1 go infinite");
    talk.searches();
    talk.say("2 history");
    talk.say("3 stop");
    talk.say("4 name");
    let expected = format!("=1 {INFO}\n\n=2\n\n=3\n\n=4 Bianca\n\n");
    assert_eq!(talk.end(), expected);
}

#[test]
fn quit_end_of_input_and_interrupt_end_a_search() {
    for last in ["quit", "# interrupt", ""] {
        let talk = Talk::start(false);
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
    let talk = Talk::start(false);
    talk.say("1 quit");
    talk.say("2 name");
    assert_eq!(talk.end(), "=1\n\n");
}

#[test]
fn other_lines_do_not_end_a_search() {
    let talk = Talk::start(false);
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
        "= {INFO}\n\n= Bianca\n\n? unknown command: what\n\n= one"
    )));
    assert!(text.ends_with("? syntax error: 'now' is one word too many\n\n=\n\n"));
}

#[test]
fn in_a_batch_quit_waits_for_its_turn() {
    let talk = Talk::start(true);
    talk.say("1 go depth 60");
    talk.searches();
    talk.say("2 quit");
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(talk.page.text(), "", "the search must still run");
    talk.say("3 stop");
    assert_eq!(talk.end(), format!("=1 {INFO}\n\n=2\n\n"));
    // But what would never end by itself is ended.
    let talk = Talk::start(true);
    talk.say("1 go infinite");
    talk.say("2 quit");
    assert_eq!(talk.end(), format!("=1 {INFO}\n\n=2\n\n"));
}

#[test]
fn analysis_streams_until_the_next_line() {
    let talk = Talk::start(false);
    talk.say("7 analyze 3");
    let request = talk.searches();
    assert!(request.limits.infinite && request.best == 3);
    talk.say("8 name");
    assert_eq!(talk.end(), format!("=7\n{INFO}\n\n=8 Bianca\n\n"));
}

#[test]
fn an_endless_search_answers_only_when_it_is_ended() {
    let talk = Talk::start(false);
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

#[test]
fn pondering_goes_on_until_the_next_line_and_says_nothing() {
    let talk = Talk::start(false);
    talk.say("option Ponder true");
    talk.say("genmove b");
    assert!(!talk.searches().limits.infinite);
    assert!(talk.searches().limits.infinite, "no pondering");
    talk.say("play w two");
    talk.say("history");
    assert_eq!(talk.end(), "=\n\n= one\n\n=\n\n= one two\n\n");
}

#[test]
fn a_panic_in_a_search_is_an_error_and_the_session_goes_on() {
    let talk = Talk::start(false);
    talk.say("play one");
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
    assert_eq!(replies.next(), Some("=6 one"));
    assert_eq!(
        replies.next(),
        Some("=7 B+1"),
        "the engine was not recovered"
    );
    assert_eq!(replies.next(), Some("=8 one"));
}

#[test]
fn a_panic_outside_a_search_is_an_error_too() {
    let talk = Talk::start(false);
    talk.say("1 explain");
    talk.say("2 final_score");
    let error = "internal error: nobody can explain this; the game is unchanged";
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
    let engine = Counter {
        played: Vec::new(),
        searching,
        recovered: 0,
    };
    let (read, over) = (Arc::new(AtomicUsize::new(0)), Arc::default());
    let input = Flood {
        first: Some(b"name\n"),
        read: Arc::clone(&read),
        over: Arc::clone(&over),
    };
    let (reader, nobody) = channel();
    let conduct = Conduct::default();
    let ended =
        std::thread::spawn(|| run(Box::new(engine), input, Stuck(nobody), io::sink(), conduct));
    // As much as may wait is read, and then no more.
    let mut last = usize::MAX;
    while read.load(Ordering::Relaxed) != last || last == 0 {
        last = read.load(Ordering::Relaxed);
        assert!(last < 2 * input::Backlog::LIMIT, "{last} bytes were read");
        std::thread::sleep(Duration::from_millis(200));
    }
    over.store(true, Ordering::Relaxed);
    drop(reader);
    assert!(ended.join().unwrap().is_ok());
}

#[test]
fn an_endless_search_ends_when_nothing_that_could_end_it_can_be_read() {
    let (search, searching) = channel();
    let engine = Counter {
        played: Vec::new(),
        searching: search,
        recovered: 0,
    };
    let over = Arc::new(AtomicBool::new(false));
    let input = Flood {
        first: Some(b"go infinite\n"),
        read: Arc::default(),
        over: Arc::clone(&over),
    };
    let page = Page::default();
    let output = page.clone();
    let conduct = Conduct::default();
    let ended = std::thread::spawn(|| run(Box::new(engine), input, output, io::sink(), conduct));
    searching.recv_timeout(Duration::from_secs(100)).unwrap();
    let answered = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        page.text() == format!("= {INFO}\n\n")
    });
    over.store(true, Ordering::Relaxed);
    assert!(ended.join().unwrap().is_ok());
    assert!(answered, "nothing was answered before the end of the input");
}

#[test]
fn a_stopped_count_is_no_count() {
    let talk = Talk::start(false);
    talk.say("perft 1");
    talk.say("perft 9");
    talk.say("stop");
    let stopped = "? stopped before the count was done";
    assert_eq!(talk.end(), format!("= 1\n\n{stopped}\n\n=\n\n"));
}

#[test]
fn an_output_that_is_closed_ends_the_session_quietly() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (searching, _kept) = channel();
    let engine = Counter {
        played: Vec::new(),
        searching,
        recovered: 0,
    };
    let conduct = Conduct::default();
    let ended = run(
        Box::new(engine),
        io::Cursor::new("name\n"),
        Closed,
        io::sink(),
        conduct,
    );
    assert!(ended.is_ok());
}

#[test]
fn a_clock_reaches_the_search() {
    let talk = Talk::start(false);
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
