# SPDX-License-Identifier: MIT
"""Boards as text, the way `outflank solve` reads them, and the moves that lead to one.

    8/8/8/3ox3/3xo3/8/8/8 x         rows from the top, digits for runs of empty cells, then the side to move
    ---------------------------OX------XO--------------------------- X         every cell in reading order (OBF)

x (also X *) is the first player, o (O) the second, - (. _) an empty cell, # a blocked one.
"""

import random

from .rules import GameError, plain_digits
from .text import whole_number

CELLS = {**dict.fromkeys("-._", "."), **dict.fromkeys("xX*", "x"), **dict.fromkeys("oO", "o"), "#": "#"}
SIDES = {**dict.fromkeys(("x", "*", "b", "black", "first"), 0), **dict.fromkeys(("o", "w", "white", "second", "0"), 1)}
ORDERS = 200            # orders of the stones of a Gomoku board that are tried
STATES = 200_000        # and positions looked at on the way to a Connect Four board


def is_board(text, position):
    """True when a text is meant as a board of this size and not as a row of moves: both may begin with o or x."""
    word = text.split()[0] if text.split() else ""
    return "/" in word or (len(word) == position.width * position.height and all(c in CELLS for c in word))


def read_row(text, width):
    """One row of cells, digits for runs of empty ones."""
    cells, digits = "", ""
    for c in text + "/":
        if plain_digits(c):
            digits += c
            continue
        if digits:
            run = whole_number(digits, 1, width)
            if run is None:
                raise GameError(f"a run of empty cells does not fit the row {text!r}")
            cells, digits = cells + "." * run, ""
        if c != "/":
            if c not in CELLS:
                raise GameError(f"a board has only digits, '/', and the cells - x o #, not {c!r}")
            cells += CELLS[c]
    if len(cells) != width:
        raise GameError(f"the row {text!r} has {len(cells)} cells, not {width}")
    return cells


def read_board(text, width, height):
    """(rows from the top, side to move) of a board text; GameError says what is wrong with it."""
    words = text.split()
    if len(words) != 2:
        raise GameError("a board needs its cells and the side to move, and nothing more")
    rows, side = words[0].split("/"), SIDES.get(words[1].lower())
    if side is None:
        raise GameError(f"the side to move is x or o, not {words[1]!r}")
    if len(rows) == 1 and len(words[0]) == width * height:
        rows = [words[0][i:i + width] for i in range(0, width * height, width)]
        return ["".join(CELLS[c] for c in row) for row in rows], side
    if len(rows) != height:
        raise GameError(f"the board has {len(rows)} rows, not {height}")
    return [read_row(row, width) for row in rows], side


def board_text(position):
    """A position as a board text in rows."""
    rows = []
    order = range(position.height) if position.rows_from_top else range(position.height - 1, -1, -1)
    for row in order:
        text, run = "", 0
        for stone in [position.stone(column, row) for column in range(position.width)] + ["end"]:
            if stone == ".":
                run += 1
                continue
            text, run = text + (str(run) if run else "") + (stone if stone != "end" else ""), 0
        rows.append(text)
    return "/".join(rows) + " " + "xo"[position.side]


def moves_to(position, rows, side):
    """Moves from the empty board of a Gomoku or Connect Four position to these rows; GameError when none are found."""
    for r, row in enumerate(rows):
        for column, stone in enumerate(row):
            if (stone == "#") != (position.stone(column, position.height - 1 - r) == "#"):
                raise GameError("the blocked cells are not those of the game")
    first, second = (sum(row.count(stone) for row in rows) for stone in "xo")
    if first - second != side:
        raise GameError(f"{first} stones of x and {second} of o do not fit the side to move")
    return (drops_to if position.kind == "connect4" else stones_to)(position, rows)


def stones_to(position, rows):
    """An order of Gomoku's stones that ends no game on the way."""
    height = position.height
    stones = [[f"{chr(97 + c)}{height - r}" for r in range(height) for c in range(position.width) if rows[r][c] == s]
              for s in "xo"]
    source = random.Random(1)
    for _ in range(ORDERS):
        game = position.copy()
        for index in range(len(stones[0]) + len(stones[1])):
            if game.outcome():
                break
            game.play(stones[index % 2][index // 2])
        else:
            return game.moves
        for half in stones:
            source.shuffle(half)
    raise GameError("no order of these stones leads to the board without five in a row on the way")


def drops_to(position, rows):
    """An order of Connect Four's drops, found by going back and forth between the columns."""
    columns = ["".join(row[c] for row in reversed(rows)).replace("#", "") for c in range(position.width)]
    stacks = [column.rstrip(".") for column in columns]
    if any("." in stack for stack in stacks):
        raise GameError("a stone floats above an empty cell")
    total, seen, path = sum(map(len, stacks)), set(), []
    heights = [0] * len(stacks)
    choice = [0]                        # for each drop of the path, the next column to try after it
    while len(path) < total:
        colour, column = "xo"[len(path) % 2], choice[-1]
        while column < len(stacks) and stacks[column][heights[column]:heights[column] + 1] != colour:
            column += 1
        choice[-1] = column + 1
        if column < len(stacks):
            heights[column] += 1
            path.append(column)
            choice.append(0)
            if tuple(heights) not in seen:
                seen.add(tuple(heights))
                continue
        if len(seen) > STATES or not path:
            raise GameError("no order of drops leads to the board")
        heights[path.pop()] -= 1
        choice.pop()
    game = position.copy()
    for column in path:
        if game.outcome():
            raise GameError("somebody has four in a row")
        game.play(chr(97 + column))
    return game.moves
