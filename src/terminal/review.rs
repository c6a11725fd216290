//! What a person can learn from a game that is over: how many mistakes, each with its reason, where
//! the game turned, and what to look at next time.
//!
//! What moves were worth is said by [`analysis`](bianca_play::analysis); here it is only chosen
//! from and put into words.

use bianca_play::analysis::{Analysis, AnalysisPlan, Analyst, HASH_MIB, MoveAnalysis};
use bianca_play::game::Game;
use bianca_play::strategy::words::title;
use bianca_play::strategy::{Theme, explain_move};
use bianca_rules::othello::{Color, OthelloGame};
use bianca_search::search::{Searcher, Settings, TableTooLarge};

use super::console::Ended;
use super::paint::TIED;
use super::table::Desk;
use super::words::Words;

/// The level at which a game is looked through, a second or two: that of `bianca analyze`.
const LEVEL: u32 = 12;
/// Moves with more empty squares than this are not looked at to the end: two seconds instead of
/// thirteen in the slowest of 28 games.
const SETTLE: u32 = 20;
/// How many things to look at are named.
const LESSONS: usize = 4;
/// Turns from which there is something to learn.
const LEAST_TURNS: usize = 8;
/// So many moves more for the opponent than after the best move are worth a word.
const MANY_MOVES: u32 = 3;

impl Desk {
    /// Looks through a game of Othello that a person has played, and says what it shows.
    ///
    /// # Errors
    /// If the terminal fails.
    pub fn review(&mut self, game: &dyn Game) -> Result<(), Ended> {
        let persons: Vec<Color> = [Color::Black, Color::White]
            .into_iter()
            .filter(|color| self.is_person(*color))
            .collect();
        let Some(record) = game.othello() else {
            return Ok(());
        };
        if game.turns() < LEAST_TURNS || persons.is_empty() {
            return Ok(());
        }
        let words = self.terminal.words;
        self.terminal.say(words.looking_through())?;
        let mut told = Ok(());
        let analysis = self.terminal.while_released(|terminal| {
            analyzed(words, record, &mut |done, all| {
                if told.is_ok() {
                    told = terminal.progress(done, all);
                }
            })
        })?;
        told?;
        let analysis = match analysis {
            Ok(analysis) => analysis,
            Err(error) => return Ok(self.terminal.say(&error.to_string())?),
        };
        // The reasons say black and white, whom the table calls by their signs.
        self.terminal.say(words.signs())?;
        for &color in &persons {
            let name = self.name(color);
            for line in summary(words, record, &analysis, color, &name) {
                self.terminal.say(&line)?;
            }
        }
        if let Some(mv) = turning_point(&analysis) {
            let name = self.name(mv.color);
            let text =
                words.turning_point(&name, place(mv), points(mv.best_score), points(mv.score));
            self.terminal.say(&text)?;
        }
        Ok(())
    }
}

/// What the moves were worth, with the reasons in this language; `report` gets how many are judged,
/// of how many.
fn analyzed(
    words: Words,
    record: &OthelloGame,
    report: &mut dyn FnMut(usize, usize),
) -> Result<Analysis, TableTooLarge> {
    let searcher = Searcher::new(Settings {
        level: LEVEL,
        hash_mib: HASH_MIB,
        ..Settings::default()
    })?;
    let plan = AnalysisPlan {
        explain: Some(words.language()),
        settle: SETTLE,
        ..AnalysisPlan::default()
    };
    let mut done = 0;
    Ok(Analyst::new(searcher, plan).analyze(record, &mut |_, all| {
        done += 1;
        report(done, all);
    }))
}

/// What is to be said of a side's moves; nothing of a side that made none.
fn summary(
    words: Words,
    record: &OthelloGame,
    analysis: &Analysis,
    color: Color,
    name: &str,
) -> Vec<String> {
    let summary = analysis.summary(color);
    if summary.moves == 0 {
        return Vec::new();
    }
    let accuracy = summary.accuracy();
    let accuracy = accuracy.map_or("none".to_owned(), |percent| format!("{percent:.0}"));
    let mistakes = summary.mistakes + summary.blunders;
    let mut lines = vec![words.moves_judged(name, summary.moves, summary.best, mistakes, accuracy)];
    let of_side = |mv: &&MoveAnalysis| mv.color == color && mv.grade.is_marked();
    let made: Vec<&MoveAnalysis> = analysis.moves.iter().filter(of_side).collect();
    for mv in &made {
        let (best, best_score) = (mv.best.to_string(), points(mv.best_score));
        let text = words.mistake(place(mv), points(mv.score), &best, &best_score);
        lines.push(format!("  {text}"));
        let explanation = mv.explanation.as_ref();
        if let Some(reason) = explanation.and_then(|explanation| explanation.reason.as_ref()) {
            lines.push(format!("    {}", reason.words));
        }
    }
    let lessons = lessons(record, &made);
    if !lessons.is_empty() {
        let lessons = lessons.iter().map(|(theme, times)| {
            format!("{}{TIED}×{TIED}{times}", title(*theme, words.language()))
        });
        lines.push(words.look_at(lessons.collect::<Vec<_>>().join(", ")));
    }
    lines
}

/// `23. b2`.
fn place(mv: &MoveAnalysis) -> String {
    format!("{}.{TIED}{}", mv.number, mv.played)
}

/// A score in whole discs.
fn points(score: f64) -> String {
    match score.round() as i32 {
        0 => "0".to_owned(),
        discs => format!("{discs:+}"),
    }
}

/// The last move after which a side that was not behind was behind; the game went on from there as
/// it ended.
fn turning_point(analysis: &Analysis) -> Option<&MoveAnalysis> {
    let mut moves = analysis.moves.iter().rev();
    moves.find(|mv| mv.best_score.round() >= 0.0 && mv.score.round() < 0.0)
}

/// What mistakes have in common, most frequent first, and how many of them show it: what the move
/// did and the best one would not have done, or why it was worse.
fn lessons(record: &OthelloGame, mistakes: &[&MoveAnalysis]) -> Vec<(Theme, usize)> {
    let positions: Vec<_> = record.positions().collect();
    let shows = |mv: &&MoveAnalysis, theme: Theme| {
        let explanation = mv.explanation.as_ref();
        let reason = explanation.and_then(|explanation| explanation.reason.as_ref());
        if reason.is_some_and(|reason| reason.kind.theme() == Some(theme)) {
            return true;
        }
        let before = positions[mv.turn];
        let found = |square| {
            let findings = explain_move(before, mv.color, square);
            let of_mover = theme != Theme::GivenCorners;
            let whose = if of_mover { mv.color } else { !mv.color };
            let found = findings
                .iter()
                .filter(|f| f.theme == theme && f.color == Some(whose));
            found.map(|finding| finding.number).sum::<u32>()
        };
        let replies = |square| before.play_unchecked(square).moves().count();
        match theme {
            Theme::Mobility => replies(mv.played) >= replies(mv.best) + MANY_MOVES,
            Theme::GivenCorners | Theme::XSquares | Theme::CSquares => {
                found(mv.played) > found(mv.best)
            }
            _ => false,
        }
    };
    let themes = [
        Theme::GivenCorners,
        Theme::XSquares,
        Theme::CSquares,
        Theme::Mobility,
        Theme::OpenCorners,
        Theme::OddRegion,
        Theme::UnbalancedEdge,
        Theme::StableDiscs,
        Theme::Tempo,
        Theme::Frontier,
        Theme::SecuredEdge,
        Theme::Turned,
    ];
    let counted = themes.map(|theme| {
        let times = mistakes.iter().filter(|mv| shows(mv, theme)).count();
        (theme, times)
    });
    let mut lessons: Vec<(Theme, usize)> =
        counted.into_iter().filter(|lesson| lesson.1 > 0).collect();
    lessons.sort_by_key(|lesson| std::cmp::Reverse(lesson.1));
    lessons.truncate(LESSONS);
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::words::Words;
    use bianca_play::analysis::Grade;
    use bianca_system::language::Language;

    /// White takes the X square b2 beside the free corner a1.
    const X_SQUARE: &str = "c4c3c2b2";

    fn game(moves: &str) -> OthelloGame {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, moves).unwrap();
        game
    }

    #[test]
    fn an_x_square_that_gives_a_corner_is_named() {
        let record = game(X_SQUARE);
        let analysis = analyzed(Words::of(Language::English), &record, &mut |_, _| {}).unwrap();
        let b2 = analysis.moves.last().unwrap();
        assert_eq!(b2.grade, Grade::Blunder, "{b2:?}");
        let found = lessons(&record, &[b2]);
        assert!(found.contains(&(Theme::XSquares, 1)), "{found:?}");
        for words in Words::all() {
            let analysis = analyzed(words, &record, &mut |_, _| {}).unwrap();
            let b2 = analysis.moves.last().unwrap();
            let text = summary(words, &record, &analysis, Color::White, "O").join("\n");
            assert!(
                text.contains(&format!("4.{TIED}b2")) && text.contains(&b2.best.to_string()),
                "{text}"
            );
            assert!(
                text.contains(title(Theme::XSquares, words.language())),
                "{text}"
            );
            let explanation = b2.explanation.clone().unwrap();
            let reason = explanation.reason.unwrap();
            assert!(text.contains(&reason.words), "{text}");
        }
    }

    #[test]
    fn of_a_side_that_made_no_move_nothing_is_said() {
        let record = game("f5");
        let words = Words::of(Language::English);
        let analysis = analyzed(words, &record, &mut |_, _| {}).unwrap();
        let said = |color| summary(words, &record, &analysis, color, "?").len();
        assert_eq!((said(Color::Black), said(Color::White)), (1, 0));
    }

    #[test]
    fn of_few_moves_no_accuracy_is_told() {
        let record = game("f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7d8a6a4c8b3c3b2a3");
        for words in Words::all() {
            let all = analyzed(words, &record, &mut |_, _| {}).unwrap();
            let told = |count: usize| {
                let moves = all.moves.iter().filter(|mv| mv.color == Color::Black);
                let moves = moves.cycle().take(count).cloned().collect();
                let analysis = Analysis { moves };
                let lines = summary(words, &record, &analysis, Color::Black, "X");
                lines[0].contains('%')
            };
            assert!(!told(3) && !told(14) && told(15));
        }
    }

    #[test]
    fn the_turning_point_is_the_last_move_that_lost_the_lead() {
        let record = game("f5");
        let one = analyzed(Words::of(Language::English), &record, &mut |_, _| {})
            .unwrap()
            .moves
            .remove(0);
        let with = |number: usize, best_score: f64, score: f64| MoveAnalysis {
            number,
            best_score,
            score,
            ..one.clone()
        };
        let mut analysis = Analysis::default();
        assert!(turning_point(&analysis).is_none());
        analysis.moves = vec![
            with(1, 0.0, -3.0),
            with(2, 3.0, 2.0),
            with(3, 4.0, -0.6),
            with(4, -1.0, -9.0),
            with(5, 12.0, 8.0),
        ];
        assert_eq!(turning_point(&analysis).map(|mv| mv.number), Some(3));
    }
}
