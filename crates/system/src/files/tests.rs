use super::*;

#[test]
fn a_file_has_its_bytes_and_no_more_than_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("five");
    fs::write(&path, "12345").unwrap();
    assert_eq!(read(&path, 5).unwrap(), b"12345");
    check(&path, 5).unwrap();
    for error in [read(&path, 4).unwrap_err(), check(&path, 4).unwrap_err()] {
        assert_eq!(error.to_string(), "larger than 4 bytes");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(read(&path, 5).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_file_is_replaced_only_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.join("games.ggf");
    fs::write(&path, "old").unwrap();

    let mut given_up = Replacement::begin(&path).unwrap();
    given_up.write_all(b"half").unwrap();
    drop(given_up);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);

    let mut whole = Replacement::begin(&path).unwrap();
    whole.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    whole.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);

    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let refused = replace(&path, b"newer").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
    let refused = replace(folder, b"newer").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::IsADirectory);
}

#[test]
fn a_file_is_created_over_another_only_if_it_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    create(&path, false).unwrap().write_all(b"older").unwrap();
    let refused = create(&path, false).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"older");
    create(&path, true).unwrap().write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn the_device_that_keeps_nothing_takes_everything() {
    let nothing = Path::new(if cfg!(windows) { "nul" } else { "/dev/null" });
    assert!(is_device(nothing));
    replace(nothing, b"content").unwrap();
    append(nothing).unwrap().write_all(b"line").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "content").unwrap();
    for path in [folder.path(), &file, &folder.path().join("none")] {
        assert!(!is_device(path), "{}", path.display());
    }
}

#[test]
fn a_locked_file_is_one_openers_alone_until_it_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut first = LockedFile::open(&path).unwrap();
    assert!(first.is_new);
    let busy = |path| LockedFile::open(path).unwrap_err().kind();
    assert_eq!(busy(&path), ErrorKind::ResourceBusy);
    first.replace(b"content").unwrap();
    assert_eq!(busy(&path), ErrorKind::ResourceBusy);
    assert_eq!(fs::read(&path).unwrap(), b"content");
    drop(first);
    let second = LockedFile::open(&path).unwrap();
    assert!(!second.is_new);
    assert_eq!(second.read(7).unwrap(), b"content");
    assert!(second.read(6).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_was_made_by_locking_alone_can_go_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    LockedFile::open(&path).unwrap().discard_if_empty();
    assert!(!path.exists());
    fs::write(&path, "").unwrap();
    LockedFile::open(&path).unwrap().discard_if_empty();
    assert!(path.exists(), "it was there before");
}

/// The other side holds the lock between its opening and its replacing all the time.
#[test]
fn a_file_that_is_replaced_meanwhile_is_locked_as_it_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..200 {
                let Ok(mut file) = LockedFile::open(&path) else {
                    continue;
                };
                file.replace(b"new").unwrap();
            }
        });
        for _ in 0..200 {
            let Ok(file) = LockedFile::open(&path) else {
                continue;
            };
            assert!(super::locked::is_at(&file.file, &path).unwrap());
        }
    });
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    #[test]
    fn a_new_file_has_the_permissions_that_any_new_file_has() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, theirs) = (folder.path().join("ours"), folder.path().join("theirs"));
        replace(&ours, b"").unwrap();
        fs::write(&theirs, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(ours), mode(theirs));
    }

    #[test]
    fn links_are_followed_even_to_where_nothing_is_yet() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir(place("games")).unwrap();
        symlink("games/b", place("a")).unwrap();
        symlink("c", place("games/b")).unwrap();
        save(&place("a"), b"first").unwrap();
        assert_eq!(fs::read(place("games/c")).unwrap(), b"first");
        save(&place("a"), b"second").unwrap();
        assert_eq!(fs::read(place("games/c")).unwrap(), b"second");
        assert!(fs::symlink_metadata(place("a")).unwrap().is_symlink());
        symlink("round", place("round")).unwrap();
        assert!(save(&place("round"), b"").is_err());
    }

    #[test]
    fn two_names_of_one_file_are_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("a"), "").unwrap();
        fs::write(place("b"), "").unwrap();
        fs::hard_link(place("a"), place("hard")).unwrap();
        symlink("a", place("soft")).unwrap();
        for name in ["a", "hard", "soft", "../x/a"] {
            let _ = fs::create_dir(place("x"));
            let name = name.replace("../x/a", "x/../a");
            assert!(are_one(&place("a"), &place(&name)), "{name}");
        }
        assert!(!are_one(&place("a"), &place("b")));
        assert!(!are_one(&place("none"), &place("none")));
    }

    #[test]
    fn devices_are_written_in_their_place() {
        replace(Path::new("/dev/null"), b"gone").unwrap();
        let full = replace(Path::new("/dev/full"), b"too much").unwrap_err();
        assert_eq!(full.kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn what_never_ends_or_waits_is_no_plain_file() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        for path in [Path::new("/dev/zero"), Path::new("/"), &pipe] {
            for error in [
                read(path, 5).unwrap_err(),
                check(path, 5).unwrap_err(),
                LockedFile::open(path).unwrap_err(),
            ] {
                assert!(
                    ["not a plain file", "Is a directory (os error 21)"]
                        .contains(&error.to_string().as_str()),
                    "{}: {error}",
                    path.display()
                );
            }
        }
        for path in [&pipe, &socket] {
            assert!(append(path).is_err());
            assert!(save(path, b"").is_err());
        }
        append(Path::new("/dev/null")).unwrap();
    }

    /// It is a plain file by its kind, and whoever may open it waits for the kernel's next word.
    #[test]
    fn a_plain_file_that_waits_is_refused() {
        let path = Path::new("/proc/kmsg");
        let started = std::time::Instant::now();
        // Without the right to open it there is nothing to wait for either.
        let _ = read(path, 5);
        let _ = check(path, 5);
        assert!(started.elapsed().as_secs() < 60);
    }
}

#[test]
fn what_a_killed_process_left_is_taken_away_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let leave = |path: &Path| {
        let Replacement::Beside(file, _) = Replacement::begin(path).unwrap() else {
            panic!("{} is written in its place", path.display());
        };
        file.keep().unwrap().1
    };
    let left = [leave(&path), leave(&path)];
    let others = [
        leave(&folder.path().join("a.book-b")),
        leave(&folder.path().join("book")),
    ];
    fs::write(folder.path().join(".bianca-a.book-ab.part"), "").unwrap();
    fs::write(&path, "whole").unwrap();
    remove_unfinished(&path);
    assert!(left.iter().all(|path| !path.exists()), "{left:?}");
    assert!(others.iter().all(|path| path.exists()), "{others:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    // A name that is too long for more is written all the same.
    let long = folder.path().join("b".repeat(250));
    let kept = leave(&long);
    remove_unfinished(&long);
    assert!(kept.exists());
    replace(&long, b"whole").unwrap();
}
