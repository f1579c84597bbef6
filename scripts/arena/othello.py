# SPDX-License-Identifier: MIT
"""Othello on any even board: two integers hold the discs.

      a  b  c  d | g        One guard column stands to the right of every row and never holds a disc, so a
   1  0  1  2  3 | 4        shift that leaves a row lands on the guard (or outside the board) and dies there:
   2  5  6  7  8 | 9        no wrap-around masks. Python's integers have no width, so any board fits.
   3 10 11 12 13 | 14
   4 15 16 17 18 | 19       A 4x4 board: bit 0 is a1, bit 18 is d4, row 1 on top.
"""

from .rules import GameError, Outcome, Position, plain_lower, read_cell, read_size


class Othello(Position):
    """An Othello position; the winner takes the empties."""

    kind = "othello"
    rows_from_top = True

    def __init__(self, width=8, height=8):
        """The standard start: on 8x8 white d4 e5, black d5 e4."""
        name = "othello" if (width, height) == (8, 8) else f"othello:{width}x{height}"
        super().__init__(name, width, height)
        self.stride = width + 1
        self.full = sum(((1 << width) - 1) << (row * self.stride) for row in range(height))
        self.reach = max(width, height) - 3
        s = self.stride
        self.shifts = (1, s, s + 1, s - 1)
        c, r = width // 2 - 1, height // 2 - 1
        first = self.bit(c + 1, r) | self.bit(c, r + 1)
        second = self.bit(c, r) | self.bit(c + 1, r + 1)
        self.discs = [first, second]
        self.choices = None     # the mover's move set, found when first asked for

    @classmethod
    def from_arguments(cls, arguments):
        """Reads what follows 'othello:'; empty means 8x8."""
        if not arguments:
            return cls()
        width, height = read_size(arguments, 4, 26, "othello")
        if width % 2 or height % 2:
            raise GameError(f"othello: size {arguments!r} is not even")
        return cls(width, height)

    def set_board(self, rows, side):
        """Begins again on a board: rows from the top of x, o and '.', and the side to move."""
        if any("#" in row for row in rows):
            raise GameError("Othello has no blocked cells")
        self.discs = [sum(self.bit(c, r) for r, row in enumerate(rows) for c, stone in enumerate(row) if stone == own)
                      for own in "xo"]
        self.side, self.moves, self.choices = side, [], None

    def bit(self, column, row):
        """The integer with only this cell set."""
        return 1 << (row * self.stride + column)

    def copy(self):
        """An independent copy."""
        twin = object.__new__(Othello)
        twin.__dict__.update(self.__dict__)
        twin.discs = list(self.discs)
        twin.moves = list(self.moves)
        return twin

    def move_set(self, side):
        """All cells where `side` would flip something."""
        own, opp = self.discs[side], self.discs[1 - side]
        empty = self.full & ~(own | opp)
        found = 0
        for shift in self.shifts:
            up = opp & (own << shift)
            down = opp & (own >> shift)
            for _ in range(self.reach):
                up |= opp & (up << shift)
                down |= opp & (down >> shift)
            found |= (up << shift) | (down >> shift)
        return found & empty

    def flips(self, cell, side):
        """The discs that turn when `side` plays the one-cell set `cell`."""
        own, opp = self.discs[side], self.discs[1 - side]
        turned = 0
        for shift in self.shifts:
            line, probe = 0, cell << shift
            while probe & opp:
                line |= probe
                probe <<= shift
            if probe & own:
                turned |= line
            line, probe = 0, cell >> shift
            while probe & opp:
                line |= probe
                probe >>= shift
            if probe & own:
                turned |= line
        return turned

    def mover_set(self):
        """The mover's move set, remembered until the next move."""
        if self.choices is None:
            self.choices = self.move_set(self.side)
        return self.choices

    def must_pass(self):
        """True when only the other side can move."""
        return not self.mover_set() and self.move_set(1 - self.side) != 0

    def legal(self):
        """The mover's cells in reading order, or the pass, or nothing at the end."""
        cells = self.mover_set()
        if not cells:
            return ["pass"] if self.must_pass() else []
        names = []
        while cells:
            low = cells & -cells
            row, column = divmod(low.bit_length() - 1, self.stride)
            names.append(f"{chr(97 + column)}{row + 1}")
            cells ^= low
        return names

    def read(self, text):
        """Accepts either case and the usual words for a pass."""
        text = plain_lower(text)
        if text in ("pass", "pa", "ps", "--", "@@@@", "0000"):
            return "pass" if self.must_pass() else None
        cell = read_cell(text, self.width, self.height)
        if cell is None or not self.mover_set() & self.bit(*cell):
            return None
        return f"{chr(97 + cell[0])}{cell[1] + 1}"

    def play(self, move):
        """Places a disc and turns the enclosed ones, or passes."""
        if self.read(move) != move:
            raise GameError(f"{move!r} is not a legal move")
        if move != "pass":
            cell = self.bit(*read_cell(move, self.width, self.height))
            turned = self.flips(cell, self.side)
            self.discs[self.side] |= cell | turned
            self.discs[1 - self.side] &= ~turned
        self.side = 1 - self.side
        self.choices = None
        self.moves.append(move)

    def outcome(self):
        """The end comes when neither side can move."""
        if self.mover_set() or self.move_set(1 - self.side):
            return None
        first, second = (bin(discs).count("1") for discs in self.discs)
        empty = self.width * self.height - first - second
        if first == second:
            return Outcome(None, 0, f"draw {first}-{second}")
        winner = 0 if first > second else 1
        first, second = (first + empty, second) if winner == 0 else (first, second + empty)
        return Outcome(winner, first - second, f"{self.colours[winner]} wins {first}-{second}")

    def cell(self, move):
        """Where the disc is put; None for a pass."""
        return None if move == "pass" else read_cell(move, self.width, self.height)

    def stone(self, column, row):
        """What lies on a cell, row 0 on top."""
        cell = self.bit(column, row)
        return "x" if self.discs[0] & cell else "o" if self.discs[1] & cell else "."
