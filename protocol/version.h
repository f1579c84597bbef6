// SPDX-License-Identifier: MIT
// version.h - what `outflank --version` says.
#ifndef PROTOCOL_VERSION_H
#define PROTOCOL_VERSION_H

#include <stdio.h>

// The version, how it was built, the code this CPU runs, and the state of what is built in.
void version_print(FILE *to);

// Says what is wrong with the files the games play by, and returns how many things are.
int problems_print(FILE *to);

#endif
