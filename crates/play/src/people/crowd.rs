//! What people of one rating would play in a position, and the trap that most of them fall into.
//!
//! A trap is a position where the move that people most often choose loses [`TRAP`] discs or more.
//! It is looked for along the likeliest moves, here and within [`AHEAD`] moves from here. What a
//! move loses is what [sight](super::sight) says: eight plies, and the end only from there on.
//!
//! Invariant: the same position with the same last discs has the same answer, whatever was asked
//! before. How it is told is the business of others.

use std::ops::RangeInclusive;

use super::choice::{ChoiceModel, shares};
use super::openings::Openings;
use super::sight::{DEPTHS, PLIES, Sight};
use super::turns::Place;
use bianca_rules::othello::{Move, Square};
use bianca_search::request::{Limits, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};

/// The ratings that people may have: those of the players whom the model knows.
pub const RATINGS: RangeInclusive<u16> = 900..=2300;

/// The rating of people where nobody says one: the mean of the players of tournaments.
pub const USUAL_RATING: u16 = 1500;

/// Discs that the likeliest move of a trap loses, or more.
pub const TRAP: f32 = 4.0;

/// Moves after which a trap is looked for, at most.
pub const AHEAD: usize = 2;

/// With so many moves of a position a trap is looked for further on, at most.
const BRANCHES: usize = 3;

/// How likely each of these must be.
const LIKELY: f32 = 0.1;

/// A move and how likely people are to play it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdMove {
    /// A pass is the only move then.
    pub mv: Move,
    /// From 0 to 1.
    pub chance: f32,
    /// Discs that it loses against the best one.
    pub loss: f32,
}

/// Where the likeliest move loses clearly.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    /// The moves that lead there.
    pub after: Vec<Move>,
    /// How likely people are to play all of these, from 0 to 1.
    pub reached: f32,
    /// The move that most people play there.
    pub taken: CrowdMove,
    /// The best one.
    pub best: Square,
}

/// Moves that lead somewhere, with what people would play there.
struct Line {
    place: Place,
    after: Vec<Move>,
    reached: f32,
    moves: Vec<CrowdMove>,
}

/// Says what people would play.
pub struct Crowd {
    sight: Sight,
    model: &'static ChoiceModel,
}

impl Crowd {
    /// One that looks with these settings' evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for its searches.
    pub fn new(settings: &Settings) -> Result<Crowd, TableTooLarge> {
        Ok(Crowd {
            sight: Sight::new(settings)?,
            model: ChoiceModel::embedded(),
        })
    }

    /// What people of this rating would play, the likeliest first; only a pass where they must,
    /// nothing after the end. `None` if it is stopped before it is done.
    pub fn moves(&mut self, place: Place, rating: u16, stop: &StopFlag) -> Option<Vec<CrowdMove>> {
        let Place { position, .. } = place;
        if position.must_pass() {
            let pass = CrowdMove {
                mv: Move::Pass,
                chance: 1.0,
                loss: 0.0,
            };
            return Some(vec![pass]);
        }
        let seen = self
            .sight
            .look(position, &PLIES, &Limits::default(), stop)
            .seen;
        // What a search that is stopped has found says too little.
        if stop.is_raised() {
            return None;
        }
        let counts = Openings::embedded().counts(position);
        let moment = place.moment(&seen, &counts, f32::from(rating));
        let chances = shares(&self.model.appeals(&moment), 1.0);
        let moves = seen.moves.iter().zip(chances);
        let moves = moves.map(|(seen, chance)| CrowdMove {
            mv: seen.square.into(),
            chance,
            loss: seen.losses[DEPTHS - 1],
        });
        let mut moves: Vec<CrowdMove> = moves.collect();
        moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        Some(moves)
    }

    /// The nearest trap from a place where people would play `moves`, and of several as near the
    /// one that most of them fall into. `None` if there is none, or it is stopped.
    pub fn trap(
        &mut self,
        place: Place,
        moves: &[CrowdMove],
        rating: u16,
        stop: &StopFlag,
    ) -> Option<Trap> {
        let mut lines = vec![Line {
            place,
            after: Vec::new(),
            reached: 1.0,
            moves: moves.to_vec(),
        }];
        loop {
            let traps = lines.iter().filter_map(Line::trap);
            let share = |trap: &Trap| trap.reached * trap.taken.chance;
            let worse = |one: Trap, other: Trap| {
                if share(&other) > share(&one) {
                    other
                } else {
                    one
                }
            };
            if let Some(trap) = traps.reduce(worse) {
                return Some(trap);
            }
            if lines.first()?.after.len() == AHEAD {
                return None;
            }
            let mut longer = Vec::new();
            for line in &lines {
                for taken in line.likely() {
                    longer.push(self.follow(line, taken, rating, stop)?);
                }
            }
            lines = longer;
        }
    }

    /// A line with one move more.
    fn follow(
        &mut self,
        line: &Line,
        taken: &CrowdMove,
        rating: u16,
        stop: &StopFlag,
    ) -> Option<Line> {
        let place = line.place.after(taken.mv);
        let mut after = line.after.clone();
        after.push(taken.mv);
        Some(Line {
            place,
            after,
            reached: line.reached * taken.chance,
            moves: self.moves(place, rating, stop)?,
        })
    }
}

impl Line {
    /// The moves with which it may go on.
    fn likely(&self) -> impl Iterator<Item = &CrowdMove> {
        let likely = |taken: &&CrowdMove| taken.chance >= LIKELY;
        self.moves.iter().take(BRANCHES).filter(likely)
    }

    /// The trap where it leads, if that is one.
    fn trap(&self) -> Option<Trap> {
        let taken = *self.moves.first()?;
        if taken.loss < TRAP {
            return None;
        }
        let best = self.moves.iter();
        let best = best.min_by(|one, other| one.loss.total_cmp(&other.loss))?;
        Some(Trap {
            after: self.after.clone(),
            reached: self.reached,
            taken,
            best: best.mv.square()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::people::moment::Moment;
    use bianca_rules::othello::{Color, OthelloGame};

    const GAME: &str =
        "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2a3a7";

    fn crowd() -> Crowd {
        Crowd::new(&Settings::default()).unwrap()
    }

    fn place(moves: &str) -> Place {
        let mut game = OthelloGame::new();
        if !moves.is_empty() {
            Game::play(&mut game, None, moves).unwrap();
        }
        Place::of(&game)
    }

    fn moves(crowd: &mut Crowd, place: Place, rating: u16) -> Vec<CrowdMove> {
        crowd.moves(place, rating, &StopFlag::new()).unwrap()
    }

    #[test]
    fn all_moves_have_their_chances_and_the_likeliest_is_the_first() {
        let mut crowd = crowd();
        let found = moves(&mut crowd, place("f5"), 1500);
        let sum: f32 = found.iter().map(|taken| taken.chance).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{found:?}");
        assert!(found.is_sorted_by(|one, other| one.chance >= other.chance));
        let names: Vec<String> = found.iter().map(|taken| taken.mv.to_string()).collect();
        assert_eq!(names, ["d6", "f6", "f4"]);
        // Nothing is left of what was asked before.
        moves(&mut crowd, place("f5d6c3"), 900);
        assert_eq!(moves(&mut crowd, place("f5"), 1500), found);
        // The first moves are one.
        let first = moves(&mut crowd, place(""), 1500);
        assert!(first.iter().all(|taken| (taken.chance - 0.25).abs() < 1e-3));
    }

    /// Each move as the deepest look and the model have it, which are asked by hand here.
    #[test]
    fn what_is_told_of_a_move_is_what_sight_and_the_model_say() {
        let (mut crowd, stop) = (crowd(), StopFlag::new());
        let mut differ = 0;
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, GAME).unwrap();
        while game.undo().is_ok() {
            let (position, plays) = (game.position(), game.turns());
            if plays.len() % 5 != 1 || position.must_pass() {
                continue;
            }
            let last = |side: Color| {
                let own = plays.iter().rev().filter(|(by, _)| *by == side);
                own.filter_map(|(_, mv)| mv.square()).next()
            };
            let mut sight = Sight::new(&Settings::default()).unwrap();
            let seen = sight.look(position, &PLIES, &Limits::default(), &stop).seen;
            let counts = Openings::embedded().counts(position);
            for rating in [900, 1500, 2200] {
                let moment = Moment {
                    position,
                    last: last(!game.to_move()),
                    own_last: last(game.to_move()),
                    seen: &seen,
                    counts: &counts,
                    rating: f32::from(rating),
                };
                let appeals = ChoiceModel::embedded().appeals(&moment);
                let odds = |appeal: f32| f64::from(appeal).exp();
                let sum: f64 = appeals.iter().map(|appeal| odds(*appeal)).sum();
                let told = moves(&mut crowd, Place::of(&game), rating);
                assert_eq!(told.len(), seen.moves.len());
                for (seen, appeal) in seen.moves.iter().zip(appeals) {
                    let same = |taken: &&CrowdMove| taken.mv == seen.square.into();
                    let told = told.iter().find(same).unwrap();
                    assert!(
                        (f64::from(told.chance) - odds(appeal) / sum).abs() < 1e-4,
                        "{told:?}"
                    );
                    let [losses @ .., deepest] = seen.losses;
                    assert_eq!(told.loss, deepest);
                    differ += u32::from(!losses.contains(&deepest));
                }
            }
        }
        assert!(differ > 50, "{differ}");
    }

    #[test]
    fn the_stronger_lose_less() {
        let mut crowd = crowd();
        let place = place("f5d6c3d3c4f4f6f3e6e7d7c6d8c7");
        let mut lost = |rating| -> f32 {
            let found = moves(&mut crowd, place, rating);
            found.iter().map(|taken| taken.chance * taken.loss).sum()
        };
        let (low, high) = (*RATINGS.start(), *RATINGS.end());
        assert!(lost(low) > lost(USUAL_RATING) && lost(USUAL_RATING) > lost(high));
    }

    #[test]
    fn where_nobody_can_choose_there_is_a_pass_or_nothing() {
        let mut crowd = crowd();
        let forced = place("c4c3f5b4a4a5c2a3");
        let found = moves(&mut crowd, forced, 1500);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].mv, found[0].chance), (Move::Pass, 1.0));
        assert_eq!(Line::trap(&line(forced, &found)), None);
        let over = place("e6f4e3f6g5d6e7f5c5");
        assert_eq!(moves(&mut crowd, over, 1500), []);
        let trap = crowd.trap(over, &[], 1500, &StopFlag::new());
        assert_eq!(trap, None);
    }

    fn line(place: Place, moves: &[CrowdMove]) -> Line {
        Line {
            place,
            after: Vec::new(),
            reached: 1.0,
            moves: moves.to_vec(),
        }
    }

    #[test]
    fn what_is_stopped_has_no_answer() {
        let (mut crowd, stop) = (crowd(), StopFlag::new());
        let place = place("f5");
        let found = moves(&mut crowd, place, 1500);
        stop.raise();
        assert_eq!(crowd.moves(place, 1500, &stop), None);
        assert_eq!(crowd.trap(place, &found, 1500, &stop), None);
    }

    #[test]
    fn the_nearest_trap_is_told_and_of_those_the_one_that_most_fall_into() {
        let mut crowd = crowd();
        let mut told = [0; AHEAD + 1];
        let mut contested = 0;
        for length in (0..GAME.len()).step_by(2) {
            let place = place(&GAME[..length]);
            let here = moves(&mut crowd, place, 1100);
            let found = crowd.trap(place, &here, 1100, &StopFlag::new());
            let mut expected = trap_by_all_lines(&mut crowd, place, 1100);
            expected.sort_by(|one, other| {
                let share = |trap: &Trap| trap.reached * trap.taken.chance;
                let length = one.after.len().cmp(&other.after.len());
                length.then(share(other).total_cmp(&share(one)))
            });
            assert_eq!(found.as_ref(), expected.first(), "{length}");
            let nearest = expected.iter();
            let nearest = nearest.take_while(|trap| trap.after.len() == expected[0].after.len());
            let likeliest = nearest.max_by(|one, other| one.reached.total_cmp(&other.reached));
            contested += u32::from(likeliest != found.as_ref());
            if let Some(trap) = found {
                told[trap.after.len()] += 1;
                assert!(trap.taken.loss >= TRAP && trap.taken.mv != trap.best.into());
            }
        }
        assert!(told.iter().all(|count| *count > 0), "{told:?}");
        // Not always do most fall into the one that is reached most often.
        assert!(contested > 0);
    }

    /// The traps along all lines of likely moves, by a walk through each of them to its end.
    fn trap_by_all_lines(crowd: &mut Crowd, place: Place, rating: u16) -> Vec<Trap> {
        let mut found = Vec::new();
        let mut open = vec![(place, Vec::new(), 1.0f32)];
        while let Some((place, after, reached)) = open.pop() {
            let moves = moves(crowd, place, rating);
            let Some(first) = moves.first() else { continue };
            let best = moves.iter().find(|taken| taken.loss == 0.0).unwrap();
            if first.loss >= 4.0 {
                found.push(Trap {
                    after: after.clone(),
                    reached,
                    taken: *first,
                    best: best.mv.square().unwrap(),
                });
            }
            for taken in moves.iter().take(3).rev() {
                if taken.chance >= 0.1 && after.len() < 2 {
                    let mut longer = after.clone();
                    longer.push(taken.mv);
                    open.push((place.after(taken.mv), longer, reached * taken.chance));
                }
            }
        }
        found
    }

    #[test]
    fn who_moved_last_counts() {
        let mut crowd = crowd();
        let played = place("f5d6c3d3c4f4f6f3");
        let mut game = OthelloGame::from_position(played.position, Color::Black);
        assert_ne!(played, Place::of(&game));
        let with = moves(&mut crowd, played, 1500);
        assert_ne!(with, moves(&mut crowd, Place::of(&game), 1500));
        // It is what the game says, and nothing else.
        game.play(with[0].mv).unwrap();
        assert_eq!(Place::of(&game).lasts, [with[0].mv.square(), None]);
    }
}
