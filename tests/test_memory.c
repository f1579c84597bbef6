// SPDX-License-Identifier: MIT
// test_memory.c - the block every search thinks in: it forgets in no time, grows as it is needed,
// and is no larger than the machine.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/connect4/table.h"
#include "engine/games.h"
#include "engine/pool.h"
#include "engine/rng.h"
#include "engine/room.h"
#include "engine/session.h"
#include "engine/tt.h"
#include "tests/talk.h"
#include "tests/sanitized.h"

TestSuite(memory, .init = games_init);

// ---- generations --------------------------------------------------------------------------------

// Leaves a block full of bytes of all sorts: entries of other tables and noise.
static void dirty(struct memory *m, uint64_t seed)
{
    struct rng rng = {seed};
    size_t bytes;
    uint64_t *words = memory_claim(m, "noise", &bytes);
    size_t half = memory_reached(m) / sizeof *words / 2;
    for (size_t i = 0; i < half; i++)
        words[i] = rng_next(&rng);
    for (int generation = 0; generation < 3; generation++) {
        memory_clear(m);
        struct tt t = tt_on(m, "other");
        for (int i = 0; i < 200000; i++)
            tt_store(&t, rng_next(&rng), i % 60, rng_next(&rng) >> 16);
    }
    memory_clear(m);
}

// A cleared block is as good as a new one: the same entries stored, the same ones found, however
// many generations lie in it. Four buckets get most of the keys, so that there is much to replace.
Test(memory, a_cleared_table_behaves_like_a_new_one)
{
    struct memory *fresh = memory_new(1), *used = memory_new(1);
    dirty(used, 7);
    struct rng rng = {11};
    int known = 0;
    for (int search = 0; search < 3; search++) {
        struct tt a = tt_on(fresh, "test"), b = tt_on(used, "test");
        for (int i = 0; i < 100000; i++) {
            uint64_t few = rng_next(&rng), key = few % 64 << 50 | few % 4 << TT_INDEX_SHIFT;
            uint64_t data_a = 0, data_b = 0;
            if (i % 4 == 0)
                key = few;
            bool in_a = tt_probe(&a, key, &data_a), in_b = tt_probe(&b, key, &data_b);
            cr_assert_eq(in_a, in_b, "search %d, step %d", search, i);
            cr_assert_eq(data_a, data_b, "search %d, step %d", search, i);
            known += in_a;
            tt_store(&a, key, (int)(few >> 20 & 31), few >> 30);
            tt_store(&b, key, (int)(few >> 20 & 31), few >> 30);
        }
    }
    cr_expect_gt(known, 10000, "the keys were too many to be found again");
    memory_free(fresh);
    memory_free(used);
}

// Every number a generation can have, and round again.
Test(memory, no_generation_finds_what_another_stored)
{
    struct memory *m = memory_new(1);
    uint64_t data;
    for (int i = 0; i < MEMORY_GENERATIONS + 100; i++) {
        struct tt t = tt_on(m, "test");
        for (uint64_t key = 1; key < 8; key++) {
            cr_assert_not(tt_probe(&t, key << TT_INDEX_SHIFT, &data), "generation %d", i);
            tt_store(&t, key << TT_INDEX_SHIFT, 1, key);
            cr_assert(tt_probe(&t, key << TT_INDEX_SHIFT, &data) && tt_payload(data) == key);
        }
        memory_clear(m);
    }
    memory_free(m);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// To zero 256 MiB takes 20 ms at the very least; a thousand new games must not.
Test(memory, to_forget_takes_no_time)
{
    struct memory *m = memory_new(256);
    cr_assert(m && memory_reach(m, (size_t)256 << 20, true) == MEMORY_NOW);
    double begun = cpu_seconds();
    for (int i = 0; i < 1000; i++)
        memory_clear(m);
    cr_expect_lt(cpu_seconds() - begun, 0.5);
    memory_free(m);
}

// ---- searches on what others left ---------------------------------------------------------------

// A search that is the same every time: its node count depends on all it reads.
static const struct job {
    const char *game;
    enum search_kind kind;
    enum goal goal;
    uint64_t nodes;
} jobs[] = {
    {"othello", SEARCH_NEGAMAX, GOAL_PLAY, 30000},
    {"connect4:6x5", SEARCH_NEGAMAX, GOAL_EXACT, 0},
    {"othello", SEARCH_MCTS, GOAL_PLAY, 3000},
    {"connect4:6x5", SEARCH_NEGAMAX, GOAL_PLAY, 30000},
    {"gomoku", SEARCH_MCTS, GOAL_PLAY, 1000},
    {"othello:4x6", SEARCH_NEGAMAX, GOAL_EXACT, 0},
    {"connect4:5x5", SEARCH_NEGAMAX, GOAL_EXACT, 0},
    {"gomoku", SEARCH_NEGAMAX, GOAL_PLAY, 5000},
};

static struct thought run_job(const struct job *j, struct memory *m, struct pool *pool)
{
    const struct game *game;
    struct position p;
    const char *why;
    struct session *session = session_new_sized((struct listener){.owner = NULL}, 1, 1);
    struct limits l = limits_none();
    cr_assert(session && game_find(word_of(j->game), &game, &p, &why));
    session_set_position(session, game, &p);
    l.nodes = j->nodes;
    l.depth = j->nodes ? 60 : 0;
    l.goal = j->goal;
    struct search s = *session_search(session, &l); // the session's, on a block of the test's own
    s.memory = m, s.pool = pool, s.kind = j->kind, s.book = NULL, s.report = NULL;
    struct thought t = game_think(game, &p, &s);
    session_free(session);
    return t;
}

// Every kind of search after every other kind, on one block that is never zeroed, searches as on a
// new one.
Test(memory, no_search_reads_anothers_bytes)
{
    struct pool *pool = pool_new(1);
    struct memory *shared = memory_new(2);
    struct thought alone[LENGTH(jobs)];
    for (size_t i = 0; i < LENGTH(jobs); i++) {
        struct memory *fresh = memory_new(2);
        alone[i] = run_job(&jobs[i], fresh, pool);
        cr_assert_gt(alone[i].nodes, 500);
        memory_free(fresh);
    }
    for (size_t i = 0; i < LENGTH(jobs); i++)
        for (size_t k = i % COUNT(1, 5); k < LENGTH(jobs); k += COUNT(1, 5)) {
            run_job(&jobs[i], shared, pool);
            memory_clear(shared);
            struct thought t = run_job(&jobs[k], shared, pool);
            cr_expect_eq(t.nodes, alone[k].nodes, "%s after %s", jobs[k].game, jobs[i].game);
            cr_expect_eq(t.best, alone[k].best, "%s after %s", jobs[k].game, jobs[i].game);
        }
    memory_free(shared);
    pool_free(pool);
}

// The second half of a block begins with none of its bytes ready, and all the same a board finds
// nothing there of the board before it.
Test(memory, another_board_finds_an_empty_table)
{
    for (int which = 0; which < 2; which++) {
        struct memory *m = memory_new(64), *half = memory_half(m, which);
        struct position wide, tall;
        struct table t;
        const char *why;
        cr_assert(connect4_game.start(&wide, "7x5", &why));
        cr_assert(connect4_game.start(&tall, "6x6", &why));
        connect4_table_open(&t, half, connect4_of(&wide), 64);
        atomic_store(&t.entries[5], 12345);
        connect4_table_open(&t, half, connect4_of(&wide), 64);
        cr_expect_eq(atomic_load(&t.entries[5]), 12345, "half %d forgot", which);
        connect4_table_open(&t, half, connect4_of(&tall), 64);
        cr_expect_eq(atomic_load(&t.entries[5]), 0, "half %d", which);
        memory_free(m);
    }
}

// ---- growth -------------------------------------------------------------------------------------

// How many of the keys 1 to n, mixed, are known.
static int count_known(const struct tt *t, int n)
{
    int known = 0;
    for (int i = 1; i <= n; i++) {
        uint64_t data;
        known += tt_probe(t, rng_mix((uint64_t)i), &data) && tt_payload(data) == (uint64_t)i;
    }
    return known;
}

// While the table doubles and doubles again, hardly anything is lost, and it uses what it is given.
Test(memory, a_table_grows_without_forgetting)
{
    enum { KEYS = 3000000 };
    struct memory *m = memory_new(128);
    struct tt t = tt_on(m, "test");
    uint64_t first = t.mask;
    cr_assert_eq((first + 1) * sizeof(struct tt_bucket), MEMORY_READY);
    for (int i = 1; i <= KEYS; i++) {
        tt_store(&t, rng_mix((uint64_t)i), 10, (uint64_t)i);
        if (i % 200 == 0)
            tt_extend(&t, true, 1, true);
    }
    cr_expect_geq(t.mask + 1, 4 * (first + 1), "%d stores and no growth", KEYS);
    cr_expect_gt(count_known(&t, KEYS), KEYS / 100 * 94, "%d of %d", count_known(&t, KEYS), KEYS);
    // The next search and the other threads find it as large as it has become.
    struct tt next = tt_on(m, "test"), helper = next;
    cr_expect_eq(next.mask, t.mask);
    helper.mask = first;
    tt_extend(&helper, false, 2, true);
    cr_expect_eq(helper.mask, t.mask);
    // And a new game begins with a small one again.
    memory_clear(m);
    cr_expect_eq(tt_on(m, "test").mask, first);
    memory_free(m);
}

// A table that nobody stores in meanwhile loses nothing at all when it doubles.
Test(memory, a_quiet_table_doubles_whole)
{
    enum { KEYS = 400000 };
    struct memory *m = memory_new(64);
    struct tt t = tt_on(m, "test");
    uint64_t first = t.mask;
    for (int i = 1; i <= KEYS; i++)
        tt_store(&t, rng_mix((uint64_t)i), 10, (uint64_t)i);
    int before = count_known(&t, KEYS);
    cr_assert_gt(before, KEYS / 100 * 95);
    t.stores = 1 << 30;
    for (int i = 0; i < 1000 && t.mask == first; i++)
        tt_extend(&t, true, 1, true);
    cr_expect_eq(t.mask, 2 * first + 1);
    cr_expect_eq(count_known(&t, KEYS), before);
    memory_free(m);
}

// A half of a block of which more was used than tables begin in still becomes as large as it is.
Test(memory, a_half_of_a_used_block_grows)
{
    struct memory *m = memory_new(128);
    cr_assert(m && memory_reach(m, (size_t)64 << 20, true) == MEMORY_NOW);
    struct memory *half = memory_half(m, 0);
    cr_expect_eq(memory_reach(half, (size_t)32 << 20, true), MEMORY_NOW);
    cr_expect_eq(memory_reach(half, (size_t)64 << 20, true), MEMORY_NOW);
    memory_free(m);
}

// The address space this process has, in bytes.
static size_t address_space(void)
{
    char text[64] = "";
    int64_t pages;
    FILE *f = fopen("/proc/self/statm", "r");
    cr_assert(f && fgets(text, sizeof text, f));
    fclose(f);
    cr_assert(word_int((struct word){text, strcspn(text, " ")}, 1, INT64_MAX >> 20, &pages));
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Where the system gives nothing more a block still becomes smaller, also one that is used in halves,
// and is as good as a new one; it becomes no larger.
Test(memory, a_smaller_size_asks_for_nothing)
{
    for (int used_in_halves = 0; used_in_halves < COUNT(2, 0); used_in_halves++) {
        struct memory *m = memory_new(256);
        const char *why = "";
        size_t bytes;
        cr_assert(m);
        if (used_in_halves) {
            dirty(memory_half(m, 0), 3);
            cr_assert_eq(memory_reach(memory_half(m, 1), (size_t)64 << 20, true), MEMORY_NOW);
        } else {
            dirty(m, 3);
            cr_assert_eq(memory_reach(m, (size_t)64 << 20, true), MEMORY_NOW);
        }
        struct rlimit before, little;
        cr_assert_eq(getrlimit(RLIMIT_AS, &before), 0);
        little = (struct rlimit){address_space() + (8 << 20), before.rlim_max};
        cr_assert_eq(setrlimit(RLIMIT_AS, &little), 0);
        cr_expect_not(memory_resize(m, 512, &why));
        cr_expect_eq(memory_mib(m), 256);
        cr_expect(memory_resize(m, 192, &why), "%s", why);
        cr_expect(memory_resize(m, 192, &why), "%s", why);
        cr_expect(memory_resize(m, 128, &why), "%s", why);
        cr_expect_not(memory_resize(m, 0, &why));
        cr_assert_eq(setrlimit(RLIMIT_AS, &before), 0);
        cr_expect_eq(memory_mib(m), 128);
        uint64_t *words = memory_claim(m, "test", &bytes);
        cr_expect_eq(bytes, (size_t)128 << 20);
        cr_expect_eq(memory_generation(m), 0);
        cr_expect_eq(memory_reach(m, bytes, true), MEMORY_NOW);
        for (size_t i = 0; i < bytes / sizeof *words; i++)
            cr_assert_eq(words[i], 0);
        memory_free(m);
    }
}

// Who has a clock asks and goes on; once a thread has made the memory ready, the table doubles.
Test(memory, a_table_need_not_wait_for_memory)
{
    struct memory *m = memory_new(64);
    struct tt t = tt_on(m, "test");
    uint64_t first = t.mask;
    size_t more = 2 * (size_t)MEMORY_READY;
    cr_expect_eq(memory_reached(m), MEMORY_READY);
    cr_expect_eq(memory_reach(m, more, false), MEMORY_SOON, "it was touched at once");
    t.stores = 1 << 30;
    for (int i = 0; i < 20000 && t.mask == first; i++) {
        tt_extend(&t, true, 1, false);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    cr_expect_eq(t.mask, 2 * first + 1);
    cr_expect_eq(memory_reach(m, more, false), MEMORY_NOW);
    // What is on its way can be taken back at any moment: by a new size, halves, or the end.
    const char *why;
    for (int i = 0; i < 20; i++) {
        memory_reach(m, (size_t)48 << 20, false);
        if (i % 3 == 0)
            cr_expect(memory_resize(m, 64, &why));
        else if (i % 3 == 1)
            cr_expect_eq(memory_reach(memory_half(m, 1), 4 << 20, true), MEMORY_NOW);
        else
            memory_clear(m);
    }
    memory_reach(m, (size_t)64 << 20, false);
    memory_free(m);
}

// A large Hash is not touched before it is used, neither by a resize nor by a new game.
Test(memory, a_large_hash_costs_what_is_used_of_it)
{
    struct process p;
    process_start(&p, "uci", "--option", "OwnBook=false");
    free(talk(&p, &dialect_uci, "uci"));
    process_send(&p, "go nodes 2000\n");
    process_until(&p, "bestmove");
    long before = process_memory(&p);
    free(talk(&p, &dialect_uci, "setoption name Hash value 1024\nucinewgame"));
    process_send(&p, "go nodes 2000\n");
    process_until(&p, "bestmove");
    cr_expect_lt(process_memory(&p) - before, 32 << 10, "%ld KiB, then %ld", before,
                 process_memory(&p));
    process_end(&p);
}

// ---- the machine's limits -----------------------------------------------------------------------

// A file tree under a folder of its own that looks like a machine's.
static void put_file(const char *root, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "w");
    cr_assert(f, "%s", path);
    fputs(text, f);
    fclose(f);
}

static void make_root(char root[64])
{
    snprintf(root, 64, "/tmp/outflank-room-XXXXXX");
    cr_assert(mkdtemp(root));
    put_file(
        root, "/proc/meminfo",
        "MemTotal:       16000000 kB\nMemFree:         1000 kB\nMemAvailable:    8000000 kB\n");
}

// Removes what put_file made.
static void drop_root(const char *root)
{
    char command[128];
    static const char *const names[] = {"/proc/meminfo",
                                        "/proc/self/cgroup",
                                        "/proc/self",
                                        "/proc",
                                        "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
                                        "/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes",
                                        "/sys/fs/cgroup/memory/a/b/memory.stat",
                                        "/sys/fs/cgroup/memory/a/b",
                                        "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
                                        "/sys/fs/cgroup/memory/a/memory.usage_in_bytes",
                                        "/sys/fs/cgroup/memory/a",
                                        "/sys/fs/cgroup/memory",
                                        "/sys/fs/cgroup/one/two/memory.max",
                                        "/sys/fs/cgroup/one/two/memory.current",
                                        "/sys/fs/cgroup/one/two/memory.stat",
                                        "/sys/fs/cgroup/one/two",
                                        "/sys/fs/cgroup/one/memory.max",
                                        "/sys/fs/cgroup/one/memory.current",
                                        "/sys/fs/cgroup/one",
                                        "/sys/fs/cgroup/memory.max",
                                        "/sys/fs/cgroup/memory.current",
                                        "/sys/fs/cgroup",
                                        "/sys/fs",
                                        "/sys",
                                        ""};
    for (size_t i = 0; i < LENGTH(names); i++) {
        snprintf(command, sizeof command, "%s%s", root, names[i]);
        remove(command);
    }
}

static void expect_room(const char *root, uint64_t bytes, bool expect_grouped)
{
    bool grouped = !expect_grouped;
    cr_expect_eq(room_left(root, &grouped), bytes - bytes / 16);
    cr_expect_eq(grouped, expect_grouped);
}

Test(memory, room_is_what_the_machine_has_available)
{
    char root[64];
    make_root(root);
    expect_room(root, UINT64_C(8000000) << 10, false);
    put_file(root, "/proc/self/cgroup", "1:name=systemd:/\n0::/\n");
    expect_room(root, UINT64_C(8000000) << 10, false);
    drop_root(root);
}

// The first hierarchy: the tighter of a group and the one above it, caches not counted.
Test(memory, room_is_what_the_control_groups_leave)
{
    char root[64];
    make_root(root);
    put_file(root, "/proc/self/cgroup", "5:cpu:/x\n4:memory:/a/b\n0::/\n");
    put_file(root, "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    put_file(root, "/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "4096\n");
    expect_room(root, UINT64_C(8000000) << 10, false);
    put_file(root, "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "500000000\n");
    put_file(root, "/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "200000000\n");
    expect_room(root, 300000000, true);
    put_file(root, "/sys/fs/cgroup/memory/a/b/memory.stat",
             "cache 7\ntotal_inactive_file 50000000\n");
    expect_room(root, 350000000, true);
    put_file(root, "/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "150000000\n");
    put_file(root, "/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "100000000\n");
    expect_room(root, 50000000, true);
    drop_root(root);
}

// The second: the same, and where the process's own folder is not to be seen the root's files.
Test(memory, room_is_what_the_unified_control_groups_leave)
{
    char root[64];
    make_root(root);
    put_file(root, "/proc/self/cgroup", "0::/one/two\n");
    put_file(root, "/sys/fs/cgroup/one/two/memory.max", "max\n");
    put_file(root, "/sys/fs/cgroup/one/two/memory.current", "1000\n");
    expect_room(root, UINT64_C(8000000) << 10, false);
    put_file(root, "/sys/fs/cgroup/one/memory.max", "400000000\n");
    put_file(root, "/sys/fs/cgroup/one/memory.current", "600000000\n");
    expect_room(root, 0, true);
    put_file(root, "/sys/fs/cgroup/one/memory.current", "100000000\n");
    expect_room(root, 300000000, true);
    put_file(root, "/sys/fs/cgroup/one/two/memory.max", "100000000\n");
    put_file(root, "/sys/fs/cgroup/one/two/memory.current", "90000000\n");
    put_file(root, "/sys/fs/cgroup/one/two/memory.stat", "anon 5\ninactive_file 40000000\n");
    expect_room(root, 50000000, true);
    put_file(root, "/proc/self/cgroup", "0::/elsewhere/in/a/container\n");
    put_file(root, "/sys/fs/cgroup/memory.max", "77000000\n");
    put_file(root, "/sys/fs/cgroup/memory.current", "1000000\n");
    expect_room(root, 76000000, true);
    drop_root(root);
}

// More than is free but no more than there is: refused by name, and the old table stays.
Test(memory, a_hash_beyond_the_free_memory_is_refused)
{
    bool grouped;
    uint64_t mib = room_left("", &grouped) >> 20;
    mib += mib / 32 + 64; // others give memory back meanwhile
    struct process p;
    const char *why = NULL;
    struct memory *m = memory_new(2);
    cr_expect_not(memory_resize(m, mib, &why));
    cr_expect(why && why[0]);
    cr_expect_eq(memory_mib(m), 2);
    memory_free(m);
    process_start(&p, "uci", "--option", "OwnBook=false");
    free(talk(&p, &dialect_uci, "setoption name Hash value 3"));
    char *said = talk(&p, &dialect_uci, "setoption name Hash value %llu",
                      (unsigned long long)(mib < 1 << 20 ? mib : 1 << 20));
    cr_expect(strstr(said, "Hash") || strstr(said, "memory"), "%s", said);
    free(said);
    process_send(&p, "go nodes 100\n");
    process_until(&p, "bestmove");
    process_end(&p);
}
