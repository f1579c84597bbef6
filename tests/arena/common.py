# SPDX-License-Identifier: MIT
"""What the arena's tests share: paths, the double's command, and a match in a temporary folder."""

import os
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPTS = os.path.join(ROOT, "scripts")
MATCH = os.path.join(SCRIPTS, "match")
ENGINE = os.environ.get("OUTFLANK", os.path.join(ROOT, "outflank"))

if SCRIPTS not in sys.path:
    sys.path.insert(0, SCRIPTS)

from arena.records import load                                              # noqa: E402


def double(protocol, *words):
    """The command line of a double."""
    return " ".join([shlex.quote(sys.executable), "-S", shlex.quote(os.path.join(HERE, "double.py")), protocol, *words])


def engine(name, protocol, *words, extra=""):
    """The -e text of a double."""
    command = double(protocol, "--name", name, *words)
    return f"name={name},cmd={command},proto={protocol}{extra}"


def run_match(*arguments, timeout=120):
    """Runs scripts/match and returns the finished process."""
    return subprocess.run([sys.executable, MATCH, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=timeout, check=False)


class Temporary(unittest.TestCase):
    """A folder for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        """A file in the test's folder."""
        return os.path.join(self.folder, name)

    def match(self, *arguments, status=0, journal="m.jsonl"):
        """Runs a match with a journal; returns its records and what it printed."""
        journal = self.path(journal)
        done = run_match("--jsonl", journal, *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return load(journal)[1] if os.path.exists(journal) else [], done.stdout + done.stderr
