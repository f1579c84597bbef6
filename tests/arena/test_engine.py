# SPDX-License-Identifier: MIT
"""A sample of the long checks against the engine itself; skipped by name where it has not been built."""

import os
import random
import shlex
import unittest

from common import ENGINE, run_match
import check_long


@unittest.skipUnless(os.access(ENGINE, os.X_OK), f"no engine at {ENGINE}: run make first")
class WithTheEngine(unittest.TestCase):
    """Rules and whole games."""

    def test_rules_agree_on_a_sample(self):
        for game in check_long.GAMES:
            rules = check_long.Rules(game)
            self.addCleanup(rules.close)
            for seed in range(3):
                self.assertGreater(check_long.compare_game(rules, random.Random(seed)), 5)

    def test_a_short_match_of_every_game_over_every_protocol_it_speaks(self):
        for game in ("othello:6x6", "gomoku:9", "connect4"):
            done = run_match("--game", game, "--games", "2", "--depth", "2", "--concurrency", "2",
                             "-e", f"name=uci,cmd={ENGINE},option.Hash=1",
                             "-e", f"name=gtp,cmd={shlex.quote(ENGINE)} gtp,proto=gtp,st=0.05,margin=60000")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("Faults", done.stdout)


class Injected(unittest.TestCase):
    """A sample of the fault match."""

    def test_faults_are_scored_rightly(self):
        check_long.faults(8, rate=0.06, say=lambda text: self.assertIn("rightly", text))


if __name__ == "__main__":
    unittest.main()
