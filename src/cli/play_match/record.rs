//! What is kept of the games of a match as they end: the journal, the files of games, and how the
//! match stands.

use crate::command_line::CliError;
use crate::command_line::game_files::GameFiles;
use bianca_arena::arena::archive::annotated;
use bianca_arena::arena::journal::{FinishedGame, Journal, MatchHeader};
use bianca_arena::arena::runner::Board;
use bianca_arena::arena::sprt::{Sprt, Verdict};
use bianca_arena::arena::standings::Standings;

/// The games of a match that have ended.
pub struct MatchRecord<'a> {
    header: &'a MatchHeader,
    board: &'a Board,
    journal: Option<Journal>,
    files: GameFiles,
    /// The results.
    pub standings: Standings,
    /// The games, in the order of their ends.
    pub played: Vec<FinishedGame>,
}

impl<'a> MatchRecord<'a> {
    /// The record of a match of `games` games, of which the journal holds those that were `played`;
    /// they go into the files of games as well.
    ///
    /// # Errors
    /// If a file of games cannot be written.
    pub fn new(
        header: &'a MatchHeader,
        board: &'a Board,
        (journal, played): (Option<Journal>, Vec<FinishedGame>),
        files: GameFiles,
        games: usize,
    ) -> Result<MatchRecord<'a>, CliError> {
        let mut record = MatchRecord {
            header,
            board,
            journal,
            files,
            standings: Standings::new(header.engines.len()),
            played: Vec::new(),
        };
        for entry in &played {
            if entry.game < games {
                record.standings.add(entry);
            }
            record.archive(entry)?;
        }
        record.played = played;
        Ok(record)
    }

    /// Of each of the first `games` games of the schedule, whether it has ended.
    pub fn done(&self, games: usize) -> Vec<bool> {
        let mut done = vec![false; games];
        for entry in &self.played {
            if let Some(done) = done.get_mut(entry.game) {
                *done = true;
            }
        }
        done
    }

    /// Enters a game that has ended.
    ///
    /// # Errors
    /// If it cannot be written; it does not count then.
    pub fn enter(&mut self, entry: &FinishedGame) -> Result<(), CliError> {
        if let Some(journal) = &mut self.journal {
            journal.append(entry)?;
        }
        self.archive(entry)?;
        self.standings.add(entry);
        self.played.push(entry.clone());
        Ok(())
    }

    /// Whether the test has come to its end.
    pub fn is_decided(&self, sprt: Option<Sprt>) -> bool {
        let pairing = self.standings.pairing(0, 1);
        sprt.zip(pairing)
            .is_some_and(|(sprt, tally)| sprt.verdict(&tally.pairs) != Verdict::Open)
    }

    fn archive(&mut self, entry: &FinishedGame) -> Result<(), CliError> {
        let Board::Othello(openings) = self.board else {
            return Ok(());
        };
        self.files.add(|| annotated(self.header, openings, entry))
    }
}
