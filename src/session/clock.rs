//! The clocks of a game, as a client sets them and as we measure them.
//!
//! `time_settings` means what section "Time" of `protocol.md` says. What `time_left` tells is
//! believed; between two of them our own time is subtracted.

use std::time::Duration;

use crate::engine::Clock;
use crate::othello::Color;
use crate::protocol::{TimeLeft, TimeSettings};

/// Three hundred years: longer times are no different, and sums of them fit everywhere.
const LONGEST: Duration = Duration::from_secs(10_000_000_000);

/// How the time of a game goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// No limit, unless a client tells what is left all the same.
    None,
    /// So much for the game, and more after each move.
    Game { main: Duration, increment: Duration },
    /// Canadian byo-yomi: after the main time, `period` for every `moves` moves.
    Canadian {
        main: Duration,
        period: Duration,
        moves: u32,
    },
    /// No limit by GTP's letter, but a client that tells a time left means it for one move.
    Move { period: Duration },
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    left: Duration,
    /// Moves to make in what is left; 0 in the main time.
    moves: u32,
}

/// Both sides' clocks.
#[derive(Debug)]
pub struct Clocks {
    control: Control,
    black: Option<Side>,
    white: Option<Side>,
}

impl Clocks {
    /// Clocks without a limit.
    pub fn new() -> Clocks {
        Clocks {
            control: Control::None,
            black: None,
            white: None,
        }
    }

    /// Sets the time of this game and of those that follow.
    pub fn configure(&mut self, settings: TimeSettings) {
        let TimeSettings {
            main,
            period,
            stones,
        } = settings;
        let (main, period) = (main.min(LONGEST), period.min(LONGEST));
        self.control = match (main.is_zero(), period.is_zero(), stones) {
            (true, true, _) => Control::None,
            (false, true, _) => Control::Game {
                main,
                increment: Duration::ZERO,
            },
            (_, false, 1..) => Control::Canadian {
                main,
                period,
                moves: stones,
            },
            (false, false, 0) => Control::Game {
                main,
                increment: period,
            },
            (true, false, 0) => Control::Move { period },
        };
        self.restart();
    }

    /// Starts both clocks anew, for a new game.
    pub fn restart(&mut self) {
        let full = match self.control {
            Control::None | Control::Move { .. } => None,
            Control::Game { main, .. } => Some(Side {
                left: main,
                moves: 0,
            }),
            Control::Canadian {
                main,
                period,
                moves,
            } => Some(match main.is_zero() {
                false => Side {
                    left: main,
                    moves: 0,
                },
                true => Side {
                    left: period,
                    moves,
                },
            }),
        };
        (self.black, self.white) = (full, full);
    }

    /// Believes what a client tells.
    pub fn set_left(&mut self, told: TimeLeft) {
        let moves = match self.control {
            Control::Move { .. } => told.stones.max(1),
            _ => told.stones,
        };
        *self.side(told.color) = Some(Side {
            left: told.time.min(LONGEST),
            moves,
        });
    }

    /// The clock that `color` has for its move; `None` if there is no limit.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let side = match color {
            Color::Black => self.black,
            Color::White => self.white,
        }?;
        let (increment, period) = match self.control {
            Control::Game { increment, .. } => (increment, None),
            Control::Canadian { period, moves, .. } => (Duration::ZERO, Some((period, moves))),
            Control::None | Control::Move { .. } => (Duration::ZERO, None),
        };
        Some(Clock {
            remaining: side.left,
            moves_to_go: (side.moves > 0).then_some(side.moves),
            increment,
            period,
        })
    }

    /// Subtracts what `color` took for a move.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let control = self.control;
        let side = self.side(color);
        *side = side.map(|now| after(control, now, time));
    }

    fn side(&mut self, color: Color) -> &mut Option<Side> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// What a clock shows after a move that took `time`.
fn after(control: Control, now: Side, time: Duration) -> Side {
    let left = now.left.saturating_sub(time);
    match control {
        // What follows a period that nobody announced is unknown; its last move stays the last.
        Control::None => Side {
            left,
            moves: if now.moves > 1 {
                now.moves - 1
            } else {
                now.moves
            },
        },
        Control::Game { increment, .. } => Side {
            left: (left + increment).min(LONGEST),
            moves: 0,
        },
        Control::Move { period } => Side {
            left: period,
            moves: 1,
        },
        Control::Canadian { period, moves, .. } => {
            if now.moves == 0 && !left.is_zero() {
                return Side { left, moves: 0 };
            }
            // The move during which the main time ran out is the first of the first period.
            let (left, to_go) = match now.moves {
                0 => (
                    (now.left + period).saturating_sub(time),
                    moves.saturating_sub(1),
                ),
                to_go => (left, to_go - 1),
            };
            if to_go == 0 {
                Side {
                    left: period,
                    moves,
                }
            } else {
                Side { left, moves: to_go }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(main: u64, period: u64, stones: u32) -> Clocks {
        let mut clocks = Clocks::new();
        clocks.configure(TimeSettings {
            main: seconds(main),
            period: seconds(period),
            stones,
        });
        clocks
    }

    fn told(time: u64, stones: u32) -> TimeLeft {
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
        clocks.set_left(told(250, 0));
        assert_eq!(shown(&clocks), Some((250, None, 0)));
        clocks.spend(BLACK, seconds(999));
        assert_eq!(shown(&clocks), Some((0, None, 0)));
        clocks.restart();
        assert_eq!(shown(&clocks), Some((300, None, 0)));
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
        clocks.set_left(told(7, 1));
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
    fn times_beyond_reason_are_only_long() {
        for stones in [0, 1, u32::MAX] {
            let mut clocks = clocks(u64::MAX, u64::MAX, stones);
            for _ in 0..100 {
                clocks.spend(BLACK, seconds(1));
            }
            clocks.set_left(told(u64::MAX, stones));
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
        clocks.set_left(told(1, 0));
        assert_eq!(shown(&clocks), Some((1, Some(1), 0)));
        assert_eq!(Clocks::new().clock(BLACK), None);
        let mut clocks = Clocks::new();
        clocks.set_left(told(30, 0));
        assert_eq!(shown(&clocks), Some((30, None, 0)));
        clocks.spend(BLACK, seconds(10));
        assert_eq!(shown(&clocks), Some((20, None, 0)));
    }
}
