# SPDX-License-Identifier: MIT
"""The shipped openings, the loader, and the generator's counts."""

import os
import random
import tempfile
import unittest

import common  # noqa: F401
from arena.generate import FourSearch, distinct_connect4, distinct_othello, othello_key, othello_tables
from arena.openings import FOLDER, Book, OpeningError, make_book, read_openings
from arena.referee import new_game


class Shipped(unittest.TestCase):
    """Our files hold what their first lines promise."""

    def test_connect4(self):
        lines = read_openings(os.path.join(FOLDER, "connect4.txt"), "connect4")
        keys = set()
        for moves in lines:
            self.assertEqual(len(moves), 4)
            columns = tuple("".join(c) for c in new_game("connect4").play_all(moves).columns)
            keys.add(min(columns, columns[::-1]))
        self.assertEqual(len(keys), len(lines))
        search = FourSearch(7, 6)
        for moves in random.Random(1).sample(lines, 30):
            self.assertEqual(search.value(new_game("connect4").play_all(moves), 3), 0)

    def test_gomoku_on_every_board(self):
        path = os.path.join(FOLDER, "gomoku.txt")
        self.assertEqual(len(read_openings(path, "gomoku:20")), 41)
        self.assertEqual(len(read_openings(path, "gomoku")), 40)
        for size in range(7, 23):
            self.assertGreater(len(read_openings(path, f"gomoku:{size},free")), 10)
        self.assertEqual(read_openings(path, "gomoku")[0][0], "h8")

    def test_othello(self):
        tables = othello_tables(new_game("othello"))
        for plies in (8, 10):
            lines = read_openings(os.path.join(FOLDER, f"othello-{plies}.txt"), "othello")
            self.assertGreaterEqual(len(lines), 500)
            keys = {othello_key(new_game("othello").play_all(moves), tables) for moves in lines}
            self.assertEqual(len(keys), len(lines))
            self.assertEqual({len(moves) for moves in lines}, {plies})


class Loader(unittest.TestCase):
    """Files of the user's."""

    def file(self, text):
        """A temporary file."""
        handle, path = tempfile.mkstemp()
        self.addCleanup(os.unlink, path)
        with os.fdopen(handle, "w") as file:
            file.write(text)
        return path

    def test_piskvork_file(self):
        path = self.file("0,0, 1,0, -1,3\n0,0 1,0 -1,3\n")
        self.assertEqual(read_openings(path, "gomoku"), [["h8", "i8", "g11"]] * 2)

    def test_errors_name_the_line(self):
        for text, reason in (("# c\nf5 f5\n", ":2: 'f5' is not legal"), ("", "no opening fits"), ("0,0\n", "Gomoku")):
            with self.assertRaisesRegex(OpeningError, reason):
                read_openings(self.file(text), "othello")

    def test_seed_decides_the_order(self):
        book = Book([[str(i)] for i in range(50)], 7)
        first = [book.opening(k)[0] for k in range(50)]
        self.assertEqual(sorted(first, key=int), [str(i) for i in range(50)])
        self.assertEqual(first, [Book(book.openings, 7).opening(k)[0] for k in range(50)])
        self.assertNotEqual(first, [Book(book.openings, 8).opening(k)[0] for k in range(50)])
        self.assertNotEqual(first, [book.opening(50 + k)[0] for k in range(50)])

    def test_random_openings_leave_the_game_open(self):
        book = make_book("random:9", "connect4", 1)
        for pair in range(50):
            moves = book.opening(pair)
            self.assertEqual(len(moves), 9)
            self.assertIsNone(new_game("connect4").play_all(moves).outcome())


class Generator(unittest.TestCase):
    """Counts up to symmetry are known numbers."""

    def test_distinct_positions(self):
        self.assertEqual([len(distinct_othello("othello", n)) for n in range(7)], [1, 1, 3, 14, 60, 322, 1773])
        # 1120 positions after four plies (Tromp); those that are their own mirror image count once.
        self.assertEqual([len(distinct_connect4("connect4", n)) for n in range(5)], [1, 4, 25, 121, 568])

    def test_small_search(self):
        search = FourSearch(7, 6)
        three = new_game("connect4").play_all("a b a b a".split())
        self.assertEqual(search.value(three, 2), 0)                     # White can still stop the column
        double = new_game("connect4").play_all("c c d d".split())
        self.assertEqual(search.value(double, 3), 1)                    # b or e makes two open ends
        self.assertEqual(search.value(new_game("connect4").play_all("c c d d e".split()), 2), -1)


if __name__ == "__main__":
    unittest.main()
