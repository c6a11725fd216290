//! Limits of positions where endings are solved.

use super::*;
use bianca_rules::othello::random::RandomGames;

/// The limit holds within the solver, too, but for the line of what is proven, which is whole. What
/// was visited for a search that was given up is no part of what the next one knows.
#[test]
fn a_limit_of_positions_holds_in_endings() {
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    let mut cut = 0;
    for game in RandomGames::new(14, 3).take(12) {
        let position = game.position();
        let solve = |searcher: &mut Searcher, nodes| {
            let asked = Request {
                goal: Goal::Exact,
                limits: Limits {
                    nodes,
                    ..Limits::default()
                },
                ..Request::default()
            };
            let mut lines = searcher.search(position, &asked, &stop, &mut |_| {});
            lines.remove(0)
        };
        searcher.clear();
        let whole = solve(&mut searcher, None);
        assert!(whole.is_proven());
        for most in [100, 1_000, 5_000, 20_000] {
            searcher.clear();
            let line = solve(&mut searcher, Some(most));
            let is_whole = line.is_proven() && line.pv.len() >= 14;
            assert!(line.nodes <= most + 1_000 || is_whole, "{most}: {line:?}");
            assert!(!line.pv.is_empty());
            assert!(!line.is_proven() || line.score == whole.score);
            cut += usize::from(!line.is_proven());
            // What was kept is right, as far as it goes.
            let after = solve(&mut searcher, None);
            assert_eq!((after.score, after.is_proven()), (whole.score, true));
        }
    }
    assert!(cut > 20, "{cut}");
}
