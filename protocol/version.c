// SPDX-License-Identifier: MIT
#include "protocol/version.h"

#include "book/format.h"
#include "book/shipped.h"
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

// The books inside the program, with how much each holds.
static void print_books(FILE *to)
{
    const char *game, *why;
    for (int i = 0; (game = book_shipped_game(i)); i++) {
        size_t size;
        const uint8_t *bytes = book_shipped(game, &size);
        struct book *b = bytes ? book_of_bytes(bytes, size, &why) : NULL;
        if (b)
            fprintf(to, "book: %s, %llu positions\n", game,
                    (unsigned long long)book_header(b)->entries);
        else if (bytes)
            fprintf(to, "book: %s, not usable: %s\n", game, why);
        book_close(b);
    }
}

void version_print(FILE *to)
{
    fprintf(to, "outflank " OUTFLANK_VERSION "\n");
    fprintf(to, "build: " COMPILER "\n");
    fprintf(to, "code: " FORMS "; this CPU runs %s\n", kernel_names[kernel_here(KERNEL_AUTO)]);
    if (problems_print(to) == 0)
        fprintf(to, "weights: whole\n");
    print_books(to);
}
