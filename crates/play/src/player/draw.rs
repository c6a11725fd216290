//! What the strong players draw by: the option `Seed` and the numbers that follow from it, and the
//! option `MoveVariety`.
//!
//! Invariant: the numbers go on from move to move and from game to game, and the same seed gives
//! the same numbers again. It remembers which moves were made, so that others are drawn more often,
//! but neither scores moves nor chooses one.

use std::collections::HashMap;

use super::chance::{mixed, seed_by_chance};
use super::{OptionError, OptionInfo, OptionKind};
use bianca_rules::othello::{Position, Square, Symmetry};
use bianca_search::request::{MoveDraw, Score};

const SEED: &str = "Seed";
const VARIETY: &str = "MoveVariety";

/// So many positions are remembered, those of some two thousand games.
const MOST_REACHED: usize = 1 << 16;

/// Greatest seed that can be given.
const MOST: u64 = i64::MAX as u64;

/// A seed, and how much was drawn by it.
pub(super) struct Draw {
    /// The value of the option: 0 leaves the seed to chance.
    given: u64,
    /// The seed in use.
    seed: u64,
    /// Numbers drawn so far.
    count: u64,
    /// Whether moves are drawn although no seed was given.
    unasked: bool,
    /// How much worse than the best a move may be that a search draws.
    variety: Score,
    /// How often moves have led to positions, of all images to the canonical one.
    reached: HashMap<Position, u8>,
}

impl Draw {
    /// Moves are drawn as soon as a seed is given.
    pub(super) fn when_seeded() -> Draw {
        Draw {
            given: 0,
            seed: seed_by_chance(),
            count: 0,
            unasked: false,
            variety: MoveDraw::USUAL_VARIETY,
            reached: HashMap::new(),
        }
    }

    /// Moves are always drawn, by chance as long as no seed is given.
    pub(super) fn always() -> Draw {
        Draw {
            unasked: true,
            ..Draw::when_seeded()
        }
    }

    /// The next number; `None` if the moves are not to be drawn.
    pub(super) fn next(&mut self) -> Option<u64> {
        let number = self.next_in_any_case();
        (self.unasked || self.given != 0).then_some(number)
    }

    /// By what a move is drawn in this position; `None` if the moves are not to be drawn.
    pub(super) fn among_moves(&mut self, position: Position) -> Option<MoveDraw> {
        let number = self.next()?;
        let mut draw = MoveDraw::new(number as u32).within(self.variety);
        for square in position.moves() {
            if let Some(&times) = self.reached.get(&after(position, square)) {
                draw = draw.after(square.index() as u8, times);
            }
        }
        Some(draw)
    }

    /// Remembers that this move was made in this position.
    pub(super) fn remember(&mut self, position: Position, square: Square) {
        if self.reached.len() >= MOST_REACHED {
            self.reached.clear();
        }
        let times = self.reached.entry(after(position, square)).or_insert(0);
        *times = times.saturating_add(1);
    }

    /// The next number for those who cannot do without.
    pub(super) fn next_in_any_case(&mut self) -> u64 {
        self.count += 1;
        if self.count == 1 && self.unasked && self.given == 0 {
            log::info!("moves are drawn; option Seed {} draws the same", self.seed);
        }
        mixed(self.seed ^ mixed(self.count))
    }

    /// The option `MoveVariety`, for those whose searches draw among moves that are not equal.
    pub(super) fn variety_option(&self) -> OptionInfo {
        OptionInfo {
            name: VARIETY,
            kind: OptionKind::Text {
                default: MoveDraw::USUAL_VARIETY.discs().to_string(),
            },
            value: self.variety.discs().to_string(),
            drawn: None,
            help: "discs that a move may be worse than the best to be drawn by a search",
        }
    }

    /// Sets that option; `None` if it is another.
    pub(super) fn set_variety(
        &mut self,
        name: &str,
        value: &str,
    ) -> Option<Result<(), OptionError>> {
        name.eq_ignore_ascii_case(VARIETY).then(|| {
            let number = value.parse().ok();
            let number = number.filter(|number| (0.0..=1.0).contains(number));
            let discs: f64 = number.ok_or_else(|| OptionError::BadValue {
                name: VARIETY,
                value: value.to_owned(),
                expected: "a number of discs from 0 to 1".to_owned(),
            })?;
            self.variety = Score::from_fraction(discs);
            Ok(())
        })
    }

    /// The option `Seed`.
    pub(super) fn option(&self) -> OptionInfo {
        OptionInfo {
            name: SEED,
            kind: OptionKind::Number {
                default: 0,
                min: 0,
                max: MOST as i64,
            },
            value: self.given.to_string(),
            drawn: (self.unasked && self.given == 0).then_some(self.seed),
            help: "draws among moves that are as good, from game to game; 0 for a seed by chance",
        }
    }

    /// Sets the option, and begins anew with it; `None` if it is another.
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: &str,
    ) -> Option<Result<(), OptionError>> {
        name.eq_ignore_ascii_case(SEED).then(|| {
            let number = value.parse().ok().filter(|number| *number <= MOST);
            let given = number.ok_or_else(|| OptionError::BadValue {
                name: SEED,
                value: value.to_owned(),
                expected: format!("a whole number from 0 to {MOST}"),
            })?;
            self.given = given;
            self.seed = match given {
                0 => seed_by_chance(),
                given => given,
            };
            self.count = 0;
            self.reached.clear();
            Ok(())
        })
    }
}

/// What a move leads to.
fn after(position: Position, square: Square) -> Position {
    Symmetry::canonical(position.play_unchecked(square)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(draw: &mut Draw) -> Vec<Option<u64>> {
        (0..3).map(|_| draw.next()).collect()
    }

    #[test]
    fn a_seed_gives_the_same_numbers_again_and_chance_tells_its_own() {
        let mut draw = Draw::when_seeded();
        assert_eq!(numbers(&mut draw), [None; 3]);
        assert_eq!(draw.option().drawn, None);
        draw.set_option("seed", "7").unwrap().unwrap();
        let seven = numbers(&mut draw);
        assert!(seven.iter().all(Option::is_some) && seven[0] != seven[1]);
        assert_ne!(numbers(&mut draw), seven);

        let mut draw = Draw::always();
        let first = numbers(&mut draw);
        let told = draw.option().drawn.unwrap();
        draw.set_option("Seed", &told.to_string()).unwrap().unwrap();
        assert_eq!(numbers(&mut draw), first);
        assert_eq!(draw.option().value, told.to_string());
        draw.set_option("Seed", "7").unwrap().unwrap();
        assert_eq!(numbers(&mut draw), seven);
        draw.set_option("Seed", "0").unwrap().unwrap();
        assert_ne!(numbers(&mut draw), seven);
    }

    #[test]
    fn what_was_made_is_counted_on_every_image_until_a_seed_is_given() {
        let mut draw = Draw::always();
        let square = |name: &str| -> Square { name.parse().unwrap() };
        draw.remember(Position::START, square("f5"));
        let others = |draw: &mut Draw, position, name: &str| {
            let drawn = draw.among_moves(position).unwrap();
            drawn.others(square(name).index() as u8)
        };
        // The four first moves are one.
        assert_eq!(others(&mut draw, Position::START, "f5"), (3, 4));
        draw.remember(Position::START, square("d3"));
        assert_eq!(others(&mut draw, Position::START, "c4"), (6, 8));
        let after = Position::START.play_unchecked(square("f5"));
        draw.remember(after, square("f6"));
        assert_eq!(others(&mut draw, after, "d6"), (1, 1));
        assert_eq!(others(&mut draw, after, "f6"), (0, 1));
        draw.set_option("Seed", "7").unwrap().unwrap();
        assert_eq!(others(&mut draw, after, "d6"), (0, 0));
    }

    #[test]
    fn the_variety_goes_with_each_draw() {
        let mut draw = Draw::always();
        let usual = draw.variety_option();
        assert_eq!(
            usual.kind,
            OptionKind::Text {
                default: usual.value
            }
        );
        for (value, units) in [("0", 0), ("0.25", 64), ("1", 256), ("0.5", 128)] {
            draw.set_variety("movevariety", value).unwrap().unwrap();
            assert_eq!(draw.variety_option().value, value);
            let drawn = draw.among_moves(Position::START).unwrap();
            assert_eq!(drawn.variety, Score(units));
        }
        for bad in ["-0.1", "1.1", "NaN", "half", ""] {
            let refusal = draw.set_variety("MoveVariety", bad).unwrap().unwrap_err();
            let range = "is not a number of discs from 0 to 1";
            assert!(refusal.to_string().ends_with(range), "{refusal}");
        }
        assert_eq!(draw.variety_option().value, "0.5");
        assert_eq!(draw.set_variety("BookVariety", "1"), None);
    }

    #[test]
    fn what_is_no_seed_changes_nothing() {
        let mut draw = Draw::when_seeded();
        for bad in ["-1", "many", "", "9223372036854775808"] {
            let refusal = draw.set_option("Seed", bad).unwrap().unwrap_err();
            let range = "is not a whole number from 0 to 9223372036854775807";
            assert!(refusal.to_string().ends_with(range), "{refusal}");
        }
        draw.set_option("Seed", &MOST.to_string()).unwrap().unwrap();
        assert_eq!(draw.option().value, MOST.to_string());
        assert_eq!(draw.set_option("Luck", "1"), None);
    }
}
