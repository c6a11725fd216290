//! Lines in, commands out; replies in, text out.

use std::time::Duration;

use super::framing::{info_line, live_graphics};
use super::*;
use crate::protocol::tests as lines;
use crate::protocol::{BookOrder, Choose, ClockUsed, FileOrder, OptionOrder, Order, Reply};
use bianca_play::game::GameError;
use bianca_play::games::drawing::TreeFormat;
use bianca_play::games::moves::discs;
use bianca_play::games::search::Method;
use bianca_play::player::{OptionInfo, OptionKind};
use bianca_play::tabletop::TimeSettings;
use bianca_rules::othello::Color;
use bianca_search::request::{Bounds, Goal, Purpose, Reach, Report, Request, Score};

fn command(line: &str) -> Command {
    lines::command(parse_line(line))
}

fn error(line: &str) -> String {
    lines::error(parse_line(line))
}

fn id(text: &str) -> Option<String> {
    match parse_line(text) {
        ParsedLine::Command { id, .. } => id,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn an_id_is_a_number_before_a_blank() {
    assert_eq!(id("1 name"), Some("1".to_owned()));
    assert_eq!(id("  007\tname "), Some("007".to_owned()));
    assert_eq!(id("99999999999999999999 name").map(|id| id.len()), Some(20));
    assert_eq!(id("name"), None);
    assert_eq!(id("10x"), None);
    assert_eq!(id("12"), Some("12".to_owned()));
    let alone = "syntax error: a command is missing after its number";
    assert_eq!(error("12"), alone);
}

#[test]
fn comments_control_characters_and_blanks_do_not_count() {
    for nothing in ["", "  \t ", "# name", "\r", "\0\u{7}", "#interrupt me"] {
        assert_eq!(parse_line(nothing), ParsedLine::Nothing, "{nothing:?}");
    }
    for interrupt in ["# interrupt", "#interrupt", " # interrupt \r"] {
        assert_eq!(
            parse_line(interrupt),
            ParsedLine::Interrupt,
            "{interrupt:?}"
        );
    }
    for name in ["name", " na\0me\r", "name # interrupt", "name   "] {
        assert_eq!(command(name), Command::Name, "{name:?}");
    }
}

#[test]
fn arguments_become_values() {
    let black = Some(Color::Black);
    let genmove = |color| {
        Command::Choose(Box::new(Choose {
            color,
            plays: true,
            clock: ClockUsed::Kept,
            purpose: Purpose::Move,
            ..Choose::default()
        }))
    };
    assert_eq!(command("genmove B"), genmove(black));
    assert_eq!(command("genmove"), genmove(None));
    assert_eq!(command("reg_genmove"), Command::Choose(Box::default()));
    let play = |color, moves: &str| Command::Play {
        color,
        moves: moves.to_owned(),
        time: None,
    };
    assert_eq!(command("play black f5 d6"), play(black, "f5 d6"));
    assert_eq!(command("play W PASS"), play(Some(Color::White), "PASS"));
    assert_eq!(command("play f5d6"), play(None, "f5d6"));
    assert_eq!(command("play b4"), play(None, "b4"));
    let tree = |method, format| {
        Command::Obey(Order::new("tree", (method, format), |_, _| Ok(Reply::Done)))
    };
    for (line, expected) in [
        ("book", Command::Book(BookOrder::Moves)),
        ("book add", Command::Book(BookOrder::Add)),
        ("book store", Command::Book(BookOrder::Store)),
        ("tree minimax", tree(Method::Minimax, None)),
        (
            "tree alphabeta steps",
            tree(Method::AlphaBeta, Some(TreeFormat::Steps)),
        ),
        (
            "tree minimax text",
            tree(Method::Minimax, Some(TreeFormat::Text)),
        ),
        (
            "tree minimax dot",
            tree(Method::Minimax, Some(TreeFormat::Dot)),
        ),
        (
            "tree minimax svg",
            tree(Method::Minimax, Some(TreeFormat::Svg)),
        ),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    let undo =
        |count: Option<u32>| Command::Obey(Order::new("undo", count, |_, _| Ok(Reply::Done)));
    assert_eq!(command("undo"), undo(None));
    assert_eq!(command("gg-undo 3"), undo(Some(3)));
    let load = |path: &str, moves| {
        Command::File(FileOrder::LoadSgf {
            path: path.to_owned(),
            moves,
        })
    };
    assert_eq!(command("loadsgf a b.sgf"), load("a b.sgf", None));
    assert_eq!(command("loadsgf a b.sgf 12"), load("a b.sgf", Some(11)));
    assert_eq!(command("loadsgf \"game 12\""), load("game 12", None));
    assert_eq!(command("loadsgf \"game 12\" 1"), load("game 12", Some(0)));
    let load = |path: &str, number| {
        Command::File(FileOrder::Load {
            path: path.to_owned(),
            number,
        })
    };
    assert_eq!(command("loadgame a b.ggf"), load("a b.ggf", 1));
    assert_eq!(command("loadgame a b.ggf 12"), load("a b.ggf", 12));
    assert_eq!(command("loadgame \"game 12\" 3"), load("game 12", 3));
    let saved = Command::File(FileOrder::Save("a b 1".to_owned()));
    assert_eq!(command("savegame a b 1"), saved);
    assert_eq!(command("savegame \"a b 1\""), saved);
    let set = |name: &str, value: &str| {
        Command::Option(OptionOrder::Set {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    };
    assert_eq!(command("option LogFile a b"), set("LogFile", "a b"));
    assert_eq!(
        command("option Hash"),
        Command::Option(OptionOrder::Show("Hash".to_owned()))
    );
    let time = TimeSettings {
        main: Duration::from_secs(60),
        period: Duration::from_millis(2500),
        stones: 5,
    };
    assert_eq!(
        command("time_settings 60 2.5 5"),
        Command::Obey(Order::new("time_settings", time, |_, _| Ok(Reply::Done)))
    );
}

#[test]
fn limits_may_stand_in_any_order() {
    let Command::Go(request) = command("go nodes 5 wld depth 3 infinite movetime 7") else {
        panic!("not go");
    };
    assert_eq!(request.goal, Goal::WinLossDraw);
    assert_eq!(request.limits.depth, Some(3));
    assert_eq!(request.limits.nodes, Some(5));
    assert_eq!(request.limits.move_time, Some(Duration::from_millis(7)));
    assert!(request.limits.infinite);
    assert_eq!(command("go"), Command::Go(Request::default()));
    assert_eq!(command("solve wld"), command("go wld"));
    let Command::Go(request) = command("go window -2 +0 depth 9") else {
        panic!("not go");
    };
    assert_eq!(request.goal, Goal::Exact);
    assert_eq!(request.window, (Score::from_discs(-2), Score(0)));
    assert_eq!(request.limits.depth, Some(9));
    assert_eq!(command("solve"), command("go exact"));
    assert_eq!(command("solve exact"), command("go exact"));
    assert_eq!(command("hint"), command("go"));
    assert_eq!(
        command("hint 1 nodes 5 depth 3"),
        command("go depth 3 nodes 5")
    );
    assert_eq!(command("hint movetime 7"), command("go movetime 7"));
    let Command::Go(request) = command("hint 3 depth 4") else {
        panic!("not a search");
    };
    assert_eq!((request.best, request.limits.depth), (3, Some(4)));
    for (line, best, infinite) in [
        ("hint 3", 3, false),
        ("analyze", 1, true),
        ("analyze 2", 2, true),
    ] {
        let (Command::Go(request) | Command::Analyze(request)) = command(line) else {
            panic!("no search");
        };
        let asked = (request.best, request.limits.infinite);
        assert_eq!(asked, (best, infinite), "{line}");
    }
}

#[test]
fn errors_name_the_wrong_word() {
    for (line, message) in [
        ("fly me", "unknown command: fly"),
        ("gonna", "unknown command: gonna"),
        (
            "showbord",
            "unknown command: showbord (did you mean showboard?)",
        ),
        ("namee", "unknown command: namee (did you mean name?)"),
        ("Name", "unknown command: Name"),
        ("name me", "'me' is one word too many"),
        ("genmove red", "'red' is not a colour (black or white)"),
        ("time_left", "a colour (black or white) is missing"),
        ("rate red", "'red' is not a colour (black or white) or both"),
        ("rate", "a colour (black or white) or both is missing"),
        ("rate both twice", "'twice' is not after N or add"),
        ("rate both after", "a number of moves is missing"),
        ("rate both after none", "'none' is not a number of moves"),
        ("rate both after 8 twice", "'twice' is not after N or add"),
        ("rate both add after 8", "'after' is one word too many"),
        ("rate both add add", "'add' is one word too many"),
        ("time_left b soon", "'soon' is not a time in seconds"),
        ("time_left b -1 0", "'-1' is not a time in seconds"),
        ("time_left b 1e300 0", "'1e300' is not a time in seconds"),
        ("time_settings 1 2", "a number of moves is missing"),
        ("play black", "a move is missing"),
        ("play", "a move is missing"),
        ("boardsize eight", "'eight' is not a size"),
        ("boardsize 8 8", "'8' is one word too many"),
        ("komi nan", "'nan' is not a number"),
        ("go depth", "a depth from 1 up is missing"),
        ("go depth 0", "'0' is not a depth from 1 up"),
        ("go nodes 0", "'0' is not a number of nodes from 1 up"),
        (
            "go movetime 0",
            "'0' is not a time in milliseconds from 1 up",
        ),
        ("go dept 4", "'dept' is not a limit"),
        (
            "go depth 4 depth 5",
            "'depth' is not needed: it is set already",
        ),
        ("go nodes 99999999999999999999", "is not a number of nodes"),
        ("hint 0", "'0' is not a number of moves from 1 up"),
        ("hint exact", "'exact' is not a number of moves from 1 up"),
        (
            "hint 2 exact",
            "'exact' is not a limit (depth N, movetime MS",
        ),
        ("hint 2 depth", "a depth from 1 up is missing"),
        ("hint depth 3 2", "'2' is not a limit"),
        (
            "hint 2 nodes 3 nodes 3",
            "'nodes' is not needed: it is set already",
        ),
        ("gg-undo -1", "'-1' is not a number of moves from 1 up"),
        ("perft 61", "'61' is not a depth from 0 to 60"),
        ("solve quickly", "'quickly' is not exact or wld"),
        ("option", "an option's name is missing"),
        ("loadsgf", "a file's name is missing"),
        ("loadsgf \"a\" b", "'b' is not a move's number"),
        ("loadgame", "a file's name is missing"),
        ("loadgame \"a\" b", "'b' is not a game's number"),
        ("savegame", "a file's name is missing"),
        ("savegame \"\"", "'\"\"' is not a file's name"),
        ("savegame \"open", "'\"open' is not a file's name"),
        ("known_command", "a command's name is missing"),
        ("setboard", "a board is missing"),
    ] {
        let text = error(line);
        assert!(text.contains(message), "{line}: {text}");
        assert!(
            text.starts_with("syntax error: ") || text.starts_with("unknown command: "),
            "{line}: {text}"
        );
    }
}

#[test]
fn garbage_is_answered_in_bounded_words() {
    let long = "x".repeat(1 << 20);
    for line in [long.clone(), format!("go {long}"), format!("7 name {long}")] {
        assert!(error(&line).len() < 200);
    }
}

#[test]
fn every_command_has_its_own_name_and_help() {
    for info in COMMANDS {
        assert_eq!(COMMANDS.iter().filter(|i| i.name == info.name).count(), 1);
        assert!(!info.name.contains(' ') && !info.summary.is_empty());
        assert!(!info.detail.contains("\n\n"), "{}", info.name);
        let help = commands::help_for(info.name).unwrap();
        assert!(help.starts_with(info.name), "{help}");
        assert_eq!(help.lines().count(), 2 + info.detail.lines().count());
        // Required arguments are really required, and no more than there are.
        let needed = !info.arguments.is_empty() && !info.arguments.starts_with('[');
        let bare = parse_line(info.name);
        let ParsedLine::Command { command, .. } = bare else {
            panic!("{} is not a command", info.name);
        };
        assert_eq!(
            command.is_err(),
            needed || (info.arguments.contains("] ") && !info.arguments.ends_with(']')),
            "{}",
            info.name
        );
    }
    assert!(commands::help_for("fly").is_err());
}

#[test]
fn replies_are_framed_as_gtp_wants_them() {
    let text = |id, reply| write_reply(id, &reply);
    assert_eq!(text(None, Ok(Reply::Done)), "=\n\n");
    assert_eq!(text(Some("1"), Ok(Reply::Text("a".into()))), "=1 a\n\n");
    assert_eq!(text(None, Ok(Reply::Text("a\n\nb\n".into()))), "= a\nb\n\n");
    assert_eq!(
        text(None, Ok(Reply::Drawing("a\nb".into()))),
        "= \na\nb\n\n"
    );
    assert_eq!(text(None, Ok(Reply::Moves(Vec::new()))), "=\n\n");
    let points = discs("f5 pass");
    assert_eq!(text(None, Ok(Reply::Points(points))), "= F5 pass\n\n");
    let mut report = Report::of_moves(discs("d6"));
    report.score = Score::from_fraction(-1.6);
    assert_eq!(text(None, Ok(Reply::Labels(vec![report]))), "= D6 -2\n\n");
    for (black, result) in [(12, "= B+12\n\n"), (-3, "= W+3\n\n"), (0, "= 0\n\n")] {
        assert_eq!(text(None, Ok(Reply::Result(black))), result);
    }
    let refused = CommandError::Game(GameError::NothingToUndo);
    assert_eq!(text(Some("3"), Err(refused)), "?3 cannot undo\n\n");
}

#[test]
fn options_are_lines_for_people_and_parameters_for_gogui() {
    let option = |name, kind, value: &str| OptionInfo {
        name,
        kind,
        value: value.to_owned(),
        drawn: (name == "Hash").then_some(12),
        help: "helps",
    };
    let empty = String::new;
    let options = || {
        vec![
            option("Ponder", OptionKind::Switch { default: false }, "true"),
            option(
                "Hash",
                OptionKind::Number {
                    default: 64,
                    min: 1,
                    max: 9,
                },
                "5",
            ),
            option(
                "Player",
                OptionKind::Choice {
                    default: "a",
                    values: vec!["a", "b"],
                },
                "b",
            ),
            option("LogFile", OptionKind::Text { default: empty() }, ""),
        ]
    };
    let text = |reply| write_reply(None, &Ok(reply));
    assert_eq!(
        text(Reply::Options(options())),
        "= option Ponder value true type switch default false help helps\n\
         option Hash value 5 type number default 64 min 1 max 9 drawn 12 help helps\n\
         option Player value b type choice default a values a b help helps\n\
         option LogFile value - type text default - help helps\n\n"
    );
    assert_eq!(
        text(Reply::Parameters(options())),
        "= [bool] Ponder 1\n[string] Hash 5\n[list/a/b] Player b\n[string] LogFile -\n\n"
    );
}

#[test]
fn a_search_is_drawn_as_gogui_wants_it() {
    let line = |rank, moves: &str| Report {
        rank,
        score: Score::from_discs(3),
        depth: 8,
        nodes: 99,
        ..Report::of_moves(discs(moves))
    };
    let lines = [line(1, "d3 pass c3"), line(2, "e6"), line(3, "")];
    assert_eq!(
        live_graphics(Some(2), Color::White, &lines),
        "gogui-gfx:\nCOLOR #1d8348 A1 B1 A2 B2\nVAR w D3 b pass w C3\nTEXT white +3.00 depth 8 nodes 99\nLABEL E6 +3\n\n"
    );
}

#[test]
fn a_search_is_told_in_one_line_a_move() {
    let mut report = Report {
        rank: 1,
        pv: discs("f5 d6"),
        score: Score(896),
        depth: 12,
        confidence: 95,
        reach: Reach::Midgame,
        bounds: Bounds::UNKNOWN,
        nodes: 12345,
        elapsed: Duration::from_micros(12_400),
        book: None,
        chances: Vec::new(),
    };
    assert_eq!(
        info_line(&report),
        "info rank 1 move f5 score +3.50 proven no depth 12 confidence 95 nodes 12345 \
         time 0.012 pv f5 d6"
    );
    let [f5, d6] = [report.pv[0], report.pv[1]];
    report.chances = vec![(f5, 0.6115), (d6, 0.3885)];
    assert!(info_line(&report).ends_with("time 0.012 chances f5=61.2,d6=38.9 pv f5 d6"));
    report.chances.clear();
    report.reach = Reach::End;
    assert!(info_line(&report).contains("proven no"));
    report.confidence = 100;
    report.score = Score::from_discs(4);
    report.bounds = Bounds::exact(4);
    assert!(info_line(&report).contains("proven exact"));
    report.bounds.upper = 64;
    assert!(info_line(&report).contains("score +4.00 proven atleast"));
    report.bounds = Bounds {
        lower: -64,
        upper: 4,
    };
    assert!(info_line(&report).contains("proven atmost"));
    report.reach = Reach::WinLossDraw;
    assert!(info_line(&report).contains("proven wld"));
    report.pv.clear();
    assert!(info_line(&report).contains("move none"));
    assert!(info_line(&report).ends_with("time 0.012"));
}
