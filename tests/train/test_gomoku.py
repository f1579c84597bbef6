# SPDX-License-Identifier: MIT
"""scripts/train-gomoku with a few games of a few positions a move."""

import argparse
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLEAN = {name: value for name, value in os.environ.items()
         if name not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "B", "EXE", "CFLAGS", "CRITERION")}


class Saved(unittest.TestCase):
    """What a power cut leaves."""

    def test_files_are_on_the_disk_before_they_have_their_names(self):
        """Of pieces, state and networks: the file, its name, and the folder that has the name."""
        loader = importlib.machinery.SourceFileLoader("train_gomoku", os.path.join(ROOT, "scripts", "train-gomoku"))
        train = importlib.util.module_from_spec(importlib.util.spec_from_loader("train_gomoku", loader))
        loader.exec_module(train)
        done, sync, replace = [], os.fsync, os.replace

        def make(command, **_):
            """The tool: one file of its name."""
            with open(command[2], "w", encoding="ascii") as out:
                out.write("made\n")

        def make_all(commands):
            for command in commands:
                make(command)
            return 0

        def note_sync(handle):
            done.append(("sync", os.path.basename(os.readlink(f"/proc/self/fd/{handle}"))))
            sync(handle)

        def note_replace(old, new):
            done.append(("name", os.path.basename(new)))
            replace(old, new)
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(train.family, "run_together", make_all), \
                mock.patch.object(train.subprocess, "run", make), mock.patch("os.fsync", note_sync), \
                mock.patch("os.replace", note_replace), contextlib.redirect_stdout(io.StringIO()):
            train.play(argparse.Namespace(dir=folder, processes=2, piece=1, nodes=1), 1e-9)
            train.fit("network", os.path.join(folder, "network.bin"), folder)
            within = os.path.basename(folder)
        for name in ("games-1.txt", "games-2.txt", "state.json", "network.bin"):
            at = done.index(("name", name))
            self.assertIn(done[at - 1], [("sync", name + ".part"), ("sync", name + ".new")], done)
            self.assertEqual(done[at + 1:at + 2], [("sync", within)], done)


class TrainGomoku(unittest.TestCase):
    """One piece of games, made once; the fits of it."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder, cls.out = folder.name, os.path.join(folder.name, "network.bin")
        cls.said = cls.train("--hours", "0.00001", "--policy", cls.out + ".policy")

    @classmethod
    def train(cls, *words):
        """What `scripts/train-gomoku WORDS` prints."""
        command = [os.path.join(ROOT, "scripts", "train-gomoku"), "--dir", cls.folder, "--network", cls.out,
                   "--nodes", "20", "--piece", "12", "--processes", "1", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=CLEAN).stdout

    def test_networks_have_the_form_of_the_trees(self):
        """The same magic and as many bytes, but other numbers."""
        for made, kept in ((self.out, "network.bin"), (self.out + ".policy", "policy.bin")):
            with open(made, "rb") as ours, open(os.path.join(ROOT, "engine", "gomoku", kept), "rb") as trees:
                made, kept = ours.read(), trees.read()
            self.assertEqual((made[:8], len(made)), (kept[:8], len(kept)))
            self.assertNotEqual(made, kept)
        self.assertRegex(self.said, r"epoch 4: loss \d\.\d+ seen, unseen \d\.\d+, game's end")
        self.assertRegex(self.said, r"epoch 4: surprise \d\.\d+ seen, unseen")

    def test_a_policy_is_made_only_where_it_is_asked_for(self):
        """The tree's is of more than games, so nothing replaces it unasked."""
        tree = os.path.join(ROOT, "engine", "gomoku", "policy.bin")
        with open(tree, "rb") as policy:
            before = policy.read()
        said = self.train("--hours", "0.00001")
        self.assertIn("network.bin", said)
        self.assertNotIn("policy", said)
        self.assertNotIn("surprise", said)
        with open(tree, "rb") as policy:
            self.assertEqual(policy.read(), before)

    def test_a_file_that_cannot_be_opened_is_named(self):
        """By the tool, with the reason, whatever it was to do with it."""
        tool, none, out = os.path.join(ROOT, "build", "gomoku-tune"), "/nowhere/at/all", os.path.join(self.folder, "x.bin")
        games = os.path.join(self.folder, "games-1.txt")
        for words in (("network", out, none), ("policy", out, none), ("network", none, games), ("policy", none, games),
                      ("generate", none, "1", "1", "20")):
            ended = subprocess.run([tool, *words], capture_output=True, text=True)
            self.assertNotEqual(ended.returncode, 0, words)
            self.assertIn(none + ": No such file or directory", ended.stderr, words)

    def test_goes_on_where_it_stopped(self):
        """No more games when the hours are used, and other ones when they are not."""
        again = self.train("--hours", "0.00001")
        self.assertEqual(self.games(), ["games-1.txt"])
        self.assertNotIn("pieces", again)
        with open(os.path.join(self.folder, "state.json"), "w", encoding="ascii") as state:
            json.dump({"seconds": 0, "next": 2}, state)
        first = self.read("games-1.txt")
        self.train("--hours", "0.00001")
        self.assertEqual(self.games(), ["games-1.txt", "games-2.txt"])
        self.assertEqual(self.read("games-1.txt"), first)
        self.assertNotEqual(self.read("games-2.txt"), first)

    def test_positions_off_the_path(self):
        """They are written as games of one move, and fitted to."""
        path, tool = os.path.join(self.folder, "off.txt"), os.path.join(ROOT, "build", "gomoku-tune")
        subprocess.run([tool, "wander", path, "4", "1", "20"], check=True)
        lines = self.read("off.txt").splitlines()
        self.assertGreater(len(lines), 4)
        for line in lines:
            self.assertRegex(line, r"^\d+(,free)? 0 [\dxo/]+ [xo] -?\d+ ! [a-t]\d+$")
        said = subprocess.run([tool, "network", os.path.join(self.folder, "off.bin"), path], check=True, capture_output=True,
                              text=True).stdout
        self.assertRegex(said, r"\d+ positions\n")

    def games(self):
        return sorted(name for name in os.listdir(self.folder) if name.startswith("games"))

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="ascii") as games:
            return games.read()
