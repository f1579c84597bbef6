# SPDX-License-Identifier: MIT
"""Opening lists: which lines a match starts from, in an order that a seed decides.

A file holds one opening a line: whatever `outflank solve` reads as a position. That is a row of moves with blanks
between them or without (f5d6c4d3, 4455, h8i9), forced passes in it or left out; a board; an OBF line, of which the known
scores after the ';' are passed over; or startpos. `#` begins a comment, and so does % at the start of a line. Gomoku
files may use `dx,dy` (columns to the right of and rows above the centre), so that one file serves every board; openings
that do not fit are left out. Piskvork's opening files, which put a comma after each pair too, are read as they are.

A board of Gomoku or Connect Four becomes a row of moves that leads to it, so that every protocol can carry it. Boards of
Othello are told to the engines as boards: UCI and NBoard can, GTP where an engine knows loadsgf.
"""

import os
import random
import re
from dataclasses import dataclass

from .boards import is_board, moves_to, read_board
from .referee import new_game
from .rules import GameError, plain_digits
from .text import printable, whole_number

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "openings")
SHIPPED = {"othello": "othello-8.txt", "gomoku": "gomoku.txt", "connect4": "connect4.txt"}


CELL = re.compile(r"pass|[a-z][0-9]{1,2}", re.IGNORECASE)
COLUMN = re.compile(r"[a-z][0-9]{1,2}|[a-z]|[0-9]", re.IGNORECASE)
LINE_LIMIT = 1 << 16


@dataclass(frozen=True)
class Opening:
    """Where a game begins: moves, from the game's own start or from a board."""

    moves: tuple = ()
    start: str = ""


class OpeningError(ValueError):
    """An opening file that cannot be used; the text names file and line."""


def shipped_file(game):
    """Our own file for a game id, or None where we have none for that board."""
    kind = game.partition(":")[0]
    if game == kind or kind == "gomoku":
        return os.path.join(FOLDER, SHIPPED[kind])
    return None


def from_centre(word, size):
    """'dx,dy' as a cell of a size x size board; None when it lies outside, GameError when it is no such pair."""
    across, up = (whole_number(part, -99, 99) for part in (word.split(",") + [""])[:2])
    if across is None or up is None or word.count(",") != 1:
        raise GameError(f"{word!r} is not an offset from the centre, such as -1,3")
    column, row = size // 2 + across, size // 2 + up
    if not (0 <= column < size and 0 <= row < size):
        return None
    return f"{chr(97 + column)}{row + 1}"


def play_move(position, text):
    """Plays one move of a row, after a pass that the row leaves out."""
    if position.must_pass() and position.read(text) is None:
        position.play("pass")
    move = position.read(text)
    if move is None:
        raise GameError(f"{text!r} is not legal after {' '.join(position.moves) or 'the start'}")
    position.play(move)


def play_offsets(position, words):
    """Gomoku's stones as offsets from the centre; false when one lies outside."""
    if position.kind != "gomoku":
        raise GameError(f"{words[0]!r}: offsets from the centre are for Gomoku")
    for word in words:
        cell = from_centre(word, position.size)
        if cell is None:
            return False
        play_move(position, cell)
    return True


def play_words(position, text):
    """A row with blanks between the moves."""
    for word in text.split():
        play_move(position, word)


def play_cells(position, text):
    """A row of cells or columns without blanks."""
    pattern = COLUMN if position.kind == "connect4" else CELL
    rest = "".join(text.split())
    while rest:
        found = pattern.match(rest)
        if not found:
            raise GameError(f"{printable(rest, 20)!r} is not a move")
        play_move(position, found.group())
        rest = rest[found.end():]


def play_digits(position, text):
    """Connect Four's columns as one digit each, a to d after 9."""
    for c in "".join(text.split()).lower():
        play_move(position, c if plain_digits(c) else str(ord(c) - 87) if c.isascii() and c.isalpha() else c)


def play_row(position, text):
    """A row of moves in any of the spellings of its game; the first one that fits the whole row is meant."""
    spellings = [play_words, play_cells] if len(text.split()) > 1 else [play_cells, play_words]
    if position.kind == "connect4":
        spellings.insert(0 if len(text.split()) == 1 and plain_digits(text[:1]) else 2, play_digits)
    first = None
    for spelling in spellings:
        trial = position.copy()
        try:
            spelling(trial, text)
            return trial
        except GameError as why:
            first = first or why
    raise first


def read_opening(text, game):
    """The Opening one line holds; None when it does not fit the board; GameError when it is wrong."""
    position = new_game(game)
    text = text.partition(";")[0].strip()
    words = [word.rstrip(",") for word in text.split()]
    if is_board(text, position):
        if position.kind == "othello":
            position = new_game(game, text)
        else:
            for move in moves_to(position, *read_board(text, position.width, position.height)):
                position.play(move)
    elif words and "," in words[0]:
        if not play_offsets(position, words):
            return None
    elif text != "startpos":
        position = play_row(position, text)
    if position.outcome():
        raise GameError("the game is over at its end")
    return Opening(tuple(position.moves), position.start)


def without_comment(line, position):
    """A line without its comment; on a board '#' is a cell unless a blank stands before it."""
    line = line.strip()
    if line[:1] in ("#", "%"):
        return ""
    return re.split(r"\s#" if is_board(line, position) else "#", line)[0].strip()


def lines_of(file, path):
    """The numbered lines of an open file; OpeningError for one that has no end."""
    number = 0
    while True:
        line = file.readline(LINE_LIMIT)
        if not line:
            return
        number += 1
        if len(line) == LINE_LIMIT:
            raise OpeningError(f"{path}:{number}: the line is too long")
        yield number, line


def read_openings(path, game):
    """All openings of a file that fit the game, in file order."""
    found = []
    empty = new_game(game)
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            for number, line in lines_of(file, path):
                text = without_comment(line, empty)
                if not text:
                    continue
                try:
                    opening = read_opening(text, game)
                except GameError as why:
                    raise OpeningError(f"{path}:{number}: {why}") from None
                if opening is not None:
                    found.append(opening)
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
            return Opening(tuple(position.moves))
    raise OpeningError(f"no open game of {game} found after {plies} random moves")


class Book:
    """Openings in their seeded order: the same seed gives pair k the same opening, today and after a resume."""

    def __init__(self, openings, seed):
        """Wraps a list; an empty one means the start position alone."""
        self.openings = openings or [Opening()]
        self.seed = seed

    def opening(self, pair):
        """The opening of pair number `pair`; when all have been used they come again in another order."""
        cycle, index = divmod(pair, len(self.openings))
        order = list(range(len(self.openings)))
        random.Random(f"{self.seed}/{cycle}").shuffle(order)
        return self.openings[order[index]]

    def sample_board(self):
        """A board among the openings, to try the engines with; empty when there is none."""
        return next((opening.start for opening in self.openings if opening.start), "")


class RandomBook:
    """Openings drawn at random for each pair."""

    def __init__(self, game, plies, seed):
        """Remembers what to draw."""
        self.game, self.plies, self.seed = game, plies, seed

    def opening(self, pair):
        """The opening of pair number `pair`."""
        return random_opening(self.game, self.plies, random.Random(f"{self.seed}/{pair}"))

    def sample_board(self):
        """All begin at the start."""
        return ""


def make_book(choice, game, seed):
    """The book for --openings: a file, 'none', 'random:PLIES', or None for ours."""
    if choice == "none":
        return Book([], seed)
    if choice and choice.startswith("random:"):
        plies = whole_number(choice[7:], 0, 1000)
        if plies is None:
            raise OpeningError(f"openings: {choice!r} is not random:PLIES")
        return RandomBook(game, plies, seed)
    path = choice or shipped_file(game)
    if path is None:
        return RandomBook(game, 6 if game.startswith("othello") else 3, seed)
    return Book(read_openings(path, game), seed)
