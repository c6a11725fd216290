//! The page that `bianca board` writes and opens, with a browser and a page of our own.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::Scratch;

#[test]
fn a_browser_is_given_the_whole_path_of_the_page() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let browser = scratch.write(
        "xdg-open",
        "#!/bin/sh\ncd \"${0%/*}\" && echo \"$1\" >said && mv said opened\n",
    );
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["board", "--output=-page.html"])
        .current_dir(scratch.folder())
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", scratch.folder().display()),
        )
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let started = Instant::now();
    let opened = loop {
        // The browser is not waited for.
        match fs::read_to_string(scratch.path("opened")) {
            Ok(opened) => break opened,
            Err(_) if started.elapsed() < Duration::from_secs(60) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => panic!("{error}"),
        }
    };
    let opened = Path::new(opened.trim_end());
    assert!(opened.is_absolute(), "{}", opened.display());
    assert_eq!(opened.file_name().unwrap(), "-page.html");
    assert!(opened.is_file());
}
