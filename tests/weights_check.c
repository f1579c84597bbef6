// SPDX-License-Identifier: MIT
#include "tests/weights_check.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gomoku/network.h"
#include "engine/gomoku/policy.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/six_eval.h"
#include "engine/othello/eval/weights.h"
#include "engine/rng.h"

const struct weight_file weight_files[WEIGHT_FILES] = {
    {weights_begin, weights_end, 32, eval_load},
    {six_weights_begin, six_weights_end, SIX_HEADER, six_eval_load},
    {gomoku_policy_begin, gomoku_policy_end, POLICY_HEADER, policy_load},
    {gomoku_network_begin, gomoku_network_end, NETWORK_HEADER, network_load},
};

// Refused, with a reason that names the weights.
static void expect_refused(const struct weight_file *f, const uint8_t *bytes, size_t size,
                           const char *what, size_t where)
{
    const char *why = NULL;
    cr_expect_not(f->load(bytes, size, &why), "%s %zu", what, where);
    cr_expect(why && strstr(why, "weights"), "%s %zu", what, where);
}

void check_weights(int flips, int cuts)
{
    struct rng r = {77};
    for (size_t i = 0; i < WEIGHT_FILES; i++) {
        const struct weight_file *f = &weight_files[i];
        size_t size = (size_t)(f->end - f->begin);
        int header = 8 * f->header;
        uint8_t *copy = malloc(size + 1);
        const char *why = NULL;
        cr_assert_not_null(copy);
        memcpy(copy, f->begin, size);
        copy[size] = 0;
        cr_expect(f->load(copy, size, &why), "%s", why);
        for (int k = 0; k < header + flips; k++) {
            size_t bit = k < header ? (size_t)k : rng_next(&r) % (8 * size);
            copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
            expect_refused(f, copy, size, "bit", bit);
            copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t length = 0; length < 4096; length++)
            expect_refused(f, copy, length, "length", length);
        for (int k = 0; k < cuts; k++) {
            size_t length = rng_next(&r) % size;
            expect_refused(f, copy, length, "length", length);
        }
        expect_refused(f, copy, size - 1, "length", size - 1);
        expect_refused(f, copy, size + 1, "length", size + 1);
        free(copy);
    }
    cr_expect_null(eval_tables.problem);
    cr_expect_null(six_tables.problem);
    cr_expect_null(policy_tables.problem);
    cr_expect_null(network_tables.problem);
}
