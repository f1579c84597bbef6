// SPDX-License-Identifier: MIT
// test_options.c - the table of options: what it says is what it takes.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/options.h"

static bool store(struct settings *s, enum option_id id, const char *value)
{
    const char *why = "";
    bool good = option_store(s, &options[id], word_of(value), &why);
    cr_expect(good || why[0], "%s: refused without a reason", options[id].name);
    return good;
}

Test(options, defaults_are_what_the_table_says_and_read_back)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        struct settings s = settings_default(), again = s;
        char text[256];
        struct writer w = writer_on(text, sizeof text);
        option_show(&s, &options[i], &w);
        cr_expect(store(&again, (enum option_id)i, text), "%s %s", options[i].name, text);
        cr_expect_eq(memcmp(&s, &again, sizeof s), 0, "%s", options[i].name);
    }
}

Test(options, names_are_found_in_any_case)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        cr_expect_eq(option_find(word_of(options[i].name)), &options[i]);
    cr_expect_eq(option_find(word_of("clear hash")), &options[OPTION_CLEAR_HASH]);
    cr_expect_eq(option_find(word_of("HASH")), &options[OPTION_HASH]);
    cr_expect_null(option_find(word_of("Has")));
    cr_expect_null(option_find(word_of("Hash ")));
    cr_expect_null(option_find(word_of("")));
}

// Every spin takes its bounds and refuses what lies beyond, and what is no number.
Test(options, spins_keep_their_range)
{
    static const char *const bad[] = {
        "", "-", "1x", "nan", "1.5", "9223372036854775808", "18446744073709551616", "0x1", "1 2"};
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option *o = &options[i];
        struct settings s = settings_default(), before = s;
        char text[32];
        if (o->type != TYPE_SPIN)
            continue;
        cr_expect(o->min <= o->value && o->value <= o->max, "%s", o->name);
        snprintf(text, sizeof text, "%d", o->min - 1);
        cr_expect_not(store(&s, (enum option_id)i, text), "%s %s", o->name, text);
        snprintf(text, sizeof text, "%d", o->max + 1);
        cr_expect_not(store(&s, (enum option_id)i, text), "%s %s", o->name, text);
        for (size_t k = 0; k < LENGTH(bad); k++)
            cr_expect_not(store(&s, (enum option_id)i, bad[k]), "%s %s", o->name, bad[k]);
        cr_expect_eq(memcmp(&s, &before, sizeof s), 0, "%s: a refused value left a trace", o->name);
        snprintf(text, sizeof text, "%d", o->min);
        cr_expect(store(&s, (enum option_id)i, text), "%s %s", o->name, text);
        snprintf(text, sizeof text, "%d", o->max);
        cr_expect(store(&s, (enum option_id)i, text), "%s %s", o->name, text);
    }
}

Test(options, checks_combos_and_strings)
{
    struct settings s = settings_default();
    cr_expect(store(&s, OPTION_PONDER, "TRUE") && s.ponder);
    cr_expect(store(&s, OPTION_PONDER, "false") && !s.ponder);
    cr_expect_not(store(&s, OPTION_PONDER, "1"));
    cr_expect_not(store(&s, OPTION_PONDER, ""));
    cr_expect(store(&s, OPTION_VARIANT, "flipello"));
    cr_expect_str_eq(options[OPTION_VARIANT].word(s.variant), "flipello");
    cr_expect_not(store(&s, OPTION_VARIANT, "chess"));
    cr_expect_str_eq(options[OPTION_VARIANT].word(s.variant), "flipello");
    cr_expect_not(store(&s, OPTION_GAME,
                        "connect4:7x6,and a very long text that fits no field of any settings"));
    cr_expect_str_eq(s.game, "othello");
    cr_expect(store(&s, OPTION_CLEAR_HASH, "whatever"));
}

// UCI reads the names of a combo and the range of a spin from this line.
Test(options, are_described_as_uci_wants)
{
    static const struct {
        enum option_id id;
        const char *line;
    } lines[] = {
        {OPTION_HASH, "option name Hash type spin default 64 min 1 max 1048576"},
        {OPTION_PONDER, "option name Ponder type check default false"},
        {OPTION_CLEAR_HASH, "option name Clear Hash type button"},
        {OPTION_GAME, "option name Game type string default othello"},
        {OPTION_VARIANT,
         "option name UCI_Variant type combo default none var none var flipello "
         "var flipello6 var cfour var gomoku var gomokufreestyle var renju var caro"},
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        char text[512];
        struct writer w = writer_on(text, sizeof text);
        option_describe(&options[lines[i].id], &w);
        cr_expect_str_eq(text, lines[i].line);
    }
}
