// SPDX-License-Identifier: MIT
// gtp_rules.c - the gogui-rules commands, by which GoGui can be a board for any game.
#include <stdlib.h>

#include "protocol/gtp.h"

void gtp_rules_game_id(struct gtp *g, struct word args)
{
    (void)args;
    gtp_ok(g, session_game(g->session)->title);
}

void gtp_rules_board_size(struct gtp *g, struct word args)
{
    (void)args;
    char text[32];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    session_grid(g->session, &grid);
    if (grid.width == grid.height)
        write_text(&w, "%d", grid.width);
    else
        write_text(&w, "%d %d", grid.width, grid.height);
    gtp_ok(g, text);
}

// Rows of . X O ?, the highest row number first, wherever on the board that is.
void gtp_rules_board(struct gtp *g, struct word args)
{
    (void)args;
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    session_grid(g->session, &grid);
    for (int i = 0; i < grid.height; i++) {
        int y =
            row_number(session_game(g->session)->notation, &grid, 0) > 1 ? i : grid.height - 1 - i;
        for (int x = 0; x < grid.width; x++)
            write_text(&w, "%s%c", x ? " " : "", ".XO?"[grid.cell[y * grid.width + x]]);
        write_text(&w, "%s", i + 1 < grid.height ? "\n" : "");
    }
    gtp_ok(g, text);
}

void gtp_rules_legal_moves(struct gtp *g, struct word args)
{
    (void)args;
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct moves legal;
    session_game(g->session)->moves(session_position(g->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        write_text(&w, "%s", i ? " " : "");
        gtp_vertex(g, legal.at[i], &w);
    }
    gtp_ok(g, text);
}

void gtp_rules_side_to_move(struct gtp *g, struct word args)
{
    (void)args;
    struct grid grid;
    session_grid(g->session, &grid);
    gtp_ok(g, gtp_color(grid.to_move));
}

void gtp_rules_final_result(struct gtp *g, struct word args)
{
    (void)args;
    int margin;
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    if (!session_game(g->session)->over(session_position(g->session), &margin))
        write_text(&w, "the game goes on");
    else if (margin == 0)
        write_text(&w, "draw");
    else if (session_game(g->session)->scoring == SCORING_DISCS)
        write_text(&w, "%s wins by %d", margin > 0 ? "Black" : "White", abs(margin));
    else
        write_text(&w, "%s wins", margin > 0 ? "Black" : "White");
    gtp_ok(g, text);
}
