// SPDX-License-Identifier: MIT
// test_text.c - text into numbers and words: any bytes in, a number or a refusal out.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/text.h"

// 400 digits, as somebody leaning on a key would send them.
#define TEN "1234567890"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define DIGITS_400 HUNDRED HUNDRED HUNDRED HUNDRED

// What each text is as a whole number in [1, 1000], and what it is clamped into that range.
static const struct {
    const char *text;
    bool good, number;
    int64_t value, clamped;
} numbers[] = {
    {"1", true, true, 1, 1},
    {"1000", true, true, 1000, 1000},
    {"+7", true, true, 7, 7},
    {"007", true, true, 7, 7},
    {"0", false, true, 0, 1},
    {"-1", false, true, 0, 1},
    {"-0", false, true, 0, 1},
    {"1001", false, true, 0, 1000},
    {"2147483648", false, true, 0, 1000},
    {"4294967297", false, true, 0, 1000},
    {"9223372036854775807", false, true, 0, 1000},
    {"9223372036854775808", false, true, 0, 1000},
    {"18446744073709551616", false, true, 0, 1000},
    {"18446744073709551617", false, true, 0, 1000}, // 2^64 + 1 must not come out as 1
    {"-9223372036854775809", false, true, 0, 1},
    {DIGITS_400, false, true, 0, 1000},
    {"-" DIGITS_400, false, true, 0, 1},
    {DIGITS_400 "x", false, false, 0, 0},
    {"", false, false, 0, 0},
    {"-", false, false, 0, 0},
    {"+", false, false, 0, 0},
    {"--1", false, false, 0, 0},
    {"+-1", false, false, 0, 0},
    {"1x", false, false, 0, 0},
    {"x1", false, false, 0, 0},
    {"0x10", false, false, 0, 0},
    {"1e3", false, false, 0, 0},
    {"1.0", false, false, 0, 0},
    {"nan", false, false, 0, 0},
    {"inf", false, false, 0, 0},
    {" 1", false, false, 0, 0},
    {"1 ", false, false, 0, 0},
    {"1,000", false, false, 0, 0},
    {"\xd9\xa1", false, false, 0, 0}, // an Arabic digit one
};

Test(text, numbers_are_read_whole_or_refused)
{
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        int64_t value = -77;
        bool good = word_int(word_of(numbers[i].text), 1, 1000, &value);
        cr_expect_eq(good, numbers[i].good, "'%.40s'", numbers[i].text);
        cr_expect_eq(value, numbers[i].good ? numbers[i].value : -77, "'%.40s'", numbers[i].text);
    }
}

Test(text, numbers_are_clamped_only_when_they_are_numbers)
{
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        int64_t value = -77;
        bool good = word_int_clamped(word_of(numbers[i].text), 1, 1000, &value);
        cr_expect_eq(good, numbers[i].number, "'%.40s'", numbers[i].text);
        cr_expect_eq(value, numbers[i].number ? numbers[i].clamped : -77, "'%.40s'",
                     numbers[i].text);
    }
}

Test(text, every_small_number_reads_back)
{
    for (int n = -3000; n <= 3000; n++) {
        char text[16];
        int64_t value;
        snprintf(text, sizeof text, "%d", n);
        cr_assert(word_int(word_of(text), INT64_MIN, INT64_MAX, &value));
        cr_assert_eq(value, n);
    }
}

static const struct {
    const char *text;
    bool good;
    int64_t value;
} decimals[] = {
    {"0.25", true, 250}, {"1", true, 1000},      {"10.", true, 10000}, {".5", true, 500},
    {"0.0004", true, 0}, {"1.9999", true, 1999}, {".", false, 0},      {"", false, 0},
    {"-1", false, 0},    {"1001", false, 0},     {"1.2.3", false, 0},  {"1e2", false, 0},
    {"nan", false, 0},   {"1,5", false, 0},      {"0.5s", false, 0},
};

Test(text, decimals_become_thousandths)
{
    for (size_t i = 0; i < LENGTH(decimals); i++) {
        int64_t value = -77;
        bool good = word_thousandths(word_of(decimals[i].text), 1000, &value);
        cr_expect_eq(good, decimals[i].good, "'%s'", decimals[i].text);
        if (good)
            cr_expect_eq(value, decimals[i].value, "'%s' is %lld", decimals[i].text,
                         (long long)value);
    }
}

Test(text, words_are_split_at_blanks)
{
    struct word rest = word_of(" \t one\ttwo  three\t"), word;
    const char *want[] = {"one", "two", "three"};
    for (size_t i = 0; i < LENGTH(want); i++) {
        cr_assert(word_next(&rest, &word));
        cr_expect(word_is(word, want[i]));
    }
    cr_expect_not(word_next(&rest, &word));
    cr_expect_not(word_next(&rest, &word));
    cr_expect_eq(word.length, 0);
}

Test(text, comparing_minds_length_and_case)
{
    struct word w = {"stopped", 4};
    cr_expect(word_is(w, "stop"));
    cr_expect_not(word_is(w, "stopped"));
    cr_expect_not(word_is(w, "STOP"));
    cr_expect(word_is_nocase(w, "STOP"));
    cr_expect_not(word_is_nocase(w, "STO"));
}

Test(text, copies_fit_or_are_refused)
{
    char out[4] = "old";
    cr_expect_not(word_copy(word_of("four"), out, sizeof out));
    cr_expect_str_eq(out, "old");
    cr_expect_not(word_copy((struct word){"a\0b", 3}, out, sizeof out));
    cr_expect_str_eq(out, "old");
    cr_expect(word_copy(word_of("new"), out, sizeof out));
    cr_expect_str_eq(out, "new");
}

Test(text, a_writer_cuts_and_says_so)
{
    char out[8];
    struct writer w = writer_on(out, sizeof out);
    write_text(&w, "%s", "1234");
    cr_expect_not(w.cut);
    write_text(&w, "%s", "5678");
    cr_expect(w.cut);
    write_text(&w, "%s", "9");
    cr_expect_str_eq(out, "1234567");
    cr_expect_eq(w.length, 7);
}
