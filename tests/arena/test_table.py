# SPDX-License-Identifier: MIT
"""tests/check_long.py, the table of promises: what it remembers, and that it leaves nothing running; and tests/mutants.py."""

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from common import ROOT
from arena import family

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

    def test_a_closed_terminal_ends_what_runs(self):
        self.write("run.py", f"""import importlib.util, sys
spec = importlib.util.spec_from_file_location("table", {TABLE!r})
table = importlib.util.module_from_spec(spec)
spec.loader.exec_module(table)
table.ROWS = (table.Row("X1", "sleep", "1", [["sh", "-c", "echo $$ >pid.new; mv pid.new pid; exec sleep 300"]]),)
sys.argv = ["check-long"]
sys.exit(table.main())
""")
        for number in (signal.SIGHUP, signal.SIGTERM):
            child = subprocess.Popen([sys.executable, "run.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
            self.addCleanup(child.wait)
            self.addCleanup(child.kill)
            deadline = time.monotonic() + 60
            while not os.path.exists("pid") and time.monotonic() < deadline:
                time.sleep(0.02)
            with open("pid", encoding="ascii") as file:
                pid = int(file.read())
            self.addCleanup(family.end, pid)
            child.send_signal(number)
            self.assertEqual(child.wait(60), 128 + number)
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)
            os.unlink("pid")


class Faults(unittest.TestCase):
    """tests/mutants.py."""

    def test_a_fault_that_is_not_there_is_not_caught(self):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "tests", "mutants.py"), "no-such-fault"], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("there is no fault no-such-fault in tests/mutants.txt", done.stderr)


if __name__ == "__main__":
    unittest.main()
