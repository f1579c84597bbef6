# SPDX-License-Identifier: MIT
"""What the results of two engines say about their difference.

Scores are between 0 and 1. Games come in pairs with colours swapped; the five possible sums of a pair (0, 1/2, 1,
3/2, 2 points) are the pentanomial. Because the two games of a pair share an opening they are not independent, and
the spread of the pair sums is the right measure of error; single games are only used while no pair is complete.
"""

import math
from dataclasses import dataclass, field

Z95 = 1.959963984540054
NORMALISED = 800 / math.log(10)         # normalised Elo per unit of (score - 1/2) / deviation of one game


def elo_of(score):
    """The Elo difference that makes this score expected; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo):
    """The expected score of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def normal_cdf(z):
    """The normal distribution function."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def moments(counts, values):
    """Mean and variance of values that occurred so many times."""
    total = sum(counts)
    mean = sum(c * v for c, v in zip(counts, values)) / total
    return mean, sum(c * (v - mean) ** 2 for c, v in zip(counts, values)) / total


@dataclass
class Tally:
    """The results of engine A against engine B, from A's side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    penta: list = field(default_factory=lambda: [0] * 5)
    by_colour: list = field(default_factory=lambda: [[0, 0, 0], [0, 0, 0]])     # [as first, as second][w d l]
    margins: list = field(default_factory=list)
    half_pairs: dict = field(default_factory=dict)

    def add(self, pair, score, margin, as_first):
        """Counts a game: A's points and A's margin, None when the game was not played out."""
        kind = {1.0: 0, 0.5: 1, 0.0: 2}[score]
        self.wins += kind == 0
        self.draws += kind == 1
        self.losses += kind == 2
        self.by_colour[0 if as_first else 1][kind] += 1
        if margin is not None:
            self.margins.append(margin)
        if pair in self.half_pairs:
            self.penta[round(2 * (self.half_pairs.pop(pair) + score))] += 1
        else:
            self.half_pairs[pair] = score

    @property
    def games(self):
        """Finished games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self):
        """A's share of the points, one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def spread(self):
        """(mean, deviation of the mean, deviation of one game), from pairs where they differ at all."""
        pairs = sum(self.penta)
        if pairs:
            mean, variance = moments(self.penta, (0, 0.25, 0.5, 0.75, 1))
            if variance > 0:
                return mean, math.sqrt(variance / pairs), math.sqrt(2 * variance)
        if not self.games:
            return 0.5, 0.0, 0.0
        mean, variance = moments((self.losses, self.draws, self.wins), (0, 0.5, 1))
        return mean, math.sqrt(variance / self.games), math.sqrt(variance)

    def interval(self):
        """The 95 % interval of the score; a clean score gets the exact binomial one."""
        mean, error, _ = self.spread()
        if error == 0 and self.games and mean in (0.0, 1.0):
            edge = 0.025 ** (1 / self.games)
            return (edge, 1.0) if mean == 1 else (0.0, 1 - edge)
        return mean - Z95 * error, mean + Z95 * error

    def elo(self):
        """(Elo, low, high): the estimate and the ends of its 95 % interval."""
        low, high = self.interval()
        return elo_of(self.spread()[0]), elo_of(low), elo_of(high)

    def normalised_elo(self):
        """(normalised Elo, half width of its 95 % interval); the width is exact for small differences."""
        mean, error, deviation = self.spread()
        if deviation == 0:
            return (0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)), math.inf
        return NORMALISED * (mean - 0.5) / deviation, NORMALISED * Z95 * error / deviation

    def los(self):
        """The likelihood that A is the stronger one; a clean score is judged as so many tosses of a coin."""
        mean, error, _ = self.spread()
        if error == 0:
            decided = self.wins + self.losses
            return normal_cdf((self.wins - self.losses) / math.sqrt(decided)) if decided else 0.5
        return normal_cdf((mean - 0.5) / error)

    def disc_difference(self):
        """(mean, half width of the 95 % interval) of A's margin a game."""
        count = len(self.margins)
        if count == 0:
            return 0.0, 0.0
        mean = sum(self.margins) / count
        if count == 1:
            return mean, math.inf
        variance = sum((m - mean) ** 2 for m in self.margins) / (count - 1)
        return mean, Z95 * math.sqrt(variance / count)


def signed(number, digits=1):
    """A number with its sign, and a word for the infinite."""
    if math.isinf(number):
        return "+inf" if number > 0 else "-inf"
    return f"{number:+.{digits}f}"


def elo_text(tally):
    """'+12.3 [-4.0, +28.9]' or, when the interval is about even, '+12.3 +/- 16.4'."""
    elo, low, high = tally.elo()
    if math.isinf(elo) or math.isinf(low) or math.isinf(high):
        return f"{signed(elo)} [{signed(low)}, {signed(high)}]"
    return f"{signed(elo)} +/- {(high - low) / 2:.1f}"
