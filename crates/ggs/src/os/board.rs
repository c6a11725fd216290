//! A game as `join` and `update` show it: board, clocks, and the moves that led there.

use std::str::FromStr;
use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::character::complete::{char, multispace0 as blanks, one_of, u32 as number};
use nom::combinator::{all_consuming, eof, map, map_opt, opt, rest, value};
use nom::multi::count;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::clock::{Running, Setting};
use super::kind::Kind;
use super::message::Message;
use super::name::GameId;
use bianca_records::record::annotated::Note;
use bianca_records::record::board::position;
use bianca_rules::othello::{Color, Move, Position};
use bianca_rules::score::Score;

/// Bytes of the longest name of a player that is kept.
const LONGEST_NAME: usize = 32;

/// One of the two who play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The account.
    pub name: String,
    /// The rating, in hundredths.
    pub rating: i64,
    /// The colour.
    pub color: Color,
    /// The clock, as it is written.
    pub clock: String,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Counted from 1, passes among them.
    pub number: u32,
    /// What was played.
    pub mv: Move,
    /// What its player says that it is worth, from his own side.
    pub score: Option<Score>,
    /// What it took, as the server counts it.
    pub time: Option<Duration>,
}

impl Made {
    /// As files of games have it.
    pub fn note(&self) -> Note {
        Note {
            score: self.score,
            time: self.time,
            ..Note::default()
        }
    }
}

/// A board and whose turn it is.
pub type Placed = (Position, Color);

/// A game at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Which game.
    pub id: GameId,
    /// Its kind.
    pub kind: Kind,
    /// Whether the whole game is told, as at its beginning, and not its last move alone.
    pub is_whole: bool,
    /// Where the game began, if the whole of it is told and moves were made.
    pub start: Option<Placed>,
    /// What the two began with, if that is told.
    pub settings: Vec<(Color, Setting)>,
    /// The moves, of which the last may be the only one; none at the beginning.
    pub moves: Vec<Made>,
    /// The two.
    pub players: [Player; 2],
    /// Where it stands.
    pub now: Placed,
}

impl Shown {
    /// Black or white.
    pub fn player(&self, color: Color) -> &Player {
        let [one, other] = &self.players;
        if one.color == color { one } else { other }
    }

    /// The colour that someone has.
    pub fn color_of(&self, name: &str) -> Option<Color> {
        let found = self.players.iter().find(|player| player.name == name);
        found.map(|player| player.color)
    }

    /// What a side's clock shows.
    pub fn clock(&self, color: Color) -> Option<Running> {
        self.player(color).clock.parse().ok()
    }
}

/// A line of the body.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Count(u32),
    Made(Made),
    /// The pass that stands for no move at all.
    NoMove,
    Player(Player),
    /// A row of the board with its number.
    Row(u32, String),
    Turn(Color),
    Other,
}

fn color(input: &str) -> IResult<&str, Color> {
    alt((
        value(Color::Black, char('*')),
        value(Color::White, one_of("Oo")),
    ))
    .parse(input)
}

/// `3 move(s)`
fn moves_count(input: &str) -> IResult<&str, Line> {
    let counted = delimited(blanks, number, (blanks, tag("move(s)"), blanks));
    map(all_consuming(counted), Line::Count).parse(input)
}

/// A number with a fraction, as strangers write it.
fn decimal(input: &str) -> IResult<&str, f64> {
    let word = take_while(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    map_opt(word, |word: &str| {
        let number: f64 = word.parse().ok()?;
        number.is_finite().then_some(number)
    })
    .parse(input)
}

/// `f5/1.25/3.47`: move, value, seconds; the last two may be left out.
pub fn made(input: &str) -> IResult<&str, (Move, Option<Score>, Option<Duration>)> {
    let mv = map_opt(
        take_till1(|c: char| c == '/' || c.is_whitespace()),
        |word: &str| word.parse::<Move>().ok(),
    );
    let score = map(opt(decimal), |value| {
        // What is no score of Othello is none.
        let score = value.filter(|value| value.abs() <= 64.0);
        score.map(Score::from_fraction)
    });
    let time = map(opt(decimal), |seconds| {
        let seconds = seconds.filter(|seconds| (0.0..1e6).contains(seconds));
        seconds.map(Duration::from_secs_f64)
    });
    let grammar = (
        mv,
        opt(preceded(char('/'), score)),
        opt(preceded(char('/'), time)),
    );
    map(grammar, |(mv, score, time)| {
        (mv, score.flatten(), time.flatten())
    })
    .parse(input)
}

/// ` 12: f5/1.25/3.47`
fn move_line(input: &str) -> IResult<&str, Line> {
    let numbered = (
        delimited(blanks, number, char(':')),
        preceded(blanks, made),
        rest,
    );
    map(numbered, |(number, (mv, score, time), _)| match number {
        0 => Line::NoMove,
        _ => Line::Made(Made {
            number,
            mv,
            score,
            time,
        }),
    })
    .parse(input)
}

/// `alice    (1720.0 *) 00:56,1:0//02:00,1:0`
fn player(input: &str) -> IResult<&str, Line> {
    let name = preceded(blanks, take_till1(|c: char| c.is_whitespace() || c == '('));
    let rating = preceded((blanks, char('('), blanks), decimal);
    let color = delimited(blanks, color, (blanks, char(')'), blanks));
    let clock = terminated(take_till1(char::is_whitespace), (blanks, eof));
    map_opt(
        (name, rating, color, clock),
        |(name, rating, color, clock): (&str, f64, _, &str)| {
            (name.len() <= LONGEST_NAME && rating.abs() < 1e6).then(|| {
                Line::Player(Player {
                    name: name.to_owned(),
                    rating: (rating * 100.0).round() as i64,
                    color,
                    clock: clock.to_owned(),
                })
            })
        },
    )
    .parse(input)
}

/// ` 4 - - - O * - - - 4 `
fn row(input: &str) -> IResult<&str, Line> {
    let disc = preceded(blanks, one_of("-*O"));
    let row = (
        preceded(blanks, number),
        count(disc, 8),
        blanks,
        number,
        blanks,
        eof,
    );
    map_opt(row, |(number, discs, _, again, _, _)| {
        let letters = discs
            .iter()
            .map(|disc| if *disc == '*' { 'X' } else { *disc });
        (number == again).then(|| Line::Row(number, letters.collect()))
    })
    .parse(input)
}

/// `* to move`
fn turn(input: &str) -> IResult<&str, Line> {
    map(
        delimited(blanks, color, (blanks, tag("to move"), blanks, eof)),
        Line::Turn,
    )
    .parse(input)
}

fn line(text: &str) -> Line {
    let mut grammar = alt((moves_count, move_line, player, row, turn));
    let read: IResult<&str, Line> = grammar.parse(text);
    read.map_or(Line::Other, |(_, line)| line)
}

/// The state of reading a body.
#[derive(Default)]
struct Body {
    count: Option<u32>,
    moves: Vec<Made>,
    players: Vec<Player>,
    rows: Vec<String>,
    boards: Vec<Placed>,
}

impl Body {
    fn take(&mut self, line: Line) -> Option<()> {
        match line {
            Line::Count(count) => self.count = Some(count),
            Line::Made(made) => self.moves.push(made),
            Line::Player(player) => self.players.push(player),
            Line::Row(number, row) => {
                if number == 1 {
                    self.rows.clear();
                }
                (number as usize == self.rows.len() + 1).then_some(())?;
                self.rows.push(row);
            }
            Line::Turn(color) => {
                (self.rows.len() == 8).then_some(())?;
                self.boards
                    .push((position(&self.rows.concat(), color), color));
                self.rows.clear();
            }
            Line::NoMove | Line::Other => {}
        }
        Some(())
    }
}

/// Reads a game from the words behind `join` or `update` and the lines below; `None` if they are
/// none.
pub fn read(is_whole: bool, head: &str, message: &Message) -> Option<Shown> {
    let mut words = head.split_whitespace();
    let id: GameId = words.next()?.parse().ok()?;
    let kind: Kind = words.next()?.parse().ok()?;
    let mut body = Body::default();
    for text in &message.body {
        body.take(line(text))?;
    }
    let now = body.boards.pop()?;
    let start = body.boards.pop();
    let last = body.players.len().checked_sub(2)?;
    let players: [Player; 2] = body.players.split_off(last).try_into().ok()?;
    let [one, other] = &players;
    // Colours are told apart, and somebody who plays himself has both.
    if one.color == other.color || !body.boards.is_empty() {
        return None;
    }
    let is_in_order = (1..)
        .zip(&body.moves)
        .all(|(number, made)| made.number == number);
    let counted = body.count.map(|count| count as usize);
    if is_whole && (!is_in_order || counted.is_some_and(|count| count != body.moves.len())) {
        return None;
    }
    let setting = |player: &Player| Some((player.color, Setting::from_str(&player.clock).ok()?));
    let settings = match (is_whole, body.players.is_empty()) {
        (true, false) => body.players.iter().filter_map(setting).collect(),
        _ => Vec::new(),
    };
    Some(Shown {
        id,
        kind,
        is_whole,
        start,
        settings,
        moves: body.moves,
        players,
        now,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::OthelloGame;

    pub const EMPTY_ROW: &str = "- - - - - - - -";

    fn message(lines: &str) -> Message {
        Message {
            head: String::new(),
            body: lines
                .lines()
                .map(|line| line.trim_start_matches('|').to_owned())
                .collect(),
            is_cut: false,
        }
    }

    fn board(rows: [&str; 8], turn: char) -> String {
        let mut text = String::from("|   A B C D E F G H\n");
        for (number, row) in (1..).zip(rows) {
            text += &format!("| {number} {row} {number} \n");
        }
        format!("{text}|   A B C D E F G H\n|\n|{turn} to move\n")
    }

    fn first() -> String {
        let mut rows = [EMPTY_ROW; 8];
        rows[3] = "- - - O * - - -";
        rows[4] = "- - - * O - - -";
        board(rows, '*')
    }

    fn second() -> String {
        let mut rows = [EMPTY_ROW; 8];
        rows[3] = "- - - O * - - -";
        rows[4] = "- - - * * * - -";
        board(rows, 'O')
    }

    const CLOCKS: &str =
        "|mona     (1812.5 *) 04:58,1:0//02:00,1:0\n|timo     ( 990.0 O) 05:00,0:0//02:00,0:0\n|\n";

    #[test]
    fn a_beginning_has_no_move() {
        let text = format!("|0 move(s)\n|  0: PASS\n{CLOCKS}{}", first());
        let shown = read(true, ".7 8 K?", &message(&text)).unwrap();
        assert_eq!(shown.now, (Position::START, Color::Black));
        assert_eq!((shown.start, shown.moves.len()), (None, 0));
        assert_eq!(shown.color_of("timo"), Some(Color::White));
        assert_eq!(shown.player(Color::White).rating, 99_000);
        let clock = shown.clock(Color::Black).unwrap();
        assert_eq!(clock.left(), Duration::from_secs(298));
    }

    #[test]
    fn an_update_has_a_move_with_its_value_and_time() {
        let text = format!("|  1: f5/-0.75/3.47\n{CLOCKS}{}", second());
        let shown = read(false, ".7.1 s8 K?", &message(&text)).unwrap();
        let [made] = shown.moves[..] else { panic!() };
        assert_eq!((made.number, made.mv), (1, "f5".parse().unwrap()));
        assert_eq!(made.score, Some(Score(-192)));
        assert_eq!(made.time, Some(Duration::from_millis(3470)));
        let mut game = OthelloGame::new();
        game.play(made.mv).unwrap();
        assert_eq!(shown.now, (game.position(), game.to_move()));
    }

    #[test]
    fn a_game_that_has_gone_on_is_told_whole() {
        let settings = "|mona     (1812.5 *) 05:00//02:00\n|timo     ( 990.0 O) 05:00//02:00\n|\n";
        let text = format!(
            "|1 move(s)\n{settings}{}|  1: F5//3.47\n{CLOCKS}{}",
            first(),
            second()
        );
        let shown = read(true, ".7 8 K?", &message(&text)).unwrap();
        assert_eq!(shown.start, Some((Position::START, Color::Black)));
        assert_eq!(shown.settings.len(), 2);
        assert_eq!(shown.settings[0].1.extension(), Duration::from_secs(120));
        // A number of moves that are not there.
        let text = text.replace("|1 move(s)", "|2 move(s)");
        assert_eq!(read(true, ".7 8 K?", &message(&text)), None);
    }

    #[test]
    fn moves_are_read_as_strangers_write_them() {
        let read = |text: &str| made(text).ok().map(|(_, made)| made);
        assert_eq!(
            read("PA/-2.00"),
            Some((Move::Pass, Some(Score(-512)), None))
        );
        assert_eq!(
            read("pass//0.01").unwrap().2,
            Some(Duration::from_millis(10))
        );
        assert_eq!(
            read("d3/999/1e"),
            Some(("d3".parse().unwrap(), None, Some(Duration::from_secs(1))))
        );
        assert_eq!(read("d3/x/y"), Some(("d3".parse().unwrap(), None, None)));
        assert_eq!(read("i9"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn what_is_no_game_is_none() {
        let whole = format!("|  1: f5\n{CLOCKS}{}", second());
        for (head, text) in [
            ("", whole.clone()),
            (".7", whole.clone()),
            (".x 8", whole.clone()),
            (".7 8", String::new()),
            (".7 8", CLOCKS.to_owned()),
            (".7 8", second()),
            (".7 8", whole.replace("(1812.5 *)", "(1812.5 O)")),
            (".7 8", whole.replace("| 4 -", "| 5 -")),
            (".7 8", whole.replace("to move", "to go")),
        ] {
            assert_eq!(read(false, head, &message(&text)), None, "{head}: {text}");
        }
    }
}
