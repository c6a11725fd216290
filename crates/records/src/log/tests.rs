use super::*;
use serde::Deserialize;
use std::fs;
use tempfile::TempDir;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Job {
    plan: String,
    most: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Done {
    number: u64,
    result: String,
}

impl LogHeader for Job {
    const KIND: &'static str = "test_log";
    const VERSION: u32 = 3;
    const ITEM: &'static str = "job";
    type Line = Done;

    fn number(&self, line: &Done) -> Result<u64, String> {
        if line.number < self.most {
            Ok(line.number)
        } else {
            Err("no such job".to_owned())
        }
    }

    fn resumes(&self, kept: &Job) -> Result<(), String> {
        if self.plan == kept.plan {
            Ok(())
        } else {
            Err("its plans differ".to_owned())
        }
    }
}

fn job() -> Job {
    Job {
        plan: "deep".into(),
        most: 100,
    }
}

fn done(number: u64) -> Done {
    Done {
        number,
        result: format!("+{number}"),
    }
}

struct Place {
    _folder: TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    Place {
        path,
        _folder: folder,
    }
}

type JobLog = LogFile<Job>;

fn resume(path: &Path) -> Result<(JobLog, Vec<Done>), LogError> {
    JobLog::open(path, Existing::Resume)?.begin(&job())
}

/// A log of three jobs, and its bytes.
fn three(path: &Path) -> Vec<u8> {
    let (mut log, lines) = JobLog::open(path, Existing::Refuse)
        .unwrap()
        .begin(&job())
        .unwrap();
    assert_eq!(lines, []);
    for number in 0..3 {
        log.append(&done(number)).unwrap();
    }
    fs::read(path).unwrap()
}

#[test]
fn the_first_line_says_what_the_log_is() {
    let place = place();
    let text = String::from_utf8(three(&place.path)).unwrap();
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("{\"test_log\":3,\"most\":100,\"plan\":\"deep\",\"crc\":\""),
        "{first}"
    );
    assert_eq!(text.lines().count(), 4);
    let content = JobLog::content(&place.path).unwrap().unwrap();
    assert_eq!(content.header, job());
    assert_eq!(content.lines, [done(0), done(1), done(2)]);
}

#[test]
fn a_log_cut_anywhere_keeps_its_whole_lines_and_goes_on() {
    let place = place();
    let path = &place.path;
    let bytes = three(path);
    for cut in 0..=bytes.len() {
        fs::write(path, &bytes[..cut]).unwrap();
        let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let opened = JobLog::open(path, Existing::Resume).unwrap();
        let is_cut = !bytes[..cut].is_empty() && bytes[cut - 1] != b'\n';
        assert_eq!(opened.is_cut, is_cut, "cut at {cut}");
        let (mut log, lines) = opened.begin(&job()).unwrap();
        assert_eq!(lines.len(), whole.saturating_sub(1), "cut at {cut}");
        log.append(&done(9)).unwrap();
        drop(log);
        let (_, lines) = resume(path).unwrap();
        assert_eq!(lines.len(), whole.max(1));
        assert_eq!(lines.last(), Some(&done(9)));
    }
}

#[test]
fn any_flipped_bit_is_refused_by_its_line_and_left_as_it_is() {
    let place = place();
    let path = &place.path;
    let whole = three(path);
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(path, &bytes).unwrap();
        let before = &whole[..bit / 8];
        let before = before.iter().filter(|&&byte| byte == b'\n').count();
        match resume(path) {
            Err(LogError::BadLine { line, .. }) => assert_eq!(line, before + 1, "bit {bit}"),
            Err(LogError::OtherKind { .. }) => assert_eq!(before, 0, "bit {bit}"),
            // Without its line break the last line counts as cut off.
            Ok((_, lines)) => {
                assert_eq!(bit / 8, whole.len() - 1, "bit {bit}");
                assert_eq!(lines, [done(0), done(1)]);
                continue;
            }
            other => panic!("bit {bit}: {other:?}"),
        }
        assert_eq!(fs::read(path).unwrap(), bytes);
    }
}

#[test]
fn what_is_no_such_log_is_left_as_it_is() {
    let place = place();
    let path = &place.path;
    let other_version = |object: &str| {
        let content = object.strip_suffix('}').unwrap();
        let checksum = crc32fast::hash(content.as_bytes());
        format!("{content},\"crc\":\"{checksum:08x}\"}}\n")
    };
    for (text, reason) in [
        ("a letter without a line break", "is something else"),
        ("a letter\nof two lines\n", "is something else"),
        ("\n", "is something else"),
        ("{\"test\":3}", "is something else"),
        ("{\"test_log\":3}\n", "line 1: no checksum"),
        (
            &other_version("{\"test_log\":2}"),
            "line 1: format 2; this program reads format 3",
        ),
        (
            &other_version("{\"test_log\":3,\"most\":1}"),
            "line 1: missing field `plan`",
        ),
    ] {
        fs::write(path, text).unwrap();
        let error = resume(path).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn lines_that_do_not_belong_are_refused() {
    let place = place();
    let path = &place.path;
    for (number, reason) in [(2, "line 5: job 2 twice"), (100, "line 5: no such job")] {
        let bytes = [three(path), write_line(&done(number)).unwrap()].concat();
        fs::write(path, &bytes).unwrap();
        let error = resume(path).unwrap_err().to_string();
        assert!(error.ends_with(reason), "{error}");
        assert_eq!(fs::read(path).unwrap(), bytes);
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_log_of_another_run_is_left_as_it_is() {
    let place = place();
    let path = &place.path;
    let mut bytes = three(path);
    // Not even the part of a line at its end goes.
    bytes.extend(b"{\"number\":");
    fs::write(path, &bytes).unwrap();
    let other = Job {
        plan: "shallow".into(),
        most: 100,
    };
    let open = JobLog::open(path, Existing::Resume).unwrap();
    assert_eq!(open.content().unwrap().lines.len(), 3);
    let error = open.begin(&other).unwrap_err().to_string();
    assert!(
        error.ends_with("belongs to another run: its plans differ"),
        "{error}"
    );
    assert_eq!(fs::read(path).unwrap(), bytes);
}

#[test]
fn a_log_has_one_writer() {
    let place = place();
    let path = &place.path;
    let first = JobLog::open(path, Existing::Refuse).unwrap();
    let busy = |error: LogError| error.to_string().contains("another process is writing it");
    assert!(busy(resume(path).unwrap_err()));
    let (first, _) = first.begin(&job()).unwrap();
    assert!(busy(resume(path).unwrap_err()));
    drop(first);
    resume(path).unwrap();
    let exists = JobLog::open(path, Existing::Refuse).unwrap_err();
    assert!(matches!(exists, LogError::Exists(_)));
}

#[test]
fn what_was_never_begun_leaves_nothing() {
    let place = place();
    drop(JobLog::open(&place.path, Existing::Resume).unwrap());
    assert!(!place.path.exists());
}
