//! An analysis as a page for a browser: for each game the evaluation curve, the turning points,
//! and the board at each ply with the blunders marked.

use maud::{Markup, html};

use super::{Analysis, Explanation, Grade, MISTAKE, MoveAnalysis, Summary, positions};
use crate::opening::Opening;
use crate::othello::{Color, Move};
use crate::page::board::{Marks, Rim, board};
use crate::page::chart::{Pin, score_curve};
use crate::page::{self, foreign};
use crate::record::annotated::AnnotatedGame;

/// How many turning points of a game are shown large.
const TURNING_POINTS: usize = 6;

/// How many moves of a variation are shown.
const VARIATION: usize = 8;

/// A game on the page.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Number of the game in its input, from 1.
    pub number: u64,
    /// The game.
    pub game: AnnotatedGame,
    /// What its moves were worth.
    pub analysis: Analysis,
}

/// The page of these games. `title` is plain text, `plan` says how they were analysed and
/// `blunder` what loss in discs makes a blunder.
pub fn html(title: &str, plan: &str, blunder: f64, chapters: &[Chapter]) -> String {
    let content = html! {
        p.quiet {
            (foreign(plan)) "; a mistake loses " (MISTAKE) " discs or more, a blunder " (blunder)
            ". Scores are discs at the end with best play."
        }
        @if chapters.len() > 1 {
            (players(chapters))
            h2 { "Games" }
            ol.contents {
                @for chapter in chapters {
                    li value=(chapter.number) {
                        a href={ "#g" (chapter.number) } { (chapter.heading()) }
                    }
                }
            }
        }
        @for chapter in chapters { (chapter.section()) }
    };
    page::document(title, &content)
}

/// The table of all players, those who lost least with a move first.
fn players(chapters: &[Chapter]) -> Markup {
    let mut players: Vec<(String, Summary)> = Vec::new();
    for chapter in chapters {
        for color in [Color::Black, Color::White] {
            let summary = chapter.analysis.summary(color);
            let name = chapter.name(color);
            match players.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum = sum.plus(summary),
                None => players.push((name, summary)),
            }
        }
    }
    players.sort_by(|(_, a), (_, b)| a.mean_loss().total_cmp(&b.mean_loss()));
    let rows = players.iter().map(|(name, summary)| row(name, *summary));
    page::table(&LABELS, &rows.collect::<Vec<_>>())
}

const LABELS: [&str; 7] = [
    "player",
    "moves",
    "best",
    "mistakes",
    "blunders",
    "discs lost",
    "a move",
];

fn row(name: &str, summary: Summary) -> Vec<Markup> {
    let share = 100.0 * summary.best as f64 / summary.moves.max(1) as f64;
    vec![
        foreign(name),
        html! { (summary.moves) },
        html! { (summary.best) (format_args!(" ({share:.0} %)")) },
        html! { (summary.mistakes) },
        html! { (summary.blunders) },
        html! { (format_args!("{:.2}", summary.loss)) },
        html! { (format_args!("{:.2}", summary.mean_loss())) },
    ]
}

impl Chapter {
    fn name(&self, color: Color) -> String {
        let name = match color {
            Color::Black => &self.game.black,
            Color::White => &self.game.white,
        };
        match name.as_str() {
            "" => color.to_string(),
            name => name.to_owned(),
        }
    }

    /// Players and result.
    fn heading(&self) -> Markup {
        let [black, white] = [Color::Black, Color::White].map(|color| foreign(&self.name(color)));
        let result = match self.game.result_for_black() {
            Some(score) => page::discs(score.discs()),
            None => html! { "not finished" },
        };
        html! { (black) " – " (white) ": " (result) }
    }

    fn section(&self) -> Markup {
        let rows = [Color::Black, Color::White].map(|color| {
            let mut name = self.name(color);
            if name != color.to_string() {
                name = format!("{name} ({color})");
            }
            row(&name, self.analysis.summary(color))
        });
        html! {
            section.analysis id={ "g" (self.number) } {
                h2 { (self.number) ". " (self.heading()) }
                @if let Some(occasion) = self.game.occasion() { p { (foreign(&occasion)) } }
                @if let Some((opening, moves)) = Opening::of_game(&self.game.game) {
                    p { "Opening: " (opening) ", " (moves) " moves" }
                }
                (page::table(&LABELS, &rows))
                @if let Some(curve) = self.curve() {
                    figure {
                        figcaption {
                            "score in discs, from black's side, after each move: "
                            span.key.mistake {} "mistake " span.key.blunder {} "blunder"
                        }
                        (curve)
                    }
                }
                (self.turning_points())
                (self.boards())
            }
        }
    }

    fn curve(&self) -> Option<Markup> {
        let moves = &self.analysis.moves;
        let before = moves.first().map(|mv| (0, for_black(mv, mv.best_score)));
        let after = moves.iter().map(|mv| (mv.number, for_black(mv, mv.score)));
        let points: Vec<_> = before.into_iter().chain(after).collect();
        let pins: Vec<Pin> = moves
            .iter()
            .filter(|mv| matches!(mv.grade, Grade::Mistake | Grade::Blunder))
            .map(|mv| Pin {
                at: (mv.number, for_black(mv, mv.score)),
                class: mv.grade.name(),
                title: format!("{}: {}", named(mv), loss(mv)),
                leads_to: self.id(mv),
            })
            .collect();
        score_curve("evaluation", &points, self.exact_from(), &pins)
    }

    /// The number of the move from which on every score is exact.
    fn exact_from(&self) -> Option<usize> {
        let moves = self.analysis.moves.iter().rev();
        let exact = moves.take_while(|mv| mv.proven).last();
        exact.map(|mv| mv.number - 1)
    }

    fn id(&self, mv: &MoveAnalysis) -> String {
        format!("g{}m{}", self.number, mv.number)
    }

    /// The moves that lost most, in the order of the game, each with the board before it.
    fn turning_points(&self) -> Markup {
        let mut worst: Vec<&MoveAnalysis> = self
            .analysis
            .moves
            .iter()
            .filter(|mv| matches!(mv.grade, Grade::Mistake | Grade::Blunder))
            .collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst.truncate(TURNING_POINTS);
        worst.sort_by_key(|mv| mv.number);
        let positions = positions(&self.game.game);
        let point = |mv: &MoveAnalysis| {
            let marks = Marks {
                next: Some(mv.played),
                better: Some(mv.best),
                ..Marks::default()
            };
            html! {
                article class=(mv.grade.name()) {
                    (board(positions[mv.turn], mv.color, marks, Rim::Labelled))
                    div {
                        p {
                            a href={ "#" (self.id(mv)) } { b { (named(mv)) } }
                            ": " (mv.grade.name()) ", " (loss(mv))
                        }
                        p { (better(mv)) }
                        @if let Some(reason) = reason(mv) { p.reason { (foreign(reason)) } }
                    }
                    @if let Some(explanation) = &mv.explanation { (explained(explanation)) }
                }
            }
        };
        html! {
            @if !worst.is_empty() {
                h3 { "Turning points" }
                p.quiet {
                    "The board before the move: a cross where it was played, a ring where the best \
                     move was."
                }
                div.turning { @for mv in worst { (point(mv)) } }
            }
        }
    }

    /// The board after each move.
    fn boards(&self) -> Markup {
        let game = &self.game.game;
        let positions = positions(game);
        let (start, to_move) = game.start();
        let ply = |mv: &MoveAnalysis| {
            let marks = Marks {
                last: Some(mv.played),
                better: Some(mv.best).filter(|_| mv.grade != Grade::Best),
                ..Marks::default()
            };
            let (class, sign) = match mv.grade {
                Grade::Blunder => (mv.grade.name(), "??"),
                Grade::Mistake => (mv.grade.name(), "?"),
                Grade::Best | Grade::Good => ("", ""),
            };
            html! {
                div class={ "ply " (class) } id=(self.id(mv)) {
                    (board(positions[mv.turn + 1], !mv.color, marks, Rim::Plain))
                    p {
                        b { (mv.number) ". " (mv.played) (sign) } " " (shown(mv.score, mv))
                        @if mv.grade != Grade::Best {
                            " " span.loss { (mv.best) " " (shown(mv.best_score, mv)) }
                        }
                    }
                }
            }
        };
        html! {
            h3 { "Every move" }
            p.quiet {
                "The board after each move with its score, from the side that moved; then, with a \
                 ring, the better move and its score."
            }
            div.plies {
                div.ply { (board(start, to_move, Marks::default(), Rim::Plain)) p { "start" } }
                @for mv in &self.analysis.moves { (ply(mv)) }
            }
        }
    }
}

fn for_black(mv: &MoveAnalysis, score: f64) -> f64 {
    match mv.color {
        Color::Black => score,
        Color::White => -score,
    }
}

/// A score as it is shown: in whole discs if it is exact.
fn shown(score: f64, mv: &MoveAnalysis) -> String {
    match mv.proven {
        true => format!("{score:+.0}"),
        false => format!("{score:+.2}"),
    }
}

fn named(mv: &MoveAnalysis) -> String {
    format!("{}. {} {}", mv.number, mv.color, mv.played)
}

fn loss(mv: &MoveAnalysis) -> String {
    let exact = if mv.proven { ", exactly" } else { "" };
    let discs = match mv.proven {
        true => format!("{:.0}", mv.loss),
        false => format!("{:.2}", mv.loss),
    };
    format!("loses {discs} discs{exact}")
}

fn better(mv: &MoveAnalysis) -> String {
    let line: Vec<String> = mv
        .variation
        .iter()
        .take(VARIATION)
        .map(Move::to_string)
        .collect();
    let more = if mv.variation.len() > VARIATION {
        " …"
    } else {
        ""
    };
    format!(
        "{} leads to {}; best is {}, which leads to {}: {}{more}",
        mv.played,
        shown(mv.score, mv),
        mv.best,
        shown(mv.best_score, mv),
        line.join(" "),
    )
}

/// Why a move is a blunder.
fn reason(mv: &MoveAnalysis) -> Option<&str> {
    let reason = mv.explanation.as_ref()?.reason.as_ref()?;
    Some(&reason.words)
}

fn explained(explanation: &Explanation) -> Markup {
    let lists = [
        ("the move played", &explanation.played),
        ("the best move", &explanation.best),
        ("the board before it", &explanation.position),
    ];
    html! {
        details {
            summary { "what the strategies say" }
            @for (title, findings) in lists {
                h4 { (title) }
                ul { @for finding in findings { li { (foreign(finding)) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ReasonGiven;
    use crate::othello::OthelloGame;
    use crate::record::transcript::{parse_transcript, replay};

    #[test]
    fn every_ply_has_its_board_and_blunders_are_marked() {
        let mut game = OthelloGame::new();
        replay(&mut game, &parse_transcript("f5d6c3").unwrap()).unwrap();
        let played = |number: usize, played: &str, best: &str, loss: f64| MoveAnalysis {
            turn: number - 1,
            number,
            color: if number == 2 {
                Color::White
            } else {
                Color::Black
            },
            played: played.parse().unwrap(),
            score: -loss,
            best: best.parse().unwrap(),
            best_score: 0.0,
            loss,
            grade: if loss > 0.0 {
                Grade::Blunder
            } else {
                Grade::Best
            },
            proven: false,
            depth: 3,
            confidence: 73,
            to_end: false,
            variation: vec![best.parse().unwrap()],
            explanation: (loss > 0.0).then(|| Explanation {
                reason: Some(ReasonGiven {
                    name: "corner lost".into(),
                    squares: vec!["a1".parse().unwrap()],
                    words: "<i>".into(),
                    played: Vec::new(),
                }),
                played: vec!["<b>".into()],
                best: Vec::new(),
                position: Vec::new(),
            }),
        };
        let chapter = Chapter {
            number: 7,
            game: AnnotatedGame {
                game,
                black: "<script>".into(),
                ..AnnotatedGame::default()
            },
            analysis: Analysis {
                moves: vec![
                    played(1, "f5", "f5", 0.0),
                    played(2, "d6", "f6", 9.5),
                    played(3, "c3", "c3", 0.0),
                ],
            },
        };
        let page = html("a & b", "level 3", 5.0, &[chapter.clone(), chapter]);
        assert!(page.contains("<title>a &amp; b</title>"));
        assert!(
            !page.contains("<script") && !page.contains("<li><b>") && !page.contains("<i>"),
            "{page}"
        );
        assert!(
            page.contains("<p class=\"reason\"><bdi>&lt;i&gt;</bdi></p>"),
            "{page}"
        );
        assert_eq!(page.matches("class=\"ply").count(), 2 * 4);
        assert_eq!(page.matches("class=\"ply blunder\" id=\"g7m2\"").count(), 2);
        assert_eq!(page.matches("href=\"#g7m2\"").count(), 2 * 2);
        assert!(
            page.contains("<b>2. white d6</b></a>: blunder, loses 9.50 discs"),
            "{page}"
        );
        assert!(!page.contains("http"), "no network");
    }
}
