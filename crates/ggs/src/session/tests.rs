//! Sessions without a server: what is heard is written here, and what is done about it is looked
//! at.

use super::*;
use crate::os::message::Framer;
use bianca_records::record::ggf::write_ggf;
use bianca_rules::othello::Move;

/// A session of the shape of the public one, in our own words.
const RECORDED: &str = include_str!("../../tests/data/session.txt");

struct Talk {
    session: Session,
    framer: Framer,
    now: Instant,
    sent: Vec<String>,
    tasks: Vec<Task>,
    finished: Vec<Kept>,
    left: Vec<Kept>,
    told: Vec<String>,
    has_ended: bool,
}

impl Talk {
    fn new(me: &str, rules: &str, role: Role) -> Talk {
        let now = Instant::now();
        let rules = Rules::read(rules).unwrap();
        Talk {
            session: Session::new(me.parse().unwrap(), rules, role, now),
            framer: Framer::default(),
            now,
            sent: Vec::new(),
            tasks: Vec::new(),
            finished: Vec::new(),
            left: Vec::new(),
            told: Vec::new(),
            has_ended: false,
        }
    }

    /// One that is logged in.
    fn logged_in(rules: &str) -> Talk {
        let mut talk = Talk::new("mona", rules, Role::Plays);
        talk.hear(": Enter login (yours, or one you'd like to use).");
        talk.hear(": Enter your password.");
        talk.hear("READY");
        assert!(talk.session.is_in());
        talk.hear("/os: stored 0 mona");
        talk.hear("READY");
        talk.sent.clear();
        talk
    }

    fn done(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Send(line) => self.sent.push(line),
                Act::SendPassword => self.sent.push("(password)".to_owned()),
                Act::Think(task) => self.tasks.push(*task),
                Act::Finish(kept) => self.finished.push(kept),
                Act::Leave(kept) => self.left.push(kept),
                Act::Tell(text) => self.told.push(text),
                Act::End => self.has_ended = true,
                _ => {}
            }
        }
    }

    fn hear(&mut self, line: &str) {
        if let Some(message) = self.framer.take(line) {
            let acts = self.session.hear(&message, self.now);
            self.done(acts);
        }
        if line.starts_with(": Enter")
            && let Some(message) = self.framer.end()
        {
            let acts = self.session.hear(&message, self.now);
            self.done(acts);
        }
        if line == "READY" {
            let acts = self.session.ready(self.now);
            self.done(acts);
        }
    }

    fn hear_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.hear(line));
        self.hear("READY");
    }

    fn wait(&mut self, seconds: u64) {
        self.now += Duration::from_secs(seconds);
        let acts = self.session.tick(self.now);
        self.done(acts);
    }

    fn think(&mut self, mv: Option<&str>, score: f64) {
        let task = self.tasks.pop().expect("nothing is to be thought about");
        let thought = Thought {
            id: task.id,
            serial: task.serial,
            mv: mv.map(|mv| mv.parse().unwrap()),
            score: Some(bianca_rules::score::Score::from_fraction(score)),
            elapsed: Duration::from_millis(1500),
            faults: Vec::new(),
        };
        let acts = self.session.thought(thought, self.now);
        self.done(acts);
    }
}

/// Plays a recorded session anew, as the one who recorded it, and gives what is kept of its game
/// and what was sent, with what the record says was sent.
fn replayed(recorded: &str, me: &str) -> (Talk, Vec<String>) {
    let mut talk = Talk::new(me, "", Role::Plays);
    let mut theirs = Vec::new();
    for line in recorded.lines() {
        let line = line.trim_end_matches('\r');
        if let Some((_, command)) = line.split_once(" => tell /os play ") {
            theirs.push(command.to_owned());
            talk.think(Some(command), 0.0);
        }
        talk.hear(line);
    }
    (talk, theirs)
}

/// The moves that were sent.
fn played(talk: &Talk) -> Vec<String> {
    let moves = talk
        .sent
        .iter()
        .filter_map(|line| line.strip_prefix("tell /os play "));
    moves
        .map(|play| play.split([' ', '/']).nth(1).unwrap().to_owned())
        .collect()
}

#[test]
fn a_recorded_session_is_played_the_same() {
    let (talk, theirs) = replayed(RECORDED, "mona");
    assert_eq!(played(&talk), theirs);
    assert_eq!(talk.sent[..2], ["mona", "(password)"]);
    let [kept] = &talk.finished[..] else {
        panic!("{:?}", talk.finished)
    };
    let text = write_ggf(&kept.games[0]);
    assert!(
        text.contains("PB[mona]PW[timo]RB[1812.5]RW[990]TI[05:00//02:00]"),
        "{text}"
    );
    assert!(text.contains("RE[-64.000:r]"), "{text}");
    assert!(
        text.ends_with("B[d3/0.50/4.20]W[c5/-1.25/2.10]B[d6//3.00]W[e3/1.00/6.00];)"),
        "{text}"
    );
    assert!(
        talk.told
            .iter()
            .any(|told| told == ".7 timo says: well played"),
        "{:?}",
        talk.told
    );
}

/// The public session itself, where somebody has it: its path stands in `BIANCA_GGS_SESSION`.
#[test]
fn the_public_session_is_played_the_same() {
    let Some(path) = std::env::var_os("BIANCA_GGS_SESSION") else {
        return;
    };
    let recorded = std::fs::read_to_string(path).unwrap();
    let (talk, theirs) = replayed(&recorded, "alice");
    assert_eq!(played(&talk), theirs);
    assert_eq!(talk.finished.len(), 1);
    println!("{}", write_ggf(&talk.finished[0].games[0]));
    println!("{:#?}\n{:#?}", talk.sent, talk.told);
}

const OFFER: &str = "/os: +  .8  990.0 timo     05:00//02:00       8 R 1812.5 mona    ";

#[test]
fn one_offer_is_accepted_and_the_next_declined() {
    let mut talk = Talk::logged_in("");
    talk.hear_all(&[OFFER]);
    assert_eq!(talk.sent, ["tell /os accept .8"]);
    talk.hear_all(&["/os: +  .9  990.0 otto     05:00//02:00       8 R 1812.5 mona    "]);
    assert_eq!(
        talk.sent[1..],
        ["tell /os decline .9", "tell otto in a game"]
    );
    // The match of the first does not come.
    talk.hear_all(&["/os: -  .8  990.0 timo     05:00//02:00       8 R 1812.5 mona    "]);
    talk.wait(6);
    talk.hear_all(&[OFFER]);
    assert_eq!(talk.sent.last().unwrap(), "tell /os accept .8");
    talk.hear_all(&["/os: + .10  990.0 timo     05:00//02:00      8k R 1812.5 mona    "]);
    assert_eq!(
        talk.sent.last().unwrap(),
        "tell timo 8k: games with a komi (k) are not played"
    );
}

#[test]
fn a_flood_of_offers_is_answered_a_few_times() {
    let mut talk = Talk::logged_in("never = timo");
    for _ in 0..10_000 {
        talk.hear_all(&[OFFER]);
    }
    assert!(talk.sent.len() <= 40, "{}", talk.sent.len());
    assert!(talk.told.len() <= 41, "{}", talk.told.len());
}

fn begin(talk: &mut Talk) {
    let join = "/os: join .7 8 K?";
    talk.hear_all(&["/os: + match .7 1812 mona 990 timo 8 R"]);
    let body: Vec<&str> = RECORDED
        .lines()
        .skip_while(|line| !line.starts_with("/os: join"))
        .collect();
    let body = body.iter().take_while(|line| **line != "READY").skip(1);
    let lines: Vec<&str> = std::iter::once(&join).chain(body).copied().collect();
    talk.hear_all(&lines);
}

fn update(talk: &mut Talk, number: usize) {
    let updates: Vec<&str> = RECORDED.split("/os: update .7 8b K?").collect();
    let body = updates[number]
        .lines()
        .skip(1)
        .take_while(|line| *line != "READY");
    let lines: Vec<&str> = std::iter::once("/os: update .7 8 K?").chain(body).collect();
    talk.hear_all(&lines);
}

#[test]
fn a_move_is_sent_with_its_value_and_time() {
    let mut talk = Talk::logged_in("");
    begin(&mut talk);
    assert_eq!(talk.tasks.len(), 1);
    let reading = talk.tasks[0].reading;
    assert!(
        (280..299).contains(&reading.remaining.as_secs()),
        "{reading:?}"
    );
    talk.think(Some("d3"), 1.5);
    assert_eq!(talk.sent, ["tell /os play .7 d3/1.50/1.50"]);
    // The same board again is no reason to think again.
    update(&mut talk, 1);
    assert!(talk.tasks.is_empty());
    update(&mut talk, 2);
    assert_eq!(talk.tasks.len(), 1);
    update(&mut talk, 2);
    assert_eq!(talk.tasks.len(), 1);
}

#[test]
fn a_refused_move_is_asked_about_and_thought_again() {
    let mut talk = Talk::logged_in("");
    begin(&mut talk);
    for refusals in 1..=4 {
        talk.think(Some("d3"), 1.5);
        talk.sent.clear();
        talk.hear_all(&["/os: error .7 illegal move"]);
        if refusals < 4 {
            assert_eq!(talk.sent, ["tell /os moves .7"]);
            begin(&mut talk);
        }
    }
    assert!(talk.sent.is_empty() && talk.tasks.is_empty());
    begin(&mut talk);
    assert!(talk.tasks.is_empty(), "it goes on for ever");
}

#[test]
fn a_move_that_was_missed_is_asked_for() {
    let mut talk = Talk::logged_in("");
    begin(&mut talk);
    talk.think(Some("d3"), 0.0);
    update(&mut talk, 3);
    assert_eq!(talk.sent.last().unwrap(), "tell /os moves .7");
    // No answer comes, and the board is played on from.
    talk.wait(9);
    update(&mut talk, 4);
    assert_eq!(talk.tasks.len(), 1);
    assert_eq!(talk.tasks[0].game.turns().len(), 1);
}

#[test]
fn an_answer_that_does_not_come_is_asked_for() {
    let mut talk = Talk::logged_in("");
    begin(&mut talk);
    talk.think(Some("d3"), 0.0);
    talk.wait(9);
    assert_eq!(talk.sent.last().unwrap(), "tell /os moves .7");
}

#[test]
fn a_lost_game_is_given_up_by_the_rule() {
    let mut talk = Talk::logged_in("resign = -20 for 2 moves");
    begin(&mut talk);
    talk.think(Some("d3"), -30.0);
    update(&mut talk, 1);
    update(&mut talk, 2);
    talk.think(Some("d6"), -21.0);
    assert_eq!(talk.sent.last().unwrap(), "tell /os resign .7");
    talk.hear_all(&["/os: - match .7 1812 mona 990 timo 8 R -64.00 .83"]);
    assert_eq!(talk.sent.last().unwrap(), "tell /os look .83");
    assert!(talk.finished.is_empty());
    talk.hear_all(&[
        "/os: look",
        "|1 (;GM[Othello]PC[GGS/os]DT[x]PB[mona]PW[timo]RB[1812.5]RW[990]TI[05:00//02:00]TY[8]RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3/0.50/4.21]W[c5/-1.25/2.10];)",
    ]);
    let text = write_ggf(&talk.finished[0].games[0]);
    assert!(
        text.contains("B[d3/0.50/4.21]"),
        "the server's record counts: {text}"
    );
}

#[test]
fn a_record_that_does_not_come_is_not_waited_for_long() {
    let mut talk = Talk::logged_in("games = 1");
    begin(&mut talk);
    talk.hear_all(&["/os: - match .7 1812 mona 990 timo 8 R +2.00 .83"]);
    talk.hear_all(&["/os: look", "|1 (;GM[Othello]PB[rosa]PW[timo]RE[?]BO[8 ---------------------------O*------*O--------------------------- *];)"]);
    talk.hear_all(&["/os: look", "|nothing at all"]);
    assert!(talk.finished.is_empty() && !talk.has_ended);
    talk.wait(16);
    assert_eq!(talk.finished.len(), 1);
    talk.wait(1);
    assert!(talk.has_ended, "one match was all that was wanted");
}

#[test]
fn a_game_that_is_broken_off_stays_open() {
    let mut talk = Talk::logged_in("");
    begin(&mut talk);
    talk.hear_all(&["/os: - match .7 1812 mona 990 timo 8 R timo left .84"]);
    assert_eq!((talk.finished.len(), talk.left.len()), (0, 1));
    begin(&mut talk);
    let acts = talk.session.lost(talk.now);
    talk.done(acts);
    assert_eq!(talk.left.len(), 2);
}

#[test]
fn kinds_that_cannot_be_played_are_not() {
    let mut talk = Talk::logged_in("");
    talk.hear_all(&["/os: + match .7 1812 mona 990 timo 8a R"]);
    assert_eq!(talk.sent, ["tell /os abort .7"]);
    let body: Vec<&str> = RECORDED
        .lines()
        .skip_while(|line| !line.starts_with("/os: join"))
        .collect();
    let body: Vec<&str> = body
        .iter()
        .take_while(|line| **line != "READY")
        .skip(1)
        .copied()
        .collect();
    talk.hear_all(&[&["/os: join .7 8a K?"], &body[..]].concat());
    assert!(talk.tasks.is_empty());
}

#[test]
fn passes_are_sent_without_an_engine() {
    let mut talk = Talk::logged_in("");
    let rows = ["O * * * * * * *"]
        .into_iter()
        .chain(["- - - - - - - -"; 7]);
    let rows: Vec<String> = (1..)
        .zip(rows)
        .map(|(number, row)| format!("| {number} {row} {number} "))
        .collect();
    let mut lines = vec![
        "/os: join .7 8r8 K?",
        "|0 move(s)",
        "|  0: PASS",
        "|mona     (1812.5 O) 05:00,0:0//02:00,0:0",
        "|timo     ( 990.0 *) 05:00,0:0//02:00,0:0",
        "|",
        "|   A B C D E F G H",
    ];
    lines.extend(rows.iter().map(String::as_str));
    lines.extend(["|   A B C D E F G H", "|", "|* to move"]);
    talk.hear_all(&["/os: + match .7 1812 mona 990 timo 8r8 U"]);
    talk.hear_all(&lines);
    assert!(talk.sent.is_empty() && talk.tasks.is_empty());
    let white: Vec<String> = lines
        .iter()
        .map(|line| match *line {
            "|* to move" => "|O to move".to_owned(),
            line => line.replace("O * * * * * * *", "* O O O O O O -"),
        })
        .collect();
    let white: Vec<&str> = white.iter().map(String::as_str).collect();
    talk.hear_all(&white);
    assert_eq!(talk.sent, ["tell /os play .7 pa//0.01"]);
}

#[test]
fn a_second_prompt_means_that_the_login_failed() {
    let mut talk = Talk::new("mona", "", Role::Plays);
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear(": Enter your password.");
    let message = Message {
        head: ": Enter login".to_owned(),
        ..Message::default()
    };
    let acts = talk.session.hear(&message, talk.now);
    assert!(matches!(acts[..], [Act::Refused(_)]), "{acts:?}");
}

#[test]
fn the_connection_is_kept_alive_and_games_are_asked_for() {
    let mut talk = Talk::logged_in("ask = s8r20 05:00 timo\nask = 8 1:00\npause = 0:10");
    talk.wait(0);
    assert_eq!(talk.sent, ["tell /os ask s8r20 05:00 timo"]);
    talk.hear_all(&["/os: +  .3 1812.5 mona     05:00    s8r20 R  990.0 timo    "]);
    talk.wait(11);
    assert_eq!(
        talk.sent[1..],
        ["tell /os cancel .3", "tell /os ask 8 1:00"]
    );
    let mut talk = Talk::logged_in("");
    talk.wait(49);
    assert!(talk.sent.is_empty());
    talk.wait(1);
    assert_eq!(talk.sent, ["tell /os continue", "tell /os match mona"]);
}

#[test]
fn who_watches_plays_nothing() {
    let mut talk = Talk::new("rosa", "", Role::Watches(vec!["mona".parse().unwrap()]));
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear(": Enter your password.");
    talk.hear("READY");
    talk.sent.clear();
    talk.hear_all(&[
        "/os: match 2/2",
        "|  .7 1812 mona  990 timo       8  R 0",
        "|  .8 1812 otto  990 timo       8  R 0",
    ]);
    assert_eq!(talk.sent, ["tell /os watch + .7"]);
    begin(&mut talk);
    update(&mut talk, 1);
    talk.hear_all(&[OFFER]);
    talk.hear_all(&["/os: - match .7 1812 mona 990 timo 8 U -64.00"]);
    assert!(talk.tasks.is_empty() && talk.sent.len() == 1);
    let [kept] = &talk.finished[..] else { panic!() };
    assert_eq!(
        kept.games[0].game.turns(),
        [(
            bianca_rules::othello::Color::Black,
            "d3".parse::<Move>().unwrap()
        )]
    );
}
