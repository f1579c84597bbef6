// SPDX-License-Identifier: MIT
// gomoku_tune.c - plays Gomoku against itself and fits the evaluation to the results.
//
//   gomoku_tune generate FILE GAMES SEED NODES   appends games, one a line: shape, result, moves
//   gomoku_tune fit OUT.c FILE...                writes the weights as engine/gomoku/weights.c
//
// The same seed and node count give the same games on every machine; scripts/tune-gomoku runs the
// whole of it as it was run for the weights in the tree.
//
// The model: the mover's chance is 1 / (1 + exp(-z)), z the sum over the empty cells of what their
// four patterns are worth to the mover, less the same for the other side, plus a term for the
// threats on the board. A kind of cell is worth the sum of its patterns plus a correction of its
// own, and only the correction is held near zero, so kinds seldom seen stay sensible.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/gomoku/threat.h"
#include "engine/gomoku/weights.h"
#include "engine/notation.h"
#include "engine/pool.h"
#include "engine/rng.h"

enum { GAME_LINE_MAX = 4096, EPOCHS = 16, UNIT = 200 /* hundredths for one unit of z */ };

static const char *const shapes[] = {"15", "15,free", "15", "20,free"};

// One position of the training set: where its kinds begin in the pool, and what came of it.
struct sample {
    uint32_t first;
    uint16_t mine, theirs; // how many kinds of each side follow
    uint8_t situation;
    float result; // 1 the mover won, 0 lost
};

struct set {
    struct sample *samples;
    uint16_t *kinds;
    size_t count, room, used, kinds_room;
};

static void die(const char *why)
{
    fprintf(stderr, "gomoku_tune: %s\n", why);
    exit(1);
}

static void *need(void *memory)
{
    if (!memory)
        die("out of memory");
    return memory;
}

// A few stones scattered around the middle, the same number each or one more for the first.
static void random_opening(struct position *p, struct rng *r)
{
    struct grid g;
    gomoku_game.to_grid(p, &g);
    int stones = 2 + (int)rng_below(r, 6), span = 7, corner = (g.width - span) / 2;
    while (stones > 0)
        stones -= gomoku_game.play(p, move_at(corner + (int)rng_below(r, (uint32_t)span),
                                              corner + (int)rng_below(r, (uint32_t)span)));
}

static void play_game(FILE *out, const char *shape, struct rng *r, uint64_t nodes,
                      struct memory *memory, struct pool *pool)
{
    struct position p;
    const char *why;
    struct grid g;
    char text[MOVE_TEXT_MAX], line[GAME_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    int margin;
    if (!gomoku_game.start(&p, shape, &why))
        die(why);
    random_opening(&p, r);
    gomoku_game.to_grid(&p, &g);
    board_print(&g, &w);
    memory_clear(memory);
    while (!gomoku_game.over(&p, &margin)) {
        struct clock clock;
        atomic_bool stop = false;
        struct search s = {.clock = &clock, .memory = memory, .pool = pool, .stop = &stop};
        s.limits = (struct limits){.time = {-1, -1}, .move_time = -1, .multipv = 1};
        s.limits.nodes = nodes / 2 + rng_below(r, (uint32_t)nodes);
        clock_plan(&clock, &s.limits, FIRST, 1, 0, clock_now());
        struct thought t = gomoku_game.think(&p, &s);
        move_print(gomoku_game.notation, &g, t.best, text);
        write_text(&w, " %s", text);
        gomoku_game.play(&p, t.best);
    }
    fprintf(out, "%s %d %s\n", shape, margin, line);
}

static void generate(const char *path, int games, uint64_t seed, uint64_t nodes)
{
    FILE *out = need(fopen(path, "a"));
    struct memory *memory = need(memory_new(16));
    struct pool *pool = need(pool_new(1));
    struct rng r = {seed};
    for (int i = 0; i < games; i++) {
        play_game(out, shapes[i % (int)LENGTH(shapes)], &r, nodes, memory, pool);
        fflush(out);
    }
    fclose(out);
    pool_free(pool);
    memory_free(memory);
}

// Adds the kinds of every empty cell for one side.
static int add_kinds(struct set *t, const struct field *f, int side)
{
    int n = 0;
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;) {
            uint16_t kind = gomoku_code_kind[code_of(f->code[move_at(bit_take(&row), y)], side)];
            if (kind) {
                t->kinds[t->used++] = kind;
                n++;
            }
        }
    return n;
}

static void add_sample(struct set *t, const struct field *f, float result)
{
    if (t->count == t->room) {
        t->room = t->room ? t->room * 2 : 1 << 16;
        t->samples = need(realloc(t->samples, t->room * sizeof *t->samples));
    }
    if (t->used + 2 * CELLS_MAX > t->kinds_room) {
        t->kinds_room = t->kinds_room ? t->kinds_room * 2 : 1 << 22;
        t->kinds = need(realloc(t->kinds, t->kinds_room * sizeof *t->kinds));
    }
    struct sample *s = &t->samples[t->count++];
    s->first = (uint32_t)t->used;
    s->mine = (uint16_t)add_kinds(t, f, f->to_move);
    s->theirs = (uint16_t)add_kinds(t, f, f->to_move ^ 1);
    s->situation = (uint8_t)eval_situation(f);
    s->result = result;
}

// True when nobody has a win that the threat search sees: what the evaluation is asked about.
static bool quiet(struct field *f, struct worker *w)
{
    bool cut;
    int me = f->to_move;
    if (field_count(f, me, COUNT_FIVE) || field_count(f, me ^ 1, COUNT_FIVE) ||
        field_count(f, me, COUNT_FOUR_OPEN))
        return false;
    return vcf_search(f, w, 10, 500, &cut, NULL) == 0;
}

// Replays one line of a games file and samples its quiet positions.
static void read_game(struct set *t, struct field *f, struct worker *w, const char *text)
{
    struct word rest = word_of(text), shape, margin, board, side, name;
    struct position p;
    struct grid like, g;
    const char *why;
    char shape_text[GAME_ID_MAX], board_text[BOARD_TEXT_MAX];
    int64_t result;
    if (!word_next(&rest, &shape) || !word_copy(shape, shape_text, sizeof shape_text) ||
        !gomoku_game.start(&p, shape_text, &why) || !word_next(&rest, &margin) ||
        !word_int(margin, -1, 1, &result) || !word_next(&rest, &board) || !word_next(&rest, &side))
        die("a line of the games file cannot be read");
    gomoku_game.to_grid(&p, &like);
    struct writer b = writer_on(board_text, sizeof board_text);
    write_text(&b, "%.*s %.*s", (int)board.length, board.text, (int)side.length, side.text);
    if (!board_parse(&g, &like, word_of(board_text), &why) ||
        !gomoku_game.from_grid(&p, &p, &g, &why))
        die(why);
    while (word_next(&rest, &name)) {
        move m;
        struct gomoku position = gomoku_load(&p);
        field_set(f, &position);
        if (quiet(f, w))
            add_sample(t, f, (float)(0.5 + 0.5 * (double)result * (f->to_move == FIRST ? 1 : -1)));
        if (!move_parse(gomoku_game.notation, &g, name, &m) || !gomoku_game.play(&p, m))
            die("a move of the games file cannot be played");
    }
}

// The weights while they are fitted, one vector: for [0] the mover and [1] the other side 13
// patterns and 1820 kinds, then the situations.
enum {
    TURN_WEIGHTS = PATTERN_KINDS + CODE_KINDS,
    WEIGHTS = 2 * TURN_WEIGHTS + SITUATIONS,
    BATCH = 256,
};

struct model {
    double weight[WEIGHTS], gradient[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
    double value[2][CODE_KINDS]; // the worth of a kind with the weights as they are
    double slope[2][CODE_KINDS]; // its gradient over the batch
    uint8_t patterns[CODE_KINDS][4];
    int steps;
};

static void set_up(struct model *m)
{
    for (int code = 0; code < CODES; code++) {
        bool real = true;
        for (int i = 0; i < 4; i++)
            real &= (code >> (4 * i) & 15) < PATTERN_KINDS;
        for (int i = 0; real && i < 4; i++)
            m->patterns[gomoku_code_kind[code]][i] = (uint8_t)(code >> (4 * i) & 15);
    }
}

// Adds up what each kind is worth.
static void spread_weights(struct model *m)
{
    for (int turn = 0; turn < 2; turn++) {
        const double *w = &m->weight[turn * TURN_WEIGHTS];
        for (int kind = 0; kind < CODE_KINDS; kind++) {
            m->value[turn][kind] = w[PATTERN_KINDS + kind];
            for (int i = 0; i < 4; i++)
                m->value[turn][kind] += w[m->patterns[kind][i]];
        }
    }
}

// Gathers the batch's gradient of the kinds into that of the weights.
static void gather_gradient(struct model *m)
{
    for (int turn = 0; turn < 2; turn++) {
        double *g = &m->gradient[turn * TURN_WEIGHTS];
        const double *w = &m->weight[turn * TURN_WEIGHTS];
        for (int kind = 0; kind < CODE_KINDS; kind++) {
            double slope = m->slope[turn][kind];
            g[PATTERN_KINDS + kind] = slope + 1e-3 * w[PATTERN_KINDS + kind];
            for (int i = 0; i < 4; i++)
                g[m->patterns[kind][i]] += slope;
        }
    }
}

// One step of every weight by its own scale (Adam: Kingma, Ba 2015), then a clean slate.
static void step(struct model *m, double rate)
{
    gather_gradient(m);
    m->steps++;
    double fix_mean = 1 - pow(0.9, m->steps), fix_square = 1 - pow(0.999, m->steps);
    for (int i = 0; i < WEIGHTS; i++) {
        double g = m->gradient[i];
        m->mean[i] += 0.1 * (g - m->mean[i]);
        m->square[i] += 0.001 * (g * g - m->square[i]);
        m->weight[i] -= rate * m->mean[i] / fix_mean / (1e-8 + sqrt(m->square[i] / fix_square));
    }
    memset(m->gradient, 0, sizeof m->gradient);
    memset(m->slope, 0, sizeof m->slope);
    spread_weights(m);
}

// A sample's loss; with learn true its gradient is added to the batch.
static double visit(struct model *m, const struct set *t, const struct sample *s, bool learn)
{
    const uint16_t *k = &t->kinds[s->first];
    int situation = 2 * TURN_WEIGHTS + s->situation;
    double z = m->weight[situation], result = (double)s->result;
    for (int i = 0; i < s->mine; i++)
        z += m->value[0][k[i]];
    for (int i = 0; i < s->theirs; i++)
        z -= m->value[1][k[s->mine + i]];
    double p = 1 / (1 + exp(-z)), error = (p - result) / BATCH;
    for (int i = 0; learn && i < s->mine; i++)
        m->slope[0][k[i]] += error;
    for (int i = 0; learn && i < s->theirs; i++)
        m->slope[1][k[s->mine + i]] -= error;
    if (learn)
        m->gradient[situation] += error;
    return -result * log(p > 1e-9 ? p : 1e-9) - (1 - result) * log(1 - p > 1e-9 ? 1 - p : 1e-9);
}

static void write_weights(const struct model *m, const char *path)
{
    FILE *out = need(fopen(path, "w"));
    fprintf(out, "// SPDX-License-Identifier: MIT\n"
                 "// Written by scripts/gomoku_tune; do not edit.\n"
                 "#include \"engine/gomoku/weights.h\"\n\n// clang-format off\n"
                 "const int16_t gomoku_attack_weight[PATTERN_KINDS] = {");
    for (int i = 0; i < PATTERN_KINDS; i++)
        fprintf(out, "%s%d", i ? ", " : "", gomoku_attack_weight[i]);
    fprintf(out, "};\n\nconst int16_t gomoku_situation_weight[SITUATIONS] = {");
    for (int i = 0; i < SITUATIONS; i++)
        fprintf(out, "%s%.0f,", i % 16 ? " " : "\n    ", UNIT * m->weight[2 * TURN_WEIGHTS + i]);
    fprintf(out, "\n};\n\nconst int16_t gomoku_weight[CODE_KINDS][2] = {");
    for (int i = 0; i < CODE_KINDS; i++)
        fprintf(out, "%s{%.0f, %.0f},", i % 7 ? " " : "\n    ", UNIT * m->value[0][i],
                UNIT * m->value[1][i]);
    fprintf(out, "\n};\n// clang-format on\n");
    fclose(out);
}

static void fit(struct set *t, const char *path)
{
    struct model *m = need(calloc(1, sizeof *m));
    struct rng r = {1};
    size_t kept = t->count / 12; // the last games are not learned from but asked about
    set_up(m);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double seen = 0, unseen = 0;
        size_t learned = t->count - kept;
        for (size_t i = learned; i > 1; i--) {
            size_t k = (size_t)(rng_next(&r) % i);
            struct sample s = t->samples[i - 1];
            t->samples[i - 1] = t->samples[k];
            t->samples[k] = s;
        }
        double rate = 0.003 * pow(0.02, (double)epoch / EPOCHS);
        for (size_t i = 0; i < learned; i++) {
            seen += visit(m, t, &t->samples[i], true);
            if (i % BATCH == BATCH - 1)
                step(m, rate);
        }
        for (size_t i = learned; i < t->count; i++)
            unseen += visit(m, t, &t->samples[i], false);
        printf("epoch %d: loss %.4f seen, %.4f unseen\n", epoch + 1, seen / (double)learned,
               unseen / (double)(kept ? kept : 1));
        fflush(stdout);
    }
    write_weights(m, path);
    free(m);
}

static void fit_files(const char *path, int files, char **names)
{
    struct set t = {0};
    struct field *f = need(aligned_alloc(64, (sizeof *f + 63) & ~(size_t)63));
    struct memory *memory = need(memory_new(16));
    atomic_bool never = false;
    struct clock clock = {.soft = CLOCK_NEVER, .hard = CLOCK_NEVER};
    struct search s = {.clock = &clock, .stop = &never};
    struct worker w = {.search = &s, .finished = &never, .node_limit = UINT64_MAX};
    w.tt = tt_on(memory, "gomoku tune");
    char line[GAME_LINE_MAX];
    for (int i = 0; i < files; i++) {
        FILE *in = need(fopen(names[i], "r"));
        while (fgets(line, sizeof line, in)) {
            line[strcspn(line, "\r\n")] = '\0';
            read_game(&t, f, &w, line);
        }
        fclose(in);
    }
    printf("%zu positions\n", t.count);
    if (t.count)
        fit(&t, path);
    free(t.samples);
    free(t.kinds);
    free(f);
    memory_free(memory);
}

int main(int argc, char **argv)
{
    int64_t games, seed, nodes;
    gomoku_game.init();
    if (argc == 6 && word_is(word_of(argv[1]), "generate") &&
        word_int(word_of(argv[3]), 1, 1 << 30, &games) &&
        word_int(word_of(argv[4]), 0, INT64_MAX, &seed) &&
        word_int(word_of(argv[5]), 1, 1 << 30, &nodes))
        generate(argv[2], (int)games, (uint64_t)seed, (uint64_t)nodes);
    else if (argc >= 4 && word_is(word_of(argv[1]), "fit"))
        fit_files(argv[2], argc - 3, argv + 3);
    else
        die("usage: generate FILE GAMES SEED NODES, or fit OUT.c FILE...");
    return 0;
}
