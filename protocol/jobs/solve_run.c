// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/clock.h"
#include "engine/notation.h"
#include "protocol/jobs/solve.h"

// ---- hearing of the search ----------------------------------------------------------------------

// What the search knows so far: the score or a bound of it, nodes and time.
static void write_news(const struct report *r, struct writer *w)
{
    static const char *const relation[] = {
        [BOUND_EXACT] = "", [BOUND_LOWER] = ">= ", [BOUND_UPPER] = "<= "};
    write_text(w, "depth %d@%d%% %s%+.2f %" PRIu64 " nodes %.1f s", r->depth, r->selectivity,
               relation[r->bound], r->score / 100.0, r->nodes, (double)r->elapsed / 1000);
}

static void show_progress(struct solve *s, const char *more)
{
    progress_show(&s->progress, source_share(&s->source), s->positions + s->resumed, more);
}

static void solve_report(void *owner, const struct report *news)
{
    struct solve *s = owner;
    char text[128];
    struct writer w = writer_on(text, sizeof text);
    if (s->news || s->progress.terminal)
        write_news(news, &w);
    if (s->news && !s->progress.terminal)
        fprintf(stderr, "%s\n", text);
    show_progress(s, text);
    lines_add(&s->lines, news);
}

static void solve_say(void *owner, const char *text)
{
    (void)owner;
    fprintf(stderr, "outflank solve: %s\n", text);
}

void solve_stop(void *owner)
{
    struct solve *s = owner;
    session_request_stop(s->session);
}

struct listener solve_listener(struct solve *s)
{
    return (struct listener){.owner = s, .report = solve_report, .say = solve_say};
}

// ---- writing ------------------------------------------------------------------------------------

// Writes a whole answer at once.
static void put(struct solve *s, const struct writer *w)
{
    progress_clear(&s->progress);
    output_text(&s->output, w->text, w->length);
    s->broken |= atomic_load(&s->output.failed);
    if (s->resume)
        resume_sync(s->resume, false);
}

static void complain(struct solve *s, size_t column, const char *why)
{
    progress_clear(&s->progress);
    fprintf(stderr, "outflank solve: %s", s->source.name);
    if (s->source.line)
        fprintf(stderr, " line %d", s->source.line);
    if (column)
        fprintf(stderr, " column %zu", column);
    fprintf(stderr, ": %s\n", why);
}

// Ends the run: the file of results is about something else.
static void refuse_resume(struct solve *s, const char *why)
{
    progress_clear(&s->progress);
    fprintf(stderr, "outflank solve: %s line %d %s; nothing was changed\n", s->out_name,
            s->resume->line, why);
    s->broken = true;
}

// True when the answer to the line at hand stands in the file of results already.
static bool is_there(struct solve *s, struct word text, bool error)
{
    struct resume_wanted wanted = {.position = text, .number = s->number, .error = error};
    struct grid g;
    const char *why;
    bool wrong = false, was = s->resume && s->resume->active;
    if (!was)
        return false;
    session_grid(s->session, &g);
    session_game_id(s->session, wanted.game);
    wanted.empties = grid_count(&g, CELL_EMPTY);
    switch (resume_take(s->resume, &wanted, &wrong, &why)) {
    case RESUME_HAS:
        s->resumed += !error;
        s->wrong += wrong;
        return true;
    case RESUME_OTHER:
        refuse_resume(s, why);
        return true;
    case RESUME_ENDS:
        break;
    }
    if (!s->resume->active)
        progress_start(&s->progress, source_share(&s->source), s->resumed);
    return false;
}

static void unreadable(struct solve *s, struct word text, size_t column, const char *why)
{
    complain(s, column, why);
    s->unreadable++;
    if (!s->json || s->source.line == 0 || is_there(s, text, true))
        return;
    struct writer w = writer_on(s->text, ANSWER_MAX);
    answer_write_json_error(text, why, &w);
    put(s, &w);
}

// ---- solving ------------------------------------------------------------------------------------

// Processor time used so far, in ns: on a busy machine it says more than the clock.
static int64_t cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// Thinks about the position. False when a signal came before the end: what is known then is printed,
// but is no answer.
static bool think(struct solve *s, struct answer *a)
{
    struct moves legal;
    const char *why;
    session_game(s->session)->moves(session_position(s->session), &legal);
    s->limits.multipv = s->all_moves && legal.count > 0 ? legal.count : 1;
    lines_begin(&s->lines, s->limits.multipv);
    if (s->fresh)
        session_set_option(s->session, &options[OPTION_CLEAR_HASH], word_of(""), &why);
    int64_t start = clock_now(), cpu = cpu_now();
    if (!session_think(s->session, &s->limits, &a->thought, &why)) {
        unreadable(s, a->text, 1, why);
        return false;
    }
    a->elapsed = clock_now() - start;
    a->cpu = cpu_now() - cpu;
    lines_finish(&s->lines);
    a->lines = &s->lines;
    if (!interrupt_seen(&s->interrupt))
        return true;
    struct writer w = writer_on(s->text, ANSWER_MAX);
    answer_write_text(a, &w);
    complain(s, 0, "not finished when the signal came; so far:");
    fwrite(w.text, 1, w.length, stderr);
    return false;
}

static void solve_position(struct solve *s, struct word text, struct word known)
{
    struct writer w = writer_on(s->text, ANSWER_MAX);
    char complaints[4096];
    struct writer wrong = writer_on(complaints, sizeof complaints);
    struct answer a = {.session = s->session,
                       .text = text,
                       .number = s->number,
                       .goal = s->limits.goal,
                       .question = s->question,
                       .all_moves = s->all_moves};
    show_progress(s, "");
    if (!think(s, &a))
        return;
    s->positions++;
    s->nodes += a.thought.nodes;
    s->elapsed += a.elapsed;
    answer_check(&a, known, &wrong);
    s->wrong += a.wrong;
    if (s->json) {
        answer_write_json(&a, &w);
    } else {
        answer_write_text(&a, &w);
        write_text(&w, "%s", complaints);
    }
    put(s, &w);
    if (s->json && a.wrong) // its line has no room for reasons
        complain(s, 0, complaints);
    show_progress(s, "");
}

static void solve_line(struct solve *s, struct word line)
{
    const char *begin = line.text, *why;
    struct word whole = word_trim(line);
    if (whole.length == 0 || whole.text[0] == '%' || whole.text[0] == '#')
        return;
    const char *semicolon = memchr(whole.text, ';', whole.length),
               *nul = memchr(whole.text, '\0', whole.length);
    size_t length = semicolon ? (size_t)(semicolon - whole.text) : whole.length, offset;
    struct word text = word_trim((struct word){whole.text, length}), known;
    known = (struct word){whole.text + length, whole.length - length};
    if (nul) {
        unreadable(s, text, (size_t)(nul - begin) + 1, "there is a NUL byte in the line");
        return;
    }
    if (!session_set_text_at(s->session, text, &offset, &why)) {
        unreadable(s, text, (size_t)(text.text - begin) + offset + 1, why);
        return;
    }
    s->number++;
    if (!is_there(s, text, false))
        solve_position(s, text, known);
}

static void solve_all(struct solve *s)
{
    struct word line = {"", 0};
    const char *why;
    while (!s->broken && !interrupt_seen(&s->interrupt))
        switch (source_next(&s->source, &line, &why)) {
        case SOURCE_LINE:
            solve_line(s, line);
            break;
        case SOURCE_BAD:
            unreadable(s, word_of(""), s->source.line ? LINE_BYTES : 0, why);
            break;
        case SOURCE_WOKEN:
            break;
        case SOURCE_END:
            if (s->resume && !resume_end(s->resume, &why))
                refuse_resume(s, why);
            return;
        }
}

static void put_total(struct solve *s)
{
    double seconds = (double)s->elapsed / 1e9;
    struct writer w = writer_on(s->text, ANSWER_MAX);
    write_text(&w, "total %d positions %" PRIu64 " nodes %.3f s %.0f nps, %d wrong, %d unreadable",
               s->positions + s->resumed, s->nodes, seconds,
               seconds > 0 ? (double)s->nodes / seconds : 0.0, s->wrong, s->unreadable);
    if (s->resumed)
        write_text(&w, ", %d from before", s->resumed);
    write_text(&w, "\n");
    put(s, &w);
}

int solve_run(struct solve *s)
{
    solve_all(s);
    int number = interrupt_seen(&s->interrupt);
    if (!s->json && !s->broken && !number && s->positions + s->resumed != 1)
        put_total(s);
    progress_close(&s->progress);
    if (number)
        fprintf(stderr, "outflank solve: ended by signal %d after %d answers\n", number,
                s->positions + s->resumed);
    if (atomic_load(&s->output.failed))
        fputs("outflank solve: the answers could not be written\n", stderr);
    return number ? 128 + number : s->broken || s->wrong || s->unreadable ? 1 : 0;
}
