//! What a format can hold survives being written and read.

use bianca::othello::{Color, Move, OthelloGame, Position};
use bianca::record::annotated::{AnnotatedGame, Cause, Note, Variation};
use bianca::record::error::Unwritable;
use bianca::record::format::FileFormat;
use bianca::record::reader::GameReader;
use bianca::record::writer::{GameWriter, WriteError, write_game};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::records::games::{annotated, tidy, written};

fn read(text: &str, format: FileFormat) -> Vec<AnnotatedGame> {
    let games = GameReader::new(text.as_bytes(), Some(format)).unwrap();
    let read = |entry: std::io::Result<bianca::record::reader::FileEntry>| {
        let entry = entry.unwrap();
        let place = entry.place;
        entry
            .game
            .unwrap_or_else(|e| panic!("{place}: {e}\n{text}"))
    };
    games.map(read).collect()
}

/// What a format holds of a game, by the table of `docs/records.md`.
fn held(game: &AnnotatedGame, format: FileFormat) -> AnnotatedGame {
    let mut held = game.clone();
    held.other.retain(|property| property.format == format);
    if format != FileFormat::Obf {
        held.candidates.clear();
        held.candidate_score = None;
    }
    let keeps_variations = matches!(format, FileFormat::Sgf | FileFormat::Pgn);
    if !keeps_variations {
        held.variations.clear();
    }
    for note in notes(&mut held) {
        if !keeps_variations {
            note.glyphs.clear();
        }
        if format != FileFormat::Sgf {
            note.marks.clear();
        }
    }
    match format {
        FileFormat::Ggf => {
            held.theory = None;
            if let Some(forfeit) = &mut held.forfeit {
                forfeit.reason.clear();
                if forfeit.cause == Cause::Fault {
                    forfeit.cause = Cause::Resignation;
                }
            }
            let plain = |text: &str| {
                let text = text.trim().replace(['[', ']', '\n'], "_");
                text.replace(";)", ";_")
            };
            let lines = |text: &str| {
                let lines = text.lines().map(plain).filter(|line| !line.is_empty());
                lines.collect::<Vec<_>>().join("\n")
            };
            // Readers of others refuse properties that they do not know.
            let unknown = std::mem::take(&mut held.other);
            let unknown = unknown.iter().flat_map(|other| {
                let values = other.values.iter();
                values.map(|value| plain(&format!("{}: {value}", other.name)) + "\n")
            });
            held.comment = lines(&(unknown.collect::<String>() + &held.comment));
            for text in texts(&mut held) {
                *text = plain(text);
            }
            for note in &mut held.notes {
                note.comment = lines(&note.comment);
                note.depth = None;
            }
        }
        FileFormat::Sgf => {
            // Comments and properties of its own keep the blanks at their ends.
            for text in texts(&mut held) {
                *text = text.trim().to_owned();
            }
            held.agreed = false;
            if held.forfeit.is_some() {
                held.result = None;
            }
            if held.black_clock != held.white_clock {
                (held.black_clock, held.white_clock) = (None, None);
            }
        }
        FileFormat::Pgn => {
            let date = held.date.trim();
            if date.is_empty() || date.parse::<u32>().is_ok() && date.len() == 4 {
                // Nothing, or a year, is written as such.
                held.date = held.date.trim().to_owned();
            }
            held.comment = braceless(&held.comment);
            for note in notes(&mut held) {
                note.comment = braceless(&note.comment);
            }
        }
        FileFormat::Transcript => {
            held = AnnotatedGame {
                comment: held.comment.trim().replace('\n', " "),
                silent_passes: passes_before_moves(&held.game),
                ..held.game.into()
            };
        }
        FileFormat::Board | FileFormat::Obf => {
            let last = OthelloGame::from_position(held.game.position(), held.game.to_move());
            let is_problem = format == FileFormat::Obf;
            held = AnnotatedGame {
                comment: if is_problem {
                    held.comment.trim().replace('\n', " ")
                } else {
                    String::new()
                },
                candidates: held.candidates,
                candidate_score: held.candidate_score,
                ..last.into()
            };
        }
        // No law of its own is known: what survived once survives again.
        _ => return read(&write_game(game, format).unwrap(), format).remove(0),
    }
    tidy(held)
}

/// The notes of the moves that were played, and of the others.
fn notes(game: &mut AnnotatedGame) -> impl Iterator<Item = &mut Note> {
    let others = game.variations.iter_mut();
    let others = others.flat_map(|variation| variation.turns.iter_mut().map(|(_, note)| note));
    game.notes.iter_mut().chain(others)
}

/// Which turns are passes that the next move shows.
fn passes_before_moves(game: &OthelloGame) -> Vec<usize> {
    let turns = game.turns().windows(2).enumerate();
    let passes = turns.filter(|(_, pair)| pair[0].1 == Move::Pass);
    passes.map(|(index, _)| index).collect()
}

fn braceless(text: &str) -> String {
    let text = text.trim().replace('}', ")");
    text.replace("\n[Event ", "\n [Event ")
}

/// What is said about the game in one line.
fn texts(game: &mut AnnotatedGame) -> Vec<&mut String> {
    vec![
        &mut game.black,
        &mut game.white,
        &mut game.place,
        &mut game.event,
        &mut game.round,
        &mut game.date,
        &mut game.variant,
    ]
}

/// Why a format has no place for a game.
fn unwritable(game: &AnnotatedGame, format: FileFormat) -> Option<Unwritable> {
    let is_usual = game.game.start() == (Position::START, Color::Black);
    match format {
        FileFormat::Transcript if !is_usual => Some(Unwritable::OtherStart),
        FileFormat::Transcript if game.game.turns().is_empty() => Some(Unwritable::NoMove),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(8),
        // A case that failed becomes a test of its own.
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// A game that is written and read is what the format holds of it, and is written the same
    /// way again.
    #[test]
    fn what_a_format_holds_survives(game in annotated()) {
        for format in written() {
            let text = match write_game(&game, format) {
                Ok(text) => text,
                Err(error) => {
                    prop_assert_eq!(Some(error), unwritable(&game, format));
                    continue;
                }
            };
            let again = read(&text, format);
            prop_assert_eq!(&again[..], &[held(&game, format)], "{}:\n{}", format, text);
            prop_assert_eq!(write_game(&again[0], format).unwrap(), text);
        }
    }

    /// Games in one stream do not touch each other, and their format is seen.
    #[test]
    fn streams_keep_games_apart(games in prop::collection::vec(annotated(), 1..5)) {
        for format in written() {
            let mut text = Vec::new();
            let mut writer = GameWriter::new(&mut text, format).unwrap();
            let mut expected = Vec::new();
            for game in &games {
                match writer.write(game) {
                    Ok(()) => expected.push(held(game, format)),
                    Err(WriteError::Unwritable(error)) => {
                        prop_assert_eq!(Some(error), unwritable(game, format));
                    }
                    Err(WriteError::Io(error)) => panic!("{error}"),
                }
            }
            writer.flush().unwrap();
            let text = String::from_utf8(text).unwrap();
            prop_assert_eq!(read(&text, format), &expected[..], "{}:\n{}", format, text);
            let seen = FileFormat::of_content(text.as_bytes());
            let found = if format.is_of_lines() { FileFormat::Transcript } else { format };
            prop_assert_eq!(seen, (!expected.is_empty()).then_some(found), "{}", text);
        }
    }

    /// Whatever way a game takes through the three formats that hold whole games, its moves, its
    /// players and its notes' scores are the same.
    #[test]
    fn conversions_agree(game in annotated()) {
        let through = |formats: &[FileFormat]| {
            formats.iter().fold(game.clone(), |game, &format| {
                read(&write_game(&game, format).unwrap(), format).remove(0)
            })
        };
        let (ggf, sgf, pgn) = (FileFormat::Ggf, FileFormat::Sgf, FileFormat::Pgn);
        let ways = [[ggf, sgf, pgn], [pgn, sgf, ggf], [sgf, ggf, pgn]];
        for way in ways {
            let arrived = through(&way);
            prop_assert_eq!(&arrived.game, &game.game);
            let scores = |game: &AnnotatedGame| -> Vec<_> {
                let turns: Vec<(Color, Move, Note)> = game.turns().collect();
                turns.into_iter().map(|(_, _, note)| (note.score, note.time)).collect()
            };
            prop_assert_eq!(scores(&arrived), scores(&game));
        }
        let lines = |game: &AnnotatedGame| -> Vec<Vec<(Option<usize>, usize, Move)>> {
            let line = |line: &Variation| {
                let moves = line.turns.iter().map(|&(mv, _)| (line.of, line.after, mv));
                moves.collect()
            };
            game.variations.iter().map(line).collect()
        };
        for way in [[sgf, pgn], [pgn, sgf]] {
            prop_assert_eq!(lines(&through(&way)), lines(&game));
        }
    }
}
