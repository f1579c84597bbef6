// SPDX-License-Identifier: MIT
#include "engine/kernel.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__) && defined(__clang__)
#include <cpuid.h>
#endif

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

// What the Makefile lets the compiler use in each form. A CPU, or a virtual machine that hides parts
// of one, may have AVX2 and BMI2 without the others.
static const char *const needs[] = {"avx512f",  "avx512vl", "avx512cd", "avx512bw",
                                    "avx512dq", "avx2",     "bmi",      "bmi2",
                                    "lzcnt",    "popcnt",   NULL};
enum { FAST_NEEDS = 5, NO_NEEDS = 10 }; // where those of the fast and of the portable form begin

const char *const *kernel_needs(enum kernel form)
{
    return &needs[form == KERNEL_WIDE ? 0 : form == KERNEL_FAST ? FAST_NEEDS : NO_NEEDS];
}

#ifdef __x86_64__

// True when the CPU has a feature of this name; one that is not known here is not there. Clang's
// __builtin_cpu_supports does not know LZCNT's name; by its number it takes a microsecond.
static bool cpu_has(const char *name)
{
#define ASK(feature)                                                                               \
    if (strcmp(name, feature) == 0)                                                                \
    return __builtin_cpu_supports(feature) != 0
    ASK("avx512f");
    ASK("avx512vl");
    ASK("avx512cd");
    ASK("avx512bw");
    ASK("avx512dq");
    ASK("avx2");
    ASK("bmi");
    ASK("bmi2");
    ASK("popcnt");
#ifdef __clang__
    unsigned a, b, c, d;
    return strcmp(name, "lzcnt") == 0 && __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
#else
    ASK("lzcnt");
    return false;
#endif
#undef ASK
}

static bool form_runs(enum kernel form)
{
    for (const char *const *need = kernel_needs(form); *need; need++)
        if (!cpu_has(*need))
            return false;
    return true;
}

enum kernel kernel_here(enum kernel asked)
{
    if (asked <= KERNEL_WIDE && form_runs(KERNEL_WIDE))
        return KERNEL_WIDE;
    return asked <= KERNEL_FAST && form_runs(KERNEL_FAST) ? KERNEL_FAST : KERNEL_PORTABLE;
}

#else

enum kernel kernel_here(enum kernel asked)
{
    (void)asked;
    return KERNEL_PORTABLE;
}

#endif
