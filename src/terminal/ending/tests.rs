//! What is said to a person, and shown to who follows it, when games end.

use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::terminal::console::Terminal;
use crate::terminal::heard::Heard;
use crate::terminal::helper::Helper;
use crate::terminal::table::Seat;
use bianca_play::games::moves::GameMove;
use bianca_play::people::following::Followed;
use bianca_play::player::{End, Player, PlayerError};
use bianca_records::clock::TimeControl;
use bianca_rules::othello::OthelloGame;
use bianca_search::request::{Report, Request, StopFlag};
use bianca_system::language::Language;

/// Black takes all discs.
const MOVES: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

/// Plays [`MOVES`], each after so long, and is worth 100 more after each end that it sees.
#[derive(Clone, Default)]
struct Follower {
    takes: Duration,
    ends: Arc<Mutex<Vec<(usize, End)>>>,
}

impl Player for Follower {
    fn search(
        &mut self,
        game: &dyn Game,
        _: &Request,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        std::thread::sleep(self.takes);
        let legal = game.legal(None);
        let mv = legal
            .iter()
            .find(|mv| mv.to_string() == MOVES[game.turns()]);
        Ok(vec![Report::of_moves(vec![*mv.unwrap()])])
    }

    fn see(&mut self, game: &dyn Game, end: End) {
        self.ends.lock().unwrap().push((game.turns(), end));
    }

    fn follows(&self) -> Option<Followed> {
        let games = self.ends.lock().unwrap().len() as u16;
        Some(Followed {
            elo: 1500 + 100 * games,
            before: games.checked_sub(1).map(|before| 1500 + 100 * before),
            results: [0; 3],
            by_moves: None,
        })
    }
}

/// A table at which these lines are typed, and what is said there.
fn table(
    players: [Option<Follower>; 2],
    typed: &str,
    control: Option<TimeControl>,
) -> (Table, Heard) {
    let (input, heard) = (Cursor::new(typed.to_owned().into_bytes()), Heard::default());
    let words = Words::of(Language::English);
    let terminal = Terminal::with_lines(input, heard.clone(), None, words);
    let seats = players.map(|player| Seat {
        name: "somebody".to_owned(),
        player: player.map(|player| Box::new(player) as Box<dyn Player>),
    });
    let mut table = Table::new(
        terminal,
        seats,
        Helper::new("othello").unwrap(),
        false,
        control,
    );
    table.desk.reviews = false;
    (table, heard)
}

/// The seats if the person has this side.
fn against(person: Color, player: &Follower) -> [Option<Follower>; 2] {
    person.select([None, Some(player.clone())], [Some(player.clone()), None])
}

/// The lines that tell how strong who follows plays.
fn told(heard: &Heard) -> Vec<String> {
    let said = String::from_utf8(heard.0.lock().unwrap().clone()).unwrap();
    let lines = said.lines().filter(|line| line.contains("as strong as"));
    lines.map(str::to_owned).collect()
}

#[test]
fn who_follows_sees_each_end_and_the_person_is_told_what_it_is_worth_then() {
    for person in [Color::Black, Color::White] {
        let player = Follower::default();
        let own = MOVES.iter().skip(person.select(0, 1)).step_by(2);
        let own: Vec<&str> = own.copied().collect();
        // A whole game, one that is given up at the person's second move, and no more.
        let first = [&own[..], &["no", "yes"]].concat();
        let second = [own[0], "resign", "no", "no"];
        let typed = [&first[..], &second[..]].concat().join("\n") + "\n";
        let (mut table, heard) = table(against(person, &player), &typed, None);
        play(&mut table, &mut OthelloGame::new(), None).unwrap();
        let turns = person.select(2, 3);
        let ends = [(9, End::Counted), (turns, End::Decided(Some(!person)))];
        assert_eq!(*player.ends.lock().unwrap(), ends, "{person}");
        let told = told(&heard);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].contains("In the first game it plays as strong as 1500"),
            "{told:?}"
        );
        for (told, [before, after]) in told[1..].iter().zip([[1500, 1600], [1600, 1700]]) {
            let sentence = format!(
                "It played as strong as {before}. In the next game it plays as strong as {after}."
            );
            assert_eq!(*told, sentence);
        }
    }
}

#[test]
fn who_runs_out_of_time_is_told_that_the_person_has_won() {
    let player = Follower {
        takes: Duration::from_millis(60),
        ..Follower::default()
    };
    let control = TimeControl::game(Duration::from_millis(20), Duration::ZERO);
    let (mut table, heard) = table(against(Color::White, &player), "no\n", Some(control));
    play(&mut table, &mut OthelloGame::new(), None).unwrap();
    let ends = [(0, End::Decided(Some(Color::White)))];
    assert_eq!(*player.ends.lock().unwrap(), ends);
    assert!(told(&heard)[1].ends_with("In the next game it plays as strong as 1600."));
}

#[test]
fn between_two_computers_nobody_is_followed() {
    let players = [0, 1].map(|_| Some(Follower::default()));
    let (mut table, heard) = table(players, "", None);
    play(&mut table, &mut OthelloGame::new(), None).unwrap();
    assert_eq!(told(&heard), Vec::<String>::new());
}
