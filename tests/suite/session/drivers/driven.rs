//! An Edax that runs, wherever it is expected, and the game in which a program uses it.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use bianca::othello::{Color, Move, OthelloGame, Position, Square};
use rand::prelude::*;
use tempfile::TempDir;

/// Longer than any answer takes on a machine that does much else.
const DEADLINE: Duration = Duration::from_secs(120);

/// Where Edax is expected, which may be Bianca.
pub struct Place {
    program: PathBuf,
    /// Whether the path says Edax.
    pub is_named: bool,
    folder: TempDir,
}

impl Place {
    /// One of each name.
    pub fn both() -> [Place; 2] {
        let ours = Path::new(env!("CARGO_BIN_EXE_bianca"));
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("lEdax-x64-modern");
        if std::fs::hard_link(ours, &link).is_err() {
            std::fs::copy(ours, &link).unwrap();
        }
        [
            Place {
                program: link,
                is_named: true,
                folder,
            },
            Place {
                program: ours.to_owned(),
                is_named: false,
                folder: tempfile::tempdir().unwrap(),
            },
        ]
    }

    pub fn start(&self, arguments: &[&str]) -> Driven {
        let mut child = Command::new(&self.program)
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = child.stdout.take().unwrap();
        let (sender, bytes) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                for &byte in &buffer[..count] {
                    if sender.send(byte).is_err() {
                        return;
                    }
                }
            }
        });
        Driven {
            input: child.stdin.take(),
            child,
            bytes,
        }
    }

    /// What it prints until it ends, when its input is this.
    pub fn run(&self, arguments: &[&str], input: &str) -> String {
        let mut driven = self.start(arguments);
        driven.send(input);
        driven.input = None;
        let said: Vec<u8> = std::iter::from_fn(|| driven.byte()).collect();
        assert!(driven.child.wait().unwrap().success(), "{arguments:?}");
        String::from_utf8(said).unwrap()
    }

    pub fn file(&self, name: &str, content: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// An Edax that runs; it is killed when it is dropped.
pub struct Driven {
    pub child: Child,
    input: Option<ChildStdin>,
    bytes: Receiver<u8>,
}

impl Driven {
    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next byte; `None` at the end.
    pub fn byte(&mut self) -> Option<u8> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.bytes.recv_timeout(DEADLINE) {
            Ok(byte) => Some(byte),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("nothing more within {DEADLINE:?}"),
        }
    }

    /// The next line without its break.
    pub fn line(&mut self) -> String {
        let bytes = std::iter::from_fn(|| self.byte().filter(|&byte| byte != b'\n'));
        String::from_utf8(bytes.collect()).unwrap()
    }

    /// The first line that is so.
    pub fn line_that(&mut self, is_so: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.line();
            if is_so(&line) {
                return line;
            }
        }
    }

    /// All up to this character, without it.
    pub fn until(&mut self, end: u8) -> String {
        let bytes = std::iter::from_fn(|| self.byte().filter(|&byte| byte != end));
        String::from_utf8(bytes.collect()).unwrap()
    }

    /// The move that is told by these words at the beginning of a line.
    pub fn told(&mut self, words: &str) -> String {
        let line = self.line_that(|line| line.starts_with(words));
        line[words.len()..].to_owned()
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game in which the program checks what Edax plays.
pub struct Board(pub OthelloGame);

impl Board {
    pub fn new() -> Board {
        Board(OthelloGame::new())
    }

    /// After so many random moves.
    pub fn random(moves: usize, seed: u64) -> Board {
        let mut board = Board::new();
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..moves {
            board.move_at_random(&mut random);
        }
        board
    }

    pub fn move_at_random(&mut self, random: &mut StdRng) -> Square {
        let moves: Vec<Square> = self.0.position().moves().into_iter().collect();
        let square = *moves.choose(random).expect("a move");
        self.0.play(Move::Place(square)).unwrap();
        square
    }

    /// Plays what was told, in whichever letters.
    pub fn hear(&mut self, word: &str) {
        let mv: Move = word.to_lowercase().parse().unwrap();
        self.0
            .play(mv)
            .unwrap_or_else(|error| panic!("{word}: {error}"));
    }

    /// 64 squares with these letters for black and white.
    pub fn squares(&self, black: char, white: char) -> String {
        let Position { own, opp } = self.0.position_for(Color::Black);
        let letter = |square| match () {
            () if own.contains(square) => black,
            () if opp.contains(square) => white,
            () => '-',
        };
        (0..64).map(|index| letter(Square::new(index))).collect()
    }

    /// The same with the side to move.
    pub fn written(&self, black: char, white: char) -> String {
        let side = self.0.to_move().select(black, white);
        format!("{} {side}", self.squares(black, white))
    }

    /// Whether the word, in whichever letters, is a legal move.
    pub fn allows(&self, word: &str) -> bool {
        let square: Square = word.to_lowercase().parse().unwrap();
        self.0.position().moves().contains(square)
    }
}
