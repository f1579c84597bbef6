// SPDX-License-Identifier: MIT
// train - makes the weights of the Othello evaluation; scripts/train drives it.
//
//   train generate OUT seconds=600 seed=1 depth=4 solve=14 random=12 [plain=1] [weights=FILE]
//   train sample OUT seconds=600 seed=1 least=6 most=16 solve=16 depth=8 [weights=FILE]
//   train fit OUT lambda=88 rate=30 epochs=5 reach=8 [from=FILE] FILE...
//       (lambda, rate: per cent; from: weights to begin with instead of chance)
//   train measure [weights=FILE] [all=1] FILE...       (games of its own, or WTHOR's *.wtb)
//   train trial FILE.obf [weights=FILE] [depth=15] [ms=0] [count=1000] [verbose=1] [kernel=auto]
//   train six-generate OUT seconds=600 seed=1 solve=16                     (the 6x6 board)
//   train six-fit OUT steps=30 FILE...
//   train errors FILE [weights=FILE] [count=1000] [depth=9] [solve=16]
#include <stdio.h>
#include <stdlib.h>

#include "engine/othello/board/board.h"
#include "engine/othello/eval/eval.h"
#include "engine/text.h"
#include "scripts/trainer/errors.h"
#include "scripts/trainer/fit.h"
#include "scripts/trainer/generate.h"
#include "scripts/trainer/sample.h"
#include "scripts/trainer/six.h"
#include "scripts/trainer/trial.h"
#include "engine/games.h"

// What "name=..." among the arguments gives, or NULL.
static const char *given(int argc, char **argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 2; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

// The value of "name=number" among the arguments, or what it is when not given.
static int64_t number(int argc, char **argv, const char *name, int64_t otherwise)
{
    const char *text = given(argc, argv, name);
    int64_t value = otherwise;
    if (text && !word_int(word_of(text), 0, INT64_MAX / 2, &value)) {
        fprintf(stderr, "train: %s=%s is not a number\n", name, text);
        exit(2);
    }
    return value;
}

// The kernel of "kernel=NAME" among the arguments, or what runs best.
static enum kernel kernel(int argc, char **argv)
{
    const char *text = given(argc, argv, "kernel");
    enum kernel found = KERNEL_AUTO;
    if (text && !kernel_named(text, &found)) {
        fprintf(stderr, "train: the kernel is " KERNEL_CHOICES ", not '%s'\n", text);
        exit(2);
    }
    return found;
}

// Loads the weights of a file; those linked in stay when there is none to load.
static bool load(const char *path)
{
    if (!path)
        return true;
    FILE *f = fopen(path, "rb");
    size_t size = eval_file_size();
    uint8_t *bytes = malloc(size);
    const char *why = "cannot be read";
    bool sound = f && bytes && fread(bytes, 1, size, f) == size && eval_load(bytes, size, &why);
    if (!sound)
        fprintf(stderr, "train: %s: %s\n", path, why);
    if (f)
        fclose(f);
    free(bytes);
    return sound;
}

// Loads weights=FILE if it is given.
static bool weights(int argc, char **argv)
{
    return load(given(argc, argv, "weights"));
}

// Moves the arguments from `from` on that are no "name=value" to the front; returns how many.
static int files(int argc, char **argv, int from)
{
    int count = 0;
    for (int i = from; i < argc; i++)
        if (!strchr(argv[i], '='))
            argv[from + count++] = argv[i];
    return count;
}

static bool run_generate(int argc, char **argv)
{
    struct generate how = {
        .path = argv[2],
        .seed = (uint64_t)number(argc, argv, "seed", 1),
        .seconds = (double)number(argc, argv, "seconds", 60),
        .depth = (int)number(argc, argv, "depth", 4),
        .random = (uint32_t)number(argc, argv, "random", 12),
        .solve = (int)number(argc, argv, "solve", 14),
        .plain = number(argc, argv, "plain", 0) != 0,
    };
    return weights(argc, argv) && generate(&how);
}

static bool run_sample(int argc, char **argv)
{
    struct sample how = {
        .path = argv[2],
        .seed = (uint64_t)number(argc, argv, "seed", 1),
        .seconds = (double)number(argc, argv, "seconds", 60),
        .least = (int)number(argc, argv, "least", 6),
        .most = (int)number(argc, argv, "most", 16),
        .solve = (int)number(argc, argv, "solve", 16),
        .depth = (int)number(argc, argv, "depth", 8),
    };
    return weights(argc, argv) && sample(&how);
}

static bool run_fit(int argc, char **argv)
{
    const char *from = given(argc, argv, "from");
    struct fit how = {
        .out = argv[2],
        .lambda = (double)number(argc, argv, "lambda", 88) / 100,
        .rate = (double)number(argc, argv, "rate", 30) / 100,
        .epochs = (int)number(argc, argv, "epochs", 5),
        .reach = (int)number(argc, argv, "reach", 8),
        .loaded = from != NULL,
    };
    how.files = files(argc, argv, 3);
    how.paths = (const char *const *)argv + 3;
    return load(from) && fit(&how);
}

static bool run_measure(int argc, char **argv)
{
    bool all = number(argc, argv, "all", 0) != 0;
    if (!weights(argc, argv))
        return false;
    int count = files(argc, argv, 2);
    return fit_measure((const char *const *)argv + 2, count, !all);
}

static bool run_trial(int argc, char **argv)
{
    return weights(argc, argv) &&
           trial(argv[2], (int)number(argc, argv, "depth", 15), (int)number(argc, argv, "ms", 0),
                 (int)number(argc, argv, "count", 1000), number(argc, argv, "verbose", 0) != 0,
                 kernel(argc, argv));
}

static bool run_errors(int argc, char **argv)
{
    return weights(argc, argv) &&
           errors(argv[2], (int)number(argc, argv, "count", 1000),
                  (int)number(argc, argv, "depth", 9), (int)number(argc, argv, "solve", 16));
}

static bool run_six_generate(int argc, char **argv)
{
    return six_generate(argv[2], (uint64_t)number(argc, argv, "seed", 1),
                        (double)number(argc, argv, "seconds", 60),
                        (int)number(argc, argv, "solve", 16));
}

static bool run_six_fit(int argc, char **argv)
{
    int steps = (int)number(argc, argv, "steps", 30), count = files(argc, argv, 3);
    return six_fit(argv[2], steps, (const char *const *)argv + 3, count);
}

int main(int argc, char **argv)
{
    games_init();
    bool sound = false;
    if (argc >= 3 && strcmp(argv[1], "generate") == 0)
        sound = run_generate(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "sample") == 0)
        sound = run_sample(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "fit") == 0)
        sound = run_fit(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "measure") == 0)
        sound = run_measure(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "trial") == 0)
        sound = run_trial(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "errors") == 0)
        sound = run_errors(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "six-generate") == 0)
        sound = run_six_generate(argc, argv);
    else if (argc >= 3 && strcmp(argv[1], "six-fit") == 0)
        sound = run_six_fit(argc, argv);
    else
        fprintf(stderr, "usage: trainer generate|fit|measure ..., see scripts/trainer/main.c\n");
    return sound ? 0 : 1;
}
