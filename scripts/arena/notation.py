# SPDX-License-Identifier: MIT
"""Moves and boards as others write them: Fairy-Stockfish's drops, GTP's vertices, SGF's points."""

from .boards import board_text
from .text import whole_number


def fairy_move(position, move):
    """A move as Fairy-Stockfish writes it."""
    cell = position.cell(move)
    if cell is None:
        own = fairy_pass(position)
        return own + own
    column, row = cell
    rank = position.height - row if position.rows_from_top else row + 1
    return f"P@{chr(97 + column)}{rank}"


def fairy_board(position):
    """An Othello board as Fairy-Stockfish writes it: x is P and moves as white; both hold stones for every empty cell."""
    rows, side = board_text(position).split()
    hand = sum(position.stone(c, r) == "." for c in range(position.width) for r in range(position.height))
    return f"{rows.replace('x', 'P').replace('o', 'p')}[{'P' * hand}{'p' * hand}] {'w' if side == 'x' else 'b'} - - 0 1"


def fairy_pass(position):
    """The mover's lowest disc, ranks from the bottom and files from the left."""
    for rank in range(1, position.height + 1):
        row = position.height - rank if position.rows_from_top else rank - 1
        for column in range(position.width):
            if position.stone(column, row) == "xo"[position.side]:
                return f"{chr(97 + column)}{rank}"
    return "a1"


def read_fairy(position, text):
    """The legal move a drop or a same-square move means, or None; a bare square is in the game's own notation."""
    lowered = text.lower()
    if not lowered.startswith("p@"):
        half = len(lowered) // 2
        if len(lowered) in (4, 6) and lowered[:half] == lowered[half:]:
            return position.read("pass")
        return position.read(text)
    square = lowered[2:]
    if position.rows_from_top:
        rank = whole_number(square[1:], 1, position.height)
        if rank is None:
            return None
        square = f"{square[0]}{position.height + 1 - rank}"
    return position.read(square)


def vertex(position, move):
    """A move as GTP writes it: Othello A..H and row 1 on top; the others letters without I, row 1 at the bottom."""
    cell = position.cell(move)
    if cell is None:
        return "pass"
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if position.kind == "othello" else "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    return f"{letters[cell[0]]}{cell[1] + 1}"


def read_vertex(position, text):
    """The legal move a vertex means, or None."""
    text = text.strip().lower()
    if position.kind == "othello" or text.isdecimal() or not text or not text.isascii():
        return position.read(text)
    if text[0] == "i":
        return None
    if text[0] > "i":
        text = chr(ord(text[0]) - 1) + text[1:]
    return position.read(text)


def sgf_point(position, cell):
    """A cell as SGF writes it: two letters, column and row from the top."""
    column, row = cell
    return f"{chr(97 + column)}{chr(97 + (row if position.rows_from_top else position.height - 1 - row))}"


def sgf_size(position):
    """The value of SZ."""
    return str(position.width) if position.width == position.height else f"{position.width}:{position.height}"


def sgf_setup(position):
    """A board as SGF sets it up. Cells in the middle are said to be empty where they are: a reader may begin with
    Othello's four discs."""
    points = {"x": "", "o": "", ".": ""}
    for row in range(position.height):
        for column in range(position.width):
            stone = position.stone(column, row)
            near = abs(2 * column - position.width + 1) == 1 and abs(2 * row - position.height + 1) == 1
            if stone != "." or near:
                points[stone] += f"[{sgf_point(position, (column, row))}]"
    named = zip(("AB", "AW", "AE"), points.values())
    return "".join(name + listed for name, listed in named if listed) + f"PL[{'BW'[position.side]}]"
