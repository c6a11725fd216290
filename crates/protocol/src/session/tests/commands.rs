//! Commands that are no business of the game alone.

use std::time::Duration;

use super::idle::Talk;
use super::{answers, black_clock, native, othello, speaking};
use crate::protocol::Dialect;
use crate::session::{Input, SessionSettings, input::Backlog};
use bianca_play::game::{Game, GameMove};
use bianca_play::player::{Contestant, Player, PlayerError};
use bianca_play::tabletop::SharedPlayer;
use bianca_search::request::{Report, Request, StopFlag};

#[test]
fn the_time_of_the_processors_is_told_in_seconds_where_it_is_known() {
    let mut session = native();
    let unknown = answers(&mut session, &["cputime"]);
    assert!(unknown.starts_with("? "), "{unknown}");
    session.dialogue.surroundings.cpu_time = || Some(Duration::from_millis(1500));
    assert_eq!(answers(&mut session, &["cputime"]), "= 1.500\n\n");
}

/// A player that breaks down.
struct Broken;

impl Player for Broken {
    fn search(
        &mut self,
        _: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        panic!("no more")
    }
}

#[test]
fn an_analysis_that_breaks_down_says_so() {
    let mut session = native();
    session.table.player = SharedPlayer::new(Contestant::new(Box::new(Broken)));
    let said = answers(&mut session, &["analyze", "name"]);
    assert!(said.contains("internal error: no more"), "{said}");
    assert!(said.ends_with("= Bianca\n\n"), "{said}");
}

#[test]
fn moves_alone_are_for_who_speaks_our_own_protocol() {
    for dialect in [Dialect::Gtp, Dialect::XBoard, Dialect::Ugi] {
        let mut session = othello(SessionSettings {
            interactive: true,
            ..SessionSettings::default()
        });
        session.dialogue.client.dialect = Some(dialect);
        let said = answers(&mut session, &["f5d6"]);
        let (turns, is_ours) = (session.table.game.turns(), dialect == Dialect::Gtp);
        assert_eq!(
            (turns, said.contains("unknown")),
            if is_ours { (2, false) } else { (0, true) }
        );
    }
}

#[test]
fn a_game_is_read_with_its_clocks() {
    let mut session = speaking(Dialect::NBoard);
    let game = "set game (;GM[Othello]TI[1:00]\
                BO[8 ---------------------------O*------*O--------------------------- *]\
                B[f5//10]W[d6//5];)";
    answers(&mut session, &[game]);
    assert_eq!(black_clock(&session), Duration::from_secs(50));
}

#[test]
fn one_line_is_looked_for_where_one_is_shown() {
    let talk = Talk::start();
    for view in ["gogui-best_line", "gogui-score", "gogui-evaluations"] {
        talk.say(view);
        assert_eq!(talk.searches().best, 1, "{view}");
    }
    talk.end();
}

/// What is answered makes room for more, in its turn or out of it.
#[test]
fn lines_that_were_answered_take_no_room() {
    let line = |text: &str| Input {
        text: text.to_owned(),
        too_long: false,
    };
    for (dialect, lines) in [
        (Dialect::Ugi, &["isready"][..]),
        (Dialect::XBoard, &["."]),
        (Dialect::Cassio, &["ENGINE-PROTOCOL get-search-infos"]),
        (
            Dialect::Cassio,
            &["ENGINE-PROTOCOL new-position", "ENGINE-PROTOCOL stop"],
        ),
        (Dialect::Gtp, &["name"]),
    ] {
        let mut session = speaking(dialect);
        let others = line(&"x".repeat(Backlog::LIMIT - 65));
        session.dialogue.queue.backlog.add(&others);
        for text in lines {
            session.dialogue.queue.backlog.add(&line(text));
            let game = &*session.table.game;
            assert!(session.dialogue.queue.backlog.is_full());
            session.dialogue.wait(line(text), game).unwrap();
        }
        session.dialogue.queue.closed = true;
        while session.dialogue.next_line().is_some() {}
        assert!(!session.dialogue.queue.backlog.is_full(), "{lines:?}");
    }
}
