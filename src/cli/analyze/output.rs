//! How an analysed game is written: as text for people, as JSON, GGF or SGF for programs.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::command_line::game_files::GameFiles;
use crate::command_line::{CliError, print};
use bianca_play::analysis::json::{AnalysisRow, moves};
use bianca_play::analysis::page::Chapter;
use bianca_play::analysis::words::Words;
use bianca_play::analysis::{Explanation, Grade, MoveAnalysis, PeopleBeside, annotate};
use bianca_play::strategy::words::{colon, colour, found};
use bianca_records::opening::Named;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::board::write_board;
use bianca_records::record::ggf::write_ggf;
use bianca_records::record::sgf::write_annotated_sgf;
use bianca_records::record::transcript::write_transcript;
use bianca_rules::othello::{Color, Position};
use bianca_system::foreign::{shown, shown_json};
use bianca_system::language::Language;

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

/// How the standard output is written.
#[derive(Clone, Copy, Debug)]
pub struct OutputStyle {
    /// In which form.
    pub format: OutputFormat,
    /// In which language, where it is for people.
    pub language: Language,
    /// Whether reasons are told, if the report alone is not what they were found for.
    pub reasons: bool,
    /// Whether what was counted is told, too, to people and in comments on moves.
    pub counts: bool,
    /// Whether the games' numbers are left out.
    pub independent: bool,
}

/// The standard output and the files that games are written to.
pub struct Outputs {
    style: OutputStyle,
    files: GameFiles,
}

impl Outputs {
    /// Writes to the standard output in this style, and to `files`.
    pub fn new(style: OutputStyle, files: GameFiles) -> Outputs {
        Outputs { style, files }
    }

    /// Writes a game everywhere.
    pub fn write(&mut self, chapter: &Chapter) -> Result<(), CliError> {
        let bare = (!self.style.reasons).then(|| without_reasons(chapter));
        let chapter = bare.as_ref().unwrap_or(chapter);
        self.files
            .add(|| annotate(&chapter.game, &chapter.analysis, self.style.counts))?;
        Ok(print(&render(chapter, self.style)?)?)
    }

    /// Stands in for a game that could not be read, where lines of the output answer lines of
    /// the input.
    pub fn refuse(&self, reason: &str) -> Result<(), CliError> {
        if self.style.independent && self.style.format == OutputFormat::Json {
            let error = json!({ "error": reason }).to_string();
            print(&format!("{}\n", shown_json(&error)))?;
        }
        Ok(())
    }
}

fn without_reasons(chapter: &Chapter) -> Chapter {
    let mut bare = chapter.clone();
    for mv in &mut bare.analysis.moves {
        mv.explanation = None;
    }
    bare
}

fn render(chapter: &Chapter, style: OutputStyle) -> Result<String, CliError> {
    let annotated = || annotate(&chapter.game, &chapter.analysis, style.counts);
    Ok(match style.format {
        OutputFormat::Text => text(chapter, style),
        OutputFormat::Json => {
            let text = serde_json::to_string(&row(chapter, style.independent))?;
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
    Named::of_game(&game.game).map(|named| named.to_string())
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

fn text(chapter: &Chapter, style: OutputStyle) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut text, chapter, style);
    text
}

fn write_text(text: &mut String, chapter: &Chapter, style: OutputStyle) -> std::fmt::Result {
    let words = Words::of(style.language);
    let AnnotatedGame { black, white, .. } = &chapter.game;
    let number = (!style.independent).then_some(chapter.number);
    let game = match number {
        Some(number) => words.game(number),
        None => words.a_game().to_owned(),
    };
    write!(text, "{game}{}", colon(style.language))?;
    if !(black.is_empty() && white.is_empty()) {
        write!(text, "{} - {}, ", shown(black), shown(white))?;
    }
    match chapter.game.result_for_black() {
        Some(score) => {
            let discs = format!("{:+}", score.whole_discs());
            writeln!(text, "{}", words.for_black(&discs))?;
        }
        None => writeln!(text, "{}", words.not_finished())?,
    }
    if let Some(occasion) = chapter.game.occasion(|round| words.round(round)) {
        writeln!(text, "{}", shown(&occasion))?;
    }
    let named = Named::of_game(&chapter.game.game);
    if let Some((name, moves)) = named.and_then(|named| named.name_for(style.language)) {
        writeln!(text, "{}", words.opening(name, moves))?;
    }
    let sides = [Color::Black, Color::White].map(|color| colour(color, style.language));
    let people = chapter.analysis.moves.iter().find_map(|mv| mv.people);
    let mut cells = vec![
        "#",
        words.columns("side"),
        words.columns("played"),
        words.columns("score"),
        words.columns("best"),
        words.columns("score"),
        words.columns("loss"),
    ];
    cells.extend(people.map(|_| words.people()));
    cells.push(words.columns("depth"));
    let columns = Columns::wide_enough_for(&cells, &sides);
    columns.write(text, &cells)?;
    writeln!(text)?;
    for mv in &chapter.analysis.moves {
        write_move(text, mv, &columns, words)?;
        if let Some(explanation) = &mv.explanation {
            write_explanation(text, mv, explanation, style.counts, words)?;
        }
    }
    for color in [Color::Black, Color::White] {
        let (side, colon) = (colour(color, style.language), colon(style.language));
        let totals = words.summary(&chapter.analysis.summary(color));
        writeln!(text, "{side}{colon}{totals}")?;
    }
    if let Some(PeopleBeside { rating, .. }) = people {
        writeln!(text, "{}", words.people_of(rating))?;
    }
    writeln!(text)
}

/// The columns of the table of moves, but for the last one.
struct Columns {
    widths: Vec<usize>,
}

impl Columns {
    /// What each has at least; the last of them only where people are told of.
    const LEAST: [usize; 8] = [3, 4, 4, 7, 5, 6, 6, 13];

    fn wide_enough_for(heads: &[&str], sides: &[&str]) -> Columns {
        let widths = heads[..heads.len() - 1].iter().zip(Columns::LEAST);
        let widths = widths.map(|(head, least)| least.max(head.width()));
        let mut widths: Vec<usize> = widths.collect();
        let side = sides.iter().map(|side| side.width()).max();
        widths[1] = widths[1].max(side.unwrap_or_default());
        Columns { widths }
    }

    /// Writes a row without its end: the side and the last column from the left, all else from the
    /// right.
    fn write(&self, text: &mut String, cells: &[&str]) -> std::fmt::Result {
        for (index, (cell, width)) in cells.iter().zip(&self.widths).enumerate() {
            let room = " ".repeat(width.saturating_sub(cell.width()));
            match index {
                1 => write!(text, "{cell}{room} ")?,
                _ => write!(text, "{room}{cell} ")?,
            }
        }
        write!(text, " {}", cells[cells.len() - 1])
    }
}

/// How likely people were to play a move, and their favourite if that is another one.
fn beside(mv: &MoveAnalysis, people: &PeopleBeside) -> String {
    let chance = format!("{:.0} %", people.chance);
    if people.favourite == mv.played {
        return chance;
    }
    let (favourite, most) = (people.favourite, people.favourite_chance);
    format!("{chance}, {favourite} {most:.0} %")
}

fn write_move(
    text: &mut String,
    mv: &MoveAnalysis,
    columns: &Columns,
    words: Words,
) -> std::fmt::Result {
    let discs = |score: f64| {
        if mv.proven {
            format!("{score:+.0}")
        } else {
            format!("{score:+.2}")
        }
    };
    let loss = if mv.proven {
        format!("{:.0}", mv.loss)
    } else {
        format!("{:.2}", mv.loss)
    };
    let depth = match (mv.proven, mv.to_end) {
        (true, _) => words.exact().to_owned(),
        (_, true) => words.to_end(mv.confidence),
        _ => format!("{}@{}%", mv.depth, mv.confidence),
    };
    let (number, played, best) = (
        mv.number.to_string(),
        mv.played.to_string(),
        mv.best.to_string(),
    );
    let (score, best_score) = (discs(mv.score), discs(mv.best_score));
    let people = mv.people.as_ref().map(|people| beside(mv, people));
    let mut cells: Vec<&str> = vec![
        &number,
        colour(mv.color, words.language()),
        &played,
        &score,
        &best,
        &best_score,
        &loss,
    ];
    cells.extend(people.as_deref());
    cells.push(&depth);
    columns.write(text, &cells)?;
    match mv.grade {
        Grade::Mistake => writeln!(text, "  {}", words.mistake())?,
        Grade::Blunder => writeln!(text, "  {}", words.blunder())?,
        Grade::Best | Grade::Good => writeln!(text)?,
    }
    Ok(())
}

/// Why a move is a mistake or a blunder, and what was counted.
fn write_explanation(
    text: &mut String,
    mv: &MoveAnalysis,
    explanation: &Explanation,
    counts: bool,
    words: Words,
) -> std::fmt::Result {
    if let Some(reason) = &explanation.reason {
        writeln!(text, "      {}", reason.words)?;
        let told = reason.counts.as_ref().filter(|_| counts);
        told.map_or(Ok(()), |told| writeln!(text, "      {told}"))?;
    }
    if !counts {
        return Ok(());
    }
    for (title, findings) in [
        (mv.played.to_string(), &explanation.played),
        (mv.best.to_string(), &explanation.best),
        (words.before().to_owned(), &explanation.position),
    ] {
        for finding in findings {
            let said = found(finding, words.language());
            writeln!(text, "      {title}{}{said}", colon(words.language()))?;
        }
    }
    Ok(())
}
