// SPDX-License-Identifier: MIT
#include "engine/options.h"

#include <string.h>

#include "engine/games.h"
#include "engine/strength.h"

#define FIELD(name) offsetof(struct settings, name)

static const char *search_word(int i)
{
    static const char *const words[] = {"negamax", "mcts", NULL};
    return words[i];
}

static const char *playout_word(int i)
{
    static const char *const words[] = {"uniform", "guided", "eval", "policy", NULL};
    return words[i];
}

static const char *strength_word(int i)
{
    return strength_names[i];
}

static const char *kernel_word(int i)
{
    return kernel_names[i];
}

// Fairy-Stockfish's names of our games; "none" is each game's own notation.
static const char *variant_word(int i)
{
    const struct uci_variant *v = i ? game_variant(i - 1) : NULL;
    return i == 0 ? "none" : v ? v->name : NULL;
}

// clang-format off
const struct option options[OPTION_COUNT] = {
    //                      name           type        default  min      max  text  words            field                help
    [OPTION_HASH]          = {"Hash",          TYPE_SPIN,   64,     1, 1 << 20, NULL, NULL,            FIELD(hash_mib),     "memory for the search in MiB"},
    [OPTION_THREADS]       = {"Threads",       TYPE_SPIN,   1,      1,     256, NULL, NULL,            FIELD(threads),      "threads to think with"},
    [OPTION_MULTIPV]       = {"MultiPV",       TYPE_SPIN,   1,      1,     500, NULL, NULL,            FIELD(multipv),      "how many best moves to report"},
    [OPTION_PONDER]        = {"Ponder",        TYPE_CHECK,  0,      0,       1, NULL, NULL,            FIELD(ponder),       "the GUI may let us think on the opponent's time"},
    [OPTION_CLEAR_HASH]    = {"Clear Hash",    TYPE_BUTTON, 0,      0,       0, NULL, NULL,            0,                   "forget everything searched so far"},
    [OPTION_MOVE_OVERHEAD] = {"Move Overhead", TYPE_SPIN,   10,     0,    5000, NULL, NULL,            FIELD(move_overhead),"milliseconds to keep back from the clock each move"},
    [OPTION_GAME]          = {"Game",          TYPE_STRING, 0,      0, GAME_ID_MAX, NULL, NULL,        FIELD(game),         "the game by its id, with its board after a colon"},
    [OPTION_VARIANT]       = {"UCI_Variant",   TYPE_COMBO,  0,      0,       0, NULL, variant_word,    FIELD(variant),      "speak Fairy-Stockfish's notation for this game"},
    [OPTION_SHOW_WDL]      = {"UCI_ShowWDL",   TYPE_CHECK,  0,      0,       1, NULL, NULL,            FIELD(show_wdl),     "add win, draw and loss per mille to the score"},
    [OPTION_SHOW_PROOF]    = {"Show Proof",    TYPE_CHECK,  0,      0,       1, NULL, NULL,            FIELD(show_proof),   "add to each line how many per cent sure its search was, and whether the score is proven"},
    [OPTION_SEARCH]        = {"Search",        TYPE_COMBO,  0,      0,       0, NULL, search_word,     FIELD(search),       "alpha-beta, or Monte Carlo tree search"},
    [OPTION_PLAYOUT]       = {"Playout",       TYPE_COMBO,  1,      0,       0, NULL, playout_word,    FIELD(playout),      "how tree search plays games out: random, with sense, cut short by the evaluation, or in a tree that tries good-looking moves first"},
    [OPTION_EXPLORATION]   = {"Exploration",   TYPE_SPIN,   100,    0,    1000, NULL, NULL,            FIELD(exploration),  "the constant of UCB1 or, with the playout policy, of PUCT in hundredths"},
    [OPTION_KERNEL]        = {"Kernel",        TYPE_COMBO,  0,      0,       0, NULL, kernel_word,     FIELD(kernel),       "the code to search with: for AVX-512, for AVX2 or for any CPU; at most what runs here"},
    [OPTION_STRENGTH]      = {"Strength",      TYPE_COMBO,  STRENGTH_FULL, 0, 0, NULL, strength_word,  FIELD(strength),     "how well to play, for people; the last is as well as it can"},
    [OPTION_LIMIT_STRENGTH] = {"UCI_LimitStrength", TYPE_CHECK, 0,  0,       1, NULL, NULL,            FIELD(limit_strength),"play at UCI_Elo"},
    [OPTION_ELO]           = {"UCI_Elo",       TYPE_SPIN,   1500, ELO_MIN, ELO_MAX, NULL, NULL,        FIELD(elo),          "the rating to play at, on the scale of the levels"},
    [OPTION_LEVEL]         = {"Level",         TYPE_SPIN,   -1,    -1,      60, NULL, NULL,            FIELD(level),        "think to the depth of this level, 0 to 60, clock permitting; -1 = as deep as time allows"},
    [OPTION_OWN_BOOK]      = {"OwnBook",       TYPE_CHECK,  1,      0,       1, NULL, NULL,            FIELD(own_book),     "play what a book knows"},
    [OPTION_BOOK_FILE]     = {"Book File",     TYPE_STRING, 0,      0, BOOK_FILE_MAX, "", NULL,        FIELD(book_file),    "a book of your own, asked before the one in the program; <empty> for none"},
    [OPTION_BOOK_VARIETY]  = {"Book Variety",  TYPE_SPIN,   0,      0,    1000, NULL, NULL,            FIELD(book_variety), "hundredths that the moves of a game may lose together so that games differ; near the end, once solved, whatever keeps the result"},
    [OPTION_BOOK_DEPTH]    = {"Book Depth",    TYPE_SPIN,   500,    0,     500, NULL, NULL,            FIELD(book_depth),   "plies from the start after which no book is asked"},
};
// clang-format on

// The field of an option inside the settings; its C type follows from the option's type.
static void *field_of(struct settings *s, const struct option *o)
{
    return (char *)s + o->offset;
}

const char *option_text(const struct option *o)
{
    return o->text ? o->text : games[0]->name;
}

struct settings settings_default(void)
{
    struct settings s = {0};
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option *o = &options[i];
        if (o->type == TYPE_SPIN || o->type == TYPE_COMBO)
            *(int *)field_of(&s, o) = o->value;
        else if (o->type == TYPE_CHECK)
            *(bool *)field_of(&s, o) = o->value != 0;
        else if (o->type == TYPE_STRING)
            word_copy(word_of(option_text(o)), field_of(&s, o), (size_t)o->max);
    }
    return s;
}

const struct option *option_find(struct word name)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (word_is_nocase(name, options[i].name))
            return &options[i];
    return NULL;
}

static bool store_combo(int *field, const struct option *o, struct word value)
{
    for (int i = 0; o->word(i); i++)
        if (word_is_nocase(value, o->word(i))) {
            *field = i;
            return true;
        }
    return false;
}

static bool store_check(bool *field, struct word value)
{
    if (!word_is_nocase(value, "true") && !word_is_nocase(value, "false"))
        return false;
    *field = word_is_nocase(value, "true");
    return true;
}

bool option_store(struct settings *s, const struct option *o, struct word value, const char **why)
{
    int64_t number;
    switch (o->type) {
    case TYPE_SPIN:
        *why = "the value is not a whole number in the option's range";
        if (!word_int(value, o->min, o->max, &number))
            return false;
        *(int *)field_of(s, o) = (int)number;
        return true;
    case TYPE_CHECK:
        *why = "the value is true or false";
        return store_check(field_of(s, o), value);
    case TYPE_COMBO:
        *why = "the value is not one of the option's words";
        return store_combo(field_of(s, o), o, value);
    case TYPE_STRING:
        *why = "the value is too long";
        if (word_is(value, "<empty>"))
            value.length = 0; // UCI's way to write nothing
        return word_copy(value, field_of(s, o), (size_t)o->max);
    case TYPE_BUTTON:
        return true;
    }
    return false;
}

void option_show(const struct settings *s, const struct option *o, struct writer *out)
{
    const void *field = (const char *)s + o->offset;
    if (o->type == TYPE_SPIN)
        write_text(out, "%d", *(const int *)field);
    else if (o->type == TYPE_COMBO)
        write_text(out, "%s", o->word(*(const int *)field));
    else if (o->type == TYPE_CHECK)
        write_text(out, "%s", *(const bool *)field ? "true" : "false");
    else if (o->type == TYPE_STRING)
        write_text(out, "%s", *(const char *)field ? (const char *)field : "<empty>");
}

void option_describe(const struct option *o, struct writer *out)
{
    static const char *const types[] = {"spin", "check", "combo", "button", "string"};
    struct settings defaults = settings_default();
    write_text(out, "option name %s type %s", o->name, types[o->type]);
    if (o->type == TYPE_BUTTON)
        return;
    write_text(out, " default ");
    option_show(&defaults, o, out);
    if (o->type == TYPE_SPIN)
        write_text(out, " min %d max %d", o->min, o->max);
    for (int i = 0; o->word && o->word(i); i++)
        write_text(out, " var %s", o->word(i));
}
