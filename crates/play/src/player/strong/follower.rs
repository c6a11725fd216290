//! What the strong player knows of who plays against it, for the skill that follows.
//!
//! Invariant: a game counts once, when it is over, if it began without discs in corners and one
//! side alone was played here. Takes part in no search.

use std::collections::HashSet;

use crate::people::following::{Followed, Following};
use crate::people::judgement::Judge;
use crate::player::End;
use bianca_rules::othello::{Bitboard, Color, Move, OthelloGame, Position};
use bianca_search::request::StopFlag;
use bianca_search::search::{Settings, TableTooLarge};

/// Turns after which two games that were the same until then count as one: moves were taken back.
const SAME: usize = 30;

/// Where a game began, and its turns.
type Played = (Position, Vec<Move>);

/// Follows whoever plays against it.
pub struct Follower {
    following: Following,
    judge: Judge,
    /// Where a move was chosen since this game began, or since the last one that counted.
    chosen: HashSet<Position>,
    /// The last game that counted.
    counted: Option<Played>,
}

impl Follower {
    /// Begins with this worth, or with that of whoever may want to play, and stays within
    /// `bounds`.
    ///
    /// # Errors
    /// If there is not enough memory for what games are judged with.
    pub fn new(
        elo: Option<u16>,
        bounds: (u16, u16),
        settings: &Settings,
    ) -> Result<Follower, TableTooLarge> {
        Ok(Follower {
            following: Following::new(elo, bounds),
            judge: Judge::new(settings)?,
            chosen: HashSet::new(),
            counted: None,
        })
    }

    /// Judges by other settings from now on.
    ///
    /// # Errors
    /// If there is not enough memory; it goes on with the old ones then.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), TableTooLarge> {
        self.judge = Judge::new(settings)?;
        Ok(())
    }

    /// What it is worth now.
    pub fn elo(&self) -> u16 {
        self.following.elo()
    }

    /// What it knows.
    pub fn known(&self) -> Followed {
        self.following.known()
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.chosen.clear();
    }

    /// A move is chosen in this position.
    pub fn choose(&mut self, position: Position) {
        self.chosen.insert(position);
    }

    /// A game has ended; whether it counts, and has not counted before.
    pub fn see(&mut self, game: &OthelloGame, end: End) -> bool {
        let (start, _) = game.start();
        if ((start.own | start.opp) & Bitboard::CORNERS).any() {
            return false;
        }
        let winner = match end {
            End::Counted if !game.is_over() => return false,
            End::Counted => match game.position().final_score() {
                0 => None,
                1.. => Some(game.to_move()),
                _ => Some(!game.to_move()),
            },
            End::Decided(winner) => winner,
        };
        let Some((own, first)) = self.own_side(game) else {
            return false;
        };
        let played: Played = (start, game.turns().iter().map(|&(_, mv)| mv).collect());
        if self
            .counted
            .as_ref()
            .is_some_and(|counted| is_same(counted, &played))
        {
            return false;
        }
        // What came before may be a start that was drawn, but for the move that was answered first.
        let (stop, judge) = (StopFlag::new(), &mut self.judge);
        let given = first.saturating_sub(1);
        let Some(judgement) = judge.judge_after(given, game, !own, &stop) else {
            return false;
        };
        let points = match winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner != own)),
        };
        self.following.over(points, &judgement.evidence);
        self.counted = Some(played);
        self.chosen.clear();
        true
    }

    /// The side of a game whose moves were chosen here, and how many turns were before the first
    /// one; `None` if that is neither or both. Of the other side a few may have been as well: some
    /// clients go from one game to another by taking moves back, and the two begin alike.
    fn own_side(&self, game: &OthelloGame) -> Option<(Color, usize)> {
        let (mut position, _) = game.start();
        let mut chosen: [Vec<usize>; 2] = Default::default();
        for (number, &(side, mv)) in game.turns().iter().enumerate() {
            if self.chosen.contains(&position) {
                chosen[side as usize].push(number);
            }
            position = position.make_unchecked(mv);
        }
        let [black, white] = &chosen;
        let is_clear = |more: &[usize], less: &[usize]| more.len() > 2 * less.len();
        if is_clear(black, white) {
            Some((Color::Black, black[0]))
        } else if is_clear(white, black) {
            Some((Color::White, white[0]))
        } else {
            None
        }
    }
}

/// Whether two games are the same, or were for so long that one is the other with another end.
fn is_same((start, turns): &Played, (other_start, other): &Played) -> bool {
    let common = turns
        .iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count();
    start == other_start && (common >= SAME || turns == other)
}

#[cfg(test)]
mod games;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use bianca_rules::othello::Square;

    const BOUNDS: (u16, u16) = (560, 2730);

    fn follower() -> Follower {
        Follower::new(Some(1500), BOUNDS, &Settings::default()).unwrap()
    }

    /// A game in which black takes all discs after nine moves.
    fn won_by_black() -> OthelloGame {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "e6f4e3f6g5d6e7f5c5").unwrap();
        assert!(game.is_over());
        game
    }

    /// The follower chooses the moves of these sides.
    fn plays(follower: &mut Follower, game: &OthelloGame, sides: &[Color]) {
        let (mut position, _) = game.start();
        for &(side, mv) in game.turns() {
            if sides.contains(&side) {
                follower.choose(position);
            }
            position = position.make_unchecked(mv);
        }
    }

    #[test]
    fn the_side_that_was_not_played_here_is_followed() {
        let game = won_by_black();
        for (own, results) in [(Color::White, [1, 0, 0]), (Color::Black, [0, 0, 1])] {
            let mut follower = follower();
            plays(&mut follower, &game, &[own]);
            assert!(follower.see(&game, End::Counted));
            let known = follower.known();
            assert_eq!((known.results, known.before), (results, Some(1500)));
            assert!(known.by_moves.is_some());
            assert_eq!(follower.elo(), known.elo);
        }
    }

    #[test]
    fn only_whole_games_of_two_count_and_each_of_them_once() {
        let game = won_by_black();
        let mut none = follower();
        assert!(!none.see(&game, End::Counted), "nobody played here");
        plays(&mut none, &game, &[Color::Black, Color::White]);
        assert!(
            !none.see(&game, End::Counted),
            "both sides were played here"
        );

        let mut follower = follower();
        let mut begun = OthelloGame::new();
        Game::play(&mut begun, None, "e6f4e3f6").unwrap();
        plays(&mut follower, &game, &[Color::White]);
        assert!(!follower.see(&begun, End::Counted), "it is not over");
        for (winner, results) in [
            (Some(Color::Black), [1, 0, 0]),
            (None, [0, 1, 0]),
            (Some(Color::White), [0, 0, 1]),
        ] {
            let mut follower = self::follower();
            plays(&mut follower, &begun, &[Color::White]);
            assert!(follower.see(&begun, End::Decided(winner)));
            assert_eq!(follower.known().results, results);
        }
        assert!(follower.see(&game, End::Counted));
        plays(&mut follower, &game, &[Color::White]);
        assert!(!follower.see(&game, End::Counted), "it has counted");
        assert_eq!(follower.known().results, [1, 0, 0]);
    }

    /// Some clients take back all moves of a game that was broken off, and play another.
    #[test]
    fn what_was_chosen_in_a_game_before_does_not_hide_the_side() {
        let mut begun = OthelloGame::new();
        Game::play(&mut begun, None, "e6f4").unwrap();
        let game = won_by_black();
        let mut follower = follower();
        plays(&mut follower, &begun, &[Color::Black]);
        plays(&mut follower, &game, &[Color::White]);
        assert!(follower.see(&game, End::Counted));
        assert_eq!(follower.known().results, [1, 0, 0]);
        // The start alone tells nothing of who was who.
        plays(&mut follower, &begun, &[Color::Black, Color::White]);
        assert!(!follower.see(&begun, End::Decided(None)));
        follower.begin();
        plays(&mut follower, &begun, &[Color::White]);
        assert!(follower.see(&begun, End::Decided(None)));
    }

    #[test]
    fn a_game_with_another_end_is_the_same_and_a_shorter_one_is_not() {
        let start = Position::START;
        let squares = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4";
        let words = squares.as_bytes().chunks(2);
        let mv = |word: &[u8]| std::str::from_utf8(word).unwrap().parse().unwrap();
        let turns: Vec<Move> = words.map(|word| Move::Place(mv(word))).collect();
        let with = |common: usize| {
            let mut other = turns[..common].to_vec();
            other.push(Move::Pass);
            (start, other)
        };
        assert!(is_same(&with(30), &(start, turns.clone())));
        assert!(!is_same(&with(29), &(start, turns.clone())));
        assert!(!is_same(&with(30), &(Position::START.passed(), turns)));
    }

    #[test]
    fn a_disc_of_either_side_in_any_corner_is_a_handicap_and_does_not_count() {
        let corners = ["a1", "h1", "a8", "h8"];
        let others = ["a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7", "c1", "a5"];
        let Position { own, opp } = Position::START;
        for name in corners.into_iter().chain(others) {
            let more = Bitboard::from(name.parse::<Square>().unwrap());
            for (own, opp) in [(own | more, opp), (own, opp | more)] {
                for begins in [Color::Black, Color::White] {
                    let position = Position { own, opp };
                    let mut game = OthelloGame::from_position(position, begins);
                    Game::play(&mut game, None, "e6f4").unwrap();
                    let mut follower = follower();
                    plays(&mut follower, &game, &[!begins]);
                    let counts = follower.see(&game, End::Decided(None));
                    assert_eq!(counts, !corners.contains(&name), "{name} {begins}");
                }
            }
        }
    }
}
