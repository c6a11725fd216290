//! What a board that speaks XBoard's protocol asks for.
//!
//! The game and its clocks are those of the session; what the protocol leaves to the engine to
//! remember is a [`XBoardMemory`](crate::protocol::xboard::XBoardMemory).

use std::io::{self, Write};
use std::time::Duration;

use super::{Next, Session};
use crate::protocol::xboard::{self, Role};
use crate::protocol::{Choose, ClockUsed, CommandError, Reply, SearchPurpose, Start, XBoardOrder};
use bianca_play::tabletop::TimeLeft;
use bianca_records::clock::TimeControl;
use bianca_records::record::pgn::fen;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::{Limits, Purpose, Request};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

impl<W: Write> Session<W> {
    /// Does what a board wants, and answers it.
    pub(super) fn at_board(&mut self, id: Option<&str>, order: XBoardOrder) -> io::Result<Next> {
        let reply = match order {
            XBoardOrder::Go => return self.go(id),
            XBoardOrder::Move(mv) => return self.user_move(id, &mv),
            XBoardOrder::Hint => return self.hint(id),
            XBoardOrder::Features => Ok(Reply::Features),
            XBoardOrder::Book => self.book_moves(),
            XBoardOrder::New => {
                self.client.xboard.new_game();
                self.start_anew()
            }
            XBoardOrder::Variant(name) if is_othello(&name) => {
                self.client.xboard.first_is_white = true;
                self.start_anew()
            }
            XBoardOrder::Variant(name) => Err(CommandError::UnknownGame(xboard::sent(&name))),
            XBoardOrder::SetBoard(fen) => self.set_fen(&fen),
            XBoardOrder::Force | XBoardOrder::Result => {
                self.client.xboard.force();
                Ok(Reply::Done)
            }
            XBoardOrder::PlayOther => {
                self.client.xboard.role = Role::Plays(!self.table.game.to_move());
                Ok(Reply::Done)
            }
            XBoardOrder::TakeBack(count) => {
                let undone = self.table.undo(count as usize);
                let word = if count == 1 { "undo" } else { "remove" };
                let refused = |_| CommandError::NotNow(word.to_owned());
                undone.map(|()| Reply::Done).map_err(refused)
            }
            XBoardOrder::MoveTime(time) => {
                self.client.xboard.move_time = Some(time);
                self.set_clocks(0, Duration::ZERO, Duration::ZERO)
            }
            XBoardOrder::Depth(depth) => {
                self.client.xboard.depth = Some(depth);
                Ok(Reply::Done)
            }
            XBoardOrder::Level {
                moves,
                base,
                increment,
            } => {
                self.client.xboard.move_time = None;
                self.set_clocks(moves, base, increment)
            }
            XBoardOrder::Time(time) => self.set_left(self.engines_side(), time),
            XBoardOrder::OpponentTime(time) => self.set_left(!self.engines_side(), time),
            XBoardOrder::Post(posts) => {
                self.client.xboard.posts = posts;
                Ok(Reply::Done)
            }
            XBoardOrder::Analyze => {
                self.client.xboard.role = Role::Analyzes;
                Ok(Reply::Done)
            }
            XBoardOrder::Exit if self.client.xboard.exit() => Ok(Reply::Done),
            XBoardOrder::Exit => Err(CommandError::NotNow("exit".to_owned())),
            XBoardOrder::Nothing => Ok(Reply::Done),
        };
        self.reply(id, reply)
    }

    /// Starts the game from where it usually starts.
    fn start_anew(&mut self) -> Result<Reply, CommandError> {
        self.client.begun(self.table.begin(Start::USUAL.set_up))
    }

    /// Searches on while the board analyses and has nothing else to say.
    pub(super) fn go_on_analyzing(&mut self) -> io::Result<()> {
        let idle = self.queue.is_idle();
        let analyzes = self.client.xboard.role == Role::Analyzes;
        let searches = analyzes && !self.client.astray && !self.table.game.is_over();
        if idle && searches && self.workplace.has_threads() {
            self.analyze(None, Request::default())?;
        }
        Ok(())
    }

    /// Plays for the side to move from now on.
    fn go(&mut self, id: Option<&str>) -> io::Result<Next> {
        if self.client.astray {
            return self.reply(id, Err(CommandError::NotNow("go".to_owned())));
        }
        self.client.xboard.role = Role::Plays(self.table.game.to_move());
        self.take_turn(id)
    }

    /// Finds a move and plays it, if it is the engine's turn.
    fn take_turn(&mut self, id: Option<&str>) -> io::Result<Next> {
        if self.table.game.is_over() {
            return self.tell_end(id);
        }
        if self.client.xboard.role != Role::Plays(self.table.game.to_move()) {
            return Ok(Next::GoOn);
        }
        let order = Choose {
            plays: true,
            clock: ClockUsed::Kept,
            purpose: Purpose::Move,
            limits: self.client.xboard.limits(),
            ..Choose::default()
        };
        let next = self.choose(id, order)?;
        if self.table.game.is_over() {
            return self.tell_end(id);
        }
        Ok(next)
    }

    fn tell_end(&mut self, id: Option<&str>) -> io::Result<Next> {
        let ended = self.table.game.final_score().map(|black| Reply::Ended {
            black,
            first_is_white: self.client.xboard.first_is_white,
        });
        self.reply(id, Ok(ended.unwrap_or(Reply::Done)))
    }

    /// Plays the user's move, and answers it if the engine plays.
    fn user_move(&mut self, id: Option<&str>, mv: &str) -> io::Result<Next> {
        let turns = self.table.game.turns();
        let refused = || CommandError::MoveRefused(xboard::sent(mv));
        let mut game = self.table.game.clone_game();
        let read = mv.parse::<Move>();
        let is_played = read.is_ok()
            && !self.client.astray
            && game.play(None, mv).is_ok()
            && game.turns() > turns;
        if !is_played {
            return self.reply(id, Err(refused()));
        }
        self.table.game = game;
        let is_silent = read != Ok(Move::Pass);
        self.table.passes.note(&*self.table.game, turns, is_silent);
        match self.client.xboard.role {
            Role::Plays(_) => self.take_turn(id),
            Role::Watches | Role::Analyzes => Ok(Next::GoOn),
        }
    }

    /// The side whose clock the board calls the engine's.
    fn engines_side(&self) -> Color {
        self.client.xboard.engines_side(self.table.game.to_move())
    }

    /// What the side to move might play.
    fn hint(&mut self, id: Option<&str>) -> io::Result<Next> {
        if self.client.astray || self.table.game.is_over() {
            return self.reply(id, Err(CommandError::NotNow("hint".to_owned())));
        }
        let request = Request {
            limits: Limits {
                move_time: Some(self.client.xboard.move_time.unwrap_or(HINT).min(HINT)),
                within_level: true,
                ..Limits::default()
            },
            ..Request::default()
        };
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        let reply = lines.map(|lines| {
            let best = lines
                .into_iter()
                .next()
                .and_then(|line| line.pv.into_iter().next());
            best.map_or(Reply::Done, Reply::Hint)
        });
        self.reply(id, reply)
    }

    /// Starts a game from a FEN, whose letters mean what they did unless it shows otherwise.
    fn set_fen(&mut self, fen: &str) -> Result<Reply, CommandError> {
        let (record, first_is_white) = read_fen(fen, self.client.xboard.first_is_white)
            .ok_or(CommandError::IllegalPosition)?;
        self.client.xboard.first_is_white = first_is_white;
        self.client.begun(self.table.begin_at(record))
    }

    /// Starts both clocks; without any time there is no limit.
    fn set_clocks(
        &mut self,
        moves: u32,
        base: Duration,
        increment: Duration,
    ) -> Result<Reply, CommandError> {
        match moves {
            _ if base.is_zero() && (increment.is_zero() || moves > 0) => {
                self.table.clocks.remove();
            }
            0 => self
                .table
                .clocks
                .control_by(TimeControl::game(base, increment)),
            moves => {
                let control = TimeControl::periods(Duration::ZERO, base, moves);
                self.table.clocks.control_by(control);
            }
        }
        Ok(Reply::Done)
    }

    /// Believes what a clock of the board shows.
    fn set_left(&mut self, color: Color, time: Duration) -> Result<Reply, CommandError> {
        if self.client.xboard.move_time.is_some() {
            // The board counts a time for each move down as if it were a clock.
            return Ok(Reply::Done);
        }
        let clock = self.table.clocks.clock(color);
        let stones = clock.and_then(|clock| clock.moves_to_go).unwrap_or(0);
        self.table.clocks.set_left(TimeLeft {
            color,
            time,
            stones,
        });
        Ok(Reply::Done)
    }
}

fn is_othello(name: &str) -> bool {
    ["reversi", "othello"].contains(&name.to_ascii_lowercase().as_str())
}

/// The game that starts at a FEN, whose rows begin with rank 8, and whether its white is the side
/// that moves first. From the four discs that every game starts with, whoever is to move is black;
/// otherwise letters mean what they did.
fn read_fen(fen: &str, first_is_white: bool) -> Option<(OthelloGame, bool)> {
    let (rows, side) = fen.trim_start().split_once(char::is_whitespace)?;
    // A variant's pieces in hand, which Othello does not count.
    let rows = rows.split('[').next()?;
    let rows: Vec<&str> = rows.rsplit('/').collect();
    let (position, letters) = fen::read_fen(&format!("{} {side}", rows.join("/")))?;
    let discs = |position: Position| position.own | position.opp;
    let first_is_white = if discs(position) == discs(Position::START) {
        letters == Color::White
    } else {
        first_is_white
    };
    let to_move = if first_is_white { !letters } else { letters };
    Some((
        OthelloGame::from_position(position, to_move),
        first_is_white,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Dialect;
    use crate::session::SessionSettings;
    use crate::session::tests::idle::Running;
    use bianca_play::game::Game;
    use bianca_search::request::StopFlag;

    /// A session after these lines.
    fn at_board(lines: &[&str]) -> Session<Vec<u8>> {
        let small = [("Hash", "1"), ("Level", "1")];
        let settings = SessionSettings {
            dialect: Some(Dialect::XBoard),
            options: small
                .map(|(name, value)| (name.into(), value.into()))
                .into(),
            ..SessionSettings::default()
        };
        let mut session = Session::in_process(Vec::new(), settings).unwrap();
        for line in lines {
            assert!(session.send(line, &StopFlag::new()).unwrap());
        }
        session
    }

    #[test]
    fn the_engine_plays_the_side_that_it_is_given_by_its_own_clock() {
        let session = at_board(&["new", "level 0 5 0", "time 1000", "otim 2000"]);
        let left = |color| session.table.clocks.clock(color).unwrap().remaining;
        assert_eq!(left(Color::White), Duration::from_secs(10));
        assert_eq!(left(Color::Black), Duration::from_secs(20));
        let session = at_board(&["new", "level 0 0 1", "time 300"]);
        let clock = session.table.clocks.clock(Color::White).unwrap();
        let (left, more) = (Duration::from_secs(3), Duration::from_secs(1));
        assert_eq!((clock.remaining, clock.increment), (left, more));
        assert_eq!(clock.moves_to_go, None, "what is left is for the game");
        let state = at_board(&["new", "force", "playother"]).client.xboard;
        assert_eq!(state.role, Role::Plays(Color::White));
        let role = |lines| at_board(lines).client.xboard.role;
        assert_eq!(
            role(&["new", "force", "f5", "playother"]),
            Role::Plays(Color::Black)
        );
        assert_eq!(role(&["new", "go"]), Role::Plays(Color::Black));
        assert_eq!(role(&["new", "force"]), Role::Watches);
        assert_eq!(role(&["analyze", "force"]), Role::Analyzes);
        assert_eq!(role(&["analyze", "exit"]), Role::Watches);
    }

    #[test]
    fn moves_of_a_game_come_from_the_book_and_keep_to_the_boards_times() {
        let session = at_board(&["new", "go"]);
        assert_eq!(
            session.table.last_search.as_ref().map(|found| found.nodes),
            Some(0)
        );
        // It may search 60 plies deep, and would for hours.
        let searched = Running::start(|| {
            let mut session = at_board(&["new", "st 0.05", "sd 60"]);
            session.set_option("Book", "off").unwrap();
            session.send("f5", &StopFlag::new()).unwrap();
            session.table.game.turns()
        });
        assert_eq!(searched.end(), 2);
        let session = at_board(&["new", "level 0 5 0", "f5"]);
        let white = session.table.clocks.clock(Color::White).unwrap().remaining;
        assert!(white < Duration::from_secs(300));
    }

    #[test]
    fn an_unmentioned_pass_goes_with_the_users_move() {
        let moves = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];
        let lines = [&["new", "force"][..], &moves].concat();
        let session = at_board(&lines);
        let mv = session
            .table
            .game
            .legal(Some(Color::White))
            .swap_remove(0)
            .to_string();
        let alone = [&lines[..], &[&mv, "undo"]].concat();
        assert_eq!(at_board(&alone).table.game.turns(), 8);
        let said = [&lines[..], &["@@@@", &mv, "undo"]].concat();
        assert_eq!(at_board(&said).table.game.turns(), 9);
    }

    fn board(fen: &str, first_is_white: bool) -> Option<(String, bool)> {
        let (game, first_is_white) = read_fen(fen, first_is_white)?;
        Some((Game::board(&game), first_is_white))
    }

    #[test]
    fn whoever_moves_first_is_black() {
        let start = Game::board(&OthelloGame::new());
        for (fen, white) in [
            ("8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", true),
            ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", false),
        ] {
            for before in [true, false] {
                assert_eq!(board(fen, before), Some((start.clone(), white)));
            }
        }
    }

    /// What is answered to the last of these lines.
    fn answer(lines: &[&str]) -> String {
        let (last, before) = lines.split_last().unwrap();
        let mut session = at_board(before);
        session.output().clear();
        session.send(last, &StopFlag::new()).unwrap();
        String::from_utf8(session.output().clone()).unwrap()
    }

    #[test]
    fn what_makes_no_sense_now_is_refused() {
        let over = "setboard PPPPPPPP/8/8/8/8/8/8/8 w - - 0 1";
        for (lines, refused) in [
            (&["new", "force", "usermove 1."][..], "Illegal move: 1.\n"),
            (&["new", "force", "usermove f5d6"], "Illegal move: f5d6\n"),
            (
                &["new", over, "hint"],
                "Error (command not legal now): hint\n",
            ),
            (
                &["setboard 9", "hint"],
                "Error (command not legal now): hint\n",
            ),
        ] {
            assert_eq!(answer(lines), refused, "{lines:?}");
        }
        assert!(answer(&["new", "hint"]).starts_with("Hint: "));
    }

    #[test]
    fn letters_keep_their_meaning_elsewhere() {
        // After f5 in both ways of naming the colours: rank 5 is the fourth row.
        let after = "---------------------------OX------XXX-------------------------- O";
        let white_first = "8/8/8/3PPP2/3pP3/8/8/8 b - - 0 1";
        assert_eq!(board(white_first, true), Some((after.to_owned(), true)));
        let black_first = "8/8/8/3ppp2/3Pp3/8/8/8 w";
        assert_eq!(board(black_first, false), Some((after.to_owned(), false)));
        // Four discs, but not the first four.
        let four = "XX------XO------------------------------------------------------ O";
        let told = board("8/8/8/8/8/8/Pp6/PP6 b", true);
        assert_eq!(told, Some((four.to_owned(), true)));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for fen in [
            "",
            "8/8/8/3Pp3/3pP3/8/8/8",
            "8/8/8/3Pp3/3pP3/8/8 w",
            "8/8/8/3Pp3/3pP3/8/8/8/8 w",
            "8/8/8/3Pp4/3pP3/8/8/8 w",
            "8/8/8/3Qp3/3pP3/8/8/8 w",
            "8/8/8/3Pp3/3pP3/8/8/8 x",
            "9/8/8/3Pp3/3pP3/8/8/8 w",
        ] {
            assert_eq!(board(fen, true), None, "{fen}");
        }
    }
}
