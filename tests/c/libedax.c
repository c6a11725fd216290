// What include/libedax.h promises, tried from C as the programs use it that link libedax: layouts, calls
// out of turn, a game, hints, books, files, threads.
#define _POSIX_C_SOURCE 200809L
#include <libedax.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int checked;

#define CHECK(condition)                                                    \
    do {                                                                    \
        checked++;                                                          \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

static char folder[512];

static char *in_folder(const char *name) {
    static char paths[8][1024];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void begin(const char *level, const char *book) {
    char *words[] = {"", "-eval-file", "data/eval.dat", "-book-file", (char *)book, "-level", (char *)level, "-n-tasks", "1", "-h", "14"};
    libedax_initialize(11, words);
    edax_init();
}

static void play(const char *text) {
    char moves[200];
    strcpy(moves, text);
    edax_play(moves);
    CHECK(strcmp(moves, text) == 0);
}

static const char *moves(void) {
    static char text[161];
    memset(text, '#', sizeof text);
    CHECK(edax_get_moves(text) == text);
    return text;
}

static int is_square(int x) { return 0 <= x && x < 64; }

static void layouts(void) {
    CHECK(sizeof(EdaxBoard) == 16 && sizeof(EdaxMove) == 32 && offsetof(EdaxMove, next) == 24);
    CHECK(sizeof(EdaxMoveList) == 34 * 32 + 8 && sizeof(EdaxLine) == 88 && sizeof(EdaxHint) == 136);
    CHECK(offsetof(EdaxHint, pv) == 24 && offsetof(EdaxHint, time) == 112 && offsetof(EdaxHint, book_move) == 128);
    CHECK(sizeof(EdaxHintList) == 34 * 136 + 8 && sizeof(EdaxLink) == 2 && sizeof(EdaxPosition) == 56);
    CHECK(offsetof(EdaxPosition, flag) == 18 && offsetof(EdaxPosition, n_player_bestpaths) == 20);
    CHECK(offsetof(EdaxPosition, link) == 24 && offsetof(EdaxPosition, score) == 48 && offsetof(EdaxPosition, n_link) == 54);
    CHECK(sizeof(EdaxBook) == 88 && offsetof(EdaxBook, options) == 8 && offsetof(EdaxBook, stats) == 28);
    CHECK(offsetof(EdaxBook, n) == 56 && offsetof(EdaxBook, n_nodes) == 60 && offsetof(EdaxBook, search) == 80);
    CHECK(sizeof(EdaxBenchResult) == 24);
}

// Everything without an engine, and with nothing.
static void out_of_turn(void) {
    char text[161];
    EdaxHint hint;
    EdaxHintList *hints = malloc(sizeof *hints);
    EdaxMoveList *list = malloc(sizeof *list);
    EdaxPosition position;
    EdaxBenchResult bench;
    EdaxBoard board = {1, 2};
    edax_init(), edax_new(), edax_undo(), edax_redo(), edax_go(), edax_stop(), edax_mode(2);
    edax_load("x"), edax_save("x"), edax_setboard("x"), edax_setboard(NULL), edax_setboard_from_obj(NULL, 0);
    edax_vmirror(), edax_hmirror(), edax_rotate(90), edax_symetry(3);
    edax_play(NULL), edax_force(NULL), edax_set_option(NULL, NULL), edax_set_option("level", NULL);
    CHECK(edax_move("f5") == 0 && edax_move(NULL) == 0);
    CHECK(edax_is_game_over() == 0 && edax_can_move() == 0 && edax_get_current_player() == -1);
    CHECK(edax_get_disc(0) == -1 && edax_get_mobility_count(1) == -1);
    CHECK(edax_get_moves(text) == NULL && edax_get_moves(NULL) == NULL);
    CHECK(edax_opening() == NULL && edax_ouverture() == NULL);
    edax_hint(3, hints), edax_hint(3, NULL), edax_hint_prepare(NULL), edax_hint_next(NULL);
    CHECK(hints->n_hints == 0);
    edax_hint_next(&hint);
    CHECK(hint.move == EDAX_NOMOVE);
    edax_get_bookmove(list), edax_get_bookmove(NULL);
    CHECK(list->n_moves == 0 && list->move[0].next == NULL);
    CHECK(edax_get_bookmove_with_position(list, &position) == -1);
    CHECK(edax_get_bookmove_with_position(NULL, NULL) == -1);
    CHECK(edax_get_bookmove_with_position_by_moves(NULL, list, NULL) == -1);
    edax_get_board(&board), edax_get_board(NULL), edax_get_last_move(NULL);
    CHECK(board.player == 1 && board.opponent == 2);
    edax_book_show(&position), edax_book_show(NULL), edax_book_info(NULL), edax_book_new(3, 3), edax_book_store();
    edax_book_load(NULL), edax_book_save(NULL), edax_book_add(NULL), edax_book_add_board(NULL);
    edax_book_count_bestpath(NULL, NULL), edax_book_stop_count_bestpath();
    edax_base_convert(NULL, NULL), edax_base_problem(NULL, 1, NULL);
    edax_bench(&bench, 1), edax_bench(NULL, 1), edax_bench_get_result(&bench);
    CHECK(bench.positions == 0);
    CHECK(edax_board_is_pass(NULL) == 0 && edax_board_get_square_color(NULL, 0) == -1);
    libedax_terminate();
    free(hints);
    free(list);
}

static void boards(void) {
    const EdaxBoard start = {0x0000000810000000, 0x0000001008000000}, corner = {1, 0x40};
    CHECK(bit_count(0x0000001818000000) == 4 && bit_count(~UINT64_C(0)) == 64);
    CHECK(first_bit(0x0000001818000000) == 27 && last_bit(0x0000001818000000) == 36);
    CHECK(first_bit(0) == 64 && last_bit(0) == -1);
    CHECK(get_moves(start.player, start.opponent) == 0x0000102004080000 && can_move(start.player, start.opponent));
    CHECK(!can_move(1, UINT64_C(1) << 63) && edax_board_is_pass(&start) == 0 && edax_board_is_pass(&corner) == 0);
    const EdaxBoard pass = {2, 1};
    CHECK(edax_board_is_pass(&pass) == 1);
    CHECK(edax_board_get_square_color(&start, 28) == 0 && edax_board_get_square_color(&start, 27) == 1);
    CHECK(edax_board_get_square_color(&start, 0) == 2 && edax_board_get_square_color(&start, -1) == 2);
}

// A game as an app has it with a person.
static void game(void) {
    EdaxMove last;
    EdaxBoard board;
    begin("3", in_folder("none.dat"));
    edax_get_last_move(&last);
    CHECK(last.x == EDAX_NOMOVE && strcmp(moves(), "") == 0);
    edax_get_board(&board);
    CHECK(board.player == 0x0000000810000000 && board.opponent == 0x0000001008000000);
    play("F5d6C5f4d3");
    CHECK(strcmp(moves(), "F5d6C5f4D3") == 0 && edax_get_current_player() == EDAX_WHITE);
    CHECK(edax_get_disc(EDAX_BLACK) == 6 && edax_get_disc(EDAX_WHITE) == 3);
    CHECK(edax_get_mobility_count(EDAX_WHITE) == 8 && edax_get_mobility_count(EDAX_BLACK) == 6);
    edax_get_last_move(&last);
    CHECK(last.x == 19 && last.flipped == 0x18000000 && last.next == NULL);
    CHECK(strcmp(edax_opening(), "?") != 0 && strcmp(edax_opening(), edax_ouverture()) == 0);
    edax_undo(), edax_undo(), edax_redo(), edax_redo(), edax_redo();
    CHECK(strcmp(moves(), "F5d6C5f4D3") == 0);
    CHECK(edax_move("C3") == 1 && edax_move("a1") == 0 && edax_move("nonsense") == 0 && edax_move("") == 0);
    edax_vmirror(), edax_vmirror(), edax_hmirror(), edax_hmirror(), edax_rotate(90), edax_rotate(270);
    edax_rotate(-180), edax_rotate(180), edax_symetry(4), edax_symetry(4), edax_symetry(99), edax_rotate(7);
    CHECK(strcmp(moves(), "F5d6C5f4D3c3") == 0);
    edax_save(in_folder("game.txt"));
    edax_setboard("-W----W--------------------WB------WBB-----W--------------------B");
    CHECK(edax_get_disc(EDAX_BLACK) == 3 && edax_get_disc(EDAX_WHITE) == 5 && edax_get_current_player() == EDAX_BLACK);
    edax_setboard("nonsense"), edax_load(in_folder("none.txt"));
    CHECK(edax_get_disc(EDAX_WHITE) == 5);
    edax_load(in_folder("game.txt"));
    CHECK(strcmp(moves(), "F5d6C5f4D3c3") == 0);
    edax_setboard_from_obj(&board, EDAX_WHITE);
    CHECK(edax_get_current_player() == EDAX_WHITE && edax_move("e6") == 0 && edax_move("d6") == 1);
    edax_new();
    CHECK(strcmp(moves(), "") == 0 && edax_get_current_player() == EDAX_WHITE);

    // The person plays black.
    edax_init();
    edax_mode(0);
    CHECK(edax_move("f5") == 1 && strlen(moves()) == 4);
    edax_undo();
    CHECK(strcmp(moves(), "") == 0);
    edax_mode(3);
    edax_go();
    edax_get_last_move(&last);
    CHECK(last.x == 37 && strcmp(moves(), "F5") == 0);
    edax_set_option("-level", "2"), edax_set_option("no-such", "2"), edax_set_option("level", "high");
    edax_mode(2);
    CHECK(edax_is_game_over() == 1 && edax_can_move() == 0 && strlen(moves()) > 40);
    edax_go();
    edax_stop();
    libedax_terminate();
}

static void hints(void) {
    EdaxHintList *hints = malloc(sizeof *hints);
    EdaxMoveList *list = calloc(1, sizeof *list);
    EdaxHint hint;
    begin("4", in_folder("none.dat"));
    edax_book_off();
    play("f5");
    edax_hint(2, hints);
    CHECK(hints->n_hints == 2 && hints->hint[1].move != hints->hint[2].move);
    for (int i = 1; i <= 2; i++) {
        const EdaxHint *one = &hints->hint[i];
        CHECK(is_square(one->move) && one->depth > 0 && one->selectivity <= 5 && !one->book_move);
        CHECK(one->lower <= one->score && one->score <= one->upper && one->n_nodes > 0);
        CHECK(one->pv[0].n_moves > 0 && one->pv[0].move[0] == one->move && one->pv[0].color == EDAX_WHITE);
    }
    CHECK(hints->hint[1].score >= hints->hint[2].score);
    edax_hint(60, hints);
    CHECK(hints->n_hints == 3);
    edax_hint_prepare(NULL);
    int given = 0;
    for (edax_hint_next(&hint); hint.move != EDAX_NOMOVE; given++) {
        if (given % 2) edax_hint_next(&hint);
        else edax_hint_next_no_multipv_depth(&hint);
    }
    CHECK(given == 3);
    list->move[1].x = 43, list->move[2].x = 45;
    list->move[0].next = &list->move[1], list->move[1].next = &list->move[2];
    edax_hint_prepare(list);
    edax_hint_next(&hint);
    CHECK(hint.move == 29);
    edax_hint_next(&hint);
    CHECK(hint.move == EDAX_NOMOVE);
    // A chain without an end.
    list->move[2].next = &list->move[1];
    edax_hint_prepare(list);
    edax_book_on();
    edax_hint(4, hints);
    CHECK(hints->n_hints == 3 && hints->hint[1].book_move && hints->hint[1].pv[0].n_moves > 1);
    // No hints where one must pass.
    edax_init();
    play("c4c3f5b4a4a5c2a3");
    edax_hint(4, hints);
    CHECK(hints->n_hints == 0 && edax_can_move() == 0 && edax_is_game_over() == 0);
    CHECK(edax_move("pa") == 1 && strstr(moves(), "PA") != NULL);
    free(hints);
    free(list);
    libedax_terminate();
}

static void books(void) {
    EdaxMoveList *list = malloc(sizeof *list);
    EdaxPosition *position = malloc(sizeof *position);
    EdaxBook *info = malloc(sizeof *info);
    const EdaxBoard start = {0x0000000810000000, 0x0000001008000000};
    EdaxBoard board = start;
    begin("2", in_folder("book.dat"));
    edax_book_new(2, 10);
    edax_book_info(info);
    CHECK(info->n_nodes == 1 && info->options.level == 2 && info->options.n_empties == 51);
    play("f5d6c3");
    edax_book_store();
    edax_book_info(info);
    CHECK(info->n_nodes == 4);
    edax_init();
    edax_get_bookmove(list);
    CHECK(list->n_moves >= 1 && list->move[0].next == &list->move[1]);
    memset(position, 0, sizeof *position);
    CHECK(edax_get_bookmove_with_position(list, position) >= 0);
    CHECK(position->board[0].player == start.player && position->n_link >= 1 && position->n_lines == 1);
    CHECK(is_square(position->link[0].move) && position->score.lower <= position->score.value);
    CHECK(edax_get_bookmove_with_position_by_moves("F5", list, position) >= 0 && position->n_link == 1);
    CHECK(edax_get_bookmove_with_position_by_moves("f5f6e6f4g5", list, position) == -1 && list->n_moves == 0);
    edax_book_show(position);
    CHECK(position->board[0].player == start.player);
    edax_book_count_board_bestpath(&board, position, 128, 128, EDAX_BLACK);
    CHECK(position->n_player_bestpaths >= 1 && position->n_opponent_bestpaths >= 1 && position->flag == 4);
    board = (EdaxBoard){1, 2};
    edax_book_count_bestpath(&board, position);
    CHECK(position->n_player_bestpaths == 1 && position->n_opponent_bestpaths == 1);
    edax_book_add_board_pre_process();
    edax_book_add_board(&start);
    edax_book_add_board_post_process();
    edax_book_save(in_folder("saved.dat"));
    edax_book_export(in_folder("saved.txt"));
    edax_book_new(2, 10);
    edax_book_load(in_folder("none.dat"));
    edax_book_merge(in_folder("saved.dat"));
    edax_book_info(info);
    CHECK(info->n_nodes == 4);
    edax_book_import(in_folder("saved.txt"));
    play("f5d6");
    edax_book_subtree(), edax_book_prune(), edax_book_fix(), edax_book_negamax(), edax_book_correct();
    edax_book_load(in_folder("saved.dat"));
    edax_book_fill(1), edax_book_play(), edax_book_deepen();
    edax_book_info(info);
    CHECK(info->n_nodes == 4);
    edax_book_depth(3);
    edax_book_deviate(1, 9), edax_book_enhance(0, 0);
    edax_book_info(info);
    CHECK(info->n_nodes > 4);
    edax_book_new(2, 10);
    libedax_terminate();

    // It was changed, and is there again.
    begin("2", in_folder("book.dat"));
    edax_book_info(info);
    CHECK(info->n_nodes == 1);
    FILE *games = fopen(in_folder("games.txt"), "w");
    fputs("F5D6C3D3C4F4F6F3E6E7\nF5F6E6F4E3C5C4E7C6E2\nF5D6C3D3C4F4F6F3E6E7\n", games);
    fclose(games);
    edax_base_unique(in_folder("games.txt"), in_folder("unique.txt"));
    edax_base_convert(in_folder("unique.txt"), in_folder("games.ggf"));
    edax_base_problem(in_folder("games.ggf"), 52, in_folder("problems.obf"));
    edax_load(in_folder("problems.obf"));
    CHECK(edax_get_disc(EDAX_BLACK) + edax_get_disc(EDAX_WHITE) == 12);
    libedax_terminate();
    free(list);
    free(position);
    free(info);
}

static atomic_bool ended;

static void *goes(void *argument) {
    (void)argument;
    edax_go();
    atomic_store(&ended, true);
    return NULL;
}

static void *hints_on(void *argument) {
    EdaxHint hint;
    (void)argument;
    edax_hint_prepare(NULL);
    edax_hint_next(&hint);
    CHECK(is_square(hint.move));
    atomic_store(&ended, true);
    return NULL;
}

// Stops what another thread does, which would take for ever.
static void stopped(void *(*job)(void *)) {
    pthread_t thread;
    atomic_store(&ended, false);
    CHECK(pthread_create(&thread, NULL, job, NULL) == 0);
    while (!atomic_load(&ended)) {
        // What only looks at the game does not wait.
        CHECK(edax_get_current_player() >= 0);
        edax_stop();
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    pthread_join(thread, NULL);
}

static void *anything(void *argument) {
    unsigned seed = (unsigned)(size_t)argument;
    char text[161];
    EdaxHint hint;
    EdaxPosition position;
    EdaxMoveList list;
    EdaxBoard board;
    for (int i = 0; i < 150; i++) {
        seed = seed * 1103515245 + 12345;
        switch (seed >> 16 & 15) {
            case 0: edax_init(); break;
            case 1: edax_go(); break;
            case 2: edax_undo(); break;
            case 3: edax_redo(); break;
            case 4: edax_hint_prepare(NULL); break;
            case 5: edax_hint_next(&hint); break;
            case 6: edax_stop(); break;
            case 7: edax_move("d6"); break;
            case 8: edax_get_moves(text); break;
            case 9: edax_get_board(&board); break;
            case 10: edax_get_bookmove_with_position(&list, &position); break;
            case 11: edax_set_option("level", seed & 1 << 20 ? "2" : "3"); break;
            case 12: edax_mode(seed >> 20 & 3); break;
            case 13: edax_rotate(90); break;
            case 14: edax_opening(); break;
            default:
                if (seed >> 20 & 3) break;
                libedax_terminate();
                begin("2", in_folder("none.dat"));
        }
    }
    return NULL;
}

static void threads(void) {
    pthread_t threads[4];
    begin("60", in_folder("none.dat"));
    edax_book_off();
    play("f5");
    stopped(goes);
    edax_init();
    play("f5");
    stopped(hints_on);
    libedax_terminate();
    begin("2", in_folder("none.dat"));
    for (size_t i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, anything, (void *)(i + 1)) == 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    libedax_terminate();
    libedax_terminate();
}

int main(int count, char **words) {
    if (count < 2) return 2;
    snprintf(folder, sizeof folder, "%s", words[1]);
    layouts();
    out_of_turn();
    boards();
    libedax_initialize(0, NULL);
    libedax_terminate();
    game();
    hints();
    books();
    threads();
    printf("%d checks\n", checked);
    return 0;
}
