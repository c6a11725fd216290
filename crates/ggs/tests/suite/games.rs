//! Whole games between two bridges, by every protocol, in pairs, watched, and over bad lines.

use bianca_records::record::annotated::AnnotatedGame;

use crate::bridges::{Bridge, EASY, answering, asking, engine, kept, open, said};
use crate::described::{printed, shape};
use crate::server::{Mischief, Server};
use crate::support::Scratch;

/// An engine that answers at once.
const QUICK: &str = "cmd=player:greedy";

/// Plays matches between `mona`, who asks, and `timo`; gives the place of their files.
fn play(server: &Server, engines: [&str; 2], what: &str, matches: u32) -> Scratch {
    let scratch = Scratch::new();
    let port = server.port();
    let answering = answering(matches);
    let timo = Bridge::join(&scratch, server, "timo", engines[1], &answering);
    let asking = asking(&format!("{what} timo"), matches);
    let mona = Bridge::start(&scratch, "mona", port, engines[0], &asking);
    assert_eq!((mona.end(&scratch), timo.end(&scratch)), (0, 0));
    scratch
}

/// The matches that both have kept, which must be the same and whole.
fn both(scratch: &Scratch, matches: usize) -> Vec<Vec<AnnotatedGame>> {
    let [mona, timo] = ["mona", "timo"].map(|name| kept(scratch, name));
    assert_eq!(
        (mona.len(), timo.len()),
        (matches, matches),
        "{}",
        said(scratch, "mona.out")
    );
    for (one, other) in mona.iter().zip(&timo) {
        let turns = |games: &[AnnotatedGame]| {
            games
                .iter()
                .map(|game| game.game.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(turns(one), turns(other));
    }
    for name in ["mona", "timo"] {
        assert_eq!(open(scratch, name).len(), 0);
        let said = said(scratch, &format!("{name}.out"));
        assert!(
            !said.contains("engine failed") && !said.contains("refused"),
            "{said}"
        );
    }
    mona
}

#[test]
fn games_are_played_and_kept() {
    let server = Server::start();
    let scratch = play(&server, [QUICK; 2], "8 0:30//1:00", 3);
    for games in both(&scratch, 3) {
        assert!(games.len() == 1 && games[0].game.is_over());
        assert_eq!(
            games[0].result_for_black().unwrap().discs() as i32,
            games[0].game.final_score_for_black()
        );
        assert!(games[0].notes.iter().all(|note| note.time.is_some()));
    }
    assert!(server.ended().iter().all(|ended| ended.forfeits == 0));
    let told = said(&scratch, "mona.out");
    assert!(
        told.contains("logged in as mona") && told.contains(" ended "),
        "{told}"
    );
}

#[test]
fn both_games_of_a_synchro_match_are_played_at_once() {
    let server = Server::start();
    let scratch = play(&server, ["cmd=player:minimax:2"; 2], "s8r20 0:30//1:00", 2);
    for games in both(&scratch, 2) {
        let [one, other] = &games[..] else { panic!() };
        assert_eq!(one.game.start(), other.game.start());
        assert_eq!((&one.black, &one.white), (&other.white, &other.black));
        assert_eq!(one.variant, "s8r20");
        assert!(one.game.is_over() && other.game.is_over());
    }
    let told = said(&scratch, "timo.out");
    let shapes: Vec<String> = told.lines().map(shape).collect();
    let documented = printed();
    assert_eq!(documented.len(), 5);
    for line in documented {
        assert!(shapes.contains(&shape(&line)), "{line}: {told}");
    }
}

#[test]
fn every_protocol_is_spoken() {
    let engine = engine();
    let server = Server::start();
    for (protocols, what) in [
        // So few squares are left that the clock is no matter on however busy a machine.
        (["gtp", "nboard"], "8r50 2:00//0:10"),
        (["ugi", "cassio"], "s8r52 2:00//0:10"),
        (["xboard", "gtp"], "8r52 2:00//0:10"),
    ] {
        let [one, other] = protocols.map(|protocol| {
            // It has no words for a clock.
            let limit = if protocol == "cassio" { "st=0.02" } else { "" };
            format!("cmd='{engine}' {protocol} proto={protocol} {limit}")
        });
        let scratch = play(&server, [&one, &other], what, 1);
        let games = &both(&scratch, 1)[0];
        let scored = games
            .iter()
            .flat_map(|game| &game.notes)
            .filter(|note| note.score.is_some());
        assert!(
            scored.count() > 5,
            "{protocols:?}: nothing is told of what moves are worth"
        );
    }
    for ended in server.ended() {
        assert_eq!(ended.forfeits, 0, "{ended:?}");
    }
}

#[test]
fn lines_in_pieces_and_rubbish_between_them_change_nothing() {
    let server = Server::start();
    server.set(Mischief {
        pieces: Some(7),
        rubbish: 8,
        ..Mischief::default()
    });
    let scratch = play(&server, [QUICK; 2], "s8r20 2:00//1:00", 1);
    both(&scratch, 1);
    let told =
        said(&scratch, "mona.out") + &said(&scratch, "mona.err") + &said(&scratch, "mona.log");
    let is_odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!told.contains(is_odd));
}

#[test]
fn moves_that_get_lost_are_asked_for() {
    let server = Server::start();
    server.set(Mischief {
        omits: Some(9),
        ..Mischief::default()
    });
    let scratch = Scratch::new();
    let answering = answering(1);
    let _timo = Bridge::join(&scratch, &server, "timo", QUICK, &answering);
    let asking = asking("8r50 2:00//1:00 timo", 1);
    let _mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &asking);
    server.wait("a move that is asked for", |server| {
        server
            .heard()
            .iter()
            .any(|line| line.contains("tell /os moves"))
    });
}

#[test]
fn who_watches_keeps_what_was_seen() {
    let server = Server::start();
    let scratch = Scratch::new();
    let rosa = Bridge::watch(&scratch, "rosa", server.port());
    server.wait("rosa", |server| {
        server
            .heard()
            .iter()
            .any(|line| line.contains("notify + *"))
    });
    let played = play(&server, [QUICK; 2], "s8r20 0:30//1:00", 2);
    let theirs = kept(&played, "mona");
    server.wait("the end", |_| kept(&scratch, "rosa").len() == 2);
    for (seen, played) in kept(&scratch, "rosa").iter().zip(&theirs) {
        for (seen, played) in seen.iter().zip(played) {
            assert_eq!(seen.game, played.game);
            assert_eq!(seen.black, played.black);
        }
    }
    rosa.kill();
}

#[test]
fn offers_are_judged_by_the_rules() {
    let server = Server::start();
    let scratch = Scratch::new();
    let rules = format!("types = 8\nrating = 0-1700\n{EASY}");
    let _timo = Bridge::join(&scratch, &server, "timo", QUICK, &rules);
    let rules = format!("ask = 8 0:30 timo\npause = 0:01\n{EASY}");
    let _mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &rules);
    server.wait("a refusal", |server| {
        server
            .heard()
            .contains(&"timo: tell mona only with ratings from 0 to 1700".to_owned())
    });
    for (kind, reason) in [
        ("8k", "komi (k)"),
        ("8a", "anti-Othello (a)"),
        ("8b", "chosen colours (b, w)"),
    ] {
        server.say(
            "timo",
            &format!("/os: + .55 1600.0 otto 05:00//02:00 {kind} U 1720.0 timo"),
        );
        server.wait(kind, |server| {
            server
                .heard()
                .iter()
                .any(|line| line.starts_with("timo: tell otto ") && line.contains(reason))
        });
    }
}
