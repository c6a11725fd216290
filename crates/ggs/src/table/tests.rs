//! Games followed through messages as the server writes them.

use super::*;
use crate::os::event::{self, Event};
use crate::os::message::Message;
use bianca_records::record::ggf::{read_ggf, write_ggf};
use bianca_rules::othello::{Move, Square};

/// A board as the server draws it.
fn drawn(game: &OthelloGame) -> Vec<String> {
    let (black, white) = (
        game.position_for(Color::Black).own,
        game.position_for(Color::Black).opp,
    );
    let mut lines = vec!["   A B C D E F G H".to_owned()];
    for rank in 0..8 {
        let discs: Vec<&str> = (0..8)
            .map(|file| match Square::at(file, rank) {
                square if black.contains(square) => "*",
                square if white.contains(square) => "O",
                _ => "-",
            })
            .collect();
        lines.push(format!(" {} {} {} ", rank + 1, discs.join(" "), rank + 1));
    }
    let turn = game.to_move().select('*', 'O');
    lines.extend([
        "   A B C D E F G H".to_owned(),
        String::new(),
        format!("{turn} to move"),
    ]);
    lines
}

fn clocks(black: &str, white: &str) -> Vec<String> {
    vec![
        format!("mona     (1812.5 *) {black}"),
        format!("timo     ( 990.0 O) {white}"),
        String::new(),
    ]
}

fn shown(head: &str, body: Vec<String>) -> Shown {
    let message = Message {
        head: head.to_owned(),
        body,
        is_cut: false,
    };
    match event::read(&message) {
        Event::Shown(shown) => *shown,
        other => panic!("{head}: {other:?}"),
    }
}

fn joined(game: &OthelloGame) -> Shown {
    let clock = "05:00,0:0//02:00,0:0";
    let mut body = vec![format!("{} move(s)", game.turns().len())];
    if game.turns().is_empty() {
        body.push("  0: PASS".to_owned());
    } else {
        let (position, color) = game.start();
        body.extend(clocks("05:00//02:00", "05:00//02:00"));
        body.extend(drawn(&OthelloGame::from_position(position, color)));
        let moves = (1..).zip(game.turns());
        body.extend(moves.map(|(number, (_, mv))| format!("{number:>3}: {mv}/1.5/2.25")));
    }
    body.extend(clocks(clock, clock));
    body.extend(drawn(game));
    shown("/os: join .7 8 K?", body)
}

fn updated(game: &OthelloGame, black: &str, white: &str) -> Shown {
    let mv = game.turns().last().unwrap().1;
    let mut body = vec![format!("{:>3}: {mv}//3.5", game.turns().len())];
    body.extend(clocks(black, white));
    body.extend(drawn(game));
    shown("/os: update .7 8 K?", body)
}

fn after(moves: &str) -> OthelloGame {
    let mut game = OthelloGame::new();
    for word in moves.split_whitespace() {
        game.play(word.parse().unwrap()).unwrap();
    }
    game
}

const FULL: &str = "05:00,0:0//02:00,0:0";

#[test]
fn a_game_is_followed_move_by_move() {
    let mut board = Board::default();
    assert_eq!(board.take(&updated(&after("f5"), FULL, FULL)), Taken::Lost);
    assert_eq!(board.take(&joined(&OthelloGame::new())), Taken::Whole);
    let first = updated(&after("f5"), "04:56,1:0//02:00,1:0", FULL);
    assert_eq!(board.take(&first), Taken::Followed);
    assert_eq!(board.take(&first), Taken::Known);
    assert_eq!(board.used(Color::Black), Duration::from_millis(3500));
    assert_eq!(board.clock(Color::Black).unwrap().seconds(), 296);
    // A move has been missed.
    assert_eq!(
        board.take(&updated(&after("f5 d6 c3"), FULL, FULL)),
        Taken::Lost
    );
    assert_eq!(board.game, after("f5"));
    assert_eq!(board.take(&joined(&after("f5 d6 c3"))), Taken::Whole);
    assert_eq!(
        board.setting(Color::White).unwrap().to_string(),
        "05:00//02:00"
    );
    // A step back tells the game anew.
    assert_eq!(board.take(&joined(&after("f5 d6"))), Taken::Whole);
    assert_eq!(board.game, after("f5 d6"));
}

#[test]
fn a_board_that_its_moves_do_not_lead_to_is_played_on_from() {
    let mut board = Board::default();
    board.take(&joined(&OthelloGame::new()));
    let mut lie = updated(&after("f5"), FULL, FULL);
    lie.now = updated(&after("f5 d6"), FULL, FULL).now;
    assert_eq!(board.take(&lie), Taken::Lost);
    let mut lie = joined(&after("f5 d6"));
    lie.moves.pop();
    assert_eq!(board.take(&lie), Taken::Strange);
    assert_eq!(board.game.to_move(), Color::Black);
    assert!(board.game.turns().is_empty());
    board.adopt(&updated(&after("f5 f6 e6"), FULL, FULL));
    assert_eq!(board.game.to_move(), Color::White);
}

#[test]
fn an_overrun_is_seen_by_the_clock_alone() {
    let mut board = Board::default();
    board.take(&joined(&OthelloGame::new()));
    board.take(&updated(&after("f5"), "06:58,1:0//00:00,1:0", FULL));
    assert!(board.is_overrun(Color::Black) && !board.is_overrun(Color::White));
}

fn finished(outcome: Outcome, moves: &str, change: impl Fn(&mut Board)) -> String {
    let pairing = match event::read(&Message {
        head: "/os: + match .7 990 timo 1812 mona 8 R".to_owned(),
        ..Message::default()
    }) {
        Event::Began(pairing) => pairing,
        other => panic!("{other:?}"),
    };
    let mut game = Match::new(pairing, "2026-11-29 16:00:00 UTC".to_owned());
    let id = ".7".parse().unwrap();
    game.board(id).unwrap().take(&joined(&after(moves)));
    change(game.board(id).unwrap());
    game.outcome = Some(outcome);
    let text = write_ggf(&game.records()[0]);
    let read = read_ggf(&text).unwrap();
    assert_eq!(read.game, after(moves), "{text}");
    text
}

#[test]
fn results_are_those_of_the_server() {
    // They are told for the first of the two, who has white here.
    let resigned = finished(Outcome::Score(64.0), "f5 d6", |_| {});
    assert!(resigned.contains("RE[-64.000:r]"), "{resigned}");
    assert!(
        resigned.contains("PB[mona]PW[timo]RB[1812.5]RW[990]TI[05:00//02:00]"),
        "{resigned}"
    );
    assert!(resigned.contains("B[f5/1.50/2.25]"), "{resigned}");
    let late = finished(Outcome::Score(-64.0), "f5 d6", |board| {
        board.overrun(Color::White, true)
    });
    assert!(late.contains("RE[+64.000:t]"), "{late}");
    let agreed = finished(Outcome::Score(-2.0), "f5 d6", |_| {});
    assert!(
        agreed.contains("RE[+2.000]") && agreed.contains("agreement"),
        "{agreed}"
    );
    for outcome in [Outcome::Aborted, Outcome::Left("timo".into())] {
        let open = finished(outcome, "f5 d6", |_| {});
        assert!(open.contains("RE[?]"), "{open}");
    }
    let whole = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let counted = finished(Outcome::Score(-64.0), whole, |_| {});
    assert!(
        after(whole).is_over() && counted.contains("RE[+64.000]"),
        "{counted}"
    );
}

#[test]
fn passes_count_as_moves() {
    let passes = "c4 c3 f5 b4 a4 a5 c2 a3";
    let mut board = Board::default();
    board.take(&joined(&after(passes)));
    assert!(board.game.position().must_pass());
    let pass = updated(&after(&format!("{passes} pass")), FULL, FULL);
    assert_eq!(pass.moves[0].mv, Move::Pass);
    assert_eq!(board.take(&pass), Taken::Followed);
}
