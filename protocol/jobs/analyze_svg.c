// SPDX-License-Identifier: MIT
// analyze_svg.c - the graph of a game: the chance of the side that moves first after every move, its
// mistakes as dots. Several games stand one below the other in one picture, so they are kept until
// the last is drawn.
#include <stdlib.h>
#include <string.h>

#include "protocol/jobs/analyze.h"

enum { LEFT = 34, TOP = 26, TITLE_HEIGHT = 24 };
enum { INNER_WIDTH = GRAPH_WIDTH - 44, INNER_HEIGHT = GRAPH_HEIGHT - TOP - 24 };

static double x_of(const struct analysis *a, int i)
{
    return LEFT + (double)INNER_WIDTH * (i + 1) / (a->record->count ? a->record->count : 1);
}

static double y_of(int chance)
{
    return TOP + INNER_HEIGHT * (1000 - chance) / 1000.0;
}

// The lines at a win, level and a loss, and the numbers of the moves.
static void write_axes(const struct analysis *a, FILE *out)
{
    static const char *const words[] = {"0", "50", "100"};
    int count = a->record->count, step = count > 100 ? 20 : count > 40 ? 10 : 5;
    for (int i = 0; i < 3; i++)
        fprintf(out,
                "<line class=\"axis\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                LEFT, y_of(500 * i), LEFT + INNER_WIDTH, y_of(500 * i), LEFT - 5, y_of(500 * i) + 4,
                words[i]);
    for (int i = step; i <= count; i += step)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(a, i - 1),
                GRAPH_HEIGHT - 8, i);
}

// The curve, broken where nothing is known.
static void write_curve(const struct analysis *a, FILE *out)
{
    bool on = false;
    fputs("<path class=\"curve\" d=\"M 0 0", out);
    for (int i = 0; i < a->record->count; i++) {
        if (a->moves[i].known)
            fprintf(out, " %c %.1f %.1f", on ? 'L' : 'M', x_of(a, i), y_of(a->moves[i].chance));
        on = a->moves[i].known;
    }
    fputs("\"/>\n", out);
}

static void write_dots(const struct analysis *a, FILE *out)
{
    char text[MOVE_TEXT_MAX], loss[VALUE_TEXT_MAX];
    for (int i = 0; i < a->record->count; i++) {
        const struct annotation *j = &a->moves[i];
        if (!j->known || j->grade == GRADE_GOOD)
            continue;
        analyzed_move_text(a, a->record->moves[i].move, text);
        loss_text(a->record->game, j, loss);
        fprintf(out,
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%d. %s%s loses %s"
                "</title></circle>\n",
                grade_names[j->grade], x_of(a, i), y_of(j->chance), i + 1, text,
                grade_marks[j->grade], loss);
    }
}

void write_graph(const struct analysis *a, FILE *out)
{
    fprintf(out,
            "<svg class=\"graph\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" role=\"img\">\n<title>chance of ",
            GRAPH_WIDTH, GRAPH_HEIGHT, GRAPH_WIDTH, GRAPH_HEIGHT);
    write_markup(side_name(a, FIRST), out);
    fputs(" to win, per cent, after every move</title>\n", out);
    fprintf(out, "<text x=\"%d\" y=\"14\">", LEFT);
    write_markup(side_name(a, FIRST), out);
    fputs("'s chance to win, per cent, after every move</text>\n", out);
    write_axes(a, out);
    write_curve(a, out);
    write_dots(a, out);
    fputs("</svg>\n", out);
}

// ---- the picture --------------------------------------------------------------------------------

// A game's graph under its title, moved down below those before it.
static void write_picture(struct analyze *z, const struct analysis *a, FILE *out)
{
    fprintf(out, "<g transform=\"translate(0 %d)\">\n<text x=\"%d\" y=\"18\">",
            z->games * (GRAPH_HEIGHT + TITLE_HEIGHT), LEFT);
    write_marked_up(write_title, a, out);
    fprintf(out, "</text>\n<g transform=\"translate(0 %d)\">\n", TITLE_HEIGHT);
    write_graph(a, out);
    fputs("</g></g>\n", out);
}

static void svg_begin(struct analyze *z, FILE *out)
{
    (void)out;
    z->picture = open_memstream(&z->kept, &z->kept_length);
}

static void svg_game(struct analyze *z, const struct analysis *a, FILE *out)
{
    (void)out;
    if (z->picture)
        write_picture(z, a, z->picture);
}

static void svg_end(struct analyze *z, FILE *out)
{
    bool good = z->picture && close_text(z->picture, &z->kept);
    int height = z->games * (GRAPH_HEIGHT + TITLE_HEIGHT);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\">\n"
            "<style>text{font:12px sans-serif;fill:#444}.axis{stroke:#bbb}"
            ".curve{fill:none;stroke:#1a6fb0;stroke-width:2}.inaccuracy{fill:#d9a400}"
            ".mistake{fill:#e06c00}.blunder{fill:#c3122f}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            GRAPH_WIDTH, height > 0 ? height : 1, GRAPH_WIDTH, height > 0 ? height : 1);
    if (good)
        fwrite(z->kept, 1, z->kept_length, out);
    else
        fputs("outflank analyze: not enough memory\n", stderr);
    fputs("</svg>\n", out);
}

const struct analyze_form analyze_svg = {.begin = svg_begin, .game = svg_game, .end = svg_end};
