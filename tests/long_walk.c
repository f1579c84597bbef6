// SPDX-License-Identifier: MIT
// long_walk.c - row B1: 10,000 walks of 200 commands in every protocol.
#include <criterion/criterion.h>

#include "tests/walk.h"

Test(walk, uci)
{
    walk_run(&walk_uci, 10000, 200, 1);
}

Test(walk, gtp)
{
    walk_run(&walk_gtp, 10000, 200, 2);
}

Test(walk, gomocup)
{
    walk_run(&walk_gomocup, 10000, 200, 3);
}

Test(walk, nboard)
{
    walk_run(&walk_nboard, 10000, 200, 4);
}

Test(walk, xboard)
{
    walk_run(&walk_xboard, 10000, 200, 5);
}

Test(walk, botzone)
{
    walk_run(&walk_botzone, 10000, 200, 6);
}

Test(walk, saiblo)
{
    walk_run(&walk_saiblo, 10000, 200, 7);
}

Test(walk, shell)
{
    walk_run(&walk_shell, 10000, 200, 8);
}
