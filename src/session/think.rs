//! The commands that take time: who thinks, what ends it, what is told meanwhile.

use std::io::{self, Write};
use std::time::Instant;

use super::worker::{Done, Outcome, Task};
use super::{Event, Session};
use crate::engine::{Engine, Limits, Report, Request, StopFlag};
use crate::protocol::{Choose, ClockUsed, Dialect, Fault, News, Picture, Reply, Thought, gtp};

/// The word by which every game passes.
const PASS: &str = "pass";

/// What ends a task before it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// What is meant to: `stop`, `quit`, `# interrupt` and the end of the input.
    Stopped,
    /// Any line.
    NextLine,
}

/// A task and how the session bears itself meanwhile.
#[derive(Clone, Copy)]
struct Errand {
    task: Task,
    until: Until,
    /// Whether it is not over before it is ended, even if the engine has nothing left to find.
    endless: bool,
    /// What the client is told it is for; nothing if `None`.
    thought: Option<Thought>,
}

/// The engine after a search, and what came of it.
type Back<T> = (Box<dyn Engine>, Result<T, Fault>);

/// A move and what the search thought of it.
struct Chosen {
    mv: String,
    found: Option<Report<String>>,
}

impl<W: Write> Session<W> {
    /// Chooses a move for a side and tells it. If it is to be played, it is, and then the session
    /// ponders if it may.
    pub(super) fn choose(
        &mut self,
        mut engine: Box<dyn Engine>,
        id: Option<&str>,
        order: Choose,
    ) -> io::Result<Box<dyn Engine>> {
        let start = Instant::now();
        let color = order.color.unwrap_or_else(|| engine.to_move());
        let passes = engine.to_move() != color && !engine.is_over();
        if let Err(refusal) = engine.give_turn_to(color) {
            self.reply(id, Err(refusal.into()))?;
            return Ok(engine);
        }
        let clock = match order.clock {
            ClockUsed::None => None,
            ClockUsed::Kept => self.clocks.clock(color),
            ClockUsed::Told { black, white } => color.select(black, white),
        };
        let limits = Limits {
            clock,
            ..order.limits
        };
        let (mut engine, mut chosen) = self.best_move(engine, id, limits)?;
        if order.plays {
            chosen = chosen.and_then(|chosen| {
                engine.play(Some(color), &chosen.mv)?;
                Ok(chosen)
            });
            self.clocks.spend(color, start.elapsed());
        }
        if passes && (!order.plays || chosen.is_err()) {
            // Cannot fail: the pass was played just now.
            let _ = engine.undo();
        }
        if self.waiting.cancels() {
            self.tell(id, Thought::Choice, &News::Ended)?;
            return Ok(engine);
        }
        self.reply(
            id,
            chosen.map(|Chosen { mv, found }| Reply::Move { mv, found }),
        )?;
        match order.plays {
            true => self.ponder(engine),
            false => Ok(engine),
        }
    }

    /// Thinks on in the opponent's time, if the client wants it and has nothing else to say.
    fn ponder(&mut self, engine: Box<dyn Engine>) -> io::Result<Box<dyn Engine>> {
        let idle = self.waiting.is_empty() && !self.closed;
        if !self.ponder || !idle || engine.is_over() {
            return Ok(engine);
        }
        // What the search leaves in the hash table is all that is wanted of it.
        let errand = Errand {
            task: Task::Search(endless(Request::default())),
            until: Until::NextLine,
            endless: true,
            thought: None,
        };
        // A panic is in the log, and nobody waits for an answer.
        let (engine, _) = self.work(engine, None, errand)?;
        Ok(engine)
    }

    /// The best move of the side to move; a pass after the end, as clients expect.
    fn best_move(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        limits: Limits,
    ) -> io::Result<Back<Chosen>> {
        // Neither the end of the game nor a forced pass is worth any time.
        if !limits.infinite && engine.legal(None).iter().all(|mv| mv == PASS) {
            let pass = Chosen {
                mv: PASS.to_owned(),
                found: None,
            };
            return Ok((engine, Ok(pass)));
        }
        let request = Request {
            limits,
            ..Request::default()
        };
        let (engine, found) = self.search(engine, id, request, Thought::Choice)?;
        let chosen = found.and_then(|lines| {
            let best = lines.into_iter().next();
            let mv = best.as_ref().and_then(|line| line.pv.first().cloned());
            match mv {
                Some(mv) => Ok(Chosen { mv, found: best }),
                None if engine.is_over() => Ok(Chosen {
                    mv: PASS.to_owned(),
                    found: None,
                }),
                None => Err(Fault::Internal("the search found no move".to_owned())),
            }
        });
        Ok((engine, chosen))
    }

    /// Searches until it is done or stopped.
    pub(super) fn search(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        request: Request,
        thought: Thought,
    ) -> io::Result<Back<Vec<Report<String>>>> {
        self.tell(id, thought, &News::Begun)?;
        let errand = Errand {
            task: Task::Search(request),
            until: Until::Stopped,
            endless: request.limits.infinite,
            thought: Some(thought),
        };
        let (engine, outcome) = self.work(engine, id, errand)?;
        let found = found(outcome).and_then(|lines| {
            let moves = lines.first().is_some_and(|line| !line.pv.is_empty());
            match moves || engine.is_over() {
                true => Ok(lines),
                false => Err(engine.why_no_move().into()),
            }
        });
        Ok((engine, found))
    }

    /// Searches until the next line and tells what is found as it is found.
    pub(super) fn analyze(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        request: Request,
    ) -> io::Result<Box<dyn Engine>> {
        self.tell(id, Thought::Analysis, &News::Begun)?;
        let errand = Errand {
            task: Task::Search(endless(request)),
            until: Until::NextLine,
            endless: true,
            thought: Some(Thought::Analysis),
        };
        let (engine, outcome) = self.work(engine, id, errand)?;
        if let Outcome::Panicked(message) = outcome {
            self.tell(
                id,
                Thought::Analysis,
                &News::Failed(&Fault::Internal(message)),
            )?;
        }
        self.tell(id, Thought::Analysis, &News::Ended)?;
        Ok(engine)
    }

    /// Scores the positions of the game by the level from the last to the first, so that what the
    /// later ones have found helps with the earlier, until the next line. The game is then as it
    /// was.
    pub(super) fn review(&mut self, mut engine: Box<dyn Engine>) -> io::Result<Box<dyn Engine>> {
        const THOUGHT: Thought = Thought::Review;
        let errand = Errand {
            task: Task::Search(Request::default()),
            until: Until::NextLine,
            endless: false,
            thought: None,
        };
        self.tell(None, THOUGHT, &News::Begun)?;
        let turns = engine.history().len();
        for turn in (0..=turns).rev() {
            let (back, outcome) = self.work(engine, None, errand)?;
            engine = back;
            if self.must_stop(errand) {
                break;
            }
            match found(outcome) {
                Ok(lines) => {
                    if let Some(best) = lines.first() {
                        self.tell(None, THOUGHT, &News::Scored(turn, best.score))?;
                    }
                }
                Err(fault) => {
                    self.tell(None, THOUGHT, &News::Failed(&fault))?;
                    break;
                }
            }
            if turn > 0 && engine.undo().is_err() {
                break;
            }
        }
        while engine.history().len() < turns && engine.redo().is_ok() {}
        self.tell(None, THOUGHT, &News::Ended)?;
        Ok(engine)
    }

    /// Searches by the level for what GoGui shows.
    pub(super) fn show(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        picture: Picture,
    ) -> io::Result<Box<dyn Engine>> {
        let best = match picture {
            Picture::Evaluations => engine.legal(None).len().max(1),
            Picture::BestLine | Picture::Score => 1,
        };
        let request = Request {
            best,
            ..Request::default()
        };
        let (engine, found) = self.search(engine, id, request, Thought::Search)?;
        let no_line = || Fault::Internal("the search found no line".to_owned());
        let reply = found.and_then(|lines| match picture {
            Picture::Evaluations => Ok(Reply::Labels(lines)),
            Picture::BestLine => {
                let best = lines.into_iter().next().ok_or_else(no_line)?;
                Ok(Reply::Points(best.pv))
            }
            Picture::Score => {
                let best = lines.into_iter().next().ok_or_else(no_line)?;
                Ok(Reply::Estimate(engine.to_move(), best))
            }
        });
        self.reply(id, reply)?;
        Ok(engine)
    }

    /// Counts paths until it is done or stopped.
    pub(super) fn count(&mut self, engine: Box<dyn Engine>, depth: u32) -> io::Result<Back<Reply>> {
        let errand = Errand {
            task: Task::Perft(depth),
            until: Until::Stopped,
            endless: false,
            thought: None,
        };
        let (engine, outcome) = self.work(engine, None, errand)?;
        Ok((engine, counted(outcome)))
    }

    /// Lets the engine work until it is done or something ends it, and hears what comes
    /// meanwhile.
    fn work(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        errand: Errand,
    ) -> io::Result<(Box<dyn Engine>, Outcome)> {
        let mover = engine.to_move();
        let stop = StopFlag::new();
        let reports = errand
            .thought
            .is_some_and(|thought| self.live_graphics || self.dialect().tells_lines(thought));
        self.worker
            .start(engine, errand.task, stop.clone(), reports)?;
        let mut done: Option<Done> = None;
        loop {
            let stopped = self.must_stop(errand);
            if stopped {
                stop.raise();
            }
            if let Some(Done { engine, outcome }) = done.take_if(|_| stopped || !errand.endless) {
                self.draw(gtp::CLEAR_GRAPHICS);
                return Ok((engine, outcome));
            }
            match self.events.recv() {
                Ok(Event::Line(line)) => self.wait(line)?,
                Ok(Event::Eof) => self.closed = true,
                Ok(Event::Report(report)) => {
                    // Nobody wants to hear any more of a search that was cancelled.
                    let wanted = errand.thought.filter(|_| !self.waiting.cancels());
                    let Some(thought) = wanted else {
                        continue;
                    };
                    self.draw(&gtp::live_graphics(mover, &report));
                    let told = self.tell(id, thought, &News::Found(&report));
                    if told.is_err() {
                        // The client is gone; so must be the search, before the process ends.
                        stop.raise();
                    }
                    told?;
                }
                Ok(Event::Done(back)) => done = Some(*back),
                Err(_) => return Err(io::Error::other("the threads are gone")),
            }
        }
    }

    /// Lets GoGui draw, if it wants to.
    fn draw(&mut self, lines: &str) {
        if self.live_graphics && self.dialect() == Dialect::Gtp {
            // Nobody misses a picture that cannot be drawn.
            let _ = self.aside.write_all(lines.as_bytes());
            let _ = self.aside.flush();
        }
    }

    /// Whether something that was read ahead ends the running task.
    fn must_stop(&self, errand: Errand) -> bool {
        match errand.until {
            Until::NextLine => {
                // In a batch the end of the input ends only what has no end of its own.
                (self.closed && (errand.endless || !self.batch)) || !self.waiting.is_empty()
            }
            Until::Stopped => {
                let ends = self.waiting.stops() || self.waiting.cancels();
                let quits = self.closed || self.waiting.quits();
                // In a batch a quit waits for its turn, which must come some time.
                // What would end an endless task could not even be read from a full backlog.
                let deaf = errand.endless && self.backlog.is_full();
                ends || deaf || (quits && (errand.endless || !self.batch))
            }
        }
    }
}

fn endless(mut request: Request) -> Request {
    request.limits.infinite = true;
    request
}

fn found(outcome: Outcome) -> Result<Vec<Report<String>>, Fault> {
    match outcome {
        Outcome::Found(lines) => Ok(lines),
        Outcome::Panicked(message) => Err(Fault::Internal(message)),
        Outcome::Counted(_) => Err(Fault::Internal("a count came of a search".to_owned())),
    }
}

fn counted(outcome: Outcome) -> Result<Reply, Fault> {
    match outcome {
        Outcome::Counted(Ok(Some(count))) => Ok(Reply::Count(count)),
        Outcome::Counted(Ok(None)) => Err(Fault::Stopped),
        Outcome::Counted(Err(refusal)) => Err(refusal.into()),
        Outcome::Panicked(message) => Err(Fault::Internal(message)),
        Outcome::Found(_) => Err(Fault::Internal("a search came of a count".to_owned())),
    }
}
