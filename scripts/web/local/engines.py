# SPDX-License-Identifier: MIT
"""Engine processes, one a page: lines in, lines out, and an end that leaves nothing behind.

A page may only say what a board needs: the commands and options below. Anything else, such as an option that names
a file, is refused here and never reaches the engine.
"""

import asyncio
import os
import re
import secrets
import signal
import subprocess
import time

ENGINES_MAX = 8
STARTS_A_MINUTE = 240
LINE_MAX = 8192             # "position fen ... moves ..." of a full 22x22 board has 3 KiB
LINES_MAX = 64              # in one post
POSTS_A_SECOND = 40.0
POSTS_BURST = 160.0
WRITE_SECONDS = 5.0         # an engine reads its input at once, thinking or not
QUIT_SECONDS = 1.0
CHUNK = 65536

COMMANDS = frozenset("uci isready ucinewgame position go stop ponderhit setoption d moves eval debug".split())
BOUNDED = {"hash": "hash_max", "threads": "threads_max"}
REFUSED_OPTION = re.compile(r"file|path|log|learn|folder|directory")


class LineRefused(Exception):
    """A line the page must not send; says why."""


def check_line(line, bounds):
    """Raises LineRefused unless the line is one a board needs."""
    if len(line) > LINE_MAX:
        raise LineRefused("the line is too long")
    if not line.isascii() or not line.isprintable():
        raise LineRefused("a line is printable ASCII")
    words = line.split()
    if not words or words[0] not in COMMANDS:
        raise LineRefused("the line is not a command of the board")
    if words[0] == "setoption":
        check_option(words, bounds)


def check_option(words, bounds):
    """Raises LineRefused for an option that names a file, or asks for more of the machine than the server allows."""
    lower = [word.lower() for word in words]
    if len(words) < 3 or lower[1] != "name":
        raise LineRefused("expected: setoption name NAME [value VALUE]")
    cut = lower.index("value") if "value" in lower else len(words)
    name, value = " ".join(lower[2:cut]), " ".join(words[cut + 1:])
    if REFUSED_OPTION.search(name):
        raise LineRefused("options that name files are not for pages")
    if name in BOUNDED and not (re.fullmatch(r"[0-9]{1,7}", value) and int(value) <= bounds[BOUNDED[name]]):
        raise LineRefused(f"{name} is at most {bounds[BOUNDED[name]]} here")


class Bucket:
    """So many a second in the long run, so many at once."""

    def __init__(self, rate, burst):
        self.rate, self.burst, self.level, self.stamp = rate, burst, burst, time.monotonic()

    def take(self):
        """False when it is empty."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate)
        self.stamp = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Engine:
    """A running engine. A page has one post under way at a time, so its lines arrive in order."""

    def __init__(self, process, bounds):
        self.id = secrets.token_urlsafe(12)
        self.process = process
        self.bounds = bounds
        self.posts = Bucket(POSTS_A_SECOND, POSTS_BURST)
        self.rest = b""
        self.ending = None      # the task that ends it, once somebody wants that

    async def say(self, lines):
        """Writes the lines; False when the engine does not take them in time or has ended."""
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode("ascii"))
            await asyncio.wait_for(self.process.stdin.drain(), WRITE_SECONDS)
            return True
        except (asyncio.TimeoutError, OSError, RuntimeError):
            return False

    async def hear(self):
        """The next whole lines the engine printed; an empty list at its end."""
        while True:
            data = await self.process.stdout.read(CHUNK)
            if not data:
                return []
            *lines, self.rest = (self.rest + data).split(b"\n")
            if len(self.rest) > CHUNK:
                self.rest = b""
            if lines:
                return [line.decode("ascii", "replace").rstrip("\r") for line in lines]

    async def end(self):
        """Ends the process: its input is closed, which an engine takes for quit; a deaf one is killed with all it
        started. What it still prints is read and dropped: an unread pipe would keep it, and us, waiting. Returns its
        status."""
        self.process.stdin.close()
        rest = asyncio.ensure_future(self.drop())
        try:
            await asyncio.wait_for(self.process.wait(), QUIT_SECONDS)
        except asyncio.TimeoutError:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        status = await self.process.wait()
        await rest
        return status

    async def drop(self):
        """Reads to the end of the output."""
        while await self.process.stdout.read(CHUNK):
            pass


class Engines:
    """All engines of the server, by id."""

    def __init__(self, command, hash_max=1024, threads_max=64):
        self.command = command
        self.bounds = {"hash_max": hash_max, "threads_max": threads_max}
        self.running = {}
        self.starting = 0
        self.starts = Bucket(STARTS_A_MINUTE / 60, STARTS_A_MINUTE)

    def room(self):
        """None when another engine may start, else a sentence."""
        if len(self.running) + self.starting >= ENGINES_MAX:
            return f"{ENGINES_MAX} engines are running already: close another page of the board first"
        if not self.starts.take():
            return "too many engines were started in the last minute: wait a little"
        return None

    async def start(self):
        """A new engine; OSError when the program cannot be run."""
        self.starting += 1
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True, limit=CHUNK)
        finally:
            self.starting -= 1
        engine = Engine(process, self.bounds)
        self.running[engine.id] = engine
        return engine

    async def end(self, engine):
        """Ends an engine and forgets it; its status. Its page's end and the server's may both want that: it is done
        once, and both wait, whichever of them is given up."""
        if engine.ending is None:
            engine.ending = asyncio.ensure_future(engine.end())
            engine.ending.add_done_callback(lambda _: self.running.pop(engine.id, None))
        return await asyncio.shield(engine.ending)

    async def end_all(self):
        """Ends every engine."""
        await asyncio.gather(*(self.end(engine) for engine in list(self.running.values())))
