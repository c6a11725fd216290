//! The functions of the book.

use std::collections::VecDeque;
use std::ffi::c_char;
use std::path::Path;
use std::ptr::{addr_of_mut, null, null_mut};
use std::sync::Mutex;

use super::super::aside::{told, warn};
use super::super::book::{Book, BookFailure, Known};
use super::super::layout::{
    EdaxBoard, EdaxBook, EdaxDate, EdaxLink, EdaxMove, EdaxMoveList, EdaxPosition, LIST,
};
use super::super::library::Library;
use super::super::paths::{BEST, Paths, count};
use super::super::table::play_moves;
use super::{ask, get, path, put, tell, text};
use crate::handle::lock;
use bianca_play::book::exchange::Format;
use bianca_rules::othello::{Move, OthelloGame, Position};
use bianca_rules::score::Score;
use bianca_search::request::StopFlag;

/// Positions whose links stay good: far more than any program keeps.
const KEPT: usize = 4096;
/// No book, or no game that goes on.
const NO_BOOK: i32 = -1;
/// The flag of paths that were counted with black to move.
const BLACK: u8 = 4;

/// Links that programs were shown, the latest last.
static LINKS: Mutex<VecDeque<Vec<EdaxLink>>> = Mutex::new(VecDeque::new());

/// Links where a program can read them.
fn keep(links: Vec<EdaxLink>) -> *const EdaxLink {
    if links.is_empty() {
        return null();
    }
    let mut kept = lock(&LINKS);
    if kept.len() >= KEPT {
        kept.pop_front();
    }
    // Where they are they stay, though the vector itself is moved.
    let pointer = links.as_ptr();
    kept.push_back(links);
    pointer
}

/// A position as programs read it.
fn shown(known: Known, (own, other): Paths, flag: u8) -> EdaxPosition {
    EdaxPosition {
        board: [known.board.into()],
        leaf: known.leaf,
        flag,
        n_player_bestpaths: own,
        n_opponent_bestpaths: other,
        n_wins: 0,
        n_draws: 0,
        n_losses: 0,
        n_lines: known.lines,
        score: known.score,
        n_link: known.links.len() as u8,
        link: keep(known.links),
        level: known.level,
    }
}

/// Puts moves into a list, each at its place and in the chain.
///
/// # Safety
/// The pointer leads to where a list can be written.
unsafe fn fill(list: *mut EdaxMoveList, position: Position, moves: &[(Move, i32)]) {
    // SAFETY: the list has such places, also below.
    let place = |index: usize| unsafe { addr_of_mut!((*list).moves[index]) };
    let moves = &moves[..moves.len().min(LIST - 1)];
    for (index, &(mv, score)) in (1..).zip(moves) {
        let next = if index < moves.len() {
            place(index + 1)
        } else {
            null_mut()
        };
        let found = EdaxMove {
            next,
            ..EdaxMove::new(position, mv, score)
        };
        // SAFETY: the same.
        unsafe { place(index).write(found) };
    }
    let first = if moves.is_empty() {
        null_mut()
    } else {
        place(1)
    };
    let head = EdaxMove {
        next: first,
        ..EdaxMove::NONE
    };
    // SAFETY: the same.
    unsafe {
        place(0).write(head);
        addr_of_mut!((*list).n_moves).write(moves.len() as i32);
    }
}

/// What the book knows of a game's last position, put where the caller wants it; the symmetry.
///
/// # Safety
/// The pointers lead to where a list and a position can be written; the latter may be NULL.
unsafe fn answer(
    library: &Library,
    game: &OthelloGame,
    list: *mut EdaxMoveList,
    position: *mut EdaxPosition,
) -> i32 {
    let here = game.position();
    let book = library.book_in_use().filter(|_| !game.is_over());
    let found = book.and_then(|book| Some((book.scored_moves(here)?, book.show(here)?)));
    let Some((moves, known)) = found else {
        return NO_BOOK;
    };
    let symmetry = known.symmetry;
    // SAFETY: the caller vouches for both.
    unsafe {
        fill(list, here, &moves);
        put(position, shown(known, (0, 0), 0));
    }
    symmetry
}

/// The moves that the book knows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_bookmove(move_list: *mut EdaxMoveList) {
    // SAFETY: the caller vouches for NULL or a list.
    unsafe { book_move(move_list, null_mut()) };
}

/// # Safety
/// The pointers are NULL or lead to where a list and a position can be written.
unsafe fn book_move(move_list: *mut EdaxMoveList, position: *mut EdaxPosition) -> i32 {
    if move_list.is_null() {
        return NO_BOOK;
    }
    // SAFETY: it leads to a list, also below.
    unsafe { fill(move_list, Position::START, &[]) };
    ask(NO_BOOK, |library| {
        let game = library.table().game().clone();
        // SAFETY: the same.
        unsafe { answer(library, &game, move_list, position) }
    })
}

/// The same with what the book knows of the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_bookmove_with_position(
    move_list: *mut EdaxMoveList,
    position: *mut EdaxPosition,
) -> i32 {
    // SAFETY: the caller vouches for NULL, or a list and a position.
    unsafe { book_move(move_list, position) }
}

/// The same after some moves from the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_get_bookmove_with_position_by_moves(
    moves: *const c_char,
    move_list: *mut EdaxMoveList,
    position: *mut EdaxPosition,
) -> i32 {
    if move_list.is_null() {
        return NO_BOOK;
    }
    // SAFETY: it leads to a list, also below.
    unsafe { fill(move_list, Position::START, &[]) };
    ask(NO_BOOK, |library| {
        // SAFETY: the caller vouches for a text.
        let Some(text) = (unsafe { text(moves) }) else {
            return NO_BOOK;
        };
        let mut game = OthelloGame::new();
        play_moves(&mut game, &text);
        // SAFETY: the same.
        unsafe { answer(library, &game, move_list, position) }
    })
}

/// What the book knows of the position; nothing is written if that is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_show(position: *mut EdaxPosition) {
    tell(|library| {
        let here = library.table().game().position();
        let known = library.book().show(here);
        if let Some(known) = known {
            // SAFETY: the caller vouches for NULL or a position.
            unsafe { put(position, shown(known, (0, 0), 0)) };
        }
    });
}

/// What the book is like.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_info(info: *mut EdaxBook) {
    tell(|library| {
        let book = library.book();
        let about = EdaxBook {
            date: EdaxDate::default(),
            level: book.level,
            n_empties: book.n_empties,
            midgame_error: 0,
            endcut_error: 0,
            verbosity: book.verbosity,
            stats: [0; 3],
            array: 0,
            stack: 0,
            n: 0,
            n_nodes: i32::try_from(book.count()).unwrap_or(i32::MAX),
            need_saving: false,
            random: 0,
            search: 0,
        };
        // SAFETY: the caller vouches for NULL or a book.
        unsafe { put(info, about) };
    });
}

/// Counts paths from a board, and puts them into a position.
///
/// # Safety
/// The pointers are NULL or lead to a board and a position.
unsafe fn paths(board: *const EdaxBoard, position: *mut EdaxPosition, lower: (i32, i32), flag: u8) {
    tell(|library| {
        // SAFETY: the caller vouches for a board.
        let Some(board) = (unsafe { get(board) }) else {
            return;
        };
        if position.is_null() {
            return;
        }
        let book = library.book();
        let stop = library.begin_counting();
        let here = Position::from(board);
        let Some(paths) = count(&book, here, lower, &stop) else {
            return;
        };
        if let Some(known) = book.show(here) {
            // SAFETY: it is not NULL, so it leads to a position.
            unsafe { put(position, shown(known, paths, flag)) };
        } else {
            // SAFETY: the same.
            unsafe {
                addr_of_mut!((*position).n_player_bestpaths).write(paths.0);
                addr_of_mut!((*position).n_opponent_bestpaths).write(paths.1);
            }
        }
    });
}

/// Counts the paths of best moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_count_bestpath(
    board: *mut EdaxBoard,
    position: *mut EdaxPosition,
) {
    // SAFETY: the caller vouches for NULL, or a board and a position.
    unsafe { paths(board, position, (BEST, BEST), 0) };
}

/// Counts the paths of moves that are good enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_count_board_bestpath(
    board: *mut EdaxBoard,
    position: *mut EdaxPosition,
    p_lower: i32,
    o_lower: i32,
    turn: i32,
) {
    let flag = if turn == 0 { BLACK } else { 0 };
    // SAFETY: the caller vouches for NULL, or a board and a position.
    unsafe { paths(board, position, (p_lower, o_lower), flag) };
}

/// Ends the counting.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_stop_count_bestpath() {
    tell(Library::stop_counting);
}

/// Learns the game.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_store() {
    tell(Library::learn_game);
}

/// Uses the book.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_on() {
    tell(|library| {
        told(library.table().options.set("book-usage", "on"));
    });
}

/// Does not use it.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_off() {
    tell(|library| {
        told(library.table().options.set("book-usage", "off"));
    });
}

/// How much worse than the best a move of the book may be.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_randomness(randomness: i32) {
    tell(|library| {
        library.table().options.variety = Score::from_discs(randomness.clamp(0, 64));
    });
}

/// How far games are learned.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_depth(depth: i32) {
    tell(|library| library.book().n_empties = 61i32.saturating_sub(depth));
}

/// A number that is kept.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_verbose(book_verbosity: i32) {
    tell(|library| library.book().verbosity = book_verbosity);
}

/// A book of the start alone.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_new(level: i32, depth: i32) {
    tell(|library| {
        if !(0..=60).contains(&level) {
            warn(format_args!(
                "{level} is no level of a book, which is 0 to 60"
            ));
            return;
        }
        library.teach(|book, stop| {
            if let Some(begun) = Book::begin(level, depth, stop)? {
                book.put(begun);
            }
            Ok(())
        });
    });
}

/// Lets the book do something with a file.
///
/// # Safety
/// The pointer is NULL or leads to a text that ends with a zero.
unsafe fn with_file(
    file: *const c_char,
    job: impl FnOnce(&mut Book, &Path) -> Result<(), BookFailure>,
) {
    // SAFETY: the same.
    let file = unsafe { path(file) };
    tell(|library| {
        if let Some(path) = file {
            told(job(&mut library.book(), &path));
        }
    });
}

/// Reads a book.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_load(book_file: *const c_char) {
    let load = |book: &mut Book, path: &Path| {
        book.put(Book::open(path)?);
        Ok(())
    };
    // SAFETY: the caller vouches for a text.
    unsafe { with_file(book_file, load) };
}

/// Writes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_save(book_file: *const c_char) {
    // SAFETY: the caller vouches for a text.
    unsafe { with_file(book_file, Book::save) };
}

/// Reads a book in whatever format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_import(import_file: *const c_char) {
    // SAFETY: the caller vouches for a text.
    unsafe { edax_book_load(import_file) };
}

/// Writes it as a list of scored positions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_export(export_file: *const c_char) {
    let export = |book: &mut Book, path: &Path| book.export(path, Format::Text);
    // SAFETY: the caller vouches for a text.
    unsafe { with_file(export_file, export) };
}

/// Takes in another book.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_merge(book_file: *const c_char) {
    // SAFETY: the caller vouches for a text.
    unsafe { with_file(book_file, Book::merge) };
}

/// Learns the games of a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_add(base_file: *const c_char) {
    // SAFETY: the caller vouches for a text.
    let file = unsafe { path(base_file) };
    tell(|library| {
        if let Some(path) = file {
            library.learn_file(&path);
        }
    });
}

/// Makes all scores agree.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_fix() {
    back_up();
}

/// The same.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_negamax() {
    back_up();
}

/// The same.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_correct() {
    back_up();
}

fn back_up() {
    tell(|library| {
        told(library.book().back_up());
    });
}

/// Keeps what can be reached from the start.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_prune() {
    tell(|library| {
        told(library.book().prune(Position::START));
    });
}

/// Keeps what can be reached from the game.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_subtree() {
    tell(|library| {
        let here = library.table().game().position();
        told(library.book().prune(here));
    });
}

/// Searches a position for the book.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_book_add_board(board: *const EdaxBoard) {
    // SAFETY: the caller vouches for NULL or a board.
    let board = unsafe { get(board) };
    let add = |book: &mut Book, stop: &StopFlag| match board {
        Some(board) => book.add(board.into(), stop).map(drop),
        None => Ok(()),
    };
    tell(|library| library.teach(add));
}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_add_board_pre_process() {}

/// Makes all scores agree.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_add_board_post_process() {
    back_up();
}

/// Nothing: no counts are kept.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_stats_clean() {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_check(_base_file: *const c_char) {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_extract(_base_file: *const c_char) {}

/// Lets the book grow.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_deviate(relative_error: i32, absolute_error: i32) {
    tell(|library| library.grow(relative_error.min(absolute_error)));
}

/// The same.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_enhance(midgame_error: i32, _endcut_error: i32) {
    tell(|library| library.grow(midgame_error));
}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_fill(_fill_depth: i32) {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_play() {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_deepen() {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_book_feed_hash() {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_enable_book_verbose() {}

/// Nothing.
#[unsafe(no_mangle)]
pub extern "C" fn edax_disable_book_verbose() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_where_they_are_while_others_are_shown() {
        let one = EdaxLink { score: 3, x: 7 };
        let kept = keep(vec![one]);
        for _ in 0..KEPT - 1 {
            keep(vec![EdaxLink::NONE; 30]);
        }
        // SAFETY: it is still kept.
        assert_eq!(unsafe { *kept }, one);
        keep(vec![EdaxLink::NONE]);
        assert!(keep(Vec::new()).is_null());
        assert!(lock(&LINKS).len() <= KEPT);
    }
}
