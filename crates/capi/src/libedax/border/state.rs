//! The functions that say how a game stands, and that set options.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use super::super::aside::{print, told};
use super::super::layout::{EdaxBoard, EdaxMove, side};
use super::{ask, put, tell, text};
use crate::handle::lock;

/// Names as C has them; each stays as long as the program runs.
static NAMES: Mutex<BTreeMap<&'static str, CString>> = Mutex::new(BTreeMap::new());

/// A name as C has it.
fn name(name: &'static str) -> *const c_char {
    let mut names = lock(&NAMES);
    let kept = names
        .entry(name)
        .or_insert_with(|| CString::new(name).unwrap_or_default());
    kept.as_ptr()
}

/// The opening's name.
#[unsafe(no_mangle)]
pub extern "C" fn edax_opening() -> *const c_char {
    ask(null(), |library| {
        name(library.table().opening().unwrap_or("?"))
    })
}

/// The same: there are no French names.
#[unsafe(no_mangle)]
pub extern "C" fn edax_ouverture() -> *const c_char {
    edax_opening()
}

/// Sets an option.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_set_option(option_name: *const c_char, val: *const c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for texts.
        let (name, value) = unsafe { (text(option_name), text(val)) };
        let Some(name) = name else { return };
        let value = value.unwrap_or_default();
        told(library.set_option(&name, &value));
    });
}

/// Prints the options.
#[unsafe(no_mangle)]
pub extern "C" fn edax_options_dump() {
    tell(|library| {
        let options = library.table().options.to_string();
        print(options.trim_end());
    });
}

/// The moves that were played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_moves(str: *mut c_char) -> *mut c_char {
    let moves = ask(None, |library| Some(library.table().moves()));
    let Some(moves) = moves.filter(|_| !str.is_null()) else {
        return null_mut();
    };
    let bytes = moves.as_bytes();
    // SAFETY: the caller vouches for 161 bytes, and 80 moves are 160 letters.
    unsafe {
        str.cast::<u8>()
            .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        str.add(bytes.len()).write(0);
    }
    str
}

/// 1 if neither side can move.
#[unsafe(no_mangle)]
pub extern "C" fn edax_is_game_over() -> i32 {
    ask(0, |library| library.table().game().is_over().into())
}

/// 1 if the side to move can.
#[unsafe(no_mangle)]
pub extern "C" fn edax_can_move() -> i32 {
    ask(0, |library| {
        let moves = library.table().game().position().moves();
        moves.any().into()
    })
}

/// The last move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_last_move(mv: *mut EdaxMove) {
    tell(|library| {
        let last = library.table().last_move();
        // SAFETY: the caller vouches for NULL or a move.
        unsafe { put(mv, last) };
    });
}

/// The board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_board(board: *mut EdaxBoard) {
    tell(|library| {
        let here = library.table().game().position();
        // SAFETY: the caller vouches for NULL or a board.
        unsafe { put(board, here.into()) };
    });
}

/// The side to move.
#[unsafe(no_mangle)]
pub extern "C" fn edax_get_current_player() -> i32 {
    ask(-1, |library| side(library.table().game().to_move()))
}

/// How many discs a side has.
#[unsafe(no_mangle)]
pub extern "C" fn edax_get_disc(color: i32) -> i32 {
    ask(-1, |library| {
        library.table().position_for(color).own.count() as i32
    })
}

/// How many moves a side has.
#[unsafe(no_mangle)]
pub extern "C" fn edax_get_mobility_count(color: i32) -> i32 {
    ask(-1, |library| {
        let position = library.table().position_for(color);
        position.moves().count() as i32
    })
}
