//! Searches that label positions.

use bianca_rules::othello::{Move, Position};
use bianca_search::request::{Limits, Report, Request, Score, StopFlag};
use bianca_search::search::{Searcher, skips_the_ply_before};

use super::records::{Label, LabelBasis};

/// The best line of a search of so many plies; as many as there are empty squares solve exactly.
/// `report` gets the lines on the way. The side to move must have a move.
pub(super) fn searched(
    searcher: &mut Searcher,
    position: Position,
    depth: u32,
    stop: &StopFlag,
    report: &mut dyn FnMut(&Report<Move>),
) -> Report<Move> {
    let request = Request {
        limits: Limits::to_depth(depth),
        ..Request::default()
    };
    searcher
        .search(position, &request, stop, report)
        .swap_remove(0)
}

/// The best line of a search of so many plies and its label: the mean of what the last two
/// iterations say, or what is found at the end of the game if the search goes so far.
///
/// An evaluation thinks the side to move too weak, or too strong, in the positions where searches
/// end, and the side to move there is one in searches of odd and the other in searches of even
/// depth. On the truth set the mean of 5 and 6 plies has a signed error of -0.07 discs instead of
/// +0.25 and -0.40, and a squared one of 6.05 instead of 7.37 and 6.53; 7 plies have +0.42 and
/// 6.02. Where iterations go by two plies, the depth before has a search of its own.
pub(super) fn labelled(
    searcher: &mut Searcher,
    position: Position,
    depth: u32,
    stop: &StopFlag,
) -> (Report<Move>, Label) {
    let apart = skips_the_ply_before(depth) && depth < position.empties();
    let mut before: Option<Score> =
        apart.then(|| searched(searcher, position, depth - 1, stop, &mut |_| {}).score);
    let line = searched(searcher, position, depth, stop, &mut |line| {
        if line.depth + 1 == depth {
            before = Some(line.score);
        }
    });
    let score = match before {
        Some(before) if line.depth == depth && depth < position.empties() => {
            Score((before.0 + line.score.0) / 2)
        }
        _ => line.score,
    };
    let label = Label {
        score: score.whole_discs() as i8,
        reach: LabelBasis::Depth(line.depth as u8),
    };
    (line, label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Square;
    use bianca_search::search::Settings;

    #[test]
    fn a_label_is_the_mean_of_two_iterations() {
        let mut searcher = Searcher::new(Settings::default()).unwrap();
        let mut position = Position::START.play_unchecked("f5".parse::<Square>().unwrap());
        let stop = StopFlag::new();
        for _ in 0..12 {
            let mut fresh = |depth| {
                searcher.clear();
                searched(&mut searcher, position, depth, &stop, &mut |_| {})
            };
            let (five, six) = (fresh(5), fresh(6));
            searcher.clear();
            let (line, label) = labelled(&mut searcher, position, 6, &stop);
            assert_eq!(line.pv, six.pv);
            let mean = (five.score.discs() + six.score.discs()) / 2.0;
            assert!((f64::from(label.score) - mean).abs() < 0.51, "{mean}");
            assert_eq!(label.reach, LabelBasis::Depth(6));
            // A single ply has none before it.
            let (line, label) = labelled(&mut searcher, position, 1, &stop);
            assert_eq!(i32::from(label.score), line.score.whole_discs());
            position = position.play_unchecked(line.pv[0].square().unwrap());
        }

        // Iterations of one ply less are left out from some depth on, but not for labels.
        searcher.clear();
        let both = [11, 12].map(|depth| {
            let line = searched(&mut searcher, position, depth, &stop, &mut |_| {});
            line.score.discs()
        });
        searcher.clear();
        let (_, label) = labelled(&mut searcher, position, 12, &stop);
        let mean = (both[0] + both[1]) / 2.0;
        assert!((f64::from(label.score) - mean).abs() < 0.51, "{both:?}");
        assert_eq!(label.reach, LabelBasis::Depth(12));

        // What is exact is not mixed with an iteration before it.
        while position.empties() > 10 {
            let line = searched(&mut searcher, position, 1, &stop, &mut |_| {});
            position = match line.pv[0].square() {
                Some(square) => position.play_unchecked(square),
                None => position.passed(),
            };
        }
        let ending = position;
        let exact = searched(&mut searcher, ending, ending.empties(), &stop, &mut |_| {});
        let (_, label) = labelled(&mut searcher, ending, ending.empties(), &stop);
        assert_eq!(i32::from(label.score), exact.score.whole_discs());
    }
}
