# SPDX-License-Identifier: MIT
"""scripts/bridge-rvr against a server made from the facts of the wire."""

import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

import common
import rvrserver
from bridges import rvr
from bridges.player import WHITE


class Parsing(unittest.TestCase):
    """Bytes to messages."""

    GAME = bytes([200, 3]) + b"E" + bytes([1] * 63 + [2]) + b"F" + b"L" + b"G" + b"K"

    def test_every_split_gives_the_same_messages(self):
        whole = rvr.Wire().feed(self.GAME)
        self.assertEqual([kind for kind, _ in whole], ["key", "role", "board", "action", "retry", "wait", "result"])
        self.assertEqual(whole[1], ("role", WHITE))
        self.assertEqual(whole[2][1], ["........"] * 7 + [".......x"])
        for at in range(len(self.GAME) + 1):
            wire = rvr.Wire()
            self.assertEqual(wire.feed(self.GAME[:at]) + wire.feed(self.GAME[at:]), whole)
        wire = rvr.Wire()
        self.assertEqual([m for b in self.GAME for m in wire.feed(bytes([b]))], whole)

    def test_a_cut_board_does_not_swallow_what_follows(self):
        wire = rvr.Wire()
        found = wire.feed(b"\x07\x02E" + b"\x01" * 20 + b"F" + b"E" + b"\x01" * 64)
        self.assertEqual([kind for kind, _ in found], ["key", "role", "action", "board"])

    def test_any_bytes_are_messages_or_noise(self):
        import random
        source = random.Random(5)
        for _ in range(200):
            wire = rvr.Wire()
            for kind, _ in wire.feed(bytes(source.randrange(256) for _ in range(300))):
                self.assertIn(kind, ("key", "role", "board", "action", "retry", "wait", "result", "won", "noise"))

    def test_positions(self):
        self.assertEqual([rvr.position_byte(m) for m in ("a1", "h1", "a2", "f5", "h8")], [1, 8, 9, 38, 64])
        self.assertEqual([rvr.move_of(b) for b in (1, 8, 9, 38, 64)], ["a1", "h1", "a2", "f5", "h8"])


@unittest.skipUnless(common.has_engine(), common.NO_ENGINE)
class Games(unittest.TestCase):
    """Whole games with the engine."""

    @classmethod
    def setUpClass(cls):
        cls.player = common.quick_player()

    @classmethod
    def tearDownClass(cls):
        cls.player.close()

    def play(self, server, **more):
        """The bridge's end of a game; (finished, text) and all it said."""
        said = []
        words = {"patience": 0.2, "silence": 60.0, "reconnects": 0, **more}
        return rvr.play("127.0.0.1", server.port, self.player, said.append, **words), said

    def check_finished(self, server, outcome):
        """The game is over, with the server's own result, and it had exactly one answer to each question."""
        server.close()
        finished, text = outcome
        self.assertTrue(finished, text)
        side = 1 if server.house == "black" else 0
        own = server.result if side == 0 else -server.result
        self.assertTrue(text.startswith("we win" if own > 0 else "we lose" if own < 0 else "a tie"), text)

    def test_whatever_tcp_does_to_it(self):
        for house in ("white", "black"):
            for kind in (rvrserver.Mischief, rvrserver.Bytewise, rvrserver.Chopped):
                for join in (False, True):
                    server = rvrserver.Server(kind(1), house, join=join, seed=4)
                    outcome, _ = self.play(server)
                    self.check_finished(server, outcome)
                    self.assertTrue(all(good for _, _, good in server.answers))

    def test_bad_habits(self):
        for house in ("white", "black"):
            for kind in (rvrserver.NoFirstBoard, rvrserver.Repeats, rvrserver.Noise, rvrserver.CutBoards,
                         rvrserver.Stubborn):
                with self.subTest(kind.__name__, house=house):
                    server = rvrserver.Server(kind(2), house, join=True, seed=5)
                    outcome, _ = self.play(server)
                    self.check_finished(server, outcome)

    def test_refused_moves_are_not_sent_again(self):
        server = rvrserver.Server(rvrserver.Stubborn(3), "white", seed=6)
        outcome, said = self.play(server)
        self.check_finished(server, outcome)
        self.assertTrue(any("refuses" in text for text in said))
        turns = [[]]
        for _, move, good in server.answers:
            turns[-1].append(move)
            if good:
                turns.append([])
        self.assertTrue(any(len(turn) > 1 for turn in turns))
        for turn in turns[:-4]:             # at the very end there may be no other cell to try
            self.assertEqual(len(set(turn)), len(turn), turn)

    def test_a_server_that_goes_away_or_talks_nonsense(self):
        for kind in (rvrserver.GoesAway, rvrserver.Nonsense):
            for seed in range(8):
                with self.subTest(kind.__name__, seed=seed):
                    server = rvrserver.Server(kind(seed), ("white", "black")[seed % 2], seed=seed)
                    (finished, text), _ = self.play(server, silence=5.0)
                    server.close()
                    if not finished:
                        self.assertRegex(text, "closed|broke|nonsense|no word|no server")
                        self.assertTrue(server.broken)

    def test_a_server_that_comes_back(self):
        first = rvrserver.Server(rvrserver.GoesAway(3), "white", seed=1)
        port = first.port

        def again():
            """A new server in the place of the old one."""
            first.thread.join(30)
            time.sleep(0.05)
            second.append(rvrserver.Server(house="black", seed=2, port=port))
        second = []
        thread = threading.Thread(target=again, daemon=True)
        thread.start()
        outcome, said = self.play(first, patience=30.0, reconnects=2)
        thread.join(30)
        self.check_finished(second[0], outcome)
        self.assertTrue(any("connecting again" in text for text in said), said)

    def test_silence_ends_it(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            said = []
            finished, text = rvr.play("127.0.0.1", listener.getsockname()[1], self.player, said.append, 0.1, 0.3, 0)
        self.assertFalse(finished)
        self.assertIn("no word from the server for 0.3 s, before our first move", text)

    def test_a_monitor_watches(self):
        server = rvrserver.Server(house="white", monitors=1, seed=8)
        said, ends = [], []

        def watch():
            """The second to come."""
            common.eventually(lambda: server.seats)
            ends.append(rvr.play("127.0.0.1", server.port, None, said.append, 5.0, 60.0, 0, True))
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        outcome, _ = self.play(server)
        watcher.join(30)
        self.check_finished(server, outcome)
        self.assertTrue(ends[0][0])
        self.assertRegex(ends[0][1], "^(black wins|white wins|a tie): black")
        self.assertIn("we watch: two players were here before us", said)
        self.assertGreater(sum("\nx" in text or "\n." in text for text in said), 20)


@unittest.skipUnless(common.has_engine(), common.NO_ENGINE)
class Program(unittest.TestCase):
    """The command itself."""

    COMMAND = [sys.executable, f"{common.SCRIPTS}/bridge-rvr", "--engine", common.ENGINE, "--movetime", "0.01",
               "--option", "Hash=1"]

    def test_two_bridges_play_each_other(self):
        server = rvrserver.Server(house=None)
        children = [subprocess.Popen([*self.COMMAND, f"127.0.0.1:{server.port}"], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True) for _ in range(2)]
        ends = [child.communicate(timeout=120) for child in children]
        server.close()
        for child, (out, err) in zip(children, ends):
            self.assertEqual((child.returncode, err), (0, ""), out)
            self.assertRegex(out.splitlines()[-1], "^(we win|we lose|a tie): black [0-9]+, white [0-9]+$")
        self.assertTrue(all(good for _, _, good in server.answers))

    def run_words(self, *words):
        """A finished run."""
        return subprocess.run([*self.COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=60, check=False)

    def test_reasons_and_statuses(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        done = self.run_words(f"127.0.0.1:{port}", "--wait", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"bridge-rvr: no server at 127.0.0.1:{port}: Connection refused", done.stderr)
        done = self.run_words("127.0.0.1", "--engine", "/nonexistent/engine")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be started", done.stderr)
        for words in (("127.0.0.1:99999",), ("127.0.0.1:x",), (":5",), ("h", "--movetime", "0"), ("h", "--option", "x"),
                      ("h", "--movetime", "nan")):
            self.assertEqual(self.run_words(*words).returncode, 2, words)

    def test_ctrl_c(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            child = subprocess.Popen([*self.COMMAND, f"127.0.0.1:{listener.getsockname()[1]}"], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True)
            self.assertIn("connected", child.stdout.readline())
            child.send_signal(signal.SIGINT)
            _, err = child.communicate(timeout=60)
        self.assertEqual((child.returncode, err), (130, "bridge-rvr: interrupted\n"))


if __name__ == "__main__":
    unittest.main()
