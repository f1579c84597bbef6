// SPDX-License-Identifier: MIT
// The forms of the hot code: their names, and which of them is run.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/kernel.h"
#include "engine/text.h"

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

// How many of the compiler's target flags on the Makefile's line `name` a form does not ask for.
static int flags_not_asked_for(const char *name, enum kernel form)
{
    char line[512];
    int missing = 0, flags = 0;
    FILE *f = fopen("Makefile", "r");
    cr_assert(f, "the tests run in the folder of the Makefile");
    while (fgets(line, sizeof line, f)) {
        struct word rest = {line, strcspn(line, "\n")}, flag;
        if (!word_next(&rest, &flag) || !word_is(flag, name))
            continue;
        while (word_next(&rest, &flag)) {
            if (flag.length < 3 || memcmp(flag.text, "-m", 2) != 0 ||
                memchr(flag.text, '=', flag.length))
                continue;
            flag = (struct word){flag.text + 2, flag.length - 2};
            const char *const *need = kernel_needs(form);
            while (*need && !word_is(flag, *need))
                need++;
            cr_expect(*need, "%s: -m%.*s is not asked for", name, (int)flag.length, flag.text);
            missing += !*need;
            flags++;
        }
    }
    fclose(f);
    cr_expect_gt(flags, 4, "%s was not found in the Makefile", name);
    return missing;
}

// A form must ask the CPU for everything its compiler may use.
Test(kernel, asks_for_every_feature_it_is_built_with)
{
    cr_expect_eq(flags_not_asked_for("AVX2", KERNEL_FAST), 0);
    cr_expect_eq(flags_not_asked_for("AVX2", KERNEL_WIDE), 0);
    cr_expect_eq(flags_not_asked_for("AVX512", KERNEL_WIDE), 0);
    cr_expect_null(kernel_needs(KERNEL_PORTABLE)[0]);
}
