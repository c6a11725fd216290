//! `bianca match`: engines play each other, and the result is judged.

mod progress;
mod result;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};

use super::Failure;
use super::openings::OpeningArguments;
use crate::arena::archive::{Archive, Format, annotated};
use crate::arena::journal::{Entry, FORMAT, Header, Journal, JournalError};
use crate::arena::judge::Strictness;
use crate::arena::limit::Limit;
use crate::arena::opening::parse_openings;
use crate::arena::report;
use crate::arena::runner::{Match, Next};
use crate::arena::schedule::{Schedule, Tournament};
use crate::arena::spec::EngineSpec;
use crate::arena::sprt::{Sprt, Verdict};
use crate::arena::standings::Standings;
use crate::record::annotated::AnnotatedGame;
use progress::Progress;

/// Who plays, how long, how often, and what is kept of it.
#[derive(Args)]
#[command(group(ArgGroup::new("limit").multiple(false)))]
pub struct Arguments {
    /// An engine; give two or more. Fields: cmd=COMMAND ARGUMENTS (or cmd=player:random, greedy,
    /// first), name=NAME, proto=gtp or nboard, dir=DIRECTORY, option.NAME=VALUE, and a limit of
    /// its own: st=, tc=, depth=, nodes= or limit=level. Quotes protect blanks.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// Games of each pairing; rounded up to even, because each opening is played with both
    /// colours.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = Pairings::RoundRobin)]
    tournament: Pairings,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS", group = "limit")]
    st: Option<String>,
    /// A clock in seconds: MAIN, MAIN+INCREMENT, or MAIN+PERIOD/MOVES (Canadian byo-yomi).
    #[arg(long, value_name = "CLOCK", group = "limit")]
    tc: Option<String>,
    /// Plies to search for each move.
    #[arg(long, value_name = "PLIES", group = "limit")]
    depth: Option<String>,
    /// Positions to visit for each move.
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<String>,
    /// Milliseconds over the time that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Seconds without a reply, beyond any clock, after which an engine is taken to hang.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
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
    /// Write each game to this file as it ends, in Generic Game Format, one a line.
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Write each game to this file as it ends, in Smart Game Format, one a line.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// At the end, draw the match as a page for a browser: one HTML file that needs no network.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Stop as soon as a sequential test has decided: elo0=0 elo1=5 alpha=.05 beta=.05.
    #[arg(long, value_name = "TEST", num_args = 1..=4)]
    sprt: Vec<String>,
    /// Print the result as one JSON object; progress goes to standard error.
    #[arg(long)]
    json: bool,
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
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    let limit = arguments.limit()?;
    let engines = arguments.engines()?;
    let sprt = arguments.sprt(engines.len())?;
    let rounds = arguments.games.div_ceil(2) as usize;
    let kept = arguments.kept_journal()?;

    let (openings, seed) = match &kept {
        // The openings are those of the log: the file or the engine that balanced them may
        // have changed since.
        Some((header, _)) => (parse_openings(&header.openings.join("\n"))?, header.seed),
        None => arguments.openings.openings(rounds)?,
    };
    let tournament = match arguments.tournament {
        Pairings::RoundRobin => Tournament::RoundRobin,
        Pairings::Gauntlet => Tournament::Gauntlet,
    };
    let header = Header {
        bianca_match: FORMAT,
        engines: engines.iter().map(|spec| spec.name.clone()).collect(),
        commands: (arguments.engines.iter().zip(&engines))
            .map(|(text, spec)| format!("{text} ({})", spec.limit.unwrap_or(limit)))
            .collect(),
        tournament: arguments.tournament.name().to_owned(),
        openings: openings
            .iter()
            .map(|opening| opening.text.clone())
            .collect(),
        source: arguments.openings.source(),
        seed,
    };
    let schedule = Schedule::new(tournament, engines.len(), rounds, openings.len());
    let the_match = Match {
        engines,
        limit,
        strictness: Strictness {
            margin: Duration::from_millis(arguments.margin),
            patience: Duration::from_secs(arguments.patience),
        },
        openings,
        schedule,
        seed,
        concurrency: usize::from(arguments.concurrency),
    };
    the_match
        .check_engines()
        .map_err(|(number, fault)| format!("engine '{}': {fault}", header.engines[number]))?;

    let (mut journal, mut played) = arguments.journal(&header, kept)?;
    let mut archives = arguments.archives()?;
    let mut standings = Standings::new(header.engines.len());
    let mut done = vec![false; the_match.schedule.len()];
    for entry in &played {
        if let Some(done) = done.get_mut(entry.game) {
            *done = true;
            standings.add(entry);
        }
        archives.add(&annotated(&header, &the_match.openings, entry))?;
    }
    let mut progress = Progress::new(&header, done.len(), arguments.json);
    progress.begin(&standings, arguments.margin);
    let decided = |standings: &Standings| {
        let pairing = standings.pairing(0, 1);
        sprt.zip(pairing)
            .is_some_and(|(sprt, tally)| sprt.verdict(&tally.pairs) != Verdict::Open)
    };
    let mut failure = None;
    if !decided(&standings) {
        the_match.run(
            |game| done[game],
            |entry| {
                let game = annotated(&header, &the_match.openings, &entry);
                let recorded = journal
                    .as_mut()
                    .map_or(Ok(()), |journal| journal.record(&entry));
                let kept = recorded
                    .map_err(Failure::from)
                    .and_then(|()| archives.add(&game));
                if let Err(error) = kept {
                    failure = Some(error);
                    return Next::Stop;
                }
                standings.add(&entry);
                progress.finished(&entry, &standings);
                played.push(entry);
                if decided(&standings) {
                    Next::Stop
                } else {
                    Next::Continue
                }
            },
        );
    }
    progress.end();
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some(path) = &arguments.report {
        let page = report::html(&header, &the_match.openings, &played, sprt);
        std::fs::write(path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if arguments.json {
        writeln!(io::stdout(), "{}", result::json(&header, &standings, sprt))?;
    } else {
        write!(io::stdout(), "{}", result::text(&header, &standings, sprt))?;
    }
    Ok(())
}

/// The files that games are written to as they end.
struct Archives(Vec<Archive>);

impl Archives {
    fn add(&mut self, game: &AnnotatedGame) -> Result<(), Failure> {
        for archive in &mut self.0 {
            let added = archive.add(game);
            added.map_err(|error| format!("cannot write the games: {error}"))?;
        }
        Ok(())
    }
}

impl Arguments {
    /// The files to write games to. A match that goes on writes them anew from its journal.
    fn archives(&self) -> Result<Archives, Failure> {
        let wanted = [(&self.ggf, Format::Ggf), (&self.sgf, Format::Sgf)];
        let mut archives = Vec::new();
        for (path, format) in wanted {
            let Some(path) = path else { continue };
            let archive = Archive::create(path, format, self.resume);
            archives.push(archive.map_err(|error| format!("{}: {error}", path.display()))?);
        }
        Ok(Archives(archives))
    }

    fn limit(&self) -> Result<Limit, Failure> {
        let given = [
            ("st", &self.st),
            ("tc", &self.tc),
            ("depth", &self.depth),
            ("nodes", &self.nodes),
        ];
        let given = given
            .iter()
            .find_map(|(key, value)| Some((key, value.as_ref()?)));
        Ok(match given {
            Some((key, value)) => format!("{key}={value}").parse()?,
            None => Limit::Level,
        })
    }

    fn engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        if self.engines.len() < 2 {
            return Err("a match needs two engines: give --engine twice".into());
        }
        let mut engines: Vec<EngineSpec> = Vec::new();
        for text in &self.engines {
            let spec: EngineSpec = text.parse()?;
            if engines.iter().any(|other| other.name == spec.name) {
                let name = spec.name;
                return Err(format!("two engines are called '{name}': give name=").into());
            }
            engines.push(spec);
        }
        Ok(engines)
    }

    fn sprt(&self, engines: usize) -> Result<Option<Sprt>, Failure> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        if engines != 2 {
            return Err("--sprt is for a match of two engines".into());
        }
        Ok(Some(self.sprt.join(" ").parse()?))
    }

    /// What the log file holds, if it is to be gone on with.
    fn kept_journal(&self) -> Result<Kept, Failure> {
        match &self.log {
            Some(path) if self.resume && path.exists() => Ok(Journal::read(path)?),
            _ => Ok(None),
        }
    }

    /// The journal to write, and the games that it has.
    fn journal(
        &self,
        header: &Header,
        kept: Kept,
    ) -> Result<(Option<Journal>, Vec<Entry>), Failure> {
        let Some(path) = &self.log else {
            return Ok((None, Vec::new()));
        };
        let Some((old, entries)) = kept else {
            if self.resume && path.exists() {
                // It was killed within its first line.
                std::fs::remove_file(path)?;
            }
            return Ok((Some(Journal::create(path, header)?), Vec::new()));
        };
        old.same_match(header)
            .map_err(|field| JournalError::OtherMatch {
                path: path.clone(),
                field,
            })?;
        Ok((Some(Journal::reopen(path)?), entries))
    }
}

type Kept = Option<(Header, Vec<Entry>)>;
