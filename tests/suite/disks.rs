//! Disks that are full or may not be written: one clear message, and what was written before is
//! whole.

use std::fs;
use std::process::{Command, Output};

use crate::support::disk::{self, Disk, FULL, READ_ONLY, assert_refused};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_bianca");

fn on(disk: Disk, command: &str) -> Option<Output> {
    disk::on(disk, command, EXECUTABLE)
}

/// What writes files as it goes, with the file's name.
const WRITERS: &[(&str, &str)] = &[
    (
        "$BIANCA match --engine cmd=player:greedy --engine cmd=player:random --games 1000 \
         --log out.jsonl",
        "out.jsonl",
    ),
    (
        "$BIANCA match --engine cmd=player:greedy --engine cmd=player:random --games 1000 \
         --ggf out.ggf",
        "out.ggf",
    ),
    (
        "yes f5d6c3d3c4 | head -1000 | $BIANCA analyze - --level 1 --hash 1 --log out.jsonl",
        "out.jsonl",
    ),
    (
        "yes f5d6c3d3c4 | head -1000 | $BIANCA analyze - --level 1 --hash 1 --sgf out.sgf",
        "out.sgf",
    ),
];

#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [
        "--help",
        "--version",
        "-h",
        "solve --help",
        "help book grow",
    ] {
        let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
            eprintln!("there is no full device here: nothing is tested");
            return;
        };
        let mut command = Command::new(EXECUTABLE);
        let command = command.args(arguments.split(' ')).stdout(full);
        assert_refused(&command.output().unwrap(), "bianca: ", FULL);
    }
}

#[test]
fn a_disk_that_fills_up_is_told_once_by_the_name_of_the_file() {
    for (writer, file) in WRITERS {
        let Some(output) = on(Disk::Room(16), writer) else {
            return;
        };
        assert_refused(&output, file, FULL);
    }
}

#[test]
fn a_disk_that_may_not_be_written_is_told_once_by_the_name_of_the_file() {
    let page = "echo f5d6 | $BIANCA analyze - --level 1 --hash 1 --report out.html";
    for (writer, file) in WRITERS.iter().copied().chain([(page, "out.html")]) {
        let Some(output) = on(Disk::ReadOnly, writer) else {
            return;
        };
        assert_refused(&output, file, READ_ONLY);
    }
}

#[test]
fn a_session_on_a_bad_disk_refuses_the_command_and_goes_on() {
    let script = "printf '1 play f5\\n2 printsgf out.sgf\\n3 history\\n' | $BIANCA";
    let filled = format!("head -c 4096 /dev/zero > full; {script}");
    for (disk, script, reason) in [
        (Disk::ReadOnly, script, READ_ONLY),
        (Disk::Room(4), &filled, FULL),
    ] {
        let Some(output) = on(disk, script) else {
            return;
        };
        let answers = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{answers}");
        assert!(
            answers.contains("?2 ") && answers.contains(reason),
            "{answers}"
        );
        assert!(answers.contains("=3 f5\n"), "{answers}");
    }
}
