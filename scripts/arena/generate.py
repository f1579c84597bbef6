# SPDX-License-Identifier: MIT
"""Makes the opening files: which positions exist after so many plies, and which of them are open enough to play.

Positions that are the same up to a symmetry of the board count once. Connect Four lines are dropped when a small
search finds a forced win near; Othello lines are kept when an engine calls them balanced.
"""

import random

from .clock import Clock, Limits
from .driver import Patience
from .engines import make_driver
from .referee import new_game


def symmetries(width, height):
    """Cell maps (column, row) -> (column, row) of the board: eight for a square, four for a rectangle."""
    maps = [lambda c, r: (c, r), lambda c, r: (width - 1 - c, r), lambda c, r: (c, height - 1 - r),
            lambda c, r: (width - 1 - c, height - 1 - r)]
    if width == height:
        maps += [lambda c, r, m=m: m(c, r)[::-1] for m in list(maps)]
    return maps


def othello_key(position, tables):
    """The smallest of the position's symmetric images, as a pair of integers and the mover."""
    images = []
    halves = [bits_of(discs) for discs in position.discs]
    for table in tables:
        images.append(tuple(sum(table[bit] for bit in half) for half in halves))
    return min(images) + (position.side,)


def bits_of(number):
    """The positions of the set bits."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def othello_tables(position):
    """For each symmetry, which bit a bit becomes, as the integer with that bit set."""
    tables = []
    for image in symmetries(position.width, position.height):
        table = {}
        for column in range(position.width):
            for row in range(position.height):
                table[row * position.stride + column] = position.bit(*image(column, row))
        tables.append(table)
    return tables


def distinct_othello(game, plies):
    """One position for each class under symmetry after so many plies."""
    level = [new_game(game)]
    tables = othello_tables(level[0])
    for _ in range(plies):
        found = {}
        for position in level:
            for move in position.legal():
                child = position.copy()
                child.play(move)
                found.setdefault(othello_key(child, tables), child)
        level = list(found.values())
    return level


def sampled_othello(game, plies, count, seed):
    """Up to `count` distinct positions reached by random play, for depths where listing all takes too long."""
    source = random.Random(seed)
    tables = othello_tables(new_game(game))
    found = {}
    for _ in range(4 * count):
        position = new_game(game)
        while len(position.moves) < plies and not position.outcome():
            position.play(source.choice(position.legal()))
        found.setdefault(othello_key(position, tables), position)
        if len(found) >= count:
            break
    return list(found.values())


class Judge:
    """An engine that is asked for the score of positions."""

    def __init__(self, spec, game, depth):
        """Starts it for a game with a fixed depth."""
        self.clocks = [Clock(Limits(depth=depth))] * 2
        self.driver = make_driver(spec, Patience(move=120.0))
        self.start = new_game(game)
        self.driver.new_game(self.start, self.clocks, 0)

    def score(self, position):
        """The engine's score in discs for the mover, or None when it gives none."""
        self.driver.line_so_far = []
        replay = type(self.start)(self.start.width, self.start.height)
        for move in position.moves:
            self.driver.note(replay, move)
            replay.play(move)
        info = self.driver.think(position, self.clocks).info
        return info["cp"] / 100 if "cp" in info else None

    def close(self):
        """Ends the engine."""
        self.driver.quit()


def balanced(positions, judge, within, count, seed):
    """Yields (position, score) for positions no more than `within` discs from even, in a seeded order."""
    order = list(positions)
    random.Random(seed).shuffle(order)
    kept = 0
    for position in order:
        if kept >= count:
            return
        if position.outcome() or position.must_pass() or "pass" in position.moves:
            continue
        score = judge.score(position)
        if score is not None and abs(score) <= within:
            kept += 1
            yield position, score


class FourSearch:
    """Forced wins at Connect Four within a few plies, by alpha-beta on bitboards.

        5 12 19 26 33 40 47        Column by column with an empty row on top (7 high on the 7x6 board), so that
        4 11 18 25 32 39 46        shifts along a line never join two columns.
        .  .  .
        0  7 14 21 28 35 42
    """

    def __init__(self, width, height):
        """Remembers shifts and masks."""
        self.width, self.height = width, height
        self.steps = (1, height + 1, height, height + 2)
        self.order = sorted(range(width), key=lambda c: abs(2 * c - width + 1))
        self.seen = {}

    def has_four(self, discs):
        """True when four discs stand in a line."""
        for step in self.steps:
            pairs = discs & (discs >> step)
            if pairs & (pairs >> (2 * step)):
                return True
        return False

    def wins(self, own, opp, heights, depth):
        """1 when the mover forces a win within `depth` plies, -1 when it loses to one, 0 when neither is seen."""
        moves = [c for c in self.order if heights[c] < self.height]
        cells = [(c, 1 << (c * (self.height + 1) + heights[c])) for c in moves]
        if depth <= 0 or not cells:
            return 0
        if any(self.has_four(own | cell) for _, cell in cells):
            return 1
        key = (own, opp, depth)
        if key in self.seen:
            return self.seen[key]
        forced = [(c, cell) for c, cell in cells if self.has_four(opp | cell)]
        best = -1
        for column, cell in forced[:1] or cells:
            if len(forced) > 1:
                break                       # two fours to stop at once
            below = heights[:column] + (heights[column] + 1,) + heights[column + 1:]
            value = -self.wins(opp, own | cell, below, depth - 1)
            if value > best:
                best = value
            if best == 1:
                break
        self.seen[key] = best if depth > 1 or best == 1 else 0
        return self.seen[key]

    def value(self, position, depth):
        """The same for a referee's position without a blocked cell."""
        sides = [0, 0]
        for column in range(self.width):
            for row in range(self.height):
                stone = position.stone(column, row)
                if stone in "xo":
                    sides["xo".index(stone)] |= 1 << (column * (self.height + 1) + row)
        heights = tuple(sum(s != "." for s in column) for column in position.columns)
        return self.wins(sides[position.side], sides[1 - position.side], heights, depth)


def distinct_connect4(game, plies):
    """One position for each class under the left-right mirror after so many plies."""
    level = [new_game(game)]
    for _ in range(plies):
        found = {}
        for position in level:
            for move in position.legal():
                child = position.copy()
                child.play(move)
                columns = tuple("".join(c) for c in child.columns)
                found.setdefault(min(columns, columns[::-1]), child)
        level = list(found.values())
    return level


def open_connect4(game, plies, depth):
    """The distinct positions in which nobody forces a win within `depth` plies."""
    found = []
    for position in distinct_connect4(game, plies):
        search = FourSearch(position.width, position.height)
        if not position.outcome() and search.value(position, depth) == 0:
            found.append(position)
    return found
