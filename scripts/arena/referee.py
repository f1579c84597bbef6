# SPDX-License-Identifier: MIT
"""From a game id to a fresh board: othello, othello:6x6, gomoku, gomoku:15,free, connect4, connect4:9x10,x=c4."""

from .boards import board_text, read_board
from .connect4 import ConnectFour
from .gomoku import Gomoku
from .othello import Othello
from .rules import GameError

GAMES = {"othello": Othello, "gomoku": Gomoku, "connect4": ConnectFour}


def new_game(game, start=""):
    """A start position for a game id, at Othello on any board; GameError names what is wrong with them."""
    kind, _, arguments = game.partition(":")
    if kind not in GAMES:
        raise GameError(f"game {kind!r} is not known; the games are {', '.join(GAMES)}")
    position = GAMES[kind].from_arguments(arguments)
    if start:
        position.set_board(*read_board(start, position.width, position.height))
        position.start = board_text(position)
    return position


def perft(position, depth):
    """The number of move paths of this length; a pass is a ply."""
    if depth == 0:
        return 1
    moves = position.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = position.copy()
        child.play(move)
        total += perft(child, depth - 1)
    return total
