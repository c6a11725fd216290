//! Games: whose turn it is, what is thought and played, and how they end.

use std::time::{Duration, Instant};

use super::{Act, Live, Role, Session};
use crate::engines::{Task, Thought, stand_in};
use crate::os::board::Shown;
use crate::os::clock::Setting;
use crate::os::event::{Outcome, Pairing, Stake};
use crate::os::name::{GameId, Number};
use crate::table::{Board, Taken};
use bianca_rules::othello::{Color, Move};
use bianca_rules::score::Score;

/// A move or a game that was asked for is answered within this, or asked about.
const ANSWERED: Duration = Duration::from_secs(8);

/// A game in which nothing happens for so long is asked about: a message may have been torn.
const STILL: Duration = Duration::from_secs(60);

/// After so many refusals of one turn nothing more is sent.
const MOST_REFUSALS: u32 = 3;

/// This part of the main time is kept back for what is not seen of a clock: it runs before its
/// board has come, and until a move has arrived.
const KEPT_BACK: u32 = 25;

/// So much is kept back at least and at most, beside what answers have taken of late.
const LEAST_KEPT_BACK: Duration = Duration::from_millis(50);
const MOST_KEPT_BACK: Duration = Duration::from_secs(6);

/// A clock shows whole seconds, rounded down; it may have so much more.
const ROUNDING: Duration = Duration::from_millis(950);

/// What is done about a game of ours.
#[derive(Debug)]
pub struct Own {
    /// The task that the engine has, and at how many turns.
    thinking: Option<(u64, usize)>,
    /// At how many turns a move was sent, and when.
    sent: Option<(usize, Instant)>,
    refusals: u32,
    /// A board that does not go on with what is known, and when the game was asked for.
    unsure: Option<(Box<Shown>, Instant)>,
    /// When the last board came.
    heard: Instant,
    /// When it came, or was asked for.
    checked: Instant,
    /// What our clock has, closer than it shows.
    left: Option<Duration>,
    /// How many moves in a row the engine has thought the game lost.
    low: u32,
}

impl Own {
    /// Of a game that begins.
    pub fn new(now: Instant) -> Own {
        Own {
            thinking: None,
            sent: None,
            refusals: 0,
            unsure: None,
            heard: now,
            checked: now,
            left: None,
            low: 0,
        }
    }

    /// Our clock shows `shown` now.
    fn set_clock(&mut self, shown: Duration) {
        let known = self.left.unwrap_or(shown);
        self.left = Some(known.clamp(shown, shown + ROUNDING));
    }
}

impl Session {
    /// A game shows where it stands.
    pub(super) fn shown(&mut self, shown: &Shown, now: Instant) {
        let id = shown.id;
        if !self.matches.contains_key(&id.game_of) && !self.take_up(shown, now) {
            return;
        }
        let me = self.me.to_string();
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let Some(board) = live.game.board(id) else {
            return;
        };
        let own = &mut live.own[id.place()];
        let before = board.game.turns().len();
        let is_first = !board.is_known();
        let taken = board.take(shown);
        match taken {
            Taken::Lost => {
                let is_asked = own.unsure.is_some();
                own.unsure = Some((Box::new(shown.clone()), now));
                if !is_asked {
                    self.send(format!("tell /os moves {id}"), now);
                }
                return;
            }
            Taken::Known => return,
            Taken::Strange => log::warn!("{id}: its moves do not lead to its board"),
            Taken::Whole | Taken::Followed => {}
        }
        own.heard = now;
        own.checked = now;
        own.unsure = None;
        if is_first && !shown.moves.is_empty() {
            live.game.is_resumed = true;
        }
        let Some(board) = live.game.board(id) else {
            return;
        };
        let color = board.color_of(&me);
        if let Some(clock) = color.and_then(|color| board.clock(color)) {
            own.set_clock(clock.left());
        }
        let lag = match own.sent {
            Some((turns, at)) if taken == Taken::Followed && turns == before => {
                let lag = now.saturating_duration_since(at);
                live.figures.add_lag(lag);
                Some(lag)
            }
            _ => None,
        };
        if taken != Taken::Followed || lag.is_some() {
            own.sent = None;
            own.refusals = if lag.is_some() { 0 } else { own.refusals };
        }
        let kept = live.kept();
        let told = (taken == Taken::Followed).then(|| told_move(id, &live.game.boards[id.place()]));
        if let Some(lag) = lag {
            self.lag = self.lag.mul_f64(0.9).max(lag);
        }
        self.consider(id, now);
        if let Some(told) = told {
            self.tell(told);
        }
        self.act(Act::Keep(kept));
    }

    /// Takes up a match that is shown and was not announced; says whether it is one for us.
    fn take_up(&mut self, shown: &Shown, now: Instant) -> bool {
        let me = self.me.to_string();
        let has_me = shown.color_of(&me).is_some();
        if self.role == Role::Plays && !has_me {
            return false;
        }
        let name = |color| {
            let player = shown.player(color);
            (player.name.clone(), player.rating as f64 / 100.0)
        };
        let pairing = Pairing {
            id: shown.id.game_of,
            players: [Color::Black, Color::White].map(name),
            kind: shown.kind.clone(),
            stake: Stake::Unrated,
        };
        self.began(pairing, now);
        self.matches.contains_key(&shown.id.game_of)
    }

    /// Thinks about a game, if it is our turn there.
    fn consider(&mut self, id: GameId, now: Instant) {
        let me = self.me.to_string();
        let lag = self.lag;
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let Some(board) = live.game.boards.get(id.place()) else {
            return;
        };
        let own = &mut live.own[id.place()];
        let turns = board.game.turns().len();
        let color = board.color_of(&me).filter(|_| live.is_ours);
        let is_turn =
            color == Some(board.game.to_move()) && !board.game.is_over() && board.outcome.is_none();
        if let Some((_, at)) = own.thinking
            && (at != turns || !is_turn)
        {
            own.thinking = None;
            self.acts.push(Act::StopThinking(id));
        }
        let is_done = own.thinking.is_some()
            || own.sent.is_some_and(|(at, _)| at == turns)
            || own.refusals > MOST_REFUSALS;
        let (true, false, Some(color)) = (is_turn, is_done, color) else {
            return;
        };
        if board.game.position().must_pass() {
            self.play(id, Move::Pass, None, Duration::from_millis(10), now);
            return;
        }
        let left = own.left.unwrap_or(Duration::from_secs(60));
        let main = board.setting(color).map_or(left, Setting::main);
        let left = left.saturating_sub(kept_back(main, lag).min(left / 2));
        let clock = board.clock(color);
        let reading = clock.map(|clock| clock.reading(left)).unwrap_or_default();
        let shown = clock.map(|clock| clock.setting());
        let control = board
            .setting(color)
            .or(shown.as_ref())
            .map(Setting::control);
        self.serial += 1;
        own.thinking = Some((self.serial, turns));
        let task = Task {
            id,
            serial: self.serial,
            game: board.game.clone(),
            reading,
            control: control.unwrap_or_default(),
            since: own.heard,
        };
        self.acts.push(Act::Think(Box::new(task)));
    }

    /// Sends a move.
    fn play(&mut self, id: GameId, mv: Move, score: Option<Score>, took: Duration, now: Instant) {
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let Some(board) = live.game.boards.get(id.place()) else {
            return;
        };
        let own = &mut live.own[id.place()];
        own.sent = Some((board.game.turns().len(), now));
        own.thinking = None;
        if let Some(left) = &mut own.left {
            *left = left.saturating_sub(now.saturating_duration_since(own.heard));
        }
        let word = match mv {
            Move::Pass => "pa".to_owned(),
            mv => mv.to_string(),
        };
        let score = score
            .map(|score| format!("{:.2}", score.discs()))
            .unwrap_or_default();
        self.send(
            format!(
                "tell /os play {id} {word}/{score}/{:.2}",
                took.as_secs_f64()
            ),
            now,
        );
    }

    /// Plays what was thought.
    pub(super) fn answer(&mut self, thought: Thought, now: Instant) {
        let id = thought.id;
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let own = &mut live.own[id.place()];
        if own
            .thinking
            .is_none_or(|(serial, _)| serial != thought.serial)
        {
            return;
        }
        let Some(board) = live.game.boards.get(id.place()) else {
            return;
        };
        let mv = thought.mv.unwrap_or_else(|| stand_in(&board.game));
        live.figures.add_move(thought.faults.len());
        let is_low = |discs: u32| {
            let score = thought.score.map(Score::discs);
            score.is_some_and(|score| score <= -f64::from(discs))
        };
        if let Some(resign) = self.rules.resign {
            own.low = if is_low(resign.discs) { own.low + 1 } else { 0 };
        }
        for fault in &thought.faults {
            self.acts
                .push(Act::Tell(format!("{id} the engine failed: {fault}")));
        }
        if self.resigns(id.game_of, thought.mv.is_none()) {
            self.tell(format!("{} is resigned", id.game_of));
            self.send(format!("tell /os resign {}", id.game_of), now);
            return;
        }
        self.play(id, mv, thought.score, thought.elapsed, now);
    }

    /// Whether a match is given up. Two games are given up together, so both must be lost.
    fn resigns(&self, id: Number, engine_wants: bool) -> bool {
        let Some(live) = self.matches.get(&id) else {
            return false;
        };
        let is_pair = live.game.boards.len() == 2;
        let is_lost = |own: &Own| {
            self.rules
                .resign
                .is_some_and(|resign| own.low >= resign.moves)
        };
        let has_ended = live.game.boards.iter().any(|board| board.outcome.is_some());
        if is_pair {
            !has_ended && live.own.iter().all(is_lost)
        } else {
            engine_wants || is_lost(&live.own[0])
        }
    }

    /// A move was refused.
    pub(super) fn refused(&mut self, id: GameId, text: &str, now: Instant) {
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let own = &mut live.own[id.place()];
        if !live.is_ours || own.sent.take().is_none() {
            return;
        }
        own.refusals += 1;
        let is_last = own.refusals > MOST_REFUSALS;
        self.tell(format!("{id} the move was refused: {text}"));
        if is_last {
            self.tell(format!("{id} nothing more is sent until the board changes"));
        } else {
            self.send(format!("tell /os moves {id}"), now);
        }
    }

    /// Asks for what does not come.
    pub(super) fn wait_for_boards(&mut self, now: Instant) {
        let is_late = |since: Instant| now.saturating_duration_since(since) >= ANSWERED;
        let ids: Vec<GameId> = self
            .matches
            .values()
            .flat_map(|live| live.game.games().map(|(id, _)| id))
            .collect();
        for id in ids {
            let Some(live) = self.matches.get_mut(&id.game_of) else {
                continue;
            };
            let own = &mut live.own[id.place()];
            if own
                .unsure
                .as_ref()
                .is_some_and(|(_, since)| is_late(*since))
            {
                let shown = own.unsure.take();
                let Some((shown, _)) = shown else { continue };
                own.heard = now;
                own.sent = None;
                if let Some(board) = live.game.board(id) {
                    board.adopt(&shown);
                }
                self.consider(id, now);
            } else if own.sent.is_some_and(|(_, at)| is_late(at)) {
                own.sent = own.sent.map(|(turns, _)| (turns, now));
                self.send(format!("tell /os moves {id}"), now);
            } else if live.is_ours
                && own.thinking.is_none()
                && now.saturating_duration_since(own.checked) >= STILL
            {
                own.checked = now;
                self.send(format!("tell /os moves {id}"), now);
            }
        }
    }

    /// A clock was overrun.
    pub(super) fn overrun(&mut self, id: GameId, color: Color, is_fatal: bool) {
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let Some(board) = live.game.board(id) else {
            return;
        };
        board.overrun(color, is_fatal);
        let whose = if is_fatal {
            "all time of"
        } else {
            "the main time of"
        };
        self.tell(format!("{id} {whose} {color} is over"));
    }

    /// One game of two has ended.
    pub(super) fn game_ended(&mut self, id: GameId, outcome: Outcome) {
        let Some(live) = self.matches.get_mut(&id.game_of) else {
            return;
        };
        let Some(board) = live.game.board(id) else {
            return;
        };
        board.outcome = Some(outcome);
        if live.own[id.place()].thinking.take().is_some() {
            self.acts.push(Act::StopThinking(id));
        }
        let Some(live) = self.matches.get(&id.game_of) else {
            return;
        };
        let kept = live.kept();
        self.act(Act::Keep(kept));
    }

    /// A match has ended.
    pub(super) fn match_ended(
        &mut self,
        pairing: &Pairing,
        outcome: Outcome,
        record: Option<Number>,
        now: Instant,
    ) {
        let Some(mut live) = self.matches.remove(&pairing.id) else {
            return;
        };
        let me = self.me.to_string();
        for (id, board) in live.game.games() {
            if live.own[id.place()].thinking.is_some() {
                self.acts.push(Act::StopThinking(id));
            }
            if let Some(color) = board.color_of(&me) {
                let given = board
                    .setting(color)
                    .map(|setting| setting.main())
                    .unwrap_or_default();
                live.figures.add_time(board.used(color), given);
            }
        }
        let is_off = matches!(outcome, Outcome::Left(_));
        live.game.outcome = Some(outcome);
        self.tell(ending(&live, &me));
        // Only games that count are kept by the server.
        let may_go_on =
            is_off && live.is_ours && (record.is_some() || pairing.stake != Stake::Unrated);
        let kept = live.kept();
        if may_go_on {
            self.act(Act::Keep(kept.clone()));
            self.act(Act::Leave(kept));
        } else if let Some(record) = record.filter(|_| !is_off) {
            self.send(format!("tell /os look {record}"), now);
            self.act(Act::Keep(kept.clone()));
            if let Some(kept) = self.records.wait(kept, now) {
                self.act(Act::Finish(kept));
            }
        } else {
            self.act(Act::Finish(kept));
        }
        if !live.is_ours {
            return;
        }
        self.offers.pause(now + self.rules.pause);
        if !is_off {
            self.ended += 1;
        }
        if self.rules.games.is_some_and(|games| self.ended >= games) {
            self.close();
        }
    }
}

/// What is kept back of a clock with so much main time, where answers take so long.
fn kept_back(main: Duration, lag: Duration) -> Duration {
    (main / KEPT_BACK).clamp(LEAST_KEPT_BACK, MOST_KEPT_BACK) + lag.mul_f64(1.5).min(MOST_KEPT_BACK)
}

/// How a match ended, in words.
fn ending(live: &Live, me: &str) -> String {
    let id = live.game.id();
    let how = match &live.game.outcome {
        Some(Outcome::Left(name)) => format!("is broken off: {name} has left"),
        Some(Outcome::Aborted) => "was given up by both".to_owned(),
        _ => match live.game.result_for(me).filter(|_| live.is_ours) {
            Some(discs) => format!("ended {discs:+.2} against {}", live.game.opponent(me)),
            None => "ended".to_owned(),
        },
    };
    if live.is_ours {
        format!("{id} {how}; {}", live.figures)
    } else {
        format!("{id} {how}")
    }
}

/// The last move of a game, in words.
fn told_move(id: GameId, board: &Board) -> String {
    let turns = board.game.turns();
    let (color, mv) = turns.last().copied().unwrap_or((Color::Black, Move::Pass));
    let left = board.clock(color).map_or(0, |clock| clock.seconds());
    let number = turns.len();
    format!(
        "{id} {number} {color} {mv}{}, {left} s left",
        board.last_score()
    )
}
