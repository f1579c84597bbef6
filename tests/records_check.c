// SPDX-License-Identifier: MIT
#include "tests/records_check.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"

enum { BATCH = 16 }; // records in one text

struct form_shape form_shapes[] = {
    {"sgf", "othello"},        {"sgf", "othello:6x6"},
    {"sgf", "othello:4x8"},    {"sgf", "gomoku"},
    {"sgf", "gomoku:9,free"},  {"sgf", "gomoku:22"},
    {"ggf", "othello"},        {"ggf", "othello:4x4"},
    {"ggf", "othello:6x6"},    {"wthor", "othello"},
    {"pgn", "othello"},        {"pgn", "othello:8x4"},
    {"pgn", "connect4"},       {"pgn", "connect4:9x10,x=c4"},
    {"pgn", "connect4:13x13"}, {"pgn", "gomoku"},
    {"pgn", "gomoku:5,free"},  {"fairy", "othello"},
    {"fairy", "othello:6x6"},  {"fairy", "connect4"},
    {"fairy", "gomoku"},       {"fairy", "gomoku:15,free"},
    {"psq", "gomoku"},         {"psq", "gomoku:22,free"},
    {"moves", "othello"},      {"moves", "othello:6x8"},
    {"moves", "connect4"},     {"moves", "connect4:13x4"},
    {"moves", "gomoku"},       {"moves", "gomoku:9,free"},
};
const size_t form_shape_count = LENGTH(form_shapes);

// What a form has a word for.
struct words {
    const char *form;
    bool texts, comments, evals, depths, times, set_up, results;
};

static const struct words all_words[] = {
    {"sgf", true, true, true, false, false, true, true},
    {"ggf", true, true, true, false, true, true, true},
    {"wthor", false, false, false, false, false, false, false}, // names and margin: see below
    {"pgn", true, true, true, true, true, true, true},
    {"fairy", true, true, true, true, true, true, true},
    {"psq", false, false, false, false, true, false, false},
    {"moves", false, false, false, false, false, false, false},
};

static const struct words *words_of(const char *form)
{
    size_t i = 0;
    while (strcmp(all_words[i].form, form) != 0)
        i++;
    return &all_words[i];
}

// ---- random records -----------------------------------------------------------------------------

static const char *const names[] = {"Ann",
                                    "Bob \"the\" Builder",
                                    "x] (;GM[2]",
                                    "back\\slash\\",
                                    "Éva Űr",
                                    "a;b:c",
                                    "O'Neil, {J}",
                                    "B[aa]",
                                    "longer than nineteen letters",
                                    "100 %"};

static const char *const remarks[] = {
    "good",        "a ] in it", "two\nlines", "ends in \\",    "(;B[aa])",
    "[tag \"x\"]", "1-0",       "$3 ; so",    "d3 was better", "é"};

static const char *pick(const char *const *list, uint32_t count, struct rng *rng)
{
    return list[rng_below(rng, count)];
}

static void random_texts(struct game_record *r, struct rng *rng)
{
    static const char *const dates[] = {"2024-05-31", "1999", "2024-05", "2001-01-01 10:00"};
    for (int i = RECORD_FIRST; i <= RECORD_ROUND; i++)
        if (rng_below(rng, 4))
            record_set(r, (enum record_text)i, word_of(pick(names, LENGTH(names), rng)));
    if (rng_below(rng, 2))
        record_set(r, RECORD_DATE, word_of(pick(dates, LENGTH(dates), rng)));
    if (rng_below(rng, 2))
        record_set(r, RECORD_COMMENT, word_of(pick(remarks, LENGTH(remarks), rng)));
}

// A result for a game that was broken off, or none.
static void random_result(struct game_record *r, struct rng *rng)
{
    static const enum record_ending endings[] = {ENDING_RESIGNED, ENDING_TIME};
    if (rng_below(rng, 2))
        return;
    r->outcome = rng_below(rng, 2) ? OUTCOME_FIRST : OUTCOME_SECOND;
    r->ending = endings[rng_below(rng, 2)];
}

static void random_notes(struct game_record *r, struct rng *rng)
{
    for (int i = 0; i < r->count; i++) {
        struct record_move *m = &r->moves[i];
        m->time = (int)rng_below(rng, 100000); // .psq has one of every move
        if (rng_below(rng, 3) == 0)
            m->eval = (int32_t)rng_below(rng, 12801) - 6400;
        if (m->eval != RECORD_NO_EVAL)
            m->depth = (int32_t)rng_below(rng, 60);
        if (rng_below(rng, 8) == 0)
            record_set_comment(r, i, word_of(pick(remarks, LENGTH(remarks), rng)));
    }
}

void random_record(struct game_record *r, const char *id, struct rng *rng, bool set_up)
{
    const struct game *game;
    struct position start;
    struct moves legal;
    const char *why = "";
    cr_assert(game_find(word_of(id), &game, &start, &why), "%s: %s", id, why);
    record_reset(r, game, &start);
    random_texts(r, rng);
    int ply = 0, begin = set_up && rng_below(rng, 4) == 0 ? (int)rng_below(rng, 8) : 0;
    int length = rng_below(rng, 3) ? RECORD_MOVES_MAX : 1 + (int)rng_below(rng, 50);
    for (game->moves(&r->end, &legal); legal.count; game->moves(&r->end, &legal), ply++) {
        cr_assert(record_play(r, legal.at[rng_below(rng, (uint32_t)legal.count)]));
        if (ply < begin) {
            struct position now = r->end;
            r->start = now; // what was played so far is the board it begins on
            r->count = 0;
        }
        if (r->count >= length)
            break;
    }
    random_notes(r, rng);
    record_settle(r);
    if (r->outcome == OUTCOME_UNKNOWN)
        random_result(r, rng);
}

// ---- comparing ----------------------------------------------------------------------------------

static void check_same_moves(const struct game_record *a, const struct game_record *b,
                             const struct words *w, const char *text)
{
    char id[2][GAME_ID_MAX];
    game_id(a->game, &a->start, id[0]);
    game_id(b->game, &b->start, id[1]);
    cr_assert_str_eq(id[1], id[0], "%s", text);
    cr_assert_eq(b->game->key(&b->start), a->game->key(&a->start), "another start: %s", text);
    cr_assert_eq(b->game->key(&b->end), a->game->key(&a->end), "another end: %s", text);
    cr_assert_eq(b->count, a->count, "%d moves, not %d: %s", b->count, a->count, text);
    for (int i = 0; i < a->count; i++) {
        const struct record_move *m = &a->moves[i], *n = &b->moves[i];
        cr_assert(n->move == m->move && n->side == m->side, "move %d: %s", i + 1, text);
        cr_assert_eq(n->eval, w->evals ? m->eval : RECORD_NO_EVAL, "move %d: %s", i + 1, text);
        cr_assert_eq(n->depth, w->depths ? m->depth : 0, "move %d: %s", i + 1, text);
        cr_assert_eq(n->time, w->times ? m->time : -1, "move %d: %s", i + 1, text);
    }
}

// A text as a form keeps it: in PGN } is written ).
static void check_text(const char *was, const char *is, bool pgn, const char *text)
{
    size_t n = strlen(was);
    cr_assert_eq(strlen(is), n, "\"%s\" became \"%s\": %s", was, is, text);
    for (size_t i = 0; i < n; i++)
        cr_assert(is[i] == was[i] || (pgn && was[i] == '}' && is[i] == ')'),
                  "\"%s\" became \"%s\": %s", was, is, text);
}

static void check_same_texts(const struct game_record *a, const struct game_record *b, bool pgn,
                             const char *text)
{
    for (int i = 0; i < RECORD_TEXTS; i++)
        if (i != RECORD_RESULT && !(i == RECORD_PLACE && !record_get(a, RECORD_PLACE)[0]))
            check_text(record_get(a, (enum record_text)i), record_get(b, (enum record_text)i),
                       pgn && i == RECORD_COMMENT, text);
    for (int i = 0; i < a->count; i++)
        check_text(record_comment(a, i), record_comment(b, i), pgn, text);
}

static void check_same(const struct form_shape *s, const struct game_record *a,
                       const struct game_record *b, const char *text)
{
    const struct words *w = words_of(s->form);
    bool over = a->outcome != OUTCOME_UNKNOWN && a->ending == ENDING_PLAYED;
    check_same_moves(a, b, w, text);
    if (w->texts)
        check_same_texts(a, b, strcmp(s->form, "pgn") == 0 || strcmp(s->form, "fairy") == 0, text);
    if (w->results || over || strcmp(s->form, "wthor") == 0)
        cr_assert_eq(b->outcome, a->outcome, "another result: %s", text);
    if (w->results)
        cr_assert_eq(b->ending, a->ending, "another end: %s", text);
    if (over)
        cr_assert(b->has_margin && b->margin == a->margin, "another margin: %s", text);
}

// ---- round trips --------------------------------------------------------------------------------

static struct record_reader reader_of(const struct form_shape *s, const char *text, size_t length,
                                      bool detect)
{
    const struct record_form *form = record_form_named(word_of(s->form));
    struct record_reader reader;
    const struct game *game;
    struct position start;
    const char *why = "";
    cr_assert_not_null(form, "%s", s->form);
    cr_assert(game_find(word_of(s->id), &game, &start, &why), "%s: %s", s->id, why);
    record_reader_open(&reader, detect ? NULL : form, (struct word){text, length}, game, &start);
    return reader;
}

// Everything but moves in a row ends with a mark, so that a cut is seen.
static void check_cut(const struct form_shape *s, struct rng *rng, const char *text, size_t begin,
                      size_t end)
{
    struct game_record *r = record_new();
    enum record_status status = RECORD_GOOD, last = RECORD_GOOD;
    if (strcmp(s->form, "moves") == 0)
        return record_free(r);
    while (end > begin && (unsigned char)text[end - 1] <= ' ')
        end--;
    size_t length = begin + 1 + rng_below(rng, (uint32_t)(end - begin - 1));
    char *copy = malloc(length);
    memcpy(copy, text, length);
    struct record_reader reader = reader_of(s, copy, length, false);
    while ((status = record_next(&reader, r)) != RECORD_END)
        last = status;
    cr_assert_eq(last, RECORD_BAD, "%s %s cut at %zu: %.*s", s->form, s->id, length - begin,
                 (int)(length - begin), text + begin);
    cr_assert(reader.error.why[0]);
    free(copy);
    record_free(r);
}

// WTHOR wants a result, and a pass that nothing follows leaves no trace in it.
static bool fits_wthor(const struct game_record *r)
{
    return r->outcome != OUTCOME_UNKNOWN && r->moves[r->count - 1].move != MOVE_PASS;
}

static void check_batch(const struct form_shape *s, struct rng *rng, int count)
{
    struct game_record *was[BATCH], *is = record_new();
    const struct record_form *form = record_form_named(word_of(s->form));
    struct record_out out = {0};
    bool set_up = words_of(s->form)->set_up;
    size_t last = 0;
    const char *why = "";
    for (int i = 0; i < count; i++) {
        last = out.length;
        was[i] = record_new();
        do
            random_record(was[i], s->id, rng, set_up);
        while (strcmp(s->form, "wthor") == 0 && !fits_wthor(was[i]));
        cr_assert(record_write(form, was[i], &out, &why), "%s %s: %s", s->form, s->id, why);
    }
    struct record_reader reader = reader_of(s, out.text, out.length, rng_below(rng, 2));
    for (int i = 0; i < count; i++) {
        enum record_status status = record_next(&reader, is);
        cr_assert_eq(status, RECORD_GOOD, "%s %s, %zu:%zu: %s\n%s", s->form, s->id,
                     reader.error.line, reader.error.column, reader.error.why, out.text);
        check_same(s, was[i], is, strcmp(s->form, "wthor") ? out.text : "wthor");
    }
    cr_assert_eq(record_next(&reader, is), RECORD_END);
    check_cut(s, rng, out.text, last, out.length);
    for (int i = 0; i < count; i++)
        record_free(was[i]);
    record_free(is);
    free(out.text);
}

void check_round_trips(const struct form_shape *s, int count)
{
    struct rng rng = {0x7265636f7264};
    for (const char *c = s->id; *c; c++)
        rng.state = rng_mix(rng.state + (uint64_t)*c + (uint64_t)s->form[0]);
    for (; count > 0; count -= BATCH)
        check_batch(s, &rng, count < BATCH ? count : BATCH);
}

// ---- the WTHOR database -------------------------------------------------------------------------

const char *wthor_folder(void)
{
    const char *folder = getenv("WTHOR");
    DIR *d = folder ? opendir(folder) : NULL;
    if (!d)
        return NULL;
    closedir(d);
    return folder;
}

char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    long length;
    *size = 0;
    if (f && fseek(f, 0, SEEK_END) == 0 && (length = ftell(f)) >= 0) {
        rewind(f);
        bytes = malloc((size_t)length + 1);
        if (bytes)
            *size = fread(bytes, 1, (size_t)length, f);
    }
    if (f)
        fclose(f);
    return bytes;
}

static size_t check_wthor_file(const char *path)
{
    size_t size, count = 0;
    char *bytes = read_whole(path, &size);
    struct game_record *r = record_new();
    struct record_reader reader;
    enum record_status status;
    cr_assert_not_null(bytes, "%s", path);
    cr_assert_eq(records_detect((struct word){bytes, size}), &record_wthor, "%s", path);
    record_reader_open(&reader, NULL, (struct word){bytes, size}, r->game, &r->start);
    for (; (status = record_next(&reader, r)) != RECORD_END; count++)
        cr_expect_eq(status, RECORD_GOOD, "%s, game %zu, byte %zu: %s", path, reader.error.line,
                     reader.error.column, reader.error.why);
    cr_expect_eq(16 + 68 * count, size, "%s", path);
    record_free(r);
    free(bytes);
    return count;
}

size_t check_wthor(const char *folder, const char *ending)
{
    size_t count = 0;
    DIR *d = opendir(folder);
    cr_assert_not_null(d, "%s", folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[600];
        size_t n = strlen(e->d_name), m = strlen(ending);
        if (n < m || strcmp(e->d_name + n - m, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        count += check_wthor_file(path);
    }
    closedir(d);
    return count;
}
