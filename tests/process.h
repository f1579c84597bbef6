// SPDX-License-Identifier: MIT
// process.h - the real program on pipes, as a GUI holds it.
//
// Every wait has an end: what takes longer than PROCESS_PATIENCE fails the test. That is far beyond
// what the program promises, so that a busy machine fails nothing; strict times are measured in
// tests/long_hostile.c. Writing never waits for a program that first wants to be read.
#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROCESS_PATIENCE = 60000 }; // ms

struct process {
    pid_t pid;
    int in, out; // its standard input and output; -1 when closed
    bool ended;  // its output has ended
    char *text;  // what it wrote and nobody read: text[start .. end)
    size_t start, end, size;
    long long cpu_us; // processor time of all its threads, once it has ended
};

// Starts $OUTFLANK, or ./outflank, with up to three words (NULL = none). Its errors go to ours.
void process_start(struct process *p, const char *a, const char *b, const char *c);

// The same with its standard output on `out_fd` and its errors on `err_fd`; there is nothing to
// read here then. -1 stands for a pipe to us, and for our own errors; errors on STDOUT_FILENO come
// with the output.
void process_start_on(struct process *p, const char *const *words, int out_fd, int err_fd);

// Writes text, or bytes.
void process_send(struct process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void process_send_bytes(struct process *p, const char *bytes, size_t n);

// The next line without its end, valid until the next call, or NULL when the output has ended.
const char *process_line(struct process *p);

// The next n bytes; the test fails when the output ends before.
void process_bytes(struct process *p, char *out, size_t n);

// Passes over lines up to one that begins with this text, and returns it; the test fails when the
// output ends before.
const char *process_until(struct process *p, const char *begins);

// Everything up to the end of the output; the caller frees it.
char *process_rest(struct process *p);

void process_close_input(struct process *p);

// Waits for the end: the exit status, or 128 and the number of the signal that killed it. Whatever
// else it wrote is forgotten.
int process_status(struct process *p);

// Closes the input and expects a good end.
void process_end(struct process *p);

// Processor time of all its threads so far, in microseconds, without the one that touches fresh
// pages beside a search; and the most that what must be done at
// once may take of it, which a build with a sanitizer takes ten times of.
long long process_cpu_us(const struct process *p);
long long process_cpu_limit_us(void);

// Its resident memory in KiB.
long process_memory(const struct process *p);

// True when others keep this machine's cores busy: by its load of the last minute, or because the
// host of a virtual machine has kept back more than a hundredth of the time asked for.
bool machine_is_busy(void);

// Nanoseconds on the monotonic clock, and a sleep.
long long now_ns(void);
void sleep_us(long us);

#endif
