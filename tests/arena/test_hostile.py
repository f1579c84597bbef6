# SPDX-License-Identifier: MIT
"""Engines that mean harm, in whole matches on a terminal (a sample; check_long.py has all), and what they may say, mutated."""

import os
import random
import signal
import sys
import tempfile
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

import gauntlet
import hostile
from common import MATCH, engine
from arena.clock import Clock, Limits
from arena.driver import Patience
from arena.engines import make_driver, read_spec
from arena.process import FLOOD_LIMIT, LINE_LIMIT, EngineFault, EngineRefused, LineReader, monotonic
from arena.referee import new_game
from arena.rules import GameError
from arena.text import printable, whole_number

SAMPLE = {
    "uci": ("exit-3", "stop", "fork-own-group", "fork-own-session", "close-output", "hundred-megabytes", "say-clear",
            "say-arabic", "info-5000-digits", "fairy-5000-digits", "silence-at-start"),
    "gtp": ("silence", "fork-and-die", "flood-lines", "answers-all-the-time", "refuse", "id-superscript"),
    "nboard": ("close-both", "fork-and-hang", "say-title", "depth-5000", "depth-superscript", "score-nan"),
    "gomocup": ("become-cat", "fork-two-deep", "flood-nul", "say-pair-5000", "say-pair-superscript", "depth-5000",
                "say-error", "say-kelvin"),
}


class Whole(unittest.TestCase):
    """The match goes on, nothing is left running, no control code reaches the terminal."""

    def test_there_are_sixty_kinds_a_protocol(self):
        for protocol, kinds in hostile.KINDS.items():
            self.assertGreaterEqual(len(kinds), 60, protocol)
            self.assertLessEqual(set(SAMPLE[protocol]), set(kinds))

    def test_a_sample(self):
        othello = [(protocol, kind) for protocol in ("uci", "gtp", "nboard") for kind in SAMPLE[protocol]]
        gomoku = [("gomocup", kind) for kind in SAMPLE["gomocup"]]
        with ThreadPoolExecutor() as both:              # most of the time they wait
            list(both.map(gauntlet.run, (othello, gomoku)))

    def test_an_interrupted_match_leaves_nothing_either(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            mark = uuid.uuid4().hex
            with tempfile.TemporaryDirectory() as folder:
                seen = os.path.join(folder, "seen")
                bad = gauntlet.hostile_engine(folder, "uci", "fork-own-session-and-hang").replace("st=0.2", "st=60")
                words = [sys.executable, MATCH, "--games", "2", "--openings", "none", "--log", seen,
                         "-e", bad, "-e", engine("good", "uci") + ",st=60"]

                def act(child, text):
                    """Interrupts once the hostile engine has been asked."""
                    if os.path.exists(seen):
                        with open(seen, encoding="utf-8") as file:
                            if "< go" in file.read():
                                child.send_signal(number)
                status, text = gauntlet.on_a_terminal(words, mark, 60, act)
            gauntlet.check_nothing_left(mark)
            self.assertEqual(status, 130, text)
            self.assertNotIn(b"Traceback", text)


class Talk(unittest.TestCase):
    """What a driver makes of one line."""

    def drivers(self):
        """Every driver with a game it carries, listening to nobody."""
        for protocol, game in (("uci", "othello"), ("uci", "gomoku"), ("uci", "connect4"), ("gtp", "othello"),
                               ("gtp", "gomoku"), ("gtp", "connect4"), ("gomocup", "gomoku"), ("nboard", "othello")):
            for fairy in (False, True)[:1 + (protocol == "uci")]:
                driver = make_driver(read_spec({"cmd": "none", "proto": protocol}, {}), Patience(0.0, 0.0, 0.0))
                driver.fairy = fairy
                driver.process = Nobody()
                yield driver, new_game(game)

    def test_mutated_answers_are_read_or_refused(self):
        source = random.Random(3)
        seeds = [b"bestmove f5 ponder d6", b"info depth 12 score cp -31 nodes 77 pv f5", b"= F5", b"=12 H8", b"? no",
                 b"7,7", b"MESSAGE depth 9 ev -20 n 1", b"ERROR x", b"=== F5/1.25/0.1", b"search f5 1.2 0 30%", b"=== PA",
                 b"bestmove P@f4", b"bestmove a1a1", b"SWAP", "f\u0665 \u00b2 \u212a5".encode(), b"9" * 5000]
        for driver, position in self.drivers():
            for _ in range(400):
                line = mutated(source, seeds).decode("utf-8", "replace").strip("\r\n\x00")
                try:
                    answer = driver.answer_in(line, position)
                except EngineFault as fault:
                    self.assertTrue(str(fault).isprintable(), fault)
                    continue
                if answer:
                    self.assertIn(answer.move, [None, *position.legal()])
                    self.assertTrue(answer.text.isprintable() and len(answer.text) < 110)
                    self.assertTrue(all(abs(value) <= 10 ** 15 for value in answer.info.values()), answer.info)

    def test_odd_digits_and_letters_are_no_moves(self):
        for game, texts in (("othello", ("f\u0665", "f\u00b2", "\uff465", "f+5", "f 5", "f05\u200b")),
                            ("gomoku", ("\u212a5", "h\u0668", "h\u00b2")), ("connect4", ("\u0664", "\u00b2", "\uff14"))):
            for text in texts:
                self.assertIsNone(new_game(game).read(text), text)

    def test_game_ids_with_odd_digits_are_refused(self):
        for text in ("othello:\u00b2x\u00b2", "othello:\u0668x\u0668", "gomoku:\u00b9\u2075", "gomoku:" + "9" * 5000,
                     "connect4:" + "7" * 5000 + "x6", "connect4:7x6,x=a\u00b2"):
            with self.assertRaises(GameError, msg=text[:20]):
                new_game(text)

    def test_numbers(self):
        for text, number in (("7", 7), ("-3", -3), ("+5", 5), ("007", 7), ("", None), ("-", None), ("\u00b2", None),
                             ("\u0663", None), ("1_0", None), (" 1", None), ("9" * 5000, None), ("1000", None)):
            self.assertEqual(whole_number(text, -100, 100), number, text[:20])

    def test_texts(self):
        self.assertEqual(printable("a\x1b[2Jb\x9b\u202e\x00\n"), "a\\x1b[2Jb\\x9b\\u202e\\x00\\n")
        self.assertEqual(printable("x" * 205), "x" * 200 + "... (5 more)")
        self.assertEqual(printable("\u00e9\u4e2d \ufffd"), "\u00e9\u4e2d \ufffd")


class Nobody:
    """A process that never says anything more."""

    stamp = 0

    def line(self, deadline):
        """Nothing in time."""

    def drain(self):
        """Nothing to throw away."""


def mutated(source, seeds):
    """A line made of pieces of good ones, with bytes changed, put in, taken out and repeated."""
    line = bytearray(source.choice(seeds))
    for _ in range(source.randrange(6)):
        at = source.randrange(len(line) + 1)
        deed = source.randrange(5)
        if deed == 0:
            line[at:at + 1] = bytes([source.randrange(256)])
        elif deed == 1:
            line[at:at] = source.choice((b"\x1b[2J", b"\x00", b"\xc2\xb2", b"\xd9\xa5", b"-", b",", b" ", b"/", b"\xff"))
        elif deed == 2:
            del line[at:at + source.randrange(1, 6)]
        elif deed == 3:
            line[at:at] = line[at:at + 4] * source.choice((2, 50, 2000))
        else:
            line = line[:at] + bytearray(source.choice(seeds))
    return bytes(line)


class Reader(unittest.TestCase):
    """Lines out of a pipe."""

    def setUp(self):
        self.outlet, self.inlet = os.pipe()
        self.addCleanup(os.close, self.outlet)
        self.reader = LineReader(self.outlet)

    def soon(self):
        """A deadline that no busy machine misses."""
        return monotonic() + 20 * 10 ** 9

    def test_pieces_make_lines(self):
        os.write(self.inlet, b"one\r\ntwo\nth")
        self.assertEqual([self.reader.line(self.soon()) for _ in range(2)], ["one", "two"])
        self.assertIsNone(self.reader.line(monotonic()))
        os.write(self.inlet, b"ree\n")
        os.close(self.inlet)
        self.assertEqual(self.reader.line(self.soon()), "three")
        with self.assertRaises(EOFError):
            self.reader.line(self.soon())

    def test_an_over_long_line_is_passed_over(self):
        if os.fork() == 0:
            try:
                os.write(self.inlet, b"x" * (3 * LINE_LIMIT) + b"\nshort\n" + b"y" * LINE_LIMIT + b"yy\nend\n")
            finally:
                os._exit(0)
        os.close(self.inlet)
        self.assertEqual([self.reader.line(self.soon()) for _ in range(2)], ["short", "end"])
        os.wait()

    def test_a_flood_is_refused_and_what_was_said_unasked_is_forgotten(self):
        os.write(self.inlet, b"bestmove a1\nbestmove a")
        self.reader.drain()
        os.write(self.inlet, b"bestmove b2\n")
        self.assertEqual(self.reader.line(self.soon()), "bestmove b2")
        self.reader.heard = FLOOD_LIMIT
        os.write(self.inlet, b"x")
        os.close(self.inlet)
        with self.assertRaises(EngineRefused):
            self.reader.line(self.soon())


class Clocks(unittest.TestCase):
    """Nobody wins time by talking."""

    def test_an_answer_before_the_question_is_none(self):
        # It answers twice: the second answer lies there when the next question comes, and would cost no time at all.
        words = {"cmd": gauntlet.shlex.join([sys.executable, "-S", "-E", os.path.join(gauntlet.HERE, "double.py"), "uci",
                                             "--twice"]), "proto": "uci", "st": "20"}
        driver = make_driver(read_spec(words, {}), Patience(20.0, 20.0, 1.0))
        self.addCleanup(driver.kill)
        board, clocks = new_game("othello"), [Clock(Limits(base=20 * 10 ** 9))] * 2
        driver.new_game(board, clocks, 0)
        while len(board.moves) < 8:
            answer = driver.think(board, clocks)
            self.assertIn(answer.move, board.legal())
            self.assertGreater(answer.used, 0)
            driver.note(board, answer.move)
            board.play(answer.move)


if __name__ == "__main__":
    unittest.main()
