# SPDX-License-Identifier: MIT
"""The Gomocup protocol: TURN while both follow the same line, BOARD when the engine has to be set up.

X counts columns from the left and Y rows from the top, both from 0.
"""

import re
import time

from .clock import MILLISECOND, NANOSECONDS
from .driver import COUNT_MAX, Answer, Driver
from .process import EngineHung, EngineRefused, monotonic
from .text import printable, whole_number

PAIR = re.compile(r"^\s*(\d+)\s*,\s*(\d+)\s*$", re.ASCII)
SWAP_ANSWER = re.compile(r"^\s*(SWAP|UNKNOWN|ERROR|\d+\s*,)", re.IGNORECASE | re.ASCII)
TALK = {"depth": re.compile(r"depth\W+(\d+)", re.IGNORECASE | re.ASCII),
        "cp": re.compile(r"(?:eval|ev)\W*?([+-]?\d+)\b", re.IGNORECASE | re.ASCII)}
NO_LIMIT = 2147483647
BREATH = 20 * MILLISECOND       # from a brain's answer to the next command it gets


RULES = {"free": 0, "exact": 1, "renju": 4, "caro": 8, "caro,exact": 9}


class GomocupDriver(Driver):
    """Drives a Gomoku brain."""

    games = ("gomoku",)

    def __init__(self, *arguments):
        """Nothing noted yet."""
        super().__init__(*arguments)
        self.stones = []        # (side, "x,y") in order
        self.known = 0          # how many of them the brain has seen
        self.talk = {}

    def handshake(self, position):
        """ABOUT, which every brain must answer, gives the name."""
        self.say("ABOUT")
        line = self.expect(lambda text: "=" in text or text.upper().startswith(("UNKNOWN", "ERROR")), "'ABOUT'")
        found = re.search(r'name\s*=\s*"([^"]*)"', line)
        if found:
            self.about = printable(found.group(1), 80)

    def prepare(self, position, clocks):
        """Lets a brain that has just answered come to rest, before its clock starts.

        Rapfi prints its move a moment before it listens again and drops the first word of a command that comes in
        between, which happens when the other side answers a four at once.
        """
        wait = self.process.stamp + BREATH - monotonic()
        if wait > 0:
            time.sleep(wait / NANOSECONDS)

    def begin(self, position, clocks, side):
        """START, then everything that can be said in INFO."""
        self.stones = []
        self.known = 0
        self.prepare(position, clocks)
        self.say(f"START {position.size}")
        line = self.expect(lambda text: text.upper().startswith(("OK", "ERROR", "UNKNOWN")), "'START' with 'OK'")
        if not line.upper().startswith("OK"):
            raise EngineRefused(f"refused START {position.size}: {printable(line)}")
        limits = clocks[side].limits
        turn = limits.movetime or limits.base
        info = {"rule": RULES[position.rule], "game_type": 1,
                "timeout_turn": turn // MILLISECOND if turn else int(self.patience.move * 1000),
                "timeout_match": limits.base // MILLISECOND if limits.base else 0}
        if limits.increment:
            info["time_increment"] = limits.increment // MILLISECOND
        if limits.depth:
            info["max_depth"] = limits.depth
        if limits.nodes:
            info["max_node"] = limits.nodes
        info.update(self.spec.options)
        for key, value in info.items():
            self.say(f"INFO {key} {value}")

    def note(self, position, move):
        """Remembers the stone."""
        self.stones.append((position.side, self.pair(position, move)))

    def pair(self, position, move):
        """A move as X,Y."""
        column, row = position.cell(move)
        return f"{column},{position.height - 1 - row}"

    def ask(self, position, clocks):
        """BEGIN, TURN or BOARD, whichever brings the brain from what it knows to now."""
        self.talk = {}
        left = clocks[position.side].left_ms()
        lines = [f"INFO time_left {NO_LIMIT if left is None else left}"]
        if not self.stones:
            lines.append("BEGIN")
        elif self.known and self.known == len(self.stones) - 1:
            lines.append(f"TURN {self.stones[-1][1]}")
        else:
            lines.append("BOARD")
            lines += [f"{text},{1 if side == position.side else 2}" for side, text in self.stones]
            lines.append("DONE")
        self.known = len(self.stones) + 1
        self.process.write("\r\n".join(lines) + "\r\n")

    def answer_in(self, line, position):
        """A bare pair of numbers is the move; UNKNOWN and ERROR end the game; the rest is talk."""
        found = PAIR.match(line)
        if found:
            return Answer(line.strip(), read_pair(position, found), 0, self.talk)
        upper = line.upper()
        if upper.startswith(("UNKNOWN", "ERROR")):
            raise EngineRefused(f"answered {printable(line.strip())!r}")
        if upper.startswith("MESSAGE"):
            self.listen_to(line)
        return None

    def listen_to(self, line):
        """Depth and evaluation from a MESSAGE line, where there are any."""
        for key, pattern in TALK.items():
            found = pattern.search(line)
            number = whole_number(found.group(1), -COUNT_MAX, COUNT_MAX) if found else None
            if number is not None:
                self.talk[key] = number

    def choose_side(self, position):
        """SWAP2BOARD on three or five stones; returns 'swap', a list of one or two stones, or None if unknown.

        The standard gives stones as X,Y; some brains (Rapfi) want X,Y,field as in BOARD, which shows in an ERROR for
        each stone, and are asked again in that form.
        """
        self.known = 0
        plain = [text for _, text in self.stones]
        fields = [f"{text},{1 if side == position.side else 2}" for side, text in self.stones]
        for lines in (plain, fields):
            answer = self.swap2(lines)
            if answer == "swap":
                return answer
            if answer is None:
                return None
            if 1 <= len(answer) <= 2:
                return [read_pair(position, found) for found in answer]
        return None

    def swap2(self, stones):
        """One SWAP2BOARD: 'swap', the pairs answered (none after an error), or None when it is not known."""
        self.process.write("\r\n".join(["SWAP2BOARD"] + stones + ["DONE"]) + "\r\n")
        wrong, deadline = False, monotonic() + int(self.patience.setup * NANOSECONDS)
        while True:
            if monotonic() > deadline:              # each ERROR line is an answer, but not for ever
                raise EngineHung(f"did not answer 'SWAP2BOARD' within {self.patience.setup:g} s")
            line = self.expect(SWAP_ANSWER.match, "'SWAP2BOARD'").strip()
            word = line.upper()
            if word.startswith("UNKNOWN"):
                return None
            if word.startswith("ERROR"):
                wrong = True
                continue
            if word.startswith("SWAP"):
                return [] if wrong else "swap"
            return [] if wrong else [PAIR.match(pair) for pair in line.split() if PAIR.match(pair)]

    def farewell(self):
        """END."""
        return "END\r\n"


def read_pair(position, found):
    """The legal move an X,Y match means, or None."""
    column, row = (whole_number(found.group(i), 0, position.size - 1) for i in (1, 2))
    if column is None or row is None:
        return None
    return position.read(f"{chr(97 + column)}{position.size - row}")
