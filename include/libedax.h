// The functions of libedax, Edax's library, as libbianca has them. docs/c.md has a table of what each
// one does here.
//
// The library has them if it is built with the feature "libedax". Programs that were made for libedax
// need another file of the library and nothing else; this header is for new ones, and for bindings.
//
// One program has one engine. libedax_initialize begins and libedax_terminate ends it. Before and
// after that the functions for files of games, for boards and for the version work; all others do
// nothing and return what stands beside them.
//
// Threads: any may call anything. One search at a time runs; whoever wants another one waits for it,
// and whoever wants the book while it learns. edax_stop never waits, and neither do the functions
// that read or change the game, unless the mode makes it the engine's turn then: if it is changed
// during a search, what was found is not played.
//
// Memory: structures are the caller's. A name lives as long as the program. What EdaxPosition.link
// leads to lives until 4096 more positions were asked for. A pointer must lead to what it is for, or
// be NULL, which is as if nothing had been asked or said.
//
// What goes wrong is told on standard error.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef LIBEDAX_H
#define LIBEDAX_H

#include <stdbool.h>
#include <stdint.h>

// Squares are 0 (a1), 1 (b1) to 63 (h8).
#define EDAX_PASS 64
#define EDAX_NOMOVE 65

#define EDAX_BLACK 0
#define EDAX_WHITE 1

// Bit 0 is a1, bit 7 is h1, bit 63 is h8.
typedef struct {
  uint64_t player;
  uint64_t opponent;
} EdaxBoard;

typedef struct EdaxMove {
  // The discs that it turns over.
  uint64_t flipped;
  int32_t x;
  // In discs, for who makes it.
  int32_t score;
  // 0.
  uint32_t cost;
  struct EdaxMove *next;
} EdaxMove;

// move[1] to move[n_moves], the best first; move[0].next leads to them, too.
typedef struct {
  EdaxMove move[34];
  int32_t n_moves;
} EdaxMoveList;

typedef struct {
  char move[80];
  int32_t n_moves;
  // Who makes the first one.
  int32_t color;
} EdaxLine;

typedef struct {
  // Plies; 0 of the book.
  int32_t depth;
  // 0 to 5: the search is sure to 73, 87, 95, 98, 99, 100 %.
  int32_t selectivity;
  int32_t move;
  int32_t score;
  int32_t upper;
  int32_t lower;
  EdaxLine pv[1];
  // Milliseconds.
  int64_t time;
  uint64_t n_nodes;
  bool book_move;
} EdaxHint;

// hint[1] to hint[n_hints], the best first.
typedef struct {
  EdaxHint hint[34];
  int32_t n_hints;
} EdaxHintList;

typedef struct {
  signed char score;
  unsigned char move;
} EdaxLink;

// A position of the book. The first libedax had two bytes at the end that are not written here.
typedef struct {
  // The least of its eight images.
  EdaxBoard board[1];
  // The best of the moves that lead out of the book; EDAX_NOMOVE if none is known.
  EdaxLink leaf;
  // 4 if paths were counted with black to move, otherwise 0.
  unsigned char flag;
  // How many lines the side to move must know, and how many the other one; 0 if not counted.
  unsigned short n_player_bestpaths;
  unsigned short n_opponent_bestpaths;
  // The moves that stay in the book, the best first.
  const EdaxLink *link;
  // 0.
  uint32_t n_wins;
  uint32_t n_draws;
  uint32_t n_losses;
  // Lines and games that were learned through it.
  uint32_t n_lines;
  struct {
    short value, lower, upper;
  } score;
  unsigned char n_link;
  unsigned char level;
} EdaxPosition;

// What the book is like. Later libedax has a field more at the end that is not written here.
typedef struct {
  // 0.
  struct {
    short year;
    char month, day, hour, minute, second;
  } date;
  struct {
    int32_t level;
    // The fewest empty squares of what is learned.
    int32_t n_empties;
    // 0.
    int32_t midgame_error;
    int32_t endcut_error;
    int32_t verbosity;
  } options;
  // 0.
  struct {
    int32_t n_nodes, n_links, n_todo;
  } stats;
  // NULL.
  void *array;
  void *stack;
  // 0.
  int32_t n;
  // Positions.
  int32_t n_nodes;
  // false, 0, NULL.
  bool need_saving;
  uint64_t random[1];
  void *search;
} EdaxBook;

typedef struct {
  // Milliseconds.
  uint64_t T;
  uint64_t n_nodes;
  int32_t positions;
} EdaxBenchResult;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Begins, by the options of edax.ini and config.ini in the working directory, if they are there, and
// by argv from argv[1] on, as docs/edax.md has them. Nothing happens if it has begun already.
void libedax_initialize(int32_t argc, char **argv);
// Ends: a search is stopped and waited for, and a book that was changed is written.
void libedax_terminate(void);
// Prints the version on standard output.
void edax_version(void);

// A game from the start; from what was set up; from a file; into a file.
void edax_init(void);
void edax_new(void);
void edax_load(const char *file);
void edax_save(const char *file);
// Two turns if the engine plays one side, otherwise one.
void edax_undo(void);
void edax_redo(void);
// 0: the engine plays white, 1: black, 2: both, 3: neither. It plays at once if it is its turn.
void edax_mode(int32_t mode);
// A board: 64 signs of "-", "X" and "O" or their like, and the side to move.
void edax_setboard(const char *board);
// A board of black's discs (player) and white's (opponent), and the side to move.
void edax_setboard_from_obj(const EdaxBoard *board, int32_t turn);
void edax_vmirror(void);
void edax_hmirror(void);
void edax_rotate(int32_t angle);
void edax_symetry(int32_t symmetry);
// Moves or an opening's name. They are played as far as they can be, and not changed.
void edax_play(char *moves);
// A line that the engine plays wherever the game meets it; "f5" after edax_init.
void edax_force(char *moves);
// One move, or "pa"; 1 if it was legal.
int32_t edax_move(const char *move);
// The engine plays a move, and on if it is its turn by the mode.
void edax_go(void);
// Ends the search that runs, with the best move found so far, and sets mode 3.
void edax_stop(void);
// Prints the board on standard output.
void edax_play_print(void);

// The best n moves, those of the book first.
void edax_hint(int32_t n, EdaxHintList *hints);
// The same one by one: EDAX_NOMOVE when there are no more. What is excluded is chained by `next`
// from exclude->move[0] on.
void edax_hint_prepare(EdaxMoveList *exclude);
void edax_hint_next(EdaxHint *hint);
void edax_hint_next_no_multipv_depth(EdaxHint *hint);
// Solves n problems, 100 at most, or as many as a minute allows if n is -1.
void edax_bench(EdaxBenchResult *result, int32_t n);
// How far that is, from another thread; nothing is written if none runs.
void edax_bench_get_result(EdaxBenchResult *result);

// The moves that the book knows here, or after moves from the start. Returned is the number of the
// symmetry that leads to the position's board; -1 without a book, or if it knows nothing.
void edax_get_bookmove(EdaxMoveList *moves);
int32_t edax_get_bookmove_with_position(EdaxMoveList *moves, EdaxPosition *position);
int32_t edax_get_bookmove_with_position_by_moves(const char *moves, EdaxMoveList *list,
                                                 EdaxPosition *position);
// Nothing is written if the book does not know the position.
void edax_book_show(EdaxPosition *position);
void edax_book_info(EdaxBook *info);
void edax_book_on(void);
void edax_book_off(void);
void edax_book_randomness(int32_t discs);
void edax_book_depth(int32_t depth);
void edax_book_verbose(int32_t verbosity);
void edax_book_new(int32_t level, int32_t depth);
void edax_book_load(const char *file);
void edax_book_save(const char *file);
void edax_book_import(const char *file);
void edax_book_export(const char *file);
void edax_book_merge(const char *file);
void edax_book_store(void);
void edax_book_add(const char *games);
void edax_book_add_board_pre_process(void);
void edax_book_add_board(const EdaxBoard *board);
void edax_book_add_board_post_process(void);
void edax_book_fix(void);
void edax_book_negamax(void);
void edax_book_correct(void);
void edax_book_prune(void);
void edax_book_subtree(void);
// The book grows from the start of the game, by moves of either side that lose no more than the
// smaller number, or than the first one.
void edax_book_deviate(int32_t relative_error, int32_t absolute_error);
void edax_book_enhance(int32_t midgame_error, int32_t endcut_error);
// How many lines one must know. A limit is the least that a move must be worth, or 128 for the best
// moves alone.
void edax_book_count_bestpath(EdaxBoard *board, EdaxPosition *position);
void edax_book_count_board_bestpath(EdaxBoard *board, EdaxPosition *position, int32_t lower,
                                    int32_t other_lower, int32_t turn);
void edax_book_stop_count_bestpath(void);
// These do nothing.
void edax_book_stats_clean(void);
void edax_book_check(const char *games);
void edax_book_extract(const char *games);
void edax_book_fill(int32_t depth);
void edax_book_play(void);
void edax_book_deepen(void);
void edax_book_feed_hash(void);
void edax_enable_book_verbose(void);
void edax_disable_book_verbose(void);

// The position of each game with so many empty squares is added to a file of problems.
void edax_base_problem(const char *games, int32_t n_empties, const char *problems);
void edax_base_convert(const char *from, const char *to);
void edax_base_unique(const char *from, const char *to);
// These do nothing.
void edax_base_tofen(const char *games, int32_t n_empties, const char *positions);
void edax_base_correct(const char *games, int32_t n_empties);
void edax_base_complete(const char *games);

// An option of Edax's by its name, with or without dashes.
void edax_set_option(const char *name, const char *value);
void edax_options_dump(void);
// NULL before libedax_initialize, "?" of a game without a name.
const char *edax_opening(void);
const char *edax_ouverture(void);
// The moves, black's in capitals; 161 bytes at most. Returns `moves`, or NULL.
char *edax_get_moves(char *moves);
// EDAX_NOMOVE if there is none.
void edax_get_last_move(EdaxMove *move);
// Seen by the side to move.
void edax_get_board(EdaxBoard *board);
// 0 before libedax_initialize.
int32_t edax_is_game_over(void);
int32_t edax_can_move(void);
// -1 before libedax_initialize.
int32_t edax_get_current_player(void);
int32_t edax_get_disc(int32_t color);
int32_t edax_get_mobility_count(int32_t color);

// These need no engine. 0: the side to move, 1: the other one, 2: empty, -1: no board.
int32_t edax_board_is_pass(const EdaxBoard *board);
int32_t edax_board_get_square_color(const EdaxBoard *board, int32_t x);
uint64_t get_moves(uint64_t player, uint64_t opponent);
bool can_move(uint64_t player, uint64_t opponent);
int32_t bit_count(uint64_t bits);
// 64 and -1 of no bits.
int32_t first_bit(uint64_t bits);
int32_t last_bit(uint64_t bits);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LIBEDAX_H */
