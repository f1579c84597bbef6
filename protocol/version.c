// SPDX-License-Identifier: MIT
#include "protocol/version.h"

#include "engine/games.h"
#include "engine/kernel.h"
#include "engine/outflank.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "another compiler"
#endif

#ifdef __x86_64__
#define FORMS "wide, fast, portable"
#else
#define FORMS "portable"
#endif

int problems_print(FILE *to)
{
    int count = 0;
    for (int i = 0; games[i]; i++) {
        const char *problem;
        for (int k = 0; games[i]->problem && (problem = games[i]->problem(k)); k++, count++)
            fprintf(to, "outflank: %s: %s; it plays without them\n", games[i]->title, problem);
    }
    return count;
}

void version_print(FILE *to)
{
    fprintf(to, "outflank " OUTFLANK_VERSION "\n");
    fprintf(to, "build: " COMPILER "\n");
    fprintf(to, "code: " FORMS "; this CPU runs %s\n", kernel_names[kernel_here(KERNEL_AUTO)]);
    if (problems_print(to) == 0)
        fprintf(to, "weights: whole\n");
}
