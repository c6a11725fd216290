//! `kill -9` at random moments of a run, and what is to be so after each.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::prelude::*;

use super::Scratch;

/// Far more than a run takes to its end.
pub const DEADLINE: Duration = Duration::from_secs(600);

/// Runs an executable in `scratch` until it ends, or kills it after `life`; what it printed goes
/// to the file `printed` there. Says whether it came to its end.
pub fn run(executable: &str, scratch: &Scratch, arguments: &[&str], life: Duration) -> bool {
    let printed = File::create(scratch.path("printed")).unwrap();
    let mut child = Command::new(executable)
        .args(arguments)
        .current_dir(scratch.folder())
        .stdin(Stdio::null())
        .stdout(printed)
        .stderr(File::create(scratch.path("errors")).unwrap())
        .spawn()
        .unwrap();
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            let errors = fs::read_to_string(scratch.path("errors")).unwrap();
            assert!(status.success(), "{errors}");
            return true;
        }
        if started.elapsed() >= life {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What a series of kills found.
pub struct Series {
    /// How often a run was killed.
    pub kills: u32,
    /// Runs that came to their end in between.
    pub ends: u32,
}

/// Kills a run at `times` random moments, whenever it ends beginning anew, and lets `check` look
/// at what is left each time: `true` for a run that came to its end. Lets the last one end.
pub fn series(
    executable: &str,
    scratch: &Scratch,
    arguments: &[&str],
    times: u32,
    mut check: impl FnMut(bool),
) -> Series {
    let mut random = StdRng::seed_from_u64(9);
    let mut series = Series { kills: 0, ends: 0 };
    let mut longest = Duration::from_millis(300);
    while series.kills < times {
        let life = longest.mul_f64(random.random());
        let ended = run(executable, scratch, arguments, life);
        check(ended);
        if ended {
            series.ends += 1;
            for file in fs::read_dir(scratch.folder()).unwrap() {
                let path = file.unwrap().path();
                if path.extension().is_none_or(|extension| extension != "txt") {
                    fs::remove_file(path).unwrap();
                }
            }
        } else {
            series.kills += 1;
            // On a busy machine nothing happens at first.
            longest = longest.mul_f64(1.02).min(Duration::from_secs(2));
        }
    }
    assert!(
        run(executable, scratch, arguments, DEADLINE),
        "no end in {DEADLINE:?}"
    );
    check(true);
    series
}
