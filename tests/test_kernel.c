// SPDX-License-Identifier: MIT
// The forms of the hot code: their names, and which of them is run.
#include <criterion/criterion.h>

#include "engine/kernel.h"

Test(kernel, names_are_read_as_they_are_written)
{
    enum kernel found = KERNEL_FAST;
    for (enum kernel k = KERNEL_AUTO; k <= KERNEL_PORTABLE; k++)
        cr_expect(kernel_named(kernel_names[k], &found) && found == k, "%s", kernel_names[k]);
    cr_expect_null(kernel_names[KERNEL_PORTABLE + 1]);
    cr_expect_not(kernel_named("quick", &found));
    cr_expect_not(kernel_named("", &found));
    cr_expect_eq(found, KERNEL_PORTABLE, "a name that is none changes nothing");
}

// Whatever the CPU: what is asked for or something slower, and by itself the fastest.
Test(kernel, one_that_does_not_run_gives_the_next_slower)
{
    cr_expect_eq(kernel_here(KERNEL_PORTABLE), KERNEL_PORTABLE);
    cr_expect_eq(kernel_here(KERNEL_AUTO), kernel_here(KERNEL_WIDE));
    cr_expect_geq(kernel_here(KERNEL_FAST), KERNEL_FAST);
    if (kernel_here(KERNEL_WIDE) != KERNEL_WIDE)
        cr_expect_eq(kernel_here(KERNEL_WIDE), kernel_here(KERNEL_FAST));
}
