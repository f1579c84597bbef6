# SPDX-License-Identifier: MIT
"""Who plays whom, and in which order.

Games are numbered from 0; games 2k and 2k+1 are a pair: the same two engines, the same opening, colours swapped.
Number, opening and colours follow from the settings alone, so a resumed match plays exactly the missing games.
"""

from dataclasses import dataclass
from itertools import combinations

MODES = ("match", "round-robin", "gauntlet", "ladder")


@dataclass(frozen=True)
class Task:
    """One game to be played: engine indices, first player first."""

    number: int
    pair: int
    first: int
    second: int
    opening: tuple
    game: str
    swap: bool = False
    start: str = ""             # the board the opening's moves begin on; empty for the game's own


class ScheduleError(ValueError):
    """A schedule that makes no sense; the text says why."""


def pairings(mode, count):
    """The encounters of a mode as pairs of engine indices."""
    if mode == "gauntlet":
        return [(0, other) for other in range(1, count)]
    return list(combinations(range(count), 2))


class Schedule:
    """Hands out games; `games` is the number each encounter gets, always even."""

    def __init__(self, mode, count, games, book, game, swap=False):
        """Checks that the mode fits the number of engines."""
        if count < 2:
            raise ScheduleError("a match needs two engines")
        if mode == "match" and count != 2:
            raise ScheduleError(f"{count} engines: choose --mode round-robin, gauntlet or ladder")
        self.book, self.game, self.swap = book, game, swap
        self.encounters = pairings(mode, count)
        self.pairs_each = max((games + 1) // 2, 1)
        self.done = set()
        self.begun = {}             # the openings of pairs that an earlier run has begun, whatever the book is now
        self.next_number = 0

    def total(self):
        """How many games there will be."""
        return 2 * self.pairs_each * len(self.encounters)

    def task(self, number):
        """The game of this number. Encounters take turns pair by pair, and all meet on the same openings."""
        pair = number // 2
        round_number, which = divmod(pair, len(self.encounters))
        first, second = self.encounters[which]
        if number % 2:
            first, second = second, first
        opening = self.begun.get(pair) or self.book.opening(round_number)
        return Task(number, pair, first, second, opening.moves, self.game, self.swap, opening.start)

    def finished(self, number, score=None):
        """Marks a game as played."""
        self.done.add(number)

    def next(self):
        """The next game to play; None when there is none now (ask `complete` whether there will be)."""
        while self.next_number < self.total():
            number = self.next_number
            self.next_number += 1
            if number not in self.done:
                return self.task(number)
        return None

    def complete(self):
        """True when every game has been played."""
        return len(self.done) >= self.total()


class Ladder(Schedule):
    """Neighbours play from the bottom up; who wins the encounter stands on the higher rung and plays on.

    The engines are listed from the top rung down. A newcomer listed last climbs until somebody holds it off; a
    drawn encounter leaves the order as it is. One climb takes an encounter per rung.
    """

    def __init__(self, mode, count, games, book, game, swap=False):
        """Everybody stands where the user listed them."""
        super().__init__("ladder", count, games, book, game, swap)
        self.rungs = list(range(count))
        self.encounters = [None] * (count - 1)
        self.scores = {}

    def each(self):
        """Games in one encounter."""
        return 2 * self.pairs_each

    def settle(self):
        """Works out all encounters that the finished games decide: who plays in step k depends on step k-1."""
        self.rungs = list(range(len(self.encounters) + 1))
        for step in range(len(self.encounters)):
            upper = len(self.rungs) - 2 - step
            self.encounters[step] = (self.rungs[upper], self.rungs[upper + 1])
            numbers = range(step * self.each(), (step + 1) * self.each())
            if not all(n in self.scores for n in numbers):
                for later in range(step + 1, len(self.encounters)):
                    self.encounters[later] = None
                return
            points = sum(self.scores[n] if n % 2 == 0 else 1 - self.scores[n] for n in numbers)
            if points < self.each() / 2:
                self.rungs[upper], self.rungs[upper + 1] = self.rungs[upper + 1], self.rungs[upper]

    def task(self, number):
        """The game of this number, or None while its players are not known yet."""
        self.settle()
        players = self.encounters[number // self.each()]
        if players is None:
            return None
        first, second = players if number % 2 == 0 else players[::-1]
        pair = number // 2
        opening = self.begun.get(pair) or self.book.opening(pair % self.pairs_each)
        return Task(number, pair, first, second, opening.moves, self.game, self.swap, opening.start)

    def finished(self, number, score=None):
        """Keeps the upper player's view of the score, by game number."""
        self.done.add(number)
        self.scores[number] = score

    def next(self):
        """The next game whose players are known."""
        while self.next_number < self.total() and self.next_number in self.done:
            self.next_number += 1
        if self.next_number >= self.total():
            return None
        task = self.task(self.next_number)
        if task is not None:
            self.next_number += 1
        return task


def make_schedule(mode, count, games, book, game, swap=False):
    """The schedule for a mode's name."""
    if mode not in MODES:
        raise ScheduleError(f"mode {mode!r} is not one of {', '.join(MODES)}")
    kind = Ladder if mode == "ladder" else Schedule
    return kind(mode, count, games, book, game, swap)
