// SPDX-License-Identifier: MIT
// kernel.h - one source, three speeds.
//
// A file named *_hot.c is compiled once for each form of kernel (Makefile, FAST and WIDE):
//
//      wide        the same and AVX-512: F, VL, CD, BW, DQ
//      fast        AVX2, BMI, BMI2, LZCNT, POPCNT
//      portable    any CPU; the only one built where the CPU is not an x86-64
//
// Inside, `#ifdef __AVX2__` and the like pick between kernels; outside, every such file ends in one
// table of entry points named by KERNEL, and the game picks a table once per thought. So the choice
// is made at the height of a search, everything below still inlines, and all forms are in every
// build and can be compared.
#ifndef ENGINE_KERNEL_H
#define ENGINE_KERNEL_H

#include <stdbool.h>

// From fast to slow: whoever asks for one gets it, or the next this CPU can run.
enum kernel { KERNEL_AUTO, KERNEL_WIDE, KERNEL_FAST, KERNEL_PORTABLE };

enum { KERNEL_FORMS = KERNEL_PORTABLE };

// Their names by number, ended by NULL, and as a sentence has them.
extern const char *const kernel_names[];
#define KERNEL_CHOICES "auto, wide, fast or portable"

// The kernel of this name. False leaves *out untouched.
bool kernel_named(const char *name, enum kernel *out);

// The form that runs here when this one is asked for; never KERNEL_AUTO.
enum kernel kernel_here(enum kernel asked);

// The CPU features that must all be there for a form to run, ended by NULL.
const char *const *kernel_needs(enum kernel form);

// The name of a table in the form that is being compiled.
#ifndef KERNEL_FORM
#define KERNEL_FORM portable
#endif
#define KERNEL_JOIN(name, form) name##_##form
#define KERNEL_IN(name, form) KERNEL_JOIN(name, form)
#define KERNEL(name) KERNEL_IN(name, KERNEL_FORM)

// KERNEL_TABLES declares the tables of a name, KERNEL_PICK points at the one to use.
#ifdef __x86_64__
#define KERNEL_TABLES(type, name) extern type name##_wide, name##_fast, name##_portable
#define KERNEL_PICK(asked, name)                                                                   \
    (kernel_here(asked) == KERNEL_WIDE   ? &name##_wide                                            \
     : kernel_here(asked) == KERNEL_FAST ? &name##_fast                                            \
                                         : &name##_portable)
#else
#define KERNEL_TABLES(type, name) extern type name##_portable
#define KERNEL_PICK(asked, name) ((void)(asked), &name##_portable)
#endif

#endif
