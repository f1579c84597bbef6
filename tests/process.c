// SPDX-License-Identifier: MIT
#include "tests/process.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

void sleep_us(long us)
{
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    while (nanosleep(&t, &t) != 0 && errno == EINTR)
        continue;
}

// A pipe that no other child inherits.
static void open_pipe(int fds[2])
{
    cr_assert_eq(pipe(fds), 0, "no pipe");
    for (int i = 0; i < 2; i++)
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);
}

void process_start_on(struct process *p, const char *const *words, int out_fd, int err_fd)
{
    const char *program = getenv("OUTFLANK") ? getenv("OUTFLANK") : "./outflank";
    char *args[16] = {(char *)program};
    int in[2], out[2] = {-1, out_fd};
    for (int i = 0; words && words[i] && i < 14; i++)
        args[i + 1] = (char *)words[i];
    *p = (struct process){.size = 1 << 16};
    p->text = malloc(p->size);
    cr_assert_not_null(p->text);
    signal(SIGPIPE, SIG_IGN);
    open_pipe(in);
    if (out_fd < 0)
        open_pipe(out);
    p->pid = fork();
    cr_assert(p->pid >= 0, "no process");
    if (p->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        if (err_fd >= 0)
            dup2(err_fd, STDERR_FILENO);
        execv(program, args);
        _exit(127);
    }
    close(in[0]);
    if (out_fd < 0)
        close(out[1]);
    p->in = in[1];
    p->out = out[0];
    p->ended = p->out < 0;
    fcntl(p->in, F_SETFL, O_NONBLOCK);
}

void process_start(struct process *p, const char *a, const char *b, const char *c)
{
    const char *words[] = {a, a ? b : NULL, a && b ? c : NULL, NULL};
    process_start_on(p, words, -1, -1);
}

// Takes in what has been written.
static void take_in(struct process *p)
{
    if (p->start > 0) {
        memmove(p->text, p->text + p->start, p->end - p->start);
        p->end -= p->start;
        p->start = 0;
    }
    if (p->size - p->end < 1 << 15) {
        p->text = realloc(p->text, p->size *= 2);
        cr_assert_not_null(p->text);
    }
    ssize_t n = read(p->out, p->text + p->end, p->size - p->end - 1);
    if (n > 0)
        p->end += (size_t)n;
    else if (n == 0 || errno != EINTR)
        p->ended = true;
}

void process_send_bytes(struct process *p, const char *bytes, size_t n)
{
    while (n > 0) {
        struct pollfd fds[2] = {{.fd = p->in, .events = POLLOUT},
                                {.fd = p->ended ? -1 : p->out, .events = POLLIN}};
        cr_assert(poll(fds, 2, PROCESS_PATIENCE) != 0, "the program does not read");
        if (fds[1].revents)
            take_in(p);
        if (!fds[0].revents)
            continue;
        ssize_t done = write(p->in, bytes, n);
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        } else if (done < 0 && errno != EAGAIN && errno != EINTR) {
            return; // it has ended; whoever reads next will see that
        }
    }
}

void process_send(struct process *p, const char *format, ...)
{
    char text[1 << 14];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_assert(n >= 0 && (size_t)n < sizeof text, "too long to send");
    process_send_bytes(p, text, (size_t)n);
}

// Waits until more has been written.
static void wait_for_more(struct process *p)
{
    struct pollfd fd = {.fd = p->out, .events = POLLIN};
    int ready = poll(&fd, 1, PROCESS_PATIENCE);
    if (ready == 0) {
        kill(p->pid, SIGABRT);
        cr_assert(false, "no answer");
    }
    if (ready > 0)
        take_in(p);
}

const char *process_line(struct process *p)
{
    size_t looked = 0;
    for (;;) {
        char *begin = p->text + p->start;
        char *newline = memchr(begin + looked, '\n', p->end - p->start - looked);
        if (newline) {
            *newline = '\0';
            p->start += (size_t)(newline - begin) + 1;
            return begin;
        }
        if (p->ended && p->start == p->end)
            return NULL;
        if (p->ended) {
            p->text[p->end] = '\0';
            p->start = p->end;
            return begin;
        }
        looked = p->end - p->start;
        wait_for_more(p);
    }
}

void process_bytes(struct process *p, char *out, size_t n)
{
    while (!p->ended && p->end - p->start < n)
        wait_for_more(p);
    cr_assert_geq(p->end - p->start, n, "the output ended");
    memcpy(out, p->text + p->start, n);
    p->start += n;
}

const char *process_until(struct process *p, const char *begins)
{
    for (;;) {
        const char *line = process_line(p);
        cr_assert_not_null(line, "the output ended before '%s'", begins);
        if (strncmp(line, begins, strlen(begins)) == 0)
            return line;
    }
}

char *process_rest(struct process *p)
{
    while (!p->ended)
        wait_for_more(p);
    char *text = malloc(p->end - p->start + 1);
    cr_assert_not_null(text);
    memcpy(text, p->text + p->start, p->end - p->start);
    text[p->end - p->start] = '\0';
    p->start = p->end;
    return text;
}

void process_close_input(struct process *p)
{
    if (p->in >= 0)
        close(p->in);
    p->in = -1;
}

int process_status(struct process *p)
{
    int status;
    struct rusage used;
    while (!p->ended)
        wait_for_more(p);
    if (p->out < 0) {
        // Nothing to read tells of the end: look now and then.
        for (int waited = 0; wait4(p->pid, &status, WNOHANG, &used) == 0; waited++) {
            cr_assert_lt(waited, PROCESS_PATIENCE, "the program does not end");
            sleep_us(1000);
        }
    } else {
        wait4(p->pid, &status, 0, &used);
        close(p->out);
    }
    process_close_input(p);
    p->cpu_us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec +
                used.ru_stime.tv_usec;
    free(p->text);
    p->text = NULL;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void process_end(struct process *p)
{
    process_close_input(p);
    cr_assert_eq(process_status(p), 0, "a bad end");
}

// Reads the first line of a file below /proc/PID/task/THREAD. False when the thread has gone.
static bool thread_line(const struct process *p, const char *thread, const char *file, char out[64])
{
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task/%s/%s", (int)p->pid, thread, file);
    FILE *f = fopen(path, "r");
    bool read = f && fgets(out, 64, f);
    if (f)
        fclose(f);
    return read;
}

// Nanoseconds that the thread which touches fresh pages has worked (engine/pages.h).
static long long pages_cpu_ns(const struct process *p)
{
    char path[64], line[64];
    long long sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)p->pid);
    DIR *threads = opendir(path);
    for (struct dirent *t; threads && (t = readdir(threads));)
        if (thread_line(p, t->d_name, "comm", line) && strcmp(line, "pages\n") == 0 &&
            thread_line(p, t->d_name, "schedstat", line))
            sum += strtoll(line, NULL, 10);
    if (threads)
        closedir(threads);
    return sum;
}

long long process_cpu_us(const struct process *p)
{
    clockid_t clock;
    struct timespec t = {0};
    if (clock_getcpuclockid(p->pid, &clock) == 0)
        clock_gettime(clock, &t);
    return t.tv_sec * 1000000LL + (t.tv_nsec - pages_cpu_ns(p)) / 1000;
}

long long process_cpu_limit_us(void)
{
    const char *program = getenv("OUTFLANK");
    return program && strstr(program, "san") ? 1000000 : 100000;
}

// The share of the time asked for since the start that the machine's host gave to others; 0 where it
// is not told.
static double share_stolen(void)
{
    enum { IDLE = 3, WAITING = 4, STOLEN = 7, COLUMNS };
    char line[256] = "", *at = line + strlen("cpu");
    double time[COLUMNS], asked = 0;
    FILE *f = fopen("/proc/stat", "r");
    if (f && fgets(line, sizeof line, f))
        for (int i = 0; i < COLUMNS; i++) {
            time[i] = strtod(at, &at);
            asked += i == IDLE || i == WAITING ? 0 : time[i];
        }
    if (f)
        fclose(f);
    return asked > 0 ? time[STOLEN] / asked : 0;
}

bool machine_is_busy(void)
{
    double load[1];
    return share_stolen() > 0.01 ||
           (getloadavg(load, 1) == 1 && load[0] > 0.75 * (double)sysconf(_SC_NPROCESSORS_ONLN));
}

long process_memory(const struct process *p)
{
    char name[64], line[256];
    long kib = -1;
    snprintf(name, sizeof name, "/proc/%d/status", (int)p->pid);
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return kib;
}
