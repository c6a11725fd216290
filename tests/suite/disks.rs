//! Disks that are full or may not be written: one clear message, and what was written before is
//! whole.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_bianca");

/// Prepares the file system that a command sees as its working directory.
#[derive(Clone, Copy)]
enum Disk {
    /// Room for so many KiB.
    Room(u32),
    ReadOnly,
}

/// Runs a shell command in a directory of its own with a file system of its own, which it alone
/// sees and which goes when it ends; `None` where the system does not allow that.
fn on(disk: Disk, command: &str) -> Option<Output> {
    let (options, then) = match disk {
        Disk::Room(kib) => (format!("size={kib}k"), ":"),
        Disk::ReadOnly => ("size=64k".to_owned(), "mount -o remount,ro none ."),
    };
    static MADE: AtomicU32 = AtomicU32::new(0);
    let directory = format!(
        "{}/disk-{}-{}",
        env!("CARGO_TARGET_TMPDIR"),
        std::process::id(),
        MADE.fetch_add(1, Ordering::Relaxed)
    );
    fs::create_dir_all(&directory).unwrap();
    let script = format!(
        "mount -t tmpfs -o {options} none {directory} && cd {directory} && {then} || exit 125\n\
         {command}"
    );
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .env("BIANCA", EXECUTABLE)
        .stdin(Stdio::null())
        .output();
    fs::remove_dir(&directory).unwrap();
    // 125 is the script's word; unshare itself has 1 and says its name.
    let allowed = output.ok().filter(|output| {
        output.status.code() != Some(125) && !says(output).starts_with("unshare: ")
    });
    if allowed.is_none() {
        eprintln!("no file systems can be mounted here: nothing is tested");
    }
    allowed
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that the command failed for a reason that it named once, with the name of the file.
fn assert_refused(output: &Output, file: &str, reason: &str) {
    let said = says(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let named: Vec<&str> = said.lines().filter(|line| line.contains(reason)).collect();
    assert_eq!(named.len(), 1, "{said}");
    assert!(named[0].contains(file), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

const FULL: &str = "No space left on device";
const READ_ONLY: &str = "Read-only file system";

/// What writes files as it goes, with the file's name.
const WRITERS: &[(&str, &str)] = &[
    #[cfg(feature = "lab")]
    (
        "$BIANCA-lab datagen -o out.rec --games 100000 --depth 1 --exact 2 --opening 4",
        "out.rec",
    ),
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
        "completions bash",
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

#[cfg(feature = "lab")]
#[test]
fn games_that_were_written_before_the_disk_was_full_are_whole() {
    let script = "$BIANCA-lab datagen -o out.rec --games 100000 --depth 1 --exact 2 --opening 4 2>&1\n\
                  $BIANCA-lab records stat out.rec";
    let Some(output) = on(Disk::Room(16), script) else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &says(&output);
    assert!(output.status.success(), "{text}");
    let games = text
        .lines()
        .find_map(|line| line.split_once(" games, ")?.0.parse::<u32>().ok());
    // A game has some 140 bytes.
    assert!(games.is_some_and(|games| games > 50), "{text}");
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
