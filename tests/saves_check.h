// SPDX-License-Identifier: MIT
// saves_check.h - games saved by the shell while the disk fails or the program is killed: the file is
// the old one or the new one, whole.
#ifndef TESTS_SAVES_CHECK_H
#define TESTS_SAVES_CHECK_H

// So many programs are killed while they save again and again (row E5).
void check_killed_saves(int kills);

// The n-th call that changes a file fails, for every n (row E4); `kind` is ENOSPC, EIO or short.
void check_failing_saves(const char *kind);

// A pipe and a folder are not replaced by a game; through a link the file is that it names.
void check_saves_over_what_is_no_file(void);

#endif
