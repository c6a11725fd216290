//! The journal of a match: a [log](bianca_records::log) from which it can go on.
//!
//! The header says what the match is, every line is a finished game. A game counts once it is on
//! the disk, so a match that is killed at any moment loses only games that were not finished.

use serde::{Deserialize, Serialize};

use super::builtin::OTHELLO;
use super::judge::{Ending, JudgedGame};
use super::schedule::Pairing;
use bianca_play::player::{PlayerError, driver};
use bianca_records::log::{LogFile, LogHeader};
use bianca_rules::othello::{Color, Move};

/// The journal of a match, which is being written.
pub type Journal = LogFile<MatchHeader>;

/// What a match is; the first line of its journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// The game with its arguments, as the catalogue of games takes it.
    #[serde(default = "othello")]
    pub game: String,
    /// Names of the engines, in their order.
    pub engines: Vec<String>,
    /// The engines as they were asked for, with the limit of each.
    pub commands: Vec<String>,
    /// `round-robin` or `gauntlet`.
    pub tournament: String,
    /// The openings, all of them.
    pub openings: Vec<String>,
    /// Where the openings are from: a file, `balanced`, `start` or `random:PLIES`.
    pub source: String,
    /// The seed that drew them.
    pub seed: u64,
    /// When games end before their end, as it was asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub adjudication: String,
}

/// The game of a journal that does not name one.
fn othello() -> String {
    OTHELLO.to_owned()
}

impl LogHeader for MatchHeader {
    const KIND: &'static str = "bianca_match";
    const VERSION: u32 = 2;
    const ITEM: &'static str = "game";
    type Line = FinishedGame;

    fn number(&self, game: &FinishedGame) -> Result<u64, String> {
        let engines = self.engines.len();
        let is_possible =
            game.black < engines && game.white < engines && game.opening < self.openings.len();
        if is_possible {
            Ok(game.game as u64)
        } else {
            Err("no such engine or opening".to_owned())
        }
    }

    /// The match may be longer or shorter than it was.
    fn resumes(&self, kept: &MatchHeader) -> Result<(), String> {
        for (same, what) in [
            (self.game == kept.game, "games"),
            (self.engines == kept.engines, "engines"),
            (self.commands == kept.commands, "engines' settings"),
            (self.tournament == kept.tournament, "pairings"),
            (self.source == kept.source, "sources of openings"),
            (self.seed == kept.seed, "seeds"),
            (self.openings == kept.openings, "openings"),
            (
                self.adjudication == kept.adjudication,
                "rules of adjudication",
            ),
        ] {
            if !same {
                return Err(format!("their {what} differ"));
            }
        }
        Ok(())
    }
}

/// A finished game; a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// Number of the engine with the black discs.
    pub black: usize,
    /// Number of the engine with the white discs.
    pub white: usize,
    /// Number of the opening.
    pub opening: usize,
    /// Black's result in discs, or in the points of another game, if the game was played to its
    /// end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
    /// Why the game was not played to its end, if both sides knew how it would end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudged: Option<String>,
    /// Who lost by a fault, and by which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<ForfeitEntry>,
    /// The most that a move took beyond what was allowed, in milliseconds.
    #[serde(default)]
    pub overshoot_ms: f64,
    /// The moves after the opening.
    pub moves: Vec<FinishedMove>,
}

/// A game lost by a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForfeitEntry {
    /// Whether it was black's fault; otherwise it was white's.
    pub by_black: bool,
    /// Whether the clock was the reason.
    #[serde(default)]
    pub on_time: bool,
    /// What happened.
    pub reason: String,
}

/// A move of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedMove {
    /// `f5` or `pass`; in another game as that writes it.
    pub mv: String,
    /// Time used in milliseconds.
    pub ms: f64,
    /// What the engine thought of it, in discs from its own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Plies that it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions that it visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl FinishedGame {
    /// The entry of a judged game.
    pub fn new(game: usize, pairing: Pairing, judged: &JudgedGame) -> FinishedGame {
        let adjudged = match &judged.ending {
            Ending::Adjudged(adjudged) => Some(adjudged.reason.to_owned()),
            _ => None,
        };
        let (discs, forfeit) = match &judged.ending {
            Ending::Counted(discs) => (Some(*discs), None),
            Ending::Adjudged(adjudged) => (Some(adjudged.points), None),
            Ending::Forfeit(driver::PlayerForfeit { loser, error }) => (
                None,
                Some(ForfeitEntry {
                    by_black: *loser == Color::Black,
                    on_time: matches!(error, PlayerError::OutOfTime { .. }),
                    reason: error.to_string(),
                }),
            ),
        };
        // To the microsecond: further digits are noise that fills the disk.
        let milliseconds = |time: std::time::Duration| time.as_micros() as f64 / 1000.0;
        let moves = judged.turns.iter().map(|turn| FinishedMove {
            mv: turn.mv.to_string(),
            ms: milliseconds(turn.summary.elapsed),
            score: turn.summary.score.map(|score| score.discs()),
            depth: turn.summary.depth,
            nodes: turn.summary.nodes,
        });
        FinishedGame {
            game,
            black: pairing.black,
            white: pairing.white,
            opening: pairing.opening,
            discs,
            adjudged,
            forfeit,
            overshoot_ms: milliseconds(judged.overshoot),
            moves: moves.collect(),
        }
    }

    /// Black's points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn black_points(&self) -> usize {
        match (&self.forfeit, self.discs) {
            (Some(forfeit), _) => {
                if forfeit.by_black {
                    0
                } else {
                    2
                }
            }
            (None, discs) => (discs.unwrap_or(0).signum() + 1) as usize,
        }
    }

    /// The moves as Othello's rules know them; empty if the journal was tampered with.
    pub fn played(&self) -> Vec<Move> {
        let moves = self.moves.iter().map(|entry| entry.mv.parse());
        moves.collect::<Result<_, _>>().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::log::Existing;

    fn header() -> MatchHeader {
        MatchHeader {
            game: othello(),
            engines: vec!["A".into(), "B".into()],
            commands: vec!["cmd=a level".into(), "cmd=b level".into()],
            tournament: "round-robin".into(),
            openings: vec!["f5".into(), "f5d6".into()],
            source: "random:2".into(),
            seed: 7,
            adjudication: String::new(),
        }
    }

    fn game(game: usize, discs: i32) -> FinishedGame {
        FinishedGame {
            game,
            black: game % 2,
            white: 1 - game % 2,
            opening: 0,
            discs: Some(discs),
            adjudged: None,
            forfeit: None,
            overshoot_ms: 0.0,
            moves: vec![FinishedMove {
                mv: "d6".into(),
                ms: 1.5,
                score: Some(-0.25),
                depth: None,
                nodes: None,
            }],
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let open = Journal::open(&path, Existing::Refuse).unwrap();
        let (mut journal, _) = open.begin(&header()).unwrap();
        let games = [game(1, 2), game(0, -64)];
        for game in &games {
            journal.append(game).unwrap();
        }
        let content = Journal::content(&path).unwrap().unwrap();
        assert_eq!(content.header, header());
        assert_eq!(content.lines, games);
    }

    #[test]
    fn games_of_other_engines_or_openings_do_not_belong() {
        let is_refused = |change: fn(&mut FinishedGame)| {
            let mut game = game(5, 2);
            assert_eq!(header().number(&game), Ok(5));
            change(&mut game);
            header().number(&game).is_err()
        };
        assert!(is_refused(|game| game.black = 2));
        assert!(is_refused(|game| game.white = 2));
        assert!(is_refused(|game| game.opening = 2));
    }

    #[test]
    fn a_match_that_differs_in_anything_is_another_one() {
        assert_eq!(header().resumes(&header()), Ok(()));
        let differs = |change: fn(&mut MatchHeader)| {
            let mut other = header();
            change(&mut other);
            other.resumes(&header()).unwrap_err()
        };
        for (difference, what) in [
            (differs(|other| other.game = "tree".into()), "games"),
            (differs(|other| other.engines[1] = "C".into()), "engines"),
            (differs(|other| other.commands.clear()), "engines' settings"),
            (
                differs(|other| other.tournament = "gauntlet".into()),
                "pairings",
            ),
            (
                differs(|other| other.source = "start".into()),
                "sources of openings",
            ),
            (differs(|other| other.seed = 8), "seeds"),
            (
                differs(|other| other.openings[1] = "f5f6".into()),
                "openings",
            ),
        ] {
            assert_eq!(difference, format!("their {what} differ"));
        }
    }

    #[test]
    fn points_follow_discs_and_forfeits() {
        assert_eq!(game(0, 12).black_points(), 2);
        assert_eq!(game(0, 0).black_points(), 1);
        assert_eq!(game(0, -2).black_points(), 0);
        let mut lost = game(0, 12);
        lost.forfeit = Some(ForfeitEntry {
            by_black: true,
            on_time: false,
            reason: "crashed".into(),
        });
        assert_eq!(lost.black_points(), 0);
    }
}
