# SPDX-License-Identifier: MIT
"""scripts/calibrate-levels with doubles for engines: the table, and going on after an interruption."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from common import SCRIPTS, double
from arena.records import load


class Calibrate(unittest.TestCase):
    """One command from nothing to the table."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "games")

    def calibrate(self, *arguments, status=0):
        """Runs the command; returns what it wrote to standard output and error."""
        done = subprocess.run([sys.executable, os.path.join(SCRIPTS, "calibrate-levels"), "--cmd", double("uci"),
                               "--game", "connect4", "--nodes", "1", "--record", self.folder, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def test_every_level_meets_the_one_below(self):
        text, _ = self.calibrate("--games", "2", "--rows")
        rows = re.findall(r"^\| (\w+).*\| (-?\d+) \| (\d+)-(\d+)-(\d+) \| \d+ % \|$", text, re.M)
        self.assertEqual([row[0] for row in rows], "beginner novice casual learner intermediate club skilled expert "
                                                   "master perfect".split())
        self.assertTrue(all(sum(map(int, row[2:])) == 2 for row in rows), text)
        self.assertEqual(re.search(r"^rows: (.*)$", text, re.M)[1].split(", "), [row[1] for row in rows])
        self.assertEqual(len(os.listdir(self.folder)), 10)
        self.assertEqual(self.calibrate("--games", "2", "--rows")[0], text)

    def test_a_torn_record_is_gone_on_with(self):
        chosen = ("--games", "4", "--level", "expert")
        self.calibrate(*chosen)
        path = os.path.join(self.folder, "connect4-expert.jsonl")
        with open(path, "rb") as file:
            kept = file.read().splitlines(keepends=True)[:3]
        with open(path, "wb") as file:
            file.write(b"".join(kept) + b'{"torn')
        self.calibrate(*chosen)
        with open(path, "rb") as file:
            self.assertEqual(file.read().splitlines(keepends=True)[:3], kept)
        self.assertEqual(sorted(r.number for r in load(path)[1]), [0, 1, 2, 3])
        _, news = self.calibrate("--seed", "2", *chosen, status=1)
        self.assertIn("calibrate-levels: resume:", news)


if __name__ == "__main__":
    unittest.main()
