//! Openings: where the games of a match begin, read from a file or drawn at random.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::prelude::*;
use rand::rngs::StdRng;
use thiserror::Error;

use bianca_records::opening::balanced::BALANCED;
use bianca_records::record::board::write_board;
use bianca_records::record::error::ReadError;
use bianca_records::record::ggf::write_ggf;
use bianca_records::record::line::{has_standard_start, read_line};
use bianca_records::record::transcript::write_transcript;
use bianca_rules::othello::random::play_random;
use bianca_rules::othello::{Color, OthelloGame, Position, Symmetry};
use bianca_search::request::{Limits, Request, Score, StopFlag};
use bianca_search::search::Searcher;

/// Lines drawn in vain before it is said that there are no more openings of the kind.
const FUTILE_DRAWS: usize = 20_000;

/// A line from which games start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// It as a line: a transcript, a board with the side to move, or GGF.
    pub text: String,
    /// The game as far as the line goes.
    pub game: OthelloGame,
}

impl Opening {
    /// The start of the game.
    pub fn start() -> Opening {
        Opening {
            text: write_board(Position::START, Color::Black),
            game: OthelloGame::new(),
        }
    }
}

/// A line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// Neither a game according to the rules nor a board.
    #[error("line {line}: {reason}")]
    Unreadable {
        /// Number of the line, from 1.
        line: usize,
        /// Why it is none.
        reason: ReadError,
    },
    /// There is nothing left to play.
    #[error("line {line}: the game is over")]
    Over {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A file without openings.
    #[error("there is no opening in it")]
    Empty,
    /// The lines that were asked for do not exist, or are too rare to be found.
    #[error("found only {found} different openings of {plies} plies{}", if *.balanced { " within the balance" } else { "" })]
    TooFew {
        /// How many were found.
        found: usize,
        /// Their length.
        plies: u32,
        /// Whether a balance was asked for.
        balanced: bool,
    },
}

/// Reads openings, one a line: a transcript, a board with the side to move and whatever OBF has
/// after it, or an unfinished game in GGF or SGF. `#` and `%` begin comments.
///
/// # Errors
/// At the first line that is none, naming it.
pub fn parse_openings(text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let read = read_line(text).map_err(|reason| OpeningError::Unreadable { line, reason })?;
        let Some(game) = read.map(|annotated| annotated.game) else {
            continue;
        };
        if game.is_over() {
            return Err(OpeningError::Over { line });
        }
        openings.push(Opening {
            text: shortest(&game),
            game,
        });
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty);
    }
    Ok(openings)
}

/// The line that says where a game stands and how it came there.
fn shortest(game: &OthelloGame) -> String {
    if game.turns().is_empty() {
        write_board(game.position(), game.to_move())
    } else if has_standard_start(game) {
        write_transcript(game.turns().iter().map(|&(_, mv)| mv))
    } else {
        write_ggf(&game.clone().into())
    }
}

/// At most `count` of a thousand openings of 8 random moves that are within 1.5 discs of even by a
/// search of 14 plies, in an order drawn with `seed`.
///
/// # Panics
/// Never in a program whose tests passed: they read the same list.
pub fn balanced_openings(count: usize, seed: u64) -> Vec<Opening> {
    let mut openings = parse_openings(BALANCED).expect("the list in the program can be read");
    openings.shuffle(&mut StdRng::seed_from_u64(seed));
    openings.truncate(count.max(1));
    openings
}

/// Keeps openings that an engine finds even.
pub struct Balance<'a> {
    /// The engine.
    pub searcher: &'a mut Searcher,
    /// How deep it looks, in plies.
    pub depth: u32,
    /// How far from even the score may be.
    pub within: Score,
}

/// Draws `count` openings of `plies` random moves, no two the same up to symmetry. The same
/// `seed` draws the same openings; `drawn` is called for each.
///
/// # Errors
/// [`OpeningError::TooFew`].
pub fn random_openings(
    plies: u32,
    count: usize,
    seed: u64,
    mut balance: Option<Balance>,
    drawn: &mut dyn FnMut(&Opening),
) -> Result<Vec<Opening>, OpeningError> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut futile = 0;
    while openings.len() < count {
        let opening = random_game(plies, &mut random).filter(|game| {
            let side = game.to_move();
            seen.insert((Symmetry::canonical(game.position()).0, side))
                && balance.as_mut().is_none_or(|balance| balance.keeps(game))
        });
        let Some(game) = opening else {
            futile += 1;
            if futile > FUTILE_DRAWS {
                return Err(OpeningError::TooFew {
                    found: openings.len(),
                    plies,
                    balanced: balance.is_some(),
                });
            }
            continue;
        };
        futile = 0;
        let text = write_transcript(game.turns().iter().map(|&(_, mv)| mv));
        let opening = Opening { text, game };
        drawn(&opening);
        openings.push(opening);
    }
    Ok(openings)
}

/// A random game of `plies` plies, unless it ended before.
fn random_game(plies: u32, random: &mut StdRng) -> Option<OthelloGame> {
    let mut game = OthelloGame::new();
    play_random(&mut game, plies as usize, random);
    (!game.is_over()).then_some(game)
}

impl Balance<'_> {
    fn keeps(&mut self, game: &OthelloGame) -> bool {
        let request = Request {
            limits: Limits::to_depth(self.depth),
            ..Request::default()
        };
        // What was searched before must not decide which openings a seed draws.
        self.searcher.clear();
        let lines = self
            .searcher
            .search(game.position(), &request, &StopFlag::new(), &mut |_| {});
        lines
            .first()
            .is_some_and(|best| best.score.0.abs() <= self.within.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_hold_transcripts_boards_and_comments() {
        let text = "# openings\nf5d6c3 # one\n\nF5 F6 E6\n\
            ---------------------------OX------XO--------------------------- X; f5:+0 % two\n";
        let openings = parse_openings(text).unwrap();
        assert_eq!(openings.len(), 3);
        assert_eq!(openings[0].text, "f5d6c3");
        assert_eq!(openings[1].game.to_move(), Color::White);
        assert_eq!(openings[2].game.start(), (Position::START, Color::Black));
    }

    #[test]
    fn games_of_other_formats_are_openings_and_stay_so_as_lines() {
        let text = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------*O------\
            O*--------------------------- *]B[f4//0.1]W[f5];)\n(;GM[2]AB[dd]AW[de][ee]PL[B];B[df])";
        let openings = parse_openings(text).unwrap();
        assert_eq!(openings.len(), 2);
        assert!(
            openings
                .iter()
                .all(|opening| !opening.game.turns().is_empty())
        );
        let lines: Vec<_> = openings
            .iter()
            .map(|opening| opening.text.as_str())
            .collect();
        assert_eq!(parse_openings(&lines.join("\n")).unwrap(), openings);
    }

    #[test]
    fn errors_name_the_line() {
        let message = |text: &str| parse_openings(text).unwrap_err().to_string();
        assert!(message("f5\nf5 zz").starts_with("line 2: 'zz' is not a move"));
        assert_eq!(
            message("\nf5d6a1"),
            "line 2: move 3: illegal move: a1 for black"
        );
        assert_eq!(message("# nothing\n"), "there is no opening in it");
        let over = format!("{} X", "X".repeat(64));
        assert_eq!(message(&over), "line 1: the game is over");
    }

    #[test]
    fn a_seed_draws_the_same_openings_and_none_twice() {
        let draw = |seed| random_openings(8, 200, seed, None, &mut |_| {}).unwrap();
        let openings = draw(5);
        assert_eq!(openings, draw(5));
        assert_ne!(openings, draw(6));
        let distinct: HashSet<_> = openings
            .iter()
            .map(|opening| Symmetry::canonical(opening.game.position()).0)
            .collect();
        assert_eq!(distinct.len(), openings.len());
        let text: Vec<String> = openings
            .iter()
            .map(|opening| opening.text.clone())
            .collect();
        assert_eq!(parse_openings(&text.join("\n")).unwrap(), openings);
    }

    #[test]
    fn there_are_a_thousand_balanced_openings_and_a_seed_draws_some() {
        let all = balanced_openings(usize::MAX, 1);
        let positions = all.iter().map(|opening| opening.game.position());
        let distinct: HashSet<_> = positions.map(|one| Symmetry::canonical(one).0).collect();
        assert_eq!((all.len(), distinct.len()), (1000, 1000));
        assert!(all.iter().all(|opening| opening.game.turns().len() == 8));
        let some = balanced_openings(30, 7);
        assert_eq!(some.len(), 30);
        assert_eq!(some, balanced_openings(30, 7));
        assert_ne!(some, balanced_openings(30, 8));
    }

    #[test]
    fn there_are_three_openings_of_two_plies() {
        let error = random_openings(2, 4, 1, None, &mut |_| {}).unwrap_err();
        assert!(
            matches!(error, OpeningError::TooFew { found: 3, .. }),
            "{error}"
        );
    }
}
