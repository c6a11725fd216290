//! Searches of positions that belong to no game, as Cassio asks for them.

use std::io::Write;

use super::Failure;
use super::dialogue::{Dialogue, Terms};
use crate::protocol::{Probe, Reply, SearchPurpose};
use bianca_play::tabletop::Tabletop;

/// Searches a position within its window and tells what is found.
pub fn probe<W: Write>(
    dialogue: &mut Dialogue<W>,
    table: &mut Tabletop,
    probe: Probe,
) -> Result<Reply, Failure> {
    let (probing, request) = probe.begin(table)?;
    dialogue.running.probed = Some(probing);
    let terms = Terms::answering(&request, SearchPurpose::Lines);
    let found = dialogue.search(&*table.game, &table.player, request, terms);
    let probed = dialogue.running.probed.take();
    let lines = found?;
    let last = probed.as_ref().zip(lines.first());
    if let Some(event) = last.and_then(|(probed, best)| probed.ended(best)) {
        dialogue.event(SearchPurpose::Lines, &event)?;
    }
    Ok(Reply::Done)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use crate::protocol::Dialect;
    use crate::session::Session;
    use crate::session::SessionSettings;
    use bianca_play::game::{Game, GameMove};
    use bianca_play::player::Player;
    use bianca_play::player::{Contestant, PlayerError};
    use bianca_play::tabletop::SharedPlayer;
    use bianca_rules::othello::{OthelloGame, Square};
    use bianca_search::request::{Goal, LearntScore, Request};
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
