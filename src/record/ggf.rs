//! Generic Game Format: one game of Othello on one line, as NBoard and GGS write it.
//!
//! `(;GM[Othello]PC[place]PB[black]PW[white]RE[+2.000]TI[0]TY[8]BO[8 … *]B[f5/eval/time]…;)`,
//! evaluations from the mover's side in discs, times in seconds. The format knows no escapes, so
//! brackets in names are replaced. Only writing so far.

use std::fmt::Write;

use super::annotated::{AnnotatedGame, Note};
use super::board::write_board;
use crate::othello::{Color, Move};

/// Writes a game on one line.
pub fn write_ggf(annotated: &AnnotatedGame) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, annotated);
    text
}

fn write_all(text: &mut String, annotated: &AnnotatedGame) -> std::fmt::Result {
    let AnnotatedGame { game, .. } = annotated;
    let (start, to_move) = game.start();
    write!(
        text,
        "(;GM[Othello]PC[{}]PB[{}]PW[{}]RE[{}]TI[0]TY[8]BO[8 {}]",
        plain(&annotated.place),
        plain(&annotated.black),
        plain(&annotated.white),
        result(annotated),
        write_board(start, to_move).replace('X', "*"),
    )?;
    for (color, mv, note) in annotated.turns() {
        text.push(match color {
            Color::Black => 'B',
            Color::White => 'W',
        });
        match mv {
            Move::Place(square) => write!(text, "[{square}")?,
            Move::Pass => write!(text, "[PA")?,
        }
        write_note(text, note)?;
        text.push(']');
    }
    text.write_str(";)")
}

fn write_note(text: &mut String, note: Note) -> std::fmt::Result {
    match (note.score, note.time) {
        (None, None) => Ok(()),
        (Some(score), None) => write!(text, "/{:.2}", score.discs()),
        (None, Some(time)) => write!(text, "//{:.2}", time.as_secs_f64()),
        (Some(score), Some(time)) => {
            write!(text, "/{:.2}/{:.2}", score.discs(), time.as_secs_f64())
        }
    }
}

/// Black's result; a game that was given up says so, `t` for time and `r` for anything else.
fn result(annotated: &AnnotatedGame) -> String {
    match &annotated.forfeit {
        Some(forfeit) => {
            let sign = match forfeit.loser {
                Color::Black => '-',
                Color::White => '+',
            };
            let why = if forfeit.on_time { 't' } else { 'r' };
            format!("{sign}64.000:{why}")
        }
        None if annotated.game.is_over() => {
            format!("{:+.3}", f64::from(annotated.game.final_score_for_black()))
        }
        None => "?".to_owned(),
    }
}

fn plain(text: &str) -> String {
    text.replace(['[', ']', '\n', '\r'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Score;
    use crate::othello::Game;
    use crate::record::annotated::Forfeit;
    use crate::record::transcript::{parse_transcript, replay};
    use std::time::Duration;

    fn annotated(moves: &str) -> AnnotatedGame {
        let mut game = Game::new();
        replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
        AnnotatedGame {
            game,
            black: "A[1]".into(),
            white: "B".into(),
            place: "here".into(),
            forfeit: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn a_game_is_written_as_nboard_reads_it() {
        let mut game = annotated("f5d6");
        game.notes = vec![
            Note {
                score: Some(Score(-128)),
                depth: Some(9),
                time: Some(Duration::from_millis(1250)),
            },
            Note {
                time: Some(Duration::from_millis(10)),
                ..Note::default()
            },
        ];
        assert_eq!(
            write_ggf(&game),
            "(;GM[Othello]PC[here]PB[A_1_]PW[B]RE[?]TI[0]TY[8]BO[8 \
             ---------------------------O*------*O--------------------------- *]\
             B[f5/-0.50/1.25]W[d6//0.01];)"
        );
        game.forfeit = Some(Forfeit {
            loser: Color::Black,
            on_time: true,
            reason: "lost on time".into(),
        });
        assert!(write_ggf(&game).contains("RE[-64.000:t]"));
    }

    #[test]
    fn passes_and_results_are_written() {
        // The shortest game there is, in nine moves: black wins 64 to 0.
        let text = write_ggf(&annotated("e6f4e3f6g5d6e7f5c5"));
        assert!(text.contains("RE[+64.000]"), "{text}");
        let text = write_ggf(&annotated("c4c3f5b4a4a5c2a3"));
        assert!(text.contains("RE[?]"), "{text}");
        let text = write_ggf(&annotated("c4c3f5b4a4a5c2a3pass"));
        assert!(text.ends_with("B[PA];)"), "{text}");
    }
}
