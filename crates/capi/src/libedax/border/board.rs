//! The functions on boards and squares alone, which need no engine.

use super::super::layout::EdaxBoard;
use super::get;
use bianca_rules::othello::Position;

/// Whose disc lies on a square: the side to move's, the other one's, nobody's.
const OWN: i32 = 0;
const OTHER: i32 = 1;
const EMPTY: i32 = 2;

fn position(player: u64, opponent: u64) -> Position {
    Position::from(EdaxBoard { player, opponent })
}

/// 1 if the side to move must pass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_board_is_pass(board: *const EdaxBoard) -> i32 {
    // SAFETY: the caller vouches for NULL or a board.
    let board = unsafe { get(board) };
    let must_pass = board.is_some_and(|board| Position::from(board).must_pass());
    must_pass.into()
}

/// Whose disc lies on a square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edax_board_get_square_color(board: *const EdaxBoard, x: i32) -> i32 {
    // SAFETY: the caller vouches for NULL or a board.
    let Some(board) = (unsafe { get(board) }) else {
        return -1;
    };
    let has = |discs: u64| (0..64).contains(&x) && discs >> x & 1 == 1;
    match (has(board.player), has(board.opponent)) {
        (true, _) => OWN,
        (_, true) => OTHER,
        _ => EMPTY,
    }
}

/// The squares where the side to move may put a disc.
#[unsafe(no_mangle)]
pub extern "C" fn get_moves(player: u64, opponent: u64) -> u64 {
    position(player, opponent).moves().0
}

/// Whether there are any.
#[unsafe(no_mangle)]
pub extern "C" fn can_move(player: u64, opponent: u64) -> bool {
    position(player, opponent).moves().any()
}

/// How many bits are set.
#[unsafe(no_mangle)]
pub extern "C" fn bit_count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// The lowest bit that is set; 64 if none is.
#[unsafe(no_mangle)]
pub extern "C" fn first_bit(bits: u64) -> i32 {
    bits.trailing_zeros() as i32
}

/// The highest bit that is set; -1 if none is.
#[unsafe(no_mangle)]
pub extern "C" fn last_bit(bits: u64) -> i32 {
    63 - bits.leading_zeros() as i32
}
