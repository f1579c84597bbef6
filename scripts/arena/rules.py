# SPDX-License-Identifier: MIT
"""What every referee has in common.

A position is played forward only: `play` changes it, `copy` keeps an old one. Moves are short texts in the
game's own notation, always in one canonical form (`f5`, `pass`, `h8`, `d`), so that records compare as text.
Side 0 moves first, side 1 second, whatever the game calls their colours.
"""

from collections import namedtuple

from .text import whole_number


class GameError(ValueError):
    """A game id or a move that makes no sense; the text says why."""


class Outcome(namedtuple("Outcome", "winner margin text")):
    """How a finished game ended: winner 0, 1 or None for a draw, the first player's margin, and a sentence."""

    @property
    def result(self):
        """The result as PGN writes it, from the first player's side."""
        return {0: "1-0", 1: "0-1", None: "1/2-1/2"}[self.winner]


class Position:
    """The shape of a referee; the three games fill it in."""

    kind = ""                       # othello, gomoku or connect4
    colours = ("Black", "White")    # what people call side 0 and side 1
    rows_from_top = False           # whether row 1 is drawn on top

    def __init__(self, game, width, height):
        """An empty shell of the right size: the game sets the stones."""
        self.game = game
        self.width = width
        self.height = height
        self.side = 0
        self.moves = []
        self.start = ""             # the board the moves begin on, as text; empty for the game's own

    def legal(self):
        """All legal moves, canonical; empty exactly when the game is over."""
        raise NotImplementedError

    def read(self, text):
        """The canonical legal move that `text` means here, or None."""
        raise NotImplementedError

    def play(self, move):
        """Plays a canonical legal move; GameError if it is not one, and then nothing has changed."""
        raise NotImplementedError

    def outcome(self):
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def cell(self, move):
        """(column, row) from 0 where the move's stone comes to lie, row in the game's own counting; None for a pass."""
        raise NotImplementedError

    def stone(self, column, row):
        """'x' for side 0, 'o' for side 1, '.' for empty and '#' for blocked at a cell (row in the game's counting)."""
        raise NotImplementedError

    def copy(self):
        """An independent copy."""
        raise NotImplementedError

    def must_pass(self):
        """True when the only legal move is to pass, so that nobody needs to be asked."""
        return False

    def play_all(self, moves):
        """Plays a list of moves in any accepted spelling; returns self."""
        for text in moves:
            move = self.read(text)
            if move is None:
                raise GameError(f"{text!r} is not legal after {' '.join(self.moves) or 'the start'}")
            self.play(move)
        return self

    def drawing(self):
        """The board as text with coordinates, for people who must see what went wrong."""
        letters = " ".join(chr(97 + c) for c in range(self.width))
        rows = range(self.height) if self.rows_from_top else range(self.height - 1, -1, -1)
        lines = ["    " + letters]
        for row in rows:
            cells = " ".join(self.stone(c, row) for c in range(self.width))
            lines.append(f"{row + 1:3} {cells}")
        mover = self.colours[self.side]
        lines.append(f"    {mover} ({'xo'[self.side]}) to move after {len(self.moves)} moves")
        return "\n".join(lines)


def read_size(text, low, high, what):
    """Reads 'WxH' with both numbers in low..high."""
    width, cross, height = text.partition("x")
    if not (cross and plain_digits(width) and plain_digits(height)):
        raise GameError(f"{what}: size {text!r} is not of the form WxH")
    numbers = [whole_number(number, low, high) for number in (width, height)]
    if None in numbers:
        raise GameError(f"{what}: size {text!r} is outside {low}..{high}")
    return tuple(numbers)


def plain_digits(text):
    """True for one or more of 0 to 9: str.isdigit and str.isdecimal know many more."""
    return text.isascii() and text.isdigit()


def plain_lower(text):
    """A move's text without blanks around it and in small letters; empty when it has any but ASCII characters."""
    return text.strip().lower() if text.isascii() else ""


def read_cell(text, width, height):
    """Reads a letter and a row number from 1 as (column, row) from 0, or None if it is off the board."""
    if not 2 <= len(text) <= 3 or not "a" <= text[0] <= "z" or not plain_digits(text[1:]):
        return None
    column, row = ord(text[0]) - 97, int(text[1:]) - 1
    return (column, row) if column < width and 0 <= row < height else None
