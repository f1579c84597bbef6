// SPDX-License-Identifier: MIT
// test_descriptors.c - standard input and output that are closed, or sockets whose peer goes away.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/talk.h"

// Starts the program with these descriptors as its standard input and output; -1 = closed. They are
// closed here.
static void start(struct process *p, const struct dialect *d, int in, int out)
{
    const char *program = getenv("OUTFLANK") ? getenv("OUTFLANK") : "./outflank";
    *p = (struct process){.in = -1, .out = -1, .ended = true};
    signal(SIGPIPE, SIG_IGN);
    p->pid = fork();
    cr_assert(p->pid >= 0);
    if (p->pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        for (int fd = 0; fd < 2; fd++) {
            int from = fd == STDIN_FILENO ? in : out;
            if (from >= 0)
                dup2(from, fd);
            else
                close(fd);
        }
        if (d->apart && out >= 0)
            dup2(STDOUT_FILENO, STDERR_FILENO);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        execl(program, program, d->name, "--option", "Hash=4", (char *)NULL);
        _exit(127);
    }
    close(in);
    if (out != in)
        close(out);
}

// Nothing to read is the end of input; nowhere to answer is an end with a status.
Test(descriptors, closed_at_the_start)
{
    for (int i = 0; dialects[i]; i++) {
        struct process p;
        int in[2], out[2];
        cr_assert(pipe(in) == 0 && pipe(out) == 0);
        start(&p, dialects[i], -1, out[1]);
        cr_expect_eq(process_status(&p), 0, "%s: no input", dialects[i]->name);
        cr_expect_leq(p.cpu_us, process_cpu_limit_us());
        start(&p, dialects[i], in[0], -1);
        cr_expect_eq(process_status(&p), 1, "%s: no output", dialects[i]->name);
        start(&p, dialects[i], -1, -1);
        cr_expect_eq(process_status(&p), 1, "%s: neither", dialects[i]->name);
        close(in[1]);
        close(out[0]);
    }
}

// Answers go to a socket, and lines come from it too, as inetd hands it over, or from a pipe. Its peer
// goes away while nothing is asked, or while it thinks. Returns the processor time from then to the
// end of the program in us, and its status.
static long long work_to_end(const struct dialect *d, bool both, bool thinking, int *status)
{
    struct process p;
    char text[1 << 12];
    int in[2] = {-1, -1}, pair[2];
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    cr_assert(both || pipe(in) == 0);
    start(&p, d, both ? pair[1] : in[0], pair[1]);
    cr_assert_gt(dprintf(both ? pair[0] : in[1], "%s\n%s\n", d->set_up, thinking ? d->think : ""),
                 0);
    sleep_us(30000);
    // What was left unread would be an error on the socket; what was read is a hang-up.
    while (!both && recv(pair[0], text, sizeof text, MSG_DONTWAIT) > 0)
        continue;
    long long before = process_cpu_us(&p);
    close(pair[0]);
    *status = process_status(&p);
    if (!both)
        close(in[1]);
    return p.cpu_us - before;
}

// The program ends, and does not spend its time asking the socket. On a busy machine it may not have
// begun when its peer goes away, or think on because we are kept from closing the socket: of three
// times the best counts.
static void expect_end(bool both, bool may_be_good)
{
    for (int i = 0; dialects[i]; i++)
        for (int thinking = 0; thinking < 2; thinking++) {
            const struct dialect *d = dialects[i];
            long long least = LLONG_MAX;
            for (int attempt = 0; attempt < 3 && least > process_cpu_limit_us(); attempt++) {
                int status;
                long long used = work_to_end(d, both, thinking, &status);
                cr_expect(status == 1 || (may_be_good && status == 0), "%s: %d", d->name, status);
                least = used < least ? used : least;
            }
            cr_expect_leq(least, process_cpu_limit_us(), "%s: %lld us", d->name, least);
        }
}

Test(descriptors, a_peer_that_goes_away)
{
    expect_end(true, true);
}

// Only the answers go to a socket, and its peer goes away.
Test(descriptors, a_listener_that_goes_away)
{
    expect_end(false, false);
}

// The peer keeps its end open and says that it will send no more: the answers still go out.
Test(descriptors, a_peer_that_only_listens)
{
    for (int i = 0; dialects[i]; i++) {
        const struct dialect *d = dialects[i];
        struct process p;
        char text[1 << 12];
        int pair[2];
        size_t n = 0;
        ssize_t more;
        cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        start(&p, d, pair[1], pair[1]);
        cr_assert_gt(dprintf(pair[0], "%s\n%s\n", d == &dialect_saiblo ? d->set_up : "", d->probe),
                     0);
        shutdown(pair[0], SHUT_WR);
        while (n < sizeof text - 1 && (more = read(pair[0], text + n, sizeof text - 1 - n)) > 0)
            n += (size_t)more;
        text[n] = '\0';
        cr_expect_eq(strncmp(text, d->alive, strlen(d->alive)), 0, "%s: '%s'", d->name, text);
        cr_expect_eq(process_status(&p), 0);
        close(pair[0]);
    }
}
