//! The library for C, `libbianca`: a session in process, the rules on bitboards, exact endings.
//!
//! Owns every function that C can call and all `unsafe` that this takes; `include/bianca.h` is made
//! of this file by cbindgen. Invariant: no panic crosses the border; what can be seen to be wrong
//! with arguments is a status; sessions and solvers are numbers in the form of pointers, which are
//! looked up and never followed. Knows nothing of commands.
#![allow(unsafe_code)]
// What C must see to stands in the header, in words of C.
#![allow(clippy::missing_safety_doc)]

mod handle;
#[cfg(feature = "libedax")]
mod libedax;
mod talk;

use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bianca_protocol::session::SessionError;
use bianca_rules::othello::{Bitboard, Move, Position, Square};
use bianca_search::request::{Goal, Report, Request};
use bianca_search::search::{Searcher, Settings};
use handle::{Closed, Handle, Registry, Unusable};
use talk::Talk;

/// The version of this interface. It changes when a program that was compiled with another header
/// would no longer work; what is only added does not change it.
pub const BIANCA_ABI: u32 = 1;

/// The square of a pass, beside 0 (a1) to 63 (h8).
pub const BIANCA_PASS: i32 = 64;

/// The square of no move: the game is over.
pub const BIANCA_NONE: i32 = -1;

/// What became of a call. More may be added.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiancaStatus {
    /// It did what it should.
    Ok = 0,
    /// The session has ended, by this line or an earlier one.
    Ended = 1,
    /// The search was stopped; nothing was found.
    Stopped = 2,
    /// A pointer is NULL that must not be.
    Null = -1,
    /// The program was compiled with a header of another version.
    Abi = -2,
    /// A text is not UTF-8.
    Utf8 = -3,
    /// A line has a line break inside.
    Line = -4,
    /// An option is refused, or a number is out of its range.
    Option = -5,
    /// Memory is short.
    Memory = -6,
    /// It was called from inside of its own callback, or while its user waits for this thread.
    Busy = -7,
    /// It was freed.
    Closed = -8,
    /// The two sides share squares.
    Position = -9,
    /// The move is against the rules.
    Illegal = -10,
    /// The game is not over.
    NotOver = -11,
    /// A bug of Bianca's; the session or the solver can only be freed.
    Internal = -12,
}

/// A session: an engine with a game, as the executable is one, which obeys the lines of the text
/// protocol. There may be many.
pub struct BiancaSession(Handle<Talk>);

static SESSIONS: Registry<BiancaSession> = Registry::new();

/// A solver of endings with its hash table. There may be many.
pub struct BiancaSolver(Handle<Searcher>);

static SOLVERS: Registry<BiancaSolver> = Registry::new();

/// What the game comes to if both sides play their best.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiancaSolution {
    /// The final difference in discs for the side to move, empty squares counted for the winner.
    pub discs: i32,
    /// The best move: a square, BIANCA_PASS or BIANCA_NONE.
    pub square: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// Gets a line of output: its text in UTF-8, without the line break and ended by a zero, the number
/// of its bytes without that, and the pointer that was given to bianca_new.
///
/// The text is good until the function returns. An empty line ends each reply.
pub type BiancaOutput =
    Option<unsafe extern "C" fn(line: *const c_char, length: usize, user: *mut c_void)>;

/// Where lines go.
#[derive(Clone, Copy)]
struct Listener {
    output: unsafe extern "C" fn(*const c_char, usize, *mut c_void),
    user: *mut c_void,
}

// SAFETY: `bianca_new` asks for a function that can be called, with this pointer, on every thread
// that sends lines; no two call it at the same time.
unsafe impl Send for Listener {}

impl Listener {
    fn tell(&self, line: &CStr) {
        // SAFETY: the caller of `bianca_new` vouches for the function and its pointer; the line is
        // ended by a zero and outlives the call.
        unsafe { (self.output)(line.as_ptr(), line.count_bytes(), self.user) };
    }
}

/// The version of this interface that the library has; compare it with BIANCA_ABI.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_abi() -> u32 {
    BIANCA_ABI
}

/// The version of Bianca, such as "0.2.0". The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Begins a session and puts it into `session`; NULL if it cannot be had.
///
/// `abi` is BIANCA_ABI. `options` is NULL or has lines such as "Hash 16"; the protocol's command
/// "options" lists them. `output` gets what the session says, on the thread that calls bianca_send
/// and while it does, with `user`. Should an option be refused, `output` is told why, in a line
/// that begins with "?".
///
/// The session is the caller's: bianca_free ends it.
///
/// `options` must end with a zero. `output` must be callable with `user` on every thread that sends
/// lines, and must not throw or jump out of the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_new(
    abi: u32,
    options: *const c_char,
    output: BiancaOutput,
    user: *mut c_void,
    session: *mut *mut BiancaSession,
) -> BiancaStatus {
    guarded(|| {
        // SAFETY: the caller vouches for it.
        let session = unsafe { place(session, std::ptr::null_mut()) }?;
        check(abi)?;
        let listener = Listener {
            output: output.ok_or(BiancaStatus::Null)?,
            user,
        };
        // SAFETY: the caller vouches for a text.
        let options = match unsafe { text(options) } {
            Err(BiancaStatus::Null) => "",
            options => options?,
        };
        let closed = Closed::default();
        let talk = Talk::begin(
            Box::new(move |line| listener.tell(line)),
            options,
            closed.clone(),
        );
        let talk = talk.map_err(|error| {
            let line = CString::new(format!("? {error}"));
            listener.tell(&line.unwrap_or_default());
            match error {
                SessionError::Option(_) => BiancaStatus::Option,
                SessionError::Player(_) | SessionError::Broken(_) => BiancaStatus::Memory,
            }
        })?;
        *session = pointer(SESSIONS.add(BiancaSession(Handle::new(talk, closed))));
        Ok(())
    })
}

/// Obeys one line of the text protocol, with or without a line break at its end, and returns when
/// it is answered; `output` has been told everything then. The first line may choose a protocol, as
/// "ugi" does.
///
/// Any thread may send; a line waits until those of other threads are answered. From inside of
/// `output` nothing can be sent to the same session: BIANCA_STATUS_BUSY. Another session may be
/// sent to; but should the thread that uses that one wait for this thread, so that both would wait
/// for ever, it is BIANCA_STATUS_BUSY, too, and nothing has happened.
///
/// A search without an end of its own ("go infinite", "analyze") is over when bianca_stop is
/// called, or when there is nothing left to find.
/// `line` must end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_send(
    session: *const BiancaSession,
    line: *const c_char,
) -> BiancaStatus {
    guarded(|| {
        let session = find(&SESSIONS, session)?;
        // SAFETY: the caller vouches for a text.
        let line = unsafe { text(line) }?;
        let line = line.trim_end_matches(['\r', '\n']);
        if line.contains('\n') {
            return Err(BiancaStatus::Line);
        }
        match session.0.with(|talk, stop| talk.obey(line, stop))? {
            _ if session.0.is_closed() => Err(BiancaStatus::Closed),
            true => Ok(()),
            false => Err(BiancaStatus::Ended),
        }
    })
}

/// Ends the search that the session's line of this moment asks for: it is answered with the best
/// move that was found. Returns whether a line was being obeyed; if not, nothing happens.
///
/// Any thread may call it at any time, also `output`.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_stop(session: *const BiancaSession) -> bool {
    asked(|| find(&SESSIONS, session).is_ok_and(|session| session.0.stop()))
}

/// Ends a session and frees it. A search that runs is stopped, and waited for; lines of other
/// threads that wait are refused. After that `output` is not called any more.
///
/// `output` may free its own session: the line that is being obeyed ends then, without another call
/// of `output`. It may free another one; should the thread that uses that one wait for this thread,
/// it is not waited for, and its `output` is not called again once the call of this moment returns.
/// NULL, or a session that was freed already, is no error.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_free(session: *mut BiancaSession) {
    asked(|| {
        if let Some(session) = take(&SESSIONS, session) {
            session.0.close();
        }
    });
}

/// Puts the start of the game: black's squares, who moves first, into `own`, white's into `opp`.
///
/// A board is two sets of squares, those of the side to move and those of the other one. Bit 0 is
/// a1, bit 7 is h1, bit 8 is a2, bit 63 is h8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_start(own: *mut u64, opp: *mut u64) -> BiancaStatus {
    guarded(|| {
        let Position {
            own: first,
            opp: second,
        } = Position::START;
        // SAFETY: the caller vouches for both.
        unsafe { place(own, first.0) }?;
        // SAFETY: the same.
        unsafe { place(opp, second.0) }?;
        Ok(())
    })
}

/// The squares where the side to move may put a disc; none if it has to pass, if the game is over,
/// or if both sides share squares.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_legal(own: u64, opp: u64) -> u64 {
    let mut legal = 0;
    guarded(|| {
        legal = board(own, opp)?.moves().0;
        Ok(())
    });
    legal
}

/// The discs that a disc on `square` would turn over; none if it may not be put there.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_flips(own: u64, opp: u64, square: i32) -> u64 {
    let mut flips = 0;
    guarded(|| {
        let board = board(own, opp)?;
        let square = place_of(square).and_then(Move::square);
        let square = square.filter(|&square| board.moves().contains(square));
        flips = square.map_or(0, |square| board.flips(square).0);
        Ok(())
    });
    flips
}

/// Plays a move, a square or BIANCA_PASS: the board is changed to the one after it, seen from the
/// side that moves next. A pass is allowed only if there is no other move and the game is not over.
/// What is refused changes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_play(own: *mut u64, opp: *mut u64, square: i32) -> BiancaStatus {
    guarded(|| {
        // SAFETY: the caller vouches for both.
        let (before_own, before_opp) = unsafe { (read(own)?, read(opp)?) };
        let board = board(before_own, before_opp)?;
        let mv = place_of(square).ok_or(BiancaStatus::Illegal)?;
        let after = board.play(mv).map_err(|_| BiancaStatus::Illegal)?;
        // SAFETY: the caller vouches for both.
        unsafe { place(own, after.own.0) }?;
        // SAFETY: the same.
        unsafe { place(opp, after.opp.0) }?;
        Ok(())
    })
}

/// Puts the final difference in discs for the side to move into `discs`, empty squares counted for
/// the winner; BIANCA_STATUS_NOT_OVER if one of the sides can still move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_result(own: u64, opp: u64, discs: *mut i32) -> BiancaStatus {
    guarded(|| {
        let board = board(own, opp)?;
        if !board.is_over() {
            return Err(BiancaStatus::NotOver);
        }
        // SAFETY: the caller vouches for it.
        unsafe { place(discs, board.final_score()) }?;
        Ok(())
    })
}

/// Makes a solver and puts it into `solver`; NULL if it cannot be had. `abi` is BIANCA_ABI;
/// `threads` search together, 1 to 256; `hash_mib` is the size of the hash table in MiB, 1 to
/// 1048576.
///
/// The solver is the caller's: bianca_solver_free ends it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_solver_new(
    abi: u32,
    threads: u32,
    hash_mib: u32,
    solver: *mut *mut BiancaSolver,
) -> BiancaStatus {
    guarded(|| {
        // SAFETY: the caller vouches for it.
        let solver = unsafe { place(solver, std::ptr::null_mut()) }?;
        check(abi)?;
        if !(1..=256).contains(&threads) || !(1..=1 << 20).contains(&hash_mib) {
            return Err(BiancaStatus::Option);
        }
        let searcher = Searcher::new(Settings {
            threads: threads as usize,
            hash_mib: hash_mib as usize,
            ..Settings::default()
        });
        let searcher = searcher.map_err(|_| BiancaStatus::Memory)?;
        let handle = Handle::new(searcher, Closed::default());
        *solver = pointer(SOLVERS.add(BiancaSolver(handle)));
        Ok(())
    })
}

/// Finds the exact result of a board and puts it into `solution`, however long it takes. One
/// thread takes about a third of a second with 20 empty squares, a second with 22, eight with 24.
///
/// Any thread may ask; one waits until others are answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bianca_solve(
    solver: *const BiancaSolver,
    own: u64,
    opp: u64,
    solution: *mut BiancaSolution,
) -> BiancaStatus {
    guarded(|| {
        let solver = find(&SOLVERS, solver)?;
        if solution.is_null() {
            return Err(BiancaStatus::Null);
        }
        let board = board(own, opp)?;
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        let search = |searcher: &mut Searcher, stop: &_| {
            let found = searcher.search(board, &request, stop, &mut |_| {});
            found.into_iter().next()
        };
        let found = solver
            .0
            .with(search)?
            .filter(|found| found.bounds.is_exact());
        let found = found.ok_or(BiancaStatus::Stopped)?;
        // SAFETY: the caller vouches for it.
        unsafe { place(solution, solved(&found)) }?;
        Ok(())
    })
}

/// Ends the search of this moment, which then says BIANCA_STATUS_STOPPED. Returns whether there was
/// one. Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_solver_stop(solver: *const BiancaSolver) -> bool {
    asked(|| find(&SOLVERS, solver).is_ok_and(|solver| solver.0.stop()))
}

/// Frees a solver. A search that runs is stopped, and waited for. NULL, or a solver that was freed
/// already, is no error.
#[unsafe(no_mangle)]
pub extern "C" fn bianca_solver_free(solver: *mut BiancaSolver) {
    asked(|| {
        if let Some(solver) = take(&SOLVERS, solver) {
            solver.0.close();
        }
    });
}

impl From<Unusable> for BiancaStatus {
    fn from(unusable: Unusable) -> BiancaStatus {
        match unusable {
            Unusable::Busy => BiancaStatus::Busy,
            Unusable::Closed => BiancaStatus::Closed,
        }
    }
}

/// Lets no panic out.
fn guarded(call: impl FnOnce() -> Result<(), BiancaStatus>) -> BiancaStatus {
    let done = catch_unwind(AssertUnwindSafe(call)).unwrap_or(Err(BiancaStatus::Internal));
    done.err().unwrap_or(BiancaStatus::Ok)
}

/// The same for calls without a status; a panic is a no.
fn asked<T: Default>(call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_default()
}

fn check(abi: u32) -> Result<(), BiancaStatus> {
    (abi == BIANCA_ABI).then_some(()).ok_or(BiancaStatus::Abi)
}

fn board(own: u64, opp: u64) -> Result<Position, BiancaStatus> {
    Position::new(Bitboard(own), Bitboard(opp)).ok_or(BiancaStatus::Position)
}

/// The move that a number stands for.
fn place_of(square: i32) -> Option<Move> {
    match square {
        BIANCA_PASS => Some(Move::Pass),
        0..BIANCA_PASS => Some(Move::Place(Square::from_low_bits(square as u32))),
        _ => None,
    }
}

fn solved(found: &Report<Move>) -> BiancaSolution {
    let square = match found.pv.first() {
        Some(Move::Place(square)) => square.index() as i32,
        Some(Move::Pass) => BIANCA_PASS,
        None => BIANCA_NONE,
    };
    BiancaSolution {
        discs: found.bounds.lower,
        square,
        nodes: found.nodes,
    }
}

/// Writes to where a pointer of the caller's leads.
///
/// # Safety
/// The pointer is NULL or leads to where a value can be written.
unsafe fn place<'a, T: Copy>(pointer: *mut T, value: T) -> Result<&'a mut T, BiancaStatus> {
    if pointer.is_null() {
        return Err(BiancaStatus::Null);
    }
    // SAFETY: it is not NULL, so it leads there; what is written first need not be initialised.
    unsafe {
        pointer.write(value);
        Ok(&mut *pointer)
    }
}

/// Reads a number where a pointer of the caller's leads.
///
/// # Safety
/// The pointer is NULL or leads to a number.
unsafe fn read(pointer: *const u64) -> Result<u64, BiancaStatus> {
    // SAFETY: the same.
    unsafe { pointer.as_ref() }
        .copied()
        .ok_or(BiancaStatus::Null)
}

/// Reads a text of the caller's.
///
/// # Safety
/// The pointer is NULL or leads to bytes that end with a zero and stay as they are during the call.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, BiancaStatus> {
    if pointer.is_null() {
        return Err(BiancaStatus::Null);
    }
    // SAFETY: the same.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| BiancaStatus::Utf8)
}

/// A number as the pointer that the caller holds.
fn pointer<T>(number: usize) -> *mut T {
    // Aligned, since a tool of the caller's may look at that.
    std::ptr::without_provenance_mut(number * ALIGNMENT)
}

const ALIGNMENT: usize = 16;

/// What the caller's pointer stands for; it outlives a call even if it is freed meanwhile.
fn find<T>(registry: &Registry<T>, pointer: *const T) -> Result<Arc<T>, BiancaStatus> {
    if pointer.is_null() {
        return Err(BiancaStatus::Null);
    }
    registry
        .get(pointer.addr() / ALIGNMENT)
        .ok_or(BiancaStatus::Closed)
}

/// Takes from the caller what his pointer stands for; nothing if it stands for nothing any more.
fn take<T>(registry: &Registry<T>, pointer: *const T) -> Option<Arc<T>> {
    registry.remove(pointer.addr() / ALIGNMENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status_and_goes_no_further() {
        assert_eq!(guarded(|| panic!("on purpose")), BiancaStatus::Internal);
        assert!(!asked(|| -> bool { panic!("on purpose") }));
        let handle = Handle::new((), Closed::default());
        let panics = || Ok(handle.with(|(), _| panic!("on purpose"))?);
        assert_eq!(guarded(panics), BiancaStatus::Internal);
        assert_eq!(guarded(panics), BiancaStatus::Closed);
    }
}
