# SPDX-License-Identifier: MIT
"""Where black may not play at renju: six or more, two fours, two threes, unless the stone makes exactly five.

A four is four stones that one more makes exactly five. A three is three that one more, which black may really put there
and which makes no five, makes a straight four: four side by side that either end makes exactly five.
"""

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Lines:
    """The stones of a board, with a look along the lines through a cell."""

    def __init__(self, stones, size):
        """A copy that may be played on."""
        self.stones, self.size = list(stones), size

    def at(self, cell, step, k):
        """The cell k steps away, or None outside the board."""
        x, y = cell % self.size + k * step[0], cell // self.size + k * step[1]
        return y * self.size + x if 0 <= x < self.size and 0 <= y < self.size else None

    def reach(self, cell, step, sign):
        """How many black stones follow one another from a cell in one direction, it not counted."""
        k = 1
        while (there := self.at(cell, step, sign * k)) is not None and self.stones[there] == "x":
            k += 1
        return k - 1

    def run(self, cell, step):
        """How many stand in a row with the one on the cell."""
        return 1 + self.reach(cell, step, 1) + self.reach(cell, step, -1)

    def fives(self, cell, step):
        """The empty cells along a line that make exactly five with the stone on the cell, each with where it begins."""
        found = []
        for k in range(-4, 5):
            there = self.at(cell, step, k)
            if there is None or self.stones[there] != ".":
                continue
            self.stones[there] = "x"
            begin = -self.reach(cell, step, -1)
            if self.run(cell, step) == 5 and begin <= k < begin + 5:
                found.append((k, begin))
            self.stones[there] = "."
        return found

    def fours(self, cell, step):
        """How many fours the stone on the cell belongs to along a line."""
        return len({tuple(i for i in range(begin, begin + 5) if i != k) for k, begin in self.fives(cell, step)})

    def is_three(self, cell, step):
        """Whether the stone on the cell is one of a three along a line."""
        for sign in (1, -1):
            k = self.reach(cell, step, sign) + 1
            there = self.at(cell, step, sign * k)
            if k > 3 or there is None or self.stones[there] != ".":
                continue
            self.stones[there] = "x"
            straight = self.run(cell, step) == 4 and len(self.fives(cell, step)) == 2
            five = any(self.run(there, other) == 5 for other in STEPS)
            self.stones[there] = "."
            if straight and not five and not self.forbidden(there):
                return True
        return False

    def is_quiet(self, cell):
        """Whether black has too little near a cell for anything forbidden there: on no line the four stones of two fours, on
        one line at most the two of a three."""
        last = self.size - 1
        x, y = cell % self.size, cell // self.size
        pairs = 0
        for step, before, after in ((1, x, last - x), (self.size, y, last - y), (self.size + 1, min(x, y), last - max(x, y)),
                                    (self.size - 1, min(last - x, y), min(x, last - y))):
            begin, end = cell - min(5, before) * step, cell + min(5, after) * step
            count = self.stones[begin:end + 1:step].count("x")
            if count >= 4:
                return False
            pairs += count >= 2
        return pairs < 2

    def forbidden(self, cell):
        """Whether black may not play on an empty cell."""
        if self.is_quiet(cell):
            return False
        self.stones[cell] = "x"
        runs = [self.run(cell, step) for step in STEPS]
        barred = 5 not in runs and (max(runs) > 5 or sum(self.fours(cell, step) for step in STEPS) > 1
                                    or sum(self.is_three(cell, step) for step in STEPS) > 1)
        self.stones[cell] = "."
        return barred


def forbidden(stones, size, cell):
    """Whether black may not play on an empty cell of a flat board of 'x', 'o' and '.'."""
    return Lines(stones, size).forbidden(cell)
