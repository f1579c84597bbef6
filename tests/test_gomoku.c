// SPDX-License-Identifier: MIT
// Gomoku: the rules, the pattern tables, the field kept up to date, and the proofs of the threat
// searches.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "tests/gomoku_check.h"
#include "tests/sanitized.h"

TestSuite(gomoku, .init = games_init);

// ---- rules --------------------------------------------------------------------------------------

static const struct {
    const char *board;
    int exact, free; // who has won under each rule: 1 first, -1 second, 0 nobody yet
} ends[] = {
    {"7/7/7/xxxxx2/7/7/7 o", 1, 1},
    {"7/7/7/1xxxxx1/7/7/7 o", 1, 1},
    {"7/7/7/xxxxxx1/7/7/7 o", 0, 1},
    {"7/7/7/xxxxxxx/7/7/7 o", 0, 1},
    {"7/7/7/xxxxoxx/7/7/7 o", 0, 0},
    {"7/7/7/xxxx#xx/7/7/7 o", 0, 0},
    {"7/7/ooooo2/7/7/7/7 x", -1, -1},
    {"o6/o6/o6/o6/o6/7/7 x", -1, -1},
    {"o6/o6/o6/o6/o6/o6/7 x", 0, -1},
    {"x6/1x5/2x4/3x3/4x2/7/7 o", 1, 1},
    {"x6/1x5/2x4/3x3/4x2/5x1/7 o", 0, 1},
    {"6x/5x1/4x2/3x3/2x4/7/7 o", 1, 1},
    {"6x/5x1/4x2/3x3/2x4/1x5/7 o", 0, 1},
    {"7/5x1/4x2/3x3/2x4/1x5/7 o", 1, 1},
    // Five of one row do not go on in the next.
    {"7/5xx/xxx4/7/7/7/7 o", 0, 0},
    {"7/7/7/7/7/7/2xxxxx o", 1, 1},
};

Test(gomoku, five_wins_and_six_only_where_it_may)
{
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct position exact = gomoku_position("7", ends[i].board);
        struct position loose = gomoku_position("7,free", ends[i].board);
        int margin = 9;
        cr_expect_eq(gomoku_game.over(&exact, &margin), ends[i].exact != 0, "%s", ends[i].board);
        cr_expect_eq(margin, ends[i].exact, "exact %s: %d", ends[i].board, margin);
        cr_expect_eq(gomoku_game.over(&loose, &margin), ends[i].free != 0, "%s", ends[i].board);
        cr_expect_eq(margin, ends[i].free, "free %s: %d", ends[i].board, margin);
    }
}

Test(gomoku, a_full_board_without_five_is_a_draw)
{
    struct position p = gomoku_position("5", "xxoox/ooxxo/xxoox/ooxxo/xxoox o");
    struct moves list;
    int margin = 9;
    cr_expect(gomoku_game.over(&p, &margin) && margin == 0);
    gomoku_game.moves(&p, &list);
    cr_expect_eq(list.count, 0);
}

Test(gomoku, shapes_are_read_and_written)
{
    static const struct {
        const char *text, *canonical; // NULL = refused
    } shapes[] = {{"", ""},
                  {"15", ""},
                  {"15,exact", ""},
                  {"15,free", "15,free"},
                  {"free", "15,free"},
                  {"20", "20"},
                  {"5", "5"},
                  {"22,free", "22,free"},
                  {"4", NULL},
                  {"23", NULL},
                  {"x", NULL},
                  {"15,renju", "15,renju"},
                  {"caro", "15,caro"},
                  {"20,caro,exact", "20,caro,exact"},
                  {"15,exact,caro", "15,caro,exact"},
                  {"exact,caro", "15,caro,exact"},
                  {"15,caro,exact,caro", "15,caro,exact"},
                  {"15,free,renju", NULL},
                  {"15,caro,free", NULL},
                  {"15,exact,free", NULL},
                  {"15,renju,caro,exact", NULL},
                  {"15,kopeck", NULL},
                  {"15,20", NULL},
                  {"15x15", NULL},
                  {"-5", NULL}};
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        struct position p;
        const char *why = NULL;
        char shape[GAME_ID_MAX];
        bool good = gomoku_game.start(&p, shapes[i].text, &why);
        cr_expect_eq(good, shapes[i].canonical != NULL, "%s", shapes[i].text);
        if (!good) {
            cr_expect_not_null(why);
            continue;
        }
        gomoku_game.shape(&p, shape);
        cr_expect_str_eq(shape, shapes[i].canonical);
    }
}

Test(gomoku, blocked_cells_are_nobodys)
{
    struct position p = gomoku_position("5", "1###1/5/2x2/5/##### o");
    struct moves list;
    struct grid g;
    gomoku_game.moves(&p, &list);
    cr_expect_eq(list.count, 16);
    cr_expect(!gomoku_game.play(&p, move_at(1, 0)));
    gomoku_game.to_grid(&p, &g);
    cr_expect_eq(grid_count(&g, CELL_BLOCKED), 8);
}

// ---- patterns -----------------------------------------------------------------------------------

// The pattern of the stone in the middle of eleven cells (0 empty, 1 own, 2 not to be had),
// straight from its definition and with no table.
static int plain_pattern(uint8_t line[11], bool free_rule)
{
    int left = 5, right = 5, ways[PATTERN_KINDS] = {0};
    while (left > 0 && line[left - 1] == 1)
        left--;
    while (right < 10 && line[right + 1] == 1)
        right++;
    if (right - left == 4 || (free_rule && right - left > 4))
        return PATTERN_FIVE;
    int most = 0;
    for (int i = 0; i < 11; i++)
        if (line[i] == 0) {
            line[i] = 1;
            int p = plain_pattern(line, free_rule);
            line[i] = 0;
            ways[p]++;
            most = p > most ? p : most;
        }
    int twos = ways[PATTERN_TWO] + ways[PATTERN_TWO_WIDE] + ways[PATTERN_TWO_WIDEST];
    int threes = ways[PATTERN_THREE] + ways[PATTERN_THREE_BROKEN];
    if (most == PATTERN_FIVE)
        return ways[PATTERN_FIVE] > 1 ? PATTERN_FOUR_OPEN : PATTERN_FOUR;
    if (most == PATTERN_FOUR_OPEN)
        return ways[PATTERN_FOUR_OPEN] > 1 ? PATTERN_THREE : PATTERN_THREE_BROKEN;
    if (most == PATTERN_FOUR)
        return PATTERN_THREE_BLOCKED;
    if (threes)
        return threes > 3 ? PATTERN_TWO_WIDEST : threes > 1 ? PATTERN_TWO_WIDE : PATTERN_TWO;
    if (ways[PATTERN_THREE_BLOCKED])
        return PATTERN_TWO_BLOCKED;
    return twos ? PATTERN_ONE : ways[PATTERN_TWO_BLOCKED] ? PATTERN_ONE_BLOCKED : PATTERN_DEAD;
}

// A rule's patterns, which its first board has made.
static const uint8_t *lines_of(int rule)
{
    gomoku_new(GOMOKU_SIZE_USUAL, (enum gomoku_rule)rule);
    return gomoku_line[rule];
}

Test(gomoku, line_table_matches_the_definition)
{
    struct rng r = {2};
    for (int i = 0; i < 3000; i++) {
        // At most six empty cells keep the plain search short; every third cell is not to be had.
        uint32_t bits = 0;
        int empty = 0;
        for (int k = 0; k < 10; k++) {
            uint32_t kind = rng_below(&r, 4);
            if (kind == 0 && ++empty > 6)
                kind = 1 + rng_below(&r, 3);
            bits |= kind << (2 * k);
        }
        for (int side = 0; side < 2; side++) {
            uint8_t line[11];
            for (int k = 0; k < 11; k++) {
                uint32_t kind = bits >> (2 * (k < 5 ? k : k - 1)) & 3;
                line[k] = k == 5 ? 1 : kind == 0 ? 0 : kind == (uint32_t)side + 1 ? 1 : 2;
            }
            for (int rule = 0; rule < 2; rule++)
                cr_assert_eq(lines_of(rule)[bits] >> (4 * side) & 15,
                             plain_pattern(line, rule == 1), "window %05x side %d rule %d", bits,
                             side, rule);
        }
    }
}

// Shapes everybody knows, seen by the stone put at the '*'.
Test(gomoku, known_shapes_have_their_names)
{
    static const struct {
        const char *line;
        int exact, free;
    } shapes[] = {
        {".xxxx*....", PATTERN_FIVE, PATTERN_FIVE},
        {"xxxxx*....", PATTERN_DEAD, PATTERN_FIVE},
        {"..xxx*....", PATTERN_FOUR_OPEN, PATTERN_FOUR_OPEN},
        {".oxxx*....", PATTERN_FOUR, PATTERN_FOUR},
        {"...xx*....", PATTERN_THREE, PATTERN_THREE},
        {"..x.x*....", PATTERN_THREE_BROKEN, PATTERN_THREE_BROKEN},
        {"..oxx*....", PATTERN_THREE_BLOCKED, PATTERN_THREE_BLOCKED},
        {".o.xx*.o..", PATTERN_THREE_BLOCKED, PATTERN_THREE_BLOCKED},
        {"oxxxx*xooo", PATTERN_DEAD, PATTERN_FIVE},
        {"...oo*o...", PATTERN_DEAD, PATTERN_DEAD},
    };
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        uint32_t bits = 0;
        for (int k = 0; k < 11; k++) {
            char c = k < (int)strlen(shapes[i].line) ? shapes[i].line[k] : '.';
            uint32_t kind = c == 'x' ? 1 : c == 'o' ? 2 : 0;
            if (k != 5)
                bits |= kind << (2 * (k < 5 ? k : k - 1));
        }
        cr_expect_eq(lines_of(GOMOKU_EXACT)[bits] & 15, shapes[i].exact, "exact %s",
                     shapes[i].line);
        cr_expect_eq(lines_of(GOMOKU_FREE)[bits] & 15, shapes[i].free, "free %s", shapes[i].line);
    }
}

// ---- the field ----------------------------------------------------------------------------------

static bool same_field(const struct field *a, const struct field *b)
{
    for (int y = 0; y < a->size; y++)
        for (uint64_t row = a->empty[y]; row;) {
            move m = move_at(bit_take(&row), y);
            if (a->code[m] != b->code[m])
                return false;
        }
    return memcmp(a->class, b->class, sizeof a->class) == 0 &&
           memcmp(a->stones, b->stones, sizeof a->stones) == 0 &&
           memcmp(a->line, b->line, sizeof a->line) == 0 &&
           memcmp(a->empty, b->empty, sizeof a->empty) == 0 && a->now->key == b->now->key &&
           memcmp(a->now->count, b->now->count, sizeof a->now->count) == 0 &&
           a->now->empties == b->now->empties && a->to_move == b->to_move &&
           (a->rule != GOMOKU_RENJU ||
            memcmp(&a->barred[a->now - a->frames], &b->barred[0], sizeof b->barred[0]) == 0);
}

// A random empty cell.
static move random_cell(const struct gomoku *b, struct rng *r)
{
    for (;;) {
        move m = move_at((int)rng_below(r, b->size), (int)rng_below(r, b->size));
        if (gomoku_can_play(b, m))
            return m;
    }
}

Test(gomoku, field_follows_play_and_undo)
{
    struct bench moving, fresh;
    struct rng r = {3};
    bench_open(&moving);
    bench_open(&fresh);
    for (int game = 0; game < 90; game++) {
        struct gomoku b = gomoku_new(5 + game % 18, (enum gomoku_rule)(game % GOMOKU_RULES)),
                      before[CELLS_MAX];
        int margin, n = 0;
        field_set(moving.field, &b);
        while (!gomoku_over(&b, &margin)) {
            move m = random_cell(&b, &r);
            bool five = moving.field->class[b.to_move][m] == CLASS_FIVE;
            before[n++] = b;
            gomoku_put(&b, m);
            field_play(moving.field, m);
            field_set(fresh.field, &b);
            cr_assert(same_field(moving.field, fresh.field), "game %d, stone %d", game, n);
            cr_assert_eq(five, gomoku_has_five(&b, (enum side)(b.to_move ^ 1)));
            cr_assert_eq(b.key, gomoku_fresh_key(&b));
        }
        while (n > 0) {
            field_undo(moving.field);
            field_set(fresh.field, &before[--n]);
            cr_assert(same_field(moving.field, fresh.field), "game %d, back to %d", game, n);
        }
    }
    bench_close(&moving);
    bench_close(&fresh);
}

// Stones near each other, as in a game; false when somebody has already won.
static bool scatter(struct gomoku *b, struct rng *r, int stones, int span)
{
    int margin, corner = (b->size - span) / 2;
    for (int i = 0; i < stones; i++) {
        move m;
        do
            m = move_at(corner + (int)rng_below(r, (uint32_t)span),
                        corner + (int)rng_below(r, (uint32_t)span));
        while (!gomoku_can_play(b, m));
        gomoku_put(b, m);
    }
    return !gomoku_over(b, &margin);
}

// The replies to an open three: each one listed stops it or makes a four, none that is not does.
Test(gomoku, defences_are_all_and_only_those)
{
    struct bench b;
    struct rng r = {4};
    int seen = 0;
    bench_open(&b);
    for (int i = 0; i < 3000; i++) {
        struct gomoku board = gomoku_new(12, i & 1);
        struct field *f = b.field;
        if (!scatter(&board, &r, 14, 7))
            continue;
        field_set(f, &board);
        int me = f->to_move, you = me ^ 1;
        if (field_count(f, me, COUNT_FIVE) || field_count(f, you, COUNT_FIVE) ||
            !field_count(f, you, COUNT_FOUR_OPEN))
            continue;
        move list[CELLS_MAX];
        uint8_t listed[FIELD_CELLS] = {0};
        for (int k = threat_defences(f, list); k > 0; k--)
            listed[list[k - 1]]++;
        seen++;
        for (int m = 0; m < FIELD_CELLS; m++) {
            cr_assert(listed[m] <= 1, "a reply is listed twice");
            if (!gomoku_can_play(&board, (move)m))
                continue;
            field_play(f, (move)m);
            bool holds = field_count(f, me, COUNT_FIVE) || !field_count(f, you, COUNT_FOUR_OPEN);
            field_undo(f);
            cr_assert_eq(holds, listed[m], "board %d cell %d", i, m);
        }
    }
    cr_expect_gt(seen, 200);
    bench_close(&b);
}

// ---- proofs -------------------------------------------------------------------------------------

// Victory by fours from the rules alone: no pattern, no table. Plies to the win with at most
// `fours` fours before the last, 0 when there is none.
static int plain_vcf(const struct gomoku *b, int fours)
{
    move wins[CELLS_MAX];
    int mine = 0, theirs = 0, best = 0, side = b->to_move;
    for (int s = 0; s < 2; s++)
        for (int m = 0; m < FIELD_CELLS; m++)
            if (gomoku_can_play(b, (move)m)) {
                struct gomoku next = *b;
                next.to_move = (uint8_t)(side ^ s);
                gomoku_put(&next, (move)m);
                if (gomoku_has_five(&next, (enum side)(side ^ s)) && s == 0)
                    mine++;
                else if (gomoku_has_five(&next, (enum side)(side ^ s)))
                    wins[theirs++] = (move)m;
            }
    if (mine)
        return 1;
    if (theirs > 1 || fours < 0)
        return 0;
    for (int m = 0; m < FIELD_CELLS; m++) {
        if (!gomoku_can_play(b, (move)m) || (theirs && m != wins[0]))
            continue;
        struct gomoku next = *b, quiet;
        gomoku_put(&next, (move)m);
        move five[CELLS_MAX];
        int fives = 0, plies;
        for (int k = 0; k < FIELD_CELLS; k++)
            if (gomoku_can_play(&next, (move)k)) {
                quiet = next;
                quiet.to_move = (uint8_t)side;
                gomoku_put(&quiet, (move)k);
                if (gomoku_has_five(&quiet, (enum side)side))
                    five[fives++] = (move)k;
            }
        if (fives == 0)
            continue;
        if (fives > 1) {
            plies = 1;
        } else {
            gomoku_put(&next, five[0]);
            plies = plain_vcf(&next, fours - 1);
        }
        if (plies && (!best || plies + 2 < best))
            best = plies + 2;
    }
    return best;
}

Test(gomoku, victory_by_fours_agrees_with_the_plain_search)
{
    struct bench b;
    struct rng r = {5};
    int found = 0;
    bench_open(&b);
    for (int i = 0; i < 500; i++) {
        struct gomoku board = gomoku_new(7, i & 1);
        if (!scatter(&board, &r, 12 + i % 6, 7))
            continue;
        bool cut;
        field_set(b.field, &board);
        // Three fours and the last one: what the plain search can do in time.
        int plain = plain_vcf(&board, 3),
            plies = vcf_shortest(b.field, &b.worker, 1000000, &cut, NULL);
        if (plies > 9)
            plies = 0;
        cr_assert_eq(plies, plain, "board %d: %d, but %d", i, plies, plain);
        found += plies > 1;
    }
    cr_expect_gt(found, 30, "only %d", found);
    bench_close(&b);
}

// Fours that make nothing else stand in the upper rows, one that makes a three as well in the lower:
// a search that tries the strongest first has won at once, one that goes row by row puts all the
// others on the board in every order before it.
Test(gomoku, the_strongest_fours_are_tried_first)
{
    struct bench b;
    bool cut;
    struct position p = gomoku_position("", "oxxx11/15/11xxxo/15/oxxx11/15/11xxxo/5o9/5x9/5x9/5x9/"
                                            "6xx7/15/15/15 x");
    struct gomoku board = gomoku_load(&p);
    bench_open(&b);
    field_set(b.field, &board);
    cr_expect_eq(vcf_search(b.field, &b.worker, 10, 100000, &cut, NULL), 5);
    cr_expect_lt(atomic_load(&b.worker.nodes), 10, "%d positions", (int)b.worker.nodes);
    bench_close(&b);
}

// True when the moves can be played one after the other and the last one wins for the first mover.
static bool wins_to_the_end(const struct position *from, const struct line *line)
{
    struct position p = *from;
    int margin, first = gomoku_load(from).to_move == FIRST ? 1 : -1;
    for (int i = 0; i < line->length; i++)
        if (!gomoku_game.play(&p, line->at[i]))
            return false;
    return gomoku_game.over(&p, &margin) && margin == first;
}

static void expect_vcf(const struct tactic *t, void *owner)
{
    struct bench *b = owner;
    struct gomoku board = gomoku_load(&t->position);
    struct position p = t->position;
    struct line line = {0};
    bool cut;
    field_set(b->field, &board);
    cr_expect_eq(vcf_shortest(b->field, &b->worker, 100000, &cut, &line), t->number);
    cr_expect(line.length == t->number && wins_to_the_end(&p, &line), "%d of %d reported",
              line.length, t->number);
    cr_expect(wins_against_all(b, &p, false, 40), "a defence was found to a win in %d", t->number);
}

Test(gomoku, wins_by_fours_hold_against_every_reply)
{
    struct bench b;
    bench_open(&b);
    cr_expect_eq(each_tactic("vcf", COUNT(1000, 20), expect_vcf, &b), COUNT(100, 20));
    bench_close(&b);
}

// A table of four entries forgets most of a win before its line is written down: that takes about as
// many positions as to find the win did, and the line is as long as the win.
static void expect_short_line(const struct tactic *t, void *owner)
{
    struct bench *b = owner;
    struct gomoku board = gomoku_load(&t->position);
    struct line line = {0};
    uint64_t nodes[2];
    bool cut;
    for (int i = 0; i < 2; i++) {
        session_forget(b->thinker.session);
        bench_begin(b);
        b->worker.tt.mask = 0;
        field_set(b->field, &board);
        cr_expect_eq(vcf_shortest(b->field, &b->worker, 100000, &cut, i ? &line : NULL), t->number);
        nodes[i] = atomic_load(&b->worker.nodes);
    }
    cr_expect_leq(nodes[1], 2 * nodes[0] + 1100, "%d positions, then %d", (int)nodes[0],
                  (int)nodes[1]);
    cr_expect(line.length == t->number && wins_to_the_end(&t->position, &line), "%d of %d reported",
              line.length, t->number);
}

Test(gomoku, lines_are_found_again_in_a_small_table)
{
    struct bench b;
    bench_open(&b);
    cr_expect_gt(each_tactic("vcf", 1000, expect_short_line, &b), 50);
    bench_close(&b);
}

// A search for a shorter win that gives up at once leaves the one that is known.
static void expect_kept(const struct tactic *t, void *owner)
{
    struct bench *b = owner;
    struct gomoku board = gomoku_load(&t->position);
    field_set(b->field, &board);
    int plies = vcf_quick(b->field, &b->worker, VCF_FOURS_MAX, 1000, NULL);
    if (plies <= 5)
        return;
    cr_expect_eq(vcf_quick(b->field, &b->worker, 1, 0, NULL), 0);
    cr_expect_eq(vcf_quick(b->field, &b->worker, VCF_FOURS_MAX, 0, NULL), plies);
}

Test(gomoku, a_known_win_is_not_given_up)
{
    struct bench b;
    bench_open(&b);
    each_tactic("vcf", 1000, expect_kept, &b);
    bench_close(&b);
}

static void expect_vct(const struct tactic *t, void *owner)
{
    struct bench *b = owner;
    struct gomoku board = gomoku_load(&t->position);
    struct line line = {0};
    bool none;
    field_set(b->field, &board);
    cr_expect_eq(vcf_shortest(b->field, &b->worker, 100000, &none, NULL), 0);
    int plies = vct_search(b->field, &b->worker, 100000, &none, &line);
    cr_expect_gt(plies, 0, "%s %d none %d", t->shape, t->number, none);
    cr_expect(!none && wins_to_the_end(&t->position, &line), "%d of %d reported", line.length,
              plies);
}

Test(gomoku, wins_by_threes_are_found)
{
    struct bench b;
    bench_open(&b);
    cr_expect_eq(each_tactic("vct", 1000, expect_vct, &b), 100);
    bench_close(&b);
}

// ---- thoughts -----------------------------------------------------------------------------------

static struct thought think(struct thinker *t, const struct position *p, enum goal goal,
                            uint64_t nodes)
{
    struct limits l = limits_of(goal);
    l.nodes = nodes;
    return thinker_think(t, &gomoku_game, p, &l);
}

struct asking {
    struct bench bench;
    int lost;
};

static void expect_defence(const struct tactic *t, void *owner)
{
    struct asking *a = owner;
    struct position p = t->position;
    bool cut;
    struct thought answer = think(&a->bench.thinker, &p, GOAL_PLAY, 1000);
    cr_assert(gomoku_game.play(&p, answer.best));
    struct gomoku board = gomoku_load(&p);
    field_set(a->bench.field, &board);
    bench_begin(&a->bench);
    a->lost += vcf_search(a->bench.field, &a->bench.worker, 60, 20000, &cut, NULL) != 0;
}

Test(gomoku, fours_of_the_other_side_are_stopped)
{
    struct asking a = {0};
    bench_open(&a.bench);
    cr_expect_eq(each_tactic("def", COUNT(1000, 60), expect_defence, &a), COUNT(500, 60));
    cr_expect_eq(a.lost, 0, "%d answers lose to fours", a.lost);
    bench_close(&a.bench);
}

// Counts reports without a line, and proofs claimed by a search that leaves replies out. A session
// cuts lines where they can't be played, so one that is shorter than its win was wrong.
struct counts {
    int reports, empty, claims;
};

static void count_report(void *owner, const struct report *r)
{
    struct counts *c = owner;
    c->reports++;
    c->empty += r->line_length == 0;
    c->claims += r->solved && abs(r->win_in) != r->line_length;
}

Test(gomoku, reported_lines_can_be_played)
{
    struct counts c = {0};
    struct rng r = {8};
    struct session *session =
        session_new_sized((struct listener){.owner = &c, .report = count_report}, 16, 1);
    cr_assert_not_null(session);
    for (int i = 0; i < 60; i++) {
        struct gomoku board = gomoku_new(15, (enum gomoku_rule)(i % GOMOKU_RULES));
        struct limits l = limits_none();
        struct position p;
        struct thought t;
        const char *why;
        if (!scatter(&board, &r, 4 + i % 20, 7))
            continue;
        gomoku_store(&p, &board);
        l.nodes = 5000;
        session_set_position(session, &gomoku_game, &p);
        cr_assert(session_think(session, &l, &t, &why));
    }
    cr_expect(c.reports > 200 && c.empty == 0 && c.claims == 0, "%d reports, %d empty, %d",
              c.reports, c.empty, c.claims);
    session_free(session);
}

static void note_distance(void *owner, const struct report *r)
{
    int *far = owner, dx = abs(move_x(r->line[0]) - 7), dy = abs(move_y(r->line[0]) - 7);
    *far = dx > *far ? dx : *far;
    *far = dy > *far ? dy : *far;
}

// Where several lines are asked for, an empty board is begun in its middle, too.
Test(gomoku, all_lines_of_an_empty_board_begin_in_the_middle)
{
    int far = 0;
    const char *why;
    struct session *session =
        session_new_sized((struct listener){.owner = &far, .report = note_distance}, 4, 1);
    struct position p;
    struct limits l = limits_none();
    struct thought t;
    cr_assert(gomoku_game.start(&p, "", &why));
    cr_assert(session_set_option(session, &options[OPTION_OWN_BOOK], word_of("false"), &why));
    l.depth = 3;
    l.multipv = 5;
    session_set_position(session, &gomoku_game, &p);
    cr_assert(session_think(session, &l, &t, &why));
    cr_expect_leq(far, 1);
    session_free(session);
}

// A search to a depth, as the levels for people are, does not look for threats for minutes because
// its clock would let it: here that takes 350,000 positions.
Test(gomoku, a_depth_limits_the_threat_search_whatever_the_clock)
{
    const char *why;
    struct session *session = session_new_sized((struct listener){.owner = NULL}, 16, 1);
    struct position p =
        gomoku_position("", "15/15/15/15/4x10/4x10/5o9/6x8/4o1ox7/5x3x5/6o1o6/15/15/15/15 o");
    struct limits l = limits_none();
    struct thought t;
    l.depth = 4;
    l.move_time = 600000;
    session_set_position(session, &gomoku_game, &p);
    cr_assert(session_think(session, &l, &t, &why));
    cr_expect_lt(t.nodes, 100000);
    session_free(session);
}

Test(gomoku, goals_say_what_they_prove)
{
    struct thinker b;
    thinker_open(&b, 16, 1);
    // An open three of the mover's wins in five plies: open four, reply, five.
    struct position three =
        gomoku_position("", "15/15/15/15/15/15/6xxx6/15/3o1o1o7/15/15/15/15/15/15 x");
    struct thought t = think(&b, &three, GOAL_VCF, 0);
    cr_expect(t.solved && t.win_in == 3 && t.best != MOVE_NONE);
    // Nothing to be proven here, and a legal move all the same.
    struct position quiet = gomoku_position("", "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o");
    t = think(&b, &quiet, GOAL_VCT, 0);
    cr_expect(!t.solved && t.win_in == 0 && gomoku_game.play(&quiet, t.best));
    // A five to stop at two ends is lost in two.
    struct position lost =
        gomoku_position("", "15/15/15/15/15/15/6xxxx5/15/3o1o1o7/15/15/15/15/15/15 o");
    t = think(&b, &lost, GOAL_EXACT, 0);
    cr_expect(t.solved && t.win_in == -2);
    cr_expect(t.best == move_at(5, 6) || t.best == move_at(10, 6), "it still blocks");
    thinker_close(&b);
}
