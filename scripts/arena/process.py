# SPDX-License-Identifier: MIT
"""One engine process: whole lines in and out of unbuffered pipes, with deadlines on the monotonic clock.

The thread that plays a game waits in poll() on the engine's pipe itself; there is no reader thread to wake, no
sleep, and a line's time stamp is taken directly after the read that completed it.

Nothing an engine writes can hold the arena: lines have a greatest length, and what comes between two things said to
it a greatest size. Nothing it starts outlives it (family.py).
"""

import os
import select
import shlex
import signal
import subprocess
import threading
import time
import traceback
from dataclasses import dataclass, field

from . import family

LINE_LIMIT = 1 << 16        # a line longer than this is garbage and is passed over
FLOOD_LIMIT = 32 << 20      # bytes an engine may write between two things said to it
CHUNK = 1 << 16
POLL_NS = 200_000_000       # nanoseconds between checks whether a silent engine has been given up from outside


class EngineFault(Exception):
    """An engine did something that ends its game; `kind` is the word kept in records."""

    kind = "fault"


class EngineCrashed(EngineFault):
    """The process ended or closed its pipe."""

    kind = "crash"


class EngineHung(EngineFault):
    """No answer came in the time that any answer should take."""

    kind = "hang"


class EngineRefused(EngineFault):
    """The engine answered, but with an error or with something that is no answer."""

    kind = "protocol"


def as_fault(why):
    """An engine's fault as it is. Anything else that went wrong while listening to one is a hole in our reading of it;
    it counts against the engine, with the place named, because a match goes on whatever an engine says."""
    if isinstance(why, EngineFault):
        return why
    place = traceback.extract_tb(why.__traceback__)[-1]
    return EngineRefused(f"said something the arena fails to read: {type(why).__name__} in "
                         f"{os.path.basename(place.filename)}:{place.lineno}")


@dataclass
class EngineSpec:
    """What the user said about an engine."""

    name: str
    command: str
    protocol: str = "uci"
    folder: object = None
    options: dict = field(default_factory=dict)
    init: list = field(default_factory=list)        # raw lines sent after the handshake
    limits: object = None
    game_name: object = None                        # what GTP's set_game is to say, if not guessed
    fresh: bool = False                             # a new process for every game
    stderr: object = None


def monotonic():
    """Now, in nanoseconds."""
    return time.monotonic_ns()


def command_words(command, folder=None):
    """The words of a command as a shell has them; what as a whole is the path of a file, blanks and all, is that file.
    ValueError for a quote that is not closed."""
    return [command] if os.path.isfile(os.path.join(folder or "", command)) else shlex.split(command)


class LineReader:
    """The lines that come out of a pipe, each with the moment it was complete."""

    def __init__(self, outlet):
        """Wraps a file descriptor; it stays the caller's."""
        self.outlet = outlet
        self.buffer = bytearray()
        self.searched = 0           # bytes of the buffer known to hold no end of line
        self.stamp = monotonic()
        self.lost = False           # inside an over-long line that is being passed over
        self.heard = 0              # bytes since something was last said to the engine
        self.cut = False            # set from another thread: nothing more is wanted
        self.readable = select.poll()
        self.readable.register(outlet, select.POLLIN)

    def read(self):
        """What there is to read, empty at the end; EngineRefused when it has become a flood."""
        data = os.read(self.outlet, CHUNK)
        self.stamp = monotonic()
        self.heard += len(data)
        if self.heard > FLOOD_LIMIT:
            raise EngineRefused(f"floods its output: more than {FLOOD_LIMIT >> 20} MiB without being asked again")
        return data

    def line(self, deadline):
        """The next line without its end; None when the deadline (nanoseconds) passes first, EOFError at the end.

        self.stamp is then the moment the line's last byte was read. Lines read after the deadline stay in the
        buffer, so an engine that floods its output cannot hold the arena.
        """
        while True:
            end = self.buffer.find(b"\n", self.searched)
            if end >= 0:
                if self.stamp > deadline:
                    return None
                text = self.buffer[:end].decode("utf-8", "replace").strip("\r\n\x00")
                del self.buffer[:end + 1]
                self.searched = 0
                if self.lost or end > LINE_LIMIT:
                    self.lost = False
                    continue
                return text
            self.searched = len(self.buffer)
            if self.searched > LINE_LIMIT:
                self.forget()
                self.lost = True
            left = deadline - monotonic()
            if left <= 0:
                return None
            if self.cut:
                raise EOFError
            if not self.readable.poll(min(left, POLL_NS) / 1e6):
                continue
            data = self.read()
            if not data:
                raise EOFError
            self.buffer += data

    def drain(self):
        """Throws away what has been said so far without being asked; the end is left for `line` to find."""
        while self.readable.poll(0) and self.read():
            pass
        self.forget()
        self.lost = False

    def forget(self):
        """Empties the buffer."""
        self.buffer.clear()
        self.searched = 0


class EngineProcess:
    """A started engine, the leader of a session of its own."""

    def __init__(self, spec, log=None):
        """Starts the command; EngineCrashed when it cannot be run at all."""
        self.spec = spec
        self.log = log
        self.guard = threading.Lock()
        self.waited_for = False                     # its number may belong to somebody else by now
        errors = subprocess.DEVNULL
        try:
            errors = open(spec.stderr, "ab") if spec.stderr else errors
            self.child = subprocess.Popen(
                command_words(spec.command, spec.folder), cwd=spec.folder, bufsize=0, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        except (OSError, ValueError) as why:
            raise EngineCrashed(f"{spec.command!r} cannot be started: {why}") from None
        finally:
            if errors is not subprocess.DEVNULL:
                errors.close()
        self.inlet = self.child.stdin.fileno()
        os.set_blocking(self.inlet, False)
        self.reader = LineReader(self.child.stdout.fileno())

    @property
    def stamp(self):
        """When the last line read was complete."""
        return self.reader.stamp

    def write(self, text, patience=5.0):
        """Sends text (one or more whole lines); raises if the engine is gone or does not read."""
        self.must_live()
        if self.log:
            self.log(self.spec.name, "<", text)
        self.reader.heard = 0
        data = memoryview(text.encode("utf-8", "surrogateescape"))
        deadline = monotonic() + int(patience * 1e9)
        while data:
            try:
                data = data[os.write(self.inlet, data):]
            except BlockingIOError:
                if monotonic() > deadline:
                    raise EngineHung("does not read its input") from None
                waiter = select.poll()
                waiter.register(self.inlet, select.POLLOUT)
                waiter.poll(100)
            except OSError:
                raise EngineCrashed(self.death("input")) from None

    def line(self, deadline):
        """The next line, or None when the deadline (nanoseconds) passes first; EngineCrashed at the end of output."""
        self.must_live()
        try:
            text = self.reader.line(deadline)
        except EOFError:
            raise EngineCrashed(self.death("output")) from None
        if self.log and text is not None:
            self.log(self.spec.name, ">", text)
        return text

    def drain(self):
        """Throws away what the engine has said so far without being asked."""
        self.must_live()
        self.reader.drain()

    def must_live(self):
        """Raises when the process has been ended: the numbers of its pipes may be somebody else's by now."""
        if self.waited_for:
            raise EngineCrashed("has ended")

    def ended(self, patience):
        """Waits until the process has ended, so many seconds at most; then true.

        It is not waited for in the system's sense yet: as long as it is a zombie nobody else can get its number, and
        its group and session can be ended by it. Where the system has no such call, the number is free for a moment.
        """
        deadline, pause = monotonic() + int(patience * 1e9), 0.001
        while True:
            if hasattr(os, "waitid"):
                if os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                    return True
            elif self.child.poll() is not None:
                return True
            if monotonic() > deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.02)

    def death(self, pipe):
        """A sentence on how the process ended, or that it closed a pipe; it and all it started are gone then."""
        if not self.ended(2.0):
            self.finish()
            return f"closed its {pipe}"
        self.finish()
        status = self.child.returncode
        if status is not None and status < 0:
            try:
                return f"was killed by {signal.Signals(-status).name}"
            except ValueError:
                return f"was killed by signal {-status}"
        return f"ended with status {status}"

    def close(self, patience=0.5):
        """Ends the process: end of input first, then force on all it started; returns when it is gone."""
        if not self.waited_for:
            self.close_pipes()
            self.ended(patience)
        self.finish()

    def strike(self):
        """SIGKILL to everything of the engine's session; may be called from any thread."""
        with self.guard:
            self.reader.cut = True
            if not self.waited_for:
                family.end_session(self.child.pid)

    def finish(self):
        """Ends the process and all it started at once, and waits for it."""
        self.strike()
        with self.guard:
            self.close_pipes()
            self.waited_for = True
            try:
                self.child.wait(5)
            except subprocess.TimeoutExpired:       # inside the kernel, which nobody can help
                pass

    def close_pipes(self):
        """Closes our ends."""
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
