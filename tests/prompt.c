// SPDX-License-Identifier: MIT
#include "tests/prompt.h"

#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"
#include "protocol/dialogue.h"

enum { SAID_MAX = 1 << 16 };

const char *said(const char *lines)
{
    return said_at("/dev/null", lines); // no game of these is kept for anybody
}

const char *said_at(const char *state, const char *lines)
{
    static char text[SAID_MAX];
    static struct line_reader reader;
    static atomic_int no_signal;
    struct wake wake;
    struct output output;
    struct word first = {"", 0};
    int in[2];
    FILE *out = tmpfile();
    setenv("XDG_STATE_HOME", state, 1);
    games_init();
    cr_assert(out && pipe(in) == 0 && wake_open(&wake));
    cr_assert_eq(write(in[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(in[1]);
    line_open(&reader, in[0], fileno(out), &wake);
    output_open(&output, fileno(out), &reader, &no_signal);
    struct connection connection = {
        .in = &reader, .out = &output, .signal = &no_signal, .terminal = true};
    cr_expect_eq(dialogue_run(&shell_protocol, &connection, first, NULL), 0);
    output_close(&output);
    line_close(&reader);
    wake_close(&wake);
    close(in[0]);
    rewind(out);
    text[fread(text, 1, SAID_MAX - 1, out)] = '\0';
    fclose(out);
    return text;
}
