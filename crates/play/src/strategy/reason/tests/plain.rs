//! Every finder against a second, plain account of what it looks for.

mod corners;
mod discs;
mod lines;
mod moves;
mod parity;

use super::*;
use lines::Two;

/// What there is to find, in the order of the finders.
fn accounts(two: &Two) -> Vec<(usize, Option<Reason>)> {
    let [must_pass, pass_missed] = moves::passes(two);
    let [wedge, wedge_missed] = discs::wedges(two);
    let [x_square, x_square_missed] = corners::x_squares(two);
    let all = [
        corners::corner_lost(two),
        corners::corner_missed(two),
        must_pass,
        pass_missed,
        parity::last_in_region(two),
        wedge,
        wedge_missed,
        discs::unbalanced_edge(two),
        corners::corner_opened(two),
        moves::mobility(two),
        discs::stable(two),
        parity::last_of_game(two),
        parity::tempo_missed(two),
        discs::frontier(two),
        corners::beside_corner(two),
        moves::choice(two, 15),
        discs::edge(two),
        x_square,
        x_square_missed,
        moves::square_left(two),
        moves::both_squares(two),
        discs::exposed(two),
        moves::choice(two, 8),
        discs::turned(two),
        discs::at_the_end(two),
    ];
    all.into_iter().enumerate().collect()
}

/// What the plain account tells of two lines.
pub fn read(start: Position, played: &[Move], best: &[Move]) -> Option<Reason> {
    let two = Two::of(start, played, best);
    let all = accounts(&two).into_iter();
    let first = all.filter_map(|(_, found)| found).next();
    Some(first.unwrap_or_else(|| moves::answer(&two)))
}

#[test]
fn every_finder_finds_what_a_plain_account_finds() {
    let pairs = [(21, 58, 12), (22, 24, 60), (23, 14, 60)]
        .into_iter()
        .flat_map(|(seed, empties, plies)| pairs_of_lines(seed, empties, plies));
    let mut counts = std::collections::BTreeMap::new();
    for (start, [played, best]) in pairs {
        if played[0] == best[0] {
            continue;
        }
        let lines = Lines::replay(start, &played, &best).unwrap();
        for (place, expected) in accounts(&Two::of(start, &played, &best)) {
            assert_eq!(FINDERS[place](&lines), expected, "{place} {start:?}");
            *counts.entry(place).or_insert(0) += usize::from(expected.is_some());
        }
        // The first that finds something is heard.
        let told = why_worse(start, &played, &best);
        assert_eq!(told, read(start, &played, &best));
        let answer = told.is_some_and(|told| told.kind() == ReasonKind::Answer);
        *counts.entry(FINDERS.len()).or_insert(0) += usize::from(answer);
    }
    assert_eq!(counts.len(), FINDERS.len() + 1);
    assert!(counts.values().all(|&count| count > 10), "{counts:?}");
}
