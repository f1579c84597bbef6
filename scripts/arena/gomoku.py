# SPDX-License-Identifier: MIT
"""Gomoku on N x N: a flat list of stones, and a look along four lines through the last one.

Row 1 is at the bottom and no letter is skipped. Exact: five in a row win, six do not. Free: five or more win. Renju: the
first player wins with exactly five and may not make six, two fours or two threes (arena/renju.py), the second with five or
more. Caro: five between two stones of the other side are nothing, and six win but with caro,exact.
"""

from .renju import forbidden
from .rules import GameError, Outcome, Position, plain_digits, plain_lower, read_cell
from .text import whole_number


RULES = ("exact", "free", "renju", "caro")


class Gomoku(Position):
    """A Gomoku position."""

    kind = "gomoku"

    def __init__(self, size=15, rule="exact"):
        """An empty board."""
        name = "gomoku" if size == 15 and rule == "exact" else f"gomoku:{size}" + ("" if rule == "exact" else "," + rule)
        super().__init__(name, size, size)
        self.size = size
        self.rule = rule
        self.stones = ["."] * (size * size)
        self.winner = None

    @classmethod
    def from_arguments(cls, arguments):
        """Reads what follows 'gomoku:', such as '15,free'."""
        size, rule = 15, "exact"
        for word in arguments.split(",") if arguments else ():
            if plain_digits(word):
                size = whole_number(word, 0, 99) or 0
            elif word == "exact" and rule == "caro":
                rule = "caro,exact"
            elif word in RULES:
                rule = word
            else:
                raise GameError(f"gomoku: {word!r} is neither a size nor one of {', '.join(RULES)}")
        if not 5 <= size <= 22:
            raise GameError(f"gomoku: the size in {arguments!r} is outside 5..22")
        return cls(size, rule)

    def copy(self):
        """An independent copy."""
        twin = object.__new__(Gomoku)
        twin.__dict__.update(self.__dict__)
        twin.stones = list(self.stones)
        twin.moves = list(self.moves)
        return twin

    def legal(self):
        """Every cell that may be played on, row by row from the bottom, until somebody has won."""
        if self.winner is not None:
            return []
        return [f"{chr(97 + i % self.size)}{i // self.size + 1}" for i, s in enumerate(self.stones)
                if s == "." and not self.is_barred(i)]

    def is_barred(self, cell):
        """True when the side to move may not play on an empty cell."""
        return self.rule == "renju" and self.side == 0 and forbidden(self.stones, self.size, cell)

    def read(self, text):
        """Accepts either case."""
        cell = read_cell(plain_lower(text), self.size, self.size)
        if cell is None or self.winner is not None or self.stones[cell[1] * self.size + cell[0]] != ".":
            return None
        if self.is_barred(cell[1] * self.size + cell[0]):
            return None
        return f"{chr(97 + cell[0])}{cell[1] + 1}"

    def at(self, column, row):
        """What lies on a cell; a space outside the board."""
        return self.stones[row * self.size + column] if 0 <= column < self.size and 0 <= row < self.size else " "

    def wins(self, column, row, step_column, step_row):
        """Whether the stone on a cell stands in a row that wins, in one direction."""
        mine = self.at(column, row)
        count, ends = 1, []
        for sign in (1, -1):
            c, r = column + sign * step_column, row + sign * step_row
            while self.at(c, r) == mine:
                count += 1
                c, r = c + sign * step_column, r + sign * step_row
            ends.append(self.at(c, r))
        if count == 5:
            return not self.rule.startswith("caro") or any(end not in "xo" for end in ends)
        return count > 5 and (self.rule in ("free", "caro") or (self.rule == "renju" and mine == "o"))

    def play(self, move):
        """Puts a stone and looks whether it makes five."""
        if self.read(move) != move:
            raise GameError(f"{move!r} is not a legal move")
        column, row = read_cell(move, self.size, self.size)
        self.stones[row * self.size + column] = "xo"[self.side]
        if any(self.wins(column, row, *step) for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
            self.winner = self.side
        self.side = 1 - self.side
        self.moves.append(move)
        if (self.rule == "renju" and self.side == 0 and "." in self.stones
                and all(self.is_barred(i) for i, s in enumerate(self.stones) if s == ".")):
            self.winner = 1 if self.winner is None else self.winner

    def outcome(self):
        """A five wins; a full board without one is a draw."""
        if self.winner == 1 and self.rule == "renju" and self.side == 0 and not self.has_five():
            return Outcome(1, -1, "every cell left is forbidden to black")
        if self.winner is not None:
            return Outcome(self.winner, 1 - 2 * self.winner, f"{self.colours[self.winner]} has five in a row")
        if len(self.moves) == self.size * self.size:
            return Outcome(None, 0, "draw: the board is full")
        return None

    def has_five(self):
        """Whether the last stone made the row that won."""
        column, row = read_cell(self.moves[-1], self.size, self.size)
        return any(self.wins(column, row, *step) for step in ((1, 0), (0, 1), (1, 1), (1, -1)))

    def cell(self, move):
        """Where the stone is put."""
        return read_cell(move, self.size, self.size)

    def stone(self, column, row):
        """What lies on a cell, row 0 at the bottom."""
        return self.stones[row * self.size + column]
