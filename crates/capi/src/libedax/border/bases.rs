//! The functions for files of games.

use std::ffi::c_char;

use super::super::aside::told;
use super::super::bases;
use super::{guarded, path};

/// Adds positions of the games of a file to a file of problems.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_base_problem(
    base_file: *const c_char,
    n_empties: i32,
    problem_file: *const c_char,
) {
    // SAFETY: the caller vouches for texts.
    let files = unsafe { (path(base_file), path(problem_file)) };
    guarded((), || {
        if let (Some(games), Some(problems)) = files {
            told(bases::problems(&games, n_empties, &problems));
        }
    });
}

/// Writes the games of a file to another.
///
/// # Safety
/// The pointers are NULL or lead to texts that end with a zero.
unsafe fn convert(from: *const c_char, to: *const c_char, unique: bool) {
    // SAFETY: the same.
    let files = unsafe { (path(from), path(to)) };
    guarded((), || {
        if let (Some(from), Some(to)) = files {
            told(bases::convert(&from, &to, unique));
        }
    });
}

/// Writes the games of a file to another.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_base_convert(
    base_file_from: *const c_char,
    base_file_to: *const c_char,
) {
    // SAFETY: the caller vouches for texts.
    unsafe { convert(base_file_from, base_file_to, false) };
}

/// The same, each game once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_base_unique(
    base_file_from: *const c_char,
    base_file_to: *const c_char,
) {
    // SAFETY: the caller vouches for texts.
    unsafe { convert(base_file_from, base_file_to, true) };
}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_base_tofen(
    _base_file: *const c_char,
    _n_empties: i32,
    _problem_file: *const c_char,
) {
}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_base_correct(_base_file: *const c_char, _n_empties: i32) {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_base_complete(_base_file: *const c_char) {}
