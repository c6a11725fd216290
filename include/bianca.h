// The library of Bianca, an Othello engine, for C. docs/c.md has a tour.
//
// A session obeys the lines of the text protocol (protocol.md) and tells its answers to a function
// of yours. The rules and the solver of endings need no session.
//
// Threads: any may call anything. One call of bianca_send or bianca_solve at a time runs for each
// session or solver; others wait for it. bianca_stop and bianca_solver_stop never wait.
// From inside of `output` everything may be called but bianca_send to the same session.
//
// Memory: sessions and solvers are yours until you free them. They may be used after that: it is
// BIANCA_STATUS_CLOSED. Everything else belongs to whoever made it. Other pointers must be NULL,
// which is a status where they are needed, or lead to what is asked for.
//
// SPDX-License-Identifier: MIT OR Apache-2.0


#ifndef BIANCA_H
#define BIANCA_H

// Made by cbindgen from crates/capi/src/lib.rs: change that instead.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this interface. It changes when a program that was compiled with another header
// would no longer work; what is only added does not change it.
#define BIANCA_ABI 1

// The square of a pass, beside 0 (a1) to 63 (h8).
#define BIANCA_PASS 64

// The square of no move: the game is over.
#define BIANCA_NONE -1

// What became of a call. More may be added.
typedef enum {
  // It did what it should.
  BIANCA_STATUS_OK = 0,
  // The session has ended, by this line or an earlier one.
  BIANCA_STATUS_ENDED = 1,
  // The search was stopped; nothing was found.
  BIANCA_STATUS_STOPPED = 2,
  // A pointer is NULL that must not be.
  BIANCA_STATUS_NULL = -1,
  // The program was compiled with a header of another version.
  BIANCA_STATUS_ABI = -2,
  // A text is not UTF-8.
  BIANCA_STATUS_UTF8 = -3,
  // A line has a line break inside.
  BIANCA_STATUS_LINE = -4,
  // An option is refused, or a number is out of its range.
  BIANCA_STATUS_OPTION = -5,
  // Memory is short.
  BIANCA_STATUS_MEMORY = -6,
  // It was called from inside of its own callback, or while its user waits for this thread.
  BIANCA_STATUS_BUSY = -7,
  // It was freed.
  BIANCA_STATUS_CLOSED = -8,
  // The two sides share squares.
  BIANCA_STATUS_POSITION = -9,
  // The move is against the rules.
  BIANCA_STATUS_ILLEGAL = -10,
  // The game is not over.
  BIANCA_STATUS_NOT_OVER = -11,
  // A bug of Bianca's; the session or the solver can only be freed.
  BIANCA_STATUS_INTERNAL = -12,
} BiancaStatus;

// A session: an engine with a game, as the executable is one, which obeys the lines of the text
// protocol. There may be many.
typedef struct BiancaSession BiancaSession;

// A solver of endings with its hash table. There may be many.
typedef struct BiancaSolver BiancaSolver;

// Gets a line of output: its text in UTF-8, without the line break and ended by a zero, the number
// of its bytes without that, and the pointer that was given to bianca_new.
//
// The text is good until the function returns. An empty line ends each reply.
typedef void (*BiancaOutput)(const char *line, size_t length, void *user);

// What the game comes to if both sides play their best.
typedef struct {
  // The final difference in discs for the side to move, empty squares counted for the winner.
  int32_t discs;
  // The best move: a square, BIANCA_PASS or BIANCA_NONE.
  int32_t square;
  // Positions visited.
  uint64_t nodes;
} BiancaSolution;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of this interface that the library has; compare it with BIANCA_ABI.
uint32_t bianca_abi(void);

// The version of Bianca, such as "0.2.0". The text is never freed.
const char *bianca_version(void);

// Begins a session and puts it into `session`; NULL if it cannot be had.
//
// `abi` is BIANCA_ABI. `options` is NULL or has lines such as "Hash 16"; the protocol's command
// "options" lists them. `output` gets what the session says, on the thread that calls bianca_send
// and while it does, with `user`. Should an option be refused, `output` is told why, in a line
// that begins with "?".
//
// The session is the caller's: bianca_free ends it.
//
// `options` must end with a zero. `output` must be callable with `user` on every thread that sends
// lines, and must not throw or jump out of the library.
BiancaStatus bianca_new(uint32_t abi,
                        const char *options,
                        BiancaOutput output,
                        void *user,
                        BiancaSession **session);

// Obeys one line of the text protocol, with or without a line break at its end, and returns when
// it is answered; `output` has been told everything then. The first line may choose a protocol, as
// "ugi" does.
//
// Any thread may send; a line waits until those of other threads are answered. From inside of
// `output` nothing can be sent to the same session: BIANCA_STATUS_BUSY. Another session may be
// sent to; but should the thread that uses that one wait for this thread, so that both would wait
// for ever, it is BIANCA_STATUS_BUSY, too, and nothing has happened.
//
// A search without an end of its own ("go infinite", "analyze") is over when bianca_stop is
// called, or when there is nothing left to find.
// `line` must end with a zero.
BiancaStatus bianca_send(const BiancaSession *session, const char *line);

// Ends the search that the session's line of this moment asks for: it is answered with the best
// move that was found. Returns whether a line was being obeyed; if not, nothing happens.
//
// Any thread may call it at any time, also `output`.
bool bianca_stop(const BiancaSession *session);

// Ends a session and frees it. A search that runs is stopped, and waited for; lines of other
// threads that wait are refused. After that `output` is not called any more.
//
// `output` may free its own session: the line that is being obeyed ends then, without another call
// of `output`. It may free another one; should the thread that uses that one wait for this thread,
// it is not waited for, and its `output` is not called again once the call of this moment returns.
// NULL, or a session that was freed already, is no error.
void bianca_free(BiancaSession *session);

// Puts the start of the game: black's squares, who moves first, into `own`, white's into `opp`.
//
// A board is two sets of squares, those of the side to move and those of the other one. Bit 0 is
// a1, bit 7 is h1, bit 8 is a2, bit 63 is h8.
BiancaStatus bianca_start(uint64_t *own, uint64_t *opp);

// The squares where the side to move may put a disc; none if it has to pass, if the game is over,
// or if both sides share squares.
uint64_t bianca_legal(uint64_t own, uint64_t opp);

// The discs that a disc on `square` would turn over; none if it may not be put there.
uint64_t bianca_flips(uint64_t own, uint64_t opp, int32_t square);

// Plays a move, a square or BIANCA_PASS: the board is changed to the one after it, seen from the
// side that moves next. A pass is allowed only if there is no other move and the game is not over.
// What is refused changes nothing.
BiancaStatus bianca_play(uint64_t *own, uint64_t *opp, int32_t square);

// Puts the final difference in discs for the side to move into `discs`, empty squares counted for
// the winner; BIANCA_STATUS_NOT_OVER if one of the sides can still move.
BiancaStatus bianca_result(uint64_t own, uint64_t opp, int32_t *discs);

// Makes a solver and puts it into `solver`; NULL if it cannot be had. `abi` is BIANCA_ABI;
// `threads` search together, 1 to 256; `hash_mib` is the size of the hash table in MiB, 1 to
// 1048576.
//
// The solver is the caller's: bianca_solver_free ends it.
BiancaStatus bianca_solver_new(uint32_t abi,
                               uint32_t threads,
                               uint32_t hash_mib,
                               BiancaSolver **solver);

// Finds the exact result of a board and puts it into `solution`, however long it takes. One
// thread takes about a third of a second with 20 empty squares, a second with 22, eight with 24.
//
// Any thread may ask; one waits until others are answered.
BiancaStatus bianca_solve(const BiancaSolver *solver,
                          uint64_t own,
                          uint64_t opp,
                          BiancaSolution *solution);

// Ends the search of this moment, which then says BIANCA_STATUS_STOPPED. Returns whether there was
// one. Any thread may call it at any time.
bool bianca_solver_stop(const BiancaSolver *solver);

// Frees a solver. A search that runs is stopped, and waited for. NULL, or a solver that was freed
// already, is no error.
void bianca_solver_free(BiancaSolver *solver);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BIANCA_H */
