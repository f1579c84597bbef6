// SPDX-License-Identifier: MIT
// gomoku_tune.c - plays Gomoku against itself and fits the evaluation to the results.
//
//   gomoku_tune generate FILE GAMES SEED NODES   appends games, one a line: shape, result,
//                                                board, then value found, ? before a stray, move
//   gomoku_tune wander FILE GAMES SEED NODES     appends single positions off the path of such games
//   gomoku_tune fit OUT.c FILE...                writes the weights as engine/gomoku/weights.c
//   gomoku_tune refit OUT.c FILE...              the same, beginning at the weights in the tree
//
// The same seed and node count give the same games on every machine; scripts/train-gomoku runs the
// whole of it.
//
// The model: the mover's chance is 1 / (1 + exp(-z)), z the sum over the empty cells of what their
// four patterns are worth to the mover, less the same for the other side, plus a term for the
// threats on the board, plus what a small network makes of each side's traits (weights.h). A kind
// of cell is worth the sum of its patterns plus a correction of its own, and only the correction
// and the traits are held near zero, so kinds seldom seen stay sensible.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/gomoku/threat.h"
#include "engine/gomoku/weights.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "engine/session.h"

enum {
    GAME_LINE_MAX = 1 << 14,
    STRAY_ONE_IN = 32,
    BALANCED = 100, // hundredths: of four openings three are those where nobody is further ahead
    UNIT = 200      // hundredths for one unit of z
};

// How a fit goes: how often it sees every position, how fast it learns at first, how much slower
// the rows of the kinds do, and how much of a position's target is the game's result; the rest is
// the value the search found. Those of the refit were chosen by how held-back games ended: twice
// the rate for ten epochs was worse there, and so was a share of 0.5. The weights it made of 13,000
// games were not stronger than those it began with (RESULTS.md).
struct plan {
    bool anew;
    int epochs, batch;
    double rate, rows, outcome;
};

static const struct plan fit_plan = {true, 12, 512, 0.002, 1, 0.5};
static const struct plan refit_plan = {false, 6, 256, 0.001, 0.2, 0.8};

static const char *const shapes[] = {"15", "15,free", "15", "20,free"};

// One position of the training set: where its kinds begin in the pool, and what came of it.
struct sample {
    uint32_t first;
    uint16_t mine, theirs; // how many kinds of each side follow
    uint8_t situation;
    float target; // the chance to learn
    float result; // 1 the mover won, 0 lost; negative when a stray move decided it
};

struct set {
    struct sample *samples;
    uint16_t *kinds;
    size_t count, room, used, kinds_room;
    const struct plan *plan;
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

// A move near the stones that nobody chose, so that the fit sees positions where one side erred.
static bool stray_move(const struct position *p, struct rng *r, move *out)
{
    static struct field f;
    struct gomoku b = gomoku_load(p);
    move list[CELLS_MAX];
    field_set(&f, &b);
    int count = eval_candidates(&f, list);
    *out = list[rng_below(r, (uint32_t)count)];
    return count > 0;
}

// What a search of about so many nodes thinks.
static struct thought ask(struct session *s, const struct position *p, struct rng *r,
                          uint64_t nodes)
{
    struct limits l = limits_none();
    struct thought t;
    const char *why;
    l.nodes = nodes / 2 + rng_below(r, (uint32_t)nodes);
    session_set_position(s, &gomoku_game, p);
    if (!session_think(s, &l, &t, &why))
        die(why);
    return t;
}

static void play_game(FILE *out, const char *shape, struct rng *r, uint64_t nodes,
                      struct session *s)
{
    struct position p;
    const char *why;
    struct grid g;
    char text[MOVE_TEXT_MAX], line[GAME_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    int margin;
    bool any = rng_below(r, 4) == 0;
    do {
        if (!gomoku_game.start(&p, shape, &why))
            die(why);
        random_opening(&p, r);
        session_forget(s);
    } while (!any && abs(ask(s, &p, r, nodes).score) > BALANCED);
    gomoku_game.to_grid(&p, &g);
    board_print(&g, &w);
    while (!gomoku_game.over(&p, &margin)) {
        struct thought t = ask(s, &p, r, nodes);
        if (abs(t.score) >= SCORE_WIN_MIN) { // the rest is known
            margin = (t.score > 0) == (gomoku_load(&p).to_move == FIRST) ? 1 : -1;
            break;
        }
        bool stray = rng_below(r, STRAY_ONE_IN) == 0 && stray_move(&p, r, &t.best);
        move_print(gomoku_game.notation, &g, t.best, text);
        write_text(&w, " %d%s %s", t.score, stray ? " ?" : "", text);
        gomoku_game.play(&p, t.best);
    }
    fprintf(out, "%s %d %s\n", shape, margin, line);
}

// Plays a move such as a search comes upon: the best of three drawn by lot, by what it makes and
// takes.
static void wander_on(struct position *p, struct rng *r)
{
    static struct field f;
    struct gomoku b = gomoku_load(p);
    move list[CELLS_MAX];
    field_set(&f, &b);
    int count = eval_candidates(&f, list);
    if (!count)
        return;
    move best = list[rng_below(r, (uint32_t)count)];
    for (int i = 0; i < 2; i++) {
        move m = list[rng_below(r, (uint32_t)count)];
        best = eval_move(&f, m) > eval_move(&f, best) ? m : best;
    }
    gomoku_game.play(p, best);
}

// Writes down what a position that a search may come upon from here is worth: a game of one move
// that nobody chose.
static void note_wandering(FILE *out, const char *shape, struct position p, struct rng *r,
                           uint64_t nodes, struct session *s)
{
    struct grid g;
    char text[MOVE_TEXT_MAX], line[GAME_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    int margin;
    for (int plies = 1 + (int)rng_below(r, 4); plies > 0 && !gomoku_game.over(&p, &margin); plies--)
        wander_on(&p, r);
    if (gomoku_game.over(&p, &margin))
        return;
    struct thought t = ask(s, &p, r, nodes);
    if (abs(t.score) >= SCORE_WIN_MIN)
        return;
    gomoku_game.to_grid(&p, &g);
    board_print(&g, &w);
    move_print(gomoku_game.notation, &g, t.best, text);
    fprintf(out, "%s 0 %s %d ? %s\n", shape, line, t.score, text);
}

// A quick game, and from each of its positions a few that a search may come upon.
static void wander(FILE *out, const char *shape, struct rng *r, uint64_t nodes, struct session *s)
{
    struct position p;
    const char *why;
    int margin;
    if (!gomoku_game.start(&p, shape, &why))
        die(why);
    random_opening(&p, r);
    session_forget(s);
    while (!gomoku_game.over(&p, &margin)) {
        struct thought t = ask(s, &p, r, nodes / 8 + 1);
        if (abs(t.score) >= SCORE_WIN_MIN)
            break;
        for (int i = 0; i < 2; i++)
            note_wandering(out, shape, p, r, nodes, s);
        gomoku_game.play(&p, t.best);
    }
}

static void generate(const char *path, int count, uint64_t seed, uint64_t nodes, bool wandering)
{
    FILE *out = need(fopen(path, "a"));
    struct session *s = need(session_new_sized((struct listener){0}, 1, 1));
    struct rng r = {seed};
    for (int i = 0; i < count; i++) {
        const char *shape = shapes[i % (int)LENGTH(shapes)];
        if (wandering)
            wander(out, shape, &r, nodes, s);
        else
            play_game(out, shape, &r, nodes, s);
        fflush(out);
    }
    fclose(out);
    session_free(s);
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

static void add_sample(struct set *t, const struct field *f, double target, double result)
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
    s->target = (float)target;
    s->result = (float)result;
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
    const char *stray = strrchr(text, '?'); // before it the result says little
    while (word_next(&rest, &name)) {
        move m;
        int64_t score;
        struct gomoku position = gomoku_load(&p);
        if (!word_int(name, -SCORE_INFINITE, SCORE_INFINITE, &score) || !word_next(&rest, &name) ||
            (word_is(name, "?") && !word_next(&rest, &name)))
            die("a score of the games file cannot be read");
        field_set(f, &position);
        double outcome = 0.5 + 0.5 * (double)result * (f->to_move == FIRST ? 1 : -1);
        double found = 1 / (1 + exp(-(double)score / UNIT));
        bool strayed = stray && name.text < stray + 3;
        double share = strayed ? 0 : t->plan->outcome;
        if (quiet(f, w))
            add_sample(t, f, share * outcome + (1 - share) * found, strayed ? -1 : outcome);
        if (!move_parse(gomoku_game.notation, &g, name, &m) || !gomoku_game.play(&p, m))
            die("a move of the games file cannot be played");
    }
}

// The model while it is fitted. A kind's row holds its traits, then its worth to the mover and to
// the other side; the worths are the sum of the four patterns' plus a correction.
enum { ROW = TRAITS + 2, INPUTS = 2 * TRAITS };

struct net {
    float own[CODE_KINDS][ROW], part[PATTERN_KINDS][2];
    float situation[SITUATIONS], bias[INPUTS];
    float hidden[HIDDEN][INPUTS], hidden_bias[HIDDEN], out[HIDDEN];
};

enum {
    PARAMETERS = sizeof(struct net) / sizeof(float),
    OF_ROWS = offsetof(struct net, situation) / sizeof(float) // so many come first
};

struct model {
    const struct plan *plan;
    struct net net, gradient, mean, square;
    float begun[CODE_KINDS][ROW]; // what the kinds' own rows are held near
    float row[CODE_KINDS][ROW], slope[CODE_KINDS][ROW];
    uint8_t patterns[CODE_KINDS][4];
    int steps;
};

// A number evenly spread over [-1, 1].
static float spread(struct rng *r)
{
    return (float)rng_below(r, 2001) / 1000 - 1;
}

// Which patterns a kind is made of.
static void set_patterns(struct model *m)
{
    for (int code = 0; code < CODES; code++) {
        bool real = true;
        for (int i = 0; i < 4; i++)
            real &= (code >> (4 * i) & 15) < PATTERN_KINDS;
        for (int i = 0; real && i < 4; i++)
            m->patterns[gomoku_code_kind[code]][i] = (uint8_t)(code >> (4 * i) & 15);
    }
}

// Begins with numbers drawn by lot.
static void begin_anew(struct model *m, struct rng *r)
{
    for (int kind = 0; kind < CODE_KINDS; kind++)
        for (int k = 0; k < TRAITS; k++)
            m->net.own[kind][k] = 0.02F * spread(r);
    for (int i = 0; i < INPUTS; i++)
        m->net.bias[i] = 0.5F;
    for (int i = 0; i < HIDDEN; i++) {
        m->net.out[i] = 0.25F * spread(r);
        for (int k = 0; k < INPUTS; k++)
            m->net.hidden[i][k] = 0.25F * spread(r);
    }
}

// Begins with the weights in the tree.
static void begin_here(struct model *m)
{
    struct net *n = &m->net;
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++)
            n->own[kind][k] = k < TRAITS ? (float)gomoku_trait[kind][k] / TRAIT_ONE
                                         : (float)gomoku_weight[kind][k - TRAITS] / UNIT;
    memcpy(m->begun, n->own, sizeof m->begun);
    for (int i = 0; i < SITUATIONS; i++)
        n->situation[i] = (float)gomoku_situation_weight[i] / UNIT;
    for (int k = 0; k < INPUTS; k++)
        n->bias[k] = (float)gomoku_trait_bias[k / TRAITS][k % TRAITS] / TRAIT_ONE;
    for (int i = 0; i < HIDDEN; i++) {
        n->hidden_bias[i] = (float)gomoku_hidden_bias[i] / (TRAIT_ONE * HIDDEN_ONE);
        n->out[i] = (float)gomoku_out[i] / (UNIT * OUT_ONE);
        for (int k = 0; k < INPUTS; k++)
            n->hidden[i][k] = (float)gomoku_hidden[k / 2][i][k % 2] / HIDDEN_ONE;
    }
}

// Adds up the rows of the kinds; that of a dead cell stays zero.
static void spread_rows(struct model *m)
{
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++) {
            m->row[kind][k] = m->net.own[kind][k];
            for (int i = 0; k >= TRAITS && i < 4; i++)
                m->row[kind][k] += m->net.part[m->patterns[kind][i]][k - TRAITS];
        }
}

// Gathers the batch's gradient of the rows into that of their parts.
static void gather_gradient(struct model *m)
{
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++) {
            float slope = m->slope[kind][k];
            m->gradient.own[kind][k] =
                slope + 1e-3F * (m->net.own[kind][k] - m->begun[kind][k]) / (float)m->plan->batch;
            for (int i = 0; k >= TRAITS && i < 4; i++)
                m->gradient.part[m->patterns[kind][i]][k - TRAITS] += slope;
        }
}

// One step of every weight by its own scale (Adam: Kingma, Ba 2015), then a clean slate.
static void step(struct model *m, double rate)
{
    float *w = (float *)&m->net, *g = (float *)&m->gradient;
    float *mean = (float *)&m->mean, *square = (float *)&m->square;
    gather_gradient(m);
    m->steps++;
    float fix_mean = (float)(1 - pow(0.9, m->steps)),
          fix_square = (float)(1 - pow(0.999, m->steps));
    for (int i = 0; i < PARAMETERS; i++) {
        float pace = (float)(i < OF_ROWS ? rate * m->plan->rows : rate);
        mean[i] += 0.1F * (g[i] - mean[i]);
        square[i] += 0.001F * (g[i] * g[i] - square[i]);
        w[i] -= pace * mean[i] / fix_mean / (1e-8F + sqrtf(square[i] / fix_square));
    }
    memset(&m->gradient, 0, sizeof m->gradient);
    memset(m->slope, 0, sizeof m->slope);
    spread_rows(m);
}

// What a sample's value is made of on the way to it.
struct pass {
    float sum[INPUTS], in[INPUTS], hidden[HIDDEN];
    float chance;
};

static float clip(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void forward(const struct model *m, const struct set *t, const struct sample *s,
                    struct pass *p)
{
    const uint16_t *kinds = &t->kinds[s->first];
    const struct net *n = &m->net;
    float z = n->situation[s->situation];
    memcpy(p->sum, n->bias, sizeof p->sum);
    for (int i = 0; i < s->mine + s->theirs; i++) {
        const float *row = m->row[kinds[i]];
        float *sum = &p->sum[i < s->mine ? 0 : TRAITS];
        for (int k = 0; k < TRAITS; k++)
            sum[k] += row[k];
        z += i < s->mine ? row[TRAITS] : -row[TRAITS + 1];
    }
    for (int k = 0; k < INPUTS; k++)
        p->in[k] = clip(p->sum[k]);
    for (int i = 0; i < HIDDEN; i++) {
        float x = n->hidden_bias[i];
        for (int k = 0; k < INPUTS; k++)
            x += n->hidden[i][k] * p->in[k];
        p->hidden[i] = x > 0 ? x : 0;
        z += n->out[i] * p->hidden[i];
    }
    p->chance = 1 / (1 + expf(-z));
}

static void backward(struct model *m, const struct set *t, const struct sample *s,
                     const struct pass *p)
{
    const uint16_t *kinds = &t->kinds[s->first];
    struct net *g = &m->gradient;
    float error = (p->chance - s->target) / (float)m->plan->batch, in[INPUTS] = {0};
    g->situation[s->situation] += error;
    for (int i = 0; i < HIDDEN; i++) {
        float slope = p->hidden[i] > 0 ? error * m->net.out[i] : 0;
        g->out[i] += error * p->hidden[i];
        g->hidden_bias[i] += slope;
        for (int k = 0; k < INPUTS; k++) {
            g->hidden[i][k] += slope * p->in[k];
            in[k] += slope * m->net.hidden[i][k];
        }
    }
    for (int k = 0; k < INPUTS; k++) {
        in[k] = p->sum[k] > 0 && p->sum[k] < 1 ? in[k] : 0;
        g->bias[k] += in[k];
    }
    for (int i = 0; i < s->mine + s->theirs; i++) {
        float *slope = m->slope[kinds[i]];
        const float *from = &in[i < s->mine ? 0 : TRAITS];
        for (int k = 0; k < TRAITS; k++)
            slope[k] += from[k];
        slope[i < s->mine ? TRAITS : TRAITS + 1] += i < s->mine ? error : -error;
    }
}

// How surprising a chance is to who has the target.
static double loss(double chance, double target)
{
    return -target * log(chance > 1e-7 ? chance : 1e-7) -
           (1 - target) * log(1 - chance > 1e-7 ? 1 - chance : 1e-7);
}

// A sample's loss; its gradient is added to the batch.
static double learn(struct model *m, const struct set *t, const struct sample *s)
{
    struct pass p;
    forward(m, t, s, &p);
    backward(m, t, s, &p);
    return loss((double)p.chance, (double)s->target);
}

// Says how well the samples from `first` on are foretold, by their targets and by how the games
// ended.
static void judge(const struct model *m, const struct set *t, size_t first)
{
    double by_target = 0, by_result = 0, asked = 0, decided = 0;
    for (size_t i = first; i < t->count; i++) {
        const struct sample *s = &t->samples[i];
        struct pass p;
        forward(m, t, s, &p);
        by_target += loss((double)p.chance, (double)s->target);
        asked++;
        if (s->result >= 0) {
            by_result += loss((double)p.chance, (double)s->result);
            decided++;
        }
    }
    printf("unseen %.4f, game's end %.4f\n", by_target / (asked > 0 ? asked : 1),
           by_result / (decided > 0 ? decided : 1));
    fflush(stdout);
}

// Writes `count` numbers at a scale as whole ones, `wide` to a line.
static void write_numbers(FILE *out, const float *from, int count, int wide, float scale)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%ld,", i % wide ? " " : "\n    ", lrintf(scale * from[i]));
    fprintf(out, "\n};\n");
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
    write_numbers(out, m->net.situation, SITUATIONS, 16, UNIT);
    fprintf(out, "\nconst traits gomoku_trait_bias[2] = {\n");
    for (int i = 0; i < 2; i++) {
        fprintf(out, "    {");
        for (int k = 0; k < TRAITS; k++)
            fprintf(out, "%s%ld", k ? ", " : "", lrintf(TRAIT_ONE * m->net.bias[i * TRAITS + k]));
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n\n_Alignas(16) const int16_t gomoku_hidden[TRAITS][HIDDEN][2] = {");
    for (int i = 0; i < TRAITS; i++) {
        fprintf(out, "\n    {");
        for (int k = 0; k < HIDDEN; k++)
            fprintf(out, "%s{%ld, %ld}", k ? ", " : "",
                    lrintf(HIDDEN_ONE * m->net.hidden[k][2 * i]),
                    lrintf(HIDDEN_ONE * m->net.hidden[k][2 * i + 1]));
        fprintf(out, "},");
    }
    fprintf(out, "\n};\n");
    fprintf(out, "\n_Alignas(16) const int32_t gomoku_hidden_bias[HIDDEN] = {");
    write_numbers(out, m->net.hidden_bias, HIDDEN, 8, TRAIT_ONE * HIDDEN_ONE);
    fprintf(out, "\n_Alignas(16) const int16_t gomoku_out[HIDDEN] = {");
    write_numbers(out, m->net.out, HIDDEN, 8, UNIT * OUT_ONE);
    fprintf(out, "\nconst int16_t gomoku_weight[CODE_KINDS][2] = {");
    for (int i = 0; i < CODE_KINDS; i++)
        fprintf(out, "%s{%ld, %ld},", i % 7 ? " " : "\n    ", lrintf(UNIT * m->row[i][TRAITS]),
                lrintf(UNIT * m->row[i][TRAITS + 1]));
    fprintf(out, "\n};\n\nconst traits gomoku_trait[CODE_KINDS] = {");
    for (int i = 0; i < CODE_KINDS; i++) {
        fprintf(out, "%s{", i % 2 ? " " : "\n    ");
        for (int k = 0; k < TRAITS; k++)
            fprintf(out, "%s%ld", k ? ", " : "", lrintf(TRAIT_ONE * m->row[i][k]));
        fprintf(out, "},");
    }
    fprintf(out, "\n};\n// clang-format on\n");
    fclose(out);
}

static void shuffle(struct set *t, size_t count, struct rng *r)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)(rng_next(r) % i);
        struct sample s = t->samples[i - 1];
        t->samples[i - 1] = t->samples[k];
        t->samples[k] = s;
    }
}

static void fit(struct set *t, const char *path)
{
    struct model *m = need(calloc(1, sizeof *m));
    struct rng r = {1};
    const struct plan *plan = m->plan = t->plan;
    size_t learned = t->count - t->count / 12; // the last games are only asked about
    double steps = (double)learned * plan->epochs;
    set_patterns(m);
    if (plan->anew)
        begin_anew(m, &r);
    else
        begin_here(m);
    spread_rows(m);
    judge(m, t, learned);
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        double seen = 0;
        shuffle(t, learned, &r);
        for (size_t i = 0; i < learned; i++) {
            double done = (double)(learned * (size_t)epoch + i) / steps;
            seen += learn(m, t, &t->samples[i]);
            if ((int)(i % (size_t)plan->batch) == plan->batch - 1)
                step(m, plan->rate * pow(0.02, done));
        }
        printf("epoch %d: loss %.4f seen, ", epoch + 1, seen / (double)learned);
        judge(m, t, learned);
    }
    write_weights(m, path);
    free(m);
}

static void fit_files(const struct plan *plan, const char *path, int files, char **names)
{
    struct set t = {.plan = plan};
    struct field *f = need(aligned_alloc(64, (sizeof *f + 63) & ~(size_t)63));
    struct session *session = need(session_new_sized((struct listener){0}, 16, 1));
    struct limits none = limits_none();
    struct search *s = session_search(session, &none);
    atomic_bool never = false;
    struct worker w = {.search = s, .finished = &never, .node_limit = UINT64_MAX};
    w.tt = tt_on(s->memory, "gomoku tune");
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
    session_free(session);
}

int main(int argc, char **argv)
{
    int64_t count, seed, nodes;
    games_init();
    bool wandering = argc == 6 && word_is(word_of(argv[1]), "wander");
    if (argc == 6 && (wandering || word_is(word_of(argv[1]), "generate")) &&
        word_int(word_of(argv[3]), 1, 1 << 30, &count) &&
        word_int(word_of(argv[4]), 0, INT64_MAX, &seed) &&
        word_int(word_of(argv[5]), 1, 1 << 30, &nodes))
        generate(argv[2], (int)count, (uint64_t)seed, (uint64_t)nodes, wandering);
    else if (argc >= 4 && word_is(word_of(argv[1]), "fit"))
        fit_files(&fit_plan, argv[2], argc - 3, argv + 3);
    else if (argc >= 4 && word_is(word_of(argv[1]), "refit"))
        fit_files(&refit_plan, argv[2], argc - 3, argv + 3);
    else
        die("usage: generate|wander FILE GAMES SEED NODES, or fit|refit OUT.c FILE...");
    return 0;
}
