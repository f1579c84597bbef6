# SPDX-License-Identifier: MIT
"""tests/check_long.py, the table of promises: what it remembers, and that it leaves nothing running."""

import importlib.util
import os
import tempfile
import unittest

from common import ROOT

TABLE = os.path.join(ROOT, "tests", "check_long.py")        # not this folder's own check_long.py


def load():
    """The program as a module."""
    spec = importlib.util.spec_from_file_location("table_of_promises", TABLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Remembered(unittest.TestCase):
    """Rows that passed are not run again."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def write(self, name, text):
        """A file of a tree."""
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", encoding="ascii") as file:
            file.write(text)

    def test_what_a_row_runs_or_builds_counts(self):
        table = load()
        seen = {table.fingerprint()}
        for name in ("outflank", "build/long", "scripts/arena/play.py", "scripts/bridges/httpd.py", "scripts/web/local/wire.py",
                     "tests/bridges/flaky.py", "tests/corpus/uci/one", "tests/fuzz/fuzz_uci.c", "scripts/match"):
            for text in ("one", "two"):
                self.write(name, text)
                seen.add(table.fingerprint())
        self.assertEqual(len(seen), 19)
        self.write("scripts/arena/__pycache__/play.pyc", "one")
        self.assertIn(table.fingerprint(), seen)


if __name__ == "__main__":
    unittest.main()
