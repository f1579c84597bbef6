// SPDX-License-Identifier: MIT
// dialogue.h - the kit every protocol is built with: a table of commands and the functions in it.
//
// A protocol is one const struct protocol. The loop that reads lines, finds the command and runs
// it, the wait for a thought while the input is read on, the best lines of the thought, the errors
// and the help are written here once. A whole protocol:
//
//      static void echo_go(struct dialogue *d)
//      {
//          char text[MOVE_TEXT_MAX];
//          struct limits l = limits_none();
//          const char *why;
//          l.move_time = 100;
//          if (!dialogue_think(d, dialogue_to_move(d), &l, &why))
//              dialogue_error(d, why);
//          ...
//          output_line(d->out, "move %s\n", text);
//      }
//
//      static const struct command commands[] = {
//          {"go", 0, echo_go, "", "think and answer with a move"},
//          {"stop", COMMAND_STOPS | COMMAND_INTERRUPTS, NULL, "", "answer now"},
//          {"quit", COMMAND_ENDS, NULL, "", "end"},
//          {0},
//      };
//
//      const struct protocol echo_protocol = {
//          .name = "echo", .title = "...", .commands = commands,
//          .unknown = echo_unknown, .error = echo_error, .say = echo_say,
//      };
//
// There are two ways to think. dialogue_think waits for the answer: the lines that come meanwhile
// keep their turn, and those that interrupt end the wait (GTP, Gomocup, the prompt). session_go
// returns at once: the loop goes on reading, `done` gives the answer (UCI). The path of a UCI `go`:
//
//      on the thread that reads                      on the search's
//      converse         protocol/dialogue.c          think_thread    engine/session.c
//        connection_next  protocol/connection.c        think           engine/session.c
//          line_next        protocol/line.c              strength_think  engine/strength.c
//        dialogue_line    protocol/dialogue.c              game_think      engine/games.c
//          dialogue_obey    protocol/dialogue.c              the book, or game->think
//            uci_go           protocol/uci.c           session_done    engine/session.c
//              session_go       engine/session.c         on_done         protocol/dialogue.c
//                start_thinking   ------------>            uci_bestmove    protocol/uci.c
//
// Threads: report, done and say are called on the search's thread while it runs; everything else on
// the one that reads. Long work of another kind asks dialogue_interrupted now and then. Whatever
// waits or works, the input is read on and every line looked at as it arrives, so that COMMAND_ENDS
// and the end of input are obeyed whatever lies in front of them, even while nobody reads our
// answers.
#ifndef PROTOCOL_DIALOGUE_H
#define PROTOCOL_DIALOGUE_H

#include <stdatomic.h>

#include "engine/lines.h"
#include "engine/session.h"
#include "protocol/protocol.h"

struct dialogue;

enum {
    COMMAND_ENDS = 1,  // the conversation is over after it; a running search has answered before
    COMMAND_STOPS = 2, // a running search is stopped, and has answered, before the command runs
    COMMAND_INTERRUPTS = 4, // from the moment it arrives it asks for the answer to the work at hand
};

// Which of several rows a function that serves them was called for: d->kind.
#define COMMAND_KIND(n) ((unsigned)(n) << 8)

// A row of the table, which ends with a row without a name.
struct command {
    const char *name;
    unsigned flags;
    void (*run)(struct dialogue *d); // d->args is what follows the name; NULL = nothing to do
    const char *args;                // what follows the name, for people: "NAME [VALUE]"
    const char *help;                // one line; NULL = known, but not listed
};

struct protocol {
    const char *name;  // the word on the command line
    const char *title; // for people: "the Go Text Protocol, version 2"
    const struct command *commands;
    bool any_case;     // commands are known in any case
    bool tells_book;   // lines are told with whether a book has them
    bool skips_words;  // unknown words in front of a command are passed over
    bool patient;      // the lines of a script wait for work that ends by itself
    const char *game;  // the game it begins with; NULL = the usual one
    size_t state_size; // of the protocol's own state, d->state, zeroed

    // ---- must be there ----
    void (*unknown)(struct dialogue *d, struct word line); // no command is in this line
    // Answers what can't be done; also that memory is short at the start, when d->state is NULL.
    void (*error)(struct dialogue *d, const char *why);

    // ---- may be NULL ----
    // Something the user should know, where the protocol has a place for it.
    void (*say)(struct dialogue *d, const char *sentence);
    // Before the first line, the options of the command line set. False says why they won't do.
    bool (*begin)(struct dialogue *d, const char **why);
    // Before each wait for a line: a prompt.
    void (*ready)(struct dialogue *d);
    // A person pressed ctrl-C while nothing was being done; NULL = that ends the conversation.
    void (*interrupt)(struct dialogue *d);
    // After the last line, the session still there.
    void (*end)(struct dialogue *d);
    // Sees each line that is not blank before the table does; true when that was all.
    bool (*line)(struct dialogue *d, struct word line);
    // What a line asks of the work at hand, in place of the flags of its command; any thread.
    enum line_urgency (*look)(struct word line);
    // News of the search and its answer.
    void (*report)(struct dialogue *d, const struct report *news);
    void (*done)(struct dialogue *d, const struct thought *t);
    // True when this word, in place of any command, opens a conversation in this protocol.
    bool (*speaks)(struct word command);
};

// One conversation.
struct dialogue {
    const struct protocol *protocol;
    struct connection *connection;
    struct output *out; // the connection's
    struct session *session;
    void *state;
    struct word args;            // of the command being run, and
    int kind;                    // its row's kind
    bool quit;                   // set it to end
    const struct protocol *next; // set it too to go on in another protocol with the same line
    bool patient;                // a script's lines, and its end, interrupt only what
    atomic_bool endless;         // would not end without them
    struct thought thought;      // of the last dialogue_think: the answer,
    struct lines *lines;         // the best lines,
    bool interrupted;            // and whether ctrl-C came meanwhile
};

// What the command line asks for: options to set before the first line. The memory of the texts is
// the caller's.
struct setup {
    int count;
    struct {
        const struct option *option;
        struct word value;
    } at[16];
    const char *why; // after a run that ended with 2: the reason,
    int refused;     // and the row it is about; `count` when it is about all of them
};

// Adds an option; false says why. The value is checked as far as that can be done before.
bool setup_add(struct setup *s, struct word name, struct word value, const char **why);

// Holds a conversation until quit, end of input or a signal, `first` being a line already read
// (length 0: none). The exit status: 1 when nobody heard it out, 2 when the set-up was refused.
// `setup` may be NULL.
int dialogue_run(const struct protocol *p, struct connection *c, struct word first,
                 struct setup *setup);

// The same a line at a time, for who is handed lines and has nothing to wait on (a Web Worker).
// Takes no more lines once dialogue_take has returned false. NULL when there is not enough memory;
// closing NULL is harmless.
struct dialogue *dialogue_open(const struct protocol *p, struct connection *c);
bool dialogue_take(struct dialogue *d, struct word line);
void dialogue_close(struct dialogue *d);

// ---- for the functions of a protocol ------------------------------------------------------------

// Whose turn it is.
enum side dialogue_to_move(const struct dialogue *d);

// The name of the opening, where the game began as usual and has one; NULL where not.
const char *dialogue_opening(const struct dialogue *d);

// Thinks for a side and waits for the answer, which is then in d->thought, its lines in d->lines;
// the answer of a finished game is MOVE_NONE. False says why the side can't move now.
bool dialogue_think(struct dialogue *d, enum side side, const struct limits *l, const char **why);

// True when the work at hand should end: something that interrupts or ends has arrived, or nobody
// listens. Reads what has arrived; cheap enough for every millisecond.
bool dialogue_interrupted(struct dialogue *d);

// Answers with an error; the second form names what was wrong, with as much of it as is readable.
void dialogue_error(struct dialogue *d, const char *why);
void dialogue_complain(struct dialogue *d, const char *what, struct word where, const char *why);

// As much of a text as fits, a '?' for every byte that could be anything to a terminal.
enum { READABLE_MAX = 61 };
void dialogue_readable(struct word text, char out[READABLE_MAX]);

// Runs the command of a line, or calls `unknown`.
void dialogue_obey(struct dialogue *d, struct word line);

// Takes the command's name off the front of a line. NULL when there is none.
const struct command *command_find(const struct protocol *p, struct word *line);

// What the flags of a line's command ask of the work at hand.
enum line_urgency command_urgency(const struct protocol *p, struct word line);

// True when this word opens a conversation in p.
bool protocol_speaks(const struct protocol *p, struct word word);

// Writes the table for people, each line after `prefix`.
void protocol_help(const struct protocol *p, const char *prefix, struct writer *out);

#endif
