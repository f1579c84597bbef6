// SPDX-License-Identifier: MIT
#include "engine/othello/search/midgame.h"

#include "engine/kernel.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/solve/solver.h"
#include "engine/othello/search/midgame_hot.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/search/simple_hot.h"

struct thought othello_midgame_think(const struct position *p, const struct moves *roots,
                                     struct search *s)
{
    struct othello o = othello_get(p);
    bool usual = o.mask == ~UINT64_C(0) && !eval_tables.problem;
    struct deepener d = usual ? *KERNEL_PICK(s->kernel, midgame) : *KERNEL_PICK(s->kernel, simple);
    d.max_depth = bit_count(empty_of(o.board, o.mask));
    // A search that can see the end has the solver's small table behind its own state.
    if (usual && (s->limits.depth <= 0 || s->limits.depth >= d.max_depth))
        d.self_size += sizeof(struct local_entry) << LOCAL_BITS;
    if (d.max_depth == 0)
        d.max_depth = 1;
    return deepen(&d, p, roots, s);
}
