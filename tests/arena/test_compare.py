# SPDX-License-Identifier: MIT
"""scripts/compare-search with doubles for engines: the table, and going on after an interruption."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from common import SCRIPTS, double
from arena.records import load


class Compare(unittest.TestCase):
    """One command from nothing to the table."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "games")
        self.table = os.path.join(folder.name, "table.md")

    def compare(self, *arguments, status=0):
        """Runs the command; returns what it wrote to standard output and error."""
        done = subprocess.run([sys.executable, os.path.join(SCRIPTS, "compare-search"), "--cmd", double("uci"), "--st",
                               "60", "--record", self.folder, "--out", self.table, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def test_every_search_meets_every_other_in_every_game(self):
        text, _ = self.compare("--games", "2", "--game", "connect4", "--game", "connect4:5x4")
        rows = [line for line in text.splitlines() if line.startswith("| connect4")]
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertEqual(len(re.findall(r"[+-]\d+ ± \d+ \([\d.]+/8\)", row)), 5, row)
        with open(self.table, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)
        records = load(os.path.join(self.folder, "connect4-5x4.jsonl"))[1]
        self.assertEqual(len({frozenset(r.names) for r in records}), 10)
        self.assertEqual(len(records), 20)

    def test_a_torn_record_is_gone_on_with(self):
        pair = ("--game", "connect4:5x4", "--search", "negamax", "--search", "mcts-guided")
        self.compare("--games", "4", *pair)
        path = os.path.join(self.folder, "connect4-5x4.jsonl")
        with open(path, "rb") as file:
            whole = file.read()
        kept = whole.splitlines(keepends=True)[:3]
        with open(path, "wb") as file:
            file.write(b"".join(kept) + b'{"torn')
        _, news = self.compare("--games", "4", *pair)
        self.assertIn("Resumed with 2 of 4 games played", news)
        with open(path, "rb") as file:
            self.assertEqual(file.read().splitlines(keepends=True)[:3], kept)
        self.assertEqual(sorted(r.number for r in load(path)[1]), [0, 1, 2, 3])

    def test_other_settings_do_not_mix_with_a_record(self):
        pair = ("--game", "connect4:5x4", "--search", "negamax", "--search", "mcts-eval")
        self.compare("--games", "2", *pair)
        _, news = self.compare("--games", "2", "--hash", "7", *pair, status=1)
        self.assertIn("compare-search: resume:", news)


if __name__ == "__main__":
    unittest.main()
