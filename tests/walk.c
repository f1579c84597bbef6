// SPDX-License-Identifier: MIT
#include "tests/walk.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/figures.h"

const struct walker *const walkers[] = {
    &walk_uci,     &walk_gtp,    &walk_gomocup, &walk_nboard, &walk_xboard,
    &walk_botzone, &walk_saiblo, &walk_shell,   NULL,
};

const struct plain *walk_board(const struct walk *w)
{
    return &w->past[w->ply];
}

void walk_start(struct walk *w, const struct plain_shape *s)
{
    w->shape = s;
    w->ply = 0;
    w->past[0] = plain_start(s);
}

bool walk_play(struct walk *w, int m)
{
    struct plain next = *walk_board(w);
    if (w->ply + 1 >= WALK_PLIES || !plain_play(&next, m))
        return false;
    w->moves[w->ply++] = m;
    w->past[w->ply] = next;
    return true;
}

bool walk_undo(struct walk *w)
{
    return w->ply > 0 && w->ply--;
}

bool walk_over(const struct walk *w)
{
    int margin;
    return plain_over(walk_board(w), &margin);
}

int walk_choice(struct walk *w, int n)
{
    return (int)rng_below(&w->rng, (uint32_t)n);
}

int walk_legal(struct walk *w)
{
    int list[PLAIN_CELLS], n = plain_moves(walk_board(w), list);
    return n ? list[walk_choice(w, n)] : -2;
}

int walk_illegal(struct walk *w)
{
    const struct plain *p = walk_board(w);
    int list[PLAIN_CELLS], n = plain_moves(p, list), cell = walk_choice(w, p->width * p->height);
    for (int i = 0; i < n; i++)
        if (list[i] == cell)
            return -2;
    return cell;
}

const struct plain_shape *walk_shape(struct walk *w, int kind)
{
    const struct plain_shape *s;
    int count = 0;
    for (s = plain_shapes; s->id; s++)
        count += kind < 0 || (int)s->kind == kind;
    int n = walk_choice(w, count);
    for (s = plain_shapes; s->id; s++)
        if ((kind < 0 || (int)s->kind == kind) && n-- == 0)
            break;
    return s;
}

// Sends what was gathered.
static void send_all(struct walk *w)
{
    process_send_bytes(&w->p, w->unsent, w->unsent_length);
    w->unsent_length = 0;
}

void walk_send(struct walk *w, const char *format, ...)
{
    char text[WALK_BYTES];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_assert(n >= 0 && (size_t)n < sizeof text);
    if (w->waiting > WALK_QUEUE - 6)
        walk_flush(w);
    if ((size_t)n > sizeof w->unsent - w->unsent_length)
        send_all(w);
    memcpy(w->unsent + w->unsent_length, text, (size_t)n);
    w->unsent_length += (size_t)n;
    w->asked++;
}

void walk_expect(struct walk *w, enum walk_match how, const char *format, ...)
{
    va_list args;
    cr_assert_lt(w->waiting, WALK_QUEUE);
    w->queue[w->waiting].how = how;
    va_start(args, format);
    vsnprintf(w->queue[w->waiting].text, sizeof w->queue->text, format, args);
    va_end(args);
    w->waiting++;
}

// Lines before the one that is looked for are passed over: they are drawings.
static const char *read_among(struct walk *w, const char *text)
{
    size_t first = strcspn(text, " ");
    for (int i = 0; i < 64; i++) {
        const char *line = process_line(&w->p);
        cr_assert_not_null(line, "the output ended before '%s'", text);
        line += strncmp(line, "> ", 2) == 0 ? 2 : 0;
        if (strncmp(line, text, first + 1) == 0)
            return line;
    }
    return "";
}

void walk_flush(struct walk *w)
{
    send_all(w);
    for (int i = 0; i < w->waiting; i++) {
        const char *text = w->queue[i].text;
        const char *line =
            w->queue[i].how == WALK_AMONG ? read_among(w, text) : process_line(&w->p);
        cr_assert_not_null(line, "the output ended before '%s'", text);
        bool good = w->queue[i].how == WALK_BEGINS ? strncmp(line, text, strlen(text)) == 0
                                                   : strcmp(line, text) == 0;
        cr_assert(good, "%s, ply %d: '%s', not '%s'", w->shape->id, w->ply, line, text);
    }
    w->waiting = 0;
}

const char *walk_line(struct walk *w)
{
    walk_flush(w);
    const char *line = process_line(&w->p);
    cr_assert_not_null(line, "the output ended");
    return line;
}

void walk_answered(struct walk *w, int m, bool played, const char *line)
{
    struct plain next = *walk_board(w);
    cr_assert(plain_play(&next, m), "%s: an illegal move: %s", w->shape->id, line);
    if (played)
        cr_assert(walk_play(w, m));
}

void walk_run(const struct walker *how, int walks, int commands, uint64_t seed)
{
    static struct walk w;
    w = (struct walk){.rng = {seed}};
    for (int i = 0; i < walks; i++) {
        if (i == 0 || how->alone)
            how->open(&w);
        w.asked = 0;
        how->begin(&w);
        while (w.asked < commands)
            how->step(&w);
        walk_flush(&w);
        if (i + 1 == walks || how->alone) {
            // Nothing more is said than was asked for.
            process_close_input(&w.p);
            const char *line = process_line(&w.p);
            cr_expect(!line || strcmp(line, "> ") == 0, "%s: said unasked: '%s'", how->name, line);
            cr_assert_eq(process_status(&w.p), 0, "%s: a bad end", how->name);
        }
    }
}
