//! The games of a match as files of games have them.
//!
//! The journal has everything; such files are made from it, so that a match that goes on after
//! its death writes them anew and no game is missing in them or there twice.

use std::time::Duration;

use super::journal::{FinishedGame, MatchHeader};
use super::opening::Opening;
use bianca_records::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use bianca_records::record::transcript::replay;
use bianca_rules::othello::Color;
use bianca_search::request::Score;

/// The game of an entry, with its opening before it.
///
/// Moves of an entry that the rules do not allow, which only a changed journal has, end it.
pub fn annotated(
    header: &MatchHeader,
    openings: &[Opening],
    entry: &FinishedGame,
) -> AnnotatedGame {
    let mut game = openings[entry.opening].game.clone();
    let mut notes = vec![Note::default(); game.turns().len()];
    for (mv, played) in entry.played().into_iter().zip(&entry.moves) {
        if replay(&mut game, &[mv]).is_err() {
            break;
        }
        let score = played.score.map(Score::from_fraction);
        notes.push(Note {
            score,
            depth: played.depth,
            time: Duration::try_from_secs_f64(played.ms / 1000.0).ok(),
            ..Note::default()
        });
    }
    AnnotatedGame {
        game,
        black: header.engines[entry.black].clone(),
        white: header.engines[entry.white].clone(),
        place: format!("Bianca match, game {}", entry.game + 1),
        forfeit: entry.forfeit.as_ref().map(|forfeit| Forfeit {
            loser: if forfeit.by_black {
                Color::Black
            } else {
                Color::White
            },
            cause: if forfeit.on_time {
                Cause::Time
            } else {
                Cause::Fault
            },
            reason: forfeit.reason.clone(),
        }),
        result: entry
            .adjudged
            .as_ref()
            .and(entry.discs)
            .map(Score::from_discs),
        agreed: entry.adjudged.is_some(),
        notes,
        ..AnnotatedGame::default()
    }
}
