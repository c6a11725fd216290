//! The table that the console's `analyze` prints, as Edax has it: a row for each move, the last one
//! first, and what both sides have lost.
//!
//! Knows nothing of how a move is judged.

use std::fmt::Write;

use bianca_play::analysis::MoveAnalysis;
use bianca_rules::othello::{Color, OthelloGame, Square};

/// What stands above the rows.
pub const HEAD: &str = "
              N     played        alternative
ply  level   alt. move  score     score   move
---+-------+-----+-----------+--+---------------
";

/// How many discs more than that is called strong.
const STRONG: i32 = 4;

/// What is counted of a side's moves of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    moves: u32,
    /// Moves that lose something.
    wrong: u32,
    discs: i32,
}

impl Count {
    fn add(&mut self, loss: i32) {
        self.moves += 1;
        self.wrong += u32::from(loss > 0);
        self.discs += loss;
    }
}

/// The table as it grows.
#[derive(Clone, Debug)]
pub struct ReviewTable {
    /// Moves to choose from besides the one played, for each turn.
    others: Vec<u32>,
    /// Of black and white: moves that are judged by a search that did not prove it.
    estimated: [Count; 2],
    /// Of black and white: moves of which the score is proven.
    exact: [Count; 2],
}

impl ReviewTable {
    /// The table of a game of which nothing is judged yet.
    pub fn new(game: &OthelloGame) -> ReviewTable {
        let others = |moves: u32| moves.saturating_sub(1);
        ReviewTable {
            others: (game.positions())
                .map(|position| others(position.moves().count()))
                .collect(),
            estimated: Default::default(),
            exact: Default::default(),
        }
    }

    /// The row of a move, a whole line.
    pub fn row(&mut self, judged: &MoveAnalysis) -> String {
        let others = self.others.get(judged.turn).copied().unwrap_or(0);
        let (score, best) = (whole(judged.score), whole(judged.best_score));
        let loss = best - score;
        let level = match judged.confidence {
            100 => format!("{:3}    ", judged.depth),
            percent => format!("{:3}@{percent:2}%", judged.depth),
        };
        let letters = |square: Square| {
            let word = square.to_string();
            judged.color.select(word.to_uppercase(), word)
        };
        let played = letters(judged.played);
        let mut row = format!(
            "{:3}  {level}{others:3}    {played}    {score:+3}  ",
            judged.number
        );
        if others > 0 {
            let (black, white) = if judged.proven {
                let [black, white] = &mut self.exact;
                (black, white)
            } else {
                let [black, white] = &mut self.estimated;
                (black, white)
            };
            judged.color.select(black, white).add(loss);
        }
        if loss > 0 {
            let _ = write!(row, " <   {best:+3}     {} ", letters(judged.best));
            row += match (judged.to_end, judged.proven) {
                (true, true) => "<- Mistake",
                (true, false) => "<- Possible mistake",
                (false, _) if loss > STRONG => "<- Bianca disagrees strongly",
                (false, _) => "<- Bianca disagrees",
            };
        }
        row.truncate(row.trim_end().len());
        row + "\n"
    }

    /// What stands below the rows.
    pub fn foot(&self) -> String {
        let mut text =
            "\n      | rejections : discs | errors    : discs | error rate |\n".to_owned();
        for (side, name) in [(Color::Black, "Black"), (Color::White, "White")] {
            let of = |counts: [Count; 2]| side.select(counts[0], counts[1]);
            let (estimated, exact) = (of(self.estimated), of(self.exact));
            let rate = f64::from(exact.discs) / f64::from(exact.moves.max(1));
            let _ = writeln!(
                text,
                "{name} | {:3} / {:3}  :  {:+4} | {:3} / {:3} :  {:+4} |      {rate:5.3} |",
                estimated.wrong,
                estimated.moves,
                estimated.discs,
                exact.wrong,
                exact.moves,
                exact.discs,
            );
        }
        text
    }
}

/// A score in whole discs.
fn whole(score: f64) -> i32 {
    score.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::analysis::Grade;

    fn judged(turn: usize, color: Color, score: f64, best_score: f64) -> MoveAnalysis {
        MoveAnalysis {
            turn,
            number: turn + 1,
            color,
            played: "f5".parse().unwrap(),
            score,
            best: "d3".parse().unwrap(),
            best_score,
            loss: best_score - score,
            grade: Grade::Good,
            proven: false,
            depth: 12,
            confidence: 73,
            to_end: false,
            variation: Vec::new(),
            explanation: None,
            people: None,
        }
    }

    fn game() -> OthelloGame {
        let mut game = OthelloGame::new();
        for word in ["f5", "d6"] {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn rows_stand_below_their_headings() {
        let mut table = ReviewTable::new(&game());
        let mut row = |judged: MoveAnalysis| table.row(&judged);
        let best = row(judged(1, Color::White, -2.0, -2.0));
        assert_eq!(best, "  2   12@73%  2    f5     -2\n");
        let worse = row(judged(0, Color::Black, -2.4, 2.0));
        assert_eq!(
            worse,
            "  1   12@73%  3    F5     -2   <    +2     D3 <- Bianca disagrees\n"
        );
        let much = row(judged(0, Color::Black, -3.0, 2.0));
        assert!(much.ends_with("<- Bianca disagrees strongly\n"), "{much}");
        let possible = row(MoveAnalysis {
            to_end: true,
            ..judged(0, Color::Black, -3.0, 2.0)
        });
        assert!(possible.ends_with("<- Possible mistake\n"), "{possible}");
        let proven = row(MoveAnalysis {
            to_end: true,
            proven: true,
            confidence: 100,
            ..judged(0, Color::Black, 0.0, 2.0)
        });
        assert_eq!(
            proven,
            "  1   12      3    F5     +0   <    +2     D3 <- Mistake\n"
        );
    }

    #[test]
    fn what_both_sides_lose_is_counted_by_what_is_known() {
        let mut table = ReviewTable::new(&game());
        for (score, best) in [(0.0, 3.0), (1.0, 1.0), (-5.0, 0.0)] {
            table.row(&judged(0, Color::Black, score, best));
        }
        for best in [4.0, 0.0] {
            table.row(&MoveAnalysis {
                proven: true,
                ..judged(1, Color::White, 0.0, best)
            });
        }
        // Where there is no choice nothing is counted.
        table.row(&judged(9, Color::White, 0.0, 0.0));
        let expected = "
      | rejections : discs | errors    : discs | error rate |
Black |   2 /   3  :    +8 |   0 /   0 :    +0 |      0.000 |
White |   0 /   0  :    +0 |   1 /   2 :    +4 |      2.000 |
";
        assert_eq!(table.foot(), expected);
        // One other move is a choice.
        let mut table = ReviewTable {
            others: vec![1, 0],
            ..ReviewTable::new(&game())
        };
        for turn in [0, 1] {
            table.row(&judged(turn, Color::Black, 0.0, 3.0));
        }
        let foot = table.foot();
        assert!(foot.contains("Black |   1 /   1  :    +3 |"), "{foot}");
        // One disc is a loss, and one proven move has a rate of errors.
        let mut table = ReviewTable::new(&game());
        let row = table.row(&MoveAnalysis {
            proven: true,
            ..judged(1, Color::White, 1.0, 2.0)
        });
        assert!(row.ends_with("<- Bianca disagrees\n"), "{row}");
        let foot = table.foot();
        let rate = "White |   0 /   0  :    +0 |   1 /   1 :    +1 |      1.000 |";
        assert!(foot.contains(rate), "{foot}");
    }
}
