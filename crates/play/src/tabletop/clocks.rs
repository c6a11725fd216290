//! The clocks of a game, as a client sets them and as we measure them.
//!
//! `time_settings` means what section "Time" of `protocol.md` says. What `time_left` says is
//! believed; between two of them our own time is subtracted, by [`bianca_records::clock`].

use std::time::Duration;

use bianca_records::clock::{Clock, TimeControl};
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::Color;
use bianca_search::request::{ClockReading, Limits};

/// A clock that shows so much less than ours was set by somebody; no move costs that much unseen.
const LARGEST_LAG: Duration = Duration::from_millis(500);

/// How much time a game has, in GTP's three numbers. `protocol.md`, "Time", says what their
/// combinations mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time.
    pub main: Duration,
    /// Byo-yomi: the length of a period.
    pub period: Duration,
    /// Byo-yomi: moves to make in a period.
    pub stones: u32,
}

/// How much time a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Whose clock.
    pub color: Color,
    /// What is left, of the main time or of the running period.
    pub time: Duration,
    /// Moves to make in the running period; 0 during the main time.
    pub stones: u32,
}

/// What a client has said about the time of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settings {
    /// No limit, unless a client says what is left all the same.
    None,
    /// A limit.
    Control(TimeControl),
    /// No limit by GTP's letter, but a client that says what is left means it for one move.
    Move(TimeControl),
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    settings: Settings,
    /// `None` without a limit.
    clock: Option<Clock>,
    /// What the last move cost beyond what we saw of it, as far as a client said.
    lag: Duration,
}

/// Both sides' clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    black: Side,
    white: Side,
    /// The time of a move for which nobody has set a limit.
    pub move_time: Option<Duration>,
    /// How many positions the search of such a move visits.
    pub move_nodes: Option<u64>,
    /// The time of a game for which nobody has set another.
    pub game_time: Option<Duration>,
}

/// Clocks without a limit.
impl Default for Clocks {
    fn default() -> Clocks {
        let side = Side::new(Settings::None);
        Clocks {
            black: side,
            white: side,
            move_time: None,
            move_nodes: None,
            game_time: None,
        }
    }
}

impl Clocks {
    /// Clocks that go by `control`.
    pub fn by(control: TimeControl) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.control_by(control);
        clocks
    }

    /// Takes away both sides' limits.
    pub fn remove(&mut self) {
        let side = Side::new(Settings::None);
        (self.black, self.white) = (side, side);
    }

    /// Sets the time of games for which nobody sets another.
    pub fn usually(&mut self, time: Option<Duration>) {
        self.game_time = time;
        match time {
            Some(time) => self.control_by(TimeControl::game(time, Duration::ZERO)),
            None => self.remove(),
        }
    }

    /// Sets the time of this game and of those that follow.
    pub fn configure(&mut self, settings: TimeSettings) {
        let TimeSettings {
            main,
            period,
            stones,
        } = settings;
        let settings = match (main.is_zero(), period.is_zero(), stones) {
            (true, true, _) => Settings::None,
            (false, true, _) => Settings::Control(TimeControl::game(main, Duration::ZERO)),
            (_, false, 1..) => Settings::Control(TimeControl::periods(main, period, stones)),
            (false, false, 0) => Settings::Control(TimeControl::game(main, period)),
            (true, false, 0) => Settings::Move(TimeControl::periods(Duration::ZERO, period, 1)),
        };
        (self.black, self.white) = (Side::new(settings), Side::new(settings));
    }

    /// Sets the time of this game and of those that follow, where it is no matter of GTP's three
    /// numbers.
    pub fn control_by(&mut self, control: TimeControl) {
        let side = Side::new(Settings::Control(control));
        (self.black, self.white) = (side, side);
    }

    /// Sets the clocks as they stand at the end of `game`; those that it does not mention have no
    /// limit.
    pub fn follow(&mut self, game: &AnnotatedGame) {
        let side =
            |time: Option<TimeControl>| Side::new(time.map_or(Settings::None, Settings::Control));
        (self.black, self.white) = (side(game.black_clock), side(game.white_clock));
        for (color, _, note) in game.turns() {
            self.spend(color, note.time.unwrap_or_default());
        }
    }

    /// Starts both clocks anew, for a new game.
    pub fn restart(&mut self) {
        for side in [&mut self.black, &mut self.white] {
            *side = Side::new(side.settings);
        }
    }

    /// Believes what a client says.
    pub fn set_left(&mut self, left: TimeLeft) {
        let side = self.side(left.color);
        let (control, moves) = match side.settings {
            Settings::None => (TimeControl::default(), left.stones),
            Settings::Control(control) => (control, left.stones),
            Settings::Move(control) => (control, left.stones.max(1)),
        };
        let mut clock = Clock::new(control);
        clock.set(left.time, moves);
        if let Some(ours) = side.clock {
            side.lag = side.lag.max(lag(ours.reading(), clock.reading()));
        }
        side.clock = Some(clock);
    }

    /// The limits of a move: those that are asked for, or the time and the positions of a move if
    /// there are none.
    pub fn limits(&self, asked: Limits) -> Limits {
        let is_limited =
            asked.allowed().is_some() || asked.depth.is_some() || asked.nodes.is_some();
        if is_limited || asked.infinite {
            return asked;
        }
        Limits {
            move_time: self.move_time,
            nodes: self.move_nodes,
            ..asked
        }
    }

    /// The clock that `color` has for its move; `None` if there is no limit.
    pub fn clock(&self, color: Color) -> Option<ClockReading> {
        let side = color.select(self.black, self.white);
        Some(ClockReading {
            lag: side.lag,
            ..side.clock?.reading()
        })
    }

    /// Subtracts what `color` took for a move.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let side = self.side(color);
        side.lag = Duration::ZERO;
        if let Some(clock) = &mut side.clock {
            clock.spend(time);
        }
    }

    fn side(&mut self, color: Color) -> &mut Side {
        color.select(&mut self.black, &mut self.white)
    }
}

impl Side {
    /// A clock at the start of a game.
    fn new(settings: Settings) -> Side {
        let clock = match settings {
            Settings::None | Settings::Move(_) => None,
            Settings::Control(control) => Some(Clock::new(control)),
        };
        Side {
            settings,
            clock,
            lag: Duration::ZERO,
        }
    }
}

/// What a client's clock shows that a move cost beyond what we saw of it. Whole seconds are most
/// likely rounded and show nothing.
fn lag(ours: ClockReading, theirs: ClockReading) -> Duration {
    let rounded = theirs.remaining.subsec_nanos() == 0;
    let lag = ours.remaining.saturating_sub(theirs.remaining);
    if rounded || ours.moves_to_go != theirs.moves_to_go || lag > LARGEST_LAG {
        return Duration::ZERO;
    }
    lag
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::record::ggf::read_ggf;

    const BLACK: Color = Color::Black;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(main: u64, period: u64, stones: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.configure(TimeSettings {
            main: seconds(main),
            period: seconds(period),
            stones,
        });
        clocks
    }

    fn left(time: u64, stones: u32) -> TimeLeft {
        TimeLeft {
            color: BLACK,
            time: seconds(time),
            stones,
        }
    }

    /// Seconds left, moves to go, increment.
    fn shown(clocks: &Clocks) -> Option<(u64, Option<u32>, u64)> {
        let clock = clocks.clock(BLACK)?;
        let increment = clock.increment.as_secs();
        Some((clock.remaining.as_secs(), clock.moves_to_go, increment))
    }

    #[test]
    fn sudden_death_runs_down_and_starts_anew() {
        let mut clocks = clocks(300, 0, 0);
        clocks.spend(BLACK, seconds(10));
        assert_eq!(shown(&clocks), Some((290, None, 0)));
        assert_eq!(clocks.clock(Color::White).unwrap().remaining, seconds(300));
        clocks.set_left(left(250, 0));
        assert_eq!(shown(&clocks), Some((250, None, 0)));
        clocks.spend(BLACK, seconds(999));
        assert_eq!(shown(&clocks), Some((0, None, 0)));
        clocks.restart();
        assert_eq!(shown(&clocks), Some((300, None, 0)));
    }

    #[test]
    fn each_side_has_a_clock_of_its_own_and_both_begin_alike() {
        const WHITE: Color = Color::White;
        let left = |clocks: &Clocks| {
            [BLACK, WHITE].map(|color| clocks.clock(color).map(|clock| clock.remaining.as_secs()))
        };
        let mut clocks = Clocks::by(TimeControl::game(seconds(60), Duration::ZERO));
        clocks.spend(WHITE, seconds(20));
        assert_eq!(left(&clocks), [Some(60), Some(40)]);
        clocks.set_left(TimeLeft {
            color: WHITE,
            time: seconds(30),
            stones: 0,
        });
        clocks.spend(BLACK, seconds(1));
        assert_eq!(left(&clocks), [Some(59), Some(30)]);
        clocks.restart();
        assert_eq!(left(&clocks), [Some(60); 2]);
        clocks.control_by(TimeControl::game(seconds(5), seconds(1)));
        assert_eq!(left(&clocks), [Some(5); 2]);
        clocks.remove();
        assert_eq!(left(&clocks), [None; 2]);
        clocks.restart();
        assert_eq!(left(&clocks), [None; 2]);
    }

    #[test]
    fn a_usual_time_holds_until_another_is_set_and_none_takes_the_limit_away() {
        let mut clocks = clocks(60, 0, 0);
        clocks.usually(Some(seconds(300)));
        assert_eq!(clocks.game_time, Some(seconds(300)));
        assert_eq!(shown(&clocks), Some((300, None, 0)));
        clocks.spend(BLACK, seconds(10));
        clocks.restart();
        assert_eq!(shown(&clocks), Some((300, None, 0)));
        clocks.usually(None);
        assert_eq!((clocks.game_time, shown(&clocks)), (None, None));
    }

    #[test]
    fn the_time_and_positions_of_a_move_are_for_moves_without_a_limit() {
        let clocks = Clocks {
            move_time: Some(seconds(3)),
            move_nodes: Some(1000),
            ..Clocks::default()
        };
        let usual = Limits {
            move_time: Some(seconds(3)),
            nodes: Some(1000),
            ..Limits::default()
        };
        assert_eq!(clocks.limits(Limits::default()), usual);
        let within_level = Limits {
            within_level: true,
            ..Limits::default()
        };
        let both = Limits {
            within_level: true,
            ..usual
        };
        assert_eq!(clocks.limits(within_level), both);
        let clock = Clocks::by(TimeControl::game(seconds(60), Duration::ZERO)).clock(BLACK);
        for limited in [
            Limits::to_depth(3),
            Limits {
                nodes: Some(7),
                ..Limits::default()
            },
            Limits {
                move_time: Some(seconds(1)),
                ..Limits::default()
            },
            Limits {
                clock,
                ..Limits::default()
            },
            Limits {
                infinite: true,
                ..Limits::default()
            },
        ] {
            assert_eq!(clocks.limits(limited), limited);
        }
    }

    #[test]
    fn a_record_s_times_are_those_of_who_moved() {
        let mut clocks = Clocks::default();
        let game = "(;GM[Othello]TB[1:00]TW[2:00]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[f5//10]W[d6//5]B[c3];)";
        clocks.follow(&read_ggf(game).unwrap());
        let left = [BLACK, Color::White].map(|color| clocks.clock(color).unwrap().remaining);
        assert_eq!(left, [seconds(50), seconds(115)]);
    }

    #[test]
    fn an_increment_comes_after_each_move() {
        let mut clocks = clocks(60, 5, 0);
        clocks.spend(BLACK, seconds(10));
        assert_eq!(shown(&clocks), Some((55, None, 5)));
    }

    #[test]
    fn canadian_periods_follow_the_main_time() {
        let mut clocks = clocks(60, 20, 2);
        assert_eq!(clocks.clock(BLACK).unwrap().period, Some((seconds(20), 2)));
        clocks.spend(BLACK, seconds(50));
        assert_eq!(shown(&clocks), Some((10, None, 0)));
        clocks.spend(BLACK, seconds(15));
        assert_eq!(shown(&clocks), Some((15, Some(1), 0)));
        clocks.spend(BLACK, seconds(1));
        assert_eq!(shown(&clocks), Some((20, Some(2), 0)));
        clocks.set_left(left(7, 1));
        assert_eq!(shown(&clocks), Some((7, Some(1), 0)));
    }

    #[test]
    fn five_seconds_a_move_is_a_period_of_one() {
        let mut clocks = clocks(0, 5, 1);
        assert_eq!(shown(&clocks), Some((5, Some(1), 0)));
        clocks.spend(BLACK, seconds(3));
        assert_eq!(shown(&clocks), Some((5, Some(1), 0)));
    }

    #[test]
    fn a_client_tells_what_a_move_cost_beyond_what_we_saw() {
        let left = |milliseconds| TimeLeft {
            time: Duration::from_millis(milliseconds),
            ..left(0, 0)
        };
        let lag = |clocks: &Clocks| clocks.clock(BLACK).unwrap().lag.as_millis();
        let mut clocks = clocks(60, 0, 0);
        clocks.spend(BLACK, seconds(10));
        clocks.set_left(left(49_970));
        clocks.set_left(left(49_970));
        assert_eq!(lag(&clocks), 30);
        // More than we think, much less, or in whole seconds: no sign of a lag.
        for shown in [49_990, 40_001, 39_000] {
            clocks.spend(BLACK, seconds(0));
            clocks.set_left(left(shown));
            assert_eq!(lag(&clocks), 0, "{shown}");
        }
        // Half a second more than we saw is the most that is believed, and not in whole seconds.
        for (spent, shown, expected) in [
            (1, 37_500, 500),
            (1, 35_999, 0),
            (1, 34_900, 99),
            (0, 34_500, 400),
        ] {
            clocks.spend(BLACK, seconds(spent));
            clocks.set_left(left(shown));
            assert_eq!(lag(&clocks), expected, "{shown}");
        }
        clocks.spend(BLACK, seconds(0));
        clocks.set_left(left(34_000));
        assert_eq!(lag(&clocks), 0, "34 s");
    }

    #[test]
    fn a_record_tells_what_is_left_at_its_end() {
        let mut clocks = Clocks::default();
        let clock_after = |clocks: &mut Clocks, text: &str| {
            clocks.follow(&read_ggf(text).unwrap());
            shown(clocks)
        };
        let game = "(;GM[Othello]TI[1:00/0:02/0:30]\
                    BO[8 ---------------------------O*------*O--------------------------- *]";
        assert_eq!(
            clock_after(&mut clocks, &format!("{game};)")),
            Some((60, None, 2))
        );
        let two = format!("{game}B[f5//10]W[d6//5]B[c3//20];)");
        assert_eq!(clock_after(&mut clocks, &two), Some((34, None, 2)));
        let over = format!("{game}B[f5//70]W[d6//5];)");
        assert_eq!(clock_after(&mut clocks, &over), Some((22, None, 2)));
        clocks.spend(BLACK, seconds(70));
        assert_eq!(shown(&clocks), Some((2, None, 2)));
        let none = game.replace("1:00/0:02/0:30", "0") + ";)";
        assert_eq!(clock_after(&mut clocks, &none), None);
    }

    #[test]
    fn times_beyond_reason_are_only_long() {
        for stones in [0, 1, u32::MAX] {
            let mut clocks = clocks(u64::MAX, u64::MAX, stones);
            for _ in 0..100 {
                clocks.spend(BLACK, seconds(1));
            }
            clocks.set_left(left(u64::MAX, stones));
            clocks.spend(BLACK, Duration::MAX);
            assert!(clocks.clock(BLACK).is_some());
        }
    }

    #[test]
    fn no_limit_holds_until_a_client_tells_one() {
        let mut clocks = clocks(0, 1, 0);
        assert_eq!(shown(&clocks), None);
        clocks.spend(BLACK, seconds(100));
        assert_eq!(shown(&clocks), None);
        clocks.set_left(left(1, 0));
        assert_eq!(shown(&clocks), Some((1, Some(1), 0)));
        // Then each move has that time again.
        clocks.spend(BLACK, Duration::from_millis(700));
        assert_eq!(shown(&clocks), Some((1, Some(1), 0)));
        assert_eq!(Clocks::default().clock(BLACK), None);
        let mut clocks = Clocks::default();
        clocks.set_left(left(30, 0));
        assert_eq!(shown(&clocks), Some((30, None, 0)));
        clocks.spend(BLACK, seconds(10));
        assert_eq!(shown(&clocks), Some((20, None, 0)));
    }
}
