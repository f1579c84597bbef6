// SPDX-License-Identifier: MIT
// main.c - the engine in a Web Worker: UCI, one line in at a time, and what it says read from memory.
//
//      worker.js                          here
//      web_line("go depth 9")      --->   dialogue_take: the command runs; a search has its own thread
//      web_read(buffer, size)      <---   whatever was printed since, from any thread
//
// Where there are no threads a search runs inside web_line and its lines are handed over as they
// come (web_flush). Nothing here or below waits for the browser: a worker that sleeps in a join, while
// a thread of its own wants something of it, would sleep for ever. That is why lines are not written
// to a file: the browser's files belong to the worker.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <emscripten.h>

#include "engine/games.h"
#include "protocol/dialogue.h"
#include "protocol/jobs/bench.h"

enum { SAID_MAX = 1 << 20 };

// Lines that were said and not yet read. When nobody reads for long the oldest are lost: news, and
// newer ones follow.
static struct {
    pthread_mutex_t lock;
    size_t length;
    char text[SAID_MAX];
} said = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_int no_signal;
static struct wake nobody = {-1, -1};
static struct line_reader in = {.wake = &nobody};
static struct output out;
static struct connection connection = {.in = &in, .out = &out, .signal = &no_signal};
static struct dialogue *dialogue;

// What the worker calls (Makefile, WASM).
bool web_start(void);
bool web_line(const char *text);
size_t web_read(char *buffer, size_t size);
bool web_thinking(void);
double web_bench(const char *name, const char *threads);

#ifdef __EMSCRIPTEN_PTHREADS__
#define web_flush() ((void)0)
#else
// Hands over what was said so far, in the middle of a search.
EM_JS(void, web_flush, (void), { Module['flush'](); });
#endif

// ---- lines out: protocol/output.h ---------------------------------------------------------------

void output_text(struct output *o, const char *text, size_t length)
{
    (void)o;
    pthread_mutex_lock(&said.lock);
    if (length > SAID_MAX)
        length = SAID_MAX;
    if (said.length + length > SAID_MAX) {
        size_t cut = said.length + length - SAID_MAX;
        const char *line = memchr(said.text + cut, '\n', said.length - cut);
        cut = line ? (size_t)(line + 1 - said.text) : said.length;
        memmove(said.text, said.text + cut, said.length - cut);
        said.length -= cut;
    }
    memcpy(said.text + said.length, text, length);
    said.length += length;
    pthread_mutex_unlock(&said.lock);
    web_flush();
}

void output_line(struct output *o, const char *format, ...)
{
    char buffer[8192];
    struct writer w = writer_on(buffer, sizeof buffer);
    va_list args;
    va_start(args, format);
    write_text_args(&w, format, args);
    va_end(args);
    output_text(o, buffer, w.length);
}

// ---- lines in: protocol/line.h; they are handed to web_line, so there is never one that waits ----

void line_listen(struct line_reader *r)
{
    (void)r;
}

void line_wait(struct line_reader *r)
{
    (void)r;
}

enum line_urgency line_urgency(struct line_reader *r)
{
    (void)r;
    return LINE_ORDINARY;
}

void line_watch(struct line_reader *r, struct line_watcher w)
{
    (void)r;
    (void)w;
}

enum line_event line_next(struct line_reader *r, struct word *line)
{
    (void)r;
    (void)line;
    return LINE_END;
}

bool line_deserted(struct line_reader *r)
{
    (void)r;
    return false;
}

// ---- what the worker calls ----------------------------------------------------------------------

// Makes the engine ready. False when there is not enough memory.
bool web_start(void)
{
    games_init();
    dialogue = dialogue_open(&uci_protocol, &connection);
    return dialogue != NULL;
}

// Runs one line; false when the conversation is over.
bool web_line(const char *text)
{
    return dialogue_take(dialogue, word_of(text));
}

// Copies what was said since the last call, at most `size` bytes of it; how many it were.
size_t web_read(char *buffer, size_t size)
{
    pthread_mutex_lock(&said.lock);
    size_t n = said.length < size ? said.length : size;
    memcpy(buffer, said.text, n);
    memmove(said.text, said.text + n, said.length - n);
    said.length -= n;
    pthread_mutex_unlock(&said.lock);
    return n;
}

// Runs a suite of positions (protocol/jobs/bench.h) and returns the nodes, a negative number when
// there is no such suite; the worker has the clock.
double web_bench(const char *name, const char *threads)
{
    struct bench_total total;
    for (int i = 0; i < bench_suite_count; i++)
        if (strcmp(bench_suites[i].name, name) == 0 &&
            bench_run(&bench_suites[i], threads, bench_suites[i].hash, KERNEL_AUTO, true, &total))
            return (double)total.nodes;
    return -1;
}

// True while a search has not given its answer.
bool web_thinking(void)
{
    return session_thinking(dialogue->session);
}
