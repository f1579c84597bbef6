# SPDX-License-Identifier: MIT
"""The shipped openings, the loader, and the generator's counts."""

import os
import random
import shlex
import tempfile
import unittest

import common
from arena.generate import FourSearch, distinct_connect4, distinct_othello, othello_key, othello_tables
from arena.boards import board_text, read_board
from arena.openings import FOLDER, Book, Opening, OpeningError, make_book, read_openings
from arena.notation import sgf_setup
from arena.records import load
from arena.referee import new_game


def moves_in(path, game):
    """The openings of a file as lists of moves."""
    return [list(opening.moves) for opening in read_openings(path, game)]


class Shipped(unittest.TestCase):
    """Our files hold what their first lines promise."""

    def test_connect4(self):
        lines = moves_in(os.path.join(FOLDER, "connect4.txt"), "connect4")
        keys = set()
        for moves in lines:
            self.assertEqual(len(moves), 4)
            columns = tuple("".join(c) for c in new_game("connect4").play_all(moves).columns)
            keys.add(min(columns, columns[::-1]))
        self.assertEqual(len(keys), len(lines))
        search = FourSearch(7, 6)
        for moves in random.Random(1).sample(lines, 30):
            self.assertEqual(search.value(new_game("connect4").play_all(moves), 3), 0)
        even = moves_in(os.path.join(FOLDER, "connect4-even.txt"), "connect4")
        self.assertEqual(len(even), 101)
        self.assertTrue(all(moves in lines for moves in even))

    def test_gomoku_on_every_board(self):
        path = os.path.join(FOLDER, "gomoku.txt")
        self.assertEqual(len(read_openings(path, "gomoku:20")), 41)
        self.assertEqual(len(read_openings(path, "gomoku")), 40)
        for size in range(7, 23):
            self.assertGreater(len(read_openings(path, f"gomoku:{size},free")), 10)
        self.assertEqual(moves_in(path, "gomoku")[0][0], "h8")

    def test_othello(self):
        tables = othello_tables(new_game("othello"))
        for plies in (8, 10):
            lines = moves_in(os.path.join(FOLDER, f"othello-{plies}.txt"), "othello")
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
        self.assertEqual(moves_in(path, "gomoku"), [["h8", "i8", "g11"]] * 2)

    def test_errors_name_the_line(self):
        for text, reason in (("# c\nf5 f5\n", ":2: 'f5' is not legal"), ("", "no opening fits"), ("0,0\n", "Gomoku")):
            with self.assertRaisesRegex(OpeningError, reason):
                read_openings(self.file(text), "othello")

    def test_what_solve_reads(self):
        start = "8/8/8/3ox3/3xo3/8/8/8 x"
        obf = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
        for game, text, moves in (
                ("othello", "f5d6c4d3", "f5 d6 c4 d3"), ("othello", "F5D6C4d3  # usual", "f5 d6 c4 d3"),
                ("othello", "f5 d6c4 d3", "f5 d6 c4 d3"), ("othello", "startpos", ""), ("othello:6x6", "c2b4", "c2 b4"),
                ("gomoku", "h8i9j10", "h8 i9 j10"), ("gomoku", "o15o1", "o15 o1"), ("gomoku", "H8 I9", "h8 i9"),
                ("connect4", "4455", "d d e e"), ("connect4", "ddee", "d d e e"), ("connect4", "4 d D3", "d d d"),
                ("connect4", "d1d2e1", "d d e"), ("connect4:10x9", "a32545", "j c b e d e"),
                ("connect4:12x9", "11 2", "k b"), ("connect4:12x9", "112", "a a b"), ("gomoku", "startpos", ""),
                ("connect4", "startpos", ""), ("connect4", "44; d:+1; c:-2", "d d")):
            self.assertEqual(moves_in(self.file(text + "\n"), game), [moves.split()], text)
        for text in (start, start.replace("/", "/").upper().replace("X", "*"), obf + " X", obf + " *; d3:+0; c4:-2",
                     "\ufeff" + obf + " b\r", "% comment\n" + start + " # comment"):
            self.assertEqual(read_openings(self.file(text + "\n"), "othello"), [Opening((), start)], text)

    def test_a_forced_pass_may_be_said_or_left_out(self):
        source = random.Random(2)
        moves = []
        while "pass" not in moves[:-3]:                 # something is left to play after the move that follows it
            board = new_game("othello:4x4")
            while not board.outcome():
                board.play(source.choice(board.legal()))
            moves = board.moves
        board = new_game("othello:4x4").play_all(moves[:moves.index("pass") + 2])
        said, silent = "".join(board.moves), "".join(m for m in board.moves if m != "pass")
        self.assertEqual(moves_in(self.file(f"{said}\n{silent}\n"), "othello:4x4"), [board.moves] * 2)

    def test_boards_become_moves_where_they_can(self):
        source = random.Random(4)
        for game in ("gomoku", "gomoku:9,free", "connect4", "connect4:9x10,x=c4", "connect4:5x5,x=a1"):
            for length in (1, 5, 14):
                board = new_game(game)
                while len(board.moves) < length:
                    board.play(source.choice(board.legal()))
                    board = new_game(game) if board.outcome() else board
                text = board_text(board)
                cells = read_board(text, board.width, board.height)[0]
                for line in (text, "".join(cells).replace(".", "-") + " " + text[-1]):
                    again = new_game(game).play_all(moves_in(self.file(line + "\n"), game)[0])
                    self.assertEqual(board_text(again), text)

    def test_boards_that_make_no_sense_are_named(self):
        for game, text, reason in (
                ("othello", "8/8/8/8 x", "4 rows, not 8"), ("othello", "8/8/8/3ox3/3xo3/8/8/8", "side to move"),
                ("othello", "8/8/8/3ox4/3xo3/8/8/8 x", "9 cells, not 8"), ("othello", "8/8/8/3oz3/3xo3/8/8/8 x", "'z'"),
                ("othello", "8/8/8/3ox99/8/8/8/8 x", "run of empty"), ("othello", "8/8/8/3o#3/3xo3/8/8/8 x", "blocked"),
                ("othello", "8/8/8/3o\u00b23/3xo3/8/8/8 x", "only digits"), ("othello", "8/8/8/8/8/8/8/8 x", "over"),
                ("connect4", "7/7/7/7/3x3/7 o", "floats"), ("connect4", "7/7/7/7/7/3x3 x", "do not fit"),
                ("connect4", "7/7/7/7/7/3#3 x", "blocked"), ("connect4", "7/7/7/7/3x3/3o3 x", "no order of drops"),
                ("gomoku:5", "xxxxx/5/5/5/oooo1 o", "over"), ("othello", "x" * 70000, "too long"),
                ("othello", "f5d6z9", "'z9' is not legal after f5 d6"), ("othello", "f5d6\x00", "is not a move")):
            with self.assertRaisesRegex(OpeningError, reason, msg=text[:40]):
                read_openings(self.file(text + "\n"), game)

    def test_seed_decides_the_order(self):
        book = Book([str(i) for i in range(50)], 7)
        first = [book.opening(k) for k in range(50)]
        self.assertEqual(sorted(first, key=int), [str(i) for i in range(50)])
        self.assertEqual(first, [Book(book.openings, 7).opening(k) for k in range(50)])
        self.assertNotEqual(first, [Book(book.openings, 8).opening(k) for k in range(50)])
        self.assertNotEqual(first, [book.opening(50 + k) for k in range(50)])

    def test_random_openings_leave_the_game_open(self):
        book = make_book("random:9", "connect4", 1)
        for pair in range(50):
            moves = book.opening(pair).moves
            self.assertEqual(len(moves), 9)
            self.assertIsNone(new_game("connect4").play_all(moves).outcome())


class Played(unittest.TestCase):
    """Matches from boards, through every protocol that can carry them."""

    def play(self, game, text, *engines):
        """A match from the openings of a text; its records and what it printed."""
        with tempfile.TemporaryDirectory() as folder:
            path, journal = os.path.join(folder, "o.txt"), os.path.join(folder, "m.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            done = common.run_match("--game", game, "--openings", path, "--games", "2", "--st", "60", "--jsonl", journal,
                                    "--sgf" if game.startswith("othello") else "--pgn", os.path.join(folder, "notes"),
                                    *(word for name in engines for word in ("-e", name)))
            if done.returncode:
                return [], done.stderr
            with open(os.path.join(folder, "notes"), encoding="utf-8") as file:
                return load(journal)[1], file.read()

    def test_othello_boards(self):
        # After f5 d6 c3 d3 c4 of 8x8: White to move.
        start = "8/8/2xo4/2xxx3/3oxx2/3o4/8/8 o"
        pairs = [("uci", "nboard")]
        if os.access(common.ENGINE, os.X_OK):
            pairs.append(("engine", "engine gtp"))
        for pair in pairs:
            engines = [f"name={name},cmd={shlex.quote(common.ENGINE)} {name[6:]},proto={'gtp' if name[7:] else 'uci'},st=0.01,margin=60000"
                       if name.startswith("engine") else common.engine(name, name, *(["--fairy"] if name == "uci" else []))
                       for name in pair]
            records, notes = self.play("othello", start + "\n", *engines)
            self.assertEqual(len(records), 2, notes)
            for record in records:
                self.assertEqual((record.start, record.kind), (start, "normal"), record.reason)
                self.assertEqual(record.beginning().play_all(record.moves).outcome().result, record.result)
            self.assertEqual(notes.count(sgf_setup(records[0].beginning()) + ";W["), 2, notes)

    def test_gtp_without_loadsgf_is_refused_by_name(self):
        records, text = self.play("othello", "8/8/8/3ox3/3xo3/8/8/8 x\n", common.engine("A", "gtp"), common.engine("B", "uci"))
        self.assertEqual(records, [])
        self.assertIn("match: A: cannot be given a board over GTP", text)

    def test_connect_four_boards_over_gtp(self):
        records, _ = self.play("connect4", "7/7/7/7/3o3/2xox2 x\n", common.engine("A", "gtp"), common.engine("B", "uci"))
        self.assertEqual({(record.kind, len(record.opening)) for record in records}, {("normal", 4)})


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
