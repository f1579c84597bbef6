// SPDX-License-Identifier: MIT
// criterion.h - as much of Criterion's vocabulary as the tests use, without its memory arena.
//
// Criterion maps its arena where the thread sanitizer wants its shadow, so a test program with both
// does not start. For `make tsan` the same tests are compiled against this header instead: each
// still runs in a process of its own, and all of them are sanitized.
#ifndef TESTS_RUNNER_CRITERION_H
#define TESTS_RUNNER_CRITERION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct runner_options {
    int unused;
    void (*init)(void), (*fini)(void);
    double timeout; // seconds
};

struct criterion_test_params {
    size_t size;
    void *params;
    size_t length;
};

// A test, or with a NULL name what all tests of a suite have in common.
struct runner_test {
    const char *suite, *name;
    void (*run)(void);
    void (*run_with)(void); // takes a pointer to a parameter in truth
    struct criterion_test_params (*params)(void);
    struct runner_options options;
    struct runner_test *next;
};

void runner_add(struct runner_test *t);

// Notes what failed; ends the test when it is fatal.
void runner_check(bool good, bool fatal, const char *file, int line, const char *what,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
void runner_skip(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#define RUNNER_ADD(Suite, Tag, ...)                                                                \
    __attribute__((constructor)) static void Suite##_##Tag##_add(void)                             \
    {                                                                                              \
        static struct runner_test t = {__VA_ARGS__};                                               \
        runner_add(&t);                                                                            \
    }

#define Test(Suite, Name, ...)                                                                     \
    static void Suite##_##Name##_run(void);                                                        \
    RUNNER_ADD(Suite, Name, .suite = #Suite, .name = #Name, .run = Suite##_##Name##_run,           \
               .options = {.unused = 0, __VA_ARGS__})                                              \
    static void Suite##_##Name##_run(void)

#define TestSuite(Suite, ...)                                                                      \
    RUNNER_ADD(Suite, suite, .suite = #Suite, .options = {.unused = 0, __VA_ARGS__})               \
    struct runner_test

#define ParameterizedTestParameters(Suite, Name)                                                   \
    static struct criterion_test_params Suite##_##Name##_params(void)

#define ParameterizedTest(Parameter, Suite, Name, ...)                                             \
    static void Suite##_##Name##_run(Parameter);                                                   \
    RUNNER_ADD(Suite, Name, .suite = #Suite, .name = #Name,                                        \
               .run_with = (void (*)(void))Suite##_##Name##_run,                                   \
               .params = Suite##_##Name##_params, .options = {.unused = 0, __VA_ARGS__})           \
    static void Suite##_##Name##_run(Parameter)

#define cr_make_param_array(Type, Array, Length)                                                   \
    (struct criterion_test_params)                                                                 \
    {                                                                                              \
        sizeof(Type), (Array), (Length)                                                            \
    }

#define RUNNER_CHECK(Fatal, Good, ...)                                                             \
    runner_check((Good), Fatal, __FILE__, __LINE__, #Good, " " __VA_ARGS__)

#define cr_assert(Good, ...) RUNNER_CHECK(true, Good, __VA_ARGS__)
#define cr_assert_not(Good, ...) RUNNER_CHECK(true, !(Good), __VA_ARGS__)
#define cr_assert_eq(A, B, ...) RUNNER_CHECK(true, (A) == (B), __VA_ARGS__)
#define cr_assert_neq(A, B, ...) RUNNER_CHECK(true, (A) != (B), __VA_ARGS__)
#define cr_assert_lt(A, B, ...) RUNNER_CHECK(true, (A) < (B), __VA_ARGS__)
#define cr_assert_leq(A, B, ...) RUNNER_CHECK(true, (A) <= (B), __VA_ARGS__)
#define cr_assert_gt(A, B, ...) RUNNER_CHECK(true, (A) > (B), __VA_ARGS__)
#define cr_assert_geq(A, B, ...) RUNNER_CHECK(true, (A) >= (B), __VA_ARGS__)
#define cr_assert_null(A, ...) RUNNER_CHECK(true, (A) == NULL, __VA_ARGS__)
#define cr_assert_not_null(A, ...) RUNNER_CHECK(true, (A) != NULL, __VA_ARGS__)
#define cr_assert_str_eq(A, B, ...) RUNNER_CHECK(true, strcmp(A, B) == 0, __VA_ARGS__)
#define cr_assert_arr_eq(A, B, N, ...) RUNNER_CHECK(true, memcmp(A, B, N) == 0, __VA_ARGS__)

#define cr_expect(Good, ...) RUNNER_CHECK(false, Good, __VA_ARGS__)
#define cr_expect_not(Good, ...) RUNNER_CHECK(false, !(Good), __VA_ARGS__)
#define cr_expect_eq(A, B, ...) RUNNER_CHECK(false, (A) == (B), __VA_ARGS__)
#define cr_expect_neq(A, B, ...) RUNNER_CHECK(false, (A) != (B), __VA_ARGS__)
#define cr_expect_lt(A, B, ...) RUNNER_CHECK(false, (A) < (B), __VA_ARGS__)
#define cr_expect_leq(A, B, ...) RUNNER_CHECK(false, (A) <= (B), __VA_ARGS__)
#define cr_expect_gt(A, B, ...) RUNNER_CHECK(false, (A) > (B), __VA_ARGS__)
#define cr_expect_geq(A, B, ...) RUNNER_CHECK(false, (A) >= (B), __VA_ARGS__)
#define cr_expect_null(A, ...) RUNNER_CHECK(false, (A) == NULL, __VA_ARGS__)
#define cr_expect_not_null(A, ...) RUNNER_CHECK(false, (A) != NULL, __VA_ARGS__)
#define cr_expect_str_eq(A, B, ...) RUNNER_CHECK(false, strcmp(A, B) == 0, __VA_ARGS__)
#define cr_expect_str_empty(A, ...) RUNNER_CHECK(false, (A)[0] == '\0', __VA_ARGS__)
#define cr_expect_arr_eq(A, B, N, ...) RUNNER_CHECK(false, memcmp(A, B, N) == 0, __VA_ARGS__)
#define cr_expect_float_eq(A, B, E, ...) RUNNER_CHECK(false, fabs((A) - (B)) <= (E), __VA_ARGS__)

#define cr_skip_test(...) runner_skip("" __VA_ARGS__)
#define cr_log_info(...) fprintf(stderr, "" __VA_ARGS__)

#endif
