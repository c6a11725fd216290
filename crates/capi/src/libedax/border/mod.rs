//! The functions of libedax as C calls them, and what they need to follow pointers.
//!
//! Invariant: no panic crosses the border; a NULL is what was not given. What a function does is
//! the library's.

mod bases;
mod board;
mod books;
mod game;
mod hints;
mod state;

use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use super::aside::print;
use super::library::{Library, current, initialize, terminate};

/// Does something without letting a panic out; `otherwise` if there was one.
fn guarded<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(otherwise)
}

/// Asks the engine; `otherwise` if there is none, or if it panics.
fn ask<T>(otherwise: T, question: impl FnOnce(&Library) -> T) -> T {
    let answer = || current().map(|library| question(&library));
    let answer = catch_unwind(AssertUnwindSafe(answer)).ok().flatten();
    answer.unwrap_or(otherwise)
}

/// Lets the engine do something, if there is one.
fn tell(order: impl FnOnce(&Library)) {
    ask((), order);
}

/// A text of the caller's; what is no UTF-8 in it becomes signs that nothing has in its name.
///
/// # Safety
/// The pointer is NULL or leads to bytes that end with a zero and stay as they are during the call.
unsafe fn text<'a>(pointer: *const c_char) -> Option<Cow<'a, str>> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the same.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy())
}

/// The name of a file.
///
/// # Safety
/// As for [`text`].
unsafe fn path(pointer: *const c_char) -> Option<PathBuf> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the same.
    let name = unsafe { CStr::from_ptr(pointer) };
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        Some(std::ffi::OsStr::from_bytes(name.to_bytes()).into())
    }
    #[cfg(not(unix))]
    Some(name.to_string_lossy().into_owned().into())
}

/// Writes a value to where the caller wants it.
///
/// # Safety
/// The pointer is NULL or leads to where a value can be written.
unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: it is not NULL, so it leads there.
        unsafe { pointer.write(value) };
    }
}

/// Reads a value of the caller's.
///
/// # Safety
/// The pointer is NULL or leads to a value.
unsafe fn get<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: the same.
    unsafe { pointer.as_ref() }.copied()
}

/// Begins, with the words of a command line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libedax_initialize(argc: i32, argv: *mut *mut c_char) {
    guarded((), || {
        let mut words = Vec::new();
        let count = if argv.is_null() {
            0
        } else {
            argc.max(0) as usize
        };
        for index in 0..count {
            // SAFETY: the caller vouches for so many pointers.
            let word = unsafe { *argv.add(index) };
            // SAFETY: the caller vouches for texts.
            let word = unsafe { text(word) };
            words.push(word.unwrap_or_default().into_owned());
        }
        let asks = |word: &String| matches!(word.trim_start_matches('-'), "v" | "version");
        if words.iter().skip(1).any(asks) {
            version();
            let mut options = words.split_off(1);
            options.retain(|word| !asks(word));
            words.append(&mut options);
        }
        initialize(&words);
    });
}

/// Ends.
#[unsafe(no_mangle)]
pub extern "C" fn libedax_terminate() {
    guarded((), terminate);
}

/// Prints the version.
#[unsafe(no_mangle)]
pub extern "C" fn edax_version() {
    guarded((), version);
}

fn version() {
    print(concat!("Bianca ", env!("CARGO_PKG_VERSION")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_goes_no_further() {
        assert_eq!(guarded(7, || panic!("on purpose")), 7);
    }

    #[test]
    fn what_was_not_given_is_nothing() {
        // SAFETY: NULL is allowed.
        unsafe {
            assert!(text(std::ptr::null()).is_none() && path(std::ptr::null()).is_none());
            assert_eq!(get::<u64>(std::ptr::null()), None);
            put(std::ptr::null_mut(), 3);
        }
        // SAFETY: it ends with a zero.
        let read = unsafe { text(c"f\xff".as_ptr()) };
        assert_eq!(read.as_deref(), Some("f\u{fffd}"));
    }
}
