// SPDX-License-Identifier: MIT
// threat.h - wins that leave the other side no choice, found and proven.
//
// VCF, victory by continuous fours: every move of the attacker makes a four, so every reply is
// forced and the search is a narrow tree. VCT, victory by continuous threats: fours and open
// threes; the defender may answer a three in every way that can matter, and the proof holds against
// all of them. Both are exact: a win found is a win, whatever the defender does.
#ifndef ENGINE_GOMOKU_THREAT_H
#define ENGINE_GOMOKU_THREAT_H

#include "engine/deepen.h"
#include "engine/gomoku/field.h"

enum { VCF_FOURS_MAX = 60 };

// True when the mover, white at renju, may win by driving black onto a forbidden cell: then a four
// needs to make nothing else.
static inline bool threat_drives(const struct field *f)
{
    return f->rule == GOMOKU_RENJU && f->to_move == SECOND;
}

// Plies to the mover's win by fours, 0 when there is none of at most `fours` fours or it was not
// found within `budget` positions; *cut says whether a limit was met on the way. `line` (may be
// NULL) gets the moves of both sides.
int vcf_search(struct field *f, struct worker *w, int fours, uint64_t budget, bool *cut,
               struct line *line);

// The same for the leaves of another search: tries only fours that make something else too, and so
// misses the rare win that needs a bare one first.
int vcf_quick(struct field *f, struct worker *w, int fours, uint64_t budget, struct line *line);

// The same with more and more fours, so that the win found is the shortest one.
int vcf_shortest(struct field *f, struct worker *w, uint64_t budget, bool *cut, struct line *line);

// Lists the mover's replies when the other side is about to make an open four and nobody has a
// five: all of them that do not lose at once, that is his own fours and what stops every open four.
int threat_defences(const struct field *f, move *out);

// Lists the mover's replies when the other side is about to make five and he is not: all that do
// not lose at once. Under the plain rules that is the one cell that makes five, or nothing when
// there are two. In caro a stone beyond the end of the row may do as well, and even stop two; black
// at renju has none where the cell is forbidden to him.
int threat_answers(const struct field *f, move *out);

// What the mover plays where the other side is about to make five, hopeless or not; MOVE_NONE when
// he may play nowhere.
move threat_reply(const struct field *f);

// Plies to the mover's win by fours and threes, 0 when none was found within `budget` positions;
// *disproved says that there is none at all. `line` gets the moves with the longest defence.
int vct_search(struct field *f, struct worker *w, uint64_t budget, bool *disproved,
               struct line *line);

#endif
