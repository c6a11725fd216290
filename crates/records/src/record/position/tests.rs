use super::*;
use crate::record::annotated::AnnotatedGame;
use crate::record::board::write_board;
use crate::record::ggf::write_ggf;
use crate::record::obf::Problem;
use crate::record::pgn::fen::write_fen;
use crate::record::rows::write_rows;
use bianca_rules::othello::random::random_game;
use bianca_rules::othello::{Bitboard, Color, Position, Square};
use rand::prelude::*;

const START: &str = "---------------------------OX------XO---------------------------";

/// Where a text leads to.
fn read(text: &str) -> (Position, Color) {
    let game = parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (game.position(), game.to_move())
}

fn message(text: &str) -> String {
    parse_position(text).unwrap_err().to_string()
}

/// A drawing: a sign for each square, of black, white, a legal move and an empty square.
struct Drawing {
    signs: [char; 4],
    /// Letters of the files above and below, and what stands before the number of a rank.
    files: &'static str,
    before: &'static str,
    between: &'static str,
    /// Whether the eighth rank stands above.
    is_turned: bool,
}

impl Drawing {
    fn of(&self, position: Position, to_move: Color) -> Vec<String> {
        let (black, white) = match to_move {
            Color::Black => (position.own, position.opp),
            Color::White => (position.opp, position.own),
        };
        let sign = |square: Square| match () {
            () if black.contains(square) => self.signs[0],
            () if white.contains(square) => self.signs[1],
            () if position.moves().contains(square) => self.signs[2],
            () => self.signs[3],
        };
        let row = |rank: u8| {
            let cells = (0..8).map(|file| sign(Square::at(file, rank)).to_string());
            let cells: Vec<String> = cells.collect();
            let cells = cells.join(self.between);
            format!("{}{} {cells} {}", self.before, rank + 1, rank + 1)
        };
        let mut rows: Vec<String> = (0..8).map(row).collect();
        if self.is_turned {
            rows.reverse();
        }
        rows.insert(0, self.files.to_owned());
        rows.push(self.files.to_owned());
        rows
    }
}

/// What this program prints, below the drawing.
fn shown(position: Position, to_move: Color) -> String {
    let ours = Drawing {
        signs: ['X', 'O', '+', '.'],
        files: "  a b c d e f g h",
        before: "",
        between: " ",
        is_turned: false,
    };
    let rows = ours.of(position, to_move).join("\n");
    format!("{rows}\n{to_move} to move; black X 2, white O 2\n")
}

/// GoGui's, with what stands beside its rows.
fn of_gogui(position: Position, to_move: Color) -> String {
    let gogui = Drawing {
        signs: ['X', 'O', '.', '.'],
        files: "   A B C D E F G H ",
        before: " ",
        between: " ",
        is_turned: true,
    };
    let mut rows = gogui.of(position, to_move);
    rows[1] += &format!("  {} to play", to_move.select("Black", "White"));
    rows[2] += "  Prisoners: B 0  W 0";
    rows[5] += "  2 D6";
    rows.join("\n")
}

/// OpenSpiel's, of both versions.
fn of_openspiel(position: Position, to_move: Color) -> [String; 2] {
    let spiel = Drawing {
        signs: ['x', 'o', '-', '-'],
        files: "  a b c d e f g h  ",
        before: "",
        between: " ",
        is_turned: false,
    };
    let rows = spiel.of(position, to_move).join("\n");
    let side = to_move.select("Black (x)", "White (o)");
    [
        format!("{side} to play:\n{rows}"),
        format!("{rows}\n{side} to play"),
    ]
}

/// Fairy-Stockfish's, whose first player is its white, with discs in hand or without.
fn of_fairy(position: Position, to_move: Color) -> [String; 2] {
    let fen = write_fen(position, to_move);
    let (board, _) = fen.split_once(' ').unwrap();
    let swapped: String = board
        .chars()
        .map(|c| match c {
            'p' => 'P',
            'P' => 'p',
            c => c,
        })
        .collect();
    let side = to_move.select('w', 'b');
    [
        format!("{swapped} {side} 0 1"),
        format!("{swapped}[PPPppp] {side} - - 0 1"),
    ]
}

/// Every form in which a position is written, by this program or by another.
fn every_form(position: Position, to_move: Color) -> Vec<String> {
    let board = write_board(position, to_move);
    let (squares, side) = board.split_at(64);
    let game = AnnotatedGame::from(OthelloGame::from_position(position, to_move));
    let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
    let ggs = format!(
        "8 {} {}",
        rows.join(" ").replace('X', "*"),
        side.trim().replace('X', "*")
    );
    let mut forms = vec![
        board.clone(),
        board.to_lowercase().replace('-', "."),
        format!("{squares} {to_move}"),
        format!("{squares} side={}", to_move.select('B', 'W')),
        format!("{squares} {} to move", to_move.select('X', 'O')),
        format!("[{ggs}]"),
        format!("{}\n{to_move}", rows.join("\n")),
        format!("Board: {to_move} 3 -4\n{}", rows.join("\n")),
        ggs,
        Problem::from(&game).to_string(),
        write_ggf(&game),
        write_rows(position, to_move),
        write_fen(position, to_move),
        shown(position, to_move),
        format!("=\n{}", shown(position, to_move)),
        of_gogui(position, to_move),
    ];
    forms.extend(of_openspiel(position, to_move));
    let has_discs = !(position.own | position.opp).is_empty();
    if has_discs {
        forms.extend(of_fairy(position, to_move));
    }
    let has_both = !position.own.is_empty() && !position.opp.is_empty();
    if has_both {
        forms.push(board.replace('O', "0"));
        forms.push(squares.replace('X', "#") + side);
        forms.push(squares.replace('X', "@") + &side.replace('X', "@"));
        let digits = board.replace('X', "0").replace('O', "1");
        if squares.contains('-') {
            forms.push(digits);
        }
    }
    forms
}

#[test]
fn every_form_reads_back_whatever_the_position() {
    let mut random = StdRng::seed_from_u64(7);
    for number in 0..200 {
        let (position, to_move) = if number % 2 == 0 {
            let mut game = random_game(&mut random);
            for _ in 0..random.random_range(0..game.turns().len()) {
                game.undo().unwrap();
            }
            (game.position(), game.to_move())
        } else {
            let own = Bitboard(random.random());
            let opp = Bitboard(random.random::<u64>() & random.random::<u64>()) - own;
            let side = if random.random() {
                Color::Black
            } else {
                Color::White
            };
            (Position { own, opp }, side)
        };
        for form in every_form(position, to_move) {
            assert_eq!(read(&form), (position, to_move), "{form}");
        }
    }
}

#[test]
fn moves_may_follow_every_board_on_one_line() {
    let there = read("f5d6c3");
    for form in every_form(Position::START, Color::Black) {
        let is_open = !form.contains([';', '\n']);
        if is_open {
            assert_eq!(read(&format!("{form} f5 d6 c3")), there, "{form}");
        }
    }
    assert_eq!(
        parse_position(&format!("{START} f5d6"))
            .unwrap()
            .turns()
            .len(),
        2
    );
    assert_eq!(
        message(&format!("{START} X f5 x9")),
        "'x9' is not a move (a1 to h8, or pass)"
    );
    assert_eq!(
        message(&format!("{START} X name")),
        "'name' is too much after the side to move"
    );
    assert_eq!(
        message("8/8/8/3ox3/3xo3/8/8/8 name"),
        "'name' is not a side to move (X or O)"
    );
}

#[test]
fn nothing_is_the_start_and_several_games_are_none() {
    for text in ["", " ", "\n", "\u{feff}"] {
        assert_eq!(read(text), (Position::START, Color::Black), "{text:?}");
    }
    assert_eq!(message("f5d6\nf5f6"), "2 games, where one is meant");
    assert_eq!(message("f5d6\nf5a1"), "move 2: illegal move: a1 for white");
    assert_eq!(message("# nothing"), "'# nothing' is no game");
    assert_eq!(message("# nothing\n% at all"), "'# nothing' is no game");
    assert!(message("here").starts_with("'here' is no game: a line is moves"));
    assert!(message("<html>\n").starts_with("'<html>' is no game"));
    assert!(message("<html>\n<body>").contains("HTML"));
}

#[test]
fn a_square_twice_is_refused_as_it_was_typed() {
    for (text, error) in [
        (
            "f5f5",
            "move 1: illegal move: f5f5 for black (a square twice is a pass)",
        ),
        (
            "f5 P@c4P@c4",
            "move 2: illegal move: P@c4P@c4 for white (a square twice is a pass)",
        ),
        ("f5 pass", "move 2: illegal move: pass for white"),
    ] {
        assert_eq!(message(text), error);
    }
}

#[test]
fn numbers_on_a_drawing_are_moves_or_are_named() {
    let drawing = "  a b c d e f g h\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n\
        3 . . 3 . . . . . 3\n4 . . . O X . . . 4\n5 . . . X O 1 . . 5\n6 . . . 2 . . . . 6\n\
        7 . . . . . . . . 7\n8 . . . . . . . . 8\n";
    assert_eq!(read(drawing), read("f5d6c3"));
    assert_eq!(
        read(&drawing.replace('.', " . ").replace(" 2 ", " |2 ")),
        read("f5d6c3")
    );
    // Of a position nobody knows which moves its numbers are.
    let later = drawing.replace("4 . . . O", "4 . . O O");
    assert!(
        message(&later).starts_with("'3' at c3 is no disc"),
        "{}",
        message(&later)
    );
    // The second move is missing.
    let gap = drawing.replace(" 2 .", " 12 .");
    assert!(
        message(&gap).starts_with("'3' at c3 is no disc"),
        "{}",
        message(&gap)
    );
}

#[test]
fn texts_that_hurt_are_read_or_refused_in_time() {
    let pieces = [
        START,
        " X",
        "8/",
        "8/8/8/3pP3/3Pp3/8/8/8 w 0 1",
        "[",
        "]",
        "8 ",
        "|",
        ":",
        "=",
        "\t",
        "  ",
        "\n",
        "f5",
        "d6",
        "f5f5",
        "pp",
        "--",
        "1:",
        "1)",
        "12",
        "#",
        "%",
        ";",
        "{\"board\":\"",
        "\"}",
        "0",
        "1",
        "X",
        "-",
        "Black to play\n",
        "a b c d e f g h\n",
        "1 . . . . . . . . 1\n",
        "Board: White",
        "é",
        "・",
    ];
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..4000 {
        let count = random.random_range(1..24);
        let text: String = (0..count)
            .map(|_| *pieces.choose(&mut random).unwrap())
            .collect();
        if let Ok(game) = parse_position(&text) {
            assert_eq!(
                read(&write_board(game.position(), game.to_move())),
                (game.position(), game.to_move())
            );
        }
    }
    for piece in pieces {
        let _ = parse_position(&piece.repeat(20_000 / piece.len()));
        let _ = parse_position(&format!("x{}", piece.repeat(20_000 / piece.len())));
    }
}
