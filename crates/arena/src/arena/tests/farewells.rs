//! What programs are told last, in each protocol, and after which games.

use super::clients::{Dialogue, first, game, seat};
use crate::arena::adjudication::Adjudication;
use crate::arena::judge::{Ending, play};
use crate::arena::program::ProgramPlayer;
use crate::arena::spec::Protocol;
use bianca_play::player::driver::PlayerForfeit;
use bianca_play::player::{Player, PlayerError};
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;

const GTP: &str = "list_commands) printf '=\\n\\n';; genmove*) printf '= resign\\n\\n';; \
    *) printf '=\\n\\n';;";
const XBOARD: &str = "protover*) echo 'feature done=1';; ping*) echo \"pong ${line#ping }\";; \
    go) echo resign;;";

#[test]
fn each_protocol_has_its_last_word() {
    for (protocol, limit, cases, last) in [
        (Protocol::Gtp, "level", GTP, "quit"),
        (
            Protocol::NBoard,
            "depth=1",
            "ping*) echo \"pong ${line#ping }\";;",
            "quit",
        ),
        (
            Protocol::Ugi,
            "depth=1",
            "ugi) echo ugiok;; isready) echo readyok;;",
            "quit",
        ),
        (
            Protocol::Cassio,
            "depth=1",
            "*init) echo ready.;;",
            "ENGINE-PROTOCOL quit",
        ),
        (Protocol::XBoard, "depth=1", XBOARD, "quit"),
    ] {
        let engine = Dialogue::new(protocol, &[], cases);
        drop(engine.start(limit).unwrap());
        let told = engine.told();
        assert_eq!(told.last().unwrap(), last, "{told:?}");
        let said = told.iter().filter(|line| line.ends_with("quit"));
        assert_eq!(said.count(), 1, "{told:?}");
    }
}

/// A search is ended first where there are words for that which cost nothing. Who does not search
/// may wait for an answer to each line, and hears none of them.
#[test]
fn a_gtp_engine_is_interrupted_while_it_searches_alone() {
    let lists = GTP.replacen("'=", "'= gogui-interrupt", 1);
    let engine = Dialogue::new(Protocol::Gtp, &[], &lists);
    let mut resigning = seat(&engine, "level");
    let seats = [&mut resigning, &mut first()];
    play(seats, Box::new(game("")), 1, Adjudication::default());
    drop(resigning);
    let told = engine.told();
    assert!(told.contains(&"genmove black".to_owned()), "{told:?}");
    assert!(!told.contains(&"# interrupt".to_owned()), "{told:?}");
    assert_eq!(told.last().unwrap(), "quit");
    let silent = lists.replace("printf '= resign\\n\\n'", ":");
    let engine = Dialogue::new(Protocol::Gtp, &[], &silent);
    interrupted(&engine, "genmove");
    let farewell = ["# interrupt", "quit"].map(str::to_owned);
    assert!(engine.told().ends_with(&farewell));
}

#[test]
fn an_xboard_engine_is_told_the_result_of_each_game() {
    let engine = Dialogue::new(Protocol::XBoard, &[], XBOARD);
    let told = |play: &dyn Fn(&mut ProgramPlayer)| {
        let mut player = engine.start("level").unwrap();
        play(&mut player);
        drop(player);
        let told = engine.told();
        let from = told.iter().position(|line| line.starts_with("result"));
        from.map_or_else(Vec::new, |from| told[from..].to_vec())
    };
    // Of no game there is none.
    assert!(told(&|_| {}).is_empty());
    let unfinished = ["result * {the game was interrupted}", "quit"];
    assert_eq!(told(&|it| it.prepare(&game("f5")).unwrap()), unfinished);
    let finished = ["result 0-1 {Black wins 40-24}", "quit"];
    let won = |it: &mut ProgramPlayer| {
        it.prepare(&game("f5")).unwrap();
        it.finish(&Ending::Counted(16));
    };
    assert_eq!(told(&won), finished);
    // The next one has none again.
    let next = |it: &mut ProgramPlayer| {
        won(it);
        it.new_game();
        it.prepare(&game("")).unwrap();
    };
    assert_eq!(
        told(&next).last_chunk(),
        Some(&unfinished.map(str::to_owned))
    );
}

#[test]
fn nobody_is_ended_but_who_has_failed() {
    let playing = XBOARD.replace("echo resign", "echo 'move P@h8'");
    let engines = [XBOARD, &playing].map(|cases| Dialogue::new(Protocol::XBoard, &[], cases));
    let [mut resigning, mut other] = [&engines[0], &engines[1]].map(|one| seat(one, "level"));
    let judged = play(
        [&mut resigning, &mut first()],
        Box::new(game("")),
        1,
        Adjudication::default(),
    );
    let loser = Color::Black;
    let error = PlayerError::Resigned;
    assert_eq!(
        judged.ending,
        Ending::Forfeit(PlayerForfeit { loser, error })
    );
    let result = ["result 1-0 {Black resigns}", "quit"].map(str::to_owned);
    assert!(engines[0].told().ends_with(&result));
    // It has won, by its opponent's fault, and goes on.
    let mut resigning = seat(&engines[0], "level");
    play(
        [&mut resigning, &mut other],
        Box::new(game("")),
        1,
        Adjudication::default(),
    );
    engines[0].told();
    let is_told = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        engines[1].has_been_told("result 1-0 {Black resigns}")
    });
    assert!(is_told && !engines[1].has_been_told("quit"));
    other.bid_farewell();
    drop(other);
    assert_eq!(engines[1].told().last().unwrap(), "quit");
}

#[test]
fn an_interrupted_game_is_nobody_s_fault() {
    let engine = Dialogue::new(Protocol::XBoard, &[], &XBOARD.replace("echo resign", ":"));
    interrupted(&engine, "go");
    let last = ["result * {the game was interrupted}", "quit"].map(str::to_owned);
    assert!(engine.told().ends_with(&last));
}

/// Plays with an engine that answers nothing to `search`, until the match is told to stop.
fn interrupted(engine: &Dialogue, search: &str) {
    let stop = StopFlag::new();
    let mut waiting = seat(engine, "level").until(&stop);
    let judged = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !engine.has_been_told(search) {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            stop.raise();
        });
        let seats = [&mut waiting, &mut first()];
        play(seats, Box::new(game("")), 1, Adjudication::default())
    });
    let Ending::Forfeit(forfeit) = judged.ending else {
        panic!("{:?}", judged.ending);
    };
    assert_eq!(forfeit.error, PlayerError::Interrupted);
    assert!(!engine.has_been_told("result"));
}
