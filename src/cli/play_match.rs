//! `bianca match`: engines play each other, and the result is judged.

mod progress;
mod record;
mod result;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::engines::{ENDING, EngineLogArgument, LimitArguments, PatienceArgument, engines};
use super::openings::OpeningArguments;
use crate::command_line::game_files::GameOutputs;
use crate::command_line::locale;
use crate::command_line::signals::Signals;
use crate::command_line::{CliError, wrong_arguments};
use bianca_arena::arena::adjudication::{Adjudication, RuleError};
use bianca_arena::arena::builtin::OTHELLO;
use bianca_arena::arena::guard;
use bianca_arena::arena::journal::{Journal, MatchHeader};
use bianca_arena::arena::limit::Limit;
use bianca_arena::arena::opening::parse_openings;
use bianca_arena::arena::report;
use bianca_arena::arena::runner::{Board, Match};
use bianca_arena::arena::schedule::{Schedule, Tournament};
use bianca_arena::arena::small::SmallGame;
use bianca_arena::arena::spec::EngineSpec;
use bianca_arena::arena::sprt::{Sprt, SprtError};
use bianca_arena::arena::timekeeper::Strictness;
use bianca_records::log::{Content, Existing, LogError, OpenLog};
use bianca_system::foreign::shown_json;
use bianca_system::jobs::Next;
use bianca_system::language::Language;
use progress::{MatchProgress, Voice};
use record::MatchRecord;

/// Let engines play each other and judge the result.
#[derive(Args)]
pub struct Arguments {
    /// An engine; give two or more. Fields: cmd=COMMAND ARGUMENTS, or cmd=player:NAME for one of
    /// Bianca's own (bianca, bianca:LEVEL, bianca:SKILL as in bianca:beginner, bianca:ELO, random,
    /// greedy, uc3m, minimax, minimax:DEPTH, alphabeta, alphabeta:DEPTH, first); name=NAME,
    /// proto=gtp, nboard, ugi, cassio or xboard, dir=DIRECTORY, option.NAME=VALUE, and one limit of
    /// its own, which goes before the match's: st=, tc=, depth=, nodes= or limit=level. Blanks part
    /// the fields, each given once; quotes protect blanks. A player with a LEVEL, SKILL or DEPTH
    /// goes by it, or by a limit of its own, whatever the match prescribes; first, random and
    /// greedy never search and take no limit, uc3m no depth.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// What is played: othello, reversi, tictactoe [H V K] or tree [VALUES]; games other than
    /// Othello only by players of Bianca's own.
    #[arg(long, value_name = "GAME", num_args = 1.., default_value = "othello",
          allow_negative_numbers = true)]
    game: Vec<String>,
    /// Games of each pairing; rounded up to even, because each opening is played with both
    /// colours.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = Pairings::RoundRobin)]
    tournament: Pairings,
    #[command(flatten)]
    limit: LimitArguments,
    /// Milliseconds over the time that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    margin: u64,
    #[command(flatten)]
    patience: PatienceArgument,
    #[command(flatten)]
    engine_log: EngineLogArgument,
    #[command(flatten)]
    openings: OpeningArguments,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Keep each game as a line of JSON in this file as it ends.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the match of the log file, if it exists.
    #[arg(long, requires = "log")]
    resume: bool,
    #[command(flatten)]
    outputs: GameOutputs,
    /// The language of the report: en, es, fr, ja or zh. Without it that of the locale.
    #[arg(long = "lang", value_name = "LANG", requires = "report")]
    language: Option<Language>,
    /// Stop as soon as a sequential test has decided: elo0=0 elo1=5 alpha=.05 beta=.05.
    #[arg(long, value_name = "TEST", num_args = 1..=4)]
    sprt: Vec<String>,
    /// End a game as a draw once both sides think so: from MOVE on, MOVES moves of each in a row,
    /// within DISCS of zero: movenumber=MOVE movecount=MOVES score=DISCS.
    #[arg(long, value_name = "RULE", num_args = 1..=3)]
    draw: Vec<String>,
    /// End a game as lost once a side thinks so: MOVES moves in a row, DISCS behind or more; with
    /// twosided=true the other must think the same: movecount=MOVES score=DISCS.
    #[arg(long, value_name = "RULE", num_args = 1..=3)]
    resign: Vec<String>,
    /// Print the result as one JSON object; progress goes to standard error.
    #[arg(long)]
    json: bool,
    /// Say nothing but the result.
    #[arg(long)]
    quiet: bool,
    /// In a pipe, say after each N games how the match stands, not after each game.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "quiet",
          value_parser = clap::value_parser!(u64).range(1..))]
    report_every: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Pairings {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl Pairings {
    fn name(self) -> &'static str {
        match self {
            Pairings::RoundRobin => "round-robin",
            Pairings::Gauntlet => "gauntlet",
        }
    }
}

/// Plays the match and prints its result.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    if arguments.engines.len() < 2 {
        return Err(wrong_arguments(
            "a match needs two engines: give --engine twice",
        ));
    }
    let engines = engines(&arguments.engines)?;
    let limit = arguments.limit.limit(&engines)?;
    let sprt = arguments.sprt(engines.len())?;
    let adjudication = arguments.adjudication()?;
    let rounds = arguments.games.div_ceil(2) as usize;
    let log = arguments.log.as_deref();
    arguments.outputs.check(arguments.openings.file(), log)?;
    let open = arguments.open_journal()?;

    let kept = open.as_ref().and_then(OpenLog::content);
    let (board, seed) = arguments.board(kept, rounds)?;
    let header = arguments.header(&engines, limit, &board, seed);
    let tournament = match arguments.tournament {
        Pairings::RoundRobin => Tournament::RoundRobin,
        Pairings::Gauntlet => Tournament::Gauntlet,
    };
    let signals = Signals::heard(ENDING);
    let schedule = Schedule::new(tournament, engines.len(), rounds, header.openings.len());
    let the_match = Match {
        engines,
        limit,
        adjudication,
        strictness: Strictness {
            margin: Duration::from_millis(arguments.margin),
            patience: arguments.patience.for_reply(),
            farewell: arguments.patience.for_end(),
        },
        logs: arguments.engine_log.logs()?,
        board,
        schedule,
        seed,
        concurrency: usize::from(arguments.concurrency),
        stop: signals.stop(),
    };
    if let Ok(executable) = std::env::current_exe() {
        guard::enable(executable, arguments.patience.for_end());
    }
    let checked = the_match.check_engines();
    signals.obey();
    checked.map_err(|(number, fault)| format!("engine '{}': {fault}", header.engines[number]))?;

    let journal = match open {
        Some(open) => {
            let (journal, played) = open.begin(&header)?;
            (Some(journal), played)
        }
        None => (None, Vec::new()),
    };
    // A match that goes on writes them anew from its journal.
    let files = arguments.outputs.open(arguments.resume)?;
    let games = the_match.schedule.games();
    let mut record = MatchRecord::new(&header, &the_match.board, journal, files, games)?;
    let mut progress = MatchProgress::new(&header, games, arguments.voice());
    progress.begin(&record.standings, arguments.margin)?;
    let mut failure: Option<CliError> = None;
    if !record.is_decided(sprt) {
        let done = record.done(games);
        the_match.run(
            |game| done[game],
            |entry| {
                let entered = record.enter(&entry);
                // Nobody may wait for the result; what is played so far is in the log.
                let shown =
                    entered.and_then(|()| Ok(progress.finished(&entry, &record.standings)?));
                if let Err(error) = shown {
                    failure = Some(error);
                    return Next::Stop;
                }
                if record.is_decided(sprt) {
                    Next::Stop
                } else {
                    Next::Continue
                }
            },
        );
    }
    progress.end();
    signals.obey();
    if let Some(error) = failure {
        return Err(error);
    }
    if let Board::Othello(openings) = &the_match.board {
        let language = arguments.language.unwrap_or_else(locale::language);
        let draw = || report::html(language, &header, openings, &record.played, sprt);
        arguments.outputs.write_report(draw)?;
    }
    if arguments.json {
        let result = result::json(&header, &record.standings, sprt).to_string();
        writeln!(io::stdout(), "{}", shown_json(&result))?;
    } else {
        write!(
            io::stdout(),
            "{}",
            result::text(&header, &record.standings, sprt)
        )?;
    }
    Ok(())
}

impl Arguments {
    /// What the match is, as its journal says it.
    fn header(
        &self,
        engines: &[EngineSpec],
        limit: Limit,
        board: &Board,
        seed: u64,
    ) -> MatchHeader {
        MatchHeader {
            game: board.game().to_owned(),
            engines: engines.iter().map(|spec| spec.name.clone()).collect(),
            commands: (self.engines.iter().zip(engines))
                .map(|(text, spec)| format!("{text} ({})", spec.limit(limit)))
                .collect(),
            tournament: self.tournament.name().to_owned(),
            openings: board.lines(),
            source: self.openings.source(matches!(board, Board::Othello(_))),
            seed,
            adjudication: self.adjudication_text(),
        }
    }

    /// The game with its openings, and the seed. A match that goes on has the random openings and
    /// the seed of its journal: whoever balanced them may have changed since. Openings of a file
    /// are read again, so that it is seen if they are others.
    fn board(
        &self,
        kept: Option<&Content<MatchHeader>>,
        rounds: usize,
    ) -> Result<(Board, u64), CliError> {
        let game = self.game.join(" ");
        let is_othello = game.eq_ignore_ascii_case(OTHELLO);
        let kept = kept.map(|content| &content.header);
        if let (Some(path), Some(header)) = (&self.log, kept) {
            let other_run = |difference: String| LogError::OtherRun {
                path: path.clone(),
                difference,
            };
            if is_othello != (header.game == OTHELLO) {
                return Err(other_run("their games differ".to_owned()).into());
            }
            if let Some(seed) = self.openings.given_seed()
                && seed != header.seed
            {
                let difference = format!("its seed is {}, not {seed}", header.seed);
                return Err(other_run(difference).into());
            }
        }
        // What can be had from the journal.
        let drawn = kept.filter(|_| self.openings.file().is_none());
        if is_othello {
            let (openings, seed) = match drawn {
                Some(header) => (parse_openings(&header.openings.join("\n"))?, header.seed),
                None => self.openings.openings(rounds)?,
            };
            return Ok((
                Board::Othello(openings),
                kept.map_or(seed, |header| header.seed),
            ));
        }
        let game = SmallGame::new(&game).map_err(wrong_arguments)?;
        if let Some(option) = self.outputs.given() {
            return Err(wrong_arguments(format!("{option} is for Othello")));
        }
        let (game, seed) = match drawn {
            Some(header) => (game.resumed(header.openings.clone()), header.seed),
            None => self.openings.of_small_game(game, rounds)?,
        };
        Ok((Board::Small(game), kept.map_or(seed, |header| header.seed)))
    }

    /// The journal, if there is to be one.
    fn open_journal(&self) -> Result<Option<OpenLog<MatchHeader>>, LogError> {
        let existing = if self.resume {
            Existing::Resume
        } else {
            Existing::Refuse
        };
        let path = self.log.as_deref();
        path.map(|path| Journal::open(path, existing)).transpose()
    }

    /// Who hears how the match goes, and how often.
    fn voice(&self) -> Voice {
        Voice {
            aside: self.json,
            quiet: self.quiet,
            every: self.report_every,
        }
    }

    fn adjudication(&self) -> Result<Adjudication, CliError> {
        let draw = (!self.draw.is_empty()).then(|| self.draw.join(" ").parse());
        let resign = (!self.resign.is_empty()).then(|| self.resign.join(" ").parse());
        Ok(Adjudication {
            draw: draw
                .transpose()
                .map_err(|error: RuleError| wrong_arguments(format!("--draw: {error}")))?,
            resign: resign
                .transpose()
                .map_err(|error: RuleError| wrong_arguments(format!("--resign: {error}")))?,
        })
    }

    /// The rules as they were asked for; nothing if there are none.
    fn adjudication_text(&self) -> String {
        let rules = [("draw", &self.draw), ("resign", &self.resign)];
        let given = rules.into_iter().filter(|(_, rule)| !rule.is_empty());
        let texts: Vec<String> = given
            .map(|(name, rule)| format!("{name} {}", rule.join(" ")))
            .collect();
        texts.join("; ")
    }

    fn sprt(&self, engines: usize) -> Result<Option<Sprt>, CliError> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        if engines != 2 {
            return Err(wrong_arguments("--sprt is for a match of two engines"));
        }
        let sprt = self.sprt.join(" ").parse();
        sprt.map(Some)
            .map_err(|error: SprtError| wrong_arguments(format!("--sprt: {error}")))
    }
}
