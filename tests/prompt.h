// SPDX-License-Identifier: MIT
// prompt.h - the prompt for people, run in this process over pipes, as if at a terminal.
#ifndef TESTS_PROMPT_H
#define TESTS_PROMPT_H

// All that is said to these lines, after which the input ends; valid until the next call.
const char *said(const char *lines);

// The same with a folder in which unfinished games are kept from one visit to the next.
const char *said_at(const char *state, const char *lines);

#endif
