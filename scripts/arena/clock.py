# SPDX-License-Identifier: MIT
"""Time controls and the arena's own clock.

All times are whole nanoseconds of the monotonic clock, taken by the arena just before a request is written and
just after the bytes of the answer are read: what the engine says of its own time is recorded, never believed.
"""

from dataclasses import dataclass

from .text import whole_number

NANOSECONDS = 1_000_000_000
MILLISECOND = 1_000_000


class LimitError(ValueError):
    """A time control that cannot be read; the text says why."""


@dataclass(frozen=True)
class Limits:
    """What an engine may use for a move or a game; None where nothing is said."""

    moves: object = None        # moves a session of the clock lasts
    base: object = None         # nanoseconds at its start
    increment: int = 0          # nanoseconds added after a move
    movetime: object = None     # nanoseconds for each move
    nodes: object = None
    depth: object = None
    margin: int = 50 * MILLISECOND

    def describe(self):
        """The limits in one short phrase for people."""
        words = []
        if self.base is not None:
            text = f"{self.base / NANOSECONDS:g}"
            if self.moves:
                text = f"{self.moves}/{text}"
            if self.increment:
                text += f"+{self.increment / NANOSECONDS:g}"
            words.append(f"tc {text}")
        if self.movetime is not None:
            words.append(f"st {self.movetime / NANOSECONDS:g}")
        words += [f"{name} {value}" for name, value in (("nodes", self.nodes), ("depth", self.depth)) if value]
        return " ".join(words) or "no limit"


def read_seconds(text, what):
    """Reads '5', '0.05' or '1:30' (minutes and seconds) as nanoseconds."""
    minutes, colon, seconds = text.rpartition(":")
    try:
        total = float(seconds) + (60 * int(minutes) if colon else 0)
    except (ValueError, OverflowError):
        raise LimitError(f"{what}: {text!r} is not a time") from None
    if not 0 <= total < 10_000_000:
        raise LimitError(f"{what}: {text!r} is out of range")
    return int(total * NANOSECONDS)


def read_count(text, what):
    """Reads a number of at least one."""
    number = whole_number(text, 1, 10 ** 15)
    if number is None:
        raise LimitError(f"{what}: {text!r} is not a positive number")
    return number


def read_limits(words):
    """Limits from a dictionary with any of tc, st, nodes, depth, margin (milliseconds)."""
    found = {}
    if "tc" in words:
        rest = words["tc"]
        if "/" in rest:
            moves, rest = rest.split("/", 1)
            found["moves"] = read_count(moves, "tc")
        base, plus, increment = rest.partition("+")
        found["base"] = read_seconds(base, "tc")
        found["increment"] = read_seconds(increment, "tc") if plus else 0
        if found["base"] == 0 and found["increment"] == 0:
            raise LimitError("tc: no time at all")
    if "st" in words:
        found["movetime"] = read_seconds(words["st"], "st")
    if "nodes" in words:
        found["nodes"] = read_count(words["nodes"], "nodes")
    if "depth" in words:
        found["depth"] = read_count(words["depth"], "depth")
    if "margin" in words:
        found["margin"] = int(read_seconds(words["margin"], "margin") / 1000)
    return Limits(**found)


class Clock:
    """One engine's clock through one game."""

    def __init__(self, limits):
        """A fresh clock."""
        self.limits = limits
        self.left = limits.base
        self.moves_to_go = limits.moves

    def allowed(self):
        """Nanoseconds the next move may take without the margin, or None when time does not count."""
        bounds = [t for t in (self.left, self.limits.movetime) if t is not None]
        return min(bounds) if bounds else None

    def spend(self, used):
        """Takes a move's time off the clock; False when the flag has fallen, margin included."""
        allowed = self.allowed()
        in_time = allowed is None or used <= allowed + self.limits.margin
        if self.left is not None:
            self.left = max(self.left - used, 0) + self.limits.increment
            if self.moves_to_go is not None:
                self.moves_to_go -= 1
                if self.moves_to_go == 0:
                    self.moves_to_go = self.limits.moves
                    self.left += self.limits.base
        return in_time

    def left_ms(self):
        """Milliseconds on the clock, at least one, or None."""
        return None if self.left is None else max(self.left // MILLISECOND, 1)

    def increment_ms(self):
        """Milliseconds added after each move."""
        return self.limits.increment // MILLISECOND
