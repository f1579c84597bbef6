# SPDX-License-Identifier: MIT
"""The engine as a bridge uses it: a board in, a legal move out, whatever happens to the process.

It is the arena's UCI driver, so an engine that crashes, hangs or talks nonsense is ended and started again. When that does
not help either the bridge moves by itself rather than lose a game: the cell that leaves the opponent the fewest moves.
"""

from arena.boards import board_text
from arena.clock import NANOSECONDS, Clock, Limits
from arena.driver import Patience
from arena.engines import make_driver
from arena.process import EngineSpec, as_fault
from arena.referee import new_game

GRACE = 3.0             # seconds an engine may be late before it counts as hung
BLACK, WHITE = 0, 1     # the sides as the referee numbers them
COLOURS = ("black", "white")


def position_of(rows, side):
    """An Othello position from rows of x, o and '.', with the side to move."""
    position = new_game("othello")
    position.set_board(rows, side)
    position.start = board_text(position)
    return position


def rows_of(position):
    """The rows of a position, from the top."""
    return ["".join(position.stone(c, r) for c in range(position.width)) for r in range(position.height)]


def counts(rows):
    """How many discs black and white have."""
    return tuple(sum(row.count(stone) for row in rows) for stone in "xo")


class Player:
    """An engine that is asked for one move at a time."""

    def __init__(self, command, seconds, options=None, say=print):
        """Remembers what to start; nothing runs before `ready`."""
        limits = Limits(movetime=int(seconds * NANOSECONDS), margin=int(GRACE * NANOSECONDS))
        self.spec = EngineSpec("engine", command, options=dict(options or {}), limits=limits)
        self.patience = Patience(setup=20.0, move=60.0, grace=GRACE)
        self.say = say
        self.driver = None

    def ready(self):
        """Starts the engine if it does not run, for a new game; EngineFault when it cannot."""
        self.close()
        driver = make_driver(self.spec, self.patience)
        try:
            driver.new_game(new_game("othello"), self.clocks(), BLACK)
        except BaseException:
            driver.kill()
            raise
        self.driver = driver

    def clocks(self):
        """Two fresh clocks: every move has the same time."""
        return [Clock(self.spec.limits), Clock(self.spec.limits)]

    def move(self, position, refused=()):
        """A legal move that is not among the refused ones; None when there is none."""
        left = [move for move in position.legal() if move not in refused]
        if len(left) < 2 or refused:
            return fewest_replies(position, left)
        for again in (False, True):
            try:
                if self.driver is None:
                    self.ready()
                self.driver.place(position)
                answer = self.driver.think(position, self.clocks())
                if answer.move in left:
                    return answer.move
                self.say(f"the engine answers {answer.text!r}, which is not legal here")
            except Exception as why:
                self.say(f"the engine {as_fault(why)}" + ("" if again else "; it is started again"))
            self.close(force=True)
        self.say("the engine gives no move: one is chosen without it")
        return fewest_replies(position, left)

    def close(self, force=False):
        """Ends the engine."""
        if self.driver is not None:
            self.driver.kill() if force else self.driver.quit()
            self.driver = None


def fewest_replies(position, moves):
    """The one of some moves that leaves the opponent the least choice; None of none."""
    def replies(move):
        """How many moves the opponent has after a move."""
        after = position.copy()
        after.play(move)
        return len(after.legal())
    return min(moves, key=replies, default=None)
