# SPDX-License-Identifier: MIT
"""Connect Four on W x H with an optional blocked cell.

Row 1 is at the bottom. Nothing comes to lie on the blocked cell; a disc that would lands on the cell above it.
Moves are column letters; a digit (from 1) and a cell such as 'd1' are read too, the cell only if the disc lands there.
"""

from .rules import GameError, Outcome, Position, plain_digits, plain_lower, read_cell, read_size


class ConnectFour(Position):
    """A Connect Four position."""

    kind = "connect4"

    def __init__(self, width=7, height=6, blocked=None):
        """An empty board; `blocked` is None or (column, row) from 0."""
        name = "connect4"
        if (width, height) != (7, 6) or blocked:
            name += f":{width}x{height}"
        if blocked:
            name += f",x={chr(97 + blocked[0])}{blocked[1] + 1}"
        super().__init__(name, width, height)
        self.blocked = blocked
        self.columns = [["."] * height for _ in range(width)]
        if blocked:
            self.columns[blocked[0]][blocked[1]] = "#"
        self.winner = None

    @classmethod
    def from_arguments(cls, arguments):
        """Reads what follows 'connect4:', such as '9x10,x=c4'."""
        width, height, blocked = 7, 6, None
        words = arguments.split(",") if arguments else []
        for word in [w for w in words if not w.startswith("x=")]:
            width, height = read_size(word, 4, 13, "connect4")
        for word in [w for w in words if w.startswith("x=")]:
            blocked = read_cell(word[2:], width, height)
            if blocked is None:
                raise GameError(f"connect4: blocked cell {word[2:]!r} is not on the {width}x{height} board")
        return cls(width, height, blocked)

    def copy(self):
        """An independent copy."""
        twin = object.__new__(ConnectFour)
        twin.__dict__.update(self.__dict__)
        twin.columns = [list(c) for c in self.columns]
        twin.moves = list(self.moves)
        return twin

    def landing(self, column):
        """The row where a disc comes to lie: the lowest empty cell, for nothing floats but above the blocked cell."""
        try:
            return self.columns[column].index(".")
        except ValueError:
            return None

    def legal(self):
        """The columns with room, from the left, until somebody has won."""
        if self.winner is not None:
            return []
        return [chr(97 + c) for c in range(self.width) if "." in self.columns[c]]

    def read(self, text):
        """Accepts a letter, a column number, or the cell where the disc lands."""
        text = plain_lower(text)
        if self.winner is not None or not text or len(text) > 3:
            return None
        if plain_digits(text):
            column, row = int(text) - 1, None
        elif len(text) == 1:
            column, row = ord(text) - 97, None
        else:
            cell = read_cell(text, self.width, self.height)
            if cell is None:
                return None
            column, row = cell
        if not 0 <= column < self.width:
            return None
        lands = self.landing(column)
        if lands is None or (row is not None and row != lands):
            return None
        return chr(97 + column)

    def run_length(self, column, row, step_column, step_row):
        """How many discs of the cell's colour lie in one line through it."""
        mine = self.columns[column][row]
        count = 1
        for sign in (1, -1):
            c, r = column + sign * step_column, row + sign * step_row
            while 0 <= c < self.width and 0 <= r < self.height and self.columns[c][r] == mine:
                count += 1
                c, r = c + sign * step_column, r + sign * step_row
        return count

    def play(self, move):
        """Drops a disc and looks whether it makes four."""
        if self.read(move) != move:
            raise GameError(f"{move!r} is not a legal move")
        column = ord(move) - 97
        row = self.landing(column)
        self.columns[column][row] = "xo"[self.side]
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if self.run_length(column, row, *step) >= 4:
                self.winner = self.side
        self.side = 1 - self.side
        self.moves.append(move)

    def outcome(self):
        """Four in a row win; a full board without them is a draw."""
        if self.winner is not None:
            return Outcome(self.winner, 1 - 2 * self.winner, f"{self.colours[self.winner]} has four in a row")
        room = self.width * self.height - (1 if self.blocked else 0)
        if len(self.moves) == room:
            return Outcome(None, 0, "draw: the board is full")
        return None

    def cell(self, move):
        """Where the disc lands."""
        column = ord(move) - 97
        return column, self.landing(column)

    def stone(self, column, row):
        """What lies on a cell, row 0 at the bottom."""
        return self.columns[column][row]
