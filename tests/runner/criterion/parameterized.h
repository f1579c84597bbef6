// SPDX-License-Identifier: MIT
// parameterized.h - all of it is in criterion.h.
#include <criterion/criterion.h>
