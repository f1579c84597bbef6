// SPDX-License-Identifier: MIT
// sanitized.h - how often a test does the same over and over.
//
// A build with a sanitizer takes ten to a hundred times as long, and what it looks for, a race or a
// wild access, is met in the first rounds or not at all. The plain build does the full count.
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
#define COUNT(full, sanitized) (sanitized)
#else
#define COUNT(full, sanitized) (full)
#endif

#endif
