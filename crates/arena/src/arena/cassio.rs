//! The client's side of Cassio's engine protocol, by which other programs drive Edax, too.
//!
//! Each search is asked for with its whole position, and there is no game. The protocol has no
//! clock: a time for a move is kept here, by a `stop` that ends the search.

use std::time::Duration;

use super::client::{Channel, Choice, Client, leading_number, no_options, read_score};
use super::limit::Limit;
use super::spec::Program;
use bianca_play::player::{PlayerError, SearchSummary};
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Move, OthelloGame, Position};
use bianca_search::request::Limits;

/// A search is stopped so long before its time is over, for the way there and back.
const AHEAD: Duration = Duration::from_millis(20);

/// What an engine is told last.
pub const FAREWELL: &[&str] = &["ENGINE-PROTOCOL quit"];

/// An engine that speaks Cassio's protocol.
pub struct CassioEngine {
    channel: Channel,
    /// Whether the last search was told to stop.
    has_stopped: bool,
}

impl CassioEngine {
    /// Waits until `program`, which is reached by `channel`, is ready.
    ///
    /// # Errors
    /// If it does not answer, or the protocol has no words for its options or its limit.
    pub fn begin(channel: Channel, program: &Program) -> Result<CassioEngine, PlayerError> {
        no_options(program, "Cassio's protocol", "")?;
        if !matches!(channel.limit, Limit::Depth(_) | Limit::MoveTime(_)) {
            return Err(channel.unable("Cassio's protocol (depth= and st= can)"));
        }
        let mut engine = CassioEngine {
            channel,
            has_stopped: false,
        };
        engine.must("init")?;
        Ok(engine)
    }

    /// Sends a command and waits until it is done.
    fn must(&mut self, command: &str) -> Result<(), PlayerError> {
        self.channel.send(&format!("ENGINE-PROTOCOL {command}"))?;
        loop {
            let line = self.channel.read()?.line;
            match line.trim() {
                "ready." => return Ok(()),
                text if text.starts_with("ERROR") => return Err(self.channel.refused(text)),
                _ => {}
            }
        }
    }
}

/// The command that searches a position so many plies deep, or to the end of the game.
fn search_command(board: &str, position: Position, plies: Option<u32>) -> String {
    match plies.filter(|&plies| plies < position.empties()) {
        Some(plies) => format!("ENGINE-PROTOCOL midgame-search {board} -64 64 {plies} 100"),
        None => format!("ENGINE-PROTOCOL endgame-search {board} -64 64 100"),
    }
}

impl Client for CassioEngine {
    fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn choose(&mut self, game: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError> {
        let position = game.position();
        let board = write_board(position, game.to_move());
        let (plies, mut until) = match self.channel.limit {
            Limit::Depth(plies) => (Some(plies), None),
            Limit::MoveTime(time) => (
                Some(position.empties()),
                Some(time.saturating_sub(AHEAD.min(time / 10))),
            ),
            Limit::Level | Limit::Clock(_) | Limit::Nodes(_) => (None, None),
        };
        let command = search_command(&board.replace(' ', ""), position, plies);
        self.channel.send(&command)?;
        let wait = self.channel.strictness.search_wait(limits);
        let mut found = None;
        // A search that had ended when it was stopped leaves an answer to the stop.
        let mut has_stopped = std::mem::take(&mut self.has_stopped);
        loop {
            let Some(reply) = self.channel.process.read_until(wait, until)? else {
                until = None;
                self.channel.process.add("ENGINE-PROTOCOL stop")?;
                self.has_stopped = true;
                continue;
            };
            let line = reply.line.trim();
            if line.starts_with("ERROR") {
                return Err(self.channel.refused(line));
            }
            found = read_result(line).or(found);
            if line != "ready." {
                continue;
            }
            if found.is_none() && std::mem::take(&mut has_stopped) {
                continue;
            }
            let (mv, summary) = found.ok_or_else(|| self.channel.rubbish(line))?;
            let elapsed = reply.elapsed;
            return Ok((mv, SearchSummary { elapsed, ..summary }));
        }
    }
}

/// Reads `BOARD, move D3, depth 18, @73%, B-2.00 <= v <= B-2.00, D3C3, node 123, time 0.3`.
fn read_result(line: &str) -> Option<(Move, SearchSummary)> {
    let mut mv = None;
    let mut summary = SearchSummary::default();
    for part in line.split(',').skip(1).map(str::trim) {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        match word {
            "move" => mv = rest.parse().ok(),
            "depth" => summary.depth = leading_number(rest),
            "node" => summary.nodes = leading_number(rest),
            // Both bounds, of which the first is what is sure; the letter is the side to move.
            _ if part.contains("<= v <=") => {
                summary.score = word.get(1..).and_then(read_score);
            }
            _ => {}
        }
    }
    mv.map(|mv| (mv, summary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::process::Process;
    use bianca_search::request::Score;

    #[test]
    fn results_are_read_as_edax_writes_them() {
        let line = "-XO-X, move D3, depth 18, @73%, B-2.00 <= v <= B-2.00, D3C3C4, node 123456, time 0.345";
        let (mv, summary) = read_result(line).unwrap();
        assert_eq!(mv, "d3".parse().unwrap());
        assert_eq!(summary.score, Some(Score(-512)));
        assert_eq!((summary.depth, summary.nodes), (Some(18), Some(123_456)));
        let pass = "-XO-O, move PS, depth 1, @100%, W+64.00 <= v <= W+64.00, h8, node 1, time 0";
        assert_eq!(read_result(pass).unwrap().0, Move::Pass);
        for other in ["ready.", "node 5, time 0.1", "ok.", "X, move e99, depth 1"] {
            assert_eq!(read_result(other), None, "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_stop_that_came_too_late_is_answered_before_the_next_search() {
        use crate::arena::process::Launch;
        use crate::arena::timekeeper::Strictness;
        use bianca_search::request::StopFlag;
        const LATE: &str = "while read -r line; do case $line in *search*) sleep 0.2; \
            echo 'X, move D3, depth 1, @73%, B+1.00 <= v <= B+1.00, D3, node 1, time 0.2';; esac; \
            echo ready.; done";
        let command = ["sh", "-c", LATE].map(str::to_owned);
        let process = Process::start(Launch {
            name: "late",
            command: &command,
            directory: None,
            log: None,
            farewell: FAREWELL,
            patience: Duration::from_secs(60),
            stop: StopFlag::new(),
        })
        .unwrap();
        let limit = Limit::MoveTime(Duration::from_millis(50));
        let strictness = Strictness {
            margin: Duration::ZERO,
            patience: Duration::from_secs(60),
            farewell: Duration::from_secs(5),
        };
        let mut engine = CassioEngine {
            channel: Channel::new(process, limit, strictness),
            has_stopped: false,
        };
        for _ in 0..3 {
            let (mv, _) = engine
                .choose(&OthelloGame::new(), &Limits::default())
                .unwrap();
            assert_eq!(mv.to_string(), "d3");
        }
    }

    #[test]
    fn a_search_beyond_the_end_is_one_to_the_end() {
        let command = |plies| search_command("B", Position::START, plies);
        assert!(command(Some(59)).contains("midgame-search B -64 64 59 100"));
        for plies in [Some(60), None] {
            assert!(command(plies).ends_with("endgame-search B -64 64 100"));
        }
    }
}
