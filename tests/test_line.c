// SPDX-License-Identifier: MIT
// test_line.c - lines come out the same however the bytes come in.
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "protocol/line.h"

static struct line_reader reader;
static struct wake wake;
static int feed_fd;

// A reader on a pipe whose other end is ours.
static void open_reader(void)
{
    int fds[2];
    cr_assert(wake_open(&wake));
    cr_assert_eq(pipe(fds), 0);
    feed_fd = fds[1];
    line_open(&reader, fds[0], -1, &wake);
}

static void close_reader(void)
{
    close(reader.fd);
    line_close(&reader);
    wake_close(&wake);
}

TestSuite(line, .init = open_reader, .fini = close_reader);

static void feed(const char *bytes, size_t n)
{
    cr_assert_eq(write(feed_fd, bytes, n), (ssize_t)n);
}

static void expect_line(const char *bytes, size_t n)
{
    struct word line;
    cr_assert_eq(line_next(&reader, &line), LINE_READY);
    cr_assert_eq(line.length, n);
    cr_assert_eq(memcmp(line.text, bytes, n), 0, "%.*s", (int)line.length, line.text);
}

static void expect_event(enum line_event event)
{
    struct word line;
    cr_assert_eq(line_next(&reader, &line), event);
}

// Empty lines, CR LF, a CR inside, a NUL inside, no end on the last line.
static const char script[] = "uci\n\r\n\nposition startpos\r\nA\rB\nC\0D\n  \nlast\r";
static const struct word script_lines[] = {
    {"uci", 3},  {"", 0},     {"", 0},   {"position startpos", 17},
    {"A\rB", 3}, {"C\0D", 3}, {"  ", 2}, {"last", 4},
};

Test(line, are_the_same_split_at_every_offset)
{
    close_reader();
    for (size_t cut = 0; cut < sizeof script; cut++) {
        open_reader();
        size_t read_so_far = 0, lines = LENGTH(script_lines);
        feed(script, cut);
        // All lines that are whole by now, then the rest.
        for (size_t at = 0; at < cut; at++)
            if (script[at] == '\n') {
                expect_line(script_lines[read_so_far].text, script_lines[read_so_far].length);
                read_so_far++;
            }
        feed(script + cut, sizeof script - 1 - (cut < sizeof script - 1 ? cut : sizeof script - 1));
        close(feed_fd);
        for (; read_so_far < lines; read_so_far++)
            expect_line(script_lines[read_so_far].text, script_lines[read_so_far].length);
        expect_event(LINE_END);
        expect_event(LINE_END);
        close_reader();
    }
    open_reader();
}

Test(line, are_the_same_byte_by_byte)
{
    size_t line = 0;
    for (size_t at = 0; at + 1 < sizeof script; at++) {
        feed(script + at, 1);
        if (script[at] == '\n') {
            expect_line(script_lines[line].text, script_lines[line].length);
            line++;
        } else {
            struct word line_out;
            wake_up(wake.write_fd);
            line_listen(&reader);
            cr_assert_eq(line_next(&reader, &line_out), LINE_WOKEN);
        }
    }
    close(feed_fd);
    expect_line("last", 4);
    expect_event(LINE_END);
}

// Feeds n letters, reading as they come so that the pipe never fills up, and returns the first
// event.
static enum line_event feed_long(size_t n, bool newline)
{
    static char letters[4096];
    struct word line;
    memset(letters, 'a', sizeof letters);
    while (n > 0) {
        size_t now = n < sizeof letters ? n : sizeof letters;
        feed(letters, now);
        n -= now;
        // A wake on every piece makes line_next read it and come back.
        wake_up(wake.write_fd);
        enum line_event event = line_next(&reader, &line);
        if (event != LINE_WOKEN)
            return event;
    }
    if (newline)
        feed("\n", 1);
    else
        close(feed_fd);
    enum line_event event;
    while ((event = line_next(&reader, &line)) == LINE_WOKEN)
        continue;
    return event;
}

Test(line, longest_fits)
{
    cr_expect_eq(feed_long(LINE_BYTES - 1, true), LINE_READY);
    feed("next\n", 5);
    expect_line("next", 4);
}

Test(line, too_long_is_reported_once_and_the_next_is_whole)
{
    cr_expect_eq(feed_long(LINE_BYTES, true), LINE_TOO_LONG);
    feed("next\n", 5);
    expect_line("next", 4);
    cr_expect_eq(feed_long(5 * LINE_BYTES + 17, true), LINE_TOO_LONG);
    feed("next\n", 5);
    expect_line("next", 4);
}

Test(line, too_long_is_reported_at_the_end_of_input)
{
    cr_expect_eq(feed_long(3 * LINE_BYTES, false), LINE_TOO_LONG);
    expect_event(LINE_END);
}

Test(line, too_long_with_a_remainder_is_reported_at_the_end_of_input)
{
    cr_expect_eq(feed_long(3 * LINE_BYTES + 5, false), LINE_TOO_LONG);
    expect_event(LINE_END);
}

Test(line, a_wake_interrupts_the_wait_and_loses_nothing)
{
    feed("half", 4);
    wake_up(wake.write_fd);
    expect_event(LINE_WOKEN);
    feed(" line\n", 6);
    expect_line("half line", 9);
}

// "stop" interrupts, "quit" ends; anything else is ordinary.
static enum line_urgency look(void *owner, struct word line)
{
    ++*(int *)owner;
    return word_is(line, "quit")   ? LINE_ENDS
           : word_is(line, "stop") ? LINE_INTERRUPTS
                                   : LINE_ORDINARY;
}

static int alarms;

static void alarm_rang(void *owner)
{
    (void)owner;
    alarms++;
}

Test(line, urgent_lines_are_known_before_their_turn)
{
    int looked = 0;
    line_watch(&reader, (struct line_watcher){&looked, look, alarm_rang});
    feed("one\n\nstop\ntwo\nquit\nthree\n", 25);
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
    line_listen(&reader);
    cr_expect_eq(looked, 6);
    cr_expect_eq(alarms, 1);
    cr_expect_eq(line_urgency(&reader), LINE_ENDS);
    static const char *const lines[] = {"one", "", "stop", "two", "quit"};
    for (size_t i = 0; i < LENGTH(lines); i++) {
        cr_expect_eq(line_urgency(&reader), LINE_ENDS);
        expect_line(lines[i], strlen(lines[i]));
    }
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
    feed("stop\n", 5);
    line_listen(&reader);
    cr_expect_eq(line_urgency(&reader), LINE_INTERRUPTS);
    // Another watcher looks anew at what waits.
    line_watch(&reader, (struct line_watcher){NULL, NULL, NULL});
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
    line_watch(&reader, (struct line_watcher){&looked, look, alarm_rang});
    cr_expect_eq(line_urgency(&reader), LINE_INTERRUPTS);
    expect_line("three", 5);
    expect_line("stop", 4);
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
    close(feed_fd);
    line_listen(&reader);
    cr_expect_eq(line_urgency(&reader), LINE_ENDS);
    cr_expect_eq(alarms, 3);
    expect_event(LINE_END);
}

// Behind far more than one line may hold, and behind a line that is too long.
Test(line, a_quit_is_seen_behind_a_megabyte)
{
    static char filler[4096];
    int looked = 0;
    size_t fed = 0;
    line_watch(&reader, (struct line_watcher){&looked, look, alarm_rang});
    memset(filler, 'a', sizeof filler);
    for (; fed < 3 * LINE_BYTES; fed += sizeof filler) {
        feed(filler, sizeof filler);
        line_listen(&reader);
    }
    filler[63] = '\n';
    for (fed = 0; fed < LINE_AHEAD - 2 * LINE_BYTES; fed += 64) {
        feed(filler, 64);
        line_listen(&reader);
    }
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
    feed("quit\n", 5);
    line_listen(&reader);
    cr_expect_eq(line_urgency(&reader), LINE_ENDS);
    expect_event(LINE_TOO_LONG);
    for (fed = 64; fed < LINE_AHEAD - 2 * LINE_BYTES; fed += 64)
        expect_line(filler, 63);
    expect_line("quit", 4);
    cr_expect_eq(line_urgency(&reader), LINE_ORDINARY);
}

Test(line, listening_does_not_wait)
{
    line_listen(&reader);
    cr_assert_eq(line_urgency(&reader), LINE_ORDINARY);
}
