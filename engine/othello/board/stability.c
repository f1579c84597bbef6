// SPDX-License-Identifier: MIT
#include "engine/othello/board/stability.h"

// The edge after a disc of `mine` at `cell`: runs of theirs up to the next of ours flip.
static unsigned edge_flips(unsigned mine, unsigned theirs, int cell)
{
    unsigned flips = 0;
    for (int sense = -1; sense <= 1; sense += 2) {
        unsigned run = 0;
        int at = cell + sense;
        for (; at >= 0 && at < 8 && (theirs >> at & 1); at += sense)
            run |= 1u << at;
        if (at >= 0 && at < 8 && (mine >> at & 1))
            flips |= run;
    }
    return flips;
}

// Where the stable discs of `mine` are kept.
static uint8_t *edge_entry(unsigned mine, unsigned theirs)
{
    return &othello_tables.edge_stable[mine ^ theirs][mine];
}

// The discs of `mine` that survive any filling of the edge by either side in any order, whether or
// not the moves would be legal on the whole board. Edges with fewer empty cells are known already.
static unsigned survivors(unsigned mine, unsigned theirs, unsigned outside)
{
    unsigned stable = mine;
    for (unsigned empty = 0xff & ~(mine | theirs | outside); empty; empty &= empty - 1) {
        int cell = __builtin_ctz(empty);
        unsigned flips = edge_flips(mine, theirs, cell), lost = edge_flips(theirs, mine, cell);
        stable &= *edge_entry(mine | flips | 1u << cell | outside, (theirs & ~flips) | outside);
        stable &= *edge_entry((mine & ~lost) | outside, theirs | lost | 1u << cell | outside);
    }
    return stable;
}

void stability_init(void)
{
    for (int width = 4; width <= 8; width += 2) {
        unsigned cells = (1u << width) - 1, outside = 0xff & ~cells;
        // With another cell filled the number is larger: counting down knows what it needs.
        for (unsigned filled = cells + 1; filled-- > 0;)
            for (unsigned mine = 0; mine <= filled; mine++)
                if (!(mine & ~filled))
                    *edge_entry(mine | outside, (filled ^ mine) | outside) =
                        (uint8_t)survivors(mine, filled ^ mine, outside);
    }
}
