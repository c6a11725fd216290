//! What each move of a game was worth.
//!
//! An [`Analyst`] goes through a game from its last move to its first. As long as results are
//! exact, one hash table serves all positions, so that what came later is known when an earlier
//! one is solved. Estimates start with an empty table each: what a deeper search has left there
//! of the moves that were played would make them look better or worse than those that were not.
//! Invariant: the best move's score is never below that of the move played, and a game's analysis
//! does not depend on the games before it. What [people](crate::people::crowd) would have played
//! changes nothing of it. Whoever shows moves as they are judged calls
//! [`judge_next`](Analyst::judge_next) again and again; [`json`] writes and reads them as lines.

mod explanation;
pub mod json;
mod judged;
pub mod log;
pub mod page;
pub mod words;

pub use explanation::{Explanation, ReasonGiven};
pub use judged::{Analysis, Grade, MoveAnalysis, PeopleBeside, Summary};

use crate::people::crowd::{Crowd, CrowdMove};
use crate::people::turns::Place;
use crate::strategy::words::Verdict;
use bianca_records::record::annotated::{AnnotatedGame, Note};
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square, Symmetry};
use bianca_search::request::{Limits, Reach, Report, Request, Score, StopFlag};
use bianca_search::search::Searcher;
use bianca_system::language::Language;

/// A loss in discs from which a move is a mistake.
pub const MISTAKE: f64 = 2.0;
/// The loss from which it is a blunder, unless a plan says otherwise.
pub const BLUNDER: f64 = 5.0;
/// MiB of the hash table that an analysis gets where nobody says how many, or says more.
pub const HASH_MIB: usize = 64;

/// A move that a level would mark is looked at exactly with at most so many empty squares, which
/// takes less than a second.
const SETTLED_EXACTLY: u32 = 24;
/// How sure the cuts are of a search to the end with more of them, in percent: with 95 games with
/// many blunders took several times as long.
const SETTLING_CONFIDENCE: u8 = 73;
/// A level is taken at its word if it says that more discs are lost than this. A lost game of 39
/// blunders took fourteen times as long with all of them settled.
const BEYOND_DOUBT: f64 = 6.0;

/// How to analyse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisPlan {
    /// When the search of a position ends.
    pub limits: Limits,
    /// The loss in discs from which a move is a blunder.
    pub blunder: f64,
    /// Whether mistakes and blunders are explained, and in which language the reason is given.
    pub explain: Option<Language>,
    /// A move that a level would mark is looked at to the end with at most so many empty squares.
    pub settle: u32,
}

impl Default for AnalysisPlan {
    /// By the level, without explanations.
    fn default() -> AnalysisPlan {
        AnalysisPlan {
            limits: Limits::default(),
            blunder: BLUNDER,
            explain: None,
            settle: 30,
        }
    }
}

/// Someone who analyses games, one after the other.
pub struct Analyst {
    searcher: Searcher,
    plan: AnalysisPlan,
    /// Who says what people of a rating would have played.
    people: Option<(Crowd, u16)>,
    /// Positions visited by all searches.
    nodes: u64,
}

/// A game on the way from its last move to its first.
pub struct Review {
    /// The moves that are still to be judged.
    left: Vec<Placed>,
    /// What is known of the position after the last of them.
    after: Option<Known>,
}

/// What is known of the position after a move: its score for the side to move there, and what is
/// best.
#[derive(Clone)]
struct Known {
    score: Score,
    proven: bool,
    /// Whether it was found by a search that went further than the plan.
    settled: bool,
    line: Vec<Move>,
}

impl Analyst {
    /// An analyst who searches with `searcher`.
    pub fn new(searcher: Searcher, plan: AnalysisPlan) -> Analyst {
        Analyst {
            searcher,
            plan,
            people: None,
            nodes: 0,
        }
    }

    /// The same, who also says what people of this rating would have played.
    pub fn beside_people(self, crowd: Crowd, rating: u16) -> Analyst {
        Analyst {
            people: Some((crowd, rating)),
            ..self
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Analyses a game; `report` gets each move as soon as it is judged, the last one first, and
    /// how many there are.
    pub fn analyze(
        &mut self,
        game: &OthelloGame,
        report: &mut dyn FnMut(&MoveAnalysis, usize),
    ) -> Analysis {
        let stop = StopFlag::new();
        let mut review = self.begin(game);
        let all = review.left.len();
        let mut moves = Vec::with_capacity(all);
        while let Some(judged) = self.judge_next(&mut review, &stop) {
            report(&judged, all);
            moves.push(judged);
        }
        moves.reverse();
        Analysis { moves }
    }

    /// Begins to analyse a game.
    pub fn begin(&mut self, game: &OthelloGame) -> Review {
        // What the games before left in the table must not show.
        self.searcher.clear();
        Review {
            left: placed(game),
            after: None,
        }
    }

    /// Judges the next move of a game on the way from its last to its first. `None` once all are
    /// judged, or if `stop` was raised meanwhile: then the review is over.
    pub fn judge_next(&mut self, review: &mut Review, stop: &StopFlag) -> Option<MoveAnalysis> {
        let placed = review.left.pop()?;
        let after = review.after.take();
        if after
            .as_ref()
            .is_some_and(|known| !known.proven || known.settled)
        {
            self.searcher.clear();
        }
        let child = placed.place.position.play_unchecked(placed.square);
        // The next judged move is the opponent's, unless the opponent had to pass.
        let known = after.map(|known| {
            if child.must_pass() {
                Known {
                    score: -known.score,
                    line: [Move::Pass].into_iter().chain(known.line).collect(),
                    ..known
                }
            } else {
                known
            }
        });
        let number = review.left.len() + 1;
        let (mut judged, here) = self.judge(number, &placed, child, known, stop);
        judged.people = self.beside(&placed, stop);
        if stop.is_raised() {
            // What a search has found that was cut short is no judgement, and its table is no use.
            review.left.clear();
            return None;
        }
        review.after = Some(here);
        Some(judged)
    }

    /// What people would have played in the place of a move, if that is asked for.
    fn beside(&mut self, placed: &Placed, stop: &StopFlag) -> Option<PeopleBeside> {
        let (crowd, rating) = self.people.as_mut()?;
        let moves = crowd.moves(placed.place, *rating, stop)?;
        let square = |taken: &CrowdMove| taken.mv.square();
        let is_image = |other| same_by_symmetry(placed.place.position, other, placed.square);
        // Of the images of a move each has its share.
        let together = |of: Square| -> f64 {
            let images = moves.iter().filter(|taken| {
                square(taken)
                    .is_some_and(|other| same_by_symmetry(placed.place.position, other, of))
            });
            let share: f64 = images.map(|taken| f64::from(taken.chance)).sum();
            (share * 1000.0).round() / 10.0
        };
        // The first of those that are as likely.
        let squares = moves.iter().rev().filter_map(square);
        let favourite = squares.max_by(|one, other| together(*one).total_cmp(&together(*other)))?;
        Some(PeopleBeside {
            rating: *rating,
            chance: together(placed.square),
            favourite: if is_image(favourite) {
                placed.square
            } else {
                favourite
            },
            favourite_chance: together(favourite),
        })
    }

    /// Judges a move that leads to `child`, of which `known` may say something already. Gives
    /// the judgement and what is known now of the position before the move.
    fn judge(
        &mut self,
        number: usize,
        placed: &Placed,
        child: Position,
        known: Option<Known>,
        stop: &StopFlag,
    ) -> (MoveAnalysis, Known) {
        let mut found = self.compare(placed, child, known, None, stop);
        let settles = self.settling(placed, &found);
        if let Some(settling) = settles {
            found = self.compare(placed, child, None, Some(settling), stop);
        }
        let Comparison {
            line,
            best,
            best_score,
            score,
            proven,
            follows,
        } = found;
        let grade = self.grade(placed, best, score, best_score);
        let (score, shown) = (rounded(score), rounded(best_score));
        let loss = hundredths(shown - score);
        let variation = match line.pv.first().and_then(|mv| mv.square()) == Some(best) {
            true => line.pv.clone(),
            // As good as the best, it goes on as the position after it does.
            false if best == placed.square => {
                let best = [Move::Place(best)].into_iter();
                best.chain(follows.iter().copied()).collect()
            }
            false => vec![best.into()],
        };
        let explained = self.plan.explain.filter(|_| grade.is_marked());
        let explanation = explained.map(|language| {
            let played = [Move::Place(placed.square)].into_iter().chain(follows);
            let verdict = Verdict {
                mover: placed.color,
                played: placed.square,
                other: Some(best),
                loss,
                reason: None,
            };
            let before = placed.place.position;
            explanation::explain(before, verdict, played.collect(), &variation, language)
        });
        let here = Known {
            score: best_score,
            proven: line.is_proven(),
            settled: settles.is_some(),
            line: variation.clone(),
        };
        let judged = MoveAnalysis {
            turn: placed.turn,
            number,
            color: placed.color,
            played: placed.square,
            score,
            best,
            best_score: shown,
            loss,
            grade,
            proven,
            depth: line.depth,
            confidence: line.confidence,
            to_end: line.reach != Reach::Midgame,
            variation,
            explanation,
            people: None,
        };
        (judged, here)
    }

    /// Compares a move with the best one, by the plan or by a search that settles it.
    fn compare(
        &mut self,
        placed: &Placed,
        child: Position,
        known: Option<Known>,
        settling: Option<Settling>,
        stop: &StopFlag,
    ) -> Comparison {
        let line = self.search(placed.place.position, self.plan.limits, settling, stop);
        let mut best = line.pv.first().and_then(|mv| mv.square());
        if best.is_some_and(|best| same_by_symmetry(placed.place.position, best, placed.square)) {
            best = Some(placed.square);
        }
        let mut best_score = line.score;
        let mut follows = Vec::new();
        let (mut score, proven) = if best == Some(placed.square) {
            (line.score, line.is_proven())
        } else if child.is_over() {
            (-Score::from_discs(child.final_score()), line.is_proven())
        } else {
            let after = self.after(child, &line, known, settling, stop);
            follows = after.line;
            (-after.score, after.proven && line.is_proven())
        };
        if score >= best_score && (proven || !line.is_proven()) {
            // The search had not seen how good the move is, or it is as good as the best.
            best_score = score;
            best = Some(placed.square);
        }
        score = Score(score.0.min(best_score.0));
        Comparison {
            line,
            best: best.unwrap_or(placed.square),
            best_score,
            score,
            proven,
            follows,
        }
    }

    fn grade(&self, placed: &Placed, best: Square, score: Score, best_score: Score) -> Grade {
        match hundredths(rounded(best_score) - rounded(score)) {
            _ if best == placed.square => Grade::Best,
            loss if loss >= self.plan.blunder => Grade::Blunder,
            loss if loss >= MISTAKE => Grade::Mistake,
            _ => Grade::Good,
        }
    }

    /// How a move is settled that would be marked though its level does not see the end: near the
    /// end two estimates that look the same number of plies ahead can differ by more than a
    /// mistake for no other reason than who moves last. Other limits than a level are kept to.
    fn settling(&self, placed: &Placed, found: &Comparison) -> Option<Settling> {
        let grade = self.grade(placed, found.best, found.score, found.best_score);
        let Limits {
            depth,
            nodes,
            move_time,
            ..
        } = self.plan.limits;
        let by_level = (depth, nodes, move_time) == (None, None, None);
        let loss = Score(found.best_score.0 - found.score.0).discs();
        if found.proven || !by_level || !grade.is_marked() || loss > BEYOND_DOUBT {
            return None;
        }
        let confidence = match placed.place.position.empties() {
            empties if empties > self.plan.settle => return None,
            empties if empties <= SETTLED_EXACTLY => 100,
            _ => SETTLING_CONFIDENCE,
        };
        Some(Settling { confidence })
    }

    /// The score of the position after a move that is not the best one, as far as the search
    /// that gave `line` would have seen it: only so can the two be compared.
    fn after(
        &mut self,
        child: Position,
        line: &Report<Move>,
        known: Option<Known>,
        settling: Option<Settling>,
        stop: &StopFlag,
    ) -> Known {
        if let Some(known) = known.filter(|known| known.proven && !known.settled) {
            return known;
        }
        let mut limits = self.plan.limits;
        if line.reach == Reach::Midgame {
            limits.depth = Some(line.depth.saturating_sub(1).max(1));
        }
        let line = self.search(child, limits, settling, stop);
        Known {
            score: line.score,
            proven: line.is_proven(),
            settled: false,
            line: line.pv,
        }
    }

    /// Searches within the limits or, to settle something, to the end.
    fn search(
        &mut self,
        position: Position,
        limits: Limits,
        settling: Option<Settling>,
        stop: &StopFlag,
    ) -> Report<Move> {
        let request = match settling {
            None => Request {
                limits,
                ..Request::default()
            },
            Some(Settling { confidence }) => Request {
                limits: Limits::to_depth(position.empties().max(1)),
                confidence: Some(confidence),
                ..Request::default()
            },
        };
        let lines = self.searcher.search(position, &request, stop, &mut |_| {});
        let Some(line) = lines.into_iter().next() else {
            unreachable!("a search has a line");
        };
        self.nodes += line.nodes;
        line
    }
}

/// A search to the end, deeper than the plan has it.
#[derive(Clone, Copy)]
struct Settling {
    /// In percent; 100 is exact.
    confidence: u8,
}

/// A move beside the best one.
struct Comparison {
    /// The search of the position before the move.
    line: Report<Move>,
    best: Square,
    best_score: Score,
    score: Score,
    proven: bool,
    /// What follows the move played, if that is not the best one.
    follows: Vec<Move>,
}

/// Whether two moves lead to positions that are mirror images of each other.
pub(crate) fn same_by_symmetry(position: Position, one: Square, other: Square) -> bool {
    let image = |square| Symmetry::canonical(position.play_unchecked(square)).0;
    one == other || image(one) == image(other)
}

/// A disc that was put on the board.
struct Placed {
    turn: usize,
    color: Color,
    square: Square,
    place: Place,
}

fn placed(game: &OthelloGame) -> Vec<Placed> {
    let mut placed = Vec::new();
    let mut next = Place::start(game);
    for (turn, &(color, mv)) in game.turns().iter().enumerate() {
        let place = next;
        next = place.after(mv);
        if let Move::Place(square) = mv {
            placed.push(Placed {
                turn,
                color,
                square,
                place,
            });
        }
    }
    placed
}

/// The game with what the analysis found as notes: the scores of its moves, and in place of what
/// its players thought, how deep was searched; with `counts` also what was counted.
pub fn annotate(game: &AnnotatedGame, analysis: &Analysis, counts: bool) -> AnnotatedGame {
    let mut annotated = game.clone();
    annotated
        .notes
        .resize(game.game.turns().len(), Note::default());
    for mv in &analysis.moves {
        let Some(note) = annotated.notes.get_mut(mv.turn) else {
            continue;
        };
        note.score = Some(Score::from_fraction(mv.score));
        note.depth = Some(mv.depth);
        if mv.grade != Grade::Best {
            note.comment = mv.remark(counts);
        }
    }
    annotated
}

fn rounded(score: Score) -> f64 {
    hundredths(score.discs())
}

fn hundredths(discs: f64) -> f64 {
    // Adding zero takes away the sign of a negative one.
    (discs * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests;
