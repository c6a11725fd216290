//! Process groups: an engine with all that it has started. Where there are none, nothing is known
//! of them.

#[cfg(unix)]
mod system {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    fn send(group: i32, signal: Option<Signal>) -> bool {
        killpg(Pid::from_raw(group), signal).is_ok()
    }

    /// Whether somebody is in it.
    pub fn is_there(group: i32) -> bool {
        send(group, None)
    }

    /// Sends SIGTERM to all that are in it. Whether there is such a signal.
    pub fn terminate(group: i32) -> bool {
        // It may be gone already.
        send(group, Some(Signal::SIGTERM));
        true
    }

    /// Kills all that are in it.
    pub fn kill(group: i32) {
        send(group, Some(Signal::SIGKILL));
    }
}

#[cfg(not(unix))]
mod system {
    /// Whether somebody is in it.
    pub fn is_there(_: i32) -> bool {
        false
    }

    /// Sends SIGTERM to all that are in it. Whether there is such a signal.
    pub fn terminate(_: i32) -> bool {
        false
    }

    /// Kills all that are in it.
    pub fn kill(_: i32) {}
}

pub use system::{is_there, kill, terminate};
