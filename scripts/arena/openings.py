# SPDX-License-Identifier: MIT
"""Opening lists: which lines a match starts from, in an order that a seed decides.

A file holds one opening a line, moves between blanks, `#` begins a comment. Gomoku files may use `dx,dy` (columns to
the right of and rows above the centre), so that one file serves every board; openings that do not fit are left out.
Piskvork's opening files, which put a comma after each pair too, are read as they are.
"""

import os
import random

from .referee import new_game
from .rules import GameError

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "openings")
SHIPPED = {"othello": "othello-8.txt", "gomoku": "gomoku.txt", "connect4": "connect4.txt"}


class OpeningError(ValueError):
    """An opening file that cannot be used; the text names file and line."""


def shipped_file(game):
    """Our own file for a game id, or None where we have none for that board."""
    kind = game.partition(":")[0]
    if game == kind or kind == "gomoku":
        return os.path.join(FOLDER, SHIPPED[kind])
    return None


def from_centre(word, size):
    """'dx,dy' as a cell of a size x size board, or None when it lies outside."""
    across, _, up = word.partition(",")
    column, row = size // 2 + int(across), size // 2 + int(up)
    if not (0 <= column < size and 0 <= row < size):
        return None
    return f"{chr(97 + column)}{row + 1}"


def read_opening(text, game):
    """The canonical moves of one line; None when it does not fit the board; GameError when it is wrong."""
    position = new_game(game)
    for word in (word.rstrip(",") for word in text.split()):
        if "," in word:
            if position.kind != "gomoku":
                raise GameError(f"{word!r}: offsets from the centre are for Gomoku")
            word = from_centre(word, position.size)
            if word is None:
                return None
        move = position.read(word)
        if move is None:
            raise GameError(f"{word!r} is not legal after {' '.join(position.moves) or 'the start'}")
        position.play(move)
        if position.must_pass():
            position.play("pass")
    if position.outcome():
        raise GameError("the game is over at its end")
    return position.moves


def read_openings(path, game):
    """All openings of a file that fit the game, in file order."""
    found = []
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                text = line.partition("#")[0].strip()
                if not text:
                    continue
                try:
                    moves = read_opening(text, game)
                except (GameError, ValueError) as why:
                    raise OpeningError(f"{path}:{number}: {why}") from None
                if moves is not None:
                    found.append(moves)
    except OSError as why:
        raise OpeningError(f"openings: {why}") from None
    if not found:
        raise OpeningError(f"{path}: no opening fits {game}")
    return found


def random_opening(game, plies, source):
    """A line of random legal moves that leaves the game open, for boards without a file."""
    for _ in range(1000):
        position = new_game(game)
        while len(position.moves) < plies and not position.outcome():
            position.play(source.choice(position.legal()))
        if not position.outcome():
            return position.moves
    raise OpeningError(f"no open game of {game} found after {plies} random moves")


class Book:
    """Openings in their seeded order: the same seed gives pair k the same opening, today and after a resume."""

    def __init__(self, openings, seed):
        """Wraps a list; an empty one means the start position alone."""
        self.openings = openings or [[]]
        self.seed = seed

    def opening(self, pair):
        """The opening of pair number `pair`; when all have been used they come again in another order."""
        cycle, index = divmod(pair, len(self.openings))
        order = list(range(len(self.openings)))
        random.Random(f"{self.seed}/{cycle}").shuffle(order)
        return self.openings[order[index]]


class RandomBook:
    """Openings drawn at random for each pair."""

    def __init__(self, game, plies, seed):
        """Remembers what to draw."""
        self.game, self.plies, self.seed = game, plies, seed

    def opening(self, pair):
        """The opening of pair number `pair`."""
        return random_opening(self.game, self.plies, random.Random(f"{self.seed}/{pair}"))


def make_book(choice, game, seed):
    """The book for --openings: a file, 'none', 'random:PLIES', or None for ours."""
    if choice == "none":
        return Book([], seed)
    if choice and choice.startswith("random:"):
        if not choice[7:].isdecimal():
            raise OpeningError(f"openings: {choice!r} is not random:PLIES")
        return RandomBook(game, int(choice[7:]), seed)
    path = choice or shipped_file(game)
    if path is None:
        return RandomBook(game, 6 if game.startswith("othello") else 3, seed)
    return Book(read_openings(path, game), seed)
