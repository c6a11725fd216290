//! `bianca convert` as a script or a person meets it.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::support::{Scratch, fed, stderr, stdout};
use bianca::othello::random::play_random;
use bianca::othello::{Move, OthelloGame, Square};
use bianca::record::transcript::write_transcript;
use rand::prelude::*;

/// Two games and what is none between them.
const GGF: &str = "\
    (;GM[Othello]PC[Paris]DT[1997]PB[Ann]PW[Bob]TI[0]TY[8]RE[+64.000]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n\
    (;GM[Othello]PC[]PB[Cid]PW[Ann]TI[0]TY[8]RE[?]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[f5]W[f5];)\n\
    (;GM[Othello]PC[]DT[2003]PB[Cid]PW[Ann]TI[0]TY[8]RE[?]\
    BO[8 --------------------------XXX-----OX---------------------------- O]\
    W[c3];)\n";

const FIRST: &str = "e6f4e3f6g5d6e7f5c5";

fn bianca(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.arg("convert").args(arguments), input)
}

/// A database of `count` games, drawn at random from a few hundred, laid out by the description
/// of WTHOR.
fn database(count: u32) -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(11);
    let records: Vec<[u8; 68]> = (0..300u16).map(|n| record(n % 7, &mut random)).collect();
    let mut bytes = vec![20, 26, 11, 21];
    bytes.extend(count.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(1999u16.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    for _ in 0..count {
        bytes.extend(records.choose(&mut random).unwrap());
    }
    bytes
}

fn record(black: u16, random: &mut StdRng) -> [u8; 68] {
    let mut record = [0; 68];
    record[2..4].copy_from_slice(&black.to_le_bytes());
    record[4..6].copy_from_slice(&1u16.to_le_bytes());
    let mut game = OthelloGame::new();
    let mut discs = 0;
    while !game.is_over() {
        let moves: Vec<Square> = game.position().moves().into_iter().collect();
        let Some(&square) = moves.choose(random) else {
            game.play(Move::Pass).unwrap();
            continue;
        };
        record[8 + discs] = 10 * (square.rank() + 1) + square.file() + 1;
        discs += 1;
        game.play(square.into()).unwrap();
    }
    record[6] = (32 + game.final_score_for_black() / 2) as u8;
    record[7] = 32;
    record
}

/// Two games of WTHOR's first year as <https://github.com/MartinMSPedersen/othello-games> publishes
/// it: two moves a number, one a line, no passes, results in discs. The first ends with passes on
/// the way, the second before the board is full.
#[test]
fn wthor_as_people_publish_it_in_pgn_is_read() {
    let pgn = |black: &str, white: &str, result: &str, moves: &str| {
        let moves: Vec<&str> = moves.split(' ').collect();
        let lines = moves.chunks(2).enumerate();
        let lines = lines.map(|(line, pair)| format!("{}. {}\n", line + 1, pair.join(" ")));
        format!(
            "[Event \"World Championship - 1977\"]\n[Date \"1977\"]\n[Black \"{black}\"]\n\
             [White \"{white}\"]\n[Result \"{result}\"]\n{}\n",
            lines.collect::<String>()
        )
    };
    let games = pgn(
        "Inoue Hiroshi",
        "Heiberg Thomas",
        "34-30",
        "F5 D6 C3 F3 F4 D3 C4 G6 F6 E6 C5 C6 D7 D8 E7 G5 E3 D2 G4 H3 F7 B5 H5 G3 B4 B6 C8 B8 C7 E8 \
         F8 G8 H4 H6 E2 D1 C1 A3 A6 A5 E1 F2 G7 C2 A4 H8 A2 B7 F1 B3 B1 B2 H7 A7 A8 A1 G1 G2 H2 H1",
    ) + &pgn(
        "Woch Alan",
        "Jacobs Carol",
        "16-48",
        "F5 F6 E6 F4 C3 D6 F3 C5 F7 G5 H6 F8 E7 G6 B6 E8 C6 H4 G4 E3 D7 C4 D2 A6 C7 H3 D3 D8 H5 C8 \
         H2 G3 F2 F1 E1 B5 E2 D1 C1 B1 C2 G1 A5 A4 B3 B4 B7 A3 B2 A1 A2 B8 A8 A7 G8 G7 G2 H1 H7",
    );
    let output = bianca(&["-", "-o", "-", "--from", "pgn", "--to", "ggf"], &games);
    assert!(output.status.success());
    let ggf = String::from_utf8(output.stdout).unwrap();
    let [first, second] = ggf.lines().collect::<Vec<_>>()[..] else {
        panic!("{ggf}");
    };
    for part in [
        "PC[World Championship - 1977]",
        "CO[Event: World Championship - 1977]B",
        "DT[1977]",
        "PB[Inoue Hiroshi]PW[Heiberg Thomas]",
        "RE[+4.000]",
        "B[h7]W[PA]B[a7]",
    ] {
        assert!(first.contains(part), "{part} is not in {first}");
    }
    assert!(second.contains("RE[-32.000]") && second.ends_with("B[PA]W[h7];)"));
    let options = ["-", "-o", "-", "--from", "pgn", "--to", "txt"];
    let inoue = [&options[..], &["--filter", "player=inoue"]].concat();
    let found = String::from_utf8(bianca(&inoue, &games).stdout).unwrap();
    assert!(
        found.starts_with("f5d6c3f3") && found.lines().count() == 1,
        "{found}"
    );
}

#[test]
fn games_go_through_every_format_and_back() {
    let scratch = Scratch::new();
    let mut random = StdRng::seed_from_u64(3);
    let mut transcripts = String::new();
    for _ in 0..200 {
        let mut game = OthelloGame::new();
        let turns = random.random_range(0..60);
        play_random(&mut game, turns, &mut random);
        let last_is_pass = game.turns().last().is_some_and(|turn| turn.1 == Move::Pass);
        if game.turns().is_empty() || last_is_pass {
            continue;
        }
        let played = game.turns().iter().map(|turn| turn.1);
        transcripts += &write_transcript(played.filter(|&mv| mv != Move::Pass));
        transcripts += "\n";
    }
    let start = scratch.write("start.txt", &transcripts);
    let mut from = start;
    for (number, extension) in ["ggf", "pgn", "sgf", "pgn", "ggf", "sgf", "txt"]
        .iter()
        .enumerate()
    {
        let to = scratch.path(&format!("{number}.{extension}"));
        let output = bianca(&[&from, "-o", &to], "");
        assert!(output.status.success(), "{}", stderr(&output));
        from = to;
    }
    assert_eq!(fs::read_to_string(&from).unwrap(), transcripts);
    let boards = scratch.path("boards.obf");
    assert!(bianca(&[&from, "-o", &boards], "").status.success());
    let boards = fs::read_to_string(&boards).unwrap();
    assert_eq!(boards.lines().count(), transcripts.lines().count());
}

#[test]
fn what_is_no_game_is_named_and_counted() {
    let output = bianca(&["-", "-o", "-", "--to", "pgn"], GGF);
    assert_eq!(output.status.code(), Some(4));
    let said = stderr(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "bianca: standard input, line 2, game 2: move 2: illegal move: f5 for white",
            "3 games: 2 written, 0 filtered out, 1 malformed, 0 without a place in pgn",
        ]
    );
    let games = stdout(&output);
    assert_eq!(games.matches("[Event ").count(), 2, "{games}");
    assert!(games.contains("1. e6 f4 2. e3"), "{games}");

    // A transcript cannot say where the last game starts.
    let scratch = Scratch::new();
    let games = scratch.write("games.ggf", GGF);
    let output = bianca(&[&games, "-o", "-", "--to=txt"], "");
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(stdout(&output), format!("{FIRST}\n"));
    let said = stderr(&output);
    let place = format!("bianca: {games}, line 3, game 3: a transcript cannot hold");
    assert!(said.contains(&place), "{said}");
    assert!(
        said.contains("1 written, 0 filtered out, 1 malformed, 1 without"),
        "{said}"
    );
    // A board has a place for everything that it shows.
    let output = bianca(&[&games, "-o", "-", "--to=board"], "");
    assert_eq!(stdout(&output).lines().count(), 2);
}

#[test]
fn a_cut_database_gives_the_games_that_it_has() {
    let database = database(5);
    for (length, written, message) in [
        (16 + 68 * 4, 4, "the file ends after 4 of 5 games"),
        (16 + 68 * 4 + 30, 4, "the file ends within the game"),
        (10, 0, "the file ends within the game"),
    ] {
        let output = bianca(
            &["-", "-o", "-", "--from=wtb", "--to=txt"],
            &database[..length],
        );
        assert_eq!(output.status.code(), Some(4), "{length} bytes");
        assert_eq!(stdout(&output).lines().count(), written);
        let said = stderr(&output);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn games_are_chosen() {
    let written = |filters: &[&str]| {
        let mut arguments = vec!["-", "-o", "-", "--to=board"];
        for filter in filters {
            arguments.extend(["--filter", filter]);
        }
        let output = bianca(&arguments, GGF);
        let said = stderr(&output);
        let filtered = 2 - stdout(&output).lines().count();
        assert!(
            said.contains(&format!(" {filtered} filtered out")),
            "{said}"
        );
        stdout(&output).lines().count()
    };
    assert_eq!(written(&["year=1990..1999"]), 1);
    assert_eq!(written(&["player=ann"]), 2);
    assert_eq!(written(&["player=ann", "white=ann"]), 1);
    assert_eq!(written(&["result=black"]), 1);
    assert_eq!(written(&["result=none", "year=..2000"]), 0);
    let output = bianca(&["-", "-o", "-", "--to=board", "--filter=year=95-99"], GGF);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("'95-99' is neither a year"));
}

#[test]
fn wrong_arguments_touch_nothing() {
    let scratch = Scratch::new();
    let games = scratch.write("games.ggf", GGF);
    for (arguments, message) in [
        (
            vec![games.as_str(), "-o", "-"],
            "'-' does not name a format",
        ),
        (
            vec![&games, "-o", &scratch.path("out")],
            "does not name a format",
        ),
        (
            vec![&games, "-o", &scratch.path("out.wtb")],
            "wtb is only read",
        ),
        (vec![&games, "-o", "-", "--to=doc"], "'doc' is not a format"),
        (vec![&games], "required"),
    ] {
        let output = bianca(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        assert!(said.contains(message), "{said}");
    }
    let nowhere = scratch.path("none/out.pgn");
    let nothing = scratch.path("none.ggf");
    for arguments in [
        [games.as_str(), nowhere.as_str()],
        [&nothing, &scratch.path("out.pgn")],
        [&games, scratch.folder().to_str().unwrap()],
        [scratch.folder().to_str().unwrap(), &scratch.path("out.pgn")],
        // Nothing can be made here, whoever asks.
        [&games, "/proc/games.pgn"],
    ] {
        let output = bianca(&[arguments[0], "-o", arguments[1], "--to=pgn"], "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = stderr(&output);
        assert!(
            said.contains(arguments[0]) || said.contains(arguments[1]),
            "{said}"
        );
    }
    assert_eq!(scratch.files(), 1);
}

#[test]
fn a_file_is_converted_in_its_place_only_by_force() {
    let scratch = Scratch::new();
    let games = scratch.write("games", GGF);
    let arguments = [
        &games,
        "-o",
        &games,
        "--to=sgf",
        "--filter=year=1997",
        "--force",
    ];
    let output = bianca(&arguments[..5], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("is read, too"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(&games).unwrap(), GGF);
    let output = bianca(&arguments, "");
    assert_eq!(output.status.code(), Some(4));
    let text = fs::read_to_string(&games).unwrap();
    assert!(text.starts_with("(;FF[4]GM[2]"), "{text}");
    assert_eq!(text.lines().count(), 1);
    assert_eq!(scratch.files(), 1);
}

#[test]
fn a_file_of_another_kind_is_replaced_only_by_force() {
    let scratch = Scratch::new();
    let games = scratch.write("games.ggf", GGF);
    for (name, content, is_taken) in [
        ("letter.pgn", "Dear Sir,\n", false),
        ("games.sgf", "(;GM[2];B[fe])\n", true),
        ("line.txt", "f5d6\n", true),
        ("letter.txt", "Dear Sir,\n", false),
        ("empty.pgn", "", true),
    ] {
        let place = scratch.write(name, content);
        let output = bianca(&[&games, "-o", &place], "");
        let changed = fs::read_to_string(&place).unwrap() != content;
        assert_eq!(changed, is_taken, "{name}: {}", stderr(&output));
        if !is_taken {
            assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
            bianca(&[&games, "-o", &place, "--force"], "");
            assert_ne!(fs::read_to_string(&place).unwrap(), content);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_full_device_is_an_error() {
    let scratch = Scratch::new();
    let games = scratch.write("games.ggf", GGF);
    let output = bianca(&[&games, "-o", "/dev/full", "--to=pgn"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot write /dev/full: No space left"));
    let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["convert", &games, "-o", "-", "--to=pgn"])
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("No space left"));
}

/// A file system that is full, as far as a process can see: no file grows beyond 32 KiB. The
/// system's signal for that would end the process without a word.
#[cfg(unix)]
#[test]
fn a_limit_for_files_is_a_message_and_harms_no_old_file() {
    let scratch = Scratch::new();
    let games = scratch.write("games.wtb", database(1000));
    let before = "[Event \"old\"]\n\n1. f5 *\n";
    let old = scratch.write("old.pgn", before);
    for signal in ["trap '' XFSZ; ", ""] {
        let script =
            format!("{signal}ulimit -c 0; ulimit -f 64; exec \"$0\" convert \"$1\" -o \"$2\"");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_bianca"), &games, &old])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&old).unwrap(), before);
        assert!(stderr(&output).contains("File too large"));
        assert_eq!(scratch.files(), 2, "something was left behind");
    }
    assert!(bianca(&[&games, "-o", &old], "").status.success());
    assert_ne!(fs::read_to_string(&old).unwrap(), before);
}

#[test]
fn whoever_has_seen_enough_may_go() {
    let scratch = Scratch::new();
    let games = scratch.write("games.wtb", database(20_000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["convert", &games, "-o", "-", "--to=txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

/// A large database in an address space of which the executable itself takes a good part.
#[cfg(unix)]
#[test]
fn memory_does_not_grow_with_the_files() {
    let scratch = Scratch::new();
    let games = scratch.write("games.wtb", database(100_000));
    let convert = |from: &str, to: &str| {
        let script = "ulimit -v 81920; exec \"$0\" convert \"$1\" -o \"$2\"";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_bianca"), from, to])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stderr(&output).starts_with("100000 games: 100000 written"));
        fs::metadata(to).unwrap().len()
    };
    let notation = scratch.path("games.pgn");
    assert!(convert(&games, &notation) > 40 << 20);
    assert!(convert(&notation, &scratch.path("games.txt")) > 10 << 20);
    // One game of many megabytes is no game, and not kept whole either.
    let endless = scratch.path("endless.sgf");
    let mut file = BufWriter::new(File::create(&endless).unwrap());
    file.write_all(b"(;GM[2]C[").unwrap();
    for _ in 0..100_000 {
        file.write_all(&[b'x'; 1000]).unwrap();
    }
    file.write_all(b"])(;GM[2];B[f5])").unwrap();
    drop(file);
    let output = bianca(&[&endless, "-o", "-", "--to=txt"], "");
    assert_eq!((output.status.code(), &*stdout(&output)), (Some(4), "f5\n"));
}

/// What moves a cursor, rings a bell or turns the writing must not reach the terminal, and files
/// of games have no control characters.
#[cfg(unix)]
#[test]
fn nothing_that_a_terminal_obeys_is_shown_or_written() {
    let scratch = Scratch::new();
    let evil = "\u{1b}]0;x\u{7}\u{9b}1m\r\n\u{202e}";
    let games = format!(
        "(;GM[Othello]PC[{evil}]PB[{evil}]PW[b]C[{evil}]B[f5]C[{evil}];)\n\
         (;GM[{evil}]B[f5];)\n(;GM[Othello]B[{evil}];)\n{evil}\n"
    );
    let games = scratch.write("\u{1b}[2Jgames.ggf", games);
    for format in ["ggf", "sgf", "pgn", "txt", "board", "obf"] {
        let output = bianca(&[&games, "-o", "-", "--to", format], "");
        assert_eq!(output.status.code(), Some(4));
        let control = |c: char| c.is_control() && c != '\n';
        let text = stdout(&output);
        assert_eq!(text.find(control), None, "{format}: {text:?}");
        let said = stderr(&output);
        let is_bad = |c| c != '\n' && bianca::internal::is_unsafe(c);
        assert_eq!(said.find(is_bad), None, "{said:?}");
        assert!(said.contains("\\u{1b}[2Jgames.ggf"), "{said}");
    }
}

#[test]
fn games_travel_to_gogui_and_back() {
    let written = bianca(
        &["-", "-o", "-", "--from", "txt", "--to", "sgf", "--gogui"],
        "f5d6c3\n",
    );
    let sgf = stdout(&written);
    assert!(
        sgf.contains(";B[fd];W[dc];B[cf]") && !sgf.contains("GM["),
        "{sgf}"
    );
    let back = bianca(&["-", "-o", "-", "--from", "sgf", "--to", "txt"], &sgf);
    assert_eq!(stdout(&back), "f5d6c3\n");
    // GoGui refuses a file with a second game.
    let warning = "GoGui opens files with one game only";
    assert!(!stderr(&written).contains(warning));
    let two = bianca(
        &["-", "-o", "-", "--from", "txt", "--to", "sgf", "--gogui"],
        "f5d6c3\nf5f6\n",
    );
    assert!(two.status.success() && stderr(&two).contains(warning));
    let refused = bianca(&["-", "-o", "-", "--to", "ggf", "--gogui"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--gogui is for sgf, not for ggf"));
}

#[test]
fn several_files_become_one_and_a_game_is_there_once_by_option() {
    let scratch = Scratch::new();
    let one = scratch.write("one.txt", "f5d6c3\n\"F5-D6-C3\",\n");
    let two = scratch.write("two.txt", "f5d6\nf5 d6 c3 % again\n");
    let all = bianca(&[&one, &two, "-o", "-", "--to=txt"], "");
    assert_eq!(stdout(&all), "f5d6c3\nf5d6c3\nf5d6\nf5d6c3 % again\n");
    let once = bianca(&[&one, &two, "-o", "-", "--to=txt", "--unique"], "");
    assert_eq!(stdout(&once), "f5d6c3\nf5d6\n");
    assert!(
        stderr(&once).contains("4 games: 2 written, 0 filtered out, 2 duplicates, 0 malformed")
    );
    // No file may be the output, too, nor be missing.
    let taken = bianca(&[&one, &two, "-o", &two], "");
    assert!(
        stderr(&taken).contains("is read, too"),
        "{}",
        stderr(&taken)
    );
    let missing = bianca(
        &[&one, &scratch.path("three.txt"), "-o", "-", "--to=txt"],
        "",
    );
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("three.txt"));
}

#[test]
fn a_position_is_looked_for_and_what_followed_is_told() {
    // The second came there on a board that is turned.
    let games = format!("{FIRST}\nc4e3f6e6\nf5d6c3d3\nf5d6c3\nf5f6\n");
    let found = bianca(
        &[
            "-",
            "-o",
            "-",
            "--from=txt",
            "--to=txt",
            "--filter=position=f5d6c3",
        ],
        &games,
    );
    assert_eq!(stdout(&found), "c4e3f6e6\nf5d6c3d3\nf5d6c3\n");
    let said = stderr(&found);
    assert!(
        said.contains(
            "position: 3 games, black won 0, 0 drawn, white won 0, 3 without a result; \
             next: d3 2 (66.7 %), end 1 (33.3 %)"
        ),
        "{said}"
    );
    let wrong = bianca(&["-", "-o", "-", "--to=txt", "--filter=position=a1"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("neither moves that can be played"));
}

#[test]
fn a_file_that_is_no_game_gets_three_messages_and_a_hint() {
    let text = "It was a dark and stormy night.\n".repeat(200);
    let output = bianca(&["-", "-o", "-", "--to=ggf"], &text);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(said.lines().count(), 5, "{said}");
    let hint = "bianca: standard input: and 197 more; nothing in it is a game; --from FORMAT";
    assert!(said.contains(hint), "{said}");
    // Where there is a game, every line that is none is told.
    let output = bianca(&["-", "-o", "-", "--to=ggf"], format!("f5d6\n{text}"));
    assert_eq!(stderr(&output).lines().count(), 201);
}
