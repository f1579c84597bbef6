// SPDX-License-Identifier: MIT
#include "tests/talk.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"

const struct dialect dialect_uci = {
    .name = "uci",
    .probe = "isready",
    .alive = "readyok",
    .board = "d",
    .wordy = "d",
    .error = "info string error: ",
    .set_up = "setoption name Hash value 4\nposition startpos moves d3",
    .think = "go infinite",
    .stop_now = "stop",
    .answered = "bestmove ",
    .quit = "quit",
    .error_lines = 1,
};

const struct dialect dialect_gtp = {
    .name = "gtp",
    .probe = "987654321 protocol_version",
    .alive = "=987654321 2",
    .board = "showboard",
    .wordy = "showboard",
    .error = "? ",
    .set_up = "play b d3\ntime_settings 1000000 0 0",
    .think = "1 reg_genmove w",
    .stop_now = "# interrupt",
    .answered = "=1 ",
    .quit = "quit",
    .error_lines = 2,
    .also = {"?"},
    .after = 1, // an answer ends with an empty line
};

const struct dialect dialect_gomocup = {
    .name = "gomocup",
    .probe = "ABOUT",
    .alive = "name=\"outflank\"",
    .wordy = "YXSHOWINFO",
    .error = "ERROR ",
    .set_up = "START 15\nINFO timeout_turn 100000000\nINFO timeout_match 1000000000\n"
              "INFO time_left 1000000000",
    .think = "BEGIN",
    .stop_now = "YXSTOP",
    .answered = NULL, // it begins with a number
    .again = "RESTART",
    .quit = "END",
    .error_lines = 1,
    .also = {"UNKNOWN "},
};

const struct dialect dialect_nboard = {
    .name = "nboard",
    .probe = "ping 987654321",
    .alive = "pong 987654321",
    .wordy = "move abcdefghijklmnopqrstuvwxyz",
    .error = "status ",
    .set_up = "nboard 2\nset depth 60\nmove F5",
    .think = "go",
    .stop_now = "ping 1",
    .answered = "=== ",
    .quit = "quit",
    .error_lines = 1,
};

const struct dialect dialect_xboard = {
    .name = "xboard",
    .probe = "ping 987654321",
    .alive = "pong 987654321",
    .wordy = "protover 2",
    .error = "Error (",
    .set_up = "xboard\nvariant gomoku\nst 100000\nforce\nusermove P@h8",
    .think = "go",
    .stop_now = "?",
    .answered = "move ",
    .again = "new\nforce\nusermove P@h8",
    .quit = "quit",
    .error_lines = 1,
    .also = {"Illegal move: ", "tellusererror Illegal position: "},
};

// The probe is a game that is over: e6 f4 e3 f6 g5 d6 e7 f5 c5 turns every disc.
const struct dialect dialect_botzone = {
    .name = "botzone",
    .probe =
        "{\"requests\":[{\"x\":4,\"y\":5},{\"x\":4,\"y\":2},{\"x\":6,\"y\":4},{\"x\":4,\"y\":6},"
        "{\"x\":2,\"y\":4}],\"responses\":[{\"x\":5,\"y\":3},{\"x\":5,\"y\":5},{\"x\":3,\"y\":5},"
        "{\"x\":5,\"y\":4}]}",
    .alive = "{\"response\":{\"x\":-1,\"y\":-1}}",
    .wordy = "xyzzy",
    .error = "{\"response\":{\"x\":-1,\"y\":-1},\"debug\":",
    .set_up = "",
    .think = "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}",
    .error_lines = 1,
    .after = 1, // it asks to be kept running
};

// No answer of its own serves as a probe: a move outside every board is refused.
const struct dialect dialect_saiblo = {
    .name = "saiblo",
    .probe = "1000 1000",
    .alive = "outflank: the other side's move is not legal here",
    .error = "outflank: expected: ",
    .set_up = "10 9 6 2",
    .think = "-1 -1",
    .error_lines = 1,
    .apart = true,
};

const struct dialect *const dialects[] = {
    &dialect_uci,    &dialect_gtp,     &dialect_gomocup, &dialect_nboard,
    &dialect_xboard, &dialect_botzone, &dialect_saiblo,  NULL,
};

void talk_start_with(struct process *p, const struct dialect *d, const char *option)
{
    const char *words[] = {d->name, "--option", "OwnBook=false", option ? "--option" : NULL,
                           option,  NULL};
    process_start_on(p, words, -1, d->apart ? STDOUT_FILENO : -1);
}

void talk_start(struct process *p, const struct dialect *d)
{
    talk_start_with(p, d, NULL);
}

char *talk_bytes(struct process *p, const struct dialect *d, const char *bytes, size_t n)
{
    size_t length = 0, size = 1 << 12;
    char *text = malloc(size);
    const char *line;
    process_send_bytes(p, bytes, n);
    process_send(p, "\n%s\n", d->probe);
    while ((line = process_line(p)) && strncmp(line, d->alive, strlen(d->alive)) != 0) {
        size_t more = strlen(line) + 1;
        while (text && length + more >= size)
            text = realloc(text, size *= 2);
        cr_assert_not_null(text);
        memcpy(text + length, line, more - 1);
        text[length + more - 1] = '\n';
        length += more;
    }
    cr_assert_not_null(line, "%s: dead after '%.*s'", d->name, (int)(n < 200 ? n : 200), bytes);
    for (int i = 0; i < d->after; i++)
        process_line(p);
    cr_assert_not_null(text);
    text[length] = '\0';
    return text;
}

char *talk(struct process *p, const struct dialect *d, const char *format, ...)
{
    char text[1 << 14];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_assert(n >= 0 && (size_t)n < sizeof text, "too long to send");
    return talk_bytes(p, d, text, (size_t)n);
}

void talk_expect(struct process *p, const struct dialect *d, const char *line, const char *answer)
{
    char *text = talk(p, d, "%s", line);
    cr_expect_str_eq(text, answer, "%s: '%s' was answered by '%s', not '%s'", d->name, line, text,
                     answer);
    free(text);
}

int count_lines(const char *text, const char *begins)
{
    int n = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        n += strncmp(line, begins, strlen(begins)) == 0 && *line;
    }
    return n;
}

void model_start(struct model *m, const char *id)
{
    const char *why = "";
    cr_assert(game_find(word_of(id), &m->game, &m->position, &why), "%s: %s", id, why);
    m->game->to_grid(&m->position, &m->grid);
}

void model_play(struct model *m, move mv)
{
    char text[MOVE_TEXT_MAX];
    move_print(m->game->notation, &m->grid, mv, text);
    cr_assert(m->game->play(&m->position, mv), "%s: %s is not legal", m->game->name, text);
    m->game->to_grid(&m->position, &m->grid);
}

bool model_over(const struct model *m)
{
    int margin;
    return m->game->over(&m->position, &margin);
}
