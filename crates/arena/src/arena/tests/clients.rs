//! What programs are told, line by line, and what is taken from their answers.

use std::path::Path;
use std::time::Duration;

use crate::arena::adjudication::Adjudication;
use crate::arena::builtin::OTHELLO;
use crate::arena::judge::{Ending, Seat, play};
use crate::arena::limit::Limit;
use crate::arena::program::ProgramPlayer;
use crate::arena::spec::{EngineKind, EngineSpec, Program, Protocol};
use crate::arena::timekeeper::Strictness;
use bianca_play::game::Game;
use bianca_play::player::driver::DrivenTurn;
use bianca_play::player::{Player, PlayerError, SearchSummary};
use bianca_records::clock::{Clock, TimeControl};
use bianca_records::record::board::parse_board;
use bianca_rules::othello::{Color, OthelloGame};
use bianca_search::request::{Limits, Request, Score, StopFlag};

const STRICTNESS: Strictness = Strictness {
    margin: Duration::ZERO,
    patience: Duration::from_secs(60),
    farewell: Duration::from_secs(5),
};

/// A program that keeps what it is told in a file and answers by the cases of a shell's `case`.
pub(super) struct Dialogue {
    folder: tempfile::TempDir,
    program: Program,
}

impl Dialogue {
    pub(super) fn new(protocol: Protocol, options: &[(&str, &str)], cases: &str) -> Dialogue {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "while read -r line; do printf '%s\\n' \"$line\" >> told; case $line in {cases} esac; \
             done"
        );
        let command = ["sh", "-c", &script].map(str::to_owned).to_vec();
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let program = Program {
            command,
            directory: Some(folder.path().to_owned()),
            protocol,
            options: options.iter().map(owned).collect(),
        };
        Dialogue { folder, program }
    }

    /// Starts it; what it was told at its last end is forgotten.
    pub(super) fn start(&self, limit: &str) -> Result<ProgramPlayer, PlayerError> {
        let limit: Limit = limit.parse().unwrap();
        let _ = std::fs::remove_file(self.folder.path().join("told"));
        ProgramPlayer::start(
            "it",
            &self.program,
            limit,
            STRICTNESS,
            None,
            &StopFlag::new(),
        )
    }

    /// Whether a line that begins so is among what it was told since the last call.
    pub(super) fn has_been_told(&self, words: &str) -> bool {
        let told = read(&self.folder.path().join("told"));
        told.lines().any(|line| line.starts_with(words))
    }

    /// What it was told since the last call.
    pub(super) fn told(&self) -> Vec<String> {
        let path = self.folder.path().join("told");
        let text = read(&path);
        std::fs::remove_file(&path).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

pub(super) fn game(moves: &str) -> OthelloGame {
    let mut game = OthelloGame::new();
    if !moves.is_empty() {
        Game::play(&mut game, None, moves).unwrap();
    }
    game
}

/// A game from a board on which white is to move.
fn from_board() -> OthelloGame {
    let board = "---------------------------OX------XXX-----X-------------------- O";
    let (position, to_move) = parse_board(board).unwrap();
    OthelloGame::from_position(position, to_move)
}

fn search(
    player: &mut ProgramPlayer,
    game: &OthelloGame,
    limits: Limits,
) -> Result<(String, SearchSummary), PlayerError> {
    player.prepare(game)?;
    let request = Request::for_move(limits);
    let mut told = Vec::new();
    let lines = player.search(game, &request, &StopFlag::new(), &mut |line| {
        told.push(line.clone());
    })?;
    assert_eq!(told, lines);
    let summary = player.summary(&lines[0], Duration::ZERO);
    Ok((lines[0].pv[0].to_string(), summary))
}

/// What is said of a search, without the time that it took.
fn said(summary: SearchSummary) -> (Option<f64>, Option<u32>, Option<u64>) {
    let score = summary.score.map(Score::discs);
    (score, summary.depth, summary.nodes)
}

fn clock(main: u64, increment: u64, spent: f64) -> Limits {
    let seconds = Duration::from_secs;
    let mut clock = Clock::new(TimeControl::game(seconds(main), seconds(increment)));
    clock.spend(Duration::from_secs_f64(spent));
    Limits {
        clock: Some(clock.reading()),
        ..Limits::default()
    }
}

/// White has no move after these eight; black's d2 is one.
const BLACK_PASSES: &str = "c4c3f5b4a4a5c2a3";

#[test]
fn a_plain_gtp_engine_is_told_whole_seconds_and_every_turn() {
    let cases = "list_commands) echo '= name'; echo genmove; echo;; \
        genmove*) echo '= F5'; echo;; *) echo =; echo;;";
    let engine = Dialogue::new(Protocol::Gtp, &[("Level", "3"), ("Book", "off")], cases);
    let mut player = engine.start("tc=65+4").unwrap();
    let start = [
        "list_commands",
        "boardsize 8",
        "option Level 3",
        "option Book off",
    ];
    assert_eq!(engine.told(), start);
    let found = search(&mut player, &game(""), clock(65, 4, 10.6)).unwrap();
    assert_eq!(
        (found.0.as_str(), said(found.1)),
        ("f5", (None, None, None))
    );
    assert_eq!(
        engine.told(),
        [
            "clear_board",
            "time_settings 65 0 0",
            "time_left black 58 0",
            "genmove black"
        ]
    );
    // It has played its move; the answer to it is new.
    search(&mut player, &game("f5d6"), clock(65, 4, 30.0)).unwrap();
    let next = ["play white d6", "time_left black 39 0", "genmove black"];
    assert_eq!(engine.told(), next);
    player.new_game();
    let passes = game(&format!("{BLACK_PASSES}ps"));
    player.prepare(&passes).unwrap();
    let told = engine.told();
    assert_eq!(told[..2], ["clear_board", "time_settings 65 0 0"]);
    assert_eq!(told[2], "play black c4");
    assert_eq!(told[9..], ["play white a3", "play black pass"]);
    player.new_game();
    let unable = player.prepare(&from_board()).unwrap_err();
    assert!(matches!(unable, PlayerError::Unable(_)), "{unable}");
    assert_eq!(engine.told(), ["clear_board"]);
    for (limit, settings) in [
        ("tc=30", "time_settings 30 0 0"),
        ("tc=30+20/5", "time_settings 30 20 5"),
        ("st=7", "time_settings 0 7 1"),
    ] {
        let mut player = engine.start(limit).unwrap();
        player.prepare(&game("")).unwrap();
        assert_eq!(engine.told()[4..], ["clear_board", settings], "{limit}");
    }
    let mut player = engine.start("tc=20/3").unwrap();
    let mut period = Clock::new(TimeControl::periods(
        Duration::ZERO,
        Duration::from_secs(20),
        3,
    ));
    period.spend(Duration::from_secs(5));
    let limits = Limits {
        clock: Some(period.reading()),
        ..Limits::default()
    };
    search(&mut player, &game(""), limits).unwrap();
    assert_eq!(
        engine.told()[4..],
        [
            "clear_board",
            "time_settings 0 20 3",
            "time_left black 15 2",
            "genmove black"
        ]
    );
    for limit in ["st=0.5", "tc=30.5", "tc=30+1.5/2", "depth=4", "nodes=9"] {
        let error = engine.start(limit).err().unwrap();
        assert!(matches!(error, PlayerError::Unable(_)), "{limit}: {error}");
    }
    assert!(engine.start("level").is_ok());
}

#[test]
fn a_gtp_engine_that_lists_more_is_told_more() {
    let cases = "list_commands) printf '= go\\nset_game\\nsetboard\\nlast_search\\n\\n';; \
        go*) printf '= move d3 score -1.25 depth 8@73%% nodes 77 pv d3\\n\\n';; \
        genmove*) printf '\\n= c4\\n\\n';; *pass) printf '? no pass\\n\\n';; \
        last_search) printf '= move c4 score +2.50 depth 9 nodes 5\\n\\n';; \
        *) printf '=\\n\\n';;";
    let engine = Dialogue::new(Protocol::Gtp, &[], cases);
    for (limit, go) in [
        ("st=0.25", "go movetime 250"),
        ("depth=6", "go depth 6"),
        ("nodes=900", "go nodes 900"),
    ] {
        let mut player = engine.start(limit).unwrap();
        assert_eq!(
            engine.told(),
            ["list_commands", "set_game Othello", "boardsize 8"]
        );
        let found = search(&mut player, &from_board(), Limits::default()).unwrap();
        assert_eq!(found.0, "d3");
        assert_eq!(said(found.1), (Some(-1.25), Some(8), Some(77)));
        let told = engine.told();
        let board = "setboard ---------------------------OX------XXX-----X-------------------- O";
        assert_eq!(told, ["clear_board", board, go], "{limit}");
        // It has not played its move.
        let mut moved = from_board();
        let answer = moved.position().moves().first().unwrap();
        moved
            .play(bianca_rules::othello::Move::Place(answer))
            .unwrap();
        player.prepare(&moved).unwrap();
        assert_eq!(engine.told(), [format!("play white {answer}")]);
    }
    let mut player = engine.start("tc=65.5+0.25").unwrap();
    engine.told();
    let found = search(&mut player, &game("f5"), clock(65, 0, 1.5)).unwrap();
    assert_eq!(said(found.1), (Some(2.5), Some(9), Some(5)));
    assert_eq!(
        engine.told(),
        [
            "clear_board",
            "time_settings 65.5 0.25 0",
            "play black f5",
            "time_left white 63.500 0",
            "genmove white",
            "last_search"
        ]
    );
    // Passes that it does not want to hear are told once.
    player.new_game();
    player.prepare(&game(&format!("{BLACK_PASSES}ps"))).unwrap();
    assert_eq!(engine.told().last().unwrap(), "play black pass");
    player.new_game();
    player.prepare(&game(&format!("{BLACK_PASSES}ps"))).unwrap();
    assert_eq!(engine.told().last().unwrap(), "play white a3");
}

#[test]
fn an_answer_that_is_no_move_is_a_fault_of_its_kind() {
    let fault = |answer: &str| {
        let cases = format!(
            "list_commands) printf '= last_search\\n\\n';; genmove*) printf '{answer}\\n\\n';; \
             last_search) printf '= move a1 score 9 depth 1\\n\\n';; *) printf '=\\n\\n';;"
        );
        let engine = Dialogue::new(Protocol::Gtp, &[], &cases);
        let mut player = engine.start("level").unwrap();
        search(&mut player, &game(""), Limits::default())
    };
    assert_eq!(fault("= Resign").unwrap_err(), PlayerError::Resigned);
    let rubbish = fault("= hello").unwrap_err();
    assert_eq!(
        rubbish.to_string(),
        "rubbish in reply to 'genmove black': 'hello'"
    );
    let refused = fault("? cannot").unwrap_err();
    assert_eq!(refused.to_string(), "refused 'genmove black': cannot");
    let rubbish = fault("what").unwrap_err();
    assert_eq!(
        rubbish.to_string(),
        "rubbish in reply to 'genmove black': 'what'"
    );
    // What it says of another move is not said of this one.
    assert_eq!(said(fault("= d3").unwrap().1), (None, None, None));
    // The first move counts.
    assert_eq!(fault("= f5 d3").unwrap().0, "f5");
}

#[test]
fn an_nboard_engine_is_told_the_game_the_depth_and_the_time() {
    let cases = "ping*) echo \"pong ${line#ping }\";; \
        go) echo 'search d3 +0.50 0 4'; echo 'search c4 -1.50 0 6@73%'; echo '=== F6/+2.25/0.1';;";
    let engine = Dialogue::new(Protocol::NBoard, &[], cases);
    let mut player = engine.start("depth=7").unwrap();
    assert_eq!(engine.told(), ["nboard 2", "set depth 7", "ping 1"]);
    let found = search(&mut player, &game("f5"), Limits::default()).unwrap();
    assert_eq!(found.0, "f6");
    assert_eq!(said(found.1), (Some(2.25), Some(6), None));
    let told = engine.told();
    let set_game = told[0].strip_prefix("set game (;GM[Othello]").unwrap();
    assert!(set_game.ends_with("]B[f5];)"), "{set_game}");
    assert_eq!(told[1..], ["ping 2", "set depth 7", "ping 3", "go"]);
    // It does not play its move, and passes have a word of their own.
    search(&mut player, &game("f5f6"), Limits::default()).unwrap();
    assert_eq!(engine.told()[0], "move f6");
    let mut player = engine.start("level").unwrap();
    player.prepare(&game(BLACK_PASSES)).unwrap();
    player.prepare(&game(&format!("{BLACK_PASSES}ps"))).unwrap();
    let passed = game(&format!("{BLACK_PASSES}psd2"));
    search(&mut player, &passed, Limits::default()).unwrap();
    let told = engine.told();
    let moves = told.iter().filter(|line| line.starts_with("move "));
    assert_eq!(moves.collect::<Vec<_>>(), ["move PA", "move d2"]);
    assert!(
        !told.iter().any(|line| line.starts_with("set depth")),
        "{told:?}"
    );
    for limit in ["st=3", "nodes=4"] {
        let error = engine.start(limit).err().unwrap();
        assert!(matches!(error, PlayerError::Unable(_)), "{limit}: {error}");
    }
    // An answer without a score has that of the search.
    let silent = cases.replace("=== F6/+2.25/0.1", "=== F6");
    let silent = Dialogue::new(Protocol::NBoard, &[], &silent);
    let found = search(
        &mut silent.start("level").unwrap(),
        &game("f5"),
        Limits::default(),
    );
    assert_eq!(said(found.unwrap().1), (Some(-1.5), Some(6), None));
    let with_option = Dialogue::new(Protocol::NBoard, &[("A", "1")], cases);
    assert!(with_option.start("level").is_err());
}

#[test]
fn an_nboard_engine_learns_from_the_game_what_each_side_has_left() {
    let cases = "ping*) echo \"pong ${line#ping }\";; go) echo '=== d3';;";
    let engine = Dialogue::new(Protocol::NBoard, &[], cases);
    let whole = |limit: &str, limits| {
        let mut player = engine.start(limit).unwrap();
        player.prepare(&game("f5")).unwrap();
        for (color, mv, seconds) in [(Color::White, "d6", 1.5), (Color::Black, "c3", 4.0)] {
            let mv = bianca_play::game::discs(mv)[0];
            player.note(&DrivenTurn::new(
                color,
                mv,
                Duration::from_secs_f64(seconds),
            ));
        }
        search(&mut player, &game("f5d6c3"), limits).unwrap();
        let told = engine.told();
        assert_eq!(
            told.iter().filter(|line| *line == "set depth 60").count(),
            2
        );
        let mut games = told.into_iter().filter(|line| line.starts_with("set game"));
        games.next_back().unwrap()
    };
    let told = whole("tc=300+2", clock(300, 2, 20.0));
    assert!(told.contains("B[f5]W[d6//1.50]B[c3//4.00]"), "{told}");
    assert!(told.contains("TI[05:00/00:02]"), "{told}");
    // Half a second cannot be said: what is left is told instead, never less than a second.
    let told = whole("tc=300.5+2", clock(100, 2, 7.6));
    assert!(told.contains("B[f5]W[d6]B[c3]"), "{told}");
    assert!(told.contains("TI[01:34/00:02]"), "{told}");
    let told = whole("tc=300.5", clock(5, 0, 4.9));
    assert!(told.contains("TI[00:01]"), "{told}");
}

#[test]
fn a_ugi_engine_is_told_the_whole_position_and_a_limit() {
    let cases = "ugi) echo ugiok;; isready) echo readyok;; \
        go*) echo 'info depth 3 score cp 50 nodes 9'; echo 'info depth 5 score cp -175 nodes 40'; \
        echo 'info string x'; echo 'bestmove d3';;";
    let engine = Dialogue::new(Protocol::Ugi, &[("Hash", "4")], cases);
    for (limit, limits, go) in [
        ("st=0.25", Limits::default(), "go movetime 250"),
        ("depth=6", Limits::default(), "go depth 6"),
        ("nodes=900", Limits::default(), "go nodes 900"),
        ("level", Limits::default(), "go"),
        (
            "tc=65+4",
            clock(65, 4, 10.6),
            "go p1time 58400 p2time 58400 p1inc 4000 p2inc 4000",
        ),
    ] {
        let mut player = engine.start(limit).unwrap();
        assert_eq!(
            engine.told(),
            ["ugi", "setoption name Hash value 4", "isready"]
        );
        let found = search(&mut player, &game("f5d6"), limits).unwrap();
        assert_eq!(found.0, "d3");
        assert_eq!(said(found.1), (Some(-1.75), Some(5), Some(40)));
        let position = "position startpos moves f5 d6";
        assert_eq!(engine.told(), ["uginewgame", position, "isready", go]);
        player.prepare(&game("f5d6c3")).unwrap();
        let position = "position startpos moves f5 d6 c3";
        assert_eq!(engine.told(), [position, "isready"]);
    }
    assert!(engine.start("tc=30+20/5").is_err());
}

#[test]
fn an_xboard_engine_is_told_its_side_its_clock_and_every_turn() {
    let cases = "protover*) echo 'feature ping=1 setboard=1'; echo 'feature done=1';; \
        ping*) echo \"pong ${line#ping }\";; \
        go) echo '4 50 3 9 d3'; echo '6 -175 12 40 c4'; echo 'move P@d3';;";
    let engine = Dialogue::new(Protocol::XBoard, &[], cases);
    for (limit, told) in [
        ("level", None),
        ("depth=6", Some("sd 6")),
        ("st=7", Some("st 7")),
        ("tc=65+4", Some("level 0 1:05 4")),
        ("tc=0+130/5", Some("level 5 2:10 0")),
    ] {
        let mut player = engine.start(limit).unwrap();
        assert_eq!(engine.told(), ["xboard", "protover 2"]);
        player.prepare(&game("f5")).unwrap();
        let mut expected = vec![
            "new",
            "variant reversi",
            "force",
            "setboard 8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
            "easy",
            "post",
        ];
        expected.extend(told);
        expected.extend(["usermove f5", "ping 1"]);
        assert_eq!(engine.told(), expected, "{limit}");
    }
    let mut player = engine.start("tc=65+4").unwrap();
    engine.told();
    let found = search(&mut player, &game("f5"), clock(65, 4, 10.64)).unwrap();
    assert_eq!(found.0, "d3");
    assert_eq!(said(found.1), (Some(-1.75), Some(6), Some(40)));
    assert_eq!(engine.told()[9..], ["time 5836", "otim 5836", "go"]);
    // It has played its move.
    player.prepare(&game("f5d6c3")).unwrap();
    assert_eq!(engine.told(), ["force", "usermove c3", "ping 2"]);
    let mut player = engine.start("level").unwrap();
    player.prepare(&game(&format!("{BLACK_PASSES}ps"))).unwrap();
    let told = engine.told();
    assert_eq!(told[told.len() - 2..], ["usermove @@@@", "ping 1"]);
    player.new_game();
    player.prepare(&from_board()).unwrap();
    assert_eq!(
        engine.told()[3..5],
        [
            "setboard 8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
            "setboard 8/8/3p4/3ppp2/3Pp3/8/8/8 w - - 0 1"
        ]
    );
    for limit in ["st=0.5", "tc=30.5", "tc=30+0.5", "tc=30+20/5", "nodes=9"] {
        let error = engine.start(limit).err().unwrap();
        assert!(matches!(error, PlayerError::Unable(_)), "{limit}: {error}");
    }
    let resigning = cases.replace("move P@d3", "resign");
    let engine = Dialogue::new(Protocol::XBoard, &[], &resigning);
    let mut player = engine.start("level").unwrap();
    let fault = search(&mut player, &game(""), Limits::default()).unwrap_err();
    assert_eq!(fault, PlayerError::Resigned);
    let refusing = cases.replace("move P@d3", "Illegal move: x");
    let engine = Dialogue::new(Protocol::XBoard, &[], &refusing);
    let mut player = engine.start("level").unwrap();
    let fault = search(&mut player, &game(""), Limits::default()).unwrap_err();
    assert_eq!(fault.to_string(), "refused 'usermove': Illegal move: x");
}

#[test]
fn a_cassio_engine_is_asked_with_the_board_of_who_moves() {
    let cases = "*init|*stop) echo ready.;; \
        *) echo 'X, move D3, depth 4, @73%, W+1.50 <= v <= W+1.50, D3, node 9, time 0.1'; \
        echo 'X, move C4, depth 6, @100%, W-2.25 <= v <= W+3.00, C4, node 12, time 0.1'; \
        echo ready.;;";
    let engine = Dialogue::new(Protocol::Cassio, &[], cases);
    let mut player = engine.start("depth=6").unwrap();
    assert_eq!(engine.told(), ["ENGINE-PROTOCOL init"]);
    let found = search(&mut player, &from_board(), Limits::default()).unwrap();
    assert_eq!(found.0, "c4");
    assert_eq!(said(found.1), (Some(-2.25), Some(6), Some(12)));
    let board = "---------------------------OX------XXX-----X--------------------O";
    let midgame = format!("ENGINE-PROTOCOL midgame-search {board} -64 64 6 100");
    assert_eq!(engine.told(), [midgame]);
    let mut player = engine.start("st=60").unwrap();
    engine.told();
    search(&mut player, &from_board(), Limits::default()).unwrap();
    let endgame = format!("ENGINE-PROTOCOL endgame-search {board} -64 64 100");
    assert_eq!(engine.told(), [endgame]);
    for limit in ["level", "tc=5", "nodes=9"] {
        assert!(engine.start(limit).is_err(), "{limit}");
    }
    let failing = Dialogue::new(
        Protocol::Cassio,
        &[],
        "*init) echo ready.;; *) echo 'ERROR: what';;",
    );
    let mut player = failing.start("depth=3").unwrap();
    let fault = search(&mut player, &game(""), Limits::default()).unwrap_err();
    let PlayerError::Refused { message, .. } = fault else {
        panic!("{fault}");
    };
    assert_eq!(message, "ERROR: what");
}

pub(super) fn seat(dialogue: &Dialogue, limit: &str) -> Seat {
    let spec = EngineSpec {
        name: "it".to_owned(),
        kind: EngineKind::Program(dialogue.program.clone()),
        limit: None,
    };
    Seat::new(&spec, OTHELLO, limit.parse().unwrap(), STRICTNESS)
}

pub(super) fn first() -> Seat {
    let spec = "cmd=player:first".parse().unwrap();
    Seat::new(&spec, OTHELLO, Limit::Level, STRICTNESS)
}

#[test]
fn who_has_failed_is_started_again_and_nobody_else() {
    let cases = "list_commands) printf '=\\n\\n';; genmove*) printf '= resign\\n\\n';; \
        *) printf '=\\n\\n';;";
    let answering = "list_commands) printf '=\\n\\n';; genmove*) printf '= d3\\n\\n';; \
        *) printf '=\\n\\n';;";
    let (failing, other) = (
        Dialogue::new(Protocol::Gtp, &[], cases),
        Dialogue::new(Protocol::Gtp, &[], answering),
    );
    let (mut black, mut white) = (seat(&other, "level"), seat(&failing, "level"));
    for _ in 0..3 {
        let game: Box<dyn Game> = Box::new(OthelloGame::new());
        let judged = play([&mut black, &mut white], game, 1, Adjudication::default());
        assert!(matches!(judged.ending, Ending::Forfeit(forfeit) if forfeit.loser == Color::White));
    }
    let count = |told: Vec<String>, what: &str| told.iter().filter(|line| *line == what).count();
    assert_eq!(count(failing.told(), "list_commands"), 3);
    let told = other.told();
    assert_eq!(count(told.clone(), "list_commands"), 1);
    assert_eq!(count(told, "clear_board"), 3);
}

/// A game with its clock tells what every move took, of whichever side.
#[test]
fn both_sides_hear_what_each_move_took() {
    let cases = "ping*) echo \"pong ${line#ping }\";; \
        go) [ -e moved ] && exit; : > moved; echo '=== c3';;";
    let engine = Dialogue::new(Protocol::NBoard, &[], cases);
    let (mut black, mut white) = (first(), seat(&engine, "tc=300"));
    let game: Box<dyn Game> = Box::new(OthelloGame::new());
    let judged = play([&mut black, &mut white], game, 1, Adjudication::default());
    assert_eq!(judged.turns.len(), 3);
    let mut games = engine
        .told()
        .into_iter()
        .filter(|line| line.starts_with("set game"));
    let game = games.next_back().unwrap();
    let moves = game.rsplit_once("*]").unwrap().1;
    assert_eq!(moves.matches("//").count(), 3, "{moves}");
    assert!(
        moves.starts_with("B[d3//") && moves.contains("]W[c3//"),
        "{moves}"
    );
}

/// Who must pass is not asked, and its clock gains nothing by it.
#[test]
fn a_pass_leaves_the_clock_as_it_was() {
    let cases = "list_commands) printf '=\\n\\n';; genmove*) printf '= resign\\n\\n';; \
        *) printf '=\\n\\n';;";
    let engine = Dialogue::new(Protocol::Gtp, &[], cases);
    let (mut black, mut white) = (seat(&engine, "tc=10+5"), first());
    let game: Box<dyn Game> = Box::new(game(BLACK_PASSES));
    let judged = play([&mut black, &mut white], game, 1, Adjudication::default());
    assert!(judged.turns[0].is_pass() && judged.turns.len() == 2);
    let told = engine.told();
    assert_eq!(
        told[told.len() - 3..],
        ["time_left black 10 0", "genmove black", "quit"]
    );
}
