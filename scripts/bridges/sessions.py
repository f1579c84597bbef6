# SPDX-License-Identifier: MIT
"""Games of two that meet on a server under a name: seats, a referee, one minute a move.

    create -> B, then W for the next one     the first move's minute begins when both are there
    turn   -> wait, B, W, over
    board  -> rows from the top joined by ';', cells by '.':  0.0.0.B.W.0.0.0;...
    last   -> x.y.C, x the column and y the row, both from 0 at the top left; -1.-1.0 before the first move
    move   -> OK, or Refused with the reason, and then nothing has changed
    result -> B.40.24, W.0.64.time, D.32.32: who won, black's and white's discs, and why when it was not by discs

Forced passes are the referee's business: the turn simply comes back. A seat may be taken with a token; then only who
knows it moves for that seat, and asking again with it gives the same seat, so that a lost answer loses nothing.
"""

import time

from arena.referee import new_game

COLOURS = "BW"
STONES = {".": "0", "x": "B", "o": "W"}


class Refused(Exception):
    """A request that is not granted: an HTTP status and a sentence."""

    def __init__(self, status, text):
        """Keeps both."""
        super().__init__(text)
        self.status = status


class Session:
    """One game."""

    def __init__(self, name, clock):
        """Nobody is there yet."""
        self.name, self.clock = name, clock
        self.board = new_game("othello")
        self.tokens = []                    # of black, then of white; None for a seat without one
        self.touched = self.turn_began = clock()
        self.result = ""
        self.reason = ""                    # for people
        self.thoughts = []                  # seconds of each move

    def seat(self, token):
        """The colour a newcomer gets, or got before."""
        if token is not None and token in self.tokens:
            return COLOURS[self.tokens.index(token)]
        if len(self.tokens) == 2:
            raise Refused(409, "both colours are taken")
        self.tokens.append(token)
        self.touched = self.turn_began = self.clock()
        return COLOURS[len(self.tokens) - 1]

    def state(self):
        """wait, B, W or over."""
        if self.result:
            return "over"
        return COLOURS[self.board.side] if len(self.tokens) == 2 else "wait"

    def rows(self):
        """The board as it is sent."""
        return ";".join(".".join(STONES[self.board.stone(c, r)] for c in range(8)) for r in range(8))

    def last(self):
        """The last disc put."""
        for index in range(len(self.board.moves) - 1, -1, -1):
            cell = self.board.cell(self.board.moves[index])
            if cell:
                return f"{cell[0]}.{cell[1]}.{COLOURS[index % 2]}"
        return "-1.-1.0"

    def play(self, column, row, colour, token):
        """One move; the turn is over when it is accepted."""
        side = COLOURS.index(colour)
        if self.state() == "wait":
            raise Refused(409, "the other player has not come yet")
        if self.result:
            raise Refused(409, "the game is over")
        if self.tokens[side] is not None and self.tokens[side] != token:
            raise Refused(403, f"{colour} is somebody else")
        if side != self.board.side:
            raise Refused(409, "it is not your turn")
        move = self.board.read(f"{chr(97 + column)}{row + 1}")
        if move is None:
            raise Refused(422, "this is not a legal move")
        self.board.play(move)
        self.thoughts.append(round(self.clock() - self.turn_began, 3))
        self.touched = self.turn_began = self.clock()
        if self.board.must_pass():
            self.board.play("pass")
            self.thoughts.append(0.0)
        outcome = self.board.outcome()
        if outcome:
            self.finish({0: "B", 1: "W", None: "D"}[outcome.winner], "", outcome.text)

    def discs(self):
        """Black's and white's discs."""
        return tuple(bin(half).count("1") for half in self.board.discs)

    def finish(self, winner, why, reason):
        """The end, for programs and for people."""
        self.result = ".".join([winner, *map(str, self.discs())] + ([why] if why else []))
        self.reason = reason
        self.touched = self.clock()

    def check_time(self, seconds):
        """Who thinks too long has lost."""
        if self.state() in COLOURS and self.clock() - self.turn_began > seconds:
            late = self.board.side
            self.finish(COLOURS[1 - late], "time", f"{self.board.colours[late]} loses on time")


class Sessions:
    """All games of a server, bounded in number and in age."""

    def __init__(self, limit=100, seconds=60.0, waiting=3600.0, shown=600.0, clock=time.monotonic, ended=None):
        """`waiting` and `shown` are how long a game without a second player, and a finished one, are kept;
        ended(session) is called when a game is over."""
        self.limit, self.seconds, self.waiting, self.shown = limit, seconds, waiting, shown
        self.clock, self.ended = clock, ended
        self.games = {}

    def tick(self):
        """Ends games on time and forgets old ones."""
        now = self.clock()
        for name, game in list(self.games.items()):
            self.watch(game)
            kept = {"over": self.shown, "wait": self.waiting}.get(game.state())
            if kept is not None and now - game.touched > kept:
                del self.games[name]

    def watch(self, game):
        """Looks at a game's clock, and tells its end once."""
        running = not game.result
        game.check_time(self.seconds)
        if running and game.result and self.ended:
            self.ended(game)

    def find(self, name):
        """A game by its name, its clock looked at."""
        game = self.games.get(name)
        if game is None:
            raise Refused(404, "there is no such game")
        self.watch(game)
        return game

    def create(self, name, token=None):
        """A seat in the game of that name, which begins if there is none."""
        self.tick()
        game = self.games.get(name)
        if game is None or (game.result and not (token is not None and token in game.tokens)):
            self.make_room(name)
            game = self.games[name] = Session(name, self.clock)
        return game.seat(token)

    def make_room(self, name):
        """Forgets a game when there are too many: the oldest finished one, or one that has long waited for a player."""
        if len(self.games) < self.limit or name in self.games:
            return
        old = self.clock() - self.seconds
        idle = [game for game in self.games.values() if game.result or game.state() == "wait" and game.touched < old]
        if not idle:
            raise Refused(503, "there are too many games here just now")
        del self.games[min(idle, key=lambda game: (not game.result, game.touched)).name]

    def move(self, name, column, row, colour, token=None):
        """A move in a game."""
        game = self.find(name)
        game.play(column, row, colour, token)
        if game.result and self.ended:
            self.ended(game)
