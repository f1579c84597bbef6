// SPDX-License-Identifier: MIT
// gtp_rules.c - the gogui-rules commands, by which GoGui can be a board for any game.
#include <stdlib.h>

#include "protocol/gtp.h"

void gtp_rules_game_id(struct dialogue *d)
{
    gtp_ok(d, session_game(d->session)->title);
}

void gtp_rules_board_size(struct dialogue *d)
{
    char text[32];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    session_grid(d->session, &grid);
    if (grid.width == grid.height)
        write_text(&w, "%d", grid.width);
    else
        write_text(&w, "%d %d", grid.width, grid.height);
    gtp_ok(d, text);
}

// Rows of . X O ?, the highest row number first, wherever on the board that is.
void gtp_rules_board(struct dialogue *d)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    session_grid(d->session, &grid);
    for (int i = 0; i < grid.height; i++) {
        int y =
            row_number(session_game(d->session)->notation, &grid, 0) > 1 ? i : grid.height - 1 - i;
        for (int x = 0; x < grid.width; x++)
            write_text(&w, "%s%c", x ? " " : "", ".XO?"[grid.cell[y * grid.width + x]]);
        write_text(&w, "%s", i + 1 < grid.height ? "\n" : "");
    }
    gtp_ok(d, text);
}

void gtp_rules_legal_moves(struct dialogue *d)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct moves legal;
    session_game(d->session)->moves(session_position(d->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        write_text(&w, "%s", i ? " " : "");
        gtp_vertex(d->session, legal.at[i], &w);
    }
    gtp_ok(d, text);
}

void gtp_rules_side_to_move(struct dialogue *d)
{
    gtp_ok(d, gtp_color(dialogue_to_move(d)));
}

void gtp_rules_final_result(struct dialogue *d)
{
    int margin;
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    if (!session_game(d->session)->over(session_position(d->session), &margin))
        write_text(&w, "the game goes on");
    else if (margin == 0)
        write_text(&w, "draw");
    else if (session_game(d->session)->scoring == SCORING_DISCS)
        write_text(&w, "%s wins by %d", margin > 0 ? "Black" : "White", abs(margin));
    else
        write_text(&w, "%s wins", margin > 0 ? "Black" : "White");
    gtp_ok(d, text);
}
