# SPDX-License-Identifier: MIT
"""Whole matches through the command line: pairs, faults, records, resume, tournaments, displays."""

import json
import os
import pty
import signal
import stat
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from common import MATCH, Temporary, engine, run_match
from arena.notes import sgf
from arena.play import GameRecord
from arena.records import RecordError, load, write_whole
from arena.standings import Standings


class Pairs(Temporary):
    """Openings and colours."""

    def test_pairs_share_an_opening_and_swap_colours(self):
        records, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "5", "--st", "60",
                                   "--game", "connect4", "--concurrency", "2", "--seed", "7")
        self.assertEqual(len(records), 6)                      # rounded up to pairs
        by_number = {r.number: r for r in records}
        for pair in range(3):
            one, two = by_number[2 * pair], by_number[2 * pair + 1]
            self.assertEqual(one.opening, two.opening)
            self.assertEqual(one.moves[:4], one.opening)
            self.assertEqual((one.names, two.names), (["A", "B"], ["B", "A"]))
        self.assertEqual(len({tuple(r.opening) for r in records}), 3)
        self.assertIn("Score of A vs B:", text)
        self.assertIn("Pairs (0, 1/2, 1, 3/2, 2)", text)

    def test_results_are_the_referees(self):
        records, _ = self.match("-e", engine("A", "uci"), "-e", engine("B", "gtp", "--reject-pass"), "--games", "4",
                                "--st", "60", "--game", "othello:6x6")
        for record in records:
            outcome = record.beginning().play_all(record.moves).outcome()
            self.assertEqual((record.result, record.margin, record.kind),
                             (outcome.result, outcome.margin, "normal"))


class Faults(Temporary):
    """Everything an engine can do wrong, end to end."""

    def test_each_fault_is_a_loss_with_its_reason(self):
        # Ply 6 is reached in every game. Only the engine that is to be late gets little time, and enough of it for
        # its other moves on a busy machine; the matches wait at the same time.
        kinds = {"crash": "crash", "hang": "hang", "slow": "time", "illegal": "illegal", "nonsense": "illegal"}
        with ThreadPoolExecutor(len(kinds)) as together:
            for fault, (records, text) in zip(kinds, together.map(self.play_fault, kinds)):
                with self.subTest(fault):
                    self.check_fault(records, text, kinds[fault])

    def play_fault(self, fault):
        """Two games with a fault at ply 6."""
        limit = ",st=3,margin=0" if fault in ("hang", "slow") else ",st=60"
        return self.match("-e", engine("bad", "uci", "--fault", f"{fault}@6", "--slow", "4") + limit,
                          "-e", engine("good", "uci") + ",st=60", "--games", "2", "--concurrency", "2",
                          "--grace", "0.2" if fault == "hang" else "30", "--game", "connect4", "--openings", "random:3",
                          journal=f"{fault}.jsonl")

    def check_fault(self, records, text, kind):
        """One of the two games has the fault, and is lost by it."""
        bad = [r for r in records if r.kind != "normal"]
        self.assertEqual(len(records), 2)
        self.assertTrue(bad, text)
        for record in bad:
            self.assertEqual((record.kind, record.faulty), (kind, "bad"))
            loser = record.names.index("bad")
            self.assertEqual(record.result, ["0-1", "1-0"][loser])
            self.assertEqual(len(record.moves), 6)
            self.assertIn("to move after 6 moves", record.board)
        self.assertIn(f"Faults of bad: {len(bad)} {kind}", text)

    def test_a_program_that_cannot_start_is_told_at_once(self):
        records, text = self.match("-e", "name=A,cmd=/nonexistent/x", "-e", engine("B", "uci"), "--st", "60", status=1)
        self.assertEqual(records, [])
        self.assertIn("match: A: '/nonexistent/x' cannot be started", text)
        self.assertFalse(os.path.exists(self.path("m.jsonl")))

    def test_wrong_settings_are_named(self):
        pair = ("-e", engine("A", "uci"), "-e", engine("B", "uci"))
        for words, reason in (((*pair, "--tc", "soon"), "not a time"), ((*pair, "--game", "chess"), "not known"),
                              ((*pair, "--st", "60", "--openings", "none", "--sgf", "x", "--game", "connect4"), "sgf"),
                              ((*pair, "--st", "60", "--sprt", "elo0=9"), "elo0 must be below"),
                              (("-e", engine("A", "gomocup"), *pair[2:], "--st", "60"), "cannot carry othello"),
                              ((*pair, "--openings", "/nonexistent/o", "--st", "60"), "openings"),
                              ((*pair[:2], "--st", "60"), "two engines"),
                              ((*pair[:2], "--st", "60", "--mode", "ladder"), "two engines"),
                              ((*pair, "--depth", "1", "--hang", "inf"), "hang is from 0 to 1000000 seconds"),
                              ((*pair, "--depth", "1", "--setup", "nan"), "setup is from 0 to"),
                              ((*pair, "--depth", "1", "--grace", "-1"), "grace is from 0 to"),
                              ((*pair, "--depth", "1", "--games", "0"), "games is at least 1"), ((*pair[:2], *pair[:2]), "two engines are")):
            done = run_match(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(reason, done.stderr)


class Counting(unittest.TestCase):
    """Standings."""

    def record(self, number, names, result, margin, kind="normal"):
        """A finished game."""
        return GameRecord(number, number // 2, names, "othello", [], result=result, margin=margin, kind=kind,
                          faulty=names[0] if kind != "normal" else None)

    def test_views_of_both_sides(self):
        standings = Standings(["A", "B"], discs=True)
        standings.add(self.record(0, ["A", "B"], "1-0", 10))
        standings.add(self.record(1, ["B", "A"], "1-0", 4))
        standings.add(self.record(2, ["A", "B"], "0-1", -64, "crash"))
        ours, theirs = standings.tally(0, 1), standings.tally(1, 0)
        self.assertEqual((ours.wins, ours.losses, ours.margins), (1, 2, [10, -4]))      # a crash has no discs
        self.assertEqual((theirs.wins, theirs.losses, theirs.margins), (2, 1, [-10, 4]))
        self.assertEqual(standings.results[1], (0, 0.0, -4, False))
        self.assertEqual(standings.faults[0]["crash"], 1)


class Records(Temporary):
    """What is written."""

    def test_pgn_sgf_svg(self):
        records, _ = self.match("-e", engine("A", "uci"), "-e", engine("B", "gtp"), "--games", "2", "--tc", "50+0.1",
                                "--pgn", self.path("g.pgn"), "--sgf", self.path("g.sgf"), "--svg", self.path("g.svg"),
                                "--sprt", "elo0=0", "elo1=5")
        with open(self.path("g.pgn"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count("[Event "), 2)
        self.assertRegex(text, r"\{\+0\.12/3 \d\.\d{3}s clock \d+\.\d+ n=77\}")
        with open(self.path("g.sgf"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count("(;FF[4]"), 2)
        self.assertIn("GM[2]SZ[8]PB[A]PW[B]", text)
        opening = records[0].opening[0]
        self.assertIn(f";B[{opening[0]}{chr(96 + int(opening[1]))}]", text)
        root = xml.parse(self.path("g.svg")).getroot()
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}polyline")), 3)

    def test_sgf_rows_from_the_top(self):
        records, _ = self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "2", "--st", "60",
                                "--game", "gomoku:9")
        record = records[0]
        record.moves, record.thoughts = ["a9", "i1"], []
        self.assertIn(";B[aa];W[ii])", sgf(record))
        self.assertIn("SZ[9]RU[gomoku:9]PB", sgf(record))
        for rule in ("free", "renju", "caro", "caro,exact"):        # the words the program's own records have
            record.game = f"gomoku:9,{rule}"
            self.assertIn(f"SZ[9]RU[gomoku:9,{rule}]PB", sgf(record))

    def test_a_journal_is_never_overwritten(self):
        arguments = ("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "2", "--st", "60", "--game",
                     "connect4")
        self.match(*arguments)
        _, text = self.match(*arguments, status=1)
        self.assertIn("exists: go on with --resume", text)

    def test_games_of_another_match_are_never_overwritten(self):
        arguments = ("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "2", "--st", "60", "--game", "gomoku:5")
        kept = self.path("all.sgf")
        with open(kept, "w", encoding="ascii") as file:
            file.write("a hundred games\n")
        _, text = self.match(*arguments, "--sgf", kept, status=1)
        self.assertIn(f"{kept} exists: choose another name for --sgf", text)
        self.assertFalse(os.path.exists(self.path("m.jsonl")))
        self.match(*arguments, "--sgf", self.path("own.sgf"))
        done = run_match("--resume", self.path("m.jsonl"), "--sgf", kept)
        self.assertIn("choose another name for --sgf", done.stderr)
        with open(kept, encoding="ascii") as file:
            self.assertEqual(file.read(), "a hundred games\n")
        self.assertEqual(run_match("--resume", self.path("m.jsonl"), "--sgf", self.path("own.sgf")).returncode, 0)

    def test_damage_inside_is_refused_and_a_torn_end_is_not(self):
        self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "4", "--st", "60", "--game",
                   "connect4")
        with open(self.path("m.jsonl"), "rb") as file:
            data = file.read()
        lines = data.splitlines(keepends=True)
        for cut in (1, 40, len(lines[-1]) - 1):
            with open(self.path("torn"), "wb") as file:
                file.write(data[:-cut])
            self.assertEqual(len(load(self.path("torn"))[1]), 3)
        for bad in (b"", b"{}\n", data.replace(b'"number":1', b'"number:1'), b"\x00" * 50):
            with open(self.path("bad"), "wb") as file:
                file.write(bad)
            with self.assertRaises(RecordError):
                load(self.path("bad"))


class Log(Temporary):
    """The traffic."""

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk_costs_no_game(self):
        records, text = self.match("-e", engine("A", "uci"), "-e", engine("B", "gtp"), "--games", "2", "--st", "60", "--game",
                                   "connect4", "--log", "/dev/full")
        self.assertEqual([record.kind for record in records], ["normal"] * 2, text)
        self.assertEqual(text.count("match: /dev/full: No space left on device; no more traffic is logged"), 1)


class Whole(Temporary):
    """Files that are replaced."""

    def test_a_link_and_what_is_no_file_stay_what_they_are(self):
        target, link, pipe = self.path("table"), self.path("link"), self.path("pipe")
        os.symlink(target, link)
        for text in ("one\n", "two\n"):
            write_whole(link, text)
            self.assertTrue(os.path.islink(link))
            with open(target, encoding="utf-8") as file:
                self.assertEqual(file.read(), text)
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        write_whole(pipe, "three\n")
        self.assertEqual(os.read(reader, 99), b"three\n")
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))

    def test_a_failed_write_leaves_the_old_file_alone(self):
        path = self.path("table")
        write_whole(path, "old\n")
        with mock.patch("arena.records.os.fsync", side_effect=OSError(28, "No space left on device")):
            with self.assertRaises(OSError):
                write_whole(path, "new\n")
        self.assertEqual(os.listdir(self.folder), ["table"])
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "old\n")


def lines_in(path):
    """Whole lines in a file that may not exist yet."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return file.read().count(b"\n")


class Resume(Temporary):
    """Going on after a sudden end."""

    def test_after_kill_9(self):
        journal = self.path("m.jsonl")
        arguments = [sys.executable, MATCH, "--jsonl", journal, "--pgn", self.path("g.pgn"), "--games", "30",
                     "-e", engine("A", "uci", "--think", "0.004"), "-e", engine("B", "uci"), "--st", "60",
                     "--game", "connect4", "--concurrency", "2", "--seed", "4"]
        child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and lines_in(journal) < 6:
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
        with open(journal, "ab") as file:
            file.write(b'{"number":99,"pa')                 # as if killed inside a write
        before = {r.number: r.moves for r in load(journal)[1]}
        self.assertGreaterEqual(len(before), 5)
        self.assertLess(len(before), 30)
        done = run_match("--resume", journal)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Resumed with {len(before)} of 30", done.stdout)
        records = load(journal)[1]
        self.assertEqual(sorted(r.number for r in records), list(range(30)))
        self.assertEqual({r.number: r.moves for r in records if r.number in before}, before)
        openings = {}
        for record in records:
            self.assertEqual(openings.setdefault(record.pair, record.opening), record.opening)
        with open(self.path("g.pgn"), encoding="utf-8") as file:
            self.assertEqual(file.read().count("[Event "), 30)

    def test_another_match_is_refused(self):
        self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "2", "--st", "60", "--game",
                   "connect4")
        done = run_match("--resume", self.path("m.jsonl"), "--game", "othello")
        self.assertEqual(done.returncode, 1)
        self.assertIn("game was 'connect4'", done.stderr)
        done = run_match("--resume", self.path("m.jsonl"), "--games", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(load(self.path("m.jsonl"))[1]), 4)

    def test_what_a_resume_has_changed_counts_from_then_on(self):
        pair = ("-e", engine("A", "uci"), "-e", engine("B", "uci"))
        self.match(*pair, "--games", "2", "--st", "60", "--game", "connect4")
        journal = self.path("m.jsonl")
        done = run_match("--resume", journal, "--games", "4", "--sprt")
        self.assertIn("SPRT logistic [0, 5]", done.stdout, done.stderr)
        with open(journal, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        with open(journal, "wb") as file:
            file.write(b"".join(lines[:-1]))                    # as if interrupted before the fourth game
        done = run_match("--resume", journal)
        self.assertIn("Resumed with 3 of 4 games played", done.stdout, done.stderr)
        self.assertIn("SPRT logistic [0, 5]", done.stdout)
        self.assertEqual(sorted(record.number for record in load(journal)[1]), [0, 1, 2, 3])

    def test_a_pair_keeps_its_opening_when_the_file_has_changed(self):
        openings, journal = self.path("openings"), self.path("m.jsonl")
        with open(openings, "w", encoding="utf-8") as file:
            file.write("4455\n")
        self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "4", "--st", "60", "--game", "connect4",
                   "--openings", openings)
        with open(journal, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        with open(journal, "wb") as file:
            file.write(b"".join(lines[:2]))                     # the first game of a pair
        with open(openings, "w", encoding="utf-8") as file:
            file.write("1122\n")
        done = run_match("--resume", journal)
        self.assertEqual(done.returncode, 0, done.stderr)
        played = {record.number: record.opening for record in load(journal)[1]}
        self.assertEqual([played[number] for number in range(4)], [list("ddee")] * 2 + [list("aabb")] * 2)

    def test_a_config_file_said_again_is_looked_at(self):
        self.match("-e", engine("A", "uci"), "-e", engine("B", "uci"), "--games", "2", "--st", "60", "--game", "connect4")
        for line, reason in (("seed = 1\ngames = 2\n", ""), ("seed = 8\n", "seed was 1"), ("st = 7\n", "each was")):
            with open(self.path("c.ini"), "w", encoding="utf-8") as file:
                file.write("[match]\n" + line)
            done = run_match("--resume", self.path("m.jsonl"), "--config", self.path("c.ini"))
            self.assertEqual(done.returncode, 1 if reason else 0, done.stderr)
            self.assertIn(reason, done.stderr)

    def test_ctrl_c_keeps_the_finished_games(self):
        journal = self.path("m.jsonl")
        child = subprocess.Popen([sys.executable, MATCH, "--jsonl", journal, "--games", "2000", "--st", "60", "--game",
                                  "connect4", "-e", engine("A", "uci"), "-e", engine("B", "uci")],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in child.stdout:
            if line.startswith("Finished game 5 "):
                break
        child.send_signal(signal.SIGINT)
        rest, errors = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 130, errors)
        self.assertIn("Go on with --resume", rest)
        self.assertNotIn("Traceback", errors)
        self.assertGreaterEqual(len(load(journal)[1]), 5)


class Tournaments(Temporary):
    """More than two engines."""

    def engines(self):
        """A and B play well enough to finish, C always loses at once."""
        return ("-e", engine("C", "uci", "--fault", "illegal@4", "--fault", "illegal@5"), "-e", engine("A", "uci"),
                "-e", engine("B", "uci"))

    def test_round_robin_and_gauntlet(self):
        common = ("--games", "2", "--st", "60", "--game", "connect4", "--concurrency", "2")
        records, text = self.match(*self.engines(), *common, "--mode", "round-robin")
        met = sorted(tuple(sorted(r.names)) for r in records)
        self.assertEqual(met, [("A", "B")] * 2 + [("A", "C")] * 2 + [("B", "C")] * 2)
        self.assertIn("Faults of C: 4 illegal", text)
        self.assertRegex(text, r"\n +3 C +-\d")
        os.unlink(self.path("m.jsonl"))
        records, _ = self.match(*self.engines(), *common, "--mode", "gauntlet")
        self.assertEqual(sorted(tuple(sorted(r.names)) for r in records), [("A", "C")] * 2 + [("B", "C")] * 2)

    def test_ladder(self):
        # C stands on top, loses its rung to whoever comes up, and ends below both or in the middle.
        records, text = self.match(*self.engines(), "--games", "2", "--st", "60", "--game", "connect4", "--mode",
                                   "ladder", "--concurrency", "2")
        self.assertEqual(len(records), 4)
        self.assertEqual(sorted(records[0].names), ["A", "B"])
        self.assertRegex(text, r"Ladder: [AB] > C > [AB]")
        before = lines_in(self.path("m.jsonl"))
        for games in ("4", "1"):
            done = run_match("--resume", self.path("m.jsonl"), "--games", games)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(f"games was 2 in the recorded match, not {games}", done.stderr)
        self.assertEqual(lines_in(self.path("m.jsonl")), before)
        done = run_match("--resume", self.path("m.jsonl"), "--games", "2")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_sprt_ends_the_match(self):
        records, text = self.match("-e", engine("A", "uci"), "-e", engine("C", "uci", "--fault", "illegal@4",
                                   "--fault", "illegal@5"), "--games", "1000", "--st", "60", "--game", "connect4",
                                   "--sprt", "elo0=0", "elo1=200", "model=normalised")
        self.assertLess(len(records), 200)
        self.assertIn("H1 accepted", text)


class Swap(Temporary):
    """The swap rule."""

    def swapped(self, second):
        """Plays two games in which the second player chooses; returns the records."""
        records, _ = self.match("-e", engine("A", "uci", "--score", "0"), "-e", second, "--games", "2", "--st", "60",
                                "--game", "gomoku:11", "--swap")
        return {r.number: r for r in records}

    def test_by_score(self):
        games = self.swapped(engine("B", "uci", "--score", "-50"))
        self.assertEqual((games[0].names, games[0].swapped), (["B", "A"], True))      # B thinks White is worse
        self.assertEqual((games[1].names, games[1].swapped), (["B", "A"], False))     # A is content

    def test_by_protocol(self):
        for words in ((), ("--swap-fields",)):
            games = self.swapped(engine("B", "gomocup", "--swap2", "SWAP", *words))
            self.assertEqual((games[0].names, games[0].swapped), (["B", "A"], True))
            os.unlink(self.path("m.jsonl"))
        games = self.swapped(engine("B", "gomocup", "--swap2", "0,0"))
        self.assertEqual((games[0].swapped, games[0].moves[len(games[0].opening)]), (False, "a11"))
        os.unlink(self.path("m.jsonl"))
        games = self.swapped(engine("B", "gomocup", "--swap2", "'0,0 1,0'"))
        self.assertEqual(games[0].moves[len(games[0].opening):][:2], ["a11", "b11"])


    def test_two_more_stones_are_for_three_alone(self):
        with open(self.path("five"), "w", encoding="utf-8") as file:
            file.write("0,1 1,1 2,2 3,3 -2,4\n")
        records, _ = self.match("-e", engine("A", "uci", "--score", "0"), "-e", engine("B", "gomocup", "--swap2", "'0,0 1,0'"),
                                "--games", "2", "--st", "60", "--game", "gomoku:11", "--swap", "--openings", self.path("five"))
        lost = {record.number: record for record in records}[0]
        self.assertEqual((lost.kind, lost.faulty, lost.result, lost.moves), ("illegal", "B", "1-0", lost.opening))

    def test_a_question_leaves_no_stone_behind(self):
        # The double refuses a genmove for a side that is not to move on its own board.
        for words in ((), ("--reg-genmove", "--no-undo"), ("--no-undo",)):
            with self.subTest(words):
                log = self.path("log")
                records, text = self.match("-e", engine("A", "gtp", *words), "-e", engine("B", "gtp", *words), "--games", "2",
                                           "--st", "60", "--game", "gomoku:7", "--swap", "--log", log)
                self.assertEqual([record.kind for record in records], ["normal"] * 2, text)
                with open(log, encoding="utf-8") as file:
                    said = file.read()
                self.assertEqual(said.count("< undo"), 0 if words else 2)
                self.assertEqual(said.count("< reg_genmove"), 2 if "--reg-genmove" in words else 0)
            os.unlink(self.path("m.jsonl"))

    def test_a_question_takes_time_off_the_clock(self):
        slow = ("--think", "0.25", "--fault", "illegal@5", "--fault", "illegal@6")     # two moves are enough
        for second in (engine("B", "gtp", *slow), engine("B", "uci", *slow), engine("B", "uci", *slow, "--score", "-50")):
            records, _ = self.match("-e", engine("A", "uci", "--score", "0", *slow), "-e", second, "--games", "2", "--tc", "60",
                                    "--game", "gomoku:7", "--swap", "--depth", "1")
            for record in records:
                asked = 0 if record.swapped else 1          # the side of who was asked
                left = [info["clock"] for side, _, info in filter(None, record.thoughts) if side == asked]
                self.assertLessEqual(left[0], 59500)
            os.unlink(self.path("m.jsonl"))

    def test_a_question_may_cost_the_game(self):
        late = engine("B", "uci", "--fault", "slow@3", "--slow", "2.5", "--fault", "illegal@4") + ",st=1,margin=0"
        records, _ = self.match("-e", engine("A", "uci", "--score", "0"), "-e", late, "--games", "2", "--grace", "30",
                                "--game", "gomoku:11", "--swap", "--each", "nodes=1")
        lost = {r.number: r for r in records}[0]
        self.assertEqual((lost.kind, lost.faulty, lost.result, lost.moves), ("time", "B", "1-0", lost.opening))


class Faces(Temporary):
    """Config file and terminal."""

    def test_config_file(self):
        with open(self.path("c.ini"), "w", encoding="utf-8") as file:
            file.write("[match]\ngame = connect4\ngames = 2\nst = 5\nsprt = elo0=0 elo1=9\n")
            for name in "AB":
                words = dict(part.split("=", 1) for part in engine(name, "uci").split(",")[1:])
                file.write(f"[engine {name}]\ncmd = {words['cmd']}\nproto = uci\noption.Threads = 1\n")
        records, text = self.match("--config", self.path("c.ini"), "--seed", "3")
        self.assertEqual(len(records), 2)
        self.assertIn("SPRT logistic [0, 9]", text)
        with open(self.path("m.jsonl"), encoding="utf-8") as file:
            settings = json.loads(file.readline())["settings"]
        self.assertEqual((settings["seed"], settings["engines"][0]["option.Threads"]), (3, "1"))

    def test_config_file_of_another_editor(self):
        with open(self.path("c.ini"), "wb") as file:
            file.write(b"\xef\xbb\xbf[match]\r\ngame = chess\r\n")
        self.assertIn("game 'chess' is not known", self.match("--config", self.path("c.ini"), status=1)[1])
        with open(self.path("c.ini"), "wb") as file:
            file.write(b"[engine caf\xe9]\ncmd = x\n")
        self.assertIn("match: config: 'utf-8' codec can't decode", self.match("--config", self.path("c.ini"), status=1)[1])

    def test_config_file_with_a_word_nobody_knows(self):
        for section, line in (("each", "dpeth = 3"), ("engine A", "Proto = uci"), ("engine A", "option = 1"),
                              ("each", "option. = 1"), ("match", "gmae = gomoku")):
            with open(self.path("c.ini"), "w", encoding="utf-8") as file:
                file.write(f"[{section}]\n{line}\n")
            records, text = self.match("--config", self.path("c.ini"), status=1)
            self.assertEqual(records, [])
            self.assertIn(f"{line.split()[0]!r} in [{section}] is not", text)

    def test_nobody_listens(self):
        words = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, MATCH, "--jsonl", self.path("m.jsonl"), "--games", "2", "--st",
                 "60", "--game", "connect4", "-e", engine("A", "uci"), "-e", engine("B", "uci")]
        done = subprocess.run(words, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([record.kind for record in load(self.path("m.jsonl"))[1]], ["normal"] * 2)

    def test_terminal_gets_a_table_in_place(self):
        try:
            master, slave = pty.openpty()
        except OSError:
            self.skipTest("the system gives no terminal")
        child = subprocess.Popen([sys.executable, MATCH, "--games", "6", "--st", "60", "--game", "connect4",
                                  "-e", engine("A", "uci"), "-e", engine("B", "uci")], stdout=slave, stderr=slave)
        os.close(slave)
        text = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            text += data
        os.close(master)
        self.assertEqual(child.wait(), 0)
        self.assertIn(b"\x1b[J", text)
        self.assertIn(b"] 6/6 100%", text)
        self.assertNotIn(b"Finished game", text)


if __name__ == "__main__":
    unittest.main()
