# SPDX-License-Identifier: MIT
"""Games that end early by the engines' own scores, for those who ask, by cutechess-cli's rules: a draw when both have seen
one for so many moves, a loss when the loser has, and with `twosided` the winner, too.

Scores are those of the records: hundredths of the engine's unit from its own side, and a mate is more than any. A move
without a score begins the count anew. A game that has ended on the board is never adjudicated.
"""

from dataclasses import dataclass

from .driver import COUNT_MAX
from .text import whole_number

COUNTS = {"movenumber": (0, 10000), "movecount": (1, 10000), "score": (0, COUNT_MAX)}


class AdjudicationError(ValueError):
    """Words that are no rule; the text says why."""


@dataclass(frozen=True)
class Rule:
    """When to call a game drawn, or lost."""

    movecount: int          # of each side's moves in a row
    score: int              # at most so far from zero, or at least so far below
    movenumber: int = 0     # and not before so many moves of both sides
    twosided: bool = False  # the winner has to agree


@dataclass(frozen=True)
class Rules:
    """What a match is played by; None is never."""

    draw: object = None
    resign: object = None


def read_rule(name, words, needed):
    """A Rule from words like ['movecount=4', 'score=500']; None stays None."""
    if words is None:
        return None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise AdjudicationError(f"{name}: {words!r} is no list of words")
    said = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key == "twosided" and name == "resign" and (not equals or value in ("true", "false")):
            value = value != "false"
        elif key in needed and equals:
            value = whole_number(value, *COUNTS[key])
            if value is None:
                low, high = COUNTS[key]
                raise AdjudicationError(f"{name}: {word!r} is not a whole number from {low} to {high}")
        else:
            raise AdjudicationError(f"{name}: {word!r} is not one of {'= '.join(needed)}="
                                    + (" twosided" if name == "resign" else ""))
        if key in said:
            raise AdjudicationError(f"{name}: {key!r} is given twice")
        said[key] = value
    for key in needed:
        if key not in said:
            raise AdjudicationError(f"{name}: {key}= is missing")
    return Rule(**said)


def read_rules(draw, resign):
    """The rules that the words of --draw and --resign make."""
    return Rules(read_rule("draw", draw, ("movenumber", "movecount", "score")),
                 read_rule("resign", resign, ("movecount", "score")))


def score_of(info):
    """A thought's score as one number, or None when the engine told none."""
    if "mate" in info:          # in 0 it is the mover who is mated
        return COUNT_MAX + 1 if info["mate"] > 0 else -COUNT_MAX - 1
    return info.get("cp")


class Judge:
    """The scores of one game, as counts of moves in a row by side."""

    def __init__(self, rules):
        """Has heard nothing yet."""
        self.rules = rules
        self.level, self.behind, self.ahead = [0, 0], [0, 0], [0, 0]

    def hear(self, side, info):
        """Takes note of a side's thought."""
        score, draw, resign = score_of(info), self.rules.draw, self.rules.resign
        for counts, rule, met in ((self.level, draw, lambda: abs(score) <= draw.score),
                                  (self.behind, resign, lambda: score <= -resign.score),
                                  (self.ahead, resign, lambda: score >= resign.score)):
            if rule is not None:
                counts[side] = counts[side] + 1 if score is not None and met() else 0

    def drawn(self, plies):
        """True when the game is a draw after so many plies."""
        rule = self.rules.draw
        return rule is not None and plies >= 2 * rule.movenumber and min(self.level) >= rule.movecount

    def loser(self):
        """The side that has lost, or None."""
        rule = self.rules.resign
        for side in (0, 1):
            if rule is not None and self.behind[side] >= rule.movecount:
                if not rule.twosided or self.ahead[1 - side] >= rule.movecount:
                    return side
        return None
