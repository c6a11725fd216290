//! The functions by which a game is played.

use std::ffi::c_char;

use super::super::aside::{print, told, warn};
use super::super::bases;
use super::super::layout::EdaxBoard;
use super::super::library::Library;
use super::{ask, get, path, tell, text};
use bianca_protocol::protocol::edax::order::Mode;
use bianca_rules::othello::Symmetry;

/// The symmetries of mirrors and turns.
const TOP_AND_BOTTOM: usize = 2;
const LEFT_AND_RIGHT: usize = 1;
const QUARTER: usize = 5;
const HALF: usize = 3;
const THREE_QUARTERS: usize = 6;
/// Beside a symmetry: the sides change, too.
const SWAPS: i32 = 8;

/// A game from the start.
#[unsafe(no_mangle)]
pub extern "C" fn edax_init() {
    tell(|library| library.table().init());
}

/// A game from the board that was set up.
#[unsafe(no_mangle)]
pub extern "C" fn edax_new() {
    tell(|library| library.table().again());
}

/// The first game of a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_load(file: *const c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for a text.
        let read = unsafe { path(file) }.and_then(|path| told(bases::load(&path)));
        if let Some(game) = read {
            library.table().begin(game);
        }
    });
}

/// Writes the game to a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_save(file: *const c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for a text.
        if let Some(path) = unsafe { path(file) } {
            let game = library.table().game().clone();
            told(bases::save(&path, &game));
        }
    });
}

/// Takes back a move.
#[unsafe(no_mangle)]
pub extern "C" fn edax_undo() {
    tell(|library| library.table().undo());
}

/// Plays again what was taken back.
#[unsafe(no_mangle)]
pub extern "C" fn edax_redo() {
    tell(|library| library.table().redo());
}

/// Who plays which side.
#[unsafe(no_mangle)]
pub extern "C" fn edax_mode(mode: i32) {
    tell(|library| {
        // Every other number is as 3.
        let known = Mode::named(&mode.to_string());
        library.table().options.mode = known.unwrap_or(Mode::Neither);
        library.go_by_mode();
    });
}

/// A game from a board in text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_setboard(board: *const c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for a text.
        if let Some(text) = unsafe { text(board) }
            && !library.table().set_board(&text)
        {
            warn(format_args!("'{}' is no board", short(&text)));
        }
    });
}

/// A game from black's and white's discs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_setboard_from_obj(board: *const EdaxBoard, turn: i32) {
    tell(|library| {
        // SAFETY: the caller vouches for it.
        if let Some(board) = unsafe { get(board) } {
            library.table().set_discs(board.into(), turn);
        }
    });
}

/// Turns the board, by the number of a symmetry.
fn turn(library: &Library, symmetry: usize, swaps: bool) {
    if let Some(symmetry) = Symmetry::all().nth(symmetry) {
        library.table().turn_board(symmetry, swaps);
    }
}

/// Mirrors top and bottom.
#[unsafe(no_mangle)]
pub extern "C" fn edax_vmirror() {
    tell(|library| turn(library, TOP_AND_BOTTOM, false));
}

/// Mirrors left and right.
#[unsafe(no_mangle)]
pub extern "C" fn edax_hmirror() {
    tell(|library| turn(library, LEFT_AND_RIGHT, false));
}

/// Turns by 90, 180 or 270 degrees.
#[unsafe(no_mangle)]
pub extern "C" fn edax_rotate(angle: i32) {
    tell(|library| match angle.rem_euclid(360) {
        90 => turn(library, QUARTER, false),
        180 => turn(library, HALF, false),
        270 => turn(library, THREE_QUARTERS, false),
        _ => {}
    });
}

/// Turns by one of the eight symmetries; from 8 on the sides change, too.
#[unsafe(no_mangle)]
pub extern "C" fn edax_symetry(symmetry: i32) {
    tell(|library| {
        if (0..2 * SWAPS).contains(&symmetry) {
            turn(library, (symmetry % SWAPS) as usize, symmetry >= SWAPS);
        }
    });
}

/// Plays moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_play(moves: *mut c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for a text.
        if let Some(text) = unsafe { text(moves) } {
            // The game is free again before anything is written, which may take long.
            let refused = library.table().play(&text);
            if let Some(word) = refused {
                warn(format_args!("'{}' cannot be played", short(word)));
            }
            library.go_by_mode();
        }
    });
}

/// A line that the engine plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_force(moves: *mut c_char) {
    tell(|library| {
        // SAFETY: the caller vouches for a text.
        if let Some(text) = unsafe { text(moves) } {
            library.table().force(&text);
        }
    });
}

/// Plays a move; 1 if that is legal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_move(mv: *const c_char) -> i32 {
    ask(0, |library| {
        // SAFETY: the caller vouches for a text.
        let text = unsafe { text(mv) };
        let is_played = text.is_some_and(|text| library.table().play_one(&text));
        if is_played {
            library.go_by_mode();
        }
        is_played.into()
    })
}

/// Lets the engine play a move.
#[unsafe(no_mangle)]
pub extern "C" fn edax_go() {
    tell(Library::go);
}

/// Ends what is searched.
#[unsafe(no_mangle)]
pub extern "C" fn edax_stop() {
    tell(Library::stop);
}

/// Prints the board.
#[unsafe(no_mangle)]
pub extern "C" fn edax_play_print() {
    tell(|library| {
        let board = library.table().drawing();
        print(board);
    });
}

/// As much of a text as fits into a message.
fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
