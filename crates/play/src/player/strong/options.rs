//! The searcher's settings as options with names, ranges and words.

use std::time::Duration;

use crate::player::{OptionError, OptionInfo, OptionKind};
use bianca_search::eval::Evaluation;
use bianca_search::search::{LEVEL_MAX, Settings};

/// A setting that is a whole number.
struct Setting {
    name: &'static str,
    min: i64,
    max: i64,
    help: &'static str,
    get: fn(&Settings) -> i64,
    set: fn(&mut Settings, i64),
}

// Casts below are within the ranges given beside them.
const SETTINGS: [Setting; 4] = [
    Setting {
        name: "Threads",
        min: 1,
        max: 256,
        help: "threads that search together",
        get: |s| s.threads as i64,
        set: |s, value| s.threads = value as usize,
    },
    Setting {
        name: "Hash",
        min: 1,
        max: 1 << 20,
        help: "size of the hash table in MiB",
        get: |s| s.hash_mib as i64,
        set: |s, value| s.hash_mib = value as usize,
    },
    Setting {
        name: "Level",
        min: 1,
        max: LEVEL_MAX as i64,
        help: "strength when neither a clock nor a limit is given: plies searched in the midgame",
        get: |s| i64::from(s.level),
        set: |s, value| s.level = value as u32,
    },
    Setting {
        name: "MoveOverhead",
        min: 0,
        max: 10_000,
        help: "milliseconds kept back from each move's time for what lies between engine and clock; of a fixed time a twentieth at most",
        get: |s| s.move_overhead.as_millis() as i64,
        set: |s, value| s.move_overhead = Duration::from_millis(value as u64),
    },
];

const EVAL_FILE: &str = "EvalFile";

/// All options with the values that `settings` has.
pub fn list(settings: &Settings) -> Vec<OptionInfo> {
    let default = Settings::default();
    let info = |setting: &Setting| OptionInfo {
        name: setting.name,
        kind: OptionKind::Number {
            default: (setting.get)(&default),
            min: setting.min,
            max: setting.max,
        },
        value: (setting.get)(settings).to_string(),
        drawn: None,
        help: setting.help,
    };
    let evaluation = OptionInfo {
        name: EVAL_FILE,
        kind: OptionKind::Text {
            default: Evaluation::EMBEDDED.to_owned(),
        },
        value: settings.evaluation.to_string(),
        drawn: None,
        help: "file of the evaluation's weights; or embedded",
    };
    SETTINGS.iter().map(info).chain([evaluation]).collect()
}

/// `settings` with one option changed.
///
/// # Errors
/// [`OptionError::Unknown`]; [`OptionError::BadValue`] with the range; [`OptionError::Failed`] for
/// a hash table larger than the machine's memory, which the operating system might promise and then
/// not deliver.
pub fn set(settings: &Settings, name: &str, value: &str) -> Result<Settings, OptionError> {
    if name.eq_ignore_ascii_case(EVAL_FILE) {
        let evaluation = Evaluation::named(value)
            .map_err(|error| OptionError::Failed(format!("option {EVAL_FILE}: {error}")))?;
        return Ok(Settings {
            evaluation,
            ..settings.clone()
        });
    }
    let setting = SETTINGS
        .iter()
        .find(|setting| setting.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let number = value
        .parse()
        .ok()
        .filter(|number| (setting.min..=setting.max).contains(number))
        .ok_or_else(|| OptionError::BadValue {
            name: setting.name,
            value: value.to_owned(),
            expected: format!("a whole number from {} to {}", setting.min, setting.max),
        })?;
    let mut changed = settings.clone();
    (setting.set)(&mut changed, number);
    if changed.hash_mib != settings.hash_mib
        && let Some(memory) = memory_mib()
        && changed.hash_mib as u64 > memory
    {
        return Err(OptionError::Failed(format!(
            "option Hash: {} MiB is more than the {memory} MiB of this machine",
            changed.hash_mib
        )));
    }
    Ok(changed)
}

/// The machine's memory in MiB, where the operating system shows it in Linux's way.
fn memory_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::eval::weights;

    #[test]
    fn every_option_takes_its_bounds_and_nothing_beyond() {
        let settings = Settings::default();
        for option in list(&settings) {
            let OptionKind::Number { default, min, max } = option.kind else {
                continue;
            };
            assert_eq!(option.value, default.to_string());
            let mut good = vec![min, default];
            if option.name != "Hash" {
                good.push(max);
            }
            for value in good {
                let changed = set(&settings, &option.name.to_lowercase(), &value.to_string());
                let listed = list(&changed.unwrap());
                let now = listed.iter().find(|o| o.name == option.name).unwrap();
                assert_eq!(now.value, value.to_string());
            }
            for bad in [i128::from(min) - 1, i128::from(max) + 1] {
                let refusal = set(&settings, option.name, &bad.to_string()).unwrap_err();
                let range = format!("is not a whole number from {min} to {max}");
                assert!(refusal.to_string().ends_with(&range), "{refusal}");
            }
            assert!(set(&settings, option.name, "many").is_err());
        }
        let unknown = set(&settings, "Luck", "1");
        assert_eq!(unknown, Err(OptionError::Unknown("Luck".to_owned())));
    }

    #[test]
    fn the_evaluation_is_chosen_by_name_and_a_wrong_file_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights");
        weights::write(&weights::embedded(), &file).unwrap();
        let file = file.to_str().unwrap();
        let other = set(&Settings::default(), "evalfile", file).unwrap();
        assert_eq!(other.evaluation.to_string(), file);
        let back = set(&other, "EvalFile", "embedded").unwrap();
        assert_eq!(back, Settings::default());
        let refusal = set(&other, "EvalFile", "/no/such/file").unwrap_err();
        assert!(refusal.to_string().contains("/no/such/file"), "{refusal}");
        let refusal = set(&other, "EvalFile", "Cargo.toml").unwrap_err();
        assert!(
            refusal.to_string().starts_with("option EvalFile: "),
            "{refusal}"
        );
    }

    #[test]
    fn a_table_larger_than_the_machine_is_refused() {
        if memory_mib().is_some_and(|memory| memory < 1 << 20) {
            let refusal = set(&Settings::default(), "Hash", "1048576").unwrap_err();
            assert!(refusal.to_string().contains("1048576 MiB is more than"));
        }
    }
}
