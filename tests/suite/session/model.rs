//! What the session should answer: a small model of it with its own rules of Othello
//! ([`rules`](crate::session::rules)) and its own list of options, nothing of the library.
//!
//! The model is asked only when a reply comes, because it must hear which move the engine chose.
//! It knows nothing of processes, ids or when a line was sent.

use std::collections::BTreeMap;

use crate::session::rules::{BLACK, Board, Game, Move, color_name, name, read, square_name};

/// Empty squares up to which a score that is called exact is computed again.
const CHECKED_EMPTIES: i32 = 7;

const STOPPED: &str = "stopped before the count was done";

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Lines that are not answered.
    Nothing,
    /// An answer that never varies.
    Fixed(&'static str),
    /// One whose beginning never varies.
    Starts(&'static str),
    /// The same game from its start.
    NewGame,
    Othello,
    OtherGame,
    GameName,
    SetBoard(Board, i8),
    Play(Option<i8>, Vec<Move>),
    Undo(usize),
    Redo(usize),
    History,
    Legal(Option<i8>),
    ShowBoard,
    FinalScore,
    SideToMove,
    Perft(u32),
    LongPerft,
    Genmove(Option<i8>),
    RegGenmove(Option<i8>),
    Search {
        best: usize,
        wld: bool,
    },
    Analyze {
        best: usize,
    },
    Eval,
    Option(&'static str),
    SetOption(&'static str, String),
    Quit,
}

/// What the session should be in.
pub struct Model {
    pub game: Game,
    /// Whether a game other than Othello is played; nothing is known of that but its name.
    pub elsewhere: bool,
    options: BTreeMap<&'static str, String>,
}

impl Model {
    /// As a process with a small hash table, level 1 and one thread begins.
    pub fn new() -> Model {
        let options = [
            ("Threads", "1"),
            ("Hash", "1"),
            ("Level", "1"),
            ("MoveOverhead", "20"),
            ("Seed", "0"),
            ("Player", "bianca"),
            ("Ponder", "false"),
            ("LogFile", ""),
        ];
        Model {
            game: Game::new(),
            elsewhere: false,
            options: options.map(|(name, value)| (name, value.to_owned())).into(),
        }
    }

    /// Compares an answer with what it should be, and goes on to the state after it.
    pub fn hear(&mut self, ask: &Ask, sign: char, text: &str) -> Result<(), String> {
        let game = &mut self.game;
        let before = game.turns.len();
        let expected: Result<String, String> = match ask {
            Ask::Nothing => unreachable!("it is not answered"),
            // Each game says in its own words what is wrong.
            Ask::Starts(answer) if self.elsewhere => {
                let ok = answer.starts_with(sign) || sign == '?';
                return ok.then_some(()).ok_or_else(|| (*answer).to_owned());
            }
            Ask::Fixed(answer) => {
                let ok = format!("{sign} {text}").trim_end() == *answer;
                return ok.then_some(()).ok_or_else(|| (*answer).to_owned());
            }
            Ask::Starts(answer) => {
                let ok = format!("{sign} {text}").starts_with(answer);
                return ok.then_some(()).ok_or_else(|| (*answer).to_owned());
            }
            Ask::NewGame if self.elsewhere => Ok(String::new()),
            Ask::NewGame | Ask::Othello => {
                *game = Game::new();
                self.elsewhere = false;
                Ok(String::new())
            }
            Ask::OtherGame => {
                self.elsewhere = true;
                Ok(String::new())
            }
            Ask::GameName if self.elsewhere => Ok("TicTacToe".to_owned()),
            Ask::GameName => Ok("Othello".to_owned()),
            Ask::Quit => Ok(String::new()),
            // Of another game only the framing is known.
            _ if self.elsewhere && !is_of_session(ask) => return Ok(()),
            Ask::SetBoard(board, side) => {
                *game = Game::at(board.clone(), *side);
                Ok(String::new())
            }
            Ask::Play(side, moves) => game.play_all(*side, moves).map(|()| String::new()),
            Ask::Undo(count) => game.undo(*count).map(|()| String::new()),
            Ask::Redo(count) => game.redo(*count).map(|()| String::new()),
            Ask::History => {
                let moves = game.turns.iter().map(|&(_, mv)| name(mv));
                Ok(moves.collect::<Vec<_>>().join(" "))
            }
            Ask::Legal(side) => {
                let legal = game.board.legal(side.unwrap_or(game.to_move));
                let legal: Vec<String> = legal.into_iter().map(name).collect();
                Ok(legal.join(" "))
            }
            Ask::ShowBoard => Ok(format!("\n{}", game.drawing())),
            Ask::SideToMove => Ok(color_name(game.to_move).to_owned()),
            Ask::FinalScore if !game.board.is_over() => {
                Err("cannot score: the game is not over".to_owned())
            }
            Ask::FinalScore => Ok(match game.board.result(BLACK) {
                0 => "0".to_owned(),
                black if black > 0 => format!("B+{black}"),
                black => format!("W+{}", -black),
            }),
            // A stop may have been read before the count began.
            Ask::Perft(_) if sign == '?' && text == STOPPED => return Ok(()),
            Ask::Perft(depth) => Ok(game.board.perft(game.to_move, *depth).to_string()),
            Ask::LongPerft => {
                let counted = sign == '=' && text.parse::<u64>().is_ok();
                let stopped = sign == '?' && text == STOPPED;
                return if counted || stopped {
                    Ok(())
                } else {
                    Err("a count, or that it was stopped".to_owned())
                };
            }
            Ask::Genmove(side) => match game.give_turn_to(side.unwrap_or(game.to_move)) {
                Err(refusal) => Err(refusal),
                Ok(()) => {
                    let mv = chosen(game, sign, text)?;
                    game.play(None, mv)?;
                    game.note_turns(before, true);
                    return Ok(());
                }
            },
            Ask::RegGenmove(side) => {
                let mut copy = game.clone();
                match copy.give_turn_to(side.unwrap_or(game.to_move)) {
                    Err(refusal) => Err(refusal),
                    Ok(()) => {
                        // The pass that was played for it is taken back.
                        chosen(&copy, sign, text)?;
                        return Ok(());
                    }
                }
            }
            Ask::Search { best, wld } => {
                if sign != '=' {
                    return Err("lines of a search".to_owned());
                }
                let lines: Vec<&str> = text.lines().collect();
                let legal = game.board.legal(game.to_move).len();
                // A classic player scores as many lines as it likes.
                let is_bianca = self.options["Player"] == "bianca";
                let count = (*best).clamp(1, legal.max(1));
                if is_bianca && lines.len() != count {
                    return Err(format!("{count} lines"));
                }
                for (number, line) in (1..).zip(lines) {
                    let line = info(line, game, is_bianca)?;
                    if line.rank != number || (line.proven == "wld" && !wld) {
                        return Err(format!("rank {number}, wld only if asked for"));
                    }
                }
                return Ok(());
            }
            Ask::Analyze { best } => {
                let is_bianca = self.options["Player"] == "bianca";
                // A classic player that is stopped at once has nothing to say.
                let nothing = if is_bianca { None } else { Some("") };
                let Some(lines) = text.strip_prefix('\n').or(nothing) else {
                    return Err("an analysis".to_owned());
                };
                for line in lines.lines() {
                    let line = info(line, game, is_bianca)?;
                    if line.rank > *best {
                        return Err(format!("ranks up to {best}"));
                    }
                }
                return Ok(());
            }
            Ask::Eval => {
                let first = text.lines().next().unwrap_or_default();
                let score: Option<f64> = first.parse().ok();
                let over = game.board.is_over();
                let result = f64::from(game.board.result(game.to_move));
                let ok = sign == '='
                    && score.is_some_and(|score| score.abs() <= 64.0 && (!over || score == result));
                return ok.then_some(()).ok_or_else(|| "a score".to_owned());
            }
            Ask::Option(name) => Ok(self.options[name].clone()),
            Ask::SetOption(name, value) => {
                let shown = value.split(':').next().unwrap_or_default();
                self.options.insert(name, shown.to_owned());
                Ok(String::new())
            }
        };
        let (expected_sign, expected) = match expected {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        if (sign, text) == (expected_sign, expected.as_str()) {
            return Ok(());
        }
        Err(format!("{expected_sign} {expected}"))
    }
}

/// Whether it is about an option that does not belong to the game.
fn is_of_session(ask: &Ask) -> bool {
    matches!(ask, Ask::Option("Ponder") | Ask::SetOption("Ponder", _))
}

/// The move of a reply, if it is one that the side to move may make.
fn chosen(game: &Game, sign: char, text: &str) -> Result<Move, String> {
    let legal = game.board.legal(game.to_move);
    let mv = read(text).filter(|_| sign == '=');
    let mv = mv.filter(|mv| legal.contains(mv) || (legal.is_empty() && mv.is_none()));
    mv.ok_or_else(|| format!("one of {legal:?}"))
}

/// What is compared further of an info line.
struct Info<'a> {
    rank: usize,
    proven: &'a str,
}

/// Reads an info line; its variation must be legal, its score possible, and true if it is
/// called exact and can be computed here.
fn info<'a>(line: &'a str, game: &Game, is_bianca: bool) -> Result<Info<'a>, String> {
    let (line, pv) = match line.split_once(" pv ") {
        Some((line, pv)) => (line, pv.split(' ').collect()),
        None => (line, Vec::new()),
    };
    let words: Vec<&str> = line.split(' ').collect();
    let [
        "info",
        "rank",
        rank,
        "move",
        mv,
        "score",
        score,
        "proven",
        proven,
        "depth",
        depth,
        "confidence",
        confidence,
        "nodes",
        nodes,
        "time",
        time,
    ] = words[..]
    else {
        return Err("the keys of an info line".to_owned());
    };
    let rank: usize = rank.parse().map_err(|_| "a rank")?;
    let value: f64 = score.parse().map_err(|_| "a score")?;
    let numbers = depth.parse::<u32>().is_ok()
        && nodes.parse::<u64>().is_ok()
        && time.parse::<f64>().is_ok()
        && matches!(confidence.parse(), Ok(1..=100));
    if !numbers || !score.starts_with(['+', '-']) || value.abs() > 64.0 {
        return Err("numbers within their ranges".to_owned());
    }
    let over = game.board.is_over();
    if (mv == "none") != over || (mv == "none") != pv.is_empty() {
        return Err("a move unless the game is over".to_owned());
    }
    if !over && pv[0] != mv {
        return Err("a variation that begins with the move".to_owned());
    }
    let mut game = game.clone();
    let mover = game.to_move;
    for (ply, word) in pv.iter().enumerate() {
        let mv = read(word).filter(|mv| game.board.legal(game.to_move).contains(mv));
        let Some(mv) = mv else {
            return Err(format!("a legal variation, unlike {word}"));
        };
        game.play(None, mv)?;
        if ply == 0 && is_bianca && game.board.count(0) < CHECKED_EMPTIES {
            let exact = f64::from(-game.board.exact(game.to_move));
            let truth = match proven {
                "exact" => exact,
                "wld" => exact.clamp(-1.0, 1.0),
                _ => value,
            };
            if value != truth {
                return Err(format!("{proven} {truth} after {word}"));
            }
        }
    }
    if over && is_bianca && value != f64::from(game.board.result(mover)) {
        return Err("the result".to_owned());
    }
    if !["no", "exact", "wld"].contains(&proven) {
        return Err("no, exact or wld".to_owned());
    }
    Ok(Info { rank, proven })
}

#[test]
fn the_model_knows_the_rules() {
    let counts: Vec<u64> = (0..6)
        .map(|depth| Board::start().perft(BLACK, depth))
        .collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396]);
    assert_eq!(
        (square_name(0), square_name(63)),
        ("a1".into(), "h8".into())
    );
    let mut game = Game::new();
    for word in "c4 c3 f5 b4 a4 a5 c2 a3".split(' ') {
        game.play(None, read(word).expect("a move")).expect("legal");
    }
    assert!(game.must_pass());
}
