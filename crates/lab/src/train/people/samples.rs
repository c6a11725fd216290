//! Moves of people with what the model sees of them.
//!
//! What searches say of them is made here; [`seen`](super::seen) keeps it in files.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::games::{PeopleGame, PeopleGames, Use};
use super::ratings::Rating;
use crate::train::workers::on_threads;
use bianca_play::people::moment::Moment;
use bianca_play::people::openings::{MOVES, Openings};
use bianca_play::people::sight::{PLIES, Seen, Sight};
use bianca_play::people::turns::turns;
use bianca_rules::othello::{Color, Position, Square};
use bianca_search::request::{Limits, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};

/// A move that somebody chose among several.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Where it was to move.
    pub position: Position,
    /// Where the opponent put its last disc.
    pub last: Option<Square>,
    /// Where the side to move put its last disc.
    pub own_last: Option<Square>,
    /// What searches say.
    pub seen: Seen,
    /// The place of the chosen move among them.
    pub chosen: usize,
    /// How often each was played here, this time left out.
    pub counts: Vec<f32>,
    /// The rating of who chose.
    pub rating: f32,
}

impl Choice {
    /// The moment of the choice.
    pub fn moment(&self) -> Moment<'_> {
        Moment {
            position: self.position,
            last: self.last,
            own_last: self.own_last,
            seen: &self.seen,
            counts: &self.counts,
            rating: self.rating,
        }
    }
}

/// Counts the first moves of all games that are for fitting on both sides, and forgets what is
/// rare.
pub fn openings(games: &PeopleGames, year: u32, positions: f32, moves: f32) -> Openings {
    let mut openings = Openings::default();
    for game in &games.games {
        if [Color::Black, Color::White]
            .iter()
            .any(|&side| games.purpose(game, side, year) != Use::Fit)
        {
            continue;
        }
        for choice in turns(&game.game) {
            if 60 - choice.place.position.empties() < MOVES {
                openings.add(choice.place.position, choice.square);
            }
        }
    }
    openings.retain(positions, moves);
    openings
}

/// What searches say of all positions of some games where there was a choice, game by game.
/// `progress` gets the number of each game that is done.
///
/// # Errors
/// If there is no memory for the searches.
pub fn look_at(
    games: &[&PeopleGame],
    settings: &Settings,
    threads: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Vec<Seen>>, TableTooLarge> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![Vec::new(); games.len()]);
    on_threads(threads, |failed| {
        let mut sight = Sight::new(settings)?;
        while !failed.is_raised() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(number) else { break };
            let looked = turns(&game.game)
                .map(|turn| {
                    let (limits, stop) = (Limits::default(), StopFlag::new());
                    sight.look(turn.place.position, &PLIES, &limits, &stop).seen
                })
                .collect();
            found.lock().unwrap_or_else(PoisonError::into_inner)[number] = looked;
            progress(number + 1);
        }
        Ok(())
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Puts games, what was seen in them and their players' ratings together. `wanted` says of a side
/// of a game whether its moves are wanted, and if so, whether the openings have counted them.
pub fn choices_of(
    games: &[&PeopleGame],
    seen: &[Vec<Seen>],
    ratings: &[Rating],
    openings: &Openings,
    wanted: impl Fn(&PeopleGame, Color) -> Option<bool>,
) -> Vec<Choice> {
    let mut all = Vec::new();
    for (game, seen) in games.iter().zip(seen) {
        for (turn, seen) in turns(&game.game).zip(seen) {
            let Some(was_counted) = wanted(game, turn.side) else {
                continue;
            };
            let place = seen.moves.iter().position(|mv| mv.square == turn.square);
            let Some(chosen) = place else { continue };
            let mut counts = openings.counts(turn.place.position);
            if let Some(count) = counts.get_mut(chosen).filter(|_| was_counted) {
                *count = (*count - 1.0).max(0.0);
            }
            all.push(Choice {
                position: turn.place.position,
                last: turn.place.lasts[0],
                own_last: turn.place.lasts[1],
                seen: seen.clone(),
                chosen,
                counts,
                rating: ratings[game.players[turn.side as usize]].points as f32,
            });
        }
    }
    all
}
