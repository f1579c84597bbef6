// SPDX-License-Identifier: MIT
// shell_board.c - the board as a person sees it.
#include "protocol/shell.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"

// True when colours are wanted and can be shown.
static bool has_colours(const struct dialogue *d)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(d->out->fd) && !(none && none[0]) && term && strcmp(term, "dumb") != 0;
}

// Writes a drawing with its stones coloured.
static void put_coloured(struct dialogue *d, const char *drawing)
{
    static const struct {
        char stone;
        const char *begin;
    } colours[] = {{'X', "\033[1;32m"}, {'O', "\033[1;35m"}, {'.', "\033[36m"}, {'-', "\033[2m"}};
    char text[1 << 15];
    struct writer w = writer_on(text, sizeof text);
    for (const char *c = drawing; *c; c++) {
        const char *begin = NULL;
        for (size_t i = 0; i < LENGTH(colours); i++)
            begin = *c == colours[i].stone ? colours[i].begin : begin;
        write_text(&w, begin ? "%s%c\033[0m" : "%s%c", begin ? begin : "", *c);
    }
    output_text(d->out, text, w.length);
}

// The longest run of like stones through the last move: the line that won.
static int winning_run(const struct grid *g, move last, move run[BOARD_MAX])
{
    static const int step[4][2] = {{1, 0}, {0, -1}, {1, 1}, {1, -1}};
    int best = 0;
    if (!move_is_cell(last))
        return 0;
    uint8_t stone = g->cell[move_y(last) * g->width + move_x(last)];
    for (int i = 0; i < 4; i++) {
        int dx = step[i][0], dy = step[i][1], x = move_x(last), y = move_y(last), count = 0;
        move cells[BOARD_MAX];
        while (x - dx >= 0 && x - dx < g->width && y - dy >= 0 && y - dy < g->height &&
               g->cell[(y - dy) * g->width + x - dx] == stone)
            x -= dx, y -= dy;
        for (; x >= 0 && x < g->width && y >= 0 && y < g->height &&
               g->cell[y * g->width + x] == stone && count < BOARD_MAX;
             x += dx, y += dy)
            cells[count++] = move_at(x, y);
        if (count > best) {
            best = count;
            memcpy(run, cells, (size_t)count * sizeof *run);
        }
    }
    return best;
}

void shell_write_end(struct dialogue *d, const struct grid *g, int margin, struct writer *out)
{
    const struct game *game = session_game(d->session);
    char winner = margin > 0 ? 'X' : 'O';
    int empty = grid_count(g, CELL_EMPTY);
    if (margin == 0) {
        write_text(out, "the game is a draw\n");
    } else if (game->scoring == SCORING_DISCS) {
        write_text(out, "%c wins by %d", winner, abs(margin));
        write_text(out, empty ? ", the %d empty cells counted for the winner\n" : "\n", empty);
    } else {
        move run[BOARD_MAX];
        int count = winning_run(g, session_last_move(d->session), run);
        write_text(out, "%c wins", winner);
        for (int i = 0; i < count; i++) {
            char name[MOVE_TEXT_MAX];
            // As cells, which in Connect Four is more than the column.
            move_print(NOTATION_ROW_ONE_BOTTOM, g, run[i], name);
            write_text(out, "%s %s", i ? "" : ":", name);
        }
        write_text(out, "\n");
    }
}

void shell_draw(struct dialogue *d)
{
    char drawing[8192], text[512];
    struct writer board = writer_on(drawing, sizeof drawing), w = writer_on(text, sizeof text);
    struct grid g;
    struct moves legal;
    int margin;
    const struct game *game = session_game(d->session);
    const struct position *p = session_position(d->session);
    const char *opening = dialogue_opening(d);
    session_grid(d->session, &g);
    game->moves(p, &legal);
    write_text(&board, "\n");
    move ring[BOARD_MAX] = {session_last_move(d->session)};
    bool over = game->over(p, &margin);
    int ringed = over && margin && !game->flips ? winning_run(&g, ring[0], ring) : 1;
    board_draw(game->notation, &g, game->flips ? &legal : NULL, ring, ringed, &board);
    if (has_colours(d))
        put_coloured(d, drawing);
    else
        output_text(d->out, drawing, board.length);
    write_text(&w, "X %d  O %d   ", grid_count(&g, CELL_FIRST), grid_count(&g, CELL_SECOND));
    if (over)
        shell_write_end(d, &g, margin, &w);
    else
        write_text(&w, "%c to move%s%s\n", g.to_move == FIRST ? 'X' : 'O', opening ? "   " : "",
                   opening ? opening : "");
    output_text(d->out, text, w.length);
}

void shell_write_score(const struct game *game, const struct report *r, struct writer *out)
{
    int moves = (abs(r->win_in) + 1) / 2;
    if (r->win_in)
        write_text(out, "%s in %d move%s", r->win_in > 0 ? "wins" : "loses", moves,
                   moves == 1 ? "" : "s");
    else if (r->solved && r->score == 0)
        write_text(out, "draw, exact");
    else if (r->solved && game->scoring == SCORING_DISCS)
        write_text(out, "%+d discs, exact", r->score / 100);
    else
        write_text(out, "%+.2f%s", r->score / 100.0, r->solved ? " exact" : "");
}
