//! Random dialogues with the executable, every answer of which is compared with what the
//! [`model`](crate::session::model) says.
//!
//! Lines are sent in bursts, in pieces, before and during searches. Each dialogue ends by `quit`
//! or by the end of the input, now and then in the middle of a search, and the process must end
//! with it. `BIANCA_DIALOGUES=5000 cargo test --test suite model` runs more of them,
//! `BIANCA_SEED=N` others.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use rand::prelude::*;

use crate::session::model::{Ask, Model};
use crate::session::process::Bianca;
use crate::session::rules::{BLACK, Board, Game, Move, WHITE, name};

/// Errors that never vary.
const REFUSED: [(&str, &str); 22] = [
    ("fly", "? unknown command: fly"),
    ("Name", "? unknown command: Name (did you mean name?)"),
    ("name me", "? syntax error: 'me' is one word too many"),
    (
        "genmove red",
        "? syntax error: 'red' is not a colour (black or white)",
    ),
    ("play", "? syntax error: a move is missing"),
    ("play c9", "? syntax error: 'c9' is not a move"),
    ("play black", "? syntax error: a move is missing"),
    ("go depth 0", "? syntax error: '0' is not a depth from 1 up"),
    ("go depth", "? syntax error: a depth from 1 up is missing"),
    (
        "hint 0",
        "? syntax error: '0' is not a number of moves from 1 up",
    ),
    (
        "boardsize 10",
        "? unacceptable size: 10 (Othello is played on 8)",
    ),
    (
        "perft 61",
        "? syntax error: '61' is not a depth from 0 to 60",
    ),
    ("newgame chess", "? unknown game: chess"),
    (
        "setboard OX X",
        "? syntax error: a board has 64 squares, this one has 3",
    ),
    ("option Luck 1", "? unknown option 'Luck'"),
    (
        "option Ponder maybe",
        "? option Ponder: 'maybe' is not true or false",
    ),
    ("loadsgf /nowhere.sgf", "? cannot load file: /nowhere.sgf: "),
    (
        "printsgf /nowhere/a.sgf",
        "? cannot save file: /nowhere/a.sgf: ",
    ),
    (
        "option LogFile /nowhere/log",
        "? cannot save file: /nowhere/log: ",
    ),
    (
        "time_left b -1",
        "? syntax error: '-1' is not a time in seconds",
    ),
    ("quit now", "? syntax error: 'now' is one word too many"),
    ("stop it", "? syntax error: 'it' is one word too many"),
];

const ANSWERED: [(&str, &str); 16] = [
    ("name", "= Bianca"),
    ("protocol_version", "= 2"),
    ("known_command analyze", "= true"),
    ("known_command fly", "= false"),
    ("boardsize 8", "="),
    ("komi 6.5", "="),
    ("stop", "="),
    ("gogui-interrupt", "="),
    ("time_settings 0 0 0", "="),
    ("time_settings 0.05 0 0", "="),
    ("time_settings 0 0.02 1", "="),
    ("time_settings 0.03 0.001 0", "="),
    ("time_left w 0.02 0", "="),
    ("time_left b 0 0", "="),
    ("help undo", "= undo\n"),
    ("list_commands", "= help\nlist_commands\n"),
];

/// Who writes the lines.
struct Client {
    random: StdRng,
}

/// A line, what it asks, and whether it must be ended by a later one.
struct Line {
    text: String,
    ask: Ask,
    long: bool,
}

impl Client {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.random.random_range(0..from.len())]
    }

    fn color(&mut self) -> (Option<i8>, &'static str) {
        *self.pick(&[
            (None, ""),
            (None, ""),
            (Some(BLACK), " b"),
            (Some(BLACK), " BLACK"),
            (Some(WHITE), " w"),
            (Some(WHITE), " White"),
        ])
    }

    /// Some moves that are legal one after the other from where the model stands, the last one
    /// perhaps not.
    fn moves(&mut self, game: &Game) -> Vec<Move> {
        let mut game = game.clone();
        let mut moves = Vec::new();
        for _ in 0..*self.pick(&[1, 1, 1, 2, 5, 40]) {
            let legal = game.board.legal(game.to_move);
            if legal.is_empty() {
                break;
            }
            let mv = *self.pick(&legal);
            // A pass may be left out in a transcript.
            if mv.is_some() || self.random.random_bool(0.5) {
                moves.push(mv);
            }
            let _ = game.play(None, mv);
        }
        if moves.is_empty() || self.random.random_bool(0.15) {
            moves.push(*self.pick(&[None, Some(0), Some(27), Some(63), Some(19)]));
        }
        moves
    }

    fn board(&mut self) -> Board {
        if self.random.random_bool(0.5) {
            // Any discs at all, not only what a game leads to.
            let empty = self.random.random_range(0.0..0.4);
            let mut square = || {
                if self.random.random_bool(empty) {
                    0
                } else {
                    *[BLACK, WHITE].choose(&mut self.random).unwrap_or(&BLACK)
                }
            };
            return Board(std::array::from_fn(|_| square()));
        }
        let mut game = Game::new();
        for _ in 0..self.random.random_range(0..64) {
            let legal = game.board.legal(game.to_move);
            let Some(&mv) = legal.choose(&mut self.random) else {
                break;
            };
            let _ = game.play(None, mv);
        }
        game.board
    }

    fn line(&mut self, model: &Model) -> Line {
        let mut long = false;
        let (text, ask) = match self.random.random_range(0..100) {
            0..14 => {
                let (side, word) = self.color();
                let moves = self.moves(&model.game);
                let blank = *self.pick(&["", " ", ", "]);
                let words: Vec<String> = moves.iter().map(|&mv| name(mv)).collect();
                let mut text = words.join(blank);
                if self.random.random_bool(0.2) {
                    text = text.to_uppercase();
                }
                (format!("play{word} {text}"), Ask::Play(side, moves))
            }
            14..20 => match *self.pick(&[1, 1, 2, 5, 60]) {
                1 => ("undo".to_owned(), Ask::Undo(1)),
                count => (format!("gg-undo {count}"), Ask::Undo(count)),
            },
            20..25 => match *self.pick(&[1, 2, 3]) {
                1 => ("redo".to_owned(), Ask::Redo(1)),
                count => (format!("redo {count}"), Ask::Redo(count)),
            },
            25..29 => {
                let board = self.board();
                let side = *self.pick(&[BLACK, WHITE]);
                let text = format!("setboard {}", board.text(side));
                (text, Ask::SetBoard(board, side))
            }
            29..31 => ("newgame".to_owned(), Ask::NewGame),
            31 => ("clear_board".to_owned(), Ask::NewGame),
            32 => ("newgame tictactoe".to_owned(), Ask::OtherGame),
            33..36 if model.elsewhere => ("set_game Othello".to_owned(), Ask::Othello),
            33..41 => ("history".to_owned(), Ask::History),
            41..45 => {
                let (side, word) = self.color();
                (format!("legal{word}"), Ask::Legal(side))
            }
            45..49 => ("showboard".to_owned(), Ask::ShowBoard),
            49 => ("final_score".to_owned(), Ask::FinalScore),
            50 => ("gogui-rules_side_to_move".to_owned(), Ask::SideToMove),
            51 => ("gogui-rules_game_id".to_owned(), Ask::GameName),
            52..54 => {
                let depth = self.random.random_range(0..4);
                (format!("perft {depth}"), Ask::Perft(depth))
            }
            54 => {
                long = true;
                ("perft 40".to_owned(), Ask::LongPerft)
            }
            55..63 => {
                let (side, word) = self.color();
                (format!("genmove{word}"), Ask::Genmove(side))
            }
            63..66 => {
                let (side, word) = self.color();
                (format!("reg_genmove{word}"), Ask::RegGenmove(side))
            }
            66..76 => return self.search(),
            76..79 => {
                let best = self.random.random_range(1..5);
                long = true;
                (format!("analyze {best}"), Ask::Analyze { best })
            }
            79 => ("eval".to_owned(), Ask::Eval),
            80..84 => {
                let name = *self.pick(&["Threads", "Hash", "Level", "Seed", "Player", "Ponder"]);
                (format!("option {name}"), Ask::Option(name))
            }
            84..89 => {
                let choices: [(_, &[&str]); 7] = [
                    ("Threads", &["1", "2", "3"]),
                    ("Hash", &["1", "2", "5"]),
                    ("Level", &["1", "2", "4"]),
                    ("MoveOverhead", &["0", "20", "10000"]),
                    ("Seed", &["0", "1", "9223372036854775807"]),
                    (
                        "Player",
                        &["bianca", "bianca", "random", "greedy", "minimax:2"],
                    ),
                    ("Ponder", &["true", "false"]),
                ];
                let (name, values) = *self.pick(&choices);
                let value = (*self.pick(values)).to_owned();
                (
                    format!("option {name} {value}"),
                    Ask::SetOption(name, value),
                )
            }
            89..92 => {
                let line = *self.pick(&["", " ", "# a comment", "# interrupt", "\t\r"]);
                (line.to_owned(), Ask::Nothing)
            }
            92..96 => {
                let (text, answer) = *self.pick(&REFUSED);
                (text.to_owned(), Ask::Starts(answer))
            }
            _ => {
                let (text, answer) = *self.pick(&ANSWERED);
                let ask = if answer.ends_with('\n') {
                    Ask::Starts(answer)
                } else {
                    Ask::Fixed(answer)
                };
                (text.to_owned(), ask)
            }
        };
        Line { text, ask, long }
    }

    fn search(&mut self) -> Line {
        let (text, best, wld, long) = *self.pick(&[
            ("go depth 3", 1, false, false),
            ("go depth 6 nodes 2000", 1, false, false),
            ("go nodes 1", 1, false, false),
            ("go movetime 1", 1, false, false),
            ("go movetime 15", 1, false, false),
            ("go movetime 18446744073709551615 depth 2", 1, false, false),
            ("hint", 1, false, false),
            ("hint 3", 3, false, false),
            ("hint 4294967295", usize::MAX, false, false),
            ("go infinite", 1, false, true),
            ("go infinite depth 2", 1, false, true),
            ("go wld infinite", 1, true, true),
            ("go depth 50", 1, false, true),
            ("solve", 1, false, true),
            ("solve wld", 1, true, true),
        ]);
        Line {
            text: text.to_owned(),
            ask: Ask::Search { best, wld },
            long,
        }
    }

    /// What ends a long task, whoever waits.
    fn end(&mut self) -> Line {
        let (text, ask) = match self.random.random_range(0..4) {
            0 => ("# interrupt", Ask::Nothing),
            1 => ("gogui-interrupt", Ask::Fixed("=")),
            _ => ("stop", Ask::Fixed("=")),
        };
        Line {
            text: text.to_owned(),
            ask,
            long: false,
        }
    }
}

/// A line that was sent and waits for its answer.
struct Sent {
    id: Option<u32>,
    text: String,
    ask: Ask,
}

/// One dialogue with a process of its own; panics where the two disagree.
fn dialogue(seed: u64) {
    let mut client = Client {
        random: StdRng::seed_from_u64(seed),
    };
    let mut bianca = Bianca::anywhere(&["--hash", "1", "--level", "1", "--option", "Book=off"]);
    let mut model = Model::new();
    let mut waiting: VecDeque<Sent> = VecDeque::new();
    let mut said = Vec::new();
    let mut hear = |bianca: &mut Bianca, model: &mut Model, sent: Sent| {
        let reply = match catch_unwind(AssertUnwindSafe(|| bianca.reply())) {
            Ok(reply) => reply,
            Err(_) => panic!(
                "seed {seed}: no answer to '{}' after\n{}",
                sent.text,
                said.join("\n")
            ),
        };
        said.push(format!("> {}\n{reply}", sent.text));
        let context = || {
            let last = said.len().saturating_sub(12);
            format!("seed {seed}, after\n{}\n", said[last..].join("\n"))
        };
        let id = sent.id.map(|id| id.to_string()).unwrap_or_default();
        let sign = reply.chars().next().unwrap_or(' ');
        let Some(text) = reply
            .get(1..)
            .and_then(|rest| rest.strip_prefix(id.as_str()))
        else {
            panic!("{}not the id {id}", context());
        };
        let text = text.strip_prefix(' ').unwrap_or(text);
        if let Err(expected) = model.hear(&sent.ask, sign, text) {
            panic!("{}expected: {expected}", context());
        }
    };
    let bursts = client.random.random_range(1..16);
    let mut unended = false;
    for burst in 0..bursts {
        let mut text = String::new();
        for _ in 0..client.random.random_range(1..8) {
            let line = client.line(&model);
            unended |= line.long;
            send(&mut client, &mut text, &mut waiting, line);
        }
        let last = burst + 1 == bursts;
        // Nothing but a line ends in time what takes so long.
        if unended {
            deliver(&mut client, &mut bianca, &mut text);
            let end = client.end();
            send(&mut client, &mut text, &mut waiting, end);
            unended = false;
        }
        deliver(&mut client, &mut bianca, &mut text);
        // Sometimes the next lines come before the answers to these were heard.
        let left = if last || client.random.random_bool(0.6) {
            0
        } else {
            waiting.len() / 2
        };
        while waiting.len() > left {
            if let Some(sent) = waiting.pop_front() {
                hear(&mut bianca, &mut model, sent);
            }
        }
    }
    if client.random.random_bool(0.6) {
        let quit = Line {
            text: "quit".to_owned(),
            ask: Ask::Quit,
            long: false,
        };
        let mut text = String::new();
        send(&mut client, &mut text, &mut waiting, quit);
        // Nothing after it is answered.
        text += *client.pick(&["", "name\n", "go infinite\n"]);
        bianca.send(text);
    }
    bianca.close_input();
    for sent in waiting {
        hear(&mut bianca, &mut model, sent);
    }
    let (rest, status) = bianca.finish();
    assert!(rest.is_empty(), "seed {seed}: also said {rest:?}");
    assert!(status.success(), "seed {seed}: {status}");
}

/// Puts a line into what is to be sent, with an id or without.
fn send(client: &mut Client, text: &mut String, waiting: &mut VecDeque<Sent>, line: Line) {
    let answered = !matches!(line.ask, Ask::Nothing);
    let id = (answered && client.random.random_bool(0.7)).then(|| client.random.random());
    if let Some(id) = id {
        *text += &format!("{id} ");
    }
    *text += &line.text;
    text.push('\n');
    if answered {
        waiting.push_back(Sent {
            id,
            text: line.text,
            ask: line.ask,
        });
    }
}

/// Sends what there is, perhaps in two pieces, and perhaps waits a little.
fn deliver(client: &mut Client, bianca: &mut Bianca, text: &mut String) {
    let cut = client.random.random_range(0..=text.len());
    let (first, second) = text.split_at(cut);
    bianca.send(first);
    if client.random.random_bool(0.3) {
        std::thread::sleep(Duration::from_millis(client.random.random_range(0..6)));
    }
    bianca.send(second);
    text.clear();
}

fn from_environment(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |value| value.parse().expect("a number"))
}

#[test]
fn every_answer_is_what_the_model_says() {
    let first = from_environment("BIANCA_SEED", 1);
    let count = from_environment("BIANCA_DIALOGUES", 160);
    // They sleep more than they compute.
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                for seed in (first + part..first + count).step_by(4) {
                    dialogue(seed);
                }
            });
        }
    });
}
