// SPDX-License-Identifier: MIT
#include "tests/filter_check.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/text.h"

static char folder[128];
static const char *const names[] = {"", "in", "out", "err", "fifo"};

void filter_open(void)
{
    struct writer w = writer_on(folder, sizeof folder);
    const char *tmp = getenv("TMPDIR");
    write_text(&w, "%s/outflank-XXXXXX", tmp ? tmp : "/tmp");
    cr_assert_not_null(mkdtemp(folder));
    signal(SIGINT, SIG_DFL); // whoever started the tests may have it ignored
    signal(SIGTERM, SIG_DFL);
}

void filter_close(void)
{
    for (size_t i = 1; i < LENGTH(names); i++)
        unlink(path_of(names[i]));
    rmdir(folder);
}

const char *path_of(const char *name)
{
    static char paths[LENGTH(names)][sizeof folder + 8];
    size_t i = 0;
    while (strcmp(names[i], name) != 0)
        i++;
    struct writer w = writer_on(paths[i], sizeof paths[i]);
    write_text(&w, "%s/%s", folder, name);
    return paths[i];
}

void put_file(const char *name, const char *bytes, size_t n)
{
    FILE *f = fopen(path_of(name), "w");
    cr_assert(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

char *get_file(const char *name, char text[TEXT_MAX])
{
    FILE *f = fopen(path_of(name), "r");
    size_t n = f ? fread(text, 1, TEXT_MAX - 1, f) : 0;
    text[n] = '\0';
    if (f)
        fclose(f);
    return text;
}

void start(struct process *p, const char *const *words)
{
    int err = open(path_of("err"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    cr_assert_geq(err, 0);
    process_start_on(p, words, -1, err);
    close(err);
}

int run(const char *const *words, const char *input, size_t n, char out[TEXT_MAX])
{
    struct process p;
    start(&p, words);
    process_send_bytes(&p, input, n);
    process_close_input(&p);
    char *text = process_rest(&p);
    struct writer w = writer_on(out, TEXT_MAX);
    write_text(&w, "%s", text);
    free(text);
    return process_status(&p);
}

void strip_times(char *text)
{
    char *to = text;
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool ended = line[n] == '\n';
        line[n] = '\0';
        char *nodes = strstr(line, "nodes");
        size_t kept = nodes ? (size_t)(nodes - line) : n;
        memmove(to, line, kept);
        to += kept;
        *to++ = '\n';
        line += n + ended;
    }
    *to = '\0';
}
