//! What a user writes about an engine: `name=A cmd=/path/engine --flag proto=gtp option.Level=10`.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

use super::builtin::BuiltIn;
use super::limit::{Limit, LimitError};
use bianca_play::player::catalogue::CatalogueError;

/// The variable of the environment that no program is started with: it holds the password of a
/// bridge to a game server, which is no engine's business.
pub const SECRET_VARIABLE: &str = "BIANCA_GGS_PASSWORD";

/// An engine as the match was given it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Name in tables and records.
    pub name: String,
    /// What plays.
    pub kind: EngineKind,
    /// Its own limit, if it differs from the match's.
    pub limit: Option<Limit>,
}

/// What plays under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// A player inside this process.
    BuiltIn(BuiltIn),
    /// A process that is spoken to.
    Program(Program),
}

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The executable (searched on the PATH) and its arguments; never empty.
    pub command: Vec<String>,
    /// Working directory; the match's own if not given.
    pub directory: Option<PathBuf>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Options to set, in their order.
    pub options: Vec<(String, String)>,
}

/// A language that engines speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// GTP version 2 with Othello's habits.
    #[default]
    Gtp,
    /// NBoard, version 2.
    NBoard,
    /// The Universal Game Interface.
    Ugi,
    /// Cassio's engine protocol.
    Cassio,
    /// The Chess Engine Communication Protocol with the variant `reversi`.
    XBoard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 5] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Ugi,
        Protocol::Cassio,
        Protocol::XBoard,
    ];

    /// As `proto=` names it.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Ugi => "ugi",
            Protocol::Cassio => "cassio",
            Protocol::XBoard => "xboard",
        }
    }

    /// The names of all, for a message.
    pub fn names() -> String {
        Protocol::ALL.map(Protocol::name).join(", ")
    }
}

impl FromStr for Protocol {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Protocol, SpecError> {
        let mut all = Protocol::ALL.into_iter();
        let named = all.find(|protocol| protocol.name() == text);
        named.ok_or_else(|| SpecError::BadProtocol(text.to_owned()))
    }
}

/// An engine that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Quotes that do not close.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
    /// A word before any field.
    #[error(
        "'{0}' belongs to no field (name=, cmd=, proto=, dir=, option.NAME=, st=, tc=, depth=, nodes=, limit=level)"
    )]
    StrayWord(String),
    /// Fields that stand as in other programs.
    #[error(
        "the fields of '{0}' are parted by commas: part them by blanks, as in \"name=A cmd=B st=1\""
    )]
    Commas(String),
    /// Without a command there is nothing to start.
    #[error("cmd= is missing in '{0}'")]
    NoCommand(String),
    /// A protocol that is not spoken here.
    #[error("'{0}' is not a protocol ({names})", names = Protocol::names())]
    BadProtocol(String),
    /// A built-in player that does not exist.
    #[error(transparent)]
    BadBuiltIn(#[from] CatalogueError),
    /// A built-in player takes no such field.
    #[error("'{0}' is only for programs, not for player:…")]
    OnlyPrograms(String),
    /// A built-in player that does not search so.
    #[error("player:{player} does not go by '{limit}'")]
    Unheeded {
        /// The player.
        player: String,
        /// Its limit.
        limit: Limit,
    },
    /// An engine without a name.
    #[error("there is no name after name= in '{0}'")]
    NoName(String),
    /// Two fields that say the same of an engine, or two limits.
    #[error("'{0}' and '{1}' cannot both be given to one engine")]
    Both(String, String),
    /// A limit that cannot be read.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

impl EngineSpec {
    /// Its limit in a match that prescribes `of_match`: its own before the match's, but a built-in
    /// player whose name says how deep it looks goes by that.
    pub fn limit(&self, of_match: Limit) -> Limit {
        match self.kind {
            EngineKind::BuiltIn(built_in) if built_in.has_strength() => {
                self.limit.unwrap_or_default()
            }
            _ => self.limit.unwrap_or(of_match),
        }
    }

    /// Whether it goes by `of_match`, the limit that a match prescribes.
    pub fn heeds(&self, of_match: Limit) -> bool {
        let can = match self.kind {
            EngineKind::BuiltIn(built_in) => !built_in.has_strength() && built_in.heeds(of_match),
            EngineKind::Program(_) => true,
        };
        can && self.limit.is_none()
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads the fields in any order. Words are split as a shell does, so quotes protect blanks
    /// (but on Windows a backslash is a part of a path);
    /// words that follow `cmd=` and begin no field are arguments of the command. Without a name
    /// the engine is called by the last part of its command's path.
    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let words = words(text).ok_or_else(|| SpecError::OpenQuote(text.to_owned()))?;
        if words.iter().any(|word| has_commas(word)) {
            return Err(SpecError::Commas(text.to_owned()));
        }
        if let Some((one, other)) = rivals(&words) {
            return Err(SpecError::Both(one.to_owned(), other.to_owned()));
        }
        let mut name = None;
        let mut command = Vec::new();
        let mut directory = None;
        let mut protocol = None;
        let mut options = Vec::new();
        let mut limit = None;
        let mut in_command = false;
        for word in words {
            let field = word.split_once('=');
            let was_in_command = std::mem::take(&mut in_command);
            match field {
                Some(("name", "")) => return Err(SpecError::NoName(text.to_owned())),
                Some(("name", value)) => name = Some(value.to_owned()),
                Some(("cmd", value)) => {
                    command = vec![value.to_owned()];
                    in_command = true;
                }
                Some(("dir", value)) => directory = Some(PathBuf::from(value)),
                Some(("proto", name)) => protocol = Some(name.parse()?),
                Some(("limit", value)) => limit = Some(value.parse()?),
                Some(("st" | "tc" | "depth" | "nodes", _)) => limit = Some(word.parse()?),
                Some((key, value)) if key.starts_with("option.") => {
                    options.push((key["option.".len()..].to_owned(), value.to_owned()));
                }
                _ if was_in_command => {
                    command.push(word);
                    in_command = true;
                }
                _ => return Err(SpecError::StrayWord(word)),
            }
        }
        let executable = command.first().filter(|executable| !executable.is_empty());
        let executable = executable.ok_or_else(|| SpecError::NoCommand(text.to_owned()))?;
        let file_name = executable.rsplit('/').next().unwrap_or(executable);
        let default_name = executable.strip_prefix("player:").unwrap_or(file_name);
        let name = name.unwrap_or_else(|| default_name.to_owned());
        let kind = match executable.strip_prefix("player:") {
            Some(built_in) => {
                let field = |is_given: bool, field: &str| is_given.then(|| field.to_owned());
                let given = [
                    command.get(1).cloned(),
                    field(directory.is_some(), "dir="),
                    field(protocol.is_some(), "proto="),
                    field(!options.is_empty(), "option."),
                ];
                if let Some(field) = given.into_iter().flatten().next() {
                    return Err(SpecError::OnlyPrograms(field));
                }
                let player: BuiltIn = built_in.parse()?;
                if let Some(limit) = limit.filter(|&limit| !player.heeds(limit)) {
                    let player = built_in.to_owned();
                    return Err(SpecError::Unheeded { player, limit });
                }
                EngineKind::BuiltIn(player)
            }
            None => EngineKind::Program(Program {
                command,
                directory,
                protocol: protocol.unwrap_or_default(),
                options,
            }),
        };
        Ok(EngineSpec { name, kind, limit })
    }
}

/// What a field says of an engine: all limits say one thing. `None` for a word that is no field.
fn subject(word: &str) -> Option<&str> {
    match word.split_once('=')?.0 {
        "limit" | "st" | "tc" | "depth" | "nodes" => Some("limit"),
        key @ ("name" | "cmd" | "dir" | "proto") => Some(key),
        key => key.starts_with("option.").then_some(key),
    }
}

/// The first two fields of which only one can be meant.
fn rivals(words: &[String]) -> Option<(&str, &str)> {
    words.iter().enumerate().find_map(|(number, word)| {
        let subject_of_word = subject(word)?;
        let mut before = words[..number].iter();
        let rival = before.find(|other| subject(other) == Some(subject_of_word))?;
        Some((rival.as_str(), word.as_str()))
    })
}

/// The words of a spec; `None` if a quote is open.
fn words(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) {
        words_with_backslashes(text)
    } else {
        shlex::split(text)
    }
}

/// Words between blanks; quotes of both kinds protect blanks, and nothing else means anything.
fn words_with_backslashes(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Whether a word holds several fields with commas between them.
fn has_commas(word: &str) -> bool {
    const FIELDS: [&str; 9] = [
        "name=", "cmd=", "proto=", "dir=", "option.", "st=", "tc=", "depth=", "nodes=",
    ];
    let begins = |text: &str| FIELDS.iter().any(|field| text.starts_with(field));
    let mut parts = word.split(',').map(str::trim_start);
    parts.next().is_some_and(begins) && parts.any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn program(text: &str) -> Program {
        match text.parse::<EngineSpec>().unwrap().kind {
            EngineKind::Program(program) => program,
            EngineKind::BuiltIn(built_in) => panic!("{built_in:?}"),
        }
    }

    #[test]
    fn fields_come_in_any_order() {
        let spec: EngineSpec =
            "proto=gtp cmd=/opt/e --level=4 x option.Level=10 st=0.5 name=A option.Book='a b'"
                .parse()
                .unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(
            spec.limit,
            Some(Limit::MoveTime(Duration::from_millis(500)))
        );
        let EngineKind::Program(program) = spec.kind else {
            panic!("not a program");
        };
        assert_eq!(program.command, ["/opt/e", "--level=4", "x"]);
        let options = [("Level", "10"), ("Book", "a b")];
        assert_eq!(
            program.options,
            options.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
    }

    #[test]
    fn quotes_protect_blanks_and_the_name_has_a_default() {
        assert_eq!(
            program("cmd='/my engines/e' -q").command,
            ["/my engines/e", "-q"]
        );
        let spec: EngineSpec = "cmd=/usr/games/gtp-rhino".parse().unwrap();
        assert_eq!(spec.name, "gtp-rhino");
        let built_in: EngineSpec = "cmd=player:greedy".parse().unwrap();
        assert_eq!(
            (built_in.name.as_str(), built_in.kind),
            ("greedy", EngineKind::BuiltIn("greedy".parse().unwrap()))
        );
        let built_in: EngineSpec = "cmd=player:minimax:4".parse().unwrap();
        assert_eq!(built_in.name, "minimax:4");
    }

    #[test]
    fn on_windows_backslashes_stand_for_themselves() {
        let words = |text: &str| words_with_backslashes(text).unwrap();
        assert_eq!(
            words(r#"name=a cmd="C:\Program Files\e.exe" -q ''"#),
            ["name=a", r"cmd=C:\Program Files\e.exe", "-q", ""]
        );
        assert_eq!(words(" \t"), [""; 0]);
        assert_eq!(words_with_backslashes("cmd='e"), None);
    }

    #[test]
    fn the_error_holds_the_word() {
        let error = |text: &str| text.parse::<EngineSpec>().unwrap_err();
        assert_eq!(error("name=A"), SpecError::NoCommand("name=A".into()));
        assert_eq!(error("cmd="), SpecError::NoCommand("cmd=".into()));
        assert_eq!(error("bianca"), SpecError::StrayWord("bianca".into()));
        assert_eq!(
            error("cmd=e proto=uci"),
            SpecError::BadProtocol("uci".into())
        );
        let unknown = CatalogueError::Player("god".into());
        assert_eq!(error("cmd=player:god"), SpecError::BadBuiltIn(unknown));
        assert_eq!(
            error("cmd=player:random proto=gtp"),
            SpecError::OnlyPrograms("proto=".into())
        );
        assert_eq!(
            error("cmd=player:random foo=1"),
            SpecError::OnlyPrograms("foo=1".into())
        );
        for (player, limit) in [
            ("first", "st=1"),
            ("random", "tc=5+1"),
            ("greedy", "nodes=5"),
            ("uc3m", "depth=3"),
        ] {
            let unheeded = SpecError::Unheeded {
                player: player.to_owned(),
                limit: limit.parse().unwrap(),
            };
            assert_eq!(error(&format!("cmd=player:{player} {limit}")), unheeded);
        }
        for text in ["greedy limit=level", "uc3m st=1", "minimax nodes=5"] {
            assert!(format!("cmd=player:{text}").parse::<EngineSpec>().is_ok());
        }
        let nameless = "cmd=x name=";
        assert_eq!(error(nameless), SpecError::NoName(nameless.into()));
        assert_eq!(error("cmd='e"), SpecError::OpenQuote("cmd='e".into()));
        for text in [
            "name=A,cmd=e",
            "cmd=e,st=1",
            "name=A 'cmd=e, option.Level=3'",
        ] {
            assert_eq!(error(text), SpecError::Commas(text.into()));
        }
        for (text, one, other) in [
            ("cmd=e limit=level depth=3", "limit=level", "depth=3"),
            ("st=1 cmd=e tc=5+1", "st=1", "tc=5+1"),
            ("cmd=e nodes=5 name=A nodes=5", "nodes=5", "nodes=5"),
            ("name=A cmd=e name=B", "name=A", "name=B"),
            ("cmd=e -q cmd=f", "cmd=e", "cmd=f"),
            (
                "cmd=e option.Level=1 option.Level=2",
                "option.Level=1",
                "option.Level=2",
            ),
        ] {
            assert_eq!(error(text), SpecError::Both(one.into(), other.into()));
        }
        let options = program("cmd=e --depth=3 depth=4 option.A=1 option.B=1").options;
        assert_eq!(options.len(), 2);
        assert_eq!(program("cmd=e --list=a,b option.Book=a,b").options.len(), 1);
        assert!(matches!(error("cmd=e st=x"), SpecError::Limit(_)));
        let limit = |text: &str| text.parse::<EngineSpec>().unwrap().limit(Limit::Depth(9));
        assert_eq!(limit("cmd=e"), Limit::Depth(9));
        assert_eq!(limit("cmd=player:bianca"), Limit::Depth(9));
        assert_eq!(limit("cmd=player:bianca:3"), Limit::Level);
        assert_eq!(limit("cmd=player:minimax:3 nodes=5"), Limit::Nodes(5));
        let heeds = |text: &str, limit| text.parse::<EngineSpec>().unwrap().heeds(limit);
        assert!(heeds("cmd=e", Limit::Nodes(5)));
        assert!(heeds("cmd=player:minimax", Limit::Nodes(5)));
        for text in ["e nodes=5", "player:greedy", "player:bianca:3"] {
            assert!(!heeds(&format!("cmd={text}"), Limit::Nodes(5)), "{text}");
        }
        let level: EngineSpec = "cmd=e level limit=level".parse().unwrap();
        assert_eq!(level.limit, Some(Limit::Level));
    }
}
