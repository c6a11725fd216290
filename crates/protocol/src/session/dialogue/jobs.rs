//! Jobs: what takes time, what ends it before it is done, what is told of it meanwhile.

use std::io::{self, Write};

use super::Dialogue;
use crate::protocol::{CommandError, Dialect, SearchEvent, SearchPurpose};
use crate::session::worker::{self, Reporter, Workplace};
use crate::session::{Event, Failure};
use bianca_play::game::{Game, GameMove, in_words};
use bianca_play::player::Player;
use bianca_play::tabletop::SharedPlayer;
use bianca_search::request::{BookScore, Report, Request, StopFlag};
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
pub struct Terms {
    ended_by: EndedBy,
    /// Whether it is not over before it is ended, even if there is nothing left to find.
    endless: bool,
    /// What is reported of it to the client; nothing if `None`.
    purpose: Option<SearchPurpose>,
}

impl Terms {
    /// Of a job that has an end of its own and nothing to say before.
    pub const QUIET: Terms = Terms {
        ended_by: EndedBy::Stop,
        endless: false,
        purpose: None,
    };
    /// Of the same that ends with the next line.
    pub const UNTIL_LINE: Terms = Terms {
        ended_by: EndedBy::AnyLine,
        ..Terms::QUIET
    };
    /// Of one in the opponent's time, which ends with the next line and with nothing else.
    pub const PONDERING: Terms = Terms {
        endless: true,
        ..Terms::UNTIL_LINE
    };
    /// Of one that ends with the next line and says until then what it finds.
    pub const ANALYSIS: Terms = Terms {
        purpose: Some(SearchPurpose::Analysis),
        ..Terms::PONDERING
    };

    /// Of a search whose lines or move are answered.
    pub fn answering(request: &Request, purpose: SearchPurpose) -> Terms {
        Terms {
            ended_by: EndedBy::Stop,
            endless: request.limits.infinite,
            purpose: Some(purpose),
        }
    }
}

impl<W: Write> Dialogue<W> {
    /// Lets the player search the position that `game` stands at; the lines, best first.
    pub fn search(
        &mut self,
        game: &dyn Game,
        player: &SharedPlayer,
        mut request: Request,
        terms: Terms,
    ) -> Result<Vec<Report<GameMove>>, Failure> {
        request.limits.infinite |= terms.endless;
        if let Some(purpose) = terms.purpose {
            self.event(purpose, &SearchEvent::Began)?;
        }
        self.running.known = match terms.purpose {
            Some(SearchPurpose::Lines | SearchPurpose::Analysis) => book_scores(game, player),
            _ => Vec::new(),
        };
        let (position, thinking) = (game.clone_game(), player.clone());
        let search = move |stop: &StopFlag, report: Reporter| {
            thinking.lock().search(&*position, &request, stop, report)
        };
        let found = self.work(game, search, terms).inspect_err(|failure| {
            if let Failure::Refused(CommandError::Internal(_)) = failure {
                player.lock().recover();
            }
        })?;
        let lines = found.map_err(CommandError::from)?;
        Ok(lines.into_iter().map(|line| self.with_book(line)).collect())
    }

    /// A line of a search with what the book says of its move.
    fn with_book(&self, mut line: Report<GameMove>) -> Report<GameMove> {
        let mut known = self.running.known.iter();
        let known = known.find(|(known, _)| Some(known) == line.pv.first());
        line.book = known.map(|(_, score)| *score);
        line
    }

    /// Runs a job about `game` until it is done or something ends it, and hears what comes
    /// meanwhile.
    ///
    /// # Errors
    /// [`CommandError::Internal`] if it panics; whatever it held may be left half done.
    pub fn work<T: Send + 'static>(
        &mut self,
        game: &dyn Game,
        job: impl FnOnce(&StopFlag, Reporter) -> T + Send + 'static,
        terms: Terms,
    ) -> Result<T, Failure> {
        let reports = terms.purpose.is_some_and(|purpose| self.reports(purpose));
        let running = &mut self.running;
        (running.began, running.last, running.is_aborted) = (Instant::now(), None, false);
        let outcome = match &self.workplace {
            Workplace::Here(stop) => {
                let stop = stop.clone();
                let mut written = Ok(());
                let mut report = |found: &Report<GameMove>| {
                    if reports && written.is_ok() {
                        written = self.found(game, terms, found, &stop);
                    }
                };
                let outcome = worker::run(|| job(&stop, &mut report));
                written?;
                outcome
            }
            Workplace::Threads { worker, .. } => {
                let stop = StopFlag::new();
                let outcome = worker.start(job, stop.clone(), reports)?;
                self.attend(game, terms, &stop)?;
                let gone = |_| io::Error::other("the thread that searches is gone");
                outcome.recv().map_err(gone)?
            }
        };
        let clear = self.client.gogui.ended(game.cells().edge());
        self.draw(&clear);
        Ok(outcome.map_err(|message| panicked(game, message))?)
    }

    /// Whether anything is told of what such a search finds before it is over.
    fn reports(&self, purpose: SearchPurpose) -> bool {
        let posts = self.client.hears_thoughts() || purpose == SearchPurpose::Analysis;
        self.client.gogui.draws || posts && self.client.dialect().reports_lines(purpose)
    }

    /// Hears what comes while a job runs on the worker's thread, until the job is done.
    fn attend(&mut self, game: &dyn Game, terms: Terms, stop: &StopFlag) -> io::Result<()> {
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
                Some(Event::Line(line)) => self.wait(line, game)?,
                Some(Event::Eof) => self.queue.closed = true,
                Some(Event::Nothing) => {
                    self.queue.abandoned |= (self.surroundings.is_abandoned)();
                    self.queue.closed |= self.queue.abandoned;
                }
                Some(Event::Report(report)) => self.found(game, terms, &report, stop)?,
                Some(Event::Done) => done = true,
                None => return Err(io::Error::other("the threads are gone")),
            }
        }
    }

    /// Says what a search has found.
    fn found(
        &mut self,
        game: &dyn Game,
        terms: Terms,
        report: &Report<GameMove>,
        stop: &StopFlag,
    ) -> io::Result<()> {
        if report.rank == 1 {
            self.running.last = Some(report.clone());
        }
        if let Some(mut probed) = self.running.probed.take() {
            let event = probed.found(report);
            let written = event.map_or(Ok(()), |event| self.event(SearchPurpose::Lines, &event));
            self.running.probed = Some(probed);
            return written.inspect_err(|_| stop.raise());
        }
        // Nobody wants to hear any more of a search that was cancelled.
        let wanted = terms.purpose.filter(|_| !self.queue.waiting.cancels());
        let Some(purpose) = wanted else {
            return Ok(());
        };
        let (edge, mover) = (game.cells().edge(), game.to_move());
        let drawing = self.client.gogui.found(edge, mover, report);
        self.draw(&drawing);
        let report = self.with_book(report.clone());
        // If the client is gone, so must be the search, before the process ends.
        self.event(purpose, &SearchEvent::Found(&report))
            .inspect_err(|_| stop.raise())
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
    pub fn must_stop(&self, terms: Terms) -> bool {
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
}

/// Logs a panic with the position in which it happened, and gives the error to answer.
pub fn panicked(game: &dyn Game, message: String) -> CommandError {
    let moves: Vec<GameMove> = game.history().iter().map(|(_, mv)| *mv).collect();
    log::error!(
        "panic: {message}; in {} at {} after '{}'",
        game.name(),
        game.board(),
        in_words(&moves)
    );
    CommandError::Internal(message)
}

/// What the book says of the moves of the position.
fn book_scores(game: &dyn Game, player: &SharedPlayer) -> Vec<(GameMove, BookScore)> {
    let moves = player.lock().book_moves(game).unwrap_or_default();
    let scores = moves.iter().map(|known| {
        let score = BookScore {
            score: known.score,
            depth: known.depth.into(),
            confidence: known.confidence,
            lines: known.lines,
        };
        (known.square.into(), score)
    });
    scores.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Input, Session, SessionSettings};

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
        session.dialogue.client.dialect = Some(dialect);
        happened(&mut session);
        [Terms::QUIET, ENDLESS, UNTIL_LINE, REVIEW].map(|terms| session.dialogue.must_stop(terms))
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
            move |session: &mut Session<Vec<u8>>| {
                let game = session.table.game.clone_game();
                session.dialogue.wait(line(text), &*game).unwrap();
            }
        };
        assert_eq!(ended(gtp, said("name")), [no, no, yes, yes]);
        assert_eq!(ended(gtp, said("stop")), [yes; 4]);
        assert_eq!(ended(gtp, said("quit")), [no, yes, yes, yes]);
        assert_eq!(ended(ugi, said("quit")), [yes; 4]);
        assert_eq!(ended(Dialect::NBoard, said("ping 1")), [yes; 4]);
        assert_eq!(
            ended(gtp, |session| session.dialogue.queue.closed = true),
            [no, yes, yes, no]
        );
        assert_eq!(
            ended(ugi, |session| session.dialogue.queue.closed = true),
            [yes; 4]
        );
        let typed = |session: &mut Session<Vec<u8>>| {
            (
                session.dialogue.queue.closed,
                session.dialogue.client.interactive,
            ) = (true, true);
        };
        assert_eq!(ended(gtp, typed), [yes; 4]);
        assert_eq!(
            ended(gtp, |session| session.dialogue.queue.abandoned = true),
            [yes; 4]
        );
        assert_eq!(
            ended(gtp, |session| session.dialogue.running.is_aborted = true),
            [yes; 4]
        );
        let full = |session: &mut Session<Vec<u8>>| {
            let long = line(&"x".repeat(1 << 16));
            while !session.dialogue.queue.backlog.is_full() {
                session.dialogue.queue.backlog.add(&long);
            }
        };
        assert_eq!(ended(gtp, full), [no, yes, no, no]);
    }
}
