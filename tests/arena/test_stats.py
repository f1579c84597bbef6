# SPDX-License-Identifier: MIT
"""Statistics against values worked out by hand and against the bootstrap."""

import math
import random
import unittest

import common  # noqa: F401
from arena.ratings import rate
from arena.sprt import Sprt, SprtError, VALUES, nearest_with_mean, nearest_with_strength, read_sprt
from arena.stats import NORMALISED, Tally, elo_of, moments, normal_cdf, score_of


def tally_of(pairs):
    """A tally from a list of (first game's score, second game's score)."""
    tally = Tally()
    for number, (one, two) in enumerate(pairs):
        tally.add(number, one, 4 * one - 2, True)
        tally.add(number, two, 4 * two - 2, False)
    return tally


class ByHand(unittest.TestCase):
    """Small cases."""

    def test_elo_scale(self):
        self.assertEqual(elo_of(0.5), 0)
        self.assertAlmostEqual(elo_of(0.75), 400 * math.log10(3), places=9)
        self.assertAlmostEqual(elo_of(10 / 11), 400, places=9)
        self.assertAlmostEqual(score_of(elo_of(0.3)), 0.3, places=12)
        self.assertEqual((elo_of(0), elo_of(1)), (-math.inf, math.inf))

    def test_counts_and_pairs(self):
        tally = tally_of([(1, 1), (1, 0), (0.5, 0.5), (1, 0.5), (0, 0), (0.5, 0)])
        self.assertEqual((tally.wins, tally.draws, tally.losses), (4, 4, 4))
        self.assertEqual(tally.penta, [1, 1, 2, 1, 1])
        self.assertEqual(tally.by_colour, [[3, 2, 1], [1, 2, 3]])
        self.assertEqual(tally.score, 0.5)
        # Pair means 1, .5, .5, .75, 0, .25: variance (.25+.0625+.25+.0625)/6 = .625/6.
        mean, error, deviation = tally.spread()
        self.assertAlmostEqual(mean, 0.5)
        self.assertAlmostEqual(error, math.sqrt(0.625 / 6 / 6))
        self.assertAlmostEqual(deviation, math.sqrt(2 * 0.625 / 6))
        self.assertAlmostEqual(tally.los(), 0.5)

    def test_elo_interval(self):
        # 60 pairs: 10 lost both, 20 split, 30 won both. Mean 2/3, variance (10*4/9 + 20*1/36 + 30*1/9)/60 = 5/36.
        tally = tally_of([(0, 0)] * 10 + [(1, 0)] * 20 + [(1, 1)] * 30)
        mean, error = 2 / 3, math.sqrt(5 / 36 / 60)
        elo, low, high = tally.elo()
        self.assertAlmostEqual(elo, 400 * math.log10(2))
        self.assertAlmostEqual(low, elo_of(mean - 1.959964 * error), places=3)
        self.assertAlmostEqual(high, elo_of(mean + 1.959964 * error), places=3)
        self.assertAlmostEqual(tally.los(), normal_cdf((mean - 0.5) / error))
        self.assertAlmostEqual(tally.normalised_elo()[0], NORMALISED * (1 / 6) / math.sqrt(2 * 5 / 36))

    def test_clean_score(self):
        tally = tally_of([(1, 1)] * 5)
        elo, low, high = tally.elo()
        self.assertEqual((elo, high), (math.inf, math.inf))
        self.assertAlmostEqual(low, elo_of(0.025 ** 0.1))      # Clopper and Pearson's bound for 10 of 10
        self.assertAlmostEqual(tally.los(), normal_cdf(math.sqrt(10)))

    def test_nothing_played(self):
        tally = Tally()
        self.assertEqual((tally.score, tally.elo(), tally.los()), (0.5, (0, 0, 0), 0.5))

    def test_normal_distribution(self):
        for z, p in ((0, 0.5), (1.959964, 0.975), (-1, 0.158655), (3, 0.998650)):
            self.assertAlmostEqual(normal_cdf(z), p, places=5)

    def test_disc_difference(self):
        tally = Tally()
        for number, margin in enumerate((10, -2, 4, 0)):
            tally.add(number // 2, 1.0 if margin > 0 else 0.5, margin, True)
        mean, width = tally.disc_difference()
        # Deviations 7, -5, 1, -3: sum of squares 84, /3 = 28.
        self.assertAlmostEqual(mean, 3)
        self.assertAlmostEqual(width, 1.959964 * math.sqrt(28 / 4), places=4)


class Bootstrap(unittest.TestCase):
    """A second method: draw the pairs again many times and look at the spread."""

    def test_error_bars_agree(self):
        source = random.Random(3)
        pairs = source.choices([(0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1)], [2, 3, 5, 4, 4, 3], k=300)
        tally = tally_of(pairs)
        means = []
        for _ in range(2000):
            again = source.choices(pairs, k=len(pairs))
            means.append(sum(a + b for a, b in again) / 2 / len(again))
        means.sort()
        _, low, high = tally.elo()
        self.assertAlmostEqual(low, elo_of(means[50]), delta=3.0)
        self.assertAlmostEqual(high, elo_of(means[1950]), delta=3.0)
        self.assertAlmostEqual(tally.los(), sum(m > 0.5 for m in means) / 2000, delta=0.03)

    def test_disc_difference_agrees(self):
        source = random.Random(4)
        tally = Tally()
        for number in range(400):
            margin = source.gauss(3, 15)
            tally.add(number, 1.0 if margin > 0 else 0.0, margin, True)
        means = sorted(sum(source.choices(tally.margins, k=400)) / 400 for _ in range(2000))
        mean, width = tally.disc_difference()
        self.assertAlmostEqual(mean - width, means[50], delta=0.25)
        self.assertAlmostEqual(mean + width, means[1950], delta=0.25)


class Test(unittest.TestCase):
    """The sequential test."""

    def test_bounds(self):
        low, high = Sprt().bounds()
        self.assertAlmostEqual(high, math.log(19))
        self.assertAlmostEqual(low, -math.log(19))

    def test_nearest_distributions_keep_their_promise(self):
        shares = [0.05, 0.2, 0.4, 0.25, 0.1]
        for mean in (0.45, 0.5, 0.55):
            found = nearest_with_mean(shares, mean)
            self.assertAlmostEqual(sum(found), 1, places=9)
            self.assertAlmostEqual(moments(found, VALUES)[0], mean, places=9)
        for strength in (-0.1, 0.0, 0.2):
            found = nearest_with_strength(shares, strength)
            mean, variance = moments(found, VALUES)
            self.assertAlmostEqual(sum(found), 1, places=6)
            self.assertAlmostEqual((mean - 0.5) / math.sqrt(variance), strength, places=6)

    def test_two_valued_case_is_the_binomial_one(self):
        # Only lost and won pairs: the ratio is n1 log(p1/p0) + n0 log(q1/q0), up to the stand-ins for zero.
        counts = [40, 0, 0, 0, 60]
        test = Sprt(0, 50)
        p1 = score_of(50)
        expected = 60 * math.log(p1 / 0.5) + 40 * math.log((1 - p1) / 0.5)
        self.assertAlmostEqual(test.llr(counts), expected, delta=0.01)

    def test_close_to_the_normal_approximation(self):
        counts = [100, 950, 2000, 1050, 130]
        pairs = sum(counts)
        mean, variance = moments(counts, VALUES)
        s0, s1 = score_of(0), score_of(5)
        normal = pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        self.assertAlmostEqual(Sprt(0, 5).llr(counts), normal, delta=0.03)
        k0, k1 = 0, 5 * math.sqrt(2) / NORMALISED
        t = (mean - 0.5) / math.sqrt(variance)
        normal = pairs * (k1 - k0) * (2 * t - k0 - k1) / 2
        self.assertAlmostEqual(Sprt(0, 5, model="normalised").llr(counts), normal, delta=0.05)

    def test_error_rates_by_simulation(self):
        # True strength elo1: H0 must come out in about beta of the runs, and the other way round.
        source = random.Random(9)
        test = Sprt(0, 60, 0.05, 0.05)
        for elo, wrong in ((60, "H0"), (0, "H1")):
            mean = score_of(elo)
            base = nearest_with_mean([0.1, 0.2, 0.4, 0.2, 0.1], mean)
            bad = 0
            for _ in range(200):
                counts = [0] * 5
                while True:
                    for kind in source.choices(range(5), base, k=8):
                        counts[kind] += 1
                    verdict = test.verdict(counts)
                    if verdict:
                        break
                bad += verdict == wrong
            self.assertLessEqual(bad, 22, f"{bad} of 200 wrong at {elo}")     # 10 expected, 3 deviations 9

    def test_words(self):
        test = read_sprt(["elo0=-3", "elo1=1", "alpha=0.1", "beta=0.2", "model=normalized"])
        self.assertEqual(test, Sprt(-3, 1, 0.1, 0.2, "normalised"))
        self.assertEqual(read_sprt(["elo0=0,elo1=4"]), Sprt(0, 4))
        for words in (["elo0=5", "elo1=0"], ["elo2=1"], ["alpha=x"], ["alpha=0.7"], ["model=odd"]):
            with self.assertRaises(SprtError):
                read_sprt(words)

    def test_elo_out_of_reach_is_refused_by_name(self):
        for word in ("elo1=1e6", "elo0=-1e6", "elo1=inf", "elo0=-inf", "elo1=nan", "elo0=nan", "elo1=1000.5"):
            with self.assertRaisesRegex(SprtError, word[:5] + ".* is not between"):
                read_sprt([word])
        for word in ("elo1=232", "elo0=-232"):
            read_sprt([word])
            with self.assertRaisesRegex(SprtError, word):
                read_sprt([word, "model=normalised"])

    def test_elo_within_reach_is_reckoned_with(self):
        clean = [[9 if i == j else 0 for i in range(5)] for j in range(5)]
        for model, most in (("logistic", 1000), ("normalised", 200)):
            test = read_sprt([f"elo0=-{most}", f"elo1={most}", f"model={model}"])
            for counts in (*clean, [1, 0, 0, 0, 9], [3, 8, 20, 9, 4]):
                self.assertTrue(math.isfinite(test.llr(counts)), (model, counts))


class Ratings(unittest.TestCase):
    """Many engines at once."""

    def test_two_engines_are_the_elo_formula(self):
        (a, wide), (b, _) = rate([[0, 600], [400, 0]], [[0, 1000], [1000, 0]])
        self.assertAlmostEqual(a - b, elo_of(0.6), delta=0.2)
        # One deviation of the difference: sqrt(.24/1000)/.24 in natural units; each half of it.
        self.assertAlmostEqual(wide, 1.96 * math.sqrt(0.24 / 1000) / 0.24 * 400 / math.log(10) / 2, delta=0.1)

    def test_transitive_field(self):
        truth = [150, 0, -150]
        games = [[0 if i == j else 10000 for j in range(3)] for i in range(3)]
        points = [[0 if i == j else 10000 * score_of(truth[i] - truth[j]) for j in range(3)] for i in range(3)]
        for (elo, _), true in zip(rate(points, games), truth):
            self.assertAlmostEqual(elo, true, delta=0.5)


if __name__ == "__main__":
    unittest.main()
