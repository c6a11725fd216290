//! `bianca move`: one process, one move.

use std::process::Command;

fn bianca(arguments: &[&str]) -> (String, String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .arg("move")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.success(),
    )
}

const LAST: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-";
const EMPTY_FIRST: &str = "---------------------------OX------XO---------------------------";

#[test]
fn a_move_is_printed_for_boards_of_every_form() {
    let whole = format!("{LAST} O");
    for arguments in [
        &[whole.as_str()][..],
        &[LAST, "O"],
        &[LAST, "white"],
        &["oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/ooooooX1 o - - 0 1"],
    ] {
        let (said, complaint, fine) = bianca(arguments);
        assert_eq!((said.as_str(), fine), ("h8\n", true), "{complaint}");
    }
    // Without a side it is black, who cannot move here.
    assert_eq!(bianca(&[LAST]).0, "pass\n");
    // Nobody can move; and a board may begin with an empty square.
    let (said, ..) = bianca(&[&LAST.replace(['X', '-'], "O"), "X"]);
    assert_eq!(said, "pass\n");
    for limit in [["--depth", "3"], ["--level", "2"], ["--time", "0.05"]] {
        let (said, complaint, _) = bianca(&[EMPTY_FIRST, "X", limit[0], limit[1]]);
        assert!(
            ["d3\n", "c4\n", "f5\n", "e6\n"].contains(&said.as_str()),
            "{said}{complaint}"
        );
    }
}

#[test]
fn json_tells_what_the_search_thought() {
    let (said, ..) = bianca(&["--json", LAST, "O"]);
    let read: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(read["move"], "h8");
    assert_eq!(read["score"], 64.0);
    assert_eq!(read["proven"], "exact");
    assert_eq!(read["pv"], serde_json::json!(["h8"]));
    let (said, ..) = bianca(&[EMPTY_FIRST, "X", "--depth", "2", "--json"]);
    let read: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&read["depth"], &read["proven"]), (&2.into(), &"no".into()));
}

#[test]
fn what_is_no_board_is_named() {
    for (arguments, complaint) in [
        (&["here", "X"][..], "'here X' is no game"),
        (&[LAST, "red"], "'red' is not a side to move"),
        (&["8/8", "X"], "a board has 8 rows, this one has 2"),
        (&[LAST, "O", "--depth", "0"], "--depth"),
        (&[LAST, "O", "--time", "0"], "more than 0 seconds"),
        (&[LAST, "O", "--time", "nan"], "more than 0 seconds"),
        (&[LAST, "O", "--time", "1e300"], "fewer seconds expected"),
    ] {
        let (said, complained, fine) = bianca(arguments);
        assert!(!fine && said.is_empty(), "{arguments:?}: {said}");
        assert!(
            complained.contains(complaint),
            "{arguments:?}: {complained}"
        );
    }
}
