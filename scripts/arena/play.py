# SPDX-License-Identifier: MIT
"""One game between two engines, from the opening to a result with its reason.

A result is always the referee's: an engine's own idea of the end is never asked for. Whatever an engine does wrong
is its loss, and the record keeps the kind (time, hang, crash, illegal, protocol, resign), a sentence, and the board.
Where the user asks for it, and only there, a game ends by the engines' scores (adjudicate.py).
"""

import time
from dataclasses import asdict, dataclass, field

from .adjudicate import Judge, Rules
from .clock import NANOSECONDS, Clock
from .process import as_fault, monotonic
from .referee import new_game


@dataclass
class GameRecord:
    """Everything kept of one game; it is what a line of the JSON file holds."""

    number: int
    pair: int
    names: list                     # first player, second player
    game: str
    opening: list
    moves: list = field(default_factory=list)
    result: str = "*"
    margin: int = 0                 # the first player's, in discs for Othello
    kind: str = "normal"            # normal, time, hang, crash, illegal, protocol, resign, start, adjudicated
    reason: str = ""
    faulty: object = None           # name of the engine at fault, if any
    board: str = ""                 # drawn when something went wrong
    bad_move: str = ""
    swapped: bool = False
    thoughts: list = field(default_factory=list)    # per move: [side, milliseconds, info] or None for book and pass
    overshoot: list = field(default_factory=lambda: [0.0, 0.0])     # worst ms over the allowed time, by side
    overhead: float = 0.0           # ms of the arena's own per asked move
    date: str = ""
    seconds: float = 0.0
    start: str = ""                 # the board the moves begin on; empty for the game's own

    def score(self):
        """The first player's points, or None for an unfinished game."""
        return {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(self.result)

    def beginning(self):
        """The position the moves begin on."""
        return new_game(self.game, self.start)

    def to_dict(self):
        """A plain dictionary for JSON."""
        return asdict(self)


class Game:
    """A game in progress: position, clocks and the two drivers, first player first."""

    def __init__(self, task, drivers, limits, rules=Rules()):
        """Sets up a fresh game; nothing is sent yet."""
        self.record = GameRecord(task.number, task.pair, [d.spec.name for d in drivers], task.game,
                                 list(task.opening), date=time.strftime("%Y-%m-%dT%H:%M:%S"), start=task.start)
        self.position = self.record.beginning()
        self.drivers = list(drivers)
        self.limits = list(limits)
        self.clocks = [Clock(limit) for limit in limits]
        self.swap = task.swap
        self.judge = Judge(rules)
        self.thinking = 0           # nanoseconds the engines were asked for
        self.asked = 0
        self.setup_time = 0

    def play(self):
        """Plays to the end and returns the record; engines at fault are killed, to be started anew."""
        started = monotonic()
        if self.set_up() and self.replay_opening() and self.choose_colours():
            self.setup_time = monotonic() - started
            while self.record.result == "*":
                self.step()
        record = self.record
        record.moves = list(self.position.moves)
        total = monotonic() - started
        record.seconds = round(total / NANOSECONDS, 3)
        if self.asked:
            record.overhead = round((total - self.setup_time - self.thinking) / self.asked / 1e6, 4)
        return record

    def set_up(self):
        """Tells both engines of the new game; false when one cannot begin, which loses."""
        for side, driver in enumerate(self.drivers):
            try:
                driver.new_game(self.position, self.clocks, side)
            except Exception as why:
                fault = as_fault(why)
                self.fail(side, "start" if driver.process is None else fault.kind, str(fault))
                driver.kill()
                return False
        return True

    def replay_opening(self):
        """Plays the opening moves on the board and notes them for both engines."""
        for text in self.record.opening:
            self.advance(self.position.read(text) or text, None)
        return True

    def choose_colours(self):
        """Under the swap rule lets the second player choose; false when an engine fails at it."""
        if not self.swap:
            return True
        from .swap import settle_colours
        return settle_colours(self)

    def exchange(self):
        """The engines change colours; called between moves of the opening only."""
        for each in (self.drivers, self.clocks, self.limits, self.record.names, self.record.overshoot):
            each.reverse()
        self.record.swapped = not self.record.swapped

    def advance(self, move, thought):
        """Plays a move on the board and tells both engines."""
        for driver in self.drivers:
            driver.note(self.position, move)
        self.position.play(move)
        self.record.thoughts.append(thought)

    def step(self):
        """One move: the end, a forced pass, a verdict, or an engine's answer."""
        outcome = self.position.outcome()
        if outcome:
            self.record.result, self.record.margin = outcome.result, outcome.margin
            self.record.reason = outcome.text
        elif self.position.must_pass():
            self.advance("pass", None)
        elif not self.adjudicate():
            self.ask()

    def adjudicate(self):
        """Ends the game where the engines' scores say so; true when they do."""
        record, rules, loser = self.record, self.judge.rules, self.judge.loser()
        if loser is not None:
            self.lose(loser)
            record.reason = (f"adjudicated: {self.drivers[loser].spec.name} ({self.position.colours[loser]}) is lost, "
                             f"{rules.resign.score / 100:.2f} or more behind for {rules.resign.movecount} moves by its own scores"
                             + (" and the other's" if rules.resign.twosided else ""))
        elif self.judge.drawn(len(self.position.moves)):
            record.result, record.margin = "1/2-1/2", 0
            record.reason = (f"adjudicated: a draw, both scores were no further than {rules.draw.score / 100:.2f} from 0 "
                             f"for {rules.draw.movecount} moves")
        else:
            return False
        record.kind = "adjudicated"
        return True

    def ask(self):
        """Asks the mover, and judges time first, then legality."""
        side = self.position.side
        driver = self.drivers[side]
        try:
            answer = driver.think(self.position, self.clocks)
        except Exception as why:
            fault = as_fault(why)
            self.fail(side, fault.kind, str(fault))
            driver.kill()
            return
        self.thinking += answer.used
        self.asked += 1
        if not self.charge(side, answer):
            return
        if answer.resigned:
            self.fail(side, "resign", "resigns")
        elif answer.move is None:
            self.fail(side, "illegal", f"plays the illegal move {answer.text!r}", answer.text)
        else:
            info = dict(answer.info)
            if self.clocks[side].left is not None:
                info["clock"] = round(self.clocks[side].left / 1e6)
            self.advance(answer.move, [side, round(answer.used / 1e6, 3), info])
            self.judge.hear(side, info)

    def charge(self, side, answer):
        """Takes an answer's time off the clock of its engine; false when the flag has fallen, which loses."""
        clock = self.clocks[side]
        allowed = clock.allowed()
        if allowed is not None:
            over = (answer.used - allowed) / 1e6
            self.record.overshoot[side] = round(max(self.record.overshoot[side], over), 2)
        if clock.spend(answer.used):
            return True
        self.fail(side, "time", f"loses on time: {answer.used / 1e9:.3f} s for a move with {allowed / 1e9:.3f} s "
                  f"and {clock.limits.margin / 1e6:g} ms margin", answer.text)
        return False

    def fail(self, side, kind, why, bad_move=""):
        """Scores a loss for `side` with its reason and the board it happened on."""
        record = self.record
        self.lose(side)
        record.kind = kind
        record.faulty = self.drivers[side].spec.name
        record.reason = f"{record.faulty} ({self.position.colours[side]}) {why}"
        record.bad_move = bad_move
        if kind != "resign":
            record.board = self.position.drawing()

    def lose(self, side):
        """Scores a loss that is not on the board: at Othello by all of its discs."""
        whole = self.position.width * self.position.height if self.position.kind == "othello" else 1
        self.record.result, self.record.margin = ("0-1", -whole) if side == 0 else ("1-0", whole)
