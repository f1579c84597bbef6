# SPDX-License-Identifier: MIT
"""Clocks, engine words, and the four drivers against the double."""

import os
import random
import subprocess
import tempfile
import unittest

from common import double
from arena.clock import MILLISECOND, NANOSECONDS, Clock, LimitError, Limits, read_limits
from arena.driver import Patience
from arena.engines import SpecError, make_driver, read_spec, read_words
from arena.gomocup import BREATH
from arena.nboard import ggf_time
from arena.notation import fairy_move, read_fairy, read_vertex, vertex
from arena.process import EngineCrashed, EngineHung, EngineRefused, command_words, monotonic
from arena.referee import new_game
from arena.uci import go_words

QUICK = Patience(setup=60.0, move=60.0, grace=0.1)


class TimeControls(unittest.TestCase):
    """What the user writes and what the clock does."""

    def test_reading(self):
        self.assertEqual(read_limits({"tc": "40/60+0.5"}),
                         Limits(moves=40, base=60 * NANOSECONDS, increment=NANOSECONDS // 2))
        self.assertEqual(read_limits({"tc": "1:30"}).base, 90 * NANOSECONDS)
        self.assertEqual(read_limits({"st": "0.05", "depth": "9"}), Limits(movetime=50 * MILLISECOND, depth=9))
        self.assertEqual(read_limits({"margin": "20", "nodes": "5"}), Limits(nodes=5, margin=20 * MILLISECOND))
        for words in ({"tc": "x"}, {"tc": "0"}, {"st": "-1"}, {"nodes": "0"}, {"depth": "1.5"}, {"tc": "a/5"}):
            with self.assertRaises(LimitError, msg=words):
                read_limits(words)

    def test_increment_and_flag(self):
        clock = Clock(read_limits({"tc": "1+0.1", "margin": "10"}))
        self.assertTrue(clock.spend(900 * MILLISECOND))
        self.assertEqual(clock.left, 200 * MILLISECOND)
        self.assertTrue(clock.spend(209 * MILLISECOND))        # within the margin
        self.assertEqual(clock.left, 100 * MILLISECOND)
        self.assertFalse(clock.spend(111 * MILLISECOND))

    def test_moves_per_session(self):
        clock = Clock(read_limits({"tc": "2/1"}))
        clock.spend(300 * MILLISECOND)
        self.assertEqual((clock.moves_to_go, clock.left), (1, 700 * MILLISECOND))
        clock.spend(300 * MILLISECOND)
        self.assertEqual((clock.moves_to_go, clock.left), (2, 1400 * MILLISECOND))

    def test_move_time_and_none(self):
        self.assertFalse(Clock(read_limits({"st": "0.1", "margin": "0"})).spend(101 * MILLISECOND))
        self.assertTrue(Clock(read_limits({"nodes": "1"})).spend(10 ** 12))

    def test_go_words(self):
        clocks = [Clock(read_limits({"tc": "5/10+1"})), Clock(read_limits({"st": "0.25", "depth": "4"}))]
        self.assertEqual(go_words(clocks, 0), " wtime 10000 btime 10000 winc 1000 binc 0 movestogo 5")
        self.assertEqual(go_words(clocks, 1), " movetime 250 depth 4")


class Words(unittest.TestCase):
    """Engine descriptions."""

    def test_values_may_hold_commas(self):
        words = read_words('name=A,cmd="x -a 1,2",option.Game=connect4:9x10,x=c4,proto=gtp')
        self.assertEqual(words, {"name": "A", "cmd": "x -a 1,2", "option.Game": "connect4:9x10,x=c4", "proto": "gtp"})

    def test_paths_with_blanks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my engine")
            with open(path, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\nread line\necho id name $1\necho uciok\nread line\nexec cat\n")
            os.chmod(path, 0o700)
            self.assertEqual(command_words("my engine", folder), ["my engine"])
            for text, name in ((f"cmd={path}", ""), (f'cmd="{path}"', ""), (f'cmd="{path}" "a b"', "a b"),
                               (f"cmd='{path}' x", "x")):
                spec = read_spec(read_words(text), {"depth": "1"})
                self.assertEqual(spec.name, "my engine")
                child = subprocess.run(command_words(spec.command), input="uci\nquit\n", stdout=subprocess.PIPE, text=True,
                                       check=True)
                self.assertEqual(child.stdout, f"id name {name}".rstrip() + "\nuciok\n")
        for text, reason in (("cmd= ", "no cmd="), ("cmd=''", "no cmd="), ("cmd='x", "No closing quotation")):
            with self.assertRaisesRegex(SpecError, reason):
                read_spec(read_words(text), {})

    def test_a_name_that_is_no_text_is_spelled_out(self):
        self.assertEqual(read_spec({"cmd": "/games/caf\udce9"}, {}).name, "caf\\udce9")
        self.assertEqual(read_spec({"cmd": "x", "name": "a\x1b[2J"}, {}).name, "a\\x1b[2J")

    def test_own_limits_replace_common_ones(self):
        spec = read_spec({"cmd": "bin/engine -x", "depth": "3"}, {"st": "1", "margin": "5"})
        self.assertEqual((spec.name, spec.limits), ("engine", Limits(depth=3, margin=5 * MILLISECOND)))

    def test_errors_are_named(self):
        for text in ("nonsense", "colour=red", "name=A,name=B"):
            with self.assertRaises(SpecError):
                read_words(text)
        for words in ({"name": "A"}, {"cmd": "x", "proto": "xboard"}, {"cmd": "x", "restart": "never"}):
            with self.assertRaises(SpecError):
                read_spec(words, {})


class Notation(unittest.TestCase):
    """Moves as other protocols write them."""

    def test_fairy(self):
        board = new_game("othello")
        self.assertEqual([fairy_move(board, m) for m in ("d3", "e6", "f5", "c4")], ["P@d6", "P@e3", "P@f4", "P@c5"])
        self.assertEqual(read_fairy(board, "P@d6"), "d3")
        self.assertIsNone(read_fairy(board, "P@a1"))
        four = new_game("connect4").play_all("d")
        self.assertEqual(fairy_move(four, "d"), "P@d2")
        self.assertEqual(read_fairy(four, "P@d2"), "d")
        self.assertIsNone(read_fairy(four, "P@d1"))

    def test_fairy_pass_is_the_lowest_own_disc(self):
        source = random.Random(2)
        board = new_game("othello:4x4")
        while not board.must_pass():
            board = new_game("othello:4x4") if board.outcome() else board
            board.play(source.choice(board.legal()))
        text = fairy_move(board, "pass")
        self.assertEqual(text[:2], text[2:])
        own = [f"{chr(97 + c)}{rank}" for rank in range(1, 5) for c in range(4)
               if board.stone(c, 4 - rank) == "xo"[board.side]]
        self.assertEqual(text[:2], own[0])
        self.assertEqual(read_fairy(board, text), "pass")

    def test_gtp_vertices(self):
        self.assertEqual(vertex(new_game("othello"), "d3"), "D3")
        board = new_game("gomoku")
        self.assertEqual((vertex(board, "h8"), vertex(board, "i9"), vertex(board, "o15")), ("H8", "J9", "P15"))
        self.assertEqual((read_vertex(board, "J9"), read_vertex(board, "p15")), ("i9", "o15"))
        self.assertIsNone(read_vertex(board, "I9"))
        wide = new_game("connect4:10x6")
        self.assertEqual((vertex(wide, "i"), read_vertex(wide, "J1"), read_vertex(wide, "j"), read_vertex(wide, "4")),
                         ("J1", "i", "i", "d"))


class Protocols(unittest.TestCase):
    """Whole games and single faults with each protocol."""

    grace = 0.1

    def driver(self, protocol, game, *words, **extra):
        """A started driver and its clocks."""
        text = {"name": "D", "cmd": double(protocol, "--game", game.partition(",")[0], *words), "proto": protocol,
                "st": "60", "margin": "100", **extra}
        made = make_driver(read_spec(text, {}), Patience(60.0, 60.0, self.grace))
        self.addCleanup(made.kill)
        clocks = [Clock(made.spec.limits), Clock(made.spec.limits)]
        return made, clocks

    def play(self, protocol, game, *words, **extra):
        """One engine plays both sides to the end; returns the position and the driver."""
        made, clocks = self.driver(protocol, game, *words, **extra)
        board = new_game(game)
        made.new_game(board, clocks, 0)
        while not board.outcome():
            move = "pass" if board.must_pass() else made.think(board, clocks).move
            self.assertIn(move, board.legal())
            made.note(board, move)
            board.play(move)
        return board, made

    def test_uci_games(self):
        for game in ("othello", "gomoku:7", "connect4:9x10,x=c4"):
            self.play("uci", game)

    def test_uci_fairy_games(self):
        for game in ("othello:6x6", "connect4"):
            self.play("uci", game, "--fairy", "--seed", "3")

    def test_nboard_games(self):
        _, made = self.play("nboard", "othello:6x6", "--name", "thinker")
        self.assertEqual(made.about, "thinker")

    def test_gtp_games_with_and_without_passes(self):
        for words in ((), ("--reject-pass",), ("--plain-names", "--whole-seconds")):
            for game in ("othello:4x4", "gomoku:9"):
                self.play("gtp", game, *words)
        self.play("gtp", "connect4")

    def test_gtp_a_size_that_cannot_be_said_is_refused(self):
        for game in ("connect4:9x10", "othello:4x8", "connect4:8x8,x=c3"):
            made, clocks = self.driver("gtp", game, "--plain-names")
            with self.assertRaisesRegex(EngineRefused, f"does not play {game}"):
                made.new_game(new_game(game), clocks, 0)
        self.play("gtp", "othello:6x6", "--plain-names")

    def test_gtp_learns_that_passes_are_refused(self):
        for seed in range(20):
            board, made = self.play("gtp", "othello:4x4", "--reject-pass", "--seed", str(seed))
            if "pass" in board.moves[:-1]:
                self.assertFalse(made.takes_pass)
                return
        self.fail("no game with a pass")

    def test_gomocup_both_sides(self):
        # One brain plays first and another answers: TURN, BEGIN and BOARD are all used.
        board = new_game("gomoku:7")
        players = [self.driver("gomocup", "gomoku:7"), self.driver("gomocup", "gomoku:7")]
        for side, (made, clocks) in enumerate(players):
            made.new_game(board, clocks, side)
        opening = ["d4", "d5", "e4"]
        while not board.outcome():
            made, clocks = players[board.side]
            move = opening.pop(0) if opening else made.think(board, clocks).move
            self.assertIn(move, board.legal())
            for other, _ in players:
                other.note(board, move)
            board.play(move)

    def test_gomocup_lets_a_brain_come_to_rest(self):
        # What is sent directly after an answer may find the brain not listening yet; its clock does not pay for it.
        made, clocks = self.driver("gomocup", "gomoku:7")
        board = new_game("gomoku:7")
        made.new_game(board, clocks, 0)
        first = made.think(board, clocks)
        answered, write, sent = made.process.stamp, made.process.write, []
        for move in (first.move, None):
            move = move or board.legal()[0]
            made.note(board, move)
            board.play(move)
        made.process.write = lambda text: (sent.append(monotonic()), write(text))
        rest, rested = made.prepare, []
        made.prepare = lambda *state: (rest(*state), rested.append(monotonic()))
        second = made.think(board, clocks)
        self.assertGreaterEqual(sent[0] - answered, BREATH)
        self.assertLessEqual(second.used, made.process.stamp - rested[0])

    def think_first(self, protocol, game, *words, **extra):
        """The answer at the first move."""
        made, clocks = self.driver(protocol, game, *words, **extra)
        board = new_game(game)
        made.new_game(board, clocks, 0)
        return made.think(board, clocks)

    def test_faults_in_every_protocol(self):
        for protocol, game in (("uci", "othello"), ("gtp", "othello"), ("nboard", "othello"), ("gomocup", "gomoku")):
            with self.assertRaises(EngineCrashed, msg=protocol) as caught:
                self.think_first(protocol, game, "--fault", "crash@0")
            self.assertIn("status 3", str(caught.exception))
            with self.assertRaises(EngineHung, msg=protocol):
                self.think_first(protocol, game, "--fault", "hang@0", st="0.05")
            with self.assertRaises((EngineHung, EngineRefused), msg=protocol):
                self.think_first(protocol, game, "--fault", "flood@0", st="0.05")
            self.assertIsNone(self.think_first(protocol, game, "--fault", "illegal@0").move)
            self.assertIsNotNone(self.think_first(protocol, game, "--fault", "garbage@0").move)

    def test_a_late_answer_is_still_read(self):
        self.grace = 60.0
        for protocol, game in (("uci", "othello"), ("gtp", "othello"), ("nboard", "othello"), ("gomocup", "gomoku")):
            late = self.think_first(protocol, game, "--fault", "slow@0", "--slow", "0.1", st="0.05", margin="0")
            self.assertGreater(late.used, 100 * MILLISECOND)

    def test_nonsense(self):
        for protocol in ("uci", "gtp", "nboard"):
            self.assertIsNone(self.think_first(protocol, "othello", "--fault", "nonsense@0").move)
        with self.assertRaises(EngineRefused):
            self.think_first("gomocup", "gomoku", "--fault", "nonsense@0")

    def test_info_is_kept(self):
        self.assertEqual(self.think_first("uci", "othello").info, {"depth": 3, "cp": 12, "nodes": 77})
        self.assertEqual(self.think_first("nboard", "othello").info, {"depth": 9, "cp": 125})

    def test_missing_program(self):
        made = make_driver(read_spec({"cmd": "/nonexistent/engine"}, {}), QUICK)
        with self.assertRaises(EngineCrashed):
            made.new_game(new_game("othello"), [Clock(Limits(depth=1))] * 2, 0)

    def test_nboard_tells_whole_seconds_and_says_so(self):
        for words, told, warned in (({"st": "0.2"}, "00:01", True), ({"tc": "0.9+0.9"}, "00:01", True),
                                    ({"tc": "90.7+2.5"}, "01:30/00:02", True), ({"tc": "0+3"}, "00:00/00:03", False),
                                    ({"tc": "1:01+1"}, "01:01/00:01", False), ({"depth": "4"}, "59:59", False)):
            self.assertEqual(ggf_time(Clock(read_limits(words))), told, words)
            made = make_driver(read_spec({"cmd": double("nboard"), "proto": "nboard", **words}, {}), QUICK)
            self.addCleanup(made.kill)
            made.new_game(new_game("othello"), [Clock(made.spec.limits)] * 2, 0)
            self.assertEqual([text for text in made.warnings if "whole seconds" in text], made.warnings)
            self.assertEqual(len(made.warnings), warned, words)

    def test_gtp_options_are_refused_by_name(self):
        with self.assertRaises(EngineRefused):
            self.think_first("gtp", "othello", **{"option.X": "1"})


if __name__ == "__main__":
    unittest.main()
