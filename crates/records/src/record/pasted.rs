//! What a person pastes or drops on a board: the games of a file in any format, or one game or one
//! board over several lines.
//!
//! All games are read by the reader of files, [`GameReader`]. [`Pasted`] is written as lines of
//! words between tabs, for a program without readers of its own, such as the page for a browser: a
//! line for each game and for each place where there is none.

use std::fmt;
use std::io;

use super::annotated::{AnnotatedGame, Mark, Note, Shape};
use super::board::write_board;
use super::error::ReadError;
use super::reader::{GameReader, Place};
use super::sgf::result;
use super::transcript::NotAMove;
use super::wthor::Names;
use bianca_rules::othello::TurnError;
use bianca_system::foreign::{plain, plain_lines};

/// How many places without a game are told.
const MOST_FAULTS: usize = 20;

/// The games of a text, and what in it is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pasted {
    /// The games, in their order.
    pub games: Vec<AnnotatedGame>,
    /// The first places where there is none, and why.
    pub faults: Vec<(Place, ReadError)>,
    /// How many such places there are.
    pub faulty: u64,
    /// Whether there are more games than were to be read.
    pub has_more: bool,
}

impl Pasted {
    /// Reads at most `most` games.
    ///
    /// # Errors
    /// If the bytes are text of an encoding that is not read, or neither text nor a database.
    pub fn read(bytes: &[u8], most: usize) -> io::Result<Pasted> {
        Pasted::read_named(bytes, &Names::default(), most)
    }

    /// As [`read`](Pasted::read), of a database with these names.
    ///
    /// # Errors
    /// The same.
    pub fn read_named(bytes: &[u8], names: &Names, most: usize) -> io::Result<Pasted> {
        let reader = GameReader::of_bytes(bytes, None)?;
        Pasted::take(reader.with_names(names.clone()), most)
    }

    fn take(reader: GameReader<&[u8]>, most: usize) -> io::Result<Pasted> {
        let mut pasted = Pasted::default();
        for entry in reader {
            let entry = entry?;
            match entry.game {
                Ok(_) if pasted.games.len() == most => {
                    pasted.has_more = true;
                    break;
                }
                Ok(game) => pasted.games.push(game),
                Err(error) => {
                    pasted.faulty += 1;
                    if pasted.faults.len() < MOST_FAULTS {
                        pasted.faults.push((entry.place, error));
                    }
                }
            }
        }
        Ok(pasted)
    }
}

/// `game`, board, moves, seconds of each move (empty where they are not known), black, white, event
/// and date. After it come its `variation`s, each after the one that it branches off: the number of
/// that one (0 is the game), after how many moves from the start, and its moves. What is told of a
/// game or a variation follows it at once: `fact`, and how it ended or would have by SGF's name and
/// value (`RE`, if the board does not show it, and `TH`); and, with the number of its moves before
/// (0 is the game as a whole): `comment` and a line of what is said, `glyph` and its number in PGN,
/// `mark`, shape, square and, of a `label`, its text. `lacks` says that a variation could not be
/// read. `fault`, line, number, kind (`illegal`, `unknown` or `other`), word and reason; at the end
/// `total`, the number of faults and, if there are more games, `more`.
impl fmt::Display for Pasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            write_game(f, game)?;
        }
        for (place, error) in &self.faults {
            let line = place.line.map_or(String::new(), |line| line.to_string());
            let (kind, word) = subject(error);
            let (word, reason) = (plain(&word).into_owned(), error.to_string());
            let number = place.game;
            let reason = plain(&reason);
            writeln!(f, "fault\t{line}\t{number}\t{kind}\t{word}\t{reason}")?;
        }
        let more = if self.has_more { "more" } else { "" };
        writeln!(f, "total\t{}\t{more}", self.faulty)
    }
}

fn write_game(f: &mut fmt::Formatter<'_>, annotated: &AnnotatedGame) -> fmt::Result {
    let (position, to_move) = annotated.game.start();
    let (mut moves, mut seconds) = (Vec::new(), Vec::new());
    for (_, mv, note) in annotated.turns() {
        moves.push(mv.to_string());
        let time = note.time.map(|time| time.as_secs_f64().to_string());
        seconds.push(time.unwrap_or_default());
    }
    let event = match annotated.event.trim() {
        "" => &annotated.place,
        event => event,
    };
    let board = write_board(position, to_move);
    write!(
        f,
        "game\t{board}\t{}\t{}",
        moves.join(" "),
        seconds.join(",")
    )?;
    for text in [&annotated.black, &annotated.white, event, &annotated.date] {
        write!(f, "\t{}", plain(text).trim())?;
    }
    writeln!(f)?;
    for (name, value) in result(annotated) {
        let is_shown = annotated.game.is_over() && annotated.forfeit.is_none();
        if name == "TH" || !is_shown || annotated.result.is_some() {
            writeln!(f, "fact\t{name}\t{}", value.trim_matches(['[', ']']))?;
        }
    }
    write_comment(f, 0, &annotated.comment)?;
    write_notes(f, annotated.notes.iter())?;
    for variation in &annotated.variations {
        let of = variation.of.map_or(0, |index| index + 1);
        let moves: Vec<String> = variation
            .turns
            .iter()
            .map(|(mv, _)| mv.to_string())
            .collect();
        writeln!(
            f,
            "variation\t{of}\t{}\t{}",
            variation.after,
            moves.join(" ")
        )?;
        write_notes(f, variation.turns.iter().map(|(_, note)| note))?;
    }
    if annotated.fault.is_some() {
        writeln!(f, "lacks")
    } else {
        Ok(())
    }
}

/// What is told of moves, from the first on.
fn write_notes<'a>(
    f: &mut fmt::Formatter<'_>,
    notes: impl Iterator<Item = &'a Note>,
) -> fmt::Result {
    for (ply, note) in (1..).zip(notes) {
        write_comment(f, ply, &note.comment)?;
        if let Some(glyph) = note.glyphs.iter().find(|glyph| (1..=6).contains(*glyph)) {
            writeln!(f, "glyph\t{ply}\t{glyph}")?;
        }
        for Mark { square, shape } in &note.marks {
            let (name, text) = match shape {
                Shape::Triangle => ("triangle", ""),
                Shape::Square => ("square", ""),
                Shape::Circle => ("circle", ""),
                Shape::Cross => ("cross", ""),
                Shape::Label(text) => ("label", text.as_str()),
            };
            writeln!(f, "mark\t{ply}\t{name}\t{square}\t{}", plain(text))?;
        }
    }
    Ok(())
}

fn write_comment(f: &mut fmt::Formatter<'_>, ply: usize, comment: &str) -> fmt::Result {
    if !comment.trim().is_empty() {
        for line in plain_lines(comment).lines() {
            writeln!(f, "comment\t{ply}\t{line}")?;
        }
    }
    Ok(())
}

/// What kind of error it is, and the word that is wrong.
fn subject(error: &ReadError) -> (&'static str, String) {
    match error {
        ReadError::Illegal {
            error: TurnError::Illegal { mv, .. },
            ..
        } => ("illegal", mv.to_string()),
        ReadError::Transcript(NotAMove { word }) | ReadError::NoGame(word) => {
            ("unknown", word.clone())
        }
        _ => ("other", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_board_does_not_show_of_the_result_is_told() {
        let facts = |text: &str| -> Vec<String> {
            let written = written(text);
            let facts = written
                .lines()
                .filter_map(|line| line.strip_prefix("fact|"));
            facts.map(str::to_owned).collect()
        };
        assert_eq!(
            facts("(;GM[2]RE[W+R]TH[-4:20];B[fe])"),
            ["RE|W+R", "TH|-4:20"]
        );
        assert_eq!(facts("(;GM[2]RE[B+6];B[fe])"), ["RE|B+6"]);
        assert!(facts("f5d6").is_empty());
        assert!(facts("e6f4e3f6g5d6e7f5c5").is_empty());
        assert_eq!(facts("(;GM[Othello]RE[-64:t]B[f5];)"), ["RE|W+T"]);
    }

    /// What is told of a text, fields parted by `|`.
    fn written(text: &str) -> String {
        let pasted = Pasted::read(text.as_bytes(), 100).unwrap();
        pasted.to_string().replace('\t', "|")
    }

    fn transcripts(text: &str) -> Vec<String> {
        let written = written(text);
        let games = written
            .lines()
            .filter_map(|line| line.strip_prefix("game|"));
        games
            .map(|game| game.split('|').nth(1).unwrap().replace(' ', ""))
            .collect()
    }

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn a_game_is_told_with_what_is_known_of_it() {
        let ggf = "(;GM[Othello]PC[GGS/os]DT[2003]PB[a\tb]PW[<b>]RE[?]TI[0]TY[8]BO[8 \
             ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[d6];)";
        let expected = format!("game|{START}|f5 d6|1.2,|a b|<b>|GGS/os|2003\ntotal|0|\n");
        assert_eq!(written(ggf), expected);
    }

    #[test]
    fn comments_and_variations_are_told_with_their_place() {
        let tail = |text: &str| {
            let written = written(text);
            written
                .lines()
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let pgn = "[Event \"x\"]\n\n{whole\nof it} 1. f5 {<b>good</b>} d6 (1... f6 {no}) 2. c3 ; end\n*\n";
        let expected = [
            "comment|0|whole",
            "comment|0|of it",
            "comment|1|<b>good</b>",
            "comment|3|end",
            "variation|0|1|f6",
            "comment|1|no",
            "total|0|",
        ];
        assert_eq!(tail(pgn), expected);
        let sgf = "(;FF[4]GM[2]SZ[8]C[whole];B[fe]C[a\tb\n\nc](;W[df](;B[cc])(;B[cd]))(;W[ff]))";
        let expected = [
            "comment|0|whole",
            "comment|1|a b",
            "comment|1|",
            "comment|1|c",
            "variation|0|1|f6",
            "variation|0|2|c4",
            "total|0|",
        ];
        assert_eq!(tail(sgf), expected);
        for single in [
            "(;GM[2]SZ[8];B[fe]C[(;](;W[df]))(;GM[2]SZ[8];B[fe])",
            "(;GM[2]SZ[8](;B[fe](;W[df])))\n(;GM[2]SZ[8];B[fe])",
            "[Event \"x\"]\n\n1. f5 {(no)} *\n",
        ] {
            assert!(!written(single).contains("variation"), "{single}");
        }
        let marked =
            "(;GM[2]SZ[8];B[fe]TE[1]TR[cd]LB[ab:A](;W[df])(;W[ff];B[ef](;W[df])(;W[fd]BM[2])))";
        let expected = [
            "glyph|1|1",
            "mark|1|triangle|c4|",
            "mark|1|label|a2|A",
            "variation|0|1|f6 e6 d6",
            "variation|1|3|f4",
            "glyph|1|4",
            "total|0|",
        ];
        assert_eq!(tail(marked), expected);
        let broken = "[Event \"x\"]\n\n1. f5 d6 (1... a1) *\n";
        assert_eq!(tail(broken), ["lacks", "total|0|"]);
        let ggf = "(;GM[Othello]PB[]PW[]TY[8]BO[8 ---------------------------O*------*O\
             --------------------------- *]B[f5]C[good]W[d6];)";
        assert_eq!(tail(ggf), ["comment|1|good", "total|0|"]);
    }

    #[test]
    fn all_games_of_a_collection_are_read() {
        let sgf = "(;FF[4]GM[2]SZ[8];B[f5](;W[d6];B[c3])(;W[f6]))\n(;FF[4]GM[2];B[fe];W[ff])";
        assert_eq!(transcripts(sgf), ["f5d6c3", "f5f6"]);
        let pgn = "[Event \"?\"]\n\n1. f5 {so (it) is} d6 $1 2. c3! (2. c4 e3) d3?! *\n\n\
             [Event \"2\"]\n\n1. f5 f6 *\n";
        assert_eq!(transcripts(pgn), ["f5d6c3d3", "f5f6"]);
        assert_eq!(
            transcripts("# a list\nf5d6c3 % good\n\nf5f6"),
            ["f5d6c3", "f5f6"]
        );
        assert_eq!(transcripts("transcript,black\nf5d6c3,Ann\n"), ["f5d6c3"]);
    }

    #[test]
    fn a_bad_line_is_named_and_takes_no_other_with_it() {
        let written = written("f5d6c3\nf5x9\nf5a1\nf5f6");
        let faults: Vec<&str> = written.lines().skip(2).collect();
        assert_eq!(
            faults,
            [
                "fault|2|2|unknown|x9|'x9' is not a move (a1 to h8, or pass)",
                "fault|3|3|illegal|a1|move 2: illegal move: a1 for white",
                "total|2|",
            ]
        );
        assert_eq!(transcripts("f5d6c3\nf5x9\nf5f6").len(), 2);
    }

    #[test]
    fn only_so_many_faults_and_games_are_told() {
        let lines = "f5\n".repeat(3) + &"x9\n".repeat(50);
        let pasted = Pasted::read(lines.as_bytes(), 100).unwrap();
        assert_eq!((pasted.faults.len(), pasted.faulty), (MOST_FAULTS, 50));
        assert!(!pasted.has_more);
        let pasted = Pasted::read(lines.as_bytes(), 2).unwrap();
        assert_eq!((pasted.games.len(), pasted.has_more), (2, true));
        assert!(pasted.to_string().ends_with("\tmore\n"));
    }

    #[test]
    fn a_game_may_stand_on_several_lines() {
        for text in [
            "1. F5 D6\n2. C3\n",
            "f5\nd6\nc3",
            "1. F5 D6, 2. C3",
            "\u{feff}f5d6\r\nc3",
            "f5d6\nc3",
        ] {
            assert_eq!(transcripts(text), ["f5d6c3"], "{text}");
        }
        // Lines that are games of their own stay such.
        assert_eq!(transcripts("f5d6\nf5f6"), ["f5d6", "f5f6"]);
    }

    #[test]
    fn a_board_may_stand_on_several_lines() {
        let rows = "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------";
        let drawing = "  a b c d e f g h\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n\
             3 . . . + . . . . 3\n4 . . + O X . . . 4\n5 . . . X O + . . 5\n6 . . . . + . . . 6\n\
             7 . . . . . . . . 7\n8 . . . . . . . . 8\n  a b c d e f g h\n";
        let black = format!("game|{START}||||||\ntotal|0|\n");
        let white = black.replace("- X", "- O");
        for text in [rows, START, "8/8/8/3ox3/3xo3/8/8/8 x", drawing] {
            assert_eq!(written(text), black, "{text}");
        }
        assert_eq!(written(&format!("{rows}\nO")), white);
        assert_eq!(
            written(&format!("{drawing}white to move; black X 2")),
            white
        );
        // A problem keeps its board.
        assert_eq!(written(&format!("{START}; f5:+0;")), black);
    }

    #[test]
    fn games_in_a_log_are_found() {
        let log = "/os: match 12\n(;GM[Othello]PB[a]TY[8]BO[8 ---------------------------O*------*O\
             --------------------------- *]B[f5];)\n";
        assert_eq!(transcripts(log), ["f5"]);
    }

    #[test]
    fn what_is_no_game_is_no_game() {
        assert_eq!(written("  \n"), "total|0|\n");
        assert!(written("hello").starts_with("fault|1|1|other||'hello' is no game"));
        assert!(written("(;GM[1];B[aa])").contains("GM[1] is another game"));
    }
}
