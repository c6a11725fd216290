//! A session in memory, with a game and a player that can be made to misbehave.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::session::{SessionError, SessionSettings, Streams, run_with};
use bianca_play::game::{Game, GameError, GameMove, State};
use bianca_play::games::frogs::{Frogs, Hop};
use bianca_play::player::{Contestant, Player, PlayerError};
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::Color;
use bianca_search::request::{Report, Request, Score, StopFlag};

/// An input that gives one line of a script at a time and waits for the next.
pub struct Lines {
    script: Receiver<&'static str>,
    left: Vec<u8>,
}

impl Lines {
    pub fn new(script: Receiver<&'static str>) -> Lines {
        Lines {
            script,
            left: Vec::new(),
        }
    }
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
pub struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    pub fn text(&self) -> String {
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

/// Counts moves instead of playing them. Nobody can draw it.
#[derive(Clone, Default)]
pub struct Counting {
    played: Vec<GameMove>,
    /// How often its player was recovered, which is the game's score.
    recovered: Arc<AtomicUsize>,
}

impl Game for Counting {
    fn name(&self) -> &'static str {
        "Counting"
    }
    fn restart(&mut self) {
        self.played.clear();
    }
    fn set_board(&mut self, _: &str) -> Result<(), GameError> {
        Err(GameError::NotInThisGame("setting up a board"))
    }
    fn play(&mut self, _: Option<Color>, moves: &str) -> Result<(), GameError> {
        let number = moves.parse().map_err(|_| GameError::NoMove)?;
        self.make(Hop(number).into())
    }
    fn make(&mut self, mv: GameMove) -> Result<(), GameError> {
        self.played.push(mv);
        Ok(())
    }
    fn give_turn_to(&mut self, _: Color) -> Result<(), GameError> {
        Ok(())
    }
    fn undo(&mut self) -> Result<(), GameError> {
        self.played.pop().map(drop).ok_or(GameError::NothingToUndo)
    }
    fn redo(&mut self) -> Result<(), GameError> {
        Err(GameError::NothingToRedo)
    }
    fn to_move(&self) -> Color {
        Color::Black
    }
    fn legal(&self, _: Option<Color>) -> Vec<GameMove> {
        vec![Hop(1).into()]
    }
    fn history(&self) -> Vec<(Color, GameMove)> {
        let moves = self.played.iter();
        moves.map(|&mv| (Color::Black, mv)).collect()
    }
    fn turns(&self) -> usize {
        self.played.len()
    }
    fn final_score(&self) -> Option<i32> {
        Some(self.recovered.load(Ordering::Relaxed) as i32)
    }
    fn is_over(&self) -> bool {
        false
    }
    fn draw(&self) -> String {
        panic!("nobody can draw this");
    }
    fn board(&self) -> String {
        String::new()
    }
    fn state(&self) -> Box<dyn State> {
        Box::new(Frogs::new(1).unwrap())
    }
    fn clone_game(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        while depth > 1 && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        (depth <= 1).then_some(1)
    }
}

/// Its search reports once, lets the test know that it runs, and ends when it is stopped, or at
/// once if it has no reason to go on.
pub struct Idler {
    searching: Sender<Request>,
    recovered: Arc<AtomicUsize>,
}

impl Player for Idler {
    fn search(
        &mut self,
        _: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.searching.send(*request).unwrap();
        assert_ne!(request.limits.depth, Some(13), "depth 13 is unlucky");
        let found = Report {
            score: Score::from_discs(2),
            depth: 3,
            nodes: 4,
            ..Report::of_moves(vec![Hop(1).into()])
        };
        report(&found);
        let solved = request.limits.nodes == Some(7);
        let goes_on = request.limits.depth == Some(60) || request.limits.infinite && !solved;
        while goes_on && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(vec![found])
    }
    fn recover(&mut self) {
        self.recovered.fetch_add(1, Ordering::Relaxed);
    }
}

/// The two; the player sends what it is asked.
pub fn pair(searching: Sender<Request>) -> (Counting, Idler) {
    let game = Counting::default();
    let player = Idler {
        searching,
        recovered: Arc::clone(&game.recovered),
    };
    (game, player)
}

/// How long a test waits for what takes no time, before it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A job on a thread of its own, which fails the test that waits for it if it does not end.
pub struct Running<T>(Receiver<T>);

impl<T: Send + 'static> Running<T> {
    pub fn start(job: impl FnOnce() -> T + Send + 'static) -> Running<T> {
        let (done, ended) = channel();
        std::thread::spawn(move || {
            let _ = done.send(job());
        });
        Running(ended)
    }

    /// What came of it.
    pub fn end(self) -> T {
        self.0
            .recv_timeout(PATIENCE)
            .expect("it does not end, or has panicked")
    }
}

/// Runs a session of the two.
pub fn run_idle(
    searching: Sender<Request>,
    input: impl Read + Send + 'static,
    output: impl Write,
    settings: SessionSettings,
) -> Result<(), SessionError> {
    run_watched(searching, input, output, || false, settings)
}

/// Runs a session of the two, which is told whether anybody reads its output.
fn run_watched(
    searching: Sender<Request>,
    input: impl Read + Send + 'static,
    output: impl Write,
    is_abandoned: fn() -> bool,
    settings: SessionSettings,
) -> Result<(), SessionError> {
    let (game, player) = pair(searching);
    let streams = Streams {
        input,
        output,
        aside: io::sink(),
        is_abandoned,
        cpu_time: || None,
    };
    run_with(
        Tabletop::new(Box::new(game), Contestant::new(Box::new(player))),
        streams,
        settings,
    )
}

/// A session under way.
pub struct Talk {
    lines: Option<Sender<&'static str>>,
    /// What was answered so far.
    pub page: Page,
    searching: Receiver<Request>,
    running: Running<Result<(), SessionError>>,
}

impl Talk {
    pub fn start() -> Talk {
        Talk::with(SessionSettings::default())
    }

    pub fn with(settings: SessionSettings) -> Talk {
        Talk::watched(settings, || false)
    }

    /// With somebody who says whether the output is read.
    pub fn watched(settings: SessionSettings, is_abandoned: fn() -> bool) -> Talk {
        let (lines, script) = channel();
        let (search, searching) = channel();
        let page = Page::default();
        let output = page.clone();
        let running = Running::start(move || {
            let input = Lines::new(script);
            run_watched(search, input, output, is_abandoned, settings)
        });
        Talk {
            lines: Some(lines),
            page,
            searching,
            running,
        }
    }

    pub fn say(&self, line: &'static str) {
        self.lines.as_ref().unwrap().send(line).unwrap();
    }

    /// Waits until a search runs.
    pub fn searches(&self) -> Request {
        self.searching
            .recv_timeout(PATIENCE)
            .expect("no search runs")
    }

    /// Whether no search has begun that was not waited for.
    pub fn searched_all(&self) -> bool {
        self.searching.try_recv().is_err()
    }

    /// Ends the input and gives all that was answered.
    pub fn end(mut self) -> String {
        self.lines = None;
        self.ends()
    }

    /// Waits until the session ends by itself, and gives all that was answered.
    pub fn ends(self) -> String {
        self.running.end().unwrap();
        self.page.text()
    }
}
