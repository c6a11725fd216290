//! What Edax's console must print, by its description in `protocol.md` and with rules of its own.
//!
//! Knows nothing of the session: it is handed what was printed, and takes what it expects from it.

use super::rules::{
    BLACK, FREE, Grid, WHITE, from_mover, image, image_of, legal, name, other, turned, usual,
};
use crate::protocol::VERSION;
use crate::protocol::edax::console::HELP;
use crate::protocol::edax::review::HEAD;
use crate::protocol::edax::table::{HEADER, RULE};

/// What a line means.
#[derive(Clone, Debug)]
pub enum Line {
    Nothing,
    Wrong,
    Init,
    New,
    SetBoard(Box<Grid>, u8),
    Move(Option<usize>),
    Play(Vec<Option<usize>>),
    Force(Vec<Option<usize>>),
    Undo,
    Redo,
    Go,
    Hint(usize),
    Mode(u8),
    Verbose(u8),
    Width(usize),
    Turn(u8),
    Perft(u32),
    Analyze(usize),
    Version,
    Help,
}

/// A turn: the square, or a pass, and whether that goes back with the move after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    pub square: Option<usize>,
    is_silent: bool,
}

#[derive(Clone)]
pub struct Model {
    start: Grid,
    first: u8,
    pub turns: Vec<Turn>,
    undone: Vec<Turn>,
    /// Positions from the side to move, and what is to be played there.
    forced: Vec<(Grid, Option<usize>)>,
    mode: u8,
    verbosity: u8,
    width: usize,
    /// The clocks as they were drawn last.
    clocks: [Option<String>; 2],
}

impl Model {
    pub fn new(mode: u8, verbosity: u8) -> Model {
        Model {
            start: usual(),
            first: BLACK,
            turns: Vec::new(),
            undone: Vec::new(),
            forced: Vec::new(),
            mode,
            verbosity,
            width: 80,
            clocks: [None, None],
        }
    }

    pub fn now(&self) -> (Grid, u8) {
        let (mut grid, mut side) = (self.start, self.first);
        for turn in &self.turns {
            if let Some(square) = turn.square {
                for place in turned(&grid, side, square) {
                    grid[place] = side;
                }
                grid[square] = side;
            }
            side = other(side);
        }
        (grid, side)
    }

    pub fn is_over(&self) -> bool {
        let (grid, side) = self.now();
        legal(&grid, side).is_empty() && legal(&grid, other(side)).is_empty()
    }

    fn must_pass(&self) -> bool {
        let (grid, side) = self.now();
        legal(&grid, side).is_empty() && !self.is_over()
    }

    pub fn turn(&mut self, square: Option<usize>) {
        self.turns.push(Turn {
            square,
            is_silent: false,
        });
        self.undone.clear();
    }

    /// Plays moves, all or none; a pass may be left out.
    pub fn play(&mut self, moves: &[Option<usize>]) -> bool {
        let mut tried = self.clone();
        for &square in moves {
            let (grid, side) = tried.now();
            let is_legal = |side| square.is_some_and(|square| legal(&grid, side).contains(&square));
            if square.is_none() && tried.is_over() {
                // It is taken, and changes nothing.
            } else if is_legal(side) || square.is_none() && tried.must_pass() {
                tried.turn(square);
            } else if tried.must_pass() && is_legal(other(side)) {
                tried.turn(None);
                tried.turn(square);
            } else {
                return false;
            }
        }
        if moves.is_empty() {
            return false;
        }
        let before = self.turns.len();
        let mentions = moves.contains(&None);
        if !mentions && tried.turns.len() >= before + 2 {
            for turn in &mut tried.turns[before..] {
                turn.is_silent = turn.square.is_none();
            }
        }
        *self = tried;
        true
    }

    fn undo(&mut self, count: usize) -> bool {
        let mut tried = self.clone();
        for _ in 0..count {
            let Some(turn) = tried.turns.pop() else {
                return false;
            };
            tried.undone.push(turn);
            if tried.turns.last().is_some_and(|turn| turn.is_silent) {
                let pass = tried.turns.pop().unwrap();
                tried.undone.push(pass);
            }
        }
        *self = tried;
        true
    }

    fn redo(&mut self, count: usize) -> bool {
        let mut tried = self.clone();
        for _ in 0..count {
            let Some(turn) = tried.undone.pop() else {
                return false;
            };
            tried.turns.push(turn);
            if turn.is_silent {
                let Some(turn) = tried.undone.pop() else {
                    return false;
                };
                tried.turns.push(turn);
            }
        }
        *self = tried;
        true
    }

    fn begin(&mut self, grid: Grid, side: u8) {
        (self.start, self.first) = (grid, side);
        self.turns.clear();
        self.undone.clear();
        self.clocks = [0, 1].map(|_| Some("       0:00.000".to_owned()));
    }

    fn turn_board(&mut self, symmetry: u8) {
        self.start = image_of(&self.start, symmetry);
        for turn in &mut self.turns {
            turn.square = turn.square.map(|square| image(square, symmetry));
            turn.is_silent = false;
        }
        self.undone.clear();
    }

    fn forced_move(&self) -> Option<Option<usize>> {
        let (grid, side) = self.now();
        let here = from_mover(&grid, side);
        self.forced.iter().find_map(|(known, square)| {
            let symmetry = (0..8).find(|&symmetry| image_of(known, symmetry) == here)?;
            Some(square.map(|square| image(square, symmetry)))
        })
    }

    fn plays(&self) -> bool {
        let (_, side) = self.now();
        !self.is_over() && (self.mode == 2 || self.mode == u8::from(side == BLACK) && self.mode < 2)
    }

    fn takes_two(&self) -> bool {
        self.mode < 2
    }

    fn perft(&self, depth: u32) -> u64 {
        // A game that is over is a path.
        if depth == 0 || self.is_over() {
            return 1;
        }
        let (grid, side) = self.now();
        let mut next: Vec<Option<usize>> = legal(&grid, side).into_iter().map(Some).collect();
        if self.must_pass() {
            next.push(None);
        }
        let children = next.into_iter().map(|square| {
            let mut child = self.clone();
            child.turn(square);
            child.perft(depth - 1)
        });
        children.sum()
    }
}

/// What was printed, of which the model takes one piece after the other.
pub struct Printed<'a> {
    pub rest: &'a str,
    pub line: String,
}

impl Printed<'_> {
    pub fn expect(&mut self, text: &str) {
        match self.rest.strip_prefix(text) {
            Some(rest) => self.rest = rest,
            None => panic!(
                "after '{}'\n{text:?} expected\n{:?} came",
                self.line, self.rest
            ),
        }
    }

    fn take(&mut self, length: usize) -> String {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken.to_owned()
    }

    fn take_line(&mut self) -> String {
        let length = self.rest.find('\n').expect("a line");
        let line = self.take(length);
        self.expect("\n");
        line
    }

    /// A row of results in this width; the first move, if there is room for one.
    fn row(&mut self, width: usize) -> Option<String> {
        let row = self.take_line();
        let places = width.saturating_sub(54) / 3;
        assert_eq!(row.len(), 53 + (3 * places).saturating_sub(1), "{row}");
        assert!(
            row[..6].trim().starts_with(|c: char| c.is_ascii_digit()),
            "{row}"
        );
        assert!(row[8..11].starts_with(['+', '-']), "{row}");
        assert!(row[12..27].trim().starts_with("0:"), "{row}");
        assert!(row[28..41].trim().parse::<u64>().is_ok(), "{row}");
        (places > 0).then(|| row[53..].split(' ').next().unwrap().to_owned())
    }
}

impl Model {
    /// The board with what is beside it.
    pub fn draw(&mut self, printed: &mut Printed) {
        if self.verbosity == 0 {
            return;
        }
        let (grid, side) = self.now();
        let count = |disc| grid.iter().filter(|&&other| other == disc).count();
        let moves = |side| legal(&grid, side).len();
        let mut numbers = [0; 64];
        let placed = self.turns.iter().filter_map(|turn| turn.square);
        for (index, square) in placed.enumerate() {
            numbers[square] = index + 1;
        }
        printed.expect("\n  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H\n");
        for rank in 0..8 {
            let mut row = format!("{} ", rank + 1);
            for square in rank * 8..rank * 8 + 8 {
                let is_legal = !turned(&grid, side, square).is_empty();
                row.push(if is_legal { '.' } else { grid[square] as char });
                row.push(' ');
            }
            printed.expect(&format!("{row}{}", rank + 1));
            let turn = if side == BLACK {
                "Black's turn (*)"
            } else {
                "White's turn (O)"
            };
            let won = match count(BLACK).cmp(&count(WHITE)) {
                std::cmp::Ordering::Greater => "   Black won    ",
                std::cmp::Ordering::Less => "   White won    ",
                std::cmp::Ordering::Equal => "      draw      ",
            };
            let counts = |side| format!("   {:2} discs  {:2} moves   ", count(side), moves(side));
            let empties = count(FREE);
            match rank {
                0 | 7 => {
                    printed.expect("  ");
                    let clock = printed.take(15);
                    printed.expect("       ");
                    let known = &mut self.clocks[rank / 7];
                    assert!(
                        known.as_ref().is_none_or(|known| *known == clock),
                        "{clock} {known:?}"
                    );
                    *known = Some(clock);
                }
                1 => printed.expect(&counts(BLACK)),
                6 => printed.expect(&counts(WHITE)),
                3 if self.is_over() => printed.expect("       Game over        "),
                3 => {
                    let ply = self.turns.len() + 1;
                    printed.expect(&format!("  ply {ply:2} ({empties:2} empties)   "));
                }
                4 => printed.expect(&format!(
                    "    {}    ",
                    if self.is_over() { won } else { turn }
                )),
                _ => printed.expect(&" ".repeat(24)),
            }
            let mut record = format!("{} ", rank + 1);
            let squares = rank * 8..rank * 8 + 8;
            for (&number, &disc) in numbers[squares.clone()].iter().zip(&self.start[squares]) {
                record += &match (number, disc) {
                    (0, BLACK) => "|##".to_owned(),
                    (0, WHITE) => "|()".to_owned(),
                    (0, _) => "|  ".to_owned(),
                    (number, _) => format!("|{number:2}"),
                };
            }
            printed.expect(&format!("{record}| {}\n", rank + 1));
        }
        printed.expect("  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H\n");
        if self.is_over() {
            printed.expect("\n*** Game Over ***\n");
        }
        printed.expect("\n");
    }

    /// The move of the engine, whichever it is.
    fn hear_move(&mut self, printed: &mut Printed) {
        let (grid, side) = self.now();
        let mut first = None;
        let forced = self.forced_move();
        if forced.is_none() && !self.must_pass() && self.verbosity > 0 {
            printed.expect(&format!("{HEADER}\n{RULE}\n"));
            let mut rows = 0;
            while !printed.rest.starts_with(RULE) {
                first = printed.row(self.width);
                rows += 1;
            }
            assert!(rows == 1 || rows > 0 && self.verbosity > 1, "{rows} rows");
            printed.expect(&format!("{RULE}\n"));
        }
        printed.expect("\nEdax plays ");
        let word = printed.take(2);
        printed.expect("\n");
        // The clock of who moved has gone on.
        self.clocks[usize::from(side == WHITE)] = None;
        let square = legal(&grid, side)
            .into_iter()
            .find(|&square| name(square).to_uppercase() == word);
        if square.is_none() {
            assert_eq!((&*word, self.must_pass()), ("PS", true));
        }
        if let Some(forced) = forced {
            assert_eq!(square, forced, "{word}");
        }
        if let Some(first) = first {
            let expected = if side == BLACK {
                word.to_lowercase()
            } else {
                word.clone()
            };
            assert_eq!(first, expected);
        }
        self.turn(square);
    }

    pub fn play_by_mode(&mut self, printed: &mut Printed) {
        while self.plays() {
            self.draw(printed);
            printed.expect("\n");
            self.hear_move(printed);
        }
    }

    /// What is expected of the game and the output for a line; `false` if it is refused.
    pub fn obey(&mut self, line: &Line, printed: &mut Printed) -> bool {
        printed.expect("\n");
        let count = if self.takes_two() { 2 } else { 1 };
        let obeyed = match line {
            Line::Nothing => true,
            Line::Wrong => false,
            Line::Init => {
                self.begin(usual(), BLACK);
                true
            }
            Line::New => {
                self.begin(self.start, self.first);
                true
            }
            Line::SetBoard(grid, side) => {
                self.begin(**grid, *side);
                self.forced.clear();
                true
            }
            Line::Move(square) => {
                let played = self.play(&[*square]);
                if played {
                    let word = square.map_or("PS".to_owned(), name).to_uppercase();
                    printed.expect(&format!("\nYou play {word}\n"));
                }
                played
            }
            Line::Play(moves) => self.play(moves),
            Line::Force(moves) => {
                let mut line = self.clone();
                line.turns.clear();
                let read = moves.is_empty() || line.play(moves);
                if read {
                    let turns = line.turns.clone();
                    self.forced.clear();
                    for (index, turn) in turns.iter().enumerate() {
                        line.turns.truncate(0);
                        line.turns.extend_from_slice(&turns[..index]);
                        let (grid, side) = line.now();
                        self.forced.push((from_mover(&grid, side), turn.square));
                    }
                }
                read
            }
            Line::Undo => self.undo(count),
            Line::Redo => self.redo(count),
            Line::Mode(mode) => {
                self.mode = *mode;
                true
            }
            Line::Verbose(verbosity) => {
                self.verbosity = *verbosity;
                true
            }
            Line::Width(width) => {
                self.width = *width;
                true
            }
            Line::Turn(symmetry) => {
                self.turn_board(*symmetry);
                true
            }
            Line::Go if self.is_over() => {
                printed.expect("\n*** Game Over ***\n");
                true
            }
            Line::Go => {
                self.hear_move(printed);
                true
            }
            Line::Hint(_) if self.is_over() => return true,
            Line::Hint(count) => {
                let (grid, side) = self.now();
                if self.verbosity > 0 {
                    printed.expect(&format!("{HEADER}\n{RULE}\n"));
                }
                for _ in 0..legal(&grid, side).len().clamp(1, (*count).max(1)) {
                    printed.row(self.width);
                }
                if self.verbosity > 0 {
                    printed.expect(&format!("{RULE}\n"));
                }
                return true;
            }
            Line::Perft(depth) => {
                printed.expect(&format!("\n{}\n", self.perft(*depth)));
                return true;
            }
            Line::Analyze(count) => {
                let placed = self
                    .turns
                    .iter()
                    .filter(|turn| turn.square.is_some())
                    .count();
                if placed == 0 {
                    return false;
                }
                printed.expect(HEAD);
                for number in (placed - placed.min(*count) + 1..=placed).rev() {
                    let row = printed.take_line();
                    assert!(row.starts_with(&format!("{number:3}  ")), "{row}");
                }
                printed.expect("\n      | rejections : discs | errors    : discs | error rate |\n");
                for side in ["Black", "White"] {
                    let row = printed.take_line();
                    assert!(row.starts_with(side) && row.ends_with(" |"), "{row}");
                }
                return true;
            }
            Line::Version => {
                printed.expect(&format!("\nBianca {VERSION}\n"));
                true
            }
            Line::Help => {
                printed.expect(&format!("\n{HELP}"));
                true
            }
        };
        if obeyed {
            self.play_by_mode(printed);
        }
        obeyed
    }
}
