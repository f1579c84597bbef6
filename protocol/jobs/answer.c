// SPDX-License-Identifier: MIT
#include "protocol/jobs/answer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/deepen.h"
#include "engine/notation.h"

// ---- what is known ------------------------------------------------------------------------------

// The score in the game's own points; a win in some plies is a win.
static int points(int score)
{
    return score >= SCORE_WIN_MIN ? 1 : score <= -SCORE_WIN_MIN ? -1 : score / 100;
}

static const char *bound_name(bool proven, enum bound bound)
{
    static const char *const names[] = {
        [BOUND_EXACT] = "exact", [BOUND_LOWER] = "lower", [BOUND_UPPER] = "upper"};
    return proven ? names[bound] : "none";
}

// Who wins, "" when that is not proven.
static const char *outcome(const struct thought *t)
{
    if (!t->proven)
        return "";
    if (t->score > 0 && t->bound != BOUND_UPPER)
        return "win";
    if (t->score < 0 && t->bound != BOUND_LOWER)
        return "loss";
    return t->score == 0 && t->bound == BOUND_EXACT ? "draw" : "";
}

// True when a search for a win by threats found none, which proves nothing.
static bool found_nothing(const struct answer *a)
{
    return (a->goal == GOAL_VCF || a->goal == GOAL_VCT) && !a->thought.proven;
}

static void move_text(const struct answer *a, move m, char out[MOVE_TEXT_MAX])
{
    session_move_text(a->session, m, out);
}

// The line of best play; the best move alone when there is no other.
static void write_moves(const struct answer *a, const char *between, struct writer *out)
{
    char text[MOVE_TEXT_MAX];
    const struct report *r = NULL;
    for (int i = 0; i < a->lines->count && !r; i++)
        if (lines_get(a->lines, i)->line[0] == a->thought.best)
            r = lines_get(a->lines, i);
    if (!r) {
        move_text(a, a->thought.best, text);
        write_text(out, "%s", a->thought.best == MOVE_NONE ? "" : text);
        return;
    }
    for (int i = 0; i < r->line_length; i++) {
        move_text(a, r->line[i], text);
        write_text(out, "%s%s", i ? between : "", text);
    }
}

// ---- text ---------------------------------------------------------------------------------------

static const char *prefix(bool proven, enum bound bound)
{
    return !proven                ? "(not proven) "
           : bound == BOUND_LOWER ? "(lower bound) "
           : bound == BOUND_UPPER ? "(upper bound) "
                                  : "";
}

static void write_value(const struct answer *a, struct writer *out)
{
    const struct thought *t = &a->thought;
    char best[MOVE_TEXT_MAX];
    if (found_nothing(a)) {
        write_text(out, "(not proven) no win by %s found",
                   a->goal == GOAL_VCF ? "fours" : "fours and threes");
        return;
    }
    move_text(a, t->best, best);
    write_text(out, "%s%+d %s", prefix(t->proven, t->bound), points(t->score), best);
    if (t->win_in)
        write_text(out, " %s in %d", t->win_in > 0 ? "win" : "loss", abs(t->win_in));
    else if (t->bound != BOUND_EXACT && outcome(t)[0])
        write_text(out, " %s", outcome(t));
    write_text(out, " ");
    write_moves(a, "", out);
}

void answer_write_text(const struct answer *a, struct writer *out)
{
    double seconds = (double)a->elapsed / 1e9;
    struct grid g;
    session_grid(a->session, &g);
    write_text(out, "#%d %d empties ", a->number, grid_count(&g, CELL_EMPTY));
    write_value(a, out);
    write_text(out, " %" PRIu64 " nodes %.3f s %.0f nps%s%s\n", a->thought.nodes, seconds,
               seconds > 0 ? (double)a->thought.nodes / seconds : 0.0, a->question[0] ? " " : "",
               a->question);
    for (int i = 0; a->all_moves && i < a->lines->count; i++) {
        const struct report *r = lines_get(a->lines, i);
        char text[MOVE_TEXT_MAX];
        move_text(a, r->line[0], text);
        write_text(out, "  %-5s %s%+d\n", text, prefix(r->proven, r->bound), points(r->score));
    }
}

// ---- JSON ---------------------------------------------------------------------------------------

static void write_json_text(struct writer *out, struct word w)
{
    write_text(out, "\"");
    for (size_t i = 0; i < w.length; i++) {
        unsigned char c = (unsigned char)w.text[i];
        if (c == '"' || c == '\\')
            write_text(out, "\\%c", c);
        else if (c < 32 || c > 126)
            write_text(out, "\\u%04x", c);
        else
            write_text(out, "%c", c);
    }
    write_text(out, "\"");
}

void answer_write_json_position(struct word text, struct writer *out)
{
    if (text.length > ANSWER_TEXT_MAX)
        text.length = ANSWER_TEXT_MAX;
    write_text(out, "{\"position\":");
    write_json_text(out, text);
}

// The moves' values, and of those that are none the bounds.
static void write_json_moves(const struct answer *a, struct writer *out)
{
    char text[MOVE_TEXT_MAX];
    int bounds = 0;
    write_text(out, ",\"moves\":{");
    for (int i = 0; i < a->lines->count; i++) {
        move_text(a, lines_get(a->lines, i)->line[0], text);
        write_text(out, "%s\"%s\":%d", i ? "," : "", text, points(lines_get(a->lines, i)->score));
    }
    write_text(out, "}");
    for (int i = 0; i < a->lines->count; i++) {
        const struct report *r = lines_get(a->lines, i);
        if (r->solved)
            continue;
        move_text(a, r->line[0], text);
        write_text(out, "%s\"%s\":\"%s\"", bounds++ ? "," : ",\"move_bounds\":{", text,
                   bound_name(r->proven, r->bound));
    }
    if (bounds)
        write_text(out, "}");
}

void answer_write_json(const struct answer *a, struct writer *out)
{
    const struct thought *t = &a->thought;
    char best[MOVE_TEXT_MAX], id[GAME_ID_MAX];
    move_text(a, t->best, best);
    session_game_id(a->session, id);
    answer_write_json_position(a->text, out);
    write_text(out, ",\"game\":\"%s\"", id);
    if (a->question[0])
        write_text(out, ",\"question\":\"%s\"", a->question);
    write_text(out, ",\"score\":%d,\"bound\":\"%s\"", points(t->score),
               bound_name(t->proven, t->bound));
    if (outcome(t)[0])
        write_text(out, ",\"outcome\":\"%s\"", outcome(t));
    write_text(out, ",\"best\":\"%s\",\"pv\":\"", best);
    write_moves(a, " ", out);
    write_text(out, "\",\"exact\":%s", t->solved ? "true" : "false");
    if (t->proven && t->win_in)
        write_text(out, ",\"win_in\":%d", t->win_in);
    if (a->all_moves)
        write_json_moves(a, out);
    if (a->wrong)
        write_text(out, ",\"wrong\":true");
    write_text(out, ",\"nodes\":%" PRIu64 ",\"time_ms\":%.3f,\"cpu_ms\":%.4f}\n", t->nodes,
               (double)a->elapsed / 1e6, (double)a->cpu / 1e6);
}

void answer_write_json_error(struct word text, const char *why, struct writer *out)
{
    answer_write_json_position(text, out);
    write_text(out, ",\"error\":");
    write_json_text(out, word_of(why));
    write_text(out, "}\n");
}

// ---- known scores -------------------------------------------------------------------------------

// One of "d3:+4; c4:-2; ...".
struct known {
    move m;
    int score;
    struct word name;
};

// Takes the next known score off the front of *rest; what is none is passed over.
static bool next_known(const struct answer *a, struct word *rest, struct known *out)
{
    struct grid g;
    session_grid(a->session, &g);
    while (rest->length) {
        const char *end = memchr(rest->text, ';', rest->length);
        size_t length = end ? (size_t)(end - rest->text) : rest->length;
        struct word item = word_trim((struct word){rest->text, length});
        *rest = (struct word){rest->text + length + (end != NULL),
                              rest->length - length - (end != NULL)};
        const char *colon = memchr(item.text, ':', item.length);
        int64_t score;
        if (!colon)
            continue;
        out->name = (struct word){item.text, (size_t)(colon - item.text)};
        struct word number = {colon + 1, item.length - out->name.length - 1};
        if (!game_move_parse(session_game(a->session), &g, out->name, &out->m) ||
            !word_int(number, -1000, 1000, &score))
            continue;
        out->score = (int)score;
        return true;
    }
    return false;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

// True when a known value agrees with what was found.
static bool agrees(int known, int found, bool proven, enum bound bound)
{
    if (proven && bound == BOUND_LOWER)
        return known >= found;
    if (proven && bound == BOUND_UPPER)
        return known <= found;
    return known == found;
}

void answer_check(struct answer *a, struct word known, struct writer *out)
{
    const struct thought *t = &a->thought;
    const bool outcome_only = a->goal == GOAL_OUTCOME;
    int best = -1000, found = points(t->score);
    bool move_right = false;
    struct known k;
    a->wrong = false;
    while (next_known(a, &known, &k)) {
        move_right = (k.score > best ? false : move_right) || (k.score >= best && k.m == t->best);
        best = k.score > best ? k.score : best;
        for (int i = 0; a->all_moves && i < a->lines->count; i++) {
            const struct report *r = lines_get(a->lines, i);
            if (r->line[0] != k.m || agrees(k.score, points(r->score), r->proven, r->bound))
                continue;
            write_text(out, "  wrong: %.*s is known as %+d, found %s%+d\n", (int)k.name.length,
                       k.name.text, k.score, prefix(r->proven, r->bound), points(r->score));
            a->wrong = true;
        }
    }
    if (best == -1000)
        return;
    bool right =
        outcome_only ? sign(best) == sign(found) : agrees(best, found, t->proven, t->bound);
    // A bound does not say which move is the best.
    bool must_match = !outcome_only && t->bound == BOUND_EXACT;
    if (right && (move_right || !must_match))
        return;
    write_text(out, "  wrong: the best is known as %+d, found %s%+d\n", best,
               prefix(t->proven, t->bound), found);
    a->wrong = true;
}
