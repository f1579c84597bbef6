# SPDX-License-Identifier: MIT
"""The state of a match as counted so far, and the lines that tell it."""

from collections import Counter

from .ratings import rate
from .stats import Tally, elo_text, signed

FAULTS = ("time", "hang", "crash", "illegal", "protocol", "start")


class Standings:
    """All results between all engines."""

    def __init__(self, names, test=None, discs=False):
        """Begins with nothing played; `discs` says that margins are worth telling."""
        self.names, self.test, self.discs = list(names), test, discs
        self.index = {name: i for i, name in enumerate(self.names)}
        self.tallies = {}
        self.results = []                   # for the curve: (pair, score, margin, as_first) of engine 0
        self.faults = [Counter() for _ in self.names]
        self.overshoot = [0.0] * len(self.names)
        self.overhead_sum = 0.0
        self.thinking = 0.0                 # seconds the engines were asked for
        self.asked = 0
        self.games = 0
        self.rated = (-1, None)             # the number of games rated, and the ratings: a table is drawn every second

    def add(self, record):
        """Counts a finished game."""
        first, second = (self.index[name] for name in record.names)
        score = record.score()
        played_out = record.kind == "normal"        # a crash says nothing about discs
        views = [(record.pair, score, record.margin if played_out else None, True),
                 (record.pair, 1 - score, -record.margin if played_out else None, False)]
        self.tally(first, second).add(*views[0])
        self.tally(second, first).add(*views[1])
        if len(self.names) == 2:
            self.results.append(views[first])
        if record.faulty is not None and record.kind in FAULTS:
            self.faults[self.index[record.faulty]][record.kind] += 1
        for side, which in enumerate((first, second)):
            self.overshoot[which] = max(self.overshoot[which], record.overshoot[side])
        asked = sum(1 for thought in record.thoughts if thought)
        self.overhead_sum += record.overhead * asked
        self.thinking += sum(thought[1] for thought in record.thoughts if thought) / 1000
        self.asked += asked
        self.games += 1

    def tally(self, one, other):
        """The results of one engine against another, from the first one's side."""
        return self.tallies.setdefault((one, other), Tally())

    def verdict(self):
        """The test's decision, or None."""
        return self.test.verdict(self.tally(0, 1).penta) if self.test else None

    def lines(self):
        """The present state for people."""
        body = self.duel_lines() if len(self.names) == 2 else self.field_lines()
        return body + self.fault_lines()

    def duel_lines(self):
        """Two engines: score, Elo, likelihood, pairs, and the test."""
        t = self.tally(0, 1)
        a, b = self.names
        first, second = t.by_colour
        lines = [f"Score of {a} vs {b}: {t.wins} - {t.losses} - {t.draws}  [{t.score:.3f}] {t.games}",
                 f"...   {a} moving first: {first[0]} - {first[2]} - {first[1]},  "
                 f"second: {second[0]} - {second[2]} - {second[1]}"]
        if t.games:
            normalised, width = t.normalised_elo()
            lines.append(f"Elo difference: {elo_text(t)}, LOS: {100 * t.los():.1f} %, "
                         f"DrawRatio: {100 * t.draws / t.games:.1f} %, "
                         f"normalised: {signed(normalised)} +/- {width:.1f}")
            lines.append(f"Pairs (0, 1/2, 1, 3/2, 2): {t.penta}, {sum(t.penta)} complete")
        if self.discs and t.margins:
            mean, width = t.disc_difference()
            lines.append(f"Discs: {mean:+.2f} +/- {width:.2f} a game")
        if self.test:
            low, high = self.test.bounds()
            llr = self.test.llr(t.penta)
            share = 100 * (llr / high if llr > 0 else llr / low)
            lines.append(f"SPRT {self.test.describe()}: llr {llr:.3f} ({share:.1f}%), "
                         f"lbound {low:.2f}, ubound {high:.2f}" + self.decision())
        return lines

    def decision(self):
        """What the test has decided, in words."""
        verdict = self.verdict()
        if not verdict:
            return ""
        elo = self.test.elo1 if verdict == "H1" else self.test.elo0
        return f" - {verdict} accepted: {elo:g} Elo is the better fit"

    def field_lines(self):
        """Several engines: ratings, then everybody against everybody."""
        count = len(self.names)
        points = [[0.0] * count for _ in range(count)]
        games = [[0] * count for _ in range(count)]
        for (i, j), t in self.tallies.items():
            points[i][j], games[i][j] = t.wins + t.draws / 2, t.games
        if self.rated[0] != self.games:
            self.rated = (self.games, rate(points, games))
        ratings = self.rated[1]
        order = sorted(range(count), key=lambda i: -ratings[i][0])
        wide = max(len(name) for name in self.names)
        heads = " ".join(f"{str(k + 1):>9}" for k in range(count))
        lines = [f"{'':3} {'engine':<{wide}} {'Elo':>7} {'+/-':>6} {'points':>8} {'games':>6} {heads}"]
        for rank, i in enumerate(order, 1):
            cells = " ".join(f"{self.cell(i, j):>9}" for j in order)
            lines.append(f"{rank:3} {self.names[i]:<{wide}} {ratings[i][0]:>+7.1f} {ratings[i][1]:>6.1f} "
                         f"{sum(points[i]):>8.1f} {sum(games[i]):>6} {cells}")
        return lines

    def cell(self, i, j):
        """One meeting in the cross table."""
        if i == j:
            return "-"
        t = self.tallies.get((i, j))
        return f"{t.wins}-{t.losses}-{t.draws}" if t and t.games else "."

    def fault_lines(self):
        """Who did what wrong; nothing when all went well."""
        lines = []
        for name, counter in zip(self.names, self.faults):
            if counter:
                counts = ", ".join(f"{count} {kind}" for kind, count in counter.items())
                lines.append(f"Faults of {name}: {counts}")
        return lines

    def cost_lines(self, wall=0.0, cpu=0.0, slots=1):
        """What the arena itself cost, how busy it kept the engines, and how far they went over their time."""
        lines = []
        if self.asked:
            text = f"Arena: {self.overhead_sum / self.asked:.3f} ms between moves over {self.asked} moves"
            if wall:
                text += (f", {1000 * cpu / self.asked:.3f} ms of CPU a move; "
                         f"engines thought {100 * self.thinking / wall / slots:.1f} % of the time in {slots} games at once")
            lines.append(text)
        over = [f"{name} {worst:.1f} ms" for name, worst in zip(self.names, self.overshoot) if worst > 0]
        if over:
            lines.append(f"Worst overshoot: {', '.join(over)}")
        return lines
