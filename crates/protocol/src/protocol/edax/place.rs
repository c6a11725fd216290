//! What programs that drive Edax by the protocols of others wait for, where those leave it open.
//!
//! They have started Bianca by Edax's command line. In GTP that is the board of `showboard`; in the
//! first version of NBoard's protocol the line with the move, and when the engine waits.

use super::board;
use crate::protocol::{CommandError, Reply, SearchEvent, SearchPurpose, nboard};
use bianca_play::game::Game;
use bianca_search::request::Report;

/// What tells that nothing is searched any more.
const WAITING: &str = "status Edax is waiting\n";

/// The board of GTP's `showboard`; `None` if the game is not Othello.
pub fn board(game: &dyn Game) -> Option<Reply> {
    let game = game.othello()?;
    let drawn = board::small(game.position(), game.to_move());
    Some(Reply::Text(drawn))
}

/// The text of a reply in NBoard's protocol.
pub fn nboard_reply(reply: &Result<Reply, CommandError>) -> String {
    let Ok(Reply::Move { mv, found }) = reply else {
        return nboard::write_reply(reply);
    };
    let square = if mv.is_pass() {
        "ps".to_owned()
    } else {
        mv.to_string()
    };
    let (score, seconds) = match found {
        Some(Report { score, elapsed, .. }) => (score.whole_discs(), elapsed.as_secs_f64()),
        None => (0, 0.0),
    };
    format!("=== {square} {score}.00 {seconds:.1}\n{WAITING}")
}

/// The text of what happens during a search in NBoard's protocol.
pub fn nboard_event(purpose: SearchPurpose, event: &SearchEvent) -> String {
    match (event, purpose) {
        (SearchEvent::Began, SearchPurpose::Learning) => "status Edax is learning\n".to_owned(),
        (SearchEvent::Began, _) => "status Edax is thinking\n".to_owned(),
        (SearchEvent::Ended, _) => WAITING.to_owned(),
        _ => nboard::write_event(purpose, event),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::GameMove;
    use bianca_rules::othello::{Move, OthelloGame};
    use bianca_search::request::Score;
    use std::time::Duration;

    #[test]
    fn a_move_is_parted_from_its_score_by_blanks() {
        let mv = |word: &str| GameMove::from(word.parse::<Move>().unwrap());
        let found = Report {
            score: Score::from_discs(-3),
            elapsed: Duration::from_millis(1260),
            ..Report::of_moves(vec![mv("f5")])
        };
        let text = |mv, found| nboard_reply(&Ok(Reply::Move { mv, found }));
        assert_eq!(
            text(mv("f5"), Some(found)),
            format!("=== f5 -3.00 1.3\n{WAITING}")
        );
        assert_eq!(
            text(mv("pass"), None),
            format!("=== ps 0.00 0.0\n{WAITING}")
        );
        assert_eq!(nboard_reply(&Ok(Reply::Pong(7))), "pong 7\n");
    }

    #[test]
    fn a_search_begins_and_ends_with_edaxs_words() {
        let text = |purpose, event| nboard_event(purpose, &event);
        let (of_move, lines) = (SearchPurpose::Move, SearchPurpose::Analysis);
        for purpose in [of_move, lines] {
            assert_eq!(
                text(purpose, SearchEvent::Began),
                "status Edax is thinking\n"
            );
            assert_eq!(text(purpose, SearchEvent::Ended), WAITING);
        }
        let learning = text(SearchPurpose::Learning, SearchEvent::Began);
        assert_eq!(learning, "status Edax is learning\n");
        let failed = CommandError::NoCpuTime;
        let failed = text(of_move, SearchEvent::Failed(&failed));
        assert!(failed.starts_with("status this system"), "{failed}");
    }

    #[test]
    fn the_board_has_counts_beside_it() {
        let Some(Reply::Text(drawn)) = board(&OthelloGame::new()) else {
            panic!("no board");
        };
        assert!(drawn.contains("\n4 - - . O * - - - 4 *: discs =  2    moves =  4\n"));
        assert!(drawn.contains("\n5 - - - * O . - - 5 O: discs =  2    moves =  4\n"));
    }
}
