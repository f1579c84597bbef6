# SPDX-License-Identifier: MIT
"""scripts/match --draw and --resign: games that end by the engines' own scores."""

import re
import unittest

from common import Temporary, engine, run_match
from arena.adjudicate import AdjudicationError, Judge, read_rules
from arena.records import load


class Adjudicated(Temporary):
    """Games that end by their scores."""

    RESIGN = ("--resign", "movecount=3", "score=500")

    def test_a_game_that_its_loser_gives_up(self):
        records, text = self.match("-e", engine("A", "uci", "--score", "600"), "-e", engine("B", "uci", "--score", "-600"),
                                   "--games", "2", "--st", "60", *self.RESIGN, "twosided", "--pgn", self.path("g.pgn"),
                                   "--sgf", self.path("g.sgf"))
        for record in records:
            lost = record.names.index("B")
            self.assertEqual((record.kind, record.result, record.faulty), ("adjudicated", ["0-1", "1-0"][lost], None))
            self.assertRegex(record.reason, r"^adjudicated: B \((Black|White)\) is lost, 5.00 or more behind for 3 moves by its "
                             r"own scores and the other's$")
            for side in (0, 1):
                self.assertEqual(sum(1 for thought in record.thoughts if thought and thought[0] == side), 3)
        self.assertNotIn("Faults", text)
        self.assertNotIn("Discs", text)                         # nobody has counted them
        with open(self.path("g.pgn"), encoding="utf-8") as file:
            self.assertEqual(file.read().count('[Termination "adjudication"]'), 2)
        with open(self.path("g.sgf"), encoding="utf-8") as file:
            self.assertEqual(len(re.findall(r"RE\[[BW]\+\]GC\[adjudicated\\:", file.read())), 2)

    def test_the_winner_may_have_to_agree(self):
        for words, kind in (((), "adjudicated"), (("twosided=true",), "normal"), (("twosided=false",), "adjudicated")):
            records, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "uci", "--said", "'mate -3'"), "--games", "2",
                                       "--st", "60", "--game", "gomoku:15", *self.RESIGN, *words, journal=f"{len(words)}{kind}")
            self.assertEqual([record.kind for record in records], [kind] * 2, text)

    def test_a_game_that_both_think_level(self):
        records, _ = self.match("-e", engine("A", "uci", "--score", "-10"), "-e", engine("B", "nboard", "--said", "0.10"),
                                "--games", "2", "--st", "60", "--draw", "movenumber=8", "movecount=3", "score=10")
        for record in records:
            self.assertEqual((record.kind, record.result, record.margin, len(record.moves)), ("adjudicated", "1/2-1/2", 0, 16))
            self.assertEqual(record.reason, "adjudicated: a draw, both scores were no further than 0.10 from 0 for 3 moves")
        records, _ = self.match("-e", engine("A", "uci", "--score", "-10"), "-e", engine("B", "uci", "--score", "11"), "--games",
                                "2", "--st", "60", "--game", "connect4", "--draw", "movenumber=0", "movecount=1", "score=10",
                                journal="other")
        self.assertEqual([record.kind for record in records], ["normal"] * 2)

    def test_every_protocol_that_tells_scores(self):
        for game, bad, good in (("othello", engine("B", "nboard", "--said", "-7.00"), engine("A", "nboard")),
                                ("gomoku:15,free", engine("B", "gomocup", "--said", "-700"), engine("A", "gomocup"))):
            records, text = self.match("-e", good, "-e", bad, "--games", "2", "--st", "60", "--game", game, *self.RESIGN,
                                       journal=game)
            self.assertEqual([record.reason.partition(" (")[0] for record in records], ["adjudicated: B"] * 2, text)
        _, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "gtp"), "--games", "2", "--st", "60", "--game", "connect4",
                             *self.RESIGN, journal="gtp")
        self.assertIn("warning: B: GTP tells no scores to adjudicate by", text)

    def test_scores_that_are_none(self):
        for number, said in enumerate(("cp nan", "mate x", "cp -99999999999999999999", "cp -\u0667\u0660\u0660", "cp")):
            records, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "uci", "--said", f"'{said}'"), "--games", "2",
                                       "--st", "60", "--game", "connect4", "--resign", "movecount=1", "score=1", "--draw",
                                       "movenumber=0", "movecount=1", "score=20", journal=f"uci{number}")
            self.assertEqual([record.kind for record in records], ["normal"] * 2, said + text)
        for number, said in enumerate(("nan", "-inf", "-1e999")):
            records, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "nboard", "--said", said), "--games", "2",
                                       "--st", "60", "--resign", "movecount=1", "score=1",
                                       journal=f"nboard{number}")
            self.assertEqual([record.kind for record in records], ["normal"] * 2, said + text)

    def test_counting(self):
        judge = Judge(read_rules(["movenumber=3", "movecount=2", "score=10"], ["movecount=2", "score=500"]))
        self.assertIsNone(Judge(read_rules(None, None)).loser())
        self.assertFalse(Judge(read_rules(None, None)).drawn(500))
        for side, info in ((0, {"cp": 10}), (1, {"cp": -10}), (0, {"cp": 0}), (1, {})):
            judge.hear(side, info)
        self.assertFalse(judge.drawn(20))                       # the second side's count began anew
        judge.hear(1, {"cp": 1})
        judge.hear(1, {"cp": 1})
        self.assertEqual((judge.drawn(5), judge.drawn(6)), (False, True))
        for info, loser in (({"cp": -500}, None), ({"mate": 0}, 0), ({"cp": -499}, None), ({"mate": -4}, None), ({"mate": 4}, None)):
            judge.hear(0, info)
            self.assertEqual(judge.loser(), loser, info)
        self.assertFalse(judge.drawn(20))

    def test_words(self):
        for draw, resign, reason in ((["movecount=4"], None, "draw: movenumber= is missing"),
                                     (None, ["score=5"], "resign: movecount= is missing"),
                                     (None, ["movecount=nan", "score=5"], "not a whole number from 1 to 10000"),
                                     (None, ["movecount=0", "score=5"], "not a whole number from 1 to 10000"),
                                     (None, ["movecount=" + 5000 * "9", "score=5"], "not a whole number from 1"),
                                     (None, ["movecount=4", "score=-5"], "not a whole number from 0"),
                                     (None, ["movecount=4", "score=1e3"], "not a whole number from 0"),
                                     (None, ["movecount=4", "score=5", "score=6"], "'score' is given twice"),
                                     (None, ["movecount=4", "score=5", "twosided=maybe"], "is not one of movecount= score= twosided"),
                                     (["twosided"], None, "'twosided' is not one of movenumber= movecount= score="),
                                     (7, None, "is no list of words"), ([7], None, "is no list of words")):
            with self.assertRaisesRegex(AdjudicationError, re.escape(reason)):
                read_rules(draw, resign)
        done = run_match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--st", "60", "--draw", "movecount=nan")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "match: draw: 'movecount=nan' is not a whole number from 1 to 10000\n"))

    def test_a_resumed_match_goes_on_by_its_rules(self):
        with open(self.path("c.ini"), "w", encoding="utf-8") as file:
            file.write("[match]\nresign = movecount=3 score=500\n")
        arguments = ("-e", engine("A", "uci"), "-e", engine("B", "uci", "--score", "-600"), "--st", "60")
        self.match(*arguments, "--games", "2", "--config", self.path("c.ini"))
        done = run_match("--resume", self.path("m.jsonl"), "--games", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record.kind for record in load(self.path("m.jsonl"))[1]], ["adjudicated"] * 4)
        done = run_match("--resume", self.path("m.jsonl"), "--games", "6", "--resign", "movecount=9", "score=500")
        self.assertIn("resign was ['movecount=3', 'score=500'] in the recorded match", done.stderr)


if __name__ == "__main__":
    unittest.main()
