# SPDX-License-Identifier: MIT
"""Gomoku on N x N: a flat list of stones, and a look along four lines through the last one.

Row 1 is at the bottom and no letter is skipped. Exact: five in a row win, six do not. Free: five or more win.
"""

from .rules import GameError, Outcome, Position, plain_digits, plain_lower, read_cell
from .text import whole_number


class Gomoku(Position):
    """A Gomoku position."""

    kind = "gomoku"

    def __init__(self, size=15, free=False):
        """An empty board."""
        name = "gomoku" if size == 15 and not free else f"gomoku:{size}" + (",free" if free else "")
        super().__init__(name, size, size)
        self.size = size
        self.free = free
        self.stones = ["."] * (size * size)
        self.winner = None

    @classmethod
    def from_arguments(cls, arguments):
        """Reads what follows 'gomoku:', such as '15,free'."""
        size, free = 15, False
        for word in arguments.split(",") if arguments else ():
            if plain_digits(word):
                size = whole_number(word, 0, 99) or 0
            elif word in ("free", "exact"):
                free = word == "free"
            else:
                raise GameError(f"gomoku: {word!r} is neither a size nor 'exact' nor 'free'")
        if not 5 <= size <= 22:
            raise GameError(f"gomoku: the size in {arguments!r} is outside 5..22")
        return cls(size, free)

    def copy(self):
        """An independent copy."""
        twin = object.__new__(Gomoku)
        twin.__dict__.update(self.__dict__)
        twin.stones = list(self.stones)
        twin.moves = list(self.moves)
        return twin

    def legal(self):
        """Every empty cell, row by row from the bottom, until somebody has won."""
        if self.winner is not None:
            return []
        return [f"{chr(97 + i % self.size)}{i // self.size + 1}" for i, s in enumerate(self.stones) if s == "."]

    def read(self, text):
        """Accepts either case."""
        cell = read_cell(plain_lower(text), self.size, self.size)
        if cell is None or self.winner is not None or self.stones[cell[1] * self.size + cell[0]] != ".":
            return None
        return f"{chr(97 + cell[0])}{cell[1] + 1}"

    def run_length(self, column, row, step_column, step_row):
        """How many stones of the cell's colour lie in one line through it."""
        mine = self.stones[row * self.size + column]
        count = 1
        for sign in (1, -1):
            c, r = column + sign * step_column, row + sign * step_row
            while 0 <= c < self.size and 0 <= r < self.size and self.stones[r * self.size + c] == mine:
                count += 1
                c, r = c + sign * step_column, r + sign * step_row
        return count

    def play(self, move):
        """Puts a stone and looks whether it makes five."""
        if self.read(move) != move:
            raise GameError(f"{move!r} is not a legal move")
        column, row = read_cell(move, self.size, self.size)
        self.stones[row * self.size + column] = "xo"[self.side]
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = self.run_length(column, row, *step)
            if run == 5 or (self.free and run > 5):
                self.winner = self.side
        self.side = 1 - self.side
        self.moves.append(move)

    def outcome(self):
        """A five wins; a full board without one is a draw."""
        if self.winner is not None:
            return Outcome(self.winner, 1 - 2 * self.winner, f"{self.colours[self.winner]} has five in a row")
        if len(self.moves) == self.size * self.size:
            return Outcome(None, 0, "draw: the board is full")
        return None

    def cell(self, move):
        """Where the stone is put."""
        return read_cell(move, self.size, self.size)

    def stone(self, column, row):
        """What lies on a cell, row 0 at the bottom."""
        return self.stones[row * self.size + column]
