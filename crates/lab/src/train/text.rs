//! A game record as a line of text, for pipes: nothing of it is lost.
//!
//! A line is the turns in order, blanks between them, after the board with the side to move if
//! the game starts from a position of its own. A turn is a square, `*` if it was drawn at random,
//! and `:score@plies` or `:score@exact` if a search looked at the position before it:
//! `f5* d6:+2@5 c3*:-1@5 … h8:+12@exact`. A line break ends the line; one without it may be cut
//! off.

use std::fmt::{self, Write};
use std::str::FromStr;

use thiserror::Error;

use super::records::{GameRecord, Label, LabelBasis, MOST_PLIES, RecordTurn};
use bianca_records::record::board::{BoardError, parse_board, write_board};
use bianca_rules::othello::{Color, Position};
use bianca_system::foreign::excerpt;

/// A line that is no game record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordLineError {
    /// The board in front cannot be read.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A word that is no turn.
    #[error("'{0}' is not a turn (f5, f5*, f5:+2@5, f5*:-3@exact)")]
    Turn(String),
    /// The rules do not allow a turn.
    #[error("turn {0} is illegal")]
    Illegal(usize),
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if self.start != Position::START {
            text = write_board(self.start, Color::Black);
        }
        for turn in &self.turns {
            if !text.is_empty() {
                text.push(' ');
            }
            write!(text, "{}", turn.square)?;
            if turn.random {
                text.push('*');
            }
            match turn.label {
                None => {}
                Some(Label { score, reach }) => match reach {
                    LabelBasis::Exact => write!(text, ":{score:+}@exact")?,
                    LabelBasis::Depth(plies) => write!(text, ":{score:+}@{plies}")?,
                },
            }
        }
        f.write_str(&text)
    }
}

impl GameRecord {
    /// Whether the line of this game is surely whole though no line break ends it: the game is
    /// over, and nothing can be missing of its last turn, which has an exact label, or none as all
    /// turns before it.
    pub fn ends_its_line(&self) -> bool {
        let is_over = |positions: Vec<Position>| positions.last().is_some_and(Position::is_over);
        let is_bare = |turn: &RecordTurn| turn.label.is_none() && !turn.random;
        let last = self.turns.last().and_then(|turn| turn.label);
        let is_whole = match last.map(|label| label.reach) {
            Some(LabelBasis::Exact) => true,
            // 1 ply may be the beginning of 12.
            Some(LabelBasis::Depth(_)) => false,
            None => self.turns.len() > 1 && self.turns.iter().all(is_bare),
        };
        is_whole && self.positions().is_ok_and(is_over)
    }
}

impl FromStr for GameRecord {
    type Err = RecordLineError;

    fn from_str(line: &str) -> Result<GameRecord, RecordLineError> {
        let line = line.trim();
        let mut words = line.split_whitespace().peekable();
        let mut start = Position::START;
        // No turn is as long as a board.
        if let Some(board) = words.next_if(|word| word.len() >= 64) {
            let side = words.next().unwrap_or_default();
            start = parse_board(&format!("{board} {side}"))?.0;
        }
        let record = GameRecord {
            start,
            turns: words.map(turn).collect::<Result<_, _>>()?,
        };
        match record.positions() {
            Ok(_) => Ok(record),
            Err(number) => Err(RecordLineError::Illegal(number + 1)),
        }
    }
}

fn turn(word: &str) -> Result<RecordTurn, RecordLineError> {
    let wrong = || RecordLineError::Turn(excerpt(word));
    let (disc, label) = match word.split_once(':') {
        Some((disc, label)) => (disc, Some(label)),
        None => (word, None),
    };
    let square = disc.strip_suffix('*').unwrap_or(disc);
    Ok(RecordTurn {
        square: square.parse().map_err(|_| wrong())?,
        random: square.len() < disc.len(),
        label: match label {
            Some(label) => Some(read_label(label).ok_or_else(wrong)?),
            None => None,
        },
    })
}

fn read_label(text: &str) -> Option<Label> {
    let (score, reach) = text.split_once('@')?;
    let score = score.parse().ok()?;
    let reach = match reach {
        "exact" => LabelBasis::Exact,
        plies => LabelBasis::Depth(plies.parse().ok()?),
    };
    let possible = match reach {
        LabelBasis::Depth(plies) => (1..=MOST_PLIES).contains(&plies),
        LabelBasis::Exact => true,
    };
    (possible && (-64..=64).contains(&score)).then_some(Label { score, reach })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back_as_they_are_written() {
        let line = "f5* d6:+2@5 c3*:-1@62 d3:+0@exact c4";
        let record: GameRecord = line.parse().unwrap();
        assert_eq!(record.to_string(), line);
        assert_eq!(record.turns.len(), 5);
        let later = GameRecord {
            start: record.positions().unwrap()[2],
            turns: record.turns[2..].to_vec(),
        };
        let copy: GameRecord = later.to_string().parse().unwrap();
        assert_eq!(copy, later);
        assert_eq!("".parse::<GameRecord>().unwrap().to_string(), "");
    }

    #[test]
    fn no_beginning_of_a_line_ends_it() {
        let ends = |line: &str| {
            let record = line.parse::<GameRecord>();
            record.is_ok_and(|record| record.ends_its_line())
        };
        let over = "f5 d6 c5 f4 e7 f6 g5 e6 e3";
        let labelled = "f5* d6:+2@5 c5*:-1@12 f4 e7:+3@7 f6 g5:+64@exact e6:-64@exact e3:+64@exact";
        let board = format!("{}X- O h8:+64@exact", "O".repeat(62));
        for line in [over, labelled, &board] {
            assert!(ends(line), "{line}");
            for cut in 0..line.len() {
                assert!(!ends(&line[..cut]), "{}", &line[..cut]);
            }
        }
        // What a label on plies may be cut to, and a game of which some moves are labelled.
        for line in ["e3:+6@1", "e3*"].map(|last| over.replace("e3", last)) {
            assert!(!ends(&line), "{line}");
        }
        assert!(!ends(&over.replace("d6", "d6:+2@5")));
    }

    #[test]
    fn the_error_holds_the_word() {
        for word in [
            "f9", "f5**", "f5:", "f5:+2", "f5:+2@0", "f5:+2@63", "f5:+65@5", "é*",
        ] {
            let error = RecordLineError::Turn(word.to_owned());
            assert_eq!(word.parse::<GameRecord>(), Err(error));
        }
        assert_eq!(
            "f5 d6 a1".parse::<GameRecord>(),
            Err(RecordLineError::Illegal(3))
        );
        let short = "-".repeat(65);
        assert!(matches!(
            short.parse::<GameRecord>(),
            Err(RecordLineError::Board(_))
        ));
    }
}
