//! `bianca play`: a game at the terminal.
//!
//! The arguments, and who sits where by them; the game is played in [`crate::terminal`].

use std::io::{self, BufReader, IsTerminal};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::command_line::locale;
use crate::command_line::outputs::{OutputCheck, OutputKind};
use crate::command_line::{CliError, wrong_arguments};
use crate::terminal::console::{Ended, Terminal};
use crate::terminal::helper::Helper;
use crate::terminal::keys::{self, Keys};
use crate::terminal::table::{Seat, Table};
use crate::terminal::words::{Command, Words, command};
use crate::terminal::{classic, ending, person, standing, watch};
use bianca_arena::arena::limit::Limit;
use bianca_play::game::{Game, GameKind};
use bianca_play::player::catalogue::{self, CatalogueError};
use bianca_play::player::{OptionError, OptionKind, Player};
use bianca_records::clock::TimeControl;
use bianca_records::record::format::FileFormat;
use bianca_rules::othello::Color;
use bianca_system::language::Language;

/// Who plays, in the place of a player's name, if a person does.
const PERSON: &str = "person";
/// A seed by chance is below this: short enough to be typed.
const MOST_BY_CHANCE: u64 = 1_000_000_000;
/// The smallest terminal on which a board is chosen from by keys.
const LEAST_SIZE: (u16, u16) = (24, 16);

/// Play a game at the terminal, in English, Spanish, Chinese, Japanese or French.
#[derive(Args)]
pub struct Arguments {
    /// othello, reversi-1880, tictactoe [H V K], frogs [N] or tree [VALUES].
    #[arg(
        value_name = "GAME",
        default_value = "othello",
        allow_negative_numbers = true
    )]
    game: Vec<String>,
    /// Who plays against you: random, greedy, uc3m, minimax:DEPTH, alphabeta:DEPTH, bianca:LEVEL
    /// (1 to 60), bianca:SKILL, which plays as people do (first-game, beginner, learner, casual,
    /// club, strong, expert, master, champion), bianca:ELO, as people of that rating do,
    /// bianca:follow, which is as strong as you are from game to game, or person: two people at
    /// one terminal. Without it greedy in games where discs are turned, and alphabeta
    /// in the others.
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Only look on: this player, X, plays against the opponent, bianca:12 if none is named.
    #[arg(long, value_name = "PLAYER")]
    watch: Option<String>,
    /// Your side, x, who moves first, or o; without it you are asked.
    #[arg(long, value_enum, ignore_case = true, conflicts_with = "watch")]
    side: Option<Side>,
    /// Show the best moves with their scores at every move.
    #[arg(long)]
    hints: bool,
    /// A clock for both sides: seconds for the game, and more for each move: 300, 300+5, 60+30/5.
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    tc: Option<TimeControl>,
    /// Let an opponent that plays as people do, such as bianca:club, take a person's time for a
    /// move: 20 seconds at most.
    #[arg(long, conflicts_with = "watch")]
    person_time: bool,
    /// Save each game of Othello in this file at its end, in the format that its name ends with.
    #[arg(long, value_name = "FILE", value_parser = file_to_save)]
    save: Option<PathBuf>,
    /// Do not look through a game of Othello when it is over.
    #[arg(long)]
    no_review: bool,
    /// Talk in lines, also where the terminal has cursor keys.
    #[arg(long)]
    lines: bool,
    /// Talk as the texts do that the games come from: boards and words of the book.
    #[arg(long, conflicts_with_all = ["side", "hints", "tc", "person_time", "save"])]
    classic: bool,
    /// The language: en, es, fr, ja or zh; without it that of the locale.
    #[arg(long, value_name = "LANG")]
    lang: Option<Language>,
    /// Colours on the board.
    #[arg(long, value_enum, default_value_t = Colors::Auto)]
    color: Colors,
    /// Makes what is drawn at random repeatable.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colors {
    /// If the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Even if it is not.
    Always,
    /// Letters only.
    Never,
}

/// A side at the table.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    /// Who moves first; black.
    X,
    /// The other; white.
    #[value(alias = "0")]
    O,
}

fn clock(text: &str) -> Result<TimeControl, String> {
    match format!("tc={text}").parse() {
        Ok(Limit::Clock(control)) => Ok(control),
        Ok(_) => Err("a clock expected".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A file that can be written at the end of a game; better to be told before it.
fn file_to_save(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if FileFormat::of_path(&path).is_some_and(FileFormat::is_writable) {
        Ok(path)
    } else {
        Err(format!(
            "its end says no format that can be written: {}",
            FileFormat::writable_names()
        ))
    }
}

/// Plays until the person has had enough.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let words = arguments.words();
    let stdout = io::stdout();
    let is_terminal = io::stdin().is_terminal() && stdout.is_terminal();
    let choice = match arguments.color {
        Colors::Always => ColorChoice::Always,
        Colors::Never => ColorChoice::Never,
        Colors::Auto => AutoStream::choice(&stdout),
    };
    let colors = choice != ColorChoice::Never;
    let size = crossterm::terminal::size().ok();
    let has_room =
        size.is_some_and(|(columns, rows)| columns >= LEAST_SIZE.0 && rows >= LEAST_SIZE.1);
    let moves_cursor = std::env::var_os("TERM").is_none_or(|name| name != "dumb");
    let by_keys = is_terminal && has_room && moves_cursor && !arguments.lines && !arguments.classic;
    let terminal = if by_keys {
        Terminal::with_keys(Keys::take_terminal()?, stdout, words)
    } else {
        let columns = size
            .filter(|_| is_terminal)
            .map(|(columns, _)| usize::from(columns));
        let columns = columns.filter(|columns| *columns > 0);
        Terminal::with_lines(BufReader::new(io::stdin()), stdout, columns, words)
    };
    let interrupted = converse(arguments, terminal.colored(colors))?;
    if interrupted {
        keys::interrupt();
    }
    Ok(())
}

/// Talks with a person; gives whether he has interrupted the program. The terminal is as it was
/// then.
fn converse(arguments: Arguments, mut terminal: Terminal) -> Result<bool, CliError> {
    let arguments = arguments.seeded();
    let name = arguments.game.join(" ");
    let mut game = catalogue::game(&name).map_err(wrong_arguments)?;
    arguments.check_save(&*game)?;
    if arguments.classic || arguments.watch.is_some() && !terminal.has_keys() {
        let ended = arguments.by_lines(&mut terminal, &mut *game, &name);
        return say_goodbye(&mut terminal, None, ended?);
    }
    if game.kind().is_puzzle() && arguments.watch.is_none() {
        let given = [
            (arguments.opponent.is_some(), "--opponent"),
            (arguments.side.is_some(), "--side"),
        ];
        if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
            let reason = format!("{option}: {} is played alone", game.name());
            return Err(wrong_arguments(reason));
        }
    }
    let helper = Helper::new(&name)?;
    let words = terminal.words;
    let seats = match arguments.seats(&mut terminal, &*game, &name)? {
        Ok(seats) => seats,
        Err(ended) => return say_goodbye(&mut terminal, None, Err(ended)),
    };
    let mut table = Table::new(terminal, seats, helper, arguments.hints, arguments.tc);
    table.desk.reviews = !arguments.no_review;
    let ended = ending::play(&mut table, &mut *game, arguments.save.clone());
    let desk = &mut table.desk;
    let is_lost = ended.is_err() && game.turns() > 0 && (desk.ending.is_none() || desk.unkept);
    let moves = is_lost.then(|| person::moves_so_far(words, &*game));
    say_goodbye(&mut desk.terminal, moves.as_deref(), ended)
}

/// Says what there is to say at the end; whether the person has interrupted the program.
fn say_goodbye(
    terminal: &mut Terminal,
    moves: Option<&str>,
    ended: Result<(), Ended>,
) -> Result<bool, CliError> {
    let thanks = matches!(ended, Err(Ended::Left)).then_some(terminal.words.thanks());
    let written = match &ended {
        Err(Ended::Broken(_)) => Ok(()),
        _ => terminal.leave_view().and_then(|()| {
            let mut texts = moves.into_iter().chain(thanks);
            texts.try_for_each(|text| terminal.say(text))
        }),
    };
    let ended = match ended {
        Ok(()) | Err(Ended::Left) => written.map_err(Ended::Broken),
        other => other,
    };
    match ended {
        Ok(()) | Err(Ended::Left) => Ok(false),
        Err(Ended::Interrupted) => Ok(true),
        // The reader of our output has gone; there is nobody to read more.
        Err(Ended::Broken(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(Ended::Broken(error)) => Err(error.into()),
        Err(Ended::Player(error)) => Err(error.into()),
        Err(Ended::Game(error)) => Err(error.into()),
        Err(Ended::Unsaved(reason)) => Err(reason.into()),
    }
}

impl Arguments {
    /// Whether games can be saved where they are to be; better to be told before one.
    fn check_save(&self, game: &dyn Game) -> Result<(), CliError> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        if game.othello().is_none() {
            let name = game.name();
            let reason = format!("--save: {name} has no files of games, only Othello has");
            return Err(wrong_arguments(reason));
        }
        // One that exists is not replaced, whatever it holds: a person is asked for another at the
        // end.
        let kind = OutputKind::Games(FileFormat::Ggf);
        Ok(OutputCheck::new([], true).check(Some(path), kind)?)
    }

    fn words(&self) -> Words {
        Words::of(self.lang.unwrap_or_else(locale::language))
    }

    /// The same with a seed, if need be by chance.
    fn seeded(self) -> Arguments {
        let seed = self.seed.unwrap_or_else(|| {
            let seed = rand::make_rng::<StdRng>().random_range(1..MOST_BY_CHANCE);
            log::info!("--seed {seed} draws the same");
            seed
        });
        Arguments {
            seed: Some(seed),
            ..self
        }
    }

    /// The player of this name, its draws repeatable.
    fn player(&self, name: &str, game: &str) -> Result<Box<dyn Player>, CliError> {
        let player = catalogue::by_name(name, game);
        let mut player = player.map_err(|error: CatalogueError| match error {
            CatalogueError::Memory(_) => error.into(),
            error => wrong_arguments(error),
        })?;
        if let Some(seed) = self.seed {
            let set = player.set_option("Seed", &seed.min(i64::MAX as u64).to_string());
            match set {
                // Who draws nothing has no seed.
                Ok(()) | Err(OptionError::Unknown(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if self.person_time {
            if !plays_as_people(&*player) {
                return Err(takes_no_time(name));
            }
            player.set_option("PersonTime", "true")?;
        }
        Ok(player)
    }

    fn opponent(&self, game: &dyn Game) -> &str {
        let usual = match () {
            () if game.kind().is_puzzle() => "shortest",
            () if game.othello().is_some() && self.watch.is_some() => "bianca:12",
            () if standing::counts_discs(game) => "greedy",
            () => "alphabeta",
        };
        self.opponent.as_deref().unwrap_or(usual)
    }

    /// A conversation as in the texts, or a game that is only looked on.
    fn by_lines(
        &self,
        terminal: &mut Terminal,
        game: &mut dyn Game,
        name: &str,
    ) -> Result<Result<(), Ended>, CliError> {
        let opponent_name = self.opponent(game).to_owned();
        let mut opponent = self.player(&opponent_name, name)?;
        if let Some(watched) = &self.watch {
            for (given, option) in [(self.hints, "--hints"), (self.tc.is_some(), "--tc")] {
                if given {
                    let reason = format!("{option} with --watch needs a terminal with cursor keys");
                    return Err(wrong_arguments(reason));
                }
            }
            let mut player = self.player(watched, name)?;
            let players: [&mut dyn Player; 2] = [&mut *player, &mut *opponent];
            return Ok(watch::watch(
                terminal,
                game,
                players,
                [watched, &opponent_name],
                self.save.as_deref(),
            ));
        }
        let mut random = match self.seed {
            Some(seed) => StdRng::seed_from_u64(seed),
            None => rand::make_rng(),
        };
        Ok(classic::play(terminal, game, &mut *opponent, &mut random))
    }

    /// Who sits where; the person is asked for a side if it was not named.
    fn seats(
        &self,
        terminal: &mut Terminal,
        game: &dyn Game,
        name: &str,
    ) -> Result<Result<[Seat; 2], Ended>, CliError> {
        let words = terminal.words;
        let opponent = self.opponent(game);
        let person = |name: &str| Seat {
            name: name.to_owned(),
            player: None,
        };
        let nobody = game.kind().is_puzzle() || opponent.eq_ignore_ascii_case(PERSON);
        if self.person_time && nobody {
            return Err(takes_no_time(opponent));
        }
        if game.kind().is_puzzle() && self.watch.is_none() {
            return Ok(Ok([person(words.you()), person(words.you())]));
        }
        if opponent.eq_ignore_ascii_case(PERSON) && self.watch.is_none() {
            return Ok(Ok([person("X"), person("O")]));
        }
        let computer = |player: &str| -> Result<Seat, CliError> {
            Ok(Seat {
                name: player.to_owned(),
                player: Some(self.player(player, name)?),
            })
        };
        let opponent = computer(opponent)?;
        if let Some(watched) = &self.watch {
            return Ok(Ok([computer(watched)?, opponent]));
        }
        let side = match self.side {
            Some(Side::X) => Ok(Color::Black),
            Some(Side::O) => Ok(Color::White),
            None => ask_side(terminal, game.kind()),
        };
        Ok(side.map(|side| match side {
            Color::Black => [person(words.you()), opponent],
            Color::White => [opponent, person(words.you())],
        }))
    }
}

/// Whether a player errs as people of some rating do.
fn plays_as_people(player: &dyn Player) -> bool {
    player.options().iter().any(|option| match option.kind {
        OptionKind::Number { max, .. } => option.name == "Elo" && option.value != max.to_string(),
        _ => false,
    })
}

fn takes_no_time(player: &str) -> CliError {
    wrong_arguments(format!(
        "--person-time: {player} does not play as people do; bianca:club does, or bianca:follow"
    ))
}

/// Which side the person wants to be. Who has never played may ask for the rules first.
fn ask_side(terminal: &mut Terminal, game: GameKind) -> Result<Color, Ended> {
    let words = terminal.words;
    loop {
        let said = terminal.ask(words.which_side())?;
        match said.as_str() {
            "x" | "" => return Ok(Color::Black),
            "o" | "0" => return Ok(Color::White),
            said => {
                let asked = said.split_whitespace().next().and_then(command);
                if matches!(asked, Some(Command::Rules | Command::Help)) {
                    terminal.say(words.rules(game.name()))?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
