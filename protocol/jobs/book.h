// SPDX-License-Identifier: MIT
// book.h - the parts of `outflank book`, one function a word.
#ifndef PROTOCOL_JOBS_BOOK_H
#define PROTOCOL_JOBS_BOOK_H

#include "book/format.h"

// Each takes its own words (argv[0] is its name) and returns the exit status.
int book_info_job(int argc, char **argv);
int book_check_job(int argc, char **argv);
int book_probe_job(int argc, char **argv);
int book_learn_job(int argc, char **argv);
int book_deepen_job(int argc, char **argv);
int book_import_job(int argc, char **argv);
int book_merge_job(int argc, char **argv);
int book_export_job(int argc, char **argv);
int book_fix_job(int argc, char **argv);
int book_link_job(int argc, char **argv);
int book_prune_job(int argc, char **argv);
int book_stats_job(int argc, char **argv);
int book_serve_job(int argc, char **argv);

// Opens a book and finds its game and start position. NULL after a message on stderr.
struct book *book_job_open(const char *job, const char *path, const struct game **game,
                           struct position *start);

// A score in hundredths as people read it: "+1.50".
void book_job_score(char out[16], int score);

#endif
