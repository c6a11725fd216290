//! The server's clocks: main time, increment, and an extension that is given once and saves
//! nothing.

use std::time::{Duration, Instant};

/// A side's clock in a game.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Seconds of main time, increment and extension.
    setting: [f64; 3],
    left: f64,
    extension: f64,
    moves: u32,
    since: Option<Instant>,
    pub is_overrun: bool,
    pub is_over: bool,
}

/// `1:30`, or minutes alone, as those who ask write it.
fn seconds(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    let parts: Option<Vec<f64>> = text.split(':').map(|part| part.parse().ok()).collect();
    match parts?[..] {
        [minutes] => Some(60.0 * minutes),
        [minutes, seconds] => Some(60.0 * minutes + seconds),
        _ => None,
    }
}

fn written(seconds: f64) -> String {
    let (sign, whole) = if seconds < 0.0 {
        ("-", -seconds)
    } else {
        ("", seconds)
    };
    let whole = whole as u64;
    format!("{sign}{:02}:{:02}", whole / 60, whole % 60)
}

impl Clock {
    /// As it is asked for.
    pub fn new(text: &str) -> Option<Clock> {
        let mut parts = text.split('/').map(seconds);
        let main = parts.next()??;
        let increment = parts.next().unwrap_or(Some(0.0))?;
        let extension = parts.next().unwrap_or(Some(120.0))?;
        (main > 0.0).then_some(Clock {
            setting: [main, increment, extension],
            left: main,
            extension,
            moves: 0,
            since: None,
            is_overrun: false,
            is_over: false,
        })
    }

    /// As offers and files have it.
    pub fn setting(&self) -> String {
        let [main, increment, extension] = self.setting.map(written);
        let increment = if self.setting[1] > 0.0 {
            increment
        } else {
            String::new()
        };
        format!("{main}/{increment}/{extension}")
    }

    pub fn main(&self) -> f64 {
        self.setting[0]
    }

    /// What it shows now.
    pub fn now(&self) -> f64 {
        self.left
            - self
                .since
                .map_or(0.0, |since| since.elapsed().as_secs_f64())
    }

    pub fn shown(&self) -> String {
        let moves = self.moves;
        let increment = match self.setting[1] {
            0.0 => String::new(),
            seconds => format!("{},{moves}:1", written(seconds)),
        };
        let (now, extension) = (written(self.now()), written(self.extension));
        format!("{now},{moves}:0/{increment}/{extension},{moves}:0")
    }

    pub fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// The same, standing still.
    pub fn paused(&self) -> Clock {
        Clock {
            left: self.now(),
            since: None,
            ..self.clone()
        }
    }

    /// When the main time is over, or all time, if it runs on; looks whether that is now.
    pub fn check(&mut self) {
        if self.since.is_none() || self.now() >= 0.0 || self.is_over {
            return;
        }
        if !self.is_overrun && self.extension > 0.0 {
            self.is_overrun = true;
            self.left += std::mem::take(&mut self.extension);
        } else {
            self.is_overrun = true;
            self.is_over = true;
        }
    }

    /// Stops it and gives what the move took. A move that is trusted took what it says.
    pub fn stop(&mut self, trusted: Option<f64>) -> Duration {
        let wall = self
            .since
            .take()
            .map_or(0.0, |since| since.elapsed().as_secs_f64());
        let took = trusted.filter(|took| *took >= wall - 4.0).unwrap_or(wall);
        self.left -= took;
        self.moves += 1;
        self.since = Some(Instant::now());
        self.check();
        self.since = None;
        self.left += self.setting[1];
        Duration::from_secs_f64(took)
    }
}
