//! What the laboratory does not begin: two runs on one file, other data or options for work that
//! goes on, outputs that are somebody else's, numbers without a sense.

use crate::LAB;

use super::*;

#[test]
fn two_runs_never_append_to_one_file_of_records() {
    let scratch = Scratch::new();
    let path = scratch.path("games");
    let start = || {
        Command::new(LAB)
            .args([
                "datagen", "-o", &path, "--games", "60", "--depth", "1", "--exact", "8",
            ])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the executable runs")
    };
    let ends = [start(), start()].map(|child| child.wait_with_output().expect("it ends"));
    let failed: Vec<_> = ends.iter().filter(|end| !end.status.success()).collect();
    // On a slow machine the second may come when the first is done.
    assert!(failed.len() < 2);
    for end in failed {
        let said = String::from_utf8_lossy(&end.stderr);
        assert!(
            said.contains(&path) && said.contains("another process"),
            "{said}"
        );
    }
    let stat = text(&lab(&["records", "stat", &path]));
    assert!(stat.starts_with("60 games, "), "{stat}");
}

/// The first training holds its checkpoint as long as it runs; the second says so and writes
/// nothing, and whatever ends the first makes way for another.
#[test]
fn two_trainings_never_share_a_checkpoint() {
    let scratch = Scratch::new();
    let games = small_records(&scratch, "games", "1");
    let weights = scratch.path("weights");
    let checkpoint = format!("{weights}.checkpoint");
    let train = |epochs| ["train", &games, "-o", &weights, "--epochs", epochs].map(str::to_owned);
    let mut first = Command::new(LAB)
        .args(train("1000"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the executable runs");
    let is_held = || fs::metadata(&checkpoint).is_ok_and(|file| file.len() > 0);
    while !is_held() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(first.try_wait().unwrap().is_none(), "it runs on");
    let second = train("1");
    let second = refused(&second.each_ref().map(String::as_str));
    let has_written = Path::new(&weights).exists();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(
        second.contains(&checkpoint) && second.contains("another process"),
        "{second}"
    );
    assert!(!has_written);
    let third = train("1");
    text(&lab(&third.each_ref().map(String::as_str)));
    assert!(Path::new(&weights).exists());
}

#[test]
fn a_training_is_taken_up_only_with_its_own_data_and_options() {
    let scratch = Scratch::new();
    let games = small_records(&scratch, "games", "1");
    let others = small_records(&scratch, "others", "2");
    let (one, two) = (scratch.path("v1.0"), scratch.path("v1.1"));
    for weights in [&one, &two] {
        text(&lab(&["train", &games, "-o", weights, "--epochs", "1"]));
        assert!(Path::new(&format!("{weights}.checkpoint")).exists());
    }
    let run =
        |more: &[&str]| lab(&[&["train", "-o", &one, "--epochs", "1", "--resume"], more].concat());
    text(&run(&[&games]));
    for (arguments, what) in [
        (&[others.as_str()][..], "data"),
        (&[games.as_str(), &others][..], "data"),
        (&[&games, "--exact-only", &others][..], "data"),
        (&[&games, "--lambda", "0.5"][..], "data"),
        (&[&games, "--seed", "2"][..], "options"),
        (&[&games, "--row-rate", "0.02"][..], "options"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = format!("belongs to other {what}");
        assert!(said.contains(&expected), "{arguments:?}: {said}");
    }
}

#[test]
fn no_output_of_the_training_replaces_what_it_should_not() {
    let scratch = Scratch::new();
    let games = small_records(&scratch, "games", "1");
    let letter = scratch.write("letter", "Dear Sir");
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).expect("a folder");
    let before = std::fs::read(&games).expect("records");
    for (output, reason) in [
        (games.as_str(), "is read, too"),
        (&letter, "holds no weights"),
        (&folder, "directory"),
        (&scratch.path("no/where"), "(os error "),
    ] {
        let said = refused(&["train", &games, "-o", output]);
        assert!(said.contains(output) && said.contains(reason), "{said}");
    }
    assert_eq!(std::fs::read(&games).expect("records"), before);
    assert_eq!(
        std::fs::read_to_string(&letter).expect("a letter"),
        "Dear Sir"
    );
    let said = refused(&["label", "--from", &games, "-o", &games]);
    assert!(said.contains("is read, too"), "{said}");
    let said = refused(&["records", "pack", &letter, "-o", &letter]);
    assert!(said.contains("is read, too"), "{said}");
    // What was an output before -o is no input now.
    let said = refused(&["datagen", &games]);
    assert!(said.contains("--output"), "{said}");
    assert_eq!(std::fs::read(&games).expect("records"), before);
    text(&lab(&[
        "train", &games, "-o", &letter, "--epochs", "1", "--force",
    ]));
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for (option, value) in [
        ("--lambda", "nan"),
        ("--lambda", "1e30"),
        ("--row-rate", "nan"),
        ("--row-rate", "1e30"),
        ("--head-rate", "inf"),
        ("--last-rate", "nan"),
        ("--last-rate", "-5"),
        ("--prior", "nan"),
        ("--prior", "0"),
        ("--epochs", "0"),
    ] {
        let output = lab(&["train", "games", "-o", "out", option, value]);
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
    }
    let output = lab(&["records", "error", "games", "--lambda", "nan"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn nothing_is_made_of_nothing() {
    let scratch = Scratch::new();
    let new = scratch.path("new");
    for arguments in [
        &["tune", "probcut", "--positions", "0"][..],
        &[
            "tune",
            "probcut",
            "--positions",
            "1",
            "--depth",
            "2",
            "--end-empties",
            "10",
        ],
        &["datagen", "-o", &new, "--games", "0"],
        &["label", "-o", &new, "--from", "games", "--count", "0"],
        &["label", "-o", &new, "--from", "games", "--each", "0"],
        &["openings", "--openings", "balanced", "--count", "0"],
        &["openings", "--balance", "1", "--balance-depth", "0"],
    ] {
        let output = lab(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let records = scratch.path("records");
    let empty = scratch.write("empty", "");
    text(&lab(&["records", "pack", &empty, "-o", &records]));
    for arguments in [
        &["records", "error", &records][..],
        &["records", "error", &records, "--depth", "2"],
        &["label", "-o", &new, "--from", &records],
        &["train", &records, "-o", &new],
        &["tune", "parity", &records, "-o", &new],
    ] {
        let said = refused(arguments);
        assert!(said.contains("label"), "{said}");
    }
    assert!(!Path::new(&new).exists());
}

#[test]
fn a_tuning_goes_on_where_it_was_and_only_with_its_own_options() {
    let scratch = Scratch::new();
    let log = scratch.path("tuning.log");
    let tune = |more: &[&str]| {
        let mut arguments = vec!["tune", "search", "--log", &log, "--nodes", "100", "--pairs"];
        arguments.extend(more);
        lab(&arguments)
    };
    let first = text(&tune(&["2"]));
    let names: Vec<&str> = first
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(names.contains(&"probcut_width"), "{first}");
    assert!(first.lines().all(|line| line.contains(" (was ")), "{first}");
    let lines = fs::read_to_string(&log).expect("the log");
    assert_eq!(lines.lines().count(), 3, "{lines}");

    // All pairs are played: nothing changes.
    assert_eq!(text(&tune(&["2", "--resume"])), first);
    assert_eq!(fs::read_to_string(&log).expect("the log"), lines);
    // One that was lost with a line cut short is played again.
    let cut = lines.trim_end().len() - 10;
    fs::write(&log, &lines[..cut]).expect("a log that is cut");
    assert_eq!(text(&tune(&["2", "--resume"])), first);
    assert_eq!(fs::read_to_string(&log).expect("the log"), lines);

    for (more, reason) in [
        (&["2"][..], "exists: go on with it by --resume"),
        (&["3", "--resume"], "their numbers of pairs differ"),
        (&["2", "--resume", "--seed", "2"], "their seeds differ"),
        (&["0", "--resume"], "0 is not in 1..=100000000"),
    ] {
        let refused = tune(more);
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(
            !refused.status.success() && error.contains(reason),
            "{error}"
        );
    }
    assert_eq!(fs::read_to_string(&log).expect("the log"), lines);
}
