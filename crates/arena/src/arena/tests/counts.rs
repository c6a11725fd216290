//! Standings, Elo and the sequential test.

use super::*;
use crate::arena::elo::{Estimate, PairCounts, elo_of, score_of};
use crate::arena::schedule::{Schedule, Tournament};
use crate::arena::sprt::{Sprt, SprtError, Verdict};
use crate::arena::standings::{Standings, Tally};

/// Half points of `engine` in a game that it played.
fn half_points(entry: &FinishedGame, engine: usize) -> usize {
    let is_black = entry.black == engine;
    if let Some(forfeit) = &entry.forfeit {
        return if forfeit.by_black == is_black { 0 } else { 2 };
    }
    let discs = entry.discs.unwrap();
    let own = if is_black { discs } else { -discs };
    match own {
        1.. => 2,
        0 => 1,
        _ => 0,
    }
}

/// Compares a tally with the games of `engine` that it is of.
fn check_tally(tally: &Tally, engine: usize, games: &[&FinishedGame]) {
    let of = |points: usize| {
        let won = games
            .iter()
            .filter(|game| half_points(game, engine) == points);
        won.count() as u64
    };
    assert_eq!(
        (tally.wins, tally.draws, tally.losses),
        (of(2), of(1), of(0))
    );
    assert_eq!(tally.games(), games.len() as u64);
    assert_eq!(tally.points(), of(2) as f64 + 0.5 * of(1) as f64);
    let faults = games.iter().filter(|game| {
        let by_black = game.forfeit.as_ref().map(|forfeit| forfeit.by_black);
        by_black == Some(game.black == engine)
    });
    assert_eq!(tally.forfeits, faults.count() as u64);
    let discs: Vec<i32> = games
        .iter()
        .filter(|game| game.forfeit.is_none())
        .map(|game| game.discs.unwrap() * if game.black == engine { 1 } else { -1 })
        .collect();
    let mean =
        (!discs.is_empty()).then(|| f64::from(discs.iter().sum::<i32>()) / discs.len() as f64);
    assert_eq!(tally.mean_discs(), mean);
    let mut pairs = [0; 5];
    for (index, game) in games.iter().enumerate() {
        let mut before = games[..index].iter();
        if let Some(other) = before.find(|other| other.game / 2 == game.game / 2) {
            pairs[half_points(game, engine) + half_points(other, engine)] += 1;
        }
    }
    assert_eq!(tally.pairs, pairs);
    assert_eq!(tally.estimate(), Estimate::from_pairs(&pairs));
}

#[test]
fn standings_are_a_recount_of_the_games() {
    let mut random = StdRng::seed_from_u64(21);
    for _ in 0..150 {
        let engines = random.random_range(2..5);
        let kinds = [Tournament::RoundRobin, Tournament::Gauntlet];
        let schedule = Schedule::new(*kinds.choose(&mut random).unwrap(), engines, 4, 3);
        let mut numbers: Vec<usize> = (0..schedule.games()).collect();
        numbers.shuffle(&mut random);
        numbers.truncate(random.random_range(0..=schedule.games()));
        let mut standings = Standings::new(engines);
        let mut games: Vec<FinishedGame> = Vec::new();
        for number in numbers {
            let pairing = schedule.game(number);
            let entry = random_result(&mut random, number, [pairing.black, pairing.white]);
            standings.add(&entry);
            games.push(entry);
        }
        assert_eq!(standings.games(), games.len() as u64);
        let worst = games.iter().map(|game| game.overshoot_ms);
        assert_eq!(standings.worst_overshoot_ms(), worst.fold(0.0, f64::max));
        assert_eq!(standings.engines().len(), engines);
        for (engine, tally) in standings.engines().iter().enumerate() {
            let own: Vec<&FinishedGame> = games
                .iter()
                .filter(|game| [game.black, game.white].contains(&engine))
                .collect();
            check_tally(tally, engine, &own);
        }
        let mut met = Vec::new();
        for first in 0..engines {
            for second in first + 1..engines {
                let both: Vec<&FinishedGame> = games
                    .iter()
                    .filter(|game| {
                        [[first, second], [second, first]].contains(&[game.black, game.white])
                    })
                    .collect();
                let tally = standings.pairing(first, second);
                assert_eq!(tally.is_some(), !both.is_empty());
                if let Some(tally) = tally {
                    check_tally(tally, first, &both);
                    met.push(((first, second), tally));
                }
                assert_eq!(standings.pairing(second, first), None);
            }
        }
        assert_eq!(standings.pairings().collect::<Vec<_>>(), met);
        check_ranking(&standings, &games);
    }
}

/// Nobody stands below an engine with a smaller share of its points; of equal ones the first named
/// stands first.
fn check_ranking(standings: &Standings, games: &[FinishedGame]) {
    let share = |engine: usize| {
        let own = games
            .iter()
            .filter(|game| [game.black, game.white].contains(&engine));
        let points: Vec<usize> = own.map(|game| half_points(game, engine)).collect();
        match points.len() {
            0 => 0.0,
            games => points.iter().sum::<usize>() as f64 / games as f64,
        }
    };
    let ranking = standings.ranking();
    assert_eq!(ranking.len(), standings.engines().len());
    for pair in ranking.windows(2) {
        let (upper, lower) = (share(pair[0]), share(pair[1]));
        assert!(upper > lower || upper == lower && pair[0] < pair[1]);
    }
}

/// Counts that are not the same read from behind, some outcomes of which never happened.
fn random_counts(random: &mut StdRng) -> PairCounts {
    std::array::from_fn(|_| match random.random_range(0..4) {
        0 => 0,
        _ => random.random_range(0..60),
    })
}

/// The share of the normal distribution below `x`, summed in small steps.
fn normal(x: f64) -> f64 {
    let steps = 4000;
    let width = x / f64::from(steps);
    let density = |at: f64| (-at * at / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let sum: f64 = (0..steps)
        .map(|step| density((f64::from(step) + 0.5) * width))
        .sum();
    0.5 + sum * width
}

#[test]
fn an_estimate_is_that_of_the_textbook() {
    let mut random = StdRng::seed_from_u64(22);
    let mut unbounded = 0;
    for _ in 0..300 {
        let counts = random_counts(&mut random);
        let outcomes: Vec<f64> = (0..5)
            .flat_map(|index| vec![index as f64 / 4.0; counts[index] as usize])
            .collect();
        let Some(estimate) = Estimate::from_pairs(&counts) else {
            assert!(outcomes.is_empty());
            continue;
        };
        let number = outcomes.len() as f64;
        let mean = outcomes.iter().sum::<f64>() / number;
        let squares = outcomes.iter().map(|outcome| outcome * outcome);
        let variance = (squares.sum::<f64>() / number - mean * mean).max(0.0);
        assert!((estimate.score - mean).abs() < 1e-12);
        assert!((estimate.error.powi(2) - variance / number).abs() < 1e-12);
        let plain_elo = |score: f64| match score {
            score if score <= 0.0 => f64::NEG_INFINITY,
            score if score >= 1.0 => f64::INFINITY,
            score => 400.0 * (score / (1.0 - score)).ln() / 10f64.ln(),
        };
        let close = |one: f64, other: f64| one == other || (one - other).abs() < 1e-6;
        assert!(close(estimate.elo(), plain_elo(mean)), "{counts:?}");
        if outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
            assert_eq!(estimate.interval(), None);
            continue;
        }
        let error = (variance / number).sqrt();
        let (low, high) = estimate.interval().unwrap();
        let half = 1.959_963_984_540_054 * error;
        assert!(close(low, plain_elo(mean - half)), "{counts:?}");
        assert!(close(high, plain_elo(mean + half)), "{counts:?}");
        unbounded += u32::from(!low.is_finite() || !high.is_finite());
        let superiority = normal((mean - 0.5) / error);
        assert!((estimate.superiority() - superiority).abs() < 1e-6);
    }
    assert!(unbounded > 0);
    // Worked out apart from this program: ten pairs with 6.5 of 20 points.
    let estimate = Estimate::from_pairs(&[3, 3, 3, 0, 1]).unwrap();
    assert!((estimate.score - 0.325).abs() < 1e-12);
    assert!((estimate.error - (0.088_125f64 / 10.0).sqrt()).abs() < 1e-12);
    assert!((estimate.elo() + 126.97).abs() < 0.01, "{}", estimate.elo());
}

#[test]
fn an_estimate_of_one_outcome_is_certain_and_has_no_interval() {
    for (counts, score, elo, superiority) in [
        ([4, 0, 0, 0, 0], 0.0, f64::NEG_INFINITY, 0.0),
        ([0, 4, 0, 0, 0], 0.25, -190.848_501_887_864_98, 0.0),
        ([0, 0, 4, 0, 0], 0.5, 0.0, 0.5),
        ([0, 0, 0, 4, 0], 0.75, 190.848_501_887_864_98, 1.0),
        ([0, 0, 0, 0, 4], 1.0, f64::INFINITY, 1.0),
    ] {
        let estimate = Estimate::from_pairs(&counts).unwrap();
        assert_eq!((estimate.score, estimate.error), (score, 0.0));
        assert!(estimate.elo() == elo || (estimate.elo() - elo).abs() < 1e-9);
        assert_eq!(estimate.superiority(), superiority);
        assert_eq!(estimate.interval(), None);
    }
    assert_eq!(elo_of(-0.1), f64::NEG_INFINITY);
    assert_eq!(elo_of(1.1), f64::INFINITY);
    // Not a minus zero, which would be written with its sign.
    assert!(elo_of(0.5).is_sign_positive());
    for (elo, score) in [(12.0, 0.517_262_524_4), (-7.0, 0.489_927_553_1)] {
        assert!((score_of(elo) - score).abs() < 1e-9);
    }
}

/// How much less likely the results are than under their own frequencies, if their mean must be
/// `mean`: the greatest of a concave function, found by thirds.
fn unlikelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let value = |t: f64| -> f64 {
        let terms = (0..5).map(|index| counts[index] * (t * (index as f64 / 4.0 - mean)).ln_1p());
        terms.sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean) + 1e-12, 1.0 / mean - 1e-12);
    for _ in 0..300 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if value(left) < value(right) {
            low = left;
        } else {
            high = right;
        }
    }
    value((low + high) / 2.0)
}

#[test]
fn a_ratio_is_the_difference_of_two_greatest_likelihoods() {
    let mut random = StdRng::seed_from_u64(23);
    let mut verdicts = [0; 3];
    for _ in 0..300 {
        let counts = random_counts(&mut random);
        let elo0 = f64::from(random.random_range(-60..20));
        let test = Sprt {
            elo0,
            elo1: elo0 + f64::from(random.random_range(1..60)),
            alpha: random.random_range(0.001..0.49),
            beta: random.random_range(0.001..0.49),
        };
        let ratio = test.log_likelihood_ratio(&counts);
        if counts == [0; 5] {
            assert_eq!(ratio, 0.0);
            continue;
        }
        let seen = counts.map(|count| (count as f64).max(0.001));
        let expected = unlikelihood(&seen, 1.0 / (1.0 + 10f64.powf(-elo0 / 400.0)))
            - unlikelihood(&seen, 1.0 / (1.0 + 10f64.powf(-test.elo1 / 400.0)));
        assert!(
            (ratio - expected).abs() < 1e-6 * (1.0 + expected.abs()),
            "{test:?} {counts:?}: {ratio} {expected}"
        );
        // As Wald has it: the ratio of the probabilities of ending so under both hypotheses.
        let verdict = if ratio.exp() >= (1.0 - test.beta) / test.alpha {
            Verdict::AcceptH1
        } else if ratio.exp() <= test.beta / (1.0 - test.alpha) {
            Verdict::AcceptH0
        } else {
            Verdict::Open
        };
        assert_eq!(test.verdict(&counts), verdict, "{test:?} {counts:?}");
        verdicts[verdict as usize] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 20), "{verdicts:?}");
}

/// Worked out apart from this program; outcomes that never happened count a thousandth.
#[test]
fn ratios_and_bounds_are_these_numbers() {
    for (test, counts, expected) in [
        ("elo0=-4 elo1=12", [3, 17, 40, 29, 11], 2.355_208_730),
        ("elo0=0 elo1=10", [0, 5, 21, 13, 0], 0.869_016_805),
        ("elo0=-20 elo1=30", [2, 0, 0, 0, 9], 0.984_874_425),
        ("elo0=0 elo1=5", [7, 0, 1, 0, 0], -0.115_968_291),
        ("elo0=-1 elo1=7", [0, 0, 6, 0, 0], -0.102_909_691),
    ] {
        let ratio = test.parse::<Sprt>().unwrap().log_likelihood_ratio(&counts);
        assert!((ratio - expected).abs() < 1e-7, "{test}: {ratio}");
    }
    let test: Sprt = "elo0=-4 elo1=12 alpha=.01 beta=.2".parse().unwrap();
    let (low, high) = test.bounds();
    assert!((low + 1.599_387_577).abs() < 1e-8, "{low}");
    assert!((high - 4.382_026_635).abs() < 1e-8, "{high}");
    // The first ratio lies between the two upper bounds of .4 and .05, in either order.
    let verdict = |text: &str| {
        let test: Sprt = format!("elo0=-4 elo1=12 {text}").parse().unwrap();
        test.verdict(&[3, 17, 40, 29, 11])
    };
    assert_eq!(verdict("alpha=.05 beta=.4"), Verdict::Open);
    assert_eq!(verdict("alpha=.4 beta=.05"), Verdict::AcceptH1);
}

#[test]
fn a_test_is_read_field_by_field() {
    let test = |text: &str| text.parse::<Sprt>();
    let full = Sprt {
        elo0: -2.5,
        elo1: 4.0,
        alpha: 0.01,
        beta: 0.2,
    };
    assert_eq!(test("elo1=4 beta=.2 elo0=-2.5 alpha=.01"), Ok(full));
    let usual = Sprt {
        alpha: 0.05,
        beta: 0.05,
        ..full
    };
    assert_eq!(test("elo0=-2.5 elo1=4"), Ok(usual));
    assert_eq!(test("elo1=4"), Err(SprtError::Missing("elo0")));
    assert_eq!(test("elo0=4 elo1=4"), Err(SprtError::EmptyRange));
    for (word, name) in [
        ("alpha=0", "alpha"),
        ("alpha=.5", "alpha"),
        ("beta=0", "beta"),
        ("beta=.5", "beta"),
        ("beta=-1", "beta"),
    ] {
        let error = Err(SprtError::BadProbability(name));
        assert_eq!(test(&format!("elo0=0 elo1=5 {word}")), error, "{word}");
    }
    assert!(test("elo0=0 elo1=5 alpha=.499 beta=.001").is_ok());
    for word in ["elo0=inf", "elo1=nan", "gamma=1"] {
        let error = Err(SprtError::BadWord(word.to_owned()));
        assert_eq!(test(&format!("elo0=0 {word}")), error);
    }
}
