//! Who logs in: name and password, from the environment or from a file that only its owner can
//! read.
//!
//! Invariant: a [`Password`] is shown by nothing; [`Password::tell`] alone gives it.

use std::env;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::os::name::{Name, NotAName};
use bianca_system::files;

/// The variable of the environment that holds the name.
pub const NAME_VARIABLE: &str = "BIANCA_GGS_USER";

/// That which holds the password. No engine is started with it.
pub const PASSWORD_VARIABLE: &str = bianca_arena::arena::spec::SECRET_VARIABLE;

/// Bytes of the longest file.
const MOST_BYTES: u64 = 4096;

/// Letters of the longest password.
const LONGEST: usize = 128;

/// A password.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    fn new(text: &str) -> Result<Password, LoginError> {
        let is_one =
            !text.is_empty() && text.chars().count() <= LONGEST && !text.contains(char::is_control);
        is_one
            .then(|| Password(text.to_owned()))
            .ok_or(LoginError::Password)
    }

    /// The words themselves, for the server alone.
    pub fn tell(&self) -> &str {
        &self.0
    }
}

/// Who logs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The account.
    pub name: Name,
    /// Its password.
    pub password: Password,
}

/// Why there is no login.
#[derive(Debug, Error)]
pub enum LoginError {
    /// Neither here nor there.
    #[error("no {what}: set {variable}, or name a file with --login")]
    Missing {
        /// `name` or `password`.
        what: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// The name is none.
    #[error(transparent)]
    Name(#[from] NotAName),
    /// The password is none; it is not shown.
    #[error("the password is empty, too long, or holds control characters")]
    Password,
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Others can read it.
    #[error("{}: others can read this file, and it holds a password: chmod 600 it", .0.display())]
    Open(PathBuf),
    /// A line that says nothing. It is not shown: it may hold the password.
    #[error("{}: line {line} is neither 'user = NAME' nor 'password = WORDS'", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
    },
    /// The variable is no text.
    #[error("{0} is not UTF-8")]
    NotText(&'static str),
}

impl Login {
    /// From the environment, and what is not there from a file, if there is one.
    ///
    /// # Errors
    /// If something is missing or wrong, or the file is not its owner's alone.
    pub fn find(path: Option<&Path>) -> Result<Login, LoginError> {
        let [name, password] = match path {
            Some(path) => in_file(path)?,
            None => [None, None],
        };
        let name = variable(NAME_VARIABLE)?.or(name);
        let password = variable(PASSWORD_VARIABLE)?.or(password);
        let missing = |what, variable| LoginError::Missing { what, variable };
        let name = name.ok_or_else(|| missing("name", NAME_VARIABLE))?;
        let password = password.ok_or_else(|| missing("password", PASSWORD_VARIABLE))?;
        Ok(Login {
            name: name.parse()?,
            password: Password::new(&password)?,
        })
    }
}

fn variable(name: &'static str) -> Result<Option<String>, LoginError> {
    match env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(LoginError::NotText(name)),
    }
}

/// Name and password of a file, as far as they stand there.
fn in_file(path: &Path) -> Result<[Option<String>; 2], LoginError> {
    let failed = |error| LoginError::File {
        path: path.to_owned(),
        error,
    };
    let file = files::open(path, MOST_BYTES).map_err(failed)?;
    if !is_own(&file).map_err(failed)? {
        return Err(LoginError::Open(path.to_owned()));
    }
    let mut text = String::new();
    file.take(MOST_BYTES)
        .read_to_string(&mut text)
        .map_err(failed)?;
    let mut found = [None, None];
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let wrong = || LoginError::Line {
            path: path.to_owned(),
            line,
        };
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let place = match key.trim() {
            "user" => 0,
            "password" => 1,
            _ => return Err(wrong()),
        };
        found[place] = Some(value.trim().to_owned());
    }
    Ok(found)
}

/// Refuses a file that others than its owner can read. Who can read it then is its owner, or may
/// read everything.
#[cfg(unix)]
fn is_own(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.mode() & 0o077 == 0)
}

/// Where files have no such modes, whoever has the folder sees to it.
#[cfg(not(unix))]
fn is_own(_: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(content: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("login");
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    #[cfg(unix)]
    fn with_mode(content: &str, mode: u32) -> Result<[Option<String>; 2], LoginError> {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, path) = written(content);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        in_file(&path)
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_file() {
        let content = "# mine\nuser = mona\npassword = a = b \n";
        let found = with_mode(content, 0o600).unwrap();
        assert_eq!(found, [Some("mona".to_owned()), Some("a = b".to_owned())]);
        assert!(with_mode(content, 0o400).is_ok());
        for mode in [0o640, 0o604, 0o644, 0o660, 0o666, 0o610] {
            let refused = with_mode(content, mode).unwrap_err();
            assert!(matches!(refused, LoginError::Open(_)), "{mode:o}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_message_holds_what_may_be_the_password() {
        for content in [
            "swordfish",
            "user = mona\npasswort = swordfish",
            "mona:swordfish",
        ] {
            let error = with_mode(content, 0o600).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("swordfish"));
        }
        let password = Password::new("swordfish").unwrap();
        assert!(!format!("{password:?}").contains("swordfish"));
        assert!(Password::new("sword\nfish").is_err() && Password::new("").is_err());
    }

    #[test]
    fn a_file_that_is_missing_or_a_folder_says_so() {
        let (folder, path) = written("");
        let missing = in_file(&path.with_extension("x")).unwrap_err().to_string();
        assert!(missing.contains("login.x: "), "{missing}");
        assert!(matches!(
            in_file(folder.path()),
            Err(LoginError::File { .. })
        ));
        assert!(matches!(
            in_file(&path),
            Ok([None, None]) | Err(LoginError::Open(_))
        ));
    }
}
