# SPDX-License-Identifier: MIT
"""The sequential probability ratio test: has enough been played to tell elo0 from elo1?

Nothing is assumed about draws: for each hypothesis the most likely distribution over the five pair results is found
among all that have the hypothesis' strength, and the log likelihood ratio (LLR) compares the two. Strength means

    logistic     the expected score,               s = 1 / (1 + 10^(-elo/400))
    normalised   (expected score - 1/2) / deviation, in units of 800/ln(10) for one game

The maximum, for observed shares a_i of values x_i, has the form p_i = a_i / (1 + t y_i) with sum p_i y_i = 0, where y_i
is the derivative of the constraint by p_i: x_i - s for the logistic one, and for the normalised one (with mean m and
deviation d of p itself, hence the iteration)  y_i = x_i - 1/2 - k d / 2 * (1 + ((x_i - m) / d)^2).
"""

import math
from dataclasses import dataclass

from .stats import NORMALISED, moments, score_of

VALUES = (0, 0.25, 0.5, 0.75, 1)
LARGEST = {"logistic": 1000, "normalised": 200}     # Elo; beyond 231 normalised the search for a maximum does not begin
TINY = 1e-3         # stands for a count of zero, so that no pair result is called impossible


class SprtError(ValueError):
    """Settings that make no test; the text says why."""


@dataclass(frozen=True)
class Sprt:
    """A test's settings."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def bounds(self):
        """(lower, upper): at the lower elo0 is accepted, at the upper elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, penta):
        """The log likelihood ratio of elo1 against elo0 for pair counts."""
        pairs = sum(penta)
        if pairs == 0:
            return 0.0
        counts = [c or TINY for c in penta]
        shares = [c / sum(counts) for c in counts]
        if self.model == "logistic":
            nearest = [nearest_with_mean(shares, score_of(elo)) for elo in (self.elo0, self.elo1)]
        else:
            per_pair = math.sqrt(2) / NORMALISED
            nearest = [nearest_with_strength(shares, elo * per_pair) for elo in (self.elo0, self.elo1)]
        return sum(c * math.log(p1 / p0) for c, p0, p1 in zip(counts, *nearest))

    def verdict(self, penta):
        """'H0', 'H1' or None while it is open."""
        low, high = self.bounds()
        llr = self.llr(penta)
        return "H0" if llr <= low else "H1" if llr >= high else None

    def describe(self):
        """The test in one phrase."""
        return f"{self.model} [{self.elo0:g}, {self.elo1:g}] alpha {self.alpha:g} beta {self.beta:g}"


def read_sprt(words):
    """A test from ['elo0=0', 'elo1=5', ...]; what is not said keeps its default."""
    settings = {}
    for word in words:
        for part in word.split(","):
            key, equals, value = part.partition("=")
            if key == "model" and value in ("logistic", "normalised", "normalized"):
                settings[key] = "logistic" if value == "logistic" else "normalised"
            elif key in ("elo0", "elo1", "alpha", "beta") and equals:
                try:
                    settings[key] = float(value)
                except ValueError:
                    raise SprtError(f"sprt: {part!r} is not a number") from None
            else:
                raise SprtError(f"sprt: {part!r} is not one of elo0= elo1= alpha= beta= model=logistic|normalised")
    test = Sprt(**settings)
    largest = LARGEST[test.model]
    for name, elo in (("elo0", test.elo0), ("elo1", test.elo1)):
        if not abs(elo) <= largest:
            raise SprtError(f"sprt: {name}={elo:g} is not between -{largest} and {largest} (model={test.model})")
    if not test.elo0 < test.elo1:
        raise SprtError("sprt: elo0 must be below elo1")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise SprtError("sprt: alpha and beta lie between 0 and 0.5")
    return test


def tilt(shares, slopes):
    """The distribution a_i / (1 + t y_i) with sum p_i y_i = 0, by bisection on t; slopes need both signs."""
    low, high = -1 / max(slopes), -1 / min(slopes)
    for _ in range(200):
        t = (low + high) / 2
        if t in (low, high):
            break
        # The sum falls as t grows, from +infinity to -infinity over the open interval.
        if sum(a * y / (1 + t * y) for a, y in zip(shares, slopes)) > 0:
            low = t
        else:
            high = t
    return [a / (1 + t * y) for a, y in zip(shares, slopes)]


def nearest_with_mean(shares, mean):
    """The most likely distribution that has this expected score."""
    return tilt(shares, [v - mean for v in VALUES])


def nearest_with_strength(shares, strength):
    """The most likely distribution whose (mean - 1/2) / deviation is `strength`."""
    found = [1 / len(VALUES)] * len(VALUES)
    for _ in range(50):
        mean, variance = moments(found, VALUES)
        deviation = math.sqrt(variance)
        slopes = [v - 0.5 - strength * deviation / 2 * (1 + ((v - mean) / deviation) ** 2) for v in VALUES]
        previous, found = found, tilt(shares, slopes)
        if max(abs(p - q) for p, q in zip(previous, found)) < 1e-10:
            break
    return found
