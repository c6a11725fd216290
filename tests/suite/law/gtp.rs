//! What the native protocol says: `go` with every limit, `solve`, `hint`, `genmove` with
//! `last_search`, in one long session whose memory is full of other positions' results.

use super::reference::{Board, Truth};
use super::{Law, Said, truth_of};
use crate::session::process::Bianca;

/// One info line.
struct Info<'a> {
    line: &'a str,
    chosen: &'a str,
    score: f64,
    proven: &'a str,
    depth: u32,
    confidence: u32,
    variation: Vec<&'a str>,
    /// The book's score, depth and confidence.
    book: Option<(f64, u32, u32)>,
}

impl<'a> Info<'a> {
    fn of(line: &'a str) -> Info<'a> {
        let words: Vec<&str> = line.split(' ').collect();
        let value = |key: &str| {
            let at = words.iter().position(|&word| word == key);
            words[at.unwrap_or_else(|| panic!("{key}: {line}")) + 1]
        };
        let number = |key: &str| {
            value(key)
                .parse()
                .unwrap_or_else(|_| panic!("{key}: {line}"))
        };
        let after = |key: &str| words.iter().position(|&word| word == key);
        Info {
            line,
            chosen: value("move"),
            score: value("score").parse().unwrap(),
            proven: value("proven"),
            depth: number("depth"),
            confidence: number("confidence"),
            variation: after("pv").map_or(Vec::new(), |at| words[at + 1..].to_vec()),
            book: after("book").map(|at| {
                let number = |word: &str| word.parse().unwrap();
                let score = words[at + 1].parse().unwrap();
                (score, number(words[at + 2]), number(words[at + 3]))
            }),
        }
    }

    /// What it says of the final score.
    fn said(&self, empties: u32) -> Said {
        let whole = self.score.round() as i32;
        match self.proven {
            "exact" => Said::Exact(self.whole()),
            "wld" => Said::Sign(self.whole()),
            "atleast" => Said::Within(self.whole(), 64),
            "atmost" => Said::Within(-64, self.whole()),
            // A search to the end without cuts has proven what it says, whether it says so or not.
            "no" if self.confidence == 100 && self.depth >= empties => Said::Exact(whole),
            "no" => Said::Estimate,
            other => panic!("{other}: {}", self.line),
        }
    }

    /// The score, which is one of a finished game.
    fn whole(&self) -> i32 {
        assert_eq!(self.score.fract(), 0.0, "{}", self.line);
        assert_eq!(self.confidence, 100, "{}", self.line);
        self.score as i32
    }
}

/// The session and the truth about the position on its board.
struct Door {
    engine: Bianca,
    law: Law,
    truth: Truth,
    board: Board,
}

impl Door {
    fn open(door: &'static str, answers: usize) -> Door {
        Door {
            engine: Bianca::anywhere(&["gtp", "--hash", "1", "--threads", "1"]),
            law: Law::of(door, answers),
            truth: Truth::default(),
            board: Board::start(),
        }
    }

    /// Puts the next position on the board.
    fn next(&mut self) -> Option<Board> {
        let board = self.law.next()?;
        self.put(board);
        Some(board)
    }

    /// Puts a position on the board.
    fn put(&mut self, board: Board) {
        self.board = board;
        self.truth = Truth::default();
        let setboard = format!("setboard {}", self.board.text());
        assert_eq!(self.engine.ask(&setboard), "=", "{setboard}");
    }

    /// The info lines of a command's answer.
    fn lines(&mut self, command: &str) -> Vec<String> {
        let reply = self.engine.ask(command);
        let reply = reply
            .strip_prefix('=')
            .unwrap_or_else(|| panic!("{command}: {reply}"));
        let lines = reply.lines().map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// Judges a line that speaks of a move.
    fn judge(&mut self, command: &str, info: &Info) -> Said {
        let board = self.board;
        let answer = format!("{command}: {}", info.line);
        let said = info.said(board.empties());
        let score = truth_of(&mut self.truth, board, info.chosen);
        let end = self
            .law
            .follow(board, info.variation.iter().copied(), &answer);
        if let (Said::Exact(said), Some(end)) = (said, end) {
            assert_eq!(
                said,
                end,
                "where the variation ends: {answer}: {}",
                board.text()
            );
        }
        if let Some((book, depth, 100)) = info.book
            && depth >= board.empties()
        {
            let said = Said::Exact(book as i32);
            self.law.check(said, score, board, &answer);
        }
        // Where no more than a bound from above is known the move means nothing.
        match said {
            Said::Within(-64, high) if high < 64 => {}
            said => self.law.check(said, score, board, &answer),
        }
        said
    }

    /// Asks for the best move; what is said of it is said of the position.
    fn best(&mut self, command: &str) -> Said {
        let lines = self.lines(command);
        assert_eq!(lines.len(), 1, "{command}: {lines:?}");
        let info = Info::of(&lines[0]);
        self.judge(command, &info);
        let said = info.said(self.board.empties());
        let score = self.truth.value(self.board);
        let answer = format!("{command}: {}", info.line);
        self.law.check(said, score, self.board, &answer);
        said
    }

    /// Asks for several moves, the best first.
    fn several(&mut self, command: &str) {
        let lines = self.lines(command);
        let infos: Vec<Info> = lines.iter().map(|line| Info::of(line)).collect();
        let mut before: Option<i32> = None;
        for info in &infos {
            if let Said::Exact(score) = self.judge(command, info) {
                assert!(before.is_none_or(|before| before >= score), "{lines:?}");
                before = Some(score);
            }
        }
        let all = infos.iter().all(|info| info.proven == "exact");
        if all && infos[0].line.contains("rank 1 ") {
            let score = self.truth.value(self.board);
            let said = infos[0].said(self.board.empties());
            self.law
                .check(said, score, self.board, &format!("{command}: {lines:?}"));
        }
    }

    /// A window with its lower end below its upper one, often near the truth.
    fn window(&mut self) -> (i32, i32) {
        let middle = match self.law.random.below(3) {
            0 => self.law.random.below(120) as i32 - 60,
            _ => self.truth.value(self.board) + self.law.random.below(9) as i32 - 4,
        };
        let low = middle.clamp(-64, 63);
        (low, (low + 1 + self.law.random.below(5) as i32).min(64))
    }

    /// A number of positions, small ones oftener.
    fn nodes(&mut self) -> usize {
        let most = self.law.random.one_of(&[3, 20, 100, 600, 5000]);
        1 + self.law.random.below(most)
    }
}

#[test]
fn what_go_says_within_any_limit_is_true() {
    let mut door = Door::open("go", 600);
    while door.next().is_some() {
        for _ in 0..3 {
            let nodes = door.nodes();
            door.best(&format!("go nodes {nodes}"));
        }
        let depth = 1 + door.law.random.below(12);
        door.best(&format!("go depth {depth}"));
        let nodes = door.nodes();
        door.best(&format!("go wld nodes {nodes}"));
        door.best("go movetime 1");
        let asked = door.law.random.one_of(&["go", "go exact", "solve"]);
        let settled = door.best(asked);
        assert!(matches!(settled, Said::Exact(_)), "{asked}: {settled:?}");
        let settled = door.best("solve wld");
        assert!(
            matches!(settled, Said::Exact(_) | Said::Sign(_)),
            "{settled:?}"
        );
    }
}

/// With more empty squares an ending is not solved at once, but by ever surer searches, the last of
/// which may be stopped with some moves done and others not.
#[test]
fn what_is_said_half_way_to_the_end_is_true() {
    let mut door = Door::open("half-way", 600);
    while door.law.next().is_some() {
        let (board, _) = door.law.random.game(11);
        if board.over() {
            continue;
        }
        door.put(board);
        for _ in 0..30 {
            let nodes = 1 + door.law.random.below(1500);
            let goal = door.law.random.one_of(&["", "exact "]);
            door.best(&format!("go {goal}nodes {nodes}"));
        }
    }
}

#[test]
fn what_a_window_says_is_true() {
    let mut door = Door::open("go window", 600);
    while let Some(board) = door.next() {
        for turn in 0..6 {
            let (low, high) = door.window();
            let command = format!("go window {low} {high}");
            if turn % 3 == 2 {
                let nodes = door.nodes();
                door.best(&format!("{command} nodes {nodes}"));
                continue;
            }
            let said = door.best(&command);
            let settled = match said {
                Said::Exact(_) => true,
                Said::Within(least, most) => least >= high || most <= low,
                _ => false,
            };
            assert!(settled, "{command}: {said:?}: {}", board.text());
        }
    }
}

#[test]
fn what_is_said_of_several_moves_is_true() {
    let mut door = Door::open("hint", 600);
    while door.next().is_some() {
        let count = 1 + door.law.random.below(9);
        door.several(&format!("hint {count}"));
    }
}

#[test]
fn what_is_said_of_the_move_that_was_played_is_true() {
    let mut door = Door::open("genmove", 300);
    while let Some(board) = door.next() {
        let mut now = board;
        while !now.over() {
            door.board = now;
            let said = door.engine.ask("genmove");
            let word = said.strip_prefix("= ").unwrap();
            let square = super::square(word);
            door.law.follow(now, [word], &said);
            let last = door.engine.ask("last_search");
            if let Some(line) = last.strip_prefix("= ") {
                let info = Info::of(line);
                assert_eq!(info.chosen, word, "{last}");
                door.judge("last_search", &info);
            }
            now = now.after(square);
        }
        let winner = door.engine.ask("final_score");
        let score = if now.black {
            now.result()
        } else {
            -now.result()
        };
        let told = match score {
            0 => "= 0".to_owned(),
            1.. => format!("= B+{score}"),
            _ => format!("= W+{}", -score),
        };
        assert_eq!(winner, told, "{}", board.text());
    }
}
