// SPDX-License-Identifier: MIT
#include "protocol/wake.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool wake_open(struct wake *w)
{
    int fds[2];
    if (pipe(fds) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(fds[i], F_SETFL, O_NONBLOCK);
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);
    }
    *w = (struct wake){fds[0], fds[1]};
    return true;
}

void wake_close(struct wake *w)
{
    close(w->read_fd);
    close(w->write_fd);
}

void wake_up(int write_fd)
{
    int saved = errno;
    // A full pipe is fine: the waiter has been woken already.
    if (write_fd >= 0 && write(write_fd, "", 1) < 0)
        errno = saved;
    errno = saved;
}

void wake_drain(struct wake *w)
{
    char buffer[64];
    while (read(w->read_fd, buffer, sizeof buffer) > 0)
        continue;
}
