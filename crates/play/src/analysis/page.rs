//! An analysis as a page for a browser: the players, and each game with what its moves were worth.
//!
//! What the page looks like is the business of [`page`](mod@crate::page).

use std::collections::HashMap;

use maud::{Markup, html};

use super::words::Words;
use super::{Analysis, Explanation, Grade, MISTAKE, MoveAnalysis, Summary};
use crate::page::chart::{Pin, score_curve};
use crate::page::record::{Better, Fault, Ply, Record, games, is_detailed};
use crate::page::words::Words as Frame;
use crate::page::{self, foreign};
use crate::strategy::Finding;
use crate::strategy::words::{colon, colour, found};
use bianca_records::opening::Named;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::{Color, Move};
use bianca_system::language::Language;

/// In the order in which they move.
const COLORS: [Color; 2] = [Color::Black, Color::White];

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

/// The page of these games in a language. `title` is plain text, `plan` says how they were analysed
/// and `blunder` what loss in discs makes a blunder.
pub fn html(
    language: Language,
    title: &str,
    plan: &str,
    blunder: f64,
    chapters: &[Chapter],
) -> String {
    let words = Words::of(language);
    let with_evidence = is_detailed(chapters.len());
    let names: Vec<_> = chapters
        .iter()
        .map(|chapter| chapter.names(words))
        .collect();
    let records = chapters.iter().zip(&names);
    let records: Vec<_> = records
        .map(|(chapter, names)| chapter.record(names, with_evidence, words))
        .collect();
    let content = html! {
        p.quiet { (foreign(plan)) }
        p.quiet { (words.marks(MISTAKE, blunder)) }
        @if chapters.len() > 1 {
            (players(chapters, words))
            @if !with_evidence && chapters.iter().any(Chapter::is_explained) {
                p.quiet { (words.evidence_left_out()) }
            }
        }
        @if !records.is_empty() { (games(&records, Frame::of(language))) }
    };
    page::document(language, title, &content)
}

/// The table of all players, those who lost least with a move first.
fn players(chapters: &[Chapter], words: Words) -> Markup {
    let mut players: HashMap<String, Summary> = HashMap::new();
    for chapter in chapters {
        for (color, name) in COLORS.into_iter().zip(chapter.names(words)) {
            let sum = players.entry(name).or_default();
            *sum = sum.plus(chapter.analysis.summary(color));
        }
    }
    let mut players: Vec<(String, Summary)> = players.into_iter().collect();
    // Those who are equal by their names: the same games give the same page.
    players.sort_by(|(a, _), (b, _)| a.cmp(b));
    players.sort_by(|(_, a), (_, b)| a.mean_loss().total_cmp(&b.mean_loss()));
    let rows = players.iter().map(|(name, summary)| row(name, *summary));
    page::table(&words.heads_of_players(), &rows.collect::<Vec<_>>())
}

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
        html! {
            @if let Some(accuracy) = summary.accuracy() { (format_args!("{accuracy:.0} %")) }
        },
    ]
}

impl Chapter {
    /// Black's name and white's.
    fn names(&self, words: Words) -> [String; 2] {
        let named = |name: &String, color: Color| match name.as_str() {
            "" => colour(color, words.language()).to_owned(),
            name => name.to_owned(),
        };
        [
            named(&self.game.black, Color::Black),
            named(&self.game.white, Color::White),
        ]
    }

    fn is_explained(&self) -> bool {
        let mut moves = self.analysis.moves.iter();
        moves.any(|mv| mv.explanation.is_some())
    }

    fn record<'a>(
        &'a self,
        [black, white]: &'a [String; 2],
        with_evidence: bool,
        words: Words,
    ) -> Record<'a> {
        let result = match self.game.result_for_black() {
            Some(score) => page::discs(score.discs()),
            None => html! { (words.not_finished()) },
        };
        let occasion = self.game.occasion(|round| words.round(round));
        let occasion = occasion.map(|occasion| foreign(&occasion));
        let opening = Named::of_game(&self.game.game)
            .and_then(|named| named.name_for(words.language()))
            .map(|(name, moves)| html! { (words.opening(name, moves)) });
        Record {
            number: self.number,
            black,
            white,
            result,
            about: occasion.into_iter().chain(opening).collect(),
            summary: Some(self.summary(words)),
            game: &self.game.game,
            plies: self.plies(with_evidence, words),
            is_judged: true,
            has_own_scores: false,
            opening: 0,
            exact_from: self.exact_from().map(|mv| mv.turn),
            chart: self.curve(words),
        }
    }

    /// What both sides' moves amount to.
    fn summary(&self, words: Words) -> Markup {
        let language = words.language();
        html! {
            @for color in COLORS {
                @let summary = self.analysis.summary(color);
                p { b { (colour(color, language)) } (colon(language)) (words.summary(&summary)) }
            }
        }
    }

    /// What is known of the turns; passes are not judged and have the score of the move before.
    fn plies(&self, with_evidence: bool, words: Words) -> Vec<Ply> {
        let mut plies = vec![Ply::default(); self.game.game.turns().len()];
        for mv in &self.analysis.moves {
            plies[mv.turn] = Ply {
                score: Some(for_black(mv, mv.score)),
                fault: match mv.grade {
                    Grade::Best | Grade::Good => Fault::None,
                    Grade::Mistake => Fault::Mistake,
                    Grade::Blunder => Fault::Blunder,
                },
                better: (mv.grade != Grade::Best).then(|| Better {
                    line: mv.variation.clone(),
                    score: for_black(mv, mv.best_score),
                }),
                remark: (mv.explanation.as_ref())
                    .map(|explanation| explained(explanation, with_evidence, words)),
                ..Ply::default()
            };
        }
        for (turn, (_, mv)) in self.game.game.turns().iter().enumerate().skip(1) {
            if *mv == Move::Pass {
                plies[turn].score = plies[turn - 1].score;
            }
        }
        plies
    }

    fn curve(&self, words: Words) -> Option<Markup> {
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
            })
            .collect();
        let exact_from = self.exact_from().map(|mv| mv.number);
        let frame = Frame::of(words.language());
        let label = words.score_for_black();
        let curve = score_curve(frame, label, &points, exact_from, &pins)?;
        Some(html! {
            figcaption { (words.curve(if exact_from.is_some() { "yes" } else { "no" })) }
            (curve)
        })
    }

    /// The first of the moves from which on every score is exact.
    fn exact_from(&self) -> Option<&MoveAnalysis> {
        let moves = self.analysis.moves.iter().rev();
        moves.take_while(|mv| mv.proven).last()
    }
}

fn for_black(mv: &MoveAnalysis, score: f64) -> f64 {
    match mv.color {
        Color::Black => score,
        Color::White => -score,
    }
}

/// Why a move is a mistake or a blunder, and what was counted.
fn explained(explanation: &Explanation, with_evidence: bool, words: Words) -> Markup {
    let lists = [
        (words.move_played(), &explanation.played),
        (words.best_move(), &explanation.best),
        (words.board_before(), &explanation.position),
    ];
    let said = |finding: &Finding| found(finding, words.language());
    let counts = explanation.reason.as_ref();
    let counts = counts.and_then(|reason| reason.counts.as_ref());
    html! {
        @if let Some(reason) = &explanation.reason { p { (foreign(&reason.words)) } }
        @if with_evidence {
            details {
                summary { (words.strategies()) }
                @if let Some(counts) = counts { p { (foreign(counts)) } }
                @for (title, findings) in lists {
                    @if !findings.is_empty() {
                        p.quiet { (title) }
                        ul { @for finding in findings { li { (said(finding)) } } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ReasonGiven;
    use crate::strategy::reason::ReasonKind;
    use bianca_records::record::transcript::{parse_transcript, replay};
    use bianca_rules::othello::OthelloGame;

    #[test]
    fn every_ply_is_there_and_blunders_are_marked() {
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
            people: None,
            explanation: (loss > 0.0).then(|| Explanation {
                reason: Some(ReasonGiven {
                    kind: ReasonKind::CornerLost,
                    squares: vec!["a1".parse().unwrap()],
                    words: "<i>".into(),
                    counts: Some("<u>".into()),
                    played: Vec::new(),
                }),
                played: vec!["mobility: white 2: d3 c4".parse().unwrap()],
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
        let chapters = [chapter.clone(), chapter];
        let page = html(Language::English, "a & b", "level 3", 5.0, &chapters);
        assert!(page.contains("<title>a &amp; b</title>"));
        let content = &page[page.find("<main>").unwrap()..];
        assert!(
            !content.contains("<script") && !content.contains("<i>") && !content.contains("<u>"),
            "{content}"
        );
        for (part, times) in [
            (
                "data-moves=\"f5d6c3\" data-scores=\"0,9.5,0\" data-judged=\"2??f6@0\"",
                2,
            ),
            (
                "<div class=\"why\" data-ply=\"2\"><b class=\"which\">2. d6</b> <p><bdi>&lt;i&gt;</bdi></p>",
                2,
            ),
            ("<li>mobility: white 2: d3 c4</li>", 2),
            ("2.\u{a0}d6??\u{a0}+9.5 (f6\u{a0}+0)", 2),
            (
                "<b>white</b>: 0 of 1 move best, 0 mistakes, 1 blunder; 9.50 discs lost, 9.50 a move</p>",
                2,
            ),
            ("<bdi>&lt;script&gt;</bdi>", 3),
        ] {
            assert_eq!(content.matches(part).count(), times, "{part}: {content}");
        }
        assert!(!content.contains("://"), "no network");
        // From which turn on all scores are exact.
        for (proven, told) in [
            ([false, true, true], Some("data-exact=\"1\"")),
            ([true, false, true], Some("data-exact=\"2\"")),
            ([true, true, true], Some("data-exact=\"0\"")),
            ([true, true, false], None),
        ] {
            let mut chapter = chapters[0].clone();
            for (mv, proven) in chapter.analysis.moves.iter_mut().zip(proven) {
                mv.proven = proven;
            }
            let page = html(Language::English, "a", "level 3", 5.0, &[chapter]);
            match told {
                Some(told) => assert!(page.contains(told), "{told}: {page}"),
                None => assert!(!page.contains("data-exact=\""), "{page}"),
            }
        }
        let page = html(Language::French, "a & b", "niveau 3", 5.0, &chapters);
        for part in [
            "<html lang=\"fr\">",
            "<li>mobilité\u{a0}: Blanc 2\u{a0}: d3 c4</li>",
            "<b>Blanc</b>\u{a0}: 0 fois sur 1 le meilleur coup",
            "<th>joueur</th>",
            "<span class=\"white\"><bdi>Blanc</bdi></span>",
            ">coup 3</text>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn players_stand_by_what_they_lose_with_a_move() {
        let mv = |color, loss: f64| MoveAnalysis {
            turn: 0,
            number: 1,
            color,
            played: "f5".parse().unwrap(),
            score: -loss,
            best: "d3".parse().unwrap(),
            best_score: 0.0,
            loss,
            grade: Grade::Good,
            proven: false,
            depth: 3,
            confidence: 73,
            to_end: false,
            variation: vec!["d3".parse().unwrap()],
            explanation: None,
            people: None,
        };
        let chapter = |black: &str, white: &str, losses: [&[f64]; 2]| Chapter {
            number: 1,
            game: AnnotatedGame {
                black: black.into(),
                white: white.into(),
                ..AnnotatedGame::default()
            },
            analysis: Analysis {
                moves: (COLORS.into_iter().zip(losses))
                    .flat_map(|(color, losses)| losses.iter().map(move |loss| mv(color, *loss)))
                    .collect(),
            },
        };
        // 5.00, 4.00, 2.00 and 0.75 discs are lost, with 4, 1, 2 and 1 moves.
        let chapters = [
            chapter("Much", "One", [&[2.5, 0.5], &[4.0]]),
            chapter("Two", "Much", [&[2.0, 0.0], &[1.0, 1.0]]),
            chapter("Amy", "Zoe", [&[0.75], &[0.75]]),
        ];
        let page = players(&chapters, Words::of(Language::English)).into_string();
        let names = page.split("<bdi>").skip(1);
        let names: Vec<&str> = names.map(|part| part.split('<').next().unwrap()).collect();
        assert_eq!(names, ["Amy", "Zoe", "Two", "Much", "One"]);
        let lost = page.split("data-label=\"discs lost\">").skip(1);
        let lost: Vec<&str> = lost.map(|part| part.split('<').next().unwrap()).collect();
        assert_eq!(lost, ["0.75", "0.75", "2.00", "5.00", "4.00"]);
    }

    /// A tournament of 3,000 games makes at most 15 MB.
    #[test]
    fn a_tournament_is_a_page_of_some_megabytes() {
        let finding: Finding = "potential mobility: black 10: c3 d3 e3 c4 f4 c5 f5 d6 e6 f6"
            .parse()
            .unwrap();
        let moves = |game: &OthelloGame| {
            let placed = super::super::placed(game).into_iter().enumerate();
            let judged = placed.map(|(index, placed)| MoveAnalysis {
                turn: placed.turn,
                number: index + 1,
                color: placed.color,
                played: placed.square,
                score: -12.34,
                best: "a1".parse().unwrap(),
                best_score: 10.25,
                loss: 22.59,
                grade: if index.is_multiple_of(4) {
                    Grade::Blunder
                } else {
                    Grade::Best
                },
                proven: false,
                depth: 12,
                confidence: 73,
                to_end: false,
                variation: vec!["a1".parse().unwrap(); 12],
                people: None,
                explanation: index.is_multiple_of(8).then(|| Explanation {
                    reason: Some(ReasonGiven {
                        kind: ReasonKind::CornerLost,
                        squares: Vec::new(),
                        words: "x".repeat(150),
                        counts: None,
                        played: Vec::new(),
                    }),
                    played: vec![finding.clone(); 8],
                    best: vec![finding.clone(); 8],
                    position: vec![finding.clone(); 8],
                }),
            });
            judged.collect()
        };
        let chapters: Vec<Chapter> = bianca_rules::othello::random::RandomGames::new(4, 3)
            .take(300)
            .zip(1..)
            .map(|(game, number)| Chapter {
                number,
                analysis: Analysis {
                    moves: moves(&game),
                },
                game: AnnotatedGame {
                    black: "Somebody of a Long Name".into(),
                    event: "A Tournament of Three Thousand Games".into(),
                    game,
                    ..AnnotatedGame::default()
                },
            })
            .collect();
        let page = html(Language::English, "many", "level 3", 5.0, &chapters);
        assert!(page.len() < 1_500_000 + 60_000, "{}", page.len());
        assert!(page.contains("is left out") && !page.contains("<ul>"));
        let page = html(Language::English, "few", "level 3", 5.0, &chapters[..2]);
        assert!(page.contains("<ul>") && page.contains("class=\"diagram\""));
    }
}
