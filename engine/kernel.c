// SPDX-License-Identifier: MIT
#include "engine/kernel.h"

#include <stddef.h>
#include <string.h>

const char *const kernel_names[] = {"auto", "wide", "fast", "portable", NULL};

bool kernel_named(const char *name, enum kernel *out)
{
    for (int i = 0; kernel_names[i]; i++)
        if (strcmp(name, kernel_names[i]) == 0) {
            *out = (enum kernel)i;
            return true;
        }
    return false;
}

#ifdef __x86_64__

static bool fast_runs(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

static bool wide_runs(void)
{
    return fast_runs() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq");
}

enum kernel kernel_here(enum kernel asked)
{
    if (asked <= KERNEL_WIDE && wide_runs())
        return KERNEL_WIDE;
    return asked <= KERNEL_FAST && fast_runs() ? KERNEL_FAST : KERNEL_PORTABLE;
}

#else

enum kernel kernel_here(enum kernel asked)
{
    (void)asked;
    return KERNEL_PORTABLE;
}

#endif
