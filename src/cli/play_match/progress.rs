//! What a person sees while a match is played: a bar on a terminal, a line for each game in a
//! pipe, or for each so many. Forfeits are always shown, but if nothing is.

use std::io::{self, Write};

use indicatif::ProgressBar;

use super::result::elo;
use crate::command_line::aside::say;
use crate::command_line::progress::bar;
use bianca_arena::arena::journal::{FinishedGame, MatchHeader};
use bianca_arena::arena::standings::Standings;
use bianca_system::foreign::shown;

/// Who hears how a match goes, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Standard output belongs to the result.
    pub aside: bool,
    /// Nobody.
    pub quiet: bool,
    /// In a pipe, a line after so many games.
    pub every: u64,
}

/// The view of a running match.
pub struct MatchProgress<'a> {
    header: &'a MatchHeader,
    total: usize,
    voice: Voice,
    bar: ProgressBar,
}

impl<'a> MatchProgress<'a> {
    /// The view of a match of `total` games.
    pub fn new(header: &'a MatchHeader, total: usize, voice: Voice) -> MatchProgress<'a> {
        let bar = if voice.quiet {
            ProgressBar::hidden()
        } else {
            bar(Some(total as u64), "games")
        };
        MatchProgress {
            header,
            total,
            voice,
            bar,
        }
    }

    /// Says what is about to be played, and what has been before.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn begin(&self, standings: &Standings, margin: u64) -> io::Result<()> {
        self.line(&format!(
            "match of {} games of {}, {}; openings {}, seed {}; margin {margin} ms",
            self.total,
            self.header.game,
            self.header.tournament,
            self.header.source,
            self.header.seed,
        ))?;
        if !self.header.adjudication.is_empty() {
            self.line(&format!("  ended early: {}", self.header.adjudication))?;
        }
        for (name, command) in self.header.engines.iter().zip(&self.header.commands) {
            self.line(&format!("  {name}: {command}"))?;
        }
        if standings.games() > 0 {
            self.line(&format!("{} games are played already", standings.games()))?;
        }
        self.bar.set_position(standings.games());
        // A resumed match must not count the games of the past into its speed.
        self.bar.reset_eta();
        Ok(())
    }

    /// Shows a finished game and where the match stands.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn finished(&mut self, entry: &FinishedGame, standings: &Standings) -> io::Result<()> {
        let names = &self.header.engines;
        let outcome = match (&entry.forfeit, entry.discs) {
            (Some(forfeit), _) => {
                let loser = if forfeit.by_black {
                    entry.black
                } else {
                    entry.white
                };
                format!("{} forfeits: {}", names[loser], forfeit.reason)
            }
            (None, discs) => {
                let adjudged = entry.adjudged.as_ref();
                let reason = adjudged.map_or_else(String::new, |text| format!(" ({text})"));
                format!("{:+}{reason}", discs.unwrap_or_default())
            }
        };
        let stand = self.stand(standings);
        if !self.bar.is_hidden() {
            self.bar.set_position(standings.games());
            self.bar.set_message(shown(&stand).into_owned());
            if entry.forfeit.is_none() {
                return Ok(());
            }
            return self.line(&format!("game {}: {outcome}", entry.game + 1));
        }
        let games = standings.games();
        let due = games.is_multiple_of(self.voice.every) || games == self.total as u64;
        if !due && entry.forfeit.is_none() {
            return Ok(());
        }
        self.line(&format!(
            "{}/{} game {}: {} - {} {outcome}; {stand}",
            standings.games(),
            self.total,
            entry.game + 1,
            names[entry.black],
            names[entry.white],
        ))
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn stand(&self, standings: &Standings) -> String {
        let names = &self.header.engines;
        let first = match standings.pairing(0, 1) {
            Some(tally) if names.len() == 2 => tally,
            _ => {
                let leader = standings.ranking()[0];
                return format!("{} leads", names[leader]);
            }
        };
        format!(
            "{} {}-{}-{} Elo {}",
            names[0],
            first.wins,
            first.draws,
            first.losses,
            elo(first)
        )
    }

    /// Writes a line, in which names and replies of engines may stand.
    fn line(&self, text: &str) -> io::Result<()> {
        if self.voice.quiet {
            return Ok(());
        }
        let text = shown(text);
        match self.bar.is_hidden() {
            false => self.bar.println(text),
            true if self.voice.aside => say(text),
            true => writeln!(io::stdout(), "{text}")?,
        }
        Ok(())
    }
}
