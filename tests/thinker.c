// SPDX-License-Identifier: MIT
#include "tests/thinker.h"

#include <criterion/criterion.h>

#include "engine/games.h"

static void hear(void *owner, const struct report *news)
{
    struct thinker *t = owner;
    t->heard = news->multipv;
    t->proofs += news->solved;
    if (news->multipv <= PLACES_MAX)
        t->last[news->multipv - 1] = *news;
}

void thinker_open(struct thinker *t, int mib, int threads)
{
    *t = (struct thinker){0};
    t->session = session_new_sized((struct listener){.owner = t, .report = hear}, mib, threads);
    cr_assert_not_null(t->session);
    thinker_set(t, OPTION_OWN_BOOK, "false");
}

void thinker_close(struct thinker *t)
{
    session_free(t->session);
}

struct limits limits_of(enum goal goal)
{
    struct limits l = limits_none();
    l.goal = goal;
    return l;
}

void thinker_set(struct thinker *t, enum option_id id, const char *value)
{
    const char *why = "";
    cr_assert(session_set_option(t->session, &options[id], word_of(value), &why), "%s %s: %s",
              options[id].name, value, why);
}

struct thought thinker_think(struct thinker *t, const struct game *game, const struct position *p,
                             const struct limits *l)
{
    struct thought out;
    const char *why = "";
    t->heard = 0;
    session_set_position(t->session, game, p);
    cr_assert(session_think(t->session, l, &out, &why), "%s", why);
    return out;
}

struct thought thinker_think_stopped(struct thinker *t, const struct game *game,
                                     const struct position *p, const struct limits *l)
{
    t->heard = 0;
    session_set_position(t->session, game, p);
    struct search *s = session_search(t->session, l);
    session_request_stop(t->session);
    return game_think(game, p, s);
}
