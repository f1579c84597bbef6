// SPDX-License-Identifier: MIT
#include "protocol/words.h"

#include <string.h>

#include "protocol/dialogue.h"
#include "protocol/jobs/jobs.h"

const struct protocol *const protocols[] = {&uci_protocol,    &gtp_protocol,    &gomocup_protocol,
                                            &nboard_protocol, &xboard_protocol, &botzone_protocol,
                                            &saiblo_protocol, &shell_protocol,  NULL};

const struct job jobs[] = {
    {"solve", solve_job, "solve positions from files or standard input"},
    {"analyze", analyze_job, "judge every move of recorded games"},
    {"puzzle", puzzle_job, "positions with one best move, proven"},
    {"perft", perft_job, "count the leaves of the game tree"},
    {"book", book_job, "opening books: look into them, check, learn, merge"},
    {"bench", bench_job, "measure the engine; the node count is its signature"},
    {"setup", setup_job, "the engine description for a GUI or an arena, ready to use"},
    {NULL, NULL, NULL},
};

const struct protocol *protocol_named(const char *name)
{
    for (int i = 0; protocols[i]; i++)
        if (strcmp(name, protocols[i]->name) == 0)
            return protocols[i];
    return NULL;
}

const struct job *job_named(const char *name)
{
    for (const struct job *j = jobs; j->name; j++)
        if (strcmp(name, j->name) == 0)
            return j;
    return NULL;
}
