//! What searches have found of positions of historic Reversi.
//!
//! Entries are found by a hash of the discs and the hands, and trusted: two positions of one hash
//! are one in 2^64, and whoever uses a move of an entry looks whether it is legal.

use crate::games::reversi::Reversi;
use crate::player::chance::mixed;
use bianca_rules::othello::Square;

/// Entries of 16 bytes: 16 MiB, and less where there is less memory.
const ENTRIES: usize = 1 << 20;

/// How an entry's score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What a search has found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// In 1/256 disc, for the side to move.
    pub score: i32,
    /// How the score is to be read.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// Whether it was searched without ProbCut and reductions.
    pub sure: bool,
    /// The best move, if one was better than the others.
    pub best: Option<Square>,
}

/// The hash of a position: the other hand follows from the discs and the mover's hand.
pub fn key(game: &Reversi) -> u64 {
    let position = game.position();
    mixed(position.own.0 ^ mixed(position.opp.0 ^ mixed(u64::from(game.own_hand()))))
}

/// The entries, made when the first search begins.
#[derive(Default)]
pub struct Table {
    /// A key and what was found, packed; two that follow each other are for one place: the deeper
    /// search and the last one.
    entries: Vec<[u64; 2]>,
    /// The search that is running, so that deep entries of old ones give way.
    age: u8,
}

/// A packed entry is never 0.
const USED: u64 = 1 << 63;

impl Table {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    /// A new search begins.
    pub fn new_search(&mut self) {
        let mut wanted = ENTRIES;
        while self.entries.is_empty() {
            let mut entries = Vec::new();
            if wanted == 2 || entries.try_reserve_exact(wanted).is_ok() {
                entries.resize(wanted, [0; 2]);
                self.entries = entries;
            }
            wanted /= 2;
        }
        self.age = self.age.wrapping_add(1) & 0x7f;
    }

    fn place(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() - 1)) & !1
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Found> {
        let place = self.place(key);
        let entries = &self.entries[place..place + 2];
        let entry = entries.iter().find(|e| e[0] == key && e[1] != 0)?;
        Some(unpacked(entry[1]))
    }

    /// Remembers what was found of the position with this key.
    pub fn put(&mut self, key: u64, found: &Found) {
        let place = self.place(key);
        let packed = packed(found, self.age);
        let [deep, last] = [0, 1].map(|slot| self.entries[place + slot]);
        let weight = |data: u64| (data & 0xff) + 2 * (data >> 8 & 1);
        let old = deep[1] == 0 || (deep[1] >> 56 & 0x7f) as u8 != self.age;
        let slot = match key {
            _ if deep[0] == key => 0,
            _ if last[0] == key => 1,
            _ => usize::from(!old && weight(deep[1]) > weight(packed)),
        };
        self.entries[place + slot] = [key, packed];
    }
}

/// Depth in 8 bits, sure in 1, bound in 2, the square in 8 from bit 16, the score in 32 from bit
/// 24, the age in 7 from bit 56.
fn packed(found: &Found, age: u8) -> u64 {
    let bound = match found.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let best = found.best.map_or(64, |square| square.index() as u64);
    u64::from(found.depth.min(255))
        | u64::from(found.sure) << 8
        | bound << 9
        | best << 16
        | u64::from(found.score as u32) << 24
        | u64::from(age) << 56
        | USED
}

fn unpacked(data: u64) -> Found {
    Found {
        score: (data >> 24) as u32 as i32,
        bound: match data >> 9 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data & 0xff) as u32,
        sure: data >> 8 & 1 == 1,
        best: match (data >> 16 & 0xff) as u8 {
            64.. => None,
            index => Some(Square::new(index)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_and_the_hands_count() {
        let mut table = Table::default();
        table.new_search();
        let mut found = Found {
            score: -777,
            bound: Bound::Upper,
            depth: 9,
            sure: true,
            best: Some("h8".parse().unwrap()),
        };
        table.put(5, &found);
        assert_eq!(table.get(5), Some(found));
        assert_eq!(table.get(6), None);
        // Two of one place: the deep one stays beside the last one.
        let far = 5 + (ENTRIES as u64) * 4;
        found.depth = 3;
        found.best = None;
        table.put(far, &found);
        table.put(far + ENTRIES as u64, &found);
        assert_eq!(table.get(5).map(|found| found.depth), Some(9));
        assert_eq!(table.get(far), None);
        assert_eq!(table.get(far + ENTRIES as u64), Some(found));
        table.clear();
        assert_eq!(table.get(5), None);

        let board = "---------------------------OX------XO--------------------------- X";
        let read = |hands: &str| {
            let text = format!("{board}{hands}");
            crate::games::Playable::read(&Reversi::START, &text)
                .unwrap()
                .unwrap()
        };
        assert_eq!(key(&read("")), key(&read(" 30 30")));
        assert_ne!(key(&read("")), key(&read(" 29 31")));
    }
}
