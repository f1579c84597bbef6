// SPDX-License-Identifier: MIT
// test_walk.c - a sample of random walks in every protocol; long_walk.c has 10,000 of each.
#include <criterion/criterion.h>

#include "tests/walk.h"

Test(walk, uci)
{
    walk_run(&walk_uci, 12, 200, 1);
}

Test(walk, gtp)
{
    walk_run(&walk_gtp, 12, 200, 2);
}

Test(walk, gomocup)
{
    walk_run(&walk_gomocup, 12, 200, 3);
}

Test(walk, nboard)
{
    walk_run(&walk_nboard, 12, 200, 4);
}

Test(walk, xboard)
{
    walk_run(&walk_xboard, 12, 200, 5);
}

Test(walk, botzone)
{
    walk_run(&walk_botzone, 12, 200, 6);
}

Test(walk, saiblo)
{
    walk_run(&walk_saiblo, 12, 200, 7);
}

Test(walk, shell)
{
    walk_run(&walk_shell, 12, 200, 8);
}
