//! Playing less well than the search can, as people do.
//!
//! A move is drawn by the [model of people](crate::people): each [`Skill`] is a person of some
//! rating, who sees so many plies, and whose choices are made more or less at random. Corners are
//! given away as often as the model says, but for those that are seen to cost more than the skill's
//! allowance; from [`CAREFUL`] on no move is made of which it is seen that all discs will be lost,
//! while there is another. [`Choices`] says what a move is drawn from, and draws it.
//!
//! Invariant: what is chosen follows from the position, the last moves, what is seen and the seed.
//! Nothing here searches. The numbers were tuned by matches between neighbours.

use std::fmt;

use rand::prelude::*;
use rand::rngs::StdRng;

use crate::people::choice::{ChoiceModel, shares};
use crate::people::sight::{DEPTHS, PLIES, Seen, SeenMove};
use crate::people::turns::Place;
use crate::player::chance::mixed;
use bianca_rules::othello::{Bitboard, Position, Square};

/// From this skill on not all discs are lost with open eyes.
const CAREFUL: u8 = 3;

/// From this score down all discs are lost; no other result is below 62.
const ALL_LOST: f32 = -63.0;

/// Empty squares of the last part of a game.
const CLOSING: u32 = 12;

/// How well the strong player plays for people: 1 to [`Skill::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill(u8);

/// How somebody chooses moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// The rating of the person, on the scale of the tournaments' players; nobody there is as weak
    /// as the first skills, so theirs lead the model beyond what it was fitted to.
    rating: f32,
    /// How much of the choice is left to chance: 1 as among people, less for those who are
    /// steadier than they.
    temperature: f32,
    /// The same with [`CLOSING`] empty squares or fewer, where searches see so well that those who
    /// are steadier would hardly err.
    closing: f32,
    /// The plies of what it sees.
    plies: [u32; DEPTHS],
    /// Discs by which a move that gives a corner away may be seen to be worse than the best of
    /// those that give none.
    allowance: f32,
    /// Whether not all discs are lost with open eyes.
    careful: bool,
}

/// What makes a skill.
struct Profile {
    name: &'static str,
    /// What it is worth on the scale of the tournaments' players: in the middle the rating of the
    /// person, further out by matches.
    elo: u16,
    manner: Manner,
}

const fn profile(
    name: &'static str,
    elo: u16,
    rating: f32,
    [temperature, closing]: [f32; 2],
    allowance: f32,
    plies: [u32; DEPTHS],
) -> Profile {
    Profile {
        name,
        elo,
        manner: Manner {
            rating,
            temperature,
            closing,
            plies,
            allowance,
            careful: false,
        },
    }
}

/// The skills below the full one, the first first. docs/skill.md has how they were measured.
const PROFILES: [Profile; 9] = [
    profile("first-game", 560, 0.0, [16.0, 16.0], 16.0, [1, 1, 1, 1, 1]),
    profile("beginner", 760, 450.0, [2.5, 2.5], 16.0, [1, 2, 2, 2, 2]),
    profile("learner", 990, 800.0, [1.45, 1.45], 11.0, [1, 2, 4, 4, 4]),
    profile("casual", 1220, 1220.0, [1.05, 1.05], 9.0, [1, 2, 4, 6, 6]),
    profile("club", 1550, 1550.0, [1.0, 1.0], 8.0, PLIES),
    profile("strong", 1740, 1740.0, [1.0, 1.0], 6.0, PLIES),
    profile("expert", 2050, 2050.0, [0.92, 1.1], 4.0, PLIES),
    profile("master", 2280, 2250.0, [0.6, 1.0], 2.0, PLIES),
    profile("champion", 2470, 2300.0, [0.3, 0.3], 1.0, [1, 2, 4, 6, 12]),
];

/// What the full skill is worth at its usual level.
const FULL_ELO: u16 = 2730;

/// The name of the last one.
const FULL: &str = "full";

impl Skill {
    /// That of a first game.
    pub const LEAST: Skill = Skill(1);
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

    /// What it is worth on the scale of the tournaments' players, whose mean is 1500; of the full
    /// one, at its usual level.
    pub fn elo(self) -> u16 {
        self.profile().map_or(FULL_ELO, |profile| profile.elo)
    }

    /// The skill whose worth is the nearest; the full one from its own worth on.
    pub fn nearest(elo: u16) -> Skill {
        if elo >= FULL_ELO {
            return Skill::FULL;
        }
        let distance = |skill: &Skill| skill.elo().abs_diff(elo);
        let skills = (1..Skill::FULL.0).map(Skill);
        skills.min_by_key(distance).unwrap_or(Skill::LEAST)
    }

    /// How it chooses its moves; `None` if it plays what the search finds.
    pub fn manner(self) -> Option<Manner> {
        self.profile().map(|profile| Manner {
            careful: self.0 >= CAREFUL,
            ..profile.manner
        })
    }

    fn profile(self) -> Option<&'static Profile> {
        PROFILES.get(usize::from(self.0) - 1)
    }
}

impl Manner {
    /// That of somebody worth so much, between those of the skills; `None` from the full skill's
    /// worth on, and the first skill's below it. Who is worth more than the last one chooses as
    /// that does where he does not [search](Manner::searched).
    pub fn of_elo(elo: u16) -> Option<Manner> {
        let nearest = Skill::nearest(elo).manner()?;
        let above = PROFILES.iter().position(|profile| profile.elo >= elo);
        let (low, high) = match above {
            Some(0) => (&PROFILES[0], &PROFILES[0]),
            Some(place) => (&PROFILES[place - 1], &PROFILES[place]),
            None => (&PROFILES[PROFILES.len() - 1], &PROFILES[PROFILES.len() - 1]),
        };
        let width = f32::from(high.elo - low.elo).max(1.0);
        let share = f32::from(elo.clamp(low.elo, high.elo) - low.elo) / width;
        let between = |low: f32, high: f32| low + share * (high - low);
        Some(Manner {
            rating: between(low.manner.rating, high.manner.rating),
            temperature: between(low.manner.temperature, high.manner.temperature),
            closing: between(low.manner.closing, high.manner.closing),
            allowance: between(low.manner.allowance, high.manner.allowance),
            ..nearest
        })
    }

    /// Of how many moves, of one, somebody worth so much makes the one that the search finds: none
    /// up to the last skill's worth, all from the full one's on.
    pub fn searched(elo: u16) -> f64 {
        let last = PROFILES[PROFILES.len() - 1].elo;
        (f64::from(elo) - f64::from(last)).max(0.0) / f64::from(FULL_ELO - last)
    }

    /// How much is left to chance with so many empty squares.
    fn temperature_at(&self, empties: u32) -> f32 {
        if empties <= CLOSING {
            self.closing
        } else {
            self.temperature
        }
    }

    /// The plies of what it sees.
    pub fn plies(&self) -> &[u32; DEPTHS] {
        &self.plies
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a move is to be chosen.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Where the side to move has a move.
    pub place: Place,
    /// How often people played each move here; empty if nobody knows.
    pub counts: &'a [f32],
    /// What the draw follows from besides the position.
    pub seed: u64,
}

/// How likely somebody is to make each move, by what was seen of all moves.
pub struct Choices {
    /// The moves in the order in which they were seen, with their appeals; `None` for those that
    /// are not made.
    moves: Vec<(Square, Option<f32>)>,
}

impl Choices {
    /// What somebody may choose.
    pub fn new(manner: &Manner, scene: Scene<'_>, seen: &Seen) -> Choices {
        let position = scene.place.position;
        let moment = scene.place.moment(seen, scene.counts, manner.rating);
        let appeals = ChoiceModel::embedded().appeals(&moment);
        let keeps = |mv: &SeenMove| !gives_corner(position, mv.square);
        let loss = |mv: &SeenMove| mv.losses[DEPTHS - 1];
        let safest = seen.moves.iter().filter(|mv| keeps(mv)).map(loss);
        let most = safest.fold(f32::INFINITY, f32::min) + manner.allowance;
        let is_allowed = |mv: &SeenMove| keeps(mv) || loss(mv) <= most;
        // The model has hardly seen such positions, where one side has a few discs left; against an
        // opponent who turns as many as it can they come early.
        let loses_all = |mv: &SeenMove| seen.best - loss(mv) <= ALL_LOST;
        let can_live = manner.careful && !seen.moves.iter().all(loses_all);
        // The best of all is always made: it loses no more than one that gives no corner, and it
        // loses all discs only where each does.
        let may = |mv: &SeenMove| is_allowed(mv) && !(can_live && loses_all(mv));
        let temperature = manner.temperature_at(position.empties());
        let moves = seen
            .moves
            .iter()
            .zip(appeals)
            .map(|(seen, appeal)| (seen.square, may(seen).then_some(appeal / temperature)));
        Choices {
            moves: moves.collect(),
        }
    }

    /// The move that the scene's seed draws. `None` where there is no move.
    pub fn draw(&self, scene: Scene<'_>) -> Option<Square> {
        let mut random = StdRng::seed_from_u64(draw_of(scene));
        let mut chosen: Option<(Square, f32)> = None;
        for &(square, appeal) in &self.moves {
            // Drawn for every move, so that one more or less does not change the rest.
            let luck = gumbel(&mut random);
            if let Some(appeal) = appeal
                && chosen.is_none_or(|(_, best)| appeal + luck > best)
            {
                chosen = Some((square, appeal + luck));
            }
        }
        chosen.map(|(square, _)| square)
    }

    /// Each move with how likely it is drawn, the likeliest first.
    pub fn chances(&self) -> Vec<(Square, f32)> {
        let appeals = self.moves.iter();
        let appeals = appeals.map(|&(_, appeal)| appeal.unwrap_or(f32::NEG_INFINITY));
        let shares = shares(&appeals.collect::<Vec<_>>(), 1.0);
        let squares = self.moves.iter().map(|&(square, _)| square);
        let mut chances: Vec<(Square, f32)> = squares.zip(shares).collect();
        chances.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        chances
    }
}

/// Whether a move lets the opponent take a corner that it could not take before.
pub fn gives_corner(position: Position, square: Square) -> bool {
    let after = position.play_unchecked(square);
    let given = after.moves() - position.opponent_moves();
    (given & Bitboard::CORNERS).any()
}

/// Whether somebody worth so much makes the move that the search finds, drawn by the scene.
pub fn searches(elo: u16, scene: &Scene<'_>) -> bool {
    // Another draw than that of the move.
    let mut random = StdRng::seed_from_u64(mixed(draw_of(*scene)));
    random.random::<f64>() < Manner::searched(elo)
}

fn draw_of(scene: Scene<'_>) -> u64 {
    let Position { own, opp } = scene.place.position;
    mixed(scene.seed ^ mixed(own.0 ^ mixed(opp.0)))
}

/// Drawn so that the greatest sum of an appeal and such a number is each move's as often as the
/// exponential of its appeal is a share of all (E. J. Gumbel's distribution).
fn gumbel(random: &mut StdRng) -> f32 {
    // Never 0, whose logarithm is none.
    let share: f64 = random.random::<f64>().max(f64::MIN_POSITIVE);
    -(-share.ln()).ln() as f32
}

#[cfg(test)]
mod plain;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::sight::Sight;
    use bianca_search::request::{Limits, StopFlag};
    use bianca_search::search::Settings;

    /// The moves that give no corner: each loses a disc more than the one before.
    fn seen(position: Position) -> Seen {
        let squares = position.moves().into_iter();
        let squares = squares.filter(|&square| !gives_corner(position, square));
        let moves = squares.enumerate().map(|(rank, square)| SeenMove {
            square,
            losses: [rank as f32; DEPTHS],
        });
        Seen {
            moves: moves.collect(),
            best: 0.0,
        }
    }

    fn scene(position: Position, seed: u64) -> Scene<'static> {
        Scene {
            place: Place::alone(position),
            counts: &[],
            seed,
        }
    }

    fn choose(manner: &Manner, scene: Scene<'_>, seen: &Seen) -> Option<Square> {
        Choices::new(manner, scene, seen).draw(scene)
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
        assert_eq!(Skill::FULL.manner(), None);
    }

    #[test]
    fn a_seed_draws_the_same_and_others_something_else() {
        let manner = Skill::named("beginner").unwrap().manner().unwrap();
        let position = midgame();
        let drawn = |seed| choose(&manner, scene(position, seed), &seen(position));
        assert_eq!(drawn(7), drawn(7));
        assert!((0..50).any(|seed| drawn(seed) != drawn(7)));
    }

    #[test]
    fn moves_are_drawn_as_often_as_the_model_says() {
        let manner = Skill::named("casual").unwrap().manner().unwrap();
        let position = midgame();
        let seen = seen(position);
        let moment = Place::alone(position).moment(&seen, &[], manner.rating);
        let appeals = ChoiceModel::embedded().appeals(&moment);
        let weights: Vec<f64> = appeals
            .iter()
            .map(|appeal| f64::from(appeal / manner.temperature).exp())
            .collect();
        let total: f64 = weights.iter().sum();
        let told = Choices::new(&manner, scene(position, 0), &seen).chances();
        assert!(told.is_sorted_by(|(_, one), (_, other)| one >= other));
        let draws = 4_000;
        for (mv, weight) in seen.moves.iter().zip(weights) {
            let drawn = (0..draws)
                .filter(|&seed| choose(&manner, scene(position, seed), &seen) == Some(mv.square))
                .count() as f64;
            let share = weight / total;
            let (_, chance) = told
                .iter()
                .find(|(square, _)| *square == mv.square)
                .unwrap();
            assert!((f64::from(*chance) - share).abs() < 1e-4, "{}", mv.square);
            let error = (share * (1.0 - share) / draws as f64).sqrt();
            assert!(
                (drawn / draws as f64 - share).abs() < 4.0 * error + 1e-3,
                "{}",
                mv.square
            );
        }
    }

    #[test]
    fn the_better_the_skill_the_less_is_lost() {
        let mut sight = Sight::new(&Settings::default()).unwrap();
        let mut random = StdRng::seed_from_u64(7);
        let mut losses = [0.0; PROFILES.len()];
        for _ in 0..12 {
            let mut position = Position::START;
            for _ in 0..20 {
                let moves: Vec<Square> = position.moves().into_iter().collect();
                if let Some(&square) = moves.choose(&mut random) {
                    position = position.play_unchecked(square);
                }
            }
            let (limits, stop) = (Limits::default(), StopFlag::new());
            let mut look = |plies: &[u32; DEPTHS]| sight.look(position, plies, &limits, &stop);
            let judged = look(&PLIES).seen;
            for (number, lost) in (1..).zip(&mut losses) {
                let manner = Skill::new(number).unwrap().manner().unwrap();
                let seen = look(manner.plies()).seen;
                for seed in 0..200 {
                    let square = choose(&manner, scene(position, seed), &seen);
                    let mv = judged.moves.iter().find(|mv| Some(mv.square) == square);
                    *lost += mv.map_or(0.0, |mv| mv.losses[DEPTHS - 1]);
                }
            }
        }
        assert!(
            losses.windows(2).all(|pair| pair[1] < pair[0]),
            "{losses:?}"
        );
    }

    #[test]
    fn between_two_skills_are_others() {
        let casual = Skill::named("casual").unwrap();
        let club = Skill::named("club").unwrap();
        for skill in (1..=Skill::FULL.number()).map(|number| Skill::new(number).unwrap()) {
            assert_eq!(Manner::of_elo(skill.elo()), skill.manner(), "{skill}");
            assert_eq!(Skill::nearest(skill.elo()), skill);
        }
        let between = Manner::of_elo((casual.elo() + club.elo()) / 2).unwrap();
        let (low, high) = (casual.manner().unwrap(), club.manner().unwrap());
        assert!(low.rating < between.rating && between.rating < high.rating);
        assert!(low.temperature > between.temperature);
        assert_eq!(Manner::of_elo(0), Skill(1).manner());
        assert_eq!(Manner::of_elo(FULL_ELO - 1), Skill(9).manner());
        assert_eq!(Manner::of_elo(u16::MAX), None);
    }

    #[test]
    fn between_the_last_skill_and_the_full_one_more_and_more_is_searched() {
        let champion = Skill(9).elo();
        let shares = |elo: u16| {
            let draws = 4_000;
            let position = midgame();
            let searched = (0..draws).filter(|&seed| searches(elo, &scene(position, seed)));
            searched.count() as f64 / f64::from(draws as u32)
        };
        assert_eq!([1500, champion].map(shares), [0.0, 0.0]);
        assert_eq!(shares(FULL_ELO), 1.0);
        for quarter in [1, 2, 3] {
            let elo = champion + (FULL_ELO - champion) / 4 * quarter;
            let share = f64::from(quarter) / 4.0;
            assert!((shares(elo) - share).abs() < 0.03, "{elo}: {}", shares(elo));
        }
        let worths: Vec<u16> = (champion..=FULL_ELO).collect();
        assert!(worths.is_sorted_by(|&a, &b| Manner::searched(a) < Manner::searched(b)));
    }

    #[test]
    fn a_corner_is_given_for_no_more_than_the_skill_allows() {
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
        let losing = |b2_loses: f32, f6_loses: f32| Seen {
            moves: [(b2, b2_loses), (f6, f6_loses)]
                .map(|(square, loss)| SeenMove {
                    square,
                    losses: [loss; DEPTHS],
                })
                .to_vec(),
            best: 0.0,
        };
        let draws = |manner: &Manner, seen: &Seen| {
            (0..300).any(|seed| choose(manner, scene(position, seed), seen) == Some(b2))
        };
        for skill in (1..Skill::FULL.number()).map(|number| Skill::new(number).unwrap()) {
            // Chance gives any move somewhere, however little it appeals.
            let manner = Manner {
                temperature: 10.0,
                closing: 10.0,
                ..skill.manner().unwrap()
            };
            let allowance = manner.allowance;
            assert!(draws(&manner, &losing(allowance, 0.0)), "{skill}");
            assert!(!draws(&manner, &losing(allowance + 0.1, 0.0)), "{skill}");
            assert!(draws(&manner, &losing(2.0 + allowance, 2.0)), "{skill}");
        }
        let allowances: Vec<f32> = PROFILES
            .iter()
            .map(|profile| profile.manner.allowance)
            .collect();
        assert!(allowances.is_sorted_by(|weaker, stronger| weaker >= stronger));
    }

    #[test]
    fn from_skill_3_on_nobody_is_wiped_out_with_open_eyes() {
        let position = midgame();
        let mut seen = seen(position);
        seen.best = 20.0;
        let square = seen.moves[0].square;
        let draws = |number, seen: &Seen| {
            let manner = Skill::new(number).unwrap().manner().unwrap();
            (0..300).any(|seed| choose(&manner, scene(position, seed), seen) == Some(square))
        };
        assert!(draws(CAREFUL, &seen));
        seen.moves[0].losses[2..].fill(84.0);
        for number in CAREFUL..Skill::FULL.number() {
            assert!(!draws(number, &seen), "{number}");
        }
        assert!(draws(CAREFUL - 1, &seen));
        for mv in &mut seen.moves {
            mv.losses = [84.0; DEPTHS];
        }
        assert!(draws(CAREFUL, &seen), "nothing lives");
    }
}
