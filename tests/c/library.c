// What include/bianca.h promises, tried from C: versions, sessions, threads, rules, endings.
#include <bianca.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checked;

#define CHECK(condition)                                                    \
    do {                                                                    \
        checked++;                                                          \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

// What was said, and what is to be done while it is said.
typedef struct Ear Ear;
struct Ear {
    char text[1 << 16];
    size_t length;
    atomic_int lines;
    BiancaSession *session;
    void (*meanwhile)(Ear *ear, const char *line);
};

static void hear(const char *line, size_t length, void *user) {
    Ear *ear = user;
    CHECK(strlen(line) == length && strchr(line, '\n') == NULL);
    if (ear->length + length + 2 < sizeof ear->text) {
        memcpy(ear->text + ear->length, line, length);
        ear->length += length;
        ear->text[ear->length++] = '\n';
    }
    ear->text[ear->length] = 0;
    if (ear->meanwhile) ear->meanwhile(ear, line);
    atomic_fetch_add(&ear->lines, 1);
}

static void begin(Ear *ear, const char *options) {
    memset(ear, 0, sizeof *ear);
    CHECK(bianca_new(BIANCA_ABI, options, hear, ear, &ear->session) == BIANCA_STATUS_OK);
    CHECK(ear->session != NULL && ear->length == 0);
}

static const char *ask(Ear *ear, const char *line) {
    ear->length = 0;
    ear->text[0] = 0;
    CHECK(bianca_send(ear->session, line) == BIANCA_STATUS_OK);
    return ear->text;
}

static int starts(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static void versions(void) {
    CHECK(bianca_abi() == BIANCA_ABI);
    CHECK(strcmp(bianca_version(), VERSION) == 0);
    Ear ear = {.lines = 0};
    BiancaSession *session = (BiancaSession *)&ear;
    BiancaSolver *solver = (BiancaSolver *)&ear;
    CHECK(bianca_new(BIANCA_ABI + 1, NULL, hear, &ear, &session) == BIANCA_STATUS_ABI);
    CHECK(bianca_solver_new(BIANCA_ABI + 1, 1, 1, &solver) == BIANCA_STATUS_ABI);
    CHECK(session == NULL && solver == NULL);
}

static void what_is_refused_changes_nothing(void) {
    static Ear ear;
    memset(&ear, 0, sizeof ear);
    BiancaSession *session = (BiancaSession *)&ear;
    CHECK(bianca_new(BIANCA_ABI, NULL, NULL, &ear, &session) == BIANCA_STATUS_NULL);
    CHECK(bianca_new(BIANCA_ABI, NULL, hear, &ear, NULL) == BIANCA_STATUS_NULL);
    CHECK(bianca_new(BIANCA_ABI, "Hash \xff", hear, &ear, &session) == BIANCA_STATUS_UTF8);
    CHECK(session == NULL && ear.length == 0);
    CHECK(bianca_new(BIANCA_ABI, "Hash 1\nLevel 77", hear, &ear, &session) == BIANCA_STATUS_OPTION);
    CHECK(session == NULL && starts(ear.text, "? ") && strstr(ear.text, "77"));

    begin(&ear, "Hash 1\n\nLevel 3\n");
    CHECK(strcmp(ask(&ear, "play f5d6\r\n"), "=\n\n") == 0);
    int lines = atomic_load(&ear.lines);
    CHECK(bianca_send(ear.session, NULL) == BIANCA_STATUS_NULL);
    CHECK(bianca_send(NULL, "name") == BIANCA_STATUS_NULL);
    CHECK(bianca_send(ear.session, "play c3\nplay d3") == BIANCA_STATUS_LINE);
    CHECK(bianca_send(ear.session, "play c3 \xc3\x28") == BIANCA_STATUS_UTF8);
    CHECK(bianca_send(ear.session, "") == BIANCA_STATUS_OK);
    CHECK(bianca_send(ear.session, "# only a comment") == BIANCA_STATUS_OK);
    CHECK(atomic_load(&ear.lines) == lines);
    CHECK(starts(ask(&ear, "play a1"), "? illegal move: a1"));
    CHECK(starts(ask(&ear, "play \xe4\xbd\xa0"), "? syntax error: "));
    char *longest = malloc(100001);
    memset(longest, 'x', 100000);
    longest[100000] = 0;
    CHECK(starts(ask(&ear, longest), "? syntax error: the line is longer"));
    free(longest);
    CHECK(strcmp(ask(&ear, "history"), "= f5 d6\n\n") == 0);
    CHECK(strcmp(ask(&ear, "option Level"), "= 3\n\n") == 0);
    CHECK(!bianca_stop(ear.session) && !bianca_stop(NULL));

    CHECK(bianca_send(ear.session, "quit") == BIANCA_STATUS_ENDED);
    lines = atomic_load(&ear.lines);
    CHECK(bianca_send(ear.session, "name") == BIANCA_STATUS_ENDED);
    CHECK(atomic_load(&ear.lines) == lines);
    bianca_free(ear.session);
    // What was freed is known to be.
    CHECK(bianca_send(ear.session, "name") == BIANCA_STATUS_CLOSED);
    CHECK(!bianca_stop(ear.session));
    bianca_free(ear.session);
    bianca_free(NULL);
}

static Ear other;

static void call_back(Ear *ear, const char *line) {
    if (!starts(line, "=")) return;
    CHECK(bianca_send(ear->session, "undo") == BIANCA_STATUS_BUSY);
    CHECK(bianca_stop(ear->session));
    CHECK(strcmp(ask(&other, "name"), "= Bianca\n\n") == 0);
    CHECK(bianca_legal(0x0000000810000000, 0x0000001008000000) != 0);
}

static void stop_at_once(Ear *ear, const char *line) {
    if (starts(line, "info")) CHECK(bianca_stop(ear->session));
}

static void free_at_once(Ear *ear, const char *line) {
    if (starts(line, "info")) bianca_free(ear->session);
}

static void what_may_be_called_while_a_line_is_told(void) {
    static Ear ear;
    begin(&ear, "Hash 1");
    begin(&other, "Hash 1");
    ask(&ear, "play f5");
    ear.meanwhile = call_back;
    CHECK(strcmp(ask(&ear, "play d6"), "=\n\n") == 0);
    CHECK(strcmp(ask(&ear, "history"), "= f5 d6\n\n") == 0);
    ear.meanwhile = stop_at_once;
    const char *answer = ask(&ear, "analyze 2");
    CHECK(starts(answer, "=\ninfo rank 1 ") && strcmp(answer + strlen(answer) - 2, "\n\n") == 0);
    ear.meanwhile = free_at_once;
    ear.length = 0;
    CHECK(bianca_send(ear.session, "analyze 2") == BIANCA_STATUS_CLOSED);
    // The line in which it was freed is the last one.
    CHECK(strstr(strstr(ear.text, "info"), "\n")[1] == 0);
    CHECK(bianca_send(ear.session, "name") == BIANCA_STATUS_CLOSED);
    bianca_free(other.session);
}

typedef struct {
    Ear *ear;
    const char *line;
    BiancaStatus status;
} Sending;

static void *sends(void *argument) {
    Sending *sending = argument;
    sending->status = bianca_send(sending->ear->session, sending->line);
    return NULL;
}

static void *sends_often(void *argument) {
    for (int i = 0; i < 50; i++) sends(argument);
    return NULL;
}

static void *stops(void *argument) {
    // A stop that comes too early says so.
    while (!bianca_stop(argument)) {
    }
    return NULL;
}

static pthread_t thread(void *(*job)(void *), void *argument) {
    pthread_t made;
    CHECK(pthread_create(&made, NULL, job, argument) == 0);
    return made;
}

static void threads(void) {
    static Ear ear;
    begin(&ear, "Hash 1\nBook off");
    for (int round = 0; round < 10; round++) {
        pthread_t stopper = thread(stops, ear.session);
        CHECK(starts(ask(&ear, "go infinite"), "= info rank 1 "));
        pthread_join(stopper, NULL);
    }

    // Each reply is whole, whoever asks.
    ear.length = 0;
    Sending one = {&ear, "name", 0}, two = {&ear, "protocol_version", 0};
    pthread_t first = thread(sends_often, &one), second = thread(sends_often, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    CHECK(one.status == BIANCA_STATUS_OK && two.status == BIANCA_STATUS_OK);
    int names = 0, numbers = 0;
    for (const char *at = ear.text; *at; names++) {
        while (starts(at, "= 2\n\n")) at += 5, numbers++;
        if (!*at) break;
        CHECK(starts(at, "= Bianca\n\n"));
        at += 10;
    }
    CHECK(names == 50 && numbers == 50);

    // Several sessions search at once; one is freed while it does, and another one waits there.
    static Ear searching;
    begin(&searching, "Hash 1\nBook off\nThreads 2");
    Sending endless = {&searching, "analyze 3", 0}, late = {&searching, "name", 0};
    pthread_t searcher = thread(sends, &endless);
    while (atomic_load(&searching.lines) < 4) {
    }
    pthread_t waiting = thread(sends, &late);
    CHECK(starts(ask(&ear, "go depth 6"), "= info rank 1 "));
    bianca_free(searching.session);
    int lines = atomic_load(&searching.lines);
    pthread_join(searcher, NULL);
    pthread_join(waiting, NULL);
    CHECK(endless.status == BIANCA_STATUS_CLOSED && late.status == BIANCA_STATUS_CLOSED);
    CHECK(atomic_load(&searching.lines) == lines);
    bianca_free(ear.session);
}

// Two sessions on two threads, each of which is in its output when it turns to the other one.
static Ear left, right;
static atomic_int inside, is_busy, is_done;
static int frees;

static void turn_to_the_other(Ear *ear, const char *line) {
    if (!starts(line, "=") || atomic_load(&inside) == 2) return;
    Ear *partner = ear == &left ? &right : &left;
    atomic_fetch_add(&inside, 1);
    while (atomic_load(&inside) < 2) {
    }
    if (frees) {
        bianca_free(partner->session);
        return;
    }
    BiancaStatus status = bianca_send(partner->session, "undo");
    CHECK(status == BIANCA_STATUS_BUSY || status == BIANCA_STATUS_OK);
    atomic_fetch_add(status == BIANCA_STATUS_BUSY ? &is_busy : &is_done, 1);
}

static void two_that_turn_to_each_other_do_not_wait_for_ever(void) {
    for (int round = 0; round < 20; round++) {
        frees = round % 2;
        begin(&left, "Hash 1");
        begin(&right, "Hash 1");
        ask(&left, "play f5d6");
        ask(&right, "play f5d6");
        atomic_store(&inside, 0);
        atomic_store(&is_busy, 0);
        atomic_store(&is_done, 0);
        left.meanwhile = right.meanwhile = turn_to_the_other;
        Sending one = {&left, "name", 0}, two = {&right, "name", 0};
        pthread_t first = thread(sends, &one), second = thread(sends, &two);
        pthread_join(first, NULL);
        pthread_join(second, NULL);
        left.meanwhile = right.meanwhile = NULL;
        if (frees) {
            CHECK(one.status == BIANCA_STATUS_CLOSED && two.status == BIANCA_STATUS_CLOSED);
            CHECK(bianca_send(left.session, "name") == BIANCA_STATUS_CLOSED);
            CHECK(bianca_send(right.session, "name") == BIANCA_STATUS_CLOSED);
            continue;
        }
        // One has waited for the other, which was told that it must not.
        CHECK(one.status == BIANCA_STATUS_OK && two.status == BIANCA_STATUS_OK);
        CHECK(atomic_load(&is_busy) == 1 && atomic_load(&is_done) == 1);
        int changed = strcmp(ask(&left, "history"), "= f5\n\n") == 0;
        CHECK(changed + (strcmp(ask(&right, "history"), "= f5\n\n") == 0) == 1);
        bianca_free(left.session);
        bianca_free(right.session);
    }
}

// Where nothing is left to find, nobody has to call bianca_stop.
static void searches_without_an_end_of_their_own_end_with_what_there_is_to_find(void) {
    static Ear ear;
    begin(&ear, "Hash 1");
    CHECK(starts(ask(&ear, "setboard OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O"), "=\n"));
    CHECK(starts(ask(&ear, "go infinite"), "= info rank 1 move h8 score +64.00 proven exact "));
    CHECK(starts(ask(&ear, "analyze 2"), "=\ninfo rank 1 move h8 score +64.00 proven exact "));
    bianca_free(ear.session);
    begin(&ear, "Hash 1");
    ask(&ear, "ugi");
    ask(&ear, "position fen OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOX1 o");
    CHECK(strstr(ask(&ear, "go infinite"), "bestmove h8\n"));
    bianca_free(ear.session);
}

static int is_over(uint64_t own, uint64_t opp) { return !bianca_legal(own, opp) && !bianca_legal(opp, own); }

static uint64_t perft(uint64_t own, uint64_t opp, int depth) {
    if (depth == 0) return 1;
    uint64_t legal = bianca_legal(own, opp), count = 0;
    if (!legal && is_over(own, opp)) return 1;
    for (int square = 0; square <= BIANCA_PASS; square++) {
        uint64_t after_own = own, after_opp = opp;
        int allowed = square == BIANCA_PASS ? !legal : legal >> square & 1;
        uint64_t flips = bianca_flips(own, opp, square);
        BiancaStatus status = bianca_play(&after_own, &after_opp, square);
        CHECK(status == (allowed ? BIANCA_STATUS_OK : BIANCA_STATUS_ILLEGAL));
        CHECK((flips != 0) == (allowed && square != BIANCA_PASS));
        if (!allowed) {
            CHECK(after_own == own && after_opp == opp);
            continue;
        }
        uint64_t disc = square == BIANCA_PASS ? 0 : (uint64_t)1 << square;
        CHECK(after_opp == (own | flips | disc) && after_own == (opp & ~flips));
        count += perft(after_own, after_opp, depth - 1);
    }
    return count;
}

static void rules(int depth) {
    static const uint64_t counts[] = {1, 4, 12, 56, 244, 1396, 8200};
    uint64_t own, opp;
    CHECK(bianca_start(&own, &opp) == BIANCA_STATUS_OK);
    CHECK(bianca_start(NULL, &opp) == BIANCA_STATUS_NULL && bianca_start(&own, NULL) == BIANCA_STATUS_NULL);
    for (int plies = 0; plies <= depth; plies++) CHECK(perft(own, opp, plies) == counts[plies]);

    int32_t discs = 99;
    CHECK(bianca_result(own, opp, &discs) == BIANCA_STATUS_NOT_OVER && discs == 99);
    CHECK(bianca_play(&own, &opp, BIANCA_PASS) == BIANCA_STATUS_ILLEGAL);
    CHECK(bianca_play(&own, &opp, -1) == BIANCA_STATUS_ILLEGAL && bianca_play(&own, &opp, 65) == BIANCA_STATUS_ILLEGAL);
    CHECK(bianca_play(NULL, &opp, 19) == BIANCA_STATUS_NULL && bianca_play(&own, NULL, 19) == BIANCA_STATUS_NULL);
    uint64_t both = own;
    CHECK(bianca_play(&own, &both, 19) == BIANCA_STATUS_POSITION && own == both);
    CHECK(bianca_legal(own, own) == 0 && bianca_flips(own, own, 19) == 0);
    CHECK(bianca_result(own, own, &discs) == BIANCA_STATUS_POSITION);
    CHECK(bianca_result(7, 0, NULL) == BIANCA_STATUS_NULL);
    // A side with no discs has lost all squares.
    CHECK(bianca_result(7, 0, &discs) == BIANCA_STATUS_OK && discs == 64);
    CHECK(bianca_result(0, 7, &discs) == BIANCA_STATUS_OK && discs == -64);
    CHECK(bianca_result(0, 0, &discs) == BIANCA_STATUS_OK && discs == 0);
}

// The squares of one colour on a board that is written as the protocol does.
static uint64_t squares(const char *board, char colour) {
    uint64_t found = 0;
    for (int square = 0; square < 64; square++) found |= (uint64_t)(board[square] == colour) << square;
    return found;
}

typedef struct {
    BiancaSolver *solver;
    BiancaStatus status;
    BiancaSolution solution;
} Solving;

static void *solves_the_game(void *argument) {
    Solving *solving = argument;
    uint64_t own, opp;
    bianca_start(&own, &opp);
    solving->status = bianca_solve(solving->solver, own, opp, &solving->solution);
    return NULL;
}

static void *stops_solving(void *argument) {
    while (!bianca_solver_stop(argument)) {
    }
    return NULL;
}

static void endings(void) {
    static const char ending[] = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O";
    BiancaSolver *solver = NULL;
    BiancaSolution solution = {99, 99, 99};
    CHECK(bianca_solver_new(BIANCA_ABI, 0, 1, &solver) == BIANCA_STATUS_OPTION && !solver);
    CHECK(bianca_solver_new(BIANCA_ABI, 257, 1, &solver) == BIANCA_STATUS_OPTION && !solver);
    CHECK(bianca_solver_new(BIANCA_ABI, 1, 0, &solver) == BIANCA_STATUS_OPTION && !solver);
    CHECK(bianca_solver_new(BIANCA_ABI, 1, 1, NULL) == BIANCA_STATUS_NULL);
    CHECK(bianca_solver_new(BIANCA_ABI, 2, 1, &solver) == BIANCA_STATUS_OK && solver);
    CHECK(bianca_solve(solver, 1, 1, &solution) == BIANCA_STATUS_POSITION);
    CHECK(bianca_solve(solver, 1, 2, NULL) == BIANCA_STATUS_NULL);
    CHECK(bianca_solve(NULL, 1, 2, &solution) == BIANCA_STATUS_NULL);
    CHECK(solution.discs == 99 && solution.square == 99 && solution.nodes == 99);

    uint64_t black = squares(ending, 'X'), white = squares(ending, 'O');
    CHECK(bianca_solve(solver, black, white, &solution) == BIANCA_STATUS_OK);
    CHECK(solution.discs == 18 && solution.nodes > 1 && bianca_legal(black, white) >> solution.square & 1);
    // The same by the protocol.
    static Ear ear;
    begin(&ear, "Hash 1");
    char line[100];
    snprintf(line, sizeof line, "setboard %s X", ending);
    ask(&ear, line);
    char expected[50];
    snprintf(expected, sizeof expected, "= info rank 1 move %c%c score +18.00 proven exact ", 'a' + solution.square % 8,
             '1' + solution.square / 8);
    CHECK(starts(ask(&ear, "solve"), expected));
    bianca_free(ear.session);

    CHECK(bianca_solve(solver, 7, 8, &solution) == BIANCA_STATUS_OK && solution.square == 4 && solution.discs == 64);
    CHECK(bianca_solve(solver, 8, 7, &solution) == BIANCA_STATUS_OK && solution.square == BIANCA_PASS && solution.discs == -64);
    CHECK(bianca_solve(solver, 7, 0, &solution) == BIANCA_STATUS_OK && solution.square == BIANCA_NONE && solution.discs == 64);

    CHECK(!bianca_solver_stop(solver) && !bianca_solver_stop(NULL));
    Solving solving = {solver, 0, {99, 99, 99}};
    pthread_t stopper = thread(stops_solving, solver);
    solves_the_game(&solving);
    pthread_join(stopper, NULL);
    CHECK(solving.status == BIANCA_STATUS_STOPPED && solving.solution.discs == 99);
    pthread_t solves = thread(solves_the_game, &solving);
    bianca_solver_free(solver);
    pthread_join(solves, NULL);
    CHECK(solving.status == BIANCA_STATUS_STOPPED || solving.status == BIANCA_STATUS_CLOSED);
    CHECK(bianca_solve(solver, 7, 8, &solution) == BIANCA_STATUS_CLOSED);
    bianca_solver_free(solver);
    bianca_solver_free(NULL);
}

// An argument is how many plies of paths are counted, since tools make that slow.
int main(int count, char **arguments) {
    versions();
    what_is_refused_changes_nothing();
    what_may_be_called_while_a_line_is_told();
    threads();
    two_that_turn_to_each_other_do_not_wait_for_ever();
    searches_without_an_end_of_their_own_end_with_what_there_is_to_find();
    rules(count > 1 ? atoi(arguments[1]) : 6);
    endings();
    printf("library.c: %d checks passed\n", checked);
    return 0;
}
