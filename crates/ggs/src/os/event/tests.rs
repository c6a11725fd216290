//! Lines in the server's forms, with names of our own.

use super::*;

fn event(head: &str) -> Event {
    with_body(head, &[])
}

fn with_body(head: &str, body: &[&str]) -> Event {
    read(&Message {
        head: head.to_owned(),
        body: body.iter().map(|&line| line.to_owned()).collect(),
        is_cut: false,
    })
}

fn offered(head: &str) -> Request {
    match event(head) {
        Event::Offered(request) => request,
        other => panic!("{head}: {other:?}"),
    }
}

#[test]
fn prompts_are_known() {
    let login = ": Enter login (yours, or one you'd like to use).";
    assert_eq!(event(login), Event::AsksName);
    assert_eq!(event(": Enter your password."), Event::AsksPassword);
    assert_eq!(event(": + /os 1"), Event::Service(true));
    assert_eq!(event(": - /os 1"), Event::Service(false));
    // Nobody's chat is a prompt.
    assert_eq!(event("mona: Enter your password."), Event::Other);
    assert_eq!(event("mona: /os: + match .5 1 a 2 b 8 U"), Event::Other);
}

#[test]
fn offers_are_read_with_all_that_may_follow() {
    let plain = offered("/os: +   .8 1812.5 mona     05:00//02:00       8 R  990.0 timo    ");
    assert_eq!((plain.id, plain.from.0.as_str()), (Number(8), "mona"));
    assert_eq!(
        (plain.stake, plain.kind.to_string().as_str()),
        (Stake::Rated, "8")
    );
    assert_eq!(plain.to, Some(("timo".to_owned(), 990.0)));
    assert_eq!((plain.other_clock, plain.record), (None, None));
    let open = offered("/os: +  .12 1812.5 mona     05:00//02:00   s8r20 U *      *       ");
    assert_eq!((open.to, open.stake), (None, Stake::Unrated));
    let uneven = offered("/os: + .8 1812.5 mona 05:00//02:00 8 R 990.0 timo     10:00//02:00");
    assert_eq!(uneven.other_clock.unwrap().to_string(), "10:00//02:00");
    let again = offered("/os: + .8 1812.5 mona 05:00//02:00 s8r16 S 990.0 timo .82726");
    assert_eq!(
        (again.stake, again.record),
        (Stake::Stored, Some(Number(82_726)))
    );
    let both = offered("/os: + .8 1812.5 mona 05:00//02:00 8 S 990.0 timo 10:00 .82726");
    assert!(both.other_clock.is_some() && both.record.is_some());
    let gone = event("/os: -   .8 1812.5 mona     05:00//02:00       8 R  990.0 timo    ");
    assert_eq!(gone, Event::Withdrawn(Number(8)));
}

#[test]
fn matches_begin_and_end() {
    let Event::Began(pairing) = event("/os: + match .9 1812 mona 990 timo s8r20 R") else {
        panic!();
    };
    assert_eq!(
        (pairing.id, pairing.players[1].0.as_str()),
        (Number(9), "timo")
    );
    assert!(pairing.kind.is_synchro() && pairing.stake == Stake::Rated);
    let ended = |tail: &str| match event(&format!(
        "/os: - match .9 1812 mona 990 timo s8r20 R {tail}"
    )) {
        Event::Ended(_, outcome, record) => (outcome, record),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        ended("+30.00  .83353"),
        (Outcome::Score(30.0), Some(Number(83_353)))
    );
    assert_eq!(ended("-64.00"), (Outcome::Score(-64.0), None));
    assert_eq!(ended("aborted"), (Outcome::Aborted, None));
    assert_eq!(
        ended("timo left .7"),
        (Outcome::Left("timo".into()), Some(Number(7)))
    );
    let game = |tail: &str| event(&format!("/os: end .9.1 ( mona vs. timo ) {tail}"));
    let id: GameId = ".9.1".parse().unwrap();
    assert_eq!(game("+2.00"), Event::GameEnded(id, Outcome::Score(2.0)));
    assert_eq!(
        game("player timo left"),
        Event::GameEnded(id, Outcome::Left("timo".into()))
    );
    assert_eq!(game("aborted"), Event::GameEnded(id, Outcome::Aborted));
}

#[test]
fn what_happens_in_a_game_is_read() {
    let id: GameId = ".9.0".parse().unwrap();
    let overrun = |is_fatal, color| Event::Overrun {
        id,
        color,
        is_fatal,
    };
    assert_eq!(
        event("/os: timeout .9.0 mona (*)"),
        overrun(false, Color::Black)
    );
    assert_eq!(
        event("/os: fatal-timeout .9.0 mona (O)"),
        overrun(true, Color::White)
    );
    let refused = event("/os: error .9.0 not your turn");
    assert_eq!(refused, Event::Refused(id, "not your turn".into()));
    let wants = event("/os: abort .9.0 timo is asking");
    assert!(matches!(wants, Event::Wants { what: "abort", .. }));
    let said = event("/os: .9.0 A 1812 mona: good luck: and more");
    let text = "good luck: and more".to_owned();
    assert_eq!(
        said,
        Event::Said {
            id,
            from: "mona".into(),
            text
        }
    );
}

#[test]
fn lists_and_records_have_their_lines() {
    let matches = with_body(
        "/os: match 2/2",
        &["  .2 1812 mona  990 timo       s8r14  R 0", " x"],
    );
    assert!(matches!(matches, Event::Matches(found) if found.len() == 1));
    let line = ".82726   30 Jul 2026 12:31:02  mona  timo s8r16:l";
    let Event::Stored(found) = with_body("/os: stored 1 mona", &[line]) else {
        panic!()
    };
    assert_eq!(found[0].0, Number(82_726));
    let look = with_body("/os: look", &["1 (;GM[Othello];)"]);
    assert!(matches!(look, Event::Record(found) if found.len() == 1));
    let error = event("/os: decline ERR not found: .8");
    assert!(matches!(error, Event::Error(text) if text.ends_with(".8")));
}

#[test]
fn what_is_torn_or_strange_is_something_else() {
    let whole = [
        "/os: +   .8 1812.5 mona     05:00//02:00       8 R  990.0 timo    ",
        "/os: - match .9 1812 mona 990 timo s8r20 R +30.00  .83353",
        "/os: end .9.1 ( mona vs. timo ) +2.00",
        "/os: fatal-timeout .9.0 mona (O)",
        "/os: .9.0 A 1812 mona: hello",
    ];
    for text in whole {
        // Nothing that is cut off anywhere does more than not being understood.
        for end in 0..text.len() {
            let _ = event(&text[..end]);
        }
    }
    for text in [
        "",
        ":",
        "/os",
        "/os:",
        "/os: ",
        "/os: +",
        "/os: -",
        "/os: + match",
        "/os: join .5 8",
        "/os: end",
        "/os: + match .9 nan mona 990 timo 8 R",
        "/os: + match .9 1 m 2 t 8 RX",
        "/os: + .1 1 a x 8 R 2 b",
    ] {
        assert_eq!(event(text), Event::Other, "{text}");
    }
}
