//! English.

use super::{Columns, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::English,
    game: |number| match number {
        Some(number) => format!("game {number}"),
        None => "game".to_owned(),
    },
    not_finished: "not finished",
    for_black: |discs| format!("{discs} for black"),
    round: |round| format!("round {round}"),
    opening: |name, moves| format!("Opening: {name}, {}", counted(moves, "move")),
    columns: Columns {
        side: "side",
        played: "move",
        score: "score",
        best: "best",
        loss: "loss",
        depth: "depth",
    },
    exact: "exact",
    to_end: |confidence| format!("end@{confidence}%"),
    mistake: "mistake",
    blunder: "blunder",
    before: "before",
    totals: |summary| {
        format!(
            "{} of {} best, {}, {}; {:.2} discs lost, {:.2} a move{}",
            summary.best,
            counted(summary.moves, "move"),
            counted(summary.mistakes, "mistake"),
            counted(summary.blunders, "blunder"),
            summary.loss,
            summary.mean_loss(),
            summary.accuracy().map_or(String::new(), |percent| format!(
                "; accuracy {percent:.0} %"
            )),
        )
    },
    analysis: "Analysis",
    many: |name, games| format!("{name}: {}", counted(games, "game")),
    level: |level| format!("level {level}"),
    plies: |plies| format!("depth {plies}"),
    seconds: |seconds| format!("{seconds} s a position"),
    nodes: |nodes| format!("{nodes} nodes a position"),
    evaluation: |name| format!("evaluation {name}"),
    marks: |mistake, blunder| {
        format!(
            "A mistake loses {mistake} discs or more, a blunder {blunder}. Scores are discs at the \
             end with best play."
        )
    },
    evidence_left_out: "With so many games, what the strategies say of each blunder is left out; the \
                        JSON and the SGF of the analysis have it.",
    players: [
        "player",
        "moves",
        "best",
        "mistakes",
        "blunders",
        "discs lost",
        "a move",
        "accuracy",
    ],
    score_for_black: "score in discs for black",
    curve: |shaded| {
        let exact = if shaded { "; shaded: exact" } else { "" };
        format!("discs for black after each move, with mistakes and blunders{exact}")
    },
    strategies: "what the strategies say",
    move_played: "the move played",
    best_move: "the best move",
    board_before: "the board before it",
};

fn counted(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
