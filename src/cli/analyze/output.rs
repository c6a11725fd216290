//! How an analysed game is written: as text for people, as JSON, GGF or SGF for programs.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde_json::json;

use crate::analysis::json::{AnalysisRow, moves};
use crate::analysis::page::Chapter;
use crate::analysis::{Analysis, Grade, MoveAnalysis, Summary, annotate};
use crate::command_line::CliError;
use crate::command_line::game_files::GameFiles;
use crate::foreign::{shown, shown_json};
use crate::opening::Opening;
use crate::othello::{Color, Position};
use crate::record::annotated::AnnotatedGame;
use crate::record::board::write_board;
use crate::record::ggf::write_ggf;
use crate::record::sgf::write_annotated_sgf;
use crate::record::transcript::write_transcript;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// A table for each game.
    Text,
    /// A JSON object a line for each game.
    Json,
    /// Generic Game Format, a line for each game.
    Ggf,
    /// Smart Game Format, a line for each game.
    Sgf,
}

/// The standard output and the files that games are written to.
pub struct Outputs {
    format: OutputFormat,
    independent: bool,
    files: GameFiles,
}

impl Outputs {
    /// Writes to the standard output in `format`, without numbers if games are `independent`, and
    /// to `files`.
    pub fn new(format: OutputFormat, independent: bool, files: GameFiles) -> Outputs {
        Outputs {
            format,
            independent,
            files,
        }
    }

    /// Writes a game everywhere.
    pub fn write(&mut self, chapter: &Chapter) -> Result<(), CliError> {
        self.files
            .add(|| annotate(&chapter.game, &chapter.analysis))?;
        Ok(super::print(&render(
            chapter,
            self.format,
            self.independent,
        )?)?)
    }

    /// Stands in for a game that could not be read, where lines of the output answer lines of
    /// the input.
    pub fn refuse(&self, reason: &str) -> Result<(), CliError> {
        if self.independent && self.format == OutputFormat::Json {
            let error = json!({ "error": reason }).to_string();
            super::print(&format!("{}\n", shown_json(&error)))?;
        }
        Ok(())
    }
}

fn render(chapter: &Chapter, format: OutputFormat, independent: bool) -> Result<String, CliError> {
    let annotated = || annotate(&chapter.game, &chapter.analysis);
    Ok(match format {
        OutputFormat::Text => text(chapter, independent),
        OutputFormat::Json => {
            let text = serde_json::to_string(&row(chapter, independent))?;
            shown_json(&text).into_owned() + "\n"
        }
        OutputFormat::Ggf => write_ggf(&annotated()) + "\n",
        OutputFormat::Sgf => write_annotated_sgf(&annotated()) + "\n",
    })
}

/// A game with its analysis as JSON has it.
pub fn row(chapter: &Chapter, independent: bool) -> AnalysisRow {
    let game = &chapter.game;
    let (start, transcript) = identity(&chapter.game);
    let analysis = &chapter.analysis;
    AnalysisRow {
        game: (!independent).then_some(chapter.number),
        black: game.black.clone(),
        white: game.white.clone(),
        event: game.event.clone(),
        round: game.round.clone(),
        place: game.place.clone(),
        date: game.date.clone(),
        start,
        transcript,
        opening: opening(&chapter.game),
        result: chapter.game.result_for_black().map(|score| score.discs()),
        moves: moves(analysis),
        black_summary: analysis.summary(Color::Black).into(),
        white_summary: analysis.summary(Color::White).into(),
    }
}

/// The name of a game's opening.
fn opening(game: &AnnotatedGame) -> Option<String> {
    Opening::of_game(&game.game).map(|(opening, _)| opening.to_string())
}

/// Where a game starts, if not as usual, and how it went on.
pub fn identity(game: &AnnotatedGame) -> (Option<String>, String) {
    let start = game.game.start();
    let unusual = start != (Position::START, Color::Black);
    let moves = game.game.turns().iter().map(|&(_, mv)| mv);
    (
        unusual.then(|| write_board(start.0, start.1)),
        write_transcript(moves),
    )
}

fn text(chapter: &Chapter, independent: bool) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut text, chapter, independent);
    text
}

fn write_text(text: &mut String, chapter: &Chapter, independent: bool) -> std::fmt::Result {
    let AnnotatedGame { black, white, .. } = &chapter.game;
    if independent {
        write!(text, "game:")?
    } else {
        write!(text, "game {}:", chapter.number)?
    }
    if !(black.is_empty() && white.is_empty()) {
        write!(text, " {} - {},", shown(black), shown(white))?;
    }
    match chapter.game.result_for_black() {
        Some(score) => writeln!(text, " {:+} for black", score.whole_discs())?,
        None => writeln!(text, " not finished")?,
    }
    if let Some(occasion) = chapter.game.occasion() {
        writeln!(text, "{}", shown(&occasion))?;
    }
    if let Some(opening) = opening(&chapter.game) {
        writeln!(text, "opening: {opening}")?;
    }
    writeln!(text, "  # side  move  score  best  score   loss  depth")?;
    for mv in &chapter.analysis.moves {
        write_move(text, mv)?;
    }
    for color in [Color::Black, Color::White] {
        write_summary(text, color, &chapter.analysis)?;
    }
    writeln!(text)
}

fn write_move(text: &mut String, mv: &MoveAnalysis) -> std::fmt::Result {
    let discs = |score: f64| {
        if mv.proven {
            format!("{score:+.0}")
        } else {
            format!("{score:+.2}")
        }
    };
    let depth = match (mv.proven, mv.to_end) {
        (true, _) => "exact".to_owned(),
        (_, true) => format!("end@{}%", mv.confidence),
        _ => format!("{}@{}%", mv.depth, mv.confidence),
    };
    write!(
        text,
        "{:>3} {} {:>4} {:>7}  {:>4} {:>6} {:>6}  {depth}",
        mv.number,
        mv.color,
        mv.played.to_string(),
        discs(mv.score),
        mv.best.to_string(),
        discs(mv.best_score),
        if mv.proven {
            format!("{:.0}", mv.loss)
        } else {
            format!("{:.2}", mv.loss)
        },
    )?;
    match mv.grade {
        Grade::Mistake | Grade::Blunder => writeln!(text, "  {}", mv.grade.name())?,
        Grade::Best | Grade::Good => writeln!(text)?,
    }
    let Some(explanation) = &mv.explanation else {
        return Ok(());
    };
    if let Some(reason) = &explanation.reason {
        writeln!(text, "      {}", reason.words)?;
    }
    for (title, findings) in [
        (mv.played.to_string(), &explanation.played),
        (mv.best.to_string(), &explanation.best),
        ("before".to_owned(), &explanation.position),
    ] {
        for finding in findings {
            writeln!(text, "      {title}: {finding}")?;
        }
    }
    Ok(())
}

fn write_summary(text: &mut String, color: Color, analysis: &Analysis) -> std::fmt::Result {
    let Summary {
        moves,
        best,
        mistakes,
        blunders,
        loss,
    } = analysis.summary(color);
    let mean = analysis.summary(color).mean_loss();
    writeln!(
        text,
        "{color}: {moves} moves, {best} of them best, {mistakes} mistakes, {blunders} blunders; \
         {loss:.2} discs lost, {mean:.2} a move"
    )
}
