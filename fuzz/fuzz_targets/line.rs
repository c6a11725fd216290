//! Lines of any kind: transcripts, boards, problems of OBF.
#![no_main]

use bianca_records::record::board::{parse_board, write_board};
use bianca_records::record::line::{has_standard_start, read_line, write_line};
use bianca_records::record::obf::{Problem, parse_obf_line};
use bianca_records::record::transcript::{parse_transcript, write_transcript};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok((position, color)) = parse_board(text) {
        let written = write_board(position, color);
        assert_eq!(parse_board(&written).unwrap(), (position, color));
    }
    if let Ok(moves) = parse_transcript(text) {
        let written = write_transcript(moves.iter().copied());
        assert_eq!(parse_transcript(&written).unwrap(), moves);
    }
    if let Ok(Some(problem)) = parse_obf_line(text) {
        let written = problem.to_string();
        let again = parse_obf_line(&written).unwrap().unwrap();
        assert_eq!(again.to_string(), written);
    }
    if let Ok(Some(game)) = read_line(text) {
        let _ = Problem::from(&game).to_string();
        if has_standard_start(&game.game) {
            let written = write_line(&game);
            if let Some(again) = read_line(&written).unwrap() {
                assert_eq!(again.game, game.game);
            }
        }
    }
});
