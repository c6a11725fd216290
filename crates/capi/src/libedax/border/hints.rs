//! The functions that say what moves are worth, and how fast that is found out.

use std::ptr::{addr_of, addr_of_mut};

use super::super::layout::{EdaxBenchResult, EdaxHint, EdaxHintList, EdaxMoveList, LIST};
use super::super::library::Library;
use super::{ask, put, tell};

/// The best moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_hint(n: i32, hintlist: *mut EdaxHintList) {
    if hintlist.is_null() {
        return;
    }
    let hints = ask(Vec::new(), |library| library.hints(n));
    // SAFETY: it is not NULL, so it leads to a list.
    unsafe { addr_of_mut!((*hintlist).n_hints).write(hints.len() as i32) };
    for (index, hint) in (1..LIST).zip(hints) {
        // SAFETY: the list has such a place.
        unsafe { addr_of_mut!((*hintlist).hint[index]).write(hint) };
    }
}

/// Begins to give hints one by one, but none for the moves of a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_hint_prepare(exclude_list: *mut EdaxMoveList) {
    tell(|library| {
        // SAFETY: the caller vouches for NULL or a list.
        let excluded = unsafe { chained(exclude_list) };
        let mut table = library.table();
        let hints = table.hints_but(&excluded);
        table.hints = Some(hints);
    });
}

/// The squares of a list's moves, as they are chained.
///
/// # Safety
/// The pointer is NULL or leads to a list whose moves lead to moves or to NULL.
unsafe fn chained(list: *const EdaxMoveList) -> Vec<i32> {
    let mut squares = Vec::new();
    if list.is_null() {
        return squares;
    }
    // SAFETY: it leads to a list.
    let mut next = unsafe { addr_of!((*list).moves[0].next).read() };
    // A chain without an end is read no further than a list goes.
    while !next.is_null() && squares.len() < LIST {
        // SAFETY: the caller vouches for a move.
        let (square, behind) =
            unsafe { (addr_of!((*next).x).read(), addr_of!((*next).next).read()) };
        squares.push(square);
        next = behind;
    }
    squares
}

/// The best move that is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_hint_next(hint: *mut EdaxHint) {
    if !hint.is_null() {
        let next = ask(EdaxHint::none(), Library::next_hint);
        // SAFETY: it leads to a hint.
        unsafe { put(hint, next) };
    }
}

/// The same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_hint_next_no_multipv_depth(hint: *mut EdaxHint) {
    // SAFETY: the caller vouches for the same.
    unsafe { edax_hint_next(hint) };
}

/// Solves problems.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_bench(result: *mut EdaxBenchResult, n: i32) {
    if !result.is_null() {
        let solved = ask(EdaxBenchResult::default(), |library| library.bench(n));
        // SAFETY: it leads to a result.
        unsafe { put(result, solved) };
    }
}

/// How far that is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_bench_get_result(result: *mut EdaxBenchResult) {
    if let Some(solved) = ask(None, Library::bench_so_far) {
        // SAFETY: the caller vouches for NULL or a result.
        unsafe { put(result, solved) };
    }
}
