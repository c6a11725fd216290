//! Searches of positions that belong to no game, as Cassio asks for them.

use std::io::{self, Write};

use super::{Next, Session};
use crate::protocol::cassio::Probing;
use crate::protocol::{CommandError, Fed, Probe, Reply, SearchPurpose};
use bianca_play::game::{Game, GameError, GameMove};
use bianca_play::player::Player;
use bianca_records::record::board::write_board;
use bianca_rules::othello::OthelloGame;
use bianca_search::request::{Goal, LearntScore, Limits, Request};

impl<W: Write> Session<W> {
    /// Searches a position within its window and tells what is found.
    pub(super) fn probe(&mut self, id: Option<&str>, probe: Probe) -> io::Result<Next> {
        let mut game = OthelloGame::new();
        if let Err(error) = Game::set_board(&mut game, &probe.board) {
            return self.reply(id, Err(error.into()));
        }
        let position = write_board(game.position(), game.to_move()).replace(' ', "");
        if let Err(error) = self.table.take_over(game) {
            return self.reply(id, Err(error.into()));
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
        self.running.probed = Some(Probing::new(probe, position));
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        let probed = self.running.probed.take();
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => return self.reply(id, Err(error)),
        };
        let last = probed.as_ref().zip(lines.first());
        if let Some(event) = last.and_then(|(probed, best)| probed.ended(best)) {
            self.event(None, SearchPurpose::Lines, &event)?;
        }
        self.reply(id, Ok(Reply::Done))
    }

    /// Lets the player remember what a client knows of a position and of those that follow it.
    pub(super) fn remember(&mut self, fed: &Fed) -> Result<Reply, CommandError> {
        let not_fed = |error: GameError| CommandError::NotFed(error.to_string());
        let mut game = OthelloGame::new();
        Game::set_board(&mut game, &fed.board).map_err(not_fed)?;
        let mut whole = game.clone();
        Game::play(&mut whole, None, &fed.line).map_err(not_fed)?;
        let mut bounds = fed.bounds;
        let moves = whole.turns().iter().map(Some).chain([None]);
        for turn in moves {
            let best = turn.map(|&(_, mv)| GameMove::from(mv));
            self.table.player.lock().learn(&game, &bounds, best);
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
    use crate::protocol::Dialect;
    use crate::session::SessionSettings;
    use bianca_play::player::{Contestant, PlayerError};
    use bianca_play::tabletop::SharedPlayer;
    use bianca_rules::othello::Square;
    use bianca_search::request::{Report, StopFlag};

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
        session.table.player = SharedPlayer::new(Contestant::new(Box::new(Listener(ear.clone()))));
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
        let discs = |discs| bianca_search::request::Score::from_discs(discs);
        assert_eq!(end.window, (discs(-3), discs(5)));
        let midgame = search(&format!("midgame-search {START} -64 64 9 73"));
        assert_eq!((midgame.goal, midgame.limits.depth), (Goal::Best, Some(9)));
    }

    #[test]
    fn a_line_that_is_fed_is_known_at_each_of_its_positions() {
        const MOVES: &str = "c4c3f5b4a4a5c2a3";
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, MOVES).unwrap();
        let after_a_pass =
            Game::legal(&game, Some(bianca_rules::othello::Color::White)).swap_remove(0);
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

    fn square(word: &str) -> GameMove {
        word.parse::<Square>().unwrap().into()
    }
}
