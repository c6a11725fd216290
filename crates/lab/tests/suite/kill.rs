//! `kill -9` at random moments of self-play: what was in the file stays there, and the run goes on
//! to the same end.
//!
//! The suite kills a few times; the hundred times of `docs/trust.md` are
//! `cargo test --release -p bianca-lab --test suite kill:: -- --ignored --nocapture`.

use std::fs;
use std::path::Path;

use bianca_lab::train::records::{RecordReader, RecordsError};

use crate::LAB;
use crate::support::Scratch;
use crate::support::killing::series;

/// Games of a file of records, and the bytes up to the end of the last whole one.
fn records(path: &Path) -> (usize, Vec<u8>) {
    let bytes = fs::read(path).unwrap_or_default();
    if bytes.is_empty() {
        return (0, bytes);
    }
    let mut reader = RecordReader::open(path).unwrap();
    let mut games = 0;
    for game in &mut reader {
        match game {
            Ok(game) => {
                game.positions().unwrap();
                games += 1;
            }
            Err(RecordsError::CutOff { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let end = reader.offset() as usize;
    // No game has more.
    assert!(
        bytes.len() - end < 270,
        "{} bytes are lost",
        bytes.len() - end
    );
    (games, bytes[..end].to_vec())
}

fn kill_datagen(times: u32) {
    let scratch = Scratch::new();
    let arguments = [
        "datagen",
        "-o",
        "games.rec",
        "--games",
        "400",
        "--depth",
        "3",
        "--exact",
        "8",
    ];
    let path = scratch.path("games.rec");
    let mut before = Vec::new();
    let series = series(LAB, &scratch, &arguments, times, |ended| {
        let (games, bytes) = records(path.as_ref());
        assert!(bytes.starts_with(&before), "a game that was whole is lost");
        before = bytes;
        if ended {
            assert_eq!(games, 400);
            before.clear();
        }
    });
    eprintln!(
        "datagen: {} kills in {} runs",
        series.kills,
        series.ends + 1
    );
}

#[test]
fn a_killed_self_play_loses_at_most_the_game_in_progress() {
    kill_datagen(4);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_kills() {
    kill_datagen(100);
}
