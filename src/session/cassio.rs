//! Searches of positions that belong to no game, as Cassio asks for them.
//!
//! A result is told when it differs from the one before, but for the first second only the last
//! one is: programs that drive Edax by this protocol read one line for each search.

use std::io::{self, Write};
use std::time::Duration;

use super::searching::lock;
use super::{Next, Session};
use crate::game::{Game, GameError, GameMove};
use crate::othello::OthelloGame;
use crate::player::Player;
use crate::protocol::{CommandError, Probe, Reply, SearchEvent, SearchPurpose};
use crate::record::board::write_board;
use crate::request::{Goal, LearntScore, Limits, Report, Request};

/// How long a search tells nothing but its last result.
const QUIET: Duration = Duration::from_secs(1);

/// The search that runs, and what was told of it.
pub(super) struct Probed {
    probe: Probe,
    /// The position as each result begins with it.
    position: String,
    /// The last result that was told, without what changes at each.
    told: Option<Report<GameMove>>,
}

impl Probed {
    /// Whether a result says something new.
    fn is_new(&self, report: &Report<GameMove>) -> bool {
        self.told.as_ref().is_none_or(|told| {
            let said = |of: &Report<GameMove>| (of.score, of.depth, of.confidence, of.reach);
            said(told) != said(report) || told.pv != report.pv
        })
    }
}

impl<W: Write> Session<W> {
    /// Searches a position within its window and tells what is found.
    pub(super) fn probe(&mut self, id: Option<&str>, probe: Probe) -> io::Result<Next> {
        let mut game = OthelloGame::new();
        if let Err(error) = Game::set_board(&mut game, &probe.board) {
            return self.reply(id, Err(error.into()));
        }
        let position = write_board(game.position(), game.to_move()).replace(' ', "");
        if let Err(error) = self.take_over(game) {
            return self.reply(id, Err(error));
        }
        let request = Request {
            goal: match probe.depth {
                Some(_) => Goal::Best,
                None => Goal::Exact,
            },
            limits: Limits {
                depth: probe.depth,
                ..Limits::default()
            },
            window: probe.window,
            confidence: Some(probe.confidence),
            ..Request::default()
        };
        self.running.probed = Some(Probed {
            probe,
            position,
            told: None,
        });
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        let probed = self.running.probed.take();
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => return self.reply(id, Err(error)),
        };
        if let (Some(probed), Some(best)) = (probed, lines.first())
            && probed.is_new(best)
        {
            self.tell(&probed, best)?;
        }
        self.reply(id, Ok(Reply::Done))
    }

    /// Tells a result of the search that runs, if it is new and the search takes long.
    pub(super) fn probe_found(&mut self, report: &Report<GameMove>) -> io::Result<()> {
        let Some(mut probed) = self.running.probed.take() else {
            return Ok(());
        };
        let mut told = Ok(());
        if report.elapsed >= QUIET && probed.is_new(report) {
            told = self.tell(&probed, report);
            probed.told = Some(report.clone());
        }
        self.running.probed = Some(probed);
        told
    }

    fn tell(&mut self, probed: &Probed, report: &Report<GameMove>) -> io::Result<()> {
        let event = SearchEvent::Probed(&probed.position, &probed.probe, report);
        self.event(None, SearchPurpose::Lines, &event)
    }

    /// Lets the player remember what a client knows of a position and of those that follow it.
    pub(super) fn remember(
        &mut self,
        board: &str,
        bounds: LearntScore,
        line: &str,
    ) -> Result<Reply, CommandError> {
        let not_fed = |error: GameError| CommandError::NotFed(error.to_string());
        let mut game = OthelloGame::new();
        Game::set_board(&mut game, board).map_err(not_fed)?;
        let mut whole = game.clone();
        Game::play(&mut whole, None, line).map_err(not_fed)?;
        let mut bounds = bounds;
        let moves = whole.turns().iter().map(Some).chain([None]);
        for turn in moves {
            let best = turn.map(|&(_, mv)| GameMove::from(mv));
            lock(&self.player).learn(&game, &bounds, best);
            let Some(mv) = best else {
                break;
            };
            game.make(mv).map_err(not_fed)?;
            // A pass is no ply of the search.
            let plies = u32::from(!mv.is_pass());
            bounds = LearntScore {
                lower: -bounds.upper,
                upper: -bounds.lower,
                depth: bounds.depth.saturating_sub(plies),
                ..bounds
            };
        }
        Ok(Reply::Learned)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::othello::Square;
    use crate::player::{Contestant, PlayerError};
    use crate::protocol::Dialect;
    use crate::request::StopFlag;
    use crate::session::{SessionSettings, shared};

    const START: &str = "---------------------------OX------XO---------------------------X";

    /// What a player was asked and told.
    #[derive(Default)]
    struct Heard {
        asked: Vec<Request>,
        learned: Vec<(LearntScore, Option<GameMove>)>,
    }

    /// A player that finds nothing and keeps all that it hears.
    struct Listener(Arc<Mutex<Heard>>);

    impl Player for Listener {
        fn search(
            &mut self,
            _: &dyn Game,
            request: &Request,
            _: &StopFlag,
            _: &mut dyn FnMut(&Report<GameMove>),
        ) -> Result<Vec<Report<GameMove>>, PlayerError> {
            self.0.lock().unwrap().asked.push(*request);
            Ok(Vec::new())
        }
        fn learn(&mut self, _: &dyn Game, bounds: &LearntScore, best: Option<GameMove>) {
            let mut heard = self.0.lock().unwrap();
            heard.learned.push((*bounds, best));
        }
    }

    /// What the player hears of a line, and what is answered.
    fn heard(line: &str) -> (Heard, String) {
        let settings = SessionSettings {
            dialect: Some(Dialect::Cassio),
            ..SessionSettings::default()
        };
        let mut session = Session::in_process(Vec::new(), settings).unwrap();
        let ear = Arc::new(Mutex::new(Heard::default()));
        session.player = shared(Contestant::new(Box::new(Listener(ear.clone()))));
        session.send(line, &StopFlag::new()).unwrap();
        let heard = std::mem::take(&mut *ear.lock().unwrap());
        (heard, String::from_utf8(session.output().clone()).unwrap())
    }

    #[test]
    fn a_search_has_the_goal_the_window_and_the_precision_that_were_asked_for() {
        let search = |what: &str| heard(&format!("ENGINE-PROTOCOL {what}")).0.asked[0];
        let end = search(&format!("endgame-search {START} -3 5 87"));
        assert_eq!((end.goal, end.limits.depth), (Goal::Exact, None));
        assert_eq!(end.confidence, Some(87));
        let discs = |discs| crate::request::Score::from_discs(discs);
        assert_eq!(end.window, (discs(-3), discs(5)));
        let midgame = search(&format!("midgame-search {START} -64 64 9 73"));
        assert_eq!((midgame.goal, midgame.limits.depth), (Goal::Best, Some(9)));
    }

    #[test]
    fn a_line_that_is_fed_is_known_at_each_of_its_positions() {
        const MOVES: &str = "c4c3f5b4a4a5c2a3";
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, MOVES).unwrap();
        let after_a_pass = Game::legal(&game, Some(crate::othello::Color::White)).swap_remove(0);
        let line = format!("ENGINE-PROTOCOL feed-hash {START} -2 6 20 91 {MOVES}{after_a_pass}");
        let (heard, said) = heard(&line);
        assert_eq!(said, "");
        let depths: Vec<u32> = heard.learned.iter().map(|(of, _)| of.depth).collect();
        assert_eq!(depths, [20, 19, 18, 17, 16, 15, 14, 13, 12, 12, 11]);
        let best: Vec<Option<GameMove>> = heard.learned.iter().map(|(_, best)| *best).collect();
        assert_eq!(best[0], Some(square("c4")));
        let passed = [Some(GameMove::PASS), Some(after_a_pass), None];
        assert_eq!(best[8..], passed);
        for (index, (of, _)) in heard.learned.iter().enumerate() {
            let discs = [(-2, 6), (-6, 2)][index % 2];
            assert_eq!((of.lower.whole_discs(), of.upper.whole_discs()), discs);
            assert_eq!(of.confidence, 91);
        }
    }

    #[test]
    fn what_was_told_is_not_told_again() {
        let report = Report {
            depth: 9,
            ..Report::of_moves(vec![square("c4")])
        };
        let (probe, position) = (probe_of_start(), START.to_owned());
        let mut probed = Probed {
            probe,
            position,
            told: None,
        };
        assert!(probed.is_new(&report));
        probed.told = Some(report.clone());
        let later = Report {
            nodes: 77,
            ..report.clone()
        };
        assert!(!probed.is_new(&later));
        let (mut deeper, mut longer) = (report.clone(), report);
        deeper.depth = 10;
        longer.pv.push(square("c3"));
        assert!(probed.is_new(&deeper) && probed.is_new(&longer));
    }

    #[test]
    fn what_is_found_is_told_once_the_search_takes_long() {
        let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
        session.dialect = Some(Dialect::Cassio);
        session.running.probed = Some(Probed {
            probe: probe_of_start(),
            position: START.to_owned(),
            told: None,
        });
        let mut told = |elapsed| {
            let report = Report {
                elapsed,
                ..Report::of_moves(vec![square("c4")])
            };
            session.probe_found(&report).unwrap();
            session.output().split_off(0).len()
        };
        assert_eq!(told(QUIET / 2), 0);
        assert!(told(QUIET) > 0);
        assert_eq!(told(2 * QUIET), 0);
    }

    fn square(word: &str) -> GameMove {
        word.parse::<Square>().unwrap().into()
    }

    fn probe_of_start() -> Probe {
        Probe {
            board: START.to_owned(),
            window: Request::default().window,
            depth: Some(9),
            confidence: 100,
        }
    }
}
