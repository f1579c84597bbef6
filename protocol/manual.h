// SPDX-License-Identifier: MIT
// manual.h - the manual page, and the completions of three shells.
//
// All of them are written from the tables the program itself works with: words.h, the commands of the
// protocols, the options, and the flags of each job, which the job prints when it is asked for
// --help=FORM.
#ifndef PROTOCOL_MANUAL_H
#define PROTOCOL_MANUAL_H

#include <stdbool.h>

// `outflank help man`, bash, zsh or fish: prints it whole. False when there is no such form.
bool manual_print(const char *form);

#endif
