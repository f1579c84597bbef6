// SPDX-License-Identifier: MIT
// kernel.h - one source, two speeds.
//
// A file named *_hot.c is compiled twice: once for any machine and once for AVX2 + BMI2 (Makefile,
// FAST). Inside, `#ifdef __AVX2__` picks between kernels; outside, every such file ends in one
// table of entry points named by KERNEL, and the game picks a table once per thought. So the choice
// is made at the height of a search, everything below still inlines, and both versions are in every
// build and can be compared.
#ifndef ENGINE_KERNEL_H
#define ENGINE_KERNEL_H

#include <stdbool.h>

#ifdef KERNEL_FAST
#define KERNEL(name) name##_fast
#else
#define KERNEL(name) name##_portable
#endif

// True when this CPU can run the fast version.
static inline bool kernel_fast_runs(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return true; // elsewhere both versions are portable code
#endif
}

#endif
