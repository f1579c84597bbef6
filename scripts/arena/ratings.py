# SPDX-License-Identifier: MIT
"""Ratings for more than two engines: the Elo numbers under which the results are most likely.

Bradley-Terry with draws as half points, found by Newton's method; the average rating is 0. Half a drawn game
against the field is added for everybody, so that a clean score gives a large number instead of an infinite one.
"""

import math

from .stats import Z95

PRIOR = 0.5


def inverse(matrix):
    """The inverse of a small matrix, by elimination with row exchange."""
    size = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        head = rows[column] = [value / pivot for value in rows[column]]
        for r in range(size):
            factor = rows[r][column]
            if r != column and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], head)]
    return [row[size:] for row in rows]


def times(matrix, vector):
    """A matrix times a vector."""
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def rate(points, games):
    """[(elo, half width of the 95 % interval)] from points[i][j] and games[i][j] of i against j."""
    count = len(points)
    scale = 400 / math.log(10)
    strength = [0.0] * count
    for _ in range(100):
        slope, curve = gradient(points, games, strength)
        spread = inverse(curve)
        step = times(spread, slope)
        largest = max(map(abs, step))
        strength = [s + d * min(1, 2 / largest if largest else 1) for s, d in zip(strength, step)]
        if largest < 1e-9:
            break
    middle = sum(strength) / count
    widths = []
    for i in range(count):
        unit = [float(i == j) - 1 / count for j in range(count)]
        variance = sum(u * v for u, v in zip(unit, times(spread, unit)))
        widths.append(Z95 * math.sqrt(max(variance, 0)) * scale)
    return [((s - middle) * scale, w) for s, w in zip(strength, widths)]


def gradient(points, games, strength):
    """First derivatives and negated second ones of the log likelihood."""
    count = len(points)
    slope = [0.0] * count
    curve = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in [None] + [k for k in range(count) if k != i]:
            # None is the average player of the prior, rated 0.
            n = PRIOR if j is None else games[i][j]
            won = PRIOR / 2 if j is None else points[i][j]
            expected = 1 / (1 + math.exp((0 if j is None else strength[j]) - strength[i]))
            weight = n * expected * (1 - expected)
            slope[i] += won - n * expected
            curve[i][i] += weight
            if j is not None:
                curve[i][j] -= weight
    return slope, curve
