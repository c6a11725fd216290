//! Moves, clocks, and how matches end.

use bianca_ggs::keeping;
use bianca_records::record::annotated::Note;
use bianca_rules::othello::Move;
use bianca_rules::score::Score;

use super::game::{Game, Match};
use super::{Ended, State, number};

impl State {
    pub fn play(&mut self, name: &str, id: &str, play: &str) {
        if self.mischief.cuts > 0 && self.moves() > 10 * self.mischief.cuts as usize {
            self.mischief.cuts -= 1;
            let number = self.clients[name].number;
            return self.leave(name, number);
        }
        let mut parts = id.split('.').skip(1);
        let number: Option<u32> = parts.next().and_then(|id| id.parse().ok());
        let half: Option<usize> = parts.next().and_then(|half| half.parse().ok());
        let is_trusted = self.clients[name].is_trusted;
        let refuses = self.mischief.refusals > 0;
        let Some(game) = number.and_then(|id| self.matches.get_mut(&id)) else {
            return self.send(name, &format!("/os: ERR match not found: {id}"));
        };
        let place = half.unwrap_or(0);
        let is_pair = game.is_pair();
        let Some(player) = game.players.iter().position(|player| player == name) else {
            return;
        };
        let (Some(one), true) = (game.games.get_mut(place), half.is_some() == is_pair) else {
            return self.send(
                name,
                &format!("/os: error {id} game id needed (only) in synchro games"),
            );
        };
        let mut words = play.split('/');
        let mv: Option<Move> = words.next().and_then(|word| word.parse().ok());
        let score: Option<f64> = words.next().and_then(|word| word.parse().ok());
        let time: Option<f64> = words.next().and_then(|word| word.parse().ok());
        if one.to_move() != player || !one.clocks[player].runs() {
            return self.send(name, &format!("/os: error {id} not your turn"));
        }
        let is_legal = mv.is_some_and(|mv| one.game.clone().play(mv).is_ok());
        let Some(mv) = mv.filter(|_| is_legal && !refuses) else {
            self.mischief.refusals = self.mischief.refusals.saturating_sub(1);
            return self.send(name, &format!("/os: error {id} illegal move"));
        };
        let was_overrun = one.clocks[player].is_overrun;
        let took = one.clocks[player].stop(time.filter(|_| is_trusted));
        one.game.play(mv).unwrap();
        one.notes.push(Note {
            score: score.map(Score::from_fraction),
            time: Some(took),
            ..Note::default()
        });
        one.is_ahead = is_pair;
        let id = game.id;
        if !was_overrun && game.games[place].clocks[player].is_overrun {
            self.tell_overrun(id, place, player);
        }
        self.updated(id, place, player);
    }

    /// A move was made.
    pub fn updated(&mut self, id: u32, place: usize, player: usize) {
        let game = &self.matches[&id];
        let is_pair = game.is_pair();
        let mut text = vec![game.updated(place)];
        if is_pair && game.games[place].is_finished() {
            text.push(game.game_ended(place, &format!("{:+.2}", game.games[place].result())));
        }
        let own = game.players[player].clone();
        self.updates += 1;
        let is_omitted = self
            .mischief
            .omits
            .is_some_and(|each| self.updates.is_multiple_of(each));
        if !is_omitted {
            text.iter().for_each(|text| self.send(&own, text));
        }
        let game = self.matches.get_mut(&id).unwrap();
        // Moves of two games are passed on together; the clocks begin to run then.
        let waits = is_pair
            && game
                .games
                .iter()
                .any(|game| !game.is_ahead && !game.is_finished());
        if !waits {
            let ahead: Vec<usize> = (0..game.games.len())
                .filter(|&place| game.games[place].is_ahead || !is_pair)
                .collect();
            for game in &mut game.games {
                game.is_ahead = false;
            }
            game.start_clocks();
            let mut told = Vec::new();
            for place in ahead {
                let last = game.games[place].game.turns().last().unwrap().0;
                let mover = game.games[place].place(last);
                told.push((
                    game.players[1 - mover].clone(),
                    game.players[mover].clone(),
                    game.updated(place),
                ));
                if is_pair && game.games[place].is_finished() {
                    let end =
                        game.game_ended(place, &format!("{:+.2}", game.games[place].result()));
                    told.push((
                        game.players[1 - mover].clone(),
                        game.players[mover].clone(),
                        end,
                    ));
                }
            }
            let watchers = self.watchers(id);
            for (other, _, text) in told {
                if !is_omitted {
                    self.send(&other, &text);
                }
                for watcher in &watchers {
                    self.send(watcher, &text);
                }
            }
        }
        self.rubbish();
        self.end_if_finished(id);
    }

    pub fn rubbish(&mut self) {
        let count = self.mischief.rubbish;
        let names: Vec<String> = self.clients.keys().cloned().collect();
        for name in names {
            for number in 0..count {
                let text = match number % 8 {
                    0 => format!("/os: .1 A 1720 {name}: \x1b[2J\x07\u{202e}hello"),
                    1 => "x".repeat(50_000),
                    2 => format!("/os: look\r\n{}", "|(;GM[Othello]\r\n".repeat(50)),
                    3 => "/os: + match .99999999999 1 a 2 b 8 R".to_owned(),
                    4 => "/os: update .2 8 K?\r\n|  1: zz\r\n| 1 - - *".to_owned(),
                    5 => format!(
                        "/os: + .{} 1 {} 99:99 8 U 2 {name}",
                        number,
                        "q".repeat(300)
                    ),
                    6 => "\u{0}\u{1}\u{ff}: Enter your password.".to_owned(),
                    _ => format!("{name}: /os: - match .2 1 a 2 b 8 R +64.00"),
                };
                self.send(&name, &text);
            }
        }
    }

    pub fn tell_overrun(&mut self, id: u32, place: usize, player: usize) {
        let game = &self.matches[&id];
        let one = &game.games[place];
        let word = if one.clocks[player].is_over {
            "fatal-timeout"
        } else {
            "timeout"
        };
        let mark = one.color(player).select('*', 'O');
        let text = format!(
            "/os: {word} {} {} ({mark})",
            game.name(place),
            game.players[player]
        );
        let everybody: Vec<String> = game
            .players
            .iter()
            .cloned()
            .chain(self.watchers(id))
            .collect();
        for name in everybody {
            self.send(&name, &text);
        }
    }

    pub fn check_clocks(&mut self) {
        let mut late = Vec::new();
        for game in self.matches.values_mut() {
            for (place, one) in game.games.iter_mut().enumerate() {
                for player in 0..2 {
                    let clock = &mut one.clocks[player];
                    let before = (clock.is_overrun, clock.is_over);
                    clock.check();
                    if before != (clock.is_overrun, clock.is_over) {
                        late.push((game.id, place, player));
                    }
                }
            }
        }
        for (id, place, player) in late {
            self.tell_overrun(id, place, player);
            self.end_if_finished(id);
        }
    }

    pub fn resign(&mut self, name: &str, id: &str) {
        let Some(game) = number(id).and_then(|id| self.matches.get_mut(&id)) else {
            return;
        };
        let Some(player) = game.players.iter().position(|player| player == name) else {
            return;
        };
        game.games
            .iter_mut()
            .for_each(|game| game.resigned = Some(player));
        let id = game.id;
        self.end_if_finished(id);
    }

    pub fn end_if_finished(&mut self, id: u32) {
        let is_finished = |game: &Match| game.games.iter().all(Game::is_finished);
        if !self.matches.get(&id).is_some_and(is_finished) {
            return;
        }
        let told = self.told_of_matches(id);
        let game = self.matches.remove(&id).unwrap();
        let clocks = game.games.iter().flat_map(|game| &game.clocks);
        self.ended.push(Ended {
            game: game.line(),
            forfeits: clocks.clone().filter(|clock| clock.is_overrun).count() as u32,
            used: clocks
                .map(|clock| 1.0 - clock.now() / clock.main())
                .collect(),
        });
        let mut line = format!("/os: - match {} {:+.2}", game.line(), game.result());
        if game.is_rated {
            self.next_record += 1;
            let record = keeping::line(&game.record());
            self.records
                .insert(self.next_record, record.trim_end().to_owned());
            line += &format!("  .{}", self.next_record);
        }
        for name in told {
            self.send(&name, &line);
        }
    }

    /// Somebody has left in the middle of a match. It is kept only if it is rated.
    pub fn break_off(&mut self, id: u32, name: &str) {
        let told = self.told_of_matches(id);
        let mut game = self.matches.remove(&id).unwrap();
        for place in 0..game.games.len() {
            if game.is_pair() {
                let end = game.game_ended(place, &format!("player {name} left"));
                game.players
                    .clone()
                    .iter()
                    .for_each(|player| self.send(player, &end));
            }
            let one = &mut game.games[place];
            if std::mem::take(&mut one.is_ahead) {
                // What the other does not know was not played.
                let _ = one.game.undo();
                one.notes.pop();
            }
            for clock in &mut one.clocks {
                *clock = clock.paused();
            }
        }
        let mut line = format!("/os: - match {} {name} left", game.line());
        if game.is_rated {
            self.next_record += 1;
            let record = keeping::line(&game.record());
            self.records
                .insert(self.next_record, record.trim_end().to_owned());
            self.stored.insert(self.next_record, game);
            line += &format!(" .{}", self.next_record);
        }
        for name in told {
            self.send(&name, &line);
        }
    }

    pub fn moves(&self) -> usize {
        let games = self.matches.values().flat_map(|game| &game.games);
        games.map(|game| game.game.turns().len()).sum()
    }
}
