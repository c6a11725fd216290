//! The client's side of Cassio's engine protocol, by which other programs drive Edax, too.
//!
//! Each search is asked for with its whole position, and there is no game. The protocol has no
//! clock: a time for a move is kept here, by a `stop` that ends the search.

use std::time::Duration;

use super::client::{Client, leading_number, othello, read_score};
use super::limit::Limit;
use super::process::Process;
use super::spec::Program;
use super::timekeeper::Strictness;
use bianca_play::game::{Game, GameMove};
use bianca_play::player::{Player, PlayerError, SearchSummary};
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Move, Position};
use bianca_search::request::{Report, Request, StopFlag};
use bianca_system::foreign::excerpt;

/// A search is stopped so long before its time is over, for the way there and back.
const AHEAD: Duration = Duration::from_millis(20);

/// An engine that speaks Cassio's protocol.
pub struct CassioEngine {
    process: Process,
    limit: Limit,
    strictness: Strictness,
    /// Of the last search.
    summary: SearchSummary,
    /// Whether the last search was told to stop.
    has_stopped: bool,
}

impl CassioEngine {
    /// Waits until `program`, which runs as `process`, is ready.
    ///
    /// # Errors
    /// If it does not answer, or the protocol has no words for its options or its limit.
    pub fn begin(
        process: Process,
        program: &Program,
        limit: Limit,
        strictness: Strictness,
    ) -> Result<CassioEngine, PlayerError> {
        if let Some((name, _)) = program.options.first() {
            let text = format!("Cassio's protocol has no command for 'option.{name}'");
            return Err(PlayerError::Unable(text));
        }
        if !matches!(limit, Limit::Depth(_) | Limit::MoveTime(_)) {
            let text =
                format!("'{limit}' cannot be said in Cassio's protocol (depth= and st= can)");
            return Err(PlayerError::Unable(text));
        }
        let mut engine = CassioEngine {
            process,
            limit,
            strictness,
            summary: SearchSummary::default(),
            has_stopped: false,
        };
        engine.must("init")?;
        Ok(engine)
    }

    /// Sends a command and waits until it is done.
    fn must(&mut self, command: &str) -> Result<(), PlayerError> {
        self.process.send(&format!("ENGINE-PROTOCOL {command}"))?;
        let wait = self.strictness.setup_wait();
        loop {
            let line = self.process.read(wait)?.line;
            match line.trim() {
                "ready." => return Ok(()),
                text if text.starts_with("ERROR") => return Err(self.refused(text)),
                _ => {}
            }
        }
    }

    fn refused(&self, text: &str) -> PlayerError {
        PlayerError::Refused {
            command: self.process.last_command().to_owned(),
            message: excerpt(text),
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

impl Client for CassioEngine {}

impl Player for CassioEngine {
    fn prepare(&mut self, game: &dyn Game) -> Result<(), PlayerError> {
        othello(game).map(drop)
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        _: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let record = othello(game)?;
        let board = write_board(record.position(), record.to_move());
        let (plies, mut until) = match self.limit {
            Limit::Depth(plies) => (Some(plies), None),
            Limit::MoveTime(time) => (
                Some(record.position().empties()),
                Some(time.saturating_sub(AHEAD.min(time / 10))),
            ),
            Limit::Level | Limit::Clock(_) | Limit::Nodes(_) => (None, None),
        };
        let command = search_command(&board.replace(' ', ""), record.position(), plies);
        self.process.send(&command)?;
        let wait = self.strictness.search_wait(&request.limits);
        let mut found = None;
        // A search that had ended when it was stopped leaves an answer to the stop.
        let mut has_stopped = std::mem::take(&mut self.has_stopped);
        loop {
            let Some(reply) = self.process.read_until(wait, until)? else {
                until = None;
                self.process.add("ENGINE-PROTOCOL stop")?;
                self.has_stopped = true;
                continue;
            };
            let line = reply.line.trim();
            if line.starts_with("ERROR") {
                return Err(self.refused(line));
            }
            found = read_result(line).or(found);
            if line != "ready." {
                continue;
            }
            if found.is_none() && std::mem::take(&mut has_stopped) {
                continue;
            }
            let (mv, summary) = found.ok_or_else(|| PlayerError::Rubbish {
                command: self.process.last_command().to_owned(),
                line: excerpt(line),
            })?;
            self.summary = SearchSummary {
                elapsed: reply.elapsed,
                ..summary
            };
            let line = Report::of_moves(vec![mv.into()]);
            report(&line);
            return Ok(vec![line]);
        }
    }

    fn summary(&self, _: &Report<GameMove>, _: Duration) -> SearchSummary {
        self.summary
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
    use bianca_rules::othello::OthelloGame;
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
        const LATE: &str = "while read -r line; do case $line in *search*) sleep 0.2; \
            echo 'X, move D3, depth 1, @73%, B+1.00 <= v <= B+1.00, D3, node 1, time 0.2';; esac; \
            echo ready.; done";
        let command = ["sh", "-c", LATE].map(str::to_owned);
        let mut engine = CassioEngine {
            process: Process::start("late", &command, None, None).unwrap(),
            limit: Limit::MoveTime(Duration::from_millis(50)),
            strictness: Strictness {
                margin: Duration::ZERO,
                patience: Duration::from_secs(60),
            },
            summary: SearchSummary::default(),
            has_stopped: false,
        };
        let game = OthelloGame::new();
        for _ in 0..3 {
            let found = engine.search(&game, &Request::default(), &StopFlag::new(), &mut |_| {});
            assert_eq!(found.unwrap()[0].pv[0].to_string(), "d3");
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
