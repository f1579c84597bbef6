# SPDX-License-Identifier: MIT
"""scripts/train from nothing to weights, with a plan of seconds."""

import functools
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def load_train():
    """The script as a module."""
    loader = importlib.machinery.SourceFileLoader("train", os.path.join(ROOT, "scripts", "train"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("train", loader))
    loader.exec_module(module)
    return module


class Train(unittest.TestCase):
    """Two generations, a process each of one second, made once for all tests."""

    @classmethod
    def setUpClass(cls):
        # Below `make asan` the trainer is made as it is elsewhere, not with the flags and folders of that make.
        environment = mock.patch.dict(os.environ)
        environment.start()
        cls.addClassCleanup(environment.stop)
        for name in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "B", "EXE", "CFLAGS", "CRITERION"):
            os.environ.pop(name, None)
        cls.train = load_train()
        step = {"share": 0.5, "depth": 1, "solve": 8, "lambda": 90, "epochs": 1}
        cls.train.PLAN = [dict(step, plain=1), step]
        cls.train.ERRORS = {"count": 150, "depth": 3, "solve": 8}
        cls.train.SIX_PIECE = 1
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.made = os.path.join(cls.folder.name, "made")
        cls.ran = cls.run_main(cls.made)

    @classmethod
    def run_main(cls, folder, *words):
        """The commands that `scripts/train --dir FOLDER WORDS` runs."""
        ran = []

        def run(command, **how):
            ran.append([os.path.basename(command[0])] + command[1:])
            return real(command, **how)
        real, quiet = subprocess.run, functools.partial(subprocess.Popen, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        words = ["train", "--dir", folder, "--hours", "0.0005", "--processes", "1", *words]
        if cls.train.TREE == ROOT:
            words.append("--keep-tree")
        with mock.patch("sys.argv", words), mock.patch("subprocess.run", run), \
                mock.patch("subprocess.Popen", quiet), mock.patch.object(cls.train, "say"):
            cls.train.main()
        return ran

    def installed(self, folder, *words):
        """The files of a copy of the tree that `scripts/train WORDS` made anew, by name, with their bytes."""
        def read(tree):
            return {str(path.relative_to(tree)): path.read_bytes() for path in pathlib.Path(tree).rglob("*") if path.is_file()}
        with tempfile.TemporaryDirectory() as tree, mock.patch.object(self.train, "TREE", tree):
            shutil.copytree(os.path.join(ROOT, "engine", "othello"), os.path.join(tree, "engine", "othello"))
            before = read(tree)
            self.run_main(folder, *words)
            after = read(tree)
        self.assertEqual(sorted(before), sorted(after), "what is put into the tree takes the place of a file there")
        return {name: (before[name], after[name]) for name in after if before[name] != after[name]}

    def copy(self):
        """A work folder in which all is done, to go on from."""
        return shutil.copytree(self.made, os.path.join(self.folder.name, self.id()))

    def test_from_nothing_and_again(self):
        """Makes weights the trainer accepts, and a second run of the same command has nothing left to do."""
        self.assertEqual([c[1] for c in self.ran if c[0] == "trainer"], ["fit", "fit"])
        folder = self.copy()
        made = sorted(os.listdir(folder))
        self.assertEqual(made, ["games-0-0.dat", "games-1-0.dat", "solved-1-0.dat", "state.json", "weights-0.bin",
                                "weights-1.bin"])
        for name in made:
            self.assertGreater(os.path.getsize(os.path.join(folder, name)), 0, name)
        measured = subprocess.run([self.train.TRAINER, "measure", "all=1",
                                   "weights=" + os.path.join(folder, "weights-1.bin"),
                                   os.path.join(folder, "solved-1-0.dat")],
                                  check=True, capture_output=True, text=True).stdout
        self.assertIn("mean error", measured)
        self.assertEqual([c for c in self.run_main(folder) if c[0] == "trainer"], [])

    def test_weights_take_the_place_of_the_trees(self):
        """And the errors of Multi-ProbCut with them."""
        folder = self.copy()
        new = self.installed(folder)
        self.assertEqual(sorted(new), ["engine/othello/eval/weights.bin", "engine/othello/search/sigma.h"])
        old_sigma, new_sigma = new["engine/othello/search/sigma.h"]
        self.assertEqual(*(re.findall(rb"#define (\w+)", text) for text in (old_sigma, new_sigma)))
        with open(os.path.join(folder, "weights-1.bin"), "rb") as made:
            self.assertEqual(new["engine/othello/eval/weights.bin"][1], made.read())

    def test_six(self):
        """6x6 weights take the place of the tree's."""
        with tempfile.TemporaryDirectory() as folder:
            new = self.installed(folder, "--board", "6x6")
            self.assertEqual(list(new), ["engine/othello/eval/six_weights.bin"])
            self.assertEqual(*map(len, new["engine/othello/eval/six_weights.bin"]))

    def test_what_is_added_after_a_torn_record_is_whole(self):
        """A generator that was killed may leave half a record behind; what the next one adds begins where that began."""
        whole, path = b"\1" * 8 + b"\2" * 8 + b"\3" * 8, os.path.join(self.folder.name, "torn.dat")
        for words in (["generate", "plain=1"], ["sample"], ["six-generate", "solve=12"]):
            with open(path, "wb") as torn:
                torn.write(whole + b"\xff" * 17)
            subprocess.run([self.train.TRAINER, words[0], path, "seconds=1", *words[1:]], check=True, stderr=subprocess.DEVNULL)
            with open(path, "rb") as file:
                made = file.read()
            self.assertEqual((made[:24], len(made) % 24), (whole, 0), words)
            discs = [struct.unpack_from("=QQ", made, at) for at in range(24, len(made), 24)]
            self.assertTrue(discs, words)
            self.assertFalse([pair for pair in discs if pair[0] & pair[1]], words)

    def test_what_is_solved_is_what_the_solver_says(self):
        """Endings are solved without a session; the first hundred are solved once more by the program."""
        path = os.path.join(self.folder.name, "solved.dat")
        subprocess.run([self.train.TRAINER, "sample", path, "seconds=1", "least=5", "most=12", "solve=12"], check=True,
                       stderr=subprocess.DEVNULL)
        with open(path, "rb") as file:
            made = list(struct.iter_unpack("=QQbBhI", file.read()))[:100]
        boards = ["".join("X" if mover >> i & 1 else "O" if other >> i & 1 else "-" for i in range(64)) + " X"
                  for mover, other, *_ in made]
        said = subprocess.run([os.path.join(ROOT, "outflank"), "solve"], input="\n".join(boards), check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        values = [int(found) for found in re.findall(r"^#\d+ \d+ empties ([+-]?\d+)", said, re.M)]
        self.assertTrue(made)
        self.assertEqual([record[2] for record in made], values)
        self.assertEqual([record[4] for record in made], [100 * value for value in values])

    def test_goes_on_where_it_stopped(self):
        """A generation that was made but not fitted is fitted, not made again."""
        folder = self.copy()
        before = os.path.getsize(os.path.join(folder, "games-1-0.dat"))
        os.unlink(os.path.join(folder, "weights-1.bin"))
        self.assertEqual([c[1] for c in self.run_main(folder) if c[0] == "trainer"], ["fit"])
        self.assertEqual(os.path.getsize(os.path.join(folder, "games-1-0.dat")), before)

    def test_goes_on_from_weights(self):
        """One generation, played and fitted from the weights it is given."""
        given = os.path.join(self.made, "weights-1.bin")
        with tempfile.TemporaryDirectory() as folder:
            ran = self.run_main(folder, "--from", given)
            self.assertEqual([c[1] for c in ran if c[0] == "trainer"], ["fit"])
            self.assertIn("from=" + given, [word for c in ran for word in c])
            self.assertEqual(sorted(os.listdir(folder)), ["games-0-0.dat", "solved-0-0.dat", "state.json", "weights-0.bin"])
            self.assert_refused(folder, "8x8 from weights [0-9a-f]{12}..., not 8x8 from nothing")
            other = os.path.join(self.made, "weights-0.bin")
            self.assert_refused(folder, "8x8 from weights .* not 8x8 from weights", "--from", other)
            same = shutil.copy(given, os.path.join(self.folder.name, "under-another-name.bin"))
            self.assertEqual([c for c in self.run_main(folder, "--from", same) if c[0] == "trainer"], [])

    def assert_refused(self, folder, why, *words):
        """Nothing is done to a folder or to the tree, for a reason that names the folder."""
        def read():
            return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
        before = read()
        with mock.patch.object(self.train, "put") as put, mock.patch.object(self.train, "TREE", self.folder.name), \
                self.assertRaisesRegex(SystemExit, "train: " + re.escape(folder) + ".*" + why):
            self.run_main(folder, *words)
        put.assert_not_called()
        self.assertEqual(read(), before)

    def test_a_folder_of_other_work_is_refused(self):
        """By name: its weights would be taken for what this work has made."""
        folder = self.copy()
        self.assert_refused(folder, "8x8 from nothing, not 8x8 from weights", "--from", os.path.join(self.made, "weights-1.bin"))
        self.assert_refused(folder, "8x8 from nothing, not 6x6 from nothing", "--board", "6x6")
        state = os.path.join(folder, "state.json")
        with open(state, encoding="utf-8") as file:
            old = {name: value for name, value in json.load(file).items() if name != "kind"}
        with open(state, "w", encoding="utf-8") as file:
            json.dump(old, file)
        self.assert_refused(folder, "says neither its board")
        with tempfile.TemporaryDirectory() as other, self.assertRaisesRegex(SystemExit, "/nowhere: No such file"):
            self.run_main(other, "--from", "/nowhere")

    def test_more_hours_for_a_finished_folder_are_refused(self):
        """Nothing is left to be done in them, and the tree may hold newer weights by now."""
        folder = self.copy()
        self.assert_refused(folder, "finished, with 0.0005 hours, .*--from .*weights-1.bin", "--hours", "0.001")

    def test_a_stop_between_the_files_of_the_tree_does_no_harm(self):
        """The weights come last: going on from the tree's own, the same command is still the same."""
        with tempfile.TemporaryDirectory() as tree, tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(self.train, "TREE", tree):
            shutil.copytree(os.path.join(ROOT, "engine", "othello"), os.path.join(tree, "engine", "othello"))
            own, real = os.path.join(tree, self.train.WEIGHTS), os.replace

            def stop(made, place):
                real(made, place)
                if place.startswith(tree):
                    raise KeyboardInterrupt
            with mock.patch("os.replace", stop), self.assertRaises(KeyboardInterrupt):
                self.run_main(folder, "--from", own)
            self.run_main(folder, "--from", own)
            with open(own, "rb") as installed, open(os.path.join(folder, "weights-0.bin"), "rb") as made:
                self.assertEqual(installed.read(), made.read())


if __name__ == "__main__":
    unittest.main()
