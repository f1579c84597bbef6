# SPDX-License-Identifier: MIT
"""The course of a match as a picture: score, Elo with its 95 % band, and the test's LLR if there is one."""

import math
from xml.sax.saxutils import escape

from .stats import Tally, elo_text

WIDTH, PANEL, LEFT, TOP, GAP = 760, 190, 64, 56, 36
ELO_LIMIT = 400         # the curve is cut here: the first few games mean nothing


def course(results):
    """For each game so far: (score, elo, low, high, pair counts), from results as (pair, score, margin, as_first)."""
    tally, points = Tally(), []
    for result in results:
        tally.add(*result)
        points.append((tally.score, *tally.elo(), tuple(tally.penta)))
    return points, tally


def nice_step(span):
    """A round distance between grid lines for about five of them."""
    raw = span / 5
    power = 10 ** math.floor(math.log10(raw))
    return next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= raw)


class Panel:
    """One diagram: x counts games, y a quantity."""

    def __init__(self, index, title, games, low, high):
        """Places the panel under the ones before it."""
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        self.top = TOP + index * (PANEL + GAP)
        self.title, self.games, self.low, self.high = title, max(games, 1), low, high
        self.parts = []
        self.frame()

    def x(self, game):
        """Where the game with this count lies."""
        return LEFT + (WIDTH - LEFT - 20) * game / self.games

    def y(self, value):
        """Where a value lies, cut to the panel."""
        value = min(max(value, self.low), self.high)
        return self.top + PANEL * (self.high - value) / (self.high - self.low)

    def frame(self):
        """Title, grid and numbers."""
        self.parts.append(f'<text x="{LEFT}" y="{self.top - 8}" class="title">{escape(self.title)}</text>')
        step = nice_step(self.high - self.low)
        value = math.ceil(self.low / step) * step
        while value <= self.high + 1e-9:
            y = self.y(value)
            self.parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - 20}"/>'
                              f'<text x="{LEFT - 8}" y="{y + 4:.1f}" class="number">{value:g}</text>')
            value = round(value + step, 10)

    def count_games(self, games):
        """Numbers of games along the lower edge."""
        step = nice_step(max(games, 5))
        for k in range(1, int(games / step + 1e-9) + 1):
            x = self.x(self.games * k * step / games)
            self.parts.append(f'<text x="{x:.1f}" y="{self.top + PANEL + 16}" class="number">{k * step:g}</text>')

    def line(self, values, style, offset=1):
        """A curve through one value a game."""
        points = " ".join(f"{self.x(i + offset):.1f},{self.y(v):.1f}" for i, v in enumerate(values))
        self.parts.append(f'<polyline class="{style}" points="{points}"/>')

    def band(self, lows, highs):
        """The area between two curves."""
        upper = [f"{self.x(i + 1):.1f},{self.y(v):.1f}" for i, v in enumerate(highs)]
        lower = [f"{self.x(i + 1):.1f},{self.y(v):.1f}" for i, v in enumerate(lows)]
        self.parts.append(f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>')

    def level(self, value, style="level"):
        """A horizontal mark."""
        self.parts.append(f'<path class="{style}" d="M{LEFT} {self.y(value):.1f}H{WIDTH - 20}"/>')


def thin(values, most=1500):
    """At most so many values, evenly chosen, so that long matches give small files."""
    if len(values) <= most:
        return values
    return [values[round(i * (len(values) - 1) / (most - 1))] for i in range(most)]


def elo_range(points):
    """The part of the Elo axis worth showing: the later bands, within the limit."""
    later = points[len(points) // 5:] or points
    finite = [v for p in later for v in p[1:4] if math.isfinite(v)] or [0.0]
    low, high = max(min(finite + [0]), -ELO_LIMIT), min(max(finite + [0]), ELO_LIMIT)
    room = max(high - low, 10) * 0.08
    return low - room, high + room


def draw(names, results, test=None):
    """The SVG text for engine names[0] against names[1]."""
    points, tally = course(results)
    shown = thin(points)
    games = max(len(shown), 1)
    score = Panel(0, f"score of {names[0]} in %, {len(points)} games", games, 0, 100)
    score.level(50)
    score.line([100 * p[0] for p in shown], "curve")
    elo = Panel(1, f"Elo difference {elo_text(tally)} (95 %)", games, *elo_range(points or [(0.5, 0, 0, 0, ())]))
    elo.level(0)
    elo.band([p[2] for p in shown], [p[3] for p in shown])
    elo.line([p[1] for p in shown], "curve")
    panels = [score, elo]
    if test:
        low, high = test.bounds()
        ratios = [test.llr(p[4]) for p in shown]
        panel = Panel(2, f"LLR, SPRT {test.describe()}", games, min([low] + ratios) - 0.3, max([high] + ratios) + 0.3)
        panel.level(low, "bound")
        panel.level(high, "bound")
        panel.line(ratios, "curve")
        panels.append(panel)
    panels[-1].count_games(max(len(points), 1))
    height = TOP + len(panels) * (PANEL + GAP)
    style = ("text{font:12px sans-serif;fill:#333}.head{font:bold 16px sans-serif}.title{font-weight:bold}"
             ".number{text-anchor:end}.grid{stroke:#ddd}.level{stroke:#888}.bound{stroke:#b33;stroke-dasharray:5 4}"
             ".curve{fill:none;stroke:#1565a7;stroke-width:1.6}.band{fill:#1565a7;opacity:.18}")
    summary = f"{names[0]} - {names[1]}: +{tally.wins} ={tally.draws} -{tally.losses}"
    body = "\n".join(part for panel in panels for part in panel.parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}">\n<style>{style}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n'
            f'<text x="{LEFT}" y="26" class="head">{escape(summary)}</text>\n{body}\n</svg>\n')
