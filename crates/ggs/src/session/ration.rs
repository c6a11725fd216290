//! How much is said in answer to strangers, and of what they do.

use std::time::{Duration, Instant};

/// A ration that fills up with time.
#[derive(Debug)]
pub struct Ration {
    /// So many may be given at once.
    most: u32,
    /// Another one may be given after so long.
    each: Duration,
    left: u32,
    filled: Instant,
}

impl Ration {
    /// A full one: so many at once, and another one each so often.
    pub fn new(most: u32, each: Duration, now: Instant) -> Ration {
        Ration {
            most,
            each,
            left: most,
            filled: now,
        }
    }

    /// Whether another answer may be given; it counts as given.
    pub fn allows(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled);
        let more = (passed.as_millis() / self.each.as_millis().max(1)) as u32;
        if more > 0 {
            self.left = self.left.saturating_add(more).min(self.most);
            self.filled = now;
        }
        let allows = self.left > 0;
        self.left = self.left.saturating_sub(1);
        allows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_answered_a_few_times() {
        let start = Instant::now();
        let mut ration = Ration::new(20, Duration::from_millis(500), start);
        let count = |ration: &mut Ration, at: u64| {
            let now = start + Duration::from_secs(at);
            (0..1000).filter(|_| ration.allows(now)).count()
        };
        assert_eq!(count(&mut ration, 0), 20);
        assert_eq!(count(&mut ration, 1), 2);
        assert_eq!(count(&mut ration, 3600), 20);
    }
}
