# SPDX-License-Identifier: MIT
"""What an engine leaves behind: children it forked, which would go on when it is dead.

Every engine is started as the leader of a session of its own. Ending it ends

    its process group     one call, and no fork can slip through it
    its session           children that made themselves a group of their own; found in /proc
    its orphans           children that made themselves a session of their own. While the arena is their reaper they
                          become its children when their parent dies; they are ended with the match, not before, for
                          some are meant to live on (Wine keeps one server for all programs of a user).

The last two are for Linux; elsewhere the process group has to do. Programs that run for a script and do nothing of the
kind are run by run_together.
"""

import ctypes
import os
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36
ROUNDS = 100            # children of children come to light only when their parents have gone
LOOK = 0.05             # seconds between looks at programs that run together


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_once(number, frame):
    """Turns the first request to end into KeyboardInterrupt; the ones after it wait for the clearing up."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def end_on_signals():
    """Makes SIGTERM and SIGHUP the same as ctrl-C, and a second ctrl-C no reason to leave anything behind.

    What nohup has told to pass over SIGHUP does so.
    """
    for each in SIGNALS:
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, end_once)


def run_together(commands, **how):
    """Runs programs at the same time; 0 when all have ended well, else the first bad status, and then no other goes on."""
    jobs = []
    try:
        for command in commands:
            jobs.append(subprocess.Popen(command, **how))
        while True:
            states = [job.poll() for job in jobs]
            bad = next(filter(None, states), 0)
            if bad or None not in states:
                return bad
            time.sleep(LOOK)
    finally:
        for job in jobs:
            if job.poll() is None:
                job.terminate()     # not by force, so that make takes back what is half made
                job.wait()


def run_to_end(main, stopped):
    """A main function under the signals that end it, with nothing left running; `stopped` is what it exits with then."""
    end_on_signals()
    adopt_orphans()
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(stopped) from None
    finally:
        end_orphans()


def adopt_orphans():
    """Makes this process the parent of every orphan below it; false where the system cannot."""
    try:
        return ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (OSError, AttributeError, TypeError):
        return False


def processes():
    """(pid, parent, session) of every process to be seen; nothing where there is no /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return
    for name in names:
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            yield int(name), int(fields[1]), int(fields[3])
        except (OSError, IndexError, ValueError):
            continue


def end(pid):
    """SIGKILL to one process; one that has gone is no error."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def end_session(leader):
    """SIGKILL to the process group and the session of a leader that has not been waited for yet."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except OSError:
        pass
    for pid, _, session in processes():
        if session == leader:
            end(pid)


def end_orphans():
    """Ends every child of this process, and what they leave behind; returns how many.

    For the end of a program all of whose own children have been waited for.
    """
    own, count = os.getpid(), 0
    for _ in range(ROUNDS):
        left = [pid for pid, parent, _ in processes() if parent == own]
        if not left:
            break
        for pid in left:
            end(pid)
        for pid in left:
            try:
                os.waitpid(pid, 0)
            except OSError:
                pass
        count += len(left)
    return count
