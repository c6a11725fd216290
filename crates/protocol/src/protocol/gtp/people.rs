//! What people would play, as lines of text or as one line of JSON. `protocol.md` says what the
//! names mean, and `docs/json.schema.json` exactly.

use serde::Serialize;

use bianca_play::people::crowd::{CrowdMove, Trap};
use bianca_rules::othello::Move;

/// What people of a rating would play in a position.
pub struct PeopleAnswer {
    /// Their rating.
    pub rating: u16,
    /// The position, as files have it.
    pub board: String,
    /// The likeliest first.
    pub moves: Vec<CrowdMove>,
    /// The nearest trap, if one was found.
    pub trap: Option<Trap>,
}

/// The answer as a line of JSON has it.
#[derive(Serialize)]
struct PeopleRow<'a> {
    rating: u16,
    board: &'a str,
    moves: Vec<MoveRow>,
    trap: Option<TrapRow>,
}

#[derive(Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    mv: String,
    chance: f64,
    loss: f64,
}

#[derive(Serialize)]
struct TrapRow {
    after: Vec<String>,
    reached: f64,
    #[serde(flatten)]
    taken: MoveRow,
    best: String,
}

impl PeopleAnswer {
    /// A line for each move, and one for the trap.
    pub fn text(&self) -> String {
        let moves = self.moves.iter().zip(1..).map(|(taken, rank)| {
            let told = told(taken);
            format!("people {} rank {rank} {told}", self.rating)
        });
        let trap = self.trap.iter().map(|trap| {
            let mut line = format!(
                "trap reached {:.1} {} best {}",
                percent(trap.reached),
                told(&trap.taken),
                trap.best
            );
            if !trap.after.is_empty() {
                line += " after ";
                line += &names(&trap.after).join(" ");
            }
            line
        });
        moves.chain(trap).collect::<Vec<_>>().join("\n")
    }

    /// The same as a line of JSON.
    pub fn json(&self) -> String {
        let row = PeopleRow {
            rating: self.rating,
            board: &self.board,
            moves: self.moves.iter().map(MoveRow::of).collect(),
            trap: self.trap.as_ref().map(|trap| TrapRow {
                after: names(&trap.after),
                reached: percent(trap.reached),
                taken: MoveRow::of(&trap.taken),
                best: trap.best.to_string(),
            }),
        };
        // Only keys that are no text and values that refuse to be written could fail.
        serde_json::to_string(&row).unwrap_or_default()
    }
}

impl MoveRow {
    fn of(taken: &CrowdMove) -> MoveRow {
        MoveRow {
            mv: taken.mv.to_string(),
            chance: percent(taken.chance),
            loss: hundredths(taken.loss),
        }
    }
}

fn told(taken: &CrowdMove) -> String {
    let CrowdMove { mv, chance, loss } = *taken;
    format!(
        "move {mv} chance {:.1} loss {:.2}",
        percent(chance),
        hundredths(loss)
    )
}

/// Discs, to two decimals.
fn hundredths(discs: f32) -> f64 {
    (f64::from(discs) * 100.0).round() / 100.0
}

/// A share in percent, to one decimal.
pub fn percent(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 10.0
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(mv: &str, chance: f32, loss: f32) -> CrowdMove {
        let mv = mv.parse().unwrap();
        CrowdMove { mv, chance, loss }
    }

    #[test]
    fn moves_have_a_line_each_and_the_trap_names_the_way_there() {
        let trap = Trap {
            after: vec![Move::Pass, "d6".parse().unwrap()],
            reached: 0.25,
            taken: taken("c3", 0.6, 4.25),
            best: "f4".parse().unwrap(),
        };
        let mut answer = PeopleAnswer {
            rating: 1500,
            board: "X".to_owned(),
            moves: vec![taken("f5", 0.876, 0.0), taken("f6", 0.124, 1.125)],
            trap: Some(trap),
        };
        let lines = "people 1500 rank 1 move f5 chance 87.6 loss 0.00\n\
                     people 1500 rank 2 move f6 chance 12.4 loss 1.13";
        let trap = "\ntrap reached 25.0 move c3 chance 60.0 loss 4.25 best f4 after pass d6";
        assert_eq!(answer.text(), format!("{lines}{trap}"));
        assert_eq!(
            answer.json(),
            "{\"rating\":1500,\"board\":\"X\",\"moves\":[{\"move\":\"f5\",\"chance\":87.6,\"loss\":0.0},\
             {\"move\":\"f6\",\"chance\":12.4,\"loss\":1.13}],\"trap\":{\"after\":[\"pass\",\"d6\"],\
             \"reached\":25.0,\"move\":\"c3\",\"chance\":60.0,\"loss\":4.25,\"best\":\"f4\"}}"
        );
        answer.trap = None;
        assert_eq!(answer.text(), lines);
        assert!(answer.json().ends_with("\"trap\":null}"));
    }
}
