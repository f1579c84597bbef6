// SPDX-License-Identifier: MIT
// game.h - the seam: what a game is to everything that talks to people.
//
//      engine/session  --->  struct game  --->  engine/othello, engine/connect4, engine/gomoku
//
// A game is one const struct of functions at the height of a position and a thought, never below:
// inside a game the hot loops are its own inline code (a function table in a perft loop was
// measured to make it 2.0 to 2.5 times slower).
//
// A position is plain bytes owned by the caller; a copy is an assignment and nothing is allocated.
// It carries its own shape (board size, rule, blocked cell), so every function below needs the
// position alone.
//
// A move is the cell it fills, the same for all games, so that notation is written once
// (notation.h):
//
//      x = column from the left, y = row from the TOP       move = y << 5 | x
//
// A Connect Four move names the cell its stone lands on. Moves that are no cell have numbers above
// all cells: the pass, and a game's own, such as a swap, which it lists by name (struct game):
//
//      0 .. 0x2bf   cells of boards up to 22 x 22
//      0xff00 + i   the game's special move i
//      0xfffe       pass       0xffff   no move
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/kernel.h"

typedef uint16_t move;

enum { MOVE_SPECIAL = 0xff00, MOVE_PASS = 0xfffe, MOVE_NONE = 0xffff };

enum {
    BOARD_MAX = 22,                    // longest edge of any board
    CELLS_MAX = BOARD_MAX * BOARD_MAX, // most cells, so also the most moves of a position
    LINE_MAX_MOVES = 128,              // longest principal variation kept
    GAME_ID_MAX = 48,                  // "connect4:13x13,x=m13" and room to spare
    CANONICAL_MAX = 128,               // bytes of a canonical position: two bits a cell of 22x22
};

static inline move move_at(int x, int y)
{
    return (move)(y << 5 | x);
}

static inline int move_x(move m)
{
    return m & 31;
}

static inline int move_y(move m)
{
    return m >> 5;
}

// True for a move that fills a cell.
static inline bool move_is_cell(move m)
{
    return m < MOVE_SPECIAL;
}

// The number of the cell that a move fills.
static inline int cell_of(move m)
{
    return move_y(m) * BOARD_MAX + move_x(m);
}

enum side { FIRST, SECOND };
enum cell { CELL_EMPTY, CELL_FIRST, CELL_SECOND, CELL_BLOCKED };

static inline enum side other_side(enum side s)
{
    return s == FIRST ? SECOND : FIRST;
}

// The board as people see it: what protocols draw, print and read. cell[y * width + x], top row
// first.
struct grid {
    int width, height;
    enum side to_move;
    uint8_t cell[CELLS_MAX];
};

struct position {
    _Alignas(32) uint8_t bytes[384];
};

// One and the same for a position and all its images under the symmetries of its board, another for
// any other position of that board: what a book knows a position by. Made from the mover's stones
// and the other side's, so colours do not matter.
struct canonical {
    int size; // bytes in use
    int width, height;
    int symmetry; // the one that leads here from the position, see symmetry.h
    uint8_t bytes[CANONICAL_MAX];
};

// A list of moves with its length; big enough for every legal move of any position.
struct moves {
    int count;
    move at[CELLS_MAX];
};

// What a thought is to find out. GOAL_PLAY picks a move under a clock; the others prove something.
enum goal {
    GOAL_PLAY,
    GOAL_EXACT,   // the exact value
    GOAL_OUTCOME, // win, draw or loss only
    GOAL_VCF,     // a win by fours alone
    GOAL_VCT,     // a win by fours and threes
    GOAL_COUNT,
};

// How long and how deep to think, as asked. Times are milliseconds; a negative time is "not given",
// a zero depth or node count is "no limit".
struct limits {
    int64_t time[2], increment[2]; // by side
    int moves_to_go;               // until the next time control, 0 = the whole game
    int64_t move_time;
    int depth;
    uint64_t nodes;
    bool infinite; // think until stopped
    bool ponder;   // think on the opponent's time until ponderhit or stop
    int multipv;   // how many best moves to report, at least 1
    bool advice;   // the best is asked for: no level that is set makes it less
    int threats;   // a weaker player: forcing moves in a row its main search foresees, 0 = no
                   // limit. Before it, with multipv 1, wins by force are sought without that bound.
    enum goal goal;
    int alpha,
        beta; // window for GOAL_EXACT in the game's own points, none when they are equal: the
              // value matters only where alpha < value < beta
    struct moves only; // root moves to consider; none = all
};

// What is known of a value, of a move (struct report) or of the position (struct thought):
//
//      proven  bound           the value is
//      no      any             not known; the score is an estimate, or a bound on one
//      yes     BOUND_EXACT     the score; then, and only then, `solved` is set
//      yes     BOUND_LOWER     the score or more
//      yes     BOUND_UPPER     the score or less
//
// A search in a window proves no more than a bound when the value lies outside it, and a search for
// the outcome no more than a bound when somebody wins.
enum bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

// One line of search news: a root move, what it is worth and what follows it. The score is in
// hundredths of the game's unit (a disc, a stone), from the mover's side, or stands for a win in some
// plies (SCORE_WIN of deepen.h). win_in is the number of
// plies in which the mover has won at the latest (negative: has lost), 0 when that is not known: a
// bound in points says who wins, but not how soon.
struct report {
    int depth, seldepth;
    int selectivity; // per cent; 100 = nothing was cut on a guess
    int multipv;     // 1 = best
    enum bound bound;
    int score;
    int win_in;
    bool proven, solved;
    uint64_t nodes;
    int64_t elapsed; // ms
    int hashfull;    // per mille
    double win_rate; // tree search: share of points, negative when not applicable
    uint64_t visits; // tree search: simulations that went through the first move
    uint32_t book;   // lines of the book through the position, 0 when it was searched
    int line_length;
    move line[LINE_MAX_MOVES];
};

// The result of a thought: of the position, that is of the best of the moves asked about.
struct thought {
    move best;   // a legal move, always; MOVE_NONE only when the game is over
    move ponder; // the expected reply, or MOVE_NONE
    int score, win_in;
    enum bound bound;
    bool proven, solved;
    uint64_t nodes;
};

enum search_kind { SEARCH_NEGAMAX, SEARCH_MCTS };
enum playout_kind { PLAYOUT_UNIFORM, PLAYOUT_GUIDED, PLAYOUT_EVAL, PLAYOUT_POLICY, PLAYOUT_KINDS };

struct clock;
struct game;
struct mcts_rules;
struct strength;

// A part of an evaluation by its name, in hundredths from the mover's side.
enum { TERMS_MAX = 8 };
struct eval_term {
    const char *name;
    int value;
};
struct memory;
struct pool;
struct search;

// Whoever knows positions without a search (book/ask.h); asked before any.
struct book_seam {
    void *self;
    // True when it answers what s asks about p: *out is the thought, and it has been reported.
    // Else *roots may have lost moves that are known to be worse than others, and s->known says
    // what is known of the position.
    bool (*ask)(void *self, const struct game *game, const struct position *p, struct moves *roots,
                struct search *s, struct thought *out);
};

// What is proven of a position before the search begins: its score lies in [low, high], in
// hundredths for the mover, and `keep` is a move that keeps it, or MOVE_NONE; `narrowed` when all
// root moves do, the others having been taken off the list.
struct book_known {
    bool set, narrowed;
    int low, high;
    move keep;
};

// How far a search may stray from its best move, so that games differ: each root move is taken for
// worse by its handicap, in hundredths up to `most`. 0 = not at all.
struct variety {
    int most;
    int16_t handicap[CELLS_MAX]; // of the move to each cell, see cell_of
};

// What a thought works with; all of it belongs to the caller. The stop flag is cleared by the
// caller before the thought starts and never by the search.
struct search {
    struct limits limits;
    struct clock *clock;
    struct memory *memory;
    struct pool *pool;
    const atomic_bool *stop;
    enum search_kind kind;
    enum playout_kind playout;
    int exploration;              // tree search: the constant of UCB1 or PUCT in hundredths
    enum kernel kernel;           // the form of the hot code to run
    const struct book_seam *book; // NULL = none
    struct book_known known;      // filled by the book
    struct variety variety;       // filled by the book
    void (*report)(void *owner, const struct report *news);
    void *owner;
};

// How a game names its cells.
enum notation {
    NOTATION_ROW_ONE_TOP,    // Othello:      a1 is the top left cell
    NOTATION_ROW_ONE_BOTTOM, // Gomoku:       a1 is the bottom left cell
    NOTATION_COLUMN,         // Connect Four: a column, "4" or "d"; as a cell, a1 is the bottom left
    NOTATION_GO,             // GTP's boards: a1 is the bottom left cell, the letter I is left out
    NOTATION_COLUMN_DIGITS, // Connect Four's move strings: 1 to 9, then a to d for columns 10 to 13
};

// How the end of a game is counted: `over`'s margin, and a score of 100.
enum scoring {
    SCORING_OUTCOME, // a win is a win: the margin is +1, 0 or -1
    SCORING_DISCS,   // by how many discs more: the margin is in discs
};

// A game of ours as Fairy-Stockfish and its GUIs name it.
struct uci_variant {
    const char *name, *id; // "flipello6", "othello:6x6"
};

struct game {
    // What a game is called.
    const char *name;           // "othello": the id before the colon
    const char *title;          // "Othello": as GTP and people write it
    const char *const *aliases; // what else it is called, ended by NULL; NULL = nothing
    const struct uci_variant
        *variants;            // its UCI variants, ended by one without a name; NULL = none
    int sgf;                  // the number of SGF's GM, 0 = it has none
    const char *shape_form;   // what an id looks like after the name: "[:WxH]"
    const char *shape_help;   // what may follow the colon, for messages
    const char *move_example; // a move as people type it: "d3"

    // What it is like.
    bool flips;           // a move turns the other side's discs over
    bool square;          // every board is as wide as high, and its size is one number
    enum scoring scoring; // how its end is counted
    unsigned proves;      // which goals it can prove: 1 << GOAL_EXACT | ...
    enum notation notation;
    bool gtp_skips_i;                 // GTP letters its columns as in Go, without the I
    int win_scale;                    // hundredths of score that make the odds of winning e to 1
    const struct strength *strengths; // the ten levels for people (strength.h)
    // Plies a search of 100 ms looks ahead in the opening, and tenths of a ply that twice the time
    // adds: where a book's estimate rests on less, thinking is better. 0 = on anything.
    int search_depth, search_gain;
    // The depth of a numbered level with so many empty cells; NULL = the level itself.
    int (*level_depth)(int level, int empties);
    // The names of its moves that are no cell and no pass, ended by NULL; MOVE_SPECIAL + i is
    // special[i]. At most 7 characters. NULL = none.
    const char *const *special;

    // Fills the game's lookup tables; called once by games_init, they are constant afterwards.
    void (*init)(void);

    // What is wrong with files the game plays by, such as its weights, each in a sentence by its
    // number from 0; NULL after the last. The game plays on without them. May be NULL.
    const char *(*problem)(int number);

    // The start position of a shape: the text after "othello:", "" for the usual board. False
    // leaves *out untouched and points *why at a sentence for the user.
    bool (*start)(struct position *out, const char *shape, const char **why);

    // Writes the canonical shape text, "" for the usual board.
    void (*shape)(const struct position *p, char out[GAME_ID_MAX]);

    // The empty board of p's shape with any stones: from the grid into a position, and back. False
    // (sizes differ, floating stones, impossible counts) leaves *out untouched and says why.
    bool (*from_grid)(struct position *out, const struct position *shape_of, const struct grid *g,
                      const char **why);
    void (*to_grid)(const struct position *p, struct grid *g);

    // Every legal move, in board order; a forced pass is a list of one. Empty when the game is
    // over.
    void (*moves)(const struct position *p, struct moves *list);

    // Plays m. False for anything not in `moves`, and then nothing has changed.
    bool (*play)(struct position *p, move m);

    // Why the mover may not play on an empty cell where the game goes on, for people, to stand
    // behind "d3 is": "forbidden to black at renju: it makes an overline". NULL when it is no such
    // cell. May be NULL.
    const char *(*why_not)(const struct position *p, move m);

    // True when the game has ended; *margin is then the result for FIRST (discs, or +1 / 0 / -1).
    bool (*over)(const struct position *p, int *margin);

    // The Zobrist key: equal positions have equal keys, however they were reached.
    uint64_t (*key)(const struct position *p);

    // The canonical position.
    void (*canonical)(const struct position *p, struct canonical *out);

    // The score of a game that is over for the side to move, in hundredths, as think gives it.
    int (*end_score)(const struct position *p);

    // Plies to the end that an exact score stands for, negative when the mover loses, 0 when it
    // does not say.
    int (*win_in)(const struct position *p, int score);

    // The static evaluation in hundredths, from the mover's side.
    int (*evaluate)(const struct position *p);

    // What that is made of, for people: how many terms, 0 where there are none to tell. They add up
    // to the evaluation but for what is rounded. May be NULL.
    int (*terms)(const struct position *p, struct eval_term out[TERMS_MAX]);

    // Leaves of the game tree at `depth` plies; a pass is a ply, the end of the game stops a
    // branch.
    uint64_t (*perft)(const struct position *p, int depth);

    // How the Monte Carlo search (mcts.h) plays this board.
    const struct mcts_rules *(*playouts)(const struct position *p, enum kernel kernel);

    // Thinks about the root moves (at least one; see game_think) and returns one of them, always;
    // reports through s->report.
    struct thought (*think)(const struct position *p, const struct moves *roots, struct search *s);
};

#endif
