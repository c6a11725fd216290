//! A move is asked for: what is played, what is left behind, and when is pondered.

use std::time::Duration;

use super::idle::{PATIENCE, Talk};
use super::{INFO, answers, native};
use bianca_play::game::{Game, GameMove};
use bianca_play::player::{Contestant, Player, PlayerError};
use bianca_play::tabletop::SharedPlayer;
use bianca_search::request::{Report, Request, StopFlag};
use bianca_system::instant::Instant;

/// A player that finds nothing.
pub struct Lost;

impl Lost {
    /// For a table.
    pub fn shared() -> SharedPlayer {
        SharedPlayer::new(Contestant::new(Box::new(Lost)))
    }
}

impl Player for Lost {
    fn search(
        &mut self,
        _: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        Err(PlayerError::NoMove("nothing comes to mind".to_owned()))
    }
}

#[test]
fn pondering_goes_on_until_the_next_line_and_says_nothing() {
    let talk = Talk::start();
    talk.say("option Ponder true");
    talk.say("genmove b");
    assert!(!talk.searches().limits.infinite);
    assert!(talk.searches().limits.infinite, "no pondering");
    talk.say("play w 2");
    talk.say("history");
    assert_eq!(talk.end(), "=\n\n= 1\n\n=\n\n= 1 2\n\n");
}

#[test]
fn nothing_is_pondered_unless_it_is_wanted_and_nothing_waits() {
    let until_answered = |talk: &Talk, lines: usize| {
        let start = Instant::now();
        while talk.page.text().lines().count() < lines {
            assert!(start.elapsed() < PATIENCE, "{}", talk.page.text());
            std::thread::sleep(Duration::from_millis(1));
        }
        // Long enough for another search to begin.
        std::thread::sleep(Duration::from_millis(100));
    };
    let talk = Talk::start();
    talk.say("genmove b");
    talk.searches();
    until_answered(&talk, 2);
    assert!(talk.searched_all());
    assert_eq!(talk.end(), "= 1\n\n");
    // A move that is not played leaves the opponent nothing to think about.
    let talk = Talk::start();
    talk.say("option Ponder true");
    talk.say("reg_genmove b");
    talk.searches();
    until_answered(&talk, 4);
    assert!(talk.searched_all());
    assert_eq!(talk.end(), "=\n\n= 1\n\n");
    let talk = Talk::start();
    talk.say("option Ponder true");
    talk.say("go infinite");
    talk.searches();
    talk.say("genmove b");
    talk.say("stop");
    talk.searches();
    until_answered(&talk, 8);
    assert!(talk.searched_all());
    assert_eq!(talk.end(), format!("=\n\n= {INFO}\n\n= 1\n\n=\n\n"));
}

#[test]
fn a_search_that_fails_leaves_no_pass_behind() {
    const BLACK_PASSES: &str = "c4 c3 f5 b4 a4 a5 c2 a3";
    let mut session = native();
    answers(&mut session, &[&format!("play {BLACK_PASSES}")]);
    session.table.player = Lost::shared();
    let said = answers(&mut session, &["genmove white", "history"]);
    let history = format!("= {BLACK_PASSES}\n\n");
    assert_eq!(said, format!("? nothing comes to mind\n\n{history}"));
}
