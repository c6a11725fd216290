//! `bianca rate`: how strong the players of some games are, by their moves.
//!
//! The arguments and the loop over the games; the players are put together and told of in
//! [`bianca_play::ratings`].

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::games::{count, games};
use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::input::name;
use crate::command_line::locale;
use crate::command_line::outputs::{OutputCheck, OutputKind};
use crate::command_line::progress;
use crate::command_line::{CliError, MALFORMED};
use bianca_play::ratings::json::PlayerRow;
use bianca_play::ratings::players::Ratings;
use bianca_play::ratings::words::Words;
use bianca_play::ratings::{LeftOut, Rated, page, text};
use bianca_records::record::filter::Condition;
use bianca_search::eval::Evaluation;
use bianca_search::search::Settings;
use bianca_system::files;
use bianca_system::foreign::shown;
use bianca_system::language::Language;

/// Find how strong the players of games are, by the moves that they chose.
///
/// For each player: an estimate of strength on the scale of players of tournaments, whose mean is
/// 1500, with the interval that holds in 95 of 100 cases; the accuracy of the moves; and with
/// --player the discs lost a move in each part of the game, beside what people of known strength
/// would have lost in the same positions. An interval wider than 500 points has no rating beside
/// it; without a game played to its end, or 15 moves with a choice, there is nothing but how many
/// are missing. A game that is there again counts once, and one that began with discs in corners
/// not at all.
///
/// Exit code: 0 everything judged, 1 failure, 2 wrong arguments, 4 a game could not be read.
#[derive(Args)]
pub struct Arguments {
    /// Where the games are, one file or several; - is the standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only moves of the player of this name; capitals do not count. If nobody has it, those whose
    /// names have it as a part are told.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Judge only games for which this holds: year=, player=, black=, white=, result= or
    /// position=, as for bianca convert. All that are given must hold.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// Leave out players with fewer games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u32,
    /// The evaluation that moves are judged by: embedded, or a file of weights.
    #[arg(long, value_name = "NAME", default_value_t = Evaluation::EMBEDDED.to_owned())]
    evaluation: String,
    /// Write a line of JSON for each player.
    #[arg(long)]
    json: bool,
    /// At the end, draw all players as a page for a browser: one HTML file that needs no network.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace the file of --report whatever it holds.
    #[arg(long)]
    force: bool,
    /// The language of the output and of the report: en, es, fr, ja or zh. Without it that of the
    /// locale; JSON is the same in all.
    #[arg(long = "lang", value_name = "LANG")]
    language: Option<Language>,
}

/// Judges the players of all games.
///
/// # Errors
/// If a file cannot be read or an output written.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    let mut outputs = OutputCheck::new(inputs, arguments.force);
    outputs.check(arguments.report.as_deref(), OutputKind::Page)?;
    let (ratings, malformed) = judge_all(&arguments)?;
    let left_out = ratings.left_out();
    let similar = similar(&ratings);
    let players = ratings.players(arguments.least);
    if players.is_empty() {
        let nobody = match &arguments.player {
            Some(player) => format!("no game of '{}' that counts", shown(player)),
            None => "no game that counts".to_owned(),
        };
        let left_out = Words::of(Language::English).left_out_of(left_out);
        let lines = [nobody + &similar].into_iter().chain(left_out);
        return Err(lines.collect::<Vec<_>>().join("\n").into());
    }
    if let Some(path) = &arguments.report {
        let language = arguments.language.unwrap_or_else(locale::language);
        let title = arguments.title();
        let page = page::html(language, title.as_deref(), &players, left_out);
        let written = files::replace(path, page.as_bytes());
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    match arguments.print(&players, left_out) {
        // Nobody reads any more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written?,
    }
    Ok(match malformed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

/// So many names are told at most.
const MOST_NAMES: usize = 10;

/// Who has a name of which what was asked for is a part, those with the most games first.
fn similar(ratings: &Ratings) -> String {
    let mut names: Vec<(&str, u32)> = ratings.similar().collect();
    names.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
    let told = names.iter().take(MOST_NAMES);
    let told = told.map(|(name, games)| format!("'{}' ({games})", shown(name)));
    let told = told.collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => String::new(),
        count if count > MOST_NAMES => {
            let others = count - MOST_NAMES;
            format!("; names with it as a part, and their games: {told} and {others} others")
        }
        _ => format!("; names with it as a part, and their games: {told}"),
    }
}

/// All players, and how many games could not be read.
fn judge_all(arguments: &Arguments) -> Result<(Ratings, u64), CliError> {
    let settings = Settings {
        evaluation: Evaluation::named(&arguments.evaluation)?,
        ..Settings::default()
    };
    let mut ratings = Ratings::new(arguments.player.as_deref(), &settings)?;
    let mut malformed = 0;
    let bar = progress::bar(count(&arguments.files, false)?, "games");
    for path in &arguments.files {
        let mut complaints = Complaints::about(path, None);
        for item in games(path, false)? {
            let item = item.map_err(|error| format!("cannot read {}: {error}", name(path)))?;
            bar.inc(1);
            let game = match item.game {
                Ok(game) => game,
                Err(reason) => {
                    malformed += 1;
                    if let Some(message) = complaints.bad(&item.place, &reason) {
                        bar.suspend(|| say(message));
                    }
                    continue;
                }
            };
            complaints.good();
            if arguments.filters.iter().all(|filter| filter.holds(&game)) {
                ratings.add(&game);
            }
        }
        if let Some(message) = complaints.end() {
            bar.suspend(|| say(message));
        }
    }
    bar.finish_and_clear();
    Ok((ratings, malformed))
}

impl Arguments {
    /// Writes what the standard output gets.
    fn print(&self, players: &[Rated], left_out: LeftOut) -> io::Result<()> {
        let mut output = io::stdout().lock();
        if self.json {
            return players
                .iter()
                .try_for_each(|player| writeln!(output, "{}", PlayerRow::of(player).line()));
        }
        let language = self.language.unwrap_or_else(locale::language);
        if self.player.is_some() {
            let mut players = players.iter();
            players.try_for_each(|player| text::tell(&mut output, player, language))
        } else {
            text::list(&mut output, players, left_out, language)
        }
    }

    /// What the report is called: after the only file, if there is one with a name.
    fn title(&self) -> Option<String> {
        let file = match &self.files[..] {
            [file] if file.as_os_str() != "-" => file.file_name(),
            _ => None,
        };
        file.map(|name| name.to_string_lossy().into_owned())
    }
}
