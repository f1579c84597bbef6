// SPDX-License-Identifier: MIT
// analyze_html.c - the analysis as one page that needs nothing else: the board at every move, the
// graph, the mistakes, a table of all moves, and of the players if there were several games.
//
// The boards of a game are strings of cells in its section's script element, which is data; the
// page's script draws the one that is looked at. Tables and graphs are there without it.
#include "engine/games.h"
#include "protocol/jobs/analyze.h"
#include "protocol/jobs/analyze_page.h"

enum { LINE_SHOWN = 10 };

static void html_begin(struct analyze *z, FILE *out)
{
    (void)z;
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
            "<title>Game analysis</title>\n<style>%s</style>\n</head>\n<body>\n"
            "<h1>Game analysis</h1>\n",
            page_style);
}

// ---- boards -------------------------------------------------------------------------------------

// The cells of a position as a string of . x o #.
static void write_cells(const struct game *game, const struct position *p, FILE *out)
{
    struct grid g;
    game->to_grid(p, &g);
    for (int i = 0; i < g.width * g.height; i++)
        fputc(".xo#"[g.cell[i]], out);
}

// Every board, the cell that was filled last in each and the best one, for the page's script.
static void write_boards(const struct analysis *a, FILE *out)
{
    const struct game_record *r = a->record;
    struct grid g;
    r->game->to_grid(&r->start, &g);
    fprintf(out,
            "<script type=\"application/json\">{\"game\":\"%s\",\"width\":%d,\"height\":%d,"
            "\"upwards\":%s,\"boards\":[",
            r->game->name, g.width, g.height, game_row_one_is_top(r->game) ? "false" : "true");
    for (int i = 0; i <= r->count; i++) {
        fputs(i ? ",\"" : "\"", out);
        write_cells(r->game, &a->at[i], out);
        fputc('"', out);
    }
    fputs("],\"moves\":[", out);
    for (int i = 0; i < r->count; i++) {
        char text[MOVE_TEXT_MAX];
        const struct annotation *j = &a->moves[i];
        move m = r->moves[i].move, best = j->known ? j->best.line[0] : MOVE_NONE;
        analyzed_move_text(a, m, text);
        fprintf(out, "%s[%d,%d,\"%d. %s%s\"]", i ? "," : "",
                move_is_cell(m) ? move_y(m) * g.width + move_x(m) : -1,
                move_is_cell(best) ? move_y(best) * g.width + move_x(best) : -1, i + 1, text,
                j->known ? grade_marks[j->grade] : "");
    }
    fputs("]}</script>\n", out);
}

static void write_viewer(const struct analysis *a, FILE *out)
{
    fputs(
        "<div class=\"viewer\"><div class=\"board\"></div>\n<p><button type=\"button\" "
        "data-step=\"-1000\">|&lt;</button> <button type=\"button\" data-step=\"-1\">&lt;</button> "
        "<button type=\"button\" data-step=\"1\">&gt;</button> <button type=\"button\" "
        "data-step=\"1000\">&gt;|</button> <span class=\"at\"></span></p></div>\n",
        out);
    write_boards(a, out);
}

// ---- tables -------------------------------------------------------------------------------------

static void write_row(const struct analysis *a, int i, FILE *out)
{
    const struct annotation *j = &a->moves[i];
    struct row row = row_of(a, i);
    fprintf(out, "<tr data-at=\"%d\" class=\"%s\"><td>%d</td><td>%c</td><td>%s%s</td>", i + 1,
            j->known ? grade_names[j->grade] : "", i + 1, row.side, row.move, row.mark);
    if (!j->known) {
        fputs("<td colspan=\"5\">not judged</td></tr>\n", out);
        return;
    }
    fputs("<td>", out);
    write_markup(row.given, out);
    fprintf(out, "</td><td>%s</td><td>", row.best);
    write_markup(row.score, out);
    fprintf(out, "</td><td>%s</td><td>", j->choice ? row.loss : "");
    analyzed_line(a, &j->best, LINE_SHOWN, out);
    fprintf(out, "%s</td></tr>\n", row.book);
}

// The moves of at least this grade.
static void write_table(const struct analysis *a, enum grade least, FILE *out)
{
    fputs("<table><thead><tr><th>no</th><th></th><th>move</th><th>score</th><th>best</th>"
          "<th>score</th><th>loss</th><th>line</th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < a->record->count; i++)
        if (least == GRADE_GOOD || (a->moves[i].known && a->moves[i].grade >= least))
            write_row(a, i, out);
    fputs("</tbody></table>\n", out);
}

static void write_player(const struct player *p, FILE *out)
{
    fputs("<tr><td>", out);
    write_markup(p->name, out);
    fprintf(out, "</td><td>%d</td><td>%d</td><td>%.1f %%</td>", p->games, p->moves,
            player_accuracy(p));
    for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
        fprintf(out, "<td>%d</td>", p->grades[i]);
    fputs("<td>", out);
    write_habit(p, out);
    fputs("</td></tr>\n", out);
}

static void write_players(const struct player *p, int count, FILE *out)
{
    fputs(
        "<table><thead><tr><th>player</th><th>games</th><th>moves</th><th>accuracy</th><th>?!</th>"
        "<th>?</th><th>?\?</th><th>most mistakes</th></tr></thead><tbody>\n",
        out);
    for (int i = 0; i < count; i++)
        write_player(&p[i], out);
    fputs("</tbody></table>\n", out);
}

// ---- sections -----------------------------------------------------------------------------------

static void html_game(struct analyze *z, const struct analysis *a, FILE *out)
{
    char id[GAME_ID_MAX];
    struct player both[2];
    (void)z;
    player_of(a, FIRST, &both[FIRST]);
    player_of(a, SECOND, &both[SECOND]);
    game_id(a->record->game, &a->record->start, id);
    fprintf(out, "<section class=\"game\">\n<h2>%d. ", a->number);
    write_marked_up(write_title, a, out);
    fprintf(out, "</h2>\n<p>%s", id);
    if (a->opening)
        fprintf(out, ", %s at move %d", a->opening, a->opening_plies);
    fputs("</p>\n<p><b>Turning point:</b> ", out);
    write_marked_up(write_turning, a, out);
    fputs("</p>\n<div class=\"side\">\n", out);
    write_viewer(a, out);
    write_graph(a, out);
    fputs("</div>\n", out);
    write_players(both, 2, out);
    fputs("<h3>Mistakes</h3>\n", out);
    write_table(a, GRADE_INACCURACY, out);
    fputs("<details><summary>All moves</summary>\n", out);
    write_table(a, GRADE_GOOD, out);
    fputs("</details>\n<p class=\"small\">", out);
    write_thresholds(a->record->game, out);
    fprintf(out, "; %s</p>\n</section>\n", accuracy_text(a->record->game));
}

static void html_end(struct analyze *z, FILE *out)
{
    if (z->games > 1) {
        fputs("<section>\n<h2>Players</h2>\n", out);
        write_players(z->players.at, z->players.count, out);
        fputs("</section>\n", out);
    }
    fprintf(out, "<script>%s</script>\n</body>\n</html>\n", page_script);
}

const struct analyze_form analyze_html = {.begin = html_begin, .game = html_game, .end = html_end};
