# SPDX-License-Identifier: MIT
"""One engine process: whole lines in and out of unbuffered pipes, with deadlines on the monotonic clock.

The thread that plays a game waits in poll() on the engine's pipe itself; there is no reader thread to wake, no
sleep, and a line's time stamp is taken directly after the read that completed it.
"""

import os
import select
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass, field

LINE_LIMIT = 1 << 20        # a line longer than this is garbage and is cut


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


class EngineProcess:
    """A started engine."""

    def __init__(self, spec, log=None):
        """Starts the command; EngineCrashed when it cannot be run at all."""
        self.spec = spec
        self.log = log
        self.buffer = bytearray()
        self.stamp = monotonic()
        self.lost = False                           # inside an over-long line that is being skipped
        errors = open(spec.stderr, "ab") if spec.stderr else subprocess.DEVNULL
        try:
            self.child = subprocess.Popen(
                shlex.split(spec.command), cwd=spec.folder, bufsize=0, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        except (OSError, ValueError) as why:
            raise EngineCrashed(f"{spec.command!r} cannot be started: {why}") from None
        finally:
            if spec.stderr:
                errors.close()
        self.inlet = self.child.stdin.fileno()
        self.outlet = self.child.stdout.fileno()
        os.set_blocking(self.inlet, False)
        self.readable = select.poll()
        self.readable.register(self.outlet, select.POLLIN)

    def write(self, text, patience=5.0):
        """Sends text (one or more whole lines); raises if the engine is gone or does not read."""
        if self.log:
            self.log(self.spec.name, "<", text)
        data = memoryview(text.encode())
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
                raise EngineCrashed(self.death()) from None

    def line(self, deadline):
        """The next line without its end; None when the deadline (nanoseconds) passes first.

        self.stamp is then the moment the line's last byte was read. Lines read after the deadline stay in the
        buffer, so an engine that floods its output cannot hold the arena.
        """
        while True:
            end = self.buffer.find(b"\n")
            if end >= 0:
                if self.stamp > deadline:
                    return None
                text = self.buffer[:end].decode("utf-8", "replace").strip("\r\n\x00")
                del self.buffer[:end + 1]
                if self.lost:
                    self.lost = False
                    continue
                if self.log:
                    self.log(self.spec.name, ">", text)
                return text
            if len(self.buffer) > LINE_LIMIT:
                self.buffer.clear()
                self.lost = True
            left = deadline - monotonic()
            if left <= 0:
                return None
            if not self.readable.poll(left / 1e6):
                continue
            data = os.read(self.outlet, 65536)
            self.stamp = monotonic()
            if not data:
                raise EngineCrashed(self.death())
            self.buffer += data

    def drain(self):
        """Throws away what the engine has said so far without being asked."""
        while self.readable.poll(0):
            if not os.read(self.outlet, 65536):
                break
        self.buffer.clear()
        self.lost = False

    def death(self):
        """A sentence on how the process ended."""
        try:
            status = self.child.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if status < 0:
            try:
                return f"was killed by {signal.Signals(-status).name}"
            except ValueError:
                return f"was killed by signal {-status}"
        return f"ended with status {status}"

    def close(self, patience=0.5):
        """Ends the process: end of input first, then force on its whole process group; returns when it is gone."""
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        try:
            self.child.wait(patience)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def kill(self):
        """Ends the process group at once; a process already waited for has no group left to end."""
        if self.child.poll() is None:
            try:
                os.killpg(self.child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
            self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
