# SPDX-License-Identifier: MIT
"""scripts/train, train-gomoku and the measuring scripts leave nothing running behind, however they end."""

import argparse
import importlib.machinery
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLEAN = {name: value for name, value in os.environ.items()
         if name not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "B", "EXE", "CFLAGS", "CRITERION")}
PATIENCE = 120
LONG = {"train": ("--hours", "9", "--keep-tree"), "train-gomoku": ("--hours", "9", "--piece", "999999")}
MADE = {"train": "games-0-1.dat", "train-gomoku": "games-2.txt.part"}      # by the second of two generators

sys.path.insert(0, os.path.join(ROOT, "scripts"))

from arena import family                                                    # noqa: E402


def load(name):
    """A script as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), os.path.join(ROOT, "scripts", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def running(pid):
    """True while a process is there, and not only waited for."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


def soon(what):
    """What a function gives as soon as it gives anything; its last answer when it never does."""
    deadline = time.monotonic() + PATIENCE
    while not what() and time.monotonic() < deadline:
        time.sleep(0.05)
    return what()


@unittest.skipUnless(os.path.isdir("/proc/self"), "no /proc to look for processes in")
class Ending(unittest.TestCase):
    """Signals, and generators that fail."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.tool = os.path.join(self.folder, "tool")

    def begin(self, script, hangup=signal.SIG_DFL):
        """A script whose two generators are running, and their numbers."""
        command = [sys.executable, os.path.join(ROOT, "scripts", script), "--dir", self.folder, "--processes", "2"]
        child = subprocess.Popen([*command, *LONG[script]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                 env=CLEAN, preexec_fn=lambda: signal.signal(signal.SIGHUP, hangup))
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        made = soon(lambda: os.path.exists(os.path.join(self.folder, MADE[script])) or child.poll() is not None)
        generators = [pid for pid, parent, _ in family.processes() if parent == child.pid]
        for pid in generators:
            self.addCleanup(family.end, pid)
        self.assertTrue(made)
        self.assertEqual(len(generators), 2)
        return child, generators

    def test_a_signal_ends_the_generators_too(self):
        for script, status in (("train", 1), ("train-gomoku", 130)):
            for number in (signal.SIGTERM, signal.SIGHUP):
                with self.subTest(script=script, signal=number):
                    child, generators = self.begin(script)
                    child.send_signal(number)
                    self.assertEqual(child.wait(PATIENCE), status)
                    self.assertNotIn("Traceback", child.stderr.read())
                    self.assertFalse([pid for pid in generators if running(pid)])
                for name in os.listdir(self.folder):
                    os.unlink(os.path.join(self.folder, name))

    def test_what_keeps_the_machine_busy_ends_too(self):
        with open(self.tool, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexec sleep 300\n")         # an engine that never answers
        os.chmod(self.tool, 0o700)
        for number, status in ((signal.SIGTERM, 130), (signal.SIGHUP, 130), (signal.SIGKILL, -signal.SIGKILL)):
            child = subprocess.Popen([sys.executable, os.path.join(ROOT, "scripts", "bench-timing"), "--engine", self.tool,
                                      "--load", "1"], stderr=subprocess.DEVNULL,
                                     preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
            self.addCleanup(child.wait)
            self.addCleanup(child.kill)
            cores = os.cpu_count() or 1

            def started():
                """All it has started, once all have."""
                pids = [pid for pid, parent, _ in family.processes() if parent == child.pid]
                return len(pids) == cores + 1 and pids
            pids = soon(started)
            self.assertTrue(pids)
            for pid in pids:
                self.addCleanup(family.end, pid)
            child.send_signal(number)
            self.assertEqual(child.wait(PATIENCE), status)
            if number == signal.SIGKILL:                        # then the engine is nobody's to end
                self.assertTrue(soon(lambda: sum(map(running, pids)) <= 1))
            else:
                self.assertFalse(any(map(running, pids)))

    def test_a_solver_that_was_asked_for_openings_ends_too(self):
        place = os.path.join(self.folder, "solver")
        with open(self.tool, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\necho $$ >'{place}.new' && mv '{place}.new' '{place}' && exec sleep 300\n")
        os.chmod(self.tool, 0o700)
        child = subprocess.Popen([sys.executable, os.path.join(ROOT, "scripts", "make-openings"), "connect4", "--plies", "1",
                                  "--even", "--engine", self.tool], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        self.assertTrue(soon(lambda: os.path.exists(place)))
        with open(place, encoding="ascii") as file:
            solver = int(file.read())
        self.addCleanup(family.end, solver)
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(PATIENCE), 130)
        self.assertFalse(running(solver))

    def test_nohup_is_respected(self):
        child, generators = self.begin("train", signal.SIG_IGN)
        child.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertIsNone(child.poll())
        self.assertTrue(all(map(running, generators)))
        child.send_signal(signal.SIGTERM)
        child.wait(PATIENCE)
        self.assertFalse([pid for pid in generators if running(pid)])

    def check_others_end(self, fails, run):
        """Something that runs self.tool twice, which fails with certain words and else sleeps on, its number in a file."""
        place = os.path.join(self.folder, "sleeper")
        with open(self.tool, "w", encoding="ascii") as file:
            file.write(f"""#!/bin/sh
case " $* " in
*"{fails}"*) while [ ! -e '{place}' ]; do sleep 0.05; done; exit 3 ;;
esac
echo $$ >'{place}.new' && mv '{place}.new' '{place}' && exec sleep 300
""")
        os.chmod(self.tool, 0o700)
        with self.assertRaises(SystemExit):
            run()
        with open(place, encoding="ascii") as file:
            sleeper = int(file.read())
        self.addCleanup(family.end, sleeper)
        self.assertFalse(running(sleeper), fails)
        os.unlink(place)

    def test_one_generator_that_fails_ends_the_others(self):
        train = load("train")
        for words in ("12", "21"):
            self.check_others_end(" 1 ", lambda: train.run_all([[self.tool, word] for word in words]))

    def test_one_generator_of_gomoku_that_fails_ends_the_others(self):
        gomoku = load("train-gomoku")
        for number in (1, 2):
            with mock.patch.object(gomoku, "TOOL", self.tool):
                self.check_others_end(f" 7 {number} 9", lambda: gomoku.play(
                    argparse.Namespace(dir=self.folder, processes=2, piece=7, nodes=9), 1))


if __name__ == "__main__":
    unittest.main()
