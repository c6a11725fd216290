//! Files that a user or a client names: opened so that none of them can block the session or fill
//! its memory (a pipe waits for its other end, and some devices never end), replaced only when
//! what takes their place is whole, and changed by one process at a time.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

mod locked;
pub mod steps;

pub use locked::{LockedFile, are_one};

use steps::Step;

#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

/// Links that are followed before they count as a circle, as Linux has it.
const MOST_LINKS: usize = 40;

/// How the name of a file begins that is not whole yet.
const UNFINISHED_BEGINS: &str = ".bianca-";

/// How it ends.
const UNFINISHED: &str = ".part";

/// Letters before that by which such names differ.
const UNFINISHED_LETTERS: usize = 6;

/// Longer names of files, in bytes, do not stand in those: there must be room for more.
const LONGEST_NAME: usize = 150;

/// The content of a plain file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read at once, is larger, or is no plain file.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(&open(path, u64::MAX)?, most)
}

/// Opens a plain file of at most `most` bytes, from which one can read without waiting.
///
/// # Errors
/// If it is none, does not exist or cannot be read.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = without_waiting(options.read(true)).open(path)?;
    require_plain(&file.metadata()?)?;
    if file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    Ok(file)
}

/// Whether `path` is a plain file of at most `most` bytes, which can be read without waiting.
///
/// # Errors
/// If it is not, or does not exist.
pub fn check(path: &Path, most: u64) -> io::Result<()> {
    // Some files of the system, such as /proc/kmsg, look plain and wait all the same.
    match open(path, most)?.read(&mut [0]) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Err(not_plain()),
        read => read.map(drop),
    }
}

/// Opens a file to append to it, or makes it; a device such as `/dev/null` will do.
///
/// # Errors
/// If it cannot be written, or is a pipe or a socket.
pub fn append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = without_waiting(options.append(true).create(true)).open(path);
    let file = file.map_err(|error| match error.raw_os_error() {
        // Of a pipe that nobody reads.
        #[cfg(unix)]
        Some(libc::ENXIO) => not_plain(),
        _ => error,
    })?;
    match file.metadata() {
        Ok(about) if blocks(&about) => Err(not_plain()),
        Err(error) if !is_device(path) => Err(error),
        _ => Ok(file),
    }
}

/// Whether something is at `path` that is neither a file nor a folder, such as a device or a pipe.
pub fn is_device(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(about) => !about.is_file() && !about.is_dir(),
        // Windows opens its devices, such as `nul`, but cannot describe them.
        Err(_) => cfg!(windows) && OpenOptions::new().write(true).open(path).is_ok(),
    }
}

/// Opens a file to write it from its beginning, or makes it. One that exists loses what it holds if
/// it is to be replaced.
///
/// # Errors
/// If it cannot be written, or exists and is not to be replaced.
pub fn create(path: &Path, replaces: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    if replaces {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    options.write(true).open(path)
}

/// As [`replace`], for those who must not wait for anybody.
///
/// # Errors
/// If it cannot be written, or is a pipe or a socket.
pub fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| blocks(&about)) {
        return Err(not_plain());
    }
    replace(path, content)
}

/// Gives a file other content, which it has whole or not at all, whenever the program is killed;
/// see [`Replacement`].
///
/// # Errors
/// If it cannot be written; an older file is as it was then.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(content)?;
    file.commit()
}

/// A file that is written beside its place and takes it when it is whole, so that neither a full
/// disk nor the end of the process leaves half a file where a good one was.
///
/// Dropped before it is committed, it goes away and leaves everything as it was; a process that
/// is killed leaves it as `.bianca-NAME-….part`, which [`remove_unfinished`] takes away. What is no
/// plain file, such as a device or a pipe, is written in its place at once.
#[derive(Debug)]
pub enum Replacement {
    /// Written beside the place that it is to take.
    Beside(NamedTempFile, PathBuf),
    /// Written where it is.
    InPlace(File),
}

impl Replacement {
    /// Begins a file that is to be at `path`.
    ///
    /// # Errors
    /// If the file there must not be written, or none can be made beside it.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        // A link stays and what it points to is replaced.
        let place = behind_links(path)?;
        let old = fs::metadata(&place).ok();
        match &old {
            Some(old) if old.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            _ if is_device(&place) => {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok(Replacement::InPlace(file));
            }
            Some(old) if old.permissions().readonly() => {
                return Err(ErrorKind::PermissionDenied.into());
            }
            _ => {}
        }
        let file = create_beside(&place)?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Replacement::Beside(file, place))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If not all of it can be kept; an older file is as it was then.
    pub fn commit(self) -> io::Result<()> {
        match self {
            Replacement::InPlace(_) => Ok(()),
            Replacement::Beside(file, place) => {
                // Some file systems say only now that they are full.
                file.as_file().sync_all()?;
                let file = file.persist(&place)?;
                steps::note(Step::Replaced);
                drop(file);
                keep_names(&place);
                Ok(())
            }
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Replacement::InPlace(file) => file.write(bytes),
            Replacement::Beside(file, _) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Replacement::InPlace(file) => file.flush(),
            Replacement::Beside(file, _) => file.as_file_mut().flush(),
        }
    }
}

/// Has the names in the folder of `path` kept through a loss of power, as the content of a file is
/// by its own call. Where that cannot be asked for, as on Windows, the system does it when it
/// likes.
pub fn keep_names(path: &Path) {
    #[cfg(unix)]
    {
        let kept = File::open(folder(path)).and_then(|folder| folder.sync_all());
        if let Err(error) = kept {
            // Some file systems know no such call.
            log::debug!("{}: its folder: {error}", path.display());
        }
    }
    steps::note(Step::NamesKept);
    let _ = path;
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Where a file is that is, or is to be, at `path`: the end of a chain of links, which need not
/// exist yet.
///
/// # Errors
/// If the chain has no end.
pub fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Takes away what processes that were killed have left of a file that was to be at `path`. Only
/// for those who alone may write it: what another process writes just now would go, too.
pub fn remove_unfinished(path: &Path) {
    let place = behind_links(path).unwrap_or_else(|_| path.to_owned());
    let Some(prefix) = unfinished_prefix(&place) else {
        return;
    };
    let is_left = |name: &OsStr| {
        let name = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes());
        let letters = name.and_then(|name| name.strip_suffix(UNFINISHED.as_bytes()));
        letters.is_some_and(|letters| {
            letters.len() == UNFINISHED_LETTERS && letters.iter().all(u8::is_ascii_alphanumeric)
        })
    };
    let Ok(entries) = fs::read_dir(folder(&place)) else {
        return;
    };
    for entry in entries
        .flatten()
        .filter(|entry| is_left(&entry.file_name()))
    {
        let path = entry.path();
        match fs::remove_file(&path) {
            Ok(()) => log::info!("{}: left unfinished, removed", path.display()),
            Err(error) => log::warn!("{}: left unfinished: {error}", path.display()),
        }
    }
}

/// Whether a name is that of a file that is not whole yet, such as a process that was killed
/// leaves.
pub fn is_unfinished(name: &str) -> bool {
    name.starts_with(UNFINISHED_BEGINS) && name.ends_with(UNFINISHED)
}

/// How the name of what is not yet whole begins where a file is to be at `place`; `None` if its own
/// name is too long to stand in it.
fn unfinished_prefix(place: &Path) -> Option<OsString> {
    let name = place
        .file_name()
        .filter(|name| name.len() <= LONGEST_NAME)?;
    let mut prefix = OsString::from(UNFINISHED_BEGINS);
    prefix.push(name);
    prefix.push("-");
    Some(prefix)
}

/// A new file in the same directory as `place`, under a name that nobody has.
fn create_beside(place: &Path) -> io::Result<NamedTempFile> {
    let directory = folder(place);
    let mut code = None;
    let create = |path: &Path| {
        // With the permissions of any new file.
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).open(path);
        file.inspect_err(|error| code = error.raw_os_error())
    };
    let prefix = unfinished_prefix(place).unwrap_or_else(|| UNFINISHED_BEGINS.into());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    builder.rand_bytes(UNFINISHED_LETTERS);
    let made = builder.make_in(directory, create);
    // What the system said, without the name of the file, which nobody has asked for.
    made.map_err(|error| code.map_or(error.kind().into(), io::Error::from_raw_os_error))
}

/// All that `file` holds from its beginning on, if that is at most `most` bytes.
fn read_from(mut file: &File, most: u64) -> io::Result<Vec<u8>> {
    use io::Seek;
    file.rewind()?;
    let mut bytes = Vec::new();
    // The size is not asked but tried: the file may grow meanwhile, and some in /proc say 0.
    match file.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Err(not_plain()),
        Err(error) => Err(error),
        Ok(_) if bytes.len() as u64 > most => Err(too_large(most)),
        Ok(_) => Ok(bytes),
    }
}

fn not_plain() -> io::Error {
    io::Error::other("not a plain file")
}

fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("larger than {most} bytes"))
}

fn require_plain(about: &Metadata) -> io::Result<()> {
    if about.is_file() {
        Ok(())
    } else {
        Err(not_plain())
    }
}

/// Lets neither opening nor reading wait for anybody.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn blocks(about: &Metadata) -> bool {
    about.file_type().is_fifo() || about.file_type().is_socket()
}

#[cfg(not(unix))]
fn blocks(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests;
