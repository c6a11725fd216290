//! Playing less well than the search can, as people do.
//!
//! All moves are scored by a search that is deep enough to be right about most of them; then one is
//! chosen as a person of some [`Skill`] might: the scores are blurred, more so where parity
//! decides, quiet moves are overlooked, moves that turn many discs please, and corners are always
//! seen. What the moves of a game lose together has a limit, and so has what one of them may lose.
//! From [`CAREFUL`] on no move gives away a corner while one that gives none is nearly as good.
//!
//! Invariant: what is chosen follows from the position, the scores, the seed and what was lost
//! before in the game. Nothing here searches. The numbers were tuned by matches between neighbours.

use std::fmt;

use rand::prelude::*;
use rand::rngs::StdRng;

use crate::othello::{Bitboard, Color, Position, Square};
use crate::player::chance::mixed;
use crate::request::Score;

/// From this skill on no corner is given away without a reason.
const CAREFUL: u8 = 3;

/// Positions with at most so many empty squares are searched to their end for that: what a
/// corner is given for is often seen only there.
const SOLVED: u32 = 16;

/// The same for all others.
const ALWAYS_SOLVED: u32 = 10;

/// Plies of a second search before a corner is given away.
const SECOND_LOOK: u32 = 14;

/// With at most so many empty squares it goes to the end: of forty random positions with 19 all
/// moves are scored in 0.3 s on average and 0.9 s at most, with 20 in 0.9 and 2.4 s.
const SECOND_LOOK_SOLVES: u32 = 19;

/// What a move that gives a corner away must be worth more than all others.
const REASON: Score = Score::from_discs(2);

/// In positions with at most so many empty squares parity matters, which people cannot see far.
const LATE: u32 = 20;

/// How much more the scores are blurred there.
const LATE_BLUR: f64 = 1.5;

/// How much less they are blurred for a move that takes or gives a corner.
const CORNER_BLUR: f64 = 0.3;

/// A loss beyond this many discs is bad, however bad it is.
const WORST: f64 = 24.0;

/// A move that turns at most so many discs, none of them on an edge, is quiet.
const QUIET_DISCS: u32 = 2;

/// How well the strong player plays for people: 1 to [`Skill::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill(u8);

/// What makes a skill.
struct Profile {
    name: &'static str,
    /// Plies of the search that scores the moves.
    depth: u32,
    /// Discs by which a score is blurred (standard deviation).
    blur: f64,
    /// Discs that each disc turned seems to be worth.
    greed: f64,
    /// How often a quiet move is overlooked.
    overlooks: f64,
    /// Discs that one move may lose.
    slip: f64,
    /// Discs that all moves of a game may lose together.
    budget: f64,
}

const fn profile(
    name: &'static str,
    depth: u32,
    [blur, greed, overlooks, slip, budget]: [f64; 5],
) -> Profile {
    Profile {
        name,
        depth,
        blur,
        greed,
        overlooks,
        slip,
        budget,
    }
}

/// The skills below the full one, the first first. docs/skill.md has what each is worth.
const PROFILES: [Profile; 9] = [
    profile("first-game", 2, [80.0, 2.0, 0.7, 64.0, 640.0]),
    profile("beginner", 4, [18.5, 1.0, 0.5, 40.0, 240.0]),
    profile("learner", 8, [14.7, 0.75, 0.43, 30.0, 150.0]),
    profile("casual", 8, [10.5, 0.53, 0.39, 22.0, 108.0]),
    profile("club", 8, [7.5, 0.38, 0.34, 18.0, 78.0]),
    profile("strong", 8, [5.25, 0.22, 0.28, 13.0, 55.0]),
    profile("expert", 8, [3.45, 0.11, 0.23, 9.0, 34.0]),
    profile("master", 8, [2.0, 0.03, 0.18, 6.3, 19.0]),
    profile("champion", 10, [0.8, 0.0, 0.08, 3.3, 7.5]),
];

/// The name of the last one.
const FULL: &str = "full";

impl Skill {
    /// All that the engine can do.
    pub const FULL: Skill = Skill(PROFILES.len() as u8 + 1);

    /// The skill of this number, if there is one.
    pub fn new(number: u8) -> Option<Skill> {
        (1..=Skill::FULL.0)
            .contains(&number)
            .then_some(Skill(number))
    }

    /// The skill of this name, in any case; blanks may stand for hyphens.
    pub fn named(text: &str) -> Option<Skill> {
        let text = text.trim().replace(' ', "-");
        let place = Skill::names().position(|name| name.eq_ignore_ascii_case(&text))?;
        Skill::new(place as u8 + 1)
    }

    /// 1 for the weakest.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it is called, in one word.
    pub fn name(self) -> &'static str {
        self.profile().map_or(FULL, |profile| profile.name)
    }

    /// All names, the weakest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PROFILES.iter().map(|profile| profile.name).chain([FULL])
    }

    /// Plies of the search that it chooses by where there are so many empty squares; `None` if it
    /// plays what the search finds.
    pub fn depth(self, empties: u32) -> Option<u32> {
        let solved = if self.0 >= CAREFUL {
            SOLVED
        } else {
            ALWAYS_SOLVED
        };
        let depth = |profile: &Profile| {
            if empties <= solved {
                empties
            } else {
                profile.depth
            }
        };
        self.profile().map(depth)
    }

    /// Whether a move is made only after a second, deeper search: it gives a corner away.
    pub fn looks_again(self, position: Position, square: Square) -> bool {
        self.0 >= CAREFUL && position.empties() > SOLVED && gives_corner(position, square)
    }

    /// Plies of that second search where there are so many empty squares.
    pub fn second_depth(self, empties: u32) -> u32 {
        if empties <= SECOND_LOOK_SOLVES {
            return empties;
        }
        let first = self.depth(empties);
        first.map_or(SECOND_LOOK, |first| first.max(SECOND_LOOK))
    }

    fn profile(self) -> Option<&'static Profile> {
        PROFILES.get(usize::from(self.0) - 1)
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the moves of each side have lost so far, by the empty squares before them: so undoing takes
/// it back, also for clients that set up a board for every move.
#[derive(Debug, Default)]
pub struct Spent([Vec<(u32, Score)>; 2]);

impl Spent {
    /// Forgets all losses.
    pub fn clear(&mut self) {
        *self = Spent::default();
    }

    /// What `side` has lost before so many squares were empty; what is known of later moves is
    /// forgotten.
    fn before(&mut self, side: Color, empties: u32) -> Score {
        let losses = &mut self.0[side as usize];
        losses.retain(|&(before, _)| before > empties);
        Score(losses.iter().map(|(_, loss)| loss.0).sum())
    }
}

/// Where a move is to be chosen.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Where the side to move has a move.
    pub position: Position,
    /// The side to move.
    pub side: Color,
    /// What the draw follows from besides the position.
    pub seed: u64,
}

/// The place in `moves` of the move that a player of this skill makes. `moves` are not empty, with
/// their scores, best first. What the move loses is added to `spent`.
pub fn choose(skill: Skill, scene: Scene, moves: &[(Square, Score)], spent: &mut Spent) -> usize {
    let lost = spent.before(scene.side, scene.position.empties());
    let (Some(profile), Some(&(_, best))) = (skill.profile(), moves.first()) else {
        return 0;
    };
    let loss = |&(_, score): &(Square, Score)| Score(best.0 - score.0).discs();
    let most = profile.slip.min(profile.budget - lost.discs());
    let position = scene.position;
    let safe = moves
        .iter()
        .find(|(square, _)| !gives_corner(position, *square));
    let has_reason = |&(square, score): &(Square, Score)| {
        skill.0 < CAREFUL
            || !gives_corner(position, square)
            || safe.is_none_or(|&(_, safe)| score.0 >= safe.0 + REASON.0)
    };
    let mut random = StdRng::seed_from_u64(draw_of(scene));
    let first = moves.iter().position(has_reason).unwrap_or(0);
    let mut chosen = (first, f64::NEG_INFINITY);
    for (place, mv) in moves.iter().enumerate() {
        // Drawn for every move, so that one more or less does not change the rest.
        let (noise, sight) = (bell(&mut random), random.random::<f64>());
        if place != first && (loss(mv) > most || !has_reason(mv)) {
            continue;
        }
        let look = Look::at(position, mv.0);
        let mut blur = profile.blur * noise;
        if look.corner {
            blur *= CORNER_BLUR;
        } else if position.empties() <= LATE {
            blur *= LATE_BLUR;
        }
        let mut seems = blur - loss(mv).min(WORST) + profile.greed * f64::from(look.turned);
        if look.quiet && sight < profile.overlooks {
            // Played only if everything else is out of the question.
            seems -= 2.0 * WORST;
        }
        if seems > chosen.1 {
            chosen = (place, seems);
        }
    }
    let lost = Score(best.0 - moves[chosen.0].1.0);
    spent.0[scene.side as usize].push((position.empties(), lost));
    chosen.0
}

/// Whether a move lets the opponent take a corner that it could not take before.
pub fn gives_corner(position: Position, square: Square) -> bool {
    let after = position.play_unchecked(square);
    let given = after.moves() - position.opponent_moves();
    (given & Bitboard::CORNERS).any()
}

/// What catches the eye of a move.
struct Look {
    turned: u32,
    /// It takes a corner or gives one.
    corner: bool,
    quiet: bool,
}

impl Look {
    fn at(position: Position, square: Square) -> Look {
        let turned = position.flips(square);
        let changed = turned | square.into();
        Look {
            turned: turned.count(),
            corner: Bitboard::CORNERS.contains(square) || gives_corner(position, square),
            quiet: turned.count() <= QUIET_DISCS && (changed & Bitboard::EDGES).is_empty(),
        }
    }
}

fn draw_of(scene: Scene) -> u64 {
    let Position { own, opp } = scene.position;
    mixed(scene.seed ^ mixed(own.0 ^ mixed(opp.0)))
}

/// Drawn from a bell curve around 0 with deviation 1, the same on every system.
fn bell(random: &mut StdRng) -> f64 {
    let sum: f64 = (0..4).map(|_| random.random::<f64>()).sum();
    (sum - 2.0) * f64::sqrt(3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves that give no corner, with scores: each a disc worse than the one before.
    fn moves(position: Position) -> Vec<(Square, Score)> {
        let squares = position.moves().into_iter();
        let squares = squares.filter(|&square| !gives_corner(position, square));
        (0..)
            .zip(squares)
            .map(|(rank, square)| (square, Score::from_discs(-rank)))
            .collect()
    }

    #[test]
    fn a_second_look_goes_to_the_end_where_that_is_quick() {
        for name in Skill::names().skip(2) {
            let skill = Skill::named(name).unwrap();
            let depths = [17, 19, 20, 40].map(|empties| skill.second_depth(empties));
            assert_eq!(depths, [17, 19, 14, 14], "{name}");
        }
    }

    fn scene(position: Position, seed: u64) -> Scene {
        Scene {
            position,
            side: Color::Black,
            seed,
        }
    }

    /// After f5 f6 e6 f4 g5: many moves, no corner near.
    fn midgame() -> Position {
        let moves = ["f5", "f6", "e6", "f4", "g5"];
        let play = |position: Position, mv: &&str| position.play_unchecked(mv.parse().unwrap());
        moves.iter().fold(Position::START, play)
    }

    #[test]
    fn names_and_numbers_are_the_same_skills() {
        for (number, name) in (1..).zip(Skill::names()) {
            let skill = Skill::new(number).unwrap();
            assert_eq!(skill.name(), name);
            assert_eq!(
                Skill::named(&name.to_uppercase().replace('-', " ")),
                Some(skill)
            );
        }
        assert_eq!(Skill::new(0), None);
        assert_eq!(Skill::new(Skill::FULL.number() + 1), None);
        assert_eq!(Skill::named("grandmother"), None);
        assert_eq!(Skill::FULL.depth(40), None);
    }

    #[test]
    fn a_seed_draws_the_same_and_others_something_else() {
        let skill = Skill::named("beginner").unwrap();
        let position = midgame();
        let drawn = |seed| {
            let scene = scene(position, seed);
            choose(skill, scene, &moves(position), &mut Spent::default())
        };
        assert_eq!(drawn(7), drawn(7));
        assert!((0..50).any(|seed| drawn(seed) != drawn(7)));
    }

    #[test]
    fn the_better_the_skill_the_less_is_lost() {
        let position = midgame();
        let mean = |number| {
            let skill = Skill::new(number).unwrap();
            let lost = (0..400).map(|seed| {
                let scene = scene(position, seed);
                choose(skill, scene, &moves(position), &mut Spent::default())
            });
            lost.sum::<usize>() as f64 / 400.0
        };
        let losses: Vec<f64> = (1..=10).map(mean).collect();
        assert_eq!(losses[9], 0.0);
        assert!(losses[8] < losses[5] && losses[5] < losses[1], "{losses:?}");
    }

    #[test]
    fn a_game_has_a_budget_and_undoing_gives_it_back() {
        let skill = Skill::named("champion").unwrap();
        let budget = skill.profile().unwrap().budget;
        let mut spent = Spent::default();
        let mut all: Vec<f64> = Vec::new();
        for seed in 0..100 {
            spent.clear();
            let mut position = midgame();
            while position.empties() > 10 {
                let moves = moves(position);
                if moves.is_empty() {
                    break;
                }
                let place = choose(skill, scene(position, seed), &moves, &mut spent);
                position = position.play_unchecked(moves[place].0);
            }
            all.push(spent.before(Color::Black, 0).discs());
            assert_eq!(spent.before(Color::White, 0), Score(0));
        }
        let most = all.iter().copied().fold(0.0, f64::max);
        assert!(most > budget * 0.6 && most <= budget, "{all:?}");
        assert_eq!(spent.before(Color::Black, 60), Score(0));
    }

    #[test]
    fn from_skill_3_on_a_corner_is_given_only_for_something() {
        let set = |squares: &[&str]| -> Bitboard {
            squares
                .iter()
                .map(|square| square.parse::<Square>().unwrap())
                .collect()
        };
        // b2 lets white take a1; f6 gives nothing.
        let position = Position::new(set(&["d4"]), set(&["c3", "e5"])).unwrap();
        let [b2, f6] = ["b2", "f6"].map(|square| square.parse::<Square>().unwrap());
        assert_eq!(position.moves(), Bitboard::from(b2) | f6.into());
        assert!(gives_corner(position, b2) && !gives_corner(position, f6));
        let gives = |number, moves: [(Square, f64); 2]| {
            let moves = moves.map(|(square, discs)| (square, Score::from_fraction(discs)));
            let skill = Skill::new(number).unwrap();
            (0..300).any(|seed| {
                let mut spent = Spent::default();
                moves[choose(skill, scene(position, seed), &moves, &mut spent)].0 == b2
            })
        };
        for number in CAREFUL..Skill::FULL.0 {
            assert!(!gives(number, [(f6, 0.0), (b2, -0.5)]), "{number}");
            assert!(!gives(number, [(b2, 0.0), (f6, -0.5)]), "{number}");
            assert!(gives(number, [(b2, 0.0), (f6, -3.0)]), "{number}");
        }
        assert!(gives(CAREFUL - 1, [(f6, 0.0), (b2, -0.5)]));
    }
}
