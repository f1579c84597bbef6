# SPDX-License-Identifier: MIT
"""The NBoard protocol, version 2, for Othello.

The whole game goes over as GGF before every request, clocks included, so a late or lost line cannot leave the two
sides with different boards; a ping makes sure that the engine has read it before its clock starts.
"""

import re

from .clock import NANOSECONDS
from .driver import COUNT_MAX, Answer, Driver
from .text import printable, whole_number

BETWEEN = re.compile(r"[/\s]+")


class NBoardDriver(Driver):
    """Drives an Othello engine over NBoard."""

    games = ("othello",)

    def __init__(self, *arguments):
        """Nothing noted yet."""
        super().__init__(*arguments)
        self.start = self.record = ""
        self.pings = 0
        self.talk = {}

    def handshake(self, position):
        """nboard 2, and the options as `set` lines."""
        self.say("nboard 2")
        for name, value in self.spec.options.items():
            self.say(f"set {name} {value}")
        self.synchronise()

    def synchronise(self):
        """ping and its pong."""
        self.pings += 1
        self.say(f"ping {self.pings}")
        self.expect(self.is_pong, f"'ping {self.pings}'")

    def is_pong(self, line):
        """True for the answer to the latest ping; the engine's name is caught on the way."""
        if line.startswith("set myname "):
            self.about = printable(line[11:].strip(), 80)
        return line.split() == ["pong", str(self.pings)]

    def begin(self, position, clocks, side):
        """An empty record and the depth, without which engines use their own idea of it."""
        self.record = ""
        self.start = ggf_board(position)
        limits = clocks[side].limits
        self.warnings = []
        if any(time and time % NANOSECONDS for time in (limits.base, limits.increment, limits.movetime)):
            self.warnings = ["NBoard carries whole seconds only: its clock is told rounded down, less than a second as one"]
        self.say(f"set depth {limits.depth or 60}")
        self.synchronise()

    def note(self, position, move):
        """Appends the move to the record."""
        self.record += f"{'BW'[position.side]}[{'PA' if move == 'pass' else move.upper()}]"

    def prepare(self, position, clocks):
        """set game, then ping."""
        self.say("set game " + ggf(position, self.start, self.record, clocks))
        self.synchronise()

    def ask(self, position, clocks):
        """go."""
        self.talk = {}
        self.say("go")

    def answer_in(self, line, position):
        """=== move/eval/time, or the same with blanks."""
        if line.startswith("search "):
            words = line.split()
            depth = whole_number(words[4].rstrip("%W"), 0, COUNT_MAX) if len(words) > 4 else None
            if depth is not None:
                self.talk["depth"] = depth
            return None
        if not line.startswith("==="):
            return None
        text, *rest = BETWEEN.split(line[3:].strip())
        try:
            score = round(100 * float(rest[0][:20]))
            self.talk["cp"] = max(-COUNT_MAX, min(score, COUNT_MAX))
        except (IndexError, ValueError, OverflowError):
            pass
        return Answer(text, position.read(text), 0, self.talk)


def ggf_board(position):
    """The board of a position as GGF has it, with the side to move."""
    rows = ("".join({"x": "*", "o": "O", ".": "-"}[position.stone(c, r)] for c in range(position.width))
            for r in range(position.height))
    return f"{position.width} {' '.join(rows)} {'*O'[position.side]}"


def ggf(position, start, record, clocks):
    """A game as GGF: start board, both clocks, the moves so far."""
    times = "".join(f"{name}[{ggf_time(clock)}]" for name, clock in zip(("TB", "TW"), clocks))
    return (f"(;GM[Othello]PC[arena]PB[first]PW[second]RE[?]TI[{ggf_time(clocks[position.side])}]{times}"
            f"TY[{position.width}]BO[{start}]{record};)")


def ggf_time(clock):
    """A clock as main/increment; one move's time counts as a main time that is given anew each move.

    In whole seconds, rounded down; but time that is left is never told as none.
    """
    left = clock.allowed()
    if left is None:
        return "59:59"
    seconds = left // NANOSECONDS or int(left > 0)
    increment = clock.limits.increment // NANOSECONDS
    text = f"{seconds // 60:02}:{seconds % 60:02}"
    return f"{text}/{increment // 60:02}:{increment % 60:02}" if increment else text
