//! A process that ends the engines of a match which could not do so itself.
//!
//! However a match ends, by a crash or `kill -9` as well, its engines end with it. A signal
//! handler could not see to that, nor could the engines be trusted to. So a match starts this
//! same executable once more as a guard, in a process group of its own, and reports to it through a
//! pipe which process groups its engines are in. The system closes the pipe when the match is
//! gone, and the inputs of the engines, which is all that asks them to end then. The guard waits
//! for that, ends what is left of those groups, and ends itself. Only engines that
//! have left their group, as a daemon does, are beyond its reach, and one whose match is killed in
//! the moment between its start and the report of its group.
//!
//! Without [`enable`] there is no guard, as in tests of this library; nor is there one on systems
//! without process groups, where engines see the end of their input.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ending::{self, Body};
use super::group;
use super::spec::SECRET_VARIABLE;

/// The sub-command by which the executable becomes a guard.
pub const COMMAND: &str = "engine-guard";

enum Guard {
    /// There is to be none.
    Off,
    /// It is started, as this executable, when there is an engine to guard.
    Wanted(PathBuf, Duration),
    /// It reads the other end.
    Running(ChildStdin),
}

static GUARD: Mutex<Guard> = Mutex::new(Guard::Off);

/// Lets a guard watch over engines from now on. `executable` is this program; `patience` is how
/// long engines may take to end, in whole seconds.
pub fn enable(executable: PathBuf, patience: Duration) {
    *GUARD.lock().unwrap_or_else(PoisonError::into_inner) = Guard::Wanted(executable, patience);
}

/// Hands an engine's process group to the guard.
pub(super) fn watch(group: u32) {
    report(&format!("+{group}\n"));
}

/// Takes an engine's process group, which has just ended, off the guard's list.
pub(super) fn forget(group: u32) {
    report(&format!("-{group}\n"));
}

fn report(line: &str) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Guard::Wanted(executable, patience) = &*guard {
        *guard = match start(executable, *patience) {
            Ok(pipe) => Guard::Running(pipe),
            Err(error) => {
                log::warn!("engines may outlive this process: there is no guard: {error}");
                Guard::Off
            }
        };
    }
    if let Guard::Running(pipe) = &mut *guard
        && let Err(error) = pipe.write_all(line.as_bytes())
    {
        log::warn!("engines may outlive this process: the guard is gone: {error}");
        *guard = Guard::Off;
    }
}

fn start(executable: &PathBuf, patience: Duration) -> io::Result<ChildStdin> {
    let mut command = Command::new(executable);
    command
        .arg(COMMAND)
        .arg(patience.as_secs().to_string())
        .env_remove(SECRET_VARIABLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // What a terminal sends to the match must not reach it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let pipe = command.spawn()?.stdin.take();
    pipe.ok_or_else(|| io::Error::other("it has no pipe"))
}

/// What the guard does: reads which groups there are until the match is gone, and ends those, each
/// within `patience` if it can.
///
/// # Errors
/// If the input cannot be read.
pub fn run(input: impl BufRead, patience: Duration) -> io::Result<()> {
    name_process();
    let groups = left_over(input)?;
    let gone = Instant::now();
    std::thread::scope(|scope| {
        for group in groups {
            scope.spawn(move || ending::wait(&mut Group(group), gone, patience));
        }
    });
    Ok(())
}

/// The processes of a group; their ends are nobody's to collect here.
struct Group(i32);

impl Body for Group {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }

    fn status(&mut self) -> Option<String> {
        (!group::is_there(self.0)).then(|| "gone".to_owned())
    }

    fn terminate(&mut self) -> bool {
        group::terminate(self.0)
    }

    fn kill(&mut self) {
        group::kill(self.0);
    }

    fn leaves_others(&mut self) -> bool {
        false
    }
}

/// The groups that were not taken off the list.
fn left_over(input: impl BufRead) -> io::Result<BTreeSet<i32>> {
    let mut groups = BTreeSet::new();
    for line in input.lines() {
        let line = line?;
        let is_new = line.starts_with('+');
        // Neither everybody (-1) nor the guard's own group (0).
        let Some(group) = line.get(1..).and_then(|word| word.parse().ok()) else {
            continue;
        };
        if is_new && group > 1 {
            groups.insert(group)
        } else {
            groups.remove(&group)
        };
    }
    Ok(groups)
}

/// Lets whoever kills processes by this program's name not kill the guard.
fn name_process() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_name(c"engine-guard");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_taken_off_the_list_is_left_over() {
        let left = left_over(&b"+100\n+200\n-100\n+1\n+0\n+-1\nrubbish\n+\n+300\n"[..]).unwrap();
        assert_eq!(left, BTreeSet::from([200, 300]));
        assert_eq!(left_over(&b""[..]).unwrap(), BTreeSet::new());
    }
}
