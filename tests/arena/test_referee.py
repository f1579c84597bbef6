# SPDX-License-Identifier: MIT
"""The referees against published counts, worked examples, and each other's invariants."""

import random
import unittest

import common  # noqa: F401
from arena.referee import new_game, perft
from arena.rules import GameError

# Move paths from the start; a pass is a ply. Published counts, but for 6x6 depth 7: the engine and this referee,
# written apart, both count 47740 (and the published 308716 at depth 8) where 47739 is in print.
PATHS = {
    "othello": (4, 12, 56, 244, 1396, 8200, 55092),
    "othello:6x6": (4, 12, 56, 244, 1364, 7604, 47740),
    "connect4": (7, 49, 343, 2401, 16807, 117649),
    "gomoku:5": (25, 600, 13800),
    "gomoku": (225, 50400),
}


class Counting(unittest.TestCase):
    """Perft."""

    def test_published_counts(self):
        for game, counts in PATHS.items():
            for depth, paths in enumerate(counts, 1):
                self.assertEqual(perft(new_game(game), depth), paths, f"{game} depth {depth}")


class Ids(unittest.TestCase):
    """Game ids."""

    def test_ids_round_trip(self):
        for game in ("othello", "othello:6x6", "othello:4x8", "gomoku", "gomoku:15,free", "gomoku:20", "gomoku:15,renju",
                     "gomoku:9,caro", "gomoku:9,caro,exact", "connect4",
                     "connect4:9x10", "connect4:9x10,x=c4"):
            self.assertEqual(new_game(game).game, game)

    def test_other_spellings(self):
        for text, game in (("othello:8x8", "othello"), ("gomoku:15,exact", "gomoku"), ("connect4:7x6", "connect4"),
                           ("gomoku:free", "gomoku:15,free"), ("gomoku:renju", "gomoku:15,renju"),
                           ("gomoku:15,exact,caro", "gomoku:15,caro")):
            self.assertEqual(new_game(text).game, game)

    def test_bad_ids_are_named(self):
        for text in ("chess", "othello:7x8", "othello:2x2", "othello:8", "gomoku:4", "gomoku:23", "gomoku:big",
                     "connect4:3x6", "connect4:14x6", "connect4:7x6,x=h1", ""):
            with self.assertRaises(GameError, msg=text):
                new_game(text)


class OthelloRules(unittest.TestCase):
    """Othello by example."""

    def test_start_and_first_moves(self):
        board = new_game("othello")
        self.assertEqual([board.stone(3, 3), board.stone(4, 4), board.stone(3, 4), board.stone(4, 3)],
                         ["o", "o", "x", "x"])
        self.assertEqual(sorted(board.legal()), ["c4", "d3", "e6", "f5"])
        self.assertEqual(board.read("F5"), "f5")
        self.assertIsNone(board.read("a1"))
        self.assertIsNone(board.read("pass"))

    def test_shortest_wipe_out(self):
        # Nine plies to a board without white discs; the winner takes the empties.
        board = new_game("othello").play_all("e6 f4 e3 f6 g5 d6 e7 f5 c5".split())
        self.assertEqual((board.outcome().winner, board.outcome().margin), (0, 64))
        self.assertEqual(board.legal(), [])

    def test_pass_is_forced_and_only_then(self):
        source = random.Random(5)
        passes = 0
        for _ in range(300):
            board = new_game("othello:4x4")
            while not board.outcome():
                moves = board.legal()
                passes += moves == ["pass"]
                self.assertTrue(moves == ["pass"] or "pass" not in moves)
                self.assertEqual(board.must_pass(), moves == ["pass"])
                board.play(source.choice(moves))
        self.assertGreater(passes, 100)

    def test_illegal_play_changes_nothing(self):
        board = new_game("othello")
        with self.assertRaises(GameError):
            board.play("a1")
        self.assertEqual(board.moves, [])
        self.assertEqual(board.discs, new_game("othello").discs)

    def test_small_boards_end_as_computed(self):
        # Perfect play on 4x4 ends 3-11; a plain search over our rules finds the same.
        def best(board, alpha, beta):
            outcome = board.outcome()
            if outcome:
                first, second = (bin(d).count("1") for d in board.discs)
                return (first - second) * (1 if board.side == 0 else -1)
            for move in board.legal():
                child = board.copy()
                child.play(move)
                alpha = max(alpha, -best(child, -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
        self.assertEqual(best(new_game("othello:4x4"), -17, 17), -8)


class GomokuRules(unittest.TestCase):
    """Gomoku by example."""

    def row(self, game, own):
        """Black plays these cells, White far away."""
        board = new_game(game)
        far = iter("a1 c1 e1 g1 i1 k1 m1 o1".split())
        for cell in own:
            board.play(cell)
            if not board.outcome():
                board.play(next(far))
        return board

    def test_five_in_all_directions(self):
        for cells in ("d5 e5 f5 g5 h5", "d5 d6 d7 d8 d9", "d5 e6 f7 g8 h9", "d9 e8 f7 g6 h5"):
            outcome = self.row("gomoku", cells.split()).outcome()
            self.assertEqual(outcome.winner, 0, cells)

    def test_six_wins_only_when_free(self):
        cells = "d5 e5 f5 h5 i5 g5".split()
        self.assertIsNone(self.row("gomoku", cells).outcome())
        self.assertEqual(self.row("gomoku:15,free", cells).outcome().winner, 0)

    def test_row_one_is_at_the_bottom(self):
        board = new_game("gomoku").play_all(["a1"])
        self.assertTrue(board.drawing().splitlines()[-2].startswith("  1 x"))


class ConnectFourRules(unittest.TestCase):
    """Connect Four by example."""

    def test_spellings(self):
        board = new_game("connect4").play_all(["4", "d", "D3"])
        self.assertEqual(board.moves, ["d", "d", "d"])
        self.assertIsNone(board.read("d3"))
        self.assertIsNone(board.read("8"))
        self.assertIsNone(board.read("0"))

    def test_four_in_all_directions(self):
        for line in ("a a b b c c d", "a b a b a b a", "a b b c c d c d d g d", "d c c b b a b a a g a"):
            board = new_game("connect4").play_all(line.split())
            self.assertEqual(board.outcome().winner, 0, line)
            self.assertEqual(board.legal(), [])

    def test_full_column_and_draw(self):
        board = new_game("connect4:4x4").play_all("aabbaabb")
        self.assertEqual(board.legal(), ["c", "d"])
        board.play_all("cdcddcdc")
        self.assertIsNone(board.outcome().winner)

    def test_blocked_cell_is_jumped_over(self):
        board = new_game("connect4:7x6,x=c2").play_all(["c", "c"])
        self.assertEqual((board.stone(2, 0), board.stone(2, 1), board.stone(2, 2)), ("x", "#", "o"))
        bottom = new_game("connect4:4x4,x=a1").play_all("aaa")
        self.assertNotIn("a", bottom.legal())
        top = new_game("connect4:4x4,x=a4").play_all("aaa")
        self.assertNotIn("a", top.legal())

    def test_blocked_cell_breaks_a_line(self):
        board = new_game("connect4:7x6,x=c1").play_all("a a b b d d e".split())
        self.assertIsNone(board.outcome())


class RenjuAndCaro(unittest.TestCase):
    """What is forbidden to black, and rows that are shut."""

    def board(self, rule, *rows):
        """A position of these rows, the topmost first, black to move."""
        board = new_game(f"gomoku:{len(rows)},{rule}")
        board.stones = list("".join(reversed(rows)))
        return board

    def test_forbidden_cells(self):
        empty = "." * 9
        for cells, barred, free in ((("....x....", "....x....", "..xx.....", empty), "e4", "e7"),
                                    ((empty, "..x.x.x.x", empty, empty), "f5", "d5"),
                                    ((empty, ".xxx.xx..", empty, empty), "e5", "h5"),
                                    ((empty, "..xxx....", empty, empty), None, "f5")):
            board = self.board("renju", empty, empty, empty, *cells, empty, empty)
            self.assertIn(free, board.legal())
            self.assertNotIn(barred, board.legal())
            board.side = 1
            self.assertEqual(len(board.legal()), board.stones.count("."))

    def test_shut_rows(self):
        for rule, row, won in (("caro", "oxxxx.o..", False), ("caro", "oxxxx....", True), ("caro", "xxxx.o...", True),
                               ("caro", "oxxxx.xo.", True), ("caro,exact", "oxxxx.xo.", False),
                               ("renju", "xxxx.....", True)):
            board = self.board(rule, *["." * 9] * 4, row, *["." * 9] * 4)
            board.play("abcdefghi"[row.index("x.") + 1] + "5")
            self.assertEqual(board.outcome() is not None, won, f"{rule} {row}")


class EveryGame(unittest.TestCase):
    """Invariants over random games of every kind."""

    def test_random_games(self):
        source = random.Random(11)
        for game in ("othello", "othello:6x6", "gomoku:7", "gomoku:9,free", "gomoku:7,renju", "gomoku:8,caro", "connect4",
                     "connect4:9x10,x=c4"):
            for _ in range(20):
                board = new_game(game)
                while not board.outcome():
                    moves = board.legal()
                    self.assertTrue(moves)
                    self.assertEqual([board.read(m) for m in moves], moves)
                    board.play(source.choice(moves))
                self.assertEqual(board.legal(), [])
                again = new_game(game).play_all(board.moves)
                self.assertEqual(again.outcome(), board.outcome())


if __name__ == "__main__":
    unittest.main()
