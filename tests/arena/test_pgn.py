# SPDX-License-Identifier: MIT
"""scripts/match --pgn: games are added to those in the file."""

import os
import unittest
from unittest import mock

from common import Temporary, engine, run_match
from arena import pgnfile
from arena.notes import pgn


class Pgn(Temporary):
    """A file of games that grows."""

    THEIRS = b'\xef\xbb\xbf% theirs\r\n[Event "one"]\r\n\r\n1. e4 *\r\n'
    MATCH = ("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "4", "--st", "60", "--game", "connect4")

    def write(self, data):
        """Makes the file hold these bytes."""
        with open(self.path("g.pgn"), "wb") as file:
            file.write(data)

    def read(self):
        """The file's bytes."""
        with open(self.path("g.pgn"), "rb") as file:
            return file.read()

    def test_games_are_added_to_those_that_are_there(self):
        self.write(self.THEIRS)
        records, _ = self.match(*self.MATCH, "--pgn", self.path("g.pgn"))
        ours = "".join(map(pgn, records)).encode()
        self.assertEqual(self.read(), self.THEIRS + b"\n" + ours)
        more, _ = self.match(*self.MATCH, "--pgn", self.path("g.pgn"), journal="n.jsonl")
        self.assertEqual(self.read(), self.THEIRS + b"\n" + ours + "".join(map(pgn, more)).encode())

    def test_what_cannot_be_added_to_is_named_and_left_alone(self):
        for data, reason in ((b"a hundred games\n", "is not a PGN file"), (b"\x7fELF\n", "is not a PGN file"),
                             (b"{}\n[]\n", "is not a PGN file"), (b"[1, 2]\n", "is not a PGN file"),
                             (self.THEIRS[:-2], "does not end with a line's end")):
            self.write(data)
            _, text = self.match(*self.MATCH, "--pgn", self.path("g.pgn"), status=1)
            self.assertIn(f"match: {self.path('g.pgn')} {reason}", text)
            self.assertEqual(self.read(), data)
            self.assertFalse(os.path.exists(self.path("m.jsonl")))
        self.match(*self.MATCH)
        done = run_match("--resume", self.path("m.jsonl"), "--games", "6", "--pgn", self.path("g.pgn"))
        self.assertIn("does not end with a line's end", done.stderr)
        self.assertEqual(self.read(), data)
        self.assertEqual(self.match(*self.MATCH, "--pgn", "/dev/null", journal="n.jsonl")[0][0].kind, "normal")

    def test_a_resume_adds_what_is_missing(self):
        self.write(self.THEIRS)
        records, _ = self.match(*self.MATCH, "--pgn", self.path("g.pgn"))
        whole, games = self.read(), [pgn(record).encode() for record in records]
        self.assertEqual(run_match("--resume", self.path("m.jsonl")).returncode, 0)
        self.assertEqual(self.read(), whole)
        head = whole[:-len(b"".join(games))]
        for cut in (1, 2, 3, 40, len(games[3]) - 9, len(games[3]) - 1, len(games[3]), len(games[3]) + 7, len(b"".join(games))):
            self.write(whole[:-cut])                            # as if killed inside a write
            done = run_match("--resume", self.path("m.jsonl"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.read(), whole, cut)
        self.write(head + games[0] + games[2] + self.THEIRS[3:] + b"\n")      # others have added theirs meanwhile
        self.assertEqual(run_match("--resume", self.path("m.jsonl")).returncode, 0)
        self.assertEqual(self.read(), head + games[0] + games[2] + self.THEIRS[3:] + b"\n" + games[1] + games[3])
        os.unlink(self.path("g.pgn"))
        self.assertEqual(run_match("--resume", self.path("m.jsonl")).returncode, 0)
        self.assertEqual(self.read(), b"".join(games))

    def test_a_full_disk_leaves_no_half_a_game(self):
        self.write(self.THEIRS)
        real, times = os.write, []

        def write(handle, data):
            """Takes ten bytes, then no more."""
            times.append(handle)
            if len(times) > 1:
                raise OSError(28, "No space left on device")
            return real(handle, data[:10])
        with mock.patch("arena.pgnfile.os.write", write), self.assertRaises(OSError):
            pgnfile.append(self.path("g.pgn"), b"[Event \"two\"]\n\n1. d4 *\n\n")
        self.assertEqual(self.read(), self.THEIRS)


if __name__ == "__main__":
    unittest.main()
