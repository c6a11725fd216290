//! Files written, read, cut and damaged.

use super::*;
use rand::prelude::*;
use std::fs;

fn random_record(random: &mut StdRng) -> GameRecord {
    let mut position = Position::START;
    let mut turns = Vec::new();
    loop {
        if position.moves().is_empty() {
            position = position.passed();
        }
        let moves: Vec<Square> = position.moves().into_iter().collect();
        let Some(&square) = moves.choose(random) else {
            break;
        };
        let score = random.random_range(-64..=64);
        let reach = match turns.len() {
            0..20 => None,
            20..50 => Some(LabelBasis::Depth(5)),
            _ => Some(LabelBasis::Exact),
        };
        turns.push(RecordTurn {
            square,
            random: random.random(),
            label: reach.map(|reach| Label { score, reach }),
        });
        position = position.play_unchecked(square);
    }
    let start = Position::START;
    GameRecord { start, turns }
}

fn records(count: usize) -> Vec<GameRecord> {
    let mut random = StdRng::seed_from_u64(1);
    let mut games: Vec<_> = (0..count).map(|_| random_record(&mut random)).collect();
    // One that starts elsewhere.
    let whole = &games[0];
    let start = whole.positions().unwrap()[30];
    let turns = whole.turns[30..].to_vec();
    games.push(GameRecord { start, turns });
    games
}

/// A folder that goes at the end, and the place of a file in it.
fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    (folder, path)
}

fn read(path: &Path) -> (Vec<GameRecord>, Option<RecordsError>) {
    let mut games = Vec::new();
    for game in RecordReader::open(path).unwrap() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

#[test]
fn games_read_back_as_they_were_written() {
    let (_folder, path) = scratch();
    let games = records(20);
    let mut writer = RecordWriter::append(&path).unwrap();
    for game in &games {
        writer.write(game).unwrap();
    }
    let (copies, error) = read(&path);
    let size = fs::metadata(&path).unwrap().len();
    assert!(error.is_none());
    assert_eq!(copies, games);
    assert!(size < 150 * games.len() as u64, "{size} bytes");
}

#[test]
fn a_run_killed_while_it_writes_loses_only_that_game() {
    let (_folder, path) = scratch();
    let games = records(2);
    let mut writer = RecordWriter::append(&path).unwrap();
    let mut ends = vec![HEADER as usize];
    for game in &games {
        writer.write(game).unwrap();
        ends.push(ends.last().unwrap() + game.to_bytes().len());
    }
    drop(writer);
    let bytes = fs::read(&path).unwrap();
    for cut in 0..bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let whole = ends.iter().filter(|&&end| end <= cut).count();
        let kept = whole.saturating_sub(1);
        if whole > 0 {
            let (read, error) = read(&path);
            assert_eq!(read, games[..kept]);
            match error {
                None => assert!(ends.contains(&cut)),
                Some(RecordsError::CutOff { game, offset, .. }) => {
                    assert_eq!(game as usize, kept + 1);
                    assert_eq!(offset as usize, ends[kept]);
                }
                Some(error) => panic!("{error}"),
            }
        }
        let mut writer = RecordWriter::append(&path).unwrap();
        assert_eq!(writer.games() as usize, kept);
        writer.write(&games[1]).unwrap();
        let (again, error) = read(&path);
        assert!(error.is_none());
        assert_eq!((again.len(), &again[kept]), (kept + 1, &games[1]));
    }
}

#[test]
fn any_flipped_bit_is_seen_and_its_place_named() {
    let (_folder, path) = scratch();
    let games = records(2);
    let mut writer = RecordWriter::append(&path).unwrap();
    let mut offset = HEADER as usize;
    let mut starts = Vec::new();
    for game in &games {
        writer.write(game).unwrap();
        starts.push(offset);
        offset += game.to_bytes().len();
    }
    drop(writer);
    let whole = fs::read(&path).unwrap();
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        assert!(RecordWriter::append(&path).is_err(), "bit {bit}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "bit {bit}");
        match starts.iter().rposition(|&start| start <= bit / 8) {
            None => assert!(RecordReader::open(&path).is_err(), "bit {bit}"),
            Some(game) => {
                let (before, error) = read(&path);
                assert_eq!(before, games[..game], "bit {bit}");
                let found = error.unwrap().to_string();
                let place = format!("game {} at byte {}", game + 1, starts[game]);
                let expected = format!("{place} is damaged");
                assert!(found.ends_with(&expected), "bit {bit}: {found}");
            }
        }
    }
    fs::write(&path, b"GIF89a, a picture").unwrap();
    assert!(matches!(
        RecordReader::open(&path),
        Err(RecordsError::NotRecords { .. })
    ));
}

#[test]
fn an_illegal_turn_is_found() {
    let mut game = records(1).remove(0);
    assert!(game.positions().is_ok());
    game.turns[5].square = game.turns[4].square;
    assert_eq!(game.positions(), Err(5));
}

#[test]
fn one_writer_at_a_time_appends() {
    let (_folder, path) = scratch();
    let games = records(3);
    let mut first = RecordWriter::append(&path).unwrap();
    first.write(&games[0]).unwrap();
    let refused = RecordWriter::append(&path).unwrap_err().to_string();
    assert!(
        refused.contains("another process is writing it"),
        "{refused}"
    );
    first.write(&games[1]).unwrap();
    drop(first);
    let mut held = Vec::new();
    let second = RecordWriter::append_to(&path, |game| held.push(game)).unwrap();
    assert_eq!((second.games(), &held[..]), (2, &games[..2]));
    let (copies, error) = read(&path);
    assert!(error.is_none());
    assert_eq!(copies, held);
}
