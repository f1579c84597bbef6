# SPDX-License-Identifier: MIT
"""What the drivers of the four protocols have in common.

A driver owns one engine process and follows one game at a time:

    start -> new_game -> { note a move | think }* -> new_game ... -> quit

`note` is told every move of the game, the engine's own included, with the position before it; `think` asks for the
next one. Any EngineFault that escapes means the process is not to be trusted: the caller kills it and starts anew.
"""

from dataclasses import dataclass, field

from .clock import NANOSECONDS
from .process import EngineHung, EngineProcess, EngineRefused, monotonic
from .text import printable, whole_number

COUNT_MAX = 10 ** 15            # greater than any depth, score or node count that means something
STALLS = 3                      # times the set-up patience that an engine may use up in a game outside of its clock


@dataclass
class Answer:
    """What an engine said when asked to move: the raw text, the legal move it means (or None), and its time."""

    text: str
    move: object
    used: int
    info: dict = field(default_factory=dict)
    resigned: bool = False

    def __post_init__(self):
        """The text goes into records and onto terminals."""
        self.text = printable(self.text, 80)


@dataclass
class Patience:
    """Seconds the arena waits: for set-up answers, for a move without a clock, and after a fallen flag."""

    setup: float = 10.0
    move: float = 60.0
    grace: float = 2.0


class Driver:
    """The shape of a protocol driver."""

    games = ()          # the kinds of game the protocol can carry
    scores = True       # whether answers come with the engine's scores

    def __init__(self, spec, patience=None, log=None):
        """Remembers what to start; nothing runs yet."""
        self.spec = spec
        self.patience = patience or Patience()
        self.log = log
        self.process = None
        self.about = spec.name      # the name the engine gives itself
        self.warnings = []
        self.stalled = 0            # nanoseconds of this game spent waiting for it while no clock ran

    # What a protocol fills in.

    def handshake(self, position):
        """Makes a fresh process ready for this kind of game."""
        raise NotImplementedError

    def begin(self, position, clocks, side):
        """Tells a ready engine that a new game starts, in which it plays `side`."""
        raise NotImplementedError

    def note(self, position, move):
        """Takes notice of a move about to be played in `position`."""
        raise NotImplementedError

    def ask(self, position, clocks):
        """Sends the request for a move; the clock is already running."""
        raise NotImplementedError

    def answer_in(self, line, position):
        """The Answer a line holds (its time is filled in later), or None if it is only talk."""
        raise NotImplementedError

    def prepare(self, position, clocks):
        """What must be said and answered before the clock starts."""

    def wonder(self, position, clocks):
        """A thought about a position that is not followed by its move; None where the engine cannot have one."""
        return self.think(position, clocks)

    def interrupt(self):
        """Asks an engine that has overstepped its time to answer now, where the protocol can."""

    def farewell(self):
        """The protocol's way to say goodbye."""
        return "quit\n"

    # What the arena calls.

    def new_game(self, position, clocks, side):
        """Starts the process if need be and sets up a new game."""
        if self.process is None:
            self.process = EngineProcess(self.spec, self.log)
            self.handshake(position)
            for line in self.spec.init:
                self.say_raw(line)
        self.process.drain()
        self.stalled = 0
        self.begin(position, clocks, side)

    def say_raw(self, line):
        """Sends one of the user's own lines."""
        self.say(line)

    def think(self, position, clocks):
        """Asks for a move and waits for it; the answer may be late or illegal, which the caller judges.

        What the engine said before it was asked is no answer.
        """
        began = monotonic()
        self.process.drain()
        self.prepare(position, clocks)
        self.process.drain()
        self.stalled += monotonic() - began
        if self.stalled > STALLS * self.patience.setup * NANOSECONDS:
            raise EngineHung(f"kept the arena waiting for {self.stalled / NANOSECONDS:.1f} s outside of its clock")
        clock = clocks[position.side]
        allowed = clock.allowed()
        wait = allowed + clock.limits.margin if allowed is not None else int(self.patience.move * NANOSECONDS)
        started = monotonic()
        self.ask(position, clocks)
        answer = self.listen(position, started + wait)
        if answer is None:
            self.interrupt()
            answer = self.listen(position, started + wait + int(self.patience.grace * NANOSECONDS))
            if answer is None:
                raise EngineHung(f"gave no move in {(monotonic() - started) / NANOSECONDS:.2f} s")
        answer.used -= started
        return answer

    def listen(self, position, deadline):
        """Reads lines until one is an answer; None at the deadline."""
        while True:
            line = self.process.line(deadline)
            if line is None:
                return None
            stamp = self.process.stamp
            answer = self.answer_in(line, position)
            if answer is not None:
                answer.used = stamp
                return answer

    def say(self, text):
        """Sends one line."""
        self.process.write(text + "\n")

    def expect(self, wanted, what):
        """Reads until `wanted(line)` is true and returns that line; EngineHung names what did not come."""
        deadline = monotonic() + int(self.patience.setup * NANOSECONDS)
        while True:
            line = self.process.line(deadline)
            if line is None:
                raise EngineHung(f"did not answer {what} within {self.patience.setup:g} s")
            if wanted(line):
                return line

    def quit(self):
        """Ends the process politely, then by force."""
        if self.process is None:
            return
        try:
            self.process.write(self.farewell(), patience=0.2)
        except Exception:           # a dying engine's last words do not matter
            pass
        self.process.close()
        self.process = None

    def kill(self):
        """Ends the process at once."""
        if self.process is not None:
            self.process.finish()
            self.process = None

    def refuse_game(self, position):
        """Raises: the protocol or the engine cannot play this game."""
        raise EngineRefused(f"{self.spec.name} ({self.spec.protocol}) does not play {position.game}")


def number_in(words, name):
    """The whole number after a word in a split line; None where there is none, or none that means anything."""
    try:
        return whole_number(words[words.index(name) + 1], -COUNT_MAX, COUNT_MAX)
    except (ValueError, IndexError):
        return None
