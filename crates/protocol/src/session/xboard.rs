//! What a board that speaks XBoard's protocol makes the session do: moves, hints, analysis.
//!
//! What it says and what is answered is [`xboard`](crate::protocol::xboard)'s.

use std::io::{self, Write};

use super::{Answer, Session, searching};
use crate::protocol::xboard::{Role, Step, ended};
use crate::protocol::{Choose, ClockUsed, Reply, XBoardOrder};
use bianca_search::request::{Purpose, Request};

impl<W: Write> Session<W> {
    /// Does what a board wants.
    pub(super) fn at_board(&mut self, order: XBoardOrder) -> Answer {
        match order.obey(&mut self.table, &mut self.dialogue.client)? {
            Step::Said(reply) => Ok(Some(reply)),
            Step::Asks(command) => self.execute(command),
            Step::TakesTurn => self.take_turn(),
            Step::Hints(request) => {
                let lines = searching::search(&mut self.dialogue, &self.table, request)?;
                let best = lines.first().and_then(|line| line.pv.first().copied());
                Ok(Some(best.map_or(Reply::Done, Reply::Hint)))
            }
        }
    }

    /// Finds a move and plays it, if it is the engine's turn.
    fn take_turn(&mut self) -> Answer {
        let memory = &self.dialogue.client.xboard;
        let is_ours = memory.role == Role::Plays(self.table.game.to_move());
        if is_ours && !self.table.game.is_over() {
            self.choose(Choose {
                plays: true,
                clock: ClockUsed::Kept,
                purpose: Purpose::Move,
                limits: memory.limits(),
                ..Choose::default()
            })?;
        }
        Ok(ended(&self.table, &self.dialogue.client.xboard))
    }

    /// Searches on while the board analyses and has nothing else to say.
    pub(super) fn go_on_analyzing(&mut self) -> io::Result<()> {
        let (dialogue, table) = (&mut self.dialogue, &self.table);
        let client = &dialogue.client;
        let analyzes = client.xboard.role == Role::Analyzes && !client.astray;
        let idle = dialogue.queue.is_idle() && dialogue.workplace.has_threads();
        if analyzes && idle && !table.game.is_over() {
            let analyzed = searching::analyze(dialogue, table, Request::default());
            dialogue.answer(analyzed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::Dialect;
    use crate::session::SessionSettings;
    use crate::session::tests::idle::Running;
    use bianca_rules::othello::Color;
    use bianca_search::request::StopFlag;

    /// A session after these lines.
    fn at_board(lines: &[&str]) -> Session<Vec<u8>> {
        let small = [("Hash", "1"), ("Level", "1")];
        let settings = SessionSettings {
            dialect: Some(Dialect::XBoard),
            options: small
                .map(|(name, value)| (name.into(), value.into()))
                .into(),
            ..SessionSettings::default()
        };
        let mut session = Session::in_process(Vec::new(), settings).unwrap();
        for line in lines {
            assert!(session.send(line, &StopFlag::new()).unwrap());
        }
        session
    }

    #[test]
    fn the_engine_plays_the_side_that_it_is_given_by_its_own_clock() {
        let session = at_board(&["new", "level 0 5 0", "time 1000", "otim 2000"]);
        let left = |color| session.table.clocks.clock(color).unwrap().remaining;
        assert_eq!(left(Color::White), Duration::from_secs(10));
        assert_eq!(left(Color::Black), Duration::from_secs(20));
        let session = at_board(&["new", "level 0 0 1", "time 300"]);
        let clock = session.table.clocks.clock(Color::White).unwrap();
        let (left, more) = (Duration::from_secs(3), Duration::from_secs(1));
        assert_eq!((clock.remaining, clock.increment), (left, more));
        assert_eq!(clock.moves_to_go, None, "what is left is for the game");
        let state = at_board(&["new", "force", "playother"])
            .dialogue
            .client
            .xboard;
        assert_eq!(state.role, Role::Plays(Color::White));
        let role = |lines| at_board(lines).dialogue.client.xboard.role;
        assert_eq!(
            role(&["new", "force", "f5", "playother"]),
            Role::Plays(Color::Black)
        );
        assert_eq!(role(&["new", "go"]), Role::Plays(Color::Black));
        assert_eq!(role(&["new", "force"]), Role::Watches);
        assert_eq!(role(&["analyze", "force"]), Role::Analyzes);
        assert_eq!(role(&["analyze", "exit"]), Role::Watches);
    }

    #[test]
    fn moves_of_a_game_come_from_the_book_and_keep_to_the_boards_times() {
        let session = at_board(&["new", "go"]);
        assert_eq!(
            session.table.last_search.as_ref().map(|found| found.nodes),
            Some(0)
        );
        // It may search 60 plies deep, and would for hours.
        let searched = Running::start(|| {
            let mut session = at_board(&["new", "st 0.05", "sd 60"]);
            session.options().set("Book", "off").unwrap();
            session.send("f5", &StopFlag::new()).unwrap();
            session.table.game.turns()
        });
        assert_eq!(searched.end(), 2);
        let session = at_board(&["new", "level 0 5 0", "f5"]);
        let white = session.table.clocks.clock(Color::White).unwrap().remaining;
        assert!(white < Duration::from_secs(300));
    }

    #[test]
    fn an_unmentioned_pass_goes_with_the_users_move() {
        let moves = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];
        let lines = [&["new", "force"][..], &moves].concat();
        let session = at_board(&lines);
        let mv = session
            .table
            .game
            .legal(Some(Color::White))
            .swap_remove(0)
            .to_string();
        let alone = [&lines[..], &[&mv, "undo"]].concat();
        assert_eq!(at_board(&alone).table.game.turns(), 8);
        let said = [&lines[..], &["@@@@", &mv, "undo"]].concat();
        assert_eq!(at_board(&said).table.game.turns(), 9);
    }

    /// What is answered to the last of these lines.
    fn answer(lines: &[&str]) -> String {
        let (last, before) = lines.split_last().unwrap();
        let mut session = at_board(before);
        session.output().clear();
        session.send(last, &StopFlag::new()).unwrap();
        String::from_utf8(session.output().clone()).unwrap()
    }

    #[test]
    fn the_engine_keeps_still_where_it_has_no_turn() {
        let over = "setboard PPPPPPPP/8/8/8/8/8/8/8 w - - 0 1";
        assert!(!answer(&["new", over, "go"]).contains("Error"));
        // It plays white, and the user moves for white.
        let whites = "setboard 8/8/8/3pP3/3ppp2/8/8/8 b - - 0 1";
        let session = at_board(&["new", whites]);
        assert_eq!(session.table.game.to_move(), Color::White);
        let mv = session.table.game.legal(None).swap_remove(0).to_string();
        assert_eq!(at_board(&["new", whites, &mv]).table.game.turns(), 1);
    }

    #[test]
    fn what_makes_no_sense_now_is_refused() {
        let over = "setboard PPPPPPPP/8/8/8/8/8/8/8 w - - 0 1";
        for (lines, refused) in [
            (&["new", "force", "usermove 1."][..], "Illegal move: 1.\n"),
            (&["new", "force", "usermove f5d6"], "Illegal move: f5d6\n"),
            (
                &["new", over, "hint"],
                "Error (command not legal now): hint\n",
            ),
            (
                &["setboard 9", "hint"],
                "Error (command not legal now): hint\n",
            ),
        ] {
            assert_eq!(answer(lines), refused, "{lines:?}");
        }
        assert!(answer(&["new", "hint"]).starts_with("Hint: "));
    }
}
