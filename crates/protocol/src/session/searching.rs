//! The commands that take time: what is searched, what ends it, what is said meanwhile.

use std::io::{self, Write};

use super::worker::{self, Outcome, Reporter};
use super::{Event, Next, Session, Workplace};
use crate::protocol::{
    BoardView, Choose, ClockUsed, CommandError, Dialect, Reply, SearchEvent, SearchPurpose,
};
use bianca_play::game::{GameMove, in_words};
use bianca_play::player::Player;
use bianca_rules::othello::Color;
use bianca_search::request::{Limits, Purpose, Report, Request, StopFlag};
use bianca_system::instant::Instant;

/// What ends a job before it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndedBy {
    /// What is meant to: `stop`, `quit`, `# interrupt` and the end of the input.
    Stop,
    /// Any line.
    AnyLine,
}

/// How the session goes about a job.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    ended_by: EndedBy,
    /// Whether it is not over before it is ended, even if there is nothing left to find.
    endless: bool,
    /// What is reported of it to the client; nothing if `None`.
    purpose: Option<SearchPurpose>,
}

impl Terms {
    /// Of a job that has an end of its own and nothing to say before.
    pub(super) const QUIET: Terms = Terms {
        ended_by: EndedBy::Stop,
        endless: false,
        purpose: None,
    };
    /// Of the same that ends with the next line.
    pub(super) const UNTIL_LINE: Terms = Terms {
        ended_by: EndedBy::AnyLine,
        ..Terms::QUIET
    };
}

/// The lines of a search, best first.
pub(super) type Lines = Result<Vec<Report<GameMove>>, CommandError>;

/// A move and what the search thought of it.
struct Chosen {
    mv: GameMove,
    found: Option<Report<GameMove>>,
}

impl<W: Write> Session<W> {
    /// Chooses a move for a side and says it. If it is to be played, it is, and then the session
    /// ponders if it may.
    pub(super) fn choose(&mut self, id: Option<&str>, order: Choose) -> io::Result<Next> {
        let start = Instant::now();
        let color = order.color.unwrap_or_else(|| self.table.game.to_move());
        let turns = self.table.game.turns();
        let before = (self.table.game.to_move() != color).then(|| self.table.game.clone_game());
        if let Err(error) = self.table.game.give_turn_to(color) {
            return self.reply(id, Err(error.into()));
        }
        // After the end there is only a pass to tell, and nothing to play.
        let plays = order.plays && !self.table.game.is_over();
        let clock = match order.clock {
            ClockUsed::None => None,
            ClockUsed::Kept => self.table.clocks.clock(color),
            ClockUsed::Given { black, white } => color.select(black, white),
        };
        let limits = self.table.clocks.limits(Limits {
            clock,
            ..order.limits
        });
        let mut chosen = self.best_move(id, limits, order.purpose)?;
        self.table.last_search = chosen.as_ref().ok().and_then(|chosen| chosen.found.clone());
        if plays {
            chosen = chosen.and_then(|chosen| {
                self.table.game.make(chosen.mv)?;
                Ok(chosen)
            });
            self.table.clocks.spend(color, start.elapsed());
            // The pass that gave `color` its turn, if there was one.
            self.table.passes.note(&*self.table.game, turns, true);
        }
        if (!plays || chosen.is_err())
            && let Some(before) = before
        {
            // The pass that gave `color` its turn is not part of the game.
            self.table.game = before;
        }
        if self.queue.waiting.cancels() {
            if plays && chosen.is_ok() {
                // Nobody hears of the move, so it was not made.
                let _ = self.table.game.undo();
            }
            self.event(id, SearchPurpose::Move, &SearchEvent::Ended)?;
            return Ok(Next::GoOn);
        }
        self.reply(
            id,
            chosen.map(|Chosen { mv, found }| Reply::Move { mv, found }),
        )?;
        if plays {
            self.ponder()?;
        }
        Ok(Next::GoOn)
    }

    /// Searches on in the opponent's time, if the client wants it and has nothing else to say.
    pub(super) fn ponder(&mut self) -> io::Result<()> {
        let idle = self.queue.is_idle();
        if !self.options.ponder
            || !idle
            || self.table.game.is_over()
            || !self.workplace.has_threads()
        {
            return Ok(());
        }
        let terms = Terms {
            ended_by: EndedBy::AnyLine,
            endless: true,
            purpose: None,
        };
        // What the search leaves in the hash table is all that is wanted of it. A panic is in
        // the log, and nobody waits for an answer.
        let _ = self.run_search(None, endless(Request::default()), terms)?;
        Ok(())
    }

    /// The best move of the side to move; a pass after the end, as clients expect.
    fn best_move(
        &mut self,
        id: Option<&str>,
        limits: Limits,
        purpose: Purpose,
    ) -> io::Result<Result<Chosen, CommandError>> {
        let pass = || Chosen {
            mv: GameMove::PASS,
            found: None,
        };
        // Neither the end of the game nor a forced pass is worth any time.
        if !limits.infinite && self.table.game.legal(None).iter().all(|mv| mv.is_pass()) {
            return Ok(Ok(pass()));
        }
        let request = Request {
            purpose,
            limits,
            ..Request::default()
        };
        self.event(id, SearchPurpose::Move, &SearchEvent::Began)?;
        let terms = Terms {
            ended_by: EndedBy::Stop,
            endless: limits.infinite,
            purpose: Some(SearchPurpose::Move),
        };
        let lines = self.run_search(id, request, terms)?;
        Ok(lines.map(|lines| {
            let best = lines.into_iter().next();
            let mv = best.as_ref().and_then(|line| line.pv.first().copied());
            mv.map_or_else(pass, |mv| Chosen { mv, found: best })
        }))
    }

    /// Searches until it is done or stopped.
    pub(super) fn search(
        &mut self,
        id: Option<&str>,
        request: Request,
        purpose: SearchPurpose,
    ) -> io::Result<Lines> {
        self.event(id, purpose, &SearchEvent::Began)?;
        let terms = Terms {
            ended_by: EndedBy::Stop,
            endless: request.limits.infinite,
            purpose: Some(purpose),
        };
        self.run_search(id, request, terms)
    }

    /// Searches and answers with what was found.
    pub(super) fn search_lines(&mut self, id: Option<&str>, request: Request) -> io::Result<Next> {
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        self.reply(id, lines.map(Reply::Analysis))
    }

    /// Searches until the next line and says what is found as it is found.
    pub(super) fn analyze(&mut self, id: Option<&str>, request: Request) -> io::Result<Next> {
        const PURPOSE: SearchPurpose = SearchPurpose::Analysis;
        if self.client.dialect() == Dialect::NBoard && self.table.game.is_over() {
            // Nothing is analysed, and the board need not send a line that would end it.
            self.event(id, PURPOSE, &SearchEvent::Ended)?;
            return Ok(Next::GoOn);
        }
        self.event(id, PURPOSE, &SearchEvent::Began)?;
        let terms = Terms {
            ended_by: EndedBy::AnyLine,
            endless: true,
            purpose: Some(PURPOSE),
        };
        // That a puzzle has no way to its goal is no failure of an analysis.
        if let Err(error @ CommandError::Internal(_)) =
            self.run_search(id, endless(request), terms)?
        {
            self.event(id, PURPOSE, &SearchEvent::Failed(&error))?;
        }
        self.event(id, PURPOSE, &SearchEvent::Ended)?;
        Ok(Next::GoOn)
    }

    /// Searches by the level for what GoGui shows.
    pub(super) fn show(&mut self, id: Option<&str>, view: BoardView) -> io::Result<Next> {
        let best = match view {
            BoardView::Evaluations => self.table.game.legal(None).len().max(1),
            BoardView::BestLine | BoardView::Score => 1,
        };
        let request = Request {
            best,
            ..Request::default()
        };
        let side = self.table.game.to_move();
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        let reply = lines.map(|lines| match (view, lines.first()) {
            (BoardView::BestLine, best) => {
                Reply::Points(best.map(|best| best.pv.clone()).unwrap_or_default())
            }
            (BoardView::Score, Some(best)) => Reply::Estimate(side, best.clone()),
            _ => Reply::Labels(lines),
        });
        self.reply(id, reply)
    }

    /// Counts paths until it is done or stopped. The game alone is asked.
    pub(super) fn count(&mut self, id: Option<&str>, depth: u32) -> io::Result<Next> {
        let terms = Terms {
            ended_by: EndedBy::Stop,
            endless: false,
            purpose: None,
        };
        let game = self.table.game.clone_game();
        let count = move |stop: &StopFlag, _: Reporter| game.perft(depth, stop);
        let reply = match self.work(None, count, terms)? {
            Ok(Some(count)) => Ok(Reply::Count(count)),
            Ok(None) => Err(CommandError::Stopped("the count was done")),
            Err(message) => Err(self.internal(message)),
        };
        self.reply(id, reply)
    }

    /// Lets the player search the position of the game.
    pub(super) fn run_search(
        &mut self,
        id: Option<&str>,
        request: Request,
        terms: Terms,
    ) -> io::Result<Lines> {
        let (game, player) = (self.table.game.clone_game(), self.table.player.clone());
        let search = move |stop: &StopFlag, report: Reporter| {
            player.lock().search(&*game, &request, stop, report)
        };
        let says = matches!(
            terms.purpose,
            Some(SearchPurpose::Lines | SearchPurpose::Analysis)
        );
        self.running.known = if says { self.book_scores() } else { Vec::new() };
        let outcome = self.work(id, search, terms)?;
        Ok(match outcome {
            Ok(lines) => {
                let lines = lines.map_err(CommandError::from);
                lines.map(|lines| lines.into_iter().map(|line| self.with_book(line)).collect())
            }
            Err(message) => {
                self.table.player.lock().recover();
                Err(self.internal(message))
            }
        })
    }

    /// Runs a job until it is done or something ends it, and hears what comes meanwhile.
    pub(super) fn work<T: Send + 'static>(
        &mut self,
        id: Option<&str>,
        job: impl FnOnce(&StopFlag, Reporter) -> T + Send + 'static,
        terms: Terms,
    ) -> io::Result<Outcome<T>> {
        let mover = self.table.game.to_move();
        let posts = self.tells_thoughts();
        let reports = terms.purpose.is_some_and(|purpose| {
            let by_dialect = self.client.dialect().reports_lines(purpose)
                && (posts || purpose == SearchPurpose::Analysis);
            self.client.gogui.draws || by_dialect
        });
        self.running.begin();
        let outcome = match &self.workplace {
            Workplace::Here(stop) => {
                let stop = stop.clone();
                let mut written = Ok(());
                let mut report = |found: &Report<GameMove>| {
                    if reports && written.is_ok() {
                        written = self.found(id, terms, mover, found, &stop);
                    }
                };
                let outcome = worker::run(|| job(&stop, &mut report));
                written?;
                outcome
            }
            Workplace::Threads { worker, .. } => {
                let stop = StopFlag::new();
                let outcome = worker.start(job, stop.clone(), reports)?;
                self.attend(id, terms, mover, &stop)?;
                let gone = |_| io::Error::other("the thread that searches is gone");
                outcome.recv().map_err(gone)?
            }
        };
        let clear = self.client.gogui.ended(self.table.game.cells().edge());
        self.draw(&clear);
        Ok(outcome)
    }

    /// Whether the client wants to hear what is thought about a move.
    pub(super) fn tells_thoughts(&self) -> bool {
        self.client.dialect() != Dialect::XBoard || self.client.xboard.posts
    }

    /// Hears what comes while a job runs on the worker's thread, until the job is done.
    fn attend(
        &mut self,
        id: Option<&str>,
        terms: Terms,
        mover: Color,
        stop: &StopFlag,
    ) -> io::Result<()> {
        let mut done = false;
        loop {
            let stopped = self.must_stop(terms);
            if stopped {
                stop.raise();
            }
            if done && (stopped || !terms.endless) {
                return Ok(());
            }
            match self.workplace.next_event_soon() {
                Some(Event::Line(line)) => self.wait(line)?,
                Some(Event::Eof) => self.queue.closed = true,
                Some(Event::Nothing) => {
                    self.queue.abandoned |= (self.surroundings.is_abandoned)();
                    self.queue.closed |= self.queue.abandoned;
                }
                Some(Event::Report(report)) => self.found(id, terms, mover, &report, stop)?,
                Some(Event::Done) => done = true,
                None => return Err(io::Error::other("the threads are gone")),
            }
        }
    }

    /// Says what a search has found.
    fn found(
        &mut self,
        id: Option<&str>,
        terms: Terms,
        mover: Color,
        report: &Report<GameMove>,
        stop: &StopFlag,
    ) -> io::Result<()> {
        if report.rank == 1 {
            self.running.last = Some(report.clone());
        }
        if let Some(mut probed) = self.running.probed.take() {
            let event = probed.found(report);
            let written = event.map_or(Ok(()), |event| {
                self.event(None, SearchPurpose::Lines, &event)
            });
            self.running.probed = Some(probed);
            return written.inspect_err(|_| stop.raise());
        }
        // Nobody wants to hear any more of a search that was cancelled.
        let wanted = terms.purpose.filter(|_| !self.queue.waiting.cancels());
        let Some(purpose) = wanted else {
            return Ok(());
        };
        let drawing = self
            .client
            .gogui
            .found(self.table.game.cells().edge(), mover, report);
        self.draw(&drawing);
        let report = self.with_book(report.clone());
        let written = self.event(id, purpose, &SearchEvent::Found(&report));
        if written.is_err() {
            // The client is gone; so must be the search, before the process ends.
            stop.raise();
        }
        written
    }

    /// Lets GoGui draw, if it wants to.
    fn draw(&mut self, lines: &str) {
        if !lines.is_empty() && self.client.dialect() == Dialect::Gtp {
            // Nobody misses a drawing that cannot be made.
            let _ = self.surroundings.aside.write_all(lines.as_bytes());
            let _ = self.surroundings.aside.flush();
        }
    }

    /// Whether something that was read ahead ends the running job.
    ///
    /// In GTP and in Edax's console commands that come at once are answered as if they came one by
    /// one: what has an end of its own is not ended by a `quit` or an end of the input behind it,
    /// unless a person typed it. The other dialects' clients mean it at once.
    pub(super) fn must_stop(&self, terms: Terms) -> bool {
        let scripted = matches!(self.client.dialect(), Dialect::Gtp | Dialect::Edax);
        let waits = scripted && !self.client.interactive && !terms.endless;
        let ended = match terms.ended_by {
            EndedBy::AnyLine => !self.queue.waiting.is_empty() || (self.queue.closed && !waits),
            EndedBy::Stop => {
                let quits = self.queue.closed || self.queue.waiting.quits();
                // What would end an endless job could not even be read from a full backlog.
                let deaf = terms.endless && self.queue.backlog.is_full();
                self.queue.waiting.stops()
                    || self.queue.waiting.cancels()
                    || deaf
                    || (quits && !waits)
            }
        };
        ended || self.queue.abandoned || self.running.is_aborted
    }

    /// Logs a panic with the position in which it happened, and gives the error to answer.
    pub(super) fn internal(&self, message: String) -> CommandError {
        let moves: Vec<GameMove> = self
            .table
            .game
            .history()
            .iter()
            .map(|(_, mv)| *mv)
            .collect();
        log::error!(
            "panic: {message}; in {} at {} after '{}'",
            self.table.game.name(),
            self.table.game.board(),
            in_words(&moves)
        );
        CommandError::Internal(message)
    }
}

fn endless(mut request: Request) -> Request {
    request.limits.infinite = true;
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Input, SessionSettings};

    const ENDLESS: Terms = Terms {
        ended_by: EndedBy::Stop,
        endless: true,
        purpose: None,
    };
    const UNTIL_LINE: Terms = Terms {
        ended_by: EndedBy::AnyLine,
        ..ENDLESS
    };
    const REVIEW: Terms = Terms {
        endless: false,
        ..UNTIL_LINE
    };

    /// Whether each kind of job goes on: one with an end of its own, one without, one until the
    /// next line, one until the next line or its end.
    fn ended(dialect: Dialect, happened: impl Fn(&mut Session<Vec<u8>>)) -> [bool; 4] {
        let settings = SessionSettings {
            options: vec![("Hash".to_owned(), "1".to_owned())],
            ..SessionSettings::default()
        };
        let mut session = Session::in_process(Vec::new(), settings).unwrap();
        session.client.dialect = Some(dialect);
        happened(&mut session);
        [Terms::QUIET, ENDLESS, UNTIL_LINE, REVIEW].map(|terms| session.must_stop(terms))
    }

    fn line(text: &str) -> Input {
        Input {
            text: text.to_owned(),
            too_long: false,
        }
    }

    #[test]
    fn what_ends_a_job_depends_on_the_job_and_on_who_speaks() {
        let (gtp, ugi) = (Dialect::Gtp, Dialect::Ugi);
        let (yes, no) = (true, false);
        assert_eq!(ended(gtp, |_| {}), [no; 4]);
        let said = |text: &'static str| {
            move |session: &mut Session<Vec<u8>>| session.wait(line(text)).unwrap()
        };
        assert_eq!(ended(gtp, said("name")), [no, no, yes, yes]);
        assert_eq!(ended(gtp, said("stop")), [yes; 4]);
        assert_eq!(ended(gtp, said("quit")), [no, yes, yes, yes]);
        assert_eq!(ended(ugi, said("quit")), [yes; 4]);
        assert_eq!(ended(Dialect::NBoard, said("ping 1")), [yes; 4]);
        assert_eq!(
            ended(gtp, |session| session.queue.closed = true),
            [no, yes, yes, no]
        );
        assert_eq!(ended(ugi, |session| session.queue.closed = true), [yes; 4]);
        let typed = |session: &mut Session<Vec<u8>>| {
            (session.queue.closed, session.client.interactive) = (true, true);
        };
        assert_eq!(ended(gtp, typed), [yes; 4]);
        assert_eq!(
            ended(gtp, |session| session.queue.abandoned = true),
            [yes; 4]
        );
        assert_eq!(
            ended(gtp, |session| session.running.is_aborted = true),
            [yes; 4]
        );
        let full = |session: &mut Session<Vec<u8>>| {
            let long = line(&"x".repeat(1 << 16));
            while !session.queue.backlog.is_full() {
                session.queue.backlog.add(&long);
            }
        };
        assert_eq!(ended(gtp, full), [no, yes, no, no]);
    }
}
