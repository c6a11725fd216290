//! The [log](bianca_records::log) of a long analysis, from which it can go on.
//!
//! The header says how games are analysed, every line is an analysed game.

use serde::{Deserialize, Serialize};

use super::json::AnalysisRow;
use bianca_records::log::{LogFile, LogHeader};

/// The log of an analysis, which is being written.
pub type AnalysisLog = LogFile<AnalysisHeader>;

/// How the games of a log are analysed; its first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisHeader {
    /// The search and what is said of its findings, in words.
    pub plan: String,
}

impl LogHeader for AnalysisHeader {
    const KIND: &'static str = "bianca_analyze";
    const VERSION: u32 = 3;
    const ITEM: &'static str = "game";
    type Line = AnalysisRow;

    fn number(&self, row: &AnalysisRow) -> Result<u64, String> {
        row.game.ok_or_else(|| "the game has no number".to_owned())
    }

    fn resumes(&self, kept: &AnalysisHeader) -> Result<(), String> {
        if self.plan == kept.plan {
            Ok(())
        } else {
            Err(format!(
                "it was made with '{}', not with '{}'",
                kept.plan, self.plan
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Summary;
    use bianca_records::log::Existing;

    fn row(game: Option<u64>) -> AnalysisRow {
        AnalysisRow {
            game,
            black: String::new(),
            white: String::new(),
            event: String::new(),
            round: String::new(),
            place: String::new(),
            date: String::new(),
            start: None,
            transcript: "f5d6".into(),
            opening: None,
            result: None,
            moves: Vec::new(),
            black_summary: Summary::default().into(),
            white_summary: Summary::default().into(),
        }
    }

    fn header(plan: &str) -> AnalysisHeader {
        AnalysisHeader { plan: plan.into() }
    }

    #[test]
    fn what_is_written_reads_back_for_the_same_plan() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let open = |existing| AnalysisLog::open(&path, existing).unwrap();
        let (mut log, _) = open(Existing::Refuse).begin(&header("level 1")).unwrap();
        log.append(&row(Some(7))).unwrap();
        drop(log);
        let (log, rows) = open(Existing::Resume).begin(&header("level 1")).unwrap();
        assert_eq!(rows, [row(Some(7))]);
        drop(log);
        let error = open(Existing::Resume)
            .begin(&header("level 2"))
            .unwrap_err();
        let reason = "belongs to another run: it was made with 'level 1', not with 'level 2'";
        assert!(error.to_string().ends_with(reason), "{error}");
    }

    #[test]
    fn a_game_without_a_number_is_no_line_of_a_log() {
        assert_eq!(header("").number(&row(Some(3))), Ok(3));
        assert!(header("").number(&row(None)).is_err());
    }
}
