//! Where games come from: the lines of a file or of the standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::cli::Failure;
use crate::cli::solve::line::next_line;
use crate::othello::Game;
use crate::record::annotated::AnnotatedGame;
use crate::record::format::Format;
use crate::record::ggf::read_ggf;
use crate::record::sgf::read_sgf;
use crate::record::transcript::{parse_transcript, replay};

/// Something in the input that is a game or should be one.
pub struct Item {
    /// Where it begins, in words.
    pub place: String,
    /// The game, or why it is none.
    pub game: Result<AnnotatedGame, String>,
}

/// The games one after the other; the input may fail at any of them.
pub type Items = Box<dyn Iterator<Item = io::Result<Item>>>;

/// The games of a file, or of the standard input for `-`, and how many they are if that can be
/// known before.
pub fn games(path: &Path) -> Result<(Items, Option<u64>), Failure> {
    if path == Path::new("-") {
        return Ok((Box::new(lines(io::stdin().lock())), None));
    }
    let open = || File::open(path).map(BufReader::new);
    let failed = |error: io::Error| format!("cannot open {}: {error}", path.display());
    let file = open().map_err(failed)?;
    let count = match file.get_ref().metadata().map_err(failed)?.is_file() {
        true => Some(lines(file).count() as u64),
        false => None,
    };
    Ok((Box::new(lines(open().map_err(failed)?)), count))
}

fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<Item>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            let line = match next_line(&mut input) {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            number += 1;
            let game = match line {
                Err(error) => Err(error.to_string()),
                Ok(line) => match line.trim() {
                    line if line.is_empty() || line.starts_with(['#', '%']) => continue,
                    line => read(line),
                },
            };
            let place = format!("line {number}");
            return Some(Ok(Item { place, game }));
        }
    })
}

fn read(line: &str) -> Result<AnnotatedGame, String> {
    let told = |error: &dyn std::error::Error| error.to_string();
    match Format::of_content(line.as_bytes()) {
        Some(Format::Ggf) => read_ggf(line).map_err(|error| told(&error)),
        Some(Format::Sgf) => match read_sgf(line, None) {
            Ok(game) => Ok(game.into()),
            Err(error) => Err(told(&error)),
        },
        _ => transcript(line),
    }
}

fn transcript(line: &str) -> Result<AnnotatedGame, String> {
    let moves = parse_transcript(line).map_err(|error| error.to_string())?;
    let mut game = Game::new();
    for (index, mv) in moves.into_iter().enumerate() {
        let played = replay(&mut game, &[mv]);
        played.map_err(|error| format!("move {}: {error}", index + 1))?;
    }
    Ok(game.into())
}
