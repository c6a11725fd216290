//! `bianca-lab fit`: models that are fitted to what people play.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Subcommand};
use rand::prelude::*;
use rand::rngs::StdRng;

use super::numbers::rate;
use crate::train::people::agreement::{self, Told};
use crate::train::people::examine::{self, PHASES, Score};
use crate::train::people::fit::{FitOptions, fit};
use crate::train::people::games::{PeopleGame, PeopleGames, Use};
use crate::train::people::ratings::{Rating, ratings};
use crate::train::people::samples::{Choice, choices_of, look_at, openings};
use crate::train::people::seen;
use crate::train::people::strengths::{self, Known};
use bianca::command_line::aside::say;
use bianca::command_line::numbers::positive;
use bianca::command_line::{CliError, wrong_arguments};
use bianca_play::people::choice::ChoiceModel;
use bianca_play::people::judgement::Judge;
use bianca_play::people::openings::Openings;
use bianca_play::people::sight::PLIES;
use bianca_play::people::strength::Trust;
use bianca_rules::othello::Color;
use bianca_search::search::Settings;
use bianca_system::files;
use bianca_system::foreign::shown;

/// Fit a model to what people play.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Fit how people choose their moves to games of tournaments, and say how well it foretells
    /// moves of other years by other players
    People(PeopleArguments),
    /// Find how far the strength that moves tell can be trusted, by players whose results are
    /// known, and examine that after one game to twenty, on later years and on other players
    Strength(StrengthArguments),
    /// Say how often the model that is built in names the move that was played, beside plain levels
    /// on the same positions, by players and in years that the fit has not seen
    Agreement(AgreementArguments),
}

#[derive(Args, Debug)]
struct AgreementArguments {
    /// Files of games, as WTHOR has them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions, one of each side of a game
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positive())]
    positions: usize,
    /// Games from this year on are for the examination
    #[arg(long, value_name = "YEAR", default_value_t = 2009)]
    year: u32,
    /// Seed of what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
struct StrengthArguments {
    /// Files of games, as WTHOR has them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Players, of those that are fitted to and of the others
    #[arg(long, value_name = "N", default_value_t = 108, value_parser = positive())]
    players: usize,
    /// Games of each
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positive())]
    games: usize,
    /// Games from this year on are for the examination
    #[arg(long, value_name = "YEAR", default_value_t = 2009)]
    year: u32,
    /// Games before this year are not fitted to: people played otherwise
    #[arg(long, value_name = "YEAR", default_value_t = 2000)]
    from: u32,
    /// Seed of what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
struct PeopleArguments {
    /// Files of games, as WTHOR has them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Games to fit to, drawn from all
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = positive())]
    games: usize,
    /// Games for the examination, drawn from all
    #[arg(long, value_name = "N", default_value_t = 1500)]
    examine: usize,
    /// Games from this year on are not fitted to
    #[arg(long, value_name = "YEAR", default_value_t = 2009)]
    year: u32,
    /// Keep what searches say of the games in this file, and read it if it is there
    #[arg(long, value_name = "FILE")]
    seen: Option<PathBuf>,
    /// Visits of each choice
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().epochs,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Size of the first steps
    #[arg(long, value_name = "RATE", default_value_t = FitOptions::default().rate, value_parser = rate)]
    rate: f32,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive())]
    threads: usize,
    /// Seed of what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder for the model, choice.txt, and the first moves, openings.bin
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// Replace these files if they are there
    #[arg(long)]
    force: bool,
}

/// Runs the sub-command.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    match arguments.what {
        What::People(arguments) => people(&arguments),
        What::Strength(arguments) => strength(&arguments),
        What::Agreement(arguments) => agree(&arguments),
    }
}

/// The levels that the model is compared with; the second one is what others are subtracted from.
const LEVELS: [u32; 5] = [1, 2, 4, 6, 8];

fn agree(arguments: &AgreementArguments) -> Result<(), CliError> {
    let all = read_games(&arguments.files)?;
    let ratings = ratings(&all.games, all.players.len());
    let wanted = (arguments.year, arguments.positions);
    let choices = agreement::draw(&all, &ratings, wanted, arguments.seed)?;
    if choices.is_empty() {
        let none = "no game in these years is by players whom the fit has not seen";
        return Err(none.to_owned().into());
    }
    let model = ChoiceModel::embedded();
    let levels = LEVELS.map(|level| agreement::of_level(level, &choices));
    let mut rows: Vec<(String, Vec<f64>)> = Told::ALL
        .map(|told| {
            let named = agreement::of_model(model, &choices, told);
            (format!("model, {told:?}"), named)
        })
        .into();
    for (level, named) in LEVELS.into_iter().zip(levels) {
        rows.push((format!("level {level}"), named?));
    }
    let beside = rows[Told::ALL.len() + 1].1.clone();
    let mut output = io::stdout().lock();
    writeln!(output, "{} positions", choices.len())?;
    for (name, named) in &rows {
        let (percent, error) = agreement::percent(named);
        let (more, side) = agreement::difference(named, &beside);
        writeln!(
            output,
            "{name:<20} {percent:5.1} ±{error:.1}  {more:+5.1} ±{side:.1}"
        )?;
    }
    Ok(())
}

/// Games after which estimates of strength are examined.
const AFTER: [usize; 5] = [1, 3, 5, 10, 20];

/// A position counts in the openings if it was met so often.
const POSITION_MET: f32 = 30.0;

/// A move counts there if it was played so often.
const MOVE_PLAYED: f32 = 3.0;

fn people(arguments: &PeopleArguments) -> Result<(), CliError> {
    let outputs = ["choice.txt", "openings.bin"].map(|name| arguments.output.join(name));
    if let Some(path) = outputs
        .iter()
        .find(|path| !arguments.force && path.exists())
    {
        let path = path.to_string_lossy();
        return Err(wrong_arguments(format_args!(
            "{} is there already",
            shown(&path)
        )));
    }
    let all = read_games(&arguments.files)?;
    let ratings = ratings(&all.games, all.players.len());
    let book = openings(&all, arguments.year, POSITION_MET, MOVE_PLAYED);
    let bytes = book.bytes();
    let (positions, moves) = book.size();
    say(format_args!(
        "openings: {positions} positions, {moves} moves, {} bytes",
        bytes.len()
    ));
    // What the fit sees is what the file keeps.
    let book = Openings::from_bytes(&bytes);
    let (drawn, fitted) = draw(&all, arguments);
    let kept = arguments.seen.as_ref().filter(|path| path.exists());
    let seen = match kept {
        Some(path) => seen::read(path, &drawn)?,
        None => {
            let started = Instant::now();
            let count = drawn.len();
            let seen = look_at(&drawn, &Settings::default(), arguments.threads, &|number| {
                if number % 500 == 0 {
                    say(format_args!(
                        "{number} of {count} games looked at, {:.0} s",
                        started.elapsed().as_secs_f64()
                    ));
                }
            })?;
            if let Some(path) = &arguments.seen {
                seen::write(path, &seen)?;
            }
            seen
        }
    };
    let both = |game: &PeopleGame| {
        [Color::Black, Color::White]
            .iter()
            .all(|&side| all.purpose(game, side, arguments.year) == Use::Fit)
    };
    let of = |games: &[&PeopleGame], seen: &[_], purpose: Use| {
        choices_of(games, seen, &ratings, &book, |game, side| {
            (all.purpose(game, side, arguments.year) == purpose).then(|| both(game))
        })
    };
    let choices = of(&drawn[..fitted], &seen[..fitted], Use::Fit);
    let unseen = of(&drawn[fitted..], &seen[fitted..], Use::Examine);
    say(format_args!(
        "{} choices to fit to, {} to examine",
        choices.len(),
        unseen.len()
    ));
    let options = FitOptions {
        epochs: arguments.epochs,
        rate: arguments.rate,
        seed: arguments.seed,
        ..FitOptions::default()
    };
    let started = Instant::now();
    let model = fit(&choices, options, |epoch, surprise| {
        say(format_args!(
            "epoch {epoch}: {surprise:.4} nats, {:.0} s",
            started.elapsed().as_secs_f64()
        ));
    });
    let text = model.text();
    for (path, content) in outputs.iter().zip([text.as_bytes(), &bytes]) {
        let saved = files::save(path, content);
        saved.map_err(|error| format!("{}: {error}", shown(&path.to_string_lossy())))?;
    }
    let model = ChoiceModel::parse(&text)?;
    let unseen: Vec<&Choice> = unseen.iter().collect();
    report(&model, &unseen, &ratings)?;
    Ok(())
}

fn strength(arguments: &StrengthArguments) -> Result<(), CliError> {
    let all = read_games(&arguments.files)?;
    let ratings = ratings(&all.games, all.players.len());
    let mut judge = Judge::new(&Settings::default())?;
    let year = arguments.year;
    let mut known = |is_wanted: &dyn Fn(&PeopleGame, Color) -> bool| -> Vec<Known> {
        let wanted = (arguments.players, arguments.games);
        let drawn = strengths::draw(&all, is_wanted, wanted, arguments.seed);
        let known = drawn.iter().map(|examined| Known {
            rating: ratings[examined.player],
            games: strengths::evidence_of(&examined.games, &mut judge),
        });
        known.collect()
    };
    let is = |purpose| {
        let all = &all;
        move |game: &PeopleGame, side| all.purpose(game, side, year) == purpose
    };
    let is_fitted = is(Use::Fit);
    let after = AFTER.into_iter().filter(|&games| games <= arguments.games);
    let after: Vec<usize> = after.collect();
    let fitted = known(&|game, side| game.year >= arguments.from && is_fitted(game, side));
    let likeliest = strengths::likeliest_trust(&fitted, &after);
    let trust = Trust::MEASURED;
    let mut output = io::stdout().lock();
    for (name, Trust { weight, style }) in [("likeliest", likeliest), ("used", trust)] {
        writeln!(
            output,
            "{name}: a move counts {weight:.2}; style {style:.0} points"
        )?;
    }
    let later = known(&|game, _| game.year >= year);
    let others = known(&is(Use::Examine));
    for (name, known) in [("fitted", fitted), ("later", later), ("others", others)] {
        writeln!(output, "{name}: {} players", known.len())?;
        for &games in &after {
            let verdict = strengths::judge(&known, games, trust);
            writeln!(
                output,
                "after {games}: {} estimates, median error {:.0}, mean {:+.0}, slope {:.2}, {:.1} % in their intervals, {:.0} points wide",
                verdict.estimates,
                verdict.median,
                verdict.bias,
                verdict.slope,
                100.0 * verdict.inside as f64 / verdict.estimates.max(1) as f64,
                verdict.width
            )?;
        }
        for known in known {
            let Some(evidence) = known.after(arguments.games).next() else {
                continue;
            };
            let found = evidence.strength(trust);
            let (rating, moves) = (known.rating, evidence.moves());
            writeln!(
                output,
                "{:.0} ±{:.0} by {} games; {:.0} [{:.0}, {:.0}] by {moves} moves",
                rating.points, rating.error, rating.games, found.rating, found.low, found.high
            )?;
        }
    }
    Ok(())
}

fn read_games(files: &[PathBuf]) -> Result<PeopleGames, CliError> {
    let all = PeopleGames::read(files)?;
    say(format_args!(
        "{} games by {} players; {} doubles and {} others left out",
        all.games.len(),
        all.players.len(),
        all.doubles,
        all.unfit
    ));
    Ok(all)
}

/// The games that are looked at, and how many of them, from the first, are to fit to.
fn draw<'a>(all: &'a PeopleGames, arguments: &PeopleArguments) -> (Vec<&'a PeopleGame>, usize) {
    let mut random = StdRng::seed_from_u64(arguments.seed);
    let has = |game: &&PeopleGame, purpose: Use| {
        [Color::Black, Color::White]
            .iter()
            .any(|&side| all.purpose(game, side, arguments.year) == purpose)
    };
    let mut of = |purpose: Use, count: usize| {
        let mut games: Vec<&PeopleGame> =
            all.games.iter().filter(|game| has(game, purpose)).collect();
        games.shuffle(&mut random);
        games.truncate(count);
        games
    };
    let mut drawn = of(Use::Fit, arguments.games);
    let fitted = drawn.len();
    drawn.extend(of(Use::Examine, arguments.examine));
    (drawn, fitted)
}

fn report(model: &ChoiceModel, unseen: &[&Choice], ratings: &[Rating]) -> Result<(), CliError> {
    let mut output = io::stdout().lock();
    let row = |output: &mut dyn Write, name: &str, scores: &[Score]| -> io::Result<()> {
        write!(output, "{name:<12}")?;
        let total = examine::total(scores);
        for score in scores.iter().chain([&total]) {
            write!(output, " {:5.1} {:5.3}", score.agreement(), score.entropy())?;
        }
        writeln!(output)
    };
    let mut named: Vec<f64> = ratings
        .iter()
        .filter(|rating| rating.games >= 100)
        .map(|rating| rating.points)
        .collect();
    named.sort_by(f64::total_cmp);
    if let (Some(first), Some(last)) = (named.first(), named.last()) {
        let middle = named[named.len() / 2];
        writeln!(
            output,
            "ratings of {} players with 100 games: {first:.0} {middle:.0} {last:.0}",
            named.len()
        )?;
    }
    for (from, to) in PHASES {
        write!(output, "{from:>7}-{to:<6}")?;
    }
    writeln!(output)?;
    row(&mut output, "model", &examine::by_model(model, unseen))?;
    for (place, plies) in PLIES.iter().enumerate() {
        row(
            &mut output,
            &format!("{plies} plies"),
            &examine::by_search(place, unseen),
        )?;
    }
    for (low, high) in [
        (0.0, 1500.0),
        (1500.0, 1700.0),
        (1700.0, 1900.0),
        (1900.0, 9999.0),
    ] {
        let some: Vec<&Choice> = unseen
            .iter()
            .copied()
            .filter(|choice| (low..high).contains(&choice.rating))
            .collect();
        row(
            &mut output,
            &format!("{low}-{high}"),
            &examine::by_model(model, &some),
        )?;
        row(&mut output, "  8 plies", &examine::by_search(4, &some))?;
        for (played, expected) in examine::losses(model, &some) {
            write!(output, "  {played:5.2} {expected:5.2}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
