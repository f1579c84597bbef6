// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for posix_openpt
#include "tests/terminal.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/process.h"

enum { WIDE_TAIL = 0xffffffff }; // the second cell of a wide character

// ---- the program --------------------------------------------------------------------------------

// The foreground job of the session that the caller leads.
static pid_t start_job(int slave, const char *const *words)
{
    const char *program = getenv("OUTFLANK") ? getenv("OUTFLANK") : "./outflank";
    char *args[16] = {(char *)program};
    for (int i = 0; words && words[i] && i < 14; i++)
        args[i + 1] = (char *)words[i];
    signal(SIGTTOU, SIG_IGN);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        tcsetpgrp(slave, getpid());
        signal(SIGTTOU, SIG_DFL);
        for (int fd = 0; fd < 3; fd++)
            dup2(slave, fd);
        execv(program, args);
        _exit(127);
    }
    return pid;
}

// What a shell is to its job: it leads the session, and tells how the job ended.
static void lead(int slave, int tell, const char *const *words)
{
    int status;
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    pid_t pid = start_job(slave, words);
    if (write(tell, &pid, sizeof pid) != sizeof pid || waitpid(pid, &status, 0) != pid)
        _exit(126);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

void terminal_start(struct terminal *t, int columns, const char *const *words)
{
    int pid_pipe[2];
    *t = (struct terminal){.columns = columns};
    t->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (t->master < 0 || grantpt(t->master) != 0 || unlockpt(t->master) != 0)
        cr_skip_test("the system gives no terminal");
    t->slave = open(ptsname(t->master), O_RDWR | O_NOCTTY);
    cr_assert(t->slave >= 0 && pipe(pid_pipe) == 0);
    terminal_resize(t, columns);
    cr_assert_eq(tcgetattr(t->slave, &t->before), 0);
    for (int i = 0; i < 4; i++)
        fcntl((int[]){t->master, t->slave, pid_pipe[0], pid_pipe[1]}[i], F_SETFD, FD_CLOEXEC);
    t->shell = fork();
    cr_assert_geq(t->shell, 0);
    if (t->shell == 0)
        lead(t->slave, pid_pipe[1], words);
    close(pid_pipe[1]);
    cr_assert_eq(read(pid_pipe[0], &t->pid, sizeof t->pid), sizeof t->pid);
    close(pid_pipe[0]);
}

void terminal_resize(struct terminal *t, int columns)
{
    struct winsize size = {.ws_row = SCREEN_ROWS, .ws_col = (unsigned short)columns};
    cr_assert_eq(ioctl(t->master, TIOCSWINSZ, &size), 0);
    t->columns = columns;
}

void terminal_send(struct terminal *t, const char *keys)
{
    cr_assert_eq(write(t->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

// ---- the screen ---------------------------------------------------------------------------------

static void new_line(struct terminal *t)
{
    t->wraps = false;
    if (++t->row < SCREEN_ROWS)
        return;
    t->row--;
    memmove(t->cell[0], t->cell[1], sizeof t->cell - sizeof t->cell[0]);
    memset(t->cell[t->row], 0, sizeof t->cell[0]);
}

static void put_code(struct terminal *t, uint32_t code)
{
    // The only wide characters the tests type, and the only mark.
    int width = code == 0x301 ? 0 : code >= 0x3041 && code <= 0x9fff ? 2 : 1;
    if (width == 0)
        return;
    if (t->wraps || t->column + width > t->columns) {
        t->column = 0;
        new_line(t);
    }
    t->cell[t->row][t->column] = code;
    if (width == 2)
        t->cell[t->row][t->column + 1] = WIDE_TAIL;
    t->column += width;
    if (t->column >= t->columns) {
        t->column = t->columns - 1;
        t->wraps = true;
    }
}

// ESC [ with its parameter, which ends in a letter.
static void obey_escape(struct terminal *t)
{
    t->escape[t->escape_length] = '\0';
    const char *sequence = t->escape + 1;
    char last = t->escape[t->escape_length - 1];
    if (strcmp(sequence, "[K") == 0)
        memset(&t->cell[t->row][t->column], 0,
               sizeof t->cell[0][0] * (size_t)(t->columns - t->column));
    else if (strcmp(sequence, "[2J") == 0)
        memset(t->cell, 0, sizeof t->cell);
    else if (strcmp(sequence, "[H") == 0)
        t->row = t->column = 0;
    else if (last == 'C')
        t->column += (int)strtol(sequence + 1, NULL, 10);
    else
        cr_assert(last == 'm' || strncmp(sequence, "[?2004", 6) == 0, "what is %s?", sequence);
    t->colours += last == 'm';
    cr_assert_lt(t->column, t->columns);
}

static void put_byte(struct terminal *t, unsigned char byte)
{
    if (t->escape_length) {
        cr_assert_lt(t->escape_length, (int)sizeof t->escape - 1);
        t->escape[t->escape_length++] = (char)byte;
        if (byte >= '@' && byte != '[') {
            obey_escape(t);
            t->escape_length = 0;
        }
    } else if (byte == '\033') {
        t->escape[t->escape_length++] = (char)byte;
    } else if (byte == '\r') {
        t->column = 0;
        t->wraps = false;
    } else if (byte == '\n') {
        new_line(t);
    } else if (byte == '\b') {
        t->column -= t->column > 0;
    } else {
        cr_assert_geq(byte, ' ', "what is control character %d?", byte);
        t->character[t->character_length++] = (char)byte;
        unsigned char first = (unsigned char)t->character[0];
        int n = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (n > t->character_length)
            return;
        uint32_t code = n == 1 ? first : first & (0x7fu >> n);
        for (int i = 1; i < n; i++)
            code = code << 6 | ((unsigned char)t->character[i] & 0x3fu);
        put_code(t, code);
        t->character_length = 0;
    }
}

// A row as text, without the blanks at its end.
static const char *row_text(const struct terminal *t, int row)
{
    static char text[4 * SCREEN_COLUMNS + 1];
    size_t n = 0, end = 0;
    for (int i = 0; i < t->columns; i++) {
        uint32_t code = t->cell[row][i] ? t->cell[row][i] : ' ';
        if (code == WIDE_TAIL)
            continue;
        if (code >= 0x800) {
            text[n++] = (char)(0xe0 | code >> 12);
            text[n++] = (char)(0x80 | (code >> 6 & 0x3f));
            text[n++] = (char)(0x80 | (code & 0x3f));
        } else if (code >= 0x80) {
            text[n++] = (char)(0xc0 | code >> 6);
            text[n++] = (char)(0x80 | (code & 0x3f));
        } else {
            text[n++] = (char)code;
        }
        end = code == ' ' ? end : n;
    }
    text[end] = '\0';
    return text;
}

bool terminal_shows(const struct terminal *t, const char *text)
{
    for (int row = 0; row < SCREEN_ROWS; row++)
        if (strstr(row_text(t, row), text))
            return true;
    return false;
}

// ---- waiting ------------------------------------------------------------------------------------

// Takes in what has been written; false when nothing comes in time.
static bool take_in(struct terminal *t)
{
    unsigned char bytes[4096];
    struct pollfd p = {.fd = t->master, .events = POLLIN};
    if (poll(&p, 1, PROCESS_PATIENCE) != 1)
        return false;
    ssize_t n = read(t->master, bytes, sizeof bytes);
    for (ssize_t i = 0; i < n; i++)
        put_byte(t, bytes[i]);
    return n > 0;
}

static void give_up(struct terminal *t, const char *wanted)
{
    kill(t->pid, SIGKILL);
    for (int row = 0; row < SCREEN_ROWS; row++)
        if (row_text(t, row)[0])
            fprintf(stderr, "%s\n", row_text(t, row));
    cr_assert(false, "'%s' never came", wanted);
}

void terminal_until_line(struct terminal *t, const char *line, int column)
{
    for (;;) {
        const char *now = row_text(t, t->row);
        // The blank that ends a prompt is not seen, but the cursor is.
        int end = (int)strlen(line);
        bool same = strncmp(now, line, strlen(now)) == 0 &&
                    strspn(line + strlen(now), " ") == strlen(line + strlen(now));
        if (same &&
            (column < 0 ? t->column >= (int)strlen(now) && t->column <= end
                        : t->column == column) &&
            t->escape_length == 0)
            return;
        if (!take_in(t))
            give_up(t, line);
    }
}

void terminal_until(struct terminal *t, const char *text)
{
    while (!terminal_shows(t, text))
        if (!take_in(t))
            give_up(t, text);
}

void terminal_until_plain(struct terminal *t, bool plain)
{
    struct termios now;
    for (int waited = 0; waited < PROCESS_PATIENCE; waited++) {
        cr_assert_eq(tcgetattr(t->slave, &now), 0);
        if (((now.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO)) == plain)
            return;
        sleep_us(1000);
    }
    give_up(t, plain ? "a plain terminal" : "a terminal that is drawn on");
}

int terminal_end(struct terminal *t)
{
    int status = 0;
    struct pollfd p = {.fd = t->master, .events = POLLIN};
    for (int waited = 0; waitpid(t->shell, &status, WNOHANG) == 0; waited++) {
        if (waited > PROCESS_PATIENCE)
            give_up(t, "the end");
        if (poll(&p, 1, 1) == 1 && (p.revents & POLLIN))
            take_in(t);
    }
    while (poll(&p, 1, 0) == 1 && (p.revents & POLLIN) && take_in(t))
        continue;
    terminal_until_plain(t, true);
    struct termios now;
    cr_assert_eq(tcgetattr(t->slave, &now), 0);
    cr_expect_eq(now.c_iflag, t->before.c_iflag);
    cr_expect_eq(now.c_lflag, t->before.c_lflag);
    close(t->slave);
    close(t->master);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
