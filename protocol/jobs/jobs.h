// SPDX-License-Identifier: MIT
// jobs.h - the command-line jobs. Each takes its own words (argv[0] is its name) and returns the
// exit status: 0 done, 1 something was wrong with the work, 2 with the words.
#ifndef PROTOCOL_JOBS_JOBS_H
#define PROTOCOL_JOBS_JOBS_H

int solve_job(int argc, char **argv);
int perft_job(int argc, char **argv);
int bench_job(int argc, char **argv);
int bench_book_job(int argc, char **argv); // `outflank bench book`
int book_job(int argc, char **argv);
int analyze_job(int argc, char **argv);
int puzzle_job(int argc, char **argv);
int setup_job(int argc, char **argv);

#endif
