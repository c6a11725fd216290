//! `bianca rate`: how strong the players of some games are, by their moves.
//!
//! The arguments, the loop over the games and what is written; what a move tells is said in
//! [`crate::people`].

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::games::{count, games};
use crate::command_line::aside::say;
use crate::command_line::complaints::Complaints;
use crate::command_line::input::name;
use crate::command_line::progress;
use crate::command_line::{CliError, MALFORMED};
use crate::foreign::shown;
use crate::othello::Color;
use crate::people::judgement::{Judge, Judgement, Mean, OTHERS, PHASES};
use crate::people::strength::{Strength, Trust};
use crate::player::strong::Skill;
use crate::record::filter::Condition;
use crate::search::Settings;

/// Find how strong the players of games are, by the moves that they chose.
///
/// For each player: an estimate of strength on the scale of players of tournaments, whose mean is
/// 1500, with the interval that holds in 95 of 100 cases; the accuracy of the moves; and with
/// --player the discs lost a move in each part of the game, beside what people of known strength
/// would have lost in the same positions.
///
/// Exit code: 0 everything judged, 1 failure, 2 wrong arguments, 4 a game could not be read.
#[derive(Args)]
pub struct Arguments {
    /// Where the games are, one file or several; - is the standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only moves of players whose name has this text in it, all together.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Judge only games for which this holds: year=, player=, black=, white=, result= or
    /// position=, as for bianca convert. All that are given must hold.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// Leave out players with fewer games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u32,
    /// Write a line of JSON for each player.
    #[arg(long)]
    json: bool,
}

/// A player's moves, with black and with white discs.
type Sides = [Judgement; 2];

/// What is known of a player.
struct Rated {
    name: String,
    sides: Sides,
    /// Both sides together.
    whole: Judgement,
    strength: Strength,
}

/// A player as a line of JSON has it.
#[derive(Serialize)]
struct PlayerRow<'a> {
    player: &'a str,
    games: u32,
    moves: u32,
    rating: i64,
    low: i64,
    high: i64,
    skill: &'static str,
    accuracy: Option<f64>,
    loss: LossRow,
    black: LossRow,
    white: LossRow,
    phases: Vec<PhaseRow>,
}

/// Discs lost a move.
#[derive(Serialize)]
struct LossRow {
    moves: u32,
    mean: Option<f64>,
    error: Option<f64>,
}

/// What is lost from one disc to another.
#[derive(Serialize)]
struct PhaseRow {
    from: u32,
    to: u32,
    #[serde(flatten)]
    loss: LossRow,
    others: BTreeMap<u16, Option<f64>>,
}

/// Judges the players of all games.
///
/// # Errors
/// If a file cannot be read or the output written.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let (players, malformed) = judge_all(&arguments)?;
    let players = players.into_iter().map(Rated::new);
    let mut players: Vec<Rated> = players
        .filter(|player| player.whole.games >= arguments.least.max(1))
        .collect();
    players.sort_by(|a, b| b.strength.rating.total_cmp(&a.strength.rating));
    if players.is_empty() {
        return Err(match &arguments.player {
            Some(player) => format!("no game of '{}' that counts", shown(player)),
            None => "no game that counts".to_owned(),
        }
        .into());
    }
    let mut output = io::stdout().lock();
    let written = if arguments.json {
        players.iter().try_for_each(|player| {
            serde_json::to_writer(&mut output, &player.row()).map_err(io::Error::from)?;
            writeln!(output)
        })
    } else if arguments.player.is_some() {
        players
            .iter()
            .try_for_each(|player| tell(&mut output, player))
    } else {
        list(&mut output, &players)
    };
    match written {
        // Nobody reads any more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written?,
    }
    Ok(match malformed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MALFORMED),
    })
}

/// The moves of all players by their names, and how many games could not be read.
fn judge_all(arguments: &Arguments) -> Result<(BTreeMap<String, Sides>, u64), CliError> {
    let mut judge = Judge::new(&Settings::default())?;
    let mut players: BTreeMap<String, Sides> = BTreeMap::new();
    let mut malformed = 0;
    let bar = progress::bar(count(&arguments.files, false)?, "games");
    let wanted = arguments.player.as_ref().map(|name| name.to_lowercase());
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
            if !arguments.filters.iter().all(|filter| filter.holds(&game)) {
                continue;
            }
            for (side, name) in [(Color::Black, &game.black), (Color::White, &game.white)] {
                let name = match &wanted {
                    Some(wanted) if !name.to_lowercase().contains(wanted) => continue,
                    Some(_) => arguments.player.clone().unwrap_or_default(),
                    None if name.is_empty() => "?".to_owned(),
                    None => name.clone(),
                };
                let judgement = judge.judge(&game.game, side);
                if judgement.evidence.moves() > 0 {
                    players.entry(name).or_default()[side as usize].join(&judgement);
                }
            }
        }
        if let Some(message) = complaints.end() {
            bar.suspend(|| say(message));
        }
    }
    bar.finish_and_clear();
    Ok((players, malformed))
}

impl Rated {
    fn new((name, sides): (String, Sides)) -> Rated {
        let mut whole = sides[0].clone();
        whole.join(&sides[1]);
        Rated {
            name,
            strength: whole.evidence.strength(Trust::MEASURED),
            whole,
            sides,
        }
    }

    fn row(&self) -> PlayerRow<'_> {
        let Rated {
            whole, strength, ..
        } = self;
        let phases = PHASES.iter().zip(&whole.phases);
        let [black, white] = [0, 1].map(|side| loss_row(&self.sides[side].whole().lost));
        PlayerRow {
            player: &self.name,
            games: whole.games,
            moves: whole.evidence.moves(),
            rating: strength.rating.round() as i64,
            low: strength.low.round() as i64,
            high: strength.high.round() as i64,
            skill: self.skill().name(),
            accuracy: whole.accuracy.mean().map(rounded),
            loss: loss_row(&whole.whole().lost),
            black,
            white,
            phases: phases
                .map(|(&(from, to), phase)| PhaseRow {
                    from,
                    to,
                    loss: loss_row(&phase.lost),
                    others: OTHERS
                        .into_iter()
                        .zip(&phase.others)
                        .map(|(rating, mean)| (rating, mean.mean().map(rounded)))
                        .collect(),
                })
                .collect(),
        }
    }

    /// The skill that is worth about as much.
    fn skill(&self) -> Skill {
        // Ratings are of four digits at most.
        Skill::nearest(self.strength.rating.max(0.0) as u16)
    }
}

fn loss_row(mean: &Mean) -> LossRow {
    LossRow {
        moves: mean.count(),
        mean: mean.mean().map(rounded),
        error: mean.side().map(rounded),
    }
}

/// To two decimals.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// A line for each player.
fn list(output: &mut dyn Write, players: &[Rated]) -> io::Result<()> {
    let lengths = players
        .iter()
        .map(|player| shown(&player.name).to_string().chars().count());
    let width = lengths.max().unwrap_or(0).max("player".len());
    writeln!(
        output,
        "{:width$}  games  moves  strength  95 %         about       accuracy  lost a move",
        "player"
    )?;
    for player in players {
        let Rated {
            whole, strength, ..
        } = player;
        let interval = format!("{:.0} to {:.0}", strength.low, strength.high);
        writeln!(
            output,
            "{:width$}  {:>5}  {:>5}  {:>8.0}  {interval:<11}  {:<10}  {:>6.1} %  {:>11}",
            shown(&player.name).to_string(),
            whole.games,
            whole.evidence.moves(),
            strength.rating,
            player.skill().name(),
            whole.accuracy.mean().unwrap_or(0.0),
            with_side(&whole.whole().lost),
        )?;
    }
    Ok(())
}

/// All about one player.
fn tell(output: &mut dyn Write, player: &Rated) -> io::Result<()> {
    let Rated {
        whole, strength, ..
    } = player;
    writeln!(output, "player    {}", shown(&player.name))?;
    writeln!(
        output,
        "games     {}, with {} moves where there was a choice",
        whole.games,
        whole.evidence.moves()
    )?;
    writeln!(
        output,
        "strength  {:.0}, in 95 of 100 cases {:.0} to {:.0}; about Bianca's skill {}",
        strength.rating,
        strength.low,
        strength.high,
        player.skill().name()
    )?;
    writeln!(
        output,
        "accuracy  {:.1} %",
        whole.accuracy.mean().unwrap_or(0.0)
    )?;
    write!(output, "\n{:<16}", "discs lost")?;
    for (from, to) in PHASES {
        write!(output, "{:>13}", format!("moves {from}-{to}"))?;
    }
    writeln!(output, "{:>13}", "all")?;
    let phases: Vec<_> = whole
        .phases
        .iter()
        .copied()
        .chain([whole.whole()])
        .collect();
    row(
        output,
        "a move",
        phases.iter().map(|phase| with_side(&phase.lost)),
    )?;
    for (side, name) in [(0, "with black"), (1, "with white")] {
        let side = &player.sides[side];
        let phases = side.phases.iter().copied().chain([side.whole()]);
        row(output, name, phases.map(|phase| with_side(&phase.lost)))?;
    }
    for (place, rating) in OTHERS.into_iter().enumerate() {
        let means = phases.iter().map(|phase| phase.others[place].mean());
        let cells = means.map(|mean| mean.map_or("-".to_owned(), |mean| format!("{mean:.2}     ")));
        row(output, &format!("people of {rating}"), cells)?;
    }
    writeln!(output)
}

fn row(output: &mut dyn Write, name: &str, cells: impl Iterator<Item = String>) -> io::Result<()> {
    write!(output, "{name:<16}")?;
    for cell in cells {
        write!(output, "{cell:>13}")?;
    }
    writeln!(output)
}

fn with_side(mean: &Mean) -> String {
    match (mean.mean(), mean.side()) {
        (Some(mean), Some(side)) => format!("{mean:.2} ±{side:.2}"),
        (Some(mean), None) => format!("{mean:.2}     "),
        _ => "-".to_owned(),
    }
}
