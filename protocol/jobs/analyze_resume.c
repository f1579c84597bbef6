// SPDX-License-Identifier: MIT
// analyze_resume.c - going on with a file of analyzed games where it ends.
//
// The file has one JSON object a line: each game, then, when the run was not stopped, the players. It
// is read in step with the games: as long as the next line is whole and is the next game's, the game
// need not be analyzed again, and what its players did is read back. What follows the last whole game
// is cut off, and from there on games are appended. A file about something else is left as it is.
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "protocol/jobs/analyze.h"

bool analyze_resume_open(struct analyze *z, const char *path, const char **why)
{
    *why = "not enough memory";
    z->resume = calloc(1, sizeof *z->resume);
    if (z->resume && resume_open(z->resume, path, true, why))
        return true;
    free(z->resume);
    z->resume = NULL;
    return false;
}

void analyze_resume_close(struct analyze *z)
{
    if (z->resume)
        resume_close(z->resume);
    free(z->resume);
    free(z->line);
    z->resume = NULL;
    z->line = NULL;
}

// The number after "name": at or behind `at`, in thousandths; false when there is none.
static bool find_number(const char **at, const char *name, int64_t *thousandths)
{
    char key[64];
    struct writer w = writer_on(key, sizeof key);
    write_text(&w, "\"%s\":", name);
    const char *found = strstr(*at, key);
    if (!found)
        return false;
    found += w.length;
    *at = found;
    return word_thousandths((struct word){found, strspn(found, "0123456789.")}, INT64_MAX / 2000,
                            thousandths);
}

static bool find_int(const char **at, const char *name, int *out)
{
    int64_t thousandths;
    bool good = find_number(at, name, &thousandths);
    *out = good ? (int)(thousandths / 1000) : 0;
    return good;
}

// Reads back what both players of a game did, as the line has it in order, and adds it to the sums.
static bool take_players(struct analyze *z, const char *line)
{
    const char *at = strstr(line, "\"complete\":");
    at = at ? strstr(at, "\"players\":[") : NULL;
    for (int side = FIRST; at && side <= SECOND; side++) {
        struct player p = {.games = 1};
        int64_t sum;
        struct writer w = writer_on(p.name, sizeof p.name); // cut as player_of cuts it
        write_text(&w, "%s", side_name(z->analysis, (enum side)side));
        if (!find_int(&at, "moves", &p.moves) || !find_number(&at, "accuracy_sum", &sum))
            return false;
        p.accuracy = (double)sum / 1000;
        for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
            if (!find_int(&at, grade_names[i], &p.grades[i]))
                return false;
        for (int i = 0; i < PHASE_COUNT; i++)
            if (!find_int(&at, phase_names[i], &p.phases[i]))
                return false;
        if (!players_add_one(&z->players, &p))
            return false;
    }
    return at != NULL;
}

// How the line of the game at hand begins; the caller frees it. NULL when memory is short.
static char *beginning(const struct analysis *a)
{
    char *text = NULL, id[GAME_ID_MAX];
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return NULL;
    game_id(a->record->game, &a->record->start, id);
    fprintf(f, "{\"number\":%d,\"file\":", a->number);
    write_json_string(a->file, f);
    fprintf(f, ",\"game\":\"%s\",", id);
    if (close_text(f, &text))
        return text;
    free(text);
    return NULL;
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

// The next line of the file, in z->line. False at its end, or where it was cut short.
static bool next_line(struct analyze *z, size_t *length)
{
    ssize_t n = getline(&z->line, &z->line_room, z->resume->in);
    *length = n > 0 ? (size_t)n : 0;
    z->resume->line++;
    return n > 0 && z->line[n - 1] == '\n' && strlen(z->line) == (size_t)n;
}

enum resume_found analyze_resume_take(struct analyze *z, const char **why)
{
    struct resume *r = z->resume;
    size_t length;
    if (!r || !r->active)
        return RESUME_ENDS;
    bool whole = next_line(z, &length);
    if (length == 0 || begins(z->line, "{\"players\":") || (!whole && z->line[0] == '{'))
        return resume_cut(r, why);
    *why = "is no result of analyze as JSON";
    if (!whole || !begins(z->line, "{\"number\":"))
        return RESUME_OTHER;
    char *wanted = beginning(z->analysis);
    bool same = wanted && begins(z->line, wanted) && strstr(z->line, "\"complete\":true");
    free(wanted);
    *why = "is the result of another game";
    if (!same || !take_players(z, z->line))
        return RESUME_OTHER;
    r->whole += length;
    return RESUME_HAS;
}

bool analyze_resume_end(struct analyze *z, const char **why)
{
    struct resume *r = z->resume;
    size_t length;
    if (!r || !r->active)
        return true;
    if (next_line(z, &length) && !begins(z->line, "{\"players\":")) {
        *why = "is the result of a game that the input does not have";
        return false;
    }
    return resume_cut(r, why) == RESUME_ENDS;
}
