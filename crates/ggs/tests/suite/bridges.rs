//! Bridges as processes, and the files that they leave.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bianca_ggs::keeping;
use bianca_records::record::annotated::AnnotatedGame;

use crate::server::Server;
use crate::support::Scratch;

/// The executable.
pub const BRIDGE: &str = env!("CARGO_BIN_EXE_bianca-ggs");

/// The engine's executable, which is another package's.
pub fn engine() -> &'static str {
    static ENGINE: OnceLock<String> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let path = PathBuf::from(BRIDGE)
            .with_file_name("bianca")
            .with_extension(std::env::consts::EXE_EXTENSION);
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let mut build = Command::new(env!("CARGO"));
        build
            .args(["build", "--quiet", "--package", "bianca", "--bin", "bianca"])
            .current_dir(root);
        if !cfg!(debug_assertions) || BRIDGE.contains("release") {
            build.arg("--release");
        }
        assert!(build.status().unwrap().success());
        path.to_str().unwrap().to_owned()
    })
}

/// A bridge that runs; it is killed when it is dropped.
pub struct Bridge {
    pub child: Child,
    name: String,
}

impl Bridge {
    /// Starts one that plays; its files are in a folder of its name.
    pub fn start(scratch: &Scratch, name: &str, port: u16, engine: &str, rules: &str) -> Bridge {
        let rules = scratch.write(&format!("{name}.rules"), rules);
        let arguments = ["play", "--engine", engine, "--rules", &rules];
        Bridge::spawn(scratch, name, port, &arguments)
    }

    /// The same, and waits until it is logged in.
    pub fn join(
        scratch: &Scratch,
        server: &Server,
        name: &str,
        engine: &str,
        rules: &str,
    ) -> Bridge {
        let bridge = Bridge::start(scratch, name, server.port(), engine, rules);
        server.wait(name, |server| server.names().iter().any(|one| one == name));
        bridge
    }

    /// Starts one that watches.
    pub fn watch(scratch: &Scratch, name: &str, port: u16) -> Bridge {
        Bridge::spawn(scratch, name, port, &["watch"])
    }

    pub fn spawn(scratch: &Scratch, name: &str, port: u16, arguments: &[&str]) -> Bridge {
        Bridge::spawn_with(scratch, name, port, arguments, |_| {})
    }

    /// The same, with something of the command changed.
    pub fn spawn_with(
        scratch: &Scratch,
        name: &str,
        port: u16,
        arguments: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Bridge {
        let append = |end: &str| {
            let path = scratch.path(&format!("{name}.{end}"));
            fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(path)
                .unwrap()
        };
        let mut command = Command::new(BRIDGE);
        command
            .args(arguments)
            .args(["--host", "127.0.0.1", "--port", &port.to_string()])
            .args([
                "--games",
                &scratch.path(name),
                "--log",
                &scratch.path(&format!("{name}.log")),
            ])
            .env("BIANCA_GGS_USER", name)
            .env("BIANCA_GGS_PASSWORD", "swordfish")
            .stdin(Stdio::null())
            .stdout(append("out"))
            .stderr(append("err"));
        change(&mut command);
        Bridge {
            child: command.spawn().unwrap(),
            name: name.to_owned(),
        }
    }

    /// Waits until it ends by itself.
    pub fn end(mut self, scratch: &Scratch) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let errors =
                    fs::read_to_string(scratch.path(&format!("{}.err", self.name))).unwrap();
                assert!(!errors.contains("panicked"), "{errors}");
                return status.code().unwrap_or(-1);
            }
            let said = || fs::read_to_string(scratch.path(&format!("{}.out", self.name))).unwrap();
            assert!(
                start.elapsed() < Duration::from_secs(120),
                "{} does not end:\n{}",
                self.name,
                said()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// What it holds in memory, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok())
            .unwrap_or(0)
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What was said, by its file's name.
pub fn said(scratch: &Scratch, name: &str) -> String {
    fs::read_to_string(scratch.path(name)).unwrap_or_default()
}

/// The matches that a bridge has kept for good.
pub fn kept(scratch: &Scratch, name: &str) -> Vec<Vec<AnnotatedGame>> {
    let text = said(scratch, &format!("{name}/games.ggf"));
    let lines = text.lines().map(|line| {
        let games = keeping::read_line(line);
        let count: usize = line.split(' ').next().unwrap().parse().unwrap();
        assert_eq!(games.len(), count, "{line}");
        games
    });
    lines.collect()
}

/// The matches that it has open.
pub fn open(scratch: &Scratch, name: &str) -> Vec<Vec<AnnotatedGame>> {
    let folder = scratch.path(&format!("{name}/open"));
    let files = fs::read_dir(folder).into_iter().flatten();
    // What was cut off in the middle of its writing is no file yet.
    let files = files.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        !name.to_string_lossy().starts_with('.')
    });
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.map(|text| keeping::read_line(&text)).collect()
}

/// Rules by which a bridge asks another one for matches.
pub fn asking(what: &str, matches: u32) -> String {
    format!("ask = {what}\npause = 0:01\ngames = {matches}\n{EASY}")
}

/// Rules that take all clocks.
pub const EASY: &str = "clock = 0:01-60:00\nextension = 0:00-60:00\n";

/// Rules by which it answers.
pub fn answering(matches: u32) -> String {
    format!("games = {matches}\n{EASY}")
}
