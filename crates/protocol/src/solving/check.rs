//! Whether what was found agrees with what the line says.
//!
//! Only what is proven is compared, a bound as a bound. A line may give the best score, or scores
//! of some moves, or nothing; what it does not say cannot be contradicted.

use std::fmt;

use bianca_records::record::obf::Problem;
use bianca_rules::othello::Move;
use bianca_search::request::{Bounds, Proof, Report};

/// What a comparison showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The line gives no scores.
    NoScores,
    /// The limits ended the search before what was asked for was proven; what is proven, if
    /// anything, leaves the line's scores possible.
    Unproven,
    /// Everything agrees.
    Agrees,
    /// What differs, in the order of the line's moves.
    Differs(Vec<Difference>),
}

/// Something that the line says and that is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The move, or `None` for the position.
    pub mv: Option<Move>,
    /// In discs, as the line has it.
    pub expected: i32,
    /// In discs, as it was found; -1, 0 or 1 if only the sign was asked for; of a search that
    /// proved bounds only, the bound that excludes what was expected.
    pub found: i32,
}

impl Check {
    /// Compares the lines of a search, best first, with the scores of `problem`. Each move that
    /// was scored counts on its own; the best score must be the best, and the best move one of
    /// those to which the line gives it.
    pub fn of(problem: &Problem, lines: &[Report<Move>]) -> Check {
        let Some(expected) = problem.best_score() else {
            return Check::NoScores;
        };
        let Some(best) = lines.first() else {
            return Check::NoScores;
        };
        let mut differences = Vec::new();
        let mut compare = |mv, expected: i32, report: &Report<Move>| {
            let Bounds { lower, upper } = report.bounds;
            let (agrees, found) = match report.proof() {
                Proof::Sign => {
                    let found = report.score.whole_discs();
                    (found.signum() == expected.signum(), found)
                }
                _ => (
                    report.bounds.contain(expected),
                    expected.clamp(lower, upper),
                ),
            };
            if !agrees {
                differences.push(Difference {
                    mv,
                    expected,
                    found,
                });
            }
        };
        compare(None, expected, best);
        for report in lines {
            let Some(&mv) = report.pv.first() else {
                continue;
            };
            if let Some(expected) = problem.score_of(mv) {
                compare(Some(mv), expected, report);
            }
        }
        if differences.is_empty() {
            if lines.iter().all(Report::is_proven) {
                Check::Agrees
            } else {
                Check::Unproven
            }
        } else {
            Check::Differs(differences)
        }
    }
}

/// In one word: `-`, `open`, `ok`, or `WRONG` with all that was expected instead.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::NoScores => f.write_str("-"),
            Check::Unproven => f.write_str("open"),
            Check::Agrees => f.write_str("ok"),
            Check::Differs(differences) => {
                f.write_str("WRONG")?;
                for (index, difference) in differences.iter().enumerate() {
                    f.write_str(if index == 0 { "(" } else { "," })?;
                    if let Some(mv) = difference.mv {
                        write!(f, "{mv}:")?;
                    }
                    write!(f, "{:+}", difference.expected)?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::record::obf::parse_obf_line;
    use bianca_search::request::{Reach, Score};
    use std::time::Duration;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn check(scores: &str, lines: &[(&str, i32, u8, Reach)]) -> String {
        let problem = parse_obf_line(&format!("{START}; {scores}"))
            .unwrap()
            .unwrap();
        let lines: Vec<Report<Move>> = lines
            .iter()
            .map(|&(mv, discs, confidence, reach)| Report {
                rank: 1,
                pv: vec![mv.parse().unwrap()],
                score: Score::from_discs(discs),
                depth: 60,
                confidence,
                reach,
                bounds: match (reach, confidence) {
                    (Reach::End, 100) => Bounds::exact(discs),
                    _ => Bounds::UNKNOWN,
                },
                nodes: 0,
                elapsed: Duration::ZERO,
                book: None,
                chances: Vec::new(),
            })
            .collect();
        Check::of(&problem, &lines).to_string()
    }

    #[test]
    fn the_best_score_and_the_best_move_are_compared() {
        let found = [("f5", 4, 100, Reach::End)];
        assert_eq!(check("", &found), "-");
        assert_eq!(check("+4;", &found), "ok");
        assert_eq!(check("f5:+4; d3:+2;", &found), "ok");
        assert_eq!(check("d3:+4; f5:+4;", &found), "ok");
        assert_eq!(check("d3:+4;", &found), "ok", "the line leaves moves out");
        assert_eq!(check("+6;", &found), "WRONG(+6)");
        assert_eq!(check("d3:+4; f5:+2;", &found), "WRONG(f5:+2)");
        assert_eq!(check("f5:+2;", &found), "WRONG(+2,f5:+2)");
    }

    #[test]
    fn every_scored_move_is_compared() {
        let found = [("f5", 4, 100, Reach::End), ("d3", 2, 100, Reach::End)];
        assert_eq!(check("f5:+4; d3:+2; c4:+0;", &found), "ok");
        assert_eq!(check("f5:+4; d3:+0;", &found), "WRONG(d3:+0)");
        // As long as one of them is open, so is the whole.
        let half = [found[0], ("d3", 2, 73, Reach::End)];
        assert_eq!(check("f5:+4; d3:+2;", &half), "open");
        assert_eq!(check("f5:+4; d3:+0;", &half), "open");
    }

    #[test]
    fn signs_are_compared_with_signs() {
        let win = [("f5", 1, 100, Reach::WinLossDraw)];
        assert_eq!(check("f5:+4;", &win), "ok");
        assert_eq!(check("+0;", &win), "WRONG(+0)");
        assert_eq!(check("-2;", &win), "WRONG(-2)");
        let draw = [("f5", 0, 100, Reach::WinLossDraw)];
        assert_eq!(check("+0;", &draw), "ok");
        assert_eq!(check("+2;", &draw), "WRONG(+2)");
        assert_eq!(check("-4;", &draw), "WRONG(-4)");
    }

    #[test]
    fn bounds_are_compared_as_bounds() {
        let problem = parse_obf_line(&format!("{START}; f5:+4;"))
            .unwrap()
            .unwrap();
        let check = |lower, upper, confidence| {
            let report = Report {
                reach: Reach::End,
                confidence,
                bounds: Bounds { lower, upper },
                ..Report::of_moves(vec!["f5".parse().unwrap()])
            };
            Check::of(&problem, &[report]).to_string()
        };
        assert_eq!(check(2, 64, 100), "ok");
        assert_eq!(check(-64, 4, 100), "ok");
        assert_eq!(check(6, 64, 100), "WRONG(+4,f5:+4)");
        assert_eq!(check(2, 64, 73), "open");
        assert_eq!(check(-64, 2, 73), "WRONG(+4,f5:+4)");
    }

    #[test]
    fn what_is_not_proven_is_not_compared() {
        assert_eq!(check("+6;", &[("f5", 4, 73, Reach::End)]), "open");
        assert_eq!(check("+6;", &[("f5", 4, 100, Reach::Midgame)]), "open");
    }
}
