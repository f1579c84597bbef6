// SPDX-License-Identifier: MIT
#include "protocol/jobs/interrupt.h"

#include <time.h>

#include "engine/bits.h"

enum { AGAIN_MS = 5 };

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};

// One of the signals that is in both sets, or 0.
static int common(const sigset_t *a, const sigset_t *b)
{
    for (size_t k = 0; k < LENGTH(caught); k++)
        if (sigismember(a, caught[k]) == 1 && sigismember(b, caught[k]) == 1)
            return caught[k];
    return 0;
}

bool interrupt_open(struct interrupt *i)
{
    *i = (struct interrupt){0};
    if (!wake_open(&i->wake))
        return false;
    sigemptyset(&i->signals);
    for (size_t k = 0; k < LENGTH(caught); k++) {
        struct sigaction now;
        if (sigaction(caught[k], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&i->signals, caught[k]);
    }
    pthread_sigmask(SIG_BLOCK, &i->signals, &i->before);
    return true;
}

// Waits for a signal, then tells of it until the job is over. Who ends the job wakes this thread by
// a signal too, but says first that it is over.
static void *watch(void *arg)
{
    struct interrupt *i = arg;
    int number = 0;
    sigwait(&i->signals, &number);
    if (atomic_load(&i->over))
        return NULL;
    atomic_store(&i->seen, number);
    wake_up(i->wake.write_fd);
    while (!atomic_load(&i->over)) {
        sigset_t waiting;
        i->tell(i->owner);
        nanosleep(&(struct timespec){.tv_nsec = AGAIN_MS * 1000000}, NULL);
        if (sigpending(&waiting) == 0 && common(&waiting, &i->signals) && !atomic_load(&i->over))
            pthread_sigmask(SIG_UNBLOCK, &i->signals, NULL); // the second: this is the end
    }
    return NULL;
}

void interrupt_watch(struct interrupt *i, void (*tell)(void *owner), void *owner)
{
    i->tell = tell;
    i->owner = owner;
    i->watched =
        common(&i->signals, &i->signals) && pthread_create(&i->thread, NULL, watch, i) == 0;
    if (!i->watched) // without a thread they do what they always did
        pthread_sigmask(SIG_SETMASK, &i->before, NULL);
}

int interrupt_seen(const struct interrupt *i)
{
    return atomic_load(&i->seen);
}

void interrupt_close(struct interrupt *i)
{
    atomic_store(&i->over, true);
    if (i->watched) {
        pthread_kill(i->thread, common(&i->signals, &i->signals));
        pthread_join(i->thread, NULL);
    }
    pthread_sigmask(SIG_SETMASK, &i->before, NULL);
    wake_close(&i->wake);
}
