//! Disks that are full or may not be written.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Prepares the file system that a command sees as its working directory.
#[derive(Clone, Copy)]
pub enum Disk {
    /// Room for so many KiB.
    Room(u32),
    /// Nothing can be written.
    ReadOnly,
}

/// Runs a shell command in a directory of its own with a file system of its own, which it alone
/// sees and which goes when it ends, with `executable` as `$BIANCA`; `None` where the
/// system does not allow that.
pub fn on(disk: Disk, command: &str, executable: &str) -> Option<Output> {
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
        .env("BIANCA", executable)
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

/// What was written to the standard error.
pub fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that the command failed for a reason that it named once, with the name of the file.
pub fn assert_refused(output: &Output, file: &str, reason: &str) {
    let said = says(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let named: Vec<&str> = said.lines().filter(|line| line.contains(reason)).collect();
    assert_eq!(named.len(), 1, "{said}");
    assert!(named[0].contains(file), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// What the system says of a full disk.
pub const FULL: &str = "No space left on device";
/// What it says of one that may not be written.
pub const READ_ONLY: &str = "Read-only file system";
